//! `bash -n`, the gate that every migrated text passes: many scripts a process, each as the body of a function of its own, since
//! starting a process for each takes longer than all else. A body that is not whole ends the function around it too early or
//! too late, which is an error of the whole; then halves are asked, down to the script alone, whose verdict counts.

use std::io::Write as _;
use std::process::{Command, Stdio};

use migrate::{Outcome, Refusal};
use rayon::prelude::*;

use super::work::FilePlan;

/// Scripts of one process.
const TOGETHER: usize = 64;

/// Refuses each plan whose text bash can't parse.
pub(super) fn all(files: &mut [FilePlan]) {
    let mut migrated: Vec<&mut FilePlan> =
        files.iter_mut().filter(|f| f.outcome == Outcome::Migrated).collect();
    migrated.par_chunks_mut(TOGETHER).for_each(some);
}

fn some(files: &mut [&mut FilePlan]) {
    if let [file] = files {
        if let Some(refusal) = refused_by_bash(&file.before, &file.after) {
            file.outcome = Outcome::Refused;
            file.edits.clear();
            file.refusals = vec![refusal];
            file.after.clear();
        }
        return;
    }
    let mut text = Vec::with_capacity(files.iter().map(|f| f.after.len() + 40).sum());
    for (index, file) in files.iter().enumerate() {
        text.extend_from_slice(format!("__skill_gate_{index}() {{\n").as_bytes());
        text.extend_from_slice(&file.after);
        text.extend_from_slice(b"\n}\n");
    }
    if bash_n(&text).is_some() {
        let (left, right) = files.split_at_mut(files.len() / 2);
        some(left);
        some(right);
    }
}

/// Asks bash itself about one script, where there is one.
fn refused_by_bash(before: &[u8], after: &[u8]) -> Option<Refusal> {
    let said = bash_n(after)?;
    let own = bash_n(before);
    let text = own.as_ref().unwrap_or(&said);
    let line = text
        .split("line ")
        .nth(1)
        .and_then(|t| t.split(':').next())
        .and_then(|n| n.trim().parse().ok())
        .unwrap_or(1);
    let what = text.split_once(": ").map_or(text.as_str(), |(_, rest)| rest);
    let reason = match own {
        Some(_) => format!("bash can't parse it: {what}"),
        None => format!("bash can't parse the migrated text: {what}"),
    };
    Some(Refusal { line, reason })
}

/// What `bash -n` says against a text; `None` if nothing, or if there is no bash to ask.
fn bash_n(text: &[u8]) -> Option<String> {
    let mut child = Command::new("bash")
        .arg("-n")
        .env_remove("BASH_ENV")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let bytes = text.to_vec();
    let writer = std::thread::spawn(move || {
        // bash stops reading at an error; the broken pipe is no news.
        let _ = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    if output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned();
    Some(text)
}
