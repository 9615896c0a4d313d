//! A suite resolved into runs.

use crate::suite::{Configuration, Expected, Limits, Suite, Tasks, VERDICTS};
use crate::{BenchError, hash};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All that is to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The suite.
    pub suite: Suite,
    /// The limits in force.
    pub limits: Limits,
    /// The configurations to run.
    pub configurations: Vec<Configuration>,
    /// The programs to run.
    pub jobs: Vec<Job>,
    /// What the results depend on.
    pub identity: Identity,
}

/// A program, ready to be run.
#[derive(Clone, Debug, Serialize)]
pub struct Job {
    /// What it is called; unique.
    pub name: String,
    /// The set or the folder that it belongs to; empty for none.
    pub group: String,
    /// Its file.
    pub file: PathBuf,
    /// Its other files.
    pub more: Vec<PathBuf>,
    /// Options for it alone.
    pub flags: Vec<String>,
    /// The verdict that is right, where it is known.
    pub expected: Option<Expected>,
    /// What papers say of it.
    pub paper: BTreeMap<String, String>,
    /// What is to be written to the file, if it is generated.
    pub content: Option<String>,
}

/// What the results depend on; results with different identities are not mixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// The suite's name.
    pub suite: String,
    /// The tool's version and a hash of its executable.
    pub binary: String,
    /// Hash of the programs, their options and verdicts.
    pub programs: String,
    /// Hash of the configurations.
    pub configurations: String,
    /// The limits.
    pub limits: Limits,
}

/// What the command line says about a suite.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Another limit of time.
    pub timeout: Option<f64>,
    /// Another limit of memory.
    pub memory: Option<u64>,
    /// How many programs sets have.
    pub count: Option<u64>,
    /// The folder of the tasks.
    pub programs: Option<PathBuf>,
    /// The configurations to run; all if empty.
    pub configurations: Vec<String>,
}

/// Resolves a suite that was read from a path. Programs that are generated will go to a folder under `out`; nothing
/// is written yet.
pub fn plan(
    suite: Suite,
    path: &Path,
    choices: &Choices,
    binary: &str,
    out: &Path,
) -> Result<Plan, BenchError> {
    let wrong = |message: String| BenchError::Suite { path: path.to_owned(), message };
    let base = path.parent().unwrap_or(Path::new(""));
    let configurations = chosen(&suite, &choices.configurations).map_err(wrong)?;
    let mut jobs: Vec<Job> = suite
        .programs
        .iter()
        .map(|program| {
            let entry = program.entry.iter().flat_map(|entry| ["--entry".to_owned(), entry.clone()]);
            Job {
                name: program.name.clone(),
                group: String::new(),
                file: base.join(&program.file),
                more: program.more.iter().map(|file| base.join(file)).collect(),
                flags: entry.chain(program.flags.iter().cloned()).collect(),
                expected: program.expected,
                paper: program.paper.clone(),
                content: None,
            }
        })
        .collect();
    if let Some(tasks) = &suite.tasks {
        let folder = choices.programs.clone().unwrap_or_else(|| base.join(&tasks.folder));
        jobs.extend(task_jobs(tasks, &folder, path)?);
    }
    jobs.extend(generated(&suite, choices, out)?);
    let limits = Limits {
        timeout: choices.timeout.unwrap_or(suite.limits.timeout),
        memory: choices.memory.unwrap_or(suite.limits.memory),
    };
    let identity = Identity {
        suite: suite.name.clone(),
        binary: binary.to_owned(),
        programs: hash_of_programs(&jobs)?,
        configurations: hash(&[format!("{configurations:?}").as_bytes()]),
        limits,
    };
    Ok(Plan { limits, configurations, jobs, identity, suite })
}

/// The configurations of these names.
fn chosen(suite: &Suite, names: &[String]) -> Result<Vec<Configuration>, String> {
    if names.is_empty() {
        return Ok(suite.configurations.clone());
    }
    let find = |name: &String| {
        let known = || {
            let known: Vec<_> = suite.configurations.iter().map(|known| known.name.as_str()).collect();
            format!("there is no configuration `{name}`; there are {}", known.join(", "))
        };
        suite.configurations.iter().find(|known| known.name == *name).cloned().ok_or_else(known)
    };
    names.iter().map(find).collect()
}

/// The programs of a list of verdicts.
fn task_jobs(tasks: &Tasks, folder: &Path, suite: &Path) -> Result<Vec<Job>, BenchError> {
    let list = folder.join(VERDICTS);
    let text = std::fs::read_to_string(&list).map_err(|error| BenchError::Suite {
        path: suite.to_owned(),
        message: format!(
            "its programs, with the list `{VERDICTS}`, are expected in `{}` ({error}); say --programs DIR if they are \
             elsewhere",
            folder.display()
        ),
    })?;
    let wrong = |line: usize, message: String| BenchError::Suite {
        path: list.clone(),
        message: format!("line {}: {message}", line + 1),
    };
    let mut jobs = Vec::new();
    for (line, row) in text.lines().enumerate() {
        let mut cells = row.split('\t').map(str::trim);
        let (Some(file), Some(verdict)) = (cells.next(), cells.next()) else {
            return Err(wrong(line, "a path, a tab and a verdict are needed".to_owned()));
        };
        let expected = match verdict {
            "verdict" if line == 0 => continue,
            "true" => Expected::Safe,
            "false" => Expected::Unsafe,
            other => return Err(wrong(line, format!("`{other}` is neither true nor false"))),
        };
        let mut flags = tasks.flags.clone();
        if let Some(model) = cells.next().filter(|model| !model.is_empty()) {
            flags.extend(["--data-model".to_owned(), model.to_owned()]);
        }
        let group = Path::new(file).parent().map_or(String::new(), |group| group.display().to_string());
        let paper = BTreeMap::new();
        let job = Job {
            name: file.to_owned(),
            group,
            file: folder.join(file),
            more: Vec::new(),
            flags,
            expected: Some(expected),
            paper,
            content: None,
        };
        jobs.push(job);
    }
    Ok(jobs)
}

/// Makes the programs of all sets.
fn generated(suite: &Suite, choices: &Choices, out: &Path) -> Result<Vec<Job>, BenchError> {
    let mut jobs = Vec::new();
    for set in &suite.sets {
        for index in 0..choices.count.unwrap_or(set.count) {
            let program = kyklos_generate::generate(&set.knobs, set.seed, index)
                .map_err(|error| BenchError::Store(format!("set `{}`: {error}", set.name)))?;
            jobs.push(Job {
                name: format!("{}/{index:04}", set.name),
                group: set.name.clone(),
                file: out.join("programs").join(&set.name).join(format!("{index:04}.uc")),
                more: Vec::new(),
                flags: Vec::new(),
                expected: None,
                paper: BTreeMap::new(),
                content: Some(program.microc()),
            });
        }
    }
    Ok(jobs)
}

impl Plan {
    /// Writes the programs that are generated, where they are not there yet.
    pub fn write_programs(&self) -> Result<(), BenchError> {
        for job in &self.jobs {
            let Some(content) = &job.content else { continue };
            if std::fs::read(&job.file).is_ok_and(|bytes| bytes == content.as_bytes()) {
                continue;
            }
            let folder = job.file.parent().unwrap_or(Path::new(""));
            std::fs::create_dir_all(folder).map_err(BenchError::file("make the folder", folder))?;
            std::fs::write(&job.file, content).map_err(BenchError::file("write", &job.file))?;
        }
        Ok(())
    }
}

fn hash_of_programs(jobs: &[Job]) -> Result<String, BenchError> {
    let mut parts = Vec::new();
    for job in jobs {
        parts.push(match &job.content {
            Some(content) => content.clone().into_bytes(),
            None => std::fs::read(&job.file).map_err(BenchError::file("read", &job.file))?,
        });
        for file in &job.more {
            parts.push(std::fs::read(file).map_err(BenchError::file("read", file))?);
        }
        parts.push(format!("{}\n{:?}\n{:?}", job.name, job.flags, job.expected).into_bytes());
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Ok(hash(&parts))
}

/// What tells an executable from others: its version, and a hash of its bytes.
pub fn binary_identity(binary: &Path, version: &str) -> Result<String, BenchError> {
    let bytes = std::fs::read(binary).map_err(BenchError::file("read", binary))?;
    Ok(format!("{version} ({})", hash(&[&bytes])))
}
