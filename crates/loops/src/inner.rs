//! Inner loops, while an outer one is rehearsed: where the number of
//! iterations is determined by what holds at the head, the loop is one step. Note [inner loops].

use crate::cells;
use crate::cycle::{self, Purpose};
use crate::summary::nested;
use crate::templates::{Template, Templates, first_failure};
use kyklos_exec::{Context, State};
use kyklos_shape::Loop;
use kyklos_term::{Sort, SymbolInfo, SymbolKind, Term};

/// A loop that has run to its end.
pub struct Inner {
    /// The state at the head after the last iteration.
    pub state: State,
    /// What must hold at the head before the first for that.
    pub conditions: Vec<Term>,
}

/// The ends that a loop can come to from a state at its head: those of its summary, where summaries are made,
/// else the one of its only cycle.
pub fn run(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    within: &Loop,
    nesting: usize,
) -> Result<Vec<Inner>, String> {
    if templates.summaries {
        return nested::ends(templates, context, state, within, nesting);
    }
    Ok(vec![one_cycle(templates, context, state, within, nesting)?])
}

/// Runs a loop from a state at its head to the iteration in which it is left,
/// if it has one cycle only and that in closed form. The count of iterations
/// comes from the cycle's conditions to stay in the loop; that so many
/// iterations follow the cycle is part of the result's conditions, and that
/// the loop is left then is found when execution goes on.
pub fn one_cycle(
    templates: &mut Templates,
    context: &mut Context<'_>,
    state: &State,
    within: &Loop,
    nesting: usize,
) -> Result<Inner, String> {
    let found = cycle::cycles(templates, context, state, within, nesting)?;
    let found = found.ok_or("something is not written before the first iteration")?;
    let [only] = found.cycles.as_slice() else {
        return Err(format!("it has {} cycles", found.cycles.len()));
    };
    let template = templates.template(context, &found, only, within.span)?;
    if !template.inputs.is_empty() {
        return Err("it reads inputs".to_owned());
    }
    let count = count(context, &template).ok_or("its number of iterations is not determined")?;
    let terms = &mut context.terms;
    let values = cells::values(&found.general.entries);
    let count = terms.substitute(count, &values);
    let moment = template.closed.moment(terms, count).ok_or("a power of an unknown number")?;
    let mut next = state.clone();
    template.write_entries(terms, &mut next, &moment, &values);
    let looping = template.looping(terms, count, &values);
    let conditions = vec![terms.ge(count, Term::ZERO), looping];
    Ok(Inner { state: next, conditions })
}

/// The number of iterations after which a condition to stay in the loop fails, over the entry's symbols.
fn count(context: &mut Context<'_>, template: &Template) -> Option<Term> {
    let terms = &mut context.terms;
    let counter = terms.symbol(SymbolInfo {
        name: "κ".to_owned(),
        kind: SymbolKind::Counter,
        sort: Sort::Int,
        low: Some(kyklos_base::Int::ZERO),
        high: None,
    });
    let kappa = terms.symbol_term(counter);
    let moment = template.closed.moment(terms, kappa)?;
    let stays = template.conditions.iter().filter(|condition| condition.purpose == Purpose::Stay);
    stays.into_iter().find_map(|condition| {
        let terms = &mut context.terms;
        let then = template.closed.at(terms, &moment, condition.term);
        first_failure(terms, counter, then)
    })
}
