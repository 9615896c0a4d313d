//! Functions of C's library that the front end knows.
//!
//! `check` is asked about each call of a function that the program declares
//! but does not define. Most functions become code at the place of the call
//! (loops over the elements), so that what goes wrong inside is found by the
//! usual checks, and reported at the call; `lower` puts the others, which make
//! objects and end them, on edges.
//!
//! - `allocation`: `malloc`, `calloc`, `alloca`, `free`;
//! - `memory`: `memcpy`, `memmove`, `memset`;
//! - `strings`: `strlen`, `strcmp`, `strcpy` and the like;
//! - `characters`: `isdigit`, `toupper` and the like;
//! - `code`: builds the code of a call.
//!
//! `malloc` and its kin never fail: they give no null pointer.

mod allocation;
mod characters;
mod code;
mod memory;
mod strings;

use crate::check::{Checker, Refusal, refusal};
use crate::ctype::CType;
use crate::lower::FunctionLowering;
use crate::tree;
use kyklos_base::Span;
use kyklos_flow::Expr;

/// A call of a function that the front end knows.
#[derive(Clone, Debug)]
pub struct LibraryCall {
    /// The function.
    pub name: &'static str,
    /// Its arguments, converted as `lower` wants them.
    pub arguments: Vec<tree::Expr>,
}

/// A call that is to be checked.
pub(crate) struct Call<'a> {
    /// The function's name.
    pub(crate) name: &'a str,
    /// The arguments: values (arrays have become pointers), before any conversion.
    pub(crate) arguments: Vec<tree::Expr>,
    /// The type that the result is converted to at once by a cast or an assignment (`int *p = malloc(8)`).
    pub(crate) wanted: Option<&'a CType>,
    /// The call.
    pub(crate) span: Span,
}

/// Functions that change memory or go elsewhere, in ways that are not supported.
const UNSUPPORTED: [&str; 31] = [
    "asm",
    "realloc",
    "reallocarray",
    "strdup",
    "strndup",
    "strtok",
    "strtok_r",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "scanf",
    "fscanf",
    "sscanf",
    "gets",
    "fgets",
    "fread",
    "read",
    "getline",
    "qsort",
    "bsearch",
    "setjmp",
    "_setjmp",
    "longjmp",
    "siglongjmp",
    "signal",
    "atexit",
    "pthread_create",
    "fork",
    "memccpy",
    "bcopy",
];

/// Other functions whose results follow from their arguments. What they give is arbitrary here, but a
/// native run has to call the library's own.
const FIXED: [&str; 37] = [
    "atoi",
    "atol",
    "atoll",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoimax",
    "strtoumax",
    "memcmp",
    "strcoll",
    "strxfrm",
    "strspn",
    "strcspn",
    "strnlen",
    "strcasecmp",
    "strncasecmp",
    "ffs",
    "ffsl",
    "ffsll",
    "htonl",
    "htons",
    "ntohl",
    "ntohs",
    "div",
    "ldiv",
    "lldiv",
    "imaxabs",
    "lround",
    "llround",
    "lrint",
    "llrint",
    "ilogb",
    "isnan",
    "isinf",
    "finite",
    "signbit",
];

/// Whether C's library has the function, and its result follows from its arguments.
pub(crate) fn is_fixed(name: &str) -> bool {
    let bare = name.strip_prefix("__").map_or(name, |name| name.trim_end_matches(['f', 'l']));
    FIXED.contains(&name) || FIXED.contains(&bare)
}

/// What a call of a library function is: an expression with [`tree::ExprKind::Library`],
/// or any other; the call given back if the function is not known.
pub(crate) fn check<'a>(
    checker: &mut Checker<'_>,
    call: Call<'a>,
) -> Result<Result<tree::Expr, Call<'a>>, Refusal> {
    let expr = match (call.name.strip_prefix("__builtin_").unwrap_or(call.name), call.arguments.len()) {
        ("malloc" | "alloca", 1) | ("calloc", 2) => allocation::check_allocation(checker, call),
        ("free", 1) => allocation::check_free(checker, call),
        ("memcpy" | "memmove", 3) => memory::copy(checker, call),
        ("memset", 3) => memory::set(checker, call),
        ("strlen", 1) => strings::length(checker, call),
        ("strcmp", 2) | ("strncmp", 3) => strings::compare(checker, call),
        ("strcpy", 2) | ("strncpy", 3) => strings::copy(checker, call),
        ("strcat", 2) => strings::append(checker, call),
        ("abs" | "labs" | "llabs", 1) => strings::absolute(checker, call),
        (name, 1) if characters::is_known(name) => characters::check(checker, call),
        (name, _) if UNSUPPORTED.contains(&name) => refusal(call.span, format!("`{name}` is not supported")),
        _ => return Ok(Err(call)),
    };
    expr.map(Ok)
}

/// Puts a library call's checks and effects on edges. The value is used only if the type is not `void`.
pub(crate) fn lower(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &LibraryCall,
    ty: &CType,
    span: Span,
) -> Expr {
    match (call.name, call.arguments.as_slice()) {
        ("free", [pointer]) => allocation::lower_free(lowering, pointer, span),
        (name, [count]) => allocation::lower_allocation(lowering, name, count, ty, span),
        _ => Expr::int(0),
    }
}
