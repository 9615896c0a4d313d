//! Stopping queries: by a handle from any thread, and by a watchdog at their limit.

use crate::clock::{Clock, Moment};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A handle that stops the running query and all later ones of every chain made
/// with it. Clones are the same handle; it may be used from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    triggered: AtomicBool,
    watches: Mutex<Vec<Weak<Watched>>>,
    parts: Mutex<Vec<Weak<Shared>>>,
}

impl Interrupt {
    /// A handle that has not been used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the running queries; they and all later ones are answered
    /// [`Reason::Interrupted`](crate::Reason::Interrupted).
    pub fn trigger(&self) {
        self.0.triggered.store(true, Ordering::SeqCst);
        let parts: Vec<_> = locked(&self.0.parts).iter().filter_map(Weak::upgrade).collect();
        for part in parts {
            Interrupt(part).trigger();
        }
        for watched in locked(&self.0.watches).iter().filter_map(Weak::upgrade) {
            // Taking the lock makes sure that the watchdog is either before its
            // look at the flag or asleep already.
            drop(locked(&watched.slot));
            watched.wake.notify_all();
        }
    }

    /// A handle of its own for some of the chains, which this one triggers as well.
    pub fn part(&self) -> Self {
        let part = Self::new();
        locked(&self.0.parts).push(Arc::downgrade(&part.0));
        if self.is_triggered() {
            part.trigger();
        }
        part
    }

    /// Whether it was triggered.
    pub fn is_triggered(&self) -> bool {
        self.0.triggered.load(Ordering::SeqCst)
    }
}

/// How often an action is repeated while it shows no effect: a stop that comes
/// just before the query starts would be lost.
const REPEAT: Duration = Duration::from_millis(20);

/// A watchdog thread for the queries of one back end.
///
/// Arming it costs no system call most of the time: the thread sleeps to the
/// end of the limit it saw last, and only then looks what is armed now.
pub(crate) struct Watch {
    watched: Arc<Watched>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Watched {
    slot: Mutex<Slot>,
    wake: Condvar,
}

#[derive(Default)]
struct Slot {
    armed: Option<Armed>,
    /// When the thread wakes up by itself.
    wakes_at: Option<Instant>,
    fired: bool,
    closed: bool,
}

struct Armed {
    /// When it is to be looked at again.
    look: Instant,
    clock: Clock,
    /// What the clock may show at most.
    end: Duration,
    action: Box<dyn Fn() + Send>,
}

impl Armed {
    /// Whether the limit has passed. If the thread had to wait, it is looked at again later.
    fn is_late(&mut self, now: Instant) -> bool {
        if now < self.look {
            return false;
        }
        let left = self.end.saturating_sub(self.clock.read());
        self.look = now + left;
        left.is_zero()
    }
}

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slot").field("fired", &self.fired).finish_non_exhaustive()
    }
}

impl Watch {
    pub(crate) fn new(interrupt: &Interrupt) -> std::io::Result<Self> {
        let watched = Arc::new(Watched { slot: Mutex::default(), wake: Condvar::new() });
        let mut watches = locked(&interrupt.0.watches);
        watches.retain(|watch| watch.strong_count() > 0);
        watches.push(Arc::downgrade(&watched));
        drop(watches);
        let (theirs, interrupt) = (watched.clone(), interrupt.clone());
        let thread = std::thread::Builder::new()
            .name("solver watchdog".to_owned())
            .spawn(move || guard(&theirs, &interrupt))?;
        Ok(Self { watched, thread: Some(thread) })
    }

    /// Runs `work`; should it last longer than the limit, or should the handle be
    /// triggered, calls `action` from another thread again and again until `work`
    /// ends. The action is never called after this returns. Tells whether it was called.
    pub(crate) fn during<T>(
        &self,
        limit: Duration,
        action: Box<dyn Fn() + Send>,
        work: impl FnOnce() -> T,
    ) -> (T, bool) {
        let disarm = Disarm(&self.watched);
        let limit = limit.min(Duration::from_secs(1 << 30));
        // The clock is never faster than time itself.
        let look = Instant::now() + limit;
        let armed = Armed { look, clock: Clock::of_this_thread(), end: Moment::now().after(limit), action };
        let mut slot = locked(&self.watched.slot);
        slot.armed = Some(armed);
        slot.fired = false;
        let late = slot.wakes_at.is_none_or(|at| at > look);
        drop(slot);
        if late {
            self.watched.wake.notify_all();
        }
        let result = work();
        drop(disarm);
        (result, locked(&self.watched.slot).fired)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        locked(&self.watched.slot).closed = true;
        self.watched.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Disarms on every way out, a panic included.
struct Disarm<'a>(&'a Watched);

impl Drop for Disarm<'_> {
    fn drop(&mut self) {
        locked(&self.0.slot).armed = None;
    }
}

fn guard(watched: &Watched, interrupt: &Interrupt) {
    let mut slot = locked(&watched.slot);
    while !slot.closed {
        let now = Instant::now();
        let late = slot.armed.as_mut().map(|armed| interrupt.is_triggered() || armed.is_late(now));
        slot.wakes_at = match (&slot.armed, late) {
            (Some(armed), Some(true)) => {
                (armed.action)();
                slot.fired = true;
                Some(now + REPEAT)
            }
            (Some(armed), _) => Some(armed.look),
            (None, _) => None,
        };
        slot = match slot.wakes_at {
            Some(at) => {
                let wait = at.saturating_duration_since(now);
                watched.wake.wait_timeout(slot, wait).unwrap_or_else(PoisonError::into_inner).0
            }
            None => watched.wake.wait(slot).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

/// No code panics while it holds one of these locks, so poison means nothing.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    fn counting(calls: &Arc<AtomicU32>) -> Box<dyn Fn() + Send> {
        let calls = calls.clone();
        Box::new(move || {
            calls.fetch_add(1, Ordering::SeqCst);
        })
    }

    #[test]
    fn acts_at_the_limit_and_never_after() {
        let watch = Watch::new(&Interrupt::new()).unwrap();
        let calls = Arc::new(AtomicU32::new(0));
        let nap = |millis| std::thread::sleep(Duration::from_millis(millis));
        let ((), fired) = watch.during(Duration::from_millis(500), counting(&calls), || nap(5));
        assert!(!fired);
        // A shorter limit than the one the thread sleeps for.
        let ((), fired) = watch.during(Duration::from_millis(10), counting(&calls), || nap(400));
        let during = calls.load(Ordering::SeqCst);
        assert!(fired && during >= 2, "{during}");
        nap(60);
        assert_eq!(calls.load(Ordering::SeqCst), during);
    }

    #[test]
    fn a_part_is_stopped_alone_and_with_the_whole() {
        let whole = Interrupt::new();
        let parts = [whole.part(), whole.part()];
        parts[0].trigger();
        assert!(parts[0].is_triggered() && !parts[1].is_triggered() && !whole.is_triggered());
        whole.trigger();
        assert!(parts[1].is_triggered() && whole.part().is_triggered());
    }

    #[test]
    fn a_trigger_reaches_every_watch() {
        let interrupt = Interrupt::new();
        let watches = [Watch::new(&interrupt).unwrap(), Watch::new(&interrupt).unwrap()];
        interrupt.trigger();
        for watch in &watches {
            let calls = Arc::new(AtomicU32::new(0));
            let wait = || {
                while calls.load(Ordering::SeqCst) == 0 {
                    std::thread::yield_now();
                }
            };
            assert!(watch.during(Duration::from_secs(60), counting(&calls), wait).1);
        }
    }
}
