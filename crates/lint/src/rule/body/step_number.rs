//! `step-number-missing`: headings of numbered steps that leave a number out.

use super::on_page;
use crate::body::{Body, Page};
use crate::report::Report;

/// A heading `## Step 3: …`.
struct Step {
    at: usize,
    level: usize,
    number: u32,
}

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for page in &body.pages {
        // Behind a fence that is cut off, headings read as code, and code as headings.
        if page.markdown.unclosed_fence.is_some() || page.markdown.cut_fence.is_some() {
            continue;
        }
        let steps = steps(page);
        // Several numberings may be in one page, each below a heading of its own, and may share numbers.
        let is_one = steps.iter().all(|step| step.level == steps[0].level)
            && steps.windows(2).all(|pair| pair[0].number < pair[1].number);
        if steps.len() < 3 || !is_one {
            continue;
        }
        for pair in steps.windows(2).filter(|pair| pair[1].number > pair[0].number + 1) {
            let (before, after) = (pair[0].number, pair[1].number);
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
        let Some(rest) = words.strip_prefix("Step ").or_else(|| words.strip_prefix("STEP ")) else {
            continue;
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // `Step 2a`, `Step 1.5` and `Step 3-5` have numbers of their own.
        let is_whole = !rest[digits..]
            .starts_with(|c: char| c.is_alphanumeric() || "-–/,&".contains(c))
            && !rest[digits..]
                .strip_prefix('.')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        match rest[..digits].parse() {
            Ok(number) if is_whole => steps.push(Step { at, level, number }),
            _ => return Vec::new(),
        }
    }
    steps
}
