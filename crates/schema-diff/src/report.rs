//! What a comparison comes to: findings, relations, and the step of the version that they need.

mod digest;

use containment::{Relation, Side, Verdict};
use contract::{Bump, Pointer, Position, Role};
use serde_json::Value;

use crate::migration::Migration;
use crate::rules::RuleId;

pub use digest::{Digest, Entry, Group, digest, home};

/// What stands behind a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// Proved harmless, or equivalent.
    Proved,
    /// Shown by a document.
    Witness,
    /// The policy says so, and is stricter than the proof.
    Policy,
    /// Neither shown nor excluded.
    Unproven,
}

impl Proof {
    /// The word that is printed.
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

/// A place in a file that is no contract, such as a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The file as messages name it.
    pub file: String,
    /// Line and column.
    pub at: Position,
}

/// A document that one version accepts and the other refuses; confirmed by a validator.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The document.
    pub document: Value,
    /// The version that accepts it.
    pub accepted_by: Side,
}

/// What a finding speaks of: the schemas of a role, or what stands outside of them. In the order of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeRole {
    /// A schema that is compared as an input and as an output at once.
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
    /// The word that is printed.
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

    /// The role, where it is a single one.
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

/// The contract whose version answers for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReleasedWith {
    /// The contract that has it.
    Itself,
    /// The contracts that refer to the file in which it stands.
    Users,
    /// The same, and it has the level that it has for them: the file alone would have given it another one.
    UsersAtTheirLevel,
}

/// A finding of `diff`.
#[derive(Clone, Debug)]
pub struct Change {
    /// The rule.
    pub rule: RuleId,
    /// The step that it asks for.
    pub level: Bump,
    /// What it speaks of.
    pub role: ChangeRole,
    /// The tool or definition that the schema belongs to.
    pub scope: Option<String>,
    /// What stands behind the level.
    pub proof: Proof,
    /// The place in the old document.
    pub old_path: Option<Pointer>,
    /// The place in the new document.
    pub new_path: Option<Pointer>,
    /// The referenced file that `old_path` leads into; none: the contract's own.
    pub old_file: Option<String>,
    /// The referenced file that `new_path` leads into; none: the contract's own.
    pub new_file: Option<String>,
    /// What stood there.
    pub old: Option<Value>,
    /// What stands there.
    pub new: Option<Value>,
    /// One sentence.
    pub message: String,
    /// A document that shows it.
    pub witness: Option<Witness>,
    /// Where policy and proof part ways.
    pub note: Option<String>,
    /// What to do instead.
    pub instead: String,
    /// What both versions say at the place, where nothing of it was compared but the type.
    pub uncompared: Option<String>,
    /// Only the new version keeps the part in a definition: readers know it by the place where it was.
    pub is_factored_out: bool,
    /// Whose version answers for the change.
    pub released_with: ReleasedWith,
    /// Where a finding about a setting stands.
    pub setting: Option<FilePlace>,
    /// Set if the finding is ignored by configuration, with the reason given there.
    pub ignored: Option<String>,
}

/// What was found out about the schemas of one role.
#[derive(Clone, Debug)]
pub struct RoleRow {
    /// Whose schemas.
    pub role: ChangeRole,
    /// The tool or definition, where there are several.
    pub scope: Option<String>,
    /// The relation.
    pub relation: Relation,
}

impl RoleRow {
    /// The word for the relation.
    #[must_use]
    pub fn word(&self) -> &'static str {
        let shut = |v: &Verdict| matches!(v, Verdict::Unknown { .. });
        let Relation { backward, forward } = &self.relation;
        match (*backward == Verdict::Holds, *forward == Verdict::Holds) {
            _ if shut(backward) || shut(forward) => "unknown",
            (true, true) => "equivalent",
            (true, false) => "widened",
            (false, true) => "narrowed",
            (false, false) => "incomparable",
        }
    }
}

/// The whole comparison.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One row a role (and scope).
    pub roles: Vec<RoleRow>,
    /// The findings, most severe first.
    pub changes: Vec<Change>,
    /// How old inputs can be brought to the new version.
    pub migration: Option<Migration>,
    /// The same for the inputs of each tool, by its name.
    pub tool_migrations: Vec<(String, Migration)>,
    /// What the reader should know about how it was compared.
    pub hints: Vec<String>,
}

impl Report {
    /// The step that the findings ask for, ignored ones left out.
    #[must_use]
    pub fn required_bump(&self) -> Bump {
        let counted = self.changes.iter().filter(|c| c.ignored.is_none());
        counted.map(|c| c.level).max().unwrap_or(Bump::None)
    }

    /// All ways to bring old inputs over; with the tool's name where they are a tool's.
    pub fn migrations(&self) -> impl Iterator<Item = (Option<&str>, &Migration)> {
        let of_tools = self.tool_migrations.iter().map(|(tool, plan)| (Some(tool.as_str()), plan));
        self.migration.iter().map(|plan| (None, plan)).chain(of_tools)
    }

    /// Sorts the findings: most severe first, the ignored ones last, then as they were found.
    pub fn sort(&mut self) {
        self.changes.sort_by_key(|c| (c.ignored.is_some(), std::cmp::Reverse(c.level)));
    }
}

/// A value as one short line.
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
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{head}…")
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
