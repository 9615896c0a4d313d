//! Arrays as back ends give them, on the way into a model.

use kyklos_base::Int;
use kyklos_term::FunctionModel;
use std::collections::{BTreeMap, BTreeSet};

/// A number, or a map from numbers to shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Number(Int),
    Map { entries: BTreeMap<Int, Shape>, default: Box<Shape> },
}

/// At most this many entries come from combining the indices of a nested map.
const COMBINATIONS: usize = 10_000;

impl Shape {
    /// The map that has one value everywhere.
    pub(crate) fn constant(value: Shape) -> Shape {
        Shape::Map { entries: BTreeMap::new(), default: Box::new(value) }
    }

    /// The number at an index; `None` if the index has not as many parts as the shape is deep.
    pub(crate) fn at(&self, indices: &[Int]) -> Option<&Int> {
        match (self, indices) {
            (Shape::Number(value), []) => Some(value),
            (Shape::Map { entries, default }, [first, rest @ ..]) => {
                entries.get(first).unwrap_or(default).at(rest)
            }
            _ => None,
        }
    }

    /// The array with finitely many entries that agrees with this shape at the
    /// indices of interest and at every combination of indices named in it. For
    /// a single index that is the shape itself; a deeper shape may differ from
    /// its own default along whole rows, which such an array cannot express.
    pub(crate) fn function(&self, arity: usize, of_interest: &[Vec<Int>]) -> Option<FunctionModel> {
        let mut default = self;
        while let Shape::Map { default: inner, .. } = default {
            default = inner;
        }
        let Shape::Number(default) = default else { return None };
        let mut keys = vec![BTreeSet::new(); arity];
        self.collect_keys(&mut keys);
        let mut candidates = vec![Vec::new()];
        for level in &keys {
            if candidates.len().saturating_mul(level.len()) > COMBINATIONS && arity > 1 {
                candidates.clear();
                break;
            }
            candidates = candidates
                .iter()
                .flat_map(|prefix| {
                    level.iter().map(move |key| [prefix.as_slice(), std::slice::from_ref(key)].concat())
                })
                .collect();
        }
        let mut entries = BTreeMap::new();
        for indices in candidates.iter().chain(of_interest) {
            let value = self.at(indices)?;
            if value != default {
                entries.insert(indices.clone(), value.clone());
            }
        }
        Some(FunctionModel { entries, default: default.clone() })
    }

    /// The keys at each level, in whatever branch.
    fn collect_keys(&self, keys: &mut [BTreeSet<Int>]) {
        let (Shape::Map { entries, default }, [level, deeper @ ..]) = (self, keys) else { return };
        for (key, value) in entries {
            level.insert(key.clone());
            value.collect_keys(deeper);
        }
        default.collect_keys(deeper);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(i64, Shape)], default: Shape) -> Shape {
        let entries = entries.iter().map(|(key, value)| (Int::from(*key), value.clone())).collect();
        Shape::Map { entries, default: Box::new(default) }
    }

    fn number(value: i64) -> Shape {
        Shape::Number(Int::from(value))
    }

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().copied().map(Int::from).collect()
    }

    #[test]
    fn a_flat_map_is_kept_as_it_is() {
        let function = map(&[(1, number(5)), (2, number(0))], number(0)).function(1, &[]).unwrap();
        assert_eq!(function.entries, BTreeMap::from([(ints(&[1]), Int::from(5))]));
        assert_eq!(function.default, Int::ZERO);
    }

    #[test]
    fn rows_agree_where_it_matters() {
        let row = map(&[(7, number(3))], number(4));
        let shape = map(&[(1, row)], map(&[(8, number(2))], number(0)));
        let function = shape.function(2, &[ints(&[1, 99]), ints(&[50, 8])]).unwrap();
        for index in [[1, 7], [1, 8], [1, 99], [50, 8], [60, 60]] {
            assert_eq!(Some(function.at(&ints(&index))), shape.at(&ints(&index)), "{index:?}");
        }
        assert_eq!(shape.function(1, &[]), None);
    }
}
