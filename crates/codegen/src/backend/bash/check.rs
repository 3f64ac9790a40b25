//! `skill_check`, `skill_coerce` and similar functions: two functions for each role and a table for each schema, which
//! the runtime reads.

use contract::Role;
use serde_json::json;

use super::runtime::{self, TableFormats};
use super::shapes;
use super::table::Table;
use crate::backend::{Options, RenderError};
use crate::frames::{FrameError, Frames};
use crate::{Builtin, Contract, Namespace};

const ACCEPT: &str = include_str!("../../../../../templates/bash/accept.jq");
const ACCEPT_BASH: &str = include_str!("../../../../../templates/bash/accept.bash");
const PARSE: &str = concat!(
    include_str!("../../../../../templates/bash/parse.jq"),
    include_str!("../../../../../templates/bash/legacy.jq"),
    include_str!("../../../../../templates/bash/report.jq"),
);
const PARSE_BASH: &str = include_str!("../../../../../templates/bash/parse.bash");
/// Systems limit the size of one argument (128 KiB on Linux), so the table is passed in pieces.
const PIECE: usize = 60_000;

/// The contract's own lines that check and coerce documents, and read envelopes on request; and the formats in its
/// tables.
pub(super) fn pieces(
    contract: &Contract,
    parses: bool,
    options: &Options,
) -> Result<(Vec<String>, TableFormats), RenderError> {
    let frames = &options.frames;
    let own = own_name(contract, &options.naming.prefix);
    let (mut pieces, mut tables) = (Vec::new(), Vec::new());
    let mut all_formats = TableFormats::None;
    for space in &contract.namespaces {
        let mut table = Table::new(&space.unit);
        let (root, nodes) = shapes::write(space, &mut table)?;
        let formats = table.formats;
        all_formats = all_formats.max(formats);
        pieces.push(schema_functions(contract, space, options)?);
        tables.push(table_function(
            &table_name(&own, space),
            formats,
            &table.finish(&root, &nodes),
        ));
    }
    let roles: Vec<&str> =
        contract.namespaces.iter().filter_map(|space| space.role).map(Role::as_str).collect();
    if !roles.is_empty() {
        let mut names = vec![format!("{own}_check"), format!("{own}_coerce")];
        if own != SKILL {
            names.extend(["skill_check".to_owned(), "skill_coerce".to_owned()]);
        }
        for name in &names {
            pieces.push(chooser(name, &roles, frames)?);
        }
    }
    match contract.builtin.filter(|_| parses) {
        Some(Builtin::HelperEnvelope) => {
            pieces.push(ACCEPT_BASH.replace("__skill_table", &format!("__{own}_table")));
            pieces.push(runtime::program("accept", ACCEPT));
        }
        Some(Builtin::SkillOutput) => {
            pieces.push(PARSE_BASH.replace("PROGRAM\n", &runtime::brief(PARSE)));
        }
        None => {}
    }
    pieces.extend(tables);
    Ok((pieces, all_formats))
}

/// The name that all contracts share.
const SKILL: &str = "skill";

/// The contract's name as a prefix of functions. Letters of other scripts are written as their code points, because bash
/// reads them in some locales only.
fn own_name(contract: &Contract, prefix: &str) -> String {
    let word = |c: char| match c {
        _ if c.is_ascii_alphanumeric() => c.to_ascii_lowercase().to_string(),
        _ if c.is_ascii() => "_".to_owned(),
        _ => format!("u{:x}", u32::from(c)),
    };
    let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}_") };
    let name: String = prefix.chars().chain(contract.name.chars()).map(word).collect();
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => format!("contract_{name}"),
    }
}

/// The function with the table of a schema.
fn table_name(own: &str, space: &Namespace) -> String {
    let suffix = space.role.map_or(String::new(), |role| format!("_{}", role.as_str()));
    format!("__{own}_table{suffix}")
}

/// The functions of a schema, with the contract's name and, for scripts that source only one contract,
/// with the common name.
fn schema_functions(
    contract: &Contract,
    space: &Namespace,
    options: &Options,
) -> Result<String, FrameError> {
    let own = own_name(contract, &options.naming.prefix);
    let suffix = space.role.map_or(String::new(), |role| format!("_{}", role.as_str()));
    let data = json!({
        "name": contract.name, "function": own, "suffix": suffix, "table": table_name(&own, space),
        "short": own != SKILL,
    });
    options.frames.render("bash/api.hbs", &data)
}

/// The function with a table, which passes it to jq. As a function it costs least in a script that only
/// prints an envelope.
fn table_function(name: &str, formats: TableFormats, table: &str) -> String {
    let mut text = format!(
        "# The schema as a table for the programs of jq.\n{name}() {{\n  __skill_filtered {} \"$@\"",
        formats.word()
    );
    let mut rest = table;
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, after) = rest.split_at(end);
        text.push_str(" \\\n    ");
        text.push_str(&runtime::quoted(piece));
        rest = after;
    }
    text.push_str("\n}\n");
    text
}

/// The function with the role as an argument, for a contract of several schemas.
fn chooser(function: &str, roles: &[&str], frames: &Frames) -> Result<String, FrameError> {
    let data = json!({
        "function": function, "roles": roles.join(", "), "cases": roles.join(" | "),
    });
    frames.render("bash/role.hbs", &data)
}
