//! Detects by its name and text whether a file contains a contract, and which files it refers to. An unreadable
//! JSON or YAML text counts as a contract if it shows signs of one: a truncated contract is not another kind of
//! file.

use std::ffi::OsStr;
use std::path::Path;

use contract::Document;
use contract::mcp::McpOutline;
use contract::source::evidence::{self, Evidence};
use contract::source::{self, frontmatter};

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A certain contract.
    Declared,
    /// A schema by its keys: a contract, or a part of one that refers to it.
    Schema,
    /// Something else.
    Other(String),
    /// The file can't be read.
    Unread,
}

/// The facts about a file.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) mark: Mark,
    /// The files and URLs that it refers to, as written.
    pub(super) references: Vec<String>,
    /// Its absolute `$id`.
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

/// Whether a file is a SKILL.md.
pub(super) fn is_skill(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("SKILL.md" | "skill.md"))
}

/// Whether contracts have such file names.
pub(super) fn may_be_contract(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_data = matches!(
        ending.to_ascii_lowercase().as_str(),
        "json" | "json5" | "jsonc" | "jsonschema" | "schema" | "yaml" | "yml"
    );
    is_data || is_snapshot(path) || is_skill(path) || is_archive(path)
}

/// Whether a file may be a snapshot of a test: servers keep their tools in such files.
fn is_snapshot(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    ending.eq_ignore_ascii_case("snap")
}

/// Whether a file may be a packed skill.
pub(super) fn is_archive(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    matches!(ending.to_ascii_lowercase().as_str(), "skill" | "zip")
}

/// Whether a path is in a folder of examples.
fn is_example(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| matches!(folder, "example" | "examples"))
}

/// The kind of a file, by its name and text; `None` if it can't be opened.
pub(super) fn look(path: &str, bytes: Option<&[u8]>) -> Look {
    if is_archive(path) {
        return of_archive(path, bytes);
    }
    let Some(bytes) = bytes else { return Look::new(Mark::Unread, Vec::new()) };
    let text = String::from_utf8_lossy(bytes);
    if is_skill(path) {
        return of_skill(path, bytes, &text);
    }
    // Snapshots of other test tools are texts that quote values, maybe of contracts.
    let begins_as_json = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
    if is_snapshot(path) && !begins_as_json {
        return Look::other("a snapshot that is not JSON");
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_named = name.contains(".schema.") || name.ends_with(".jsonschema");
    let Ok(document) = Document::guess(path, bytes) else {
        if is_named || evidence::is_broken_contract(&text) {
            return Look::new(Mark::Declared, of_broken(&text));
        }
        return Look::other("it can't be read, and nothing in it shows a contract");
    };
    // Documentation shows a server's response page by page.
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

/// A packed skill is a contract. Archives with other extensions may hold anything.
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

/// An unreadable text may refer to anything if it contains a reference keyword.
fn of_broken(text: &str) -> Vec<String> {
    let refers = ["$ref", "$dynamicRef"].iter().any(|word| text.contains(word));
    if refers { vec!["?".to_owned()] } else { Vec::new() }
}
