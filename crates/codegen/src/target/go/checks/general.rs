//! Checks that speak of any value: types, constants, and schemas applied to the value itself.

use contract::Type;
use indexmap::IndexSet;
use serde_json::Value;

use super::super::text::{quoted, raw};
use super::{At, Checks, Done};
use crate::ir::{Check, Kind, Refusal, Sub, discriminator};
use crate::target::walk::{place_of, refuse};

impl Checks<'_> {
    pub(super) fn general(&mut self, check: &Check, at: &At) -> Done {
        let (keyword, value) = (check.keyword.as_str(), at.value.clone());
        match &check.kind {
            Kind::Never => self.fail(at, keyword, "false", &value),
            Kind::Type(types) => {
                let tests: Vec<String> = types.iter().map(|t| self.is_type(t, &value)).collect();
                let names: Vec<String> = types.iter().map(|t| quoted(t.as_str())).collect();
                let expected = match names.as_slice() {
                    [one] => one.clone(),
                    many => format!("[]string{{{}}}", many.join(", ")),
                };
                let failed = match tests.as_slice() {
                    [one] if one.contains("==") => one.replace("==", "!="),
                    [one] => format!("!{one}"),
                    many => format!("!({})", many.join(" || ")),
                };
                self.fail_if(&failed, at, keyword, &expected, &format!("kind({value})"));
            }
            Kind::Const(wanted) => {
                let same = self.same(wanted, &value);
                let expected = self.literal(wanted);
                self.fail_if(&differs(&same), at, keyword, &expected, &value);
            }
            Kind::Enum(list) => self.enumeration(list, at, keyword),
            Kind::Apply { sub, keep } => match (&at.seen, sub) {
                (Some(seen), Sub::Call(id)) if !keep => {
                    let (seen, notes) = (seen.clone(), self.fresh("notes"));
                    self.w.line(format!("{notes} := newSeen()"));
                    let call = self.call(*id, at, Some(&notes));
                    self.w.open(format!("if {call} {{"));
                    self.w.line(format!("{seen}.learn({notes})"));
                    self.w.close("} else if out == nil {");
                    self.w.open("");
                    self.w.line("return false");
                    self.w.close("}");
                }
                _ => self.apply(sub, at, keyword)?,
            },
            Kind::AnyOf(subs) => {
                let mut holds: Vec<String> = self.told_apart(subs, at)?.into_iter().collect();
                for sub in subs.iter().filter(|_| holds.is_empty()).collect::<Vec<_>>() {
                    holds.push(match &at.seen {
                        Some(_) => self.branch(sub, at)?,
                        None => self.test(sub, &value, None)?,
                    });
                }
                let got = format!("kind({value})");
                // go vet counts on no test standing twice.
                holds.retain(|test| test != "false");
                holds.dedup();
                let failed = match holds.as_slice() {
                    [] => String::new(),
                    [one] => format!("!{one}"),
                    many => format!("!({})", many.join(" || ")),
                };
                let expected = format!("json.Number(\"{}\")", subs.len());
                self.fail_if(&failed, at, keyword, &expected, &got);
            }
            Kind::OneOf(subs) => {
                let count = self.fresh("count");
                self.w.line(format!("{count} := 0"));
                let apart = self.told_apart(subs, at)?;
                if let Some(holds) = &apart {
                    self.under(&format!("if {holds} {{"), &format!("{count}++"));
                }
                for sub in subs.iter().filter(|_| apart.is_none()) {
                    let holds = match &at.seen {
                        Some(_) => self.branch(sub, at)?,
                        None => self.test(sub, &value, None)?,
                    };
                    self.under(&format!("if {holds} {{"), &format!("{count}++"));
                }
                self.fail_if(&format!("{count} != 1"), at, keyword, "1", &count);
            }
            Kind::Not(sub) => {
                let holds = self.test(sub, &value, None)?;
                self.fail_if(&holds, at, keyword, "nil", &format!("kind({value})"));
            }
            Kind::If { test, then, other } => self.conditional(test, then, other, at)?,
            _ => {}
        }
        Ok(())
    }

    /// A variable that is true where the one branch holds that a property leaves possible; where all
    /// branches note what they have seen, there is none.
    fn told_apart(&mut self, subs: &[Sub], at: &At) -> Result<Option<String>, Refusal> {
        let apart = discriminator(self.unit, subs).filter(|_| at.seen.is_none());
        let Some(apart) = apart else { return Ok(None) };
        self.need("tag");
        let holds = self.fresh("fits");
        self.w.line(format!("{holds} := false"));
        self.w.line(format!("switch tagOf({}, {}) {{", at.value, quoted(apart.property)));
        for (sub, texts) in subs.iter().zip(&apart.texts) {
            let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
            self.w.open(format!("case {}:", texts.join(", ")));
            let test = self.test(sub, &at.value, None)?;
            self.w.line(format!("{holds} = {test}"));
            self.w.close("");
        }
        self.w.line("}");
        Ok(Some(holds))
    }

    fn conditional(&mut self, test: &Sub, then: &Sub, other: &Sub, at: &At) -> Done {
        let then = self.body(|checks| checks.apply(then, at, "then"))?;
        let other = self.body(|checks| checks.apply(other, at, "else"))?;
        if then.is_empty() && other.is_empty() && at.seen.is_none() {
            return Ok(());
        }
        let holds = match &at.seen {
            Some(_) => self.branch(test, at)?,
            None => self.test(test, &at.value, None)?,
        };
        match (then.is_empty(), other.is_empty()) {
            (true, true) => self.w.line(format!("_ = {holds}")),
            (false, true) => self.under(&format!("if {holds} {{"), &then),
            (true, false) => self.under(&format!("if !{holds} {{"), &other),
            (false, false) => {
                self.w.open(format!("if {holds} {{"));
                self.w.line(then);
                self.w.close("} else {");
                self.w.open("");
                self.w.line(other);
                self.w.close("}");
            }
        }
        Ok(())
    }

    fn is_type(&mut self, t: Type, value: &str) -> String {
        let kind = match t {
            Type::Null => return format!("{value} == nil"),
            Type::Integer => {
                self.need("integer");
                return format!("isInteger({value})");
            }
            Type::Boolean => "boolean",
            Type::Number => "number",
            Type::String => "string",
            Type::Array => "array",
            Type::Object => "object",
        };
        format!("kind({value}) == \"{kind}\"")
    }

    /// An expression that is true where the value equals `wanted`.
    fn same(&mut self, wanted: &Value, value: &str) -> String {
        match wanted {
            Value::Null => format!("({value} == nil)"),
            Value::Bool(truth) => format!("({value} == {truth})"),
            Value::String(text) => format!("({value} == {})", quoted(text)),
            other => {
                self.need("equal");

                let text = raw(&other.to_string());
                let canonical = self.constant(format!("canonical(constant({text}))"));
                format!("same({value}, {canonical})")
            }
        }
    }

    fn enumeration(&mut self, list: &[Value], at: &At, keyword: &str) {
        let value = at.value.clone();
        let expected = self.literal(&Value::Array(list.to_vec()));
        let tests: IndexSet<String> = list.iter().map(|item| self.same(item, &value)).collect();
        let tests: Vec<String> = tests.into_iter().collect();
        let failed = match tests.as_slice() {
            [] => String::new(),
            [one] => differs(one),
            many => {
                let all = many.iter().map(|test| match test.starts_with('(') {
                    true => test[1..test.len() - 1].to_owned(),
                    false => test.clone(),
                });
                format!("!({})", all.collect::<Vec<_>>().join(" || "))
            }
        };
        self.fail_if(&failed, at, keyword, &expected, &value);
    }

    /// The matcher of a pattern, or its refusal.
    pub(super) fn regex(
        &mut self,
        wanted: &crate::ir::Pattern,
        check: &Check,
        inner: bool,
    ) -> Result<String, Refusal> {
        let pointer = place_of(wanted, check, inner);
        let (matcher, program) =
            super::super::pattern::matcher(wanted).map_err(|reason| refuse(&pointer, reason))?;
        if program {
            self.need("program");
        }
        Ok(self.constant(matcher))
    }
}

/// The opposite of what [`Checks::same`] says.
fn differs(same: &str) -> String {
    match same.strip_prefix('(').and_then(|same| same.strip_suffix(')')) {
        Some(plain) => plain.replacen("==", "!=", 1),
        None => format!("!{same}"),
    }
}
