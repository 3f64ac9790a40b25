//! The words that an argument or an option takes: a `case` on its value, of which all other values end the script.

use std::collections::BTreeSet;

use crate::infer::facts::{Arm, Case};
use crate::infer::{Evidence, Reading, variable};

/// Options that only print information about the script.
pub(super) const ABOUT: [&str; 6] = ["-h", "--help", "-?", "help", "--usage", "--version"];

/// The words of a `case` on the option's value in its branch whose other values end the script.
pub(super) fn checked(
    reading: &Reading<'_>,
    case: &Case,
    arm: &Arm,
    evidence: &mut Vec<Evidence>,
) -> Vec<String> {
    let later = case.arms.iter().map(|other| other.line).filter(|line| *line > arm.line).min();
    let end = later.unwrap_or(case.last + 1).max(arm.line + 1);
    let is_inner = |inner: &&Case| {
        (arm.line..end).contains(&inner.line)
            && inner.function == case.function
            && matches!(variable::alone(&inner.subject).as_deref(), Some("2" | "OPTARG"))
    };
    let fails = |arm: &Arm| arm.fails && arm.patterns.iter().any(|p| p == "*");
    let Some(inner) = reading.facts.cases.iter().find(is_inner) else { return Vec::new() };
    let Some(words) = words_of(inner).filter(|_| inner.arms.iter().any(fails)) else {
        return Vec::new();
    };
    evidence
        .push(Evidence { line: inner.line, text: "all other values end the script".to_owned() });
    words
}

/// The literal patterns of a `case`; `None` if one is a glob.
pub(super) fn words_of(case: &Case) -> Option<Vec<String>> {
    let (mut words, mut seen) = (Vec::new(), BTreeSet::new());
    for pattern in
        case.arms.iter().filter(|a| !a.patterns.iter().any(|p| p == "*")).flat_map(|a| &a.patterns)
    {
        if ABOUT.contains(&pattern.as_str()) || pattern.is_empty() {
            continue;
        }
        if pattern.contains(['*', '?', '[', '$', '\\']) {
            return None;
        }
        if seen.insert(pattern) {
            words.push(pattern.clone());
        }
    }
    (!words.is_empty()).then_some(words)
}
