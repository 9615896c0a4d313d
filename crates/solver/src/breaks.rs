//! Long queries in pieces, so that others have their turn in between.
//!
//! What a back end has begun cannot be held up, only be given up. So a query gets a short limit first, then twice as
//! much, and so on up to its own: that costs at most twice as much in all.

use crate::{Answer, Interrupt, Query, Reason, Solver, Statistics};
use kyklos_term::Terms;
use std::sync::Arc;
use std::time::Duration;

/// What is done between two pieces of a query.
#[derive(Clone)]
pub struct Breaks {
    first: Arc<dyn Fn() -> Duration + Send + Sync>,
    pause: Arc<dyn Fn(Duration) -> Option<Duration> + Send + Sync>,
}

impl Breaks {
    /// The first piece of a query takes as long as `first` says; `pause` is called before each further one with the time that it takes at most,
    /// may take its time, and tells how much is left then, if there is a limit.
    pub fn new(
        first: impl Fn() -> Duration + Send + Sync + 'static,
        pause: impl Fn(Duration) -> Option<Duration> + Send + Sync + 'static,
    ) -> Self {
        Self { first: Arc::new(first), pause: Arc::new(pause) }
    }
}

impl std::fmt::Debug for Breaks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Breaks").finish_non_exhaustive()
    }
}

/// The layer that makes breaks.
pub(crate) struct Breaking {
    breaks: Breaks,
    interrupt: Interrupt,
    inner: Box<dyn Solver>,
}

impl Breaking {
    pub(crate) fn new(breaks: Breaks, interrupt: &Interrupt, inner: Box<dyn Solver>) -> Self {
        Self { breaks, interrupt: interrupt.clone(), inner }
    }
}

impl Solver for Breaking {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let (mut piece, mut limit) = ((self.breaks.first)().max(Duration::from_millis(1)), query.limit);
        loop {
            let answer = self.inner.solve(terms, &Query { limit: piece.min(limit), ..*query });
            let goes_on = piece < limit && matches!(answer, Answer::Unknown(Reason::Timeout));
            if !goes_on || self.interrupt.is_triggered() {
                return answer;
            }
            piece = piece.saturating_mul(2);
            if let Some(left) = (self.breaks.pause)(piece.min(limit)) {
                limit = limit.min(left);
            }
        }
    }

    fn statistics(&self, report: &mut Statistics) {
        self.inner.statistics(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_term::Term;
    use std::sync::Mutex;

    /// Answers when it is given so much time.
    struct Slow(Duration, Arc<Mutex<Vec<u64>>>);

    impl Solver for Slow {
        fn solve(&mut self, _: &mut Terms, query: &Query<'_>) -> Answer {
            self.1.lock().unwrap().push(u64::try_from(query.limit.as_millis()).unwrap());
            match query.limit >= self.0 {
                true => Answer::Unsat,
                false => Answer::Unknown(Reason::Timeout),
            }
        }

        fn statistics(&self, _: &mut Statistics) {}
    }

    /// The limits that a query is asked with, and whether it is answered.
    fn asked(needed: u64, limit: u64, left: Option<u64>) -> (Vec<u64>, bool) {
        let limits = Arc::new(Mutex::new(Vec::new()));
        let slow = Slow(Duration::from_millis(needed), limits.clone());
        let breaks = Breaks::new(|| Duration::from_millis(100), move |_| left.map(Duration::from_millis));
        let mut solver = Breaking::new(breaks, &Interrupt::new(), Box::new(slow));
        let mut terms = Terms::default();
        let goal = Term::TRUE;
        let query = Query { path: &[], goal, hint: None, limit: Duration::from_millis(limit) };
        let answered = matches!(solver.solve(&mut terms, &query), Answer::Unsat);
        let limits = limits.lock().unwrap().clone();
        (limits, answered)
    }

    #[test]
    fn pieces_grow_up_to_the_limit() {
        assert_eq!(asked(50, 1000, None), (vec![100], true));
        assert_eq!(asked(700, 1000, None), (vec![100, 200, 400, 800], true));
        assert_eq!(asked(950, 1000, None), (vec![100, 200, 400, 800, 1000], true));
        assert_eq!(asked(5000, 1000, None), (vec![100, 200, 400, 800, 1000], false));
        assert_eq!(asked(700, 1000, Some(150)), (vec![100, 150], false));
    }
}
