//! `description-cut`, `frontmatter-crlf`, `frontmatter-duplicate-key`, `frontmatter-yaml-boolean`, `frontmatter-version-float`:
//! valid YAML that some parsers read differently than its author.

use contract::source::frontmatter::Parts;
use contract::{Level, Pointer, Position};
use serde_json::Value;

use crate::fix::{Edit, Fix, Safety};
use crate::report::Report;
use crate::skill::Skill;

/// Words that are booleans in YAML 1.1 and strings in YAML 1.2.
const BOOLEANS: [&str; 12] =
    ["no", "No", "NO", "yes", "Yes", "YES", "on", "On", "ON", "off", "Off", "OFF"];

/// Keys whose values clients read as booleans.
const SWITCHES: [&str; 3] = ["disable-model-invocation", "user-invocable", "default-enabled"];

/// The YAML 1.1 value of one of [`BOOLEANS`].
fn truth(word: &str) -> bool {
    word.eq_ignore_ascii_case("yes") || word.eq_ignore_ascii_case("on")
}

pub(crate) fn check_block(shown: &str, text: &str, parts: &Parts<'_>, report: &mut Report) {
    let end = text.len() - parts.body.len();
    let lines = text[..end].matches("\r\n").count();
    if lines == 0 {
        return;
    }
    // The whole file, because mixed line ends would be worse.
    let edits: Vec<Edit> = text
        .match_indices("\r\n")
        .map(|(at, _)| Edit { start: at, end: at + 1, text: String::new() })
        .collect();
    let message =
        format!("expected lines that end with LF, found CRLF on {lines} lines of the frontmatter");
    let position = Position { line: 1 + parts.blank_lines, column: 1 };
    report
        .place("frontmatter-crlf", shown.to_owned(), position, Pointer::root(), message)
        .mend(Fix { words: "write LF".to_owned(), safety: Safety::Safe, edits });
}

pub(crate) fn check_duplicates(skill: &Skill<'_>, report: &mut Report) {
    for (pointer, position) in skill.source.document.duplicate_keys() {
        let name = pointer.last().unwrap_or_default();
        let message = format!("expected each key once, found {name:?} again");
        report
            .place(
                "frontmatter-duplicate-key",
                skill.source.path.clone(),
                *position,
                pointer.clone(),
                message,
            )
            .advise("keep one of the two; clients take the last, or refuse the file");
    }
    for (pointer, position, tag) in skill.source.document.foreign_tags() {
        let message = format!("expected plain YAML, found the tag {tag:?}");
        let path = skill.source.path.clone();
        report
            .place("frontmatter-unparsable", path, position, pointer.clone(), message)
            .advise("write the value itself; clients refuse tags that they don't know");
    }
}

pub(crate) fn check_values(skill: &Skill<'_>, report: &mut Report) {
    let Some(fields) = skill.source.value().as_object() else { return };
    let starts = line_starts(skill.text);
    for (key, value) in fields {
        if !value.is_string() && key != "version" {
            continue;
        }
        let pointer = Pointer::root().push(key);
        if key == "description" {
            check_comment(skill, &starts, &pointer, report);
        }
        let Some((raw, edit)) = plain(skill, &starts, &pointer) else { continue };
        if value.is_string() && BOOLEANS.contains(&raw.as_str()) {
            let (what, text) = match SWITCHES.contains(&key.as_str()) {
                true => ("true or false", truth(&raw).to_string()),
                false => ("text", edit.text.clone()),
            };
            let message = format!(
                "expected {what} for {key}, found the unquoted {raw}, which Claude Code and YAML 1.1 read as a boolean, and YAML 1.2 as a string"
            );
            let edit = Edit { text: text.clone(), ..edit };
            report
                .value("frontmatter-yaml-boolean", &skill.source, &pointer, message)
                .mend(Fix::safe(format!("write {key}: {text}"), edit));
        } else if key == "version" && is_float(value, &raw) {
            let message = format!(
                "expected the version as text, found the number {raw}: 1.10 and 1.1 are the same number"
            );
            report
                .value("frontmatter-version-float", &skill.source, &pointer, message)
                .mend(Fix::safe(format!("write version: \"{raw}\""), edit));
        }
    }
}

/// A description without quotes that ` #` cuts: the rest of its line is a comment. With a blank behind the `#`, the comment may be
/// meant.
fn check_comment(skill: &Skill<'_>, starts: &[usize], pointer: &Pointer, report: &mut Report) {
    let Some((raw, edit)) = plain(skill, starts, pointer) else { return };
    let line = skill.text[edit.start..].lines().next().unwrap_or_default().trim_end();
    let comment = line[raw.len()..].trim_start();
    let Some(behind) = comment.strip_prefix('#') else { return };
    let is_word = behind.starts_with(|c: char| !c.is_whitespace() && c != '#');
    let shown: String = comment.chars().take(40).collect();
    let message = format!("the description ends before {shown:?}, which YAML reads as a comment");
    let text = format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\""));
    let edit = Edit { end: edit.start + line.len(), text, ..edit };
    let words = "put the description in quotes".to_owned();
    let found = report.value("description-cut", &skill.source, pointer, message);
    found.mend(Fix { words, safety: Safety::Unsafe, edits: vec![edit] });
    if !is_word {
        found.at_level(Level::Info);
    }
}

fn is_float(value: &Value, raw: &str) -> bool {
    value.is_number() && raw.contains('.')
}

/// The unquoted value of a field on one line, and the edit that quotes it.
fn plain(skill: &Skill<'_>, starts: &[usize], pointer: &Pointer) -> Option<(String, Edit)> {
    let position = skill.source.document.locate(pointer);
    let line = starts.get(position.line as usize - 1)?;
    let start = line + column(&skill.text[*line..], position.column)?;
    let line = skill.text[start..].lines().next()?;
    let raw = line.split(" #").next().unwrap_or(line).trim_end();
    if raw.is_empty() || raw.starts_with(['"', '\'', '|', '>', '{', '[']) {
        return None;
    }
    let text = format!("\"{raw}\"");
    Some((raw.to_owned(), Edit { start, end: start + raw.len(), text }))
}

/// The offset of each line; a byte order mark has no column.
fn line_starts(text: &str) -> Vec<usize> {
    let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let others = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(first).chain(others).collect()
}

/// The byte offset of a column, counted in characters from 1.
fn column(row: &str, column: u32) -> Option<usize> {
    row.char_indices().nth(column as usize - 1).map(|(byte, _)| byte)
}

/// The byte offset of a place in a text.
pub(crate) fn offset(text: &str, position: Position) -> Option<usize> {
    let line = *line_starts(text).get(position.line as usize - 1)?;
    Some(line + column(&text[line..], position.column)?)
}
