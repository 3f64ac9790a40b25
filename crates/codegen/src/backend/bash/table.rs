//! A unit as the table that templates/bash/check.jq walks. A filter of straight code would be slow to
//! start (jq compiles in time that grows with the square of a program) and could not call back and
//! forth (jq's functions see only those before them); a table does both.

use crate::backend::string_literal::hides;
use crate::table::signs_json;
use contract::{Pointer, Type};
use serde_json::{Map, Number, Value, json};

use super::runtime::TableFormats;
use super::{number, pattern};
use crate::ir::{
    Block, Check, Format, Guard, Kind, Pattern, Refusal, Sub, Unit, discriminator, groups,
};

/// Writes a unit, or the reason why jq can't check it.
pub(super) struct Table<'u> {
    unit: &'u Unit,
    /// Whether a number of the schema is a marked string.
    marks: bool,
    /// The supported formats.
    pub(super) formats: TableFormats,
    functions: Vec<Value>,
}

/// The version of tables; jq programs reject other versions: a script may source files of several versions, and the
/// last functions replace the others.
const FORM: u32 = 1;

/// The maximum depth of constants: jq 1.6 reads 256 levels, and the table itself takes some.
const DEEPEST: usize = 200;

impl<'u> Table<'u> {
    /// A table without functions.
    pub(super) fn new(unit: &'u Unit) -> Table<'u> {
        Table { unit, marks: false, formats: TableFormats::None, functions: Vec::new() }
    }

    /// Adds the unit's functions; the schema of its root.
    pub(super) fn functions(&mut self) -> Result<Value, Refusal> {
        let unit = self.unit;
        for function in &unit.functions {
            let block = self.block(&function.body)?;
            self.functions.push(block);
        }
        self.sub(&unit.root)
    }

    /// The table as JSON.
    pub(super) fn finish(self, root: &Value, nodes: &Value) -> String {
        let Table { marks, functions, .. } = self;
        let head = json!({"form": FORM, "root": root, "marks": marks}).to_string();
        // One line for each function and node, so that a diff shows where a contract changed.
        let lines = |rows: &[Value]| {
            let rows: Vec<String> = rows.iter().map(Value::to_string).collect();
            if rows.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", rows.join(",\n")) }
        };
        let (head, nodes) = (head.trim_end_matches('}'), nodes.as_array());
        let nodes = lines(nodes.map_or(&[], Vec::as_slice));
        let table = format!("{head},\"functions\":{},\"nodes\":{nodes}}}", lines(&functions));
        // Only strings contain characters outside of ASCII.
        let spell = |one: char| match hides(one) {
            true => format!("\\u{:04x}", u32::from(one)),
            false => one.to_string(),
        };
        let spelled = |one: char| if one == '\n' { "\n".to_owned() } else { spell(one) };
        table.chars().map(spelled).collect()
    }

    pub(super) fn sub(&mut self, sub: &Sub) -> Result<Value, Refusal> {
        Ok(match sub {
            Sub::Always => Value::Bool(true),
            Sub::Never => Value::Bool(false),
            Sub::Call(id) => json!(id),
            Sub::Block(block) => self.block(block)?,
        })
    }

    fn subs(&mut self, subs: &[Sub]) -> Result<Vec<Value>, Refusal> {
        subs.iter().map(|sub| self.sub(sub)).collect()
    }

    fn block(&mut self, block: &Block) -> Result<Value, Refusal> {
        let mut checks = Vec::new();
        for (guard, group) in groups(&block.checks) {
            for check in group {
                let mut row = self.check(check, block)?;
                if let Some(kind) = kind_of(guard) {
                    row.insert("t".to_owned(), json!(kind));
                }
                checks.push(Value::Object(row));
            }
        }
        Ok(json!({"checks": checks, "asks": block.asks(), "exports": block.exports}))
    }

    fn check(&mut self, check: &Check, block: &Block) -> Result<Map<String, Value>, Refusal> {
        let at = &check.pointer;
        let (names, items) = (block.seen.properties, block.seen.items);
        let row = match &check.kind {
            Kind::Never => json!({"o": "never"}),
            Kind::Type(types) => {
                let types: Vec<Type> = types.iter().collect();
                let words: Vec<&str> = types.iter().map(|t| t.as_str()).collect();
                let plain: Vec<&str> =
                    words.iter().copied().filter(|word| *word != "integer").collect();
                let expected = match words.as_slice() {
                    [one] => json!(one),
                    many => json!(many),
                };
                let whole = words.contains(&"integer");
                json!({"o": "type", "v": plain, "w": whole, "e": expected.to_string()})
            }
            Kind::Enum(list) => {
                // An issue lists only the first values of a long list.
                let told = list.iter().take(100).cloned().collect();
                let values = self.constant(&Value::Array(list.clone()), at)?;
                json!({"o": "enum", "v": values, "e": Value::Array(told).to_string()})
            }
            Kind::Const(value) => {
                json!({"o": "const", "v": self.constant(value, at)?, "e": value.to_string()})
            }
            Kind::MultipleOf(divisor) => {
                let (digits, power) = number::divisor(divisor).ok_or_else(|| {
                    refusal(at, "has more than 15 significant digits, which jq can't divide by")
                })?;
                json!({"o": "multipleOf", "v": digits, "x": power, "e": divisor.to_string()})
            }
            Kind::Minimum(bound) => self.bound("minimum", bound, at)?,
            Kind::Maximum(bound) => self.bound("maximum", bound, at)?,
            Kind::ExclusiveMinimum(bound) => self.bound("exclusiveMinimum", bound, at)?,
            Kind::ExclusiveMaximum(bound) => self.bound("exclusiveMaximum", bound, at)?,
            Kind::MinLength(n) | Kind::MinItems(n) | Kind::MinProperties(n) => {
                json!({"o": "least", "v": n, "e": n.to_string()})
            }
            Kind::MaxLength(n) | Kind::MaxItems(n) | Kind::MaxProperties(n) => {
                json!({"o": "most", "v": n, "e": n.to_string()})
            }
            Kind::Pattern { pattern: wanted, longest } => {
                let expected = json!(wanted.source).to_string();
                let mut row = json!({"o": "pattern", "r": regex(wanted, at)?, "e": expected});
                if let Some(most) = longest {
                    row["m"] = json!(most);
                }
                row
            }
            Kind::Format(format) => {
                let needed = match format {
                    Format::Regex => TableFormats::WithRegex,
                    _ => TableFormats::Some,
                };
                self.formats = self.formats.max(needed);
                let name = format.name();
                json!({"o": "format", "v": name, "e": json!(name).to_string()})
            }
            Kind::UniqueItems => json!({"o": "uniqueItems"}),
            Kind::PrefixItems(subs) => {
                json!({"o": "prefixItems", "v": self.subs(subs)?, "n": items})
            }
            Kind::Items { from, sub } => {
                json!({"o": "items", "f": from, "s": self.sub(sub)?, "n": items})
            }
            Kind::Contains { sub, min, max, notes } => {
                let notes = items && *notes;
                json!({"o": "contains", "s": self.sub(sub)?, "min": min, "max": max, "n": notes})
            }
            Kind::UnevaluatedItems(sub) => {
                json!({"o": "unevaluatedItems", "s": self.sub(sub)?, "u": true, "n": true})
            }
            Kind::Required(names) => json!({"o": "required", "v": names}),
            Kind::DependentRequired(lists) => json!({"o": "dependentRequired", "v": lists}),
            Kind::Properties(list) => {
                let mut rows = Vec::new();
                for (name, sub) in list {
                    let step = Pointer::root().push(name);
                    rows.push(json!([name, step.as_str(), self.sub(sub)?]));
                }
                json!({"o": "properties", "v": rows, "n": names})
            }
            Kind::PatternProperties(wanted, sub) => {
                json!({"o": "patternProperties", "r": regex(wanted, at)?, "s": self.sub(sub)?, "n": names})
            }
            Kind::AdditionalProperties { names: known, patterns, sub } => {
                let known: Map<String, Value> =
                    known.iter().map(|name| (name.clone(), Value::Bool(true))).collect();
                let patterns = patterns
                    .iter()
                    .map(|wanted| regex(wanted, at))
                    .collect::<Result<Vec<_>, _>>()?;
                let sub = self.sub(sub)?;
                json!({"o": "additionalProperties", "v": known, "r": patterns, "s": sub, "n": names})
            }
            Kind::PropertyNames(sub) => json!({"o": "propertyNames", "s": self.sub(sub)?}),
            Kind::UnevaluatedProperties(sub) => {
                json!({"o": "unevaluatedProperties", "s": self.sub(sub)?, "u": true, "n": true})
            }
            Kind::Apply { sub, keep } => {
                let held = block.seen.any() && !keep;
                json!({"o": "apply", "s": self.sub(sub)?, "h": held})
            }
            Kind::AnyOf(subs) => {
                let expected = subs.len().to_string();
                let noting = block.seen.any();
                let mut row =
                    json!({"o": "anyOf", "v": self.subs(subs)?, "e": expected, "n": noting});
                row["g"] = signs_json(&check.signs);
                self.told_apart(row, subs, noting)
            }
            Kind::OneOf(subs) => {
                let noting = block.seen.any();
                let mut row = json!({"o": "oneOf", "v": self.subs(subs)?, "n": noting});
                row["g"] = signs_json(&check.signs);
                self.told_apart(row, subs, noting)
            }
            Kind::Not(sub) => json!({"o": "not", "s": self.sub(sub)?}),
            Kind::If { test, then, other } => {
                let (then, other) = (self.sub(then)?, self.sub(other)?);
                let noting = block.seen.any();
                json!({"o": "if", "s": self.sub(test)?, "then": then, "other": other, "n": noting})
            }
            Kind::DependentSchemas(list) => {
                let mut rows = Vec::new();
                for (name, sub) in list {
                    rows.push(json!([name, self.sub(sub)?]));
                }
                json!({"o": "dependentSchemas", "v": rows})
            }
        };
        let Value::Object(mut row) = row else { return Ok(Map::new()) };
        row.insert("k".to_owned(), json!(check.keyword));
        // Values that are false by default are omitted.
        row.retain(|key, value| {
            !["n", "w", "u", "h"].contains(&key.as_str()) || *value == json!(true)
        });
        Ok(row)
    }

    /// Names the discriminator and the branch of each of its values.
    fn told_apart(&self, mut row: Value, subs: &[Sub], noting: bool) -> Value {
        if !noting && let Some(apart) = discriminator(self.unit, subs) {
            let places = apart.texts.iter().enumerate();
            let places =
                places.flat_map(|(index, texts)| texts.iter().map(move |text| (text, index)));
            let of: Map<String, Value> =
                places.map(|(text, index)| ((*text).to_owned(), json!(index))).collect();
            row["d"] = json!(apart.property);
            row["of"] = Value::Object(of);
        }
        row
    }

    fn bound(&mut self, name: &str, bound: &Number, at: &Pointer) -> Result<Value, Refusal> {
        let value = self.constant(&Value::Number(bound.clone()), at)?;
        Ok(json!({"o": name, "v": value, "e": bound.to_string()}))
    }

    /// A value of the schema, with marked strings for numbers that jq would round.
    pub(super) fn constant(&mut self, value: &Value, at: &Pointer) -> Result<Value, Refusal> {
        self.deep_constant(value, at, 0)
    }

    fn deep_constant(
        &mut self,
        value: &Value,
        at: &Pointer,
        depth: usize,
    ) -> Result<Value, Refusal> {
        if depth > DEEPEST {
            return Err(refusal(at, "is nested deeper than jq 1.6 reads"));
        }
        Ok(match value {
            Value::Number(number) => match number::marked(number) {
                Some(marked) => {
                    self.marks = true;
                    Value::String(marked)
                }
                None => value.clone(),
            },
            Value::String(text) if text.contains(['\u{fdd0}', '\u{fdd1}', '\u{fdd2}']) => {
                return Err(refusal(
                    at,
                    "holds U+FDD0, U+FDD1 or U+FDD2, which the filter uses itself",
                ));
            }
            Value::Array(list) => Value::Array(
                list.iter()
                    .map(|item| self.deep_constant(item, at, depth + 1))
                    .collect::<Result<_, _>>()?,
            ),
            Value::Object(map) => Value::Object(
                map.iter()
                    .map(|(key, item)| Ok((key.clone(), self.deep_constant(item, at, depth + 1)?)))
                    .collect::<Result<_, Refusal>>()?,
            ),
            other => other.clone(),
        })
    }
}

fn kind_of(guard: Guard) -> Option<&'static str> {
    match guard {
        Guard::None => None,
        Guard::String => Some("string"),
        Guard::Number => Some("number"),
        Guard::Array => Some("array"),
        Guard::Object => Some("object"),
    }
}

pub(super) fn regex(wanted: &Pattern, at: &Pointer) -> Result<String, Refusal> {
    pattern::oniguruma(&wanted.tree).map_err(|reason| {
        let reason = format!("holds {reason}; write the pattern without it");
        Refusal { pointer: at.clone(), reason }
    })
}

fn refusal(at: &Pointer, reason: &str) -> Refusal {
    Refusal { pointer: at.clone(), reason: reason.to_owned() }
}
