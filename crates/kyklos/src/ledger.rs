//! What is known of the places that a question is about, whoever has found it out: lanes of a portfolio write to it as soon
//! as they know, and read what is new.
//!
//! It knows one thing so far: that no run comes to a place. What else becomes of a place (that a run comes there, up to
//! which bound none does, why it is open) has its place here as well.

use kyklos_exec::Point;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What is known. It is shared by reference counts, for whoever writes to it may be cut off and left behind.
#[derive(Default)]
pub(crate) struct Ledger {
    refuted: Mutex<Arc<BTreeSet<Point>>>,
    /// How often places were added.
    news: AtomicU64,
}

impl Ledger {
    /// A ledger in which these places are refuted.
    pub(crate) fn with(refuted: impl IntoIterator<Item = Point>) -> Arc<Self> {
        let ledger = Self::default();
        ledger.refute(refuted);
        Arc::new(ledger)
    }

    /// No run comes to these places.
    pub(crate) fn refute(&self, places: impl IntoIterator<Item = Point>) {
        let mut refuted = self.refuted.lock().unwrap_or_else(PoisonError::into_inner);
        let more: BTreeSet<Point> = refuted.iter().copied().chain(places).collect();
        if more.len() > refuted.len() {
            *refuted = Arc::new(more);
            self.news.fetch_add(1, Ordering::Release);
        }
    }

    /// The places that are refuted, if there are more since `news` was told, which starts with 0.
    pub(crate) fn refuted_since(&self, news: &mut u64) -> Option<Arc<BTreeSet<Point>>> {
        let now = self.news.load(Ordering::Acquire);
        if std::mem::replace(news, now) == now {
            return None;
        }
        Some(self.refuted.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}
