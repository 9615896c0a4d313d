//! The table of techniques. To add one: a file that has a [`Technique`], and a line in [`TECHNIQUES`].
//!
//! A loop technique that rehearses one iteration from each state at a head, counts the paths that come back, and
//! leaves the loop to be executed:
//!
//! ```
//! use kyklos::exec::rehearsal::{Effort, Path, Rehearse, Visit, rehearse};
//! use kyklos::exec::{Arithmetic, Context, Selection, Stay, Technique};
//! use kyklos::iterated::technique::{Answer, Head, LoopTechnique};
//! use kyklos::iterated::visits::install;
//!
//! struct Look;
//!
//! impl LoopTechnique for Look {
//!     fn jump(&mut self, context: &mut Context<'_>, head: Head<'_>) -> Answer {
//!         let stay = Stay::of(head.state, head.within.clone());
//!         let mut iteration = Iteration { stay, effort: Effort::ITERATION, back: 0 };
//!         let start = Path::new(head.state.clone(), ());
//!         let done = context.try_out(Arithmetic::Wrapping, |context| rehearse(context, &mut iteration, start));
//!         context.count("rehearsed paths", iteration.back);
//!         Answer::Declined(done.err())
//!     }
//! }
//!
//! struct Iteration {
//!     stay: Stay,
//!     effort: Effort,
//!     back: u64,
//! }
//!
//! impl Rehearse for Iteration {
//!     type Trace = ();
//!
//!     fn effort(&mut self) -> &mut Effort {
//!         &mut self.effort
//!     }
//!
//!     fn visit(&mut self, _: &mut Context<'_>, path: &mut Path<()>) -> Result<Visit<()>, String> {
//!         if path.has_arrived() && self.stay.is_back(&path.state) {
//!             self.back += 1;
//!             return Ok(Visit::Complete);
//!         }
//!         Ok(if self.stay.has(&path.state) { Visit::On } else { Visit::Dropped })
//!     }
//! }
//!
//! /// The line for the table.
//! const LOOK: Technique = Technique {
//!     name: "look",
//!     help: "rehearses one iteration, and does nothing",
//!     install: |setup| install(setup, Look),
//!     ..Technique::PLAIN
//! };
//!
//! let text = "main() { var i, n; n = input; i = 0;
//!     while (i < 3) { if (n > i) { n = n - 1; } i = i + 1; }
//!     assert i == 3; return 0; }";
//! let file = kyklos::base::SourceFile::new("look.uc", text);
//! let (program, _) = kyklos::microc::load(file).unwrap();
//! let techniques = Selection::parse("look", &[LOOK]).unwrap();
//! let options = kyklos::CheckOptions { techniques, ..Default::default() };
//! let report = kyklos::check(&program, &options, kyklos::base::Budget::unlimited(), &mut |_| {}).unwrap();
//! assert_eq!(report.verdict, kyklos::report::Verdict::Safe);
//! assert!(report.statistics.techniques["rehearsed paths"] > 2);
//! ```

use kyklos_exec::technique::{Setting, Technique};
use kyklos_exec::{Selection, Settings};
use kyklos_loops::{APC, COMPACT, NAVIGATE, SUMMARY};
use kyklos_paths::{MERGE, SUBSUME};

/// All techniques; the first does nothing.
pub const TECHNIQUES: &[Technique] = &[Technique::PLAIN, COMPACT, SUMMARY, APC, NAVIGATE, MERGE, SUBSUME];

/// Reads a list of techniques that are used together, like `compact,merge=lattice`.
pub fn select(list: &str) -> Result<Selection, String> {
    Selection::parse(list, TECHNIQUES)
}

/// The options of all techniques, each once.
pub fn all_settings() -> Vec<Setting> {
    let mut all: Vec<Setting> = Vec::new();
    for setting in TECHNIQUES.iter().flat_map(|technique| technique.settings) {
        if all.iter().all(|known| known.name != setting.name) {
            all.push(*setting);
        }
    }
    all
}

/// Options like `--kappa 3`, by name and value.
pub fn settings(given: &[(&str, &str)]) -> Result<Settings, String> {
    let mut settings = Settings::default();
    change(&mut settings, given)?;
    Ok(settings)
}

/// Sets options, by name and value.
pub fn change(settings: &mut Settings, given: &[(&str, &str)]) -> Result<(), String> {
    let all = all_settings();
    for (name, value) in given {
        let known = all.iter().find(|setting| setting.name == *name);
        settings.set(known.ok_or_else(|| format!("there is no option --{name}"))?, value)?;
    }
    Ok(())
}

/// Each technique alone, with each of its values.
pub fn each() -> impl Iterator<Item = Selection> {
    let names = TECHNIQUES.iter().flat_map(|technique| match technique.values {
        [] => vec![technique.name.to_owned()],
        values => values.iter().map(|(value, _)| format!("{}={value}", technique.name)).collect(),
    });
    names.filter_map(|name| select(&name).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_list_is_told() {
        let told = |list: &str| select(list).unwrap_err();
        assert!(told("magic").starts_with("there is no technique `magic`; there are classic, compact"));
        assert_eq!(told("compact=3"), "`compact` takes no value, and so not `3`");
        assert_eq!(told("compact,compact"), "`compact` is named twice");
        assert!(told("").contains("no technique ``"));
        assert_eq!(settings(&[("magic", "3")]).unwrap_err(), "there is no option --magic");
        assert_eq!(settings(&[("concrete-steps", "x")]).unwrap_err(), "`x` is no value of --concrete-steps");
    }

    #[test]
    fn each_technique_can_be_selected() {
        let names: Vec<String> = each().map(|selection| selection.name()).collect();
        let values = TECHNIQUES.iter().map(|technique| technique.values.len().max(1));
        assert_eq!(names.len(), values.sum::<usize>(), "{names:?}");
    }
}
