//! Random small microc programs that end on all inputs. Each input lies in a small range, by an
//! `assume` in the program itself, so all runs can be tried.
//!
//! Every statement and every brace stands on a line of its own: programs can be made smaller by
//! leaving out lines.

use kyklos::exec::random::Random;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// A program and the range of its inputs.
pub struct Generated {
    pub text: String,
    pub inputs: RangeInclusive<i64>,
}

/// The program of a seed.
pub fn program(seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let inputs = [-2..=2, -3..=3, 0..=3, -1..=4][random.below(4)].clone();
    let signatures = (0..random.below(4)).map(|_| Signature::random(&mut random)).collect();
    let mut generator = Generator { random, signatures, out: String::new(), indent: 0, input_sites: 3 };
    generator.line("get() {");
    generator.line("  var v;");
    generator.line("  v = input;");
    generator.line(&format!("  assume v >= {} && v <= {};", inputs.start(), inputs.end()));
    generator.line("  return v;");
    generator.line("}");
    generator.main();
    for index in 0..generator.signatures.len() {
        generator.function(index);
    }
    Generated { text: generator.out, inputs }
}

/// Types of variables.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Type {
    Int,
    /// To a number.
    Pointer,
    /// To a pointer to a number.
    PointerPointer,
    /// Of numbers.
    Array,
    /// Of arrays of numbers.
    Matrix,
    /// Of pointers to numbers.
    Pointers,
    /// To an array of numbers.
    ArrayPointer,
    /// Of pointers to arrays of numbers.
    ArrayPointers,
    /// `{v, w, p}`: two numbers and a pointer to a number.
    Record,
    /// Of records.
    Records,
    /// To `{v, next}`: a number and another such pointer.
    List,
}
use Type::*;

const TYPES: [Type; 11] = [
    Int,
    Pointer,
    PointerPointer,
    Array,
    Matrix,
    Pointers,
    ArrayPointer,
    ArrayPointers,
    Record,
    Records,
    List,
];

struct Signature {
    parameters: Vec<Type>,
    result: Type,
}

impl Signature {
    fn random(random: &mut Random) -> Self {
        let types = [Int, Int, Pointer, Array, Record, List, PointerPointer];
        let parameters = (0..random.below(3)).map(|_| types[random.below(types.len())]).collect();
        Self { parameters, result: types[random.below(types.len())] }
    }
}

/// What can be used at a point of the program.
#[derive(Clone)]
struct Scope {
    variables: Vec<(String, Type)>,
    /// Read but not written here: counters of the loops around.
    counters: Vec<String>,
    /// The fuel left for calls, where they are possible at all.
    fuel: Option<String>,
    nesting: usize,
    in_main: bool,
}

struct Generator {
    random: Random,
    signatures: Vec<Signature>,
    out: String,
    indent: usize,
    input_sites: usize,
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 2 * self.indent);
    }

    /// True so many times in a hundred.
    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())].clone()
    }

    fn main(&mut self) {
        let mut variables: Vec<(String, Type)> =
            ["x", "y", "z", "u"].map(|name| (name.to_owned(), Int)).to_vec();
        for ty in TYPES {
            let few = matches!(ty, Pointer | Array) || self.chance(if ty == Pointers { 70 } else { 40 });
            for number in 0..usize::from(few) + usize::from(ty == Array) {
                variables.push((format!("{}{number}", letter(ty)), ty));
            }
        }
        self.line("main() {");
        self.indent += 1;
        self.declare(&variables);
        let mut scope =
            Scope { variables, counters: Vec::new(), fuel: Some("2".into()), nesting: 0, in_main: true };
        self.initialize(&mut scope);
        self.line("k = x;");
        let statements = 5 + self.random.below(12);
        self.statements(&scope, statements);
        self.probes(&scope);
        let result = self.int(&scope, 2);
        self.line(&format!("return {result};"));
        self.indent -= 1;
        self.line("}");
    }

    /// Makes what memory holds at the end show as errors. `k` is the first input.
    fn probes(&mut self, scope: &Scope) {
        for _ in 0..4 {
            let (input, value) = (self.constant(), self.constant());
            let place = self.number_place(scope, 1);
            self.line(&format!("if (k == {input} && {place} == {value}) {{"));
            self.line("  error \"probe\";");
            self.line("}");
        }
    }

    fn function(&mut self, index: usize) {
        let Signature { parameters, result } = &self.signatures[index];
        let (parameters, result) = (parameters.clone(), *result);
        let named: Vec<(String, Type)> =
            parameters.iter().zip(0..).map(|(ty, number)| (format!("p{number}"), *ty)).collect();
        let mut variables: Vec<_> = ["x", "u"].map(|name| (name.to_owned(), Int)).to_vec();
        let needed = |ty: &Type| matches!(ty, Pointer | Array) || parameters.contains(ty) || *ty == result;
        let locals = TYPES.into_iter().filter(|ty| *ty != Int && needed(ty));
        variables.extend(locals.map(|ty| (format!("{}0", letter(ty)), ty)));
        let names: Vec<_> = named.iter().map(|(name, _)| name.as_str()).collect();
        self.line(&format!("f{index}({}) {{", [&["fuel"], names.as_slice()].concat().join(", ")));
        self.indent += 1;
        self.declare(&variables);
        let mut scope =
            Scope { variables, counters: vec!["fuel".into()], fuel: None, nesting: 1, in_main: false };
        self.initialize(&mut scope);
        for (name, ty) in &named {
            // Tells the parameter's type, whoever calls.
            let local = self.variable(&scope, *ty);
            self.line("if (fuel == 77) {");
            self.line(&format!("  {local} = {name};"));
            self.line("}");
        }
        scope.variables.extend(named);
        let statements = 1 + self.random.below(3);
        self.statements(&scope, statements);
        if self.chance(60) {
            self.line("if (fuel > 0) {");
            self.indent += 1;
            let scope = Scope { fuel: Some("fuel - 1".into()), ..scope.clone() };
            let statements = 1 + self.random.below(2);
            self.statements(&scope, statements);
            self.indent -= 1;
            self.line("}");
        }
        let value = self.value(&scope, result, 2);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
    }

    fn declare(&mut self, variables: &[(String, Type)]) {
        let names: Vec<_> = variables.iter().map(|(name, _)| name.as_str()).collect();
        self.line(&format!("var {}, k, c0, c1, c2;", names.join(", ")));
    }

    /// Gives all variables a value, but for `u`. Values use only what has one already.
    fn initialize(&mut self, scope: &mut Scope) {
        let all = std::mem::take(&mut scope.variables);
        for (name, ty) in &all {
            if name == "u" {
                continue;
            }
            let value = if *ty == Int && scope.in_main && (name == "x" || self.chance(60)) {
                self.input()
            } else {
                self.literal(scope, *ty, 0)
            };
            self.line(&format!("{name} = {value};"));
            scope.variables.push((name.clone(), *ty));
        }
        scope.variables.push(("u".into(), Int));
    }

    fn input(&mut self) -> String {
        if self.input_sites == 0 {
            return self.constant();
        }
        self.input_sites -= 1;
        "get()".into()
    }

    fn constant(&mut self) -> String {
        (self.random.below(6) as i64 - 2).to_string()
    }

    fn variable(&mut self, scope: &Scope, ty: Type) -> String {
        // What has no value yet is used seldom: most runs would end there.
        let unwritten = self.chance(3);
        let fits = |(name, other): &&(String, Type)| *other == ty && (name != "u" || unwritten);
        let names: Vec<_> = scope.variables.iter().filter(fits).collect();
        names[self.random.below(names.len())].0.clone()
    }

    fn has(&self, scope: &Scope, ty: Type) -> bool {
        scope.variables.iter().any(|(_, other)| *other == ty)
    }

    /// A value of a type that is made here.
    fn literal(&mut self, scope: &Scope, ty: Type, depth: usize) -> String {
        match ty {
            Int => self.constant(),
            Pointer if self.chance(15) => "null".into(),
            Pointer if self.chance(40) => format!("(alloc {})", self.int(scope, depth)),
            Pointer if scope.variables.iter().any(|(name, _)| name == "u") && self.chance(10) => "&u".into(),
            Pointer => format!("&{}", self.variable(scope, Int)),
            PointerPointer => format!("&{}", self.variable(scope, Pointer)),
            Array => {
                // Arrays of one length can be joined, others not.
                let length = if self.chance(50) { 2 } else { 1 + self.random.below(4) };
                let elements: Vec<_> = (0..length).map(|_| self.int(scope, depth)).collect();
                format!("[{}]", elements.join(", "))
            }
            Matrix | Pointers | Records | ArrayPointers => {
                let element = match ty {
                    Matrix => Array,
                    Pointers => Pointer,
                    ArrayPointers => ArrayPointer,
                    _ => Record,
                };
                let length = 1 + self.random.below(3);
                let elements: Vec<_> = (0..length).map(|_| self.element(scope, element, depth)).collect();
                format!("[{}]", elements.join(", "))
            }
            ArrayPointer => format!("&{}", self.variable(scope, Array)),
            Record => {
                let (v, w, p) =
                    (self.int(scope, depth), self.int(scope, depth), self.value(scope, Pointer, depth));
                format!("{{v: {v}, w: {w}, p: {p}}}")
            }
            List if depth == 0 || self.chance(40) => {
                let value = self.int(scope, 0);
                format!("(alloc {{v: {value}, next: null}})")
            }
            List => {
                let (value, next) = (self.int(scope, depth - 1), self.value(scope, List, depth - 1));
                format!("(alloc {{v: {value}, next: {next}}})")
            }
        }
    }

    /// An element of an array that is made; better not all the same.
    fn element(&mut self, scope: &Scope, ty: Type, depth: usize) -> String {
        if self.chance(60) { self.literal(scope, ty, depth) } else { self.value(scope, ty, depth) }
    }

    /// A value of a type.
    fn value(&mut self, scope: &Scope, ty: Type, depth: usize) -> String {
        if ty == Int {
            return self.int(scope, depth);
        }
        if depth > 0
            && self.chance(15)
            && let Some(call) = self.call(scope, ty, depth - 1)
        {
            return call;
        }
        if !self.has(scope, ty) || self.chance(35) {
            return self.literal(scope, ty, depth.saturating_sub(1));
        }
        let whole = self.variable(scope, ty);
        if depth == 0 || self.chance(40) {
            return whole;
        }
        let index = |generator: &mut Self| generator.index(scope, depth - 1);
        match ty {
            Pointer if self.has(scope, Pointers) && self.chance(50) => {
                format!("{}[{}]", self.variable(scope, Pointers), index(self))
            }
            Pointer if self.has(scope, PointerPointer) => {
                format!("(*{})", self.variable(scope, PointerPointer))
            }
            Pointer if self.has(scope, Record) => format!("{}.p", self.variable(scope, Record)),
            Array if self.has(scope, Matrix) => {
                format!("{}[{}]", self.variable(scope, Matrix), index(self))
            }
            Array if self.has(scope, ArrayPointer) => format!("(*{})", self.variable(scope, ArrayPointer)),
            ArrayPointer if self.has(scope, ArrayPointers) => {
                format!("{}[{}]", self.variable(scope, ArrayPointers), index(self))
            }
            Record if self.has(scope, Records) => {
                format!("{}[{}]", self.variable(scope, Records), index(self))
            }
            List if self.chance(30) => format!("(*{whole}).next"),
            _ => whole,
        }
    }

    /// An index: any number, or one that fits most arrays.
    fn index(&mut self, scope: &Scope, depth: usize) -> String {
        match self.random.below(10) {
            0..=2 => self.int(scope, depth),
            3..=5 => self.random.below(2).to_string(),
            6 | 7 if !scope.counters.is_empty() => self.pick(&scope.counters),
            _ => {
                let number = self.variable(scope, Int);
                format!("({number} * {number}) % 2")
            }
        }
    }

    /// A place that holds a number.
    fn number_place(&mut self, scope: &Scope, depth: usize) -> String {
        let ways: Vec<Type> = scope.variables.iter().map(|(_, ty)| *ty).collect();
        let below = depth.saturating_sub(1);
        let index = |generator: &mut Self| generator.index(scope, below);
        match self.pick(&ways) {
            Int => self.variable(scope, Int),
            Pointer => format!("(*{})", self.value(scope, Pointer, below)),
            PointerPointer => format!("(**{})", self.variable(scope, PointerPointer)),
            Array => format!("{}[{}]", self.variable(scope, Array), index(self)),
            Matrix => {
                let (first, second) = (index(self), index(self));
                format!("{}[{first}][{second}]", self.variable(scope, Matrix))
            }
            Pointers => format!("(*{}[{}])", self.variable(scope, Pointers), index(self)),
            ArrayPointer => format!("(*{})[{}]", self.variable(scope, ArrayPointer), index(self)),
            ArrayPointers => {
                let (first, second) = (index(self), index(self));
                format!("(*{}[{first}])[{second}]", self.variable(scope, ArrayPointers))
            }
            Record => {
                let field = self.pick(&["v", "w"]);
                format!("{}.{field}", self.variable(scope, Record))
            }
            Records => format!("{}[{}].w", self.variable(scope, Records), index(self)),
            List => format!("(*{}).v", self.value(scope, List, below)),
        }
    }

    fn int(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(10) {
                0..=3 => self.constant(),
                4 if !scope.counters.is_empty() => self.pick(&scope.counters),
                _ => self.variable(scope, Int),
            };
        }
        let part = |generator: &mut Self| generator.int(scope, depth - 1);
        match self.random.below(20) {
            0..=4 => self.int(scope, 0),
            5..=8 => self.number_place(scope, depth),
            9..=12 => {
                let op = self.pick(&["+", "-", "*", "+", "-"]);
                format!("({} {op} {})", part(self), part(self))
            }
            13 => {
                let (op, left, right) = (self.pick(&["/", "%"]), part(self), part(self));
                format!("({left} {op} {right})")
            }
            14 => {
                let (op, left, right) = (self.pick(&["/", "%"]), part(self), self.pick(&["2", "3", "-2"]));
                format!("({left} {op} {right})")
            }
            15 => format!("(-{})", part(self)),
            16 => self.call(scope, Int, depth - 1).unwrap_or_else(|| "1".into()),
            17 if scope.in_main && scope.nesting == 0 => self.input(),
            _ => self.condition(scope, depth - 1),
        }
    }

    fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        match self.random.below(10) {
            0..=4 => {
                let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({} {op} {})", self.int(scope, depth), self.int(scope, depth))
            }
            5 | 6 if depth > 0 => {
                let op = self.pick(&["&&", "||"]);
                format!("({} {op} {})", self.condition(scope, depth - 1), self.condition(scope, depth - 1))
            }
            7 => format!("(!({}))", self.int(scope, depth)),
            8 if self.has(scope, Pointer) => {
                let op = self.pick(&["==", "!="]);
                format!("({} {op} {})", self.variable(scope, Pointer), self.value(scope, Pointer, depth))
            }
            9 if self.has(scope, List) => format!("({} != null)", self.value(scope, List, depth)),
            _ => format!("({})", self.int(scope, depth)),
        }
    }

    fn call(&mut self, scope: &Scope, result: Type, depth: usize) -> Option<String> {
        let fuel = scope.fuel.clone()?;
        let fitting: Vec<usize> =
            (0..self.signatures.len()).filter(|index| self.signatures[*index].result == result).collect();
        if fitting.is_empty() {
            return None;
        }
        let index = self.pick(&fitting);
        let parameters = self.signatures[index].parameters.clone();
        // One call in an expression is enough: nested ones multiply.
        let inner = Scope { fuel: None, ..scope.clone() };
        let fuel = if scope.in_main && self.chance(50) { self.random.below(3).to_string() } else { fuel };
        let mut arguments = vec![fuel];
        arguments.extend(parameters.iter().map(|ty| self.value(&inner, *ty, depth)));
        Some(format!("f{index}({})", arguments.join(", ")))
    }

    fn statements(&mut self, scope: &Scope, count: usize) {
        for _ in 0..count {
            if scope.nesting == 0 && self.chance(50) {
                let (op, limit) = (self.pick(&["==", ">", "<"]), self.constant());
                let variable = self.pick(&["x", "y", "z"]);
                self.line(&format!("if ({variable} {op} {limit}) {{"));
                self.block(&Scope { nesting: 1, ..scope.clone() }, 1);
                self.line("}");
            } else {
                self.statement(scope);
            }
        }
    }

    fn statement(&mut self, scope: &Scope) {
        let inner = Scope { nesting: scope.nesting + 1, ..scope.clone() };
        match self.random.below(20) {
            0..=5 => {
                let (value, place) = (self.int(scope, 2), self.number_place(scope, 2));
                self.line(&format!("{place} = {value};"));
            }
            6..=9 => self.assignment(scope),
            10..=13 if scope.nesting < 3 => {
                let condition = self.condition(scope, 2);
                self.line(&format!("if {condition} {{"));
                let count = 1 + self.random.below(2);
                self.block(&inner, count);
                if self.chance(40) {
                    self.line("} else {");
                    let count = 1 + self.random.below(2);
                    self.block(&inner, count);
                }
                self.line("}");
            }
            14 | 15 if scope.nesting < 2 => self.repeat(scope),
            16 if self.chance(50) => {
                let condition = self.condition(scope, 2);
                self.line(&format!("assert {condition};"));
            }
            17 if self.chance(40) => {
                let condition = self.condition(scope, 1);
                self.line(&format!("assume {condition};"));
            }
            18 => {
                let condition = self.condition(scope, 2);
                self.line(&format!("if {condition} {{"));
                self.line("  error \"here\";");
                self.line("}");
            }
            _ => {
                let value = self.int(scope, 2);
                self.line(&format!("output {value};"));
            }
        }
    }

    fn block(&mut self, scope: &Scope, count: usize) {
        self.indent += 1;
        self.statements(scope, count);
        self.indent -= 1;
    }

    /// An assignment of anything but a number.
    fn assignment(&mut self, scope: &Scope) {
        let types: Vec<Type> = scope.variables.iter().map(|(_, ty)| *ty).filter(|ty| *ty != Int).collect();
        let ty = self.pick(&types);
        let value = self.value(scope, ty, 2);
        let whole = self.variable(scope, ty);
        let place = match ty {
            Pointers if self.chance(50) => {
                let (index, value) = (self.index(scope, 1), self.value(scope, Pointer, 1));
                self.line(&format!("{whole}[{index}] = {value};"));
                return;
            }
            Matrix if self.chance(50) => {
                let (index, value) = (self.index(scope, 1), self.value(scope, Array, 1));
                self.line(&format!("{whole}[{index}] = {value};"));
                return;
            }
            Records if self.chance(50) => {
                let (index, value) = (self.index(scope, 1), self.value(scope, Record, 1));
                self.line(&format!("{whole}[{index}] = {value};"));
                return;
            }
            Record if self.chance(50) => {
                let value = self.value(scope, Pointer, 1);
                self.line(&format!("{whole}.p = {value};"));
                return;
            }
            ArrayPointer if self.chance(50) => {
                let value = self.value(scope, Array, 1);
                self.line(&format!("*{whole} = {value};"));
                return;
            }
            PointerPointer if self.chance(50) => {
                let value = self.value(scope, Pointer, 1);
                self.line(&format!("*{whole} = {value};"));
                return;
            }
            List if self.chance(40) => format!("(*{whole}).next"),
            _ => whole,
        };
        self.line(&format!("{place} = {value};"));
    }

    fn repeat(&mut self, scope: &Scope) {
        let counter = format!("c{}", scope.nesting);
        let limit = 1 + self.random.below(3);
        let more = match self.random.below(3) {
            0 => format!(" && {}", self.condition(scope, 1)),
            1 => format!(" && {counter} < {}", self.variable(scope, Int)),
            _ => String::new(),
        };
        self.line(&format!("{counter} = 0;"));
        self.line(&format!("while (({counter} < {limit}){more}) {{"));
        let mut inner = Scope { nesting: scope.nesting + 1, ..scope.clone() };
        inner.counters.push(counter.clone());
        let count = 1 + self.random.below(2);
        self.block(&inner, count);
        self.line(&format!("  {counter} = {counter} + 1;"));
        self.line("}");
    }
}

fn letter(ty: Type) -> &'static str {
    match ty {
        Int => "i",
        Pointer => "q",
        PointerPointer => "qq",
        Array => "a",
        Matrix => "m",
        Pointers => "qs",
        ArrayPointer => "ap",
        ArrayPointers => "aps",
        Record => "r",
        Records => "rs",
        List => "l",
    }
}
