//! Tests of scripts that print the text of another one as their own.

use super::{Language, Reader, Use};

/// A script that runs another one and prints its text as its own; what is captured, discarded or only checked is not passed on.
#[test]
fn text_that_is_passed_on() {
    for text in [
        "bash x.sh \"$1\"\n",
        "exec \"$d/x.sh\" \"$@\"\n",
        "X=\"$d/x.sh\"\nsh \"$X\" 2>/dev/null\n",
        "run() { \"$d/x.sh\"; }\nrun\n",
        "if bash x.sh; then :; fi\n",
    ] {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        let passed = |read: &&Use| read.passes_on && !read.blocking && read.rewrite.len() == 1;
        assert_eq!(found.iter().filter(passed).count(), 1, "{text}: {found:?}");
    }
    for text in [
        "bash x.sh >/dev/null\n",
        "bash x.sh >&2\n",
        "bash -n x.sh\n",
        ". ./x.sh\n",
        "n=$(bash x.sh)\n",
        "bash x.sh | wc -l\n",
        "cat x.sh\n",
    ] {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        assert!(found.iter().all(|read| !read.passes_on), "{text}: {found:?}");
    }
}

/// Each place of a line is changed; a text with too many of them is not.
#[test]
fn several_places() {
    let found = Reader::new("bash x.sh a; bash x.sh b\n", Language::Shell).uses("x.sh");
    assert_eq!(found.iter().map(|read| read.rewrite.len()).collect::<Vec<_>>(), [2]);
    let many = "bash x.sh\n".repeat(200);
    let found = Reader::new(&many, Language::Shell).uses("x.sh");
    assert!(found.iter().any(|read| read.passes_on && read.rewrite.is_empty()), "{found:?}");
}
