//! Whether a variable may be a reference to several words: `declare -n name='list[@]'`. Then `"$name"` is no single word.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Call, Script};
use crate::part::Part;
use crate::word;

/// Finds the calls that run, in this shell, text or a command that the script does not show: `eval`, a sourced file, `$command`.
/// Those may declare a reference.
pub(crate) struct UnknownText<'s> {
    script: &'s Script<'s>,
    /// Whether the sourced files are known: they are examined by themselves.
    sources_are_known: bool,
    /// The script with all that share its variables, and the variables of their loops; none if some of them are not known.
    all: Vec<&'s Script<'s>>,
    looped: BTreeSet<String>,
    /// Whether a value of the script may be a name of `declare`, computed on demand.
    values: OnceCell<bool>,
    /// By function: whether an argument of its calls may be one.
    arguments: RefCell<BTreeMap<&'s str, bool>>,
}

impl<'s> UnknownText<'s> {
    pub(crate) fn of(
        script: &'s Script<'s>,
        sources_are_known: bool,
        mut all: Vec<&'s Script<'s>>,
        looped: BTreeSet<String>,
    ) -> Self {
        let (values, arguments) = (OnceCell::new(), RefCell::default());
        let sources = |call: &Call<'_>| matches!(call.name.as_str(), "source" | ".");
        if !sources_are_known && all.iter().any(|script| script.calls.iter().any(sources)) {
            all.clear();
        }
        Self { script, sources_are_known, all, looped, values, arguments }
    }

    /// Whether a call of the script may run such text.
    pub(crate) fn is_run_by(&self, call: &'s Call<'s>) -> bool {
        let opens = |word: &str| word.contains(['$', '`', '*', '?', '[', '{']);
        let Some(first) = call.words.first() else { return false };
        // A command substitution has variables of its own.
        if call.place.captured {
            return false;
        }
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

    /// The words that the script assigns to the variable of a command's name; `None` if the name is no variable, or if another
    /// command sets it.
    fn assigned(&self, name: &str) -> Option<Vec<&'s str>> {
        let inner = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let inner = inner.unwrap_or(name);
        // `"${command[@]}"`
        let list = inner.strip_prefix("${").and_then(|rest| rest.strip_suffix("[@]}"));
        let list = list.filter(|list| list.chars().all(bash_syntax::is_name_char));
        let name = list.or_else(|| word::variable(inner))?;
        if self.looped.contains(name) {
            return None;
        }
        let defaults = [format!("{{{name}:="), format!("{{{name}=")];
        let mut words = Vec::new();
        for call in self.all.iter().flat_map(|script| &script.calls) {
            let declares = call.declares();
            let behind = call.words.iter().skip(1);
            // `read name`, `printf -v name`, `${name:=word}`
            let mut texts = behind.clone().chain(&call.assignments);
            let sets = |word: &Part<'_>| {
                !declares && word::shown(word) == name
                    || defaults.iter().any(|default| word.contains(default.as_str()))
            };
            if texts.any(sets) {
                return None;
            }
            let given = call.assignments.iter().chain(behind.filter(|_| declares));
            for text in given {
                match text.split_once('=') {
                    Some((head, value)) if head == name && list.is_none() => words.push(value),
                    // The first element counts, also one that is added to an empty list.
                    Some((head, value)) if head.trim_end_matches('+') == name && list.is_some() => {
                        let elements = value.strip_prefix('(')?.trim_start();
                        if elements.starts_with('#') {
                            return None;
                        }
                        let end = elements.find(|c: char| c.is_whitespace() || c == ')');
                        words.push(&elements[..end?]);
                    }
                    Some((head, _))
                        if head.trim_end_matches('+') == name || head.contains(['[', '$']) =>
                    {
                        return None;
                    }
                    _ => {}
                }
            }
        }
        Some(words).filter(|words| !words.is_empty())
    }

    /// Whether a command's name is a variable of the environment, with a program for its default, which the script does not set:
    /// `${EDITOR:-vi}`.
    fn is_program_of_environment(&self, name: &str) -> bool {
        let Some(variable) = environment_with_default(name) else { return false };
        let sets = |word: &Part<'_>| {
            let text = word::shown(word);
            let rest = text.strip_prefix(variable);
            rest.is_some_and(|rest| !rest.starts_with(bash_syntax::is_name_char))
                || word.contains(&format!("{{{variable}="))
                || word.contains(&format!("{{{variable}:="))
        };
        let calls = self.all.iter().flat_map(|script| &script.calls);
        let mut words = calls.flat_map(|call| call.words.iter().chain(&call.assignments));
        !self.all.is_empty() && !self.looped.contains(variable) && !words.any(sets)
    }

    /// May a command whose name is an expansion be `declare` or similar? Not if no word of the script that could be its name says
    /// so, and no caller gives it.
    fn may_declare(&self, call: &'s Call<'s>) -> bool {
        let Some(first) = call.words.first() else { return false };
        if is_path(first) || begins_otherwise(first) || self.is_program_of_environment(first) {
            return false;
        }
        if first.contains(['`', '*', '?', '!']) && !is_given(first) || first.contains("$(") {
            return true;
        }
        // None of these commands takes a long option, and none of them declares anything without a word behind it.
        let is_quoted = first.starts_with('"') && first.ends_with('"') && !is_given(first);
        match call.words.get(1) {
            None if is_quoted => return false,
            Some(option) if is_quoted && is_long_option(option) => return false,
            _ => {}
        }
        if call.words.iter().skip(1).any(|word| hides(word)) {
            return true;
        }
        if !is_given(first) {
            return match self.assigned(first) {
                // `$dry_run && …`, with the words `true` and `false`.
                Some(words) if !words.iter().any(|word| may_begin_with_name(word, is_quoted)) => {
                    false
                }
                _ => *self.values.get_or_init(|| may_hold_name(self.script)),
            };
        }
        let Some(function) = call.place.function.as_deref() else { return true };
        // Which argument names the command is not known: none of them may.
        let names = |word: &Part<'_>| hides(word) || is_given(word) || word.contains('`');
        *self.arguments.borrow_mut().entry(function).or_insert_with(|| {
            self.script.calls_of(function).any(|(_, call)| call.words.iter().skip(1).any(names))
        })
    }
}

/// Whether a word begins with letters that none of these commands begins with: `"step_$name"`.
fn begins_otherwise(word: &str) -> bool {
    match word::pieces(word).first() {
        Some(word::Piece::Text(text)) => {
            !HIDING.iter().any(|name| name.starts_with(text.as_ref()) || text.starts_with(name))
                && text.starts_with(|c: char| c.is_ascii_alphabetic())
                && text.chars().all(bash_syntax::is_name_char)
        }
        _ => false,
    }
}

/// The variable of `${EDITOR:-vi}`, if the default is a program. Who sets a variable of the environment can name a file in `BASH_ENV` too,
/// so that its value is no text that the script might run by mistake.
fn environment_with_default(word: &str) -> Option<&str> {
    let inner = word.trim_matches('"').strip_prefix("${")?.strip_suffix('}')?;
    let (name, default) = inner.split_once(":-").or_else(|| inner.split_once('-'))?;
    let is_name = |c: char| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit();
    (!name.is_empty() && name.chars().all(is_name) && is_program(default)).then_some(name)
}

/// Whether a word is the plain name of a program that declares nothing.
fn is_program(word: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || "_./+-".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && word.chars().all(part)
        && !HIDING.contains(&word)
}

/// Whether an assigned word is the place of a program, as `command -v` and `which` print it: `$(command -v python3 || which python)`.
fn is_found_program(value: &str) -> bool {
    let inner = value.trim_matches('"').strip_prefix("$(").and_then(|rest| rest.strip_suffix(')'));
    inner.is_some_and(|code| {
        code.split("||").all(|part| {
            let words = part.split_whitespace().filter(|word| *word != "2>/dev/null");
            match words.collect::<Vec<_>>().as_slice() {
                ["command", "-v", program] | ["which", program] => is_program(program),
                ["true"] | ["echo", "\"\"" | "''"] => true,
                _ => false,
            }
        })
    })
}

/// Whether a word is an option such as `--version`, which no command that declares or runs text knows.
fn is_long_option(word: &str) -> bool {
    let name = word.strip_prefix("--").unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Whether an assigned word may begin with the name of a command that declares or runs text.
fn may_begin_with_name(value: &str, is_one_word: bool) -> bool {
    if is_path(value) && (is_one_word || !value.contains(char::is_whitespace))
        || is_one_word && (is_found_program(value) || environment_with_default(value).is_some())
    {
        return false;
    }
    let text = word::shown(value);
    let text = text.trim_start();
    let end = text.find(|c: char| !bash_syntax::is_name_char(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    // `$other`, a list, a name that is put together from parts.
    let is_open = name.is_empty() && !text.is_empty()
        || rest.starts_with(['$', '`', '\\', '*', '?', '[', '{']);
    is_open || HIDING.contains(&name)
}

/// Whether a word is a path for any value of its variables: `"$HERE/run.sh"`, `"$(dirname "$0")/run.sh"`. It runs a program, which
/// can't declare anything here.
fn is_path(word: &str) -> bool {
    let mut plain = word.to_owned();
    for piece in word::pieces(word) {
        if let word::Piece::Hole { source, code: Some(_), .. } = piece {
            plain = plain.replacen(source, "$x", 1);
        }
    }
    let word = plain.as_str();
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

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    /// Whether the last line states its number by a variable, so that no variable of the script may be a reference.
    fn states_by_value(script: &str) -> bool {
        let script =
            format!("#!/usr/bin/env bash\nn=$(grep -c x a)\n{script}\necho \"Rows: $n\"\n");
        let plan = plan(script.as_bytes(), &Options::default());
        plan.edits.iter().any(|edit| edit.text.contains("metric.rows=\"$n\""))
    }

    #[test]
    fn commands_that_declare_nothing() {
        for script in [
            "target=\"$1\"\ndry=false\n$dry && exit 0",
            "target=\"$1\"\ntool=\"$2\"\n\"$tool\" --version",
            "target=\"$1\"\nrun=\"$3\"\n\"$run\"",
            "target=\"$1\"\nstep=a\n\"step_$step\" x",
            "target=\"$1\"\n\"$(dirname \"$0\")/run.sh\" \"$target\"",
            "target=\"$1\"\nout=$(eval \"$target\"; \"$2\" x)",
            "target=\"$1\"\n${EDITOR:-vi} \"$target\"",
            "target=\"$1\"\npy=$(command -v python3 || command -v python)\n\"$py\" - \"$target\"",
            "target=\"$1\"\nPY=\"${PY:-python3}\"\n\"$PY\" \"$target\"",
            "target=\"$1\"\nhere=$(pwd)\ntool=\"$here/run.sh\"\n\"$tool\" \"$target\"",
        ] {
            assert!(states_by_value(script), "{script}");
        }
    }

    #[test]
    fn commands_that_may_declare_a_reference() {
        for script in [
            "tool=\"$1\"\n\"$tool\" \"$2\"",
            "tool=\"$1\"\n$tool --x",
            "tool=declare\n$tool -n n='list[@]'",
            "tool=dec\ntool+=lare\n$tool \"$1\" \"$2\"\nx=\"$1\"",
            "tool=true\nread -r tool\n$tool \"$1\"\nx=\"$1\"",
            "tool=true\nprintf -v tool %s \"$1\"\n$tool \"$1\"\nx=\"$1\"",
            "unset tool\ntool=${tool:=declare}\n$tool -n \"$2\"\nx=\"$1\"",
            "cmd=()\ncmd+=(declare -n)\n\"${cmd[@]}\" n='list[@]'",
            "cmd=(\"$@\")\n\"${cmd[@]}\" x",
            "kind=lare\n\"dec$kind\" -n n='list[@]'\nx=\"$1\"",
            "tool=true\nfor tool in \"$@\"; do $tool x; done\nx=\"$1\"",
            "eval \"$1\"",
            "x=\"$1\"\n$(dirname \"$0\")/run.sh \"$x\"",
            "x=\"$1\"\nEDITOR=$2\n${EDITOR:-vi} \"$x\"",
            "x=\"$1\"\nread EDITOR\n${EDITOR:-vi} \"$x\"",
            "x=\"$1\"\n${tool:-vi} \"$x\"",
            "x=\"$1\"\n${TOOL:-declare} \"$x\"",
            "x=\"$1\"\npy=$(command -v \"$1\")\n\"$py\" - \"$x\"",
            "x=\"$1\"\npy=$(command -v declare)\n\"$py\" - \"$x\"",
        ] {
            assert!(!states_by_value(script), "{script}");
        }
    }
}
