//! A migration plan as a TypeScript function that doesn't change its argument.

use std::collections::BTreeSet;

use super::layout::exports;
use super::module::pairs;
use super::syntax::Syntax;
use super::text::{literal, quoted};
use crate::Migration;
use crate::backend::GeneratedFile;
use crate::migration::{Call, With, call};
use crate::prelude::Prelude;
use crate::writer::Writer;

const STEPS: &str = include_str!("../../../../../templates/ts/migration.ts");
const UNTYPED: &str = include_str!("../../../../../templates/js/migration.js");

/// The function in TypeScript.
pub(super) fn render(plan: &Migration) -> GeneratedFile {
    let (function, steps) = written(plan, Syntax::TypeScript);
    let name = format!("{}.ts", stem(plan));
    GeneratedFile { name, text: joined(plan, &format!("{function}\n{steps}")) }
}

/// The function in JavaScript, with its declaration.
pub(super) fn javascript(plan: &Migration) -> Vec<GeneratedFile> {
    let (function, steps) = written(plan, Syntax::JavaScript);
    let name = camel(&plan.from);
    let names = [(name.clone(), name.clone())];
    pairs(&stem(plan), |module| {
        let strict = module.prologue();
        let exports = exports(module, &names);
        let code = joined(plan, &format!("{strict}{function}\n{steps}\n\n{exports}"));
        let types = format!(
            "{}export declare function {name}(input: unknown): unknown;",
            documentation(plan)
        );
        (code, joined(plan, &types))
    })
}

/// The file's name without its extension.
fn stem(plan: &Migration) -> String {
    format!("{}-migrate-from-{}", plan.name, plan.from.replace('_', "-"))
}

/// A file: the head and what follows it.
fn joined(plan: &Migration, text: &str) -> String {
    let text = format!("// {}\n/* eslint-disable */\n\n{text}", plan.header());
    text.trim_end().to_owned() + "\n"
}

fn documentation(plan: &Migration) -> String {
    // A quotation must not end the comment.
    let lines = plan.documentation().into_iter().map(|line| line.replace("*/", "* /"));
    let lines: String =
        lines.map(|line| format!("{}\n", format!(" * {line}").trim_end())).collect();
    format!("/**\n{lines} */\n")
}

/// The function, and its steps.
fn written(plan: &Migration, syntax: Syntax) -> (String, String) {
    let mut needs = BTreeSet::new();
    let mut body = Writer::new("  ");
    let calls: Vec<Call<'_>> = plan.steps.iter().filter_map(call).collect();
    body.line(documentation(plan));
    let export = if syntax == Syntax::TypeScript { "export " } else { "" };
    let unknown = syntax.annotation("unknown");
    let name = camel(&plan.from);
    body.open(format!("{export}function {name}(input{unknown}){unknown} {{"));
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
    let steps = if syntax == Syntax::TypeScript { STEPS } else { UNTYPED };
    (body.finish(), Prelude::new(&[steps]).select(&needs).trim_end().to_owned())
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
