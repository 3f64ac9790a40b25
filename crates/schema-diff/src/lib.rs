//! Two schemas in, relation, located changes, bump and confirmed witnesses out.
//!
//! The way through: `walk` pairs up both schemas and lists edits; [`relation`] decides the whole;
//! `evidence` finds a document for each edit; `judge` gives it the level that its rule (rules/*.md)
//! and the policy say; [`diff`] does so for all that a contract declares.

mod compare;
mod confirm;
mod contracts;
mod declared;
mod definitions;
mod deprecation;
mod document;
mod edit;
mod evidence;
mod guard;
mod judge;
mod migration;
mod place;
mod policy;
pub mod prove;
mod relation;
mod report;
mod revert;
mod rules;
mod sample;
mod text;
mod unexamined;
mod validator_schema;
pub mod version;
mod view;
mod walk;

pub use compare::{Comparison, RoleChoice, compare};
pub use confirm::Version;
pub use contract::migration::Action;
pub use contracts::{ENGINES, Settings, change_for_rule, diff, role_by_name};
pub use definitions::is_library;
pub use migration::Migration;
pub use policy::{Basis, FilePlace, Ignore, IgnoreUse, Levels, OpenObjects, Policy, Until};
pub use prove::{Alarm, Ceiling};
pub use relation::{Formats, Options, Relation, Verdict, relation};
pub use report::{
    Change, ChangeRole, Digest, Entry, Group, Proof, ReleasedWith, Report, RoleRow, Side, Witness,
    digest, home, short,
};
pub use rules::{Effect, NO_ACTION, Rule, RuleId};
