//! Python: one module for Python 3.9 and newer, with the standard library only. The types and public functions
//! come first, then the schema as data; the runtime is between them, or a module beside.

mod layout;
mod mapped;
mod migration;
mod pattern;
mod runtime;
mod schema;
mod text;
mod types;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{GeneratedFile, Options, Part, RenderError, Runtime, Target, head};
use crate::frames::FrameError;
use crate::table::Table;
use crate::unique::UniqueNames;
use crate::writer::Writer;
use crate::{Builtin, Contract, MapError, MappedType, Migration, Namespace};

const ENVELOPE_API: &str = include_str!("../../../../../templates/python/helper_envelope_api.py");
const OUTPUT: &str = include_str!("../../../../../templates/python/skill_output.py");
const LEGACY: &str = include_str!("../../../../../templates/python/legacy_output.py");

/// `--lang python`
pub struct Python;

impl Target for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn extension(&self) -> &'static str {
        "py"
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
            name: format!("{}.py", runtime::MODULE),
            text: runtime::file(version),
        }]
    }

    fn render(
        &self,
        contract: &Contract,
        options: &Options,
    ) -> Result<Vec<GeneratedFile>, RenderError> {
        let mut file = File::new(options);
        let mut all = Vec::new();
        for space in &contract.namespaces {
            all.push(file.types(contract, space)?);
        }
        if !options.only_types() {
            let has_roles = contract.namespaces.iter().any(|space| space.role.is_some());
            if has_roles || options.reads_schema() {
                file.needs.insert("contract");
                for (space, root) in contract.namespaces.iter().zip(&all) {
                    file.functions(contract, space, root)?;
                }
            }
            if contract.answers_errors && options.has(Part::Errors) {
                file.needs.insert("skill_errors");
            }
        }
        if options.is_whole() {
            file.envelope(contract, all.first().map_or("Any", |root| root.name.as_str()));
        }
        let mut data = head(contract);
        data["about"] = json!(text::docstring(&about(contract)));
        data["shared"] = json!(options.runtime == Runtime::Shared);
        let head = options.frames.render("python/header.hbs", &data)?;
        let text = format!("{}\n\n{}", head.trim_end(), layout::tidy(&file.text()?));
        Ok(vec![GeneratedFile { name: format!("{}.py", module(&contract.file_stem())), text }])
    }
}

/// The parts of a module.
fn about(contract: &Contract) -> Vec<String> {
    let what = match contract.namespaces.as_slice() {
        [Namespace { role: None, .. }] => format!("Helpers of the contract `{}`.", contract.name),
        spaces => {
            let roles = spaces.iter().filter_map(|space| space.role);
            let roles: Vec<String> = roles.map(|role| format!("`{}`", role.as_str())).collect();
            let roles = roles.join(" and ");
            format!("Helpers of the contract `{}`, as members of {roles}.", contract.name)
        }
    };
    let mut lines = vec![what];
    // The type of a single schema has the description, too.
    let has_roles = contract.namespaces.iter().any(|space| space.role.is_some());
    if let Some(description) = contract.description.as_ref().filter(|_| has_roles) {
        lines.push(String::new());
        lines.extend(text::doc_lines(description.trim()));
    }
    lines
}

/// The type of a schema's root.
struct Root {
    name: String,
    /// Whether the parser adds properties of the type: a valid value may lack them.
    adds_defaults: bool,
    /// The user's types in it.
    mapped: Option<mapped::Written>,
    /// The lines of its builder's properties.
    setters: Vec<String>,
}

/// A file under construction.
struct File<'o> {
    options: &'o Options,
    /// The used pieces of the runtime.
    needs: BTreeSet<&'static str>,
    /// Names of types: the runtime's names are renamed if they conflict.
    declared: Vec<String>,
    /// The same before renaming.
    plain: Vec<String>,
    /// The imports of the user's types.
    imports: Writer,
    types: Writer,
    /// The public functions.
    api: Writer,
    schemas: Writer,
    /// The contracts of a single file: they are created when the module is loaded, so they follow the
    /// runtime.
    contracts: Writer,
    /// The settings of an envelope beside its schema.
    envelope: Writer,
}

impl<'o> File<'o> {
    fn new(options: &'o Options) -> File<'o> {
        let writer = || Writer::new("    ");
        File {
            options,
            needs: BTreeSet::new(),
            declared: Vec::new(),
            plain: Vec::new(),
            imports: writer(),
            types: writer(),
            api: writer(),
            schemas: writer(),
            contracts: writer(),
            envelope: writer(),
        }
    }

    /// Writes the types of a schema.
    fn types(&mut self, contract: &Contract, space: &Namespace) -> Result<Root, RenderError> {
        let own = contract.type_name(space);
        let taken = self.plain.iter().map(String::as_str);
        let reserved: Vec<&str> = types::RESERVED.iter().copied().chain(taken).collect();
        let mut types = self.options.types(&space.schema, &own, &reserved)?;
        crate::types::name_intersections(&mut types, &reserved);
        self.plain.extend(types.decls.iter().map(|decl| decl.name.clone()));
        let reserved = types::RESERVED.iter().map(|name| (*name).to_owned());
        let taken: Vec<String> = self.declared.iter().cloned().chain(reserved).collect();
        self.options.naming.apply(&mut types, &taken)?;
        self.declared.extend(types.decls.iter().map(|decl| decl.name.clone()));
        types::write(&types, &mut self.types, &mut self.needs);
        let name = types.decls.first().map_or("Any".to_owned(), |root| root.name.clone());
        let class = self.name("MappedType");
        let mapped = mapped::written(&types, &self.options.type_map, &class);
        for line in mapped.iter().flat_map(|mapped| &mapped.imports) {
            self.imports.line(line);
        }
        let setter = self.name("Setter");
        let setters = match self.options.has(Part::Builder) {
            true => types::setters(&types, &setter, &mut self.needs),
            false => Vec::new(),
        };
        Ok(Root { name, adds_defaults: self.options.adds_defaults(&types), mapped, setters })
    }

    /// A name of the runtime.
    fn name(&self, name: &str) -> String {
        runtime::name(name, &self.declared)
    }

    /// Writes a schema, its functions and its contract.
    fn functions(
        &mut self,
        contract: &Contract,
        space: &Namespace,
        root: &Root,
    ) -> Result<(), RenderError> {
        let type_name = &root.name;
        let role = space.role.map(|role| role.as_str());
        let prefix = role.map_or("_".to_owned(), |role| format!("_{role}_"));
        let table = Table::new(&space.schema, space.formats)?;
        self.needs.extend(schema::pieces(&table));
        schema::write(&table, &prefix, &self.name("Schema"), "_read", &mut self.schemas)?;
        let inline = self.options.runtime == Runtime::Inline;
        let mut args = vec![format!("lambda: {}", schema::root(&prefix))];
        if let Some(mapped) = &root.mapped {
            args.push(mapped.argument());
            if root.adds_defaults {
                args.push("fills=True".to_owned());
            }
            self.needs.extend(&mapped.needs);
        }
        if self.options.compact {
            args.push("compact=True".to_owned());
        }
        args.extend(exit_code(contract.builtin).map(str::to_owned));
        let (class, piece) = match (&root.mapped, root.adds_defaults) {
            (Some(_), _) => ("MappedContract", "mapped_contract"),
            (None, true) => ("FillingContract", "filling_contract"),
            (None, false) => ("Contract", "contract"),
        };
        self.needs.insert(piece);
        let class = self.name(class);
        let name = role.unwrap_or("_contract");
        let made = layout::constant(&format!("{name}: {class}[{type_name}]"), &class, &args);
        let out = if inline { &mut self.contracts } else { &mut self.api };
        if let Some(role) = role {
            out.line(format!(
                "#: The {role}: `{role}.parse(text)`, `{role}.check(value)` and so on."
            ));
        }
        out.line(made);
        if role.is_none() {
            let builder = self.builder(root, inline);
            self.calls(contract, root, inline, builder)?;
        }
        Ok(())
    }

    /// The name and the class of the builder; in a single file, the class is written after the runtime. A contract without
    /// properties has none.
    fn builder(&mut self, root: &Root, inline: bool) -> Option<[String; 2]> {
        if root.setters.is_empty() {
            return None;
        }
        let mut taken: UniqueNames = self.declared.iter().cloned().collect();
        let name = taken.take(&format!("{}Builder", root.name), "");
        self.declared.push(name.clone());
        self.needs.insert("typed_builder");
        let base = format!("{}[{}]", self.name("TypedBuilder"), root.name);
        let mut out = Writer::new("    ");
        let bases = [base, "contract=_contract".to_owned()];
        out.open(layout::class(&name, &bases));
        out.line("\"\"\"Sets properties one by one; `build` and `emit` check the value.\"\"\"");
        out.gap();
        root.setters.iter().for_each(|line| out.line(line));
        out.close("");
        let class = out.finish();
        if !inline {
            return Some([name, class]);
        }
        self.contracts.gap();
        self.contracts.line(class);
        Some([name, String::new()])
    }

    /// The functions of a single schema: in a single file they precede what they call.
    fn calls(
        &mut self,
        contract: &Contract,
        root: &Root,
        inline: bool,
        builder: Option<[String; 2]>,
    ) -> Result<(), FrameError> {
        let [builder, class] = builder.unwrap_or_default();
        let called = ["SafeParse", "Builder", "Change", "Coerced", "Issue", "SkillContractError"];
        let runtime: Map<String, Value> =
            called.iter().map(|name| ((*name).to_owned(), json!(self.name(name)))).collect();
        let data = json!({
            "name": contract.name, "type": root.name, "parts": self.options.asked(),
            "runtime": runtime, "shared": !inline, "adds_defaults": root.adds_defaults,
            "builder": builder, "class": class,
            "narrows": !root.adds_defaults && root.mapped.is_none(),
        });
        let frames = &self.options.frames;
        self.api.line(layout::signatures(&frames.render("python/api.hbs", &data)?));
        if self.options.has(Part::Builder) {
            self.api.line(layout::signatures(&frames.render("python/builder.hbs", &data)?));
        }
        Ok(())
    }

    fn envelope(&mut self, contract: &Contract, type_name: &str) {
        let fill = |template: &str| crate::writer::filled(template, &[("TYPE", type_name)]);
        match contract.builtin {
            Some(Builtin::HelperEnvelope) => {
                self.needs.insert("helper_envelope");
                self.envelope.line(fill(ENVELOPE_API));
            }
            Some(Builtin::SkillOutput) => {
                self.needs.extend(["import_re", "read", "copy"]);
                let parser = format!("{OUTPUT}\n\n{LEGACY}");
                let runtime = self.options.runtime;
                let parser = runtime::moved_envelope(&parser, &self.declared, runtime);
                self.envelope.gap();
                self.envelope.line(fill(&parser));
            }
            None => {}
        }
    }

    /// The text below the head.
    fn text(self) -> Result<String, FrameError> {
        let types = format!("{}{}", self.imports.finish(), self.types.finish());
        let api = self.api.finish();
        let (schema, contracts) = (self.schemas.finish(), self.contracts.finish());
        let envelope = self.envelope.finish();
        let mut runtime = String::new();
        let (standard, names) = match self.options.runtime {
            _ if self.options.only_types() => (runtime::typing(&types), String::new()),
            Runtime::Shared => {
                let own = [&types, &api, &schema, &contracts, &envelope].map(String::as_str);
                runtime::imports(&self.needs, &own.join("\n"), &self.declared)
            }
            Runtime::Inline => {
                let (imports, pieces) = runtime::pieces(&self.needs);
                runtime = runtime::moved(&pieces, &self.declared);
                (imports, String::new())
            }
        };
        let imports = json!({
            "standard": standard, "names": names, "shared": !names.is_empty(),
            "module": runtime::MODULE,
        });
        let frames = &self.options.frames;
        let layout = json!({
            "imports": frames.render("python/imports.hbs", &imports)?,
            "types": types, "api": api, "runtime": runtime, "schema": schema,
            "contracts": contracts, "envelope": envelope,
        });
        frames.render("python/layout.hbs", &layout)
    }
}

/// The name of an importable module.
fn module(name: &str) -> String {
    let name = text::snake(&name.replace('-', "_"));
    if text::is_identifier(&name) { name } else { format!("contract_{name}") }
}

/// The exit code of a process that prints `value`, from the envelope.
fn exit_code(builtin: Option<Builtin>) -> Option<&'static str> {
    match builtin {
        Some(Builtin::SkillOutput) => {
            Some("exit_code=lambda value: 0 if value[\"success\"] else 1")
        }
        Some(Builtin::HelperEnvelope) => {
            Some("exit_code=lambda value: 1 if value[\"status\"] == \"error\" else 0")
        }
        None => None,
    }
}
