//! The kinds of C's integers and their conversions.

use crate::options::DataModel;
use kyklos_base::Int;
use kyklos_flow::IntType;

/// The kinds of integers, by rising rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
}

impl IntKind {
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
        let Bits { width, signed } = self else { return self };
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
        }
    }

    /// Whether negative values exist.
    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong | Int128 | Bits { signed: true, .. })
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
        match self {
            IntKind::Bits { width: ..32, .. } => IntKind::Int,
            kind => kind.max(IntKind::Int),
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
            _ if low.rank() == high.rank() => low.max(high),
            (true, true) | (_, false) => high,
            (false, true) if high.holds(low, model) => high,
            (false, true) => high.unsigned(),
        }
    }

    /// The unsigned kind of the same rank.
    pub fn unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
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
        match self {
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
