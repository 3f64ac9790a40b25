//! The declarations of JavaScript files: the types of a contract, and the signatures of its functions.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{LEGACY, OUTPUT, runtime};
use crate::Builtin;
use crate::backend::Runtime;
use crate::prelude::Prelude;

static RUNTIME: LazyLock<Prelude> =
    LazyLock::new(|| Prelude::new(&[include_str!("../../../../../templates/js/runtime.d.ts")]));
const ENVELOPE_TYPES: &str = include_str!("../../../../../templates/js/helper_envelope.d.ts");
const OUTPUT_TYPES: &str = include_str!("../../../../../templates/js/skill_output.d.ts");
const ENVELOPE: &str = include_str!("../../../../../templates/js/helper_envelope.js");
const OUTPUT_CODE: &str = include_str!("../../../../../templates/js/skill_output.js");
const LEGACY_CODE: &str = include_str!("../../../../../templates/js/legacy_output.js");

/// The declarations of a shared runtime.
pub(super) fn whole() -> String {
    RUNTIME.whole()
}

/// The declarations of a single file's runtime: the names in `needs` that users see.
pub(super) fn pieces(needs: &BTreeSet<&'static str>) -> String {
    let seen = needs.iter().filter_map(|need| RUNTIME.named("", need)).collect();
    RUNTIME.select(&seen)
}

/// The settings of an envelope beside its schema, in JavaScript.
pub(super) fn envelope_code(builtin: Builtin) -> String {
    match builtin {
        Builtin::HelperEnvelope => ENVELOPE.to_owned(),
        Builtin::SkillOutput => format!("{OUTPUT_CODE}\n{LEGACY_CODE}"),
    }
}

/// Their declarations, beside the contract's types, of which the first is the envelope's.
pub(super) fn envelope_types(builtin: Builtin, own: &[String], runtime: Runtime) -> String {
    let name = own.first().map_or("", String::as_str);
    let (text, placeholder) = match builtin {
        Builtin::HelperEnvelope => (ENVELOPE_TYPES, "HelperEnvelope"),
        Builtin::SkillOutput => (OUTPUT_TYPES, "TYPE"),
    };
    let others: Vec<String> = own.iter().filter(|name| *name != placeholder).cloned().collect();
    runtime::moved_envelope(text, &others, runtime).replace(placeholder, name)
}

/// The functions, classes and constants that an envelope exports.
pub(super) fn of_envelope(builtin: Builtin) -> Vec<String> {
    match builtin {
        Builtin::HelperEnvelope => runtime::values(super::ENVELOPE, "export "),
        Builtin::SkillOutput => {
            [runtime::values(OUTPUT, "export "), runtime::values(LEGACY, "export ")].concat()
        }
    }
}
