//! `math.h`, and the compilers' own functions behind its macros.
//!
//! What IEEE 754 fixes is exact: roots, remainders, rounding, classes. Functions such as `sin` are those of the
//! machine's library; of unknown arguments only their range is known. Where that library's results cannot be had, as
//! for `long double`, runs are left open.

use super::code::Code;
use super::known::exactly;
use super::{Call, Fact, Kind, cut};
use crate::check::{Checker, Refusal};
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind, LocalId};
use kyklos_base::float::exact;
use kyklos_base::float::{MathFunction, Rounding};
use kyklos_base::{FloatFormat, FloatOp, Int};
use kyklos_flow::BinaryOp;

/// What a function does.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    /// One operation.
    Op(FloatOp),
    /// The operation of the machine's library that has this name.
    OfMachine,
    /// One operation, whose result becomes an integer of this kind.
    Rounded(Rounding, IntKind),
    /// Infinity; NaN.
    Constant(bool),
    /// A question about a number of any type.
    Class(Class),
    /// A comparison of numbers of any types that is quiet about NaNs.
    Quiet(Quiet),
    /// `fdim`
    PositiveDifference,
    /// `modf`
    Split,
    /// `frexp`
    Normalized,
    /// `ilogb`
    IntegerExponent,
    /// `logb`
    Exponent,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Nan,
    /// 1 or -1 if it is infinite.
    Infinite,
    Finite,
    Normal,
    SignBit,
    Classify,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quiet {
    By(BinaryOp),
    LessOrGreater,
    Unordered,
}

/// How the names of functions end for other types than `double`, if it is not by `f` or `l`.
const SIZES: [&str; 5] = ["f32x", "f64x", "f32", "f64", "f128"];

/// Whether a function is one of C's library of which nothing is known here, or not for the type that its name tells.
pub(super) fn is_open(name: &str) -> bool {
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    let is_open = |stem: &str| {
        exactly(stem).is_some_and(|row| match row.kind {
            Kind::Open => row.has(Fact::OfNumbers),
            Kind::Number(Function::OfMachine | Function::Op(FloatOp::NextAfter)) => true,
            _ => false,
        })
    };
    let mut of_sizes = SIZES.iter().filter_map(|size| bare.strip_suffix(size));
    is_open(bare)
        || of_sizes.any(|stem| is_open(stem) || find(stem).is_some())
        || bare.strip_suffix(['f', 'l']).is_some_and(is_open)
}

/// The compilers' own function that does what one of CBMC's or ESBMC's does to a floating point number.
pub(crate) fn class_for_tools(name: &str) -> Option<String> {
    let class = name.strip_prefix("__CPROVER_").or_else(|| name.strip_prefix("__ESBMC_"))?;
    let is_one = |stem: &str| {
        stem == "sign"
            || matches!(
                find(stem),
                Some((Function::Class(_) | Function::Quiet(_) | Function::Op(FloatOp::Abs), _))
            )
    };
    let mut stems = ["", "ld", "d", "f", "l"].into_iter().filter_map(|suffix| class.strip_suffix(suffix));
    Some(match stems.find(|stem| is_one(stem))? {
        "sign" => "__builtin_signbit".to_owned(),
        "fabs" => class.to_owned(),
        stem => format!("__builtin_{stem}"),
    })
}

/// Whether a function tells what kind of number it is given.
pub(crate) fn classifies(name: &str) -> bool {
    matches!(find(name), Some((Function::Class(_), _)))
}

/// Whether a function with so many arguments is known here.
pub(super) fn is_known(name: &str, arguments: usize) -> bool {
    find(name).is_some_and(|(function, _)| arity(function) == arguments)
}

fn arity(function: Function) -> usize {
    match function {
        Function::Op(op) => op.arity(),
        Function::OfMachine => 0,
        Function::Rounded(..) | Function::IntegerExponent | Function::Exponent => 1,
        Function::Constant(nan) => usize::from(nan),
        Function::Class(Class::Classify) => 6,
        Function::Class(_) => 1,
        Function::Quiet(_) | Function::PositiveDifference | Function::Split | Function::Normalized => 2,
    }
}

/// The function of a name, and the format that the end of the name tells.
fn find(name: &str) -> Option<(Function, FloatFormat)> {
    let bare = name.strip_prefix("__builtin_").or_else(|| name.strip_prefix("__")).unwrap_or(name);
    let of_type = |name: &str| {
        let (short, format) = match name.strip_suffix('f') {
            Some(short) => (short, FloatFormat::Single),
            None => (name.strip_suffix('l')?, FloatFormat::Extended),
        };
        let found = function(short)?;
        let missing = format == FloatFormat::Extended
            && matches!(found, Function::Op(FloatOp::NextAfter | FloatOp::Math(_)));
        (!missing).then_some((found, format))
    };
    let double = |name: &str| function(name).map(|function| (function, FloatFormat::Double));
    double(name).or_else(|| double(bare)).or_else(|| of_type(name)).or_else(|| of_type(bare))
}

/// The function of exactly this name.
fn function(name: &str) -> Option<Function> {
    match exactly(name)?.kind {
        Kind::Number(Function::OfMachine) => {
            let (function, _) = MathFunction::ALL.iter().find(|(_, known)| *known == name)?;
            Some(Function::Op(FloatOp::Math(*function)))
        }
        Kind::Number(function) => Some(function),
        _ => None,
    }
}

/// What a call of a function is.
pub(super) fn check(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let span = call.span;
    let Some((function, format)) = find(call.name) else {
        return crate::check::unsupported(span, format!("`{}` is not supported", call.name));
    };
    match function {
        Function::Op(op) => checker.float_call(op, format, call.arguments, span),
        Function::OfMachine => Ok(cut(checker, call)),
        Function::Rounded(rounding, kind) => {
            let rounded = checker.float_call(FloatOp::Round(rounding), format, call.arguments, span)?;
            checker.convert(rounded, &CType::Int(kind), span)
        }
        Function::Constant(nan) => {
            let pattern = if nan { exact::nan(format, false) } else { exact::infinity(format, false) };
            Ok(Expr::int(pattern, CType::float(format), span))
        }
        Function::Class(class) => classified(checker, call, class, format),
        Function::Quiet(quiet) => quiet_comparison(checker, call, quiet),
        Function::PositiveDifference => {
            let (mut code, x, y, _) = two(checker, call, format)?;
            let (a, b) = (code.get(x), code.get(y));
            let less = code.compare(BinaryOp::Le, a, b);
            let (a, b) = (code.get(x), code.get(y));
            let difference = code.binary(BinaryOp::Sub, a, b);
            let zero = code.zero(&CType::float(format));
            let value = code.choose(less, zero, difference);
            Ok(code.finish(value))
        }
        Function::Split => split(checker, call, format),
        Function::Normalized => normalized(checker, call, format),
        Function::IntegerExponent => {
            let (mut code, x) = one(checker, call, format)?;
            let number = |value: i64| Expr::int(Int::from(value), CType::INT, span);
            let infinite = is_infinite(&mut code, x, format)?;
            let nothing = is_nothing(&mut code, x, format)?;
            let exponent = exponent(&mut code, x, format)?;
            let otherwise = code.choose(nothing, number(i64::from(i32::MIN)), exponent);
            let value = code.choose(infinite, number(i64::from(i32::MAX)), otherwise);
            Ok(code.finish(value))
        }
        Function::Exponent => {
            let (mut code, x) = one(checker, call, format)?;
            let ty = CType::float(format);
            let exponent = exponent(&mut code, x, format)?;
            let exponent = code.checker.convert(exponent, &ty, span)?;
            let a = code.get(x);
            let zero = code.zero(&ty);
            let is_zero = code.compare(BinaryOp::Eq, a, zero);
            let least = Expr::int(exact::infinity(format, true), ty.clone(), span);
            let a = code.get(x);
            let finite = code.checker.float_call(FloatOp::Abs, format, vec![a], span)?;
            let greatest = Expr::int(greatest(format), ty, span);
            let finite = code.compare(BinaryOp::Le, finite, greatest);
            // Of infinities and NaNs, the square.
            let (a, b) = (code.get(x), code.get(x));
            let square = code.binary(BinaryOp::Mul, a, b);
            let value = code.choose(finite, exponent, square);
            let value = code.choose(is_zero, least, value);
            Ok(code.finish(value))
        }
    }
}

/// `fesetround`: to nearest, or nothing.
pub(super) fn set_rounding(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mode = call.arguments.into_iter().next();
    let mode = mode.map(|mode| checker.convert(mode, &CType::INT, call.span)).transpose()?;
    match mode.as_ref().and_then(Expr::as_int) {
        Some(mode) if mode.is_zero() => Ok(Expr::int(Int::ZERO, CType::INT, call.span)),
        _ => crate::check::unsupported(call.span, "rounding other than to nearest is not supported"),
    }
}

/// The greatest number.
fn greatest(format: FloatFormat) -> Int {
    let precision = format.precision();
    let most = (1i64 << (format.exponent_bits() - 1)) - i64::from(precision);
    exact::from_parts(format, false, Int::power_of_two(precision) - Int::ONE, most)
}

/// The least positive number with a full significand.
fn least_normal(format: FloatFormat) -> Int {
    exact::from_parts(format, false, Int::ONE, 2 - (1i64 << (format.exponent_bits() - 1)))
}

/// Code with the argument in a variable.
fn one<'k, 'a>(
    checker: &'k mut Checker<'a>,
    call: Call<'_>,
    format: FloatFormat,
) -> Result<(Code<'k, 'a>, LocalId), Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let x = code.argument("x", call.arguments.into_iter().next(), &CType::float(format))?;
    Ok((code, x))
}

/// Code with both arguments in variables.
fn two<'k, 'a>(
    checker: &'k mut Checker<'a>,
    call: Call<'_>,
    format: FloatFormat,
) -> Result<(Code<'k, 'a>, LocalId, LocalId, FloatFormat), Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let x = code.argument("x", arguments.next(), &CType::float(format))?;
    let y = code.argument("y", arguments.next(), &CType::float(format))?;
    Ok((code, x, y, format))
}

fn exponent(code: &mut Code<'_, '_>, x: LocalId, format: FloatFormat) -> Result<Expr, Refusal> {
    let (x, span) = (code.get(x), code.span);
    code.checker.float_call(FloatOp::Exponent, format, vec![x], span)
}

fn is_infinite(code: &mut Code<'_, '_>, x: LocalId, format: FloatFormat) -> Result<Expr, Refusal> {
    let (x, span) = (code.get(x), code.span);
    let size = code.checker.float_call(FloatOp::Abs, format, vec![x], span)?;
    let infinity = Expr::int(exact::infinity(format, false), CType::float(format), span);
    Ok(code.compare(BinaryOp::Eq, size, infinity))
}

/// Whether a number is 0 or none at all.
fn is_nothing(code: &mut Code<'_, '_>, x: LocalId, format: FloatFormat) -> Result<Expr, Refusal> {
    let (a, b, span) = (code.get(x), code.get(x), code.span);
    let zero = code.zero(&CType::float(format));
    let is_zero = code.compare(BinaryOp::Eq, a, zero);
    let is_nan = code.checker.float_call(FloatOp::IsNan, format, vec![b], span)?;
    Ok(code.or(is_zero, is_nan))
}

/// `modf`: the integral part goes where the second argument points.
fn split(checker: &mut Checker<'_>, call: Call<'_>, format: FloatFormat) -> Result<Expr, Refusal> {
    let (ty, span) = (CType::float(format), call.span);
    let mut code = Code::new(checker, call.name, span);
    let mut arguments = call.arguments.into_iter();
    let x = code.argument("x", arguments.next(), &ty)?;
    let target = code.argument("p", arguments.next(), &ty.clone().pointer())?;
    let a = code.get(x);
    let whole = code.checker.float_call(FloatOp::Round(Rounding::Trunc), format, vec![a], span)?;
    let whole = code.declare("i", whole);
    let (place, value) = (code.element(target, code.size(0)), code.get(whole));
    let write = code.assign(place, value);
    code.add(write);
    let infinite = is_infinite(&mut code, x, format)?;
    let (a, b) = (code.get(x), code.get(whole));
    let rest = code.binary(BinaryOp::Sub, a, b);
    let zero = code.zero(&ty);
    let rest = code.choose(infinite, zero, rest);
    let rest = code.declare("f", rest);
    let (rest, sign) = (code.get(rest), code.get(x));
    let value = code.checker.float_call(FloatOp::CopySign, format, vec![rest, sign], span)?;
    Ok(code.finish(value))
}

/// `frexp`: the exponent goes where the second argument points.
fn normalized(checker: &mut Checker<'_>, call: Call<'_>, format: FloatFormat) -> Result<Expr, Refusal> {
    let (ty, span) = (CType::float(format), call.span);
    let mut code = Code::new(checker, call.name, span);
    let mut arguments = call.arguments.into_iter();
    let x = code.argument("x", arguments.next(), &ty)?;
    let target = code.argument("p", arguments.next(), &CType::INT.pointer())?;
    let (nothing, infinite) = (is_nothing(&mut code, x, format)?, is_infinite(&mut code, x, format)?);
    let nothing = code.or(nothing, infinite);
    let nothing = code.declare("n", nothing);
    let exponent = exponent(&mut code, x, format)?;
    let one = Expr::int(Int::ONE, CType::INT, span);
    let exponent = code.binary(BinaryOp::Add, exponent, one);
    let (is_nothing, zero) = (code.get(nothing), Expr::int(Int::ZERO, CType::INT, span));
    let exponent = code.choose(is_nothing, zero, exponent);
    let exponent = code.declare("e", exponent);
    let (place, value) = (code.element(target, code.size(0)), code.get(exponent));
    let write = code.assign(place, value);
    code.add(write);
    let (a, by) = (code.get(x), code.get(exponent));
    let by = Expr::new(ExprKind::Negate(Box::new(by)), CType::INT, span);
    let value = code.checker.float_call(FloatOp::Scale, format, vec![a, by], span)?;
    Ok(code.finish(value))
}

/// A question about a number, in its own type, or in that of a function that the call names.
fn classified(
    checker: &mut Checker<'_>,
    call: Call<'_>,
    class: Class,
    format: FloatFormat,
) -> Result<Expr, Refusal> {
    let span = call.span;
    let mut arguments = call.arguments;
    let Some(x) = arguments.pop() else { return Ok(Expr::int(Int::ZERO, CType::INT, span)) };
    let format = x.ty.float_format().unwrap_or(format);
    let ty = CType::float(format);
    match class {
        Class::Nan => return checker.float_call(FloatOp::IsNan, format, vec![x], span),
        Class::SignBit => return checker.float_call(FloatOp::SignBit, format, vec![x], span),
        Class::Finite => {
            let size = checker.float_call(FloatOp::Abs, format, vec![x], span)?;
            let most = Expr::int(greatest(format), ty, span);
            return Ok(checker.compare_same(BinaryOp::Le, size, most, span));
        }
        Class::Infinite | Class::Normal | Class::Classify => {}
    }
    let mut code = Code::new(checker, call.name, span);
    let x = code.argument("x", Some(x), &ty)?;
    if class == Class::Infinite {
        let mut side = |negative: bool| {
            let (a, infinity) = (code.get(x), Expr::int(exact::infinity(format, negative), ty.clone(), span));
            code.compare(BinaryOp::Eq, a, infinity)
        };
        let (plus, minus) = (side(false), side(true));
        let value = code.binary(BinaryOp::Sub, plus, minus);
        return Ok(code.finish(value));
    }
    let a = code.get(x);
    let size = code.checker.float_call(FloatOp::Abs, format, vec![a], span)?;
    let size = code.declare("s", size);
    let mut test = |op: BinaryOp, limit: Int| {
        let (size, limit) = (code.get(size), Expr::int(limit, ty.clone(), span));
        code.compare(op, size, limit)
    };
    let (finite, normal) = (test(BinaryOp::Le, greatest(format)), test(BinaryOp::Ge, least_normal(format)));
    let (zero, infinite) =
        (test(BinaryOp::Eq, Int::ZERO), test(BinaryOp::Eq, exact::infinity(format, false)));
    if class == Class::Normal {
        let value = code.and(finite, normal);
        return Ok(code.finish(value));
    }
    // What each class is called stands before the number: NaN, infinite, normal, subnormal, zero.
    let mut names: Vec<Expr> = Vec::new();
    for name in arguments {
        names.push(code.checker.convert(name, &CType::INT, span)?);
    }
    if names.is_empty() {
        names =
            (0..5).map(|number| Expr::int(Int::from([0, 1, 4, 3, 2][number]), CType::INT, span)).collect();
    }
    let Ok([nan, infinity, normals, subnormal, nought]) = <[Expr; 5]>::try_from(names) else {
        return crate::check::unsupported(
            span,
            format!("`{}` with these arguments is not supported", call.name),
        );
    };
    let small = code.choose(zero, nought, subnormal);
    let value = code.choose(normal, normals, small);
    let value = code.choose(infinite, infinity, value);
    let a = code.get(x);
    let is_nan = code.checker.float_call(FloatOp::IsNan, format, vec![a], span)?;
    let value = code.choose(is_nan, nan, value);
    Ok(code.finish(value))
}

fn quiet_comparison(checker: &mut Checker<'_>, call: Call<'_>, quiet: Quiet) -> Result<Expr, Refusal> {
    let span = call.span;
    let mut arguments = call.arguments.into_iter();
    let (Some(x), Some(y)) = (arguments.next(), arguments.next()) else {
        return Ok(Expr::int(Int::ZERO, CType::INT, span));
    };
    let zero = Expr::int(Int::ZERO, CType::float(FloatFormat::Single), span);
    let x = if x.ty.is_float() { x } else { checker.usual_floats(x, zero, span)?.0 };
    let (x, y, format) = checker.usual_floats(x, y, span)?;
    if let Quiet::By(op) = quiet {
        return Ok(checker.compare_same(op, x, y, span));
    }
    let mut code = Code::new(checker, call.name, span);
    let (x, y) = (code.declare("x", x), code.declare("y", y));
    let (a, b, c, d) = (code.get(x), code.get(y), code.get(x), code.get(y));
    let value = match quiet {
        Quiet::LessOrGreater => {
            let (less, greater) = (code.compare(BinaryOp::Lt, a, b), code.compare(BinaryOp::Gt, c, d));
            code.or(less, greater)
        }
        _ => {
            let first = code.checker.float_call(FloatOp::IsNan, format, vec![a], span)?;
            let second = code.checker.float_call(FloatOp::IsNan, format, vec![b], span)?;
            code.or(first, second)
        }
    };
    Ok(code.finish(value))
}
