//! Rust: one module that needs serde (with derive) and serde_json.

mod migration;
mod output_parser;
pub(super) mod pattern;
mod quick;
mod runtime;
mod schema;
mod text;
mod types;
mod unions;

use std::collections::BTreeSet;

use super::{GeneratedFile, Options, Part, Runtime, Target, chosen};
use crate::ir::{Format, Refusal, lower_with_defaults};
use crate::table::{Marks, Table};
use crate::writer::Writer;
use crate::{Builtin, Contract, Migration, Namespace};

const BUILDER: &str = include_str!("../../../../../templates/rust/builder.rs");
const ENVELOPE: &str = include_str!("../../../../../templates/rust/helper_envelope.rs");
const API: &str = include_str!("../../../../../templates/rust/api.rs");

/// `--lang rust`
pub struct Rust;

impl Target for Rust {
    fn id(&self) -> &'static str {
        "rust"
    }

    fn backtracks(&self) -> bool {
        false
    }

    fn extension(&self) -> &'static str {
        "rs"
    }

    fn parts(&self) -> &'static [Part] {
        &Part::ALL
    }

    fn migration(&self, plan: &Migration) -> Option<GeneratedFile> {
        Some(migration::render(plan))
    }

    fn shared_runtime(&self, version: &str, _folder: &str) -> Option<GeneratedFile> {
        Some(GeneratedFile {
            name: format!("{}.rs", runtime::MODULE),
            text: runtime::file(version),
        })
    }

    fn render(&self, contract: &Contract, options: &Options) -> Result<GeneratedFile, Refusal> {
        let mut needs = BTreeSet::new();
        let mut body = Writer::new("    ");
        for space in &contract.namespaces {
            body.gap();
            match space.role {
                None => namespace(contract, space, options, &mut needs, &mut body)?,
                Some(role) => {
                    body.line(format!("/// The {} of `{}`.", role.as_str(), contract.name));
                    body.open(format!("pub mod {} {{", role.as_str()));
                    body.line("#[allow(clippy::wildcard_imports)]");
                    body.line("use super::*;");
                    body.gap();
                    namespace(contract, space, options, &mut needs, &mut body)?;
                    body.close("}");
                }
            }
        }
        let body = body.finish();
        let mut text = format!("// {}\n\n", contract.header());
        if needs.remove("map") {
            text.push_str("use std::collections::BTreeMap;\n\n");
        }
        // What types alone call is little.
        let shared = options.runtime == Runtime::Shared && !options.only_types();
        if shared {
            text.push_str(&format!("use super::{} as runtime;\n", runtime::MODULE));
        }
        let derives = ["Serialize, Deserialize)", ": Deserialize<", "> Deserialize<"];
        if derives.iter().any(|word| body.contains(word)) {
            text.push_str("use serde::{Deserialize, Serialize};\n");
        }
        if !options.only_types() || body.contains("Value") {
            text.push_str("use serde_json::Value;\n");
        }
        text.push('\n');
        if contract.answers_errors && options.has(Part::Errors) {
            needs.insert("skill_errors");
        }
        let exports = runtime::exports(&needs, &body, options);
        if !exports.is_empty() {
            text.push_str(&exports);
            text.push('\n');
        }
        text.push_str(body.trim_matches('\n'));
        text.push('\n');
        if !shared && !needs.is_empty() {
            text.push('\n');
            text.push_str(&runtime::module(&needs));
        }
        let name = text::snake(&contract.name);
        Ok(GeneratedFile { name: format!("{name}.rs"), text })
    }
}

/// Writes what a schema becomes: types, functions, the schema itself, and its quick road.
fn namespace(
    contract: &Contract,
    space: &Namespace,
    options: &Options,
    needs: &mut BTreeSet<&'static str>,
    out: &mut Writer,
) -> Result<(), Refusal> {
    let mut types = crate::types::build(&space.schema, &contract.type_name(space), types::RESERVED);
    crate::types::name_unions(&mut types, types::RESERVED);
    let mut printer = types::Printer::new(&types);
    printer.write(out);
    if options.only_types() {
        needs.extend(printer.needs.iter().filter(|piece| **piece != "whole_numbers"));
        out.gap();
        out.line("// Used or not, these are what the file is for.");
        out.open("const _: () = {");
        let root = types.decls.first().map(|root| root.name.as_str());
        for decl in root.into_iter().chain(printer.unreached()) {
            out.line(format!("let _: Option<{decl}> = None;"));
        }
        out.close("};");
        return Ok(());
    }
    needs.insert("contract");
    let unit = lower_with_defaults(&space.schema, space.formats)?;
    let mut programs = schema::Programs::default();
    let parses = options.has(Part::Parse);
    let road = parses.then(|| quick::Quick::write(&unit, &mut printer, &mut programs)).flatten();
    let table = Table::of(&unit, road.as_ref().map_or(&Marks::new(), |road| &road.marks))?;
    schema::divisible(&table)?;
    let patterns = schema::patterns(&table, &mut programs)?;
    needs.extend(super::json::pieces(&table, runtime::prelude()));
    needs.extend(road.iter().flat_map(|road| road.needs.iter()));
    needs.extend(&printer.needs);
    let name = types.decls.first().map_or("Value", |root| root.name.as_str());
    let taken = types.decls.iter().any(|decl| decl.name == "Builder");
    let builder = if taken { format!("{name}Builder") } else { "Builder".to_owned() };
    let words = [("TYPE", name), ("BUILDER", builder.as_str())];
    let fill = |template: &str| crate::writer::filled(template, &words);
    out.gap();
    out.line(fill(&chosen(API, "\n\n", "pub fn ", options)));
    let built = types.root_object().is_some() && options.has(Part::Builder);
    if built {
        needs.insert("builder");
        out.gap();
        out.line(fill(BUILDER));
    }
    out.gap();
    out.open(format!(
        "static CONTRACT: runtime::Contract<{name}> = runtime::Contract::new(runtime::Source {{"
    ));
    if let Some(road) = &road {
        out.line(format!("quick: Some({}),", road.root));
    }
    list("patterns", &patterns, out);
    if printer.needs.contains("whole_numbers") {
        out.line("whole_numbers: true,");
    }
    if options.compact {
        out.line("compact: true,");
    }
    if let Some(code) = exit_code(contract.builtin) {
        out.line(format!("exit: |value| {},", code.replace("HelperEnvelope", name)));
    }
    out.line("..runtime::Source::of(SCHEMA)");
    out.close("});");
    out.gap();
    out.line(format!("const SCHEMA: &str = {};", schema::text(&table)));
    out.gap();
    programs.statics().iter().for_each(|line| out.line(line));
    if let Some(road) = &road {
        out.gap();
        out.line(&road.text);
    }
    let new = format!("{builder}::new");
    let all = ["check", "is", "parse", "from_value", "coerce", "with_defaults", "emit"];
    let mut named: Vec<&str> =
        all.into_iter().filter(|name| options.has(super::part_of(name))).collect();
    match contract.builtin.filter(|_| options.is_whole()) {
        Some(Builtin::HelperEnvelope) => {
            needs.insert("explain");
            out.gap();
            out.line(ENVELOPE.replace("HelperEnvelope", name));
            let own =
                ["SCHEMA_VERSION", "detect_agent", "accept", "envelope", "failure", "dispatch"];
            named.extend(own);
        }
        Some(Builtin::SkillOutput) => {
            out.gap();
            output_parser::write(name, out);
            needs.insert("map");
        }
        None => {}
    }
    if built {
        named.push(&new);
    }
    out.gap();
    out.line("// Used or not, these are what the file is for.");
    out.open("const _: () = {");
    for few in named.chunks(5) {
        match few {
            [one] => out.line(format!("let _ = {one};")),
            few => out.line(format!("let _ = ({});", few.join(", "))),
        }
    }
    if contract.builtin == Some(Builtin::SkillOutput) && options.is_whole() {
        output_parser::PUBLIC.iter().for_each(|line| out.line(line));
    }
    for decl in printer.unreached() {
        out.line(format!("let _: Option<{decl}> = None;"));
    }
    out.close("};");
    Ok(())
}

/// A member that is a list: on one line, or a line an item.
fn list(name: &str, items: &[String], out: &mut Writer) {
    let line = items.join(", ");
    match items.len() {
        0 => {}
        1 => out.line(format!("{name}: &[{line}],")),
        _ if line.len() <= 58 => out.line(format!("{name}: &[{line}],")),
        _ => {
            out.open(format!("{name}: &["));
            items.iter().for_each(|item| out.line(format!("{item},")));
            out.close("],");
        }
    }
}

/// The exit code of a process that prints `value`: what the envelope says of itself.
fn exit_code(builtin: Option<Builtin>) -> Option<&'static str> {
    match builtin? {
        Builtin::SkillOutput => Some("u8::from(!value.success)"),
        Builtin::HelperEnvelope => Some("u8::from(value.status == HelperEnvelopeStatus::Error)"),
    }
}

/// The module of the prelude that decides a format; its function is called alike.
fn format_function(format: Format) -> &'static str {
    let piece = super::format_piece(format);
    piece.strip_prefix("format_").unwrap_or(piece)
}
