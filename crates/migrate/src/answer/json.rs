//! JSON of other programs that a script prints: `kubectl get pods -o json`, `gh pr view --json title`, `curl`, and
//! variables with such a text. Callers want that JSON, even if there are lines for people beside it.

use std::collections::BTreeSet;

use super::program::{Purpose, purpose};
use super::written::variable;
use crate::model::{Call, Script};
use crate::word;

/// The variables of a script with JSON.
pub(super) struct JsonVariables<'a>(BTreeSet<&'a str>);

impl<'a> JsonVariables<'a> {
    pub(super) fn of(script: &'a Script<'_>) -> Self {
        let words = script.calls.iter().flat_map(|call| call.assignments.iter().chain(&call.words));
        let held = words.filter_map(|word| {
            let (name, value) = word.split_once('=')?;
            let plain = name.chars().all(bash_syntax::is_name_char);
            (plain && !name.is_empty() && makes_json(value)).then_some(name)
        });
        Self(held.collect())
    }

    /// Whether a call prints JSON of another program: directly, or from a variable with its text.
    pub(super) fn hands_json(&self, call: &Call<'_>) -> bool {
        match call.name.as_str() {
            "echo" | "printf" => variable(call).is_some_and(|name| self.0.contains(name)),
            "curl" => fetches(call),
            name => {
                let words: Vec<&str> = call.words.iter().map(|word| word.as_str()).collect();
                let asks = match (name, words.get(1)) {
                    ("gh", Some(&"api")) => true,
                    ("aws", Some(_)) if reads_aws(&words) => true,
                    _ => asks_for_json(&words) && purpose(call) != Purpose::Work,
                };
                asks && !are_filtered(&words)
            }
        }
    }
}

/// Whether the value of a variable comes from a program with an option for JSON, and no other program takes it apart:
/// `$(gh … --json n)`.
fn makes_json(value: &str) -> bool {
    let Some(inside) = value.trim_matches('"').strip_prefix("$(").and_then(|v| v.strip_suffix(')'))
    else {
        return false;
    };
    let last = last_stage(inside);
    let words: Vec<&str> = last.split_whitespace().collect();
    match words.first() {
        Some(&"jq") => is_json_of_jq(&words),
        Some(&"gh") if words.get(1) == Some(&"api") => !are_filtered(&words),
        _ => asks_for_json(&words) && !are_filtered(&words),
    }
}

/// The last program of a pipeline; after `||` or `;`, another case begins.
fn last_stage(commands: &str) -> &str {
    let (mut quote, mut from) = (None, 0);
    for (at, c) in commands.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '|') if commands[at + 1..].starts_with('|') => return commands[from..at].trim(),
            (None, ';' | '&' | '\n') => return commands[from..at].trim(),
            (None, '|') => from = at + 1,
            _ => {}
        }
    }
    commands[from..].trim()
}

/// Whether jq prints JSON with these words. A single number or string is not JSON here.
fn is_json_of_jq(words: &[&str]) -> bool {
    let raw = words.iter().any(|word| {
        let short = word.starts_with('-') && !word.starts_with("--");
        short && word.contains(['r', 'j']) || matches!(*word, "--raw-output" | "--join-output")
    });
    let composes = words.iter().any(|word| word.contains(['{', '[']));
    !raw && composes && !words.iter().any(|word| word.contains("length"))
}

/// `-o json`, `--output=json`, `--format json`, `--json name,url`
fn asks_for_json(words: &[&str]) -> bool {
    const FORMATS: [&str; 4] = ["-o", "--output", "--format", "--output-format"];
    let bare = |word: &str| word.trim_matches(['"', '\'']).to_ascii_lowercase();
    words.iter().enumerate().skip(1).any(|(at, word)| match word.split_once('=') {
        Some((option, value)) => FORMATS.contains(&option) && bare(value) == "json",
        None if FORMATS.contains(word) => {
            words.get(at + 1).is_some_and(|next| bare(next) == "json")
        }
        None => matches!(*word, "--json" | "-ojson" | "-json"),
    })
}

/// Whether a command of aws prints what it reads as JSON: `aws sts get-caller-identity`.
fn reads_aws(words: &[&str]) -> bool {
    const READS: [&str; 4] = ["describe-", "get-", "list-", "batch-get-"];
    let mut plain = words.iter().skip(1).filter(|word| !word.starts_with('-'));
    let reads = plain.any(|word| READS.iter().any(|start| word.starts_with(start)));
    reads && !words.iter().any(|word| word.starts_with("--output"))
}

/// Whether an option takes the JSON apart: `gh … --json name --jq .name`.
fn are_filtered(words: &[&str]) -> bool {
    words.iter().any(|word| matches!(*word, "--jq" | "-q" | "--template" | "-t" | "--query"))
}

/// Whether a call of curl prints a download. With `-f` it usually tests whether a server is up.
fn fetches(call: &Call<'_>) -> bool {
    const OTHERWISE: [&str; 16] = [
        "--data",
        "--fail",
        "--form",
        "--head",
        "--help",
        "--output",
        "--remote-name",
        "--request",
        "--upload-file",
        "--version",
        "--write-out",
        "--data-binary",
        "--data-raw",
        "--json",
        "--data-urlencode",
        "--config",
    ];
    let sends = |letters: &str| {
        letters.chars().all(|c| c.is_ascii_alphabetic())
            && letters.contains(['d', 'f', 'F', 'I', 'K', 'o', 'O', 'T', 'V', 'w', 'X'])
    };
    let words: Vec<String> =
        call.words.iter().skip(1).map(|word| word::shown(word).into_owned()).collect();
    let gets = words
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "-X" | "--request") && pair[1] == "GET");
    let other = words.iter().any(|word| match word.strip_prefix("--") {
        Some(_) => OTHERWISE.contains(&word.split('=').next().unwrap_or(word)),
        None => word.strip_prefix('-').is_some_and(sends),
    });
    let plain = |word: &String| word.contains("://") || word.starts_with('$');
    (!other || gets) && words.iter().any(plain)
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Options, Outcome, plan};

    fn reason(script: &str) -> Option<String> {
        let script = format!("#!/usr/bin/env bash\nset -euo pipefail\n{script}");
        let options =
            Options { answers: Choice::Leave, gainless: Choice::Leave, ..Options::default() };
        let plan = plan(script.as_bytes(), &options);
        let refused = plan.refusals.first().map(|refusal| refusal.reason.clone());
        if refused.is_none() {
            assert_eq!(plan.outcome, Outcome::Migrated, "{script}");
        }
        refused
    }

    const CHECKED: &str = "[ -f \"$1\" ] || { echo \"Error: no file\" >&2; exit 1; }\n";

    #[test]
    fn json_of_programs_is_an_answer() {
        for script in [
            "echo \"Pods:\"\nkubectl get pods -o json\necho \"Created: out.txt\"\n",
            "kubectl get pods --output=json\necho \"Rows: 3\"\n",
            "pods() { kubectl get pods -o json; }\necho \"Rows: 3\"\npods\necho \"Created: a.txt\"\n",
            "gh pr view \"$1\" --json title,body\necho \"Rows: 3\"\n",
            "gh api \"repos/$1\"\necho \"Created: a.txt\"\n",
            "aws sts get-caller-identity\necho \"Rows: 3\"\n",
            "if AWS_PROFILE=\"$1\" aws sts get-caller-identity; then\n  echo \"Rows: 3\"\nfi\n",
            "out=$(gh issue list --json number)\necho \"$out\"\necho \"Created: a.txt\"\n",
            "out=\"$(aws ec2 describe-vpcs --output json)\"\nprintf '%s\\n' \"$out\"\necho \"Rows: 3\"\n",
            "docker inspect --format json \"$1\"\necho \"Rows: 3\"\n",
        ] {
            let reason = reason(&format!("{CHECKED}{script}"));
            let told = reason.as_deref().unwrap_or("migrated");
            assert!(
                told.starts_with("prints an answer: JSON of another program"),
                "{script}: {told}"
            );
        }
    }

    #[test]
    fn a_download_may_be_any_text() {
        for script in [
            "curl -s \"https://example.org/$1\"\necho\necho \"Created: a.txt\"\n",
            "get() { curl -sS -H \"Authorization: $T\" \"$BASE/$1\"; }\nget a\necho \"Created: a.txt\"\n",
        ] {
            let reason = reason(&format!("{CHECKED}{script}"));
            let told = reason.as_deref().unwrap_or("migrated");
            assert!(told.starts_with("prints an answer: the output of"), "{script}: {told}");
        }
    }

    #[test]
    fn json_that_a_function_prints_is_json() {
        for script in [
            "answer() { printf '%s\\n' \"$1\"; }\nanswer '{\"ok\": true}'\n",
            "answer() { echo \"$*\"; }\nanswer \"{\\\"ok\\\": $1}\"\n",
        ] {
            let reason = reason(&format!("{CHECKED}{script}"));
            let told = reason.as_deref().unwrap_or("migrated");
            assert!(told.starts_with("prints JSON on stdout"), "{script}: {told}");
        }
    }

    #[test]
    fn texts_that_go_to_a_file_in_other_runs() {
        let script = "text=\"# Prompt $1\"\nif [ \"$2\" = --stdout ]; then\n  echo \"$text\"\nelse\n  echo \"$text\" > out.md\n  echo \"Created: out.md\"\nfi\n";
        let told = reason(&format!("{CHECKED}{script}")).unwrap_or_default();
        assert!(told.starts_with("prints an answer: a value alone"), "{told}");
    }

    #[test]
    fn flags_and_sourced_functions_are_no_answers() {
        for script in [
            "verbose=false\nfor f in \"$@\"; do\n  $verbose || continue\n  rm \"$f\"\ndone\n",
            "source \"$(dirname \"$0\")/common.sh\"\nheader Deploy\nfinish\n",
        ] {
            assert_eq!(reason(&format!("{CHECKED}{script}")), None, "{script}");
        }
    }

    #[test]
    fn json_for_the_script_itself_is_none() {
        for script in [
            "n=$(kubectl get pods -o json | jq '.items | length')\necho \"Rows: $n\"\n",
            "kubectl get pods -o json | jq -r '.items[0].name' > name.txt\necho \"Created: name.txt\"\n",
            "kubectl get pods -o json > pods.json\necho \"Created: pods.json\"\n",
            "if kubectl get pods -o json | grep -q x; then echo \"Created: a.txt\"; fi\n",
            "curl -fsS \"http://localhost/health\"\necho \"Created: a.txt\"\n",
            "curl -sL \"https://example.org/x\" -o x\necho \"Created: x\"\n",
            "out=$(gh pr view --json title --jq .title)\necho \"Created: a.txt\"\n",
            "kubectl apply -f x.yaml -o json\necho \"Created: a.txt\"\n",
            "prog() { curl -s \"$1\"; }\nx=$(prog http://a)\necho \"Rows: $x\"\n",
            "log() { echo \"[info] $*\"; }\nlog '{\"ok\": true}'\necho \"Created: a.txt\"\n",
        ] {
            assert_eq!(reason(&format!("{CHECKED}{script}")), None, "{script}");
        }
    }
}
