//! Where a run of a script may end: the calls behind which, on one way through it, the script says nothing more.
//!
//! `exec) devcontainer exec "$@" ;;` hands out the text of another program, whatever the other branches print. A path is read by its
//! statement lists: what stands later in the same list or in one around it follows; what stands in another branch does not.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::context::Context;
use crate::model::{Call, Script};
use crate::printed_form::says;

/// The maximum depth of followed function calls.
const DEPTH: usize = 8;

/// The paths through a script.
pub(super) struct Paths<'a> {
    script: &'a Script<'a>,
    context: &'a Context,
    /// Functions that the script runs.
    live: &'a BTreeSet<&'a str>,
    /// Lines that gain a value.
    values: &'a BTreeSet<usize>,
    /// Computed when the first path is read.
    positions: OnceCell<Positions<'a>>,
    /// Whether some path ends behind the calls of a function, by name and depth.
    ending: RefCell<BTreeMap<(&'a str, usize), bool>>,
}

/// The statement list of a function: the function, and the last number of the list (0 at the top).
type ListKey<'a> = (Option<&'a str>, usize);

/// The indices of calls, in order, by what a path meets there. Captured calls don't count.
#[derive(Default)]
struct Positions<'a> {
    /// Calls that always run and give the envelope a value.
    valued: BTreeMap<ListKey<'a>, Vec<usize>>,
    /// Calls that always run and give a value or print words.
    told: BTreeMap<ListKey<'a>, Vec<usize>>,
    /// Calls of a function that do so, wherever they are.
    told_within: BTreeMap<Option<&'a str>, Vec<usize>>,
    /// Calls that always run and end the list.
    ends: BTreeMap<ListKey<'a>, Vec<usize>>,
}

impl<'a> Paths<'a> {
    pub(super) fn of(
        script: &'a Script<'a>,
        context: &'a Context,
        live: &'a BTreeSet<&'a str>,
        values: &'a BTreeSet<usize>,
    ) -> Self {
        let (positions, ending) = (OnceCell::new(), RefCell::default());
        Self { script, context, live, values, positions, ending }
    }

    /// Whether the text of the call at `index` is the last on stdout, on some path through the script without values.
    pub(super) fn ends_a_path(&self, index: usize) -> bool {
        self.ends(index, 0)
    }

    fn ends(&self, index: usize, depth: usize) -> bool {
        let call = &self.script.calls[index];
        if depth > DEPTH
            || call.place.tested
            || call.place.background
            || self.is_followed_or_told(index)
        {
            return false;
        }
        let Some(function) = call.place.function.as_deref() else { return true };
        if let Some(known) = self.ending.borrow().get(&(function, depth)) {
            return *known;
        }
        let callers = self
            .script
            .calls_of(function)
            .filter(|(_, caller)| !caller.place.captured && self.context.reaches_stdout(caller));
        let mut callers = callers.filter(|(_, caller)| {
            caller.place.function.as_deref().is_none_or(|f| self.live.contains(f))
        });
        // A circle of calls needs no check: a path through it is also one without it.
        let ends = callers.any(|(caller, _)| self.ends(caller, depth + 1));
        self.ending.borrow_mut().insert((function, depth), ends);
        ends
    }

    /// Whether the envelope gets a value on each path through this call, or the script prints something after it. An
    /// announcement before it (`Analyzing …`) doesn't count.
    fn is_followed_or_told(&self, index: usize) -> bool {
        let all = self.positions.get_or_init(|| self.positions());
        let call = &self.script.calls[index];
        let function = call.place.function.as_deref();
        let lists = || {
            let lists = std::iter::once(0).chain(call.place.block.iter().copied());
            lists.map(move |list| (function, list))
        };
        let before = |key: ListKey<'a>| all.valued.get(&key).is_some_and(|found| found[0] < index);
        if lists().any(before) {
            return true;
        }
        let next = |indices: Option<&Vec<usize>>| {
            let indices = indices.map(Vec::as_slice).unwrap_or_default();
            indices.get(indices.partition_point(|other| *other <= index)).copied()
        };
        let end = lists().filter_map(|key| next(all.ends.get(&key))).min().unwrap_or(usize::MAX);
        let always = lists().filter_map(|key| next(all.told.get(&key))).min();
        // The calls of a list and of those in it follow each other, so if the next one is outside, all others are.
        let within = next(all.told_within.get(&function))
            .filter(|next| self.script.calls[*next].place.block.starts_with(&call.place.block));
        always.into_iter().chain(within).any(|next| next < end)
    }

    fn positions(&self) -> Positions<'a> {
        let calls = &self.script.calls;
        let valued = calls.iter().filter(|call| self.values.contains(&call.line));
        let valued: BTreeSet<&str> =
            valued.filter_map(|call| call.place.function.as_deref()).collect();
        let mut words = BTreeMap::new();
        let mut all = Positions::default();
        for (index, call) in calls.iter().enumerate().filter(|(_, call)| !call.place.captured) {
            let function = call.place.function.as_deref();
            let key = (function, call.place.block.last().copied().unwrap_or_default());
            let always = !call.place.conditional;
            // The envelope gets a value from the call, or in its function.
            let within = self.script.defined(&call.name);
            let value = self.values.contains(&call.line)
                || within.is_some_and(|name| valued.contains(name));
            if value && always {
                all.valued.entry(key).or_default().push(index);
            }
            if value || self.speaks(call, 0, &mut words) {
                all.told_within.entry(function).or_default().push(index);
                if always {
                    all.told.entry(key).or_default().push(index);
                }
            }
            if always && matches!(call.name.as_str(), "exit" | "return" | "exec") {
                all.ends.entry(key).or_default().push(index);
            }
        }
        all
    }

    /// Whether a call prints words. `known` has the functions that were read: by name, whether they got arguments, and
    /// depth.
    fn speaks(
        &self,
        call: &Call<'_>,
        depth: usize,
        known: &mut BTreeMap<(&'a str, bool, usize), bool>,
    ) -> bool {
        if !self.context.reaches_stdout(call) {
            return false;
        }
        if says(call) {
            return true;
        }
        let Some(name) = self.script.defined(&call.name).filter(|_| depth < DEPTH) else {
            return false;
        };
        let given = call.words.len() > 1;
        if let Some(known) = known.get(&(name, given, depth)) {
            return *known;
        }
        // The body of a top-level function is one list.
        let always = |other: &&Call<'_>| {
            other.place.block.len() == 1 && !other.place.conditional && !other.place.captured
        };
        let speaks = self.script.body_of(name).filter(always).any(|other| {
            given && matches!(other.name.as_str(), "echo" | "printf")
                || other.name != call.name && self.speaks(other, depth + 1, known)
        });
        known.insert((name, given, depth), speaks);
        speaks
    }
}
