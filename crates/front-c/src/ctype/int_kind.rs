//! The kinds of C's integers and their conversions.

use crate::options::DataModel;
use kyklos_base::Int;
use kyklos_flow::IntType;

/// An enumeration of a [`TypeTable`](super::TypeTable).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnumId(pub u32);

/// The kinds of integers.
///
/// An enumeration is equal to the kind of its values, so that nobody has to ask who does not tell the two apart;
/// [`enumeration`](Self::enumeration) does.
#[derive(Clone, Copy, Debug)]
pub enum IntKind {
    /// `_Bool`
    Bool,
    /// `char`, signed as on x86.
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned`
    Unsigned,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// GNU's `__int128`
    Int128,
    /// GNU's `unsigned __int128`
    UnsignedInt128,
    /// What a bit-field holds whose width no other kind has. GCC computes with those wider than `int` in their own
    /// width.
    Bits {
        /// How many bits values have.
        width: u8,
        /// Whether negative values exist.
        signed: bool,
    },
    /// An enumeration, and the kind of its values: one of [`PLAIN`].
    Enum(EnumId, &'static IntKind),
}

/// The kinds that have names.
const PLAIN: [IntKind; 14] = {
    use IntKind::*;
    [
        Bool,
        Char,
        SignedChar,
        UnsignedChar,
        Short,
        UnsignedShort,
        Int,
        Unsigned,
        Long,
        UnsignedLong,
        LongLong,
        UnsignedLongLong,
        Int128,
        UnsignedInt128,
    ]
};

impl PartialEq for IntKind {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for IntKind {}

impl std::hash::Hash for IntKind {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl IntKind {
    /// An enumeration whose values are of this kind.
    pub fn enumerated(self, id: EnumId) -> IntKind {
        PLAIN.iter().find(|kind| **kind == self).map_or(self, |kind| IntKind::Enum(id, kind))
    }

    /// The enumeration that this is, if it is one.
    pub fn enumeration(self) -> Option<EnumId> {
        match self {
            IntKind::Enum(id, _) => Some(id),
            _ => None,
        }
    }

    /// Of an enumeration, the kind of its values; all others as they are.
    pub fn plain(self) -> IntKind {
        match self {
            IntKind::Enum(_, kind) => *kind,
            kind => kind,
        }
    }

    /// Whether this is one of the three types of characters.
    pub fn is_character(self) -> bool {
        matches!(self.plain(), IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar)
    }

    /// What tells kinds of values apart: the kind, and the width and sign of what a bit-field holds.
    fn key(self) -> (std::mem::Discriminant<IntKind>, u8, bool) {
        let plain = self.plain();
        let (width, signed) = match plain {
            IntKind::Bits { width, signed } => (width, signed),
            _ => (0, false),
        };
        (std::mem::discriminant(&plain), width, signed)
    }

    /// The kind of what a bit-field holds that is declared with a kind.
    pub fn of_bits(self, width: u64, model: DataModel) -> IntKind {
        use IntKind::*;
        let signed = match width {
            _ if width == u64::from(self.bits(model)) => return self,
            8 => SignedChar,
            16 => Short,
            32 => Int,
            // The first that is as wide.
            64 if Long.bits(model) == 64 => Long,
            64 => LongLong,
            _ => Bits { width: width as u8, signed: true },
        };
        if self.is_signed() { signed } else { signed.unsigned() }
    }

    /// The kind of variables that can hold all values: of what bit-fields hold, the next larger one.
    pub fn stored(self) -> IntKind {
        use IntKind::*;
        let Bits { width, signed } = self else { return self.plain() };
        let kind = match width {
            0..=8 => SignedChar,
            9..=16 => Short,
            17..=32 => Int,
            33..=64 => LongLong,
            65.. => Int128,
        };
        if signed { kind } else { kind.unsigned() }
    }

    /// How many bits values have; of `_Bool`, those that values use.
    pub fn bits(self, model: DataModel) -> u16 {
        use IntKind::*;
        match self {
            Bool => 1,
            Char | SignedChar | UnsignedChar => 8,
            Short | UnsignedShort => 16,
            Int | Unsigned => 32,
            Long | UnsignedLong => match model {
                DataModel::Ilp32 => 32,
                DataModel::Lp64 => 64,
            },
            LongLong | UnsignedLongLong => 64,
            Int128 | UnsignedInt128 => 128,
            Bits { width, .. } => u16::from(width),
            Enum(_, kind) => kind.bits(model),
        }
    }

    /// Whether negative values exist.
    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(
            self.plain(),
            Char | SignedChar | Short | Int | Long | LongLong | Int128 | Bits { signed: true, .. }
        )
    }

    /// The flowgraph's type of such integers.
    pub fn int_type(self, model: DataModel) -> IntType {
        IntType::Sized { bits: self.bits(model), signed: self.is_signed() }
    }

    /// The least and the greatest value.
    pub fn range(self, model: DataModel) -> (Int, Int) {
        self.int_type(model).range().unwrap_or((Int::ZERO, Int::ZERO))
    }

    /// Whether a number is a value of this kind.
    pub fn contains(self, number: &Int, model: DataModel) -> bool {
        let (least, greatest) = self.range(model);
        least <= *number && *number <= greatest
    }

    /// Whether all values of another kind are values of this one.
    pub fn holds(self, other: IntKind, model: DataModel) -> bool {
        let ((low, high), (least, greatest)) = (self.range(model), other.range(model));
        low <= least && greatest <= high
    }

    /// The kind after integer promotion (C11 6.3.1.1).
    pub fn promoted(self) -> IntKind {
        match self.plain() {
            IntKind::Bits { width: ..32, .. } => IntKind::Int,
            kind if kind.rank() < IntKind::Int.rank() => IntKind::Int,
            kind => kind,
        }
    }

    /// The common kind of two operands (C11 6.3.1.8). Where one is a bit-field's, GCC takes the wider one.
    pub fn common(self, other: IntKind, model: DataModel) -> IntKind {
        let (left, right) = (self.promoted(), other.promoted());
        if matches!(left, IntKind::Bits { .. }) || matches!(right, IntKind::Bits { .. }) {
            let order = |kind: IntKind| (kind.bits(model), !kind.is_signed());
            return if order(left) >= order(right) { left } else { right };
        }
        let (low, high) = if left.rank() <= right.rank() { (left, right) } else { (right, left) };
        match (low.is_signed(), high.is_signed()) {
            // At the same rank, unsigned wins.
            (is_signed, _) if low.rank() == high.rank() => {
                if is_signed {
                    high
                } else {
                    low
                }
            }
            (true, true) | (_, false) => high,
            (false, true) if high.holds(low, model) => high,
            (false, true) => high.unsigned(),
        }
    }

    /// The unsigned kind of the same rank.
    pub fn unsigned(self) -> IntKind {
        use IntKind::*;
        match self.plain() {
            Char | SignedChar => UnsignedChar,
            Short => UnsignedShort,
            Int => Unsigned,
            Long => UnsignedLong,
            LongLong => UnsignedLongLong,
            Int128 => UnsignedInt128,
            Bits { width, .. } => Bits { width, signed: false },
            unsigned => unsigned,
        }
    }

    /// The signed kind of the same rank; a truth value is a byte.
    pub fn signed(self) -> IntKind {
        use IntKind::*;
        match self.plain() {
            Char | UnsignedChar | Bool => SignedChar,
            UnsignedShort => Short,
            Unsigned => Int,
            UnsignedLong => Long,
            UnsignedLongLong => LongLong,
            UnsignedInt128 => Int128,
            Bits { width, .. } => Bits { width, signed: true },
            signed => signed,
        }
    }

    /// How C writes the type.
    pub fn name(self) -> &'static str {
        use IntKind::*;
        match self {
            Bool => "_Bool",
            Char => "char",
            SignedChar => "signed char",
            UnsignedChar => "unsigned char",
            Short => "short",
            UnsignedShort => "unsigned short",
            Int => "int",
            Unsigned => "unsigned int",
            Long => "long",
            UnsignedLong => "unsigned long",
            LongLong => "long long",
            UnsignedLongLong => "unsigned long long",
            Int128 => "__int128",
            UnsignedInt128 => "unsigned __int128",
            Bits { signed: true, .. } => "signed bit-field",
            Bits { signed: false, .. } => "unsigned bit-field",
            Enum(_, kind) => kind.name(),
        }
    }

    fn rank(self) -> u8 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | Unsigned => 3,
            Long | UnsignedLong => 4,
            LongLong | UnsignedLongLong => 5,
            Int128 | UnsignedInt128 => 6,
            Bits { .. } => 7,
            Enum(_, kind) => kind.rank(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctype::CType;
    use DataModel::{Ilp32, Lp64};
    use IntKind::*;

    #[test]
    fn small_kinds_are_promoted_to_int() {
        for kind in [Bool, Char, SignedChar, UnsignedChar, Short, UnsignedShort, Int] {
            assert_eq!(kind.promoted(), Int);
        }
        for kind in [Unsigned, Long, UnsignedLong, LongLong, UnsignedLongLong] {
            assert_eq!(kind.promoted(), kind);
        }
    }

    #[test]
    fn bit_fields_keep_their_width() {
        let bits = |width, signed| IntKind::Bits { width, signed };
        assert_eq!(Unsigned.of_bits(32, Lp64), Unsigned);
        assert_eq!(UnsignedLong.of_bits(32, Lp64), Unsigned);
        assert_eq!(Long.of_bits(64, Lp64), Long);
        assert_eq!(Bool.of_bits(1, Lp64), Bool);
        assert_eq!(UnsignedLong.of_bits(40, Lp64), bits(40, false));
        assert_eq!((bits(40, false).stored(), bits(31, true).stored()), (UnsignedLongLong, Int));
        assert_eq!((bits(31, false).promoted(), bits(33, false).promoted()), (Int, bits(33, false)));
        for (left, right, expected) in [
            (bits(40, false), Int, bits(40, false)),
            (bits(40, false), Long, Long),
            (bits(40, true), bits(33, false), bits(40, true)),
            (bits(40, true), bits(40, false), bits(40, false)),
            (bits(33, true), Unsigned, bits(33, true)),
            (bits(7, false), Char, Int),
        ] {
            assert_eq!(left.common(right, Lp64), expected, "{left:?} {right:?}");
            assert_eq!(right.common(left, Lp64), expected, "{right:?} {left:?}");
        }
    }

    #[test]
    fn enumerations_are_the_integers_that_they_hold() {
        let (one, other) = (Unsigned.enumerated(EnumId(0)), Unsigned.enumerated(EnumId(1)));
        assert_eq!((one, one, one), (Unsigned, other, one.plain()));
        assert_eq!((one.enumeration(), one.promoted().enumeration()), (Some(EnumId(0)), None));
        assert_eq!(
            (one.common(other, Lp64).enumeration(), one.bits(Lp64), one.is_signed()),
            (None, 32, false)
        );
        let compatible = |left, right| CType::Int(left).is_compatible(&CType::Int(right));
        assert!(
            compatible(one, one)
                && compatible(one, Unsigned)
                && !compatible(one, other)
                && !compatible(one, Int)
        );
        assert_ne!(SignedChar.enumerated(EnumId(0)), Char);
    }

    #[test]
    fn operands_get_their_common_kind() {
        for (left, right, ilp32, lp64) in [
            (Char, Short, Int, Int),
            (UnsignedShort, Bool, Int, Int),
            (Int, Unsigned, Unsigned, Unsigned),
            (Int, Long, Long, Long),
            (Unsigned, Long, UnsignedLong, Long),
            (Unsigned, LongLong, LongLong, LongLong),
            (UnsignedLong, LongLong, LongLong, UnsignedLongLong),
            (Long, UnsignedLong, UnsignedLong, UnsignedLong),
            (Long, LongLong, LongLong, LongLong),
            (UnsignedLongLong, LongLong, UnsignedLongLong, UnsignedLongLong),
        ] {
            for (model, expected) in [(Ilp32, ilp32), (Lp64, lp64)] {
                assert_eq!(left.common(right, model), expected, "{left:?} {right:?} {model:?}");
                assert_eq!(right.common(left, model), expected, "{right:?} {left:?} {model:?}");
            }
        }
    }
}
