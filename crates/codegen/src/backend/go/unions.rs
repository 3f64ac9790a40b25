//! Unions in Go: a sealed interface, with a type for each variant that is not a struct. Tuples in Go: a struct that
//! is written as an array.

use contract::Type as Kind;

use super::text::{comment, quoted};
use super::types::{GoType, Printer, docs};
use crate::types::{Body, Decl, DeclId, Facts, Type, Union, Variant, without_marks};
use crate::unique::UniqueNames;
use crate::writer::Writer;

/// The JSON types except null.
const KINDS: [Kind; 5] = [Kind::Boolean, Kind::String, Kind::Number, Kind::Array, Kind::Object];

impl Printer<'_> {
    /// Whether Go has no type for a variant of a union: then it is `any`.
    pub(super) fn is_opaque(&self, union: &Union) -> bool {
        union.variants.iter().any(|variant| match &variant.ty {
            Type::Both(_) => true,
            Type::Named(id) => self.endless.contains(id),
            _ => false,
        })
    }

    /// Whether a declaration is an interface.
    pub(super) fn is_interface(&self, id: DeclId) -> bool {
        match &self.types.decls[id].body {
            Body::Union(union) => !self.is_opaque(union),
            _ => false,
        }
    }

    pub(super) fn union(
        &mut self,
        decl: &Decl,
        union: &Union,
        taken: &mut UniqueNames,
        w: &mut Writer,
    ) {
        let name = &decl.name;
        docs(decl, w);
        if self.is_opaque(union) {
            w.line(format!("type {name} = any"));
            w.gap();
            w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
            w.line("return v");
            w.close("}");
            return;
        }
        w.open(format!("type {name} interface {{"));
        w.line(format!("is{name}()"));
        w.close("}");
        let mut cases = Vec::new();
        for variant in &union.variants {
            w.gap();
            let made = self.variant(name, variant, taken, w);
            cases.push((variant, made));
        }
        self.needs.insert("union");
        w.gap();
        w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
        w.line("switch kind(v) {");
        for kind in KINDS {
            let of_kind: Vec<&(&Variant, Made)> =
                cases.iter().filter(|(variant, _)| variant.kind == kind).collect();
            if of_kind.is_empty() {
                continue;
            }
            w.open(format!("case {}:", quoted(kind.as_str())));
            match (of_kind.as_slice(), &union.tag) {
                ([(_, one)], _) => w.line(format!("return {}", one.call())),
                (many, Some(tag)) if kind == Kind::Object => {
                    w.line(format!("switch tagOf(v, {}) {{", quoted(tag)));
                    for (variant, made) in many {
                        let texts: Vec<String> =
                            variant.texts.iter().map(|text| quoted(text)).collect();
                        w.open(format!("case {}:", texts.join(", ")));
                        w.line(format!("return {}", made.call()));
                        w.close("");
                    }
                    w.line("}");
                }
                (many, _) => {
                    self.needs.insert("tried");
                    for (variant, made) in many {
                        let (take, facts) = (&made.take, facts(&variant.facts));
                        w.open(format!("if it, fits := tried({take}, v, p, {facts}); fits {{"));
                        w.line(format!("return {}", made.value("it")));
                        w.close("}");
                    }
                }
            }
            w.close("");
        }
        w.line("}");
        w.line(format!("t.miss(p, {}, v)", quoted(name)));
        w.line("return nil");
        w.close("}");
    }

    /// A struct with the items of an array as fields.
    pub(super) fn tuple(&mut self, id: DeclId, items: &[Type], w: &mut Writer) {
        let decl = &self.types.decls[id];
        let name = decl.name.clone();
        let shown: Vec<GoType> = items.iter().map(|ty| self.shown(ty, Some(id))).collect();
        docs(decl, w);
        w.open(format!("type {name} struct {{"));
        for (index, item) in shown.iter().enumerate() {
            w.line(format!("Item{} {}", index + 1, item.text));
        }
        w.close("}");
        w.gap();
        w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
        w.line("items := asItems(v, p, t)");
        w.line(format!("var value {name}"));
        for (index, item) in shown.iter().enumerate() {
            let (field, take) = (index + 1, &item.take);
            w.line(format!("asItem(items, {index}, p, t, &value.Item{field}, {take})"));
        }
        w.line("return value");
        w.close("}");
        let all: Vec<String> =
            (1..=items.len()).map(|field| format!("value.Item{field}")).collect();
        w.gap();
        w.open(format!("func (value {name}) list() []any {{"));
        w.line(format!("return []any{{{}}}", all.join(", ")));
        w.close("}");
        w.gap();
        w.line("// MarshalJSON writes the items as an array.");
        w.open(format!("func (value {name}) MarshalJSON() ([]byte, error) {{"));
        w.line("return marshal(value)");
        w.close("}");
        w.gap();
        w.line("// UnmarshalJSON reads an array; for an invalid one it returns a *ContractError.");
        w.open(format!("func (value *{name}) UnmarshalJSON(text []byte) error {{"));
        w.line(format!("return unmarshal(text, value, take{name})"));
        w.close("}");
        self.needs.insert("tuple");
    }

    /// Writes what makes a type a variant of the interface.
    fn variant(
        &mut self,
        name: &str,
        variant: &Variant,
        taken: &mut UniqueNames,
        w: &mut Writer,
    ) -> Made {
        let shown = self.shown(&variant.ty, None);
        let is_tuple = match &variant.ty {
            Type::Named(id) => matches!(self.types.decls[*id].body, Body::Tuple(_)),
            _ => false,
        };
        let is_struct = match &variant.ty {
            Type::Named(_) if is_tuple => true,
            Type::Named(id) => self.types.object_of(*id).is_some(),
            _ => false,
        };
        if is_struct {
            sealed(&shown.text, name, w);
            return Made { take: shown.take, own: None };
        }
        let own = taken.take(&format!("{name}{}", without_marks(&variant.name)), "");
        let about =
            format!("{own} is the variant of {name} with the type {}.", variant.kind.as_str());
        comment(&[about]).iter().for_each(|line| w.line(line));
        if self.types.as_mapped(&variant.ty).is_some() {
            // A user's type has methods for reading and writing, which a new type would lose.
            w.line(format!("type {own} struct{{ {} }}", shown.text));
            w.gap();
            sealed(&own, name, w);
            return Made { take: shown.take, own: Some(Own::Embeds(own)) };
        }
        w.line(format!("type {own} {}", shown.text));
        w.gap();
        sealed(&own, name, w);
        if shown.text == "json.Number" {
            w.gap();
            w.line("// MarshalJSON writes the number.");
            w.open(format!("func (value {own}) MarshalJSON() ([]byte, error) {{"));
            w.line("return marshal(json.Number(value))");
            w.close("}");
        }
        Made { take: shown.take, own: Some(Own::Is(own)) }
    }
}

/// The method that makes a type a variant of an interface, in gofmt's layout.
fn sealed(of: &str, name: &str, w: &mut Writer) {
    let head = format!("func ({of}) is{name}()");
    if head.chars().count() < 100 {
        w.line(format!("{head} {{}}"));
    } else {
        w.open(format!("{head} {{"));
        w.close("}");
    }
}

/// How a variant is created from a value.
struct Made {
    /// The function that creates it.
    take: String,
    /// Its variant type of the interface, if that is different.
    own: Option<Own>,
}

/// A type that represents another as a variant.
enum Own {
    /// A type with the same values.
    Is(String),
    /// A struct around it.
    Embeds(String),
}

impl Made {
    fn call(&self) -> String {
        self.value(&format!("{}(v, p, t)", self.take))
    }

    fn value(&self, expression: &str) -> String {
        match &self.own {
            Some(Own::Is(own)) => format!("{own}({expression})"),
            Some(Own::Embeds(own)) => format!("{own}{{{expression}}}"),
            None => expression.to_owned(),
        }
    }
}

/// What is checked before an object is tried: its allowed keys, if others are forbidden, and its required
/// properties.
fn facts(facts: &Facts) -> String {
    let list = |all: &mut dyn Iterator<Item = String>| {
        format!("[]string{{{}}}", all.collect::<Vec<_>>().join(", "))
    };
    let only = facts.only.as_ref().map(|names| list(&mut names.iter().map(|name| quoted(name))));
    let mut all = vec![only.unwrap_or_else(|| "nil".to_owned())];
    for (name, values) in &facts.required {
        let scalars = match values.as_slice() {
            [] => "nil".to_owned(),
            values => list(&mut values.iter().map(|value| quoted(&value.to_string()))),
        };
        all.push(format!("property{{{}, {scalars}}}", quoted(name)));
    }
    all.join(", ")
}
