//! Arguments of the entry with pointers in them: lists, trees, texts, arrays of texts.
//!
//! Every object is made before the entry is called, down to a depth; the program is not asked what it will look at.
//! What a pointer points to is an input: null, an object of its own, or one of the same type that was made before.
//! It chooses from an array of these, so that a state keeps all of them under guards and splits only where it must.
//!
//! What is made is shared out: an object with room for so many pointers gives each of its members the same part, and these
//! their elements. So the first large array leaves room for what follows it, and costs what is near to the program; what
//! there is no room for is behind the depth, or what was met before.
//!
//! Behind the depth, pointers lead to an object that was never written: runs that look into it are cut, and no proof is
//! claimed. If the user has set the depth ([`Options::pointer_depth`](crate::Options::pointer_depth)), they are null.

use super::Context;
use super::entry::Start;
use super::named::Named;
use crate::ctype::{CType, FunctionType, IntKind, Length, Member, RecordId, Slot, TypeTable};
use crate::options::ArrayLength;
use kyklos_base::Int;
use kyklos_flow::{self as flow, BinaryOp, Expr, Input, Instruction, IntType, Place, Type};
use std::collections::HashSet;
use std::rc::Rc;

/// How many objects deep lists and trees are made, if the user does not say.
pub(super) const DEPTH: u32 = 3;

/// The most objects with pointers in them that are made.
const MOST_OBJECTS: usize = 100;

/// The most pointers that are made for an argument or a variable, with those in what they lead to.
const MOST_POINTERS: usize = 2_000;

/// The most elements that an array with pointers in it gets.
const MOST_ELEMENTS: u64 = 64;

/// The most elements that are written one by one; the others are written in a loop.
const MOST_WRITTEN: u64 = 500;

/// How much may still be made for a value.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// How many objects with pointers in them may follow each other.
    depth: u32,
    /// How many pointers there may be in all of them.
    pointers: usize,
}

impl Room {
    /// All that there is for an argument or a variable.
    pub(super) fn whole(depth: u32) -> Self {
        Self { depth, pointers: MOST_POINTERS }
    }

    /// Room for what was met before, and nothing new.
    fn none(self) -> Self {
        Self { pointers: 0, ..self }
    }

    /// One of so many equal parts, with room for one pointer at least.
    fn part(self, count: usize) -> Self {
        let part = self.pointers / count.max(1);
        Self { pointers: part.max(self.pointers.min(1)), ..self }
    }
}

/// What was made so far.
#[derive(Default)]
pub(super) struct Made {
    /// Objects with pointers in them: their types, pointers to them, and how they are reached.
    objects: Vec<(CType, Expr, String)>,
    /// Arrays that were never written, by the types of their elements.
    beyond: Vec<(CType, Place)>,
    /// Whether what is made at present is not an argument, of which it is said that it is one of its kind.
    pub(super) may_be_rows: bool,
}

/// Whether a value needs more than inputs.
pub(super) fn needs_making(types: &TypeTable, ty: &CType) -> bool {
    types.has_pointers(ty) || types.has_function_pointers(ty)
}

/// Whether values of a type can be made up. Types that are part of others have no variable length.
pub(crate) fn is_possible(ty: &CType) -> bool {
    match ty {
        CType::Array(_, Length::Variable) => false,
        CType::Pointer(target) | CType::Array(target, _) => is_possible(target),
        _ => true,
    }
}

/// The types of functions that pointers in a value of a type lead to.
pub(crate) fn function_types(types: &TypeTable, ty: &CType, named: &Named) -> Vec<Rc<FunctionType>> {
    fn collect(
        (types, named): (&TypeTable, &Named),
        ty: &CType,
        seen: &mut HashSet<RecordId>,
        found: &mut Vec<Rc<FunctionType>>,
    ) {
        match ty {
            CType::Function(function) => found.push(function.clone()),
            CType::Pointer(target) | CType::Array(target, _) => {
                collect((types, named), target, seen, found);
            }
            CType::Record(id) if seen.insert(*id) => {
                let members = types.record(*id).members.iter().flatten().enumerate();
                let looked_at = members.filter(|(number, _)| named.has(*id, *number));
                looked_at.for_each(|(_, member)| collect((types, named), &member.ty, seen, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect((types, named), ty, &mut HashSet::new(), &mut found);
    found
}

/// Whether a struct leads to others of its type, as the nodes of lists and trees do.
pub(super) fn is_recursive(types: &TypeTable, ty: &CType) -> bool {
    fn leads_to(types: &TypeTable, ty: &CType, wanted: RecordId, seen: &mut HashSet<RecordId>) -> bool {
        match ty {
            CType::Pointer(target) | CType::Array(target, _) => leads_to(types, target, wanted, seen),
            CType::Record(id) if *id == wanted => true,
            CType::Record(id) if seen.insert(*id) => {
                let mut members = types.record(*id).members.iter().flatten();
                members.any(|member| leads_to(types, &member.ty, wanted, seen))
            }
            _ => false,
        }
    }
    let CType::Record(id) = ty else { return false };
    let mut members = types.record(*id).members.iter().flatten();
    members.any(|member| leads_to(types, &member.ty, *id, &mut HashSet::new()))
}

impl Context<'_> {
    /// Gives a place an arbitrary value, with all that it leads to.
    pub(super) fn made_value(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        place: Place,
        ty: &CType,
        name: &str,
        room: Option<Room>,
    ) {
        if !needs_making(&self.types, ty) {
            let instruction = self.arbitrary(place, name);
            return start.step(instruction);
        }
        match ty {
            CType::Record(id) if self.types.record(*id).is_union => {
                self.made_union(start, made, place, *id, (name, "."), room);
            }
            CType::Record(id) => self.made_members(start, made, place, *id, (name, "."), room),
            CType::Array(element, Length::Fixed(length)) => {
                let few = (*length).min(MOST_ELEMENTS);
                for index in 0..(*length).min(MOST_WRITTEN) {
                    let at = place.clone().index(Expr::Int(Int::from(index as usize)));
                    let room =
                        room.map(|room| if index < few { room.part(few as usize) } else { room.none() });
                    self.made_value(start, made, at, element, &format!("{name}[{index}]"), room);
                }
                if *length > MOST_WRITTEN {
                    let room = room.map(Room::none);
                    self.made_rest(start, made, place, (element, *length), name, room);
                }
            }
            // What there is of a flexible array member is not known.
            CType::Array(..) => {}
            _ if ty.is_function_pointer() => {
                let value = self.made_function(start, ty, name, true);
                start.step(Instruction::Assign { target: place, value });
            }
            _ => {
                let value = self.made_pointer(start, made, ty, name, room, true);
                start.step(Instruction::Assign { target: place, value });
            }
        }
    }

    /// The elements behind those that are written one by one. Their pointers lead to what was met before, or are not followed.
    fn made_rest(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        place: Place,
        (element, length): (&CType, u64),
        name: &str,
        room: Option<Room>,
    ) {
        let number = self.types.types.intern(Type::Int(IntType::Unbounded));
        let index = start.variable(&format!("({name}) index"), number);
        let count = |count: u64| Expr::Int(Int::from(count as usize));
        start.step(Instruction::Assign { target: index.clone(), value: count(MOST_WRITTEN) });
        let at = Expr::Load(index.clone());
        let head = start.repeat_while(Expr::binary(BinaryOp::Lt, at.clone(), count(length)));
        let rest = format!("{name}[from {MOST_WRITTEN}]");
        self.made_value(start, made, place.index(at.clone()), element, &rest, room);
        start.step(Instruction::Assign { target: index, value: Expr::binary(BinaryOp::Add, at, count(1)) });
        start.end_repeat(head);
    }

    /// The members of a struct; the words are its name and what stands between it and theirs. Those that the program
    /// never names are not followed.
    fn made_members(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        place: Place,
        id: RecordId,
        (name, between): (&str, &str),
        room: Option<Room>,
    ) {
        let members = self.types.record(id).members.clone().unwrap_or_default();
        let mut units = HashSet::new();
        let room = room.map(|room| room.part(self.followed(id).len()));
        for (number, member) in members.iter().enumerate() {
            let room = room.filter(|_| self.named.has(id, number));
            let at = match self.types.slot(id, number) {
                Slot::Field(field) => place.clone().field(field),
                Slot::Bits(field, _) => {
                    // All bit-fields that share a number are made at once.
                    if units.insert(field) {
                        let called = member.name.as_deref().unwrap_or("bits");
                        start.forget(place.clone().field(field), &format!("{name}{between}{called}"));
                    }
                    continue;
                }
                Slot::View => continue,
            };
            match (&member.name, &member.ty) {
                (Some(called), ty) => {
                    self.made_value(start, made, at, ty, &format!("{name}{between}{called}"), room);
                }
                (None, CType::Record(inner)) if self.types.record(*inner).is_union => {
                    self.made_union(start, made, at, *inner, (name, between), room);
                }
                (None, CType::Record(inner)) => {
                    self.made_members(start, made, at, *inner, (name, between), room);
                }
                _ => {}
            }
        }
    }

    /// The members of a struct or union that are looked at and have pointers in them.
    fn followed(&self, id: RecordId) -> Vec<&Member> {
        let members = self.types.record(id).members.iter().flatten().enumerate();
        let followed = members
            .filter(|(number, member)| self.named.has(id, *number) && needs_making(&self.types, &member.ty));
        followed.map(|(_, member)| member).collect()
    }

    /// How many pointers there are in a value of a type, of those that are looked at.
    fn pointers_in(&self, ty: &CType) -> usize {
        match ty {
            CType::Pointer(_) => 1,
            CType::Array(element, Length::Fixed(length)) => {
                self.pointers_in(element).saturating_mul(usize::try_from(*length).unwrap_or(usize::MAX))
            }
            CType::Record(id) => {
                let counts = self.followed(*id).into_iter().map(|member| self.pointers_in(&member.ty));
                counts.fold(0, usize::saturating_add)
            }
            _ => 0,
        }
    }

    /// Whether a member is a number, or an array of such, of so many bytes.
    fn covers(&self, member: &Member, bytes: u64) -> bool {
        fn is_number(ty: &CType) -> bool {
            match ty {
                CType::Int(kind) => *kind != IntKind::Bool,
                CType::Array(element, Length::Fixed(_)) => is_number(element),
                _ => false,
            }
        }
        member.width.is_none() && is_number(&member.ty) && self.types.size_of(&member.ty) == Some(bytes)
    }

    /// A union: one of its members, by an input. Values for all are made before, as others may share what they lead to.
    fn made_union(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        place: Place,
        id: RecordId,
        (name, between): (&str, &str),
        room: Option<Room>,
    ) {
        let members = self.types.record(id).members.clone().unwrap_or_default();
        let mut values = Vec::new();
        let room = room.map(|room| room.part(self.followed(id).len()));
        if self.followed(id).is_empty()
            && let Some(bytes) = self.types.size_of(&CType::Record(id)).filter(|bytes| *bytes > 0)
        {
            // Nobody follows a pointer in it, so its bytes may be any: there is nothing to choose, and no path for each choice.
            let number = members.iter().find(|member| self.covers(member, bytes));
            let byte = CType::Int(IntKind::UnsignedChar);
            let whole = number.map(|member| member.ty.clone());
            let whole = whole.unwrap_or_else(|| byte.array(Length::Fixed(bytes)));
            let at = Expr::Retype(self.types.flow(&whole.pointer()), Box::new(Expr::AddressOf(place)));
            let instruction = self.arbitrary(Place::deref(at), name);
            return start.step(instruction);
        }
        for (index, member) in members.iter().enumerate().filter(|(_, member)| member.width.is_none()) {
            let called = member.name.clone().unwrap_or_else(|| index.to_string());
            let flow = self.types.flow(&member.ty);
            let value = start.variable(&format!("({name}) {called}"), flow);
            let zero = self.zero(&member.ty);
            start.step(Instruction::Assign { target: value.clone(), value: zero });
            let whole = format!("{name}{between}{called}");
            let room = room.filter(|_| self.named.has(id, index));
            self.made_value(start, made, value.clone(), &member.ty, &whole, room);
            let pointer = self.types.flow(&member.ty.clone().pointer());
            let at = Expr::Retype(pointer, Box::new(Expr::AddressOf(place.clone())));
            values.push((called, Place::deref(at), Expr::Load(value)));
        }
        let labels = values.iter().map(|(called, ..)| called.clone()).collect();
        let writes = values.into_iter().map(|(_, target, value)| Instruction::Assign { target, value });
        let writes: Vec<Instruction> = writes.collect();
        if writes.is_empty() {
            return;
        }
        let choice = self.chosen(start, labels, name);
        start.one_of(&choice, writes);
    }

    /// A pointer to one of the functions whose address is taken, by an input; to none, if that may be.
    pub(super) fn made_function(
        &mut self,
        start: &mut Start,
        ty: &CType,
        name: &str,
        may_be_null: bool,
    ) -> Expr {
        let Some(CType::Function(wanted)) = ty.target() else { return Expr::int(0) };
        let mut candidates = Vec::new();
        if may_be_null {
            candidates.push(("null".to_owned(), Expr::int(0)));
        }
        for function in &self.unit.functions {
            let Some(address) = function.address.filter(|_| function.body.is_some()) else { continue };
            let same = |left: &CType, right: &CType| self.types.looks_like(left, right);
            let found = &function.ty;
            let fits = found.parameters.len() == wanted.parameters.len()
                && (wanted.result == CType::Void || same(&found.result, &wanted.result))
                && found.parameters.iter().zip(&wanted.parameters).all(|(left, right)| same(left, right));
            if fits {
                candidates.push((function.name.clone(), Expr::int(i64::from(address))));
            }
        }
        let flow = self.types.flow(ty);
        if !candidates.iter().any(|(label, _)| label != "null") {
            // Nobody calls it by its name; whether it is null may still matter.
            let number = start.variable(&format!("({name})"), flow);
            start.forget(number.clone(), name);
            return Expr::Load(number);
        }
        self.choice(start, flow, candidates, name)
    }

    /// A pointer to something that is made for it, to what was made before, or null if that may be.
    pub(super) fn made_pointer(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        ty: &CType,
        name: &str,
        room: Option<Room>,
        may_be_null: bool,
    ) -> Expr {
        let target = ty.target().cloned().unwrap_or(CType::Void);
        let pointer = self.types.flow(ty);
        let mut candidates = Vec::new();
        if may_be_null {
            candidates.push(("null".to_owned(), Expr::Null(pointer)));
        }
        let canonical = self.types.canonical(&target);
        let sharing = !self.options.no_sharing && room.is_some();
        let shared = made.objects.iter().filter(|(known, ..)| sharing && *known == canonical);
        let shared: Vec<_> = shared.map(|(_, at, called)| (called.clone(), at.clone())).collect();
        // Bytes are no pointers that could be followed.
        let is_leaf = !(needs_making(&self.types, &target) || target == CType::Void && self.named.recast);
        // Of several in a row, and of what has no end, the number is not known.
        let is_many = made.may_be_rows && !is_leaf && self.named.has_rows(&canonical)
            || self.named.has_open_end(&target, &self.types);
        let has_room = made.objects.len() < MOST_OBJECTS && !is_many;
        let is_small = |left: Room| left.pointers > 0 && self.pointers_in(&target) <= left.pointers;
        match room {
            _ if self.types.is_stream(&target) => {
                let holder = start.variable(&format!("({name})"), pointer);
                self.make_stream(start, holder.clone(), ty, false);
                candidates.push(("new".to_owned(), Expr::Load(holder)));
            }
            Some(left) if is_leaf && !is_many && left.pointers > 0 => {
                candidates.push(("new".to_owned(), self.made_numbers(start, &target, name)));
            }
            Some(left @ Room { depth: 1.., .. }) if has_room && target != CType::Void && is_small(left) => {
                let left = Room { depth: left.depth - 1, ..left };
                candidates.push(("new".to_owned(), self.made_object(start, made, &target, name, left)));
            }
            Some(Room { depth: 0, .. }) if self.options.pointer_depth.is_some() => {}
            _ => candidates.push(("beyond".to_owned(), self.beyond(start, made, &target, name))),
        }
        candidates.extend(shared);
        if candidates.is_empty() {
            return Expr::Null(pointer);
        }
        self.choice(start, pointer, candidates, name)
    }

    /// One of several pointers, by an input.
    fn choice(
        &mut self,
        start: &mut Start,
        pointer: flow::TypeId,
        candidates: Vec<(String, Expr)>,
        name: &str,
    ) -> Expr {
        let count = candidates.len();
        let (labels, mut values): (Vec<String>, Vec<Expr>) = candidates.into_iter().unzip();
        if count == 1 {
            return values.swap_remove(0);
        }
        let choice = self.chosen(start, labels, name);
        let last = values.last().cloned().unwrap_or(Expr::Null(pointer));
        values.resize(count.next_power_of_two(), last);
        let array = Type::Array { element: pointer, length: Some(values.len() as u64) };
        let array = self.types.types.intern(array);
        let all = start.variable(&format!("({name}) choices"), array);
        start.step(Instruction::Assign { target: all.clone(), value: Expr::Array(array, values) });
        Expr::Load(all.index(choice))
    }

    /// The number of one of several things, an input. With as many numbers as its type has, there is no condition on
    /// it: those behind the last thing stand for that.
    fn chosen(&mut self, start: &mut Start, labels: Vec<String>, name: &str) -> Expr {
        let bits = labels.len().next_power_of_two().trailing_zeros().max(1) as u16;
        let labels: Vec<String> =
            labels.iter().enumerate().map(|(index, label)| format!("{index}: {label}")).collect();
        let number = self.types.types.intern(Type::Int(IntType::Sized { bits, signed: false }));
        let choice = start.variable(&format!("({name}) choice"), number);
        let input = Input { name: format!("{name} ({})", labels.join(", ")) };
        start.step(Instruction::Havoc { target: choice.clone(), input });
        Expr::Load(choice)
    }

    /// A pointer to the first of numbers, or of structs of numbers, which are inputs.
    fn made_numbers(&mut self, start: &mut Start, target: &CType, name: &str) -> Expr {
        let element = match target {
            // Bytes.
            CType::Void => CType::Int(IntKind::UnsignedChar),
            target => target.clone(),
        };
        let pointer = self.types.flow(&element.clone().pointer());
        let flow_element = self.types.flow(&element);
        let holder = start.variable(&format!("({name})"), pointer);
        let value = match self.types.types[flow_element] {
            Type::Opaque => Expr::Zero(flow_element),
            _ => {
                let length = match self.options.array_length(name) {
                    Some(ArrayLength::Fixed(length)) => Length::Fixed(length),
                    _ => Length::Unknown,
                };
                let array = element.clone().array(length);
                let flow_array = self.types.flow(&array);
                let content = start.variable(&format!("({name}) content"), flow_array);
                let instruction = match length {
                    // An array without an end is an input in any case.
                    Length::Unknown => {
                        Instruction::Havoc { target: content.clone(), input: Input { name: name.to_owned() } }
                    }
                    _ => self.arbitrary(content.clone(), name),
                };
                start.step(instruction);
                Expr::Load(content)
            }
        };
        start.step(Instruction::Allocate {
            target: holder.clone(),
            value,
            arbitrary: None,
            automatic: false,
        });
        let value = Expr::Load(holder);
        match target {
            CType::Void => Expr::Retype(self.types.flow(&CType::Void.pointer()), Box::new(value)),
            _ => value,
        }
    }

    /// Makes a stream that is open, and puts the pointer to it in a place.
    pub(super) fn make_stream(&mut self, start: &mut Start, target: Place, ty: &CType, automatic: bool) {
        let value = Expr::Zero(self.types.flow(ty.target().unwrap_or(&CType::Void)));
        start.step(Instruction::Allocate { target, value, arbitrary: None, automatic });
    }

    /// A pointer to an object with pointers in it; to the first of several, where the user has said how many and
    /// it is no node of a list or tree.
    fn made_object(
        &mut self,
        start: &mut Start,
        made: &mut Made,
        target: &CType,
        name: &str,
        room: Room,
    ) -> Expr {
        let pointer = self.types.flow(&target.clone().pointer());
        let element = self.types.flow(target);
        let holder = start.variable(&format!("({name})"), pointer);
        let count = match is_recursive(&self.types, target) {
            true => 1,
            false => match self.options.array_length(name) {
                Some(ArrayLength::Fixed(length)) => length.min(MOST_ELEMENTS),
                _ => 1,
            },
        };
        let zero = self.zero(target);
        let value = match count {
            1 => zero,
            _ => {
                let array = self.types.flow(&target.clone().array(Length::Unknown));
                let length = Expr::Int(Int::from(count as usize));
                Expr::Repeat(array, Box::new(length), Box::new(Expr::Zero(element)))
            }
        };
        start.step(Instruction::Allocate {
            target: holder.clone(),
            value,
            arbitrary: None,
            automatic: false,
        });
        let pointer = Expr::Load(holder);
        if count == 1 {
            made.objects.push((self.types.canonical(target), pointer.clone(), name.to_owned()));
        }
        for index in 0..count {
            let (at, called) = match count {
                1 => (pointer.clone(), name.to_owned()),
                _ => {
                    let by = Expr::Int(Int::from(index as usize));
                    (Expr::Offset(Box::new(pointer.clone()), Box::new(by)), format!("{name}[{index}]"))
                }
            };
            let place = Place::deref(at);
            let room = Some(room.part(count as usize));
            match target {
                CType::Record(id) if !self.types.record(*id).is_union => {
                    let between = if count == 1 { "->" } else { "." };
                    self.made_members(start, made, place, *id, (&called, between), room);
                }
                _ => {
                    let called = if count == 1 { format!("*{name}") } else { called };
                    self.made_value(start, made, place, target, &called, room);
                }
            }
        }
        pointer
    }

    /// A pointer to an object that was never written, in an array of such: it may be the one that another pointer
    /// leads to, or not.
    pub(super) fn beyond(&mut self, start: &mut Start, made: &mut Made, target: &CType, name: &str) -> Expr {
        let element = match target {
            CType::Void => CType::Int(IntKind::UnsignedChar),
            target => target.clone(),
        };
        let known = made.beyond.iter().find(|(known, _)| *known == element).map(|(_, place)| place.clone());
        let object = known.unwrap_or_else(|| {
            let array = self.types.flow(&element.clone().array(Length::Unknown));
            let place = start.variable(&format!("{} beyond", self.types.name(&element)), array);
            made.beyond.push((element, place.clone()));
            place
        });
        let number = self.types.types.intern(Type::Int(IntType::Sized { bits: 16, signed: false }));
        let which = start.variable(&format!("({name}) which"), number);
        start.forget(which.clone(), &format!("{name} (which of those that are not known)"));
        let pointer = Expr::AddressOf(object.index(Expr::Load(which)));
        match target {
            CType::Void => Expr::Retype(self.types.flow(&CType::Void.pointer()), Box::new(pointer)),
            _ => pointer,
        }
    }
}
