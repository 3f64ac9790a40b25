//! `script-option-unknown`, `script-argument-missing`, `script-argument-surplus`, `script-value-refused`: commands in the
//! text with an option, a word or a value that the script rejects, or without a required one.

use std::collections::{BTreeMap, BTreeSet};

use super::link::is_copied_path;
use super::on_page;
use crate::body::command::Run;
use crate::body::context;
use crate::body::{Body, Page};
use crate::report::Report;
use crate::script::{Judgement, Options, Reading};
use crate::similar;

const OPTION_UNKNOWN: &str = "script-option-unknown";

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    needed(body, report);
    judged(body, report);
    unsaid(body, report);
    let mut reported = BTreeSet::new();
    for page in &body.pages {
        for run in &page.runs {
            let Some(path) = run.target(page, body).found() else { continue };
            let Some(options) = options(body, &path) else { continue };
            let refused: Vec<(usize, &str)> = run
                .options
                .iter()
                .map(|(at, word)| (*at, word.split('=').next().unwrap_or_default()))
                .filter(|(_, name)| !options.take(name))
                .filter(|(_, name)| reported.insert((path.clone(), (*name).to_owned())))
                .collect();
            refuse(page, &run.path, &refused, options, report);
        }
    }
}

/// Whether a command in backticks is the whole command that an agent is told to run: "Run `scripts/a.sh x`." No other
/// command of the text shows more of it, and no text names the missing arguments.
fn is_whole(body: &Body<'_>, page: &Page, run: &Run, path: &str, missing: &[String]) -> bool {
    let next = page.markdown.codes.partition_point(|(at, _)| *at <= run.at);
    let Some((code_at, code)) = next.checked_sub(1).map(|last| &page.markdown.codes[last]) else {
        return false;
    };
    let begins = !code.contains(['|', ';', '&', '<', '\u{2026}']) && !code.contains("...");
    let behind = page.text[code_at + code.len()..].trim_start_matches(['`', '*', ' ']);
    let ends = behind.is_empty()
        || behind.starts_with(['.', ',', ';', ')', '\n'])
        || ["to ", "and ", "before ", "after ", "first", "again"]
            .iter()
            .any(|word| behind.starts_with(word));
    let is_named = |name: &String| {
        name.starts_with('-') && body.texts().any(|text| text.contains(name.as_str()))
    };
    let shows_more = || {
        body.pages.iter().any(|page| {
            page.runs.iter().any(|other| {
                other.words.len() > run.words.len()
                    && other.target(page, body).found().as_deref() == Some(path)
            })
        })
    };
    begins
        && ends
        && context::is_instructed(page, *code_at)
        && !missing.iter().any(is_named)
        && !shows_more()
}

/// Commands that end after the script's path. In a line of text, such a command is only a name, unless the text says to run
/// it.
fn needed(body: &Body<'_>, report: &mut Report) {
    let mut reported = BTreeSet::new();
    for page in &body.pages {
        for run in page.runs.iter().filter(|run| run.bare) {
            let Some(path) = run.target(page, body).found() else { continue };
            let reading = body.scripts.get(&path).and_then(|script| script.reading.as_ref());
            let Some((_, Reading::Accepted(facts))) = reading else { continue };
            let Some(name) = &facts.required else { continue };
            // Of a script that explains its arguments, a path in a sentence is only the name.
            let explains = run.alone && facts.arguments.is_some();
            let is_named = page.markdown.is_in_code(run.at)
                && (explains || !is_whole(body, page, run, &path, std::slice::from_ref(name)));
            if is_named {
                continue;
            }
            if reported.insert(path) {
                let message = format!(
                    "the text runs {:?} without {name}, which the script requires",
                    run.path
                );
                on_page("script-argument-missing", page, run.at, message, report)
                    .advise("write the command as an agent is to run it");
            }
        }
    }
}

/// Commands with words that the script's parser rejects, or too few of them. A line of text may show a part of a
/// command.
fn judged(body: &Body<'_>, report: &mut Report) {
    let mut reported = BTreeSet::new();
    for page in &body.pages {
        for run in page.runs.iter().filter(|run| !run.bare) {
            let Some(path) = run.target(page, body).found() else { continue };
            let reading = body.scripts.get(&path).and_then(|script| script.reading.as_ref());
            let Some((_, Reading::Accepted(facts))) = reading else { continue };
            let Some(arguments) = &facts.arguments else { continue };
            // An unknown option has its own finding.
            let takes = |(_, word): &(usize, String)| {
                let name = word.split('=').next().unwrap_or_default();
                facts.options.as_ref().is_none_or(|options| options.take(name))
            };
            if !run.options.iter().all(takes) {
                continue;
            }
            let words: Vec<&str> = run.words.iter().map(|(_, word)| word.as_str()).collect();
            match arguments.judge(&words) {
                Judgement::Accepted => {}
                Judgement::Missing(names)
                    if page.markdown.is_in_code(run.at)
                        && !is_whole(body, page, run, &path, &names) => {}
                // Without an interpreter, a line may be a name with words about it.
                Judgement::Surplus { .. }
                    if run.interpreter.is_none() && !run.path.starts_with("./") => {}
                Judgement::Surplus { word, most } => {
                    let (at, value) = &run.words[word];
                    if reported.insert((path, value.clone())) {
                        let takes = match most {
                            0 => "no arguments".to_owned(),
                            1 => "one argument".to_owned(),
                            _ => format!("{most} arguments"),
                        };
                        let message = format!(
                            "the text runs {:?} with {value:?}, and the script takes {takes}",
                            run.path
                        );
                        on_page("script-argument-surplus", page, *at, message, report)
                            .advise("write the command as an agent is to run it");
                    }
                }
                Judgement::Missing(names) => {
                    let names = names.join(", ");
                    if reported.insert((path, names.clone())) {
                        let message = format!(
                            "the text runs {:?} without {names}, which the script requires",
                            run.path
                        );
                        on_page("script-argument-missing", page, run.at, message, report)
                            .advise("write the command as an agent is to run it");
                    }
                }
                Judgement::Refused { word, name, choices } => {
                    let (at, value) = &run.words[word];
                    let value = value.rsplit('=').next().unwrap_or_default();
                    if reported.insert((path, format!("{name} {value}"))) {
                        let message = format!(
                            "the text runs {:?} with {value:?} for {name}, which the script refuses",
                            run.path
                        );
                        on_page("script-value-refused", page, *at, message, report)
                            .advise(format!("it takes {}", choices.join(", ")));
                    }
                }
            }
        }
    }
}

/// Scripts with positional arguments that neither they nor any command of the text names.
fn unsaid(body: &Body<'_>, report: &mut Report) {
    let mut runs: BTreeMap<String, (&Page, &Run)> = BTreeMap::new();
    let mut shown = BTreeSet::new();
    for page in &body.pages {
        for run in &page.runs {
            let Some(path) = run.target(page, body).found() else { continue };
            if !run.bare {
                shown.insert(path.clone());
            }
            runs.entry(path).or_insert((page, run));
        }
    }
    for (path, (page, run)) in runs {
        let reading = body.scripts.get(&path).and_then(|script| script.reading.as_ref());
        let Some((_, Reading::Accepted(facts))) = reading else { continue };
        let is_unsaid = facts.unsaid_arguments.is_some() && facts.required.is_none();
        if is_unsaid
            && !is_copied_path(&path)
            && !shown.contains(&path)
            && !is_shown_by_name(body, &path)
        {
            let message = format!(
                "the script {:?} takes arguments, and neither it nor the text says which",
                run.path
            );
            on_page("script-usage-missing", page, run.at, message, report).advise(
                "show a whole command in the text, and have the script print its usage for --help",
            );
        }
    }
}

/// Whether the code of some page has the script's file name with a word behind it: a page that named the folder once writes
/// `python3 report.py FILE`. Some leave the extension out: `python3 scripts/report <file>`.
fn is_shown_by_name(body: &Body<'_>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let in_folder = format!("/{stem}");
    let has_words = |text: &str| {
        [name, &in_folder].iter().any(|name| {
            text.match_indices(name).any(|(at, _)| {
                let behind = text[at + name.len()..].strip_prefix(' ').unwrap_or_default();
                behind.starts_with(|c: char| c.is_alphanumeric() || "<[\"'$-./{".contains(c))
            })
        })
    };
    body.pages.iter().any(|page| {
        page.markdown.blocks.iter().any(|block| has_words(&block.text))
            || page.markdown.codes.iter().any(|(_, code)| has_words(code))
    })
}

fn options<'b>(body: &'b Body<'_>, path: &str) -> Option<&'b Options> {
    match &body.scripts.get(path)?.reading {
        Some((_, Reading::Accepted(facts))) => facts.options.as_ref(),
        _ => None,
    }
}

/// One finding for one command.
fn refuse(
    page: &Page,
    path: &str,
    refused: &[(usize, &str)],
    options: &Options,
    report: &mut Report,
) {
    let Some((at, first)) = refused.first() else { return };
    let names: Vec<&str> = refused.iter().map(|(_, name)| *name).collect();
    let names = names.join(", ");
    let message = format!("the text runs {path:?} with {names}, which the script refuses");
    let is_asked = refused.len() == 1 && !report.is_full(OPTION_UNKNOWN, &page.shown);
    let near = is_asked.then(|| nearest(first, options)).flatten();
    let found = on_page(OPTION_UNKNOWN, page, *at, message, report);
    found.advise(match near {
        Some(near) => format!("did you mean {near}?"),
        None => format!("it takes {}", listed(options)),
    });
}

fn nearest<'o>(name: &str, options: &'o Options) -> Option<&'o str> {
    let most = match name.len() {
        0..4 => return None,
        4..8 => 1,
        _ => 2,
    };
    let near = options.names.iter().filter(|known| known.len().abs_diff(name.len()) <= most);
    similar::nearest(name, near.map(String::as_str), most)
}

/// The options by their long names, as many as fit on a line.
fn listed(options: &Options) -> String {
    const MOST: usize = 10;
    let is_long = |name: &&str| name.starts_with("--") && *name != "--help";
    let names: Vec<&str> = options.names.iter().map(String::as_str).filter(is_long).collect();
    let rest = if names.len() > MOST { ", …" } else { "" };
    match names.is_empty() {
        true => options.names.iter().map(String::as_str).collect::<Vec<_>>().join(", "),
        false => format!("{}{rest}", names[..names.len().min(MOST)].join(", ")),
    }
}
