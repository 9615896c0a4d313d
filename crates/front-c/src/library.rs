//! Functions of C's library that the front end knows.
//!
//! [`check`] is asked about each call of a function that the program declares
//! but does not define; [`lower`] puts a call that it accepted on edges.

use crate::check::{Checker, Refusal};
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

/// What a call of a library function is: an expression with [`tree::ExprKind::Library`],
/// or any other; the call given back if the function is not known.
pub(crate) fn check<'a>(_: &mut Checker<'_>, call: Call<'a>) -> Result<Result<tree::Expr, Call<'a>>, Refusal> {
    Ok(Err(call))
}

/// Puts a library call's checks and effects on edges. The value is used only if the type is not `void`.
pub(crate) fn lower(_: &mut FunctionLowering<'_, '_>, _: &LibraryCall, _: &CType, _: Span) -> Expr {
    Expr::int(0)
}
