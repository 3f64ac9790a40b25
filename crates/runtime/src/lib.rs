//! Validation, coercion, defaults, parsing of outputs, checks and cache keys.
