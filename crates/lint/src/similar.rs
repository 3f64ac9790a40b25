//! The maximum number of names that are compared with a misspelt one, because each comparison takes the product
//! of both lengths.

/// The maximum number of character comparisons for one suggestion.
const MOST: usize = 2_000_000;

/// The length in bytes above which a name is no typing error of another.
const LONGEST: usize = 200;

/// The number of edits between two names; none if one of them is too long to be mistyped.
#[must_use]
pub fn distance(a: &str, b: &str) -> Option<usize> {
    let fits = a.len().max(b.len()) <= LONGEST;
    fits.then(|| strsim::damerau_levenshtein(a, b))
}

/// The name with the fewest edits to `name`, at most `most` of them; of several, the first in their order.
pub(crate) fn nearest<'n>(
    name: &str,
    names: impl Iterator<Item = &'n str>,
    most: usize,
) -> Option<&'n str> {
    let near = names.filter_map(|known| Some((distance(name, known)?, known)));
    near.filter(|(edits, _)| *edits <= most).min().map(|(_, near)| near)
}

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

#[cfg(test)]
mod tests {
    use super::{affordable, distance};

    #[test]
    fn long_names_are_not_compared() {
        assert_eq!(distance("limit", "limti"), Some(1));
        let long = "x".repeat(900_000);
        assert_eq!(distance(&long, "limit"), None);
        assert_eq!(distance("limit", &long), None);
        let names = vec!["abcdefghij"; 100_000];
        assert!(affordable(&"y".repeat(150), names.into_iter()).count() < 2_000);
    }
}
