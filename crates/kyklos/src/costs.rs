//! The estimates of `costs`: how many queries will speak of each variable after each line [nested §4.3.1].

use kyklos_base::Table;
use kyklos_flow::{ProcedureId, Program, VariableKind};
pub use kyklos_paths::merging::costs::Estimate;
use kyklos_paths::merging::costs::{Costs, Subject};
use kyklos_shape::{Loops, Order};
use std::collections::BTreeMap;
use std::time::Instant;

/// The costs before a line of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCosts {
    /// The function.
    pub function: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What each variable costs that does, in the order of their declaration; memory behind pointers is `*`.
    pub costs: Vec<(String, u64)>,
}

/// The estimates of a program by line, until a moment; `None` if time was over.
pub fn costs(program: &Program, estimate: Estimate, until: Option<Instant>) -> Option<Vec<LineCosts>> {
    let loops: Table<ProcedureId, Loops> = program.procedures.rows().map(Loops::of).collect();
    let estimates = Costs::of(program, &loops, estimate, until);
    if estimates.stopped {
        return None;
    }
    let mut all = Vec::new();
    for (id, procedure) in program.procedures.iter() {
        let order = Order::of(program, procedure, &loops[id]);
        // A line's costs are those where it is come to first.
        let mut first: BTreeMap<(u32, u32), (u32, kyklos_flow::LocationId)> = BTreeMap::new();
        for edge in procedure.edges.rows().filter(|edge| !edge.span.is_nowhere()) {
            let place = (order.place(edge.from), edge.from);
            let known = first.entry((edge.span.file.0, edge.span.start.line)).or_insert(place);
            *known = (*known).min(place);
        }
        for ((file, line), (_, location)) in first {
            let mut costs = Vec::new();
            for (subject, cost) in estimates.all(id, location) {
                let name = match subject {
                    Subject::Local(variable) => {
                        let variable = &procedure.variables[*variable];
                        (variable.kind != VariableKind::Temporary).then(|| variable.name.clone())
                    }
                    Subject::Global(global) => Some(program.globals[*global].name.clone()),
                    Subject::Memory => Some("*".to_owned()),
                };
                costs.extend(name.map(|name| (name, *cost)));
            }
            let file = program.sources.name(kyklos_base::FileId(file)).to_owned();
            all.push(LineCosts { function: procedure.name.clone(), file, line, costs });
        }
    }
    Some(all)
}
