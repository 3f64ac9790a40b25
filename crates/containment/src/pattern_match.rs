//! Whether a text matches a pattern, if the `regex` crate supports it. The solver compares languages of patterns.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use contract::{Schema, regex};

/// A supported pattern.
type Compiled = Option<Arc<::regex::Regex>>;

/// The maximum number of kept patterns, which limits memory.
const MAX_COMPILED: usize = 4_000;

/// The number of patterns that are matched in a step, and the steps of compiling one.
const PATTERNS_A_STEP: usize = 16;
const STEPS_TO_COMPILE: usize = 8;

/// The steps of matching a name with all patterns of `patternProperties` of a schema. More patterns than are kept are
/// compiled again for each name.
#[must_use]
pub fn steps_to_match_names(schema: &Schema) -> u64 {
    let objects =
        schema.nodes().filter_map(|(_, node)| Some(node.keywords()?.pattern_properties.len()));
    let (largest, all) =
        objects.fold((0, 0), |(largest, all), count| (count.max(largest), all + count));
    let steps =
        if all > MAX_COMPILED { largest * STEPS_TO_COMPILE } else { largest / PATTERNS_A_STEP };
    steps as u64
}

/// Whether `pattern` matches `text`; false for an unsupported pattern (lookarounds).
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    is_match(pattern, text) == Some(true)
}

/// The same, and `None` for an unsupported pattern.
#[must_use]
pub fn is_match(pattern: &str, text: &str) -> Option<bool> {
    // Patterns repeat within a schema, and compiling one costs more than all its matches. They are shared, because a
    // copy would begin with an empty cache.
    static COMPILED: Mutex<BTreeMap<String, Compiled>> = Mutex::new(BTreeMap::new());
    let lock = || COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().get(pattern).cloned();
    let compiled = known.unwrap_or_else(|| {
        let compiled = regex::to_rust(pattern).ok().and_then(|p| ::regex::Regex::new(&p).ok());
        let compiled = compiled.map(Arc::new);
        let mut known = lock();
        if known.len() >= MAX_COMPILED {
            known.clear();
        }
        known.insert(pattern.to_owned(), compiled.clone());
        compiled
    });
    compiled.map(|compiled| compiled.is_match(text))
}
