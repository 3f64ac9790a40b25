//! A migrated script under real bash, next to the original.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the promise is about what bash does, so the test starts it"
)]

use std::process::{Command, Output};

const SCRIPT: &str = r#"#!/bin/bash
set -euo pipefail
GREEN='\033[0;32m'; NC='\033[0m'
cleanup() { echo "cleanup $?"; rm -f scratch; }
trap cleanup EXIT
note() { echo -e "${GREEN}[INFO]${NC} $1"; }
score() { echo "Confidence: 0.1"; }
touch scratch
V=$(score)
mkdir -p out
for f in a b; do
  echo hi > "out/$f.txt"
  note "Created: out/$f.txt"
done
note "Created: scratch"
seq 3 | while read -r n; do echo "Item count: $n"; done
echo -e "   ${GREEN}Confidence:${NC} $(printf '%.1f%%' 87.5)"
(sleep 0.1; echo late) &
wait
echo "line $LINENO"
[ "${1-}" != fail ] || false
[ "${1-}" != unset ] || echo "$NOPE"
[ "${1-}" != exec ] || exec sh -c 'echo child; exit 5'
echo "SUCCESS"
"#;

fn run(folder: &std::path::Path, flags: &[&str], argument: &str, merged: bool) -> Output {
    let tail = if merged { " 2>&1" } else { "" };
    let line = format!("bash {} ./script.sh {argument}{tail}", flags.join(" "));
    Command::new("bash").args(["-c", &line]).current_dir(folder).output().unwrap()
}

#[test]
fn does_the_same_and_prints_one_envelope() {
    let plan = migrate::plan(SCRIPT.as_bytes(), &migrate::Options::default());
    assert_eq!(plan.outcome, migrate::Outcome::Migrated, "{:?}", plan.refusals);
    let migrated = migrate::apply(SCRIPT.as_bytes(), &plan.edits);
    let again = migrate::plan(&migrated, &migrate::Options::default());
    assert_eq!(again.outcome, migrate::Outcome::Already);
    let base = std::env::temp_dir().join(format!("skillgen-run-{}", std::process::id()));
    std::fs::create_dir_all(&base).unwrap();
    let helper = migrate::helper(
        migrate::Shell::Bash,
        migrate::Kind::SkillOutput,
        "0.5",
        &migrate::Part::ALL.into_iter().filter(|part| !part.is_output_option()).collect(),
    );
    std::fs::write(base.join(migrate::helper_name(migrate::Shell::Bash)), helper).unwrap();
    for (argument, code, end) in [
        ("ok", 0, r#""errors":[]}"#),
        ("fail", 1, r#""line":21,"command":"false"}}]}"#),
        ("unset", 1, r#""line":22,"command":"echo \"$NOPE\""}}]}"#),
        ("exec", 5, r#""line":23,"command":"exec sh -c echo child; exit 5"}}]}"#),
    ] {
        for flags in [&[][..], &["--posix"]] {
            std::fs::write(base.join("script.sh"), SCRIPT).unwrap();
            let before = run(&base, flags, argument, true);
            std::fs::write(base.join("script.sh"), &migrated).unwrap();
            let after = run(&base, flags, argument, false);
            let out = String::from_utf8(after.stdout).unwrap();
            let head = format!(
                r#"{{"success":{},"confidence":0.875,"deliverables":["out/a.txt","out/b.txt"{}],"metrics":{{"item_count":3}},"errors":["#,
                code == 0,
                // `exec` drops the EXIT trap, so the file that it would remove is still there.
                if argument == "exec" { ",\"scratch\"" } else { "" }
            );
            assert_eq!(before.status.code(), Some(code), "{argument}");
            assert_eq!(after.status.code(), Some(code), "{argument}: {out}");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(&before.stdout), text(&after.stderr), "{argument}");
            assert!(out.starts_with(&head) && out.trim_end().ends_with(end), "{argument}: {out}");
            assert_eq!(out.lines().count(), 1);
        }
    }
    std::fs::remove_dir_all(&base).unwrap();
}
