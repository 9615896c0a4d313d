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
}

impl IntKind {
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
        }
    }

    /// Whether negative values exist.
    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong | Int128)
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
        self.max(IntKind::Int)
    }

    /// The common kind of two operands (C11 6.3.1.8).
    pub fn common(self, other: IntKind, model: DataModel) -> IntKind {
        let (left, right) = (self.promoted(), other.promoted());
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
