//! What a technique is to the house: a name, words for people, and what it puts into an exploration. A technique is
//! one file, which has a [`Technique`], and one line in the table of the library.
//!
//! ```
//! use kyklos_exec::technique::{Selection, Settings, Setup, Technique};
//! use kyklos_exec::{Context, Feature, Reaction, State};
//!
//! /// Counts arrivals, and changes nothing.
//! #[derive(Default)]
//! struct Walker;
//!
//! impl Feature for Walker {
//!     fn arrived(&mut self, context: &mut Context<'_>, _: &mut State) -> Reaction {
//!         context.count("arrivals", 1);
//!         Reaction::Unchanged
//!     }
//! }
//!
//! const WALK: Technique = Technique {
//!     name: "walk",
//!     help: "counts arrivals",
//!     install: |setup| {
//!         setup.feature::<Walker>();
//!     },
//!     ..Technique::PLAIN
//! };
//! let table = &[WALK];
//! let selection = Selection::parse("walk", table).unwrap();
//! assert_eq!(selection.name(), "walk");
//! assert_eq!(selection.features(&Settings::default(), 0).len(), 1);
//! assert!(Selection::parse("run", table).unwrap_err().contains("`run`"));
//! ```

use crate::feature::Feature;
use std::any::Any;
use std::collections::BTreeMap;

/// A technique.
#[derive(Clone, Copy)]
pub struct Technique {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// The values that it can be given, and what they mean; the first is taken if none is given.
    pub values: &'static [(&'static str, &'static str)],
    /// Options of its own.
    pub settings: &'static [Setting],
    /// The techniques that it does not work with, and why.
    pub conflicts: &'static [(&'static str, &'static str)],
    /// Whether its states may stand for runs that do not exist, so that not all errors that it comes to are real.
    pub covers: bool,
    /// Whether it explores loops by real runs, so that one that covers is a filter for it.
    pub exact: bool,
    /// Puts it into an exploration.
    pub install: fn(&mut Setup<'_>),
}

impl Technique {
    /// One that does nothing.
    pub const PLAIN: Technique = Technique {
        name: "classic",
        help: "unrolls loops",
        values: &[],
        settings: &[],
        conflicts: &[],
        covers: false,
        exact: false,
        install: |_| {},
    };
}

/// An option of a technique.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in a line or two.
    pub help: &'static str,
    /// What it can be.
    pub kind: Kind,
}

/// What an option can be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number; with its default.
    Number(u64),
    /// One of these words, the first by default.
    Word(&'static [&'static str]),
    /// There or not.
    Flag,
}

/// The options of techniques that were given, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(BTreeMap<&'static str, String>);

impl Settings {
    /// Sets an option; what is wrong with the value, if it is none for it.
    pub fn set(&mut self, setting: &Setting, value: &str) -> Result<(), String> {
        let fits = match setting.kind {
            Kind::Number(_) => value.parse::<u64>().is_ok(),
            Kind::Word(words) => words.contains(&value),
            Kind::Flag => matches!(value, "true" | "false"),
        };
        if !fits {
            return Err(format!("`{value}` is no value of --{}", setting.name));
        }
        self.0.insert(setting.name, value.to_owned());
        Ok(())
    }

    /// The value of an option, or its default.
    pub fn get(&self, setting: &Setting) -> String {
        self.0.get(setting.name).cloned().unwrap_or_else(|| match setting.kind {
            Kind::Number(default) => default.to_string(),
            Kind::Word(words) => words.first().copied().unwrap_or_default().to_owned(),
            Kind::Flag => "false".to_owned(),
        })
    }

    /// The value of an option that is a number.
    pub fn number(&self, setting: &Setting) -> u64 {
        self.get(setting).parse().unwrap_or_default()
    }

    /// Whether a flag is set.
    pub fn flag(&self, setting: &Setting) -> bool {
        self.get(setting) == "true"
    }
}

/// What a technique is installed into.
pub struct Setup<'a> {
    /// The value that the technique was given.
    pub value: &'static str,
    /// The options.
    pub settings: &'a Settings,
    /// Seed of all random choices.
    pub seed: u64,
    features: Vec<Box<dyn Installed>>,
}

/// A feature that techniques can find again, to share it.
pub trait Installed: Feature + Any {
    /// As the feature that it is.
    fn as_feature(&mut self) -> &mut dyn Feature;
    /// As anything.
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<F: Feature + Any> Installed for F {
    fn as_feature(&mut self) -> &mut dyn Feature {
        self
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl Setup<'_> {
    /// The feature of a type, which techniques of one kind share; it is made if there is none yet.
    pub fn feature<F: Feature + Any + Default>(&mut self) -> &mut F {
        let is = |feature: &mut Box<dyn Installed>| (**feature).as_any().is::<F>();
        let place = match self.features.iter_mut().position(is) {
            Some(place) => place,
            None => {
                self.features.push(Box::new(F::default()));
                self.features.len() - 1
            }
        };
        (*self.features[place]).as_any().downcast_mut().expect("found by its type")
    }

    /// Adds a feature that comes before all that techniques have added so far.
    pub fn add_first(&mut self, feature: impl Feature + Any) {
        self.features.insert(0, Box::new(feature));
    }

    /// Adds a feature.
    pub fn add(&mut self, feature: impl Feature + Any) {
        self.features.push(Box::new(feature));
    }
}

/// Techniques that work together, with their values.
#[derive(Clone, Default)]
pub struct Selection(Vec<(Technique, &'static str)>);

impl std::fmt::Debug for Selection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl Selection {
    /// Reads a list like `compact,merge=lattice`; what is wrong with it, else.
    pub fn parse(list: &str, table: &[Technique]) -> Result<Selection, String> {
        let mut selection = Selection::default();
        for entry in list.split(',') {
            let (name, value) = match entry.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (entry, None),
            };
            let Some(technique) = table.iter().find(|technique| technique.name == name) else {
                let names: Vec<&str> = table.iter().map(|technique| technique.name).collect();
                return Err(format!("there is no technique `{name}`; there are {}", names.join(", ")));
            };
            selection.add(*technique, value)?;
        }
        Ok(selection)
    }

    fn add(&mut self, technique: Technique, value: Option<&str>) -> Result<(), String> {
        let name = technique.name;
        let known = match (value, technique.values) {
            (None, values) => Some(values.first().map_or("", |(value, _)| value)),
            (Some(value), values) => values.iter().map(|(known, _)| *known).find(|known| *known == value),
        };
        let Some(known) = known else {
            let values: Vec<&str> = technique.values.iter().map(|(value, _)| *value).collect();
            let value = value.unwrap_or_default();
            return Err(match values.as_slice() {
                [] => format!("`{name}` takes no value, and so not `{value}`"),
                values => format!("`{value}` is no value of `{name}`; there are {}", values.join(", ")),
            });
        };
        for (other, _) in &self.0 {
            if other.name == name {
                return Err(format!("`{name}` is named twice"));
            }
            let pairs = [(&technique, other), (other, &technique)];
            for (one, two) in pairs {
                if let Some((_, why)) = one.conflicts.iter().find(|(with, _)| *with == two.name) {
                    return Err(format!("`{}` does not work with `{}`: {why}", one.name, two.name));
                }
            }
        }
        self.0.push((technique, known));
        Ok(())
    }

    /// The list as it is written.
    pub fn name(&self) -> String {
        let entry = |(technique, value): &(Technique, &'static str)| match *value {
            "" => technique.name.to_owned(),
            value => format!("{}={value}", technique.name),
        };
        self.0.iter().map(entry).collect::<Vec<_>>().join(",")
    }

    /// Whether a technique is among them.
    pub fn contains(&self, name: &str) -> bool {
        self.0.iter().any(|(technique, _)| technique.name == name)
    }

    /// Whether states may stand for runs that do not exist.
    pub fn covers(&self) -> bool {
        self.0.iter().any(|(technique, _)| technique.covers)
    }

    /// If there are some that cover runs and some that explore loops exactly: all but these, and all but those.
    pub fn parted(&self) -> Option<(Selection, Selection)> {
        let is_exact = |(technique, _): &&(Technique, &'static str)| technique.exact;
        let is_covering = |(technique, _): &&(Technique, &'static str)| technique.covers;
        let exact = self.0.iter().any(|each| is_exact(&each));
        (exact && self.covers()).then(|| {
            let first = self.0.iter().filter(|each| !is_exact(each)).copied().collect();
            let second = self.0.iter().filter(|each| !is_covering(each)).copied().collect();
            (Selection(first), Selection(second))
        })
    }

    /// The features of the techniques, for one exploration.
    pub fn features(&self, settings: &Settings, seed: u64) -> Vec<Box<dyn Installed>> {
        let mut setup = Setup { value: "", settings, seed, features: Vec::new() };
        for (technique, value) in &self.0 {
            setup.value = value;
            (technique.install)(&mut setup);
        }
        setup.features
    }
}
