//! Whole programs, generated and those of `tests/c-run`: over several inputs, what they print and
//! their exit codes must be the same.

use crate::generator::{CONSTANTS, PRELUDE, Random, TYPES, expression, statement};
use crate::native;
use kyklos_base::{Int, SourceFile};
use kyklos_flow::{CheckClass, Program};
use kyklos_front_c::{DataModel, Options, load};
use kyklos_interp::{Environment, InputRequest, Interpreter, Limits, RunEnd};
use std::fmt::Write;
use std::io;
use std::path::Path;

/// How many programs are generated.
const PROGRAMS: u64 = 50;

/// How many of those that compute with floating point numbers.
const FLOATS: u64 = 24;

/// How often each program is run.
const RUNS: u64 = 4;

/// How many numbers each run can read.
const INPUTS: usize = 40;

/// What follows `__VERIFIER_nondet_` for each of [`TYPES`], and how `printf` writes the type.
const WORDS: [(&str, &str); 12] = [
    ("_Bool", "d"),
    ("char", "d"),
    ("schar", "d"),
    ("uchar", "d"),
    ("short", "d"),
    ("ushort", "d"),
    ("int", "d"),
    ("uint", "u"),
    ("long", "ld"),
    ("ulong", "lu"),
    ("longlong", "lld"),
    ("ulonglong", "llu"),
];

/// How runs end that a signal ends. No program here has an error, so that signal is `abort`'s.
const ABORTED: &str = "aborted";

/// A program: its name and text.
pub struct Case {
    pub name: String,
    pub text: String,
}

#[test]
fn programs_print_and_return_what_the_compiler_says() {
    let mut cases = written();
    assert!(cases.len() >= 10, "only {} written programs found", cases.len());
    cases.extend((0..PROGRAMS).map(generated));
    let floats = |number| Case { name: format!("floats {number}"), text: crate::floats::text(number) };
    cases.extend((0..FLOATS).map(floats));
    let renamed = |(number, case): (usize, &Case)| format!("#define main program_{number}\n{}", case.text);
    let mut files: Vec<String> = cases.iter().enumerate().map(renamed).collect();
    files.push(driver(cases.len()));
    let Some(binary) = native::compile(&files) else { return };
    for (number, case) in cases.iter().enumerate() {
        let program = loaded(case);
        for run in 0..RUNS {
            let inputs = inputs(number as u64 * RUNS + run);
            let words: Vec<String> = inputs.iter().map(i64::to_string).collect();
            let arguments = [&[number.to_string()], words.as_slice()].concat();
            let (printed, status) = binary.run(&arguments).expect("the program runs");
            let status = status.map_or(ABORTED.to_owned(), |status| status.to_string());
            let expected = (printed.split_whitespace().map(str::to_owned).collect(), status);
            let found = interpreted(&program, &case.text, inputs);
            assert_eq!(found, expected, "{} with {words:?}\n{}", case.name, case.text);
        }
    }
}

fn written() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c-run");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut cases: Vec<Case> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            Case { name: path.display().to_string(), text }
        })
        .collect();
    cases.sort_by(|left, right| left.name.cmp(&right.name));
    cases
}

/// Small numbers, numbers at the edges of types, and any others.
fn inputs(seed: u64) -> Vec<i64> {
    let mut random = Random::new(seed ^ 0x5eed);
    let edges = [i64::from(i8::MIN), 255, 32_767, -32_768, 65_535, i64::from(i32::MAX), i64::from(i32::MIN)];
    let number = |_| match random.below(4) {
        0 => random.below(20) as i64 - 10,
        1 => edges[random.below(edges.len())] + random.below(3) as i64 - 1,
        2 => random.below(1 << 31) as i64 - (1 << 30),
        _ => ((random.below(1 << 31) as i64) << 33) | (random.below(1 << 31) as i64),
    };
    (0..INPUTS).map(number).collect()
}

/// The file with the functions that give inputs, and `main`, which is told the program's number
/// and the inputs.
fn driver(programs: usize) -> String {
    let mut text = "#include <stdlib.h>\nstatic char **at;\n\
        static long long next(void) { if (!*at) exit(99); return strtoll(*at++, 0, 10); }\n"
        .to_owned();
    for (ty, (word, _)) in TYPES.iter().zip(WORDS) {
        let _ = writeln!(text, "{ty} __VERIFIER_nondet_{word}(void) {{ return ({ty}) next(); }}");
    }
    for number in 0..programs {
        let _ = writeln!(text, "int program_{number}(void);");
    }
    text += "int main(int argc, char **argv) {\n  at = argv + 2;\n  switch (atoi(argv[1])) {\n";
    for number in 0..programs {
        let _ = writeln!(text, "  case {number}: return program_{number}();");
    }
    text + "  }\n  return 99;\n}\n"
}

pub fn loaded(case: &Case) -> Program {
    let mut options = Options { data_model: DataModel::Lp64, ..Options::default() };
    options.checks.push(CheckClass::Uninit);
    match load(SourceFile::new(&case.name, &case.text), &options) {
        Ok((program, _)) => program,
        Err((sources, diagnostics)) => {
            panic!("{:?}", diagnostics.iter().map(|one| one.render(&sources, false)).collect::<String>())
        }
    }
}

/// What the interpreter's run writes, and its exit status or how else it ends.
pub fn interpreted(program: &Program, text: &str, inputs: Vec<i64>) -> (Vec<String>, String) {
    let interpreter = Interpreter::new(program).unwrap_or_else(|error| panic!("{error:?}"));
    let lines = text.lines().map(|line| line.contains("__VERIFIER_nondet")).collect();
    let mut world = World { lines, inputs: inputs.into_iter(), outputs: Vec::new() };
    let limits = Limits { max_steps: Some(10_000_000), ..Limits::default() };
    let report = interpreter.run(&[], &mut world, &limits).unwrap();
    let end = match report.end {
        RunEnd::Returned(Some(value)) | RunEnd::Stopped(Some(value)) => {
            value.rem_euclid(&Int::from(256)).unwrap_or(Int::ZERO).to_string()
        }
        RunEnd::Stopped(None) => ABORTED.to_owned(),
        end => format!("{end:?} at {}", report.span),
    };
    (world.outputs, end)
}

/// Gives the inputs to calls that ask for them; memory that was never written holds other numbers.
struct World {
    /// Whether inputs are asked for in a line.
    lines: Vec<bool>,
    inputs: std::vec::IntoIter<i64>,
    outputs: Vec<String>,
}

impl Environment for World {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        // What the library chooses is nothing special.
        if request.name.starts_with('(') {
            return Ok(Some(Int::ZERO));
        }
        let line = request.span.start.line as usize - 1;
        let asked = self.lines.get(line).copied().unwrap_or(false);
        let input = if asked { self.inputs.next() } else { Some(0x5A5A_5A5A_5A5A_5A5A) };
        // A number that is not 0 is true.
        Ok(input.map(|input| match request.ty.range() {
            Some((_, greatest)) if greatest == Int::ONE => Int::from(input != 0),
            _ => request.ty.wrap(&Int::from(input)),
        }))
    }

    fn output(&mut self, value: &Int) -> io::Result<()> {
        self.outputs.push(value.to_string());
        Ok(())
    }
}

fn generated(number: u64) -> Case {
    let mut random = Random::new(number ^ 0xC0DE);
    let mut text =
        "int printf(const char *, ...);\nvoid *malloc(unsigned long);\nvoid free(void *);\nvoid exit(int);\n"
            .to_owned();
    text += PRELUDE;
    for (ty, (word, _)) in TYPES.iter().zip(WORDS) {
        let _ = writeln!(text, "extern {ty} __VERIFIER_nondet_{word}(void);");
    }
    text += "struct node { struct pair pair; signed char values[3]; struct node *next; };\n";
    text += "static struct node nodes[3];\nstatic enum { ZERO, ONE } e = ONE;\n";
    text += "static short a[4] = {1, -2, 300};\nstatic struct pair s = {5, -6}, *q = &s;\n";
    text += "static short *p = a + 1;\nstatic unsigned char grid[2][3] = {{1, 200}, {3}};\n";
    for (index, ty) in TYPES.iter().enumerate() {
        let _ = writeln!(text, "static {ty} v{index} = {};", random.choose(&CONSTANTS));
    }
    functions(&mut random, &mut text);
    text += "int main(void) {\n";
    for (index, (word, _)) in WORDS.iter().enumerate() {
        if random.below(4) > 0 {
            let _ = writeln!(text, "  v{index} = __VERIFIER_nondet_{word}();");
        }
    }
    for label in 0..5 {
        let part = part(&mut random, label);
        let _ = writeln!(text, "  {}\n  {part}\n  {}", statement(&mut random, 2), print(&mut random));
    }
    for (index, (_, format)) in WORDS.iter().enumerate() {
        let _ = writeln!(text, "  printf(\"%{format}\\n\", v{index});");
    }
    text += "  printf(\"%d %d %d %d %d %ld\\n\", a[0], a[1], a[2], a[3], s.x, s.y);\n";
    let (end, value) = (random.choose(&["return", "exit"]), expression(&mut random, 2));
    let _ = writeln!(text, "  {end}({value});\n}}");
    Case { name: format!("program {number}"), text }
}

/// Functions that call themselves, get pointers and structs, and change variables of the program.
fn functions(random: &mut Random, text: &mut String) {
    let (first, second) = (random.choose(&TYPES), random.choose(&TYPES));
    let mut value = |depth| expression(random, depth);
    let _ = writeln!(
        text,
        "static {first} again(int depth, {second} x) {{\n  static unsigned calls;\n  v7 += ++calls;\n  \
         if (depth <= 0) return x ^ ({});\n  {first} y = again(depth - 1, x + ({}));\n  \
         return depth & 1 ? y - again(depth - 2, {}) : y;\n}}",
        value(2),
        value(1),
        value(1)
    );
    let _ = writeln!(
        text,
        "static long fill(short *from, short *const to, {second} x) {{\n  short *start = from;\n  \
         while (from != to) {{ *from = x + (from - start); x = {}; from++; }}\n  \
         return to - start - (from[-1] > *start);\n}}",
        value(2)
    );
    let _ = writeln!(
        text,
        "static struct pair twist(struct pair pair, int by) {{\n  struct pair other = {{pair.y, pair.x + by}};\n  \
         pair.x = {};\n  return by % 2 ? other : pair;\n}}",
        value(1)
    );
    let _ = writeln!(text, "static {first} one(int x) {{ return x + {}; }}", value(1));
    let _ = writeln!(text, "static {first} two(int x) {{ v6 = x; return {}; }}", value(1));
    let _ = writeln!(text, "static {first} (*table[2])(int) = {{one, two}};");
}

/// A few numbers are printed.
fn print(random: &mut Random) -> String {
    let indices = [random.below(12), random.below(12)];
    let [first, second] = indices.map(|index| WORDS[index].1);
    format!("printf(\"%{first} %{second}\\n\", v{}, v{});", indices[0], indices[1])
}

/// A piece of `main` with one of the things that single functions do not show.
fn part(random: &mut Random, label: usize) -> String {
    let (value, other) = (expression(random, 2), expression(random, 2));
    let variable = format!("v{}", 6 + random.below(6));
    let inner = statement(random, 1);
    match random.below(10) {
        0 => format!("{variable} = again(({value}) & 3, {other});"),
        1 => format!("{variable} = fill(a + (({value}) & 1), a + 4, {other});"),
        2 => format!("s = twist(s, ({value}) & 7); q->y -= twist(*q, 1).x;"),
        3 => format!("{variable} = table[({value}) & 1]({other});"),
        4 => format!(
            "{{ int count = 0; again{label}: {inner} if (({value}) & 1) goto out{label}; \
             if (++count < 3) goto again{label}; out{label}: {variable} += count; }}"
        ),
        5 => format!(
            "{{ unsigned char *cell = &grid[0][0] + 1; cell[-1] = {value}; *cell -= {other};\n    \
             for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) {variable} = {variable} * 3 + grid[i][j]; }}"
        ),
        6 => format!(
            "{{ for (int i = 0; i < 3; i++) {{ nodes[i].next = i < 2 ? nodes + i + 1 : 0; \
             nodes[i].pair.x = {value}; nodes[i].values[i] = {other}; }}\n    \
             for (struct node *n = nodes; n; n = n->next) {variable} ^= n->pair.x - n->values[n - nodes]; }}"
        ),
        7 => format!(
            "{{ int *heap = malloc(5 * sizeof(int)), *end = heap + 5; while (end > heap) *--end = {value};\n    \
             heap[({other}) & 3] = 7; {variable} += heap[4] + *(heap + 1); free(heap); }}"
        ),
        8 => format!(
            "{{ const char *text = \"aZ\\377 9\"; char copy[8] = {{0}}; int n = 0;\n    \
             while ((copy[n] = text[n])) n++;\n    \
             for (char *c = copy; *c; c++) switch (*c) {{ case 'a' ... 'z': {variable}++; \
             case '9': {inner} break; default: {variable} = {variable} * 2 + *c; }} }}"
        ),
        _ => format!(
            "{variable} = (int) ({value}) / -3 + (int) ({value}) % 7 - ((int) ({other}) >> 3) + ((long) ({other}) / 5 << 2);"
        ),
    }
}
