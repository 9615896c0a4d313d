//! The `.flow` text form of programs.
//!
//! [`print()`] and [`parse()`] are inverse to each other, apart from the texts of
//! source files, of which only the names are kept: everything else of a well
//! formed program survives, down to the order of ids.
//!
//! The form is line-oriented: each declaration, location and edge is a line.
//!
//! ```text
//! flow 1
//! file f0 "fac.uc"
//! type t0 = int
//! type t1 = record { value: t0, next: t2 }
//! type t2 = ptr t1
//! global head: t2 = null as t2
//!
//! procedure main -> t0 @1:1-9:2 {
//!   parameter n: t0 @1:6-7
//!   var x: t0 @2:7-8
//!   temporary "%1": t2
//!   l0 entry @3:3-10
//!   l1 exit @9:1-2
//!   l2 plain label loop
//!   l3 error division-by-zero "`n` may be zero" @3:7-8
//!
//!   l0 -> l2: assume n != 0 @3:7-8
//!   l0 -> l3: assume not (n != 0) @3:7-8
//!   l2 -> l1: return 10 / n @4:3-11
//! }
//!
//! main main
//! ```
//!
//! # Grammar
//!
//! `[x]` is optional, `{x}` any number of times; `//` starts a comment.
//! Types, files and locations are numbered in the order of their lines.
//! They, and procedures, may be used before their line.
//!
//! ```text
//! text        = "flow 1" {file | type | layout | locals | global | procedure | main}
//! file        = "file" fN string
//! type        = "type" tN "=" type-form
//! type-form   = int-type | "ptr" tN | "array" tN ["x" length] | "record" "{" [field {"," field}] "}"
//!             | "opaque"
//! int-type    = "int" | "i" bits | "u" bits | float
//! float       = "f32" | "f64" | "f80"
//! field       = name ":" tN
//! layout      = "layout" tN size alignment {offset}
//! locals      = "locals" "die"
//! global      = ("global" | "constant") name ":" tN "=" expr [span]
//! main        = "main" reference
//! procedure   = "procedure" name ["->" tN] [span] "{" {variable | location | edge} "}"
//! variable    = ("parameter" | "var" | "temporary") name ":" tN [span]
//! location    = lN ("entry" | "exit" | "plain" | "error" kind string) ["label" name] [span]
//! edge        = lN "->" lN ":" instruction [span]
//! instruction = "skip" | "assume" ["not"] expr | "output" ["as" float] expr | "return" [expr] | [place "="] call
//!             | place "=" expr | place "=" "input" string | place "=" "alloc" expr ["input" string]
//!             | place "=" "alloca" expr ["input" string] | "free" expr | "forget" expr "input" string
//!             | ("clear" | "renew") reference | "stop" [expr] | "copy" expr "," expr "," expr
//! call        = reference "(" [expr {"," expr}] ")"
//! expr        = number | place | "&" place | ("-" | "!") expr | expr operator expr | expr "as" tN
//!             | (int-type | "live" | "allocated" | "address" | "in-bounds" | "ends") "(" expr ")" | ("length" | "initialized") "(" place ")"
//!             | float "_" operation "(" expr {"," expr} ")"
//!             | ("null" | "zero") "as" tN | "pointer" "(" expr ")" "as" tN
//!             | "[" [expr {"," expr}] "]" "as" tN | "[" expr ";" expr "]" "as" tN
//!             | "{" [reference ":" expr {"," reference ":" expr}] "}" "as" tN | "(" expr ")"
//! place       = variable-reference | "*" expr | place "[" expr "]" | place "." reference
//!             | expr "->" reference
//! reference   = name | "$" number
//! variable-reference = reference | "$g" number
//! name        = identifier | string
//! span        = "@" [fN ":"] line ":" column "-" [line ":"] column
//! ```
//!
//! Operators bind as in C: `as` before `* / %` before `+ -` before `<< >>`
//! before `< <= > >=` before `== !=` before `&` before `^` before `|` before
//! `&&` before `||`, all from the left; `p->f` is `(*p).f`. A minus sign before
//! digits belongs to the number; `-(1)` is the negation of 1. Behind a pointer,
//! `+` moves it by elements and `-` is the distance to another one; `p as t1`
//! is the pointer seen as one of that type. `[e; n]` has `n` times the element `e`.
//!
//! A name that is no identifier, or a word of the expressions' grammar, is
//! written as a string; a name that more than one thing has is written as `$`
//! and the number of the variable, procedure or field meant. A name means a
//! variable of the procedure before one of the program, and `$g` and a number
//! always one of the program. `locals die` says that variables cease to exist
//! when their procedure returns. `layout t1 8 4 0 4` says that values of `t1`
//! take 8 bytes from a multiple of 4 on, and that its fields lie 0 and 4 bytes
//! behind its start. A span without a file is in `f0`, and one
//! whose end has no line ends on the line it starts on; what has no span points
//! nowhere.
//!
//! Expressions nest at most [`MAX_NESTING`] deep, and numbers have at most
//! [`MAX_DIGITS`] digits.

mod instruction;
mod lexer;
mod line;
mod names;
mod parse;
mod print;

pub use parse::parse;
pub use print::{expr_text, global_text, instruction_text, place_text, print};

use crate::{BinaryOp, IntType};
use kyklos_base::{FloatFormat, FloatOp};

/// How deep parsed expressions nest at most, operators and parentheses counted alike.
/// Working on an expression at this limit takes up to 4 MB of stack.
pub const MAX_NESTING: usize = 2000;

/// How many digits parsed numbers have at most.
pub const MAX_DIGITS: usize = 100_000;

/// Precedence of `as`: above all binary operators.
const RETYPE: u8 = 11;
/// Precedence of unary operators.
const UNARY: u8 = 12;
/// Precedence of what is followed by `.`, `->` or an index.
const POSTFIX: u8 = 13;

fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Or => 1,
        And => 2,
        BitOr => 3,
        BitXor => 4,
        BitAnd => 5,
        Eq | Ne => 6,
        Lt | Le | Gt | Ge => 7,
        Shl | Shr => 8,
        Add | Sub => 9,
        Mul | Div | Rem => 10,
    }
}

/// Whether the word means something in instructions, so that names like it are quoted.
fn is_reserved(word: &str) -> bool {
    const WORDS: [&str; 25] = [
        "alloc",
        "alloca",
        "as",
        "assume",
        "clear",
        "copy",
        "ends",
        "forget",
        "free",
        "in",
        "initialized",
        "input",
        "length",
        "live",
        "allocated",
        "address",
        "not",
        "null",
        "output",
        "pointer",
        "renew",
        "return",
        "skip",
        "stop",
        "zero",
    ];
    let is_integer = || word.starts_with(['i', 'u']) && word[1..].bytes().all(|byte| byte.is_ascii_digit());
    WORDS.contains(&word)
        || word == "int"
        || (word.len() > 1 && is_integer())
        || FloatFormat::named(word).is_some()
        || float_op(word).is_some()
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The integer type that a word stands for.
fn int_type(word: &str) -> Option<IntType> {
    if word == "int" {
        return Some(IntType::Unbounded);
    }
    if let Some(format) = FloatFormat::named(word) {
        return Some(IntType::Float(format));
    }
    let signed = word.starts_with('i');
    let bits = word.strip_prefix(['i', 'u'])?;
    Some(IntType::Sized { bits: bits.parse().ok()?, signed })
}

fn int_type_text(int: IntType) -> String {
    match int {
        IntType::Unbounded => "int".to_owned(),
        IntType::Sized { bits, signed } => format!("{}{bits}", if signed { "i" } else { "u" }),
        IntType::Float(format) => format.name().to_owned(),
    }
}

/// The operation on floating point numbers that a word stands for, such as `f64_add`.
fn float_op(word: &str) -> Option<(FloatFormat, FloatOp)> {
    let (format, op) = word.split_once('_')?;
    Some((FloatFormat::named(format)?, FloatOp::named(op)?))
}
