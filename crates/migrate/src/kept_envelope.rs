//! Scripts that build their envelope in a variable and print it at the end: `echo "$OUT"`.

use std::collections::BTreeMap;

use crate::answer::printed_variable;
use crate::envelope_text::has_fields;
use crate::model::{Call, Script};
use crate::other_language::prints_envelope;
use crate::word;

/// Commands that assign a variable named by one of their words.
const READS: [&str; 4] = ["read", "mapfile", "readarray", "printf"];

/// The assigned variables of a script, and whether each value is an envelope.
pub(crate) struct KeptEnvelopes {
    names: BTreeMap<String, bool>,
}

impl KeptEnvelopes {
    /// Examines each assignment once.
    pub(crate) fn of(script: &Script<'_>) -> Self {
        let mut names = BTreeMap::new();
        for call in &script.calls {
            let words = call.words.iter().skip(1);
            if READS.contains(&call.name.as_str()) {
                let read = words.clone().take_while(|word| !word.starts_with(['"', '\'']));
                names.extend(read.map(|word| (word.to_string(), false)));
            }
            let declared = call.declares();
            let given = call.assignments.iter().filter(|_| call.words.is_empty());
            for word in given.chain(words.filter(|_| declared)) {
                let Some((name, value)) = word.split_once('=') else { continue };
                let text = value.trim_matches(['"', '\'']);
                // An envelope may be built in pieces, or changed by jq.
                if name.ends_with('+') || text.is_empty() || takes(value, name) {
                    continue;
                }
                let is_envelope = is_envelope_text(value);
                let known = names.entry(name.to_owned()).or_insert(is_envelope);
                *known = *known && is_envelope;
            }
        }
        Self { names }
    }

    /// Whether a call prints one variable, and each value that the script assigns to it is an
    /// envelope.
    pub(crate) fn are_printed_by(&self, call: &Call<'_>) -> bool {
        printed_variable(call).is_some_and(|name| self.names.get(name) == Some(&true))
    }
}

/// Whether a value is derived from the variable itself.
fn takes(value: &str, name: &str) -> bool {
    let named = |mark: String| {
        let ends = |at: usize| !value[at + mark.len()..].starts_with(bash_syntax::is_name_char);
        value.match_indices(&mark).any(|(at, _)| ends(at))
    };
    named(format!("${name}")) || value.contains(&format!("${{{name}}}"))
}

/// Whether a value as written is an envelope: its text, or the output of jq, a here-document or a
/// program.
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
