//! Checks that speak of any value: types, constants, and schemas applied to the value itself.

use contract::Type;
use indexmap::IndexSet;
use serde_json::Value;

use super::super::text::{expression, quoted};
use super::{At, Checks};
use crate::ir::{Check, Kind, Sub, discriminator};
use crate::writer::Writer;

impl Checks<'_> {
    /// An expression that makes a value of the schema.
    pub(super) fn value(&mut self, value: &Value) -> String {
        let (text, reads) = expression(value);
        if reads {
            self.need("literal");
        }
        text
    }

    pub(super) fn general(&mut self, check: &Check, at: &At) {
        let (keyword, value) = (check.keyword.as_str(), at.value.clone());
        match &check.kind {
            Kind::Never => {
                self.fail(at, keyword, "Value::from(false)", &format!("{value}.clone()"));
            }
            Kind::Type(types) => {
                let tests: Vec<String> = types.iter().map(|t| self.is_type(t, &value)).collect();
                let names: Vec<Value> = types.iter().map(|t| Value::from(t.as_str())).collect();
                let expected = match names.as_slice() {
                    [one] => self.value(one),
                    many => self.value(&Value::Array(many.to_vec())),
                };
                let failed = match tests.as_slice() {
                    [] => "true".to_owned(),
                    [one] => format!("!{one}"),
                    many => format!("!({})", many.join(" || ")),
                };
                self.need("kind");
                self.fail_if(&failed, at, keyword, &expected, &format!("kind({value})"));
            }
            Kind::Const(wanted) => {
                let expected = self.value(wanted);
                let test = self.equals(wanted, &value);
                self.fail_if(
                    &format!("!{test}"),
                    at,
                    keyword,
                    &expected,
                    &format!("{value}.clone()"),
                );
            }
            Kind::Enum(list) => self.enumeration(list, at, keyword),
            Kind::Apply { sub, keep } => match (&at.seen, sub) {
                (Some(seen), Sub::Call(id)) if !keep => {
                    let (seen, notes, holds) =
                        (seen.clone(), self.fresh("notes"), self.fresh("holds"));
                    self.w.line(format!("let mut {notes} = Seen::default();"));
                    let call = self.call(*id, at, false, Some(&notes));
                    self.w.line(format!("let {holds} = {call};"));
                    self.w.open(format!("if {holds} {{"));
                    self.w.line(format!("{seen}.learn({notes});"));
                    self.w.close("} else {");
                    self.w.open("");
                    match &at.label {
                        Some(label) => self.w.line(format!("break {label} false;")),
                        None => {
                            self.stop();
                            self.w.line("ok = false;");
                        }
                    }
                    self.w.close("}");
                }
                _ => self.apply(sub, at, keyword),
            },
            Kind::AnyOf(subs) => {
                let failed = if let Some(holds) = self.told_apart(subs, at) {
                    format!("!{holds}")
                } else if at.seen.is_some() {
                    let mut holds: Vec<String> =
                        subs.iter().map(|sub| self.branch(sub, at)).collect();
                    holds.retain(|test| test != "false");
                    match holds.as_slice() {
                        [] => "true".to_owned(),
                        all if all.iter().any(|test| test == "true") => return,
                        [one] => format!("!{one}"),
                        all => format!("!({})", all.join(" || ")),
                    }
                } else {
                    format!("!{}", self.any(subs, &value))
                };
                self.need("kind");
                let count = format!("Value::from({})", subs.len());
                self.fail_if(&failed, at, keyword, &count, &format!("kind({value})"));
            }
            Kind::OneOf(subs) => {
                let count = self.fresh("count");
                let mut all = Vec::new();
                if let Some(holds) = self.told_apart(subs, at) {
                    all.push(format!("usize::from({holds})"));
                } else {
                    for sub in subs {
                        let holds = self.branch(sub, at);
                        all.push(format!("usize::from({holds})"));
                    }
                }
                self.w.line(format!("let {count} = {};", all.join(" + ")));
                let got = format!("Value::from({count})");
                self.fail_if(&format!("{count} != 1"), at, keyword, "Value::from(1)", &got);
            }
            Kind::Not(sub) => {
                let holds = self.test(sub, &value, None);
                self.need("kind");
                self.fail_if(&holds, at, keyword, "Value::Null", &format!("kind({value})"));
            }
            // Both ways out are the same where only the verdict counts.
            Kind::If { then: Sub::Never, other: Sub::Never, .. } if at.label.is_some() => {
                self.apply(&Sub::Never, at, "then");
            }
            Kind::If { test, then, other } => {
                let holds = self.branch(test, at);
                match (then, other) {
                    (Sub::Always, Sub::Always) => {}
                    _ if holds == "true" => self.apply(then, at, "then"),
                    _ if holds == "false" => self.apply(other, at, "else"),
                    (Sub::Always, _) => {
                        self.w.open(format!("if !{holds} {{"));
                        self.apply(other, at, "else");
                        self.w.close("}");
                    }
                    _ => {
                        self.w.open(format!("if {holds} {{"));
                        self.apply(then, at, "then");
                        if !matches!(other, Sub::Always) {
                            self.w.close("} else {");
                            self.w.open("");
                            self.apply(other, at, "else");
                        }
                        self.w.close("}");
                    }
                }
            }
            _ => {}
        }
    }

    /// A variable that is true where the one branch holds that a property leaves possible; where all
    /// branches note what they have seen, there is none.
    fn told_apart(&mut self, subs: &[Sub], at: &At) -> Option<String> {
        if at.seen.is_some() {
            return None;
        }
        let unit = self.unit;
        let apart = discriminator(unit, subs)?;
        let (tag, holds) = (self.fresh("tag"), self.fresh("holds"));
        let property = quoted(apart.property);
        self.w.line(format!("let {tag} = {}.get({property}).and_then(Value::as_str);", at.value));
        self.w.open(format!("let {holds} = match {tag} {{"));
        for (sub, texts) in subs.iter().zip(&apart.texts) {
            let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
            self.w.open(format!("Some({}) => {{", texts.join(" | ")));
            let outer = std::mem::replace(&mut self.w, Writer::new("    "));
            let test = self.test(sub, &at.value, None);
            let body = std::mem::replace(&mut self.w, outer).finish();
            // A variable that is given back at once is none.
            let whole = body.strip_prefix(&format!("let {test} = "));
            match whole.and_then(|whole| whole.strip_suffix(";\n")) {
                Some(whole) => self.w.line(whole),
                None => self.w.line(body + &test),
            }
            self.w.close("}");
        }
        self.w.line("_ => false,");
        self.w.close("};");
        Some(holds)
    }

    /// An expression that is true where some branch holds; later branches are not tried then.
    fn any(&mut self, subs: &[Sub], value: &str) -> String {
        let any = self.fresh("any");
        let live = subs.iter().filter(|sub| !matches!(sub, Sub::Never));
        if live.clone().next().is_none() {
            return "false".to_owned();
        }
        for (index, sub) in live.enumerate() {
            let test = self.test(sub, value, None);
            match index {
                0 => self.w.line(format!("let {any} = {test};")),
                _ => self.w.line(format!("let {any} = {any} || {test};")),
            }
        }
        any
    }

    fn is_type(&mut self, t: Type, value: &str) -> String {
        match t {
            Type::Null => format!("{value}.is_null()"),
            Type::Boolean => format!("{value}.is_boolean()"),
            Type::Integer => {
                self.need("is_integer");
                format!("is_integer({value})")
            }
            Type::Number => format!("{value}.is_number()"),
            Type::String => format!("{value}.is_string()"),
            Type::Array => format!("{value}.is_array()"),
            Type::Object => format!("{value}.is_object()"),
        }
    }

    /// An expression that is true where the value equals `wanted`; can be negated by `!`.
    fn equals(&mut self, wanted: &Value, value: &str) -> String {
        match wanted {
            Value::Null => format!("{value}.is_null()"),
            Value::Bool(flag) => format!("matches!({value}, Value::Bool({flag}))"),
            Value::String(text) => format!("matches!({value}.as_str(), Some({}))", quoted(text)),
            Value::Number(number) => {
                self.need("is_number");
                format!("is_number({value}, {})", quoted(&number.to_string()))
            }
            Value::Array(_) | Value::Object(_) => {
                self.need("equal");
                let text = self.value(wanted);
                let lazy = "std::sync::LazyLock<Value>";
                let name = self.constant(lazy, &format!("std::sync::LazyLock::new(|| {text})"));
                format!("equal({value}, &{name})")
            }
        }
    }

    fn enumeration(&mut self, list: &[Value], at: &At, keyword: &str) {
        let value = at.value.clone();
        // Twice the same is no error in a schema, but one pattern too many in a match.
        let strings: IndexSet<String> =
            list.iter().filter_map(|item| item.as_str().map(quoted)).collect();
        let strings: Vec<String> = strings.into_iter().collect();
        let mut tests = Vec::new();
        if !strings.is_empty() {
            tests.push(format!("matches!({value}.as_str(), Some({}))", strings.join(" | ")));
        }
        for item in list.iter().filter(|item| !item.is_string()) {
            tests.push(self.equals(item, &value));
        }
        let failed = match tests.as_slice() {
            [] => "true".to_owned(),
            [one] => format!("!{one}"),
            many => format!("!({})", many.join(" || ")),
        };
        let expected = self.value(&Value::Array(list.to_vec()));
        self.fail_if(&failed, at, keyword, &expected, &format!("{value}.clone()"));
    }
}
