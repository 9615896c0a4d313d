//! `kyklos ast` and `kyklos cfg`: programs in other forms, on standard output.

use crate::output::print;
use crate::{Input, refuse, show, status};
use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct AstArgs {
    #[command(flatten)]
    input: Input,

    /// Blanks per level. Default is 2; 0 puts everything on one line
    #[arg(long, value_name = "N", default_value_t = 2, hide_default_value = true, value_parser = clap::value_parser!(u8).range(0..=16))]
    indent: u8,
}

#[derive(Args)]
pub struct CfgArgs {
    #[command(flatten)]
    input: Input,

    /// The form. Default is text
    #[arg(long, value_enum, default_value_t = Format::Text, hide_default_value = true)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Graphviz
    Dot,
    /// JSON
    Json,
    /// The flowgraph's text form, which Kyklos reads back
    Text,
}

/// Prints the syntax tree.
pub fn ast(args: &AstArgs) -> u8 {
    if let [_, second, ..] = args.input.files.as_slice() {
        refuse(&kyklos::LoadError::Several { name: second.display().to_string() });
        return status::NOT_ACCEPTED;
    }
    match kyklos::parse_microc(args.input.file(), args.input.language()) {
        Ok((ast, sources, warnings)) => {
            show(&sources, &warnings);
            print("result", &json_text(&kyklos::microc::json::ast_json(&ast), args.indent))
        }
        Err(error) => {
            refuse(&error);
            status::NOT_ACCEPTED
        }
    }
}

/// Prints the flowgraph.
pub fn cfg(args: &CfgArgs) -> u8 {
    let loaded = match args.input.load(&kyklos::CheckOptions::default().checks) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    print(
        "result",
        &match args.format {
            Format::Dot => kyklos::flow::dot::dot(&loaded.program),
            Format::Json => json_text(&kyklos::flow::json::json(&loaded.program), 2),
            Format::Text => kyklos::flow::text::print(&loaded.program),
        },
    )
}

fn json_text(value: &serde_json::Value, indent: u8) -> String {
    if indent == 0 {
        return format!("{value}\n");
    }
    let blanks = " ".repeat(usize::from(indent));
    let formatter = serde_json::ser::PrettyFormatter::with_indent(blanks.as_bytes());
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, formatter);
    match serde::Serialize::serialize(value, &mut serializer) {
        Ok(()) => format!("{}\n", String::from_utf8_lossy(&text)),
        Err(_) => format!("{value}\n"),
    }
}
