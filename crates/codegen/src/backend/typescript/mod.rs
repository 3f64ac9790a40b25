//! TypeScript: strict ES modules. The contract's own lines come first: its types, the public functions, its
//! schema as data and the fast path. The runtime that reads the schema follows, or is a separate file.

mod checks;
mod declarations;
mod frame;
mod inline_parts;
mod javascript;
mod layout;
mod literal;
mod mapped;
mod migration;
mod module;
mod moved;
mod pattern;
mod runtime;
mod schema;
mod syntax;
mod text;
mod types;

use std::collections::BTreeSet;

use serde_json::json;

use super::{GeneratedFile, Options, Part, RenderError, Runtime, Target, head};
use crate::frames::{FrameError, spaced};
use crate::ir::Format;
use crate::table::Table;
use crate::types::{Types, pascal};
use crate::writer::{Columns as _, Writer};
use crate::{Builtin, Contract, MapError, MappedType, Migration, Namespace};
use runtime::Names;
use syntax::Syntax;

pub use javascript::JavaScript;
pub(crate) use layout::declaration;

const ENVELOPE: &str = include_str!("../../../../../templates/ts/helper_envelope.ts");
const OUTPUT: &str = include_str!("../../../../../templates/ts/skill_output.ts");
const LEGACY: &str = include_str!("../../../../../templates/ts/legacy_output.ts");

/// `--lang ts`
pub struct TypeScript;

impl Target for TypeScript {
    fn id(&self) -> &'static str {
        "ts"
    }

    fn extension(&self) -> &'static str {
        "ts"
    }

    fn mapped_type(&self, ty: MappedType) -> Result<MappedType, MapError> {
        mapped::checked("ts", &["import", "read"], ty)
    }

    fn migration(&self, plan: &Migration) -> Vec<GeneratedFile> {
        vec![migration::render(plan)]
    }

    fn parts(&self) -> &'static [Part] {
        &Part::ALL
    }

    fn shared_runtime(&self, version: &str, _folder: &str) -> Vec<GeneratedFile> {
        vec![GeneratedFile { name: runtime::FILE.to_owned(), text: runtime::file(version) }]
    }

    fn render(
        &self,
        contract: &Contract,
        options: &Options,
    ) -> Result<Vec<GeneratedFile>, RenderError> {
        let mut file = File::new(options);
        let all = file.all_types(contract)?;
        let names = Names::new(Syntax::TypeScript, options.runtime, file.declared.clone());
        if !options.only_types() {
            file.all_functions(contract, &all, &names)?;
        }
        file.envelope(contract);
        file.imports = mapped::imports(&all, &options.type_map);
        let name = format!("{}.ts", contract.file_stem());
        Ok(vec![GeneratedFile { name, text: file.text(contract)? }])
    }
}

/// A file under construction.
struct File<'o> {
    options: &'o Options,
    /// The used pieces of the runtime.
    needs: BTreeSet<&'static str>,
    /// The imports of the user's types.
    imports: Vec<String>,
    /// Names of types, and of values with types.
    declared: Vec<String>,
    types: Writer,
    api: Writer,
    schemas: Writer,
    fast: Writer,
    /// The settings of an envelope beside its schema.
    envelope: Writer,
}

impl<'o> File<'o> {
    fn new(options: &'o Options) -> File<'o> {
        let writer = || Writer::new("  ");
        File {
            options,
            needs: BTreeSet::new(),
            imports: Vec::new(),
            declared: Vec::new(),
            types: writer(),
            api: writer(),
            schemas: writer(),
            fast: writer(),
            envelope: writer(),
        }
    }

    /// The types of all schemas.
    fn all_types(&mut self, contract: &Contract) -> Result<Vec<Types>, RenderError> {
        let roles = contract.namespaces.iter().filter(|space| space.role.is_some());
        let mut taken: Vec<String> = roles.map(|space| contract.type_name(space)).collect();
        let spaces = contract.namespaces.iter();
        spaces.map(|space| self.types(contract, space, &mut taken)).collect()
    }

    /// The functions of all schemas.
    fn all_functions(
        &mut self,
        contract: &Contract,
        all: &[Types],
        names: &Names,
    ) -> Result<(), RenderError> {
        // The functions of a role are one value.
        let has_roles = contract.namespaces.iter().any(|space| space.role.is_some());
        if has_roles || self.options.reads_schema() {
            for (space, types) in contract.namespaces.iter().zip(all) {
                self.functions(contract, space, types, names)?;
            }
        }
        if contract.answers_errors && self.options.has(Part::Errors) {
            self.needs.insert("skill_errors");
        }
        match contract.builtin.filter(|_| self.options.is_whole()) {
            Some(Builtin::HelperEnvelope) => {
                self.needs.extend(["process", "has", "put", "explain", "skill_errors"]);
            }
            Some(Builtin::SkillOutput) => {
                self.needs.insert("explain");
            }
            None => {}
        }
        Ok(())
    }

    fn types(
        &mut self,
        contract: &Contract,
        space: &Namespace,
        taken: &mut Vec<String>,
    ) -> Result<Types, RenderError> {
        let own = contract.type_name(space);
        let reserved: Vec<&str> =
            taken.iter().map(String::as_str).filter(|name| *name != own).collect();
        let mut types = self.options.types(&space.schema, &own, &reserved)?;
        let reserved = reserved.iter().map(|name| (*name).to_owned());
        let others: Vec<String> = self.declared.iter().cloned().chain(reserved).collect();
        taken.extend(types.decls.iter().map(|decl| decl.name.clone()));
        self.options.naming.apply(&mut types, &others)?;
        types::write(&types, &mut self.types);
        let names = types.decls.iter().map(|decl| decl.name.clone());
        self.declared.extend(names);
        Ok(types)
    }

    /// The functions of a schema, the schema itself and its fast path.
    fn functions(
        &mut self,
        contract: &Contract,
        space: &Namespace,
        types: &Types,
        names: &Names,
    ) -> Result<(), RenderError> {
        let table = Table::new(&space.schema, space.formats)?;
        self.needs.extend(schema::pieces(&table));
        self.needs.insert("definition");
        let role = space.role.map_or("", |role| role.as_str());
        let (schema, definition) = match role {
            "" => ("schema".to_owned(), "model".to_owned()),
            role => (format!("{role}Schema"), format!("{role}Definition")),
        };
        let syntax = names.syntax();
        let annotation = syntax.annotation(&names.of("Schema"));
        schema::write(&table, &schema, role, &annotation, &mut self.schemas);
        let (fast, constants) = self.fast(space, role, names).unzip();
        let name = root_name(types);
        let frame = self.frame(contract, types, names);
        self.api.gap();
        if role.is_empty() {
            self.needs.extend(frame.needs());
            self.api.line(frame.functions()?);
        } else {
            self.needs.insert("contract");
            self.api.line(frame.role(role)?);
        }
        // The shorthand is used if the names agree.
        let member = if role.is_empty() { schema } else { format!("schema: {schema}") };
        let fast = fast.map_or(String::new(), |name| format!(", fast: {name}"));
        let mut fill = String::new();
        if self.options.adds_defaults(types) {
            self.needs.insert("coerce");
            fill = format!(", fill: {}", names.of("defaults"));
        }
        let readers = mapped::readers(types, &self.options.type_map);
        if !readers.is_empty() {
            self.needs.insert("mapped");
            let own = if role.is_empty() { "mapping".to_owned() } else { format!("{role}Mapping") };
            let annotation = syntax.annotation(&names.of("Mapping"));
            self.schemas.gap();
            self.schemas.open(format!("const {own}{annotation} = {{"));
            self.schemas.line(format!("take: {},", names.of("mapped")));
            self.schemas.open("readers: {");
            readers.iter().for_each(|line| self.schemas.line(line));
            self.schemas.close("},");
            self.schemas.close("};");
            fill.push_str(&if role.is_empty() {
                format!(", {own}")
            } else {
                format!(", mapping: {own}")
            });
        }
        let annotation = syntax.annotation(&format!("{}<{name}>", names.of("Definition")));
        let head = format!("const {definition}{annotation} =");
        self.schemas.gap();
        self.schemas.line(layout::assigned(&head, &format!("{{ {member}{fast}{fill} }};")));
        for constant in constants.unwrap_or_default() {
            if constant.columns() > literal::WIDTH || constant.contains("\\\"") {
                self.schemas.line("// prettier-ignore");
            }
            self.schemas.line(constant);
        }
        Ok(())
    }

    /// The values for the templates of a schema's functions.
    fn frame<'f>(
        &self,
        contract: &'f Contract,
        types: &'f Types,
        names: &'f Names,
    ) -> frame::Frame<'f>
    where
        'o: 'f,
    {
        frame::Frame {
            type_name: root_name(types),
            names,
            options: self.options,
            exit_code: exit_code(contract.builtin),
            contract: &contract.name,
            has_properties: types.root_object().is_some(),
            adds_defaults: self.options.adds_defaults(types),
            is_mapped: !types.mapped().is_empty(),
        }
    }

    /// Writes the fast path; returns the name of its function and its constants, if the schema has
    /// one.
    fn fast(
        &mut self,
        space: &Namespace,
        role: &str,
        names: &Names,
    ) -> Option<(String, Vec<String>)> {
        let mut checks = checks::Checks::new(&space.unit, role, names);
        let name = checks.quick()?;
        self.needs.extend(&checks.needs);
        let code = checks.code();
        let mut constants = checks.constants();
        constants.retain(|line| is_used(line, &code));
        self.fast.gap();
        self.fast.line(code);
        Some((name, constants))
    }

    fn envelope(&mut self, contract: &Contract) {
        let Some(builtin) = contract.builtin.filter(|_| self.options.is_whole()) else { return };
        let name = self.declared.first().cloned().unwrap_or_default();
        // The root's own name is filled in after the others have moved.
        let others: Vec<String> =
            self.declared.iter().filter(|name| *name != "HelperEnvelope").cloned().collect();
        match builtin {
            Builtin::HelperEnvelope => {
                let text = runtime::moved_envelope(ENVELOPE, &others, self.options.runtime);
                self.envelope.line(text.replace("HelperEnvelope", &name));
            }
            Builtin::SkillOutput => {
                let text = format!("{OUTPUT}\n{LEGACY}");
                let text = runtime::moved_envelope(&text, &others, self.options.runtime);
                self.envelope.line(text.replace("TYPE", &name));
            }
        }
    }

    /// The whole text.
    fn text(self, contract: &Contract) -> Result<String, FrameError> {
        let inline = self.options.runtime == Runtime::Inline;
        let (schemas, fast) = (self.schemas.finish(), self.fast.finish());
        let envelope = self.envelope.finish();
        let builtin = contract.builtin.filter(|_| self.options.is_whole());
        let runtime = match self.options.only_types() {
            true => String::new(),
            false => runtime::pieces(Syntax::TypeScript, &self.needs),
        };
        let frames = &self.options.frames;
        let imports = if inline || self.options.only_types() {
            String::new()
        } else {
            let data = runtime::imports(
                &self.needs,
                &self.declared,
                builtin,
                &runtime::import(self.options.import_extension),
            );
            frames.render("ts/imports.hbs", &data)?
        };
        let runtime = if inline { runtime::moved(runtime, &self.declared) } else { String::new() };
        let text = frames.render(
            "ts/layout.hbs",
            &json!({
                "header": frames.render("ts/header.hbs", &head(contract))?.trim_end(),
                "imports": format!("{}\n{}", self.imports.join("\n"), imports).trim(),
                "types": self.types.finish(),
                "api": self.api.finish(),
                "schema": schemas,
                "envelope": envelope,
                "fast": fast,
                "runtime": runtime,
            }),
        )?;
        Ok(spaced(&text))
    }
}

/// The name of a schema's root type.
fn root_name(types: &Types) -> &str {
    types.decls.first().map_or("Document", |root| root.name.as_str())
}

/// Whether a text contains a constant's name.
fn is_used(constant: &str, text: &str) -> bool {
    let name = constant.split([' ', ':']).nth(1).unwrap_or_default();
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// The exit code of a process that prints `value`, from the envelope.
fn exit_code(builtin: Option<Builtin>) -> &'static str {
    match builtin {
        Some(Builtin::SkillOutput) => "value.success ? 0 : 1",
        Some(Builtin::HelperEnvelope) => "value.status === \"error\" ? 1 : 0",
        None => "0",
    }
}

/// The piece of the runtime and the function for a format.
fn format_function(format: Format) -> (&'static str, String) {
    let piece = super::format_piece(format);
    (piece, pascal(piece).replacen('F', "f", 1))
}
