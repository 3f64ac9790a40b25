//! Filters of the page without a script: a checkbox for each level and role, and a CSS rule that hides
//! what is not ticked.

use std::collections::BTreeSet;

use super::html;
use crate::command::diff::Results;

const LEVELS: [&str; 3] = ["major", "minor", "patch"];

fn roles(results: &Results) -> BTreeSet<&'static str> {
    let pairs = results.pairs().into_iter();
    pairs.flat_map(|pair| pair.digest.counts.keys().map(|role| role.as_str())).collect()
}

/// The CSS rules that hide what is not ticked; a change of several roles is shown while one of them
/// is.
pub(super) fn style(results: &Results) -> String {
    let mut style = String::new();
    for level in LEVELS {
        style.push_str(&format!(
            "body:has(#show-{level}:not(:checked)) section article.{level}{{display:none}}"
        ));
    }
    let roles = roles(results);
    for role in &roles {
        let others = roles.iter().filter(|other| *other != role);
        let alone: String = others.map(|other| format!(":not(.role-{other})")).collect();
        style.push_str(&format!(
            "body:has(#show-{role}:not(:checked)) .role-{role}{alone}{{display:none}}"
        ));
    }
    let none: String =
        roles.iter().map(|role| format!(":not(:has(#show-{role}:checked))")).collect();
    if !roles.is_empty() {
        style.push_str(&format!("body{none} section article{{display:none}}"));
    }
    style
}

/// The boxes.
pub(super) fn controls(out: &mut String, results: &Results) {
    if results.pairs().iter().all(|pair| pair.digest.entries.is_empty()) {
        return;
    }
    out.push_str("<fieldset><legend>Show</legend>");
    for name in LEVELS.into_iter().chain(roles(results)) {
        let name = html(name);
        out.push_str(&format!(
            "<label><input type=\"checkbox\" id=\"show-{name}\" checked> {name}</label>"
        ));
    }
    out.push_str("</fieldset>\n");
}
