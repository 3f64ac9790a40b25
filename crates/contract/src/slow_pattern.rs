//! The patterns of a schema that a backtracking matcher may take long for.

use crate::regex::{Growth, MOST_WORK, SlowPattern, parse_lenient, slow_pattern};
use crate::{NodeId, Pointer, Schema};

/// Longer texts than this don't bound a pattern whose time grows with the square of the length.
const SHORT: u64 = 10_000;

/// Longer texts than this don't bound a pattern whose time doubles.
const VERY_SHORT: u64 = 20;

/// A schema may cost the work of so many of the worst patterns; what is left then is not judged.
const PATTERNS: u64 = 20;

/// A slow pattern and where it stands.
#[derive(Clone, Debug)]
pub struct SlowPatternFound {
    /// The node that has it.
    pub node: NodeId,
    /// The pattern's place: of `pattern`, or of the name below `patternProperties`.
    pub pointer: Pointer,
    /// The pattern.
    pub pattern: String,
    /// Why it is slow.
    pub slow: SlowPattern,
}

impl SlowPatternFound {
    /// What is wrong, with a text that shows it.
    #[must_use]
    pub fn finding(&self) -> String {
        let pattern: String = self.pattern.chars().take(100).collect();
        let cut = if pattern.len() < self.pattern.len() { "…" } else { "" };
        let time = match self.slow.growth {
            Growth::Exponential => "exponential",
            Growth::Polynomial => "quadratic or longer",
        };
        let example = self.slow.example();
        format!(
            "pattern {pattern:?}{cut}: takes {time} time where a matcher backtracks, as on {example:?}"
        )
    }

    /// What to do.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self.slow.growth {
            Growth::Exponential => "let each text have one way through the pattern",
            Growth::Polynomial => "add maxLength, or begin the pattern with ^",
        }
    }
}

/// The slow patterns of a schema. Of a string with a small `maxLength` there are none: the length is looked at
/// first. Of names of properties those that take exponential time.
#[must_use]
pub fn slow_patterns(schema: &Schema) -> Vec<SlowPatternFound> {
    let mut all = Vec::new();
    let mut left = PATTERNS * MOST_WORK;
    for (node, part) in schema.nodes() {
        let Some(keywords) = part.keywords() else { continue };
        if let Some(pattern) = &keywords.pattern {
            let bound = keywords.max_length.unwrap_or(u64::MAX);
            let slow = slow(pattern, &mut left).filter(|slow| match slow.growth {
                Growth::Exponential => bound > VERY_SHORT,
                Growth::Polynomial => bound > SHORT,
            });
            let pointer = part.pointer.push("pattern");
            all.extend(slow.map(|slow| SlowPatternFound {
                node,
                pointer,
                pattern: pattern.clone(),
                slow,
            }));
        }
        for pattern in keywords.pattern_properties.keys() {
            let slow = slow(pattern, &mut left).filter(|slow| slow.growth == Growth::Exponential);
            let pointer = part.pointer.push("patternProperties").push(pattern);
            all.extend(slow.map(|slow| SlowPatternFound {
                node,
                pointer,
                pattern: pattern.clone(),
                slow,
            }));
        }
    }
    all
}

fn slow(pattern: &str, left: &mut u64) -> Option<SlowPattern> {
    slow_pattern(&parse_lenient(pattern).ok()?, left)
}
