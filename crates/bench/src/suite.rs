//! Suites: programs, configurations and tables.
//!
//! A suite is a TOML file, or a folder with a file `verdicts.tsv` (the columns `path`, `verdict` and `data_model`, the
//! verdicts `true` for safe and `false` for unsafe).

use crate::BenchError;
use kyklos_generate::Knobs;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of the list of tasks in a folder.
pub const VERDICTS: &str = "verdicts.tsv";

/// A suite as its file says it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// A short name.
    pub name: String,
    /// What it is about, for the page.
    pub title: String,
    /// More about it: machines, deviations.
    #[serde(default)]
    pub notes: String,
    /// The limits of each run.
    #[serde(default)]
    pub limits: Limits,
    /// Ways to run the tool.
    #[serde(rename = "configuration")]
    pub configurations: Vec<Configuration>,
    /// Single programs.
    #[serde(default, rename = "program")]
    pub programs: Vec<Program>,
    /// Sets of generated programs.
    #[serde(default, rename = "set")]
    pub sets: Vec<Set>,
    /// A folder of tasks.
    pub tasks: Option<Tasks>,
    /// What the page shows.
    #[serde(default, rename = "table")]
    pub tables: Vec<Table>,
}

/// The limits of one run.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Seconds. Default is 60.
    pub timeout: f64,
    /// Megabytes. Default is 4096.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: 60.0, memory: 4096 }
    }
}

/// A way to run the tool.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// What it is called in tables.
    pub name: String,
    /// The options of `kyklos check`.
    pub flags: Vec<String>,
}

/// A program.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// What it is called in tables.
    pub name: String,
    /// Its file, relative to the suite's file.
    pub file: PathBuf,
    /// Its other files, if it has several.
    #[serde(default)]
    pub more: Vec<PathBuf>,
    /// The function where it starts, if it is not `main`.
    pub entry: Option<String>,
    /// More options for it alone.
    #[serde(default)]
    pub flags: Vec<String>,
    /// The verdict that is right.
    pub expected: Option<Expected>,
    /// What papers say of it: column → figure.
    #[serde(default)]
    pub paper: BTreeMap<String, String>,
}

/// A verdict that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// No run comes to an error.
    Safe,
    /// Some run does.
    Unsafe,
}

/// A set of generated programs.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// What it is called in tables.
    pub name: String,
    /// How many programs it has, unless the command line says another number.
    pub count: u64,
    /// The seed of its programs.
    #[serde(default)]
    pub seed: u64,
    /// How they are made.
    #[serde(default)]
    pub knobs: Knobs,
    /// What papers say of it: column → figure.
    #[serde(default)]
    pub paper: BTreeMap<String, String>,
}

/// A folder of tasks with a list of verdicts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tasks {
    /// The folder, relative to the suite's file, unless the command line names another.
    pub folder: PathBuf,
    /// Options for all its programs.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// What a table of the page shows.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its title, as the paper has it.
    pub title: String,
    /// What a row is.
    pub rows: Rows,
    /// The paper's columns that stand first, or, where rows are configurations, none.
    #[serde(default)]
    pub paper: Vec<String>,
    /// Our columns, for each configuration.
    pub ours: Vec<Metric>,
    /// The configurations shown; all if none is named.
    #[serde(default)]
    pub configurations: Vec<String>,
    /// Where rows are configurations: rows of the paper: name → metric → figure.
    #[serde(default)]
    pub paper_rows: BTreeMap<String, BTreeMap<String, String>>,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// A program.
    Programs,
    /// A set, or a folder of tasks.
    Groups,
    /// A configuration.
    Configurations,
}

/// What our columns show: of a run, or summed up over runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// The verdict.
    Verdict,
    /// Seconds; the limit, if that was reached.
    Time,
    /// Seconds of the processor, the same.
    Cpu,
    /// Seconds in the solver.
    Solver,
    /// Seconds outside of the solver: what executes programs and builds formulas.
    Build,
    /// Seconds in the layers around the solver itself, which unfold and simplify formulas.
    Unfolding,
    /// Seconds in the solver itself.
    Backend,
    /// States.
    States,
    /// Paths that ended.
    Paths,
    /// Forks.
    Forks,
    /// Queries.
    Queries,
    /// Queries without an answer.
    Failures,
    /// Loops left in closed form.
    Templates,
    /// States that were joined with others.
    Merges,
    /// Root chains [cba §3.1].
    ChainsRoot,
    /// Chains in all.
    ChainsAll,
    /// Root chains whose constraints have no solution.
    Eliminated,
    /// Constraints of the others.
    Constraints,
    /// Questions about constraints.
    Systems,
    /// Conditions of the path that was found.
    Predicates,
    /// Paths that those stand for that ended.
    Standing,
    /// Of these, those without an error [nested §6.2].
    Coverage,
    /// Megabytes at most.
    Memory,
    /// Runs that were given.
    Runs,
    /// Right verdicts.
    Right,
    /// Wrong verdicts.
    Wrong,
    /// Verdicts `safe`.
    Safe,
    /// Verdicts `unsafe`.
    Unsafe,
    /// Verdicts `unknown`, for whatever reason.
    Unknown,
    /// Runs that were out of time.
    Timeouts,
    /// Programs that were refused.
    Unsupported,
    /// Runs that broke down.
    Errors,
    /// The competition's points.
    Points,
}

impl Suite {
    /// Reads a suite from a TOML file, or makes one of a folder of tasks.
    pub fn read(path: &Path) -> Result<Suite, BenchError> {
        if path.is_dir() {
            return Suite::of_folder(path);
        }
        let text = std::fs::read_to_string(path).map_err(BenchError::file("read", path))?;
        let wrong = |message: String| BenchError::Suite { path: path.to_owned(), message };
        let suite: Suite = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        suite.check().map_err(wrong)?;
        Ok(suite)
    }

    /// A folder with a list of verdicts, with the configurations and tables that such a folder usually wants.
    fn of_folder(folder: &Path) -> Result<Suite, BenchError> {
        let list = folder.join(VERDICTS);
        if !list.is_file() {
            let message =
                format!("a suite is a TOML file, or a folder with a file `{VERDICTS}`; there is none here");
            return Err(BenchError::Suite { path: folder.to_owned(), message });
        }
        let full = folder.canonicalize().map_err(BenchError::file("use", folder))?;
        let name = full.file_name().map_or("tasks".to_owned(), |name| name.to_string_lossy().into_owned());
        let configuration = |name: &str| Configuration {
            name: name.to_owned(),
            flags: vec!["--technique".to_owned(), name.to_owned()],
        };
        let table = |title: &str, rows| Table {
            title: title.to_owned(),
            rows,
            paper: Vec::new(),
            ours: OVERALL.to_vec(),
            configurations: Vec::new(),
            paper_rows: BTreeMap::new(),
        };
        Ok(Suite {
            title: format!("The tasks of {}", full.display()),
            name,
            notes: String::new(),
            limits: Limits::default(),
            configurations: ["classic", "compact", "auto"].map(configuration).to_vec(),
            programs: Vec::new(),
            sets: Vec::new(),
            tasks: Some(Tasks { folder: full, flags: ["--check", "assert"].map(str::to_owned).to_vec() }),
            tables: vec![table("In all", Rows::Configurations), table("By folder", Rows::Groups)],
        })
    }

    fn check(&self) -> Result<(), String> {
        fn unique<'a>(what: &str, names: impl Iterator<Item = &'a String>) -> Result<(), String> {
            let mut seen = BTreeSet::new();
            match names.into_iter().find(|name| !seen.insert(*name)) {
                Some(twice) => Err(format!("two {what} are called `{twice}`")),
                None => Ok(()),
            }
        }
        unique("configurations", self.configurations.iter().map(|configuration| &configuration.name))?;
        unique("programs", self.programs.iter().map(|program| &program.name))?;
        unique("sets", self.sets.iter().map(|set| &set.name))?;
        if self.configurations.is_empty() {
            return Err("there is no configuration: add a table [[configuration]]".to_owned());
        }
        if self.programs.is_empty() && self.sets.is_empty() && self.tasks.is_none() {
            return Err("there is nothing to run: add tables [[program]] or [[set]], or [tasks]".to_owned());
        }
        let names = self.sets.iter().map(|set| &set.name).chain([&self.name]);
        if let Some(name) = names.into_iter().find(|name| !is_file_name(name)) {
            return Err(format!("`{name}` is not acceptable as a name: it must do as a file's name"));
        }
        for set in &self.sets {
            set.knobs.check().map_err(|error| format!("set `{}`: {error}", set.name))?;
        }
        if !(self.limits.timeout > 0.0 && self.limits.timeout <= 1e9) || self.limits.memory == 0 {
            return Err("the limits must be above 0".to_owned());
        }
        const OURS: [&str; 4] = ["--timeout", "--memory", "--json", "--output"];
        let flags = self.configurations.iter().flat_map(|configuration| &configuration.flags);
        let flags = flags.chain(self.programs.iter().flat_map(|program| &program.flags));
        if let Some(flag) = flags
            .chain(self.tasks.iter().flat_map(|tasks| &tasks.flags))
            .find(|flag| OURS.contains(&flag.split('=').next().unwrap_or_default()))
        {
            return Err(format!("`{flag}` is not for suites to say; limits are in [limits]"));
        }
        for table in &self.tables {
            for name in &table.configurations {
                if self.configurations.iter().all(|configuration| configuration.name != *name) {
                    return Err(format!("table `{}`: there is no configuration `{name}`", table.title));
                }
            }
        }
        Ok(())
    }
}

/// What tables about many runs show if nobody says what.
pub const OVERALL: [Metric; 9] = [
    Metric::Time,
    Metric::Safe,
    Metric::Unsafe,
    Metric::Unknown,
    Metric::Timeouts,
    Metric::Unsupported,
    Metric::Errors,
    Metric::Wrong,
    Metric::Points,
];

fn is_file_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_suite_is_told() {
        let file = std::env::temp_dir().join(format!("kyklos-suite-{}.toml", std::process::id()));
        let told = |text: &str, why: &str| {
            std::fs::write(&file, text).unwrap();
            let error = Suite::read(&file).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        };
        let head = "name = \"s\"\ntitle = \"t\"\n";
        let one = "[[configuration]]\nname = \"c\"\nflags = []\n";
        told("name = 1", "line 1");
        told(&format!("{head}colour = 3\n{one}"), "unknown field `colour`");
        told(&format!("{head}{one}"), "nothing to run");
        told(&format!("{head}{one}{one}"), "two configurations are called `c`");
        told(
            &format!(
                "{head}[[configuration]]\nname = \"c\"\nflags = [\"--timeout=3\"]\n[[set]]\nname = \"a\"\ncount = 1\n"
            ),
            "not for suites to say",
        );
        told(&format!("{head}{one}[[set]]\nname = \"a/b\"\ncount = 1\n"), "must do as a file's name");
        let knobs = "[[set]]\nname = \"a\"\ncount = 1\nknobs = { for_loops = 0.8, while_loops = 0.8 }\n";
        told(&format!("{head}{one}{knobs}"), "together are more than 1");
        std::fs::remove_file(&file).unwrap();
        let error = Suite::read(&std::env::temp_dir()).unwrap_err().to_string();
        assert!(error.contains("a folder with a file `verdicts.tsv`"), "{error}");
    }
}
