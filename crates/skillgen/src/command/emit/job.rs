//! One language for some contracts: from the command line, or an `[[emit]]` entry of skillgen.toml.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use codegen::target::{GeneratedFile, Options};
use codegen::{Builtin, Namespace};
use contract::value::equal;
use contract::{Contract, Document, Role, Schema, SourceKind};
use sha2::{Digest as _, Sha256};

use super::{Formats, Lang};
use crate::config::Config;
use crate::input;

/// What is emitted without a contract.
const DEFAULT: &str = "builtin:skill-output-v1";

/// Contracts to be emitted in one language.
pub(super) struct Job {
    pub(super) lang: Lang,
    pub(super) contracts: Vec<String>,
    pub(super) out: Option<PathBuf>,
    pub(super) formats: Formats,
    pub(super) name: Option<String>,
    pub(super) compact: bool,
}

/// The `[[emit]]` entries: `lang`, `contract` (a text or a list), `out`, and as wished `formats`,
/// `name`, `compact`. Paths begin at the configuration's folder.
pub(super) fn from_config(config: &Config) -> anyhow::Result<Vec<Job>> {
    let Some(path) = &config.path else {
        bail!("name a language with --lang, or write [[emit]] entries into skillgen.toml");
    };
    let place = path.display();
    let entries = match config.table.get("emit") {
        Some(toml::Value::Array(entries)) => entries,
        Some(_) => bail!("{place}: `emit` is no list of tables; write [[emit]]"),
        None => bail!("{place}: no [[emit]] entry; name a language with --lang"),
    };
    let folder = config.folder();
    let mut jobs = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let what = format!("{place}: [[emit]] entry {}", index + 1);
        let table = entry.as_table().with_context(|| format!("{what}: is no table"))?;
        jobs.push(job(table, &folder, &what)?);
    }
    Ok(jobs)
}

fn job(table: &toml::Table, folder: &std::path::Path, what: &str) -> anyhow::Result<Job> {
    const KNOWN: &[&str] = &["lang", "contract", "out", "formats", "name", "compact"];
    if let Some(unknown) = table.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        bail!("{what}: unknown key `{unknown}`; known: {}", KNOWN.join(", "));
    }
    let text = |key: &str| -> anyhow::Result<Option<&str>> {
        match table.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) => Ok(Some(text)),
            Some(other) => bail!("{what}: `{key}` is a {}; expected a string", other.type_str()),
        }
    };
    let lang = text("lang")?.with_context(|| format!("{what}: `lang` is missing"))?;
    let lang = Lang::from_str(lang, false)
        .map_err(|_| anyhow::anyhow!("{what}: unknown language `{lang}`; known: rust, ts, bash"))?;
    let formats = match text("formats")? {
        None => Formats::default(),
        Some(word) => Formats::from_str(word, false).map_err(|_| {
            anyhow::anyhow!("{what}: `formats` is assert or annotate, not `{word}`")
        })?,
    };
    let specs: Vec<&str> = match table.get("contract") {
        None => vec![DEFAULT],
        Some(toml::Value::String(one)) => vec![one],
        Some(toml::Value::Array(list)) => {
            let all: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            all.with_context(|| format!("{what}: `contract` is a string or a list of strings"))?
        }
        Some(_) => bail!("{what}: `contract` is a string or a list of strings"),
    };
    let contracts = specs.iter().map(|spec| match spec.strip_prefix("builtin:") {
        Some(_) => (*spec).to_owned(),
        None => folder.join(spec).display().to_string(),
    });
    let out = text("out")?.with_context(|| format!("{what}: `out` is missing"))?;
    Ok(Job {
        lang,
        contracts: contracts.collect(),
        out: Some(folder.join(out)),
        formats,
        name: text("name")?.map(str::to_owned),
        compact: table.get("compact").and_then(toml::Value::as_bool).unwrap_or(false),
    })
}

impl Job {
    /// The files of this job, in memory.
    pub(super) fn files(&self) -> anyhow::Result<Vec<GeneratedFile>> {
        let default = [DEFAULT.to_owned()];
        let specs = if self.contracts.is_empty() { &default[..] } else { &self.contracts };
        let mut files = Vec::new();
        for spec in specs {
            let contract = input::contract(spec)?;
            for (name, schemas) in parts(&contract, spec)? {
                let name = self.name.clone().unwrap_or(name);
                files.push(self.file(spec, &contract, &name, schemas)?);
            }
        }
        if self.name.is_some() && files.len() > 1 {
            bail!("--name: names one contract, but {} are to be emitted", files.len());
        }
        Ok(files)
    }

    fn file(
        &self,
        spec: &str,
        contract: &Contract,
        name: &str,
        schemas: Vec<(Option<Role>, Schema)>,
    ) -> anyhow::Result<GeneratedFile> {
        let digest = digest(contract, &schemas);
        let refused = |refusal: codegen::Refusal| {
            let at = contract.document.locate(&refusal.pointer);
            anyhow::anyhow!("{}:{at}: {refusal}", contract.document.label())
        };
        let mut namespaces = Vec::new();
        for (role, schema) in schemas {
            namespaces.push(Namespace::new(role, schema, self.formats.into()).map_err(refused)?);
        }
        let model = codegen::Contract {
            name: stem(name),
            source: base(spec),
            digest,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            description: contract.description.clone(),
            builtin: builtin(contract),
            namespaces,
        };
        let options = Options { compact: self.compact };
        self.lang.target().render(&model, &options).map_err(refused)
    }
}

/// What becomes a file each: the contract, or every tool of a list; with its schemas by role.
type Part = (String, Vec<(Option<Role>, Schema)>);

fn parts(contract: &Contract, spec: &str) -> anyhow::Result<Vec<Part>> {
    if let Some(schema) = &contract.plain {
        return Ok(vec![(contract.name.clone(), vec![(None, schema.clone())])]);
    }
    let roles = |schemas: &std::collections::BTreeMap<Role, Schema>| {
        schemas.iter().map(|(role, schema)| (Some(*role), schema.clone())).collect::<Vec<_>>()
    };
    if !contract.schemas.is_empty() {
        return Ok(vec![(contract.name.clone(), roles(&contract.schemas))]);
    }
    let tools = contract.tools.iter().filter(|(_, tool)| !tool.schemas.is_empty());
    let tools: Vec<Part> = tools.map(|(name, tool)| (name.clone(), roles(&tool.schemas))).collect();
    if tools.is_empty() {
        bail!(
            "{spec}: the contract has no schema to emit helpers for; declare an input or an output"
        );
    }
    Ok(tools)
}

/// The envelope that a contract is, wherever it was read from: its schema is the built-in one.
fn builtin(contract: &Contract) -> Option<Builtin> {
    let schema = contract.plain.as_ref()?.source();
    let is = |name: &str| {
        let text = crate::builtin::schema(name).unwrap_or_default();
        Document::json(name, text.as_bytes()).is_ok_and(|own| equal(own.value(), schema))
    };
    let known = [
        ("skill-output-v1", Builtin::SkillOutput),
        ("helper-envelope-v1", Builtin::HelperEnvelope),
    ];
    known.into_iter().find(|(name, _)| is(name)).map(|(_, builtin)| builtin)
}

/// The SHA-256 of the source as it stood; of a package, of its schemas.
fn digest(contract: &Contract, schemas: &[(Option<Role>, Schema)]) -> String {
    let mut hash = Sha256::new();
    if contract.kind == SourceKind::Package {
        for (_, schema) in schemas {
            hash.update(schema.document(schema.root()).text().as_bytes());
        }
    } else {
        hash.update(contract.document.text().as_bytes());
    }
    hex(hash)
}

/// The digest as hexadecimal digits.
pub(super) fn hex(hash: Sha256) -> String {
    let mut hex = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a String can't fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The last part of a source's name, on one line: no folder gets into a file.
pub(super) fn base(spec: &str) -> String {
    let name = spec.trim_end_matches('/').rsplit('/').next().unwrap_or(spec);
    let name = if name == "-" || name.is_empty() { "stdin" } else { name };
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// A name as a file's stem: letters, digits, `-` and `_`.
pub(super) fn stem(name: &str) -> String {
    let kept = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' });
    let kept: String = kept.collect();
    let words: Vec<&str> = kept.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "contract".to_owned() } else { words.join("-") }
}
