//! Forms of CBMC that are no C, written in C or left out:
//!
//! - clauses of contracts and of loops (`__CPROVER_requires(…)`), which say nothing about runs, are left out;
//! - `a ==> b` is `(!(a) || (b))`;
//! - `__CPROVER_forall { int i; 0 <= i && i < n ==> p }`, and `__CPROVER_exists` likewise, is a loop over the numbers
//!   that its condition allows, where that has bounds.

use super::gnu::Edit;
use super::tokens::{Token, TokenKind, tokens};

/// Words before the brackets of clauses that are about what tools should prove, not about what programs do.
const CLAUSES: [&str; 9] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
    "__CPROVER_requires_contract",
    "__CPROVER_ensures_contract",
    "__CPROVER_preserves_contract",
];

/// Where a clause that starts with this word ends.
pub(super) fn clause(text: &str, word: &Token<'_>) -> Option<usize> {
    if !CLAUSES.contains(&word.text) {
        return None;
    }
    let mut depth = 0_usize;
    for token in tokens(&text[word.end()..]).filter(Token::is_code) {
        match token.text {
            "(" => depth += 1,
            ")" if depth == 1 => return Some(word.end() + token.end()),
            ")" => depth -= 1,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Words for types.
pub(super) fn types(token: &Token<'_>, edits: &mut Vec<Edit>) {
    let plain = match token.text {
        "__CPROVER_bool" => "_Bool",
        "__CPROVER_size_t" => "unsigned long",
        "__CPROVER_ssize_t" => "long",
        _ => return,
    };
    let width = token.text.len();
    edits.push(Edit::Replace(token.start, token.end(), format!("{plain:width$}")));
}

/// `==>`, whose first mark is the one of this number.
pub(super) fn implication(all: &[Token<'_>], at: usize, edits: &mut Vec<Edit>) {
    if !is_implication(all, at) {
        return;
    }
    let mut depth = 0_usize;
    let mut first = at;
    while first > 0 {
        match all[first - 1].text {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" if depth == 0 => break,
            "(" | "[" | "{" => depth -= 1,
            "," | ";" | "return" if depth == 0 => break,
            ">" if depth == 0 && first >= 3 && is_implication(all, first - 3) => break,
            _ => {}
        }
        first -= 1;
    }
    let Some(end) = end_of(all, at + 3, &[",", ";"]) else { return };
    if first == at || end == at + 3 {
        return;
    }
    edits.push(Edit::Insert(all[first].start, "(!(".to_owned()));
    edits.push(Edit::Replace(all[at].start, all[at + 2].end(), ")||".to_owned()));
    edits.push(Edit::Insert(all[at + 2].end(), "(".to_owned()));
    edits.push(Edit::Insert(all[end].start, "))".to_owned()));
}

fn is_implication(all: &[Token<'_>], at: usize) -> bool {
    let Some([first, second, third]) = all.get(at..at + 3) else { return false };
    first.text == "="
        && second.text == "="
        && third.text == ">"
        && first.end() == second.start
        && second.end() == third.start
}

/// The token, from a place on, that closes the brackets around it, or that is one of these outside of brackets.
fn end_of(all: &[Token<'_>], from: usize, marks: &[&str]) -> Option<usize> {
    let mut depth = 0_usize;
    (from..all.len()).find(|index| match all[*index].text {
        "(" | "[" | "{" => {
            depth += 1;
            false
        }
        ")" | "]" | "}" if depth == 0 => true,
        ")" | "]" | "}" => {
            depth -= 1;
            false
        }
        mark => depth == 0 && marks.contains(&mark),
    })
}

/// `__CPROVER_forall { type name; condition }`, or `exists`, whose word is the token of this number.
pub(super) fn quantifier(
    text: &str,
    all: &[Token<'_>],
    at: usize,
    edits: &mut Vec<Edit>,
    ends: &mut Vec<Edit>,
) {
    let is_all = all[at].text == "__CPROVER_forall";
    let Some(open) = all.get(at + 1).filter(|token| token.text == "{") else { return };
    let (Some(semicolon), Some(close)) = (end_of(all, at + 2, &[";"]), end_of(all, at + 2, &[])) else {
        return;
    };
    let declared = &all[at + 2..semicolon];
    let Some(name) = declared.last().filter(|name| name.kind == TokenKind::Word) else { return };
    let condition = &all[semicolon + 1..close];
    let arrow = (0..condition.len()).find(|index| is_implication(condition, *index));
    let guard = match (is_all, arrow) {
        (true, Some(arrow)) => &condition[..arrow],
        (true, None) => return,
        (false, _) => condition,
    };
    let mut parts = Vec::new();
    conjuncts(guard, &mut parts);
    let is_unsigned =
        declared.iter().any(|token| matches!(token.text, "unsigned" | "size_t" | "__CPROVER_size_t"));
    let low = parts.iter().find_map(|part| bound(text, part, name.text, false));
    let low = low.or_else(|| is_unsigned.then(|| "0".to_owned()));
    let high = parts.iter().find_map(|part| bound(text, part, name.text, true));
    let (Some(low), Some(high)) = (low, high) else { return };
    let width = all[at].text.len();
    edits.push(Edit::Replace(all[at].start, all[at].end(), " ".repeat(width)));
    edits.push(Edit::Insert(open.start, "(".to_owned()));
    let (start, found) = if is_all { (1, "!") } else { (0, "") };
    edits.push(Edit::Insert(open.end(), format!(" int __kyklos_holds = {start}; for (")));
    let semicolon = &all[semicolon];
    edits.push(Edit::Insert(semicolon.start, format!(" = {low}")));
    edits.push(Edit::Insert(semicolon.end(), format!(" {high}; {}++) if ({found}(", name.text)));
    let other = 1 - start;
    let end = format!(")) {{ __kyklos_holds = {other}; break; }} __kyklos_holds;");
    ends.push(Edit::Insert(all[close].start, end));
    ends.push(Edit::Insert(all[close].end(), ")".to_owned()));
}

/// The parts of a conjunction, without brackets around them.
fn conjuncts<'t, 'a>(mut condition: &'t [Token<'a>], parts: &mut Vec<&'t [Token<'a>]>) {
    while let [first, inner @ .., last] = condition
        && first.text == "("
        && last.text == ")"
        && end_of(condition, 1, &[]) == Some(condition.len() - 1)
    {
        condition = inner;
    }
    if end_of(condition, 0, &["||", "?"]).is_some() {
        return;
    }
    match end_of(condition, 0, &["&&"]) {
        Some(and) => {
            conjuncts(&condition[..and], parts);
            conjuncts(&condition[and + 1..], parts);
        }
        None => parts.push(condition),
    }
}

/// What a comparison says of a name: the first number that it may be, or, from above, the condition on it.
fn bound(text: &str, part: &[Token<'_>], name: &str, above: bool) -> Option<String> {
    let sign = part.iter().position(|token| matches!(token.text, "<" | ">"))?;
    let or_equal = part.get(sign + 1).is_some_and(|next| next.text == "=");
    let behind = sign + 1 + usize::from(or_equal);
    let (left, right) = (&part[..sign], part.get(behind..)?);
    let is_name = |side: &[Token<'_>]| side.len() == 1 && side[0].text == name;
    let (limit, below) = match (is_name(left), is_name(right)) {
        (true, false) => (right, part[sign].text == "<"),
        (false, true) => (left, part[sign].text == ">"),
        _ => return None,
    };
    let simple = limit.iter().all(|token| token.text != name && !matches!(token.text, "<" | ">" | "{"));
    let limit = &text[limit.first()?.start..limit.last()?.end()];
    match (below, above) {
        _ if !simple => None,
        (true, true) => Some(format!("{name} {} ({limit})", if or_equal { "<=" } else { "<" })),
        (false, false) => Some(if or_equal { format!("({limit})") } else { format!("({limit}) + 1") }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::gnu::edited;

    #[test]
    fn implications_and_quantifiers_are_written_in_c() {
        assert_eq!(edited("f(a ==> b, 1)"), "f((!(a )||( b)), 1)");
        assert_eq!(edited("(a ==> b ==> c)"), "((!(a )||( (!(b )||( c)))))");
        assert_eq!(
            edited("f(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] })"),
            "f(                 ({ int __kyklos_holds = 1; for ( int i = (0); i < (n); i++) if (!( (!((0 <= i && i < n) )||( \
             a[i] )))) { __kyklos_holds = 0; break; } __kyklos_holds;}))"
        );
        // Without bounds it stays, and is refused.
        let open = "__CPROVER_exists { int i; i > 3 }";
        assert_eq!(edited(open), open);
    }
}
