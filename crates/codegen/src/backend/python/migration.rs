//! A migration plan as a Python function that doesn't change its argument.

use std::collections::BTreeSet;

use super::layout::tidy;
use super::text::{doc_lines, docstring, holds_decimal, plain, quoted};
use crate::Migration;
use crate::backend::GeneratedFile;
use crate::migration::{Call, With, call};
use crate::prelude::Prelude;
use crate::writer::Writer;

const STEPS: &str = include_str!("../../../../../templates/python/migration.py");

pub(super) fn render(plan: &Migration) -> GeneratedFile {
    let mut needs = BTreeSet::from(["base"]);
    let mut body = Writer::new("    ");
    let calls: Vec<Call<'_>> = plan.steps.iter().filter_map(call).collect();
    body.open(format!("def migrate_from_{}(document: Any) -> Any:", plan.from));
    let lines: Vec<String> = plan.documentation().iter().flat_map(|line| doc_lines(line)).collect();
    body.line(docstring(&lines));
    for call in &calls {
        needs.extend(["at", call.piece]);
        let path: Vec<String> =
            call.path.iter().map(|name| name.map_or_else(|| "None".to_owned(), quoted)).collect();
        let function = format!("_{}", call.piece);
        let change = match &call.with {
            With::Nothing => function,
            With::Name(name) => format!("lambda value: {function}(value, {})", quoted(name)),
            With::Names(from, to) => {
                format!("lambda value: {function}(value, {}, {})", quoted(from), quoted(to))
            }
            With::Value(name, value) => {
                if holds_decimal(value) {
                    needs.insert("import_decimal");
                }
                format!("lambda value: {function}(value, {}, {})", quoted(name), plain(value))
            }
        };
        body.line(format!("document = _at(document, [{}], {change})", path.join(", ")));
    }
    body.line("return document");
    body.close("");
    let text = Prelude::new(&[STEPS]).select(&needs) + &body.finish();
    let name = super::module(&plan.name);
    GeneratedFile {
        name: format!("{name}_migrate_from_{}.py", plan.from),
        text: format!("# {}\n{}", plan.header(), tidy(&text)),
    }
}
