//! The types of values.
//!
//! Types live in a table and refer to each other by id, so a type may contain
//! itself (a list's record holds a pointer to the record) without any special
//! form. Two ids may stand for the same type; [`Types::same`] tells.

use kyklos_base::{FloatFormat, Int, Table};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

kyklos_base::define_id! {
    /// A type of a program.
    pub struct TypeId, "t"
}

/// How wide machine integers can be.
pub const MOST_BITS: u16 = 4096;

/// Which integers a place can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntType {
    /// All integers (microc's numbers).
    Unbounded,
    /// The integers of a machine type (C's).
    Sized {
        /// Width in bits, 1 to [`MOST_BITS`]. Bit-fields make numbers that are wider than 128.
        bits: u16,
        /// Two's complement, or never negative.
        signed: bool,
    },
    /// The patterns of floating point numbers (see [`kyklos_base::float`]), as two's complement integers.
    Float(FloatFormat),
}

impl IntType {
    /// How many bits the integers of a machine type have.
    pub fn bits(self) -> Option<u32> {
        match self {
            IntType::Unbounded => None,
            IntType::Sized { bits, .. } => Some(u32::from(bits)),
            IntType::Float(format) => Some(format.bits()),
        }
    }

    /// The format, where the integers are patterns of floating point numbers.
    pub fn float(self) -> Option<FloatFormat> {
        match self {
            IntType::Float(format) => Some(format),
            _ => None,
        }
    }

    /// The least and the greatest value, where there are such.
    pub fn range(self) -> Option<(Int, Int)> {
        match self {
            IntType::Unbounded => None,
            IntType::Sized { bits, signed: true } => {
                let half = Int::power_of_two(u32::from(bits) - 1);
                Some((-&half, half - Int::ONE))
            }
            IntType::Sized { bits, signed: false } => {
                Some((Int::ZERO, Int::power_of_two(u32::from(bits)) - Int::ONE))
            }
            IntType::Float(format) => {
                let half = Int::power_of_two(format.bits() - 1);
                Some((-&half, half - Int::ONE))
            }
        }
    }

    /// Whether the other is the machine type of the same width and the other sign.
    pub fn has_other_sign(self, other: IntType) -> bool {
        match (self, other) {
            (IntType::Sized { bits, signed }, IntType::Sized { bits: others, signed: other }) => {
                bits == others && signed != other
            }
            _ => false,
        }
    }

    /// The value of this type that equals `value` modulo 2^bits.
    pub fn wrap(self, value: &Int) -> Int {
        let (Some(bits), Some((low, high))) = (self.bits(), self.range()) else {
            return value.clone();
        };
        if &low <= value && value <= &high {
            return value.clone();
        }
        let modulus = Int::power_of_two(bits);
        let rest = value.rem_euclid(&modulus).unwrap_or(Int::ZERO);
        if rest > high { rest - modulus } else { rest }
    }
}

/// A field of a record type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Integers.
    Int(IntType),
    /// Pointers to values of a type.
    Pointer(TypeId),
    /// Arrays. Their length is part of the value unless the type fixes it.
    Array {
        /// Type of the elements.
        element: TypeId,
        /// The length, where the type fixes it.
        length: Option<u64>,
    },
    /// Records with these fields, in this order.
    Record(Vec<Field>),
    /// Values that nobody looks into; only pointers to them are used (C's `void`).
    Opaque,
}

/// How values of a type lie in memory, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// How many bytes a value takes.
    pub size: u64,
    /// What its addresses are multiples of.
    pub align: u64,
    /// Of a record, how far each field lies behind the record's start.
    pub offsets: Vec<u64>,
}

/// The types of a program.
#[derive(Clone, Default)]
pub struct Types {
    table: Table<TypeId, Type>,
    /// The layouts of numbers, pointers and records, where memory has one.
    layouts: BTreeMap<TypeId, Layout>,
    /// The rows that hold each type, for [`intern`](Types::intern).
    rows: HashMap<Type, BTreeSet<TypeId>>,
}

impl Types {
    /// No types yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of this type; an equal row is used again.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        match self.rows.get(&ty).and_then(BTreeSet::first) {
            Some(id) => *id,
            None => self.push(ty),
        }
    }

    /// Adds a row without looking for an equal one (for types that contain themselves:
    /// add a placeholder first, then [`set`](Types::set) it).
    pub fn push(&mut self, ty: Type) -> TypeId {
        let id = self.table.push(ty.clone());
        self.rows.entry(ty).or_default().insert(id);
        id
    }

    /// Replaces a row.
    pub fn set(&mut self, id: TypeId, ty: Type) {
        self.rows.entry(ty.clone()).or_default().insert(id);
        let old = std::mem::replace(&mut self.table[id], ty);
        if old != self.table[id]
            && let Some(rows) = self.rows.get_mut(&old)
        {
            rows.remove(&id);
        }
    }

    /// Says how values of a type lie in memory. The layouts of arrays follow from their elements'.
    pub fn set_layout(&mut self, id: TypeId, layout: Layout) {
        self.layouts.insert(id, layout);
    }

    /// The layouts that were set.
    pub fn layouts(&self) -> impl ExactSizeIterator<Item = (TypeId, &Layout)> {
        self.layouts.iter().map(|(id, layout)| (*id, layout))
    }

    /// The layout that was set for a type.
    pub fn layout(&self, id: TypeId) -> Option<&Layout> {
        self.layouts.get(&id)
    }

    /// How many bytes a value of a type takes; `None` where there is no layout, or an array's length is open.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        let (mut id, mut count) = (id, 1u64);
        loop {
            match (self.layouts.get(&id), self.get(id)?) {
                (Some(layout), _) => return layout.size.checked_mul(count),
                (None, Type::Array { element, length: Some(length) }) => {
                    (id, count) = (*element, count.checked_mul(*length)?);
                }
                _ => return None,
            }
        }
    }

    /// How far a record's field lies behind the record's start, in bytes; `None` where there is no layout.
    pub fn offset_of(&self, record: TypeId, field: usize) -> Option<u64> {
        self.layouts.get(&record)?.offsets.get(field).copied()
    }

    /// Where bytes of a record lie that belong to no field, from one to before another, in order.
    pub fn gaps(&self, record: TypeId) -> Vec<(u64, u64)> {
        let (Some(layout), Some(Type::Record(fields))) = (self.layouts.get(&record), self.get(record)) else {
            return Vec::new();
        };
        let (mut end, mut gaps) = (0, Vec::new());
        for (field, offset) in fields.iter().zip(&layout.offsets) {
            if end < *offset {
                gaps.push((end, *offset));
            }
            end = end.max(offset.saturating_add(self.size_of(field.ty).unwrap_or(0)));
        }
        if end < layout.size {
            gaps.push((end, layout.size));
        }
        gaps
    }

    /// The unbounded integers.
    pub fn number(&mut self) -> TypeId {
        self.intern(Type::Int(IntType::Unbounded))
    }

    /// How many numbers and pointers a value of a type consists of, or `u64::MAX` if these are more; `None` if an
    /// array in it has no fixed length.
    pub fn scalars(&self, id: TypeId) -> Option<u64> {
        // A type may be part of another one in more ways than can be walked.
        fn count(types: &Types, id: TypeId, known: &mut HashMap<TypeId, Option<u64>>) -> Option<u64> {
            if let Some(count) = known.get(&id) {
                return *count;
            }
            // No value contains itself; if a graph claims so, nothing is told of it.
            known.insert(id, None);
            let found = match types.get(id)? {
                Type::Array { element, length } => {
                    count(types, *element, known)?.checked_mul((*length)?).or(Some(u64::MAX))
                }
                Type::Record(fields) => fields
                    .iter()
                    .try_fold(0u64, |all, field| Some(all.saturating_add(count(types, field.ty, known)?))),
                Type::Int(_) | Type::Pointer(_) | Type::Opaque => Some(1),
            };
            known.insert(id, found);
            found
        }
        count(self, id, &mut HashMap::new())
    }

    /// The row of an id.
    pub fn get(&self, id: TypeId) -> Option<&Type> {
        self.table.get(id)
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> {
        self.table.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Whether two ids stand for the same type: equal after unfolding, however
    /// far. An array of fixed length is the same as one of unfixed length only
    /// if both fix it alike.
    pub fn same(&self, left: TypeId, right: TypeId) -> bool {
        // Pairs assumed to be the same are merged into classes (Hopcroft and Karp), so
        // there are fewer steps than types.
        let mut parents = HashMap::new();
        let mut open = vec![(left, right)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (class_of(&mut parents, a), class_of(&mut parents, b));
            if a == b {
                continue;
            }
            parents.insert(a, b);
            let (Some(left), Some(right)) = (self.get(a), self.get(b)) else { return false };
            if self.layout(a) != self.layout(b) {
                return false;
            }
            match (left, right) {
                (Type::Int(x), Type::Int(y)) if x == y => {}
                (Type::Opaque, Type::Opaque) => {}
                (Type::Pointer(x), Type::Pointer(y)) => open.push((*x, *y)),
                (Type::Array { element: x, length: m }, Type::Array { element: y, length: n }) if m == n => {
                    open.push((*x, *y));
                }
                (Type::Record(x), Type::Record(y))
                    if x.len() == y.len() && x.iter().zip(y).all(|(f, g)| f.name == g.name) =>
                {
                    open.extend(x.iter().zip(y).map(|(f, g)| (f.ty, g.ty)));
                }
                _ => return false,
            }
        }
        true
    }

    /// The index and type of a record's field.
    pub fn field(&self, record: TypeId, name: &str) -> Option<(u32, TypeId)> {
        let Some(Type::Record(fields)) = self.get(record) else { return None };
        let index = fields.iter().position(|field| field.name == name)?;
        Some((index as u32, fields[index].ty))
    }
}

/// The class of a type: the end of its chain of parents, which this shortens.
fn class_of(parents: &mut HashMap<TypeId, TypeId>, ty: TypeId) -> TypeId {
    let mut class = ty;
    while let Some(parent) = parents.get(&class) {
        class = *parent;
    }
    let mut at = ty;
    while at != class {
        at = parents.insert(at, class).unwrap_or(class);
    }
    class
}

impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table && self.layouts == other.layouts
    }
}

impl Eq for Types {}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Types").field("table", &self.table).field("layouts", &self.layouts).finish()
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.table[id]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_is_twos_complement() {
        let i8 = IntType::Sized { bits: 8, signed: true };
        let u8 = IntType::Sized { bits: 8, signed: false };
        for (value, signed, unsigned) in
            [(127, 127, 127), (128, -128, 128), (-1, -1, 255), (-129, 127, 127), (512, 0, 0)]
        {
            assert_eq!(i8.wrap(&Int::from(value)), Int::from(signed));
            assert_eq!(u8.wrap(&Int::from(value)), Int::from(unsigned));
        }
        assert_eq!(IntType::Unbounded.wrap(&Int::from(1_i64 << 40)), Int::from(1_i64 << 40));
    }

    #[test]
    fn recursive_types_are_compared_by_unfolding() {
        let mut types = Types::new();
        let number = types.number();
        let list = |types: &mut Types, unfolded: bool| {
            let record = types.push(Type::Record(Vec::new()));
            let mut next = types.push(Type::Pointer(record));
            let fields =
                |next| vec![Field { name: "v".into(), ty: number }, Field { name: "n".into(), ty: next }];
            types.set(record, Type::Record(fields(next)));
            if unfolded {
                let outer = types.push(Type::Record(fields(next)));
                next = types.push(Type::Pointer(outer));
            }
            next
        };
        let (short, long) = (list(&mut types, false), list(&mut types, true));
        assert!(types.same(short, long));
        assert!(!types.same(short, number));
        let (one, other) = (types.push(Type::Opaque), types.push(Type::Opaque));
        assert!(types.same(one, other));
        assert!(!types.same(one, short));
    }

    #[test]
    fn arrays_are_as_large_as_their_elements() {
        let mut types = Types::new();
        let byte = types.intern(Type::Int(IntType::Sized { bits: 8, signed: true }));
        let field = |name: &str| Field { name: name.into(), ty: byte };
        let pair = types.push(Type::Record(vec![field("a"), field("b")]));
        let packed = types.push(Type::Record(vec![field("a"), field("b")]));
        let row = types.intern(Type::Array { element: pair, length: Some(3) });
        let rows = types.intern(Type::Array { element: row, length: Some(2) });
        let open = types.intern(Type::Array { element: pair, length: None });
        assert_eq!((types.size_of(rows), types.offset_of(pair, 1)), (None, None));
        assert!(types.same(pair, packed));
        types.set_layout(byte, Layout { size: 1, align: 1, offsets: Vec::new() });
        types.set_layout(pair, Layout { size: 8, align: 4, offsets: vec![0, 4] });
        types.set_layout(packed, Layout { size: 2, align: 1, offsets: vec![0, 1] });
        assert_eq!((types.size_of(rows), types.size_of(open)), (Some(48), None));
        assert_eq!((types.offset_of(pair, 1), types.offset_of(pair, 2)), (Some(4), None));
        assert!(!types.same(pair, packed));
    }

    #[test]
    fn interning_uses_equal_rows_again_also_after_a_row_changed() {
        let mut types = Types::new();
        let number = types.number();
        let (first, second) = (types.push(Type::Record(Vec::new())), types.push(Type::Record(Vec::new())));
        assert_eq!(types.number(), number);
        assert_eq!(types.intern(Type::Record(Vec::new())), first);
        types.set(first, Type::Pointer(second));
        assert_eq!(types.intern(Type::Record(Vec::new())), second);
        assert_eq!(types.intern(Type::Pointer(second)), first);
        types.set(first, Type::Pointer(second));
        assert_eq!(types.intern(Type::Pointer(second)), first);
        assert_eq!(types.len(), 3);
    }
}
