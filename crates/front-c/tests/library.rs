//! Functions of C's library, run concretely.

use kyklos_base::Int;
use kyklos_flow::ErrorKind;
use kyklos_front_c::{DataModel, Options, load_text};
use kyklos_interp::{Environment, InputRequest, Interpreter, Limits, RunEnd};
use std::io;

/// All inputs are this number, in the range of their types.
struct Same(i64);

impl Environment for Same {
    fn input(&mut self, request: &InputRequest<'_>) -> io::Result<Option<Int>> {
        // What the library chooses is nothing special.
        if request.name.starts_with('(') {
            return Ok(Some(Int::ZERO));
        }
        Ok(Some(request.ty.wrap(&Int::from(self.0))))
    }

    fn output(&mut self, _: &Int) -> io::Result<()> {
        Ok(())
    }
}

/// Declarations that the programs share; on the first line, so that bodies start on the second.
const DECLARATIONS: &str = "typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t); \
    void free(void *); void *alloca(size_t); void *memcpy(void *, const void *, size_t); int abs(int); \
    void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t); size_t strlen(const char *); \
    int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t); \
    char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); \
    char *strcat(char *, const char *); char *strncat(char *, const char *, size_t); \
    char *strchr(const char *, int); char *strrchr(const char *, int); char *strstr(const char *, const char *); \
    char *strdup(const char *); void *realloc(void *, size_t); void *memchr(const void *, int, size_t); \
    int memcmp(const void *, const void *, size_t); int atoi(const char *); int rand(void); void srand(unsigned); \
    long time(long *); long strtol(const char *, char **, int); \
    long long strtoimax(const char *, char **, int); int sprintf(char *, const char *, ...); \
    double strtod(const char *, char **); int *__errno_location(void); int getchar(void); int nondet(void); struct pair { int a, b; struct pair *next; };\n";

/// What a body of `main` comes to: its result, or the kind and the line of its failure.
fn outcome(body: &str) -> String {
    outcome_with(body, 7)
}

/// As [`outcome`], where all inputs are this number.
fn outcome_with(body: &str, input: i64) -> String {
    let text = format!("{DECLARATIONS}int main(void) {{ {body} }}\n");
    let options = Options { data_model: DataModel::Lp64, ..Options::default() };
    let (program, _) = match load_text("t.c", &text, &options) {
        Ok(loaded) => loaded,
        Err((sources, diagnostics)) => {
            return diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
        }
    };
    let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let limits = Limits { max_steps: Some(100_000), ..Limits::default() };
    let report = interpreter.run(&[], &mut Same(input), &limits).unwrap();
    match &report.end {
        RunEnd::Returned(Some(value)) => value.to_string(),
        RunEnd::Failed => {
            let location = &program.procedures[report.procedure].locations[report.location];
            let kind = location.error().map_or("", |site| site.kind.name());
            format!("{kind} in line {}", location.span.start.line)
        }
        end => format!("{end:?}"),
    }
}

fn fails(kind: ErrorKind) -> String {
    format!("{} in line 2", kind.name())
}

#[test]
fn memory_is_allocated_and_freed() {
    for (body, expected) in [
        (
            "int *p = malloc(3 * sizeof(int)); p[0] = 1; p[2] = 5; int r = p[0] + p[2]; free(p); return r;",
            "6",
        ),
        ("int *p = (int *)malloc(8); return p[1];", "7"),
        ("int n = 5; int *p = calloc(n, sizeof *p); p[n - 1]++; return p[4];", "1"),
        ("int *p = calloc(sizeof *p, 2); return p[1];", "0"),
        ("char *p = alloca(2); p[1] = 3; return p[1];", "3"),
        ("struct pair *p = malloc(sizeof *p); p->a = 4; p->next = p; return p->next->a;", "4"),
        ("int **p = calloc(2, sizeof(int *)); return p[1] == 0;", "1"),
        ("free(0); int *p = 0; free(p); return 9;", "9"),
        ("int (*p)[3] = calloc(2, sizeof *p); p[1][2] = 8; return p[1][2];", "8"),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
}

#[test]
fn memory_may_go_to_a_void_pointer_first() {
    for (body, expected) in [
        ("void *p = malloc(8); int *q = p; q[1] = 4; free(p); return q != 0;", "1"),
        (
            "void *p; int *q; if ((p = malloc(8)) == 0) return 1; q = (int *)p; q[0] = 4; return q[0] + q[1];",
            "11",
        ),
        ("int x = 3; void *p = &x, *r = calloc(1, 8); long *q = r; int *y = p; return *y + *q;", "3"),
        ("void *p = malloc(4); *(int *)p = 5; p = realloc(p, 8); return ((int *)p)[0];", "5"),
        (
            "void *p = 0; for (int i = 1; i < 4; i++) { p = realloc(p, i * 4); ((int *)p)[i - 1] = i; } return ((int *)p)[1];",
            "2",
        ),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
    let bad = "void *p = malloc(8); int *q = p; free(p); return *q;";
    assert_eq!(outcome(bad), fails(ErrorKind::Dangling));
    let bad = "void *p = malloc(8); int *q = p; return q[2];";
    assert_eq!(outcome(bad), fails(ErrorKind::OutOfBounds));
}

#[test]
fn misuse_of_allocated_memory_is_found() {
    for (body, kind) in [
        ("int *p = malloc(8); p[2] = 1; return 0;", ErrorKind::OutOfBounds),
        ("int *p = malloc(7); return p[1];", ErrorKind::OutOfBounds),
        ("int *p = malloc(0); return *p;", ErrorKind::OutOfBounds),
        ("int *p = malloc(4); free(p); return *p;", ErrorKind::Dangling),
        ("int *p = malloc(4); free(p); free(p); return 0;", ErrorKind::InvalidFree),
        ("int *p = malloc(8); free(p + 1); return 0;", ErrorKind::InvalidFree),
        ("int x; free(&x); return 0;", ErrorKind::InvalidFree),
        ("int x, *p = &x; free(p); return 0;", ErrorKind::InvalidFree),
        ("static int x; int *p = &x; free(p); return 0;", ErrorKind::InvalidFree),
        ("int *p = malloc(8), *q = p + 1; free(q); return 0;", ErrorKind::InvalidFree),
        (
            "struct pair *p = malloc(sizeof(struct pair)); int *q = &p->b; free(q); return 0;",
            ErrorKind::InvalidFree,
        ),
        ("int x[2]; free(x); return 0;", ErrorKind::InvalidFree),
    ] {
        assert_eq!(outcome(body), fails(kind), "{body}");
    }
}

#[test]
fn memory_is_copied_and_set() {
    for (body, expected) in [
        ("int a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof a); return b[0] * 100 + b[1] * 10 + b[2];", "123"),
        (
            "int a[4] = {1, 2, 3, 4}; memmove(a + 1, a, 3 * sizeof(int)); return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3];",
            "1123",
        ),
        (
            "int a[2][2] = {{1, 2}, {3, 4}}, b[2][2]; memcpy(b, a, sizeof b); return b[0][1] * 10 + b[1][0];",
            "23",
        ),
        ("int a[3] = {1, 2, 3}, b[3] = {0}; memcpy(&b, &a, 2 * sizeof(int)); return b[1] * 10 + b[2];", "20"),
        ("struct pair x = {1, 2, 0}, y; memcpy(&y, &x, sizeof(x)); return y.b;", "2"),
        (
            "struct pair x[2] = {{1, 2, 0}, {3, 4, x}}; memset(x, 0, sizeof x); return x[1].b + (x[1].next == 0);",
            "1",
        ),
        ("int a[3]; memset(a, 0, sizeof(a)); return a[2];", "0"),
        ("int a[2]; memset(a, -1, sizeof(a)); return a[1];", "-1"),
        ("int a[2]; int c = 258; memset(a, c, 8); return a[1];", "33686018"),
        ("char a[4]; int n = 3; memset(a, 300, n); return a[2];", "44"),
        ("int *a[2]; memset(a, 0, sizeof a); return a[1] == 0;", "1"),
        ("long a[2]; int n = 2; memset(a, 1, n * sizeof(long)); return a[1] >> 32;", "16843009"),
        ("int a[2] = {1, 2}; int *p = memcpy(malloc(8), a, 8); return p[1];", "2"),
        ("int a[9] = {1, 2}; memset(a, 1, 7); return a[1];", "65793"),
        ("int a[2]; char b[8] = {1, 2, 3}; memcpy(a, b, 8); return a[0];", "197121"),
        ("struct pair x; memset(&x, 1, sizeof x); return x.b;", "16843009"),
        ("struct pair x = {1, 2, &x}, y; memcpy(&y, &x, 12); return y.b;", "2"),
        ("int a[2] = {1, 2}; int *p = malloc(8); void *v = p; memcpy(v, a, 8); return p[1];", "2"),
        (
            "struct { char c[12]; } x[2], y[2]; int n = 2; x[1].c[0] = 5; memcpy(y, x, n * sizeof(x[0])); return y[1].c[0];",
            "5",
        ),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
    for (body, kind) in [
        ("int a[3], b[2]; memcpy(b, a, sizeof a); return 0;", ErrorKind::OutOfBounds),
        ("int a[3]; memset(a, 0, 16); return 0;", ErrorKind::OutOfBounds),
        ("int *p = 0; memset(p, 0, 4); return 0;", ErrorKind::NullDereference),
    ] {
        assert_eq!(outcome(body), fails(kind), "{body}");
    }
}

#[test]
fn strings_are_measured_compared_and_copied() {
    for (body, expected) in [
        ("return strlen(\"\") * 100 + strlen(\"abc\");", "3"),
        ("return strcmp(\"abc\", \"abc\");", "0"),
        (
            "return strcmp(\"abc\", \"abd\") < 0 && strcmp(\"b\", \"abd\") > 0 && strcmp(\"ab\", \"a\") > 0;",
            "1",
        ),
        ("return strcmp(\"\\377\", \"a\") > 0;", "1"),
        (
            "return strncmp(\"abc\", \"abd\", 2) == 0 && strncmp(\"abc\", \"abd\", 3) < 0 && !strncmp(\"a\", \"a\", 9);",
            "1",
        ),
        ("char b[4]; return strlen(strcpy(b, \"abc\")) * 10 + (b[2] == 'c');", "31"),
        ("char b[6]; strncpy(b, \"ab\", 6); return b[1] * 1000 + b[5];", "98000"),
        ("char b[2]; strncpy(b, \"abc\", 2); return b[1];", "98"),
        ("char b[6] = \"ab\"; strcat(b, \"cde\"); return strcmp(b, \"abcde\");", "0"),
        ("return abs(-4) * 10 + abs(3);", "43"),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
    for (body, kind) in [
        ("char b[3]; strcpy(b, \"abc\"); return 0;", ErrorKind::OutOfBounds),
        ("char b[5] = \"ab\"; strcat(b, \"cde\"); return 0;", ErrorKind::OutOfBounds),
        ("char b[2] = {'a', 'b'}; return strlen(b);", ErrorKind::OutOfBounds),
        ("char *p = 0; return strlen(p);", ErrorKind::NullDereference),
    ] {
        assert_eq!(outcome(body), fails(kind), "{body}");
    }
}

#[test]
fn strings_are_searched() {
    for (body, expected) in [
        ("char *s = \"banana\"; return (strchr(s, 'n') - s) * 10 + (strrchr(s, 'n') - s);", "24"),
        ("char *s = \"banana\"; return strchr(s, 'x') == 0 && strrchr(s, 'x') == 0;", "1"),
        ("char *s = \"banana\"; return (strchr(s, 0) - s) * 10 + (strrchr(s, 256) - s);", "66"),
        ("char *s = \"banana\"; return (strstr(s, \"nan\") - s) * 10 + (strstr(s, \"\") - s);", "20"),
        ("return strstr(\"ab\", \"abc\") == 0 && strstr(\"\", \"a\") == 0;", "1"),
        (
            "return strspn(\"banana\", \"ab\") * 100 + strcspn(\"banana\", \"n\") * 10 + strspn(\"\", \"a\");",
            "220",
        ),
        ("return strpbrk(\"banana\", \"xyz\") == 0;", "1"),
        ("unsigned char b[3] = {1, 2, 3}, *p = memchr(b, 258, 3); return *p;", "2"),
        ("char b[2] = {1, 2}; return memchr(b, 3, 2) == 0 && memchr(b, 1, 0) == 0;", "1"),
        // No more is read than needed.
        ("char b[2] = {1, 2}; return (char *)memchr(b, 2, 9) - b;", "1"),
        ("char b[2] = {'a', 'b'}; return strnlen(b, 2);", "2"),
        ("return memcmp(\"abc\", \"abd\", 2) == 0 && memcmp(\"a\\377\", \"ab\", 2) > 0;", "1"),
        // The lowest byte decides.
        ("int a[2] = {5, 256}, b[2] = {5, 1}; return memcmp(a, b, 8) < 0 && memcmp(b, a, 8) > 0;", "1"),
        ("int a = -1, b = 255; return memcmp(&a, &b, sizeof a) > 0 && memcmp(&a, &a, sizeof a) == 0;", "1"),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
    for (body, kind) in [
        ("char b[2] = {'a', 'b'}; return strchr(b, 'c') == 0;", ErrorKind::OutOfBounds),
        ("char b[2] = {'a', 'b'}; return strrchr(b, 'a') == b;", ErrorKind::OutOfBounds),
        ("char b[2] = {'a', 'b'}; return strstr(b, \"c\") == 0;", ErrorKind::OutOfBounds),
        ("char b[2] = {1, 2}; return memchr(b, 3, 3) == 0;", ErrorKind::OutOfBounds),
        ("char b[2] = {1, 2}, c[3] = {2, 3, 4}; return memcmp(b, c, 3);", ErrorKind::OutOfBounds),
        ("char *p = 0; return strchr(p, 'c') == 0;", ErrorKind::NullDereference),
        ("char b[5] = \"ab\"; strncat(b, \"cdef\", 3); return 0;", ErrorKind::OutOfBounds),
    ] {
        assert_eq!(outcome(body), fails(kind), "{body}");
    }
}

#[test]
fn numbers_are_read() {
    let text = |body: &str| format!("int scanf(const char *, ...); {body}");
    for (body, expected) in [
        // All inputs are 1: one conversion succeeds.
        ("int x = 5, y = 6; int n = scanf(\"%d %d\", &x, &y); return n * 100 + x * 10 + y;", "116"),
        ("short h; char c = 9; scanf(\" %hd,%c %%d\", &h, &c); return h * 10 + c;", "19"),
        ("unsigned long long a[3] = {0}; scanf(\"%llu%lx\", &a[1], (unsigned long *)0); return a[1];", "1"),
        ("struct pair x = {3, 4, 0}; while (scanf(\"%i\", &x.b) != 1) ; return x.a * 10 + x.b;", "31"),
        ("scanf(\"\"); return 2;", "AssumptionViolated"),
    ] {
        assert_eq!(outcome_with(&text(body), 1), expected, "{body}");
    }
    assert_eq!(outcome_with("int *p = 0; return scanf(\"%d\", p);", 1), fails(ErrorKind::NullDereference));
}

#[test]
fn memory_is_made_anew() {
    for (body, expected) in [
        ("int *p = realloc(0, 8); p[1] = 3; return p[1];", "3"),
        (
            "int *p = malloc(8); p[0] = 4; p[1] = 5; p = realloc(p, 12); return p[0] * 100 + p[1] * 10 + p[2];",
            "457",
        ),
        ("int *p = calloc(3, 4); p[1] = 5; p = realloc(p, 8); p[0]++; free(p); return p != 0;", "1"),
        ("int *p = malloc(8); int n = 0; p = realloc(p, n); return p == 0;", "1"),
        (
            "struct pair *p = malloc(sizeof *p); p->a = 6; p = realloc(p, 2 * sizeof *p); p[1].next = p; return p[1].next->a;",
            "6",
        ),
        (
            "int x = 9, **p = malloc(2 * sizeof *p); p[1] = &x; p = realloc(p, 3 * sizeof *p); return *p[1];",
            "9",
        ),
        ("int (*p)[2] = calloc(1, 8); p[0][1] = 3; p = realloc(p, 16); return p[0][1];", "3"),
        ("char *s = strdup(\"abc\"); s[0]++; int r = strcmp(s, \"bbc\"); free(s); return r;", "0"),
        (
            "char b[2] = {'a', 'b'}, *s = strndup(b, 2); return strlen(s) * 10 + strlen(strndup(\"a\", 9));",
            "21",
        ),
        ("long t = 1, u = time(&t); return t == u && time(0) == 7;", "1"),
        ("srand(1); return rand();", "7"),
        ("return atoi(\" \\n+12-\") * 10 - atoi(\"-3\") + atoi(\"x\");", "123"),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
    for (body, kind) in [
        ("int *p = malloc(8); int *q = realloc(p, 16); return *p;", ErrorKind::Dangling),
        ("int *p = malloc(8); free(p); p = realloc(p, 16); return 0;", ErrorKind::InvalidFree),
        ("int *p = malloc(8); p = realloc(p + 1, 16); return 0;", ErrorKind::InvalidFree),
        ("int x, *p = realloc(&x, 16); return 0;", ErrorKind::InvalidFree),
        ("int *p = malloc(8); p = realloc(p, 4); return p[1];", ErrorKind::OutOfBounds),
        ("int **p = malloc(8); p = realloc(p, 16); return *p[0];", ErrorKind::Dangling),
        ("char *s = strdup(\"ab\"); return s[3];", ErrorKind::OutOfBounds),
    ] {
        assert_eq!(outcome(body), fails(kind), "{body}");
    }
}

#[test]
fn characters_are_told_apart_as_in_the_locale_c() {
    let functions = [
        ("isalnum", u8::is_ascii_alphanumeric as fn(&u8) -> bool),
        ("isalpha", u8::is_ascii_alphabetic),
        ("isblank", |c| matches!(c, b' ' | b'\t')),
        ("iscntrl", u8::is_ascii_control),
        ("isdigit", u8::is_ascii_digit),
        ("isgraph", u8::is_ascii_graphic),
        ("islower", u8::is_ascii_lowercase),
        ("isprint", |c| matches!(c, b' '..=b'~')),
        ("ispunct", u8::is_ascii_punctuation),
        ("isspace", |c| matches!(c, b' ' | b'\t'..=b'\r')),
        ("isupper", u8::is_ascii_uppercase),
        ("isxdigit", u8::is_ascii_hexdigit),
    ];
    for (name, holds) in functions {
        let expected: usize = (0..=255u8).filter(holds).map(usize::from).sum();
        let body = format!("int n = 0; for (int c = -1; c < 256; c++) if ({name}(c)) n += c; return n;");
        assert_eq!(outcome(&body), expected.to_string(), "{name}");
    }
    for (name, change) in
        [("toupper", u8::to_ascii_uppercase as fn(&u8) -> u8), ("tolower", u8::to_ascii_lowercase)]
    {
        let expected: usize = (0..=255u8).map(|c| usize::from(c) * usize::from(change(&c))).sum();
        let body = format!("int n = 0; for (int c = 0; c < 256; c++) n += c * {name}(c); return n;");
        assert_eq!(outcome(&body), expected.to_string(), "{name}");
    }
}

#[test]
fn texts_become_numbers_and_numbers_texts() {
    for (body, expected) in [
        ("char *e, *s = \" -0x1fz\"; return strtol(s, &e, 16) * 10 - (e - s);", "-316"),
        ("int b = 8; char *e, *s = \"0778\"; return strtol(s, &e, b) * 10 + (e - s);", "633"),
        ("int b = 1; *__errno_location() = 5; return strtol(\"1\", 0, b) * 100 + *__errno_location();", "22"),
        ("return strtol(\"1\", 0, 1) + strtol(\"1\", 0, -10) + strtol(\"1\", 0, 37);", "0"),
        ("strtol(\"9223372036854775807\", 0, 10); return *__errno_location();", "0"),
        ("strtol(\"9223372036854775808\", 0, 10); return *__errno_location();", "34"),
        ("char *s = \"12 34\"; return strtol(s, &s, 10) + strtol(s, &s, 10) * 2 + *s;", "80"),
        ("char s[9]; return sprintf(s, \"%d%c%s\", -5, 'x', \"yz\") * 1000 + s[1] + s[4];", "5175"),
        ("return getchar() + 300;", "307"),
    ] {
        assert_eq!(outcome(body), expected, "{body}");
    }
    for (body, kind) in [
        ("char *s = 0; return strtol(s, 0, 10);", ErrorKind::NullDereference),
        ("char s[2] = {'1', '2'}; return strtol(s, 0, 10);", ErrorKind::OutOfBounds),
        ("char s[2] = {'0', 'x'}; return strtol(s, 0, 16);", ErrorKind::OutOfBounds),
        ("char s[3]; return sprintf(s, \"%d\", 123);", ErrorKind::OutOfBounds),
        ("char s[9]; return sprintf(s, \"%s\", (char *)0);", ErrorKind::NullDereference),
    ] {
        assert_eq!(outcome(body), fails(kind), "{body}");
    }
    // No input of `getchar` is 300.
    assert_eq!(outcome_with("return getchar();", 300), "AssumptionViolated");
}

#[test]
fn numbers_are_as_wide_as_their_types() {
    let text = "long strtol(const char *, char **, int); long long strtoimax(const char *, char **, int); \
        int main(void) { const char *s = \"-9999999999\"; \
        return (strtol(s, 0, 10) == -2147483647L - 1) + 2 * (strtoimax(s, 0, 10) == -9999999999LL); }";
    for (data_model, expected) in [(DataModel::Ilp32, 3), (DataModel::Lp64, 2)] {
        let (program, _) = load_text("t.c", text, &Options { data_model, ..Options::default() }).unwrap();
        let interpreter = Interpreter::new(&program).unwrap_or_else(|error| panic!("{error:?}"));
        let report = interpreter.run(&[], &mut Same(0), &Limits::default()).unwrap();
        let RunEnd::Returned(Some(result)) = report.end else { panic!("{:?}", report.end) };
        assert_eq!(result, Int::from(expected), "{data_model:?}");
    }
}

#[test]
fn the_library_s_own_functions_are_not_replaced_natively() {
    let text = "int strcoll(const char *, const char *); int rand(void); int other(int); \
                int main(void) { return strcoll(\"1\", \"2\") + other(2) + rand(); }";
    let file = kyklos_base::SourceFile::new("t.c", text);
    let interface = kyklos_front_c::interface(vec![file], &Options::default()).unwrap();
    let undefined: Vec<_> =
        interface.undefined.iter().map(|function| (&*function.name, &*function.result)).collect();
    assert_eq!(undefined, [("other", "int"), ("rand", "int")]);
}

#[test]
fn what_is_not_supported_is_refused_in_words() {
    let bodies = [
        "struct unknown *p = malloc(4); return 0;",
        "double x; scanf(\"%f\", &x); return 0;",
        "int x; scanf(\"%ld\", &x); return 0;",
        "int x; scanf(\"%d %d\", &x); return 0;",
        "int x; char *f = \"%d\"; scanf(f, &x); return 0;",
        "char s[9]; return sprintf(s, \"%d%\", 1);",
        "char *e; double d = strtod(\"1\", &e); return 0;",
    ];
    let all: String = bodies.iter().map(|body| outcome(body).replace(DECLARATIONS, "")).collect();
    insta::assert_snapshot!(all);
}

#[test]
fn functions_of_the_program_come_first() {
    let text = "int strlen(const char *s) { return 77; } int main(void) { return strlen(\"a\"); }";
    let (program, _) = load_text("own.c", text, &Options::default()).unwrap();
    assert!(program.procedure_named("strlen").is_some());
}
