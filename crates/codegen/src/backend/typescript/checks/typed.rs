//! Checks for one type: numbers, strings, arrays, objects.

use serde_json::Number;

use super::super::text::{key, quoted};
use super::super::{format_function, pattern};
use super::{At, Checks};
use crate::backend::walk::bound;
use crate::ir::{Check, Kind, Pattern, Sub};

impl Checks<'_> {
    pub(super) fn number(&mut self, check: &Check, at: &At, n: &str) {
        let Some((test, bound)) = bound(&check.kind) else { return };
        let failed = if test.is_empty() {
            let multiple = self.runtime("multiple", "multiple");
            format!("!{multiple}({n}, {})", number(bound))
        } else {
            format!("{n} {test} {}", number(bound))
        };
        self.fail_if(&failed, at);
    }

    pub(super) fn string(&mut self, check: &Check, at: &At, s: &str) {
        let failed = match &check.kind {
            Kind::MinLength(1) => format!("{s} === \"\""),
            Kind::MinLength(least) => {
                let points = self.runtime("points", "points");
                let twice = least.saturating_mul(2);
                format!("{s}.length < {least} || ({s}.length < {twice} && {points}({s}) < {least})")
            }
            Kind::MaxLength(most) => {
                let points = self.runtime("points", "points");
                format!("{s}.length > {most} && {points}({s}) > {most}")
            }
            Kind::Pattern { pattern: wanted, .. } => format!("!{}.test({s})", self.regex(wanted)),
            Kind::Format(format) => {
                let (piece, function) = format_function(*format);
                format!("!{}({s})", self.runtime(piece, &function))
            }
            _ => return,
        };
        self.fail_if(&failed, at);
    }

    fn regex(&mut self, wanted: &Pattern) -> String {
        self.constant(format!(
            "/* @__PURE__ */ new RegExp({}, \"u\")",
            quoted(&pattern::ecma(wanted))
        ))
    }

    pub(super) fn array(&mut self, check: &Check, at: &At, a: &str) {
        match &check.kind {
            Kind::MinItems(least) => self.fail_if(&format!("{a}.length < {least}"), at),
            Kind::MaxItems(most) => self.fail_if(&format!("{a}.length > {most}"), at),
            Kind::UniqueItems => {
                let unique = self.runtime("unique", "unique");
                self.fail_if(&format!("!{unique}({a})"), at);
            }
            Kind::PrefixItems(subs) => {
                for (index, sub) in subs.iter().enumerate() {
                    if !matches!(sub, Sub::Always) {
                        self.w.open(format!("if ({a}.length > {index}) {{"));
                        self.below(sub, at, &format!("{a}[{index}]"));
                        self.w.close("}");
                    }
                }
            }
            Kind::Items { from, sub: Sub::Never } => {
                self.fail_if(&format!("{a}.length > {from}"), at);
            }
            Kind::Items { from, sub } => {
                let i = self.fresh("i");
                self.w.open(format!("for (let {i} = {from}; {i} < {a}.length; {i}++) {{"));
                self.below(sub, at, &format!("{a}[{i}]"));
                self.w.close("}");
            }
            Kind::Contains { sub, min, max, .. } => {
                let (i, count) = (self.fresh("i"), self.fresh("count"));
                self.w.line(format!("let {count} = 0;"));
                self.w.open(format!("for (let {i} = 0; {i} < {a}.length; {i}++) {{"));
                let item = self.fresh("v");
                let unknown = self.own.runtime.syntax().annotation("unknown");
                self.w.line(format!("const {item}{unknown} = {a}[{i}];"));
                let holds = self.test(sub, &item);
                self.w.line(format!("if ({holds}) {count}++;"));
                self.w.close("}");
                self.fail_if(&format!("{count} < {min}"), at);
                if let Some(max) = max {
                    self.fail_if(&format!("{count} > {max}"), at);
                }
            }
            _ => self.own.lost = true,
        }
    }

    pub(super) fn object(&mut self, check: &Check, at: &At, o: &str) {
        let has = self.runtime("has", "has");
        let size = format!("Object.keys({o}).length");
        match &check.kind {
            Kind::MinProperties(least) => self.fail_if(&format!("{size} < {least}"), at),
            Kind::MaxProperties(most) => self.fail_if(&format!("{size} > {most}"), at),
            Kind::Required(names) => {
                for name in names {
                    self.fail_if(&format!("!{has}({o}, {})", quoted(name)), at);
                }
            }
            Kind::DependentRequired(lists) => {
                for (name, wanted) in lists {
                    self.w.open(format!("if ({has}({o}, {})) {{", quoted(name)));
                    for name in wanted {
                        self.fail_if(&format!("!{has}({o}, {})", quoted(name)), at);
                    }
                    self.w.close("}");
                }
            }
            Kind::Properties(list) => {
                for (name, sub) in list.iter().filter(|(_, sub)| !matches!(sub, Sub::Always)) {
                    self.w.open(format!("if ({has}({o}, {})) {{", quoted(name)));
                    self.below(sub, at, &format!("{o}{}", key(name)));
                    self.w.close("}");
                }
            }
            Kind::DependentSchemas(list) => {
                for (name, sub) in list {
                    self.w.open(format!("if ({has}({o}, {})) {{", quoted(name)));
                    // Known as an object, it could not be used as another type.
                    let value = self.fresh("u");
                    let unknown = self.own.runtime.syntax().annotation("unknown");
                    self.w.line(format!("const {value}{unknown} = {};", at.value));
                    self.apply(sub, &At { value, ..at.clone() });
                    self.w.close("}");
                }
            }
            _ => self.each_key(check, at, o),
        }
    }

    fn each_key(&mut self, check: &Check, at: &At, o: &str) {
        let k = self.fresh("k");
        self.w.open(format!("for (const {k} of Object.keys({o})) {{"));
        match &check.kind {
            Kind::PatternProperties(wanted, sub) => {
                let regex = self.regex(wanted);
                self.w.open(format!("if ({regex}.test({k})) {{"));
                self.below(sub, at, &format!("{o}[{k}]"));
                self.w.close("}");
            }
            Kind::AdditionalProperties { names, patterns, sub } => {
                self.skip(&k, names);
                for wanted in patterns {
                    let regex = self.regex(wanted);
                    self.w.line(format!("if ({regex}.test({k})) continue;"));
                }
                self.below(sub, at, &format!("{o}[{k}]"));
            }
            Kind::PropertyNames(sub) => {
                // Known as a string, it could not be used as another type.
                let name = self.fresh("name");
                let unknown = self.own.runtime.syntax().annotation("unknown");
                self.w.line(format!("const {name}{unknown} = {k};"));
                self.apply(sub, &At { value: name, ..at.clone() });
            }
            _ => self.own.lost = true,
        }
        self.w.close("}");
    }

    fn skip(&mut self, k: &str, names: &[String]) {
        if names.len() > 12 {
            let list: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            let set = format!("/* @__PURE__ */ new Set<string>([{}])", list.join(", "));
            let set = self.constant(set);
            self.w.line(format!("if ({set}.has({k})) continue;"));
        } else if !names.is_empty() {
            let tests: Vec<String> =
                names.iter().map(|name| format!("{k} === {}", quoted(name))).collect();
            self.w.line(format!("if ({}) continue;", tests.join(" || ")));
        }
    }

    /// Applies a schema to a part of the instance.
    fn below(&mut self, sub: &Sub, at: &At, part: &str) {
        match sub {
            Sub::Always => {}
            Sub::Never => self.fail(at),
            _ => {
                let value = self.fresh("v");
                let unknown = self.own.runtime.syntax().annotation("unknown");
                self.w.line(format!("const {value}{unknown} = {part};"));
                self.apply(sub, &At { value, ..at.clone() });
            }
        }
    }
}

/// A number literal of TypeScript, as written.
fn number(number: &Number) -> String {
    number.to_string()
}
