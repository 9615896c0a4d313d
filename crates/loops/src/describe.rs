//! What was found out about loops, for people.

use crate::templates::Template;
use kyklos_base::Span;
use kyklos_exec::{Context, Point};

/// What was found out about the loops of a program while it was executed.
#[derive(Default)]
pub struct Journal {
    /// Why no template was made: the loop's head, the place, the reason; each once.
    pub declined: Vec<(Point, Span, String)>,
}

impl Journal {
    pub(crate) fn declined(&mut self, head: Point, span: Span, why: &str) {
        if !self.declined.iter().any(|known| known.0 == head && known.1 == span && known.2 == why) {
            self.declined.push((head, span, why.to_owned()));
        }
    }

    pub(crate) fn refuted(&mut self, head: Point, span: Span, why: &str) {
        self.declined(head, span, why);
    }

    pub(crate) fn found(&mut self, _: &Context<'_>, _: Point, _: &Template) {}
}
