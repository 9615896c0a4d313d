//! Random well-formed programs, made from a list of choices that shrinks well.

use kyklos_base::{FileId, Int, Position, SourceFile, Sources, Span};
use kyklos_flow::expr::ExprType;
use kyklos_flow::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Property tests with a fixed seed.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Random well-formed programs.
pub fn programs() -> impl Strategy<Value = Program> {
    proptest::collection::vec(any::<u32>(), 0..1500).prop_map(|values| program(&mut Choices::new(values)))
}

/// The program without the texts of its sources, which the text form does not keep.
pub fn without_texts(program: &Program) -> Program {
    let mut sources = Sources::new();
    for (_, file) in program.sources.iter() {
        sources.add(SourceFile::new(file.name(), ""));
    }
    Program { sources, ..program.clone() }
}

/// Decisions one after the other; after the last one, all are 0, the simplest.
pub struct Choices {
    values: Vec<u32>,
    at: usize,
}

impl Choices {
    pub fn new(values: Vec<u32>) -> Self {
        Self { values, at: 0 }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let value = self.values.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        value as usize % bound.max(1)
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }
}

const NAMES: [&str; 18] = [
    "x",
    "y",
    "n",
    "%1",
    "null",
    "zero",
    "in",
    "i32",
    "a b",
    "",
    "ä\"\\\n\t\u{1}\u{7f}",
    "l0",
    "t1",
    "not",
    "$1",
    "1x",
    "int",
    "// x",
];

fn span(choices: &mut Choices) -> Span {
    let position = |choices: &mut Choices| Position::new(choices.below(5) as u32, choices.below(50) as u32);
    match choices.below(4) {
        0 => Span::nowhere(),
        1 => {
            let start = position(choices);
            Span::new(FileId(0), start, Position::new(start.line, start.column + 3))
        }
        _ => Span::new(FileId(choices.below(4) as u32), position(choices), position(choices)),
    }
}

fn program(choices: &mut Choices) -> Program {
    let mut program = Program::default();
    for _ in 0..choices.below(3) {
        program.sources.add(SourceFile::new(choices.pick(&NAMES), "the text"));
    }
    types(choices, &mut program.types);
    program.locals_die = choices.chance(2);
    globals(choices, &mut program);
    let count = 1 + choices.below(4);
    let mut builders: Vec<ProcedureBuilder> = Vec::new();
    for index in 0..count {
        let name =
            format!("{}{}", choices.pick(&NAMES), if index > 0 { index.to_string() } else { String::new() });
        let result = if choices.chance(3) { None } else { Some(some_type(choices, &program)) };
        let mut builder = ProcedureBuilder::new(name, span(choices), result);
        for _ in 0..choices.below(3) {
            let ty = some_type(choices, &program);
            builder.parameter(choices.pick(&NAMES), ty, span(choices));
        }
        for _ in 0..choices.below(6) {
            let kind = choices.pick(&[VariableKind::Local, VariableKind::Temporary]);
            let ty = some_type(choices, &program);
            builder.variable(choices.pick(&NAMES), ty, kind, span(choices));
        }
        builders.push(builder);
    }
    let signatures: Vec<Procedure> = builders.iter().map(|builder| builder.procedure().clone()).collect();
    for mut builder in builders {
        body(choices, &program, &signatures, &mut builder);
        program.procedures.push(builder.finish());
    }
    program.main = Some(ProcedureId(choices.below(count) as u32));
    program
}

/// The program's variables, their names and types before the values that refer to them.
fn globals(choices: &mut Choices, program: &mut Program) {
    for _ in 0..choices.below(5) {
        let (name, ty) = (choices.pick(&NAMES).to_owned(), some_type(choices, program));
        program.globals.push(Global {
            name,
            ty,
            initial: Expr::int(0),
            constant: choices.chance(4),
            span: span(choices),
        });
    }
    let nobody = ProcedureBuilder::new("", Span::nowhere(), None).finish();
    for id in program.globals.ids() {
        let maker = Maker { program, signatures: &[], procedure: &nobody, reads: false };
        let initial = maker.value(choices, program.globals[id].ty, 4);
        program.globals[id].initial = initial;
    }
}

/// Values lie only within values of later types, so none lies within itself;
/// arrays of unfixed length go anywhere, and pointers also to an opaque type,
/// which is the last.
fn types(choices: &mut Choices, types: &mut Types) {
    let count = 1 + choices.below(8);
    let opaque = choices.below(2);
    types.number();
    for index in 1..count {
        let any = TypeId(choices.below(count) as u32);
        let earlier = TypeId(choices.below(index) as u32);
        types.push(match choices.below(6) {
            0 => Type::Pointer(TypeId(choices.below(count + opaque) as u32)),
            1 => Type::Array { element: any, length: None },
            2 => Type::Array { element: earlier, length: Some(choices.below(3) as u64) },
            3 => {
                let sized = IntType::Sized { bits: 1 + choices.below(128) as u16, signed: choices.chance(2) };
                Type::Int(sized)
            }
            _ => {
                let field = |position| {
                    let name = format!("{}{}", choices.pick(&NAMES), if position > 0 { "_" } else { "" });
                    let ty = TypeId(choices.below(index) as u32);
                    Field { name: format!("{name}{}", "'".repeat(position)), ty }
                };
                let fields = (0..index % 4).map(field);
                Type::Record(fields.collect())
            }
        });
    }
    if opaque > 0 {
        types.push(Type::Opaque);
    }
    if choices.chance(3) {
        layouts(choices, types);
    }
}

/// Gives types layouts that hold their fields; fields whose own size is open may lie anywhere.
fn layouts(choices: &mut Choices, types: &mut Types) {
    for index in 0..types.len() {
        let id = TypeId(index as u32);
        let (mut size, mut offsets) = (choices.below(9) as u64, Vec::new());
        match types[id].clone() {
            Type::Int(_) | Type::Pointer(_) => {}
            Type::Record(fields) => {
                for field in fields {
                    let offset = choices.below(20) as u64;
                    size = size.max(offset + types.size_of(field.ty).unwrap_or(0));
                    offsets.push(offset);
                }
            }
            Type::Array { .. } | Type::Opaque => continue,
        }
        types.set_layout(id, Layout { size, align: 1 + choices.below(8) as u64, offsets });
    }
}

/// A type that variables can have.
fn some_type(choices: &mut Choices, program: &Program) -> TypeId {
    let is_opaque = |(_, ty): &(TypeId, &Type)| **ty == Type::Opaque;
    let count = program.types.len() - program.types.iter().filter(is_opaque).count();
    TypeId(choices.below(count) as u32)
}

/// Whether `Expr::Zero` is a value of the type.
fn has_zero(types: &Types, ty: TypeId) -> bool {
    match &types[ty] {
        Type::Int(_) | Type::Pointer(_) => true,
        Type::Array { length: None, .. } | Type::Opaque => false,
        Type::Array { element, .. } => has_zero(types, *element),
        Type::Record(fields) => fields.iter().all(|field| has_zero(types, field.ty)),
    }
}

fn body(choices: &mut Choices, program: &Program, signatures: &[Procedure], builder: &mut ProcedureBuilder) {
    for _ in 0..choices.below(8) {
        let location = match choices.below(4) {
            0 => {
                let message = choices.pick(&NAMES);
                builder.error(choices.pick(ErrorKind::ALL), message, span(choices))
            }
            _ => builder.plain(span(choices)),
        };
        if choices.chance(4) {
            builder.label(location, choices.pick(&NAMES));
        }
    }
    let is_plain = |location: &Location| location.kind == LocationKind::Plain;
    let locations: Vec<(LocationId, bool)> =
        builder.procedure().locations.iter().map(|(id, location)| (id, is_plain(location))).collect();
    let plain: Vec<LocationId> = locations.iter().filter(|(_, plain)| *plain).map(|(id, _)| *id).collect();
    let inner: Vec<LocationId> =
        locations.iter().map(|(id, _)| *id).filter(|id| *id != builder.exit()).collect();
    builder.set_entry(choices.pick(&plain));
    let mut edges = Vec::new();
    for from in plain {
        let maker = Maker { program, signatures, procedure: builder.procedure(), reads: true };
        if choices.chance(3) {
            let condition = maker.number(choices, 4);
            let first = choices.chance(2);
            for holds in [first, !first] {
                let instruction = Instruction::Assume { condition: condition.clone(), holds };
                edges.push((from, choices.pick(&inner), instruction, span(choices)));
            }
        } else {
            let instruction = maker.instruction(choices);
            let ends = matches!(instruction, Instruction::Return { .. } | Instruction::Stop { .. });
            let to = if ends { builder.exit() } else { choices.pick(&inner) };
            edges.push((from, to, instruction, span(choices)));
        }
    }
    while !edges.is_empty() {
        let (from, to, instruction, span) = edges.remove(choices.below(edges.len()));
        builder.edge(from, to, instruction, span);
    }
}

/// Makes well-typed instructions and expressions.
struct Maker<'a> {
    program: &'a Program,
    signatures: &'a [Procedure],
    procedure: &'a Procedure,
    /// Whether expressions can read memory.
    reads: bool,
}

impl Maker<'_> {
    fn instruction(&self, choices: &mut Choices) -> Instruction {
        let target = self.value_place(choices, 3);
        match (choices.below(12), target) {
            (0 | 1, _) => {
                Instruction::Return { value: self.procedure.result.map(|ty| self.value(choices, ty, 3)) }
            }
            (2, Some((target, ty))) => self.call(choices, Some((target, ty))),
            (2, None) => self.call(choices, None),
            (3, _) => Instruction::Output { value: self.number(choices, 4), float: None },
            (11, _) => Instruction::Stop { status: choices.chance(2).then(|| self.number(choices, 4)) },
            (4, _) => Instruction::Assume { condition: self.number(choices, 4), holds: choices.chance(2) },
            (5 | 6, Some((target, ty))) => match self.program.types[ty] {
                Type::Pointer(object) => self.allocate(choices, target, object),
                _ => Instruction::Havoc { target, input: Input { name: choices.pick(&NAMES).to_owned() } },
            },
            (7 | 8, Some((target, ty))) => Instruction::Assign { target, value: self.value(choices, ty, 4) },
            (9, _) => match self.some_pointer(choices, 3) {
                Some((pointer, _)) if choices.chance(2) => {
                    let input = Input { name: choices.pick(&NAMES).to_owned() };
                    Instruction::Forget { pointer, input }
                }
                Some((pointer, _)) => Instruction::Free { pointer },
                None => Instruction::Skip,
            },
            (10, Some((Place { root: Root::Variable(variable), .. }, _))) => {
                Instruction::Clear { variable, ends: choices.chance(2) }
            }
            _ => Instruction::Skip,
        }
    }

    fn allocate(&self, choices: &mut Choices, target: Place, object: TypeId) -> Instruction {
        let types = &self.program.types;
        let mut allocated: Vec<TypeId> = types
            .iter()
            .filter(|(_, ty)| matches!(ty, Type::Array { element, .. } if types.same(*element, object)))
            .map(|(id, _)| id)
            .collect();
        allocated.extend(Some(object).filter(|object| types[*object] != Type::Opaque));
        if allocated.is_empty() {
            return Instruction::Skip;
        }
        let allocated = choices.pick(&allocated);
        let value = self.value(choices, allocated, 3);
        let arbitrary = choices.chance(3).then(|| Input { name: choices.pick(&NAMES).to_owned() });
        Instruction::Allocate { target, value, arbitrary, automatic: choices.chance(4) }
    }

    fn call(&self, choices: &mut Choices, target: Option<(Place, TypeId)>) -> Instruction {
        let callee = choices.below(self.signatures.len());
        let called = &self.signatures[callee];
        let types = called.parameter_ids().map(|parameter| called.variables[parameter].ty);
        let arguments = types.map(|ty| self.value(choices, ty, 2)).collect();
        let fits = |ty| called.result.is_some_and(|result| self.fits(result, ty));
        let target = target.filter(|(_, ty)| fits(*ty)).map(|(place, _)| place);
        Instruction::Call { target, callee: ProcedureId(callee as u32), arguments }
    }

    fn fits(&self, left: TypeId, right: TypeId) -> bool {
        let (left, right) = (ExprType::of(self.program, left), ExprType::of(self.program, right));
        left.unwrap().same(right.unwrap(), self.program)
    }

    /// A place whose value can be used.
    fn value_place(&self, choices: &mut Choices, fuel: usize) -> Option<(Place, TypeId)> {
        self.some_place(choices, fuel).filter(|(_, ty)| self.program.types[*ty] != Type::Opaque)
    }

    /// A place of any type.
    fn some_place(&self, choices: &mut Choices, fuel: usize) -> Option<(Place, TypeId)> {
        let (variables, globals) = (&self.procedure.variables, &self.program.globals);
        let mut roots: Vec<_> = variables.iter().map(|(id, row)| (Place::variable(id), row.ty)).collect();
        roots.extend(globals.iter().map(|(id, row)| (Place::global(id), row.ty)));
        if roots.is_empty() {
            return None;
        }
        let (mut place, mut ty) = choices.pick(&roots);
        for _ in 0..choices.below(fuel + 1) {
            (place, ty) = match &self.program.types[ty] {
                Type::Int(_) | Type::Opaque => break,
                Type::Pointer(_) if !self.reads => break,
                Type::Pointer(target) => (Place::deref(Expr::Load(place)), *target),
                Type::Array { element, .. } => (place.index(self.number(choices, fuel / 2)), *element),
                Type::Record(fields) if fields.is_empty() => break,
                Type::Record(fields) => {
                    let field = choices.below(fields.len());
                    (place.field(field as u32), fields[field].ty)
                }
            };
        }
        if self.reads
            && fuel > 2
            && choices.chance(8)
            && let Some((pointer, ty)) = self.some_pointer(choices, fuel - 1)
            && let Type::Pointer(target) = self.program.types[ty]
        {
            return Some((Place::deref(pointer), target));
        }
        Some((place, ty))
    }

    /// A pointer of any type.
    fn some_pointer(&self, choices: &mut Choices, fuel: usize) -> Option<(Expr, TypeId)> {
        let is_pointer = |(_, row): &(TypeId, &Type)| matches!(row, Type::Pointer(_));
        let types: Vec<_> = self.program.types.iter().filter(is_pointer).map(|(id, _)| id).collect();
        let ty = (!types.is_empty()).then(|| choices.pick(&types))?;
        Some((self.value(choices, ty, fuel), ty))
    }

    fn number(&self, choices: &mut Choices, fuel: usize) -> Expr {
        let integers = TypeId(0);
        self.value(choices, integers, fuel)
    }

    /// A value of a type.
    fn value(&self, choices: &mut Choices, ty: TypeId, fuel: usize) -> Expr {
        if self.reads
            && fuel > 0
            && choices.chance(2)
            && let Some((place, found)) = self.value_place(choices, fuel)
            && self.fits(found, ty)
        {
            return Expr::Load(place);
        }
        if choices.chance(6) && has_zero(&self.program.types, ty) {
            return Expr::Zero(ty);
        }
        match &self.program.types[ty] {
            Type::Int(_) => self.computed(choices, fuel),
            Type::Pointer(target) => self.pointer(choices, ty, *target, fuel),
            Type::Opaque => unreachable!("no value is opaque"),
            Type::Array { element, length: None } if fuel > 0 && choices.chance(4) => {
                let (count, element) =
                    (self.number(choices, fuel - 1), self.value(choices, *element, fuel - 1));
                Expr::Repeat(ty, Box::new(count), Box::new(element))
            }
            Type::Array { element, length } => {
                let free = if fuel > 0 { choices.below(4) } else { 0 };
                let length = length.map_or(free, |length| length as usize);
                let elements = (0..length).map(|_| self.value(choices, *element, fuel.saturating_sub(1)));
                Expr::Array(ty, elements.collect())
            }
            Type::Record(fields) => {
                let values = fields.iter().map(|field| self.value(choices, field.ty, fuel.saturating_sub(1)));
                Expr::Record(ty, values.collect())
            }
        }
    }

    fn pointer(&self, choices: &mut Choices, ty: TypeId, target: TypeId, fuel: usize) -> Expr {
        match choices.below(7) {
            6 if fuel > 0 => Expr::Pointer(ty, Box::new(self.number(choices, fuel - 1))),
            1 | 2 => {
                for _ in 0..4 {
                    if let Some((place, found)) = self.some_place(choices, fuel)
                        && self.program.types.same(found, target)
                    {
                        return Expr::AddressOf(place);
                    }
                }
                Expr::Null(ty)
            }
            3 if fuel > 0 => {
                let (pointer, by) = (self.value(choices, ty, fuel - 1), self.number(choices, fuel - 1));
                Expr::Offset(Box::new(pointer), Box::new(by))
            }
            4 if fuel > 0 => match self.some_pointer(choices, fuel - 1) {
                Some((pointer, _)) => Expr::Retype(ty, Box::new(pointer)),
                None => Expr::Null(ty),
            },
            _ => Expr::Null(ty),
        }
    }

    /// A number that pointers give.
    fn of_pointers(&self, choices: &mut Choices, fuel: usize) -> Option<Expr> {
        let (pointer, ty) = self.some_pointer(choices, fuel - 1)?;
        let pointer = Box::new(pointer);
        Some(match choices.below(6) {
            0 => Expr::Live(pointer),
            5 => Expr::Address(pointer),
            3 => Expr::Allocated(pointer),
            1 => Expr::InBounds(pointer),
            2 => Expr::Distance(pointer, Box::new(self.value(choices, ty, fuel - 1))),
            _ => {
                use BinaryOp::*;
                let op = choices.pick(&[Eq, Ne, Lt, Le, Gt, Ge]);
                Expr::Binary(op, pointer, Box::new(self.value(choices, ty, fuel - 1)))
            }
        })
    }

    fn computed(&self, choices: &mut Choices, fuel: usize) -> Expr {
        if fuel == 0 {
            return Expr::Int(integer(choices));
        }
        match choices.below(12) {
            1..=3 => {
                let op = choices.pick(&BinaryOp::ALL);
                Expr::binary(op, self.number(choices, fuel - 1), self.number(choices, fuel - 1))
            }
            4 | 5 => Expr::unary(choices.pick(&[UnaryOp::Neg, UnaryOp::Not]), self.number(choices, fuel - 1)),
            6 => {
                let sized = IntType::Sized { bits: 1 + choices.below(128) as u16, signed: choices.chance(2) };
                let int = choices.pick(&[sized, IntType::Unbounded]);
                Expr::Convert(int, Box::new(self.number(choices, fuel - 1)))
            }
            7 | 8 if self.reads => match self.value_place(choices, fuel) {
                Some((place, ty)) => match self.program.types[ty] {
                    Type::Array { .. } => Expr::Length(place),
                    _ => Expr::Initialized(place),
                },
                None => Expr::Int(integer(choices)),
            },
            9 | 10 => self.of_pointers(choices, fuel).unwrap_or_else(|| Expr::Int(integer(choices))),
            _ => Expr::Int(integer(choices)),
        }
    }
}

fn integer(choices: &mut Choices) -> Int {
    let value = Int::from(choices.below(10) as i64 - 3);
    if choices.chance(6) { Int::power_of_two(100) + value } else { value }
}
