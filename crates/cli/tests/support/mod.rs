//! Running the tool.

#![allow(dead_code, reason = "each test file uses a part")]

#[path = "../../../../tests/corpus.rs"]
pub mod corpus;
#[path = "../../../../tests/parallel.rs"]
pub mod parallel;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How the tool ended and what it said.
#[derive(Debug)]
pub struct Answer {
    /// `None` after a signal.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    /// Checks that the tool has refused its input, has said why, and nothing else.
    pub fn assert_refused(&self, why: &str) {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert!(self.stderr.contains(why), "no `{why}` in {self:?}");
        assert!(self.stderr.len() < 100_000, "{} bytes of messages", self.stderr.len());
        assert_eq!(self.stdout, "", "{self:?}");
    }
}

/// The tool with these arguments, at the root of the project.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kyklos"));
    command.args(args).current_dir(corpus::root());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the tool.
pub fn kyklos(args: &[&str]) -> Answer {
    finish(command(args).spawn().unwrap())
}

/// Waits for the tool, though not for ever.
pub fn finish(child: Child) -> Answer {
    const PATIENCE: Duration = Duration::from_secs(120);
    let id = child.id();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        signal(id, "KILL");
        panic!("the tool does not end");
    };
    let output = output.unwrap();
    Answer {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Sends a signal to a process.
pub fn signal(id: u32, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), id.to_string()]).status().unwrap();
    assert!(status.success());
}

/// A file that is there as long as this is.
pub struct TemporaryFile {
    path: PathBuf,
}

impl TemporaryFile {
    /// Of several at a time each needs a name of its own.
    pub fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let name = format!("{}-{name}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, content).unwrap();
        Self { path }
    }

    pub fn name(&self) -> &str {
        self.path.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
