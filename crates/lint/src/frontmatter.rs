//! SKILL.md: its frontmatter block, the fields in it, and its body.

use std::hash::{DefaultHasher, Hash, Hasher};

use contract::source::frontmatter::{Parts, split};
use contract::{Document, Level, Pointer};
use serde_json::{Map, Value};

use crate::body::Body;
use crate::entries::{Entries, SKILL};
use crate::profile::{Profiles, Reader};
use crate::read_source;
use crate::registry;
use crate::report::{Report, ReportedFinding, SkillFacts};
use crate::rule::body as rules;
use crate::rule::client::Unreadable;
use crate::rule::yaml_reader;
use crate::rule::{
    client, frontmatter_block, frontmatter_contract, frontmatter_fields, frontmatter_style,
};
use crate::skill::{Identity, Named, Skill, read_frontmatter};
use crate::source::Source;
use crate::suppress;

/// Checks a skill that is not a package: `entries` is its folder.
#[must_use]
pub fn check_skill(entries: &Entries<'_>, profiles: &Profiles) -> Report {
    let mut report = Report::default();
    let file = entries.skill_file().unwrap_or(SKILL);
    if file != SKILL {
        let message = format!("the file is named {file}, and clients look for {SKILL}");
        report
            .file("skill-file-case", entries.shown(file), message)
            .advise(format!("rename it to {SKILL}"));
    }
    check(entries, file, Identity::Folder, profiles, &mut report);
    suppress::answer(&mut report, |rule| suppress::looked_for(rule, profiles));
    report
}

/// Checks the SKILL.md at `path` and returns the name in it.
pub(crate) fn check(
    entries: &Entries<'_>,
    path: &str,
    identity: Identity,
    profiles: &Profiles,
    report: &mut Report,
) -> Option<Named> {
    let shown = entries.shown(path);
    let bytes = match entries.content.read(path) {
        Ok(bytes) => bytes,
        Err(reason) => {
            report.file("file-unreadable", shown, format!("can't read {path}: {reason}"));
            return None;
        }
    };
    report.files += 1;
    // The mark is reported with the block, because it hides the block for most clients.
    let (stripped, bom) = match read_source::text(&shown, bytes, report) {
        Ok(read) => read,
        Err(text) => {
            check_not_utf8(entries, &shown, &text, profiles, report);
            suppress::in_markdown(&shown, &text, report);
            return None;
        }
    };
    let text = if bom { format!("\u{feff}{stripped}") } else { stripped };
    let first = report.found.len();
    let named = check_text(entries, &shown, &text, identity, profiles, report);
    if identity == Identity::Package && profiles.runner_named {
        runners_view(&mut report.found[first..]);
    }
    suppress::in_markdown(&shown, &text, report);
    named
}

/// A runner only needs the name in a SKILL.md. If the runner's profile is requested, other findings about
/// the standard don't reject the package.
fn runners_view(found: &mut [ReportedFinding]) {
    for found in found {
        let finding = &mut found.finding;
        let form = match finding.rule.as_str() {
            "description-missing" | "description-invalid" | "compatibility-invalid" => true,
            // For the runner, a name that is blank or not a string is missing.
            "name-invalid" => {
                finding.message.contains("text that matches") || finding.message.contains("at most")
            }
            _ => false,
        };
        if form {
            finding.level = Level::Warning;
        }
    }
}

fn check_text(
    entries: &Entries<'_>,
    shown: &str,
    text: &str,
    identity: Identity,
    profiles: &Profiles,
    report: &mut Report,
) -> Option<Named> {
    let first = report.found.len();
    let Some(parts) = frontmatter_block::cut(shown, text, report) else {
        client::soften_unreadable(Unreadable::NoBlock, profiles, &mut report.found[first..]);
        let unread = Parts { yaml: "", line_offset: 0, body: text, bom: false, blank_lines: 0 };
        let mut rest = without_fields(entries, shown, text, &unread, profiles);
        // No client searches for skills among the files of another skill.
        if frontmatter_block::is_sample(shown) {
            keep_safety(&mut rest);
        }
        report.append(rest);
        return None;
    };
    // A mark or a blank line before the block hides it from clients: a separate finding.
    client::soften_hidden(&parts, profiles, &mut report.found[first..]);
    let first = report.found.len();
    frontmatter_style::check_block(shown, text, &parts, report);
    let start = parts.yaml.as_ptr() as usize - text.as_ptr() as usize;
    let read = frontmatter_block::document(shown, text, start, &parts, profiles, report);
    let Some(document) = read else {
        let why = match yaml_reader::judge(parts.yaml, Reader::Strict) {
            Err(_) => Unreadable::NotYaml(parts.yaml),
            Ok(()) => Unreadable::NotMapping,
        };
        client::soften_unreadable(why, profiles, &mut report.found[first..]);
        report.append(without_fields(entries, shown, text, &parts, profiles));
        return None;
    };
    let source = Source { path: shown.to_owned(), document };
    let skill = Skill { text, yaml: parts.yaml, start, body: parts.body, source };
    frontmatter_style::check_duplicates(&skill, report);
    frontmatter_fields::check(&skill, profiles, report);
    frontmatter_style::check_values(&skill, report);
    frontmatter_contract::check(&skill, profiles, report);
    check_body(entries, &skill, profiles, report);
    let named = named(entries, &skill, shown, identity, report);
    let folder = entries.name.as_deref().filter(|_| identity == Identity::Folder);
    client::check(&skill, folder, profiles, first, report);
    named
}

/// Checks the body of a SKILL.md whose fields can't be read, and what it leads to. Several clients repair the block and load
/// the skill, so the fields are searched for what is unsafe wherever a repair makes them readable.
fn without_fields(
    entries: &Entries<'_>,
    shown: &str,
    text: &str,
    parts: &Parts<'_>,
    profiles: &Profiles,
) -> Report {
    let mut report = Report::default();
    let document = client::repaired_block(parts.yaml)
        .and_then(|yaml| read_frontmatter(shown, &yaml, parts.line_offset).ok())
        .filter(|document| document.value().is_object());
    let document =
        document.unwrap_or_else(|| Document::from_value(shown, Value::Object(Map::new())));
    let start = match parts.yaml {
        "" => 0,
        yaml => yaml.as_ptr() as usize - text.as_ptr() as usize,
    };
    let source = Source { path: shown.to_owned(), document };
    let skill = Skill { text, yaml: parts.yaml, start, body: parts.body, source };
    frontmatter_fields::everything(&skill, &mut report);
    check_body(entries, &skill, profiles, &mut report);
    report
}

/// Checks the body of a SKILL.md that is not UTF-8, and what it leads to. `text` has a replacement character for each byte that
/// is none.
fn check_not_utf8(
    entries: &Entries<'_>,
    shown: &str,
    text: &str,
    profiles: &Profiles,
    report: &mut Report,
) {
    let none = Parts { yaml: "", line_offset: 0, body: text, bom: false, blank_lines: 0 };
    let parts = split(text).unwrap_or(none);
    report.append(without_fields(entries, shown, text, &parts, profiles));
}

fn keep_safety(report: &mut Report) {
    report.found.retain(|found| registry::is_about_safety(&found.finding.rule));
}

/// The skill's name, compared with its folder.
fn named(
    entries: &Entries<'_>,
    skill: &Skill<'_>,
    shown: &str,
    identity: Identity,
    report: &mut Report,
) -> Option<Named> {
    let pointer = Pointer::root().push("name");
    let name = match skill.source.value().get("name") {
        Some(Value::String(name)) if !name.trim().is_empty() => name.trim().to_owned(),
        _ => return None,
    };
    let position = skill.source.document.locate(&pointer);
    let described = Pointer::root().push("description");
    if let Some(description) = skill.source.get(&described).and_then(Value::as_str) {
        report.skills.push(SkillFacts {
            path: shown.to_owned(),
            plugin: entries.content.plugin(),
            name: name.clone(),
            name_position: position,
            description: description.to_owned(),
            description_position: skill.source.document.locate(&described),
            files: entries.files().map(str::to_owned).collect(),
        });
    }
    if identity == Identity::Folder {
        frontmatter_fields::folder(entries, skill, &name, report);
    }
    Some(Named { path: shown.to_owned(), position, name })
}

/// A number that is the same for copies of a text.
fn checksum(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Checks the body of a skill, and the pages and scripts that it leads to.
fn check_body(entries: &Entries<'_>, skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let body = Body::read(entries, skill);
    rules::check(&body, report);
    let pages = body.pages.iter().map(|page| (page.shown.clone(), &page.text));
    let scripts = body.scripts.iter().map(|(path, script)| (entries.shown(path), &script.text));
    for (path, text) in pages.chain(scripts) {
        report.texts.insert(path, checksum(text));
        report.named_files.extend(rules::named_in_folders(text));
    }
    if profiles.counts_tokens {
        rules::count_tokens(&body, profiles, report);
    }
    for page in &body.pages[1..] {
        suppress::in_markdown(&page.shown, &page.text, report);
    }
    for (path, script) in &body.scripts {
        suppress::in_comments(&entries.shown(path), &script.text, &["#", "//"], report);
    }
}
