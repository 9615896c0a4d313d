//! Properties of all well-formed programs, and of texts and graphs that went wrong.

mod common;

use common::{Choices, config, programs, without_texts};
use kyklos_flow::dot::dot;
use kyklos_flow::json::json;
use kyklos_flow::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn well_formed_programs_have_no_defects(program in programs()) {
        prop_assert_eq!(validate(&program), []);
    }

    #[test]
    fn programs_survive_printing_and_parsing(program in programs()) {
        let text = text::print(&program);
        match text::parse("test.flow", &text) {
            Ok(parsed) => {
                prop_assert_eq!(&parsed, &without_texts(&program), "{}", text);
                prop_assert_eq!(text::print(&parsed), text);
            }
            Err((sources, diagnostics)) => {
                prop_assert!(false, "{}\n{}", diagnostics[0].render(&sources, false), text);
            }
        }
    }

    #[test]
    fn exports_name_everything(program in programs()) {
        let (dot, json) = (dot(&program), json(&program));
        for (id, procedure) in program.procedures.iter() {
            for location in procedure.locations.ids() {
                let node = format!("{id}_{location} [");
                prop_assert!(dot.contains(&node));
            }
            let exported = &json["procedures"][id.0 as usize];
            prop_assert_eq!(exported["edges"].as_array().map(Vec::len), Some(procedure.edges.len()));
            for (index, edge) in procedure.edges.iter() {
                let text = text::instruction_text(&program, procedure, &edge.instruction);
                prop_assert!(!text.contains('\n'));
                prop_assert_eq!(&exported["edges"][index.0 as usize]["instruction"]["text"], &text);
            }
        }
    }

    /// A text that parses, mended or not, means what it prints as; one that
    /// does not is refused with places inside the text.
    #[test]
    fn damaged_texts_are_parsed_or_refused(
        program in programs(),
        damage in proptest::collection::vec(any::<u32>(), 1..60),
    ) {
        let text = damaged(&text::print(&program), &mut Choices::new(damage));
        match text::parse("test.flow", &text) {
            Ok(parsed) => {
                let printed = text::print(&parsed);
                let again = text::parse("test.flow", &printed).ok();
                prop_assert_eq!(again.as_ref(), Some(&parsed), "{}", printed);
                examine(&parsed);
            }
            Err((sources, diagnostics)) => {
                prop_assert!(!diagnostics.is_empty());
                for diagnostic in diagnostics {
                    prop_assert!(diagnostic.span.start.line as usize <= text.lines().count().max(1));
                    prop_assert!(!diagnostic.render(&sources, false).is_empty());
                }
            }
        }
    }

    #[test]
    fn any_characters_are_parsed_or_refused(text in any::<String>()) {
        for text in [text.clone(), format!("flow 1\n{text}"), format!("flow 1\nprocedure f {{\n{text}\n}}")] {
            if let Err((_, diagnostics)) = text::parse("test.flow", &text) {
                prop_assert!(!diagnostics.is_empty());
            }
        }
    }

    #[test]
    fn damaged_graphs_are_examined_without_harm(
        program in programs(),
        damage in proptest::collection::vec(any::<u32>(), 1..40),
    ) {
        let mut program = program;
        let mut choices = Choices::new(damage);
        for _ in 0..1 + choices.below(4) {
            damage_graph(&mut program, &mut choices);
        }
        examine(&program);
    }
}

#[test]
fn the_random_programs_have_everything() {
    let mut runner = TestRunner::deterministic();
    let samples = (0..600).map(|_| programs().new_tree(&mut runner).unwrap().current());
    let seen: String = samples.map(|program| format!("{program:?}")).collect();
    let instructions = [
        "Skip",
        "Assume",
        "Assign",
        "Havoc",
        "Allocate",
        "arbitrary: Some",
        "Free",
        "automatic: true",
        "Clear",
        "ends: true",
        "Forget",
        "Call",
        "Return",
        "Stop { status: Some",
        "Stop { status: None",
        "Output",
        "locals_die: true",
        "constant: true",
    ];
    let expressions = [
        "Int(",
        "Null",
        "Load",
        "AddressOf",
        "Offset",
        "Distance",
        "Retype",
        "Pointer(t1, ",
        "Layout {",
        "Live",
        "Allocated",
        "Address(",
        "InBounds",
        "Zero",
        "Repeat",
        "Binary(Lt, AddressOf",
        "Global(",
        "Unary(Neg",
        "Unary(Not",
        "Binary",
        "Convert",
        "Array(",
        "Record(",
        "Length",
        "Initialized",
        "Deref",
        "Index",
        "Field(",
    ];
    let types =
        ["Pointer(", "Array {", "length: Some", "length: None", "Record([", "Sized", "Unbounded", "Opaque"];
    for part in instructions.into_iter().chain(expressions).chain(types) {
        assert!(seen.contains(part), "{part}");
    }
}

/// Runs everything that has to stand malformed programs.
fn examine(program: &Program) {
    validate(program);
    text::print(program);
    dot(program);
    json(program);
}

/// The text with some characters removed, some tokens put in, some lines moved.
fn damaged(text: &str, choices: &mut Choices) -> String {
    const TOKENS: [&str; 41] = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "-",
        "->",
        "*",
        "&",
        "!",
        "=",
        "==",
        ".",
        ",",
        ":",
        "@",
        "@1:2-3",
        "\"",
        "$0",
        "t0",
        "l1",
        "null",
        "as",
        "as t1",
        "zero",
        "live(",
        "allocated(",
        "in-bounds(",
        "alloc",
        "free",
        "+",
        ">>",
        ";",
        "$g0",
        "input",
        "i32",
        "x",
        "9999999999999999999999",
        "\n",
        "é",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + choices.below(6) {
        let (at, other) = (choices.below(lines.len()), choices.below(lines.len()));
        let characters: Vec<char> = lines[at].chars().collect();
        let (mut from, mut to) = (choices.below(characters.len() + 1), choices.below(characters.len() + 1));
        if from > to {
            (from, to) = (to, from);
        }
        let part = |range: &[char]| range.iter().collect::<String>();
        match choices.below(6) {
            0 => lines.swap(at, other),
            1 => lines[at] = lines[other].clone(),
            2 => lines[at] = part(&characters[..from]) + &part(&characters[to..]),
            3 => lines[at] = part(&characters[..to]) + &part(&characters[from..]),
            _ => lines[at] = part(&characters[..from]) + choices.pick(&TOKENS) + &part(&characters[from..]),
        }
    }
    lines.join("\n")
}

fn damage_graph(program: &mut Program, choices: &mut Choices) {
    let number = |choices: &mut Choices| choices.pick(&[0, 1, 2, 3, 5, 8, 1000, u32::MAX]);
    let id = ProcedureId(choices.below(program.procedures.len()) as u32);
    let some_type = TypeId(number(choices));
    let row = TypeId(choices.below(program.types.len()) as u32);
    match choices.below(3) {
        0 => {
            let name = "f".to_owned();
            let field = Field { name, ty: some_type };
            let bits = number(choices) as u16;
            program.types.set(
                row,
                choices.pick(&[
                    Type::Pointer(some_type),
                    Type::Array { element: some_type, length: Some(2) },
                    Type::Record(vec![field.clone(), field]),
                    Type::Int(IntType::Sized { bits, signed: false }),
                    Type::Opaque,
                ]),
            );
            return;
        }
        1 => program.main = Some(ProcedureId(number(choices))).filter(|main| main.0 != 1),
        _ if !program.globals.is_empty() && choices.below(2) == 0 => {
            let id = GlobalId(choices.below(program.globals.len()) as u32);
            let global = &mut program.globals[id];
            (global.ty, global.initial) = (some_type, damaged_value(choices, number));
        }
        _ => {}
    }
    let procedure = &mut program.procedures[id];
    let location = LocationId(number(choices));
    match choices.below(9) {
        0 => procedure.entry = location,
        1 => procedure.exit = location,
        2 => procedure.parameters = number(choices),
        3 => procedure.result = Some(some_type),
        4 => {
            let at = LocationId(choices.below(procedure.locations.len()) as u32);
            procedure.locations[at].kind = choices.pick(&[LocationKind::Exit, LocationKind::Plain]);
        }
        5 if !procedure.variables.is_empty() => {
            let at = VariableId(choices.below(procedure.variables.len()) as u32);
            procedure.variables[at].ty = some_type;
        }
        _ if !procedure.edges.is_empty() => {
            let at = EdgeId(choices.below(procedure.edges.len()) as u32);
            let (place, value) = (damaged_place(choices, number), damaged_value(choices, number));
            let edge = &mut procedure.edges[at];
            match choices.below(9) {
                0 => edge.from = location,
                1 => edge.to = location,
                2 => {
                    edge.instruction =
                        Instruction::Allocate { target: place, value, arbitrary: None, automatic: false }
                }
                3 => edge.instruction = Instruction::Assign { target: place, value },
                5 => edge.instruction = Instruction::Free { pointer: value },
                6 => {
                    let input = Input { name: String::new() };
                    edge.instruction = Instruction::Havoc { target: place, input };
                }
                7 => {
                    let input = Input { name: String::new() };
                    edge.instruction = Instruction::Forget { pointer: value, input };
                }
                4 => {
                    let callee = ProcedureId(number(choices));
                    edge.instruction =
                        Instruction::Call { target: Some(place), callee, arguments: vec![value] };
                }
                _ => edge.instruction = Instruction::Return { value: Some(value) },
            }
        }
        _ => {}
    }
}

/// A place that fits nothing.
fn damaged_place(choices: &mut Choices, number: impl Fn(&mut Choices) -> u32) -> Place {
    let ty = TypeId(number(choices));
    let variable = Place::variable(VariableId(number(choices)));
    let (global, field) = (GlobalId(number(choices)), number(choices));
    choices.pick(&[
        variable.clone().field(field),
        variable.clone().index(Expr::Null(ty)),
        Place::global(global).field(field),
        Place::deref(Expr::Record(ty, vec![Expr::int(1); 2])).field(1),
        Place::deref(Expr::Retype(ty, Box::new(Expr::variable(VariableId(0))))),
        variable,
    ])
}

/// An expression that fits nothing.
fn damaged_value(choices: &mut Choices, number: impl Fn(&mut Choices) -> u32) -> Expr {
    let ty = TypeId(number(choices));
    let place = damaged_place(choices, number);
    let load = Box::new(Expr::Load(place.clone()));
    let zero = Box::new(Expr::Zero(ty));
    choices.pick(&[
        Expr::AddressOf(place.clone()),
        Expr::Array(ty, vec![Expr::Length(place)]),
        Expr::Record(ty, vec![Expr::Null(ty)]),
        Expr::Repeat(ty, load.clone(), zero.clone()),
        Expr::Offset(zero.clone(), load.clone()),
        Expr::Distance(load.clone(), zero.clone()),
        Expr::Retype(ty, load.clone()),
        Expr::binary(BinaryOp::Le, Expr::Live(load.clone()), Expr::InBounds(zero)),
        *load,
    ])
}
