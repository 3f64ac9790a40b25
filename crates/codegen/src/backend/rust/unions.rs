//! Unions in Rust: an enum, read by JSON type, by a discriminator, or by trying.

use contract::Type as Kind;
use serde_json::Value;

use super::lints::union_lints;
use super::printer::Printer;
use super::text::quoted;
use super::types::docs;
use crate::types::{Decl, DeclId, Facts, Union, Variant};
use crate::writer::{Columns as _, Writer};

/// The JSON types except null, with their names in `serde_json::Value`.
const KINDS: [(Kind, &str); 5] = [
    (Kind::Boolean, "Bool"),
    (Kind::String, "String"),
    (Kind::Number, "Number"),
    (Kind::Array, "Array"),
    (Kind::Object, "Object"),
];

/// The number of columns of a line.
const WIDTH: usize = 100;

impl Printer<'_> {
    /// An enum with the variants of a union.
    pub(super) fn union(&mut self, id: DeclId, decl: &Decl, union: &Union, w: &mut Writer) {
        let name = &decl.name;
        w.line("#[derive(Clone, Debug, PartialEq, Serialize)]");
        w.line("#[serde(untagged)]");
        union_lints(self.types, decl, union, w);
        w.open(format!("pub enum {name} {{"));
        for variant in &union.variants {
            docs(&about(union, variant), w);
            let text = self.text(&variant.ty, Some(id));
            w.line(format!("{}({text}),", variant.name));
        }
        w.close("}");
        w.gap();
        let head = format!("impl<'de> Deserialize<'de> for {name} {{");
        if head.columns() + 4 > WIDTH {
            w.line("#[rustfmt::skip]");
        }
        w.open(head);
        let mut body = Writer::new("    ");
        self.reader(name, union, &mut body);
        let body = body.finish();
        // In a role's module, lines are indented more.
        let is_long = |line: &str| {
            let none = line
                .trim()
                .split_once("Err(")
                .filter(|(_, call)| call.starts_with("runtime::no_variant("));
            // rustfmt breaks arguments of more than 60 columns, and in some editions lines that just fit.
            line.columns() + 15 > WIDTH
                || none.is_some_and(|(_, call)| call.trim_end_matches(',').columns() > 61)
        };
        if body.lines().any(is_long) {
            w.line("#[rustfmt::skip]");
        }
        w.open("fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {");
        w.line(body);
        w.close("}");
        w.close("}");
    }

    fn reader(&mut self, name: &str, union: &Union, w: &mut Writer) {
        w.line("use serde::de::Error as _;");
        w.line("let value = Value::deserialize(from)?;");
        w.open("let read = match &value {");
        let none = format!("Err(runtime::no_variant({}))", quoted(name));
        self.needs.insert("no_variant");
        let mut missing = KINDS.len();
        for (kind, word) in KINDS {
            let of_kind: Vec<&Variant> =
                union.variants.iter().filter(|variant| variant.kind == kind).collect();
            missing -= usize::from(!of_kind.is_empty());
            match (of_kind.as_slice(), &union.tag) {
                ([], _) => {}
                ([one], _) => arm(&format!("Value::{word}(_)"), &made(one), w),
                (many, Some(tag)) if kind == Kind::Object => {
                    let tag = quoted(tag);
                    w.open(format!(
                        "Value::Object(object) => match object.get({tag}).and_then(Value::as_str) {{"
                    ));
                    for variant in many {
                        let texts: Vec<String> =
                            variant.texts.iter().map(|text| quoted(text)).collect();
                        arm(&format!("Some({})", texts.join(" | ")), &made(variant), w);
                    }
                    arm("_", &none, w);
                    w.close("},");
                }
                (many, _) => {
                    self.needs.insert("tried");
                    w.open(format!("Value::{word}(_) => {{"));
                    w.line("let mut tried = runtime::Tried::new(&value);");
                    for variant in many {
                        let facts = facts(&variant.facts);
                        let flat = format!("&[{}]", facts.join(", "));
                        let made = format!("Self::{}", variant.name);
                        // rustfmt allows 60 columns for a call on one line.
                        if flat.len() + made.len() + 2 <= 60 {
                            w.line(format!("tried.variant({flat}, {made});"));
                        } else {
                            w.open("tried.variant(");
                            list(&flat, &facts, w);
                            w.line(format!("{made},"));
                            w.close(");");
                        }
                    }
                    w.line(format!("tried.read({})", quoted(name)));
                    w.close("}");
                }
            }
        }
        // No variant is null.
        arm(if missing == 0 { "Value::Null" } else { "_" }, &none, w);
        w.close("};");
        w.line("read.map_err(D::Error::custom)");
    }
}

fn made(variant: &Variant) -> String {
    format!("serde_json::from_value(value).map(Self::{})", variant.name)
}

/// The properties of a tried object, with the constants that they may have.
fn facts(facts: &Facts) -> Vec<String> {
    let scalars = |values: &[Value]| {
        let all: Vec<String> = values.iter().map(|value| quoted(&value.to_string())).collect();
        all.join(", ")
    };
    facts
        .required
        .iter()
        .map(|(name, values)| format!("({}, &[{}])", quoted(name), scalars(values)))
        .collect()
}

/// A list in rustfmt's layout.
fn list(flat: &str, items: &[String], w: &mut Writer) {
    // rustfmt gives the items 60 columns in one line, without the brackets.
    if flat.len() <= 63 {
        w.line(format!("{flat},"));
        return;
    }
    w.open("&[");
    items.iter().for_each(|item| w.line(format!("{item},")));
    w.close("],");
}

/// A match arm in rustfmt's layout.
fn arm(pattern: &str, value: &str, w: &mut Writer) {
    let line = format!("{pattern} => {value},");
    if line.columns() <= 88 {
        w.line(line);
        return;
    }
    w.open(format!("{pattern} => {{"));
    w.line(value);
    w.close("}");
}

/// The type of a union's variant.
fn about(union: &Union, variant: &Variant) -> String {
    match (&union.tag, variant.texts.as_slice()) {
        (Some(tag), [_, ..]) => {
            let texts: Vec<String> =
                variant.texts.iter().map(|text| format!("`{}`", text.escape_default())).collect();
            format!("`{}` is {}.", tag.escape_default(), texts.join(" or "))
        }
        _ => {
            let asked: Vec<String> = variant
                .facts
                .required
                .iter()
                .map(|(name, _)| format!("`{}`", name.escape_default()))
                .collect();
            let with = if asked.is_empty() {
                String::new()
            } else {
                format!(" with {}", asked.join(", "))
            };
            format!("The type `{}`{with}.", variant.kind.as_str())
        }
    }
}
