use kyklos_solver::*;
use kyklos_term::*;
use std::time::Duration;
fn cpu() -> u64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse().unwrap()
}
fn main() {
    for len in [1usize, 5, 50, 200] {
        let mut terms = Terms::new();
        let mut s = chain(&ChainOptions { plain: true, ..Default::default() }).unwrap();
        let xs: Vec<Term> =
            (0..len + 1).map(|i| terms.fresh(format!("x{i}"), SymbolKind::Input, Sort::Int)).collect();
        let mut path = vec![];
        for i in 0..len {
            let t = terms.add(xs[i], xs[i + 1]);
            let b = terms.small(10 + i as i64);
            path.push(terms.le(t, b));
        }
        let goals: Vec<Term> = (0..1000)
            .map(|i| {
                let b = terms.small(i % 50);
                let l = terms.gt(xs[len / 2], b);
                l
            })
            .collect();
        let unsat: Vec<Term> = (0..1000)
            .map(|i| {
                let b = terms.small(500 + i % 50);
                let c = terms.small(i % 50);
                let l = terms.gt(xs[0], b);
                let k = terms.lt(xs[0], c);
                terms.and([l, k])
            })
            .collect();
        for (name, gs) in [("sat", &goals), ("unsat", &unsat)] {
            let t = cpu();
            for g in gs {
                s.solve(
                    &mut terms,
                    &Query { path: &path, goal: *g, hint: None, limit: Duration::from_secs(5) },
                );
            }
            println!("{len} {name}: {} us cpu", (cpu() - t) / 1000 / 1000);
        }
    }
}
