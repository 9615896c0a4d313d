//! Rehearsals: states that are executed outside the engine, to see what a piece of a program does.
//!
//! The engine explores the runs of the program. A technique that turns a loop into a formula, or that compares the
//! states at one place, first needs to know what one iteration does, or what lies between two places. For that it
//! makes a state general (symbols stand for what may differ) and executes it along all paths until they are back at
//! the loop's head, or wherever it says.
//!
//! This is the only place outside the engine that drives [`step`]. What differs between techniques is theirs
//! ([`Rehearse`]): what they keep of a path, where it ends, and which sides of a branch it takes.
//!
//! Whoever rehearses does so within [`Context::try_out`], unless what is executed is to count.

use crate::context::Context;
use crate::list::List;
use crate::outcome::PathEnd;
use crate::state::{Point, State};
use crate::step::{Stepped, Ways, step, take, ways};
use kyklos_flow::{EdgeId, ProcedureId};
use kyklos_term::Term;

/// A state in which symbols stand for what may differ: what is shown of it holds of every state with such values.
pub struct General<E> {
    /// The state.
    pub state: State,
    /// The symbols, and what the technique knows of each.
    pub entries: Vec<E>,
}

/// Where a path was before a step.
#[derive(Clone)]
pub struct Before {
    /// The location.
    pub point: Point,
    /// How many calls were open.
    pub depth: usize,
    /// The path condition.
    pub conditions: List<Term>,
}

/// A path that is being followed.
#[derive(Clone)]
pub struct Path<T> {
    /// The state at its end.
    pub state: State,
    /// Where the last step came from. `None` at the start, and where an instruction is executed again after a case
    /// distinction: the path has not arrived anywhere new.
    pub from: Option<Before>,
    /// What the technique keeps of it.
    pub trace: T,
}

impl<T: Clone> Path<T> {
    /// A path that begins with a state.
    pub fn new(state: State, trace: T) -> Self {
        Self { state, from: None, trace }
    }

    /// Whether the path has just come to the location where it is.
    pub fn has_arrived(&self) -> bool {
        self.from.is_some()
    }

    /// The path along a side of a branch. Its condition is left to the caller.
    pub fn along(mut self, context: &mut Context<'_>, edge: EdgeId) -> Self {
        self.from = Some(Before::of(&self.state));
        let procedure = context.procedure(self.state.point());
        take(context, &mut self.state, procedure, edge);
        self
    }
}

impl Before {
    fn of(state: &State) -> Self {
        Self { point: state.point(), depth: state.frames.len(), conditions: state.path.clone() }
    }
}

/// What becomes of a path at the location to which it has come.
pub enum Visit<T> {
    /// It goes on.
    On,
    /// It is complete, and the technique has taken what it wants to know.
    Complete,
    /// Nobody wants to know more about it.
    Dropped,
    /// These go on in its place.
    Replaced(Vec<Path<T>>),
}

/// Who decides about a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Branching {
    /// The solver: only possible sides are taken.
    Asked,
    /// The technique ([`Rehearse::sides`]).
    Own,
}

/// How far a rehearsal goes, and how far it is.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The most paths, complete or not.
    pub paths: usize,
    /// The most steps on all paths together.
    pub most_steps: usize,
    /// The steps that were taken so far.
    pub steps: usize,
}

/// All limits of rehearsals stand here. They bound what a loop costs that is not understood in the end: an iteration
/// of a usual loop has a handful of paths and some hundred steps.
impl Effort {
    /// The paths of an iteration that one state can take next. Each becomes a formula of its own, and all of them
    /// a condition of the others: five branches in a row are as much as pays.
    pub const NEXT: Effort = Effort::of(32, 20_000);
    /// All paths of an iteration: six branches in a row fit.
    pub const ITERATION: Effort = Effort::of(97, 20_000);
    /// All paths of an iteration, seven branches in a row; the loops inside it share the steps.
    pub const NEST: Effort = Effort::of(129, 40_000);
    /// All paths between two places where paths meet, for each shape of memory there.
    pub const BETWEEN: Effort = Effort::of(97, 4_000);
    /// A while, to check something that should hold anyway.
    pub const CHECK: Effort = Effort::of(usize::MAX, 3_000);

    const fn of(paths: usize, most_steps: usize) -> Self {
        Self { paths, most_steps, steps: 0 }
    }

    /// The only path, for so many steps.
    pub const fn alone(most_steps: usize) -> Self {
        Self::of(1, most_steps)
    }
}

impl Default for Effort {
    /// The widest of them, for rehearsals inside each other.
    fn default() -> Self {
        Self::NEST
    }
}

/// What a technique makes of the paths of a rehearsal. An error ends the rehearsal: what it has shown so far is
/// not all there is.
pub trait Rehearse {
    /// What is kept of each path.
    type Trace: Clone;

    /// Who decides about branches. Default: the solver.
    const BRANCHING: Branching = Branching::Asked;

    /// How far to go; rehearsals inside each other may share it.
    fn effort(&mut self) -> &mut Effort;

    /// A path is where it is, before anything is executed there.
    fn visit(
        &mut self,
        context: &mut Context<'_>,
        path: &mut Path<Self::Trace>,
    ) -> Result<Visit<Self::Trace>, String>;

    /// The paths on along the sides of a branch, each a condition and an edge; only with [`Branching::Own`]. The
    /// last one is followed first.
    fn sides(
        &mut self,
        _context: &mut Context<'_>,
        _path: Path<Self::Trace>,
        _sides: Vec<(Term, EdgeId)>,
    ) -> Result<Vec<Path<Self::Trace>>, String> {
        Ok(Vec::new())
    }

    /// An instruction was executed, or a branch taken: what a path has become. The last one is followed first.
    /// Default: all go on.
    fn stepped(
        &mut self,
        _context: &mut Context<'_>,
        _before: &Before,
        next: Vec<Path<Self::Trace>>,
    ) -> Result<Vec<Path<Self::Trace>>, String> {
        Ok(next)
    }

    /// A path has ended in a step. Default: one that was cut ends the rehearsal, all others need no attention.
    fn ended(&mut self, _context: &mut Context<'_>, _before: &Before, end: PathEnd) -> Result<(), String> {
        match end {
            PathEnd::Cut(why) => Err(why.to_string()),
            _ => Ok(()),
        }
    }

    /// A limit was reached, or there is no time left: this path is not followed further. Default: the rehearsal ends.
    fn given_up(
        &mut self,
        _context: &mut Context<'_>,
        _path: &Path<Self::Trace>,
        why: String,
    ) -> Result<(), String> {
        Err(why)
    }
}

/// How many steps go by between two looks at the budget.
const BUDGET_INTERVAL: usize = 16;

/// Executes a state along all paths, depth first.
pub fn rehearse<R: Rehearse>(
    context: &mut Context<'_>,
    rehearsal: &mut R,
    start: Path<R::Trace>,
) -> Result<(), String> {
    let mut open = vec![start];
    let mut complete = 0;
    while let Some(mut path) = open.pop() {
        let effort = rehearsal.effort();
        effort.steps += 1;
        let Effort { paths, most_steps, steps } = *effort;
        let mut why = None;
        if steps > most_steps || complete + open.len() >= paths {
            why = Some(format!("more than {paths} paths or {most_steps} steps"));
        } else if steps % BUDGET_INTERVAL == 1 {
            why = context.exhausted().map(|reason| reason.to_string());
        }
        if let Some(why) = why {
            rehearsal.given_up(context, &path, why)?;
            continue;
        }
        match rehearsal.visit(context, &mut path)? {
            Visit::On => {}
            Visit::Complete => {
                complete += 1;
                continue;
            }
            Visit::Dropped => continue,
            Visit::Replaced(paths) => {
                open.extend(paths);
                continue;
            }
        }
        open.extend(forward(context, rehearsal, path)?);
    }
    Ok(())
}

/// Takes a path one step further.
fn forward<R: Rehearse>(
    context: &mut Context<'_>,
    rehearsal: &mut R,
    path: Path<R::Trace>,
) -> Result<Vec<Path<R::Trace>>, String> {
    let before = Before::of(&path.state);
    if R::BRANCHING == Branching::Own
        && let Ok(Ways::Conditions(sides)) = ways(context, &path.state)
    {
        let next = rehearsal.sides(context, path, sides)?;
        return rehearsal.stepped(context, &before, next);
    }
    let Path { mut state, trace, .. } = path;
    state.stay();
    let next = match step(context, &mut state) {
        Stepped::On => vec![state],
        Stepped::Split(states) => states,
        Stepped::Ended(end) => {
            rehearsal.ended(context, &before, end)?;
            Vec::new()
        }
    };
    let next = next.into_iter().map(|state| {
        let from = state.has_moved().then(|| before.clone());
        Path { state, from, trace: trace.clone() }
    });
    let next = next.collect();
    rehearsal.stepped(context, &before, next)
}

/// A side of a branch that is met on the way along known edges.
pub struct Side {
    /// What holds on it.
    pub condition: Term,
    /// Its edge.
    pub edge: (ProcedureId, EdgeId),
    /// The edge of the other side.
    pub other: Option<(ProcedureId, EdgeId)>,
}

/// Executes a state along known edges, and tells the conditions of the sides that it takes; the state then satisfies
/// them. `Ok(false)`: the edges do not lead on from where it is, or it cannot take them.
pub fn follow(
    context: &mut Context<'_>,
    state: &mut State,
    edges: &[(ProcedureId, EdgeId)],
    mut met: impl FnMut(&mut Context<'_>, Side),
) -> Result<bool, String> {
    for (procedure, edge) in edges {
        let graph = context.procedure(state.point());
        if state.procedure() != *procedure || graph.edges[*edge].from != state.location {
            return Ok(false);
        }
        let sides = match ways(context, state).map_err(|stuck| stuck.to_string())? {
            Ways::Conditions(sides) => sides,
            Ways::Instruction(_) => match step(context, state) {
                Stepped::On => continue,
                Stepped::Split(_) => return Err("an iteration needs a case distinction".to_owned()),
                Stepped::Ended(_) => return Err("an iteration cannot be executed again".to_owned()),
            },
            Ways::None => return Ok(false),
        };
        let Some((condition, _)) = sides.iter().find(|(_, side)| side == edge).copied() else {
            return Ok(false);
        };
        if condition == Term::FALSE {
            return Ok(false);
        }
        if condition != Term::TRUE {
            let other = sides.iter().find(|(_, side)| side != edge).map(|(_, side)| (*procedure, *side));
            met(context, Side { condition, edge: (*procedure, *edge), other });
            state.assume(&context.terms, condition);
        }
        take(context, state, graph, *edge);
    }
    Ok(true)
}
