//! Models, read value by value.

use super::library::{Raw, text};
use super::{Ast, Context};
use crate::shape::Shape;
use kyklos_base::Int;
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::ptr::null_mut;

/// `Z3_NUMERAL_AST` and `Z3_APP_AST` of `Z3_ast_kind`.
const NUMERAL_AST: c_int = 0;
const APP_AST: c_int = 1;

/// A model; symbols it leaves open are 0, false, or 0 everywhere.
pub(crate) struct ModelView<'a> {
    pub(super) context: &'a Context,
    /// With a reference, which the view gives back.
    pub(super) model: Raw,
}

impl ModelView<'_> {
    /// The value of any integer.
    pub(crate) fn int(&self, ast: Ast) -> Option<Int> {
        let (z3, raw) = (self.context.z3, self.context.raw());
        let mut value = null_mut();
        // SAFETY: model and formula are of this context; the value is kept alive
        // by a reference while it is read.
        unsafe {
            if !(z3.Z3_model_eval)(raw, self.model, self.context.get(ast), true, &mut value)
                || value.is_null()
            {
                return None;
            }
            (z3.Z3_inc_ref)(raw, value);
            let number = self.number(value);
            (z3.Z3_dec_ref)(raw, value);
            number
        }
    }

    /// The value of an integer symbol.
    pub(crate) fn int_symbol(&self, symbol: Ast) -> Option<Int> {
        self.interpreted(symbol, Int::ZERO, |value| self.number(value))
    }

    /// The value of a symbol that is true or false.
    pub(crate) fn truth_symbol(&self, symbol: Ast) -> Option<bool> {
        self.interpreted(symbol, false, |value| {
            // SAFETY: the value is alive.
            match unsafe { (self.context.z3.Z3_get_bool_value)(self.context.raw(), value) } {
                1 => Some(true),
                -1 => Some(false),
                _ => None,
            }
        })
    }

    /// An array symbol, if the model gives it in a form that is known here.
    pub(crate) fn array_symbol(&self, symbol: Ast, arity: u32) -> Option<Shape> {
        let zero = (0..arity).fold(Shape::Number(Int::ZERO), |inner, _| Shape::constant(inner));
        self.interpreted(symbol, zero, |value| self.read(value, arity))
    }

    /// Looks a symbol up, which is ten times quicker than evaluating it.
    fn interpreted<T>(&self, symbol: Ast, open: T, read: impl FnOnce(Raw) -> Option<T>) -> Option<T> {
        let (z3, raw) = (self.context.z3, self.context.raw());
        // SAFETY: model and symbol are of this context, and its kind is looked at
        // before it is taken apart; the value is kept alive by a reference while it is read.
        unsafe {
            let symbol = self.context.get(symbol);
            if (z3.Z3_get_ast_kind)(raw, symbol) != APP_AST {
                return None;
            }
            let declaration = (z3.Z3_get_app_decl)(raw, (z3.Z3_to_app)(raw, symbol));
            let value = (z3.Z3_model_get_const_interp)(raw, self.model, declaration);
            if value.is_null() {
                return Some(open);
            }
            (z3.Z3_inc_ref)(raw, value);
            let result = read(value);
            (z3.Z3_dec_ref)(raw, value);
            result
        }
    }

    /// `value` must be alive, here and below.
    fn number(&self, value: Raw) -> Option<Int> {
        let (z3, raw) = (self.context.z3, self.context.raw());
        // SAFETY: the value is alive; the text is copied before the next call.
        unsafe {
            if (z3.Z3_get_ast_kind)(raw, value) != NUMERAL_AST {
                return None;
            }
            let mut small = 0;
            if (z3.Z3_get_numeral_int64)(raw, value, &mut small) {
                return Some(Int::from(small));
            }
            text((z3.Z3_get_numeral_string)(raw, value)).parse().ok()
        }
    }

    fn read(&self, value: Raw, arity: u32) -> Option<Shape> {
        if value.is_null() {
            return None;
        }
        let Some(inner) = arity.checked_sub(1) else { return self.number(value).map(Shape::Number) };
        let (z3, raw) = (self.context.z3, self.context.raw());
        let mut entries = BTreeMap::new();
        let mut array = value;
        loop {
            // SAFETY: `array` is alive: it is a part of `value`; its kind is
            // looked at before it is taken apart, and the text is copied.
            let (name, arguments) = unsafe {
                if (z3.Z3_get_ast_kind)(raw, array) != APP_AST {
                    return None;
                }
                if (z3.Z3_is_as_array)(raw, array) {
                    let function = (z3.Z3_get_as_array_func_decl)(raw, array);
                    return self.interpretation(function, entries, inner);
                }
                let application = (z3.Z3_to_app)(raw, array);
                let name = (z3.Z3_get_decl_name)(raw, (z3.Z3_get_app_decl)(raw, application));
                let count = (z3.Z3_get_app_num_args)(raw, application);
                let arguments: Vec<Raw> =
                    (0..count).map(|index| (z3.Z3_get_app_arg)(raw, application, index)).collect();
                (text((z3.Z3_get_symbol_string)(raw, name)), arguments)
            };
            match (name.as_str(), arguments.as_slice()) {
                ("store", [below, index, element]) => {
                    // Outer stores come first and win.
                    entries.entry(self.number(*index)?).or_insert(self.read(*element, inner)?);
                    array = *below;
                }
                ("const", [element]) => {
                    let default = Box::new(self.read(*element, inner)?);
                    return Some(Shape::Map { entries, default });
                }
                _ => return None,
            }
        }
    }

    /// An array given as a function's finite table.
    fn interpretation(&self, function: Raw, mut entries: BTreeMap<Int, Shape>, inner: u32) -> Option<Shape> {
        let (z3, raw) = (self.context.z3, self.context.raw());
        // SAFETY: the table and each of its entries are kept alive by a
        // reference while they are read.
        unsafe {
            let table = (z3.Z3_model_get_func_interp)(raw, self.model, function);
            if table.is_null() {
                return None;
            }
            (z3.Z3_func_interp_inc_ref)(raw, table);
            let mut read = || {
                for index in 0..(z3.Z3_func_interp_get_num_entries)(raw, table) {
                    let entry = (z3.Z3_func_interp_get_entry)(raw, table, index);
                    (z3.Z3_func_entry_inc_ref)(raw, entry);
                    let single = (z3.Z3_func_entry_get_num_args)(raw, entry) == 1;
                    let pair = single.then(|| {
                        let key = self.number((z3.Z3_func_entry_get_arg)(raw, entry, 0))?;
                        Some((key, self.read((z3.Z3_func_entry_get_value)(raw, entry), inner)?))
                    });
                    (z3.Z3_func_entry_dec_ref)(raw, entry);
                    let (key, value) = pair.flatten()?;
                    entries.entry(key).or_insert(value);
                }
                self.read((z3.Z3_func_interp_get_else)(raw, table), inner)
            };
            let default = read();
            (z3.Z3_func_interp_dec_ref)(raw, table);
            Some(Shape::Map { entries, default: Box::new(default?) })
        }
    }
}

impl Drop for ModelView<'_> {
    fn drop(&mut self) {
        // SAFETY: gives back the reference taken when the view was made.
        unsafe { (self.context.z3.Z3_model_dec_ref)(self.context.raw(), self.model) };
    }
}
