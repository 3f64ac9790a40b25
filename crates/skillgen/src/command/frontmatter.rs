//! Adds contract keys to the frontmatter of an existing SKILL.md, as text below `metadata.contract`; the rest of the
//! file is not changed.

use contract::{Document, NoFiles};
use migrate::infer;
use serde_json::Value;

/// Text to insert into a file, and its place.
pub(crate) struct Added {
    /// Byte offset in the frontmatter.
    pub(crate) at: usize,
    /// The lines, with the file's line ends.
    pub(crate) text: String,
}

/// Why no contract can be added.
pub(crate) enum Left {
    /// There is one already.
    Stated,
    /// There is no frontmatter, or it can't be parsed with the keys.
    Unreadable(String),
}

/// Whether the frontmatter already has a contract.
pub(crate) fn states_one(text: &str) -> Result<bool, Left> {
    let Some(parts) = contract::source::frontmatter::split(text) else {
        return Err(Left::Unreadable("has no frontmatter".to_owned()));
    };
    let read = Document::frontmatter("SKILL.md", parts.yaml, parts.line_offset);
    let document = match read {
        Ok(document) => document,
        Err(error) => return Err(Left::Unreadable(error.message)),
    };
    let has = |key: &&str| document.value().get(*key).is_some();
    Ok(["input_schema", "output_schema"].iter().any(has))
}

/// The keys of a contract as lines below `metadata`, because the skill standard allows strings there and no
/// other keys.
pub(crate) fn below_metadata(keys: &str) -> String {
    format!("metadata:\n{}", contract_text(keys, "  "))
}

/// `contract: |` and the indented keys.
fn contract_text(keys: &str, indentation: &str) -> String {
    let mut out = format!("{indentation}contract: |\n");
    for line in keys.lines() {
        match line.is_empty() {
            true => out.push('\n'),
            false => out.push_str(&format!("{indentation}  {line}\n")),
        }
    }
    out
}

/// The keys of `frontmatter` that the file lacks, below its `metadata`.
pub(crate) fn add(label: &str, text: &str, frontmatter: &str) -> Result<Added, Left> {
    if states_one(text)? {
        return Err(Left::Stated);
    }
    let Some(parts) = contract::source::frontmatter::split(text) else {
        return Err(Left::Unreadable("has no frontmatter".to_owned()));
    };
    let document = Document::frontmatter(label, parts.yaml, parts.line_offset)
        .map_err(|error| Left::Unreadable(error.message))?;
    let keys: String = infer::keys(frontmatter)
        .into_iter()
        .filter(|(key, _)| document.value().get(key).is_none())
        .map(|(_, lines)| lines)
        .collect();
    let start = parts.yaml.as_ptr() as usize - text.as_ptr() as usize;
    let (at, lines) = match document.value().get("metadata") {
        None | Some(Value::Null) if !parts.yaml.lines().any(is_metadata) => {
            (start + parts.yaml.len(), below_metadata(&keys))
        }
        _ => match end_of_metadata(parts.yaml) {
            Some((end, indentation)) => (start + end, contract_text(&keys, &indentation)),
            None => {
                let why = "metadata is written on one line; write its keys on lines of their own";
                return Err(Left::Unreadable(why.to_owned()));
            }
        },
    };
    let crlf = text[..at].ends_with("\r\n");
    let lines = if crlf { lines.replace('\n', "\r\n") } else { lines };
    let after = format!("{}{lines}{}", &text[..at], &text[at..]);
    match contract::Contract::read(label, after.as_bytes(), &NoFiles) {
        Ok(_) => Ok(Added { at, text: lines }),
        Err(error) => Err(Left::Unreadable(error.to_string())),
    }
}

fn is_metadata(line: &str) -> bool {
    line.strip_prefix("metadata").is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// The byte offset after the last line of `metadata`, and the indentation of its keys; `None` if they are on its own
/// line.
fn end_of_metadata(yaml: &str) -> Option<(usize, String)> {
    let (mut at, mut end, mut indentation) = (0, None, None);
    let mut is_inside = false;
    for line in yaml.split_inclusive('\n') {
        at += line.len();
        if !is_inside {
            is_inside = is_metadata(line);
            let value = line.split_once(':').map(|(_, value)| value.trim()).unwrap_or_default();
            if is_inside && !(value.is_empty() || value.starts_with('#')) {
                return None;
            }
            end = is_inside.then_some(at);
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let blanks = &line[..line.len() - line.trim_start_matches(' ').len()];
        if blanks.is_empty() {
            break;
        }
        let is_comment = line.trim_start().starts_with('#');
        if indentation.is_none() && !is_comment {
            indentation = Some(blanks.to_owned());
        }
        end = Some(at);
    }
    Some((end?, indentation.unwrap_or_else(|| "  ".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::{Left, add};

    const KEYS: &str =
        "version: 1\n# why\ninput_schema:\n  required:\n    - name: a\n      type: string\n";

    fn after(text: &str) -> String {
        match add("SKILL.md", text, KEYS) {
            Ok(added) => format!("{}{}{}", &text[..added.at], added.text, &text[added.at..]),
            Err(Left::Stated) => "stated".to_owned(),
            Err(Left::Unreadable(why)) => why,
        }
    }

    #[test]
    fn a_contract_stands_as_text_below_metadata() {
        let block = "contract: |\n    version: 1\n    # why\n    input_schema:\n      required:\n        - name: a\n          type: string\n";
        let plain = after("---\nname: a\nallowed-tools: Read\n---\nbody\n");
        let wanted = format!("---\nname: a\nallowed-tools: Read\nmetadata:\n  {block}---\nbody\n");
        assert_eq!(plain, wanted);
        assert_eq!(after(&plain), "stated");
        let inside = after("---\nmetadata:\n  author: me\n\nname: a\n---\n");
        assert_eq!(inside, format!("---\nmetadata:\n  author: me\n  {block}\nname: a\n---\n"));
    }

    #[test]
    fn metadata_on_one_line_is_left_alone() {
        let why = after("---\nname: a\nmetadata: {\"openclaw\": {}}\n---\n");
        assert!(why.contains("on one line"), "{why}");
    }
}
