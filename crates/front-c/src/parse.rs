//! Preprocessed text → lang-c's syntax tree.
//!
//! Before the parser sees the text, [`nesting`] bounds the depth of the tree,
//! and [`mend`] rewrites what lang-c does not know and what does not matter.
//! What it leaves out although it matters is kept in [`attributes`].
//! [`message`] puts its errors into words.

pub(crate) mod attributes;
mod mend;
mod message;
mod nesting;
pub(crate) mod tokens;

use crate::spans::SpanMap;
use attributes::Attributes;
use kyklos_base::Diagnostic;
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Address space for the parser's stack; memory is taken only as it is used.
pub(crate) const STACK: usize = 1 << 30;

/// How long the parser may take. It tries alternatives one after the other, so
/// strange texts (types nested in expressions nested in types) take it very long.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Attributes that change what happens before and after `main`, or where a block ends.
const REFUSED: [&str; 3] = ["constructor", "destructor", "cleanup"];

/// A parsed text. Its tree may be deep: it must be used and dropped on a large stack.
pub(crate) struct Parsed {
    /// The tree.
    pub(crate) unit: TranslationUnit,
    /// Where its nodes come from.
    pub(crate) spans: SpanMap,
    /// What its attributes say, which are not in the tree.
    pub(crate) attributes: Attributes,
}

/// Parses preprocessed text, given where its bytes come from.
pub(crate) fn parse(text: &str, spans: SpanMap) -> Result<Parsed, Diagnostic> {
    if let Err(deep) = nesting::check(text) {
        return Err(deep.diagnostic(&spans));
    }
    let mended = mend::mend(text);
    refuse(&mended.attributes, &spans)?;
    let spans = spans.with_insertions(&mended.insertions);
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let (sender, receiver) = channel();
    // Not the thread at hand: it cannot be left when the time is over.
    let text = mended.text;
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let result = parse_preprocessed(&config, text);
        if let Err(unread) = sender.send(result.map(|parse| parse.unit)) {
            drop(unread);
        }
    });
    let whole = || spans.span(lang_c::span::Span::span(0, 0));
    if let Err(error) = thread {
        return Err(Diagnostic::error(whole(), format!("no memory for the parser: {error}")));
    }
    match receiver.recv_timeout(TIME_LIMIT) {
        Ok(Ok(unit)) => Ok(Parsed { unit, spans, attributes: mended.attributes }),
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

/// Refuses attributes in the user's files that matter even where what they stand at is not used. The system's headers
/// are full of them.
fn refuse(attributes: &Attributes, spans: &SpanMap) -> Result<(), Diagnostic> {
    for attribute in attributes.iter().filter(|attribute| REFUSED.contains(&attribute.name.as_str())) {
        let (name, start) = (&attribute.name, attribute.source);
        if !spans.is_of_system(start) {
            let span = spans.span(lang_c::span::Span::span(start, start + name.len()));
            return Err(Diagnostic::error(span, format!("the attribute `{name}` is not supported")));
        }
    }
    Ok(())
}
