//! Programs become the flowgraphs they should.

use kyklos_base::SourceFile;
use kyklos_flow::{ErrorKind, Instruction, Program, VariableKind, text};
use kyklos_front_microc::load;

fn lowered(name: &str, text: &str) -> Program {
    match load(SourceFile::new(name, text)) {
        Ok((program, _)) => {
            assert_eq!(kyklos_flow::validate(&program), [], "{name}");
            program
        }
        Err((sources, diagnostics)) => {
            let texts: Vec<_> =
                diagnostics.iter().map(|diagnostic| diagnostic.render(&sources, false)).collect();
            panic!("{name} was refused\n{}", texts.join("\n"));
        }
    }
}

/// Kind and line of each error location.
fn errors(program: &Program) -> Vec<(ErrorKind, u32)> {
    let errors = program.errors();
    errors.map(|(id, at, site)| (site.kind, program.procedures[id].locations[at].span.start.line)).collect()
}

#[test]
fn programs() {
    insta::glob!("lower/*.uc", |path| {
        let source = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        insta::assert_snapshot!(text::print(&lowered(name, &source)));
    });
}

#[test]
fn each_failing_operation_is_one_error_location() {
    let text = "main(n) {\n  var a, p;\n  a = [n / n];\n  p = alloc a[n];\n  return *p;\n}\n";
    let found = errors(&lowered("three.uc", text));
    let expected =
        [(ErrorKind::DivisionByZero, 3), (ErrorKind::OutOfBounds, 4), (ErrorKind::NullDereference, 5)];
    assert_eq!(found, expected);
}

#[test]
fn listing_2_2_has_its_four_errors() {
    use ErrorKind::{DivisionByZero, NullDereference, OutOfBounds, Uninitialized};
    let found = errors(&lowered("listing.uc", include_str!("lower/listing_2_2.uc")));
    let expected =
        [(OutOfBounds, 6), (DivisionByZero, 6), (Uninitialized, 7), (OutOfBounds, 8), (NullDereference, 9)];
    assert_eq!(found, expected);
}

#[test]
fn pure_conditions_need_no_temporaries_and_no_skips() {
    let program = lowered("whole.uc", include_str!("lower/conditions_whole.uc"));
    for procedure in program.procedures.rows() {
        assert!(procedure.variables.rows().all(|variable| variable.kind != VariableKind::Temporary));
        assert!(procedure.edges.rows().all(|edge| edge.instruction != Instruction::Skip));
    }
}

#[test]
fn a_loop_has_one_head() {
    let text = "main(n) { var a; a = [1]; while (n > 0 && a[n] > 0) { if (n > 5) n = n - 2; else n = n - 1; } return n; }";
    let program = lowered("loop.uc", text);
    let main = &program.procedures[program.main.unwrap()];
    let head =
        main.edges.rows().find(|edge| matches!(edge.instruction, Instruction::Assign { .. })).unwrap().to;
    let into_head = main.edges.rows().filter(|edge| edge.to == head).count();
    assert_eq!(into_head, 3, "from before the loop and from both ends of its body");
}

#[test]
fn the_deepest_programs_are_lowered() {
    let nested =
        |opening: &str, closing: &str, levels: usize| opening.repeat(levels) + "n" + &closing.repeat(levels);
    let programs = [
        format!("main(n) {{ return {}; }}", nested("(1 / ", ")", 490)),
        format!("main(n) {{ var a; a = [0]; return {}; }}", nested("a[", "]", 980)),
        format!("main(n) {{ var p; p = &p; p = {}; return 0; }}", nested("*", "", 980).replace('n', "p")),
        format!("main(n) {{ return {}; }}", nested("!(n && 1 / ", ")", 240)),
        format!("main(n) {{ {} = 1; {} return n; }}", "if (n) while (n) ".repeat(490) + "n", ""),
        format!("main(n) {{ return n{}; }}", " && 1 / n".repeat(980)),
        format!("main(n) {{ var a; a = {}; return n; }}", nested("[", "]", 980)),
    ];
    for program in programs {
        lowered("deep.uc", &program);
    }
}

#[test]
fn large_programs_take_time_in_proportion() {
    let chain: String = (1..20_000).map(|i| format!("x{i} = &x{};\n", i - 1)).collect();
    let names: String = (0..20_000).map(|i| format!(", x{i}")).collect();
    let pieces = "if (n > 0 && r.a > n) { x0 = n; r.b = x0 / n; } else x0 = a[n];\n".repeat(20_000);
    let text =
        format!("main(n) {{ var r, a{names}; r = {{a: 1, b: 2}}; a = [1]; {chain} {pieces} return 0; }}");
    let start = std::time::Instant::now();
    let program = lowered("large.uc", &text);
    assert!(program.procedures.rows().map(|procedure| procedure.edges.len()).sum::<usize>() > 100_000);
    assert!(start.elapsed().as_secs() < 300, "{:?}", start.elapsed());
}
