//! Exact linear algebra over the rationals, with vectors of integers. Numbers that grow too large end a
//! computation without a result.

/// A vector; what matters is its direction.
pub type Vector = Vec<i128>;

/// A basis of all x with row · x = 0 for each of the rows.
pub fn nullspace(rows: Vec<Vector>, columns: usize) -> Option<Vec<Vector>> {
    let (rows, pivots) = reduced(rows)?;
    let mut basis = Vec::new();
    for free in (0..columns).filter(|column| !pivots.contains(column)) {
        let mut common = 1i128;
        for (row, pivot) in rows.iter().zip(&pivots).filter(|(row, _)| row[free] != 0) {
            common = multiple(common, row[*pivot])?;
        }
        let mut vector = vec![0; columns];
        vector[free] = common;
        for (row, pivot) in rows.iter().zip(&pivots).filter(|(row, _)| row[free] != 0) {
            vector[*pivot] = row[free].checked_mul(common / row[*pivot])?.checked_neg()?;
        }
        basis.push(primitive(vector));
    }
    Some(basis)
}

/// A basis of what the rows span, in reduced echelon form.
pub fn span(rows: Vec<Vector>) -> Option<Vec<Vector>> {
    reduced(rows).map(|(rows, _)| rows)
}

/// The vector without what rows in reduced echelon form span; nothing is left if they span it.
pub fn without(rows: &[Vector], mut vector: Vector) -> Option<Vector> {
    for row in rows {
        let Some(pivot) = row.iter().position(|number| *number != 0) else { continue };
        if vector[pivot] != 0 {
            vector = eliminated(&vector, row, pivot)?;
        }
    }
    Some(vector)
}

/// The rows in reduced echelon form, and where each has its first number.
fn reduced(rows: Vec<Vector>) -> Option<(Vec<Vector>, Vec<usize>)> {
    let mut done: Vec<Vector> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for row in rows {
        let mut row = row;
        for (known, pivot) in done.iter().zip(&pivots) {
            if row[*pivot] != 0 {
                row = eliminated(&row, known, *pivot)?;
            }
        }
        let Some(pivot) = row.iter().position(|number| *number != 0) else { continue };
        let row = primitive(row);
        for known in &mut done {
            if known[pivot] != 0 {
                *known = eliminated(known, &row, pivot)?;
            }
        }
        done.push(row);
        pivots.push(pivot);
    }
    Some((done, pivots))
}

/// A multiple of the vector plus one of the other, so that the number in the column is 0.
fn eliminated(vector: &[i128], by: &[i128], column: usize) -> Option<Vector> {
    let common = gcd(vector[column], by[column]);
    let (own, other) = (by[column] / common, vector[column] / common);
    let mut sum = Vec::with_capacity(vector.len());
    for (a, b) in vector.iter().zip(by) {
        sum.push(a.checked_mul(own)?.checked_sub(b.checked_mul(other)?)?);
    }
    Some(primitive(sum))
}

/// The same direction by the smallest integers, the first of them positive.
pub fn primitive(mut vector: Vector) -> Vector {
    let mut common = vector.iter().fold(0, |common, number| gcd(common, *number));
    if vector.iter().find(|number| **number != 0).is_some_and(|number| *number < 0) {
        common = -common;
    }
    if common != 0 && common != 1 {
        vector.iter_mut().for_each(|number| *number /= common);
    }
    vector
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

fn multiple(a: i128, b: i128) -> Option<i128> {
    let common = gcd(a, b);
    if common == 0 { Some(0) } else { (a / common).checked_mul(b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rows_leave_free() {
        let basis = nullspace(vec![vec![1, 2, 3], vec![2, 4, 7]], 3).unwrap();
        assert_eq!(basis, [vec![2, -1, 0]]);
        let basis = nullspace(vec![vec![2, 0, 3, 0]], 4).unwrap();
        assert_eq!(basis, [vec![0, 1, 0, 0], vec![3, 0, -2, 0], vec![0, 0, 0, 1]]);
        assert_eq!(nullspace(vec![], 1).unwrap(), [vec![1]]);
        assert!(nullspace(vec![vec![1, 0], vec![0, 5]], 2).unwrap().is_empty());
    }

    #[test]
    fn what_is_spanned_leaves_nothing() {
        let rows = span(vec![vec![2, 4, 0], vec![1, 1, 1], vec![3, 5, 1]]).unwrap();
        assert_eq!(rows, [vec![1, 0, 2], vec![0, 1, -1]]);
        assert_eq!(without(&rows, vec![3, 5, 1]).unwrap(), [0, 0, 0]);
        assert_ne!(without(&rows, vec![0, 0, 1]).unwrap(), [0, 0, 0]);
    }

    #[test]
    fn large_numbers_end_it() {
        let large = i128::MAX / 3;
        assert_eq!(nullspace(vec![vec![large, 7, 5], vec![5, large - 1, 3]], 3), None);
    }
}
