//! How deep a text is nested, by a cheap look at its tokens.
//!
//! Nothing behind this check has to fear for its stack: the depth of the
//! syntax tree is at most the number of brackets open at once plus, on each of
//! their levels, the operators, labels and `else`s since the statement began.

use super::tokens::{Token, TokenKind, tokens};
use crate::spans::SpanMap;
use kyklos_base::Diagnostic;

/// The most brackets that may be open at once. lang-c copies subtrees: time and
/// memory grow with the square of this (0.3 GB and 2 s at most for each such nest).
pub(super) const MAX_BRACKETS: usize = 1000;

/// The most levels that a syntax tree may have. Each takes some kilobytes of the stack.
pub(super) const MAX_DEPTH: usize = 500_000;

/// The greatest sum, over all tokens, of the parentheses and square brackets around them. lang-c keeps
/// copies of all expressions, about 100 bytes for each of these.
const MAX_COPIES: usize = 30_000_000;

/// A place where the text is nested too deep.
#[derive(Debug)]
pub(super) struct TooDeep {
    at: usize,
    what: &'static str,
    limit: usize,
}

impl TooDeep {
    pub(super) fn diagnostic(&self, spans: &SpanMap) -> Diagnostic {
        let span = spans.span(lang_c::span::Span::span(self.at, self.at + 1));
        Diagnostic::error(span, format!("nested too deep: more than {} {}", self.limit, self.what))
            .with_help("use a variable for a part of the expression, or a function for a part of the code")
    }
}

/// One open bracket, or the file.
#[derive(Default)]
struct Level {
    /// Operators, labels and the like since the statement or the argument began.
    count: usize,
    /// A statement has ended; only `else` continues it.
    ended: bool,
}

/// Finds the first place that is nested too deep.
pub(super) fn check(text: &str) -> Result<(), TooDeep> {
    check_within(text, MAX_DEPTH)
}

fn check_within(text: &str, most: usize) -> Result<(), TooDeep> {
    let mut levels = vec![Level::default()];
    // The sum of the levels' counts; how many levels are parts of expressions; their sum over all tokens.
    let (mut depth, mut expressions, mut copies) = (0, 0_usize, 0_usize);
    for token in tokens(text).filter(Token::is_code) {
        let Some(level) = levels.last_mut() else { break };
        if std::mem::take(&mut level.ended) && token.text != "else" {
            depth -= std::mem::take(&mut level.count);
        }
        match token.text {
            "(" | "[" | "{" => {
                let is_expression = expressions > 0 || token.text != "{";
                expressions += usize::from(is_expression);
                levels.push(Level::default());
            }
            ")" | "]" | "}" => {
                depth -= std::mem::take(&mut level.count);
                if levels.len() > 1 {
                    levels.pop();
                    expressions = expressions.saturating_sub(1);
                }
                if let Some(level) = levels.last_mut() {
                    level.ended |= token.text == "}";
                    // Calls and accesses by index chain as operators do.
                    level.count += 1;
                    depth += 1;
                }
            }
            ";" => level.ended = true,
            "," => depth -= std::mem::take(&mut level.count),
            _ if counts(&token) => {
                level.count += 1;
                depth += 1;
            }
            _ => {}
        }
        copies += expressions;
        if copies > MAX_COPIES {
            let what = "copies of expressions would be needed for the brackets around them";
            return Err(TooDeep { at: token.start, what, limit: MAX_COPIES });
        }
        if levels.len() > MAX_BRACKETS + 1 {
            return Err(TooDeep { at: token.start, what: "open brackets", limit: MAX_BRACKETS });
        }
        if levels.len() + depth > most {
            let what = "operators, brackets and statements within each other";
            return Err(TooDeep { at: token.start, what, limit: most });
        }
    }
    Ok(())
}

/// Whether a token adds a level to the tree.
fn counts(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Mark => true,
        TokenKind::Word => {
            matches!(
                token.text,
                "if" | "else" | "while" | "for" | "do" | "switch" | "sizeof" | "__extension__"
            )
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_bounded_whatever_it_is_made_of() {
        let n = 5000;
        let deep = [
            "(".repeat(n),
            "x = ".to_owned() + &"1 + ".repeat(n),
            "!".repeat(n),
            "if (a) ".repeat(n),
            "if (a) { b; } else ".repeat(n),
            "if (a) b; else ".repeat(n),
            "case 1: ".repeat(n),
            "x".to_owned() + &"->y".repeat(n),
            "x".to_owned() + &"[1]".repeat(n),
            "int ".to_owned() + &"*".repeat(n),
            "(a + b - c * d / e)".repeat(n),
        ];
        for text in deep {
            assert!(check_within(&text, n).is_err(), "{}", &text[..20]);
            // The parser's limit is far from what would harm.
            let less = text.len() / n * (MAX_BRACKETS / 2);
            assert!(check_within(&text[..less], n).is_ok(), "{}", &text[..20]);
        }
    }

    #[test]
    fn many_deep_expressions_are_too_much() {
        let deep = format!("x = {}1{};", "(1 + ".repeat(900), ")".repeat(900));
        assert!(check(&deep.repeat(5)).is_ok());
        assert!(check(&deep.repeat(100)).is_err());
    }

    #[test]
    fn length_is_not_depth() {
        for piece in ["x = 1 + 2;", "f(a, b);", "{ x; }", "if (a) b; else c;", "1, ", "#\n(", "\"((\"", ")"] {
            let text = format!("{piece}\n").repeat(15_000);
            assert!(piece == "#\n(" || check_within(&text, 5000).is_ok(), "{piece}");
        }
    }
}
