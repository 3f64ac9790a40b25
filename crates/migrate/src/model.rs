//! What a script does, flattened: every call with the place it stands at and where its stdout goes.
//!
//! `syntax` gives the nodes; the passes above need calls and functions, not a tree. Positions are byte offsets of the
//! source; code inside `$( )` is read too, but has no positions, because nothing is ever edited there.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::part::Part;
use crate::word;

/// The target of a stream, from the function of the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sink {
    /// The stdout of the function or script.
    Out,
    /// Its stderr.
    Err,
    /// A file, a variable or another program.
    Away,
}

/// The context of a call.
#[derive(Debug, Clone)]
pub(crate) struct CallContext {
    /// The target of its output.
    pub(crate) sink: Sink,
    /// Its stderr has the same target as its stdout: `2>&1`.
    pub(crate) joined: bool,
    /// Passes on the output of a command before it: `… | tee log`.
    pub(crate) repeats: bool,
    /// Runs in a subshell: `( )`, a pipeline, `&`, `$( )`.
    pub(crate) subshell: bool,
    /// Is (part of) a background job.
    pub(crate) background: bool,
    /// Is in a background compound command, which closes the caller's stdout for all its commands.
    pub(crate) covered: bool,
    /// Is inside of `$( )`, backticks or `<( )`.
    pub(crate) captured: bool,
    /// Is after `&&` or `||`, so it may not run when its list does.
    pub(crate) conditional: bool,
    /// Is in the condition of `if`, `while` or `until`: its exit status decides what follows.
    pub(crate) tested: bool,
    /// The function around it.
    pub(crate) function: Option<Rc<str>>,
    /// The statement lists around it, outermost first; calls with equal lists are siblings.
    pub(crate) block: Rc<[usize]>,
}

impl CallContext {
    /// Whether each run reaches it, in the shell itself: it is in no function, block, condition or subshell.
    pub(crate) fn always_runs(&self) -> bool {
        self.block.is_empty()
            && self.function.is_none()
            && !self.conditional
            && !self.subshell
            && !self.captured
    }
}

/// A simple command.
#[derive(Debug, Clone)]
pub(crate) struct Call<'a> {
    /// The byte offset of its name, if it can be edited.
    pub(crate) at: Option<usize>,
    /// The byte offset of the whole command, if it is in the text itself and not in a quoted text.
    pub(crate) start: Option<usize>,
    /// The byte offset after its last word.
    pub(crate) end: usize,
    /// The line of its name.
    pub(crate) line: usize,
    /// The name, if it is literal.
    pub(crate) name: Part<'a>,
    /// All words as written, the name first.
    pub(crate) words: Vec<Part<'a>>,
    /// Assignments before the name (or alone), as written.
    pub(crate) assignments: Vec<Part<'a>>,
    /// The body of a here-document, and whether it is expanded.
    pub(crate) heredoc: Option<(Part<'a>, bool)>,
    /// The first redirection of stdout, as written.
    pub(crate) redirected: Option<Part<'a>>,
    /// Its surroundings.
    pub(crate) place: CallContext,
}

/// Whether a command of this name takes assignments as its words.
pub(crate) fn is_declaration(name: &str) -> bool {
    matches!(name, "local" | "declare" | "readonly" | "export" | "typeset")
}

impl Call<'_> {
    /// Whether its words are assignments.
    pub(crate) fn declares(&self) -> bool {
        is_declaration(&self.name)
    }

    /// Whether it is `set` with an option: `set -eu`, `set -o nounset`.
    pub(crate) fn sets_option(&self, short: char, long: &str) -> bool {
        if self.name != "set" {
            return false;
        }
        let mut words = self.words.iter().skip(1);
        while let Some(word) = words.next().filter(|word| word.starts_with(['-', '+'])) {
            let is_on = word.starts_with('-');
            if word == "--" {
                break;
            }
            if is_on && !word.starts_with("--") && word.contains(short) {
                return true;
            }
            // `-o NAME`, `-euo NAME`
            if word.ends_with('o') && words.next().is_some_and(|name| is_on && name == long) {
                return true;
            }
        }
        false
    }
}

/// A background job that is not a simple command: where `exec N>&-;` can be inserted.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// The byte offset after the opening word.
    pub(crate) at: usize,
    /// The line of the opening word.
    pub(crate) line: usize,
}

/// A script.
#[derive(Debug, Default)]
pub(crate) struct Script<'a> {
    /// Every call, in order of the source; those inside of substitutions follow the call around them.
    pub(crate) calls: Vec<Call<'a>>,
    /// Functions by name, with the line of the definition.
    pub(crate) functions: std::collections::BTreeMap<String, usize>,
    /// The lengths of their names as bits, which rule out most words.
    lengths: u64,
    /// The arguments of the builtin alias.
    pub(crate) aliases: BTreeSet<String>,
    /// Code in single quotes: the actions of traps.
    pub(crate) quoted: Vec<std::ops::Range<usize>>,
    /// Compound commands in the background.
    pub(crate) jobs: Vec<Job>,
    /// The calls of each function, and those with each name, computed on demand.
    bodies: OnceCell<BTreeMap<Rc<str>, Vec<usize>>>,
    names: OnceCell<BTreeMap<String, Vec<usize>>>,
    /// The variables of each function that are assigned its arguments, computed on demand.
    arguments: OnceCell<BTreeMap<Rc<str>, BTreeSet<String>>>,
}

impl<'a> Script<'a> {
    /// The same without borrowing.
    pub(crate) fn apart(mut self) -> Script<'static> {
        let words = |words: Vec<Part<'a>>| words.into_iter().map(Part::apart).collect();
        Script {
            calls: std::mem::take(&mut self.calls)
                .into_iter()
                .map(|call| Call {
                    at: call.at,
                    start: call.start,
                    end: call.end,
                    line: call.line,
                    name: call.name.apart(),
                    words: words(call.words),
                    assignments: words(call.assignments),
                    heredoc: call.heredoc.map(|(text, expands)| (text.apart(), expands)),
                    redirected: call.redirected.map(Part::apart),
                    place: call.place,
                })
                .collect(),
            functions: self.functions,
            lengths: self.lengths,
            aliases: self.aliases,
            quoted: self.quoted,
            jobs: self.jobs,
            bodies: OnceCell::new(),
            names: OnceCell::new(),
            arguments: OnceCell::new(),
        }
    }

    /// The calls in the body of a function, in order of the source.
    pub(crate) fn body_of(&self, function: &str) -> impl Iterator<Item = &Call<'a>> {
        let bodies = self.bodies.get_or_init(|| {
            let mut bodies: BTreeMap<Rc<str>, Vec<usize>> = BTreeMap::new();
            for (index, call) in self.calls.iter().enumerate() {
                if let Some(name) = &call.place.function {
                    bodies.entry(name.clone()).or_default().push(index);
                }
            }
            bodies
        });
        bodies.get(function).into_iter().flatten().map(|index| &self.calls[*index])
    }

    /// The calls with this name and their indices, in order of the source.
    pub(crate) fn calls_of(&self, name: &str) -> impl Iterator<Item = (usize, &Call<'a>)> {
        let names = self.names.get_or_init(|| {
            let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (index, call) in self.calls.iter().enumerate() {
                if self.defines(&call.name) {
                    names.entry(call.name.to_string()).or_default().push(index);
                }
            }
            names
        });
        names.get(name).into_iter().flatten().map(|index| (*index, &self.calls[*index]))
    }

    /// Whether a function's variable holds one of its arguments: `local text=$1`.
    pub(crate) fn is_argument(&self, function: &str, name: &str) -> bool {
        let arguments = self.arguments.get_or_init(|| {
            let mut arguments: BTreeMap<Rc<str>, BTreeSet<String>> = BTreeMap::new();
            for call in &self.calls {
                let Some(function) = &call.place.function else { continue };
                let words = call.words.iter().chain(&call.assignments);
                let given = words.filter_map(|word| word.split_once('='));
                let given = given.filter(|(_, value)| word::takes_arguments(value));
                let names = given.map(|(name, _)| name.to_owned());
                arguments.entry(function.clone()).or_default().extend(names);
            }
            arguments
        });
        arguments.get(function).is_some_and(|names| names.contains(name))
    }

    /// Records a function, unless there is one with the name.
    pub(crate) fn define(&mut self, name: &str, line: usize) {
        self.lengths |= 1 << (name.len() % 64);
        self.functions.entry(name.to_owned()).or_insert(line);
    }

    /// The function with this name, as stored in the script.
    pub(crate) fn defined(&self, name: &str) -> Option<&str> {
        if self.lengths >> (name.len() % 64) & 1 == 0 {
            return None;
        }
        self.functions.get_key_value(name).map(|(name, _)| name.as_str())
    }

    /// Whether there is a function with this name.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.defined(name).is_some()
    }

    /// Whether the script defines an alias with this name.
    pub(crate) fn aliased(&self, name: &str) -> bool {
        let definition = format!("{name}=");
        let first = self.aliases.range(definition.clone()..).next();
        first.is_some_and(|word| word.starts_with(&definition))
    }
}
