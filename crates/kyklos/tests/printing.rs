//! Random C programs that print: by formats that are literals or not, with flags, widths, precisions, `*` and `%n`, by
//! pointers to functions and by lists of arguments that are handed on. What they write and count is what a native run
//! says, and wrong calls fail where a sanitizer says that they do. Of some, `check` proves that they give what the native
//! run gave.

use kyklos::base::{Budget, Int, SourceFile};
use kyklos::exec::random::Random;
use kyklos::interp::{Environment, InputRequest, Interpreter, Limits, RunEnd};
use kyklos::report::Verdict;
use kyklos::{CheckOptions, check, select};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The inputs of each program.
const INPUTS: [u32; 2] = [7, 0xFEDC_BA98];

/// What all programs share. What is printed natively goes nowhere.
const PRELUDE: &str = r#"#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <wchar.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void __VERIFIER_error(void);
static int done(int n) { __VERIFIER_assume(n >= 0); return n; }
static int hand(char *b, size_t n, const char *f, ...)
{
    va_list list, again;
    va_start(list, f);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, f, again);
    int written = vsnprintf(b, n, f, list);
    va_end(again);
    va_end(list);
    return written == length ? written : -7;
}
static int deeper(char *b, const char *f, va_list list) { return vsprintf(b, f, list); }
static int (*const by_list)(char *, const char *, va_list) = deeper;
static int far(char *b, const char *f, ...)
{
    va_list list;
    va_start(list, f);
    int n = by_list(b, f, list);
    va_end(list);
    return n;
}
static int say(const char *f, ...)
{
    va_list list;
    va_start(list, f);
    int n = vfprintf(stderr, f, list);
    va_end(list);
    return done(n);
}
static int (*const bounded)(char *, size_t, const char *, ...) = snprintf;
static int (*const unbounded)(char *, const char *, ...) = sprintf;
static int (*const print)(FILE *, const char *, ...) = fprintf;
static int (*const said)(const char *, ...) = say;
static const char *const texts[] = {"", "a", "some text", "%d"};
static char open[3] = {'x', 'y', 'z'};
"#;

#[test]
fn what_is_printed_is_what_the_compiler_says() {
    compare(0..40, 4);
}

#[test]
fn wrong_calls_fail_as_sanitizers_say() {
    fail(0..24);
}

#[test]
#[ignore = "some minutes"]
fn what_many_programs_print_is_what_the_compiler_says() {
    let (from, to) = match std::env::var("KYKLOS_SEEDS") {
        Ok(seeds) => {
            let (from, to) = seeds.split_once("..").expect("from..to");
            (from.parse().expect("a number"), to.parse().expect("a number"))
        }
        Err(_) => (1000, 1300),
    };
    compare(from..to, 20);
    fail(from..to);
}

/// Compares the programs of some seeds, the first ones also by `check`.
fn compare(seeds: std::ops::Range<u64>, checked: usize) {
    let programs: Vec<(u64, String)> = seeds.map(|seed| (seed, program(seed))).collect();
    let mut calls = String::new();
    for (seed, _) in &programs {
        for input in INPUTS {
            let _ =
                writeln!(calls, "  {{ unsigned long h = f{seed}({input}u); printf(\"\\n=%lu\\n\", h); }}");
        }
    }
    let Some(binary) =
        Binary::compile(&programs, &format!("int main(void) {{\n{calls}  return 0;\n}}\n"), &[])
    else {
        return;
    };
    let (output, _) = binary.run("");
    let results: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix('=')).collect();
    assert_eq!(results.len(), programs.len() * INPUTS.len());
    for (index, ((seed, text), results)) in programs.iter().zip(results.chunks(INPUTS.len())).enumerate() {
        for (input, result) in INPUTS.iter().zip(results) {
            let main = format!(
                "int main(void) {{ printf(\"%lu\\n\", f{seed}(__VERIFIER_nondet_uint())); return 0; }}\n"
            );
            let whole = format!("{PRELUDE}{text}{main}");
            let (end, outputs) = interpreted(&whole, *input);
            assert!(matches!(end, RunEnd::Returned(_)), "seed {seed}, {input}: {end:?}\n{text}");
            assert_eq!(outputs.last().map(String::as_str), Some(*result), "seed {seed}, {input}:\n{text}");
        }
        if index < checked {
            let at = index % INPUTS.len();
            let mut whole =
                format!("{PRELUDE}{text}int main(void) {{\n  unsigned x = __VERIFIER_nondet_uint();\n");
            let _ = writeln!(whole, "  __VERIFIER_assume(x == {}u);", INPUTS[at]);
            let _ = writeln!(
                whole,
                "  if (f{seed}(x) != {}ul) __VERIFIER_error();\n  return 0;\n}}",
                results[at]
            );
            proves(&whole).unwrap_or_else(|what| panic!("seed {seed}: {what}\n{whole}"));
        }
    }
}

/// Whether `check` finds no error in a program, and leaves nothing open but what the solver has no time for.
fn proves(text: &str) -> Result<(), String> {
    let options = CheckOptions { techniques: select("classic").unwrap(), ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(120)), None);
    let report = check(&load(text), &options, budget, &mut |_| {}).map_err(|error| error.to_string())?;
    let no_time = |why: &str| why.contains("the solver reached its time limit");
    let is_proved = match report.verdict {
        Verdict::Safe => true,
        Verdict::Unknown => report.incomplete.iter().all(|open| no_time(&open.why)),
        _ => false,
    };
    match is_proved {
        true => Ok(()),
        false => Err(format!("{:?} {:?} {:?}", report.verdict, report.findings, report.incomplete)),
    }
}

/// Runs programs with one wrong call each, natively with a sanitizer.
fn fail(seeds: std::ops::Range<u64>) {
    let programs: Vec<(u64, String)> = seeds.map(|seed| (seed, wrong(seed))).collect();
    let mut calls = String::new();
    for (seed, _) in &programs {
        let _ = writeln!(calls, "  if (atoi(v[1]) == {seed}) w{seed}(7u);");
    }
    let main = format!("int main(int c, char **v) {{\n{calls}  return 0;\n}}\n");
    let Some(binary) = Binary::compile(&programs, &main, &["-fsanitize=address", "-fno-builtin"]) else {
        return;
    };
    for (seed, text) in &programs {
        let (_, errors) = binary.run(&seed.to_string());
        let is_wrong = errors.contains("AddressSanitizer");
        let whole =
            format!("{PRELUDE}{text}int main(void) {{ w{seed}(__VERIFIER_nondet_uint()); return 0; }}\n");
        let (end, _) = interpreted(&whole, 7);
        assert_eq!(matches!(end, RunEnd::Failed), is_wrong, "seed {seed}: {end:?}\n{text}\n{errors}");
    }
}

fn load(text: &str) -> kyklos::flow::Program {
    let loaded = kyklos::c::load(SourceFile::new("generated.c", text), &kyklos::c::Options::default());
    loaded.unwrap_or_else(|(_, all)| panic!("{} at {}", all[0].message, all[0].span)).0
}

struct World(u32, Vec<String>);

impl Environment for World {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        // What the library chooses is what it mostly does.
        let number = if request.name.starts_with('(') { 0 } else { self.0 };
        Ok(Some(request.ty.wrap(&Int::from(i64::from(number)))))
    }

    fn output(&mut self, value: &Int) -> io::Result<()> {
        self.1.push(value.to_string());
        Ok(())
    }
}

fn interpreted(text: &str, input: u32) -> (RunEnd, Vec<String>) {
    let program = load(text);
    let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let mut world = World(input, Vec::new());
    let limits = Limits { max_steps: Some(10_000_000), ..Limits::default() };
    let report = interpreter.run(&[], &mut world, &limits).unwrap();
    (report.end, world.1)
}

/// All programs as one that was compiled; it is removed in the end.
struct Binary(PathBuf);

impl Binary {
    fn compile(programs: &[(u64, String)], main: &str, flags: &[&str]) -> Option<Binary> {
        if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
            return None;
        }
        let name = format!("kyklos-printing-{}-{}-{}", std::process::id(), programs.len(), flags.len());
        let binary = Binary(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&binary.0).ok()?;
        let mut text = PRELUDE.to_owned();
        programs.iter().for_each(|(_, program)| text.push_str(program));
        text.push_str("void __VERIFIER_assume(int x) { }\n");
        text.push_str(main);
        std::fs::write(binary.0.join("all.c"), text).ok()?;
        let mut command = Command::new("cc");
        command.current_dir(&binary.0).args(["-w", "-O0", "-fwrapv", "-o", "all", "all.c"]).args(flags);
        let compiled = command.output().ok()?;
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        Some(binary)
    }

    /// What a run writes to both of its streams.
    fn run(&self, argument: &str) -> (String, String) {
        let output = Command::new(self.0.join("all")).arg(argument).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A format and the arguments behind it.
#[derive(Default)]
struct Call {
    format: String,
    arguments: String,
}

struct Generator(Random);

/// A function of a number that returns what it makes of all that is printed.
fn program(seed: u64) -> String {
    let mut generator = Generator(Random::new(seed));
    let mut text = format!(
        "static unsigned long f{seed}(unsigned x) {{\n  unsigned long h = 1;\n  int n = 0, k = 0;\n  char b[300] = {{0}};\n  \
         wchar_t w[300] = {{0}};\n  const char *f;\n"
    );
    for _ in 0..3 + generator.0.below(4) {
        generator.statement(&mut text);
    }
    text.push_str("  return h;\n}\n");
    text
}

/// A function that ends with a call that may be wrong.
fn wrong(seed: u64) -> String {
    let mut generator = Generator(Random::new(seed ^ 0x5eed));
    let (room, number) = (1 + generator.0.below(6), generator.0.below(30_000));
    let precision = 1 + generator.0.below(6);
    let calls = [
        format!("sprintf(b, \"%d\", {number});"),
        format!("unbounded(b, \"%d\", {number});"),
        format!("snprintf(b, {}, \"%d-%d\", {number}, x);", 1 + generator.0.below(8)),
        format!("bounded(b, {}, \"%5d\", {number});", 1 + generator.0.below(8)),
        format!("hand(b, {}, texts[3], {number});", 1 + generator.0.below(8)),
        format!("far(b, \"%s%d\", texts[{}], {number} % 100);", generator.0.below(3)),
        format!("fprintf(stderr, \"%.{precision}s\", t);"),
        // What a sanitizer does not look for is a precision that is an argument.
        format!("say(\"%.{precision}s\", t);"),
        format!("print(stderr, \"%.{precision}s|\", t);"),
        "puts(t);".to_owned(),
        "fputs(t, stderr);".to_owned(),
        format!("fwrite(t, {precision}, {}, stderr);", 1 + generator.0.below(3)),
        "said(\"%d %s\", 1, t);".to_owned(),
    ];
    let call = &calls[generator.0.below(calls.len())];
    let ends = generator.0.below(2);
    let text = format!(
        "static void w{seed}(unsigned x) {{\n  char *b = malloc({room}), *t = malloc({room});\n  if (!b || !t) return;\n  \
         memset(t, 'q', {room});\n  if ({ends}) t[{room} - 1] = 0;\n  {call}\n  free(b);\n  free(t);\n}}\n"
    );
    text
}

impl Generator {
    fn choose<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.0.below(texts.len())]
    }

    fn statement(&mut self, out: &mut String) {
        let mut call = Call::default();
        for _ in 0..1 + self.0.below(4) {
            if self.0.below(2) == 0 {
                call.format.push_str(self.choose(&["x=", " ", "%%", "text, ", "\\n"]));
            }
            self.conversion(&mut call);
        }
        let Call { format, arguments } = &call;
        let room = self.0.below(40);
        let way = match self.0.below(12) {
            0 => format!("n = sprintf(b, \"{format}\"{arguments});"),
            1 => format!("n = snprintf(b, {room}, \"{format}\"{arguments});"),
            2 => format!("f = \"{format}\"; n = sprintf(b, f{arguments});"),
            3 => format!("n = bounded(b, {room} + x % 3, \"{format}\"{arguments});"),
            4 => format!("f = \"{format}\"; n = unbounded(b, f{arguments});"),
            5 => format!("n = hand(b, {room}, \"{format}\"{arguments});"),
            6 => format!("n = far(b, \"{format}\"{arguments});"),
            7 => format!("n = done(fprintf(stderr, \"{format}\"{arguments}));"),
            8 => format!("f = \"{format}\"; n = done(fprintf(stderr, f{arguments}));"),
            9 => format!("n = done(print(stderr, \"{format}\"{arguments}));"),
            10 => format!("n = said(\"{format}\"{arguments});"),
            _ => format!("n = swprintf(w, 300, L\"{format}\"{arguments});"),
        };
        let _ = writeln!(out, "  {way}\n  h = h * 31 + n;\n  h = h * 31 + k;");
        let _ = writeln!(out, "  for (int i = 0; i < 300; i++) h = h * 31 + b[i] + w[i];");
    }

    /// Adds a conversion, and what it takes.
    fn conversion(&mut self, call: &mut Call) {
        let kind =
            self.choose(&["d", "d", "i", "u", "x", "X", "o", "c", "s", "s", "n", "f", "e", "g", "ls", "p"]);
        if kind == "n" {
            call.format.push_str("%n");
            call.arguments.push_str(", &k");
            return;
        }
        let is_number = "diuxXo".contains(kind);
        let is_float = "feg".contains(kind);
        call.format.push('%');
        if self.0.below(3) == 0 {
            call.format.push('-');
        } else if (is_number || is_float) && self.0.below(4) == 0 {
            call.format.push('0');
        }
        if ("di".contains(kind) || is_float) && self.0.below(4) == 0 {
            call.format.push_str(self.choose(&["+", " "]));
        }
        if "xXo".contains(kind) && self.0.below(4) == 0 {
            call.format.push('#');
        }
        self.amount(call, 14, -9);
        let is_precise = is_number || is_float || kind.ends_with('s');
        let mut precision = None;
        if is_precise && self.0.below(2) == 0 {
            call.format.push('.');
            precision = Some(self.amount(call, 6, 0));
        }
        let number = self.0.below(100_000);
        let argument = match kind {
            _ if is_number => {
                let (length, ty) = [
                    ("hh", "int"),
                    ("h", "int"),
                    ("", "int"),
                    ("l", "long"),
                    ("ll", "long long"),
                    ("z", "size_t"),
                ][self.0.below(6)];
                call.format.push_str(length);
                format!("({ty})(x * {number}ul - {})", self.0.below(3) * 50_000)
            }
            _ if is_float => {
                format!("((double)x - {number}) / {}", self.choose(&["8.0", "3.0", "1e4", "0.1"]))
            }
            "c" => format!("'a' + (int)(x + {number}) % 5"),
            "p" => "(void *)0".to_owned(),
            "ls" => "L\"wide\"".to_owned(),
            _ if precision.is_some_and(|precision| precision < 4) => "open".to_owned(),
            _ => format!("texts[(x + {number}) % 4]"),
        };
        call.format.push_str(kind);
        let _ = write!(call.arguments, ", {argument}");
    }

    /// Adds a width or a precision below some number, or none, or one that is an argument and not below another one.
    fn amount(&mut self, call: &mut Call, below: usize, least: i64) -> usize {
        let amount = self.0.below(below);
        match self.0.below(4) {
            0 => {
                let given = amount as i64 + if self.0.below(3) == 0 { least } else { 0 };
                call.format.push('*');
                let _ = write!(call.arguments, ", {given}");
                amount
            }
            1 => {
                let _ = write!(call.format, "{amount}");
                amount
            }
            _ => 0,
        }
    }
}
