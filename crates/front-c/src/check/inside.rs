//! Functions that only the C texts of other functions call: see the start of `library/models.c`.

use super::intrinsic::{Typed, intrinsic, nothing};
use super::model::Model;
use super::{Checker, refusal};
use crate::ctype::CType;
use crate::library::{self, Written};
use crate::tree::{Expr, ExprKind, Intrinsic, Rule};
use kyklos_base::float::Decimal;
use kyklos_base::{FloatFormat, FloatOp, Int};
use lang_c::ast::Expression;

impl<'a> Checker<'a> {
    /// The function whose text is at hand.
    fn modelled(&self) -> String {
        self.current.model.as_ref().map_or(String::new(), |model| model.name.clone())
    }

    /// `__kyklos_text`: literals end; else what its own C text does.
    pub(crate) fn text_ends(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([text], Some(Model { name, literals, .. })) = (call.arguments, self.current.model.clone())
        else {
            return Ok(None);
        };
        if matches!(&text.node, Expression::Identifier(text) if literals.contains(&text.node.name)) {
            return Ok(Some(nothing(call.span)));
        }
        let Some(definition) = self.models.get(call.name).copied() else { return Ok(None) };
        let text = self.rvalue(text)?;
        self.model_call(&name, definition, vec![text], call.span).map(Some)
    }

    /// `__kyklos_there`
    pub(crate) fn is_there(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [pointer] = call.arguments else { return Ok(None) };
        let pointer = library::followed(self.rvalue(pointer)?);
        Ok(Some(Expr::new(ExprKind::Convert(Box::new(pointer)), CType::Void, call.span)))
    }

    /// `__kyklos_ended`
    pub(crate) fn rows_end(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [object] = call.arguments else { return Ok(None) };
        let object = self.rvalue(object)?;
        let object = self.indirection(object, call.span)?;
        Ok(Some(self.texts_end(&object)))
    }

    /// `__kyklos_close`
    pub(crate) fn close(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [stream] = call.arguments else { return Ok(None) };
        let stream = self.rvalue(stream)?;
        Ok(Some(match stream.ty.target().is_some_and(|target| self.types.is_stream(target)) {
            true => library::close(stream),
            // The program means another function.
            false => intrinsic(Intrinsic::Ignore(vec![stream], None), CType::Void, call.span),
        }))
    }

    /// `__kyklos_outside`
    pub(crate) fn pointer_from_outside(&mut self, call: &Written<'_, 'a>) -> Typed {
        let name = self.modelled();
        let result = self.current.result.clone().unwrap_or(CType::Void);
        if !result.target().is_some_and(|target| self.types.is_stream(target)) {
            self.warn_of_undefined(&name, &result, false, Vec::new(), call.span);
        }
        self.new_pointer(&name, &result, None, call.span).map(Some)
    }

    /// `__kyklos_range`
    pub(crate) fn number_between(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [low, high] = call.arguments else { return Ok(None) };
        let (low, high) = (self.rvalue(low)?, self.rvalue(high)?);
        let (low, high, _) = self.usual(low, high)?;
        let ty = low.ty.clone();
        let range = Intrinsic::Range(Box::new(low), Box::new(high), self.modelled());
        Ok(Some(intrinsic(range, ty, call.span)))
    }

    /// `__kyklos_aside`
    pub(crate) fn aside(&mut self, call: &Written<'_, 'a>) -> Typed {
        let number = |number: i64| Box::new(Expr::int(Int::from(number), CType::INT, call.span));
        let aside = Intrinsic::Range(number(0), number(2), library::choice(&self.modelled()));
        Ok(Some(intrinsic(aside, CType::INT, call.span)))
    }

    /// `__kyklos_least`: the least that a call reads: nothing, if it may fail.
    pub(crate) fn least_read(&mut self, call: &Written<'_, 'a>) -> Typed {
        Ok(Some(Expr::int(Int::from(self.options.assume_io), CType::INT, call.span)))
    }

    /// `__kyklos_forget`
    pub(crate) fn forget(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([pointer], name) = (call.arguments, self.modelled()) else { return Ok(None) };
        let pointer = self.rvalue(pointer)?;
        let place = Box::new(self.indirection(pointer, call.span)?);
        if self.types.has_pointers(&place.ty) {
            return refusal(call.span, format!("`{name}` would make pointers"));
        }
        Ok(Some(intrinsic(Intrinsic::Forget(place, name), CType::Void, call.span)))
    }

    /// Floating point numbers as decimal texts.
    pub(crate) fn decimal(&mut self, call: &Written<'_, 'a>, part: Decimal) -> Typed {
        let operands: Result<Vec<Expr>, _> = call.arguments.iter().map(|one| self.rvalue(one)).collect();
        self.float_call(FloatOp::Decimal(part), FloatFormat::Double, operands?, call.span).map(Some)
    }

    /// `__kyklos_cut`
    pub(crate) fn cut_here(&mut self, call: &Written<'_, 'a>) -> Typed {
        let why = format!("what `{}` does here is not known", self.modelled());
        Ok(Some(intrinsic(Intrinsic::Cut(why), CType::Void, call.span)))
    }

    /// `__kyklos_inside`
    pub(crate) fn is_inside(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [pointer, index] = call.arguments else { return Ok(None) };
        let (pointer, index) = (self.rvalue(pointer)?, self.rvalue(index)?);
        let index = self.convert(index, &CType::Int(self.types.distance_kind()), call.span)?;
        let inside = library::LibraryCall { name: "inside", arguments: vec![pointer, index] };
        Ok(Some(Expr::new(ExprKind::Library(inside), CType::INT, call.span)))
    }

    /// `__kyklos_ends`
    pub(crate) fn is_seen_to_end(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [text] = call.arguments else { return Ok(None) };
        let ends = library::LibraryCall { name: "ends", arguments: vec![self.rvalue(text)?] };
        Ok(Some(Expr::new(ExprKind::Library(ends), CType::INT, call.span)))
    }

    /// `__kyklos_errno`: sets `errno`, where the program can look at it.
    pub(crate) fn set_errno(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let value = self.rvalue(value)?;
        if !self.knows_errno() {
            return Ok(Some(nothing(call.span)));
        }
        let place = Box::new(self.errno(call.span)?);
        let assign = Expr::new(ExprKind::Assign(place, Box::new(value)), CType::INT, call.span);
        Ok(Some(Expr::new(ExprKind::Convert(Box::new(assign)), CType::Void, call.span)))
    }

    /// `__kyklos_sign`
    pub(crate) fn sign(&mut self, call: &Written<'_, 'a>) -> Typed {
        let [value] = call.arguments else { return Ok(None) };
        let value = self.rvalue(value)?;
        Ok(Some(library::like(value, Rule::Sign, &self.modelled())))
    }
}
