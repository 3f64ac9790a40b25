/// Builds a `TYPE`, property by property; `build` and `emit` check it.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    draft: serde_json::Map<String, Value>,
}

impl Builder {
    /// An empty draft.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Sets a property; the last value counts.
    #[must_use]
    pub fn set(mut self, key: &str, value: impl Into<Value>) -> Builder {
        self.draft.insert(key.to_owned(), value.into());
        self
    }

    /// The value, defaults added.
    ///
    /// # Errors
    /// All issues, if it is no `TYPE`.
    pub fn build(self) -> Result<TYPE, Error> {
        from_value(with_defaults(&Value::Object(self.draft)))
    }

    /// Prints the value to stdout as one JSON document; gives the exit code that goes with it.
    ///
    /// # Errors
    /// All issues, if it is no `TYPE`.
    pub fn emit(self) -> Result<std::process::ExitCode, Error> {
        emit(&self.build()?)
    }
}
