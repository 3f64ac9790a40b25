//! A migration plan as a Rust function over `serde_json::Value`.

use std::collections::BTreeSet;

use super::text::{quoted, snake};
use crate::Migration;
use crate::backend::GeneratedFile;
use crate::migration::{Call, With, call};
use crate::prelude::Prelude;
use crate::writer::Writer;

const STEPS: &str = include_str!("../../../../../templates/rust/migration.rs");

pub(super) fn render(plan: &Migration) -> GeneratedFile {
    let mut needs = BTreeSet::new();
    let mut body = Writer::new("    ");
    for line in plan.documentation() {
        body.line(format!("/// {line}"));
    }
    let calls: Vec<Call<'_>> = plan.steps.iter().filter_map(call).collect();
    let name = format!("migrate_from_{}", plan.from);
    let how = if calls.is_empty() { "" } else { "mut " };
    body.open(format!("pub fn {name}({how}document: Value) -> Value {{"));
    for call in &calls {
        needs.extend(["at", call.piece]);
        let path: Vec<String> = call.path.iter().map(|name| segment(*name)).collect();
        let change = match &call.with {
            With::Nothing => format!("&{}", call.piece),
            With::Name(name) => format!("&|value| {}(value, {})", call.piece, quoted(name)),
            With::Names(from, to) => {
                format!("&|value| {}(value, {}, {})", call.piece, quoted(from), quoted(to))
            }
            With::Value(name, value) => {
                let value = quoted(&value.to_string());
                format!("&|value| {}(value, {}, {value})", call.piece, quoted(name))
            }
        };
        body.line(format!("at(&mut document, &[{}], {change});", path.join(", ")));
    }
    body.line("document");
    body.close("}");
    body.gap();
    body.line("/// A program may not use this.");
    body.line(format!("const _: fn(Value) -> Value = {name};"));
    let prelude = Prelude::new(&[STEPS]).select(&needs);
    let types = if prelude.contains("Map<") { "{Map, Value}" } else { "Value" };
    let text = format!(
        "// {}\n\nuse serde_json::{types};\n\n{}\n{}",
        plan.header(),
        body.finish(),
        prelude.trim_end(),
    );
    let stem = snake(&plan.name);
    GeneratedFile { name: format!("{stem}_{name}.rs"), text: text.trim_end().to_owned() + "\n" }
}

fn segment(name: Option<&str>) -> String {
    name.map_or_else(|| "None".to_owned(), |name| format!("Some({})", quoted(name)))
}
