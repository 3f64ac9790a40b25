//! Python and JavaScript that run a script and match its text.

use super::Read;

/// A line of Python or JavaScript that runs the script: does what follows match its text?
pub(super) fn read(text: &str, line: usize) -> Read {
    const RUNS: [&str; 12] = [
        "subprocess",
        "check_output",
        "Popen",
        "os.popen",
        "os.system",
        "execSync",
        "execFile",
        "exec(",
        "spawn",
        "child_process",
        "$`",
        "run(",
    ];
    const READS: [&str; 12] = [
        ".match(",
        ".matchAll(",
        "re.search",
        "re.match",
        "re.findall",
        ".split(",
        ".includes(",
        ".startswith(",
        ".startsWith(",
        ".indexOf(",
        ".exec(",
        " in result",
    ];
    let from = line.saturating_sub(6);
    let near: Vec<&str> = text.lines().skip(from).take(6 + 20).collect();
    let around = near.join("\n");
    if !RUNS.iter().any(|run| around.contains(run)) {
        return None;
    }
    let after: String =
        text.lines().skip(line.saturating_sub(1)).take(25).collect::<Vec<_>>().join("\n");
    Some((READS.iter().any(|read| after.contains(read)), None))
}
