//! Options: branches of a `case` over the arguments, `getopts`, and tests like `[ "$1" = --json ]`.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::infer::choices::{ABOUT, checked, words_of};
use crate::infer::condition::Claim;
use crate::infer::digits;
use crate::infer::facts::{Arm, Case, EndingTest};
use crate::infer::spellings::{Stored, add_of_arm};
use crate::infer::variable::{self, alone, typed};
use crate::infer::{Evidence, Field, MAX_INPUTS, Reading, Way, snake};
use crate::syntax::Kind;
use crate::word;

/// Options that may precede the arguments, and those that are tested at a position.
pub(super) fn fields(reading: &Reading<'_>) -> (Vec<Field>, Vec<Field>) {
    let mut fields = Vec::new();
    for case in &reading.facts.cases {
        match letters(reading, case) {
            _ if fields.len() > MAX_INPUTS => break,
            Some(letters) => {
                for arm in case.arms.iter().take(MAX_INPUTS + 1) {
                    fields.extend(letter(reading, case, arm, &letters));
                }
            }
            None if is_parser(case) => {
                let mut stores: Vec<Stored> = Vec::new();
                for arm in &case.arms {
                    if fields.len() > MAX_INPUTS {
                        break;
                    }
                    for field in flags(reading, case, arm) {
                        add_of_arm(&mut fields, &mut stores, arm, field);
                    }
                }
            }
            None => {}
        }
    }
    let behind = tested(reading, &fields);
    (fields, behind)
}

/// A `case` over arguments with branches for options.
pub(super) fn is_parser(case: &Case) -> bool {
    *case.is_parser.get_or_init(|| {
        let over = variable::alone(&case.subject).is_some();
        over && case.arms.iter().any(|arm| arm.patterns.iter().any(|p| spelled(p).is_some()))
    })
}

/// The option in a pattern: `--output=*` → `--output`.
fn spelled(pattern: &str) -> Option<(&str, bool)> {
    let bare = pattern.strip_suffix("=*").or_else(|| pattern.strip_suffix("=?*"));
    let (name, joined) = (bare.unwrap_or(pattern), bare.is_some());
    let rest = name.strip_prefix("--").or_else(|| name.strip_prefix('-'))?;
    let fits = rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    fits.then_some((name, joined))
}

/// The option string of the getopts with the `case`'s variable.
fn letters(reading: &Reading<'_>, case: &Case) -> Option<String> {
    let subject = variable::alone(&case.subject)?;
    reading
        .script
        .calls
        .iter()
        .find(|c| {
            c.name == "getopts"
                && c.words.get(2).is_some_and(|word| **word == subject)
                && c.place.function.as_deref() == case.function.as_deref()
        })
        .and_then(|c| word::literal(c.words.get(1)?))
}

/// Whether it is the `case` of a getopts loop.
pub(super) fn reads_letters(reading: &Reading<'_>, case: &Case) -> bool {
    letters(reading, case).is_some()
}

fn letter(reading: &Reading<'_>, case: &Case, arm: &Arm, letters: &str) -> Option<Field> {
    let pattern = arm
        .patterns
        .iter()
        .find(|p| p.len() == 1 && !matches!(p.as_str(), "?" | ":" | "*" | "h"))?;
    let at = letters.find(pattern.as_str())?;
    let valued = letters[at + 1..].starts_with(':');
    let spelling = format!("-{pattern}");
    build(reading, case, arm, &[(&spelling, false)], valued)
}

/// The options of a branch: one, unless the branch keeps the name itself, as in `--json|--yaml) FORMAT=${1#--}`.
fn flags(reading: &Reading<'_>, case: &Case, arm: &Arm) -> Vec<Field> {
    let subject = variable::alone(&case.subject).unwrap_or_default();
    let own_name = ["#--}", "#-}", "##-}", "##*-}"].map(|end| format!("${{{subject}{end}"));
    let names: Vec<(&str, bool)> = arm.patterns.iter().filter_map(|p| spelled(p)).collect();
    let keeps_name = own_name.iter().any(|form| arm.text.contains(form))
        && names.iter().all(|(name, joined)| !joined && !ABOUT.contains(name));
    match keeps_name {
        true => {
            names.iter().filter_map(|name| build(reading, case, arm, &[*name], false)).collect()
        }
        false => flag(reading, case, arm).into_iter().collect(),
    }
}

fn flag(reading: &Reading<'_>, case: &Case, arm: &Arm) -> Option<Field> {
    let names: Vec<(&str, bool)> = arm.patterns.iter().filter_map(|p| spelled(p)).collect();
    if names.is_empty() || names.iter().any(|(n, _)| ABOUT.contains(n)) {
        return None;
    }
    if names.iter().all(|(n, _)| *n == "-V") {
        return None;
    }
    let subject = variable::alone(&case.subject).unwrap_or_default();
    let joined = format!("${{{subject}#");
    let valued = names.iter().any(|(_, joined)| *joined)
        || arm.text.contains("$2")
        || arm.text.contains("${2")
        || arm.text.contains(&joined)
        // `shift; OUT=$1`.
        || arm.calls.first().is_some_and(|c| c.name == "shift")
            && arm.calls.iter().any(|c| c.assignments.iter().any(|a| a.contains("$1")));
    build(reading, case, arm, &names, valued)
}

fn build(
    reading: &Reading<'_>,
    case: &Case,
    arm: &Arm,
    names: &[(&str, bool)],
    valued: bool,
) -> Option<Field> {
    let (best, joined) =
        names.iter().max_by_key(|(n, j)| (n.starts_with("--"), !*j, n.len())).copied()?;
    let stored = stored(arm, valued);
    let variable = stored.as_ref().map(|(name, _, _)| name.clone());
    let long = best.starts_with("--");
    let name = if long {
        snake(best)
    } else {
        variable.as_deref().and_then(snake).or_else(|| snake(best))
    }?;
    let mut evidence = vec![Evidence { line: arm.line, text: arm.patterns.join(" | ") }];
    let spellings: Vec<&str> = names.iter().map(|(n, _)| *n).collect();
    let said = reading.usage.about(&spellings);
    let mut field = Field {
        name,
        way: if valued {
            Way::Option(best.to_owned(), joined)
        } else {
            Way::Switch(best.to_owned())
        },
        required: said.is_some_and(|s| s.required),
        schema: Map::new(),
        default: None,
        description: said.map(|s| s.text.clone()).unwrap_or_default(),
        evidence: Vec::new(),
    };
    if let Some(said) = said {
        evidence.push(Evidence { line: said.line, text: "the usage text".to_owned() });
    }
    if !valued {
        field.schema.insert("type".to_owned(), json!("boolean"));
        field.default = Some(json!(false));
        describe(&mut field, best, stored.as_ref().map(|(n, v, _)| format!("sets {n} to {v}")));
    } else {
        let list = stored.as_ref().is_some_and(|(_, _, append)| *append);
        let mut choices = said.map(|s| s.choices.clone()).unwrap_or_default();
        if choices.is_empty() {
            choices = checked(reading, case, arm, &mut evidence);
        }
        let own = said.and_then(|s| s.default.clone());
        value(
            reading,
            &mut field,
            variable.as_deref(),
            case.line,
            &mut evidence,
            Facets { list, choices, default: own },
        );
        describe(&mut field, best, variable.map(|v| format!("kept in {v}")));
    }
    field.evidence = evidence;
    Some(field)
}

/// The variable that a branch sets, its value, and whether it is appended to a list.
fn stored(arm: &Arm, valued: bool) -> Option<(String, String, bool)> {
    let all: Vec<(String, String, bool)> = arm
        .calls
        .iter()
        .flat_map(|c| {
            let declared = matches!(c.name.as_str(), "export" | "declare" | "readonly");
            c.assignments.iter().chain(c.words.iter().skip(1).filter(move |_| declared))
        })
        .filter_map(|a| a.split_once('='))
        .map(|(name, value)| {
            (
                name.trim_end_matches('+').to_owned(),
                value.to_owned(),
                name.ends_with('+') && value.starts_with('('),
            )
        })
        .collect();
    let takes = |v: &str| {
        v.contains("$2")
            || v.contains("${2")
            || v.contains("OPTARG")
            || v.contains('#')
            || v.contains("$1")
    };
    all.iter()
        .find(|(_, v, _)| valued == takes(v))
        .or_else(|| all.first())
        .map(|(n, v, a)| (n.clone(), v.trim_matches(['"', '\'']).to_owned(), *a))
}

/// What usage text says about a value's form.
pub(super) struct Facets {
    pub(super) list: bool,
    pub(super) choices: Vec<String>,
    pub(super) default: Option<String>,
}

/// Type, allowed values, default and necessity of a value, from the uses of its variable.
pub(super) fn value(
    reading: &Reading<'_>,
    field: &mut Field,
    variable: Option<&str>,
    line: usize,
    evidence: &mut Vec<Evidence>,
    facets: Facets,
) {
    if facets.list {
        field.schema.insert("type".to_owned(), json!("array"));
        field.schema.insert("items".to_owned(), json!({"type": "string"}));
    }
    let known = variable.and_then(|v| reading.variables.fallback(v, line));
    let text = known.as_ref().map(|(t, _)| t.clone()).or(facets.default);
    if let Some((text, line)) = &known {
        evidence.push(Evidence { line: *line, text: format!("default {text}") });
    }
    let mut words = facets.choices;
    if let Some(variable) = variable {
        claims(reading, field, variable, &mut words, evidence);
        if words.is_empty() {
            words = asked(reading, variable, evidence);
        }
        let number = reading.variables.numbers.contains(variable);
        if number && !facets.list && words.is_empty() {
            let integer = text.as_deref().is_none_or(|t| t.parse::<i64>().is_ok());
            let kind = if integer { "integer" } else { "number" };
            if text.as_deref().is_none_or(|t| t.parse::<f64>().is_ok()) {
                field.schema.insert("type".to_owned(), json!(kind));
                let text = format!("{variable} is counted with");
                evidence.push(Evidence { line, text });
            }
        }
    }
    if !field.schema.contains_key("type") {
        let kind = match text.as_deref() {
            Some("true" | "false") if words.is_empty() => "boolean",
            Some(t) if words.is_empty() && t.parse::<i64>().is_ok() && !t.starts_with('0') => {
                "integer"
            }
            _ => "string",
        };
        field.schema.insert("type".to_owned(), json!(kind));
    }
    let kind = field.schema.get("type").and_then(Value::as_str).map(str::to_owned);
    let fits = text.as_ref().is_none_or(|t| words.is_empty() || words.contains(t));
    if words.len() > 1 && fits && kind.as_deref() == Some("string") {
        field.schema.insert("enum".to_owned(), json!(words));
    }
    if !facets.list {
        field.default = text.and_then(|t| typed(&t, kind.as_deref()));
    }
    if field.default.is_some() {
        field.required = false;
    } else if kind.as_deref() == Some("boolean") {
        field.default = Some(json!(false));
    }
}

/// What the tests that end the script require of a variable.
pub(super) fn claims(
    reading: &Reading<'_>,
    field: &mut Field,
    variable: &str,
    words: &mut Vec<String>,
    evidence: &mut Vec<Evidence>,
) {
    let made = OnceCell::new();
    for EndingTest { claim, line, in_branch, .. } in &reading.facts.claims {
        // What the script has made by then says nothing of what it takes.
        if let Claim::NotPath(name, _) = claim
            && name == variable
            && made.get_or_init(|| made_on(reading, variable)).is_some_and(|made| made < *line)
        {
            continue;
        }
        let told = match claim {
            Claim::Missing(name) if name == variable && *in_branch => {
                let todo = format!("TODO: needed in some cases, see line {line}");
                if !field.description.contains("TODO: needed in some cases") {
                    let gap = if field.description.is_empty() { "" } else { "; " };
                    field.description = format!("{}{gap}{todo}", field.description);
                }
                "ends the script where it is missing, in one of the branches".to_owned()
            }
            Claim::Missing(name) if name == variable => {
                field.required = true;
                "ends the script where it is missing".to_owned()
            }
            Claim::NotPath(name, kind) if name == variable => {
                field.required |= !in_branch;
                let what = match kind {
                    'd' => "a folder that is there",
                    'f' | 'r' | 's' | 'x' => "a file that is there",
                    _ => "a path that is there",
                };
                if !field.description.contains(what) {
                    let gap = if field.description.is_empty() { "" } else { "; " };
                    field.description = format!("{}{gap}{what}", field.description);
                }
                format!("asks for {what}")
            }
            Claim::NotOneOf(name, list) if name == variable => {
                if list.len() > 1 {
                    words.clone_from(list);
                }
                format!("takes only {}", list.join(", "))
            }
            Claim::NotMatching(name, pattern) if name == variable => {
                pattern_of(field, pattern);
                format!("has to match {pattern}")
            }
            _ => continue,
        };
        evidence.push(Evidence { line: *line, text: told });
    }
    if let Some(line) = digits::guarded(&reading.facts, variable) {
        pattern_of(field, "^[0-9]+$");
        evidence.push(Evidence { line, text: "takes only digits".to_owned() });
    }
    if let Some((text, line)) = reading.variables.insisted.get(variable) {
        field.required = true;
        let text = format!("`:?` asks for it: {text}");
        evidence.push(Evidence { line: *line, text });
    }
}

/// The first line of a command that makes files from the value: `git clone "$URL" "$DIR"`, and then `[ -d "$DIR" ]`.
fn made_on(reading: &Reading<'_>, variable: &str) -> Option<usize> {
    const MAKERS: [&str; 16] = [
        "convert", "cp", "curl", "dd", "ffmpeg", "git", "install", "ln", "mkdir", "mv", "rsync",
        "tar", "tee", "touch", "unzip", "wget",
    ];
    let calls = reading.script.calls.iter().filter(|call| MAKERS.contains(&call.name.as_str()));
    calls
        .filter(|call| {
            call.words.iter().skip(1).any(|word| alone(word).as_deref() == Some(variable))
        })
        .map(|call| call.line)
        .min()
}

/// A test by pattern: numbers are a type; patterns with the same meaning elsewhere are kept.
fn pattern_of(field: &mut Field, pattern: &str) {
    match pattern {
        "^[0-9]+$" | "^[[:digit:]]+$" | "^-?[0-9]+$" | "^[1-9][0-9]*$" => {
            field.schema.insert("type".to_owned(), json!("integer"));
            let low = match pattern {
                "^[1-9][0-9]*$" => Some(1),
                "^-?[0-9]+$" => None,
                _ => Some(0),
            };
            if let Some(low) = low {
                field.schema.insert("minimum".to_owned(), json!(low));
            }
        }
        "^[0-9]+(\\.[0-9]+)?$" | "^[0-9]*\\.?[0-9]+$" => {
            field.schema.insert("type".to_owned(), json!("number"));
        }
        // Bracketed character classes and backreferences have another meaning in JSON Schema.
        _ if !pattern.contains("[:") && !pattern.contains(['$', '"', '\''])
            || pattern_is_plain(pattern) =>
        {
            field.schema.insert("pattern".to_owned(), json!(pattern));
        }
        _ => {}
    }
}

fn pattern_is_plain(pattern: &str) -> bool {
    !pattern.contains("[:")
        && !pattern.contains(['"', '\''])
        && pattern.matches('$').count() == 1
        && pattern.ends_with('$')
}

/// The words of a `case` on a variable whose other values end the script.
fn asked(reading: &Reading<'_>, variable: &str, evidence: &mut Vec<Evidence>) -> Vec<String> {
    for case in &reading.facts.cases {
        if variable::alone(&case.subject).as_deref() != Some(variable) || is_parser(case) {
            continue;
        }
        let other = case.arms.iter().any(|a| a.fails && a.patterns.iter().any(|p| p == "*"));
        if let Some(words) = other.then(|| words_of(case)).flatten() {
            evidence.push(Evidence {
                line: case.line,
                text: "all other values end the script".to_owned(),
            });
            return words;
        }
    }
    Vec::new()
}

/// `[ "$1" = "--json" ]`, if no `case` reads it.
fn tested(reading: &Reading<'_>, known: &[Field]) -> Vec<Field> {
    let mut fields = Vec::new();
    let text = reading.source.text();
    let bodies: BTreeSet<usize> = heredoc_lines(reading).into_iter().flatten().collect();
    for (index, line) in text.lines().enumerate() {
        if fields.len() > MAX_INPUTS {
            break;
        }
        let line = line.trim();
        // The content of a here-document belongs to another program.
        if bodies.contains(&(index + 1))
            || !(line.contains("[ ") || line.contains("[[ "))
            || line.starts_with('#')
        {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        for window in words.windows(3) {
            let subject = variable::alone(window[0]);
            let own = subject.as_deref().is_some_and(|s| matches!(s, "1" | "2" | "3" | "arg"));
            let option = window[2].trim_matches(['"', '\'', ';']);
            let spelled = spelled(option).filter(|(_, joined)| !joined);
            let (true, "=" | "==", Some((option, _))) = (own, window[1], spelled) else { continue };
            let taken = known
                .iter()
                .chain(&fields)
                .any(|f: &Field| f.way == Way::Switch(option.to_owned()));
            let Some(name) = snake(option).filter(|_| !taken && !ABOUT.contains(&option)) else {
                continue;
            };
            let said = reading.usage.about(&[option]);
            let mut field = Field {
                name,
                way: Way::Switch(option.to_owned()),
                required: false,
                schema: [("type".to_owned(), json!("boolean"))].into_iter().collect(),
                default: Some(json!(false)),
                description: said.map(|s| s.text.clone()).unwrap_or_default(),
                evidence: vec![Evidence {
                    line: index + 1,
                    text: format!("is tested for {option}"),
                }],
            };
            describe(&mut field, option, None);
            fields.push(field);
        }
    }
    fields
}

/// The lines of the here-documents' bodies.
fn heredoc_lines(reading: &Reading<'_>) -> Vec<std::ops::RangeInclusive<usize>> {
    let bodies =
        reading.tree.all().filter(|node| node.kind() == Kind::Body && !node.range().is_empty());
    bodies
        .map(|body| reading.source.line_of(body.start())..=reading.source.line_of(body.end() - 1))
        .collect()
}

/// A default description says what is known, and that the rest is not.
pub(super) fn describe(field: &mut Field, spelling: &str, known: Option<String>) {
    if field.description.split_whitespace().count() > 2 {
        return;
    }
    let own = std::mem::take(&mut field.description);
    let known = known.map(|k| format!(", {k}")).unwrap_or_default();
    field.description = if own.is_empty() {
        format!("TODO: say what this is for ({spelling}{known})")
    } else {
        format!("{own} ({spelling}{known})")
    };
}
