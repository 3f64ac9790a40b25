//! Types in Rust: structs in the schema's order, enums of strings, `serde_json::Value` if Rust has no
//! type.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::Numbers;
use super::defaults::{self, StructDefault};
use super::lints::{allow, struct_lints, text_lints};
use super::mapped;
use super::printer::{Printer, field_names, variants};
use super::text::{doc_lines, quoted, raw};
use crate::types::{Body, Decl, DeclId, Edge, Field, Object, Type, Types, nullable};
use crate::writer::{Columns as _, Writer};

/// Names that types of a schema can't have in an emitted file.
pub(super) const RESERVED: &[&str] = &[
    "BTreeMap",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "Drop",
    "EnvelopeOptions",
    "Eq",
    "Err",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Hash",
    "Into",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Serialize",
    "Some",
    "State",
    "String",
    "Sync",
    "ToString",
    "TryFrom",
    "Value",
    "Vec",
];

/// The derives of an enum of strings.
const ENUM_DERIVES: &str =
    "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]";

/// The derives of a struct whose properties may all be missing.
const DEFAULT_DERIVES: &str = "#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]";

/// The derives of every other type.
const DERIVES: &str = "#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]";

impl<'t> Printer<'t> {
    pub(super) fn new(types: &'t Types) -> Printer<'t> {
        let mut printer = Printer {
            types,
            boxed: BTreeSet::new(),
            endless: BTreeSet::new(),
            needs: BTreeSet::new(),
            named: Vec::new(),
            named_now: BTreeSet::new(),
            has_runtime: true,
            numbers: Numbers::Native,
        };
        let count = types.decls.len();
        printer.endless = (0..count).filter(|id| types.is_endless(*id)).collect();
        let held: Vec<Vec<DeclId>> =
            (0..count).map(|id| printer.members(id, Printer::held)).collect();
        let circular = Types::circular(&held);
        let written: Vec<Vec<DeclId>> =
            (0..count).map(|id| printer.members(id, Printer::written)).collect();
        let heavy = types.heavy(&written, &Types::circular(&written));
        // An alias is as large as its target. What contains it has the `Box`.
        let is_struct = |(from, _): &Edge| !printer.is_alias(*from);
        printer.boxed = circular.into_iter().filter(is_struct).chain(heavy).collect();
        printer
    }

    /// Whether a declaration is another name for a type.
    fn is_alias(&self, id: DeclId) -> bool {
        matches!(&self.types.decls[id].body, Body::Alias(_)) && self.types.object_of(id).is_none()
    }

    /// The declarations that a declaration contains, as `held` gathers them from a type.
    fn members(&self, id: DeclId, held: fn(&Self, &Type, &mut Vec<DeclId>)) -> Vec<DeclId> {
        let mut found = Vec::new();
        match &self.types.decls[id].body {
            Body::Object(object) => {
                object.fields.iter().for_each(|field| held(self, &field.ty, &mut found));
            }
            Body::Alias(ty) => match self.types.merged(ty) {
                Some(object) => {
                    object.fields.iter().for_each(|field| held(self, &field.ty, &mut found));
                }
                None => held(self, ty, &mut found),
            },
            Body::Union(union) => {
                union.variants.iter().for_each(|variant| held(self, &variant.ty, &mut found));
            }
            Body::Strings(_) | Body::Tuple(_) => {}
        }
        found
    }

    /// Those that a value contains without indirection.
    fn held(&self, ty: &Type, found: &mut Vec<DeclId>) {
        match ty {
            Type::Named(id) if !self.endless.contains(id) => found.push(*id),
            Type::Union(all) => {
                if let Some(inner) = nullable(all) {
                    self.held(&inner, found);
                }
            }
            Type::Tuple(prefix, None, _) => {
                prefix.iter().for_each(|ty| self.held(ty, found));
            }
            _ => {}
        }
    }

    /// Those, and the aliases in lists and maps: the compiler replaces an alias by its target.
    fn written(&self, ty: &Type, found: &mut Vec<DeclId>) {
        match ty {
            Type::List(inner) | Type::Map(inner) => {
                let mut inside = Vec::new();
                self.written(inner, &mut inside);
                found.extend(inside.into_iter().filter(|id| self.is_alias(*id)));
            }
            Type::Union(all) => {
                if let Some(inner) = nullable(all) {
                    self.written(&inner, found);
                }
            }
            Type::Tuple(prefix, None, _) => {
                prefix.iter().for_each(|ty| self.written(ty, found));
            }
            _ => self.held(ty, found),
        }
    }

    /// The declarations that the first one does not use.
    pub(super) fn unreached(&self) -> Vec<&'t str> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![0]);
        while let Some(id) = open.pop() {
            if reached.insert(id) {
                open.extend(self.named.get(id).into_iter().flatten());
            }
        }
        let others = self.types.decls.iter().enumerate().filter(|(id, _)| !reached.contains(id));
        let mut names: Vec<&str> = others.map(|(_, decl)| decl.name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// Writes all declarations.
    pub(super) fn write(&mut self, w: &mut Writer) {
        let types = self.types;
        for (id, decl) in types.decls.iter().enumerate() {
            let mut own = Writer::new("    ");
            documented(decl.doc.as_deref(), decl.deprecated, &mut own);
            self.declaration(id, decl, &mut own);
            w.gap();
            w.line(own.finish());
            self.named.push(std::mem::take(&mut self.named_now));
        }
    }

    fn declaration(&mut self, id: DeclId, decl: &Decl, w: &mut Writer) {
        match &decl.body {
            Body::Object(object) => self.structure(id, decl, object, w),
            Body::Strings(list) => self.strings(decl, list, w),
            Body::Union(union) => self.union(id, decl, union, w),
            // Rust has tuples, so none is declared.
            Body::Tuple(_) => {}
            Body::Alias(ty) => match self.types.merged(ty) {
                Some(object) => self.structure(id, decl, &object, w),
                None => {
                    let text = if self.endless.contains(&id) {
                        "Value".to_owned()
                    } else {
                        self.text(ty, Some(id))
                    };
                    let flat = format!("pub type {} = {text};", decl.name);
                    let is_flat = flat.columns() <= 100;
                    let below = format!("pub type {} =\n    {text};", decl.name);
                    if decl.doc.is_none() && !decl.deprecated {
                        allow(&["missing_docs"], w);
                    }
                    w.line(if is_flat { flat } else { below });
                }
            },
        }
    }

    fn structure(&mut self, id: DeclId, decl: &Decl, object: &Object, w: &mut Writer) {
        let default = self.struct_default(id, object);
        w.line(match default {
            Some(StructDefault::Derived) => DEFAULT_DERIVES,
            _ => DERIVES,
        });
        if object.rest.is_none() {
            w.line("#[serde(deny_unknown_fields)]");
        }
        let (mut names, extra) = field_names(object);
        names.extend(object.rest.as_ref().map(|_| extra));
        struct_lints(decl, object, &names, w);
        let optional = object.fields.iter().filter(|field| !field.required);
        if optional.into_iter().any(|field| self.text(&field.ty, Some(id)).starts_with("Option<")) {
            w.line("#[allow(clippy::option_option, reason = \"null is not absent\")]");
        }
        if object.fields.is_empty() && object.rest.is_none() {
            w.line(format!("pub struct {} {{}}", decl.name));
            return;
        }
        w.open(format!("pub struct {} {{", decl.name));
        let (names, extra) = field_names(object);
        for (field, name) in object.fields.iter().zip(names) {
            self.field(id, field, &name, w);
        }
        if let Some(rest) = &object.rest {
            w.line("/// Properties that the schema does not name.");
            w.line("#[serde(flatten)]");
            let text = self.text(rest, None);
            let text = if text == "Never" { "Value".to_owned() } else { text };
            w.line(format!("pub {extra}: BTreeMap<String, {text}>,"));
            self.needs.insert("map");
        }
        w.close("}");
        if let Some(StructDefault::Written(lines)) = default {
            defaults::write(&decl.name, &lines, w);
        }
    }

    fn field(&mut self, id: DeclId, field: &Field, name: &str, w: &mut Writer) {
        documented(field.doc.as_deref(), field.deprecated, w);
        let mut serde = Vec::new();
        if name != field.name {
            serde.push(format!("rename = {}", quoted(&field.name)));
        }
        let with = mapped::with(self.types, field);
        let ty = self.text(&field.ty, Some(id));
        let ty = if field.required {
            ty
        } else {
            serde.push("default".to_owned());
            serde.push("skip_serializing_if = \"Option::is_none\"".to_owned());
            if with.is_none() && self.reads_null(&field.ty, Some(id)) {
                self.needs.insert("present");
                serde.push("deserialize_with = \"runtime::present\"".to_owned());
            }
            format!("Option<{ty}>")
        };
        serde.extend(with.map(|module| format!("with = {}", quoted(&module))));
        let flat = serde.join(", ");
        match flat.columns() {
            0 => {}
            1..=70 => w.line(format!("#[serde({flat})]")),
            _ => {
                w.open("#[serde(");
                w.line(serde.join(",\n"));
                w.close(")]");
            }
        }
        let line = format!("pub {}: {ty},", raw(name));
        if line.columns() <= 96 {
            w.line(line);
        } else {
            // rustfmt would break the type's own parameters.
            if ty.columns() > 90 {
                w.line("#[rustfmt::skip]");
            }
            w.open(format!("pub {}:", raw(name)));
            w.line(format!("{ty},"));
            w.close("");
        }
    }

    /// Whether the type of a field reads null: then serde would take null for a missing property.
    fn reads_null(&mut self, ty: &Type, inside: Option<DeclId>) -> bool {
        match ty {
            Type::Mapped(mapped) => self.reads_null(&mapped.inner, inside),
            _ => {
                let text = self.text(ty, inside);
                [text, self.resolved(ty)]
                    .iter()
                    .any(|text| text == "()" || text == "Value" || text.starts_with("Option<"))
            }
        }
    }

    /// An enum of strings, with conversions from and to text.
    fn strings(&mut self, decl: &Decl, list: &[String], w: &mut Writer) {
        w.line(ENUM_DERIVES);
        let names: Vec<String> = variants(list).into_iter().map(|(_, name)| name).collect();
        text_lints(&names, w);
        w.open(format!("pub enum {} {{", decl.name));
        for (text, name) in variants(list) {
            if name != text {
                w.line(format!("#[serde(rename = {})]", quoted(&text)));
            }
            w.line(format!("{name},"));
        }
        w.close("}");
        if self.has_runtime {
            self.needs.insert("text_enum");
            w.gap();
            let default = decl.default.as_ref().and_then(Value::as_str);
            let default =
                variants(list).into_iter().find(|(text, _)| Some(text.as_str()) == default);
            let mut words = vec![decl.name.clone()];
            words.extend(default.map(|(_, variant)| variant));
            let flat = format!("runtime::text_enum!({});", words.join(", "));
            // rustfmt breaks several arguments of more than 60 columns, and long lines; in a role's module, lines are
            // four columns deeper.
            let width = flat.columns();
            if width <= if words.len() == 1 { 95 } else { 82 } {
                w.line(flat);
            } else if width <= 100 && words.len() == 1 {
                w.line(format!("#[rustfmt::skip]\n{flat}"));
            } else {
                w.open("runtime::text_enum!(");
                w.line(words.join(",\n"));
                w.close(");");
            }
        }
    }

    /// The properties of a builder: keys, names and types.
    pub(super) fn setters(&mut self, object: &Object) -> Vec<[String; 3]> {
        let own = ["build", "clone", "default", "emit", "new", "set", "set_typed"];
        let (names, _) = field_names(object);
        let fields = object.fields.iter().zip(names);
        let setter = |(field, name): (&Field, String)| {
            let name = if own.contains(&name.as_str()) { name + "_" } else { raw(&name) };
            // A field with `with` is read differently than its type.
            let text = match mapped::with(self.types, field) {
                Some(_) => "String".to_owned(),
                None => self.text(&field.ty, Some(0)),
            };
            [quoted(&field.name), name, text]
        };
        fields.map(setter).collect()
    }

    /// A type on one line, with aliases resolved.
    pub(super) fn resolved(&mut self, ty: &Type) -> String {
        match ty {
            Type::Named(id) if self.endless.contains(id) => "Value".to_owned(),
            Type::Named(id) if self.types.object_of(*id).is_none() => {
                match &self.types.decls[*id].body {
                    Body::Alias(inner) => self.resolved(inner),
                    _ => self.text(ty, None),
                }
            }
            _ => self.text(ty, None),
        }
    }

    /// A type on one line; `inside` is the struct of the field.
    pub(super) fn text(&mut self, ty: &Type, inside: Option<DeclId>) -> String {
        match ty {
            Type::Boolean => "bool".to_owned(),
            Type::Integer(least, most) => {
                let (text, piece) = match integer(*least, *most, self.numbers) {
                    Some(text) => (text, "whole_numbers"),
                    None => ("runtime::Integer", "integer"),
                };
                self.needs.insert(piece);
                text.to_owned()
            }
            Type::Number if self.numbers == Numbers::Exact => "serde_json::Number".to_owned(),
            Type::Number => "f64".to_owned(),
            Type::String => "String".to_owned(),
            Type::Null => "()".to_owned(),
            Type::Literals(values)
                if !values.is_empty() && values.iter().all(|v| v.is_string()) =>
            {
                "String".to_owned()
            }
            Type::Literals(values)
                if !values.is_empty() && values.iter().all(|v| v.is_boolean()) =>
            {
                "bool".to_owned()
            }
            // Numbers of which a double does not hold each.
            Type::Literals(values)
                if !values.is_empty() && values.iter().all(|v| v.is_number()) =>
            {
                "serde_json::Number".to_owned()
            }
            Type::List(item) => format!("Vec<{}>", self.text(item, None)),
            // All items are required, and no others allowed.
            Type::Tuple(prefix, None, least) if *least == prefix.len() && prefix.len() <= 12 => {
                let all: Vec<String> = prefix.iter().map(|ty| self.text(ty, inside)).collect();
                format!("({}{})", all.join(", "), if all.len() == 1 { "," } else { "" })
            }
            Type::Tuple(..) => "Vec<Value>".to_owned(),
            Type::Mapped(mapped) => {
                let all: Vec<String> =
                    mapped.parameters.iter().map(|ty| self.text(ty, None)).collect();
                let name = &mapped.ty.name;
                if all.is_empty() { name.clone() } else { format!("{name}<{}>", all.join(", ")) }
            }
            Type::Map(value) => {
                self.needs.insert("map");
                format!("BTreeMap<String, {}>", self.text(value, None))
            }
            Type::Named(id) if !self.endless.contains(id) => {
                self.named_now.insert(*id);
                let name = self.types.decls[*id].name.clone();
                match inside.filter(|inside| self.boxed.contains(&(*inside, *id))) {
                    // A `Box` in an alias would not make the type shorter.
                    Some(inside) if self.is_alias(inside) => "Value".to_owned(),
                    Some(_) => format!("Box<{name}>"),
                    None => name,
                }
            }
            Type::Union(all) => match nullable(all) {
                Some(inner) => format!("Option<{}>", self.text(&inner, inside)),
                None => "Value".to_owned(),
            },
            _ => "Value".to_owned(),
        }
    }
}

/// Documentation, which also says that an item is deprecated: the attribute would warn about uses in the
/// file itself.
fn documented(text: Option<&str>, deprecated: bool, w: &mut Writer) {
    docs(text.unwrap_or_default(), w);
    if deprecated {
        docs(if text.is_some() { "\nDeprecated." } else { "Deprecated." }, w);
    }
}

pub(super) fn docs(text: &str, w: &mut Writer) {
    for line in doc_lines(text) {
        w.line(format!("/// {line}").trim_end());
    }
}

/// The type of 64 bits for integers with these bounds; `None` if they need more, or may need more and must be exact.
fn integer(least: Option<i128>, most: Option<i128>, numbers: Numbers) -> Option<&'static str> {
    let (text, low, high) = match least {
        Some(least) if least >= 0 => ("u64", 0, i128::from(u64::MAX)),
        _ => ("i64", i128::from(i64::MIN), i128::from(i64::MAX)),
    };
    let fits = |bound: Option<i128>| match bound {
        Some(bound) => (low..=high).contains(&bound),
        // Without a bound, parsers reject what the type can't hold.
        None => numbers == Numbers::Native,
    };
    (fits(least) && fits(most)).then_some(text)
}
