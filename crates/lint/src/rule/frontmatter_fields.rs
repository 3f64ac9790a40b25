//! `name-*`, `description-*`, `frontmatter-*`: validates the fields of the skill standard against the
//! hand-written schema; each violation is reported under the rule of its field.

use std::sync::OnceLock;

use contract::{Level, Pointer, Position};
use regex::Regex;
use serde_json::Value;

use crate::embedded_schema::builtin;
use crate::entries::Entries;
use crate::fix::{Edit, Fix};
use crate::profile::{self, Profiles, ToolsForm};
use crate::report::Report;
use crate::rule::frontmatter_style::offset;
use crate::rule::{tool_name, value_type};
use crate::similar;
use crate::skill::Skill;
use crate::source::quote;
use crate::violation::{self, Violation};

/// The fields of the standard.
const STANDARD: [&str; 6] =
    ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
/// Fields of the standard, of the validation protocol, and those of several clients.
const KNOWN: [&str; 16] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
    "version",
    "input_schema",
    "output_schema",
    "pre_checks",
    "post_checks",
    "cacheable",
    "cache_ttl_minutes",
    "engines",
    "execution_modes",
    // OpenClaw documents it.
    "homepage",
];
/// The number of lines of a body above which the standard recommends separate files.
const LONGEST_BODY: usize = 500;
/// The number of lines from which a body has a finding: nobody splits a page for a few lines.
const FAR_TOO_LONG: usize = LONGEST_BODY + LONGEST_BODY / 10;

pub(crate) fn check(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    for violation in violation::of_schema(builtin("skill-frontmatter"), skill.source.value()) {
        tell(skill, &violation, report);
    }
    unknown_keys(skill, profiles, report);
    allowed_tools(skill, profiles, report);
    tool_name::check(skill, report);
    value_type::check(skill, profiles, report);
    description(skill, profiles, report);
    let lines = skill.body.lines().count();
    if lines > FAR_TOO_LONG {
        let message = format!("expected a body of at most {LONGEST_BODY} lines, found {lines}");
        // The first line after the limit.
        let before = &skill.text[..skill.text.len() - skill.body.len()];
        let mut position = crate::source::end_of(before);
        position.line += u32::try_from(LONGEST_BODY).unwrap_or_default();
        let path = skill.source.path.clone();
        report
            .place("body-too-long", path, position, Pointer::root(), message)
            .known_as("length")
            .advise("move details into files beside SKILL.md and name them where they are needed");
    }
}

fn tell(skill: &Skill<'_>, violation: &Violation, report: &mut Report) {
    let tokens = violation.pointer.tokens();
    let field = tokens.first().map(String::as_str).unwrap_or_default();
    let rule = match (field, violation.keyword.as_str()) {
        ("", "required") => match violation.key.as_deref() {
            Some("name") => "name-missing",
            _ => "description-missing",
        },
        ("name", _) => "name-invalid",
        ("description", _) => "description-invalid",
        ("metadata", _) if is_of_client(&violation.pointer) => return,
        ("metadata", _) => "metadata-not-text",
        ("compatibility", _) => "compatibility-invalid",
        // These have their own rules with more detail.
        ("allowed-tools" | "input_schema" | "output_schema" | "pre_checks" | "post_checks", _) => {
            return;
        }
        _ => "frontmatter-field-invalid",
    };
    let message = match &violation.key {
        Some(key) if violation.keyword == "required" => {
            format!("expected the key {key:?} in the frontmatter, found none")
        }
        _ if rule == "name-invalid" && violation.keyword == "pattern" => format!(
            "name: expected lower-case letters, digits and single hyphens, found {}",
            skill.source.get(&violation.pointer).map(quote).unwrap_or_default()
        ),
        _ => format!("{}: {}", tokens.join("."), violation.message()),
    };
    let found = report.value(rule, &skill.source, &violation.pointer, message);
    match rule {
        "name-invalid" => {
            found.advise("use 1 to 64 lower-case letters, digits and single hyphens");
        }
        "name-missing" => {
            found.advise("add `name:` with the name of the folder");
        }
        "description-missing" => {
            found.advise("add `description:` that says what the skill does and when to use it");
        }
        "description-invalid" => {
            found.advise(
                "write 1 to 1024 characters that say what the skill does and when to use it",
            );
        }
        "compatibility-invalid" => {
            found.advise("write 1 to 500 characters, or remove the key");
        }
        "metadata-not-text" => {
            let value = skill.source.get(&violation.pointer);
            found.advise(match value {
                Some(Value::Object(_) | Value::Array(_)) => "write one line of text",
                _ => "put the value into quotes",
            });
        }
        _ => {}
    }
}

/// Whether a value is the mapping that a client documents under its own name: OpenClaw, also under its former names, and
/// Hermes Agent.
fn is_of_client(pointer: &Pointer) -> bool {
    let key = pointer.tokens().into_iter().nth(1);
    key.is_some_and(|key| ["openclaw", "clawdbot", "clawdis", "hermes"].contains(&key.as_str()))
}

/// Whether the skill standard has the key.
pub(crate) fn is_standard_key(key: &str) -> bool {
    STANDARD.contains(&key)
}

fn unknown_keys(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let Some(fields) = skill.source.value().as_object() else { return };
    for (key, value) in fields {
        if KNOWN.contains(&key.as_str()) {
            continue;
        }
        let knows = |client: &&&profile::Client| client.known_keys.contains(key);
        if profiles.clients.iter().any(|client| knows(&client)) {
            continue;
        }
        let message =
            format!("expected fields of the skill standard, found the unknown key {key:?}");
        let is_counted = report.is_full("frontmatter-unknown-key", &skill.source.path);
        let near = if is_counted { None } else { nearest(key) };
        let near = near.filter(|known| value_type::may_be(known, value));
        let found = report.key(
            "frontmatter-unknown-key",
            &skill.source,
            &Pointer::root().push(key),
            message,
        );
        match near {
            Some(known) => found.advise(format!("did you mean {known}?")),
            // No client reads it below `metadata`, so the restriction would be lost.
            None if RESTRICTIONS.contains(&key.as_str()) => found.advise(format!(
                "keep it for {}, which reads it: the others load the skill without this restriction",
                readers(key)
            )),
            None if skill.source.document.is_in_contract_text(key) => {
                found.advise("remove it; a contract has no such key")
            }
            // Each client loads the skill, and ignores the key.
            None => {
                found.advise("move it below metadata, where clients let it pass").at_level(Level::Info)
            }
        };
    }
}

/// Keys of single clients that restrict permissions.
const RESTRICTIONS: [&str; 4] =
    ["disable-model-invocation", "disallowed-tools", "user-invocable", "default-enabled"];

/// The clients that read a key, by their titles.
fn readers(key: &str) -> String {
    let knows = |client: &&profile::Client| client.known_keys.iter().any(|known| known == key);
    let titles = profile::all_clients().filter(knows).map(|client| client.title.as_str());
    titles.collect::<Vec<_>>().join(", ")
}

/// The known field that was probably meant by a key: it differs in case and separators, or in one or two letters. A
/// documented key of a client is not misspelt.
fn nearest(key: &str) -> Option<&'static str> {
    let of_clients = || profile::all_clients().flat_map(|client| &client.known_keys);
    if of_clients().any(|known| known == key) {
        return None;
    }
    let plain = |text: &str| text.to_ascii_lowercase().replace(['_', '-', ' '], "");
    let wanted = plain(key);
    let most = if wanted.chars().count() < 6 { 1 } else { 2 };
    let distance = |known: &&str| similar::distance(&plain(known), &wanted);
    let names = KNOWN.into_iter().chain(of_clients().map(String::as_str));
    let near = names.filter_map(|known| Some((distance(&known)?, known)));
    let near = near.filter(|(distance, _)| *distance <= most).min().map(|(_, known)| known);
    // `cache_ttl` begins one name only: `cache_ttl_minutes`.
    near.or_else(|| {
        let mut longer = KNOWN.into_iter().filter(|known| {
            known.strip_prefix(key).is_some_and(|rest| rest.starts_with(['_', '-']))
        });
        longer.next().filter(|_| longer.next().is_none())
    })
}

/// The named clients that do not document a form of `allowed-tools`. Without a named client there is none: clients that
/// read the field accept each form.
fn without_form(profiles: &Profiles, form: ToolsForm) -> Vec<&str> {
    let named = profiles.clients.iter().filter(|_| profiles.clients_named);
    let without = named.filter(|client| !client.tools_as.contains(&form));
    without.map(|client| client.title.as_str()).collect()
}

fn allowed_tools(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let pointer = Pointer::root().push("allowed-tools");
    let Some(tools) = skill.source.get(&pointer) else { return };
    everything(skill, report);
    match tools {
        Value::String(text) => {
            if text.matches('(').count() != text.matches(')').count() {
                let message =
                    format!("allowed-tools: expected each \"(\" with its \")\", found {text:?}");
                report
                    .value("frontmatter-field-invalid", &skill.source, &pointer, message)
                    .advise("close it: a client reads the rest as one pattern, or as nothing");
                return;
            }
            let clients = without_form(profiles, ToolsForm::Commas);
            if clients.is_empty() || !commas_between(text) {
                return;
            }
            let message = format!(
                "expected tools separated by spaces, found commas in {text:?}, which {} does not document",
                clients.join(", ")
            );
            let spaced = spaced(text);
            let found = report.value("allowed-tools-commas", &skill.source, &pointer, message);
            found.advise(format!("write allowed-tools: {spaced}"));
            let start = offset(skill.text, skill.source.document.locate(&pointer));
            if let Some(start) = start
                && skill.text[start..].starts_with(text.as_str())
            {
                let edit = Edit { start, end: start + text.len(), text: spaced };
                found.mend(Fix::risky("separate the tools by spaces", edit));
            }
        }
        Value::Array(items) => {
            let names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            if names.len() < items.len() {
                let other = items.iter().find(|item| !item.is_string()).unwrap_or(tools);
                let message =
                    format!("allowed-tools: expected names of tools, found {}", quote(other));
                report
                    .value("frontmatter-field-invalid", &skill.source, &pointer, message)
                    .advise("write names, as in allowed-tools: Read Bash(git status:*)");
                return;
            }
            let clients = without_form(profiles, ToolsForm::List);
            if clients.is_empty() {
                return;
            }
            let message = format!(
                "expected one line of tools, found a list, which {} does not document: {}",
                clients.join(", "),
                quote(tools)
            );
            report
                .value("allowed-tools-list", &skill.source, &pointer, message)
                .advise(format!("write allowed-tools: {}", names.join(" ")));
        }
        other => {
            let message = format!("allowed-tools: expected text, found {}", quote(other));
            report.value("frontmatter-field-invalid", &skill.source, &pointer, message);
        }
    }
}

/// Patterns that grant every tool, or every command: `*`, `Bash(*)`.
pub(crate) fn everything(skill: &Skill<'_>, report: &mut Report) {
    let pointer = Pointer::root().push("allowed-tools");
    let texts = match skill.source.get(&pointer) {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
        Some(other) => other.as_str().into_iter().collect::<Vec<_>>(),
        None => return,
    };
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split([' ', ',', '\n'])).collect();
    let is_all =
        |word: &&&str| matches!(**word, "*" | "Bash(*)" | "Bash(*:*)" | "Bash(:*)" | "mcp__*");
    let is_shell = |word: &&&str| **word == "Bash";
    if let Some(word) = words.iter().find(is_all).or_else(|| words.iter().find(is_shell)) {
        let what = if word.starts_with("Bash") { "every command" } else { "every tool" };
        let message = format!("allowed-tools: {word} allows {what} without a question");
        let found = report.value("allowed-tools-everything", &skill.source, &pointer, message);
        found.advise("name the tools and commands that the skill needs, as in Bash(git status:*)");
        // Most skills with a list have the bare name in it.
        if *word == "Bash" {
            found.at_level(Level::Info);
        }
    }
}

/// A comma that separates tools, unlike one inside of a pattern's parentheses.
fn commas_between(text: &str) -> bool {
    tool_name::outside(text).any(|(_, c)| c == ',')
}

fn spaced(text: &str) -> String {
    let commas = tool_name::outside(text).filter(|(_, c)| *c == ',').map(|(at, _)| at);
    let mut spaced = text.to_owned();
    for at in commas {
        spaced.replace_range(at..=at, " ");
    }
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn description(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let pointer = Pointer::root().push("description");
    let Some(text) = skill.source.get(&pointer).and_then(Value::as_str) else { return };
    if text.trim().is_empty() {
        if !text.is_empty() {
            let message = format!("description: expected text that is not blank, found {text:?}");
            report.value("description-invalid", &skill.source, &pointer, message);
        }
        return;
    }
    if let Some(tag) = tag(text) {
        let message =
            format!("description: claude.ai and the Claude API refuse tags, found {tag:?}");
        let path = skill.source.path.clone();
        let position = place_of(skill, &pointer, tag);
        report
            .place("description-tag", path, position, pointer.clone(), message)
            .advise("write it without angle brackets");
    }
    // A skill that only a person starts is not chosen by its description.
    let is_started_by_hand =
        skill.source.value().get("disable-model-invocation") == Some(&Value::Bool(true));
    let fields = skill.source.value();
    let is_said = fields.get("when_to_use").and_then(Value::as_str).is_some_and(|text| {
        let reads =
            |client: &profile::Client| client.known_keys.iter().any(|key| key == "when_to_use");
        !text.trim().is_empty()
            && (!profiles.clients_named || profiles.clients.iter().all(|client| reads(client)))
    });
    if !is_started_by_hand && !is_said && is_english(text) && !says_when(text) {
        let message = format!(
            "expected the description to say when to use the skill, found {}",
            quote(&Value::from(text))
        );
        report
            .value("description-no-trigger", &skill.source, &pointer, message)
            .advise("add a sentence that begins with \"Use when\"");
    }
}

/// The place of a part of the text of a value: a description may have many lines.
fn place_of(skill: &Skill<'_>, pointer: &Pointer, part: &str) -> Position {
    let value = skill.source.document.locate(pointer);
    let block = &skill.text[..skill.text.len() - skill.body.len()];
    let above = usize::try_from(value.line.saturating_sub(1)).unwrap_or_default();
    let start: usize = block.split_inclusive('\n').take(above).map(str::len).sum();
    match block[start..].find(part) {
        Some(at) => crate::source::end_of(&block[..start + at]),
        None => value,
    }
}

/// The first XML tag in a text.
fn tag(text: &str) -> Option<&str> {
    static TAG: OnceLock<Regex> = OnceLock::new();
    let pattern =
        TAG.get_or_init(|| Regex::new(r"</?[A-Za-z][^<>]*>").expect("invariant: it is a pattern"));
    pattern.find(text).map(|found| found.as_str())
}

/// Whether the letters of a text are English: dashes and emoji don't matter.
fn is_english(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).all(|c| c.is_ascii_alphabetic())
}

/// Whether a description has a word that introduces an occasion.
fn says_when(text: &str) -> bool {
    const WORDS: [&str; 30] = [
        "when",
        "whenever",
        "use",
        "uses",
        "used",
        "using",
        "trigger",
        "triggers",
        "triggered",
        "invoke",
        "invoked",
        "before",
        "after",
        "if",
        // German, Spanish and French texts without other letters.
        "wenn",
        "sobald",
        "falls",
        "bevor",
        "nutze",
        "verwende",
        "cuando",
        "siempre",
        "usar",
        "usa",
        "utiliza",
        "antes",
        "quand",
        "lorsque",
        "utiliser",
        "utilise",
    ];
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_wish = |pair: &[&str]| USERS.contains(&pair[0]) && WISHES.contains(&pair[1]);
    // "Agent MUST load for …", "always read before …".
    let is_order = |pair: &[&str]| {
        matches!(pair[0], "must" | "should" | "always")
            && matches!(pair[1], "load" | "read" | "open" | "run" | "apply" | "consult")
            || matches!(pair[0], "load" | "loads" | "activate" | "activates")
                && matches!(pair[1], "for" | "on" | "in" | "at")
    };
    words.iter().any(|word| WORDS.contains(word))
        || words.windows(2).any(|pair| is_wish(pair) || is_order(pair))
}

/// Who has the intention that a description names as an occasion, and its verb: "user wants to …".
const USERS: [&str; 4] = ["user", "users", "you", "they"];
const WISHES: [&str; 16] = [
    "want", "wants", "need", "needs", "ask", "asks", "says", "say", "mention", "mentions",
    "request", "requests", "provides", "uploads", "shares", "reports",
];

/// The standard requires that a skill's name is its folder's. An invalid name has its own finding, with advice that
/// names the folder.
pub(crate) fn folder(entries: &Entries<'_>, skill: &Skill<'_>, name: &str, report: &mut Report) {
    let Some(folder) = entries.name.as_deref().filter(|folder| *folder != name) else { return };
    let invalid = report.found.iter_mut().rev().find(|found| {
        found.finding.rule == "name-invalid" && found.finding.path == skill.source.path
    });
    if let Some(invalid) = invalid {
        if is_name(folder) {
            invalid.advise(format!("write the name of the folder: {folder}"));
        }
        return;
    }
    let message = format!("expected the name of the folder, {folder:?}, found {name:?}");
    report
        .value("name-not-folder", &skill.source, &Pointer::root().push("name"), message)
        .advise("rename the folder or the skill");
}

/// Whether a string is a valid name in the standard.
fn is_name(text: &str) -> bool {
    let parts = text.split('-');
    let sound = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.len() <= 64 && parts.into_iter().all(sound)
}
