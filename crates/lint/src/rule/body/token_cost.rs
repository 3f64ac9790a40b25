//! `body-too-long`, `page-too-long`: texts with more tokens than the standard recommends, or than a client reads at
//! once.

use std::collections::BTreeMap;

use contract::{Pointer, Position};

use crate::body::Body;
use crate::profile::Profiles;
use crate::report::Report;
use crate::tokens::{SkillCost, TOKENIZER, count};

/// The number of tokens of a body above which the standard recommends separate files.
const LONGEST_BODY: usize = 5_000;
/// The number of tokens from which a body has a finding: nobody splits a page for a few sentences.
const FAR_TOO_LONG: usize = LONGEST_BODY + LONGEST_BODY / 10;

/// Counts the tokens of a skill.
pub(crate) fn check(body: &Body<'_>, profiles: &Profiles, report: &mut Report) {
    let first = &body.pages[0];
    let of_body = count(&first.text[first.start..]);
    let pages: Vec<(String, usize)> =
        body.pages[1..].iter().map(|page| (page.shown.clone(), count(&page.text))).collect();
    if of_body > FAR_TOO_LONG {
        let message = format!(
            "expected a body of at most {LONGEST_BODY} tokens, found {of_body} ({TOKENIZER})"
        );
        let position = first.position(first.start);
        report
            .place("body-too-long", first.shown.clone(), position, Pointer::root(), message)
            .known_as("tokens")
            .advise("move details into files beside SKILL.md and name them where they are needed");
    }
    let mut limits: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for client in &profiles.clients {
        if let Some(limit) = client.page_tokens {
            limits.entry(limit).or_default().push(&client.title);
        }
    }
    for (shown, tokens) in &pages {
        let Some((limit, clients)) = limits.iter().find(|(limit, _)| *tokens > **limit) else {
            continue;
        };
        let message = format!(
            "the page has {tokens} tokens ({TOKENIZER}), and {} reads at most {limit} at once",
            clients.join(", ")
        );
        report
            .place("page-too-long", shown.clone(), Position::START, Pointer::root(), message)
            .known_as("tokens")
            .advise("split it, and say in SKILL.md which part is for what");
    }
    let description = body.description.as_ref().map_or(0, |(_, text)| count(text));
    let path = first.shown.clone();
    report.costs.push(SkillCost { path, description, body: of_body, pages });
}
