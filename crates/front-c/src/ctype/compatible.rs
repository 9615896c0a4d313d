//! Which types are compatible, and what two such types make together (C11 6.2.7).

use super::{CType, FunctionType, IntKind, Length, Qualified};
use std::rc::Rc;

impl CType {
    /// Whether two types are compatible, apart from their own qualifiers, which they do not have. As GCC has it, an
    /// enumeration is compatible with itself and with the integers that its values are.
    pub fn is_compatible(&self, other: &CType) -> bool {
        match (self, other) {
            (CType::Int(left), CType::Int(right)) => {
                let both = (left.enumeration(), right.enumeration());
                left == right && !matches!(both, (Some(one), Some(another)) if one != another)
            }
            (CType::Pointer(left), CType::Pointer(right)) => left.is_compatible(right),
            (CType::Array(left, first), CType::Array(right, second)) => {
                let both_fixed = matches!((first, second), (Length::Fixed(_), Length::Fixed(_)));
                left.is_compatible(right) && (first == second || !both_fixed)
            }
            (CType::Function(left), CType::Function(right)) => {
                left.result.is_compatible(&right.result) && left.takes_the_same(right)
            }
            _ => self == other,
        }
    }

    /// The composite type of two that are compatible.
    pub fn composite(&self, other: &CType) -> CType {
        match (self, other) {
            (CType::Pointer(left), CType::Pointer(right)) => CType::Pointer(left.composite(right)),
            (CType::Array(left, first), CType::Array(right, second)) => {
                let length = if matches!(first, Length::Fixed(_)) { first } else { second };
                CType::Array(left.composite(right), *length)
            }
            (CType::Function(left), CType::Function(right)) => {
                CType::Function(Rc::new(left.composite(right)))
            }
            // Of an enumeration and its integers, GCC takes the enumeration.
            (CType::Int(IntKind::Enum(..)), _) => self.clone(),
            _ => other.clone(),
        }
    }
}

impl Qualified {
    /// Whether two types are compatible: they have the same qualifiers, too.
    pub fn is_compatible(&self, other: &Qualified) -> bool {
        self.qualifiers() == other.qualifiers() && (**self).is_compatible(other)
    }

    /// The composite type of two that are compatible.
    fn composite(&self, other: &Qualified) -> Qualified {
        Qualified::new((**self).composite(other), self.qualifiers())
    }
}

impl FunctionType {
    fn takes_the_same(&self, other: &FunctionType) -> bool {
        // What is not promoted as an argument without a parameter is.
        let stays = |ty: &CType| match ty {
            CType::Int(kind) => kind.promoted() == *kind,
            ty => *ty != CType::Float(4),
        };
        let open = |known: &FunctionType| !known.variadic && known.parameters.iter().all(stays);
        match (self.prototyped, other.prototyped) {
            (true, true) => {
                let mut pairs = self.parameters.iter().zip(&other.parameters);
                self.variadic == other.variadic
                    && self.parameters.len() == other.parameters.len()
                    && pairs.all(|(left, right)| left.is_compatible(right))
            }
            (true, false) => open(self),
            (false, true) => open(other),
            (false, false) => true,
        }
    }

    fn composite(&self, other: &FunctionType) -> FunctionType {
        let (known, unknown) = if self.prototyped { (self, other) } else { (other, self) };
        let parameters = match unknown.prototyped {
            true => known.parameters.iter().zip(&unknown.parameters).map(|(a, b)| a.composite(b)).collect(),
            false => known.parameters.clone(),
        };
        FunctionType { result: self.result.composite(&other.result), parameters, ..known.clone() }
    }
}
