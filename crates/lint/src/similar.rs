//! How many names are compared with one that was misspelt: each comparison takes the product of the two lengths.

/// Pairs of characters that are compared for one hint.
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
