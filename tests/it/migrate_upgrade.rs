//! Trees that an earlier version migrated: scripts in its form, helper files of other versions, and skills with different ones
//! that call each other. `tests/migrate_former` holds scripts as the version wrote them (`NAME.former.sh`), and what they were
//! before (`NAME.first.sh`).

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::support::{root, run_in, text};

const HELPER: &str = "skill-envelope.bash";
const SH_HELPER: &str = "skill-envelope.sh";

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_upgrade::former_scripts_get_the_new_form", former),
        Trial::test("migrate_upgrade::the_envelope_that_a_script_prints_stays", kind),
        Trial::test("migrate_upgrade::a_fence_of_another_version_is_replaced", fence),
        Trial::test("migrate_upgrade::a_stale_helper_is_told_and_replaced", stale),
        Trial::test("migrate_upgrade::a_missing_helper_is_told_and_written", missing),
        Trial::test("migrate_upgrade::another_envelope_is_taken_up", other_envelope),
        Trial::test("migrate_upgrade::another_default_is_taken_up", other_default),
        Trial::test("migrate_upgrade::a_newer_helper_is_left", newer),
        Trial::test("migrate_upgrade::an_edited_helper_is_shown_by_a_diff", edited),
        Trial::test("migrate_upgrade::helpers_of_two_versions_call_each_other", two_versions),
        Trial::test("migrate_upgrade::a_sourced_script_brings_the_parts_that_it_needs", sourced),
    ]
}

/// The exit code and stdout of `skillgen migrate ARGS`.
fn migrate(folder: &Path, args: &[&str]) -> (i32, String) {
    let (code, out, err) = text(&run_in(folder, &[&["migrate", "--allow-dirty"], args].concat()));
    (code, out + &err)
}

fn expect(holds: bool, what: impl std::fmt::Display) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(what.to_string().into()) }
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    fs::create_dir_all(path.parent().unwrap())?;
    fs::write(path, text)?;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

fn bash(folder: &Path, line: &str) -> (i32, String, String) {
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder).env_remove("BASH_ENV");
    text(&command.output().unwrap())
}

/// A script in one of its texts.
fn kept(name: &str, which: &str) -> Result<String, Failed> {
    Ok(fs::read_to_string(root().join(format!("tests/migrate_former/{name}.{which}.sh")))?)
}

fn former() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let names = ["draft", "handover", "plain", "sh-draft", "sh-handover"];
    for name in names {
        write(&root.join(format!("old/{name}.sh")), &kept(name, "former")?)?;
        write(&root.join(format!("new/{name}.sh")), &kept(name, "first")?)?;
    }
    let (code, out) = migrate(&root, &["--check", "old"]);
    expect(code == 1 && out.matches("to upgrade").count() == 5, format!("check: {code} {out}"))?;
    let (code, out) = migrate(&root, &["old"]);
    expect(code == 0 && out.matches("upgraded").count() == 5, format!("{code} {out}"))?;
    let (code, out) = migrate(&root, &["new", "--force", "--all"]);
    expect(code == 0, format!("{code} {out}"))?;
    for name in names {
        let text = |tree: &str| fs::read_to_string(root.join(format!("{tree}/{name}.sh")));
        expect(text("old")? == text("new")?, format!("{name}: {}", text("old")?))?;
    }
    let (code, out) = migrate(&root, &["--check", "old"]);
    expect(code == 0, format!("check: {code} {out}"))?;
    fs::create_dir(root.join("d"))?;
    let runs = [
        "bash old/handover.sh draft d",
        "dash old/sh-handover.sh d",
        "busybox sh old/sh-handover.sh d",
    ];
    for run in runs {
        let (code, out, err) = bash(&root, run);
        let envelope: Value =
            serde_json::from_str(&out).map_err(|e| format!("{run}: {e}: {out}{err}"))?;
        let made = envelope["deliverables"][0] == "d/page.md";
        expect(code == 0 && made, format!("{run}: {out}{err}"))?;
    }
    let (code, out, _) = text(&run_in(&root, &["migrate", "--undo", "old"]));
    let helper = [HELPER, SH_HELPER].iter().find(|name| root.join("old").join(name).exists());
    expect(code == 0 && helper.is_none(), out)?;
    for name in names {
        let now = fs::read_to_string(root.join(format!("old/{name}.sh")))?;
        expect(now == kept(name, "former")?, format!("{name}: {now}"))?;
    }
    Ok(())
}

fn kind() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let before = kept("draft", "helper.former")?;
    write(&root.join("x.sh"), &before)?;
    let (_, out) = migrate(&root, &["."]);
    let told =
        out.contains("stays in the form of an earlier version: it prints helper-envelope-v1");
    let same = fs::read_to_string(root.join("x.sh"))? == before;
    expect(told && same && out.contains("add `--envelope helper`"), out)?;
    let (code, out) = migrate(&root, &[".", "--envelope", "helper"]);
    expect(code == 0 && out.contains("upgraded"), out)?;
    fs::create_dir(root.join("d"))?;
    let (_, out, err) = bash(&root, "bash x.sh d");
    let envelope: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    expect(envelope["values"]["COUNT"] == "1", format!("{out}{err}"))
}

/// What a script of bash prints on stdout.
fn printed(root: &Path, script: &str) -> Result<Value, Failed> {
    let (_, out, err) = bash(root, &format!("bash {script}"));
    serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}").into())
}

fn other_envelope() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let [a, b] = ["echo \"Items: 3\"\necho \"BATCH_ID=x\"\n", "echo \"Items: 4\"\n"];
    write(&root.join("a.sh"), &format!("#!/usr/bin/env bash\n{a}"))?;
    write(&root.join("b.sh"), &format!("#!/usr/bin/env bash\n{b}"))?;
    let (code, out) = migrate(&root, &["--all", "."]);
    expect(code == 0 && out.contains("2 scripts migrated"), out)?;
    // One of two scripts can't change what the other one prints.
    let (code, out) = migrate(&root, &["--check", "--envelope", "helper", "b.sh"]);
    let names = "prints skill-output-v1 and is not changed, because a.sh sources it too; name the whole folder";
    expect(code == 1 && out.contains(names), out)?;
    let (_, out) = migrate(&root, &["--envelope", "helper", "b.sh"]);
    expect(out.contains(names) && printed(&root, "b.sh")?["agent"].is_null(), out)?;
    let (code, out) = migrate(&root, &["--check", "--envelope", "helper", "."]);
    expect(code == 1 && out.contains("to upgrade  a.sh"), out)?;
    let (code, out) = migrate(&root, &["--envelope", "helper", "."]);
    expect(code == 0 && out.contains("upgraded  a.sh"), out)?;
    let values = printed(&root, "a.sh")?;
    expect(values["values"]["BATCH_ID"] == "x", values)?;
    expect(printed(&root, "b.sh")?["agent"] == "claude", "b.sh")?;
    let (code, out) = migrate(&root, &["--check", "."]);
    expect(code == 0, out)?;
    let (code, out) = migrate(&root, &["--envelope", "skill-output", "."]);
    expect(code == 0 && printed(&root, "a.sh")?["values"].is_null(), out)?;
    let (code, out) = migrate(&root, &["--undo", "."]);
    let back = fs::read_to_string(root.join("a.sh"))?.ends_with(&format!("bash\n{a}"));
    expect(code == 0 && back && !root.join(HELPER).exists(), out)
}

fn other_default() -> Result<(), Failed> {
    for how in ["file", "inline"] {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        write(&root.join("a.sh"), "#!/usr/bin/env bash\necho \"Items: 3\"\n")?;
        let (code, out) = migrate(&root, &["--helper", how, "."]);
        expect(code == 0 && printed(&root, "a.sh")?["confidence"] == 0.5, out)?;
        write(&root.join("skillgen.toml"), "[migrate]\ndefault-confidence = 0.75\n")?;
        let (code, out) = migrate(&root, &["--check", "--helper", how, "."]);
        expect(code == 1, format!("{how}: {out}"))?;
        let (code, out) = migrate(&root, &["--helper", how, "."]);
        expect(code == 0, format!("{how}: {out}"))?;
        expect(printed(&root, "a.sh")?["confidence"] == 0.75, format!("{how}: {out}"))?;
        let (code, out) = migrate(&root, &["--check", "--helper", how, "."]);
        expect(code == 0, format!("{how}: {out}"))?;
    }
    Ok(())
}

fn fence() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let script = root.join("x.sh");
    write(&script, &kept("draft", "first")?)?;
    let inline = ["--helper", "inline", "--default-confidence", "0.7", "."];
    let (code, out) = migrate(&root, &inline);
    expect(code == 0, out)?;
    let today = fs::read_to_string(&script)?;
    let (_, out) = migrate(&root, &["--check", "."]);
    expect(out.contains("1 already migrated"), out)?;
    write(&script, &today.replacen("_sk_q=\\\"$_sk_q\\\"", "_sk_q=\\\"${_sk_q}\\\"", 1))?;
    expect(fs::read_to_string(&script)? != today, "the fence is as it was")?;
    let (code, out) = migrate(&root, &["."]);
    let now = fs::read_to_string(&script)?;
    expect(code == 0 && out.contains("upgraded") && now == today, format!("{code} {out}"))
}

/// A helper text as another version would have written it.
fn of_version(helper: &str, version: &str) -> String {
    let end = helper.find("# End of the file; SHA-256").unwrap_or(helper.len());
    let seal = helper[end..].rsplit_once(' ').map_or("", |(words, _)| words);
    let from = format!("skillgen {}.", env!("CARGO_PKG_VERSION"));
    let text = helper[..end].replacen(&from, &format!("skillgen {version}."), 1);
    let sum: String = Sha256::digest(&text).iter().map(|b| format!("{b:02x}")).collect();
    format!("{text}{seal} {sum}\n")
}

const SCRIPT: &str = "#!/usr/bin/env bash\necho \"Items: 3\"\n";

/// A folder with a migrated script; gives its helper.
fn migrated(root: &Path) -> Result<String, Failed> {
    write(&root.join("s/x.sh"), SCRIPT)?;
    let (code, out) = migrate(root, &["s"]);
    expect(code == 0, out)?;
    Ok(fs::read_to_string(root.join("s").join(HELPER))?)
}

fn stale() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let today = migrated(&root)?;
    let path = root.join("s").join(HELPER);
    let old = of_version(&today.replacen("_sk_main() {", "_sk_main()  {", 1), "0.0.9");
    fs::write(&path, &old)?;
    let (code, out) = migrate(&root, &["--check", "s"]);
    let told = out.contains("stale  s/skill-envelope.bash: was written by skillgen 0.0.9");
    expect(code == 1 && told, format!("{code} {out}"))?;
    let (_, out, _) = text(&run_in(&root, &["migrate", "--check", "s", "--format", "json"]));
    let report: Value = serde_json::from_str(&out)?;
    let helper = &report["helpers"][0];
    expect(helper["state"] == "stale" && helper["version"] == "0.0.9", &report)?;
    let (code, out) = migrate(&root, &["s"]);
    expect(code == 0 && out.contains("updated  s/skill-envelope.bash"), format!("{code} {out}"))?;
    expect(fs::read_to_string(&path)? == today, "the helper is not this version's")?;
    let (code, out) = migrate(&root, &["--check", "s"]);
    expect(code == 0, format!("{code} {out}"))
}

fn missing() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let today = migrated(&root)?;
    let path = root.join("s").join(HELPER);
    fs::remove_file(&path)?;
    let (code, out) = migrate(&root, &["--check", "s"]);
    expect(code == 1 && out.contains("missing  s/skill-envelope.bash"), format!("{code} {out}"))?;
    let (code, out) = migrate(&root, &["s"]);
    expect(code == 0 && fs::read_to_string(&path)? == today, format!("{code} {out}"))
}

fn newer() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let today = migrated(&root)?;
    let path = root.join("s").join(HELPER);
    let new = of_version(&today.replacen("_sk_main() {", "_sk_main()  {", 1), "99.0.0");
    fs::write(&path, &new)?;
    write(&root.join("s/y.sh"), SCRIPT)?;
    write(&root.join("s/z.sh"), "#!/usr/bin/env bash\necho \"Items: 3\"\nexec ls\n")?;
    let (code, out) = migrate(&root, &["s"]);
    let kept = fs::read_to_string(&path)? == new;
    let told = out.contains("newer  s/skill-envelope.bash: names skillgen 99.0.0 as its writer");
    // Anybody can write that number and a checksum: no script is made to run the text.
    let refused = out.contains("which this version can't check");
    let is_left = ["y.sh", "z.sh"].iter().all(|name| {
        !fs::read_to_string(root.join("s").join(name)).unwrap_or_default().contains(HELPER)
    });
    expect(kept && told && refused && is_left, format!("{code} {out}"))
}

fn edited() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let today = migrated(&root)?;
    let path = root.join("s").join(HELPER);
    fs::write(&path, today.replacen("_sk_main() {", "_sk_main() { # mine", 1))?;
    for args in [&["--check", "s"][..], &["s"]] {
        let (code, out) = migrate(&root, args);
        let shown = out.contains("\n  +_sk_main() { # mine") && out.contains("\n  -_sk_main() {");
        let place = out.contains("edited  s/skill-envelope.bash:");
        expect(shown && place && code == i32::from(args.len() == 2), format!("{code} {out}"))?;
    }
    let (_, page, _) = text(&run_in(&root, &["migrate", "s", "--dry-run", "--format", "html"]));
    let told = page.contains("skill-envelope.bash</td><td>edited</td>");
    expect(told && page.contains("\n+_sk_main() { # mine"), page)?;
    expect(fs::read_to_string(&path)?.contains("# mine"), "the edited helper was replaced")
}

/// Two skills: each calls the script of the other as a child, hands over to it, and sources it.
fn two_versions() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    let script = |other: &str| {
        format!(
            "#!/usr/bin/env bash\nhere=$(cd \"$(dirname \"${{BASH_SOURCE[0]}}\")\" && pwd)\nif [ \"${{BASH_SOURCE[0]}}\" = \"$0\" ]; then\n  echo \"Items: 3\"\n  [ \"${{1-}}\" != source ] || . \"$here/../{other}/x.sh\"\n  [ \"${{1-}}\" != child ] || bash \"$here/../{other}/x.sh\"\nelse\n  echo \"Rows: 4\"\nfi\n"
        )
    };
    for (own, other) in [("one", "two"), ("two", "one")] {
        write(&root.join(own).join("x.sh"), &script(other))?;
        let hand = format!(
            "#!/usr/bin/env bash\necho \"Rows: 1\"\nexec bash \"${{0%/*}}/../{other}/x.sh\"\n"
        );
        write(&root.join(own).join("hand.sh"), &hand)?;
    }
    for name in ["one", "two"] {
        let (code, out) = migrate(&root, &[name, "--force"]);
        expect(code == 0 && out.contains("2 scripts migrated"), out)?;
    }
    // Another version has other names inside.
    let path = root.join("two").join(HELPER);
    let other = fs::read_to_string(&path)?.replace("_sk_add", "_sk_note_down");
    fs::write(&path, of_version(&other, "0.0.9"))?;
    let ways = ["x.sh", "hand.sh", "x.sh child", "x.sh source"];
    for (from, how) in ["one", "two"].iter().flat_map(|from| ways.map(|how| (from, how))) {
        let (code, out, err) = bash(&root, &format!("bash {from}/{how}"));
        let envelope: Value =
            serde_json::from_str(&out).map_err(|e| format!("{from} {how}: {e}: {out}{err}"))?;
        let rows = envelope["metrics"]["rows"] == 4;
        let good = code == 0 && envelope["metrics"]["items"] == 3 && rows == (how == "x.sh source");
        expect(good, format!("{from} {how}: {code} {out}{err}"))?;
    }
    Ok(())
}

/// The helper of the script that runs lacks a part that a sourced script needs; both forms of the envelope.
fn sourced() -> Result<(), Failed> {
    const LIBRARY: &str = "#!/usr/bin/env bash\nwork() { echo \"Created: $(echo \"$1\")\"; }\nif [ \"${BASH_SOURCE[0]}\" = \"$0\" ]; then\n  work x\nfi\n";
    for helper in ["file", "inline"] {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        write(&root.join("b/b.sh"), LIBRARY)?;
        write(
            &root.join("a/a.sh"),
            "#!/usr/bin/env bash\n. \"${0%/*}/../b/b.sh\"\nwork one\necho \"Items: 3\"\n",
        )?;
        let (code, out) = migrate(&root, &["b", "--helper", helper]);
        expect(code == 0 && out.contains("migrated  b/b.sh"), out)?;
        write(&root.join("one"), "")?;
        // The caller has no envelope yet: its text stays.
        let (code, out, err) = bash(&root, "bash a/a.sh");
        expect(code == 0 && out == "Created: one\nItems: 3\n", format!("{helper}: {out}{err}"))?;
        let (code, out) = migrate(&root, &["a"]);
        expect(code == 0 && out.contains("migrated  a/a.sh"), out)?;
        let (code, out, err) = bash(&root, "bash a/a.sh");
        let envelope: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
        let made = envelope["deliverables"] == serde_json::json!(["one"]);
        expect(code == 0 && made, format!("{helper}: {out}{err}"))?;
    }
    Ok(())
}
