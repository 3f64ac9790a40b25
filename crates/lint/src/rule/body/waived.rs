//! `tls-unverified`, `approvals-bypassed`: commands that switch a safeguard off: the check of a server's certificate or key, and
//! the questions of an agent. The rules report what the command does, not why it is there.

use std::sync::OnceLock;

use contract::Level;
use regex::Regex;

use super::harm::{Harm, comments_above, in_lines, is_text, warns, words_before};
use super::piped_shell::{is_page, is_printed};
use super::{File, on_page};
use crate::body::Page;
use crate::body::command::{commands, is_shell, simple_commands};
use crate::report::Report;
use crate::script::Script;

/// Hosts whose certificate nobody else can fake, the own machine, and addresses that stand for any: lists of options show them.
const OWN_HOSTS: [&str; 11] = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    "0.0.0.0",
    "host.docker.internal",
    ".local/",
    ".local:",
    "example.com",
    "example.org",
    "://...",
    "://<",
];

/// The commands in the code blocks of a page.
pub(super) fn check_page(page: &Page, report: &mut Report) {
    for block in page.markdown.blocks.iter().filter(|block| is_shell(block)) {
        for (at, line) in commands(block) {
            let Some((rule, message)) = of_command(line) else { continue };
            let is_warned = line.trim_start().starts_with('#')
                || is_warning(line)
                || is_warning(comments_above(block, at))
                || is_warning(words_before(&page.text, block.start));
            if is_warned || is_quoted(line, rule) {
                continue;
            }
            let found = on_page(rule, page, at, message, report);
            found.advise(advice(rule));
            if is_page(&page.shown) {
                found.at_level(Level::Info);
            }
        }
    }
}

/// Whether a text warns; the names of the options themselves do not.
fn is_warning(text: &str) -> bool {
    warns(&text.replace("dangerously", ""))
}

/// The lines of a script.
pub(super) fn check_script(script: &Script, file: &File<'_>, report: &mut Report) {
    let of_shell = |line: &str| of_command(line).filter(|(rule, _)| !is_quoted(line, rule));
    for (at, (rule, message)) in in_lines(script, file, of_shell, of_code) {
        file.at(rule, at, message, report).advise(advice(rule));
    }
}

fn advice(rule: &str) -> &'static str {
    match rule {
        "tls-unverified" => {
            "trust the server's own certificate instead: `curl --cacert FILE`, `ssh-keyscan`"
        }
        _ => "name the tools or commands that the agent may use",
    }
}

/// What a line of shell switches off.
fn of_command(line: &str) -> Option<Harm> {
    let shown = line.trim();
    let all = simple_commands(line);
    let is_elsewhere = OWN_HOSTS.iter().all(|host| !line.contains(host));
    if is_elsewhere && (sets_no_check(line) || all.iter().any(|words| accepts_any_server(words))) {
        let message =
            format!("the command accepts any certificate or key of the server: `{shown}`");
        return Some(("tls-unverified", message));
    }
    all.iter().any(|words| asks_nothing(words)).then(|| {
        let message = format!("the command starts an agent that asks for no approval: `{shown}`");
        ("approvals-bypassed", message)
    })
}

/// Whether a line sets a variable or a setting that switches the check off: `NODE_TLS_REJECT_UNAUTHORIZED=0 node x.js`.
fn sets_no_check(line: &str) -> bool {
    const SETTINGS: [&str; 6] = [
        "NODE_TLS_REJECT_UNAUTHORIZED=0",
        "GIT_SSL_NO_VERIFY=1",
        "GIT_SSL_NO_VERIFY=true",
        "PYTHONHTTPSVERIFY=0",
        "http.sslVerify=false",
        "http.sslVerify false",
    ];
    let plain = line.replace(['"', '\''], "");
    SETTINGS.iter().any(|setting| plain.contains(setting))
}

/// Whether a command has the option that accepts any server.
fn accepts_any_server(words: &[&str]) -> bool {
    let mut words = words.iter().skip_while(|word| {
        matches!(**word, "sudo" | "then" | "do" | "if" | "!" | "time") || word.contains('=')
    });
    let program = words.next().copied().unwrap_or_default();
    let rest: Vec<&str> = words.copied().collect();
    let has = |options: &[&str]| rest.iter().any(|word| options.contains(word));
    let has_letter = |letter: char| {
        let mut short = rest.iter().filter(|word| word.starts_with('-') && !word.starts_with("--"));
        // The value of an option may stand behind its letter: `-okey.pem`.
        short.any(|word| {
            word[1..]
                .split(['o', 'd', 'H', 'X', 'u', 'T', 'F'])
                .next()
                .is_some_and(|flags| flags.contains(letter))
        })
    };
    match program {
        "curl" => has(&["--insecure"]) || has_letter('k'),
        "wget" => has(&["--no-check-certificate"]),
        "ssh" | "scp" | "sftp" | "rsync" => {
            rest.iter().any(|word| word.contains("StrictHostKeyChecking=no"))
        }
        "npm" | "yarn" | "pnpm" => {
            rest.windows(2).any(|pair| pair[0].contains("strict-ssl") && pair[1] == "false")
                || has(&["strict-ssl=false", "--strict-ssl=false"])
        }
        "pip" | "pip3" => rest.iter().any(|word| word.starts_with("--trusted-host")),
        _ => false,
    }
}

/// Whether a command starts an agent with the option that answers all of its questions.
fn asks_nothing(words: &[&str]) -> bool {
    const OPTIONS: [&str; 4] = [
        "--dangerously-skip-permissions",
        "--dangerously-bypass-approvals-and-sandbox",
        "--allow-dangerously-skip-permissions",
        "--yolo",
    ];
    let is_mode = |pair: &[&str]| pair[0] == "--permission-mode" && pair[1] == "bypassPermissions";
    words
        .iter()
        .skip(1)
        .any(|word| OPTIONS.contains(word) || *word == "--permission-mode=bypassPermissions")
        || words.windows(2).any(is_mode)
}

/// What a line of Python or JavaScript switches off.
fn of_code(line: &str) -> Option<Harm> {
    static UNVERIFIED: OnceLock<Regex> = OnceLock::new();
    let unverified = UNVERIFIED.get_or_init(|| {
        Regex::new(r#"(?:requests|httpx|session|client|aiohttp)\b[^\n]*\(.*\bverify\s*=\s*False\b|\.verify\s*=\s*False\b|ssl\._create_unverified_context|\bcheck_hostname\s*=\s*False\b|\bssl\.CERT_NONE\b|\brejectUnauthorized\s*:\s*false\b|NODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']0["']"#)
            .expect("invariant: it is a pattern")
    });
    let found = unverified.find(line)?;
    if is_printed(line, found.start()) || OWN_HOSTS.iter().any(|host| line.contains(host)) {
        return None;
    }
    let message = format!("the call accepts any certificate of the server: `{}`", line.trim());
    Some(("tls-unverified", message))
}

/// Whether a line prints or searches the option without using it.
fn is_quoted(line: &str, rule: &str) -> bool {
    let marks: &[&str] = match rule {
        "tls-unverified" => {
            &["curl", "wget", "ssh", "scp", "npm", "pip", "sslVerify", "TLS", "SSL"]
        }
        _ => &["--dangerously", "--allow-dangerously", "--yolo", "--permission-mode"],
    };
    let at = marks.iter().filter_map(|mark| line.find(mark)).min().unwrap_or(0);
    let words = ["grep ", "rg ", "=~", "case ", "*"];
    is_text(line, at) || words.iter().any(|word| line[..at].contains(word))
}

#[cfg(test)]
mod tests {
    use super::{of_code, of_command};

    #[test]
    fn a_safeguard_is_told_by_the_option() {
        for line in [
            "curl -k https://tides.dev/x",
            "curl -sSkL https://tides.dev/x",
            "curl --insecure -o x https://tides.dev/x",
            "wget --no-check-certificate https://tides.dev/x",
            "git -c http.sslVerify=false clone https://tides.dev/x",
            "git config --global http.sslVerify false",
            "NODE_TLS_REJECT_UNAUTHORIZED=0 node x.js",
            "export GIT_SSL_NO_VERIFY=true",
            "ssh -o StrictHostKeyChecking=no tides.dev ls",
            "npm config set strict-ssl false",
            "pip install --trusted-host tides.dev x",
        ] {
            assert_eq!(of_command(line).map(|(rule, _)| rule), Some("tls-unverified"), "{line}");
        }
        for line in [
            "claude --dangerously-skip-permissions -p x",
            "claude -p x --permission-mode bypassPermissions",
            "codex exec --dangerously-bypass-approvals-and-sandbox x",
            "gemini --yolo",
        ] {
            assert_eq!(
                of_command(line).map(|(rule, _)| rule),
                Some("approvals-bypassed"),
                "{line}"
            );
        }
        for line in [
            "curl -o key.pem https://tides.dev/x",
            "curl -okey https://tides.dev/x",
            "curl -k https://localhost:8443/x",
            "curl -fsSL https://tides.dev/x",
            "curl -k https://self-signed.example.com # no check",
            "curl -k https://...",
            "tar -xkf x.tar",
            "ssh -o StrictHostKeyChecking=accept-new tides.dev",
            "npm config set registry x",
            "claude -p x --permission-mode plan",
            "sort -k 2 x",
        ] {
            assert_eq!(of_command(line), None, "{line}");
        }
        assert!(of_code("requests.get(url, verify=False)").is_some());
        assert!(of_code("context.check_hostname = False").is_some());
        assert!(of_code("new https.Agent({ rejectUnauthorized: false })").is_some());
        assert!(of_code("check(verify=False)").is_none());
        assert!(of_code("requests.get(\"https://localhost:1\", verify=False)").is_none());
    }
}
