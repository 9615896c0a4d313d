//! Preprocessed text → lang-c's syntax tree.
//!
//! Before the parser sees the text, [`nesting`] bounds the depth of the tree,
//! and [`mend`] rewrites what lang-c does not know and what does not matter.
//! What it leaves out although it matters is kept in [`attributes`].
//! [`message`] puts its errors into words.

pub(crate) mod attributes;
mod digraphs;
mod formats;
mod gnu;
mod literals;
mod mend;
mod message;
mod nesting;
pub(crate) mod tokens;
mod tools;

use crate::library::{self, Fact};
use crate::spans::SpanMap;
use attributes::Attributes;
pub(crate) use gnu::{UNDERLYING, UNQUALIFIED};
use kyklos_base::Diagnostic;
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
pub(crate) use literals::NOTHING;
pub(crate) use mend::SAME;
use std::collections::HashSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tokens::TokenKind;

/// Address space for the parser's stack; memory is taken only as it is used.
pub(crate) const STACK: usize = 1 << 34;

/// How long the parser may take. It tries alternatives one after the other, so
/// strange texts (types nested in expressions nested in types) take it very long.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The functions that are written in C and read the formats of functions that print.
const PRINTING: [&str; 4] =
    ["__kyklos_print", "__kyklos_printed", "__kyklos_wide_print", "__kyklos_wide_printed"];

/// A parsed text. Its tree may be deep: it must be used and dropped on a large stack.
pub(crate) struct Parsed {
    /// The file's name.
    pub(crate) name: String,
    /// The tree.
    pub(crate) unit: TranslationUnit,
    /// Where its nodes come from.
    pub(crate) spans: SpanMap,
    /// What its attributes say, which are not in the tree.
    pub(crate) attributes: Attributes,
    /// Whether the text names functions that have others called when the program is left.
    pub(crate) registers_exits: bool,
    /// Whether the text names functions that close streams.
    pub(crate) closes_streams: bool,
    /// Whether the text has formats that have what is printed counted (`%n`).
    pub(crate) counts_printed: bool,
    /// Library functions that are written in C, as far as the text needs some.
    pub(crate) models: Option<TranslationUnit>,
}

/// Parses the preprocessed text of a file, given where its bytes come from.
pub(crate) fn parse(name: &str, text: &str, spans: SpanMap) -> Result<Parsed, Diagnostic> {
    let text = digraphs::without_digraphs(text);
    if let Err(deep) = nesting::check(&text) {
        return Err(deep.diagnostic(&spans));
    }
    let mended = mend::mend(&text);
    let spans = spans.with_insertions(&mended.insertions);
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let (sender, receiver) = channel();
    // Not the thread at hand: it cannot be left when the time is over.
    let text = mended.text;
    let named = named(&text, &spans);
    let names = |fact: Fact| named.iter().any(|name| library::is(name, fact));
    let registers_exits = names(Fact::AtExit);
    let closes_streams = names(Fact::Closes) || names(Fact::Reopens);
    let counts_printed = formats::counts(&text);
    let reads_formats = counts_printed || formats::are_read(&text, &spans);
    let printing = PRINTING.into_iter().filter(|_| reads_formats);
    let models = library::texts(named.iter().flat_map(|name| library::needed(name)).chain(printing));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let models = models.and_then(|text| parse_preprocessed(&config, mend::mend(&text).text).ok());
        let result = parse_preprocessed(&config, text);
        let models = models.map(|models| models.unit);
        if let Err(unread) = sender.send(result.map(|parse| (parse.unit, models))) {
            drop(unread);
        }
    });
    let whole = || spans.span(lang_c::span::Span::span(0, 0));
    if let Err(error) = thread {
        return Err(Diagnostic::error(whole(), format!("no memory for the parser: {error}")));
    }
    match receiver.recv_timeout(TIME_LIMIT) {
        Ok(Ok((unit, models))) => {
            let (name, attributes) = (name.to_owned(), mended.attributes);
            Ok(Parsed {
                name,
                unit,
                spans,
                attributes,
                registers_exits,
                closes_streams,
                counts_printed,
                models,
            })
        }
        Ok(Err(error)) => Err(message::diagnostic(&error, &spans)),
        Err(RecvTimeoutError::Timeout) => {
            let message = format!("parsing took more than {} s and was given up", TIME_LIMIT.as_secs());
            Err(Diagnostic::error(whole(), message)
                .with_help("types in expressions in types (`sizeof(typeof(…))`) should not be nested"))
        }
        Err(RecvTimeoutError::Disconnected) => {
            Err(Diagnostic::error(whole(), "the parser failed for no reason that it could tell"))
        }
    }
}

/// The names in a text. Of those in the system's headers, which declare all functions, only what stands in bodies counts.
fn named<'t>(text: &'t str, spans: &SpanMap) -> HashSet<&'t str> {
    let (mut depth, mut found) = (0_usize, HashSet::new());
    for token in tokens::tokens(text) {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            word if token.kind == TokenKind::Word
                && !found.contains(word)
                && (depth > 0 || is_compilers(word) || !spans.is_of_system(token.start)) =>
            {
                found.insert(word);
            }
            _ => {}
        }
    }
    found
}

/// Whether a function is the compiler's own: headers do not declare it, but their macros call it (`atomic_fetch_add`).
fn is_compilers(name: &str) -> bool {
    name.starts_with("__atomic_") || name.starts_with("__sync_")
}
