//! `network-undocumented`: scripts that send requests, in a skill whose text does not mention a
//! network.

use std::sync::OnceLock;

use regex::Regex;

use super::File;
use super::orphan::scripts_of_agents;
use super::piped_shell::{is_comment, is_printed};
use crate::body::Body;
use crate::report::Report;
use crate::script::{Language, Script};

/// Words that say that data comes from another machine, or goes there.
const SAID: [&str; 26] = [
    "network", "internet", "online", "http", "url", "api", "web", "download", "upload", "fetch",
    "server", "endpoint", "remote", "request", "curl", "wget", "host", "cloud", "offline",
    "scrape", "crawl", "github", "webhook", "rest ", "mcp", "proxy",
];

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let found = scripts_of_agents(body)
        .find_map(|(path, script)| Some((path, script, first_request(path, script)?)));
    let Some((path, script, at)) = found else { return };
    let is_said = body.texts().any(|text| {
        let lower = text.to_lowercase();
        SAID.iter().any(|word| lower.contains(word))
    });
    if is_said {
        return;
    }
    let line = script.text[at..].lines().next().unwrap_or_default().trim();
    let message = format!(
        "the script sends a request over the network, and no text of the skill says so: `{line}`"
    );
    File::new(&body.entries.shown(path), &script.text)
        .at("network-undocumented", at, message, report)
        .advise("say in SKILL.md, or in `compatibility`, which hosts it needs and why");
}

/// The offset of a line that sends a request to another machine.
fn first_request(path: &str, script: &Script) -> Option<usize> {
    let (language, _) = script.reading.as_ref()?;
    let file = File::new(path, &script.text);
    let has_local_host = is_local(&script.text);
    pattern(*language).find_iter(&script.text).map(|found| found.start()).find(|at| {
        let line = script.text[*at..].lines().next().unwrap_or_default();
        // If the host is in a variable, a local host in the script may be its default.
        let names_host = line.contains("https://") || line.contains("http://");
        let is_local = if names_host { is_local(line) } else { has_local_host };
        !is_local && !is_comment(&file, *at) && !is_printed(&script.text, *at)
    })
}

fn is_local(text: &str) -> bool {
    ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"].iter().any(|host| text.contains(host))
}

fn pattern(language: Language) -> &'static Regex {
    static BASH: OnceLock<Regex> = OnceLock::new();
    static PYTHON: OnceLock<Regex> = OnceLock::new();
    static JAVASCRIPT: OnceLock<Regex> = OnceLock::new();
    let (cell, text) = match language {
        Language::Bash => {
            (&BASH, r#"(?m)(?:^\s*|[=|;&(`]\s*)(?:curl|wget)\s[^\n]*(?:https?://|\$\{?[A-Z_]*URL)"#)
        }
        Language::Python => (
            &PYTHON,
            r"(?-u:\b)(?:requests|httpx)\.(?:get|post|put|patch|delete|head|request)\(|(?-u:\b)(?:urllib\.request\.)?urlopen\(|(?-u:\b)(?:aiohttp\.ClientSession|http\.client\.HTTPS?Connection)\(",
        ),
        Language::JavaScript | Language::TypeScript => (
            &JAVASCRIPT,
            r#"(?-u:\b)fetch\(\s*["'`]https?://|(?-u:\b)axios\.(?:get|post|put|delete)\(|(?-u:\b)https?\.(?:get|request)\("#,
        ),
    };
    cell.get_or_init(|| Regex::new(text).expect("invariant: it is a pattern"))
}
