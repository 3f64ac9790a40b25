//! The result of a comparison: findings, relations, and the required version step.

mod digest;

use containment::{Relation, Side, Verdict};
use contract::{Bump, Pointer, Position, Role};
use serde_json::Value;

use crate::migration::Migration;
use crate::rules::RuleId;

pub use digest::{Digest, Entry, Group, digest, home};

/// The reason of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// Proved harmless or equivalent.
    Proved,
    /// Shown by a witness.
    Witness,
    /// Set by the policy, which is stricter than the proof.
    Policy,
    /// Neither shown nor refuted.
    Unproven,
}

impl Proof {
    /// The printed name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Proof::Proved => "proved",
            Proof::Witness => "witness",
            Proof::Policy => "policy",
            Proof::Unproven => "unproven",
        }
    }
}

/// A place in a file other than a contract, such as a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The file's name in messages.
    pub file: String,
    /// Line and column.
    pub at: Position,
}

/// A document that one version accepts and the other rejects, confirmed by a validator.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The document.
    pub document: Value,
    /// The version that accepts it.
    pub accepted_by: Side,
}

/// What a finding is about: the schemas of a role, or parts outside of them. Sorted by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeRole {
    /// A schema that is compared as an input and as an output.
    Both,
    /// What stands outside the schemas.
    Contract,
    /// The schema of inputs.
    Input,
    /// The schema of outputs.
    Output,
    /// The schema of parameters.
    Parameter,
}

impl ChangeRole {
    /// The printed name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeRole::Both => "both",
            ChangeRole::Contract => "contract",
            ChangeRole::Input => Role::Input.as_str(),
            ChangeRole::Output => Role::Output.as_str(),
            ChangeRole::Parameter => Role::Parameter.as_str(),
        }
    }

    /// The role, if it is a single one.
    #[must_use]
    pub fn single(self) -> Option<Role> {
        match self {
            ChangeRole::Both | ChangeRole::Contract => None,
            ChangeRole::Input => Some(Role::Input),
            ChangeRole::Output => Some(Role::Output),
            ChangeRole::Parameter => Some(Role::Parameter),
        }
    }
}

impl From<Role> for ChangeRole {
    fn from(role: Role) -> ChangeRole {
        match role {
            Role::Input => ChangeRole::Input,
            Role::Output => ChangeRole::Output,
            Role::Parameter => ChangeRole::Parameter,
        }
    }
}

impl std::fmt::Display for ChangeRole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// The contract whose version covers a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReleasedWith {
    /// Its own contract.
    Itself,
    /// The contracts that refer to its file.
    Users,
    /// The same, with the level that it has in them, which differs from that of the file alone.
    UsersAtTheirLevel,
}

/// A finding of `diff`.
#[derive(Clone, Debug)]
pub struct Change {
    /// The rule.
    pub rule: RuleId,
    /// The required step.
    pub level: Bump,
    /// What it is about.
    pub role: ChangeRole,
    /// The tool or definition of the schema.
    pub scope: Option<String>,
    /// The reason of the level.
    pub proof: Proof,
    /// The place in the old document.
    pub old_path: Option<Pointer>,
    /// The place in the new document.
    pub new_path: Option<Pointer>,
    /// The referenced file of `old_path`; `None` for the contract's own.
    pub old_file: Option<String>,
    /// The referenced file of `new_path`; `None` for the contract's own.
    pub new_file: Option<String>,
    /// The old value.
    pub old: Option<Value>,
    /// The new value.
    pub new: Option<Value>,
    /// One sentence.
    pub message: String,
    /// A witness.
    pub witness: Option<Witness>,
    /// How policy and proof differ.
    pub note: Option<String>,
    /// What to do instead.
    pub instead: String,
    /// What both versions say at the place, if only the type was compared.
    pub uncompared: Option<String>,
    /// For a rewrite of a whole schema: the keywords that differ, in words.
    pub rewritten: Option<String>,
    /// Only the new version has the part in a definition: readers know it by its former place.
    pub is_factored_out: bool,
    /// The contract whose version covers the change.
    pub released_with: ReleasedWith,
    /// The place of a finding about a setting.
    pub setting: Option<FilePlace>,
    /// Set if the configuration suppresses the finding, with its reason.
    pub ignored: Option<String>,
}

/// The result for the schemas of one role.
#[derive(Clone, Debug)]
pub struct RoleRow {
    /// Whose schemas.
    pub role: ChangeRole,
    /// The tool or definition, if there are several.
    pub scope: Option<String>,
    /// The relation.
    pub relation: Relation,
}

/// How the documents of two versions relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    /// Both versions take the same documents.
    Equivalent,
    /// The new version takes more.
    Widened,
    /// The new version takes less.
    Narrowed,
    /// Each version takes a document that the other rejects.
    Incomparable,
    /// Not decided.
    Unknown,
}

impl RelationKind {
    /// The printed name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            RelationKind::Equivalent => "equivalent",
            RelationKind::Widened => "widened",
            RelationKind::Narrowed => "narrowed",
            RelationKind::Incomparable => "incomparable",
            RelationKind::Unknown => "unknown",
        }
    }
}

impl RoleRow {
    /// The name of the relation.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.kind().as_str()
    }

    /// The relation as a whole.
    #[must_use]
    pub fn kind(&self) -> RelationKind {
        let shut = |v: &Verdict| matches!(v, Verdict::Unknown { .. });
        let Relation { backward, forward } = &self.relation;
        match (*backward == Verdict::Holds, *forward == Verdict::Holds) {
            _ if shut(backward) || shut(forward) => RelationKind::Unknown,
            (true, true) => RelationKind::Equivalent,
            (true, false) => RelationKind::Widened,
            (false, true) => RelationKind::Narrowed,
            (false, false) => RelationKind::Incomparable,
        }
    }
}

/// The whole comparison.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One row for each role (and scope).
    pub roles: Vec<RoleRow>,
    /// The findings, most severe first.
    pub changes: Vec<Change>,
    /// The migration of old inputs.
    pub migration: Option<Migration>,
    /// The same for the inputs of each tool, by name.
    pub tool_migrations: Vec<(String, Migration)>,
    /// Notes about the comparison.
    pub hints: Vec<String>,
}

impl Report {
    /// The step that the findings require, without suppressed ones.
    #[must_use]
    pub fn required_bump(&self) -> Bump {
        let counted = self.changes.iter().filter(|c| c.ignored.is_none());
        counted.map(|c| c.level).max().unwrap_or(Bump::None)
    }

    /// All migrations of old inputs, with the tool's name if they belong to a tool.
    pub fn migrations(&self) -> impl Iterator<Item = (Option<&str>, &Migration)> {
        let of_tools = self.tool_migrations.iter().map(|(tool, plan)| (Some(tool.as_str()), plan));
        self.migration.iter().map(|plan| (None, plan)).chain(of_tools)
    }

    /// Sorts the findings: most severe first, suppressed ones last, then in the order of discovery.
    pub fn sort(&mut self) {
        self.changes.sort_by_key(|c| (c.ignored.is_some(), std::cmp::Reverse(c.level)));
    }
}

/// A value on one short line.
#[must_use]
pub fn short(value: &Value, most: usize) -> String {
    let text = contract::text::safe(&value.to_string());
    if text.chars().count() <= most {
        return text;
    }
    let mut text = String::new();
    write_repeats_once(value, &mut text);
    let text = contract::text::safe(&text);
    if text.chars().count() <= most {
        return text;
    }
    cut_json(&text, most)
}

/// The beginning of a JSON text, with its open strings, lists and objects closed after an ellipsis: `{"a":["b…"]}`.
fn cut_json(text: &str, most: usize) -> String {
    let mut open: Vec<char> = Vec::new();
    // After a backslash, and in the four digits after `\u`, there is half a letter.
    let (mut is_escape, mut digits) = (false, 0);
    let mut best = (0, String::new());
    for (count, (at, letter)) in text.char_indices().enumerate() {
        // The ellipsis, and one letter for each that is open.
        if !is_escape && digits == 0 && count + 1 + open.len() <= most {
            best = (at, open.iter().rev().collect());
        }
        if count >= most {
            break;
        }
        if is_escape {
            (is_escape, digits) = (false, if letter == 'u' { 4 } else { 0 });
        } else if digits > 0 {
            digits -= 1;
        } else if open.last() == Some(&'"') {
            match letter {
                '\\' => is_escape = true,
                '"' => drop(open.pop()),
                _ => {}
            }
        } else {
            match letter {
                '"' => open.push('"'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ']' | '}' => drop(open.pop()),
                _ => {}
            }
        }
    }
    let (at, closing) = best;
    format!("{}…{closing}", &text[..at])
}

/// The value as JSON, but for lists of one value many times: `["example" (151 times)]`.
fn write_repeats_once(value: &Value, out: &mut String) {
    const MANY: usize = 4;
    match value {
        Value::Array(items) if items.len() > MANY && items.iter().all(|i| *i == items[0]) => {
            out.push('[');
            write_repeats_once(&items[0], out);
            out.push_str(&format!(" ({} times)]", items.len()));
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                write_repeats_once(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_repeats_once(member, out);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::short;

    #[test]
    fn a_cut_value_is_closed() {
        for (value, most, expected) in [
            (json!("abcdefgh"), 8, r#""abcde…""#),
            (json!(["abcdefgh", "x"]), 10, r#"["abcde…"]"#),
            (json!({"a": {"b": [1, 2, 3, 4, 5, 6]}}), 17, r#"{"a":{"b":[1,…]}}"#),
            (json!("ab\"cdefgh"), 7, r#""ab\"…""#),
            (json!("ab\"cdefgh"), 6, r#""ab…""#),
            (json!("ab\u{1}cdefgh"), 9, r#""ab…""#),
            (json!("äöüäöü"), 6, r#""äöü…""#),
            (json!("abcd"), 6, r#""abcd""#),
        ] {
            let cut = short(&value, most);
            assert_eq!(cut, expected, "{value} at {most}");
            assert!(cut.chars().count() <= most, "{cut}");
        }
    }
}
