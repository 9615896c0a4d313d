//! Enumerations that are cut after some items.

/// The first items of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<T> {
    /// The items.
    pub items: Vec<T>,
    /// Whether the enumeration has further items.
    pub more: bool,
}

impl<T> Bounded<T> {
    /// Takes at most `most` items. The enumeration is asked for one further
    /// item, so `more` is exact.
    pub fn take(mut enumeration: impl Iterator<Item = T>, most: usize) -> Self {
        let items: Vec<T> = enumeration.by_ref().take(most).collect();
        // A shorter enumeration has said already that it is over; it need not be asked again.
        let more = items.len() == most && enumeration.next().is_some();
        Self { items, more }
    }
}
