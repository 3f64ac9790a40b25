//! `Default` if the schema gives one: for structs whose properties may all be missing or have an added default,
//! and for enums of strings with a default.

use std::collections::BTreeSet;

use serde_json::Value;

use super::printer::{Printer, field_names, variants};
use super::text::{quoted, raw};
use crate::types::{Body, DeclId, Field, Object, Type, nullable};
use crate::writer::Writer;

/// rustfmt breaks longer lines: such a struct has no `Default`.
const WIDTH: usize = 90;

/// A value as an expression.
struct Expression {
    text: String,
    /// Whether it equals the type's own default.
    is_plain: bool,
}

impl Expression {
    fn new(text: impl Into<String>, is_plain: bool) -> Option<Expression> {
        Some(Expression { text: text.into(), is_plain })
    }
}

/// The form of a struct's `Default`.
pub(super) enum StructDefault {
    /// A derive.
    Derived,
    /// The values of its fields.
    Written(Vec<String>),
}

impl Printer<'_> {
    /// The form of a struct's `Default`, if the schema gives one.
    pub(super) fn struct_default(&mut self, id: DeclId, object: &Object) -> Option<StructDefault> {
        self.default_inside(id, object, &mut BTreeSet::new())
    }

    fn default_inside(
        &mut self,
        id: DeclId,
        object: &Object,
        above: &mut BTreeSet<DeclId>,
    ) -> Option<StructDefault> {
        if !above.insert(id) {
            return None;
        }
        let (mut lines, mut is_plain) = (Vec::new(), true);
        let (names, extra) = field_names(object);
        for (field, name) in object.fields.iter().zip(names) {
            let value = match field.required {
                true => self.added(id, field, above)?,
                false => Expression { text: "None".to_owned(), is_plain: true },
            };
            is_plain &= value.is_plain;
            lines.push(format!("{}: {}", raw(&name), value.text));
        }
        if object.rest.is_some() {
            lines.push(format!("{extra}: BTreeMap::new()"));
        }
        above.remove(&id);
        match is_plain {
            true => Some(StructDefault::Derived),
            false if lines.iter().any(|line| line.chars().count() > WIDTH) => None,
            false => Some(StructDefault::Written(lines)),
        }
    }

    /// The default of a field that parsers add.
    fn added(
        &mut self,
        id: DeclId,
        field: &Field,
        above: &mut BTreeSet<DeclId>,
    ) -> Option<Expression> {
        let value = field.default.as_ref().filter(|_| field.is_added)?;
        let found = self.expression(&field.ty, value, above)?;
        match self.text(&field.ty, Some(id)).starts_with("Box<") {
            true => Expression::new(format!("Box::new({})", found.text), false),
            false => Some(found),
        }
    }

    /// A value of a type, if it fits on one line.
    fn expression(
        &mut self,
        ty: &Type,
        value: &Value,
        above: &mut BTreeSet<DeclId>,
    ) -> Option<Expression> {
        match (ty, value) {
            (Type::Named(id), _) if !self.endless.contains(id) => self.of_named(*id, value, above),
            (Type::Union(all), value) => {
                let inner = nullable(all)?;
                if value.is_null() {
                    return Expression::new("None", true);
                }
                let inner = self.expression(&inner, value, above)?;
                Expression::new(format!("Some({})", inner.text), false)
            }
            (Type::List(_), Value::Array(items)) if items.is_empty() => {
                Expression::new("Vec::new()", true)
            }
            (Type::List(item), Value::Array(items)) => {
                let items: Option<Vec<String>> = items
                    .iter()
                    .map(|value| self.expression(item, value, above).map(|found| found.text))
                    .collect();
                let text = format!("vec![{}]", items?.join(", "));
                Expression::new(text, false).filter(|found| found.text.len() <= 60)
            }
            (Type::Map(_), Value::Object(members)) if members.is_empty() => {
                Expression::new("BTreeMap::new()", true)
            }
            _ => self.scalar(ty, value),
        }
    }

    fn of_named(
        &mut self,
        id: DeclId,
        value: &Value,
        above: &mut BTreeSet<DeclId>,
    ) -> Option<Expression> {
        let types = self.types;
        let decl = &types.decls[id];
        match (&decl.body, types.object_of(id), value) {
            (Body::Strings(list), _, Value::String(text)) => {
                let variant = variants(list).into_iter().find(|(known, _)| known == text)?.1;
                Expression::new(format!("{}::{variant}", decl.name), false)
            }
            (_, Some(object), Value::Object(members)) if members.is_empty() => {
                self.default_inside(id, &object, above)?;
                Expression::new(format!("{}::default()", decl.name), true)
            }
            (Body::Alias(ty), None, value) => self.expression(ty, value, above),
            _ => None,
        }
    }

    fn scalar(&mut self, ty: &Type, value: &Value) -> Option<Expression> {
        match (self.text(ty, None).as_str(), value) {
            ("bool", Value::Bool(flag)) => Expression::new(flag.to_string(), !flag),
            ("String", Value::String(text)) if text.is_empty() => {
                Expression::new("String::new()", true)
            }
            ("String", Value::String(text)) => {
                Expression::new(format!("{}.to_owned()", quoted(text)), false)
            }
            ("u64" | "i64", Value::Number(number)) => {
                let number = number.as_i64()?;
                Expression::new(grouped(number), number == 0)
            }
            ("runtime::Integer", Value::Number(number)) => {
                let number = number.as_i64()?;
                Expression::new(format!("runtime::Integer::from({}_i64)", grouped(number)), false)
            }
            ("f64", Value::Number(number)) => {
                let number = number.as_f64().filter(|number| number.abs() < 10_000.0)?;
                Expression::new(format!("{number:?}"), number == 0.0)
                    .filter(|found| found.text.len() < 8)
            }
            _ => None,
        }
    }
}

/// A number with groups of digits, as clippy prefers.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('_');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

/// Writes the `Default` of a struct without a derive.
pub(super) fn write(name: &str, lines: &[String], w: &mut Writer) {
    w.gap();
    w.open(format!("impl Default for {name} {{"));
    w.open("fn default() -> Self {");
    let flat = lines.join(", ");
    if flat.chars().count() <= 18 {
        w.line(format!("Self {{ {flat} }}"));
    } else {
        w.open("Self {");
        lines.iter().for_each(|line| w.line(format!("{line},")));
        w.close("}");
    }
    w.close("}");
    w.close("}");
}
