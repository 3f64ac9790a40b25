//! The exits of a script at which the envelope must be printed: its own traps, `exec`, jobs that outlive
//! it.

use std::collections::BTreeSet;

use crate::edit::Edit;
use crate::envelope::Shell;
use crate::model::Call;
use crate::part::Part;
use crate::planner::Planner;

/// `exec` with a command, not only with redirections; `{NAME}>…` and `{NAME[1]}>…` are redirections, though they parse
/// as words.
pub(crate) fn runs_a_command(call: &Call) -> bool {
    call.words.iter().skip(1).any(|word| {
        let inner = word.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        !inner.is_some_and(|(name, rest)| {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && (rest.is_empty() || rest.starts_with(['<', '>']))
        })
    })
}

/// Programs that often run in the background, and whose names are unlikely for a function.
const PROGRAMS: [&str; 17] = [
    "nohup",
    "setsid",
    "daemonize",
    "start-stop-daemon",
    "tmux",
    "screen",
    "sleep",
    "timeout",
    "python",
    "python3",
    "node",
    "npm",
    "npx",
    "curl",
    "docker",
    "sh",
    "bash",
];

/// Builtins that may run for a while, or run another command.
const BUILTINS: [&str; 16] = [
    "eval",
    "exec",
    "command",
    "builtin",
    "source",
    ".",
    "read",
    "wait",
    "echo",
    "printf",
    "mapfile",
    "readarray",
    "select",
    "coproc",
    "time",
    "trap",
];

impl Planner<'_> {
    pub(crate) fn traps(&mut self) {
        for call in &self.script.calls {
            match call.name.as_str() {
                "trap" => {
                    // A list of the traps, also in a substitution, without the envelope's.
                    self.lists_traps |= call.words.get(1).is_none_or(|word| word.starts_with("-p"));
                    self.trap(call);
                }
                "exec"
                    if runs_a_command(call)
                        && self.context.editable(call)
                        && !call.place.subshell =>
                {
                    if let Some(at) = call.at {
                        self.put(at, "skill_say handover ", call.line, "exec");
                    }
                }
                "eval" => self.lists_traps |= call.words.iter().any(|w| w.contains("trap")),
                _ => {}
            }
        }
    }

    fn trap(&mut self, call: &Call) {
        self.inner_traps(call);
        let mut words: Vec<&str> = call.words.iter().skip(1).map(Part::as_str).collect();
        if words.first() == Some(&"--") {
            words.remove(0);
        }
        let Some(first) =
            words.first().copied().filter(|w| !w.starts_with("-p") && !w.starts_with("-l"))
        else {
            return;
        };
        let resets = words.len() == 1
            || matches!(first, "-" | "\"-\"" | "'-'")
            || first.chars().all(|c| c.is_ascii_digit());
        let signals = if words.len() == 1 { &words[..] } else { &words[1..] };
        let named = |names: &[&str]| {
            signals
                .iter()
                .any(|s| names.contains(&s.trim_start_matches("SIG").to_uppercase().as_str()))
        };
        let dynamic = signals.iter().any(|s| s.contains('$'));
        let exit = named(&["EXIT", "0"]);
        let ours = named(&[
            "HUP", "INT", "QUIT", "PIPE", "ALRM", "TERM", "USR1", "USR2", "1", "2", "3", "13",
            "14", "15",
        ]);
        let rewrite = exit
            || dynamic
            || (resets && ours)
            || (ours && first.trim_matches('"').starts_with('$'));
        if !rewrite || !self.context.editable(call) || call.place.subshell {
            return;
        }
        let waits = (exit || dynamic) && self.waits_in(first);
        self.waits |= waits;
        if let Some(at) = call.at {
            // sh can't examine a function to find out whether it waits.
            if waits && self.shell == Shell::Sh {
                self.put(at, "skill_say waits ", call.line, "trap");
            } else if self.names_traps() {
                self.put(at, "skill_say trap ", call.line, "trap");
            }
        }
    }

    /// A trap that is set or reset in the action of another one: edited inside of the quotes, without new quotes.
    fn inner_traps(&mut self, call: &Call) {
        if !self.names_traps() {
            return;
        }
        let Some(at) = call.at.filter(|_| self.context.editable(call) && !call.place.subshell)
        else {
            return;
        };
        let Some(text) =
            self.source.bytes().get(at..call.end).and_then(|b| std::str::from_utf8(b).ok())
        else {
            return;
        };
        for (index, _) in text.match_indices("trap").skip(1) {
            let before =
                text[..index].trim_end_matches([' ', '\t']).chars().next_back().unwrap_or(' ');
            let after = text[index + 4..].chars().next().unwrap_or(' ');
            if after == ' ' && matches!(before, ';' | '\'' | '"' | '{' | '&' | '|' | '\n' | '(') {
                self.put(at + index, "skill_say trap ", call.line, "trap");
            }
        }
    }

    /// Whether a `trap` must be prefixed. bash has a function or an alias of that name, but not for scripts with a
    /// RETURN trap, which the function would trigger.
    fn names_traps(&self) -> bool {
        self.shell == Shell::Bash && self.has_return_traps
    }

    /// The alias for `trap` has no effect on the line that defines it.
    pub(crate) fn traps_on_line(&mut self, line: usize) {
        if self.names_traps() {
            return;
        }
        let edited: BTreeSet<usize> = self.edits.iter().map(|edit| edit.at).collect();
        for call in self.script.calls.iter().filter(|c| c.name == "trap" && c.line == line) {
            let free = |at: &usize| !edited.contains(at);
            if let Some(at) = call.at.filter(|at| self.context.editable(call) && free(at)) {
                self.put(at, "skill_say trap ", call.line, "trap");
            }
        }
    }

    /// Whether the action of a trap waits for jobs, itself or in a function that it calls.
    fn waits_in(&self, action: &str) -> bool {
        const JOBS: [&str; 5] = ["wait", "jobs", "fg", "bg", "disown"];
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut todo: Vec<&str> = self
            .script
            .functions
            .keys()
            .map(String::as_str)
            .filter(|f| action.contains(f))
            .collect();
        if JOBS
            .iter()
            .any(|job| action.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == *job))
        {
            return true;
        }
        while let Some(function) = todo.pop() {
            if !seen.insert(function) {
                continue;
            }
            for call in
                self.script.calls.iter().filter(|c| c.place.function.as_deref() == Some(function))
            {
                if JOBS.contains(&call.name.as_str()) {
                    return true;
                }
                todo.extend(
                    self.script.functions.keys().map(String::as_str).filter(|f| call.name == *f),
                );
            }
        }
        false
    }

    /// Background jobs must not keep the caller's pipe open.
    pub(crate) fn jobs(&mut self) {
        const DAEMONS: [&str; 6] =
            ["nohup", "setsid", "daemonize", "start-stop-daemon", "tmux", "screen"];
        // A function that examines its caller must not see another one.
        let looks = ["FUNCNAME", "BASH_LINENO", "caller"];
        let text = self.source.text();
        let says = self.shell == Shell::Bash && !looks.iter().any(|word| text.contains(word));
        let closes = format!("{}>&- ", self.stdout);
        let mut first = Vec::new();
        let sources = |call: &Call<'_>| matches!(call.name.as_str(), "source" | ".");
        let sources = self.script.calls.iter().any(sources);
        for call in &self.script.calls {
            let daemon = DAEMONS.contains(&call.name.as_str());
            if (call.place.background || daemon)
                && self.context.editable(call)
                && !call.name.is_empty()
                && !self.loses_stdout(call, sources)
                && let Some(at) = call.at.filter(|_| !call.place.covered)
            {
                // A foreground command must not close it for the script.
                let says = says && call.place.background;
                let text = if says { "skill_say background " } else { &closes };
                first.push(Edit::put(at, text, call.line, "background"));
            }
        }
        // Before a recognizer that was inserted at the same place.
        first.append(&mut self.edits);
        self.edits = first;
        for job in &self.script.jobs {
            self.put(job.at, " skill_say background;", job.line, "background");
        }
    }

    /// Whether a call is a program, for which bash closes the caller's stdout. A function of the script, or of a
    /// sourced file, runs in a shell that keeps it open; `sources` says whether there are such files.
    fn loses_stdout(&self, call: &Call, sources: bool) -> bool {
        let name = call.name.as_str();
        if self.shell == Shell::Sh || self.script.defines(name) || name.contains('$') {
            return false;
        }
        let common = PROGRAMS.contains(&name) || name.contains('/');
        common || !sources && !BUILTINS.contains(&name) && !self.script.aliased(name)
    }
}
