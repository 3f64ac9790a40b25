//! The code of the rules: one module for a rule, or for several rules about the same part of a
//! file.

pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod design;
pub(crate) mod duplicate;
pub(crate) mod effective_engines;
pub(crate) mod frontmatter_block;
pub(crate) mod frontmatter_contract;
pub(crate) mod frontmatter_fields;
pub(crate) mod frontmatter_style;
pub(crate) mod identity;
pub(crate) mod json_edit;
pub(crate) mod manifest;
pub(crate) mod max_attempt;
pub(crate) mod mcp;
pub(crate) mod metaschema;
pub(crate) mod provider;
pub(crate) mod requote;
pub(crate) mod schema_location;
pub(crate) mod tool_name;
pub(crate) mod tree;
pub(crate) mod unloaded;
pub(crate) mod value_type;
pub(crate) mod version;
pub(crate) mod yaml_reader;
