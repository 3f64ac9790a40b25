//! Checks as straight Python: one function a [`Function`], which either tells all issues or (where nobody
//! listens) stops at the first. Schemas of which only the verdict is asked are functions of their own.

mod general;
mod typed;

use indexmap::IndexSet;

use super::text::{doc_lines, docstring};
use crate::ir::{Block, Check, Function, Guard, Refusal, Sub, Unit, groups};
use crate::target::walk::{Walk, origin};
use crate::writer::Writer;

/// Longer chains of calls than this are followed from fresh stacks, as recursion is.
const LONGEST_CHAIN: usize = 24;

/// The verdict functions of one unit.
pub(super) type Checks<'u> = Walk<'u, Own<'u>>;

/// What only Python's functions need.
pub(super) struct Own<'u> {
    /// What the names of this schema begin with: `_`, or `_ROLE_`.
    prefix: &'u str,
    /// Functions that are called so as to save the stack.
    guarded: Vec<bool>,
    /// Functions that take what was evaluated, though they tell nothing of it.
    pub(super) uniform: Vec<bool>,
    /// Functions of schemas that are written in one place.
    inner: IndexSet<String>,
}

/// What is being checked and how a failure is told.
#[derive(Clone)]
pub(super) struct At {
    /// The name of the instance.
    value: String,
    /// The expression of its path.
    path: String,
    /// Only a verdict is asked.
    silent: bool,
    /// The variable that notes what was evaluated.
    seen: Option<String>,
}

type Done = Result<(), Refusal>;

impl<'u> Checks<'u> {
    /// `entries`: the functions that are called from outside, beside the root.
    pub(super) fn new(unit: &'u Unit, prefix: &'u str, entries: &[Sub]) -> Checks<'u> {
        let recursive = unit.functions.iter().any(|function| function.recursive);
        let all = unit.longest_chain() > if recursive { 4 } else { LONGEST_CHAIN };
        let guarded: Vec<bool> =
            unit.functions.iter().map(|function| all || function.recursive).collect();
        let mut uniform = guarded.clone();
        for sub in entries.iter().chain([&unit.root]) {
            if let Sub::Call(id) = sub {
                uniform[*id] = true;
            }
        }
        let own = Own { prefix, guarded, uniform, inner: IndexSet::new() };
        Walk::begin(unit, "    ", "fail", own, |stem| format!("{prefix}valid_{}", snake(stem)))
    }

    /// Whether calls are put off where the stack is deep.
    pub(super) fn deep(&self) -> bool {
        self.own.guarded.iter().any(|guarded| *guarded)
    }

    /// Writes all functions; the name of the one for the whole value. `deep`: of the whole file.
    pub(super) fn write(&mut self, deep: bool) -> Result<String, Refusal> {
        if !deep {
            self.own.uniform.iter_mut().for_each(|uniform| *uniform = false);
        }
        for (id, function) in self.unit.functions.iter().enumerate() {
            self.function(id, function)?;
        }
        let unit = self.unit;
        self.entry(&unit.root, "all", deep)
    }

    /// The name of a function that decides a schema by itself.
    pub(super) fn entry(&mut self, sub: &Sub, stem: &str, deep: bool) -> Result<String, Refusal> {
        if let Sub::Call(id) = sub {
            return Ok(self.names[*id].clone());
        }
        let name = format!("{}valid_{stem}", self.own.prefix);
        self.next = 0;
        self.w.gap();
        let noting = if deep { ", _: _Seen" } else { "" };
        self.w.open(format!("def {name}(v: Any, p: _Path, out: _Out{noting}) -> bool:"));
        self.w.line("ok = True");
        let at = At { value: "v".into(), path: "p".into(), silent: false, seen: None };
        match sub {
            Sub::Block(block) => self.block(block, &at)?,
            _ => self.apply(sub, &at, "false")?,
        }
        self.w.line("return ok");
        self.w.close("");
        Ok(name)
    }

    /// The functions of schemas in one place, of which only the verdict is asked.
    pub(super) fn inner(&self) -> String {
        let bodies = self.own.inner.iter().enumerate();
        let named = |(index, body)| {
            format!("def {}holds_{index}(v: Any) -> bool:\n{body}", self.own.prefix)
        };
        bodies.map(named).collect::<Vec<_>>().join("\n")
    }

    /// The constants that the functions use.
    pub(super) fn constants(&self) -> Vec<String> {
        let named = self.constants.iter().enumerate();
        let prefix = self.own.prefix.to_uppercase();
        named.map(|(index, text)| format!("{prefix}C{index} = {text}")).collect()
    }

    fn constant(&mut self, text: String) -> String {
        format!("{1}C{0}", self.held(text), self.own.prefix.to_uppercase())
    }

    fn function(&mut self, id: usize, function: &Function) -> Done {
        self.next = 0;
        let noting = match (function.body.exports, self.own.uniform[id]) {
            (true, _) => ", seen: _Seen",
            (false, true) => ", _: _Seen",
            (false, false) => "",
        };
        let name = &self.names[id];
        self.w.gap();
        self.w.open(format!("def {name}(v: Any, p: _Path, out: _Out{noting}) -> bool:"));
        self.w.line(docstring(&doc_lines(&origin(function))));
        self.w.line("ok = True");
        let seen = function.body.exports.then(|| "seen".to_owned());
        let at = At { value: "v".into(), path: "p".into(), silent: false, seen };
        self.block(&function.body, &at)?;
        self.w.line("return ok");
        self.w.close("");
        Ok(())
    }

    fn block(&mut self, block: &Block, at: &At) -> Done {
        let mut inner = at.clone();
        if block.seen.any() {
            self.need("seen");
            if block.asks() {
                let mine = self.fresh("seen");
                self.w.line(format!("{mine} = _Seen()"));
                inner.seen = Some(mine);
            }
        }
        for (guard, checks) in groups(&block.checks) {
            self.group(guard, &checks, &inner, block)?;
        }
        if let (true, Some(mine), Some(outer)) = (block.exports, &inner.seen, &at.seen)
            && mine != outer
        {
            self.w.line(format!("{outer}.learn({mine})"));
        }
        Ok(())
    }

    fn group(&mut self, guard: Guard, checks: &[&Check], at: &At, block: &Block) -> Done {
        let value = &at.value;
        let test = match guard {
            Guard::None => {
                return checks.iter().try_for_each(|check| self.general(check, at));
            }
            Guard::String => format!("isinstance({value}, str)"),
            Guard::Number => format!("_is_number({value})"),
            Guard::Array => format!("isinstance({value}, (list, tuple))"),
            Guard::Object => format!("isinstance({value}, dict)"),
        };
        if guard == Guard::Number {
            self.need("number");
        }
        self.w.open(format!("if {test}:"));
        let before = self.w.len();
        for check in checks {
            match guard {
                Guard::String => self.string(check, at)?,
                Guard::Number => self.number(check, at)?,
                Guard::Array => self.array(check, at, block.seen.items)?,
                _ => self.object(check, at, block.seen.properties)?,
            }
        }
        self.end(before);
        Ok(())
    }

    /// Ends a block of lines; one without any needs a word in Python.
    fn end(&mut self, before: usize) {
        if self.w.len() == before {
            self.w.line("pass");
        }
        self.w.close("");
    }

    /// Tells an issue where `failed` holds.
    fn fail_if(&mut self, failed: &str, at: &At, keyword: &str, expected: &str, got: &str) {
        self.w.open(format!("if {failed}:"));
        self.fail(at, keyword, expected, got);
        self.w.close("");
    }

    /// Ends the function where nobody listens to issues; whether that is decided here already.
    fn ends_unheard(&mut self, at: &At) -> bool {
        if at.silent {
            self.w.line("return False");
            return true;
        }
        self.w.open("if out is None:");
        self.w.line("return False");
        self.w.close("");
        false
    }

    fn fail(&mut self, at: &At, keyword: &str, expected: &str, got: &str) {
        if self.ends_unheard(at) {
            return;
        }
        let (path, keyword) = (&at.path, super::text::quoted(keyword));
        self.w.line(format!("ok = _fail(out, {path}, {keyword}, {expected}, {got})"));
    }

    fn call(&mut self, id: usize, at: &At, seen: Option<&str>) -> String {
        let path = match (at.silent, at.path.as_str()) {
            (true, _) => "None".to_owned(),
            (false, "p") => "p".to_owned(),
            (false, path) => format!("None if out is None else {path}"),
        };
        let out = if at.silent { "None" } else { "out" };
        let (name, value) = (&self.names[id], &at.value);
        let exports = self.unit.functions[id].body.exports;
        let noting = match seen.filter(|_| exports) {
            Some(seen) => format!(", {seen}"),
            None if self.own.uniform[id] && !self.own.guarded[id] => ", _NOTHING".to_owned(),
            None => String::new(),
        };
        if self.own.guarded[id] {
            format!("_enter({name}, {value}, {path}, {out}{noting})")
        } else {
            format!("{name}({value}, {path}, {out}{noting})")
        }
    }

    /// Applies a schema with its inner issues; `false` is told by `keyword`.
    fn apply(&mut self, sub: &Sub, at: &At, keyword: &str) -> Done {
        match sub {
            Sub::Always => {}
            Sub::Never => {
                let got = at.value.clone();
                self.fail(at, keyword, "False", &got);
            }
            Sub::Block(block) => self.block(block, at)?,
            Sub::Call(id) => {
                let call = self.call(*id, at, at.seen.as_deref());
                self.w.open(format!("if not {call}:"));
                self.failed(at);
                self.w.close("");
            }
        }
        Ok(())
    }

    /// What follows where a called schema failed: it has told its issues.
    fn failed(&mut self, at: &At) {
        if !self.ends_unheard(at) {
            self.w.line("ok = False");
        }
    }

    /// An expression that is true where a schema holds. Notes go to `seen`.
    fn test(&mut self, sub: &Sub, value: &str, seen: Option<&str>) -> Result<String, Refusal> {
        let at = At { value: value.to_owned(), path: "None".into(), silent: true, seen: None };
        Ok(match sub {
            Sub::Always => "True".to_owned(),
            Sub::Never => "False".to_owned(),
            Sub::Call(id) => self.call(*id, &at, seen),
            Sub::Block(block) => {
                let name = self.holds(block)?;
                format!("{name}({value})")
            }
        })
    }

    /// A function of its own for a schema in one place.
    pub(super) fn holds(&mut self, block: &Block) -> Result<String, Refusal> {
        let (w, next) = (std::mem::replace(&mut self.w, Writer::new("    ")), self.next);
        self.next = 0;
        let at = At { value: "v".into(), path: "None".into(), silent: true, seen: None };
        let done = self.block(block, &at);
        let body = std::mem::replace(&mut self.w, w);
        self.next = next;
        done?;
        let (index, _) = self.own.inner.insert_full(indented(&body.finish()));
        Ok(format!("{}holds_{index}", self.own.prefix))
    }

    /// Tests a branch whose notes count only where it holds; the name of a boolean.
    fn branch(&mut self, sub: &Sub, at: &At) -> Result<String, Refusal> {
        let holds = self.fresh("holds");
        match at.seen.clone() {
            Some(seen) if matches!(sub, Sub::Call(_)) => {
                let notes = self.fresh("notes");
                self.w.line(format!("{notes} = _Seen()"));
                let test = self.test(sub, &at.value, Some(&notes))?;
                self.w.line(format!("{holds} = {test}"));
                self.w.open(format!("if {holds}:"));
                self.w.line(format!("{seen}.learn({notes})"));
                self.w.close("");
            }
            _ => {
                let test = self.test(sub, &at.value, None)?;
                self.w.line(format!("{holds} = {test}"));
            }
        }
        Ok(holds)
    }
}

/// The body of a function, and its end.
fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("    {line}\n"));
    lines.collect::<String>().replace("    \n", "\n") + "    return True\n"
}

/// A name in lower case, its words joined by `_`.
pub(super) fn snake(stem: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    let mut characters = stem.chars().peekable();
    while let Some(c) = characters.next() {
        // `APIKey` is two words: the last capital of some belongs to what follows.
        let starts = before.is_ascii_lowercase()
            || before.is_ascii_digit()
            || characters.peek().is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase() && starts && !out.is_empty() && before != '_' {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        before = c;
    }
    out
}
