//! A value for a suggestion: of the right type, and accepted by the skill's own checks. It comes from the parameter's
//! default, the examples of its description, the checks, or else the type.

use contract::Parameter;
use contract::types::SkillType;
use contract::{Check, Role};
use serde_json::{Value, json};

use super::Subject;
use crate::checks::{self, Outcome, Values};

/// The value as YAML; `None` if no known value passes the checks beside the other values of the document.
pub(super) fn of(subject: &Subject<'_>, parameter: &Parameter, document: &Value) -> Option<String> {
    let checks = checks_of(subject);
    let kind = parameter.kind;
    let mut candidates: Vec<Value> = parameter.default.iter().cloned().collect();
    candidates.extend(described(parameter.description.as_deref().unwrap_or_default(), kind));
    for check in checks {
        candidates.extend(checks::examples(&check.validation, &parameter.name));
    }
    candidates.extend(kind.map(of_type));
    let fits = |value: &Value| kind.is_none_or(|kind| kind.fits(value));
    let passes = |value: &Value| passes(subject, &parameter.name, Some(value), document);
    candidates.into_iter().find(|value| fits(value) && passes(value)).map(|value| shown(&value))
}

/// Whether a parameter may be left out, and no check about it fails then.
pub(super) fn may_be_absent(
    subject: &Subject<'_>,
    parameter: &Parameter,
    document: &Value,
) -> bool {
    let is_given = document.get(&parameter.name).is_some();
    is_given && !parameter.required && passes(subject, &parameter.name, None, document)
}

fn checks_of<'a>(subject: &Subject<'a>) -> &'a [Check] {
    match subject.role {
        Role::Output => &subject.contract.post_checks,
        Role::Input | Role::Parameter => &subject.contract.pre_checks,
    }
}

/// Whether no check about a name fails if the document has this value for it, or none.
fn passes(subject: &Subject<'_>, name: &str, value: Option<&Value>, document: &Value) -> bool {
    let mut members = document.as_object().cloned().unwrap_or_default();
    match value {
        Some(value) => drop(members.insert(name.to_owned(), value.clone())),
        None => drop(members.remove(name)),
    }
    let names = super::declared(subject.contract, subject.role);
    let declared = names.as_ref();
    let values = match subject.role {
        Role::Output => Values { input: subject.inputs, output: Some(&members), declared },
        Role::Input | Role::Parameter => Values { input: Some(&members), output: None, declared },
    };
    let speaks = |check: &&Check| check.validation.contains(name);
    checks_of(subject)
        .iter()
        .filter(speaks)
        .all(|check| checks::evaluate(&check.validation, &values) != Outcome::Failed)
}

/// Words in front of examples, in small letters.
const LEADS: [&str; 6] = ["e.g.", "for example", "for instance", "examples", "example", "such as"];

/// The examples that a description names: `(e.g., org.global, projects.myapp)`, `Examples: 'en', 'zh'`, `such as "a"`.
fn described(description: &str, kind: Option<SkillType>) -> Vec<Value> {
    // ASCII alone, so that places are the same in both texts.
    let lower = description.to_ascii_lowercase();
    let begins_word = |at: &usize| !lower[..*at].ends_with(char::is_alphanumeric);
    let lead = |word: &&str| {
        let at = lower.find(*word).filter(begins_word)?;
        Some((at, at + word.len()))
    };
    // The first; of `example` and `examples` at one place the longer.
    let Some((_, end)) =
        LEADS.iter().filter_map(lead).min_by_key(|(at, end)| (*at, std::cmp::Reverse(*end)))
    else {
        return Vec::new();
    };
    let mut rest = description[end..].trim_start_matches([':', ',', ' ', '-']);
    let mut examples = Vec::new();
    while let Some((example, behind)) = next_example(rest) {
        examples.extend(typed(example, kind));
        let behind = behind.trim_start();
        let next = [", or ", ", ", "| ", "|", "or ", "and "].iter();
        match next.filter_map(|mark| behind.strip_prefix(mark)).next() {
            Some(next) => rest = next.trim_start(),
            None => break,
        }
    }
    examples
}

/// An example as a description writes it.
enum Example<'t> {
    Word(&'t str),
    Quoted(&'t str),
    Json(Value),
}

/// The example at the head of a text, and what follows it.
fn next_example(text: &str) -> Option<(Example<'_>, &str)> {
    /// A longer text is no suggestion that anyone reads.
    const LONGEST: usize = 80;
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) {
        let (inside, behind) = text[1..].split_once(quote)?;
        return (inside.len() <= LONGEST).then_some((Example::Quoted(inside), behind));
    }
    if text.starts_with(['{', '[']) {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        if let Some(Ok(value)) = values.next() {
            return Some((Example::Json(value), &text[values.byte_offset()..]));
        }
    }
    let ends = [",", "|", ")", "]", ";", "\n", ". ", " or ", " and "];
    let end = ends.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let word = text[..end].trim().trim_end_matches('.').trim_start_matches('[');
    let is_example = !word.is_empty() && word.len() <= LONGEST && !word.eq_ignore_ascii_case("etc");
    is_example.then_some((Example::Word(word), &text[end..]))
}

/// An example as a value of a type; `None` where it is none.
fn typed(example: Example<'_>, kind: Option<SkillType>) -> Option<Value> {
    let (text, is_quoted) = match example {
        Example::Word(word) => (word, false),
        Example::Quoted(text) => (text, true),
        Example::Json(value) => {
            return kind.is_none_or(|kind| kind.fits(&value)).then_some(value);
        }
    };
    match kind {
        None | Some(SkillType::String) => Some(Value::String(text.to_owned())),
        Some(SkillType::StringList) => match serde_json::from_str(text) {
            // `["a", "b"]` in backticks.
            Ok(list @ Value::Array(_)) if is_quoted => Some(list),
            _ => Some(json!([text])),
        },
        Some(_) => serde_json::from_str(text).ok(),
    }
}

/// An example value of a type, from the protocol's table.
fn of_type(kind: SkillType) -> Value {
    match kind {
        SkillType::String => json!("text"),
        SkillType::StringList => json!(["tag1", "tag2"]),
        SkillType::Number | SkillType::Integer => json!(42),
        SkillType::Boolean => json!(true),
        SkillType::Object => json!({"key": "value"}),
        SkillType::ObjectList => json!([{"key": "value"}]),
    }
}

/// A value on one line, with spaces after `:` and `,`.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("{}: {}", json!(name), shown(value));
            format!("{{ {} }}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use contract::types::SkillType;
    use serde_json::{Value, json};

    use super::described;

    #[test]
    fn examples_of_descriptions() {
        let (text, texts) = (SkillType::String, SkillType::StringList);
        let (number, object) = (SkillType::Number, SkillType::Object);
        for (description, kind, wanted) in [
            (
                "The namespace (e.g., org.global, projects.myapp)",
                text,
                json!(["org.global", "projects.myapp"]),
            ),
            ("The namespace, e.g. \"org.acme\". It is below org", text, json!(["org.acme"])),
            (
                "The namespace, such as `org.acme` or `org.beta`",
                text,
                json!(["org.acme", "org.beta"]),
            ),
            ("The namespace (for instance: org.acme)", text, json!(["org.acme"])),
            ("Example - org.acme", text, json!(["org.acme"])),
            ("A message, e.g. \"hello, world\"", text, json!(["hello, world"])),
            ("The code. Examples: 'en', 'zh'. At most 2 letters.", text, json!(["en", "zh"])),
            ("The code, for example, en, zh, etc.", text, json!(["en", "zh"])),
            ("How many, e.g. 5 or 6", number, json!([5, 6])),
            ("How many, e.g. many", number, json!([])),
            ("Tags, e.g. [\"a\", \"b\"]", texts, json!([["a", "b"]])),
            ("Tags, e.g. `[\"a\", \"b\"]` or c", texts, json!([["a", "b"], ["c"]])),
            ("Options, e.g. {\"deep\": true}", object, json!([{"deep": true}])),
            ("Options, e.g. deep", object, json!([])),
            ("Counterexamples: none of them", text, json!([])),
            ("No words", text, json!([])),
        ] {
            let found = described(description, Some(kind));
            let found: Vec<Value> = found.into_iter().filter(|value| kind.fits(value)).collect();
            assert_eq!(Value::Array(found), wanted, "{description}");
        }
    }
}
