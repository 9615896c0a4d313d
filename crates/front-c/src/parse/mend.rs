//! Rewrites what lang-c does not know, and what does not matter here.
//!
//! What is replaced keeps its length; the few insertions are recorded. Line
//! breaks stay, so that lines are still those of the text before.

use super::attributes::{After, Attributes};
use super::gnu::{Edit, edits};
use super::tokens::{Token, TokenKind, tokens};
use super::tools;

/// A mended text.
pub(super) struct Mended {
    /// The text.
    pub(super) text: String,
    /// Where something was inserted: the byte of the text before, and how many bytes.
    pub(super) insertions: Vec<(usize, usize)>,
    /// What was left out although it matters.
    pub(super) attributes: Attributes,
}

/// Mends a text:
/// - comments and attributes, but for `mode`, become blanks (lang-c takes attributes in some places only), and so does
///   `_Alignas`; those that matter are noted;
/// - `__float128` becomes `_Float128`; `__int128` becomes `_Float16`, which is a word for a type as well, and that becomes
///   `_Float128x`, which is not supported, either; `asm` becomes `__asm__`;
/// - a function without a type (`main() { … }`), and a variable of which nothing but `static` or `const` is said, get
///   their `int`;
/// - a label before `}` gets its empty statement, the last member of a struct its semicolon;
/// - GNU's `a ?: b` gets a name for its middle, [`SAME`]; more of GNU is in [`super::gnu`].
pub(super) fn mend(text: &str) -> Mended {
    let mut writer =
        Writer { text, out: String::with_capacity(text.len()), copied: 0, insertions: Vec::new() };
    let mut code = tokens(text).peekable();
    let (mut previous, mut previous_at) = ("", 0);
    let mut attributes = Attributes::default();
    let mut structs = Structs::default();
    let mut specifiers = Specifiers::Before;
    let mut declarations = Declarations { depth: 0, at_start: true, in_function: false };
    let mut edits = edits(text).into_iter().peekable();
    while let Some(token) = code.next() {
        let until = if token.is_code() { token.end() } else { token.start + 1 };
        let mut replaced = false;
        while let Some(edit) = edits.next_if(|edit| edit.at() < until) {
            replaced |= writer.edit(edit);
        }
        if replaced {
            attributes.pass(writer.position(token.end()));
            declarations.pass(token.text, previous);
            structs.pass(token.text);
            specifiers = Specifiers::Behind;
            (previous, previous_at) = (token.text, writer.position(token.end()));
            continue;
        }
        if token.kind == TokenKind::Directive {
            attributes.directive(token.text, writer.position(token.start));
            continue;
        }
        if !token.is_code() {
            writer.blank(token.start, token.end());
            continue;
        }
        if let Some(end) = tools::clause(text, &token) {
            writer.blank(token.start, end);
            while code.next_if(|next| next.start < end).is_some() {}
            continue;
        }
        let is_attribute = matches!(token.text, "__attribute__" | "__attribute");
        if is_attribute || matches!(token.text, "_Alignas" | "[") {
            let after = After { text: previous, at: previous_at };
            let end = match token.text {
                "[" => attributes.take_brackets(text, &token, &after),
                "_Alignas" => attributes.take_alignment(text, &token, &after),
                _ => attributes.take(text, &token, &after),
            };
            if let Some(end) = end {
                writer.blank(token.start, end);
                while code.next_if(|next| next.start < end).is_some() {}
                continue;
            }
        }
        let at = writer.position(token.start);
        attributes.pass(at);
        match token.text {
            "}" if previous == ":" => writer.insert(token.start, ";"),
            "}" if structs.ends_without_semicolon(previous) => writer.insert(token.start, ";"),
            "?:" => writer.insert(token.start + 1, &format!(" {SAME} ")),
            ":" if previous == "?" => writer.insert(token.start, &format!(" {SAME} ")),
            // They say nothing, as there is one thread, and lang-c does not know all places for them.
            "__extension__" | "__thread" => writer.blank(token.start, token.end()),
            "__float128" => writer.replace(&token, "_Float128 "),
            "asm" => {
                writer.insert(token.start, "__");
                writer.insert(token.end(), "__");
            }
            "_Float16" => {
                writer.replace(&token, "_Float12");
                writer.insert(token.end(), "8x");
            }
            "__int128" => writer.replace(&token, "_Float16"),
            "__int128_t" => writer.replace(&token, "_Float16  "),
            "__uint128_t" => {
                writer.insert(token.start, "unsigned ");
                writer.replace(&token, "_Float16   ");
            }
            _ if declarations.at_start && is_untyped_function(text, &token) => {
                writer.insert(token.start, "int ");
            }
            _ if specifiers.are_all(&token) && is_declared(text, &token) => {
                writer.insert(token.start, "int ");
            }
            _ => {}
        }
        declarations.pass(token.text, previous);
        structs.pass(token.text);
        specifiers.pass(token.text);
        (previous, previous_at) = (token.text, at);
    }
    edits.for_each(|edit| {
        writer.edit(edit);
    });
    writer.copy_to(text.len());
    Mended { text: writer.out, insertions: writer.insertions, attributes }
}

/// In the place of the middle of `a ?: b`.
pub(crate) const SAME: &str = "__kyklos_same";

/// Which braces are those of structs.
#[derive(Default)]
struct Structs {
    /// For each open brace, whether it is one.
    braces: Vec<bool>,
    /// How many words since `struct` or `union`.
    since: Option<usize>,
}

impl Structs {
    fn pass(&mut self, token: &str) {
        match token {
            "struct" | "union" => self.since = Some(0),
            "{" => {
                self.braces.push(self.since.take().is_some());
            }
            "}" => {
                self.braces.pop();
                self.since = None;
            }
            // A tag may follow.
            _ => self.since = self.since.filter(|since| *since == 0).map(|since| since + 1),
        }
    }

    /// Whether a closing brace behind this token ends a struct whose last member has no semicolon.
    fn ends_without_semicolon(&self, previous: &str) -> bool {
        self.braces.last() == Some(&true) && !matches!(previous, ";" | "{" | "}")
    }
}

/// Where the declarations of a file start.
struct Declarations {
    depth: usize,
    /// The next token starts a declaration.
    at_start: bool,
    /// The outermost open brace is a function's.
    in_function: bool,
}

impl Declarations {
    fn pass(&mut self, token: &str, previous: &str) {
        self.at_start = false;
        match token {
            "{" | "(" | "[" => {
                if self.depth == 0 {
                    // `;` ends the old way of declaring parameters.
                    self.in_function = token == "{" && matches!(previous, ")" | ";");
                }
                self.depth += 1;
            }
            "}" | ")" | "]" => {
                self.depth = self.depth.saturating_sub(1);
                self.at_start = self.depth == 0 && token == "}" && self.in_function;
            }
            ";" => self.at_start = self.depth == 0,
            _ => {}
        }
    }
}

/// Words that declarations of parameters start with behind the brackets, in the old way.
const OLD_PARAMETERS: [&str; 13] = [
    "int", "char", "short", "long", "unsigned", "signed", "float", "double", "struct", "union", "enum",
    "register", "const",
];

/// Whether a function's definition starts with this word: `word (…) {`, or `word (a) int a; {`.
fn is_untyped_function(text: &str, word: &Token<'_>) -> bool {
    let rest = &text[word.end()..];
    let mut depth = 0_usize;
    // Whether there are names alone, so that declarations of them follow.
    let mut names = true;
    for token in tokens(rest).filter(Token::is_code) {
        match token.text {
            "(" => depth += 1,
            ")" if depth == 1 => {
                let mut next = tokens(&rest[token.end()..]).filter(Token::is_code);
                let is_body = next.next().is_some_and(|first| {
                    let is_type = first.kind == TokenKind::Word && !is_behind_declarator(first.text);
                    let is_named = next
                        .next()
                        .is_some_and(|behind| behind.kind == TokenKind::Word || behind.text == "*");
                    first.text == "{" || OLD_PARAMETERS.contains(&first.text) || names && is_type && is_named
                });
                return word.kind == TokenKind::Word && is_body;
            }
            ")" => depth = depth.saturating_sub(1),
            other => names &= token.kind == TokenKind::Word || other == ",",
        }
        if depth == 0 {
            return false;
        }
    }
    false
}

/// Words that may follow a function's parameters and start no declaration.
fn is_behind_declarator(word: &str) -> bool {
    matches!(word.trim_matches('_'), "attribute" | "asm" | "extension")
}

/// Words before a declared name that are no types.
const NO_TYPES: [&str; 13] = [
    "static",
    "extern",
    "register",
    "auto",
    "const",
    "__const",
    "__const__",
    "volatile",
    "__volatile__",
    "inline",
    "__inline",
    "__inline__",
    "_Thread_local",
];

/// Where in a declaration the next token stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Specifiers {
    /// At its start.
    Before,
    /// Behind words that are no types, and nothing else.
    Inside,
    /// Elsewhere.
    Behind,
}

impl Specifiers {
    fn pass(&mut self, token: &str) {
        *self = match token {
            ";" | "{" | "}" => Specifiers::Before,
            word if *self != Specifiers::Behind && NO_TYPES.contains(&word) => Specifiers::Inside,
            _ => Specifiers::Behind,
        };
    }

    /// Whether a declaration has no more specifiers than those before this word.
    fn are_all(self, word: &Token<'_>) -> bool {
        let is_type = OLD_PARAMETERS.contains(&word.text) || matches!(word.text, "void" | "_Bool");
        self == Specifiers::Inside
            && word.kind == TokenKind::Word
            && !is_type
            && !NO_TYPES.contains(&word.text)
    }
}

/// Whether a word is a name that is declared, and not a type: what comes next stands behind names alone.
fn is_declared(text: &str, word: &Token<'_>) -> bool {
    let rest = &text[word.end()..];
    let mut next = tokens(rest).filter(Token::is_code);
    match (next.next().map(|token| token.text), next.next().map(|token| token.text)) {
        (Some("=" | ";" | "," | "[" | ":"), _) => true,
        // `T (*p)(void)`
        (Some("("), Some("*" | "(")) | (Some("("), None) => false,
        (Some("("), _) => is_untyped_function(text, word),
        _ => false,
    }
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    /// How much of the text has been copied.
    copied: usize,
    insertions: Vec<(usize, usize)>,
}

impl Writer<'_> {
    fn copy_to(&mut self, at: usize) {
        self.out.push_str(&self.text[self.copied..at]);
        self.copied = at;
    }

    /// Where a byte of the text before is in the mended text.
    fn position(&self, at: usize) -> usize {
        self.out.len() + at - self.copied
    }

    fn blank(&mut self, from: usize, to: usize) {
        self.copy_to(from);
        let blanks = self.text[from..to].bytes();
        self.out
            .extend(blanks.map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
        self.copied = to;
    }

    /// Makes a change; tells whether a token was replaced by it.
    fn edit(&mut self, edit: Edit) -> bool {
        if edit.at() < self.copied {
            // It is in what was left out.
            return false;
        }
        match edit {
            Edit::Insert(at, what) => {
                self.insert(at, &what);
                false
            }
            Edit::Replace(from, to, with) => {
                self.copy_to(from);
                self.out.push_str(&with);
                self.copied = to;
                true
            }
        }
    }

    fn replace(&mut self, token: &Token<'_>, with: &str) {
        self.copy_to(token.start);
        self.out.push_str(with);
        self.copied = token.end();
    }

    fn insert(&mut self, at: usize, what: &str) {
        self.copy_to(at);
        self.out.push_str(what);
        self.insertions.push((at, what.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let text = "int x __attribute__((unused, nonnull(1))); // c\nmain() { l: /* a\n b */ }\n\
                    int y __attribute__((mode(SI)));\n__float128 f;\n";
        let expected = "int x                                    ;     \nint main() { l:     \n      ;}\n\
                        int y __attribute__((mode(SI)));\n_Float128  f;\n";
        let mended = mend(text);
        assert_eq!(mended.text, expected);
        let inserted: usize = mended.insertions.iter().map(|(_, length)| length).sum();
        assert_eq!(inserted + text.len(), expected.len());
        assert!(mended.attributes.is_empty());
    }

    #[test]
    fn attributes_that_matter_are_noted() {
        let text = "struct __attribute__((__packed__, cleanup(packed))) s { _Alignas ( 2 * 4 ) int x; };";
        let mended = mend(text);
        let names: Vec<_> =
            mended.attributes.iter().map(|one| (one.name.as_str(), one.argument.as_str())).collect();
        assert_eq!(names, [("packed", ""), ("cleanup", "packed"), ("aligned", "2 * 4")]);
        let places: Vec<_> =
            mended.attributes.iter().map(|one| (one.after.as_str(), one.before_at)).collect();
        let (tag, int) = (text.find("s {").unwrap(), text.find("int").unwrap());
        assert_eq!(places, [("struct", tag), ("struct", tag), ("{", int)]);
    }

    #[test]
    fn packing_is_told_by_place() {
        let text =
            "int a;\n#pragma pack(push, 2)\nint b;\n#pragma pack(1)\nint c;\n#pragma pack(pop)\nint d;\n";
        let mended = mend(text);
        let packings = ["a", "b", "c", "d"].map(|name| mended.attributes.packing(text.find(name).unwrap()));
        // `pack` in its own line has a letter of these, so only the blanks before the name are looked at.
        assert_eq!(packings[0], None);
        let at = |what: &str| mended.attributes.packing(text.find(what).unwrap());
        assert_eq!([at("int b"), at("int c"), at("int d")], [Some(2), Some(1), None]);
    }

    #[test]
    fn typed_functions_and_unclosed_attributes_stay() {
        for text in [
            "int f(void) { g(1); }\nstatic T h() {}",
            "__attribute__((a",
            "__attribute__ x",
            "T (*p)(int);",
            "struct s { int x; } f(void) { }",
        ] {
            assert_eq!(mend(text).text, text);
        }
    }
}
