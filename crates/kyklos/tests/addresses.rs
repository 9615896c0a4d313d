//! Random C programs that compare and subtract pointers to parts of structs, unions, rows, members and heap
//! cells: what `check` proves of them, over an unknown index, against what native runs print.

use kyklos::base::{Budget, SourceFile};
use kyklos::exec::random::Random;
use kyklos::flow::CheckClass;
use kyklos::report::Verdict;
use kyklos::{CheckOptions, check, select};
use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

const PROGRAMS: u64 = 200;

/// How many values each program computes.
const VALUES: usize = 8;

/// The index that programs do not know is below this.
const INDICES: usize = 3;

const TYPES: &str = "\
struct in { char c; int x; short y[2]; };
struct out { struct in in; long z; struct in arr[2]; int m[2][3]; union { int u1; int u2; } u; int *p; char end; };
void *malloc(unsigned long);
static struct out g;
";

const OBJECTS: &str = "  struct out s[3], *h = malloc(4 * sizeof(struct out)); int mat[3][2][2];\n";

#[test]
fn addresses_are_those_of_the_machine() {
    let programs: Vec<Vec<String>> = (0..PROGRAMS).map(values).collect();
    let Some(expected) = native(&programs) else { return };
    for (seed, (values, expected)) in programs.iter().zip(expected.chunks(VALUES * INDICES)).enumerate() {
        let right = text(values, expected);
        assert_eq!(verdict(&right, seed as u64), Ok(Verdict::Safe), "program {seed}:\n{right}");
        let mut changed = expected.to_vec();
        changed[seed % expected.len()] += 1;
        let wrong = text(values, &changed);
        assert_eq!(verdict(&wrong, seed as u64), Ok(Verdict::Unsafe), "program {seed}:\n{wrong}");
    }
}

/// The program that asserts what each value is for each index.
fn text(values: &[String], expected: &[i64]) -> String {
    let mut text = format!("{TYPES}int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assert(int);\n");
    text += "int main(void) {\n";
    text += OBJECTS;
    let _ = writeln!(text, "  int n = __VERIFIER_nondet_int();\n  if (n < 0 || n >= {INDICES}) return 0;");
    for (value, expected) in values.iter().zip(expected.chunks(INDICES)) {
        let [first, second, third] = expected else { continue };
        let _ = writeln!(
            text,
            "  __VERIFIER_assert(({value}) == (n == 0 ? {first} : n == 1 ? {second} : {third}));"
        );
    }
    text + "  return 0;\n}\n"
}

fn verdict(text: &str, seed: u64) -> Result<Verdict, String> {
    let options = kyklos::c::Options { checks: CheckClass::ALL.to_vec(), ..Default::default() };
    let (program, _) = kyklos::c::load(SourceFile::new("generated.c", text), &options)
        .map_err(|(sources, all)| all[0].render(&sources, false))?;
    let techniques = select(if seed.is_multiple_of(2) { "compact" } else { "classic" }).unwrap();
    let options = CheckOptions { techniques, seed, ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(60)), None);
    let report = check(&program, &options, budget, &mut |_| {}).map_err(|error| error.to_string())?;
    match report.verdict {
        Verdict::Unknown => Err(format!("unknown: {:?}", report.incomplete)),
        verdict => Ok(verdict),
    }
}

/// What all programs compute natively, one number after the other; `None` without a compiler for x86-64.
fn native(programs: &[Vec<String>]) -> Option<Vec<i64>> {
    let compiler = Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !compiler || cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        eprintln!("no C compiler for x86-64: nothing to compare with");
        return None;
    }
    let mut text = format!("{TYPES}int printf(const char *, ...);\n");
    for (number, values) in programs.iter().enumerate() {
        let _ = writeln!(text, "static void program_{number}(void) {{\n{OBJECTS}");
        for value in values {
            let _ =
                writeln!(text, "  for (int n = 0; n < {INDICES}; n++) printf(\"%ld\\n\", (long) ({value}));");
        }
        text += "}\n";
    }
    text += "int main(void) {\n";
    (0..programs.len()).for_each(|number| text += &format!("  program_{number}();\n"));
    text += "  return 0;\n}\n";
    let folder = std::env::temp_dir().join(format!("kyklos-addresses-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("all.c"), text).unwrap();
    let mut compile = Command::new("cc");
    compile.current_dir(&folder).args(["-w", "-O0", "-std=gnu11", "-o", "all", "all.c"]);
    let output = compile.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(folder.join("all")).output().unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split_whitespace().map(|word| word.parse().unwrap()).collect())
}

fn values(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed ^ 0xADD);
    (0..VALUES).map(|_| value(&mut random)).collect()
}

/// The objects that pointers are made into, with a number that tells them apart.
const ROOTS: [&str; 4] = ["g", "s", "h", "mat"];

/// What pointers point to.
const KINDS: [&str; 5] = ["int", "short", "char", "struct in", "struct out"];

fn value(random: &mut Random) -> String {
    let root = ROOTS[random.below(4)];
    let kind = if root == "mat" { "int" } else { KINDS[random.below(KINDS.len())] };
    let (left, right) = (pointer(random, root, kind), pointer(random, root, kind));
    let op = ["==", "!=", "<", "<=", ">", ">="][random.below(6)];
    match random.below(7) {
        0 => format!("{left} {op} {right}"),
        1 if !kind.starts_with("struct") => format!("{left} - ({right})"),
        2 => {
            let steps = random.below(4);
            format!("({{ int k = 0; for ({kind} *p = {left}; p != {left} + {steps}; p++) k++; k; }})")
        }
        3 => {
            // In bounds, so that no other object begins there.
            let other = ROOTS[random.below(4)];
            format!(
                "(void *) {} {} (void *) {}",
                place(random, root),
                op_of_any(random),
                place(random, other)
            )
        }
        _ => {
            let other = if root == "mat" { "int" } else { KINDS[random.below(KINDS.len())] };
            format!("(void *) ({left}) {op} (void *) ({})", pointer(random, root, other))
        }
    }
}

fn op_of_any(random: &mut Random) -> &'static str {
    ["==", "!="][random.below(2)]
}

/// The address of some place in bounds.
fn place(random: &mut Random, root: &str) -> String {
    let kind = if root == "mat" { "int" } else { KINDS[random.below(KINDS.len())] };
    format!("&{}", part(random, root, kind))
}

/// A pointer, perhaps one past an array, or the address of an array.
fn pointer(random: &mut Random, root: &str, kind: &str) -> String {
    let (out, two) = (out(random, root), index(random, 2));
    match (kind, root, random.below(4)) {
        ("int", "mat", 0) => format!("mat[{}][{two}] + 2", index(random, 3)),
        ("int", "mat", 1) => format!("mat[{}][{two}]", index(random, 3)),
        ("int", _, 0) => format!("{out}.m[{two}] + 3"),
        ("int", _, 1) => format!("{out}.m[{two}]"),
        ("short", _, 0) => format!("{out}.in.y + 2"),
        ("short", _, 1) => format!("{out}.arr[{two}].y"),
        ("struct in", _, 0) => format!("{out}.arr + 2"),
        ("struct in", _, 1) => format!("{out}.arr + {two}"),
        ("struct out", "s", 0) => "s + 3".to_owned(),
        ("struct out", "h", 0) => "h + 4".to_owned(),
        ("struct out", "h", 1) => format!("h + {}", index(random, 4)),
        _ => format!("&{}", part(random, root, kind)),
    }
}

/// A place of a kind in an object.
fn part(random: &mut Random, root: &str, kind: &str) -> String {
    let (out, two) = (out(random, root), index(random, 2));
    let inner = if random.below(2) == 0 { format!("{out}.in") } else { format!("{out}.arr[{two}]") };
    match kind {
        "int" if root == "mat" => format!("mat[{}][{two}][{}]", index(random, 3), index(random, 2)),
        "int" => match random.below(4) {
            0 => format!("{inner}.x"),
            1 => format!("{out}.u.u1"),
            2 => format!("{out}.u.u2"),
            _ => format!("{out}.m[{two}][{}]", index(random, 3)),
        },
        "short" => format!("{inner}.y[{}]", index(random, 2)),
        "char" => {
            if random.below(3) == 0 {
                format!("{out}.end")
            } else {
                format!("{inner}.c")
            }
        }
        "struct in" => inner,
        _ => out,
    }
}

/// A struct in one of the objects.
fn out(random: &mut Random, root: &str) -> String {
    match root {
        "s" => format!("s[{}]", index(random, 3)),
        "h" => format!("h[{}]", index(random, 4)),
        _ => "g".to_owned(),
    }
}

/// An index below a limit, which may depend on the unknown one.
fn index(random: &mut Random, below: usize) -> String {
    match random.below(3) {
        0 if below >= INDICES => "n".to_owned(),
        0 => "(n > 0)".to_owned(),
        _ => random.below(below).to_string(),
    }
}
