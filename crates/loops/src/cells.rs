//! The parts of a state's memory that an iteration changes: which they are,
//! and the general state in which symbols stand for them.

use kyklos_base::Int;
use kyklos_exec::map::Map;
use kyklos_exec::state::Slot;
use kyklos_exec::value::{ObjectId, Pointer, Value};
use kyklos_exec::{Context, InputRead, InputShape, Point, State};
use kyklos_flow::{IntType, Type, TypeId, VariableId};
use kyklos_term::{Node, Sort, Symbol, SymbolInfo, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Where a cell is: a variable of the topmost frame or an object, and the
/// parts of arrays and records on the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The variable or object.
    pub root: Root,
    /// The numbers of the parts on the way.
    pub path: Vec<usize>,
}

impl Cell {
    /// Whether the cell is another one or a part of it.
    pub fn is_within(&self, whole: &Cell) -> bool {
        self.root == whole.root && self.path.starts_with(&whole.path)
    }
}

/// Where a cell begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// A variable of the topmost frame that is not in an object.
    Variable(VariableId),
    /// An object.
    Object(ObjectId),
}

/// A cell of a general state and the symbol that stands for its value: a
/// number, the index of a pointer, or an array.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The cell.
    pub cell: Cell,
    /// The symbol.
    pub symbol: Symbol,
    /// What the state itself has there.
    pub value: Term,
}

/// A state in which symbols stand for all that may change.
pub type General = kyklos_exec::rehearsal::General<Entry>;

/// What the symbols stand for in the state that was made general.
pub fn values(entries: &[Entry]) -> FxHashMap<Symbol, Term> {
    entries.iter().map(|entry| (entry.symbol, entry.value)).collect()
}

/// Symbols for cells, so that each cell at each place has the same one always.
/// On another path the same object may be of another type.
pub type EntrySymbols = FxHashMap<(Point, usize, Cell, Sort, Option<IntType>), Symbol>;

/// Replaces cells by symbols. `Ok(None)`: one of them was never written, so an
/// iteration has to be executed first. `Err` says which cell cannot be replaced.
pub fn generalise(
    context: &mut Context<'_>,
    state: &State,
    cells: &[Cell],
    symbols: &mut EntrySymbols,
) -> Result<Option<General>, String> {
    let mut general = State { model: None, ..state.clone() };
    let mut entries = Vec::with_capacity(cells.len());
    let (point, depth) = (state.point(), state.frames.len());
    for cell in cells {
        let Some(value) = read(state, cell) else { return Err(name(context, state, cell)) };
        let number = number_type(context, state, cell);
        let mut symbol = |context: &mut Context<'_>, sort: Sort, number: Option<IntType>| {
            let key = (point, depth, cell.clone(), sort, number);
            *symbols.entry(key).or_insert_with(|| {
                let (low, high) = number.and_then(IntType::range).unzip();
                let name = name(context, state, cell);
                context.terms.symbol(SymbolInfo { name, kind: SymbolKind::Fresh, sort, low, high })
            })
        };
        let (symbol, value, replacement) = match value {
            Value::Uninitialized => return Ok(None),
            Value::Int(term) => {
                let symbol = symbol(context, Sort::Int, number);
                (symbol, *term, Value::Int(context.terms.symbol_term(symbol)))
            }
            Value::Pointer(Pointer::One(Some(spot))) => {
                let symbol = symbol(context, Sort::Int, None);
                let mut moved = spot.clone();
                moved.index = context.terms.symbol_term(symbol);
                (symbol, spot.index, Value::Pointer(Pointer::to(moved)))
            }
            Value::Map(map) => {
                let symbol = symbol(context, Sort::Array(map.arity() as u32), Some(map.number()));
                let general = map.with(context.terms.symbol_term(symbol));
                (symbol, map.function(&mut context.terms), Value::Map(Rc::new(general)))
            }
            Value::Aggregate(parts) => {
                let numbers: Option<Vec<Term>> = parts.iter().map(number_of).collect();
                let (Some(numbers), Some(number)) = (numbers, number) else {
                    return Err(format!("`{}` has parts that are no numbers", name(context, state, cell)));
                };
                let symbol = symbol(context, Sort::Array(1), Some(number));
                let map = Map::of_numbers(&mut context.terms, &numbers, number);
                let general = map.with(context.terms.symbol_term(symbol));
                (symbol, map.function(&mut context.terms), Value::Map(Rc::new(general)))
            }
            Value::Choice(_) => {
                return Err(format!("`{}` has one of several shapes", name(context, state, cell)));
            }
            Value::Pointer(_) => {
                return Err(format!("`{}` points to several things", name(context, state, cell)));
            }
            Value::Table(_) | Value::Sparse(_) => {
                return Err(format!("`{}` has parts that are no numbers", name(context, state, cell)));
            }
        };
        entries.push(Entry { cell: cell.clone(), symbol, value });
        write(&mut general, cell, replacement);
    }
    Ok(Some(General { state: general, entries }))
}

/// How often further cells may turn out to change.
const MAX_GROWTH: usize = 12;

/// Looks at a loop until nothing else turns out to change: `look` makes these cells general, executes iterations,
/// and gives what it found and the cells that they change. Gives that and the cells. `Ok(None)`: `look` gave nothing.
pub(crate) fn until_stable<T>(
    mut cells: Vec<Cell>,
    mut look: impl FnMut(&[Cell]) -> Result<Option<(T, Vec<Cell>)>, String>,
) -> Result<Option<(T, Vec<Cell>)>, String> {
    for _ in 0..MAX_GROWTH {
        let Some((found, changed)) = look(&cells)? else { return Ok(None) };
        let mut grown = cells.clone();
        changed.into_iter().for_each(|cell| include(&mut grown, cell));
        if grown == cells {
            return Ok(Some((found, cells)));
        }
        cells = grown;
    }
    Err("ever more memory turns out to change".to_owned())
}

/// What an iteration makes of each entry, given the state after it.
pub(crate) fn effects(terms: &mut Terms, entries: &[Entry], after: &State) -> Result<Vec<Term>, String> {
    let mut effects = Vec::with_capacity(entries.len());
    for entry in entries {
        let effect = read(after, &entry.cell).and_then(|value| term_of(terms, value));
        let name = || terms.symbol_info(entry.symbol).name.clone();
        effects.push(effect.ok_or_else(|| format!("`{}` changes its shape", name()))?);
    }
    Ok(effects)
}

fn number_of(value: &Value) -> Option<Term> {
    match value {
        Value::Int(term) => Some(*term),
        _ => None,
    }
}

/// The cells in which a state differs from an earlier one at the same place.
/// `Err` says what changed that no symbol can stand for.
pub fn changes(context: &Context<'_>, before: &State, after: &State) -> Result<Vec<Cell>, String> {
    let mut changed = Vec::new();
    let frames = (before.frames.last(), after.frames.last());
    if let (Some(old), Some(new)) = frames {
        for (number, slots) in old.variables.iter().zip(&new.variables).enumerate() {
            if let (Slot::Value(old), Slot::Value(new)) = slots {
                let root = Root::Variable(VariableId(number as u32));
                difference(context, before, old, new, Cell { root, path: Vec::new() }, &mut changed)?;
            }
        }
    }
    for (number, new) in after.objects.iter().enumerate() {
        let Some(old) = before.objects.get(number) else {
            // Variables of calls that have returned are no more; all else stays.
            if new.live == Term::FALSE {
                continue;
            }
            return Err("each iteration makes a new object".to_owned());
        };
        if old.live != new.live {
            return Err("an object ceases to exist".to_owned());
        }
        let root = Root::Object(ObjectId(number as u32));
        difference(context, before, &old.value, &new.value, Cell { root, path: Vec::new() }, &mut changed)?;
    }
    Ok(changed)
}

fn difference(
    context: &Context<'_>,
    state: &State,
    old: &Value,
    new: &Value,
    cell: Cell,
    changed: &mut Vec<Cell>,
) -> Result<(), String> {
    if old == new {
        return Ok(());
    }
    match (old, new) {
        (Value::Uninitialized, _) | (Value::Int(_), Value::Int(_)) => changed.push(cell),
        (Value::Map(a), Value::Map(b)) if a.with(Term::ZERO) == b.with(Term::ZERO) => changed.push(cell),
        (Value::Pointer(Pointer::One(Some(a))), Value::Pointer(Pointer::One(Some(b))))
            if (a.object, &a.path, a.element, a.bytes) == (b.object, &b.path, b.element, b.bytes) =>
        {
            changed.push(cell);
        }
        (Value::Aggregate(a), Value::Aggregate(b)) if a.len() == b.len() => {
            let scattered = a.iter().zip(b.iter()).any(|(a, b)| is_conditional(&context.terms, a, b));
            if scattered && number_type(context, state, &cell).is_some() {
                changed.push(cell);
                return Ok(());
            }
            for (number, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                let mut part = cell.clone();
                part.path.push(number);
                difference(context, state, a, b, part, changed)?;
            }
        }
        (Value::Table(a), Value::Table(b)) if a.lengths == b.lengths && a.fields.len() == b.fields.len() => {
            for (number, (a, b)) in a.fields.iter().zip(&b.fields).enumerate() {
                let mut part = cell.clone();
                part.path.push(number);
                difference(context, state, a, b, part, changed)?;
            }
        }
        (Value::Sparse(a), Value::Sparse(b)) if a.lengths == b.lengths && a.lengths.len() == 1 => {
            let (Some(old), Some(new)) = (a.cells(), b.cells()) else {
                return Err(format!("`{}` is written at an index that varies", name(context, state, &cell)));
            };
            for key in old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))) {
                let mut part = cell.clone();
                part.path.extend(key.iter().filter_map(Int::to_usize));
                let (a, b) = (old.get(key).unwrap_or(&a.other), new.get(key).unwrap_or(&b.other));
                difference(context, state, a, b, part, changed)?;
            }
        }
        (Value::Pointer(_), Value::Pointer(_)) => {
            return Err(format!("`{}` comes to point to another object", name(context, state, &cell)));
        }
        _ => return Err(format!("`{}` changes its shape", name(context, state, &cell))),
    }
    Ok(())
}

/// Whether an element keeps its value unless a condition holds: it was written at an index that is not constant.
fn is_conditional(terms: &Terms, old: &Value, new: &Value) -> bool {
    let (Value::Int(old), Value::Int(new)) = (old, new) else { return false };
    matches!(terms.node(*new), Some(Node::Ite(_, a, b)) if a == old || b == old)
}

/// Adds a cell, unless it is part of one that is there; parts of it are taken out.
pub(crate) fn include(cells: &mut Vec<Cell>, new: Cell) {
    if cells.iter().any(|known| new.is_within(known)) {
        return;
    }
    cells.retain(|known| !known.is_within(&new));
    cells.push(new);
    cells.sort();
}

/// The value of a cell.
pub fn read<'a>(state: &'a State, cell: &Cell) -> Option<&'a Value> {
    let mut value = match cell.root {
        Root::Variable(variable) => state.variable(variable)?,
        Root::Object(object) => state.object(object)?,
    };
    for part in &cell.path {
        match value {
            Value::Aggregate(parts) => value = parts.get(*part)?,
            Value::Table(table) => value = table.fields.get(*part)?,
            Value::Sparse(sparse) => value = sparse.cell(*part)?,
            Value::Uninitialized => return Some(value),
            _ => return None,
        }
    }
    Some(value)
}

/// Sets the value of a cell.
pub fn write(state: &mut State, cell: &Cell, new: Value) {
    let root = match cell.root {
        Root::Variable(variable) => state.variable_mut(variable),
        Root::Object(object) => state.object_mut(object),
    };
    let Some(mut value) = root else { return };
    for part in &cell.path {
        match value {
            Value::Aggregate(parts) => match Rc::make_mut(parts).get_mut(*part) {
                Some(part) => value = part,
                None => return,
            },
            Value::Table(table) => match Rc::make_mut(table).fields.get_mut(*part) {
                Some(part) => value = part,
                None => return,
            },
            Value::Sparse(sparse) => {
                Rc::make_mut(sparse).set_cell(*part, new);
                return;
            }
            _ => return,
        }
    }
    *value = new;
}

/// The value that a cell has when a term takes the place of its symbol.
pub fn with_term(old: &Value, term: Term, general: &Value) -> Value {
    match (old, general) {
        (Value::Pointer(Pointer::One(Some(spot))), _) => {
            let mut spot = spot.clone();
            spot.index = term;
            Value::Pointer(Pointer::to(spot))
        }
        (_, Value::Map(map)) => Value::Map(Rc::new(map.with(term))),
        _ => Value::Int(term),
    }
}

/// What the symbol of a cell stands for, as a term.
pub fn term_of(terms: &mut Terms, value: &Value) -> Option<Term> {
    match value {
        Value::Int(term) => Some(*term),
        Value::Pointer(Pointer::One(Some(spot))) => Some(spot.index),
        Value::Map(map) => Some(map.function(terms)),
        _ => None,
    }
}

/// The name of a cell for people.
pub fn name(context: &Context<'_>, state: &State, cell: &Cell) -> String {
    let (mut name, mut ty) = match root_type(context, state, cell.root) {
        Some((name, ty)) => (name, Some(ty)),
        None => match cell.root {
            Root::Object(object) => (format!("object{}", object.0), None),
            Root::Variable(variable) => (format!("variable{}", variable.0), None),
        },
    };
    for (depth, part) in cell.path.iter().enumerate() {
        let inner = ty.and_then(|ty| part_type(context, state, cell, depth, ty));
        match &inner {
            Some((Some(field), _)) => name.push_str(&format!(".{field}")),
            _ => name.push_str(&format!("[{part}]")),
        }
        ty = inner.map(|(_, ty)| ty);
    }
    name
}

/// The type of the number at a cell, or of the numbers in the array at it.
fn number_type(context: &Context<'_>, state: &State, cell: &Cell) -> Option<IntType> {
    let types = &context.program.types;
    let (_, mut ty) = root_type(context, state, cell.root)?;
    for depth in 0..cell.path.len() {
        ty = part_type(context, state, cell, depth, ty)?.1;
    }
    match types.get(ty)? {
        Type::Int(number) => Some(*number),
        Type::Array { element, .. } => match types.get(*element)? {
            Type::Int(number) => Some(*number),
            _ => None,
        },
        _ => None,
    }
}

/// The type of the part that step `depth` of a cell's path leads to from a value of a type, and the name of the
/// field if it is one. In large arrays of records fields come first.
fn part_type<'p>(
    context: &Context<'p>,
    state: &State,
    cell: &Cell,
    depth: usize,
    mut ty: TypeId,
) -> Option<(Option<&'p str>, TypeId)> {
    let types = &context.program.types;
    let around = Cell { root: cell.root, path: cell.path[..depth].to_vec() };
    if let Some(Value::Table(_)) = read(state, &around) {
        while let Type::Array { element, .. } = types.get(ty)? {
            ty = *element;
        }
    }
    match types.get(ty)? {
        Type::Record(fields) => {
            fields.get(cell.path[depth]).map(|field| (Some(field.name.as_str()), field.ty))
        }
        Type::Array { element, .. } => Some((None, *element)),
        _ => None,
    }
}

/// The name and type of the variable or object where a cell begins, as far as it is known.
fn root_type(context: &Context<'_>, state: &State, root: Root) -> Option<(String, TypeId)> {
    let program = context.program;
    let object = match root {
        Root::Variable(variable) => {
            let variable = &program.procedures[state.procedure()].variables[variable];
            return Some((variable.name.clone(), variable.ty));
        }
        Root::Object(object) => object,
    };
    if let Some((_, global)) = program.globals.iter().nth(object.0 as usize) {
        return Some((global.name.clone(), global.ty));
    }
    for frame in state.frames.iter_back() {
        let holds = |slot: &Slot| matches!(slot, Slot::Object(held) if *held == object);
        if let Some(number) = frame.variables.iter().position(holds) {
            let variable = &program.procedures[frame.procedure].variables[VariableId(number as u32)];
            return Some((variable.name.clone(), variable.ty));
        }
    }
    None
}

/// A symbol that is younger than all others.
pub(crate) fn first_new(terms: &mut Terms) -> Symbol {
    let term = terms.fresh("", SymbolKind::Fresh, Sort::Int);
    terms.as_symbol(term).unwrap_or(Symbol(0))
}

/// The symbols of what was read.
pub(crate) fn symbols_of(terms: &Terms, read: &InputRead, symbols: &mut Vec<Symbol>) {
    symbols.extend(terms.as_symbol(read.symbol));
    let parts: Vec<&InputRead> = match &read.shape {
        InputShape::Number | InputShape::Array(_) => Vec::new(),
        InputShape::Records { fields: parts, .. } | InputShape::Repeated { inputs: parts, .. } => {
            parts.iter().collect()
        }
        InputShape::Choice { sides: [one, other], .. } => one.iter().chain(other.iter()).collect(),
    };
    parts.into_iter().for_each(|part| symbols_of(terms, part, symbols));
}
