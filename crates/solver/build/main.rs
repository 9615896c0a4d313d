//! Finds the Z3 library that the solver crate loads at run time, and fetches
//! it where the machine has none; see `src/z3/ffi/mod.rs` for why it is loaded and
//! not linked.
//!
//! In this order:
//! 1. `Z3_LIBRARY_PATH_OVERRIDE`, a folder with the library or the library itself;
//! 2. the system's Z3, if pkg-config knows one that is new enough;
//! 3. the pinned wheel of the Python package `z3-solver`, fetched once with the
//!    machine's Python, checked against its SHA-256, and unpacked into the
//!    user's cache folder (not into `target/`: a clean build stays quick).

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest system Z3 that is good enough.
const OLDEST: &str = "4.13.3";
/// The version of the pinned wheels.
const VERSION: &str = "5.4.0.0";

/// Target system and architecture, the wheel's platform tag, the wheel's SHA-256.
const WHEELS: [(&str, &str, &str, &str); 5] = [
    (
        "linux",
        "x86_64",
        "manylinux_2_27_x86_64",
        "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
    ),
    (
        "linux",
        "aarch64",
        "manylinux_2_38_aarch64",
        "fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0",
    ),
    (
        "macos",
        "x86_64",
        "macosx_13_0_x86_64",
        "407522390c4d11696b10d43c76d22d4e60b7f11d75d9defe6f064e073edd904f",
    ),
    (
        "macos",
        "aarch64",
        "macosx_13_0_arm64",
        "a1b36f0dd038c030d88711474c93b95e863c30a22e9def53ad5965c6092c92a7",
    ),
    ("windows", "x86_64", "win_amd64", "a8e3e153ae2bc69d128c59406ffda37d4ce1277963040da148605fd77a4ae789"),
];

fn main() {
    println!("cargo:rerun-if-changed=build");
    for name in ["Z3_LIBRARY_PATH_OVERRIDE", "PKG_CONFIG_PATH", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    match find() {
        Ok(library) => {
            // Looked for again if it goes away.
            println!("cargo:rerun-if-changed={}", library.display());
            println!("cargo:rustc-env=KYKLOS_BUILT_WITH_Z3={}", library.display());
        }
        Err(why) => {
            eprintln!("{why}");
            std::process::exit(1);
        }
    }
}

fn find() -> Result<PathBuf, String> {
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let (system, machine) = (target("OS"), target("ARCH"));
    let file = match system.as_str() {
        "windows" => "libz3.dll",
        "macos" => "libz3.dylib",
        _ => "libz3.so",
    };
    if let Some(given) = env::var_os("Z3_LIBRARY_PATH_OVERRIDE") {
        let given = PathBuf::from(given);
        let library = if given.is_dir() { given.join(file) } else { given };
        return match library.is_file() {
            true => Ok(library),
            false => Err(format!("Z3_LIBRARY_PATH_OVERRIDE: there is no file {}", library.display())),
        };
    }
    if let Some(library) = system_library(file) {
        return Ok(library);
    }
    let wheel = WHEELS
        .iter()
        .find(|wheel| wheel.0 == system && wheel.1 == machine && target("ENV") != "musl")
        .ok_or_else(|| ways_out("no prebuilt Z3 is known for this target", None))?;
    from_wheel(file, wheel.2, wheel.3)
}

/// The system's library, if pkg-config knows one that is new enough.
fn system_library(file: &str) -> Option<PathBuf> {
    let ask = |argument: &str| {
        let output = Command::new("pkg-config").args([argument, "z3"]).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    ask(&format!("--atleast-version={OLDEST}"))?;
    let library = Path::new(&ask("--variable=libdir")?).join(file);
    library.is_file().then_some(library)
}

fn from_wheel(file: &str, platform: &str, hash: &str) -> Result<PathBuf, String> {
    let cache = cache_folder().ok_or_else(|| ways_out("there is no home folder to cache it in", None))?;
    let folder = cache.join(format!("z3-{VERSION}-{platform}"));
    let library = folder.join(file);
    if library.is_file() {
        return Ok(library);
    }
    let wheel = cache.join(format!("z3_solver-{VERSION}-py3-none-{platform}.whl"));
    let script = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("build/fetch_z3.py");
    let mut why = String::from("Python was not found");
    for python in ["python3", "python"] {
        let run = Command::new(python)
            .arg(&script)
            .args([VERSION, platform, hash])
            .args([&wheel, &folder])
            .output();
        match run {
            Ok(output) if output.status.success() && library.is_file() => return Ok(library),
            Ok(output) => {
                why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                break;
            }
            Err(_) => {}
        }
    }
    Err(ways_out(&why, Some((platform, &wheel))))
}

/// Where the library is kept; `src/z3/ffi/mod.rs` looks there too.
fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(base.join("kyklos"))
}

fn ways_out(why: &str, wheel: Option<(&str, &Path)>) -> String {
    let by_hand = match wheel {
        Some((platform, path)) => format!(
            "3. On a machine with a network, run\n     python3 -m pip download --no-deps \
             --only-binary=:all: --platform {platform} z3-solver=={VERSION}\n   and put the wheel at {}",
            path.display()
        ),
        None => format!("3. Build Z3 {OLDEST} or later from source and go on as in 1 or 2."),
    };
    format!(
        "Z3 is needed and could not be provided: {why}\nThree ways out:\n\
         1. Install Z3 {OLDEST} or later so that `pkg-config --modversion z3` finds it.\n\
         2. Set Z3_LIBRARY_PATH_OVERRIDE to the folder of a libz3 of that version.\n{by_hand}"
    )
}
