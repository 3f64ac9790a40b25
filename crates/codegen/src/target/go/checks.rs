//! Checks as straight Go: one function a [`Function`], which tells all issues to a listener, or stops at
//! the first where there is none. Schemas of which only the verdict is asked are functions of their own.

mod general;
mod typed;

use indexmap::IndexSet;

use super::text::{code, comment, doc_lines, names, quoted};
use crate::ir::{Block, Check, Function, Guard, Refusal, Sub, Unit, groups};
use crate::target::walk::{Walk, origin};
use crate::types::pascal;
use crate::writer::Writer;

/// The verdict functions of one unit.
pub(super) type Checks<'u> = Walk<'u, Own<'u>>;

/// What only Go's functions need.
pub(super) struct Own<'u> {
    /// What the names of this schema end with: nothing, or the role.
    suffix: &'u str,
    /// Functions of schemas that are written in one place: their bodies.
    inner: IndexSet<String>,
}

/// What is being checked and where.
#[derive(Clone)]
pub(super) struct At {
    /// The name of the instance.
    value: String,
    /// The expression of its path.
    path: String,
    /// The variable that notes what was evaluated.
    seen: Option<String>,
}

type Done = Result<(), Refusal>;

/// The parameters of a verdict function.
const TAKES: &str = "v any, p *place, out *listener";

impl<'u> Checks<'u> {
    pub(super) fn new(unit: &'u Unit, suffix: &'u str) -> Checks<'u> {
        let own = Own { suffix, inner: IndexSet::new() };
        let name = |stem: &str| format!("valid{suffix}{}", pascal(stem));
        Walk::begin(unit, "\t", "listener", own, name)
    }

    /// Writes all functions; the name of the one for the whole value.
    pub(super) fn write(&mut self) -> Result<String, Refusal> {
        for (id, function) in self.unit.functions.iter().enumerate() {
            self.function(id, function)?;
        }
        let unit = self.unit;
        match &unit.root {
            Sub::Call(id) if !unit.functions[*id].body.exports => Ok(self.names[*id].clone()),
            other => self.entry(other),
        }
    }

    /// A function for the whole value, where none of the schema's is.
    fn entry(&mut self, sub: &Sub) -> Result<String, Refusal> {
        let name = format!("valid{}_", self.own.suffix);
        self.next = 0;
        let at = At { value: "v".into(), path: "p".into(), seen: None };
        let body = self.body(|checks| checks.apply(sub, &at, "false"))?;
        self.whole(&name, "", &body);
        Ok(name)
    }

    /// The functions of schemas in one place, of which only the verdict is asked.
    pub(super) fn inner(&self) -> String {
        let mut w = Writer::new("\t");
        for (index, body) in self.own.inner.iter().enumerate() {
            w.gap();
            w.open(format!("func holds{}{index}({TAKES}) bool {{", self.own.suffix));
            w.line("told := out.told()");
            w.line(body);
            w.line("return out.told() == told");
            w.close("}");
        }
        w.finish()
    }

    /// The variables that the functions use.
    pub(super) fn constants(&self) -> Vec<String> {
        let named = self.constants.iter().enumerate();
        named.map(|(index, text)| format!("var c{}{index} = {text}", self.own.suffix)).collect()
    }

    fn constant(&mut self, text: String) -> String {
        format!("c{1}{0}", self.held(text), self.own.suffix)
    }

    /// A value of JSON as an expression: scalars on the spot, all else read once.
    pub(super) fn literal(&mut self, value: &serde_json::Value) -> String {
        match super::text::scalar(value) {
            Some(text) => text,
            None => self.constant(format!("constant({})", super::text::raw(&value.to_string()))),
        }
    }

    /// What is written meanwhile, as a text of its own.
    fn body(&mut self, write: impl FnOnce(&mut Self) -> Done) -> Result<String, Refusal> {
        let outer = std::mem::replace(&mut self.w, Writer::new("\t"));
        let done = write(self);
        let body = std::mem::replace(&mut self.w, outer);
        done.map(|()| body.finish())
    }

    /// A block under a head; nothing where there is nothing to do.
    fn under(&mut self, head: &str, body: &str) {
        if !body.is_empty() {
            self.w.open(head);
            self.w.line(body);
            self.w.close("}");
        }
    }

    fn whole(&mut self, name: &str, more: &str, body: &str) {
        self.w.open(format!("func {name}({TAKES}{more}) bool {{"));
        self.w.line("told := out.told()");
        self.w.line(body);
        self.w.line("return out.told() == told");
        self.w.close("}");
    }

    fn function(&mut self, id: usize, function: &Function) -> Done {
        self.next = 0;
        let seen = function.body.exports.then(|| "noted".to_owned());
        let more = if seen.is_some() { ", noted *seen" } else { "" };
        let at = At { value: "v".into(), path: "p".into(), seen };
        let body = self.body(|checks| checks.block(&function.body, &at))?;
        self.w.gap();
        let name = self.names[id].clone();
        comment(&doc_lines(&origin(function))).iter().for_each(|line| self.w.line(line));
        self.whole(&name, more, &body);
        Ok(())
    }

    fn block(&mut self, block: &Block, at: &At) -> Done {
        let mut inner = at.clone();
        let mut mine = None;
        if block.seen.any() {
            self.need("seen");
            if block.asks() {
                let fresh = self.fresh("seen");
                inner.seen = Some(fresh.clone());
                mine = Some(fresh);
            }
        }
        let body = self.body(|checks| {
            for (guard, all) in groups(&block.checks) {
                checks.group(guard, &all, &inner, block)?;
            }
            Ok(())
        })?;
        if let Some(mine) = mine {
            let learns = match &at.seen {
                Some(outer) if block.exports => format!("{outer}.learn({mine})\n"),
                _ => String::new(),
            };
            if names(&code(&body), &mine) || !learns.is_empty() {
                self.w.line(format!("{mine} := newSeen()"));
            }
            self.w.line(body + &learns);
        } else {
            self.w.line(body);
        }
        Ok(())
    }

    fn group(&mut self, guard: Guard, checks: &[&Check], at: &At, block: &Block) -> Done {
        let (stem, taken) = match guard {
            Guard::None => return checks.iter().try_for_each(|check| self.general(check, at)),
            Guard::String => ("s", "string"),
            Guard::Number => ("n", "json.Number"),
            Guard::Array => ("a", "[]any"),
            Guard::Object => ("o", "*Object"),
        };
        let local = self.fresh(stem);
        let body = self.body(|this| {
            for check in checks {
                match guard {
                    Guard::String => this.string(check, at, &local)?,
                    Guard::Number => this.number(check, at, &local)?,
                    Guard::Array => this.array(check, at, &local, block.seen.items)?,
                    _ => this.object(check, at, &local, block.seen.properties)?,
                }
            }
            Ok(())
        })?;
        let bound = if names(&code(&body), &local) { local.as_str() } else { "_" };
        let value = &at.value;
        let head = match guard {
            Guard::Number => format!("if {bound}, is := exact({value}); is {{"),
            _ => format!("if {bound}, is := {value}.({taken}); is {{"),
        };
        self.under(&head, &body);
        Ok(())
    }

    /// Tells an issue where `failed` holds.
    fn fail_if(&mut self, failed: &str, at: &At, keyword: &str, expected: &str, got: &str) {
        let (path, keyword) = (&at.path, quoted(keyword));
        let tells = format!("out.fail({path}, {keyword}, {expected}, {got})");
        let test = if failed.is_empty() { tells } else { format!("{failed} && {tells}") };
        self.w.open(format!("if {test} {{"));
        self.w.line("return false");
        self.w.close("}");
    }

    fn fail(&mut self, at: &At, keyword: &str, expected: &str, got: &str) {
        self.fail_if("", at, keyword, expected, got);
    }

    /// A call that tells its issues.
    fn call(&self, id: usize, at: &At, seen: Option<&str>) -> String {
        let (value, path) = (&at.value, &at.path);
        format!("{}({value}, {path}, out{})", self.names[id], self.noting(id, seen))
    }

    /// What a call gives to be noted in.
    fn noting(&self, id: usize, seen: Option<&str>) -> String {
        if !self.unit.functions[id].body.exports {
            return String::new();
        }
        format!(", {}", seen.unwrap_or("newSeen()"))
    }

    /// Applies a schema with its inner issues; `false` is told by `keyword`.
    fn apply(&mut self, sub: &Sub, at: &At, keyword: &str) -> Done {
        match sub {
            Sub::Always => {}
            Sub::Never => {
                let got = at.value.clone();
                self.fail(at, keyword, "false", &got);
            }
            Sub::Block(block) => self.block(block, at)?,
            Sub::Call(id) => {
                let call = self.call(*id, at, at.seen.as_deref());
                self.w.open(format!("if !{call} && out == nil {{"));
                self.w.line("return false");
                self.w.close("}");
            }
        }
        Ok(())
    }

    /// An expression that is true where a schema holds. Notes go to `seen`.
    fn test(&mut self, sub: &Sub, value: &str, seen: Option<&str>) -> Result<String, Refusal> {
        Ok(match sub {
            Sub::Always => "true".to_owned(),
            Sub::Never => "false".to_owned(),
            Sub::Call(id) => {
                format!("{}({value}, nil, nil{})", self.names[*id], self.noting(*id, seen))
            }
            Sub::Block(block) => format!("{}({value}, nil, nil)", self.holds(block)?),
        })
    }

    /// A function of its own for a schema in one place.
    fn holds(&mut self, block: &Block) -> Result<String, Refusal> {
        let next = std::mem::replace(&mut self.next, 0);
        let at = At { value: "v".into(), path: "p".into(), seen: None };
        let body = self.body(|checks| checks.block(block, &at));
        self.next = next;
        let body = body?;
        let index = self.own.inner.insert_full(body).0;
        Ok(format!("holds{}{index}", self.own.suffix))
    }

    /// A function of a value that decides a schema.
    pub(super) fn decider(&mut self, sub: &Sub) -> Result<String, Refusal> {
        let test = self.test(sub, "v", None)?;
        Ok(format!("func(v any) bool {{ return {test} }}"))
    }

    /// Tests a branch whose notes count only where it holds; the name of a boolean.
    fn branch(&mut self, sub: &Sub, at: &At) -> Result<String, Refusal> {
        let holds = self.fresh("fits");
        match at.seen.clone() {
            Some(seen) if matches!(sub, Sub::Call(_)) => {
                let notes = self.fresh("notes");
                self.w.line(format!("{notes} := newSeen()"));
                let test = self.test(sub, &at.value, Some(&notes))?;
                self.w.line(format!("{holds} := {test}"));
                self.under(&format!("if {holds} {{"), &format!("{seen}.learn({notes})"));
            }
            _ => {
                let test = self.test(sub, &at.value, None)?;
                self.w.line(format!("{holds} := {test}"));
            }
        }
        Ok(holds)
    }
}
