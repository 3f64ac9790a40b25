//! Shell in other formats: the scripts of a workflow, the recipes of a Makefile.

use std::ops::Range;

use super::region::{self, Region};

/// The advice for readers in units of systemd.
pub(super) const UNIT_ADVICE: &str = "set `Environment=SKILLGEN_STDOUT=text` in that unit";

/// The texts of a YAML file that may be scripts: block scalars, and one-line scalars.
pub(super) fn scripts(text: &str) -> Vec<Region> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut at, mut index) = (0, 0);
    while index < lines.len() {
        let line = lines[index];
        let from = at;
        at += line.len();
        index += 1;
        let Some(value) = value(line) else { continue };
        let own = line[value..].trim_end();
        let header = own.split(" #").next().unwrap_or(own).trim_end();
        let block = header
            .strip_prefix(['|', '>'])
            .is_some_and(|rest| rest.chars().all(|c| matches!(c, '+' | '-') || c.is_ascii_digit()));
        if !block {
            found.extend(scalar(text, from + value, own));
            continue;
        }
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let blank = |line: &str| line.trim().is_empty();
        let Some(first) = lines[index..].iter().find(|line| !blank(line)).map(|line| indent(line))
        else {
            break;
        };
        if first <= indent(line) {
            continue;
        }
        let start = at;
        while index < lines.len() && (blank(lines[index]) || indent(lines[index]) >= first) {
            at += lines[index].len();
            index += 1;
        }
        found.push(Region::new(text, start..at, first, region::without_expressions));
    }
    found
}

/// The offset of a value on a line of YAML: after its dashes and its key.
fn value(line: &str) -> Option<usize> {
    let mut at = line.len() - line.trim_start().len();
    while line[at..].starts_with("- ") {
        at += line[at..].len() - line[at + 1..].trim_start().len();
    }
    let key = line[at..].find(": ").filter(|end| {
        line[at..at + end]
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '"' | '\'' | '.' | '@'))
    });
    let at = key.map_or(at, |end| at + end + 2);
    let from = at + (line[at..].len() - line[at..].trim_start().len());
    (!line[from..].trim().is_empty() && !line[from..].starts_with('#')).then_some(from)
}

/// A one-line scalar without quotes; one with escapes is skipped.
fn scalar(text: &str, at: usize, own: &str) -> Option<Region> {
    // JSON: a comma follows.
    let own =
        own.strip_suffix(',').filter(|own| own.len() > 1 && own.starts_with('"')).unwrap_or(own);
    let quoted = |quote: char| own.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let range = match (quoted('"'), quoted('\'')) {
        (Some(inner), _) => (!inner.contains('\\')).then_some(at + 1..at + 1 + inner.len())?,
        (_, Some(inner)) => (!inner.contains('\'')).then_some(at + 1..at + 1 + inner.len())?,
        _ => at..at + own.len(),
    };
    Some(Region::new(text, range, 0, region::without_expressions))
}

/// The recipes of a Makefile, each line separately, as make passes it to a shell.
pub(super) fn recipes(text: &str) -> Vec<Region> {
    let begins = |line: &str| {
        let indented = line.starts_with(['\t', ' ']) && !line.trim().is_empty();
        indented.then(|| line.len() - line.trim_start().len())
    };
    let goes_on = |line: &str| line.trim_end_matches('\n').ends_with('\\');
    let ranges = with_continuations(text, begins, goes_on);
    ranges.into_iter().map(|range| Region::new(text, range, 0, region::recipe)).collect()
}

/// The commands that begin at an offset of a line, with their continuation lines.
fn with_continuations(
    text: &str,
    begins: impl Fn(&str) -> Option<usize>,
    goes_on: impl Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        let at = from;
        from += line.len();
        if start.is_none() {
            start = begins(line).map(|behind| at + behind);
        }
        let continued = goes_on(line) && from < text.len();
        if let Some(begin) = start.take_if(|_| !continued) {
            found.push(begin..from);
        }
    }
    found
}

/// A Makefile of the same length with the recipes as a shell gets them.
pub(super) fn commands(text: &str) -> String {
    let mut out = super::markdown::without_ticks(text);
    for region in recipes(text) {
        let from = region.place(0);
        out.replace_range(from..from + region.text().len(), region.text());
    }
    out
}

/// The shell commands of a Dockerfile: those of RUN, with their continuation lines.
pub(super) fn docker(text: &str) -> Vec<Region> {
    let goes_on = |line: &str| {
        let bare = line.trim_end();
        bare.ends_with('\\') || bare.trim_start().starts_with('#')
    };
    let ranges = with_continuations(text, command_of_run, goes_on);
    ranges.into_iter().map(|range| Region::new(text, range, 0, region::as_it_stands)).collect()
}

/// The offset of a RUN line's command: after its options; a list of words has no shell.
fn command_of_run(line: &str) -> Option<usize> {
    let rest = line.trim_start();
    let rest = rest.strip_prefix("ONBUILD ").unwrap_or(rest).trim_start();
    let mut rest = rest.strip_prefix("RUN ").or_else(|| rest.strip_prefix("run "))?.trim_start();
    while rest.starts_with("--") {
        rest = rest.split_once(char::is_whitespace)?.1.trim_start();
    }
    (!rest.starts_with('[') && !rest.is_empty()).then_some(line.len() - rest.len())
}

/// A Dockerfile of the same length with only its shell commands.
pub(super) fn docker_commands(text: &str) -> String {
    only(text, &docker(text))
}

/// The commands of a crontab: after the five time fields or a word like `@daily`, and the user in a system crontab.
pub(super) fn cron(text: &str) -> Vec<Region> {
    let ranges = with_continuations(text, command_of_cron, |_| false);
    ranges.into_iter().map(|range| Region::new(text, range, 0, region::as_it_stands)).collect()
}

fn command_of_cron(line: &str) -> Option<usize> {
    let mut rest = line.trim_start();
    let fields = match rest.chars().next()? {
        '@' => 1,
        '0'..='9' | '*' => 5,
        _ => return None,
    };
    for _ in 0..fields {
        rest = rest.split_once([' ', '\t'])?.1.trim_start();
    }
    // `root /usr/local/bin/x.sh`: the user of the command.
    if let Some((user, command)) = rest.split_once([' ', '\t']) {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
        let runs = ["bash", "cd", "env", "exec", "flock", "nice", "nohup", "sh", "test", "timeout"];
        let command = command.trim_start();
        let path = command.starts_with(['/', '.', '~', '$']);
        let begins = path || command.split([' ', '\t']).next().is_some_and(|c| runs.contains(&c));
        if begins && user.chars().all(word) && !runs.contains(&user) {
            rest = command;
        }
    }
    (!rest.trim().is_empty()).then_some(line.len() - rest.len())
}

/// A crontab of the same length with only its commands.
pub(super) fn cron_commands(text: &str) -> String {
    only(text, &cron(text))
}

/// Whether a systemd unit runs the script on this line, and stores its output in a file. The journal only shows
/// it.
pub(super) fn unit(text: &str, line: &str) -> Option<bool> {
    const KEPT: [&str; 3] =
        ["StandardOutput=file:", "StandardOutput=append:", "StandardOutput=truncate:"];
    let runs = line.starts_with("Exec") && line.contains('=');
    let kept =
        || text.lines().any(|line| KEPT.iter().any(|word| line.trim_start().starts_with(word)));
    runs.then(|| kept() && !text.contains("SKILLGEN_STDOUT=text"))
}

/// A text of the same length with only these regions.
fn only(text: &str, regions: &[Region]) -> String {
    let blank = |b: u8| if b == b'\n' { b'\n' } else { b' ' };
    let mut out: Vec<u8> = text.bytes().map(blank).collect();
    for region in regions {
        let from = region.place(0);
        out[from..from + region.text().len()].copy_from_slice(region.text().as_bytes());
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
