//! `skill_check`, `skill_coerce` and their like: the filter, a table a schema, two functions a role.

use contract::Role;
use serde_json::json;

use super::shapes;
use super::table::Table;
use crate::backend::{Options, RenderError};
use crate::frames::{FrameError, Frames};
use crate::writer::filled;
use crate::{Builtin, Contract, Namespace};

const CHECK: &str = include_str!("../../../../../templates/bash/check.bash");
const FILTER: &str = include_str!("../../../../../templates/bash/check.jq");
const TELL: &str = include_str!("../../../../../templates/bash/tell.jq");
const COERCE: &str = include_str!("../../../../../templates/bash/coerce.jq");
const FORMATS: &str = include_str!("../../../../../templates/bash/formats.jq");
const REGEX: &str = include_str!("../../../../../templates/bash/regex.jq");
const ACCEPT: &str = include_str!("../../../../../templates/bash/accept.jq");
const ACCEPT_BASH: &str = include_str!("../../../../../templates/bash/accept.bash");
const PARSE: &str = concat!(
    include_str!("../../../../../templates/bash/parse.jq"),
    include_str!("../../../../../templates/bash/legacy.jq"),
    include_str!("../../../../../templates/bash/report.jq"),
);
const PARSE_BASH: &str = include_str!("../../../../../templates/bash/parse.bash");
const NO_FORMATS: &str = "def has_format($name): true;\n";

const NO_REGEX: &str = "def format_regex: true;\n";

/// Systems limit one argument (128 KiB on Linux): the table is handed over in pieces.
const PIECE: usize = 60_000;

/// The pieces of the file that check and coerce documents, and read envelopes where that is asked for.
pub(super) fn pieces(
    contract: &Contract,
    parses: bool,
    options: &Options,
) -> Result<Vec<String>, RenderError> {
    let frames = &options.frames;
    let own = own_name(contract, &options.naming.prefix);
    let mut functions = Vec::new();
    let (mut formats, mut patterns) = (false, false);
    for space in &contract.namespaces {
        let mut table = Table::new(&space.unit);
        let (root, nodes) = shapes::write(space, &mut table)?;
        formats |= table.formats;
        patterns |= table.patterns;
        let table = table.finish(&root, &nodes);
        functions.push(schema_functions(contract, space, &table, options)?);
    }
    let roles: Vec<&str> =
        contract.namespaces.iter().filter_map(|space| space.role).map(Role::as_str).collect();
    if !roles.is_empty() {
        let mut names = vec![format!("{own}_check"), format!("{own}_coerce")];
        if own != SKILL {
            names.extend(["skill_check".to_owned(), "skill_coerce".to_owned()]);
        }
        for name in &names {
            functions.push(chooser(name, &roles, frames)?);
        }
    }
    let regex = if patterns { regex() } else { NO_REGEX.to_owned() };
    let known = filled(FORMATS, &[("@REGEX@\n", &regex)]);
    let filter = filled(FILTER, &[("@FORMATS@\n", if formats { &known } else { NO_FORMATS })]);
    let envelope = contract.builtin == Some(Builtin::HelperEnvelope);
    let mut pieces = vec![CHECK.to_owned(), programs(&filter, envelope, &own)];
    pieces.extend(functions);
    match contract.builtin.filter(|_| parses) {
        Some(Builtin::HelperEnvelope) => {
            pieces.push(ACCEPT_BASH.replace("__skill_table", &format!("__{own}_table")))
        }
        Some(Builtin::SkillOutput) => {
            pieces.push(PARSE_BASH.replace(
                "PROGRAM
",
                &brief(PARSE),
            ));
        }
        None => {}
    }
    Ok(pieces)
}

/// What decides the format `regex`, with the properties that patterns may name.
fn regex() -> String {
    let [categories, binary] = contract::regex::property_names().map(|names| names.join("|"));
    filled(REGEX, &[("@CATEGORIES@", &categories), ("@BINARY@", &binary)])
}

/// The programs as variables, set by a function: what a script that only emits never asks for costs it
/// less so.
fn programs(filter: &str, envelope: bool, own: &str) -> String {
    let mut all = vec![("filter", filter), ("tell", TELL), ("coercion", COERCE)];
    if envelope {
        all.push(("acceptance", ACCEPT));
    }
    let line =
        |(name, program): (&str, &str)| format!("  __skill_{name}={}\n", quoted(&brief(program)));
    let lines: String = all.into_iter().map(line).collect();
    format!("# The programs of jq.\n__{own}_programs() {{\n{lines}}}\n")
}

/// The name that all contracts share.
const SKILL: &str = "skill";

/// The contract's name as functions begin with it.
fn own_name(contract: &Contract, prefix: &str) -> String {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}_") };
    let name: String = prefix.chars().chain(contract.name.chars()).map(word).collect();
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => format!("contract_{name}"),
    }
}

/// The functions of a schema, by the contract's name and, for scripts that source one contract only, by
/// that of all contracts. The table stands in a function, where a script that only emits pays least for it.
fn schema_functions(
    contract: &Contract,
    space: &Namespace,
    table: &str,
    options: &Options,
) -> Result<String, FrameError> {
    let own = own_name(contract, &options.naming.prefix);
    let suffix = space.role.map_or(String::new(), |role| format!("_{}", role.as_str()));
    let variable = format!("__{own}_table{suffix}");
    let mut text = format!(
        "# The filter with the schema's table.\n{variable}() {{\n  __{own}_programs\n  __skill_filtered \"$@\""
    );
    let mut rest = table;
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, after) = rest.split_at(end);
        text.push_str(" \\\n    ");
        text.push_str(&quoted(piece));
        rest = after;
    }
    text.push_str("\n}\n\n");
    let data = json!({
        "name": contract.name, "function": own, "suffix": suffix, "table": variable,
        "short": own != SKILL,
    });
    Ok(text + &options.frames.render("bash/api.hbs", &data)?)
}

/// The function that takes the role as a word, for a contract of several schemas.
fn chooser(function: &str, roles: &[&str], frames: &Frames) -> Result<String, FrameError> {
    let data = json!({
        "function": function, "roles": roles.join(", "), "cases": roles.join(" | "),
    });
    frames.render("bash/role.hbs", &data)
}

/// A program without comments and indents: a shell reads it each time that the file is sourced.
fn brief(program: &str) -> String {
    let lines = program.lines().map(str::trim_start);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).fold(
        String::new(),
        |mut text, line| {
            text.push_str(line);
            text.push('\n');
            text
        },
    )
}

/// A text in the shell's single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
