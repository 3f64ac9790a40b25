//! Types in Go: structs in the schema's order that keep unknown properties, string types with
//! constants, `any` if Go has no type; and conversions from and to JSON values.

use std::collections::BTreeSet;

use super::super::Numbers;
use super::text::{comment, doc_lines, quoted};
use crate::types::{
    Body, Decl, DeclId, Field, Object, Type, Types, is_start, is_word, nullable, pascal,
    without_marks,
};
use crate::unique::UniqueNames;
use crate::writer::Writer;

/// Names that types of a schema can't have in an emitted file.
pub(super) const RESERVED: &[&str] = &[
    "Accept",
    "Agents",
    "Change",
    "ContractError",
    "DetectAgent",
    "Dispatch",
    "Envelope",
    "EnvelopeError",
    "EnvelopeOptions",
    "ErrorCode",
    "ErrorResponse",
    "Failure",
    "HandleSkillError",
    "Handlers",
    "Issue",
    "Level",
    "LevelLenient",
    "LevelOff",
    "LevelSafe",
    "NewNull",
    "NewNullable",
    "NewObject",
    "NewSkillOutputParser",
    "Null",
    "NullValue",
    "Nullable",
    "Object",
    "ParseMethod",
    "ParseMethodFailed",
    "ParseMethodJSON",
    "ParseMethodLegacy",
    "ParseProblem",
    "ParseResult",
    "ParserOptions",
    "Ptr",
    "RateLimitError",
    "SchemaVersion",
    "SkillError",
    "SkillOutputParser",
    "ToolMissingError",
];

/// The functions of a schema, which get its suffix.
const FUNCTIONS: &[&str] =
    &["Parse", "FromValue", "Check", "Is", "Assert", "Coerce", "WithDefaults", "Emit"];

/// All names that are reserved at the start.
pub(super) fn reserved(suffixes: &[String]) -> Vec<String> {
    let mut names: Vec<String> = RESERVED.iter().map(|name| (*name).to_owned()).collect();
    let codes = [
        "InvalidInput",
        "MissingRequiredParam",
        "ToolNotAvailable",
        "ToolTimeout",
        "SearchAPIError",
        "RateLimitExceeded",
        "InternalError",
    ];
    names.extend(codes.iter().map(|code| format!("Code{code}")));
    for suffix in suffixes {
        names.extend(FUNCTIONS.iter().map(|function| format!("{function}{suffix}")));
        names.extend([format!("{suffix}Builder"), format!("New{suffix}Builder")]);
    }
    names
}

/// A type on one line.
pub(super) struct GoType {
    pub(super) text: String,
    /// The function that creates it from a JSON value.
    pub(super) take: String,
    /// Whether nil can represent a missing value.
    nilable: bool,
    /// A nullable type, and the function that creates it: a missing property of this type differs from a null without a
    /// pointer to a pointer.
    nullable: Option<(String, String)>,
}

impl GoType {
    fn new(text: &str, take: &str) -> GoType {
        GoType { text: text.to_owned(), take: take.to_owned(), nilable: false, nullable: None }
    }

    fn any() -> GoType {
        GoType::new("any", "asAny")
    }
}

/// Writes the declarations of one schema.
pub(super) struct Printer<'t> {
    pub(super) types: &'t Types,
    /// Members that are pointers: those by which a struct contains itself, or has too many fields.
    pointed: BTreeSet<(DeclId, DeclId)>,
    /// Circular aliases become `any`.
    pub(super) endless: BTreeSet<DeclId>,
    /// Aliases that lead back to themselves through structs, which Go up to 1.19 does not compile: they
    /// are replaced by their targets.
    unnamed: BTreeSet<DeclId>,
    pub(super) needs: BTreeSet<&'static str>,
    /// The types of numbers.
    pub(super) numbers: Numbers,
}

impl<'t> Printer<'t> {
    pub(super) fn new(types: &'t Types) -> Printer<'t> {
        let count = types.decls.len();
        let mut printer = Printer {
            types,
            pointed: BTreeSet::new(),
            endless: (0..count).filter(|id| types.is_endless(*id)).collect(),
            unnamed: (0..count).filter(|id| types.leads_back(*id, true)).collect(),
            needs: BTreeSet::from(["typed"]),
            numbers: Numbers::Native,
        };
        let held: Vec<Vec<DeclId>> = (0..count).map(|id| printer.held(id)).collect();
        let circular = Types::circular(&held);
        let heavy = types.heavy(&held, &circular);
        printer.pointed = circular.into_iter().chain(heavy).collect();
        printer
    }

    /// The declarations that a value of a declaration always contains.
    fn held(&self, id: DeclId) -> Vec<DeclId> {
        let held = |ty: &Type| match ty {
            Type::Named(id) if !self.endless.contains(id) => Some(*id),
            _ => None,
        };
        let Some(object) = self.types.object_of(id) else {
            return match &self.types.decls[id].body {
                Body::Alias(ty) => held(ty).into_iter().collect(),
                Body::Tuple(items) => items.iter().filter_map(held).collect(),
                _ => Vec::new(),
            };
        };
        let required = object.fields.iter().filter(|field| field.required);
        required.filter_map(|field| held(&field.ty)).collect()
    }

    /// Writes all declarations; `taken` collects the names of constants. `root` reads and checks a
    /// text.
    pub(super) fn write(&mut self, root: &str, taken: &mut UniqueNames, w: &mut Writer) {
        let types = self.types;
        for (id, decl) in types.decls.iter().enumerate() {
            w.gap();
            let root = (id == 0).then_some(root);
            match (types.object_of(id), &decl.body) {
                (Some(object), _) => self.structure(id, &object, root, w),
                (None, Body::Strings(list)) => strings(decl, list, taken, w),
                (None, Body::Alias(ty)) => self.alias(id, decl, ty, w),
                (None, Body::Union(union)) => self.union(decl, union, taken, w),
                (None, Body::Tuple(items)) => self.tuple(id, items, w),
                (None, Body::Object(_)) => {}
            }
        }
    }

    fn alias(&mut self, id: DeclId, decl: &Decl, ty: &Type, w: &mut Writer) {
        let shown =
            if self.endless.contains(&id) { GoType::any() } else { self.shown(ty, Some(id)) };
        let name = &decl.name;
        docs(decl, w);
        w.line(format!("type {name} = {}", shown.text));
        w.gap();
        w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
        w.line(format!("return {}(v, p, t)", shown.take));
        w.close("}");
    }

    fn structure(&mut self, id: DeclId, object: &Object, root: Option<&str>, w: &mut Writer) {
        let decl = &self.types.decls[id];
        let name = decl.name.clone();
        let mut used: UniqueNames =
            ["MarshalJSON", "UnmarshalJSON"].iter().map(|name| (*name).to_owned()).collect();
        let mut fields: Vec<(String, &Field, GoType)> = Vec::new();
        for field in &object.fields {
            let mut shown = self.shown(&field.ty, Some(id));
            if !field.required && shown.text == "any" {
                shown.take = "asPresent".to_owned();
                shown.nilable = true;
            } else if let Some((text, take)) = shown.nullable.as_ref().filter(|_| !field.required) {
                self.needs.insert("nullable");
                shown.text = format!("Nullable[{text}]");
                shown.take = format!("asMissingOrNull({take})");
            } else if !field.required && !shown.nilable {
                shown.text = format!("*{}", shown.text);
                shown.take = format!("asPtr({})", shown.take);
            }
            fields.push((used.take(&super::text::field(&field.name), ""), field, shown));
        }
        let extra = object.rest.is_some().then(|| used.take("Extra", ""));
        docs(decl, w);
        w.open(format!("type {name} struct {{"));
        for (field_name, field, shown) in &fields {
            w.gap();
            field_docs(field, w);
            w.line(format!("{field_name} {} `{}`", shown.text, tag(field)));
        }
        if let Some(extra) = &extra {
            w.gap();
            w.line("// Properties that the schema does not name.");
            w.line(format!("{extra} *Object `json:\"-\"`"));
        }
        w.close("}");
        self.taker(&name, &fields, extra.as_deref(), w);
        if fields.iter().any(|(_, field, _)| field.required && constant(field).is_some()) {
            self.needs.insert("constant");
        }
        giver(&name, &fields, extra.as_deref(), w);
        let read = root.map_or_else(
            || format!("unmarshal(text, value, take{name})"),
            |root| format!("{root}.unmarshal(text, value)"),
        );
        w.gap();
        w.line("// UnmarshalJSON reads a value; for an invalid one it returns a *ContractError.");
        w.open(format!("func (value *{name}) UnmarshalJSON(text []byte) error {{"));
        w.line(format!("return {read}"));
        w.close("}");
    }

    fn taker(
        &mut self,
        name: &str,
        fields: &[(String, &Field, GoType)],
        extra: Option<&str>,
        w: &mut Writer,
    ) {
        w.gap();
        w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
        w.line("object := asObject(v, p, t)");
        w.line(format!("var value {name}"));
        for (field_name, field, shown) in fields {
            let (key, take) = (quoted(&field.name), &shown.take);
            w.line(format!("asField(object, {key}, p, t, &value.{field_name}, {take})"));
        }
        match extra {
            Some(extra) => {
                let keys: Vec<String> =
                    fields.iter().map(|(_, field, _)| quoted(&field.name)).collect();
                let keys = [vec!["object".to_owned()], keys].concat();
                w.line(format!("value.{extra} = others({})", keys.join(", ")));
            }
            None if fields.is_empty() => w.line("_ = object"),
            None => {}
        }
        w.line("return value");
        w.close("}");
    }

    pub(super) fn shown(&mut self, ty: &Type, inside: Option<DeclId>) -> GoType {
        match ty {
            Type::Boolean => GoType::new("bool", "asBool"),
            Type::Integer(least, most) => {
                self.needs.insert("whole");
                // Without a bound, parsers reject what the type can't hold.
                let fits = |bound: &Option<i128>| match bound {
                    Some(bound) => i64::try_from(*bound).is_ok(),
                    None => self.numbers == Numbers::Native,
                };
                if fits(least) && fits(most) {
                    GoType::new("int64", "asInt64")
                } else {
                    GoType::new("json.Number", "asInteger")
                }
            }
            Type::Number if self.numbers == Numbers::Exact => {
                GoType::new("json.Number", "asNumber")
            }
            Type::Number => {
                self.needs.insert("double");
                GoType::new("float64", "asFloat64")
            }
            Type::String => GoType::new("string", "asString"),
            Type::Literals(values) if !values.is_empty() => {
                if values.iter().all(serde_json::Value::is_string) {
                    GoType::new("string", "asString")
                } else if values.iter().all(serde_json::Value::is_boolean) {
                    GoType::new("bool", "asBool")
                } else if values.iter().all(serde_json::Value::is_number) {
                    // Numbers of which a double does not hold each.
                    GoType::new("json.Number", "asNumber")
                } else {
                    GoType::any()
                }
            }
            Type::List(item) => {
                let item = self.shown(item, None);
                self.nilable(&format!("[]{}", item.text), &format!("asList({})", item.take))
            }
            Type::Mapped(mapped) => {
                self.needs.insert("mapped");
                GoType::new(&mapped.ty.name, &format!("asMapped[{}]", mapped.ty.name))
            }
            Type::Tuple(..) => self.nilable("[]any", "asList(asAny)"),
            Type::Map(value) => {
                let value = self.shown(value, None);
                let take = format!("asMap({})", value.take);
                self.nilable(&format!("map[string]{}", value.text), &take)
            }
            Type::Named(id) if !self.endless.contains(id) => self.named(*id, inside),
            Type::Union(all) => match nullable(all) {
                // A null is the interface's nil.
                Some(Type::Named(id)) if self.is_interface(id) => {
                    let shown = self.named(id, None);
                    let take = format!("asNilable({})", shown.take);
                    let nullable = Some((shown.text.clone(), shown.take));
                    GoType { nullable, ..GoType::new(&shown.text, &take) }
                }
                Some(inner) => {
                    let inner = self.shown(&inner, None);
                    if inner.text == "any" {
                        return inner;
                    }
                    let take = format!("asNullable({})", inner.take);
                    let text = format!("*{}", inner.text);
                    GoType { nullable: Some((inner.text, inner.take)), ..GoType::new(&text, &take) }
                }
                None => GoType::any(),
            },
            _ => GoType::any(),
        }
    }

    fn nilable(&self, text: &str, take: &str) -> GoType {
        GoType { nilable: true, ..GoType::new(text, take) }
    }

    fn named(&mut self, id: DeclId, inside: Option<DeclId>) -> GoType {
        let decl = &self.types.decls[id];
        let take = match decl.body {
            Body::Strings(_) => format!("asText[{}]", decl.name),
            _ => format!("take{}", decl.name),
        };
        if inside.is_some_and(|inside| self.pointed.contains(&(inside, id))) {
            return GoType::new(&format!("*{}", decl.name), &format!("asPtr({take})"));
        }
        let mut shown = GoType::new(&decl.name, &take);
        if let Body::Union(_) = &decl.body {
            let is_interface = self.is_interface(id);
            shown.nilable = is_interface;
            return if is_interface { shown } else { GoType { text: "any".to_owned(), ..shown } };
        }
        if let (Body::Alias(ty), None) = (&decl.body, self.types.object_of(id)) {
            let target = self.shown(ty, None);
            if target.text == "any" {
                return GoType { text: target.text, ..shown };
            }
            shown.nilable = target.nilable;
            shown.nullable = target.nullable;
            if self.unnamed.contains(&id) {
                shown.text = target.text;
            }
        }
        shown
    }
}

fn giver(name: &str, fields: &[(String, &Field, GoType)], extra: Option<&str>, w: &mut Writer) {
    w.gap();
    w.open(format!("func (value {name}) give() *Object {{"));
    w.line("object := NewObject()");
    for (field_name, field, shown) in fields {
        let (key, value) = (quoted(&field.name), format!("value.{field_name}"));
        w.line(match (field.required, &shown.nullable) {
            (true, _) => match constant(field) {
                Some(text) => format!("object.Set({key}, orConstant({value}, {}))", quoted(text)),
                None => format!("object.Set({key}, {value})"),
            },
            (false, Some(_)) => format!("object.setIf({value}.isThere, {key}, {value}.value)"),
            (false, None) => format!("object.setIf({value} != nil, {key}, {value})"),
        });
    }
    if let Some(extra) = extra {
        w.line(format!("addOthers(object, value.{extra})"));
    }
    w.line("return object");
    w.close("}");
    w.gap();
    w.line("// MarshalJSON writes the properties in the schema's order.");
    w.open(format!("func (value {name}) MarshalJSON() ([]byte, error) {{"));
    w.line("return marshal(value)");
    w.close("}");
}

/// The one string that a property may be.
fn constant(field: &Field) -> Option<&str> {
    match &field.ty {
        Type::Literals(values) => match values.as_slice() {
            [serde_json::Value::String(text)] if !text.is_empty() => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// A string type with a constant for each value.
fn strings(decl: &Decl, list: &[String], taken: &mut UniqueNames, w: &mut Writer) {
    let name = &decl.name;
    docs(decl, w);
    w.line(format!("type {name} string"));
    w.gap();
    w.line(format!("// The values of {name}."));
    w.open("const (");
    let (mut known, mut all) = (BTreeSet::new(), Vec::new());
    for text in list.iter().filter(|text| known.insert(*text)) {
        let word = match text.contains(is_word) {
            true => without_marks(&pascal(text)),
            false => "Other".to_owned(),
        };
        let constant = taken.take(&format!("{name}{word}"), "");
        all.push((constant, quoted(text)));
    }
    let width = all.iter().map(|(constant, _)| constant.chars().count()).max().unwrap_or(0);
    for (constant, text) in all {
        w.line(format!("{constant:width$} {name} = {text}"));
    }
    w.close(")");
}

pub(super) fn docs(decl: &Decl, w: &mut Writer) {
    let mut lines = decl.doc.as_deref().map(doc_lines).unwrap_or_default();
    if decl.deprecated {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push("Deprecated: the schema marks it as deprecated.".to_owned());
    }
    comment(&lines).iter().for_each(|line| w.line(line));
}

fn field_docs(field: &Field, w: &mut Writer) {
    let mut lines = field.doc.as_deref().map(doc_lines).unwrap_or_default();
    if lines.is_empty() && !is_tag(&field.name) {
        lines.extend(doc_lines(&format!("The property {:?}.", field.name)));
    }
    if let Some(text) = constant(field) {
        let always = format!("Always {text:?}");
        let also = if field.required { "; an empty string is written as this." } else { "." };
        lines.extend(doc_lines(&(always + also)));
    }
    if field.deprecated {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push("Deprecated: the schema marks it as deprecated.".to_owned());
    }
    comment(&lines).iter().for_each(|line| w.line(line));
}

/// Whether a struct tag for encoding/json can contain a key.
fn is_tag(key: &str) -> bool {
    let is_letter = |c: char| is_start(c) || (is_word(c) && c.is_numeric());
    let plain = |c: char| is_letter(c) || "_-.$@/:".contains(c);
    !key.is_empty() && key != "-" && key.chars().all(plain)
}

fn tag(field: &Field) -> String {
    match (is_tag(&field.name), field.required) {
        (false, _) => "json:\"-\"".to_owned(),
        (true, true) => format!("json:\"{}\"", field.name),
        (true, false) => format!("json:\"{},omitempty\"", field.name),
    }
}
