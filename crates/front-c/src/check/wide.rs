//! Strings and constants of wide characters: `L"…"`, `u"…"`, `U"…"`.

use super::{Checker, Refusal, refusal};
use crate::ctype::{CType, IntKind, Length};
use crate::encoding::byte_of;
use crate::tree::{self, Expr, ExprKind, GlobalId, Initial};
use kyklos_base::{Int, Span};

/// A wide string: the kind of its elements, and these without the final zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wide {
    pub(super) kind: IntKind,
    pub(super) elements: Vec<u32>,
}

/// Whether pieces of a string make a wide one.
pub(super) fn is_wide(pieces: &[String]) -> bool {
    pieces.iter().any(|piece| piece.split_once('"').is_some_and(|(prefix, _)| kind_of(prefix).is_some()))
}

fn kind_of(prefix: &str) -> Option<IntKind> {
    match prefix {
        "L" => Some(IntKind::Int),
        "u" => Some(IntKind::UnsignedShort),
        "U" => Some(IntKind::Unsigned),
        _ => None,
    }
}

impl Wide {
    /// The type of the string.
    pub(super) fn ty(&self) -> CType {
        CType::Int(self.kind).array(Length::Fixed(self.elements.len() as u64 + 1))
    }

    /// The first value that the string gives to an array of this kind of numbers.
    pub(super) fn initial(&self, checker: &Checker<'_>, kind: IntKind, span: Span) -> Initial {
        let int = kind.int_type(checker.types.model);
        let parts =
            (0..).zip(&self.elements).filter(|(_, element)| **element != 0).map(|(index, element)| {
                let value = int.wrap(&Int::from(i64::from(*element)));
                (index, Initial::Value(Expr::int(value, CType::Int(kind), span)))
            });
        Initial::Parts(parts.collect())
    }
}

impl Checker<'_> {
    /// The wide string that pieces make.
    pub(super) fn wide(&self, pieces: &[String], span: Span) -> Result<Wide, Refusal> {
        let mut wide = Wide { kind: IntKind::Int, elements: Vec::new() };
        for piece in pieces {
            let Some((prefix, rest)) = piece.split_once('"') else { continue };
            wide.kind = kind_of(prefix).unwrap_or(wide.kind);
            let Some(elements) = characters(rest.strip_suffix('"').unwrap_or(rest)) else {
                return refusal(span, "an escape that C does not know");
            };
            wide.elements.extend(elements);
        }
        if wide.kind == IntKind::UnsignedShort {
            let units = wide.elements.iter().flat_map(|element| match char::from_u32(*element) {
                Some(character) => {
                    character.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit)).collect()
                }
                None => vec![*element],
            });
            wide.elements = units.collect();
        }
        Ok(wide)
    }

    /// A wide string: a variable of the program that equal ones share.
    pub(super) fn wide_string(&mut self, wide: Wide, span: Span) -> Expr {
        let ty = wide.ty();
        let id = match self.wide_strings.get(&wide) {
            Some(id) => *id,
            None => {
                let id = GlobalId(self.globals.len() as u32);
                let initial = Some(wide.initial(self, wide.kind, span));
                let (name, ty) = ("(wide string)".to_owned(), ty.clone());
                let (outside, constant) = (None, true);
                self.globals.push(tree::Global { name, ty, initial, outside, constant, span });
                self.wide_strings.insert(wide, id);
                id
            }
        };
        Expr::new(ExprKind::Global(id), ty, span)
    }

    /// A wide character constant.
    pub(super) fn wide_character(&self, prefix: &str, inner: &str, span: Span) -> Result<Expr, Refusal> {
        let kind = kind_of(prefix).unwrap_or(IntKind::Int);
        match characters(inner).as_deref() {
            Some([character]) => {
                let value = kind.int_type(self.types.model).wrap(&Int::from(i64::from(*character)));
                Ok(Expr::int(value, CType::Int(kind), span))
            }
            _ => refusal(span, "a wide constant of several characters, or an escape that C does not know"),
        }
    }
}

/// The numbers that characters and escapes (C11 6.4.4.4) stand for.
pub(super) fn characters(text: &str) -> Option<Vec<u32>> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character != '\\' {
            found.push(byte_of(character).map_or(u32::from(character), u32::from));
            continue;
        }
        let escape = rest.chars().next()?;
        let (length, value) = match escape {
            '0'..='7' => {
                let digits = rest.bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
                (digits, u32::from_str_radix(&rest[..digits], 8).ok()?)
            }
            'x' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_hexdigit).count();
                (digits + 1, u32::from_str_radix(&rest[1..=digits], 16).ok()?)
            }
            'n' => (1, 10),
            't' => (1, 9),
            'r' => (1, 13),
            'a' => (1, 7),
            'b' => (1, 8),
            'f' => (1, 12),
            'v' => (1, 11),
            'e' => (1, 27),
            '\\' | '\'' | '"' | '?' => (1, u32::from(escape)),
            _ => return None,
        };
        found.push(value);
        rest = &rest[length..];
    }
    Some(found)
}
