//! Cycles whose numbers wrap. A rehearsal keeps numbers within their types, and that becomes a condition of the
//! cycle (Note [no-wrap regions]). Where numbers only add up, none is needed: `wrap(a + Σ d)` is right for any number
//! of turns around. So the cycle is followed once more with numbers that wrap, and if all of its values have closed
//! forms then too, and its conditions are no harder to decide, that takes the place of the region.

use crate::cells;
use crate::cycle::{Condition, Cycle, Cycles, Purpose};
use crate::templates::{Applied, Template, Templates};
use kyklos_exec::rehearsal::follow;
use kyklos_exec::{Arithmetic, Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Node, Sort, SymbolKind, Term};

/// The template of a cycle with numbers that wrap, if some that add up can.
pub fn template(
    templates: &mut Templates,
    context: &mut Context<'_>,
    found: &Cycles,
    cycle: &Cycle,
    region: &Template,
) -> Option<Template> {
    if !adds_up(context, region) || !templates.may_wrap(&cycle.edges) {
        return None;
    }
    let wrapping = context.try_out(Arithmetic::Wrapping, |context| followed(context, found, cycle))?;
    let template = templates.template(context, found, &wrapping, region.span).ok();
    if template.is_none() {
        templates.never_wrap(&cycle.edges);
    }
    template.map(|template| Template { wraps: true, ..template })
}

/// Of a template with a region and the same one without: the one to be used. The region costs nothing where nothing
/// can leave it, and may make conditions on all iterations decidable.
pub fn choose(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    region: &Template,
    wrapping: &Template,
) -> (Applied, bool) {
    let within = templates.apply(context, state, region);
    if has_hard_conditions(context, wrapping) {
        templates.never_wrap(&region.edges);
        return (within, false);
    }
    let beyond = templates.apply(context, state, wrapping);
    let kappa = context.terms.symbol_term(beyond.counter);
    let ranges = region.conditions.iter().filter(|condition| condition.purpose == Purpose::Range);
    let values = cells::values(&region.entries);
    let stays = region.looping_of(&mut context.terms, ranges, kappa, &values);
    let leaves = context.terms.not(stays);
    match context.ask(&beyond.state, leaves) {
        Answer::Unsat => (within, false),
        _ => (beyond, true),
    }
}

/// Whether some condition on all iterations speaks of a number that wraps, and stays quantified.
fn has_hard_conditions(context: &mut Context<'_>, wrapping: &Template) -> bool {
    let terms = &mut context.terms;
    let values = cells::values(&wrapping.entries);
    let count = terms.fresh("κ", SymbolKind::Counter, Sort::Int);
    wrapping.conditions.iter().any(|condition| {
        let all = wrapping.looping_of(terms, std::iter::once(condition), count, &values);
        let parts = terms.parts_first(&[all], |_| false);
        let mut quantified =
            parts.iter().filter(|part| matches!(terms.node(**part), Some(Node::Quantified(..))));
        quantified.any(|part| {
            let inside = terms.parts_first(&[*part], |_| false);
            inside.iter().any(|part| matches!(terms.node(*part), Some(Node::Mod(..))))
        })
    })
}

/// Whether a number that a cycle keeps within its type has something added to it in each iteration.
fn adds_up(context: &mut Context<'_>, region: &Template) -> bool {
    let terms = &mut context.terms;
    region.entries.iter().zip(&region.effects).any(|(entry, effect)| {
        if terms.symbol_info(entry.symbol).sort != Sort::Int {
            return false;
        }
        let symbol = terms.symbol_term(entry.symbol);
        let added = terms.sub(*effect, symbol);
        added != Term::ZERO
            && !terms.free_symbols(added).contains(&entry.symbol)
            && region.conditions.iter().any(|condition| {
                condition.purpose == Purpose::Range
                    && terms.free_symbols(condition.term).contains(&entry.symbol)
            })
    })
}

/// Follows the edges of a cycle with numbers that wrap.
fn followed(context: &mut Context<'_>, found: &Cycles, cycle: &Cycle) -> Option<Cycle> {
    let general = &found.general.state;
    let mut state = State { model: None, ..general.clone() };
    let mut conditions = Vec::new();
    let is_followed = follow(context, &mut state, &cycle.edges, |context, side| {
        let same = |known: &&Condition| known.other == side.other && known.purpose != Purpose::Range;
        let purpose = cycle.conditions.iter().find(same).map_or(Purpose::Branch, |known| known.purpose);
        let (procedure, edge) = side.edge;
        let span = context.program.procedures[procedure].edges[edge].span;
        conditions.push(Condition { term: side.condition, purpose, span, other: side.other });
    });
    if is_followed != Ok(true) {
        return None;
    }
    let back = state.location == general.location && state.frames.len() == general.frames.len();
    let known = |cell: &cells::Cell| found.general.entries.iter().any(|entry| cell.is_within(&entry.cell));
    let same = back && cells::changes(context, general, &state).ok()?.iter().all(known);
    same.then(|| Cycle { edges: cycle.edges.clone(), conditions, after: state })
}
