//! Rewrites what lang-c does not know, and what does not matter here.
//!
//! What is replaced keeps its length; the few insertions are recorded. Line
//! breaks stay, so that lines are still those of the text before.

use super::tokens::{Token, TokenKind, tokens};

/// A mended text.
pub(super) struct Mended<'a> {
    /// The text.
    pub(super) text: String,
    /// Where something was inserted: the byte of the text before, and how many bytes.
    pub(super) insertions: Vec<(usize, usize)>,
    /// Attributes that were left out although they matter.
    pub(super) attributes: Vec<Attribute<'a>>,
}

/// An attribute that changes what a program means.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attribute<'a> {
    /// Its name, without underscores around it.
    pub(super) name: &'a str,
    /// Where the name starts in the text before.
    pub(super) at: usize,
    /// Whether leaving it out only changes sizes and addresses.
    pub(super) is_layout: bool,
}

/// Attributes that change how values lie in memory.
const LAYOUT: [&str; 3] = ["packed", "aligned", "transparent_union"];

/// Attributes that change what programs do.
const MEANINGFUL: [&str; 4] = ["cleanup", "vector_size", "scalar_storage_order", "constructor"];

/// Mends a text:
/// - comments and attributes, but for `mode`, become blanks (lang-c takes attributes in some places only);
/// - `__float128` becomes `_Float128`;
/// - a function without a type (`main() { … }`) gets its `int`;
/// - a label before `}` gets its empty statement.
pub(super) fn mend(text: &str) -> Mended<'_> {
    let mut writer =
        Writer { text, out: String::with_capacity(text.len()), copied: 0, insertions: Vec::new() };
    let mut code = tokens(text).filter(|token| token.kind != TokenKind::Directive).peekable();
    let (mut previous, mut attributes) = ("", packings(text));
    let mut declarations = Declarations { depth: 0, at_start: true, in_function: false };
    while let Some(token) = code.next() {
        if !token.is_code() {
            writer.blank(token.start, token.end());
            continue;
        }
        match token.text {
            "}" if previous == ":" => writer.insert(token.start, ";"),
            "__float128" => writer.replace(&token, "_Float128 "),
            "__attribute__" | "__attribute" => {
                if let Some(end) = attribute_end(text, &token, &mut attributes) {
                    writer.blank(token.start, end);
                    while code.next_if(|next| next.start < end).is_some() {}
                    continue;
                }
            }
            _ if declarations.at_start && is_untyped_function(text, &token) => {
                writer.insert(token.start, "int ");
            }
            _ => {}
        }
        declarations.pass(token.text, previous);
        previous = token.text;
    }
    writer.copy_to(text.len());
    Mended { text: writer.out, insertions: writer.insertions, attributes }
}

/// Directives that change how values lie in memory, as attributes do.
fn packings(text: &str) -> Vec<Attribute<'_>> {
    let directives = tokens(text).filter(|token| token.kind == TokenKind::Directive);
    let packs = |token: &Token<'_>| {
        let mut words = token.text.trim_start_matches(['#', ' ', '\t']).split_whitespace();
        words.next() == Some("pragma") && words.next().is_some_and(|word| word.starts_with("pack("))
    };
    directives
        .filter(|token| packs(token) && !token.text.contains("(pop"))
        .map(|token| Attribute { name: "pack", at: token.start, is_layout: true })
        .collect()
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

/// Whether a function's definition starts with this word: `word (…) {`.
fn is_untyped_function(text: &str, word: &Token<'_>) -> bool {
    let rest = &text[word.end()..];
    let mut depth = 0_usize;
    for token in tokens(rest).filter(Token::is_code) {
        match token.text {
            "(" => depth += 1,
            ")" if depth == 1 => {
                let next = tokens(&rest[token.end()..]).find(Token::is_code);
                return word.kind == TokenKind::Word && next.is_some_and(|next| next.text == "{");
            }
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return false;
        }
    }
    false
}

/// Just behind the attributes that this word starts, if they may be left out. Those that matter are noted.
fn attribute_end<'a>(text: &'a str, word: &Token<'_>, noted: &mut Vec<Attribute<'a>>) -> Option<usize> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for token in tokens(&text[word.end()..]).filter(Token::is_code) {
        let name = token.text.trim_matches('_');
        let is_layout = LAYOUT.contains(&name);
        match token.text {
            "(" => depth += 1,
            ")" if depth == 1 => {
                noted.extend(found);
                return Some(word.end() + token.end());
            }
            ")" => depth -= 1,
            // The arguments of attributes lie deeper.
            _ if depth == 2 && name == "mode" => return None,
            _ if depth == 2 && (is_layout || MEANINGFUL.contains(&name)) => {
                found.push(Attribute { name, at: word.end() + token.start, is_layout });
            }
            _ => {}
        }
        if depth == 0 {
            return None;
        }
    }
    None
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

    fn blank(&mut self, from: usize, to: usize) {
        self.copy_to(from);
        let blanks = self.text[from..to].bytes();
        self.out
            .extend(blanks.map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
        self.copied = to;
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
        assert_eq!(mended.attributes, []);
    }

    #[test]
    fn attributes_that_matter_are_noted() {
        let text = "struct __attribute__((__packed__, cleanup(packed))) s;";
        let packed = Attribute { name: "packed", at: text.find("__packed").unwrap(), is_layout: true };
        let cleanup = Attribute { name: "cleanup", at: text.find("cleanup").unwrap(), is_layout: false };
        assert_eq!(mend(text).attributes, [packed, cleanup]);
    }

    #[test]
    fn typed_functions_and_unclosed_attributes_stay() {
        for text in [
            "int f(void) { g(1); }\nstatic h() {}",
            "__attribute__((a",
            "__attribute__ x",
            "T (*p)(int);",
            "struct s { int x; } f(void) { }",
        ] {
            assert_eq!(mend(text).text, text);
        }
    }
}
