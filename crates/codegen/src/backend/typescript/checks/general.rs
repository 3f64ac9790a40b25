//! Checks for any value: types, constants, and schemas that apply to the value itself.

use contract::Type;
use serde_json::Value;

use super::super::text::{literal, quoted, scalar};
use super::{At, Checks};
use crate::ir::{Check, Kind, Sub, discriminator};

impl Checks<'_> {
    pub(super) fn general(&mut self, check: &Check, at: &At) {
        let value = at.value.clone();
        match &check.kind {
            Kind::Never => self.fail(at),
            Kind::Type(types) => {
                let tests: Vec<String> = types.iter().map(|t| self.is_type(t, &value)).collect();
                let failed = match tests.as_slice() {
                    [one] => format!("!{one}"),
                    many => format!("!({})", many.join(" || ")),
                };
                self.fail_if(&failed, at);
            }
            Kind::Const(wanted) => {
                let failed = self.differs(wanted, &value);
                self.fail_if(&failed, at);
            }
            Kind::Enum(list) => self.enumeration(list, at),
            Kind::Apply { sub, .. } => self.apply(sub, at),
            Kind::AnyOf(subs) => {
                let holds = match self.told_apart(subs, at) {
                    Some(holds) => holds,
                    None => self.any(subs, &value),
                };
                self.fail_if(&format!("!{holds}"), at);
            }
            Kind::OneOf(subs) => {
                let count = self.fresh("count");
                self.w.line(format!("let {count} = 0;"));
                if let Some(holds) = self.told_apart(subs, at) {
                    self.w.line(format!("if ({holds}) {count}++;"));
                } else {
                    for sub in subs {
                        let holds = self.test(sub, &value);
                        self.w.line(format!("if ({holds}) {count}++;"));
                    }
                }
                self.fail_if(&format!("{count} !== 1"), at);
            }
            Kind::Not(sub) => {
                let holds = self.test(sub, &value);
                self.fail_if(&holds, at);
            }
            Kind::If { test, then, other } => {
                let holds = self.test(test, &value);
                self.w.open(format!("if ({holds}) {{"));
                self.apply(then, at);
                if !matches!(other, Sub::Always) {
                    self.w.close("} else {");
                    self.w.open("");
                    self.apply(other, at);
                }
                self.w.close("}");
            }
            _ => {}
        }
    }

    /// A variable that is true if the only branch that a property allows accepts the value.
    fn told_apart(&mut self, subs: &[Sub], at: &At) -> Option<String> {
        let unit = self.unit;
        let apart = discriminator(unit, subs)?;
        let holds = self.fresh("holds");
        let tag = self.runtime("tag", "tag");
        self.w.line(format!("let {holds} = false;"));
        self.w.open(format!("switch ({tag}({}, {})) {{", at.value, quoted(apart.property)));
        for (sub, texts) in subs.iter().zip(&apart.texts) {
            for text in &texts[..texts.len() - 1] {
                self.w.line(format!("case {}:", quoted(text)));
            }
            let last = texts.last().map_or(String::new(), |text| quoted(text));
            self.w.open(format!("case {last}: {{"));
            let test = self.test(sub, &at.value);
            self.w.line(format!("{holds} = {test};"));
            self.w.line("break;");
            self.w.close("}");
        }
        self.w.close("}");
        Some(holds)
    }

    /// A variable that becomes true when a branch accepts the value; later branches are not tried
    /// then.
    pub(super) fn any(&mut self, subs: &[Sub], value: &str) -> String {
        if let [only] = subs {
            return self.test(only, value);
        }
        if subs.iter().all(|sub| !matches!(sub, Sub::Block(_))) {
            let tests: Vec<String> = subs.iter().map(|sub| self.test(sub, value)).collect();
            return format!("({})", tests.join(" || "));
        }
        let any = self.fresh("any");
        self.w.line(format!("let {any} = false;"));
        for (index, sub) in subs.iter().enumerate() {
            if index > 0 {
                self.w.open(format!("if (!{any}) {{"));
            }
            let test = self.test(sub, value);
            self.w.line(format!("{any} = {test};"));
            if index > 0 {
                self.w.close("}");
            }
        }
        any
    }

    pub(super) fn is_type(&mut self, t: Type, value: &str) -> String {
        let (piece, name) = match t {
            Type::Null => return format!("{}({value}, null)", self.runtime("same", "same")),
            Type::Boolean => ("is_boolean", "isBoolean"),
            Type::Integer => ("is_integer", "isInteger"),
            Type::Number => ("is_number", "isNumber"),
            Type::String => ("is_string", "isString"),
            Type::Array => ("is_array", "isArray"),
            Type::Object => ("is_object", "isObject"),
        };
        format!("{}({value})", self.runtime(piece, name))
    }

    /// An expression that is true if the value is not `wanted`.
    pub(super) fn differs(&mut self, wanted: &Value, value: &str) -> String {
        if let Some(text) = scalar(wanted) {
            return format!("!{}({value}, {text})", self.runtime("same", "same"));
        }
        let canonical = self.runtime("canonical", "canonical");
        let text = format!("/* @__PURE__ */ {canonical}({})", literal(wanted));
        let text = self.constant(text);
        format!("typeof {value} !== \"object\" || {canonical}({value}) !== {text}")
    }

    pub(super) fn enumeration(&mut self, list: &[Value], at: &At) {
        let value = at.value.clone();
        let scalars: Vec<String> = list.iter().filter_map(scalar).collect();
        let mut tests = Vec::new();
        if scalars.len() > 8 {
            let unknown = self.own.runtime.syntax().argument("unknown");
            let set = self.constant(format!("new Set{unknown}([{}])", scalars.join(", ")));
            tests.push(format!("{set}.has({value})"));
        } else {
            let same = self.runtime("same", "same");
            tests.extend(scalars.into_iter().map(|text| format!("{same}({value}, {text})")));
        }
        for other in list.iter().filter(|item| scalar(item).is_none()) {
            tests.push(format!("!({})", self.differs(other, &value)));
        }
        let failed =
            if tests.is_empty() { "true".to_owned() } else { format!("!({})", tests.join(" || ")) };
        self.fail_if(&failed, at);
    }
}
