//! Whether a text matches a pattern, where the `regex` crate can say so. Languages of patterns are compared by the
//! solver.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use contract::regex;

/// A pattern that is within reach.
type Compiled = Option<Arc<::regex::Regex>>;

/// Patterns that are kept; a bound on memory.
const MAX_COMPILED: usize = 4_000;

/// Whether `pattern` is found in `text`; a pattern out of reach (lookaround) is found nowhere.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    is_match(pattern, text) == Some(true)
}

/// The same, and `None` for a pattern that is out of reach.
#[must_use]
pub fn is_match(pattern: &str, text: &str) -> Option<bool> {
    // Patterns repeat all over a schema, and compiling one costs more than all its matches. They are shared, since a
    // copy begins with an empty cache.
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
