//! Digraphs: `<:`, `:>`, `<%` and `%>` stand for brackets and braces.

use super::tokens::{Token, tokens};
use std::borrow::Cow;

/// A text with brackets and braces in the place of digraphs; each byte stays where it is.
pub(super) fn without_digraphs(text: &str) -> Cow<'_, str> {
    if !["<:", ":>", "<%", "%>"].iter().any(|digraph| text.contains(digraph)) {
        return Cow::Borrowed(text);
    }
    let all: Vec<Token<'_>> = tokens(text).filter(Token::is_code).collect();
    let mut bytes = text.as_bytes().to_vec();
    let mut taken = 0;
    for pair in all.windows(2) {
        let [first, second] = pair else { continue };
        let stands_for = match (first.text, second.text) {
            ("<", ":") => b'[',
            (":", ">") => b']',
            ("<", "%") => b'{',
            ("%", ">") => b'}',
            _ => continue,
        };
        if first.start >= taken && first.end() == second.start {
            (bytes[first.start], bytes[second.start]) = (stands_for, b' ');
            taken = second.end();
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::without_digraphs;

    #[test]
    fn digraphs_are_brackets_outside_texts() {
        assert_eq!(without_digraphs("int a<:2:> = <%1, 2%>;"), "int a[ 2]  = { 1, 2} ;");
        assert_eq!(
            without_digraphs("s = \"<:\"; /* <% */ x = a < b % c > d;"),
            "s = \"<:\"; /* <% */ x = a < b % c > d;"
        );
    }
}
