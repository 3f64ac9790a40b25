//! docs/patterns.md is written from the pattern files; this holds it to them (`SKILLGEN_BLESS=1` writes it).
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the page is a file of the repository"
)]

#[test]
fn patterns_page_is_current() {
    let mut page = String::from(
        "# Patterns of `skillgen migrate`\n\nThis page lists the lines that `skillgen migrate` recognizes in a script, and the field of the envelope that each fills. \
         Each recognized line gets `skill_say PATTERN` in front; the value is read from what the line prints when it runs. \
         The page is written from `crates/migrate/src/pattern/*.rs`; do not edit it. [legacy-text.md](legacy-text.md) says how \
         `skillgen parse` reads the same lines.\n",
    );
    for pattern in migrate::PATTERNS {
        page.push_str(&format!(
            "\n## {}\n\n- Recognizes: {}.\n- Effect: {}.\n- Ignores: {}.\n",
            pattern.id, pattern.what, pattern.why, pattern.refuses
        ));
    }
    let lines = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/seeds/output-legacy-lines.case");
    let lines = std::fs::read_to_string(lines).unwrap();
    let (_, lines) = lines.split_once("--- out\n").unwrap();
    page.push_str(
        "\n## Line by line\n\nEach line shows the result for a single line of output, as \
         `[success, confidence, deliverables, metrics, messages of errors]`. `parse` is the result of `parse --exit-code 0` and of the emitted \
         parsers, `script` is the output of the migrated script, of bash and of sh, and `both` means that the two agree. For a failure without a confidence, \
         a parser uses its default, which is an option, and a script writes 0. A script lists the named files that exist when it ends. \
         A parser doesn't check whether files exist.\n\n```text\n",
    );
    page.push_str(lines);
    page.push_str("```\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/patterns.md");
    if std::env::var_os("SKILLGEN_BLESS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
}
