//! `isdigit`, `toupper` and the like, in the locale "C".

use super::Call;
use super::code::Code;
use crate::check::{Checker, Refusal};
use crate::ctype::CType;
use crate::tree::{Expr, LocalId};
use kyklos_base::Int;
use kyklos_flow::BinaryOp;

/// Ranges of characters: the first and the last of each.
type Ranges = &'static [(u8, u8)];

/// The functions that tell characters apart: what each gives for those that it is true of (C says only that
/// it is not zero; these are the numbers of the GNU library), and which these are.
const CLASSES: [(&str, i64, Ranges); 12] = [
    ("isalnum", 8, &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')]),
    ("isalpha", 1024, &[(b'A', b'Z'), (b'a', b'z')]),
    ("isblank", 1, &[(b'\t', b'\t'), (b' ', b' ')]),
    ("iscntrl", 2, &[(0, 31), (127, 127)]),
    ("isdigit", 2048, &[(b'0', b'9')]),
    ("isgraph", 32768, &[(b'!', b'~')]),
    ("islower", 512, &[(b'a', b'z')]),
    ("isprint", 16384, &[(b' ', b'~')]),
    ("ispunct", 4, &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')]),
    ("isspace", 8192, &[(b'\t', b'\r'), (b' ', b' ')]),
    ("isupper", 256, &[(b'A', b'Z')]),
    ("isxdigit", 4096, &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')]),
];

/// How far small letters lie behind the large ones.
const TO_SMALL: i64 = 32;

/// Whether a function is one of these.
pub(super) fn is_known(name: &str) -> bool {
    matches!(name, "toupper" | "tolower") || CLASSES.iter().any(|(class, ..)| *class == name)
}

/// One of these functions. Numbers that are no characters belong to no class.
pub(super) fn check(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let name = call.name.trim_start_matches("__builtin_").to_owned();
    let mut code = Code::new(checker, call.name, call.span);
    let character = code.argument("c", call.arguments.into_iter().next(), &CType::INT)?;
    let value = match CLASSES.iter().find(|(class, ..)| *class == name) {
        Some((_, result, ranges)) => {
            let mut value = number(&code, 0);
            for range in ranges.iter().rev() {
                let inside = between(&mut code, character, *range);
                value = code.choose(inside, number(&code, *result), value);
            }
            value
        }
        None => {
            let (range, by) =
                if name == "tolower" { ((b'A', b'Z'), TO_SMALL) } else { ((b'a', b'z'), -TO_SMALL) };
            let inside = between(&mut code, character, range);
            let (same, old) = (code.get(character), code.get(character));
            let changed = code.binary(BinaryOp::Add, old, number(&code, by));
            code.choose(inside, changed, same)
        }
    };
    Ok(code.finish(value))
}

fn number(code: &Code<'_, '_>, value: i64) -> Expr {
    Expr::int(Int::from(value), CType::INT, code.span)
}

/// Whether a character lies in a range.
fn between(code: &mut Code<'_, '_>, character: LocalId, (first, last): (u8, u8)) -> Expr {
    let (low, high) = (code.get(character), code.get(character));
    let (first, last) = (number(code, i64::from(first)), number(code, i64::from(last)));
    let from = code.compare(BinaryOp::Ge, low, first);
    let to = code.compare(BinaryOp::Le, high, last);
    code.and(from, to)
}
