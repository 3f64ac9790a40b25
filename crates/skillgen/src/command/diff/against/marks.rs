//! What shows that a file holds a contract, by its name and its text, and what it refers to. A text that can't be
//! read as JSON or YAML is one where it says so: a contract that was cut off is no other file.

use std::ffi::OsStr;
use std::path::Path;

use contract::Document;
use contract::mcp::McpOutline;
use contract::source::evidence::{self, Evidence};
use contract::source::{self, frontmatter};

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
    let is_data = matches!(
        ending.to_ascii_lowercase().as_str(),
        "json" | "json5" | "jsonc" | "jsonschema" | "schema" | "yaml" | "yml"
    );
    is_data || is_skill(path) || is_archive(path)
}

/// Whether a file may be a packed skill.
fn is_archive(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    matches!(ending.to_ascii_lowercase().as_str(), "skill" | "zip")
}

/// Whether a path lies in a folder of examples.
fn is_example(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| matches!(folder, "example" | "examples"))
}

/// What a file is, by its name and its text; none where it can't be opened.
pub(super) fn look(path: &str, bytes: Option<&[u8]>) -> Look {
    if is_archive(path) {
        return of_archive(path, bytes);
    }
    let Some(bytes) = bytes else { return Look::new(Mark::Unread, Vec::new()) };
    let text = String::from_utf8_lossy(bytes);
    if is_skill(path) {
        return of_skill(path, bytes, &text);
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_named = name.contains(".schema.") || name.ends_with(".jsonschema");
    let Ok(document) = Document::guess(path, bytes) else {
        if is_named || evidence::is_broken_contract(&text) {
            return Look::new(Mark::Declared, of_broken(&text));
        }
        return Look::other("it can't be read, and nothing in it shows a contract");
    };
    // A server's answer in pages is shown page by page in documentation.
    if is_example(path) && matches!(source::mcp_outline(&document), Some(McpOutline::Page(_))) {
        return Look::other("an example: one page of an MCP list, which goes on in another");
    }
    let mark = match evidence::evidence(document.value()) {
        Evidence::Declared => Mark::Declared,
        _ if is_named => Mark::Declared,
        Evidence::Keys => Mark::Schema,
        Evidence::None => return Look::other(evidence::kind_of_other(document.value())),
    };
    let uri = evidence::own_uri(document.value());
    Look { mark, references: evidence::references(document.value()), uri }
}

/// A packed skill is a contract. Archives of another ending hold anything.
fn of_archive(path: &str, bytes: Option<&[u8]>) -> Look {
    let is_skill = path.to_ascii_lowercase().ends_with(".skill");
    if bytes.is_some_and(crate::input::is_packed_skill) || (is_skill && bytes.is_some()) {
        return Look::new(Mark::Declared, Vec::new());
    }
    if is_skill {
        return Look::new(Mark::Unread, Vec::new());
    }
    Look::other("an archive without a skill at its top")
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
