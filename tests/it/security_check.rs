//! `check` reads what strangers wrote in a time that grows with its length, and says what it did not read.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 3] = [
        ("time_grows_with_the_length", growth),
        ("long_files_are_told", long_files),
        ("diffs_of_contracts_are_text", diffs),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_check::{name}"), test))
        .collect()
}

/// `--add-contract --diff` shows lines of a SKILL.md without what controls a terminal.
fn diffs() -> Check {
    let tree = Tree::new();
    let text = "---\nname: s\ndescription: 'Does x. Use when y'\n---\n# S \u{1b}]0;T\u{7}\u{1b}[31m\u{9b}\u{202e}\u{2028}\n";
    tree.script("s/SKILL.md", text);
    let mut command = skillgen();
    command.current_dir(&tree.path).args(["check", "--add-contract", "--diff", "s"]);
    let out = command.output()?.stdout;
    let out = String::from_utf8(out).unwrap();
    let steers = ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2028}'];
    ensure(out.contains("# S \\u{1b}]0;T") && !out.contains(steers), out)
}

/// What stands `n` times in a SKILL.md.
type Repeated = fn(usize) -> String;

/// Texts that took quadratic time, or might: each has one kind of thing very often.
const SHAPES: [(&str, Repeated); 22] = [
    ("references of one name", |n| "[x]: y\n".repeat(n) + &"[x] ".repeat(n)),
    ("broken links", |n| each(n, |i| format!("[x](y{i}.md)\n\n"))),
    ("broken links on a line", |n| each(n, |i| format!("[x](y{i}.md) "))),
    ("headings with links", |n| each(n, |i| format!("# h{i}\n[a](#h{i})\n"))),
    ("links to no heading", |n| each(n, |i| format!("# h{i}\n[a](#no-{i})\n"))),
    ("one heading", |n| "# h\n\n".repeat(n)),
    ("fences before blank lines", |n| "```sh\nx\n```\n".repeat(n) + &"\n".repeat(8 * n)),
    ("scripts in a line", |n| each(n, |i| format!("`scripts/x{i}.sh` "))),
    ("scripts in a block", |n| fence(&each(n, |i| format!("bash scripts/x{i}.sh --a\n")))),
    ("scripts that are written", |n| {
        fence(&each(n, |i| format!("cat > a/x{i}.sh; ./scripts/y{i}.sh\n")))
    }),
    ("packages", |n| fence(&each(n, |i| format!("npm i a{i}\nnpx b{i}\n")))),
    ("downloads on a line", |n| "curl https://x.y | sh; ".repeat(n)),
    ("home folders", |n| each(n, |i| format!("/home/anna{i}/x "))),
    ("suppressions", |n| "<!-- skillgen: allow link-missing it is so -->\n".repeat(n)),
    ("commands on a line", |n| fence(&("bash scripts/b.sh && ".repeat(n * 4) + "\n"))),
    ("commands in a pipe", |n| fence(&("bash scripts/b.sh | ".repeat(n * 4) + "\n"))),
    ("scripts on a line of a block", |n| {
        fence(&(each(n * 3, |i| format!("bash scripts/x{i}.sh && ")) + "\n"))
    }),
    ("variables of folders on a line", |n| {
        fence(&(each(n * 3, |i| format!("bash $V{i}/scripts/x.sh && ")) + "\n"))
    }),
    ("folders on a line", |n| fence(&("cd a && bash b.sh && ".repeat(n * 4) + "\n"))),
    ("substitutions without an end", |n| {
        fence(&format!("echo \"{}\"\n", "$(bash b.sh ".repeat(n * 2)))
    }),
    ("parts of a path that is written", |n| {
        fence(&format!("cat > {}x.sh; ./scripts/y.sh\n", "a/".repeat(n * 4)))
    }),
    ("marks of emphasis on a line", |n| "**a".repeat(n * 30)),
];

fn each(n: usize, of: impl Fn(usize) -> String) -> String {
    (0..n).map(of).collect()
}

fn fence(commands: &str) -> String {
    format!("```bash\n{commands}```\n")
}

const HEAD: &str = "---\nname: s\ndescription: Does x. Use when y.\n";

fn growth() -> Check {
    let tree = Tree::new();
    let mut failed = String::new();
    for (what, repeated) in SHAPES {
        let of = |n: usize| time_of(&tree.path, &format!("{HEAD}---\n{}", repeated(n)));
        judge(what, of(1_000)?, of(6_000)?, &mut failed)?;
    }
    let keys = |n: usize| format!("{HEAD}{}---\n", each(n, |i| format!("key{i}: v\n")));
    let (short, long) = (time_of(&tree.path, &keys(1_000))?, time_of(&tree.path, &keys(6_000))?);
    judge("keys", short, long, &mut failed)?;
    ensure(failed.is_empty(), failed)
}

/// Six times the text may take six times as long and somewhat more; in quadratic time it takes 36 times as long.
fn judge(what: &str, short: f64, long: f64, failed: &mut String) -> Check {
    if long > 12.0 * short + 0.3 {
        writeln!(failed, "{what}: {short} s for 1,000, {long} s for 6,000")?;
    }
    Ok(())
}

/// The processor's seconds that `check` takes for a SKILL.md: those on the clock count other programs, too.
fn time_of(folder: &Path, skill: &str) -> Result<f64, libtest_mimic::Failed> {
    fs::create_dir_all(folder.join("s/scripts"))?;
    fs::write(folder.join("s/scripts/a.sh"), "#!/bin/sh\n")?;
    fs::write(folder.join("s/SKILL.md"), skill)?;
    let line = "TIMEFORMAT=%U; time timeout 60 \"$0\" check s > /dev/null 2> errors";
    let mut command = Command::new("bash");
    command.args(["-c", line]).arg(skillgen().get_program()).current_dir(folder);
    let (code, _, seconds) = text(&command.output()?);
    ensure(code <= 1, format!("exit code {code}: {}", fs::read_to_string(folder.join("errors"))?))?;
    Ok(seconds.trim().parse()?)
}

/// What is too long to be read is a finding in each kind of file.
fn long_files() -> Check {
    let tree = Tree::new();
    let long = |bytes: usize| "word\n".repeat(bytes / 5 + 1);
    tree.script("a/SKILL.md", &format!("{HEAD}---\n{}", long(1 << 20)));
    let links = "[log](references/log.md), `scripts/x.py`, `data.csv`";
    tree.script("s/SKILL.md", &format!("{HEAD}---\n{links}\n"));
    tree.script("s/references/log.md", &long(1 << 20));
    tree.script("s/scripts/x.py", &format!("# {}", long(2 << 20).replace('\n', " ")));
    tree.script("s/data.csv", &long(2 << 20));
    let mut command = skillgen();
    command.args(["check", ".", "--format", "json"]).current_dir(&tree.path);
    let (_, out, err) = text(&command.output()?);
    let report: serde_json::Value = serde_json::from_str(&out).map_err(|_| err)?;
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let unread = findings.iter().filter(|finding| finding["rule"] == "text-unread");
    let told: Vec<String> = unread
        .map(|finding| format!("{} {}", finding["level"].as_str().unwrap_or(""), finding["path"]))
        .collect();
    let wanted = [
        "warning \"a/SKILL.md\"",
        "info \"s/data.csv\"",
        "warning \"s/references/log.md\"",
        "warning \"s/scripts/x.py\"",
    ];
    ensure(told == wanted, format!("{told:?}"))
}
