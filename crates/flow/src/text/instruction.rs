//! Text to programs: instructions and expressions.

use super::lexer::TokenKind;
use super::line::{Index, LineReader, Reference};
use super::{MAX_DIGITS, MAX_NESTING, int_type, is_reserved, precedence};
use crate::expr::ExprType;
use crate::{
    BinaryOp, Expr, Input, Instruction, Place, ProcedureId, Program, Root, Step, Type, TypeId, UnaryOp,
    Variable, VariableId,
};
use kyklos_base::{Int, Span, Table};

/// What an instruction can refer to.
pub(super) struct Scope<'a> {
    pub program: &'a Program,
    pub procedures: &'a Index,
    pub variables: &'a Table<VariableId, Variable>,
    pub variable_names: &'a Index,
}

/// Reads an instruction, up to its span.
pub(super) fn instruction(reader: &mut LineReader<'_, '_>, scope: &Scope<'_>) -> Option<Instruction> {
    Parser { reader, scope, nesting: 0 }.instruction()
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
    ty: Option<ExprType>,
    depth: usize,
}

impl Parsed {
    fn leaf(expr: Expr, ty: Option<ExprType>) -> Self {
        Self { expr: Box::new(expr), ty, depth: 1 }
    }
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
            return Some(Instruction::Output { value: self.expr()? });
        }
        if self.reader.eat_word("return") {
            let is_bare = matches!(self.reader.peek(), TokenKind::End | TokenKind::Span(_));
            let value = if is_bare { None } else { Some(self.expr()?) };
            return Some(Instruction::Return { value });
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
        if self.reader.eat_word("alloc") {
            return Some(Instruction::Allocate { target, value: self.expr()? });
        }
        if self.at_call() {
            return self.call(Some(target));
        }
        Some(Instruction::Assign { target, value: self.expr()? })
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
        let callee = ProcedureId(self.reader.find(self.scope.procedures, "procedure")?);
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
        while let Some(op) = self.operator().filter(|op| precedence(*op) >= weakest) {
            self.reader.bump();
            let right = self.binary(precedence(op) + 1)?;
            let depth = left.depth.max(right.depth);
            let expr = Expr::Binary(op, left.expr, right.expr);
            left = self.above(expr, Some(ExprType::Number), depth)?;
        }
        Some(left)
    }

    fn operator(&self) -> Option<BinaryOp> {
        let TokenKind::Symbol(symbol) = self.reader.peek() else { return None };
        BinaryOp::ALL.into_iter().find(|op| op.symbol() == *symbol)
    }

    /// An expression whose operands nest `depth` deep.
    fn above(&mut self, expr: Expr, ty: Option<ExprType>, depth: usize) -> Option<Parsed> {
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
            return self.number().map(|value| Parsed::leaf(Expr::Int(-value), Some(ExprType::Number)));
        }
        if operator == "&" {
            let variable = self.variable()?;
            let ty = ExprType::PointerTo(self.scope.variables.get(variable)?.ty);
            return Some(Parsed::leaf(Expr::AddressOf(variable), Some(ty)));
        }
        let operand = self.unary()?;
        let (expr, ty) = match operator {
            "*" => {
                let target = operand.ty.and_then(|pointer| pointer.target(self.scope.program));
                (Expr::Load(Place { root: Root::Deref(operand.expr), steps: Vec::new() }), target)
            }
            "-" => (Expr::Unary(UnaryOp::Neg, operand.expr), Some(ExprType::Number)),
            _ => (Expr::Unary(UnaryOp::Not, operand.expr), Some(ExprType::Number)),
        };
        self.above(expr, ty, operand.depth)
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
        let program = self.scope.program;
        match symbol {
            "[" => {
                let place = self.as_place(*parsed.expr, start, "what is indexed")?;
                let index = self.binary(0)?;
                self.reader.symbol("]")?;
                let ty = parsed.ty.and_then(|array| array.element(program));
                // The steps of a place lie side by side: only the index can be deeper.
                let depth = parsed.depth.max(index.depth + 1);
                self.above(Expr::Load(place.index(*index.expr)), ty, depth - 1)
            }
            "." => {
                let place = self.as_place(*parsed.expr, start, "what has fields")?;
                let (field, ty) = self.field(parsed.ty)?;
                parsed.expr = Box::new(Expr::Load(place.field(field)));
                Some(Parsed { ty, ..parsed })
            }
            _ => {
                let object = parsed.ty.and_then(|pointer| pointer.target(program));
                let (field, ty) = self.field(object)?;
                let place = Place { root: Root::Deref(parsed.expr), steps: vec![Step::Field(field)] };
                self.above(Expr::Load(place), ty, parsed.depth)
            }
        }
    }

    /// A field's name or number: its number, and its type where that is known.
    fn field(&mut self, record: Option<ExprType>) -> Option<(u32, Option<ExprType>)> {
        let program = self.scope.program;
        let span = self.reader.span();
        let number = match (self.reader.reference()?, record.and_then(|record| record.aggregate(program))) {
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
        Some((number, record.and_then(|record| record.field(program, number))))
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
                Some(Parsed::leaf(Expr::Int(value), Some(ExprType::Number)))
            }
            TokenKind::Word(_) | TokenKind::Text(_) | TokenKind::Reference(_) => {
                let variable = self.variable()?;
                let ty = self.scope.variables.get(variable)?.ty;
                Some(Parsed::leaf(Expr::variable(variable), ExprType::of(self.scope.program, ty)))
            }
            _ => self.reader.expected("an expression"),
        }
    }

    #[inline(never)]
    fn array(&mut self) -> Option<Parsed> {
        self.reader.bump();
        let (elements, depth) = self.list("]")?;
        let (id, ty) = self.type_suffix()?;
        self.above(Expr::Array(id, elements), ty, depth)
    }

    /// `null`, `length(place)`, `initialized(place)`, or a conversion such as `i32(expr)`.
    #[inline(never)]
    fn function(&mut self, word: &str) -> Option<Parsed> {
        if self.reader.eat_word("null") {
            let (id, ty) = self.type_suffix()?;
            return Some(Parsed::leaf(Expr::Null(id), ty));
        }
        let int = int_type(word);
        if int.is_none() && !matches!(word, "length" | "initialized") {
            return self.reader.expected("an expression");
        }
        self.reader.bump();
        self.reader.symbol("(")?;
        let start = self.reader.span();
        let operand = self.binary(0)?;
        let expr = match int {
            Some(int) => Expr::Convert(int, operand.expr),
            None => {
                let place = self.as_place(*operand.expr, start, &format!("the operand of `{word}`"))?;
                if word == "length" { Expr::Length(place) } else { Expr::Initialized(place) }
            }
        };
        self.reader.symbol(")")?;
        self.above(expr, Some(ExprType::Number), operand.depth)
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
        let (id, ty) = self.type_suffix()?;
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
        self.above(Expr::Record(id, values), ty, depth)
    }

    fn type_suffix(&mut self) -> Option<(TypeId, Option<ExprType>)> {
        if !self.reader.eat_word("as") {
            return self.reader.expected("`as` and the type");
        }
        let id = self.reader.type_id(self.scope.program.types.len())?;
        Some((id, ExprType::of(self.scope.program, id)))
    }

    fn variable(&mut self) -> Option<VariableId> {
        self.reader.find(self.scope.variable_names, "variable").map(VariableId)
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
