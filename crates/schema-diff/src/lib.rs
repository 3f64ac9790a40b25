//! Two schemas in, relation, located changes, bump and confirmed witnesses out.
//!
//! The way through: `walk` pairs up both schemas and lists edits; the `containment` crate decides the whole;
//! `evidence` finds a document for each edit; `judge` gives it the level that its rule (rules/*.md)
//! and the policy say; [`diff`] does so for all that a contract declares.

mod compare;
mod contracts;
mod declared;
mod definitions;
mod deprecation;
mod document;
mod edit;
mod evidence;
mod followers;
mod judge;
mod migration;
mod place;
mod policy;
mod report;
mod revert;
mod rules;
mod sample;
mod text;
mod unexamined;
pub mod version;
mod walk;

pub use compare::{Comparison, RoleChoice, compare};
pub use containment::{Alarm, Ceiling, Formats, Options, Relation, Side, Verdict};
pub use contract::migration::Action;
pub use contracts::{ENGINES, Settings, change_for_rule, diff, role_by_name};
pub use definitions::is_library;
pub use migration::Migration;
pub use policy::{Basis, FaultAge, Ignore, IgnoreUse, Levels, OpenObjects, Policy, Until};
pub use report::{
    Change, ChangeRole, Digest, Entry, FilePlace, Group, Proof, RelationKind, ReleasedWith, Report,
    RoleRow, Witness, digest, home, short,
};
pub use rules::{Effect, NO_ACTION, Rule, RuleId};
