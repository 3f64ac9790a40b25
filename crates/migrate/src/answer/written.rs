//! Texts that a script prints in one run and writes to a file in another: with `--stdout`, stdout is their target.

use std::collections::BTreeSet;

use crate::model::{Call, Script};
use crate::word;

/// The variables whose text a script writes to a file.
pub(super) struct WrittenTexts<'a>(BTreeSet<&'a str>);

impl<'a> WrittenTexts<'a> {
    pub(super) fn of(script: &'a Script<'_>) -> Self {
        let to_file = |call: &&'a Call<'_>| {
            call.redirected.as_deref().is_some_and(|to| !to.contains('&') && !to.contains("/dev/"))
        };
        Self(script.calls.iter().filter(to_file).filter_map(variable).collect())
    }

    /// Whether a call prints such a text, and nothing else.
    pub(super) fn prints(&self, call: &Call<'_>) -> bool {
        variable(call).is_some_and(|name| self.0.contains(name))
    }
}

/// The variable that is the whole output of a call of echo or printf.
pub(crate) fn variable<'c>(call: &'c Call<'_>) -> Option<&'c str> {
    let last = match (call.name.as_str(), call.words.as_slice()) {
        ("echo", [_, word]) => word,
        ("printf", [_, format, word])
            if matches!(format.trim_matches(['"', '\'']), "%s" | "%s\\n" | "%b" | "%b\\n") =>
        {
            word
        }
        _ => return None,
    };
    word::variable(last.trim_matches('"'))
}
