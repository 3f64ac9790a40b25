//! Python and JavaScript that run a script and match its text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::captures;
use super::mention::VARIABLE;
use super::rewrite::key;

/// The maximum number of examined lines of a program, because each takes time by the program's length. The rest counts
/// as reading.
const MOST_LINES: usize = 200;

/// The maximum length of a name's stem in bytes.
const LONGEST_STEM: usize = 255;

/// The results for the lines of one program.
#[derive(Default)]
pub(super) struct Lines {
    /// The last examined line, and its result.
    last: Option<(usize, Option<captures::Use>)>,
    count: usize,
}

impl Lines {
    /// How a line uses the script that it names; a line with several mentions is examined once.
    fn of(&mut self, text: &str, line: usize) -> Option<captures::Use> {
        if let Some((_, found)) = self.last.filter(|(last, _)| *last == line) {
            return found;
        }
        self.count += 1;
        let found = match self.count <= MOST_LINES {
            true => captures::of(text, line),
            false => Some(captures::Use::Reads),
        };
        self.last = Some((line, found));
        found
    }
}

/// For a line of a program that names the script and leads to its run: whether the program reads
/// its text.
pub(super) fn read(
    text: &str,
    line: usize,
    at: usize,
    name: &str,
    lines: &mut Lines,
) -> Option<bool> {
    if in_prose(text, at) || is_looked_for(text, at) || !name.contains('.') && !in_text(text, at) {
        return None;
    }
    let found = lines.of(text, line)?;
    // A word that may have another meaning, in a program that reads nothing.
    if !name.contains('.') && found == captures::Use::Runs {
        return None;
    }
    let near = || text.lines().skip(line.saturating_sub(6)).take(6 + 20);
    // A caller that sets the variable already handles it.
    let asks = if captures::names_it(text, line) {
        text.contains(VARIABLE)
    } else {
        near().any(|line| line.contains(VARIABLE))
    };
    Some(!asks && found == captures::Use::Reads)
}

/// A name that may be an ordinary word only counts in a string or a path.
fn in_text(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |i| i + 1)..at];
    let open = |quote: char| line.matches(quote).count() % 2 == 1;
    line.ends_with('/') || open('"') || open('\'') || open('`')
}

/// Whether a text builds names of scripts from parts: `f"{name}.sh"`, `name + ".sh"`.
pub(super) fn builds_names(text: &str) -> bool {
    ["}.sh", "+ \".sh\"", "+ '.sh'", "+\".sh\"", "with_suffix(\".sh\")", "with_suffix('.sh')"]
        .iter()
        .any(|built| text.contains(built))
}

/// The quoted texts that may be the stem of a script's name, each with its first position.
pub(super) fn stems(text: &str) -> BTreeMap<&str, usize> {
    let mut found = BTreeMap::new();
    for quote in ['"', '\''] {
        let mut opened: Option<usize> = None;
        for (at, _) in text.match_indices(quote) {
            let stem = opened.map_or("", |from| &text[from..at]);
            if let Some(from) = opened.filter(|_| (2..=LONGEST_STEM).contains(&stem.len())) {
                let first = found.entry(stem).or_insert(from);
                *first = from.min(*first);
            }
            opened = Some(at + 1);
        }
    }
    found
}

/// Whether a program that builds the names of scripts reads their output.
pub(super) fn reads_built(text: &str) -> bool {
    let built = text.lines().enumerate().filter(|(_, line)| builds_names(line));
    !text.contains(VARIABLE)
        && built.into_iter().any(|(at, _)| captures::of(text, at + 1) == Some(captures::Use::Reads))
}

/// The text of the same length without comments and documentation strings.
pub(super) fn commands(text: &str) -> Cow<'_, str> {
    let mut out = text.as_bytes().to_vec();
    let mut from = 0;
    // The end of the open comment or string.
    let mut open: Option<&str> = None;
    // Whether the line continues the statement before it.
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let opens = ["\"\"\"", "\'\'\'", "r\"\"\"", "/*"]
            .into_iter()
            .find(|mark| bare.starts_with(mark) && (!goes_on || *mark == "/*"));
        let told = match (open, opens) {
            (Some(end), _) => {
                if line.contains(end) {
                    open = None;
                }
                true
            }
            (None, Some(mark)) => {
                let end = match mark {
                    "/*" => "*/",
                    mark => mark.trim_start_matches('r'),
                };
                if !bare[mark.len()..].contains(end) {
                    open = Some(end);
                }
                // After its end, more may follow: `/* a */ run()`.
                bare.trim_end().ends_with(end) || open.is_some()
            }
            (None, None) => {
                bare.starts_with('#') && !bare.starts_with("#!") || bare.starts_with("//")
            }
        };
        if told {
            let end = from + line.trim_end_matches(['\n', '\r']).len();
            out[from..end].fill(b' ');
        }
        if !bare.trim().is_empty() {
            goes_on = !told && bare.trim_end().ends_with(['(', ',', '=', '\\', '+', '[', '{', '>']);
        }
        from += line.len();
    }
    String::from_utf8(out).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether the name is a searched text, or the title of a test: `line.includes("x.sh")`, `test("x.sh --all
/// prints")`.
fn is_looked_for(text: &str, at: usize) -> bool {
    const CALLS: [&str; 8] = [
        "includes(",
        "endswith(",
        "endsWith(",
        "startswith(",
        "startsWith(",
        "indexOf(",
        " test(",
        " it(",
    ];
    let before = text[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "_-./".contains(c));
    let Some(before) = before.strip_suffix(['"', '\'', '`']) else { return false };
    let line = &before[before.rfind('\n').map_or(0, |start| start)..];
    CALLS.iter().any(|call| line.ends_with(call) || line.trim() == call.trim())
}

/// Whether the name is in a sentence. A command begins with its path, or with a shell before it.
fn in_prose(text: &str, at: usize) -> bool {
    let path = |c: char| c.is_alphanumeric() || "_-./~".contains(c);
    let start = text[..at].trim_end_matches(path);
    let word = start.strip_suffix(' ').map(|before| {
        before.rsplit(|c: char| c.is_whitespace() || "\"'`([".contains(c)).next().unwrap_or("")
    });
    word.is_some_and(|word| {
        let flag = word.starts_with('-') || word.contains('=');
        let runs = ["bash", "sh", "exec", "sudo", "env", "timeout", "&&", ";", "|", "/", "+", ","];
        !(flag || word.is_empty() || runs.contains(&word) || word.ends_with([',', '=']))
    })
}

/// The expression that reads from the envelope what the first match below `line` extracts from the
/// text.
pub(super) fn instead(text: &str, line: usize) -> Option<String> {
    let below: Vec<&str> = text.lines().skip(line.saturating_sub(1)).take(25).collect();
    let python = below.iter().any(|l| l.contains("subprocess") || l.contains("os.popen"));
    let matched = below.iter().find(|l| MATCHES.iter().any(|m| l.contains(m)))?;
    let from = MATCHES.iter().filter_map(|m| matched.find(m).map(|at| at + m.len())).min()?;
    let rest = matched[from..].trim_start_matches(['r', '\'', '"', '/', '`', '^', ' ']);
    let end = rest.find(['\'', '"', '/', '`']).unwrap_or(rest.len());
    let path = field(&rest[..end])?;
    Some(if python {
        let path: String = path.split('.').map(|part| format!("[\"{part}\"]")).collect();
        format!("json.loads(TEXT.splitlines()[-1]){path}")
    } else {
        format!("JSON.parse(TEXT.trim().split(\"\\n\").pop()).{path}")
    })
}

const MATCHES: [&str; 7] =
    [".match(", ".matchAll(", "re.search(", "re.match(", "re.findall(", ".includes(", ".exec("];

/// The field of the envelope that a pattern extracts.
fn field(pattern: &str) -> Option<String> {
    let word = pattern.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    match word.as_str() {
        "confidence" => return Some("confidence".to_owned()),
        "created" | "modified" | "updated" | "saved" | "generated" | "wrote" => {
            return Some("deliverables".to_owned());
        }
        "success" | "complete" | "done" | "ok" | "failed" => return Some("success".to_owned()),
        "error" => return Some("errors".to_owned()),
        _ => {}
    }
    let number = pattern.contains("\\d") || pattern.contains("[0-9");
    let label = pattern.contains(':').then(|| key(pattern)).flatten().filter(|_| number)?;
    Some(format!("metrics.{label}"))
}
