//! The name of a metric, from its label.

use super::word_list::is_plural;

/// The name of a metric from its label, in snake_case; `None` for labels of versions, dates, identities, settings and
/// steps.
pub(crate) fn name(label: &str) -> Option<String> {
    const OTHER: [&str; 22] = [
        "id",
        "ids",
        "pid",
        "uid",
        "gid",
        "version",
        "ver",
        "date",
        "year",
        "port",
        "timestamp",
        "commit",
        "build",
        "sha",
        "hash",
        "phone",
        "zip",
        "timeout",
        "threshold",
        "limit",
        "interval",
        "delay",
    ];
    let label = label.trim_end_matches(['*', ' ']);
    let fits = |c: char| c.is_ascii_alphanumeric() || " _./()#&+-".contains(c);
    if !label.starts_with(|c: char| c.is_ascii_alphabetic())
        || label.len() > 60
        || !label.chars().all(fits)
    {
        return None;
    }
    let parts = label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
    let other = |part: &String| OTHER.contains(&part.as_str()) || part == "confidence";
    let name = parts.join("_");
    let no_measure = matches!(
        name.as_str(),
        "error"
            | "actual"
            | "expected"
            | "got"
            | "value"
            | "want"
            | "wanted"
            | "line"
            | "column"
            | "status"
            | "rc"
            | "errno"
            | "step"
            | "phase"
            | "stage"
            | "attempt"
            | "iteration"
            | "retry"
            | "try"
            | "pr"
            | "issue"
            | "ticket"
            | "file"
            | "project"
            | "image"
            | "container"
            | "host"
            | "hostname"
            | "release"
            | "node"
            | "node_js"
            | "npm"
            | "python"
            | "ruby"
            | "java"
            | "go"
            | "rust"
            | "max_iterations"
            | "max_retries"
            | "max_attempts"
            | "max_tokens"
            | "from"
            | "since"
            | "until"
    ) || is_numbered(&parts)
        || parts.last().is_some_and(|last| names_error(last))
        || parts.len() > 1
            && (announces(&parts[0]) || is_verdict(&parts) && !is_things(label, &parts))
        || name.ends_with("_code") && !name.ends_with("of_code")
        || parts.iter().any(|part| part == "exit" || part == "index")
        || parts.iter().any(|part| part == "http") && !counts_things(&parts)
        || parts.first().is_some_and(|part| part == "not");
    if parts.iter().any(other) || no_measure {
        return None;
    }
    Some(match name.as_str() {
        "modified_files" | "updated_files" | "files_updated" | "files_changed" => {
            "files_modified".to_owned()
        }
        "created_files" => "files_created".to_owned(),
        "deleted_files" | "removed_files" | "files_removed" => "files_deleted".to_owned(),
        _ => name,
    })
}

/// Whether a label ends in a plural, as in `HTTP requests`.
fn counts_things(parts: &[String]) -> bool {
    parts.last().is_some_and(|last| is_plural(last) && last != "status")
}

/// The last word of `KeyError: 1` and of `java.lang.Exception: 2`.
fn names_error(word: &str) -> bool {
    word.ends_with("exception") || word.len() > 5 && word.ends_with("error")
}

/// `Step 1`, `Phase 2`: the number of a part of the work.
fn is_numbered(parts: &[String]) -> bool {
    const PARTS: [&str; 6] = ["attempt", "iteration", "phase", "stage", "step", "try"];
    let digits = |number: &String| number.chars().all(|c| c.is_ascii_digit());
    matches!(parts, [part, number] if PARTS.contains(&part.as_str()) && digits(number))
}

/// `FAIL servers without a name: a`, `PASS file is there: b`: the outcome of a check, which names the check and no number. `Pass
/// rate` and `Error count` are numbers.
fn is_verdict(parts: &[String]) -> bool {
    const VERDICTS: [&str; 7] = ["fail", "pass", "ok", "skip", "warn", "info", "debug"];
    const NUMBERS: [&str; 6] = ["rate", "count", "total", "percent", "percentage", "ratio"];
    let numbered = parts.iter().any(|part| NUMBERS.contains(&part.as_str()));
    VERDICTS.contains(&parts[0].as_str()) && !numbered
}

/// Whether a name in lower case has a plural, as in `debug statements found`: it names what is counted.
fn is_things(label: &str, parts: &[String]) -> bool {
    label.starts_with(|c: char| c.is_ascii_lowercase())
        && (1..parts.len()).any(|end| counts_things(&parts[..=end]))
}

/// A verb of something that begins: `Creating project: 2024` names the project.
fn announces(word: &str) -> bool {
    const VERBS: [&str; 10] = [
        "checking",
        "creating",
        "deleting",
        "downloading",
        "installing",
        "removing",
        "searching",
        "skipping",
        "starting",
        "using",
    ];
    VERBS.contains(&word)
}

/// Whether this is the name of a duration, which is read with its unit.
pub(crate) fn is_run_time(name: &str) -> bool {
    const OF_SEVERAL: [&str; 10] = [
        "avg_",
        "average_",
        "mean_",
        "median_",
        "max_",
        "maximum_",
        "min_",
        "minimum_",
        "expected_",
        "estimated_",
    ];
    const TIMES: [&str; 5] =
        ["duration", "elapsed", "execution_time", "elapsed_time", "total_time"];
    matches!(name, "execution_time_ms" | "duration_ms" | "took")
        || TIMES.iter().any(|time| name.ends_with(time))
            && !OF_SEVERAL.iter().any(|word| name.starts_with(word))
}
