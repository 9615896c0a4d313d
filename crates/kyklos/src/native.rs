//! Native replays of findings in C programs, beside those of the interpreter.

use kyklos_base::{Budget, SourceFile, Span};
use kyklos_front_c::{DataModel, Interface, Options};
use kyklos_native::{ExternFunction, Outcome, Parameter, ParameterKind, Program, Task};
use kyklos_report::Finding;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// A C program that can be compiled and run.
#[derive(Clone, Debug)]
pub struct Native {
    programs: Vec<Program>,
    options: Options,
    /// What it needs from outside. It is read when the first finding is replayed; `None` if that cannot be written down.
    outside: OnceLock<Option<Outside>>,
}

#[derive(Clone, Debug)]
struct Outside {
    parameters: Vec<Parameter>,
    undefined: Vec<ExternFunction>,
    declared: Vec<Span>,
}

/// How long a native run may take.
const TIME_LIMIT: Duration = Duration::from_secs(20);

impl Native {
    /// The C program of these files, read with these options.
    pub fn new(files: &[PathBuf], options: &Options) -> Self {
        let programs = files.iter().map(|file| Program {
            path: file.clone(),
            flags: options.file_flags.get(&file.display().to_string()).cloned().unwrap_or_default(),
        });
        Self { programs: programs.collect(), options: options.clone(), outside: OnceLock::new() }
    }

    fn outside(&self) -> Result<&Outside, &'static str> {
        let found = self.outside.get_or_init(|| Outside::of(&self.programs, &self.options));
        found.as_ref().ok_or("what the program needs from outside cannot be written down in C")
    }

    /// Runs a finding's inputs natively, within the budget.
    pub fn replay(&self, finding: &Finding, file: &str, budget: &Budget) -> Outcome {
        match self.outside() {
            Ok(outside) => kyklos_native::replay(&self.task(outside, finding, file), TIME_LIMIT, budget),
            Err(why) => Outcome::Unavailable(why.to_owned()),
        }
    }

    /// Writes the C file that feeds a finding's inputs to the program.
    pub fn write_harness(
        &self,
        finding: &Finding,
        file: &str,
        folder: &Path,
        force: bool,
    ) -> io::Result<PathBuf> {
        let outside = self.outside().map_err(io::Error::other)?;
        kyklos_native::write_harness(&self.task(outside, finding, file), folder, force)
    }

    fn task<'a>(&'a self, outside: &'a Outside, finding: &'a Finding, file: &'a str) -> Task<'a> {
        Task {
            programs: &self.programs,
            entry: &self.options.entry,
            entry_parameters: &outside.parameters,
            data_model: match self.options.data_model {
                DataModel::Ilp32 => kyklos_native::DataModel::Ilp32,
                DataModel::Lp64 => kyklos_native::DataModel::Lp64,
            },
            flags: &self.options.preprocessor_flags,
            kind: finding.kind,
            file,
            line: finding.span.start.line,
            last_line: finding.span.end.line,
            inputs: &finding.inputs,
            undefined: &outside.undefined,
            headers: &kyklos_front_c::TOOL_HEADERS,
            declared: &outside.declared,
        }
    }
}

impl Outside {
    fn of(programs: &[Program], options: &Options) -> Option<Self> {
        let files: Result<Vec<SourceFile>, _> =
            programs.iter().map(|program| crate::load::read_c(&program.path)).collect();
        let Interface { parameters, undefined, declared } = kyklos_front_c::interface(files.ok()?, options)?;
        let parameters = parameters.into_iter().map(|parameter| Parameter {
            name: parameter.name,
            c_type: parameter.c_type,
            kind: match parameter.array {
                Some((element, length, inner)) => ParameterKind::Array { element, length, inner },
                None => ParameterKind::Number,
            },
        });
        let undefined = undefined.into_iter().map(|function| ExternFunction {
            name: function.name,
            result: function.result,
            parameters: function.parameters,
            written: function.written,
        });
        Some(Self { parameters: parameters.collect(), undefined: undefined.collect(), declared })
    }
}
