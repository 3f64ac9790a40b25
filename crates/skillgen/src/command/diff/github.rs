//! `--format github`: annotations of GitHub Actions.

use contract::Bump;
use contract::text::safe;
use schema_diff::{Change, short};

use super::Results;

pub(super) fn render(results: &Results) -> String {
    let mut out = String::new();
    out.push_str(&format!("::notice title=diff::{}\n", data(&results.in_short())));
    for one in results.uncompared() {
        let (line, column) = one.line_and_column();
        let file = one
            .file
            .as_deref()
            .map(|file| format!("file={},line={line},col={column},", property(file)));
        out.push_str(&format!(
            "::error {}title={}::{}\n",
            file.unwrap_or_default(),
            property(&one.change.rule),
            data(&one.change.message)
        ));
    }
    for pair in results.pairs() {
        for (index, change) in pair.report.changes.iter().enumerate() {
            if change.ignored.is_some() || pair.is_told_elsewhere(index) {
                continue;
            }
            let (file, at, _) = pair.site(change);
            let used_by = pair.used_by(index);
            one(&mut out, change, (&file, at.line, at.column), used_by.as_deref());
        }
        for failure in &pair.failures {
            let file = property(pair.new_label());
            out.push_str(&format!("::error file={file},title=version::{}\n", data(failure)));
        }
    }
    if let Results::Many(repository) = results {
        for (path, change) in repository.changes.iter().filter(|(_, c)| c.ignored.is_none()) {
            one(&mut out, change, (path, 1, 1), None);
        }
        for failure in &repository.failures {
            out.push_str(&format!("::error title=diff::{}\n", data(failure)));
        }
    }
    out
}

fn one(
    out: &mut String,
    change: &Change,
    (file, line, column): (&str, u32, u32),
    used_by: Option<&str>,
) {
    let kind = match change.level {
        Bump::Major => "error",
        Bump::Minor => "warning",
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
        data(&format!("{}{}{witness}", change.message, used_by.unwrap_or_default())),
    ));
}

fn data(text: &str) -> String {
    safe(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
