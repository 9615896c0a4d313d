//! The functions that print: what their arguments are, and what they give.

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

/// The function of this name, if it prints.
pub(crate) fn printing(name: &str) -> Option<Printing> {
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    formatted(bare).or_else(|| plain(bare))
}

fn formatted(name: &str) -> Option<Printing> {
    let (at, outcome) = match name {
        "printf" | "wprintf" | "vprintf" | "vwprintf" => (0, Outcome::Length),
        "fprintf" | "fwprintf" | "dprintf" | "vfprintf" | "vfwprintf" | "vdprintf" | "__printf_chk"
        | "__vprintf_chk" => (1, Outcome::Length),
        "__fprintf_chk" | "__vfprintf_chk" => (2, Outcome::Length),
        "syslog" | "vsyslog" => (1, Outcome::Nothing),
        "warn" | "warnx" | "vwarn" | "vwarnx" => (0, Outcome::Nothing),
        "err" | "errx" | "verr" | "verrx" => (1, Outcome::Exit(0)),
        _ => return None,
    };
    let listed = name.trim_start_matches("__").starts_with('v');
    let nullable = matches!(outcome, Outcome::Exit(_)) || name.contains("warn");
    let format = Format { at, listed, wide: name.contains("wprintf"), nullable };
    let fixed = at + 1 + usize::from(listed);
    Some(Printing { outputs: name == "printf", what: What::Formatted(format), fixed, outcome })
}

fn plain(name: &str) -> Option<Printing> {
    let function = |fixed, what, outcome| Printing { outputs: false, what, fixed, outcome };
    let text = |wide| What::Text { at: 0, wide, nullable: false };
    Some(match name {
        "putchar" | "putchar_unlocked" => {
            Printing { outputs: true, ..function(1, What::Numbers, Outcome::Character(0)) }
        }
        "putc" | "fputc" | "putc_unlocked" | "fputc_unlocked" => {
            function(2, What::Numbers, Outcome::Character(0))
        }
        "fflush" => function(1, What::Numbers, Outcome::Zero),
        "puts" => function(1, text(false), Outcome::NotNegative),
        "fputs" | "fputs_unlocked" => function(2, text(false), Outcome::NotNegative),
        "fputws" | "fputws_unlocked" => function(2, text(true), Outcome::NotNegative),
        "perror" => function(1, What::Text { at: 0, wide: false, nullable: true }, Outcome::Nothing),
        "psignal" => function(2, What::Text { at: 1, wide: false, nullable: true }, Outcome::Nothing),
        "fwrite" | "fwrite_unlocked" => function(4, What::Bytes(0, &[1, 2]), Outcome::AtMost(2)),
        "write" => function(3, What::Bytes(1, &[2]), Outcome::AtMostOrMinusOne(2)),
        "pwrite" | "pwrite64" | "send" => function(4, What::Bytes(1, &[2]), Outcome::AtMostOrMinusOne(2)),
        "sendto" => function(6, What::Bytes(1, &[2]), Outcome::AtMostOrMinusOne(2)),
        _ => return None,
    })
}
