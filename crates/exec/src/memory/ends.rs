//! Where texts end: zeros that can be seen in an array without looking at its elements one by one. Note [ends of texts].
//!
//! Whoever fills an array with a text writes a zero behind it, and mostly nothing but other zeros later. So the last
//! writes say where to look, and what they say is one condition, whatever else the array holds. Nothing is lost where
//! no zero is seen: the program then goes through the elements.

use super::part_number;
use crate::eval::Evaluator;
use crate::map::Map;
use crate::state::State;
use crate::table::length_within;
use crate::value::{ObjectId, Pointer, Spot, Value, Way};
use kyklos_base::Int;
use kyklos_term::{Node, Term, Terms};

/// The most elements of an array that are looked at all at once.
const MOST_LOOKED_AT: usize = 32;
/// The most writes and choices of an array that are looked below.
const MOST_NODES: usize = 64;
/// The most places where a zero is looked for.
const MOST_PLACES: usize = 6;
/// The most conditions of a path that are looked at.
const MOST_CONDITIONS: usize = 256;

/// Places of zeros in an array, each with the condition for it.
type Zeros = Vec<(Term, Term)>;

/// An array of numbers, or a row of one, and where a text starts in it.
struct Text<'k> {
    /// The indices of the row.
    row: Vec<Term>,
    start: Term,
    /// How many elements there are, if there is a limit.
    length: Option<Term>,
    known: &'k Known,
}

/// Zeros that the path has come by: it went through a text up to there.
#[derive(Default)]
struct Known {
    /// That there is a zero: conditions of the path.
    conditions: Vec<Term>,
    /// Where.
    places: Vec<Term>,
}

impl Evaluator<'_, '_> {
    /// Whether it is seen that from where a pointer points to, there is a zero in its array.
    pub fn ends(&mut self, pointer: &Pointer) -> Term {
        let mut cases = Vec::new();
        for (guard, target) in pointer.targets() {
            let Some(spot) = target.filter(|spot| spot.element && spot.object != ObjectId::NOWHERE) else {
                continue;
            };
            let live = self.state.objects.get(spot.object.0 as usize).map_or(Term::FALSE, |o| o.live);
            let ends = self.ends_within(&spot).unwrap_or(Term::FALSE);
            cases.push(self.context.terms.and([guard, live, ends]));
        }
        self.context.terms.or(cases)
    }

    fn ends_within(&mut self, spot: &Spot) -> Option<Term> {
        let state = self.state;
        let (mut value, mut ways) = (state.object(spot.object)?, &spot.path[..]);
        while let (Value::Aggregate(parts), [way, rest @ ..]) = (value, ways) {
            (value, ways) = (parts.get(part_number(self.context, *way)?)?, rest);
        }
        let terms = &mut self.context.terms;
        match (value, ways) {
            (Value::Aggregate(parts), []) => Some(among(terms, parts, spot.index)),
            (Value::Map(map), _) if map.arity() == ways.len() + 1 => {
                let index = |way: &Way| match way {
                    Way::Index(index) => Some(*index),
                    Way::Field(_) => None,
                };
                let row: Vec<Term> = ways.iter().map(index).collect::<Option<_>>()?;
                let length = length_within(value, ways)?;
                let known = known(terms, state);
                Some(within(terms, map, &Text { row, start: spot.index, length, known: &known }))
            }
            _ => None,
        }
    }
}

/// Whether there is a zero in a list of values from an index on; all up to it are numbers.
fn among(terms: &mut Terms, parts: &[Value], start: Term) -> Term {
    let first = match terms.as_int(start) {
        Some(first) => first.to_usize(),
        None => Some(0),
    };
    let Some(first) = first.filter(|first| *first < parts.len()) else { return Term::FALSE };
    let inside = terms.ge(start, Term::ZERO);
    let mut cases = Vec::new();
    for (number, part) in parts.iter().enumerate().skip(first) {
        let Value::Int(value) = part else { break };
        if cases.len() == MOST_LOOKED_AT && terms.as_int(*value).is_none() {
            continue;
        }
        let index = terms.int(&Int::from(number));
        let behind = terms.le(start, index);
        let zero = terms.is_zero(*value);
        let here = terms.both(behind, zero);
        if here == Term::TRUE {
            return inside;
        }
        cases.push(here);
    }
    let any = terms.or(cases);
    terms.both(inside, any)
}

/// What the latest conditions of a path say of zeros.
fn known(terms: &Terms, state: &State) -> Known {
    let mut known = Known::default();
    for condition in state.path.iter_back().take(MOST_CONDITIONS) {
        let parts = match terms.node(*condition) {
            Some(Node::And(parts)) => parts,
            _ => std::slice::from_ref(condition),
        };
        for part in parts {
            if let Some(Node::IsZero(number)) = terms.node(*part)
                && let Some(Node::Read(_, indices)) = terms.node(*number)
                && let Some(place) = indices.last()
                && known.places.len() < MOST_PLACES
            {
                known.conditions.push(*part);
                known.places.push(*place);
            }
        }
    }
    known
}

/// Whether there is a zero in an array of numbers.
fn within(terms: &mut Terms, map: &Map, text: &Text<'_>) -> Term {
    let inside = terms.ge(text.start, Term::ZERO);
    let array = map.function(terms);
    let mut nodes = MOST_NODES;
    let seen = zeros(terms, array, text, &mut nodes);
    let mut cases: Vec<Term> = seen.into_iter().map(|(holds, place)| at(terms, text, holds, place)).collect();
    if !cases.contains(&Term::TRUE) {
        cases.extend(each(terms, array, text));
    }
    let any = terms.or(cases);
    terms.both(inside, any)
}

/// That a place is one of the text's, if a condition holds.
fn at(terms: &mut Terms, text: &Text<'_>, holds: Term, place: Term) -> Term {
    let behind = terms.le(text.start, place);
    let there = text.length.map_or(Term::TRUE, |length| terms.lt(place, length));
    terms.and([holds, behind, there])
}

/// For each element of a short array, whether the text ends there.
fn each(terms: &mut Terms, array: Term, text: &Text<'_>) -> Vec<Term> {
    let length = text.length.and_then(|length| terms.as_int(length)?.to_usize());
    let Some(length) = length.filter(|length| *length <= MOST_LOOKED_AT) else { return Vec::new() };
    let mut cases = Vec::with_capacity(length);
    for number in 0..length {
        let place = terms.int(&Int::from(number));
        let zero = read(terms, array, text, place);
        let zero = terms.is_zero(zero);
        cases.push(at(terms, text, zero, place));
    }
    cases
}

fn read(terms: &mut Terms, array: Term, text: &Text<'_>, place: Term) -> Term {
    let indices: Vec<Term> = text.row.iter().copied().chain([place]).collect();
    terms.read(array, &indices)
}

/// Where an array was seen to become zero, the last writes first.
fn zeros(terms: &mut Terms, array: Term, text: &Text<'_>, nodes: &mut usize) -> Zeros {
    let Some(left) = nodes.checked_sub(1) else { return Vec::new() };
    *nodes = left;
    let mut found = match terms.node(array).cloned() {
        Some(Node::Write(below, at, value)) => written(terms, (below, &at, value), text, nodes),
        Some(Node::Ite(condition, then, otherwise)) => {
            let opposite = terms.not(condition);
            let mut found = Vec::new();
            for (side, array) in [(condition, then), (opposite, otherwise)] {
                for (holds, place) in zeros(terms, array, text, nodes) {
                    found.push((terms.both(side, holds), place));
                }
            }
            found
        }
        Some(Node::Table(values)) => in_table(terms, &values, text),
        _ => {
            let last = text.length.map(|length| terms.sub(length, Term::ONE));
            let places = [Some(text.start), last].into_iter().flatten();
            let mut found = Vec::new();
            for place in places {
                if read(terms, array, text, place) == Term::ZERO {
                    found.push((Term::TRUE, place));
                }
            }
            found
        }
    };
    for place in &text.known.places {
        let here = read(terms, array, text, *place);
        let holds = terms.is_zero(here);
        if text.known.conditions.contains(&holds) {
            found.push((holds, *place));
        }
    }
    found.truncate(MOST_PLACES);
    found
}

/// The zeros of an array that was written to.
fn written(
    terms: &mut Terms,
    (below, at, value): (Term, &[Term], Term),
    text: &Text<'_>,
    nodes: &mut usize,
) -> Zeros {
    let mut found = Vec::new();
    if let Some((place, row)) = at.split_last()
        && row == text.row
        && let Some(holds) = seen_zero(terms, value)
    {
        found.push((holds, *place));
    }
    for (holds, place) in zeros(terms, below, text, nodes) {
        let mut kept = vec![terms.is_zero(value)];
        for (one, other) in at.iter().zip(text.row.iter().chain([&place])) {
            let equal = terms.eq(*one, *other);
            kept.push(terms.not(equal));
        }
        let kept = terms.or(kept);
        found.push((terms.both(holds, kept), place));
    }
    found
}

/// When a number is zero, if that is seen at once: always, or on one side of a choice, as joined states have it.
fn seen_zero(terms: &mut Terms, value: Term) -> Option<Term> {
    if value == Term::ZERO {
        return Some(Term::TRUE);
    }
    match terms.node(value) {
        Some(Node::Ite(condition, Term::ZERO, _)) => Some(*condition),
        Some(Node::Ite(condition, _, Term::ZERO)) => {
            let condition = *condition;
            Some(terms.not(condition))
        }
        _ => None,
    }
}

/// The zeros of a table: the first one of the text if it is known where that starts, and the one behind all values.
fn in_table(terms: &mut Terms, values: &[Int], text: &Text<'_>) -> Zeros {
    let start = terms.as_int(text.start).and_then(|start| start.to_usize()).unwrap_or(0);
    let first = values.iter().enumerate().skip(start).find(|(_, value)| value.is_zero());
    let last = values.iter().rposition(Int::is_zero);
    let places = [first.map(|(place, _)| place), last, Some(values.len().max(start))];
    places.into_iter().flatten().map(|place| (Term::TRUE, terms.int(&Int::from(place)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_flow::IntType;
    use kyklos_term::{Sort, SymbolInfo, SymbolKind};

    /// An array of 64 unknown numbers, and the condition that a text in it from `start` on is seen to end.
    struct Line {
        terms: Terms,
        map: Map,
        known: Known,
    }

    impl Line {
        fn new() -> Self {
            let mut terms = Terms::new();
            let base = terms.fresh("b", SymbolKind::Input, Sort::Array(1));
            let length = terms.small(64);
            let map = Map::new(base, vec![Some(length)], IntType::Unbounded);
            Self { terms, map, known: Known::default() }
        }

        fn ends(&mut self, start: Term) -> Term {
            let length = Some(self.terms.small(64));
            let known = &self.known;
            within(&mut self.terms, &self.map, &Text { row: Vec::new(), start, length, known })
        }

        /// That a place is one of the array's, and this holds.
        fn inside(&mut self, place: Term, holds: Term) -> Term {
            let length = self.terms.small(64);
            let inside = self.terms.lt(place, length);
            self.terms.both(holds, inside)
        }

        /// A symbol for a number from 0 to 63.
        fn index(&mut self, name: &str) -> Term {
            let (low, high) = (Some(Int::ZERO), Some(Int::from(63)));
            let (name, kind, sort) = (name.to_owned(), SymbolKind::Input, Sort::Int);
            let symbol = self.terms.symbol(SymbolInfo { name, kind, sort, low, high });
            self.terms.symbol_term(symbol)
        }

        fn write(&mut self, at: Term, value: Term) {
            self.map.write(&mut self.terms, &[at], value, Term::TRUE);
        }
    }

    #[test]
    fn nothing_is_seen_where_nothing_was_written() {
        let mut line = Line::new();
        assert_eq!(line.ends(Term::ZERO), Term::FALSE);
        let one = line.terms.small(1);
        let index = line.index("i");
        line.write(index, one);
        assert_eq!(line.ends(Term::ZERO), Term::FALSE);
    }

    #[test]
    fn a_zero_behind_the_start_ends_a_text() {
        let mut line = Line::new();
        let (end, other) = (line.index("end"), line.index("other"));
        line.write(end, Term::ZERO);
        let there = line.terms.ge(end, Term::ZERO);
        let expected = line.inside(end, there);
        assert_eq!(line.ends(Term::ZERO), expected);
        let (behind, start) = (line.terms.le(other, end), line.terms.ge(other, Term::ZERO));
        let expected = line.terms.both(behind, start);
        let expected = line.inside(end, expected);
        assert_eq!(line.ends(other), expected);
    }

    #[test]
    fn what_is_written_over_the_zero_takes_it_away() {
        let mut line = Line::new();
        let (end, other) = (line.index("end"), line.index("other"));
        line.write(end, Term::ZERO);
        let letter = line.terms.small(97);
        line.write(other, letter);
        let left = line.ends(Term::ZERO);
        let same = line.terms.eq(end, other);
        let (apart, there) = (line.terms.not(same), line.terms.ge(end, Term::ZERO));
        let expected = line.terms.both(apart, there);
        assert_eq!(left, line.inside(end, expected));
        line.write(end, letter);
        assert_eq!(line.ends(Term::ZERO), Term::FALSE);
    }

    #[test]
    fn zeros_before_the_start_or_behind_the_end_do_not_count() {
        let mut line = Line::new();
        let (start, minus, five) = (line.terms.small(6), line.terms.small(-1), line.terms.small(5));
        line.write(five, Term::ZERO);
        assert_eq!(line.ends(five), Term::TRUE);
        assert_eq!(line.ends(start), Term::FALSE);
        assert_eq!(line.ends(minus), Term::FALSE);
        let full = line.terms.fill(1, Term::ZERO);
        line.map = line.map.with(full);
        let (last, behind) = (line.terms.small(63), line.terms.small(64));
        assert_eq!(line.ends(last), Term::TRUE);
        assert_eq!(line.ends(behind), Term::FALSE);
    }

    #[test]
    fn either_side_of_a_choice_has_its_own_zero() {
        let mut line = Line::new();
        let (here, there, side) = (line.terms.small(3), line.terms.small(5), line.index("side"));
        let guard = line.terms.is_zero(side);
        let (mut a, mut b) = (line.map.clone(), line.map.clone());
        a.write(&mut line.terms, &[here], Term::ZERO, Term::TRUE);
        b.write(&mut line.terms, &[there], Term::ZERO, Term::TRUE);
        line.map = Map::choose(&mut line.terms, guard, &a, &b).unwrap();
        assert_eq!(line.ends(Term::ZERO), Term::TRUE);
    }

    #[test]
    fn a_zero_that_the_path_has_come_by_ends_a_text() {
        let mut line = Line::new();
        let (end, other, before) = (line.index("end"), line.index("other"), line.map.clone());
        let here = before.read(&mut line.terms, &[end]);
        let condition = line.terms.is_zero(here);
        line.known = Known { conditions: vec![condition], places: vec![end] };
        let there = line.terms.ge(end, Term::ZERO);
        let holds = line.terms.both(condition, there);
        let expected = line.inside(end, holds);
        assert_eq!(line.ends(Term::ZERO), expected);
        let letter = line.terms.small(97);
        line.write(other, letter);
        let same = line.terms.eq(end, other);
        let apart = line.terms.not(same);
        let expected = line.terms.both(expected, apart);
        assert_eq!(line.ends(Term::ZERO), expected);
    }

    #[test]
    fn lists_are_looked_through() {
        let mut line = Line::new();
        let x = line.index("x");
        let letter = line.terms.small(97);
        let parts = [letter, x, letter].map(Value::Int);
        let found = among(&mut line.terms, &parts, Term::ZERO);
        assert_eq!(found, line.terms.is_zero(x));
        assert_eq!(
            among(&mut line.terms, &[Value::Uninitialized, Value::Int(Term::ZERO)], Term::ZERO),
            Term::FALSE
        );
        assert_eq!(
            among(&mut line.terms, &[Value::Int(letter), Value::Int(Term::ZERO)], Term::ZERO),
            Term::TRUE
        );
    }
}
