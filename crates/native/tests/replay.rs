//! Small C programs, compiled and run. Without a C compiler these tests do nothing.

use kyklos_base::{Budget, FileId, Int, Position, Span};
use kyklos_flow::ErrorKind;
use kyklos_native::{
    DataModel, ExternFunction, Outcome, Parameter, ParameterKind, Task, harness, replay, write_harness,
};
use kyklos_report::{FindingKind, InputData, InputValue};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

fn number(name: &str, value: i64) -> InputValue {
    input(name, InputData::Number(Int::from(value)), false)
}

fn argument(name: &str, value: i64) -> InputValue {
    input(name, InputData::Number(Int::from(value)), true)
}

fn input(name: &str, value: InputData, argument: bool) -> InputValue {
    let at = Position::new(1, 1);
    InputValue {
        name: name.to_owned(),
        span: Span::new(FileId(0), at, at),
        value,
        argument,
        float: None,
        bytes: None,
    }
}

fn parameter(name: &str, c_type: &str, kind: ParameterKind) -> Parameter {
    Parameter { name: name.to_owned(), c_type: c_type.to_owned(), kind }
}

fn array(element: &str, length: Option<u64>, inner: &[u64]) -> ParameterKind {
    ParameterKind::Array { element: element.to_owned(), length, inner: inner.to_vec() }
}

fn function(name: &str, result: &str) -> ExternFunction {
    ExternFunction { name: name.to_owned(), result: result.to_owned(), parameters: None, written: Vec::new() }
}

/// A folder with a program, for the time of a test.
struct Program {
    folder: PathBuf,
    file: PathBuf,
    files: Vec<kyklos_native::Program>,
}

impl Program {
    fn new(name: &str, text: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("kyklos-native-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        let files = vec![kyklos_native::Program { path: file.clone(), flags: Vec::new() }];
        Self { folder, file, files }
    }

    /// The task of a failure on the line that has the mark.
    fn task<'a>(&'a self, kind: ErrorKind, mark: &str, inputs: &'a [InputValue]) -> Task<'a> {
        let text = std::fs::read_to_string(&self.file).unwrap();
        let line = text.lines().position(|line| line.contains(mark)).unwrap() as u32 + 1;
        Task {
            programs: &self.files,
            entry: "main",
            entry_parameters: &[],
            data_model: DataModel::Lp64,
            flags: &[],
            kind: FindingKind::Error(kind),
            file: self.file.to_str().unwrap(),
            line,
            last_line: line,
            inputs,
            undefined: &[],
            headers: &[],
            declared: &[],
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Replays leave nothing beside the program.
        let left = std::fs::read_dir(&self.folder).unwrap().count();
        let _ = std::fs::remove_dir_all(&self.folder);
        if !std::thread::panicking() {
            assert_eq!(left, 1);
        }
    }
}

/// Whether there is a compiler with sanitizers; says so if there is none.
fn compiler() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    let found = *FOUND.get_or_init(|| {
        let program = Program::new("empty.c", "int main(void) { return 0; }\n");
        let named = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let mut command = Command::new(named.split(' ').next().unwrap_or("cc"));
        command
            .args(["-fsanitize=address,undefined", "-o"])
            .arg(program.folder.join("empty"))
            .arg(&program.file);
        let compiled = command.status().is_ok_and(|status| status.success());
        let ran = Command::new(program.folder.join("empty")).status().is_ok_and(|status| status.success());
        let _ = std::fs::remove_file(program.folder.join("empty"));
        compiled && ran
    });
    if !found {
        eprintln!("skipped: there is no C compiler with sanitizers");
    }
    found
}

fn confirmed(task: &Task<'_>) {
    assert_eq!(replay(task, LIMIT, &Budget::unlimited()), Outcome::Confirmed, "{}", task.kind.name());
}

fn different(task: &Task<'_>, what: &str) {
    match replay(task, LIMIT, &Budget::unlimited()) {
        Outcome::Different(seen) => assert!(seen.contains(what), "{seen}"),
        outcome => panic!("{outcome:?}"),
    }
}

fn unavailable(task: &Task<'_>, limit: Duration, what: &str) {
    match replay(task, limit, &Budget::unlimited()) {
        Outcome::Unavailable(why) | Outcome::Inconclusive(why) => assert!(why.contains(what), "{why}"),
        outcome => panic!("{outcome:?}"),
    }
}

/// One program with all that can go wrong; the first input chooses.
const ALL: &str = r#"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int wrong(void) { extern int nowhere(void); return nowhere(); }
static int *gone(int value)
{
    int local = value;
    int *pointer = &local;
    return pointer;
}
int main(void)
{
    int choice = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int(), numbers[4] = {1, 2, 3, 4};
    int *heap = malloc(4 * sizeof(int)), *null = value ? heap : 0;
    void (*function)(void) = 0;
    value += 2147483647; /* wraps unless overflow is looked for */
    value -= 2147483647;
    switch (choice) {
    case 1: assert(value == 3); /* assertion */ break;
    case 2: __VERIFIER_error(); /* error */ break;
    case 3: return 5 / value; /* division */
    case 4: return (INT_MIN + 1 - value) / (value - 2); /* least */
    case 5: return value + INT_MAX; /* overflow */
    case 6: return 1 << value; /* shift */
    case 7: return numbers[value]; /* array */
    case 8: heap[value] = 1; /* heap */ break;
    case 9: return *null; /* null */
    case 10: free(heap); return heap[value]; /* freed */
    case 11: return *gone(value); /* gone */
    case 12: free(numbers + value); /* not allocated */ break;
    case 13: if (!value) function(); /* call */ break;
    case 14: for (;;) ; /* endless */
    case 15: abort(); /* abort */
    }
    return 0;
}
"#;

fn choice(choice: i64, value: i64) -> Vec<InputValue> {
    vec![number("__VERIFIER_nondet_int", choice), number("__VERIFIER_nondet_int", value)]
}

#[test]
fn every_kind_of_error_is_confirmed() {
    if !compiler() {
        return;
    }
    let program = Program::new("all.c", ALL);
    for (kind, mark, number, value) in [
        (ErrorKind::Assertion, "/* assertion", 1, 4),
        (ErrorKind::ErrorStatement, "/* error", 2, 4),
        (ErrorKind::DivisionByZero, "/* division", 3, 0),
        (ErrorKind::DivisionOverflow, "/* least", 4, 1),
        (ErrorKind::Overflow, "/* wraps", 5, 1),
        (ErrorKind::ShiftRange, "/* shift", 6, 32),
        (ErrorKind::OutOfBounds, "/* array", 7, 4),
        (ErrorKind::OutOfBounds, "/* heap", 8, -1),
        (ErrorKind::NullDereference, "/* null", 9, 0),
        (ErrorKind::Dangling, "/* freed", 10, 0),
        (ErrorKind::Dangling, "/* gone", 11, 0),
        (ErrorKind::InvalidFree, "/* not allocated", 12, 1),
        (ErrorKind::InvalidCall, "/* call", 13, 0),
    ] {
        confirmed(&program.task(kind, mark, &choice(number, value)));
    }
}

#[test]
fn other_ends_are_told() {
    if !compiler() {
        return;
    }
    let program = Program::new("ends.c", ALL);
    different(&program.task(ErrorKind::DivisionByZero, "/* division", &choice(3, 1)), "ended with status 5");
    different(&program.task(ErrorKind::Assertion, "/* assertion", &choice(15, 1)), "ends.c:36: ABRT");
    // An overflow, but an earlier one.
    different(
        &program.task(ErrorKind::Overflow, "/* overflow", &choice(5, 1)),
        "ends.c:19: signed integer overflow",
    );
    different(&program.task(ErrorKind::ErrorStatement, "/* error", &choice(3, 0)), "ends.c:24: FPE");
    let missing = [number("__VERIFIER_nondet_int", 2)];
    different(&program.task(ErrorKind::ErrorStatement, "/* error", &missing), "no more inputs");
    unavailable(&program.task(ErrorKind::OutOfBounds, "/* array", &choice(7, 3)), LIMIT, "not seen");
    unavailable(
        &program.task(ErrorKind::Assertion, "/* assertion", &choice(14, 0)),
        Duration::from_millis(300),
        "stopped after",
    );
    unavailable(&program.task(ErrorKind::Uninitialized, "/* array", &choice(7, 3)), LIMIT, "not visible");
}

#[test]
fn errors_of_the_programs_own_making_are_seen() {
    if !compiler() {
        return;
    }
    // Its body says nothing; both calls differ by their lines alone.
    let text = "\
extern unsigned char __VERIFIER_nondet_uchar();
void reach_error(void) {}
int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 200) {
        reach_error(); // first
    }
    reach_error(); // second
}
";
    let program = Program::new("silent.c", text);
    let inputs = [number("__VERIFIER_nondet_uchar", 200)];
    confirmed(&program.task(ErrorKind::ErrorStatement, "// first", &inputs));
    different(
        &program.task(ErrorKind::ErrorStatement, "// second", &inputs),
        "silent.c:7: the error was reached",
    );

    let text = "\
#include <assert.h>
static void reach_error(void) { assert(0); }
int main(void)
{
    reach_error(); // here
}
";
    let program = Program::new("static.c", text);
    confirmed(&program.task(ErrorKind::ErrorStatement, "// here", &[]));
}

#[test]
fn tools_functions_need_no_declaration() {
    if !compiler() {
        return;
    }
    let text = "\
int nondet_int();
int main()
{
    int x = nondet_int();
    __CPROVER_assume(x > 3);
    __ESBMC_assume(x < 9);
    __ESBMC_assert(x > 3, \"more\");
    __CPROVER_assert(x != 5, \"five\"); /* here */
    return 0;
}
";
    let program = Program::new("tools.c", text);
    let undefined = [function("nondet_int", "int")];
    let (right, wrong) = ([number("nondet_int", 5)], [number("nondet_int", 6)]);
    confirmed(&Task { undefined: &undefined, ..program.task(ErrorKind::Assertion, "/* here", &right) });
    different(
        &Task { undefined: &undefined, ..program.task(ErrorKind::Assertion, "/* here", &wrong) },
        "status 0",
    );
}

#[test]
fn inputs_go_to_those_who_ask_for_them() {
    if !compiler() {
        return;
    }
    // `abs` is known to compilers, `rand` is in C's library, and `nowhere` is never called.
    let text = r#"
#include <stdlib.h>
extern void klee_make_symbolic(void *, unsigned long, const char *), klee_assume(unsigned long);
extern int klee_range(int, int, const char *);
extern long measure(const char *, int);
extern int nowhere(void);
int unused(void) { return nowhere(); }
int main(void)
{
    struct { char tag; int value; } pair;
    short shorts[3];
    int unwritten[1], range = klee_range(-5, 5, "range");
    klee_make_symbolic(&pair, sizeof pair, "a pair");
    klee_make_symbolic(shorts, sizeof shorts, "shorts");
    klee_assume(pair.tag == 'x' && pair.value == -7);
    klee_assume(shorts[0] == 1 && shorts[1] == -2 && shorts[2] == FACTOR * 100);
    klee_assume(range == -5 && rand() == 11 && abs(3) == -4);
    if (measure("text", 1) == -1099511627776L)
        klee_assert(unwritten == 0); /* here */
}
"#;
    let program = Program::new("sources.c", text);
    let inputs = [
        number("unwritten[0]", 12345),
        number("range", -5),
        number("a pair.tag", 'x' as i64),
        number("a pair.value", -7),
        number("shorts[0]", 1),
        number("shorts[1]", -2),
        number("shorts[2]", 300),
        number("rand", 11),
        number("abs", -4),
        number("measure", -1099511627776),
    ];
    let undefined = [function("rand", "int"), function("abs", "int"), function("measure", "long")];
    let flags = ["-DFACTOR=3".to_owned()];
    let task = Task {
        undefined: &undefined,
        flags: &flags,
        ..program.task(ErrorKind::Assertion, "/* here", &inputs)
    };
    confirmed(&task);
    // Somebody else's value: the run says nothing, as inputs of memory are not fed.
    let wrong = [&inputs[..9], &[number("measure", 0)]].concat();
    unavailable(&Task { inputs: &wrong, ..task }, LIMIT, "`unwritten`");
}

#[test]
fn entries_get_their_arguments() {
    if !compiler() {
        return;
    }
    let text = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void search(const char *text, const int (*rows)[1024], unsigned char key, int n)
{
    int i = 0;

    while (i < n && text[i] == 'a')
        ++i;
    if (text[i] == key && i == 70000 && rows[2][1023] == -1 && rows[3][0] == 9 && __VERIFIER_nondet_int() == 5)
        reach_error(); /* search */
}
int sum(int *numbers, int n)
{
    int i, sum = 0;

    for (i = 0; i < n; ++i)
        sum += numbers[i]; /* sum */
    return sum;
}
static void hidden(void) {}
int main(void)
{
    hidden();
    return 1;
}
";
    let program = Program::new("entries.c", text);
    let parameters = [
        parameter("text", "const char *", array("const char", None, &[])),
        parameter("rows", "const int (*)[1024]", array("const int", None, &[1024])),
        parameter("key", "unsigned char", ParameterKind::Number),
        parameter("n", "int", ParameterKind::Number),
    ];
    let elements = |list: &[(&[i64], i64)]| {
        let pair = |(indices, value): &(&[i64], i64)| {
            (indices.iter().map(|index| Int::from(*index)).collect(), Int::from(*value))
        };
        list.iter().map(pair).collect::<BTreeMap<Vec<Int>, Int>>()
    };
    let text =
        InputData::Array { elements: elements(&[(&[70000], 'z' as i64)]), otherwise: Int::from('a' as i64) };
    let rows =
        InputData::Array { elements: elements(&[(&[2, 1023], -1), (&[-1, 0], 3)]), otherwise: Int::from(9) };
    let inputs = [
        input("text", text, true),
        input("rows", rows, true),
        argument("key", 'z' as i64),
        argument("n", 2147483647),
        number("__VERIFIER_nondet_int", 5),
    ];
    let task = program.task(ErrorKind::ErrorStatement, "/* search", &inputs);
    confirmed(&Task { entry: "search", entry_parameters: &parameters, ..task });

    // An array with an end, and numbers that are not told as arguments.
    let parameters = [
        parameter("numbers", "int *", array("int", Some(2), &[])),
        parameter("n", "int", ParameterKind::Number),
    ];
    let inputs = [number("numbers[0]", 1), number("numbers[1]", 2), number("n", 3)];
    let task = program.task(ErrorKind::OutOfBounds, "/* sum", &inputs);
    let task = Task { entry: "sum", entry_parameters: &parameters, ..task };
    confirmed(&task);
    unavailable(&Task { entry: "hidden", entry_parameters: &[], inputs: &[], ..task }, LIMIT, "static");
}

#[test]
fn main_gets_as_many_arguments_as_were_found() {
    if !compiler() {
        return;
    }
    // Preprocessed; the lines are those of another file.
    let text = "\
# 1 \"other.c\"
extern void __VERIFIER_assert(int);
int main(int argc, char **argv)
{
  if (argc == 3 && argv[2][0] == 0 && argv[3] == 0)
    __VERIFIER_assert(0);
}
";
    let program = Program::new("main.i", text);
    let parameters = [
        parameter("argc", "int", ParameterKind::Number),
        parameter("argv", "char **", ParameterKind::Number),
    ];
    let inputs = [argument("argc", 3)];
    let task = program.task(ErrorKind::Assertion, "_assert(0)", &inputs);
    let task = Task { entry_parameters: &parameters, file: "other.c", line: 4, last_line: 6, ..task };
    confirmed(&task);
    let inputs = [argument("argc", -1)];
    different(&Task { inputs: &inputs, ..task }, "status 0");
}

#[test]
fn narrow_types_are_used_where_there_are_some() {
    if !compiler() {
        return;
    }
    let text = "\
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(sizeof(int) != 4); // both
    assert(sizeof(long) != 4); // narrow
}
";
    let program = Program::new("narrow.c", text);
    let narrow =
        |mark| Task { data_model: DataModel::Ilp32, ..program.task(ErrorKind::Assertion, mark, &[]) };
    let narrow_only = |task: &Task<'_>| match replay(task, LIMIT, &Budget::unlimited()) {
        Outcome::Confirmed => {}
        Outcome::Inconclusive(why) => assert!(why.contains("gcc-multilib"), "{why}"),
        outcome => panic!("{outcome:?}"),
    };
    narrow_only(&narrow("// both"));
    let program = Program::new("narrower.c", &text.replace("sizeof(int) != 4", "1"));
    let task = Task { data_model: DataModel::Ilp32, ..program.task(ErrorKind::Assertion, "// narrow", &[]) };
    narrow_only(&task);
    different(&Task { data_model: DataModel::Lp64, ..task }, "status 0");
}

#[test]
fn what_cannot_be_compiled_is_unavailable() {
    if !compiler() {
        return;
    }
    let program = Program::new("broken.c", "int main(void) { return missing; }\n");
    unavailable(&program.task(ErrorKind::Assertion, "main", &[]), LIMIT, "does not accept the program");
}

#[test]
fn harnesses_look_like_this() {
    let parameters = [
        parameter("text", "const char *", array("const char", None, &[])),
        parameter("n", "long", ParameterKind::Number),
    ];
    let text =
        InputData::Array { elements: [(vec![Int::from(3)], Int::from(-1))].into(), otherwise: Int::from(65) };
    let inputs = [
        input("text", text, true),
        argument("n", -3),
        number("__VERIFIER_nondet_uint", 4294967295),
        number("odd \"name\" */[0]", 1),
        number("odd \"name\" */[1]", i64::MIN),
        number("device", 7),
    ];
    let undefined = [
        function("device", "unsigned int"),
        function("reset", "void"),
        function("__VERIFIER_nondet_int", "signed char"),
    ];
    let files = [kyklos_native::Program { path: PathBuf::from("/programs/it's.c"), flags: Vec::new() }];
    let task = Task {
        headers: &[],
        programs: &files,
        entry: "start",
        entry_parameters: &parameters,
        data_model: DataModel::Ilp32,
        flags: &["-DN=\"1 2\"".to_owned()],
        kind: FindingKind::Error(ErrorKind::Overflow),
        file: "it's.c",
        line: 3,
        last_line: 4,
        inputs: &inputs,
        undefined: &undefined,
        declared: &[],
    };
    insta::assert_snapshot!(harness(&task).unwrap());

    let folder = std::env::temp_dir().join(format!("kyklos-native-test-{}-harness", std::process::id()));
    let path = write_harness(&task, &folder.join("new"), false).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    let (top, rest) = written.split_once("\n\n").unwrap();
    assert_eq!(rest, harness(&task).unwrap());
    insta::assert_snapshot!(
        top.replace(folder.to_str().unwrap(), "FOLDER").replace("-Wl,--gc-sections ", "")
    );
    let again = write_harness(&task, &folder.join("new"), false).unwrap_err();
    assert_eq!(again.kind(), std::io::ErrorKind::AlreadyExists);
    write_harness(&task, &folder.join("new"), true).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn functions_that_are_not_defined_write_through_their_arguments() {
    let text = "#include <assert.h>\n\
        extern short fill(int n, long *p, unsigned char *q);\n\
        int main(void)\n{\n    long x = 0;\n    unsigned char a[2] = {0};\n    \
        short r = fill(3, &x, a);\n    fill(3, 0, a);\n    \
        assert(!(x == -5 && a[0] == 1 && a[1] == 200 && r == -2)); /* here */\n    return 0;\n}\n";
    let program = Program::new("writes.c", text);
    let written = vec![(2, Some("long".to_owned())), (3, Some("unsigned char".to_owned()))];
    let parameters = Some(["int", "void *", "void *"].map(str::to_owned).to_vec());
    let fill = ExternFunction { parameters, written, ..function("fill", "short") };
    let inputs = [
        number("fill(2)", -5),
        number("fill(3)[0]", 7),
        number("fill(3)[1]", 8),
        number("fill", -2),
        number("fill(3)[0]", 1),
        number("fill(3)[1]", 200),
        number("fill", 1),
    ];
    let functions = [fill.clone()];
    let task = Task { undefined: &functions, ..program.task(ErrorKind::Assertion, "/* here", &inputs) };
    if compiler() {
        assert_eq!(replay(&task, LIMIT, &Budget::unlimited()), Outcome::Confirmed);
    }
    // Where the object starts has to be known, and its types.
    let around = [number("fill(around 2)", -5)];
    assert!(harness(&Task { inputs: &around, ..task }).unwrap_err().contains("`fill`"));
    let field = [number("fill(2).x", -5)];
    assert!(harness(&Task { inputs: &field, ..task }).unwrap_err().contains("`fill`"));
    let unknown = [ExternFunction { parameters: None, ..fill.clone() }];
    assert!(harness(&Task { undefined: &unknown, ..task }).unwrap_err().contains("`fill`"));
    let mixed = [ExternFunction { written: vec![(2, None), (3, None)], ..fill }];
    assert!(harness(&Task { undefined: &mixed, ..task }).unwrap_err().contains("`fill`"));
}
