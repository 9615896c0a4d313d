//! The course of a race: who runs when, and who has won.
//!
//! Explorations run on threads of their own, but one at a time (or as many as there are jobs): each has its turn
//! until it is ahead of the others by some work. Work is counted, not timed, so one seed gives one winner: the
//! one that had done the least work when it had its answer. Turns grow with the race, so changing costs little.
//!
//! Some work cannot be held up: a question to the solver, a replay. A runner that works for a while without a sign
//! of life does not hold up those who have done less than it has by then; what it did meanwhile is counted when it is
//! back. That lets more threads work at a time than there are jobs; all of them together take little more processor
//! time than the jobs have (`has_time`). Who has only a small part of the work asks long questions in pieces, and waits for its turn in between: else
//! all would work on long questions at once, each with the same part.

use super::Entrant;
use super::part::{Hope, Part};
use kyklos_base::Budget;
use kyklos_base::budget::cpu_time;
use kyklos_base::thread_time::ThreadTime;
use kyklos_exec::{Pace, Point, Work};
use kyklos_solver::{Breaks, Effort, Interrupt};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Nanoseconds of work by which a runner may be ahead before it has to wait, at least.
const LEAD: u64 = 20_000_000;
/// And the part of the others' work by which it may be.
const LEAD_SHARE: u64 = 16;
/// A runner that works for so long without a sign of life does not hold up the others.
const PATIENCE: Duration = Duration::from_millis(25);
/// The first piece of a long question; each one after it takes twice the time of the one before.
const PIECE: Duration = Duration::from_millis(50);
/// The same for one who knows where to look.
const HOPEFUL_PIECE: Duration = Duration::from_millis(800);
/// So much processor time more than the jobs have may be used while somebody gives no sign of life, and this share of
/// it: then others go on, whatever that one does.
const BESIDE: Duration = Duration::from_secs(1);
const BESIDE_SHARE: u32 = 10;
/// How often the one whose turn is next looks around.
const LOOK: Duration = Duration::from_millis(10);
/// How often all others that wait do: they are woken when there is something to see, but for the end of time.
const SELDOM: Duration = Duration::from_millis(100);

/// Without a limit on time, others wait so long for an answer that is all but certain; with one, half of what is left.
const CERTAIN: Duration = Duration::from_secs(60);

/// About how many nanoseconds each kind of work takes.
const STEP: u64 = 170;
const PLACE: u64 = 1_200;
const TERM: u64 = 200;
const QUERY: u64 = 5_000;
const CONSTRAINT: u64 = 300;
const EFFORT: u64 = 1_000_000_000 / Effort::PER_SECOND;

/// The course.
pub(crate) struct Course {
    lanes: Mutex<Vec<Lane>>,
    /// What wakes whoever watches.
    changed: Condvar,
    jobs: usize,
    start: Instant,
    /// The processor time that was used before.
    cpu_before: Option<Duration>,
    /// Places that somebody has shown to be unreachable.
    settled: Mutex<Arc<BTreeSet<Point>>>,
    /// How often more were added.
    news: AtomicU64,
}

/// What is known of one runner.
struct Lane {
    /// What wakes it.
    changed: Arc<Condvar>,
    running: bool,
    gone: bool,
    /// How much work had been done when there was an answer.
    answered: Option<u64>,
    /// It has inputs for an answer that are all but certain, and runs them; until then the others wait for that.
    certain: Option<Instant>,
    /// Has to give way because memory is used up.
    gives_way: bool,
    part: Part,
    shared: Arc<Shared>,
    interrupt: Interrupt,
    /// The sign of life that was seen last, and then: the time of its thread, and that of the race less what the thread
    /// had to wait for a processor.
    observed: (u64, Duration, Duration),
    /// The time of its thread.
    clock: Option<ThreadTime>,
}

/// What a runner looks at and tells without a lock.
#[derive(Default)]
struct Shared {
    /// The work it has done, as far as it counts.
    done: AtomicU64,
    /// What it has done apart from its solver's back end.
    own: AtomicU64,
    /// What is known of work that was done in hope.
    hope: Mutex<Hope>,
    /// It runs on without asking until so much is done.
    until: AtomicU64,
    /// How many signs of life it gave.
    signs: AtomicU64,
    /// How much it holds in memory, to compare.
    held: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Course {
    /// A course for so many runners, of whom so many run at a time. Their solvers are stopped with `interrupt`.
    pub(crate) fn new(runners: usize, jobs: usize, interrupt: &Interrupt) -> Arc<Self> {
        let lane = || Lane {
            changed: Arc::default(),
            running: false,
            gone: false,
            answered: None,
            certain: None,
            gives_way: false,
            part: Part::of(&Entrant::FULL),
            shared: Arc::default(),
            interrupt: interrupt.part(),
            observed: (0, Duration::ZERO, Duration::ZERO),
            clock: None,
        };
        Arc::new(Self {
            lanes: Mutex::new((0..runners).map(|_| lane()).collect()),
            changed: Condvar::new(),
            jobs: jobs.max(1),
            start: Instant::now(),
            cpu_before: cpu_time(),
            settled: Mutex::default(),
            news: AtomicU64::new(0),
        })
    }

    /// The runner of a lane, with its part of the work.
    pub(crate) fn runner(self: &Arc<Self>, lane: usize, part: Part, budget: &Budget) -> Runner {
        let mut lanes = self.lock();
        lanes[lane].part = part;
        lanes[lane].shared.done.store(part.before, Ordering::Relaxed);
        let (shared, interrupt) = (lanes[lane].shared.clone(), lanes[lane].interrupt.clone());
        drop(lanes);
        let course = self.clone();
        let gives_way = Arc::new(move || course.gives_way(lane));
        let budget = budget.part(shared.stop.clone(), gives_way);
        Runner { course: self.clone(), lane, part, effort: Effort::default(), budget, interrupt }
    }

    /// The lane that has won, if one has.
    pub(crate) fn winner(&self) -> Option<usize> {
        line(&self.lock()).map(|(_, lane)| lane)
    }

    /// Waits a little; `false` if all runners are gone.
    pub(crate) fn watch(&self) -> bool {
        let lanes = self.lock();
        if lanes.iter().all(|lane| lane.gone) {
            return false;
        }
        let time = if line(&lanes).is_some() { LOOK } else { SELDOM };
        let mut lanes = self.changed.wait_timeout(lanes, time).unwrap_or_else(PoisonError::into_inner).0;
        let Some((work, _)) = line(&lanes) else { return true };
        // Who has done less than the winner could still win. If it gives no sign of life, it is past that by now.
        for lane in lanes.iter_mut().filter(|lane| !lane.gone && lane.running && lane.answered.is_none()) {
            if self.away(lane) > PATIENCE + Duration::from_nanos(work.saturating_sub(lane.done())) {
                lane.stop();
            }
        }
        true
    }

    /// The winner, once all others that are still there have been told to stop.
    pub(crate) fn decided(&self) -> Option<usize> {
        let lanes = self.lock();
        let (_, winner) = line(&lanes)?;
        let mut others = lanes.iter().enumerate().filter(|(other, lane)| *other != winner && !lane.gone);
        others.all(|(_, lane)| lane.shared.stop.load(Ordering::Relaxed)).then_some(winner)
    }

    /// Stops all runners.
    pub(crate) fn stop(&self) {
        let lanes = self.lock();
        lanes.iter().for_each(Lane::stop);
        self.wake_all(&lanes);
    }

    /// Tells the others that no run comes to these places.
    pub(crate) fn settle(&self, places: impl IntoIterator<Item = Point>) {
        let mut settled = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        let more: BTreeSet<Point> = settled.iter().copied().chain(places).collect();
        if more.len() > settled.len() {
            *settled = Arc::new(more);
            self.news.fetch_add(1, Ordering::Release);
        }
    }

    /// The places that somebody has shown to be unreachable, if there are news since these.
    pub(crate) fn settled_since(&self, news: &mut u64) -> Option<Arc<BTreeSet<Point>>> {
        let now = self.news.load(Ordering::Acquire);
        if std::mem::replace(news, now) == now {
            return None;
        }
        Some(self.settled.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// For how long a runner has been working since its last sign of life, as far as observed.
    fn away(&self, lane: &mut Lane) -> Duration {
        let time = self.start.elapsed();
        let told = lane.clock.as_ref().and_then(ThreadTime::read);
        // Where the system does not tell, time is work.
        let (work, delay) = told.unwrap_or((time, Duration::ZERO));
        let signs = lane.shared.signs.load(Ordering::Relaxed);
        if lane.observed.0 != signs {
            lane.observed = (signs, work, time.saturating_sub(delay));
        }
        let (_, work_then, time_then) = lane.observed;
        let work = work.saturating_sub(work_then);
        // It may sleep while a process works for it. That a busy machine gave it no processor is nothing it did.
        let asleep = time.saturating_sub(delay).saturating_sub(time_then).saturating_sub(work);
        work + asleep / 4
    }

    /// The work of one that is running without a sign of life, with what it has done since.
    fn worked_away(&self, lane: &mut Lane) -> Option<u64> {
        let away = if lane.running { self.away(lane) } else { Duration::ZERO };
        let since = u64::try_from(away.as_nanos()).unwrap_or(u64::MAX);
        let part = lane.shared.hope().part(lane.part);
        (away >= PATIENCE).then(|| lane.done().saturating_add(part.more(lane.done(), since)))
    }

    /// The least work of others that are running without a sign of life.
    fn least_away(&self, lanes: &mut [Lane], me: usize) -> Option<u64> {
        let others = lanes.iter_mut().enumerate().filter(|(other, _)| *other != me);
        others.filter_map(|(_, lane)| self.worked_away(lane)).min()
    }

    /// The least work of all others that are still there.
    fn least(&self, lanes: &mut [Lane], me: usize) -> Option<u64> {
        let others = lanes.iter_mut().enumerate().filter(|(other, lane)| *other != me && !lane.gone);
        others.map(|(_, lane)| self.worked_away(lane).unwrap_or_else(|| lane.done())).min()
    }

    /// Nobody panics while holding the lock, so poison means nothing.
    fn lock(&self) -> MutexGuard<'_, Vec<Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A runner waits a little. Looking around costs time, so only the next one in the line does it often.
    fn wait<'a>(&self, lanes: MutexGuard<'a, Vec<Lane>>, me: usize) -> MutexGuard<'a, Vec<Lane>> {
        let time = if next(&lanes) == Some(me) { LOOK } else { SELDOM };
        let changed = lanes[me].changed.clone();
        changed.wait_timeout(lanes, time).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Tells all that something has changed for them.
    fn wake_all(&self, lanes: &[Lane]) {
        lanes.iter().for_each(|lane| lane.changed.notify_all());
        self.changed.notify_all();
    }

    /// A runner waits until others have done as much as it has.
    fn turn(&self, me: usize, is_over: impl Fn() -> bool) {
        let mut lanes = self.lock();
        let done = lanes[me].done();
        loop {
            let stopped = lanes[me].shared.stop.load(Ordering::Relaxed);
            if stopped || lanes[me].gives_way || is_over() {
                break;
            }
            if line(&lanes).is_some_and(|line| line < rank(done, me)) {
                lanes[me].stop();
                break;
            }
            if certain(&lanes, me).any(|line| line < rank(done, me)) {
                lanes[me].running = false;
                wake_next(&lanes);
            } else if lanes[me].running {
                let behind = waiting(&lanes).any(|other| (lanes[other].done(), other) < (done, me));
                if !behind && self.has_room(&mut lanes, me) {
                    break;
                }
                lanes[me].running = false;
                wake_next(&lanes);
            } else if self.may_run(&mut lanes, me) {
                break;
            }
            lanes = self.wait(lanes, me);
        }
        lanes[me].running = true;
        wake_next(&lanes);
        let until = self.least(&mut lanes, me).map_or(u64::MAX, |least| {
            let ahead = least.saturating_add(LEAD.max(least / LEAD_SHARE));
            ahead.max(done + LEAD / 4)
        });
        let ends = line(&lanes).into_iter().chain(certain(&lanes, me));
        let until = ends.map(|(work, _)| work).fold(until, u64::min);
        lanes[me].shared.until.store(until, Ordering::Relaxed);
        lanes[me].shared.signs.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a waiting runner may go on: it has done the least of those that wait, and not all jobs are taken.
    fn may_run(&self, lanes: &mut [Lane], me: usize) -> bool {
        next(lanes) == Some(me) && self.has_room(lanes, me)
    }

    /// Whether one more may run: a job is free, and those who work without a sign of life have done as much.
    fn has_room(&self, lanes: &mut [Lane], me: usize) -> bool {
        let away = self.least_away(lanes, me);
        let is_free = self.busy(lanes, me) < self.jobs && away.is_none_or(|away| lanes[me].done() <= away);
        let others = lanes.iter().enumerate().filter(|(other, lane)| *other != me && lane.running).count();
        is_free && (others < self.jobs || self.has_time())
    }

    /// Whether so little processor time was used that one more may work beside those who give no sign of life.
    fn has_time(&self) -> bool {
        let Some((now, before)) = cpu_time().zip(self.cpu_before) else { return true };
        let jobs = u32::try_from(self.jobs).unwrap_or(u32::MAX);
        let most = self.start.elapsed().saturating_mul(jobs);
        now.saturating_sub(before) < most + most / BESIDE_SHARE + BESIDE
    }

    /// How many others are running, and give signs of life.
    fn busy(&self, lanes: &mut [Lane], me: usize) -> usize {
        let others = lanes.iter_mut().enumerate().filter(|(other, lane)| *other != me && lane.running);
        others.filter_map(|(_, lane)| (self.away(lane) < PATIENCE).then_some(())).count()
    }

    /// A runner has an answer: who has done more work already has lost.
    fn answered(&self, me: usize) {
        let mut lanes = self.lock();
        lanes[me].answered = lanes[me].answered.or(Some(lanes[me].done()));
        let Some(line) = line(&lanes) else { return };
        for (other, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.answered.is_none()) {
            match line < rank(lane.done(), other) {
                true => lane.stop(),
                false => lane.shared.until.store(line.0, Ordering::Relaxed),
            }
        }
        self.wake_all(&lanes);
    }

    /// A runner is about to run inputs that are all but certain to be an answer, until some time; or has done so.
    fn certain(&self, me: usize, until: Option<Instant>) {
        let mut lanes = self.lock();
        lanes[me].certain = until;
        let (work, _) = rank(lanes[me].done(), me);
        for (_, lane) in lanes.iter().enumerate().filter(|(other, _)| *other != me && until.is_some()) {
            lane.shared.until.fetch_min(work, Ordering::Relaxed);
        }
        self.wake_all(&lanes);
    }

    /// Memory is used up. Whoever holds the most gives way; if that is another, waits until it is gone.
    fn gives_way(&self, me: usize) -> bool {
        let mut lanes = self.lock();
        let alive = || (0..lanes.len()).filter(|lane| !lanes[*lane].gone);
        let giving = alive().find(|lane| lanes[*lane].gives_way);
        let largest = || alive().max_by_key(|lane| lanes[*lane].shared.held.load(Ordering::Relaxed));
        let chosen = giving.or_else(largest).unwrap_or(me);
        lanes[chosen].gives_way = true;
        if chosen == me {
            return true;
        }
        lanes[chosen].shared.until.store(0, Ordering::Relaxed);
        lanes[chosen].interrupt.trigger();
        self.wake_all(&lanes);
        while !lanes[chosen].gone && !lanes[me].shared.stop.load(Ordering::Relaxed) {
            lanes = self.wait(lanes, me);
        }
        false
    }
}

/// Those that wait for their turn.
fn waiting(lanes: &[Lane]) -> impl Iterator<Item = usize> {
    (0..lanes.len()).filter(|lane| !lanes[*lane].gone && !lanes[*lane].running)
}

/// The one of them whose turn is next: it has done the least.
fn next(lanes: &[Lane]) -> Option<usize> {
    waiting(lanes).min_by_key(|lane| (lanes[*lane].done(), *lane))
}

/// Tells the next one that it may be its turn.
fn wake_next(lanes: &[Lane]) {
    if let Some(next) = next(lanes) {
        lanes[next].changed.notify_all();
    }
}

/// The work after which the winner had its answer, and who that is.
fn line(lanes: &[Lane]) -> Option<(u64, usize)> {
    (0..lanes.len()).filter_map(|lane| Some(rank(lanes[lane].answered?, lane))).min()
}

/// The work of others who are about to have an answer.
fn certain(lanes: &[Lane], me: usize) -> impl Iterator<Item = (u64, usize)> {
    let now = Instant::now();
    let others = lanes.iter().enumerate().filter(move |(other, lane)| *other != me && !lane.gone);
    others
        .filter(move |(_, lane)| lane.certain.is_some_and(|until| now < until))
        .map(|(other, lane)| rank(lane.done(), other))
}

/// Who is better after so much work. Within the first lead all are equal, so the first of them wins, and the others
/// need not start at all.
fn rank(done: u64, lane: usize) -> (u64, usize) {
    (done.max(LEAD), lane)
}

impl Shared {
    fn hope(&self) -> MutexGuard<'_, Hope> {
        self.hope.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lane {
    fn done(&self) -> u64 {
        self.shared.done.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.interrupt.trigger();
    }
}

/// One who runs. It is gone when this is dropped, by a panic too: nobody waits for it.
pub(crate) struct Runner {
    course: Arc<Course>,
    lane: usize,
    part: Part,
    /// Where its solver counts its work.
    pub(crate) effort: Effort,
    /// What stops its solver.
    pub(crate) interrupt: Interrupt,
    /// Its part of the budget.
    pub(crate) budget: Budget,
}

impl Runner {
    /// Waits for the first turn, and gives what makes the exploration wait for the others.
    pub(crate) fn start(&self) -> Box<dyn Pace> {
        self.course.lock()[self.lane].clock = Some(ThreadTime::of_this_thread());
        self.course.turn(self.lane, || self.budget.is_over());
        Box::new(self.stride())
    }

    /// Whether the race is over for it.
    pub(crate) fn is_late(&self) -> bool {
        self.budget.is_over() || self.course.lock()[self.lane].shared.stop.load(Ordering::Relaxed)
    }

    /// Whether it is the one that has the first turn.
    pub(crate) fn is_first(&self) -> bool {
        self.lane == 0
    }

    /// What lets long questions be asked in pieces, for one with a small part of the work.
    pub(crate) fn breaks(&self) -> Option<Breaks> {
        let stride = self.stride();
        let shared = stride.shared.clone();
        // What promises an answer is not to be given up so soon.
        let first = move || if shared.hope().is { HOPEFUL_PIECE } else { PIECE };
        (self.part.share < 100).then(|| Breaks::new(first, move |piece| stride.pause(piece)))
    }

    fn stride(&self) -> Stride {
        Stride {
            course: self.course.clone(),
            lane: self.lane,
            part: self.part,
            shared: self.course.lock()[self.lane].shared.clone(),
            effort: self.effort.clone(),
            budget: self.budget.clone(),
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        let mut lanes = self.course.lock();
        (lanes[self.lane].gone, lanes[self.lane].running) = (true, false);
        // The others need not wait for it any more.
        lanes.iter().for_each(|lane| lane.shared.until.store(0, Ordering::Relaxed));
        self.course.wake_all(&lanes);
    }
}

/// How a runner runs.
struct Stride {
    course: Arc<Course>,
    lane: usize,
    part: Part,
    shared: Arc<Shared>,
    effort: Effort,
    budget: Budget,
}

impl Stride {
    fn note(&mut self, done: Work) -> u64 {
        let own = done.steps * STEP + done.places * PLACE + done.terms * TERM;
        let own = own + done.queries * QUERY + done.constraints * CONSTRAINT;
        self.shared.own.store(own, Ordering::Relaxed);
        self.shared.held.store(done.held, Ordering::Relaxed);
        self.note_effort()
    }

    fn note_effort(&self) -> u64 {
        let own = self.shared.own.load(Ordering::Relaxed);
        let work = own + self.effort.total() * EFFORT;
        let (hoped, part) = {
            let mut hope = self.shared.hope();
            (hope.hoped(work), hope.part(self.part))
        };
        let work = part.counted(work.saturating_sub(hoped)) + part.hoped(hoped);
        self.shared.done.store(work, Ordering::Relaxed);
        self.shared.signs.fetch_add(1, Ordering::Relaxed);
        work
    }

    /// A question goes on later, when its next piece is what this one has a right to. Tells how much time is left then.
    fn pause(&self, piece: Duration) -> Option<Duration> {
        let piece = u64::try_from(piece.as_nanos()).unwrap_or(u64::MAX);
        let done = self.note_effort();
        let next = done.saturating_add(self.shared.hope().next(&self.part, done, piece));
        self.shared.done.store(next, Ordering::Relaxed);
        if next >= self.shared.until.load(Ordering::Relaxed) {
            self.course.turn(self.lane, || self.budget.is_over());
        }
        self.note_effort();
        self.budget.remaining()
    }
}

impl Pace for Stride {
    fn advance(&mut self, done: Work) {
        if self.note(done) >= self.shared.until.load(Ordering::Relaxed) {
            self.course.turn(self.lane, || self.budget.is_over());
        }
    }

    fn answered(&mut self, done: Work) {
        self.note(done);
        self.course.answered(self.lane);
    }

    fn hopeful(&mut self, done: Work, is: bool) {
        self.note(done);
        self.shared.hope().is = is;
    }

    fn at_a_loss(&mut self, done: Work) {
        self.note(done);
        self.shared.hope().is_lost();
    }

    fn certain(&mut self, done: Work, is: bool) {
        self.note(done);
        let left = self.budget.remaining().map_or(CERTAIN, |left| left / 2);
        self.course.certain(self.lane, is.then(|| Instant::now() + left));
    }
}

#[cfg(test)]
mod tests;
