//! The keys of an `[[emit]]` entry of skillgen.toml.

/// The keys of an entry.
pub(super) const KNOWN: &[&str] = &[
    "lang",
    "contract",
    "migration",
    "tool",
    "out",
    "formats",
    "defaults",
    "types",
    "numbers",
    "import-extension",
    "type-map",
    "rust-crates",
    "name",
    "compact",
    "definitions",
    "safe-patterns",
    "runtime",
    "with",
    "templates",
    "header",
    "prefix",
    "namespace",
    "rename",
];

/// The keys that a migration can't have.
pub(super) const OF_CONTRACTS: &[&str] = &[
    "contract",
    "defaults",
    "types",
    "numbers",
    "import-extension",
    "type-map",
    "rust-crates",
    "compact",
    "definitions",
    "runtime",
    "with",
    "templates",
    "prefix",
    "namespace",
    "rename",
];
