//! Python 3, with ruff's parser.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprCall, Stmt};
use ruff_python_parser::{ParseError, parse_module};

use super::arguments::Arguments;
use super::own_files;
use super::{Facts, Import, Options, Prompt, Reading, compiled, unsaid_arguments};

pub(super) fn read(text: &str) -> Reading {
    match parse_module(text) {
        Err(ParseError { error, location }) => Reading::Refused {
            at: text.floor_char_boundary(location.start().to_usize().min(text.len())),
            reason: error.to_string(),
        },
        Ok(module) if let Some(at) = return_outside(module.suite()) => {
            Reading::Refused { at, reason: "`return` outside of a function".to_owned() }
        }
        Ok(module) => {
            let arguments = arguments(text, module.suite());
            // It only prompts on a terminal, or if the caller requests it.
            let asked = ["isatty", "--interactive"].iter().any(|word| text.contains(word));
            Reading::Accepted(Box::new(Facts {
                prompt: (!asked)
                    .then(|| first_prompt(text, module.tokens()))
                    .flatten()
                    .map(|at| Prompt::new(text, at)),
                options: options(text, module.suite()),
                required: arguments.as_ref().and_then(Arguments::first_required),
                arguments,
                bashism: None,
                environment: environment(module.suite()),
                unsaid_arguments: unsaid(text),
                own_files: own_files::read(module.suite()),
                imports: imports(module.suite()),
                comments: Vec::new(),
            }))
        }
    }
}

/// The first `return` that is in no function: the parser leaves it to the compiler.
fn return_outside(suite: &[Stmt]) -> Option<usize> {
    let mut seen = Returns(None);
    suite.iter().for_each(|statement| seen.visit_stmt(statement));
    seen.0
}

struct Returns(Option<usize>);

impl<'a> Visitor<'a> for Returns {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(_) => {}
            Stmt::Return(found) => {
                self.0 = self.0.or(Some(found.range.start().to_usize()));
            }
            other => walk_stmt(self, other),
        }
    }
}

/// The first call of `input` or `getpass`, of a debugger, or of a library that asks: click, typer, questionary, rich.
fn first_prompt(text: &str, tokens: &[Token]) -> Option<usize> {
    let own_input = text.contains("def input(");
    tokens.iter().enumerate().find_map(|(at, token)| {
        let (kind, range) = token.as_tuple();
        let word = &text[range.start().to_usize()..range.end().to_usize()];
        let owner =
            at.checked_sub(2).filter(|_| tokens[at - 1].kind() == TokenKind::Dot).map(|at| {
                let (_, range) = tokens[at].as_tuple();
                &text[range.start().to_usize()..range.end().to_usize()]
            });
        let is_library = match owner {
            Some("pdb" | "ipdb") => word == "set_trace",
            Some("click" | "typer") => matches!(word, "confirm" | "prompt"),
            Some("questionary") => {
                matches!(word, "text" | "confirm" | "select" | "checkbox" | "password" | "path")
            }
            Some("Prompt" | "Confirm" | "IntPrompt" | "FloatPrompt") => word == "ask",
            None => word == "breakpoint",
            _ => false,
        };
        let is_prompt = (word == "input" && !own_input) || word == "getpass" || is_library;
        let before = at.checked_sub(1).map(|before| tokens[before].kind());
        let called = tokens.get(at + 1).is_some_and(|next| next.kind() == TokenKind::Lpar);
        let is_method = before == Some(TokenKind::Dot) && word == "input";
        let is_definition = before == Some(TokenKind::Def);
        // `name or input(…)` does not prompt if the name is given.
        let is_last_resort = before == Some(TokenKind::Or);
        let asks = kind == TokenKind::Name
            && is_prompt
            && called
            && !is_method
            && !is_definition
            && !is_last_resort;
        let first = if is_library && owner.is_some() { at - 2 } else { at };
        asks.then(|| tokens[first].as_tuple().1.start().to_usize())
    })
}

/// The `argparse` arguments, if they are all that the script reads: no words read by hand, no parser that other
/// modules extend, no computed name.
fn options(text: &str, suite: &[Stmt]) -> Option<Options> {
    const BY_HAND: [&str; 7] = [
        "parse_known",
        "REMAINDER",
        "prefix_chars",
        "sys.argv[1]",
        "sys.argv[2]",
        "in sys.argv",
        "(ArgumentParser)",
    ];
    // Not `mkdir(parents=True)`.
    let has_parents = text.match_indices("parents=").any(|(at, word)| {
        let behind = &text[at + word.len()..];
        !behind.starts_with("True") && !behind.starts_with("False")
    });
    if !text.contains(".parse_args(")
        || has_parents
        || BY_HAND.iter().any(|word| text.contains(word))
    {
        return None;
    }
    let mut seen = OptionNames::default();
    for statement in suite {
        seen.visit_stmt(statement);
    }
    let added_elsewhere = seen.handed_to.iter().any(|name| !seen.functions.contains(name));
    if !seen.all_known || !seen.adds_any || added_elsewhere {
        return None;
    }
    seen.names.extend(["-h", "--help"].map(str::to_owned));
    let abbreviated = !text.contains("allow_abbrev");
    Some(Options { names: seen.names, abbreviated })
}

fn unsaid(text: &str) -> Option<usize> {
    // It does without them.
    if ["len(sys.argv) > 1", "len(sys.argv) >= 2"].iter().any(|test| text.contains(test)) {
        return None;
    }
    static TAKEN: OnceLock<regex::Regex> = OnceLock::new();
    unsaid_arguments(text, compiled(&TAKEN, r"sys\.argv\[1\]"))
}

/// The modules that a script imports at the top level without handling a missing one.
fn imports(suite: &[Stmt]) -> Vec<Import> {
    let mut found: Vec<Import> = Vec::new();
    let mut add = |module: &str, level: u32, at: usize| {
        if found.iter().all(|known| known.module != module || known.level != level) {
            found.push(Import { module: module.to_owned(), level, at });
        }
    };
    for statement in suite {
        match statement {
            Stmt::Import(import) => {
                for name in &import.names {
                    add(name.name.as_str(), 0, name.range.start().to_usize());
                }
            }
            Stmt::ImportFrom(import) => {
                let at = import.range.start().to_usize();
                // `from . import a, b` names modules, or members of the package.
                if let Some(module) = &import.module {
                    add(module.as_str(), import.level, at);
                }
            }
            _ => {}
        }
    }
    found
}

/// The variables of `os.environ["X"]`, `os.environ.get("X")` and `os.getenv("X")`.
fn environment(suite: &[Stmt]) -> BTreeMap<String, usize> {
    let mut seen = Environment::default();
    for statement in suite {
        seen.visit_stmt(statement);
    }
    seen.names
}

/// Reads of the environment without a default.
#[derive(Default)]
struct Environment {
    names: BTreeMap<String, usize>,
}

impl<'a> Visitor<'a> for Environment {
    fn visit_expr(&mut self, expression: &'a Expr) {
        let key = match expression {
            Expr::Subscript(read) if read.ctx.is_load() && is_environ(&read.value) => {
                Some(&*read.slice)
            }
            Expr::Call(call) if call.arguments.keywords.is_empty() => match &*call.arguments.args {
                [only] if reads_environment(&call.func) => Some(only),
                _ => None,
            },
            // `getenv("A") or getenv("B")` and `getenv("A") or "x"` have an alternative.
            Expr::BoolOp(_) | Expr::If(_) => return,
            _ => None,
        };
        if let Some(Expr::StringLiteral(name)) = key {
            let at = name.range.start().to_usize();
            self.names.entry(name.value.to_str().to_owned()).or_insert(at);
        }
        walk_expr(self, expression);
    }
}

/// `os.environ`, or an imported `environ`.
fn is_environ(expression: &Expr) -> bool {
    match expression {
        Expr::Attribute(one) => one.attr.as_str() == "environ",
        Expr::Name(name) => name.id.as_str() == "environ",
        _ => false,
    }
}

/// `os.getenv`, `getenv`, `os.environ.get`.
fn reads_environment(function: &Expr) -> bool {
    match function {
        Expr::Attribute(one) => {
            one.attr.as_str() == "getenv" || one.attr.as_str() == "get" && is_environ(&one.value)
        }
        Expr::Name(name) => name.id.as_str() == "getenv",
        _ => false,
    }
}

/// The arguments, if one `argparse` parser reads all of them and nothing reads words by hand.
fn arguments(text: &str, suite: &[Stmt]) -> Option<Arguments> {
    const BY_HAND: [&str; 5] = [
        "add_subparsers",
        "len(sys.argv)",
        "sys.argv[",
        "add_mutually_exclusive_group",
        ".parse_args([",
    ];
    options(text, suite)?;
    let is_one = text.matches("ArgumentParser(").count() == 1;
    if !is_one || BY_HAND.iter().any(|word| text.contains(word)) {
        return None;
    }
    Arguments::read(suite)
}

/// The calls that add options to a parser.
struct OptionNames {
    names: BTreeSet<String>,
    /// Whether an argument is added.
    adds_any: bool,
    /// Whether each name is a literal.
    all_known: bool,
    /// Functions that are called with a parser.
    handed_to: BTreeSet<String>,
    /// Functions of this file.
    functions: BTreeSet<String>,
}

impl Default for OptionNames {
    fn default() -> Self {
        OptionNames {
            names: BTreeSet::new(),
            adds_any: false,
            all_known: true,
            handed_to: BTreeSet::new(),
            functions: BTreeSet::new(),
        }
    }
}

impl<'a> Visitor<'a> for OptionNames {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::FunctionDef(function) = statement {
            self.functions.insert(function.name.to_string());
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression {
            self.call(call);
        }
        walk_expr(self, expression);
    }
}

impl OptionNames {
    fn call(&mut self, call: &ExprCall) {
        let (name, is_method) = match &*call.func {
            Expr::Attribute(attribute) => (attribute.attr.as_str(), true),
            Expr::Name(name) => (name.id.as_str(), false),
            _ => return,
        };
        if is_method && name == "add_argument" {
            for argument in &call.arguments.args {
                match argument {
                    Expr::StringLiteral(literal) if literal.value.to_str().starts_with('-') => {
                        self.add(literal.value.to_str(), call);
                    }
                    // A positional argument.
                    Expr::StringLiteral(_) => self.adds_any = true,
                    _ => self.all_known = false,
                }
            }
            return;
        }
        let is_parser = |argument: &Expr| matches!(argument, Expr::Name(name) if name.id.as_str().contains("parser"));
        if call.arguments.args.iter().any(is_parser) {
            self.handed_to.insert(name.to_owned());
        }
    }

    fn add(&mut self, name: &str, call: &ExprCall) {
        self.adds_any = true;
        self.names.insert(name.to_owned());
        let has_negation = call.arguments.keywords.iter().any(|keyword| {
            matches!(&keyword.value, Expr::Attribute(value) if value.attr.as_str() == "BooleanOptionalAction")
        });
        if let Some(word) = name.strip_prefix("--").filter(|_| has_negation) {
            self.names.insert(format!("--no-{word}"));
        }
    }
}
