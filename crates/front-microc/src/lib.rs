//! The microc front end: source text → [`ast`] → flowgraph.
//!
//! The language is that of [nested §2], with the extensions that `docs/microc.md`
//! of the project documents (`%`, unary minus, `assert`, `assume`, `error`).
//!
//! - [`lexer`], [`parser`]: text → [`ast::Ast`];
//! - [`pretty`]: AST → text that parses back; [`json`]: AST → JSON;
//! - [`check`]: names and types; all errors of a file in one run;
//! - [`lower`]: checked AST → [`kyklos_flow::Program`].

pub mod ast;
pub mod check;
pub mod json;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod pretty;

use kyklos_base::{Diagnostic, Severity, SourceFile, Sources};
use kyklos_flow::Program;

/// Reads a microc program. Returns the program, and the warnings it gives rise to;
/// or all that is wrong with it, in the order of the source.
pub fn load(file: SourceFile) -> Result<(Program, Vec<Diagnostic>), (Sources, Vec<Diagnostic>)> {
    let mut sources = Sources::new();
    let id = sources.add(file);
    let (ast, mut diagnostics) = parser::parse(id, sources.get(id).map_or("", SourceFile::text));
    let checked = match ast {
        Some(ast) => check::check(&ast, &mut diagnostics).map(|types| (ast, types)),
        None => None,
    };
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    match checked {
        Some((ast, types)) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            let program = lower::lower(&ast, &types, sources);
            debug_assert_eq!(kyklos_flow::validate(&program), [], "lowering gives well-formed graphs");
            Ok((program, diagnostics))
        }
        _ => Err((sources, diagnostics)),
    }
}
