//! Commands that read JSON, and commands that read text.

use super::wants;

#[test]
fn commands_that_want_json() {
    for command in [
        "jq .",
        "jq -c",
        "jq -e .success",
        "yq .success",
        "yq -e '.errors | length'",
        "yq eval .confidence -",
        "yq --input-format=json .",
        "jq -e '.success, .confidence, .deliverables, .metrics, .errors'",
        "jq -e '.confidence >= 0.0 and .confidence <= 1.0'",
        "jq -e '.success | type == \"boolean\"'",
        "jq -r '.errors[] | .code'",
        "jq '{ok: .success, all: (.errors | map(.message))}'",
        "jq --arg a b -r 'if .success then .deliverables[0] else empty end'",
        "jq 'keys | length'",
        "jq '.[\"success\"]'",
        "python -m json.tool",
        "python3 -m json.tool --compact",
        "python3 -c 'import json,sys; print(json.load(sys.stdin)[\"success\"])'",
        "node -e \"JSON.parse(require('fs').readFileSync(0)).confidence\"",
        "ajv validate -s s.json -d /dev/stdin",
        "npx ajv validate -d -",
        "skillgen parse --format json",
        "skill_parse -",
        "jq -s '.[0]'",
        "jq -s '.[0].success'",
        "jq --slurp '.[].metrics'",
    ] {
        assert!(wants(command), "{command}");
    }
    for command in [
        "jq -R .",
        "jq -Rs 'split(\"\\n\")'",
        "jq -r .version",
        "jq -r '.[0].name'",
        "jq '.success, .name'",
        "yq .Confidence",
        "yq .",
        "python3 -c 'import sys; print(sys.stdin.read())'",
        "python3 -c 'import json,sys; print(json.load(sys.stdin)[\"name\"])'",
        "node -e 'JSON.parse(x).version'",
        "python3 read.py",
        "grep success",
        "yq .a",
    ] {
        assert!(!wants(command), "{command}");
    }
}
