//! The draft as the keys that a SKILL.md's frontmatter has for it: `version`, `input_schema`, `output_schema`, `pre_checks`,
//! `cacheable`. YAML by hand: every text is written as a JSON string, which is YAML whatever it holds.

use contract::types::SkillType;
use serde_json::{Value, json};

use crate::envelope::Kind;
use crate::infer::document::output_schema;
use crate::infer::evidence_text::{exits, seen, way};
use crate::infer::{Draft, Field, Output};

/// The lines of the frontmatter, without its delimiters.
#[must_use]
pub fn frontmatter(draft: &Draft) -> String {
    let mut out = String::from("version: 1\n");
    let fields: Vec<&Field> = draft.fields.iter().chain(&draft.parameters).collect();
    let (required, optional): (Vec<&Field>, Vec<&Field>) = fields.iter().partition(|f| f.required);
    if fields.is_empty() {
        out.push_str(
            "# The script takes no arguments, reads no stdin and no variable of its own.\n",
        );
        out.push_str("input_schema: {}\n");
    } else {
        out.push_str("input_schema:\n");
        inputs(&mut out, "required", &required);
        inputs(&mut out, "optional", &optional);
    }
    outputs(&mut out, draft);
    let checks: Vec<String> = required
        .iter()
        .filter(|f| f.schema.get("type").and_then(Value::as_str) == Some("string"))
        .map(|f| {
            let description = format!("{} is given", f.name);
            check(&description, &format!("{} is not empty", f.name))
        })
        .chain(fields.iter().filter_map(|f| listed(f)))
        .collect();
    if !checks.is_empty() {
        out.push_str("pre_checks:\n");
        out.push_str(&checks.concat());
    }
    out.push_str("cacheable: false\n");
    out
}

/// The lines of a frontmatter by their top-level key, with the comments before each key.
#[must_use]
pub fn keys(frontmatter: &str) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut ahead = String::new();
    for line in frontmatter.split_inclusive('\n') {
        if line.starts_with('#') {
            ahead.push_str(line);
            continue;
        }
        match line.split_once(':').filter(|_| !line.starts_with([' ', '-'])) {
            Some((key, _)) => {
                out.push((key.to_owned(), format!("{}{line}", std::mem::take(&mut ahead))));
            }
            None => {
                if let Some((_, lines)) = out.last_mut() {
                    lines.push_str(&std::mem::take(&mut ahead));
                    lines.push_str(line);
                }
            }
        }
    }
    out
}

fn check(description: &str, validation: &str) -> String {
    format!("  - description: {}\n    validation: {}\n", json!(description), json!(validation))
}

/// The allowed words of a required value; an optional one has none.
fn listed(field: &Field) -> Option<String> {
    let words = field.schema.get("enum")?.as_array()?;
    let plain: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let simple = |w: &&str| w.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !(field.required || field.default.is_some()) || !plain.iter().all(simple) {
        return None;
    }
    let validation = format!("{} in [{}]", field.name, plain.join(", "));
    Some(check(&format!("{} is a known word", field.name), &validation))
}

fn inputs(out: &mut String, key: &str, fields: &[&Field]) {
    if fields.is_empty() {
        return;
    }
    out.push_str(&format!("  {key}:\n"));
    for field in fields {
        let kind = SkillType::from_schema(&Value::Object(field.schema.clone()));
        let mut text = field.description.clone();
        if let Some(words) = field.schema.get("enum").and_then(Value::as_array) {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            text.push_str(&format!("; one of {}", words.join(", ")));
        }
        entry(out, &field.name, kind.unwrap_or(SkillType::String), &text);
        if let Some(default) = &field.default {
            out.push_str(&format!("      default: {default}\n"));
        }
        comment(out, &format!("{}; {}", way(&field.way), seen(&field.evidence)));
    }
}

fn entry(out: &mut String, name: &str, kind: SkillType, description: &str) {
    let plain = name.chars().all(bash_syntax::is_name_char)
        && !matches!(name, "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n")
        && name.starts_with(|c: char| c.is_ascii_alphabetic());
    let name = if plain { name.to_owned() } else { json!(name).to_string() };
    out.push_str(&format!("    - name: {name}\n      type: {}\n", json_type(kind)));
    out.push_str(&format!("      description: {}\n", json!(description)));
}

fn json_type(kind: SkillType) -> String {
    // The protocol has only one type of numbers.
    let kind = if kind == SkillType::Integer { SkillType::Number } else { kind };
    // `string[]` needs no quotes in a block, but a parser may read it as a list.
    if kind.as_str().contains('[') {
        format!("\"{}\"", kind.as_str())
    } else {
        kind.as_str().to_owned()
    }
}

/// A comment on one line, without characters that would end it or control a terminal.
fn comment(out: &mut String, text: &str) {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    out.push_str(&format!("      # {text}\n"));
}

fn outputs(out: &mut String, draft: &Draft) {
    let schema = output_schema(draft);
    let Some(properties) =
        schema.get("properties").and_then(Value::as_object).filter(|p| !p.is_empty())
    else {
        let line = match &draft.output {
            Output::Json(_, at) => at.first().map_or(1, |e| e.line),
            Output::Envelope(_) => 1,
        };
        out.push_str(&format!("# TODO: output_schema; what line {line} prints is no object that can be read from the source\n"));
        return;
    };
    let needed: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, at) in &draft.secrets {
        out.push_str(&format!(
            "# Needs the secret {name} in its environment (line {}).\n",
            at.line
        ));
    }
    let ended = exits(draft);
    if !ended.is_empty() {
        out.push_str(&format!("#{ended}\n"));
    }
    out.push_str("output_schema:\n");
    let helper = draft.envelope == Kind::Helper && matches!(draft.output, Output::Envelope(_));
    for (key, wanted) in [("required", true), ("optional", false)] {
        let list: Vec<(&String, &Value)> = properties
            .iter()
            .filter(|(name, _)| needed.contains(&name.as_str()) == wanted)
            .collect();
        let known: Vec<&(&String, &Value)> =
            list.iter().filter(|(_, s)| kind(s).is_some()).collect();
        let open: Vec<&str> =
            list.iter().filter(|(_, s)| kind(s).is_none()).map(|(n, _)| n.as_str()).collect();
        if known.is_empty() && open.is_empty() {
            continue;
        }
        out.push_str(&format!("  {key}:\n"));
        for (name, schema) in known {
            let Some(kind) = kind(schema) else { continue };
            if name.as_str() == "error" && helper {
                comment(
                    out,
                    "error is null, or an object with code and message: no type of this list is both",
                );
                continue;
            }
            entry(out, name, kind, &described(schema));
        }
        for name in open {
            if name == "data" && helper {
                comment(out, "data is an object or a list: no type of this list is both");
                continue;
            }
            comment(
                out,
                &format!("TODO: {name} is printed too; its type can't be read from the source"),
            );
        }
    }
}

fn described(schema: &Value) -> String {
    let mut text = schema.get("description").and_then(Value::as_str).unwrap_or("").to_owned();
    let names: Vec<&String> = schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|p| p.keys())
        .collect();
    if !names.is_empty() && schema.get("type").and_then(Value::as_str) == Some("object") {
        let names: Vec<&str> = names.iter().map(|n| n.as_str()).collect();
        text =
            format!("{}. Known names: {}", text.trim_end().trim_end_matches('.'), names.join(", "));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        text = format!("{text}; one of {}", words.join(", "));
    }
    text
}

/// A nullable type is the type itself, because frontmatter has no form for both. Enumerations are strings.
fn kind(schema: &Value) -> Option<SkillType> {
    if schema.get("type").is_none()
        && let Some(words) = schema.get("enum").and_then(Value::as_array)
    {
        let text = !words.is_empty() && words.iter().all(Value::is_string);
        return text.then_some(SkillType::String);
    }
    if let Some(list) = schema.get("type").and_then(Value::as_array) {
        let rest: Vec<&Value> = list.iter().filter(|t| t.as_str() != Some("null")).collect();
        let [one] = rest.as_slice() else { return None };
        let mut plain = schema.clone();
        plain["type"] = (*one).clone();
        return SkillType::from_schema(&plain);
    }
    SkillType::from_schema(schema)
}
