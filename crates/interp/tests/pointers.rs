//! Pointers into arrays and records.

mod common;

use common::*;
use kyklos_flow::{Expr, Instruction, Place, TypeId, VariableId};
use kyklos_interp::Undefined;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// `main` with `struct { int grid[2][3]; struct { int x; int row[4]; } s; } o` and pointers `p`, `q` to numbers.
struct Setting {
    maker: Maker,
    body: Body,
    o: VariableId,
    p: VariableId,
    q: VariableId,
    to_number: TypeId,
    to_row: TypeId,
}

impl Setting {
    fn new() -> Setting {
        let mut maker = Maker::new();
        let row = maker.array(maker.number, Some(3));
        let grid = maker.array(row, Some(2));
        let four = maker.array(maker.number, Some(4));
        let inner = maker.record(&[("x", maker.number), ("row", four)]);
        let outer = maker.record(&[("grid", grid), ("s", inner)]);
        let (to_number, to_row) = (maker.pointer(maker.number), maker.pointer(row));
        let mut body = maker.body("main");
        let o = body.local("o", outer);
        let [p, q] = ["p", "q"].map(|name| body.local(name, to_number));
        Setting { maker, body, o, p, q, to_number, to_row }
    }

    fn grid(&self, row: i64, column: i64) -> Place {
        at(self.o).field(0).index(int(row)).index(int(column))
    }

    fn x(&self) -> Place {
        at(self.o).field(1).field(0)
    }

    fn row(&self, index: i64) -> Place {
        at(self.o).field(1).field(1).index(int(index))
    }

    fn finish(mut self) -> kyklos_flow::Program {
        self.maker.add(self.body.returning(int(0)));
        self.maker.program
    }
}

#[test]
fn pointers_into_nested_values_alias_them() {
    let mut s = Setting::new();
    s.body.set(s.p, address(s.grid(1, 0)));
    s.body.set(s.q, address(s.x()));
    s.body.store(deref(get(s.p)), int(10));
    s.body.store(deref(offset(get(s.p), int(2))), int(12));
    s.body.store(deref(get(s.q)), int(7));
    s.body.output(load(s.grid(1, 0)));
    s.body.output(Expr::Initialized(deref(offset(get(s.p), int(1)))));
    s.body.output(load(s.grid(1, 2)));
    s.body.output(load(s.x()));
    s.body.store(s.grid(1, 1), int(11));
    s.body.output(load(deref(offset(get(s.p), int(1)))));
    // A copy of the value is not aliased.
    let copy = s.body.local("copy", s.body.builder.procedure().variables[s.o].ty);
    s.body.set(copy, load(at(s.o)));
    s.body.store(deref(get(s.p)), int(20));
    s.body.output(load(at(copy).field(0).index(int(1)).index(int(0))));
    s.body.output(load(s.grid(1, 0)));
    assert_eq!(outputs(&s.finish()), [10, 0, 12, 7, 11, 10, 20]);
}

#[test]
fn a_pointer_to_a_row_leads_to_its_elements() {
    let mut s = Setting::new();
    let r = s.body.local("r", s.to_row);
    s.body.set(r, address(at(s.o).field(0).index(int(0))));
    s.body.set(r, offset(get(r), int(1)));
    s.body.store(deref(get(r)).index(int(2)), int(5));
    s.body.output(load(s.grid(1, 2)));
    s.body.output(Expr::Length(deref(get(r))));
    s.body.set(s.p, address(deref(get(r)).index(int(2))));
    s.body.output(op(get(s.p), "==", address(s.grid(1, 2))));
    s.body.output(op(get(s.p), "==", address(s.grid(0, 2))));
    s.body.output(distance(get(s.p), address(s.grid(1, 0))));
    s.body.output(in_bounds(offset(get(r), int(1))));
    s.body.output(op(address(deref(get(r))), "==", get(r)));
    s.body.output(op(address(deref(offset(get(r), int(7)))), "==", offset(get(r), int(7))));
    assert_eq!(outputs(&s.finish()), [5, 3, 1, 0, 2, 0, 1, 1]);
}

#[test]
fn bounds_of_what_was_never_written_are_known() {
    let mut s = Setting::new();
    for index in [-1, 0, 3, 4] {
        s.body.output(in_bounds(address(s.row(index))));
    }
    for by in [-1, 0, 1] {
        s.body.output(in_bounds(offset(address(s.x()), int(by))));
        s.body.output(in_bounds(offset(address(s.grid(1, 2)), int(by))));
    }
    s.body.output(in_bounds(Expr::Null(s.to_number)));
    s.body.output(live(Expr::Null(s.to_number)));
    s.body.output(op(offset(Expr::Null(s.to_number), int(0)), "==", Expr::Null(s.to_number)));
    s.body.output(distance(Expr::Null(s.to_number), Expr::Null(s.to_number)));
    s.body.output(op(get(s.p), "!=", get(s.p)));
    let program = s.finish();
    let (end, outputs) = outcome(&program);
    assert_eq!(outputs, [0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0]);
    assert!(matches!(end, kyklos_interp::RunEnd::Undefined(Undefined::Uninitialized)), "{end}");
}

#[test]
fn a_text_ends_at_a_zero_behind_what_is_written() {
    let ends = |place: Place| Expr::Ends(Box::new(address(place)));
    let mut s = Setting::new();
    s.body.output(ends(s.row(0)));
    for (index, value) in [(0, 1), (2, 0)] {
        s.body.store(s.row(index), int(value));
    }
    // What was never written may be anything.
    s.body.output(ends(s.row(0)));
    s.body.store(s.row(1), int(1));
    for index in [-1, 0, 1, 2, 3, 4] {
        s.body.output(ends(s.row(index)));
    }
    s.body.output(ends(s.x()));
    s.body.output(Expr::Ends(Box::new(Expr::Null(s.to_number))));
    s.body.set(s.p, address(s.row(1)));
    s.body.store(s.row(2), int(5));
    s.body.output(Expr::Ends(Box::new(get(s.p))));
    // As a condition.
    s.body.output(not(Expr::Ends(Box::new(get(s.p)))));
    s.body.assume(Expr::Ends(Box::new(get(s.p))), false);
    s.body.output(int(9));
    assert_eq!(outputs(&s.finish()), [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 9]);
}

#[test]
fn indices_beyond_machine_words_are_exact() {
    let mut s = Setting::new();
    let huge = "100000000000000000000";
    s.body.set(s.p, offset(address(s.row(1)), big(huge)));
    s.body.output(in_bounds(get(s.p)));
    s.body.output(op(get(s.p), "==", address(s.row(1))));
    s.body.output(op(distance(get(s.p), address(s.row(0))), "-", big(huge)));
    s.body.set(s.q, offset(get(s.p), neg(big(huge))));
    s.body.output(op(get(s.q), "==", address(s.row(1))));
    s.body.output(op(get(s.q), "<", get(s.p)));
    // Of an object that is an array, too.
    let four = s.maker.array(s.maker.number, Some(4));
    let b = s.body.local("b", four);
    s.body.set(s.p, offset(address(at(b).index(int(1))), big(huge)));
    s.body.output(in_bounds(get(s.p)));
    s.body.output(op(offset(get(s.p), neg(big(huge))), "==", address(at(b).index(int(1)))));
    s.body.output(op(offset(offset(address(at(s.o)), int(1)), int(-1)), "==", address(at(s.o))));
    assert_eq!(outputs(&s.finish()), [0, 0, 1, 1, 1, 0, 1, 1]);
}

#[test]
fn wrong_uses_of_pointers_are_undefined() {
    type Case<'a> = (&'a dyn Fn(&mut Setting), Undefined);
    let outside = |index: i64| Undefined::OutOfBounds(kyklos_base::Int::from(index));
    let cases: [Case; 10] = [
        (&|s| s.body.output(load(deref(address(s.row(4))))), outside(4)),
        (&|s| s.body.output(load(deref(offset(address(s.x()), int(1))))), outside(1)),
        (&|s| s.body.store(deref(offset(address(s.x()), int(-1))), int(0)), outside(-1)),
        (&|s| s.body.store(deref(offset(address(s.row(0)), int(-1))), int(0)), outside(-1)),
        // All but the last index have to be in range.
        (&|s| s.body.set(s.p, address(s.grid(2, 0))), outside(2)),
        (&|s| s.body.set(s.p, offset(Expr::Null(s.to_number), int(1))), Undefined::NullOffset),
        (
            &|s| s.body.output(distance(address(s.grid(0, 0)), address(s.grid(1, 0)))),
            Undefined::UnrelatedPointers,
        ),
        (&|s| s.body.output(op(address(s.x()), "<", Expr::Null(s.to_number))), Undefined::UnrelatedPointers),
        (
            &|s| {
                s.body.output(load(
                    deref(Expr::Retype(s.to_row, Box::new(address(s.row(0)))).clone()).index(int(0)),
                ))
            },
            Undefined::Mistyped,
        ),
        (&|s| s.body.output(load(deref(Expr::Null(s.to_number)))), Undefined::NullDereference),
    ];
    for (make, expected) in cases {
        let mut setting = Setting::new();
        make(&mut setting);
        assert_eq!(undefined(&setting.finish()), expected);
    }
}

#[test]
fn objects_are_used_through_their_own_type_only() {
    let mut maker = Maker::new();
    let (byte, word) = (maker.sized(8, false), maker.sized(32, true));
    let (to_byte, to_word) = (maker.pointer(byte), maker.pointer(word));
    let void = maker.program.types.intern(kyklos_flow::Type::Opaque);
    let to_void = maker.pointer(void);
    let retype = |ty, pointer| Expr::Retype(ty, Box::new(pointer));
    for (through, expected) in [(to_word, None), (to_byte, Some(Undefined::Mistyped))] {
        let mut body = maker.body("main");
        let (x, p) = (body.local("x", word), body.local("p", to_void));
        body.set(x, int(300));
        body.set(p, retype(to_void, address(at(x))));
        body.output(op(get(p), "==", retype(to_void, address(at(x)))));
        body.store(deref(retype(through, get(p))), int(301));
        body.output(load(deref(retype(through, get(p)))));
        let mut program = maker.program.clone();
        program.main = Some(program.procedures.push(body.returning(int(0))));
        match expected {
            None => assert_eq!(outputs(&program), [1, 301]),
            Some(expected) => assert_eq!(undefined(&program), expected),
        }
    }
}

#[test]
fn integers_are_used_with_the_other_sign() {
    let mut maker = Maker::new();
    let (signed, unsigned) = (maker.sized(8, true), maker.sized(8, false));
    let (to_signed, to_unsigned) = (maker.pointer(signed), maker.pointer(unsigned));
    let row = maker.array(signed, Some(3));
    let (wide, to_wide) = (maker.sized(64, true), maker.sized(64, false));
    let to_wide = maker.pointer(to_wide);
    let retype = |ty, pointer| Expr::Retype(ty, Box::new(pointer));
    let callee = maker.add(maker.body_with("f", Some(unsigned)).returning(int(250)));
    let mut body = maker.body("main");
    let (x, r, w) = (body.local("x", signed), body.local("r", row), body.local("w", wide));
    let (p, q) = (body.local("p", to_unsigned), body.local("q", to_unsigned));
    body.set(x, int(-56));
    body.set(r, Expr::Array(row, vec![int(1), int(-128), int(-1)]));
    body.set(p, retype(to_unsigned, address(at(x))));
    body.set(q, retype(to_unsigned, address(at(r).index(int(1)))));
    body.output(load(deref(get(p))));
    body.output(Expr::Initialized(deref(get(p))));
    for (pointer, value) in [(get(p), 200), (get(p), 127), (offset(get(q), int(1)), 128)] {
        body.store(deref(pointer.clone()), int(value));
        body.output(load(deref(pointer.clone())));
        body.output(load(deref(retype(to_signed, pointer))));
    }
    body.output(get(x));
    body.output(load(at(r).index(int(2))));
    body.output(load(deref(get(q))));
    let call = Instruction::Call { target: Some(deref(get(q))), callee, arguments: Vec::new() };
    body.then(call);
    body.output(load(at(r).index(int(1))));
    // A number that is no machine word with this sign.
    body.set(w, int(-1));
    body.output(op(load(deref(retype(to_wide, address(at(w))))), ">>", int(60)));
    body.store(deref(retype(to_wide, address(at(w)))), op(op(int(1), "<<", int(64)), "-", int(2)));
    body.output(get(w));
    let mut program = maker.program.clone();
    program.main = Some(program.procedures.push(body.returning(int(0))));
    let expected = [200, 1, 200, -56, 127, 127, 128, -128, 127, -128, 128, -6, 15, -2];
    assert_eq!(outputs(&program), expected);
}

/// Where a pointer of the model points to: an array, and an index into it.
type Target = (usize, i64);

/// Arrays 0 and 1 are rows of the grid, 2 is the row, 3 the lone number, 4 an allocated array.
const LENGTHS: [i64; 5] = [3, 3, 4, 1, 5];

#[derive(Clone, Debug)]
enum Action {
    Point { pointer: usize, to: Target },
    Move { pointer: usize, by: i64 },
    Copy { from: usize },
    Write { to: Target, value: i64 },
    WriteThrough { pointer: usize, by: i64, value: i64 },
    Compare,
    Read { pointer: usize, by: i64 },
}

fn any_action() -> impl Strategy<Value = Action> {
    let (pointer, by) = (|| 0..2usize, || -4..5i64);
    let target = || (0..5usize, -1..6i64);
    prop_oneof![
        2 => (pointer(), target()).prop_map(|(pointer, to)| Action::Point { pointer, to }),
        3 => (pointer(), by()).prop_map(|(pointer, by)| Action::Move { pointer, by }),
        1 => pointer().prop_map(|from| Action::Copy { from }),
        2 => (target(), any::<i64>()).prop_map(|(to, value)| Action::Write { to, value }),
        3 => (pointer(), by(), any::<i64>())
            .prop_map(|(pointer, by, value)| Action::WriteThrough { pointer, by, value }),
        2 => Just(Action::Compare),
        3 => (pointer(), by()).prop_map(|(pointer, by)| Action::Read { pointer, by }),
    ]
}

/// Carries actions out on a model, and writes the program that does the same.
struct Twin {
    setting: Setting,
    heap: VariableId,
    memory: [Vec<i64>; 5],
    pointers: [Target; 2],
    expected: Vec<i64>,
}

impl Twin {
    fn new() -> Twin {
        let mut setting = Setting::new();
        let heap = setting.body.local("heap", setting.to_number);
        let open = setting.maker.array(setting.maker.number, None);
        setting.body.allocate(heap, Expr::Repeat(open, Box::new(int(5)), Box::new(int(0))));
        let ty = setting.body.builder.procedure().variables[setting.o].ty;
        setting.body.set(setting.o, Expr::Zero(ty));
        let memory = LENGTHS.map(|length| vec![0; length as usize]);
        let mut twin = Twin { setting, heap, memory, pointers: [(0, 0); 2], expected: Vec::new() };
        twin.apply(&Action::Point { pointer: 0, to: (0, 0) });
        twin.apply(&Action::Point { pointer: 1, to: (4, 0) });
        twin
    }

    fn variable(&self, pointer: usize) -> VariableId {
        [self.setting.p, self.setting.q][pointer]
    }

    fn place(&self, (array, index): Target) -> Place {
        match array {
            0 | 1 => self.setting.grid(array as i64, index),
            2 => self.setting.row(index),
            3 => self.setting.x(),
            _ => deref(offset(get(self.heap), int(index))),
        }
    }

    fn output(&mut self, expr: Expr, expected: i64) {
        self.setting.body.output(expr);
        self.expected.push(expected);
    }

    fn moved(&self, pointer: usize, by: i64) -> (Expr, Target, bool) {
        let (array, index) = self.pointers[pointer];
        let index = index + by;
        let expr = offset(get(self.variable(pointer)), int(by));
        (expr, (array, index), (0..LENGTHS[array]).contains(&index))
    }

    fn apply(&mut self, action: &Action) {
        match *action {
            Action::Point { pointer, to: (array, index) } => {
                // The lone number's pointers come from moving one.
                let value = match array {
                    3 => offset(address(self.setting.x()), int(index)),
                    _ => address(self.place((array, index))),
                };
                self.setting.body.set(self.variable(pointer), value);
                self.pointers[pointer] = (array, index);
            }
            Action::Move { pointer, by } => {
                let (expr, target, _) = self.moved(pointer, by);
                self.setting.body.set(self.variable(pointer), expr);
                self.pointers[pointer] = target;
            }
            Action::Copy { from } => {
                self.setting.body.set(self.variable(1 - from), get(self.variable(from)));
                self.pointers[1 - from] = self.pointers[from];
            }
            Action::Write { to: (array, index), value } => {
                if (0..LENGTHS[array]).contains(&index) {
                    self.setting.body.store(self.place((array, index)), int(value));
                    self.memory[array][index as usize] = value;
                }
            }
            Action::WriteThrough { pointer, by, value } => {
                let (expr, (array, index), inside) = self.moved(pointer, by);
                if inside {
                    self.setting.body.store(deref(expr), int(value));
                    self.memory[array][index as usize] = value;
                }
            }
            Action::Read { pointer, by } => {
                let (expr, (array, index), inside) = self.moved(pointer, by);
                self.output(in_bounds(expr.clone()), i64::from(inside));
                if inside {
                    self.output(load(deref(expr)), self.memory[array][index as usize]);
                }
            }
            Action::Compare => self.compare(),
        }
    }

    fn compare(&mut self) {
        let (left, right) = (get(self.setting.p), get(self.setting.q));
        let (p, q) = (self.pointers[0], self.pointers[1]);
        self.output(op(left.clone(), "==", right.clone()), i64::from(p == q));
        self.output(op(left.clone(), "!=", right.clone()), i64::from(p != q));
        if p.0 == q.0 {
            self.output(distance(left.clone(), right.clone()), p.1 - q.1);
            let orders = [("<", p.1 < q.1), ("<=", p.1 <= q.1), (">", p.1 > q.1), (">=", p.1 >= q.1)];
            for (symbol, holds) in orders {
                self.output(op(left.clone(), symbol, right.clone()), i64::from(holds));
            }
        }
    }

    fn check(mut self) {
        for (array, length) in LENGTHS.into_iter().enumerate() {
            for index in 0..length {
                self.output(load(self.place((array, index))), self.memory[array][index as usize]);
            }
        }
        assert_eq!(outputs(&self.setting.finish()), self.expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pointers_agree_with_the_model(actions in prop::collection::vec(any_action(), 1..60)) {
        let mut twin = Twin::new();
        for action in &actions {
            twin.apply(action);
        }
        twin.check();
    }
}
