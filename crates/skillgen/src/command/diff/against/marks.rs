//! What shows that a file holds a contract, by its name and its text, and what it refers to. A text that can't be
//! read as JSON or YAML is one where it says so: a contract that was cut off is no other file.

use std::ffi::OsStr;
use std::path::Path;

use contract::Document;
use contract::source::evidence::{self, Evidence};
use contract::source::frontmatter;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A contract that says so.
    Declared,
    /// A schema by its keys: a contract, or a part of one that refers to it.
    Schema,
    /// Something else.
    Other(String),
    /// The file can't be read.
    Unread,
}

/// What was found out about a file.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) mark: Mark,
    /// The files and URLs that it refers to, as they are written.
    pub(super) references: Vec<String>,
    /// The absolute URI that it names itself by.
    pub(super) uri: Option<String>,
}

impl Look {
    fn new(mark: Mark, references: Vec<String>) -> Look {
        Look { mark, references, uri: None }
    }

    fn other(what: impl Into<String>) -> Look {
        Look::new(Mark::Other(what.into()), Vec::new())
    }
}

/// Whether a file is a skill's text.
pub(super) fn is_skill(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("SKILL.md" | "skill.md"))
}

/// Whether contracts have such names.
pub(super) fn may_be_contract(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_data = matches!(ending.to_ascii_lowercase().as_str(), "json" | "yaml" | "yml");
    is_data || is_skill(path)
}

/// What a file is, by its name and its text; none where it can't be opened.
pub(super) fn look(path: &str, bytes: Option<&[u8]>) -> Look {
    let Some(bytes) = bytes else { return Look::new(Mark::Unread, Vec::new()) };
    let text = String::from_utf8_lossy(bytes);
    if is_skill(path) {
        return of_skill(path, bytes, &text);
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_named = name.contains(".schema.");
    let Ok(document) = Document::guess(path, bytes) else {
        if is_named || evidence::is_broken_contract(&text) {
            return Look::new(Mark::Declared, of_broken(&text));
        }
        return Look::other("it can't be read, and nothing in it shows a contract");
    };
    let mark = match evidence::evidence(document.value()) {
        Evidence::Declared => Mark::Declared,
        _ if is_named => Mark::Declared,
        Evidence::Keys => Mark::Schema,
        Evidence::None => return Look::other(evidence::kind_of_other(document.value())),
    };
    let uri = evidence::own_uri(document.value());
    Look { mark, references: evidence::references(document.value()), uri }
}

fn of_skill(path: &str, bytes: &[u8], text: &str) -> Look {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with("---") {
        return Look::other("a text without frontmatter");
    }
    let references = match frontmatter::document(path, bytes) {
        Ok(document) => evidence::references(document.value()),
        Err(_) => of_broken(text),
    };
    Look::new(Mark::Declared, references)
}

/// What can't be read may refer to anything, where it has a word for it.
fn of_broken(text: &str) -> Vec<String> {
    let refers = ["$ref", "$dynamicRef"].iter().any(|word| text.contains(word));
    if refers { vec!["?".to_owned()] } else { Vec::new() }
}
