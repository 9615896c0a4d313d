//! Sums of bits modulo 2, and systems of equations between them.

use rustc_hash::FxHashMap;

/// Whether a variable is a bit of a symbol, by its number.
pub(super) fn is_of_symbol(variable: usize) -> bool {
    variable.is_multiple_of(2)
}

/// A sum modulo 2 of variables and a constant. The lowest bit is the constant, variable n the one of place n + 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Form(Vec<u64>);

impl Form {
    pub(super) fn constant(value: bool) -> Form {
        Form(if value { vec![1] } else { Vec::new() })
    }

    pub(super) fn variable(number: usize) -> Form {
        let place = number + 1;
        let mut words = vec![0; place / 64 + 1];
        words[place / 64] = 1 << (place % 64);
        Form(words)
    }

    /// How much room it takes.
    pub(super) fn words(&self) -> usize {
        self.0.len()
    }

    pub(super) fn as_constant(&self) -> Option<bool> {
        match self.0.as_slice() {
            [] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    pub(super) fn plus(&self, other: &Form) -> Form {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    pub(super) fn flipped(&self) -> Form {
        self.plus(&Form(vec![1]))
    }

    fn add(&mut self, other: &Form) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own ^= other;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn has(&self, variable: usize) -> bool {
        let place = variable + 1;
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// The variable that an equation is solved for: one that stands for no bit of a symbol, if there is one, so that
    /// the equations of the others speak of symbols alone.
    fn pivot(&self) -> Option<usize> {
        self.variables().max_by_key(|variable| (!is_of_symbol(*variable), *variable))
    }

    fn variables(&self) -> impl Iterator<Item = usize> {
        let places = self.0.iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit)
        });
        places.filter_map(|place| place.checked_sub(1))
    }
}

/// Forms that are 0, each with a variable that is in no other.
#[derive(Clone, Default)]
pub(super) struct System {
    rows: FxHashMap<usize, Form>,
}

impl System {
    /// How many equations there are.
    pub(super) fn size(&self) -> usize {
        self.rows.len()
    }

    /// What is left of a form if all equations hold.
    pub(super) fn reduced(&self, form: &Form) -> Form {
        let mut left = form.clone();
        for variable in form.variables() {
            if let Some(row) = self.rows.get(&variable) {
                left.add(row);
            }
        }
        left
    }

    /// Has a form be 0; `false` if it cannot.
    pub(super) fn add(&mut self, form: Form) -> bool {
        let form = self.reduced(&form);
        let Some(pivot) = form.pivot() else { return form.as_constant() == Some(false) };
        for row in self.rows.values_mut().filter(|row| row.has(pivot)) {
            row.add(&form);
        }
        self.rows.insert(pivot, form);
        true
    }

    /// All variables, those that no equation determines as given.
    pub(super) fn solution(&self, free: &[bool]) -> Vec<bool> {
        let mut all = free.to_vec();
        for (pivot, row) in &self.rows {
            let others = row.variables().filter(|variable| variable != pivot);
            let sum = others.fold(row.0.first().is_some_and(|word| word & 1 == 1), |sum, variable| {
                sum ^ free.get(variable).copied().unwrap_or(false)
            });
            if let Some(bit) = all.get_mut(*pivot) {
                *bit = sum;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_decides() {
        let x = |n| Form::variable(n);
        let mut system = System::default();
        assert!(system.add(x(0).plus(&x(1))));
        assert!(system.add(x(1).plus(&x(70)).flipped()));
        assert_eq!(system.reduced(&x(0).plus(&x(70))), Form::constant(true));
        assert!(system.add(x(0)));
        assert_eq!(system.size(), 3);
        assert!(!system.clone().add(x(70)));
        assert!(system.add(x(70).flipped()));
        let found = system.solution(&[true; 71]);
        assert_eq!((found[0], found[1], found[70]), (false, false, true));
        assert!(found[2]);
    }

    #[test]
    fn forms_have_one_shape() {
        let (a, b) = (Form::variable(3), Form::variable(200));
        assert_eq!(a.plus(&b).plus(&b), a);
        assert_eq!(a.plus(&a).as_constant(), Some(false));
        assert_eq!(b.pivot(), Some(200));
        assert_eq!(a.plus(&b).pivot(), Some(3));
        assert_eq!(a.plus(&b).flipped().variables().collect::<Vec<_>>(), [3, 200]);
    }
}
