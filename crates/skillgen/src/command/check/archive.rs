//! A zip archive as `lint::Entries`. Its directory is validated first; then entries are unpacked one at a
//! time, on demand, and never beyond their validated size.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use lint::archive::{LARGEST_ENTRY, MOST_ENTRIES};
use lint::{Content, Entries, Profiles, Report};
use zip::ZipArchive;

/// The files below one top folder of an archive.
struct Top<'a> {
    archive: Option<&'a RefCell<ZipArchive<Cursor<&'a [u8]>>>>,
    name: &'a str,
    files: &'a BTreeMap<String, usize>,
}

impl Content for Top<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let name =
            if self.name.is_empty() { path.to_owned() } else { format!("{}/{path}", self.name) };
        let archive = self.archive.ok_or("the archive is damaged")?;
        if !self.files.contains_key(&name) {
            return Err("it is not in the archive".to_owned());
        }
        let mut archive = archive.borrow_mut();
        let entry = archive.by_name(&name).map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        entry.take(LARGEST_ENTRY + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LARGEST_ENTRY {
            return Err("it unpacks to more than it declares".to_owned());
        }
        Ok(bytes)
    }

    fn is_executable(&self, path: &str) -> Option<bool> {
        let name =
            if self.name.is_empty() { path.to_owned() } else { format!("{}/{path}", self.name) };
        let mut archive = self.archive?.borrow_mut();
        let mode = archive.by_name(&name).ok()?.unix_mode()?;
        Some(mode & 0o111 != 0)
    }
}

/// Checks an archive that findings name `shown`.
pub(super) fn check(shown: &str, bytes: &[u8], profiles: &Profiles) -> Report {
    let entries = match lint::archive::list(bytes, MOST_ENTRIES) {
        Ok(entries) => entries,
        Err(error) => {
            return lint::archive::unreadable(shown, &error.to_string());
        }
    };
    let (layout, mut report) = lint::archive::judge(shown, &entries);
    // The library rejects some archives whose directory can be read; the findings of the directory
    // are kept.
    let archive = match ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => Some(RefCell::new(archive)),
        Err(error) => {
            if report.found.is_empty() {
                report.append(lint::archive::unreadable(shown, &error.to_string()));
            }
            None
        }
    };
    for top in &layout.tops {
        let content = Top { archive: archive.as_ref(), name: &top.name, files: &layout.files };
        let place =
            if top.name.is_empty() { shown.to_owned() } else { format!("{shown}/{}", top.name) };
        let name = (!top.name.is_empty()).then(|| top.name.clone());
        let kinds = top.kinds.clone();
        let package = Entries { shown: place, name, kinds, complete: true, content: &content };
        // A second top folder without a skill is reported once, by the archive's rule.
        let several = layout.tops.len() > 1;
        let skill = package.kinds.contains_key("SKILL.md") || package.is_package();
        if skill || !several {
            // As in a folder: a skill without a manifest is not a package, unless a runner is
            // named.
            let plain = package.skill_file().is_some() && !package.is_package();
            report.append(match plain && !profiles.runner_named {
                true => lint::check_skill(&package, profiles),
                false => lint::check_package(&package, profiles),
            });
        }
    }
    // As in a folder, what one cause makes is one finding.
    lint::check_duplicates(&mut report);
    report.files += 1;
    report
}
