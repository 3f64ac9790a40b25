//! What `skillgen migrate` says of a tree in figures, and what it makes of readers: scripts with JSON of their own are no prose
//! that was left behind, and a reader that is changed with its script gets the same bytes as before. Both are run.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_readers::own_json_is_counted", own_json),
        Trial::test("migrate_readers::both_streams_are_read_alone", both_streams),
        Trial::test("migrate_readers::text_that_another_script_passes_on", passed_on),
        Trial::test("migrate_readers::all_get_the_text_of_old", text_of_old),
        Trial::test("migrate_readers::texts_of_other_formats", other_formats),
        Trial::test("migrate_readers::the_ones_that_stay_say_why", that_stay),
        Trial::test("migrate_readers::names_that_may_be_any_word", bare_names),
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
    let shares = (totals["share"].as_f64(), totals["share_of_text"].as_f64());
    if code != 0
        || totals["refused"] != 2
        || totals["structured"] != 1
        || shares != (Some(0.333), Some(0.5))
    {
        return Err(format!("exit {code}: {totals}").into());
    }
    let (_, _, err) = text(&run_in(folder.path(), &["migrate", ".", "--dry-run"]));
    let told = "1 script to migrate, 2 refused (1 prints nothing but JSON); 1 of 3 shell scripts would then print the envelope";
    if !err.contains(told) {
        return Err(format!("the summary does not tell: {err}").into());
    }
    Ok(())
}

/// A script that stays as it is prints the text of another one as its own: that one is refused, or changed with it.
fn passed_on() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [
        ("rows.sh", "n=$(wc -l <\"$1\")\n\necho \"Rows: $n\"\n"),
        (
            "all.sh",
            "D=$(dirname \"$0\")\nROWS=\"$D/rows.sh\"\n\ncat \"$1\"\nbash \"$ROWS\" \"$1\" 2>/dev/null\n",
        ),
        ("seen.sh", "echo \"Created: $1\"\nbash \"$(dirname \"$0\")/more.sh\" \"$1\"\n"),
        ("more.sh", "echo \"Lines: $(wc -l <\"$1\")\"\n"),
    ] {
        fs::write(folder.path().join(name), format!("#!/usr/bin/env bash\n{body}")).unwrap();
    }
    fs::write(folder.path().join("data"), "a\nb\n").unwrap();
    let all = || {
        let mut command = std::process::Command::new("bash");
        let output = command.args(["all.sh", "data"]).current_dir(folder.path()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let before = all();
    let stat = |more: &[&str]| {
        text(&run_in(folder.path(), &[&["migrate", ".", "--stat"], more].concat())).1
    };
    let report = stat(&[]);
    let reason =
        "rows.sh: its text is passed on by all.sh:6; `--consumers rewrite` changes that reader";
    if !report.contains(reason) || report.contains("more.sh:1") {
        return Err(format!("what is refused: {report}").into());
    }
    if stat(&["--force"]).contains("passed on by") {
        return Err("--force does not take it".into());
    }
    text(&run_in(folder.path(), &["migrate", ".", "--consumers", "rewrite"]));
    let rows = fs::read_to_string(folder.path().join("rows.sh")).unwrap();
    if !rows.contains("skill_say metric.rows") || all() != before {
        return Err(format!("{rows}{before}{}", all()).into());
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
    text(&run_in(folder.path(), &[&args[..], &["--all", "--consumers", "rewrite"]].concat()));
    let maker = fs::read_to_string(folder.path().join("maker.sh")).unwrap();
    if !maker.contains("skill-envelope.bash") {
        return Err("the script was not migrated with its readers".into());
    }
    // The test has an envelope now, too: what it printed comes on stderr.
    let (envelope, after) = test();
    if before != after || envelope.lines().count() != 1 {
        return Err(format!("before:\n{before}\nafter:\n{after}\nenvelope: {envelope}").into());
    }
    Ok(())
}

/// Prints on both streams, reads its arguments and stdin, ends with what it is told.
const PRODUCER: &str = r#"#!/usr/bin/env bash
echo "Items: 3"
echo "warning: $*" >&2
echo "Confidence: 0.75"
[ -t 0 ] || while read -r line; do echo "got $line"; done
trap 'echo "bye $?"' EXIT
exit "${CODE:-0}"
"#;

/// Takes the text in every way that scripts do.
const READS: &str = r##"#!/usr/bin/env bash
set -u
HERE="$(cd "$(dirname "$0")" && pwd)"
S="$HERE/lib/producer.sh"
cmd=(bash "$S" array)
line="bash $S words"
run() { CODE=4 bash "$S" "$@" </dev/null; }
check() { local name=$1 out; shift; out=$("$@" 2>/dev/null </dev/null); echo "$name: $out"; }
evals() { local it="$1"; echo "evals: $(eval "$it" </dev/null)"; }
echo "a=$("$HERE/lib/producer.sh" one </dev/null)"
echo "b=$(bash "$S" two </dev/null 2>/dev/null; echo "rc $?")"
echo "c=$(run three 2>&1 || echo "rc $?")"
if out=$(CODE=1 bash "$S" four </dev/null); then echo "no"; else echo "d=$? $out"; fi
printf 'x\ny\n' | timeout 20 bash "$S" five | grep -c got || true
! bash "$S" six </dev/null | grep -q nothing && echo "e"
{ time bash "$S" seven </dev/null | wc -l; } 2>/dev/null
bash "$S" eight </dev/null > "$HERE/out.txt" 2>&1
echo "f=$(cat "$HERE/out.txt")"
check g bash "$S" nine
evals "bash '$S' ten | sort"
echo "h=$("${cmd[@]}" </dev/null) i=$($line </dev/null)"
for s in "$HERE/lib/producer.sh"; do echo "j=$(bash "$s" </dev/null)"; done
while read -r l; do echo "k=$l"; done < <(env A=1 nice bash "$S" eleven </dev/null 2>/dev/null)
echo l | xargs -n1 bash "$S" </dev/null | sort
bash -c "bash lib/producer.sh twelve </dev/null | sort"
bash <<'EOF'
m=$(bash lib/producer.sh thirteen </dev/null)
echo "m=$m"
EOF
echo "n=`bash lib/producer.sh </dev/null`" "o=$(bash lib/outer.sh)"
conf=$(bash lib/producer.sh </dev/null 2>/dev/null | grep Confidence | cut -d: -f2 | tr -d ' ')
[ "$conf" = 0.75 ] && echo "the field: $conf"
find lib -name producer.sh -exec bash lib/producer.sh {} \; </dev/null 2>/dev/null | sort
bash "$S" plain </dev/null >/dev/null 2>&1
"##;

/// Runs the other one and adds to its text.
const OUTER: &str = "#!/usr/bin/env bash\necho outer\nbash lib/producer.sh inner </dev/null\necho \"Updated: $0\"\n";

const WORKFLOW: &str = r#"name: Ünlike
on: push
jobs:
  a:
    runs-on: x
    steps:
      - name: reads lib/producer.sh
        run: |
          OUT=$(bash lib/producer.sh workflow </dev/null)
          cat <<EOF
          $OUT
          EOF
      - run: bash lib/producer.sh </dev/null | grep -c Items
      - run: "bash lib/producer.sh </dev/null | wc -l"
"#;

const DOCUMENT: &str = "# Skill\n\nRun `V=$(bash lib/producer.sh <id>)`, or `lib/producer.sh <id> --json`.\n\n1. Then:\n\n   ```bash\n   V=$(bash lib/producer.sh document </dev/null)\n   echo \"$V\"\n   ```\n";

const MAKEFILE: &str = "all:\n\t@V=$$(bash lib/producer.sh make </dev/null); echo \"$$V\"\n";

/// A tree with a script and its readers.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = put(folder.path(), name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn read(folder: &std::path::Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// What a shell prints, on both streams.
fn shell(folder: &std::path::Path, program: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let output = std::process::Command::new(program)
        .args(args)
        .env_remove("SKILLGEN_STDOUT")
        .env("MAKEFLAGS", "")
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const REWRITE: [&str; 6] = ["migrate", ".", "--allow-dirty", "--consumers", "rewrite", "--quiet"];

fn text_of_old() -> Result<(), Failed> {
    let files = [("lib/producer.sh", PRODUCER), ("lib/outer.sh", OUTER), ("reads.sh", READS)];
    let folder = tree(&files);
    let root = folder.path();
    let before = shell(root, "bash", &["./reads.sh"]);
    let (code, out, err) = text(&run_in(root, &REWRITE));
    if code != 0 {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    for (name, text) in &files {
        if !read(root, name).contains("skill-envelope.bash") {
            return Err(format!("{name} was not migrated: {text}").into());
        }
    }
    let marks = read(root, "reads.sh").matches("SKILLGEN_STDOUT=text ").count();
    if marks != 20 || read(root, "reads.sh").matches("SKILLGEN_STDOUT=json ").count() != 1 {
        return Err(format!("{marks} commands ask: {}", read(root, "reads.sh")).into());
    }
    // For a caller that asks, all is as before, on both streams; for others the text comes on stderr.
    let asked = shell(root, "env", &["SKILLGEN_STDOUT=text", "bash", "./reads.sh"]);
    if asked != before {
        return Err(format!("before: {before:?}\nasked:  {asked:?}").into());
    }
    let merged = |args: &str| shell(root, "bash", &["-c", &format!("{args} 2>&1")]).1;
    let after = merged("./reads.sh");
    let (text, envelope) = after.trim_end().rsplit_once('\n').unwrap_or_default();
    let old = merged("SKILLGEN_STDOUT=text ./reads.sh");
    if text != old.trim_end() || !envelope.starts_with("{\"success\":true") {
        return Err(format!("before:\n{old}\nafter:\n{after}").into());
    }
    // A value that is not the word asks for nothing.
    for value in ["TEXT", "text ", "json", "", "$(touch owned)", "-n", "!", "("] {
        let (_, out, _) =
            shell(root, "env", &[&format!("SKILLGEN_STDOUT={value}"), "lib/outer.sh"]);
        if !out.starts_with("{\"success\":true") || root.join("owned").exists() {
            return Err(format!("{value}: {out}").into());
        }
    }
    // Nothing is left to do, and the way back is whole.
    let marked = read(root, "reads.sh");
    text_of(&run_in(root, &REWRITE))?;
    if read(root, "reads.sh") != marked {
        return Err("a second run changed the reader".into());
    }
    text_of(&run_in(root, &["migrate", "--undo"]))?;
    match files.iter().find(|(name, text)| read(root, name) != **text) {
        Some((name, _)) => Err(format!("undo did not give {name} back").into()),
        None => Ok(()),
    }
}

fn text_of(output: &std::process::Output) -> Result<String, Failed> {
    let (code, out, err) = text(output);
    if code == 0 { Ok(out) } else { Err(format!("exit {code}: {out}{err}").into()) }
}

/// The scripts of a workflow, and the block of a document, as they would be run.
fn scripts(root: &std::path::Path) -> Vec<String> {
    let workflow = contract::Document::yaml("w", read(root, "w.yml").as_bytes()).unwrap();
    let steps = workflow.value()["jobs"]["a"]["steps"].as_array().cloned().unwrap_or_default();
    let mut all: Vec<String> =
        steps.iter().filter_map(|s| s["run"].as_str().map(str::to_owned)).collect();
    let document = read(root, "SKILL.md");
    all.extend(
        document.split("```bash\n").nth(1).and_then(|b| b.split("```").next()).map(str::to_owned),
    );
    all.push("make -s all".to_owned());
    all
}

fn other_formats() -> Result<(), Failed> {
    let files = [
        ("lib/producer.sh", PRODUCER),
        ("w.yml", WORKFLOW),
        ("SKILL.md", DOCUMENT),
        ("Makefile", MAKEFILE),
    ];
    let folder = tree(&files);
    let root = folder.path();
    let run = || -> Vec<_> {
        scripts(root).iter().map(|script| shell(root, "bash", &["-c", script])).collect()
    };
    let before = run();
    text_of(&run_in(root, &REWRITE))?;
    if before.len() != 5 || !read(root, "lib/producer.sh").contains("skill-envelope.bash") {
        return Err(format!("{before:?}").into());
    }
    let after = run();
    if before != after {
        return Err(format!("before: {before:?}\nafter:  {after:?}").into());
    }
    // Nothing but the assignments was put in, and the span that reads nothing has none.
    for (name, text) in &files[1..] {
        let changed = read(root, name);
        if changed.replace("SKILLGEN_STDOUT=text ", "") != **text || changed == **text {
            return Err(format!("{name}: {changed}").into());
        }
    }
    if read(root, "SKILL.md").matches("SKILLGEN_STDOUT").count() != 2 {
        return Err(read(root, "SKILL.md").into());
    }
    text_of(&run_in(root, &["migrate", "--undo"]))?;
    match files.iter().find(|(name, text)| read(root, name) != **text) {
        Some((name, _)) => Err(format!("undo did not give {name} back").into()),
        None => Ok(()),
    }
}

/// The reasons for which a script is refused.
fn reasons(root: &std::path::Path, args: &[&str]) -> Result<String, Failed> {
    let args = [&["migrate", ".", "--allow-dirty", "--dry-run", "--format", "json"], args].concat();
    let report: Value = serde_json::from_str(&text_of(&run_in(root, &args))?).unwrap();
    let file = report["files"].as_array().into_iter().flatten();
    let file = file.filter(|f| f["path"] == "lib/producer.sh").map(|f| f["refusals"].to_string());
    Ok(file.collect())
}

fn that_stay() -> Result<(), Failed> {
    let plain = "#!/usr/bin/env bash\nv=$(bash lib/producer.sh)\n";
    let sudo = "#!/usr/bin/env bash\nv=$(sudo bash lib/producer.sh)\n";
    let hook = "{\"hooks\": {\"Stop\": [\n{\"command\": \"$R/lib/producer.sh\"}]}}\n";
    let python = "import subprocess, re\no = subprocess.check_output(['lib/producer.sh'])\nre.search('a', o)\n";
    let workflow = "a: &x [\nrun: V=$(bash lib/producer.sh)\n";
    for (name, text, default, rewrite) in [
        ("r.sh", plain, "r.sh:2; `--consumers rewrite` changes that reader", ""),
        ("r.sh", sudo, "r.sh:2 (`sudo` does not hand the environment on); change", "`sudo`"),
        ("hooks.json", hook, "put `SKILLGEN_STDOUT=text ` in front", "hooks.json:2; put"),
        ("r.py", python, "set SKILLGEN_STDOUT=text", "r.py:2; set"),
        ("w.yml", workflow, "`--consumers rewrite` changes", "(the YAML can't be read); change"),
    ] {
        let folder = tree(&[("lib/producer.sh", PRODUCER), (name, text)]);
        let said = reasons(folder.path(), &[])?;
        if !said.contains(default) {
            return Err(format!("{name}: no `{default}`: {said}").into());
        }
        let said = reasons(folder.path(), &["--consumers", "rewrite"])?;
        if rewrite.is_empty() != (said == "[]") || !said.contains(rewrite) {
            return Err(format!("{name}: no `{rewrite}`: {said}").into());
        }
    }
    // The summary counts those that would go.
    let folder = tree(&[("lib/producer.sh", PRODUCER), ("r.sh", plain)]);
    let (_, _, err) = text(&run_in(folder.path(), &["migrate", ".", "--dry-run"]));
    if !err.contains("1 refused (`--consumers rewrite` would migrate 1 of them)") {
        return Err(format!("the summary does not say that a rewrite helps: {err}").into());
    }
    // A reader that can't be written keeps its script, too.
    let folder = tree(&[("lib/producer.sh", PRODUCER), ("r.sh", plain)]);
    let reader = folder.path().join("r.sh");
    let mut mode = fs::metadata(&reader).unwrap().permissions();
    mode.set_readonly(true);
    fs::set_permissions(&reader, mode).unwrap();
    let said = reasons(folder.path(), &["--consumers", "rewrite"])?;
    if said.contains("r.sh:2 (") && said.contains("read-only") {
        return Ok(());
    }
    Err(format!("a read-only reader: {said}").into())
}

fn bare_names() -> Result<(), Failed> {
    let reads = "#!/usr/bin/env bash\nv=$(thing --all)\n";
    let outcome = |files: &[(&str, &str)], name: &str| -> Result<String, Failed> {
        let folder = tree(files);
        let args = ["migrate", ".", "--dry-run", "--allow-dirty", "--format", "json"];
        let report: Value = serde_json::from_str(&text_of(&run_in(folder.path(), &args))?).unwrap();
        let files = report["files"].as_array().into_iter().flatten();
        let file = files.filter(|f| f["path"] == name).map(|f| f["outcome"].to_string());
        Ok(file.collect())
    };
    let producer = ("tools/thing", PRODUCER);
    for (files, name, wanted) in [
        (vec![producer, ("r.sh", reads)], "tools/thing", "migrated"),
        (vec![("bin/thing", PRODUCER), ("r.sh", reads)], "bin/thing", "refused"),
        (
            vec![producer, ("r.sh", reads), ("i.sh", "ln -s \"$PWD/tools/thing\" ~/.local/bin/\n")],
            "tools/thing",
            "refused",
        ),
        (
            vec![producer, ("r.sh", "PATH=\"$PWD/tools:$PATH\"\nv=$(thing)\n")],
            "tools/thing",
            "refused",
        ),
        (vec![producer, ("r.sh", "v=$(tools/thing)\n")], "tools/thing", "refused"),
        (
            vec![producer, ("r.yml", "- shell: bash\n  thing: |\n    ls | sort\n")],
            "tools/thing",
            "migrated",
        ),
    ] {
        let got = outcome(&files, name)?;
        if got != format!("\"{wanted}\"") {
            return Err(format!("{files:?}: {got}, expected {wanted}").into());
        }
    }
    Ok(())
}
