//! Programs, procedures, locations, edges, instructions. Note [one small form] and Note [open places].

use crate::{ErrorKind, Expr, Place, Root, TypeId, Types};
use kyklos_base::{FloatFormat, Sources, Span, Table};

kyklos_base::define_id! {
    /// A procedure of a program.
    pub struct ProcedureId, "p"
}
kyklos_base::define_id! {
    /// A variable of a procedure.
    pub struct VariableId, "v"
}
kyklos_base::define_id! {
    /// A variable of the program.
    pub struct GlobalId, "g"
}
kyklos_base::define_id! {
    /// A location of a procedure.
    pub struct LocationId, "l"
}
kyklos_base::define_id! {
    /// An edge of a procedure.
    pub struct EdgeId, "e"
}

/// A program as a flowgraph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The files the spans point into.
    pub sources: Sources,
    /// The types of its variables and literals.
    pub types: Types,
    /// Its variables outside procedures. They are made in this order, before anything is executed.
    pub globals: Table<GlobalId, Global>,
    /// Whether a procedure's variables cease to exist when it returns; else they
    /// exist as long as anything points to them.
    pub locals_die: bool,
    /// Its procedures.
    pub procedures: Table<ProcedureId, Procedure>,
    /// Where execution starts.
    pub main: Option<ProcedureId>,
    /// Pieces of the source that have no locations, as no run comes there.
    pub unreached: Vec<Unreached>,
    /// Parameters of the source's start that lead to arrays which are taken to have no end.
    pub endless: Vec<Endless>,
}

/// A parameter that leads to an array which is taken to have no end, so that no run leaves it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Another parameter that may well be the array's length, by its name.
    pub length: Option<String>,
}

/// A piece of the source that no run comes to: a statement behind a jump, a function that nobody calls, a label in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// What a function or label is called.
    pub name: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// A variable of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its first value: no loads, only addresses of variables of the program.
    pub initial: Expr,
    /// Whether nothing may change it, as C's string literals.
    pub constant: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A procedure: a graph from `entry` to `exit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name in the source.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its variables, parameters first.
    pub variables: Table<VariableId, Variable>,
    /// How many of the variables are parameters.
    pub parameters: u32,
    /// Type of the value it returns, if it returns one.
    pub result: Option<TypeId>,
    /// Its locations.
    pub locations: Table<LocationId, Location>,
    /// Its edges.
    pub edges: Table<EdgeId, Edge>,
    /// Where it starts.
    pub entry: LocationId,
    /// Where it ends; reached by `return` only.
    pub exit: LocationId,
    /// Outgoing edges of each location, in the order they were added.
    outgoing: Vec<Vec<EdgeId>>,
}

/// A variable of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name; a temporary's cannot come from a source file.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether the source has it.
    pub kind: VariableKind,
    /// Where it is declared, or what a temporary stands for.
    pub span: Span,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// A parameter; written at the call.
    Parameter,
    /// Declared in the source.
    Local,
    /// Made while lowering.
    Temporary,
}

/// A point between instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// What it is.
    pub kind: LocationKind,
    /// The source it stands before; of an error, the operation that fails.
    pub span: Span,
    /// A label of the source, if one stands here.
    pub label: Option<String>,
}

/// What a location is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocationKind {
    /// Execution goes on from here.
    Plain,
    /// The procedure ends here.
    Exit,
    /// A run that comes here has failed.
    Error(ErrorSite),
}

/// How a run fails at an error location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorSite {
    /// What kind of failure it is.
    pub kind: ErrorKind,
    /// The failure in words, about this very place.
    pub message: String,
}

/// An edge from one location to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: LocationId,
    /// Where it leads.
    pub to: LocationId,
    /// What happens on the way.
    pub instruction: Instruction,
    /// The source it comes from.
    pub span: Span,
}

/// What happens on an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Nothing.
    Skip,
    /// The edge is taken only by runs where the condition is true (`holds`) or false.
    /// Two of them with one condition and both values of `holds` make a branch;
    /// a lone one restricts the runs that are looked at.
    Assume {
        /// The condition, a number.
        condition: Expr,
        /// Whether it must be true or false.
        holds: bool,
    },
    /// The value is written to the place.
    Assign {
        /// Where to.
        target: Place,
        /// The value.
        value: Expr,
    },
    /// The next input, any number of the place's type, is written to the place. An
    /// array or a record gets an input for each number in it, in order; pointers
    /// in it are left as never written.
    Havoc {
        /// Where to.
        target: Place,
        /// What the input is called in reports.
        input: Input,
    },
    /// So many bytes are copied from where one pointer points to where another one does, as if by memory in between.
    /// Numbers and pointers stay whole, also such that were never written; what lies between the members of
    /// records is not copied. Both pointers are as [`Expr::Retype`] makes them, or to numbers of one byte.
    Copy {
        /// Where to.
        target: Expr,
        /// Where from.
        source: Expr,
        /// How many bytes, not negative.
        count: Expr,
    },
    /// The array that a pointer points into gets inputs, one for each number in it, in order; pointers in it
    /// stay as they are. An array of arrays is one array here, whichever of them the pointer points into. If
    /// the pointer points to a value alone, that gets inputs. Nothing happens to constants of the program.
    /// The pointer is not null, and its object exists.
    Forget {
        /// The pointer.
        pointer: Expr,
        /// What the inputs are called in reports.
        input: Input,
    },
    /// A new object with this value is made, and a pointer to it written to the
    /// place: to the value as a whole, or, if the place's type says so, to the
    /// first element of an array.
    Allocate {
        /// Where the pointer goes.
        target: Place,
        /// The object's first value.
        value: Expr,
        /// With an input, all numbers in the value are inputs as with `Havoc`.
        arbitrary: Option<Input>,
        /// Whether the object ceases to exist when the procedure returns, as its variables
        /// do ([`Program::locals_die`]); `Allocated` is not true of it.
        automatic: bool,
    },
    /// A variable is as if it had never been written.
    Clear {
        /// Which one.
        variable: VariableId,
        /// Whether its life ends, too, and another begins: what points to it points to an
        /// object that is gone.
        ends: bool,
    },
    /// The object that a pointer points to ceases to exist. Nothing happens to null.
    Free {
        /// The pointer.
        pointer: Expr,
    },
    /// A procedure is called.
    Call {
        /// Where its result goes.
        target: Option<Place>,
        /// Who is called.
        callee: ProcedureId,
        /// One for each parameter.
        arguments: Vec<Expr>,
    },
    /// The procedure ends. Leads to its exit.
    Return {
        /// The result, if the procedure has one.
        value: Option<Expr>,
    },
    /// The whole run ends, whatever calls are under way. Leads to the procedure's exit.
    Stop {
        /// The run's result, a number; without one, it ends in disorder (C's `abort`).
        status: Option<Expr>,
    },
    /// A number is written to the program's output.
    Output {
        /// The number.
        value: Expr,
        /// The format, where it is a floating point number.
        float: Option<FloatFormat>,
    },
}

/// An input that the program reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it is called in reports: the variable it goes to, or `input`.
    pub name: String,
}

impl Program {
    /// The procedure of this name.
    pub fn procedure_named(&self, name: &str) -> Option<ProcedureId> {
        self.procedures.iter().find(|(_, procedure)| procedure.name == name).map(|(id, _)| id)
    }

    /// All error locations, procedure by procedure.
    pub fn errors(&self) -> impl Iterator<Item = (ProcedureId, LocationId, &ErrorSite)> {
        self.procedures.iter().flat_map(|(id, procedure)| {
            let sites = procedure.locations.iter();
            sites.filter_map(move |(at, location)| Some((id, at, location.error()?)))
        })
    }
}

impl Location {
    /// How runs fail here, if this is an error location.
    pub fn error(&self) -> Option<&ErrorSite> {
        match &self.kind {
            LocationKind::Error(site) => Some(site),
            _ => None,
        }
    }
}

impl Instruction {
    /// Calls `visit` with all expressions in the instruction.
    pub fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Instruction::Skip
            | Instruction::Clear { .. }
            | Instruction::Return { value: None }
            | Instruction::Stop { status: None } => {}
            Instruction::Assume { condition: value, .. }
            | Instruction::Output { value, .. }
            | Instruction::Free { pointer: value }
            | Instruction::Stop { status: Some(value) }
            | Instruction::Forget { pointer: value, .. }
            | Instruction::Return { value: Some(value) } => value.visit(visit),
            Instruction::Assign { target, value } | Instruction::Allocate { target, value, .. } => {
                target.visit(visit);
                value.visit(visit);
            }
            Instruction::Copy { target, source, count } => {
                [target, source, count].into_iter().for_each(|part| part.visit(visit));
            }
            Instruction::Havoc { target, .. } => target.visit(visit),
            Instruction::Call { target, arguments, .. } => {
                target.iter().for_each(|target| target.visit(visit));
                arguments.iter().for_each(|argument| argument.visit(visit));
            }
        }
    }
}

impl Procedure {
    /// Which of its variables have their address taken.
    pub fn address_taken(&self) -> Vec<bool> {
        let mut taken = vec![false; self.variables.len()];
        for edge in self.edges.rows() {
            edge.instruction.visit(&mut |expr| {
                if let Expr::AddressOf(Place { root: Root::Variable(variable), .. }) = expr
                    && let Some(mark) = taken.get_mut(variable.0 as usize)
                {
                    *mark = true;
                }
            });
        }
        taken
    }

    /// The edges that leave a location, in the order they were added.
    pub fn outgoing(&self, location: LocationId) -> &[EdgeId] {
        self.outgoing.get(location.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The parameters' ids.
    pub fn parameter_ids(&self) -> impl ExactSizeIterator<Item = VariableId> + use<> {
        (0..self.parameters).map(VariableId)
    }
}

/// Makes a [`Procedure`] piece by piece. It checks nothing; [`crate::validate()`] does.
#[derive(Clone, Debug)]
pub struct ProcedureBuilder {
    procedure: Procedure,
}

impl ProcedureBuilder {
    /// A procedure with an entry and an exit and nothing between.
    pub fn new(name: impl Into<String>, span: Span, result: Option<TypeId>) -> Self {
        let mut locations = Table::new();
        let entry = locations.push(Location { kind: LocationKind::Plain, span, label: None });
        let exit = locations.push(Location { kind: LocationKind::Exit, span, label: None });
        let mut builder = Self::with_locations(name, span, result, locations);
        (builder.procedure.entry, builder.procedure.exit) = (entry, exit);
        builder
    }

    /// A procedure with these locations; the entry and the exit are yet to be set.
    pub(crate) fn with_locations(
        name: impl Into<String>,
        span: Span,
        result: Option<TypeId>,
        locations: Table<LocationId, Location>,
    ) -> Self {
        let procedure = Procedure {
            name: name.into(),
            span,
            variables: Table::new(),
            parameters: 0,
            result,
            outgoing: vec![Vec::new(); locations.len()],
            locations,
            edges: Table::new(),
            entry: LocationId(0),
            exit: LocationId(0),
        };
        Self { procedure }
    }

    /// Where the procedure starts.
    pub fn entry(&self) -> LocationId {
        self.procedure.entry
    }

    /// Where it ends.
    pub fn exit(&self) -> LocationId {
        self.procedure.exit
    }

    /// Makes another location the entry.
    pub fn set_entry(&mut self, entry: LocationId) {
        self.procedure.entry = entry;
    }

    /// Makes another location the exit.
    pub fn set_exit(&mut self, exit: LocationId) {
        self.procedure.exit = exit;
    }

    /// Adds a parameter. Parameters come before all other variables.
    pub fn parameter(&mut self, name: impl Into<String>, ty: TypeId, span: Span) -> VariableId {
        self.procedure.parameters += 1;
        self.variable(name, ty, VariableKind::Parameter, span)
    }

    /// Adds a variable.
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        ty: TypeId,
        kind: VariableKind,
        span: Span,
    ) -> VariableId {
        self.procedure.variables.push(Variable { name: name.into(), ty, kind, span })
    }

    /// Adds a location.
    pub fn location(&mut self, kind: LocationKind, span: Span) -> LocationId {
        self.procedure.outgoing.push(Vec::new());
        self.procedure.locations.push(Location { kind, span, label: None })
    }

    /// Adds a location where execution goes on.
    pub fn plain(&mut self, span: Span) -> LocationId {
        self.location(LocationKind::Plain, span)
    }

    /// Adds an error location.
    pub fn error(&mut self, kind: ErrorKind, message: impl Into<String>, span: Span) -> LocationId {
        self.location(LocationKind::Error(ErrorSite { kind, message: message.into() }), span)
    }

    /// Names a location.
    pub fn label(&mut self, location: LocationId, label: impl Into<String>) {
        self.procedure.locations[location].label = Some(label.into());
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: LocationId, to: LocationId, instruction: Instruction, span: Span) -> EdgeId {
        let id = self.procedure.edges.push(Edge { from, to, instruction, span });
        if let Some(outgoing) = self.procedure.outgoing.get_mut(from.0 as usize) {
            outgoing.push(id);
        }
        id
    }

    /// Adds the two edges of a branch.
    pub fn branch(
        &mut self,
        from: LocationId,
        condition: Expr,
        then: LocationId,
        otherwise: LocationId,
        span: Span,
    ) {
        let positive = Instruction::Assume { condition: condition.clone(), holds: true };
        self.edge(from, then, positive, span);
        self.edge(from, otherwise, Instruction::Assume { condition, holds: false }, span);
    }

    /// What was added so far.
    pub fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// The finished procedure.
    pub fn finish(self) -> Procedure {
        self.procedure
    }
}
