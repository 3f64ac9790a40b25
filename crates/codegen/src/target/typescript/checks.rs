//! Checks as straight TypeScript: one function a [`Function`], which either tells all issues or (where
//! nobody listens) stops at the first. Branches that only need a verdict are labelled blocks.

mod general;
mod quick;
mod quick_keys;
mod typed;

use super::text::quoted;
use crate::ir::{Block, Check, Function, Guard, Sub, Unit, groups};
use crate::target::string_literal::visible;
use crate::target::walk::Walk;
use crate::writer::Writer;

/// The verdict functions of one unit.
pub(super) type Checks<'u> = Walk<'u, Own>;

/// What only TypeScript's functions need.
pub(super) struct Own {
    /// Which functions have quick ones, and those.
    quick: Vec<quick::Quick>,
    quick_texts: Vec<(String, String)>,
    /// How many more values may be looked at quickly.
    quick_left: usize,
    /// Whether values are followed as deep as they go.
    deep: bool,
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
        let own = Own {
            quick: vec![quick::Quick::Unknown; unit.functions.len()],
            quick_texts: Vec::new(),
            quick_left: 20_000,
            deep: unit.functions.iter().any(|function| function.recursive),
        };
        Walk::begin(unit, "  ", "fail", own, |stem| {
            let mut stem = stem.to_owned();
            if let Some(first) = stem.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            format!("valid{stem}")
        })
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

    /// The functions' text.
    pub(super) fn code(&mut self) -> String {
        std::mem::replace(&mut self.w, Writer::new("  ")).finish()
    }

    /// What decides a schema by itself: a function that was written, or the verdict.
    pub(super) fn decider(&self, sub: &Sub) -> &str {
        match sub {
            Sub::Always => "true",
            Sub::Call(id) => &self.names[*id],
            Sub::Never | Sub::Block(_) => "false",
        }
    }

    fn constant(&mut self, text: String) -> String {
        format!("C{}", self.held(text))
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
}

/// A pointer inside a comment: nothing in it may end the comment.
fn comment(text: &str) -> String {
    let text = if text.is_empty() { "/" } else { text };
    visible(text).replace("*/", "*\\/").replace(['\n', '`'], " ")
}
