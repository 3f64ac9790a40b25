//! Python: one module for Python 3.9 and newer, the standard library only.

mod checks;
mod layout;
mod migration;
mod pattern;
mod runtime;
mod shapes;
mod text;
mod types;

use std::collections::BTreeSet;

use super::{GeneratedFile, Options, Runtime, Target};
use crate::ir::{Format, Refusal, Sub};
use crate::types::Body;
use crate::writer::Writer;
use crate::{Builtin, Contract, Migration, Namespace};

const ENVELOPE_API: &str = include_str!("../../../../../templates/python/helper_envelope_api.py");
const OUTPUT: &str = include_str!("../../../../../templates/python/skill_output.py");
const LEGACY: &str = include_str!("../../../../../templates/python/legacy_output.py");
const BUILDER: &str = include_str!("../../../../../templates/python/builder.py");
const API: &str = include_str!("../../../../../templates/python/api.py");

/// `--lang python`
pub struct Python;

impl Target for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn extension(&self) -> &'static str {
        "py"
    }

    fn migration(&self, plan: &Migration) -> Option<GeneratedFile> {
        Some(migration::render(plan))
    }

    fn shared_runtime(&self, version: &str, _folder: &str) -> Option<GeneratedFile> {
        Some(GeneratedFile {
            name: format!("{}.py", runtime::MODULE),
            text: runtime::file(version),
        })
    }

    fn render(&self, contract: &Contract, options: &Options) -> Result<GeneratedFile, Refusal> {
        let mut needs = BTreeSet::from(["issue", "error", "result", "read", "coerce", "print"]);
        if contract.answers_errors() {
            needs.insert("skill_errors");
        }
        if contract.builtin == Some(Builtin::HelperEnvelope) {
            needs.insert("helper_envelope");
        }
        let prefixes: Vec<String> = contract
            .namespaces
            .iter()
            .map(|space| space.role.map_or("_".to_owned(), |role| format!("_{}_", role.as_str())))
            .collect();
        let mut all: Vec<Part> = Vec::new();
        for (space, prefix) in contract.namespaces.iter().zip(&prefixes) {
            let entries = shapes::tests(&space.shapes);
            all.push(Part { space, checks: checks::Checks::new(&space.unit, prefix, &entries) });
        }
        // The shared runtime is the one that follows values as deep as they go.
        let deep = options.runtime == Runtime::Shared || all.iter().any(|part| part.checks.deep());
        needs.insert(if deep { "run_deep" } else { "run" });
        let mut parts = File::default();
        let mut taken: Vec<String> =
            types::RESERVED.iter().map(|name| (*name).to_owned()).collect();
        for (part, prefix) in all.iter_mut().zip(&prefixes) {
            namespace(contract, part, prefix, deep, options, &mut taken, &mut needs, &mut parts)?;
        }
        // The types and the functions to call come first; what envelopes have besides is made when the module
        // is read, so it comes behind the runtime.
        let own = parts.front + &parts.checks;
        let envelope = parts.constants + &parts.envelope;
        let text = match options.runtime {
            Runtime::Inline => {
                let (imports, runtime) = runtime::pieces(&needs);
                format!("{imports}{own}\n{runtime}\n{envelope}")
            }
            Runtime::Shared => {
                let own = format!("{own}\n{envelope}");
                format!("{}{own}", runtime::imports(&needs, &own))
            }
        };
        let mut about = vec![format!("Helpers of the contract `{}`.", contract.name)];
        if let Some(description) = &contract.description {
            about.push(String::new());
            about.extend(text::doc_lines(description.trim()));
        }
        let head = format!(
            "# {}\n# mypy: disable-error-code=\"comparison-overlap\"\n{}\n\n",
            contract.header(),
            text::docstring(&about)
        );
        Ok(GeneratedFile {
            name: format!("{}.py", module(&contract.name)),
            text: head + &layout::tidy(&text),
        })
    }
}

/// The parts of a file, in their order.
#[derive(Default)]
struct File {
    /// Types and the functions to call.
    front: String,
    checks: String,
    /// What is made when the module is read, by the runtime too.
    constants: String,
    /// What an envelope has besides its schema.
    envelope: String,
}

/// A schema with its checks.
struct Part<'c> {
    space: &'c Namespace,
    checks: checks::Checks<'c>,
}

/// The name of a module that can be imported.
fn module(name: &str) -> String {
    let name = checks::snake(&name.replace('-', "_"));
    if text::is_identifier(&name) { name } else { format!("contract_{name}") }
}

#[expect(clippy::too_many_arguments, reason = "what a file gathers from its schemas")]
fn namespace(
    contract: &Contract,
    part: &mut Part<'_>,
    prefix: &str,
    deep: bool,
    options: &Options,
    taken: &mut Vec<String>,
    needs: &mut BTreeSet<&'static str>,
    file: &mut File,
) -> Result<(), Refusal> {
    let writer = || Writer::new("    ");
    let (mut front, mut behind, mut envelope) = (writer(), writer(), writer());
    let mut constants = writer();
    let (out, inner) = (&mut front, &mut behind);
    let space = part.space;
    let checks = &mut part.checks;
    let root = checks.write(deep)?;
    let shapes = shapes::table(space, checks, deep)?;
    let reserved: Vec<&str> = taken.iter().map(String::as_str).collect();
    let types = crate::types::build(&space.schema, &contract.type_name(space), &reserved);
    let name = types.decls.first().map_or("Any", |root| root.name.as_str());
    taken.extend(types.decls.iter().map(|decl| decl.name.clone()));
    types::write(&types, out, needs);
    needs.extend(&checks.needs);
    inner.gap();
    checks.constants().iter().for_each(|constant| constants.line(constant));
    inner.gap();
    inner.line(std::mem::replace(&mut checks.w, Writer::new("")).finish());
    inner.gap();
    inner.line(checks.inner());
    inner.gap();
    let table = format!("{}SHAPES", prefix.to_uppercase());
    inner.open(format!("{table}: List[Optional[_Shape]] = ["));
    shapes.iter().for_each(|shape| inner.line(format!("{shape},")));
    inner.close("]");
    inner.gap();
    let builder = match space.role {
        None => "Builder".to_owned(),
        Some(role) => format!("{}Builder", crate::types::pascal(role.as_str())),
    };
    let within = space.role.map_or(String::new(), |role| format!("{}.", role.as_str()));
    let fields = types.decls.first().map(|root| &root.body);
    let keys = match fields {
        Some(Body::Object(object)) => {
            let keys = object.fields.iter().map(|field| text::quoted(&field.name) + ",");
            format!("({})", keys.collect::<Vec<_>>().join(" "))
        }
        _ => "()".to_owned(),
    };
    let words = [
        ("TYPE", name),
        ("ROOT", &root),
        ("SHAPES", &table),
        ("BUILDER", &builder),
        ("KEYS", &keys),
        ("SELF.", &within),
        ("COMPACT", if options.compact { "True" } else { "False" }),
        ("EXITCODE", exit_code(contract.builtin)),
    ];
    let fill = |template: &str| crate::writer::filled(template, &words);
    let mut api = fill(API);
    if let Some(Body::Object(object)) = types.decls.first().map(|root| &root.body)
        && !object.fields.is_empty()
    {
        let (class, function) = BUILDER.split_once("\n\n\ndef ").unwrap_or((BUILDER, ""));
        out.line(fill(class));
        out.gap();
        api.push_str(&format!("\n\ndef {}", fill(function)));
    }
    match space.role {
        None => out.line(api),
        Some(role) => {
            out.open(format!("class {}:", role.as_str()));
            let doc = format!("The {} of `{}`.", role.as_str(), contract.name);
            out.line(text::docstring(&text::doc_lines(&doc)));
            out.gap();
            out.line(api.replace("\n\n\ndef ", "\n\ndef ").replace("def ", "@staticmethod\ndef "));
            out.close("");
        }
    }
    let out = &mut envelope;
    match contract.builtin {
        Some(Builtin::HelperEnvelope) => {
            out.gap();
            out.line(fill(ENVELOPE_API));
        }
        Some(Builtin::SkillOutput) => {
            needs.extend(["import_re", "read", "copy"]);
            for part in [OUTPUT, LEGACY] {
                out.gap();
                out.line(fill(part));
            }
        }
        None => {}
    }
    for (part, text) in [
        (&mut file.front, front),
        (&mut file.checks, behind),
        (&mut file.constants, constants),
        (&mut file.envelope, envelope),
    ] {
        part.push_str(&text.finish());
        part.push('\n');
    }
    Ok(())
}

/// The exit code of a process that prints `value`: what the envelope says of itself.
fn exit_code(builtin: Option<Builtin>) -> &'static str {
    match builtin {
        Some(Builtin::SkillOutput) => "0 if value[\"success\"] else 1",
        Some(Builtin::HelperEnvelope) => "1 if value[\"status\"] == \"error\" else 0",
        None => "0",
    }
}

/// The piece of the prelude and the function that decide a format.
fn format_function(format: Format) -> (&'static str, String) {
    let piece = super::format_piece(format);
    (piece, format!("_{piece}"))
}
