//! A small pack of an archive can hold objects that take hours to unpack. What git doesn't unpack is no result: exit 2.

use std::process::Command;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 4] = [
        ("small_deltas_of_huge_files_are_not_unpacked", huge_bases),
        ("long_chains_of_deltas_are_not_unpacked", long_chains),
        ("a_version_that_is_not_unpacked_is_an_error", manifest),
        ("one_delta_of_a_huge_file_is_read", one_base),
    ];
    let slow: [Named; 2] = [
        ("links_of_huge_deltas_have_a_limit", links),
        ("folders_of_huge_deltas_have_a_limit", folders),
    ];
    let trial = |(name, test): Named| Trial::test(format!("security_packs::{name}"), test);
    // Each takes all of git's processor time.
    let is_slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let slow = slow.into_iter().map(trial).map(|trial| trial.with_ignored_flag(!is_slow));
    all.into_iter().map(trial).chain(slow).collect()
}

/// A repository of 30 files; tests/security/packs.py has the kinds.
fn repository(kind: &str) -> Tree {
    let tree = Tree::new();
    let script = include_str!("../security/packs.py");
    let made = Command::new("python3")
        .args(["-c", script, kind])
        .current_dir(&tree.path)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    tree
}

/// A command ends with 2 within a time, and says why in a line.
fn is_refused(kind: &str, args: &[&str], most: Duration) -> Result<String, libtest_mimic::Failed> {
    let tree = repository(kind);
    let start = Instant::now();
    let (code, out, err) = text(&run_in(&tree.path, args));
    let taken = start.elapsed();
    ensure(code == 2 && taken < most, format!("{args:?} {code} {taken:?} {err}\n{out}"))?;
    ensure(err.contains("too long to unpack"), format!("{args:?}: {err}"))?;
    Ok(out)
}

fn huge_bases() -> Check {
    // Git took 3 s for each.
    let most = Duration::from_secs(60);
    for args in [["diff", "--against", "HEAD"], ["diff", "HEAD:", "."]] {
        let out = is_refused("files", &args, most)?;
        let told = out.matches("a small change of a huge object").count();
        ensure(told >= 20, format!("{args:?} {told} {out}"))?;
    }
    Ok(())
}

fn long_chains() -> Check {
    let args = ["diff", "HEAD:c000.schema.json", "c000.schema.json"];
    is_refused("chain", &args, Duration::from_secs(30)).map(drop)
}

fn manifest() -> Check {
    let args = ["bump", "HEAD:x.schema.json", "x.schema.json"];
    is_refused("manifest", &args, Duration::from_secs(30)).map(drop)
}

fn one_base() -> Check {
    let tree = repository("files");
    let args = ["diff", "HEAD:c000.schema.json", "c000.schema.json"];
    let (code, out, err) = text(&run_in(&tree.path, &args));
    ensure(code == 1 && out.contains("type"), format!("{code} {out}{err}"))
}

fn links() -> Check {
    is_refused("links", &["diff", "HEAD:", "."], Duration::from_secs(300)).map(drop)
}

fn folders() -> Check {
    is_refused("trees", &["diff", "HEAD:", "."], Duration::from_secs(300)).map(drop)
}
