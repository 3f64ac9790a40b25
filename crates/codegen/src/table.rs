//! A schema as data: the keywords of JSON Schema 2020-12 in the order in which they are checked, whatever
//! draft the source is of. Emitted files carry it, and their runtime checks and coerces by it; a language
//! prints it as its own literals.

mod beside;
mod references;

use std::collections::{BTreeMap, BTreeSet};

use contract::{Pointer, Schema, Signs};
use serde_json::{Number, Value};

use crate::backend::walk::{bound, reasonable};
use crate::ir::{
    Block, Check, Format, Formats, FunctionId, Identity, Kind, Pattern, Refusal, Sub, Unit,
    lower_with_defaults,
};
use crate::unique::UniqueNames;
use beside::beside;
use references::{alone, named_functions};

/// The maximum depth of inline schemas before they get a name.
const DEEPEST: usize = 8;

/// A schema with its definitions.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Named schemas; each comes after those that it refers to directly.
    pub(crate) named: Vec<NamedNode>,
    /// The whole.
    pub(crate) root: Node,
    /// All patterns, with their places, for the errors of languages that don't support one.
    pub(crate) patterns: Vec<(Pattern, Pointer)>,
    /// All divisors, with their places.
    pub(crate) divisors: Vec<(Number, Pointer)>,
}

/// Schemas that get a name without being referenced: their identity and the name.
pub(crate) type Marks = BTreeMap<Identity, String>;

/// A schema that several others reference, or that references itself.
#[derive(Clone, Debug)]
pub(crate) struct NamedNode {
    /// A readable stem, unique in the table.
    pub(crate) stem: String,
    /// Its content.
    pub(crate) node: Node,
}

/// A schema.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// `true` or `false`
    Bool(bool),
    /// Keywords in the order of checking.
    Keywords(Vec<Entry>),
    /// A reference to a named schema, by its stem.
    Named {
        /// The stem of its name.
        stem: String,
        /// Whether it is defined later in the file, because it references itself.
        later: bool,
    },
}

/// A keyword with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The name in JSON Schema 2020-12.
    pub(crate) key: &'static str,
    /// The name in the source, if it differs.
    pub(crate) spelled: Option<String>,
    /// Its value.
    pub(crate) data: Data,
}

/// The value of a keyword.
#[derive(Clone, Debug)]
pub(crate) enum Data {
    /// Any JSON value: `const`, `default`.
    Json(Value),
    /// `enum`
    Values(Vec<Value>),
    /// A bound or a divisor.
    Number(Number),
    /// A count.
    Count(u64),
    /// `type`
    Types(Vec<&'static str>),
    /// `required`
    Texts(Vec<String>),
    /// `pattern`
    Pattern(Pattern),
    /// `format`
    Format(Format),
    /// `uniqueItems`, `containsUnnoted`
    True,
    /// One schema.
    Sub(Node),
    /// A list of schemas.
    Subs(Vec<Node>),
    /// Schemas by name.
    Named(Vec<(String, Node)>),
    /// Schemas by pattern.
    Patterns(Vec<(Pattern, Node)>),
    /// `dependentRequired`
    Lists(Vec<(String, Vec<String>)>),
}

impl Table {
    /// Lowers a schema.
    ///
    /// # Errors
    /// A keyword that no language supports, with its pointer.
    pub(crate) fn new(schema: &Schema, formats: Formats) -> Result<Table, Refusal> {
        Table::of(&lower_with_defaults(schema, formats)?, &Marks::new())
    }

    /// The table of a lowered schema.
    ///
    /// # Errors
    /// A keyword that no language supports, with its pointer.
    pub(crate) fn of(unit: &Unit, marks: &Marks) -> Result<Table, Refusal> {
        let mut own = named_functions(unit);
        let places = vec![Place::Unknown; unit.functions.len()];
        let (mut stems, waiting) = (vec![String::new(); unit.functions.len()], BTreeSet::new());
        let mut used = UniqueNames::default();
        for (identity, name) in marks {
            used.extend([folded(name)]);
            if let Identity::Function(id) = identity {
                own[*id] = true;
                stems[*id] = name.clone();
            }
        }
        let mut builder = Builder {
            unit,
            marks,
            own,
            places,
            stems,
            used,
            named: Vec::new(),
            waiting,
            depth: 0,
            patterns: Vec::new(),
            divisors: Vec::new(),
            refusal: None,
        };
        let root = builder.sub(&unit.root);
        while let Some(id) = builder.waiting.pop_first() {
            builder.define(id);
        }
        match builder.refusal {
            Some(refusal) => Err(refusal),
            None => Ok(Table {
                named: builder.named,
                root,
                patterns: builder.patterns,
                divisors: builder.divisors,
            }),
        }
    }

    /// All keywords of all schemas.
    pub(crate) fn entries(&self) -> Vec<&Entry> {
        let mut found = Vec::new();
        self.named.iter().for_each(|named| entries(&named.node, &mut found));
        entries(&self.root, &mut found);
        found
    }
}

fn entries<'t>(node: &'t Node, found: &mut Vec<&'t Entry>) {
    let Node::Keywords(list) = node else { return };
    for entry in list {
        found.push(entry);
        match &entry.data {
            Data::Sub(node) => entries(node, found),
            Data::Subs(nodes) => nodes.iter().for_each(|node| entries(node, found)),
            Data::Named(members) => members.iter().for_each(|(_, node)| entries(node, found)),
            Data::Patterns(members) => members.iter().for_each(|(_, node)| entries(node, found)),
            _ => {}
        }
    }
}

/// The scope in which two names must differ.
pub(crate) fn folded(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "")
}

/// The state of a named function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Unknown,
    /// It is being printed, or pending: references to it are late.
    Open,
    Done,
}

struct Builder<'u> {
    unit: &'u Unit,
    /// The parts with a name.
    marks: &'u Marks,
    /// Which functions get a name.
    own: Vec<bool>,
    places: Vec<Place>,
    /// The stems of named functions.
    stems: Vec<String>,
    used: UniqueNames,
    named: Vec<NamedNode>,
    /// Referenced functions that are not printed yet.
    waiting: BTreeSet<FunctionId>,
    depth: usize,
    patterns: Vec<(Pattern, Pointer)>,
    divisors: Vec<(Number, Pointer)>,
    /// Why the schema can't be a table, if it can't.
    refusal: Option<Refusal>,
}

impl Builder<'_> {
    fn sub(&mut self, sub: &Sub) -> Node {
        match sub {
            Sub::Always => Node::Bool(true),
            Sub::Never => Node::Bool(false),
            Sub::Block(block) => match self.marks.get(&sub.identity()) {
                Some(stem) => {
                    let node = self.block(block);
                    self.named.push(NamedNode { stem: stem.clone(), node });
                    Node::Named { stem: stem.clone(), later: false }
                }
                None => self.block(block),
            },
            Sub::Call(id) if !self.own[*id] => {
                let unit = self.unit;
                self.block(&unit.functions[*id].body)
            }
            Sub::Call(id) => {
                if self.places[*id] == Place::Unknown {
                    self.name(*id);
                    // A long chain of references must not recurse.
                    if self.depth < DEEPEST * DEEPEST {
                        self.define(*id);
                    } else {
                        self.places[*id] = Place::Open;
                        self.waiting.insert(*id);
                    }
                }
                let later = self.places[*id] != Place::Done;
                Node::Named { stem: self.stems[*id].clone(), later }
            }
        }
    }

    fn name(&mut self, id: FunctionId) {
        if !self.stems[id].is_empty() {
            return;
        }
        let stem = &self.unit.functions[id].stem;
        let name = self.used.take_as(stem, stem, "_", folded);
        self.stems[id] = name;
    }

    fn define(&mut self, id: FunctionId) {
        self.places[id] = Place::Open;
        self.depth += 1;
        let unit = self.unit;
        let node = self.block(&unit.functions[id].body);
        self.depth -= 1;
        self.places[id] = Place::Done;
        self.named.push(NamedNode { stem: self.stems[id].clone(), node });
    }

    fn subs(&mut self, subs: &[Sub]) -> Vec<Node> {
        subs.iter().map(|sub| self.sub(sub)).collect()
    }

    fn members(&mut self, members: &[(String, Sub)]) -> Vec<(String, Node)> {
        members.iter().map(|(name, sub)| (name.clone(), self.sub(sub))).collect()
    }

    fn block(&mut self, block: &Block) -> Node {
        let mut entries: Vec<Entry> = Vec::new();
        for check in &block.checks {
            self.check(check, block, &mut entries);
        }
        beside(block, &mut entries);
        if let Some(default) = &block.default {
            let data = Data::Json(default.clone());
            entries.push(Entry { key: "default", spelled: None, data });
        }
        match block.checks.as_slice() {
            // No default is added inside of itself, which coercion knows by the places of schemas.
            [check] if references::leads_to_default(self.unit, check) => Node::Keywords(entries),
            _ => alone(entries),
        }
    }

    fn check(&mut self, check: &Check, block: &Block, entries: &mut Vec<Entry>) {
        self.note(check);
        let keyword = check.keyword.as_str();
        let mut push = |key: &'static str, data: Data| {
            let spelled = (keyword != key).then(|| keyword.to_owned());
            entries.push(Entry { key, spelled, data });
        };
        match &check.kind {
            Kind::Never if keyword == "allOf" => {
                self.applied("allOf", Node::Bool(false), check, entries)
            }
            Kind::Never => push("$ref", Data::Sub(Node::Bool(false))),
            Kind::Apply { sub, keep } => {
                let node = self.sub(sub);
                let key = match keyword {
                    "$ref" => "$ref",
                    _ if *keep => "$dynamicRef",
                    _ => "allOf",
                };
                self.applied(key, node, check, entries);
            }
            Kind::Type(types) => {
                push("type", Data::Types(types.iter().map(|t| t.as_str()).collect()));
            }
            Kind::Enum(values) => push("enum", Data::Values(values.clone())),
            Kind::Const(value) => push("const", Data::Json(value.clone())),
            Kind::MultipleOf(number) => push("multipleOf", Data::Number(number.clone())),
            Kind::Minimum(number) => push("minimum", Data::Number(number.clone())),
            Kind::Maximum(number) => push("maximum", Data::Number(number.clone())),
            Kind::ExclusiveMinimum(number) => {
                push("exclusiveMinimum", Data::Number(number.clone()))
            }
            Kind::ExclusiveMaximum(number) => {
                push("exclusiveMaximum", Data::Number(number.clone()))
            }
            Kind::MinLength(count) => push("minLength", Data::Count(*count)),
            Kind::MaxLength(count) => push("maxLength", Data::Count(*count)),
            Kind::Pattern { pattern, .. } => push("pattern", Data::Pattern(pattern.clone())),
            Kind::Format(format) => push("format", Data::Format(*format)),
            Kind::MinItems(count) => push("minItems", Data::Count(*count)),
            Kind::MaxItems(count) => push("maxItems", Data::Count(*count)),
            Kind::UniqueItems => push("uniqueItems", Data::True),
            Kind::MinProperties(count) => push("minProperties", Data::Count(*count)),
            Kind::MaxProperties(count) => push("maxProperties", Data::Count(*count)),
            Kind::Required(names) => push("required", Data::Texts(names.clone())),
            Kind::DependentRequired(lists) => push("dependentRequired", Data::Lists(lists.clone())),
            Kind::PrefixItems(subs) => push("prefixItems", Data::Subs(self.subs(subs))),
            Kind::Items { sub, .. } => push("items", Data::Sub(self.sub(sub))),
            Kind::Contains { sub, min, max, notes } => {
                push("contains", Data::Sub(self.sub(sub)));
                let mut plain = |key, data| entries.push(Entry { key, spelled: None, data });
                if *min != 1 {
                    plain("minContains", Data::Count(*min));
                }
                if let Some(max) = max {
                    plain("maxContains", Data::Count(*max));
                }
                if block.seen.items && !notes {
                    plain("containsUnnoted", Data::True);
                }
            }
            Kind::UnevaluatedItems(sub) => push("unevaluatedItems", Data::Sub(self.sub(sub))),
            Kind::Properties(members) => push("properties", Data::Named(self.members(members))),
            Kind::PatternProperties(pattern, sub) => {
                let member = (pattern.clone(), self.sub(sub));
                if let Some(Entry { data: Data::Patterns(members), .. }) =
                    entries.iter_mut().find(|entry| entry.key == "patternProperties")
                {
                    members.push(member);
                } else {
                    let data = Data::Patterns(vec![member]);
                    entries.push(Entry { key: "patternProperties", spelled: None, data });
                }
            }
            Kind::AdditionalProperties { sub, .. } => {
                push("additionalProperties", Data::Sub(self.sub(sub)));
            }
            Kind::PropertyNames(sub) => push("propertyNames", Data::Sub(self.sub(sub))),
            Kind::UnevaluatedProperties(sub) => {
                push("unevaluatedProperties", Data::Sub(self.sub(sub)));
            }
            Kind::AnyOf(subs) => {
                push("anyOf", Data::Subs(self.subs(subs)));
                entries.extend(signs("anyOfSigns", check));
            }
            Kind::OneOf(subs) => {
                push("oneOf", Data::Subs(self.subs(subs)));
                entries.extend(signs("oneOfSigns", check));
            }
            Kind::Not(sub) => push("not", Data::Sub(self.sub(sub))),
            Kind::If { test, then, other } => {
                push("if", Data::Sub(self.sub(test)));
                for (key, sub) in [("then", then), ("else", other)] {
                    if !matches!(sub, Sub::Always) {
                        let data = Data::Sub(self.sub(sub));
                        entries.push(Entry { key, spelled: None, data });
                    }
                }
            }
            Kind::DependentSchemas(members) => {
                push("dependentSchemas", Data::Named(self.members(members)));
            }
        }
    }

    /// Keeps the patterns of a check, and rejects a bound that no number can be compared with.
    fn note(&mut self, check: &Check) {
        if let Some((_, number)) = bound(&check.kind)
            && let Err(refusal) = reasonable(number, check)
        {
            self.refusal.get_or_insert(refusal);
        }
        let place = check.pointer.clone();
        match &check.kind {
            Kind::MultipleOf(divisor) => self.divisors.push((divisor.clone(), place)),
            Kind::Pattern { pattern, .. } => self.patterns.push((pattern.clone(), place)),
            Kind::PatternProperties(pattern, _) => {
                let place = place.push(&pattern.source);
                self.patterns.push((pattern.clone(), place));
            }
            Kind::AdditionalProperties { patterns, .. } => {
                let beside = patterns.iter().map(|pattern| (pattern.clone(), place.clone()));
                self.patterns.extend(beside);
            }
            _ => {}
        }
    }

    /// `$ref`, `$dynamicRef` and the branches of `allOf`.
    fn applied(&mut self, key: &'static str, node: Node, check: &Check, entries: &mut Vec<Entry>) {
        if key == "allOf" {
            match entries.iter_mut().find(|entry| entry.key == key) {
                Some(Entry { data: Data::Subs(branches), .. }) => branches.push(node),
                _ => {
                    let data = Data::Subs(vec![node]);
                    entries.push(Entry { key, spelled: None, data });
                }
            }
            return;
        }
        let spelled = (check.keyword != key).then(|| check.keyword.clone());
        entries.push(Entry { key, spelled, data: Data::Sub(node) });
    }
}

/// The types and constants of each branch, as `{type, const}`.
fn signs(key: &'static str, check: &Check) -> Option<Entry> {
    let data = Data::Json(signs_json(&check.signs));
    (!check.signs.is_empty()).then_some(Entry { key, spelled: None, data })
}

/// The same, as a value.
pub(crate) fn signs_json(signs: &[Signs]) -> Value {
    let one = |signs: &Signs| {
        let mut all = serde_json::Map::new();
        if let Some(types) = signs.types {
            all.insert("type".to_owned(), types.iter().map(|one| one.as_str()).collect());
        }
        if !signs.constants.is_empty() {
            let constants = signs.constants.iter().cloned();
            all.insert("const".to_owned(), Value::Object(constants.collect()));
        }
        Value::Object(all)
    };
    signs.iter().map(one).collect()
}
