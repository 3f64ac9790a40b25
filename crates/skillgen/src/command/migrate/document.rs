//! `--document`: documents the envelope in the SKILL.md beside migrated scripts. Its frontmatter gains the scripts'
//! contract, and JSON follows each quotation of the former output. The rest is not changed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use migrate::infer::{self, Quoted};
use migrate::{Edit, Kind, Outcome};
use serde_json::{Value, json};

use super::Args;
use super::file_plan::FilePlan;
use super::language::Language;
use super::overrides::ScriptSettings;
use super::tree_plan::TreePlan;
use crate::command::frontmatter::{self, Left};
use crate::paths;

/// The sources of a SKILL.md's contract, best first.
const MAIN: [&str; 3] = ["execute.sh", "run.sh", "main.sh"];

/// The time in the example of an envelope, from the schema's own examples.
const EXAMPLE_TIME: &str = "2026-05-01T09:30:00Z";

/// The sentence between the quoted text of a script and its envelope.
const LEAD: &str = "That text goes to stderr now; stdout is one JSON document:";

/// A script that prints the envelope because it was migrated, in this run or before it.
struct Documented<'p> {
    path: &'p Path,
    /// The script as its author wrote it.
    former: Cow<'p, [u8]>,
    /// Migrated in this run.
    is_new: bool,
}

impl<'p> Documented<'p> {
    fn of(file: &'p FilePlan) -> Option<Documented<'p>> {
        if file.language != Language::Shell {
            return None;
        }
        let former = match file.outcome {
            Outcome::Migrated => Cow::Borrowed(file.before.as_slice()),
            Outcome::Already => Cow::Owned(migrate::taken_back(&file.before)?.ok()?),
            Outcome::Nothing | Outcome::Refused => return None,
        };
        let is_new = file.outcome == Outcome::Migrated;
        Some(Documented { path: &file.path, former, is_new })
    }
}

/// Plans the documentation of every skill with a migrated script.
pub(super) fn add(plan: &mut TreePlan, args: &Args) {
    let mut skills: BTreeMap<PathBuf, Vec<Documented<'_>>> = BTreeMap::new();
    for file in plan.files.iter().filter_map(Documented::of) {
        if let Some(skill) = skill_of(file.path) {
            skills.entry(skill).or_default().push(file);
        }
    }
    let mut documents = Vec::new();
    for (path, scripts) in &skills {
        let known = plan.readers.iter().find(|f| paths::same(&f.path, path));
        documents.extend(document(path, scripts, known, args));
    }
    for document in documents {
        plan.readers.retain(|f| !paths::same(&f.path, &document.path));
        plan.readers.push(document);
    }
    plan.readers.sort_by(|a, b| a.shown.cmp(&b.shown));
}

/// The SKILL.md of a script's skill: in its folder or the one above.
fn skill_of(script: &Path) -> Option<PathBuf> {
    let folder = script.parent()?;
    let above = folder.parent().filter(|_| !folder.as_os_str().is_empty());
    let beside = |folder: &Path| {
        let path = folder.join("SKILL.md");
        // A link may lead out of the tree.
        let plain = std::fs::symlink_metadata(&path).is_ok_and(|m| m.is_file());
        plain.then_some(path)
    };
    beside(folder).or_else(|| beside(above.unwrap_or(Path::new("."))))
}

fn document(
    path: &Path,
    scripts: &[Documented<'_>],
    known: Option<&FilePlan>,
    args: &Args,
) -> Option<FilePlan> {
    let before = crate::walk::contents(path, u64::MAX)?;
    let text = std::str::from_utf8(&before).ok()?;
    let mut notes = Vec::new();
    let mut edits: Vec<Edit> = known.map(|f| f.edits.clone()).unwrap_or_default();
    edits.extend(contract(path, text, scripts, args, &mut notes));
    edits.extend(quotes(text, scripts, args));
    // A page that is documented already was read by its owner then.
    if !edits.is_empty() || scripts.iter().any(|script| script.is_new) {
        notes.extend(sentences(text, scripts));
    }
    if edits.is_empty() && notes.is_empty() {
        return None;
    }
    edits.sort_by_key(|e| e.at);
    let shown = path.to_string_lossy();
    let shown = shown.strip_prefix("./").unwrap_or(&shown).to_owned();
    let outcome = if edits.is_empty() { Outcome::Nothing } else { Outcome::Migrated };
    let unchanged = FilePlan::unchanged(path.to_owned(), shown, before);
    Some(FilePlan { outcome, edits, notes, ..unchanged })
}

fn edit(text: &str, at: usize, added: String, pattern: &'static str) -> Edit {
    let line = text[..at].matches('\n').count() + 1;
    Edit {
        at,
        len: 0,
        text: if text.contains("\r\n") && !added.contains('\r') {
            added.replace('\n', "\r\n")
        } else {
            added
        }
        .into(),
        line,
        pattern: pattern.into(),
        quoted: false,
    }
}

/// The contract keys that the frontmatter lacks, before its closing line.
fn contract(
    path: &Path,
    text: &str,
    scripts: &[Documented<'_>],
    args: &Args,
    notes: &mut Vec<(usize, String)>,
) -> Option<Edit> {
    match frontmatter::states_one(text) {
        Ok(true) => return None,
        Ok(false) => {}
        Err(_) => {
            notes.push((1, "has no frontmatter: no contract was added".to_owned()));
            return None;
        }
    }
    let Some(script) = main(text, scripts) else {
        let count = scripts.len();
        let note = format!("{count} scripts, and none is the skill's one: no contract was added");
        notes.push((1, note));
        return None;
    };
    let asked =
        infer::DraftOptions { envelope: args.overrides.of(script.path, args).kind, migrated: true };
    let draft = infer::infer(&script.former, asked).ok()?;
    match frontmatter::add(&path.to_string_lossy(), text, &infer::frontmatter(&draft)) {
        Ok(added) => Some(edit(text, added.at, added.text, "document")),
        Err(Left::Stated) => None,
        Err(Left::Unreadable(why)) => {
            notes.push((1, format!("no contract was added: {why}")));
            None
        }
    }
}

/// The script of the skill's contract: the only one, one with a usual name, or the only named one.
fn main<'f, 'p>(text: &str, scripts: &'f [Documented<'p>]) -> Option<&'f Documented<'p>> {
    let name = |f: &Documented<'_>| f.path.file_name().map(|n| n.to_string_lossy().into_owned());
    if let [one] = scripts {
        return Some(one);
    }
    for wanted in MAIN {
        if let Some(found) = scripts.iter().find(|f| name(f).as_deref() == Some(wanted)) {
            return Some(found);
        }
    }
    let named: Vec<&Documented<'_>> =
        scripts.iter().filter(|f| name(f).is_some_and(|n| text.contains(&n))).collect();
    match named.as_slice() {
        [one] => Some(one),
        _ => None,
    }
}

/// The JSON after each fenced block that quotes the output of a migrated script.
fn quotes(text: &str, scripts: &[Documented<'_>], args: &Args) -> Vec<Edit> {
    let mut edits = Vec::new();
    for block in blocks(text) {
        if text[block.end..].trim_start().starts_with(LEAD) {
            continue;
        }
        let plain: String = block
            .content
            .lines()
            .filter(|l| !l.trim_start().starts_with("$ "))
            .map(|l| format!("{l}\n"))
            .collect();
        let quoted = scripts.iter().find_map(|f| Some((f, infer::quoted(&f.former, &plain)?)));
        let Some((script, quoted)) = quoted else { continue };
        let envelope = example(&plain, &quoted, &args.overrides.of(script.path, args));
        let (indent, fence) = (block.indent, block.fence);
        let gap = if block.open_end { "\n" } else { "" };
        let added = format!(
            "{gap}\n{indent}{LEAD}\n\n\
             {indent}{fence}json\n{indent}{envelope}\n{indent}{fence}\n"
        );
        edits.push(edit(text, block.end, added, "document"));
    }
    edits
}

/// Notes for the sentences about the former output: those with inline code that a script prints, and those that say what a script
/// prints. Prose is not rewritten.
fn sentences(text: &str, scripts: &[Documented<'_>]) -> Vec<(usize, String)> {
    let mut notes = Vec::new();
    let mut fence = None;
    let mut in_frontmatter = text.starts_with("---");
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if in_frontmatter {
            in_frontmatter = index == 0 || trimmed.trim_end() != "---";
            continue;
        }
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) if speaks_of_output(line, scripts) => notes.push((
                index + 1,
                "speaks of the script's text, which is on stderr now: say what the JSON holds"
                    .to_owned(),
            )),
            _ => {}
        }
    }
    notes
}

/// Whether a line of prose quotes the output of a script, or says what it prints.
fn speaks_of_output(line: &str, scripts: &[Documented<'_>]) -> bool {
    const VERBS: [&str; 8] = [
        "it prints",
        "it outputs",
        "script prints",
        "script outputs",
        "prints `",
        "outputs `",
        "printed on stdout",
        "to stdout",
    ];
    let lower = line.to_lowercase();
    let quotes = line.split('`').skip(1).step_by(2).any(|code| {
        let plain = format!("{code}\n");
        code.contains(':') && scripts.iter().any(|f| infer::quoted(&f.former, &plain).is_some())
    });
    quotes || VERBS.iter().any(|verb| lower.contains(verb))
}

/// The envelope of the quoted run, as the parser of legacy text reads it.
fn example(text: &str, quoted: &Quoted, settings: &ScriptSettings<'_>) -> String {
    let default = settings.asked.confidence.as_deref();
    let default = default.and_then(|text| text.parse().ok()).unwrap_or(0.5);
    let options = runtime::parse::Options {
        default_confidence: default,
        exit_code: Some(0),
        ..Default::default()
    };
    let report = runtime::parse::parse(text.as_bytes(), &options);
    let report: Value = serde_json::from_str(&report.to_json()).unwrap_or_default();
    let output = &report["output"];
    let mut numbers: serde_json::Map<String, Value> = quoted
        .metrics
        .iter()
        .filter_map(|(key, n)| Some((key.clone(), serde_json::from_str(n).ok()?)))
        .collect();
    for (key, value) in output["metrics"].as_object().into_iter().flatten() {
        numbers.entry(key.clone()).or_insert_with(|| value.clone());
    }
    let error = |code, message: &String| json!({"code": code, "message": message});
    let mut errors: Vec<Value> = quoted.errors.iter().map(|e| error("SCRIPT_ERROR", e)).collect();
    if let Some(line) = quoted.failed.as_ref().filter(|_| errors.is_empty()) {
        errors.push(error("REPORTED_FAILURE", line));
    }
    let output = json!({
        "success": errors.is_empty(),
        "confidence": output["confidence"],
        "deliverables": output["deliverables"],
        "metrics": numbers,
        "errors": errors,
    });
    match settings.kind {
        Kind::SkillOutput => output.to_string(),
        Kind::Helper => helper(output, quoted).to_string(),
    }
}

/// The helper envelope around the fields of a skill's output, in the form of document_helper.sh.
fn helper(output: Value, quoted: &Quoted) -> Value {
    let first = output["errors"].get(0);
    let error = first
        .map_or(Value::Null, |first| json!({"code": first["code"], "message": first["message"]}));
    let mut envelope = json!({
        "schema_version": "1.0.0",
        "status": if first.is_some() { "error" } else { "ok" },
        "error": error,
        "agent": "unknown",
        "ts": EXAMPLE_TIME,
    });
    if let (Some(all), Value::Object(payload)) = (envelope.as_object_mut(), output) {
        all.extend(payload);
        let text = |(key, value): &(String, String)| (key.clone(), json!(value));
        all.insert("values".to_owned(), Value::Object(quoted.values.iter().map(text).collect()));
    }
    envelope
}

/// A fenced block of a Markdown text.
struct Block<'t> {
    indent: &'t str,
    fence: &'t str,
    content: String,
    /// After the closing line.
    end: usize,
    /// The closing line is the last one and has no line end.
    open_end: bool,
}

/// The fenced blocks without a language, or with a language that is not other code.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(&str, &str, bool, String)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        let trimmed = bare.trim_start();
        let indent = &bare[..bare.len() - trimmed.len()];
        at += line.len();
        match &mut open {
            None => {
                let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
                let waves = trimmed.len() - trimmed.trim_start_matches('~').len();
                let length = ticks.max(waves);
                if length >= 3 {
                    let word = trimmed[length..].trim().to_lowercase();
                    let fits = [
                        "",
                        "text",
                        "txt",
                        "console",
                        "output",
                        "bash",
                        "sh",
                        "shell",
                        "log",
                        "plaintext",
                    ]
                    .contains(&word.as_str());
                    open = Some((indent, &trimmed[..length], fits, String::new()));
                }
            }
            Some((_, fence, _, content)) => {
                let closes = trimmed.starts_with(*fence)
                    && trimmed.trim_end().chars().all(|c| fence.starts_with(c));
                if !closes {
                    content.push_str(bare);
                    content.push('\n');
                    continue;
                }
                if let Some((indent, fence, true, content)) = open.take() {
                    found.push(Block {
                        indent,
                        fence,
                        content,
                        end: at,
                        open_end: !line.ends_with('\n'),
                    });
                }
            }
        }
    }
    found
}
