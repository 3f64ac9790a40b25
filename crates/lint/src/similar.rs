//! The maximum number of names that are compared with a misspelt one, because each comparison takes the product
//! of both lengths.

/// The maximum number of character comparisons for one suggestion.
const MOST: usize = 2_000_000;

/// The first of `names` that can be compared with `name` in reasonable time.
pub(crate) fn affordable<'n>(
    name: &str,
    names: impl Iterator<Item = &'n str>,
) -> impl Iterator<Item = &'n str> {
    let length = name.len();
    let mut left = MOST;
    names.take_while(move |other| {
        let cost = length.saturating_mul(other.len());
        let fits = cost <= left;
        left = left.saturating_sub(cost);
        fits
    })
}
