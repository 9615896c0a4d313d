//! The concrete interpreter of flowgraphs: the oracle of every replay.
//!
//! [`Interpreter::new`] checks a program and compiles it into a dense form;
//! [`Interpreter::run`] executes it on given arguments and inputs. A run ends
//! in a [`RunReport`], whatever the program does: a failure, an exhausted
//! limit and an undefined expression are outcomes, never panics.
//!
//! # How runs work
//! - One *step* is one edge taken. An instruction that cannot finish (an
//!   assumption that does not hold, an input that is missing) takes no step.
//! - Arrays and records are values: assigning copies them. The copy is made
//!   when one of the sharers is written, so handing a value on costs nothing.
//! - A variable of a fixed-length array or record type may be written part by
//!   part; it counts as initialised as soon as any part was written.
//! - A variable whose address is taken lives in an object of its own, new for
//!   each activation. Objects live as long as anything points to them, unless
//!   they are freed, or are variables of a program whose variables die. What is
//!   gone keeps its identity as long as anything points to it; its value is dropped.
//! - A pointer is an object, a path of steps into it, and an index into the array
//!   there. Equal places have equal pointers. What it points to is used only
//!   through the type that it has, whatever the pointer's type is.
//! - Only what was allocated can be freed, by a pointer to its start.
//! - An array without a fixed length that is an input has no ends: every number is an index. Of those below 0, `InBounds`
//!   says all the same that nothing is there.
//! - Rounds that only add to plain variables may be skipped, exactly: steps count them, and observers are told.
//! - The place that a call's result goes to is looked up when the callee has
//!   returned.
//!
//! # Files
//! - [`run`](mod@run): what goes into a run and what comes out;
//! - `code`, `compile`: the compiled form, and the way there;
//! - `value`, `paged`, `heap`: values, large arrays, objects and their collection;
//! - `part`, `pointer`, `build`, `bits`: parts of values, pointers, values made
//!   from types, operations on bits; `floats`, `extended`: floating point numbers;
//! - `eval`: expressions; `machine`: instructions; `input`, `columns`: those that read inputs;
//! - `strides`, `sight`, `forms`: many rounds of a loop at once;
//! - [`trace`](mod@trace): the decisions of one run.

mod bits;
mod build;
mod bytes;
mod code;
mod columns;
mod compile;
mod decimal;
mod eval;
mod extended;
mod fast;
mod floats;
mod forms;
mod heap;
mod input;
mod layout;
mod machine;
mod paged;
mod part;
mod pointer;
pub mod run;
mod sight;
mod strides;
pub mod trace;
mod value;

pub use run::{
    ArgumentError, Environment, InputRequest, LARGE_INPUT, Limits, LoadError, Memory, Observer, RunEnd,
    RunReport, Scripted, SparseArray, StackFrame, Taken, Undefined,
};
pub use trace::{Trace, TraceError, trace};

use code::Code;
use kyklos_base::Int;
use kyklos_flow::{IntType, ProcedureId, Program, Type};
use std::cell::OnceCell;
use std::sync::Arc;

/// A program, ready to be run any number of times.
///
/// ```
/// use kyklos_base::{Int, Span};
/// use kyklos_flow::{BinaryOp, Expr, Instruction, ProcedureBuilder, Program};
/// use kyklos_interp::{Interpreter, Limits, RunEnd, Scripted};
///
/// // main(n) { return n * n; }
/// let mut program = Program::default();
/// let number = program.types.number();
/// let mut main = ProcedureBuilder::new("main", Span::nowhere(), Some(number));
/// let n = main.parameter("n", number, Span::nowhere());
/// let square = Expr::binary(BinaryOp::Mul, Expr::variable(n), Expr::variable(n));
/// main.edge(main.entry(), main.exit(), Instruction::Return { value: Some(square) }, Span::nowhere());
/// program.main = Some(program.procedures.push(main.finish()));
///
/// let interpreter = Interpreter::new(&program)?;
/// let report = interpreter.run(&[Int::from(12)], &mut Scripted::default(), &Limits::default())?;
/// assert!(matches!(report.end, RunEnd::Returned(Some(value)) if value == Int::from(144)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Interpreter<'p> {
    program: &'p Program,
    main: ProcedureId,
    /// Compiled when it is run for the first time.
    code: OnceCell<Code>,
}

/// A program that was found well formed. Clones share it, and may go to other threads.
#[derive(Clone)]
pub struct Valid {
    program: Arc<Program>,
    main: ProcedureId,
}

impl Valid {
    /// Checks a program.
    pub fn new(program: Arc<Program>) -> Result<Self, LoadError> {
        let main = main_of(&program)?;
        Ok(Self { program, main })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
}

impl<'p> From<&'p Valid> for Interpreter<'p> {
    fn from(Valid { program, main }: &'p Valid) -> Self {
        Self { program, main: *main, code: OnceCell::new() }
    }
}

/// The procedure at which a program starts, if the program is well formed.
fn main_of(program: &Program) -> Result<ProcedureId, LoadError> {
    let defects = kyklos_flow::validate(program);
    program.main.filter(|_| defects.is_empty()).ok_or(LoadError { defects })
}

impl<'p> Interpreter<'p> {
    /// Checks a program.
    pub fn new(program: &'p Program) -> Result<Self, LoadError> {
        Ok(Self { program, main: main_of(program)?, code: OnceCell::new() })
    }

    /// Runs the program with these arguments of its main procedure.
    pub fn run(
        &self,
        arguments: &[Int],
        environment: &mut dyn Environment,
        limits: &Limits,
    ) -> Result<RunReport, ArgumentError> {
        self.run_observed(arguments, environment, limits, &mut run::Unobserved)
    }

    /// Runs the program and tells the observer each edge taken.
    pub fn run_observed<O: Observer>(
        &self,
        arguments: &[Int],
        environment: &mut dyn Environment,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<RunReport, ArgumentError> {
        self.check_arguments(arguments)?;
        let code = self.code.get_or_init(|| compile::compile(self.program, self.main));
        Ok(machine::run(self.program, code, arguments, environment, limits, observer))
    }

    fn check_arguments(&self, arguments: &[Int]) -> Result<(), ArgumentError> {
        let main = &self.program.procedures[self.main];
        let (expected, given) = (main.parameters as usize, arguments.len());
        if expected != given {
            return Err(ArgumentError::Count { procedure: main.name.clone(), expected, given });
        }
        for (parameter, argument) in main.variables.rows().zip(arguments) {
            let name = parameter.name.clone();
            let Some(Type::Int(ty)) = self.program.types.get(parameter.ty) else {
                return Err(ArgumentError::NotANumber { name });
            };
            if !in_range(*ty, argument) {
                return Err(ArgumentError::Range { name, value: argument.clone() });
            }
        }
        Ok(())
    }
}

/// Whether a place of this type can hold the number.
fn in_range(ty: IntType, value: &Int) -> bool {
    ty.range().is_none_or(|(low, high)| &low <= value && value <= &high)
}
