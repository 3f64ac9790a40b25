//! Scripts that put their envelope together in a variable and print that at the end: `echo "$OUT"`.

use crate::answer::printed_variable;
use crate::model::{Call, Script};
use crate::plan::prints_envelope;
use crate::shape::has_fields;
use crate::word;

/// Commands whose words are assignments.
const DECLARES: [&str; 5] = ["local", "declare", "typeset", "readonly", "export"];
/// Commands that give a value to a variable which one of their words names.
const READS: [&str; 4] = ["read", "mapfile", "readarray", "printf"];

/// Does a call print one variable, and is each value that the script gives it an envelope?
pub(crate) fn prints_kept_envelope(script: &Script<'_>, call: &Call<'_>) -> bool {
    let Some(name) = printed_variable(call) else { return false };
    let mut is_envelope = false;
    for other in &script.calls {
        let words = other.words.iter().skip(1);
        if READS.contains(&other.name.as_str())
            && words
                .clone()
                .take_while(|word| !word.starts_with(['"', '\'']))
                .any(|word| *word == name)
        {
            return false;
        }
        let declared = DECLARES.contains(&other.name.as_str());
        let given = other.assignments.iter().filter(|_| other.words.is_empty());
        for word in given.chain(words.filter(|_| declared)) {
            let Some((left, value)) = word.split_once('=') else { continue };
            let text = value.trim_matches(['"', '\'']);
            // An envelope may be put together in pieces, or changed by jq.
            let goes_on = left.strip_suffix('+') == Some(name)
                || left == name && (text.is_empty() || takes(value, name));
            if left != name || goes_on {
                continue;
            }
            if !is_envelope_text(value) {
                return false;
            }
            is_envelope = true;
        }
    }
    is_envelope
}

/// Is a value made of the variable itself?
fn takes(value: &str, name: &str) -> bool {
    let named = |mark: String| {
        let ends = |at: usize| !value[at + mark.len()..].starts_with(bash_syntax::is_name_char);
        value.match_indices(&mark).any(|(at, _)| ends(at))
    };
    named(format!("${name}")) || value.contains(&format!("${{{name}}}"))
}

/// Is a value as written an envelope: the text of one, or what jq, a here-document or a program prints?
fn is_envelope_text(value: &str) -> bool {
    let inside = value.trim_matches('"').strip_prefix("$(").and_then(|v| v.strip_suffix(')'));
    let Some(inside) = inside else {
        return word::shown(value).trim_start().starts_with('{') && has_fields(value);
    };
    let inside = inside.trim();
    if inside.starts_with("cat <<") {
        let body = inside.split_once('\n').map_or("", |(_, body)| body);
        return body.trim_start().starts_with('{') && has_fields(body);
    }
    let is_jq = inside.starts_with("jq ") && !inside.contains(" -r");
    is_jq && has_fields(inside) || prints_envelope(inside)
}
