//! Where a run of a script may end: the calls behind which, on one way through it, the script says nothing more.
//!
//! `exec) devcontainer exec "$@" ;;` hands out the text of another program, whatever the other branches print. A path is read by its
//! statement lists: what stands later in the same list or in one around it follows; what stands in another branch does not.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::model::{Call, Script};
use crate::shape::says;

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
    /// Functions with such a line.
    valued: BTreeSet<&'a str>,
}

impl<'a> Paths<'a> {
    pub(super) fn of(
        script: &'a Script<'a>,
        context: &'a Context,
        live: &'a BTreeSet<&'a str>,
        values: &'a BTreeSet<usize>,
    ) -> Self {
        let valued = script.calls.iter().filter(|call| values.contains(&call.line));
        let valued = valued.filter_map(|call| call.place.function.as_deref()).collect();
        Self { script, context, live, values, valued }
    }

    /// Whether the text of the call at `index` is the last on stdout, on some path through the script without values.
    pub(super) fn ends_a_path(&self, index: usize) -> bool {
        self.ends(index, &mut Vec::new())
    }

    fn ends(&self, index: usize, seen: &mut Vec<usize>) -> bool {
        if seen.len() > DEPTH || seen.contains(&index) {
            return false;
        }
        let call = &self.script.calls[index];
        if call.place.tested || call.place.background || self.is_followed_or_told(index) {
            return false;
        }
        let Some(function) = call.place.function.as_deref() else { return true };
        seen.push(index);
        let callers = self
            .script
            .calls_of(function)
            .filter(|(_, caller)| !caller.place.captured && self.context.reaches_stdout(caller));
        let mut callers = callers.filter(|(_, caller)| {
            caller.place.function.as_deref().is_none_or(|f| self.live.contains(f))
        });
        let ends = callers.any(|(caller, _)| self.ends(caller, seen));
        seen.pop();
        ends
    }

    /// Whether the envelope gets a value on each path through this call, or the script prints something after it. An
    /// announcement before it (`Analyzing …`) doesn't count.
    fn is_followed_or_told(&self, index: usize) -> bool {
        let (before, rest) = self.script.calls.split_at(index);
        let Some((call, after)) = rest.split_first() else { return false };
        let same = |other: &&Call<'_>| {
            other.place.function == call.place.function && !other.place.captured
        };
        let always = |other: &Call<'_>| {
            !other.place.conditional && call.place.block.starts_with(&other.place.block)
        };
        let ends = |other: &&Call<'_>| {
            always(other) && matches!(other.name.as_str(), "exit" | "return" | "exec")
        };
        let follows =
            |other: &Call<'_>| always(other) || other.place.block.starts_with(&call.place.block);
        let valued = |other: &Call<'_>| self.tells_value(other);
        before.iter().filter(same).any(|other| always(other) && valued(other))
            || after
                .iter()
                .filter(same)
                .take_while(|other| !ends(other))
                .any(|other| follows(other) && (valued(other) || self.speaks(other, 0)))
    }

    /// Whether the envelope gets a value from a call, or in its function.
    fn tells_value(&self, call: &Call<'_>) -> bool {
        let within = self.script.defined(&call.name);
        self.values.contains(&call.line) || within.is_some_and(|name| self.valued.contains(name))
    }

    /// Whether a call prints words.
    fn speaks(&self, call: &Call<'_>, depth: usize) -> bool {
        if !self.context.reaches_stdout(call) {
            return false;
        }
        if says(call) {
            return true;
        }
        let Some(name) = self.script.defined(&call.name).filter(|_| depth < DEPTH) else {
            return false;
        };
        // The body of a top-level function is one list.
        let always = |other: &&Call<'_>| {
            other.place.block.len() == 1 && !other.place.conditional && !other.place.captured
        };
        let given = call.words.len() > 1;
        self.script.body_of(name).filter(always).any(|other| {
            given && matches!(other.name.as_str(), "echo" | "printf")
                || other.name != call.name && self.speaks(other, depth + 1)
        })
    }
}
