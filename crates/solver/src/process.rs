//! The back end for any solver that reads SMT-LIB 2 from its standard input
//! (`z3 -in`, `cvc5`, …): one process per query, killed at the limit.

use crate::shape::Shape;
use crate::{Answer, Effort, Interrupt, LayerStatistics, Query, Reason, Solver, SolverError, Statistics};
use kyklos_base::Int;
use kyklos_base::outside::Group;
use kyklos_term::smtlib::symbol_name;
use kyklos_term::{Model, Sort, Symbol, Terms, Value};
use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often a waiting query looks whether it was interrupted.
const TICK: Duration = Duration::from_millis(20);
/// How long a solver may take to show that it works.
const START: Duration = Duration::from_secs(10);

/// What a query is taken to last, as far as work is counted.
const USUAL: Duration = Duration::from_millis(10);

/// The process back end.
pub struct Process {
    command: Vec<String>,
    interrupt: Interrupt,
    effort: Effort,
    sat: u64,
    unsat: u64,
    unknown: u64,
    rejected: u64,
    time: Duration,
    layer: LayerStatistics,
}

impl Process {
    /// The back end that runs this program with these arguments; a trivial query
    /// must work.
    pub fn new(command: &[String], interrupt: &Interrupt, effort: &Effort) -> Result<Self, SolverError> {
        let process = Self {
            command: command.to_vec(),
            interrupt: interrupt.clone(),
            effort: effort.clone(),
            sat: 0,
            unsat: 0,
            unknown: 0,
            rejected: 0,
            time: Duration::ZERO,
            layer: LayerStatistics::new("process"),
        };
        let why = match process.run("(set-logic ALL)\n(check-sat)\n", START) {
            Ok(output) if output.trim() == "sat" => return Ok(process),
            Ok(output) => format!("answers a trivial query with {:?}", first_line(&output)),
            Err(reason) => reason.to_string(),
        };
        Err(SolverError::Process { command: command.join(" "), why })
    }

    /// What the program answers to a script.
    fn run(&self, script: &str, limit: Duration) -> Result<String, Reason> {
        let failed = |error: std::io::Error| Reason::Incomplete(format!("cannot be started: {error}"));
        let [program, arguments @ ..] = self.command.as_slice() else {
            return Err(Reason::Incomplete("no program is named".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut running = Group::spawn(&mut command).map_err(failed)?;
        let output = talk(&mut running, script.to_owned());
        let deadline = Instant::now() + limit.min(Duration::from_secs(1 << 30));
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match output.recv_timeout(left.min(TICK)) {
                Ok(text) => return Ok(text),
                Err(RecvTimeoutError::Disconnected) => return Ok(String::new()),
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_triggered() => {
                    return Err(Reason::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Reason::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn ask(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        let constraints = query.constraints(terms);
        let symbols = crate::symbols_of(terms, &constraints);
        let mut script = String::from("(set-option :produce-models true)\n");
        script.push_str(&terms.script(&constraints, false));
        if !symbols.is_empty() {
            let names: Vec<String> = symbols.iter().map(|symbol| symbol_name(terms, *symbol)).collect();
            script.push_str(&format!("(get-value ({}))\n", names.join(" ")));
        }
        script.push_str("(exit)\n");
        let output = match self.run(&script, query.limit) {
            Ok(output) => output,
            Err(reason) => {
                self.effort.add_time(query.limit);
                return Answer::Unknown(reason);
            }
        };
        // It does not tell how hard it was.
        self.effort.add_time(USUAL);
        self.effort.add(script.len() as u64);
        let incomplete = |why: String| Answer::Unknown(Reason::Incomplete(why));
        let output = output.trim_start();
        if output.starts_with("unsat") {
            Answer::Unsat
        } else if let Some(values) = output.strip_prefix("sat") {
            match model(terms, &symbols, values) {
                Some(model) => crate::confirm(terms, &constraints, model, &mut self.rejected),
                None => incomplete(format!("the model of `{}` could not be read", self.command.join(" "))),
            }
        } else {
            incomplete(format!("`{}` answers {:?}", self.command.join(" "), first_line(output)))
        }
    }
}

/// Gives a process its script and collects what it writes, without waiting: it
/// may write before it has read all.
fn talk(child: &mut Child, script: String) -> Receiver<String> {
    let (sender, receiver) = channel();
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    std::thread::spawn(move || {
        // A process that ends early closes its input; its output tells why.
        let _ = stdin.map(|mut stdin| stdin.write_all(script.as_bytes()));
    });
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("nothing")
}

impl Solver for Process {
    fn solve(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.layer.asked += 1;
        self.layer.answered += 1;
        let start = Instant::now();
        let answer = self.ask(terms, query);
        match &answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        self.time += start.elapsed();
        answer
    }

    fn statistics(&self, report: &mut Statistics) {
        report.layers.push(self.layer.clone());
        report.backend_calls += self.layer.asked;
        report.backend_sat += self.sat;
        report.backend_unsat += self.unsat;
        report.backend_unknown += self.unknown;
        report.models_rejected += self.rejected;
        report.backend_time += self.time;
        report.outside_time += self.time;
    }
}

/// The answer to `get-value`, which has the symbols in the order asked for.
fn model(terms: &Terms, symbols: &[Symbol], text: &str) -> Option<Model> {
    let mut model = Model::new();
    if symbols.is_empty() {
        return Some(model);
    }
    let Expression::List(pairs) = parse(text)? else { return None };
    if pairs.len() != symbols.len() {
        return None;
    }
    for (symbol, pair) in symbols.iter().zip(&pairs) {
        let Expression::List(pair) = pair else { return None };
        let [_, value] = pair.as_slice() else { return None };
        let value = match terms.symbol_info(*symbol).sort {
            Sort::Bool => {
                Value::Truth(value.is("true").then_some(true).or(value.is("false").then_some(false))?)
            }
            sort => {
                let arity = if let Sort::Array(arity) = sort { arity as usize } else { 0 };
                match (value.shape(&HashMap::new())?, arity) {
                    (Shape::Number(number), 0) => Value::Int(number),
                    (shape, _) => Value::Function(shape.function(arity, &[])?),
                }
            }
        };
        model.set(*symbol, value);
    }
    Some(model)
}

/// An expression of SMT-LIB.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

/// The first expression of a text.
fn parse(text: &str) -> Option<Expression> {
    let mut open: Vec<Vec<Expression>> = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let first = rest.chars().next()?;
        let (done, length) = match first {
            '(' => {
                open.push(Vec::new());
                (None, 1)
            }
            ')' => (Some(Expression::List(open.pop()?)), 1),
            '|' => {
                let length = rest[1..].find('|')? + 2;
                (Some(Expression::Word(rest[..length].to_owned())), length)
            }
            _ => {
                let end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|');
                let length = rest.find(end).unwrap_or(rest.len());
                (Some(Expression::Word(rest[..length].to_owned())), length)
            }
        };
        if let Some(done) = done {
            match open.last_mut() {
                Some(list) => list.push(done),
                None => return Some(done),
            }
        }
        rest = rest[length..].trim_start();
    }
}

impl Expression {
    fn is(&self, word: &str) -> bool {
        matches!(self, Expression::Word(own) if own == word)
    }

    /// The number or array that an expression stands for: numerals, `store`,
    /// constant arrays, and names bound by `let`.
    fn shape(&self, names: &HashMap<&str, Shape>) -> Option<Shape> {
        let list = match self {
            Expression::Word(word) => {
                return match names.get(word.as_str()) {
                    Some(shape) => Some(shape.clone()),
                    None => word.parse::<Int>().ok().map(Shape::Number),
                };
            }
            Expression::List(list) => list.as_slice(),
        };
        match list {
            [minus, value] if minus.is("-") => match value.shape(names)? {
                Shape::Number(number) => Some(Shape::Number(-number)),
                Shape::Map { .. } => None,
            },
            [head, bindings, body] if head.is("let") => {
                let Expression::List(bindings) = bindings else { return None };
                let mut inner = names.clone();
                for binding in bindings {
                    let Expression::List(pair) = binding else { return None };
                    let [Expression::Word(name), value] = pair.as_slice() else { return None };
                    inner.insert(name, value.shape(names)?);
                }
                body.shape(&inner)
            }
            [head, ..] if head.is("store") => self.stores(names),
            [Expression::List(head), value] if head.first()?.is("as") && head.get(1)?.is("const") => {
                Some(Shape::constant(value.shape(names)?))
            }
            _ => None,
        }
    }

    /// A chain of `store`s, taken apart without recursion along it.
    fn stores(&self, names: &HashMap<&str, Shape>) -> Option<Shape> {
        let mut entries = BTreeMap::new();
        let mut array = self;
        while let Expression::List(list) = array
            && let [head, below, index, value] = list.as_slice()
            && head.is("store")
        {
            let Shape::Number(index) = index.shape(names)? else { return None };
            // Outer stores come first and win.
            entries.entry(index).or_insert(value.shape(names)?);
            array = below;
        }
        match array.shape(names)? {
            Shape::Map { entries: mut all, default } => {
                all.extend(entries);
                Some(Shape::Map { entries: all, default })
            }
            Shape::Number(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Option<Shape> {
        parse(text)?.shape(&HashMap::new())
    }

    #[test]
    fn values_are_read_as_solvers_write_them() {
        assert_eq!(shape("(- 12)"), Some(Shape::Number(Int::from(-12))));
        let array = shape("(store (store ((as const (Array Int Int)) 7) 1 2) (- 1) 3)").unwrap();
        for (index, value) in [(1, 2), (-1, 3), (5, 7)] {
            assert_eq!(array.at(&[Int::from(index)]), Some(&Int::from(value)));
        }
        let shared = "(let ((a!1 (store ((as const (Array Int Int)) 0) 4 5))) (store ((as const (Array Int (Array Int Int))) a!1) 9 a!1))";
        assert_eq!(shape(shared).unwrap().at(&[Int::from(9), Int::from(4)]), Some(&Int::from(5)));
        assert_eq!(shape("(store ((as const (Array Int Int)) 7) 1 2"), None);
        assert_eq!(shape("(lambda ((x Int)) x)"), None);
        assert_eq!(parse("|a b| c"), Some(Expression::Word("|a b|".to_owned())));
    }
}
