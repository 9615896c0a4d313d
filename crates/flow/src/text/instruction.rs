//! Text to programs: instructions and expressions.

use super::lexer::TokenKind;
use super::line::{Index, LineReader, Reference};
use super::{MAX_DIGITS, MAX_NESTING, float_op, int_type, is_reserved, precedence};
use crate::{
    BinaryOp, Expr, GlobalId, Input, Instruction, Place, ProcedureId, Program, Root, Step, Type, TypeId,
    UnaryOp, Variable, VariableId,
};
use kyklos_base::{FloatFormat, Int, Span, Table};

/// What an instruction can refer to.
pub(super) struct Scope<'a> {
    pub program: &'a Program,
    pub procedures: &'a Index,
    pub variables: &'a Table<VariableId, Variable>,
    pub variable_names: &'a Index,
    pub global_names: &'a Index,
}

/// Reads an instruction, up to its span.
pub(super) fn instruction(reader: &mut LineReader<'_, '_>, scope: &Scope<'_>) -> Option<Instruction> {
    Parser { reader, scope, nesting: 0 }.instruction()
}

/// Reads an expression.
pub(super) fn expression(reader: &mut LineReader<'_, '_>, scope: &Scope<'_>) -> Option<Expr> {
    Parser { reader, scope, nesting: 0 }.expr()
}

struct Parser<'p, 't, 'd> {
    reader: &'p mut LineReader<'t, 'd>,
    scope: &'p Scope<'p>,
    nesting: usize,
}

/// An expression, its type where it has one, and how deep it nests. In a box,
/// so that the stack holds deep nesting well.
struct Parsed {
    expr: Box<Expr>,
    ty: Option<Found>,
    depth: usize,
}

impl Parsed {
    fn leaf(expr: Expr, ty: Option<Found>) -> Self {
        Self { expr: Box::new(expr), ty, depth: 1 }
    }
}

/// The type of an expression: that of a place it loads is in the table, as its
/// address needs it; others may have none there.
#[derive(Clone, Copy)]
enum Found {
    Row(TypeId),
    Number,
    PointerTo(TypeId),
}

impl Parser<'_, '_, '_> {
    fn instruction(&mut self) -> Option<Instruction> {
        if self.reader.eat_word("skip") {
            return Some(Instruction::Skip);
        }
        if self.reader.eat_word("assume") {
            let holds = !self.reader.eat_word("not");
            return Some(Instruction::Assume { condition: self.expr()?, holds });
        }
        if self.reader.eat_word("output") {
            let float = match self.reader.eat_word("as") {
                true => Some(self.reader.word_for("`f32`, `f64` or `f80`", FloatFormat::named)?),
                false => None,
            };
            return Some(Instruction::Output { value: self.expr()?, float });
        }
        if self.reader.eat_word("free") {
            return Some(Instruction::Free { pointer: self.expr()? });
        }
        for (word, ends) in [("clear", false), ("renew", true)] {
            if self.reader.eat_word(word) {
                let variable = VariableId(self.reader.find(self.scope.variable_names)?);
                return Some(Instruction::Clear { variable, ends });
            }
        }
        if self.reader.eat_word("forget") {
            let pointer = self.expr()?;
            self.reader.word("input")?;
            return Some(Instruction::Forget { pointer, input: Input { name: self.reader.text()? } });
        }
        if self.reader.eat_word("copy") {
            let target = self.expr()?;
            self.reader.symbol(",")?;
            let source = self.expr()?;
            self.reader.symbol(",")?;
            return Some(Instruction::Copy { target, source, count: self.expr()? });
        }
        if self.reader.eat_word("return") {
            return Some(Instruction::Return { value: self.optional()? });
        }
        if self.reader.eat_word("stop") {
            return Some(Instruction::Stop { status: self.optional()? });
        }
        if self.at_call() {
            return self.call(None);
        }
        let target = self.place("an instruction's target")?;
        self.reader.symbol("=")?;
        if self.reader.eat_word("input") {
            let name = self.reader.text()?;
            return Some(Instruction::Havoc { target, input: Input { name } });
        }
        let automatic = self.reader.eat_word("alloca");
        if automatic || self.reader.eat_word("alloc") {
            let value = self.expr()?;
            let is_arbitrary = self.reader.eat_word("input");
            let arbitrary = if is_arbitrary { Some(Input { name: self.reader.text()? }) } else { None };
            return Some(Instruction::Allocate { target, value, arbitrary, automatic });
        }
        if self.at_call() {
            return self.call(Some(target));
        }
        Some(Instruction::Assign { target, value: self.expr()? })
    }

    /// The expression that ends an instruction, if there is one.
    fn optional(&mut self) -> Option<Option<Expr>> {
        let is_bare = matches!(self.reader.peek(), TokenKind::End | TokenKind::Span(_));
        if is_bare { Some(None) } else { self.expr().map(Some) }
    }

    /// Whether a name and an opening parenthesis come next.
    fn at_call(&self) -> bool {
        let is_name = match self.reader.peek() {
            TokenKind::Word(word) => !is_reserved(word),
            TokenKind::Text(_) | TokenKind::Reference(_) => true,
            _ => false,
        };
        is_name && *self.reader.ahead(1) == TokenKind::Symbol("(")
    }

    fn call(&mut self, target: Option<Place>) -> Option<Instruction> {
        let callee = ProcedureId(self.reader.find(self.scope.procedures)?);
        self.reader.symbol("(")?;
        let (arguments, _) = self.list(")")?;
        Some(Instruction::Call { target, callee, arguments })
    }

    /// Expressions up to a closing bracket, and how deep the deepest nests.
    fn list(&mut self, close: &str) -> Option<(Vec<Expr>, usize)> {
        let (mut items, mut depth) = (Vec::new(), 0);
        if self.reader.eat_symbol(close) {
            return Some((items, depth));
        }
        loop {
            let item = self.binary(0)?;
            depth = depth.max(item.depth);
            items.push(*item.expr);
            if self.reader.eat_symbol(close) {
                return Some((items, depth));
            }
            if !self.reader.eat_symbol(",") {
                return self.reader.expected(&format!("`,` or `{close}`"));
            }
        }
    }

    fn expr(&mut self) -> Option<Expr> {
        self.binary(0).map(|parsed| *parsed.expr)
    }

    fn place(&mut self, what: &str) -> Option<Place> {
        let start = self.reader.span();
        let parsed = self.unary()?;
        self.as_place(*parsed.expr, start, what)
    }

    /// The place whose value the expression is; `what` needs it.
    fn as_place(&mut self, expr: Expr, start: Span, what: &str) -> Option<Place> {
        match expr {
            Expr::Load(place) => Some(place),
            _ => {
                let span = self.reader.span_from(start);
                let help = "places are variables, `*pointer`, and elements and fields of places";
                self.reader.error(span, format!("{what} has to be a place"), Some(help));
                None
            }
        }
    }

    /// An expression of operators that bind at least as strongly as `weakest`.
    fn binary(&mut self, weakest: u8) -> Option<Parsed> {
        let mut left = self.unary()?;
        while self.reader.eat_word("as") {
            left = self.retyped(left)?;
        }
        while let Some(op) = self.operator().filter(|op| precedence(*op) >= weakest) {
            self.reader.bump();
            let right = self.binary(precedence(op) + 1)?;
            left = self.combined(op, left, right)?;
        }
        Some(left)
    }

    /// An operation on two values. Behind a pointer, `+` and `-` are those of pointers.
    #[inline(never)]
    fn combined(&mut self, op: BinaryOp, left: Parsed, right: Parsed) -> Option<Parsed> {
        let depth = left.depth.max(right.depth);
        let pointer = left.ty.filter(|_| self.target(left.ty).is_some());
        let (expr, ty) = match (op, pointer) {
            (BinaryOp::Add, Some(ty)) => (Expr::Offset(left.expr, right.expr), ty),
            (BinaryOp::Sub, Some(_)) => (Expr::Distance(left.expr, right.expr), Found::Number),
            _ => (Expr::Binary(op, left.expr, right.expr), Found::Number),
        };
        self.above(expr, Some(ty), depth)
    }

    fn operator(&self) -> Option<BinaryOp> {
        let TokenKind::Symbol(symbol) = self.reader.peek() else { return None };
        BinaryOp::ALL.into_iter().find(|op| op.symbol() == *symbol)
    }

    /// An expression whose operands nest `depth` deep.
    fn above(&mut self, expr: Expr, ty: Option<Found>, depth: usize) -> Option<Parsed> {
        if depth >= MAX_NESTING {
            self.too_deep();
            return None;
        }
        Some(Parsed { expr: Box::new(expr), ty, depth: depth + 1 })
    }

    #[inline(never)]
    fn too_deep(&mut self) {
        let message = format!("this expression nests more than {MAX_NESTING} deep");
        self.reader.error(self.reader.span(), message, Some("compute parts of it into variables first"));
    }

    fn unary(&mut self) -> Option<Parsed> {
        if self.nesting >= MAX_NESTING {
            self.too_deep();
            return None;
        }
        self.nesting += 1;
        let parsed = match *self.reader.peek() {
            TokenKind::Symbol(symbol @ ("-" | "!" | "*" | "&")) => self.prefixed(symbol),
            _ => self.postfix(),
        };
        self.nesting -= 1;
        parsed
    }

    #[inline(never)] // Like others here: what only one kind of expression needs stays off the stack of all.
    fn prefixed(&mut self, operator: &str) -> Option<Parsed> {
        self.reader.bump();
        if operator == "-"
            && let TokenKind::Number(_) = self.reader.peek()
        {
            return self.number().map(|value| Parsed::leaf(Expr::Int(-value), Some(Found::Number)));
        }
        let start = self.reader.span();
        let operand = self.unary()?;
        let (expr, ty) = match operator {
            "&" => {
                let ty = match operand.ty {
                    Some(Found::Row(ty)) => Some(Found::PointerTo(ty)),
                    _ => None,
                };
                (Expr::AddressOf(self.as_place(*operand.expr, start, "the operand of `&`")?), ty)
            }
            "*" => {
                let place = Place { root: Root::Deref(operand.expr), steps: Vec::new() };
                (Expr::Load(place), self.target(operand.ty).map(Found::Row))
            }
            "-" => (Expr::Unary(UnaryOp::Neg, operand.expr), Some(Found::Number)),
            _ => (Expr::Unary(UnaryOp::Not, operand.expr), Some(Found::Number)),
        };
        self.above(expr, ty, operand.depth)
    }

    /// A pointer behind which stands `as`.
    #[inline(never)]
    fn retyped(&mut self, pointer: Parsed) -> Option<Parsed> {
        let ty = self.reader.type_id(self.scope.program.types.len())?;
        self.above(Expr::Retype(ty, pointer.expr), Some(Found::Row(ty)), pointer.depth)
    }

    /// What a pointer of this type points to.
    fn target(&self, pointer: Option<Found>) -> Option<TypeId> {
        match pointer? {
            Found::PointerTo(target) => Some(target),
            Found::Row(ty) => match self.scope.program.types.get(ty)? {
                Type::Pointer(target) => Some(*target),
                _ => None,
            },
            Found::Number => None,
        }
    }

    fn postfix(&mut self) -> Option<Parsed> {
        let start = self.reader.span();
        let mut parsed = self.primary()?;
        while let TokenKind::Symbol(symbol @ ("[" | "." | "->")) = *self.reader.peek() {
            parsed = self.step(parsed, symbol, start)?;
        }
        Some(parsed)
    }

    /// An index or a field behind an expression that starts at `start`.
    #[inline(never)]
    fn step(&mut self, mut parsed: Parsed, symbol: &str, start: Span) -> Option<Parsed> {
        self.reader.bump();
        let from = match parsed.ty {
            Some(Found::Row(ty)) => Some(ty),
            _ => None,
        };
        match symbol {
            "[" => {
                let place = self.as_place(*parsed.expr, start, "what is indexed")?;
                let index = self.binary(0)?;
                self.reader.symbol("]")?;
                // The steps of a place lie side by side: only the index can be deeper.
                let depth = parsed.depth.max(index.depth + 1);
                let step = Step::Index(*index.expr);
                let ty = self.step_type(from, &step);
                self.above(Expr::Load(place.then(step)), ty, depth - 1)
            }
            "." => {
                let place = self.as_place(*parsed.expr, start, "what has fields")?;
                let step = self.field(from)?;
                parsed.ty = self.step_type(from, &step);
                parsed.expr = Box::new(Expr::Load(place.then(step)));
                Some(parsed)
            }
            _ => {
                let object = self.target(parsed.ty);
                let step = self.field(object)?;
                let ty = self.step_type(object, &step);
                let place = Place { root: Root::Deref(parsed.expr), steps: vec![step] };
                self.above(Expr::Load(place), ty, parsed.depth)
            }
        }
    }

    fn step_type(&self, from: Option<TypeId>, step: &Step) -> Option<Found> {
        step.type_in(&self.scope.program.types, from?).map(Found::Row)
    }

    /// A field's name or number.
    fn field(&mut self, record: Option<TypeId>) -> Option<Step> {
        let program = self.scope.program;
        let span = self.reader.span();
        let number = match (self.reader.reference()?, record.and_then(|record| program.types.get(record))) {
            (Reference::Number(number), _) => number,
            (Reference::Name(name), Some(Type::Record(fields))) => {
                let Some(position) = fields.iter().position(|field| field.name == name) else {
                    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                    let help = format!("its fields are {}", names.join(", "));
                    self.reader.error(span, format!("the record has no field `{name}`"), Some(&help));
                    return None;
                };
                position as u32
            }
            (Reference::Name(name), _) => {
                let message = format!("`{name}` is not a field, because this is not a record");
                self.reader.error(span, message, None);
                return None;
            }
        };
        Some(Step::Field(number))
    }

    fn primary(&mut self) -> Option<Parsed> {
        match *self.reader.peek() {
            TokenKind::Symbol("(") => {
                self.reader.bump();
                let inner = self.binary(0)?;
                self.reader.symbol(")")?;
                Some(inner)
            }
            TokenKind::Symbol("[") => self.array(),
            TokenKind::Symbol("{") => self.record(),
            TokenKind::Word(word) if is_reserved(word) => self.function(word),
            _ => self.leaf(),
        }
    }

    #[inline(never)]
    fn leaf(&mut self) -> Option<Parsed> {
        if self.at_call() {
            let help = "call on an edge before: `x = f(1)`";
            self.reader.error(self.reader.span(), "a call is an instruction, not an expression", Some(help));
            return None;
        }
        match *self.reader.peek() {
            TokenKind::Number(_) => {
                let value = self.number()?;
                Some(Parsed::leaf(Expr::Int(value), Some(Found::Number)))
            }
            TokenKind::Word(_)
            | TokenKind::Text(_)
            | TokenKind::Reference(_)
            | TokenKind::GlobalReference(_) => self.variable(),
            _ => self.reader.expected("an expression"),
        }
    }

    #[inline(never)]
    fn array(&mut self) -> Option<Parsed> {
        self.reader.bump();
        if self.reader.eat_symbol("]") {
            let ty = self.type_suffix()?;
            return Some(Parsed::leaf(Expr::Array(ty, Vec::new()), Some(Found::Row(ty))));
        }
        let first = self.binary(0)?;
        if self.reader.eat_symbol(";") {
            let count = self.binary(0)?;
            self.reader.symbol("]")?;
            let ty = self.type_suffix()?;
            let depth = first.depth.max(count.depth);
            return self.above(Expr::Repeat(ty, count.expr, first.expr), Some(Found::Row(ty)), depth);
        }
        let (mut elements, mut depth) = (vec![*first.expr], first.depth);
        if !self.reader.eat_symbol("]") {
            if !self.reader.eat_symbol(",") {
                return self.reader.expected("`,`, `;` or `]`");
            }
            let (more, deepest) = self.list("]")?;
            elements.extend(more);
            depth = depth.max(deepest);
        }
        let ty = self.type_suffix()?;
        self.above(Expr::Array(ty, elements), Some(Found::Row(ty)), depth)
    }

    /// `null`, `zero`, or a function of a value or a place, such as `i32(expr)` or `length(place)`.
    #[inline(never)]
    fn function(&mut self, word: &str) -> Option<Parsed> {
        if let Some((format, op)) = float_op(word) {
            self.reader.bump();
            self.reader.symbol("(")?;
            let (operands, depth) = self.list(")")?;
            return self.above(Expr::Float(op, format, operands), Some(Found::Number), depth);
        }
        let int = int_type(word);
        if int.is_none()
            && !matches!(
                word,
                "null"
                    | "zero"
                    | "length"
                    | "initialized"
                    | "live"
                    | "allocated"
                    | "address"
                    | "in"
                    | "ends"
                    | "pointer"
            )
        {
            return self.reader.expected("an expression");
        }
        self.reader.bump();
        match word {
            "null" => {
                let ty = self.type_suffix()?;
                return Some(Parsed::leaf(Expr::Null(ty), Some(Found::Row(ty))));
            }
            "zero" => {
                let ty = self.type_suffix()?;
                return Some(Parsed::leaf(Expr::Zero(ty), Some(Found::Row(ty))));
            }
            "in" => {
                self.reader.symbol("-")?;
                self.reader.word("bounds")?;
            }
            _ => {}
        }
        self.reader.symbol("(")?;
        let start = self.reader.span();
        let operand = self.binary(0)?;
        if word == "pointer" {
            self.reader.symbol(")")?;
            let ty = self.type_suffix()?;
            return self.above(Expr::Pointer(ty, operand.expr), Some(Found::Row(ty)), operand.depth);
        }
        let expr = match (int, word) {
            (Some(int), _) => Expr::Convert(int, operand.expr),
            (None, "live") => Expr::Live(operand.expr),
            (None, "allocated") => Expr::Allocated(operand.expr),
            (None, "address") => Expr::Address(operand.expr),
            (None, "in") => Expr::InBounds(operand.expr),
            (None, "ends") => Expr::Ends(operand.expr),
            (None, _) => {
                let place = self.as_place(*operand.expr, start, &format!("the operand of `{word}`"))?;
                if word == "length" { Expr::Length(place) } else { Expr::Initialized(place) }
            }
        };
        self.reader.symbol(")")?;
        self.above(expr, Some(Found::Number), operand.depth)
    }

    /// A record literal; its fields have to be those of its type, in their order.
    #[inline(never)]
    fn record(&mut self) -> Option<Parsed> {
        self.reader.bump();
        let (mut names, mut values, mut depth) = (Vec::new(), Vec::new(), 0);
        while !self.reader.eat_symbol("}") {
            if !names.is_empty() {
                self.reader.symbol(",")?;
            }
            names.push((self.reader.span(), self.reader.reference()?));
            self.reader.symbol(":")?;
            let value = self.binary(0)?;
            depth = depth.max(value.depth);
            values.push(*value.expr);
        }
        let id = self.type_suffix()?;
        let fields = match self.scope.program.types.get(id) {
            Some(Type::Record(fields)) => fields.as_slice(),
            _ => &[],
        };
        for (index, (span, reference)) in names.into_iter().enumerate() {
            let expected = fields.get(index).map(|field| field.name.as_str());
            let fits = match &reference {
                Reference::Number(number) => *number as usize == index,
                Reference::Name(name) => expected == Some(name),
            };
            if !fits {
                let message = match expected {
                    Some(name) => format!("field {index} of {id} is `{name}`"),
                    None => format!("{id} has no field {index}"),
                };
                self.reader.error(span, message, Some("a record's fields stand in the order of its type"));
                return None;
            }
        }
        self.above(Expr::Record(id, values), Some(Found::Row(id)), depth)
    }

    fn type_suffix(&mut self) -> Option<TypeId> {
        if !self.reader.eat_word("as") {
            return self.reader.expected("`as` and the type");
        }
        self.reader.type_id(self.scope.program.types.len())
    }

    /// A variable of the procedure, or of the program if the procedure has none of the name.
    fn variable(&mut self) -> Option<Parsed> {
        let is_global = match self.reader.peek() {
            TokenKind::GlobalReference(_) => true,
            TokenKind::Word(name) => self.names_global(name),
            TokenKind::Text(name) => self.names_global(name),
            _ => false,
        };
        let (place, ty) = if is_global {
            let global = GlobalId(self.reader.find(self.scope.global_names)?);
            (Place::global(global), self.scope.program.globals.get(global)?.ty)
        } else {
            let variable = VariableId(self.reader.find(self.scope.variable_names)?);
            (Place::variable(variable), self.scope.variables.get(variable)?.ty)
        };
        Some(Parsed::leaf(Expr::Load(place), Some(Found::Row(ty))))
    }

    fn names_global(&self, name: &str) -> bool {
        self.scope.global_names.has(name) && !self.scope.variable_names.has(name)
    }

    fn number(&mut self) -> Option<Int> {
        let TokenKind::Number(digits) = *self.reader.peek() else { return self.reader.expected("a number") };
        if digits.len() > MAX_DIGITS {
            let message = format!("this number has more than {MAX_DIGITS} digits");
            self.reader.error(self.reader.span(), message, None);
            return None;
        }
        let Ok(value) = digits.parse() else { return self.reader.expected("a number") };
        self.reader.bump();
        Some(value)
    }
}
