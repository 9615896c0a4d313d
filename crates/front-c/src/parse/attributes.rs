//! Attributes that change what a program means, and directives that do the same.

use super::tokens::{Token, TokenKind, tokens};

/// An attribute that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    /// Its name, without underscores around it. `_Alignas` is `aligned`.
    pub(crate) name: String,
    /// What is in its parentheses.
    pub(crate) argument: String,
    /// Where the name starts in the text before it was mended.
    pub(crate) source: usize,
    /// The piece of code before it, and where that starts in the mended text.
    pub(crate) after: String,
    pub(crate) after_at: usize,
    /// Where the next piece of code starts in the mended text.
    pub(crate) before_at: usize,
}

/// The piece of code before an attribute.
pub(super) struct After<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// What a program's attributes and directives say.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    found: Vec<Attribute>,
    /// How many of them the next piece of code comes behind.
    pending: usize,
    /// From where on members of structs have at most this alignment.
    packings: Vec<(usize, Option<u64>)>,
    saved: Vec<Option<u64>>,
    /// Directives that are not supported: their names, and where they are in the mended text.
    pub(crate) unsupported: Vec<(&'static str, usize)>,
    /// Functions that `#pragma weak` names.
    pub(crate) weak: Vec<String>,
}

/// The attributes that matter.
const NOTED: [&str; 16] = [
    "weak",
    "packed",
    "aligned",
    "noreturn",
    "transparent_union",
    "scalar_storage_order",
    "vector_size",
    "alias",
    "weakref",
    "ifunc",
    "naked",
    "cleanup",
    "constructor",
    "destructor",
    "address_space",
    "ms_struct",
];

impl Attributes {
    /// All of them, in the order of the text.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.found.iter()
    }

    /// Whether there are none.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.packings.is_empty()
    }

    /// The greatest alignment that members of structs have that end here.
    pub(crate) fn packing(&self, at: usize) -> Option<u64> {
        self.packings.iter().rev().find(|(from, _)| *from <= at).and_then(|(_, most)| *most)
    }

    /// Comes to a piece of code.
    pub(super) fn pass(&mut self, at: usize) {
        let first = self.found.len() - std::mem::take(&mut self.pending);
        self.found[first..].iter_mut().for_each(|attribute| attribute.before_at = at);
    }

    fn note(&mut self, name: &str, argument: &str, source: usize, after: &After<'_>) {
        self.found.push(Attribute {
            name: name.to_owned(),
            argument: argument.trim().to_owned(),
            source,
            after: after.text.to_owned(),
            after_at: after.at,
            before_at: usize::MAX,
        });
        self.pending += 1;
    }

    /// Notes the attributes that this word starts. Gives the end of them, unless they have to stay.
    pub(super) fn take(&mut self, text: &str, word: &Token<'_>, after: &After<'_>) -> Option<usize> {
        let mut depth = 0_usize;
        // Names, where they start, and where their arguments start and end.
        let mut names: Vec<(&str, usize, usize, usize)> = Vec::new();
        for token in tokens(&text[word.end()..]).filter(Token::is_code) {
            let start = word.end() + token.start;
            match token.text {
                "(" => {
                    depth += 1;
                    if let (3, Some(last)) = (depth, names.last_mut()) {
                        (last.2, last.3) = (start + 1, start + 1);
                    }
                }
                ")" if depth == 1 => {
                    for (name, at, from, to) in names {
                        if NOTED.contains(&name) {
                            self.note(name, &text[from..to], at, after);
                        }
                    }
                    return Some(start + 1);
                }
                ")" => {
                    if let (3, Some(last)) = (depth, names.last_mut()) {
                        last.3 = start;
                    }
                    depth -= 1;
                }
                // The arguments of attributes lie deeper.
                _ if depth == 2 => {
                    let name = token.text.trim_matches('_');
                    if name == "mode" {
                        return None;
                    }
                    names.push((name, start, 0, 0));
                }
                _ => {}
            }
            if depth == 0 {
                return None;
            }
        }
        None
    }

    /// Notes the attributes that `[[` starts. Gives the end of them.
    pub(super) fn take_brackets(&mut self, text: &str, word: &Token<'_>, after: &After<'_>) -> Option<usize> {
        let mut depth = 1_usize;
        // Names, where they start, and where their arguments start and end.
        let mut names: Vec<(&str, usize, usize, usize)> = Vec::new();
        let mut behind = tokens(&text[word.end()..]).filter(Token::is_code).peekable();
        if behind.peek()?.text != "[" {
            return None;
        }
        for token in behind {
            let start = word.end() + token.start;
            match token.text {
                "(" | "[" | "{" => {
                    depth += 1;
                    if let (3, Some(last)) = (depth, names.last_mut()) {
                        (last.2, last.3) = (start + 1, start + 1);
                    }
                }
                ")" | "]" | "}" => {
                    if let (3, Some(last)) = (depth, names.last_mut()) {
                        last.3 = start;
                    }
                    depth -= 1;
                    if depth == 0 {
                        for (name, at, from, to) in names {
                            if NOTED.contains(&name) {
                                self.note(name, &text[from..to], at, after);
                            }
                        }
                        return Some(start + 1);
                    }
                }
                _ if depth == 2 && token.kind == TokenKind::Word => {
                    names.push((token.text.trim_matches('_'), start, 0, 0));
                }
                _ => {}
            }
            if names.last().is_some_and(|last| last.0 == "mode") {
                return None;
            }
        }
        None
    }

    /// Notes an `_Alignas`. Gives the end of it.
    pub(super) fn take_alignment(
        &mut self,
        text: &str,
        word: &Token<'_>,
        after: &After<'_>,
    ) -> Option<usize> {
        let mut depth = 0_usize;
        let mut start = 0;
        for token in tokens(&text[word.end()..]).filter(Token::is_code) {
            let at = word.end() + token.start;
            match token.text {
                "(" => {
                    depth += 1;
                    start = if depth == 1 { at + 1 } else { start };
                }
                ")" if depth == 1 => {
                    self.note("aligned", &text[start..at], word.start, after);
                    return Some(at + 1);
                }
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return None;
            }
        }
        None
    }

    /// Comes to a directive.
    pub(super) fn directive(&mut self, text: &str, at: usize) {
        let text = text.trim_start_matches(['#', ' ', '\t']);
        let Some(pragma) = text.strip_prefix("pragma").map(str::trim) else { return };
        if pragma.starts_with("scalar_storage_order") {
            self.unsupported.push(("scalar_storage_order", at));
        }
        if let Some(name) = pragma.strip_prefix("weak ").map(str::trim)
            && !name.contains('=')
        {
            self.weak.push(name.to_owned());
        }
        let Some(arguments) = pragma.strip_prefix("pack").map(str::trim_start) else { return };
        let Some((arguments, _)) = arguments.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
            return;
        };
        let words: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let number = words.iter().find_map(|word| word.parse::<u64>().ok()).filter(|number| *number > 0);
        let now = self.packings.last().and_then(|(_, most)| *most);
        let next = match words[0] {
            "push" => {
                self.saved.push(now);
                number.or(now)
            }
            "pop" => {
                let saved = self.saved.pop().flatten();
                number.or(saved)
            }
            _ => number,
        };
        self.packings.push((at, next));
    }
}
