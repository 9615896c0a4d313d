//! The time that limits of queries are measured in: what a thread has for itself counts in full, what it waits for a
//! processor counts an eighth. So answers hardly depend on what else a machine does. Note [clock].

use kyklos_base::thread_time::{ThreadTime, worked};
use std::ops::{Add, Sub};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What share of the time that a thread waits counts.
const WAITING: u32 = 8;

/// A point in the time of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(Duration);

impl Moment {
    /// The time of this thread.
    pub(crate) fn now() -> Self {
        CLOCK.with(|clock| Self(clock.time(worked())))
    }

    /// What its clock shows so much later.
    pub(crate) fn after(self, time: Duration) -> Duration {
        self.0.saturating_add(time)
    }

    /// How long ago it was, for the thread whose time it is.
    pub(crate) fn elapsed(self) -> Duration {
        Self::now() - self
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

/// The time between two moments, or none if the second is later.
impl Sub for Moment {
    type Output = Duration;

    fn sub(self, other: Self) -> Duration {
        self.0.saturating_sub(other.0)
    }
}

/// The clock of a thread, which others can read, too.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: Instant,
    own: Arc<ThreadTime>,
    /// What the thread had had when this was made.
    before: Duration,
}

impl Clock {
    /// That of this thread.
    pub(crate) fn of_this_thread() -> Self {
        CLOCK.with(Clock::clone)
    }

    /// The time that it shows.
    pub(crate) fn read(&self) -> Duration {
        let own = self.own.read();
        own.map_or_else(|| self.start.elapsed(), |(own, _)| self.time(own))
    }

    /// The time that it shows when its thread has had a processor for so long.
    fn time(&self, own: Duration) -> Duration {
        let all = self.start.elapsed();
        let own = own.saturating_sub(self.before).min(all);
        own + (all - own) / WAITING
    }
}

thread_local! {
    static CLOCK: Clock = Clock {
        start: Instant::now(),
        own: Arc::new(ThreadTime::of_this_thread()),
        before: worked(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_waiting_counts_little() {
        let (start, real) = (Moment::now(), Instant::now());
        std::thread::sleep(Duration::from_millis(80));
        let waited = start.elapsed();
        assert!(waited >= Duration::from_millis(8) && waited <= real.elapsed(), "{waited:?}");
        if cfg!(target_os = "linux") && std::fs::metadata("/proc/thread-self/schedstat").is_ok() {
            assert!(waited * 2 < real.elapsed(), "{waited:?}");
        }
        let (start, real) = (Moment::now(), Instant::now());
        let mut sum = 0_u64;
        while start.elapsed() < Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(real.elapsed() >= Duration::from_millis(18) && sum > 0);
    }

    #[test]
    fn others_read_the_clock_of_a_thread() {
        let clock = Clock::of_this_thread();
        let before = clock.read();
        let seen = std::thread::spawn(move || clock.read()).join().unwrap();
        assert!(seen >= before);
    }
}
