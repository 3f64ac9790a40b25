//! The hand-written schemas that rules go by, as text.

/// The text of a hand-written schema for the rules.
pub(crate) fn builtin(stem: &str) -> &'static str {
    macro_rules! schemas {
        ($($stem:literal),*) => {
            match stem {
                $($stem => include_str!(concat!("../../../schemas/", $stem, ".schema.json")),)*
                _ => unreachable!("invariant: profiles name schemas that are embedded (a test reads all)"),
            }
        };
    }
    schemas!(
        "skill-frontmatter",
        "runner-manifest",
        "runner-manifest-2026-07",
        "skill-input-metaschema",
        "skill-parameter-metaschema",
        "skill-output-metaschema",
        "skill-output-metaschema-2026-07",
        "chain",
        "api-contract"
    )
}
