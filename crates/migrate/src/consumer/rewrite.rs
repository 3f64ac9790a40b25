//! The replacement by which a reader gets the former value from the migrated script.

use std::ops::Range;

use super::pipeline::Stage;

/// The replaced bytes, and their replacement.
pub(super) type Change = (Range<usize>, String);

/// `| grep Confidence | cut -d: -f2` → the same value from the envelope.
pub(super) fn rewrite(text: &str, end: usize, stages: &[Stage]) -> Option<Change> {
    let first = stages.first()?;
    let last = stages.last()?;
    let body = |s: &Stage| text[s.range.start + 1..s.range.end].trim().to_owned();
    let known = |s: &Stage| {
        matches!(
            s.command.as_str(),
            "grep" | "egrep" | "sed" | "awk" | "cut" | "tr" | "head" | "tail" | "xargs"
        )
    };
    if !stages.iter().all(known) || text[end..first.range.start].contains("2>&1") {
        return None;
    }
    let grep = body(first);
    let range = first.range.start
        ..last.range.start + 1 + text[last.range.start + 1..last.range.end].trim_end().len();
    if !first.command.ends_with("grep") {
        let key = key(&taken_out(&first.command, &grep)?)?;
        return Some((range, value_of(&key)));
    }
    if grep.contains(['$', '%']) {
        return None;
    }
    let words: Vec<&str> = grep.split_whitespace().skip(1).collect();
    let quiet = words.iter().any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains('q'));
    let pattern =
        words.iter().filter(|w| !w.starts_with('-')).copied().collect::<Vec<_>>().join(" ");
    let pattern = pattern.trim_matches(['"', '\'']).trim_start_matches('^');
    if quiet && stages.len() == 1 {
        let good = ["SUCCESS", "COMPLETE", "DONE", "OK", "\u{2705}", "\u{2713}"];
        let bad = ["FAILED", "ERROR", "FAIL", "\u{274C}", "\u{2717}"];
        let value = if good.contains(&pattern) {
            true
        } else if bad.contains(&pattern) {
            false
        } else {
            return None;
        };
        return Some((range, format!("| grep -q '\"success\": *{value}'")));
    }
    // A value is needed, so a command must extract it from the line.
    let takes = stages.len() > 1 || words.iter().any(|w| w.starts_with('-') && w.contains('o'));
    if !takes {
        return None;
    }
    if !(pattern.contains(':') || pattern.to_ascii_lowercase().starts_with("confidence")) {
        return None;
    }
    Some((range, value_of(&key(pattern)?)))
}

/// The label after which `sed -n 's/Label: //p'` or `awk '/Label/ {print $2}'` extracts a value.
pub(super) fn taken_out(command: &str, text: &str) -> Option<String> {
    let script = text.split(['\'', '"']).nth(1)?;
    let pattern = match command {
        "sed" if text.contains("-n") => {
            let mut parts = script.strip_prefix("s/")?.split('/');
            let pattern = parts.next()?;
            (parts.next().is_some() && parts.next() == Some("p")).then_some(pattern)?
        }
        "awk" => {
            let (pattern, action) = script.trim().strip_prefix('/')?.split_once('/')?;
            action.contains("print $").then_some(pattern)?
        }
        _ => return None,
    };
    let pattern = pattern.trim_start_matches('^').trim_start_matches(".*").trim_start();
    let named = pattern.contains(':') || pattern.eq_ignore_ascii_case("confidence");
    named.then(|| pattern.to_owned())
}

/// The member of the envelope for the value after a label.
pub(super) fn key(pattern: &str) -> Option<String> {
    let label = pattern.split(':').next().unwrap_or("").split("\\s").next().unwrap_or("").trim();
    let label = label.trim_end_matches(['.', '*', ' ', '?']);
    let plain = !label.is_empty()
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ' || c == '_');
    plain.then(|| label.to_ascii_lowercase().replace(' ', "_"))
}

/// The commands that extract a number from the envelope.
pub(super) fn value_of(key: &str) -> String {
    format!("| sed -n 's/.*\"{key}\": *\\(-\\{{0,1\\}}[0-9.]*\\).*/\\1/p'")
}
