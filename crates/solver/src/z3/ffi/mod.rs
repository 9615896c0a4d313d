//! The Z3 library behind a safe interface. All unsafe code of Kyklos is in
//! this folder.
//!
//! **Loaded, not linked.** The bindings on crates.io (`z3`, `z3-sys`) link
//! `libz3` when a binary is built. That needs the library's path in every final
//! link: their build script runs before ours, and an rpath given by a library's
//! build script does not reach the binaries and tests of the crates that use
//! it, so a plain `cargo test` in a fresh clone would end in a loader's error.
//! Loading the library at run time from the path that the build script found
//! works for every binary, test and installation alike, lets a moved binary
//! look elsewhere, and turns a missing library into an ordinary error. The
//! price is the table of functions below, whose types repeat `z3_api.h` (they
//! are stable: the oldest version accepted is checked when loading).
//!
//! **Why it is sound.** A [`Context`] owns all objects made in it and frees them
//! with itself; callers hold indices into its tables and never pointers, so
//! they cannot use an object after its end or in another context (a foreign
//! index panics or names another formula; it never dangles). Contexts stay on their
//! thread (they hold raw pointers, so they are not `Send`); only
//! `Z3_interrupt`, which Z3 allows from any thread, is called from the watchdog,
//! and only while [`Context::check`] holds the context.

#![allow(unsafe_code)]

mod floats;
mod library;
mod model;
mod vectors;

pub(crate) use floats::FloatCall;
pub(crate) use model::ModelView;
pub(crate) use vectors::VectorOp;

use crate::interrupt::Watch;
use kyklos_base::Int;
use kyklos_term::Sort;
use library::{Functions, Raw, library, text};
use std::cell::OnceCell;
use std::ffi::{CStr, CString, c_int, c_uint};
use std::time::Duration;

/// A formula or number of a [`Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ast(u32);

/// A solver of a [`Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolverId(usize);

/// A setting of a solver.
pub(crate) enum Setting {
    Number(&'static CStr, u32),
    Switch(&'static CStr, bool),
}

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    Sat,
    Unsat,
    /// With Z3's reason.
    Unknown(String),
}

/// A Z3 context and all that was made in it. It is made when it is first used: that takes 10 ms and 17 MB, and many a
/// solver is asked in one language alone.
pub(crate) struct Context {
    z3: &'static Functions,
    opened: OnceCell<Opened>,
    /// Everything that callers have an [`Ast`] for; each holds one reference.
    asts: Vec<Raw>,
    /// By arity, from 1 on.
    array_sorts: Vec<Raw>,
    solvers: Vec<Option<Raw>>,
    /// The first error since the last [`Context::take_error`].
    error: Option<String>,
}

/// A context, and the sorts that all use.
struct Opened {
    raw: Raw,
    bool_sort: Raw,
    int_sort: Raw,
}

impl Opened {
    fn new(z3: &Functions) -> Self {
        // SAFETY: the configuration is deleted once and not used after. Without
        // a handler errors are kept in the context and asked for; the default
        // handler would end the process. Sorts are kept alive by a reference.
        unsafe {
            let config = (z3.Z3_mk_config)();
            let raw = (z3.Z3_mk_context_rc)(config);
            (z3.Z3_del_config)(config);
            // As with any other allocation, there is nothing to be done without memory.
            assert!(!raw.is_null(), "Z3 could not make a context");
            (z3.Z3_set_error_handler)(raw, None);
            let (bool_sort, int_sort) = ((z3.Z3_mk_bool_sort)(raw), (z3.Z3_mk_int_sort)(raw));
            (z3.Z3_inc_ref)(raw, bool_sort);
            (z3.Z3_inc_ref)(raw, int_sort);
            Self { raw, bool_sort, int_sort }
        }
    }
}

impl Context {
    pub(crate) fn new() -> Result<Self, String> {
        let (z3, opened) = (library()?, OnceCell::new());
        Ok(Self { z3, opened, asts: Vec::new(), array_sorts: Vec::new(), solvers: Vec::new(), error: None })
    }

    fn raw(&self) -> Raw {
        self.opened().raw
    }

    fn opened(&self) -> &Opened {
        self.opened.get_or_init(|| Opened::new(self.z3))
    }

    /// What went wrong since this was last asked.
    pub(crate) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Stands in for what has no form here; noted as an error, so that no answer counts.
    pub(crate) fn refused(&mut self) -> Ast {
        self.error.get_or_insert_with(|| "a term that cannot be said in integers".to_owned());
        self.truth(true)
    }

    pub(crate) fn truth(&mut self, value: bool) -> Ast {
        let make = if value { self.z3.Z3_mk_true } else { self.z3.Z3_mk_false };
        // SAFETY: the context is valid.
        self.keep(unsafe { make(self.raw()) })
    }

    pub(crate) fn int(&mut self, value: &Int) -> Ast {
        let sort = self.opened().int_sort;
        // SAFETY: the sort is of this context and the text ends in NUL.
        let raw = unsafe {
            match value.to_i64() {
                Some(small) => (self.z3.Z3_mk_int64)(self.raw(), small, sort),
                None => {
                    let text = CString::new(value.to_string()).unwrap_or_default();
                    (self.z3.Z3_mk_numeral)(self.raw(), text.as_ptr(), sort)
                }
            }
        };
        self.keep(raw)
    }

    /// The constant that stands for the symbol of this number.
    pub(crate) fn symbol(&mut self, number: u32, sort: Sort) -> Ast {
        let sort = match sort {
            Sort::Bool => self.opened().bool_sort,
            Sort::Int => self.opened().int_sort,
            Sort::Array(arity) => self.array_sort(arity as usize),
        };
        // SAFETY: the sort is of this context.
        let raw = unsafe {
            let name = (self.z3.Z3_mk_int_symbol)(self.raw(), number as c_int);
            (self.z3.Z3_mk_const)(self.raw(), name, sort)
        };
        self.keep(raw)
    }

    fn array_sort(&mut self, arity: usize) -> Raw {
        let int_sort = self.opened().int_sort;
        while self.array_sorts.len() < arity {
            let element = self.array_sorts.last().copied().unwrap_or(int_sort);
            // SAFETY: both sorts are of this context; the new one gets a reference.
            unsafe {
                let sort = (self.z3.Z3_mk_array_sort)(self.raw(), int_sort, element);
                (self.z3.Z3_inc_ref)(self.raw(), sort);
                self.array_sorts.push(sort);
            }
        }
        arity.checked_sub(1).map_or(int_sort, |below| self.array_sorts[below])
    }

    pub(crate) fn add(&mut self, parts: &[Ast]) -> Ast {
        self.many(self.z3.Z3_mk_add, parts)
    }

    pub(crate) fn mul(&mut self, parts: &[Ast]) -> Ast {
        self.many(self.z3.Z3_mk_mul, parts)
    }

    pub(crate) fn and(&mut self, parts: &[Ast]) -> Ast {
        self.many(self.z3.Z3_mk_and, parts)
    }

    pub(crate) fn or(&mut self, parts: &[Ast]) -> Ast {
        self.many(self.z3.Z3_mk_or, parts)
    }

    fn many(&mut self, make: unsafe extern "C" fn(Raw, c_uint, *const Raw) -> Raw, parts: &[Ast]) -> Ast {
        let parts: Vec<Raw> = parts.iter().map(|part| self.get(*part)).collect();
        // SAFETY: the pointers are of this context and as many as said.
        self.keep(unsafe { make(self.raw(), parts.len() as c_uint, parts.as_ptr()) })
    }

    pub(crate) fn div(&mut self, a: Ast, b: Ast) -> Ast {
        self.two(self.z3.Z3_mk_div, a, b)
    }

    pub(crate) fn modulo(&mut self, a: Ast, b: Ast) -> Ast {
        self.two(self.z3.Z3_mk_mod, a, b)
    }

    pub(crate) fn le(&mut self, a: Ast, b: Ast) -> Ast {
        self.two(self.z3.Z3_mk_le, a, b)
    }

    pub(crate) fn eq(&mut self, a: Ast, b: Ast) -> Ast {
        self.two(self.z3.Z3_mk_eq, a, b)
    }

    pub(crate) fn select(&mut self, array: Ast, index: Ast) -> Ast {
        self.two(self.z3.Z3_mk_select, array, index)
    }

    fn two(&mut self, make: unsafe extern "C" fn(Raw, Raw, Raw) -> Raw, a: Ast, b: Ast) -> Ast {
        // SAFETY: both are of this context.
        self.keep(unsafe { make(self.raw(), self.get(a), self.get(b)) })
    }

    pub(crate) fn not(&mut self, a: Ast) -> Ast {
        // SAFETY: it is of this context.
        self.keep(unsafe { (self.z3.Z3_mk_not)(self.raw(), self.get(a)) })
    }

    pub(crate) fn ite(&mut self, condition: Ast, a: Ast, b: Ast) -> Ast {
        // SAFETY: all are of this context.
        self.keep(unsafe { (self.z3.Z3_mk_ite)(self.raw(), self.get(condition), self.get(a), self.get(b)) })
    }

    pub(crate) fn store(&mut self, array: Ast, index: Ast, value: Ast) -> Ast {
        // SAFETY: all are of this context.
        self.keep(unsafe {
            (self.z3.Z3_mk_store)(self.raw(), self.get(array), self.get(index), self.get(value))
        })
    }

    /// The array over integers that has one value everywhere.
    pub(crate) fn const_array(&mut self, value: Ast) -> Ast {
        // SAFETY: sort and value are of this context.
        self.keep(unsafe { (self.z3.Z3_mk_const_array)(self.raw(), self.opened().int_sort, self.get(value)) })
    }

    /// `∀` or `∃` over symbols, as they were made by [`Context::symbol`].
    pub(crate) fn quantified(&mut self, forall: bool, bound: &[Ast], body: Ast) -> Ast {
        let bound: Vec<Raw> = bound.iter().map(|symbol| self.get(*symbol)).collect();
        let make = if forall { self.z3.Z3_mk_forall_const } else { self.z3.Z3_mk_exists_const };
        // SAFETY: the pointers are of this context and as many as said; there are no patterns.
        self.keep(unsafe {
            make(self.raw(), 0, bound.len() as c_uint, bound.as_ptr(), 0, std::ptr::null(), self.get(body))
        })
    }

    /// The array over integers whose value at the parameter is the body.
    pub(crate) fn lambda(&mut self, parameter: Ast, body: Ast) -> Ast {
        let parameter = self.get(parameter);
        // SAFETY: the pointers are of this context, and the parameter is one.
        self.keep(unsafe { (self.z3.Z3_mk_lambda_const)(self.raw(), 1, &parameter, self.get(body)) })
    }

    /// A new solver: the simple one for short incremental queries, or the one
    /// that prepares the formulas before it starts.
    pub(crate) fn solver(&mut self, simple: bool) -> SolverId {
        let make = if simple { self.z3.Z3_mk_simple_solver } else { self.z3.Z3_mk_solver };
        // SAFETY: the context is valid.
        let raw = unsafe { make(self.raw()) };
        self.keep_solver(raw)
    }

    /// A new solver for formulas over bit-vectors alone.
    pub(crate) fn vector_solver(&mut self) -> SolverId {
        // SAFETY: the context is valid and the name ends in NUL.
        let raw = unsafe {
            let logic = (self.z3.Z3_mk_string_symbol)(self.raw(), c"QF_BV".as_ptr());
            (self.z3.Z3_mk_solver_for_logic)(self.raw(), logic)
        };
        self.keep_solver(raw)
    }

    /// A new solver for formulas over bit-vectors alone that prepares them at length, for one question.
    pub(crate) fn thorough_vector_solver(&mut self) -> Option<SolverId> {
        self.solver_by(c"qfbv")
    }

    /// A new solver that is a tactic of this name.
    fn solver_by(&mut self, name: &CStr) -> Option<SolverId> {
        let z3 = self.z3;
        // SAFETY: the name ends in NUL; the tactic is kept alive by a reference while it is used.
        let raw = unsafe {
            let tactic = (z3.Z3_mk_tactic)(self.raw(), name.as_ptr());
            if tactic.is_null() {
                self.note_error();
                return None;
            }
            (z3.Z3_tactic_inc_ref)(self.raw(), tactic);
            let raw = (z3.Z3_mk_solver_from_tactic)(self.raw(), tactic);
            (z3.Z3_tactic_dec_ref)(self.raw(), tactic);
            raw
        };
        Some(self.keep_solver(raw))
    }

    fn keep_solver(&mut self, raw: Raw) -> SolverId {
        // SAFETY: the solver was just made; it is kept alive by a reference until discarded.
        unsafe { (self.z3.Z3_solver_inc_ref)(self.raw(), raw) };
        self.note_error();
        self.solvers.push(Some(raw));
        let solver = SolverId(self.solvers.len() - 1);
        // Ctrl-C is the program's; Z3 would take it over during each check.
        self.configure(solver, &[Setting::Switch(c"ctrl_c", false)]);
        solver
    }

    /// Frees a solver; its id must not be used any more.
    pub(crate) fn discard(&mut self, solver: SolverId) {
        if let Some(raw) = self.solvers[solver.0].take() {
            // SAFETY: gives back the reference taken when it was made, once.
            unsafe { (self.z3.Z3_solver_dec_ref)(self.raw(), raw) };
        }
        while let Some(None) = self.solvers.last() {
            self.solvers.pop();
        }
    }

    pub(crate) fn configure(&mut self, solver: SolverId, settings: &[Setting]) {
        let (z3, raw) = (self.z3, self.raw());
        // SAFETY: the parameters live until their reference is given back, the
        // names end in NUL, and the solver is of this context.
        unsafe {
            let params = (z3.Z3_mk_params)(raw);
            (z3.Z3_params_inc_ref)(raw, params);
            for setting in settings {
                match setting {
                    Setting::Number(name, value) => {
                        (z3.Z3_params_set_uint)(
                            raw,
                            params,
                            (z3.Z3_mk_string_symbol)(raw, name.as_ptr()),
                            *value,
                        );
                    }
                    Setting::Switch(name, value) => {
                        (z3.Z3_params_set_bool)(
                            raw,
                            params,
                            (z3.Z3_mk_string_symbol)(raw, name.as_ptr()),
                            *value,
                        );
                    }
                }
            }
            (z3.Z3_solver_set_params)(raw, self.get_solver(solver), params);
            (z3.Z3_params_dec_ref)(raw, params);
        }
        self.note_error();
    }

    pub(crate) fn push(&mut self, solver: SolverId) {
        // SAFETY: the solver is of this context.
        unsafe { (self.z3.Z3_solver_push)(self.raw(), self.get_solver(solver)) };
        self.note_error();
    }

    /// The same for a solver of bit-vectors, which takes all in that was asserted so far: that may take long, so the
    /// watchdog interrupts it at the limit. Tells whether it did; this context is of no use then.
    pub(crate) fn push_within(&mut self, solver: SolverId, watch: &Watch, limit: Duration) -> bool {
        let (z3, raw, solver) = (self.z3, self.raw(), self.get_solver(solver));
        // SAFETY: the solver is of this context.
        let ((), interrupted) =
            watch.during(limit, self.interruption(), || unsafe { (z3.Z3_solver_push)(raw, solver) });
        self.note_error();
        interrupted
    }

    /// What interrupts this context. It must live longer than that is called.
    fn interruption(&self) -> Box<dyn Fn() + Send> {
        let (z3, target) = (self.z3, Shareable(self.raw()));
        Box::new(move || {
            let target = &target;
            // SAFETY: Z3 allows this from any thread; the watch calls it only
            // while `during` runs, and the context lives longer than that.
            unsafe { (z3.Z3_interrupt)(target.0) }
        })
    }

    pub(crate) fn pop(&mut self, solver: SolverId, levels: usize) {
        // SAFETY: the solver is of this context; too many levels are an error and nothing worse.
        unsafe { (self.z3.Z3_solver_pop)(self.raw(), self.get_solver(solver), levels as c_uint) };
        self.note_error();
    }

    pub(crate) fn assert(&mut self, solver: SolverId, formula: Ast) {
        // SAFETY: both are of this context.
        unsafe { (self.z3.Z3_solver_assert)(self.raw(), self.get_solver(solver), self.get(formula)) };
        self.note_error();
    }

    /// Asserts what an SMT-LIB text declares and asserts.
    pub(crate) fn assert_script(&mut self, solver: SolverId, script: &str) {
        let script = CString::new(script.replace('\0', " ")).unwrap_or_default();
        // SAFETY: the solver is of this context and the text ends in NUL.
        unsafe { (self.z3.Z3_solver_from_string)(self.raw(), self.get_solver(solver), script.as_ptr()) };
        self.note_error();
    }

    /// Whether the assertions can hold together. The watchdog interrupts it at
    /// the limit; then, as the second result says, this context may be left in a
    /// state in which it answers nothing any more.
    pub(crate) fn check(&mut self, solver: SolverId, watch: &Watch, limit: Duration) -> (Check, bool) {
        let (z3, raw, solver) = (self.z3, self.raw(), self.get_solver(solver));
        // SAFETY: the solver is of this context.
        let (result, interrupted) =
            watch.during(limit, self.interruption(), || unsafe { (z3.Z3_solver_check)(raw, solver) });
        self.note_error();
        let check = match result {
            1 => Check::Sat,
            -1 => Check::Unsat,
            // SAFETY: the text is copied before the next call.
            _ => Check::Unknown(unsafe { text((z3.Z3_solver_get_reason_unknown)(raw, solver)) }),
        };
        (check, interrupted)
    }

    /// What Z3 counts as its work in this context so far (`rlimit`), modulo 2^32. It is the same in each run.
    pub(crate) fn work(&mut self, solver: SolverId) -> u32 {
        let (z3, raw, solver) = (self.z3, self.raw(), self.get_solver(solver));
        // SAFETY: the statistics live until their reference is given back, the
        // indices are below their size, and the keys end in NUL.
        let work = unsafe {
            let stats = (z3.Z3_solver_get_statistics)(raw, solver);
            if stats.is_null() {
                return 0;
            }
            (z3.Z3_stats_inc_ref)(raw, stats);
            let is_work = |index: &c_uint| {
                CStr::from_ptr((z3.Z3_stats_get_key)(raw, stats, *index)) == c"rlimit count"
                    && (z3.Z3_stats_is_uint)(raw, stats, *index)
            };
            // It stands near the end.
            let found = (0..(z3.Z3_stats_size)(raw, stats)).rev().find(is_work);
            let work = found.map_or(0, |index| (z3.Z3_stats_get_uint_value)(raw, stats, index));
            (z3.Z3_stats_dec_ref)(raw, stats);
            work
        };
        self.note_error();
        work
    }

    /// The model of a solver that just said [`Check::Sat`].
    pub(crate) fn model(&mut self, solver: SolverId) -> Option<ModelView<'_>> {
        // SAFETY: the solver is of this context; the model gets a reference,
        // which the view gives back.
        let model = unsafe {
            let model = (self.z3.Z3_solver_get_model)(self.raw(), self.get_solver(solver));
            if !model.is_null() {
                (self.z3.Z3_model_inc_ref)(self.raw(), model);
            }
            model
        };
        if model.is_null() {
            self.note_error();
            return None;
        }
        Some(ModelView { context: self, model })
    }

    /// Takes a new object into the table. An object that could not be made is
    /// noted as an error, and truth stands in for it.
    fn keep(&mut self, raw: Raw) -> Ast {
        let raw = if raw.is_null() {
            self.note_error();
            self.error.get_or_insert_with(|| "Z3 refused a formula".to_owned());
            // SAFETY: the context is valid.
            unsafe { (self.z3.Z3_mk_true)(self.raw()) }
        } else {
            raw
        };
        // SAFETY: it is of this context and was just made.
        unsafe { (self.z3.Z3_inc_ref)(self.raw(), raw) };
        self.asts.push(raw);
        Ast((self.asts.len() - 1) as u32)
    }

    fn get(&self, ast: Ast) -> Raw {
        self.asts[ast.0 as usize]
    }

    fn get_solver(&self, solver: SolverId) -> Raw {
        self.solvers[solver.0].unwrap_or_else(|| panic!("a discarded solver was used"))
    }

    fn note_error(&mut self) {
        // SAFETY: the text is copied before the next call.
        unsafe {
            let code = (self.z3.Z3_get_error_code)(self.raw());
            if code != 0 && self.error.is_none() {
                self.error = Some(text((self.z3.Z3_get_error_msg)(self.raw(), code)));
            }
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let Some(Opened { raw, bool_sort, int_sort }) = self.opened.take() else { return };
        // SAFETY: every reference that was taken is given back once, and nothing
        // is used after its context. Deleting the context would free all of it as
        // well, but in time quadratic in what is left.
        unsafe {
            for solver in self.solvers.iter().flatten() {
                (self.z3.Z3_solver_dec_ref)(raw, *solver);
            }
            for object in self.asts.iter().chain(&self.array_sorts).rev() {
                (self.z3.Z3_dec_ref)(raw, *object);
            }
            (self.z3.Z3_dec_ref)(raw, int_sort);
            (self.z3.Z3_dec_ref)(raw, bool_sort);
            (self.z3.Z3_del_context)(raw);
        }
    }
}

/// A context's pointer on its way to the watchdog.
struct Shareable(Raw);

// SAFETY: it is only passed to `Z3_interrupt`, which is allowed from any thread.
unsafe impl Send for Shareable {}
