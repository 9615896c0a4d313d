//! Random programs over nested values and pointers, against a model that copies everything.

mod common;

use common::*;
use kyklos_base::Int;
use kyklos_flow::{Expr, Place, Program, TypeId, VariableId};
use kyklos_interp::{Limits, RunEnd, Scripted};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

type Grid = [[i64; 2]; 2];
const BLANK: Grid = [[0; 2]; 2];

/// Roots 0 and 1 are variables in the frame, 2 and 3 variables whose address
/// is taken, 4 and 5 what the pointers point to.
const ROOTS: usize = 6;

#[derive(Clone, Debug)]
enum Action {
    CopyGrid { to: usize, from: usize },
    CopyRow { to: usize, to_row: usize, from: usize, from_row: usize },
    Write { to: usize, row: usize, column: usize, value: i64 },
    CopyPointer { to: usize },
    PointToVariable { pointer: usize, variable: usize },
    Allocate { pointer: usize, from: usize },
}

fn any_action() -> impl Strategy<Value = Action> {
    let (root, bit) = (|| 0..ROOTS, || 0..2usize);
    prop_oneof![
        2 => (root(), root()).prop_map(|(to, from)| Action::CopyGrid { to, from }),
        2 => (root(), bit(), root(), bit())
            .prop_map(|(to, to_row, from, from_row)| Action::CopyRow { to, to_row, from, from_row }),
        4 => (root(), bit(), bit(), any::<i64>())
            .prop_map(|(to, row, column, value)| Action::Write { to, row, column, value }),
        1 => bit().prop_map(|to| Action::CopyPointer { to }),
        1 => (bit(), bit()).prop_map(|(pointer, variable)| Action::PointToVariable { pointer, variable }),
        3 => (bit(), root()).prop_map(|(pointer, from)| Action::Allocate { pointer, from }),
    ]
}

/// Objects 0 to 3 are the variables.
struct Model {
    objects: Vec<Grid>,
    pointers: [usize; 2],
}

impl Model {
    fn new() -> Model {
        Model { objects: vec![BLANK; 4], pointers: [2, 3] }
    }

    fn object(&self, root: usize) -> usize {
        if root < 4 { root } else { self.pointers[root - 4] }
    }

    fn apply(&mut self, action: &Action) {
        match *action {
            Action::CopyGrid { to, from } => {
                let to = self.object(to);
                self.objects[to] = self.objects[self.object(from)];
            }
            Action::CopyRow { to, to_row, from, from_row } => {
                let to = self.object(to);
                self.objects[to][to_row] = self.objects[self.object(from)][from_row];
            }
            Action::Write { to, row, column, value } => {
                let to = self.object(to);
                self.objects[to][row][column] = value;
            }
            Action::CopyPointer { to } => self.pointers[to] = self.pointers[1 - to],
            Action::PointToVariable { pointer, variable } => self.pointers[pointer] = 2 + variable,
            Action::Allocate { pointer, from } => {
                self.objects.push(self.objects[self.object(from)]);
                self.pointers[pointer] = self.objects.len() - 1;
            }
        }
    }

    fn outputs(&self) -> Vec<Int> {
        let numbers = (0..ROOTS).flat_map(|root| self.objects[self.object(root)].concat());
        let same = i64::from(self.pointers[0] == self.pointers[1]);
        numbers.chain([same]).map(Int::from).collect()
    }
}

struct Writer {
    body: Body,
    variables: [VariableId; 4],
    pointers: [VariableId; 2],
}

impl Writer {
    fn new(maker: &Maker, row: TypeId, grid: TypeId, pointer: TypeId) -> Writer {
        let mut body = maker.body("main");
        let variables = ["a", "b", "c", "d"].map(|name| body.local(name, grid));
        let pointers = ["p", "q"].map(|name| body.local(name, pointer));
        let blank_row = Expr::Array(row, vec![int(0), int(0)]);
        for variable in variables {
            body.set(variable, Expr::Array(grid, vec![blank_row.clone(), blank_row.clone()]));
        }
        body.set(pointers[0], address(at(variables[2])));
        body.set(pointers[1], address(at(variables[3])));
        Writer { body, variables, pointers }
    }

    fn place(&self, root: usize) -> Place {
        if root < 4 { at(self.variables[root]) } else { deref(get(self.pointers[root - 4])) }
    }

    fn row(&self, root: usize, row: usize) -> Place {
        self.place(root).index(int(row as i64))
    }

    fn apply(&mut self, action: &Action) {
        match *action {
            Action::CopyGrid { to, from } => self.body.store(self.place(to), load(self.place(from))),
            Action::CopyRow { to, to_row, from, from_row } => {
                self.body.store(self.row(to, to_row), load(self.row(from, from_row)));
            }
            Action::Write { to, row, column, value } => {
                self.body.store(self.row(to, row).index(int(column as i64)), int(value));
            }
            Action::CopyPointer { to } => self.body.set(self.pointers[to], get(self.pointers[1 - to])),
            Action::PointToVariable { pointer, variable } => {
                self.body.set(self.pointers[pointer], address(at(self.variables[2 + variable])));
            }
            Action::Allocate { pointer, from } => {
                self.body.allocate(self.pointers[pointer], load(self.place(from)));
            }
        }
    }

    fn finish(mut self) -> kyklos_flow::Procedure {
        for root in 0..ROOTS {
            for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let element = self.row(root, row).index(int(column));
                self.body.output(load(element));
            }
        }
        self.body.output(op(get(self.pointers[0]), "==", get(self.pointers[1])));
        self.body.returning(int(0))
    }
}

fn program(actions: &[Action]) -> Program {
    let mut maker = Maker::new();
    let row = maker.array(maker.number, Some(2));
    let grid = maker.array(row, Some(2));
    let pointer = maker.pointer(grid);
    let mut writer = Writer::new(&maker, row, grid, pointer);
    actions.iter().for_each(|action| writer.apply(action));
    maker.add(writer.finish());
    maker.program
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_and_pointers_behave_as_the_model(actions in prop::collection::vec(any_action(), 0..300)) {
        let mut model = Model::new();
        actions.iter().for_each(|action| model.apply(action));
        // So little memory that objects are collected all the time.
        let limits = Limits { max_memory: Some(10 << 10), ..Limits::default() };
        let mut environment = Scripted::default();
        let report = run_with(&program(&actions), &[], &mut environment, &limits);
        prop_assert!(matches!(report.end, RunEnd::Returned(_)), "{}", report.end);
        prop_assert_eq!(environment.outputs, model.outputs());
        prop_assert!(report.peak_objects < 60, "{} objects", report.peak_objects);
    }
}
