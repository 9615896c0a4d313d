//! Jumps out of functions, by `longjmp`. Note [far jumps].
//!
//! Behind each call that may end by a jump it is asked whether one is under way. If so, the function goes on at the
//! `setjmp` whose number the jump has, or is left itself.

use super::function::FunctionLowering;
use super::{Context, Destination};
use crate::ctype::CType;
use crate::tree::{Callee, ExprKind, Intrinsic, LocalId};
use kyklos_base::Span;
use kyklos_flow::{
    BinaryOp, ErrorKind, Expr, GlobalId, Instruction, LocationId, Place, ProcedureId, VariableId,
};
use std::collections::HashSet;

/// What a function has to do with jumps.
#[derive(Default)]
pub(super) struct Jumping {
    sites: Vec<Site>,
    /// Where jumps are under way, and the variables that live there.
    pending: Vec<(LocationId, Vec<LocalId>, Span)>,
}

/// A call of `setjmp`.
struct Site {
    /// The variable with its number.
    number: LocalId,
    /// What it returns.
    result: Place,
    /// Just behind it.
    behind: LocationId,
    /// The variables that live there.
    living: Vec<LocalId>,
}

impl Context<'_> {
    /// The functions whose calls may end by a jump.
    pub(super) fn jumping(&self) -> HashSet<ProcedureId> {
        if self.unit.jumps.is_none() {
            return HashSet::new();
        }
        let mut jumping = HashSet::new();
        loop {
            let before = jumping.len();
            let functions = self.unit.functions.iter().zip(&self.procedures);
            let by_pointer = functions.clone().any(|(function, procedure)| {
                function.address.is_some() && procedure.is_some_and(|id| jumping.contains(&id))
            });
            for (function, procedure) in functions {
                let (Some(body), Some(id)) = (&function.body, procedure) else { continue };
                let mut jumps = false;
                for statement in &body.statements {
                    statement.exprs(&mut |expr| {
                        jumps = jumps
                            || expr.any(&mut |part| match &part.kind {
                                ExprKind::Intrinsic(Intrinsic::LongJump) => true,
                                ExprKind::Call(Callee::Pointer(_), _) => by_pointer,
                                ExprKind::Call(Callee::Function(callee), _) => {
                                    let callee = self.procedures[callee.0 as usize];
                                    callee.is_some_and(|callee| jumping.contains(&callee))
                                }
                                _ => false,
                            });
                    });
                }
                if jumps {
                    jumping.insert(*id);
                }
            }
            if jumping.len() == before {
                return jumping;
            }
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// Adds a call from here to a destination, which a jump may end.
    pub(super) fn finish_call(&mut self, call: Instruction, to: Destination, span: Span) {
        let Instruction::Call { target, callee, arguments } = call else { return };
        if self.dead || !self.context.jumping.contains(&callee) {
            return self.finish(Instruction::Call { target, callee, arguments }, to, span);
        }
        // Nothing is written if the call ends by a jump.
        let given = target.map(|target| (target, self.temporary_of(&self.result_of(callee), span)));
        let target = given.as_ref().map(|(_, given)| given.clone());
        self.step(Instruction::Call { target, callee, arguments }, span);
        let (jumps, on) = (self.builder.plain(span), self.builder.plain(span));
        let under_way = Expr::binary(BinaryOp::Ne, self.jump_target(), Expr::int(0));
        self.branch(under_way, jumps, on, span);
        self.jumping.pending.push((jumps, self.living.clone(), span));
        self.continue_at(on);
        match given {
            Some((target, given)) => {
                self.finish(Instruction::Assign { target, value: Expr::Load(given) }, to, span);
            }
            None => self.arrive(to),
        }
        self.dead = true;
    }

    /// What a function gives back.
    fn result_of(&self, callee: ProcedureId) -> CType {
        let mut functions = self.context.unit.functions.iter().zip(&self.context.procedures);
        let found = functions.find(|(_, procedure)| **procedure == Some(callee));
        found.map_or(CType::INT, |(function, _)| function.ty.result.clone())
    }

    /// A jump is under way from here on.
    pub(super) fn jump_out(&mut self, span: Span) {
        if !self.dead {
            self.jumping.pending.push((self.here, self.living.clone(), span));
            self.dead = true;
        }
    }

    /// A call of `setjmp` that has its number: its value.
    pub(super) fn set_jump(&mut self, number: LocalId, span: Span) -> Expr {
        let result = self.temporary_of(&CType::INT, span);
        self.step(Instruction::Assign { target: result.clone(), value: Expr::int(0) }, span);
        if !self.dead {
            // Jumps lead to a location of its own, which nothing else shares.
            self.step(Instruction::Skip, span);
            let (behind, living) = (self.here, self.living.clone());
            self.jumping.sites.push(Site { number, result: result.clone(), behind, living });
        }
        Expr::Load(result)
    }

    /// The numbers of the calls of `setjmp` are 0 before there was one.
    pub(super) fn clear_sites(&mut self, sites: &[LocalId], span: Span) {
        for site in sites {
            let target = Place::variable(VariableId(site.0));
            self.step(Instruction::Assign { target, value: Expr::int(0) }, span);
        }
    }

    /// Leads all jumps to where they go on.
    pub(super) fn land(&mut self, is_entry: bool, span: Span) {
        let Jumping { sites, pending } = std::mem::take(&mut self.jumping);
        let Some((.., first)) = pending.first() else { return };
        let first = *first;
        let landing = self.builder.plain(span);
        for (from, living, span) in pending {
            self.continue_at(from);
            // Nothing is called on the way.
            self.cleanups.clear();
            let ends = |local: &LocalId| sites.iter().all(|site| !site.living.contains(local));
            let ended: Vec<LocalId> = living.into_iter().filter(ends).collect();
            if !sites.is_empty() {
                self.end_lives(&ended, span);
            }
            self.builder.edge(self.here, landing, Instruction::Skip, span);
        }
        self.continue_at(landing);
        for site in sites {
            let (lands, next) = (self.builder.plain(span), self.builder.plain(span));
            let number = Expr::Load(Place::variable(VariableId(site.number.0)));
            let same = Expr::binary(BinaryOp::Eq, self.jump_target(), number);
            self.branch(same, lands, next, span);
            self.continue_at(lands);
            let value = self.jump_global(|jumps| jumps.value);
            self.step(Instruction::Assign { target: site.result, value: Expr::Load(value) }, span);
            let target = self.jump_global(|jumps| jumps.target);
            let done = Instruction::Assign { target, value: Expr::int(0) };
            self.builder.edge(self.here, site.behind, done, span);
            self.continue_at(next);
        }
        if is_entry {
            let message = "`longjmp` to a function that has returned".to_owned();
            return self.fail(ErrorKind::InvalidCall, message, first);
        }
        let result = self.result.clone();
        let value = (result != CType::Void).then(|| Expr::Zero(self.context.types.flow(&result)));
        let exit = self.builder.exit();
        self.builder.edge(self.here, exit, Instruction::Return { value }, span);
        self.dead = true;
    }

    fn jump_target(&self) -> Expr {
        Expr::Load(self.jump_global(|jumps| jumps.target))
    }

    fn jump_global(&self, which: fn(&crate::tree::Jumps) -> crate::tree::GlobalId) -> Place {
        let id = self
            .context
            .unit
            .jumps
            .as_ref()
            .map_or(GlobalId(0), |jumps| self.context.globals[which(jumps).0 as usize]);
        Place::global(id)
    }
}
