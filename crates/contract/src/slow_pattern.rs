//! Finds the patterns of a schema that may take long in a backtracking matcher.

use crate::regex::{Backtracking, Growth, MOST_WORK, SlowPattern, backtracking, parse_lenient};
use crate::{NodeId, Pointer, Schema};

/// The largest `maxLength` that makes a pattern with quadratic time acceptable.
const SHORT: u64 = 10_000;

/// The largest `maxLength` that makes a pattern with exponential time acceptable.
const VERY_SHORT: u64 = 20;

/// The work for a schema, in numbers of the worst patterns; the remaining patterns are not
/// examined.
const PATTERNS: u64 = 12;

/// A slow pattern and its place.
#[derive(Clone, Debug)]
pub struct SlowPatternFound {
    /// Its node.
    pub node: NodeId,
    /// The place of `pattern`, or of the name below `patternProperties`.
    pub pointer: Pointer,
    /// The pattern.
    pub pattern: String,
    /// Why it is slow.
    pub slow: SlowPattern,
}

impl SlowPatternFound {
    /// The message, with a text that shows it.
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

    /// The action.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self.slow.growth {
            Growth::Exponential => "let each text have one way through the pattern",
            Growth::Polynomial if self.pattern.starts_with('^') => {
                "add maxLength, or let each text have one way through the pattern"
            }
            Growth::Polynomial => "add maxLength, or begin the pattern with ^",
        }
    }
}

/// Patterns that were not examined.
#[derive(Clone, Debug)]
pub struct UnexaminedPatterns {
    /// Their number, at least one.
    pub count: usize,
    /// The node of the first one.
    pub node: NodeId,
    /// The place of the first one.
    pub pointer: Pointer,
}

impl UnexaminedPatterns {
    /// The message.
    #[must_use]
    pub fn finding(&self) -> String {
        let what = match self.count {
            1 => "1 pattern is".to_owned(),
            count => format!("{count} patterns, of which this is the first, are"),
        };
        format!(
            "{what} not examined for slow matching: too large, too many, or with `\\1` or `(?<=`"
        )
    }

    /// The action.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        "use short patterns without these, or a maxLength of 20 or less"
    }
}

/// The results for the patterns of a schema.
#[derive(Clone, Debug, Default)]
pub struct PatternFindings {
    /// The slow patterns.
    pub slow: Vec<SlowPatternFound>,
    /// The patterns that were not examined, by document.
    pub unexamined: Vec<UnexaminedPatterns>,
}

/// Examines the patterns of a schema. A small `maxLength` makes a pattern acceptable, because the length is
/// checked first. For property names, only exponential time counts.
#[must_use]
pub fn examine_patterns(schema: &Schema) -> PatternFindings {
    let mut findings = PatternFindings::default();
    let mut left = PATTERNS * MOST_WORK;
    for (node, part) in schema.nodes() {
        let Some(keywords) = part.keywords() else { continue };
        let bound = keywords.max_length.unwrap_or(u64::MAX);
        let own = keywords.pattern.as_ref().filter(|_| bound > VERY_SHORT);
        let own = own.map(|pattern| (pattern, part.pointer.push("pattern"), bound > SHORT));
        let names = keywords
            .pattern_properties
            .keys()
            .map(|pattern| (pattern, part.pointer.push("patternProperties").push(pattern), false));
        for (pattern, pointer, is_long) in own.into_iter().chain(names) {
            // Invalid patterns are reported elsewhere.
            let Ok(parsed) = parse_lenient(pattern) else { continue };
            match backtracking(&parsed, &mut left) {
                Backtracking::Slow(slow) if is_long || slow.growth == Growth::Exponential => {
                    let pattern = pattern.clone();
                    findings.slow.push(SlowPatternFound { node, pointer, pattern, slow });
                }
                Backtracking::Unknown => findings.add_unexamined(schema, node, pointer),
                Backtracking::Slow(_) | Backtracking::Linear => {}
            }
        }
    }
    findings
}

impl PatternFindings {
    fn add_unexamined(&mut self, schema: &Schema, node: NodeId, pointer: Pointer) {
        let document = schema.node(node).document;
        let same = |one: &&mut UnexaminedPatterns| schema.node(one.node).document == document;
        match self.unexamined.iter_mut().find(same) {
            Some(known) => known.count += 1,
            None => self.unexamined.push(UnexaminedPatterns { count: 1, node, pointer }),
        }
    }
}
