//! The files of a skill package that is a .zip archive.

use std::cell::RefCell;
use std::io::{Cursor, Read};

use anyhow::{Context as _, bail};
use contract::Loader;
use zip::ZipArchive;

use super::MAX_CONTRACT;

/// The files of an archive, below its top folder if there is only one.
pub(crate) struct ZipFiles {
    archive: RefCell<ZipArchive<Cursor<Vec<u8>>>>,
    top: String,
}

impl ZipFiles {
    /// Opens an archive. `skillgen check` reports faults of the archive; here it only must be
    /// unambiguous.
    pub(crate) fn new(label: &str, bytes: Vec<u8>) -> anyhow::Result<ZipFiles> {
        let entries = lint::archive::list(&bytes, lint::archive::MOST_ENTRIES);
        let archive = ZipArchive::new(Cursor::new(bytes))
            .with_context(|| format!("{label}: not a zip archive"))?;
        let mut tops: Vec<String> = archive
            .file_names()
            .filter_map(Result::ok)
            .filter(|n| !n.starts_with("__MACOSX/"))
            .map(|n| n.split_once('/').map_or_else(String::new, |(top, _)| format!("{top}/")))
            .collect();
        tops.sort();
        tops.dedup();
        let top = match tops.as_slice() {
            [one] => one.clone(),
            [] => bail!("{label}: the archive is empty"),
            _ if archive.index_for_name("SKILL.md").is_some() => String::new(),
            _ => {
                bail!(
                    "{label}: expected exactly one top-level folder; run `skillgen check` for details"
                )
            }
        };
        if let Some(reason) = lint::archive::unsafe_entry(label, &entries?) {
            bail!("{label}: {reason}; run `skillgen check` for details");
        }
        Ok(ZipFiles { archive: RefCell::new(archive), top })
    }
}

impl Loader for ZipFiles {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        if !super::files::inside(uri) {
            return Ok(None);
        }
        let mut archive = self.archive.borrow_mut();
        let Ok(entry) = archive.by_name(&format!("{}{uri}", self.top)) else { return Ok(None) };
        let mut bytes = Vec::new();
        entry
            .take(MAX_CONTRACT + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| format!("`{uri}`: {e}"))?;
        if bytes.len() as u64 > MAX_CONTRACT {
            return Err(format!("`{uri}`: more than {} MB", MAX_CONTRACT >> 20));
        }
        Ok(Some(bytes))
    }
}
