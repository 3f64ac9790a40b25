//! Rust: one module that needs serde (with derive) and serde_json.

mod defaults;
mod layout;
mod lints;
mod mapped;
mod migration;
mod output_parser;
pub(super) mod pattern;
mod printer;
mod quick;
mod runtime;
mod schema;
mod text;
mod types;
mod typify;
mod unions;

use std::collections::BTreeSet;

use serde_json::json;

use super::{GeneratedFile, Options, Part, RenderError, Runtime, RustTypes, Target, head};
use crate::frames::spaced;
use crate::ir::{Format, lower_with_defaults};
use crate::table::{Marks, Table};
use crate::types::Types;
use crate::writer::{Columns as _, Writer};
use crate::{Builtin, Contract, MapError, MappedType, Migration, Namespace};

const ENVELOPE: &str = include_str!("../../../../../templates/rust/helper_envelope.rs");

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

    fn mapped_type(&self, ty: MappedType) -> Result<MappedType, MapError> {
        mapped::checked(ty)
    }

    fn migration(&self, plan: &Migration) -> Vec<GeneratedFile> {
        vec![migration::render(plan)]
    }

    fn shared_runtime(&self, version: &str, _folder: &str) -> Vec<GeneratedFile> {
        vec![GeneratedFile {
            name: format!("{}.rs", runtime::MODULE),
            text: runtime::file(version),
        }]
    }

    fn render(
        &self,
        contract: &Contract,
        options: &Options,
    ) -> Result<Vec<GeneratedFile>, RenderError> {
        let frames = &options.frames;
        let mut needs = BTreeSet::new();
        let mut body = String::new();
        for space in &contract.namespaces {
            body.push('\n');
            let Some(role) = space.role else {
                let mut own = Writer::new("    ");
                namespace(contract, space, options, &mut needs, &mut own)?;
                body.push_str(&own.finish());
                continue;
            };
            // Lines of a module are indented by one level.
            let mut own = Writer::new("    ");
            own.open("");
            namespace(contract, space, options, &mut needs, &mut own)?;
            let own = own.finish();
            let data = json!({
                "role": role.as_str(), "name": contract.name, "body": own.trim_matches('\n'),
            });
            body.push_str(&frames.render("rust/role.hbs", &data)?);
        }
        // The few names that types alone use.
        let shared = options.runtime == Runtime::Shared && !options.only_types();
        let map = needs.remove("map");
        if contract.answers_errors && options.has(Part::Errors) {
            needs.insert("skill_errors");
        }
        let derives = ["Serialize, Deserialize)", ": Deserialize<", "> Deserialize<"];
        let imports = json!({
            "map": map,
            "shared": shared,
            "module": runtime::MODULE,
            "serde": derives.iter().any(|word| body.contains(word)),
            "value": names_value(&body),
            "exports": runtime::exports(&needs, &body),
        });
        let is_inline = !shared && !needs.is_empty();
        let layout = json!({
            "header": frames.render("rust/header.hbs", &head(contract))?.trim_end(),
            "imports": frames.render("rust/imports.hbs", &imports)?,
            "body": layout::skip_wide(body.trim_matches('\n')).trim_end(),
            "runtime": if is_inline { runtime::module(&needs) } else { String::new() },
        });
        let text = spaced(&frames.render("rust/layout.hbs", &layout)?);
        Ok(vec![GeneratedFile { name: format!("{}.rs", text::snake(&contract.file_stem())), text }])
    }
}

/// Whether lines of code use `Value` without its module, so that the file needs an import.
fn names_value(body: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = body.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.into_iter().any(|line| {
        line.match_indices("Value").any(|(at, word)| {
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            !before.ends_with(is_part) && !before.ends_with("::") && !after.starts_with(is_part)
        })
    })
}

/// Writes a schema: types, functions, the schema itself, and its fast path.
fn namespace(
    contract: &Contract,
    space: &Namespace,
    options: &Options,
    needs: &mut BTreeSet<&'static str>,
    out: &mut Writer,
) -> Result<(), RenderError> {
    let mut types = options.types(&space.schema, &contract.type_name(space), types::RESERVED)?;
    crate::types::name_unions(&mut types, types::RESERVED);
    if options.rust_types == RustTypes::Own {
        crate::types::name_constants(&mut types, types::RESERVED);
    }
    mapped::placed(&types)?;
    let taken: Vec<String> = types::RESERVED.iter().map(|name| (*name).to_owned()).collect();
    options.naming.apply(&mut types, &taken)?;
    let own_names: Vec<String> = types.decls.iter().map(|decl| decl.name.clone()).collect();
    let mut printer = printer::Printer::new(&types);
    printer.has_runtime = !options.only_types();
    printer.numbers = options.numbers;
    let other = foreign_types(contract, &types, options)?;
    match &other {
        Some(made) => typify::print(made, out),
        None => printer.write(out),
    }
    let has_functions = space.role.is_some() || options.reads_schema();
    let only_types = options.only_types() || !has_functions;
    if only_types && other.is_some() {
        return Ok(());
    }
    if only_types {
        needs.extend(printer.needs.iter().filter(|piece| **piece != "whole_numbers"));
        out.gap();
        out.line("// A program may use only some of these.");
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
    let adds_defaults = options.adds_defaults(&types);
    // The fast path reads the given values, into its own types.
    let is_mapped = !types.mapped().is_empty();
    let parses = options.has(Part::Parse) && !adds_defaults && other.is_none() && !is_mapped;
    let road = parses.then(|| quick::Quick::write(&unit, &mut printer, &mut programs)).flatten();
    let table = Table::of(&unit, road.as_ref().map_or(&Marks::new(), |road| &road.marks))?;
    schema::divisible(&table)?;
    let patterns = schema::patterns(&table, &mut programs)?;
    needs.extend(super::json::pieces(&table, runtime::prelude()));
    needs.extend(road.iter().flat_map(|road| road.needs.iter()));
    needs.extend(&printer.needs);
    if other.is_some() {
        needs.insert("whole_numbers");
    }
    let own = types.decls.first().map_or("Value", |root| root.name.as_str());
    let name = other.as_ref().map_or(own, |made| made.root.as_str());
    let taken = types.decls.iter().any(|decl| decl.name == "Builder");
    let builder = if taken { format!("{name}Builder") } else { "Builder".to_owned() };
    let built = types.root_object().is_some() && options.has(Part::Builder);
    if built {
        needs.insert("builder");
    }
    let sets = built && other.is_none();
    let setters = types.root_object().filter(|_| sets).map(|object| printer.setters(&object));
    let setters = setters.unwrap_or_default().into_iter();
    let properties: Vec<serde_json::Value> =
        setters.map(|[key, name, ty]| json!({"key": key, "name": name, "type": ty})).collect();
    let data = json!({
        "properties": properties, "name": contract.name, "type": name, "parts": options.asked(), "builder": builder,
        "has_properties": built, "adds_defaults": adds_defaults,
    });
    let mut functions = options.frames.render("rust/api.hbs", &data)?;
    if options.has(Part::Builder) {
        functions.push_str(&options.frames.render("rust/builder.hbs", &data)?);
    }
    let width = if space.role.is_some() { layout::WIDTH - 4 } else { layout::WIDTH };
    let functions = layout::signatures(&spaced(&functions), width);
    out.gap();
    out.line(&functions);
    out.gap();
    let (constant, made) = (
        format!("static CONTRACT: runtime::Contract<{name}> ="),
        "runtime::Contract::new(runtime::Source {",
    );
    let is_flat = constant.columns() + 2 + made.len() < width;
    if is_flat {
        out.open(format!("{constant} {made}"));
    } else {
        out.open(constant);
        out.open(made);
    }
    if let Some(road) = &road {
        out.line(format!("quick: Some({}),", road.root));
    }
    list("patterns", &patterns, out);
    if printer.needs.contains("whole_numbers") || other.is_some() {
        out.line("whole_numbers: true,");
    }
    if adds_defaults {
        out.line("fills: true,");
    }
    if is_mapped {
        out.line("mapped: true,");
    }
    if options.compact {
        out.line("compact: true,");
    }
    if let Some(code) = exit_code(contract.builtin) {
        out.line(format!("exit: |value| {},", code.replace("HelperEnvelope", name)));
    }
    out.line("..runtime::Source::of(SCHEMA)");
    out.close("});");
    if !is_flat {
        out.close("");
    }
    out.gap();
    out.line(format!("const SCHEMA: &str = {};", schema::text(&table)));
    out.gap();
    let statics = programs.statics();
    if !statics.is_empty() {
        out.line("// The compiled patterns.");
    }
    statics.iter().for_each(|line| out.line(line));
    if let Some(road) = &road {
        out.gap();
        out.line(&road.text);
    }
    let new = format!("{builder}::new");
    let all = ["check", "is", "parse", "from_value", "coerce", "with_defaults", "emit"];
    let mut named: Vec<&str> =
        all.into_iter().filter(|name| functions.contains(&format!("pub fn {name}("))).collect();
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
            output_parser::write(name, &own_names, out);
            needs.insert("map");
        }
        None => {}
    }
    if built {
        named.push(&new);
    }
    out.gap();
    out.line("// A program may use only some of these.");
    out.open("const _: () = {");
    for few in named.chunks(5) {
        match few {
            [one] => out.line(format!("let _ = {one};")),
            few => out.line(format!("let _ = ({});", few.join(", "))),
        }
    }
    if contract.builtin == Some(Builtin::SkillOutput) && options.is_whole() {
        output_parser::used(&own_names).iter().for_each(|line| out.line(line));
    }
    let unreached = if other.is_none() { printer.unreached() } else { Vec::new() };
    for decl in unreached {
        out.line(format!("let _: Option<{decl}> = None;"));
    }
    out.close("};");
    Ok(())
}

/// The types of typify, if requested.
fn foreign_types(
    contract: &Contract,
    types: &Types,
    options: &Options,
) -> Result<Option<typify::TypifyTypes>, RenderError> {
    if options.rust_types == RustTypes::Own {
        return Ok(None);
    }
    if contract.builtin.is_some() {
        let why = "the helpers of a built-in envelope are written for skillgen's types";
        return Err(RenderError::Typify(why.to_owned()));
    }
    typify::write(types).map(Some)
}

/// A member that is a list: on one line, or one line an item.
fn list(name: &str, items: &[String], out: &mut Writer) {
    let line = items.join(", ");
    if items.iter().any(|item| item.columns() > 56) {
        // rustfmt's line breaks depend on the edition.
        out.line("#[rustfmt::skip]");
    }
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

/// The exit code of a process that prints `value`, from the envelope.
fn exit_code(builtin: Option<Builtin>) -> Option<&'static str> {
    match builtin? {
        Builtin::SkillOutput => Some("u8::from(!value.success)"),
        Builtin::HelperEnvelope => Some("u8::from(value.status == HelperEnvelopeStatus::Error)"),
    }
}

/// The module of the runtime with a format's check; its function has the same name.
fn format_function(format: Format) -> &'static str {
    let piece = super::format_piece(format);
    piece.strip_prefix("format_").unwrap_or(piece)
}
