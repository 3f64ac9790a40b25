/// All reasons why a value is no `TYPE`, in the schema's order; none if it is one.
#[must_use]
pub fn check(value: &Value) -> Vec<runtime::Issue> {
    CONTRACT.check(value)
}

/// Whether a value is a `TYPE`; stops at the first reason why not.
#[must_use]
pub fn is(value: &Value) -> bool {
    CONTRACT.is(value)
}

/// Reads a JSON text as a `TYPE`.
///
/// # Errors
/// All issues, if the text is no JSON or the value is no `TYPE`.
pub fn parse(text: &str) -> Result<TYPE, runtime::Error> {
    CONTRACT.parse(text)
}

/// A value as a `TYPE`.
///
/// # Errors
/// All issues, if the value is no `TYPE`.
pub fn from_value(value: Value) -> Result<TYPE, runtime::Error> {
    CONTRACT.read_value(value)
}

/// A copy in which wrong types are corrected and defaults are added; not checked.
#[must_use]
pub fn coerce(value: &Value, level: runtime::Level) -> runtime::Coerced {
    CONTRACT.coerce(value, level)
}

/// A copy with the schema's defaults where properties are missing.
#[must_use]
pub fn with_defaults(value: &Value) -> Value {
    CONTRACT.with_defaults(value)
}

/// Prints a `TYPE` to stdout as one JSON document; gives the exit code that goes with it.
///
/// # Errors
/// All issues, if the value is no `TYPE`; what stdout answers is an issue too.
pub fn emit(value: &TYPE) -> Result<std::process::ExitCode, runtime::Error> {
    CONTRACT.emit(value)
}
