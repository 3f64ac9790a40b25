//! From the schema graph to formulas: keywords become leaves, and `$dynamicRef` is resolved by making
//! one formula for each place and each dynamic scope in which it can be reached (there are finitely many).

use std::collections::{BTreeMap, BTreeSet};

use contract::number::Exact;
use contract::{Body, Draft, Keywords, Node, NodeId, Schema, Type};
use serde_json::Number;

use crate::form::{Arena, Constant, Form, Guard, Id, Kind, Scope, Track};
use crate::options::Formats;
use crate::pattern::split;
use crate::string::is_asserted;

/// The maximum number of formulas; beyond it the answer is "unknown".
const MAX_FORMS: usize = 400_000;

/// The dynamic anchors in scope, each with its outermost place.
type Dynamic = BTreeMap<String, NodeId>;

/// Too large to be lowered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TooBig;

/// The formulas of a schema's parts in the arena.
pub(crate) struct Lowered {
    pub(crate) root: Id,
    /// Each node as it is first reached. With dynamic references, there may be other readings.
    pub(crate) places: BTreeMap<NodeId, Id>,
}

impl Lowered {
    /// The conjunction of nodes as formulas; `None` for one that was never reached.
    pub(crate) fn all(&self, nodes: &[NodeId]) -> Option<Vec<Id>> {
        nodes.iter().map(|node| self.places.get(node).copied()).collect()
    }
}

/// Lowers one schema into the arena.
pub(crate) fn lower(
    schema: &Schema,
    formats: Formats,
    arena: &mut Arena,
) -> Result<Lowered, TooBig> {
    let evaluates = schema.nodes().any(|(_, node)| {
        node.keywords()
            .is_some_and(|k| k.unevaluated_items.is_some() || k.unevaluated_properties.is_some())
    });
    let mut lowering = Lowering {
        schema,
        formats,
        arena,
        evaluates,
        scopes: BTreeMap::new(),
        places: BTreeMap::new(),
        queue: Vec::new(),
    };
    let root = lowering.place(schema.root(), &Dynamic::new()).id;
    while let Some((node, scope, place)) = lowering.queue.pop() {
        lowering.node(node, &scope, place);
        if lowering.arena.len() > MAX_FORMS {
            return Err(TooBig);
        }
    }
    let mut places = BTreeMap::new();
    for ((node, _), place) in lowering.places {
        places.entry(node).or_insert(place.id);
    }
    Ok(Lowered { root, places })
}

#[derive(Clone, Copy)]
struct LoweredNode {
    id: Id,
    track: usize,
}

struct Lowering<'s, 'a> {
    schema: &'s Schema,
    formats: Formats,
    arena: &'a mut Arena,
    /// Whether any keyword needs evaluated parts; else nothing is tracked.
    evaluates: bool,
    scopes: BTreeMap<Dynamic, usize>,
    places: BTreeMap<(NodeId, usize), LoweredNode>,
    queue: Vec<(NodeId, Dynamic, LoweredNode)>,
}

impl Lowering<'_, '_> {
    /// The formula of a node as reached through `scope`.
    fn place(&mut self, id: NodeId, scope: &Dynamic) -> LoweredNode {
        let mut scope = scope.clone();
        let resource = self.schema.resource(self.schema.node(id).resource);
        for (anchor, target) in &resource.dynamic_anchors {
            scope.entry(anchor.clone()).or_insert(*target);
        }
        let count = self.scopes.len();
        let number = *self.scopes.entry(scope.clone()).or_insert(count);
        if let Some(place) = self.places.get(&(id, number)) {
            return *place;
        }
        let mut track = 0;
        if self.evaluates {
            track = self.arena.tracks.len();
            self.arena.tracks.push(Track::default());
        }
        let place = LoweredNode { id: self.arena.reserve(), track };
        self.places.insert((id, number), place);
        self.queue.push((id, scope, place));
        place
    }

    fn node(&mut self, id: NodeId, scope: &Dynamic, place: LoweredNode) {
        let node = self.schema.node(id);
        match &node.body {
            Body::Bool(true) => self.arena.fill(place.id, Form::True),
            Body::Bool(false) => self.arena.fill(place.id, Form::False),
            Body::Object(keywords) => {
                let mut parts =
                    Parts { low: self, node, scope, ids: Vec::new(), track: Track::default() };
                parts.numbers(keywords);
                parts.values(keywords);
                parts.strings(keywords);
                parts.arrays(keywords, id);
                parts.objects(keywords);
                parts.applicators(keywords);
                parts.finish(keywords, place);
            }
        }
    }
}

struct Parts<'l, 's, 'a> {
    low: &'l mut Lowering<'s, 'a>,
    node: &'s Node,
    scope: &'l Dynamic,
    ids: Vec<Id>,
    track: Track,
}

impl Parts<'_, '_, '_> {
    fn leaf(&mut self, keyword: &'static str, form: Form) -> Id {
        self.low.arena.add_at(form, keyword, &self.node.pointer)
    }

    fn push(&mut self, keyword: &'static str, form: Form) {
        let id = self.leaf(keyword, form);
        self.ids.push(id);
    }

    fn child(&mut self, id: NodeId) -> LoweredNode {
        self.low.place(id, self.scope)
    }

    fn numbers(&mut self, k: &Keywords) {
        let mut bound = |keyword, number: &Option<Number>, make: fn(Exact) -> Form| {
            let Some(number) = number else { return };
            match Exact::new(number) {
                Some(exact) => self.push(keyword, make(exact)),
                None => {
                    self.push(keyword, Form::Opaque(Kind::Number, format!("{keyword} {number}")))
                }
            }
        };
        bound("minimum", &k.minimum, |n| Form::Minimum(n, false));
        bound("exclusiveMinimum", &k.exclusive_minimum, |n| Form::Minimum(n, true));
        bound("maximum", &k.maximum, |n| Form::Maximum(n, false));
        bound("exclusiveMaximum", &k.exclusive_maximum, |n| Form::Maximum(n, true));
        bound("multipleOf", &k.multiple_of, Form::MultipleOf);
    }

    fn values(&mut self, k: &Keywords) {
        if let Some(types) = k.types {
            let mut bits = 0;
            for kind in types.iter() {
                bits |= match kind {
                    Type::Null => Kind::Null,
                    Type::Boolean => Kind::Boolean,
                    Type::Integer | Type::Number => Kind::Number,
                    Type::String => Kind::String,
                    Type::Array => Kind::Array,
                    Type::Object => Kind::Object,
                }
                .bit();
            }
            self.push("type", Form::Types(bits));
            if types.contains(Type::Integer) && !types.contains(Type::Number) {
                let written = self.draft() == Draft::Draft4;
                self.push("type", Form::Integral { written });
            }
        }
        if let Some(values) = &k.enumeration {
            self.push("enum", Form::Values(values.iter().map(Constant::new).collect()));
        }
        if let Some(value) = &k.constant {
            self.push("const", Form::Values(BTreeSet::from([Constant::new(value)])));
        }
    }

    fn draft(&self) -> Draft {
        self.low.schema.resource(self.node.resource).draft
    }

    fn strings(&mut self, k: &Keywords) {
        if let Some(n) = k.min_length {
            self.push("minLength", Form::MinLength(n));
        }
        if let Some(n) = k.max_length {
            self.push("maxLength", Form::MaxLength(n));
        }
        if let Some(pattern) = &k.pattern {
            let id = self.pattern("pattern", pattern);
            self.ids.push(id);
        }
        if let (Some(format), Formats::Assert) = (&k.format, self.low.formats)
            && is_asserted(format)
        {
            self.push("format", Form::Format(format.clone()));
        }
    }

    /// A pattern as a formula over strings; a lookaround at an anchored end is a conjunction.
    fn pattern(&mut self, keyword: &'static str, pattern: &str) -> Id {
        let parts = split(pattern).unwrap_or_else(|what| vec![(true, Err(what))]);
        let mut all = Vec::new();
        for (wanted, part) in parts {
            let form = match part {
                Ok(rust) => Form::Pattern(rust),
                Err(what) => Form::Opaque(Kind::String, format!("pattern {pattern} ({what})")),
            };
            let id = self.leaf(keyword, form);
            if wanted {
                all.push(id);
                continue;
            }
            // Values other than strings satisfy a pattern, and also a negated one.
            let other = self.low.arena.add(Form::Types(0b11_1111 & !Kind::String.bit()));
            let unfound = self.leaf(keyword, Form::Not(id));
            all.push(self.leaf(keyword, Form::Any(vec![other, unfound])));
        }
        self.leaf(keyword, Form::All(all))
    }

    fn arrays(&mut self, k: &Keywords, id: NodeId) {
        for (index, item) in k.prefix_items.iter().enumerate() {
            let item = self.child(*item).id;
            self.push("prefixItems", Form::Item(index as u64, item));
        }
        self.track.prefix = k.prefix_items.len() as u64;
        if let Some(rest) = k.items {
            let rest = self.child(rest).id;
            self.push("items", Form::Rest(k.prefix_items.len() as u64, rest));
            self.track.all_items = true;
        }
        if let Some(contains) = k.contains {
            let contains = self.child(contains).id;
            self.push("contains", Form::AtLeast(contains, k.min_contains.unwrap_or(1)));
            if let Some(max) = k.max_contains {
                self.push("maxContains", Form::AtMost(contains, max));
            }
            if self.low.schema.draft(id) >= Draft::Draft2020 {
                self.track.contains.push(contains);
            }
        }
        if let Some(n) = k.min_items {
            self.push("minItems", Form::MinItems(n));
        }
        if let Some(n) = k.max_items {
            self.push("maxItems", Form::MaxItems(n));
        }
        if k.unique_items {
            self.push("uniqueItems", Form::Unique);
        }
    }

    fn objects(&mut self, k: &Keywords) {
        for (name, member) in &k.properties {
            let member = self.child(*member).id;
            self.push("properties", Form::Property(name.clone(), member));
            self.track.known.names.insert(name.clone());
        }
        for (pattern, member) in &k.pattern_properties {
            let member = self.child(*member).id;
            let names = self.pattern("patternProperties", pattern);
            self.push("patternProperties", Form::Matching(names, member));
            self.track.known.patterns.insert(names);
        }
        if let Some(rest) = k.additional_properties {
            let rest = self.child(rest).id;
            self.push("additionalProperties", Form::Additional(self.track.known.clone(), rest));
            self.track.all_properties = true;
        }
        if let Some(names) = k.property_names {
            let names = self.child(names).id;
            self.push("propertyNames", Form::Names(names));
        }
        for name in &k.required {
            self.push("required", Form::Present(name.clone()));
        }
        for (name, others) in &k.dependent_required {
            let absent = self.leaf("dependentRequired", Form::Absent(name.clone()));
            for other in others {
                let present = self.leaf("dependentRequired", Form::Present(other.clone()));
                self.push("dependentRequired", Form::Any(vec![absent, present]));
            }
        }
        for (name, schema) in &k.dependent_schemas {
            let absent = self.leaf("dependentSchemas", Form::Absent(name.clone()));
            let place = self.child(*schema);
            self.push("dependentSchemas", Form::Any(vec![absent, place.id]));
            self.track.inner.push((Guard::Unless(absent), place.track));
        }
        // Withdrawn in 2019-09, but some validators still assert it: no verdict may depend on
        // either.
        if self.draft() >= Draft::Draft2019
            && let Some(dependencies) = k.extra.get("dependencies")
        {
            let what = format!("dependencies {dependencies}");
            self.push("dependencies", Form::Opaque(Kind::Object, what));
        }
        if let Some(n) = k.min_properties {
            self.push("minProperties", Form::MinProperties(n));
        }
        if let Some(n) = k.max_properties {
            self.push("maxProperties", Form::MaxProperties(n));
        }
    }

    fn applicators(&mut self, k: &Keywords) {
        for part in &k.all_of {
            let place = self.child(*part);
            self.ids.push(place.id);
            self.track.inner.push((Guard::Always, place.track));
        }
        // Of alternatives of which no value satisfies two, exactly one holds if any does: the cases don't need to
        // exclude the others.
        let is_any = k.one_of.len() > 1 && crate::apart::are_apart(self.low.schema, &k.one_of);
        let one = if is_any { Form::Any } else { Form::One as fn(Vec<Id>) -> Form };
        for (keyword, make, parts) in
            [("anyOf", Form::Any as fn(Vec<Id>) -> Form, &k.any_of), ("oneOf", one, &k.one_of)]
        {
            if parts.is_empty() {
                continue;
            }
            let places: Vec<LoweredNode> = parts.iter().map(|part| self.child(*part)).collect();
            for place in &places {
                self.track.inner.push((Guard::When(place.id), place.track));
            }
            self.push(keyword, make(places.iter().map(|place| place.id).collect()));
        }
        if let Some(part) = k.not {
            let part = self.child(part).id;
            self.push("not", Form::Not(part));
        }
        if let Some(condition) = k.if_ {
            let condition = self.child(condition);
            self.track.inner.push((Guard::When(condition.id), condition.track));
            let any = self.low.arena.any_value();
            let mut branch = |part: Option<NodeId>, guard: Guard| match part {
                None => any,
                Some(part) => {
                    let place = self.child(part);
                    self.track.inner.push((guard, place.track));
                    place.id
                }
            };
            let then = branch(k.then_, Guard::When(condition.id));
            let otherwise = branch(k.else_, Guard::Unless(condition.id));
            self.push("if", Form::If(condition.id, then, otherwise));
        }
        let mut targets = Vec::new();
        targets.extend(k.reference.as_ref().map(|reference| reference.target));
        targets.extend(k.dynamic_reference.as_ref().map(|reference| {
            let dynamic = reference.anchor.as_ref().and_then(|anchor| self.scope.get(anchor));
            dynamic.copied().unwrap_or(reference.target)
        }));
        for target in targets {
            let place = self.child(target);
            self.ids.push(place.id);
            self.track.inner.push((Guard::Always, place.track));
        }
    }

    fn finish(mut self, k: &Keywords, place: LoweredNode) {
        let properties = k.unevaluated_properties.map(|id| self.child(id).id);
        let items = k.unevaluated_items.map(|id| self.child(id).id);
        let mut ids = std::mem::take(&mut self.ids);
        ids.sort_unstable();
        ids.dedup();
        let mut form = Form::All(ids);
        if properties.is_some() || items.is_some() {
            let body = self.low.arena.reserve();
            self.low.arena.fill(body, form);
            // The other keywords mark their parts as evaluated; unevaluated* itself then marks the
            // rest.
            let beside = self.low.arena.tracks.len();
            self.low.arena.tracks.push(self.track.clone());
            let scope = Scope { properties, items, track: beside };
            let keyword =
                if properties.is_some() { "unevaluatedProperties" } else { "unevaluatedItems" };
            let scope = self.leaf(keyword, Form::Scope(body, Box::new(scope)));
            form = Form::All(vec![scope]);
            self.track.all_properties |= properties.is_some();
            self.track.all_items |= items.is_some();
        }
        if self.low.evaluates {
            self.low.arena.tracks[place.track] = self.track;
        }
        self.low.arena.fill(place.id, form);
    }
}
