//! How far a lane has come: its work, measured by its weight. Note [portfolio].

use super::Lane;

/// The weight of a lane whose work counts as it is.
const FULL: u64 = 100;
/// How many times its weight a promising lane has, up to full weight.
const PROMISING: u64 = 8;
/// The first work of a lane, in nanoseconds, counts as if the lane were promising: what a technique can do for a program, it
/// often does at once, and until then nothing is known of it.
const EARLY: u64 = 50_000_000;
/// When lanes of the first stage behind the start begin, in nanoseconds of work that counts. The stages behind it begin
/// [`STAGES`] times later each.
const FIRST_STAGE: u64 = 50_000_000;
/// How many times later each stage begins.
const STAGES: u64 = 4;

/// The work of a lane. Its time is what is compared with others: work divided by weight, after the start of its stage.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    weight: u64,
    start: u64,
    /// Work done while the lane was promising, and other work.
    promised: u64,
    plain: u64,
    /// Whether it is promising now.
    pub(super) is_promising: bool,
}

impl Tally {
    /// Of a lane, in a portfolio of so many of which so many run at a time.
    ///
    /// A lane cannot use more than one processor. So that others are not idle beside a heavy lane, all others together
    /// weigh at least as much as the rest of the processors can do.
    pub(super) fn of(lane: &Lane, lanes: usize, jobs: usize) -> Self {
        let (lanes, jobs) = (lanes as u64, (jobs as u64).min(lanes as u64));
        let least = if lanes > 1 { FULL * jobs.saturating_sub(1) / (lanes - 1) } else { 0 };
        let start = match lane.stage {
            0 => 0,
            stage => FIRST_STAGE.saturating_mul(STAGES.saturating_pow(stage - 1)),
        };
        let weight = lane.weight.max(least).max(1);
        Self { weight, start, promised: 0, plain: 0, is_promising: false }
    }

    /// So much work was done in all.
    pub(super) fn note(&mut self, work: u64) {
        let more = work.saturating_sub(self.promised + self.plain);
        let kind = if self.is_promising { &mut self.promised } else { &mut self.plain };
        *kind += more;
    }

    /// How far the lane has come.
    pub(super) fn time(&self) -> u64 {
        let early = self.plain.min(EARLY);
        let promised = (self.promised + early) * FULL / self.promised_weight();
        self.start + (self.plain - early) * FULL / self.weight + promised
    }

    /// What so much more work will count for.
    pub(super) fn cost(&self, work: u64) -> u64 {
        let mut later = self.clone();
        later.note(self.promised + self.plain + work);
        later.time() - self.time()
    }

    /// How much work counts for so much, its first work aside.
    pub(super) fn work_for(&self, time: u64) -> u64 {
        let weight = if self.is_promising { self.promised_weight() } else { self.weight };
        time.saturating_mul(weight) / FULL
    }

    /// Whether its work counts as it is, or less.
    pub(super) fn is_full(&self) -> bool {
        self.weight >= FULL
    }

    fn promised_weight(&self) -> u64 {
        (self.weight * PROMISING).min(self.weight.max(FULL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(weight: u64, stage: u32, lanes: usize, jobs: usize) -> Tally {
        Tally::of(&Lane { weight, stage, ..Lane::new("", "", 0, 0) }, lanes, jobs)
    }

    #[test]
    fn work_counts_by_weight_and_by_promise() {
        let mut tally = tally(10, 0, 9, 1);
        assert_eq!(tally.cost(EARLY + 40), EARLY * 10 / PROMISING + 400);
        tally.note(EARLY);
        let early = EARLY * 10 / PROMISING;
        assert_eq!(tally.time(), early);
        tally.note(EARLY + 500);
        assert_eq!((tally.time(), tally.cost(80)), (early + 5_000, 800));
        tally.is_promising = true;
        assert_eq!((tally.time(), tally.cost(80), tally.work_for(100)), (early + 5_000, 100, 80));
        tally.note(EARLY + 580);
        tally.is_promising = false;
        tally.note(EARLY + 590);
        assert_eq!(tally.time(), early + 5_200);
    }

    #[test]
    fn a_promise_gives_full_weight_at_most() {
        let mut tally = tally(50, 0, 9, 1);
        tally.note(EARLY);
        assert_eq!(tally.time(), EARLY);
        tally.is_promising = true;
        tally.note(EARLY + 10);
        assert_eq!(tally.time(), EARLY + 10);
    }

    #[test]
    fn a_stage_begins_later() {
        let starts = [0, 1, 2, 3].map(|stage| tally(FULL, stage, 9, 1).time());
        assert_eq!(starts, [0, FIRST_STAGE, FIRST_STAGE * 4, FIRST_STAGE * 16]);
    }

    #[test]
    fn more_processors_have_something_to_do() {
        let weights = |lanes, jobs| [1, 20, FULL].map(|weight| tally(weight, 0, lanes, jobs).weight);
        assert_eq!(weights(9, 1), [1, 20, FULL]);
        assert_eq!(weights(9, 2), [12, 20, FULL]);
        assert_eq!(weights(3, 2), [50, 50, FULL]);
        assert_eq!(weights(2, 8), [FULL, FULL, FULL]);
        assert_eq!(weights(1, 1), [1, 20, FULL]);
    }
}
