//! `frontmatter-client-differs`: frontmatter that a client does not load, or only in part, by the dated
//! profiles of clients. If a client was named, its result decides the levels.

mod field;
mod quoted_scalars;
mod quoted_values;

use std::collections::{BTreeMap, BTreeSet};

use contract::source::frontmatter::Parts;
use contract::{Level, Pointer, Position};
use serde_json::Value;

use crate::profile::{Client, OnFailure, Profiles, Reader};
use crate::registry;
use crate::report::{Report, ReportedFinding};
use crate::rule::frontmatter_fields::is_standard_key;
use crate::rule::requote;
use crate::rule::yaml_reader::{self, judge, worth_judging};
use crate::skill::Skill;

/// Larger blocks are parsed only once; their length has its own finding.
const LONGEST: usize = 1 << 20;

/// Why a client does not load a skill, or not all of its frontmatter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Refusal {
    position: Position,
    pointer: Pointer,
    reason: String,
    consequence: Consequence,
}

/// What a client does with a skill that it rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Consequence {
    NotLoaded,
    Refused,
    LoadedEmpty,
    ReadInPart,
    ReadQuoted,
}

impl Consequence {
    fn of(on_failure: OnFailure) -> Consequence {
        match on_failure {
            OnFailure::Skipped
            | OnFailure::Lines
            | OnFailure::BlockText
            | OnFailure::QuotedDescription
            | OnFailure::QuotedScalars => Consequence::NotLoaded,
            OnFailure::QuotedValues => Consequence::LoadedEmpty,
            OnFailure::Refused => Consequence::Refused,
        }
    }

    /// Whether the client has the fields that it needs.
    fn is_read(self) -> bool {
        matches!(self, Consequence::ReadInPart | Consequence::ReadQuoted)
    }

    /// The predicate of a sentence whose subject is one client or several.
    pub(crate) fn words(self, several: bool) -> &'static str {
        match (self, several) {
            (Consequence::NotLoaded, false) => "does not load the skill",
            (Consequence::NotLoaded, true) => "do not load the skill",
            (Consequence::Refused, false) => "refuses the skill",
            (Consequence::Refused, true) => "refuse the skill",
            (Consequence::LoadedEmpty, false) => "loads the skill without its fields",
            (Consequence::LoadedEmpty, true) => "load the skill without its fields",
            (Consequence::ReadInPart, false) => "reads it line by line",
            (Consequence::ReadInPart, true) => "read it line by line",
            (Consequence::ReadQuoted, false) => "loads the skill: it reads the value in quotes",
            (Consequence::ReadQuoted, true) => "load the skill: they read the value in quotes",
        }
    }
}

/// Adds the findings of the clients to those from `first` on, which are this file's. `folder` is
/// the name of the skill's folder, if it has one.
pub(crate) fn check(
    skill: &Skill<'_>,
    folder: Option<&str>,
    profiles: &Profiles,
    first: usize,
    report: &mut Report,
) {
    let mut refusals: BTreeMap<Refusal, Vec<&'static str>> = BTreeMap::new();
    for client in &profiles.clients {
        for refusal in refusals_of(skill, folder, client) {
            refusals.entry(refusal).or_default().push(&client.title);
        }
    }
    if profiles.clients_named {
        lower_to_warnings(&mut report.found[first..]);
    }
    let is_validator = |title: &&str| {
        profiles.clients.iter().any(|client| client.title == **title && client.validator)
    };
    // The findings for which some client in use does not load the skill.
    let mut breaking = BTreeSet::new();
    for (refusal, clients) in refusals {
        let in_use = profiles.clients_named || !clients.iter().all(is_validator);
        let fatal = !refusal.consequence.is_read();
        let predicate = refusal.consequence.words(clients.len() > 1);
        let verdict = format!("{} {predicate}", clients.join(", "));
        let known = report.found[first..].iter_mut().enumerate().find(|(_, found)| {
            // A parser that refuses a repeated key or a tag is about what stands there, which has its finding.
            let is_syntax = ["frontmatter-duplicate-key", "frontmatter-unparsable"]
                .contains(&found.finding.rule.as_str())
                && refusal.pointer.is_root()
                && found.finding.position.line == refusal.position.line;
            let is_same = found.finding.pointer == refusal.pointer
                && is_about_frontmatter(&found.finding.rule)
                && found.finding.level != Level::Info;
            is_syntax || is_same
        });
        let found = match known {
            Some((index, found)) => {
                if in_use && fatal {
                    breaking.insert(index);
                }
                let message = &mut found.finding.message;
                message.push_str("; ");
                message.push_str(&verdict);
                found
            }
            None if !in_use => continue,
            None => {
                let found = report.place(
                    "frontmatter-client-differs",
                    skill.source.path.clone(),
                    refusal.position,
                    refusal.pointer,
                    format!("{}: {verdict}", refusal.reason),
                );
                if fatal {
                    found.at_level(Level::Warning);
                }
                found
            }
        };
        if profiles.clients_named && fatal {
            found.at_level(Level::Error);
        }
    }
    if !profiles.clients_named {
        lower_where_all_load(&mut report.found[first..], &breaking);
    }
}

/// Lowers what the standard refuses, and each client in use loads, to a warning: only validators refuse it. What is missing at the
/// top is refused by some client. The keys of contracts are read by skillgen itself.
fn lower_where_all_load(found: &mut [ReportedFinding], breaking: &BTreeSet<usize>) {
    for (index, found) in found.iter_mut().enumerate() {
        let of_clients =
            found.finding.pointer.tokens().first().is_some_and(|key| is_standard_key(key));
        if found.finding.level == Level::Error
            && of_clients
            && is_about_frontmatter(&found.finding.rule)
            && !breaking.contains(&index)
        {
            found.at_level(Level::Warning);
        }
    }
}

/// Why the fields of a skill are unreadable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unreadable<'y> {
    /// There is no block.
    NoBlock,
    /// The block is not YAML.
    NotYaml(&'y str),
    /// The block is YAML, but not a mapping.
    NotMapping,
}

/// Lowers the findings about unreadable frontmatter if each named client loads the skill nevertheless.
pub(crate) fn soften_unreadable(
    why: Unreadable<'_>,
    profiles: &Profiles,
    found: &mut [ReportedFinding],
) {
    let loads = |client: &&Client| match why {
        Unreadable::NoBlock => demands_nothing(client) && !client.needs_block,
        Unreadable::NotMapping => demands_nothing(client),
        Unreadable::NotYaml(yaml) => match consequence_of_block(yaml, client) {
            None => true,
            Some((_, consequence)) => consequence.is_read(),
        },
    };
    if profiles.clients_named && profiles.clients.iter().all(loads) {
        lower_to_warnings(found);
    }
}

/// Lowers the findings about a byte order mark or blank lines before the block if each named client reads
/// the block nevertheless, or needs none.
pub(crate) fn soften_hidden(parts: &Parts<'_>, profiles: &Profiles, found: &mut [ReportedFinding]) {
    let reads = |client: &&Client| {
        let skips_blanks = client.blank_lines || parts.blank_lines == 0;
        let needs_nothing = demands_nothing(client) && !client.needs_block;
        needs_nothing || (skips_blanks && (client.byte_order_mark || !parts.bom))
    };
    if profiles.clients_named && profiles.clients.iter().all(reads) {
        lower_to_warnings(found);
    }
}

/// Whether a client loads a skill without any frontmatter.
fn demands_nothing(client: &Client) -> bool {
    client.fields.values().all(|rules| !rules.required)
}

/// Lowers the errors of the standard to warnings, because each named client has its own result.
fn lower_to_warnings(found: &mut [ReportedFinding]) {
    for found in found {
        if found.finding.level == Level::Error && is_about_frontmatter(&found.finding.rule) {
            found.at_level(Level::Warning);
        }
    }
}

fn is_about_frontmatter(rule: &str) -> bool {
    registry::rule(rule).and_then(|doc| doc.text("area")) == Some("frontmatter")
}

/// The message of a client whose YAML parser rejects a block; `None` if it accepts it.
pub(crate) fn consequence_of_block(
    yaml: &str,
    client: &Client,
) -> Option<(yaml_reader::Refusal, Consequence)> {
    let seen = as_cut_by(yaml, client.reader);
    let refusal = judge(seen, client.reader).err()?;
    let consequence = match client.on_failure {
        OnFailure::Lines if has_required_lines(yaml, client) => Consequence::ReadInPart,
        OnFailure::BlockText if judge(&with_block_text(yaml), client.reader).is_ok() => {
            Consequence::ReadInPart
        }
        OnFailure::QuotedDescription if with_quoted_description(seen, client.reader).is_some() => {
            Consequence::ReadQuoted
        }
        OnFailure::QuotedScalars
            if quoted_scalars::repaired(yaml, client.reader)
                .is_some_and(|block| judge(&block, client.reader).is_ok()) =>
        {
            Consequence::ReadQuoted
        }
        OnFailure::QuotedValues
            if judge(&quoted_values::repaired(seen, client.reader), client.reader).is_ok() =>
        {
            Consequence::ReadQuoted
        }
        other => Consequence::of(other),
    };
    Some((refusal, consequence))
}

/// A block that YAML parsers accept: this one, or what a client makes of it that reads it again with quotes.
pub(crate) fn repaired_block(yaml: &str) -> Option<String> {
    let strict = Reader::Strict;
    let repairs: [fn(&str) -> Option<String>; 4] = [
        |yaml| Some(yaml.to_owned()),
        |yaml| Some(requote::applied(yaml, &requote::quotes(yaml)?)),
        |yaml| Some(quoted_values::repaired(yaml, Reader::Strict)),
        |yaml| quoted_scalars::repaired(yaml, Reader::Strict),
    ];
    let mut blocks = repairs.into_iter().filter_map(|repair| repair(yaml));
    blocks.find(|block| judge(block, strict).is_ok())
}

/// The part that a client reads as the block: Claude Code and the reference validator split at any `---`.
fn as_cut_by(yaml: &str, reader: Reader) -> &str {
    match reader {
        Reader::Strict | Reader::Strictyaml => yaml.split("---").next().unwrap_or_default(),
        _ => yaml,
    }
}

/// The block with the description, or another string with a colon, quoted on each line that the parser rejects. `None`
/// if that doesn't help.
fn with_quoted_description(yaml: &str, reader: Reader) -> Option<String> {
    const FREE_TEXT: [&str; 3] = ["description", "read_when", "summary"];
    let mut block = yaml.to_owned();
    for _ in FREE_TEXT {
        let Err(refusal) = judge(&block, reader) else { return Some(block) };
        let mut lines: Vec<String> = block.split('\n').map(str::to_owned).collect();
        // An unclosed quoted string is rejected at the end of the block.
        let open = |line: &&mut String| {
            let value = line.strip_prefix("description:").map(str::trim_start).unwrap_or_default();
            value.starts_with('"') && !yaml_reader::closes(&value[1..], '"')
        };
        let at = lines.iter_mut().position(|line| open(&line));
        let line = lines.get_mut(at.unwrap_or(refusal.line as usize - 1))?;
        let (key, value) = line.split_once(':')?;
        let (key, value) = (key.trim_matches(['"', '\'']), value.trim());
        let is_free = key == "description" || value.contains(": ");
        if !FREE_TEXT.contains(&key) || !is_free || value.is_empty() {
            return None;
        }
        *line = format!("{key}: {}", Value::from(value));
        block = lines.join("\n");
    }
    judge(&block, reader).is_ok().then_some(block)
}

/// Whether a line-by-line parser finds each field that the client needs.
fn has_required_lines(yaml: &str, client: &Client) -> bool {
    let wanted = client.fields.iter().filter(|(_, rules)| rules.required);
    wanted.into_iter().all(|(key, _)| {
        yaml.lines().any(|line| {
            line.trim_start().strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with(':'))
        })
    })
}

/// The block with each plain top-level value that contains a colon as block text.
fn with_block_text(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len() + 16);
    for line in yaml.lines() {
        let pair = line.split_once(':').filter(|(key, value)| {
            let value = value.trim();
            let is_name = bash_syntax::is_name_char;
            let plain = !value.is_empty() && ![">", "|"].contains(&value);
            key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && key.trim_end().chars().all(is_name)
                && plain
                && !value.starts_with(['"', '\''])
                && value.contains(':')
        });
        match pair {
            Some((key, value)) => {
                out.push_str(&format!("{}: |-\n  {}\n", key.trim_end(), value.trim()));
            }
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

fn refusals_of(skill: &Skill<'_>, folder: Option<&str>, client: &Client) -> Vec<Refusal> {
    let repeats = !skill.source.document.duplicate_keys().is_empty();
    // The block parses, so a strict parser accepts it.
    if worth_judging(skill.yaml, repeats, client.reader)
        && skill.yaml.len() <= LONGEST
        && let Some((refusal, consequence)) = consequence_of_block(skill.yaml, client)
    {
        let position = Position { line: refusal.line + line_offset(skill), column: refusal.column };
        let reason = format!("not each client's parser reads the frontmatter ({})", refusal.reason);
        return vec![Refusal { position, pointer: Pointer::root(), reason, consequence }];
    }
    let mut refusals = Vec::new();
    let first_line = skill.text.lines().next().unwrap_or_default();
    if client.exact_dashes && first_line.trim_end() != first_line {
        refusals.push(Refusal {
            position: Position::START,
            pointer: Pointer::root(),
            reason: "expected a first line that is ---, found blanks behind it".to_owned(),
            consequence: Consequence::NotLoaded,
        });
        return refusals;
    }
    for (path, rules) in &client.fields {
        let pointer = path.split('.').fold(Pointer::root(), |pointer, key| pointer.push(key));
        let repeated = skill.source.document.duplicate_keys();
        if rules.once && repeated.iter().any(|(repeated, _)| *repeated == pointer) {
            let position = skill.source.document.locate(&pointer);
            let reason = format!("{path}: expected the key once");
            let consequence = Consequence::of(client.on_failure);
            refusals.push(Refusal { position, pointer, reason, consequence });
            continue;
        }
        let value = skill.source.get(&pointer);
        if let Some(reason) = field::refusal(skill, path, value, rules, folder, client) {
            let (pointer, position) = match value {
                Some(_) => (pointer.clone(), skill.source.document.locate(&pointer)),
                None => (Pointer::root(), skill.source.document.locate(&Pointer::root())),
            };
            let consequence = Consequence::of(client.on_failure);
            refusals.push(Refusal { position, pointer, reason, consequence });
        }
    }
    if client.on_failure == OnFailure::Lines && has_required_lines(skill.yaml, client) {
        refusals.clear();
    }
    refusals.extend(unexpected_keys(skill, client));
    refusals
}

/// The keys that a client with a closed list rejects, as one text.
fn unexpected_keys(skill: &Skill<'_>, client: &Client) -> Option<Refusal> {
    let fields = skill.source.value().as_object().filter(|_| client.closed_keys)?;
    let unexpected: Vec<&String> = fields
        .keys()
        .filter(|key| !is_standard_key(key) && !client.known_keys.contains(key))
        .filter(|key| !skill.source.document.is_in_contract_text(key))
        .collect();
    let pointer = Pointer::root().push(unexpected.first()?);
    let names = unexpected.iter().map(|key| format!("{key:?}")).collect::<Vec<_>>().join(", ");
    Some(Refusal {
        position: skill.source.document.locate_key(&pointer),
        pointer,
        reason: format!("expected the fields of the skill standard only, found {names}"),
        consequence: Consequence::of(client.on_failure),
    })
}

fn line_offset(skill: &Skill<'_>) -> u32 {
    u32::try_from(skill.text[..skill.start].matches('\n').count()).unwrap_or(u32::MAX)
}
