//! Many rounds of a loop at once. Note [strides].
//!
//! A run that takes the same way again and again, without inputs, outputs or memory but plain variables, is watched
//! for one round, which tells by how much each number changes. That is a guess. In the next round it is followed what
//! all expressions are in round t if variables are `at + by·t` at its start ([`Form`]), and for how many rounds each
//! step is exact and each branch goes the same way. If at the end of the round all variables are
//! `at + by·(t + 1)`, the guess holds for all these rounds, by induction, and they need not be taken one by one.
//!
//! Nothing of this is known to the symbolic side, and nothing of that is used here.

use crate::code::{Action, Call, Node, Op, PlaceCode, RootCode};
use crate::eval::View;
use crate::forms::{Extent, Form};
use crate::machine::{Machine, Stop};
use crate::run::{Observer, RunEnd, Taken};
use crate::sight::{Sight, Spotted};
use crate::value::{ObjectId, Value};
use std::collections::BTreeMap;

/// When to look for rounds.
pub(crate) struct Haste {
    /// Steps taken one by one after which to look next.
    pub due: u64,
    /// Steps to wait after the next look that was in vain.
    wait: u64,
    /// Steps that are watched to find rounds.
    window: usize,
    /// Steps that were not taken one by one.
    pub skipped: u64,
}

impl Haste {
    pub fn new(never: bool) -> Self {
        let due = if never { u64::MAX } else { FIRST };
        Self { due, wait: FIRST, window: LEAST_WINDOW, skipped: 0 }
    }
}

/// Steps before anything is looked for.
const FIRST: u64 = 1 << 13;
const LEAST_WINDOW: usize = 1 << 9;
const MOST_WINDOW: usize = 1 << 16;
/// Steps to the next look after one that was of use.
const SOON: u64 = 64;
/// What does not change evenly in one round may do so in several.
const ROUNDS: [usize; 6] = [1, 2, 4, 8, 3, 256];

/// A round that is watched.
#[derive(Default)]
struct Round {
    /// What places that were written held before; `None` where they were unwritten.
    before: BTreeMap<Spotted, Option<i64>>,
    /// By how much numbers grow with each round, where that is followed.
    growth: Option<BTreeMap<Spotted, i128>>,
    extent: Extent,
    /// The edges that were taken.
    taken: Vec<Taken>,
}

/// Why a round is not watched to its end.
enum Lost {
    /// The run has ended.
    Ended(Stop),
    /// This round is none, or not even.
    Uneven,
    /// The round does what cannot be followed.
    Beyond,
}

impl From<Stop> for Lost {
    fn from(stop: Stop) -> Lost {
        Lost::Ended(stop)
    }
}

/// What the next step does to plain variables.
enum Effect {
    Nothing,
    Write(Spotted, Option<Form>),
    Clear(Spotted),
    Enter(Vec<Form>),
    Leave(Option<(Spotted, Option<Form>)>),
}

impl Machine<'_> {
    /// Looks whether the run goes in rounds, and if so skips many of them. Tells the run's end if it has ended.
    #[cold]
    pub(crate) fn hurry<O: Observer>(&mut self, observer: &mut O) -> Option<RunEnd> {
        let before = self.haste.skipped;
        let end = self.look(observer);
        let window = self.haste.window;
        if self.has_paid(before) {
            (self.haste.wait, self.haste.window) = (FIRST, LEAST_WINDOW);
            self.haste.due = self.effort() + SOON;
        } else {
            self.haste.due = self.effort() + self.haste.wait;
            self.haste.wait *= 2;
            self.haste.window = (window * 2).min(MOST_WINDOW);
        }
        match end {
            Err(Lost::Ended(end)) => Some(*end),
            _ => None,
        }
    }

    /// Whether many steps were skipped since so many were.
    fn has_paid(&self, before: u64) -> bool {
        self.haste.skipped - before > 4 * self.haste.window as u64
    }

    fn look<O: Observer>(&mut self, observer: &mut O) -> Result<(), Lost> {
        let mut trail = Vec::with_capacity(self.haste.window);
        for _ in 0..self.haste.window {
            trail.push(self.node);
            self.take(observer)?;
        }
        let Some(period) = period(&trail) else { return Err(Lost::Uneven) };
        for rounds in ROUNDS {
            let length = period * rounds;
            if length > 16 * trail.len() {
                continue;
            }
            let before = self.haste.skipped;
            match self.stride(length, observer) {
                Err(Lost::Uneven) => {}
                // A few rounds only: with more of them at a time there may be no end.
                Ok(()) if !self.has_paid(before) => {}
                result => return result,
            }
        }
        Err(Lost::Uneven)
    }

    /// Watches two rounds of so many steps, and skips those that follow if they are like the second.
    fn stride<O: Observer>(&mut self, length: usize, observer: &mut O) -> Result<(), Lost> {
        let first = self.round(length, None, observer)?;
        let mut growth = BTreeMap::new();
        for (spotted, before) in &first.before {
            match (before, self.held(*spotted).ok_or(Lost::Uneven)?) {
                (Some(before), Some(now)) => {
                    growth.insert(*spotted, i128::from(now) - i128::from(*before));
                }
                (None, None) => {}
                _ => return Err(Lost::Uneven),
            }
        }
        let starts: BTreeMap<Spotted, Option<i64>> =
            growth.keys().filter_map(|spotted| Some((*spotted, self.held(*spotted)?))).collect();
        let round = self.round(length, Some(growth.clone()), observer)?;
        let grown = round.growth.unwrap_or_default();
        // What is written in this round was so in the one before, or does not grow.
        for (spotted, start) in round.before.iter().chain(&starts) {
            let by = growth.get(spotted).copied().unwrap_or(0);
            let even = match (start, self.held(*spotted).ok_or(Lost::Uneven)?) {
                (Some(start), Some(now)) => i128::from(now) - i128::from(*start) == by,
                (None, None) => by == 0,
                _ => false,
            };
            if !even || grown.get(spotted).copied().unwrap_or(0) != by {
                return Err(Lost::Uneven);
            }
        }
        self.skip(&growth, round.extent.rounds(), &round.taken, observer)
    }

    /// Skips the rounds that are like the last one, which was round 0 of so many.
    fn skip<O: Observer>(
        &mut self,
        growth: &BTreeMap<Spotted, i128>,
        rounds: Option<u128>,
        taken: &[Taken],
        observer: &mut O,
    ) -> Result<(), Lost> {
        let steps = taken.len() as u128;
        let left = self.steps_left();
        if rounds.is_none() && left.is_none() {
            let ends = self.limits.ends_endless;
            return Err(if ends { Lost::Ended(Box::new(RunEnd::Endless)) } else { Lost::Beyond });
        }
        let mut count = rounds.map_or(u128::MAX, |rounds| rounds - 1);
        count = count.min(u128::from(left.unwrap_or((u64::MAX / 2).saturating_sub(self.steps))) / steps);
        for (spotted, by) in growth.iter().filter(|(_, by)| **by != 0) {
            let now = i128::from(self.held(*spotted).flatten().ok_or(Lost::Uneven)?);
            let room = if *by > 0 { i128::from(i64::MAX) - now } else { now - i128::from(i64::MIN) };
            count = count.min((room / by.abs()) as u128);
        }
        if count == 0 {
            return Err(Lost::Uneven);
        }
        for (spotted, by) in growth {
            let Some(now) = self.held(*spotted).flatten() else { continue };
            let then = i64::try_from(i128::from(now) + by * count as i128).map_err(|_| Lost::Uneven)?;
            self.hold(*spotted, then)?;
        }
        let skipped = (count * steps) as u64;
        self.steps += skipped;
        self.haste.skipped += skipped;
        observer.rounds(taken, count as u64);
        Ok(())
    }

    /// Takes so many steps, which have to lead back to where the run is.
    fn round<O: Observer>(
        &mut self,
        length: usize,
        growth: Option<BTreeMap<Spotted, i128>>,
        observer: &mut O,
    ) -> Result<Round, Lost> {
        let (node, depth, base, floor) = (self.node, self.frames.len(), self.base, self.stack.len());
        let mut round = Round { growth, ..Round::default() };
        for _ in 0..length {
            let effect = self.effect(&round, depth).ok_or(Lost::Beyond)?;
            if let Effect::Write(spotted, _) | Effect::Clear(spotted) | Effect::Leave(Some((spotted, _))) =
                &effect
                && !matches!(spotted, Spotted::Slot(slot) if *slot >= floor)
            {
                let held = self.held(*spotted).ok_or(Lost::Beyond)?;
                round.before.entry(*spotted).or_insert(held);
            }
            round.taken.push(self.take(observer)?);
            if let Some(growth) = &mut round.growth {
                self.follow(growth, effect)?;
            }
        }
        let back = (self.node, self.frames.len(), self.base) == (node, depth, base);
        if back { Ok(round) } else { Err(Lost::Uneven) }
    }

    /// What the next step does; `None` if that cannot be followed.
    fn effect(&self, round: &Round, depth: usize) -> Option<Effect> {
        let follows = round.growth.is_some();
        let none = BTreeMap::new();
        let growth = round.growth.as_ref().unwrap_or(&none);
        let view = View { frame: &self.stack[self.base..], heap: &self.heap };
        let sight = Sight { view, base: self.base, growth, extent: &round.extent };
        // Only where it is asked for: the first round is not followed.
        let form = |op: &Op| if follows { sight.form(op).map(Some) } else { Some(None) };
        Some(match &self.code.nodes[self.node as usize] {
            Node::Branch { condition, .. } | Node::Other(Action::Assume { condition, .. }) => {
                if follows {
                    sight.truth(condition)?;
                }
                Effect::Nothing
            }
            Node::SetNumber { slot, value, .. } => {
                Effect::Write(Spotted::Slot(self.base + *slot as usize), form(value)?)
            }
            Node::Other(Action::Skip(_)) => Effect::Nothing,
            Node::Other(Action::Store { target, value, .. }) => {
                Effect::Write(sight.spotted(target)?, form(value)?)
            }
            Node::Other(Action::Clear { slot, boxed: None, .. }) => {
                Effect::Clear(Spotted::Slot(self.base + *slot as usize))
            }
            Node::Other(Action::Clear { slot, boxed: Some((_, false)), .. }) => {
                match self.stack[self.base + *slot as usize] {
                    Value::Pointer(id) => Effect::Clear(Spotted::Object(id.0)),
                    _ => return None,
                }
            }
            Node::Other(Action::Call(call)) => Effect::Enter(self.arguments(call, &sight, follows)?),
            Node::Other(Action::Return { value, .. }) if self.frames.len() > depth => {
                let value = match value {
                    Some(value) => form(value)?,
                    None => None,
                };
                Effect::Leave(self.result_place()?.map(|spotted| (spotted, value)))
            }
            Node::Other(_) => return None,
        })
    }

    /// The arguments of a call that makes no objects.
    fn arguments(&self, call: &Call, sight: &Sight<'_>, follows: bool) -> Option<Vec<Form>> {
        if !self.code.procedures[call.callee].boxed.is_empty() {
            return None;
        }
        if !follows {
            return Some(Vec::new());
        }
        call.arguments.iter().map(|argument| sight.form(argument)).collect()
    }

    /// The plain variable that the result of the innermost call goes to, if it goes anywhere.
    fn result_place(&self) -> Option<Option<Spotted>> {
        let [.., caller, callee] = self.frames.as_slice() else { return None };
        let Node::Other(Action::Call(call)) = &self.code.nodes[callee.call? as usize] else { return None };
        let Some(target) = &call.target else { return Some(None) };
        self.plain_place(target, caller.base).map(Some)
    }

    fn plain_place(&self, place: &PlaceCode, base: usize) -> Option<Spotted> {
        if !place.steps.is_empty() {
            return None;
        }
        match place.root {
            RootCode::Local(slot) => Some(Spotted::Slot(base + slot as usize)),
            RootCode::Global(id) => Some(Spotted::Object(id.0)),
            RootCode::Boxed(_) | RootCode::Deref { .. } => None,
        }
    }

    /// Follows what a step that was taken has done.
    fn follow(&self, growth: &mut BTreeMap<Spotted, i128>, effect: Effect) -> Result<(), Lost> {
        match effect {
            Effect::Write(spotted, Some(form)) | Effect::Leave(Some((spotted, Some(form)))) => {
                if self.held(spotted).flatten().map(i128::from) != Some(form.at) {
                    return Err(Lost::Beyond);
                }
                growth.insert(spotted, form.by);
            }
            Effect::Clear(spotted) => {
                growth.insert(spotted, 0);
            }
            Effect::Enter(arguments) => {
                growth.retain(|spotted, _| !matches!(spotted, Spotted::Slot(slot) if *slot >= self.base));
                for (number, form) in arguments.into_iter().enumerate() {
                    growth.insert(Spotted::Slot(self.base + number), form.by);
                }
            }
            Effect::Write(_, None) | Effect::Leave(Some((_, None))) => return Err(Lost::Beyond),
            Effect::Leave(None) | Effect::Nothing => {}
        }
        Ok(())
    }

    /// The number that the place holds, or that it was not written; `None` if it holds anything else.
    fn held(&self, spotted: Spotted) -> Option<Option<i64>> {
        let value = match spotted {
            Spotted::Slot(slot) => self.stack.get(slot)?,
            Spotted::Object(id) => self.heap.content(ObjectId(id)).ok()?.0,
        };
        match value {
            Value::Small(number) => Some(Some(*number)),
            Value::Uninitialized => Some(None),
            _ => None,
        }
    }

    /// Has the place hold a number.
    fn hold(&mut self, spotted: Spotted, number: i64) -> Result<(), Lost> {
        let place = match spotted {
            Spotted::Slot(slot) => self.stack.get_mut(slot),
            Spotted::Object(id) => self.heap.content_mut(ObjectId(id)).ok().map(|content| content.0),
        };
        *place.ok_or(Lost::Beyond)? = Value::Small(number);
        Ok(())
    }
}

/// The length of the shortest round that the end of the trail repeats, for the longest end that repeats anything.
fn period(trail: &[u32]) -> Option<usize> {
    // The longest proper border of each start of the reversed trail.
    let back: Vec<u32> = trail.iter().rev().copied().collect();
    let mut borders = vec![0usize; back.len() + 1];
    let mut border = 0;
    let mut found = None;
    for length in 2..=back.len() {
        while border > 0 && back[border] != back[length - 1] {
            border = borders[border];
        }
        if back[border] == back[length - 1] {
            border += 1;
        }
        borders[length] = border;
        let period = length - border;
        if length >= 2 * period {
            found = Some(period);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::period;

    #[test]
    fn periods_are_those_of_the_longest_end() {
        assert_eq!(period(&[]), None);
        assert_eq!(period(&[1, 2, 3]), None);
        assert_eq!(period(&[9, 1, 2, 1, 2]), Some(2));
        assert_eq!(period(&[1, 1, 2, 1, 1, 2, 1, 1]), Some(3));
        assert_eq!(period(&[7, 8, 1, 1, 1]), Some(1));
    }
}
