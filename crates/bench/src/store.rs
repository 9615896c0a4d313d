//! The finished runs, one JSON object a line, behind a line that says what they belong to.
//! Note [experiments].
//!
//! A run is appended as soon as it has ended, and synced. A process that is killed at any instant loses at most the
//! runs in progress: a last line that is torn is cut off when the store is opened again.

use crate::BenchError;
use crate::plan::{Identity, Plan};
use crate::process::{Ended, Finished};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The store's file in the folder of results.
pub const FILE: &str = "runs.jsonl";

/// A run that has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The program's name.
    pub program: String,
    /// The configuration's name.
    pub configuration: String,
    /// How the process ended.
    pub ended: Ended,
    /// Its exit status.
    pub status: Option<i32>,
    /// Its time.
    pub wall_ms: u64,
    /// What it reported.
    pub report: Option<Value>,
    /// What it said on standard error, if it gave no report.
    pub message: String,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    identity: Identity,
}

const FORMAT: &str = "kyklos-bench-1";

/// The finished runs of an experiment.
pub struct Store {
    file: File,
    path: PathBuf,
    records: Vec<Record>,
}

impl Record {
    /// What is kept of a process.
    pub fn new(program: &str, configuration: &str, finished: Finished) -> Self {
        let report: Option<Value> = serde_json::from_str(&finished.stdout).ok();
        let message = if report.is_some() { String::new() } else { finished.stderr };
        Self {
            program: program.to_owned(),
            configuration: configuration.to_owned(),
            ended: finished.ended,
            status: finished.status,
            wall_ms: finished.wall.as_millis() as u64,
            report,
            message,
        }
    }
}

impl Store {
    /// Opens the store in a folder, or starts one; with `fresh`, the one that is there is emptied first.
    pub fn open(folder: &Path, identity: &Identity, fresh: bool) -> Result<Store, BenchError> {
        let path = folder.join(FILE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(BenchError::file("open", &path))?;
        lock(&file, &path)?;
        let mut bytes = Vec::new();
        if fresh {
            file.set_len(0).map_err(BenchError::file("empty", &path))?;
        } else {
            file.read_to_end(&mut bytes).map_err(BenchError::file("read", &path))?;
        }
        let (head, records, length) = parse(&bytes, &path)?;
        if let Some(head) = &head {
            same(&head.identity, identity, &path)?;
        }
        // What is behind the last whole line was cut off by whatever ended the process.
        file.set_len(length as u64).map_err(BenchError::file("write", &path))?;
        file.seek(SeekFrom::End(0)).map_err(BenchError::file("write", &path))?;
        let mut store = Store { file, path, records };
        if head.is_none() {
            store.line(&Head { format: FORMAT.to_owned(), identity: identity.clone() })?;
        }
        Ok(store)
    }

    /// The runs so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Adds a run, so that it is not lost any more.
    pub fn add(&mut self, record: Record) -> Result<(), BenchError> {
        self.line(&record)?;
        self.records.push(record);
        Ok(())
    }

    /// The runs of a plan that are not there yet: indices of programs and configurations.
    pub fn missing(&self, plan: &Plan) -> Vec<(usize, usize)> {
        let done: HashSet<(&str, &str)> = self
            .records
            .iter()
            .map(|record| (record.program.as_str(), record.configuration.as_str()))
            .collect();
        let mut missing = Vec::new();
        for (job, program) in plan.jobs.iter().enumerate() {
            for (at, configuration) in plan.configurations.iter().enumerate() {
                if !done.contains(&(program.name.as_str(), configuration.name.as_str())) {
                    missing.push((job, at));
                }
            }
        }
        missing
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), BenchError> {
        let mut line = serde_json::to_vec(value).map_err(|error| BenchError::Store(error.to_string()))?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(BenchError::file("write", &self.path))
    }
}

/// The whole lines, and how long they are.
fn parse(bytes: &[u8], path: &Path) -> Result<(Option<Head>, Vec<Record>, usize), BenchError> {
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut head = None;
    let mut records = Vec::new();
    let lines: Vec<&[u8]> = bytes[..whole].split_inclusive(|byte| *byte == b'\n').collect();
    let mut length = 0;
    for (number, line) in lines.iter().enumerate() {
        let read = if number == 0 {
            serde_json::from_slice(line).map(|value: Head| head = Some(value))
        } else {
            serde_json::from_slice(line).map(|record| records.push(record))
        };
        match read {
            Ok(()) => length += line.len(),
            // A file system may write the end of a file before its middle.
            Err(_) if number + 1 == lines.len() && number > 0 => break,
            Err(error) => {
                return Err(BenchError::Store(format!(
                    "`{}`, line {}: this is no list of runs ({error}); say --fresh to start over, or choose another \
                     folder with --out",
                    path.display(),
                    number + 1
                )));
            }
        }
    }
    if let Some(other) = head.as_ref().filter(|head| head.format != FORMAT) {
        return Err(BenchError::Store(format!(
            "`{}` has the unknown format `{}`",
            path.display(),
            other.format
        )));
    }
    Ok((head, records, length))
}

/// Refuses to mix results that cannot be compared.
fn same(stored: &Identity, now: &Identity, path: &Path) -> Result<(), BenchError> {
    let mut changed = Vec::new();
    if stored.suite != now.suite {
        changed.push(format!("the suite (`{}` there, `{}` now)", stored.suite, now.suite));
    }
    if stored.binary != now.binary {
        changed.push(format!("the executable ({} there, {} now)", stored.binary, now.binary));
    }
    if stored.programs != now.programs {
        changed.push("the programs, their options or their verdicts".to_owned());
    }
    if stored.configurations != now.configurations {
        changed.push("the configurations".to_owned());
    }
    if stored.limits != now.limits {
        let limits = |of: &Identity| format!("{} s and {} MB", of.limits.timeout, of.limits.memory);
        changed.push(format!("the limits ({} there, {} now)", limits(stored), limits(now)));
    }
    if changed.is_empty() {
        return Ok(());
    }
    Err(BenchError::Store(format!(
        "the results in `{}` are of another experiment; what differs: {}. Say --fresh to throw them away and start \
         over, or choose another folder with --out",
        path.display(),
        changed.join("; ")
    )))
}

/// Two processes must not write one store.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), BenchError> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(BenchError::Store(format!("another process is writing `{}`", path.display())))
        }
        // Some network file systems have no locks.
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn lock(_file: &File, _path: &Path) -> Result<(), BenchError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Limits;

    fn identity(binary: &str) -> Identity {
        let text = str::to_owned;
        Identity {
            suite: text("s"),
            binary: text(binary),
            programs: text("p"),
            configurations: text("c"),
            limits: Limits::default(),
        }
    }

    fn record(program: &str) -> Record {
        Record {
            program: program.to_owned(),
            configuration: "c".to_owned(),
            ended: Ended::Exit,
            status: Some(0),
            wall_ms: 5,
            report: None,
            message: "line\nbreak".to_owned(),
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kyklos-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_cut_at_any_byte_loses_at_most_its_last_line() {
        let folder = folder("cut");
        let mut store = Store::open(&folder, &identity("b"), false).unwrap();
        for name in ["one", "two", "three"] {
            store.add(record(name)).unwrap();
        }
        drop(store);
        let bytes = std::fs::read(folder.join(FILE)).unwrap();
        for length in 0..=bytes.len() {
            std::fs::write(folder.join(FILE), &bytes[..length]).unwrap();
            let whole = bytes[..length].iter().filter(|byte| **byte == b'\n').count();
            let mut store = Store::open(&folder, &identity("b"), false).unwrap();
            assert_eq!(store.records().len(), whole.saturating_sub(1), "cut at {length}");
            store.add(record("more")).unwrap();
            drop(store);
            let again = Store::open(&folder, &identity("b"), false).unwrap();
            assert_eq!(again.records().last().unwrap().program, "more", "cut at {length}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn results_of_another_experiment_are_not_mixed() {
        let folder = folder("mixed");
        let mut store = Store::open(&folder, &identity("b"), false).unwrap();
        store.add(record("one")).unwrap();
        if cfg!(unix) {
            let error = Store::open(&folder, &identity("b"), false).err().unwrap().to_string();
            assert!(error.contains("another process"), "{error}");
        }
        drop(store);
        let error = Store::open(&folder, &identity("other"), false).err().unwrap().to_string();
        assert!(
            error.contains("the executable (b there, other now)") && error.contains("--fresh"),
            "{error}"
        );
        assert_eq!(Store::open(&folder, &identity("b"), false).unwrap().records().len(), 1);
        assert_eq!(Store::open(&folder, &identity("other"), true).unwrap().records().len(), 0);
        std::fs::write(folder.join(FILE), "my notes\n").unwrap();
        let error = Store::open(&folder, &identity("b"), false).err().unwrap().to_string();
        assert!(error.contains("line 1: this is no list of runs"), "{error}");
        assert_eq!(std::fs::read_to_string(folder.join(FILE)).unwrap(), "my notes\n");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
