//! `kyklos run`: concrete execution.

use crate::{Input, color, status};
use clap::Args;
use kyklos::base::float::text;
use kyklos::base::{Diagnostic, FloatFormat, Int, Sources, Span};
use kyklos::flow::{Expr, Instruction, Program, VariableKind};
use kyklos::interp::{Environment, InputRequest, Interpreter, Limits, RunEnd, RunReport, StackFrame};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, ErrorKind, IsTerminal, Read, Stdout, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    input: Input,

    /// The inputs, as numbers with blanks or commas between. Default: standard input
    #[arg(long = "input", value_name = "NUMBERS", allow_hyphen_values = true, conflicts_with = "input_file")]
    numbers: Option<String>,

    /// A file with the inputs
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,

    /// The arguments of `main`, as numbers with blanks or commas between. Default: none
    #[arg(
        long,
        value_name = "NUMBERS",
        allow_hyphen_values = true,
        default_value = "",
        hide_default_value = true
    )]
    args: String,

    /// Read each byte of the input as a number, and write numbers as bytes
    #[arg(long)]
    ascii: bool,

    /// Say on standard error how long the run took and how many steps it had
    #[arg(long)]
    time: bool,

    /// Stop after this many steps. Default: no limit
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    /// Say nothing on standard error about a run that ends well
    #[arg(long)]
    quiet: bool,
}

/// Runs a program; gives the exit status.
pub fn run(args: &RunArgs) -> u8 {
    let loaded = match args.input.load(&kyklos::CheckOptions::default().checks) {
        Ok(loaded) => loaded,
        Err(status) => return status,
    };
    let program = &loaded.program;
    let arguments = match numbers(&args.args) {
        Ok(arguments) => arguments,
        Err(message) => return refused(&format!("--args: {message}")),
    };
    let mut console = match Console::new(args, unwritten_memory(program)) {
        Ok(console) => console,
        Err(message) => return refused(&message),
    };
    let interpreter = match Interpreter::new(program) {
        Ok(interpreter) => interpreter,
        Err(error) => return refused(&error.to_string()),
    };
    let limits = Limits { max_steps: args.max_steps, ..Limits::default() };
    let start = Instant::now();
    let report = match interpreter.run(&arguments, &mut console, &limits) {
        Ok(report) => report,
        Err(error) => return refused(&format!("--args: {error}")),
    };
    let elapsed = start.elapsed();
    if let Err(error) = console.out.flush() {
        return output_failed(&error);
    }
    let status = tell(program, &report, args.quiet);
    if args.time {
        eprintln!("{} steps in {:.3} s", report.steps, elapsed.as_secs_f64());
    }
    status
}

fn refused(message: &str) -> u8 {
    eprintln!("error: {message}");
    status::NOT_ACCEPTED
}

fn output_failed(error: &io::Error) -> u8 {
    if error.kind() != ErrorKind::BrokenPipe {
        eprintln!("error: cannot write the output: {error}");
    }
    status::FAILED
}

/// The numbers of a text, or what is wrong with one of them.
fn numbers(text: &str) -> Result<Vec<Int>, String> {
    let words = text.split(|c: char| u8::try_from(c).is_ok_and(is_separator)).filter(|word| !word.is_empty());
    words.map(number).collect()
}

fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

/// The most characters of a number that are read: reading takes quadratic time.
const LONGEST_NUMBER: usize = 1_000_000;

/// The number that a word is, or why it is none.
fn number(word: &str) -> Result<Int, String> {
    let shown: String = word.chars().take(40).collect();
    if word.len() > LONGEST_NUMBER {
        return Err(format!("`{shown}…` is too long: numbers of up to {LONGEST_NUMBER} digits are read"));
    }
    word.parse().map_err(|_| format!("`{shown}` is not a number"))
}

/// Says how the run ended; gives the exit status.
fn tell(program: &Program, report: &RunReport, quiet: bool) -> u8 {
    let sources = &program.sources;
    let message = |text: String| say(program, sources, report, text);
    match &report.end {
        RunEnd::Returned(value) => {
            if let (Some(value), false) = (value, quiet) {
                eprintln!("returned {value}");
            }
            status::OK
        }
        RunEnd::Stopped(Some(value)) => {
            if !quiet {
                eprintln!("exited with {value} at {}", place(sources, report.span));
            }
            status::OK
        }
        RunEnd::Stopped(None) => {
            message("the program aborts".to_owned());
            status::FAILED
        }
        RunEnd::Failed => {
            let site = program.procedures[report.procedure].locations[report.location].error();
            message(site.map_or_else(|| "failure".to_owned(), |site| site.message.clone()));
            status::FAILED
        }
        RunEnd::InputExhausted { name } => {
            message(format!("the input is exhausted: there is no number left for `{name}`"));
            status::FAILED
        }
        RunEnd::CallDepth => {
            message(format!("recursion is too deep: more than {} calls", Limits::default().max_call_depth));
            status::FAILED
        }
        RunEnd::OutOfMemory(memory) => {
            message(format!("out of memory: {memory}"));
            status::FAILED
        }
        RunEnd::Undefined(undefined) => {
            message(format!("{undefined}, and the graph has no check for it"));
            status::FAILED
        }
        RunEnd::EnvironmentError(error) if error.kind() == ErrorKind::InvalidData => {
            message(error.to_string());
            status::NOT_ACCEPTED
        }
        RunEnd::EnvironmentError(error) => output_failed(error),
        RunEnd::StepLimit => {
            message(format!("stopped after {} steps (--max-steps)", report.steps));
            status::NO_ANSWER
        }
        RunEnd::Endless => {
            message(format!("stopped after {} steps: the run goes the same round for ever", report.steps));
            status::NO_ANSWER
        }
        RunEnd::AssumptionViolated => {
            message("an assumption does not hold: the program does not speak of such inputs".to_owned());
            status::NO_ANSWER
        }
        RunEnd::Interrupted => {
            message("interrupted".to_owned());
            status::NO_ANSWER
        }
    }
}

/// Where memory comes into being that was never written: variables at their declaration, and what is allocated.
fn unwritten_memory(program: &Program) -> HashSet<Span> {
    let edges = program.procedures.rows().flat_map(|procedure| {
        procedure.edges.rows().filter(|edge| match &edge.instruction {
            Instruction::Allocate { arbitrary, .. } => arbitrary.is_some(),
            Instruction::Havoc { target, .. } => target.as_variable().is_some_and(|variable| {
                let variable = &procedure.variables[variable];
                variable.kind == VariableKind::Local && variable.span == edge.span
            }),
            // The number that such a pointer is was asked for at the same place.
            Instruction::Assign { value: Expr::Pointer(..), .. } => true,
            _ => false,
        })
    });
    edges.map(|edge| edge.span).collect()
}

/// A message at the place where the run ended, and the calls that led there.
fn say(program: &Program, sources: &Sources, report: &RunReport, text: String) {
    eprint!("{}", Diagnostic::error(report.span, text).render(sources, color()));
    let calls: Vec<String> = report.stack.iter().rev().map(|frame| call_line(program, frame)).collect();
    /// Calls shown at each end of a long stack.
    const SHOWN: usize = 8;
    let left_out = calls.len().saturating_sub(2 * SHOWN);
    for (index, line) in calls.iter().enumerate() {
        if left_out > 0 && index == SHOWN {
            eprintln!("  … {left_out} more calls …");
        }
        if left_out == 0 || index < SHOWN || index >= SHOWN + left_out {
            eprintln!("{line}");
        }
    }
}

fn call_line(program: &Program, frame: &StackFrame) -> String {
    let name = &program.procedures[frame.procedure].name;
    match frame.call_span {
        None => format!("  in `{name}`"),
        Some(span) => format!("  in `{name}`, called at {}", place(&program.sources, span)),
    }
}

fn place(sources: &Sources, span: Span) -> String {
    format!("{}:{}", sources.name(span.file), span.start)
}

/// Inputs from a text, a file or standard input; outputs to standard output.
struct Console {
    source: BufReader<Box<dyn Read>>,
    out: BufWriter<Stdout>,
    /// Someone reads the outputs as they come.
    live: bool,
    ascii: bool,
    /// Where memory is asked for that was never written. It holds zeros; nobody has to give them.
    unwritten: HashSet<Span>,
    stop: Arc<AtomicBool>,
    /// Set while the run waits for input and cannot look at `stop`.
    waiting: Arc<AtomicBool>,
}

impl Console {
    fn new(args: &RunArgs, unwritten: HashSet<Span>) -> Result<Self, String> {
        let source: Box<dyn Read> = match (&args.numbers, &args.input_file) {
            (Some(text), _) => {
                if let (Err(message), false) = (numbers(text), args.ascii) {
                    return Err(format!("--input: {message}"));
                }
                Box::new(Cursor::new(text.clone().into_bytes()))
            }
            (None, Some(path)) => {
                let file =
                    File::open(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
                Box::new(file)
            }
            (None, None) => Box::new(io::stdin()),
        };
        let (stop, waiting) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        stop_on_interrupt(stop.clone(), waiting.clone());
        Ok(Self {
            source: BufReader::new(source),
            out: BufWriter::new(io::stdout()),
            live: io::stdout().is_terminal(),
            ascii: args.ascii,
            unwritten,
            stop,
            waiting,
        })
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.source.buffer().is_empty() {
            self.wait_for_input()?;
        }
        let first = self.source.buffer().first().copied();
        if first.is_some() {
            self.source.consume(1);
        }
        Ok(first)
    }

    /// Whoever gives the input may want to see the output first.
    fn wait_for_input(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.waiting.store(true, Ordering::SeqCst);
        if self.stop.load(Ordering::SeqCst) {
            give_up();
        }
        let result = self.source.fill_buf().map(|_| ());
        self.waiting.store(false, Ordering::SeqCst);
        result.map_err(|error| bad_input(format!("cannot read the input: {error}")))
    }

    fn number(&mut self, float: Option<FloatFormat>) -> io::Result<Option<Int>> {
        let mut word = Vec::new();
        while let Some(byte) = self.byte()? {
            match (is_separator(byte), word.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                (false, _) if word.len() > LONGEST_NUMBER => break,
                (false, _) => word.push(byte),
            }
        }
        if word.is_empty() {
            return Ok(None);
        }
        let word = String::from_utf8_lossy(&word);
        if let Some(format) = float {
            let pattern = text::parse(format, &word);
            return match pattern {
                Some(pattern) => Ok(Some(pattern)),
                None => Err(bad_input(format!("the input `{word}` is not a floating point number"))),
            };
        }
        let value = number(&word);
        value.map(Some).map_err(|message| bad_input(format!("the input {message}")))
    }
}

/// The first Ctrl-C stops the run, which then is reported; the second ends the
/// process, as does the first where the run waits for input.
fn stop_on_interrupt(stop: Arc<AtomicBool>, waiting: Arc<AtomicBool>) {
    // A second handler cannot be set; then Ctrl-C ends the process as usual.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::SeqCst) || waiting.load(Ordering::SeqCst) {
            give_up();
        }
    });
}

fn give_up() -> ! {
    eprintln!("error: interrupted");
    std::process::exit(status::NO_ANSWER.into())
}

/// An input that is not acceptable.
fn bad_input(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

impl Environment for Console {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        // What is called by a name in parentheses is up to the library: nobody has to give it.
        if self.unwritten.contains(&request.span) || request.name.starts_with('(') {
            return Ok(Some(Int::ZERO));
        }
        let value = match self.ascii {
            true => self.byte()?.map(|byte| Int::from(i64::from(byte))),
            false => self.number(request.ty.float())?,
        };
        if let (Some(value), Some((low, high))) = (&value, request.ty.range())
            && !(&low <= value && value <= &high)
        {
            return Err(bad_input(format!("the input {value} is not between {low} and {high}")));
        }
        Ok(value)
    }

    fn output(&mut self, value: &Int) -> io::Result<()> {
        if !self.ascii {
            writeln!(self.out, "{value}")?;
        } else if let Some(byte) = value.to_i64().and_then(|code| u8::try_from(code).ok()) {
            self.out.write_all(&[byte])?;
        } else {
            let text = format!("{value} cannot be written as a character: it is not between 0 and 255");
            return Err(io::Error::new(ErrorKind::InvalidData, text));
        }
        if self.live { self.out.flush() } else { Ok(()) }
    }

    fn output_float(&mut self, format: FloatFormat, value: &Int) -> io::Result<()> {
        writeln!(self.out, "{}", text::show(format, value))?;
        if self.live { self.out.flush() } else { Ok(()) }
    }

    fn interrupted(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
