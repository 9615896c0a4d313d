//! The graphs of small functions, one for each construct.

use kyklos_flow::{CheckClass, validate};
use kyklos_front_c::{Options, load_text};

fn graph_with(text: &str, options: &Options) -> String {
    let (program, warnings) = match load_text("t.c", text, options) {
        Ok(loaded) => loaded,
        Err((sources, diagnostics)) => {
            return diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
        }
    };
    assert_eq!(validate(&program), []);
    let warnings: String = warnings.iter().map(|warning| warning.render(&program.sources, false)).collect();
    // What sizes types have is another matter.
    let graph = kyklos_flow::text::print(&program);
    let graph: Vec<&str> = graph.lines().filter(|line| !line.starts_with("layout ")).collect();
    format!("{text}\n----\n{warnings}{}\n", graph.join("\n"))
}

/// Compares the graph of a program with its snapshot.
macro_rules! snapshot {
    ($name:ident, $text:expr) => {
        snapshot!($name, $text, Options::default());
    };
    ($name:ident, $text:expr, $options:expr) => {
        #[test]
        fn $name() {
            insta::assert_snapshot!(graph_with($text, &$options));
        }
    };
}

snapshot!(
    loops_and_jumps,
    "int main(void) {
  int n = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 3) continue;
    if (i == 7) break;
    n += i;
  }
again:
  do n--; while (n > 5 && n % 2);
  if (n > 100) goto again;
  return n;
}"
);

snapshot!(
    switches,
    "int main(void) {
  int n = 0, k = 3;
  switch (k) {
  case 1: case 2: n = 1; break;
  case 3: n = 2;
  case 4 ... 6: n++; break;
  case 9: default: n = 5;
  }
  return n;
}"
);

snapshot!(
    conditions_stay_whole_where_they_can,
    "int main(void) {
  int a[4] = {0}, i = 1, *p = a;
  if (i > 0 && i < 3 || !i) i = 2;
  if (i < 4 && a[i] == 0) i = 1;
  if (p && *p) i = 0;
  int t = i == 1 || 5 / i;
  return i ? t : -t;
}"
);

snapshot!(
    machine_arithmetic,
    "int main(void) {
  unsigned char c = 200;
  short s = 3;
  unsigned u = 7;
  long l = -1;
  c += s;
  s = c * 2;
  u = u - 1;
  u = u & c;
  u = ~u;
  l = l << 3;
  l = u;
  s = l;
  _Bool b = u;
  return c + s + (u >> 1) + b;
}"
);

snapshot!(
    checks_of_arithmetic,
    "int main(void) {
  int x = 1, y = 2;
  x = x / y;
  x = x % 3;
  x = x << y;
  x = (x & 7) / ((y & 3) + 1);
  return x + y;
}"
);

snapshot!(
    overflow_is_checked_where_asked_for,
    "int main(void) {
  int x = 1;
  unsigned u = 2;
  short s = 3;
  x = x + 1;
  u = u + 1;
  s = s * 2;
  return -x;
}",
    Options { checks: CheckClass::ALL.to_vec(), ..Options::default() }
);

snapshot!(
    pointers_and_structs,
    "struct node { int v; struct node *next; };
int sum(struct node *n) {
  int s = 0;
  while (n) {
    s += n->v;
    n = n->next;
  }
  return s;
}
int main(void) {
  struct node b = {2, 0}, a = {1, &b};
  return sum(&a);
}"
);

snapshot!(
    pointer_arithmetic,
    "int main(void) {
  int a[3] = {1, 2, 3};
  int s = 0;
  for (int *p = a; p != a + 3; p++) s += *p;
  int *q = &a[1];
  return s + q[-1];
}"
);

snapshot!(
    globals_and_strings,
    "static int counter = 3;
int table[2][2] = {{1}, {2, 3}};
int *last = &table[1][1];
const char *name = \"ab\";
int main(void) {
  static int calls;
  calls++;
  return counter + *last + name[0] + calls;
}"
);

snapshot!(
    calls_and_spills,
    "int g = 1;
int f(int x) { g += x; return g; }
int main(void) {
  int a[2] = {0};
  a[f(0) - 1] = g + f(1) + g;
  f(2);
  return a[0];
}"
);

snapshot!(
    function_pointers,
    "int one(int x) { return x; }
int two(int x) { return 2 * x; }
int none(void) { return 0; }
int main(void) {
  int (*f)(int) = one;
  int (*g)(void) = none;
  f = two;
  return f(3) + g();
}"
);

snapshot!(
    verification_tasks,
    "int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void reach_error(void);
int unknown(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x > 0 && y > x);
  if (unknown(x) == 3) reach_error();
  int z;
  if (x == 4) z = 1;
  klee_make_symbolic(&y, sizeof y, \"sym\");
  if (z) exit(1);
  return 0;
}"
);

snapshot!(
    early_reads_are_checked_where_asked_for,
    "int main(void) {
  int x, y, *p;
  if (1 == 1) y = 2;
  for (int i = 0; i < 2; i++) {
    if (i) y = x;
    x = i;
    p = &x;
  }
  return y + *p;
}",
    Options { checks: CheckClass::ALL.to_vec(), ..Options::default() }
);

snapshot!(
    entry_with_arrays,
    "struct p { int x, y; };
int f(int *a, int n, struct p *p, unsigned char m[][2]) {
  return a[n] + p->x + m[n][1];
}",
    Options { entry: "f".to_owned(), ..Options::default() }
);

snapshot!(
    arrays_of_variable_length,
    "int main(void) {
  int n = 3;
  int a[n];
  a[0] = 1;
  return a[n - 1];
}"
);
