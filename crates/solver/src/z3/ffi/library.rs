//! The library: where it is, and the functions of it that are used.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The oldest version that is good enough.
const OLDEST: (u32, u32, u32) = (4, 13, 3);

/// The library, loaded once in the life of the process.
pub(super) fn library() -> Result<&'static Functions, String> {
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
    // Making models small takes a third of the time of getting them, and they
    // are thrown away after reading.
    // SAFETY: both texts end in NUL.
    unsafe { (functions.Z3_global_param_set)(c"model.compact".as_ptr(), c"false".as_ptr()) };
    // The functions are used to the end of the process.
    std::mem::forget(library);
    Ok(functions)
}

/// # Safety
/// The pointer must be null or a text that ends in NUL.
pub(super) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as demanded.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// Any of Z3's pointers.
pub(super) type Raw = *mut c_void;

macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of the library that are used.
        #[allow(non_snake_case)]
        pub(super) struct Functions {
            $(pub(super) $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
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
    Z3_global_param_set(*const c_char, *const c_char);
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
    Z3_mk_lambda_const(Raw, c_uint, *const Raw, Raw) -> Raw;
    Z3_mk_bv_sort(Raw, c_uint) -> Raw;
    Z3_mk_bvand(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvor(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvxor(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvadd(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsub(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvmul(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvudiv(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvurem(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsdiv(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsmod(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvshl(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvashr(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvule(Raw, Raw, Raw) -> Raw;
    Z3_mk_bvsle(Raw, Raw, Raw) -> Raw;
    Z3_mk_concat(Raw, Raw, Raw) -> Raw;
    Z3_mk_extract(Raw, c_uint, c_uint, Raw) -> Raw;
    Z3_mk_sign_ext(Raw, c_uint, Raw) -> Raw;
    Z3_mk_zero_ext(Raw, c_uint, Raw) -> Raw;
    Z3_mk_fpa_sort(Raw, c_uint, c_uint) -> Raw;
    Z3_mk_fpa_rne(Raw) -> Raw;
    Z3_mk_fpa_rna(Raw) -> Raw;
    Z3_mk_fpa_rtp(Raw) -> Raw;
    Z3_mk_fpa_rtn(Raw) -> Raw;
    Z3_mk_fpa_rtz(Raw) -> Raw;
    Z3_mk_fpa_to_fp_bv(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_to_fp_float(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_to_fp_signed(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_to_ieee_bv(Raw, Raw) -> Raw;
    Z3_mk_fpa_to_sbv(Raw, Raw, Raw, c_uint) -> Raw;
    Z3_mk_fpa_to_ubv(Raw, Raw, Raw, c_uint) -> Raw;
    Z3_mk_fpa_round_to_integral(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_fma(Raw, Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_add(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_sub(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_mul(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_div(Raw, Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_sqrt(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_neg(Raw, Raw) -> Raw;
    Z3_mk_fpa_abs(Raw, Raw) -> Raw;
    Z3_mk_fpa_lt(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_leq(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_eq(Raw, Raw, Raw) -> Raw;
    Z3_mk_fpa_is_nan(Raw, Raw) -> Raw;
    Z3_mk_fpa_is_infinite(Raw, Raw) -> Raw;
    Z3_mk_solver_for_logic(Raw, Raw) -> Raw;
    Z3_mk_tactic(Raw, *const c_char) -> Raw;
    Z3_tactic_inc_ref(Raw, Raw);
    Z3_tactic_dec_ref(Raw, Raw);
    Z3_mk_solver_from_tactic(Raw, Raw) -> Raw;
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
    Z3_solver_get_statistics(Raw, Raw) -> Raw;
    Z3_stats_inc_ref(Raw, Raw);
    Z3_stats_dec_ref(Raw, Raw);
    Z3_stats_size(Raw, Raw) -> c_uint;
    Z3_stats_get_key(Raw, Raw, c_uint) -> *const c_char;
    Z3_stats_is_uint(Raw, Raw, c_uint) -> bool;
    Z3_stats_get_uint_value(Raw, Raw, c_uint) -> c_uint;
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
