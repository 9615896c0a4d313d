//! The table of terms: nodes, ids, symbols, sorts.

use crate::forall::Removed;
use crate::known::Facts;
use indexmap::IndexSet;
use kyklos_base::{FloatFormat, FloatOp, Int, Table};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

kyklos_base::define_id! {
    /// A free or bound name in terms; [`Terms::symbol_info`] tells what it is.
    pub struct Symbol, "s"
}

/// A term. Equal terms have equal ids; ids mean something only together with
/// the [`Terms`] that made them.
///
/// Small constants are inside the id itself and take no room in the table, so
/// a long concrete run makes no garbage. The parts of a term that are not such
/// constants have smaller ids than the term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

/// Ids from here on are small constants.
const INLINE: u32 = 1 << 31;
/// Inline constants lie in `-INLINE_HALF .. INLINE_HALF`.
const INLINE_HALF: i64 = 1 << 30;

impl Term {
    /// The false proposition.
    pub const FALSE: Term = Term(0);
    /// The true proposition.
    pub const TRUE: Term = Term(1);
    /// The number 0.
    pub const ZERO: Term = Term::inline(0);
    /// The number 1.
    pub const ONE: Term = Term::inline(1);

    const fn inline(value: i64) -> Term {
        Term(INLINE + (value + INLINE_HALF) as u32)
    }

    pub(crate) fn inline_value(self) -> Option<i64> {
        (self.0 >= INLINE).then(|| i64::from(self.0 - INLINE) - INLINE_HALF)
    }

    /// The truth value as a term.
    pub fn truth(value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// The truth value, where the term is one.
    pub fn as_truth(self) -> Option<bool> {
        match self {
            Term::TRUE => Some(true),
            Term::FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether the term is a constant kept in the id itself.
    pub fn is_inline(self) -> bool {
        self.0 >= INLINE
    }

    /// A number that tells terms of one [`Terms`] apart.
    pub fn key(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inline_value() {
            Some(value) => write!(f, "#{value}"),
            None => write!(f, "@{}", self.0),
        }
    }
}

/// What a term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// An integer.
    Int,
    /// A function from this many integers to an integer.
    Array(u32),
}

/// What a symbol is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// An input of the program.
    Input,
    /// A path counter κ: how often a path of a loop is taken.
    Counter,
    /// A bound variable τ.
    Bound,
    /// The value of something at some point, otherwise unknown.
    Fresh,
}

/// A symbol's description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolInfo {
    /// Its name for people; need not be unique.
    pub name: String,
    /// What it is for.
    pub kind: SymbolKind,
    /// What it stands for.
    pub sort: Sort,
    /// Least and greatest value (of an array: of its elements), where known beforehand.
    pub low: Option<Int>,
    /// See `low`.
    pub high: Option<Int>,
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// ∀
    Forall,
    /// ∃
    Exists,
}

/// An operation on bits that does not depend on the order of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitOp {
    /// Bits that all have.
    And,
    /// Bits that one has.
    Or,
    /// Bits that an odd number of them has.
    Xor,
}

/// A term taken apart one level. Made only by the constructors of [`Terms`];
/// the invariants of the normal form are stated with each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `false` or `true`.
    Truth(bool),
    /// A symbol of any sort.
    Symbol(Symbol),
    /// A constant that is not inline.
    Integer(Int),
    /// `constant + Σ coefficient·monomial`: coefficients not 0, monomials
    /// ascending, none of them a constant, and a sum only if it has very many
    /// parts; more than a bare monomial.
    Sum {
        /// The constant part.
        constant: Int,
        /// Coefficients and monomials.
        parts: Box<[(Int, Term)]>,
    },
    /// A product of powers, of total degree at least 2; factors ascending. A factor
    /// is a sum or a product only where multiplying out is too large.
    Product(Box<[(Term, u32)]>),
    /// Euclidean quotient (SMT-LIB `div`).
    Div(Term, Term),
    /// Euclidean remainder (SMT-LIB `mod`).
    Mod(Term, Term),
    /// A bit operation on numbers as two's complement of unlimited width: at least
    /// two parts, ascending, none of the same operation, at most one constant.
    Bits(BitOp, Box<[Term]>),
    /// `a · 2^b`, b not constant and taken as 0 or 63 where it is below or above.
    Shl(Term, Term),
    /// `⌊a / 2^b⌋`, b not constant and taken as 0 or 63 where it is below or above.
    Shr(Term, Term),
    /// An operation on floating point numbers of a format, which are the patterns of their bits; not all
    /// operands are constant.
    Float(FloatOp, FloatFormat, Box<[Term]>),
    /// If-then-else over integers or arrays (over truth values it is expanded).
    Ite(Term, Term, Term),
    /// The value of an array at an index.
    Read(Term, Box<[Term]>),
    /// The array with one value replaced.
    Write(Term, Box<[Term]>, Term),
    /// The array of some arity that is the same everywhere.
    Fill(u32, Term),
    /// The array of one index with these values from 0 on, and 0 at all other indices.
    Table(Box<[Int]>),
    /// The array whose value at indices is the body with these in place of the
    /// bound symbols. It stands below writes and choices, never below a read.
    Lambda(Box<[Symbol]>, Term),
    /// An unknown ★ of a sort.
    Unknown(Sort),
    /// `p ≤ 0`
    NonPositive(Term),
    /// `p = 0`; the first coefficient is positive.
    IsZero(Term),
    /// Negation of an equation, a symbol or an unknown quantified body.
    Not(Term),
    /// All hold: at least two, ascending, none a conjunction, no complements.
    And(Box<[Term]>),
    /// One holds: at least two, ascending, none a disjunction, no complements.
    Or(Box<[Term]>),
    /// A quantified formula over integer variables.
    Quantified(Quantifier, Box<[Symbol]>, Term),
}

/// What tells inputs apart: number, sort, least and greatest value.
type InputKey = (u32, u32, Sort, Option<(Int, Int)>);

/// The table of all terms of an analysis.
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    symbols: Table<Symbol, SymbolInfo>,
    inputs: FxHashMap<InputKey, Symbol>,
    pub(crate) free: FxHashMap<Term, Rc<[Symbol]>>,
    /// Lambdas, and the writes and choices of arrays with a lambda below.
    pub(crate) over_lambda: FxHashSet<Term>,
    /// Nodes looked up and evaluated so far.
    pub(crate) work: Cell<u64>,
    /// What the declared ranges of symbols say of terms.
    pub(crate) facts: RefCell<Facts>,
    /// Terms without operations on bits; see [`Terms::as_integers`].
    pub(crate) integers: FxHashMap<Term, Term>,
    /// Formulas and their opposites, as far as they were looked for.
    pub(crate) negations: FxHashMap<Term, Term>,
    /// What bounded quantifiers over formulas are without them.
    pub(crate) removed: Removed,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// A table with nothing but the truth values.
    pub fn new() -> Self {
        let mut nodes = IndexSet::default();
        nodes.insert(Node::Truth(false));
        nodes.insert(Node::Truth(true));
        Self {
            nodes,
            symbols: Table::new(),
            inputs: FxHashMap::default(),
            free: FxHashMap::default(),
            over_lambda: FxHashSet::default(),
            work: Cell::new(0),
            facts: RefCell::default(),
            integers: FxHashMap::default(),
            negations: FxHashMap::default(),
            removed: Removed::default(),
        }
    }

    /// How many nodes were made, looked up, evaluated and visited so far: the work done, as it is the same in each run.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts work that is more than that of one node.
    pub(crate) fn toil(&self, nodes: u64) {
        self.work.set(self.work.get() + nodes);
    }

    /// How many terms the table holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the table is empty (it never is: the truth values are there).
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The id of a node that is already in normal form.
    pub(crate) fn intern(&mut self, node: Node) -> Term {
        self.work.set(self.work.get() + 1);
        let (index, _) = self.nodes.insert_full(node);
        assert!((index as u32) < INLINE && index < INLINE as usize, "more than 2^31 terms");
        Term(index as u32)
    }

    /// The node of a term that is no inline constant.
    pub fn node(&self, term: Term) -> Option<&Node> {
        self.nodes.get_index(term.0 as usize)
    }

    /// An integer constant.
    pub fn int(&mut self, value: &Int) -> Term {
        match value.to_i64() {
            Some(small) if (-INLINE_HALF..INLINE_HALF).contains(&small) => Term::inline(small),
            _ => self.intern(Node::Integer(value.clone())),
        }
    }

    /// A small integer constant.
    pub fn small(&mut self, value: i64) -> Term {
        self.int(&Int::from(value))
    }

    /// The number, where the term is one.
    pub fn as_int(&self, term: Term) -> Option<Int> {
        if let Some(value) = term.inline_value() {
            return Some(Int::from(value));
        }
        match self.node(term) {
            Some(Node::Integer(value)) => Some(value.clone()),
            _ => None,
        }
    }

    /// Whether a term is a number. Two of them are equal only if they are one term.
    pub fn is_constant(&self, term: Term) -> bool {
        term.inline_value().is_some() || matches!(self.node(term), Some(Node::Integer(_)))
    }

    /// A new symbol, different from all before.
    pub fn symbol(&mut self, info: SymbolInfo) -> Symbol {
        self.symbols.push(info)
    }

    /// A new integer symbol without known range.
    pub fn fresh(&mut self, name: impl Into<String>, kind: SymbolKind, sort: Sort) -> Term {
        let symbol = self.symbol(SymbolInfo { name: name.into(), kind, sort, low: None, high: None });
        self.symbol_term(symbol)
    }

    /// The symbol that stands for the input of this number (from 0) in every run,
    /// a number or an array of numbers, with the least and greatest number it may be.
    pub fn input(&mut self, number: u32, name: &str, sort: Sort, range: Option<(Int, Int)>) -> Term {
        self.input_part(number, 0, name, sort, range)
    }

    /// As [`input`](Self::input), for a part of an input that has several.
    pub fn input_part(
        &mut self,
        number: u32,
        part: u32,
        name: &str,
        sort: Sort,
        range: Option<(Int, Int)>,
    ) -> Term {
        let key = (number, part, sort, range);
        let symbol = match self.inputs.get(&key) {
            Some(symbol) => *symbol,
            None => {
                let (low, high) = key.3.clone().unzip();
                let name = name.to_owned();
                let symbol = self.symbol(SymbolInfo { name, kind: SymbolKind::Input, sort, low, high });
                self.inputs.insert(key, symbol);
                symbol
            }
        };
        self.symbol_term(symbol)
    }

    /// The symbol as a term.
    pub fn symbol_term(&mut self, symbol: Symbol) -> Term {
        self.intern(Node::Symbol(symbol))
    }

    /// What a symbol is.
    pub fn symbol_info(&self, symbol: Symbol) -> &SymbolInfo {
        &self.symbols[symbol]
    }

    /// The symbol, where the term is one.
    pub fn as_symbol(&self, term: Term) -> Option<Symbol> {
        match self.node(term) {
            Some(Node::Symbol(symbol)) => Some(*symbol),
            _ => None,
        }
    }

    /// The unknown value ★ of a sort.
    pub fn unknown(&mut self, sort: Sort) -> Term {
        self.intern(Node::Unknown(sort))
    }

    /// Whether the term is ★ as a whole.
    pub fn is_unknown(&self, term: Term) -> bool {
        matches!(self.node(term), Some(Node::Unknown(_)))
    }

    /// Whether there is a ★ in a formula.
    pub fn has_unknown(&self, formula: Term) -> bool {
        // Comparisons with ★ in them are ★ themselves.
        let closed = |term| matches!(self.node(term), Some(Node::NonPositive(_) | Node::IsZero(_)));
        self.nodes.contains(&Node::Unknown(Sort::Bool))
            && self.parts_first(&[formula], closed).into_iter().any(|part| self.is_unknown(part))
    }

    /// What the term stands for.
    pub fn sort(&self, term: Term) -> Sort {
        let mut term = term;
        loop {
            let Some(node) = self.node(term) else { return Sort::Int };
            return match node {
                Node::Symbol(symbol) => self.symbols[*symbol].sort,
                Node::Unknown(sort) => *sort,
                Node::Integer(_)
                | Node::Sum { .. }
                | Node::Product(_)
                | Node::Div(..)
                | Node::Mod(..)
                | Node::Bits(..)
                | Node::Shl(..)
                | Node::Shr(..)
                | Node::Float(..)
                | Node::Read(..) => Sort::Int,
                // Chains of these may be long, so there is no recursion here.
                Node::Ite(_, inner, _) | Node::Write(inner, ..) => {
                    term = *inner;
                    continue;
                }
                Node::Fill(arity, _) => Sort::Array(*arity),
                Node::Table(_) => Sort::Array(1),
                Node::Lambda(parameters, _) => Sort::Array(parameters.len() as u32),
                Node::Truth(_)
                | Node::NonPositive(_)
                | Node::IsZero(_)
                | Node::Not(_)
                | Node::And(_)
                | Node::Or(_)
                | Node::Quantified(..) => Sort::Bool,
            };
        }
    }
}
