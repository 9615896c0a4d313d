//! Functions that are written in C: their texts, and which of them a program needs.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// The texts. A program's models are those that it calls, those that these call, and so on.
const TEXTS: &[&str] = &[
    include_str!("models.c"),
    include_str!("strings.c"),
    #[cfg(test)]
    super::exercise::TEXT,
];

/// The names of types that all of them use.
pub(crate) const TYPES: &str = "typedef int T; typedef unsigned long size_t; typedef int va_list; typedef void R; \
     typedef void FILE; typedef void S;\n";

/// The text of each function.
static FUNCTIONS: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| TEXTS.iter().flat_map(|text| functions(text)).collect());

/// A function and its text, if it is written in C.
pub(crate) fn text_of(name: &str) -> Option<(&'static str, &'static str)> {
    FUNCTIONS.get_key_value(name).map(|(name, text)| (*name, *text))
}

/// All functions that are written in C.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.keys().copied()
}

/// The texts of these functions and of all that they need, and the types that they use.
pub(crate) fn texts(wanted: impl Iterator<Item = &'static str>) -> Option<String> {
    let mut open: Vec<&str> = wanted.collect();
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some((name, text)) = text_of(name).filter(|(name, _)| found.insert(*name)) else { continue };
        open.extend(words(text).flat_map(super::known::needed));
        // Where the type of what it works on does not show, it works on bytes.
        open.extend(text_of(&format!("__kyklos_{name}")).map(|(name, _)| name));
    }
    let texts: String = found.iter().filter_map(|name| text_of(name)).map(|(_, text)| text).collect();
    (!found.is_empty()).then(|| format!("{TYPES}{texts}"))
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The functions that a text defines: what stands between the ends of two bodies. The name stands before the first
/// bracket.
fn functions(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for token in crate::parse::tokens::tokens(text) {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => start = token.end(),
            _ => {}
        }
        if token.text == "}" && depth == 0 {
            let function = &text[start..token.end()];
            let code = crate::parse::tokens::tokens(function).filter(crate::parse::tokens::Token::is_code);
            let before = code.take_while(|token| token.text != "(").last();
            found.extend(before.map(|name| (&function[name.start..name.end()], function)));
            start = token.end();
        }
    }
    found
}
