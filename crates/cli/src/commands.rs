//! `compile_commands.json`: the flags that a build gives each of its files.

use crate::words::split;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One compilation.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Flags of the preprocessor that a folder or file follows, in the same word or the next.
const WITH_PATH: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

/// Flags that a macro follows, in the same word or the next.
const WITH_MACRO: [&str; 2] = ["-D", "-U"];

/// The flags of these files, by their names as given. A file that the build does not have is an error.
pub fn flags(folder: &Path, files: &[PathBuf]) -> Result<BTreeMap<String, Vec<String>>, String> {
    let path = match folder.is_dir() {
        true => folder.join("compile_commands.json"),
        false => folder.to_owned(),
    };
    let shown = path.display();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| format!("`{shown}`: {error}"))?;
    let base = path.parent().unwrap_or(Path::new("."));
    let mut all = BTreeMap::new();
    for file in files {
        let wanted = known_path(file);
        let entry =
            entries.iter().find(|entry| known_path(&base.join(&entry.directory).join(&entry.file)) == wanted);
        let Some(entry) = entry else {
            return Err(format!("`{shown}` has no command for `{}`", file.display()));
        };
        let words = match (&entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => split(command).map_err(|why| format!("`{shown}`: {why}"))?,
            (None, None) => Vec::new(),
        };
        all.insert(file.display().to_string(), kept(&words, &base.join(&entry.directory)));
    }
    Ok(all)
}

/// A path that is the same for all names of a file.
fn known_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The flags of a compiler's command that its preprocessor needs; paths are made whole.
fn kept(words: &[String], directory: &Path) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let starts = |flags: &[&'static str]| flags.iter().copied().find(|flag| word.starts_with(flag));
        // `-include` begins as `-I` does not, but `-isystem` and the like are looked for first.
        let (flag, is_path) = match (starts(&WITH_PATH), starts(&WITH_MACRO)) {
            (Some(flag), _) => (flag, true),
            (None, Some(flag)) => (flag, false),
            (None, None) => {
                if word.starts_with("-std=") {
                    kept.push(word.clone());
                }
                continue;
            }
        };
        let value = match word[flag.len()..].trim_start_matches('=') {
            "" => words.next().cloned().unwrap_or_default(),
            value => value.to_owned(),
        };
        match is_path {
            true => kept.extend([flag.to_owned(), directory.join(value).display().to_string()]),
            false => kept.push(format!("{flag}{value}")),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_preprocessor_needs_is_kept() {
        let words = "cc -O2 -Iinc -I /abs -DA=1 -D B -UC -isystem sys -include x.h -std=c99 -c a.c -o a.o";
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let expected = [
            "-I", "/d/inc", "-I", "/abs", "-DA=1", "-DB", "-UC", "-isystem", "/d/sys", "-include", "/d/x.h",
            "-std=c99",
        ];
        assert_eq!(kept(&words, Path::new("/d")), expected);
    }
}
