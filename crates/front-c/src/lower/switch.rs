//! `switch`: a chain of branches, one for each place that cases lead to.

use super::function::{Destination, Exit, FunctionLowering};
use crate::tree::{Expr, Stmt, StmtKind};
use kyklos_base::Int;
use kyklos_flow::{self as flow, BinaryOp, LocationId};

/// The values of a case, from one to another; none for `default`.
type Case = Option<(Int, Int)>;

impl FunctionLowering<'_, '_> {
    pub(super) fn switch(&mut self, value: &Expr, cases: &[Case], body: &Stmt, to: Destination) {
        let span = value.span;
        let lowered = self.value(value);
        let lowered = self.copyable(lowered, &value.ty, span);
        let groups = groups(body, cases.len());
        let mut locations = Vec::with_capacity(cases.len());
        for (index, group) in groups.iter().enumerate() {
            let location = if *group == index { self.builder.plain(body.span) } else { locations[*group] };
            locations.push(location);
        }
        let default = cases.iter().position(Option::is_none);
        let otherwise = match default {
            Some(default) => locations[default],
            None => self.reach(to),
        };
        let tests = tests(&lowered, cases, &locations, otherwise);
        let count = tests.len();
        if count == 0 {
            let otherwise = self.at(otherwise);
            self.arrive(otherwise);
        }
        for (index, (test, location)) in tests.into_iter().enumerate() {
            let next = if index + 1 == count { otherwise } else { self.builder.plain(span) };
            self.branch(test, location, next, span);
            self.here = next;
        }
        self.dead = true;
        self.cases.push(locations);
        self.breaks.push(Exit { to, living: self.living.len() });
        self.part(body, to);
        self.breaks.pop();
        self.cases.pop();
    }
}

/// For each place that cases lead to, the condition to go there; none for where the others go.
fn tests(
    value: &flow::Expr,
    cases: &[Case],
    locations: &[LocationId],
    otherwise: LocationId,
) -> Vec<(flow::Expr, LocationId)> {
    let mut tests: Vec<(flow::Expr, LocationId)> = Vec::new();
    for (case, location) in cases.iter().zip(locations) {
        let Some((low, high)) = case else { continue };
        if *location == otherwise {
            continue;
        }
        let compare = |op, bound: &Int| flow::Expr::binary(op, value.clone(), flow::Expr::Int(bound.clone()));
        let test = if low == high {
            compare(BinaryOp::Eq, low)
        } else {
            flow::Expr::binary(BinaryOp::And, compare(BinaryOp::Ge, low), compare(BinaryOp::Le, high))
        };
        match tests.last_mut() {
            Some((last, same)) if same == location => {
                let before = std::mem::replace(last, flow::Expr::Int(Int::ZERO));
                *last = flow::Expr::binary(BinaryOp::Or, before, test);
            }
            _ => tests.push((test, *location)),
        }
    }
    tests
}

/// For each case, the first one that leads to the same place (`case 1: case 2: …`).
fn groups(body: &Stmt, count: usize) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..count).collect();
    collect_groups(body, &mut groups);
    groups
}

fn collect_groups(statement: &Stmt, groups: &mut [usize]) {
    if let StmtKind::Case(first, inner) = &statement.kind
        && let StmtKind::Case(second, _) = &inner.kind
        && let Some(group) = groups.get(*first).copied()
        && let Some(place) = groups.get_mut(*second)
    {
        *place = group;
    }
    // The cases of an inner `switch` are its own.
    if !matches!(statement.kind, StmtKind::Switch { .. }) {
        statement.inner(&mut |inner| collect_groups(inner, groups));
    }
}
