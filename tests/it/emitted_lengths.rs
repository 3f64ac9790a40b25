//! How long emitted files are: small contracts have limits, and the table of docs/emit.md holds what is emitted now.

use libtest_mimic::{Failed, Trial};

use crate::emitted_files::{emit, lines_of};
use crate::support::root;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_lengths::table_of_the_page", table),
        Trial::test("emitted_lengths::own_lines_of_other_types", lines_of_other_types),
    ]
}

/// The languages with the ending of their files; whether they have types alone.
const LANGUAGES: [(&str, &str, &str, bool); 5] = [
    ("TypeScript", "ts", "ts", true),
    ("Python", "python", "py", true),
    ("Go", "go", "go", false),
    ("Rust", "rust", "rs", true),
    ("bash", "bash", "sh", false),
];

const SMALL: &str = "tests/emit/news.json";
const MEDIUM: &str = "tests/emit/order.json";
const ROLES: &str = "examples/contracts/news-digest/v2.json";

/// The table of the page is what is emitted now; `SKILLGEN_BLESS` writes it.
fn table() -> Result<(), Failed> {
    const HEAD: &str = "| | small | medium | roles | runtime, once | types alone, medium |\n|---|--:|--:|--:|--:|--:|\n";
    let path = root().join("docs/emit.md");
    let page = std::fs::read_to_string(&path)?;
    let rows: String = LANGUAGES.into_iter().map(row).collect::<Result<_, Failed>>()?;
    let (before, rest) = page.split_once(HEAD).ok_or("docs/emit.md: no table of lengths")?;
    let (told, after) = rest.split_once("\n\n").ok_or("docs/emit.md: nothing below the table")?;
    if rows == format!("{told}\n") {
        return Ok(());
    }
    if std::env::var_os("SKILLGEN_BLESS").is_some() {
        std::fs::write(&path, format!("{before}{HEAD}{rows}\n{after}"))?;
        return Ok(());
    }
    Err(format!("docs/emit.md has\n{told}\nemitted are\n{rows}run again with SKILLGEN_BLESS=1")
        .into())
}

fn row((name, lang, ending, has_types): (&str, &str, &str, bool)) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let lines = |out: &str, stem: &str| -> Result<String, Failed> {
        let path = folder.path().join(out).join(format!("{stem}.{ending}"));
        let count = std::fs::read_to_string(path)?.lines().count().to_string();
        let thousands = count.len().checked_sub(3).filter(|at| *at > 0);
        Ok(thousands.map_or(count.clone(), |at| format!("{},{}", &count[..at], &count[at..])))
    };
    let of = |contract: &str, out: &str, more: &[&str]| -> Result<String, Failed> {
        let args = ["--lang", lang, "--contract", contract, "--name", "one", "--out", out];
        emit(folder.path(), &[&args[..], more].concat())?;
        lines(out, "one")
    };
    let shared = ["--runtime", "shared"];
    let (small, medium, roles) = (
        of(SMALL, "small", &shared)?,
        of(MEDIUM, "medium", &shared)?,
        of(ROLES, "roles", &shared)?,
    );
    let runtime = lines("small", "skillgen_runtime")?;
    let types =
        if has_types { of(MEDIUM, "types", &["--with", "types"])? + " " } else { String::new() };
    Ok(format!("| {name} | {small} | {medium} | {roles} | {runtime} | {types}|\n"))
}

/// A format, strings or null, an integer with bounds, a list and a tuple need no more lines.
fn lines_of_other_types() -> Result<(), Failed> {
    for (lang, most) in [("ts", 90), ("rust", 200), ("go", 130), ("python", 90), ("bash", 60)] {
        let text = lines_of("tests/emit/ticket.json", lang, most)?;
        if text.contains("2 items") {
            return Err(format!("{lang}: the type of a tuple says how long it is\n{text}").into());
        }
    }
    Ok(())
}
