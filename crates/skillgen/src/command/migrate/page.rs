//! `--format html`: one page with the table of the run, each script side by side, the refusals, and the readers.

use std::collections::BTreeMap;

use migrate::{Outcome, PATTERNS};

use super::file_plan::FilePlan;
use super::helper_file::State;
use super::stat::{self, Gain};
use super::tree_plan::TreePlan;
use crate::render::page::{self, escape, prose};
use crate::render::side_by_side::{self, Marks, Side};

/// The style that the page adds to the common one.
const STYLE: &str =
    "span.mark{color:var(--good)}td.number{text-align:right}:target{outline:2px solid var(--warn)}";

/// A reader on the page.
struct Reader<'p> {
    script: usize,
    consumer: &'p super::consumer::Consumer,
}

pub(super) fn render(plan: &TreePlan, summary: &str) -> String {
    let mut out = page::begin("Migration", STYLE);
    out.push_str(&format!("<p>{}</p>\n", escape(summary)));
    let scripts = stat::by_use(plan);
    let ids: BTreeMap<&str, usize> =
        scripts.iter().enumerate().map(|(at, (file, _))| (file.shown.as_str(), at)).collect();
    let all: Vec<(usize, &FilePlan)> = plan.files.iter().enumerate().collect();
    let readers: Vec<Reader<'_>> = all
        .iter()
        .flat_map(|(script, file)| {
            file.consumers.iter().map(|consumer| Reader { script: *script, consumer })
        })
        .collect();
    table(&mut out, &scripts);
    if let Some(line) = stat::sourcing_line(plan) {
        out.push_str(&format!("<p>{}</p>\n", prose(&line)));
    }
    refused(&mut out, plan, &readers);
    left_out(&mut out, plan);
    helpers(&mut out, plan);
    skipped(&mut out, plan);
    for (at, (file, _)) in scripts.iter().enumerate() {
        script(&mut out, file, &format!("s{at}"));
        reader_links(&mut out, plan, file, &readers);
    }
    for (at, file) in plan.readers.iter().enumerate() {
        script(&mut out, file, &format!("o{at}"));
    }
    list_readers(&mut out, plan, &ids, &readers);
    out.push_str(page::END);
    out
}

fn table(out: &mut String, scripts: &[(&FilePlan, Gain)]) {
    if scripts.is_empty() {
        return;
    }
    out.push_str(
        "<h2>To migrate</h2>\n<table class=\"facts\"><tr><th>script</th><th>lines</th><th>values</th><th>readers</th></tr>\n",
    );
    for (at, (file, gain)) in scripts.iter().enumerate() {
        out.push_str(&format!(
            "<tr><td><a href=\"#s{at}\">{}</a></td><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{}</td></tr>\n",
            escape(&file.shown),
            gain.lines,
            gain.words(),
            gain.readers
        ));
    }
    out.push_str("</table>\n");
}

fn refused(out: &mut String, plan: &TreePlan, readers: &[Reader<'_>]) {
    let files = || plan.files.iter().filter(|f| f.outcome == Outcome::Refused);
    if files().next().is_none() {
        return;
    }
    out.push_str("<h2>Refused</h2>\n");
    for file in files() {
        out.push_str(&format!("<h3 id=\"{}\">{}</h3>\n<ul>\n", anchor(file), escape(&file.shown)));
        for refusal in &file.refusals {
            out.push_str(&format!("<li>line {}: {}</li>\n", refusal.line, prose(&refusal.reason)));
        }
        out.push_str("</ul>\n");
        reader_links(out, plan, file, readers);
    }
}

fn left_out(out: &mut String, plan: &TreePlan) {
    let mut title = Some("<h2>Left out</h2>\n<ul>\n");
    for (file, why) in plan.files.iter().filter_map(|f| Some((f, f.left_out.as_deref()?))) {
        out.push_str(title.take().unwrap_or_default());
        out.push_str(&format!("<li>{}: {}</li>\n", escape(&file.shown), prose(why)));
    }
    if title.is_none() {
        out.push_str("</ul>\n");
    }
}

/// The helper files with their states, and the edits of an edited one.
fn helpers(out: &mut String, plan: &TreePlan) {
    let mut title = Some(
        "<h2>Helper files</h2>\n<table class=\"facts\"><tr><th>file</th><th>state</th><th>what to know</th></tr>\n",
    );
    for helper in plan.helpers.all() {
        out.push_str(title.take().unwrap_or_default());
        out.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(&helper.path.to_string_lossy()),
            helper.state.kind(),
            prose(&helper.note().unwrap_or_default())
        ));
    }
    if title.is_none() {
        out.push_str("</table>\n");
    }
    for helper in plan.helpers.all() {
        if let State::Edited { difference, .. } = &helper.state {
            let path = escape(&helper.path.to_string_lossy());
            let lines: Vec<String> = difference.lines().map(escape).collect();
            out.push_str(&format!("<h3>{path}</h3>\n<pre>{}</pre>\n", lines.join("\n")));
        }
    }
}

fn skipped(out: &mut String, plan: &TreePlan) {
    let mut title = Some("<h2>Not read</h2>\n<ul>\n");
    for one in &plan.skipped {
        out.push_str(title.take().unwrap_or_default());
        let path = escape(&one.path.to_string_lossy());
        out.push_str(&format!("<li>{path}: {}</li>\n", prose(&one.reason)));
    }
    if title.is_none() {
        out.push_str("</ul>\n");
    }
}

/// A file before and after; each recognized line shows the field that it fills.
fn script(out: &mut String, file: &FilePlan, id: &str) {
    out.push_str(&format!("<h2 id=\"{id}\">{}</h2>\n", escape(&file.shown)));
    for (line, note) in &file.notes {
        out.push_str(&format!("<p><small>line {line}: {}</small></p>\n", prose(note)));
    }
    let mut marks = Marks::new();
    for edit in &file.edits {
        let filled = PATTERNS.iter().filter(|p| edit.pattern.split(',').any(|id| id == p.id));
        for pattern in filled {
            marks.entry(edit.line).or_default().push_str(&format!(
                " <span class=\"mark\" title=\"{}\">{} → {}</span>",
                escape(pattern.why),
                pattern.id,
                pattern.slot
            ));
        }
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let side = |heading: &str, bytes: &[u8], marks| Side {
        text: text(bytes),
        heading: heading.to_owned(),
        marks,
    };
    let before = side("before", &file.before, marks);
    side_by_side::table(out, &before, &side("after", &file.after(), Marks::new()));
}

/// Links from a script to its readers.
fn reader_links(out: &mut String, plan: &TreePlan, file: &FilePlan, readers: &[Reader<'_>]) {
    let own = |reader: &&Reader<'_>| std::ptr::eq(&raw const plan.files[reader.script], file);
    let links: Vec<String> = readers
        .iter()
        .enumerate()
        .filter(|(_, reader)| own(reader))
        .map(|(at, reader)| format!("<a href=\"#r{at}\">{}</a>", place(reader)))
        .collect();
    if !links.is_empty() {
        out.push_str(&format!("<p>Read by {}</p>\n", links.join(", ")));
    }
}

fn list_readers(
    out: &mut String,
    plan: &TreePlan,
    ids: &BTreeMap<&str, usize>,
    readers: &[Reader<'_>],
) {
    if readers.is_empty() {
        return;
    }
    out.push_str("<h2>Readers</h2>\n<table class=\"facts\"><tr><th>reader</th><th>script</th><th>command</th><th>effect</th></tr>\n");
    for (at, reader) in readers.iter().enumerate() {
        let file = &plan.files[reader.script];
        let target = match ids.get(file.shown.as_str()) {
            Some(id) => format!("s{id}"),
            None => anchor(file),
        };
        let reads = &reader.consumer.reads;
        let what = match (&reads.instead, reads.blocking) {
            (Some(instead), true) => {
                format!("breaks; write <code>{}</code>", escape(instead))
            }
            (None, true) => "breaks".to_owned(),
            (_, false) => "works as before".to_owned(),
        };
        out.push_str(&format!(
            "<tr id=\"r{at}\"><td>{}</td><td><a href=\"#{target}\">{}</a></td><td><code>{}</code></td><td>{what}</td></tr>\n",
            place(reader),
            escape(&file.shown),
            escape(&reads.text)
        ));
    }
    out.push_str("</table>\n");
}

fn place(reader: &Reader<'_>) -> String {
    escape(&format!("{}:{}", reader.consumer.shown, reader.consumer.reads.line))
}

/// The HTML id of a script without a diff: its path in allowed characters.
fn anchor(file: &FilePlan) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    format!("f-{}", file.shown.chars().map(plain).collect::<String>())
}
