//! A new skill around an existing script: the drafted contract, the script, and a wrapper.

use serde_json::Value;

use super::NewFile;

/// The facts about the skill.
#[derive(Clone, Debug)]
pub struct FromScript<'p> {
    /// Its name, in the standard's form.
    pub name: &'p str,
    /// Its description, from the user or the script.
    pub description: Option<&'p str>,
    /// The lines of the frontmatter with the contract, below `metadata`.
    pub contract: &'p str,
    /// Programs that the script needs beside bash.
    pub tools: &'p [String],
    /// The secrets that it reads from its environment.
    pub secrets: &'p [String],
    /// The file name of the script below `scripts/`.
    pub script: &'p str,
    /// Its text.
    pub text: &'p str,
    /// `execute.sh`, which converts the input to arguments.
    pub adapter: &'p str,
    /// Whether the output is the envelope of skill-output-v1.
    pub envelope: bool,
    /// The bash helper of skill-output-v1.
    pub helper: &'p str,
    /// The names of required inputs, and the example of the first run.
    pub required: &'p [String],
}

/// The files of the skill.
#[must_use]
pub fn files_from(plan: &FromScript<'_>) -> Vec<NewFile> {
    let file =
        |path: &str, text: String, executable| NewFile { path: path.to_owned(), text, executable };
    let mut files = vec![
        file("SKILL.md", skill(plan), false),
        file("execute.sh", plan.adapter.to_owned(), true),
        file(&format!("scripts/{}", plan.script), plan.text.to_owned(), true),
        file("tests/run.sh", tests(plan), true),
    ];
    if plan.adapter.contains("lib/skill-output.sh") {
        files.push(file("lib/skill-output.sh", plan.helper.to_owned(), false));
    }
    files
}

fn skill(plan: &FromScript<'_>) -> String {
    let text = plan.description.unwrap_or("TODO: say what it does").trim();
    let text: String = text.chars().filter(|c| !matches!(c, '<' | '>')).take(900).collect();
    let lower = text.to_lowercase();
    let has_trigger = lower.contains("use when") || lower.contains("use this");
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    let description = if has_trigger {
        text
    } else {
        format!("{text}{stop} Use when (TODO: say when an agent should use it).")
    };
    let needs: Vec<&str> = ["bash", "jq"]
        .into_iter()
        .chain(plan.tools.iter().map(String::as_str).filter(|t| *t != "jq"))
        .collect();
    let mut compatibility = format!("Needs {}", needs.join(", "));
    if !plan.secrets.is_empty() {
        compatibility.push_str(&format!("; {} in the environment", plan.secrets.join(", ")));
    }
    let compatibility: String = compatibility.chars().take(500).collect();
    let title = plan.name.replace('-', " ");
    let out = if plan.envelope {
        "It prints one JSON document on stdout, whatever happens; remarks go to stderr."
    } else {
        "It prints the JSON that `output_schema` describes."
    };
    format!(
        "---\nname: {}\ndescription: {}\ncompatibility: {}\n{}---\n\n# {title}\n\nRun `execute.sh` with the input as one JSON object on \
         stdin; it becomes the arguments of `scripts/{}`, which does the work.\n{out}\n\n\
         - The contract was drafted from the script: the comments name the lines. Look at each TODO.\n\
         - `tests/run.sh` checks the skill, and runs it on each input in `tests/inputs/`: put good ones there.\n\
         - `skillgen check .` says what could be better.\n",
        plan.name,
        Value::from(description),
        Value::from(compatibility),
        plan.contract,
        plan.script,
    )
}

fn tests(plan: &FromScript<'_>) -> String {
    let mut out = String::from(TESTS_HEAD);
    out.push_str(&format!(
        "bash -n \"$here/execute.sh\"\nbash -n \"$here/scripts/{}\"\n\n",
        plan.script
    ));
    if plan.envelope {
        out.push_str(HOLDS);
    } else {
        out.push_str(HOLDS_JSON);
    }
    if !plan.required.is_empty() {
        let names = plan.required.join(", ");
        out.push_str(&format!("# Without {names} nothing is run.\n"));
        out.push_str(if plan.envelope { MISSING } else { MISSING_JSON });
    }
    out.push_str(TESTS_TAIL);
    out
}

const TESTS_HEAD: &str = r#"#!/usr/bin/env bash
# Holds the skill to its contract: without an input of yours the script itself is not run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

command -v skillgen >/dev/null || {
  echo "$0: skillgen is not installed, and these tests need it" >&2
  exit 2
}

"#;

const HOLDS: &str = r#"holds() {
  skillgen parse --no-legacy --strict <<<"$1" >/dev/null || {
    echo "not an envelope: $1" >&2
    exit 1
  }
}

"#;

const HOLDS_JSON: &str = r#"holds() {
  skillgen validate --contract "$here/SKILL.md" --role output - <<<"$1" >/dev/null || {
    echo "not what the contract says: $1" >&2
    exit 1
  }
}

"#;

const MISSING: &str = r#"if bad=$("$here/execute.sh" <<<'{}' 2>/dev/null); then
  echo 'a missing input passed' >&2
  exit 1
fi
holds "$bad"

"#;

const MISSING_JSON: &str = r#"if "$here/execute.sh" <<<'{}' >/dev/null 2>&1; then
  echo 'a missing input passed' >&2
  exit 1
fi

"#;

const TESTS_TAIL: &str = r#"for input in "$here"/tests/inputs/*.json; do
  [ -f "$input" ] || continue
  skillgen validate --contract "$here/SKILL.md" --role input "$input" >/dev/null || {
    echo "not an input: $input" >&2
    exit 1
  }
  out=$("$here/execute.sh" <"$input") || true
  holds "$out"
done

skillgen check "$here"
echo 'all good'
"#;
