//! `kyklos generate`.

mod support;

use std::path::{Path, PathBuf};
use support::kyklos;

fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-generate-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The files of a folder and what is in them.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn one_seed_gives_identical_files() {
    let (first, second) = (folder("first"), folder("second"));
    for folder in [&first, &second] {
        let out = folder.to_str().unwrap();
        let answer =
            kyklos(&["generate", "--count", "100", "--seed", "7", "--language", "microc,c", "--out", out]);
        assert_eq!((answer.status, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "", ""));
    }
    let programs = files(&first);
    assert_eq!(programs.len(), 200);
    assert_eq!(programs, files(&second));
    assert_eq!(programs[1].0, "s7_00000.uc");
    let printed = kyklos(&["generate", "--seed", "7"]);
    assert_eq!(printed.stdout, programs[1].1, "what is printed is the first of the files");
    for name in ["s7_00000.uc", "s7_00000.c"] {
        let answer = kyklos(&["cfg", first.join(name).to_str().unwrap()]);
        assert_eq!(answer.status, Some(0), "{name}: {}", answer.stderr);
    }
    let again = kyklos(&["generate", "--seed", "7", "--out", first.to_str().unwrap()]);
    again.assert_refused("say --force to overwrite it");
    let forced = kyklos(&["generate", "--seed", "7", "--force", "--out", first.to_str().unwrap()]);
    assert_eq!(forced.status, Some(0), "{forced:?}");
    std::fs::remove_dir_all(&first).unwrap();
    std::fs::remove_dir_all(&second).unwrap();
}

#[test]
fn knobs_that_contradict_are_refused() {
    for (knobs, why) in [
        (vec!["--for-loops", "0.7", "--while-loops", "0.7"], "together are more than 1"),
        (vec!["--risk", "2"], "a probability from 0 to 1"),
        (vec!["--guards", "nan"], "a probability from 0 to 1"),
        (vec!["--max-statements", "0"], "must be from 1"),
        (vec!["--max-depth", "0"], "leaves no room"),
        (vec!["--count", "0"], "0 is not in 1.."),
        (vec!["--count", "2"], "say with --out DIR"),
        (vec!["--language", "microc,c"], "say with --out DIR"),
        (vec!["--language", "pascal"], "invalid value 'pascal'"),
    ] {
        let arguments: Vec<&str> = ["generate"].into_iter().chain(knobs).collect();
        kyklos(&arguments).assert_refused(why);
    }
}
