//! Keeps the limits of time and memory, and Ctrl-C, where the work does not look at them itself: a parser, a solver
//! or an allocation that takes long. Whatever was found until then is still told. Note [limits].

use crate::status;
use kyklos::base::budget::resident_bytes;
use kyklos::base::{Budget, Exhausted, outside};
use kyklos::solver::Interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the limits are looked at: at least, and at most.
const TICKS: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(50)];

/// No program takes more bytes of memory in a millisecond.
const FASTEST: u64 = 5_000_000;

/// How long work that looks at the budget may take to end. With a share of the time limit it stays below the
/// promised 10 % and 1 s.
const PATIENCE: Duration = Duration::from_millis(400);

/// So many percent of the memory limit may be used by work that is about to end.
const MOST_MEMORY: u64 = 105;

/// The watch over a piece of work.
pub struct Watch {
    answered: Arc<AtomicBool>,
}

impl Watch {
    /// Starts to watch. If the work does not end in time, `last_words` prints its result and tells the exit status;
    /// then the process ends.
    pub fn start(
        budget: &Budget,
        interrupt: Interrupt,
        last_words: impl FnOnce(Exhausted) -> u8 + Send + 'static,
    ) -> Self {
        let answered = Arc::new(AtomicBool::new(false));
        let watch = Self { answered: Arc::clone(&answered) };
        stop_on_signals(budget);
        let budget = budget.clone();
        // Without the thread, only the work itself looks at its limits.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            let mut since: Option<Instant> = None;
            while !answered.load(Ordering::SeqCst) {
                // Memory may have been given back.
                let why = budget.exhausted();
                since = why.map(|_| since.unwrap_or_else(Instant::now));
                if matches!(why, Some(Exhausted::Time | Exhausted::Interrupted)) {
                    interrupt.trigger();
                }
                let exhausted = since.zip(why).filter(|(since, why)| is_over(&budget, *since, *why));
                if let Some((_, why)) = exhausted
                    && !answered.swap(true, Ordering::SeqCst)
                {
                    end(last_words(why));
                }
                std::thread::sleep(if why.is_some() { TICKS[0] } else { next_look(&budget) });
            }
        });
        watch
    }

    /// To be called before the result is printed: from now on nobody else does. If somebody did already, the
    /// process is about to end.
    pub fn answer(&self) {
        while self.answered.swap(true, Ordering::SeqCst) {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// How long limits cannot be reached. To look costs the work some time, more so on a machine that is busy.
fn next_look(budget: &Budget) -> Duration {
    let used = || resident_bytes().unwrap_or(0) + outside::resident_bytes();
    let memory = budget.memory().map(|limit| Duration::from_millis(limit.saturating_sub(used()) / FASTEST));
    let soonest = [memory, budget.remaining()].into_iter().flatten().min();
    soonest.unwrap_or(TICKS[1]).clamp(TICKS[0], TICKS[1])
}

/// Whether work that should have ended at a time has to be ended.
fn is_over(budget: &Budget, since: Instant, why: Exhausted) -> bool {
    let share = match why {
        Exhausted::Time => budget.time().map_or(Duration::ZERO, |time| time / 20),
        Exhausted::Memory | Exhausted::Interrupted => Duration::ZERO,
    };
    let used = resident_bytes().unwrap_or(0) + outside::resident_bytes();
    let has_memory = budget.memory().is_none_or(|limit| used < limit / 100 * MOST_MEMORY);
    !has_memory || since.elapsed() > PATIENCE + share
}

/// The first Ctrl-C, or request to terminate, stops the work, which then reports; the second ends the process.
fn stop_on_signals(budget: &Budget) {
    let switch = budget.stop_switch();
    // A handler that cannot be set leaves signals as they are.
    let _ = ctrlc::set_handler(move || {
        if switch.swap(true, Ordering::Relaxed) {
            end(status::NO_ANSWER);
        }
    });
}

/// Ends the process at once, with all that it has outside. What is registered to be done at its end would meet threads that
/// still work.
pub fn end(status: u8) -> ! {
    outside::end_all();
    #[cfg(unix)]
    {
        #[allow(unsafe_code)]
        unsafe extern "C" {
            // It takes any number, and nothing comes after it.
            safe fn _exit(status: i32) -> !;
        }
        _exit(i32::from(status))
    }
    #[cfg(not(unix))]
    std::process::exit(i32::from(status))
}
