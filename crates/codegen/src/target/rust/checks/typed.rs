//! Checks that speak of one type of value: numbers, strings, arrays, objects.

use serde_json::{Number, Value};

use super::super::text::quoted;
use super::super::{format_function, pattern};
use super::{At, Checks};
use crate::ir::{Check, Kind, Pattern, Refusal, Sub};
use crate::target::walk::bound;

impl Checks<'_> {
    pub(super) fn number(&mut self, check: &Check, at: &At, n: &str) {
        let Some((test, bound)) = bound(&check.kind) else { return };
        let Some(verdict) = order(test) else { return self.multiple_of(bound, check, at, n) };
        self.need("compare");
        let failed = format!("compare({n}, {}).{verdict}()", quoted(&bound.to_string()));
        self.bounded(&failed, bound, check, at, n);
    }

    fn bounded(&mut self, failed: &str, bound: &Number, check: &Check, at: &At, n: &str) {
        let expected = self.value(&Value::Number(bound.clone()));
        let got = format!("Value::Number({n}.clone())");
        self.fail_if(failed, at, &check.keyword, &expected, &got);
    }

    fn multiple_of(&mut self, divisor: &Number, check: &Check, at: &At, n: &str) {
        let (digits, exponent) = decimal(divisor);
        // Ten times the rest must fit into 128 bits.
        let Some(digits) = digits.parse::<u128>().ok().filter(|digits| *digits < u128::MAX / 16)
        else {
            let reason = "has more than 36 digits, which emitted Rust can't divide by; shorten it";
            self.refuse(check, reason.to_owned());
            return;
        };
        self.need("multiple");
        let failed = format!("!multiple({n}, {digits}, {exponent})");
        self.bounded(&failed, divisor, check, at, n);
    }

    fn refuse(&mut self, check: &Check, reason: String) {
        self.own.refusal.get_or_insert(Refusal { pointer: check.pointer.clone(), reason });
    }

    /// The static that holds a pattern's program.
    pub(super) fn program(&mut self, wanted: &Pattern, check: &Check) -> String {
        self.need("pattern");
        match pattern::program(wanted) {
            Ok(text) => self.constant("&[Step]", &text),
            Err(reason) => {
                self.refuse(check, reason);
                "C0".to_owned()
            }
        }
    }

    pub(super) fn string(&mut self, check: &Check, at: &At, s: &str) {
        let keyword = check.keyword.as_str();
        let length = format!("Value::from({s}.chars().count())");
        match &check.kind {
            Kind::MinLength(least) => {
                let failed = match least {
                    1 => format!("{s}.is_empty()"),
                    _ => format!("{s}.chars().count() < {least}"),
                };
                self.fail_if(&failed, at, keyword, &format!("Value::from({least}_u64)"), &length);
            }
            Kind::MaxLength(most) => {
                let failed = match most {
                    0 => format!("!{s}.is_empty()"),
                    _ => format!("{s}.len() > {most} && {s}.chars().count() > {most}"),
                };
                self.fail_if(&failed, at, keyword, &format!("Value::from({most}_u64)"), &length);
            }
            Kind::Pattern { pattern: wanted, longest } => {
                let program = self.program(wanted, check);
                let expected = format!("Value::from({})", quoted(&wanted.source));
                let got = format!("Value::from({s}.as_str())");
                let mut failed = format!("!found({program}, {s})");
                if let (Some(most), None) = (longest, &at.label) {
                    let short = format!("{s}.len() <= {most} || {s}.chars().count() <= {most}");
                    failed = format!("({short}) && {failed}");
                }
                self.fail_if(&failed, at, keyword, &expected, &got);
            }
            Kind::Format(format) => {
                let function = format_function(*format);
                self.need(function);
                let expected = format!("Value::from({})", quoted(format.name()));
                let got = format!("Value::from({s}.as_str())");
                self.fail_if(&format!("!{function}({s})"), at, keyword, &expected, &got);
            }
            _ => {}
        }
    }

    pub(super) fn array(&mut self, check: &Check, at: &At, a: &str, noting: bool) {
        let keyword = check.keyword.as_str();
        let seen = at.seen.clone().filter(|_| noting);
        let length = format!("Value::from({a}.len())");
        match &check.kind {
            Kind::MinItems(least) => {
                let failed = match least {
                    1 => format!("{a}.is_empty()"),
                    _ => format!("{a}.len() < {least}"),
                };
                self.fail_if(&failed, at, keyword, &format!("Value::from({least}_u64)"), &length);
            }
            Kind::MaxItems(most) => {
                let failed = more(a, most);
                self.fail_if(&failed, at, keyword, &format!("Value::from({most}_u64)"), &length);
            }
            Kind::UniqueItems => {
                self.need("unique");
                let got = format!("{}.clone()", at.value);
                self.fail_if(&format!("!unique({a})"), at, keyword, "Value::from(true)", &got);
            }
            Kind::PrefixItems(subs) => {
                for (index, sub) in subs.iter().enumerate() {
                    if matches!(sub, Sub::Always) && seen.is_none() {
                        continue;
                    }
                    let v = self.fresh("v");
                    let bound = if matches!(sub, Sub::Always | Sub::Never) {
                        format!("if {} {{", more(a, &(index as u64)))
                    } else if index == 0 {
                        format!("if let Some({v}) = {a}.first() {{")
                    } else {
                        format!("if let Some({v}) = {a}.get({index}) {{")
                    };
                    self.w.open(bound);
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.items.insert({index});"));
                    }
                    match sub {
                        // A false part is told at the whole, by its place.
                        Sub::Never => {
                            let got = format!("Value::from({index})");
                            self.fail(at, keyword, "Value::from(false)", &got);
                        }
                        _ => self.apply(sub, &at.index(&v, &index.to_string()), keyword),
                    }
                    self.w.close("}");
                }
            }
            Kind::Items { from, sub: Sub::Never } => {
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.items.extend({from}..{a}.len());"));
                }
                let (failed, expected) = (more(a, &(*from as u64)), format!("Value::from({from})"));
                self.fail_if(&failed, at, keyword, &expected, &length);
            }
            Kind::Items { from, sub } => self.each_item(*from, sub, at, a, seen, keyword),
            Kind::Contains { .. } => self.contains(&check.kind, at, a, seen),
            Kind::UnevaluatedItems(sub) => {
                let Some(seen) = at.seen.clone() else { return };
                let (i, v) = (self.fresh("i"), self.fresh("v"));
                if matches!(sub, Sub::Never | Sub::Always) {
                    self.w.open(format!("for {i} in 0..{a}.len() {{"));
                } else {
                    self.w.open(format!("for ({i}, {v}) in {a}.iter().enumerate() {{"));
                }
                self.w.open(format!("if {seen}.items.contains(&{i}) {{"));
                self.w.line("continue;");
                self.w.close("}");
                if matches!(sub, Sub::Never) {
                    self.fail(at, keyword, "Value::from(false)", &format!("Value::from({i})"));
                } else {
                    self.w.line(format!("{seen}.items.insert({i});"));
                    self.apply(sub, &at.index(&v, &i), keyword);
                }
                self.w.close("}");
            }
            _ => {}
        }
    }

    /// Whether applying a schema here doesn't look at the value.
    fn ignores(&self, sub: &Sub, at: &At) -> bool {
        matches!(sub, Sub::Never) && at.label.is_some()
    }

    fn each_item(
        &mut self,
        from: usize,
        sub: &Sub,
        at: &At,
        a: &str,
        seen: Option<String>,
        keyword: &str,
    ) {
        let (i, v) = (self.fresh("i"), self.fresh("v"));
        let outer = std::mem::replace(&mut self.w, crate::writer::Writer::new("    "));
        if let Some(seen) = &seen {
            self.w.line(format!("{seen}.items.insert({i});"));
        }
        self.apply(sub, &at.index(&v, &i), keyword);
        let body = std::mem::replace(&mut self.w, outer).finish();
        if body.is_empty() {
            return;
        }
        let skip = if from > 0 { format!(".skip({from})") } else { String::new() };
        let head = match (super::uses(&body, &i), super::uses(&body, &v)) {
            (true, true) => format!("for ({i}, {v}) in {a}.iter().enumerate(){skip} {{"),
            (true, false) => format!("for {i} in {from}..{a}.len() {{"),
            (false, _) if from > 0 => format!("for {v} in {a}.iter(){skip} {{"),
            (false, _) => format!("for {v} in {a} {{"),
        };
        self.w.open(head);
        self.w.line(body);
        self.w.close("}");
    }

    fn contains(&mut self, kind: &Kind, at: &At, a: &str, seen: Option<String>) {
        let Kind::Contains { sub, min, max, notes } = kind else { return };
        let seen = seen.filter(|_| *notes);
        let (i, v, count) = (self.fresh("i"), self.fresh("v"), self.fresh("count"));
        self.w.line(format!("let mut {count} = 0_usize;"));
        let outer = std::mem::replace(&mut self.w, crate::writer::Writer::new("    "));
        let holds = self.test(sub, &v, None);
        self.w.open(format!("if {holds} {{"));
        self.w.line(format!("{count} += 1;"));
        if let Some(seen) = &seen {
            self.w.line(format!("{seen}.items.insert({i});"));
        }
        self.w.close("}");
        let body = std::mem::replace(&mut self.w, outer).finish();
        let head = match (seen.is_some(), super::uses(&body, &v)) {
            (true, true) => format!("for ({i}, {v}) in {a}.iter().enumerate() {{"),
            (true, false) => format!("for {i} in 0..{a}.len() {{"),
            (false, true) => format!("for {v} in {a} {{"),
            (false, false) => format!("for _ in {a} {{"),
        };
        self.w.open(head);
        self.w.line(body);
        self.w.close("}");
        let got = format!("Value::from({count})");
        let least = format!("Value::from({min}_u64)");
        if *min > 0 {
            self.fail_if(&format!("{count} == 0"), at, "contains", &least, &got);
        }
        if *min > 1 {
            let mut failed = format!("{count} > 0 && {count} < {min}");
            if let Some(max) = max.as_ref().filter(|max| *max < min) {
                // Where no count is right, too many is told, as Python's jsonschema does.
                failed.push_str(&format!(" && {count} <= {max}"));
            }
            self.fail_if(&failed, at, "minContains", &least, &got);
        }
        if let Some(max) = max {
            let most = format!("Value::from({max}_u64)");
            self.fail_if(&format!("{count} > {max}"), at, "maxContains", &most, &got);
        }
    }

    pub(super) fn object(&mut self, check: &Check, at: &At, o: &str, noting: bool) {
        let keyword = check.keyword.as_str();
        let seen = at.seen.clone().filter(|_| noting);
        let size = format!("Value::from({o}.len())");
        match &check.kind {
            Kind::MinProperties(least) => {
                let failed = match least {
                    1 => format!("{o}.is_empty()"),
                    _ => format!("{o}.len() < {least}"),
                };
                self.fail_if(&failed, at, keyword, &format!("Value::from({least}_u64)"), &size);
            }
            Kind::MaxProperties(most) => {
                let failed = more(o, most);
                self.fail_if(&failed, at, keyword, &format!("Value::from({most}_u64)"), &size);
            }
            Kind::Required(names) => self.required(names, at, o, keyword),
            Kind::DependentRequired(lists) => {
                for (name, wanted) in lists {
                    self.w.open(format!("if {o}.contains_key({}) {{", quoted(name)));
                    self.required(wanted, at, o, keyword);
                    self.w.close("}");
                }
            }
            Kind::Properties(list) => {
                for (name, sub) in list {
                    let v = self.fresh("v");
                    if matches!(sub, Sub::Always | Sub::Never) {
                        self.w.open(format!("if {o}.contains_key({}) {{", quoted(name)));
                    } else {
                        self.w.open(format!("if let Some({v}) = {o}.get({}) {{", quoted(name)));
                    }
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.names.insert({}.to_owned());", quoted(name)));
                    }
                    match sub {
                        Sub::Never => {
                            let got = format!("Value::from({})", quoted(name));
                            self.fail(at, keyword, "Value::from(false)", &got);
                        }
                        _ => self.apply(sub, &at.key(&v, &quoted(name)), keyword),
                    }
                    self.w.close("}");
                }
            }
            Kind::DependentSchemas(list) => {
                for (name, sub) in list {
                    self.w.open(format!("if {o}.contains_key({}) {{", quoted(name)));
                    self.apply(sub, at, keyword);
                    self.w.close("}");
                }
            }
            _ => self.each_key(check, at, o, seen),
        }
    }

    fn required(&mut self, names: &[String], at: &At, o: &str, keyword: &str) {
        for name in names {
            let name = quoted(name);
            let failed = format!("!{o}.contains_key({name})");
            let expected = format!("Value::from({name})");
            self.fail_if(&failed, at, keyword, &expected, "Value::Null");
        }
    }

    fn each_key(&mut self, check: &Check, at: &At, o: &str, seen: Option<String>) {
        let keyword = check.keyword.as_str();
        let (k, v) = (self.fresh("k"), self.fresh("v"));
        let outer = std::mem::replace(&mut self.w, crate::writer::Writer::new("    "));
        // A loop that ends at its first key is none.
        let mut any_key = false;
        match &check.kind {
            Kind::PatternProperties(wanted, sub) => {
                let program = self.program(wanted, check);
                self.w.open(format!("if found({program}, {k}) {{"));
                if let Some(seen) = &seen {
                    self.w.line(format!("{seen}.names.insert({k}.clone());"));
                }
                match sub {
                    Sub::Never => {
                        let got = format!("Value::from({k}.as_str())");
                        self.fail(at, keyword, "Value::from(false)", &got);
                    }
                    _ => self.apply(sub, &at.key(&v, &k), keyword),
                }
                self.w.close("}");
            }
            Kind::AdditionalProperties { names, patterns, sub } => {
                if !names.is_empty() {
                    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                    self.next_if(&format!("matches!({k}.as_str(), {})", names.join(" | ")));
                }
                for wanted in patterns {
                    let program = self.program(wanted, check);
                    self.next_if(&format!("found({program}, {k})"));
                }
                any_key = names.is_empty() && patterns.is_empty() && self.ignores(sub, at);
                self.rest(sub, at, (&k, &v), keyword, seen);
            }
            Kind::UnevaluatedProperties(sub) => {
                if let Some(seen) = &at.seen {
                    self.next_if(&format!("{seen}.names.contains({k})"));
                }
                self.rest(sub, at, (&k, &v), keyword, at.seen.clone());
            }
            Kind::PropertyNames(sub) => {
                any_key = self.ignores(sub, at);
                self.w.line(format!("let {v} = &Value::from({k}.as_str());"));
                let at = At { value: v.clone(), seen: None, ..at.clone() };
                self.apply(sub, &at, keyword);
            }
            _ => {}
        }
        let body = std::mem::replace(&mut self.w, outer).finish();
        if any_key {
            self.fail_if(&format!("!{o}.is_empty()"), at, keyword, "", "");
            return;
        }
        let makes = body.contains(&format!("let {v} = "));
        let head = match (super::uses(&body, &k), super::uses(&body, &v) && !makes) {
            (true, true) => format!("for ({k}, {v}) in {o} {{"),
            (false, true) => format!("for {v} in {o}.values() {{"),
            _ => format!("for {k} in {o}.keys() {{"),
        };
        self.w.open(head);
        self.w.line(body);
        self.w.close("}");
    }

    fn next_if(&mut self, known: &str) {
        self.w.open(format!("if {known} {{"));
        self.w.line("continue;");
        self.w.close("}");
    }

    fn rest(
        &mut self,
        sub: &Sub,
        at: &At,
        (k, v): (&str, &str),
        keyword: &str,
        seen: Option<String>,
    ) {
        if matches!(sub, Sub::Never) {
            self.fail(at, keyword, "Value::from(false)", &format!("Value::from({k}.as_str())"));
            return;
        }
        if let Some(seen) = seen {
            let holds = self.test(sub, v, None);
            self.w.open(format!("if {holds} {{"));
            self.w.line(format!("{seen}.names.insert({k}.clone());"));
            self.w.close("}");
        }
        self.apply(sub, &at.key(v, k), keyword);
    }
}

/// What [`bound`] says of a comparison's result.
pub(super) fn order(test: &str) -> Option<&'static str> {
    Some(match test {
        "<" => "is_lt",
        ">" => "is_gt",
        "<=" => "is_le",
        ">=" => "is_ge",
        _ => return None,
    })
}

/// A positive decimal as digits × 10^exponent, without zeros at the end of the digits.
pub(super) fn decimal(number: &Number) -> (String, i64) {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let trimmed = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - trimmed.len()).unwrap_or_default();
    let fraction = i64::try_from(fraction.len()).unwrap_or_default();
    let exponent = exponent.parse::<i64>().unwrap_or_default() - fraction + zeros;
    let trimmed = trimmed.trim_start_matches('0');
    (if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }, exponent)
}

/// Whether a collection holds more than `most`.
pub(super) fn more(collection: &str, most: &u64) -> String {
    match most {
        0 => format!("!{collection}.is_empty()"),
        _ => format!("{collection}.len() > {most}"),
    }
}
