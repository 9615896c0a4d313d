//! `strchr`, `strrchr`, `memchr`, `strstr`, `strspn`, `strcspn`, `strpbrk`.

use super::Call;
use super::allocation::without_conversions;
use super::code::Code;
use super::memory::as_bytes;
use super::reach::{as_size, reaching};
use super::strings::{below, counter, skip_to_end, string};
use crate::check::{Checker, Refusal, refusal};
use crate::ctype::{CType, IntKind};
use crate::tree::{Expr, ExprKind, LocalId, StmtKind};
use kyklos_flow::BinaryOp;

/// `strchr`: the first character of this value; the zero at the end is one, too.
pub(super) fn first(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let text = string(&mut code, "s", arguments.next())?;
    let wanted = code.argument("c", arguments.next(), &CType::Int(IntKind::Char))?;
    let at = counter(&mut code, "i");
    let (differs, character) = (is_not(&mut code, text, at, wanted), code.element_at(text, at));
    let goes_on = code.is_not_zero(character);
    let condition = code.and(differs, goes_on);
    let walk = code.repeat(condition, at, Vec::new());
    code.add(walk);
    let differs = is_not(&mut code, text, at, wanted);
    let index = code.get(at);
    Ok(pointer_unless(code, differs, text, index))
}

/// `strrchr`: from the end to the start.
pub(super) fn last(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let text = string(&mut code, "s", arguments.next())?;
    let wanted = code.argument("c", arguments.next(), &CType::Int(IntKind::Char))?;
    let end = skip_to_end(&mut code, "e", text);
    let back = counter(&mut code, "i");
    let index = |code: &mut Code<'_, '_>| {
        let (end, back) = (code.get(end), code.get(back));
        code.binary(BinaryOp::Sub, end, back)
    };
    let differs = |code: &mut Code<'_, '_>| {
        let at = index(code);
        let (character, wanted) = (code.element(text, at), code.get(wanted));
        code.compare(BinaryOp::Ne, character, wanted)
    };
    let condition = differs(&mut code);
    let condition = below(&mut code, back, Some(end), condition);
    let walk = code.repeat(condition, back, Vec::new());
    code.add(walk);
    let (differs, index) = (differs(&mut code), index(&mut code));
    Ok(pointer_unless(code, differs, text, index))
}

/// `memchr`
pub(super) fn byte(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let Ok([memory, wanted, bytes]) = <[Expr; 3]>::try_from(call.arguments) else {
        return refusal(call.span, format!("`{}` takes 3 arguments", call.name));
    };
    let mut code = Code::new(checker, call.name, call.span);
    let bytes = as_size(&mut code, bytes)?;
    let memory = without_conversions(reaching(&mut code, memory, &bytes)?);
    let memory = match memory.ty.target().is_some_and(is_byte) {
        true => memory,
        false => as_bytes(&mut code, memory)?,
    };
    let memory = code.declare("s", memory);
    let wanted = code.argument("c", Some(wanted), &CType::Int(IntKind::UnsignedChar))?;
    let limit = code.declare("n", bytes);
    let at = counter(&mut code, "i");
    let character = code.element_at(memory, at);
    let (character, value) = (code.convert(character, IntKind::UnsignedChar), code.get(wanted));
    let differs = code.compare(BinaryOp::Ne, character, value);
    let condition = below(&mut code, at, Some(limit), differs);
    let walk = code.repeat(condition, at, Vec::new());
    code.add(walk);
    let (position, index) = (code.get(at), code.get(at));
    let end = code.get(limit);
    let nowhere = code.compare(BinaryOp::Ge, position, end);
    let (span, found) = (code.span, pointer_value(&mut code, nowhere, memory, index));
    let found = code.checker.convert(found, &CType::Void.pointer(), span)?;
    Ok(code.finish(found))
}

fn is_byte(ty: &CType) -> bool {
    ty.int_kind().is_some_and(IntKind::is_character)
}

/// `strstr`: at each position, compares as far as both are alike.
pub(super) fn text(checker: &mut Checker<'_>, call: Call<'_>) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let text = string(&mut code, "s", arguments.next())?;
    let wanted = string(&mut code, "t", arguments.next())?;
    let (at, length) = (counter(&mut code, "i"), counter(&mut code, "j"));
    let behind = |code: &mut Code<'_, '_>| {
        let (at, length) = (code.get(at), code.get(length));
        let index = code.binary(BinaryOp::Add, at, length);
        code.element(text, index)
    };
    let (there, here, rest) =
        (behind(&mut code), code.element_at(wanted, length), code.element_at(wanted, length));
    let (rest, alike) = (code.is_not_zero(rest), code.compare(BinaryOp::Eq, there, here));
    let condition = code.and(rest, alike);
    let (target, zero) = (code.get(length), code.size(0));
    let start = code.assign(target, zero);
    let compare = code.repeat(condition, length, Vec::new());
    // Behind the text's end, there is no room for what is looked for.
    let (rest, there) = (code.element_at(wanted, length), behind(&mut code));
    let (rest, there) = (code.is_not_zero(rest), code.is_not_zero(there));
    let goes_on = code.and(rest, there);
    let leave = leave_unless(&code, goes_on);
    let search = code.repeat(None, at, vec![start, compare, leave]);
    code.add(search);
    let rest = code.element_at(wanted, length);
    let (missing, index) = (code.is_not_zero(rest), code.get(at));
    Ok(pointer_unless(code, missing, text, index))
}

/// What `strspn` and its kin look for, and what they give.
pub(super) enum Span {
    /// `strspn`: how many characters at the start are of the set.
    Inside,
    /// `strcspn`: how many characters at the start are not.
    Outside,
    /// `strpbrk`: the first character that is of the set.
    First,
}

/// `strspn`, `strcspn`, `strpbrk`
pub(super) fn span(checker: &mut Checker<'_>, call: Call<'_>, kind: Span) -> Result<Expr, Refusal> {
    let mut code = Code::new(checker, call.name, call.span);
    let mut arguments = call.arguments.into_iter();
    let text = string(&mut code, "s", arguments.next())?;
    let set = string(&mut code, "t", arguments.next())?;
    let (at, member) = (counter(&mut code, "i"), counter(&mut code, "j"));
    let (target, zero) = (code.get(member), code.size(0));
    let start = code.assign(target, zero);
    let (one, other) = (code.element_at(set, member), code.element_at(text, at));
    let more = code.element_at(set, member);
    let (more, differs) = (code.is_not_zero(more), code.compare(BinaryOp::Ne, one, other));
    let condition = code.and(more, differs);
    let find = code.repeat(condition, member, Vec::new());
    // The search in the set ends at a member, or at the zero behind them.
    let (found, character) = (code.element_at(set, member), code.element_at(text, at));
    let goes_on = match kind {
        Span::Inside => code.is_not_zero(found),
        Span::Outside | Span::First => {
            let is_outside = code.compare(BinaryOp::Eq, found, code.zero(&CType::Int(IntKind::Char)));
            let inside_text = code.is_not_zero(character);
            code.and(inside_text, is_outside)
        }
    };
    let leave = leave_unless(&code, goes_on);
    let search = code.repeat(None, at, vec![start, find, leave]);
    code.add(search);
    let (index, character) = (code.get(at), code.element_at(text, at));
    match kind {
        Span::Inside | Span::Outside => Ok(code.finish(index)),
        Span::First => {
            let missing = code.compare(BinaryOp::Eq, character, code.zero(&CType::Int(IntKind::Char)));
            Ok(pointer_unless(code, missing, text, index))
        }
    }
}

/// `text[at] != wanted`
fn is_not(code: &mut Code<'_, '_>, text: LocalId, at: LocalId, wanted: LocalId) -> Expr {
    let (character, wanted) = (code.element_at(text, at), code.get(wanted));
    code.compare(BinaryOp::Ne, character, wanted)
}

/// `if (goes_on) ; else break;`
pub(super) fn leave_unless(code: &Code<'_, '_>, goes_on: Expr) -> crate::tree::Stmt {
    let then = Box::new(code.statement(StmtKind::Block(Vec::new())));
    let otherwise = Some(Box::new(code.statement(StmtKind::Break)));
    code.statement(StmtKind::If { condition: goes_on, then, otherwise })
}

/// The code's value: null if nothing was found, else the pointer to an element.
fn pointer_unless(mut code: Code<'_, '_>, missing: Expr, pointer: LocalId, index: Expr) -> Expr {
    let value = pointer_value(&mut code, missing, pointer, index);
    code.finish(value)
}

fn pointer_value(code: &mut Code<'_, '_>, missing: Expr, pointer: LocalId, index: Expr) -> Expr {
    let ty = code.get(pointer).ty;
    let element = code.element(pointer, index);
    let found = Expr::new(ExprKind::AddressOf(Box::new(element)), ty.clone(), code.span);
    let null = Expr::new(ExprKind::Null, ty, code.span);
    code.choose(missing, null, found)
}
