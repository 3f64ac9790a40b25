//! TypeScript: one strict ES module without an import.

mod checks;
mod coercion;
mod migration;
mod pattern;
mod text;
mod types;

use std::collections::BTreeSet;

use super::{GeneratedFile, Options, Target};
use crate::ir::{Format, Refusal};
use crate::prelude::Prelude;
use crate::types::{Body, pascal};
use crate::writer::Writer;
use crate::{Builtin, Contract, Migration, Namespace};

const RUNTIME: &str = include_str!("../../../../../templates/ts/runtime.ts");
const FORMATS: &str = include_str!("../../../../../templates/ts/formats.ts");
const COERCE: &str = include_str!("../../../../../templates/ts/coerce.ts");
const BUILDER: &str = include_str!("../../../../../templates/ts/builder.ts");
const ENVELOPE: &str = include_str!("../../../../../templates/ts/helper_envelope.ts");
const OUTPUT: &str = include_str!("../../../../../templates/ts/skill_output.ts");
const LEGACY: &str = include_str!("../../../../../templates/ts/legacy_output.ts");
const ERRORS: &str = include_str!("../../../../../templates/ts/skill_errors.ts");
const API: &str = include_str!("../../../../../templates/ts/api.ts");

/// `--lang ts`
pub struct TypeScript;

impl Target for TypeScript {
    fn id(&self) -> &'static str {
        "ts"
    }

    fn extension(&self) -> &'static str {
        "ts"
    }

    fn migration(&self, plan: &Migration) -> Option<GeneratedFile> {
        Some(migration::render(plan))
    }

    fn render(&self, contract: &Contract, options: &Options) -> Result<GeneratedFile, Refusal> {
        let mut needs = BTreeSet::from(["issue", "error", "result", "read", "coerce", "print"]);
        let mut body = Writer::new("  ");
        let deep = contract
            .namespaces
            .iter()
            .any(|space| space.unit.functions.iter().any(|function| function.recursive));
        needs.insert(if deep { "run_deep" } else { "run" });
        if contract.answers_errors() {
            needs.insert("skill_errors");
        }
        for space in &contract.namespaces {
            body.gap();
            match space.role {
                None => self.namespace(contract, space, options, &mut needs, &mut body),
                Some(role) => {
                    body.open(format!("export namespace {} {{", role.as_str()));
                    self.namespace(contract, space, options, &mut needs, &mut body);
                    body.close("}");
                }
            }
        }
        let mut text = format!("// {}\n", contract.header());
        text.push_str("/* eslint-disable */\n\n");
        text.push_str(&Prelude::new(&[RUNTIME, FORMATS, COERCE, ERRORS]).select(&needs));
        text.push_str(&body.finish());
        Ok(GeneratedFile { name: format!("{}.ts", contract.name), text })
    }
}

impl TypeScript {
    fn namespace(
        &self,
        contract: &Contract,
        space: &Namespace,
        options: &Options,
        needs: &mut BTreeSet<&'static str>,
        out: &mut Writer,
    ) {
        let mut checks = checks::Checks::new(&space.unit);
        let root = checks.write();
        let quick = checks.quick().map_or(String::new(), |name| {
            let deep = space.unit.functions.iter().any(|function| function.recursive);
            format!("{name}(value{}) || ", if deep { ", 0" } else { "" })
        });
        let types = crate::types::build(&space.schema, &contract.type_name(space), types::RESERVED);
        let name = types.decls.first().map_or("Document", |root| root.name.as_str());
        types::write(&types, out);
        out.gap();
        for constant in checks.constants() {
            out.line(constant);
        }
        needs.extend(&checks.needs);
        out.gap();
        let code = checks.code();
        out.line(code);
        out.gap();
        out.line(coercion::shapes(&space.shapes, &checks));
        out.gap();
        let fill = |template: &str| {
            template
                .replace("TYPE", name)
                .replace("QUICK ", &quick)
                .replace("ROOT", &root)
                .replace("COMPACT", if options.compact { "true" } else { "false" })
                .replace("EXITCODE", exit_code(contract.builtin))
        };
        out.line(fill(API));
        if contract.builtin == Some(Builtin::HelperEnvelope) {
            out.gap();
            out.line(ENVELOPE.replace("HelperEnvelope", name));
        }
        if contract.builtin == Some(Builtin::SkillOutput) {
            out.gap();
            out.line(fill(OUTPUT));
            out.gap();
            out.line(fill(LEGACY));
        }
        if let Some(Body::Object(object)) = types.decls.first().map(|root| &root.body) {
            let keys: Vec<String> =
                object.fields.iter().map(|field| text::quoted(&field.name)).collect();
            out.gap();
            out.line(fill(BUILDER).replace("...KEYS", &keys.join(", ")).replace("[, ", "["));
        }
    }
}

/// The exit code of a process that prints `value`: what the envelope says of itself.
fn exit_code(builtin: Option<Builtin>) -> &'static str {
    match builtin {
        Some(Builtin::SkillOutput) => "value.success ? 0 : 1",
        Some(Builtin::HelperEnvelope) => "value.status === \"error\" ? 1 : 0",
        None => "0",
    }
}

/// The piece of the prelude and the function that decide a format.
fn format_function(format: Format) -> (&'static str, String) {
    let piece = super::format_piece(format);
    (piece, pascal(piece).replacen('F', "f", 1))
}
