//! The fast path in TypeScript: it accepts most valid values in one pass. Branches are labelled blocks. The
//! runtime's checks, which read the schema, handle the rest.

mod condense;
mod general;
mod quick;
mod quick_arrays;
mod quick_keys;
mod typed;

use super::runtime::Names;
use crate::backend::string_literal::visible;
use crate::backend::walk::CheckWriter;
use crate::ir::{Block, Check, Guard, Sub, Unit, groups};
use crate::writer::Writer;

/// The functions of one unit that return a boolean.
pub(super) type Checks<'u> = CheckWriter<'u, TypeScriptState>;

/// The state for TypeScript only.
pub(super) struct TypeScriptState {
    /// The functions with a fast version.
    quick: Vec<quick::Quick>,
    quick_texts: Vec<(String, String)>,
    /// The remaining number of values that the fast path examines.
    quick_left: usize,
    /// Whether the fast path follows values to any depth.
    deep: bool,
    /// Whether it found something that only the runtime's checks can decide.
    lost: bool,
    /// The prefix of functions and constants.
    prefix: String,
    /// The words of the property whose value is tested; labels are named after it.
    place: String,
    /// The runtime's names.
    runtime: Names,
}

/// The checked value, and the target if it is invalid.
#[derive(Clone)]
pub(super) struct At {
    /// The expression of the instance.
    value: String,
    /// The label to break from.
    label: String,
}

impl<'u> Checks<'u> {
    /// `prefix` is the prefix of function names.
    pub(super) fn new(unit: &'u Unit, prefix: &str, runtime: &Names) -> Checks<'u> {
        let own = TypeScriptState {
            quick: vec![quick::Quick::Unknown; unit.functions.len()],
            quick_texts: Vec::new(),
            quick_left: 20_000,
            deep: unit.functions.iter().any(|function| function.recursive),
            lost: false,
            prefix: prefix.to_owned(),
            place: "value".to_owned(),
            runtime: runtime.clone(),
        };
        CheckWriter::begin(unit, "  ", "run", own, crate::types::pascal)
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
        // Only the runtime records evaluated names and items.
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

    /// A label named after the property whose value is tested.
    fn label(&mut self, what: &str) -> String {
        let name = crate::types::pascal(&format!("{} {what}", self.own.place));
        let mut letters = name.chars();
        let first = letters.next().map(|first| first.to_ascii_lowercase());
        let name: String = first.into_iter().chain(letters).collect();
        self.fresh(&name)
    }

    /// Sets the property whose value is tested; returns the one before.
    fn enter(&mut self, place: impl Into<String>) -> String {
        std::mem::replace(&mut self.own.place, place.into())
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

    /// An expression that is true if a schema accepts the value; its statements are written before.
    fn test(&mut self, sub: &Sub, value: &str) -> String {
        match sub {
            Sub::Always => "true".to_owned(),
            Sub::Never => "false".to_owned(),
            Sub::Call(_) => {
                self.own.lost = true;
                "false".to_owned()
            }
            Sub::Block(block) => {
                let (holds, label) = (self.fresh("holds"), self.label("test"));
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

/// A pointer inside of a comment, which it must not end.
fn comment(text: &str) -> String {
    let text = if text.is_empty() { "/" } else { text };
    visible(text).replace("*/", "*\\/").replace(['\n', '`'], " ")
}
