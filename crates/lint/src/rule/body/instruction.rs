//! `instruction-override`: sentences that tell an agent to set aside what others told it.

use std::sync::OnceLock;

use regex::Regex;

use super::on_page;
use crate::body::Page;
use crate::report::Report;

pub(super) fn check(page: &Page, report: &mut Report) {
    static OVERRIDE: OnceLock<Regex> = OnceLock::new();
    let pattern = OVERRIDE.get_or_init(|| {
        Regex::new(
            r"(?i)(?-u:\b)(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier|system|original)\s+(?:instructions?|prompts?|rules|guidelines|messages?)|(?-u:\b)do\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to)\s+the\s+user(?-u:\b)",
        )
        .expect("invariant: it is a pattern")
    });
    for (at, text) in &page.markdown.prose {
        if let Some(found) = pattern.find(text) {
            // A skill that teaches how to defend against them quotes them.
            let quoted = text[..found.start()].trim_end().ends_with(['"', '\u{201c}', '\'', '`']);
            if quoted {
                continue;
            }
            let message = format!(
                "the text asks an agent to act against its other instructions: {:?}",
                found.as_str()
            );
            on_page("instruction-override", page, *at, message, report)
                .advise("say what the skill does instead; put an example into quotes");
        }
    }
}
