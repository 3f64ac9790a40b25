//! A migration plan as a Go function that doesn't change its argument. It has its own package,
//! because plans of other versions have theirs.

use std::collections::BTreeSet;

use super::layout;
use super::text::{comment, doc_lines, quoted, raw};
use crate::Migration;
use crate::backend::GeneratedFile;
use crate::migration::{Call, With, call};
use crate::prelude::Prelude;
use crate::types::pascal;
use crate::writer::Writer;

const STEPS: &str = include_str!("../../../../../templates/go/migration.go");

pub(super) fn render(plan: &Migration) -> GeneratedFile {
    let mut needs = BTreeSet::new();
    let mut body = Writer::new("\t");
    let calls: Vec<Call<'_>> = plan.steps.iter().filter_map(call).collect();
    let function = format!("MigrateFrom{}", pascal(&plan.from));
    let lines: Vec<String> = plan.documentation().iter().flat_map(|line| doc_lines(line)).collect();
    comment(&lines).iter().for_each(|line| body.line(line));
    body.line("//");
    body.line("// The document is what encoding/json reads: map[string]any, []any and scalars.");
    body.open(format!("func {function}(document any) any {{"));
    for call in &calls {
        needs.extend(["at", call.piece]);
        let path: Vec<String> =
            call.path.iter().map(|name| name.map_or_else(|| "each{}".to_owned(), quoted)).collect();
        let piece = pascal(call.piece);
        let piece = format!("{}{}", piece[..1].to_lowercase(), &piece[1..]);
        let change = match &call.with {
            With::Nothing => piece,
            With::Name(name) => format!("{piece}({})", quoted(name)),
            With::Names(from, to) => format!("{piece}({}, {})", quoted(from), quoted(to)),
            With::Value(name, value) => {
                format!("{piece}({}, {})", quoted(name), raw(&value.to_string()))
            }
        };
        body.line(format!("document = at(document, []any{{{}}}, {change})", path.join(", ")));
    }
    body.line("return document");
    body.close("}");
    let text = Prelude::new(&[STEPS]).select(&needs) + &body.finish();
    let version: String = plan.from.chars().filter(char::is_ascii_alphanumeric).collect();
    let package = format!("{}migratefrom{version}", super::package_name(&plan.name));
    let head = format!(
        "// {}\n\n// Package {package} brings documents of an older version to a newer one.\n",
        plan.header()
    );
    GeneratedFile {
        name: format!("{package}.go"),
        text: layout::plain_file(&head, &package, &text),
    }
}
