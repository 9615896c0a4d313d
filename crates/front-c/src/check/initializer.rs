//! Initialisers (C11 6.7.9).

use super::expression::{FILE_LITERAL, values_of};
use super::literal::string_type;
use super::wide::is_wide;
use super::{Checker, Refusal, refusal, unsupported};
use crate::ctype::{CType, IntKind, Length};
use crate::tree::{Expr, ExprKind, Initial};
use kyklos_base::Span;
use kyklos_flow::BinaryOp;
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;

/// A range of elements may not be longer than this.
const RANGE_LIMIT: u64 = 1 << 16;

/// First values of variables of the program are written out in full up to this many numbers.
const SIZE_LIMIT: u64 = 1 << 20;

/// The first values of some parts of an array or record, by rising number.
type Parts = Vec<(u64, Initial)>;

/// The items of a braced list that are still to be used.
type Items<'a> = std::iter::Peekable<std::slice::Iter<'a, Node<InitializerListItem>>>;

impl<'a> Checker<'a> {
    /// A first value for a type, and the number of elements it gives to an array of unknown length.
    pub(super) fn initial(
        &mut self,
        ty: &CType,
        initializer: &'a Node<Initializer>,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        let span = self.span(initializer);
        match &initializer.node {
            Initializer::List(items) => self.initial_list(ty, items, span),
            Initializer::Expression(expr) => self.initial_expr(ty, expr, span),
        }
    }

    /// As [`initial`](Self::initial), for a variable of the program.
    pub(super) fn constant_initial(
        &mut self,
        ty: &CType,
        initializer: &'a Node<Initializer>,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        let span = self.span(initializer);
        let (initial, length) = self.initial(ty, initializer)?;
        self.check_constant(ty, initial, length, span)
    }

    /// As [`initial_list`](Self::initial_list), for a variable of the program.
    pub(super) fn constant_list(
        &mut self,
        ty: &CType,
        items: &'a [Node<InitializerListItem>],
        span: Span,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        let (initial, length) = self.initial_list(ty, items, span)?;
        self.check_constant(ty, initial, length, span)
    }

    /// GNU: a struct's first value may be a compound literal, which has the values that are wanted.
    fn without_literals(&self, initial: Initial) -> Initial {
        match initial {
            Initial::Parts(parts) => {
                let parts = parts.into_iter().map(|(number, part)| (number, self.without_literals(part)));
                Initial::Parts(parts.collect())
            }
            Initial::Value(value) => match &value.kind {
                ExprKind::Literal(_, inner) => self.without_literals((**inner).clone()),
                ExprKind::Global(id) if value.ty.is_aggregate() => {
                    let global = &self.globals[id.0 as usize];
                    match &global.initial {
                        Some(inner) if global.name == FILE_LITERAL => self.without_literals(inner.clone()),
                        _ => Initial::Value(value),
                    }
                }
                _ => Initial::Value(value),
            },
        }
    }

    fn check_constant(
        &self,
        ty: &CType,
        initial: Initial,
        length: Option<u64>,
        span: Span,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        let initial = self.without_literals(initial);
        if let Some(span) = not_constant(&initial) {
            return refusal(span, "the first value of a variable of the program must be a constant");
        }
        let size = match (ty, length) {
            (CType::Array(element, Length::Unknown), Some(length)) => {
                self.types.scalars(element).saturating_mul(length)
            }
            _ => self.types.scalars(ty),
        };
        if size > SIZE_LIMIT && !initial.is_zero() {
            return refusal(span, "a variable of this size must be zero at first");
        }
        Ok((initial, length))
    }

    fn initial_expr(
        &mut self,
        ty: &CType,
        expr: &'a Node<Expression>,
        span: Span,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        if let CType::Array(element, length) = ty {
            return match &expr.node {
                Expression::StringLiteral(pieces) if is_wide(&pieces.node) && takes(element, expr) => {
                    let wide = self.wide(&pieces.node, span)?;
                    let kind = element.int_kind().unwrap_or(wide.kind);
                    if matches!(length, Length::Fixed(length) if wide.elements.len() as u64 > *length) {
                        return refusal(span, "the string is too long");
                    }
                    Ok((wide.initial(self, kind, span), Some(wide.elements.len() as u64 + 1)))
                }
                Expression::StringLiteral(pieces) if takes(element, expr) => {
                    let bytes = self.string_bytes(&pieces.node, span)?;
                    let kind = element.int_kind().unwrap_or(IntKind::Char);
                    self.string_for(kind, *length, &bytes, span)
                }
                // GNU: the values of a compound literal of the same type.
                Expression::CompoundLiteral(literal) => {
                    let own = self.type_name(&literal.node.type_name)?;
                    match (&own, length) {
                        (CType::Array(of, Length::Fixed(own_length)), Length::Unknown) if of == element => {
                            let (initial, _) = self.initial_list(&own, values_of(&literal.node), span)?;
                            Ok((initial, Some(*own_length)))
                        }
                        (CType::Array(of, own), _)
                            if of == element && (own == length || *own == Length::Unknown) =>
                        {
                            self.initial_list(ty, values_of(&literal.node), span)
                        }
                        _ => refusal(span, "an array needs values of its own type"),
                    }
                }
                _ => refusal(span, "an array needs a list of values, or a string"),
            };
        }
        let value = self.rvalue_for(expr, ty)?;
        let span = value.span;
        Ok((Initial::Value(self.convert(value, ty, span)?), None))
    }

    fn string_for(
        &self,
        kind: IntKind,
        length: Length,
        bytes: &[u8],
        span: Span,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        let CType::Array(_, Length::Fixed(needed)) = string_type(bytes) else {
            return refusal(span, "a string without a length");
        };
        match length {
            // The final zero may be cut off.
            Length::Fixed(length) if bytes.len() as u64 > length => refusal(span, "the string is too long"),
            _ => Ok((self.string_initial(bytes, kind, span), Some(needed))),
        }
    }

    /// A first value from a list in braces.
    pub(super) fn initial_list(
        &mut self,
        ty: &CType,
        items: &'a [Node<InitializerListItem>],
        span: Span,
    ) -> Result<(Initial, Option<u64>), Refusal> {
        match ty {
            CType::Array(..) | CType::Record(_) if !self.is_complex(ty) => {
                if let ([only], CType::Array(element, _)) = (items, ty)
                    && let Initializer::Expression(expr) = &only.node.initializer.node
                    && takes(element, expr)
                {
                    return self.initial_expr(ty, expr, span);
                }
                let mut items = items.iter().peekable();
                let mut parts = Parts::new();
                let length = self.fill(ty, &mut items, Fill::Braced, span, (&mut parts, &[]))?;
                if let Some(item) = items.next() {
                    return refusal(self.span(item), "more values than there are places for");
                }
                Ok((Initial::Parts(parts), Some(length)))
            }
            _ => match items {
                [item] if item.node.designation.is_empty() => self.initial(ty, &item.node.initializer),
                [] => Ok((Initial::Parts(Vec::new()), None)),
                _ => refusal(span, "several values for one variable"),
            },
        }
    }

    /// Takes the items that belong to an array or record, which is at the end of a way into parts; how many elements it
    /// has at least.
    fn fill(
        &mut self,
        ty: &CType,
        items: &mut Items<'a>,
        how: Fill,
        span: Span,
        (parts, way): (&mut Parts, &[u64]),
    ) -> Result<u64, Refusal> {
        let (mut next, braced) = match how {
            Fill::Braced => (0, true),
            Fill::From(first) => (first, false),
        };
        let mut length = 0;
        while let Some(item) = items.peek().copied() {
            let designation = &item.node.designation;
            if !designation.is_empty() && !braced {
                break;
            }
            if designation.is_empty() {
                while self.is_nameless(ty, next) {
                    next += 1;
                }
                let Some((path, part)) = self.part(ty, next) else { break };
                self.item(&part, items, (&mut *parts, &[way, &path].concat()))?;
            } else {
                items.next();
                let (path, last, part) = self.designated(ty, designation, span)?;
                self.refuse_flexible(&part, self.span(item))?;
                let (initial, length) = self.initial(&part, &item.node.initializer)?;
                self.note_flexible(&part, length);
                next = path.first().copied().unwrap_or(0);
                if let CType::Record(id) = ty
                    && self.types.record(*id).is_union
                {
                    parts_at(parts, way).retain(|(number, _)| *number == next);
                }
                if path != last {
                    Self::refuse_effects(&initial, self.span(item))?;
                }
                for inner in ways(&path, &last) {
                    insert(parts, &[way, &inner].concat(), initial.clone());
                }
                self.fill_behind(ty, &last, items, (&mut *parts, way))?;
                next = last.first().copied().unwrap_or(next);
            }
            next += 1;
            length = length.max(next);
        }
        Ok(length)
    }

    /// Refuses a value of several parts that does something: GNU does it once, and makes one object of a literal.
    fn refuse_effects(initial: &Initial, span: Span) -> Result<(), Refusal> {
        match initial {
            Initial::Value(value) if does_something(value) => unsupported(
                span,
                "a range of elements whose value does something is not supported; name the elements",
            ),
            Initial::Value(_) => Ok(()),
            Initial::Parts(parts) => parts.iter().try_for_each(|(_, part)| Self::refuse_effects(part, span)),
        }
    }

    /// Takes the items without designators that follow one: they go to what lies behind the part that it named, in
    /// the array or record around that, and then in those around them, but for the outermost.
    fn fill_behind(
        &mut self,
        ty: &CType,
        path: &[u64],
        items: &mut Items<'a>,
        (parts, way): (&mut Parts, &[u64]),
    ) -> Result<(), Refusal> {
        let mut around = vec![ty.clone()];
        for index in path {
            match around.last().and_then(|ty| self.inner(ty, *index)) {
                Some(inner) => around.push(inner),
                None => return Ok(()),
            }
        }
        for depth in (1..path.len()).rev() {
            let Some(item) = items.peek().copied().filter(|item| item.node.designation.is_empty()) else {
                break;
            };
            let span = self.span(item);
            let way = [way, &path[..depth]].concat();
            self.fill(&around[depth], items, Fill::From(path[depth] + 1), span, (&mut *parts, &way))?;
        }
        Ok(())
    }

    /// The type of a part, by its number.
    fn inner(&self, ty: &CType, index: u64) -> Option<CType> {
        match ty {
            CType::Array(element, _) => Some((**element).clone()),
            CType::Record(id) => {
                let members = self.types.record(*id).members.as_ref()?;
                members.get(usize::try_from(index).ok()?).map(|member| member.ty.clone())
            }
            _ => None,
        }
    }

    /// Puts the value of the next item at the end of a way into parts, which is of this type. Without braces, an inner
    /// array or record takes several items, and what was said of the rest of it before stays.
    fn item(
        &mut self,
        ty: &CType,
        items: &mut Items<'a>,
        (parts, way): (&mut Parts, &[u64]),
    ) -> Result<(), Refusal> {
        let Some(item) = items.peek().copied() else { return Ok(()) };
        let span = self.span(item);
        self.refuse_flexible(ty, span)?;
        if let Initializer::Expression(expr) = &item.node.initializer.node {
            let whole = match ty {
                CType::Array(element, _) => takes(element, expr),
                CType::Record(_) if self.is_complex(ty) => true,
                CType::Record(_) => self.expr(expr)?.ty == *ty,
                _ => true,
            };
            if !whole && matches!(ty, CType::Array(_, Length::Unknown)) {
                return refusal(span, "the values of a flexible array member need braces");
            }
            if !whole {
                // A union has one member at a time.
                if matches!(ty, CType::Record(id) if self.types.record(*id).is_union) {
                    insert(parts, way, Initial::Parts(Vec::new()));
                }
                return self.fill(ty, items, Fill::From(0), span, (parts, way)).map(|_| ());
            }
        }
        items.next();
        let (initial, length) = self.initial(ty, &item.node.initializer)?;
        self.note_flexible(ty, length);
        insert(parts, way, initial);
        Ok(())
    }

    /// The type of a struct with the length that first values give to its flexible array member, if they do.
    pub(super) fn with_flexible_member(
        &mut self,
        ty: &CType,
        initializer: &'a Node<Initializer>,
    ) -> Option<CType> {
        let CType::Record(id) = ty else { return None };
        let record = self.types.record(*id).clone();
        let mut members = record.members.filter(|_| !record.is_union)?;
        let last = members.last_mut()?;
        let CType::Array(element, Length::Unknown) = last.ty.clone() else { return None };
        self.flexible_length = Some(None);
        // Where the initialiser is refused, it is so again when the variable is used.
        let initial = self.initial(ty, initializer);
        let length = self.flexible_length.take().flatten().filter(|_| initial.is_ok())?;
        last.ty = CType::Array(element, Length::Fixed(length));
        let whole = self.types.add_record(record.tag, false);
        self.types.pack(whole, record.packing);
        self.types.complete(whole, members, record.refusal);
        Some(CType::Record(whole))
    }

    /// Notes the length that first values give to a flexible array member.
    fn note_flexible(&mut self, ty: &CType, length: Option<u64>) {
        if let (CType::Array(_, Length::Unknown), Some(found)) = (ty, &mut self.flexible_length) {
            *found = length.or(*found);
        }
    }

    /// Refuses a first value for a flexible array member, but for variables that live as long as the program.
    fn refuse_flexible(&self, ty: &CType, span: Span) -> Result<(), Refusal> {
        match ty {
            CType::Array(_, Length::Unknown) if self.flexible_length.is_none() => {
                let message = "first values of a flexible array member need a variable that lives as long as the program";
                let help = "make the variable static, give the array a length, or allocate the struct";
                Err(Box::new(kyklos_base::Diagnostic::error(span, message).with_help(help)))
            }
            _ => Ok(()),
        }
    }

    /// Whether a part is a bit-field without a name, which gets no value.
    fn is_nameless(&self, ty: &CType, index: u64) -> bool {
        let CType::Record(id) = ty else { return false };
        let members = self.types.record(*id).members.as_deref().unwrap_or_default();
        let member = usize::try_from(index).ok().and_then(|index| members.get(index));
        member.is_some_and(|member| member.width.is_some() && member.name.is_none())
    }

    /// The way to a part, and its type, by its number.
    fn part(&self, ty: &CType, index: u64) -> Option<(Vec<u64>, CType)> {
        match ty {
            CType::Array(element, Length::Fixed(length)) if index < *length => {
                Some((vec![index], (**element).clone()))
            }
            CType::Array(element, Length::Unknown) => Some((vec![index], (**element).clone())),
            CType::Record(id) => {
                let record = self.types.record(*id);
                let limit = if record.is_union { 1 } else { u64::MAX };
                let member = record.members.as_ref()?.get(usize::try_from(index).ok()?)?;
                (index < limit).then(|| (vec![index], member.ty.clone()))
            }
            _ => None,
        }
    }

    /// The way to a designated part, or to the first and the last of several, and their type.
    fn designated(
        &mut self,
        ty: &CType,
        designation: &'a [Node<Designator>],
        span: Span,
    ) -> Result<(Vec<u64>, Vec<u64>, CType), Refusal> {
        let (mut path, mut last) = (Vec::new(), Vec::new());
        let mut ty = ty.clone();
        let mut count = 1_u64;
        for designator in designation {
            let span = self.span(designator);
            let mut end = None;
            let found = match (&designator.node, &ty) {
                (Designator::Member(name), CType::Record(id)) => {
                    let found = self.types.member(*id, &name.node.name);
                    found.map(|(path, ty)| (path.into_iter().map(u64::from).collect(), ty))
                }
                (Designator::Index(index), CType::Array(..)) => {
                    let index = self.position(index)?;
                    self.part(&ty, index)
                }
                (Designator::Range(range), CType::Array(..)) => {
                    let (from, to) = (self.position(&range.node.from)?, self.position(&range.node.to)?);
                    count =
                        to.checked_sub(from).map_or(0, |more| count.saturating_mul(more.saturating_add(1)));
                    if count == 0 || count > RANGE_LIMIT {
                        return refusal(span, "a range of elements that is empty or too long");
                    }
                    end = Some(to);
                    self.part(&ty, to).and_then(|_| self.part(&ty, from))
                }
                _ => None,
            };
            let Some((more, part)) = found else {
                return refusal(span, format!("`{}` has no such part", self.types.name(&ty)));
            };
            last.extend(end.map_or_else(|| more.clone(), |end| vec![end]));
            path.extend(more);
            ty = part;
        }
        match path.is_empty() {
            false => Ok((path, last, ty)),
            true => refusal(span, "an empty designator"),
        }
    }

    fn position(&mut self, expr: &'a Node<Expression>) -> Result<u64, Refusal> {
        let value = self.constant(expr)?;
        match value.to_i64().and_then(|value| u64::try_from(value).ok()) {
            Some(position) => Ok(position),
            None => refusal(self.expr_span(expr), format!("there is no element {value}")),
        }
    }
}

/// All ways from a first to a last one, each of whose numbers lies between theirs.
fn ways(first: &[u64], last: &[u64]) -> Vec<Vec<u64>> {
    let mut ways = vec![Vec::new()];
    for (first, last) in first.iter().zip(last) {
        let longer = |way: &Vec<u64>| (*first..=*last).map(|index| [&way[..], &[index]].concat()).collect();
        ways = ways.iter().flat_map(|way| -> Vec<_> { longer(way) }).collect();
    }
    ways
}

/// Whether an expression does more than to have a value.
pub(super) fn does_something(value: &Expr) -> bool {
    use ExprKind::{Assign, Call, Intrinsic, Library, Literal, Statements, Update};
    value.any(&mut |part| {
        matches!(
            part.kind,
            Assign(..) | Call(..) | Intrinsic(_) | Library(_) | Literal(..) | Statements(..) | Update { .. }
        )
    })
}

/// How items are taken.
#[derive(Clone, Copy)]
enum Fill {
    /// The list's own braces belong to the array or record.
    Braced,
    /// From a part on, and only as many items as there are places, up to a designator.
    From(u64),
}

/// Whether an expression is a string whose characters are elements of this type.
fn takes(element: &CType, expr: &Node<Expression>) -> bool {
    use IntKind::{Char, Int, SignedChar, Unsigned, UnsignedChar, UnsignedShort};
    let Expression::StringLiteral(pieces) = &expr.node else { return false };
    if is_wide(&pieces.node) {
        return matches!(element, CType::Int(Int | Unsigned | UnsignedShort));
    }
    matches!(element, CType::Int(Char | SignedChar | UnsignedChar))
}

/// Puts a value at the end of a way into parts. Later values replace earlier ones.
fn insert(parts: &mut Parts, path: &[u64], initial: Initial) {
    let Some((last, way)) = path.split_last() else { return };
    let parts = parts_at(parts, way);
    match parts.binary_search_by_key(last, |(index, _)| *index) {
        Ok(at) => parts[at].1 = initial,
        Err(at) => parts.insert(at, (*last, initial)),
    }
}

/// The parts at the end of a way into parts.
fn parts_at<'p>(parts: &'p mut Parts, way: &[u64]) -> &'p mut Parts {
    let Some((first, rest)) = way.split_first() else { return parts };
    let at = match parts.binary_search_by_key(first, |(index, _)| *index) {
        Ok(at) => at,
        Err(at) => {
            parts.insert(at, (*first, Initial::Parts(Vec::new())));
            at
        }
    };
    let place = &mut parts[at].1;
    if !matches!(place, Initial::Parts(_)) {
        *place = Initial::Parts(Vec::new());
    }
    match place {
        Initial::Parts(inner) => parts_at(inner, rest),
        _ => unreachable!("it was just made one of parts"),
    }
}

/// A place in an initialiser that is not a constant.
fn not_constant(initial: &Initial) -> Option<Span> {
    match initial {
        Initial::Parts(parts) => parts.iter().find_map(|(_, part)| not_constant(part)),
        Initial::Value(value) => (!is_constant(value)).then_some(value.span),
    }
}

fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Null => true,
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => is_constant_place(place),
        ExprKind::Convert(inner) => {
            (value.ty.is_object_pointer() || value.ty.int_kind().is_some()) && is_constant(inner)
        }
        // Of addresses, as other operations of constants have their values by now.
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            is_constant(left) && is_constant(right)
        }
        ExprKind::Offset { pointer, by, .. } => is_constant(pointer) && by.as_int().is_some(),
        _ => false,
    }
}

fn is_constant_place(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Global(_) => true,
        ExprKind::Index(array, index) => is_constant_place(array) && index.as_int().is_some(),
        ExprKind::Field(record, _) => is_constant_place(record),
        _ => false,
    }
}
