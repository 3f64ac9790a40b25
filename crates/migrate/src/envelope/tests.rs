//! The text is one line, small without recognizers, and its descriptors can be chosen.

use super::*;

fn needs() -> Needs {
    Needs { confidence: "0.5".to_owned(), fds: [9, 8, 7], err: true, ..Needs::default() }
}

#[test]
fn stands_on_one_line() {
    let all = Needs {
        patterns: crate::pattern::ALL.to_vec(),
        channel: true,
        own: Some(false),
        trap: true,
        exec: true,
        ..needs()
    };
    let text = inline(&all);
    assert!(!text.contains('\n') && text.contains(MARK));
    assert!(!text.contains("#FLUSH") && !text.contains("DEFAULT_CONFIDENCE"));
}

#[test]
fn takes_other_descriptors() {
    let text = inline(&Needs { fds: [6, 5, 4], channel: true, ..needs() });
    assert!(
        text.contains("exec 6>&1")
            && text.contains("5>>\"$file\" 4<\"$file\"")
            && !text.contains("9>&"),
        "{text}"
    );
}

#[test]
fn is_ascii() {
    assert!(helper(Kind::Helper, "0.5").is_ascii());
}
