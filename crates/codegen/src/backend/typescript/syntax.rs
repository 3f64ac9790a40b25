//! The syntax of code: TypeScript, or the same without types.

/// The syntax of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// With types.
    TypeScript,
    /// Without.
    JavaScript,
}

impl Syntax {
    /// The folder of its templates.
    pub(super) fn lang(self) -> &'static str {
        match self {
            Syntax::TypeScript => "ts",
            Syntax::JavaScript => "js",
        }
    }

    /// `: TYPE` after a name.
    pub(super) fn annotation(self, of: &str) -> String {
        self.typed(format!(": {of}"))
    }

    /// ` as TYPE` after an expression.
    pub(super) fn cast(self, to: &str) -> String {
        self.typed(format!(" as {to}"))
    }

    /// `<TYPE>` after the name of a callee.
    pub(super) fn argument(self, of: &str) -> String {
        self.typed(format!("<{of}>"))
    }

    fn typed(self, text: String) -> String {
        match self {
            Syntax::TypeScript => text,
            Syntax::JavaScript => String::new(),
        }
    }
}
