//! Programs of other languages that parse a script's text as JSON. The former text was useless to them, so they are not
//! readers of it, unless they use a member that no envelope has.

use super::capture_names::{balance, function_name, has_word, names, words};
use super::json_reader;

/// Calls that parse JSON.
const CALLS: [&str; 9] = [
    "json.load",
    "JSON.parse",
    "JSON.load",
    "json_decode",
    "decode_json",
    "from_json",
    "json.Unmarshal",
    "serde_json::from_",
    "parse_skill_output",
];

/// The parser that skillgen emits, and its methods. It reads text and envelopes.
const PARSER: &str = "SkillOutputParser";
const PARSES: [&str; 5] = [".parse(", ".parseBatch(", ".parse_batch(", ".Parse(", ".ParseBatch("];

/// Members of lists and strings: a value with them is not an envelope.
const OF_LISTS: [&str; 10] =
    ["map", "filter", "forEach", "length", "find", "some", "every", "reduce", "each", "iter"];

/// A statement that parses a text as JSON.
struct Parsed<'t> {
    /// The text after the call.
    rest: &'t str,
    /// The target of the result if it is not left of the `=`: `json.Unmarshal(out, &result)`.
    target: Option<&'t str>,
    /// Whether it is skillgen's parser.
    by_parser: bool,
}

/// Whether a statement parses the text of `names`, and only uses an envelope's members. Without names, the statement
/// itself runs the script. `None` if no JSON is parsed.
pub(super) fn takes_envelope(
    statement: &str,
    names_of_text: &[&str],
    below: &[&str],
    program: &str,
) -> Option<bool> {
    let parsed = parsed(statement, names_of_text, program.contains(PARSER))?;
    if parsed.by_parser {
        return Some(true);
    }
    let is_envelope = |members: Vec<&str>| members.into_iter().all(is_member);
    if let Some(member) = accessed(parsed.rest) {
        return Some(is_member(member));
    }
    let results = match parsed.target {
        Some(target) => vec![target],
        None => names(statement.trim_start()),
    };
    if statement.trim_start_matches(|c: char| c.is_alphabetic() || c == ' ').starts_with('{') {
        return Some(is_envelope(results));
    }
    let end = below.iter().position(|line| function_name(line).is_some()).unwrap_or(below.len());
    let member = |line: &'_ &str| {
        results.iter().all(|name| {
            words(line, name).filter_map(|at| accessed(&line[at + name.len()..])).all(is_member)
        })
    };
    Some(below[..end].iter().all(member))
}

/// Whether one of these lines passes a name to a JSON parser.
pub(super) fn is_parsed_in(name: &str, lines: &[&str], program: &str) -> bool {
    let has_parser = program.contains(PARSER);
    lines.iter().any(|line| parsed(line, &[name], has_parser).is_some())
}

/// Whether a line searches a text for JSON, or for any text: `if line.startswith("{")`, `if (!out.trim()) return;`.
pub(super) fn is_looked_for(line: &str, name: &str) -> bool {
    if line.contains("\"{\"") || line.contains("'{'") {
        return true;
    }
    let test = line.trim_start().strip_prefix("if").map(|rest| rest.trim_start_matches([' ', '(']));
    let test = test.and_then(|rest| rest.strip_prefix("not ").or_else(|| rest.strip_prefix('!')));
    let rest = test.and_then(|rest| rest.trim_start().strip_prefix(name));
    rest.is_some_and(|rest| {
        let rest = [".stdout", ".trim()", ".strip()"]
            .iter()
            .fold(rest, |rest, call| rest.strip_prefix(call).unwrap_or(rest));
        rest.starts_with([')', ':']) && !has_word(rest, name)
    })
}

/// A statement from its first line to its last closing bracket.
pub(super) fn statement(lines: &[&str]) -> String {
    let mut depth = 0;
    let close = lines.iter().take(6).position(|line| {
        depth += balance(line);
        depth <= 0
    });
    lines[..close.map_or(1, |at| at + 1)].join("\n")
}

fn parsed<'t>(statement: &'t str, names: &[&str], has_parser: bool) -> Option<Parsed<'t>> {
    let methods = PARSES.iter().filter(|_| has_parser);
    let calls = CALLS.iter().map(|call| (call, false)).chain(methods.map(|call| (call, true)));
    for (call, by_parser) in calls {
        for (at, _) in statement.match_indices(call) {
            // `JSON.parse(` is not a method of the parser.
            let other = by_parser && statement[..at].ends_with("JSON");
            let rest = &statement[at..];
            let open = rest.find('(').unwrap_or(call.len());
            let close = json_reader::closing(&rest[open..]).map(|len| open + len);
            let (arguments, behind) = match close {
                Some(close) => (&rest[open + 1..close], &rest[close + 1..]),
                None => (&rest[open..], ""),
            };
            let given = if names.is_empty() {
                arguments.contains(['(', '`'])
            } else {
                names.iter().any(|name| has_word(arguments, name))
            };
            if given && !other {
                let target = arguments.rsplit_once('&').map(|(_, name)| name.trim());
                let target = target.filter(|_| *call == "json.Unmarshal");
                return Some(Parsed { rest: behind, target, by_parser });
            }
        }
    }
    None
}

/// The member that is read of the expression before: `.name`, `?.name`, `->name`, `["name"]`, `.get("name")`.
fn accessed(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches([')', '?', '!']);
    let word = |text: &'_ str| {
        text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
    };
    let quoted = |text: &'_ str| -> Option<usize> {
        let inner = text.strip_prefix(['"', '\''])?;
        let len = word(inner);
        (len > 0 && inner[len..].starts_with(['"', '\''])).then_some(len)
    };
    for open in ["[", ".get(", ".fetch(", ".dig("] {
        if let Some(inner) = rest.strip_prefix(open) {
            let symbol = inner.strip_prefix(':').map(|name| &name[..word(name)]);
            return quoted(inner).map(|len| &inner[1..=len]).or(symbol.filter(|s| !s.is_empty()));
        }
    }
    let rest = rest.strip_prefix('.').or_else(|| rest.strip_prefix("->"))?;
    let (name, behind) = rest.split_at(word(rest));
    let is_called = behind.starts_with('(') && !OF_LISTS.contains(&name);
    (!name.is_empty() && !is_called).then_some(name)
}

/// Whether it is a member of an envelope, in the spelling of any language.
fn is_member(name: &str) -> bool {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    super::jq::MEMBERS.iter().any(|member| plain(member) == plain(name))
}
