//! The table of techniques. To add one: a file that has a [`Technique`], and a line in [`TECHNIQUES`].

use kyklos_exec::technique::{Setting, Technique};
use kyklos_exec::{Selection, Settings};
use kyklos_loops::{APC, COMPACT, NAVIGATE};
use kyklos_paths::MERGE;

/// All techniques; the first does nothing.
pub const TECHNIQUES: &[Technique] = &[Technique::PLAIN, COMPACT, APC, NAVIGATE, MERGE];

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
