//! How a C program is read.

use kyklos_flow::CheckClass;
use std::collections::BTreeMap;
use std::fmt;

/// The sizes of C's integer types and pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers 64.
    Lp64,
}

/// How a C program is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The sizes of types. Default is [`DataModel::Lp64`].
    pub data_model: DataModel,
    /// The function where execution starts. Default is `main`.
    pub entry: String,
    /// The length of arrays that are parameters of the entry. Default is `None`: they have no end.
    pub array_size: Option<u64>,
    /// The lengths of the arrays that single parameters of the entry lead to, by the parameters' names; they go before
    /// [`array_size`](Self::array_size). Default is none.
    pub array_sizes: BTreeMap<String, ArrayLength>,
    /// The most arguments of the command line, the program's name among them. Default is `None`: any number, but runs
    /// that look at the strings of more than four are cut.
    pub arguments: Option<u32>,
    /// How many objects with pointers in them an argument of the entry leads to in a row at most. Default is `None`: any
    /// number, but runs that look at more than three are cut.
    pub pointer_depth: Option<u32>,
    /// Whether no two pointers in the entry's arguments lead to one object, so that lists end and trees are trees.
    /// Default is that they may.
    pub no_sharing: bool,
    /// Whether calls that read (`scanf`, `fgets`, `fopen`) always succeed. Default is that they may fail.
    pub assume_io: bool,
    /// Whether `malloc` and its kin may return null. Default is that they do not.
    pub malloc_null: bool,
    /// The failures that are looked for. Only uninitialised values and signed overflow
    /// depend on it: without their class such values are arbitrary, and such operations
    /// wrap; all other checks are always made. Default is all classes but these two.
    pub checks: Vec<CheckClass>,
    /// Flags that the C preprocessor gets besides its own, like `-Ifolder` and `-DNAME`. Default is none.
    pub preprocessor_flags: Vec<String>,
    /// Flags of single files besides these, by the files' names. Default is none.
    pub file_flags: BTreeMap<String, Vec<String>>,
}

/// How many elements an array has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayLength {
    /// So many.
    Fixed(u64),
    /// As many as another parameter says.
    Parameter(String),
}

impl fmt::Display for ArrayLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(length) => write!(f, "{length}"),
            Self::Parameter(name) => f.write_str(name),
        }
    }
}

impl Options {
    /// The flags that the preprocessor gets for a file, the file's own first.
    pub fn flags_of(&self, file: &str) -> impl Iterator<Item = &str> {
        let flags = self.file_flags.get(file).into_iter().flatten().chain(&self.preprocessor_flags);
        flags.map(|flag| known_to_all(flag))
    }

    /// The length of the array that a parameter of the entry leads to, if it has an end.
    pub fn array_length(&self, parameter: &str) -> Option<ArrayLength> {
        let own = self.array_sizes.get(parameter).cloned();
        own.or(self.array_size.map(ArrayLength::Fixed))
    }

    /// Whether failures of a class are looked for.
    pub fn checks(&self, class: CheckClass) -> bool {
        self.checks.contains(&class)
    }
}

impl Default for Options {
    fn default() -> Self {
        let checks = CheckClass::ALL.into_iter();
        let checks = checks.filter(|class| !matches!(class, CheckClass::Uninit | CheckClass::Overflow));
        Self {
            data_model: DataModel::Lp64,
            entry: "main".to_owned(),
            array_size: None,
            array_sizes: BTreeMap::new(),
            arguments: None,
            pointer_depth: None,
            no_sharing: false,
            assume_io: false,
            malloc_null: false,
            checks: checks.collect(),
            preprocessor_flags: Vec::new(),
            file_flags: BTreeMap::new(),
        }
    }
}

/// A flag that compilers know which are older than the standard it names.
fn known_to_all(flag: &str) -> &str {
    match flag {
        "-std=c23" => "-std=c2x",
        "-std=gnu23" => "-std=gnu2x",
        flag => flag,
    }
}
