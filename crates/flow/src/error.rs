//! Kinds of errors: one table with all that is known of each.
//!
//! The table names a kind for reports, says which class of `--check` asks for it, and how a run as machine code
//! shows it. To add a kind is one row; the front end that emits it then passes it to [`crate::ProcedureBuilder::error`].
//!
//! ```
//! use kyklos_flow::{CheckClass, ErrorKind};
//!
//! let kind = ErrorKind::from_name("shift-range").unwrap();
//! assert_eq!((kind.class(), kind.noun()), (CheckClass::Div, "shift out of range"));
//! assert_eq!(kind.help(), "A shift by a negative number, or by as many bits as there are.");
//! assert_eq!(kind.native().unwrap().sanitizers, ["shift-exponent"]);
//! assert_eq!(ErrorKind::from_name("bad-luck"), None);
//! ```

use std::fmt;

/// Classes of failures, as users switch them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckClass {
    /// Assertions and error statements.
    Assert,
    /// Division by zero, and other divisions and shifts without a result.
    Div,
    /// Array bounds.
    Bounds,
    /// Null pointers, and pointers to what is gone.
    Null,
    /// Uninitialised values.
    Uninit,
    /// Signed overflow.
    Overflow,
}

impl CheckClass {
    /// All of them.
    pub const ALL: [CheckClass; 6] = [
        CheckClass::Assert,
        CheckClass::Div,
        CheckClass::Bounds,
        CheckClass::Null,
        CheckClass::Uninit,
        CheckClass::Overflow,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            CheckClass::Assert => "assert",
            CheckClass::Div => "div",
            CheckClass::Bounds => "bounds",
            CheckClass::Null => "null",
            CheckClass::Uninit => "uninit",
            CheckClass::Overflow => "overflow",
        }
    }

    /// The class of this name.
    pub fn from_name(name: &str) -> Option<CheckClass> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }
}

/// How a run as machine code shows errors of a kind, besides what the sanitizer of addresses stops at.
#[derive(Debug, PartialEq, Eq)]
pub struct Native {
    /// The sanitizers of undefined behaviour that see it. A kind has only its own: what others see would end a run
    /// early, though Kyklos may not have been asked to look for it.
    pub sanitizers: &'static [&'static str],
    /// Those of them that do not end the run.
    pub passed: &'static [&'static str],
    /// More flags for the compiler.
    pub flags: &'static [&'static str],
    /// Whether it is seen without sanitizers.
    pub is_plain: bool,
    /// Whether a run may do it and go on as if nothing had happened.
    pub may_be_silent: bool,
    /// What is printed of it: any of these.
    pub signatures: &'static [Signature],
}

/// A report by which an error is recognised.
#[derive(Debug, PartialEq, Eq)]
pub struct Signature {
    /// Who reports.
    pub by: Reporter,
    /// What the report says.
    pub text: Wording,
    /// The name of a function that is open, if one must be.
    pub within: Option<Wording>,
}

/// Who reports that a native run went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reporter {
    /// The harness that feeds the inputs.
    Harness,
    /// C's `assert`.
    Assertion,
    /// The sanitizer of addresses; it also tells of signals.
    Memory,
    /// The sanitizer of undefined behaviour.
    Undefined,
}

/// What a text must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Just this.
    Is(&'static str),
    /// It starts with one of these.
    Starts(&'static [&'static str]),
    /// One of these is in it.
    Has(&'static [&'static str]),
}

impl Wording {
    /// Whether a text is like this.
    pub fn fits(self, text: &str) -> bool {
        match self {
            Wording::Is(whole) => text == whole,
            Wording::Starts(starts) => starts.iter().any(|start| text.starts_with(start)),
            Wording::Has(parts) => parts.iter().any(|part| text.contains(part)),
        }
    }
}

impl Native {
    /// Seen by the sanitizer of addresses alone, if at all.
    const PLAIN: Native = Native {
        sanitizers: &[],
        passed: &[],
        flags: &[],
        is_plain: false,
        may_be_silent: false,
        signatures: &[],
    };
}

/// A row of the table.
struct Facts {
    name: &'static str,
    class: CheckClass,
    /// Another class that asks for it.
    also: Option<CheckClass>,
    noun: &'static str,
    native: Option<Native>,
}

const fn facts(name: &'static str, class: CheckClass, noun: &'static str, native: Native) -> Facts {
    Facts { name, class, also: None, noun, native: Some(native) }
}

const fn told(by: Reporter, text: Wording) -> Signature {
    Signature { by, text, within: None }
}

/// Makes the enumeration and the table from rows `/// help` `Kind = facts;`.
macro_rules! table {
    ($($(#[doc = $help:literal])+ $kind:ident = $facts:expr;)+) => {
        /// Kinds of errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorKind {
            $($(#[doc = $help])+ $kind,)+
        }

        impl ErrorKind {
            /// All of them.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$kind),+];

            /// What it is, in a sentence or two.
            pub fn help(self) -> &'static str {
                match self {
                    $(ErrorKind::$kind => concat!($($help),+).trim_start(),)+
                }
            }

            fn facts(self) -> &'static Facts {
                match self {
                    $(ErrorKind::$kind => {
                        const FACTS: Facts = $facts;
                        &FACTS
                    })+
                }
            }
        }
    };
}

use Reporter::{Assertion, Harness, Memory, Undefined};
use Wording::{Has, Is, Starts};

table! {
    /// An assertion does not hold.
    Assertion = facts("assertion", CheckClass::Assert, "failing assertion", Native {
        is_plain: true,
        signatures: &[
            told(Harness, Is("an assertion failed")),
            told(Assertion, Is("assertion failed")),
            Signature { by: Memory, text: Starts(&["ABRT"]), within: Some(Has(&["assert"])) },
        ],
        ..Native::PLAIN
    });

    /// The program says that it must not come here.
    ErrorStatement = facts("error-statement", CheckClass::Assert, "error statement", Native {
        is_plain: true,
        sanitizers: &["unreachable"],
        // Shows calls of a `reach_error` that the program itself defines.
        flags: &["-finstrument-functions"],
        signatures: &[
            told(Harness, Is("the error was reached")),
            told(Undefined, Has(&["unreachable"])),
            // A `reach_error` of the program that is static, or was not watched.
            Signature { by: Memory, text: Starts(&["ABRT"]), within: Some(Is("reach_error")) },
        ],
        ..Native::PLAIN
    });

    /// Division or remainder by zero.
    DivisionByZero = facts("division-by-zero", CheckClass::Div, "division by zero", Native {
        sanitizers: &["integer-divide-by-zero"],
        signatures: &[told(Undefined, Is("division by zero"))],
        ..Native::PLAIN
    });

    /// An array access outside the array.
    OutOfBounds = facts("out-of-bounds", CheckClass::Bounds, "access out of bounds", Native {
        sanitizers: &["bounds"],
        may_be_silent: true,
        signatures: &[
            told(Undefined, Has(&[" out of bounds "])),
            // Without `stack-overflow`, which is endless recursion.
            told(Memory, Has(&["buffer-overflow on ", "buffer-underflow"])),
            told(Memory, Starts(&["container-overflow on ", "intra-object-overflow on "])),
            told(Memory, Starts(&["SEGV", "BUS", "unknown-crash", "negative-size-param"])),
        ],
        ..Native::PLAIN
    });

    /// A null pointer is followed.
    NullDereference = facts("null-dereference", CheckClass::Null, "null dereference", Native {
        sanitizers: &["null"],
        signatures: &[told(Undefined, Has(&["null pointer"])), told(Memory, Starts(&["SEGV", "BUS"]))],
        ..Native::PLAIN
    });

    /// A value is used that was never written.
    Uninitialized = Facts {
        name: "uninitialized",
        class: CheckClass::Uninit,
        also: None,
        noun: "use of a value that was never written",
        // The harness links no sanitizer that knows what was written.
        native: None,
    };

    /// A signed operation leaves the range of its type.
    Overflow = facts("overflow", CheckClass::Overflow, "signed overflow", Native {
        sanitizers: &["signed-integer-overflow", "shift-base"],
        passed: &["shift-base"],
        signatures: &[told(Undefined, Starts(&["signed integer overflow", "negation of ", "left shift of "]))],
        ..Native::PLAIN
    });

    /// The least number of a type is divided by -1.
    DivisionOverflow = Facts {
        // The quotient leaves the range of its type, too.
        also: Some(CheckClass::Overflow),
        ..facts("division-overflow", CheckClass::Div, "division that overflows", Native {
            sanitizers: &["signed-integer-overflow"],
            // Other operations may wrap.
            passed: &["signed-integer-overflow"],
            signatures: &[told(Undefined, Starts(&["division of "]))],
            ..Native::PLAIN
        })
    };

    /// A shift by a negative number, or by as many bits as there are.
    ShiftRange = facts("shift-range", CheckClass::Div, "shift out of range", Native {
        sanitizers: &["shift-exponent"],
        signatures: &[told(Undefined, Starts(&["shift exponent "]))],
        ..Native::PLAIN
    });

    /// A pointer to an object that is gone is followed.
    Dangling = facts("dangling-pointer", CheckClass::Null, "use of a pointer to what is gone", Native {
        may_be_silent: true,
        signatures: &[
            told(Memory, Starts(&["heap-use-after-free", "stack-use-after-return", "stack-use-after-scope"])),
            // gcc returns null where a function returns the address of a local: following it faults.
            told(Memory, Starts(&["SEGV", "BUS"])),
        ],
        ..Native::PLAIN
    });

    /// What is freed was not allocated, or was freed before.
    InvalidFree = facts("invalid-free", CheckClass::Null, "invalid free", Native {
        signatures: &[
            told(Memory, Starts(&["attempting double-free", "attempting free", "bad-free"])),
            told(Memory, Starts(&["alloc-dealloc-mismatch"])),
        ],
        ..Native::PLAIN
    });

    /// A function pointer that points to no fitting function is called.
    InvalidCall = facts("invalid-call", CheckClass::Null, "invalid call", Native {
        may_be_silent: true,
        signatures: &[told(Memory, Starts(&["SEGV", "BUS", "ILL"]))],
        ..Native::PLAIN
    });

    /// No error: what happens here is not known. Runs that come here leave every question open.
    Open = Facts {
        name: "not-known",
        class: CheckClass::Assert,
        also: None,
        noun: "place where it is not known what happens",
        native: None,
    };
}

impl ErrorKind {
    /// The name in text forms and reports.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<ErrorKind> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// What happens there, as a noun for people.
    pub fn noun(self) -> &'static str {
        self.facts().noun
    }

    /// The class that `--check` switches it by.
    pub fn class(self) -> CheckClass {
        self.facts().class
    }

    /// Whether one of the classes asks for it.
    pub fn is_asked(self, classes: &[CheckClass]) -> bool {
        let facts = self.facts();
        classes.contains(&facts.class) || facts.also.is_some_and(|also| classes.contains(&also))
    }

    /// How a run as machine code shows it; `None` if no run does.
    pub fn native(self) -> Option<&'static Native> {
        self.facts().native.as_ref()
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
