//! C's types: their layout, and the flowgraph types of their values.

mod compatible;
mod int_kind;
mod members;
mod qualified;

pub use int_kind::{EnumId, IntKind};
pub(crate) use members::Content;
pub use members::{Bits, Slot};
pub use qualified::{Qualified, Qualifiers};

use crate::options::DataModel;
use kyklos_base::{FloatFormat, Span};
use kyklos_flow::{Field, IntType, Layout, Type, TypeId, Types};
use std::rc::Rc;

/// A struct or union of a [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordId(pub u32);

/// A C type. It has no qualifiers of its own; what it points to or is made of may have some, and so may what is
/// declared with it.
///
/// Types are equal if their values are: neither qualifiers nor which enumeration an integer belongs to count. So values of
/// equal types need no conversion, and equal types are one in the flowgraph. What C asks of types is
/// [`is_compatible`](Self::is_compatible).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CType {
    /// `void`
    Void,
    /// Integers.
    Int(IntKind),
    /// Floating point numbers of this many bytes (of `long double`, on x86-64).
    Float(u8),
    /// Pointers. Those to functions are numbers in the flowgraph.
    Pointer(Qualified),
    /// Arrays.
    Array(Qualified, Length),
    /// Structs and unions.
    Record(RecordId),
    /// Functions.
    Function(Rc<FunctionType>),
}

/// How long an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// So many elements.
    Fixed(u64),
    /// The type does not say.
    Unknown,
    /// It is computed when the declaration is reached.
    Variable,
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub result: CType,
    /// Its parameters (arrays and functions are pointers already), whose own qualifiers do not count.
    pub parameters: Vec<CType>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the parameters are declared at all; `int f()` does not.
    pub prototyped: bool,
}

impl FunctionType {
    /// A function of which only the result's type is declared.
    pub fn unknown(result: CType) -> Self {
        Self { result, parameters: Vec::new(), variadic: false, prototyped: false }
    }
}

impl CType {
    /// `int`
    pub const INT: CType = CType::Int(IntKind::Int);

    /// A pointer to this type.
    pub fn pointer(self) -> CType {
        CType::Pointer(self.into())
    }

    /// An array of so many of this type.
    pub fn array(self, length: Length) -> CType {
        CType::Array(self.into(), length)
    }

    /// The integer kind, of integers.
    pub fn int_kind(&self) -> Option<IntKind> {
        match self {
            CType::Int(kind) => Some(*kind),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn target(&self) -> Option<&CType> {
        match self {
            CType::Pointer(target) => Some(target),
            _ => None,
        }
    }

    /// The qualifiers of what a pointer points to; of an array, those of its elements.
    pub fn target_qualifiers(&self) -> Qualifiers {
        match self {
            CType::Pointer(target) => target.innermost_qualifiers(),
            _ => Qualifiers::NONE,
        }
    }

    /// An equal type without qualifiers and enumerations, as those write it who know none of the program's declarations.
    pub fn plain(&self) -> CType {
        match self {
            CType::Int(kind) => CType::Int(kind.plain()),
            CType::Pointer(target) => target.plain().pointer(),
            CType::Array(element, length) => element.plain().array(*length),
            ty => ty.clone(),
        }
    }

    /// The type of an array's elements.
    pub fn element(&self) -> Option<&CType> {
        match self {
            CType::Array(element, _) => Some(element),
            _ => None,
        }
    }

    /// Whether this is a pointer to a function.
    pub fn is_function_pointer(&self) -> bool {
        matches!(self.target(), Some(CType::Function(_)))
    }

    /// Whether this is a pointer that is one in the flowgraph too: not to a function.
    pub fn is_object_pointer(&self) -> bool {
        self.target().is_some_and(|target| !matches!(target, CType::Function(_)))
    }

    /// Whether this is a floating point number.
    pub fn is_float(&self) -> bool {
        matches!(self, CType::Float(_))
    }

    /// The floating point type of a format.
    pub fn float(format: FloatFormat) -> CType {
        CType::Float(match format {
            FloatFormat::Single => 4,
            FloatFormat::Double => 8,
            FloatFormat::Extended => 16,
        })
    }

    /// The format of a floating point type.
    pub fn float_format(&self) -> Option<FloatFormat> {
        match self {
            CType::Float(4) => Some(FloatFormat::Single),
            CType::Float(8) => Some(FloatFormat::Double),
            CType::Float(_) => Some(FloatFormat::Extended),
            _ => None,
        }
    }

    /// Whether values are floating point numbers, or arrays of these, and nothing else.
    pub fn is_all_float(&self) -> bool {
        match self {
            CType::Array(element, _) => element.is_all_float(),
            ty => ty.is_float(),
        }
    }

    /// Whether values are arrays or records.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, CType::Array(..) | CType::Record(_))
    }
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag, if it has one.
    pub tag: Option<String>,
    /// Whether it is a union.
    pub is_union: bool,
    /// Its members; `None` while it is incomplete.
    pub members: Option<Vec<Member>>,
    /// Why no values of it can be had, if so.
    pub refusal: Option<(Span, String)>,
    /// How it is packed.
    pub packing: Packing,
    /// The flowgraph's type, once it is needed.
    flow: Option<TypeId>,
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name; `None` for an unnamed struct or union whose members count as the outer one's.
    pub name: Option<String>,
    /// Its type.
    pub ty: CType,
    /// The qualifiers of that.
    pub qualifiers: Qualifiers,
    /// How it is packed.
    pub packing: Packing,
    /// Of a bit-field, how many bits it has.
    pub width: Option<u64>,
}

/// What attributes and directives say of how a struct, or a member of one, is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    /// `packed`: no padding.
    pub packed: bool,
    /// `aligned`: at least this alignment.
    pub least: Option<u64>,
    /// `#pragma pack`: members have at most this alignment.
    pub most: Option<u64>,
}

/// All types of a program: C's records, and the flowgraph's types.
pub struct TypeTable {
    /// The sizes of types.
    pub model: DataModel,
    /// The flowgraph's types.
    pub types: Types,
    records: Vec<Record>,
    /// The tags of enumerations.
    enumerations: Vec<Option<String>>,
}

impl TypeTable {
    /// No records yet.
    pub fn new(model: DataModel) -> Self {
        Self { model, types: Types::new(), records: Vec::new(), enumerations: Vec::new() }
    }

    /// Adds an incomplete struct or union.
    pub fn add_record(&mut self, tag: Option<String>, is_union: bool) -> RecordId {
        let id = RecordId(self.records.len() as u32);
        let packing = Packing::default();
        self.records.push(Record { tag, is_union, members: None, refusal: None, packing, flow: None });
        id
    }

    /// Adds an enumeration.
    pub fn add_enumeration(&mut self, tag: Option<String>) -> EnumId {
        self.enumerations.push(tag);
        EnumId(self.enumerations.len() as u32 - 1)
    }

    /// Says how a struct or union is packed.
    pub fn pack(&mut self, id: RecordId, packing: Packing) {
        self.records[id.0 as usize].packing = packing;
    }

    /// Completes a struct or union.
    pub fn complete(&mut self, id: RecordId, members: Vec<Member>, refusal: Option<(Span, String)>) {
        let record = &mut self.records[id.0 as usize];
        (record.members, record.refusal) = (Some(members), refusal);
        if let Some(flow) = record.flow {
            self.set_fields(id, flow);
        }
    }

    /// Gives a record's type in the flowgraph its fields. It has none if there can be no values of it.
    fn set_fields(&mut self, id: RecordId, flow: TypeId) {
        // What is kept of the bytes between members are such numbers.
        self.types.intern(Type::Int(IntType::Sized { bits: 8, signed: false }));
        if self.problem(&CType::Record(id)).is_some() {
            return;
        }
        let Some(parts) = self.parts(id) else { return };
        let fields =
            parts.into_iter().map(|part| Field { name: part.name, ty: self.part_flow(&part.content) });
        let fields = fields.collect();
        self.types.set(flow, Type::Record(fields));
    }

    /// Whether two structs or unions, that are complete, have the same members, but for their qualifiers.
    pub fn same_record(&self, left: RecordId, right: RecordId) -> bool {
        let (left, right) = (self.record(left), self.record(right));
        let kept = |one: &Member| (one.name.clone(), one.ty.clone(), one.packing, one.width);
        let members = |record: &Record| Some(record.members.as_ref()?.iter().map(kept).collect::<Vec<_>>());
        members(left) == members(right)
            && left.packing == right.packing
            && left.is_union == right.is_union
            && left.refusal.as_ref().map(|refusal| &refusal.1)
                == right.refusal.as_ref().map(|refusal| &refusal.1)
    }

    /// A struct or union.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// The numbers of the members on the way to a member, and its type.
    pub fn member(&self, id: RecordId, name: &str) -> Option<(Vec<u32>, CType)> {
        self.qualified_member(id, name).map(|(path, ty)| (path, (*ty).clone()))
    }

    /// As [`TypeTable::member`], with the qualifiers of the member and of those around it.
    pub fn qualified_member(&self, id: RecordId, name: &str) -> Option<(Vec<u32>, Qualified)> {
        let record = self.record(id);
        for (index, member) in record.members.iter().flatten().enumerate() {
            let field = index as u32;
            match (&member.name, &member.ty) {
                (Some(found), ty) if found == name => {
                    return Some((vec![field], Qualified::new(ty.clone(), member.qualifiers)));
                }
                (None, CType::Record(inner)) => {
                    if let Some((path, ty)) = self.qualified_member(*inner, name) {
                        return Some(([vec![field], path].concat(), ty.with(member.qualifiers)));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The flowgraph's type of values of a type.
    pub fn flow(&mut self, ty: &CType) -> TypeId {
        let ty = match ty {
            CType::Void | CType::Function(_) => Type::Opaque,
            CType::Float(_) => Type::Int(ty.float_format().map_or(IntType::Unbounded, IntType::Float)),
            CType::Int(kind) => Type::Int(kind.stored().int_type(self.model)),
            CType::Pointer(target) if matches!(**target, CType::Function(_)) => {
                Type::Int(self.address_type())
            }
            CType::Pointer(target) => Type::Pointer(self.flow(target)),
            CType::Array(element, length) => {
                let length = match length {
                    Length::Fixed(length) => Some(*length),
                    Length::Unknown | Length::Variable => None,
                };
                match self.flow(element) {
                    // Only pointers lead to such arrays.
                    element if self.types[element] == Type::Opaque => Type::Opaque,
                    element => Type::Array { element, length },
                }
            }
            CType::Record(id) => {
                return match self.record(*id).flow {
                    Some(flow) => flow,
                    None => {
                        let flow = self.types.push(Type::Record(Vec::new()));
                        self.records[id.0 as usize].flow = Some(flow);
                        self.set_fields(*id, flow);
                        flow
                    }
                };
            }
        };
        self.types.intern(ty)
    }

    /// A type that is equal for all types with the same values: integer kinds of one size
    /// and sign are taken for one.
    pub fn canonical(&self, ty: &CType) -> CType {
        match ty {
            CType::Int(IntKind::Bits { .. }) => ty.clone(),
            CType::Int(kind) => {
                let signed = match kind.bits(self.model) {
                    1 => IntKind::Bool,
                    8 => IntKind::SignedChar,
                    16 => IntKind::Short,
                    32 => IntKind::Int,
                    128 => IntKind::Int128,
                    _ => IntKind::LongLong,
                };
                CType::Int(if kind.is_signed() { signed } else { signed.unsigned() })
            }
            CType::Pointer(target) => self.canonical(target).pointer(),
            CType::Array(element, length) => self.canonical(element).array(*length),
            ty => ty.clone(),
        }
    }

    /// Whether two types have the same values.
    pub fn is_same(&self, left: &CType, right: &CType) -> bool {
        self.canonical(left) == self.canonical(right)
    }

    /// Whether values of two types look the same in memory and in calls: those of one type, pointers to objects, and
    /// integers that differ in their sign alone.
    pub fn looks_like(&self, left: &CType, right: &CType) -> bool {
        match (left, right) {
            (CType::Pointer(_), CType::Pointer(_)) => {
                left.is_function_pointer() == right.is_function_pointer()
            }
            _ => self.without_sign(left) == self.without_sign(right),
        }
    }

    /// [`TypeTable::canonical`], where integers of both signs are taken for one, too: pointers to them can be
    /// converted to each other.
    pub fn without_sign(&self, ty: &CType) -> CType {
        match self.canonical(ty) {
            CType::Int(kind) => CType::Int(kind.unsigned()),
            ty => ty,
        }
    }

    /// The numbers that stand for functions.
    pub fn address_type(&self) -> IntType {
        self.size_kind().int_type(self.model)
    }

    /// The kind of `size_t`.
    pub fn size_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::Unsigned,
            DataModel::Lp64 => IntKind::UnsignedLong,
        }
    }

    /// The kind of `ptrdiff_t`.
    pub fn distance_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        }
    }

    /// How many numbers and pointers a value has; an array of no fixed length counts as one element.
    pub fn scalars(&self, ty: &CType) -> u64 {
        match ty {
            CType::Array(element, Length::Fixed(length)) => self.scalars(element).saturating_mul(*length),
            CType::Array(element, _) => self.scalars(element),
            CType::Record(id) => {
                let members = self.record(*id).members.iter().flatten();
                members.fold(0, |count: u64, member| count.saturating_add(self.scalars(&member.ty)))
            }
            _ => 1,
        }
    }

    /// The size of values in bytes; `None` of incomplete types, functions, and arrays of no fixed length.
    pub fn size_of(&self, ty: &CType) -> Option<u64> {
        Some(match ty {
            CType::Void | CType::Function(_) | CType::Array(_, Length::Unknown | Length::Variable) => {
                return None;
            }
            CType::Int(kind) => u64::from(kind.stored().bits(self.model).div_ceil(8)),
            CType::Float(16) if self.model == DataModel::Ilp32 => 12,
            CType::Float(bytes) => u64::from(*bytes),
            CType::Pointer(_) => self.pointer_size(),
            CType::Array(element, Length::Fixed(length)) => self.size_of(element)?.checked_mul(*length)?,
            CType::Record(id) => self.record_layout(*id)?.size,
        })
    }

    /// How the members of a struct or union lie in it; `None` if it is incomplete, or too large.
    pub fn record_layout(&self, id: RecordId) -> Option<Layout> {
        let (places, end) = self.places(id)?;
        let align = self.align_of(&CType::Record(id));
        let offsets = places.iter().map(|place| place / 8).collect();
        Some(Layout { size: end.div_ceil(8).checked_next_multiple_of(align)?, align, offsets })
    }

    /// Tells the flowgraph's types how their values lie in memory.
    pub fn set_layouts(&mut self) {
        for (index, record) in self.records.iter().enumerate() {
            let layout = self.record_layout(RecordId(index as u32));
            if let (Some(flow), Some(mut layout)) = (record.flow, layout)
                && let Type::Record(fields) = &self.types[flow]
            {
                let parts = self.parts(RecordId(index as u32)).unwrap_or_default();
                layout.offsets = parts.iter().map(|part| part.offset).take(fields.len()).collect();
                self.types.set_layout(flow, layout);
            }
        }
        let simple: Vec<(TypeId, u64)> =
            self.types.iter().filter_map(|(id, ty)| Some((id, self.simple_size(ty)?))).collect();
        for (id, size) in simple {
            let align = self.simple_align(size);
            self.types.set_layout(id, Layout { size, align, offsets: Vec::new() });
        }
    }

    /// The size of the flowgraph's numbers and pointers.
    fn simple_size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Pointer(_) => Some(self.pointer_size()),
            Type::Int(IntType::Float(format)) => self.size_of(&CType::float(*format)),
            Type::Int(IntType::Sized { bits, .. }) => Some(u64::from(bits.div_ceil(8))),
            _ => None,
        }
    }

    fn simple_align(&self, size: u64) -> u64 {
        if self.model == DataModel::Ilp32 { size.min(4) } else { size }
    }

    /// The alignment of values in bytes, as on x86 and x86-64.
    pub fn align_of(&self, ty: &CType) -> u64 {
        match ty {
            CType::Void | CType::Function(_) => 1,
            CType::Array(element, _) => self.align_of(element),
            CType::Record(id) => {
                let record = self.record(*id);
                let members = record.members.iter().flatten();
                // Bit-fields without a name do not count.
                let members = members.filter(|member| member.width.is_none() || member.name.is_some());
                let align = members.map(|member| self.member_align(record, member)).max().unwrap_or(1);
                align.max(record.packing.least.unwrap_or(1))
            }
            CType::Int(_) | CType::Float(_) | CType::Pointer(_) => {
                self.simple_align(self.size_of(ty).unwrap_or(1))
            }
        }
    }

    /// The alignment of a member in its struct or union, as GCC has it.
    pub fn member_align(&self, record: &Record, member: &Member) -> u64 {
        // What `#pragma pack` leaves of a bit-field's alignment counts, packed or not.
        let limited = member.width.is_some() && record.packing.most.is_some();
        let packed = (record.packing.packed || member.packing.packed) && !limited;
        let align = if packed { 1 } else { self.align_of(&member.ty) };
        let align = align.max(member.packing.least.unwrap_or(1));
        align.min(record.packing.most.unwrap_or(u64::MAX))
    }

    /// The size of a pointer in bytes.
    pub fn pointer_size(&self) -> u64 {
        match self.model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// Whether a type is what `FILE` or `DIR` stands for: there are such objects, but nobody looks into them.
    pub fn is_stream(&self, ty: &CType) -> bool {
        const TAGS: [&str; 5] = ["_IO_FILE", "__sFILE", "__FILE", "__dirstream", "_dirdesc"];
        let CType::Record(id) = ty else { return false };
        self.record(*id).tag.as_deref().is_some_and(|tag| TAGS.contains(&tag))
    }

    /// Why there can be no objects of a type, if so, and the place that is to blame, if there is one.
    pub fn problem(&self, ty: &CType) -> Option<(String, Option<Span>)> {
        let reason = match ty {
            CType::Int(_) | CType::Float(_) | CType::Pointer(_) => return None,
            CType::Void => "there are no values of type `void`".to_owned(),
            CType::Function(_) => "a function is not a value".to_owned(),
            CType::Array(element, _) => return self.problem(element),
            CType::Record(id) => {
                let record = self.record(*id);
                match (&record.refusal, &record.members) {
                    (Some((span, reason)), _) => return Some((reason.clone(), Some(*span))),
                    (None, None) => format!("`{}` is incomplete", self.name(ty)),
                    (None, Some(members)) => {
                        return members.iter().find_map(|member| self.problem(&member.ty));
                    }
                }
            }
        };
        Some((reason, None))
    }

    /// Whether values are pointers or contain some (other than to functions).
    pub fn has_pointers(&self, ty: &CType) -> bool {
        match ty {
            CType::Pointer(_) => ty.is_object_pointer(),
            CType::Array(element, _) => self.has_pointers(element),
            CType::Record(id) => {
                self.record(*id).members.iter().flatten().any(|member| self.has_pointers(&member.ty))
            }
            _ => false,
        }
    }

    /// Whether values are pointers to functions or contain some.
    pub fn has_function_pointers(&self, ty: &CType) -> bool {
        match ty {
            CType::Pointer(_) => ty.is_function_pointer(),
            CType::Array(element, _) => self.has_function_pointers(element),
            CType::Record(id) => {
                self.record(*id).members.iter().flatten().any(|member| self.has_function_pointers(&member.ty))
            }
            _ => false,
        }
    }

    /// How a type is written in messages.
    pub fn name(&self, ty: &CType) -> String {
        match ty {
            CType::Void => "void".to_owned(),
            CType::Int(IntKind::Enum(id, _)) => {
                let tag = self.enumerations.get(id.0 as usize).and_then(Option::as_deref);
                format!("enum {}", tag.unwrap_or("(unnamed)"))
            }
            CType::Int(kind) => kind.name().to_owned(),
            CType::Float(4) => "float".to_owned(),
            CType::Float(8) => "double".to_owned(),
            CType::Float(_) => "long double".to_owned(),
            CType::Pointer(target) => match &**target {
                CType::Function(function) => format!("{} (*)(...)", self.name(&function.result)),
                _ => {
                    let target = self.qualified_name(target);
                    let space = if target.ends_with('*') { "" } else { " " };
                    format!("{target}{space}*")
                }
            },
            CType::Array(element, Length::Fixed(length)) => {
                format!("{}[{length}]", self.qualified_name(element))
            }
            CType::Array(element, _) => format!("{}[]", self.qualified_name(element)),
            CType::Record(id) => {
                let record = self.record(*id);
                let kind = if record.is_union { "union" } else { "struct" };
                format!("{kind} {}", record.tag.as_deref().unwrap_or("(unnamed)"))
            }
            CType::Function(function) => format!("{} (...)", self.name(&function.result)),
        }
    }

    /// As [`TypeTable::name`], with the type's own qualifiers.
    fn qualified_name(&self, ty: &Qualified) -> String {
        let mut name = self.name(ty);
        for word in ty.qualifiers().words() {
            name = match **ty {
                CType::Pointer(_) => format!("{name}{word}"),
                _ => format!("{word} {name}"),
            };
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DataModel::{Ilp32, Lp64};
    use IntKind::*;

    #[test]
    fn records_are_laid_out_as_on_x86() {
        for (model, size, align) in [(Ilp32, 20, 4), (Lp64, 32, 8)] {
            let mut types = TypeTable::new(model);
            let id = types.add_record(None, false);
            let (qualifiers, packing) = (Qualifiers::NONE, Packing::default());
            let member = |ty| Member { name: None, ty, qualifiers, packing, width: None };
            let text = CType::Int(Char).array(Length::Fixed(3));
            let members = vec![
                member(CType::Int(Char)),
                member(CType::Int(LongLong)),
                member(text),
                member(CType::Void.pointer()),
            ];
            types.complete(id, members, None);
            let record = CType::Record(id);
            assert_eq!((types.size_of(&record), types.align_of(&record)), (Some(size), align));
            let flow = types.flow(&record);
            types.set_layouts();
            let offsets = if model == Ilp32 { vec![0, 4, 12, 16] } else { vec![0, 8, 16, 24] };
            assert_eq!(types.types.layout(flow), Some(&Layout { size, align, offsets }));
        }
    }
}
