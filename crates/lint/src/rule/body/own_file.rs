//! `script-reads-missing`: files that a script reads or runs by their place from its own folder, and that the skill lacks.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use regex::Regex;

use super::File;
use super::import::own_folders;
use super::orphan::scripts_of_agents;
use crate::body::Body;
use crate::body::path::nearest;
use crate::report::Report;
use crate::script::{Language, Reading, from_skill};

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    if !body.entries.complete {
        return;
    }
    let ignored = OnceCell::new();
    for (path, script) in scripts_of_agents(body) {
        let Some((language, Reading::Accepted(facts))) = &script.reading else { continue };
        let reads: Vec<(String, usize)> = match language {
            Language::Bash => used_by_bash(&script.text),
            _ => facts.own_files.iter().map(|(file, at)| (file.clone(), *at)).collect(),
        };
        let mut seen = BTreeSet::new();
        for (written, at) in reads {
            let Some(file) = from_skill(path, &written) else { continue };
            // A file of that name in another folder is the one that is meant.
            let is_there = body.entries.kind(&file).is_some()
                || !is_elsewhere(body, &file) && is_made(body, &ignored, path, &file);
            if is_there || !seen.insert(file.clone()) {
                continue;
            }
            let message = format!(
                "the script reads {file:?} from its own folder, and the skill has no such file"
            );
            let near = nearest(&file, body.entries).map(|near| format!("did you mean {near:?}?"));
            File::new(&body.entries.shown(path), &script.text)
                .at("script-reads-missing", at, message, report)
                .lacks(&file)
                .advise(near.unwrap_or_else(|| {
                    "add the file, or test for it and say where it comes from".to_owned()
                }));
        }
    }
}

/// The file name of a path.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Whether the skill has a file of that name in another folder.
fn is_elsewhere(body: &Body<'_>, file: &str) -> bool {
    body.entries.files().any(|path| name(path) == name(file))
}

/// The texts of the files that tell git what to leave out.
fn ignore_files(body: &Body<'_>) -> Vec<String> {
    let paths = body.entries.kinds.keys().filter(|path| path.ends_with(".gitignore"));
    let texts = paths.filter_map(|path| body.entries.content.read(path).ok());
    texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

/// Whether another script or a text names the file: it may be made or installed there.
fn is_made(body: &Body<'_>, ignored: &OnceCell<Vec<String>>, own: &str, file: &str) -> bool {
    let mut others = body.scripts.iter().filter(|(path, _)| *path != own);
    others.any(|(_, script)| script.text.contains(name(file)))
        || body.texts().any(|text| text.contains(name(file)))
        || ignored.get_or_init(|| ignore_files(body)).iter().any(|text| text.contains(name(file)))
}

/// The files below the script's own folder that a bash script hands to a program that reads or runs them, without a test for
/// them and without writing them.
fn used_by_bash(text: &str) -> Vec<(String, usize)> {
    static USED: OnceLock<Regex> = OnceLock::new();
    let used = USED.get_or_init(|| {
        Regex::new(
            r#"(?m)^[ \t]*(?:exec\s+)?(?:python3?|node|bash|sh|cat|jq\s+(?:-\w+\s+)*-f|awk\s+-f|sed\s+-f)\s+"?\$\{?([A-Za-z_]+)\}?/([A-Za-z0-9_./-]+\.[A-Za-z0-9]+)"?(?:\s|$)"#,
        )
        .expect("invariant: it is a pattern")
    });
    let folders = own_folders(text);
    let found = used.captures_iter(text).filter_map(|found| {
        let (folder, file) = (found.get(1)?, found.get(2)?);
        let is_own = folders.contains(folder.as_str());
        // A second mention may be a test for it, or write it.
        let is_only = text.matches(file.as_str()).count() == 1;
        (is_own && is_only).then(|| (file.as_str().to_owned(), file.start()))
    });
    found.collect()
}
