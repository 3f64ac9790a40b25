//! Lints packages, frontmatter, schema design, provider subsets and chains: what is wrong, where, and what
//! to do.
//!
//! The command reads files and archives; this crate only gets names, types and bytes, so a folder and an
//! archive of the same package have the same findings.

pub mod archive;
mod body;
pub mod chain;
mod cost;
mod embedded_schema;
pub mod entries;
pub mod fix;
mod frontmatter;
mod lines;
mod mcp;
mod package;
pub mod profile;
mod provider_tools;
mod read_source;
mod registry;
mod report;
mod rule;
pub mod scaffold;
mod schema_file;
mod schema_quality;
mod script;
mod similar;
mod skill;
mod source;
pub mod stated;
pub mod suppress;
mod suppression;
pub mod tokens;
mod violation;
mod waiting;

pub use entries::{Content, Entries, Kind};
pub use fix::{Edit, Fix, Safety};
pub use mcp::{check_mcp, looks_like_mcp};
pub use package::{check_package, not_regular, unreadable};
pub use profile::{Profile, Profiles, UnknownProfile};
pub use provider_tools::{check_provider_tools, looks_like_provider_tools};
pub use registry::{rule, rules};
pub use report::{PackageFacts, Report, ReportedFinding, RoleSource, SchemaFacts, SkillFacts};
pub use rule::duplicate::check as check_duplicates;
pub use rule::tree::lower_test_data;
pub use rule::unloaded::{is_unloaded, leave_out_unloaded};
pub use schema_file::{check_contract, check_schema, looks_like_contract, looks_like_schema};
pub use similar::distance as edit_distance;

pub use frontmatter::check_skill;
