//! Files that are no programs, or enormous ones: accepted or refused in words, within seconds.

mod support;

use support::{Answer, TemporaryFile, kyklos};

/// Runs `kyklos run` on a file of this content.
fn run(name: &str, content: impl AsRef<[u8]>) -> Answer {
    let file = TemporaryFile::new(name, content);
    kyklos(&["run", file.name()])
}

/// Ten megabytes of repetitions.
fn much(text: &str) -> String {
    text.repeat(10_000_000 / text.len())
}

#[test]
fn what_cannot_be_read_is_refused() {
    for name in ["run", "ast", "cfg"] {
        kyklos(&[name, "no/such/file.uc"]).assert_refused("error: cannot read `no/such/file.uc`");
        kyklos(&[name, "examples"]).assert_refused("cannot tell the language of `examples`");
        kyklos(&[name, "examples", "--language", "microc"]).assert_refused("error: cannot read `examples`");
        kyklos(&[name, "README.md"]).assert_refused("cannot tell the language of `README.md`");
    }
    let arguments = ["run", "examples/sort.uc", "--input-file"];
    kyklos(&[&arguments[..], &["no/such/file"]].concat()).assert_refused("error: cannot read `no/such/file`");
    kyklos(&[&arguments[..], &["examples"]].concat()).assert_refused("error: cannot read the input");
}

#[test]
fn what_is_no_text_is_refused() {
    run("latin.uc", b"main() {\n  return 0; // \xfc\n}\n").assert_refused("latin.uc:2:16\n");
    run("nul.uc", "main() {\n  return\x000;\n}\n").assert_refused("nul.uc:2:9\n");
    run("nul.flow", "flow 1\n\x00").assert_refused("nul.flow:2:1\n");
    // Bytes without order, and text without order.
    let noise = |range: u64| {
        let mut state = 1u64;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % range
        })
    };
    let bytes: Vec<u8> = noise(256).take(100_000).map(|byte| byte as u8).collect();
    let text: Vec<u8> = noise(95).take(100_000).map(|byte| 32 + byte as u8).collect();
    for name in ["noise.uc", "noise.flow"] {
        run(name, &bytes).assert_refused("this byte is not UTF-8 text");
        run(name, &text).assert_refused(&format!("{name}:1:"));
    }
}

#[test]
fn nothing_is_no_program() {
    for content in ["", "\n", "\u{feff}", "// nothing\n", "/* nothing */"] {
        run("empty.uc", content).assert_refused("the program has no function `main`");
        run("empty.flow", content).assert_refused("error: ");
    }
}

#[test]
fn deep_nesting_is_run_or_refused() {
    let nested = |before: &str, middle: &str, after: &str, depth: usize| {
        let text = format!("{}{middle}{}", before.repeat(depth), after.repeat(depth));
        format!("main() {{ var x; x = 0; x = {text}; return x; }}")
    };
    let statements = |before: &str, after: &str, depth: usize| {
        let text = format!("{}x = 1;{}", before.repeat(depth), after.repeat(depth));
        format!("main() {{ var x; x = 0; {text} return x; }}")
    };
    for depth in [300, 100_000] {
        let programs = [
            nested("(", "1", ")", depth),
            nested("!!", "1", "", depth),
            nested("- -", "x + 1", "", depth),
            nested("[", "1", "][0]", depth),
            nested("*alloc (", "1", ")", depth),
            nested("x == 0 && (", "1", ")", depth),
            nested("", "1", " + 0", depth),
            statements("{ ", "}", depth),
            statements("if (1) ", "", depth),
            statements("if (0) x = 2; else ", "", depth),
            statements("if (1) { ", " } else { x = 3; }", depth),
            statements("while (x == 0) { ", " }", depth),
        ];
        for program in programs {
            let answer = run("deep.uc", &program);
            match depth {
                300 => assert_eq!(answer.stderr.as_str(), "returned 1\n", "{program:.99}"),
                _ => answer.assert_refused("error: nested more than"),
            }
        }
    }
}

#[test]
fn a_long_line_is_a_program_too() {
    let answer = run("line.uc", format!("main() {{ var x; x = 0; {} return x; }}", much("x = x + 1;")));
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), "returned 1000000\n"));
}

#[test]
fn many_statements_are_a_program_too() {
    let text = "  if (x < 0) {\n    x = x / (x - 1);\n  } else {\n    x = x + 1;\n  }\n";
    let answer = run("lines.uc", format!("main() {{\n  var x;\n  x = 0;\n{}  return x;\n}}\n", much(text)));
    let expected = format!("returned {}\n", 10_000_000 / text.len());
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), expected.as_str()));
}

#[test]
fn long_tokens_and_lists_are_read_or_refused() {
    let array =
        run("array.uc", format!("main() {{ var a; a = [{}7]; return a[1]; }}", "8, ".repeat(1_000_000)));
    assert_eq!(array.stderr, "returned 8\n");
    run("digits.uc", format!("main() {{ return {}; }}", much("9")))
        .assert_refused("this number has 10000000 digits");
    run("name.uc", format!("main() {{ return {}; }}", much("a"))).assert_refused("error: the variable `aaaa");
    run("chain.uc", format!("main() {{ return 1{}; }}", much(" + 1")))
        .assert_refused("error: nested more than");
    run("braces.uc", much("{")).assert_refused("error: expected a function");
    run("open.uc", format!("main() {{ {}", much("x = (1; "))).assert_refused("error: ");
    run("undeclared.uc", format!("main() {{ {} return 0; }}", "x = 1; ".repeat(100_000)))
        .assert_refused(" more messages …");
    run("line.flow", much("flow ")).assert_refused("error: ");
    run("lines.flow", format!("flow 1\n{}", "type t0 = int\n".repeat(100_000))).assert_refused("error: ");
}

#[test]
fn long_inputs_are_read_or_refused() {
    let program = TemporaryFile::new("one.uc", "main() { return input % 10; }");
    for (length, says) in [(500_000, "returned 7\n"), (5_000_000, "is too long")] {
        let digits = TemporaryFile::new("digits", "7".repeat(length));
        let answer = kyklos(&["run", program.name(), "--input-file", digits.name()]);
        assert!(answer.stderr.contains(says) && answer.stderr.len() < 1000, "{answer:?}");
    }
    let endless = kyklos(&["run", program.name(), "--input-file", "/dev/zero"]);
    endless.assert_refused("is too long");
}
