//! The functions that print: what their arguments are, and what they give.

use super::known::Kind;

/// A function that prints.
#[derive(Clone, Copy)]
pub(crate) struct Printing {
    /// Whether the numbers it is given are the program's outputs.
    pub(crate) outputs: bool,
    /// What it prints.
    pub(crate) what: What,
    /// How many arguments it takes, but for those of a format.
    pub(crate) fixed: usize,
    /// What it gives back.
    pub(crate) outcome: Outcome,
}

/// What a function prints.
#[derive(Clone, Copy)]
pub(crate) enum What {
    /// Numbers alone.
    Numbers,
    /// Whatever a format says.
    Formatted(Format),
    /// A text as it is.
    Text {
        /// Which argument it is.
        at: usize,
        /// Whether its characters are wide.
        wide: bool,
        /// Whether it may be null.
        nullable: bool,
    },
    /// Bytes of memory: which argument leads there, and those whose product is their number.
    Bytes(usize, &'static [usize]),
}

/// Where a function has its format.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// Which argument it is.
    pub(crate) at: usize,
    /// Whether the arguments that belong to it are in a list, which is the next one.
    pub(crate) listed: bool,
    /// Whether its characters are wide.
    pub(crate) wide: bool,
    /// Whether it may be null; then it says nothing.
    pub(crate) nullable: bool,
}

/// What a function that prints gives back.
#[derive(Clone, Copy)]
pub(crate) enum Outcome {
    /// Nothing.
    Nothing,
    /// Nothing: the program ends with the status that is the argument of this number.
    Exit(usize),
    /// The number of characters, or a negative number.
    Length,
    /// The character that is the argument of this number, or -1.
    Character(usize),
    /// A number from -1 on.
    NotNegative,
    /// 0 or -1.
    Zero,
    /// At most the number that is the argument of this number: what of it was done.
    AtMost(usize),
    /// As `AtMost`, or -1.
    AtMostOrMinusOne(usize),
}

impl Printing {
    const fn new(fixed: usize, what: What, outcome: Outcome) -> Self {
        Self { outputs: false, what, fixed, outcome }
    }

    /// One that prints numbers.
    pub(super) const fn numbers(fixed: usize, outcome: Outcome) -> Self {
        Self::new(fixed, What::Numbers, outcome)
    }

    /// One that prints a text as it is.
    pub(super) const fn text(at: usize, fixed: usize, outcome: Outcome) -> Self {
        Self::new(fixed, What::Text { at, wide: false, nullable: false }, outcome)
    }

    /// One that prints bytes of memory.
    pub(super) const fn bytes(at: usize, counts: &'static [usize], fixed: usize, outcome: Outcome) -> Self {
        Self::new(fixed, What::Bytes(at, counts), outcome)
    }

    /// One that prints what a format says, with the arguments behind it.
    pub(super) const fn format(at: usize, outcome: Outcome) -> Self {
        let format = Format { at, listed: false, wide: false, nullable: false };
        Self::new(at + 1, What::Formatted(format), outcome)
    }

    /// The numbers are the program's outputs.
    pub(super) const fn with_outputs(self) -> Self {
        Self { outputs: true, ..self }
    }

    /// The arguments that belong to the format are in a list behind it.
    pub(super) const fn listed(self) -> Self {
        let What::Formatted(format) = self.what else { return self };
        let what = What::Formatted(Format { listed: true, ..format });
        Self { what, fixed: self.fixed + 1, ..self }
    }

    /// The format or the text is one of wide characters.
    pub(super) const fn wide(self) -> Self {
        let what = match self.what {
            What::Formatted(format) => What::Formatted(Format { wide: true, ..format }),
            What::Text { at, nullable, .. } => What::Text { at, wide: true, nullable },
            other => other,
        };
        Self { what, ..self }
    }

    /// The format or the text may be null.
    pub(super) const fn nullable(self) -> Self {
        let what = match self.what {
            What::Formatted(format) => What::Formatted(Format { nullable: true, ..format }),
            What::Text { at, wide, .. } => What::Text { at, wide, nullable: true },
            other => other,
        };
        Self { what, ..self }
    }
}

/// The function of this name, if it prints.
pub(crate) fn printing(name: &str) -> Option<Printing> {
    match super::known(name)?.kind {
        Kind::Prints(function) => Some(function),
        _ => None,
    }
}
