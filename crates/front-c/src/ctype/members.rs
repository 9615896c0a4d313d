//! Where the members of structs and unions lie, and what the flowgraph has in their place.
//!
//! Bit-fields that share a byte are parts of one number. A union is what its largest member is; the others are views of
//! it.

use super::{CType, Length, Member, RecordId, TypeTable};
use kyklos_flow::{IntType, MOST_BITS, Type, TypeId};

/// Where a member is in the flowgraph's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field.
    Field(u32),
    /// Some bits of a field.
    Bits(u32, Bits),
    /// A view of the bytes of the whole record.
    View,
}

/// Some bits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// How many bits of the number are below.
    pub low: u32,
    /// How many they are.
    pub width: u32,
    /// How many the number has.
    pub whole: u32,
}

/// A field of the flowgraph's record.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) content: Content,
    /// How many bytes it lies behind the record's start.
    pub(crate) offset: u64,
}

/// What a field of the flowgraph's record holds.
pub(crate) enum Content {
    /// A member, by its number.
    Member(usize, CType),
    /// Bit-fields that share bytes, by their numbers, in a number of so many bits.
    Bits(Vec<(usize, Bits)>, u32),
}

impl TypeTable {
    /// All structs and unions.
    pub fn records(&self) -> impl Iterator<Item = RecordId> + use<> {
        (0..self.records.len() as u32).map(RecordId)
    }

    /// How many bits each member of a record lies behind its start, and where the last one ends.
    pub(super) fn places(&self, id: RecordId) -> Option<(Vec<u64>, u64)> {
        let record = self.record(id);
        let (mut end, mut furthest, mut places) = (0u64, 0u64, Vec::new());
        for member in record.members.as_ref()? {
            if record.is_union {
                end = 0;
            }
            let start = self.place(record.packing.packed, record, member, end)?;
            let size = match (&member.ty, member.width) {
                (_, Some(width)) => width,
                // A flexible array member takes no room.
                (CType::Array(_, Length::Unknown), _) => 0,
                (ty, _) => self.size_of(ty)?.checked_mul(8)?,
            };
            places.push(start);
            end = start.checked_add(size)?;
            furthest = furthest.max(end);
        }
        Some((places, furthest))
    }

    /// How many bytes a member lies behind the start of a struct, by the numbers on the way to it.
    pub fn offset_of_path(&self, id: RecordId, path: &[u32]) -> Option<u64> {
        let (mut record, mut at) = (id, 0_u64);
        for (step, number) in path.iter().enumerate() {
            at = at.checked_add(*self.record_layout(record)?.offsets.get(*number as usize)?)?;
            let member = self.record(record).members.as_ref()?.get(*number as usize)?;
            match member.ty {
                CType::Record(inner) => record = inner,
                _ if step + 1 == path.len() => {}
                _ => return None,
            }
        }
        Some(at)
    }

    /// Where a member begins if the one before it ends at this bit: on x86 a bit-field does not go beyond a unit of its
    /// type.
    fn place(&self, packed: bool, record: &super::Record, member: &Member, end: u64) -> Option<u64> {
        let Some(width) = member.width else {
            return end
                .div_ceil(8)
                .checked_next_multiple_of(self.member_align(record, member))?
                .checked_mul(8);
        };
        let (size, align) = (self.size_of(&member.ty)?.checked_mul(8)?, self.align_of(&member.ty) * 8);
        if width == 0 {
            return end.checked_next_multiple_of(align);
        }
        // An alignment of its own counts in any case.
        let least = member.packing.least.map(|least| least.min(record.packing.most.unwrap_or(u64::MAX)));
        let end = match least {
            Some(least) => end.checked_next_multiple_of(least * 8)?,
            None => end,
        };
        // As GCC has it, `#pragma pack` of any number lets bit-fields go beyond.
        let packed = packed || member.packing.packed || record.packing.most.is_some();
        let fits = (end % align + width).div_ceil(align) <= size / align;
        if fits || packed { Some(end) } else { end.checked_next_multiple_of(align) }
    }

    /// The fields of the flowgraph's record; `None` if it is incomplete.
    pub(crate) fn parts(&self, id: RecordId) -> Option<Vec<Part>> {
        let record = self.record(id);
        let members = record.members.as_ref()?;
        let (places, _) = self.places(id)?;
        if record.is_union {
            return Some(
                self.storage(id).and_then(|number| self.whole_part(members, number)).into_iter().collect(),
            );
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut units: Vec<(u64, u64, Vec<usize>)> = Vec::new();
        for (number, (member, place)) in members.iter().zip(&places).enumerate() {
            let Some(width) = member.width.filter(|width| *width > 0) else {
                if member.width.is_none() {
                    let name = member.name.clone().unwrap_or_else(|| format!("%{number}"));
                    let content = Content::Member(number, member.ty.clone());
                    parts.push(Part { name, content, offset: place / 8 });
                }
                continue;
            };
            let (start, end) = (place / 8, (place + width).div_ceil(8));
            match units.last_mut().filter(|(_, last, _)| start < *last) {
                Some((_, last, numbers)) => {
                    *last = end.max(*last);
                    numbers.push(number);
                }
                None => units.push((start, end, vec![number])),
            }
        }
        for (start, end, numbers) in units {
            let whole = ((end - start) * 8) as u32;
            let bits = |number: usize| {
                let width = members[number].width.unwrap_or(0) as u32;
                (number, Bits { low: (places[number] - start * 8) as u32, width, whole })
            };
            let content = Content::Bits(numbers.into_iter().map(bits).collect(), whole);
            parts.push(Part { name: format!("%bits{start}"), content, offset: start });
        }
        parts.sort_by_key(|part| part.offset);
        Some(parts)
    }

    fn whole_part(&self, members: &[Member], number: usize) -> Option<Part> {
        let member = members.get(number)?;
        let name = member.name.clone().unwrap_or_else(|| format!("%{number}"));
        Some(Part { name, content: Content::Member(number, member.ty.clone()), offset: 0 })
    }

    /// The member that a union is in the flowgraph: the first of the largest ones.
    fn storage(&self, id: RecordId) -> Option<usize> {
        let members = self.record(id).members.as_ref()?;
        let size = |member: &Member| match member.width {
            Some(_) => None,
            None => self.size_of(&member.ty),
        };
        let sizes = members.iter().enumerate().filter_map(|(number, member)| Some((number, size(member)?)));
        let largest = sizes.rev().max_by_key(|(_, size)| *size);
        largest.map(|(number, _)| number)
    }

    /// Where a member is in the flowgraph's record.
    pub fn slot(&self, id: RecordId, number: usize) -> Slot {
        let parts = self.parts(id).unwrap_or_default();
        let members = self.record(id).members.as_deref().unwrap_or_default();
        for (field, part) in (0..).zip(&parts) {
            match &part.content {
                Content::Member(found, _) if *found == number => return Slot::Field(field),
                // Members of one type are one.
                Content::Member(_, ty) if self.record(id).is_union => {
                    let own = members.get(number).filter(|member| member.width.is_none());
                    if own.is_some_and(|member| self.canonical(&member.ty) == self.canonical(ty)) {
                        return Slot::Field(field);
                    }
                }
                Content::Bits(found, _) => {
                    if let Some((_, bits)) = found.iter().find(|(found, _)| *found == number) {
                        return Slot::Bits(field, *bits);
                    }
                }
                Content::Member(..) => {}
            }
        }
        Slot::View
    }

    /// The bits that a member is, if it is a bit-field.
    pub fn width(&self, id: RecordId, number: usize) -> Option<u64> {
        self.record(id).members.as_ref()?.get(number)?.width
    }

    /// The type of what a field of the flowgraph's record holds.
    pub(crate) fn part_flow(&mut self, content: &Content) -> TypeId {
        match content {
            Content::Member(_, CType::Array(element, Length::Unknown)) => {
                let ty = CType::Array(element.clone(), Length::Fixed(0));
                self.flow(&ty)
            }
            Content::Member(_, ty) => {
                let ty = ty.clone();
                self.flow(&ty)
            }
            Content::Bits(_, whole) => {
                self.types.intern(Type::Int(IntType::Sized { bits: *whole as u16, signed: false }))
            }
        }
    }

    /// Why a record has no values, if bit-fields make it too large a number.
    pub fn bits_problem(&self, id: RecordId) -> Option<String> {
        let parts = self.parts(id)?;
        let too_long =
            |part: &Part| matches!(part.content, Content::Bits(_, whole) if whole > u32::from(MOST_BITS));
        parts
            .iter()
            .any(too_long)
            .then(|| format!("bit-fields that share more than {} bytes are not supported", MOST_BITS / 8))
    }

    /// Whether values have bytes that belong to no member.
    pub fn has_gaps(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(element, _) => self.has_gaps(element),
            CType::Record(id) => {
                let size = |part: &Part| match &part.content {
                    Content::Member(_, CType::Array(_, Length::Unknown)) => Some(0),
                    Content::Member(_, ty) => self.size_of(ty),
                    Content::Bits(_, whole) => Some(u64::from(*whole) / 8),
                };
                let parts = self.parts(*id).unwrap_or_default();
                let sum = parts.iter().map(size).sum::<Option<u64>>();
                let inner =
                    |part: &Part| matches!(&part.content, Content::Member(_, ty) if self.has_gaps(ty));
                sum != self.size_of(ty) || parts.iter().any(inner)
            }
            _ => false,
        }
    }

    /// Whether some member of a value of this type is a view of others.
    pub fn has_views(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(element, _) => self.has_views(element),
            CType::Record(id) => {
                let count = self.record(*id).members.as_ref().map_or(0, Vec::len);
                let members = self.record(*id).members.iter().flatten();
                self.record(*id).is_union && (0..count).any(|number| self.slot(*id, number) == Slot::View)
                    || members.into_iter().any(|member| self.has_views(&member.ty))
            }
            _ => false,
        }
    }
}
