//! GNU's `__builtin_shuffle` and `__builtin_shufflevector`: vectors of elements of other vectors.

use super::compound::Compound;
use super::intrinsic::Typed;
use super::{Checker, Refusal, refusal};
use crate::ctype::CType;
use crate::library::{Code, Written};
use crate::tree::{Expr, Initial, LocalId};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;

impl<'a> Checker<'a> {
    /// The elements of one or two vectors that a vector of numbers chooses. Only the low bits of the numbers count.
    pub(crate) fn shuffle(&mut self, call: &Written<'_, 'a>) -> Typed {
        let (arguments, span) = (call.arguments, call.span);
        let mut code = Code::new(self, "shuffle", span);
        let mut operands = Vec::new();
        for argument in arguments {
            let value = code.checker.rvalue(argument)?;
            operands.push(code.declare("v", value));
        }
        let Some((mask, vectors)) = operands.split_last() else { return refusal(span, "nothing to shuffle") };
        let (mask_element, mask_count) = code.checker.vector_parts(*mask, span)?;
        let (element, count) = code.checker.vector_parts(vectors[0], span)?;
        let size = |ty: &CType| code.checker.types.size_of(ty);
        let same =
            vectors.iter().all(|vector| code.checker.type_of(*vector) == code.checker.type_of(vectors[0]));
        if !same || mask_count != count || size(&mask_element) != size(&element) || mask_element.is_float() {
            return refusal(span, "vectors that cannot be shuffled: their types do not go together");
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let mut chosen = Vec::new();
            for vector in vectors {
                let which = code.mask_bits(*mask, index, count - 1)?;
                let whole = code.get(*vector);
                chosen.push(code.checker.element_at(whole, which, &element));
            }
            let mut chosen = chosen.into_iter();
            let value = match (chosen.next(), chosen.next()) {
                (Some(first), Some(second)) => {
                    let is_second = code.mask_bits(*mask, index, count)?;
                    let is_second = code.is_not_zero(is_second);
                    code.choose(is_second, second, first)
                }
                (Some(first), None) => first,
                _ => return refusal(span, "nothing to shuffle"),
            };
            parts.push((index, Initial::Value(value)));
        }
        let value = code.checker.vector_of(element, parts, span);
        Ok(Some(code.finish(value)))
    }

    /// The elements of two vectors with these constant numbers, where those of the second follow those of the first.
    pub(crate) fn shuffle_vector(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([first, second, indices @ ..], span) = (call.arguments, call.span) else { return Ok(None) };
        let mut code = Code::new(self, "shuffle", span);
        let first = code.checker.rvalue(first)?;
        let first = code.declare("v", first);
        let second = code.checker.rvalue(second)?;
        let second = code.declare("v", second);
        let (element, count) = code.checker.vector_parts(first, span)?;
        let (other, others) = code.checker.vector_parts(second, span)?;
        if element != other || !indices.len().is_power_of_two() {
            return refusal(span, "vectors that cannot be shuffled: their types do not go together");
        }
        let mut parts = Vec::new();
        for (place, index) in indices.iter().enumerate() {
            let at = code.checker.expr_span(index);
            let index = code.checker.constant(index)?;
            let index = index.to_i64().and_then(|index| u64::try_from(index).ok());
            let Some(index) = index.filter(|index| *index < count + others) else {
                return refusal(at, "`__builtin_shufflevector` of an element that the vectors do not have");
            };
            let (vector, index) = if index < count { (first, index) } else { (second, index - count) };
            let whole = code.get(vector);
            let index = code.size(index as usize);
            let value = code.checker.element_at(whole, index, &element);
            parts.push((place as u64, Initial::Value(value)));
        }
        let value = code.checker.vector_of(element, parts, span);
        Ok(Some(code.finish(value)))
    }

    fn type_of(&self, local: LocalId) -> &CType {
        &self.current.locals[local.0 as usize].ty
    }

    /// The type and the number of the elements of a variable that must be a vector.
    fn vector_parts(&self, local: LocalId, span: Span) -> Result<(CType, u64), Refusal> {
        match self.compound(self.type_of(local)) {
            Some(Compound::Vector(element, count)) => Ok((element.clone(), *count)),
            _ => refusal(span, "something that is not a vector is shuffled"),
        }
    }
}

impl Code<'_, '_> {
    /// Some bits of an element of a vector of numbers, as a `size_t`.
    fn mask_bits(&mut self, mask: LocalId, index: u64, bits: u64) -> Result<Expr, Refusal> {
        let (span, size) = (self.span, self.size_type());
        let (element, _) = self.checker.vector_parts(mask, span)?;
        let whole = self.get(mask);
        let at = self.size(index as usize);
        let number = self.checker.element_at(whole, at, &element);
        let number = self.checker.convert(number, &size, span)?;
        let bits = Expr::int(Int::from(bits as usize), size, span);
        Ok(self.binary(BinaryOp::BitAnd, number, bits))
    }
}
