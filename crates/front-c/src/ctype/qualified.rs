//! Types with their qualifiers (C11 6.7.3).

use super::CType;
use std::ops::{BitOr, BitOrAssign, Deref};
use std::rc::Rc;

/// Some of `const`, `volatile`, `restrict` and `_Atomic`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers(u8);

impl Qualifiers {
    /// No qualifier.
    pub const NONE: Qualifiers = Qualifiers(0);
    /// `const`
    pub const CONST: Qualifiers = Qualifiers(1);
    /// `volatile`
    pub const VOLATILE: Qualifiers = Qualifiers(2);
    /// `restrict`
    pub const RESTRICT: Qualifiers = Qualifiers(4);
    /// `_Atomic`
    pub const ATOMIC: Qualifiers = Qualifiers(8);

    /// Whether `const` is one of them.
    pub fn is_const(self) -> bool {
        self.0 & Self::CONST.0 != 0
    }

    /// How they are written in front of a type.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let words = [
            (Self::CONST, "const"),
            (Self::VOLATILE, "volatile"),
            (Self::RESTRICT, "restrict"),
            (Self::ATOMIC, "_Atomic"),
        ];
        words.into_iter().filter_map(move |(one, word)| (self.0 & one.0 != 0).then_some(word))
    }
}

impl BitOr for Qualifiers {
    type Output = Qualifiers;

    fn bitor(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }
}

impl BitOrAssign for Qualifiers {
    fn bitor_assign(&mut self, other: Qualifiers) {
        *self = *self | other;
    }
}

/// A type and its qualifiers: what a pointer points to, an array is made of, and a name stands for.
///
/// Cheap to clone. It is [`CType`] to those who do not ask for [`qualifiers`](Self::qualifiers); these do not count for
/// equality, as they do not change what values there are (see [`CType`]).
#[derive(Clone, Debug)]
pub struct Qualified(Rc<(CType, Qualifiers)>);

impl Qualified {
    /// A type with these qualifiers, besides its own if it is an array: then they are those of its elements
    /// (C11 6.7.3 p9).
    pub fn new(ty: CType, qualifiers: Qualifiers) -> Self {
        match ty {
            CType::Array(element, length) if qualifiers != Qualifiers::NONE => {
                CType::Array(element.with(qualifiers), length).into()
            }
            CType::Function(_) => ty.into(),
            ty => Self(Rc::new((ty, qualifiers))),
        }
    }

    /// This type with more qualifiers.
    pub fn with(&self, more: Qualifiers) -> Self {
        match self.0.1 | more {
            all if all == self.0.1 => self.clone(),
            all => Self::new((**self).clone(), all),
        }
    }

    /// This type without qualifiers. Of an array, that is one of elements without qualifiers.
    pub fn unqualified(&self) -> CType {
        match &**self {
            CType::Array(element, length) => CType::Array(element.unqualified().into(), *length),
            ty => ty.clone(),
        }
    }

    /// The qualifiers, of an array those of its elements.
    pub fn innermost_qualifiers(&self) -> Qualifiers {
        match &**self {
            CType::Array(element, _) => element.innermost_qualifiers(),
            _ => self.0.1,
        }
    }

    /// The qualifiers. An array has none of its own.
    pub fn qualifiers(&self) -> Qualifiers {
        self.0.1
    }
}

impl From<CType> for Qualified {
    fn from(ty: CType) -> Self {
        Self(Rc::new((ty, Qualifiers::NONE)))
    }
}

impl Deref for Qualified {
    type Target = CType;

    fn deref(&self) -> &CType {
        &self.0.0
    }
}

impl PartialEq for Qualified {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Qualified {}

impl std::hash::Hash for Qualified {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
