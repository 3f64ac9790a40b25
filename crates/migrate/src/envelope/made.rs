//! Envelopes by what they are made of: a tree of thousands of scripts needs a few dozen texts. Each is put together once, read
//! back once, and shared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use contract::bash_helper::Part;

use super::{Kind, MARK, Needs, Shell, inline};
use crate::edit::Edit;
use crate::syntax;

/// A text with what reading it back says.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    /// The text, on one line.
    pub(crate) text: Arc<str>,
    /// Why it is no list of whole commands; none of those that are made is.
    pub(crate) unreadable: Option<String>,
}

/// All that the text depends on but the name of the script.
type Key = (Shell, Kind, String, Vec<&'static str>, [Option<bool>; 6], [u8; 4], &'static str);

/// Between the text and a command on its line.
pub(crate) const BEFORE_COMMAND: &str = "; ";

/// Stands for the name of the script in the texts that are kept.
const ID: &str = "00000000";

static ALL: Mutex<BTreeMap<Key, Made>> = Mutex::new(BTreeMap::new());

/// The text of [`inline`] for a script, from the shelf where it has been made before.
pub(crate) fn made(needs: &Needs, id: impl FnOnce() -> String, end: &'static str) -> Made {
    let flags = [
        Some(needs.channel),
        needs.own,
        Some(needs.trap),
        Some(needs.override_trap),
        Some(needs.exec),
        Some(needs.err),
    ];
    let patterns = needs.patterns.iter().map(|p| p.id).collect();
    let key = (needs.shell, needs.kind, needs.confidence.clone(), patterns, flags, needs.fds, end);
    // A thread that ended while it held the lock has left nothing half: an entry goes in whole.
    let kept = ALL.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let made = kept.unwrap_or_else(|| {
        let made = Made::of(inline(needs, ID), end);
        ALL.lock().unwrap_or_else(PoisonError::into_inner).insert(key, made.clone());
        made
    });
    match needs.shell {
        Shell::Bash => made,
        // sh finds its own text by the name.
        Shell::Posix => Made { text: made.text.replace(ID, &id()).into(), ..made },
    }
}

impl Made {
    /// The line that sources the helper file.
    pub(crate) fn line(end: &str, says: super::Says) -> Self {
        Self { text: format!("{}{end}", super::source_line(says)).into(), unreadable: None }
    }

    /// The helper itself, on lines of its own.
    pub(crate) fn fenced(kind: Kind, confidence: &str, parts: &BTreeSet<Part>) -> Self {
        Self { text: super::fenced(kind, confidence, parts).into(), unreadable: None }
    }

    /// Reads a text back: whole commands, with an end that what follows can't change.
    pub(crate) fn of(text: String, end: &str) -> Self {
        let unreadable = match syntax::parse(text.as_bytes()) {
            Err(bad) => Some(bad.what.to_owned()),
            Ok(_) if !text.ends_with("; fi") || text.contains('\n') => {
                Some("it has no end".to_owned())
            }
            Ok(_) => None,
        };
        Self { text: (text + end).into(), unreadable }
    }
}

/// The text of an envelope as all scripts share it: that of sh holds the script's name.
#[must_use]
pub fn shared(edit: &Edit) -> Arc<str> {
    let named = edit.text.split_once(MARK).and_then(|(_, rest)| rest.strip_prefix("\"$0\" "));
    match named.and_then(|rest| rest.get(..ID.len())) {
        Some(id) => edit.text.replace(id, ID).into(),
        None => edit.text.clone(),
    }
}
