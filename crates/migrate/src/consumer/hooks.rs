//! Settings that give a script to an agent as a hook or a status line: the agent reads its stdout by a protocol of its own,
//! where the envelope would stand for what the hook says.

use super::mark::VARIABLE;

/// A line of settings that names the script: is it a command that the agent runs, and doesn't it ask for the text?
pub(super) fn read(text: &str, line: &str) -> Option<bool> {
    let command = line.contains("\"command\"") || line.contains("\"args\"");
    let read = text.contains("\"hooks\"") || text.contains("\"statusLine\"");
    let asks = line.contains(&format!("{VARIABLE}=text ")) || super::asks_throughout(text);
    (command && read).then_some(!asks)
}
