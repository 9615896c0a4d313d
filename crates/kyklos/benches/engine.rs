//! How fast the classic engine is: `cargo bench -p kyklos`.
//!
//! Programs are those of `benchmarks/engine`. Each runs a few times; the best
//! time counts, because everything else on the machine only makes it slower.

use kyklos::base::Budget;
use kyklos::report::{Report, Verdict};
use kyklos::{CheckOptions, LoadOptions, check, load};
use std::path::Path;

const REPEAT: usize = 5;

fn main() {
    kyklos::on_large_stack(|| {
        println!(
            "{:<16} {:>9} {:>9} {:>12} {:>12} {:>11} {:>9} {:>9} {:>8}",
            "program", "time s", "paths/s", "forks/s", "instr/s", "query/path", "cache", "solver", "peak MB"
        );
        for name in ["concrete_loop", "branches", "nested_loop"] {
            measure(name);
        }
    })
    .expect("a thread for the benchmark");
}

fn measure(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/engine");
    let program = load(&folder.join(name).with_extension("uc"), &LoadOptions::default())
        .expect("a shipped program")
        .program;
    let run = || {
        let report = check(
            &program,
            &CheckOptions { every_path: true, ..CheckOptions::default() },
            Budget::unlimited(),
            &mut |_| (),
        );
        report.expect("a working solver")
    };
    let reports: Vec<Report> = (0..REPEAT).map(|_| run()).collect();
    let best = reports.iter().min_by_key(|report| report.statistics.time).expect("at least one run");
    assert_eq!(best.verdict, Verdict::Safe, "{name}");
    let statistics = &best.statistics;
    let seconds = statistics.time.as_secs_f64();
    println!(
        "{name:<16} {seconds:>9.3} {:>9.0} {:>12.0} {:>12.0} {:>11.2} {:>8.1}% {:>8.1}% {:>8}",
        statistics.paths as f64 / seconds,
        statistics.forks as f64 / seconds,
        statistics.instructions as f64 / seconds,
        statistics.queries as f64 / statistics.paths as f64,
        100.0 * statistics.cache_hits as f64 / statistics.queries.max(1) as f64,
        100.0 * statistics.solver_time.as_secs_f64() / seconds,
        statistics.peak_memory.unwrap_or(0) >> 20,
    );
}
