//! A skill package: the order in which its parts are checked. Every rule runs, whatever the others
//! find; a part that can't be checked because of an earlier error is skipped.

use crate::entries::{Entries, Kind, SKILL};
use crate::frontmatter;
use crate::profile::Profiles;
use crate::read_source;
use crate::report::{PackageFacts, Report};
use crate::rule::{effective_engines, identity, manifest, max_attempt, schema_location, version};
use crate::schema_file;
use crate::skill::Identity;
use crate::source::Source;
use crate::suppress;

/// The manifest's path inside a package.
pub(crate) const MANIFEST: &str = "assets/runner.json";

/// Checks one package: a folder, or the content of an archive below its top folder.
#[must_use]
pub fn check_package(entries: &Entries<'_>, profiles: &Profiles) -> Report {
    let mut report = Report::default();
    for path in [SKILL, MANIFEST] {
        required_file(entries, path, &mut report);
    }
    let skill_name = if entries.is_file(SKILL) {
        frontmatter::check(entries, SKILL, Identity::Package, profiles, &mut report)
    } else {
        None
    };
    let manifest = if entries.is_file(MANIFEST) {
        read_source::json(entries, MANIFEST, &mut report)
    } else {
        None
    };
    if let Some(manifest) = &manifest {
        suppress::in_source(manifest, &mut report);
        check_manifest(entries, manifest, profiles, &mut report);
        identity::check(entries, manifest, skill_name.as_ref(), &mut report);
        for (key, path) in schema_location::check(entries, manifest, profiles.runner, &mut report) {
            schema_file::check_of_package(entries, &path, &key, profiles, &mut report);
        }
    }
    suppress::answer(&mut report, |rule| suppress::looked_for(rule, profiles));
    report
}

fn check_manifest(
    entries: &Entries<'_>,
    source: &Source,
    profiles: &Profiles,
    report: &mut Report,
) {
    manifest::check(source, profiles, report);
    max_attempt::check(source, report);
    version::check(source, report);
    if let Some(effective_engines) = effective_engines::check(source, profiles.runner, report) {
        report.packages.push(PackageFacts { path: entries.shown.clone(), effective_engines });
    }
}

fn required_file(entries: &Entries<'_>, path: &str, report: &mut Report) {
    let shown = entries.shown(path);
    match entries.kind(path) {
        Some(Kind::File) => {}
        None => {
            let message = format!("expected the file {path}, found none");
            let found = report.file("package-file-missing", shown, message);
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let twin = entries.kinds.keys().find(|other| {
                let (its_folder, its_name) = other.rsplit_once('/').unwrap_or(("", other.as_str()));
                its_folder == folder && its_name.eq_ignore_ascii_case(name)
            });
            match twin {
                Some(twin) => found.advise(format!("rename {twin} to {path}")),
                None => found.advise(format!("add {path}")),
            };
        }
        Some(kind) => {
            report.append(not_regular(&shown, path, &kind));
        }
    }
}

/// The report on a file that must not be opened, which findings name `shown`.
#[must_use]
pub fn not_regular(shown: &str, path: &str, kind: &Kind) -> Report {
    let mut report = Report::default();
    let message = format!("expected {path} to be a regular file, found {}", kind.words());
    report.file("package-file-not-regular", shown.to_owned(), message).advise(match kind {
        Kind::Link { dangling: true, .. } => "point it to the file, or put the file itself there",
        _ => "put the file itself there; it was not opened",
    });
    report
}

/// The report on an unreadable file.
#[must_use]
pub fn unreadable(shown: &str, reason: &str) -> Report {
    let mut report = Report::default();
    report.file("file-unreadable", shown.to_owned(), format!("can't read {shown}: {reason}"));
    report
}
