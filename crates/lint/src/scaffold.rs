//! A new skill: contract, a script that prints the envelope, tests. A test checks that the files pass the
//! rules.

mod from;

use serde_json::{Value, json};

pub use from::{FromScript, files_from};

/// A file of a new skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Its path below the skill's folder.
    pub path: String,
    /// Its content.
    pub text: String,
    /// Whether it is executable.
    pub executable: bool,
}

/// The properties of a new skill.
#[derive(Clone, Debug)]
pub struct ScaffoldOptions<'p> {
    /// Its name, in the standard's form.
    pub name: &'p str,
    /// Its description; by default a placeholder.
    pub description: Option<&'p str>,
    /// Whether the contract is in the schema files of a package, not in the frontmatter.
    pub package: bool,
    /// The bash helper of skill-output-v1, in the form of `emit`.
    pub helper: &'p str,
}

/// Whether a name has the standard's form: lower-case letters, digits and single hyphens, at most 64.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    (1..=64).contains(&name.len()) && name.split('-').all(part)
}

/// The most similar name in that form.
#[must_use]
pub fn nearest_name(name: &str) -> String {
    let lower = name.to_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let joined = parts.collect::<Vec<_>>().join("-");
    joined.chars().take(64).collect::<String>().trim_end_matches('-').to_owned()
}

/// The files of a new skill.
#[must_use]
pub fn files(plan: &ScaffoldOptions<'_>) -> Vec<NewFile> {
    let file =
        |path: &str, text: String| NewFile { path: path.to_owned(), text, executable: false };
    let program =
        |path: &str, text: String| NewFile { path: path.to_owned(), text, executable: true };
    let mut files = vec![
        file("SKILL.md", skill(plan, "compatibility: \"Needs bash and jq\"\n", BODY)),
        program("execute.sh", EXECUTE.to_owned()),
        file("lib/skill-output.sh", plan.helper.to_owned()),
        program("tests/run.sh", TESTS.to_owned()),
    ];
    if plan.package {
        files.push(file("assets/runner.json", pretty(&manifest(plan.name))));
        files.push(file("assets/input.schema.json", pretty(&input())));
        files.push(file("assets/parameter.schema.json", pretty(&parameter())));
        files.push(file("assets/output.schema.json", SKILL_OUTPUT.to_owned()));
    }
    files
}

/// The SKILL.md of a new skill, alone: it names no file that isn't there.
#[must_use]
pub fn template(plan: &ScaffoldOptions<'_>) -> NewFile {
    let text = skill(plan, "", TEMPLATE_BODY);
    NewFile { path: "SKILL.md".to_owned(), text, executable: false }
}

fn skill(plan: &ScaffoldOptions<'_>, compatibility: &str, body: &str) -> String {
    let description = plan.description.unwrap_or(
        "Finds what is known about a topic. Use when a question needs facts that are not at hand.",
    );
    // JSON is valid YAML for any description.
    let description = Value::from(description).to_string();
    let contract = if plan.package { "" } else { CONTRACT };
    let name = plan.name;
    let title = name.replace('-', " ");
    format!(
        "---\nname: {name}\ndescription: {description}\n{compatibility}{contract}---\n\n# {title}\n\n{body}"
    )
}

const CONTRACT: &str = r#"metadata:
  contract: |
    version: 1
    input_schema:
      required:
        - name: topic
          type: string
          description: What to look for, a few words, for example "tides in the North Sea"
      optional:
        - name: limit
          type: number
          description: How many results at most, from 1 to 50
          default: 5
    output_schema:
      required:
        - name: success
          type: boolean
          description: Whether the skill did what it was asked to do
        - name: confidence
          type: number
          description: How good the result is, from 0 to 1
        - name: deliverables
          type: string[]
          description: Paths of the files that were made or changed
        - name: metrics
          type: object
          description: Measurements by name, all numbers
        - name: errors
          type: object[]
          description: What went wrong, each with code and message
    pre_checks:
      - description: A topic is given
        validation: topic is not empty
    post_checks:
      - description: The result says how good it is
        validation: confidence is not empty
    cacheable: false
"#;

const BODY: &str = r#"Run `execute.sh` with the input as one JSON object on stdin:

```sh
echo '{"topic": "tides"}' | ./execute.sh
```

It prints one JSON document on stdout, whatever happens; remarks go to stderr.

- Replace the work in `execute.sh`, and keep the contract in step with it.
- `tests/run.sh` runs it on good and bad input and holds its output to the contract.
- `skillgen check .` says what could be better.
"#;

const TEMPLATE_BODY: &str = r"Say here, step by step, how an agent does the work of this skill.

- Input: one JSON object, as `input_schema` declares it.
- Output: one JSON document on stdout, as `output_schema` declares it, whatever happens; remarks go to stderr.
- `skillgen check .` says what could be better.
";

const EXECUTE: &str = r#"#!/usr/bin/env bash
# Input: one JSON object, in SKILL_INPUT or on stdin. Output: one envelope on stdout, whatever ends the run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/skill-output.sh
. "$here/lib/skill-output.sh"
skill_begin

if ! command -v jq >/dev/null; then
  skill_error TOOL_NOT_AVAILABLE 'jq is not installed'
  exit 1
fi
input=${SKILL_INPUT:-$(cat)}
if ! topic=$(jq -er '.topic | strings | select(length > 0)' <<<"$input"); then
  skill_error MISSING_REQUIRED_PARAM 'Missing required input: topic'
  exit 1
fi
limit=$(jq -r '.limit // 5' <<<"$input")

# ---- the work; remarks go to stderr ----
echo "looking for $topic, at most $limit results" >&2
found=0

skill_confidence 0.9
skill_metric results_found "$found"
"#;

const TESTS: &str = r#"#!/usr/bin/env bash
# Runs the skill on good and bad input, and holds what it prints to skill-output-v1.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

for tool in skillgen jq; do
  command -v "$tool" >/dev/null || {
    echo "$0: $tool is not installed, and these tests need it" >&2
    exit 2
  }
done

holds() {
  skillgen parse --no-legacy --strict <<<"$1" >/dev/null || {
    echo "not an envelope: $1" >&2
    exit 1
  }
}

good=$("$here/execute.sh" <<<'{"topic": "tides"}')
holds "$good"

if bad=$("$here/execute.sh" <<<'{}'); then
  echo 'a missing topic passed' >&2
  exit 1
fi
holds "$bad"

skillgen check "$here"
echo 'all good'
"#;

fn manifest(name: &str) -> Value {
    json!({
        "id": name,
        "version": "0.1.0",
        "execution_modes": ["auto"],
        "schemas": {
            "input": "assets/input.schema.json",
            "parameter": "assets/parameter.schema.json",
            "output": "assets/output.schema.json",
        },
    })
}

/// The output of a new skill's script, which uses the helper of that contract.
const SKILL_OUTPUT: &str = include_str!("../../../schemas/skill-output-v1.schema.json");

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

fn input() -> Value {
    json!({
        "$schema": DIALECT,
        "title": "Input",
        "type": "object",
        "required": ["topic"],
        "additionalProperties": false,
        "properties": {
            "topic": {
                "type": "string",
                "minLength": 2,
                "maxLength": 200,
                "description": "What to look for, a few words",
                "examples": ["tides in the North Sea"],
                "x-input-source": "inline",
            },
        },
    })
}

fn parameter() -> Value {
    json!({
        "$schema": DIALECT,
        "title": "Parameter",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": 50,
                "default": 5,
                "description": "How many results at most, from 1 to 50",
            },
        },
    })
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests;
