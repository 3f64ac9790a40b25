//! Go: one file of a package for Go 1.18 and newer, the standard library only. The names of a schema
//! with a role end with it (`ParseInput`), because a package has no namespaces.

mod checks;
mod layout;
mod migration;
mod pattern;
mod shapes;
mod text;
mod types;

use std::collections::BTreeSet;

use super::{GeneratedFile, Options, Target};
use crate::ir::{Format, Refusal};
use crate::prelude::Prelude;
use crate::types::{Body, pascal};
use crate::writer::Writer;
use crate::{Builtin, Contract, Migration, Namespace};

const RUNTIME: &str = include_str!("../../../../../templates/go/runtime.go");
const DOCUMENT: &str = include_str!("../../../../../templates/go/document.go");
const READ: &str = include_str!("../../../../../templates/go/read.go");
const PATTERNS: &str = include_str!("../../../../../templates/go/patterns.go");
const TYPED: &str = include_str!("../../../../../templates/go/typed.go");
const FORMATS: &str = include_str!("../../../../../templates/go/formats.go");
const REGEX: &str = include_str!("../../../../../templates/go/regex_syntax.go");
const COERCE: &str = include_str!("../../../../../templates/go/coerce.go");
const ERRORS: &str = include_str!("../../../../../templates/go/skill_errors.go");
const API: &str = include_str!("../../../../../templates/go/api.go");
const BUILDER: &str = include_str!("../../../../../templates/go/builder.go");
const OUTPUT: &str = include_str!("../../../../../templates/go/skill_output.go");
const OUTPUT_TEXT: &str = include_str!("../../../../../templates/go/output_text.go");
const LEGACY: &str = include_str!("../../../../../templates/go/legacy_output.go");
const ENVELOPE: &str = include_str!("../../../../../templates/go/helper_envelope.go");

/// `--lang go`
pub struct Go;

impl Target for Go {
    fn id(&self) -> &'static str {
        "go"
    }

    fn backtracks(&self) -> bool {
        false
    }

    fn extension(&self) -> &'static str {
        "go"
    }

    fn migration(&self, plan: &Migration) -> Option<GeneratedFile> {
        Some(migration::render(plan))
    }

    fn render(&self, contract: &Contract, options: &Options) -> Result<GeneratedFile, Refusal> {
        let suffix = |space: &Namespace| space.role.map_or(String::new(), |r| pascal(r.as_str()));
        let spaces: Vec<(String, &Namespace)> =
            contract.namespaces.iter().map(|space| (suffix(space), space)).collect();
        together(contract, &spaces, options)
    }
}

/// One file for some schemas, whose names end with a suffix each. What contracts with roles are, and what
/// spares a compiler where many schemas are wanted at once.
///
/// # Errors
/// A keyword that Go can't honour, by its pointer.
pub fn together(
    contract: &Contract,
    spaces: &[(String, &Namespace)],
    options: &Options,
) -> Result<GeneratedFile, Refusal> {
    let mut needs = BTreeSet::from(["base", "coerce"]);
    if contract.answers_errors() {
        needs.insert("skill_errors");
    }
    let suffixes: Vec<String> = spaces.iter().map(|(suffix, _)| suffix.clone()).collect();
    let mut file = File {
        contract,
        options,
        taken: types::reserved(&suffixes).into_iter().collect(),
        needs,
        out: Writer::new("\t"),
    };
    for (suffix, space) in spaces {
        file.namespace(space, suffix)?;
    }
    let sources = [RUNTIME, DOCUMENT, READ, PATTERNS, TYPED, FORMATS, REGEX, COERCE, ERRORS];
    let text = Prelude::new(&sources).select(&file.needs) + &file.out.finish();
    let package = package(&contract.name);
    let mut head = format!("// {}\n\n", contract.header());
    let mut about =
        vec![format!("Package {package} holds the helpers of the contract `{}`.", contract.name)];
    if let Some(description) = &contract.description {
        about.push(String::new());
        about.extend(text::doc_lines(description.trim()));
    }
    text::comment(&about).iter().for_each(|line| head.push_str(&format!("{line}\n")));
    Ok(GeneratedFile { name: format!("{package}.go"), text: layout::file(&head, &package, &text) })
}

/// The name of a package: lower case letters and digits, as Go's custom is.
fn package(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase());
    let name: String = kept.collect();
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins && !text::is_word(&name) { name } else { format!("contract{name}") }
}

/// What a file gathers from its schemas.
struct File<'c> {
    contract: &'c Contract,
    options: &'c Options,
    taken: BTreeSet<String>,
    needs: BTreeSet<&'static str>,
    out: Writer,
}

impl File<'_> {
    fn namespace(&mut self, space: &Namespace, suffix: &str) -> Result<(), Refusal> {
        let contract = self.contract;
        let mut checks = checks::Checks::new(&space.unit, suffix);
        let root = checks.write()?;
        let shapes = shapes::table(space, &mut checks)?;
        let reserved: Vec<&str> = self.taken.iter().map(String::as_str).collect();
        let types = crate::types::build(&space.schema, &contract.type_name(space), &reserved);
        let name = types.decls.first().map_or("any", |root| root.name.as_str());
        self.taken.extend(types.decls.iter().map(|decl| decl.name.clone()));
        let mut printer = types::Printer::new(&types);
        printer.write(&format!("Parse{suffix}"), &mut self.taken, &mut self.out);
        self.needs.extend(&printer.needs);
        let table = format!("shapes{suffix}");
        let take = format!("take{name}");
        let builder = format!("{suffix}Builder");
        let words = [
            ("BUILDER", builder.as_str()),
            ("SUFFIX", suffix),
            ("TAKE", &take),
            ("TYPE", name),
            ("ROOT", &root),
            ("SHAPES", &table),
            ("COMPACT", if self.options.compact { "true" } else { "false" }),
        ];
        let fill = |template: &str| filled(template, &words);
        let out = &mut self.out;
        out.gap();
        out.line(exit_code(contract.builtin, fill(API)));
        out.gap();
        if let Some(Body::Object(object)) = types.decls.first().map(|root| &root.body)
            && !object.fields.is_empty()
        {
            out.line(fill(BUILDER));
            out.gap();
        }
        let own: &[&str] = match contract.builtin {
            Some(Builtin::HelperEnvelope) => &[ENVELOPE],
            Some(Builtin::SkillOutput) => &[OUTPUT, OUTPUT_TEXT, LEGACY],
            None => &[],
        };
        for part in own {
            out.line(fill(part));
            out.gap();
        }
        for constant in checks.constants() {
            out.line(constant);
            out.gap();
        }
        let inner = checks.inner();
        out.line(std::mem::replace(&mut checks.w, Writer::new("")).finish());
        out.gap();
        out.line(inner);
        out.gap();
        out.open(format!("var {table} = []*shape{{"));
        shapes.iter().for_each(|shape| out.line(format!("{shape},")));
        out.close("}");
        self.needs.extend(&checks.needs);
        Ok(())
    }
}

/// A template without its head, its words in capitals replaced all at once.
fn filled(template: &str, words: &[(&str, &str)]) -> String {
    let (_, mut rest) = template.split_once(":\n\n").unwrap_or(("", template));
    let mut out = String::new();
    let first = |text: &str| {
        let places = words.iter().filter_map(|(word, with)| Some((text.find(word)?, *word, *with)));
        places.min_by_key(|(at, ..)| *at).map(|(at, word, with)| (at, word.len(), with.to_owned()))
    };
    while let Some((at, length, with)) = first(rest) {
        out.push_str(&rest[..at]);
        out.push_str(&with);
        rest = &rest[at + length..];
    }
    out + rest
}

/// The interface with the exit code of a process that prints a value: what the envelope says of itself.
fn exit_code(builtin: Option<Builtin>, api: String) -> String {
    let test = match builtin {
        Some(Builtin::SkillOutput) => "object.members[\"success\"] != true",
        Some(Builtin::HelperEnvelope) => "object.members[\"status\"] == \"error\"",
        None => {
            let (before, rest) = api.split_once("\tif code := CODE").unwrap_or((&api, ""));
            let (_, after) = rest.split_once("\t}\n").unwrap_or(("", rest));
            return before.replace("EXIT", "") + after;
        }
    };
    let ends =
        " Where the value tells of a failure, this ends the process with the exit\n// code 1.";
    api.replace("EXIT", ends)
        .replace(
            "if code := CODE; code != 0 {",
            &format!("if object, is := adopted.(*Object); is && {test} {{"),
        )
        .replace("os.Exit(code)", "os.Exit(1)")
}

/// The piece of the prelude and the function that decide a format.
fn format_function(format: Format) -> (&'static str, String) {
    let piece = super::format_piece(format);
    let words = pascal(piece).replace("Uri", "URI").replace("Uuid", "UUID").replace("Json", "JSON");
    (piece, words.replacen('F', "f", 1))
}
