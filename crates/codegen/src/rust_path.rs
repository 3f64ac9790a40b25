//! The types of Rust that a schema (`x-rust-type`) or skillgen.toml (`type-map`) may name: identifiers with `::` between them,
//! and such paths as parameters. What else a type of Rust may hold (lengths, blocks, macros) is code, which would be in the
//! user's program.

/// The maximum depth of type parameters.
const DEEPEST: usize = 16;

/// The maximum length of a path, in bytes.
const LONGEST: usize = 1_000;

/// Reserved words. `crate`, `self` and `super` may begin a path of the user's program.
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A type in rustfmt's layout; `None` if it is more than a path with paths as parameters.
pub(crate) fn type_path(text: &str) -> Option<String> {
    let mut reader = Reader { rest: text, out: String::new() };
    (text.len() <= LONGEST).then_some(())?;
    reader.path(0, Parameters::Allowed)?;
    reader.rest.is_empty().then_some(reader.out)
}

/// Whether a text is the path of a module.
pub(crate) fn is_module(text: &str) -> bool {
    let mut reader = Reader { rest: text, out: String::new() };
    text.len() <= LONGEST && reader.path(0, Parameters::Refused).is_some() && reader.rest.is_empty()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    Allowed,
    Refused,
}

struct Reader<'t> {
    rest: &'t str,
    out: String,
}

impl Reader<'_> {
    fn path(&mut self, depth: usize, parameters: Parameters) -> Option<()> {
        (depth <= DEEPEST).then_some(())?;
        let is_rooted = self.takes("::");
        let mut is_first = !is_rooted;
        loop {
            is_first = self.segment(is_first)?;
            if parameters == Parameters::Allowed && self.takes("<") {
                self.parameter(depth + 1)?;
                while self.takes(",") {
                    self.out.push(' ');
                    self.parameter(depth + 1)?;
                }
                return self.takes(">").then_some(());
            }
            if !self.takes("::") {
                return Some(());
            }
        }
    }

    /// Reads a path, with spaces around it.
    fn parameter(&mut self, depth: usize) -> Option<()> {
        self.rest = self.rest.trim_start_matches(' ');
        self.path(depth, Parameters::Allowed)?;
        self.rest = self.rest.trim_start_matches(' ');
        Some(())
    }

    /// Reads a name; returns whether the next may be a word that begins a path
    /// (`super::super::Id`).
    fn segment(&mut self, is_first: bool) -> Option<bool> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let begins = is_first && ["crate", "self", "super"].contains(&word);
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !is_name || (KEYWORDS.contains(&word) && !begins) {
            return None;
        }
        self.out.push_str(word);
        self.rest = rest;
        Some(begins && word == "super")
    }

    fn takes(&mut self, sign: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(sign) else { return false };
        self.rest = rest;
        self.out.push_str(sign);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{is_module, type_path};

    #[test]
    fn paths_and_nothing_else() {
        for (text, written) in [
            ("uuid::Uuid", "uuid::Uuid"),
            ("::shop::Id<::shop::Kind>", "::shop::Id<::shop::Kind>"),
            ("chrono::DateTime<chrono::Utc>", "chrono::DateTime<chrono::Utc>"),
            ("a::Map<String,Vec<u8>>", "a::Map<String, Vec<u8>>"),
            ("crate::When", "crate::When"),
            ("a::Map< b::K , b::V >", "a::Map<b::K, b::V>"),
            ("super::super::When", "super::super::When"),
        ] {
            assert_eq!(type_path(text).as_deref(), Some(written));
        }
        let deep = format!("a::{}u8{}", "Id<".repeat(20_000), ">".repeat(20_000));
        for text in [
            "",
            "a::",
            "::",
            "a b",
            "a::Id<[(); 1]>",
            "a::Id<{ 1 }>",
            "a::Id<1>",
            "a::Id<'static>",
            "a::T // x",
            "a::T /* x */",
            "a::r#fn",
            "a::fn",
            "a::super::T",
            "\u{422}enant",
            "a::T\n",
            " a::T",
            "a::m!()",
            "(u8,)",
            "&str",
            "dyn A",
            "a::Id<>",
            "a::Id<u8",
            "a::Id<u8>>",
            "_",
            "a::Id<T = u8>",
            "a::Id<u8>::T",
            &deep,
        ] {
            assert_eq!(type_path(text), None, "{text:.60}");
        }
        assert!(is_module("time::serde::rfc3339") && is_module("crate::with"));
        assert!(!is_module("a::b\n") && !is_module("a::b<u8>") && !is_module("a-b"));
    }
}
