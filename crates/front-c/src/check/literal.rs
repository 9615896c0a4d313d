//! Constants and string literals.

use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, IntKind, Length};
use crate::encoding::byte_of;
use crate::tree::{self, Expr, ExprKind, GlobalId, Initial};
use kyklos_base::{Int, Span};
use lang_c::ast::{self, Constant, IntegerBase, IntegerSize};

impl Checker<'_> {
    pub(super) fn literal(&mut self, constant: &Constant, span: Span) -> Result<Expr, Refusal> {
        match constant {
            Constant::Float(float) if float.suffix.imaginary => {
                let mut real = float.clone();
                real.suffix.imaginary = false;
                let real = self.float_literal(&real, span)?;
                self.imaginary(real, span)
            }
            Constant::Integer(integer) if integer.suffix.imaginary => {
                let mut real = integer.clone();
                real.suffix.imaginary = false;
                let real = self.integer(&real, span)?;
                self.imaginary(real, span)
            }
            Constant::Float(float) => self.float_literal(float, span),
            Constant::Character(text) => self.character(text, span),
            Constant::Integer(integer) => self.integer(integer, span),
        }
    }

    /// The type is the first that holds the value, of those that base and suffix allow (C11 6.4.4.1).
    fn integer(&self, integer: &ast::Integer, span: Span) -> Result<Expr, Refusal> {
        use IntKind::{Int as Plain, Int128, Long, LongLong};
        let radix = match integer.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let Some(value) = parse_digits(&integer.number, radix) else {
            return refusal(span, format!("`{}` is not a number", integer.number));
        };
        // The last one is GNU's.
        let signed: &[IntKind] = match integer.suffix.size {
            IntegerSize::Int => &[Plain, Long, LongLong, Int128],
            IntegerSize::Long => &[Long, LongLong, Int128],
            IntegerSize::LongLong => &[LongLong, Int128],
        };
        let (with_signed, with_unsigned) = match (integer.suffix.unsigned, radix) {
            (true, _) => (false, true),
            (false, 10) => (true, false),
            (false, _) => (true, true),
        };
        let candidates = signed.iter().flat_map(|kind| {
            let signed = with_signed.then_some(*kind);
            signed.into_iter().chain(with_unsigned.then_some(kind.unsigned()))
        });
        let fits = |kind: &IntKind| value <= kind.range(self.types.model).1;
        match candidates.into_iter().find(fits) {
            Some(kind) => Ok(Expr::int(value, CType::Int(kind), span)),
            None => refusal(span, format!("the constant {value} fits no type")),
        }
    }

    /// Character constants are `int`s; those of several characters are read as GCC does.
    fn character(&self, text: &str, span: Span) -> Result<Expr, Refusal> {
        let wide = !text.starts_with('\'');
        let Some(inner) = text
            .split_once('\'')
            .and_then(|(_, rest)| rest.strip_suffix('\''))
            .filter(|inner| !inner.is_empty())
        else {
            return refusal(span, "an empty character constant");
        };
        if wide {
            return self.wide_character(text.split('\'').next().unwrap_or_default(), inner, span);
        }
        let Some(bytes) = unescape(inner) else { return refusal(span, "an escape that C does not know") };
        let (signed_char, int) =
            (IntKind::Char.int_type(self.types.model), IntKind::Int.int_type(self.types.model));
        let value = match bytes.as_slice() {
            [byte] => signed_char.wrap(&Int::from(i64::from(*byte))),
            bytes => {
                let value = bytes.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
                int.wrap(&Int::from(i64::from(value)))
            }
        };
        Ok(Expr::int(value, CType::INT, span))
    }

    /// The bytes of a string literal, without the final zero.
    pub(super) fn string_bytes(&self, pieces: &[String], span: Span) -> Result<Vec<u8>, Refusal> {
        let mut bytes = Vec::new();
        for piece in pieces {
            let Some((prefix, rest)) = piece.split_once('"') else { continue };
            if !matches!(prefix, "" | "u8") {
                return refusal(span, "a wide string where one of bytes is needed");
            }
            match unescape(rest.strip_suffix('"').unwrap_or(rest)) {
                Some(piece) => bytes.extend(piece),
                None => return refusal(span, "an escape that C does not know"),
            }
        }
        Ok(bytes)
    }

    /// A string literal: a variable of the program that equal ones share.
    pub(super) fn string(&mut self, bytes: Vec<u8>, span: Span) -> Expr {
        let ty = string_type(&bytes);
        let id = match self.strings.get(&bytes) {
            Some(id) => *id,
            None => {
                let id = GlobalId(self.globals.len() as u32);
                let initial = Some(self.string_initial(&bytes, IntKind::Char, span));
                let name = format!("{:?}", String::from_utf8_lossy(&bytes));
                self.globals.push(tree::Global {
                    name,
                    ty: ty.clone(),
                    initial,
                    outside: None,
                    constant: true,
                    span,
                });
                self.strings.insert(bytes, id);
                id
            }
        };
        Expr::new(ExprKind::Global(id), ty, span)
    }

    /// The first value that a string gives to an array of characters of this kind.
    pub(super) fn string_initial(&self, bytes: &[u8], kind: IntKind, span: Span) -> Initial {
        let int = kind.int_type(self.types.model);
        let parts = (0..).zip(bytes).filter(|(_, byte)| **byte != 0).map(|(index, byte)| {
            let value = int.wrap(&Int::from(i64::from(*byte)));
            (index, Initial::Value(Expr::int(value, CType::Int(kind), span)))
        });
        Initial::Parts(parts.collect())
    }
}

/// The type of a string literal with these bytes.
pub(super) fn string_type(bytes: &[u8]) -> CType {
    CType::Int(IntKind::Char).array(Length::Fixed(bytes.len() as u64 + 1))
}

fn parse_digits(digits: &str, radix: u32) -> Option<Int> {
    let base = Int::from(i64::from(radix));
    digits.chars().try_fold(Int::ZERO, |value, digit| {
        let digit = Int::from(i64::from(digit.to_digit(radix)?));
        Some(&(&value * &base) + &digit)
    })
}

/// The bytes that characters and escapes (C11 6.4.4.4) stand for.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character != '\\' {
            match byte_of(character) {
                Some(byte) => bytes.push(byte),
                None => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
            }
            continue;
        }
        let escape = rest.chars().next()?;
        let (length, byte) = match escape {
            '0'..='7' => {
                let digits = rest.bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
                (digits, u8::try_from(u32::from_str_radix(&rest[..digits], 8).ok()?).ok()?)
            }
            'x' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_hexdigit).count();
                (digits + 1, u8::from_str_radix(&rest[1..=digits], 16).ok()?)
            }
            'n' => (1, b'\n'),
            't' => (1, b'\t'),
            'r' => (1, b'\r'),
            'a' => (1, 7),
            'b' => (1, 8),
            'f' => (1, 12),
            'v' => (1, 11),
            'e' => (1, 27),
            '\\' | '\'' | '"' | '?' => (1, escape as u8),
            _ => return None,
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escapes_stand_for_bytes() {
        let cases: [(&str, Option<&[u8]>); 8] = [
            ("a\\n", Some(b"a\n")),
            ("\\0", Some(b"\0")),
            ("\\1234", Some(b"S4")),
            ("\\x41z", Some(b"Az")),
            ("\\xFF", Some(b"\xff")),
            ("\\777", None),
            ("\\q", None),
            ("\\", None),
        ];
        for (text, bytes) in cases {
            assert_eq!(unescape(text).as_deref(), bytes, "{text}");
        }
    }
}
