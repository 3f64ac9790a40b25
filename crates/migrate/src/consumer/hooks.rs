//! Settings that give a script to an agent: as a hook, a status line or a helper, whose stdout the agent reads by a protocol of its
//! own, or as a server, whose stdout is nothing but protocol. The envelope would stand there for what the script says.

use super::mention::VARIABLE;

/// How settings use a script that they name.
pub(super) struct Setting {
    /// It gets the envelope in place of the text.
    pub(super) blocking: bool,
    /// The specific reason, if there is one.
    pub(super) why: Option<&'static str>,
    /// The advice.
    pub(super) asks: &'static str,
}

/// The advice for a hook.
pub(super) const IN_FRONT: &str = "put `SKILLGEN_STDOUT=text ` in front of that command";

/// Keys whose value is a command or its words.
const COMMANDS: [&str; 5] = ["command", "args", "bash", "Bash", "commands"];

/// Keys whose value is a command that prints a secret or a header.
const HELPERS: [&str; 3] = ["apiKeyHelper", "awsCredentialExport", "otelHeadersHelper"];

/// Keys of tables of servers.
const SERVERS: [&str; 5] = ["mcpServers", "mcp_servers", "servers", "lspServers", "mcp"];

/// How the settings use the script at `at` in `line`; `None` if they only mention it.
pub(super) fn read(text: &str, line: &str, at: usize) -> Option<Setting> {
    let key = key(text, at)?;
    let helper = HELPERS.contains(&key);
    if !helper && !COMMANDS.contains(&key) {
        return None;
    }
    let last = |names: &[&str]| names.iter().filter_map(|name| table(&text[..at], name)).max();
    let hooks = last(&["hooks", "statusLine", "fileSuggestion"]);
    let servers = last(&SERVERS);
    if servers.is_some() && servers > hooks {
        return Some(Setting {
            blocking: !asks_in_environment(text, at),
            why: Some("the stdout of a server is its protocol"),
            asks: "set SKILLGEN_STDOUT=text in the `env` of that server, or leave the script out",
        });
    }
    let read = helper || text.contains("\"hooks\"") || text.contains("\"statusLine\"");
    let asks = line.contains(&format!("{VARIABLE}=text ")) || super::asks_throughout(text);
    read.then_some(Setting { blocking: !asks, why: None, asks: IN_FRONT })
}

/// The key of the value, or list of values, around a place.
fn key(text: &str, at: usize) -> Option<&str> {
    let line = &text[text[..at].rfind('\n').map_or(0, |i| i + 1)..at];
    // TOML: `command = "x.sh"`
    if let Some((key, _)) = line.split_once(" = ").filter(|(key, _)| !key.contains('"')) {
        return Some(key.trim());
    }
    let before = &text[..at];
    let colon = before
        .match_indices('"')
        .rev()
        .find(|(quote, _)| before[quote + 1..].trim_start().starts_with(':'));
    let (end, _) = colon?;
    Some(&before[before[..end].rfind('"')? + 1..end])
}

/// The start of the last table of this name before a place.
fn table(before: &str, name: &str) -> Option<usize> {
    before.rfind(&format!("\"{name}\"")).max(before.rfind(&format!("[{name}.")))
}

/// Whether a server's environment selects its output.
fn asks_in_environment(text: &str, at: usize) -> bool {
    let from = text[..at].rfind('{').unwrap_or(0);
    let rest = &text[at..];
    let to = at + rest.find("\n    }").or_else(|| rest.find("}}")).unwrap_or(rest.len());
    text[from..to].contains(VARIABLE)
}
