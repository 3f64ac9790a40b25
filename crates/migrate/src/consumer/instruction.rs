//! The scripts that a SKILL.md tells its reader to run: those in its commands. A name in prose, a table or a listing of
//! files is only a mention.

use super::markdown;
use crate::parse;
use crate::source::Source;
use crate::word;

/// Words before the command that they run.
const RUNNERS: [&str; 14] = [
    ".", "bash", "command", "dash", "env", "exec", "nice", "nohup", "sh", "source", "sudo", "time",
    "timeout", "zsh",
];

/// Words of prose before a path that ask to run it.
const VERBS: [&str; 8] =
    ["call", "calls", "execute", "executes", "invoke", "launch", "run", "runs"];

/// Whether a command in this Markdown text runs a script of this name.
#[must_use]
pub fn tells_to_run(text: &str, script: &str) -> bool {
    let holds = text.contains(script);
    holds
        && markdown::parts(text).shells.into_iter().any(|(range, _)| {
            let shell = text.get(range.clone()).unwrap_or_default();
            let is_span = !shell.contains('\n') && text[..range.start].ends_with('`');
            // A bare path in a block may be a line of a listing; in a sentence the verb decides.
            let lone = |path: &str| match is_span {
                true => follows_verb(&text[..range.start]),
                false => path.starts_with("./"),
            };
            shell.contains(script) && runs(shell, script, &lone)
        })
}

/// Whether a shell text runs the script, with arguments or by another command, or without them if `lone` says so for
/// its path.
fn runs(shell: &str, script: &str, lone: &dyn Fn(&str) -> bool) -> bool {
    let prompts = |line: &str| {
        let rest = line.trim_start();
        rest.strip_prefix("$ ").unwrap_or(rest).to_owned()
    };
    let text: Vec<String> = shell.lines().map(prompts).collect();
    let text = text.join("\n");
    let Ok(model) = parse::read(&Source::new(text.as_bytes())) else {
        // A text that is not shell as a whole may contain shell lines.
        return text.contains('\n') && text.lines().any(|line| runs(line, script, lone));
    };
    model.calls.iter().any(|call| {
        let words: Vec<_> = call.words.iter().map(|word| word::shown(word)).collect();
        let skipped = |word: &str| {
            let assigns = word.split_once('=').is_some_and(|(name, _)| !name.contains('/'));
            let time = word.starts_with(|c: char| c.is_ascii_digit());
            RUNNERS.contains(&word) || word.starts_with('-') || assigns || time
        };
        let at = words.iter().take_while(|word| skipped(word)).count();
        let Some(path) = words.get(at) else { return false };
        let is_script = path.rsplit('/').next() == Some(script);
        is_script && (at > 0 || words.len() > 1 || lone(path))
    })
}

/// Whether the word before a code span asks to run it. A table cell contains no sentence.
fn follows_verb(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let line = line.trim_end_matches(['`', '*', ' ']);
    let last = line.rsplit([' ', '*', '(']).next().unwrap_or_default().to_ascii_lowercase();
    VERBS.contains(&last.as_str())
}

#[cfg(test)]
mod tests {
    use super::tells_to_run;

    #[test]
    fn commands_tell_to_run_a_script_and_mentions_do_not() {
        for (text, runs) in [
            ("Run `tests/x.sh` first.", true),
            ("Then `bash tests/x.sh`.", true),
            ("- `tests/x.sh --fast`", true),
            ("```bash\ncd a && timeout 5 bash tests/x.sh\n```\n", true),
            ("```\n$ tests/x.sh a\n```\n", true),
            ("```\n./tests/x.sh\n```\n", true),
            ("1. One:\n   ```sh\n   for f in a; do X=1 tests/x.sh \"$f\"; done\n   ```\n", true),
            ("| `tests/x.sh` | Unit tests |", false),
            ("The tests are in tests/x.sh.", false),
            ("See `tests/x.sh`.", false),
            ("Don't forget tests/x.sh, run them.", false),
            ("```\nskill/\n  tests/\n    x.sh\n```\n", false),
            ("```\ntests/x.sh   # unit tests\n```\n", false),
            ("```bash\ncat tests/x.sh\nchmod +x tests/x.sh\n```\n", false),
            ("```python\nrun('tests/x.sh a')\n```\n", false),
            ("Run `tests/ax.sh`.", false),
        ] {
            assert_eq!(tells_to_run(text, "x.sh"), runs, "{text}");
        }
    }
}
