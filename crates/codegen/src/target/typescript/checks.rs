//! Checks as straight TypeScript: one function a [`Function`], which either tells all issues or (where
//! nobody listens) stops at the first. Branches that only need a verdict are labelled blocks.

use std::collections::BTreeSet;

use contract::Type;
use serde_json::{Number, Value};

use super::text::{key, literal, quoted, scalar};
use crate::ir::{Block, Check, Function, Guard, Kind, Sub, Unit, groups};
use crate::writer::Writer;

/// The verdict functions of one unit.
pub(super) struct Checks<'u> {
    unit: &'u Unit,
    /// Names of the functions, by id.
    names: Vec<String>,
    /// Pieces of the prelude that the code calls.
    pub(super) needs: BTreeSet<&'static str>,
    /// Constants at the top: the text of the initializer, and the name is `C` and its index.
    constants: Vec<String>,
    pub(super) w: Writer,
    next: usize,
}

/// What is being checked and how a failure is told.
#[derive(Clone)]
pub(super) struct At {
    /// The expression of the instance.
    value: String,
    /// The expression of its path.
    path: String,
    /// Where only a verdict is asked: the label to break from.
    label: Option<String>,
    /// The variable that notes what was evaluated.
    seen: Option<String>,
}

impl At {
    fn child(&self, value: String, key: &str) -> At {
        let path = format!("at({}, {key})", self.path);
        At { value, path, label: self.label.clone(), seen: None }
    }
}

impl<'u> Checks<'u> {
    pub(super) fn new(unit: &'u Unit) -> Checks<'u> {
        let mut used = BTreeSet::new();
        let mut names = Vec::new();
        for (id, function) in unit.functions.iter().enumerate() {
            let mut stem = function.stem.clone();
            if let Some(first) = stem.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let plain = format!("valid{stem}");
            let name = if used.contains(&plain) { format!("{plain}_{id}") } else { plain };
            used.insert(name.clone());
            names.push(name);
        }

        let needs = BTreeSet::from(["fail"]);
        let w = Writer::new("  ");
        Checks { unit, names, needs, constants: Vec::new(), w, next: 0 }
    }

    /// Writes all functions; the name of the one for the whole value.
    pub(super) fn write(&mut self) -> String {
        for (id, function) in self.unit.functions.iter().enumerate() {
            self.function(id, function);
        }
        match &self.unit.root {
            Sub::Call(id) => self.names[*id].clone(),
            other => {
                let holds = matches!(other, Sub::Always);
                let verdict = if holds {
                    "return true;"
                } else {
                    "return out === null ? false : fail(out, p, \"false\", false, v);"
                };
                self.w.open("function validAll(v: unknown, p: Path, out: Out): boolean {");
                self.w.line(verdict);
                self.w.close("}");
                "validAll".to_owned()
            }
        }
    }

    /// The constants that the functions use.
    pub(super) fn constants(&self) -> Vec<String> {
        let named = self.constants.iter().enumerate();
        named.map(|(index, text)| format!("const C{index} = {text};")).collect()
    }

    fn constant(&mut self, text: String) -> String {
        let known = self.constants.iter().position(|known| *known == text);
        let index = known.unwrap_or_else(|| {
            self.constants.push(text);
            self.constants.len() - 1
        });
        format!("C{index}")
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    fn need(&mut self, piece: &'static str) {
        self.needs.insert(piece);
    }

    fn function(&mut self, id: usize, function: &Function) {
        self.next = 0;
        let noting = if function.body.exports { ", seen: Seen" } else { "" };
        let name = &self.names[id];
        self.w.gap();
        self.w.line(format!("/** The schema at `{}`. */", comment(function.pointer.as_str())));
        let head = format!("function {name}(v: unknown, p: Path, out: Out{noting}): boolean {{");
        self.w.open(head);
        self.w.line("let ok = true;");
        let seen = function.body.exports.then(|| "seen".to_owned());
        let at = At { value: "v".to_owned(), path: "p".to_owned(), label: None, seen };
        self.block(&function.body, &at);
        self.w.line("return ok;");
        self.w.close("}");
    }

    fn block(&mut self, block: &Block, at: &At) {
        let mut inner = at.clone();
        if block.seen.any() {
            self.need("seen");
            if block.asks() {
                let mine = self.fresh("seen");
                self.w.line(format!("const {mine} = unseen();"));
                inner.seen = Some(mine);
            }
        }
        for (guard, checks) in groups(&block.checks) {
            self.group(guard, &checks, &inner, block);
        }
        if let (true, Some(mine), Some(outer)) = (block.exports, &inner.seen, &at.seen)
            && mine != outer
        {
            self.w.line(format!("learn({outer}, {mine});"));
        }
    }

    fn group(&mut self, guard: Guard, checks: &[&Check], at: &At, block: &Block) {
        let (test, stem, cast) = match guard {
            Guard::None => {
                for check in checks {
                    self.general(check, at);
                }
                return;
            }
            Guard::String => ("isString", "s", "string"),
            Guard::Number => ("isNumber", "n", "number"),
            Guard::Array => ("isArray", "a", "readonly unknown[]"),
            Guard::Object => ("isObject", "o", "Dict"),
        };
        self.need(match guard {
            Guard::String => "is_string",
            Guard::Number => "is_number",
            Guard::Array => "is_array",
            _ => "is_object",
        });
        let local = self.fresh(stem);
        self.w.open(format!("if ({test}({})) {{", at.value));
        self.w.line(format!("const {local} = {} as {cast};", at.value));
        for check in checks {
            match guard {
                Guard::String => self.string(check, at, &local),
                Guard::Number => self.number(check, at, &local),
                Guard::Array => self.array(check, at, &local, block.seen.items),
                _ => self.object(check, at, &local, block.seen.properties),
            }
        }
        self.w.close("}");
    }

    /// Tells an issue where `failed` holds.
    fn fail_if(&mut self, failed: &str, at: &At, keyword: &str, expected: &str, got: &str) {
        if let Some(label) = &at.label {
            self.w.line(format!("if ({failed}) break {label};"));
            return;
        }
        self.w.open(format!("if ({failed}) {{"));
        self.fail(at, keyword, expected, got);
        self.w.close("}");
    }

    fn fail(&mut self, at: &At, keyword: &str, expected: &str, got: &str) {
        if let Some(label) = &at.label {
            self.w.line(format!("break {label};"));
            return;
        }
        self.w.line("if (out === null) return false;");
        let (path, keyword) = (&at.path, quoted(keyword));
        self.w.line(format!("ok = fail(out, {path}, {keyword}, {expected}, {got});"));
    }

    fn call(&mut self, id: usize, at: &At, silent: bool, seen: Option<&str>) -> String {
        let silent = silent || at.label.is_some();
        let path = match (silent, at.path.as_str()) {
            (true, _) => "null".to_owned(),
            (false, "p") => "p".to_owned(),
            (false, path) => format!("out && {path}"),
        };
        let out = if silent { "null" } else { "out" };
        let (name, value) = (self.names[id].clone(), at.value.clone());
        let noting = seen.filter(|_| self.unit.functions[id].body.exports);
        let noting = noting.map_or(String::new(), |seen| format!(", {seen}"));
        if self.unit.functions[id].recursive {
            format!("enter({name}, {value}, {path}, {out}{noting})")
        } else {
            format!("{name}({value}, {path}, {out}{noting})")
        }
    }

    /// Applies a schema with its inner issues; `false` is told by `keyword`.
    fn apply(&mut self, sub: &Sub, at: &At, keyword: &str) {
        match sub {
            Sub::Always => {}
            Sub::Never => {
                let got = at.value.clone();
                self.fail(at, keyword, "false", &got);
            }
            Sub::Block(block) => self.block(block, at),
            Sub::Call(id) => {
                let seen = at.seen.clone();
                let call = self.call(*id, at, false, seen.as_deref());
                match &at.label {
                    Some(label) => self.w.line(format!("if (!{call}) break {label};")),
                    None => {
                        self.w.open(format!("if (!{call}) {{"));
                        self.w.line("if (out === null) return false;");
                        self.w.line("ok = false;");
                        self.w.close("}");
                    }
                }
            }
        }
    }

    /// An expression that is true where a schema holds; what it needs is written before. Notes go to
    /// `seen`.
    fn test(&mut self, sub: &Sub, value: &str, seen: Option<&str>) -> String {
        let at = At { value: value.to_owned(), path: "null".into(), label: None, seen: None };
        match sub {
            Sub::Always => "true".to_owned(),
            Sub::Never => "false".to_owned(),
            Sub::Call(id) => self.call(*id, &at, true, seen),
            Sub::Block(block) => {
                let (holds, label) = (self.fresh("holds"), self.fresh("test"));
                self.w.line(format!("let {holds} = false;"));
                self.w.open(format!("{label}: {{"));
                self.block(block, &At { label: Some(label.clone()), ..at });
                self.w.line(format!("{holds} = true;"));
                self.w.close("}");
                holds
            }
        }
    }

    /// Tests a branch whose notes count only where it holds; the name of a boolean.
    fn branch(&mut self, sub: &Sub, at: &At) -> String {
        let holds = self.fresh("holds");
        match at.seen.clone() {
            Some(seen) if matches!(sub, Sub::Call(_)) => {
                let notes = self.fresh("notes");
                self.w.line(format!("const {notes} = unseen();"));
                let test = self.test(sub, &at.value, Some(&notes));
                self.w.line(format!("const {holds} = {test};"));
                self.w.line(format!("if ({holds}) learn({seen}, {notes});"));
            }
            _ => {
                let test = self.test(sub, &at.value, None);
                self.w.line(format!("const {holds}: boolean = {test};"));
            }
        }
        holds
    }

    fn general(&mut self, check: &Check, at: &At) {
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
                let holds: Vec<String> = if at.seen.is_some() {
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
                for sub in subs {
                    let holds = self.branch(sub, at);
                    self.w.line(format!("if ({holds}) {count}++;"));
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

    /// One variable that is true as soon as a branch holds; later branches are not tried then.
    fn any(&mut self, subs: &[Sub], value: &str) -> String {
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

    fn is_type(&mut self, t: Type, value: &str) -> String {
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
    fn differs(&mut self, wanted: &Value, value: &str) -> String {
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

    fn enumeration(&mut self, list: &[Value], at: &At, keyword: &str) {
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

    fn number(&mut self, check: &Check, at: &At, n: &str) {
        let (failed, bound) = match &check.kind {
            Kind::Minimum(bound) => (format!("{n} < {}", number(bound)), bound),
            Kind::Maximum(bound) => (format!("{n} > {}", number(bound)), bound),
            Kind::ExclusiveMinimum(bound) => (format!("{n} <= {}", number(bound)), bound),
            Kind::ExclusiveMaximum(bound) => (format!("{n} >= {}", number(bound)), bound),
            Kind::MultipleOf(divisor) => {
                self.need("multiple");
                let (digits, exponent) = decimal(divisor);
                let exact = format!("multiple({n}, \"{digits}\", {exponent})");
                let whole = digits.parse::<u32>().ok().filter(|_| exponent == 0);
                let failed = match whole {
                    Some(whole) => {
                        format!("Number.isSafeInteger({n}) ? {n} % {whole} !== 0 : !{exact}")
                    }
                    None => format!("!{exact}"),
                };
                (failed, divisor)
            }
            _ => return,
        };
        self.fail_if(&failed, at, &check.keyword, &number(bound), n);
    }

    fn string(&mut self, check: &Check, at: &At, s: &str) {
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
            Kind::Pattern(pattern) => {
                let source = super::pattern::ecma(pattern);
                let regex = self.constant(format!("new RegExp({}, \"u\")", quoted(&source)));
                let failed = format!("!{regex}.test({s})");
                self.fail_if(&failed, at, keyword, &quoted(&pattern.source), s);
            }
            Kind::Format(format) => {
                let (piece, function) = super::format_function(*format);
                self.need(piece);
                let failed = format!("!{function}({s})");
                self.fail_if(&failed, at, keyword, &quoted(format.name()), s);
            }
            _ => {}
        }
    }

    fn array(&mut self, check: &Check, at: &At, a: &str, noting: bool) {
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
                    let failed = format!("{count} > 0 && {count} < {min}");
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

    /// Applies a schema to a part of the instance.
    fn below(&mut self, sub: &Sub, at: &At, part: &str, step: &str, keyword: &str) {
        match sub {
            Sub::Always => {}
            Sub::Call(_) => self.apply(sub, &at.child(part.to_owned(), step), keyword),
            _ => {
                let local = self.fresh("v");
                self.w.line(format!("const {local} = {part};"));
                self.apply(sub, &at.child(local, step), keyword);
            }
        }
    }

    fn object(&mut self, check: &Check, at: &At, o: &str, noting: bool) {
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

    fn each_key(&mut self, check: &Check, at: &At, o: &str, seen: Option<String>) {
        let keyword = check.keyword.as_str();
        let k = self.fresh("k");
        self.w.open(format!("for (const {k} of Object.keys({o})) {{"));
        match &check.kind {
            Kind::PatternProperties(list) => {
                for (pattern, sub) in list {
                    let source = super::pattern::ecma(pattern);
                    let regex = self.constant(format!("new RegExp({}, \"u\")", quoted(&source)));
                    self.w.open(format!("if ({regex}.test({k})) {{"));
                    if let Some(seen) = &seen {
                        self.w.line(format!("{seen}.names.add({k});"));
                    }
                    self.below(sub, at, &format!("{o}[{k}]"), &k, keyword);
                    self.w.close("}");
                }
            }
            Kind::AdditionalProperties { names, patterns, sub } => {
                self.skip(&k, names);
                for pattern in patterns {
                    let source = super::pattern::ecma(pattern);
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
                let at = At { value: k.clone(), seen: None, ..at.clone() };
                self.apply(sub, &at, keyword);
            }
            _ => {}
        }
        self.w.close("}");
    }

    fn skip(&mut self, k: &str, names: &[String]) {
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

    fn rest(&mut self, sub: &Sub, at: &At, o: &str, k: &str, keyword: &str, seen: Option<String>) {
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

/// A pointer inside a comment: nothing in it may end the comment.
fn comment(text: &str) -> String {
    let text = if text.is_empty() { "/" } else { text };
    text.replace("*/", "*\\/").replace(['\n', '\r', '\u{2028}', '\u{2029}', '`'], " ")
}
