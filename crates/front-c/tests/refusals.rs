//! What the front end does not support is refused, or left open where runs come to it, with a message that names the line.

use kyklos_base::Severity;
use kyklos_front_c::{Options, load_text};

/// The lines and messages of all errors; if there are none, of what is left open.
fn refusals(text: &str) -> Vec<String> {
    match load_text("t.c", text, &Options::default()) {
        Ok((_, warnings)) => {
            let open = warnings.iter().filter_map(|one| {
                let message = one.message.strip_suffix("; what runs do that come here stays open")?;
                Some(format!("{} open: {message}", one.span.start.line))
            });
            open.collect()
        }
        Err((_, diagnostics)) => {
            let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
            errors.map(|error| format!("{}: {}", error.span.start.line, error.message)).collect()
        }
    }
}

/// Each program is refused with exactly these messages.
fn refused(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(refusals(text), *expected, "{text}");
    }
}

#[test]
fn effects_that_would_be_lost_or_repeated_are_left_open() {
    refused(&[
        (
            "int f(void);\nint main(void) {\n int a[3] = {[0 ... 2] = f(), [0] = 5};\n return a[0]; }",
            &["3 open: a range of elements whose value does something is not supported; name the elements"],
        ),
        (
            "int main(void) {\n int *a[3] = {[0 ... 2] = &(int){1}};\n return *a[0]; }",
            &["2 open: a range of elements whose value does something is not supported; name the elements"],
        ),
        (
            "void *malloc(unsigned long);\nint main(void) { int n = 3, i = 0; int (*p)[n] = malloc(2 * sizeof *p);\n\
             return (int) sizeof p[i++]; }",
            &["3 open: the size of a row of variable length whose operand does something is not supported"],
        ),
    ]);
}

#[test]
fn printing_that_writes_is_known() {
    refused(&[
        (
            "int printf(const char *, ...);\nint main(void) { int n = 0;\n printf(\"ab%n\", &n);\n return n; }",
            &[],
        ),
        (
            "struct f; extern struct f *stderr; int fprintf(struct f *, const char *, ...);\n\
             int main(void) { signed char n = 0;\n fprintf(stderr, \"100%%n %d %hhn\", 1, &n);\n return n; }",
            &[],
        ),
        ("int printf(const char *, ...);\nint main(void) { printf(\"100%%n\"); return 0; }", &[]),
    ]);
}

#[test]
fn alignments_that_are_not_known_are_refused() {
    refused(&[
        (
            "int main(void) {\n return _Alignof(int __attribute__((aligned(128)))); }",
            &["2: an alignment of its own within `_Alignof` is not supported"],
        ),
        (
            "struct s { char c; int i __attribute__((packed)); } s;\nint main(void) {\n return __alignof__(s.i); }",
            &["3: `__alignof__` of a member that is packed or aligned"],
        ),
    ]);
}

#[test]
fn unsupported_types_are_refused_where_they_are_used() {
    refused(&[
        (
            "_Float128 x;\nint main(void) {\n x = 0; }",
            &["1 open: this type of floating point numbers is not supported"],
        ),
        (
            "struct s { int x : 33; };\nint main(void) {\n struct s s;\n return 0; }",
            &["3: a bit-field of a width that its type does not have"],
        ),
        (
            "struct s;\nint f(struct s *s) {\n return s->n; }\nint main(void) { return f(0); }",
            &["3: `struct s` is incomplete"],
        ),
        (
            "_Complex double z;\nint main(void) {\n z %= 2; }",
            &["3: an operation that complex numbers do not have"],
        ),
        (
            "int main(void) { int n = 2;\n int (*p[2])[n];\n return 0; }",
            &["2 open: pointers to arrays of variable length are not supported inside other types"],
        ),
        (
            "int main(void) { int n = 2;\n static int a[n];\n return 0; }",
            &["2: the length of an array that is not of its block must be a constant"],
        ),
        (
            "int f(int n,\n int a[n++]) { return a[0]; }\nint main(void) { return f(1, 0); }",
            &["2: the length of a parameter does more than to give a number"],
        ),
        (
            "int f(int n,\n int a[n][n++]) { return a[0][0]; }\nint main(void) { return f(1, 0); }",
            &["2: the length of a parameter does more than to give a number"],
        ),
        (
            "void *memset(void *, int, unsigned long);\nint main(void) { int n = 3; int a[n][n];\n memset(a, 0, sizeof a); }",
            &["3 open: arrays in arrays of variable length are not supported here"],
        ),
        (
            "typedef int t[];\nint main(void) {\n return sizeof(t); }",
            &["3: the size of `int[]` is not a constant"],
        ),
    ]);
}

#[test]
fn unsupported_pointers_are_refused() {
    refused(&[
        ("int main(void) { void *p = 0;\n return *p; }", &["2: a `void *` is followed"]),
        (
            "struct s { int x : 3; };\nint main(void) { struct s s;\n int *p = &s.x;\n return 0; }",
            &["3: the address of a bit-field"],
        ),
        ("extern int a[];\nint main(void) {\n return a[0]; }", &[]),
    ]);
}

#[test]
fn unsupported_language_is_refused() {
    refused(&[
        (
            "int main(void) {\n return __builtin_ia32_rdtsc() > 0; }",
            &["2 open: the compiler's own function `__builtin_ia32_rdtsc` is not supported"],
        ),
        (
            "int *p;\nint main(void) {\n __asm__(\"mov %1, %0\" : \"=r\"(p) : \"r\"(1));\n return 0; }",
            &["3 open: assembler that writes anything but integers is not supported"],
        ),
        ("int main(void) {\n return _Generic(1, long: 2); }", &["2: `_Generic` has no case for `int`"]),
        (
            "enum e { A };\nint main(void) { enum e e;\n return _Generic(&e, int *: 2, const enum e *: 3); }",
            &["3: `_Generic` has no case for `enum e *`"],
        ),
        (
            "int main(void) {\n return _Generic(0, int: 1, const int: 2, signed: 3); }",
            &["2: `_Generic` has two cases for `int`"],
        ),
        ("int f(void) { return 1; }", &["0: there is no function `main` to start from"]),
        (
            "typedef unsigned long t; int pthread_create(t *, void *, void *(*)(void *), void *);\n\
             static void *f(void *p) { return p; }\nint main(void) { t id;\n return pthread_create(&id, 0, f, 0); }",
            &["4 open: `pthread_create` is not supported: runs of one thread are all that is looked at"],
        ),
        (
            "struct s { int n; int d[]; };\nint main(void) { struct s x = {1, {2}};\n return x.n; }",
            &["2: first values of a flexible array member need a variable that lives as long as the program"],
        ),
    ]);
}

#[test]
fn wrong_programs_are_refused() {
    refused(&[
        ("int main(void) {\n return x; }", &["2: `x` is not declared"]),
        ("int main(void) {\n goto l; }", &["2: there is no label `l`"]),
        ("int main(void) {\n break; }", &["2: `break` outside a loop and a `switch`"]),
        ("int main(void) {\n continue; }", &["2: `continue` outside a loop"]),
        ("int main(void) {\n case 1: return 0; }", &["2: a case outside a `switch`"]),
        (
            "int main(void) {\n 1 = 2; }",
            &["2: what is assigned to is not a place in memory that can be written"],
        ),
        ("struct s { int x; } s;\nint main(void) {\n return s.y; }", &["3: `struct s` has no member `y`"]),
        (
            "struct s { int x; } s;\nint main(void) {\n return s + 1; }",
            &["3: a value of type `struct s` is used as a number"],
        ),
        (
            "int f(int x) { return x; }\nint main(void) {\n return f(); }",
            &["3: `f` takes 1 arguments, not 0"],
        ),
        ("int main(void) { int x;\n return x(); }", &["2: a value of type `int` is called"]),
        (
            "int main(void) {\n int a[2] = {1, 2, 3};\n return 0; }",
            &["2: more values than there are places for"],
        ),
        (
            "int g;\nint h = g;\nint main(void) { return h; }",
            &["2: the first value of a variable of the program must be a constant"],
        ),
        ("int main(void) {\n switch (1) { case 1: case 1: return 0; } }", &["2: the case is there twice"]),
        ("int main(void) {\n l: l: return 0; }", &["2: two labels are called `l`"]),
        ("int main(void) {\n return *1; }", &["2: a value of type `int` is not a pointer"]),
        (
            "void f(void) { }\nint main(void) {\n return f(); }",
            &["3: a value of type `void` is used as `int`"],
        ),
    ]);
}

#[test]
fn floating_point_numbers_are_no_integers() {
    let message = |body: &str| {
        refusals(&format!("double d;\nint i, *p, a[3]; char c; void f(int);\nint main(void) {{\n{body} }}"))
    };
    for (body, expected) in [
        ("p = a + d;", "a floating point number is used where an integer or a pointer is needed"),
        ("i = a[d];", "a floating point number is used where an integer or a pointer is needed"),
        ("switch (d) { }", "a floating point number is used where an integer or a pointer is needed"),
        ("d % 2;", "a floating point number is used where an integer or a pointer is needed"),
        ("d <<= 1;", "a floating point number is used where an integer or a pointer is needed"),
    ] {
        assert_eq!(message(body)[0], format!("4: {expected}"), "{body}");
    }
}

#[test]
fn all_refusals_of_a_program_are_told() {
    refused(&[(
        "int f(void) {\n return 1 % 1.0; }\nint main(void) {\n int *x = 1.0;\n if (y) return f();\n return z; }",
        &[
            "2: a floating point number is used where an integer or a pointer is needed",
            "4: a value of type `double` is used as `int *`",
            "5: `y` is not declared",
            "6: `z` is not declared",
        ],
    )]);
}

#[test]
fn what_is_not_used_is_not_refused() {
    refused(&[
        (
            "double d = 1.5; float f(float x) { return x * 2; } struct b { int x : 3; }; union u { int a; char b; };\n\
          int k(a) int a; { return a; } int main(void) { return sizeof(double); }",
            &[],
        ),
        (
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\n#include <math.h>\n\
          int main(void) { printf(\"%d\\n\", 1); assert(1); return 0; }",
            &[],
        ),
    ]);
}

#[test]
fn arguments_that_cannot_be_made_up_are_refused() {
    let text = "int rows(int n, int (*a)[n]) { return a[0][0]; }\nint row(int n, int x, int (*a)[n]) { return a[0][x]; }\n";
    for (entry, line) in [("rows", 1), ("row", 2)] {
        let options = Options { entry: entry.to_owned(), ..Options::default() };
        let (_, diagnostics) = load_text("t.c", text, &options).unwrap_err();
        let message = format!("`{entry}` starts the program, but its parameter is a ");
        let refusal = |one: &&kyklos_base::Diagnostic| one.message.starts_with(&message);
        let refusal = diagnostics.iter().find(refusal);
        assert_eq!(refusal.map(|one| one.span.start.line), Some(line), "{diagnostics:?}");
    }
}

#[test]
fn static_assertions_are_looked_at() {
    refused(&[
        (
            "_Static_assert(sizeof(int) == 4, \"\");\n_Static_assert(2 < 1, \"\");\n\
             int main(void) {\n _Static_assert(sizeof(long) < 8, \"\");\n return 0; }",
            &["2: the static assertion does not hold", "4: the static assertion does not hold"],
        ),
        (
            "int n;\n_Static_assert(n, \"\");\nint main(void) { return 0; }",
            &["2: this must be an integer constant"],
        ),
    ]);
}

#[test]
fn refused_enumerations_are_not_lost() {
    refused(&[
        (
            "enum f { A = -1, B = 18446744073709551615ULL };\nint main(void) {\n return B > 0; }",
            &["1: no integer type holds all constants of the enumeration"],
        ),
        (
            "enum f { A = -1, B = 18446744073709551615ULL };\nint main(void) {\n enum f x = 0; return x; }",
            &["1: no integer type holds all constants of the enumeration"],
        ),
        ("enum f { A = -1, B = 18446744073709551615ULL };\nint main(void) { return 0; }", &[]),
        (
            "enum f { A = 2147483647, B };\nint main(void) {\n return B > 0; }",
            &["1: the constant 2147483648 overflows its type `int`"],
        ),
        ("int main(void) {\n enum g x;\n return 0; }", &["2: `enum g` is incomplete"]),
        (
            "enum s { A };\nstruct s { int x; };\nint main(void) { return 0; }",
            &["2: the tag of an enumeration names a struct"],
        ),
    ]);
}

#[test]
fn functions_of_tools_are_known_or_refused() {
    for name in
        ["klee_get_obj_size", "__VERIFIER_spawn", "__CPROVER_OBJECT_SIZE", "__ESBMC_loop", "__assert_maybe"]
    {
        let text = format!("int {name}(int);\nint main(void) {{\n return {name}(1); }}");
        let expected = format!("3 open: `{name}` is a tool's own function, and not supported");
        assert_eq!(refusals(&text), [expected]);
        // One's own function may have any name.
        let text = format!("int {name}(int x) {{ return x; }}\nint main(void) {{ return {name}(1); }}");
        assert_eq!(refusals(&text), [""; 0]);
    }
}

#[test]
fn inputs_of_unknown_names_are_refused() {
    let program = |name: &str| {
        format!("typedef int mine;\nextern int {name}(void);\nint main(void) {{\n return {name}(); }}")
    };
    let expected = "4 open: `__VERIFIER_nondet_xyz` is a tool's own function, and not supported";
    assert_eq!(refusals(&program("__VERIFIER_nondet_xyz")), [expected]);
    for name in ["__VERIFIER_nondet_int", "__VERIFIER_nondet_u32", "__VERIFIER_nondet_mine", "nondet_xyz"] {
        assert_eq!(refusals(&program(name)), [""; 0], "{name}");
    }
}

#[test]
fn attributes_that_matter_are_not_ignored() {
    refused(&[
        (
            "int f(void) __attribute__((alias(\"g\")));\nint main(void) {\n return f(); }",
            &["1: `f` is `g` by another name, which is no function here"],
        ),
        ("int y;\nextern int x __attribute__((alias(\"y\")));\nint main(void) {\n return x; }", &[]),
        ("int f(void) __attribute__((alias(\"g\")));\nint main(void) { return 0; }", &[]),
        (
            "void g(int *p);\nint main(void) {\n __attribute__((cleanup(g))) int x = 0; return x; }",
            &["3: `g`, which is to clean up, is not defined here"],
        ),
        (
            "typedef int wide __attribute__((aligned(16)));\nint main(void) {\n wide x = 1; return x; }",
            &["1 open: the attribute `aligned` is not supported"],
        ),
        (
            "typedef int v __attribute__((vector_size(15)));\nint main(void) {\n v x; return 0; }",
            &["1 open: the size `15` of a vector is not supported"],
        ),
        ("int main(void) {\n return sizeof(int __attribute__((vector_size(8)))); }", &[]),
        (
            "int main(void) {\n unsigned char _Complex u; __real__ u = 200;\n return __real__(u + u); }",
            &["2 open: complex numbers of integers smaller than `int` are not supported"],
        ),
        (
            "int main(void) {\n _Complex int z = 1 + 2i;\n int k = __imag__ z++;\n return k; }",
            &["3 open: this change of a vector or complex number is not supported"],
        ),
        (
            "struct s { int x __attribute__((aligned(N))); };\nint main(void) {\n struct s s; return 0; }",
            &["3: the alignment `N` is not supported"],
        ),
    ]);
}

#[test]
fn variables_that_may_not_be_there_are_refused() {
    refused(&[("extern int v __attribute__((weak));\nint main(void) {\n return &v != 0; }", &[])]);
    let defined = "extern int v __attribute__((weak));\nint v = 1;\nint main(void) { return &v != 0; }";
    assert_eq!(refusals(defined), [""; 0]);
}
