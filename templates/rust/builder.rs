impl runtime::Checked for TYPE {
    fn contract() -> &'static runtime::Contract<TYPE> {
        &CONTRACT
    }
}

/// Builds a `TYPE`, property by property; `build` and `emit` check it.
pub type BUILDER = runtime::BuilderOf<TYPE>;
