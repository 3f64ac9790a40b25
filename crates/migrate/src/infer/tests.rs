//! Small scripts with one feature each; complete ones are in tests/infer.

use super::{Draft, DraftOptions, Output, Way, api_contract, frontmatter, infer, snake};

fn draft(script: &str) -> Draft {
    infer(format!("#!/bin/bash\n{script}").as_bytes(), DraftOptions::default())
        .expect("the script can be read")
}

#[test]
fn need_is_what_ends_the_script() {
    for (script, required) in [
        ("X=$1\n[ -z \"$X\" ] && exit 1", true),
        ("X=$1\n[ -n \"$X\" ] || exit 1", true),
        ("X=$1\nif [[ -z \"$X\" || -z \"$2\" ]]; then exit 2; fi", true),
        ("X=$1\nif [ -z \"$X\" ] && [ -z \"$Y\" ]; then exit 2; fi", false),
        ("X=$1\nif [ -z \"$X\" ]; then echo none; fi", false),
        ("X=$1\nif [ -z \"$X\" ]; then exit 0; fi", false),
        ("die() { exit 1; }\nX=$1\n[ -f \"$X\" ] || die", true),
        ("X=$1\n(( $# >= 1 )) || exit 1", true),
        ("X=$1\n(( $# >= 1 )) || echo x", false),
        ("X=$1\n! [ -z \"$X\" ] || exit 1", true),
        ("X=$1\nif ! [[ $X =~ ^[a-z]+$ ]]; then exit 1; fi", false),
    ] {
        let draft = draft(script);
        assert_eq!(draft.fields[0].required, required, "{script}");
    }
}

#[test]
fn functions_have_arguments_of_their_own() {
    let draft = draft("f() { echo \"$1\" \"$3\"; }\nf a\nmain() { f \"$2\"; }\nmain \"$@\"");
    let ways: Vec<&Way> = draft.fields.iter().map(|f| &f.way).collect();
    assert_eq!(ways, [&Way::Position(1), &Way::Position(2)]);
}

#[test]
fn json_keeps_what_each_branch_prints() {
    let script = "if x; then echo '{\"a\": 1, \"b\": \"t\"}'; else echo \"{\\\"a\\\": 1.5}\"; fi";
    let Output::Json(schema, _) = draft(script).output else { panic!("no JSON") };
    assert_eq!(schema["required"].to_string(), "[\"a\"]");
    assert_eq!(schema["properties"]["a"]["type"], "number");
}

#[test]
fn hostile_text_ends_in_an_answer() {
    let deep = format!("echo {}", "$(echo ".repeat(5000));
    let nested = format!("echo '{}'", "[".repeat(200_000));
    let arms: String = (0..3000).map(|n| format!("--o{n}) x{n}=$2;;\n")).collect();
    // Each call of a line was looked for in the whole line.
    let pipe = format!("a{}", "|a".repeat(500_000));
    let many = format!("while [ $# -gt 0 ]; do case $1 in\n{arms}esac; shift; done");
    let odd = [
        "{ read -r x; } < <(echo \"$1\")\nwhile read y; do :; done < <(cat $(echo \"$2\"))",
        "f() { :; } > \"$(echo $3)\"",
        "echo \"${1:-${1:-${1:-\"",
        "\u{feff}x=${",
        "case $1 in -",
        "x=${1:?",
        "echo \"\\",
    ];
    for script in
        [deep.as_str(), nested.as_str(), many.as_str(), pipe.as_str()].into_iter().chain(odd)
    {
        if let Ok(draft) = infer(script.as_bytes(), DraftOptions::default()) {
            let _ = (api_contract(&draft, "x"), frontmatter(&draft));
        }
    }
}

#[test]
fn names() {
    assert_eq!(snake("--Dry-Run").as_deref(), Some("dry_run"));
    assert_eq!(snake("9x").as_deref(), Some("x"));
    assert_eq!(snake("é"), None);
}

#[test]
fn a_heading_in_dashes_names_no_file() {
    let script = "x=$1\necho '--- SECOND: with step 1a (updated skill) ---'\necho \"Updated: $x\"";
    let Output::Envelope(printed) = draft(script).output else { panic!("no envelope") };
    let lines: Vec<usize> = printed.deliverables.iter().map(|found| found.line).collect();
    assert_eq!(lines, [4]);
}

#[test]
fn the_file_that_a_command_reads_in_arithmetic_is_no_number() {
    let script = "x=$1\nn=$2\n[ -f \"$x\" ] || exit 1\nrows=$(($(wc -l < \"$x\") - n))";
    let types: Vec<String> =
        draft(script).fields.iter().map(|field| field.schema["type"].to_string()).collect();
    assert_eq!(types, ["\"string\"", "\"integer\""]);
}

#[test]
fn inputs_have_a_number() {
    for (kind, line) in [
        ("options", "--o{n}) o{n}=$2; shift 2;;\n"),
        ("variables", "[ -f \"$FILE_{n}\" ] || exit 1\n"),
        ("positions", "shift 999999999; x=$1\n"),
    ] {
        let lines: String = (0..6000).map(|n| line.replace("{n}", &n.to_string())).collect();
        let script = match kind {
            "options" => format!("while [ $# -gt 0 ]; do case $1 in\n{lines}esac; done"),
            _ => lines,
        };
        let draft = draft(&script);
        let count = draft.fields.len().max(draft.parameters.len());
        assert!((200..=256).contains(&count), "{kind}: {count}");
        assert!(
            draft.notes.iter().any(|note| note.text.contains("left out of the draft")),
            "{kind}"
        );
    }
}

#[test]
fn many_documents_are_of_their_types() {
    let lines: String = (0..6000).map(|n| format!("echo '{{\"k{n}\": 1}}'\n")).collect();
    let Output::Json(schema, _) = draft(&lines).output else { panic!("no JSON") };
    assert_eq!(schema["type"], "object");
    assert!(!schema.contains_key("properties"), "{schema:?}");
}

#[test]
fn a_guard_for_digits_says_that_a_value_is_a_number() {
    for guard in ["''|*[!0-9]*) exit 1 ;;", "*[!0-9]*) echo \"no number: $N\" >&2; exit 2 ;;"] {
        let draft = draft(&format!("N=\"${{1:-}}\"\ncase \"$N\" in {guard} esac\necho \"$N\""));
        assert_eq!(draft.fields[0].schema["type"], "integer", "{guard}");
    }
    let draft = draft("N=\"${1:-}\"\ncase \"$N\" in *[!0-9]*) echo \"$N\" ;; esac");
    assert_eq!(draft.fields[0].schema["type"], "string");
}

#[test]
fn what_a_message_shows_for_nothing_is_no_default() {
    let default = |script: &str| draft(script).parameters[0].default.clone();
    assert_eq!(default("echo \"Region: ${REGION:-not set}\"\naws --region \"$REGION\""), None);
    let log = "log() { echo \"$*\"; }\nlog \"Region: ${REGION:-none}\"\naws --region \"$REGION\"";
    assert_eq!(default(log), None);
    assert_eq!(default("echo \"Region: ${REGION:-eu-1}\""), Some("eu-1".into()));
    assert_eq!(default("aws --region \"${REGION:-none}\""), Some("none".into()));
}
