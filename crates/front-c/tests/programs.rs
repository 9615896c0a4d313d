//! Small C programs, run concretely: what they return, or how they fail.

use kyklos_base::Int;
use kyklos_flow::CheckClass;
use kyklos_front_c::{DataModel, Options, load_text};
use kyklos_interp::{Environment, InputRequest, Interpreter, Limits, RunEnd, SparseArray};
use std::collections::BTreeMap;
use std::io;

/// All inputs are 7; arrays without ends hold 5 throughout.
struct Sevens;

impl Environment for Sevens {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        // What the library chooses is nothing special.
        if request.name.starts_with('(') {
            return Ok(Some(Int::ZERO));
        }
        Ok(Some(request.ty.wrap(&Int::from(7))))
    }

    fn input_array(&mut self, _: &InputRequest<'_>) -> io::Result<Option<SparseArray>> {
        Ok(Some(SparseArray { entries: BTreeMap::new(), default: Int::from(5) }))
    }

    fn output(&mut self, _: &Int) -> io::Result<()> {
        Ok(())
    }
}

fn outcome_with(text: &str, options: &Options) -> String {
    let (program, _) = match load_text("t.c", text, options) {
        Ok(loaded) => loaded,
        Err((sources, diagnostics)) => {
            return diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
        }
    };
    let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = Limits { max_steps: Some(100_000), ..Limits::default() };
    let report = interpreter.run(&[], &mut Sevens, &limits).unwrap();
    match &report.end {
        RunEnd::Returned(value) => value.as_ref().map_or("returned".to_owned(), Int::to_string),
        end @ RunEnd::Stopped(_) => end.to_string(),
        RunEnd::Failed => {
            let location = &program.procedures[report.procedure].locations[report.location];
            location.error().map_or(String::new(), |site| format!("{}: {}", site.kind.name(), site.message))
        }
        end => format!("{end:?}"),
    }
}

/// What a program comes to.
fn outcome(text: &str) -> String {
    outcome_with(text, &Options::default())
}

/// Each body of `main` returns this.
fn returns(cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        assert_eq!(outcome(&format!("int main(void) {{ {body} }}")), *expected, "{body}");
    }
}

/// Each program returns this.
fn programs(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(outcome(text), *expected, "{text}");
    }
}

#[test]
fn expressions_are_evaluated_from_left_to_right() {
    returns(&[
        ("int i = 1; int r = i++ + i++; return r * 10 + i;", "33"),
        ("int i = 1; return i + (i = 5) + i;", "11"),
        ("int a[3] = {0}; int i = 0; a[i++] = i; return a[0] * 10 + i;", "1"),
        ("int x = 1, y; y = (x = 4) + 1; return x * y;", "20"),
        ("int x = 5; return (x += 2, x * 2);", "14"),
        ("int x = 3; x += x++; return x;", "7"),
        ("int a[2] = {1, 0}; return (a[a[0]] = 9) + a[1];", "18"),
        ("int x = 2; int *p = &x; return x + (*p = 3);", "5"),
    ]);
    programs(&[
        ("int g = 1; int f(void) { g = 10; return 1; } int main(void) { return g + f() + g; }", "12"),
        ("int f(int *p) { *p = 8; return 1; } int main(void) { int x = 1; return x + f(&x) + x; }", "10"),
        (
            "int f(int x) { return x; } int main(void) { int i = 0; int g(int, int); return g(i++, i++); } \
          int g(int a, int b) { return a * 10 + b; }",
            "1",
        ),
    ]);
}

#[test]
fn conditions_stop_where_they_are_decided() {
    returns(&[
        ("int *p = 0; return p && *p;", "0"),
        ("int x = 0; return !p_(0) || 1; int p_(int);", "1"),
        ("int x = 0; (x > 0) && (x = 5); return x;", "0"),
        ("int x = 1; (x > 0) && (x = 5); return x;", "5"),
        ("int a[2] = {0, 3}; int i = 2; return i < 2 && a[i] == 3;", "0"),
        ("int a[2] = {0, 3}; int i = 1; return !(i >= 2 || a[i] != 3);", "1"),
        ("int x = 0; int y = x ? 1 / x : -1; return y;", "-1"),
        ("int x = 7; return (x > 5 ? x < 9 : x) == 1;", "1"),
        ("int x = 3; if ((x && (x = 0)) != 0) return 1; return x;", "0"),
        ("int x = 3; _Bool b = x && x / 1; return b;", "1"),
        ("int x = 3; if ((_Bool) (x && x / x)) return 4; return 5;", "4"),
        ("for (int i = 0; ; i++) if (i * i > 50) return i;", "8"),
    ]);
}

#[test]
fn statements_do_what_c_says() {
    returns(&[
        (
            "int s = 0; for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; s += i; } return s;",
            "5",
        ),
        ("int i = 0; do i += 3; while (i < 7); return i;", "9"),
        ("int i = 9; do { if (i == 9) break; i = 1; } while (1); return i;", "9"),
        ("int i = 0; do { i++; if (i < 3) continue; } while (i < 3); return i;", "3"),
        ("int i = 0; again: i++; if (i < 4) goto again; return i;", "4"),
        ("goto in; int i; for (i = 0; i < 3; i++) { in: i = 2; } return i;", "3"),
        (
            "int s = 0; for (int x = 0; x < 6; x++) switch (x) { case 1: s += 1; case 2: s += 10; break; \
           case 3 ... 4: s += 100; break; default: s += 1000; } return s;",
            "2221",
        ),
        ("switch (3) { case 1: return 1; } return 2;", "2"),
        ("int x = 2; switch (x) { default: x = 9; case 1: case 7: x++; } return x;", "10"),
        (
            "int n = 5, s = 0; switch (n % 4) { case 0: do { s++; case 3: s++; case 2: s++; case 1: s++; } \
           while ((n -= 4) > 0); } return s;",
            "5",
        ),
        ("int x = 1; { int x = 2; { int x = 3; } x++; } return x;", "1"),
        ("int x = 4; int y = ({ int x = 5; x + 1; }); return x * y;", "24"),
        ("if (0) { a: return 1; } goto a;", "1"),
        ("while (1) { if (1) break; } return 3;", "3"),
        ("int i = 3; while (i --> 0) ; return i;", "-1"),
        ("for (;;) { for (;;) break; break; } ; return 0;", "0"),
        ("unsigned char c = 0; int n = 0; do n++; while (++c); return n;", "256"),
        ("return sizeof(int) + sizeof(char[3]) + sizeof(struct { char c; long l; short s; });", "31"),
    ]);
}

#[test]
fn arrays_and_pointers_work_together() {
    returns(&[
        ("int a[5] = {1, [3] = 7, 9}; return a[0] + a[2] + a[3] * 10 + a[4] * 100;", "971"),
        (
            "int a[] = {4, 5, 6}; int s = 0; for (int *p = a; p < a + 3; p++) s = s * 10 + *p; return s;",
            "456",
        ),
        ("int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; return a[1][0] * 10 + a[0][2];", "43"),
        ("int a[2][3] = {1, 2, 3, 4, 5, 6}; int (*r)[3] = a; r++; return (*r)[1];", "5"),
        ("int a[4] = {1, 2, 3, 4}; int *p = &a[3], *q = a; return (p - q) * 10 + p[-2];", "32"),
        (
            "int x = 3, y = 4; int *p = &x; int **pp = &p; **pp = 5; *pp = &y; *p = 6; return x * 10 + y;",
            "56",
        ),
        ("char s[] = \"ab\\n\"; return s[0] + s[2] * 1000 + sizeof s * 1000000;", "4010097"),
        ("char *s = \"hello\"; int n = 0; while (*s++) n++; return n;", "5"),
        ("int n = 4; int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; return a[3];", "9"),
        (
            "int n = 2; int a[n + 1]; int *p = a; a[0] = 1; int x = a[0] + (p[0] = 4) + a[0]; return x * 10 + a[2];",
            "97",
        ),
        ("int n = 2; int a[n]; return a[2];", "out-of-bounds: index out of bounds: `a[2]`"),
        ("int a[100] = {[50] = 3}; return a[50] + a[51];", "3"),
        ("int a[3] = {[0 ... 2] = 4}; return a[0] + a[1] + a[2];", "12"),
        ("int x = 1; int *p = &x; return (p == &x) + (p != 0) + !!p;", "3"),
        ("const char *t[] = {\"x\", \"yz\"}; return t[1][1];", "122"),
        (
            "int a[3] = {1, 2, 3}; int *p = a; int x = *p++; x = x * 10 + *p; x = x * 10 + *++p; return x;",
            "123",
        ),
        ("int a[2] = {1, 2}; void *v = a; int *p = v; return p[1];", "2"),
        ("return *(int[]){6, 7} + ((int[]){6, 7})[1];", "13"),
        ("int a[3] = {0}; return 2[a] + (&a[1] == a + 1) + (&a[2] - &a[0]);", "3"),
    ]);
}

#[test]
fn structs_are_values() {
    let declarations = "struct p { int x, y; }; struct n { int v; struct n *next; struct p p; };\n";
    for (text, expected) in [
        ("int main(void) { struct p a = {1, 2}, b; b = a; b.x = 9; return a.x * 10 + b.x; }", "19"),
        (
            "struct p f(struct p a) { a.x++; return a; } int main(void) { struct p a = {1, 2}; return f(a).x * 10 + a.x; }",
            "21",
        ),
        ("int main(void) { struct n b = {2, 0}, a = {1, &b, {3, 4}}; return a.next->v * 10 + a.p.y; }", "24"),
        (
            "int main(void) { struct n a = {.p = {.y = 5}, .v = 1}; struct n *q = &a; q->p.x = 7; int *r = &q->p.x; \
          *r += 1; return a.p.x * 10 + a.p.y; }",
            "85",
        ),
        (
            "int main(void) { struct p a[2] = {{1, 2}, {3, 4}}; struct p *q = a + 1; q->y = 9; return a[1].y + a[0].x; }",
            "10",
        ),
        (
            "int main(void) { struct { int k; struct { int l, m; }; } a = {1, {2, 3}}; return a.l * 10 + a.m; }",
            "23",
        ),
        ("union u { int a; int b; }; int main(void) { union u u; u.a = 5; return u.b; }", "5"),
        (
            "struct a { int r[3]; }; struct a f(void) { struct a a = {{1, 2, 3}}; return a; } \
          int main(void) { return f().r[2]; }",
            "3",
        ),
        ("struct p g = {.y = 3}; int main(void) { struct p *q = &g; return q->x + q->y; }", "3"),
        ("int main(void) { struct p a; a = (struct p){4, 5}; return a.x + a.y; }", "9"),
        ("int main(void) { struct n a, b; a.v = 1; b = a; return b.v; }", "1"),
        (
            "struct n f(struct n a) { a.v++; return a; } int main(void) { struct n a; a.v = 1; return f(a).v; }",
            "2",
        ),
        (
            "struct v { void *v; struct v *n; }; int main(void) { int x = 4; struct v a = {&x, 0}, b = {0, &a}; \
          return *(int *) b.n->v; }",
            "4",
        ),
        ("struct n a, b = {1, &a}, a = {2, &b}; int main(void) { return b.next->v * 10 + a.next->v; }", "21"),
    ] {
        assert_eq!(outcome(&format!("{declarations}{text}")), expected, "{text}");
    }
}

#[test]
fn functions_call_each_other() {
    programs(&[
        ("int fac(int n) { return n < 2 ? 1 : n * fac(n - 1); } int main(void) { return fac(6); }", "720"),
        (
            "int odd(int n); int even(int n) { return n == 0 || odd(n - 1); } \
          int odd(int n) { return n != 0 && even(n - 1); } int main(void) { return even(7) * 10 + odd(7); }",
            "1",
        ),
        (
            "int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } \
          int apply(int (*f)(int, int), int a) { return f(a, 2); } \
          int main(void) { int (*t[2])(int, int) = {add, &sub}; return apply(t[0], 5) * 10 + (*t[1])(9, 1); }",
            "78",
        ),
        (
            "int n(void) { static int k = 3; return k++; } int main(void) { return n() * 100 + n() * 10 + n(); }",
            "345",
        ),
        (
            "int g = 5, *p = &g; int a[3] = {1, 2}; int *q = a + 1; int main(void) { *p += a[2]; return g * 10 + *q; }",
            "52",
        ),
        ("int f() { return 4; } int main() { return f(); }", "4"),
        (
            "void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } \
          int main(void) { int x = 1, y = 2; swap(&x, &y); return x * 10 + y; }",
            "21",
        ),
        ("int sum(int n, ...); int main(void) { int i = 0; sum(1, i++, i++); return i; }", "2"),
        (
            "int f(int a[], int n) { return n ? a[0] + f(a + 1, n - 1) : 0; } \
          int main(void) { int a[3] = {1, 2, 3}; return f(a, 3); }",
            "6",
        ),
        (
            "typedef int (*op)(int); int twice(int x) { return 2 * x; } op get(void) { return twice; } \
          int main(void) { return get()(4) + (get() == twice); }",
            "9",
        ),
        ("int main(void) { extern int e; return e; } int e = 3;", "3"),
        (
            "int f(char c) { return c; } int main(void) { int (*p)() = f; return p(1); }",
            "invalid-call: `p` points to no function of its type",
        ),
        ("int f(int c) { return c; } int main(void) { int (*p)() = f; return p('b' - 'a', 5); }", "1"),
        (
            "struct big { int a[200]; int b; } g = {.a = {[150] = 3}, .b = 4}; \
          int main(void) { struct big s = {{1}, 2}; return g.a[150] * 1000 + g.b * 100 + s.a[0] * 10 + s.b; }",
            "3412",
        ),
        (
            "unsigned char u[] = \"\\xff\"; char c[] = \"\\xff\"; int main(void) { return u[0] * 1000 + c[0]; }",
            "254999",
        ),
        ("enum c { A, B = 5, C }; int main(void) { enum c c = C; return A + B + c; }", "11"),
    ]);
}

#[test]
fn integers_have_the_sizes_of_their_types() {
    returns(&[
        ("unsigned char c = 300; return c;", "44"),
        ("signed char c = 200; return c;", "-56"),
        ("char c = '\\xff'; return c;", "-1"),
        ("_Bool b = 256; return b + b;", "2"),
        ("_Bool b = 0; b++; b++; return b;", "1"),
        ("unsigned x = 0; x--; return x == 4294967295u;", "1"),
        ("int x = 2147483647; x++; return x < 0;", "1"),
        ("unsigned x = 1; int y = -1; return y < x;", "0"),
        ("unsigned short x = 1; int y = -1; return y < x;", "1"),
        ("long x = 1; unsigned y = 4294967295u; return x < y;", "1"),
        ("int x = -7; return x / 2 * 100 + x % 2 + (x >> 1);", "-305"),
        ("unsigned x = -7; return x >> 28;", "15"),
        ("return ~5 + (5 ^ 3) + (5 | 8) + (6 & 3);", "15"),
        ("short s = 30000; s += 10000; return s;", "-25536"),
        ("unsigned char c = 255; return (c + 1) + (unsigned char)(c + 1);", "256"),
        ("long long x = 1; return (x << 40) >> 38;", "4"),
        ("return sizeof(1ul) + sizeof(1ll) + sizeof('a') + sizeof((char) 1 + (char) 1);", "24"),
    ]);
}

#[test]
fn failures_have_their_kinds() {
    returns(&[
        ("int x = 0; return 1 / x;", "division-by-zero: division by zero: `x` is 0"),
        ("return 1 % 0;", "division-by-zero: remainder of a division by zero"),
        (
            "int x = -2147483647 - 1, y = -1; return x / y;",
            "division-overflow: the least `int` is divided by -1: `x`",
        ),
        ("int x = 32; return 1 << x;", "shift-range: shift by `x`, which is not from 0 to 31"),
        ("int a[3] = {0}; int i = 3; return a[i];", "out-of-bounds: index out of bounds: `a[i]`"),
        ("int a[3] = {0}; return a[-1];", "out-of-bounds: index out of bounds: `a[-1]`"),
        ("int a[3] = {0}; int *p = a; return p[3];", "out-of-bounds: index out of bounds: `p[3]`"),
        ("int a[3] = {0}; int *p = &a[3]; return *p;", "out-of-bounds: `p` points outside its array"),
        ("int *p = 0; return *p;", "null-dereference: null pointer followed: `p` is null"),
        ("int *p = 0; p++; return 0;", "null-dereference: null pointer moved: `p` is null"),
        ("int *p; return *p;", "dangling-pointer: `p` points to no object, or to one that is gone"),
        (
            "struct { int *p; } s; return *s.p;",
            "dangling-pointer: `s.p` points to no object, or to one that is gone",
        ),
        ("int (*f)(void) = 0; return f();", "invalid-call: `f` points to no function of its type"),
        ("int n = 0; int a[n]; return 0;", "out-of-bounds: the length of `a` is not positive"),
        ("__VERIFIER_error(); return 0;", "error-statement: `__VERIFIER_error` is called"),
        ("int x = 3; __VERIFIER_assert(x == 4); return 0;", "assertion: assertion failed: `x == 4`"),
        ("int x = 3; assert(x > 2 && x < 3); return 0;", "assertion: assertion failed: `x > 2 && x < 3`"),
        ("__VERIFIER_assume(0); return 0;", "AssumptionViolated"),
        ("int x = 1; if (x) exit(x + 2); return 1 / 0;", "exited with 3"),
        ("exit(4294967295u);", "exited with -1"),
        ("abort();", "aborted"),
        ("int x = 0; x = x ? 1 : (abort(), 2); return x;", "aborted"),
    ]);
    programs(&[
        (
            "int *f(void) { int x = 1; return &x; } int main(void) { return *f(); }",
            "dangling-pointer: `f()` points to an object that is gone",
        ),
        (
            "void reach_error(void) { } int main(void) { reach_error(); }",
            "error-statement: `reach_error` is called",
        ),
        (
            "int f(int n) { if (n == 0) exit(9); return f(n - 1) + 1; } int main(void) { return f(3); }",
            "exited with 9",
        ),
        ("int f(void) { exit(1); } int main(void) { exit(1 + f() / 0); }", "exited with 1"),
        (
            "extern void __assert_fail(const char *, const char *, unsigned, const char *); \
          int main(void) { int x = 1; ((x == 2) ? (void) 0 : __assert_fail(\"x == 2\", \"t.c\", 1, \"main\")); }",
            "assertion: assertion failed: `x == 2`",
        ),
    ]);
}

#[test]
fn inputs_are_what_tasks_ask_for() {
    programs(&[
        (
            "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }",
            "8",
        ),
        ("_Bool __VERIFIER_nondet_bool(void); int main(void) { return __VERIFIER_nondet_bool(); }", "1"),
        ("int main(void) { int x; return x; }", "7"),
        ("int main(void) { int a[3]; return a[2]; }", "7"),
        ("int main(void) { struct { int x; char c[2]; } s; return s.x + s.c[1]; }", "14"),
        ("int get(void); int main(void) { return get() + get(); }", "14"),
        ("int main(void) { int a[2]; klee_make_symbolic(a, sizeof a, \"a\"); return a[0] + a[1]; }", "14"),
        ("int main(void) { int x = 0; klee_make_symbolic(&x, sizeof(x), \"x\"); return x; }", "7"),
        ("int main(void) { return klee_range(0, 10, \"r\"); }", "7"),
        ("int main(void) { return klee_range(0, 7, \"r\"); }", "AssumptionViolated"),
        ("extern int e; int main(void) { return e; }", "7"),
        ("int main(int argc, char **argv) { return argc; }", "7"),
        ("int main(void) { int x; int *p = &x; return *p; }", "7"),
        ("int main(void) { goto l; { int x; l: return x; } }", "7"),
    ]);
    let with_entry = |text: &str, array_size| {
        let options = Options { entry: "f".to_owned(), array_size, ..Options::default() };
        outcome_with(text, &options)
    };
    let array =
        "void f(int *a, int n) { assert(a[n] == 5 && a[100] == 5); a[100] = 1; assert(a[100] == 5); }";
    assert_eq!(with_entry(array, None), "assertion: assertion failed: `a[100] == 5`");
    assert_eq!(with_entry(array, Some(8)), "assertion: assertion failed: `a[n] == 5 && a[100] == 5`");
    let rows = "void f(int a[][3]) { assert(a[9][2] == 5); assert(a[1][3] == 5); }";
    assert_eq!(with_entry(rows, None), "out-of-bounds: index out of bounds: `a[1][3]`");
    let record = "struct s { int x; int y; }; void f(struct s *s) { assert(s->x == 5 && s[9].y == 5); assert(s->y == 8); }";
    assert_eq!(with_entry(record, None), "assertion: assertion failed: `s->y == 8`");
}

#[test]
fn overflow_and_early_reads_are_found_where_asked_for() {
    let options = Options { checks: CheckClass::ALL.to_vec(), ..Options::default() };
    for (body, expected) in [
        ("int x = 2147483647; x++; return 0;", "overflow: overflow: `x++` leaves the range of `int`"),
        ("int x = -2147483647 - 1; return -x;", "overflow: overflow: `-x` leaves the range of `int`"),
        ("int x = 65536; return x * x;", "overflow: overflow: `x * x` leaves the range of `int`"),
        ("int x = 1 << 30; return x << 1;", "overflow: overflow: `x << 1` leaves the range of `int`"),
        ("unsigned x = 4294967295u; return x + 1;", "0"),
        ("char c = 127; c++; return c;", "-128"),
        ("int x; return x;", "uninitialized: `x` is used before it has a value"),
        ("int x, y = 1; if (y) x = 2; return x;", "2"),
        (
            "int x; for (int i = 0; i < 2; i++) { if (i) return x; } return 0;",
            "uninitialized: `x` is used before it has a value",
        ),
        ("int x; goto l; x = 1; l: return x;", "uninitialized: `x` is used before it has a value"),
        ("int x; int *p = &x; *p = 3; return x;", "3"),
    ] {
        assert_eq!(outcome_with(&format!("int main(void) {{ {body} }}"), &options), expected, "{body}");
    }
}

#[test]
fn both_data_models_are_known() {
    let cases = [
        ("return sizeof(long) * 10 + sizeof(void *);", "44", "88"),
        ("return sizeof(4294967295) * 10 + (-1 < 1u);", "80", "80"),
        ("return 4294967295 > 0xffffffff;", "0", "0"),
        ("return -1L < 1u;", "0", "1"),
        ("return sizeof(struct { char c; long long l; });", "12", "16"),
        ("long x = 2147483647; x++; return x > 0;", "0", "1"),
    ];
    for (body, ilp32, lp64) in cases {
        for (data_model, expected) in [(DataModel::Ilp32, ilp32), (DataModel::Lp64, lp64)] {
            let options = Options { data_model, ..Options::default() };
            let text = format!("int main(void) {{ {body} }}");
            assert_eq!(outcome_with(&text, &options), expected, "{body}");
        }
    }
}

#[test]
fn functions_of_other_files_write_through_their_arguments() {
    let declarations = "void fill(int *p); int get(void *p, long *q); void show(const int *p); void old(); \
        struct s { int x; char c[2]; }; void change(struct s *s); void (*table)(int);";
    let cases = [
        ("int x = 0, y = 0; fill(&x); return x * 10 + y;", "70"),
        ("int a[3] = {0}; fill(a + 1); return a[0] + a[1] + a[2];", "21"),
        ("int a[3] = {0}; fill(a + 3); return a[0] + a[1] + a[2];", "21"),
        ("int m[2][2] = {{0}}; fill(&m[1][0]); return m[0][0] + m[0][1] + m[1][1];", "21"),
        ("short a[2] = {0}; long l = 0; return get(a, &l) + a[1] + l;", "21"),
        ("int x = 0; show(&x); fill(0); return x;", "0"),
        ("int x = 0; old(&x); return x;", "7"),
        ("char *t = \"abc\"; long l; get(t, &l); return t[1];", "98"),
        (
            "struct s a[2] = {{1, \"\"}, {2, \"\"}}; change(&a[0]); \
             return a[1].x + a[1].c[1];",
            "14",
        ),
        ("struct s s = {1, \"\"}; fill(&s.x); return s.x + s.c[0];", "7"),
        // The second pointer is evaluated before the first one is written through.
        ("long i = 0; short a[8] = {0}; int r = get(&i, (long *) 0); return i + r + a[0];", "14"),
        (
            "long i = 0, l[2] = {0}, k[2] = {0}; long *p[8] = {l}; get(&i, p[i]); return l[0] + k[0] + i;",
            "14",
        ),
        ("int x = 1; return x + get(&x, 0) + x;", "15"),
        ("int x = 1, a[8] = {0}; a[x] = 3; return a[x] + get(&x, 0);", "10"),
    ];
    for (body, expected) in cases {
        assert_eq!(outcome(&format!("{declarations} int main(void) {{ {body} }}")), expected, "{body}");
    }
    let text = "void fill(int *p); int f(int *p, int i) { int x = p[3]; fill(p + i); return x * 10 + p[4]; }";
    let options = Options { entry: "f".to_owned(), ..Options::default() };
    assert_eq!(outcome_with(text, &options), "55");
}

#[test]
fn sizes_of_arrays_of_variable_length_are_computed() {
    returns(&[
        ("int n = 3; int a[n]; return sizeof a;", "12"),
        ("int n = 3; short a[n + 1]; n = 50; return sizeof a / sizeof a[0] * 10 + sizeof(a[0]);", "42"),
        ("int n = 3; int a[n][5]; return sizeof a + sizeof a[0];", "80"),
        ("int n = 3; return sizeof(long[n]) + sizeof(char[n++]) + n;", "31"),
        ("int n = 3; int a[n]; n = 9; a[n = 1] = 2; return (int) (sizeof a) - 13;", "-1"),
        ("unsigned char n = 200; char a[n]; return sizeof a;", "200"),
        ("int n = 4; struct { int x; char c; } a[n]; return sizeof a;", "32"),
    ]);
}

#[test]
fn inner_arrays_can_have_variable_lengths() {
    returns(&[
        (
            "int n = 2, m = 3; int a[n][m]; n = m = 9; return sizeof a + sizeof a[1] * 10 + sizeof a[0][0];",
            "148",
        ),
        ("int m = 3; short a[2][m][4]; return sizeof a + sizeof a[0] + sizeof **a;", "80"),
        ("int n = 2; return sizeof(int[3][n][n]);", "48"),
        (
            "int n = 2, m = 3; int a[n][m]; a[1][2] = 5; a[0][2] = 1; int *row = a[1]; return row[2] * 10 + *(*a + 2);",
            "51",
        ),
        ("int m = 3; int a[2][m]; return a[0][3];", "out-of-bounds: index out of bounds: `a[0][3]`"),
        ("int n = 2; int a[n][3]; return a[2][0];", "out-of-bounds: index out of bounds: `a[2]`"),
        ("int n = 2; int a[n][n - 2]; return 0;", "out-of-bounds: a length of `a` is not positive"),
        ("int n = 2; int a[n - 2][n]; return 0;", "out-of-bounds: the length of `a` is not positive"),
    ]);
    let sum = "int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) \
        for (int j = 0; j < m; j++) s = s * 2 + a[i][j]; a[0][0] = s; return s + sizeof a[0]; }";
    programs(&[
        (
            &format!(
                "{sum} int main(void) {{ int a[2][2] = {{{{1, 0}}, {{1, 1}}}}; return sum(2, 2, a) * 100 + a[0][0]; }}"
            ),
            "1911",
        ),
        (
            &format!(
                "{sum} int main(void) {{ int n = 2; int a[n][n]; for (int i = 0; i < 4; i++) a[i / 2][i % 2] = i; \
          return sum(n, n, a) * 100 + a[0][0]; }}"
            ),
            "1911",
        ),
        (
            &format!("{sum} int main(void) {{ int a[3][2] = {{{{1, 0}}, {{1, 1}}}}; return sum(2, 3, a); }}"),
            "not-known: the rows of `a` have another length than its type says",
        ),
        (
            "int first(int n, int (*a)[n]); int main(void) { int a[1][4] = {{7}}; return first(4, a); } \
          int first(int n, int (*a)[n]) { return **a + (int) (sizeof *a); }",
            "23",
        ),
    ]);
}

#[test]
fn integers_are_read_with_another_sign() {
    returns(&[
        ("int x = -1; return *(unsigned *) &x > 5 && *(unsigned *) &x + 1 == 0;", "1"),
        (
            "char s[3] = {-56, 1, -1}; return ((unsigned char *) s)[0] + ((const unsigned char *) s)[2];",
            "455",
        ),
        ("unsigned char s[2] = {200, 3}; unsigned char *p = s; return *(signed char *) p++ + *p;", "-53"),
        ("unsigned long l = ~0UL; return *(long *) &l;", "-1"),
        ("char s[2] = {-1, -2}; int i = 0; return ((unsigned char *) s)[++i];", "254"),
        (
            "char *s = 0; return *(unsigned char *) s;",
            "null-dereference: null pointer followed: `(unsigned char *) s` is null",
        ),
        (
            "char s[2]; return ((unsigned char *) s)[2];",
            "out-of-bounds: index out of bounds: `((unsigned char *) s)[2]`",
        ),
    ]);
}

#[test]
fn integers_are_written_with_another_sign() {
    returns(&[
        ("char s[2] = \"a\"; ((unsigned char *) s)[0] = 200; return s[0];", "-56"),
        ("int x = 1; unsigned *p = (unsigned *) &x; *p -= 3; return x;", "-2"),
        ("int x = 1; unsigned *p = &x; int *q = (void *) p; *q = -1; return *p == 4294967295u;", "1"),
        ("unsigned x = 7; void *v = &x; int *p = v; *p = -1; return x > 7 && (*p)++ == -1 && x == 0;", "1"),
        ("unsigned char c = 0; *(signed char *) &c = -1; return c;", "255"),
        ("unsigned long l[2] = {1, 2}; long *p = (long *) l; p[1] -= 4; return l[1] + 3 == 1;", "1"),
        (
            "char s[2] = {0}; unsigned char *p = (unsigned char *) s; char *q = s + 2; p = (void *) q; return *p;",
            "out-of-bounds: `p` points outside its array",
        ),
    ]);
}

#[test]
fn bytes_that_are_not_utf8_stand_for_themselves() {
    let text = b"/* \xfcber */ int main(void) { return \"\xfc-\xc3\xbc\"[0] == (char)0xfc && sizeof \"\xfc-\xc3\xbc\" == 5; }";
    assert_eq!(outcome(&kyklos_front_c::encoding::decode(text.to_vec())), "1");
}
