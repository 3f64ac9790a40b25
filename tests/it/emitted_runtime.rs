//! Where the runtime of emitted files is: below a contract's lines in bash, in one file that several contracts source, and nowhere
//! beside files that call none.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::run;
use crate::emitted_files::{emit, own_lines};
use crate::support::text;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_runtime::bash_own_lines", bash_lines),
        Trial::test("emitted_runtime::bash_shares_a_file", bash_shared),
        Trial::test("emitted_runtime::types_alone_need_none", types_alone),
    ]
}

/// A lone file begins with the contract's lines; those of the runtime follow below a line that says so.
fn bash_lines() -> Result<(), Failed> {
    let own = own_lines("bash", 60)?;
    let folder = tempfile::tempdir()?;
    let args = ["--lang", "bash", "--contract", "tests/emit/news.json", "--name", "news"];
    let lone = emit(folder.path(), &args)?;
    let (above, below) = lone.split_once("\n# ---- runtime: ").ok_or("no runtime")?;
    let place = |word: &str| above.find(word).ok_or_else(|| Failed::from(format!("no `{word}`")));
    let order = [place("\nnews_check() ")?, place("\nnews_coerce() ")?, place("__news_table() ")?];
    match order.is_sorted()
        && !below.contains("news")
        && above.lines().count() < own.lines().count()
    {
        true => Ok(()),
        false => Err(format!("{order:?}\n{above}").into()),
    }
}

/// One file has the functions of all contracts, which are sourced from anywhere; each has its own verdict.
fn bash_shared() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let formats = r#"{"properties": {"at": {"format": "date"}, "re": {"format": "regex"}}}"#;
    std::fs::write(here.join("dates"), formats)?;
    let two = ["--contract", "tests/emit/news.json", "--contract", "dates"];
    emit(here, &[&["--lang", "bash", "--out", "my made"][..], &two].concat())?;
    emit(here, &[&["--lang", "bash", "--out", "my made", "--check"][..], &two].concat())?;
    let script = r#"set -euo pipefail
source_all() { . "$1/dates.sh"; . "$1/news-digest-request.sh"; }
ask() { printf '%s' "$2" | "$1" - | jq -r '.path + " " + .keyword' || :; }
for at in 'my made' "$PWD/my made" "./my made"; do
  source_all "$at"
  ask dates_check '{"at": "x", "re": "("}'
  ask news_digest_request_check '{"topic": ""}'
done
cd 'my made'
PATH=$PWD:$PATH
. dates.sh
ask dates_check '{"at": "x"}'
set | grep -E '^(__sk_|__skill_)[a-z_]*=' || echo 'no variable'
"#;
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).current_dir(here);
    let said = run(&mut bash)?;
    let once = "/at format\n/re format\n/topic minLength\n";
    let wanted = format!("{once}{once}{once}/at format\nno variable\n");
    if said != wanted {
        return Err(format!("{said}not\n{wanted}").into());
    }
    for tool in [&["shellcheck"][..], &["shfmt", "-i", "2", "-d"]] {
        let mut critic = Command::new(tool[0]);
        critic.args(&tool[1..]).args(["dates.sh", "news-digest-request.sh", "skillgen_runtime.sh"]);
        if Command::new(tool[0]).arg("--version").output().is_ok() {
            run(critic.current_dir(here.join("my made")))?;
        }
    }
    // Without its runtime, a file says so when it is sourced.
    std::fs::remove_file(here.join("my made/skillgen_runtime.sh"))?;
    let mut bash = Command::new("bash");
    bash.args(["-c", ". './my made/dates.sh'; echo \"$?\""]).current_dir(here);
    let (_, out, err) = text(&crate::support::run_with(bash, b""));
    match out == "1\n" && err.contains("skillgen_runtime.sh: No such file") {
        true => Ok(()),
        false => Err(format!("{out}{err}").into()),
    }
}

/// What calls no runtime has none beside it.
fn types_alone() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let two = ["--contract", "tests/emit/news.json", "--contract", "tests/emit/order.json"];
    for lang in ["ts", "js", "rust", "python"] {
        let args = ["--lang", lang, "--with", "types", "--out", lang];
        emit(folder.path(), &[&args[..], &two].concat())?;
    }
    let envelopes =
        ["--contract", "builtin:skill-output-v1", "--contract", "builtin:helper-envelope-v1"];
    emit(folder.path(), &[&["--lang", "bash", "--out", "bash"][..], &envelopes].concat())?;
    for lang in ["ts", "js", "rust", "python", "bash"] {
        for entry in std::fs::read_dir(folder.path().join(lang))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_sourced = std::fs::read_to_string(entry.path())?.contains("skillgen_runtime");
            if name.starts_with("skillgen_runtime") || is_sourced {
                return Err(format!("{lang}/{name}").into());
            }
        }
    }
    Ok(())
}
