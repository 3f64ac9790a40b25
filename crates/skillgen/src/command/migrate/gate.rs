//! `bash -n`, which checks every migrated text. One process checks many scripts, each as the body of a function,
//! because starting a process for each takes longest. An incomplete body ends its function too early or too late, which
//! is an error of the whole; then the set is halved, down to a single script, whose result counts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use migrate::{Outcome, Refusal};
use rayon::prelude::*;

use super::file_plan::FilePlan;

/// The number of scripts of one process.
const TOGETHER: usize = 256;

/// bash is not available.
static MISSING: AtomicBool = AtomicBool::new(false);

/// The note if bash is not available: the migrated texts were still parsed again.
pub(super) fn missing() -> Option<&'static str> {
    MISSING.load(Ordering::Relaxed).then_some(
        "bash is not on the PATH: `bash -n` was not asked, the migrated texts were read back by skillgen alone",
    )
}

/// Refuses each plan whose text bash can't parse.
pub(super) fn all(files: &mut [FilePlan]) {
    let mut migrated: Vec<&mut FilePlan> =
        files.iter_mut().filter(|f| f.outcome == Outcome::Migrated).collect();
    // The first script with an envelope of its kind is checked with its whole text; in the others `:` replaces the
    // envelope. After complete commands, this makes no difference.
    let mut texts: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    for (index, file) in migrated.iter().enumerate() {
        let envelope = file.edits.iter().find(|e| e.pattern == "envelope");
        texts.entry(envelope.map_or("".into(), |edit| edit.text.clone())).or_insert(index);
    }
    let whole: BTreeSet<usize> = texts.into_values().collect();
    let mut index = 0..;
    let (mut whole, mut rest): (Vec<&mut FilePlan>, Vec<&mut FilePlan>) =
        migrated.drain(..).partition(|_| index.next().is_some_and(|i| whole.contains(&i)));
    rayon::join(
        || whole.par_chunks_mut(1).for_each(some),
        || rest.par_chunks_mut(TOGETHER).for_each(some),
    );
}

fn some(files: &mut [&mut FilePlan]) {
    if let [file] = files {
        if let Some(refusal) = refused_by_bash(file.first(), &file.after()) {
            file.refuse(vec![refusal]);
        }
        return;
    }
    let mut text = Vec::with_capacity(files.iter().map(|f| f.before.len() * 2 + 40).sum());
    for (index, file) in files.iter().enumerate() {
        text.extend_from_slice(format!("__skill_gate_{index}() {{\n").as_bytes());
        text.extend_from_slice(&migrate::apply_short(file.first(), &file.edits));
        text.extend_from_slice(b"\n}\n");
    }
    if bash_n(&text).is_some() {
        let (left, right) = files.split_at_mut(files.len() / 2);
        some(left);
        some(right);
    }
}

/// Runs `bash -n` on one script, if bash is available.
pub(super) fn refused_by_bash(before: &[u8], after: &[u8]) -> Option<Refusal> {
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

/// The message of `bash -n`; `None` if there is none, or no bash.
fn bash_n(text: &[u8]) -> Option<String> {
    // bash reads a pipe byte by byte, and a file in blocks.
    let kept = tempfile::tempfile().and_then(|mut file| {
        file.write_all(text)?;
        file.rewind()?;
        Ok(file)
    });
    let file = match kept {
        Ok(file) => file,
        Err(error) => return Some(format!("bash -n: no room for a temporary file: {error}")),
    };
    let output = Command::new("bash")
        .arg("-n")
        .env_remove("BASH_ENV")
        .env("LC_ALL", "C")
        .stdin(file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            MISSING.store(true, Ordering::Relaxed);
            return None;
        }
        Err(error) => return Some(format!("bash -n: can't be started: {error}")),
    };
    if output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned();
    Some(text)
}
