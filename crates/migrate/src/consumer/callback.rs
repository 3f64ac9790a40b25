//! Calls of JavaScript that give the text of a command to a function: `execFile("x.sh", (error, stdout) => …)`.

/// The name of the text in the callback of a call, and the lines of the callback.
pub(super) fn callback(call: &str) -> Option<(&str, Vec<&str>)> {
    const CALLS: [&str; 2] = ["execFile(", "exec("];
    let start = CALLS.iter().filter_map(|word| call.find(word)).min()?;
    let rest = &call[start..];
    let (parameters, body) = match rest.find("=>") {
        Some(arrow) => (rest[..arrow].trim_end(), &rest[arrow + 2..]),
        None => {
            let function = &rest[rest.find("function")?..];
            let open = function.find('{')?;
            (function[..open].trim_end(), &function[open + 1..])
        }
    };
    let list = parameters.strip_suffix(')')?;
    let list = &list[list.rfind('(')? + 1..];
    let name = list.split(',').nth(1)?.split(':').next()?.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| (name, body.trim_start_matches([' ', '{']).lines().collect()))
}
