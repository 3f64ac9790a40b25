//! Findings that one template line makes on many pages, and lists of one skill that are one defect: each is one finding with
//! a count.

use std::collections::BTreeMap;

use contract::Level;

use super::{ALIKE, ancestors, suppressed_rules};
use crate::report::{Report, ReportedFinding, SkillFacts};

/// Missing pages, or missing images, of a site from which on a skill is a copy of the site's texts.
const PARTS_OF_A_SITE: usize = 20;

/// Joins them. What one of the files has a suppression for stays with each file.
pub(super) fn join(skills: &[SkillFacts], report: &mut Report) {
    let folders: BTreeMap<&str, ()> = skills
        .iter()
        .map(|skill| (skill.path.rsplit_once('/').map_or("", |(folder, _)| folder), ()))
        .collect();
    let skill_of = |found: &ReportedFinding| {
        let mut above = ancestors(&found.finding.path);
        above.find(|folder| folders.contains_key(folder)).unwrap_or_default().to_owned()
    };
    join_by(report, ALIKE, template_line, |more, _| {
        format!("{more} more pages have the same link")
    });
    join_by(
        report,
        PARTS_OF_A_SITE,
        |found| part_of_site(found).map(|part| format!("{part} {}", skill_of(found))),
        |more, found| {
            let parts = part_of_site(found).unwrap_or_default();
            format!("{more} more links of the skill lead to {parts} that it lacks")
        },
    );
    let home = |found: &ReportedFinding| {
        found.subject.clone().filter(|_| found.finding.rule == "user-path")
    };
    join_by(report, 2, home, |more, found| {
        let (files, have) = if more == 1 { ("file", "has") } else { ("files", "have") };
        let home = found.subject.as_deref().unwrap_or_default();
        format!("{more} more {files} {have} paths below {home}")
    });
    let installer = |found: &ReportedFinding| {
        let is_noted = found.finding.level == Level::Info;
        (is_noted && found.finding.rule == "download-piped-to-shell").then(|| skill_of(found))
    };
    join_by(report, 2, installer, |more, _| {
        let (installers, are) = if more == 1 { ("installer", "is") } else { ("installers", "are") };
        format!("{more} more {installers} of the skill's pages {are} run like this")
    });
    join_by(
        report,
        2,
        |found| (found.finding.rule == "file-orphan").then(|| skill_of(found)),
        |more, _| {
            let (files, are) = if more == 1 { ("file", "is") } else { ("files", "are") };
            format!("{more} more {files} of the skill {are} not named either")
        },
    );
}

/// A link that a template or a generator wrote: the rule, with the link as it is written.
fn template_line(found: &ReportedFinding) -> Option<String> {
    let rule = found.finding.rule.as_str();
    let is_link = matches!(rule, "link-missing" | "anchor-missing");
    found.subject.as_ref().filter(|_| is_link).map(|link| format!("{rule} {link}"))
}

/// Whether a link leads to a page or to an image of the site that the pages of a skill were copied from.
fn part_of_site(found: &ReportedFinding) -> Option<&'static str> {
    let missing = found.missing_file.as_deref();
    let missing = missing.filter(|_| found.finding.rule == "link-missing");
    let (_, ending) = missing?.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" => Some(".html files"),
        "png" | "jpg" | "jpeg" | "gif" | "svg" | "webp" => Some("images"),
        _ => None,
    }
}

/// Joins the findings of each key that at least `fewest` have to the first of them.
fn join_by(
    report: &mut Report,
    fewest: usize,
    key: impl Fn(&ReportedFinding) -> Option<String>,
    words: impl Fn(usize, &ReportedFinding) -> String,
) {
    let allowed = suppressed_rules(report);
    let keys: Vec<Option<String>> = report
        .found
        .iter()
        .map(|found| key(found).filter(|_| !allowed.contains(&found.finding.rule)))
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for key in keys.iter().flatten() {
        *counts.entry(key).or_default() += 1;
    }
    counts.retain(|_, count| *count >= fewest);
    let mut keys_of_found = keys.iter();
    report.found.retain_mut(|found| {
        let Some(Some(key)) = keys_of_found.next() else { return true };
        let Some(count) = counts.get_mut(key.as_str()) else { return true };
        if *count == 0 {
            return false;
        }
        let more = std::mem::take(count) - 1;
        let words = words(more, found);
        found.known_as(found.identity.clone().unwrap_or_else(|| found.finding.message.clone()));
        found.finding.message.push_str(&format!("; {words}"));
        true
    });
}

#[cfg(test)]
mod tests {
    use contract::{Pointer, Position};

    use super::join;
    use crate::report::Report;

    /// The paths and messages after joining `count` findings, the links of which `link` gives.
    fn joined(rule: &str, count: usize, link: impl Fn(usize) -> String) -> Vec<(String, String)> {
        let mut report = Report::default();
        for index in 0..count {
            let (path, link) = (format!("a/{index}.md"), link(index));
            let message = format!("the link {link:?} leads to no file of the skill");
            report
                .place(rule, path, Position::START, Pointer::root(), message)
                .lacks(&link)
                .about(&link);
        }
        join(&[], &mut report);
        let found = report.found.into_iter();
        found.map(|found| (found.finding.path, found.finding.message)).collect()
    }

    #[test]
    fn a_line_of_a_template_is_one_finding() {
        let found = joined("link-missing", 5, |_| "./all.md".to_owned());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.ends_with("; 4 more pages have the same link"), "{found:?}");
        assert_eq!(joined("link-missing", 4, |_| "./all.md".to_owned()).len(), 4);
        assert_eq!(joined("link-missing", 5, |index| format!("{index}.md")).len(), 5);
    }

    #[test]
    fn the_missing_pages_of_a_site_are_one_finding() {
        let found = joined("link-missing", 20, |index| format!("{index}.html"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].1.ends_with("; 19 more links of the skill lead to .html files that it lacks")
        );
        assert_eq!(joined("link-missing", 19, |index| format!("{index}.html")).len(), 19);
        let images = joined("link-missing", 20, |index| format!("{index}.PNG"));
        assert_eq!(images.len(), 1, "{images:?}");
    }

    #[test]
    fn the_paths_below_one_home_folder_are_one_finding() {
        let found = joined("user-path", 3, |_| "/home/mkowalski".to_owned());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.ends_with("; 2 more files have paths below /home/mkowalski"));
        assert_eq!(joined("user-path", 2, |index| format!("/home/m{index}")).len(), 2);
    }

    #[test]
    fn the_orphans_of_a_skill_are_one_finding() {
        let found = joined("file-orphan", 3, |index| format!("{index}"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].1.ends_with("; 2 more files of the skill are not named either"));
    }
}
