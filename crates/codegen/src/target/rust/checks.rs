//! Checks as straight Rust: one function a [`Function`], which either tells all issues or (where nobody
//! listens) stops at the first. Branches that only need a verdict are labelled blocks.

mod general;
mod quick;
mod quick_object;
mod quick_scalar;
mod typed;

use crate::target::string_literal::visible;
use std::collections::{BTreeMap, BTreeSet};

use super::text::quoted;
use super::types::Printer;
use crate::ir::{Block, Check, Function, Guard, Kind, Refusal, Sub, Unit, groups};
use crate::target::walk::Walk;
use crate::writer::Writer;

pub(super) use quick::Quick;

/// Joining nested conditions takes let chains, which Rust has since its edition of 2024 only.
const NESTED: &str = "#[allow(clippy::collapsible_if, clippy::collapsible_match, reason = \"one \
    condition a line, in every edition\")]";

/// The verdict functions of one unit. A constant is a type and an initializer.
pub(super) type Checks<'u> = Walk<'u, Own>;

/// What only Rust's functions need.
#[derive(Default)]
pub(super) struct Own {
    /// The first keyword that can't be honoured.
    refusal: Option<Refusal>,
}

/// The functions as text.
pub(super) struct Written {
    /// The name of the function for the whole value.
    pub(super) root: String,
    pub(super) code: String,
    /// The functions that read a text straight into its types, if there is such a way.
    pub(super) quick: Option<String>,
    /// The names of the functions, by id.
    pub(super) names: Vec<String>,
    pub(super) statics: Vec<String>,
    /// Pieces of the prelude that the code may call.
    pub(super) needs: BTreeSet<&'static str>,
}

/// What is being checked and how a failure is told.
#[derive(Clone)]
pub(super) struct At {
    /// An expression of type `&Value`.
    value: String,
    /// An expression of type `&Path`.
    path: String,
    /// Where only a verdict is asked: the label to break from.
    label: Option<String>,
    /// The variable that notes what was evaluated.
    seen: Option<String>,
}

impl At {
    fn key(&self, value: &str, key: &str) -> At {
        let path = format!("&Path::Key({}, {key})", self.path);
        At { value: value.to_owned(), path, label: self.label.clone(), seen: None }
    }

    fn index(&self, value: &str, index: &str) -> At {
        let path = format!("&Path::Index({}, {index})", self.path);
        At { value: value.to_owned(), path, label: self.label.clone(), seen: None }
    }
}

impl<'u> Checks<'u> {
    pub(super) fn new(unit: &'u Unit) -> Checks<'u> {
        let name = |stem: &str| format!("valid_{}", super::text::snake(stem));
        Walk::begin(unit, "    ", "report", Own::default(), name)
    }

    /// Writes all functions.
    pub(super) fn write(mut self, printer: &mut Printer<'_>) -> Result<Written, Refusal> {
        for (id, function) in self.unit.functions.iter().enumerate() {
            self.function(id, function);
        }
        let root = match &self.unit.root {
            Sub::Call(id) => self.names[*id].clone(),
            other => {
                let name = "valid_all".to_owned();
                self.w.gap();
                if matches!(other, Sub::Always) {
                    self.w.open(
                        "fn valid_all(_v: &Value, _p: &Path<'_>, _out: &mut Report) -> bool {",
                    );
                    self.w.line("true");
                } else {
                    self.w
                        .open("fn valid_all(v: &Value, p: &Path<'_>, out: &mut Report) -> bool {");
                    self.w.line("out.listens && out.fail(p, \"false\", &|| (Value::from(false), v.clone()))");
                }
                self.w.close("}");
                name
            }
        };
        if let Some(refusal) = self.own.refusal {
            return Err(refusal);
        }
        let quick = Quick::write(&mut self, printer);
        let named = self.constants.iter().enumerate();
        let statics = named.map(|(index, text)| format!("static C{index}: {text};"));
        Ok(Written {
            root,
            code: self.w.finish(),
            quick,
            statics: statics.collect(),
            names: self.names,
            needs: self.needs,
        })
    }

    fn constant(&mut self, ty: &'static str, text: &str) -> String {
        format!("C{}", self.held(format!("{ty} = {text}")))
    }

    fn function(&mut self, id: usize, function: &Function) {
        self.next = 0;
        let outer = std::mem::replace(&mut self.w, Writer::new("    "));
        let seen = function.body.exports.then(|| "seen".to_owned());
        let at = At { value: "v".to_owned(), path: "p".to_owned(), label: None, seen };
        self.block(&function.body, &at);
        let body = unlooked(&std::mem::replace(&mut self.w, outer).finish());
        let name = |word: &str| {
            let used = uses(&body, word);
            if used { word.to_owned() } else { format!("_{word}") }
        };
        let noting = if function.body.exports {
            format!(", {}: &mut Seen", name("seen"))
        } else {
            String::new()
        };
        self.w.gap();
        self.w.line(format!("/// The schema at `{}`.", comment(function.pointer.as_str())));
        if body.contains("if let") {
            self.w.line(NESTED);
        }
        self.w.open(format!(
            "fn {}({}: &Value, {}: &Path<'_>, {}: &mut Report{noting}) -> bool {{",
            self.names[id],
            name("v"),
            name("p"),
            name("out"),
        ));
        let fails = uses(&body, "ok");
        if fails {
            self.w.line("let mut ok = true;");
        }
        self.w.line(body);
        self.w.line(if fails { "ok" } else { "true" });
        self.w.close("}");
    }

    fn block(&mut self, block: &Block, at: &At) {
        let mut inner = at.clone();
        let mut owned = None;
        if block.seen.any() {
            self.need("seen");
            if block.asks() {
                let mine = self.fresh("seen");
                inner.seen = Some(mine.clone());
                let outer = std::mem::replace(&mut self.w, Writer::new("    "));
                owned = Some((mine, outer));
            }
        }
        for (guard, checks) in groups(&block.checks) {
            self.group(guard, &checks, &inner, block);
        }
        let Some((mine, outer)) = owned else { return };
        let body = std::mem::replace(&mut self.w, outer).finish();
        let notes = [
            format!("&mut {mine}"),
            format!("{mine}.names.insert"),
            format!("{mine}.items.insert"),
            format!("{mine}.learn"),
        ];
        let learns = block.exports && at.seen.is_some();
        if uses(&body, &mine) || learns {
            let mutable = if notes.iter().any(|note| body.contains(note)) { "mut " } else { "" };
            self.w.line(format!("let {mutable}{mine} = Seen::default();"));
        }
        self.w.line(body);
        if let (true, Some(outer)) = (learns, &at.seen) {
            self.w.line(format!("{outer}.learn({mine});"));
        }
    }

    fn group(&mut self, guard: Guard, checks: &[&Check], at: &At, block: &Block) {
        let (variant, stem) = match guard {
            Guard::None => {
                for check in checks {
                    self.general(check, at);
                }
                return;
            }
            Guard::String => ("String", "s"),
            Guard::Number => ("Number", "n"),
            Guard::Array => ("Array", "a"),
            Guard::Object => ("Object", "o"),
        };
        let local = self.fresh(stem);
        let outer = std::mem::replace(&mut self.w, Writer::new("    "));
        for check in checks {
            match guard {
                Guard::String => self.string(check, at, &local),
                Guard::Number => self.number(check, at, &local),
                Guard::Array => self.array(check, at, &local, block.seen.items),
                _ => self.object(check, at, &local, block.seen.properties),
            }
        }
        let body = std::mem::replace(&mut self.w, outer).finish();
        if body.is_empty() {
            return;
        }
        self.w.open(format!("if let Value::{variant}({local}) = {} {{", at.value));
        self.w.line(body);
        self.w.close("}");
    }

    /// Tells an issue where `failed` holds.
    fn fail_if(&mut self, failed: &str, at: &At, keyword: &str, expected: &str, got: &str) {
        if let Some(label) = &at.label {
            self.w.open(format!("if {failed} {{"));
            self.w.line(format!("break {label} false;"));
            self.w.close("}");
            return;
        }
        self.w.open(format!("if {failed} {{"));
        self.fail(at, keyword, expected, got);
        self.w.close("}");
    }

    fn fail(&mut self, at: &At, keyword: &str, expected: &str, got: &str) {
        if let Some(label) = &at.label {
            self.w.line(format!("break {label} false;"));
            return;
        }
        self.stop();
        let (path, keyword) = (&at.path, quoted(keyword));
        self.w.line(format!("ok &= out.fail({path}, {keyword}, &|| ({expected}, {got}));"));
    }

    /// Where nobody listens, the first failure is the verdict.
    fn stop(&mut self) {
        self.w.open("if !out.listens {");
        self.w.line("return false;");
        self.w.close("}");
    }

    fn call(&mut self, id: usize, at: &At, silent: bool, seen: Option<&str>) -> String {
        let silent = silent || at.label.is_some();
        let noting = seen.filter(|_| self.unit.functions[id].body.exports);
        let noting = noting.map_or(String::new(), |seen| match seen {
            "seen" => ", seen".to_owned(),
            own => format!(", &mut {own}"),
        });
        let (name, value) = (self.names[id].clone(), &at.value);
        if silent {
            self.need("deaf");
            return format!("{name}({value}, &Path::Root, &mut deaf(){noting})");
        }
        format!("{name}({value}, {}, out{noting})", at.path)
    }

    /// Applies a schema with its inner issues; `false` is told by `keyword`.
    fn apply(&mut self, sub: &Sub, at: &At, keyword: &str) {
        match sub {
            Sub::Always => {}
            Sub::Never => {
                let got = format!("{}.clone()", at.value);
                self.fail(at, keyword, "Value::from(false)", &got);
            }
            Sub::Block(block) => self.block(block, at),
            Sub::Call(id) => {
                let seen = at.seen.clone();
                let call = self.call(*id, at, false, seen.as_deref());
                self.w.open(format!("if !{call} {{"));
                match &at.label {
                    Some(label) => self.w.line(format!("break {label} false;")),
                    None => {
                        self.stop();
                        self.w.line("ok = false;");
                    }
                }
                self.w.close("}");
            }
        }
    }

    /// An expression that is true where a schema holds; what it needs is written before.
    fn test(&mut self, sub: &Sub, value: &str, seen: Option<&str>) -> String {
        let at =
            At { value: value.to_owned(), path: "&Path::Root".into(), label: None, seen: None };
        match sub {
            Sub::Always => "true".to_owned(),
            Sub::Never => "false".to_owned(),
            Sub::Call(id) => self.call(*id, &at, true, seen),
            Sub::Block(block) if block.checks.iter().any(|c| matches!(c.kind, Kind::Never)) => {
                "false".to_owned()
            }
            Sub::Block(block) => {
                let (holds, label) = (self.fresh("holds"), self.fresh("'test"));
                let outer = std::mem::replace(&mut self.w, Writer::new("    "));
                self.block(block, &At { label: Some(label.clone()), ..at });
                let body = std::mem::replace(&mut self.w, outer).finish();
                if !body.contains(&format!("break {label} ")) {
                    return "true".to_owned();
                }
                let (body, ends) = reachable(&body);
                self.w.open(format!("let {holds} = {label}: {{"));
                self.w.line(body);
                if !ends {
                    self.w.line("true");
                }
                self.w.close("};");
                holds
            }
        }
    }

    /// Tests a branch whose notes count only where it holds; the name of a boolean.
    fn branch(&mut self, sub: &Sub, at: &At) -> String {
        match at.seen.clone() {
            Some(seen) if matches!(sub, Sub::Call(_)) => {
                let (holds, notes) = (self.fresh("holds"), self.fresh("notes"));
                self.w.line(format!("let mut {notes} = Seen::default();"));
                let test = self.test(sub, &at.value, Some(&notes));
                self.w.line(format!("let {holds} = {test};"));
                self.w.open(format!("if {holds} {{"));
                self.w.line(format!("{seen}.learn({notes});"));
                self.w.close("}");
                holds
            }
            _ => self.test(sub, &at.value, None),
        }
    }
}

/// The functions that nobody calls: a schema may stand where no value can come.
pub(super) fn unreached<'n>(code: &str, called: &str, names: &'n [String]) -> Vec<&'n str> {
    let known: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let words = |text: &str| -> Vec<&'n str> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.filter_map(|word| known.get(word).copied()).collect()
    };
    let mut calls: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut inside = None;
    for line in code.lines() {
        let head = line.strip_prefix("fn ").and_then(|rest| rest.split_once('('));
        inside = head.and_then(|(name, _)| known.get(name).copied()).or(inside);
        if let (Some(name), None) = (inside, head) {
            calls.entry(name).or_default().extend(words(line));
        }
    }
    let mut reached = BTreeSet::new();
    let mut open = words(called);
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(calls.get(name).into_iter().flatten());
        }
    }
    names.iter().map(String::as_str).filter(|name| !reached.contains(name)).collect()
}

/// A body without what stands behind a break that is always taken, and whether its end is never
/// reached: `false` may stand in any place, and the compiler warns of what comes after.
fn reachable(body: &str) -> (String, bool) {
    let (mut text, mut left) = (String::new(), None);
    for line in body.lines() {
        let depth = line.len() - line.trim_start().len();
        if left.is_some_and(|at| depth >= at) {
            continue;
        }
        left = line.trim_start().starts_with("break '").then_some(depth);
        text.push_str(line);
        text.push('\n');
    }
    (text, left == Some(0))
}

/// A body in which the values that nothing looks at, because their schema refuses whatever stands there,
/// have names that say so.
fn unlooked(body: &str) -> String {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in body.split(|c: char| !inside(c)) {
        *counts.entry(word).or_default() += 1;
    }
    let mut text = String::with_capacity(body.len());
    for line in body.split_inclusive('\n') {
        // Only where a name is bound: the rest of a line may hold texts of the schema.
        let code = line.trim_start();
        let binding = ["if let Some(", "let "].iter().find_map(|start| code.strip_prefix(start));
        let end = binding.and_then(|rest| Some((rest, rest.find(|c: char| !inside(c))?)));
        match end {
            Some((rest, end)) if rest.starts_with('v') && counts.get(&rest[..end]) == Some(&1) => {
                text.push_str(&line[..line.len() - rest.len()]);
                text.push('_');
                text.push_str(rest);
            }
            _ => text.push_str(line),
        }
    }
    text
}

/// Whether a word stands in a text as a word.
fn uses(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

/// A pointer inside a comment, on one line.
fn comment(text: &str) -> String {
    let text = if text.is_empty() { "/" } else { text };
    visible(text).replace(['\n', '`'], " ")
}
