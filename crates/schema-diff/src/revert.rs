//! One version with a single edit of the pair: the new one with only this edit reverted, the old one with
//! only this edit applied. Which edit a document shows is decided by these. Both are the same work: what one
//! text says at the edit's place is put into the other.

use containment::Side;
use serde_json::{Map, Value, json};

use contract::{Pointer, Schema};

use crate::edit::{Edit, Extent, Site};

/// Keywords with schemas or lists by name.
const BY_NAME: [&str; 7] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "definitions",
    "$defs",
];
/// Keywords with a list.
const LISTS: [&str; 6] = ["anyOf", "oneOf", "allOf", "prefixItems", "items", "required"];
/// The maximum number of references followed from an inserted part.
const MAX_FOLLOWED: usize = 200;

/// `target`, one version's text, with the other's content at the edit's place. `side` is the changed
/// version. `None` if the edit can't be separated from others, or nothing changes.
pub(crate) fn with_other_side(
    edit: &Edit,
    side: Side,
    target: &Value,
    source: &Value,
    base: &Pointer,
) -> Option<Value> {
    let sites = edit.sites()?;
    let (to, from) = match side {
        Side::Old => (sites.old, sites.new),
        Side::New => (sites.new, sites.old),
    };
    let mut transfer = Transfer { target: target.clone(), source, to, from };
    match &edit.extent {
        Extent::Site => transfer.site()?,
        Extent::Keywords(words) => transfer.keywords(words)?,
        Extent::Property(name) => {
            let owners = transfer.owners(2)?;
            transfer.site()?;
            transfer.required(&owners, name, name)?;
        }
        Extent::Required(name) => {
            let owners = transfer.owners(2)?;
            transfer.required(&owners, name, name)?;
        }
        Extent::Renamed(old, new) => {
            let (mine, theirs) = if side == Side::Old { (old, new) } else { (new, old) };
            transfer.rename(mine, theirs)?;
        }
        Extent::Values { removed, added } => {
            let (more, fewer) = if side == Side::Old { (added, removed) } else { (removed, added) };
            transfer.values(more, fewer)?;
        }
        Extent::Combination => transfer.combination()?,
        Extent::Everything => return None,
    }
    transfer.follow_references(base);
    (transfer.target != *target).then_some(transfer.target)
}

/// The schema objects with an edit's content, of the changed and of the other text.
struct Owners {
    to: Pointer,
    from: Pointer,
}

struct Transfer<'s> {
    target: Value,
    source: &'s Value,
    to: Site,
    from: Site,
}

impl Transfer<'_> {
    /// The owners of what is this many steps below them.
    fn owners(&self, depth: usize) -> Option<Owners> {
        let owner = |site: &Site| match site {
            Site::AbsentFrom(owner) => Some(owner.clone()),
            Site::At(at) => (0..depth).try_fold(at.clone(), |at, _| at.parent()),
        };
        Some(Owners { to: owner(&self.to)?, from: owner(&self.from)? })
    }

    /// Replaces, removes or inserts the content of the site.
    fn site(&mut self) -> Option<()> {
        let source = match &self.from {
            Site::At(at) => self.source.pointer(at.as_str()).cloned().map(|v| (at.clone(), v)),
            Site::AbsentFrom(_) => None,
        };
        let there = match &self.to {
            Site::At(at) => self.target.pointer(at.as_str()).map(|_| at.clone()),
            Site::AbsentFrom(_) => None,
        };
        match (there, source) {
            (None, None) => None,
            (Some(to), Some((from, value))) => {
                // Another branch or name is the same part elsewhere; another keyword is another part.
                let is_keyword = |at: &Pointer| tail(at).is_some_and(|(_, way)| way.len() == 1);
                if is_keyword(&to) && is_keyword(&from) && to.last() != from.last() {
                    remove(&mut self.target, &to)?;
                    let (owner, _) = tail(&to)?;
                    return insert(&mut self.target, &owner, &tail(&from)?.1, value);
                }
                *self.target.pointer_mut(to.as_str())? = value;
                Some(())
            }
            (Some(to), None) => remove(&mut self.target, &to),
            (None, Some((from, value))) => {
                let owner = match &self.to {
                    Site::AbsentFrom(owner) => owner.clone(),
                    Site::At(at) => tail(at)?.0,
                };
                insert(&mut self.target, &owner, &tail(&from)?.1, value)
            }
        }
    }

    /// Combines the alternatives as in the other text.
    fn combination(&mut self) -> Option<()> {
        let (Site::At(to), Site::At(from)) = (&self.to, &self.from) else { return None };
        let (mine, theirs) = (to.last()?, from.last()?);
        let owner = object(&mut self.target, &to.parent()?)?;
        if owner.contains_key(&theirs) {
            return None;
        }
        let branches = owner.shift_remove(&mine)?;
        owner.insert(theirs, branches);
        Some(())
    }

    /// Copies these keywords of the owner.
    fn keywords(&mut self, words: &[&str]) -> Option<()> {
        let said: Map<String, Value> = match &self.from {
            Site::At(at) => {
                let owner = self.source.pointer(at.as_str())?.as_object()?;
                let chosen =
                    words.iter().filter_map(|w| Some(((*w).to_owned(), owner.get(*w)?.clone())));
                chosen.collect()
            }
            Site::AbsentFrom(_) => Map::new(),
        };
        let (owner, is_its_own) = match &self.to {
            Site::At(at) => (at, true),
            Site::AbsentFrom(at) => (at, false),
        };
        let owner = object(&mut self.target, owner)?;
        if is_its_own {
            for word in words {
                owner.shift_remove(*word);
            }
        }
        if words.iter().any(|word| owner.contains_key(*word)) {
            let all = owner.entry("allOf").or_insert_with(|| json!([]));
            all.as_array_mut()?.push(Value::Object(said));
        } else {
            owner.extend(said);
        }
        Some(())
    }

    /// Makes `mine` required if the other text requires `theirs`.
    fn required(&mut self, owners: &Owners, mine: &str, theirs: &str) -> Option<()> {
        let lists = |owner: &Value, name: &str| {
            let list = owner.get("required").and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|entry| entry == name))
        };
        let is_wanted = lists(self.source.pointer(owners.from.as_str())?, theirs);
        let owner = object(&mut self.target, &owners.to)?;
        let list = owner.entry("required").or_insert_with(|| json!([])).as_array_mut()?;
        list.retain(|entry| entry != mine);
        if is_wanted {
            list.push(json!(mine));
        }
        // In draft 4, an empty list is not allowed.
        if list.is_empty() {
            owner.shift_remove("required");
        }
        Some(())
    }

    fn rename(&mut self, mine: &str, theirs: &str) -> Option<()> {
        let owners = self.owners(2)?;
        let from = owners.from.push("properties").push(theirs);
        let schema = self.source.pointer(from.as_str())?.clone();
        self.required(&owners, mine, theirs)?;
        let owner = object(&mut self.target, &owners.to)?;
        let properties = owner.get_mut("properties")?.as_object_mut()?;
        properties.shift_remove(mine)?;
        properties.insert(theirs.to_owned(), schema);
        let list = owner.get_mut("required").and_then(Value::as_array_mut);
        for entry in list.into_iter().flatten().filter(|entry| **entry == mine) {
            *entry = json!(theirs);
        }
        Some(())
    }

    fn values(&mut self, more: &[Value], fewer: &[Value]) -> Option<()> {
        let Site::At(at) = &self.to else { return None };
        let (owner, keyword) = (at.parent()?, at.last()?);
        let owner = object(&mut self.target, &owner)?;
        let said = owner.get(&keyword)?.clone();
        if matches!(keyword.as_str(), "anyOf" | "oneOf") {
            let mut branches = said.as_array()?.clone();
            for branch in &mut branches {
                drop_values(branch, fewer)?;
            }
            if !more.is_empty() {
                branches.push(json!({ "enum": more }));
            }
            owner.insert(keyword, Value::Array(branches));
            return Some(());
        }
        let mut list = if keyword == "const" { vec![said] } else { said.as_array()?.clone() };
        list.retain(|value| !fewer.iter().any(|other| contract::value::equal(value, other)));
        list.extend(more.iter().cloned());
        owner.shift_remove(&keyword);
        owner.insert("enum".to_owned(), Value::Array(list));
        Some(())
    }

    /// Adds the referenced definitions that only the other text has.
    fn follow_references(&mut self, base: &Pointer) {
        for _ in 0..MAX_FOLLOWED {
            let mut references = Vec::new();
            local_references(&self.target, &mut references);
            let lacking = references.into_iter().find_map(|reference| {
                let at = base.join(&Pointer::parse(&reference)?);
                let value = self.source.pointer(at.as_str())?;
                self.target.pointer(at.as_str()).is_none().then(|| (at, value.clone()))
            });
            let Some((at, value)) = lacking else { return };
            if insert(&mut self.target, &Pointer::root(), &at.tokens(), value).is_none() {
                return;
            }
        }
    }
}

/// Removes values from an alternative that lists constants; one that references them can't be
/// separated.
fn drop_values(branch: &mut Value, dropped: &[Value]) -> Option<()> {
    let is_dropped =
        |value: &Value| dropped.iter().any(|other| contract::value::equal(value, other));
    let said = branch.as_object_mut()?;
    if let Some(Value::Array(list)) = said.get_mut("enum") {
        list.retain(|value| !is_dropped(value));
    }
    let has_own = |word: &str| said.get(word).is_some_and(is_dropped);
    let is_empty = said.get("enum").is_some_and(|list| *list == json!([]));
    if is_empty || has_own("const") || (is_null(said) && is_dropped(&Value::Null)) {
        *branch = json!({ "not": {} });
        return Some(());
    }
    (!said.contains_key("$ref")).then_some(())
}

/// Whether an alternative includes `null` by its type.
fn is_null(branch: &Map<String, Value>) -> bool {
    branch.get("type").is_some_and(|name| name == "null")
}

/// The pointers of all references to the same text.
fn local_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref")
                && let Some(pointer) = reference.strip_prefix("#/")
            {
                found.push(format!("/{pointer}"));
            }
            members.values().for_each(|member| local_references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| local_references(item, found)),
        _ => {}
    }
}

/// A place as its schema object and the path from there.
fn tail(at: &Pointer) -> Option<(Pointer, Vec<String>)> {
    let tokens = at.tokens();
    let token = |back: usize| tokens.len().checked_sub(back).map(|i| tokens[i].as_str());
    let is_index = token(1)?.bytes().all(|b| b.is_ascii_digit());
    let lists_names = |word: &str| matches!(word, "dependentRequired" | "dependencies");
    let length = if is_index && token(3).is_some_and(lists_names) {
        3
    } else if token(2)
        .is_some_and(|word| BY_NAME.contains(&word) || (is_index && LISTS.contains(&word)))
    {
        2
    } else {
        1
    };
    let owner = (0..length).try_fold(at.clone(), |at, _| at.parent())?;
    Some((owner, tokens[tokens.len() - length..].to_vec()))
}

/// The schema object there; `true` becomes one.
fn object<'v>(value: &'v mut Value, at: &Pointer) -> Option<&'v mut Map<String, Value>> {
    let there = value.pointer_mut(at.as_str())?;
    if *there == Value::Bool(true) {
        *there = json!({});
    }
    there.as_object_mut()
}

/// Removes the content there. A branch becomes one that accepts nothing (in `allOf`: everything), so that
/// the places of the others are kept.
fn remove(value: &mut Value, at: &Pointer) -> Option<()> {
    let (parent, last) = (at.parent()?, at.last()?);
    let list = parent.last().unwrap_or_default();
    match value.pointer_mut(parent.as_str())? {
        Value::Object(members) => {
            members.shift_remove(&last)?;
        }
        Value::Array(items) => {
            let index = last.parse::<usize>().ok()?;
            match list.as_str() {
                "anyOf" | "oneOf" => *items.get_mut(index)? = json!({ "not": {} }),
                "allOf" => *items.get_mut(index)? = json!({}),
                _ if index < items.len() => {
                    items.remove(index);
                }
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

/// Inserts a value below the owner; missing parents are created, and a list is extended.
fn insert(value: &mut Value, owner: &Pointer, way: &[String], what: Value) -> Option<()> {
    let mut at = value.pointer_mut(owner.as_str())?;
    for (number, token) in way.iter().enumerate() {
        if *at == Value::Bool(true) {
            *at = json!({});
        }
        let next_is_index =
            way.get(number + 1).is_some_and(|t| t.bytes().all(|b| b.is_ascii_digit()));
        at = match at {
            Value::Object(members) => {
                let fresh = if next_is_index { json!([]) } else { json!({}) };
                members.entry(token.clone()).or_insert(fresh)
            }
            Value::Array(items) => {
                items.push(Value::Null);
                items.last_mut()?
            }
            _ => return None,
        };
    }
    *at = what;
    Some(())
}

/// The text of a schema's document without unreachable parts, because its changed copies are read often.
pub(crate) fn text_of(schema: &Schema) -> Option<Value> {
    let root = schema.node(schema.root());
    if root.document != 0 {
        return None;
    }
    let mut reached: Vec<Pointer> = Vec::new();
    for id in crate::definitions::reached(schema) {
        let node = schema.node(id);
        if node.document == 0 {
            reached.push(node.pointer.clone());
        }
    }
    reached.sort();
    let text = spine(schema.source(), &schema.base().tokens());
    Some(without_unreached(text, schema.base(), &reached))
}

/// The value with only the path to the place, and its content.
fn spine(value: &Value, way: &[String]) -> Value {
    let Some((token, rest)) = way.split_first() else { return value.clone() };
    match value {
        Value::Object(members) => {
            let kept = members.get(token).map(|member| (token.clone(), spine(member, rest)));
            Value::Object(kept.into_iter().collect())
        }
        Value::Array(items) => {
            let kept = |(at, item): (usize, &Value)| match token.parse() == Ok(at) {
                true => spine(item, rest),
                false => Value::Null,
            };
            Value::Array(items.iter().enumerate().map(kept).collect())
        }
        other => other.clone(),
    }
}

/// Drops definitions at the base without reachable content.
fn without_unreached(mut text: Value, base: &Pointer, reached: &[Pointer]) -> Value {
    for keyword in ["definitions", "$defs"] {
        let container = base.push(keyword);
        let Some(Value::Object(members)) = text.pointer_mut(container.as_str()) else { continue };
        members.retain(|name, _| {
            let at = container.push(name);
            let below = format!("{}/", at.as_str());
            reached.iter().any(|p| *p == at || p.as_str().starts_with(&below))
        });
    }
    text
}
