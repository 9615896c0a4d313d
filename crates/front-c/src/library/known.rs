//! What is known of functions that a program calls and does not define: one row of [`FUNCTIONS`] for each.
//!
//! Whoever asks something of a function by its name asks its row: what a call of it is ([`Kind`]), where its pointers
//! lead to ([`Reach`]), and what else is true of it ([`Fact`]). Only functions of `math.h` have more names than the table:
//! those of other types of numbers end with a letter (see `math`).

use super::math;
use super::models;
use super::printing::Printing;
use super::table::FUNCTIONS;
use super::{Builder, Form};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A row: functions of which the same is known.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    /// Their names, with blanks in between. One that ends with `*` stands for all names that begin so and are not
    /// in the table.
    pub(crate) names: &'static str,
    /// What a call is.
    pub(crate) kind: Kind,
    /// How many arguments a call has, at least and at most. Others are calls of other functions of that name.
    takes: (usize, usize),
    /// Where pointers among the arguments lead to.
    pub(crate) reaches: &'static [Reach],
    /// What else is known.
    facts: &'static [Fact],
    /// Functions that are written in C and needed for calls, if a text names this one.
    needs: &'static str,
}

/// What a call of a function is.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// The function's C text in `models.c` or `strings.c`, at the place of the call.
    Model,
    /// As [`Model`](Self::Model), but where the text does not fit the call, or the program declares the function in another
    /// way, runs end there, undecided: it changes memory or goes elsewhere.
    ModelOrOpen,
    /// What is made of the arguments as they are written.
    Written(Form),
    /// As [`Written`](Self::Written), but only in the C text of other functions.
    Inside(Form),
    /// Code that is made of the arguments' values.
    Builtin(Builder),
    /// A function of `math.h`.
    Number(math::Function),
    /// The arguments are printed.
    Prints(Printing),
    /// A call of this function, which is written in C and takes a list of the further arguments.
    ByList(&'static str),
    /// The first argument; the others are not evaluated.
    First,
    /// Nothing happens but that the arguments are evaluated.
    Ignored,
    /// Nothing happens.
    Nothing,
    /// The program ends in disorder.
    Aborts,
    /// An error, in these words.
    Fails(&'static str),
    /// A function that is not defined: its result is arbitrary, and so are the numbers that its arguments lead to.
    Covered,
    /// Runs end there, undecided.
    Open,
    /// The program is refused, or runs end there, undecided.
    Refused(Refused),
}

/// Why calls of a function are refused.
#[derive(Clone, Copy)]
pub(crate) enum Refused {
    /// It starts a thread or a process: verdicts on one thread alone would mean nothing.
    Threads,
    /// It is the compiler's own, and nobody else may define it.
    Compilers,
    /// It is a verification tool's own: whatever were guessed of it, a verdict could be wrong.
    Tools,
}

/// Where a pointer among the arguments, given by its number, leads to. Streams show by their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Something that is there.
    Place(usize),
    /// Something that is there, or null.
    PlaceOrNull(usize),
    /// A text that ends.
    Text(usize),
    /// As many bytes as the product of the arguments of these numbers, perhaps over what is around the part pointed to.
    Bytes(usize, &'static [usize]),
    /// What `malloc` and its kin gave, or null.
    Memory(usize),
}

/// What else may be true of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// It gives memory of no type, which the caller's pointers tell.
    Untyped,
    /// It gives memory that nothing was written to yet.
    Fresh,
    /// It gives null if memory may be missing.
    MayFail,
    /// It never gives null.
    NeverNull,
    /// It gives a text for people.
    ForPeople,
    /// It opens a stream or a directory.
    Opens,
    /// It closes the one that it is given.
    Closes,
    /// It closes the one that it is given, and opens it again.
    Reopens,
    /// Null stands for all streams.
    AllStreams,
    /// It works on the stream of this name without being given it.
    On(&'static str),
    /// It takes arguments out of a list.
    Listed,
    /// It has functions called when the program is left.
    AtExit,
    /// It is called so even if the program defines it.
    Always,
    /// It only looks whether an argument is right.
    Checks,
    /// It gives the address of `errno`.
    Errno,
    /// There are such functions for other types of numbers, too.
    OfNumbers,
    /// Its C text does not look at pointers that it is given.
    Ignores,
}

/// A row with nothing but names and a kind.
pub(super) const fn row(names: &'static str, kind: Kind) -> Function {
    Function { names, kind, takes: (0, usize::MAX), reaches: &[], facts: &[], needs: "" }
}

impl Function {
    /// Calls have so many arguments.
    pub(super) const fn takes(self, count: usize) -> Self {
        Self { takes: (count, count), ..self }
    }

    /// Calls have so many arguments, from the least number to the greatest.
    pub(super) const fn takes_from(self, least: usize, greatest: usize) -> Self {
        Self { takes: (least, greatest), ..self }
    }

    /// Pointers lead there.
    pub(super) const fn reaches(self, reaches: &'static [Reach]) -> Self {
        Self { reaches, ..self }
    }

    /// These facts are true of it.
    pub(super) const fn facts(self, facts: &'static [Fact]) -> Self {
        Self { facts, ..self }
    }

    /// Calls need these functions, which are written in C.
    pub(super) const fn needing(self, needs: &'static str) -> Self {
        Self { needs, ..self }
    }

    /// Whether a call may have so many arguments.
    pub(crate) fn fits(&self, arguments: usize) -> bool {
        (self.takes.0..=self.takes.1).contains(&arguments)
    }

    /// The least number of arguments of a call.
    pub(crate) fn least(&self) -> usize {
        self.takes.0
    }

    /// Whether a fact is true of it.
    pub(crate) fn has(&self, fact: Fact) -> bool {
        self.facts.contains(&fact)
    }

    /// The stream that it works on without being given it.
    pub(crate) fn stream(&self) -> Option<&'static str> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::On(stream) => Some(*stream),
            _ => None,
        })
    }

    /// Functions that are written in C and needed for calls.
    pub(super) fn needs(&self) -> impl Iterator<Item = &'static str> {
        self.needs.split_whitespace()
    }

    /// The names of single functions in the row.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split_whitespace()
    }
}

/// The rows by names, and those for all names that begin in a certain way, the longest beginnings first.
struct Index {
    names: HashMap<&'static str, &'static Function>,
    beginnings: Vec<(&'static str, &'static Function)>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let rows = FUNCTIONS.iter().flat_map(|part| part.iter());
    let all = rows.flat_map(|row| row.names().map(move |name| (name, row)));
    let (beginnings, names): (Vec<_>, Vec<_>) = all.partition(|(name, _)| name.ends_with('*'));
    let mut beginnings: Vec<_> =
        beginnings.into_iter().map(|(name, row)| (name.trim_end_matches('*'), row)).collect();
    beginnings.sort_by_key(|(beginning, _)| std::cmp::Reverse(beginning.len()));
    Index { names: names.into_iter().collect(), beginnings }
});

/// The row of exactly this name.
pub(crate) fn exactly(name: &str) -> Option<&'static Function> {
    INDEX.names.get(name).copied()
}

/// The row of a function, which may be called as compilers and the GNU library do it (`__builtin_memcpy`,
/// `__isoc99_scanf`).
pub(crate) fn known(name: &str) -> Option<&'static Function> {
    exactly(name).or_else(|| exactly(plain(name)))
}

/// The rows for all names that begin as this one does, those of the longest beginnings first.
pub(crate) fn beginnings(name: &str) -> impl Iterator<Item = &'static Function> {
    let rows = INDEX.beginnings.iter();
    rows.filter(move |(beginning, _)| name.starts_with(beginning)).map(|(_, row)| *row)
}

/// The name of a function without what compilers and the GNU library put before it.
pub(crate) fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_")
}

/// Whether a fact is known of a function.
pub(crate) fn is(name: &str, fact: Fact) -> bool {
    known(name).is_some_and(|row| row.has(fact))
}

/// The functions of which a fact is known.
pub(crate) fn all(fact: Fact) -> impl Iterator<Item = &'static str> {
    INDEX.names.iter().filter(move |(_, row)| row.has(fact)).map(|(name, _)| *name)
}

/// The functions written in C that calls of a function need: itself, or others.
pub(crate) fn needed(name: &str) -> impl Iterator<Item = &'static str> {
    let row = known(name).into_iter();
    let own = models::text_of(name).or_else(|| models::text_of(plain(name))).map(|(name, _)| name);
    own.into_iter().chain(row.flat_map(Function::needs))
}
