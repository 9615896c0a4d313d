//! The places that a question is about: which of them can still be reached from where, and which are settled.
//!
//! An exploration that had to leave something open has still shown something: no run comes to a place that
//! neither a path it left nor one it could not decide leads to. Others need not look for such places any more.

use crate::judge::{GivenUp, Question};
use crate::ledger::Ledger;
use crate::task::Task;
use kyklos_exec::{Context, Feature, PathEnd, Point, Reaction, State};
use kyklos_flow::{EdgeId, ErrorKind, Instruction, Procedure, ProcedureId, Program};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

impl Question {
    /// The places that it is about: those that are asked for, and those at which it is not known what happens.
    pub(crate) fn places(&self, program: &Program) -> BTreeSet<Point> {
        let (classes, points) = match self {
            Question::Reach(points) => (&[][..], points.as_slice()),
            Question::Errors(classes) => (classes.as_slice(), &[][..]),
        };
        let errors = program.procedures.iter().flat_map(|(procedure, graph)| {
            let errors = graph.locations.iter().filter(|(_, location)| {
                let asked = |kind: ErrorKind| kind == ErrorKind::Open || kind.is_asked(classes);
                location.error().is_some_and(|site| asked(site.kind))
            });
            errors.map(move |(location, _)| Point { procedure, location })
        });
        errors.chain(points.iter().copied()).collect()
    }
}

/// The places of a question that a run may still come to if all is explored but what follows these points.
pub(crate) fn unsettled(task: &Task, left: &BTreeSet<Point>, undecided: BTreeSet<Point>) -> BTreeSet<Point> {
    let after = after(task.program(), left);
    let behind = task.places.iter().copied().filter(|place| after.contains(place));
    behind.chain(undecided).collect()
}

/// The points that can be reached from others, along edges of the graph and into calls, but not by returns.
pub(crate) fn after(program: &Program, left: &BTreeSet<Point>) -> BTreeSet<Point> {
    let mut known = BTreeSet::new();
    let mut open: Vec<Point> = left.iter().copied().collect();
    while let Some(point) = open.pop() {
        if !known.insert(point) {
            continue;
        }
        let graph = &program.procedures[point.procedure];
        for edge in graph.outgoing(point.location) {
            let edge = &graph.edges[*edge];
            open.push(Point { procedure: point.procedure, location: edge.to });
            if let Instruction::Call { callee, .. } = edge.instruction {
                open.push(Point { procedure: callee, location: program.procedures[callee].entry });
            }
        }
    }
    known
}

/// The points from which some place can be reached, along edges of the graph and into calls, but not by returns.
struct Before {
    points: Vec<Vec<bool>>,
}

impl Before {
    fn new(program: &Program, places: impl IntoIterator<Item = Point>) -> Self {
        let points = program.procedures.rows().map(|graph| vec![false; graph.locations.len()]).collect();
        let mut before = Self { points };
        let mut open: Vec<Point> = places.into_iter().collect();
        let incoming: Vec<Vec<Vec<EdgeId>>> = program.procedures.rows().map(incoming).collect();
        while let Some(point) = open.pop() {
            let known = &mut before.points[point.procedure.0 as usize][point.location.0 as usize];
            if std::mem::replace(known, true) {
                continue;
            }
            let graph = &program.procedures[point.procedure];
            for edge in &incoming[point.procedure.0 as usize][point.location.0 as usize] {
                open.push(Point { procedure: point.procedure, location: graph.edges[*edge].from });
            }
            if point.location == graph.entry {
                open.extend(calls(program, point.procedure));
            }
        }
        before
    }

    fn contains(&self, point: Point) -> bool {
        self.points[point.procedure.0 as usize][point.location.0 as usize]
    }
}

/// The edges that lead to each location.
fn incoming(graph: &Procedure) -> Vec<Vec<EdgeId>> {
    let mut incoming = vec![Vec::new(); graph.locations.len()];
    for (id, edge) in graph.edges.iter() {
        incoming[edge.to.0 as usize].push(id);
    }
    incoming
}

/// From where a procedure is called.
fn calls(program: &Program, of: ProcedureId) -> impl Iterator<Item = Point> {
    program.procedures.iter().flat_map(move |(procedure, graph)| {
        let calls = graph.edges.rows().filter(
            move |edge| matches!(&edge.instruction, Instruction::Call { callee, .. } if *callee == of),
        );
        calls.map(move |edge| Point { procedure, location: edge.from })
    })
}

/// Ends the states that cannot come to any place that is still looked for, once others have settled some, or some
/// were given up.
pub(crate) struct Settled {
    ledger: Arc<Ledger>,
    places: BTreeSet<Point>,
    news: u64,
    /// Places that the ledger knows to be refuted.
    refuted: Arc<BTreeSet<Point>>,
    /// Places that this exploration has given up, and how many they were when they were last looked at.
    given_up: GivenUp,
    given_up_seen: usize,
    /// From where the open places can be reached.
    before: Option<Before>,
    /// Whom it tells that it ends a path.
    tells: Rc<Cell<bool>>,
}

impl Settled {
    /// Of these places, those are settled that the ledger says.
    pub(crate) fn new(ledger: Arc<Ledger>, places: BTreeSet<Point>) -> Self {
        Self {
            ledger,
            places,
            news: 0,
            refuted: Arc::default(),
            given_up: GivenUp::default(),
            given_up_seen: 0,
            before: None,
            tells: Rc::default(),
        }
    }

    /// The same, which sets this whenever it ends a path.
    pub(crate) fn telling(self, tells: Rc<Cell<bool>>) -> Self {
        Self { tells, ..self }
    }

    /// Where places go that are given up.
    pub(crate) fn given_up(&self) -> GivenUp {
        self.given_up.clone()
    }

    /// Looks for news; `true` if there are any.
    fn look(&mut self) -> bool {
        let refuted = self.ledger.refuted_since(&mut self.news);
        let given_up = self.given_up.borrow().len();
        let news = refuted.is_some() || given_up != self.given_up_seen;
        self.given_up_seen = given_up;
        if let Some(refuted) = refuted {
            self.refuted = refuted;
        }
        news
    }
}

impl Feature for Settled {
    fn before(&mut self, context: &mut Context<'_>, state: &mut State) -> Reaction {
        if self.look() {
            let given_up = self.given_up.borrow();
            let open = self.places.difference(&self.refuted).filter(|place| !given_up.contains(place));
            self.before = Some(Before::new(context.program, open.copied()));
        }
        let Some(before) = &self.before else { return Reaction::Unchanged };
        let mut points = kyklos_exec::points_of(context.program, state);
        match points.any(|point| before.contains(point)) {
            true => Reaction::Unchanged,
            false => {
                self.tells.set(true);
                Reaction::Ended(PathEnd::Harmless)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::SourceFile;
    use kyklos_flow::{CheckClass, LocationId};

    #[test]
    fn places_behind_what_was_left_are_open() {
        let text = "f(x) { assert x > 0; return 0; }\n\
                    main() { var a, b; a = input; assert a > 1; while (a > 9) { a = a - 1; } b = f(a); return b; }";
        let (program, _) = kyklos_front_microc::load(SourceFile::new("a.uc", text)).unwrap();
        let question = Question::Errors(vec![CheckClass::Assert]);
        let program = Arc::new(program);
        let task = Task::new(program.clone(), question).unwrap();
        let places = &task.places;
        assert_eq!(places.len(), 2);
        let main = program.main.unwrap();
        let open = |location: LocationId| {
            let left = BTreeSet::from([Point { procedure: main, location }]);
            unsettled(&task, &left, BTreeSet::new()).len()
        };
        assert_eq!(open(program.procedures[main].entry), 2);
        assert_eq!(open(program.procedures[main].exit), 0);
        let call = calls(&program, places.iter().find(|place| place.procedure != main).unwrap().procedure);
        assert_eq!(open(call.last().unwrap().location), 1);
        let undecided = BTreeSet::from([*places.first().unwrap()]);
        assert_eq!(unsettled(&task, &BTreeSet::new(), undecided.clone()), undecided);
    }
}
