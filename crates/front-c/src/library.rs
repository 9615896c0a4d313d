//! Functions of C's library that the front end knows.
//!
//! `check` is asked about each call of a function that the program declares
//! but does not define. Most functions become code at the place of the call
//! (loops over the elements), so that what goes wrong inside is found by the
//! usual checks, and reported at the call; `lower` puts the others, which make
//! objects and end them, on edges.
//!
//! - `allocation`: `malloc`, `calloc`, `alloca`, `free`;
//! - `reallocation`: `realloc`, `reallocarray`, `strdup`;
//! - `memory`: `memcpy`, `memmove`, `memset`, `memcmp`;
//! - `filling`: what `memset` makes of values;
//! - `reach`: how far these may go around what they are given;
//! - `streams`: that what is given as a stream is one; `fclose` and the like;
//! - `strings`: `strlen`, `strcmp`, `strcpy` and the like;
//! - `search`: `strchr`, `strstr`, `strspn` and the like;
//! - `reading`: `scanf`, `getchar`;
//! - `scanning`: `sscanf`, whose code is written in C;
//! - `formatting`: `sprintf`; `conversions`: what stands in its formats;
//! - `printing`: the functions that print; `printed`: what they read;
//! - `conversion`: `strtol` and the like;
//! - `numbers`: `abs`, `atoi`, `rand` and the like;
//! - `characters`: `isdigit`, `toupper` and the like;
//! - `code`: builds the code of a call.
//!
//! Functions that need no types of their own are written in C, in `models.c` (see `check::model`).
//!
//! `malloc` and its kin give no null pointer, unless the options say that they may.

mod allocation;
mod characters;
mod code;
mod conversion;
mod conversions;
mod filling;
mod formatting;
mod math;
mod memory;
mod numbers;
mod printed;
mod printing;
mod reach;
mod reading;
mod reallocation;
mod scanning;
mod search;
mod streams;
mod strings;

pub(crate) use allocation::without_conversions;
pub(crate) use code::Code;
pub(crate) use conversions::{Amount, Conversion, Takes, conversions};
pub(crate) use formatting::{Formatted, is_counted, printed_length, write};
pub(crate) use math::classifies;
pub(crate) use memory::{accesses, elements};
pub(crate) use numbers::when;
pub(crate) use printed::{read_bytes, read_first, read_text};
pub(crate) use printing::{Format, Outcome, Printing, What, printing};
pub(crate) use reach::{as_size, product, reaching, used_again};
pub(crate) use reading::{memory as arbitrary_memory, read, too_few};
pub(crate) use scanning::{Scanned, scanner};
pub(crate) use streams::{CLOSING, checked_stream, close, followed};
pub(crate) use strings::{choice, like};

use crate::check::{Checker, Refusal, is_errno_address};
use crate::ctype::CType;
use crate::lower::FunctionLowering;
use crate::tree;
use kyklos_base::{Int, Span};
use kyklos_flow::{BinaryOp, Expr};

/// Functions that are written in C.
pub(crate) const MODELS: &str = include_str!("library/models.c");

/// A call of a function that the front end knows.
#[derive(Clone, Debug)]
pub struct LibraryCall {
    /// The function, or a part of what one does: `access` checks that a pointer can be followed, `drop`
    /// ends an object, `inside` tells whether an array has an
    /// element, `live` whether an object is there, `written` whether a place holds a value.
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
const UNSUPPORTED: [&str; 59] = [
    "asm",
    "strtok",
    "strtok_r",
    "strxfrm",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "scanf",
    "fscanf",
    "gets",
    "fgets",
    "fread",
    "read",
    "qsort",
    "bsearch",
    "signal",
    "pthread_create",
    "fork",
    "vfork",
    "clone",
    "thrd_create",
    "posix_spawn",
    "memccpy",
    "bcopy",
    "stpcpy",
    "stpncpy",
    "mempcpy",
    "strlcpy",
    "strlcat",
    "strsep",
    "strftime",
    "strerror_r",
    "localtime_r",
    "gmtime_r",
    "asctime_r",
    "ctime_r",
    "getcwd",
    "getdelim",
    "pread",
    "readv",
    "recv",
    "recvfrom",
    "vscanf",
    "vfscanf",
    "vsscanf",
    "asprintf",
    "vasprintf",
    "mbtowc",
    "mbrtowc",
    "wctomb",
    "wcrtomb",
    "mbstowcs",
    "wcstombs",
    "qsort_r",
    "on_exit",
    "getentropy",
    "getrandom",
    "explicit_bzero",
];

/// Functions without a model that follow pointers among their arguments: which ones.
pub(crate) const FOLLOWED: [(&str, &[usize]); 41] = [
    ("mktime", &[0]),
    ("timegm", &[0]),
    ("timelocal", &[0]),
    ("asctime", &[0]),
    ("ctime", &[0]),
    ("gmtime", &[0]),
    ("localtime", &[0]),
    ("nanosleep", &[0]),
    ("clock_nanosleep", &[2]),
    ("clock_settime", &[1]),
    ("timespec_get", &[0]),
    ("utime", &[0]),
    ("utimes", &[0]),
    ("statvfs", &[0, 1]),
    ("fstatvfs", &[1]),
    ("getrusage", &[1]),
    ("getrlimit", &[1]),
    ("setrlimit", &[1]),
    ("setitimer", &[1]),
    ("getitimer", &[1]),
    ("sigemptyset", &[0]),
    ("sigfillset", &[0]),
    ("sigaddset", &[0]),
    ("sigdelset", &[0]),
    ("sigismember", &[0]),
    ("sigwait", &[0, 1]),
    ("chown", &[0]),
    ("dlsym", &[1]),
    ("execv", &[0, 1]),
    ("execvp", &[0, 1]),
    ("execve", &[0, 1]),
    ("execl", &[0]),
    ("execlp", &[0]),
    ("getsockname", &[1, 2]),
    ("getpeername", &[1, 2]),
    ("getsockopt", &[4]),
    ("regcomp", &[0, 1]),
    ("regexec", &[0, 1]),
    ("regfree", &[0]),
    ("tcgetattr", &[1]),
    ("tcsetattr", &[2]),
];

/// Functions that start threads or processes. Verdicts on one thread alone would mean nothing.
const THREADS: [&str; 5] = ["pthread_create", "thrd_create", "fork", "vfork", "clone"];

fn refuse_threads<T>(name: &str, span: Span) -> Result<T, Refusal> {
    let message = format!("`{name}` is not supported: runs of one thread are all that is looked at");
    let help = "check what a thread does with `--entry FUNCTION`, or call it in the place of this call";
    Err(Box::new(kyklos_base::Diagnostic::warning(span, message).with_help(help)))
}

/// Functions that make memory, and may fail to.
const ALLOCATING: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "strdup",
    "strndup",
    "aligned_alloc",
    "memalign",
    "valloc",
];

/// Other functions whose results follow from their arguments. What they give is arbitrary here, but a
/// native run has to call the library's own.
const FIXED: [&str; 14] = [
    "strcoll",
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
];

/// Whether C's library has the function, and its result follows from its arguments.
pub(crate) fn is_fixed(name: &str) -> bool {
    let bare = name.strip_prefix("__").map_or(name, |name| name.trim_end_matches(['f', 'l']));
    FIXED.contains(&name) || FIXED.contains(&bare)
}

/// The names of the functions that a C library on Linux declares in its headers, sorted.
const NAMES: &str = include_str!("library/names.txt");

/// Whether C's library has a function of this name.
pub(crate) fn has(name: &str) -> bool {
    NAMES.lines().any(|known| known == name)
}

/// What a call of a library function is: an expression with [`tree::ExprKind::Library`],
/// or any other; the call given back if the function is not known.
pub(crate) fn check<'a>(
    checker: &mut Checker<'_>,
    mut call: Call<'a>,
) -> Result<Result<tree::Expr, Call<'a>>, Refusal> {
    let may_fail = checker.malloc_may_fail() && ALLOCATING.contains(&plain(call.name));
    let (name, span, arguments) = (call.name, call.span, may_fail.then(|| call.arguments.clone()));
    let expr = match (call.name.strip_prefix("__builtin_").unwrap_or(call.name), call.arguments.len()) {
        ("malloc" | "alloca", 1) | ("calloc", 2) => allocation::check_allocation(checker, call),
        ("aligned_alloc" | "memalign", 2) => {
            let align = call.arguments.remove(0);
            call.name = "malloc";
            aligned(checker, call, align)
        }
        ("valloc", 1) => {
            call.name = "malloc";
            let align = tree::Expr::int(Int::from(4096), CType::INT, call.span);
            aligned(checker, call, align)
        }
        ("free", 1) => allocation::check_free(checker, call),
        ("memcpy" | "memmove", 3) => memory::copy(checker, call),
        ("bzero", 2) => {
            let zero = tree::Expr::int(Int::ZERO, CType::INT, call.span);
            call.arguments.insert(1, zero);
            memory::set(checker, call)
        }
        ("memset", 3) => memory::set(checker, call),
        ("memcmp" | "bcmp", 3) => memory::compare(checker, call),
        ("memchr", 3) => search::byte(checker, call),
        ("strlen", 1) | ("strnlen", 2) => strings::length(checker, call),
        ("strcmp", 2) | ("strncmp", 3) => strings::compare(checker, call),
        ("strcpy", 2) | ("strncpy", 3) => strings::copy(checker, call),
        ("strcat", 2) | ("strncat", 3) => strings::append(checker, call),
        ("strchr", 2) => search::first(checker, call),
        ("strrchr", 2) => search::last(checker, call),
        ("strstr", 2) => search::text(checker, call),
        ("strspn", 2) => search::span(checker, call, search::Span::Inside),
        ("strcspn", 2) => search::span(checker, call, search::Span::Outside),
        ("strpbrk", 2) => search::span(checker, call, search::Span::First),
        ("strdup", 1) | ("strndup", 2) => reallocation::duplicate(checker, call),
        ("realloc", 2) => reallocation::resize(checker, call),
        ("reallocarray", 3) => reallocation::resize_to_product(checker, call),
        ("abs" | "labs" | "llabs" | "imaxabs", 1) => numbers::absolute(checker, call),
        ("atoi" | "atol" | "atoll", 1) => numbers::parse(checker, call),
        (name, 3) if conversion::is_known(name) => conversion::parse(checker, call),
        (name, count) if reading::reads_character(name, count) => reading::character(checker, call),
        ("rand" | "random", 0) => numbers::random(checker, call),
        ("srand" | "srandom", 1) => numbers::seed(checker, call),
        ("time", 1) if call.arguments.iter().all(|argument| !is_null(argument)) => {
            numbers::time(checker, call)
        }
        (name, 0) if is_errno_address(name) => {
            let place = checker.errno(call.span)?;
            let ty = place.ty.clone().pointer();
            Ok(tree::Expr::new(tree::ExprKind::AddressOf(Box::new(place)), ty, call.span))
        }
        (name, 1) if characters::is_known(name) => characters::check(checker, call),
        (_, count) if math::is_known(call.name, count) => math::check(checker, call),
        (name, 1..) if math::is_open(name) => Ok(checker.cut_call(name, call.arguments, call.span)),
        (name, 1) if math::sets_rounding(name) => math::set_rounding(checker, call),
        (name, _) if UNSUPPORTED.contains(&plain(name)) => {
            if THREADS.contains(&plain(name)) {
                return refuse_threads(name, call.span);
            }
            Ok(checker.cut_call(name, call.arguments, call.span))
        }
        _ => return Ok(Err(call)),
    };
    Ok(Ok(match arguments {
        Some(arguments) => or_null(name, expr?, arguments, span),
        None => expr?,
    }))
}

/// A call that makes memory whose address is a multiple of a number. All memory is aligned to 16 bytes.
fn aligned(checker: &mut Checker<'_>, call: Call<'_>, align: tree::Expr) -> Result<tree::Expr, Refusal> {
    let (span, enough) = (call.span, align.as_int().is_some_and(|align| *align <= Int::from(16)));
    let made = allocation::check_allocation(checker, call)?;
    if enough {
        return Ok(made);
    }
    let mut code = Code::new(checker, "malloc", span);
    let size = code.size_type();
    let align = code.checker.convert(align, &size, span)?;
    let align = code.declare("a", align);
    let pointer = code.declare("p", made);
    let value = code.get(pointer);
    let address = code.checker.convert(value, &size, span)?;
    let rest = code.get(align);
    let rest = code.binary(BinaryOp::Rem, address, rest);
    let is_multiple = Box::new(code.compare(BinaryOp::Eq, rest, code.size(0)));
    let assume = tree::ExprKind::Intrinsic(tree::Intrinsic::Assume(is_multiple));
    let assume = code.expression(tree::Expr::new(assume, CType::Void, span));
    code.add(assume);
    let value = code.get(pointer);
    Ok(code.finish(value))
}

/// A call that makes memory, or fails and gives null: then nothing happens but that its arguments are evaluated.
fn or_null(name: &str, made: tree::Expr, arguments: Vec<tree::Expr>, span: Span) -> tree::Expr {
    let ty = made.ty.clone();
    let number = |number: i64| Box::new(tree::Expr::int(Int::from(number), CType::INT, span));
    let fails = tree::Intrinsic::Range(number(0), number(2), choice(name));
    let fails = tree::Expr::new(tree::ExprKind::Intrinsic(fails), CType::INT, span);
    let ignored = tree::ExprKind::Intrinsic(tree::Intrinsic::Ignore(arguments, None));
    let ignored = tree::Expr::new(ignored, CType::Void, span);
    let null = tree::Expr::new(tree::ExprKind::Null, ty.clone(), span);
    let null = tree::Expr::new(tree::ExprKind::Comma(Box::new(ignored), Box::new(null)), ty.clone(), span);
    let kind = tree::ExprKind::Conditional(Box::new(fails), Box::new(null), Box::new(made));
    tree::Expr::new(kind, ty, span)
}

/// The name of a function without what the GNU library puts before it to tell versions apart.
pub(crate) fn plain(name: &str) -> &str {
    name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_")
}

/// Whether an argument is a null pointer, or the number 0 in its place.
fn is_null(argument: &tree::Expr) -> bool {
    match &argument.kind {
        tree::ExprKind::Null => true,
        tree::ExprKind::Int(number) => number.is_zero(),
        _ => false,
    }
}

/// Puts a library call's checks and effects on edges. The value is used only if the type is not `void`.
pub(crate) fn lower(
    lowering: &mut FunctionLowering<'_, '_>,
    call: &LibraryCall,
    ty: &CType,
    span: Span,
) -> Expr {
    match (call.name, call.arguments.as_slice()) {
        ("free", [pointer]) => {
            let pointer = allocation::lower_free_checks(lowering, "free", pointer, span);
            allocation::lower_end(lowering, pointer, span)
        }
        ("realloc", [pointer]) => allocation::lower_free_checks(lowering, "realloc", pointer, span),
        ("drop", [pointer]) => {
            let pointer = lowering.value(pointer);
            allocation::lower_end(lowering, pointer, span)
        }
        ("access", [pointer]) => {
            let value = lowering.value(pointer);
            let value = lowering.copyable(value, &pointer.ty, pointer.span);
            lowering.check_pointer(pointer, &value);
            Expr::int(0)
        }
        (kind @ ("stream" | "stream or null" | "stream to close" | "stream to reopen"), [stream]) => {
            streams::lower_check(lowering, kind, stream)
        }
        ("close", [stream]) => streams::lower_close(lowering, stream, span),
        ("followed", [pointer]) => {
            let value = lowering.value(pointer);
            let value = lowering.copyable(value, &pointer.ty, pointer.span);
            lowering.check_pointer(pointer, &value);
            value
        }
        ("copy", [target, source, count]) => memory::lower_copy(lowering, [target, source, count], span),
        ("written", [place]) => Expr::Initialized(lowering.place(place)),
        ("partial", []) => Expr::int(i64::from(lowering.context.has_partial_memory())),
        ("live", [pointer]) => Expr::Live(Box::new(lowering.value(pointer))),
        ("ends", [text]) => Expr::Ends(Box::new(lowering.value(text))),
        ("inside", [pointer, index]) => {
            let (pointer, index) = (lowering.value(pointer), lowering.value(index));
            Expr::InBounds(Box::new(Expr::Offset(Box::new(pointer), Box::new(index))))
        }
        (name, [count, rows @ ..]) => allocation::lower_allocation(lowering, name, (count, rows), ty, span),
        _ => Expr::int(0),
    }
}
