//! Relevance [apc §2.1]: from which locations something that is asked for can be reached. Note [relevance].

use kyklos_base::Table;
use kyklos_flow::{Instruction, LocationId, ProcedureId, Program};
use std::collections::BTreeMap;

/// For each location, whether one that is asked for can be reached before its procedure returns, into calls too.
#[derive(Clone, Debug, Default)]
pub struct Relevance(Table<ProcedureId, Vec<bool>>);

impl Relevance {
    /// With regard to these locations.
    pub fn of(program: &Program, asked: impl IntoIterator<Item = (ProcedureId, LocationId)>) -> Self {
        let mut relevant: Table<ProcedureId, Vec<bool>> =
            program.procedures.rows().map(|procedure| vec![false; procedure.locations.len()]).collect();
        let mut before: BTreeMap<(ProcedureId, LocationId), Vec<(ProcedureId, LocationId)>> = BTreeMap::new();
        for (id, procedure) in program.procedures.iter() {
            for edge in procedure.edges.rows() {
                before.entry((id, edge.to)).or_default().push((id, edge.from));
                if let Instruction::Call { callee, .. } = &edge.instruction {
                    let entry = (*callee, program.procedures[*callee].entry);
                    before.entry(entry).or_default().push((id, edge.from));
                }
            }
        }
        let mut open: Vec<(ProcedureId, LocationId)> = asked.into_iter().collect();
        while let Some((procedure, location)) = open.pop() {
            let known = &mut relevant[procedure][location.0 as usize];
            if !std::mem::replace(known, true) {
                open.extend(before.get(&(procedure, location)).into_iter().flatten());
            }
        }
        Self(relevant)
    }

    /// Whether what is asked for can be reached from a location before its procedure returns.
    pub fn contains(&self, procedure: ProcedureId, location: LocationId) -> bool {
        self.0.get(procedure).and_then(|all| all.get(location.0 as usize)).copied().unwrap_or(false)
    }
}
