//! The sentences of a report, the same in every format: the required version, the meaning of the relation
//! for a role, the meaning of a document, and advice. A sentence depends on the role: readers of an output
//! may not know what an input gains.

use std::collections::BTreeSet;

use contract::text::line;
use contract::{Bump, Role};
use schema_diff::{Change, ChangeRole, Effect, Entry, Proof, RuleId, Side, short};

use super::pair::Pair;
use super::relation_words::plural;
use super::text_change::TextChange;

/// The maximum length of documents and values; `--format json` has them in full.
const MAX_DOCUMENT: usize = 300;
/// The maximum number of listed places.
const MAX_PLACES: usize = 5;

/// The sentences of one change.
pub(in crate::command) struct ChangeText {
    pub(in crate::command) level: Bump,
    pub(in crate::command) rule: RuleId,
    /// One sentence, with the name of its definition if the context doesn't give it.
    pub(in crate::command) message: String,
    /// The name of the tool, if each contract is a single one.
    tool: Option<String>,
    /// The roles that it affects: `input`, or `input: minor, output: major`.
    pub(in crate::command) roles: String,
    /// `file:line:column`; for a removed part in the old version.
    pub(in crate::command) site: String,
    /// The other tools and definitions with the change.
    pub(in crate::command) also_in: Option<String>,
    /// Its file, if several contracts refer to it.
    pub(in crate::command) used_by: Option<String>,
    /// The old and new text of a description.
    pub(in crate::command) texts: Option<TextChange>,
    /// A document, and its meaning.
    pub(in crate::command) witness: Option<(String, &'static str)>,
    /// The reason of the level, if there is no document.
    pub(in crate::command) reason: Option<String>,
    /// The advice.
    pub(in crate::command) advice: Option<String>,
}

/// The advice and reasons already given: they are the same for each change of a rule.
#[derive(Default)]
pub(in crate::command) struct SaidOfRules(BTreeSet<String>);

impl SaidOfRules {
    /// The text without parts that were already given.
    pub(in crate::command) fn once(&mut self, mut text: ChangeText) -> ChangeText {
        for (what, slot) in [("reason", &mut text.reason), ("advice", &mut text.advice)] {
            if let Some(said) = slot.take() {
                *slot = self.0.insert(format!("{what} {} {said}", text.rule)).then_some(said);
            }
        }
        text
    }
}

/// The number of parts that a line names.
const NAMED_PARTS: usize = 5;

impl ChangeText {
    /// The sentences for an entry of a pair's digest.
    pub(in crate::command) fn new(pair: &Pair, entry: &Entry) -> ChangeText {
        let change = &pair.report.changes[entry.main];
        let (file, at, _) = pair.origin(change);
        ChangeText {
            level: entry.level(),
            rule: change.rule,
            message: match entry.names.as_slice() {
                [] => line(&change.message),
                names => {
                    format!("{}; the same for {}", line(&change.message), named_and_more(names))
                }
            },
            tool: lone_tool(pair).map(line),
            roles: roles(entry),
            site: line(&format!("{file}:{at}")),
            also_in: also_in(entry),
            used_by: pair.used_by(entry.main).map(|text| line(&text)),
            texts: TextChange::of(change),
            witness: witness(change),
            reason: reason(change),
            advice: advice(change),
        }
    }

    /// The same without explanations.
    pub(in crate::command) fn in_one_line(self) -> ChangeText {
        ChangeText {
            also_in: None,
            used_by: None,
            texts: None,
            witness: None,
            reason: None,
            advice: None,
            ..self
        }
    }

    /// The message for a list whose headings don't name the tool or definition.
    pub(in crate::command) fn with_home(&self, entry: &Entry) -> String {
        let home = entry.places.first().map(String::as_str).unwrap_or_default();
        let is_role = entry.levels.keys().any(|role| role.as_str() == home);
        let names_it =
            || ["`", ".", "["].iter().any(|end| self.message.contains(&format!("`{home}{end}")));
        if let Some(tool) = self.tool.as_ref().filter(|_| home.is_empty() || is_role) {
            return format!("`{tool}`: {}", self.message);
        }
        if home.is_empty() || is_role || names_it() {
            return self.message.clone();
        }
        format!("`{}`: {}", line(home), self.message)
    }
}

/// The name of the tool, if each contract is a single one.
pub(in crate::command) fn lone_tool(pair: &Pair) -> Option<&str> {
    let is_alone = pair.new.mcp.as_ref().is_some_and(|server| server.lone_tool.is_some());
    is_alone.then_some(pair.new.name.as_str())
}

/// `needs a major version, 1.0.0 → 2.0.0 or later; declared is 1.1.0`.
pub(in crate::command) fn verdict(pair: &Pair) -> String {
    let required = pair.report.required_bump();
    if required == Bump::None {
        let count = pair.report.roles.len();
        let what = nothing_needed(pair.ignored());
        return format!("{what} ({} compared)", plural(count, "schema"));
    }
    let versions = pair.declared.as_ref().filter(|_| required > Bump::None);
    let versions = versions.and_then(|d| {
        let next = d.next_version.as_ref()?;
        // Before 1.0.0, the version step is one place lower.
        let is_early = required == Bump::Major && next.starts_with("0.");
        let why = if is_early { " (before 1.0.0 the second number counts breaks)" } else { "" };
        Some(format!(", {} → {next} or later{why}; declared is {}", d.old, d.new))
    });
    format!("{}{}", needs(required), line(&versions.unwrap_or_default()))
}

/// `no change`, or that all changes are suppressed.
pub(in crate::command) fn nothing_needed(ignored: usize) -> String {
    match ignored {
        0 => needs(Bump::None),
        count => format!("no change that counts; {} ignored", plural(count, "change")),
    }
}

pub(in crate::command) fn needs(required: Bump) -> String {
    match required {
        Bump::None => "no change".to_owned(),
        level => format!("needs a {level} version"),
    }
}

/// `12 changes: 3 major, 4 minor, 5 patch`; `None` if there are none.
pub(in crate::command) fn totals(pair: &Pair) -> Option<String> {
    let digest = &pair.digest;
    let count = digest.entries.len();
    let levels: Vec<String> = [Bump::Major, Bump::Minor, Bump::Patch, Bump::None]
        .into_iter()
        .filter(|level| digest.of_level(*level) > 0)
        .map(|level| format!("{} {}", digest.of_level(level), level_word(level)))
        .collect();
    let findings = pair.report.changes.iter().filter(|c| c.ignored.is_none()).count();
    let seen =
        if findings > count { format!(" (seen at {findings} places)") } else { String::new() };
    let elsewhere: String =
        pair.told_elsewhere().iter().map(|shown| format!("; {shown}")).collect();
    (count > 0)
        .then(|| format!("{}{seen}: {}{elsewhere}", plural(count, "change"), levels.join(", ")))
}

/// The same over several contracts and what became of whole files, with each change that contracts share once: then there
/// are fewer than the numbers of the contracts add up to.
pub(super) fn totals_of_all(pairs: &[Pair], files: &[(String, Change)]) -> Option<String> {
    let own = |pair: &Pair| {
        let entries = pair.digest.entries.iter();
        let own = entries.filter(|entry| !pair.is_told_elsewhere(entry.main));
        own.map(Entry::level).collect::<Vec<Bump>>()
    };
    let levels: Vec<Vec<Bump>> = pairs.iter().map(own).collect();
    let of_files = || files.iter().filter(|(_, change)| change.ignored.is_none());
    let changed = pairs.iter().filter(|pair| !pair.digest.entries.is_empty());
    let paths = changed.map(Pair::new_label).chain(of_files().map(|(path, _)| path.as_str()));
    let contracts = paths.collect::<BTreeSet<&str>>().len();
    let levels = levels.into_iter().flatten();
    let all: Vec<Bump> = levels.chain(of_files().map(|(_, change)| change.level)).collect();
    let of = |level: &Bump| all.iter().filter(|l| *l == level).count();
    let counts: Vec<String> = [Bump::Major, Bump::Minor, Bump::Patch, Bump::None]
        .iter()
        .filter(|level| of(level) > 0)
        .map(|level| format!("{} {}", of(level), level_word(*level)))
        .collect();
    (contracts > 1).then(|| {
        let contracts = plural(contracts, "contract");
        let are_shared = pairs.iter().any(|pair| !pair.told_elsewhere().is_empty());
        let noun = if are_shared { "different change" } else { "change" };
        format!("{} in {contracts}: {}", plural(all.len(), noun), counts.join(", "))
    })
}

/// Parts that came or went in one line: "32 definitions were removed: `A`, `B`, `C`, `D`, `E` and 27 more".
pub(in crate::command) fn parts(noun: &str, verb: &str, names: &[&str]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    names.sort_unstable();
    format!("{} {noun} were {verb}: {}", names.len(), named_and_more(&names))
}

/// The first names, and the number of others.
pub(in crate::command) fn named_and_more(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(NAMED_PARTS).map(|name| format!("`{}`", line(name))).collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        left => format!(" and {left} more"),
    };
    format!("{}{more}", shown.join(", "))
}

/// The name of a level in a sentence.
pub(in crate::command) fn level_word(level: Bump) -> &'static str {
    match level {
        Bump::None => "not counted",
        other => other.as_str(),
    }
}

fn roles(entry: &Entry) -> String {
    let first = entry.levels.values().next();
    let same = entry.levels.values().all(|level| Some(level) == first);
    let role = |(role, level): (&ChangeRole, &Bump)| {
        if same { role.to_string() } else { format!("{role}: {level}") }
    };
    entry.levels.iter().map(role).collect::<Vec<_>>().join(", ")
}

/// The other tools and definitions with the change.
pub(super) fn also_in(entry: &Entry) -> Option<String> {
    let others = entry.places.get(1..).filter(|others| !others.is_empty())?;
    let named: Vec<String> =
        others.iter().take(MAX_PLACES).map(|home| format!("`{}`", line(home))).collect();
    let left = others.len() - named.len();
    let more = if left > 0 { format!(" and {left} more") } else { String::new() };
    Some(format!("{}{more}", named.join(", ")))
}

fn witness(change: &Change) -> Option<(String, &'static str)> {
    let witness = change.witness.as_ref().filter(|_| !is_plain_addition(change))?;
    let sentence = match (change.role, witness.accepted_by) {
        (ChangeRole::Output, Side::New) => "is allowed now; readers of the old version reject it",
        (ChangeRole::Output, Side::Old) => "was allowed, is not any more",
        (ChangeRole::Both, Side::New) => {
            "is accepted now; read as an output, readers of the old version reject it"
        }
        (ChangeRole::Both, Side::Old) => "was accepted; read as an input, it is rejected now",
        (_, Side::Old) => "was accepted, is rejected now",
        (_, Side::New) => "was rejected, is accepted now",
    };
    Some((short(&witness.document, MAX_DOCUMENT), sentence))
}

/// Whether a change only adds an optional property. Its witness has a value of another type under the new name, which hides
/// what the property is for; `--format json` has it.
fn is_plain_addition(change: &Change) -> bool {
    let is_of_old = change.witness.as_ref().is_some_and(|w| w.accepted_by == Side::Old);
    change.rule == RuleId::OptionalPropertyAdded && change.level < Bump::Major && is_of_old
}

fn reason(change: &Change) -> Option<String> {
    if is_plain_addition(change) {
        let policy = change.rule.rule().policy.as_deref()?;
        return Some(format!("by policy: {policy}"));
    }
    if let Some(note) = &change.note {
        return Some(line(note));
    }
    match (&change.witness, change.proof) {
        (None, Proof::Unproven) => Some(
            "unproven: neither a proof nor a witness was found; it counts as the worst".to_owned(),
        ),
        (_, Proof::Policy) => {
            let rule = change.rule.rule();
            Some(format!("by policy: {}", rule.policy.as_deref()?))
        }
        _ => None,
    }
}

/// The advice, if something must be done.
fn advice(change: &Change) -> Option<String> {
    let needless = change.level < Bump::Minor
        || change.instead.starts_with(schema_diff::NO_ACTION)
        || is_harmless_for_its_role(change);
    (!needless && !change.instead.is_empty()).then(|| line(&change.instead).replace('\n', " "))
}

/// Whether the change breaks nobody: an input that accepts more, an output that allows less. A rule's advice is
/// for breaking changes.
fn is_harmless_for_its_role(change: &Change) -> bool {
    let is_output = match change.role.single() {
        Some(role) => role == Role::Output,
        None => return false,
    };
    let accepts_more = match (&change.witness, change.rule.rule().effect) {
        (_, Effect::Widens) => true,
        (_, Effect::Narrows) => false,
        (Some(witness), _) => witness.accepted_by == Side::New,
        (None, _) => return false,
    };
    change.level < Bump::Major && accepts_more != is_output
}
