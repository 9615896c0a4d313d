//! Earlier answers, kept by the set of constraints they are about.
//!
//! Besides the same set asked again: a set that contains one known to be
//! impossible is impossible; a model of a set is a model of all its subsets; and
//! a model of a subset may happen to fit the whole.

use crate::{Answer, LayerStatistics, Query, Reason, Solver, Statistics};
use kyklos_term::{Model, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Duration;

/// At most this many models of subsets are tried.
const TRIES: usize = 4;
/// At most this many sets are compared with a query in each direction.
const COMPARISONS: usize = 64;

/// Constraints, ascending, each once.
type Set = Rc<[Term]>;

/// The layer.
pub struct Cache {
    answers: FxHashMap<Set, Entry>,
    /// Impossible sets by their greatest member.
    impossible: FxHashMap<Term, Vec<Set>>,
    /// Sets with models by each member.
    possible: FxHashMap<Term, Vec<(Set, Rc<Model>)>>,
    capacity: usize,
    exact: u64,
    related: u64,
    layer: LayerStatistics,
    next: Box<dyn Solver>,
}

#[derive(Clone)]
enum Entry {
    Sat(Rc<Model>),
    Unsat,
    /// Not found out within this time.
    Unknown(Reason, Duration),
}

impl Cache {
    /// The layer around another solver, holding this many answers.
    pub fn new(capacity: usize, next: Box<dyn Solver>) -> Self {
        Self {
            answers: FxHashMap::default(),
            impossible: FxHashMap::default(),
            possible: FxHashMap::default(),
            capacity,
            exact: 0,
            related: 0,
            layer: LayerStatistics::new("cache"),
            next,
        }
    }

    fn exact(&self, set: &[Term], limit: Duration) -> Option<Answer> {
        match self.answers.get(set)? {
            Entry::Sat(model) => Some(Answer::Sat(model.clone())),
            Entry::Unsat => Some(Answer::Unsat),
            // A little more time would change nothing: limits shrink by what other layers have taken.
            Entry::Unknown(reason, tried) => {
                (*tried + *tried / 16 >= limit).then(|| Answer::Unknown(reason.clone()))
            }
        }
    }

    fn related(&self, terms: &Terms, query: &Query<'_>, set: &[Term]) -> Option<Answer> {
        let has_impossible = set.iter().any(|member| {
            let known = self.impossible.get(member).into_iter().flatten();
            known.rev().take(COMPARISONS).any(|known| contains(set, known))
        });
        if has_impossible {
            return Some(Answer::Unsat);
        }
        let with = |member: &Term| self.possible.get(member).into_iter().flatten().rev().take(COMPARISONS);
        // Every larger set has the goal's parts, and every part of the query.
        let rarest = crate::conjuncts(terms, &query.goal).first()?;
        if let Some((_, model)) = with(rarest).find(|(known, _)| contains(known, set)) {
            return Some(Answer::Sat(model.clone()));
        }
        let smaller = with(query.path.last()?).filter(|(known, _)| contains(set, known));
        let fits = |model: &Rc<Model>| set.iter().rev().all(|part| terms.holds(*part, model) == Some(true));
        smaller.map(|(_, model)| model).take(TRIES).find(|model| fits(model)).cloned().map(Answer::Sat)
    }

    fn remember(&mut self, set: Set, answer: &Answer, limit: Duration) {
        let entry = match answer {
            Answer::Sat(model) => Entry::Sat(model.clone()),
            Answer::Unsat => Entry::Unsat,
            Answer::Unknown(Reason::Interrupted) => return,
            Answer::Unknown(reason) => Entry::Unknown(reason.clone(), limit),
        };
        if self.answers.len() >= self.capacity {
            self.answers.clear();
            self.impossible.clear();
            self.possible.clear();
        }
        match &entry {
            Entry::Sat(model) => {
                for member in set.iter() {
                    self.possible.entry(*member).or_default().push((set.clone(), model.clone()));
                }
            }
            Entry::Unsat => {
                if let Some(greatest) = set.last() {
                    self.impossible.entry(*greatest).or_default().push(set.clone());
                }
            }
            Entry::Unknown(..) => {}
        }
        self.answers.insert(set, entry);
    }
}

/// Whether an ascending list contains all of another.
fn contains(whole: &[Term], part: &[Term]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|member| rest.any(|other| other == member))
}

impl Solver for Cache {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        let mut set = query.constraints(terms);
        set.sort_unstable();
        set.dedup();
        if let Some(answer) = self.exact(&set, query.limit) {
            self.layer.answered += 1;
            self.exact += 1;
            return answer;
        }
        if let Some(answer) = self.related(terms, query, &set) {
            self.layer.answered += 1;
            self.related += 1;
            self.remember(set.into(), &answer, query.limit);
            return answer;
        }
        let answer = self.next.solve(terms, query);
        self.remember(set.into(), &answer, query.limit);
        answer
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        report.cache_exact += self.exact;
        report.cache_related += self.related;
        self.next.statistics(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascending_lists_are_compared() {
        let terms: Vec<Term> = (0..6).map(|value| Terms::new().small(value)).collect();
        let pick = |indices: &[usize]| indices.iter().map(|index| terms[*index]).collect::<Vec<_>>();
        assert!(contains(&pick(&[0, 2, 4]), &pick(&[0, 4])));
        assert!(contains(&pick(&[0, 2, 4]), &[]));
        assert!(!contains(&pick(&[0, 2, 4]), &pick(&[0, 3])));
        assert!(!contains(&pick(&[2]), &pick(&[2, 4])));
    }
}
