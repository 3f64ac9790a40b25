//! Ranges of semantic versions as package managers write them: `^1.2.3`, `~1.2`, `1.x`, `>=1 <2`,
//! `1.2.3 - 2.0.0`, `a || b`. A bare version means exactly that version.

use semver::{Comparator, Op, Version, VersionReq};

/// Parses a version; a leading `v` is dropped.
pub(super) fn parse_version(text: &str) -> Option<Version> {
    let text = text.trim();
    Version::parse(text.strip_prefix(['v', 'V']).unwrap_or(text)).ok()
}

/// Alternatives, one of which must match.
#[derive(Debug)]
pub(super) struct Range(Vec<VersionReq>);

impl Range {
    pub(super) fn parse(text: &str) -> Option<Range> {
        if text.len() > 4096 {
            return None;
        }
        text.split("||").map(alternative).collect::<Option<Vec<_>>>().map(Range)
    }

    pub(super) fn contains(&self, version: &Version) -> bool {
        self.0.iter().any(|range| range.matches(version))
    }
}

fn alternative(text: &str) -> Option<VersionReq> {
    let text = text.trim();
    if text.is_empty() || matches!(text, "*" | "x" | "X") {
        return Some(VersionReq::STAR);
    }
    if let Some((low, high)) = text.split_once(" - ") {
        return VersionReq::parse(&format!(">={}, <={}", low.trim(), high.trim())).ok();
    }
    let mut comparators = Vec::new();
    let mut words = text.split([',', ' ', '\t']).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        // Spaces may separate an operator from its version.
        let lone = word.chars().all(|c| matches!(c, '<' | '>' | '=' | '^' | '~'));
        let one = if lone { format!("{word}{}", words.next()?) } else { word.to_owned() };
        comparators.extend(comparator(&one)?);
    }
    Some(VersionReq { comparators })
}

fn comparator(text: &str) -> Option<Option<Comparator>> {
    let start =
        text.find(|c: char| !matches!(c, '<' | '>' | '=' | '^' | '~')).unwrap_or(text.len());
    let (operator, version) = text.split_at(start);
    let version = version.strip_prefix(['v', 'V']).unwrap_or(version);
    if matches!(version, "*" | "x" | "X") {
        return matches!(operator, "" | "=" | "^" | "~" | ">=" | "<=").then_some(None);
    }
    let operator = match operator {
        "==" => "=",
        "~>" => "~",
        other => other,
    };
    let mut one = Comparator::parse(&format!("{operator}{version}")).ok()?;
    // A bare version is exact here; the crate reads it as `^`.
    if operator.is_empty() && one.op == Op::Caret {
        one.op = Op::Exact;
    }
    Some(Some(one))
}
