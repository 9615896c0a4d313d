//! The work of a back end, counted so that it is the same in each run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A counter of a back end's work, in units of which it does about [`Effort::PER_SECOND`]. Clones are the same counter.
#[derive(Clone, Debug, Default)]
pub struct Effort(Arc<AtomicU64>);

impl Effort {
    /// Units of work that take about a second.
    pub const PER_SECOND: u64 = 1_000_000;

    /// The work so far.
    pub fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, units: u64) {
        self.0.fetch_add(units, Ordering::Relaxed);
    }

    /// Work that took no longer than a time: a back end may count far more than it usually does in that.
    pub(crate) fn add_within(&self, units: u64, time: Duration) {
        self.add(units.min(Self::units(time)));
    }

    /// Work that cannot be counted, but took a time that is the same in each run.
    pub(crate) fn add_time(&self, time: Duration) {
        self.add(Self::units(time));
    }

    /// Work since there was so much that took a time which is the same in each run: as much as was not counted.
    pub(crate) fn add_up_to(&self, before: u64, time: Duration) {
        self.add(Self::units(time).saturating_sub(self.total().saturating_sub(before)));
    }

    fn units(time: Duration) -> u64 {
        let units = time.as_millis().saturating_mul(u128::from(Self::PER_SECOND)) / 1000;
        u64::try_from(units).unwrap_or(u64::MAX >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_off_is_no_more_than_its_time() {
        let effort = Effort::default();
        effort.add_within(10 * Effort::PER_SECOND, Duration::from_millis(200));
        assert_eq!(effort.total(), Effort::PER_SECOND / 5);
        effort.add_within(7, Duration::from_millis(200));
        assert_eq!(effort.total(), Effort::PER_SECOND / 5 + 7);
        for _ in 0..2 {
            effort.add_up_to(Effort::PER_SECOND / 5, Duration::from_millis(100));
            assert_eq!(effort.total(), Effort::PER_SECOND * 3 / 10);
        }
    }
}
