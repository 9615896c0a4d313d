//! Whether the table says the same as the C texts, the tests of wrong calls and the page on C.

use super::known::{Fact, Function, Kind, exactly, known};
use super::table::FUNCTIONS;
use super::{has, models};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

fn text(file: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn rows() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().flat_map(|part| part.iter())
}

fn is_model(row: &Function) -> bool {
    matches!(row.kind, Kind::Model | Kind::ModelOrOpen)
}

#[test]
fn each_name_stands_once() {
    let mut seen = HashSet::new();
    let twice: Vec<&str> = rows().flat_map(Function::names).filter(|name| !seen.insert(*name)).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(seen.len() > 600, "{}", seen.len());
}

#[test]
fn models_have_c_texts_and_these_have_rows() {
    let listed: BTreeSet<&str> = rows().filter(|row| is_model(row)).flat_map(Function::names).collect();
    let written: BTreeSet<&str> = models::names().collect();
    let without_text: Vec<_> = listed.difference(&written).collect();
    assert!(without_text.is_empty(), "no C text of {without_text:?}");
    let helper = |name: &&&str| name.starts_with("__kyklos_");
    let without_row: Vec<_> = written.difference(&listed).filter(|name| !helper(name)).collect();
    assert!(without_row.is_empty(), "no row of {without_row:?}");
    for row in rows() {
        let called = match row.kind {
            Kind::ByList(model) => Some(model),
            _ => None,
        };
        for needed in row.needs().chain(called) {
            assert!(written.contains(needed), "{} needs {needed}", row.names);
        }
    }
}

/// The parameters of a function that are pointers, and its body.
fn pointers(text: &str) -> (Vec<&str>, &str) {
    let (head, body) = text.split_at(text.find("{").unwrap());
    let parameters = head[head.find('(').unwrap() + 1..].split(',');
    let pointers = parameters.filter(|parameter| parameter.contains('*'));
    let names = pointers.filter_map(|parameter| {
        let words = parameter.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = |word: &&str| !word.is_empty() && !["const", "void", "int", "char"].contains(word);
        words.rev().find(word)
    });
    (names.collect(), body)
}

#[test]
fn models_look_at_their_pointers() {
    let mut wrong = Vec::new();
    for row in rows().filter(|row| is_model(row)) {
        for name in row.names() {
            let (_, text) = models::text_of(name).unwrap();
            let text = &text[text.find(&format!("{name}(")).unwrap()..];
            let (pointers, body) = pointers(text);
            let words: HashSet<&str> = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
            let ignored: Vec<&&str> = pointers.iter().filter(|pointer| !words.contains(**pointer)).collect();
            let may_ignore = row.has(Fact::Ignores) || text.contains("FILE *");
            if !ignored.is_empty() && !may_ignore {
                wrong.push(format!("{name} does not look at {ignored:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The tests know hundreds of wrong calls. A function whose wrong pointers are found has to say where they lead to, if
/// neither its C text nor the code that is made of its arguments says so.
#[test]
fn functions_say_where_their_pointers_lead_to() {
    let table = text("tests/library/wrong.txt");
    let calls: Vec<Vec<&str>> = table.lines().map(|line| line.split(" | ").collect()).collect();
    let found = |call: &&Vec<&str>| call.len() == 4 && call[3] != "not looked for";
    for call in calls.iter().filter(found) {
        let on_stream = ["file", "stream", "directory", "closed"].iter().any(|word| call[1].contains(word))
            || call[2].contains("closed")
            || call[2].contains("unopened");
        let row = known(call[0]);
        let says = row.is_some_and(|row| match row.kind {
            Kind::Builtin(_) | Kind::Covered => !row.reaches.is_empty() || on_stream,
            _ => true,
        });
        assert!(says || on_stream, "{}: {}", call[0], call[2]);
    }
    let tested: HashSet<&str> = calls.iter().map(|call| call[0]).collect();
    let leads =
        |row: &&Function| matches!(row.kind, Kind::Builtin(_) | Kind::Covered) && !row.reaches.is_empty();
    for row in rows().filter(leads) {
        let is_tested = row.names().any(|name| tested.contains(name));
        assert!(is_tested, "tests/library/wrong.txt has no wrong call of {}", row.names);
    }
}

/// What the page on C says of functions in its table of the library.
#[test]
fn the_page_on_c_agrees() {
    let page = text("docs/c.md");
    let (_, rest) = page.split_once("## The library and the outside").unwrap();
    let (table, _) = rest.split_once("\n## ").unwrap();
    let mut seen = 0;
    for line in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [functions, what, ..] = cells[..] else { continue };
        let named = functions.split('`').skip(1).step_by(2);
        for name in named.filter(|name| has(name) || name.starts_with("klee_") || name.starts_with("__")) {
            let row = exactly(name).unwrap_or_else(|| panic!("{name} is not in the table"));
            seen += 1;
            let is_open = matches!(row.kind, Kind::Open | Kind::Refused(_));
            let is_exact = !is_open && !matches!(row.kind, Kind::Covered);
            assert!(!what.starts_with("exact") || is_exact, "{name}: {what}");
            assert!(!what.starts_with("covered") || !is_open, "{name}: {what}");
            assert!(!what.starts_with("open") || is_open, "{name}: {what}");
        }
    }
    assert!(seen > 60, "{seen}");
}
