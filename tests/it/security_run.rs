//! What ends, and what is only text: processes of a timed-out script, readers without an end, temporary folders, and words of a
//! repository in Markdown.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::diff_closed::Repository;
use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{run_in, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 12] = [
        ("a_timeout_ends_other_sessions", sessions),
        ("a_fifo_is_not_waited_for", fifos),
        ("git_waits_for_no_fifo", fifos_that_git_reads),
        ("huge_files_are_refused_at_once", huge),
        ("temporary_folders_go_on_a_signal", temporary),
        ("markdown_of_check_is_text", markdown_of_check),
        ("markdown_of_diff_is_text", markdown_of_diff),
        ("folded_markdown_of_diff_is_text", folded_markdown),
        ("markdown_of_changelog_is_text", markdown_of_changelog),
        ("names_forge_no_line_of_a_report", forged_lines),
        ("junit_holds_what_xml_can_hold", junit),
        ("names_are_no_workflow_commands", workflow_commands),
    ];
    all.into_iter().map(|(name, test)| Trial::test(format!("security_run::{name}"), test)).collect()
}

/// Processes that left the group, and one that goes on starting others.
fn sessions() -> Check {
    let tree = Tree::new();
    let marker = tree.path.join("../marker");
    let script = format!(
        "setsid bash -c 'sleep 2; echo a >> {0}' &\n(setsid nohup bash -c 'sleep 2; echo b >> {0}' >/dev/null 2>&1 &)\n\
         setsid bash -c 'for n in 1 2 3 4 5 6; do setsid sleep 0.4; done; echo c >> {0}' &\nsleep 60\n",
        marker.display()
    );
    tree.script("skill/SKILL.md", "---\nname: s\ndescription: d\n---\n");
    tree.script("skill/execute.sh", &script);
    let start = Instant::now();
    let (code, out, err) = text(&run_in(&tree.path, &["run", "skill", "--timeout", "0.7"]));
    ensure(code == 1 && out.contains("TOOL_TIMEOUT"), format!("{code} {out}{err}"))?;
    std::thread::sleep(Duration::from_secs(5).saturating_sub(start.elapsed()));
    let left = fs::read_to_string(&marker).unwrap_or_default();
    ensure(left.is_empty(), format!("still there: {left}"))
}

fn fifos() -> Check {
    let tree = Tree::new();
    for name in ["in", "SKILL.md", "c.json", ".gitignore", "s.sh"] {
        let made = Command::new("mkfifo").arg(tree.path.join(name)).status()?.success();
        ensure(made, "mkfifo")?;
    }
    tree.script("any.json", "{}");
    for args in [
        &["parse", "in"][..],
        &["parse", "--batch", "in"],
        &["validate", "--contract", "c.json", "any.json"],
        &["validate", "--contract", "any.json", "in"],
        &["diff", "any.json", "c.json"],
        &["emit", "--lang", "ts", "--contract", "c.json"],
        &["check", "."],
        &["check", "SKILL.md"],
        &["infer", "s.sh"],
        &["migrate", "--dry-run", "."],
        &["migrate", "--dry-run", "s.sh"],
    ] {
        let mut command = Command::new("timeout");
        command.arg("20").arg(skillgen().get_program()).args(args).current_dir(&tree.path);
        let output = command.stdin(Stdio::null()).output()?;
        let (code, _, err) = text(&output);
        ensure((0..=2).contains(&code), format!("{args:?}: exit {code} {err}"))?;
    }
    let (code, _, err) = text(&run_in(&tree.path, &["parse", "in"]));
    ensure(code == 2 && err.contains("is a FIFO"), format!("{code} {err}"))?;
    let (code, _, err) = text(&run_in(&tree.path, &["parse", "/dev/zero"]));
    ensure(code == 2 && err.contains("is a device"), format!("{code} {err}"))?;
    let pipe = format!("{} parse <(echo 'Created: src/a.ts')", skillgen().get_program().display());
    let output = Command::new("bash").args(["-c", &pipe]).output()?;
    ensure(output.status.success(), "the pipes of a shell are read")
}

/// Files of 20 GB that take no room.
/// Git opens these itself, and would wait for a writer.
fn fifos_that_git_reads() -> Check {
    // A comparison reads no attributes.
    for (name, wanted, why) in [
        (".gitattributes", 1, "type-changed"),
        ("s/.gitattributes", 1, "type-changed"),
        (".gitignore", 2, "FIFO"),
    ] {
        let repository = Repository::new(&[("s/a.schema.json", "{\"type\": \"object\"}")]);
        let here = repository.path();
        let made = Command::new("mkfifo").arg(here.join(name)).status()?.success();
        ensure(made, "mkfifo")?;
        fs::write(here.join("s/a.schema.json"), "{\"type\": \"array\"}")?;
        let mut command = Command::new("timeout");
        command.arg("60").arg(skillgen().get_program()).args(["diff", "--against", "HEAD"]);
        let (code, out, err) = text(&command.current_dir(here).stdin(Stdio::null()).output()?);
        let is_told = code == wanted && format!("{out}{err}").contains(why);
        ensure(is_told, format!("{name}: exit {code} {out}{err}"))?;
    }
    Ok(())
}

fn huge() -> Check {
    let tree = Tree::new();
    for name in ["skills/s/SKILL.md", "c.json", "x.sh", "out.txt"] {
        let path = tree.script(name, "");
        fs::OpenOptions::new().write(true).open(path)?.set_len(20 << 30)?;
    }
    let start = Instant::now();
    for args in [
        &["check", "."][..],
        &["check", "c.json"],
        &["diff", "c.json", "c.json"],
        &["emit", "--lang", "ts", "--contract", "c.json"],
        &["infer", "x.sh"],
        &["migrate", "--dry-run", "."],
        &["parse", "out.txt"],
        &["run", "skills/s"],
    ] {
        let (code, _, err) = text(&run_in(&tree.path, args));
        ensure((0..=2).contains(&code), format!("{args:?}: exit {code} {err}"))?;
    }
    let (code, _, err) = text(&run_in(&tree.path, &["parse", "out.txt"]));
    ensure(code == 2 && err.contains("at most 1024 MB"), format!("{code} {err}"))?;
    ensure(start.elapsed() < Duration::from_secs(300), "it took too long")
}

fn temporary() -> Check {
    let tree = Tree::new();
    tree.script("c.json", "{}");
    tree.committed();
    let folder = tree.path.join("../tmp");
    fs::create_dir_all(&folder)?;
    tree.script("../bin/git", "#!/bin/sh\nexec sleep 120\n");
    let signals = [("TERM", 15), ("INT", 2), ("HUP", 1), ("QUIT", 3), ("USR1", 10), ("USR2", 12)];
    for (signal, status) in signals.into_iter().chain([("ALRM", 14), ("XCPU", 24), ("XFSZ", 25)]) {
        let mut command = skillgen();
        command.args(["diff", "--against", "HEAD"]).current_dir(&tree.path);
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", tree.path.join("../bin").display());
        command.env("TMPDIR", &folder).env("PATH", path);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let made = || fs::read_dir(&folder).unwrap().count() > 0;
        let start = Instant::now();
        while !made() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        ensure(made(), "no temporary folder is used: the test shows nothing")?;
        Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status()?;
        use std::os::unix::process::ExitStatusExt as _;
        let ended = child.wait()?;
        ensure(ended.signal() == Some(status), format!("{signal}: {ended}"))?;
        ensure(!made(), format!("{signal}: a folder is left"))?;
    }
    Ok(())
}

/// Words that would be live in a comment on a pull request.
const LIVE: &str = "[x](http://evil.example) ![i](http://evil.example/i.png) <img src=x> @everyone www.evil.example a|b";

/// What Markdown may read as markup: without code spans and escaped characters.
fn outside_of_code(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches('`').len();
        let (fence, after) = rest.split_at(run);
        // A span ends at a run of as many backticks.
        let end = (run > 0).then(|| {
            let mut ends = after.match_indices(fence);
            let whole =
                |at: usize| !after[..at].ends_with('`') && !after[at + run..].starts_with('`');
            ends.find(|(at, _)| whole(*at)).map(|(at, _)| at + run)
        });
        rest = match (end, c) {
            (Some(Some(end)), _) => &after[end..],
            (Some(None), _) => after,
            (None, '\\') => rest[1..].chars().next().map_or("", |c| &rest[1 + c.len_utf8()..]),
            (None, c) => {
                out.push(c);
                &rest[c.len_utf8()..]
            }
        };
    }
    out
}

fn live(text: &str) -> Option<&'static str> {
    let bare = outside_of_code(text);
    ["](", "<img", "@everyone", "://", "www.evil"].into_iter().find(|word| bare.contains(word))
}

fn markdown_of_check() -> Check {
    let tree = Tree::new();
    tree.script(
        "skills/s/SKILL.md",
        &format!("---\nname: \"{LIVE}\"\ndescription: d\n\"{LIVE}\": 1\nallowed-tools: 3\n---\n"),
    );
    tree.script("skills/a [x](http:evil) @everyone `b`/SKILL.md", "no front matter\n");
    let (_, out, err) = text(&run_in(&tree.path, &["check", "--format", "markdown", "."]));
    ensure(
        out.contains("evil") && out.contains("| error |"),
        format!("nothing found: {out}{err}"),
    )?;
    for line in out.lines() {
        ensure(live(line).is_none(), format!("{:?} is live: {line}", live(line)))?;
    }
    Ok(())
}

fn markdown_of_diff() -> Check {
    let tree = Tree::new();
    let schema = |description: &str, name: &str| {
        let text = serde_json::json!({"type": "object", "description": description, "properties": {name: {"type": "string"}}});
        text.to_string()
    };
    tree.script("a.json", &schema("before", "b"));
    tree.script("b.json", &schema(LIVE, LIVE));
    let (_, out, err) =
        text(&run_in(&tree.path, &["diff", "--format", "markdown", "a.json", "b.json"]));
    ensure(out.contains("evil"), format!("nothing found: {out}{err}"))?;
    // Between fences is no markup, either.
    let mut fenced = false;
    for line in out.lines() {
        fenced ^= line.trim_start().starts_with("```");
        ensure(fenced || live(line).is_none(), format!("{:?} is live: {line}", live(line)))?;
    }
    Ok(())
}

/// Also where the notes say how old inputs are brought over.
fn markdown_of_changelog() -> Check {
    let tree = Tree::new();
    let version = |kind: &str| {
        let name = format!("a` {LIVE}\n# Heading");
        let properties = serde_json::json!({&name: {"type": kind}});
        let tool = serde_json::json!({"name": name, "inputSchema": {"type": "object", "properties": properties}});
        let other = serde_json::json!({"name": "other", "inputSchema": {"type": "object"}});
        serde_json::json!({"tools": [tool, other]}).to_string()
    };
    tree.script("old.json", &version("string"));
    tree.script("new.json", &version("number"));
    let (_, out, err) = text(&run_in(&tree.path, &["changelog", "old.json", "new.json"]));
    ensure(out.contains("Migration of old inputs"), format!("no migration: {out}{err}"))?;
    for line in out.lines() {
        let heading = line.starts_with("# ");
        ensure(!heading && live(line).is_none(), format!("{:?} is live: {line}", live(line)))?;
    }
    Ok(())
}

/// Where a report is long, each definition is folded below its name.
fn folded_markdown() -> Check {
    let tree = Tree::new();
    let version = |kind: &str| {
        let mut all = serde_json::Map::new();
        let name = "A\n\n![x](http://evil.example/i.png) @octocat\n\n# Approved\n\n";
        all.insert(name.to_owned(), serde_json::json!({"type": kind}));
        all.extend((0..12).map(|n| (format!("k{n}"), serde_json::json!({"type": kind}))));
        serde_json::json!({"version": "1.0.0", "type": "object", "$defs": all}).to_string()
    };
    tree.script("old.json", &version("string"));
    tree.script("new.json", &version("integer"));
    let args = ["diff", "old.json", "new.json", "--format", "markdown"];
    let (_, out, err) = text(&run_in(&tree.path, &args));
    ensure(
        out.contains("<summary>") && out.contains("evil"),
        format!("no such report: {out}{err}"),
    )?;
    let live = out.lines().any(|line| line.starts_with("![") || line.starts_with("# "));
    let heading = out.lines().find(|line| line.contains("<summary><b>A"));
    let quoted =
        heading.is_some_and(|line| line.contains("</summary>") && !line.contains("@octocat"));
    ensure(!live && quoted, format!("words of a schema are Markdown:\n{out}"))
}

/// A line end in a name begins no line, which could be a workflow command or a false verdict.
fn forged_lines() -> Check {
    let tree = Tree::new();
    let name = "x\n::error::FAKE\npassed: FAKE";
    let version = |kind: &str| serde_json::json!({"type": "object", "properties": {name: {"type": kind}}, "required": [name]});
    tree.script("old.json", &version("string").to_string());
    tree.script("new.json", &version("integer").to_string());
    for more in [&[][..], &["--summary"]] {
        let (_, out, _) =
            text(&run_in(&tree.path, &[&["diff", "old.json", "new.json"], more].concat()));
        let forged =
            out.lines().any(|line| line.starts_with("::") || line.starts_with("passed: FAKE"));
        ensure(out.contains("FAKE") && !forged, format!("a forged line:\n{out}"))?;
    }
    let data = "d\n::error::FAKE.json";
    tree.script(
        "closed.json",
        "{\"title\": \"t\\n::error::x\", \"additionalProperties\": {\"type\": \"null\"}}",
    );
    tree.script(data, &serde_json::json!({name: 1}).to_string());
    let (code, out, err) =
        text(&run_in(&tree.path, &["validate", "--contract", "closed.json", data]));
    let forged = out.lines().any(|line| line.starts_with("::") || line.starts_with("passed: FAKE"));
    ensure(code == 1 && !forged, format!("a forged line: exit {code}\n{out}{err}"))?;
    let head = "---\nname: \"\\e[2Jx\\n::error::FAKE\"\ndescription: Does x. Use when y.\n---\nx\n";
    tree.script("s/SKILL.md", head);
    tree.script("i.json", "{}");
    let (code, out, err) = text(&run_in(&tree.path, &["cache", "key", "s", "--input", "i.json"]));
    let held = out.contains("FAKE") && out.lines().count() == 1 && !out.contains('\u{1b}');
    ensure(code == 0 && held, format!("{code} {out:?}{err}"))
}

/// A CI that can't parse the report shows no finding at all.
fn junit() -> Check {
    let tree = Tree::new();
    tree.script(
        "s/SKILL.md",
        "---\nname: \"x\\ufffe\\uffff\"\ndescription: Does x. Use when y.\n---\nx\n",
    );
    let (code, out, err) = text(&run_in(&tree.path, &["check", "--format", "junit", "s"]));
    let held = !out.contains(['\u{fffe}', '\u{ffff}']) && out.contains("x\u{fffd}");
    ensure(code == 1 && held, format!("{code} {out}{err}"))
}

/// What GitHub's runner takes for a workflow command in a log: `##[` anywhere, `::` at the head of a line.
fn workflow_commands() -> Check {
    let tree = Tree::new();
    let name = "a##[stop-commands]x";
    tree.script(
        &format!("{name}/SKILL.md"),
        "---\nname: y\ndescription: y\nversion: \"##[error]forged\"\n---\n[x](##[error]y.md)\n",
    );
    tree.script("::stop-commands::x/SKILL.md", "---\nname: Bad!\ndescription: y\n---\n");
    fs::create_dir_all(tree.path.join(name).join(".ignore"))?;
    for format in ["github", "text", "markdown"] {
        let mut command = skillgen();
        command.args(["check", ".", name, "::stop-commands::x", "no##[such]", "--format", format]);
        let (_, out, err) = text(&command.current_dir(&tree.path).output()?);
        let all = format!("{out}{err}");
        let own = |line: &&str| {
            let line = line.trim_start();
            line.starts_with("::")
                && !["::error ", "::warning ", "::notice "].iter().any(|w| line.starts_with(w))
        };
        ensure(
            !all.contains("##[") && !all.lines().any(|line| own(&line)),
            format!("{format}: {all}"),
        )?;
    }
    Ok(())
}
