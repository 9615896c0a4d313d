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

use crate::library::{CLOSING, MODELS};
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
use tokens::{Token, TokenKind};

/// Address space for the parser's stack; memory is taken only as it is used.
pub(crate) const STACK: usize = 1 << 34;

/// How long the parser may take. It tries alternatives one after the other, so
/// strange texts (types nested in expressions nested in types) take it very long.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Other functions that need some that are written in C.
const NEEDING: [&str; 6] = ["sprintf", "snprintf", "swprintf", "asprintf", "sscanf", "__isoc99_sscanf"];

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
    /// Library functions that are written in C, if the text names one.
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
    // The system's headers declare all of them.
    let names = |name: &str| words(&text).any(|word| word.text == name && !spans.is_of_system(word.start));
    let registers_exits = names("atexit");
    let closes_streams = CLOSING.into_iter().any(names);
    let counts_printed = formats::counts(&text);
    let names_model = counts_printed || names_model(&text, &spans);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let models = names_model.then(|| parse_preprocessed(&config, mend::mend(MODELS).text).ok()).flatten();
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

fn words(text: &str) -> impl Iterator<Item = Token<'_>> {
    tokens::tokens(text).filter(|token: &Token<'_>| token.kind == TokenKind::Word)
}

/// Whether a text has the name of a library function that is written in C. The system's headers declare most of them.
fn names_model(text: &str, spans: &SpanMap) -> bool {
    let functions: HashSet<&str> =
        words(MODELS).filter(|word| MODELS[word.end()..].starts_with('(')).map(|word| word.text).collect();
    let is_one = |word: &Token<'_>| functions.contains(word.text) || NEEDING.contains(&word.text);
    if formats::are_read(text, spans) {
        return true;
    }
    words(text).any(|word| is_one(&word) && (is_compilers(word.text) || !spans.is_of_system(word.start)))
}

/// Whether a function is the compiler's own: headers do not declare it, but their macros call it (`atomic_fetch_add`).
fn is_compilers(name: &str) -> bool {
    name.starts_with("__atomic_") || name.starts_with("__sync_")
}
