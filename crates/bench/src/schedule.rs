//! All runs of a plan, several at a time.

use crate::BenchError;
use crate::plan::{Job, Plan};
use crate::process::{Ended, run};
use crate::store::{Record, Store};
use crate::suite::{Configuration, Limits};
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

/// Does the runs that are missing, `parallel` at a time, until all are done or the switch is set. Each run that has
/// ended is stored at once, then told.
pub fn run_missing(
    plan: &Plan,
    binary: &Path,
    store: &mut Store,
    parallel: usize,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Record),
) -> Result<(), BenchError> {
    let missing = store.missing(plan);
    let next = Mutex::new(missing.into_iter());
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..parallel.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let run = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((job, configuration)) = run else { return };
                    let result =
                        one(&plan.jobs[job], &plan.configurations[configuration], plan.limits, binary, stop);
                    let Some(result) = result.transpose() else { return };
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let failed = receiver.iter().find_map(|result| {
            let stored = result.and_then(|record| {
                told(&record);
                store.add(record)
            });
            stored.err()
        });
        // Whoever is still at work need not finish what cannot be stored.
        match failed {
            Some(error) => {
                stop.store(true, Ordering::Relaxed);
                Err(error)
            }
            None => Ok(()),
        }
    })
}

/// One run; `None` if it was stopped.
fn one(
    job: &Job,
    configuration: &Configuration,
    limits: Limits,
    binary: &Path,
    stop: &AtomicBool,
) -> Result<Option<Record>, BenchError> {
    let arguments = arguments(job, configuration, limits);
    let finished = run(binary, &arguments, limits, stop).map_err(BenchError::file("run", binary))?;
    Ok(finished.map(|finished| Record::new(&job.name, &configuration.name, finished)))
}

/// The command line of a run, without the executable.
pub fn arguments(job: &Job, configuration: &Configuration, limits: Limits) -> Vec<String> {
    let mut arguments = vec!["check".to_owned(), job.file.display().to_string()];
    arguments.extend(job.more.iter().map(|file| file.display().to_string()));
    arguments.extend(job.flags.iter().chain(&configuration.flags).cloned());
    arguments.extend(["--timeout".to_owned(), limits.timeout.to_string()]);
    arguments.extend(["--memory".to_owned(), limits.memory.to_string()]);
    arguments.push("--json".to_owned());
    arguments
}

/// Leaves out the configurations whose options the executable does not accept. Returns them with what it says.
pub fn leave_out_unknown(
    plan: &mut Plan,
    binary: &Path,
    folder: &Path,
) -> Result<Vec<(String, String)>, BenchError> {
    let probe = folder.join(format!("probe-{}.uc", std::process::id()));
    std::fs::write(&probe, "main() {\n  return 0;\n}\n").map_err(BenchError::file("write", &probe))?;
    let job = Job {
        name: String::new(),
        group: String::new(),
        file: probe.clone(),
        more: Vec::new(),
        flags: Vec::new(),
        expected: None,
        paper: Default::default(),
        content: None,
    };
    let mut refused = Vec::new();
    let mut known = Vec::new();
    for configuration in &plan.configurations {
        let arguments = arguments(&job, configuration, plan.limits);
        let finished = run(binary, &arguments, plan.limits, &AtomicBool::new(false));
        match finished.map_err(BenchError::file("run", binary))? {
            Some(finished) if finished.ended == Ended::Exit && finished.status == Some(2) => {
                let message = finished.stderr.lines().next().unwrap_or_default();
                let message = message.strip_prefix("error: ").unwrap_or(message);
                refused.push((configuration.name.clone(), message.to_owned()));
            }
            _ => known.push(configuration.clone()),
        }
    }
    plan.configurations = known;
    std::fs::remove_file(&probe).map_err(BenchError::file("remove", &probe))?;
    Ok(refused)
}
