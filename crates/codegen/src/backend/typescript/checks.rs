//! The fast path as straight TypeScript: it says yes to most valid values in one look. Branches are labelled
//! blocks. All else is for the runtime's checks, which go by the schema.

mod condense;
mod general;
mod quick;
mod quick_keys;
mod typed;

use super::runtime::Names;
use crate::backend::string_literal::visible;
use crate::backend::walk::CheckWriter;
use crate::ir::{Block, Check, Guard, Sub, Unit, groups};
use crate::writer::Writer;

/// The verdict functions of one unit.
pub(super) type Checks<'u> = CheckWriter<'u, TypeScriptState>;

/// What only TypeScript's functions need.
pub(super) struct TypeScriptState {
    /// Which functions have quick ones, and those.
    quick: Vec<quick::Quick>,
    quick_texts: Vec<(String, String)>,
    /// How many more values may be looked at quickly.
    quick_left: usize,
    /// Whether values are followed as deep as they go.
    deep: bool,
    /// Whether something was met that only the runtime's checks can decide.
    lost: bool,
    /// What begins the names of functions and constants.
    prefix: String,
    /// How the runtime is called.
    runtime: Names,
}

/// What is being checked, and where to go where it fails.
#[derive(Clone)]
pub(super) struct At {
    /// The expression of the instance.
    value: String,
    /// The label to break from.
    label: String,
}

impl<'u> Checks<'u> {
    /// `prefix` begins the names of functions.
    pub(super) fn new(unit: &'u Unit, prefix: &str, runtime: &Names) -> Checks<'u> {
        let own = TypeScriptState {
            quick: vec![quick::Quick::Unknown; unit.functions.len()],
            quick_texts: Vec::new(),
            quick_left: 20_000,
            deep: unit.functions.iter().any(|function| function.recursive),
            lost: false,
            prefix: prefix.to_owned(),
            runtime: runtime.clone(),
        };
        CheckWriter::begin(unit, "  ", "valid", own, crate::types::pascal)
    }

    /// A function of the runtime, by its piece and its name.
    fn runtime(&mut self, piece: &'static str, name: &str) -> String {
        self.need(piece);
        self.own.runtime.of(name)
    }

    /// The constants that the functions use.
    pub(super) fn constants(&self) -> Vec<String> {
        let named = self.constants.iter().enumerate();
        let prefix = self.own.prefix.to_uppercase();
        named.map(|(index, text)| format!("const {prefix}C{index} = {text};")).collect()
    }

    /// The functions' text.
    pub(super) fn code(&mut self) -> String {
        std::mem::replace(&mut self.w, Writer::new("  ")).finish()
    }

    fn constant(&mut self, text: String) -> String {
        let prefix = self.own.prefix.to_uppercase();
        format!("{prefix}C{}", self.held(text))
    }

    fn block(&mut self, block: &Block, at: &At) {
        // What was evaluated is noted by the runtime only.
        self.own.lost |= block.seen.any();
        for (guard, checks) in groups(&block.checks) {
            self.group(guard, &checks, at);
        }
    }

    fn group(&mut self, guard: Guard, checks: &[&Check], at: &At) {
        let (test, stem, cast) = match guard {
            Guard::None => {
                for check in checks {
                    self.general(check, at);
                }
                return;
            }
            Guard::String => (self.runtime("is_string", "isString"), "s", "string"),
            Guard::Number => (self.runtime("is_number", "isNumber"), "n", "number"),
            Guard::Array => (self.runtime("is_array", "isArray"), "a", "readonly unknown[]"),
            Guard::Object => {
                (self.runtime("is_object", "isObject"), "o", "{ readonly [key: string]: unknown }")
            }
        };
        let local = self.fresh(stem);
        self.w.open(format!("if ({test}({})) {{", at.value));
        let cast = self.own.runtime.syntax().cast(cast);
        self.w.line(format!("const {local} = {}{cast};", at.value));
        for check in checks {
            match guard {
                Guard::String => self.string(check, at, &local),
                Guard::Number => self.number(check, at, &local),
                Guard::Array => self.array(check, at, &local),
                _ => self.object(check, at, &local),
            }
        }
        self.w.close("}");
    }

    fn fail_if(&mut self, failed: &str, at: &At) {
        self.w.line(format!("if ({failed}) break {};", at.label));
    }

    fn fail(&mut self, at: &At) {
        self.w.line(format!("break {};", at.label));
    }

    /// Applies a schema to the value itself.
    fn apply(&mut self, sub: &Sub, at: &At) {
        match sub {
            Sub::Always => {}
            Sub::Never => self.fail(at),
            Sub::Block(block) => self.block(block, at),
            Sub::Call(_) => self.own.lost = true,
        }
    }

    /// An expression that is true where a schema holds; what it needs is written before.
    fn test(&mut self, sub: &Sub, value: &str) -> String {
        match sub {
            Sub::Always => "true".to_owned(),
            Sub::Never => "false".to_owned(),
            Sub::Call(_) => {
                self.own.lost = true;
                "false".to_owned()
            }
            Sub::Block(block) => {
                let (holds, label) = (self.fresh("holds"), self.fresh("test"));
                self.w.line(format!("let {holds} = false;"));
                self.w.open(format!("{label}: {{"));
                self.block(block, &At { label: label.clone(), value: value.to_owned() });
                self.w.line(format!("{holds} = true;"));
                self.w.close("}");
                holds
            }
        }
    }
}

/// A pointer inside a comment: nothing in it may end the comment.
fn comment(text: &str) -> String {
    let text = if text.is_empty() { "/" } else { text };
    visible(text).replace("*/", "*\\/").replace(['\n', '`'], " ")
}
