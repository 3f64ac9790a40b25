//! `output-unbounded`: commands that print until they are stopped. An agent waits for the end of a command.

use std::sync::OnceLock;

use contract::Level;
use regex::Regex;

use super::piped_shell::is_printed;
use super::{File, on_page};
use crate::body::Page;
use crate::body::command::{commands, is_shell};
use crate::lines::each_line;
use crate::report::Report;
use crate::script::{Language, Script};

fn pattern() -> &'static Regex {
    static READ: OnceLock<Regex> = OnceLock::new();
    READ.get_or_init(|| {
        let commands = [
            r"tail\s+(?:-[a-zA-Z0-9]*\s+)*(?:-[a-zA-Z]*[fF]|--follow)",
            r"journalctl\s+(?:\S+\s+)*(?:-[a-zA-Z]*f|--follow)",
            r"(?:kubectl|docker|podman|oc)\s+(?:compose\s+)?logs\s+(?:\S+\s+)*?(?:-f|--follow)",
            r"docker-compose\s+logs\s+(?:\S+\s+)*?(?:-f|--follow)",
            r"watch\s+(?:-n\s*\d+\s+)?(?:kubectl|docker|ls|df|free|git|nvidia-smi|date|cat|curl|ps)(?-u:\b)",
            r"ping6?\s+(?:-[46nOqv]\s+)*[A-Za-z0-9][\w.:-]*$",
            r"(?:docker|podman)\s+(?:stats|events)(?:\s+[A-Za-z0-9][\w.-]*)*$",
            r"(?:kubectl|oc)\s+(?:get|events)\s+(?:\S+\s+)*?(?:-w|--watch|--watch-only)",
            r"inotifywait\s+(?:\S+\s+)*?(?:-[a-zA-Z]*m|--monitor)",
            r"fswatch\s+[^-]\S*$",
            r"(?:vmstat|iostat|mpstat)\s+(?:-[a-zA-Z]+\s+)*\d+$",
            r"dmesg\s+(?:-[a-zA-Z]+\s+)*(?:-[a-zA-Z]*w|--follow)",
        ];
        let text = format!(r"^\s*(?:\$\s+)?(?:sudo\s+)?(?:{})(?:\s|$)", commands.join("|"));
        Regex::new(&text).expect("invariant: it is a pattern")
    })
}

/// The commands in the code blocks of a page: infos, because people may read them, too.
pub(super) fn check_page(page: &Page, report: &mut Report) {
    let blocks = page.markdown.blocks.iter().filter(|block| is_shell(block));
    let endless =
        blocks.flat_map(|block| commands(block).into_iter().map(move |line| (block, line)));
    let mut endless = endless.filter(|(block, (_, line))| {
        let is_live = line.contains(" stats") && block.text.contains("stats --no-stream");
        // The next line shows the form that ends.
        is_endless(line) && !is_live
    });
    let Some((_, (at, line))) = endless.next() else { return };
    let mut message = message_of("the command", line);
    let more = endless.count();
    if more > 0 {
        let commands = if more == 1 { "command" } else { "commands" };
        message.push_str(&format!("; {more} more {commands} of the page too"));
    }
    on_page("output-unbounded", page, at, message, report).advise(ADVICE).at_level(Level::Info);
}

/// The lines of a bash script.
pub(super) fn check_script(script: &Script, file: &File<'_>, report: &mut Report) {
    if !matches!(&script.reading, Some((Language::Bash, _))) {
        return;
    }
    for (at, line) in each_line(file.text).filter(|(_, line)| is_endless(line)) {
        file.at("output-unbounded", at, message_of("the script", line), report).advise(ADVICE);
    }
}

const ADVICE: &str = "print the last lines (`tail -n 100`), or end it: `timeout 30 COMMAND`";

fn message_of(subject: &str, line: &str) -> String {
    format!("{subject} prints until somebody stops it: `{}`", line.trim())
}

/// Whether nothing ends a command: it has no `timeout`, no reader that ends, and does not run in the
/// background.
fn is_endless(line: &str) -> bool {
    let code = line.split(" #").next().unwrap_or(line).trim_end();
    let is_ended = code.ends_with('&')
        || ["| head", "|head", "grep -m", "grep -q", "--no-follow"]
            .iter()
            .any(|word| code.contains(word));
    pattern().is_match(code) && !is_ended && !is_printed(code, code.len())
}

#[cfg(test)]
mod tests {
    use super::is_endless;

    #[test]
    fn what_ends_is_left_alone() {
        for line in [
            "tail -f app.log",
            "kubectl logs -n x -f pod",
            "sudo journalctl -u x -f",
            "ping tides.dev",
            "docker stats",
            "kubectl get pods -w",
            "vmstat 1",
        ] {
            assert!(is_endless(line), "{line}");
        }
        for line in [
            "tail -n 50 app.log",
            "ping -c 3 tides.dev",
            "docker stats --no-stream",
            "vmstat 1 5",
            "timeout 5 tail -f app.log",
            "tail -f app.log &",
            "tail -f a | head -5",
            "kubectl apply -f x.yaml",
            "echo \"tail -f x\"",
        ] {
            assert!(!is_endless(line), "{line}");
        }
    }
}
