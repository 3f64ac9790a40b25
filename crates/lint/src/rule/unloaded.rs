//! Skills that no client loads: the data of tests, and folders in which people keep what they no longer use. What is wrong in
//! them is often there on purpose, or nobody's concern. Keys and attacks are reported anywhere.

use super::tree::TEST_DATA;
use crate::registry;
use crate::report::Report;

/// Folders of skills that are no longer in use. `backup` and `archive` are missing: plugins that make them have these names.
const SET_ASIDE: [&str; 18] = [
    "_archive",
    "_archived",
    "_backup",
    "_backups",
    "_deleted",
    "_deprecated",
    "_old",
    "_trash",
    ".archive",
    ".backup",
    ".backups",
    ".trash",
    "archived",
    "attic",
    "backups",
    "deleted",
    "deprecated",
    "trash",
];

/// Whether no client loads the skill in a folder, by the folders that it stands in. `below` is its path in the folder that was
/// named: a skill that is named, or in a folder that is named, is checked like any other.
#[must_use]
pub fn is_unloaded(below: &str) -> bool {
    let (above, _) = below.rsplit_once('/').unwrap_or_default();
    let mut folders = above.split('/');
    folders.clone().any(|folder| TEST_DATA.contains(&folder))
        || folders.any(|folder| SET_ASIDE.contains(&folder))
}

/// Takes out the findings about a skill that no client loads, but for those about safety, and counts them. The skill is not
/// compared with others.
pub fn leave_out_unloaded(report: &mut Report) {
    let before = report.found.len();
    report.found.retain(|found| {
        found.suppressed.is_some() || registry::is_about_safety(&found.finding.rule)
    });
    report.unloaded += before - report.found.len();
    report.skills.clear();
}

#[cfg(test)]
mod tests {
    use super::is_unloaded;

    #[test]
    fn the_folders_around_a_skill_decide() {
        assert!(is_unloaded("tests/fixtures/broken"));
        assert!(is_unloaded("backups/2026/report"));
        assert!(is_unloaded("skills/_archive/report"));
        // A skill may have any name, and so may a plugin that makes backups.
        for loaded in ["skills/backups", "fixtures", "plugins/backup/skills/save", "report", ""] {
            assert!(!is_unloaded(loaded), "{loaded}");
        }
    }
}
