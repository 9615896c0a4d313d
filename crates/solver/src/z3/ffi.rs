//! The Z3 library behind a safe interface. All unsafe code of Kyklos is here.
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

use crate::interrupt::Watch;
use crate::shape::Shape;
use kyklos_base::Int;
use kyklos_term::Sort;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::time::Duration;

/// The oldest version that is good enough.
const OLDEST: (u32, u32, u32) = (4, 13, 3);

/// Any of Z3's pointers.
type Raw = *mut c_void;

macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of the library that are used.
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Functions {
            /// # Safety
            /// The library must be Z3, whose functions have these types.
            unsafe fn load(library: &libloading::Library) -> Result<Self, libloading::Error> {
                // SAFETY: the types below are those of z3_api.h.
                Ok(Self { $($name: unsafe { *library.get(concat!(stringify!($name), "\0"))? },)* })
            }
        }
    };
}

functions! {
    Z3_get_version(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint);
    Z3_mk_config() -> Raw;
    Z3_del_config(Raw);
    Z3_mk_context_rc(Raw) -> Raw;
    Z3_del_context(Raw);
    Z3_set_error_handler(Raw, Option<unsafe extern "C" fn(Raw, c_int)>);
    Z3_get_error_code(Raw) -> c_int;
    Z3_get_error_msg(Raw, c_int) -> *const c_char;
    Z3_interrupt(Raw);
    Z3_inc_ref(Raw, Raw);
    Z3_dec_ref(Raw, Raw);
    Z3_mk_int_symbol(Raw, c_int) -> Raw;
    Z3_mk_string_symbol(Raw, *const c_char) -> Raw;
    Z3_mk_bool_sort(Raw) -> Raw;
    Z3_mk_int_sort(Raw) -> Raw;
    Z3_mk_array_sort(Raw, Raw, Raw) -> Raw;
    Z3_mk_const(Raw, Raw, Raw) -> Raw;
    Z3_mk_true(Raw) -> Raw;
    Z3_mk_false(Raw) -> Raw;
    Z3_mk_int64(Raw, i64, Raw) -> Raw;
    Z3_mk_numeral(Raw, *const c_char, Raw) -> Raw;
    Z3_mk_add(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_mul(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_and(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_or(Raw, c_uint, *const Raw) -> Raw;
    Z3_mk_div(Raw, Raw, Raw) -> Raw;
    Z3_mk_mod(Raw, Raw, Raw) -> Raw;
    Z3_mk_le(Raw, Raw, Raw) -> Raw;
    Z3_mk_eq(Raw, Raw, Raw) -> Raw;
    Z3_mk_not(Raw, Raw) -> Raw;
    Z3_mk_ite(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_select(Raw, Raw, Raw) -> Raw;
    Z3_mk_store(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_const_array(Raw, Raw, Raw) -> Raw;
    Z3_mk_forall_const(Raw, c_uint, c_uint, *const Raw, c_uint, *const Raw, Raw) -> Raw;
    Z3_mk_exists_const(Raw, c_uint, c_uint, *const Raw, c_uint, *const Raw, Raw) -> Raw;
    Z3_mk_solver(Raw) -> Raw;
    Z3_mk_simple_solver(Raw) -> Raw;
    Z3_solver_inc_ref(Raw, Raw);
    Z3_solver_dec_ref(Raw, Raw);
    Z3_solver_push(Raw, Raw);
    Z3_solver_pop(Raw, Raw, c_uint);
    Z3_solver_assert(Raw, Raw, Raw);
    Z3_solver_from_string(Raw, Raw, *const c_char);
    Z3_solver_set_params(Raw, Raw, Raw);
    Z3_solver_check(Raw, Raw) -> c_int;
    Z3_solver_get_model(Raw, Raw) -> Raw;
    Z3_solver_get_reason_unknown(Raw, Raw) -> *const c_char;
    Z3_mk_params(Raw) -> Raw;
    Z3_params_inc_ref(Raw, Raw);
    Z3_params_dec_ref(Raw, Raw);
    Z3_params_set_uint(Raw, Raw, Raw, c_uint);
    Z3_params_set_bool(Raw, Raw, Raw, bool);
    Z3_model_inc_ref(Raw, Raw);
    Z3_model_dec_ref(Raw, Raw);
    Z3_model_eval(Raw, Raw, Raw, bool, *mut Raw) -> bool;
    Z3_model_get_const_interp(Raw, Raw, Raw) -> Raw;
    Z3_model_get_func_interp(Raw, Raw, Raw) -> Raw;
    Z3_func_interp_inc_ref(Raw, Raw);
    Z3_func_interp_dec_ref(Raw, Raw);
    Z3_func_interp_get_num_entries(Raw, Raw) -> c_uint;
    Z3_func_interp_get_entry(Raw, Raw, c_uint) -> Raw;
    Z3_func_interp_get_else(Raw, Raw) -> Raw;
    Z3_func_entry_inc_ref(Raw, Raw);
    Z3_func_entry_dec_ref(Raw, Raw);
    Z3_func_entry_get_num_args(Raw, Raw) -> c_uint;
    Z3_func_entry_get_arg(Raw, Raw, c_uint) -> Raw;
    Z3_func_entry_get_value(Raw, Raw) -> Raw;
    Z3_get_ast_kind(Raw, Raw) -> c_int;
    Z3_get_numeral_int64(Raw, Raw, *mut i64) -> bool;
    Z3_get_numeral_string(Raw, Raw) -> *const c_char;
    Z3_get_bool_value(Raw, Raw) -> c_int;
    Z3_is_as_array(Raw, Raw) -> bool;
    Z3_get_as_array_func_decl(Raw, Raw) -> Raw;
    Z3_to_app(Raw, Raw) -> Raw;
    Z3_get_app_decl(Raw, Raw) -> Raw;
    Z3_get_app_num_args(Raw, Raw) -> c_uint;
    Z3_get_app_arg(Raw, Raw, c_uint) -> Raw;
    Z3_get_decl_name(Raw, Raw) -> Raw;
    Z3_get_symbol_string(Raw, Raw) -> *const c_char;
}

/// `Z3_NUMERAL_AST` and `Z3_APP_AST` of `Z3_ast_kind`.
const NUMERAL_AST: c_int = 0;
const APP_AST: c_int = 1;

/// The library, loaded once in the life of the process.
fn library() -> Result<&'static Functions, String> {
    static LIBRARY: OnceLock<Result<Functions, String>> = OnceLock::new();
    LIBRARY.get_or_init(load).as_ref().map_err(Clone::clone)
}

fn load() -> Result<Functions, String> {
    let mut tried = String::new();
    for path in places() {
        let loaded = load_from(&path);
        match loaded {
            Ok(functions) => return Ok(functions),
            Err(why) => tried.push_str(&format!("\n  {}: {why}", path.display())),
        }
    }
    let (major, minor, patch) = OLDEST;
    Err(format!(
        "Z3 {major}.{minor}.{patch} or later could not be loaded; set KYKLOS_Z3 to the path of a libz3. Tried:{tried}"
    ))
}

/// Where the library may be: where the user says, where the build found it, in
/// the cache folder (the binary may have come from elsewhere), on the system.
fn places() -> Vec<PathBuf> {
    if let Some(given) = std::env::var_os("KYKLOS_Z3") {
        return vec![PathBuf::from(given)];
    }
    let built_with = PathBuf::from(env!("KYKLOS_BUILT_WITH_Z3"));
    let mut places = vec![built_with.clone()];
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache =
        set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(|| Some(set("HOME")?.join(".cache")));
    if let (Some(cache), Some(file)) = (cache, built_with.file_name()) {
        let folders = std::fs::read_dir(cache.join("kyklos")).into_iter().flatten().flatten();
        let found = folders.map(|folder| folder.path().join(file)).filter(|path| path.is_file());
        places.extend(found.filter(|path| *path != built_with));
        places[1..].sort();
    }
    places.push(PathBuf::from(libloading::library_filename("z3")));
    places
}

fn load_from(path: &std::path::Path) -> Result<Functions, String> {
    // SAFETY: loading runs the library's initialisers; Z3's have no preconditions.
    let library = unsafe { libloading::Library::new(path) }.map_err(|error| error.to_string())?;
    // SAFETY: a library that has all these names is Z3; types are as in z3_api.h.
    let functions = unsafe { Functions::load(&library) }.map_err(|error| error.to_string())?;
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: four valid places to write to.
    unsafe { (functions.Z3_get_version)(&mut major, &mut minor, &mut build, &mut revision) };
    if (major, minor, build) < OLDEST {
        return Err(format!("this is Z3 {major}.{minor}.{build}"));
    }
    // The functions are used to the end of the process.
    std::mem::forget(library);
    Ok(functions)
}

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

/// A Z3 context and all that was made in it.
pub(crate) struct Context {
    z3: &'static Functions,
    raw: Raw,
    /// Everything that callers have an [`Ast`] for; each holds one reference.
    asts: Vec<Raw>,
    /// By arity; arity 0 is the sort of integers itself.
    array_sorts: Vec<Raw>,
    bool_sort: Raw,
    solvers: Vec<Option<Raw>>,
    /// The first error since the last [`Context::take_error`].
    error: Option<String>,
}

impl Context {
    pub(crate) fn new() -> Result<Self, String> {
        let z3 = library()?;
        // SAFETY: the configuration is deleted once and not used after. Without
        // a handler errors are kept in the context and asked for; the default
        // handler would end the process. Sorts are kept alive by a reference.
        unsafe {
            let config = (z3.Z3_mk_config)();
            let raw = (z3.Z3_mk_context_rc)(config);
            (z3.Z3_del_config)(config);
            if raw.is_null() {
                return Err("Z3 could not make a context".to_owned());
            }
            (z3.Z3_set_error_handler)(raw, None);
            let (bool_sort, int_sort) = ((z3.Z3_mk_bool_sort)(raw), (z3.Z3_mk_int_sort)(raw));
            (z3.Z3_inc_ref)(raw, bool_sort);
            (z3.Z3_inc_ref)(raw, int_sort);
            let (asts, array_sorts) = (Vec::new(), vec![int_sort]);
            Ok(Self { z3, raw, asts, array_sorts, bool_sort, solvers: Vec::new(), error: None })
        }
    }

    /// What went wrong since this was last asked.
    pub(crate) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    pub(crate) fn truth(&mut self, value: bool) -> Ast {
        let make = if value { self.z3.Z3_mk_true } else { self.z3.Z3_mk_false };
        // SAFETY: the context is valid.
        self.keep(unsafe { make(self.raw) })
    }

    pub(crate) fn int(&mut self, value: &Int) -> Ast {
        let sort = self.array_sorts[0];
        // SAFETY: the sort is of this context and the text ends in NUL.
        let raw = unsafe {
            match value.to_i64() {
                Some(small) => (self.z3.Z3_mk_int64)(self.raw, small, sort),
                None => {
                    let text = CString::new(value.to_string()).unwrap_or_default();
                    (self.z3.Z3_mk_numeral)(self.raw, text.as_ptr(), sort)
                }
            }
        };
        self.keep(raw)
    }

    /// The constant that stands for the symbol of this number.
    pub(crate) fn symbol(&mut self, number: u32, sort: Sort) -> Ast {
        let sort = match sort {
            Sort::Bool => self.bool_sort,
            Sort::Int => self.array_sorts[0],
            Sort::Array(arity) => self.array_sort(arity as usize),
        };
        // SAFETY: the sort is of this context.
        let raw = unsafe {
            let name = (self.z3.Z3_mk_int_symbol)(self.raw, number as c_int);
            (self.z3.Z3_mk_const)(self.raw, name, sort)
        };
        self.keep(raw)
    }

    fn array_sort(&mut self, arity: usize) -> Raw {
        while self.array_sorts.len() <= arity {
            let element = self.array_sorts[self.array_sorts.len() - 1];
            // SAFETY: both sorts are of this context; the new one gets a reference.
            unsafe {
                let sort = (self.z3.Z3_mk_array_sort)(self.raw, self.array_sorts[0], element);
                (self.z3.Z3_inc_ref)(self.raw, sort);
                self.array_sorts.push(sort);
            }
        }
        self.array_sorts[arity]
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
        self.keep(unsafe { make(self.raw, parts.len() as c_uint, parts.as_ptr()) })
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
        self.keep(unsafe { make(self.raw, self.get(a), self.get(b)) })
    }

    pub(crate) fn not(&mut self, a: Ast) -> Ast {
        // SAFETY: it is of this context.
        self.keep(unsafe { (self.z3.Z3_mk_not)(self.raw, self.get(a)) })
    }

    pub(crate) fn ite(&mut self, condition: Ast, a: Ast, b: Ast) -> Ast {
        // SAFETY: all are of this context.
        self.keep(unsafe { (self.z3.Z3_mk_ite)(self.raw, self.get(condition), self.get(a), self.get(b)) })
    }

    pub(crate) fn store(&mut self, array: Ast, index: Ast, value: Ast) -> Ast {
        // SAFETY: all are of this context.
        self.keep(unsafe {
            (self.z3.Z3_mk_store)(self.raw, self.get(array), self.get(index), self.get(value))
        })
    }

    /// The array over integers that has one value everywhere.
    pub(crate) fn const_array(&mut self, value: Ast) -> Ast {
        // SAFETY: sort and value are of this context.
        self.keep(unsafe { (self.z3.Z3_mk_const_array)(self.raw, self.array_sorts[0], self.get(value)) })
    }

    /// `∀` or `∃` over symbols, as they were made by [`Context::symbol`].
    pub(crate) fn quantified(&mut self, forall: bool, bound: &[Ast], body: Ast) -> Ast {
        let bound: Vec<Raw> = bound.iter().map(|symbol| self.get(*symbol)).collect();
        let make = if forall { self.z3.Z3_mk_forall_const } else { self.z3.Z3_mk_exists_const };
        // SAFETY: the pointers are of this context and as many as said; there are no patterns.
        self.keep(unsafe {
            make(self.raw, 0, bound.len() as c_uint, bound.as_ptr(), 0, std::ptr::null(), self.get(body))
        })
    }

    /// A new solver: the simple one for short incremental queries, or the one
    /// that prepares the formulas before it starts.
    pub(crate) fn solver(&mut self, simple: bool) -> SolverId {
        let make = if simple { self.z3.Z3_mk_simple_solver } else { self.z3.Z3_mk_solver };
        // SAFETY: the solver is kept alive by a reference until discarded.
        let raw = unsafe {
            let raw = make(self.raw);
            (self.z3.Z3_solver_inc_ref)(self.raw, raw);
            raw
        };
        self.note_error();
        self.solvers.push(Some(raw));
        SolverId(self.solvers.len() - 1)
    }

    /// Frees a solver; its id must not be used any more.
    pub(crate) fn discard(&mut self, solver: SolverId) {
        if let Some(raw) = self.solvers[solver.0].take() {
            // SAFETY: gives back the reference taken when it was made, once.
            unsafe { (self.z3.Z3_solver_dec_ref)(self.raw, raw) };
        }
        while let Some(None) = self.solvers.last() {
            self.solvers.pop();
        }
    }

    pub(crate) fn configure(&mut self, solver: SolverId, settings: &[Setting]) {
        let (z3, raw) = (self.z3, self.raw);
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
        unsafe { (self.z3.Z3_solver_push)(self.raw, self.get_solver(solver)) };
        self.note_error();
    }

    pub(crate) fn pop(&mut self, solver: SolverId, levels: usize) {
        // SAFETY: the solver is of this context; too many levels are an error and nothing worse.
        unsafe { (self.z3.Z3_solver_pop)(self.raw, self.get_solver(solver), levels as c_uint) };
        self.note_error();
    }

    pub(crate) fn assert(&mut self, solver: SolverId, formula: Ast) {
        // SAFETY: both are of this context.
        unsafe { (self.z3.Z3_solver_assert)(self.raw, self.get_solver(solver), self.get(formula)) };
        self.note_error();
    }

    /// Asserts what an SMT-LIB text declares and asserts.
    pub(crate) fn assert_script(&mut self, solver: SolverId, script: &str) {
        let script = CString::new(script.replace('\0', " ")).unwrap_or_default();
        // SAFETY: the solver is of this context and the text ends in NUL.
        unsafe { (self.z3.Z3_solver_from_string)(self.raw, self.get_solver(solver), script.as_ptr()) };
        self.note_error();
    }

    /// Whether the assertions can hold together. The watchdog interrupts it at
    /// the limit; then, as the second result says, this context may be left in a
    /// state in which it answers nothing any more.
    pub(crate) fn check(&mut self, solver: SolverId, watch: &Watch, limit: Duration) -> (Check, bool) {
        let (z3, raw, solver) = (self.z3, self.raw, self.get_solver(solver));
        let target = Shareable(raw);
        let interrupt = Box::new(move || {
            let target = &target;
            // SAFETY: Z3 allows this from any thread; the watch calls it only
            // while `during` runs, and this context lives longer than that.
            unsafe { (z3.Z3_interrupt)(target.0) }
        });
        // SAFETY: the solver is of this context.
        let (result, interrupted) =
            watch.during(limit, interrupt, || unsafe { (z3.Z3_solver_check)(raw, solver) });
        self.note_error();
        let check = match result {
            1 => Check::Sat,
            -1 => Check::Unsat,
            // SAFETY: the text is copied before the next call.
            _ => Check::Unknown(unsafe { text((z3.Z3_solver_get_reason_unknown)(raw, solver)) }),
        };
        (check, interrupted)
    }

    /// The model of a solver that just said [`Check::Sat`].
    pub(crate) fn model(&mut self, solver: SolverId) -> Option<ModelView<'_>> {
        // SAFETY: the solver is of this context; the model gets a reference,
        // which the view gives back.
        let model = unsafe {
            let model = (self.z3.Z3_solver_get_model)(self.raw, self.get_solver(solver));
            if !model.is_null() {
                (self.z3.Z3_model_inc_ref)(self.raw, model);
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
            unsafe { (self.z3.Z3_mk_true)(self.raw) }
        } else {
            raw
        };
        // SAFETY: it is of this context and was just made.
        unsafe { (self.z3.Z3_inc_ref)(self.raw, raw) };
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
            let code = (self.z3.Z3_get_error_code)(self.raw);
            if code != 0 && self.error.is_none() {
                self.error = Some(text((self.z3.Z3_get_error_msg)(self.raw, code)));
            }
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: solvers before their context; deleting the context frees all else.
        unsafe {
            for solver in self.solvers.iter().flatten() {
                (self.z3.Z3_solver_dec_ref)(self.raw, *solver);
            }
            (self.z3.Z3_del_context)(self.raw);
        }
    }
}

/// A context's pointer on its way to the watchdog.
struct Shareable(Raw);

// SAFETY: it is only passed to `Z3_interrupt`, which is allowed from any thread.
unsafe impl Send for Shareable {}

/// A model; symbols it leaves open are 0, false, or 0 everywhere.
pub(crate) struct ModelView<'a> {
    context: &'a Context,
    model: Raw,
}

impl ModelView<'_> {
    /// The value of any integer.
    pub(crate) fn int(&self, ast: Ast) -> Option<Int> {
        let (z3, raw) = (self.context.z3, self.context.raw);
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
            match unsafe { (self.context.z3.Z3_get_bool_value)(self.context.raw, value) } {
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
        let (z3, raw) = (self.context.z3, self.context.raw);
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
        let (z3, raw) = (self.context.z3, self.context.raw);
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
        let (z3, raw) = (self.context.z3, self.context.raw);
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
        let (z3, raw) = (self.context.z3, self.context.raw);
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
        unsafe { (self.context.z3.Z3_model_dec_ref)(self.context.raw, self.model) };
    }
}

/// # Safety
/// The pointer must be null or a text that ends in NUL.
unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as demanded.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}
