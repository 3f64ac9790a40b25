//! The call graph: functions whose text is captured keep it byte for byte, functions in a subshell record their values
//! in a file.

use std::collections::BTreeSet;

use crate::model::{Call, CallContext, Script, Sink};
use crate::part::Part;

/// The facts about a script's functions.
#[derive(Debug, Default)]
pub(crate) struct Context {
    /// Functions that are called where their stdout is captured, piped into a filter, or redirected.
    pub(crate) captured: BTreeSet<String>,
    /// Functions that are (also) called in a subshell.
    pub(crate) subshell: BTreeSet<String>,
    /// Functions that leave the script: exported, or printed by `declare -f`; their text must not change.
    pub(crate) exported: BTreeSet<String>,
}

impl Context {
    /// Follows the calls to a fixed point.
    pub(crate) fn of(script: &Script) -> Self {
        let mut context = Self::default();
        context.exports(script);
        context.captured = reached(script, |place| place.sink != Sink::Out || place.captured);
        context.subshell = reached(script, |place| place.subshell);
        context
    }

    /// Whether the output of this call reaches the stdout of the script.
    pub(crate) fn reaches_stdout(&self, call: &Call) -> bool {
        call.place.sink == Sink::Out && !self.within(call, &self.captured)
    }

    /// Whether the call may run in a subshell.
    pub(crate) fn in_subshell(&self, call: &Call) -> bool {
        call.place.subshell || self.within(call, &self.subshell)
    }

    /// Whether the text of the call may be edited.
    pub(crate) fn editable(&self, call: &Call) -> bool {
        call.at.is_some() && !call.place.captured && !self.within(call, &self.exported)
    }

    fn within(&self, call: &Call, set: &BTreeSet<String>) -> bool {
        call.place.function.as_deref().is_some_and(|f| set.contains(f))
    }

    fn exports(&mut self, script: &Script) {
        for call in &script.calls {
            let words = call.words.iter().skip(1);
            let flag = |letter: char| {
                call.words.iter().skip(1).any(|w| w.starts_with('-') && w.contains(letter))
            };
            let shown = match call.name.as_str() {
                "export" => flag('f'),
                // `declare -f test_x >/dev/null` asks whether there is such a function; `-F` prints names only.
                "declare" | "typeset" => {
                    let is_discarded =
                        call.redirected.as_ref().is_some_and(|to| to.ends_with("/dev/null"));
                    flag('f') && !is_discarded
                }
                _ => false,
            };
            if !shown {
                continue;
            }
            let names: Vec<&Part<'_>> = words.filter(|w| !w.starts_with('-')).collect();
            if names.is_empty() || names.iter().any(|w| w.contains('$')) {
                self.exported.extend(script.functions.keys().cloned());
            }
            self.exported.extend(names.into_iter().map(ToString::to_string));
        }
        // The functions that an exported function calls must be exported too, or it would not work; nothing
        // more to follow.
    }
}

/// The functions that are called in such a place, and the functions that these call.
fn reached(script: &Script, is_such: impl Fn(&CallContext) -> bool) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut next: Vec<&str> = Vec::new();
    let mut follow = |call: &Call<'_>, next: &mut Vec<_>| {
        for callee in callees(call).filter_map(|name| script.defined(name)) {
            if all.insert(callee.to_owned()) {
                next.push(callee);
            }
        }
    };
    for call in script.calls.iter().filter(|call| is_such(&call.place)) {
        follow(call, &mut next);
    }
    while let Some(function) = next.pop() {
        script.body_of(function).for_each(|call| follow(call, &mut next));
    }
    all
}

/// The names that a call runs as functions: its own, and those after words that run another command in this
/// shell.
fn callees<'c>(call: &'c Call<'_>) -> impl Iterator<Item = &'c str> {
    let skip = call
        .words
        .iter()
        .position(|w| !matches!(w.as_str(), "builtin" | "command" | "!" | "time" | "eval"))
        .unwrap_or(0);
    call.words
        .get(skip)
        .map(Part::as_str)
        .into_iter()
        .chain(call.words.get(skip + 1).filter(|_| skip > 0).map(Part::as_str))
}
