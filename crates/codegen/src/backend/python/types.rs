//! Types in Python: a TypedDict for each object, in the schema's order; checked values are plain JSON.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

use super::layout::{class, typed};
use super::mapped;
use super::text::{KEYWORDS, doc_lines, docstring, is_identifier, quoted, scalar, snake};
use crate::types::{Body, Decl, Field, Object, Type, Types, is_word};
use crate::unique::UniqueNames;
use crate::writer::{Columns as _, Writer};

/// Names that types of a schema can't have in an emitted file.
pub(super) const RESERVED: &[&str] = &[
    "Any",
    "BaseException",
    "Callable",
    "Decimal",
    "DecimalException",
    "Dict",
    "ERROR",
    "Exception",
    "False",
    "Generic",
    "List",
    "Literal",
    "Mapping",
    "NamedTuple",
    "NoReturn",
    "None",
    "Optional",
    "RecursionError",
    "Sequence",
    "Set",
    "SystemExit",
    "TimeoutError",
    "TYPE_CHECKING",
    "True",
    "Tuple",
    "TypeGuard",
    "TypeVar",
    "TypedDict",
    "UnicodeEncodeError",
    "Union",
    "ValueError",
];

/// Names that annotations use: a property with such a name would hide them in its class.
const IN_ANNOTATIONS: &[&str] = &[
    "Any", "Dict", "List", "Literal", "NoReturn", "Optional", "Union", "bool", "float", "int",
    "str",
];

/// The members of a builder that are no properties.
const BUILDER_MEMBERS: &[&str] = &["build", "emit", "set"];

/// The width of a line in a class.
const LINE: usize = 84;

/// Writes all declarations; `needs` collects their imports.
pub(super) fn write(types: &Types, w: &mut Writer, needs: &mut BTreeSet<&'static str>) {
    let mut page = Page::new(types, w, needs);
    for (id, decl) in types.decls.iter().enumerate() {
        page.w.gap();
        match (&decl.body, types.object_of(id)) {
            (Body::Alias(_), Some(object)) if !object.fields.is_empty() => {
                page.needs.insert("import_typed_dict");
                page.object(decl, &object);
            }
            _ => page.declaration(decl),
        }
    }
}

/// The lines that declare the functions of a builder, one for each property of the root.
pub(super) fn setters(
    types: &Types,
    setter: &str,
    needs: &mut BTreeSet<&'static str>,
) -> Vec<String> {
    let Some(object) = types.root_object() else { return Vec::new() };
    let mut w = Writer::new("    ");
    let mut page = Page::new(types, &mut w, needs);
    // A name that a later line's type uses would hide it.
    let mapped = types.mapped();
    let hidden = mapped.iter().map(|one| mapped::local(&one.ty));
    let hidden = hidden.chain(["bool", "float", "int", "str"]);
    let mut used: UniqueNames =
        BUILDER_MEMBERS.iter().copied().chain(hidden).map(str::to_owned).collect();
    let mut lines = Vec::new();
    for field in &object.fields {
        let word = |c: char| if is_word(c) { c } else { '_' };
        let plain: String = field.name.nfkc().map(word).collect();
        let plain = snake(plain.trim_matches('_'));
        let name =
            used.take(&if KEYWORDS.contains(&plain.as_str()) { plain + "_" } else { plain }, "_");
        // Any other key is set by `set`.
        if !is_identifier(&name) {
            continue;
        }
        let ty = page.text(&field.ty, false);
        let line = format!("{name} = {setter}[{ty}]({})", quoted(&field.name));
        let is_long = line.columns() > LINE;
        lines.push(if is_long { line + "  # fmt: skip" } else { line });
    }
    lines
}

struct Page<'p> {
    types: &'p Types,
    w: &'p mut Writer,
    needs: &'p mut BTreeSet<&'static str>,
    /// The names of all types of the file, and of the user's types.
    of_types: BTreeSet<&'p str>,
}

impl<'p> Page<'p> {
    fn new(types: &'p Types, w: &'p mut Writer, needs: &'p mut BTreeSet<&'static str>) -> Page<'p> {
        let of_types = types.decls.iter().map(|decl| decl.name.as_str());
        let imported = types.mapped().into_iter().map(|one| mapped::local(&one.ty));
        Page { types, w, needs, of_types: of_types.chain(imported).collect() }
    }

    fn declaration(&mut self, decl: &Decl) {
        let name = &decl.name;
        match &decl.body {
            Body::Object(object) if object.fields.is_empty() => {
                self.comment(decl);
                let rest = object.rest.as_ref().map_or("Any".to_owned(), |ty| self.text(ty, true));
                self.w.line(typed(&format!("{name} = Dict[str, {rest}]"), 0, 0));
            }
            Body::Object(object) => {
                self.needs.insert("import_typed_dict");
                self.object(decl, object);
            }
            Body::Strings(list) => {
                self.comment(decl);
                self.needs.insert("import_literal");
                let list: Vec<String> = list.iter().map(|text| quoted(text)).collect();
                self.w.line(typed(&format!("{name} = Literal[{}]", list.join(", ")), 0, 0));
            }
            // `NoReturn` as the result of a function says that it never returns.
            Body::Alias(Type::Never) => {
                self.comment(decl);
                self.w.line("#: No value is valid.");
                self.w.line(format!("{name} = Any"));
            }
            Body::Alias(_) | Body::Union(_) | Body::Tuple(_) => {
                self.comment(decl);
                let text = match &decl.body {
                    Body::Union(union) => self.text(&union.plain(), true),
                    Body::Alias(ty) => self.text(ty, true),
                    _ => String::new(),
                };
                // A quoted name alone would be a string, and `None` alone a value.
                let is_type = !text.starts_with('"') && text != "None";
                let alias = if is_type { text } else { format!("Union[{text}]") };
                self.w.line(typed(&format!("{name} = {alias}"), 0, 0));
            }
        }
    }

    /// Whether the property with this type has the same documentation.
    fn is_said_by_property(&self, name: &str, doc: &str) -> bool {
        let is_named =
            |ty: &Type| matches!(ty, Type::Named(id) if self.types.decls[*id].name == name);
        let fields = self.types.decls.iter().flat_map(|decl| match &decl.body {
            Body::Object(object) => object.fields.as_slice(),
            _ => &[],
        });
        let mut fields = fields.filter(|field| is_named(&field.ty));
        fields.any(|field| field.doc.as_deref().is_some_and(|own| own.starts_with(doc)))
    }

    /// Documentation of declarations without a docstring.
    fn comment(&mut self, decl: &Decl) {
        let doc = decl.doc.as_deref().filter(|doc| !self.is_said_by_property(&decl.name, doc));
        let mut lines = doc.map(doc_lines).unwrap_or_default();
        if decl.deprecated {
            lines.push("Deprecated.".to_owned());
        }
        lines.iter().for_each(|line| self.w.line(format!("#: {line}").trim_end()));
    }

    fn object(&mut self, decl: &Decl, object: &Object) {
        let (required, optional): (Vec<&Field>, Vec<&Field>) =
            object.fields.iter().partition(|field| field.required);
        let hides = |name: &str| IN_ANNOTATIONS.contains(&name) || self.of_types.contains(name);
        let plain =
            object.fields.iter().all(|field| is_identifier(&field.name) && !hides(&field.name));
        let name = decl.name.as_str();
        let base = format!("_{name}Required");
        let words = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| (*word).to_owned()).collect()
        };
        let bases: Vec<String> = match (required.is_empty(), optional.is_empty(), plain) {
            (false, true, true) => words(&["TypedDict"]),
            (true, false, true) => words(&["TypedDict", "total=False"]),
            (_, _, true) => {
                self.w.open(class(&base, &words(&["TypedDict"])));
                required.iter().for_each(|field| self.field(field));
                self.w.close("");
                self.w.gap();
                words(&[&base, "total=False"])
            }
            _ => {
                let mut bases = Vec::new();
                for (fields, base, total) in
                    [(&required, base, true), (&optional, format!("_{name}Optional"), false)]
                {
                    if !fields.is_empty() {
                        self.called(fields, &base, total);
                        bases.push(base);
                    }
                }
                bases
            }
        };
        self.w.open(class(name, &bases));
        let doc = object_doc(decl, object);
        let own = if bases == ["TypedDict"] { &required } else { &optional };
        if !doc.is_empty() {
            self.w.line(docstring(&doc));
        } else if !plain || own.is_empty() {
            self.w.line("pass");
        }
        if plain {
            if !doc.is_empty() {
                self.w.gap();
            }
            own.iter().for_each(|field| self.field(field));
        }
        self.w.close("");
    }

    fn field(&mut self, field: &Field) {
        let ty = self.text(&field.ty, false);
        self.w.line(typed(&format!("{}: {ty}", field.name), 1, 0));
        let lines = self.field_lines(field);
        if !lines.is_empty() {
            self.w.line(docstring(&lines));
        }
    }

    /// The documentation of a property. `List` does not show which item of a tuple has which type.
    fn field_lines(&mut self, field: &Field) -> Vec<String> {
        let mut lines = field.doc.as_deref().map(doc_lines).unwrap_or_default();
        if let Type::Tuple(items, None, _) = &field.ty
            && field.ty.is_whole_tuple()
        {
            let items: Vec<String> = items.iter().map(|ty| self.text(ty, false)).collect();
            lines.push(format!("Items in this order: {}.", items.join(", ")));
        }
        if field.deprecated {
            lines.push("Deprecated.".to_owned());
        }
        lines
    }

    /// A TypedDict with keys that are not identifiers, created by a call.
    fn called(&mut self, fields: &[&Field], name: &str, total: bool) {
        self.w.open(format!("{name} = TypedDict("));
        self.w.line(format!("{},", quoted(name)));
        self.w.open("{");
        for field in fields {
            for line in self.field_lines(field) {
                self.w.line(format!("#: {line}").trim_end());
            }
            let ty = self.text(&field.ty, true);
            let line = typed(&format!("{}: {ty}", quoted(&field.name)), 2, 1);
            self.w.line(line + ",");
        }
        self.w.close("},");
        if !total {
            self.w.line("total=False,");
        }
        self.w.close(")");
        self.w.gap();
    }

    /// A type; with `quote` if it is evaluated at once, before later names exist.
    fn text(&mut self, ty: &Type, quote: bool) -> String {
        match ty {
            Type::Any | Type::Required(_) => "Any".to_owned(),
            Type::Never => {
                self.needs.insert("import_no_return");
                "NoReturn".to_owned()
            }
            Type::Null => "None".to_owned(),
            Type::Boolean => "bool".to_owned(),
            Type::Integer(..) => "int".to_owned(),
            Type::Number => "float".to_owned(),
            Type::String => "str".to_owned(),
            Type::Literals(values) => self.literals(values),
            Type::List(item) => format!("List[{}]", self.text(item, quote)),
            Type::Tuple(prefix, rest, _) => {
                let mut all: Vec<String> = Vec::new();
                for ty in prefix.iter().chain(rest.as_deref()) {
                    all.push(self.text(ty, quote));
                }
                format!("List[{}]", union(all))
            }
            Type::Mapped(mapped) => mapped::local(&mapped.ty).to_owned(),
            Type::Map(value) => format!("Dict[str, {}]", self.text(value, quote)),
            Type::Named(id) => {
                let name = &self.types.decls[*id].name;
                if quote { format!("\"{name}\"") } else { name.clone() }
            }
            Type::Union(types) => {
                // Literals of all members are joined.
                let literals = types.iter().filter_map(|ty| match ty {
                    Type::Literals(values) => Some(values.iter().cloned()),
                    _ => None,
                });
                let literals: Vec<serde_json::Value> = literals.flatten().collect();
                let mut all = Vec::new();
                for ty in types {
                    match ty {
                        Type::Literals(_) if all.contains(&self.literals(&literals)) => {}
                        Type::Literals(_) => all.push(self.literals(&literals)),
                        other => all.push(self.text(other, quote)),
                    }
                }
                union(all)
            }
            // Python has no intersection type; each member contains all valid values.
            Type::Both(all) => {
                let named = all.iter().find(|ty| matches!(ty, Type::Named(_)));
                named.or(all.first()).map_or("Any".to_owned(), |ty| self.text(ty, quote))
            }
        }
    }

    /// One of these values; fractions only have the type `float`.
    fn literals(&mut self, values: &[serde_json::Value]) -> String {
        let mut exact = Vec::new();
        let mut all = Vec::new();
        for value in values {
            match scalar(value) {
                Some(text) if value.is_null() => all.push(text),
                // `Literal` holds no fractions, and nothing narrows by them.
                Some(text) if value.is_number() && !is_whole(&text) => {
                    all.push("float".to_owned());
                }
                Some(text) => exact.push(text),
                None => all.push("Any".to_owned()),
            }
        }
        if !exact.is_empty() {
            self.needs.insert("import_literal");
            all.insert(0, format!("Literal[{}]", exact.join(", ")));
        }
        union(all)
    }
}

/// Whether a number is written as an integer.
fn is_whole(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// The documentation of an object, and whether it may have other properties than those of its class.
fn object_doc(decl: &Decl, object: &Object) -> Vec<String> {
    let mut lines = decl.doc.as_deref().map(doc_lines).unwrap_or_default();
    let mut add = |text: &str| {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(text.to_owned());
    };
    if decl.deprecated {
        add("Deprecated.");
    }
    if object.rest.is_some() {
        add("May have other properties.");
    }
    lines
}

/// One of these; `Any` absorbs all others.
fn union(all: Vec<String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    for text in all {
        if text == "Any" {
            return text;
        }
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    let null = kept.iter().any(|text| text == "None");
    let others: Vec<&str> =
        kept.iter().map(String::as_str).filter(|text| *text != "None").collect();
    match (others.as_slice(), null) {
        ([], false) => "Any".to_owned(),
        ([], true) => "None".to_owned(),
        ([one], false) => (*one).to_owned(),
        ([one], true) => format!("Optional[{one}]"),
        (many, null) => {
            format!("Union[{}{}]", many.join(", "), if null { ", None" } else { "" })
        }
    }
}
