//! Live variables: those whose value at a location may still be read.

use kyklos_flow::{Expr, Instruction, LocationId, Place, Procedure, Root, VariableId};

/// The live variables of a procedure at each of its locations. Variables whose address is taken are always live.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: Vec<Vec<u64>>,
}

/// What an instruction reads and writes.
struct Access {
    reads: Vec<VariableId>,
    kills: Option<VariableId>,
}

impl Liveness {
    /// The live variables of a procedure.
    pub fn of(procedure: &Procedure) -> Self {
        let words = procedure.variables.len().div_ceil(64);
        let mut always = vec![0; words];
        for (number, taken) in procedure.address_taken().into_iter().enumerate() {
            if taken {
                add(&mut always, VariableId(number as u32));
            }
        }
        let accesses: Vec<Access> = procedure.edges.rows().map(|edge| access(&edge.instruction)).collect();
        let mut incoming = vec![Vec::new(); procedure.locations.len()];
        for (id, edge) in procedure.edges.iter() {
            incoming[edge.to.0 as usize].push(id);
        }
        let mut live = vec![always; procedure.locations.len()];
        let mut open: Vec<LocationId> = procedure.locations.iter().map(|(id, _)| id).collect();
        while let Some(location) = open.pop() {
            for id in &incoming[location.0 as usize] {
                let (from, access) = (procedure.edges[*id].from, &accesses[id.0 as usize]);
                let mut before = live[location.0 as usize].clone();
                if let Some(killed) = access.kills {
                    before[killed.0 as usize / 64] &= !(1 << (killed.0 % 64));
                }
                access.reads.iter().for_each(|variable| add(&mut before, *variable));
                let known = &mut live[from.0 as usize];
                if before.iter().zip(known.iter()).any(|(new, old)| new & !old != 0) {
                    known.iter_mut().zip(&before).for_each(|(old, new)| *old |= new);
                    open.push(from);
                }
            }
        }
        Self { live }
    }

    /// Whether a variable's value at a location may still be read.
    pub fn is_live(&self, location: LocationId, variable: VariableId) -> bool {
        self.live[location.0 as usize][variable.0 as usize / 64] >> (variable.0 % 64) & 1 == 1
    }
}

fn add(set: &mut [u64], variable: VariableId) {
    if let Some(word) = set.get_mut(variable.0 as usize / 64) {
        *word |= 1 << (variable.0 % 64);
    }
}

fn access(instruction: &Instruction) -> Access {
    let mut reads = Vec::new();
    instruction.visit(&mut |expr| {
        if let Expr::Load(place) | Expr::AddressOf(place) | Expr::Length(place) | Expr::Initialized(place) =
            expr
            && let Root::Variable(variable) = place.root
        {
            reads.push(variable);
        }
    });
    let target: Option<&Place> = match instruction {
        Instruction::Assign { target, .. }
        | Instruction::Havoc { target, .. }
        | Instruction::Allocate { target, .. } => Some(target),
        Instruction::Call { target, .. } => target.as_ref(),
        _ => None,
    };
    let mut kills = target.and_then(Place::as_variable);
    if let Instruction::Clear { variable, .. } = instruction {
        kills = Some(*variable);
    }
    // Writing a part leaves the rest as it was.
    if let (Some(Place { root: Root::Variable(variable), .. }), None) = (target, kills) {
        reads.push(*variable);
    }
    Access { reads, kills }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kyklos_base::Span;
    use kyklos_flow::ProcedureBuilder;

    /// l0: x = 1; l1: y = x; l2: return y
    #[test]
    fn a_value_is_live_until_it_is_read_last() {
        let (span, (x, y)) = (Span::nowhere(), (VariableId(0), VariableId(1)));
        let mut builder = ProcedureBuilder::new("main", span, None);
        for name in ["x", "y"] {
            builder.variable(name, kyklos_flow::TypeId(0), kyklos_flow::VariableKind::Local, span);
        }
        let [one, two] = std::array::from_fn(|_| builder.plain(span));
        let assign = |target, value| Instruction::Assign { target: Place::variable(target), value };
        builder.edge(builder.entry(), one, assign(x, Expr::int(1)), span);
        builder.edge(one, two, assign(y, Expr::variable(x)), span);
        builder.edge(two, builder.exit(), Instruction::Return { value: Some(Expr::variable(y)) }, span);
        let procedure = builder.finish();
        let liveness = Liveness::of(&procedure);
        let at = |location| [x, y].map(|variable| liveness.is_live(location, variable));
        assert_eq!([at(procedure.entry), at(one), at(two)], [[false, false], [true, false], [false, true]]);
    }
}
