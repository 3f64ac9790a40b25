//! `--format github`: annotations of GitHub Actions. Errors are what the gate refuses.

use contract::Bump;
use contract::text::safe;
use schema_diff::short;

use super::Results;
use super::selection::{ListedChange, Selection};

pub(super) fn render(results: &Results, selection: &Selection) -> String {
    let mut out = String::new();
    out.push_str(&format!("::notice title=diff::{}\n", data(&results.in_short())));
    for one in results.uncompared() {
        let (line, column) = one.line_and_column();
        let file = one
            .file
            .as_deref()
            .map(|file| format!("file={},line={line},col={column},", property(file)));
        out.push_str(&format!(
            "::{} {}title={}::{}\n",
            if one.is_open() { "error" } else { "warning" },
            file.unwrap_or_default(),
            property(one.change.rule.as_str()),
            data(&one.reason())
        ));
    }
    for pair in results.pairs() {
        for listed in selection.listed(pair) {
            let (file, at, _) = pair.site(listed.change);
            let used_by = pair.used_by(listed.finding);
            one(&mut out, &listed, (&file, at.line, at.column), used_by.as_deref());
        }
        for failure in &pair.failures {
            let file = property(pair.new_label());
            out.push_str(&format!("::error file={file},title=version::{}\n", data(failure)));
        }
    }
    if let Results::Many(repository) = results {
        let files = selection.listed_files(repository);
        for (path, listed) in files.iter().filter(|(_, one)| one.change.ignored.is_none()) {
            let (line, column) = listed.line_and_column();
            one(&mut out, listed, (path, line, column), None);
        }
        for failure in &repository.failures {
            out.push_str(&format!("::error title=diff::{}\n", data(failure)));
        }
    }
    if let Some(left) = selection.left_out_of_lists(results) {
        out.push_str(&format!("::notice title=diff::{}\n", data(&left)));
    }
    out
}

fn one(
    out: &mut String,
    listed: &ListedChange<'_>,
    (file, line, column): (&str, u32, u32),
    used_by: Option<&str>,
) {
    let change = listed.change;
    let kind = match change.level {
        _ if listed.fails => "error",
        Bump::Major | Bump::Minor => "warning",
        _ => "notice",
    };
    let witness = match &change.witness {
        Some(w) => format!(
            "\nwitness: {} (only the {} version accepts it)",
            short(&w.document, 300),
            w.accepted_by.as_str()
        ),
        None => String::new(),
    };
    let used_by = used_by.map(|text| format!("\n{text}"));
    out.push_str(&format!(
        "::{kind} file={},line={},col={},title={}::{}\n",
        property(file),
        line.max(1),
        column.max(1),
        property(&format!("{} ({})", change.rule, change.level)),
        data(&format!("{}{}{witness}", listed.message(), used_by.unwrap_or_default())),
    ));
}

fn data(text: &str) -> String {
    safe(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
