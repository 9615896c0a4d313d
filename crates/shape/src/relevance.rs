//! Relevance [apc §2.1]: from which locations something that is asked for can be reached. Note [relevance].

use kyklos_base::Table;
use kyklos_flow::{Instruction, LocationId, Procedure, ProcedureId, Program};
use std::sync::Arc;

/// For each location, whether one that is asked for can be reached before its procedure returns, into calls too.
#[derive(Clone, Debug, Default)]
pub struct Relevance(Arc<Table<ProcedureId, Vec<bool>>>);

impl Relevance {
    /// With regard to these locations.
    pub fn of(program: &Program, asked: impl IntoIterator<Item = (ProcedureId, LocationId)>) -> Self {
        let mut relevant: Table<ProcedureId, Vec<bool>> =
            program.procedures.rows().map(|procedure| vec![false; procedure.locations.len()]).collect();
        // The edges are gone over backwards, and of each procedure as soon as something in it is relevant.
        let mut before: Table<ProcedureId, Option<Vec<Vec<LocationId>>>> =
            program.procedures.rows().map(|_| None).collect();
        let callers = callers(program);
        let mut open: Vec<(ProcedureId, LocationId)> = asked.into_iter().collect();
        while let Some((id, location)) = open.pop() {
            let known = &mut relevant[id][location.0 as usize];
            if std::mem::replace(known, true) {
                continue;
            }
            let procedure = &program.procedures[id];
            let before = before[id].get_or_insert_with(|| before_each(procedure));
            open.extend(before[location.0 as usize].iter().map(|from| (id, *from)));
            if location == procedure.entry {
                open.extend(&callers[id]);
            }
        }
        Self(Arc::new(relevant))
    }

    /// Whether what is asked for can be reached from a location before its procedure returns.
    pub fn contains(&self, procedure: ProcedureId, location: LocationId) -> bool {
        self.0.get(procedure).and_then(|all| all.get(location.0 as usize)).copied().unwrap_or(false)
    }
}

/// From where each location is reached by an edge.
fn before_each(procedure: &Procedure) -> Vec<Vec<LocationId>> {
    let mut before = vec![Vec::new(); procedure.locations.len()];
    for edge in procedure.edges.rows() {
        before[edge.to.0 as usize].push(edge.from);
    }
    before
}

/// From where each procedure is called.
fn callers(program: &Program) -> Table<ProcedureId, Vec<(ProcedureId, LocationId)>> {
    let mut callers: Table<ProcedureId, Vec<_>> = program.procedures.rows().map(|_| Vec::new()).collect();
    for (id, procedure) in program.procedures.iter() {
        for edge in procedure.edges.rows() {
            if let Instruction::Call { callee, .. } = edge.instruction {
                callers[callee].push((id, edge.from));
            }
        }
    }
    callers
}
