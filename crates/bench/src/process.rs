//! One run: a process of its own, under limits of time and memory.
//!
//! The tool knows its limits itself and reports what it has when they are reached. Here they are enforced, with some
//! grace: the process and all that it started (a compiler, another solver) are one process group, which is killed as a
//! whole.

use crate::suite::Limits;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// By itself.
    Exit,
    /// Killed: its time was over.
    Time,
    /// Killed: it took too much memory.
    Memory,
    /// By a signal that did not come from here.
    Signal,
}

/// What a process left.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub ended: Ended,
    /// Its exit status, if it ended by itself.
    pub status: Option<i32>,
    /// Its time from start to end.
    pub wall: Duration,
    /// What it printed to standard output.
    pub stdout: String,
    /// The end of what it printed to standard error.
    pub stderr: String,
}

/// How much of a process' output is kept: a report is far smaller.
const KEPT: u64 = 16 << 20;
/// How long a process may take beyond its limit, to report.
const GRACE: Duration = Duration::from_secs(5);
/// How long the output of a process that has ended may still come.
const OUTPUT_GRACE: Duration = Duration::from_secs(2);

/// Runs the tool with these arguments; `None` if it was stopped by the switch.
pub fn run(
    binary: &Path,
    arguments: &[String],
    limits: Limits,
    stop: &AtomicBool,
) -> std::io::Result<Option<Finished>> {
    let mut command = Command::new(binary);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ctrl-C on a terminal goes to whole groups: the runs are told to stop by us alone.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let mut group = Group(command.spawn()?);
    let stdout = group.0.stdout.take().map(read_all);
    let stderr = group.0.stderr.take().map(read_all);
    let Some((ended, status)) = wait(&mut group, limits, start, stop)? else { return Ok(None) };
    let wall = start.elapsed();
    // What the process has started does not outlive it.
    drop(group);
    let text = |stream: Option<std::sync::mpsc::Receiver<Vec<u8>>>| {
        let bytes = stream.and_then(|stream| stream.recv_timeout(OUTPUT_GRACE).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let stderr = text(stderr);
    let kept = stderr.char_indices().rev().nth(4000).map_or(0, |(at, _)| at);
    Ok(Some(Finished {
        ended,
        status: status.and_then(|status| status.code()),
        wall,
        stdout: text(stdout),
        stderr: stderr[kept..].to_owned(),
    }))
}

/// Reads a stream to its end, on a thread of its own.
fn read_all(stream: impl Read + Send + 'static) -> std::sync::mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut stream = stream.take(KEPT);
        // What was read before a failure is better than nothing.
        let _ = stream.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for the end, by itself or at a limit; `None` if everything is to stop.
fn wait(
    group: &mut Group,
    limits: Limits,
    start: Instant,
    stop: &AtomicBool,
) -> std::io::Result<Option<(Ended, Option<ExitStatus>)>> {
    let time = Duration::from_secs_f64(limits.timeout).saturating_add(GRACE);
    // Reaching the limit is the tool's own business; this is for one that has lost control.
    let memory = (limits.memory << 20).saturating_add(limits.memory << 17).saturating_add(64 << 20);
    let mut pause = Duration::from_millis(1);
    let mut looked = Instant::now();
    loop {
        if let Some(status) = group.0.try_wait()? {
            let ended = if status.code().is_some() { Ended::Exit } else { Ended::Signal };
            return Ok(Some((ended, Some(status))));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if start.elapsed() >= time {
            return Ok(Some((Ended::Time, None)));
        }
        if looked.elapsed() >= Duration::from_millis(100) {
            if group.resident_bytes() > memory {
                return Ok(Some((Ended::Memory, None)));
            }
            looked = Instant::now();
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// A process and its descendants, which do not outlive this.
struct Group(Child);

impl Group {
    #[cfg(unix)]
    fn kill(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(id) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(id, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        let _ = self.0.kill();
    }

    /// Memory that the group holds, where the system tells.
    fn resident_bytes(&self) -> u64 {
        let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
        let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        numbers.filter_map(|process| member_bytes(process, self.0.id())).sum()
    }
}

/// The memory of a process, if it belongs to the group.
fn member_bytes(process: u32, group: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may contain anything; behind it come state, parent, group and so on.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    if fields.get(2)?.parse() != Ok(group) {
        return None;
    }
    let pages: u64 = fields.get(21)?.parse().ok()?;
    Some(pages * page_size())
}

#[cfg(unix)]
fn page_size() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_size() -> u64 {
    4096
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        let _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limits: Limits) -> Finished {
        let arguments = ["-c".to_owned(), script.to_owned()];
        run(Path::new("/bin/sh"), &arguments, limits, &AtomicBool::new(false)).unwrap().unwrap()
    }

    #[test]
    fn what_a_process_says_is_kept() {
        let finished = shell("echo out; echo err >&2; exit 3", Limits::default());
        assert_eq!((finished.ended, finished.status), (Ended::Exit, Some(3)));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(shell("kill -9 $$", Limits::default()).ended, Ended::Signal);
    }

    #[test]
    fn a_process_without_end_is_killed_with_all_it_started() {
        let marker = std::env::temp_dir().join(format!("kyklos-bench-group-{}", std::process::id()));
        let script = format!("sleep 1000 & echo $! > {}; wait", marker.display());
        // The grace is part of every limit.
        let finished = shell(&script, Limits { timeout: 0.1, memory: 1000 });
        assert_eq!(finished.ended, Ended::Time);
        let child = std::fs::read_to_string(&marker).unwrap();
        std::fs::remove_file(&marker).unwrap();
        let is_gone = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
            state.is_empty() || state.contains(") Z")
        };
        // A process that was killed takes a moment to go.
        for _ in 0..1000 {
            if is_gone() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the child is still there");
    }

    #[test]
    fn a_process_that_takes_too_much_memory_is_killed() {
        if !Path::new("/proc/self/stat").exists() {
            return;
        }
        let grow = "x=$(head -c 300000000 /dev/zero | tr '\\0' 'a'); sleep 1000";
        assert_eq!(shell(grow, Limits { timeout: 60.0, memory: 50 }).ended, Ended::Memory);
    }

    #[test]
    fn the_switch_stops_a_process() {
        let arguments = ["-c".to_owned(), "sleep 1000".to_owned()];
        let stopped =
            run(Path::new("/bin/sh"), &arguments, Limits::default(), &AtomicBool::new(true)).unwrap();
        assert!(stopped.is_none());
    }
}
