//! Positional arguments: `$1` and others if they are the script's own, subcommands, and the rest.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::infer::choices;
use crate::infer::condition::Claim;
use crate::infer::facts::{Case, EndingTest};
use crate::infer::options::{self, Facets};
use crate::infer::variable::{self, typed};
use crate::infer::{Evidence, Field, MAX_INPUTS, Reading, Way, snake};
use crate::model::Call;
use crate::part::Part;
use crate::word::{self, Piece};

/// The facts about one position during the analysis.
#[derive(Default)]
struct Seat {
    variable: Option<String>,
    line: usize,
    evidence: Vec<Evidence>,
    default: Option<String>,
    insisted: Option<String>,
    choices: Vec<String>,
    /// Other values of it end the script.
    only: bool,
    /// The line of a test that compares it as a number.
    counted: Option<usize>,
    /// The line on which `set -u` ends each run without it.
    strict: Option<usize>,
    /// Whether something stands in for it where it is missing, literal or not.
    has_default: bool,
    /// Where the variable gets it: the function, and the block in it.
    kept: Option<(Option<String>, Rc<[usize]>)>,
    /// Another variable that keeps it in another block of the same function, and the line: what it means depends on the other
    /// arguments.
    other_use: Option<(String, usize)>,
}

/// The arguments that are read before the options, and those after them.
pub(super) fn fields(reading: &Reading<'_>) -> (Vec<Field>, Vec<Field>) {
    let mut seats: BTreeMap<usize, Seat> = BTreeMap::new();
    let mut rest: Option<(usize, Option<String>, Evidence)> = None;
    read(reading, &mut seats, &mut rest);
    subcommands(reading, &mut seats);
    leftovers(reading, &mut seats, &mut rest);
    let needed = needed(reading);
    // A position that is never read exists nevertheless, if there is a later one.
    let last =
        seats.keys().last().copied().unwrap_or(0).max(if rest.is_none() && !has_options(reading) {
            needed.map_or(0, |(n, _)| n.min(9))
        } else {
            0
        });
    let reads_options = |c: &&Case| options::is_parser(c) || options::reads_letters(reading, c);
    let parser = reading.facts.cases.iter().filter(reads_options);
    let parser = parser.map(|c| c.looped.map_or(c.line, |(first, _)| first)).min();
    let mut ahead = Vec::new();
    let mut fields = Vec::new();
    for place in 1..=last.min(MAX_INPUTS + 1) {
        let seat = seats.remove(&place).unwrap_or_default();
        let first =
            fields.is_empty() && seat.line > 0 && parser.is_some_and(|line| seat.line < line);
        let field = field(reading, place, seat, needed);
        if first { ahead.push(field) } else { fields.push(field) }
    }
    if let Some((from, name, at)) = rest {
        let from = from.max(last + 1);
        fields.push(all(reading, from, name, at, needed));
    }
    (ahead, fields)
}

fn has_options(reading: &Reading<'_>) -> bool {
    reading.facts.cases.iter().any(options::is_parser)
}

/// Lines in which `$1` and `$2` are an option and its value.
fn parsing(reading: &Reading<'_>, line: usize) -> bool {
    reading.facts.cases.iter().filter(|c| options::is_parser(c)).any(|case| {
        let (first, last) = case.looped.unwrap_or((case.line, case.last));
        (first..=last.max(case.last)).contains(&line)
    })
}

fn read(
    reading: &Reading<'_>,
    seats: &mut BTreeMap<usize, Seat>,
    rest: &mut Option<(usize, Option<String>, Evidence)>,
) {
    let mut shifted: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for call in &reading.script.calls {
        let function = call.place.function.as_deref().map(str::to_owned);
        if !reading.facts.own_arguments(function.as_deref()) || parsing(reading, call.line) {
            continue;
        }
        let base = usize::from(function.is_some());
        let gone = shifted.entry(function.clone()).or_insert(0);
        if call.name == "shift" && call.place.block.len() <= base && !call.place.subshell {
            let count = call.words.get(1).map_or(1, |w| w.parse().unwrap_or(0));
            *gone = gone.saturating_add(count).min(MAX_INPUTS + 1);
            continue;
        }
        let gone = *gone;
        let declares = call.declares();
        let passes = call.words.len() == 2 && reading.facts.entries.contains(call.name.as_str());
        let declared = call.words.iter().filter(|w| declares && w.contains('='));
        for text in call.assignments.iter().chain(declared) {
            if let Some((name, value)) = text.split_once('=') {
                word_of(reading, value, Some(name.trim_end_matches('+')), call, gone, seats, rest);
            }
        }
        if passes || reading.script.defines(&call.name) && call.name.contains("usage") {
            continue;
        }
        for text in call.words.iter().skip(1).filter(|w| !declares || !w.contains('=')) {
            word_of(reading, text, None, call, gone, seats, rest);
        }
        for place in counted(call) {
            seats.entry(place + gone).or_default().counted.get_or_insert(call.line);
        }
        if let Some((body, true)) = &call.heredoc {
            word_of(reading, body, None, call, gone, seats, rest);
        }
    }
    for each in &reading.facts.loops {
        let all = each.words.len() == 1 && matches!(each.words[0].as_str(), "\"$@\"" | "$@" | "$*");
        if all
            && reading.facts.own_arguments(each.function.as_deref())
            && !parsing(reading, each.line)
        {
            let gone = shifted.get(&each.function).copied().unwrap_or(0);
            let name = if matches!(each.variable.as_str(), "arg" | "a" | "i" | "x") {
                "arguments".to_owned()
            } else {
                plural(&each.variable)
            };
            let all = format!("for {} in {}", each.variable, each.words[0]);
            // What has a name of its own is in the loop, too.
            let again = seats.keys().next().is_some_and(|first| *first > gone);
            let text = match again {
                true => format!("{all}, which begins with argument {}", gone + 1),
                false => all,
            };
            let at = Evidence { line: each.line, text };
            *rest = Some((gone + 1, Some(name), at));
        }
    }
}

/// The positions that a test compares as numbers: `[ "$3" -gt 5 ]`.
fn counted(call: &Call<'_>) -> Vec<usize> {
    const COMPARISONS: [&str; 6] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"];
    if !matches!(call.name.as_str(), "[" | "test" | "[[") {
        return Vec::new();
    }
    let compared = call.words.windows(3).filter(|three| COMPARISONS.contains(&three[1].as_str()));
    let place =
        |word: &Part<'_>| variable::alone(word)?.parse().ok().filter(|n| (1..20).contains(n));
    compared.flat_map(|three| [place(&three[0]), place(&three[2])]).flatten().collect()
}

/// The positions that a word reads.
fn word_of(
    reading: &Reading<'_>,
    raw: &str,
    into: Option<&str>,
    call: &Call<'_>,
    gone: usize,
    seats: &mut BTreeMap<usize, Seat>,
    rest: &mut Option<(usize, Option<String>, Evidence)>,
) {
    let (line, place_of) = (call.line, &call.place);
    let whole = variable::alone(raw).is_some() || raw.starts_with("(\"$@\"");
    for piece in word::pieces(raw) {
        let Piece::Hole { source, name: Some(name), .. } = piece else { continue };
        let at = Evidence { line, text: reading.source.shown(line) };
        if matches!(name, "@" | "*") {
            // `${@:2}`: from that position on.
            let from = source
                .strip_prefix("${@:")
                .and_then(|s| s.trim_end_matches('}').parse::<usize>().ok());
            if rest.is_none() {
                *rest = Some((from.unwrap_or(gone + 1).max(1), into.map(str::to_owned), at));
            }
            continue;
        }
        let Some(place) = name.parse::<usize>().ok().filter(|n| *n > 0 && *n < 20) else {
            continue;
        };
        let seat = seats.entry(place + gone).or_default();
        if seat.line == 0 {
            seat.line = line;
        }
        if let (Some(into), true, Some(known)) = (into, whole, &seat.variable)
            && !known.eq_ignore_ascii_case(into)
            && seat.other_use.is_none()
            && seat.kept.as_ref().is_some_and(|(function, block)| {
                *function == place_of.function.as_deref().map(str::to_owned)
                    && *block != place_of.block
            })
        {
            seat.other_use = Some((into.to_owned(), line));
        }
        if let (Some(into), true, None) = (into, whole, &seat.variable) {
            seat.variable = Some(into.to_owned());
            let function = place_of.function.as_deref().map(str::to_owned);
            seat.kept = Some((function, place_of.block.clone()));
            seat.line = line;
            seat.evidence.insert(0, at);
        } else if seat.evidence.is_empty() {
            seat.evidence.push(at);
        }
        let is_plain = source == format!("${name}") || source == format!("${{{name}}}");
        if is_plain && seat.strict.is_none() && ends_without(reading, call) {
            seat.strict = Some(line);
        }
        let after = source.strip_prefix(&format!("${{{name}")).and_then(|s| s.strip_suffix('}'));
        let after = after.map(|s| s.strip_prefix(':').unwrap_or(s)).unwrap_or("");
        seat.has_default |= after.len() > 1 && after.starts_with(['-', '=']);
        match after.as_bytes().first() {
            Some(b'-' | b'=') if seat.default.is_none() => {
                seat.default = word::literal(&after[1..]).filter(|t| !t.is_empty());
            }
            Some(b'?') => seat.insisted = Some(after[1..].to_owned()),
            _ => {}
        }
    }
}

/// Whether `set -u` ends each run that lacks an argument which a call expands: the call always runs, and no test of the number of
/// arguments is above it, which may end the run with another result.
fn ends_without(reading: &Reading<'_>, call: &Call<'_>) -> bool {
    let first = |is: &dyn Fn(&Call<'_>) -> bool| {
        reading.script.calls.iter().filter(|call| is(call)).map(|call| call.line).min()
    };
    let (strict, counted) = *reading.facts.strict_and_counted.get_or_init(|| {
        let counts = |word: &Part<'_>| word.contains("$#") || word.contains("${#");
        (
            first(&|call| call.place.always_runs() && call.sets_option('u', "nounset")),
            first(&|call| call.words.iter().any(counts) && !parsing(reading, call.line)),
        )
    });
    let is_above = |first: Option<usize>| first.is_some_and(|line| line < call.line);
    call.place.always_runs() && is_above(strict) && !is_above(counted)
}

/// `case "$1" in start) … ;; *) usage; exit 1;; esac`.
fn subcommands(reading: &Reading<'_>, seats: &mut BTreeMap<usize, Seat>) {
    let is_own = |case: &&Case| !options::is_parser(case) && !parsing(reading, case.line);
    for case in reading.facts.cases.iter().filter(is_own) {
        let Some(name) = variable::alone(&case.subject) else { continue };
        let own = reading.facts.own_arguments(case.function.as_deref());
        let place = match name.parse::<usize>() {
            Ok(place) if own && place > 0 => place,
            _ => match seats.iter().find(|(_, s)| s.variable.as_deref() == Some(&name)) {
                Some((place, _)) => *place,
                None => continue,
            },
        };
        let Some(words) = choices::words_of(case) else { continue };
        let seat = seats.entry(place).or_default();
        seat.line = if seat.line == 0 { case.line } else { seat.line };
        let other = case.arms.iter().find(|a| a.patterns.iter().any(|p| p == "*"));
        if seat.choices.is_empty() && other.is_some_and(|a| a.fails) {
            seat.choices = words;
            seat.only = true;
            seat.evidence.push(Evidence {
                line: case.line,
                text: "all other values end the script".to_owned(),
            });
        }
    }
}

/// The arguments that a loop over options leaves: `*) FILES+=("$1")`, `*) INPUT="$1"`.
fn leftovers(
    reading: &Reading<'_>,
    seats: &mut BTreeMap<usize, Seat>,
    rest: &mut Option<(usize, Option<String>, Evidence)>,
) {
    for case in reading.facts.cases.iter().filter(|c| options::is_parser(c) && c.looped.is_some()) {
        let subject = variable::alone(&case.subject).unwrap_or_default();
        let takes =
            |v: &str| v.contains(&format!("${subject}")) || v.contains(&format!("${{{subject}"));
        for arm in case.arms.iter().filter(|a| a.patterns.iter().any(|p| p == "*")) {
            let mut place = 1;
            for text in arm.calls.iter().flat_map(|c| &c.assignments) {
                let Some((name, _)) = text.split_once('=').filter(|(_, v)| takes(v)) else {
                    continue;
                };
                let at = Evidence { line: arm.line, text: format!("*) {text}") };
                if name.ends_with('+') {
                    *rest = Some((1, Some(name.trim_end_matches('+').to_owned()), at));
                    continue;
                }
                let seat = seats.entry(place).or_default();
                seat.variable = Some(name.to_owned());
                seat.line = arm.line;
                seat.evidence.push(at);
                place += 1;
            }
        }
    }
}

/// The number of arguments below which the script ends, and the line.
fn needed(reading: &Reading<'_>) -> Option<(usize, usize)> {
    reading
        .facts
        .claims
        .iter()
        .filter(|test| reading.facts.own_arguments(test.function.as_deref()) && !test.in_branch)
        .filter_map(|EndingTest { claim, line, .. }| match claim {
            // In a loop over options, it is about the option's own value.
            Claim::Fewer(count) if !parsing(reading, *line) => Some((*count, *line)),
            _ => None,
        })
        .max()
}

fn field(reading: &Reading<'_>, place: usize, seat: Seat, needed: Option<(usize, usize)>) -> Field {
    if let Some((other, line)) = seat.other_use.clone() {
        return either(place, &seat, &other, line);
    }
    let shown = reading.usage.arguments.get(place - 1);
    let spelled = seat.variable.clone().filter(|v| v.len() > 1);
    let name = spelled
        .as_deref()
        .and_then(snake)
        .or_else(|| shown.map(|a| a.name.clone()))
        .or_else(|| seat.only.then(|| "command".to_owned()))
        .or_else(|| seat.variable.as_deref().and_then(snake))
        .unwrap_or_else(|| format!("argument_{place}"));
    let number = format!("${place}");
    let mut keys = vec![number.as_str(), name.as_str()];
    keys.extend(spelled.as_deref());
    keys.extend(shown.map(|a| a.name.as_str()));
    let said = reading.usage.about(&keys).cloned();
    let mut evidence = seat.evidence;
    let mut field = Field {
        name,
        way: Way::Position(place),
        required: seat.insisted.is_some()
            || seat.strict.is_some()
            || said.as_ref().is_some_and(|s| s.required),
        schema: Map::new(),
        default: None,
        description: said.as_ref().map(|s| s.text.clone()).unwrap_or_default(),
        evidence: Vec::new(),
    };
    let mut choices = seat.choices;
    for EndingTest { claim, line, function, in_branch } in &reading.facts.claims {
        if *in_branch {
            continue;
        }
        let own = reading.facts.own_arguments(function.as_deref());
        let of_place = |name: &str| own && name == place.to_string() && !parsing(reading, *line);
        match claim {
            Claim::Missing(name) if of_place(name) => {
                field.required = true;
                evidence.push(Evidence {
                    line: *line,
                    text: format!("ends the script where ${place} is missing"),
                });
            }
            Claim::NotPath(name, _) if of_place(name) => {
                field.required = true;
                evidence.push(Evidence {
                    line: *line,
                    text: format!("asks for a path that is there in ${place}"),
                });
            }
            _ => {}
        }
    }
    if let Some((count, line)) = needed.filter(|(count, _)| *count >= place) {
        field.required = true;
        evidence.push(Evidence {
            line,
            text: format!("ends the script with fewer than {count} arguments"),
        });
    }
    if let Some(shown) = shown {
        evidence
            .push(Evidence { line: shown.line, text: format!("{} in the usage line", shown.name) });
        if choices.is_empty() {
            choices.clone_from(&shown.choices);
        }
    }
    if let Some(line) = seat.strict {
        let text = format!("`set -u` ends the script where ${place} is missing");
        evidence.push(Evidence { line, text });
    }
    let own = seat.default.clone().or_else(|| said.as_ref().and_then(|s| s.default.clone()));
    options::value(
        reading,
        &mut field,
        seat.variable.as_deref(),
        seat.line,
        &mut evidence,
        Facets { list: false, choices: choices.clone(), default: own.clone() },
    );
    let is_text = field.schema.get("type").is_some_and(|kind| kind == "string");
    if let Some(line) = seat.counted.filter(|_| is_text && choices.is_empty()) {
        field.schema.insert("type".to_owned(), json!("integer"));
        evidence.push(Evidence { line, text: "is compared as a number".to_owned() });
    }
    if field.default.is_none() {
        let kind = field.schema.get("type").and_then(Value::as_str);
        field.default = own.and_then(|t| typed(&t, kind));
        field.required &= field.default.is_none();
    }
    field.required &= !seat.has_default || needed.is_some_and(|(count, _)| count >= place);
    if seat.only && !choices.is_empty() && field.default.is_none() {
        // `*)` ends the script, and a missing argument is not a word of the list.
        field.required = true;
    }
    let told = seat.variable.map(|v| format!("kept in {v}"));
    if let Some(text) = seat.insisted {
        evidence.push(Evidence { line: seat.line, text: format!("`:?` asks for it: {text}") });
    }
    options::describe(&mut field, &format!("argument {place}"), told);
    evidence.sort();
    evidence.dedup();
    field.evidence = evidence;
    field
}

/// An argument that two variables keep: what it means is not known from its place alone.
fn either(place: usize, seat: &Seat, other: &str, line: usize) -> Field {
    let first = seat.variable.clone().unwrap_or_default();
    let mut field = Field {
        name: format!("argument_{place}"),
        way: Way::Position(place),
        required: false,
        schema: [("type".to_owned(), json!("string"))].into_iter().collect(),
        default: None,
        description: String::new(),
        evidence: seat.evidence.clone(),
    };
    field.evidence.push(Evidence { line, text: format!("kept in {other} as well") });
    let told = format!("kept in {first} or in {other}, as the other arguments say");
    options::describe(&mut field, &format!("argument {place}"), Some(told));
    field
}

fn all(
    reading: &Reading<'_>,
    from: usize,
    name: Option<String>,
    at: Evidence,
    needed: Option<(usize, usize)>,
) -> Field {
    let shown = reading
        .usage
        .arguments
        .iter()
        .find(|a| a.many)
        .or_else(|| reading.usage.arguments.get(from - 1));
    let own = name
        .as_deref()
        .and_then(snake)
        .filter(|n| !matches!(n.as_str(), "args" | "positional" | "arguments" | "positional_args"));
    let name =
        own.or_else(|| shown.map(|a| plural(&a.name))).unwrap_or_else(|| "arguments".to_owned());
    let singular = name.trim_end_matches('s').to_owned();
    let said = reading.usage.about(&[&name, &singular]);
    let mut schema: Map<String, Value> =
        [("type".to_owned(), json!("array")), ("items".to_owned(), json!({"type": "string"}))]
            .into_iter()
            .collect();
    let required = needed.is_some_and(|(count, _)| count >= from);
    if required {
        schema.insert("minItems".to_owned(), json!(1));
    }
    let mut field = Field {
        description: said.map(|s| s.text.clone()).unwrap_or_default(),
        name,
        way: Way::Rest(from),
        required,
        schema,
        default: None,
        evidence: vec![at],
    };
    if let Some((_, line)) = needed.filter(|_| required) {
        field
            .evidence
            .push(Evidence { line, text: "ends the script without arguments".to_owned() });
    }
    options::describe(&mut field, &format!("the arguments from {from} on"), None);
    field
}

fn plural(name: &str) -> String {
    let lower = snake(name).unwrap_or_else(|| "arguments".to_owned());
    if lower.ends_with('s') { lower } else { format!("{lower}s") }
}
