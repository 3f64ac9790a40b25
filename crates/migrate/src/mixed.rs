//! Whether JSON that a script prints comes with text whenever it comes: then nobody reads the whole as JSON.
//!
//! A generated script may print thousands of lines of JSON, so what stands where is looked up and not searched for.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::context::Context;
use crate::model::{Call, Script, Sink};
use crate::printed_form::says;

/// The maximum depth of callers.
const DEEPEST: usize = 6;

/// A list of statements: the index of its block (0 for the script's own), and its function.
type List<'s> = (usize, Option<&'s str>);

/// The calls of a script that certainly print text, and the exits between them.
pub(crate) struct Mixed<'s> {
    calls: &'s [Call<'s>],
    /// By list: the calls that print text whenever it is run, in order.
    sure: BTreeMap<List<'s>, Vec<usize>>,
    /// Calls that may leave a list before its end, in order.
    leaves: Vec<usize>,
    /// By name: the calls.
    callers: BTreeMap<&'s str, Vec<usize>>,
    /// Queried functions, and the depth.
    known: RefCell<BTreeMap<(&'s str, usize), bool>>,
}

impl<'s> Mixed<'s> {
    pub(crate) fn of(script: &'s Script<'s>, context: &Context) -> Self {
        let mut mixed = Self {
            calls: &script.calls,
            sure: BTreeMap::new(),
            leaves: Vec::new(),
            callers: BTreeMap::new(),
            known: RefCell::default(),
        };
        let functions = script.calls.iter().filter_map(|call| call.place.function.as_deref());
        mixed.callers.extend(functions.map(|function| (function, Vec::new())));
        for (index, call) in script.calls.iter().enumerate().filter(|(_, c)| !c.place.captured) {
            if leaves(call) {
                mixed.leaves.push(index);
            }
            if let Some(callers) = mixed.callers.get_mut(call.name.as_str()) {
                callers.push(index);
            }
            let unasked = !call.place.conditional && !call.place.background;
            if call.place.sink == Sink::Out && unasked && context.reaches_stdout(call) && says(call)
            {
                mixed.sure.entry(list(call)).or_default().push(index);
            }
        }
        mixed
    }

    /// Whether text is certainly printed whenever this call prints: before it in its own or an enclosing list, after it
    /// in its own list without an exit between, or before every call of its function.
    pub(crate) fn beside_text(&self, index: usize) -> bool {
        self.beside(index, 0)
    }

    fn beside(&self, index: usize, depth: usize) -> bool {
        let call = &self.calls[index];
        let (own, function) = list(call);
        let lists = std::iter::once(0).chain(call.place.block.iter().copied());
        let first = |block| self.sure.get(&(block, function)).and_then(|sure| sure.first());
        if lists.filter_map(first).any(|first| *first < index) {
            return true;
        }
        let next = |list: &[usize]| list.get(list.partition_point(|at| *at <= index)).copied();
        let text = self.sure.get(&(own, function)).and_then(|sure| next(sure));
        let way_out = next(&self.leaves).unwrap_or(usize::MAX);
        if text.is_some_and(|text| text < way_out) && !call.place.conditional {
            return true;
        }
        function.is_some_and(|function| depth < DEEPEST && self.called_beside(function, depth + 1))
    }

    /// Whether every call of a function is beside text.
    fn called_beside(&self, function: &'s str, depth: usize) -> bool {
        if let Some(known) = self.known.borrow().get(&(function, depth)) {
            return *known;
        }
        let callers = self.callers.get(function).map(Vec::as_slice).unwrap_or_default();
        let elsewhere =
            |index: usize| self.calls[index].place.function.as_deref() != Some(function);
        let beside = !callers.is_empty()
            && callers.iter().all(|at| elsewhere(*at) && self.beside(*at, depth));
        self.known.borrow_mut().insert((function, depth), beside);
        beside
    }
}

/// The list of a call.
fn list<'s>(call: &'s Call<'_>) -> List<'s> {
    (call.place.block.last().copied().unwrap_or(0), call.place.function.as_deref())
}

/// Whether a call may end its list.
fn leaves(call: &Call) -> bool {
    matches!(call.name.as_str(), "exit" | "return" | "exec" | "break" | "continue" | "kill")
}
