use super::*;
use crate::judge::Question;
use crate::techniques::settings;
use kyklos_base::{FileId, Position, SourceFile, Span};
use kyklos_exec::Work as Done;
use kyklos_flow::CheckClass;
use kyklos_report::Open;
use kyklos_solver::{Effort, Interrupt};
use std::time::{Duration, Instant};

/// What a lane does: so many pieces of work of a millisecond each, and then it answers, if it does.
#[derive(Clone, Copy)]
struct Does {
    weight: u64,
    stage: u32,
    pieces: u64,
    answers: bool,
    /// From then on it says that it is promising.
    promising_from: u64,
}

fn does(weight: u64, stage: u32, pieces: u64, answers: bool) -> Does {
    Does { weight, stage, pieces, answers, promising_from: u64::MAX }
}

/// So many milliseconds of work.
fn milliseconds(count: u64) -> Done {
    Done { back_end: count * Effort::PER_SECOND / 1000, ..Done::default() }
}

/// Lets lanes work; in which order they do, and which answers.
fn order(jobs: usize, plans: &[Does]) -> (Vec<usize>, Option<usize>) {
    let lanes: Vec<Lane> = plans.iter().map(|plan| Lane::new("", "", plan.weight, plan.stage)).collect();
    let schedule = Schedule::new(&lanes, jobs, &Interrupt::new());
    let order = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (lane, plan) in plans.iter().copied().enumerate() {
            let seat = schedule.seat(lane, &Budget::unlimited());
            let order = &order;
            scope.spawn(move || {
                let mut pace = seat.start();
                for piece in 1..=plan.pieces {
                    if seat.budget.exhausted().is_some() {
                        return;
                    }
                    let mut order = order.lock().unwrap();
                    if order.last() != Some(&lane) {
                        order.push(lane);
                    }
                    drop(order);
                    // What the back end has done is told by its own counter, so this counts as steps.
                    let steps = milliseconds(piece).amount() / Done { steps: 1, ..Done::default() }.amount();
                    let done = Done { steps, ..Done::default() };
                    if piece == plan.promising_from {
                        pace.promising(done, true);
                    }
                    pace.advance(done);
                    if piece == plan.pieces && plan.answers {
                        pace.answered(done);
                    }
                }
            });
        }
        while schedule.watch(&Budget::unlimited()) {}
    });
    (order.into_inner().unwrap(), schedule.winner())
}

#[test]
fn all_of_the_table_can_take_part() {
    for (number, lane) in AUTO.iter().enumerate() {
        assert!(select(lane.techniques).is_ok() && settings(lane.settings).is_ok(), "{lane:?}");
        assert!(AUTO[..number].iter().all(|other| other.name != lane.name), "{lane:?}");
    }
}

#[test]
fn they_take_turns_and_the_least_work_wins() {
    let (first, winner) = order(1, &[does(100, 0, 300, true), does(100, 0, 200, true)]);
    assert_eq!(winner, Some(1));
    assert!(first.len() > 6 && first.len() < 30, "{first:?}");
    // One order of turns in each run.
    assert_eq!(order(1, &[does(100, 0, 300, true), does(100, 0, 200, true)]).0, first);
    // The first has the first turn; a short answer needs nobody else.
    assert_eq!(order(1, &[does(100, 0, 10, true), does(100, 0, 5, true)]), (vec![0], Some(0)));
    assert_eq!(order(2, &[does(100, 0, 10, true), does(100, 0, 5, true)]).1, Some(0));
    assert_eq!(order(2, &[does(100, 0, 300, true), does(100, 0, 200, true)]).1, Some(1));
}

#[test]
fn stage_and_weight_say_when_and_how_much() {
    assert_eq!(order(1, &[does(100, 0, 45, true), does(100, 1, 1, true)]).1, Some(0));
    assert_eq!(order(1, &[does(100, 0, 300, true), does(25, 1, 20, true)]).1, Some(1));
    assert_eq!(order(1, &[does(100, 0, 300, true), does(25, 1, 120, true)]).1, Some(0));
}

#[test]
fn who_is_promising_has_more() {
    let plain = does(10, 0, 100, true);
    assert_eq!(order(1, &[does(100, 0, 500, true), plain]).1, Some(0));
    assert_eq!(order(1, &[does(100, 0, 500, true), Does { promising_from: 1, ..plain }]).1, Some(1));
    assert_eq!(order(1, &[does(100, 0, 500, true), Does { promising_from: 98, ..plain }]).1, Some(0));
}

#[test]
fn without_an_answer_the_others_go_on() {
    assert_eq!(order(1, &[does(100, 0, 50, false), does(100, 0, 200, true)]).1, Some(1));
    assert_eq!(order(1, &[does(100, 0, 50, false), does(100, 0, 20, false)]).1, None);
}

#[test]
fn who_does_not_end_is_left_behind() {
    let lanes = [Lane::new("", "", 100, 0); 2];
    for answers in [true, false] {
        let schedule = Schedule::new(&lanes, 2, &Interrupt::new());
        let budget = Budget::new((!answers).then_some(Duration::from_millis(50)), None);
        let [quick, stuck] = [0, 1].map(|lane| schedule.seat(lane, &budget));
        let mut pace = quick.start();
        let held = std::thread::spawn(move || {
            stuck.start();
            std::thread::sleep(Duration::from_secs(4));
        });
        pace.advance(milliseconds(1));
        if answers {
            pace.answered(milliseconds(1));
        }
        drop((pace, quick));
        let start = Instant::now();
        while schedule.watch(&budget) {}
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert_eq!(schedule.winner(), answers.then_some(0));
        assert!(schedule.is_gone(0) && !schedule.is_gone(1));
        drop(held);
    }
}

#[test]
fn who_is_stuck_does_not_hold_up_the_others() {
    let lanes = [Lane::new("", "", 100, 0); 2];
    let schedule = Schedule::new(&lanes, 1, &Interrupt::new());
    let [stuck, quick] = [0, 1].map(|lane| schedule.seat(lane, &Budget::unlimited()));
    let held = std::thread::spawn(move || {
        stuck.start();
        std::thread::sleep(Duration::from_secs(20));
    });
    quick.start().answered(milliseconds(30));
    drop(quick);
    let start = Instant::now();
    while schedule.watch(&Budget::unlimited()) {}
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(schedule.winner(), Some(1));
    drop(held);
}

#[test]
fn the_largest_gives_way_where_memory_is_used_up() {
    let schedule = Schedule::new(&[Lane::new("", "", 100, 0); 2], 2, &Interrupt::new());
    let seats = [0, 1].map(|lane| schedule.seat(lane, &Budget::new(None, Some(1))));
    for (seat, held) in seats.iter().zip([5, 7]) {
        seat.start().advance(Done { held, ..Done::default() });
    }
    let gives_way = |seat: &Seat| seat.budget.exhausted().is_some();
    if kyklos_base::budget::resident_bytes().is_none() {
        return;
    }
    assert!(gives_way(&seats[1]));
    let [first, second] = seats;
    drop(second);
    // It is gone, so there is nobody else to give way next time.
    assert!(gives_way(&first));
}

const COUNTS: &str =
    "main() { var i, n; n = input; i = 0; while (i < n) { i = i + 1; } assert i >= 0; return 0; }";

fn task(text: &str) -> Task {
    let (program, _) = kyklos_front_microc::load(SourceFile::new("a.uc", text)).unwrap();
    Task::new(Arc::new(program), Question::Errors(vec![CheckClass::Assert])).unwrap()
}

#[test]
fn what_others_have_refuted_is_not_looked_for() {
    let options = CheckOptions { techniques: select("classic").unwrap(), ..CheckOptions::default() };
    let task = task(COUNTS);
    let explore = |refuted: bool| {
        let ledger = Ledger::with(refuted.then(|| task.places.clone()).into_iter().flatten());
        let company = Company { pace: None, settled: Settled::new(ledger, task.places.clone()) };
        let budget = Budget::new(Some(Duration::from_secs(1)), None);
        explore_program(&task, &options, budget, &mut |_| {}, &mut [], Some(company)).unwrap()
    };
    let (alone, told) = (explore(false), explore(true));
    assert!(!alone.is_complete() && alone.unsettled == task.places);
    assert!(told.is_complete() && told.unsettled.is_empty());
}

#[test]
fn lanes_that_contradict_each_other_are_a_fault() {
    let lanes = [Lane::new("one", "", 100, 0), Lane::new("two", "", 100, 0)];
    let text = "main() { var i; i = input; assert i >= 0; return 0; }";
    let (task, options) = (task(text), CheckOptions::default());
    let budget = Budget::unlimited();
    let found = || explore_program(&task, &options, budget.clone(), &mut |_| {}, &mut [], None).unwrap();
    let ended = |outcome| Some(Ended { outcome, was_stopped: true });
    let both = || vec![ended(Outcome::default()), ended(found())];
    let proof = unite(&task, &lanes, both(), Some(0));
    assert_eq!(proof.faults, ["one has shown that no run fails, but a run fails at line 1 (assertion)"]);
    assert!(!proof.is_complete());
    let finding = unite(&task, &lanes, both(), Some(1));
    assert_eq!((finding.findings.len(), finding.statistics.technique), (1, Some("two")));
}

#[test]
fn what_stopped_it_is_told_once() {
    let open = |line: u32, why: &str, paths: u64| {
        let at = Position::new(line, 1);
        Open { span: Span::new(FileId(0), at, at), in_loop: true, why: why.to_owned(), paths }
    };
    let time = "the time limit was reached";
    let told = told_once(vec![
        open(1, time, 3),
        open(2, time, 1),
        open(1, "the solver could not decide", 2),
        open(2, time, 7),
    ]);
    assert_eq!(told, [open(1, time, 3), open(2, time, 7), open(1, "the solver could not decide", 2)]);
}
