//! `contract::Schema` → [`Unit`]: resolves references to functions, unrolls dynamic scopes, folds
//! constants. What no language supports (an invalid pattern, a circular reference) is rejected here.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Body, Draft, Keywords, NodeId, Pointer, Schema, Signs};

use super::parts::{asserts, children, stem};
use super::{Block, Check, Evaluated, Format, Function, FunctionId, Kind, Sub, Unit};
use super::{graph, order, read_pattern};

/// Whether `format` is checked or an annotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// Checked, if it is one of [`Format::ALL`].
    #[default]
    Assert,
    /// An annotation.
    Annotate,
}

/// Why a schema (or a part of it) is not emitted; it never silently becomes "any".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", if pointer.is_root() { "the root" } else { pointer.as_str() })]
pub struct Refusal {
    /// The unsupported keyword.
    pub pointer: Pointer,
    /// The reason, and what to do.
    pub reason: String,
}

/// Dynamic anchors and their targets: the outermost resource of the scope wins.
type Scope = BTreeMap<String, NodeId>;

/// The maximum depth of inline schemas before they become functions.
const INLINE_DEPTH: usize = 3;
/// The maximum number of keywords of an inline schema.
const INLINE_WEIGHT: usize = 12;
/// The maximum number of copies by dynamic scopes; a schema with more is rejected.
const MOST_FUNCTIONS: usize = 50_000;

/// Lowers the schema from its root.
///
/// # Errors
/// An invalid ECMA-262 pattern, or a circular reference on the same instance.
pub fn lower(schema: &Schema, formats: Formats) -> Result<Unit, Refusal> {
    lower_parts(schema, formats, &[]).map(|(unit, _)| unit)
}

/// The same, with some of its schemas as separate functions: coercion needs conditions and branches.
///
/// # Errors
/// As [`lower`].
pub fn lower_parts(
    schema: &Schema,
    formats: Formats,
    parts: &[NodeId],
) -> Result<(Unit, Vec<Sub>), Refusal> {
    Lowering::new(schema, formats, Defaults::Drop).whole(parts)
}

/// Lowers a schema for a table that coercion also reads: schemas with only a default are kept.
///
/// # Errors
/// As [`lower`].
pub fn lower_with_defaults(schema: &Schema, formats: Formats) -> Result<Unit, Refusal> {
    Lowering::new(schema, formats, Defaults::Keep).whole(&[]).map(|(unit, _)| unit)
}

/// Whether a block keeps the schema's default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defaults {
    Keep,
    Drop,
}

impl<'s> Lowering<'s> {
    fn new(schema: &'s Schema, formats: Formats, defaults: Defaults) -> Lowering<'s> {
        let anchors = schema
            .nodes()
            .filter_map(|(_, node)| node.keywords()?.dynamic_reference.as_ref()?.anchor.clone())
            .collect();
        Lowering {
            schema,
            formats,
            defaults,
            anchors,
            ids: BTreeMap::new(),
            queue: Vec::new(),
            functions: Vec::new(),
        }
    }

    fn whole(mut self, parts: &[NodeId]) -> Result<(Unit, Vec<Sub>), Refusal> {
        let schema = self.schema;
        let lowering = &mut self;
        let mut whole =
            |id: NodeId| lowering.sub(id, &Scope::new(), Evaluated::default(), INLINE_DEPTH);
        let root = whole(schema.root())?;
        let parts = parts.iter().map(|id| whole(*id)).collect::<Result<_, _>>()?;
        while let Some((id, node, scope, seen)) = self.queue.pop() {
            let body = self.block(node, &scope, seen, 0)?;
            self.functions[id].body = body;
        }
        let mut functions = self.functions;
        if let Some(endless) = graph::mark(&mut functions) {
            return Err(Refusal {
                pointer: functions[endless].pointer.clone(),
                reason: "refers to itself on the same value, so no value can be decided; \
                     remove the loop of references"
                    .to_owned(),
            });
        }
        Ok((Unit { functions, root }, parts))
    }
}

struct Lowering<'s> {
    schema: &'s Schema,
    formats: Formats,
    defaults: Defaults,
    /// The dynamic anchors that references use.
    anchors: BTreeSet<String>,
    ids: BTreeMap<(NodeId, Scope, Evaluated), FunctionId>,
    queue: Vec<(FunctionId, NodeId, Scope, Evaluated)>,
    functions: Vec<Function>,
}

impl Lowering<'_> {
    /// The scope inside of `node`: its resource's anchors, unless an outer resource has bound them.
    fn enter(&self, node: NodeId, scope: &Scope) -> Scope {
        let mut inner = scope.clone();
        let resource = self.schema.resource(self.schema.node(node).resource);
        for (anchor, target) in &resource.dynamic_anchors {
            if self.anchors.contains(anchor) {
                inner.entry(anchor.clone()).or_insert(*target);
            }
        }
        inner
    }

    fn sub(
        &mut self,
        id: NodeId,
        scope: &Scope,
        seen: Evaluated,
        depth: usize,
    ) -> Result<Sub, Refusal> {
        let node = self.schema.node(id);
        let keywords = match &node.body {
            Body::Bool(true) => return Ok(Sub::Always),
            Body::Bool(false) => return Ok(Sub::Never),
            Body::Object(keywords) => keywords,
        };
        let has_default = self.defaults == Defaults::Keep && keywords.default.is_some();
        if !asserts(keywords) && !has_default {
            return Ok(Sub::Always);
        }
        let scope = self.enter(id, scope);
        // Coercion identifies a schema by its address, so a table contains each schema with parts only
        // once.
        let is_small = match self.defaults {
            Defaults::Drop => self.weight(id, INLINE_WEIGHT) <= INLINE_WEIGHT,
            Defaults::Keep => {
                let refers = keywords.reference.is_some() || keywords.dynamic_reference.is_some();
                !refers && children(keywords).next().is_none()
            }
        };
        if !seen.any() && depth < INLINE_DEPTH && is_small {
            let block = self.block(id, &scope, seen, depth + 1)?;
            return Ok(match block.checks.is_empty() && block.default.is_none() {
                true => Sub::Always,
                false => Sub::Block(Box::new(block)),
            });
        }
        let key = (id, scope, seen);
        if let Some(known) = self.ids.get(&key) {
            return Ok(Sub::Call(*known));
        }
        let function = self.functions.len();
        if function == MOST_FUNCTIONS {
            let reason = format!("needs more than {MOST_FUNCTIONS} functions; split the schema");
            return Err(Refusal { pointer: node.pointer.clone(), reason });
        }
        self.functions.push(Function {
            pointer: node.pointer.clone(),
            stem: stem(&node.pointer),
            recursive: false,
            body: Block::default(),
        });
        self.queue.push((function, id, key.1.clone(), seen));
        self.ids.insert(key, function);
        Ok(Sub::Call(function))
    }

    /// The number of keywords of a schema and its subschemas, counted up to `limit` + 1.
    fn weight(&self, id: NodeId, limit: usize) -> usize {
        let Some(keywords) = self.schema.node(id).keywords() else { return 1 };
        let mut sum = keywords.order.len();
        for child in children(keywords) {
            if sum > limit {
                break;
            }
            sum += self.weight(child, limit - sum);
        }
        sum
    }

    fn block(
        &mut self,
        id: NodeId,
        scope: &Scope,
        wanted: Evaluated,
        depth: usize,
    ) -> Result<Block, Refusal> {
        let schema = self.schema;
        let node = schema.node(id);
        let Some(keywords) = node.keywords() else { return Ok(Block::default()) };
        let seen = Evaluated {
            properties: wanted.properties || keywords.unevaluated_properties.is_some(),
            items: wanted.items || keywords.unevaluated_items.is_some(),
        };
        let default = keywords.default.clone().filter(|_| self.defaults == Defaults::Keep);
        let mut block = Block { checks: Vec::new(), default, seen, exports: wanted.any() };
        let mut place = Node { id, keywords, scope, seen, depth, checks: &mut block.checks };
        for keyword in order::checked(keywords) {
            self.keyword(keyword, &mut place)?;
        }
        Ok(block)
    }

    fn keyword(&mut self, keyword: &'static str, at: &mut Node<'_>) -> Result<(), Refusal> {
        let k = at.keywords;
        let spelled = order::spelled(k, keyword);
        let pointer = self.schema.node(at.id).pointer.push(spelled);
        let kind = match keyword {
            "$ref" | "$dynamicRef" | "allOf" => {
                return self.applied(keyword, spelled, &pointer, at);
            }
            "patternProperties" => return self.patterns(spelled, &pointer, at),
            "anyOf" | "oneOf" | "not" | "if" | "dependentSchemas" => self.in_place(keyword, at)?,
            "items" | "prefixItems" | "contains" | "unevaluatedItems" => self.items(keyword, at)?,
            "properties" | "additionalProperties" | "propertyNames" | "unevaluatedProperties" => {
                self.properties(keyword, at)?
            }
            _ => self.plain(keyword, &pointer, k)?,
        };
        let signs = match &kind {
            Some(Kind::AnyOf(_)) => signs(self.schema, &k.any_of),
            Some(Kind::OneOf(_)) => signs(self.schema, &k.one_of),
            _ => Vec::new(),
        };
        let keyword = spelled.to_owned();
        at.checks.extend(kind.map(|kind| Check { keyword, pointer, kind, signs }));
        Ok(())
    }

    /// Keywords without subschemas.
    fn plain(
        &self,
        keyword: &str,
        pointer: &Pointer,
        k: &Keywords,
    ) -> Result<Option<Kind>, Refusal> {
        Ok(match keyword {
            "type" => k.types.map(Kind::Type),
            "enum" => k.enumeration.clone().map(Kind::Enum),
            "const" => k.constant.clone().map(Kind::Const),
            "multipleOf" => k.multiple_of.clone().map(Kind::MultipleOf),
            "minimum" => k.minimum.clone().map(Kind::Minimum),
            "maximum" => k.maximum.clone().map(Kind::Maximum),
            "exclusiveMinimum" => k.exclusive_minimum.clone().map(Kind::ExclusiveMinimum),
            "exclusiveMaximum" => k.exclusive_maximum.clone().map(Kind::ExclusiveMaximum),
            "minLength" => k.min_length.filter(|least| *least > 0).map(Kind::MinLength),
            "maxLength" => k.max_length.map(Kind::MaxLength),
            "minItems" => k.min_items.filter(|least| *least > 0).map(Kind::MinItems),
            "maxItems" => k.max_items.map(Kind::MaxItems),
            "uniqueItems" => k.unique_items.then_some(Kind::UniqueItems),
            "minProperties" => k.min_properties.filter(|least| *least > 0).map(Kind::MinProperties),
            "maxProperties" => k.max_properties.map(Kind::MaxProperties),
            "required" => (!k.required.is_empty()).then(|| Kind::Required(k.required.clone())),
            "dependentRequired" => {
                let lists: Vec<_> = k
                    .dependent_required
                    .iter()
                    .filter(|(_, names)| !names.is_empty())
                    .map(|(name, names)| (name.clone(), names.clone()))
                    .collect();
                (!lists.is_empty()).then_some(Kind::DependentRequired(lists))
            }
            "format" if self.formats == Formats::Assert => {
                k.format.as_deref().and_then(Format::parse).map(Kind::Format)
            }
            "pattern" => match &k.pattern {
                Some(text) => {
                    let pattern = read_pattern(text, pointer)?;
                    Some(Kind::Pattern { pattern, longest: k.max_length })
                }
                None => None,
            },
            _ => None,
        })
    }

    /// `$ref`, `$dynamicRef`, `allOf`: one check each, with inner issues.
    fn applied(
        &mut self,
        keyword: &str,
        spelled: &str,
        pointer: &Pointer,
        at: &mut Node<'_>,
    ) -> Result<(), Refusal> {
        let k = at.keywords;
        let (targets, keep, inline) = match keyword {
            "$ref" => {
                let target = k.reference.iter().map(|reference| reference.target).collect();
                (target, true, INLINE_DEPTH)
            }
            "$dynamicRef" => {
                let bound = k.dynamic_reference.iter().map(|reference| {
                    let anchor = reference.anchor.as_ref();
                    let bound = anchor.and_then(|anchor| at.scope.get(anchor));
                    bound.copied().unwrap_or(reference.target)
                });
                (bound.collect(), true, INLINE_DEPTH)
            }
            _ => (k.all_of.clone(), false, at.depth),
        };
        let many = keyword == "allOf";
        for (index, target) in targets.into_iter().enumerate() {
            let kind = match self.sub(target, at.scope, at.seen, inline)? {
                Sub::Always => continue,
                Sub::Never => Kind::Never,
                sub => Kind::Apply { sub, keep },
            };
            let pointer = if many { pointer.push_index(index) } else { pointer.clone() };
            let (keyword, signs) = (spelled.to_owned(), Vec::new());
            at.checks.push(Check { keyword, pointer, kind, signs });
        }
        Ok(())
    }

    /// Keywords that apply schemas to the instance itself.
    fn in_place(&mut self, keyword: &str, at: &mut Node<'_>) -> Result<Option<Kind>, Refusal> {
        let (k, scope, seen, depth) = (at.keywords, at.scope, at.seen, at.depth);
        let all = |this: &mut Self, ids: &[NodeId]| -> Result<Vec<Sub>, Refusal> {
            ids.iter().map(|id| this.sub(*id, scope, seen, depth)).collect()
        };
        Ok(match keyword {
            "anyOf" if !k.any_of.is_empty() => {
                let subs = all(self, &k.any_of)?;
                let free = !seen.any() && subs.iter().any(|sub| matches!(sub, Sub::Always));
                (!free).then_some(Kind::AnyOf(subs))
            }
            "oneOf" if !k.one_of.is_empty() => Some(Kind::OneOf(all(self, &k.one_of)?)),
            "not" => match k.not {
                Some(id) => match self.sub(id, scope, Evaluated::default(), depth)? {
                    Sub::Never => None,
                    sub => Some(Kind::Not(sub)),
                },
                None => None,
            },
            "if" => {
                let Some(test) = k.if_ else { return Ok(None) };
                let mut arm = |id: Option<NodeId>| match id {
                    Some(id) => self.sub(id, scope, seen, depth),
                    None => Ok(Sub::Always),
                };
                let (then, other) = (arm(k.then_)?, arm(k.else_)?);
                let test = arm(Some(test))?;
                let free = matches!((&then, &other), (Sub::Always, Sub::Always)) && !seen.any();
                (!free).then_some(Kind::If { test, then, other })
            }
            "dependentSchemas" => {
                let mut list = Vec::new();
                for (name, id) in &k.dependent_schemas {
                    match self.sub(*id, scope, seen, depth)? {
                        Sub::Always => {}
                        sub => list.push((name.clone(), sub)),
                    }
                }
                (!list.is_empty()).then_some(Kind::DependentSchemas(list))
            }
            _ => None,
        })
    }

    /// Keywords that apply schemas to items.
    fn items(&mut self, keyword: &str, at: &mut Node<'_>) -> Result<Option<Kind>, Refusal> {
        let (k, noting) = (at.keywords, at.seen.items);
        let mut child = |id: NodeId| self.sub(id, at.scope, Evaluated::default(), at.depth);
        Ok(match keyword {
            "prefixItems" if !k.prefix_items.is_empty() => {
                let subs =
                    k.prefix_items.iter().map(|id| child(*id)).collect::<Result<Vec<_>, _>>()?;
                let free = !noting && subs.iter().all(|sub| matches!(sub, Sub::Always));
                (!free).then_some(Kind::PrefixItems(subs))
            }
            "items" => match k.items.map(&mut child).transpose()? {
                None => None,
                Some(Sub::Always) if !noting => None,
                Some(sub) => Some(Kind::Items { from: k.prefix_items.len(), sub }),
            },
            "contains" => match k.contains.map(&mut child).transpose()? {
                None => None,
                Some(sub) => {
                    let (min, max) = (k.min_contains.unwrap_or(1), k.max_contains);
                    let notes = noting && self.schema.draft(at.id) >= Draft::Draft2020;
                    let free = min == 0 && max.is_none() && !notes;
                    (!free).then_some(Kind::Contains { sub, min, max, notes })
                }
            },
            "unevaluatedItems" => {
                k.unevaluated_items.map(&mut child).transpose()?.map(Kind::UnevaluatedItems)
            }
            _ => None,
        })
    }

    /// One check for each pattern, in the schema's order, which is the order of issues.
    fn patterns(
        &mut self,
        spelled: &str,
        pointer: &Pointer,
        at: &mut Node<'_>,
    ) -> Result<(), Refusal> {
        for (text, id) in &at.keywords.pattern_properties {
            let sub = self.sub(*id, at.scope, Evaluated::default(), at.depth)?;
            if matches!(sub, Sub::Always) && !at.seen.properties {
                continue;
            }
            let kind = Kind::PatternProperties(read_pattern(text, &pointer.push(text))?, sub);
            let (keyword, signs) = (spelled.to_owned(), Vec::new());
            at.checks.push(Check { keyword, pointer: pointer.clone(), kind, signs });
        }
        Ok(())
    }

    /// Keywords that apply schemas to properties and their names.
    fn properties(&mut self, keyword: &str, at: &mut Node<'_>) -> Result<Option<Kind>, Refusal> {
        let (k, noting) = (at.keywords, at.seen.properties);
        let (scope, depth) = (at.scope, at.depth);
        let child = |this: &mut Self, id: NodeId| this.sub(id, scope, Evaluated::default(), depth);
        Ok(match keyword {
            "properties" => {
                let mut list = Vec::new();
                for (name, id) in &k.properties {
                    match child(self, *id)? {
                        Sub::Always if !noting => {}
                        sub => list.push((name.clone(), sub)),
                    }
                }
                (!list.is_empty()).then_some(Kind::Properties(list))
            }
            "additionalProperties" => {
                let Some(id) = k.additional_properties else { return Ok(None) };
                let sub = child(self, id)?;
                if matches!(sub, Sub::Always) && !noting {
                    return Ok(None);
                }
                let here = self.schema.node(at.id).pointer.push("patternProperties");
                let patterns = k
                    .pattern_properties
                    .keys()
                    .map(|text| read_pattern(text, &here.push(text)))
                    .collect::<Result<_, _>>()?;
                let names = k.properties.keys().cloned().collect();
                Some(Kind::AdditionalProperties { names, patterns, sub })
            }
            "propertyNames" => match k.property_names.map(|id| child(self, id)).transpose()? {
                None | Some(Sub::Always) => None,
                Some(sub) => Some(Kind::PropertyNames(sub)),
            },
            "unevaluatedProperties" => match k.unevaluated_properties {
                Some(id) => Some(Kind::UnevaluatedProperties(child(self, id)?)),
                None => None,
            },
            _ => None,
        })
    }
}

/// The schema object being lowered.
struct Node<'p> {
    id: NodeId,
    keywords: &'p Keywords,
    scope: &'p Scope,
    seen: Evaluated,
    depth: usize,
    checks: &'p mut Vec<Check>,
}

/// The types and constants of each branch; `None` if there are none.
fn signs(schema: &Schema, branches: &[NodeId]) -> Vec<Signs> {
    let all: Vec<Signs> = branches.iter().map(|id| Signs::of(schema, *id)).collect();
    // A single branch needs none.
    if all.len() > 1 && all.iter().all(Signs::is_empty) { Vec::new() } else { all }
}
