//! Made-up ways to read what a script prints, in twelve languages and in YAML: how many of them are found.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the forms are a file of this folder"
)]

use migrate::{ConsumerLanguage, Reader};

/// The forms that are not found, by their language and first line. docs/benchmarks.md has the figures.
const MISSED: [&str; 15] = [
    "bash: coproc WORK { ./x.sh; }",
    "perl: my ($out) = capture { system(\"./x.sh\") };",
    "php: $proc = proc_open('./x.sh', [1 => ['pipe', 'w']], $pipes);",
    "java: CommandLine line = CommandLine.parse(\"bash x.sh\");",
    "make: NAMES != ./x.sh --names",
    "yaml: - name: read",
    "bash: ssh host 'bash -s' < x.sh | grep ok",
    "python: stdin, stdout, stderr = client.exec_command(\"bash x.sh\")",
    "go: icmd.RunCommand(\"bash\", \"x.sh\").Assert(t, icmd.Expected{Out: \"ok\"})",
    "rust: Command::cargo_bin(\"x.sh\")?.assert().stdout(\"ok\\n\");",
    "php: ob_start(); passthru('./x.sh'); $text = ob_get_clean();",
    "python: with open(\"out.txt\", \"w\") as f:",
    "go: out, err := run(\"bash\", \"x.sh\")",
    "make: report.md: data.json ; @bash scripts/x.sh $< | sed 's/^/- /' > $@",
    "yaml: tasks:",
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

/// The forms of a file of this folder that block a migration, and the others, by their language and first line.
fn sorted_forms(file_name: &str) -> (Vec<String>, Vec<String>) {
    let path = format!("{}/tests/{file_name}", env!("CARGO_MANIFEST_DIR"));
    let text = format!("\n{}", std::fs::read_to_string(path).unwrap());
    let (mut blocking, mut others) = (Vec::new(), Vec::new());
    for section in text.split("\n=== ").skip(1) {
        let (name, forms) = section.split_once('\n').unwrap();
        for form in format!("{forms}\n").split("---\n") {
            let text = file(name, form);
            let found = Reader::new(&text, language(name)).uses("x.sh");
            let shown = format!("{name}: {}", form.lines().next().unwrap_or_default());
            match found.iter().any(|found| found.blocking) {
                true => blocking.push(shown),
                false => others.push(shown),
            }
        }
    }
    (blocking, others)
}

#[test]
fn forms_are_found() {
    let (found, missed) = sorted_forms("reader-forms.txt");
    let count = found.len() + missed.len();
    assert_eq!(missed, MISSED, "{} of {count} are missed", missed.len());
    assert!(count >= 237 && missed.len() * 10 <= count, "{} of {count}", missed.len());
}

/// Programs that run the script and want JSON, its exit status or nothing, and programs that open its file.
#[test]
fn other_forms_do_not_block() {
    let (blocking, others) = sorted_forms("other-forms.txt");
    assert_eq!(blocking, [""; 0]);
    assert!(others.len() >= 81, "{}", others.len());
}
