//! Made-up ways to read what a script prints, in twelve languages and in YAML: how many of them are found.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the forms are a file of this folder"
)]

use migrate::{ConsumerLanguage, Reader};

/// The forms that are not found, by their language and first line. docs/benchmarks.md has the figures.
const MISSED: [&str; 6] = [
    "bash: coproc WORK { ./x.sh; }",
    "perl: my ($out) = capture { system(\"./x.sh\") };",
    "php: $proc = proc_open('./x.sh', [1 => ['pipe', 'w']], $pipes);",
    "java: CommandLine line = CommandLine.parse(\"bash x.sh\");",
    "make: NAMES != ./x.sh --names",
    "yaml: - name: read",
];

fn language(name: &str) -> ConsumerLanguage {
    match name {
        "bash" | "bats" => ConsumerLanguage::Shell,
        "make" => ConsumerLanguage::Make,
        "yaml" => ConsumerLanguage::Yaml,
        _ => ConsumerLanguage::Code,
    }
}

/// A form in a file of its language, which some languages are known by.
fn file(name: &str, form: &str) -> String {
    match name {
        "ruby" => format!("def main\n{form}end\n"),
        "perl" => format!("use strict;\n{form}"),
        "php" => format!("<?php\n{form}"),
        _ => form.to_owned(),
    }
}

#[test]
fn forms_are_found() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reader-forms.txt"));
    let text = format!("\n{}", text.unwrap());
    let mut count = 0;
    let mut missed = Vec::new();
    for section in text.split("\n=== ").skip(1) {
        let (name, forms) = section.split_once('\n').unwrap();
        for form in format!("{forms}\n").split("---\n") {
            count += 1;
            let text = file(name, form);
            let found = Reader::new(&text, language(name)).uses("x.sh");
            if !found.iter().any(|found| found.blocking) {
                missed.push(format!("{name}: {}", form.lines().next().unwrap_or_default()));
            }
        }
    }
    assert_eq!(missed, MISSED, "{} of {count} are missed", missed.len());
    assert!(count >= 100 && missed.len() * 10 <= count, "{} of {count}", missed.len());
}
