//! Checks that speak of one type of value: numbers, strings, arrays, objects.

use std::fmt::Display;

use serde_json::Number;

use super::super::format_function;
use super::super::text::{exact, quoted, scalar};
use super::{At, Checks, Done};
use crate::ir::{Check, Kind, Sub};
use crate::target::walk::{bound, reasonable, too_few};

impl Checks<'_> {
    pub(super) fn number(&mut self, check: &Check, at: &At) -> Done {
        let v = &at.value;
        let Some((test, bound)) = bound(&check.kind) else { return Ok(()) };
        reasonable(bound, check)?;
        let failed = if test.is_empty() {
            self.need("multiple");
            let (digits, exponent) = decimal(bound);
            let digits = match digits.len() {
                0..=4000 => digits,
                _ => self.constant(format!("int(Decimal(\"{digits}\"))")),
            };
            format!("not _multiple({v}, {digits}, {exponent})")
        } else {
            let number = self.number_text(exact(bound));
            format!("_exact({v}) {test} {number}")
        };
        let expected = scalar(&bound.clone().into()).unwrap_or_default();
        self.fail_if(&failed, at, &check.keyword, &expected, &at.value);
        Ok(())
    }

    /// Tells where a length is beyond its limit.
    fn limit(&mut self, length: &str, beyond: &str, limit: &impl Display, at: &At, keyword: &str) {
        let failed = format!("{length} {beyond} {limit}");
        self.fail_if(&failed, at, keyword, &limit.to_string(), length);
    }

    pub(super) fn string(&mut self, check: &Check, at: &At) -> Done {
        let (keyword, v) = (check.keyword.as_str(), at.value.as_str());
        let length = format!("len({v})");
        match &check.kind {
            Kind::MinLength(least) => {
                self.limit(&length, "<", least, at, keyword);
            }
            Kind::MaxLength(most) => {
                self.limit(&length, ">", most, at, keyword);
            }
            Kind::Pattern { pattern: wanted, longest } => {
                let regex = self.regex(wanted, check, false)?;
                let mut failed = format!("{regex}.search({v}) is None");
                if let (Some(most), false) = (longest, at.silent) {
                    failed = format!("{length} <= {most} and {failed}");
                }
                self.fail_if(&failed, at, keyword, &quoted(&wanted.source), v);
            }
            Kind::Format(format) => {
                let (piece, function) = format_function(*format);
                self.need(piece);
                let failed = format!("not {function}({v})");
                self.fail_if(&failed, at, keyword, &quoted(format.name()), v);
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn array(&mut self, check: &Check, at: &At, noting: bool) -> Done {
        let (keyword, a) = (check.keyword.as_str(), at.value.as_str());
        let seen = at.seen.clone().filter(|_| noting);
        let length = format!("len({a})");
        match &check.kind {
            Kind::MinItems(least) => {
                self.limit(&length, "<", least, at, keyword);
            }
            Kind::MaxItems(most) => {
                self.limit(&length, ">", most, at, keyword);
            }
            Kind::UniqueItems => {
                self.need("unique");
                self.fail_if(&format!("not _unique({a})"), at, keyword, "True", a);
            }
            Kind::PrefixItems(subs) => {
                for (index, sub) in subs.iter().enumerate() {
                    if matches!(sub, Sub::Always) && seen.is_none() {
                        continue;
                    }
                    self.w.open(format!("if {length} > {index}:"));
                    let before = self.w.len();
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.items.add({index})"));
                    }
                    self.below(sub, at, &format!("{a}[{index}]"), &index.to_string(), keyword)?;
                    self.end(before);
                }
            }
            Kind::Items { from, sub: Sub::Never } => {
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.items.update(range({from}, {length}))"));
                }
                self.limit(&length, ">", from, at, keyword);
            }
            Kind::Items { from, sub } => {
                let i = self.fresh("i");
                let first = if *from > 0 { format!("{from}, ") } else { String::new() };
                self.w.open(format!("for {i} in range({first}{length}):"));
                let before = self.w.len();
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.items.add({i})"));
                }
                self.below(sub, at, &format!("{a}[{i}]"), &i, keyword)?;
                self.end(before);
            }
            Kind::Contains { sub, min, max, notes } => {
                self.contains(sub, *min, *max, seen.filter(|_| *notes), at)?;
            }
            Kind::UnevaluatedItems(sub) => {
                let Some(seen) = at.seen.clone() else { return Ok(()) };
                let i = self.fresh("i");
                self.w.open(format!("for {i} in range({length}):"));
                self.w.open(format!("if {i} not in {seen}.items:"));
                if matches!(sub, Sub::Never) {
                    self.fail(at, keyword, "False", &i);
                } else {
                    self.w.line(format!("{seen}.items.add({i})"));
                    self.below(sub, at, &format!("{a}[{i}]"), &i, keyword)?;
                }
                self.w.close("");
                self.w.close("");
            }
            _ => {}
        }
        Ok(())
    }

    fn contains(
        &mut self,
        sub: &Sub,
        min: u64,
        max: Option<u64>,
        seen: Option<String>,
        at: &At,
    ) -> Done {
        let (i, item, count) = (self.fresh("i"), self.fresh("v"), self.fresh("count"));
        self.w.line(format!("{count} = 0"));
        match &seen {
            Some(_) => self.w.open(format!("for {i}, {item} in enumerate({}):", at.value)),
            None => self.w.open(format!("for {item} in {}:", at.value)),
        }
        let holds = self.test(sub, &item, None)?;
        self.w.open(format!("if {holds}:"));
        self.w.line(format!("{count} += 1"));
        if let Some(seen) = &seen {
            self.w.line(format!("{seen}.items.add({i})"));
        }
        self.w.close("");
        self.w.close("");
        if min > 0 {
            let failed = format!("{count} == 0");
            self.fail_if(&failed, at, "contains", &min.to_string(), &count);
        }
        if min > 1 {
            let most = too_few(min, max);
            let failed = format!("0 < {count} <= {most}");
            self.fail_if(&failed, at, "minContains", &min.to_string(), &count);
        }
        if let Some(max) = max {
            let failed = format!("{count} > {max}");
            self.fail_if(&failed, at, "maxContains", &max.to_string(), &count);
        }
        Ok(())
    }

    pub(super) fn object(&mut self, check: &Check, at: &At, noting: bool) -> Done {
        let (keyword, o) = (check.keyword.as_str(), at.value.as_str());
        let seen = at.seen.clone().filter(|_| noting);
        let size = format!("len({o})");
        match &check.kind {
            Kind::MinProperties(least) => {
                self.fail_if(&format!("{size} < {least}"), at, keyword, &least.to_string(), &size);
            }
            Kind::MaxProperties(most) => {
                self.fail_if(&format!("{size} > {most}"), at, keyword, &most.to_string(), &size);
            }
            Kind::Required(names) => {
                for name in names.iter().map(|name| quoted(name)) {
                    self.fail_if(&format!("{name} not in {o}"), at, keyword, &name, "None");
                }
            }
            Kind::DependentRequired(lists) => {
                for (name, wanted) in lists {
                    self.w.open(format!("if {} in {o}:", quoted(name)));
                    for name in wanted.iter().map(|name| quoted(name)) {
                        self.fail_if(&format!("{name} not in {o}"), at, keyword, &name, "None");
                    }
                    self.w.close("");
                }
            }
            Kind::Properties(list) => {
                for (name, sub) in list {
                    let name = quoted(name);
                    self.w.open(format!("if {name} in {o}:"));
                    let before = self.w.len();
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.names.add({name})"));
                    }
                    self.below(sub, at, &format!("{o}[{name}]"), &name, keyword)?;
                    self.end(before);
                }
            }
            Kind::DependentSchemas(list) => {
                for (name, sub) in list {
                    self.w.open(format!("if {} in {o}:", quoted(name)));
                    let before = self.w.len();
                    self.apply(sub, at, keyword)?;
                    self.end(before);
                }
            }
            _ => self.each_key(check, at, seen)?,
        }
        Ok(())
    }

    fn each_key(&mut self, check: &Check, at: &At, seen: Option<String>) -> Done {
        let (keyword, o) = (check.keyword.as_str(), at.value.as_str());
        let k = self.fresh("k");
        self.w.open(format!("for {k} in {o}:"));
        let before = self.w.len();
        match &check.kind {
            Kind::PatternProperties(wanted, sub) => {
                let regex = self.regex(wanted, check, true)?;
                self.w.open(format!("if {regex}.search({k}) is not None:"));
                let before = self.w.len();
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.names.add({k})"));
                }
                self.below(sub, at, &format!("{o}[{k}]"), &k, keyword)?;
                self.end(before);
            }
            Kind::AdditionalProperties { names, patterns, sub } => {
                let mut known = Vec::new();
                match names.iter().map(|name| quoted(name)).collect::<Vec<_>>().as_slice() {
                    [] => {}
                    [one] => known.push(format!("{k} == {one}")),
                    many if many.len() > 8 => {
                        let set = self.constant(format!("frozenset(({}))", many.join(", ")));
                        known.push(format!("{k} in {set}"));
                    }
                    many => known.push(format!("{k} in ({})", many.join(", "))),
                }
                for wanted in patterns {
                    let regex = self.regex(wanted, check, false)?;
                    known.push(format!("{regex}.search({k}) is not None"));
                }
                if !known.is_empty() {
                    self.w.open(format!("if {}:", known.join(" or ")));
                    self.w.line("continue");
                    self.w.close("");
                }
                self.rest(sub, at, &k, keyword, seen)?;
            }
            Kind::UnevaluatedProperties(sub) => {
                if let Some(seen) = &at.seen {
                    self.w.open(format!("if {k} in {seen}.names:"));
                    self.w.line("continue");
                    self.w.close("");
                }
                self.rest(sub, at, &k, keyword, at.seen.clone())?;
            }
            Kind::PropertyNames(sub) => {
                let at = At { value: k, seen: None, ..at.clone() };
                self.apply(sub, &at, keyword)?;
            }
            _ => {}
        }
        self.end(before);
        Ok(())
    }

    fn rest(&mut self, sub: &Sub, at: &At, k: &str, keyword: &str, seen: Option<String>) -> Done {
        if matches!(sub, Sub::Never) {
            self.fail(at, keyword, "False", k);
            return Ok(());
        }
        if let Some(seen) = seen {
            let holds = self.test(sub, &format!("{}[{k}]", at.value), None)?;
            self.w.open(format!("if {holds}:"));
            self.w.line(format!("{seen}.names.add({k})"));
            self.w.close("");
        }
        self.below(sub, at, &format!("{}[{k}]", at.value), k, keyword)
    }

    /// Applies a schema to a part of the instance.
    fn below(&mut self, sub: &Sub, at: &At, part: &str, step: &str, keyword: &str) -> Done {
        match sub {
            Sub::Always => {}
            // A false part is told at the whole, by its name.
            Sub::Never => self.fail(at, keyword, "False", step),
            _ => {
                let local = self.fresh("v");
                self.w.line(format!("{local} = {part}"));
                let path = format!("({}, {step})", at.path);
                let inner = At { value: local, path, silent: at.silent, seen: None };
                self.apply(sub, &inner, keyword)?;
            }
        }
        Ok(())
    }
}

/// A positive decimal as digits × 10^exponent.
fn decimal(number: &Number) -> (String, i64) {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let exponent = exponent.parse::<i64>().unwrap_or_default();
    let places = i64::try_from(fraction.len()).unwrap_or_default();
    (if digits.is_empty() { "0" } else { digits }.to_owned(), exponent.saturating_sub(places))
}
