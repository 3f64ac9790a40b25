//! A contract → the files of one language: which schemas become a file, its name, and its header.
//! Shared by the command and build scripts.

use std::fmt::Write as _;

use contract::source::evidence;
use contract::value::equal;
use contract::{Contract, Document, Role, Schema, SourceKind};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::backend::{GeneratedFile, Options, RenderError, Target};
use crate::frames::FrameError;
use crate::ir::{Format, Formats, Refusal};
use crate::{Builtin, Namespace};

/// The envelopes with helpers beyond their schemas, with the schemas.
const ENVELOPES: [(Builtin, &str); 2] = [
    (Builtin::SkillOutput, include_str!("../../../schemas/skill-output-v1.schema.json")),
    (Builtin::HelperEnvelope, include_str!("../../../schemas/helper-envelope-v1.schema.json")),
];

/// The schema of one error in a skill's response.
const SKILL_ERROR: &str = include_str!("../../../schemas/skill-error-v1.schema.json");

/// The request for files.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The contract's name as given; only its last component gets into a file.
    pub source: &'r str,
    /// The contract.
    pub contract: &'r Contract,
    /// Another name than the contract's own.
    pub name: Option<&'r str>,
    /// Whether formats are checked.
    pub formats: Formats,
    /// Other options.
    pub options: &'r Options,
    /// The version of skillgen, for the header.
    pub version: &'r str,
}

/// Why nothing is emitted. One line: where, what, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// The contract has no schema.
    #[error("{0}: the contract has no schema to emit helpers for; declare an input or an output")]
    NoSchema(String),
    /// The document is not a schema.
    #[error(
        "{place}: no JSON Schema: `{key}` is no keyword, and nothing is asked of a value; expected keywords like \
         `type`, `properties` or `$ref`"
    )]
    NotSchema {
        /// The place in the source, as `label:line:column`.
        place: String,
        /// A key that no draft has.
        key: String,
    },
    /// A keyword is not supported.
    #[error("{place}: {refusal}")]
    Refused {
        /// The place in the source, as `label:line:column`.
        place: String,
        /// The keyword and the reason.
        refusal: Refusal,
    },
    /// A template is invalid.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// A type can't have the requested name.
    #[error("{0}")]
    Name(String),
}

/// The files of a contract in a language, or those of each tool of a list.
///
/// # Errors
/// The contract has no schema, or a keyword that the language doesn't support.
pub fn files(target: &dyn Target, request: &Request<'_>) -> Result<Vec<GeneratedFile>, EmitError> {
    let parts = parts(request.contract, request.source)?;
    let mut files = Vec::new();
    for (name, schemas) in parts {
        files.extend(part(target, request, &name, schemas)?);
    }
    Ok(files)
}

/// The names of the contracts in a source: one, or one for each tool of a list.
///
/// # Errors
/// The contract has no schema.
pub fn names(contract: &Contract, source: &str) -> Result<Vec<String>, EmitError> {
    Ok(parts(contract, source)?.into_iter().map(|(name, _)| stem(&name)).collect())
}

/// Whether the files of a contract use the runtime, so that a shared one must be beside them.
#[must_use]
pub fn calls_runtime(target: &dyn Target, contract: &Contract, options: &Options) -> bool {
    target.calls_runtime(builtin(contract), options)
}

fn part(
    target: &dyn Target,
    request: &Request<'_>,
    name: &str,
    schemas: Vec<(Option<Role>, Schema)>,
) -> Result<Vec<GeneratedFile>, EmitError> {
    let contract = request.contract;
    let digest = digest(contract, &schemas);
    let refused = |refusal: Refusal| {
        let at = contract.document.locate(&refusal.pointer);
        EmitError::Refused { place: format!("{}:{at}", contract.document.label()), refusal }
    };
    let mut namespaces = Vec::new();
    for (role, schema) in schemas {
        namespaces.push(Namespace::new(role, schema, request.formats).map_err(refused)?);
    }
    let model = crate::Contract {
        name: stem(request.name.unwrap_or(name)),
        source: base(request.source),
        digest,
        version: request.version.to_owned(),
        description: contract.description.clone(),
        builtin: builtin(contract),
        answers_errors: answers_errors(contract, name, &namespaces),
        namespaces,
    };
    target.render(&model, request.options).map_err(|error| match error {
        RenderError::Refused(refusal) => refused(refusal),
        RenderError::Frame(error) => error.into(),
        error @ (RenderError::Name { .. } | RenderError::Typify(_)) => {
            EmitError::Name(format!("{}: {error}", contract.document.label()))
        }
    })
}

/// What may take long to check in a contract, one line each: where, what, what to do. In all languages,
/// alternatives that double their work at each level of a value; in languages with backtracking, patterns.
///
/// # Errors
/// The contract has no schema.
pub fn slow_checks(
    target: &dyn Target,
    contract: &Contract,
    source: &str,
) -> Result<Vec<String>, EmitError> {
    let mut lines = Vec::new();
    for (_, schemas) in parts(contract, source)? {
        for (_, schema) in schemas {
            let mut tell = |node, pointer: &contract::Pointer, finding: String, advice: &str| {
                let document = schema.document(node);
                let place = document.locate(pointer);
                lines.push(format!("{}:{place}: {finding}; {advice}", document.label()));
            };
            for found in contract::costly_parts(&schema) {
                tell(found.node, &found.pointer, found.finding, found.advice);
            }
            if !target.backtracks() {
                continue;
            }
            let patterns = contract::examine_patterns(&schema);
            for found in patterns.slow {
                tell(found.node, &found.pointer, found.finding(), found.advice());
            }
            for found in patterns.unexamined {
                tell(found.node, &found.pointer, found.finding(), found.advice());
            }
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    Ok(lines)
}

/// One line about the formats of a contract that JSON Schema defines and no language checks: where, what, what to do.
///
/// # Errors
/// The contract has no schema.
pub fn unchecked_formats(contract: &Contract, source: &str) -> Result<Option<String>, EmitError> {
    let (mut first, mut names) = (None, Vec::new());
    for (_, schemas) in parts(contract, source)? {
        for (_, schema) in schemas {
            for (id, node) in schema.nodes() {
                let format = node.keywords().and_then(|keywords| keywords.format.as_deref());
                let Some(format) = format.filter(|format| Format::UNCHECKED.contains(format))
                else {
                    continue;
                };
                let document = schema.document(id);
                let place = document.locate(&node.pointer.push("format"));
                first.get_or_insert_with(|| format!("{}:{place}", document.label()));
                let name = format!("`{format}`");
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    let of = if names.len() == 1 { "format" } else { "formats" };
    let (names, advice) = (names.join(", "), "add a `pattern` if values must have it");
    Ok(first.map(|place| format!("{place}: emitted files don't check the {of} {names}; {advice}")))
}

/// The units that become a file each: the contract, or every tool of a list; with schemas by role.
type Part = (String, Vec<(Option<Role>, Schema)>);

fn parts(contract: &Contract, source: &str) -> Result<Vec<Part>, EmitError> {
    if let Some(schema) = &contract.plain {
        if let Some(key) = evidence::foreign_key(schema.source()) {
            let document = schema.document(schema.root());
            let pointer = schema.node(schema.root()).pointer.push(key);
            let place = format!("{}:{}", document.label(), document.locate(&pointer));
            let key = contract::text::safe(key);
            return Err(EmitError::NotSchema { place, key });
        }
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
    if tools.is_empty() { Err(EmitError::NoSchema(source.to_owned())) } else { Ok(tools) }
}

/// The envelope of a contract, from any source: its schema equals the built-in one.
fn builtin(contract: &Contract) -> Option<Builtin> {
    let plain = contract.plain.as_ref()?;
    // A definition differs from its file.
    if !plain.node(plain.root()).pointer.is_root() {
        return None;
    }
    let schema = plain.source();
    ENVELOPES.into_iter().find(|(_, text)| is_text(schema, text)).map(|(builtin, _)| builtin)
}

/// Whether a schema equals that of a text.
fn is_text(schema: &Value, text: &str) -> bool {
    Document::json("built-in", text.as_bytes()).is_ok_and(|own| equal(own.value(), schema))
}

/// Whether the users of a contract report failures: a separate schema says in its name or title that it is
/// an input.
fn answers_errors(contract: &Contract, name: &str, namespaces: &[Namespace]) -> bool {
    let Some(plain) = contract.plain.as_ref().map(Schema::source) else {
        return namespaces.iter().any(|space| space.role == Some(Role::Input));
    };
    let title = plain.get("title").and_then(Value::as_str).unwrap_or_default();
    let role = Role::in_name(name).or_else(|| Role::in_name(title));
    role == Some(Role::Input)
        || is_text(plain, SKILL_ERROR)
        || builtin(contract) == Some(Builtin::HelperEnvelope)
}

/// The SHA-256 of the source; for a package, of its schemas.
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

/// A digest as hexadecimal digits.
#[must_use]
pub fn hex(hash: Sha256) -> String {
    let mut hex = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a string can't fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The last component of a source's name for a comment: no folder gets into a file.
#[must_use]
pub fn base(source: &str) -> String {
    let name = source.trim_end_matches('/').rsplit('/').next().unwrap_or(source);
    let name = if name == "-" || name.is_empty() { "stdin" } else { name };
    comment_line(name)
}

/// Words for the comment at the head of a file, on one line. U+2028 ends a comment of JavaScript, and `coding:` in the first two
/// lines tells Python to read the whole file in another encoding, in which a literal may end elsewhere.
#[must_use]
pub fn comment_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
    let text = crate::backend::visible(&text);
    text.replace("coding:", "coding :").replace("coding=", "coding =")
}

/// A name as a file's stem: letters and digits of any script, `-` and `_`.
#[must_use]
pub fn stem(name: &str) -> String {
    let is_kept = |c: char| crate::types::is_word(c) || c == '_';
    let kept = name.nfkc().map(|c| if is_kept(c) { c } else { '-' });
    let kept: String = kept.collect();
    let words: Vec<&str> = kept.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "contract".to_owned() } else { words.join("-") }
}
