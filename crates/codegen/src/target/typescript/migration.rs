//! A migration plan as a TypeScript function that leaves its argument as it is.

use std::collections::BTreeSet;

use super::text::{literal, quoted};
use crate::Migration;
use crate::migration::{Call, With, call};
use crate::prelude::Prelude;
use crate::target::GeneratedFile;
use crate::writer::Writer;

const STEPS: &str = include_str!("../../../../../templates/ts/migration.ts");

pub(super) fn render(plan: &Migration) -> GeneratedFile {
    let mut needs = BTreeSet::new();
    let mut body = Writer::new("  ");
    body.line("/**");
    for line in plan.documentation() {
        // Nothing that is quoted may end the comment.
        body.line(format!(" * {}", line.replace("*/", "* /")));
    }
    body.line(" */");
    let calls: Vec<Call<'_>> = plan.steps.iter().filter_map(call).collect();
    body.open(format!("export function {}(input: unknown): unknown {{", camel(&plan.from)));
    if !calls.is_empty() {
        body.line("let document = input;");
    }
    for call in &calls {
        needs.extend(["at", call.piece]);
        let path: Vec<String> = call.path.iter().map(|name| segment(*name)).collect();
        let function = camel_case(call.piece);
        let change = match &call.with {
            With::Nothing => function,
            With::Name(name) => format!("(value) => {function}(value, {})", quoted(name)),
            With::Names(from, to) => {
                format!("(value) => {function}(value, {}, {})", quoted(from), quoted(to))
            }
            With::Value(name, value) => {
                format!("(value) => {function}(value, {}, {})", quoted(name), literal(value))
            }
        };
        body.line(format!("document = at(document, [{}], {change});", path.join(", ")));
    }
    body.line(if calls.is_empty() { "return input;" } else { "return document;" });
    body.close("}");
    let prelude = Prelude::new(&[STEPS]).select(&needs);
    let text = format!(
        "// {}\n/* eslint-disable */\n\n{}\n{}",
        plan.header(),
        body.finish(),
        prelude.trim_end()
    );
    let from = plan.from.replace('_', "-");
    let name = format!("{}-migrate-from-{from}.ts", plan.name);
    GeneratedFile { name, text: text.trim_end().to_owned() + "\n" }
}

/// `migrateFromV1`, `migrateFromV0_3`.
fn camel(from: &str) -> String {
    format!("migrateFrom{}", from.replacen('v', "V", 1))
}

fn camel_case(piece: &str) -> String {
    let mut words = piece.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (head, rest) = word.split_at(1);
        out.push_str(&head.to_ascii_uppercase());
        out.push_str(rest);
    }
    out
}

fn segment(name: Option<&str>) -> String {
    name.map_or_else(|| "null".to_owned(), quoted)
}
