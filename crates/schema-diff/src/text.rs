//! Short strings that match a pattern or a format. The prover compares languages of patterns; here a wrong guess only
//! costs an attempt.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use containment::pattern_match::matches;
use contract::regex::{self, Node};

/// By pattern and minimum length.
type Examples = BTreeMap<(String, usize), Rc<[String]>>;

/// The maximum number of kept examples, which limits memory.
const MAX_EXAMPLES: usize = 4_000;

thread_local! {
    static EXAMPLES: RefCell<Examples> = const { RefCell::new(BTreeMap::new()) };
}

/// Some short strings that match `pattern`, with at least `min` characters if that is easy.
pub(crate) fn examples(pattern: &str, min: usize) -> Rc<[String]> {
    let key = (pattern.to_owned(), min);
    if let Some(found) = EXAMPLES.with_borrow(|known| known.get(&key).cloned()) {
        return found;
    }
    let found: Rc<[String]> = written(pattern, min).into();
    EXAMPLES.with_borrow_mut(|known| {
        if known.len() >= MAX_EXAMPLES {
            known.clear();
        }
        known.insert(key, Rc::clone(&found));
    });
    found
}

fn written(pattern: &str, min: usize) -> Vec<String> {
    let Ok(parsed) = regex::parse_lenient(pattern) else { return Vec::new() };
    let mut found = Vec::new();
    for (variant, repeats) in [(0, 0), (1, 1), (0, min.min(4096)), (1, min.min(4096)), (2, 1)] {
        let mut text = String::new();
        let mut room = 20_000usize;
        if regex::example::write(&parsed.root, variant, repeats, &mut text, &mut room).is_some() {
            if !ends(&parsed.root) {
                let missing = min.saturating_sub(text.chars().count()).min(10_000);
                text.extend(std::iter::repeat_n('a', missing));
            }
            if matches(pattern, &text) && !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

/// Whether the pattern is anchored at the end, so that nothing may follow.
fn ends(node: &Node) -> bool {
    match node {
        Node::End => true,
        Node::Group(_, body) => ends(body),
        Node::Concat(parts) => parts.last().is_some_and(ends),
        Node::Alternate(parts) => parts.iter().any(ends),
        _ => false,
    }
}

/// Realistic strings of a format, and strings that violate it.
pub(crate) fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2024-01-01T00:00:00Z",
        "date" => "2024-01-01",
        "time" => "00:00:00Z",
        "duration" => "P1D",
        "email" | "idn-email" => "a@example.org",
        "hostname" | "idn-hostname" => "example.org",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "uri-reference" | "iri" | "iri-reference" => "https://example.org/",
        "uri-template" => "https://example.org/{id}",
        "uuid" => "00000000-0000-4000-8000-000000000000",
        "json-pointer" => "/a",
        "relative-json-pointer" => "0/a",
        "regex" => "a",
        _ => return None,
    })
}
