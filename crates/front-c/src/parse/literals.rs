//! Compound literals and types that lang-c does not see as such:
//!
//! - in `(type){}`, a name stands for the value that is not there;
//! - `sizeof (type){…}` gets parentheses around the literal;
//! - in `typeof(name *)`, an attribute that says nothing shows that the name is a type's.

use super::gnu::Edit;
use super::tokens::{Token, TokenKind};

/// The only value of a compound literal that has none.
pub(crate) const NOTHING: &str = "__kyklos_nothing";

/// What shows that a type comes, and says nothing about it.
pub(super) const IS_TYPE: &str = "__attribute__((unused)) ";

/// Words before the parenthesis of a compound literal. Behind others, what is in it is no type.
const BEFORE: [&str; 6] = ["return", "sizeof", "case", "else", "do", "__typeof__"];

/// Where this token closes a compound literal without values, it gets one.
pub(super) fn empty_literal(all: &[Token<'_>], index: usize, edits: &mut Vec<Edit>) {
    let [.., close, open] = &all[..index] else { return };
    if open.text != "{" || close.text != ")" {
        return;
    }
    let mut depth = 0_usize;
    let start = all[..index - 1].iter().rposition(|token| {
        match token.text {
            ")" => depth += 1,
            "(" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let before = start.and_then(|start| start.checked_sub(1)).map(|before| &all[before]);
    let is_literal = before.is_some_and(|before| match before.kind {
        TokenKind::Word => BEFORE.contains(&before.text),
        _ => !matches!(before.text, ")" | "]"),
    });
    if is_literal {
        edits.push(Edit::Insert(all[index].start, format!(" {NOTHING} ")));
    }
}

/// Puts a compound literal behind `sizeof` in parentheses: without, its type would be the operand.
pub(super) fn size_of_literal(behind: &[Token<'_>], edits: &mut Vec<Edit>) {
    let Some(close) = closing(behind) else { return };
    let literal = &behind[close + 1..];
    let Some(end) = literal.first().filter(|open| open.text == "{").and_then(|_| closing(literal)) else {
        return;
    };
    edits.push(Edit::Insert(behind[0].start, "(".to_owned()));
    edits.push(Edit::Insert(literal[end].end(), ")".to_owned()));
}

/// Marks the operand of `typeof` where it is a pointer to a type that has a name.
pub(super) fn type_of_pointer(behind: &[Token<'_>], edits: &mut Vec<Edit>) {
    let [open, name, star, rest @ ..] = behind else { return };
    if open.text != "(" || name.kind != TokenKind::Word || is_type_word(name.text) || star.text != "*" {
        return;
    }
    let end = rest
        .iter()
        .find(|token| !matches!(token.text, "*" | "const" | "volatile" | "restrict" | "__restrict"));
    if end.is_some_and(|end| end.text == ")") {
        edits.push(Edit::Insert(name.start, IS_TYPE.to_owned()));
    }
}

/// Whether a word is that of a type, which lang-c knows as such.
fn is_type_word(word: &str) -> bool {
    let words =
        ["void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "Bool", "int128"];
    words.contains(&word.trim_matches('_'))
}

/// Which token closes what the first one opens.
fn closing(all: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    all.iter().position(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::super::gnu::{Edit, edits};

    fn count(text: &str) -> usize {
        edits(text)
            .iter()
            .filter(|edit| matches!(edit, Edit::Insert(_, what) if what.contains("nothing")))
            .count()
    }

    #[test]
    fn literals_without_values_get_one() {
        assert_eq!(count("x = (struct s){}; return (T) { };"), 2);
        assert_eq!(count("f((T){}, &(int[3]){});"), 2);
    }

    #[test]
    fn sizes_and_types_are_marked() {
        assert_eq!(edits("sizeof (int[]){1, 2} + sizeof (x) + sizeof y").len(), 2);
        assert_eq!(edits("typeof(name *const *) p; typeof(a * b) q; typeof(name) r;").len(), 1);
    }

    #[test]
    fn empty_blocks_stay() {
        assert_eq!(count("void f(void) {} int (*g(int x))(void) {} int (h)(void) {}"), 0);
        assert_eq!(count("if (x) {} while (f(1)) {} for (;;) {} switch (x) {}"), 0);
        assert_eq!(count("int a[3] = {}; struct s {};"), 0);
    }
}
