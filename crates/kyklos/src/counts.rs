//! Exact counts of rounds, for a path that need not be real. What holds in each round is looked at in those rounds that
//! have to do with the path: the first ones, and those that read the array elements that it reads [apc-long §5.2]. If
//! that does not refute it, the counts are unfolded further and further, until there is a model that they allow, or it
//! is certain that there is none.

use crate::judge::counters_of;
use kyklos_exec::counts::{Counts, reads_of};
use kyklos_exec::{Context, State};
use kyklos_solver::Answer;
use kyklos_term::{Model, SymbolKind, Term};
use std::rc::Rc;

/// What exact counts say of a path.
pub(crate) enum Exact {
    /// They allow it.
    Model(Rc<Model>),
    /// They do not, however many rounds there are.
    Impossible,
}

/// So many rounds of each loop are unfolded, one number after the other.
const UNFOLDED: [u32; 4] = [2, 8, 24, 72];

/// What holds in so many first rounds is looked at.
const FIRST: i64 = 8;
/// The same for rounds that read what a path reads.
const MOST_READING: usize = 24;

/// What the counts of the loops that a path has jumped over say of it; `None` if that is not known.
pub(crate) fn exact(context: &mut Context<'_>, state: &State) -> Option<Exact> {
    let counters = counters_of(context, state);
    let own = |counts: &&Rc<Counts>| counts.counters.iter().any(|counter| counters.contains(counter));
    let all: Vec<Rc<Counts>> = context.counts.iter().filter(own).cloned().collect();
    if all.is_empty() {
        return None;
    }
    let rounds = rounds(context, state, &all);
    if let Answer::Unsat = context.ask(state, rounds) {
        return Some(Exact::Impossible);
    }
    for most in UNFOLDED {
        let unfolded: Vec<Term> =
            all.iter().map(|counts| counts.unfolded(&mut context.terms, most)).collect();
        let goal = context.terms.and(unfolded);
        match context.ask(state, goal) {
            Answer::Sat(model) => return Some(Exact::Model(model)),
            Answer::Unsat => {}
            Answer::Unknown(_) => return None,
        }
        // Only if there cannot be more rounds, nothing rests on their number.
        let mut more = Vec::with_capacity(all.len());
        for counts in &all {
            let (total, limit) = (counts.total(&mut context.terms), context.terms.small(i64::from(most)));
            more.push(context.terms.gt(total, limit));
        }
        let more = context.terms.or(more);
        match context.ask(state, more) {
            Answer::Sat(_) => {}
            Answer::Unsat => return Some(Exact::Impossible),
            Answer::Unknown(_) => return None,
        }
    }
    None
}

/// What holds in those rounds that have to do with a path.
fn rounds(context: &mut Context<'_>, state: &State, all: &[Rc<Counts>]) -> Term {
    let terms = &mut context.terms;
    let path: Vec<Term> = state.path.iter_back().copied().collect();
    let mut reads = reads_of(terms, &path);
    // Elements that all rounds of another loop read are none of the path's own.
    reads.retain(|(_, index)| {
        let free = terms.free_symbols(*index);
        free.iter().all(|symbol| terms.symbol_info(*symbol).kind != SymbolKind::Bound)
    });
    let mut known = Vec::new();
    for counts in all {
        let mut numbers: Vec<Term> = (0..FIRST).map(|number| terms.small(number)).collect();
        numbers.extend(counts.rounds_at(terms, &reads).into_iter().take(MOST_READING));
        known.extend(numbers.into_iter().map(|number| counts.in_round(terms, number)));
    }
    terms.and(known)
}
