use super::*;
use crate::race::part::HOPE;

/// Lets runners do so many pieces of work of a millisecond each and then answer, if they do; in which order
/// they work, and who wins.
fn race(jobs: usize, plans: &[(u64, u64, u64, bool)]) -> (Vec<usize>, Option<usize>) {
    let course = Course::new(plans.len(), jobs, &Interrupt::new());
    let order = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (lane, (share, after, pieces, answers)) in plans.iter().copied().enumerate() {
            let runner = course.runner(
                lane,
                Part::of(&Entrant { share, after, ..Entrant::FULL }),
                &Budget::unlimited(),
            );
            let order = &order;
            scope.spawn(move || {
                let mut pace = runner.start();
                for piece in 1..=pieces {
                    if runner.budget.exhausted().is_some() {
                        return;
                    }
                    let mut order = order.lock().unwrap();
                    if order.last() != Some(&lane) {
                        order.push(lane);
                    }
                    drop(order);
                    let done = Work { steps: piece * 1_000_000 / STEP, ..Work::default() };
                    pace.advance(done);
                    if piece == pieces && answers {
                        pace.answered(done);
                    }
                }
            });
        }
        while course.watch() {}
    });
    (order.into_inner().unwrap(), course.winner())
}

#[test]
fn they_take_turns_and_the_least_work_wins() {
    let (order, winner) = race(1, &[(100, 0, 300, true), (100, 0, 200, true)]);
    assert_eq!(winner, Some(1));
    assert!(order.len() > 6 && order.len() < 30, "{order:?}");
    // The first has the first turn; a short answer needs nobody else.
    assert_eq!(race(1, &[(100, 0, 10, true), (100, 0, 5, true)]).1, Some(0));
    assert_eq!(race(2, &[(100, 0, 10, true), (100, 0, 5, true)]).1, Some(0));
    assert_eq!(race(2, &[(100, 0, 300, true), (100, 0, 200, true)]).1, Some(1));
}

#[test]
fn some_start_later_and_do_less() {
    assert_eq!(race(1, &[(100, 0, 90, true), (100, 100, 1, true)]).1, Some(0));
    assert_eq!(race(1, &[(100, 0, 300, true), (25, 100, 20, true)]).1, Some(1));
    assert_eq!(race(1, &[(100, 0, 300, true), (25, 100, 60, true)]).1, Some(0));
}

#[test]
fn a_smaller_part_may_begin_with_a_half() {
    let part = Part::of(&Entrant { first: 31, share: 25, after: 10, ..Entrant::FULL });
    let counted = [0, 3, 4].map(|milliseconds| part.counted(milliseconds * 1_000_000));
    // It takes 28 to start.
    assert_eq!(counted, [66_000_000, 72_000_000, 76_000_000]);
    assert_eq!(part.more(counted[0], 4_000_000), 10_000_000);
    let full = Part::of(&Entrant::FULL);
    assert_eq!([0, 7].map(|work| full.counted(work)), [0, 7]);
}

#[test]
fn without_an_answer_the_others_go_on() {
    assert_eq!(race(1, &[(100, 0, 50, false), (100, 0, 200, true)]).1, Some(1));
    assert_eq!(race(1, &[(100, 0, 50, false), (100, 0, 20, false)]).1, None);
}

#[test]
fn work_done_in_hope_counts_less() {
    let entrant = Entrant { share: 10, hope: 200, lasting: 50, ..Entrant::FULL };
    let part = Part::of(&entrant);
    let mut hope = Hope::default();
    assert_eq!((hope.hoped(100), hope.next(&part, 0, 50)), (0, 500));
    hope.is = true;
    assert_eq!((hope.hoped(500), hope.next(&part, 0, 50)), (400, 25));
    hope.is = false;
    assert_eq!((hope.hoped(600), hope.next(&part, 0, 50)), (400, 500));
    // For about a second it counts least, and later as one says who has hope that lasts.
    hope.is = true;
    assert_eq!((hope.hoped(10 * HOPE), hope.next(&part, 0, 50)), (10 * HOPE - 200, 100));
    assert_eq!([300, HOPE, HOPE + 300].map(|work| part.hoped(work)), [150, HOPE / 2, HOPE / 2 + 600]);
    let plain = Part::of(&Entrant { lasting: 0, ..entrant });
    assert_eq!(plain.hoped(HOPE + 300) - plain.hoped(HOPE), part.counted(300) - part.counted(0));
}

#[test]
fn who_is_at_a_loss_has_no_more_than_its_share() {
    let part = Part::of(&Entrant { first: 50, share: 25, ..Entrant::FULL });
    let mut hope = Hope::default();
    let counted = |hope: &Hope, work: u64| hope.part(part).counted(work * 1_000_000) / 1_000_000;
    assert_eq!(hope.hoped(5_000_000), 0);
    // It takes 28 to start.
    assert_eq!([5, 6].map(|work| counted(&hope, work)), [66, 68]);
    hope.is_lost();
    assert_eq!([5, 6].map(|work| counted(&hope, work)), [66, 70]);
    assert_eq!(hope.next(&part, 66_000_000, 1_000_000), 4_000_000);
    // Once is enough, and what it does in hope is nothing that it is at a loss about.
    hope.is = true;
    hope.hoped(30_000_000);
    hope.is_lost();
    assert_eq!(counted(&hope, 6), 70);
}

#[test]
fn the_largest_gives_way_where_memory_is_used_up() {
    let course = Course::new(2, 2, &Interrupt::new());
    let runners = [0, 1].map(|lane| course.runner(lane, Part::of(&Entrant::FULL), &Budget::unlimited()));
    for (runner, held) in runners.iter().zip([5, 7]) {
        runner.start().advance(Work { held, ..Work::default() });
    }
    assert!(course.gives_way(1));
    let [first, second] = runners;
    drop(second);
    // It is gone, so there is nobody else to give way next time.
    assert!(course.gives_way(0));
    drop(first);
}
