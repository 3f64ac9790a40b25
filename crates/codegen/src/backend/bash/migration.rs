//! A migration plan as a bash function around a jq filter.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::Migration;
use crate::backend::GeneratedFile;
use crate::migration::{With, call};
use crate::prelude::Prelude;

const STEPS: &str = include_str!("../../../../../templates/bash/migration.jq");
const FUNCTION: &str = include_str!("../../../../../templates/bash/migration.bash");

pub(super) fn render(plan: &Migration) -> GeneratedFile {
    let mut needs = BTreeSet::new();
    let mut calls = Vec::new();
    for call in plan.steps.iter().filter_map(call) {
        needs.extend(["at", call.piece]);
        let path = literal(&json!(call.path));
        let change = match &call.with {
            With::Nothing => call.piece.to_owned(),
            With::Name(name) => format!("{}({})", call.piece, literal(&json!(name))),
            With::Names(from, to) => {
                format!("{}({}; {})", call.piece, literal(&json!(from)), literal(&json!(to)))
            }
            With::Value(name, value) => {
                format!("{}({}; {})", call.piece, literal(&json!(name)), literal(value))
            }
        };
        calls.push(format!("  | at({path}; {change})\n"));
    }
    let filter = format!(
        "\n{}if length != 1 then error else .[0]\n{}end",
        Prelude::new(&[STEPS]).select(&needs),
        calls.concat()
    );
    let comment: Vec<String> =
        plan.documentation().into_iter().map(|line| format!("# {line}\n")).collect();
    let function = format!("migrate_from_{}", plan.from);
    let text = format!(
        "#!/usr/bin/env bash\n# {}\n# To be sourced; needs jq 1.6 or newer. Prints nothing, and sets no option.\n\n{}{}",
        plan.header(),
        comment.concat(),
        crate::writer::filled(FUNCTION, &[("{{function}}", &function), ("{{filter}}", &filter)])
    );
    let from = plan.from.replace('_', "-");
    GeneratedFile { name: format!("{}-migrate-from-{from}.sh", plan.name), text }
}

/// A jq constant without bash quotes and invisible characters.
fn literal(value: &Value) -> String {
    let mut out = String::new();
    for character in value.to_string().chars() {
        let hidden = matches!(character,
            '\'' | '\u{7f}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if hidden {
            out.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            out.push(character);
        }
    }
    out
}
