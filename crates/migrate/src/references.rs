//! Whether a variable may be a reference to several words: `declare -n name='list[@]'`. Then `"$name"` is no single word.

use crate::model::{Call, Script};
use crate::part::Part;
use crate::word;

/// Does a call run, in this shell, text or a command that the script does not show: `eval`, a sourced file, `$command`? That may
/// declare a reference.
pub(crate) fn runs_unknown_text(call: &Call<'_>, script: &Script<'_>) -> bool {
    let opens = |word: &str| word.contains(['$', '`', '*', '?', '[', '{']);
    let Some(first) = call.words.first() else { return false };
    let name = word::shown(first);
    let rest = call.words.get(1..).unwrap_or_default();
    match &*name {
        "[" | "[[" | "{" => false,
        "eval" | "source" | "." | "alias" | "enable" => true,
        "mapfile" | "readarray" => rest.iter().any(|word| word.contains('C') || word.contains('$')),
        // `command -v "$tool"` runs nothing.
        "command" if rest.first().is_some_and(|flag| matches!(flag.as_str(), "-v" | "-V")) => false,
        "builtin" | "command" => {
            let texts = rest.iter().map(|word| word::shown(word));
            let hidden = ["eval", "source", ".", "alias", "enable", "mapfile", "readarray"];
            let command = texts.into_iter().find(|text| !text.starts_with('-'));
            command.is_some_and(|text| opens(&text) || hidden.contains(&&*text))
                || rest.first().is_some_and(|word| opens(word))
        }
        _ => opens(first) && may_declare(call, script),
    }
}

/// May a command whose name is an expansion be `declare` or similar? Not if no word of the script that could be its name says so, and
/// no caller gives it.
fn may_declare(call: &Call<'_>, script: &Script<'_>) -> bool {
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
    let hides = |text: &str| {
        let mut words = text.split(|c: char| !bash_syntax::is_name_char(c));
        words.any(|word| HIDING.contains(&word))
    };
    // A positional parameter, or a part of a list.
    let is_given = |text: &str| {
        text.match_indices('$').any(|(at, _)| {
            let name = text[at + 1..].trim_start_matches(['{', '!', '#']);
            name.starts_with(|c: char| c.is_ascii_digit() || c == '@' || c == '*')
        })
    };
    let Some(first) = call.words.first() else { return false };
    if first.contains(['`', '*', '?', '!']) && !is_given(first) || first.contains("$(") {
        return true;
    }
    if call.words.iter().skip(1).any(|word| hides(word)) {
        return true;
    }
    if is_given(first) {
        let Some(function) = call.place.function.as_deref() else { return true };
        // Which argument names the command is not known: none of them may.
        let names = |word: &Part<'_>| hides(word) || is_given(word) || word.contains('`');
        return script.calls_of(function).any(|(_, call)| call.words.iter().skip(1).any(names));
    }
    let values = script.calls.iter().flat_map(|call| {
        let declares =
            matches!(&*call.name, "local" | "declare" | "readonly" | "export" | "typeset");
        let words = call.words.iter().skip(1).filter(move |_| declares);
        call.assignments
            .iter()
            .chain(words)
            .filter_map(|word| word.split_once('=').map(|(_, value)| value))
    });
    let mut values = values;
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
