//! Runs over many programs, on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What `look` finds at each of many items, in their order. One thread per processor works on them.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], look: impl Fn(&T) -> Option<R> + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < items.len());
        let look = |number: usize| Some((number, look(&items[number])?));
        std::iter::from_fn(take).filter_map(look).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let found = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        let mut found: Vec<(usize, R)> = found.collect();
        found.sort_by_key(|(number, _)| *number);
        found.into_iter().map(|(_, found)| found).collect()
    })
}
