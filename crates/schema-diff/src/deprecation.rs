//! Removals that were announced: a property that the old version marks as `deprecated` may go with less
//! ado than one that disappears without notice, unless its `x-sunset` still lies ahead.

use serde_json::Value;

use crate::edit::Edit;
use crate::version::Date;

/// Gives removals of announced properties the rule that fits. Without a day no sunset is over.
pub(crate) fn announced(edits: &mut [Edit], today: Option<Date>) {
    for edit in edits {
        let removal =
            matches!(edit.rule, "required-property-removed" | "optional-property-removed");
        let Some(Value::Object(old)) = edit.old.as_ref().filter(|_| removal) else { continue };
        let sunset = old.get("x-sunset").and_then(Value::as_str).and_then(day);
        if old.get("deprecated") != Some(&Value::Bool(true)) && sunset.is_none() {
            continue;
        }
        match (sunset, today) {
            (Some(sunset), today) if today.is_none_or(|today| today < sunset) => {
                edit.rule = "property-removed-before-sunset";
                edit.message = format!("{}; its sunset is {sunset}", edit.message);
            }
            _ => {
                edit.rule = "deprecated-property-removed";
                edit.message = format!("{}; it was deprecated", edit.message);
            }
        }
    }
}

/// The day of `2026-12-31`, or of a time like `2026-12-31T00:00:00Z`.
fn day(text: &str) -> Option<Date> {
    Date::parse(text.get(..10)?)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::announced;
    use crate::edit::Edit;
    use crate::place::Place;
    use crate::version::Date;

    fn rule_of(old: Value, today: &str) -> &'static str {
        let mut edit = Edit::new("optional-property-removed", &Place::default(), "removed");
        edit.old = Some(old);
        let mut edits = [edit];
        announced(&mut edits, Date::parse(today));
        edits[0].rule
    }

    #[test]
    fn a_sunset_is_over_on_its_day() {
        let old = json!({"deprecated": true, "x-sunset": "2026-06-30T00:00:00Z"});
        assert_eq!(rule_of(old.clone(), "2026-06-29"), "property-removed-before-sunset");
        assert_eq!(rule_of(old.clone(), "2026-06-30"), "deprecated-property-removed");
        assert_eq!(rule_of(old, "never"), "property-removed-before-sunset");
    }

    #[test]
    fn what_was_not_announced_is_a_removal_without_notice() {
        let today = "2026-06-29";
        assert_eq!(rule_of(json!({"type": "string"}), today), "optional-property-removed");
        assert_eq!(rule_of(json!({"deprecated": false}), today), "optional-property-removed");
        assert_eq!(rule_of(json!({"deprecated": true}), today), "deprecated-property-removed");
    }
}
