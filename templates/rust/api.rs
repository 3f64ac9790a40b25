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
    let value = read(text)?;
    deep(levels(&value), move || {
        let issues = check(&value);
        if issues.is_empty() { typed(value) } else { Err(Error { issues }) }
    })
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
