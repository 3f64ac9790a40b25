//! Programs in other languages: they are not rewritten, and some print the envelope already.

use std::collections::BTreeSet;

use crate::envelope_text::{FIELDS, HELPER_FIELDS};
use crate::refusal::Refusal;
use crate::script_plan::{Outcome, ScriptPlan};

/// The plan of a file in another language: only advice, unless it already prints the envelope.
#[must_use]
pub fn not_bash(bytes: &[u8], (language, advice): (&str, &str)) -> ScriptPlan {
    if prints_envelope(&String::from_utf8_lossy(bytes)) {
        return ScriptPlan::without(Outcome::Already, Vec::new());
    }
    let refusal = Refusal::new(1, format!("{language}, which is not migrated; {advice}"));
    ScriptPlan::without(Outcome::Refused, vec![refusal])
}

/// Whether a program prints JSON, and contains the name of each field of one of the envelopes.
pub(crate) fn prints_envelope(text: &str) -> bool {
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let has = |calls: &[&str]| calls.iter().any(|call| text.contains(call));
    has(&["JSON.stringify(", "json.dumps(", "json.dump("])
        && has(&["console.log(", "process.stdout.write(", "print(", "sys.stdout"])
        && [FIELDS, HELPER_FIELDS]
            .iter()
            .any(|fields| fields.iter().all(|field| words.contains(field)))
}
