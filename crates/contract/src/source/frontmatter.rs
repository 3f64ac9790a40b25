//! A SKILL.md: YAML frontmatter between two lines `---`, then Markdown. The contract keys are those of the skill
//! validation protocol (docs/seed-coverage.md). They are at the top, or in the text `metadata.contract`.

use serde_json::Value;

use super::SourceError;
use crate::parameter::Parameter;
use crate::schema::vocabulary;
use crate::types::SkillType;
use crate::{
    Check, Contract, Document, Loader, Pointer, ReadError, Role, Schema, SourceKind, Tool,
};

/// The parts of a SKILL.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'t> {
    /// The YAML between the delimiter lines, with its last line end.
    pub yaml: &'t str,
    /// The number of lines before the YAML.
    pub line_offset: u32,
    /// The text after the closing delimiter line.
    pub body: &'t str,
    /// Whether a byte order mark came first.
    pub bom: bool,
    /// Blank lines before the opening delimiter.
    pub blank_lines: u32,
}

/// Splits a SKILL.md; `None` if there is no frontmatter block (no first or second `---`). A BOM and
/// blank lines before it are skipped and reported.
#[must_use]
pub fn split(text: &str) -> Option<Parts<'_>> {
    let bom = text.starts_with('\u{feff}');
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut blank_lines = 0;
    loop {
        let (line, after) = cut_line(rest);
        if line.trim_end() == "---" {
            rest = after;
            break;
        }
        if !line.trim().is_empty() || after.is_empty() {
            return None;
        }
        blank_lines += 1;
        rest = after;
    }
    let yaml_start = rest;
    let mut at = 0;
    while at < yaml_start.len() {
        let (line, after) = cut_line(&yaml_start[at..]);
        if line.trim_end() == "---" {
            let yaml = &yaml_start[..at];
            return Some(Parts {
                yaml,
                line_offset: blank_lines + 1,
                body: after,
                bom,
                blank_lines,
            });
        }
        at = yaml_start.len() - after.len();
    }
    None
}

fn cut_line(text: &str) -> (&str, &str) {
    match text.find('\n') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, ""),
    }
}

/// Reads the frontmatter as a document with the places of the file.
///
/// # Errors
/// The text is not UTF-8, has no frontmatter block, or the block is not YAML.
pub fn document(label: &str, bytes: &[u8]) -> Result<Document, ReadError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ReadError::whole(label, "not UTF-8; save the file as UTF-8"))?;
    let parts = split(text).ok_or_else(|| {
        let what = "no frontmatter: expected a block between two lines `---` at the top";
        ReadError::whole(label, what)
    })?;
    Document::frontmatter(label, parts.yaml, parts.line_offset)
}

/// Reads the contract of a SKILL.md.
///
/// # Errors
/// Those of [`document`]; an invalid schema; an `input_schema` of neither form.
pub fn read(label: &str, bytes: &[u8], loader: &dyn Loader) -> Result<Contract, SourceError> {
    let document = document(label, bytes)?;
    let value = document.value();
    if !value.is_object() {
        let message = "the frontmatter is not a mapping";
        return Err(SourceError::at(&document, &Pointer::root(), message));
    }
    let mut contract = Contract::new(SourceKind::Frontmatter, &document);
    if let Some(name) = value.get("name").and_then(Value::as_str) {
        contract.name = name.to_owned();
    }
    contract.description = value.get("description").and_then(Value::as_str).map(str::to_owned);
    contract.version = match value.get("version") {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        None | Some(Value::Null) => None,
        Some(other) => {
            let got = crate::value::kind(other);
            let message = format!("version: expected a string such as \"1.0.0\", got {got}");
            return Err(SourceError::at(&document, &Pointer::root().push("version"), message));
        }
    };
    for (role, key) in [(Role::Input, "input_schema"), (Role::Output, "output_schema")] {
        role_schema(&document, key, role, &mut contract, loader)?;
    }
    for name in tool_names(value.get("allowed-tools")) {
        contract.tools.insert(name, Tool::default());
    }
    contract.pre_checks = checks(value, "pre_checks");
    contract.post_checks = checks(value, "post_checks");
    contract.cacheable = value.get("cacheable") == Some(&Value::Bool(true));
    contract.cache_ttl_minutes = value.get("cache_ttl_minutes").and_then(Value::as_f64);
    contract.read_effects(value);
    Ok(contract)
}

fn role_schema(
    document: &Document,
    key: &str,
    role: Role,
    contract: &mut Contract,
    loader: &dyn Loader,
) -> Result<(), SourceError> {
    let here = Pointer::root().push(key);
    let Some(declared) = document.value().get(key).filter(|v| !v.is_null()) else { return Ok(()) };
    let Value::Object(members) = declared else {
        let message = format!("{key}: expected `required` and `optional` lists, or a JSON Schema");
        return Err(SourceError::at(document, &here, message));
    };
    let lists = ["required", "optional"].iter().any(
        |k| matches!(members.get(*k), Some(Value::Array(l)) if l.iter().any(Value::is_object)),
    );
    let is_schema = ["type", "properties", "$ref", "$schema", "allOf", "anyOf", "oneOf"]
        .iter()
        .any(|k| members.contains_key(*k));
    let has_list = ["required", "optional"].iter().any(|key| members.contains_key(*key));
    if !members.is_empty() && !has_list && !members.keys().any(|key| vocabulary::is_keyword(key)) {
        let message = format!("{key}: expected `required` and `optional` lists, or a JSON Schema");
        return Err(SourceError::at(document, &here, message));
    }
    if (is_schema || !has_list) && !lists && !members.is_empty() {
        let schema = Schema::read_embedded(document, &here, None, loader)?;
        contract.schemas.insert(role, schema);
        return Ok(());
    }
    let mut parameters: Vec<Parameter> = Vec::new();
    for (list, required) in [("required", true), ("optional", false)] {
        let base = here.push(list);
        match members.get(list) {
            None | Some(Value::Null) => {}
            Some(Value::Array(items)) => {
                for (i, item) in items.iter().enumerate() {
                    let place = base.push_index(i);
                    let one = parameter(document, &place, item, required)?;
                    if parameters.iter().any(|other| other.name == one.name) {
                        let message = format!("the parameter `{}` occurs twice", one.name);
                        return Err(SourceError::at(document, &place.push("name"), message));
                    }
                    parameters.push(one);
                }
            }
            Some(_) => {
                let message = format!("{key}.{list}: expected a list of parameters");
                return Err(SourceError::at(document, &base, message));
            }
        }
    }
    let schema = crate::parameters_to_schema(&parameters);
    let derived = Document::from_value(document.label(), schema);
    contract.schemas.insert(role, Schema::read(&derived, loader)?);
    contract.parameters.insert(role, parameters);
    Ok(())
}

fn parameter(
    document: &Document,
    place: &Pointer,
    value: &Value,
    required: bool,
) -> Result<Parameter, SourceError> {
    let Some(name) = value.get("name").and_then(Value::as_str) else {
        let message = "a parameter without `name`; write `- name: …` and `type: …`";
        return Err(SourceError::at(document, place, message));
    };
    // Without a type, any value is accepted; the linter reports it.
    let declared = value.get("type").filter(|declared| !declared.is_null());
    let type_text = declared.map_or_else(String::new, |declared| match declared {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    let kind = SkillType::parse(&type_text);
    if kind.is_none() && declared.is_some() {
        let known: Vec<&str> = SkillType::OF_PROTOCOL.iter().map(|known| known.as_str()).collect();
        let message =
            format!("type `{type_text}` is unknown; expected one of {}", known.join(", "));
        return Err(SourceError::at(document, &place.push("type"), message));
    }
    Ok(Parameter {
        name: name.to_owned(),
        kind,
        type_text,
        required,
        description: value.get("description").and_then(Value::as_str).map(str::to_owned),
        default: value.get("default").cloned(),
        pointer: place.clone(),
    })
}

/// `allowed-tools` in the standard's form (a string split at spaces) and in common ones (commas, a
/// list). A pattern in parentheses belongs to its tool.
#[must_use]
pub fn tool_names(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        Some(Value::String(text)) => {
            let (mut names, mut current, mut depth) = (Vec::new(), String::new(), 0usize);
            for c in text.chars() {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth == 0 && (c == ',' || c.is_whitespace()) {
                    names.push(std::mem::take(&mut current));
                } else {
                    current.push(c);
                }
            }
            names.push(current);
            names.retain(|n| !n.is_empty());
            names
        }
        _ => Vec::new(),
    }
}

fn checks(value: &Value, key: &str) -> Vec<Check> {
    let Some(Value::Array(items)) = value.get(key) else { return Vec::new() };
    let text = |item: &Value, key: &str| match item.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(other) if !other.is_null() => other.to_string(),
        _ => String::new(),
    };
    items
        .iter()
        .enumerate()
        .map(|(i, item)| Check {
            description: item.as_str().map_or_else(|| text(item, "description"), str::to_owned),
            validation: text(item, "validation"),
            pointer: Pointer::root().push(key).push_index(i),
        })
        .collect()
}
