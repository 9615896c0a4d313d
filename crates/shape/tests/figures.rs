//! The figures of the papers, and graphs that a naive search would not survive.

mod common;

use common::Sketch;
use kyklos_base::Span;
use kyklos_flow::{Expr, Instruction, Procedure, ProcedureBuilder};
use kyklos_shape::{Backbones, Bounded, Cycle, Cycles, Induced, Loops};

/// [compact] figure 2: a loop with an internal branching.
const BRANCHING: &str = "sa ab at bc bd ce de ea";
/// [compact] figure 3: two nested loops, insertion sort.
const NESTED: &str = "sa ab at bc cd ce ed ef fg gc da";

fn cores(sketch: &Sketch, cycles: impl Iterator<Item = Cycle>) -> Vec<String> {
    cycles.map(|cycle| sketch.letters(&cycle.core)).collect()
}

fn backbones(sketch: &Sketch, paths: Backbones<'_>) -> Vec<String> {
    paths.map(|path| sketch.letters(&path)).collect()
}

#[test]
fn cycles_of_a_branching_loop() {
    let sketch = Sketch::new(BRANCHING);
    assert_eq!(cores(&sketch, Cycles::of(&sketch.procedure)), ["abcea", "abdea", "eabce", "eabde"]);
    let first = Cycles::of(&sketch.procedure).next().expect("four cycles");
    assert_eq!((sketch.name(first.entry), sketch.pairs(&first.exits)), ('a', "at bd".to_owned()));
}

#[test]
fn cycles_of_nested_loops() {
    let sketch = Sketch::new(NESTED);
    let expected = ["abcda", "abceda", "cdabc", "cedabc", "cefgc", "dabcd", "dabced"];
    assert_eq!(cores(&sketch, Cycles::of(&sketch.procedure)), expected);
    assert_eq!(cores(&sketch, Cycles::at(&sketch.procedure, sketch.location('c'))), expected[2..5]);
    // One edge leads to `b`, so the cyclic paths through it cannot be entered there.
    assert_eq!(cores(&sketch, Cycles::at(&sketch.procedure, sketch.location('b'))), [""; 0]);
}

#[test]
fn an_edge_beside_the_last_one_enters() {
    let twice = Sketch::new("sa aa aa at");
    assert_eq!(cores(&twice, Cycles::of(&twice.procedure)), ["aa", "aa"]);
    let beside: Vec<_> = Cycles::of(&twice.procedure).map(|cycle| (cycle.core, cycle.exits.len())).collect();
    assert_ne!(beside[0].0, beside[1].0);
    assert_eq!([beside[0].1, beside[1].1], [2, 2]);
}

#[test]
fn calls_enter_the_entry() {
    let sketch = Sketch::new("sa as at");
    assert_eq!(cores(&sketch, Cycles::of(&sketch.procedure)), ["sas"]);
}

#[test]
fn backbones_end_at_exits_and_errors() {
    let sketch = Sketch::new("sa ab at bE bc ca");
    assert_eq!(backbones(&sketch, Backbones::of(&sketch.procedure)), ["sabE", "sat"]);
    assert_eq!(backbones(&sketch, Backbones::to(&sketch.procedure, sketch.location('c'))), ["sabc"]);
    assert_eq!(backbones(&sketch, Backbones::to(&sketch.procedure, sketch.procedure.entry)), [""]);
}

/// [apc] figure 2: jumps into a loop, so that one location enters different loops on different paths.
#[test]
fn loops_belong_to_paths() {
    let sketch = Sketch::new("sa sb ab bc bd cb da dt");
    let procedure = &sketch.procedure;
    assert_eq!(backbones(&sketch, Backbones::of(procedure)), ["sabdt", "sbdt"]);
    let entered = |letters: &str| {
        let entered = Induced::entered(procedure, &sketch.path(letters))?;
        Some(entered.body.iter().map(|location| sketch.name(*location)).collect::<String>())
    };
    assert_eq!(entered("sa"), Some("abcd".to_owned()));
    assert_eq!(entered("sab"), Some("bc".to_owned()));
    assert_eq!(entered("sb"), Some("abcd".to_owned()));
    for elsewhere in ["s", "sbd", "sabd", "sbdt"] {
        assert_eq!(entered(elsewhere), None);
    }
    let at_a = Induced::entered(procedure, &sketch.path("sa")).expect("a loop");
    assert_eq!(backbones(&sketch, at_a.backbones(procedure)), ["abda"]);
    let inner = at_a.inner(procedure, &sketch.path("ab")).expect("an inner loop");
    assert_eq!(backbones(&sketch, inner.backbones(procedure)), ["bcb"]);
}

#[test]
fn iterations_of_nested_loops() {
    let sketch = Sketch::new(NESTED);
    let procedure = &sketch.procedure;
    let loops = Loops::of(procedure);
    let induced: Vec<Induced> = loops.iter().map(|(_, natural)| Induced::of(procedure, natural)).collect();
    let [outer, inner] = induced.as_slice() else { panic!("two loops") };
    assert_eq!(backbones(&sketch, outer.backbones(procedure)), ["abcda", "abceda"]);
    assert_eq!((sketch.pairs(&outer.back), sketch.pairs(&outer.exits)), ("da".to_owned(), "at".to_owned()));
    assert_eq!(backbones(&sketch, inner.backbones(procedure)), ["cefgc"]);
    assert_eq!(sketch.pairs(&inner.edges), "ce ef fg gc");
    assert_eq!(
        (sketch.pairs(&inner.back), sketch.pairs(&inner.exits)),
        ("gc".to_owned(), "cd ed".to_owned())
    );
    // The outer loop's backbones enter the inner loop at `c`, and no loop elsewhere.
    assert_eq!(outer.inner(procedure, &sketch.path("abc")).as_ref(), Some(inner));
    for elsewhere in ["", "ab", "abce", "abced", "abceda"] {
        assert_eq!(outer.inner(procedure, &sketch.path(elsewhere)), None);
    }
}

/// `count` branchings in a row, within a loop.
fn many_branchings(count: usize) -> Procedure {
    let span = Span::nowhere();
    let mut builder = ProcedureBuilder::new("main", span, None);
    let head = builder.plain(span);
    let mut at = builder.plain(span);
    builder.edge(builder.entry(), head, Instruction::Skip, span);
    builder.branch(head, Expr::int(1), at, builder.exit(), span);
    for _ in 0..count {
        let [then, otherwise, join] = std::array::from_fn(|_| builder.plain(span));
        builder.branch(at, Expr::int(1), then, otherwise, span);
        builder.edge(then, join, Instruction::Skip, span);
        builder.edge(otherwise, join, Instruction::Skip, span);
        at = join;
    }
    builder.edge(at, head, Instruction::Skip, span);
    builder.finish()
}

/// The body's 2⁶⁰ paths lead nowhere but back to the head: a search that enters them never ends.
#[test]
fn parts_without_completion_are_not_searched() {
    let procedure = many_branchings(60);
    let all = Bounded::take(Backbones::of(&procedure), 10);
    assert_eq!((all.items.len(), all.more), (1, false));
    let cycles = Bounded::take(Cycles::of(&procedure), 10);
    assert_eq!((cycles.items.len(), cycles.more), (10, true));
}

#[test]
fn bounds_tell_whether_there_is_more() {
    let procedure = many_branchings(3);
    let natural = Loops::of(&procedure);
    let (_, natural) = natural.iter().next().expect("a loop");
    let induced = Induced::of(&procedure, natural);
    for (most, found, more) in [(0, 0, true), (7, 7, true), (8, 8, false), (9, 8, false)] {
        let bounded = Bounded::take(induced.backbones(&procedure), most);
        assert_eq!((bounded.items.len(), bounded.more), (found, more));
    }
}
