//! Checks that speak of one type of value: numbers, strings, arrays, objects.

use super::super::format_function;
use super::super::text::{code, names, quoted};
use super::{At, Checks, Done};
use crate::ir::{Check, Kind, Sub};
use crate::target::walk::{bound, reasonable, too_few};

/// A count that Go's `int` holds on every machine; no value is longer.
fn limit(count: u64) -> u64 {
    count.min(0x7fff_ffff)
}

/// A count as issues tell it.
fn told(count: u64) -> String {
    format!("json.Number(\"{count}\")")
}

impl Checks<'_> {
    pub(super) fn number(&mut self, check: &Check, at: &At, n: &str) -> Done {
        let Some((test, bound)) = bound(&check.kind) else { return Ok(()) };
        reasonable(bound, check)?;
        let failed = if test.is_empty() {
            self.need("multiple");
            let divisor = self.constant(format!("newDivisor(\"{bound}\")"));
            format!("!{n}.multipleOf({divisor})")
        } else {
            let bound = self.constant(format!("newDecimal(\"{bound}\")"));
            format!("{n}.compare({bound}) {test} 0")
        };
        let expected = format!("json.Number(\"{bound}\")");
        self.fail_if(&failed, at, &check.keyword, &expected, &at.value);
        Ok(())
    }

    pub(super) fn string(&mut self, check: &Check, at: &At, s: &str) -> Done {
        let keyword = check.keyword.as_str();
        let length = format!("utf8.RuneCountInString({s})");
        match &check.kind {
            Kind::MinLength(least) => {
                let failed = format!("{length} < {}", limit(*least));
                self.fail_if(&failed, at, keyword, &told(*least), &length);
            }
            Kind::MaxLength(most) => {
                let failed = format!("{length} > {}", limit(*most));
                self.fail_if(&failed, at, keyword, &told(*most), &length);
            }
            Kind::Pattern { pattern: wanted, longest } => {
                let regex = self.regex(wanted, check, false)?;
                let mut failed = format!("!{regex}.MatchString({s})");
                if let Some(most) = longest {
                    failed = format!("{length} <= {} && {failed}", limit(*most));
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
        Ok(())
    }

    pub(super) fn array(&mut self, check: &Check, at: &At, a: &str, noting: bool) -> Done {
        let keyword = check.keyword.as_str();
        let seen = at.seen.clone().filter(|_| noting);
        let length = format!("len({a})");
        match &check.kind {
            Kind::MinItems(least) => {
                let failed = format!("{length} < {}", limit(*least));
                self.fail_if(&failed, at, keyword, &told(*least), &length);
            }
            Kind::MaxItems(most) => {
                let failed = format!("{length} > {}", limit(*most));
                self.fail_if(&failed, at, keyword, &told(*most), &length);
            }
            Kind::UniqueItems => {
                self.need("unique");
                self.fail_if(&format!("!unique({a})"), at, keyword, "true", &at.value);
            }
            Kind::PrefixItems(subs) => {
                for (index, sub) in subs.iter().enumerate() {
                    let body = self.body(|this| {
                        if let Some(seen) = &seen {
                            this.w.line(format!("{seen}.items[{index}] = true"));
                        }
                        let step = index.to_string();
                        this.below(sub, at, &format!("{a}[{index}]"), &step, keyword)
                    })?;
                    self.under(&format!("if {length} > {index} {{"), &body);
                }
            }
            Kind::Items { from, sub: Sub::Never } => {
                if let Some(seen) = &seen {
                    let i = self.fresh("i");
                    let head = format!("for {i} := {from}; {i} < {length}; {i}++ {{");
                    self.under(&head, &format!("{seen}.items[{i}] = true"));
                }
                let failed = format!("{length} > {from}");
                let expected = told(u64::try_from(*from).unwrap_or(u64::MAX));
                self.fail_if(&failed, at, keyword, &expected, &length);
            }
            Kind::Items { from, sub } => {
                let i = self.fresh("i");
                let body = self.body(|this| {
                    if let Some(seen) = &seen {
                        this.w.line(format!("{seen}.items[{i}] = true"));
                    }
                    this.below(sub, at, &format!("{a}[{i}]"), &i, keyword)
                })?;
                self.under(&format!("for {i} := {from}; {i} < {length}; {i}++ {{"), &body);
            }
            Kind::Contains { sub, min, max, notes } => {
                self.contains(sub, (*min, *max), seen.filter(|_| *notes), at, a)?;
            }
            Kind::UnevaluatedItems(sub) => {
                let Some(seen) = at.seen.clone() else { return Ok(()) };
                let i = self.fresh("i");
                let body = self.body(|this| {
                    if matches!(sub, Sub::Never) {
                        this.fail(at, keyword, "false", &i);
                        return Ok(());
                    }
                    this.w.line(format!("{seen}.items[{i}] = true"));
                    this.below(sub, at, &format!("{a}[{i}]"), &i, keyword)
                })?;
                self.w.open(format!("for {i} := range {a} {{"));
                self.under(&format!("if !{seen}.items[{i}] {{"), &body);
                self.w.close("}");
            }
            _ => {}
        }
        Ok(())
    }

    fn contains(
        &mut self,
        sub: &Sub,
        (min, max): (u64, Option<u64>),
        seen: Option<String>,
        at: &At,
        a: &str,
    ) -> Done {
        let (i, count) = (self.fresh("i"), self.fresh("count"));
        self.w.line(format!("{count} := 0"));
        let holds = self.test(sub, &format!("{a}[{i}]"), None)?;
        self.w.open(format!("for {i} := 0; {i} < len({a}); {i}++ {{"));
        self.w.open(format!("if {holds} {{"));
        self.w.line(format!("{count}++"));
        if let Some(seen) = &seen {
            self.w.line(format!("{seen}.items[{i}] = true"));
        }
        self.w.close("}");
        self.w.close("}");
        if min == 0 && max.is_none() {
            self.w.line(format!("_ = {count}"));
        }
        if min > 0 {
            let failed = format!("{count} == 0");
            self.fail_if(&failed, at, "contains", &told(min), &count);
        }
        if min > 1 {
            let most = limit(too_few(min, max));
            let failed = format!("{count} > 0 && {count} <= {most}");
            self.fail_if(&failed, at, "minContains", &told(min), &count);
        }
        if let Some(max) = max {
            let failed = format!("{count} > {}", limit(max));
            self.fail_if(&failed, at, "maxContains", &told(max), &count);
        }
        Ok(())
    }

    pub(super) fn object(&mut self, check: &Check, at: &At, o: &str, noting: bool) -> Done {
        let keyword = check.keyword.as_str();
        let seen = at.seen.clone().filter(|_| noting);
        let size = format!("len({o}.names)");
        let has = |name: &str| format!("{o}.has({})", quoted(name));
        match &check.kind {
            Kind::MinProperties(least) => {
                let failed = format!("{size} < {}", limit(*least));
                self.fail_if(&failed, at, keyword, &told(*least), &size);
            }
            Kind::MaxProperties(most) => {
                let failed = format!("{size} > {}", limit(*most));
                self.fail_if(&failed, at, keyword, &told(*most), &size);
            }
            Kind::Required(names) => {
                for name in names {
                    self.fail_if(&format!("!{}", has(name)), at, keyword, &quoted(name), "nil");
                }
            }
            Kind::DependentRequired(lists) => {
                for (name, wanted) in lists {
                    let body = self.body(|this| {
                        for name in wanted {
                            let failed = format!("!{}", has(name));
                            this.fail_if(&failed, at, keyword, &quoted(name), "nil");
                        }
                        Ok(())
                    })?;
                    self.under(&format!("if {} {{", has(name)), &body);
                }
            }
            Kind::Properties(list) => {
                for (name, sub) in list {
                    self.property(name, sub, at, o, seen.as_deref(), keyword)?;
                }
            }
            Kind::DependentSchemas(list) => {
                for (name, sub) in list {
                    let body = self.body(|this| this.apply(sub, at, keyword))?;
                    self.under(&format!("if {} {{", has(name)), &body);
                }
            }
            _ => self.each_key(check, at, o, seen)?,
        }
        Ok(())
    }

    fn property(
        &mut self,
        name: &str,
        sub: &Sub,
        at: &At,
        o: &str,
        seen: Option<&str>,
        keyword: &str,
    ) -> Done {
        let name = quoted(name);
        let local = self.fresh("v");
        let body = self.body(|this| {
            if let Some(seen) = seen {
                this.w.line(format!("{seen}.names[{name}] = true"));
            }
            match sub {
                Sub::Always => {}
                // A false part is told at the whole, by its name.
                Sub::Never => this.fail(at, keyword, "false", &name),
                _ => {
                    let path = format!("out.below({}, {name})", at.path);
                    let inner = At { value: local.clone(), path, seen: None };
                    this.apply(sub, &inner, keyword)?;
                }
            }
            Ok(())
        })?;
        let bound = if names(&code(&body), &local) { local.as_str() } else { "_" };
        self.under(&format!("if {bound}, is := {o}.members[{name}]; is {{"), &body);
        Ok(())
    }

    fn each_key(&mut self, check: &Check, at: &At, o: &str, seen: Option<String>) -> Done {
        let keyword = check.keyword.as_str();
        let k = self.fresh("k");
        let body = self.body(|this| match &check.kind {
            Kind::PatternProperties(wanted, sub) => {
                let regex = this.regex(wanted, check, true)?;
                let body = this.body(|this| {
                    if let Some(seen) = &seen {
                        this.w.line(format!("{seen}.names[{k}] = true"));
                    }
                    this.below(sub, at, &format!("{o}.members[{k}]"), &k, keyword)
                })?;
                this.under(&format!("if {regex}.MatchString({k}) {{"), &body);
                Ok(())
            }
            Kind::AdditionalProperties { names, patterns, sub } => {
                let mut known: Vec<String> = Vec::new();
                let mut texts: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                texts.dedup();
                if texts.len() > 8 {
                    let all: Vec<String> =
                        texts.iter().map(|text| format!("{text}: true")).collect();
                    let set = format!("map[string]bool{{{}}}", all.join(", "));
                    let set = this.constant(set);
                    known.push(format!("{set}[{k}]"));
                } else {
                    known.extend(texts.iter().map(|text| format!("{k} == {text}")));
                }
                for wanted in patterns {
                    let regex = this.regex(wanted, check, false)?;
                    known.push(format!("{regex}.MatchString({k})"));
                }
                let body = this.body(|this| this.rest(sub, at, o, &k, keyword, seen))?;
                if !known.is_empty() && !body.is_empty() {
                    this.under(&format!("if {} {{", known.join(" || ")), "continue");
                }
                this.w.line(body);
                Ok(())
            }
            Kind::UnevaluatedProperties(sub) => {
                let body = this.body(|this| this.rest(sub, at, o, &k, keyword, at.seen.clone()))?;
                if let (Some(seen), false) = (&at.seen, body.is_empty()) {
                    this.under(&format!("if {seen}.names[{k}] {{"), "continue");
                }
                this.w.line(body);
                Ok(())
            }
            Kind::PropertyNames(sub) => {
                let local = this.fresh("v");
                let inner = At { value: local.clone(), seen: None, ..at.clone() };
                let body = this.body(|this| this.apply(sub, &inner, keyword))?;
                if names(&code(&body), &local) {
                    this.w.line(format!("var {local} any = {k}"));
                }
                this.w.line(body);
                Ok(())
            }
            _ => Ok(()),
        })?;
        let head = match names(&code(&body), &k) {
            true => format!("for _, {k} := range {o}.names {{"),
            false => format!("for range {o}.names {{"),
        };
        self.under(&head, &body);
        Ok(())
    }

    fn rest(
        &mut self,
        sub: &Sub,
        at: &At,
        o: &str,
        k: &str,
        keyword: &str,
        seen: Option<String>,
    ) -> Done {
        if matches!(sub, Sub::Never) {
            self.fail(at, keyword, "false", k);
            return Ok(());
        }
        if let Some(seen) = seen {
            let holds = self.test(sub, &format!("{o}.members[{k}]"), None)?;
            self.under(&format!("if {holds} {{"), &format!("{seen}.names[{k}] = true"));
        }
        self.below(sub, at, &format!("{o}.members[{k}]"), k, keyword)
    }

    /// Applies a schema to a part of the instance.
    fn below(&mut self, sub: &Sub, at: &At, part: &str, step: &str, keyword: &str) -> Done {
        match sub {
            Sub::Always => {}
            // A false part is told at the whole, by its name.
            Sub::Never => self.fail(at, keyword, "false", step),
            _ => {
                let local = self.fresh("v");
                let path = format!("out.below({}, {step})", at.path);
                let inner = At { value: local.clone(), path, seen: None };
                let body = self.body(|this| this.apply(sub, &inner, keyword))?;
                if names(&code(&body), &local) {
                    self.w.line(format!("{local} := {part}"));
                }
                self.w.line(body);
            }
        }
        Ok(())
    }
}
