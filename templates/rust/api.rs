/// All reasons why a value is no `TYPE`, in the schema's order; none if it is one.
pub fn check(value: &Value) -> Vec<Issue> {
    match run(ROOT, value, false) {
        (true, _) => Vec::new(),
        (false, _) => run(ROOT, value, true).1,
    }
}

/// Whether a value is a `TYPE`; stops at the first reason why not.
pub fn is(value: &Value) -> bool {
    run(ROOT, value, false).0
}

/// Reads a JSON text as a `TYPE`.
///
/// # Errors
/// All issues, if the text is no JSON or the value is no `TYPE`.
pub fn parse(text: &str) -> Result<TYPE, Error> {
    QUICK
    from_value(read(text)?)
}

/// A value as a `TYPE`.
///
/// # Errors
/// All issues, if the value is no `TYPE`.
pub fn from_value(value: Value) -> Result<TYPE, Error> {
    deep(levels(&value), move || {
        let issues = check(&value);
        if issues.is_empty() { typed(value) } else { Err(Error { issues }) }
    })
}

/// A copy in which the mistakes that models make with types are mended and defaults added; not checked.
pub fn coerce(value: &Value, level: Level) -> Coerced {
    let level = if is(value) { Level::Off } else { level };
    follow(SHAPES, value.clone(), level)
}

/// A copy with the schema's defaults where properties are missing.
pub fn with_defaults(value: &Value) -> Value {
    follow(SHAPES, value.clone(), Level::Off).value
}

/// Prints a `TYPE` to stdout as one JSON document; gives the exit code that goes with it.
///
/// # Errors
/// All issues, if the value is no `TYPE`; what stdout answers is an issue too.
pub fn emit(value: &TYPE) -> Result<std::process::ExitCode, Error> {
    let issues = check(&untyped(value)?);
    if !issues.is_empty() {
        return Err(Error { issues });
    }
    print(value, COMPACT)?;
    Ok(std::process::ExitCode::from(EXIT))
}
