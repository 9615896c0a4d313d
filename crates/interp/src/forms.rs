//! Numbers that change by the same amount in each round of a loop: exact arithmetic on them, and for how many rounds
//! it is exact.

use std::cell::Cell;

/// The number `at + by·t` in round t, which counts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub at: i128,
    pub by: i128,
}

/// The rounds, from round 0 on, for which all forms so far are exact. `None` are all rounds.
#[derive(Debug, Default)]
pub(crate) struct Extent(Cell<Option<u128>>);

impl Extent {
    /// So many rounds; `None` if there is no end to them.
    pub fn rounds(&self) -> Option<u128> {
        self.0.get()
    }

    /// Not more rounds than so many.
    fn limit(&self, rounds: u128) {
        self.0.set(Some(self.0.get().map_or(rounds, |known| known.min(rounds))));
    }

    /// Only rounds in which the form is at least this number, as it is in round 0.
    fn at_least(&self, form: Form, low: i128) -> Option<()> {
        if form.by < 0 {
            // at + by·t ≥ low for t ≤ (at − low) / −by.
            let room = form.at.checked_sub(low)?;
            self.limit(u128::try_from(room / form.by.checked_neg()?).ok()? + 1);
        }
        Some(())
    }

    /// Only rounds in which the form is at most this number, as it is in round 0.
    fn at_most(&self, form: Form, high: i128) -> Option<()> {
        if form.by > 0 {
            let room = high.checked_sub(form.at)?;
            self.limit(u128::try_from(room / form.by).ok()? + 1);
        }
        Some(())
    }

    /// Whether the form is 0 in round 0; only rounds in which it is, or is not, as well.
    pub fn is_zero(&self, form: Form) -> Option<bool> {
        let zero = form.at == 0;
        if form.by != 0 {
            if zero {
                self.limit(1);
            } else if form.at.checked_rem(form.by)? == 0
                && let Ok(round) = u128::try_from(form.at.checked_div(form.by)?.checked_neg()?)
            {
                self.limit(round);
            }
        }
        Some(zero)
    }

    /// Whether the form is negative in round 0; only rounds in which it is, or is not, as well.
    pub fn is_negative(&self, form: Form) -> Option<bool> {
        if form.at < 0 {
            self.at_most(form, -1)?;
        } else {
            self.at_least(form, 0)?;
        }
        Some(form.at < 0)
    }

    /// The quotient, cut towards zero.
    pub fn divide(&self, left: Form, right: Form) -> Option<Form> {
        if right.by != 0 {
            return None;
        }
        let at = left.at.checked_div(right.at)?;
        if left.by == 0 {
            return Some(Form::constant(at));
        }
        if left.by.checked_rem(right.at)? == 0 {
            // Exact as long as the sign is the same: the rest of the division is.
            self.keep_sign(left)?;
            return Some(Form { at, by: left.by.checked_div(right.at)? });
        }
        self.remainder(left, right)?;
        Some(Form::constant(at))
    }

    /// The remainder, with the sign of what is divided.
    pub fn remainder(&self, left: Form, right: Form) -> Option<Form> {
        if right.by != 0 || right.at == 0 || right.at == i128::MIN {
            return None;
        }
        let at = left.at.checked_rem(right.at)?;
        if left.by.checked_rem(right.at)? == 0 {
            if left.by != 0 {
                self.keep_sign(left)?;
            }
            return Some(Form::constant(at));
        }
        // Exact as long as the quotient is the same.
        let form = Form { at, by: left.by };
        let most = right.at.checked_abs()?.checked_sub(1)?;
        let (low, high) = if left.at < 0 { (-most, 0) } else { (0, most) };
        // From a number of the other sign, 0 would be left with another quotient's rest.
        if left.at == 0 && left.by < 0 {
            self.at_least(form, -most)?;
        } else {
            self.at_least(form, low)?;
            self.at_most(form, high)?;
        }
        Some(form)
    }

    /// The number of these bits that is the form modulo 2^bits.
    pub fn wrap(&self, form: Form, bits: u32, signed: bool) -> Option<Form> {
        if bits == 0 || bits > 64 {
            return None;
        }
        let modulus = 1i128 << bits;
        let (low, high) = if signed { (-(modulus / 2), modulus / 2 - 1) } else { (0, modulus - 1) };
        let rest = form.at.rem_euclid(modulus);
        let at = if rest > high { rest - modulus } else { rest };
        if form.by % modulus == 0 {
            return Some(Form::constant(at));
        }
        let wrapped = Form { at, by: form.by };
        self.at_least(wrapped, low)?;
        self.at_most(wrapped, high)?;
        Some(wrapped)
    }

    /// The quotient by 2^bits, cut downwards.
    pub fn shift_right(&self, form: Form, bits: u32) -> Option<Form> {
        let unit = 1i128.checked_shl(bits).filter(|unit| *unit > 0)?;
        let at = form.at.div_euclid(unit);
        if form.by % unit == 0 {
            return Some(Form { at, by: form.by / unit });
        }
        let rest = Form { at: form.at.rem_euclid(unit), by: form.by };
        self.at_least(rest, 0)?;
        self.at_most(rest, unit - 1)?;
        Some(Form::constant(at))
    }

    /// Only rounds in which a form that is not negative stays so, and one that is not positive.
    fn keep_sign(&self, form: Form) -> Option<()> {
        if form.at > 0 || (form.at == 0 && form.by > 0) {
            self.at_least(form, 0)
        } else {
            self.at_most(form, 0)
        }
    }
}

impl Form {
    pub fn constant(at: i128) -> Form {
        Form { at, by: 0 }
    }

    pub fn truth(truth: bool) -> Form {
        Form::constant(i128::from(truth))
    }

    pub fn plus(self, other: Form) -> Option<Form> {
        Some(Form { at: self.at.checked_add(other.at)?, by: self.by.checked_add(other.by)? })
    }

    pub fn minus(self, other: Form) -> Option<Form> {
        Some(Form { at: self.at.checked_sub(other.at)?, by: self.by.checked_sub(other.by)? })
    }

    /// The product, if one of the two does not change.
    pub fn times(self, other: Form) -> Option<Form> {
        let (form, factor) = match (self.by, other.by) {
            (_, 0) => (self, other.at),
            (0, _) => (other, self.at),
            _ => return None,
        };
        Some(Form { at: form.at.checked_mul(factor)?, by: form.by.checked_mul(factor)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In all rounds that it says, an operation is what it is on numbers; and the end it says is not too soon.
    fn check(
        name: &str,
        apply: impl Fn(&Extent, Form) -> Option<Form>,
        exact: impl Fn(i128) -> i128,
        tight: bool,
    ) {
        for at in -20..=20 {
            for by in -9..=9 {
                let extent = Extent::default();
                let Some(result) = apply(&extent, Form { at, by }) else { continue };
                let end = extent.rounds().unwrap_or(100).min(100) as i128;
                assert!(end > 0, "{name} {at} {by}");
                for round in 0..end {
                    let number = exact(at + by * round);
                    assert_eq!(result.at + result.by * round, number, "{name} {at} {by} in round {round}");
                }
                if tight && end < 100 {
                    assert_ne!(result.at + result.by * end, exact(at + by * end), "{name} {at} {by}: {end}");
                }
            }
        }
    }

    #[test]
    fn operations_are_exact_for_the_rounds_they_say() {
        for by in [-7i128, -3, -2, -1, 1, 2, 3, 4, 8] {
            let other = Form::constant(by);
            check("quotient", |extent, form| extent.divide(form, other), |number| number / by, false);
            check("remainder", |extent, form| extent.remainder(form, other), |number| number % by, false);
        }
        for bits in 1..5u32 {
            let modulus = 1i128 << bits;
            check("wrap", |e, form| e.wrap(form, bits, false), |n| n.rem_euclid(modulus), true);
            let half = modulus / 2;
            let signed = |n: i128| (n + half).rem_euclid(modulus) - half;
            check("wrap signed", |e, form| e.wrap(form, bits, true), signed, true);
            check("shift", |e, form| e.shift_right(form, bits), |n| n.div_euclid(modulus), true);
        }
        let truth = |truth: Option<bool>| truth.map(Form::truth);
        check("zero", |e, form| truth(e.is_zero(form)), |n| i128::from(n == 0), true);
        check("negative", |e, form| truth(e.is_negative(form)), |n| i128::from(n < 0), true);
    }
}
