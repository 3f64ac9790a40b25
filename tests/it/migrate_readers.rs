//! What `skillgen migrate` says of a tree in figures, and what it makes of readers: scripts with JSON of their own are no prose
//! that was left behind, and a reader that takes both streams gets the same bytes from stderr alone.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_readers::own_json_is_counted", own_json),
        Trial::test("migrate_readers::both_streams_are_read_alone", both_streams),
    ]
}

fn own_json() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [
        ("a.sh", "echo \"Created: x\"\n"),
        ("b.sh", "jq -n '{a: 1}'\n"),
        ("c.sh", "if [ \"$1\" = --json ]; then echo '{\"a\": 1}'; else echo \"a is 1\"; fi\n"),
    ] {
        fs::write(folder.path().join(name), format!("#!/usr/bin/env bash\n{body}")).unwrap();
    }
    let args = ["migrate", ".", "--dry-run", "--format", "json"];
    let (code, out, err) = text(&run_in(folder.path(), &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let totals = &report["totals"];
    if code != 0 || totals["refused"] != 2 || totals["structured"] != 1 {
        return Err(format!("exit {code}: {totals}").into());
    }
    let (_, _, err) = text(&run_in(folder.path(), &["migrate", ".", "--dry-run"]));
    if !err.contains("2 refused, 1 of them for JSON of their own (33.3 %") {
        return Err(format!("the summary does not tell: {err}").into());
    }
    Ok(())
}

const MAKER: &str = "#!/usr/bin/env bash\necho \"Items: 3\"\necho \"ERROR: no disk\" >&2\nexit 4\n";

/// Takes both streams: named, through a variable, in a function, through a pipe.
const TEST: &str = r#"#!/usr/bin/env bash
HERE="$(cd "$(dirname "$0")" && pwd)"
MAKER="$HERE/maker.sh"
run() {
  bash "$MAKER" "$@" 2>&1
}
a=$("$HERE/maker.sh" 2>&1) || echo "a failed with $?"
b=$(bash "$MAKER" x 2>&1 || true)
c=$(run)
[ "$a" = "$b" ] && [ "$b" = "$c" ] && echo same
printf '%s|' "$a"
"$MAKER" 2>&1 | wc -l
if ./maker.sh |& grep -c disk; then echo found; fi
bash "$MAKER" >/dev/null 2>&1 || echo "and exits with $?"
"#;

fn both_streams() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        use std::os::unix::fs::PermissionsExt as _;
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let test = || {
        let output = std::process::Command::new("bash")
            .arg("test.sh")
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    put("maker.sh", MAKER);
    put("test.sh", TEST);
    let (before, _) = test();
    let args = ["migrate", ".", "--allow-dirty", "--format", "json"];
    let (_, out, _) = text(&run_in(folder.path(), &[&args[..], &["--dry-run"]].concat()));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}"))?;
    let lines: Vec<u64> = report["files"][0]["consumers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|c| c["blocking"] == true)
        .filter_map(|c| c["line"].as_u64())
        .collect();
    if lines != [5, 7, 8, 12, 13] || report["files"][0]["outcome"] != "refused" {
        return Err(format!("readers at {lines:?}: {out}").into());
    }
    text(&run_in(folder.path(), &[&args[..], &["--consumers", "rewrite"]].concat()));
    let maker = fs::read_to_string(folder.path().join("maker.sh")).unwrap();
    if !maker.contains("__skill_begin") {
        return Err("the script was not migrated with its readers".into());
    }
    // The test has an envelope now, too: what it printed comes on stderr.
    let (envelope, after) = test();
    if before != after || envelope.lines().count() != 1 {
        return Err(format!("before:\n{before}\nafter:\n{after}\nenvelope: {envelope}").into());
    }
    Ok(())
}
