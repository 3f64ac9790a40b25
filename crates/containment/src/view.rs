//! A view of a place in a schema: a node, the targets of its references and its `allOf` branches
//! joined. Comparing views instead of nodes is the reason why inlining, extracting and splitting a
//! schema is not a change.

mod names;
mod types;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use contract::number::Exact;
use contract::{Body, Keywords, NodeId, Pointer, Schema, Type, TypeSet, is_annotation};
use indexmap::IndexMap;
use serde_json::{Number, Value};

use crate::form::Constant;
use names::Names;
pub use types::{all_types, intersect, type_of, within};

/// A value, and its place in its document.
#[derive(Clone, Debug)]
pub struct Sited<T> {
    /// The value.
    pub value: T,
    /// Its keyword.
    pub at: Pointer,
}

/// A bound of a number.
#[derive(Clone, Debug)]
pub struct Bound {
    /// As written.
    pub number: Number,
    /// Its exact value.
    pub exact: Exact,
    /// Whether it is exclusive.
    pub exclusive: bool,
}

/// `contains` with its counts, which belong together.
#[derive(Clone, Debug)]
pub struct Contains {
    /// The node with the keyword.
    pub owner: NodeId,
    /// The schema of counted items.
    pub item: NodeId,
    /// `minContains`.
    pub min: Option<u64>,
    /// `maxContains`.
    pub max: Option<u64>,
}

/// The keywords with a minimum or maximum count.
pub const COUNTS: [(&str, bool, Type); 6] = [
    ("minLength", true, Type::String),
    ("maxLength", false, Type::String),
    ("minItems", true, Type::Array),
    ("maxItems", false, Type::Array),
    ("minProperties", true, Type::Object),
    ("maxProperties", false, Type::Object),
];

/// The joined view. Lists keep the order of the conjuncts.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The conjuncts.
    pub nodes: Vec<NodeId>,
    /// A conjunct that is `false`.
    pub never: Option<Pointer>,
    /// `type`: the types that all conjuncts allow.
    pub types: Option<Sited<TypeSet>>,
    /// `enum` and `const`, intersected; the flag says whether it was a `const`.
    pub values: Option<Sited<(Vec<Value>, bool)>>,
    /// The tightest lower bound.
    pub lower: Option<Sited<Bound>>,
    /// The tightest upper bound.
    pub upper: Option<Sited<Bound>>,
    /// Each `multipleOf`.
    pub multiples: Vec<Sited<Number>>,
    /// The tightest of each keyword of [`COUNTS`].
    pub counts: IndexMap<&'static str, Sited<u64>>,
    /// Each `pattern`.
    pub patterns: Vec<Sited<String>>,
    /// Each `format`.
    pub formats: Vec<Sited<String>>,
    /// The first `uniqueItems`.
    pub unique: Option<Pointer>,
    /// `required`: each name, and the place where it is listed first.
    // Shared between a view and its changed copies, like the next four: large schemas have hundreds of
    // names.
    pub required: Rc<IndexMap<String, Pointer>>,
    /// `properties`: the schemas by name.
    pub properties: Rc<IndexMap<String, Vec<NodeId>>>,
    /// `patternProperties`: the schemas by pattern.
    pub pattern_properties: Rc<IndexMap<String, Vec<NodeId>>>,
    /// Each `additionalProperties`.
    pub additional: Vec<NodeId>,
    /// Each `propertyNames`.
    pub property_names: Vec<NodeId>,
    /// `dependentRequired`: a name, and one that it requires.
    pub dependent_required: Rc<IndexMap<(String, String), Pointer>>,
    /// `dependentSchemas`: the schemas by name.
    pub dependent_schemas: Rc<IndexMap<String, Vec<NodeId>>>,
    /// Each `unevaluatedProperties`.
    pub unevaluated_properties: Vec<NodeId>,
    /// The length of the longest `prefixItems`.
    pub prefix: usize,
    /// Each schema of the items after the prefix.
    pub items: Vec<NodeId>,
    /// Each `unevaluatedItems`.
    pub unevaluated_items: Vec<NodeId>,
    /// Each `contains`.
    pub contains: Vec<Contains>,
    /// Each `anyOf`: the node with it, and its branches.
    pub any_of: Vec<(NodeId, Vec<NodeId>)>,
    /// Each `oneOf`: the node with it, and its branches.
    pub one_of: Vec<(NodeId, Vec<NodeId>)>,
    /// Each `not`: the node with it, and its schema.
    pub not: Vec<(NodeId, NodeId)>,
    /// Each node with an `if` that has a consequence.
    pub conditions: Vec<NodeId>,
    /// Something exceeded a limit: the view is incomplete.
    pub opaque: bool,
}

/// The number of graphs with kept views: the two compared ones, and as many for their parts.
const MAX_GRAPHS: usize = 4;
/// The number of kept views of a graph.
const MAX_VIEWS: usize = 20_000;

thread_local! {
    // Every generated document needs the same few places repeatedly.
    static VIEWS: RefCell<Views> = RefCell::default();
}

/// The views by graph. The graph is kept with its views, so that no other one gets its address.
#[derive(Default)]
struct Views(Vec<(Schema, Folded)>);

#[derive(Default)]
struct Folded {
    views: BTreeMap<Vec<NodeId>, Rc<View>>,
    names: BTreeMap<NodeId, Names>,
    has_evaluation: Option<bool>,
}

impl Folded {
    /// Whether any keyword of the graph depends on what others evaluated.
    fn has_evaluation(&mut self, schema: &Schema) -> bool {
        let depends =
            |k: &Keywords| k.unevaluated_items.is_some() || k.unevaluated_properties.is_some();
        *self.has_evaluation.get_or_insert_with(|| {
            schema.nodes().any(|(_, node)| node.keywords().is_some_and(depends))
        })
    }
}

impl Views {
    fn of_graph(&mut self, schema: &Schema) -> &mut Folded {
        let at = self.0.iter().position(|(known, _)| known.shares_graph(schema));
        let at = at.unwrap_or_else(|| {
            if self.0.len() >= MAX_GRAPHS {
                self.0.remove(0);
            }
            self.0.push((schema.clone(), Folded::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    fn view(&mut self, schema: &Schema, roots: &[NodeId]) -> Rc<View> {
        let folded = self.of_graph(schema);
        if let Some(view) = folded.views.get(roots) {
            return Rc::clone(view);
        }
        if folded.views.len() >= MAX_VIEWS {
            folded.views.clear();
        }
        let mut view = View::default();
        view.fold_all(schema, roots, folded);
        let view = Rc::new(view);
        folded.views.insert(roots.to_vec(), Rc::clone(&view));
        view
    }
}

impl View {
    /// The conjunction of `roots`, joined.
    pub fn of(schema: &Schema, roots: &[NodeId]) -> Rc<View> {
        VIEWS.with_borrow_mut(|known| known.view(schema, roots))
    }

    /// This view joined with `roots`. Deliberate changes of the view are kept.
    pub fn with(&self, schema: &Schema, roots: &[NodeId]) -> View {
        let mut view = self.clone();
        VIEWS.with_borrow_mut(|known| {
            view.fold_all(schema, roots, known.of_graph(schema));
        });
        view
    }

    fn fold_all(&mut self, schema: &Schema, roots: &[NodeId], folded: &mut Folded) {
        let mut queue: Vec<NodeId> = roots.iter().rev().copied().collect();
        let mut seen: BTreeSet<NodeId> = self.nodes.iter().copied().collect();
        while let Some(id) = queue.pop() {
            if !seen.insert(id) {
                continue;
            }
            self.nodes.push(id);
            match &schema.node(id).body {
                Body::Bool(true) => {}
                Body::Bool(false) => {
                    self.never.get_or_insert_with(|| schema.node(id).pointer.clone());
                }
                Body::Object(k) => {
                    let at = &schema.node(id).pointer;
                    let named = folded.names.entry(id).or_insert_with(|| Names::of(at, k));
                    self.fold(at, id, k, named);
                    // `not` evaluates nothing, so with `unevaluated*` a double one is not its schema.
                    if let Some(same) = k.not.and_then(|not| negated(schema, not))
                        && !folded.has_evaluation(schema)
                    {
                        self.not.pop();
                        queue.push(same);
                    }
                    queue.extend(k.all_of.iter().rev());
                    queue.extend(k.dynamic_reference.iter().map(|r| r.target));
                    queue.extend(k.reference.iter().map(|r| r.target));
                }
            }
        }
    }

    fn fold(&mut self, at: &Pointer, id: NodeId, k: &Keywords, named: &Names) {
        self.fold_values(at, k);
        self.fold_numbers(at, k);
        for (keyword, least, _) in COUNTS {
            if let Some(count) = count_of(k, keyword) {
                let sited = Sited { value: count, at: at.push(keyword) };
                let tighter = |old: u64| if least { count > old } else { count < old };
                if self.counts.get(keyword).is_none_or(|old| tighter(old.value)) {
                    self.counts.insert(keyword, sited);
                }
            }
        }
        let text =
            |keyword: &str, value: &String| Sited { value: value.clone(), at: at.push(keyword) };
        self.patterns.extend(k.pattern.iter().map(|p| text("pattern", p)));
        self.formats.extend(k.format.iter().map(|f| text("format", f)));
        if k.unique_items {
            self.unique.get_or_insert_with(|| at.push("uniqueItems"));
        }
        self.fold_names(named);
        self.fold_objects(k);
        self.prefix = self.prefix.max(k.prefix_items.len());
        self.items.extend(k.items);
        self.unevaluated_items.extend(k.unevaluated_items);
        self.contains.extend(k.contains.map(|item| Contains {
            owner: id,
            item,
            min: k.min_contains,
            max: k.max_contains,
        }));
        let group = |branches: &Vec<NodeId>| (!branches.is_empty()).then(|| (id, branches.clone()));
        self.any_of.extend(group(&k.any_of));
        self.one_of.extend(group(&k.one_of));
        self.not.extend(k.not.map(|n| (id, n)));
        if k.if_.is_some() && (k.then_.is_some() || k.else_.is_some()) {
            self.conditions.push(id);
        }
    }

    /// Requires a property, unless it is required already.
    pub fn require(&mut self, name: &str, at: impl FnOnce() -> Pointer) {
        if !self.required.contains_key(name) {
            Rc::make_mut(&mut self.required).insert(name.to_owned(), at());
        }
    }

    /// Restricts the types to these.
    pub fn only(&mut self, types: TypeSet) {
        self.fold_types(Pointer::root(), types);
    }

    fn fold_types(&mut self, at: Pointer, types: TypeSet) {
        let value = self.types.as_ref().map_or(types, |old| intersect(old.value, types));
        self.types = Some(Sited { value, at });
    }

    fn fold_values(&mut self, at: &Pointer, k: &Keywords) {
        if let Some(types) = k.types {
            self.fold_types(at.push("type"), types);
        }
        let lists = [
            k.enumeration.clone().map(|l| (l, false, "enum")),
            k.constant.clone().map(|c| (vec![c], true, "const")),
        ];
        for (list, constant, keyword) in lists.into_iter().flatten() {
            let kept = match &self.values {
                Some(old) => {
                    let known: BTreeSet<Constant> = list.iter().map(Constant::new).collect();
                    let both = |v: &&Value| known.contains(&Constant::new(v));
                    old.value.0.iter().filter(both).cloned().collect()
                }
                None => list,
            };
            self.values = Some(Sited { value: (kept, constant), at: at.push(keyword) });
        }
    }

    fn fold_numbers(&mut self, at: &Pointer, k: &Keywords) {
        let bounds = [
            (&k.minimum, "minimum", false, true),
            (&k.exclusive_minimum, "exclusiveMinimum", true, true),
            (&k.maximum, "maximum", false, false),
            (&k.exclusive_maximum, "exclusiveMaximum", true, false),
        ];
        for (number, keyword, exclusive, lower) in bounds {
            let Some(number) = number else { continue };
            let Some(exact) = Exact::new(number) else {
                self.opaque = true;
                continue;
            };
            let bound = Bound { number: number.clone(), exact, exclusive };
            let slot = if lower { &mut self.lower } else { &mut self.upper };
            let tighter = |old: &Bound| is_tighter(&bound, old, lower);
            if slot.as_ref().is_none_or(|old| tighter(&old.value)) {
                *slot = Some(Sited { value: bound, at: at.push(keyword) });
            }
        }
        self.opaque |= k.multiple_of.as_ref().is_some_and(|n| Exact::new(n).is_none());
        let steps = k.multiple_of.iter();
        self.multiples.extend(steps.map(|n| Sited { value: n.clone(), at: at.push("multipleOf") }));
    }

    fn fold_names(&mut self, named: &Names) {
        if self.required.is_empty() {
            self.required = Rc::clone(&named.required);
        } else {
            for (name, at) in named.required.iter() {
                self.require(name, || at.clone());
            }
        }
        if self.dependent_required.is_empty() {
            self.dependent_required = Rc::clone(&named.dependent_required);
        } else if !named.dependent_required.is_empty() {
            let all = Rc::make_mut(&mut self.dependent_required);
            for (names, at) in named.dependent_required.iter() {
                all.entry(names.clone()).or_insert_with(|| at.clone());
            }
        }
        for (all, said) in [
            (&mut self.properties, &named.properties),
            (&mut self.pattern_properties, &named.pattern_properties),
            (&mut self.dependent_schemas, &named.dependent_schemas),
        ] {
            if all.is_empty() {
                *all = Rc::clone(said);
            } else if !said.is_empty() {
                let all = Rc::make_mut(all);
                all.reserve(said.len());
                for (name, ids) in said.iter() {
                    all.entry(name.clone()).or_default().extend(ids);
                }
            }
        }
    }

    fn fold_objects(&mut self, k: &Keywords) {
        self.additional.extend(k.additional_properties);
        self.property_names.extend(k.property_names);
        self.unevaluated_properties.extend(k.unevaluated_properties);
    }

    /// The possible types of a value here, with `enum` and `const`; all if there is no restriction.
    pub fn effective_types(&self) -> TypeSet {
        let declared = self.types.as_ref().map_or_else(all_types, |t| t.value);
        match &self.values {
            Some(values) => {
                let kinds = values.value.0.iter().map(type_of).filter(|t| declared.takes(*t));
                kinds.collect()
            }
            None => declared,
        }
    }

    /// Whether only `properties` applies to the members of an object.
    pub fn has_only_declared_properties(&self) -> bool {
        self.additional.is_empty()
            && self.pattern_properties.is_empty()
            && self.property_names.is_empty()
            && self.dependent_schemas.is_empty()
            && self.any_of.is_empty()
            && self.one_of.is_empty()
            && self.not.is_empty()
            && self.conditions.is_empty()
            && !self.has_unevaluated()
    }

    /// Whether the result depends on what other keywords evaluated.
    pub fn has_unevaluated(&self) -> bool {
        !self.unevaluated_properties.is_empty() || !self.unevaluated_items.is_empty()
    }

    /// The possible types of a value here, with those of the alternatives.
    pub fn possible_types(&self, schema: &Schema) -> TypeSet {
        self.types_within(schema, 4)
    }

    fn types_within(&self, schema: &Schema, depth: usize) -> TypeSet {
        let mut types = self.effective_types();
        if depth == 0 {
            return types;
        }
        for (_, branches) in self.any_of.iter().chain(&self.one_of) {
            let of_branch = |id: &NodeId| {
                let view = View::of(schema, &[*id]);
                if view.never.is_some() {
                    TypeSet::default()
                } else {
                    view.types_within(schema, depth - 1)
                }
            };
            let all = branches.iter().map(of_branch);
            let union = all.fold(TypeSet::default(), |a, b| a.iter().chain(b.iter()).collect());
            types = intersect(types, union);
        }
        types
    }

    /// The schemas for the value of property `name`.
    pub fn property(&self, schema: &Schema, name: &str) -> Vec<NodeId> {
        let mut found = Vec::new();
        for id in &self.nodes {
            let Some(k) = schema.node(*id).keywords() else { continue };
            let before = found.len();
            found.extend(k.properties.get(name));
            let patterns = k.pattern_properties.iter();
            found.extend(
                patterns.filter(|(p, _)| crate::pattern_match::matches(p, name)).map(|(_, id)| *id),
            );
            if found.len() == before {
                found.extend(k.additional_properties);
            }
        }
        found
    }

    /// Whether [`View::property`] is complete for `name`: every pattern can be matched with it.
    pub fn knows(&self, name: &str) -> bool {
        self.pattern_properties.keys().all(|p| crate::pattern_match::is_match(p, name).is_some())
    }

    /// The schemas for the item at `index`.
    pub fn item(&self, schema: &Schema, index: usize) -> Vec<NodeId> {
        let keywords = self.nodes.iter().filter_map(|id| schema.node(*id).keywords());
        keywords.filter_map(|k| k.prefix_items.get(index).copied().or(k.items)).collect()
    }

    /// Whether `name` is declared: by name, or by a matching pattern.
    pub fn declares(&self, name: &str) -> bool {
        self.properties.contains_key(name)
            || self.pattern_properties.keys().any(|p| crate::pattern_match::matches(p, name))
    }
}

/// The schema that a schema with nothing but `not` excludes.
fn negated(schema: &Schema, id: NodeId) -> Option<NodeId> {
    let k = schema.node(id).keywords()?;
    k.order.iter().all(|word| word == "not" || is_annotation(word)).then_some(k.not?)
}

/// Whether `new` is tighter than `old`.
pub fn is_tighter(new: &Bound, old: &Bound, lower: bool) -> bool {
    let order = new.exact.cmp(&old.exact);
    match order {
        Ordering::Equal => new.exclusive && !old.exclusive,
        Ordering::Greater => lower,
        Ordering::Less => !lower,
    }
}

fn count_of(k: &Keywords, keyword: &str) -> Option<u64> {
    match keyword {
        "minLength" => k.min_length,
        "maxLength" => k.max_length,
        "minItems" => k.min_items,
        "maxItems" => k.max_items,
        "minProperties" => k.min_properties,
        _ => k.max_properties,
    }
}
