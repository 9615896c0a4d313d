//! What part of the work of a race one has, and what its work counts for. Note [race].

use super::Entrant;

/// How many times the first work of those counts who have a small part later.
const EARLY: u64 = 2;
/// Nanoseconds that it takes to start: a solver and tables for the program.
const START: u64 = 28_000_000;
/// The same for floating point numbers: a second solver, and questions whose making is not counted.
const FLOAT_START: u64 = 130_000_000;
/// Nanoseconds of work that count least because one knows where to look.
pub(super) const HOPE: u64 = 1_300_000_000;

/// What part of the work one has, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(super) before: u64,
    start: u64,
    first: u64,
    pub(super) share: u64,
    hope: u64,
    lasting: u64,
}

impl Part {
    /// That of one who takes part.
    pub(crate) fn of(entrant: &Entrant) -> Self {
        let nanoseconds = |milliseconds: u64| milliseconds.saturating_mul(1_000_000);
        let Entrant { first, share, after, hope, lasting, .. } = entrant;
        // Whoever has a full part starts in any case.
        let start = if *share < 100 { START } else { 0 };
        let (share, hope) = ((*share).max(1), (*hope).max(1));
        let lasting = share.max(*lasting);
        Self { before: nanoseconds(*after), start, first: nanoseconds(*first), share, hope, lasting }
    }

    /// The same for a program with floating point numbers.
    pub(crate) fn with_floats(self) -> Self {
        Self { start: if self.start == 0 { 0 } else { FLOAT_START }, ..self }
    }

    /// The same for one that was at a loss after so much work: it has its share from then on, and no more than that.
    pub(super) fn early_until(self, work: u64) -> Self {
        Self { first: self.first.min(self.start.saturating_add(work)), ..self }
    }

    /// What work counts for: twice as much as it is at first, then more for whom a smaller part is meant.
    pub(super) fn counted(&self, work: u64) -> u64 {
        self.before + self.more(self.before, self.start.saturating_add(work))
    }

    /// How much is done, starting included, when that counts for so much.
    #[cfg(test)]
    pub(super) fn done_when(&self, counted: u64) -> u64 {
        let left = counted.saturating_sub(self.before);
        let first = (left / EARLY).min(self.first);
        first + (left - EARLY * first) * self.share / 100
    }

    /// What work that is done in hope counts for: that of the first second, and what is behind it.
    pub(super) fn hoped(&self, work: u64) -> u64 {
        let first = work.min(HOPE);
        first.saturating_mul(100) / self.hope + (work - first).saturating_mul(100) / self.lasting
    }

    /// What so much more work counts for, if that done already counts for `counted`.
    pub(super) fn more(&self, counted: u64, work: u64) -> u64 {
        let first = ((self.before + EARLY * self.first).saturating_sub(counted) / EARLY).min(work);
        EARLY * first + (work - first).saturating_mul(100) / self.share
    }
}

/// The work of one who knows where to look.
#[derive(Default)]
pub(super) struct Hope {
    /// It does now.
    pub(super) is: bool,
    /// The work up to which this was looked at, and how much of it was done in hope.
    seen: u64,
    hoped: u64,
    /// How much of the other work was done when it was at a loss.
    lost: Option<u64>,
}

impl Hope {
    /// How much of the work was done in hope.
    pub(super) fn hoped(&mut self, work: u64) -> u64 {
        if self.is {
            self.hoped += work.saturating_sub(self.seen);
        }
        self.seen = self.seen.max(work);
        self.hoped
    }

    /// It is at a loss after all work that was seen.
    pub(super) fn is_lost(&mut self) {
        self.lost.get_or_insert(self.seen - self.hoped);
    }

    /// What part one has whose part is this if it is not at a loss.
    pub(super) fn part(&self, part: Part) -> Part {
        self.lost.map_or(part, |work| part.early_until(work))
    }

    /// What so much more work will count for, if that done already counts for `counted`.
    pub(super) fn next(&self, part: &Part, counted: u64, work: u64) -> u64 {
        if self.is {
            part.hoped(self.hoped + work) - part.hoped(self.hoped)
        } else {
            self.part(*part).more(counted, work)
        }
    }
}
