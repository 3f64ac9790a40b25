//! Conditions and prose, with the values that decide them.

use contract::types::SkillType;
use serde_json::json;

use super::{Outcome, Values, evaluate, names};

/// Asserts the result of a check; `None` for one that can't be decided.
fn expect(check: &str, values: &Values<'_>, verdict: Option<bool>) {
    let outcome = evaluate(check, values);
    let expected = match verdict {
        Some(true) => outcome == Outcome::Passed,
        Some(false) => outcome == Outcome::Failed,
        None => matches!(outcome, Outcome::Unknown(_)),
    };
    assert!(expected, "{check}: {outcome:?}");
}

#[test]
fn conditions() {
    let input = json!({
        "namespace": "org.global", "operation": "read", "n": 5, "empty": "", "list": ["a", "b"], "flag": true,
        "o": {"k": [1, 2]}, "max": 7, "text": "5"
    });
    let output = json!({"status": "success", "n": 6});
    let values = Values { input: input.as_object(), output: output.as_object(), declared: None };
    for (check, verdict) in [
        (r"namespace matches pattern ^(org|projects|session)\..+$", Some(true)),
        ("namespace matches ^x", Some(false)),
        ("namespace does not match /^x/", Some(true)),
        ("namespace matches pattern ^org and n > 5", Some(true)),
        ("namespace matches pattern ^(a and b|org)", Some(true)),
        ("namespace matches pattern (", None),
        ("text matches ^...", Some(false)),
        ("status matches ^...", Some(true)),
        (r"namespace matches ^org\.", Some(true)),
        ("max is between 6 and 7", Some(true)),
        ("max is not between 6 and 7", None),
        ("max between 8 and 9", Some(false)),
        ("length of list is between 2 and 3 and max > 6", Some(true)),
        (r"status matches s\.", Some(false)),
        // Whether the last dot ends the sentence or the pattern; reported if it makes a difference.
        ("namespace matches ^org.", Some(true)),
        ("text matches ^5.", None),
        ("text matches '^5.'", Some(false)),
        ("text matches '^5'.", Some(true)),
        ("if text is not empty then text matches ^...", Some(false)),
        ("operation in [read, write, update, delete]", Some(true)),
        ("operation is not in ['read']", Some(false)),
        ("operation not in [write]", Some(true)),
        ("operation is one of (write, fly)", Some(false)),
        ("n in [5, 6]", Some(true)),
        ("text in [5]", Some(true)),
        ("status is not empty", Some(true)),
        ("empty is empty", Some(true)),
        ("missing is not empty", Some(false)),
        ("missing is provided", Some(false)),
        ("missing matches ^a", None),
        ("missing > 3", None),
        ("if missing is provided then missing > 3", Some(true)),
        ("if operation in [write, update] then index is updated", Some(true)),
        ("if operation in [read] then index is updated", None),
        ("If operation = read, then status == \"success\".", Some(true)),
        ("index is updated", None),
        ("Check that the namespace is valid", None),
        ("operation is valid", None),
        ("n >= 6 and n < max", Some(true)),
        ("input.n = 5", Some(true)),
        ("n is at least 7", Some(false)),
        ("length of list = 2", Some(true)),
        ("list.length > 2", Some(false)),
        ("the length of list is at most 2", Some(true)),
        ("list contains a", Some(true)),
        ("namespace starts with org", Some(true)),
        ("o.k[1] == 2", Some(true)),
        ("not (flag is true)", Some(false)),
        ("flag is true or missing > 3", Some(true)),
        ("flag is false and missing > 3", Some(false)),
        ("flag is true and missing > 3", None),
        ("status is not empty and nobody minds", None),
        // The text may be a path, and nobody looks whether something stands there.
        ("namespace exists", None),
        ("n exists", Some(true)),
        ("missing exists", Some(false)),
        ("namespace matches the pattern of a date", None),
        ("namespace matches the schema", None),
        ("namespace matches the expected format and n > 5", None),
        ("namespace matches the pattern ^org", Some(true)),
        ("", None),
    ] {
        expect(check, &values, verdict);
    }
}

#[test]
fn names_that_the_contract_does_not_declare() {
    let input = json!({"extra": ""});
    let declared = [("topic", Some(SkillType::String)), ("rows", None)].into();
    let values = Values { input: input.as_object(), output: None, declared: Some(&declared) };
    for (check, verdict) in [
        ("topic is not empty", Some(false)),
        ("input.topic is provided", Some(false)),
        ("extra is not empty", Some(false)),
        ("git is present", None),
        ("GITHUB_TOKEN is set", None),
        ("report.pdf is not empty", None),
        ("input.user is not empty", None),
        ("git is present or topic is empty", Some(true)),
    ] {
        expect(check, &values, verdict);
    }
}

#[test]
fn comparisons_with_other_values() {
    let input = json!({"low": 1, "n": 5, "mode": "fast", "day": "2026-05-01", "empty": null});
    let number = Some(SkillType::Number);
    let declared = [
        ("low", number),
        ("high", number),
        ("n", number),
        ("mode", Some(SkillType::String)),
        ("day", Some(SkillType::String)),
        ("empty", Some(SkillType::String)),
    ]
    .into();
    let values = Values { input: input.as_object(), output: None, declared: Some(&declared) };
    for (check, verdict) in [
        ("low <= n", Some(true)),
        ("low >= input.n", Some(false)),
        ("low == n", Some(false)),
        // One of the two isn't given.
        ("low <= high", None),
        ("high >= low", None),
        ("low != high", None),
        ("low is between 0 and high", None),
        // Nothing has that name.
        ("n > limit", None),
        ("n == n2", None),
        ("n <= ten", None),
        ("n >= 5%", None),
        ("n >= \"many\"", None),
        ("length of mode < limit", None),
        ("day > start", None),
        // Words and dates.
        ("mode == fast", Some(true)),
        ("mode != slow", Some(true)),
        ("mode == n2", Some(false)),
        ("day >= 2026-01-01", Some(true)),
        ("n == '5'", Some(false)),
        ("empty == fast", Some(false)),
    ] {
        expect(check, &values, verdict);
        let is_static = is_undecidable(check, &declared);
        assert!(!is_static || verdict.is_none(), "{check}");
    }
    for check in ["n > limit", "n == n2", "n <= ten", "n >= 5%", "if n > 3 then day > start"] {
        assert!(is_undecidable(check, &declared), "{check}");
    }
}

fn is_undecidable(
    check: &str,
    declared: &std::collections::BTreeMap<&str, Option<SkillType>>,
) -> bool {
    super::undecidable(check, declared).is_some()
}

#[test]
fn names_in_their_order() {
    let text = "if operation in [write] then input.content is not empty and operation = write";
    assert_eq!(names(text), ["operation", "content"]);
    assert!(names("Check that git is there").is_empty());
}

#[test]
fn hostile_texts_end() {
    for text in ["(".repeat(100_000), "not ".repeat(100_000), "a matches x and ".repeat(300)] {
        let _ = evaluate(&text, &Values::default());
    }
}
