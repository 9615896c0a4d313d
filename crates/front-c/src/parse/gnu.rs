//! Forms of GNU C that lang-c does not know, written in those that it knows:
//!
//! - `&&label` is the address of an element of a static array, [`APART`] bytes apart from each other, and `goto *p`
//!   compares `p` with those that the function has;
//! - `enum E : type { A }` is `enum E { UNDERLYING = (type)0, A }`;
//! - `__auto_type x = e` is `__typeof__((0, e)) x = e`: the type of its value;
//! - `__builtin_types_compatible_p(a, b)` is a `_Generic` of pointers to both, without their qualifiers;
//! - `typeof_unqual(e)` is `typeof(e)` with an attribute;
//! - `$` in names is `_S_`;
//! - `__real__ e` and `__imag__ e` are calls;
//! - `__alignof__(e)` and `__alignof__ e` are that of `__typeof__(e)`;
//! - labels that `__label__` declares for a block get names of their own;
//! - `(type){}` is `(type){ NOTHING }`; more of literals is in [`super::literals`];
//! - `_Static_assert(e)` is `_Static_assert(e, "")`;
//! - `\e` is `\033`;
//! - `\u20ac` in strings is written as its bytes, or, in wide ones, as its number; in names it is `_u20ac_`, and so is
//!   the character itself where a text has both.

use super::literals::{IS_TYPE, empty_literal, size_of_literal, type_of_pointer};
use super::tokens::{Token, TokenKind, tokens};
use super::tools;
use std::fmt::Write as _;

/// A change of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// Text comes in before a byte.
    Insert(usize, String),
    /// A piece is replaced by another of the same length.
    Replace(usize, usize, String),
}

impl Edit {
    /// The byte that it is at.
    pub(super) fn at(&self) -> usize {
        let (Edit::Insert(at, _) | Edit::Replace(at, ..)) = self;
        *at
    }
}

/// The array of a function's labels.
const LABELS: &str = "__kyklos_labels";

/// How many bytes lie between two labels, so that what is near one is not another.
const APART: usize = 8;

/// The attribute of a star that points to a type without its qualifiers, and of a `typeof` that leaves them out.
pub(crate) const UNQUALIFIED: &str = "__kyklos_unqualified";

/// The first constant of an enumeration that has a type of its own. Its value is of that type.
pub(crate) const UNDERLYING: &str = "__kyklos_underlying";

/// The changes that a text needs, by where they are.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let all: Vec<Token<'_>> = tokens(text).filter(Token::is_code).collect();
    let mut edits = Vec::new();
    // Those that belong behind others at the same place.
    let mut ends = Vec::new();
    let (mut depth, mut body) = (0_usize, None);
    let named = all.windows(2).any(|pair| is_universal_name(&pair[0], &pair[1]));
    for (index, token) in all.iter().enumerate() {
        if named {
            universal_name(token, all.get(index + 1), &mut edits);
        }
        match token.text {
            "{" => {
                if depth == 0 {
                    body = Some(index);
                }
                depth += 1;
            }
            "}" => {
                empty_literal(&all, index, &mut edits);
                depth = depth.saturating_sub(1);
                if let (0, Some(start)) = (depth, body) {
                    labels(&all[start..=index], &mut edits);
                    body = None;
                }
            }
            "__auto_type" => auto_type(text, &all[index..], &mut edits),
            "__builtin_types_compatible_p" => compatible(&all[index..], &mut edits),
            "__real__" | "__real" | "__imag__" | "__imag" => {
                // lang-c has other plans with these words.
                let word = token.text.replace("real", "kyre").replace("imag", "kyim");
                edits.push(Edit::Replace(token.start, token.end(), word));
                part(&all[index + 1..], &mut edits);
            }
            "__alignof__" | "__alignof" => alignment(&all[index + 1..], &mut edits),
            "_Alignof" => _ = alignment_of_type(&all[index + 1..], "volatile ", &mut edits),
            "_Static_assert" => static_assertion(&all[index + 1..], &mut edits),
            "sizeof" => size_of_literal(&all[index + 1..], &mut edits),
            "typeof_unqual" => {
                // As many letters, and blanks.
                let word = format!("{:13}", "__typeof__");
                edits.push(Edit::Insert(token.start, format!(" __attribute__(({UNQUALIFIED})) ")));
                edits.push(Edit::Replace(token.start, token.end(), word));
                type_of_pointer(&all[index + 1..], &mut edits);
            }
            "typeof" | "__typeof__" | "__typeof" => type_of_pointer(&all[index + 1..], &mut edits),
            "enum" => underlying(&all[index + 1..], &mut edits),
            "__label__" => local_labels(&all, index, &mut edits),
            "__CPROVER_forall" | "__CPROVER_exists" => {
                tools::quantifier(text, &all, index, &mut edits, &mut ends);
            }
            "=" => tools::implication(&all, index, &mut edits),
            word if word.starts_with("__CPROVER_") => tools::types(token, &mut edits),
            _ if token.kind == TokenKind::Word && token.text.contains('$') => dollars(token, &mut edits),
            _ if token.kind == TokenKind::Quoted && token.text.contains('\\') => {
                let before = index.checked_sub(1).map(|before| &all[before]);
                let prefix = before.filter(|before| before.end() == token.start).map_or("", |one| one.text);
                universal(token, prefix, &mut edits);
                escape_characters(token, &mut edits);
            }
            _ => {}
        }
    }
    edits.append(&mut ends);
    // What comes in before a piece stands before what replaces it.
    edits.sort_by_key(|edit| (edit.at(), matches!(edit, Edit::Replace(..))));
    edits
}

fn dollars(token: &Token<'_>, edits: &mut Vec<Edit>) {
    for (at, _) in token.text.match_indices('$') {
        let at = token.start + at;
        edits.push(Edit::Replace(at, at + 1, "_".to_owned()));
        edits.push(Edit::Insert(at + 1, "S_".to_owned()));
    }
}

/// `_Static_assert(e)` gets an empty text.
fn static_assertion(behind: &[Token<'_>], edits: &mut Vec<Edit>) {
    let mut depth = 0_usize;
    for token in behind {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" if depth == 1 => {
                edits.push(Edit::Insert(token.start, ", \"\"".to_owned()));
                return;
            }
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 1 => return,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// `\e` is `\033`, with all digits that an octal escape may have.
fn escape_characters(token: &Token<'_>, edits: &mut Vec<Edit>) {
    let mut characters = token.text.char_indices();
    while let Some((_, character)) = characters.next() {
        let escaped = if character == '\\' { characters.next() } else { None };
        if let Some((at, 'e' | 'E')) = escaped {
            let at = token.start + at;
            edits.push(Edit::Replace(at, at + 1, "0".to_owned()));
            edits.push(Edit::Insert(at + 1, "33".to_owned()));
        }
    }
}

/// The operand of `__real__` or `__imag__` gets brackets.
fn part(behind: &[Token<'_>], edits: &mut Vec<Edit>) {
    if let Some((start, end)) = operand(behind) {
        edits.push(Edit::Insert(start, "(".to_owned()));
        edits.push(Edit::Insert(end, ")".to_owned()));
    }
}

/// Where the operand of an operator before these tokens starts and ends.
fn operand(behind: &[Token<'_>]) -> Option<(usize, usize)> {
    let is_prefix = |token: &&Token<'_>| {
        matches!(token.text, "-" | "+" | "*" | "&" | "~" | "!" | "++" | "--")
            || matches!(token.text, "__real__" | "__imag__" | "__real" | "__imag" | "__extension__")
    };
    let first = behind.first()?;
    let mut rest = &behind[behind.iter().take_while(is_prefix).count()..];
    let mut last = None;
    while let [token, further @ ..] = rest {
        (last, rest) = match (token.text, last) {
            ("(" | "[", _) => {
                let mut depth = 0_usize;
                let close = rest.iter().position(|token| {
                    match token.text {
                        "(" | "[" | "{" => depth += 1,
                        ")" | "]" | "}" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    depth == 0
                });
                let close = close?;
                (Some(&rest[close]), &rest[close + 1..])
            }
            ("." | "->", Some(_)) => {
                let [member, behind @ ..] = further else { return None };
                (Some(member), behind)
            }
            ("++" | "--", Some(_)) => (Some(token), further),
            (_, None) => (Some(token), further),
            _ => break,
        };
    }
    Some((first.start, last?.end()))
}

/// `__alignof__ ( … )`: what is in the brackets may be an expression. `__alignof__ e` gets brackets.
fn alignment(behind: &[Token<'_>], edits: &mut Vec<Edit>) {
    let Some(open) = behind.first().filter(|token| token.text == "(") else {
        if let Some((start, end)) = operand(behind) {
            edits.push(Edit::Insert(start, "(__typeof__(".to_owned()));
            edits.push(Edit::Insert(end, "))".to_owned()));
        }
        return;
    };
    if alignment_of_type(behind, "const ", edits) {
        return;
    }
    let mut depth = 0_usize;
    let close = behind.iter().find(|token| {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    if let Some(close) = close {
        edits.push(Edit::Insert(open.start, "(__typeof__".to_owned()));
        edits.push(Edit::Insert(close.end(), ")".to_owned()));
    }
}

/// `( typeof ( … ) … )`: the alignment of a type, even if it is that of a variable with an alignment of its own. It gets a
/// qualifier, which changes nothing but tells it apart from `__alignof__` of the variable, and `_Alignof` from `__alignof__`.
fn alignment_of_type(behind: &[Token<'_>], qualifier: &str, edits: &mut Vec<Edit>) -> bool {
    let [open, word, ..] = behind else { return false };
    let is_type = open.text == "(" && ["typeof", "__typeof__", "__typeof"].contains(&word.text);
    if is_type {
        edits.push(Edit::Insert(word.start, qualifier.to_owned()));
    }
    is_type
}

/// Whether a backslash and what follows it are the name of a character in a name.
fn is_universal_name(mark: &Token<'_>, behind: &Token<'_>) -> bool {
    mark.text == "\\" && mark.end() == behind.start && universal_digits(behind.text).is_some()
}

/// The digits of the name of a character, behind its backslash.
fn universal_digits(text: &str) -> Option<&str> {
    let length = match text.as_bytes().first()? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    text.get(1..=length).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// A name with characters beyond ASCII, or a backslash before the name of one.
fn universal_name(token: &Token<'_>, behind: Option<&Token<'_>>, edits: &mut Vec<Edit>) {
    if let Some(behind) = behind.filter(|behind| is_universal_name(token, behind)) {
        let digits = universal_digits(behind.text).unwrap_or_default();
        let end = behind.start + 1 + digits.len();
        let number = u32::from_str_radix(digits, 16).unwrap_or_default();
        let mut written = format!("_u{number:04x}_");
        // Eight digits leave more room than the number takes: the name starts with more of the same.
        while written.len() < end - token.start {
            written.insert(0, '_');
        }
        let rest = written.split_off(end - token.start);
        edits.push(Edit::Replace(token.start, end, written));
        edits.push(Edit::Insert(end, rest));
    }
    if token.kind == TokenKind::Word {
        for (at, character) in token.text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            let (at, width) = (token.start + at, character.len_utf8());
            let written = format!("_u{:04x}_", character as u32);
            edits.push(Edit::Replace(at, at + width, written[..width].to_owned()));
            edits.push(Edit::Insert(at + width, written[width..].to_owned()));
        }
    }
}

/// Names of characters (`\u20ac`, `\U0001f600`) in a string or a character.
fn universal(token: &Token<'_>, prefix: &str, edits: &mut Vec<Edit>) {
    let quote = if token.text.ends_with('\'') { '\'' } else { '"' };
    let mut rest = token.text;
    while let Some(found) = rest.find('\\') {
        let start = token.end() - rest.len() + found;
        let escape = &rest[found + 1..];
        let length = match escape.chars().next() {
            Some('u') => 4,
            Some('U') => 8,
            Some(other) => {
                rest = &escape[other.len_utf8()..];
                continue;
            }
            None => return,
        };
        let digits = escape.get(1..=length).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(character) = digits.and_then(char::from_u32) else { return };
        rest = &escape[1 + length..];
        let mut written = String::new();
        if !matches!(prefix, "L" | "u" | "U") {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(written, "\\{byte:03o}");
            }
        } else {
            let _ = write!(written, "\\x{:06x}", character as u32);
            if quote == '"' {
                // The digits end here.
                let _ = write!(written, "\" {prefix}\"");
            }
        }
        // It is longer than before, or at least as long when it is filled up.
        let width = length + 2;
        while written.len() < width {
            written.insert(2, '0');
        }
        let longer = written.split_off(width);
        edits.push(Edit::Replace(start, start + width, written));
        if !longer.is_empty() {
            edits.push(Edit::Insert(start + width, longer));
        }
    }
}

/// `__auto_type x = e ;`
fn auto_type(text: &str, all: &[Token<'_>], edits: &mut Vec<Edit>) {
    let [word, _, equals, first, ..] = all else { return };
    let mut depth = 0_usize;
    let end = all[3..].iter().find(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.text, ";" | ",")
    });
    if let (Some(end), "=") = (end, equals.text) {
        // Both words have 11 letters.
        edits.push(Edit::Replace(word.start, word.end(), "__typeof__(".to_owned()));
        edits.push(Edit::Insert(word.end(), format!("(0, {})) ", &text[first.start..end.start])));
    }
}

/// `__builtin_types_compatible_p ( a , b )`
fn compatible(all: &[Token<'_>], edits: &mut Vec<Edit>) {
    let word = &all[0];
    let (mut depth, mut comma) = (0_usize, None);
    for token in &all[1..] {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" if depth == 1 => {
                let Some(comma) = comma else { return };
                // Types may have brackets behind them, but `__typeof__` in itself takes the parser very long.
                let is_plain = |at: usize| {
                    let first = all.iter().find(|token| token.start >= at);
                    first.is_none_or(|first| first.text.trim_matches('_') != "typeof")
                };
                let (left, right) = (is_plain(all[2].start), is_plain(comma + 1));
                let pointer = format!("*__attribute__(({UNQUALIFIED}))");
                let start = if left { "_Generic((__typeof__" } else { "_Generic(" };
                edits.push(Edit::Replace(word.start, word.end(), format!("{start:28}")));
                edits.push(Edit::Insert(comma, format!("{} {pointer})0", if left { ")" } else { "" })));
                // These are types, and not expressions, also where they start with a name.
                if left {
                    edits.push(Edit::Insert(all[2].start, IS_TYPE.to_owned()));
                }
                if right {
                    edits.push(Edit::Insert(comma + 1, format!(" __typeof__({IS_TYPE}")));
                }
                let end = format!("{} {pointer}: 1, default: 0", if right { ")" } else { "" });
                edits.push(Edit::Insert(token.start, end));
                return;
            }
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 1 => comma = comma.or(Some(token.start)),
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// Whether an operand ends with the last of these tokens, so that `&&` behind it has two operands.
fn ends_operand(before: &[Token<'_>]) -> bool {
    let Some((token, before)) = before.split_last() else { return false };
    match token.kind {
        TokenKind::Word => !matches!(token.text, "return" | "case" | "else" | "do" | "goto"),
        TokenKind::Mark if token.text == ")" => !ends_cast(before),
        TokenKind::Mark => matches!(token.text, "]" | "}" | "++" | "--"),
        _ => true,
    }
}

/// Whether the bracket that closes behind these tokens is that of a cast, as far as words tell.
fn ends_cast(before: &[Token<'_>]) -> bool {
    let count = before.iter().rev().take_while(|token| !matches!(token.text, "(" | ")" | ";")).count();
    let (outside, inside) = before.split_at(before.len() - count);
    // Behind `sizeof`, a function or a value it is none.
    if let [front @ .., open] = outside
        && open.text == "("
        && ends_operand(front)
    {
        return false;
    }
    let is_type = |token: &Token<'_>| token.kind == TokenKind::Word || token.text == "*";
    inside.iter().all(is_type)
        && (inside.last().is_some_and(|last| last.text == "*")
            || inside.iter().any(|word| names_type(word.text)))
}

/// `__label__ a, b;`: these labels are those of the block, so they get a name that nothing else has.
fn local_labels(all: &[Token<'_>], at: usize, edits: &mut Vec<Edit>) {
    let Some(semicolon) = (at..all.len()).find(|index| all[*index].text == ";") else { return };
    let names: Vec<&str> =
        all[at + 1..semicolon].iter().filter(|token| token.text != ",").map(|token| token.text).collect();
    // What is left is an empty statement, which may stand before declarations.
    for token in &all[at..semicolon] {
        edits.push(Edit::Replace(token.start, token.end(), " ".repeat(token.text.len())));
    }
    let mut depth = 0_usize;
    for index in semicolon + 1..all.len() {
        let (token, before) = (&all[index], all[index - 1].text);
        match token.text {
            "{" => depth += 1,
            "}" if depth == 0 => return,
            "}" => depth -= 1,
            name if names.contains(&name) => {
                let next = all.get(index + 1).map_or("", |next| next.text);
                let is_label = next == ":" && comes_before_label(&all[index - 1]);
                let is_address = before == "&&" && !ends_operand(&all[..index - 1]);
                if is_label || is_address || before == "goto" {
                    edits.push(Edit::Insert(token.end(), format!("__{}", all[at].start)));
                }
            }
            _ => {}
        }
    }
}

/// `enum E : type { … }`, or `enum E : type` alone.
fn underlying(behind: &[Token<'_>], edits: &mut Vec<Edit>) {
    let tag = usize::from(behind.first().is_some_and(|first| first.kind == TokenKind::Word));
    let Some(colon) = behind.get(tag).filter(|colon| colon.text == ":") else { return };
    let mut depth = 0_usize;
    let is_type = |token: &&Token<'_>| {
        let outside = depth == 0;
        match token.text {
            "(" => depth += 1,
            ")" if depth == 0 => return false,
            ")" => depth -= 1,
            _ => {}
        }
        // `__typeof__(…)` may be there.
        !outside || token.text == "(" || token.kind == TokenKind::Word
    };
    let words = behind[tag + 1..].iter().take_while(is_type).count();
    let ty = &behind[tag + 1..=tag + words];
    let (Some(first), Some(last)) = (ty.first(), ty.last()) else { return };
    let open = behind.get(tag + 1 + words).filter(|open| open.text == "{");
    // Without a body, a bit-field of that many bits looks the same.
    let (end, rest) = match open {
        Some(open) if first.kind == TokenKind::Word => {
            edits.push(Edit::Replace(open.start, open.end(), ",".to_owned()));
            (last.end(), ")0")
        }
        None => {
            let words = ty.iter().take_while(|token| names_type(token.text));
            let Some(last) = words.last() else { return };
            (last.end(), ")0}")
        }
        Some(_) => return,
    };
    edits.push(Edit::Replace(colon.start, colon.end(), "{".to_owned()));
    edits.push(Edit::Insert(colon.end(), format!("{UNDERLYING}=(")));
    edits.push(Edit::Insert(end, rest.to_owned()));
}

/// Whether a word is certainly one of an integer type.
fn names_type(word: &str) -> bool {
    matches!(word, "signed" | "unsigned" | "char" | "short" | "int" | "long" | "_Bool" | "bool" | "__int128")
        || word.ends_with("_t")
}

/// Whether a word is the name of a label in a body.
fn has_label(body: &[Token<'_>], word: &Token<'_>) -> bool {
    let is_label = |triple: &[Token<'_>]| match triple {
        [before, name, colon] => name.text == word.text && colon.text == ":" && comes_before_label(before),
        _ => false,
    };
    word.kind == TokenKind::Word && body.windows(3).any(is_label)
}

/// Whether a label may follow a token.
fn comes_before_label(token: &Token<'_>) -> bool {
    matches!(token.text, ";" | "{" | "}" | ":" | ")" | "else" | "do")
}

/// The addresses of labels in a body, and jumps to them.
fn labels(body: &[Token<'_>], edits: &mut Vec<Edit>) {
    let mut names: Vec<String> = Vec::new();
    for (at, pair) in body.windows(2).enumerate() {
        let [mark, label] = pair else { continue };
        if mark.text == "&&" && !ends_operand(&body[..at]) && has_label(body, label) {
            let name = format!("{}{}", label.text, taken_suffix(label, edits));
            let number = names.iter().position(|known| *known == name).unwrap_or(names.len());
            if number == names.len() {
                names.push(name);
            }
            edits.push(Edit::Replace(mark.start, mark.end(), "  ".to_owned()));
            edits.push(Edit::Replace(label.start, label.end(), " ".repeat(label.text.len())));
            edits.push(Edit::Insert(label.end(), address_of_label(number)));
        }
    }
    if names.is_empty() {
        return;
    }
    let size = names.len() * APART;
    edits.push(Edit::Insert(body[0].end(), format!(" static char {LABELS}[{size}];")));
    for (index, pair) in body.windows(2).enumerate() {
        let [goto, star] = pair else { continue };
        let end = body[index..].iter().find(|token| token.text == ";");
        let (("goto", "*"), Some(end)) = ((goto.text, star.text), end) else { continue };
        edits.push(Edit::Replace(goto.start, goto.end(), "    ".to_owned()));
        edits.push(Edit::Insert(goto.end(), "{ void *__kyklos_to = (".to_owned()));
        edits.push(Edit::Replace(star.start, star.end(), " ".to_owned()));
        edits.push(Edit::Insert(end.start, ")".to_owned()));
        let mut jumps = String::new();
        names.iter().enumerate().for_each(|(number, name)| {
            let _ = write!(jumps, " if (__kyklos_to == {}) goto {name};", address_of_label(number));
        });
        jumps += " __builtin_unreachable(); }";
        edits.push(Edit::Insert(end.end(), jumps));
    }
}

/// What a label that is a block's own gets behind its name. It is taken back, as the name goes, too.
fn taken_suffix(label: &Token<'_>, edits: &mut Vec<Edit>) -> String {
    let is_suffix =
        |edit: &Edit| matches!(edit, Edit::Insert(at, text) if *at == label.end() && text.starts_with("__"));
    match edits.iter().position(is_suffix).map(|at| edits.swap_remove(at)) {
        Some(Edit::Insert(_, suffix)) => suffix,
        _ => String::new(),
    }
}

fn address_of_label(number: usize) -> String {
    format!("((void *)&{LABELS}[{}])", number * APART)
}

/// A text with its changes.
#[cfg(test)]
pub(super) fn edited(text: &str) -> String {
    let (mut out, mut copied) = (String::new(), 0);
    for edit in edits(text) {
        out.push_str(&text[copied..edit.at()]);
        copied = edit.at();
        match edit {
            Edit::Insert(_, with) => out.push_str(&with),
            Edit::Replace(_, to, with) => {
                out.push_str(&with);
                copied = to;
            }
        }
    }
    out + &text[copied..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_gnu_are_written_in_others() {
        assert_eq!(edited("a$b$"), "a_S_b_S_");
        assert_eq!(edited("__auto_type x = f(1, 2);"), "__typeof__((0, f(1, 2)))  x = f(1, 2);");
        assert_eq!(
            edited("__builtin_types_compatible_p(int, char[2])"),
            "_Generic((__typeof__        (__attribute__((unused)) int) *__attribute__((__kyklos_unqualified)))0, \
             __typeof__(__attribute__((unused))  char[2]) *__attribute__((__kyklos_unqualified)): 1, default: 0)"
        );
        let body = edited("f() { p = &&a; if (x && y) goto *p; a: ; }");
        assert_eq!(
            body,
            "f() { static char __kyklos_labels[8]; p =    ((void *)&__kyklos_labels[0]); if (x && y)     { void \
             *__kyklos_to = (  p); if (__kyklos_to == ((void *)&__kyklos_labels[0])) goto a; __builtin_unreachable(); } a: ; }"
        );
        assert_eq!(edited("enum E : char { A };"), "enum E {__kyklos_underlying=( char)0 , A };");
        assert_eq!(edited("enum : T { A } x;"), "enum {__kyklos_underlying=( T)0 , A } x;");
        assert_eq!(edited("enum E : long x;"), "enum E {__kyklos_underlying=( long)0} x;");
        for other in ["struct { enum E : 3; enum E : N; };", "_Generic(x, enum E: f(1), int: 2)"] {
            assert_eq!(edited(other), other);
        }
        let sizes = "f() { return sizeof(int) && sizeof x && f(int) && x; }";
        assert_eq!(edited(sizes), sizes);
        assert_eq!(edited("x = a && b; y = (c) && d;"), "x = a && b; y = (c) && d;");
        assert!(
            edited("f() { p = (char *)&&a; a: ; }").contains("(char *)   ((void *)&__kyklos_labels[0]);")
        );
    }
}
