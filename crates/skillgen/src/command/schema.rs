//! `skillgen schema [NAME]`: prints the built-in schemas.

use anyhow::bail;
use serde_json::{Map, Value};

use super::Outcome;
use crate::args::Format;
use crate::builtin;
use crate::context::Ctx;
use crate::render::json::{Status, text as json_text};
use crate::wire::schemas::SchemasReport;

/// Arguments of `schema`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The schema's name [default: list the names].
    name: Option<String>,
    /// Print the schema in this draft. `ajv`'s default import and `ajv-cli` read draft 7 only; for 2020-12 they need
    /// `import Ajv from "ajv/dist/2020"` and `--spec=draft2020`. Schemas with `format` also need `ajv-formats` (in
    /// `ajv-cli` with `-c ajv-formats`) [default: 2020-12].
    #[arg(long, value_enum, value_name = "DRAFT", requires = "name")]
    draft: Option<DraftName>,
}

/// Drafts that a schema can be written in.
#[derive(Clone, Copy, clap::ValueEnum)]
enum DraftName {
    /// Draft 2020-12, unchanged.
    #[value(name = "2020-12")]
    Draft2020,
    /// Draft 7.
    #[value(name = "7")]
    Draft7,
}

/// Prints a schema, unchanged, or the list.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    match args.name {
        None => {
            let names: Vec<String> = builtin::names().map(str::to_owned).collect();
            if ctx.global.format == Format::Json {
                ctx.print_json(Status::Ok, &SchemasReport { names })?;
                return Ok(Outcome::Clean);
            }
            ctx.print(&format!("{}\n", names.join("\n")))?;
        }
        Some(name) => match builtin::schema(name.strip_prefix("builtin:").unwrap_or(&name)) {
            Some(text) => match args.draft {
                None | Some(DraftName::Draft2020) => ctx.print_raw(text.as_bytes())?,
                Some(DraftName::Draft7) => {
                    let older = older(&serde_json::from_str(text)?)
                        .map_err(|keyword| anyhow::anyhow!("{name}: draft 7 has no `{keyword}`"))?;
                    ctx.print_raw(json_text(&older).as_bytes())?;
                }
            },
            None => bail!("no built-in schema `{name}`; `skillgen schema` lists them"),
        },
    }
    Ok(Outcome::Clean)
}

/// Keywords of 2020-12 without an equivalent in draft 7.
const NEWER: [&str; 8] = [
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// A schema in draft 7, or the keyword without an equivalent.
fn older(value: &Value) -> Result<Value, String> {
    match value {
        Value::Array(items) => items.iter().map(older).collect::<Result<_, _>>().map(Value::Array),
        Value::Object(members) => {
            let mut out = Map::new();
            for (key, value) in members {
                if NEWER.contains(&key.as_str()) {
                    return Err(key.clone());
                }
                let (key, value) = match (key.as_str(), value) {
                    ("$schema", _) => {
                        (key.as_str(), Value::from("http://json-schema.org/draft-07/schema#"))
                    }
                    // Examples and similar keywords contain values, not schemas.
                    ("examples" | "default" | "const" | "enum", value) => {
                        (key.as_str(), value.clone())
                    }
                    ("$defs", value) => ("definitions", each(value)?),
                    ("properties" | "patternProperties", value) => (key.as_str(), each(value)?),
                    ("$ref", Value::String(text)) => {
                        (key.as_str(), Value::from(text.replace("#/$defs/", "#/definitions/")))
                    }
                    ("dependentRequired", value) => ("dependencies", value.clone()),
                    ("prefixItems", value) => ("items", older(value)?),
                    ("items", value) if members.contains_key("prefixItems") => {
                        ("additionalItems", older(value)?)
                    }
                    (key, value) => (key, older(value)?),
                };
                out.insert(key.to_owned(), value);
            }
            Ok(Value::Object(out))
        }
        plain => Ok(plain.clone()),
    }
}

/// Schemas by arbitrary names.
fn each(schemas: &Value) -> Result<Value, String> {
    let members = schemas.as_object().into_iter().flatten();
    let one = |(name, schema): (&String, &Value)| Ok((name.clone(), older(schema)?));
    members.map(one).collect::<Result<_, _>>().map(Value::Object)
}
