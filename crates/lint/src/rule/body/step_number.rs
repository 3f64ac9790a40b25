//! `step-number-missing`: headings of numbered steps, and items of numbered lists, that leave a number out.
//! `step-unknown`: a text that leads to a step which the page doesn't have.

use std::sync::OnceLock;

use regex::Regex;

use super::on_page;
use crate::body::{Body, Page};
use crate::report::Report;

/// A heading `## Step 3: …`, or one of several steps: `## Steps 7–10`.
struct Step {
    at: usize,
    level: usize,
    number: u32,
    /// The number of its last step.
    last: u32,
}

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for page in &body.pages {
        // Behind a fence that is cut off, headings read as code, and code as headings.
        if page.markdown.unclosed_fence.is_some() || page.markdown.cut_fence.is_some() {
            continue;
        }
        list_items(page, report);
        let steps = steps(page);
        leads(page, &steps, report);
        // Several numberings may be in one page, each below a heading of its own, and may share numbers.
        let is_one = steps.iter().all(|step| step.level == steps[0].level)
            && steps.windows(2).all(|pair| pair[0].last < pair[1].number);
        if steps.len() < 3 || !is_one {
            continue;
        }
        for pair in steps.windows(2).filter(|pair| pair[1].number > pair[0].last + 1) {
            let (before, after) = (pair[0].last, pair[1].number);
            let gap = match after - before {
                2 => format!("step {}", before + 1),
                _ => format!("steps {} to {}", before + 1, after - 1),
            };
            let message = format!("step {after} follows step {before}: the page has no {gap}");
            on_page("step-number-missing", page, pair[1].at, message, report)
                .advise("add the step, or number the headings anew with what refers to them");
        }
    }
}

/// Items of a list that begins with 1. Viewers number such a list anew, and agents read the numbers that are written.
fn list_items(page: &Page, report: &mut Report) {
    for list in &page.markdown.numbered {
        let begins_with_one = list.first().is_some_and(|(_, number)| *number == 1);
        let is_rising = list.windows(2).all(|pair| pair[0].1 < pair[1].1);
        let mut gaps = list.windows(2).filter(|pair| pair[1].1 == pair[0].1 + 2);
        let (Some(gap), true) = (gaps.next(), begins_with_one && is_rising) else { continue };
        let (before, after) = (gap[0], gap[1]);
        // An item without a blank behind its number is no item of Markdown: `11.Then`; nor are the items `5a.` and `5b.`.
        let between = &page.text[before.0..after.0];
        let left_out = before.1 + 1;
        let number = left_out.to_string();
        let is_there = between.lines().any(|line| {
            let line = line.trim_start_matches([' ', '\t', '>', '*', '#']);
            let behind = line.strip_prefix(&number);
            behind.is_some_and(|rest| {
                rest.starts_with(|c: char| c.is_alphabetic() || ".)-–:".contains(c))
            })
        });
        if !is_there {
            let message =
                format!("item {} follows item {}: the list has no {left_out}", after.1, before.1);
            on_page("step-number-missing", page, after.0, message, report)
                .advise("add the item, or number the list anew with what refers to it");
        }
    }
}

/// Sentences such as `go back to step 7`, on a page whose headings number its steps from 1 without a gap.
fn leads(page: &Page, steps: &[Step], report: &mut Report) {
    const VERBS: [&str; 8] = [
        "go to ",
        "back to ",
        "return to ",
        "repeat ",
        "skip to ",
        "proceed to ",
        "jump to ",
        "continue with ",
    ];
    let is_whole = steps.iter().zip(1..).all(|(step, number)| step.number == number);
    let Some(last) = steps.last().filter(|_| steps.len() >= 3 && is_whole) else { return };
    for (at, text) in &page.markdown.prose {
        let lower = text.to_ascii_lowercase();
        for (found, _) in lower.match_indices("step ") {
            let leads = VERBS.iter().any(|verb| lower[..found].ends_with(verb));
            let rest = &lower[found + "step ".len()..];
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let behind = rest[digits..].trim_end_matches(['.', '!']);
            // `step 9 of the other page` and `step 9a` have their own numbers.
            let is_here = !behind.starts_with(|c: char| c.is_alphanumeric() || "-–.".contains(c))
                && !behind.starts_with(" of ")
                && !behind.starts_with(" in ");
            let Ok(number) = rest[..digits].parse::<u32>() else { continue };
            if leads && is_here && number > last.number {
                let message = format!(
                    "the text leads to step {number}: the page's last step is {}",
                    last.number
                );
                on_page("step-unknown", page, at + found, message, report)
                    .advise("name a step of the page, or add the step");
            }
        }
    }
}

fn steps(page: &Page) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut start = 0;
    for line in page.text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let level = line.len() - line.trim_start_matches('#').len();
        if !(2..=4).contains(&level) || page.markdown.is_in_block(at) {
            continue;
        }
        let words = line[level..].trim_start().trim_start_matches('*');
        if let Some((number, last)) = several_steps(words) {
            steps.push(Step { at, level, number, last });
            continue;
        }
        let Some(rest) = words.strip_prefix("Step ").or_else(|| words.strip_prefix("STEP ")) else {
            continue;
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // `Step 2a` and `Step 1.5` have numbers of their own.
        let is_whole = !rest[digits..]
            .starts_with(|c: char| c.is_alphanumeric() || "-–/,&".contains(c))
            && !rest[digits..]
                .strip_prefix('.')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        match rest[..digits].parse() {
            Ok(number) if is_whole => steps.push(Step { at, level, number, last: number }),
            _ => return Vec::new(),
        }
    }
    steps
}

/// The first and the last number of a heading of several steps: `Steps 7–10`, `Step 7-10`, `Steps 7 and 8`.
fn several_steps(words: &str) -> Option<(u32, u32)> {
    static SEVERAL: OnceLock<Regex> = OnceLock::new();
    let several = SEVERAL.get_or_init(|| {
        Regex::new(
            r"^(?i:steps?)\s+([0-9]{1,4})\s*(?:-|\u{2013}|\u{2014}|to|and|&)\s*([0-9]{1,4})(?:[^0-9A-Za-z.]|\.\s|$)",
        )
        .expect("invariant: it is a pattern")
    });
    let found = several.captures(words)?;
    let (first, last) = (found[1].parse().ok()?, found[2].parse().ok()?);
    (first < last).then_some((first, last))
}
