//! What a person reads of `skillgen migrate` and chooses: the table, patches for each skill, the page, and the choice of
//! lines and scripts.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{root, run_with, skillgen, text};

const FETCH: &str = "#!/usr/bin/env bash\nset -e\nif [ -z \"$1\" ]; then\n  echo \"ERROR: no topic\" >&2\n  exit 1\nfi\n\
touch \"$1.md\"\necho \"Created: $1.md\"\necho \"Lines: 12\"\n";
const NOTE: &str = "#!/usr/bin/env bash\necho \"ERROR: nothing to do\"\nexit 1\n";
const JSON: &str = "#!/usr/bin/env bash\necho '{\"a\": 1}'\n";

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 11] = [
        ("table", table),
        ("a_patch_for_each_skill", split),
        ("a_patch_for_each_owner", owners),
        ("page", page),
        ("only_and_skip", only_and_skip),
        ("keep", keep),
        ("interactive", interactive),
        ("whole_lines_in_json", whole_lines),
        ("table_on_a_terminal", terminal),
        ("gitattributes", gitattributes),
        ("the_diff_of_the_readme", readme),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("migrate_report::{name}"), test))
        .collect()
}

fn tree() -> Tree {
    let tree = Tree::new();
    tree.script("fetch/SKILL.md", "---\nname: fetch\ndescription: Fetch.\n---\n");
    tree.script("fetch/scripts/fetch.sh", FETCH);
    tree.script("note/SKILL.md", "---\nname: note\ndescription: Note.\n---\n");
    tree.script("note/scripts/note.sh", NOTE);
    tree.script("note/scripts/json.sh", JSON);
    tree.committed();
    tree
}

fn holds(text: &str, wanted: &[&str]) -> Check {
    match wanted.iter().find(|needle| !text.contains(**needle)) {
        Some(needle) => Err(format!("no {needle:?} in\n{text}").into()),
        None => Ok(()),
    }
}

fn table() -> Check {
    let tree = tree();
    let (code, out, err) = tree.run(&["--stat", "."]);
    ensure(code == 0 && err.is_empty(), format!("exit {code}: {err}"))?;
    holds(
        &out,
        &[
            "2 scripts to migrate, 1 refused (1 prints nothing but JSON); 2 of 3 shell scripts",
            "  lines  values",
            "1 deliverable, 1 metric, 1 error",
            "\nrefused\n  note/scripts/json.sh:2: prints JSON on stdout",
        ],
    )?;
    let (useful, less) = (out.find("fetch.sh"), out.find("note.sh"));
    ensure(useful < less, format!("the most useful script is not the first:\n{out}"))?;
    ensure(tree.read("note/scripts/note.sh") == NOTE, "a script was written")
}

fn split() -> Check {
    let tree = tree();
    // Their patches would be options of `git apply *`.
    for folder in ["-R", "--"] {
        tree.script(&format!("{folder}/SKILL.md"), &tree.read("note/SKILL.md"));
        tree.script(&format!("{folder}/scripts/note.sh"), NOTE);
    }
    tree.committed();
    let (code, out, err) = tree.run(&["--split", "patches", "."]);
    ensure(code == 0, format!("exit {code}: {err}"))?;
    let patches = [
        "patches/fetch.patch: ",
        "patches/note.patch: ",
        "patches/R.patch: ",
        "patches/folder.patch: ",
    ];
    holds(&out, &patches)?;
    let patch = tree.read("patches/note.patch");
    ensure(patch.contains("note.sh") && !patch.contains("fetch.sh"), patch)?;
    ensure(tree.read("note/scripts/note.sh") == NOTE, "a script was written")?;
    for patch in ["patches/fetch.patch", "patches/note.patch"] {
        ensure(tree.git(&["apply", patch]), format!("git apply {patch}"))?;
    }
    ensure(tree.read("note/scripts/note.sh") != NOTE, "the patch changed nothing")?;
    let (code, _, err) = tree.run(&["--split", "patches", "."]);
    ensure(code == 2 && err.contains("not empty"), format!("exit {code}: {err}"))
}

fn owners() -> Check {
    let tree = tree();
    let (code, _, err) = tree.run(&["--split", "patches", "--split-by", "owner", "."]);
    ensure(code == 2 && err.contains("no CODEOWNERS"), format!("exit {code}: {err}"))?;
    // What no automaton is built for, and no glob: the line is named.
    for (pattern, shown) in [("?".repeat(400_000), "`????"), ("a{b".to_owned(), "`a{b`")] {
        tree.script(".github/CODEOWNERS", &format!("* @all\n{pattern} @ann\n"));
        let (code, _, err) = tree.run(&["--split", "patches", "--split-by", "owner", "."]);
        let is_named = err.contains(".github/CODEOWNERS:2: ") && err.contains(shown);
        ensure(code == 2 && is_named && err.len() < 500, format!("exit {code}: {err}"))?;
    }
    let lines =
        "# who reviews\n* @org/all\n/fetch/ @org/fetch @ann # both\n/note/*\n/note/scripts/\n";
    tree.script(".github/CODEOWNERS", lines);
    let (code, out, err) = tree.run(&["--split", "patches", "--split-by", "owner", "."]);
    ensure(code == 0, format!("exit {code}: {err}"))?;
    holds(&out, &["patches/org-fetch-ann.patch: ", "patches/no-owner.patch: "])?;
    let patch = tree.read("patches/org-fetch-ann.patch");
    let has_helper = patch.contains("+++ b/fetch/scripts/skill-envelope.bash");
    ensure(patch.contains("fetch.sh") && has_helper && !patch.contains("b/note"), patch)?;
    ensure(tree.git(&["apply", "patches/no-owner.patch"]), "git apply")?;
    ensure(tree.read("note/scripts/note.sh") != NOTE, "the patch changed nothing")
}

fn page() -> Check {
    let tree = tree();
    tree.script(
        "note/use.sh",
        "#!/usr/bin/env bash\nout=$(bash scripts/note.sh '<b>')\necho \"$out\"\n",
    );
    let (code, out, err) = tree.run(&["--dry-run", "--format", "html", "."]);
    ensure(code == 0, format!("exit {code}: {err}"))?;
    holds(
        &out,
        &[
            "<!DOCTYPE html>",
            "<a href=\"#s0\">fetch/scripts/fetch.sh</a>",
            "deliverable → deliverables</span>",
            "<h2>Refused</h2>",
            "<h2>Helper files</h2>",
            "skill-envelope.bash</td><td>new</td>",
            "Read by <a href=\"#r0\">note/use.sh:2</a>",
            "<tr id=\"r0\"><td>note/use.sh:2</td>",
            "&lt;b&gt;",
        ],
    )?;
    ensure(!out.contains("<b>") && !out.contains("<script"), "words of the repository are HTML")
}

fn outcomes(tree: &Tree, args: &[&str]) -> Result<Vec<String>, Failed> {
    let all = [&["--dry-run", "--format", "json", "."], args].concat();
    let (_, out, err) = tree.run(&all);
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {err}"))?;
    let files = report["files"].as_array().ok_or("no files")?;
    let one = |file: &Value| {
        let patterns = file["edits"].as_array().into_iter().flatten();
        let patterns: Vec<&str> = patterns
            .filter_map(|edit| edit["pattern"].as_str())
            .filter(|id| ["error", "deliverable", "metric"].contains(id))
            .collect();
        let name = file["path"].as_str().unwrap_or_default().rsplit('/').next();
        format!(
            "{} {} {}",
            name.unwrap_or_default(),
            file["outcome"].as_str().unwrap_or_default(),
            patterns.join(",")
        )
    };
    Ok(files.iter().map(|file| one(file).trim_end().to_owned()).collect())
}

fn only_and_skip() -> Check {
    let tree = tree();
    let expect = |args: &[&str], wanted: [&str; 3]| -> Check {
        let found = outcomes(&tree, args)?;
        ensure(found == wanted, format!("{args:?}: {found:?}"))
    };
    let (fetch, note, json) =
        ("fetch.sh migrated error,deliverable,metric", "note.sh migrated error", "json.sh refused");
    expect(&[], [fetch, json, note])?;
    expect(&["--only", "error,metric"], ["fetch.sh migrated error,metric", json, note])?;
    expect(
        &["--skip", "error"],
        ["fetch.sh migrated deliverable,metric", json, "note.sh nothing"],
    )?;
    expect(&["--skip", "note"], [fetch, "json.sh nothing", "note.sh nothing"])?;
    expect(&["--only", "fetch/**"], [fetch, "json.sh nothing", "note.sh nothing"])?;
    let (code, _, err) = tree.run(&["--dry-run", "--only", "eror", "."]);
    ensure(
        code == 2 && err.contains("--only eror: no script matches it") && err.contains("error"),
        format!("exit {code}: {err}"),
    )
}

fn keep() -> Check {
    let tree = tree();
    tree.script(
        "fetch/scripts/fetch.sh",
        &FETCH.replace("12\"\n", "12\" # skillgen: keep (a limit)\n"),
    );
    tree.script("note/scripts/note.sh", &NOTE.replacen('\n', "\n# skillgen: keep\n", 1));
    tree.script(
        "note/scripts/json.sh",
        "#!/usr/bin/env bash\ncat <<'E'\n# skillgen: keep\nE\necho '# skillgen: keep'\necho 'ERROR: x'\n",
    );
    let found = outcomes(&tree, &[])?;
    let wanted =
        ["fetch.sh migrated error,deliverable", "json.sh migrated error", "note.sh nothing"];
    ensure(found == wanted, format!("{found:?}"))?;
    let (_, out, _) = tree.run(&["--stat", "."]);
    holds(&out, &["\nleft out\n  note/scripts/note.sh: `# skillgen: keep` in line 2\n"])
}

fn interactive() -> Check {
    let tree = tree();
    let mut command = skillgen();
    command.current_dir(&tree.path).args(["migrate", "--interactive", "."]);
    let (code, out, err) = text(&run_with(command, b"?\nn\ny\n"));
    ensure(code == 0, format!("exit {code}: {err}"))?;
    holds(
        &out,
        &["(1/2) Migrate fetch/scripts/fetch.sh", "y - migrate", "(2/2)", "fetch.sh: declined"],
    )?;
    ensure(tree.read("fetch/scripts/fetch.sh") == FETCH, "a declined script was written")?;
    ensure(tree.read("note/scripts/note.sh") != NOTE, "nothing was written")
}

fn whole_lines() -> Check {
    let tree = Tree::new();
    let line = format!("echo \"ERROR: {}\"", "long ".repeat(60));
    tree.script("a.sh", &format!("#!/usr/bin/env bash\n{line}\n"));
    tree.committed();
    let (_, out, _) = tree.run(&["--dry-run", "--format", "json", "."]);
    let report: Value = serde_json::from_str(&out)?;
    let edits = report["files"][0]["edits"].as_array().ok_or("no edits")?;
    ensure(edits.iter().any(|edit| edit["before"] == line), out)
}

/// With a terminal the table comes first and the diff is coloured; `script` gives one.
fn terminal() -> Check {
    let tree = tree();
    let built = skillgen();
    let mut command = std::process::Command::new("script");
    for (name, value) in built.get_envs().filter(|(name, _)| *name != "NO_COLOR") {
        command.env(name, value.unwrap_or_default());
    }
    let line = format!("'{}' migrate --dry-run .", built.get_program().to_string_lossy());
    command.env("TERM", "xterm").env_remove("NO_COLOR").current_dir(&tree.path);
    command.args(["-qec", &line, "/dev/null"]);
    let out = String::from_utf8_lossy(&run_with(command, b"").stdout).into_owned();
    let (table, diff) = (out.find("to migrate"), out.find("--- a/fetch"));
    ensure(table.is_some() && table < diff, format!("no table before the diff:\n{out}"))?;
    ensure(out.contains("\u{1b}[32m+"), format!("the diff has no colours:\n{out}"))?;
    let folded = out.contains("and 2 helper files; -v shows them") && !out.contains("+skill_say()");
    ensure(folded, format!("helper files are shown:\n{out}"))?;
    ensure(fs::read_dir(&tree.path)?.count() == 3, "something was written")
}

/// The line is added once, keeps what is there, and undo takes it back.
fn gitattributes() -> Check {
    let tree = tree();
    tree.script(".gitattributes", "*.png binary");
    ensure(tree.git(&["add", "."]) && tree.git(&["commit", "-qm", "y"]), "git commit")?;
    let (_, out, _) = tree.run(&["--stat", "."]);
    holds(&out, &["`--gitattributes` marks these files"])?;
    let (code, _, err) = tree.run(&["--gitattributes", "."]);
    ensure(code == 0, err)?;
    let wanted = "*.png binary\nskill-envelope.* linguist-generated\n";
    ensure(tree.read(".gitattributes") == wanted, tree.read(".gitattributes"))?;
    let (code, _, err) = tree.run(&["--undo", "."]);
    ensure(code == 0, err)?;
    ensure(tree.read(".gitattributes") == "*.png binary", "undo left the line")
}

/// The README shows the whole change to a script of the examples.
fn readme() -> Check {
    let text = fs::read_to_string(root().join("README.md"))?;
    let shown = text.split("```diff\n").nth(1).and_then(|rest| rest.split("```").next());
    let tree = Tree::new();
    let script = root().join("examples/.claude/skills/release-notes/scripts/draft.sh");
    tree.script("draft.sh", &fs::read_to_string(script)?);
    tree.committed();
    let (_, out, err) = tree.run(&["--dry-run", "draft.sh"]);
    let made = out.split("--- /dev/null").next().unwrap_or_default();
    ensure(
        shown == Some(made),
        format!("the README shows\n{}\nnow it is\n{made}{err}", shown.unwrap_or("nothing")),
    )
}
