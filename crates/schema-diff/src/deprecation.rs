//! Announced removals: the removal of a part that the old version marks as `deprecated` is less severe than one
//! without notice, unless its `x-sunset` is in the future, or is not a date.

use contract::Keywords;
use serde_json::{Map, Value};

use crate::edit::Edit;
use crate::rules::RuleId;
use crate::version::Date;

/// The announcement of a removal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RemovalNotice {
    /// The value of `x-sunset`.
    sunset: Option<Value>,
}

impl RemovalNotice {
    /// The notice in the text of a schema: `deprecated: true`, or an `x-sunset`.
    fn of(schema: &Map<String, Value>) -> Option<RemovalNotice> {
        let sunset = schema.get("x-sunset").cloned();
        let is_marked = schema.get("deprecated") == Some(&Value::Bool(true));
        (is_marked || sunset.is_some()).then_some(RemovalNotice { sunset })
    }

    /// The notice of a schema that was read. Drafts before 2019-09 have no `deprecated`; people use it there too.
    fn of_keywords(keywords: &Keywords) -> Option<RemovalNotice> {
        let sunset = keywords.extra.get("x-sunset").cloned();
        let is_marked =
            keywords.deprecated || keywords.extra.get("deprecated") == Some(&Value::Bool(true));
        (is_marked || sunset.is_some()).then_some(RemovalNotice { sunset })
    }

    /// The notice of an enum value in an extension: `true`, a text, or an object about it.
    fn of_mark(mark: &Value) -> Option<RemovalNotice> {
        let is_denied = |value: &Value| matches!(value, Value::Null | Value::Bool(false));
        match mark {
            Value::Object(about) if about.get("deprecated").is_some_and(is_denied) => None,
            Value::Object(about) => Some(RemovalNotice { sunset: about.get("x-sunset").cloned() }),
            mark if is_denied(mark) => None,
            _ => Some(RemovalNotice { sunset: None }),
        }
    }
}

/// The rules of a removal: announced, and before the announced date.
fn announced_rules(removal: RuleId) -> Option<(RuleId, RuleId)> {
    match removal {
        RuleId::RequiredPropertyRemoved | RuleId::OptionalPropertyRemoved => {
            Some((RuleId::DeprecatedPropertyRemoved, RuleId::PropertyRemovedBeforeSunset))
        }
        RuleId::EnumValueRemoved => {
            Some((RuleId::DeprecatedEnumValueRemoved, RuleId::EnumValueRemovedBeforeSunset))
        }
        // Their removal without notice has the level of the removal before the date.
        RuleId::AnyOfBranchRemoved | RuleId::OneOfBranchRemoved => {
            Some((RuleId::DeprecatedAlternativeRemoved, removal))
        }
        RuleId::DefinitionRemoved => Some((RuleId::DeprecatedDefinitionRemoved, removal)),
        _ => None,
    }
}

/// The rule of an announced removal of a schema, and what its message adds.
pub(crate) fn announced_removal(
    removal: RuleId,
    schema: &Value,
    today: Option<Date>,
) -> Option<(RuleId, String)> {
    by_notice(removal, &RemovalNotice::of(schema.as_object()?)?, today)
}

/// The same with the notice. Without a current day, no sunset has passed.
pub(crate) fn by_notice(
    removal: RuleId,
    notice: &RemovalNotice,
    today: Option<Date>,
) -> Option<(RuleId, String)> {
    let (after_notice, before_sunset) = announced_rules(removal)?;
    Some(match &notice.sunset {
        None => (after_notice, "it was deprecated".to_owned()),
        Some(sunset) => match Sunset::of(sunset) {
            Sunset::Day(day) if today.is_none_or(|today| today < day) => {
                (before_sunset, format!("its sunset is {day}"))
            }
            Sunset::Day(day) => (after_notice, format!("its sunset was {day}")),
            Sunset::Unreadable => {
                let value = crate::short(sunset, 40);
                (before_sunset, format!("its sunset {value} is no day (YYYY-MM-DD)"))
            }
        },
    })
}

/// Gives announced removals of parts their rule; the walk looks at values itself.
pub(crate) fn announced(edits: &mut [Edit], today: Option<Date>) {
    for edit in edits.iter_mut().filter(|edit| edit.rule != RuleId::EnumValueRemoved) {
        let found = edit.old.as_ref().and_then(|old| announced_removal(edit.rule, old, today));
        if let Some((rule, remark)) = found {
            edit.rule = rule;
            edit.message = format!("{}; {remark}", edit.message);
        }
    }
}

/// The notice of an enum value in the schema that lists it: one about the schema, or an extension about its values.
pub(crate) fn notice_of_value(keywords: &Keywords, value: &Value) -> Option<RemovalNotice> {
    let list = keywords.enumeration.as_deref().unwrap_or_default();
    let lists = keywords.extra.iter().filter(|(keyword, _)| lists_deprecated_values(keyword));
    RemovalNotice::of_keywords(keywords)
        .or_else(|| lists.filter_map(|(_, marks)| notice_among(marks, list, value)).next())
}

fn notice_among(marks: &Value, list: &[Value], value: &Value) -> Option<RemovalNotice> {
    let is_value = |other: &Value| contract::value::equal(other, value);
    match marks {
        Value::Object(by_name) => {
            let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            by_name.get(&name).and_then(RemovalNotice::of_mark)
        }
        // One flag for each value, in the order of the list.
        Value::Array(flags)
            if flags.len() == list.len()
                && flags.iter().all(Value::is_boolean)
                && !list.iter().all(Value::is_boolean) =>
        {
            RemovalNotice::of_mark(flags.get(list.iter().position(is_value)?)?)
        }
        Value::Array(named) => named.iter().find_map(|entry| {
            let about = entry.as_object().filter(|_| !value.is_object());
            match about {
                None => is_value(entry).then_some(RemovalNotice { sunset: None }),
                Some(about) => {
                    let named =
                        ["const", "value", "name"].iter().find_map(|key| about.get(*key))?;
                    is_value(named).then(|| RemovalNotice::of_mark(entry)).flatten()
                }
            }
        }),
        _ => None,
    }
}

/// Whether the keyword is one of the many for deprecated values of an `enum`: `x-enum-deprecated`, `x-enumDeprecated`,
/// `x-deprecated-values`, `x-deprecated-enum-values` and so on. No standard has one; its words say what it is.
fn lists_deprecated_values(keyword: &str) -> bool {
    let mut words = vec![String::new()];
    for letter in keyword.strip_prefix("x-").unwrap_or(keyword).chars() {
        if letter.is_uppercase() || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words.last_mut().expect("starts with a word").extend(letter.to_lowercase());
        }
    }
    let is_notice = |word: &str| word.starts_with("deprecat");
    let is_value = |word: &str| matches!(word, "enum" | "enums" | "value" | "values");
    let is_other = |word: &str| {
        matches!(word, "" | "item" | "items" | "member" | "members" | "message" | "messages")
            || matches!(word, "version" | "versions")
    };
    words.iter().any(|word| is_notice(word))
        && words.iter().any(|word| is_value(word))
        && words.iter().all(|word| is_notice(word) || is_value(word) || is_other(word))
}

/// The meaning of an `x-sunset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sunset {
    Day(Date),
    Unreadable,
}

impl Sunset {
    /// Parses `2026-12-31`, or a time like `2026-12-31T00:00:00Z`.
    pub(crate) fn of(value: &Value) -> Sunset {
        let day = || {
            let text = value.as_str()?.trim();
            let (day, time) = (text.get(..10)?, &text[10..]);
            let is_time = time.is_empty() || time.starts_with(['T', 't', ' ']);
            Date::parse(day).filter(|_| is_time)
        };
        day().map_or(Sunset::Unreadable, Sunset::Day)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{announced, lists_deprecated_values, notice_among};
    use crate::edit::Edit;
    use crate::place::DocumentPath;
    use crate::rules::RuleId;
    use crate::version::Date;

    fn rule_of(old: Value, today: &str) -> RuleId {
        let mut edit =
            Edit::new(RuleId::OptionalPropertyRemoved, &DocumentPath::default(), "removed");
        edit.old = Some(old);
        let mut edits = [edit];
        announced(&mut edits, Date::parse(today));
        edits[0].rule
    }

    #[test]
    fn a_sunset_is_over_on_its_day() {
        let old = json!({"deprecated": true, "x-sunset": "2026-06-30T00:00:00Z"});
        assert_eq!(rule_of(old.clone(), "2026-06-29"), RuleId::PropertyRemovedBeforeSunset);
        assert_eq!(rule_of(old.clone(), "2026-06-30"), RuleId::DeprecatedPropertyRemoved);
        assert_eq!(rule_of(old, "never"), RuleId::PropertyRemovedBeforeSunset);
    }

    #[test]
    fn a_sunset_that_is_no_day_is_never_over() {
        for sunset in [json!("soon"), json!("2026-13-01"), json!("2026-01-01x"), json!(2026)] {
            let old = json!({"deprecated": true, "x-sunset": sunset});
            assert_eq!(rule_of(old, "2099-01-01"), RuleId::PropertyRemovedBeforeSunset, "{sunset}");
        }
    }

    #[test]
    fn what_was_not_announced_is_a_removal_without_notice() {
        let today = "2026-06-29";
        assert_eq!(rule_of(json!({"type": "string"}), today), RuleId::OptionalPropertyRemoved);
        assert_eq!(rule_of(json!({"deprecated": false}), today), RuleId::OptionalPropertyRemoved);
        assert_eq!(rule_of(json!({"deprecated": true}), today), RuleId::DeprecatedPropertyRemoved);
    }
    #[test]
    fn extensions_for_deprecated_values_are_known_by_their_words() {
        for keyword in [
            "x-enum-deprecated",
            "x-enumDeprecated",
            "enumDeprecated",
            "x-deprecated-values",
            "x-deprecated-enum-values",
            "x-deprecated-enum-members",
            "x-enum-deprecations",
            "x-enum-deprecated-messages",
            "x-enumVersionDeprecated",
        ] {
            assert!(lists_deprecated_values(keyword), "{keyword}");
        }
        for keyword in
            ["deprecated", "x-enum-varnames", "x-deprecated-aliases", "x-values", "x-enum"]
        {
            assert!(!lists_deprecated_values(keyword), "{keyword}");
        }
    }

    #[test]
    fn a_value_is_marked_by_name_by_position_or_in_a_list() {
        let list = [json!("old"), json!("new"), json!(3)];
        for marks in [
            json!({"old": true, "3": "use 4", "new": false}),
            json!([true, false, true]),
            json!(["old", 3]),
            json!([{"name": "old"}, {"value": 3, "deprecated": true}, {"name": "new", "deprecated": false}]),
        ] {
            let marked: Vec<bool> =
                list.iter().map(|value| notice_among(&marks, &list, value).is_some()).collect();
            assert_eq!(marked, [true, false, true], "{marks}");
        }
        // Flags of flags say nothing by position.
        let flags = [json!(true), json!(false)];
        assert!(notice_among(&json!([true, true]), &flags, &json!(false)).is_none());
    }
}
