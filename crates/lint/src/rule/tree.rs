//! What the other skills of a tree say of a finding: copies of a skill that leave its files out, parts of skills, the data of
//! tests, and what many skills have in common.

mod repeats;

use std::collections::{BTreeMap, BTreeSet};

use contract::Level;

use crate::profile::Profiles;
use crate::report::{Report, ReportedFinding, SkillFacts};

/// Looks at the findings of a whole tree once more, with all of its skills in view.
pub(crate) fn judge(skills: &[SkillFacts], report: &mut Report) {
    parts(skills, report);
    named_by_others(report);
    copies(skills, report);
    copied_files(report);
    customs(skills.len(), report);
    repeats::join(skills, report);
    links_of_pages(report);
}

/// Folders of data that tests read.
pub(super) const TEST_DATA: [&str; 3] = ["fixtures", "__fixtures__", "testdata"];

/// Folders of templates, from which people begin new skills.
const TEMPLATES: [&str; 11] = [
    "template",
    "templates",
    "_template",
    "_templates",
    "skill-template",
    "template-skill",
    "skill-templates",
    "skeleton",
    "skill-skeleton",
    "scaffold",
    "boilerplate",
];

/// Lowers the level of findings about skills among the data of tests, which no client loads, and takes out what templates of
/// new skills leave open. `root` is the folder that was named, as findings show it: a skill that is named itself is checked like any other.
pub fn lower_test_data(root: &str, profiles: &Profiles, report: &mut Report) {
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
    /// What a template leaves to whoever begins a skill from it.
    const LEFT_OPEN: [&str; 7] = [
        "placeholder-",
        "body-empty",
        "name-",
        "description-",
        "link-missing",
        "script-missing",
        "skill-file-case",
    ];
    let of_template = |below: &str| {
        let (folders, name) = below.rsplit_once('/').unwrap_or(("", below));
        name.eq_ignore_ascii_case("SKILL.md")
            && folders.split('/').any(|folder| TEMPLATES.contains(&folder))
    };
    report.found.retain_mut(|found| {
        let finding = &mut found.finding;
        let Some(below) = finding.path.strip_prefix(&root) else { return true };
        let is = |kinds: &[&str]| kinds.iter().any(|kind| finding.rule.starts_with(kind));
        // What a named client does not load stays.
        let is_verdict = profiles.clients_named && finding.level == Level::Error;
        if of_template(below) && is(&LEFT_OPEN) && !is_verdict {
            return false;
        }
        let is_data = below.split('/').any(|folder| TEST_DATA.contains(&folder));
        if is_data && is(&KINDS) && finding.level != Level::Info {
            finding.level = Level::Info;
            finding.message.push_str("; the file is test data");
        }
        true
    });
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

/// Takes out the files that another skill names by the folder of theirs: `python3 ../notes/scripts/find.py`.
fn named_by_others(report: &mut Report) {
    let named = std::mem::take(&mut report.named_files);
    report.found.retain(|found| {
        let finding = &found.finding;
        let from_skill = finding.path.rmatch_indices('/').nth(2).map_or(0, |(at, _)| at + 1);
        finding.rule != "file-orphan" || !named.contains(&finding.path[from_skill..])
    });
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

/// Skills of two folders that have the same names, from which on the folders are copies of each other.
const COPIES: usize = 2;

/// Pairs of folders in which at least [`COPIES`] skills have the same names, with how many: translations, exports, and copies
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
    counts.retain(|_, count| *count >= COPIES);
    counts
}

/// Joins the findings about copies of a file: a tree that keeps its skills for several clients has each page several times.
/// What fails a check or has a fix stays with each copy.
fn copied_files(report: &mut Report) {
    type Key = (String, u64, contract::Position, String);
    let texts = std::mem::take(&mut report.texts);
    let allowed = suppressed_rules(report);
    let key = |found: &ReportedFinding| -> Option<Key> {
        let finding = &found.finding;
        let text = texts.get(&finding.path)?;
        let fails = finding.level == Level::Error;
        let is_single = fails || found.fix.is_some() || allowed.contains(&finding.rule);
        (!is_single)
            .then(|| (finding.rule.clone(), *text, finding.position, finding.message.clone()))
    };
    let mut paths: BTreeMap<Key, BTreeSet<String>> = BTreeMap::new();
    for found in &report.found {
        if let Some(key) = key(found) {
            paths.entry(key).or_default().insert(found.finding.path.clone());
        }
    }
    report.found.retain_mut(|found| {
        let Some(all) = key(found).and_then(|key| paths.get(&key)) else { return true };
        let Some(first) = all.first().filter(|_| all.len() > 1) else { return true };
        if found.finding.path != *first {
            return false;
        }
        let more = all.len() - 1;
        let copies = if more == 1 { "copy" } else { "copies" };
        let next = all.iter().nth(1).map_or("", String::as_str);
        let rest = if more > 1 { ", …" } else { "" };
        found.known_as(found.finding.message.clone());
        let words = format!("; the same in {more} {copies} of the file: {next}{rest}");
        found.finding.message.push_str(&words);
        true
    });
}

/// The rules that a suppression in some file of the tree names: their findings stay with each file.
fn suppressed_rules(report: &Report) -> BTreeSet<String> {
    let suppressed = report.found.iter().filter(|found| found.suppressed.is_some());
    suppressed.map(|found| found.finding.rule.clone()).collect()
}

/// Joins the links of one page to missing files of one folder, which is missing or was moved, and those to missing headings,
/// which a table of contents has.
fn links_of_pages(report: &mut Report) {
    const FEWEST: usize = 4;
    const NAMED: usize = 3;
    let allowed = suppressed_rules(report);
    let key = |found: &ReportedFinding| -> Option<(String, String, String)> {
        let finding = &found.finding;
        if finding.rule == "anchor-missing" && !allowed.contains(&finding.rule) {
            return Some((finding.rule.clone(), finding.path.clone(), String::new()));
        }
        let is_link = matches!(finding.rule.as_str(), "link-missing" | "script-missing");
        let missing =
            found.missing_file.as_ref().filter(|_| is_link && !allowed.contains(&finding.rule))?;
        let folder = missing.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Skills beside the page are folders themselves.
        let folder = match missing.ends_with("/SKILL.md") {
            true => folder.rsplit_once('/').map_or("", |(above, _)| above),
            false => folder,
        };
        Some((finding.rule.clone(), finding.path.clone(), folder.to_owned()))
    };
    let mut lines: BTreeMap<(String, String, String), Vec<u32>> = BTreeMap::new();
    for found in &report.found {
        if let Some(key) = key(found) {
            lines.entry(key).or_default().push(found.finding.position.line);
        }
    }
    lines.retain(|_, lines| lines.len() >= FEWEST);
    let mut seen = BTreeSet::new();
    report.found.retain_mut(|found| {
        let Some(key) = key(found) else { return true };
        let Some(lines) = lines.get(&key) else { return true };
        if !seen.insert(key) {
            return false;
        }
        let others: BTreeSet<u32> = lines[1..].iter().copied().collect();
        let shown: Vec<String> = others.iter().take(NAMED).map(u32::to_string).collect();
        let noun = if others.len() == 1 { "line" } else { "lines" };
        let rest = if others.len() > NAMED { ", …" } else { "" };
        found.known_as(found.identity.clone().unwrap_or_else(|| found.finding.message.clone()));
        found.finding.message.push_str(&format!(
            "; {} more like it in this file, on {noun} {}{rest}",
            lines.len() - 1,
            shown.join(", ")
        ));
        true
    });
}

/// What findings have in common that are a custom of the tree: orphans of one path, a key of the frontmatter that no
/// standard has, names with the folder above in front. What fails a check stays with each skill, and so does what one of the
/// files has a suppression for.
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
        "frontmatter-unknown-key" | "metadata-not-text" | "compatibility-invalid" => {
            // Items of a list are one value.
            let key: Vec<&str> = finding.pointer.as_str().split('/').take(3).collect();
            Some(format!("{} {}", finding.rule, key.join("/")))
        }
        "name-not-folder" => {
            let mut folders = finding.path.rsplit('/').skip(1);
            let (own, above) = (folders.next()?, folders.next()?);
            let prefixed = format!("found \"{above}-{own}\"");
            // `02-report` orders the folders.
            let bare =
                own.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['-', '_']);
            let is_numbered = bare.is_some_and(|bare| {
                own.starts_with(|c: char| c.is_ascii_digit())
                    && finding.message.contains(&format!("found \"{bare}\""))
            });
            match finding.message.contains(&prefixed) {
                true => Some("name-not-folder prefixed".to_owned()),
                false => is_numbered.then(|| "name-not-folder numbered".to_owned()),
            }
        }
        "link-outside" => {
            let target = found.subject.as_deref()?;
            Some(match target.ends_with("/SKILL.md") {
                true => "link-outside to skills".to_owned(),
                // The same folder is at another number of folders above for each skill.
                false => {
                    let below = target.trim_start_matches("../");
                    match below.split_once('/') {
                        Some((folder, _)) => format!("link-outside to {folder}/"),
                        None => format!("link-outside to {below}"),
                    }
                }
            })
        }
        "description-no-trigger" => Some(finding.rule.clone()),
        "description-tag" => Some(format!("description-tag {}", finding.message)),
        // A shell without a pattern.
        "allowed-tools-everything" if finding.level == Level::Info => Some(finding.rule.clone()),
        _ => None,
    }
}

/// Joins the findings about what a program wrote in many skills, or what is a custom of the tree.
fn customs(skills: usize, report: &mut Report) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for custom in report.found.iter().filter_map(custom) {
        *counts.entry(custom).or_default() += 1;
    }
    let allowed = suppressed_rules(report);
    let mut seen = BTreeSet::new();
    report.found.retain_mut(|found| {
        let Some(custom) = custom(found) else { return true };
        let count = counts[&custom];
        let is_single = found.finding.rule == "description-no-trigger" && count * 2 < skills;
        if count < ALIKE || is_single || allowed.contains(&found.finding.rule) {
            return true;
        }
        let is_numbered = custom.ends_with(" numbered");
        let is_to_skills = custom == "link-outside to skills";
        let is_to_folder = custom.ends_with('/');
        let is_first = seen.insert(custom);
        if is_first {
            let more = count - 1;
            let what = match found.finding.rule.as_str() {
                "file-orphan" => format!("{more} more skills have such a file"),
                "description-no-trigger" => format!("{more} more skills don't say it either"),
                "description-tag" => format!("{more} more skills have it"),
                "allowed-tools-everything" => format!("{more} more skills allow it"),
                "name-not-folder" if is_numbered => {
                    format!("{more} more folders have a number before the name")
                }
                "name-not-folder" => format!("{more} more names begin with the folder above"),
                "link-outside" if is_to_skills => format!("{more} more links lead to other skills"),
                "link-outside" if is_to_folder => format!("{more} more links lead to that folder"),
                "link-outside" => format!("{more} more links lead to that file"),
                "frontmatter-unknown-key" => format!("{more} more skills have the key"),
                _ => format!("{more} more values of the key are like it"),
            };
            found.finding.message.push_str(&format!("; {what}"));
            found.known_as("of-many-skills");
        }
        is_first
    });
}
