//! Settings that give a script to an agent as a hook or a status line: the agent reads its stdout by a protocol of its own,
//! where the envelope would stand for what the hook says.

use super::Read;

/// A line of settings that names the script: is it a command that the agent runs?
pub(super) fn read(text: &str, line: &str) -> Read {
    let command = line.contains("\"command\"") || line.contains("\"args\"");
    let read = text.contains("\"hooks\"") || text.contains("\"statusLine\"");
    (command && read).then_some((true, None))
}
