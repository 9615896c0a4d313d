//! The suites and definitions that are shipped.

use kyklos_bench::plan::{Choices, Plan, plan};
use kyklos_bench::suite::{Expected, Suite};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn load(name: &str) -> Plan {
    let path = root().join("benchmarks").join(name).with_extension("toml");
    let out = std::env::temp_dir().join(format!("kyklos-shipped-{}-{name}", std::process::id()));
    let choices = Choices { count: Some(1), ..Choices::default() };
    let plan = plan(Suite::read(&path).unwrap(), &path, &choices, "test", &out).unwrap();
    let _ = std::fs::remove_dir_all(&out);
    plan
}

#[test]
fn suites_are_complete() {
    let tables = [("apc", 7), ("cba", 9), ("compact", 13)];
    for (name, rows) in tables {
        let plan = load(name);
        for table in &plan.suite.tables {
            for column in &table.paper {
                let known = plan.jobs.iter().filter(|job| job.paper.contains_key(column)).count();
                assert_eq!(known, rows, "{name}, {column}");
            }
        }
        assert!(plan.jobs.iter().all(|job| job.expected.is_some()), "{name}");
    }
    let experiments = [
        ("nested-limits", 30),
        ("nested-limits-large", 4),
        ("nested-search", 24),
        ("nested-search-large", 18),
    ];
    for (name, configurations) in experiments {
        let suite = load(name).suite;
        assert_eq!(suite.configurations.len(), configurations, "{name}");
        let figures: usize = suite.tables.iter().map(|table| table.paper_rows.len()).sum();
        assert_eq!(figures, configurations, "{name}: each has the thesis' figures beside it");
    }
    assert_eq!(load("nested-merge").jobs.len(), 2);
    let nested = load("nested");
    assert_eq!(nested.jobs.len(), 18);
    for table in &nested.suite.tables {
        for column in &table.paper {
            assert!(nested.suite.sets.iter().all(|set| set.paper.contains_key(column)), "{column}");
        }
    }
}

#[test]
fn each_program_of_the_papers_has_a_suite_and_a_task() {
    let mut expected: BTreeMap<String, Expected> = BTreeMap::new();
    for name in ["apc", "cba", "compact"] {
        for job in load(name).jobs {
            let stem = job.file.file_stem().unwrap().to_str().unwrap().to_owned();
            let verdict = job.expected.unwrap();
            assert_eq!(*expected.entry(stem).or_insert(verdict), verdict, "suites agree on {}", job.name);
        }
    }
    let files: BTreeSet<String> = std::fs::read_dir(root().join("benchmarks/papers"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, expected.keys().cloned().collect());
    for (name, verdict) in expected {
        let text =
            std::fs::read_to_string(root().join(format!("contrib/benchexec/tasks/{name}.yml"))).unwrap();
        let word = if verdict == Expected::Safe { "true" } else { "false" };
        assert!(text.contains(&format!("expected_verdict: {word}\n")), "{name}: {text}");
        assert!(text.contains(&format!("entry: {name}\n")), "{name}: {text}");
        assert!(text.contains(&format!("benchmarks/papers/{name}.c\"")), "{name}: {text}");
    }
}
