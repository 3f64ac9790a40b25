//! Validates one document against one schema: the traversal, the dynamic scope, and the keywords that
//! apply subschemas to the instance itself.

use std::collections::{BTreeMap, BTreeSet};

use contract::schema::{Body, Keywords, NodeId, ResourceId};
use contract::{Issue, Pointer};
use serde_json::Value;

use super::notes::Notes;
use super::plan::Keyword;
use super::wanted::Wanted;
use super::{ValidateError, Validator, tell, unique};

/// The maximum depth of nested schemas. The command's stack holds far more.
const MAX_DEPTH: usize = 40_000;

/// The limit of values copied into issues; after it only types are reported.
const COPY_BUDGET: usize = 2_000_000;

/// The limit of schema values copied into issues: all items of a document may violate one long `enum`.
const WANTED_BUDGET: usize = 200_000;

/// The length of an `enum` list up to which values are compared one by one, and how often a longer
/// one is.
const SHORT_LIST: usize = 16;

/// A long list of `enum`.
#[derive(Default)]
struct LongList {
    /// The number of lookups so far.
    asked: usize,
    /// An index of the values, built after many lookups.
    keys: BTreeSet<Vec<u8>>,
}

/// The limit of schema applications for a document: far more than a normal schema needs, and few
/// enough to end within seconds if alternatives multiply.
pub(super) fn budget(document: &Value) -> usize {
    5_000_000 + 100 * tell::size(document, 10_000_000)
}

/// A step from a value to a part of it.
#[derive(Debug, Clone, Copy)]
pub(super) enum InstanceStep<'i> {
    Name(&'i str),
    Index(usize),
}

/// True or false, unless the document can't be validated.
pub(super) type Verdict = Result<bool, ValidateError>;

/// The collected notes, if they are needed.
pub(super) type Noting<'n, 'i> = Option<&'n mut Notes<'i>>;

/// The state of the traversal.
pub(super) struct Run<'v, 'i> {
    pub(super) validator: &'v Validator,
    pub(super) issues: Vec<Issue>,
    pub(super) passed: Vec<Pointer>,
    /// Only the result is needed: the first failure ends the traversal.
    pub(super) silent: bool,
    /// An issue of a union omits its branches, because it becomes part of another issue's message.
    pub(super) plain_unions: bool,
    path: Vec<InstanceStep<'i>>,
    /// The entered resources, outermost first.
    scope: Vec<ResourceId>,
    /// The schemas that are being applied to the current value.
    active: Vec<NodeId>,
    depth: usize,
    copied: usize,
    /// The number of schema values in issues.
    wanted: usize,
    /// The remaining number of schema applications.
    left: usize,
    /// The values of long `enum` lists, by the address of the list.
    lists: BTreeMap<*const Value, LongList>,
    /// Results of referenced schemas, by the address of the value.
    verdicts: BTreeMap<(NodeId, *const Value), bool>,
    /// Values that referenced schemas accept, where issues are reported: subschemas that apply the same one to a value
    /// would multiply from level to level.
    accepted: BTreeSet<(NodeId, *const Value)>,
}

/// Checks one keyword of one schema on one value.
pub(super) struct At<'v, 'i> {
    pub(super) keywords: &'v Keywords,
    pub(super) node: NodeId,
    /// Its spelling in the source.
    pub(super) keyword: &'v str,
    pub(super) value: &'i Value,
}

impl<'v, 'i> Run<'v, 'i> {
    pub(super) fn new(validator: &'v Validator, left: usize) -> Run<'v, 'i> {
        Run {
            validator,
            issues: Vec::new(),
            passed: Vec::new(),
            silent: false,
            plain_unions: false,
            path: Vec::new(),
            scope: Vec::new(),
            active: Vec::new(),
            depth: 0,
            copied: 0,
            wanted: 0,
            left,
            lists: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            accepted: BTreeSet::new(),
        }
    }

    /// Applies a schema to a value; `holder` is the keyword that reports a `false` schema.
    pub(super) fn node(
        &mut self,
        id: NodeId,
        value: &'i Value,
        holder: &str,
        notes: Noting<'_, 'i>,
    ) -> Verdict {
        let node = self.validator.schema.node(id);
        let keywords = match &node.body {
            Body::Bool(true) => return Ok(true),
            Body::Bool(false) => {
                self.fail_value(holder, Value::Bool(false), value);
                return Ok(false);
            }
            Body::Object(keywords) => keywords,
        };
        let key = (id, std::ptr::from_ref(value));
        let remembered = notes.is_none()
            && (value.is_object() || value.is_array())
            && self.validator.plans.is_remembered(id);
        if remembered && !self.silent && self.accepted.contains(&key) {
            return Ok(true);
        }
        if let Some(known) = self.verdicts.get(&key).filter(|_| remembered && self.silent) {
            return Ok(*known);
        }
        self.left = self.left.checked_sub(1).ok_or(ValidateError::Work)?;
        if self.active.contains(&id) {
            return Err(ValidateError::Loop { place: tell::place(&node.pointer) });
        }
        if self.depth == MAX_DEPTH {
            return Err(ValidateError::Depth(MAX_DEPTH));
        }
        let entered = self.scope.last() != Some(&node.resource);
        if entered {
            self.scope.push(node.resource);
        }
        self.active.push(id);
        self.depth += 1;
        let verdict = self.checks(id, keywords, value, notes);
        self.depth -= 1;
        self.active.pop();
        if entered {
            self.scope.pop();
        }
        if let (true, Ok(holds)) = (remembered, &verdict) {
            if self.silent {
                self.verdicts.insert(key, *holds);
            } else if *holds {
                self.accepted.insert(key);
            }
        }
        verdict
    }

    fn checks(
        &mut self,
        node: NodeId,
        keywords: &'v Keywords,
        value: &'i Value,
        notes: Noting<'_, 'i>,
    ) -> Verdict {
        let asks =
            keywords.unevaluated_properties.is_some() || keywords.unevaluated_items.is_some();
        if !asks {
            return self.all_checks(node, keywords, value, notes);
        }
        let mut own = Notes::default();
        let verdict = self.all_checks(node, keywords, value, Some(&mut own))?;
        if let Some(notes) = notes {
            notes.learn(own);
        }
        Ok(verdict)
    }

    fn all_checks(
        &mut self,
        node: NodeId,
        keywords: &'v Keywords,
        value: &'i Value,
        mut notes: Noting<'_, 'i>,
    ) -> Verdict {
        let validator = self.validator;
        let mut holds = true;
        for (check, keyword) in validator.plans.of(node) {
            let at = At { keywords, node, keyword, value };
            if !self.check(*check, &at, notes.as_deref_mut())? {
                holds = false;
                if self.silent {
                    break;
                }
            }
        }
        Ok(holds)
    }

    fn check(&mut self, check: Keyword, at: &At<'v, 'i>, notes: Noting<'_, 'i>) -> Verdict {
        use Keyword as K;
        match check {
            K::Ref => match &at.keywords.reference {
                Some(reference) => self.node(reference.target, at.value, at.keyword, notes),
                None => Ok(true),
            },
            K::DynamicRef => self.dynamic(at, notes),
            K::AllOf => self.all_of(at, notes),
            K::AnyOf => self.any_of(at, notes),
            K::OneOf => self.one_of(at, notes),
            K::Not => self.not(at),
            K::If => self.condition(at, notes),
            K::DependentSchemas => self.dependent_schemas(at, notes),
            K::PrefixItems => self.prefix_items(at, notes),
            K::Items => self.items(at, notes),
            K::Contains => self.contains(at, notes),
            K::UnevaluatedItems => self.unevaluated_items(at, notes),
            K::Properties => self.properties(at, notes),
            K::PatternProperties => self.pattern_properties(at, notes),
            K::AdditionalProperties => self.additional_properties(at, notes),
            K::PropertyNames => self.property_names(at),
            K::UnevaluatedProperties => self.unevaluated_properties(at, notes),
            plain => self.plain(plain, at),
        }
    }

    /// Applies a schema to a part of the current value.
    pub(super) fn child(
        &mut self,
        id: NodeId,
        value: &'i Value,
        step: InstanceStep<'i>,
        holder: &str,
    ) -> Verdict {
        self.path.push(step);
        let outer = std::mem::take(&mut self.active);
        let verdict = self.node(id, value, holder, None);
        self.active = outer;
        self.path.pop();
        verdict
    }

    /// Applies a schema to a separate value, such as a key, which has no place.
    pub(super) fn aside(&mut self, id: NodeId, value: &Value, holder: &str) -> Verdict {
        let mut run = Run::new(self.validator, self.left);
        run.silent = self.silent;
        run.plain_unions = self.plain_unions;
        run.scope = self.scope.clone();
        run.depth = self.depth;
        let verdict = run.node(id, value, holder, None)?;
        self.left = run.left;
        let here = self.pointer();
        self.issues
            .extend(run.issues.into_iter().map(|issue| Issue { path: here.clone(), ..issue }));
        Ok(verdict)
    }

    /// Whether a schema accepts the value; reports nothing.
    pub(super) fn holds(&mut self, id: NodeId, value: &'i Value, notes: Noting<'_, 'i>) -> Verdict {
        let silent = std::mem::replace(&mut self.silent, true);
        let verdict = self.node(id, value, "", notes);
        self.silent = silent;
        verdict
    }

    /// Whether a schema accepts a part of the current value; reports nothing.
    pub(super) fn child_holds(&mut self, id: NodeId, value: &'i Value) -> Verdict {
        let outer = std::mem::take(&mut self.active);
        let verdict = self.holds(id, value, None);
        self.active = outer;
        verdict
    }

    /// Whether a branch accepts the value; its notes count only then.
    fn branch(&mut self, id: NodeId, value: &'i Value, notes: &mut Noting<'_, 'i>) -> Verdict {
        let Some(notes) = notes else { return self.holds(id, value, None) };
        let mut own = Notes::default();
        let holds = self.holds(id, value, Some(&mut own))?;
        if holds {
            notes.learn(own);
        }
        Ok(holds)
    }

    fn dynamic(&mut self, at: &At<'v, 'i>, notes: Noting<'_, 'i>) -> Verdict {
        let Some(reference) = &at.keywords.dynamic_reference else { return Ok(true) };
        let schema = &self.validator.schema;
        let bound = reference.anchor.as_ref().and_then(|anchor| {
            let mut entered = self.scope.iter();
            entered.find_map(|id| schema.resource(*id).dynamic_anchors.get(anchor).copied())
        });
        self.node(bound.unwrap_or(reference.target), at.value, at.keyword, notes)
    }

    fn all_of(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let mut all = true;
        for id in &at.keywords.all_of {
            let mut own = notes.is_some().then(Notes::default);
            if self.node(*id, at.value, at.keyword, own.as_mut())? {
                if let (Some(notes), Some(own)) = (notes.as_deref_mut(), own) {
                    notes.learn(own);
                }
            } else {
                all = false;
                if self.silent {
                    break;
                }
            }
        }
        Ok(all)
    }

    fn any_of(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let mut any = false;
        for id in &at.keywords.any_of {
            any |= self.branch(*id, at.value, &mut notes)?;
            // The notes of each accepting branch count.
            if any && notes.is_none() {
                break;
            }
        }
        if !any {
            let branches = Value::from(at.keywords.any_of.len());
            let got = Value::from(contract::value::kind(at.value));
            self.no_branch(&at.keywords.any_of, at, branches, got)?;
        }
        Ok(any)
    }

    fn one_of(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let mut matches = 0usize;
        for id in &at.keywords.one_of {
            matches += usize::from(self.branch(*id, at.value, &mut notes)?);
            if matches > 1 && self.silent {
                break;
            }
        }
        match matches {
            0 => self.no_branch(&at.keywords.one_of, at, Value::from(1), Value::from(0))?,
            1 => {}
            many => self.fail(at.keyword, Value::from(1), Value::from(many)),
        }
        Ok(matches == 1)
    }

    fn not(&mut self, at: &At<'v, 'i>) -> Verdict {
        let Some(id) = at.keywords.not else { return Ok(true) };
        let holds = self.holds(id, at.value, None)?;
        if holds {
            self.fail(at.keyword, Value::Null, Value::from(contract::value::kind(at.value)));
        }
        Ok(!holds)
    }

    fn condition(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let Some(test) = at.keywords.if_ else { return Ok(true) };
        let holds = self.branch(test, at.value, &mut notes)?;
        let (arm, keyword) =
            if holds { (at.keywords.then_, "then") } else { (at.keywords.else_, "else") };
        match arm {
            Some(id) => self.node(id, at.value, keyword, notes),
            None => Ok(true),
        }
    }

    fn dependent_schemas(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let Value::Object(members) = at.value else { return Ok(true) };
        let mut all = true;
        for (name, id) in &at.keywords.dependent_schemas {
            if members.contains_key(name) {
                all &= self.node(*id, at.value, at.keyword, notes.as_deref_mut())?;
                if !all && self.silent {
                    break;
                }
            }
        }
        Ok(all)
    }

    /// The place of the current value.
    pub(super) fn pointer(&self) -> Pointer {
        self.path.iter().fold(Pointer::root(), |pointer, step| match step {
            InstanceStep::Name(name) => pointer.push(name),
            InstanceStep::Index(index) => pointer.push_index(*index),
        })
    }

    /// Reports an issue at the current value.
    pub(super) fn fail(&mut self, keyword: &str, expected: Value, got: Value) {
        self.fail_because(keyword, expected, got, "");
    }

    /// The same, with additional text for the message.
    pub(super) fn fail_because(&mut self, keyword: &str, expected: Value, got: Value, why: &str) {
        if self.silent {
            return;
        }
        let message = tell::message(keyword, &expected, &got) + why;
        let path = self.pointer();
        self.issues.push(Issue { path, keyword: keyword.to_owned(), expected, got, message });
    }

    /// Whether a value is in an `enum`. Each item of a document may need the same long list.
    pub(super) fn is_one_of(&mut self, list: &'v [Value], value: &Value) -> bool {
        if list.len() <= SHORT_LIST {
            return list.iter().any(|one| contract::value::equal(one, value));
        }
        let long = self.lists.entry(list.as_ptr()).or_default();
        long.asked += 1;
        if long.asked <= SHORT_LIST {
            return list.iter().any(|one| contract::value::equal(one, value));
        }
        if long.keys.is_empty() {
            long.keys = list.iter().map(unique::key).collect();
        }
        long.keys.contains(&unique::key(value))
    }

    /// Reports an issue with values of the schema and the value itself. After the limit, issues hold types instead; the
    /// messages are unchanged.
    pub(super) fn fail_wanted(&mut self, keyword: &str, wanted: Wanted<'_>, got: &Value) {
        if self.silent {
            return;
        }
        let message = wanted.message(got);
        self.wanted += wanted.size(COPY_BUDGET);
        let expected = match self.wanted < WANTED_BUDGET {
            true => wanted.copy(),
            false => Value::from(wanted.kind()),
        };
        self.copied += tell::size(got, COPY_BUDGET);
        let got = match self.copied < COPY_BUDGET {
            true => got.clone(),
            false => Value::from(contract::value::kind(got)),
        };
        let path = self.pointer();
        self.issues.push(Issue { path, keyword: keyword.to_owned(), expected, got, message });
    }

    /// Reports an issue with the value itself as `got`.
    pub(super) fn fail_value(&mut self, keyword: &str, expected: Value, got: &Value) {
        if self.silent {
            return;
        }
        self.copied += tell::size(got, COPY_BUDGET);
        let got = match self.copied < COPY_BUDGET {
            true => got.clone(),
            false => Value::from(contract::value::kind(got)),
        };
        self.fail(keyword, expected, got);
    }
}
