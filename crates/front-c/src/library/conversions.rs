//! The conversions of a format, `%-8.3ld`, and what each of them takes.

use crate::ctype::{CType, IntKind, TypeTable};

/// One conversion of a format.
pub(crate) struct Conversion {
    /// Whether the width is an argument (`%*d`).
    pub(crate) width_given: bool,
    /// How many characters there are at most, or digits at least.
    pub(crate) precision: Option<Amount>,
    /// What it takes behind these.
    pub(crate) takes: Takes,
    /// How it is written, with its `%`.
    pub(crate) text: String,
}

/// A number in a conversion.
#[derive(Clone, Copy)]
pub(crate) enum Amount {
    /// It stands there.
    Number(usize),
    /// It is an argument, an `int`; a negative one is none.
    Given,
}

/// The argument that a conversion takes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Takes {
    /// None: `%%` and `%m`.
    Nothing,
    /// A number of this type.
    Number(CType),
    /// A pointer that is only shown.
    Pointer,
    /// A pointer to what is read up to a zero, of elements of this kind.
    Text(IntKind),
    /// A pointer through which something is written.
    Count,
}

/// The conversions of a format; the first that is not known, else.
pub(crate) fn conversions(format: &[u8], types: &TypeTable) -> Result<Vec<Conversion>, String> {
    // It ends at a zero, as all strings do.
    let mut rest = format.split(|byte| *byte == 0).next().unwrap_or_default();
    let mut found = Vec::new();
    while let Some(start) = rest.iter().position(|byte| *byte == b'%') {
        let mut reader = Reader(&rest[start + 1..]);
        let conversion = reader.conversion(types);
        let end = rest.len() - reader.0.len();
        let text = String::from_utf8_lossy(&rest[start..end]).into_owned();
        let Some((width_given, precision, takes)) = conversion else { return Err(text) };
        found.push(Conversion { width_given, precision, takes, text });
        rest = reader.0;
    }
    Ok(found)
}

/// What of a format is still to be read.
struct Reader<'f>(&'f [u8]);

impl<'f> Reader<'f> {
    fn conversion(&mut self, types: &TypeTable) -> Option<(bool, Option<Amount>, Takes)> {
        self.skip(b"-+ #0'I");
        let width = self.amount()?;
        let precision = match self.0 {
            [b'.', rest @ ..] => {
                self.0 = rest;
                Some(self.amount()?)
            }
            _ => None,
        };
        let length = self.skip(b"hlqjzZtL");
        let [letter, rest @ ..] = self.0 else { return None };
        self.0 = rest;
        let wide = if length.is_empty() { IntKind::Char } else { IntKind::Int };
        let takes = match (*letter, length) {
            (b'%' | b'm', []) => Takes::Nothing,
            (b'd' | b'i', length) => Takes::Number(CType::Int(integer(length, types)?.promoted())),
            (b'u' | b'x' | b'X' | b'o', length) => {
                Takes::Number(CType::Int(integer(length, types)?.unsigned().promoted()))
            }
            (b'c', [] | b"l") | (b'C', []) => Takes::Number(CType::INT),
            (b's', [] | b"l") => Takes::Text(wide),
            (b'S', []) => Takes::Text(IntKind::Int),
            (b'p', []) => Takes::Pointer,
            (b'n', length) => {
                integer(length, types)?;
                Takes::Count
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', [] | b"l") => {
                Takes::Number(CType::Float(8))
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', b"L") => Takes::Number(CType::Float(16)),
            _ => return None,
        };
        Some((matches!(width, Amount::Given), precision, takes))
    }

    /// Skips bytes that are among these, and gives them.
    fn skip(&mut self, bytes: &[u8]) -> &'f [u8] {
        let length = self.0.iter().take_while(|byte| bytes.contains(byte)).count();
        let (skipped, rest) = self.0.split_at(length);
        self.0 = rest;
        skipped
    }

    /// A width or a precision: digits, a star, or nothing, which is 0.
    fn amount(&mut self) -> Option<Amount> {
        if let [b'*', rest @ ..] = self.0 {
            self.0 = rest;
            return Some(Amount::Given);
        }
        let digits = self.skip(b"0123456789");
        let number = if digits.is_empty() { Some(0) } else { std::str::from_utf8(digits).ok()?.parse().ok() };
        // Behind a `$`, the arguments are numbered.
        number.filter(|_| !self.0.starts_with(b"$")).map(Amount::Number)
    }
}

/// The signed type that a length stands for.
pub(super) fn integer(length: &[u8], types: &TypeTable) -> Option<IntKind> {
    Some(match length {
        [] => IntKind::Int,
        b"hh" => IntKind::SignedChar,
        b"h" => IntKind::Short,
        b"l" => IntKind::Long,
        b"ll" | b"j" | b"q" | b"L" => IntKind::LongLong,
        b"z" | b"Z" | b"t" => types.distance_kind(),
        _ => return None,
    })
}
