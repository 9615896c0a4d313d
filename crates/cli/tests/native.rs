//! What a finding in C says of its native run, in every way that one can end. The compiler is a script that gives
//! native runs a program of their own, as if the interpreter had run a wrong model.

#![cfg(unix)]

mod support;

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use support::{Answer, TemporaryFile, command, finish};

/// It preprocesses as `cc` does. To compile, it defines `NATIVE` first; or it does what its environment says.
const COMPILER: &str = "#!/bin/sh\n\
    case \" $* \" in *\" -E \"*) exec cc \"$@\" ;; esac\n\
    case \"$TEST_COMPILER:$*\" in missing:*) exit 1 ;; wide:*-m32*) exit 1 ;; esac\n\
    exec cc -DNATIVE=\"$TEST_NATIVE\" \"$@\"\n";

const PROGRAM: &str = "#include <assert.h>\n#include <stdlib.h>\n\
    int main(void) {\n\
    #ifdef NATIVE\n\
      volatile int zero = 0; char *end = malloc(1);\n\
      if (NATIVE == 1) return 0;\n\
      if (NATIVE == 2) exit(3);\n\
      if (NATIVE == 3) end[zero + 1] = 0;\n\
      if (NATIVE == 4) while (!zero) ;\n\
      free(end);\n\
    #if NATIVE == 5\n\
    #error no\n\
    #endif\n\
    #endif\n\
      assert(0);\n\
    }\n";

/// Checks the program where native runs do something of their own. Its compiler and file live as long as the call.
fn checked(name: &str, program: &str, compiler: &str, native: u32, options: &[&str]) -> Answer {
    let script = TemporaryFile::new(&format!("{name}-cc"), COMPILER);
    std::fs::set_permissions(script.name(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let file = TemporaryFile::new(&format!("{name}.c"), program);
    let mut command = command(&[&["check", file.name()], options].concat());
    command.env("CC", script.name()).env("TEST_COMPILER", compiler).env("TEST_NATIVE", native.to_string());
    let answer = finish(command.spawn().unwrap());
    assert_eq!(answer.status, Some(1), "{answer:?}");
    answer
}

/// What the line says behind `replay: `.
fn replay(answer: &Answer) -> &str {
    let line = answer.stdout.lines().find_map(|line| line.split_once("replay: "));
    line.unwrap_or_else(|| panic!("{answer:?}")).1
}

fn has_compiler() -> bool {
    std::process::Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn every_end_of_a_native_run_is_told_next_to_the_finding() {
    if !has_compiler() {
        return;
    }
    let by_interpreter = "confirmed by the interpreter; ";
    let ends = [
        (0, "", "confirmed-native"),
        (1, by_interpreter, "the native run ended normally with status 0 and showed no error"),
        (2, by_interpreter, "the native run ended with status 3 and showed no error"),
        (3, by_interpreter, "the native run stopped at "),
        (5, by_interpreter, "no native run: the C compiler "),
    ];
    for (native, start, told) in ends {
        let answer = checked(&format!("end-{native}"), PROGRAM, "", native, &[]);
        assert!(replay(&answer).starts_with(&format!("{start}{told}")), "{native}: {answer:?}");
    }
    let answer = checked("no-compiler", PROGRAM, "missing", 0, &[]);
    assert!(replay(&answer).starts_with(&format!("{by_interpreter}no native run: ")), "{answer:?}");
    // The time limit holds for the native run, too; the watchdog may be faster.
    let answer = checked("end-4", PROGRAM, "", 4, &["--timeout", "6"]);
    assert!(replay(&answer).starts_with(by_interpreter), "{answer:?}");
    assert!(replay(&answer).contains("time"), "{answer:?}");
}

#[test]
fn what_compilers_may_fold_is_told_as_such() {
    if !has_compiler() {
        return;
    }
    let program = "int main(void) {\n#ifdef NATIVE\nreturn 0;\n#else\nint *p = 0; return *p;\n#endif\n}\n";
    let answer = checked("folded", program, "", 1, &[]);
    let told = "confirmed by the interpreter; the native run ended normally with status 0 and showed no error \
                (compilers may fold what is undefined)";
    assert_eq!(replay(&answer), told);
}

#[test]
fn nothing_is_confirmed_natively_with_types_of_other_sizes() {
    if !has_compiler() {
        return;
    }
    let answer = checked("narrow", PROGRAM, "wide", 0, &["--data-model", "ilp32"]);
    let told =
        "confirmed by the interpreter; the native run showed the error too, but its types had other sizes";
    assert!(replay(&answer).starts_with(told), "{answer:?}");
    let answer = checked("narrow-json", PROGRAM, "wide", 0, &["--data-model", "ilp32", "--json"]);
    let report: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(report["findings"][0]["replay"], "confirmed");
    assert_eq!(report["findings"][0]["native"]["shows"], "nothing");
}
