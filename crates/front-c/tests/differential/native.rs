//! The system's C compiler, and runs of what it makes.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A program that was compiled; its files are removed in the end.
pub struct Binary {
    folder: PathBuf,
}

/// Compiles a program of several files. `None` if the machine has no compiler, or is not the one
/// that the data model speaks of.
pub fn compile(files: &[String]) -> Option<Binary> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let compiler = Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !compiler || cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        eprintln!("no C compiler for x86-64: nothing to compare with");
        return None;
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("kyklos-differential-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let binary = Binary { folder };
    let mut command = Command::new("cc");
    command.current_dir(&binary.folder).args(["-w", "-O0", "-fwrapv", "-std=gnu11", "-o", "program"]);
    for (number, text) in files.iter().enumerate() {
        let name = format!("{number}.c");
        std::fs::write(binary.folder.join(&name), text).expect("a temporary file");
        command.arg(name);
    }
    let output = command.arg("-lm").output().expect("the compiler runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(binary)
}

impl Binary {
    /// What a run prints, and its exit status; none if a signal ended it.
    pub fn run(&self, arguments: &[String]) -> Option<(String, Option<i32>)> {
        let output = Command::new(self.folder.join("program")).args(arguments).output().ok()?;
        Some((String::from_utf8(output.stdout).ok()?, output.status.code()))
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
