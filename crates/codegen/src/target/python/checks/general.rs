//! Checks that speak of any value: types, constants, and schemas applied to the value itself.

use contract::Type;
use serde_json::Value;

use super::super::text::{exact, literal, quoted, scalar};
use super::{At, Checks, Done};
use crate::ir::{Check, Kind, Refusal, Sub, discriminator};
use crate::target::walk::{place_of, refuse};

impl Checks<'_> {
    pub(super) fn general(&mut self, check: &Check, at: &At) -> Done {
        let (keyword, value) = (check.keyword.as_str(), at.value.clone());
        match &check.kind {
            Kind::Never => self.fail(at, keyword, "False", &value),
            Kind::Type(types) => {
                let tests: Vec<String> = types.iter().map(|t| self.is_type(t, &value)).collect();
                let names: Vec<String> = types.iter().map(|t| quoted(t.as_str())).collect();
                let expected = match names.as_slice() {
                    [one] => one.clone(),
                    many => format!("[{}]", many.join(", ")),
                };
                self.need("kind");
                let failed = match tests.as_slice() {
                    [one] if one.ends_with(" is None") => format!("{value} is not None"),
                    [one] => format!("not {one}"),
                    many => format!("not ({})", many.join(" or ")),
                };
                self.fail_if(&failed, at, keyword, &expected, &format!("_kind({value})"));
            }
            Kind::Const(wanted) => {
                let same = self.same(wanted, &value);
                self.fail_if(&format!("not ({same})"), at, keyword, &literal(wanted), &value);
            }
            Kind::Enum(list) => self.enumeration(list, at, keyword),
            Kind::Apply { sub, keep } => match (&at.seen, sub) {
                (Some(seen), Sub::Call(id)) if !keep => {
                    let (seen, notes, holds) =
                        (seen.clone(), self.fresh("notes"), self.fresh("holds"));
                    self.w.line(format!("{notes} = _Seen()"));
                    let call = self.call(*id, at, Some(&notes));
                    self.w.line(format!("{holds} = {call}"));
                    self.w.open(format!("if {holds}:"));
                    self.w.line(format!("{seen}.learn({notes})"));
                    self.w.close("");
                    self.w.open("else:");
                    self.failed(at);
                    self.w.close("");
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
                self.need("kind");
                let failed = format!("not ({})", holds.join(" or "));
                let got = format!("_kind({value})");
                self.fail_if(&failed, at, keyword, &subs.len().to_string(), &got);
            }
            Kind::OneOf(subs) => {
                let count = self.fresh("count");
                if let Some(holds) = self.told_apart(subs, at)? {
                    self.w.line(format!("{count} = int({holds})"));
                } else {
                    self.w.line(format!("{count} = 0"));
                    for sub in subs {
                        let holds = self.branch(sub, at)?;
                        self.w.line(format!("{count} += {holds}"));
                    }
                }
                self.fail_if(&format!("{count} != 1"), at, keyword, "1", &count);
            }
            Kind::Not(sub) => {
                let holds = self.test(sub, &value, None)?;
                self.need("kind");
                self.fail_if(&holds, at, keyword, "None", &format!("_kind({value})"));
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
        let (tag, holds, value) = (self.fresh("tag"), self.fresh("holds"), &at.value);
        let property = quoted(apart.property);
        self.w.line(format!(
            "{tag} = {value}.get({property}) if isinstance({value}, dict) else None"
        ));
        let mut word = "if";
        for (sub, texts) in subs.iter().zip(&apart.texts) {
            let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
            let asked = match texts.as_slice() {
                [one] => format!("== {one}"),
                many => format!("in ({})", many.join(", ")),
            };
            self.w.open(format!("{word} {tag} {asked}:"));
            let test = self.test(sub, value, None)?;
            self.w.line(format!("{holds} = {test}"));
            self.w.close("");
            word = "elif";
        }
        self.w.open("else:");
        self.w.line(format!("{holds} = False"));
        self.w.close("");
        Ok(Some(holds))
    }

    fn conditional(&mut self, test: &Sub, then: &Sub, other: &Sub, at: &At) -> Done {
        let holds = self.branch(test, at)?;
        self.w.open(format!("if {holds}:"));
        let before = self.w.len();
        self.apply(then, at, "then")?;
        self.end(before);
        if !matches!(other, Sub::Always) {
            self.w.open("else:");
            let before = self.w.len();
            self.apply(other, at, "else")?;
            self.end(before);
        }
        Ok(())
    }

    fn is_type(&mut self, t: Type, value: &str) -> String {
        match t {
            Type::Null => format!("{value} is None"),
            Type::Boolean => format!("isinstance({value}, bool)"),
            Type::Integer => {
                self.need("integer");
                format!("_is_integer({value})")
            }
            Type::Number => {
                self.need("number");
                format!("_is_number({value})")
            }
            Type::String => format!("isinstance({value}, str)"),
            Type::Array => format!("isinstance({value}, (list, tuple))"),
            Type::Object => format!("isinstance({value}, dict)"),
        }
    }

    /// An expression that is true where the value equals `wanted`.
    fn same(&mut self, wanted: &Value, value: &str) -> String {
        match wanted {
            Value::Null => format!("{value} is None"),
            Value::Bool(_) => format!("{value} is {}", scalar(wanted).unwrap_or_default()),
            Value::String(text) => format!("{value} == {}", quoted(text)),
            Value::Number(number) => {
                self.need("number");
                let number = self.number_text(exact(number));
                format!("_is_number({value}) and _exact({value}) == {number}")
            }
            other => {
                self.need("flat");
                let kind = if other.is_array() { "(list, tuple)" } else { "dict" };
                let flat = self.constant(format!("_flat({})", literal(other)));
                format!("isinstance({value}, {kind}) and _flat({value}) == {flat}")
            }
        }
    }

    /// Integers stand in the line; Decimals are made once.
    pub(super) fn number_text(&mut self, text: String) -> String {
        if text.starts_with("Decimal") { self.constant(text) } else { text }
    }

    fn enumeration(&mut self, list: &[Value], at: &At, keyword: &str) {
        let value = at.value.clone();
        let whole = literal(&Value::Array(list.to_vec()));
        let expected = if list.len() > 8 { self.constant(whole) } else { whole };
        let strings: Vec<String> = list.iter().filter_map(Value::as_str).map(quoted).collect();
        let mut tests = Vec::new();
        match strings.as_slice() {
            [] => {}
            [one] => tests.push(format!("{value} == {one}")),
            many if many.len() > 8 => {
                let set = self.constant(format!("frozenset(({}))", many.join(", ")));
                tests.push(format!("isinstance({value}, str) and {value} in {set}"));
            }
            many => tests.push(format!("{value} in ({})", many.join(", "))),
        }
        for other in list.iter().filter(|item| !item.is_string()) {
            tests.push(self.same(other, &value));
        }
        let failed = match tests.as_slice() {
            [] => "True".to_owned(),
            [one] => match one.split_once(" in (") {
                Some((_, rest)) => format!("{value} not in ({rest}"),
                None => format!("not ({one})"),
            },
            many => format!("not ({})", many.join(" or ")),
        };
        self.fail_if(&failed, at, keyword, &expected, &value);
    }

    /// The refusal of a pattern that Python can't decide.
    pub(super) fn regex(
        &mut self,
        wanted: &crate::ir::Pattern,
        check: &Check,
        inner: bool,
    ) -> Result<String, Refusal> {
        self.need("import_re");
        let pointer = place_of(wanted, check, inner);
        let source =
            super::super::pattern::source(wanted).map_err(|reason| refuse(&pointer, reason))?;
        Ok(self.constant(format!("re.compile({}, re.ASCII)", super::super::text::raw(&source))))
    }
}
