//! Compares the results of client profiles with those of the clients' own loaders for the same
//! frontmatter. tests/check/client-verdicts.json holds the texts and results; each profile names its
//! loader.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::{Failed, Trial};
use serde::Deserialize;
use serde_json::Value;

use crate::support::{root, run_in, text};

#[derive(Deserialize)]
struct Verdict {
    name: String,
    text: String,
    loads: BTreeMap<String, bool>,
}

/// The clients with a profile.
pub(crate) const CLIENTS: [&str; 10] = [
    "claude-code",
    "codex",
    "copilot",
    "cursor",
    "gemini-cli",
    "gh-skill",
    "openclaw",
    "opencode",
    "skills-ref",
    "vercel-skills",
];

pub(crate) fn cases() -> Vec<Trial> {
    CLIENTS
        .into_iter()
        .map(|client| Trial::test(format!("check::client::{client}"), move || agrees(client)))
        .collect()
}

/// A skill has an error exactly if the client's loader does not load it.
fn agrees(client: &str) -> Result<(), Failed> {
    let file = root().join("tests/check/client-verdicts.json");
    let verdicts: Vec<Verdict> = serde_json::from_slice(&std::fs::read(file)?)?;
    let place = tempfile::tempdir()?;
    for verdict in &verdicts {
        let folder = place.path().join(&verdict.name);
        std::fs::create_dir(&folder)?;
        std::fs::write(folder.join("SKILL.md"), &verdict.text)?;
    }
    let args = ["check", "--profile", client, "--format", "json", "--fail-on", "never", "."];
    let (_, out, err) = text(&run_in(place.path(), &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
    let refused: BTreeSet<&str> = report["findings"]
        .as_array()
        .ok_or("a report without findings")?
        .iter()
        .filter(|finding| finding["level"] == "error")
        .filter_map(|finding| finding["path"].as_str()?.strip_suffix("/SKILL.md"))
        .collect();
    let mut wrong = Vec::new();
    let mut tried = 0;
    for verdict in &verdicts {
        // Some texts are about one client's way to read a block again.
        let Some(loads) = verdict.loads.get(client) else { continue };
        tried += 1;
        if *loads == refused.contains(verdict.name.as_str()) {
            let does = if *loads { "loads it" } else { "does not load it" };
            wrong
                .push(format!("{}: {client} {does}, and the profile says otherwise", verdict.name));
        }
    }
    if tried < 40 || !wrong.is_empty() {
        return Err(format!("{tried} texts; {}", wrong.join("\n")).into());
    }
    Ok(())
}
