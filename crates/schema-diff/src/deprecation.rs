//! Announced removals: the removal of a property that the old version marks as `deprecated` is less severe than
//! one without notice, unless its `x-sunset` is in the future, or is not a date.

use serde_json::Value;

use crate::edit::Edit;
use crate::rules::RuleId;
use crate::version::Date;

/// Gives removals of announced properties their rule. Without a current day, no sunset has passed.
pub(crate) fn announced(edits: &mut [Edit], today: Option<Date>) {
    for edit in edits {
        let removal =
            matches!(edit.rule, RuleId::RequiredPropertyRemoved | RuleId::OptionalPropertyRemoved);
        let Some(Value::Object(old)) = edit.old.as_ref().filter(|_| removal) else { continue };
        let sunset = old.get("x-sunset").map(Sunset::of);
        if old.get("deprecated") != Some(&Value::Bool(true)) && sunset.is_none() {
            continue;
        }
        match sunset {
            Some(Sunset::Day(day)) if today.is_none_or(|today| today < day) => {
                edit.rule = RuleId::PropertyRemovedBeforeSunset;
                edit.message = format!("{}; its sunset is {day}", edit.message);
            }
            Some(Sunset::Unreadable) => {
                edit.rule = RuleId::PropertyRemovedBeforeSunset;
                let value = old.get("x-sunset").map(|value| crate::short(value, 40));
                let value = value.unwrap_or_default();
                edit.message =
                    format!("{}; its sunset {value} is no day (YYYY-MM-DD)", edit.message);
            }
            Some(Sunset::Day(day)) => {
                edit.rule = RuleId::DeprecatedPropertyRemoved;
                edit.message = format!("{}; its sunset was {day}", edit.message);
            }
            None => {
                edit.rule = RuleId::DeprecatedPropertyRemoved;
                edit.message = format!("{}; it was deprecated", edit.message);
            }
        }
    }
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

    use super::announced;
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
}
