//! Random expressions and statements of C, without what the language leaves undefined, but for
//! signed overflow.

/// Numbers that look random and are always the same.
pub struct Random(u64);

impl Random {
    /// Another stream of numbers for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// One of the texts.
    pub fn choose<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// The integer types; the variable of number n has the n-th.
pub const TYPES: [&str; 12] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// Constants of several types.
pub const CONSTANTS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "127",
    "128",
    "255",
    "-128",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "0x80000000",
    "'a'",
    "9223372036854775807",
    "1ul",
    "100ll",
];

/// An expression over the variables v0 to v11, the array a, the struct s and the pointers p and q
/// into these. It changes nothing.
pub fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return match random.below(5) {
            0 => random.choose(&CONSTANTS).to_owned(),
            1 => format!("a[{}]", random.below(4)),
            2 => random.choose(&["s.x", "s.y", "q->x", "p[1]", "(*p)", "e"]).to_owned(),
            _ => format!("v{}", random.below(12)),
        };
    }
    let mut operand = || expression(random, depth - 1);
    let (left, right) = (operand(), operand());
    match random.below(14) {
        0 => format!("(({}) ({left}))", random.choose(&TYPES)),
        1 => format!("({} {left})", random.choose(&["-", "~", "!", "+"])),
        2 => format!("({left} {} (({right} & 7) + 1))", random.choose(&["/", "%"])),
        3 => format!("({left} {} ({right} & 7))", random.choose(&["<<", ">>"])),
        4 | 5 => format!("({left} {} {right})", random.choose(&["<", "<=", ">", ">=", "==", "!="])),
        6 => format!("({left} {} {right})", random.choose(&["&&", "||"])),
        7 => format!("({left} ? {right} : {})", expression(random, depth - 1)),
        8 => format!("a[({left}) & 3]"),
        9 => format!("f({left}, {right})"),
        10 => format!("({left} & {right})"),
        _ => format!("({left} {} {right})", random.choose(&["+", "-", "*", "&", "|", "^"])),
    }
}

fn target(random: &mut Random) -> String {
    match random.below(6) {
        0 => format!("a[{} & 3]", expression(random, 1)),
        1 => random.choose(&["s.x", "s.y", "q->x", "p[1]", "(*p)"]).to_owned(),
        _ => format!("v{}", random.below(12)),
    }
}

/// A statement that changes these.
pub fn statement(random: &mut Random, depth: u32) -> String {
    let value = expression(random, 3);
    let target = target(random);
    let choices = if depth == 0 { 6 } else { 11 };
    match random.below(choices) {
        0 | 1 => format!("{target} = {value};"),
        2 => format!("{target} {}= {value};", random.choose(&["+", "-", "*", "&", "|", "^"])),
        3 => format!("{target} {}= ({value} & 7) + 1;", random.choose(&["/", "%"])),
        4 => format!("{target}{};", random.choose(&["++", "--"])),
        5 => format!("v{} = {}{target};", random.below(12), random.choose(&["++", "--"])),
        6 => {
            let (then, otherwise) = (statement(random, depth - 1), statement(random, depth - 1));
            format!("if ({value}) {{ {then} }} else {{ {otherwise} }}")
        }
        7 => {
            let (count, body) = (random.below(5), statement(random, depth - 1));
            format!("for (int i{depth} = 0; i{depth} < {count}; i{depth}++) {{ {body} }}")
        }
        8 => {
            let (first, second) = (statement(random, depth - 1), statement(random, depth - 1));
            let stop = random.choose(&["break;", ""]);
            format!(
                "switch ({value} & 3) {{ case 0: {first} {stop} case 1: case 2: {second} break; default: v1++; }}"
            )
        }
        9 => {
            let body = statement(random, depth - 1);
            let jump = random.choose(&["break", "continue"]);
            let name = format!("n{depth}");
            format!("{{ int {name} = 3; while ({name}-- > 0) {{ if ({value}) {jump}; {body} }} }}")
        }
        _ => {
            let body = statement(random, depth - 1);
            format!("{{ int m{depth} = 0; do {{ {body} }} while (++m{depth} < 2 && ({value}, 1)); }}")
        }
    }
}

/// What the expressions use besides variables.
pub const PRELUDE: &str = "struct pair { int x; long y; };\n\
    static int f(unsigned char x, long y) { return x < y ? x - 1 : (int) y + 1; }\n";
