//! The content of stdin: the keys that jq reads from it, or text.

use std::collections::BTreeSet;

use serde_json::{Map, json};

use crate::infer::variable::{self, typed};
use crate::infer::{Evidence, Field, Reading, Way, options};
use crate::model::Call;
use crate::part::Part;
use crate::syntax::{At, Kind};
use crate::word;

pub(super) fn fields(reading: &Reading<'_>) -> Vec<Field> {
    let calls = &reading.script.calls;
    let held: Vec<(String, usize)> = reading
        .variables
        .assigned
        .iter()
        .flat_map(|(name, list)| list.iter().map(move |a| (name, a)))
        .filter(|(_, a)| reads_all(&a.raw))
        .map(|(name, a)| (name.clone(), a.line))
        .collect();
    let mut fields: Vec<Field> = Vec::new();
    let unfed = unfed(reading);
    for call in calls.iter().filter(|c| c.name == "jq") {
        if !given(reading, call, &held) && !unfed.contains(&call.line) {
            continue;
        }
        for (key, fallback) in filter(call).map(|f| keys(&f)).unwrap_or_default() {
            add(reading, &mut fields, call, key, fallback);
        }
    }
    if fields.is_empty() {
        fields.extend(text(reading, &held));
    }
    if fields.is_empty() {
        fields.extend(prompts(reading));
    }
    fields
}

/// What `read -p` asks a person for, which comes on stdin without one.
fn prompts(reading: &Reading<'_>) -> Option<Field> {
    let mut evidence = Vec::new();
    prompts_in(reading, reading.tree.root(), &mut evidence);
    if evidence.is_empty() {
        return None;
    }
    let mut field = text_field(evidence);
    let what = "the lines that the script asks a person for";
    options::describe(&mut field, what, None);
    Some(field)
}

fn prompts_in(reading: &Reading<'_>, at: At<'_>, evidence: &mut Vec<Evidence>) {
    if at.is_fed() || at.kind() == Kind::Process {
        return;
    }
    if at.kind() == Kind::Simple {
        let words: Vec<_> =
            at.of(Kind::Word).map(|word| reading.source.slice(word.range())).collect();
        let has = |letter: char| {
            let mut options = words.iter().skip(1).filter(|word| word.starts_with('-'));
            options.any(|word| word.contains(letter))
        };
        if words.first().is_some_and(|name| name == "read") && has('p') && !has('u') {
            let line = reading.source.line_of(at.start());
            evidence.push(Evidence { line, text: reading.source.shown(line) });
        }
    }
    for (place, child) in at.children().enumerate() {
        if at.kind() != Kind::Pipeline || place == 0 {
            prompts_in(reading, child, evidence);
        }
    }
}

/// `$(cat)`, `${INPUT:-$(cat)}`, `$(</dev/stdin)`.
fn reads_all(raw: &str) -> bool {
    word::substitutions(raw).iter().any(|code| {
        matches!(
            code.trim(),
            "cat"
                | "cat -"
                | "</dev/stdin"
                | "< /dev/stdin"
                | "cat /dev/stdin"
                | "cat || true"
                | "cat 2>/dev/null"
        )
    })
}

/// Whether this jq reads stdin: by a here-string or a pipe from the variable with its content.
fn given(reading: &Reading<'_>, call: &Call, held: &[(String, usize)]) -> bool {
    let line = start_of_line(reading, call);
    held.iter().any(|(name, at)| {
        *at <= call.line
            && [
                format!("<<<\"${name}\""),
                format!("<<< \"${name}\""),
                format!("<<<${name}"),
                format!("echo \"${name}\""),
                format!("\"${name}\" |"),
                format!("\"${{{name}}}\""),
            ]
            .iter()
            .any(|t| line.contains(t.as_str()))
    })
}

/// The filter of a jq call: its first word that is not an option.
pub(super) fn filter(call: &Call) -> Option<String> {
    let mut words = call.words.iter().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--arg" | "--argjson" | "--slurpfile" | "--rawfile" => {
                words.next();
                words.next();
            }
            "--indent" | "-L" => {
                words.next();
            }
            w if w.starts_with('-') => {}
            w => return word::literal(w).or_else(|| Some(word::shown(w).into_owned())),
        }
    }
    None
}

/// The lines of the jq calls that read the script's stdin: outside of pipes, loops and functions, without a file, and
/// without other input.
fn unfed(reading: &Reading<'_>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    unfed_in(reading, reading.tree.root(), &mut found);
    found
}

fn unfed_in(reading: &Reading<'_>, at: At<'_>, found: &mut BTreeSet<usize>) {
    let other = matches!(
        at.kind(),
        Kind::While | Kind::Until | Kind::For | Kind::Select | Kind::Function | Kind::Process
    );
    if other || at.is_fed() {
        return;
    }
    if at.kind() == Kind::Simple {
        let words: Vec<_> =
            at.of(Kind::Word).map(|word| reading.source.slice(word.range())).collect();
        let has_file = words.iter().skip(1).filter(|word| !word.starts_with('-')).count() != 1;
        let other = ["-n", "--null-input", "--arg", "--argjson", "--args"];
        if words.first().is_some_and(|name| name == "jq")
            && !has_file
            && !words.iter().any(|word| other.contains(&word.as_ref()))
        {
            found.insert(reading.source.line_of(at.start()));
        }
    }
    for (place, child) in at.children().enumerate() {
        if at.kind() != Kind::Pipeline || place == 0 {
            unfed_in(reading, child, found);
        }
    }
}

/// `.userMessage // .prompt // "x"` → each alternative key, the last one with the fallback.
fn keys(filter: &str) -> Vec<(String, Option<String>)> {
    let parts: Vec<&str> = filter.split("//").map(str::trim).collect();
    let paths =
        parts.iter().take_while(|part| part.trim_start_matches('(').starts_with('.')).count();
    if paths < 2 {
        return key(filter).into_iter().collect();
    }
    let fallback = parts.get(paths).map(|text| format!(" // {text}")).unwrap_or_default();
    let last = paths - 1;
    let with = |at: usize| if at == last { fallback.as_str() } else { " // empty" };
    parts[..paths]
        .iter()
        .enumerate()
        .filter_map(|(at, part)| key(&format!("{part}{}", with(at))))
        .collect()
}

/// `.topic // "x"` → the key and its fallback.
fn key(filter: &str) -> Option<(String, Option<String>)> {
    let (path, fallback) = match filter.split_once("//") {
        Some((path, rest)) => (path.trim(), Some(rest.trim())),
        None => (filter.trim(), None),
    };
    let path = path.trim_start_matches('(');
    let name: String =
        path.strip_prefix('.')?.chars().take_while(|c| bash_syntax::is_name_char(*c)).collect();
    let rest = &path[1 + name.len()..];
    let whole = rest.is_empty() || rest.starts_with([' ', '?', '[', '|', ')', '.']);
    if name.is_empty() || !whole {
        return None;
    }
    let kind = if rest.starts_with('[') || rest.contains(".[]") {
        "[]"
    } else if rest.starts_with('.') {
        "{}"
    } else {
        ""
    };
    let fallback = fallback
        .filter(|f| *f != "empty" && *f != "null")
        .map(|f| f.trim_end_matches(')').to_owned());
    Some((format!("{name}{kind}"), fallback))
}

fn add(
    reading: &Reading<'_>,
    fields: &mut Vec<Field>,
    call: &Call,
    key: String,
    fallback: Option<String>,
) {
    let (name, kind) = match key.strip_suffix("[]") {
        Some(name) => (name.to_owned(), Some("array")),
        None => match key.strip_suffix("{}") {
            Some(name) => (name.to_owned(), Some("object")),
            None => (key, None),
        },
    };
    let into = reading
        .variables
        .assigned
        .iter()
        .find(|(_, list)| list.iter().any(|a| a.line == call.line))
        .map(|(name, _)| name.clone());
    if fields.iter().any(|f| f.name == name) {
        return;
    }
    let exits =
        call.words.iter().any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains('e'));
    let said = reading.usage.about(&[&name]);
    let mut field = Field {
        way: Way::StdinKey(name.clone()),
        name,
        required: false,
        schema: Map::new(),
        default: None,
        description: said.map(|s| s.text.clone()).unwrap_or_default(),
        evidence: Vec::new(),
    };
    let mut evidence = vec![Evidence { line: call.line, text: reading.source.shown(call.line) }];
    if let Some(kind) = kind {
        field.schema.insert("type".to_owned(), json!(kind));
        if kind == "array" {
            field.schema.insert("items".to_owned(), json!({"type": "string"}));
        }
    }
    let number = fallback.as_deref().is_some_and(|f| f.parse::<f64>().is_ok());
    let literal = fallback
        .as_deref()
        .map(|f| f.trim_matches('"').to_owned())
        .filter(|f| !f.is_empty() && !f.starts_with(['[', '{', '$', '.']));
    let facets = options::Facets { list: false, choices: Vec::new(), default: literal.clone() };
    options::value(reading, &mut field, into.as_deref(), call.line, &mut evidence, facets);
    if number && !field.schema.contains_key("enum") {
        field.default = literal.and_then(|t| typed(&t, Some("number")));
    }
    field.required = field.default.is_none() && (field.required || exits);
    let told = into.map(|v| format!("kept in {v}"));
    let spelling = format!("the key {}", field.name);
    options::describe(&mut field, &spelling, told);
    evidence.sort();
    evidence.dedup();
    field.evidence = evidence;
    fields.push(field);
}

/// A text on stdin that is not described yet.
fn text_field(evidence: Vec<Evidence>) -> Field {
    Field {
        name: "stdin".to_owned(),
        way: Way::StdinText,
        required: false,
        schema: [("type".to_owned(), json!("string"))].into_iter().collect(),
        default: None,
        description: String::new(),
        evidence,
    }
}

/// Text on stdin: a stored `$(cat)`, or `cat`, `read` without other input.
fn text(reading: &Reading<'_>, held: &[(String, usize)]) -> Option<Field> {
    let line =
        held.iter().map(|(_, line)| *line).min().or_else(|| {
            reading.script.calls.iter().find(|c| bare_read(reading, c)).map(|c| c.line)
        })?;
    let mut field = text_field(vec![Evidence { line, text: reading.source.shown(line) }]);
    if let Some((name, _)) = held.first() {
        let mut evidence = Vec::new();
        options::claims(reading, &mut field, name, &mut Vec::new(), &mut evidence);
        field.evidence.extend(evidence);
    }
    options::describe(&mut field, "the text on stdin", None);
    Some(field)
}

/// How much of a line is looked at for each of its calls: a longer line has too many.
const LOOKED_AT: usize = 4_096;

fn start_of_line(reading: &Reading<'_>, call: &Call) -> String {
    let line = reading.source.line(call.line);
    String::from_utf8_lossy(&line[..line.len().min(LOOKED_AT)]).into_owned()
}

fn bare_read(reading: &Reading<'_>, call: &Call) -> bool {
    if !matches!(call.name.as_str(), "cat" | "read") {
        return false;
    }
    let line = start_of_line(reading, call);
    let fed = line.contains('|') || line.contains('<');
    match call.name.as_str() {
        "cat" => {
            call.words.len() == 1
                && call.heredoc.is_none()
                && call.place.sink == crate::model::Sink::Out
                && !call.place.subshell
                && !fed
        }
        "read" => {
            let asks = call.words.iter().any(|w| w.starts_with('-') && w.contains('p'));
            let looped = line.trim_start().starts_with("while");
            !asks
                && !fed
                && !looped
                && !call.place.subshell
                && variable::alone(call.words.last().map_or("", Part::as_str)).is_none()
        }
        _ => false,
    }
}
