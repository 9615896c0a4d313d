//! `setjmp` and `longjmp`.
//!
//! Each call of `setjmp` gets a number that no other has, which it writes to its buffer and to a variable of its function.
//! `longjmp` says to which number it jumps, and with what value; `lower` leaves functions until one has that number.

use super::intrinsic::{Typed, intrinsic};
use super::{Checker, Refusal};
use crate::ctype::CType;
use crate::library::{Code, Written};
use crate::tree::{Expr, ExprKind, Global, GlobalId, Intrinsic, Jumps};
use kyklos_base::{Int, Span};
use kyklos_flow::BinaryOp;
use lang_c::ast::Expression;
use lang_c::span::Node;

impl<'a> Checker<'a> {
    /// `setjmp` and its kin.
    pub(crate) fn set_jump(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([place, ..], span) = (call.arguments, call.span) else { return Ok(None) };
        let jumps = self.jumps(span);
        let place = self.jump_buffer(place, span)?;
        let site = self.add_local("(setjmp)", CType::INT, span);
        let mut code = Code::new(self, "setjmp", span);
        let place = code.declare("p", place);
        let number = global(jumps.count, span);
        let next = code.binary(BinaryOp::Add, number.clone(), Expr::int(Int::ONE, CType::INT, span));
        let count = code.assign(number.clone(), next);
        code.add(count);
        let target = code.element(place, Expr::int(Int::ZERO, CType::INT, span));
        let kept = code.assign(target, number.clone());
        code.add(kept);
        let own = code.get(site);
        let kept = code.assign(own, number);
        code.add(kept);
        Ok(Some(code.finish(intrinsic(Intrinsic::SetJump(site), CType::INT, span))))
    }

    /// `longjmp` and its kin.
    pub(crate) fn long_jump(&mut self, call: &Written<'_, 'a>) -> Typed {
        let ([place, value], span) = (call.arguments, call.span) else { return Ok(None) };
        let jumps = self.jumps(span);
        let place = self.jump_buffer(place, span)?;
        let value = self.rvalue(value)?;
        let mut code = Code::new(self, "longjmp", span);
        let place = code.declare("p", place);
        let value = code.argument("v", Some(value), &CType::INT)?;
        let given = code.get(value);
        let some = code.is_not_zero(given.clone());
        let given = code.choose(some, given, Expr::int(Int::ONE, CType::INT, span));
        let kept = code.assign(global(jumps.value, span), given);
        code.add(kept);
        let number = code.element(place, Expr::int(Int::ZERO, CType::INT, span));
        let kept = code.assign(global(jumps.target, span), number);
        code.add(kept);
        Ok(Some(code.finish(intrinsic(Intrinsic::LongJump, CType::Void, span))))
    }

    /// The buffer of a jump, as a pointer to the number in it.
    fn jump_buffer(&mut self, place: &'a Node<Expression>, span: Span) -> Result<Expr, Refusal> {
        let place = self.rvalue(place)?;
        self.convert(place, &CType::INT.pointer(), span)
    }

    /// The variables of the program that jumps need.
    fn jumps(&mut self, span: Span) -> Jumps {
        if let Some(jumps) = self.jumps {
            return jumps;
        }
        let mut add = |name: &str| {
            let (name, ty, id) = (name.to_owned(), CType::INT, GlobalId(self.globals.len() as u32));
            let (initial, outside, constant) = (None, None, false);
            self.globals.push(Global { name, ty, initial, outside, constant, span });
            id
        };
        let jumps = Jumps {
            target: add("(longjmp) to"),
            value: add("(longjmp) value"),
            count: add("(setjmp) count"),
        };
        self.jumps = Some(jumps);
        jumps
    }
}

fn global(id: GlobalId, span: Span) -> Expr {
    Expr::new(ExprKind::Global(id), CType::INT, span)
}
