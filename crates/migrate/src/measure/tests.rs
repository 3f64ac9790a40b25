//! Lines with a label and a value: which of them may state a metric.

use crate::{Choice, Options, plan};

/// Does the last line of a script gain a word for a metric?
fn is_metric(script: &str) -> bool {
    let script = format!("#!/usr/bin/env bash\n{script}\n");
    let options = Options { gainless: Choice::Leave, answers: Choice::Leave, ..Options::default() };
    let plan = plan(script.as_bytes(), &options);
    let last = script.lines().count();
    plan.edits.iter().any(|edit| edit.line == last && edit.pattern.contains("metric"))
}

#[test]
fn values_that_are_numbers() {
    for script in [
        "n=$(wc -l < a)\necho \"Rows: $n\"",
        "size=$(du -sk . | cut -f1)\necho \"Total size: $size\"",
        "sum=$(awk '{ s += $1 } END { print s }' a)\necho \"Sum: $sum\"",
        "many=$(jq '.[] | length' a || echo 0)\necho \"Successful resumes: $many\"",
        "lost=$(count_events a)\necho \"Lost: $lost\"",
        "found=$(ask)\necho \"Open issues: $found\"",
        "commit_count=$(ask)\necho \"Commits: $commit_count\"",
        "share=$(ask)\necho \"Pass rate: $share\"",
        "files=0\nfor f in *; do files=$((files + 1)); done\necho \"Files: $files\"",
        "n=$(ask)\necho \"Items done: $n\"",
        "echo \"Pass: 3\"",
        "echo \"Lines of code: 300\"",
        "n=$(curl -s -o a -w '%{time_total}' \"$1\")\necho \"Response time: ${n}s\"",
        "ms=$(wc -l < a)\necho \"Min: ${ms}ms\"",
        "ms=$(cut -f2 a | sort -n | head -1)\necho \"Max: ${ms}ms\"",
        "echo \"Rows: $(jq '[.[] | .a] | length' a)\"",
    ] {
        assert!(is_metric(script), "{script}");
    }
}

#[test]
fn values_that_are_texts_or_not_known() {
    for script in [
        "size=$(du -sh . | cut -f1)\necho \"Total size: $size\"",
        "while read -r line; do goal=$line; done < a\necho \"Objective: $goal\"",
        "must=$(awk '/^must:/ { print; exit }' a)\necho \"must_haves: ${must:-none}\"",
        "first=$(awk '!seen[$0]++ { print }' a)\necho \"First: $first\"",
        "for f in *.md; do\necho \"would splice: ${f#\"$ROOT/\"}\"; done",
        "fail() { echo \"FAIL  $1\"; }\nbad=$(ask)\nfail \"servers without a name: $bad\"",
        "echo \"Chaining through the proxy on :8080\"",
        "echo \"Detail: $(ask)\"",
        "code=$(ask)\necho \"Response code: $code\"",
        "echo \"Excerpt: $(echo \"$all\" | head -10)\"",
        "ms=$(ask)\necho \"Max: ${ms}MB\"",
        "top=$(sort a | uniq -c | sort -rn | head -1)\necho \"Most: $top\"",
        "list=$(jq -r '.critics[]' a)\necho \"selected_critics: $list\"",
        "list=$(sort a | tr '\\n' ' ')\necho \"Names: $list\"",
        "for one in a b; do list=\"$list $one\"; done\necho \"Parts: $list\"",
    ] {
        assert!(!is_metric(script), "{script}");
    }
}
