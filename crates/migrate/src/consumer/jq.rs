//! The members that jq and yq read: those of an envelope, or others.

/// Options of jq with their number of arguments.
const JQ_OPTIONS: [(&str, usize); 10] = [
    ("--arg", 2),
    ("--argjson", 2),
    ("--slurpfile", 2),
    ("--rawfile", 2),
    ("--argfile", 2),
    ("--indent", 1),
    ("-L", 1),
    ("-f", 1),
    ("--from-file", 1),
    ("--seq", 0),
];

/// Whether jq reads JSON, and its filter only uses an envelope's members.
pub(super) fn jq(words: &[&str]) -> bool {
    let mut at = 1;
    let mut slurps = false;
    while let Some(option) = words.get(at).filter(|word| word.starts_with('-')) {
        let letters = !option.starts_with("--");
        if *option == "--raw-input" || letters && option.contains('R') {
            return false;
        }
        slurps |= *option == "--slurp" || letters && option.contains('s');
        let more = JQ_OPTIONS.iter().find(|(name, _)| name == option).map_or(0, |(_, more)| *more);
        at += 1 + more;
    }
    let Some(filter) = words.get(at) else { return true };
    // With --slurp, the envelope is the only element of a list.
    let filter =
        if slurps { filter.replace("[0]", "").replace("[]", "") } else { (*filter).to_owned() };
    jq_members(&filter).iter().all(|m| MEMBERS.contains(&m.as_str()))
}

/// Whether yq reads JSON: by its options, or because it uses members of an envelope. JSON is valid YAML, and so is a
/// line of a label and a number, which a filter without an envelope's members may read.
pub(super) fn yq(words: &[&str]) -> bool {
    let says_json = |w: &[&str]| matches!(w, ["-p" | "--input-format", "json" | "j"]);
    let given = ["-p=json", "-pjson", "-pj", "--input-format=json"];
    if words.windows(2).any(says_json) || words.iter().any(|word| given.contains(word)) {
        return true;
    }
    let filter = words[1..].iter().find(|word| word.starts_with(['.', '(', '{', '[']));
    let members = filter.map(|filter| jq_members(filter)).unwrap_or_default();
    !members.is_empty() && members.iter().all(|m| MEMBERS.contains(&m.as_str()))
}

/// What a jq filter reads from its input: the first members of its paths, up to the next `|`.
fn jq_members(filter: &str) -> Vec<String> {
    let mut members = Vec::new();
    // For each open bracket, whether the following is read from a member.
    let mut inner = vec![false];
    let mut previous = ' ';
    let mut chars = filter.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let begins =
            !(previous.is_alphanumeric() || matches!(previous, '_' | ')' | ']' | '.' | '?' | '"'));
        match c {
            '"' => {
                while chars.next_if(|(_, c)| *c != '"').is_some() {}
                chars.next();
            }
            '(' | '[' | '{' => inner.push(inner.last().copied().unwrap_or(false)),
            ')' | ']' | '}' if inner.len() > 1 => {
                inner.pop();
            }
            '|' if !members.is_empty() => {
                if let Some(last) = inner.last_mut() {
                    *last = true;
                }
            }
            '.' if begins && inner.last() == Some(&false) => {
                let rest = &filter[at + 1..];
                let name = rest.trim_start_matches(['[', '"']);
                let end =
                    name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
                if end > 0 || rest.starts_with('[') {
                    members.push(name[..end].to_owned());
                }
            }
            _ => {}
        }
        previous = c;
    }
    members
}

/// Top-level members of a migrated script's envelopes.
pub(super) const MEMBERS: [&str; 14] = [
    "success",
    "confidence",
    "deliverables",
    "metrics",
    "errors",
    "schema_version",
    "status",
    "error",
    "agent",
    "ts",
    "values",
    "text",
    "data",
    "truncated",
];
