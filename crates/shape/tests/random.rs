//! Enumerations on random graphs, compared with definitions applied to all walks.

use kyklos_base::Span;
use kyklos_flow::{EdgeId, ErrorKind, Instruction, LocationId, LocationKind, Procedure, ProcedureBuilder};
use kyklos_shape::{Backbones, Cycle, Cycles, Induced, Loops};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

type Path = Vec<EdgeId>;

/// Any graph of an entry, an exit, an error and up to four other locations.
fn procedures() -> impl Strategy<Value = Procedure> {
    (0_u32..=4).prop_flat_map(|plain| {
        let count = plain + 3;
        proptest::collection::vec((0..count, 0..count), 0..12).prop_map(move |edges| build(plain, &edges))
    })
}

fn build(plain: u32, edges: &[(u32, u32)]) -> Procedure {
    let span = Span::nowhere();
    let mut builder = ProcedureBuilder::new("main", span, None);
    builder.error(ErrorKind::Assertion, "fails", span);
    for _ in 0..plain {
        builder.plain(span);
    }
    for (from, to) in edges {
        builder.edge(LocationId(*from), LocationId(*to), Instruction::Skip, span);
    }
    builder.finish()
}

fn ends(procedure: &Procedure, edge: EdgeId) -> (LocationId, LocationId) {
    (procedure.edges[edge].from, procedure.edges[edge].to)
}

/// All locations of a path that starts somewhere.
fn locations(procedure: &Procedure, start: LocationId, path: &[EdgeId]) -> Vec<LocationId> {
    std::iter::once(start).chain(path.iter().map(|edge| ends(procedure, *edge).1)).collect()
}

fn distinct(locations: &[LocationId]) -> bool {
    locations.iter().collect::<BTreeSet<_>>().len() == locations.len()
}

/// All walks from a location with at most as many edges as there are locations, whatever they repeat.
fn walks(procedure: &Procedure, start: LocationId) -> Vec<Path> {
    let mut all = vec![Path::new()];
    let mut last = all.clone();
    for _ in 0..procedure.locations.len() {
        let mut longer = Vec::new();
        for walk in &last {
            let at = walk.last().map_or(start, |edge| ends(procedure, *edge).1);
            // A walk with a repetition before its last location is neither a cycle nor acyclic.
            if distinct(&locations(procedure, start, walk)) {
                let on = procedure.edges.iter().filter(|(_, edge)| edge.from == at);
                longer.extend(on.map(|(edge, _)| walk.iter().copied().chain([edge]).collect::<Path>()));
            }
        }
        all.extend(longer.iter().cloned());
        last = longer;
    }
    all
}

/// [compact Def. 1], word by word; the entry of a procedure is entered by calls.
fn is_cycle(procedure: &Procedure, cycle: &Cycle) -> bool {
    let through = locations(procedure, cycle.entry, &cycle.core);
    let connected = cycle.core.iter().zip(&through).all(|(edge, from)| ends(procedure, *edge).0 == *from);
    let Some(last) = cycle.core.last() else { return false };
    let closed = ends(procedure, *last).1 == cycle.entry;
    let mut entering = procedure.edges.iter().filter(|(id, edge)| edge.to == cycle.entry && id != last);
    let enterable = cycle.entry == procedure.entry || entering.next().is_some();
    let exits =
        procedure.edges.iter().filter(|(id, edge)| through.contains(&edge.from) && !cycle.core.contains(id));
    let exits: BTreeSet<EdgeId> = exits.map(|(id, _)| id).collect();
    let same_exits = exits == cycle.exits.iter().copied().collect() && exits.len() == cycle.exits.len();
    connected && closed && enterable && same_exits && distinct(&through[1..])
}

/// The set of the items, none of which may come twice.
fn set(paths: impl IntoIterator<Item = Path>) -> BTreeSet<Path> {
    let mut result = BTreeSet::new();
    for path in paths {
        assert!(result.insert(path.clone()), "{path:?} is enumerated twice");
    }
    result
}

/// Which locations lead to which over at least one edge, on the locations that are allowed.
fn closure(procedure: &Procedure, allowed: impl Fn(LocationId) -> bool) -> Vec<Vec<bool>> {
    let count = procedure.locations.len();
    let mut leads = vec![vec![false; count]; count];
    for edge in procedure.edges.rows().filter(|edge| allowed(edge.from) && allowed(edge.to)) {
        leads[edge.from.0 as usize][edge.to.0 as usize] = true;
    }
    for through in 0..count {
        for from in 0..count {
            for to in 0..count {
                leads[from][to] |= leads[from][through] && leads[through][to];
            }
        }
    }
    leads
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn cycles_are_all_that_the_definition_allows(procedure in procedures()) {
        let found: Vec<Cycle> = Cycles::of(&procedure).collect();
        for cycle in &found {
            prop_assert!(is_cycle(&procedure, cycle), "{cycle:?}");
        }
        let mut expected = BTreeSet::new();
        for entry in procedure.locations.ids() {
            let here = walks(&procedure, entry).into_iter().filter(|core| {
                let through = locations(&procedure, entry, core);
                let leaves = procedure.edges.iter().filter(|(_, edge)| through.contains(&edge.from));
                let exits = leaves.map(|(id, _)| id).filter(|id| !core.contains(id)).collect();
                is_cycle(&procedure, &Cycle { entry, core: core.clone(), exits })
            });
            let here = set(here);
            prop_assert_eq!(&set(Cycles::at(&procedure, entry).map(|cycle| cycle.core)), &here);
            expected.extend(here);
        }
        prop_assert_eq!(set(found.into_iter().map(|cycle| cycle.core)), expected);
    }

    #[test]
    fn backbones_are_all_acyclic_complete_paths(procedure in procedures()) {
        let entry = procedure.entry;
        let is_end = |location: &LocationId| procedure.locations[*location].kind != LocationKind::Plain;
        // A complete path has one end: the graphs are random, and edges may leave an end.
        let complete = |path: &Path, is_end: &dyn Fn(&LocationId) -> bool| {
            let through = locations(&procedure, entry, path);
            distinct(&through) && through.iter().position(is_end) == Some(path.len())
        };
        let walks = walks(&procedure, entry);
        let expected = set(walks.iter().filter(|path| complete(path, &is_end)).cloned());
        prop_assert_eq!(set(Backbones::of(&procedure)), expected);
        for target in procedure.locations.ids() {
            let expected = walks.iter().filter(|path| complete(path, &|at| *at == target)).cloned();
            prop_assert_eq!(set(Backbones::to(&procedure, target)), set(expected));
        }
    }

    #[test]
    fn depth_first_in_edge_order(procedure in procedures()) {
        // Edges are numbered in the order they are added, so this is the order of lists of numbers.
        let paths: Vec<Path> = Backbones::of(&procedure).collect();
        prop_assert!(paths.is_sorted());
    }

    #[test]
    fn induced_programs_have_the_iterations_as_backbones(procedure in procedures()) {
        for (_, natural) in Loops::of(&procedure).iter() {
            let induced = Induced::of(&procedure, natural);
            let inside = |location: &LocationId| natural.body.contains(location);
            let expected = walks(&procedure, natural.head).into_iter().filter(|path| {
                let through = locations(&procedure, natural.head, path);
                !path.is_empty()
                    && through.last() == Some(&natural.head)
                    && through.iter().all(inside)
                    && distinct(&through[1..])
            });
            let found = set(induced.backbones(&procedure));
            prop_assert_eq!(&found, &set(expected));
            let cycles = set(Cycles::at(&procedure, natural.head).map(|cycle| cycle.core));
            prop_assert!(found.is_subset(&cycles));
            for (id, edge) in procedure.edges.iter() {
                let (from, to) = (inside(&edge.from), inside(&edge.to));
                prop_assert_eq!(induced.edges.contains(&id), from && to);
                prop_assert_eq!(induced.back.contains(&id), from && edge.to == natural.head);
                prop_assert_eq!(induced.exits.contains(&id), from && !to);
            }
        }
    }

    #[test]
    fn loops_on_paths_are_what_leads_back_around_the_path(procedure in procedures()) {
        let natural = Loops::of(&procedure);
        let paths: BTreeSet<Path> = procedure.locations.ids().flat_map(|to| Backbones::to(&procedure, to)).collect();
        for path in paths {
            let mut before = locations(&procedure, procedure.entry, &path);
            let head = before.pop().expect("a path has locations");
            let leads = closure(&procedure, |location| !before.contains(&location));
            let around = |at: &LocationId| {
                leads[head.0 as usize][at.0 as usize] && leads[at.0 as usize][head.0 as usize]
            };
            let body: Vec<LocationId> = procedure.locations.ids().filter(around).collect();
            let entered = Induced::entered(&procedure, &path);
            prop_assert_eq!(entered.as_ref().map_or(&[][..], |entered| &entered.body), body.as_slice());
            if let Some((_, natural)) = natural.iter().find(|(_, natural)| natural.head == head) {
                prop_assert!(natural.body.iter().all(|location| body.contains(location)));
            }
        }
    }
}
