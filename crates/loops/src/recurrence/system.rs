//! The order in which numbers and arrays are solved.

use super::basis::Basis;
use super::{Closed, Declined, Iteration, Solver};
use kyklos_term::{Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

pub(super) fn solve(terms: &mut Terms, iteration: &Iteration) -> Result<Closed, Vec<Declined>> {
    let basis = Basis::new(terms);
    let mut system = System {
        solver: Solver { terms, basis },
        forms: FxHashMap::default(),
        open: iteration.numbers.iter().chain(&iteration.arrays).copied().collect(),
        declined: Vec::new(),
    };
    let count = system.solver.count();
    for (input, stream) in &iteration.inputs {
        let stream = system.solver.terms.symbol_term(*stream);
        let element = system.solver.terms.read(stream, &[count]);
        system.forms.insert(*input, element);
    }
    while system.round() || system.returning() {}
    system.finish()
}

struct System<'a> {
    solver: Solver<'a>,
    /// Of what is solved, and of inputs.
    forms: FxHashMap<Symbol, Term>,
    /// What is not solved, and its value after an iteration.
    open: Vec<(Symbol, Term)>,
    declined: Vec<Declined>,
}

impl System<'_> {
    /// Tries all that depend on nothing open but themselves; whether any was solved.
    fn round(&mut self) -> bool {
        let mut progress = false;
        for (symbol, effect) in self.open.clone() {
            if self.waits_for(symbol, effect).is_some() {
                continue;
            }
            self.open.retain(|(open, _)| *open != symbol);
            let effect = self.solver.terms.substitute(effect, &self.forms);
            match self.attempt(symbol, effect) {
                Ok(form) => {
                    self.forms.insert(symbol, form);
                    progress = true;
                }
                Err(why) => self.decline(symbol, &why),
            }
        }
        progress
    }

    fn attempt(&mut self, symbol: Symbol, effect: Term) -> Result<Term, String> {
        if self.solver.terms.as_symbol(effect) == Some(symbol) {
            return Ok(effect);
        }
        // Unknown values are not the same in all iterations.
        let parts = self.solver.terms.parts_first(&[effect], |_| false);
        if parts.into_iter().any(|part| self.solver.terms.is_unknown(part)) {
            return Err("is unknown after an iteration".to_owned());
        }
        match self.solver.terms.symbol_info(symbol).sort {
            Sort::Array(_) => self.solver.array(symbol, effect),
            Sort::Int | Sort::Bool => self.solver.number(symbol, effect),
        }
    }

    /// Something else without a form that an effect depends on.
    fn waits_for(&mut self, symbol: Symbol, effect: Term) -> Option<Symbol> {
        let free = self.solver.terms.free_symbols(effect);
        let mut others = self.open.iter().map(|(open, _)| *open);
        let open = others.find(|open| *open != symbol && free.contains(open));
        open.or_else(|| self.declined.iter().map(|declined| declined.symbol).find(|gone| free.contains(gone)))
    }

    /// Tries those that depend on each other but not on n.
    fn returning(&mut self) -> bool {
        for (symbol, _) in self.open.clone() {
            let Some(cycle) = self.cycle(symbol) else { continue };
            let Some(forms) = self.solver.returning(&cycle) else { continue };
            for ((symbol, _), form) in cycle.iter().zip(forms) {
                self.forms.insert(*symbol, form);
            }
            self.open.retain(|(open, _)| !self.forms.contains_key(open));
            return true;
        }
        false
    }

    /// All open symbols that one depends on, itself included, if nothing else
    /// that changes is among what they depend on.
    fn cycle(&mut self, symbol: Symbol) -> Option<Vec<(Symbol, Term)>> {
        let mut cycle = Vec::new();
        let mut members = self.below(symbol);
        members.insert(0, symbol);
        for member in members {
            let effect = self.open.iter().find(|(open, _)| *open == member)?.1;
            let free = self.solver.terms.free_symbols(effect);
            let effect = self.solver.terms.substitute(effect, &self.forms);
            let gone = self.declined.iter().any(|declined| free.contains(&declined.symbol));
            if gone || self.solver.varies(effect) {
                return None;
            }
            cycle.push((member, effect));
        }
        Some(cycle)
    }

    /// All other open symbols that an open one depends on.
    fn below(&mut self, symbol: Symbol) -> Vec<Symbol> {
        let (mut found, mut next) = (Vec::new(), vec![symbol]);
        while let Some(member) = next.pop() {
            let Some((_, effect)) = self.open.iter().find(|(open, _)| *open == member) else { continue };
            let free = self.solver.terms.free_symbols(*effect);
            for (open, _) in &self.open {
                if free.contains(open) && *open != symbol && !found.contains(open) {
                    found.push(*open);
                    next.push(*open);
                }
            }
        }
        found
    }

    fn finish(mut self) -> Result<Closed, Vec<Declined>> {
        // Dependants of what is declined are declined, and then theirs.
        while let Some((symbol, gone)) = self.dependant() {
            let why = format!("depends on `{}`, which has no closed form", self.name(gone));
            self.open.retain(|(open, _)| *open != symbol);
            self.decline(symbol, &why);
        }
        for (symbol, _) in self.open.clone() {
            let below = self.below(symbol);
            let partner = below.iter().copied().find(|other| self.below(*other).contains(&symbol));
            let why = match (partner, below.first()) {
                (Some(other), _) if other != symbol => {
                    format!("and `{}` are computed from each other", self.name(other))
                }
                (None, Some(other)) => {
                    format!("depends on `{}`, which has no closed form", self.name(*other))
                }
                _ => "is computed from itself".to_owned(),
            };
            self.decline(symbol, &why);
        }
        if self.declined.is_empty() { Ok(self.solver.close(self.forms)) } else { Err(self.declined) }
    }

    /// Something open that depends on something declined.
    fn dependant(&mut self) -> Option<(Symbol, Symbol)> {
        for (symbol, effect) in &self.open {
            let free = self.solver.terms.free_symbols(*effect);
            let mut gone = self.declined.iter().map(|declined| declined.symbol);
            if let Some(gone) = gone.find(|gone| free.contains(gone)) {
                return Some((*symbol, gone));
            }
        }
        None
    }

    fn decline(&mut self, symbol: Symbol, why: &str) {
        let why = format!("`{}` {why}", self.name(symbol));
        self.declined.push(Declined { symbol, why });
    }

    fn name(&self, symbol: Symbol) -> &str {
        &self.solver.terms.symbol_info(symbol).name
    }
}
