//! Budgets: how much time and memory an analysis may take, and when to stop. Note [limits].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why an analysis has to stop before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// The time is over.
    Time,
    /// The process holds more memory than allowed.
    Memory,
    /// The user asked to stop.
    Interrupted,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "the time limit was reached",
            Exhausted::Memory => "the memory limit was reached",
            Exhausted::Interrupted => "it was interrupted",
        })
    }
}

/// For how long memory that was within its limit is not looked at again: that takes longer than most steps of an analysis.
const FRESH: Duration = Duration::from_millis(2);

/// Limits on time and memory, and a switch to stop. What other processes hold that this one has started counts too. Clones
/// share the switch.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    stop: Arc<AtomicBool>,
    /// Nanoseconds from the start until memory need not be looked at.
    fresh: Arc<AtomicU64>,
    part: Option<Part>,
    /// Is set when time is over by another measure than the clock.
    is_late: Option<Arc<AtomicBool>>,
}

/// What holds for one of several analyses in one budget.
#[derive(Clone)]
struct Part {
    stop: Arc<AtomicBool>,
    gives_way: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Budget {
    /// A budget that starts now, with these limits on time and on resident memory in bytes.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Self {
        Self {
            start: Instant::now(),
            time,
            memory,
            stop: Arc::default(),
            fresh: Arc::default(),
            part: None,
            is_late: None,
        }
    }

    /// The budget of one of several analyses that share this one. It has a switch of its own as well; and when the
    /// memory is used up, it is asked whether this analysis gives way (`true`) or another one does and has done so.
    pub fn part(&self, stop: Arc<AtomicBool>, gives_way: Arc<dyn Fn() -> bool + Send + Sync>) -> Self {
        Self { part: Some(Part { stop, gives_way }), ..self.clone() }
    }

    /// This budget, but for no longer than so much from now on.
    pub fn within(&self, time: Duration) -> Self {
        let until = self.elapsed() + time;
        Self { time: Some(self.time.map_or(until, |limit| limit.min(until))), ..self.clone() }
    }

    /// This budget, but time is also over when this is set: by whoever counts work instead of looking at the clock.
    pub fn until(&self, is_late: Arc<AtomicBool>) -> Self {
        Self { is_late: Some(is_late), ..self.clone() }
    }

    /// No limits.
    pub fn unlimited() -> Self {
        Self::new(None, None)
    }

    /// The switch: set it, from any thread, to stop the analysis.
    pub fn stop_switch(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Since when the budget counts.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How much time is left; `None` without a limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Whether the time is over, or somebody wants this to stop.
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.is_late()
    }

    fn is_late(&self) -> bool {
        let told = self.is_late.as_ref().is_some_and(|late| late.load(Ordering::Relaxed));
        told || self.remaining().is_some_and(|left| left.is_zero())
    }

    /// Whether the user wants to stop, or this part of the work is to stop.
    fn is_stopped(&self) -> bool {
        let own = self.part.as_ref().is_some_and(|part| part.stop.load(Ordering::Relaxed));
        own || self.stop.load(Ordering::Relaxed)
    }

    /// Why to stop, if there is a reason. Looks at the clock, and now and then at the process' memory: ask every few
    /// thousand steps, not at every one.
    pub fn exhausted(&self) -> Option<Exhausted> {
        if self.is_stopped() {
            return Some(Exhausted::Interrupted);
        }
        if self.is_late() {
            return Some(Exhausted::Time);
        }
        let limit = self.memory?;
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let now = self.elapsed();
        if nanoseconds(now) < self.fresh.load(Ordering::Relaxed) {
            return None;
        }
        if resident_bytes()? + crate::outside::resident_bytes() <= limit {
            self.fresh.store(nanoseconds(now + FRESH), Ordering::Relaxed);
            return None;
        }
        self.part.as_ref().is_none_or(|part| (part.gives_way)()).then_some(Exhausted::Memory)
    }

    /// The limit on time.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The limit on memory, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }
}

/// Processor time of all the process' threads so far, rounded up, where the system tells.
pub fn cpu_time() -> Option<Duration> {
    /// Linux tells it in hundredths of a second, whatever the machine.
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses, with any characters in it.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = |index: usize| fields.split_whitespace().nth(index)?.parse::<u32>().ok();
    // Time in the program and time in the system are rounded down each.
    Some(TICK * (ticks(11)? + 1 + ticks(12)? + 1))
}

/// Memory that the process holds now, where the system tells.
pub fn resident_bytes() -> Option<u64> {
    resident_of("self")
}

/// Memory that a process holds now.
pub(crate) fn resident_of(process: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The most memory that the process ever held, where the system tells.
pub fn peak_resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_told_apart() {
        assert_eq!(Budget::unlimited().exhausted(), None);
        assert_eq!(Budget::new(Some(Duration::ZERO), None).exhausted(), Some(Exhausted::Time));
        if resident_bytes().is_some() {
            assert_eq!(Budget::new(None, Some(1)).exhausted(), Some(Exhausted::Memory));
            assert!(peak_resident_bytes() >= Some(1 << 16));
            assert!(cpu_time().is_some());
        }
        let late = Arc::<AtomicBool>::default();
        let budget = Budget::unlimited().until(late.clone());
        assert!(budget.exhausted().is_none() && !budget.is_over());
        late.store(true, Ordering::Relaxed);
        assert!(budget.exhausted() == Some(Exhausted::Time) && budget.is_over());
        let budget = Budget::unlimited();
        budget.clone().stop_switch().store(true, Ordering::Relaxed);
        assert_eq!(budget.exhausted(), Some(Exhausted::Interrupted));
    }

    #[test]
    fn a_part_has_a_switch_of_its_own_and_may_be_spared() {
        let budget = Budget::new(None, Some(1));
        let (first, second) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let parts = [budget.part(first.clone(), Arc::new(|| false)), budget.part(second, Arc::new(|| true))];
        if resident_bytes().is_some() {
            assert_eq!(parts[0].exhausted(), None);
            assert_eq!(parts[1].exhausted(), Some(Exhausted::Memory));
        }
        first.store(true, Ordering::Relaxed);
        assert_eq!(parts[0].exhausted(), Some(Exhausted::Interrupted));
        assert_ne!(parts[1].exhausted(), Some(Exhausted::Interrupted));
        budget.stop_switch().store(true, Ordering::Relaxed);
        assert_eq!(parts[1].exhausted(), Some(Exhausted::Interrupted));
    }
}
