//! The script's requirements: variables that it reads and never sets, and programs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Map;

use crate::infer::facts::EndingTest;
use crate::infer::options::{self, Facets};
use crate::infer::{Evidence, Field, MAX_INPUTS, Reading, Way, snake};
use crate::model::Call;
use crate::part::Part;
use crate::syntax::{Kind, flag};
use crate::word::{self, Piece};

/// Variables that a shell, a login or a terminal sets, which callers don't provide.
const USUAL: [&str; 46] = [
    "HOME",
    "PATH",
    "PWD",
    "OLDPWD",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "TMP",
    "TEMP",
    "IFS",
    "RANDOM",
    "SECONDS",
    "LINENO",
    "HOSTNAME",
    "UID",
    "EUID",
    "PPID",
    "OPTARG",
    "OPTIND",
    "OPTERR",
    "FUNCNAME",
    "PIPESTATUS",
    "BASHPID",
    "REPLY",
    "COLUMNS",
    "LINES",
    "EDITOR",
    "PAGER",
    "DISPLAY",
    "SHLVL",
    "GROUPS",
    "OSTYPE",
    "MACHTYPE",
    "HOSTTYPE",
    "NO_COLOR",
    "DIRSTACK",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "XDG_RUNTIME_DIR",
    "COLORTERM",
    "SUDO_USER",
];

/// Programs that every system has, and shell keywords.
const COMMON: [&str; 12] =
    ["bash", "sh", "env", "cat", "echo", "printf", "test", "grep", "sed", "awk", "sort", "date"];

/// Programs that are reported if they are called.
const TOLD: [&str; 46] = [
    "jq",
    "yq",
    "curl",
    "wget",
    "git",
    "gh",
    "glab",
    "node",
    "npm",
    "npx",
    "pnpm",
    "yarn",
    "bun",
    "deno",
    "python",
    "python3",
    "pip",
    "pip3",
    "uv",
    "ruby",
    "go",
    "cargo",
    "docker",
    "podman",
    "kubectl",
    "helm",
    "terraform",
    "aws",
    "gcloud",
    "az",
    "psql",
    "mysql",
    "sqlite3",
    "redis-cli",
    "ffmpeg",
    "ffprobe",
    "convert",
    "magick",
    "pandoc",
    "rsync",
    "ssh",
    "scp",
    "bc",
    "openssl",
    "zip",
    "unzip",
];

pub(super) struct Surroundings {
    pub(super) parameters: Vec<Field>,
    pub(super) secrets: Vec<(String, Evidence)>,
    pub(super) tools: Vec<(String, Evidence)>,
    pub(super) notes: Vec<Evidence>,
}

pub(super) fn read(reading: &Reading<'_>, fields: &[Field]) -> Surroundings {
    let mut seen = expanded(reading);
    for EndingTest { claim, line, .. } in &reading.facts.claims {
        use crate::infer::condition::Claim as C;
        if let C::Missing(name)
        | C::NotPath(name, _)
        | C::NotOneOf(name, _)
        | C::NotMatching(name, _) = claim
        {
            seen.entry(name.clone()).or_insert(*line);
        }
    }
    let mut found: Vec<(usize, String)> =
        seen.into_iter().map(|(name, line)| (line, name)).collect();
    found.sort();
    let mut surroundings = Surroundings {
        parameters: Vec::new(),
        secrets: Vec::new(),
        tools: tools(reading),
        notes: Vec::new(),
    };
    let filled = filled(reading);
    let reads_file = |call: &&Call<'_>| matches!(call.name.as_str(), "source" | ".");
    let sourced = reading.script.calls.iter().filter(reads_file).map(|call| call.line).min();
    for (line, name) in found {
        if surroundings.parameters.len() > MAX_INPUTS {
            break;
        }
        if !outside(reading, &name, &filled) {
            continue;
        }
        // A file that is read before may set it.
        let is_text = |(text, _): &(String, usize)| !text.is_empty();
        let is_worked_out =
            reading.variables.defaults.get(&name).is_some_and(|all| all.iter().any(is_text));
        let has_default = is_worked_out || reading.variables.insisted.contains_key(&name);
        if let Some(at) = sourced.filter(|at| *at < line && !has_default) {
            let text = format!(
                "reads {name}, which the file that line {at} reads may set: it is left out of the draft"
            );
            surroundings.notes.push(Evidence { line, text });
            continue;
        }
        let at = Evidence { line, text: format!("reads {name}") };
        if secret(&name) {
            surroundings.secrets.push((name, at));
            continue;
        }
        let Some(key) = snake(&name).filter(|k| !fields.iter().any(|f| f.name == *k)) else {
            continue;
        };
        let said = reading.usage.about(&[&name]);
        let mut field = Field {
            name: key,
            way: Way::Environment(name.clone()),
            required: false,
            schema: Map::new(),
            default: None,
            description: said.map(|s| s.text.clone()).unwrap_or_default(),
            evidence: Vec::new(),
        };
        let mut evidence = vec![at];
        let own = said.and_then(|s| s.default.clone());
        let facets = Facets { list: false, choices: Vec::new(), default: own };
        options::value(reading, &mut field, Some(&name), usize::MAX, &mut evidence, facets);
        // `${X:-$HOME/x}`.
        if is_worked_out {
            field.required = false;
        }
        if !has_default
            && field.default.is_none()
            && let Some(line) = needed(reading, &name)
        {
            field.required = true;
            let text = format!("`set -u` ends the script where {name} is missing");
            evidence.push(Evidence { line, text });
        }
        options::describe(&mut field, &format!("the variable {name}"), None);
        evidence.sort();
        evidence.dedup();
        field.evidence = evidence;
        surroundings.parameters.push(field);
    }
    surroundings
}

/// The line on which `set -u` ends each run without the variable: `$X` or `${X}` in a command that always runs.
fn needed(reading: &Reading<'_>, name: &str) -> Option<usize> {
    let calls = || reading.script.calls.iter().filter(|call| call.place.always_runs());
    let strict = calls().find(|call| call.sets_option('u', "nounset"))?.line;
    let expands = |raw: &Part<'_>| {
        word::pieces(raw).into_iter().any(|piece| match piece {
            Piece::Hole { source, name: Some(own), .. } => {
                own == name && (source == format!("${name}") || source == format!("${{{name}}}"))
            }
            _ => false,
        })
    };
    let reads = |call: &&Call<'_>| {
        call.line > strict
            && (call.words.iter().any(expands) || call.assignments.iter().any(expands))
    };
    calls().find(reads).map(|call| call.line)
}

/// The variables that the script expands anywhere: in commands, tests, loops, arithmetic and here-documents; each with
/// its first line.
fn expanded(reading: &Reading<'_>) -> BTreeMap<String, usize> {
    let mut seen = BTreeMap::new();
    for node in reading.tree.all() {
        let expands = match node.kind() {
            Kind::Word | Kind::Assign | Kind::Formula => true,
            Kind::Body => node.is(flag::EXPANDS),
            _ => false,
        };
        if expands {
            let text = reading.source.slice(node.range());
            // `NAME=value` and `NAME+=(…)` assign the name, and read the text after it.
            let text = match node.kind() {
                Kind::Assign => text.split_once('=').map_or("", |(_, value)| value),
                _ => &text,
            };
            names(text, reading.source.line_of(node.start()), &mut seen, 0);
        }
    }
    seen
}

/// The words of calls that assign variables: `read NAME`, `printf -v NAME`; `declare -A NAME` creates an array.
fn filled<'s>(reading: &Reading<'s>) -> BTreeSet<&'s str> {
    let fills = |call: &&Call<'_>| match call.name.as_str() {
        "read" | "mapfile" | "readarray" | "getopts" | "declare" | "typeset" | "local" => true,
        "printf" => call.words.get(1).is_some_and(|word| word == "-v"),
        _ => false,
    };
    let words = reading.script.calls.iter().filter(fills).flat_map(|call| &call.words);
    words.map(Part::as_str).collect()
}

/// Whether others set the variable. `X="${X:-default}"` reads it, and `X=1` does not.
fn outside(reading: &Reading<'_>, name: &str, filled: &BTreeSet<&str>) -> bool {
    let upper = name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if !upper || USUAL.contains(&name) || name.starts_with("BASH") || name.starts_with("__") {
        return false;
    }
    let own = reading.variables.assigned.get(name).into_iter().flatten();
    let looped = reading.facts.loops.iter().any(|l| l.variable == name);
    let colour =
        matches!(name, "RED" | "GREEN" | "YELLOW" | "BLUE" | "NC" | "BOLD" | "RESET" | "CYAN");
    let self_only = own.clone().all(|a| {
        word::pieces(&a.raw).first().is_some_and(|p| matches!(p, Piece::Hole { name: Some(n), source, .. } if *n == name && source.starts_with("${")))
    });
    self_only && !looped && !filled.contains(name) && !colour
}

fn secret(name: &str) -> bool {
    [
        "TOKEN",
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "API_KEY",
        "APIKEY",
        "PRIVATE_KEY",
        "ACCESS_KEY",
        "CREDENTIAL",
    ]
    .iter()
    .any(|word| name.contains(word))
}

fn names(raw: &str, line: usize, seen: &mut BTreeMap<String, usize>, depth: usize) {
    for piece in word::pieces(raw) {
        let Piece::Hole { source, name: Some(name), .. } = piece else { continue };
        if source.starts_with("${") && depth < 6 {
            let inner = source.trim_start_matches("${").trim_end_matches('}');
            names(inner.get(name.len()..).unwrap_or(""), line, seen, depth + 1);
        }
        let at = seen.entry(name.to_owned()).or_insert(line);
        *at = (*at).min(line);
    }
}

/// Programs that the script tests with `command -v`, or calls.
fn tools(reading: &Reading<'_>) -> Vec<(String, Evidence)> {
    let mut found: Vec<(String, Evidence)> = Vec::new();
    let mut add = |name: &str, line: usize, text: &str| {
        let plain =
            name.len() > 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c));
        if plain && !found.iter().any(|(n, _)| n == name) {
            found.push((name.to_owned(), Evidence { line, text: text.to_owned() }));
        }
    };
    for call in &reading.script.calls {
        let asks = match call.name.as_str() {
            "command" => call.words.get(1).is_some_and(|w| w == "-v" || w == "-V"),
            "which" | "hash" | "type" => true,
            _ => false,
        };
        if asks {
            for word in call.words.iter().skip(1).filter(|w| !w.starts_with('-')) {
                if let Some(name) = word::literal(word).filter(|n| !COMMON.contains(&n.as_str())) {
                    add(&name, call.line, "asks whether it is installed");
                }
            }
        } else if TOLD.contains(&call.name.as_str()) && !reading.script.defines(&call.name) {
            add(&call.name, call.line, "calls it");
        }
    }
    for each in &reading.facts.loops {
        let over = |call: &&crate::model::Call| {
            call.name == "command"
                && call.words.get(2).and_then(|w| crate::infer::variable::alone(w)).as_deref()
                    == Some(&each.variable)
        };
        if reading.script.calls.iter().any(|c| over(&c)) {
            for word in &each.words {
                if let Some(name) = word::literal(word) {
                    add(&name, each.line, "asks whether it is installed");
                }
            }
        }
    }
    found.sort_by(|a, b| (a.1.line, &a.0).cmp(&(b.1.line, &b.0)));
    found
}
