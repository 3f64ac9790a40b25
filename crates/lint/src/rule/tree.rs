//! What the other skills of a tree say of a finding: copies of a skill that leave its files out, parts of skills, the data of
//! tests, and what many skills have in common.

use std::collections::{BTreeMap, BTreeSet};

use contract::Level;

use crate::report::{Report, ReportedFinding, SkillFacts};

/// Looks at the findings of a whole tree once more, with all of its skills in view.
pub(crate) fn judge(skills: &[SkillFacts], report: &mut Report) {
    parts(skills, report);
    copies(skills, report);
    customs(report);
}

/// Folders of data that tests read.
const TEST_DATA: [&str; 3] = ["fixtures", "__fixtures__", "testdata"];

/// Lowers the level of findings about skills among the data of tests, which no client loads. `root` is the folder that was
/// named, as findings show it: whoever names a skill there has it checked like any other.
pub fn lower_test_data(root: &str, report: &mut Report) {
    /// What is said of how a skill loads and of what it leads to; what is said of keys and attacks holds anywhere.
    const KINDS: [&str; 7] = [
        "frontmatter-",
        "name-",
        "description-",
        "metadata-",
        "compatibility-",
        "link-",
        "script-",
    ];
    let root = if root.is_empty() { String::new() } else { format!("{root}/") };
    for found in &mut report.found {
        let finding = &mut found.finding;
        let Some(below) = finding.path.strip_prefix(&root) else { continue };
        let is_data = below.split('/').any(|folder| TEST_DATA.contains(&folder));
        let is_of_kind = KINDS.iter().any(|kind| finding.rule.starts_with(kind));
        if is_data && is_of_kind && finding.level != Level::Info {
            finding.level = Level::Info;
            finding.message.push_str("; it is data of tests");
        }
    }
}

fn folder(path: &str) -> Option<&str> {
    path.rsplit('/').nth(1)
}

/// Lowers the level of a file without frontmatter whose folder has the name of a complete skill elsewhere in the tree:
/// builds join such parts to skills.
fn parts(skills: &[SkillFacts], report: &mut Report) {
    let whole: BTreeMap<&str, &str> =
        skills.iter().filter_map(|skill| Some((folder(&skill.path)?, &*skill.path))).collect();
    let missing = report.found.iter_mut().filter(|found| {
        found.finding.rule == "frontmatter-missing" && found.finding.level == Level::Error
    });
    for found in missing.filter(|found| found.fix.is_none()) {
        let path = folder(&found.finding.path).and_then(|folder| whole.get(folder));
        if let Some(path) = path {
            found
                .finding
                .message
                .push_str(&format!("; {path} may be the whole skill of this part"));
            found.at_level(Level::Info);
        }
    }
}

/// Lowers the level of a missing file that a skill of the same folder name has: translations and exports often hold the
/// text alone.
fn copies(skills: &[SkillFacts], report: &mut Report) {
    if report.found.iter().all(|found| found.missing_file.is_none()) {
        return;
    }
    let by_path: BTreeMap<&str, &SkillFacts> = skills
        .iter()
        .map(|skill| (skill.path.rsplit_once('/').map_or("", |(folder, _)| folder), skill))
        .collect();
    let mut by_name: BTreeMap<&str, Vec<&SkillFacts>> = BTreeMap::new();
    for skill in skills {
        by_name.entry(folder(&skill.path).unwrap_or_default()).or_default().push(skill);
    }
    for found in &mut report.found {
        let Some(missing) = &found.missing_file else { continue };
        let own = ancestors(&found.finding.path).find_map(|folder| by_path.get(folder));
        let Some(name) = own.and_then(|own| folder(&own.path)) else { continue };
        let alike = by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        let Some(whole) = alike.iter().find(|skill| skill.files.contains(missing)) else {
            continue;
        };
        let file = format!("{}{missing}", whole.path.trim_end_matches("SKILL.md"));
        found.finding.message.push_str("; another copy of the skill has it");
        found.advise(format!("copy {file:?} to here, or link to it")).at_level(Level::Info);
    }
}

/// The folders above a path, from the nearest on.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(path.rsplit_once('/').map(|(folder, _)| folder), |folder| {
        folder.rsplit_once('/').map(|(above, _)| above)
    })
}

/// Skills of a tree that have the same finding, from which on they have one finding for all.
const ALIKE: usize = 5;

/// The folder that a skill's own folder stands in.
pub(crate) fn shelf(path: &str) -> &str {
    path.rsplitn(3, '/').nth(2).unwrap_or_default()
}

/// Pairs of folders in which at least [`ALIKE`] skills have the same names, with how many: translations, exports, and copies
/// for single clients.
pub(crate) fn copied_folders(skills: &[SkillFacts]) -> BTreeMap<(&str, &str), usize> {
    let mut names: BTreeMap<(&Option<String>, &str), &SkillFacts> = BTreeMap::new();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for skill in skills {
        let first = *names.entry((&skill.plugin, &skill.name)).or_insert(skill);
        if first.path != skill.path && shelf(&first.path) != shelf(&skill.path) {
            *counts.entry((shelf(&skill.path), shelf(&first.path))).or_default() += 1;
        }
    }
    counts.retain(|_, count| *count >= ALIKE);
    counts
}

/// What findings have in common that are a custom of the tree: orphans of one path, a key of the frontmatter that no
/// standard has. What fails a check stays with each skill, and so does what one of the files has a suppression for.
fn custom(found: &ReportedFinding) -> Option<String> {
    let finding = &found.finding;
    if finding.level == Level::Error || found.fix.is_some() {
        return None;
    }
    match finding.rule.as_str() {
        "file-orphan" => {
            let parts: Vec<&str> = finding.path.rsplitn(3, '/').collect();
            (parts.len() == 3).then(|| format!("file-orphan {}/{}", parts[1], parts[0]))
        }
        "frontmatter-unknown-key" => Some(format!("frontmatter-unknown-key {}", finding.pointer)),
        _ => None,
    }
}

/// Joins the findings about what a program wrote in many skills, or what is a custom of the tree.
fn customs(report: &mut Report) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for custom in report.found.iter().filter_map(custom) {
        *counts.entry(custom).or_default() += 1;
    }
    let suppressed = report.found.iter().filter(|found| found.suppressed.is_some());
    let allowed: BTreeSet<String> = suppressed.map(|found| found.finding.rule.clone()).collect();
    let mut seen = BTreeSet::new();
    report.found.retain_mut(|found| {
        let Some(custom) = custom(found) else { return true };
        let count = counts[&custom];
        if count < ALIKE || allowed.contains(&found.finding.rule) {
            return true;
        }
        let is_first = seen.insert(custom);
        if is_first {
            let what = if found.finding.rule == "file-orphan" { "such a file" } else { "the key" };
            found.finding.message.push_str(&format!("; {} more skills have {what}", count - 1));
            found.known_as("of-many-skills");
        }
        is_first
    });
}
