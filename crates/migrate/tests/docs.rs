//! docs/patterns.md is written from the pattern files; this holds it to them (`SKILLGEN_BLESS=1` writes it).
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the page is a file of the repository"
)]

#[test]
fn patterns_page_is_current() {
    let mut page = String::from(
        "# Patterns of `skillgen migrate`\n\nWritten from `crates/migrate/src/pattern/*.rs`; do not edit. Values are read at run time, out of the \
         text that is printed; a line gains `skill_say PATTERN` in front, with the value where the words of the line give it.\n",
    );
    for pattern in migrate::PATTERNS {
        page.push_str(&format!(
            "\n## {}\n\n- Takes: {}.\n- What becomes of it: {}.\n- Leaves alone: {}.\n",
            pattern.id, pattern.what, pattern.why, pattern.refuses
        ));
    }
    let lines = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/seeds/output-legacy-lines.case");
    let lines = std::fs::read_to_string(lines).unwrap();
    let (_, lines) = lines.split_once("--- out\n").unwrap();
    page.push_str(
        "\n## Line by line\n\nEach line of the output format alone, as `[success, confidence, deliverables, metrics, messages of errors]`: \
         what `parse --exit-code 0` and the emitted parsers read (`parse`), what the migrated script prints (`script`), or `both`. A failure \
         that states no confidence has the default in a parser, which takes it as an option, and 0 in a script. Files that a line names \
         count in a script where they exist when it ends; a parser can't look.\n\n```text\n",
    );
    page.push_str(lines);
    page.push_str("```\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/patterns.md");
    if std::env::var_os("SKILLGEN_BLESS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
}
