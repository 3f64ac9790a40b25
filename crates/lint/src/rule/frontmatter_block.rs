//! `frontmatter-missing`, `frontmatter-unparsable`, `frontmatter-not-a-mapping`: whether there is a block,
//! and whether it is YAML.

use contract::source::frontmatter::{Parts, split};
use contract::{Document, Level, Pointer, Position};
use serde_json::{Map, Value};

use crate::fix::{Edit, Fix, Safety};
use crate::profile::{Client, Profiles, Reader};
use crate::report::Report;
use crate::rule::client::{Consequence, consequence_of_block};
use crate::rule::requote;
use crate::rule::yaml_reader::{Refusal, judge};
use crate::skill::read_frontmatter;

/// The parts of a SKILL.md; reports a missing block, or text before it that hides it.
pub(crate) fn cut<'t>(shown: &str, text: &'t str, report: &mut Report) -> Option<Parts<'t>> {
    let Some(parts) = split(text) else {
        let first = text.lines().next().unwrap_or_default().trim_start_matches('\u{feff}');
        let behind = first.strip_prefix("---").unwrap_or_default();
        let (message, advice) = if behind.starts_with([' ', '\t']) && !behind.trim().is_empty() {
            (
                "expected a first line that is --- and nothing else, found text behind it on that line",
                "put name and description on lines of their own, and --- on a line before and after them",
            )
        } else if first.trim_end() == "---" {
            (
                "expected frontmatter between two lines ---, found no closing line ---",
                "close the block with a line of its own that is ---",
            )
        } else {
            (
                "expected frontmatter between two lines --- at the top of the file, found none",
                "begin the file with a line ---, then name: and description:, then another line ---",
            )
        };
        let found = report.file("frontmatter-missing", shown.to_owned(), message.to_owned());
        found.advise(advice);
        // No client searches for skills among the files of another skill.
        if is_sample(shown) {
            found.at_level(Level::Info);
        }
        return None;
    };
    if parts.bom {
        let message = "expected frontmatter from the first byte, found a byte order mark (BOM), \
                       which hides the frontmatter from strict clients";
        report
            .file("frontmatter-missing", shown.to_owned(), message.to_owned())
            .mend(Fix::safe("remove the byte order mark", crate::source::bom_edit()));
    }
    if parts.blank_lines > 0 {
        let message = "expected frontmatter from the first line, found a blank line, \
                       which hides the frontmatter from strict clients";
        let start = if parts.bom { '\u{feff}'.len_utf8() } else { 0 };
        let end = start + text[start..].find("---").unwrap_or_default();
        report
            .file("frontmatter-missing", shown.to_owned(), message.to_owned())
            .mend(Fix::safe("remove the blank lines", Edit { start, end, text: String::new() }));
    }
    Some(parts)
}

/// Whether a file is in a folder for samples and parts of files.
pub(crate) fn is_sample(shown: &str) -> bool {
    const FOLDERS: [&str; 3] = ["assets", "fixtures", "testdata"];
    shown.split('/').any(|folder| FOLDERS.contains(&folder))
}

/// Whether a strict parser accepts the block; reports the error, and its effect in each client.
fn parses(
    shown: &str,
    text: &str,
    start: usize,
    parts: &Parts<'_>,
    profiles: &Profiles,
    report: &mut Report,
) -> bool {
    debug_assert!(text[start..].starts_with(parts.yaml));
    let Err(refusal) = judge(parts.yaml, Reader::Strict) else { return true };
    let position = Position { line: refusal.line + parts.line_offset, column: refusal.column };
    let stood = parts.yaml.lines().nth(refusal.line as usize - 1).unwrap_or_default();
    let message = format!(
        "the frontmatter is not YAML: {} in {}{}; {}",
        hint(&refusal, stood),
        clip(stood.trim()),
        tab(stood),
        consequences(parts.yaml, profiles)
    );
    let found = report.place(
        "frontmatter-unparsable",
        shown.to_owned(),
        position,
        pointer_of(parts.yaml, refusal.line),
        message,
    );
    match requote::quotes(parts.yaml) {
        Some(quoted) => {
            let keys: Vec<&str> = quoted.iter().map(|value| value.key.as_str()).collect();
            let words = format!("put the value of {} into double quotes", keys.join(", "));
            let edits = quoted
                .iter()
                .map(|value| Edit {
                    start: start + value.start,
                    end: start + value.end,
                    text: value.text.clone(),
                })
                .collect();
            found.mend(Fix { words, safety: Safety::Safe, edits });
        }
        None => {
            found.advise("fix the YAML; quote values that hold \": \" or begin with * @ ` or [");
        }
    }
    false
}

/// The block as a document. An empty one has no fields; valid YAML without an equivalent in JSON is reported.
pub(crate) fn document(
    shown: &str,
    text: &str,
    start: usize,
    parts: &Parts<'_>,
    profiles: &Profiles,
    report: &mut Report,
) -> Option<Document> {
    let empty = parts.yaml.lines().all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#')
    });
    let document = if empty {
        read_frontmatter(shown, "{}\n", parts.line_offset)
    } else {
        read_frontmatter(shown, parts.yaml, parts.line_offset)
    };
    let document = match document {
        Ok(document) => document,
        // Parsed by the same parser, so only a failing block is parsed twice.
        Err(_) if !parses(shown, text, start, parts, profiles, report) => return None,
        Err(error) if let Ok(document) = without_contract(shown, parts) => {
            let position = error.position.unwrap_or(Position::START);
            let pointer = Pointer::root().push("metadata").push("contract");
            report
                .place("contract-shape", shown.to_owned(), position, pointer, error.message)
                .advise("write the contract as YAML below `contract: |`");
            document
        }
        Err(error) => {
            let position = error.position.unwrap_or(Position { line: 1, column: 1 });
            let message = format!("expected fields that JSON can hold, found: {}", error.message);
            report.place(
                "frontmatter-not-a-mapping",
                shown.to_owned(),
                position,
                Pointer::root(),
                message,
            );
            return None;
        }
    };
    match document.value() {
        Value::Object(_) => Some(document),
        // `---` with only a null: the same as no fields.
        Value::Null => Some(Document::from_value(shown, Value::Object(Map::new()))),
        other => {
            let message = format!(
                "expected frontmatter that is a mapping of keys to values, found {} {}",
                contract::value::kind(other),
                crate::source::quote(other)
            );
            let position = document.locate(&Pointer::root());
            report
                .place(
                    "frontmatter-not-a-mapping",
                    shown.to_owned(),
                    position,
                    Pointer::root(),
                    message,
                )
                .advise("write `name: …` and `description: …`");
            None
        }
    }
}

/// The block if only the text `metadata.contract` is unreadable.
fn without_contract(shown: &str, parts: &Parts<'_>) -> Result<Document, contract::ReadError> {
    Document::yaml_part(shown, parts.yaml, parts.line_offset)
}

fn hint(refusal: &Refusal, stood: &str) -> String {
    let value = stood.split_once(':').map(|(_, value)| value.trim()).unwrap_or_default();
    let plain = !value.starts_with(['"', '\'', '{', '[', '|', '>', '*', '@', '`', '&', '%']);
    if plain && value.contains(": ") {
        return format!("an unquoted \": \" ({})", refusal.reason);
    }
    match value.chars().next() {
        Some(first @ ('*' | '@' | '`' | '%' | '&')) => {
            format!("an unquoted value that begins with {first} ({})", refusal.reason)
        }
        _ => refusal.reason.clone(),
    }
}

fn tab(stood: &str) -> &'static str {
    let indent = &stood[..stood.len() - stood.trim_start().len()];
    if indent.contains('\t') { ", indented with a tab" } else { "" }
}

/// What the clients do, each with the others that do the same: the worst first.
fn consequences(yaml: &str, profiles: &Profiles) -> String {
    let verdict = |client: &Client| consequence_of_block(yaml, client).map(|(_, what)| what);
    let kinds = [
        Some(Consequence::NotLoaded),
        Some(Consequence::Refused),
        Some(Consequence::LoadedEmpty),
        Some(Consequence::ReadInPart),
        Some(Consequence::ReadQuoted),
        None,
    ];
    let sentences = kinds.into_iter().filter_map(|kind| {
        let alike = profiles.clients.iter().filter(|client| verdict(client) == kind);
        let titles: Vec<&str> = alike.map(|client| client.title.as_str()).collect();
        let predicate = match kind {
            Some(consequence) => consequence.words(titles.len() > 1),
            None if titles.len() > 1 => "load the skill",
            None => "loads the skill",
        };
        (!titles.is_empty()).then(|| format!("{} {predicate}", titles.join(", ")))
    });
    sentences.collect::<Vec<_>>().join("; ")
}

/// The top-level key of the line.
fn pointer_of(yaml: &str, line: u32) -> Pointer {
    let above: Vec<&str> = yaml.lines().take(line as usize).collect();
    let key = above.iter().rev().find_map(|line| {
        let (key, _) = line.split_once(':')?;
        let named = !key.is_empty() && !key.starts_with([' ', '\t', '-', '#', '"', '\'']);
        named.then_some(key.trim_end())
    });
    key.map_or_else(Pointer::root, |key| Pointer::root().push(key))
}

fn clip(line: &str) -> String {
    match line.char_indices().nth(80) {
        None => format!("`{line}`"),
        Some((at, _)) => format!("`{}…`", &line[..at]),
    }
}
