//! The schedule of a portfolio: which lane runs when, and which one has answered. Note [portfolio].
//!
//! It is a weighted round-robin. The lane that has come least far runs, on a thread of its own, until it is ahead of the
//! others by a turn; with several jobs, so many run at a time. How far a lane has come is counted, not timed
//! ([`Tally`]), so one seed gives one order of turns and one answer. Turns grow with the portfolio, so changing costs little.
//!
//! What a lane has begun cannot be held up: a question to the solver, a replay. The others wait for it. So questions are
//! asked in pieces, each with a turn of its own. The clock is a safety net: a lane that is [`STUCK`] in one call
//! does not hold up the others, and none holds up the report ([`GRACE`]).

use super::Lane;
use super::tally::Tally;
use kyklos_base::thread_time::ThreadTime;
use kyklos_base::{Budget, Exhausted};
use kyklos_exec::{Pace, Work};
use kyklos_solver::{Breaks, Effort, Interrupt};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A turn: nanoseconds of work that counts by which a lane may be ahead of the next one, at least. It is long enough for
/// most programs, which need one lane alone.
const TURN: u64 = 20_000_000;
/// And the part of what that one has done by which it may be: then lanes change a few dozen times in all.
const TURN_PART: u64 = 16;
/// The first piece of a long question, at least: most questions take less. Each piece takes twice as long as the one before.
const PIECE: Duration = Duration::from_millis(50);
/// A lane that works for so long in one call does not hold up the others any more. One question takes less.
const STUCK: Duration = Duration::from_secs(3);
/// For how long a lane is waited for that gives no sign of life, although there is an answer, or that was told to stop.
const GRACE: Duration = Duration::from_millis(200);
/// How often those who wait look around. They are woken when something happens, but not when time is over.
const LOOK: Duration = Duration::from_millis(50);

/// The schedule.
pub(crate) struct Schedule {
    slots: Mutex<Vec<Slot>>,
    /// What wakes whoever watches.
    changed: Condvar,
    jobs: usize,
    start: Instant,
    /// Since when nothing but lanes that do not end is waited for.
    held_up: Mutex<Option<Instant>>,
}

/// What is known of one lane.
struct Slot {
    /// What wakes it.
    changed: Arc<Condvar>,
    running: bool,
    gone: bool,
    /// How far it had come when it had an answer.
    answered: Option<u64>,
    /// How far it may still go, after another has answered.
    last: u64,
    /// Has to give way because memory is used up.
    gives_way: bool,
    shared: Arc<Shared>,
    interrupt: Interrupt,
    /// The sign of life that was seen last, and when.
    seen: (u64, Duration),
    /// The time of its thread.
    clock: Option<ThreadTime>,
}

/// What a lane looks at and tells without the lock.
struct Shared {
    tally: Mutex<Tally>,
    /// How far it has come, as the tally says.
    time: AtomicU64,
    /// The work it has done apart from its solver's back end.
    own: AtomicU64,
    /// It runs on without asking until it has come so far.
    until: AtomicU64,
    /// How many signs of life it gave.
    signs: AtomicU64,
    /// How much it holds in memory, to compare.
    held: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Schedule {
    /// A schedule of these lanes, so many of which run at a time. Their solvers are stopped with `interrupt`.
    pub(crate) fn new(lanes: &[Lane], jobs: usize, interrupt: &Interrupt) -> Arc<Self> {
        let slot = |lane: &Lane| {
            let tally = Tally::of(lane, lanes.len(), jobs.max(1));
            let shared = Shared {
                time: AtomicU64::new(tally.time()),
                tally: Mutex::new(tally),
                own: AtomicU64::new(0),
                until: AtomicU64::new(0),
                signs: AtomicU64::new(0),
                held: AtomicU64::new(0),
                stop: Arc::default(),
            };
            Slot {
                changed: Arc::default(),
                running: false,
                gone: false,
                answered: None,
                last: u64::MAX,
                gives_way: false,
                shared: Arc::new(shared),
                interrupt: interrupt.part(),
                seen: (0, Duration::ZERO),
                clock: None,
            }
        };
        Arc::new(Self {
            slots: Mutex::new(lanes.iter().map(slot).collect()),
            changed: Condvar::new(),
            jobs: jobs.max(1),
            start: Instant::now(),
            held_up: Mutex::new(None),
        })
    }

    /// The hold that a lane has on the schedule.
    pub(crate) fn seat(self: &Arc<Self>, lane: usize, budget: &Budget) -> Seat {
        let slots = self.lock();
        let (shared, interrupt) = (slots[lane].shared.clone(), slots[lane].interrupt.clone());
        drop(slots);
        let schedule = self.clone();
        let gives_way = Arc::new(move || schedule.gives_way(lane));
        let budget = budget.part(shared.stop.clone(), gives_way);
        Seat { schedule: self.clone(), lane, effort: Effort::default(), budget, interrupt }
    }

    /// The lane whose answer is taken, if one has answered.
    pub(crate) fn winner(&self) -> Option<usize> {
        answer(&self.lock()).map(|(_, lane)| lane)
    }

    /// Whether a lane has come to its end.
    pub(crate) fn is_gone(&self, lane: usize) -> bool {
        self.lock()[lane].gone
    }

    /// Waits a little; `false` if nothing is left to be waited for: all lanes are gone, or those that are not cannot be asked.
    pub(crate) fn watch(&self, budget: &Budget) -> bool {
        let slots = self.lock();
        if slots.iter().all(|slot| slot.gone) {
            return false;
        }
        let mut slots = self.changed.wait_timeout(slots, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        let is_held_up = match answer(&slots) {
            Some((_, winner)) => {
                // Whoever has come less far could still win. If it gives no sign of life, it is too late.
                for slot in slots.iter_mut().filter(|slot| slot.running && slot.answered.is_none()) {
                    if self.silence(slot) > GRACE {
                        slot.stop();
                    }
                }
                let is_over =
                    |(lane, slot): (usize, &Slot)| slot.gone || (lane != winner && slot.is_stopped());
                slots.iter().enumerate().all(is_over)
            }
            None => matches!(budget.exhausted(), Some(Exhausted::Time | Exhausted::Interrupted)),
        };
        let mut since = self.held_up.lock().unwrap_or_else(PoisonError::into_inner);
        *since = is_held_up.then(|| since.unwrap_or_else(Instant::now));
        since.is_none_or(|since| since.elapsed() < GRACE)
    }

    /// Stops all lanes.
    pub(crate) fn stop(&self) {
        let slots = self.lock();
        slots.iter().for_each(Slot::stop);
        self.wake_all(&slots);
    }

    /// Nobody panics while holding the lock, so poison means nothing.
    fn lock(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For how long a lane has given no sign of life, as far as was seen. That a busy machine gave it no processor is nothing
    /// that it did.
    fn silence(&self, slot: &mut Slot) -> Duration {
        let told = slot.clock.as_ref().and_then(ThreadTime::read);
        let delay = told.map_or(Duration::ZERO, |(_, delay)| delay);
        let now = self.start.elapsed().saturating_sub(delay);
        let signs = slot.shared.signs.load(Ordering::Relaxed);
        if slot.seen.0 != signs {
            slot.seen = (signs, now);
        }
        now.saturating_sub(slot.seen.1)
    }

    /// How many lanes are running, and are not stuck.
    fn busy(&self, slots: &mut [Slot]) -> usize {
        let running = slots.iter_mut().filter(|slot| slot.running);
        running.filter_map(|slot| (self.silence(slot) < STUCK).then_some(())).count()
    }

    /// A lane waits a little.
    fn wait<'a>(&self, slots: MutexGuard<'a, Vec<Slot>>, me: usize) -> MutexGuard<'a, Vec<Slot>> {
        let changed = slots[me].changed.clone();
        changed.wait_timeout(slots, LOOK).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Tells all that something has changed for them.
    fn wake_all(&self, slots: &[Slot]) {
        slots.iter().for_each(|slot| slot.changed.notify_all());
        self.changed.notify_all();
    }

    /// A lane waits for its next turn.
    fn turn(&self, me: usize, is_over: impl Fn() -> bool) {
        let mut slots = self.lock();
        slots[me].running = false;
        wake_next(&slots);
        loop {
            let has_turn = next(&slots) == Some(me);
            if has_lost(&slots, me) {
                slots[me].stop();
            }
            if slots[me].is_stopped() || slots[me].gives_way || is_over() {
                break;
            }
            if has_turn && self.busy(&mut slots) < self.jobs {
                break;
            }
            slots = self.wait(slots, me);
        }
        // Whoever was stuck asks before it goes on.
        for slot in slots.iter().filter(|slot| slot.running && self.jobs == 1) {
            slot.shared.until.store(0, Ordering::Relaxed);
        }
        slots[me].running = true;
        let until = waiting(&slots).map(|other| slots[other].time()).min().map_or(u64::MAX, |least| {
            let least = least.max(slots[me].time());
            least.saturating_add(turn_after(least))
        });
        slots[me].shared.until.store(until.min(slots[me].last), Ordering::Relaxed);
        slots[me].shared.signs.fetch_add(1, Ordering::Relaxed);
        wake_next(&slots);
    }

    /// A lane has an answer. Where lanes take turns, the others have lost: the order of turns is the same in each run. Where
    /// several run at a time, only those have that have come farther; the others have a turn left to come so far.
    fn answered(&self, me: usize) {
        let mut slots = self.lock();
        slots[me].answered = slots[me].answered.or(Some(slots[me].time()));
        let Some((time, _)) = answer(&slots) else { return };
        for other in (0..slots.len()).filter(|other| *other != me) {
            let now = slots[other].time();
            let last = if self.jobs > 1 { now.saturating_add(turn_after(now)) } else { now };
            slots[other].last = last.min(slots[other].last);
            if slots[other].answered.is_none() && has_lost(&slots, other) {
                slots[other].stop();
            }
            slots[other].shared.until.fetch_min(time.min(last), Ordering::Relaxed);
        }
        self.wake_all(&slots);
    }

    /// Memory is used up. Whoever holds the most gives way; if that is another, waits until it is gone.
    fn gives_way(&self, me: usize) -> bool {
        let mut slots = self.lock();
        let alive = || (0..slots.len()).filter(|lane| !slots[*lane].gone);
        let giving = alive().find(|lane| slots[*lane].gives_way);
        let largest = || alive().max_by_key(|lane| slots[*lane].shared.held.load(Ordering::Relaxed));
        let chosen = giving.or_else(largest).unwrap_or(me);
        slots[chosen].gives_way = true;
        if chosen == me {
            return true;
        }
        slots[chosen].shared.until.store(0, Ordering::Relaxed);
        slots[chosen].interrupt.trigger();
        self.wake_all(&slots);
        while !slots[chosen].gone && !slots[me].is_stopped() {
            slots = self.wait(slots, me);
        }
        false
    }
}

/// A turn after so much was done.
fn turn_after(time: u64) -> u64 {
    TURN.max(time / TURN_PART)
}

/// Those that wait for their turn.
fn waiting(slots: &[Slot]) -> impl Iterator<Item = usize> {
    (0..slots.len()).filter(|lane| !slots[*lane].gone && !slots[*lane].running)
}

/// The one of them whose turn is next: it has come least far.
fn next(slots: &[Slot]) -> Option<usize> {
    waiting(slots).min_by_key(|lane| (slots[*lane].time(), *lane))
}

/// Tells the next one that it may be its turn.
fn wake_next(slots: &[Slot]) {
    if let Some(next) = next(slots) {
        slots[next].changed.notify_all();
    }
}

/// How far the lane had come that answered best, and which it is.
fn answer(slots: &[Slot]) -> Option<(u64, usize)> {
    (0..slots.len()).filter_map(|lane| Some(rank(slots[lane].answered?, lane))).min()
}

/// Whether a lane cannot answer before another has.
fn has_lost(slots: &[Slot], me: usize) -> bool {
    let now = slots[me].time();
    answer(slots).is_some_and(|answer| answer < rank(now, me) || now >= slots[me].last)
}

/// Who is better. Within the first turn all are equal, so the first of them wins, and the others need not start at all.
fn rank(time: u64, lane: usize) -> (u64, usize) {
    (time.max(TURN), lane)
}

impl Slot {
    fn time(&self) -> u64 {
        self.shared.time.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.interrupt.trigger();
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }
}

/// What a lane has of the schedule. It is gone when this is dropped, by a panic too: nobody waits for it.
pub(crate) struct Seat {
    schedule: Arc<Schedule>,
    lane: usize,
    /// Where its solver counts its work.
    pub(crate) effort: Effort,
    /// What stops its solver.
    pub(crate) interrupt: Interrupt,
    /// Its part of the budget.
    pub(crate) budget: Budget,
}

impl Seat {
    /// Waits for the first turn, and gives what makes the exploration wait for the next ones.
    pub(crate) fn start(&self) -> Box<dyn Pace> {
        self.schedule.lock()[self.lane].clock = Some(ThreadTime::of_this_thread());
        self.schedule.turn(self.lane, || self.budget.is_over());
        Box::new(self.turns())
    }

    /// Whether it was told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.schedule.lock()[self.lane].is_stopped()
    }

    /// What lets long questions be asked in pieces: the first is as long as a turn. A lane of full weight asks them whole, for
    /// what it takes longer than its turn, the others have before its next one.
    pub(crate) fn breaks(&self) -> Option<Breaks> {
        let turns = self.turns();
        let shared = turns.shared.clone();
        let is_full = shared.tally().is_full();
        let first = move || {
            let tally = shared.tally();
            PIECE.max(Duration::from_nanos(tally.work_for(turn_after(tally.time()))))
        };
        (!is_full).then(|| Breaks::new(first, move |piece| turns.pause(piece)))
    }

    fn turns(&self) -> Turns {
        Turns {
            schedule: self.schedule.clone(),
            lane: self.lane,
            shared: self.schedule.lock()[self.lane].shared.clone(),
            effort: self.effort.clone(),
            budget: self.budget.clone(),
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut slots = self.schedule.lock();
        (slots[self.lane].gone, slots[self.lane].running) = (true, false);
        // The others need not wait for it any more.
        slots.iter().for_each(|slot| slot.shared.until.store(0, Ordering::Relaxed));
        self.schedule.wake_all(&slots);
    }
}

/// The turns of a lane.
struct Turns {
    schedule: Arc<Schedule>,
    lane: usize,
    shared: Arc<Shared>,
    effort: Effort,
    budget: Budget,
}

impl Turns {
    fn note(&self, done: Work) -> u64 {
        let own = Work { back_end: 0, ..done }.amount();
        self.shared.own.store(own, Ordering::Relaxed);
        self.shared.held.store(done.held, Ordering::Relaxed);
        self.count(|_| 0)
    }

    /// Counts what was done, and what will be in a moment; how far the lane has come then.
    fn count(&self, soon: impl Fn(&Tally) -> u64) -> u64 {
        let back_end = Work { back_end: self.effort.total(), ..Work::default() }.amount();
        let mut tally = self.shared.tally();
        tally.note(self.shared.own.load(Ordering::Relaxed) + back_end);
        let time = tally.time().saturating_add(soon(&tally));
        drop(tally);
        self.shared.time.store(time, Ordering::Relaxed);
        self.shared.signs.fetch_add(1, Ordering::Relaxed);
        time
    }

    fn go_on(&self, time: u64) {
        if time >= self.shared.until.load(Ordering::Relaxed) {
            self.schedule.turn(self.lane, || self.budget.is_over());
        }
    }

    /// A question goes on later, when its next piece is what this lane has a right to. Tells how much time is left then.
    fn pause(&self, piece: Duration) -> Option<Duration> {
        let piece = u64::try_from(piece.as_nanos()).unwrap_or(u64::MAX);
        self.go_on(self.count(|tally| tally.cost(piece)));
        self.count(|_| 0);
        self.budget.remaining()
    }
}

impl Shared {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pace for Turns {
    fn advance(&mut self, done: Work) {
        self.go_on(self.note(done));
    }

    fn answered(&mut self, done: Work) {
        self.note(done);
        self.schedule.answered(self.lane);
    }

    fn promising(&mut self, done: Work, is: bool) {
        self.note(done);
        self.shared.tally().is_promising = is;
    }
}
