//! A `case` that ends the script for a value with other characters than digits.

use crate::infer::facts::Facts;
use crate::infer::variable::alone;

/// Patterns of values that are no whole number.
const NO_NUMBERS: [&str; 3] = ["*[!0-9]*", "*[^0-9]*", "*[![:digit:]]*"];

/// The line of the `case` that lets only digits pass: `case "$n" in '' | *[!0-9]*) exit 1 ;; esac`.
pub(super) fn guarded(facts: &Facts, variable: &str) -> Option<usize> {
    let on_it = facts.cases.iter().filter(|case| alone(&case.subject).as_deref() == Some(variable));
    let mut arms = on_it.flat_map(|case| &case.arms).filter(|arm| arm.fails);
    let is_no_number = |pattern: &String| NO_NUMBERS.contains(&pattern.as_str());
    arms.find(|arm| arm.patterns.iter().any(is_no_number)).map(|arm| arm.line)
}
