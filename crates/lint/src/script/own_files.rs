//! The files that a Python script reads by their place from its own folder: `Path(__file__).parent / "layout.json"`. Only paths
//! of literal parts, and only those that the script neither tests for nor writes.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprCall, Operator, Parameter, Stmt};

use crate::entries::resolve;

/// The read files by their path from the script's folder, as `../assets/page.html`, with the offset of the first read.
pub(super) fn read(suite: &[Stmt]) -> BTreeMap<String, usize> {
    let mut names = Names::default();
    suite.iter().for_each(|statement| names.visit_stmt(statement));
    let mut uses =
        Uses { names: &names, reads: BTreeMap::new(), others: BTreeSet::new(), tries: 0 };
    suite.iter().for_each(|statement| uses.visit_stmt(statement));
    let Uses { mut reads, others, .. } = uses;
    reads.retain(|path, _| !others.contains(path));
    reads
}

/// A path that is built from `__file__`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ScriptPath {
    /// Folders above the script's own.
    up: usize,
    /// The names below; `None` is the script itself.
    below: Option<Vec<String>>,
}

impl ScriptPath {
    fn parent(mut self) -> ScriptPath {
        match &mut self.below {
            None => self.below = Some(Vec::new()),
            Some(names) => {
                if names.pop().is_none() {
                    self.up += 1;
                }
            }
        }
        self
    }

    fn join(mut self, part: &str) -> Option<ScriptPath> {
        let names = self.below.as_mut()?;
        for name in part.split('/').filter(|name| !name.is_empty() && *name != ".") {
            match name {
                ".." if names.pop().is_some() => {}
                ".." => self.up += 1,
                _ => names.push(name.to_owned()),
            }
        }
        (!part.starts_with('/')).then_some(self)
    }

    /// The path of a file from the script's folder; files have an extension.
    fn file(&self) -> Option<String> {
        let names = self.below.as_ref()?;
        let (stem, _) = names.last()?.rsplit_once('.')?;
        (!stem.is_empty()).then(|| format!("{}{}", "../".repeat(self.up), names.join("/")))
    }
}

/// The path of a file in the skill, for a script at `script`; `None` if it leads out of the skill.
pub(crate) fn from_skill(script: &str, path: &str) -> Option<String> {
    resolve(script.rsplit_once('/').map_or("", |(folder, _)| folder), path)
}

/// Names with one value that is such a path.
#[derive(Default)]
struct Names {
    places: BTreeMap<String, ScriptPath>,
    /// Names that may have another value.
    unknown: BTreeSet<String>,
}

impl Names {
    fn place(&self, expression: &Expr) -> Option<ScriptPath> {
        match expression {
            Expr::Name(name) if name.id.as_str() == "__file__" => {
                Some(ScriptPath { up: 0, below: None })
            }
            Expr::Name(name) if self.unknown.contains(name.id.as_str()) => None,
            Expr::Name(name) => self.places.get(name.id.as_str()).cloned(),
            Expr::Attribute(one) if one.attr.as_str() == "parent" => {
                Some(self.place(&one.value)?.parent())
            }
            Expr::Subscript(one) => {
                let Expr::Attribute(list) = &*one.value else { return None };
                let Expr::NumberLiteral(number) = &*one.slice else { return None };
                let ruff_python_ast::Number::Int(count) = &number.value else { return None };
                let place =
                    (list.attr.as_str() == "parents").then(|| self.place(&list.value))??;
                let count = count.as_u8()?;
                Some((0..=count).fold(place, |place, _| place.parent()))
            }
            Expr::BinOp(one) if one.op == Operator::Div => {
                let Expr::StringLiteral(part) = &*one.right else { return None };
                self.place(&one.left)?.join(part.value.to_str())
            }
            Expr::Call(call) => self.called(call),
            _ => None,
        }
    }

    fn called(&self, call: &ExprCall) -> Option<ScriptPath> {
        let arguments = &call.arguments.args;
        let joined = |place: Option<ScriptPath>, parts: &[Expr]| {
            parts.iter().try_fold(place?, |place, part| match part {
                Expr::StringLiteral(part) => place.join(part.value.to_str()),
                _ => None,
            })
        };
        let (name, of) = match &*call.func {
            Expr::Name(name) => (name.id.as_str(), None),
            Expr::Attribute(one) => (one.attr.as_str(), Some(&*one.value)),
            _ => return None,
        };
        match (name, of, &**arguments) {
            ("resolve" | "absolute" | "as_posix", Some(path), []) => self.place(path),
            ("joinpath", Some(path), parts) => joined(self.place(path), parts),
            ("Path" | "str" | "abspath" | "realpath" | "normpath" | "fspath", _, [path]) => {
                self.place(path)
            }
            ("dirname", _, [path]) => Some(self.place(path)?.parent()),
            ("join", Some(_), [path, parts @ ..]) => joined(self.place(path), parts),
            _ => None,
        }
    }

    fn assign(&mut self, name: &str, value: Option<&Expr>) {
        let place = value.and_then(|value| self.place(value));
        let is_new = !self.places.contains_key(name) && !self.unknown.contains(name);
        match place.filter(|_| is_new) {
            Some(place) => {
                self.places.insert(name.to_owned(), place);
            }
            None => {
                self.unknown.insert(name.to_owned());
            }
        }
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(assign) => {
                self.visit_expr(&assign.value);
                for target in &assign.targets {
                    match target {
                        Expr::Name(name) => self.assign(name.id.as_str(), Some(&assign.value)),
                        other => self.visit_expr(other),
                    }
                }
            }
            Stmt::AnnAssign(assign) => match &*assign.target {
                Expr::Name(name) => self.assign(name.id.as_str(), assign.value.as_deref()),
                other => self.visit_expr(other),
            },
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        // Loops, `with`, tuples and `:=` bind names as well.
        if let Expr::Name(name) = expression
            && name.ctx.is_store()
        {
            self.unknown.insert(name.id.to_string());
        }
        walk_expr(self, expression);
    }

    fn visit_parameter(&mut self, parameter: &'a Parameter) {
        self.unknown.insert(parameter.name.to_string());
    }
}

/// What the script does with such paths.
struct Uses<'n> {
    names: &'n Names,
    reads: BTreeMap<String, usize>,
    /// Paths that it tests for, writes, or hands on.
    others: BTreeSet<String>,
    /// How many `try` blocks are around.
    tries: usize,
}

impl Uses<'_> {
    /// The path that a call opens for reading.
    fn read_by(&self, call: &ExprCall) -> Option<ScriptPath> {
        let arguments = &call.arguments;
        let reads = |mode: Option<&Expr>| match mode {
            None => true,
            Some(Expr::StringLiteral(mode)) => mode.value.to_str().starts_with('r'),
            Some(_) => false,
        };
        let named = arguments
            .keywords
            .iter()
            .find(|keyword| keyword.arg.as_ref().is_some_and(|name| name.as_str() == "mode"));
        let mode = |index: usize| arguments.args.get(index).or(named.map(|keyword| &keyword.value));
        match &*call.func {
            Expr::Name(name) if name.id.as_str() == "open" && reads(mode(1)) => {
                self.names.place(arguments.args.first()?)
            }
            Expr::Attribute(one) => match one.attr.as_str() {
                "read_text" | "read_bytes" => self.names.place(&one.value),
                "open" if reads(mode(0)) => self.names.place(&one.value),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Try(_) => {
                self.tries += 1;
                walk_stmt(self, statement);
                self.tries -= 1;
            }
            // Its value only names the path.
            Stmt::Assign(assign)
                if matches!(&*assign.targets, [Expr::Name(_)])
                    && self.names.place(&assign.value).is_some() => {}
            Stmt::AnnAssign(assign)
                if assign.value.as_ref().is_some_and(|value| self.names.place(value).is_some()) => {
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression
            && let Some(file) = self.read_by(call).and_then(|place| place.file())
        {
            if self.tries > 0 {
                self.others.insert(file);
            } else {
                let at = call.arguments.range.start().to_usize();
                self.reads.entry(file).or_insert(at);
            }
            return;
        }
        match self.names.place(expression).map(|place| place.file()) {
            Some(Some(file)) => {
                self.others.insert(file);
            }
            Some(None) => {}
            None => walk_expr(self, expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn paths_from_the_script_itself_are_found() {
        let of = |text: &str| -> Vec<String> {
            let module = ruff_python_parser::parse_module(text).unwrap();
            read(module.suite()).into_keys().collect()
        };
        let head = "import os\nfrom pathlib import Path\nHERE = Path(__file__).resolve().parent\n";
        let body = |line: &str| of(&format!("{head}{line}\n"));
        assert_eq!(body("a = (HERE / 'x.json').read_text()"), ["x.json"]);
        assert_eq!(body("a = open(HERE.parent / 'assets' / 'x.json')"), ["../assets/x.json"]);
        assert_eq!(body("P = HERE / 'x.json'\nwith open(P) as f:\n    f.read()"), ["x.json"]);
        assert_eq!(
            of(
                "import os\nD = os.path.dirname(os.path.abspath(__file__))\nopen(os.path.join(D, 'a', 'x.txt'), 'r')"
            ),
            ["a/x.txt"]
        );
        // Written, tested for, handed on, or read where a failure is handled.
        for line in [
            "P = HERE / 'x.json'\nP.write_text('')\nP.read_text()",
            "P = HERE / 'x.json'\nif P.exists():\n    P.read_text()",
            "P = HERE / 'x.json'\nbuild(P)\nP.read_text()",
            "try:\n    (HERE / 'x.json').read_text()\nexcept OSError:\n    pass",
            "open(HERE / 'x.json', 'w')",
            "def f(HERE):\n    return (HERE / 'x.json').read_text()",
            "for HERE in y:\n    open(HERE / 'x.json')",
            "(HERE / name).read_text()",
        ] {
            assert!(body(line).is_empty(), "{line}");
        }
    }
}
