//! The adapter between a skill's input, one JSON object, and a script's own arguments: `execute.sh` of a skill that is
//! created from a script.

use crate::infer::{Draft, Field, Output, Way};

/// How the adapter converts the script's output to the skill's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handover {
    /// The script prints the skill's output itself: the adapter is replaced by it.
    Becomes,
    /// The script prints text or nothing: the adapter prints the envelope by the script's exit code.
    Wraps,
}

/// The text of `execute.sh` for a script at `scripts/NAME` beside it.
#[must_use]
pub fn adapter(draft: &Draft, script: &str, handover: Handover) -> String {
    let fields: Vec<&Field> = draft.fields.iter().chain(&draft.parameters).collect();
    let own_json = matches!(draft.output, Output::Json(..));
    let mut out = String::from(HEAD);
    let needs_input = !fields.is_empty();
    let helper = !own_json || handover == Handover::Wraps;
    out.push_str(if helper { FAIL } else { FAIL_PLAIN });
    if needs_input {
        out.push_str(INPUT);
    }
    for field in fields.iter().filter(|f| f.required) {
        out.push_str(&format!(
            "has {} || fail MISSING_REQUIRED_PARAM 'Missing required input: {}'\n",
            field.name, field.name
        ));
    }
    out.push('\n');
    let exports: Vec<String> = fields
        .iter()
        .filter_map(|f| match &f.way {
            Way::Environment(name) => Some(format!(
                "(.{key} | select(. != null) | \"export {name}=\" + (text | @sh))",
                key = f.name
            )),
            _ => None,
        })
        .collect();
    if !exports.is_empty() {
        out.push_str(&format!(
            "eval \"$(jq -r '{TEXT}\n  {}' <<<\"$input\")\"\n",
            exports.join(",\n  ")
        ));
    }
    let arguments = arguments(&draft.fields);
    if arguments.is_empty() {
        out.push_str("args=()\n");
    } else {
        out.push_str(&format!(
            "args=()\neval \"args=($(jq -r '{TEXT}{TRIM}\n  [\n    {}\n  ] | @sh' <<<\"$input\"))\"\n",
            arguments.join(",\n    ")
        ));
    }
    let stdin = stdin(&draft.fields);
    let call = format!("\"$here/scripts/{script}\" ${{args[@]+\"${{args[@]}}\"}}");
    match handover {
        Handover::Becomes => out.push_str(&format!("exec {call} {stdin}\n")),
        Handover::Wraps => out.push_str(&format!(
            "# shellcheck source=lib/skill-output.sh\n. \"$here/lib/skill-output.sh\"\n# shellcheck disable=SC2119  # its argument is a name, not ours\nskill_begin\n{call} {stdin}\n"
        )),
    }
    out
}

const HEAD: &str = r#"#!/usr/bin/env bash
# Input: one JSON object, in SKILL_INPUT or on stdin. It becomes the arguments of the script that does the work.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

"#;

const FAIL: &str = r#"fail() {
  # shellcheck source=lib/skill-output.sh
  . "$here/lib/skill-output.sh"
  # shellcheck disable=SC2119  # its argument is a name, not ours
  skill_begin
  skill_error "$1" "$2"
  exit 1
}
"#;

const FAIL_PLAIN: &str = r#"fail() {
  echo "$1: $2" >&2
  exit 1
}
"#;

const INPUT: &str = r#"command -v jq >/dev/null || fail TOOL_NOT_AVAILABLE 'jq is not installed'
input=${SKILL_INPUT:-$(cat)}
jq -e 'type == "object"' >/dev/null 2>&1 <<<"$input" || fail INVALID_INPUT 'the input is no JSON object'
has() {
  jq -e --arg name "$1" '.[$name] | . != null and . != "" and . != []' >/dev/null <<<"$input"
}
"#;

const TEXT: &str = "def text: if type == \"string\" then . else tojson end;";
const TRIM: &str = "\n  def trim: if length > 0 and .[-1] == null then .[:-1] | trim else . end;";

/// The expressions for the arguments, in the script's order.
fn arguments(fields: &[Field]) -> Vec<String> {
    let mut out = Vec::new();
    let mut places: Vec<String> = Vec::new();
    let flush = |places: &mut Vec<String>, out: &mut Vec<String>| {
        if !places.is_empty() {
            let list = std::mem::take(places).join(" + ");
            out.push(format!("({list} | trim | .[] | if . == null then \"\" else text end)"));
        }
    };
    for field in fields {
        let key = &field.name;
        let list = field.schema.get("type").and_then(|t| t.as_str()) == Some("array");
        match &field.way {
            Way::Position(_) => {
                places.push(format!("[.{key}]"));
                continue;
            }
            Way::Rest(_) => {
                places.push(format!("(.{key} // [])"));
                continue;
            }
            Way::Environment(_) | Way::StdinKey(_) | Way::StdinText => continue,
            _ => flush(&mut places, &mut out),
        }
        match &field.way {
            Way::Switch(name) => out.push(format!("(.{key} | select(. == true) | \"{name}\")")),
            Way::Option(name, joined) => {
                let each = if list {
                    format!(".{key} // [] | .[]")
                } else {
                    format!(".{key} | select(. != null)")
                };
                let value = if *joined {
                    format!("\"{name}=\" + text")
                } else {
                    format!("\"{name}\", text")
                };
                out.push(format!("({each} | {value})"));
            }
            _ => {}
        }
    }
    flush(&mut places, &mut out);
    out
}

/// The script's stdin.
fn stdin(fields: &[Field]) -> String {
    if fields.iter().any(|f| matches!(f.way, Way::StdinKey(_))) {
        return "<<<\"$input\"".to_owned();
    }
    match fields.iter().find(|f| f.way == Way::StdinText) {
        Some(field) => format!("< <(jq -j '.{} // \"\"' <<<\"$input\")", field.name),
        None => "</dev/null".to_owned(),
    }
}
