//! Functions that only say whether a value is valid, in one look at each part, without a path, a list or a
//! closure. They say yes only where the runtime's checks say so, too; a value that is odd (not made by
//! `JSON.parse`: inherited or hidden properties) or very deep may get a no that the checks mend.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Type, TypeSet};
use serde_json::Value;

use super::super::text::{quoted, scalar};
use super::condense::{condensed, pruned, verdict_last, words};
use super::{At, Checks};
use crate::ir::{
    Check, FunctionId, Guard, Kind, Left, Sub, discriminator, exclusive, flat, flat_function, left,
};
use crate::writer::Writer;

/// The maximum number of constants that are compared one by one.
const MANY: usize = 8;

impl<'u> Checks<'u> {
    /// Writes the fast functions; returns the name of the one for the whole value, if there is one.
    pub(in super::super) fn quick(&mut self) -> Option<String> {
        let unit = self.unit;
        let Sub::Call(root) = unit.root else { return None };
        let name = self.quick_function(root)?;
        if self.own.deep && self.own.quick.contains(&Quick::Never) {
            return None;
        }
        for text in self.reached(&name) {
            self.w.gap();
            self.w.line(text);
        }
        Some(name)
    }

    /// The called functions, from `root` on: a part without a fast version drops its callers.
    fn reached(&self, root: &str) -> Vec<String> {
        let all = &self.own.quick_texts;
        let texts: BTreeMap<&str, &str> =
            all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (mut open, mut known) = (vec![root], BTreeSet::from([root]));
        while let Some(name) = open.pop() {
            let body = texts.get(name).copied().unwrap_or_default();
            let calls = body.split('!').skip(1).filter_map(|rest| rest.split_once('('));
            for (other, _) in calls.filter(|(other, _)| texts.contains_key(other)) {
                if known.insert(other) {
                    open.push(other);
                }
            }
        }
        let reached = all.iter().filter(|(name, _)| known.contains(name.as_str()));
        reached.map(|(_, text)| text.clone()).collect()
    }

    /// The fast version of a function, written at its first use.
    fn quick_function(&mut self, id: FunctionId) -> Option<String> {
        let name = match self.own.prefix.as_str() {
            "" if self.names[id] == "Root" => "quick".to_owned(),
            "" => format!("quick{}", self.names[id]),
            prefix => format!("quick{}{}", crate::types::pascal(prefix), self.names[id]),
        };
        match self.own.quick[id] {
            Quick::Unknown => {}
            Quick::Known => return Some(name),
            Quick::Never => return None,
        }
        self.own.quick[id] = Quick::Known;
        let before = std::mem::take(&mut self.own.lost);
        let function = &self.unit.functions[id];
        let outer = std::mem::replace(&mut self.w, Writer::new("  "));
        let (needs, next) = (self.needs.clone(), std::mem::take(&mut self.next));
        let list = flat_function(self.unit, id);
        let place = self.enter(self.names[id].clone());
        let written = list.and_then(|list| self.quick_list(&list, "v"));
        self.enter(place);
        self.next = next;
        let body = pruned(&std::mem::replace(&mut self.w, outer).finish());
        if std::mem::replace(&mut self.own.lost, before) || written.is_none() {
            self.needs = needs;
            self.own.quick[id] = Quick::Never;
            return None;
        }
        let mut out = Writer::new("  ");
        out.line(format!(
            "/** Fast path for `{}`: true only for valid values. */",
            super::comment(function.pointer.as_str())
        ));
        out.line("// prettier-ignore");
        let depth = match self.own.deep {
            false => "",
            true if function.recursive || body.contains(", depth") => ", depth = 0",
            true => ", _depth = 0",
        };
        let syntax = self.own.runtime.syntax();
        let (unknown, boolean) = (syntax.annotation("unknown"), syntax.annotation("boolean"));
        let value = if holds_word(&body, "v") { "v" } else { "_v" };
        out.open(format!("function {name}({value}{unknown}{depth}){boolean} {{"));
        if function.recursive {
            out.line("if (depth > 64) return false;");
        }
        out.line(verdict_last(condensed(&body)));
        out.close("}");
        self.own.quick_texts.push((name.clone(), out.finish()));
        Some(name)
    }

    pub(super) fn refuse_if(&mut self, failed: &str) {
        self.w.line(format!("if ({failed}) return false;"));
    }

    /// Returns false unless all of the schemas accept the value.
    pub(super) fn quick_subs(&mut self, subs: &[&'u Sub], value: &str) -> Option<()> {
        if let [sub] = subs
            && let Sub::Call(id) = sub.bare()
        {
            let recursive = self.unit.functions[*id].recursive;
            let Some(name) = self.quick_function(*id) else { return self.by_checks(subs, value) };
            let depth = match (self.own.deep, recursive) {
                (false, _) => "",
                (true, false) => ", depth",
                (true, true) => ", depth + 1",
            };
            self.refuse_if(&format!("!{name}({value}{depth})"));
            return Some(());
        }
        if self.own.deep && subs.iter().any(|sub| self.unfolds(sub)) {
            return None;
        }
        let (needs, next) = (self.needs.clone(), self.next);
        let outer = std::mem::replace(&mut self.w, Writer::new("  "));
        let written = flat(self.unit, subs).and_then(|list| self.quick_list(&list, value));
        let body = std::mem::replace(&mut self.w, outer).finish();
        if written.is_none() {
            (self.needs, self.next) = (needs, next);
            return self.by_checks(subs, value);
        }
        self.w.line(body);
        Some(())
    }

    /// Whether a schema applies a function to its own value that could lead back here: inlining would
    /// never end.
    fn unfolds(&self, sub: &Sub) -> bool {
        let inner = |kind: &Kind| matches!(kind, Kind::Apply { sub, .. } if self.unfolds(sub));
        match sub {
            Sub::Call(id) => self.unit.functions[*id].recursive,
            Sub::Block(block) => block.checks.iter().any(|check| inner(&check.kind)),
            Sub::Always | Sub::Never => false,
        }
    }

    /// The same with functions that could report issues; they only follow a value from its root to
    /// any depth.
    fn by_checks(&mut self, subs: &[&'u Sub], value: &str) -> Option<()> {
        if self.own.deep {
            return None;
        }
        for sub in subs {
            match self.test(sub, value).as_str() {
                "true" => {}
                "false" => self.w.line("return false;"),
                test => self.refuse_if(&format!("!{test}")),
            }
        }
        (!self.own.lost).then_some(())
    }

    fn quick_list(&mut self, list: &[&'u Check], value: &str) -> Option<()> {
        // Schemas that apply together are inlined, which could go on forever.
        self.own.quick_left = self.own.quick_left.checked_sub(1)?;
        let (choices, list): (Vec<&Check>, Vec<&Check>) =
            list.iter().partition(|check| matches!(check.kind, Kind::AnyOf(_) | Kind::OneOf(_)));
        let mut types: Option<TypeSet> = None;
        for check in &list {
            if let Kind::Type(more) = &check.kind {
                types = Some(types.map_or(*more, |known| both(known, *more)));
            }
        }
        let single = types.and_then(|types| {
            let mut all = types.iter();
            all.next().filter(|_| all.next().is_none())
        });
        // The type check narrows the variable, and a branch about another type would need a cast.
        let loose = (types.is_some() && !choices.is_empty()).then(|| self.fresh("u"));
        if let Some(loose) = &loose {
            let unknown = self.own.runtime.syntax().annotation("unknown");
            self.w.line(format!("const {loose}{unknown} = {value};"));
        }
        match single {
            Some(only) => self.quick_typed(only, &list, value)?,
            None => {
                let constants = list
                    .iter()
                    .filter(|check| matches!(check.kind, Kind::Enum(_) | Kind::Const(_)));
                let only_once = types.is_none() && choices.is_empty() && constants.count() == 1;
                let later = if only_once { Later::Never } else { Later::Maybe };
                self.quick_any(types, &list, value, later)?;
            }
        }
        let value = loose.as_deref().unwrap_or(value);
        choices.into_iter().try_for_each(|check| self.quick_choice(check, value))
    }

    /// Alternatives of which a property or the type leaves at most one; `anyOf` uses the first match. The
    /// full checks count other alternatives, because a wrong `no` of the fast path must not turn two
    /// matches into one.
    fn quick_choice(&mut self, check: &'u Check, value: &str) -> Option<()> {
        let (Kind::AnyOf(subs) | Kind::OneOf(subs)) = &check.kind else { return None };
        let one = matches!(check.kind, Kind::OneOf(_));
        if let Some(apart) = discriminator(self.unit, subs) {
            let tag = self.runtime("tag", "tag");
            self.w.open(format!("switch ({tag}({value}, {})) {{", quoted(apart.property)));
            for (sub, texts) in subs.iter().zip(&apart.texts) {
                let cases: Vec<String> =
                    texts.iter().map(|text| format!("case {}:", quoted(text))).collect();
                self.w.open(format!("{} {{", cases.join(" ")));
                self.quick_subs(&[sub], value)?;
                self.w.line("break;");
                self.w.close("}");
            }
            self.w.line("default: return false;");
            self.w.close("}");
            return Some(());
        }
        if one && !exclusive(self.unit, subs) {
            if self.own.deep {
                return None;
            }
            let body = self.apart(|this| {
                this.general(check, &verdict(value));
                Some(())
            })?;
            self.w.line(refusing(&body));
            return Some(());
        }
        let any = self.label(if one { "one of" } else { "any of" });
        let mut bodies = Vec::new();
        for sub in subs.iter().filter(|sub| !matches!(sub, Sub::Never)) {
            let body = self.apart(|this| this.quick_subs(&[sub], value))?;
            if body.is_empty() {
                return Some(());
            }
            bodies.push(body);
        }
        self.w.open(format!("{any}: {{"));
        for (index, body) in bodies.into_iter().enumerate() {
            let test = format!("{any}_{}", index + 1);
            self.w.open(format!("{test}: {{"));
            self.w.line(body.replace("return false;", &format!("break {test};")));
            self.w.line(format!("break {any};"));
            self.w.close("}");
        }
        self.w.line("return false;");
        self.w.close("}");
        Some(())
    }

    /// What is written meanwhile.
    fn apart(&mut self, write: impl FnOnce(&mut Self) -> Option<()>) -> Option<String> {
        let outer = std::mem::replace(&mut self.w, Writer::new("  "));
        let written = write(self);
        let body = std::mem::replace(&mut self.w, outer).finish();
        written.map(|()| body)
    }

    /// A value of one type: its type is checked once, then only the keywords for that type.
    fn quick_typed(&mut self, only: Type, list: &[&'u Check], value: &str) -> Option<()> {
        match left(list, only) {
            Left::Unknown => return None,
            Left::Never => {
                self.w.line("return false;");
                return Some(());
            }
            // These are all constants of the value, and alternatives look at another variable.
            Left::Some(values) => self.quick_constants(&values, value, Later::Never)?,
            Left::All => {}
        }
        let (guard, failed) = match only {
            Type::Null => (Guard::None, format!("{value} !== null")),
            Type::Boolean => (Guard::None, format!("typeof {value} !== \"boolean\"")),
            Type::Integer => (
                Guard::Number,
                format!("typeof {value} !== \"number\" || !Number.isInteger({value})"),
            ),
            // NaN and Infinity are not JSON numbers.
            Type::Number => {
                (Guard::Number, format!("typeof {value} !== \"number\" || {value} - {value} !== 0"))
            }
            Type::String => (Guard::String, format!("typeof {value} !== \"string\"")),
            Type::Array => (Guard::Array, format!("!Array.isArray({value})")),
            Type::Object => {
                (Guard::Object, format!("!{}({value})", self.runtime("is_object", "isObject")))
            }
        };
        self.refuse_if(&failed);
        let own: Vec<&Check> =
            list.iter().copied().filter(|check| check.kind.guard() == guard).collect();
        if guard == Guard::None || own.is_empty() {
            return Some(());
        }
        // The type check has narrowed the variable.
        self.quick_own(guard, &own, value)
    }

    fn quick_own(&mut self, guard: Guard, own: &[&'u Check], local: &str) -> Option<()> {
        match guard {
            Guard::Array => self.quick_array(own, local),
            Guard::Object => self.quick_object(own, local),
            _ => {
                // If only a boolean is needed, each of these is one condition.
                let at = verdict(local);
                let body = self.apart(|this| {
                    for check in own {
                        match guard {
                            Guard::String => this.string(check, &at, local),
                            _ => this.number(check, &at, local),
                        }
                    }
                    Some(())
                })?;
                self.w.line(refusing(&body));
                Some(())
            }
        }
    }

    /// A value of several types, or any.
    fn quick_any(
        &mut self,
        types: Option<TypeSet>,
        list: &[&'u Check],
        value: &str,
        later: Later,
    ) -> Option<()> {
        if types.is_some_and(TypeSet::is_empty) {
            self.w.line("return false;");
            return Some(());
        }
        if let Some(types) = types {
            let tests: Vec<String> = types.iter().map(|t| self.is_type(t, value)).collect();
            self.refuse_if(&format!("!({})", tests.join(" || ")));
        }
        let mut guards: Vec<Guard> = Vec::new();
        for check in list {
            match &check.kind {
                Kind::Type(_) => {}
                Kind::Enum(values) => {
                    self.quick_constants(&values.iter().collect::<Vec<_>>(), value, later)?;
                }
                Kind::Const(wanted) => self.quick_constants(&[wanted], value, later)?,
                kind if kind.guard() == Guard::None => return None,
                kind if guards.contains(&kind.guard()) => {}
                kind => guards.push(kind.guard()),
            }
        }
        for guard in guards {
            let own: Vec<&Check> =
                list.iter().copied().filter(|check| check.kind.guard() == guard).collect();
            let (stem, piece, test, cast) = match guard {
                Guard::String => ("s", "is_string", "isString", "string"),
                Guard::Number => ("n", "is_number", "isNumber", "number"),
                Guard::Array => ("a", "is_array", "isArray", "readonly unknown[]"),
                _ => ("o", "is_object", "isObject", "{ readonly [key: string]: unknown }"),
            };
            let (test, local) = (self.runtime(piece, test), self.fresh(stem));
            self.w.open(format!("if ({test}({value})) {{"));
            let cast = self.own.runtime.syntax().cast(cast);
            self.w.line(format!("const {local} = {value}{cast};"));
            self.quick_own(guard, &own, &local)?;
            self.w.close("}");
        }
        Some(())
    }

    /// One of several constants.
    fn quick_constants(&mut self, values: &[&Value], value: &str, later: Later) -> Option<()> {
        let texts: Vec<String> = values.iter().map(|value| scalar(value)).collect::<Option<_>>()?;
        if texts.is_empty() {
            self.w.line("return false;");
            return Some(());
        }
        if texts.len() > MANY {
            let unknown = self.own.runtime.syntax().argument("unknown");
            let set = format!("/* @__PURE__ */ new Set{unknown}([{}])", texts.join(", "));
            let set = self.constant(set);
            self.refuse_if(&format!("!{set}.has({value})"));
            return Some(());
        }
        // The compiler refuses to compare a narrowed variable with a constant of another type.
        let is_plain = values.iter().all(|value| value.is_string() || value.is_null());
        let tests: Vec<String> = if later == Later::Never && is_plain {
            texts.iter().map(|text| format!("{value} !== {text}")).collect()
        } else {
            let same = self.runtime("same", "same");
            texts.iter().map(|text| format!("!{same}({value}, {text})")).collect()
        };
        self.refuse_if(&tests.join(" && "));
        Some(())
    }
}

/// Whether a variable is compared again after it was compared with constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Later {
    Never,
    Maybe,
}

/// A value for which only a boolean is needed.
fn verdict(value: &str) -> At {
    At { value: value.to_owned(), label: "\0".to_owned() }
}

/// The checks of [`verdict`], in a function that returns the result.
fn refusing(body: &str) -> String {
    body.replace("break \0;", "return false;")
}

/// The types that both sets take.
fn both(a: TypeSet, b: TypeSet) -> TypeSet {
    let own = a.iter().filter(|t| b.takes(*t)).chain(b.iter().filter(|t| a.takes(*t)));
    own.fold(TypeSet::default(), TypeSet::with)
}

/// Whether a text contains a whole word.
pub(super) fn holds_word(text: &str, word: &str) -> bool {
    words(text).any(|part| part == word)
}

/// Whether a function has a fast version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quick {
    Unknown,
    Known,
    Never,
}
