//! Whether a variable may be a reference to several words: `declare -n name='list[@]'`. Then `"$name"` is no single word.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use crate::model::{Call, Script};
use crate::part::Part;
use crate::word;

/// Finds the calls that run, in this shell, text or a command that the script does not show: `eval`, a sourced file, `$command`.
/// Those may declare a reference.
pub(crate) struct UnknownText<'s> {
    script: &'s Script<'s>,
    /// Whether the sourced files are known: they are examined by themselves.
    sources_are_known: bool,
    /// Whether a value of the script may be a name of `declare`, computed on demand.
    values: OnceCell<bool>,
    /// By function: whether an argument of its calls may be one.
    arguments: RefCell<BTreeMap<&'s str, bool>>,
}

impl<'s> UnknownText<'s> {
    pub(crate) fn of(script: &'s Script<'s>, sources_are_known: bool) -> Self {
        let (values, arguments) = (OnceCell::new(), RefCell::default());
        Self { script, sources_are_known, values, arguments }
    }

    /// Whether a call of the script may run such text.
    pub(crate) fn is_run_by(&self, call: &'s Call<'s>) -> bool {
        let opens = |word: &str| word.contains(['$', '`', '*', '?', '[', '{']);
        let Some(first) = call.words.first() else { return false };
        let name = word::shown(first);
        let rest = call.words.get(1..).unwrap_or_default();
        match &*name {
            "[" | "[[" | "{" => false,
            "source" | "." => !self.sources_are_known,
            "eval" | "alias" | "enable" => true,
            "mapfile" | "readarray" => {
                rest.iter().any(|word| word.contains('C') || word.contains('$'))
            }
            // `command -v "$tool"` runs nothing.
            "command" if rest.first().is_some_and(|w| matches!(w.as_str(), "-v" | "-V")) => false,
            "builtin" | "command" => {
                let texts = rest.iter().map(|word| word::shown(word));
                let hidden = ["eval", "source", ".", "alias", "enable", "mapfile", "readarray"];
                let command = texts.into_iter().find(|text| !text.starts_with('-'));
                command.is_some_and(|text| opens(&text) || hidden.contains(&&*text))
                    || rest.first().is_some_and(|word| opens(word))
            }
            _ => opens(first) && self.may_declare(call),
        }
    }

    /// May a command whose name is an expansion be `declare` or similar? Not if no word of the script that could be its name says
    /// so, and no caller gives it.
    fn may_declare(&self, call: &'s Call<'s>) -> bool {
        let Some(first) = call.words.first() else { return false };
        if is_path(first) {
            return false;
        }
        if first.contains(['`', '*', '?', '!']) && !is_given(first) || first.contains("$(") {
            return true;
        }
        if call.words.iter().skip(1).any(|word| hides(word)) {
            return true;
        }
        if !is_given(first) {
            return *self.values.get_or_init(|| may_hold_name(self.script));
        }
        let Some(function) = call.place.function.as_deref() else { return true };
        // Which argument names the command is not known: none of them may.
        let names = |word: &Part<'_>| hides(word) || is_given(word) || word.contains('`');
        *self.arguments.borrow_mut().entry(function).or_insert_with(|| {
            self.script.calls_of(function).any(|(_, call)| call.words.iter().skip(1).any(names))
        })
    }
}

/// Whether a word is a path for any value of its variables: `"$HERE/run.sh"`. It runs a program, which can't declare anything here.
fn is_path(word: &str) -> bool {
    let inner = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let quoted = inner.is_some_and(|inner| {
        // `"$@"` and the elements of a list are several words.
        !inner.contains(['"', '`', '@', '*', '!']) && !inner.contains("$(")
    });
    let slash =
        |piece: &word::Piece<'_>| matches!(piece, word::Piece::Text(text) if text.contains('/'));
    quoted && word::pieces(word).iter().any(slash)
}

/// The commands that declare a reference, or run text that does.
const HIDING: [&str; 11] = [
    "alias",
    "builtin",
    "command",
    "declare",
    "enable",
    "eval",
    "local",
    "mapfile",
    "readarray",
    "source",
    "typeset",
];

/// Whether one of these commands stands in a text.
fn hides(text: &str) -> bool {
    let mut words = text.split(|c: char| !bash_syntax::is_name_char(c));
    words.any(|word| HIDING.contains(&word))
}

/// Whether a text has a positional parameter, or a part of a list.
fn is_given(text: &str) -> bool {
    text.match_indices('$').any(|(at, _)| {
        let name = text[at + 1..].trim_start_matches(['{', '!', '#']);
        name.starts_with(|c: char| c.is_ascii_digit() || c == '@' || c == '*')
    })
}

/// Whether a variable of the script may hold the name of such a command.
fn may_hold_name(script: &Script<'_>) -> bool {
    let mut values = script.calls.iter().flat_map(|call| {
        let declares = call.declares();
        let words = call.words.iter().skip(1).filter(move |_| declares);
        call.assignments
            .iter()
            .chain(words)
            .filter_map(|word| word.split_once('=').map(|(_, value)| value))
    });
    let begins = |value: &str| {
        let value = value.trim_start_matches(['"', '\'', '(', '\\', ' ']);
        let end = value.find(|c: char| !bash_syntax::is_name_char(c)).unwrap_or(value.len());
        HIDING.contains(&&value[..end])
    };
    values.any(|value| begins(value) || is_given(value) && value.len() < 8)
}

/// May a word of `declare` be an option that makes references of its names? One from a variable may.
pub(crate) fn may_make_reference(word: &str) -> bool {
    let word = word.trim_matches(['"', '\'']);
    let is_open = |text: &str| text.contains(['$', '`']);
    match word.strip_prefix('-') {
        Some(letters) => letters.contains('n') || is_open(letters),
        None => is_open(word.split('=').next().unwrap_or_default()),
    }
}
