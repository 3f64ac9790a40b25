//! What can't be migrated without changing the script's behaviour, each with its line and a reason that a reader can
//! act on.

use crate::context::Context;
use crate::envelope::Shell;
use crate::model::{Call, Script};
use crate::part::Part;
use crate::planner::Planner;
pub(crate) use crate::printed::printed;
use crate::refusal::Refusal;
use crate::self_reads;

/// The reasons in single calls.
pub(crate) fn by_call(
    script: &Script,
    context: &Context,
    first_line: usize,
    shell: Shell,
) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    refusals.extend(script.calls.iter().filter_map(|call| one(script, context, call)));
    let option = |c: &&Call| {
        c.name == "exec" && context.editable(c) && !c.place.subshell && !options_are_known(c, shell)
    };
    refusals.extend(script.calls.iter().filter(option).map(|call| {
        let reason = match shell {
            Shell::Bash => "`exec` with this option is not read: write `exec -a NAME COMMAND`, `exec -c COMMAND` or `exec -l COMMAND`",
            Shell::Sh => "`exec` with an option: sh has none; use `#!/usr/bin/env bash`",
        };
        Refusal::new(call.line, reason)
    }));
    refusals.extend(self_reads::refusals(&script.calls, context, first_line));
    // `skill_run` is the other name of `skill_say`; the script's text is searched for both.
    let own_say = script.defines("skill_say");
    let no_other = own_say && (script.defines("skill_run") || self_reads::asked(&script.calls));
    for (name, line) in &script.functions {
        if is_private(name) || (no_other && name == "skill_say") || taken(name, shell) {
            refusals.push(Refusal::new(
                *line,
                format!("the function `{name}` has a name that the envelope uses"),
            ));
        }
    }
    refusals
}

/// Whether the helper supports the options of an `exec`: `-a NAME`, `-c`, `-l`, or several of them in
/// one word.
fn options_are_known(call: &Call, shell: Shell) -> bool {
    let mut words = call.words.iter().skip(1);
    while let Some(word) = words.next().filter(|word| word.starts_with('-')) {
        if word == "--" {
            return true;
        }
        let flags = word[1..].strip_suffix('a');
        let known = flags.unwrap_or(&word[1..]).chars().all(|c| matches!(c, 'c' | 'l'));
        if shell == Shell::Sh
            || word.len() == 1
            || !known
            || (flags.is_some() && words.next().is_none())
        {
            return false;
        }
    }
    true
}

/// The effect of a call on the shell of the envelope, in any file.
pub(crate) fn one(script: &Script, context: &Context, call: &Call) -> Option<Refusal> {
    if let Some(name) = read_only(call).filter(|_| !context.in_subshell(call)) {
        let reason = format!("makes {name} read-only: the envelope has its own value for it");
        return Some(Refusal::new(call.line, reason));
    }
    let reason = match call.name.as_str() {
        "trap" if !call.place.captured => return trap(script, call),
        "eval" if moves_descriptors(call) => {
            "`eval` redirects a descriptor whose number is not known before it runs: it may be the one that keeps the caller's stdout"
        }
        "command" | "builtin"
            if call.words.get(1).is_some_and(|w| *w == "trap" || *w == "exec")
                && call.words.get(2).is_some_and(|w| !w.starts_with('{'))
                && !call.place.subshell
                && !call.place.captured =>
        {
            "`command` or `builtin` in front of `trap` and `exec` goes past what keeps the envelope on every way out"
        }
        "set" if call.sets_option('k', "keyword") => {
            "`set -k` takes words with `=` for assignments, also those of the envelope"
        }
        "set" if call.sets_option('r', "restricted") && !context.in_subshell(call) => {
            "`set -r` forbids redirections, also those of the envelope"
        }
        "set" if call.sets_option('n', "noexec") && !context.in_subshell(call) => {
            "`set -n` runs no further command, so the envelope is not printed"
        }
        "unset" if takes_functions(call) && !context.in_subshell(call) => {
            "`unset` of these names may take functions or variables of the envelope away"
        }
        "enable" if call.words.iter().any(|w| w.starts_with('-') && w.contains('n')) => {
            "`enable -n` takes builtins away that the envelope is printed with"
        }
        _ => return None,
    };
    Some(Refusal::new(call.line, reason))
}

/// `unset -f` of the envelope's functions, or of names that an expansion gives; `unset` of its variables.
fn takes_functions(call: &Call) -> bool {
    let words = || call.words.iter().skip(1);
    let is_taken =
        |w: &Part<'_>| w.contains(['$', '`']) || is_private(w) || w.starts_with("skill_");
    let is_variable = |w: &Part<'_>| w.contains("_sk") || w.starts_with("sk_");
    let functions = words().any(|w| w.starts_with('-') && w.contains('f'));
    if functions { words().any(is_taken) } else { words().any(is_variable) }
}

/// Whether a name is one of the envelope's own, which no script needs.
pub(crate) fn is_private(name: &str) -> bool {
    name.starts_with("__skill_") || name.starts_with("_sk_")
}

/// The variable of the envelope that a call makes read-only: `readonly IFS`, `declare -r LC_ALL=C`.
fn read_only<'c>(call: &'c Call<'_>) -> Option<&'c str> {
    let declares = matches!(call.name.as_str(), "readonly" | "declare" | "typeset" | "local");
    let options = || call.words.iter().skip(1).filter(|w| w.starts_with('-'));
    let fixes = call.name == "readonly" || options().any(|w| w.contains('r'));
    if !declares || !fixes || options().any(|w| w.contains(['f', 'F', 'p'])) {
        return None;
    }
    let names = call.words.iter().skip(1).filter_map(|w| w.split('=').next());
    names.into_iter().find(|name| {
        matches!(*name, "IFS" | "LC_ALL") || name.starts_with("sk_") || is_private(name)
    })
}

/// Whether a function of this name would replace the shell's own command in the helper. sh has no way to bypass
/// it.
pub(crate) fn taken(name: &str, shell: Shell) -> bool {
    const ALL: [&str; 12] = [
        "trap", "exec", "builtin", "shift", "set", "unset", "return", "eval", "[", ":", "break",
        "continue",
    ];
    const SH: [&str; 6] = ["local", "command", "printf", "read", "kill", "test"];
    ALL.contains(&name) || (shell == Shell::Sh && SH.contains(&name))
}

/// The reasons that only apply to sh: its own trap that waits for jobs must run in the shell itself, where an `exit` or
/// a crash in it can't be isolated.
pub(crate) fn by_shell(planner: &Planner<'_>) -> Vec<Refusal> {
    let script = planner.script;
    if planner.shell == Shell::Bash {
        return Vec::new();
    }
    let mut refusals = Vec::new();
    let strict =
        script.calls.iter().any(|c| {
            c.name == "set" && c.words.iter().any(|w| w.starts_with('-') && w.contains('e'))
        }) || planner.source.line(1).ends_with(b" -e");
    let exits = script
        .calls
        .iter()
        .any(|c| c.name == "exit" && (c.place.function.is_some() || c.at.is_none()));
    for call in script.calls.iter().filter(|c| c.name == "trap") {
        if planner.waits && (strict || exits) {
            refusals.push(Refusal::new(
                call.line,
                "sh: an EXIT trap that waits for jobs, in a script with `set -e` or an `exit` in a function: only bash can print the envelope after it; use `#!/usr/bin/env bash`",
            ));
        }
    }
    refusals
}

fn trap(script: &Script, call: &Call) -> Option<Refusal> {
    let names = |name: &str| call.words.iter().skip(2).any(|w| w == name);
    if names("DEBUG") {
        let reason = "a DEBUG trap runs before every command, those of the envelope too";
        return Some(Refusal::new(call.line, reason));
    }
    let traced = |c: &Call| {
        let short = |w: &Part<'_>| w.starts_with('-') && !w.starts_with("--") && w.contains('T');
        match c.name.as_str() {
            "set" => c.words.iter().any(|w| w == "functrace" || short(w)),
            "shopt" => c.words.iter().any(|w| w == "extdebug"),
            _ => false,
        }
    };
    (names("RETURN") && script.calls.iter().any(traced)).then(|| {
        let reason = "a RETURN trap that functions inherit runs in those of the envelope, too";
        Refusal::new(call.line, reason)
    })
}

/// `eval "exec $fd>&-"`.
fn moves_descriptors(call: &Call) -> bool {
    let text = call.words.join(" ");
    let Some(from) = text.find("exec ") else { return false };
    let text = &text[from..];
    text.match_indices(['<', '>']).any(|(at, _)| {
        let before = text[..at].trim_end_matches('}');
        let name = before.trim_end_matches(bash_syntax::is_name_char);
        name.len() < before.len() && name.trim_end_matches('{').ends_with('$')
    })
}
