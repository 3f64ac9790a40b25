//! What a dependent schema asks of an object, in words: the properties that it requires or forbids, if it says nothing else.

use serde_json::Value;

/// `requires` or `forbids`, and the names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Demand {
    Requires(Vec<String>),
    Forbids(Vec<String>),
}

/// The words for an added or removed dependent schema: "must not have `b` if it has `a`".
pub(super) fn in_words(schema: &Value, name: &str, is_added: bool) -> String {
    let listed = |names: &[String], word: &str| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        match names.as_slice() {
            [first @ .., last] if !first.is_empty() => {
                format!("{} {word} {last}", first.join(", "))
            }
            names => names.join(""),
        }
    };
    match (demand(schema), is_added) {
        (Some(Demand::Requires(names)), true) => {
            format!("must have {} if it has `{name}`", listed(&names, "and"))
        }
        (Some(Demand::Requires(names)), false) => {
            format!("no longer has to have {} if it has `{name}`", listed(&names, "and"))
        }
        (Some(Demand::Forbids(names)), true) => {
            format!("must not have {} if it has `{name}`", listed(&names, "or"))
        }
        (Some(Demand::Forbids(names)), false) => {
            format!("may have {} if it has `{name}`", listed(&names, "and"))
        }
        (None, true) => format!("must match a further schema if it has `{name}`"),
        (None, false) => format!("no longer has to match a further schema if it has `{name}`"),
    }
}

fn demand(schema: &Value) -> Option<Demand> {
    if let Some(names) = only_required(schema) {
        return Some(Demand::Requires(names));
    }
    let members = schema.as_object()?;
    let (Some(not), 1) = (members.get("not"), members.len()) else { return None };
    let branches = match (not.get("anyOf").and_then(Value::as_array), not.as_object()?.len()) {
        (Some(branches), 1) => branches.clone(),
        _ => vec![not.clone()],
    };
    let names = branches.iter().map(|branch| only_required(branch).filter(|all| all.len() == 1));
    let names: Vec<Vec<String>> = names.collect::<Option<_>>()?;
    Some(Demand::Forbids(names.concat()))
}

/// The names of a schema that only has `required`.
fn only_required(schema: &Value) -> Option<Vec<String>> {
    let members = schema.as_object()?;
    let (Some(Value::Array(names)), 1) = (members.get("required"), members.len()) else {
        return None;
    };
    let names: Vec<String> =
        names.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    (!names.is_empty()).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use serde_json::json;

    #[test]
    fn required_and_forbidden_properties_are_named() {
        let required = json!({"required": ["b", "c"]});
        let forbidden = json!({"not": {"anyOf": [{"required": ["b"]}, {"required": ["c"]}]}});
        let one = json!({"not": {"required": ["b"]}});
        let both = json!({"not": {"required": ["b", "c"]}});
        assert_eq!(in_words(&required, "a", true), "must have `b` and `c` if it has `a`");
        assert_eq!(in_words(&forbidden, "a", true), "must not have `b` or `c` if it has `a`");
        assert_eq!(in_words(&one, "a", false), "may have `b` if it has `a`");
        assert_eq!(in_words(&both, "a", true), "must match a further schema if it has `a`");
    }
}
