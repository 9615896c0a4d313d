//! Assumptions: what a verdict rests on besides the program. They are told in one form and one place, whoever makes
//! them: a line each in the text, `assumptions` in JSON.

use crate::place;
use kyklos_base::{Sources, Span};
use serde_json::{Value, json};

/// Something that a verdict rests on.
///
/// To add one of another kind: a variant of [`AssumptionKind`], and whoever makes the assumption fills this in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// What kind it is.
    pub kind: AssumptionKind,
    /// What is assumed, in words that may stand before `at FILE:LINE:COLUMN`.
    pub text: String,
    /// Where; nowhere if it holds for the whole program.
    pub span: Span,
    /// The option that does without it, and what it does then: ``--check null looks for it``.
    pub instead: Option<String>,
}

/// The kinds of assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssumptionKind {
    /// Runs end at an error that was not asked for.
    UnaskedError,
    /// The array behind a pointer parameter of the entry function has no end.
    EndlessParameter,
}

impl AssumptionKind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            AssumptionKind::UnaskedError => "unasked-error",
            AssumptionKind::EndlessParameter => "endless-parameter",
        }
    }
}

impl Assumption {
    /// The line that tells it.
    pub fn line(&self, sources: &Sources) -> String {
        let mut line = format!("assumed: {}", self.text);
        if !self.span.is_nowhere() {
            line += &format!(" at {}", place(sources, self.span));
        }
        if let Some(instead) = &self.instead {
            line += &format!(" ({instead})");
        }
        line
    }

    pub(crate) fn json(&self, sources: &Sources) -> Value {
        json!({
            "kind": self.kind.name(),
            "text": self.text,
            "where": (!self.span.is_nowhere()).then(|| place(sources, self.span)),
            "instead": self.instead,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::{FileId, Position, SourceFile};

    #[test]
    fn an_assumption_is_one_line_and_one_object() {
        let mut sources = Sources::new();
        sources.add(SourceFile::new("f.c", "x\n"));
        let at = Position { line: 1, column: 1 };
        let mut assumption = Assumption {
            kind: AssumptionKind::EndlessParameter,
            text: "the array `s` has no end".to_owned(),
            span: Span { file: FileId(0), start: at, end: at },
            instead: Some("--array-size s=N gives it one".to_owned()),
        };
        let line = "assumed: the array `s` has no end at f.c:1:1 (--array-size s=N gives it one)";
        assert_eq!(assumption.line(&sources), line);
        let expected = json!({
            "kind": "endless-parameter", "text": "the array `s` has no end", "where": "f.c:1:1",
            "instead": "--array-size s=N gives it one",
        });
        assert_eq!(assumption.json(&sources), expected);
        (assumption.span, assumption.instead) = (Span::nowhere(), None);
        assert_eq!(assumption.line(&sources), "assumed: the array `s` has no end");
        assert_eq!(assumption.json(&sources)["where"], Value::Null);
    }
}
