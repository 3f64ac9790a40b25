//! Checks that speak of one type of value: numbers, strings, arrays, objects.

use serde_json::Number;

use super::super::text::{key, quoted};
use super::super::{format_function, pattern};
use super::{At, Checks};
use crate::ir::{Check, Kind, Sub};
use crate::target::walk::bound;

impl Checks<'_> {
    pub(super) fn number(&mut self, check: &Check, at: &At, n: &str) {
        let Some((test, bound)) = bound(&check.kind) else { return };
        let failed = if test.is_empty() {
            self.need("multiple");
            let (digits, exponent) = decimal(bound);
            let exact = format!("multiple({n}, \"{digits}\", {exponent})");
            match digits.parse::<u32>().ok().filter(|_| exponent == 0) {
                Some(whole) => {
                    format!("Number.isSafeInteger({n}) ? {n} % {whole} !== 0 : !{exact}")
                }
                None => format!("!{exact}"),
            }
        } else {
            format!("{n} {test} {}", number(bound))
        };
        self.fail_if(&failed, at, &check.keyword, &number(bound), n);
    }

    pub(super) fn string(&mut self, check: &Check, at: &At, s: &str) {
        let keyword = check.keyword.as_str();
        match &check.kind {
            Kind::MinLength(least) => {
                let failed = match least {
                    1 => format!("{s} === \"\""),
                    _ => {
                        self.need("points");
                        format!(
                            "{s}.length < {least} || ({s}.length < {} && points({s}) < {least})",
                            least.saturating_mul(2)
                        )
                    }
                };
                self.need("points");
                self.fail_if(&failed, at, keyword, &least.to_string(), &format!("points({s})"));
            }
            Kind::MaxLength(most) => {
                self.need("points");
                let failed = format!("{s}.length > {most} && points({s}) > {most}");
                self.fail_if(&failed, at, keyword, &most.to_string(), &format!("points({s})"));
            }
            Kind::Pattern { pattern: wanted, longest } => {
                let source = pattern::ecma(wanted);
                let regex = self.constant(format!("new RegExp({}, \"u\")", quoted(&source)));
                let mut failed = format!("!{regex}.test({s})");
                if let (Some(most), None) = (longest, &at.label) {
                    self.need("points");
                    failed = format!("({s}.length <= {most} || points({s}) <= {most}) && {failed}");
                }
                self.fail_if(&failed, at, keyword, &quoted(&wanted.source), s);
            }
            Kind::Format(format) => {
                let (piece, function) = format_function(*format);
                self.need(piece);
                let failed = format!("!{function}({s})");
                self.fail_if(&failed, at, keyword, &quoted(format.name()), s);
            }
            _ => {}
        }
    }

    pub(super) fn array(&mut self, check: &Check, at: &At, a: &str, noting: bool) {
        let keyword = check.keyword.as_str();
        let seen = at.seen.clone().filter(|_| noting);
        match &check.kind {
            Kind::MinItems(least) => {
                let failed = format!("{a}.length < {least}");
                self.fail_if(&failed, at, keyword, &least.to_string(), &format!("{a}.length"));
            }
            Kind::MaxItems(most) => {
                let failed = format!("{a}.length > {most}");
                self.fail_if(&failed, at, keyword, &most.to_string(), &format!("{a}.length"));
            }
            Kind::UniqueItems => {
                self.need("unique");
                self.fail_if(&format!("!unique({a})"), at, keyword, "true", a);
            }
            Kind::PrefixItems(subs) => {
                for (index, sub) in subs.iter().enumerate() {
                    if matches!(sub, Sub::Always) && seen.is_none() {
                        continue;
                    }
                    self.w.open(format!("if ({a}.length > {index}) {{"));
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.items.add({index});"));
                    }
                    self.below(sub, at, &format!("{a}[{index}]"), &index.to_string(), keyword);
                    self.w.close("}");
                }
            }
            Kind::Items { from, sub: Sub::Never } => {
                if let Some(seen) = &seen {
                    let i = self.fresh("i");
                    let each = format!("for (let {i} = {from}; {i} < {a}.length; {i}++)");
                    self.w.line(format!("{each} {seen}.items.add({i});"));
                }
                let failed = format!("{a}.length > {from}");
                self.fail_if(&failed, at, keyword, &from.to_string(), &format!("{a}.length"));
            }
            Kind::Items { from, sub } => {
                let i = self.fresh("i");
                self.w.open(format!("for (let {i} = {from}; {i} < {a}.length; {i}++) {{"));
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.items.add({i});"));
                }
                self.below(sub, at, &format!("{a}[{i}]"), &i, keyword);
                self.w.close("}");
            }
            Kind::Contains { sub, min, max, notes } => {
                let (i, count) = (self.fresh("i"), self.fresh("count"));
                self.w.line(format!("let {count} = 0;"));
                self.w.open(format!("for (let {i} = 0; {i} < {a}.length; {i}++) {{"));
                let item = self.fresh("v");
                self.w.line(format!("const {item} = {a}[{i}];"));
                let holds = self.test(sub, &item, None);
                let note = seen.filter(|_| *notes).map(|seen| format!(" {seen}.items.add({i});"));
                let note = note.unwrap_or_default();
                self.w.line(format!("if ({holds}) {{ {count}++;{note} }}"));
                self.w.close("}");
                if *min > 0 {
                    self.fail_if(
                        &format!("{count} === 0"),
                        at,
                        "contains",
                        &min.to_string(),
                        &count,
                    );
                }
                if *min > 1 {
                    let mut failed = format!("{count} > 0 && {count} < {min}");
                    if let Some(max) = max.as_ref().filter(|max| *max < min) {
                        // Where no count is right, too many is told, as Python's jsonschema does.
                        failed.push_str(&format!(" && {count} <= {max}"));
                    }
                    self.fail_if(&failed, at, "minContains", &min.to_string(), &count);
                }
                if let Some(max) = max {
                    let failed = format!("{count} > {max}");
                    self.fail_if(&failed, at, "maxContains", &max.to_string(), &count);
                }
            }
            Kind::UnevaluatedItems(sub) => {
                let Some(seen) = at.seen.clone() else { return };
                let i = self.fresh("i");
                self.w.open(format!("for (let {i} = 0; {i} < {a}.length; {i}++) {{"));
                self.w.line(format!("if ({seen}.items.has({i})) continue;"));
                if matches!(sub, Sub::Never) {
                    self.fail(at, keyword, "false", &i);
                } else {
                    self.w.line(format!("{seen}.items.add({i});"));
                    self.below(sub, at, &format!("{a}[{i}]"), &i, keyword);
                }
                self.w.close("}");
            }
            _ => {}
        }
    }

    pub(super) fn object(&mut self, check: &Check, at: &At, o: &str, noting: bool) {
        let keyword = check.keyword.as_str();
        let seen = at.seen.clone().filter(|_| noting);
        self.need("has");
        match &check.kind {
            Kind::MinProperties(least) => {
                self.need("size");
                let failed = format!("size({o}) < {least}");
                self.fail_if(&failed, at, keyword, &least.to_string(), &format!("size({o})"));
            }
            Kind::MaxProperties(most) => {
                self.need("size");
                let failed = format!("size({o}) > {most}");
                self.fail_if(&failed, at, keyword, &most.to_string(), &format!("size({o})"));
            }
            Kind::Required(names) => {
                for name in names {
                    let failed = format!("!has({o}, {})", quoted(name));
                    self.fail_if(&failed, at, keyword, &quoted(name), "null");
                }
            }
            Kind::DependentRequired(lists) => {
                for (name, wanted) in lists {
                    self.w.open(format!("if (has({o}, {})) {{", quoted(name)));
                    for name in wanted {
                        let failed = format!("!has({o}, {})", quoted(name));
                        self.fail_if(&failed, at, keyword, &quoted(name), "null");
                    }
                    self.w.close("}");
                }
            }
            Kind::Properties(list) => {
                for (name, sub) in list {
                    self.w.open(format!("if (has({o}, {})) {{", quoted(name)));
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.names.add({});", quoted(name)));
                    }
                    self.below(sub, at, &format!("{o}{}", key(name)), &quoted(name), keyword);
                    self.w.close("}");
                }
            }
            Kind::DependentSchemas(list) => {
                for (name, sub) in list {
                    self.w.open(format!("if (has({o}, {})) {{", quoted(name)));
                    self.apply(sub, at, keyword);
                    self.w.close("}");
                }
            }
            _ => self.each_key(check, at, o, seen),
        }
    }

    pub(super) fn each_key(&mut self, check: &Check, at: &At, o: &str, seen: Option<String>) {
        let keyword = check.keyword.as_str();
        let k = self.fresh("k");
        self.w.open(format!("for (const {k} of Object.keys({o})) {{"));
        match &check.kind {
            Kind::PatternProperties(wanted, sub) => {
                let source = pattern::ecma(wanted);
                let regex = self.constant(format!("new RegExp({}, \"u\")", quoted(&source)));
                self.w.open(format!("if ({regex}.test({k})) {{"));
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.names.add({k});"));
                }
                self.below(sub, at, &format!("{o}[{k}]"), &k, keyword);
                self.w.close("}");
            }
            Kind::AdditionalProperties { names, patterns, sub } => {
                self.skip(&k, names);
                for wanted in patterns {
                    let source = pattern::ecma(wanted);
                    let regex = self.constant(format!("new RegExp({}, \"u\")", quoted(&source)));
                    self.w.line(format!("if ({regex}.test({k})) continue;"));
                }
                self.rest(sub, at, o, &k, keyword, seen);
            }
            Kind::UnevaluatedProperties(sub) => {
                if let Some(seen) = &at.seen {
                    self.w.line(format!("if ({seen}.names.has({k})) continue;"));
                }
                self.rest(sub, at, o, &k, keyword, at.seen.clone());
            }
            Kind::PropertyNames(sub) => {
                // Known to be a string, it could not be looked at as anything else.
                let name = self.fresh("name");
                self.w.line(format!("const {name}: unknown = {k};"));
                let at = At { value: name, seen: None, ..at.clone() };
                self.apply(sub, &at, keyword);
            }
            _ => {}
        }
        self.w.close("}");
    }

    pub(super) fn skip(&mut self, k: &str, names: &[String]) {
        if names.len() > 12 {
            let list: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let set = self.constant(format!("new Set<string>([{}])", list.join(", ")));
            self.w.line(format!("if ({set}.has({k})) continue;"));
        } else if !names.is_empty() {
            let tests: Vec<String> =
                names.iter().map(|name| format!("{k} === {}", quoted(name))).collect();
            self.w.line(format!("if ({}) continue;", tests.join(" || ")));
        }
    }

    pub(super) fn rest(
        &mut self,
        sub: &Sub,
        at: &At,
        o: &str,
        k: &str,
        keyword: &str,
        seen: Option<String>,
    ) {
        if matches!(sub, Sub::Never) {
            self.fail(at, keyword, "false", k);
            return;
        }
        if let Some(seen) = seen {
            let value = self.fresh("v");
            self.w.line(format!("const {value} = {o}[{k}];"));
            let holds = self.test(sub, &value, None);
            self.w.line(format!("if ({holds}) {seen}.names.add({k});"));
        }
        self.below(sub, at, &format!("{o}[{k}]"), k, keyword);
    }

    /// Applies a schema to a part of the instance.
    pub(super) fn below(&mut self, sub: &Sub, at: &At, part: &str, step: &str, keyword: &str) {
        match sub {
            Sub::Always => {}
            // A false part is told at the whole, by its name.
            Sub::Never => self.fail(at, keyword, "false", step),
            Sub::Call(_) => self.apply(sub, &at.child(part.to_owned(), step), keyword),
            _ => {
                let local = self.fresh("v");
                self.w.line(format!("const {local} = {part};"));
                self.apply(sub, &at.child(local, step), keyword);
            }
        }
    }
}

/// A number as TypeScript reads it: as it stands.
fn number(number: &Number) -> String {
    number.to_string()
}

/// A positive decimal as digits × 10^exponent.
fn decimal(number: &Number) -> (String, i64) {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let exponent = exponent.parse::<i64>().unwrap_or_default();
    let exponent = exponent - i64::try_from(fraction.len()).unwrap_or_default();
    let trimmed = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - trimmed.len()).unwrap_or_default();
    let (trimmed, exponent) = match exponent {
        negative if negative < 0 && zeros > 0 => {
            let dropped = zeros.min(-negative);
            let keep = digits.len() - usize::try_from(dropped).unwrap_or_default();
            (digits[..keep].to_owned(), negative + dropped)
        }
        other => (digits, other),
    };
    let trimmed = trimmed.trim_start_matches('0');
    (if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }, exponent)
}
