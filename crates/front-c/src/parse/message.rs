//! lang-c's syntax errors in words.
//!
//! lang-c names the furthest byte that it could not get over, and the pieces of
//! grammar it tried there. That byte may lie behind the culprit: behind a
//! keyword that it took for a name, or behind a name that should be a type.

use super::tokens::{Token, TokenKind, tokens};
use crate::spans::SpanMap;
use kyklos_base::Diagnostic;
use lang_c::driver::SyntaxError;
use std::collections::{HashSet, VecDeque};

/// The message for a syntax error of the mended text.
pub(super) fn diagnostic(error: &SyntaxError, spans: &SpanMap) -> Diagnostic {
    let context = Context::new(&error.source, error.offset);
    let at = |token: &Token<'_>| spans.span(lang_c::span::Span::span(token.start, token.end()));
    for known in [unsupported, malformed, misplaced_keyword, unknown_type] {
        if let Some((token, message, help)) = known(&context, &error.expected) {
            return Diagnostic::error(at(&token), message).with_help(help);
        }
    }
    let expected = expected_words(&error.expected);
    match (&context.found, context.open) {
        (None, Some(open)) => Diagnostic::error(at(&open), format!("`{}` is never closed", open.text)),
        (None, None) => {
            let last = context.before.first();
            let (start, end) = last.map_or((0, 0), |token| (token.start, token.end()));
            let span = spans.span(lang_c::span::Span::span(start, end));
            Diagnostic::error(span, format!("the file ends here, but there should be {expected}"))
        }
        (Some(found), None) if matches!(found.text, ")" | "]" | "}") => {
            Diagnostic::error(at(found), format!("`{}` closes nothing", found.text))
        }
        (Some(found), _) => {
            Diagnostic::error(at(found), format!("there should be {expected} before {}", shown(found)))
        }
    }
}

/// What is around the place of an error.
struct Context<'a> {
    /// The last tokens before it, the nearest first.
    before: Vec<Token<'a>>,
    /// The token there, or the one that it is inside; none at the end of the text.
    found: Option<Token<'a>>,
    /// Whether the place is inside that token.
    is_inside: bool,
    /// The token behind it.
    next: Option<Token<'a>>,
    /// The innermost bracket that is open there.
    open: Option<Token<'a>>,
}

impl<'a> Context<'a> {
    fn new(text: &'a str, offset: usize) -> Self {
        /// How far back the explanations look.
        const LOOK_BACK: usize = 4;
        let mut code = tokens(text).filter(Token::is_code).peekable();
        let (mut before, mut open) = (VecDeque::new(), Vec::new());
        while let Some(token) = code.next_if(|token| token.end() <= offset) {
            match token.text {
                "(" | "[" | "{" => open.push(token),
                ")" | "]" | "}" => drop(open.pop()),
                _ => {}
            }
            before.push_front(token);
            before.truncate(LOOK_BACK);
        }
        let before = before.into_iter().collect();
        let (found, next) = (code.next(), code.next());
        let is_inside = found.is_some_and(|token| token.start < offset);
        Self { before, found, is_inside, next, open: open.pop() }
    }

    /// The text of a token before the place; 0 is the nearest.
    fn text(&self, back: usize) -> &'a str {
        self.before.get(back).map_or("", |token| token.text)
    }

    /// A word before the place that is not a keyword.
    fn name(&self, back: usize) -> Option<Token<'a>> {
        self.before
            .get(back)
            .filter(|token| token.kind == TokenKind::Word && !is_keyword(token.text))
            .copied()
    }

    /// Whether a declaration may start behind this token before the place.
    fn is_boundary(&self, back: usize) -> bool {
        match self.text(back) {
            "" | ";" | "{" | "}" | "(" | ":" => true,
            "const" | "volatile" | "static" | "extern" | "register" | "inline" | "typedef" => true,
            "," => self.open.is_some_and(|open| open.text == "("),
            _ => false,
        }
    }
}

/// The culprit, what is wrong with it, and what to do.
type Explanation<'a> = Option<(Token<'a>, String, String)>;

/// What lang-c does not know of today's C.
fn unsupported<'a>(context: &Context<'a>, expected: &HashSet<&'static str>) -> Explanation<'a> {
    let found = context.found?;
    let (what, instead) = match (context.text(0), found.text) {
        ("?", ":") => ("`a ?: b`", "write `a ? a : b`"),
        (_, "&&") if expected.contains("!") => ("the address of a label", "use `switch`"),
        ("goto", "*") => ("a `goto` to a computed label", "use `switch`"),
        ("[", "[") => ("`[[…]]`", "leave the attribute out"),
        (_, "[") if context.next.is_some_and(|next| next.text == "[") => {
            ("`[[…]]`", "leave the attribute out")
        }
        _ => {
            let mut words = std::iter::once(&found).chain(&context.before);
            let unknown = words.find_map(|token| Some((*token, without_support(token.text)?)));
            return unknown
                .map(|(token, help)| (token, format!("`{}` is not supported", token.text), help.to_owned()));
        }
    };
    Some((found, format!("{what} is not supported"), instead.to_owned()))
}

/// What to do about a word that lang-c does not know.
fn without_support(word: &str) -> Option<&'static str> {
    Some(match word {
        "__auto_type" => "write the type",
        "__label__" => "labels of a function need no declaration",
        "_BitInt" | "__int128" | "__int128_t" | "__uint128_t" => "use one of C11's integer types",
        "__builtin_types_compatible_p" | "__builtin_choose_expr" => "write the alternative that is meant",
        "nullptr" => "write `NULL`",
        "constexpr" => "write `const`",
        "_Complex" | "__complex__" | "_Imaginary" => "use a `struct` of two numbers",
        "class" | "namespace" | "template" | "using" | "virtual" => "only C is understood, not C++",
        _ => return None,
    })
}

/// The marks that C is made of.
const ALPHABET: &[u8] = b"{}[]()<>%:;.?*+-/^&|~!=,#";

/// Numbers, strings, characters and names that are none.
fn malformed<'a>(context: &Context<'a>, expected: &HashSet<&'static str>) -> Explanation<'a> {
    for token in context.found.into_iter().chain(context.before.first().copied()) {
        let is_there = context.found == Some(token);
        let quote = token.text.chars().next();
        let closed = token.text.len() > 1 && quote.is_some_and(|quote| token.text.ends_with(quote));
        let (message, help) = match token.kind {
            TokenKind::Quoted if !closed => ("is never closed", "close it on the same line"),
            TokenKind::Quoted if token.text == "''" => ("is no character", "write one between the quotes"),
            TokenKind::Quoted if expected.contains("x") && expected.contains("[0-7]") => {
                ("has an unknown escape sequence", "write the character's code, as in `\\x1b`")
            }
            TokenKind::Number if is_octal_by_mistake(token.text) => {
                ("is not a number", "a number that starts with 0 is octal: leave the 0 out")
            }
            TokenKind::Number if is_there && (context.is_inside || has_strange_letters(token.text)) => {
                ("is not a number", "put a blank or an operator between the number and what follows")
            }
            TokenKind::Word
                if is_there
                    && !token.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
            {
                ("is not a name", "names are made of the letters a to z, digits and `_`")
            }
            TokenKind::Mark if is_there && !token.text.bytes().all(|byte| ALPHABET.contains(&byte)) => {
                ("is not a part of C", "is this a C file?")
            }
            _ => continue,
        };
        return Some((token, format!("{} {message}", shown(&token)), help.to_owned()));
    }
    None
}

fn is_octal_by_mistake(number: &str) -> bool {
    let digits = number.trim_end_matches(['u', 'U', 'l', 'L']);
    digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.bytes().any(|byte| byte > b'7')
}

/// Whether a number has letters that do not belong there.
fn has_strange_letters(number: &str) -> bool {
    let plain = number.trim_end_matches(|c: char| "uUlLfF".contains(c));
    let has_base = ["0x", "0X", "0b", "0B"].iter().any(|prefix| plain.starts_with(prefix));
    !has_base && plain.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// A keyword where a name should be: the parser fails just behind it.
fn misplaced_keyword<'a>(context: &Context<'a>, expected: &HashSet<&'static str>) -> Explanation<'a> {
    let word = *context.before.first().filter(|token| token.kind == TokenKind::Word)?;
    let is_name = |piece: &&str| matches!(*piece, "identifier" | "[_a-zA-Z0-9]");
    if !expected.contains("identifier") || !expected.iter().all(is_name) {
        return None;
    }
    let help = match word.text {
        "else" => "an `else` belongs right behind the statement of its `if`; look for a `;` too many",
        "int" | "char" | "short" | "long" | "unsigned" | "signed" | "struct" | "union" | "enum" | "void"
        | "const" | "static" | "_Bool" | "float" | "double" => {
            "a declaration cannot stand here; behind a label, put `;` or `{ … }`"
        }
        _ => "look for a missing operator, `;` or bracket before it",
    };
    Some((word, format!("`{}` cannot stand here", word.text), help.to_owned()))
}

/// A name where a type should be.
fn unknown_type<'a>(context: &Context<'a>, expected: &HashSet<&'static str>) -> Explanation<'a> {
    let found = context.found?;
    let is_word = |token: &Token<'_>| token.kind == TokenKind::Word;
    let is_name = is_word(&found) && !is_keyword(found.text);
    let declares = context.next.is_some_and(|next| is_word(&next) || next.text == "*");
    let name = match (context.name(0), context.text(1), context.name(2)) {
        // `name x`: the parser took `name` for a variable, and stumbles over `x`.
        (Some(name), _, _) if is_word(&found) && context.is_boundary(1) => name,
        // `name *x = 0`: a product, and then an assignment to it.
        (Some(_), "*", Some(name)) if found.text == "=" && context.is_boundary(3) => name,
        _ if is_name && declares && expected.contains("<typedef_name>") => found,
        _ => return None,
    };
    let help = match name.text {
        "bool" => "include `<stdbool.h>`, or write `_Bool`".to_owned(),
        "size_t" | "ptrdiff_t" | "NULL" => "include `<stddef.h>`".to_owned(),
        "FILE" => "include `<stdio.h>`".to_owned(),
        text if text.ends_with("_t") && text.contains("int") => "include `<stdint.h>`".to_owned(),
        text => format!(
            "declare it with `typedef`, write `struct {text}` if it is a struct's, or include its header"
        ),
    };
    Some((name, format!("`{}` is not a known type", name.text), help))
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 39] = [
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
        "asm",
        "_Bool",
        "_Noreturn",
        "__inline",
        "__extension__",
    ];
    KEYWORDS.contains(&word)
}

fn shown(token: &Token<'_>) -> String {
    /// Longer tokens are cut.
    const LENGTH: usize = 40;
    if let Some(control) = token.text.chars().find(|c| c.is_control()) {
        return format!("the character U+{:04X}", u32::from(control));
    }
    match token.text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("`{}…`", &token.text[..end]),
        None => format!("`{}`", token.text),
    }
}

/// The pieces of grammar that would go on, in words: `` `;` or an operator ``.
fn expected_words(expected: &HashSet<&'static str>) -> String {
    let has = |piece| expected.contains(piece);
    let mut words: Vec<String> = Vec::new();
    for mark in [";", ",", ")", "]", "}", ":", "{", "=", "(", "["] {
        let ambiguous = matches!(mark, "(" | "[" | "{" | "=" | ",") && (has("!") || has("&&"));
        if has(mark) && !ambiguous {
            words.push(format!("`{mark}`"));
        }
    }
    if has("&&") {
        words.push("an operator".to_owned());
    }
    if has("!") {
        words.push(if has(";") || has("{") { "a statement" } else { "an expression" }.to_owned());
    } else if has("[_a-zA-Z]") || has("identifier") {
        words.push("a name".to_owned());
    }
    if has("<typedef_name>") {
        words.push(if has("}") { "a declaration" } else { "a type" }.to_owned());
    }
    if has("\"") && words.is_empty() {
        words.push("a string".to_owned());
    }
    match words.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
