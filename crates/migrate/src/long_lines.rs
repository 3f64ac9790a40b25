//! Lines that would become too long for a review: the prefix gets a line of its own, which a backslash continues.

use std::collections::BTreeMap;

use crate::edit::{CONTINUED, Edit};
use crate::envelope::SAY;
use crate::options::Legacy;
use crate::place::OwnLines;
use crate::planner::Planner;

/// The longest line that reviews show in full, in characters.
pub(crate) const LONGEST_LINE: usize = 160;

impl Planner<'_> {
    /// Continues lines that only the prefixes make too long. A script that prints numbers of its lines, or reads them,
    /// keeps its lines.
    pub(crate) fn continue_long_lines(&mut self, own_lines: OwnLines) {
        if own_lines != OwnLines::Unread || self.options.legacy == Legacy::Kept {
            return;
        }
        let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, edit) in self.edits.iter().enumerate() {
            lines.entry(self.source.line_of(edit.at)).or_default().push(index);
        }
        for (line, mut edits) in lines {
            edits.sort_by_key(|index| self.edits[*index].at);
            if let Some((index, text)) = self.continued(line, &edits) {
                self.edits[index].text = text.into();
            }
        }
    }

    /// The prefix to continue on the next line, and its text, if that makes the lines short enough.
    fn continued(&self, line: usize, edits: &[usize]) -> Option<(usize, String)> {
        let bytes = self.source.line(line);
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.ends_with('\r'))?;
        let put = |edits: &[usize]| edits.iter().map(|index| width(&self.edits[*index].text)).sum();
        let added: usize = put(edits);
        if width(text) > LONGEST_LINE || width(text) + added <= LONGEST_LINE {
            return None;
        }
        let start = self.source.line_start(line);
        let indent = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
        let deeper = format!("{indent}{}", if indent.starts_with('\t') { "\t" } else { "  " });
        edits.iter().enumerate().rev().find_map(|(number, index)| {
            let edit = &self.edits[*index];
            if !edit.text.starts_with(SAY) || self.is_quoted(edit) {
                return None;
            }
            let (head, rest) = text.split_at(edit.at - start);
            let first = width(head) + put(&edits[..=number]) + 1;
            let second = width(rest) + put(&edits[number + 1..]);
            let fits = |indent: &&str| width(indent) + second <= LONGEST_LINE;
            let indent = [&*deeper, indent].into_iter().find(fits)?;
            (first <= LONGEST_LINE).then(|| (*index, format!("{}{CONTINUED}{indent}", edit.text)))
        })
    }

    /// Whether an edit is in the action of a trap.
    fn is_quoted(&self, edit: &Edit) -> bool {
        self.script.quoted.iter().any(|range| range.contains(&edit.at))
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use crate::{Options, apply, numbered, plan, taken_back};

    const WHY: &str = "no configuration was found in any of the folders that this program searches, and none was named here";

    fn migrated(script: &str) -> String {
        let plan = plan(script.as_bytes(), &Options::default());
        let text = String::from_utf8(apply(script.as_bytes(), &plan.edits)).expect("text");
        let back = taken_back(text.as_bytes()).expect("migrated").expect("taken back");
        assert_eq!(String::from_utf8_lossy(&back), script);
        let numbers =
            numbered(script.as_bytes(), &plan.edits).iter().filter(|b| **b == b'\n').count();
        assert_eq!(numbers, text.matches('\n').count());
        text
    }

    #[test]
    fn a_prefix_that_makes_a_line_too_long_has_its_own_line() {
        for indent in ["", "    ", "\t"] {
            let line = format!("{indent}[ -f \"$1\" ] || {{ echo \"error: {WHY}\" >&2; exit 1; }}");
            let script = format!("#!/usr/bin/env bash\n\nif true; then\n{line}\nfi\necho ok\n");
            let text = migrated(&script);
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines.iter().skip(2).all(|line| line.chars().count() <= 160), "{text}");
            let head = format!("{indent}[ -f \"$1\" ] || {{ skill_say error \\");
            assert!(lines.contains(&&*head), "{text}");
        }
    }

    #[test]
    fn a_short_line_and_a_long_one_stay_one() {
        for why in ["no configuration", &WHY.repeat(2)] {
            let text =
                migrated(&format!("#!/usr/bin/env bash\n\necho \"error: {why}\"\necho ok\n"));
            assert!(!text.contains("\\\n"), "{text}");
        }
    }

    #[test]
    fn a_script_that_prints_numbers_of_lines_keeps_its_lines() {
        let line =
            format!("[ -f \"$1\" ] || {{ echo \"error: {WHY}, nor any other\" >&2; exit 1; }}");
        let script = format!("#!/usr/bin/env bash\n\n{line}\necho \"$LINENO\"\n");
        assert!(!migrated(&script).contains("\\\n"));
    }
}
