//! Processes with limits on time and output, and temporary folders.

use kyklos_base::outside::{Group, Temporary};
use kyklos_base::{Budget, Exhausted};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many bytes of what a process prints are kept, the last ones: a sanitizer's
/// report comes last.
const KEPT: usize = 1 << 18;

/// How long the output of a process that has ended may still come.
const GRACE: Duration = Duration::from_secs(2);

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Its status; `None` if its time was over.
    pub(crate) status: Option<ExitStatus>,
    /// The end of what it printed to standard error.
    pub(crate) errors: String,
    /// Why it was ended before its time was over.
    pub(crate) stopped: Option<Exhausted>,
}

/// Runs a command without input; only its errors are read.
pub(crate) fn run(mut command: Command, limit: Duration, budget: &Budget) -> io::Result<Finished> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut running = Group::spawn(&mut command)?;
    let kept = Arc::new(Mutex::new(Vec::new()));
    let done = running.stderr.take().map(|stream| keep_end(stream, Arc::clone(&kept)));
    let (status, stopped) = wait(&mut running, limit, budget)?;
    drop(running);
    if let Some(done) = done {
        // A child of the process may hold the stream open for longer; it is not waited for.
        let _ = done.recv_timeout(GRACE);
    }
    let errors = kept.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Finished { status, errors: String::from_utf8_lossy(&errors).into_owned(), stopped })
}

/// Reads a stream to its end on a thread of its own; the message says that it is done.
fn keep_end(mut stream: impl Read + Send + 'static, kept: Arc<Mutex<Vec<u8>>>) -> Receiver<()> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut block = [0; 1 << 13];
        while let Ok(length @ 1..) = stream.read(&mut block) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&block[..length]);
            if kept.len() > 2 * KEPT {
                let surplus = kept.len() - KEPT;
                kept.drain(..surplus);
            }
        }
        let _ = sender.send(());
    });
    receiver
}

/// Waits for the end of a process: its status, or why it is to be ended.
fn wait(
    child: &mut Child,
    limit: Duration,
    budget: &Budget,
) -> io::Result<(Option<ExitStatus>, Option<Exhausted>)> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((Some(status), None));
        }
        if start.elapsed() >= limit {
            return Ok((None, None));
        }
        if let Some(why) = budget.exhausted() {
            return Ok((None, Some(why)));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// A folder for the time of one replay.
pub(crate) struct Folder(Temporary);

impl Folder {
    /// Makes the folder; one that is there already is never used.
    pub(crate) fn new() -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let mut attempts = 0;
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("kyklos-native-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match builder().create(&path) {
                Ok(()) => return Ok(Self(Temporary::own(path))),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempts < 1000 => {
                    attempts += 1
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Makes folders that nobody else may look into.
fn builder() -> std::fs::DirBuilder {
    #[allow(unused_mut)]
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_go_with_their_owner() {
        let folder = Folder::new().unwrap();
        let path = folder.path().to_owned();
        std::fs::write(path.join("file"), "text").unwrap();
        assert_ne!(path, Folder::new().unwrap().path());
        drop(folder);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_end_of_the_output_is_kept() {
        let mut command = Command::new("sh");
        command.args(["-c", "i=0; while [ $i -lt 9 ]; do head -c 100000 /dev/zero >&2; i=$((i+1)); done; echo end >&2; exit 3"]);
        let finished = run(command, Duration::from_secs(60), &Budget::unlimited()).unwrap();
        assert_eq!(finished.status.and_then(|status| status.code()), Some(3));
        assert!(finished.errors.ends_with("end\n"));
        assert!((KEPT..=2 * KEPT).contains(&finished.errors.len()));
    }

    #[cfg(unix)]
    #[test]
    fn a_process_ends_with_its_time() {
        let mut command = Command::new("sleep");
        command.arg("1000");
        assert!(run(command, Duration::from_millis(50), &Budget::unlimited()).unwrap().status.is_none());
    }
}
