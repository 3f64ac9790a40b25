//! `archive-*`: faults of an archive's entries, and the entries that may be read.

use std::collections::{BTreeMap, BTreeSet};

use super::{HIGHEST_RATIO, LARGEST_ENTRY, LARGEST_TOTAL, Listed, MOST_ENTRIES, SMALL};
use crate::entries::Kind;
use crate::report::Report;

const TYPE: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// A folder at the top of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Top {
    /// Its name; empty for files outside of a folder.
    pub name: String,
    /// File types by path below it.
    pub kinds: BTreeMap<String, Kind>,
}

/// The readable part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The folders at the top.
    pub tops: Vec<Top>,
    /// The directory index of each file that may be unpacked, by full name.
    pub files: BTreeMap<String, usize>,
}

/// What is wrong with the first entry that readers of archives take for different files or unpack elsewhere.
#[must_use]
pub fn unsafe_entry(shown: &str, entries: &[Listed]) -> Option<String> {
    let mut report = Report::default();
    let mut seen = BTreeSet::new();
    for entry in entries {
        let bare = trim_slash(&entry.name);
        if !bare.is_empty() && !seen.insert(bare) {
            return Some(repeated(entry));
        }
        let _ = sound_name(shown, entry, &mut report);
    }
    report.found.first().map(|found| found.finding.message.clone())
}

fn repeated(entry: &Listed) -> String {
    format!("expected each entry once, found {} again", quoted(&entry.name))
}

/// Validates the entries of an archive that findings name `shown`.
#[must_use]
pub fn judge(shown: &str, entries: &[Listed]) -> (Layout, Report) {
    let mut report = Report::default();
    let mut layout = Layout::default();
    let mut tops: BTreeMap<String, Top> = BTreeMap::new();
    let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    sizes(shown, entries, &mut report);
    for (index, entry) in entries.iter().enumerate() {
        let bare = trim_slash(&entry.name);
        if bare.is_empty() {
            continue;
        }
        let again = seen.insert(bare.to_vec(), index).is_some();
        if again {
            report.file("archive-entry-duplicate", shown.to_owned(), repeated(entry));
        }
        let Some(name) = sound_name(shown, entry, &mut report) else { continue };
        let bare = name.trim_end_matches('/');
        if bare == "__MACOSX" || bare.starts_with("__MACOSX/") {
            continue;
        }
        let (top, below) = match bare.split_once('/') {
            Some((top, below)) => (top, below),
            None if is_folder(entry) => (bare, ""),
            None => ("", bare),
        };
        let top_name = if top.is_empty() { "" } else { top };
        let top = tops
            .entry(top_name.to_owned())
            .or_insert_with(|| Top { name: top_name.to_owned(), kinds: BTreeMap::new() });
        let Some(kind) = kind(shown, entry, &name, &mut report) else { continue };
        if !below.is_empty() {
            if kind == Kind::File {
                layout.files.insert(bare.to_owned(), index);
            }
            top.kinds.insert(below.to_owned(), kind);
        }
    }
    top_level(shown, &tops, &mut report);
    layout.tops = match tops.get("") {
        // Packed without the top folder, but the intention is clear.
        Some(bare) if bare.kinds.contains_key("SKILL.md") => vec![unfolded(&tops)],
        _ => tops.into_values().collect(),
    };
    (layout, report)
}

fn unfolded(tops: &BTreeMap<String, Top>) -> Top {
    let mut all = Top { name: String::new(), kinds: BTreeMap::new() };
    for top in tops.values() {
        let prefix = if top.name.is_empty() { String::new() } else { format!("{}/", top.name) };
        let kinds = top.kinds.iter().map(|(path, kind)| (format!("{prefix}{path}"), kind.clone()));
        all.kinds.extend(kinds);
    }
    all
}

fn trim_slash(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|byte| *byte != b'/').map_or(0, |at| at + 1);
    &name[..end]
}

fn is_folder(entry: &Listed) -> bool {
    entry.name.ends_with(b"/") || entry.mode.is_some_and(|mode| mode & TYPE == FOLDER)
}

fn quoted(name: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(name))
}

fn sizes(shown: &str, entries: &[Listed], report: &mut Report) {
    if entries.len() > MOST_ENTRIES {
        let message = format!("expected at most {MOST_ENTRIES} entries, found more");
        report.file("archive-too-large", shown.to_owned(), message);
    }
    let mut total: u64 = 0;
    for entry in entries {
        total = total.saturating_add(entry.unpacked);
        let name = quoted(&entry.name);
        if entry.unpacked > LARGEST_ENTRY {
            let message = format!(
                "{name}: expected at most {LARGEST_ENTRY} bytes, found {} declared",
                entry.unpacked
            );
            report.file("archive-too-large", shown.to_owned(), message);
        } else if entry.unpacked > SMALL && entry.unpacked / HIGHEST_RATIO > entry.packed {
            let message = format!(
                "{name}: expected to unpack to at most {HIGHEST_RATIO} times its {} bytes, found {}",
                entry.packed, entry.unpacked
            );
            report.file("archive-too-large", shown.to_owned(), message);
        }
    }
    if total > LARGEST_TOTAL && report.found.is_empty() {
        let largest = entries.iter().max_by_key(|entry| entry.unpacked);
        let name = largest.map(|entry| quoted(&entry.name)).unwrap_or_default();
        let message = format!(
            "expected at most {LARGEST_TOTAL} bytes in all, found {total} declared, most of them in {name}"
        );
        report.file("archive-too-large", shown.to_owned(), message);
    }
}

/// The decoded name, unless it must not be used.
fn sound_name(shown: &str, entry: &Listed, report: &mut Report) -> Option<String> {
    let Ok(name) = String::from_utf8(entry.name.clone()) else {
        let message = format!(
            "expected entry names in UTF-8, found {} with other bytes",
            quoted(&entry.name)
        );
        report.file("archive-entry-name", shown.to_owned(), message);
        return None;
    };
    let fault = unsafe_name(&name).or_else(|| match &entry.local_name {
        None => Some("has no data where the list says"),
        Some(local) if *local != entry.name => Some("has another name before its data"),
        Some(_) => None,
    });
    if let Some(fault) = fault {
        let message = format!("expected plain relative entry names, found {name:?}, which {fault}");
        report.file("archive-entry-unsafe", shown.to_owned(), message);
        return None;
    }
    Some(name)
}

fn unsafe_name(name: &str) -> Option<&'static str> {
    let bytes = name.as_bytes();
    if name.starts_with('/') {
        return Some("is absolute");
    }
    if name.contains('\\') {
        return Some("holds a backslash");
    }
    if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
        return Some("names a drive");
    }
    if name.split('/').any(|part| part == "..") {
        return Some("leads out of its folder");
    }
    if name.trim_end_matches('/').split('/').any(|part| part.is_empty() || part == ".") {
        return Some("has an empty part");
    }
    name.chars().any(char::is_control).then_some("holds a control character")
}

/// The unpacked size; `None` if it must not be unpacked.
fn kind(shown: &str, entry: &Listed, name: &str, report: &mut Report) -> Option<Kind> {
    match entry.mode.map(|mode| mode & TYPE) {
        Some(LINK) => {
            let message = format!("expected files and folders, found the symbolic link {name:?}");
            report.file("archive-entry-link", shown.to_owned(), message);
            return None;
        }
        None | Some(0 | REGULAR | FOLDER) => {}
        Some(_) => {
            let message = format!("expected files and folders, found {name:?}, which is neither");
            report.file("archive-entry-special", shown.to_owned(), message);
            return None;
        }
    }
    if entry.encrypted {
        let message = format!("expected entries without a password, found {name:?} encrypted");
        report.file("archive-entry-encrypted", shown.to_owned(), message);
        return None;
    }
    Some(if is_folder(entry) { Kind::Folder } else { Kind::File })
}

fn top_level(shown: &str, tops: &BTreeMap<String, Top>, report: &mut Report) {
    let mut names: Vec<String> = Vec::new();
    for top in tops.values() {
        if top.name.is_empty() {
            names.extend(top.kinds.keys().map(|name| format!("the file {name:?}")));
        } else {
            names.push(format!("{:?}", top.name));
        }
    }
    if names.len() == 1 && !tops.contains_key("") {
        return;
    }
    let stood = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let message = format!("expected exactly one top-level folder, found {stood}");
    report
        .file("archive-top-level", shown.to_owned(), message)
        .advise("pack the skill's folder, and nothing beside it");
}

#[cfg(test)]
mod tests;
