//! Fixes as data: byte edits of one file. They are applied separately, all or none.

use std::collections::BTreeMap;

/// Whether a fix can change the meaning of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// The meaning is unchanged for all clients that could read the file: `--fix` applies it.
    Safe,
    /// The meaning may change as described: only `--unsafe-fixes` applies it.
    Unsafe,
}

/// Replace the bytes `start..end` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// First byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// The replacement.
    pub text: String,
}

/// The fix of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// A description for people.
    pub words: String,
    /// Whether it may change the meaning.
    pub safety: Safety,
    /// The edits, in the file of the finding.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A safe fix of one edit.
    #[must_use]
    pub fn safe(words: impl Into<String>, edit: Edit) -> Fix {
        Fix { words: words.into(), safety: Safety::Safe, edits: vec![edit] }
    }

    /// An unsafe fix of one edit.
    #[must_use]
    pub fn risky(words: impl Into<String>, edit: Edit) -> Fix {
        Fix { words: words.into(), safety: Safety::Unsafe, edits: vec![edit] }
    }
}

/// Applies the fixes to `text` in order, without those that overlap an applied one. Returns the new
/// text and the number of applied fixes.
#[must_use]
pub fn apply<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, usize) {
    let mut taken: BTreeMap<(usize, usize), &Edit> = BTreeMap::new();
    let mut applied = 0;
    for fix in fixes {
        let sound = fix.edits.iter().all(|edit| {
            edit.start <= edit.end
                && text.is_char_boundary(edit.start)
                && edit.end <= text.len()
                && text.is_char_boundary(edit.end)
        });
        if sound && !fix.edits.iter().any(|new| clashes(&taken, new)) {
            taken.extend(fix.edits.iter().map(|edit| ((edit.start, edit.end), edit)));
            applied += 1;
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in taken.into_values() {
        out.push_str(&text[at..edit.start]);
        out.push_str(&edit.text);
        at = edit.end;
    }
    out.push_str(&text[at..]);
    (out, applied)
}

/// Whether a new edit overlaps an applied one. Those don't overlap each other, so only the nearest ones
/// can.
fn clashes(taken: &BTreeMap<(usize, usize), &Edit>, new: &Edit) -> bool {
    let before = taken.range(..(new.end, 0)).next_back();
    let overlaps = before.is_some_and(|((_, end), _)| *end > new.start);
    overlaps || taken.contains_key(&(new.start, new.end))
}

#[cfg(test)]
mod tests {
    use super::{Edit, Fix, apply};

    fn fix(start: usize, end: usize, text: &str) -> Fix {
        Fix::safe("", Edit { start, end, text: text.to_owned() })
    }

    #[test]
    fn edits_apply_together_and_overlaps_are_left_out() {
        let fixes = [fix(4, 5, "E"), fix(0, 1, "A"), fix(4, 6, "X")];
        assert_eq!(apply("abcdefg", &fixes), ("AbcdEfg".to_owned(), 2));
    }

    #[test]
    fn edits_out_of_the_text_are_left_out() {
        assert_eq!(apply("ü", &[fix(1, 2, "x"), fix(0, 9, "x")]), ("ü".to_owned(), 0));
    }
}
