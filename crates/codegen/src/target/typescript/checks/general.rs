//! Checks that speak of any value: types, constants, and schemas applied to the value itself.

use contract::Type;
use serde_json::Value;

use super::super::text::{literal, quoted, scalar};
use super::{At, Checks};
use crate::ir::{Check, Kind, Sub, discriminator};

impl Checks<'_> {
    pub(super) fn general(&mut self, check: &Check, at: &At) {
        let (keyword, value) = (check.keyword.as_str(), at.value.clone());
        match &check.kind {
            Kind::Never => self.fail(at, keyword, "false", &value),
            Kind::Type(types) => {
                let tests: Vec<String> = types.iter().map(|t| self.is_type(t, &value)).collect();
                let names: Vec<String> = types.iter().map(|t| quoted(t.as_str())).collect();
                let expected = match names.as_slice() {
                    [one] => one.clone(),
                    many => format!("[{}]", many.join(", ")),
                };
                self.need("kind");
                let failed = match tests.as_slice() {
                    [one] => format!("!{one}"),
                    many => format!("!({})", many.join(" || ")),
                };
                self.fail_if(&failed, at, keyword, &expected, &format!("kind({value})"));
            }
            Kind::Const(wanted) => {
                let failed = self.differs(wanted, &value);
                self.fail_if(&failed, at, keyword, &literal(wanted), &value);
            }
            Kind::Enum(list) => self.enumeration(list, at, keyword),
            Kind::Apply { sub, keep } => match (&at.seen, sub) {
                (Some(seen), Sub::Call(_)) if !keep => {
                    let (seen, notes) = (seen.clone(), self.fresh("notes"));
                    self.w.line(format!("const {notes} = unseen();"));
                    let holds = self.fresh("holds");
                    let Sub::Call(id) = sub else { return };
                    let call = self.call(*id, at, false, Some(&notes));
                    self.w.line(format!("const {holds} = {call};"));
                    self.w.line(format!("if ({holds}) learn({seen}, {notes});"));
                    match &at.label {
                        Some(label) => self.w.line(format!("else break {label};")),
                        None => {
                            self.w.line("else if (out === null) return false;");
                            self.w.line("else ok = false;");
                        }
                    }
                }
                _ => self.apply(sub, at, keyword),
            },
            Kind::AnyOf(subs) => {
                let holds: Vec<String> = if let Some(holds) = self.told_apart(subs, at) {
                    vec![holds]
                } else if at.seen.is_some() {
                    subs.iter().map(|sub| self.branch(sub, at)).collect()
                } else {
                    vec![self.any(subs, &value)]
                };
                self.need("kind");
                let failed = format!("!({})", holds.join(" || "));
                self.fail_if(
                    &failed,
                    at,
                    keyword,
                    &subs.len().to_string(),
                    &format!("kind({value})"),
                );
            }
            Kind::OneOf(subs) => {
                let count = self.fresh("count");
                self.w.line(format!("let {count} = 0;"));
                if let Some(holds) = self.told_apart(subs, at) {
                    self.w.line(format!("if ({holds}) {count}++;"));
                } else {
                    for sub in subs {
                        let holds = self.branch(sub, at);
                        self.w.line(format!("if ({holds}) {count}++;"));
                    }
                }
                self.fail_if(&format!("{count} !== 1"), at, keyword, "1", &count);
            }
            Kind::Not(sub) => {
                let holds = self.test(sub, &value, None);
                self.need("kind");
                self.fail_if(&holds, at, keyword, "null", &format!("kind({value})"));
            }
            Kind::If { test, then, other } => {
                let holds = self.branch(test, at);
                self.w.open(format!("if ({holds}) {{"));
                self.apply(then, at, "then");
                if !matches!(other, Sub::Always) {
                    self.w.close("} else {");
                    self.w.open("");
                    self.apply(other, at, "else");
                }
                self.w.close("}");
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
        let holds = self.fresh("holds");
        self.need("tag");
        self.w.line(format!("let {holds} = false;"));
        self.w.open(format!("switch (tag({}, {})) {{", at.value, quoted(apart.property)));
        for (sub, texts) in subs.iter().zip(&apart.texts) {
            for text in &texts[..texts.len() - 1] {
                self.w.line(format!("case {}:", quoted(text)));
            }
            let last = texts.last().map_or(String::new(), |text| quoted(text));
            self.w.open(format!("case {last}: {{"));
            let test = self.test(sub, &at.value, None);
            self.w.line(format!("{holds} = {test};"));
            self.w.line("break;");
            self.w.close("}");
        }
        self.w.close("}");
        Some(holds)
    }

    /// One variable that is true as soon as a branch holds; later branches are not tried then.
    pub(super) fn any(&mut self, subs: &[Sub], value: &str) -> String {
        if let [only] = subs {
            return self.test(only, value, None);
        }
        if subs.iter().all(|sub| !matches!(sub, Sub::Block(_))) {
            let tests: Vec<String> = subs.iter().map(|sub| self.test(sub, value, None)).collect();
            return format!("({})", tests.join(" || "));
        }
        let any = self.fresh("any");
        self.w.line(format!("let {any} = false;"));
        for (index, sub) in subs.iter().enumerate() {
            if index > 0 {
                self.w.open(format!("if (!{any}) {{"));
            }
            let test = self.test(sub, value, None);
            self.w.line(format!("{any} = {test};"));
            if index > 0 {
                self.w.close("}");
            }
        }
        any
    }

    pub(super) fn is_type(&mut self, t: Type, value: &str) -> String {
        let (piece, test) = match t {
            Type::Null => ("same", format!("same({value}, null)")),
            Type::Boolean => ("is_boolean", format!("isBoolean({value})")),
            Type::Integer => ("is_integer", format!("isInteger({value})")),
            Type::Number => ("is_number", format!("isNumber({value})")),
            Type::String => ("is_string", format!("isString({value})")),
            Type::Array => ("is_array", format!("isArray({value})")),
            Type::Object => ("is_object", format!("isObject({value})")),
        };
        self.need(piece);
        test
    }

    /// An expression that is true where the value is not `wanted`.
    pub(super) fn differs(&mut self, wanted: &Value, value: &str) -> String {
        if let Some(text) = scalar(wanted) {
            self.need("same");
            return format!("!same({value}, {text})");
        }
        self.need("canonical");
        self.need("kind");
        let word = if wanted.is_array() { "array" } else { "object" };
        let text = self.constant(format!("canonical({})", literal(wanted)));
        format!("kind({value}) !== \"{word}\" || canonical({value}) !== {text}")
    }

    pub(super) fn enumeration(&mut self, list: &[Value], at: &At, keyword: &str) {
        let value = at.value.clone();
        let scalars: Vec<String> = list.iter().filter_map(scalar).collect();
        let whole = Value::Array(list.to_vec());
        let expected = if list.len() > 8 {
            self.constant(format!("{} as readonly unknown[]", literal(&whole)))
        } else {
            literal(&whole)
        };
        let mut tests = Vec::new();
        if scalars.len() > 8 {
            let set = self.constant(format!("new Set<unknown>([{}])", scalars.join(", ")));
            tests.push(format!("{set}.has({value})"));
        } else {
            for text in scalars {
                self.need("same");
                tests.push(format!("same({value}, {text})"));
            }
        }
        for other in list.iter().filter(|item| scalar(item).is_none()) {
            tests.push(format!("!({})", self.differs(other, &value)));
        }
        let failed =
            if tests.is_empty() { "true".to_owned() } else { format!("!({})", tests.join(" || ")) };
        self.fail_if(&failed, at, keyword, &expected, &value);
    }
}
