//! Decimal digits of floating point numbers, as `printf` writes them.

use crate::extended::Extended;
use kyklos_base::float::Decimal;
use kyklos_base::{FloatFormat, Int};

/// Beyond what any number has before its point or behind it.
const FAR: i64 = 20_000;

/// What is asked of a number of so many places behind the point. The number is written out as a text, and looked at.
pub(crate) fn part(part: Decimal, value: Extended, places: &Int, at: Option<&Int>) -> Option<Int> {
    let Extended::Finite(_, significand, exponent) = value else {
        // As if nothing was written there.
        return Some(Int::from(i64::from(if part == Decimal::Character { b'0' } else { 0 })));
    };
    let places = near(places);
    if matches!(part, Decimal::Length | Decimal::Character) {
        let text = shortest(significand, exponent, places.max(1));
        let at = at.and_then(Int::to_usize);
        return Some(match part {
            Decimal::Length => Int::from(text.len()),
            _ => Int::from(i64::from(at.and_then(|at| text.as_bytes().get(at)).copied().unwrap_or(b'0'))),
        });
    }
    let text = digits(significand, exponent, places);
    let (length, nothing) = (text.len() as i64, text == "0");
    let found = match part {
        Decimal::Digit => {
            let index = length - 1 - (near(at?) + places);
            let digit = usize::try_from(index).ok().and_then(|index| text.as_bytes().get(index));
            digit.map_or(0, |digit| i64::from(digit - b'0'))
        }
        _ => i64::from(!nothing) * (length - 1 - places),
    };
    Some(Int::from(found))
}

fn near(number: &Int) -> i64 {
    let far = if number.is_negative() { -FAR } else { FAR };
    number.to_i64().map_or(far, |number| number.clamp(-FAR, FAR))
}

/// What `%g` writes with so many digits: that of `%e` tells which digits and which exponent there are.
fn shortest(significand: u64, exponent: i64, count: i64) -> String {
    if significand == 0 {
        return "0".to_owned();
    }
    // Where the first digit is, before anything is rounded; then with so many digits.
    let most = (-exponent).max(0);
    let first = digits(significand, exponent, most).len() as i64 - 1 - most;
    let mut power = first;
    let mut shown = digits(significand, exponent, count - 1 - first);
    if shown.len() as i64 > count {
        power += 1;
        shown = digits(significand, exponent, count - 1 - power);
    }
    let short = shown.trim_end_matches('0');
    if power < -4 || power >= count {
        let (head, tail) = short.split_at(1);
        let point = if tail.is_empty() { "" } else { "." };
        let sign = if power < 0 { '-' } else { '+' };
        return format!("{head}{point}{tail}e{sign}{:02}", power.abs());
    }
    if power < 0 {
        return format!("0.{}{short}", "0".repeat((-power - 1) as usize));
    }
    let whole = (power + 1) as usize;
    match short.len() > whole {
        true => format!("{}.{}", &short[..whole], &short[whole..]),
        false => shown[..whole].to_owned(),
    }
}

/// The least double that is 10^power when rounded to so many places, or more.
pub(crate) fn threshold(format: FloatFormat, power: &Int, places: &Int) -> Option<Int> {
    if format != FloatFormat::Double {
        return None;
    }
    let (power, places) = (near(power), near(places));
    // The patterns of numbers from 0 on are ordered as the numbers are; infinity is the last one.
    let (mut low, mut high) = (0_u64, f64::INFINITY.to_bits());
    while low < high {
        let middle = low + (high - low) / 2;
        let Extended::Finite(_, significand, exponent) = Extended::of_f64(f64::from_bits(middle)) else {
            return None;
        };
        let text = digits(significand, exponent, places);
        match text != "0" && text.len() as i64 - 1 - places >= power {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    Some(Int::from(low as i64))
}

fn power_of_ten(power: u64) -> Int {
    if power == 0 {
        return Int::ONE;
    }
    let half = power_of_ten(power / 2);
    let square = &half * &half;
    if power.is_multiple_of(2) { square } else { square * Int::from(10) }
}

/// `significand · 2^exponent · 10^places`, rounded to a whole number, half to even.
fn digits(significand: u64, exponent: i64, places: i64) -> String {
    let mut number: Int = significand.to_string().parse().unwrap_or(Int::ZERO);
    // All that is multiplied first, so that only one division rounds.
    let ten = power_of_ten(places.unsigned_abs());
    let two = Int::ONE.shift_left(exponent.unsigned_abs() as u32);
    let mut by = Int::ONE;
    for (factor, up) in [(ten, places >= 0), (two, exponent >= 0)] {
        match up {
            true => number = number * factor,
            false => by = by * factor,
        }
    }
    let whole = number.div_trunc(&by).unwrap_or(Int::ZERO);
    let left = (&number - &(&whole * &by)) * Int::from(2);
    let up = left > by || left == by && whole.rem_trunc(&Int::from(2)) == Some(Int::ONE);
    (if up { whole + Int::ONE } else { whole }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::FloatOp;
    use kyklos_base::float::exact;
    use kyklos_base::random::Random;

    fn asked(part: Decimal, format: FloatFormat, operands: &[Int]) -> i64 {
        let op = FloatOp::Decimal(part);
        let ours = crate::floats::apply(op, format, operands);
        assert_eq!(ours, exact::evaluate(op, format, operands), "{op} {operands:?}");
        ours.unwrap().to_i64().unwrap()
    }

    fn some(random: &mut Random) -> f64 {
        match random.below(3) {
            0 => f64::from_bits(random.draw() & (u64::MAX >> 1)),
            1 => (random.draw() >> 40) as f64 / 1024.0,
            _ => (random.draw() >> random.below(60)) as f64 / 10_f64.powi(random.below(12) as i32),
        }
    }

    #[test]
    fn both_sides_agree_with_what_is_printed() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let x = some(&mut random);
            if !x.is_finite() {
                continue;
            }
            let places = random.below(25);
            let pattern = Int::from(x.to_bits() as i64);
            let text = format!("{x:.places$}");
            let whole = text.find('.').unwrap_or(text.len()) as i64;
            let places = places as i64;
            let digit = |at: i64| {
                let operands = [pattern.clone(), Int::from(places), Int::from(at)];
                asked(Decimal::Digit, FloatFormat::Double, &operands).to_string()
            };
            let all: String = (-places..whole).rev().map(digit).collect();
            assert_eq!(all, text.replace('.', ""), "{x}");
            let first = asked(Decimal::Magnitude, FloatFormat::Double, &[pattern.clone(), Int::from(places)]);
            assert_eq!(first.max(0), whole - 1, "{x}");
            // The least number that is so long, and the one before it.
            let power = whole.max(1);
            let least =
                asked(Decimal::Threshold, FloatFormat::Double, &[Int::from(power), Int::from(places)]);
            let least = f64::from_bits(least as u64);
            if least.is_finite() {
                let long =
                    |x: f64| format!("{x:.*}", places as usize).split('.').next().unwrap().len() as i64;
                assert!(long(least) > power && long(least.next_down()) <= power, "{least} {places}");
            }
        }
    }

    #[test]
    fn both_sides_write_the_same_short_texts() {
        let mut random = Random::new(11);
        for _ in 0..200 {
            let x = some(&mut random);
            let count = 1 + random.below(18) as i64;
            let pattern = Int::from(x.to_bits() as i64);
            let length = asked(Decimal::Length, FloatFormat::Double, &[pattern.clone(), Int::from(count)]);
            let text: Vec<u8> = (0..length)
                .map(|at| [pattern.clone(), Int::from(count), Int::from(at)])
                .map(|operands| asked(Decimal::Character, FloatFormat::Double, &operands) as u8)
                .collect();
            let text = String::from_utf8(text).unwrap();
            if x.is_finite() && count >= 17 {
                assert_eq!(text.parse::<f64>(), Ok(x), "{text}");
            }
        }
        let long = kyklos_base::float::text::parse(FloatFormat::Extended, "0.1").unwrap();
        assert_eq!(asked(Decimal::Digit, FloatFormat::Extended, &[long, Int::from(30), Int::from(-21)]), 1);
    }
}
