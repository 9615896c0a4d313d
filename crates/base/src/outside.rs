//! What the process has outside of itself, processes and temporary folders: whoever ends it in a hurry can end
//! them too, and their memory counts.

use std::collections::BTreeSet;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

struct Outside {
    groups: BTreeSet<u32>,
    folders: BTreeSet<PathBuf>,
}

static OUTSIDE: Mutex<Outside> = Mutex::new(Outside { groups: BTreeSet::new(), folders: BTreeSet::new() });

fn outside() -> std::sync::MutexGuard<'static, Outside> {
    OUTSIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that ends with its owner, together with all that it has started.
#[derive(Debug)]
pub struct Group(Child);

impl Group {
    /// Starts a command.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        // A group of its own, so that it can be ended with all its helpers: compilers leave work to others.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        outside().groups.insert(child.id());
        Ok(Self(child))
    }

    /// Ends it. Ending it twice does no harm.
    pub fn stop(&mut self) {
        // Whoever has ended is waited for, and its number may be another process' by now.
        let running = matches!(self.0.try_wait(), Ok(None));
        if outside().groups.remove(&self.0.id()) && running {
            kill(&[self.0.id()]);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Deref for Group {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Group {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A folder that goes with its owner.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// Takes over a folder that was made for this alone.
    pub fn own(folder: PathBuf) -> Self {
        outside().folders.insert(folder.clone());
        Self(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        outside().folders.remove(&self.0);
    }
}

/// Ends all processes and removes all folders. The process itself is to end next.
pub fn end_all() {
    let mut outside = outside();
    let groups: Vec<u32> = std::mem::take(&mut outside.groups).into_iter().collect();
    kill(&groups);
    for folder in std::mem::take(&mut outside.folders) {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// The memory that processes started from here hold, where the system tells.
pub fn resident_bytes() -> u64 {
    let mut open: Vec<u32> = outside().groups.iter().copied().collect();
    let mut bytes = 0;
    while let Some(process) = open.pop() {
        bytes += crate::budget::resident_of(&process.to_string()).unwrap_or(0);
        let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
        let children = children.unwrap_or_default();
        open.extend(children.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
    }
    bytes
}

fn kill(groups: &[u32]) {
    if !cfg!(unix) || groups.is_empty() {
        return;
    }
    let groups = groups.iter().map(|group| format!("-{group}"));
    let _ = Command::new("kill").args(["-KILL", "--"]).args(groups).stderr(Stdio::null()).status();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_group_ends_with_all_it_has_started() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo $!; wait"]).stdout(Stdio::piped());
        let mut group = Group::spawn(&mut command).unwrap();
        let mut line = String::new();
        let out = group.stdout.take().unwrap();
        io::BufRead::read_line(&mut io::BufReader::new(out), &mut line).unwrap();
        let is_there = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", line.trim()));
            state.is_ok_and(|state| !state.contains(") Z "))
        };
        if is_there() {
            assert!(resident_bytes() > 0);
        }
        group.stop();
        let start = Instant::now();
        while is_there() {
            assert!(start.elapsed() < Duration::from_secs(10));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
