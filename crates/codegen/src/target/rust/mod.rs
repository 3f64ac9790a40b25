//! Rust: one module that needs serde (with derive) and serde_json.

mod checks;
mod coercion;
mod migration;
mod output_parser;
pub(super) mod pattern;
mod runtime;
mod text;
mod types;

use std::collections::BTreeSet;

use super::{GeneratedFile, Options, Runtime, Target};
use crate::ir::{Format, Refusal};
use crate::prelude::make_way;
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
        let mut needs =
            BTreeSet::from(["issue", "error", "read", "typed", "run", "coerce", "print"]);
        let mut body = Writer::new("    ");
        if contract.answers_errors {
            needs.insert("skill_errors");
        }
        for space in &contract.namespaces {
            body.gap();
            match space.role {
                None => namespace(contract, space, options, &mut needs, &mut body)?,
                Some(role) => {
                    body.line(format!("/// The {} of `{}`.", role.as_str(), contract.name));
                    body.open(format!("pub mod {} {{", role.as_str()));
                    body.line("use super::*;");
                    body.gap();
                    namespace(contract, space, options, &mut needs, &mut body)?;
                    body.close("}");
                }
            }
        }
        let mut head = Writer::new("    ");
        head.line(format!("// {}", contract.header()));
        head.gap();
        if needs.remove("map") {
            head.line("use std::collections::BTreeMap;");
            head.gap();
        }
        let prelude = match options.runtime {
            Runtime::Inline => runtime::pieces(&needs),
            Runtime::Shared => String::new(),
        };
        let body = body.finish();
        let prelude = make_way(prelude, &body);
        match options.runtime {
            Runtime::Inline => {
                let derives = derives(&body) || derives(&prelude);
                let serde = if derives { "{Deserialize, Serialize}" } else { "Serialize" };
                head.line(format!("use serde::{serde};"));
                head.line("use serde_json::{Number, Value};");
            }
            Runtime::Shared => head.line(runtime::imports(&needs)),
        }
        let mut text = head.finish();
        text.push('\n');
        text.push_str(body.trim_matches('\n'));
        text.push('\n');
        if options.runtime == Runtime::Shared {
            text.push_str("\nconst _: () = {\n");
            for line in runtime::named(&needs) {
                text.push_str(&format!("    {line}\n"));
            }
            text.push_str("};\n");
        }
        if !prelude.is_empty() {
            text.push('\n');
            text.push_str(prelude.trim_matches('\n'));
            text.push('\n');
        }
        let name = text::snake(&contract.name);
        Ok(GeneratedFile { name: format!("{name}.rs"), text })
    }
}

/// Whether a text names serde's `Deserialize` without its path.
fn derives(text: &str) -> bool {
    ["Serialize, Deserialize)", ": Deserialize<", "> Deserialize<"]
        .iter()
        .any(|word| text.contains(word))
}

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
    let front = out;
    let (mut behind, mut middle) = (Writer::new("    "), Writer::new("    "));
    let out = &mut behind;
    let checks = checks::Checks::new(&space.unit).write(&mut printer)?;
    let root = &checks.root;
    let name = types.decls.first().map_or("Value", |root| root.name.as_str());
    out.gap();
    for line in &checks.statics {
        out.line(line);
    }
    needs.extend(&printer.needs);
    out.gap();
    let code = checks.code;
    let quick = checks.quick.as_deref().unwrap_or_default();
    let statics = checks.statics.concat();
    // What only an issue would have called is not called where only verdicts are asked.
    let called = |piece: &&&str| match **piece {
        "kind" | "literal" | "deaf" | "equal" | "compare" | "is_number" => {
            let call = format!("{piece}(");
            [&code, &statics, quick].iter().any(|text| text.contains(&call))
        }
        _ => true,
    };
    needs.extend(checks.needs.iter().filter(called));
    out.line(&code);
    out.gap();
    out.line(quick);
    out.gap();
    if space.shapes.iter().flatten().any(|shape| !shape.patterns.is_empty()) {
        needs.insert("pattern");
    }
    let shapes = coercion::shapes(&space.shapes, &checks.names)?;
    out.line(&shapes);
    out.gap();
    let exit = exit_code(contract.builtin).replace("HelperEnvelope", name);
    let compact = if options.compact { "true" } else { "false" };
    let words = [("TYPE", name), ("ROOT", root), ("COMPACT", compact), ("EXIT", &exit)];
    let fill = |template: &str| crate::writer::filled(template, &words);
    let mut api = fill(API).replace(
        "    QUICK\n",
        match quick {
            "" => "",
            _ => "    if let Some(value) = quick(text) {\n        return Ok(value);\n    }\n",
        },
    );
    if printer.needs.contains("whole_numbers") {
        api = api
            .replace(
                "move || {",
                "move || {\n        let mut value = value;\n        let issues = check(&value);",
            )
            .replace(
                "\n        let issues = check(&value);\n        let issues = check(&value);",
                "\n        let issues = check(&value);",
            )
            .replace(
                "if issues.is_empty() {",
                "whole_numbers(&mut value);\n        if issues.is_empty() {",
            );
    }
    middle.line(api);
    middle.gap();
    let built = types.root_object().is_some();
    let envelope = contract.builtin == Some(Builtin::HelperEnvelope);
    let output = contract.builtin == Some(Builtin::SkillOutput);
    if envelope {
        out.line(ENVELOPE.replace("HelperEnvelope", name));
        out.gap();
    }
    if output {
        output_parser::write(name, out);
        needs.insert("map");
    }
    if built {
        middle.line(fill(BUILDER));
        middle.gap();
    }
    out.line("/// Used or not, these are what the file is for.");
    let all = types.decls.iter().map(|decl| format!("let _: Option<{}> = None;", decl.name));
    out.open("const _: () = {");
    out.line("let _ = (check, is, parse, from_value, coerce, with_defaults, emit);");
    out.line("let _ = (Level::Off, Level::Safe, Level::Lenient);");
    if envelope {
        out.line("let _ = (SCHEMA_VERSION, detect_agent, accept, envelope, failure, dispatch);");
    }
    if output {
        output_parser::PUBLIC.iter().for_each(|line| out.line(line));
    }
    if built {
        out.line("let _ = (Builder::new, Builder::build, Builder::emit);");
        out.line("let _ = |draft: Builder| draft.set(\"\", Value::Null);");
    }
    for line in all {
        out.line(line);
    }
    for name in checks::unreached(&code, &format!("{root} {shapes}"), &checks.names) {
        out.line(format!("let _ = {name};"));
    }
    out.close("};");
    // The types and the functions to call come first.
    for part in [middle, behind] {
        front.gap();
        front.line(part.finish());
    }
    Ok(())
}

/// The exit code of a process that prints `value`: what the envelope says of itself.
fn exit_code(builtin: Option<Builtin>) -> &'static str {
    match builtin {
        Some(Builtin::SkillOutput) => "u8::from(!value.success)",
        Some(Builtin::HelperEnvelope) => "u8::from(value.status == HelperEnvelopeStatus::Error)",
        None => "0",
    }
}

/// The module of the prelude that decides a format; its function is called alike.
fn format_function(format: Format) -> &'static str {
    let piece = super::format_piece(format);
    piece.strip_prefix("format_").unwrap_or(piece)
}
