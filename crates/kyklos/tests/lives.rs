//! Random C programs of blocks, loops and pointers to variables: what `check` says against a small
//! interpreter of the rules of C (C11 6.2.4) about when variables live and have values.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::random::Random;
use kyklos::flow::{CheckClass, ErrorKind};
use kyklos::report::{FindingKind, Verdict};
use kyklos::{CheckOptions, check, select};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

#[test]
fn variables_live_as_long_as_c_says() {
    let mut tally = HashMap::new();
    for seed in 0..250 {
        let mut generator = Generator { random: Random::new(seed), names: 0 };
        let block = generator.block(&outermost(), 0, false);
        let text = text(&block);
        let expected = expected(&block);
        assert_eq!(found(&text, seed), Ok(expected), "seed {seed}:\n{text}");
        *tally.entry(expected).or_insert(0) += 1;
    }
    for kind in [None, Some(ErrorKind::Dangling), Some(ErrorKind::Uninitialized)] {
        assert!(tally.get(&kind).is_some_and(|count| *count > 10), "{tally:?}");
    }
}

/// The error that `check` finds, with templates of loops or without.
fn found(text: &str, seed: u64) -> Result<Option<ErrorKind>, String> {
    let file = SourceFile::new("generated.c", text);
    let options = kyklos::c::Options { checks: CheckClass::ALL.to_vec(), ..Default::default() };
    let (program, _) = kyklos::c::load(file, &options).map_err(|(_, all)| all[0].message.clone())?;
    let techniques = select(if seed.is_multiple_of(2) { "compact" } else { "classic" }).unwrap();
    let options = CheckOptions { techniques, seed, ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(20)), None);
    let report = check(&program, &options, budget, &mut |_| {}).map_err(|error| error.to_string())?;
    match (&report.verdict, report.findings.as_slice()) {
        (Verdict::Safe, []) => Ok(None),
        (Verdict::Unsafe, [finding]) => match finding.kind {
            FindingKind::Error(kind) => Ok(Some(kind)),
            FindingKind::Reached => Err("a place was reached that nobody asked for".to_owned()),
        },
        (verdict, _) => Err(format!("{verdict:?}")),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Number,
    Pointer,
}

type Visible = Vec<(String, Type)>;

fn outermost() -> Visible {
    vec![("g".to_owned(), Type::Number), ("gp".to_owned(), Type::Pointer)]
}

enum Statement {
    Number(String, Option<i64>),
    Pointer(String, Option<Option<String>>),
    /// `p = &x;`, at once or by a call.
    Take {
        pointer: String,
        variable: String,
        by_call: bool,
    },
    Copy(String, String),
    /// `if (p) sum += *p;`
    Use(String),
    Store(String, i64),
    Set(String, i64),
    Add(String),
    Loop(String, i64, Vec<Statement>),
    Block(Vec<Statement>),
    /// `if (sum % 4 == n) jump;`
    Jump(Jump, i64),
}

#[derive(Clone, Copy, PartialEq)]
enum Jump {
    Break,
    Continue,
    Out,
}

struct Generator {
    random: Random,
    names: usize,
}

impl Generator {
    fn block(&mut self, visible: &Visible, depth: usize, in_loop: bool) -> Vec<Statement> {
        let mut visible = visible.clone();
        let count = 3 + self.random.below(6);
        (0..count).map(|_| self.statement(&mut visible, depth, in_loop)).collect()
    }

    fn statement(&mut self, visible: &mut Visible, depth: usize, in_loop: bool) -> Statement {
        let number = self.some(visible, Type::Number);
        let pointer = self.some(visible, Type::Pointer);
        let constant = 1 + self.random.below(9) as i64;
        match self.random.below(16) {
            0 | 1 => {
                let name = self.declare(visible, Type::Number);
                Statement::Number(name, (self.random.below(7) > 0).then_some(constant))
            }
            2 => {
                let name = self.declare(visible, Type::Pointer);
                let initial = [None, Some(None), Some(Some(number))][self.random.below(3)].clone();
                Statement::Pointer(name, initial)
            }
            3..=6 => {
                let by_call = self.random.below(4) == 0;
                Statement::Take { pointer, variable: number, by_call }
            }
            7 => Statement::Copy(pointer, self.some(visible, Type::Pointer)),
            8..=10 => Statement::Use(pointer),
            11 => Statement::Store(pointer, constant),
            12 => Statement::Set(number, constant),
            13 if depth < 3 => {
                self.names += 1;
                let name = format!("i{}", self.names);
                let rounds = 1 + self.random.below(3) as i64;
                Statement::Loop(name, rounds, self.block(visible, depth + 1, true))
            }
            14 if depth < 3 => Statement::Block(self.block(visible, depth + 1, in_loop)),
            15 if in_loop => {
                let jump = [Jump::Break, Jump::Continue, Jump::Out][self.random.below(3)];
                Statement::Jump(jump, self.random.below(4) as i64)
            }
            _ => Statement::Add(number),
        }
    }

    fn some(&mut self, visible: &Visible, ty: Type) -> String {
        let fitting: Vec<&String> =
            visible.iter().filter(|(_, other)| *other == ty).map(|(name, _)| name).collect();
        fitting[self.random.below(fitting.len())].clone()
    }

    fn declare(&mut self, visible: &mut Visible, ty: Type) -> String {
        self.names += 1;
        let name = format!("{}{}", if ty == Type::Number { "x" } else { "p" }, self.names);
        visible.push((name.clone(), ty));
        name
    }
}

fn text(block: &[Statement]) -> String {
    let mut text = "static int g = 1, *gp = 0;\nstatic void keep(int **to, int *p) { *to = p; }\n".to_owned();
    text += "int main(void) {\n    int sum = 0;\n    {\n";
    write_block(block, 2, &mut text);
    text + "    }\nout:\n    if (gp) sum += *gp;\n    return sum % 100;\n}\n"
}

fn write_block(block: &[Statement], depth: usize, text: &mut String) {
    let indent = "    ".repeat(depth);
    for statement in block {
        text.push_str(&indent);
        let _ = match statement {
            Statement::Number(name, None) => writeln!(text, "int {name};"),
            Statement::Number(name, Some(value)) => writeln!(text, "int {name} = {value};"),
            Statement::Pointer(name, None) => writeln!(text, "int *{name};"),
            Statement::Pointer(name, Some(None)) => writeln!(text, "int *{name} = 0;"),
            Statement::Pointer(name, Some(Some(variable))) => writeln!(text, "int *{name} = &{variable};"),
            Statement::Take { pointer, variable, by_call: false } => {
                writeln!(text, "{pointer} = &{variable};")
            }
            Statement::Take { pointer, variable, by_call: true } => {
                writeln!(text, "keep(&{pointer}, &{variable});")
            }
            Statement::Copy(to, from) => writeln!(text, "{to} = {from};"),
            Statement::Use(pointer) => writeln!(text, "if ({pointer}) sum += *{pointer};"),
            Statement::Store(pointer, value) => writeln!(text, "if ({pointer}) *{pointer} = {value};"),
            Statement::Set(name, value) => writeln!(text, "{name} = {value};"),
            Statement::Add(name) => writeln!(text, "sum += {name};"),
            Statement::Jump(jump, rest) => {
                let jump = match jump {
                    Jump::Break => "break",
                    Jump::Continue => "continue",
                    Jump::Out => "goto out",
                };
                writeln!(text, "if (sum % 4 == {rest}) {jump};")
            }
            Statement::Loop(name, rounds, body) => {
                let _ = writeln!(text, "for (int {name} = 0; {name} < {rounds}; {name}++) {{");
                write_block(body, depth + 1, text);
                writeln!(text, "{indent}}}")
            }
            Statement::Block(body) => {
                text.push_str("{\n");
                write_block(body, depth + 1, text);
                writeln!(text, "{indent}}}")
            }
        };
    }
}

/// A variable in one of its lives.
struct Variable {
    lives: bool,
    value: Value,
}

type Life = Rc<RefCell<Variable>>;

#[derive(Clone)]
enum Value {
    None,
    Number(i64),
    Pointer(Option<Life>),
}

/// Why a block is left before its end.
enum Leave {
    Jump(Jump),
    Error(ErrorKind),
}

type Names = HashMap<String, Life>;

/// The error that a run comes to.
fn expected(block: &[Statement]) -> Option<ErrorKind> {
    let life = |value| Rc::new(RefCell::new(Variable { lives: true, value }));
    let names = Names::from([
        ("g".to_owned(), life(Value::Number(1))),
        ("gp".to_owned(), life(Value::Pointer(None))),
    ]);
    let mut sum = 0;
    let end = match run(block, &names, &mut sum) {
        Err(Leave::Error(kind)) => return Some(kind),
        _ => run(&[Statement::Use("gp".to_owned())], &names, &mut sum),
    };
    match end {
        Err(Leave::Error(kind)) => Some(kind),
        _ => None,
    }
}

fn run(block: &[Statement], names: &Names, sum: &mut i64) -> Result<(), Leave> {
    let mut names = names.clone();
    let mut own: Vec<Life> = Vec::new();
    for statement in block {
        if let Statement::Number(name, _) | Statement::Pointer(name, _) = statement {
            let life = Rc::new(RefCell::new(Variable { lives: true, value: Value::None }));
            names.insert(name.clone(), Rc::clone(&life));
            own.push(life);
        }
    }
    let end = block.iter().try_for_each(|statement| step(statement, &names, sum));
    own.iter().for_each(|life| life.borrow_mut().lives = false);
    end
}

fn step(statement: &Statement, names: &Names, sum: &mut i64) -> Result<(), Leave> {
    let set = |name: &String, value: Value| names[name].borrow_mut().value = value;
    let pointer_to = |variable: &String| Value::Pointer(Some(Rc::clone(&names[variable])));
    match statement {
        Statement::Number(name, value) => set(name, value.map_or(Value::None, Value::Number)),
        Statement::Pointer(name, None) => set(name, Value::None),
        Statement::Pointer(name, Some(None)) => set(name, Value::Pointer(None)),
        Statement::Pointer(name, Some(Some(variable))) => set(name, pointer_to(variable)),
        Statement::Take { pointer, variable, .. } => set(pointer, pointer_to(variable)),
        Statement::Copy(to, from) => set(to, read(&names[from])?),
        Statement::Use(pointer) => {
            if let Value::Pointer(Some(target)) = read(&names[pointer])? {
                *sum += number(&target)?;
            }
        }
        Statement::Store(pointer, value) => {
            if let Value::Pointer(Some(target)) = read(&names[pointer])? {
                if !target.borrow().lives {
                    return Err(Leave::Error(ErrorKind::Dangling));
                }
                target.borrow_mut().value = Value::Number(*value);
            }
        }
        Statement::Set(name, value) => set(name, Value::Number(*value)),
        Statement::Add(name) => *sum += number(&names[name])?,
        Statement::Loop(_, rounds, body) => {
            for _ in 0..*rounds {
                match run(body, names, sum) {
                    Err(Leave::Jump(Jump::Break)) => break,
                    Ok(()) | Err(Leave::Jump(Jump::Continue)) => {}
                    end => return end,
                }
            }
        }
        Statement::Block(body) => return run(body, names, sum),
        Statement::Jump(jump, rest) if *sum % 4 == *rest => return Err(Leave::Jump(*jump)),
        Statement::Jump(..) => {}
    }
    Ok(())
}

fn read(life: &Life) -> Result<Value, Leave> {
    let variable = life.borrow();
    match &variable.value {
        _ if !variable.lives => Err(Leave::Error(ErrorKind::Dangling)),
        Value::None => Err(Leave::Error(ErrorKind::Uninitialized)),
        value => Ok(value.clone()),
    }
}

fn number(life: &Life) -> Result<i64, Leave> {
    match read(life)? {
        Value::Number(number) => Ok(number),
        _ => Ok(0),
    }
}
