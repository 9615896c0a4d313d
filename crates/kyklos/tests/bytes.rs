//! Random C programs with unions, bit-fields, packed structs, casts between pointers, `memcpy` and its kin, floating point
//! numbers, vectors, and functions that take structs and pointers to them: what they come to natively, in the interpreter, and for `check`, which must find it right and nothing else.

use kyklos::base::{Budget, Int, SourceFile};
use kyklos::exec::random::Random;
use kyklos::interp::{Environment, InputRequest, Interpreter, Limits, RunEnd};
use kyklos::report::Verdict;
use kyklos::{CheckOptions, check, select};
use std::fmt::Write;
use std::io;
use std::process::Command;
use std::time::Duration;

/// The inputs of each program.
const INPUTS: [u32; 3] = [0, 0x1234_5678, 0xFEDC_BA98];

#[test]
fn bytes_are_what_the_compiler_says() {
    compare(0..30, 6);
}

#[test]
#[ignore = "some minutes"]
fn bytes_of_many_programs_are_what_the_compiler_says() {
    let (from, to) = match std::env::var("KYKLOS_SEEDS") {
        Ok(seeds) => {
            let (from, to) = seeds.split_once("..").expect("from..to");
            (from.parse().expect("a number"), to.parse().expect("a number"))
        }
        Err(_) => (1000, 1500),
    };
    compare(from..to, u64::MAX);
}

/// Compares the programs of some seeds; the first so many of them are checked, too.
fn compare(seeds: std::ops::Range<u64>, checked: u64) {
    let programs: Vec<(u64, String)> = seeds.clone().map(|seed| (seed, program(seed))).collect();
    let Some(expected) = native(&programs) else { return };
    for ((seed, text), results) in programs.iter().zip(expected) {
        for (input, result) in INPUTS.iter().zip(&results) {
            let whole = format!(
                "{PRELUDE}{text}\nint main(void) {{ printf(\"%lu\\n\", f{seed}(__VERIFIER_nondet_uint())); return 0; }}\n"
            );
            assert_eq!(interpreted(&whole, *input), [result.to_string()], "seed {seed}, {input}:\n{whole}");
        }
        if seed - seeds.start < checked {
            let mut whole =
                format!("{PRELUDE}{text}\nint main(void) {{\n  unsigned x = __VERIFIER_nondet_uint();\n");
            let (input, result) = (INPUTS[*seed as usize % 3], results[*seed as usize % 3]);
            let _ = writeln!(whole, "  __VERIFIER_assume(x == {input}u);");
            let _ = writeln!(whole, "  if (f{seed}(x) != {result}ul) __VERIFIER_error();\n  return 0;\n}}");
            assert_eq!(verdict(&whole), "safe", "seed {seed}:\n{whole}");
        }
    }
}

const PRELUDE: &str = "typedef unsigned long size_t;\nint printf(const char *, ...);\nvoid *memcpy(void *, const void *, size_t);\n\
void *memmove(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\nint memcmp(const void *, const void *, size_t);\n\
unsigned __VERIFIER_nondet_uint(void);\nvoid __VERIFIER_assume(int);\nvoid __VERIFIER_error(void);\n";

fn verdict(text: &str) -> String {
    let options = kyklos::c::Options::default();
    let (program, _) = kyklos::c::load(SourceFile::new("generated.c", text), &options)
        .unwrap_or_else(|(_, all)| panic!("{}\n{text}", all[0].message));
    let options = CheckOptions { techniques: select("classic").unwrap(), ..CheckOptions::default() };
    let budget = Budget::new(Some(Duration::from_secs(120)), None);
    let report = check(&program, &options, budget, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    match report.verdict {
        Verdict::Safe => "safe".to_owned(),
        verdict => format!("{verdict:?} {:?} {:?}", report.findings, report.incomplete),
    }
}

struct World(u32, Vec<String>);

impl Environment for World {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        Ok(Some(request.ty.wrap(&Int::from(i64::from(self.0)))))
    }

    fn output(&mut self, value: &Int) -> io::Result<()> {
        self.1.push(value.to_string());
        Ok(())
    }
}

fn interpreted(text: &str, input: u32) -> Vec<String> {
    let options = kyklos::c::Options::default();
    let (program, _) = kyklos::c::load(SourceFile::new("generated.c", text), &options)
        .unwrap_or_else(|(_, all)| panic!("{} at {}\n{text}", all[0].message, all[0].span));
    let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let mut world = World(input, Vec::new());
    let limits = Limits { max_steps: Some(10_000_000), ..Limits::default() };
    let report = interpreter.run(&[], &mut world, &limits).unwrap();
    assert!(matches!(report.end, RunEnd::Returned(_)), "{:?} at {}\n{text}", report.end, report.span);
    world.1
}

/// The results of the programs for all inputs; `None` without a compiler.
fn native(programs: &[(u64, String)]) -> Option<Vec<Vec<u64>>> {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("kyklos-bytes-{}-{}", std::process::id(), programs.len()));
    std::fs::create_dir_all(&folder).ok()?;
    let mut text = PRELUDE.to_owned();
    programs.iter().for_each(|(_, program)| text.push_str(program));
    text.push_str("int main(void) {\n");
    for (seed, _) in programs {
        for input in INPUTS {
            let _ = writeln!(text, "  printf(\"%lu\\n\", f{seed}({input}u));");
        }
    }
    text.push_str("  return 0;\n}\n");
    std::fs::write(folder.join("all.c"), text).ok()?;
    let mut command = Command::new("cc");
    command.current_dir(&folder).args(["-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-o", "all", "all.c"]);
    let compiled = command.output().ok()?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(folder.join("all")).output().ok()?;
    let _ = std::fs::remove_dir_all(&folder);
    let numbers: Vec<u64> =
        String::from_utf8(output.stdout).ok()?.lines().map(|line| line.parse().unwrap()).collect();
    Some(numbers.chunks(INPUTS.len()).map(<[u64]>::to_vec).collect())
}

const INTEGERS: [&str; 8] =
    ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"];

/// A struct or union, with the ways to its numbers.
struct Record {
    name: String,
    paths: Vec<String>,
}

struct Generator {
    random: Random,
    records: Vec<Record>,
    out: String,
}

/// A function of a number that returns what it makes of the bytes of some variables.
fn program(seed: u64) -> String {
    let mut generator = Generator { random: Random::new(seed), records: Vec::new(), out: String::new() };
    for number in 0..2 + generator.random.below(2) {
        generator.record(&format!("T{seed}_{number}"));
    }
    let _ =
        writeln!(generator.out, "static unsigned long f{seed}(unsigned x) {{\n  unsigned long y = x, h = 1;");
    let count = generator.records.len();
    let kinds: Vec<usize> =
        (0..3).map(|number| if number == 0 { count - 1 } else { generator.random.below(count) }).collect();
    for (number, kind) in kinds.iter().enumerate() {
        let name = generator.records[*kind].name.clone();
        let _ = writeln!(generator.out, "  {name} o{number};\n  memset(&o{number}, 0, sizeof o{number});");
    }
    for _ in 0..4 + generator.random.below(8) {
        generator.statement(&kinds);
    }
    for number in 0..kinds.len() {
        let _ = writeln!(
            generator.out,
            "  for (unsigned i = 0; i < sizeof o{number}; i++) h = h * 31 + ((unsigned char *)&o{number})[i];"
        );
    }
    generator.out.push_str("  return h ^ y;\n}\n");
    generator.out
}

impl Generator {
    fn choose<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    fn record(&mut self, name: &str) {
        let is_union = self.random.below(3) == 0;
        let is_packed = self.random.below(3) == 0;
        let (mut members, mut paths) = (String::new(), Vec::new());
        for number in 0..2 + self.random.below(4) {
            let ty = self.choose(&INTEGERS);
            let member = format!("m{number}");
            match self.random.below(6) {
                0 | 1 if !is_union => {
                    let most = match ty {
                        "signed char" | "unsigned char" => 8,
                        "short" | "unsigned short" => 16,
                        "int" | "unsigned" => 32,
                        _ => 64,
                    };
                    let width = 1 + self.random.below(most);
                    let _ = write!(members, " {ty} {member} : {width};");
                    if self.random.below(8) == 0 {
                        let _ = write!(members, " {ty} : {};", self.random.below(most));
                    }
                    paths.push(member);
                }
                2 => {
                    let length = 1 + self.random.below(3);
                    let _ = write!(members, " {ty} {member}[{length}];");
                    paths.extend((0..length).map(|index| format!("{member}[{index}]")));
                }
                3 if !self.records.is_empty() => {
                    let inner = &self.records[self.random.below(self.records.len())];
                    let _ = write!(members, " {} {member};", inner.name);
                    paths.extend(inner.paths.iter().map(|path| format!("{member}.{path}")));
                }
                _ => {
                    let _ = write!(members, " {ty} {member};");
                    paths.push(member);
                }
            }
        }
        let kind = if is_union { "union" } else { "struct" };
        let packed = if is_packed { " __attribute__((packed))" } else { "" };
        let _ = writeln!(self.out, "typedef {kind}{packed} {{{members} }} {name};");
        let (first, last) = (&paths[self.random.below(paths.len())], &paths[self.random.below(paths.len())]);
        let _ = writeln!(
            self.out,
            "static {name} set_{name}({name} v, unsigned long y) {{ v.{first} = y; v.{last} += 3; return v; }}\n\
             static unsigned long sum_{name}(const {name} *p) {{ return p->{first} * 5ul + p->{last}; }}\n\
             static void mix_{name}(void *p, unsigned long *y) {{ (({name} *)p)->{last} ^= *y; *y += sum_{name}(p); }}"
        );
        self.records.push(Record { name: name.to_owned(), paths });
    }

    fn statement(&mut self, kinds: &[usize]) {
        let (to, from) = (self.random.below(kinds.len()), self.random.below(kinds.len()));
        let path = |generator: &mut Self, object: usize| {
            let paths = &generator.records[kinds[object]].paths;
            format!("o{object}.{}", paths[generator.random.below(paths.len())])
        };
        let (number, other) = (self.random.draw() % 1000, self.random.draw() % 1000);
        let ty = self.choose(&INTEGERS);
        let text = match self.random.below(16) {
            0 | 1 => format!("{} = y * {number} + {other};", path(self, to)),
            2 => format!("y += {};", path(self, from)),
            3 => {
                let op = self.choose(&["+=", "^=", "-=", "|=", "*="]);
                format!("{} {op} y + {number};", path(self, to))
            }
            4 => format!("y += {}++;", path(self, to)),
            5 => format!(
                "if (sizeof o{to} >= sizeof({ty})) *({ty} *)((char *)&o{to} + {number} % (sizeof o{to} - sizeof({ty}) + 1)) = y ^ {other};"
            ),
            6 => format!(
                "if (sizeof o{to} >= sizeof({ty})) y ^= *({ty} *)((char *)&o{to} + {number} % (sizeof o{to} - sizeof({ty}) + 1));"
            ),
            7 => {
                let name = if to == from { "memmove" } else { "memcpy" };
                format!(
                    "{{ size_t n = 1 + {number} % (sizeof o{to} < sizeof o{from} ? sizeof o{to} : sizeof o{from}); {name}((char *)&o{to} + {other} % (sizeof o{to} - n + 1), (char *)&o{from} + {number} % (sizeof o{from} - n + 1), n); }}"
                )
            }
            8 => format!(
                "for (unsigned i = 0; i < sizeof o{to}; i += {}) ((unsigned char *)&o{to})[i] ^= y + i;",
                1 + number % 3
            ),
            10 => {
                let name = &self.records[kinds[to]].name;
                format!("o{to} = set_{name}(o{to}, y + {number});")
            }
            11 => {
                let name = &self.records[kinds[to]].name;
                format!("mix_{name}(&o{to}, &y); y += sum_{name}(&o{to});")
            }
            12 => format!(
                "{{ double d = (double)(long)(y & 0xffffff) * 0.37 - {number}; y ^= *(unsigned long *)&d; memcpy(&o{to}, &d, sizeof o{to} < 8 ? sizeof o{to} : 8); }}"
            ),
            13 => format!(
                "{{ union {{ float f; unsigned u; }} v; v.f = (float)(y % {}) / {}.5f; y += v.u + (long)(v.f * 3); }}",
                number + 1,
                other % 9
            ),
            14 => format!(
                "{{ typedef int four __attribute__((vector_size(16))); four v = {{ y, y >> 3, {number}, 7 }}; v = v * 3 + (v > {other}); y += v[{}] ^ v[0]; }}",
                number % 4
            ),
            _ if kinds[to] == kinds[from] => format!("o{to} = o{from};"),
            _ => format!(
                "y += memcmp(&o{to}, &o{from}, sizeof o{to} < sizeof o{from} ? sizeof o{to} : sizeof o{from}) > 0; memset((char *)&o{to} + {number} % sizeof o{to}, {}, 1);",
                other % 256
            ),
        };
        let _ = writeln!(self.out, "  {text}");
    }
}
