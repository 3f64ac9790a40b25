//! `skill_check` and its like: the filter, a table a schema, and a function a role.

use contract::Role;

use super::table::Table;
use crate::ir::Refusal;
use crate::{Contract, Namespace};

const CHECK: &str = include_str!("../../../../../templates/bash/check.bash");
const FILTER: &str = include_str!("../../../../../templates/bash/check.jq");
const FORMATS: &str = include_str!("../../../../../templates/bash/formats.jq");

/// Systems limit one argument (128 KiB on Linux): the table is handed over in pieces.
const PIECE: usize = 60_000;

/// The pieces of the file that check documents.
pub(super) fn pieces(contract: &Contract) -> Result<Vec<String>, Refusal> {
    let mut functions = Vec::new();
    let mut formats = false;
    for space in &contract.namespaces {
        let (table, text) = Table::write(&space.unit)?;
        formats |= table.formats;
        functions.push(function(space, &text));
    }
    if let [_, _, ..] = contract.namespaces.as_slice() {
        functions.push(chooser(&contract.namespaces));
    }
    let filter = FILTER
        .replace("@FORMATS@\n", if formats { FORMATS } else { "def has_format($name): true;\n" });
    let mut pieces =
        vec![CHECK.to_owned(), format!("__skill_filter={}\n", quoted(filter.trim_end()))];
    pieces.extend(functions);
    Ok(pieces)
}

fn suffix(role: Option<Role>) -> String {
    role.map_or(String::new(), |role| format!("_{}", role.as_str()))
}

fn function(space: &Namespace, table: &str) -> String {
    let name = format!("skill_check{}", suffix(space.role));
    let variable = format!("__skill_table{}", suffix(space.role));
    let mut rest = table;
    let mut text = format!("{variable}=(\n");
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, after) = rest.split_at(end);
        text.push_str(&format!("  {}\n", quoted(piece)));
        rest = after;
    }
    text.push_str(&format!(
        ")\n\n\
         # {name} FILE|-: issues as JSON lines on stdout; status 0 valid, 1 invalid, 2 unreadable.\n\
         {name}() {{\n  \
           if [ \"$#\" != 1 ]; then\n    \
             printf '%s\\n' '{name}: takes one file, or - for stdin' >&2 || :\n    \
             return 2\n  \
           fi\n  \
           __skill_filtered {name} \"$1\" \"${{{variable}[@]}}\"\n\
         }}\n"
    ));
    text
}

/// `skill_check ROLE FILE` for a contract of several schemas.
fn chooser(spaces: &[Namespace]) -> String {
    let roles: Vec<&str> =
        spaces.iter().filter_map(|space| space.role).map(|role| role.as_str()).collect();
    let words = roles.join(" | ");
    let list = roles.join(", ");
    format!(
        "# skill_check ROLE FILE|-: the same for a role ({list}).\n\
         skill_check() {{\n  \
           case $#:${{1-}} in\n    \
             {cases}\n      \
               \"skill_check_$1\" \"$2\"\n      \
               ;;\n    \
             *)\n      \
               printf '%s\\n' 'skill_check: takes a role ({list}) and a file, or - for stdin' >&2 || :\n      \
               return 2\n      \
               ;;\n  \
           esac\n\
         }}\n",
        cases = words.split(" | ").map(|word| format!("2:{word}")).collect::<Vec<_>>().join(" | ")
            + ")",
    )
}

/// A text in the shell's single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
