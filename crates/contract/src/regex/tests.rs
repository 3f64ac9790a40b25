//! Cases of ECMA-262, tested with the engines that use the translation.

use super::*;

fn matches(pattern: &str, text: &str) -> bool {
    let rust = translate(&parse(pattern).expect(pattern)).expect(pattern);
    let hir = regex_syntax::parse(&rust).unwrap_or_else(|error| panic!("{rust}: {error}"));
    naive::is_match(&hir, text)
}

/// A simple backtracking matcher, as a reference for the translated expression.
mod naive {
    use regex_syntax::hir::{Class, Hir, HirKind, Look};

    pub(super) fn is_match(hir: &Hir, text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        (0..=chars.len()).any(|start| step(&[hir], &chars, start))
    }

    fn step(todo: &[&Hir], text: &[char], at: usize) -> bool {
        let Some((first, rest)) = todo.split_first() else { return true };
        match first.kind() {
            HirKind::Empty => step(rest, text, at),
            HirKind::Literal(literal) => {
                let wanted: Vec<char> =
                    std::str::from_utf8(&literal.0).expect("UTF-8").chars().collect();
                text[at..].starts_with(&wanted) && step(rest, text, at + wanted.len())
            }
            HirKind::Class(class) => {
                let Some(c) = text.get(at) else { return false };
                let inside = match class {
                    Class::Unicode(set) => {
                        set.ranges().iter().any(|r| r.start() <= *c && *c <= r.end())
                    }
                    Class::Bytes(set) => set
                        .ranges()
                        .iter()
                        .any(|r| char::from(r.start()) <= *c && *c <= char::from(r.end())),
                };
                inside && step(rest, text, at + 1)
            }
            HirKind::Look(look) => {
                let word =
                    |c: Option<&char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_');
                let holds = match look {
                    Look::Start => at == 0,
                    Look::End => at == text.len(),
                    Look::WordAscii => {
                        word(at.checked_sub(1).and_then(|i| text.get(i))) != word(text.get(at))
                    }
                    other => panic!("unexpected {other:?}"),
                };
                holds && step(rest, text, at)
            }
            HirKind::Repetition(repetition) => {
                let min = repetition.min as usize;
                let max = repetition.max.map_or(min + text.len(), |max| max as usize);
                (min..=max.min(min + text.len())).any(|count| {
                    let mut all: Vec<&Hir> = vec![&repetition.sub; count];
                    all.extend(rest);
                    step(&all, text, at)
                })
            }
            HirKind::Capture(capture) => {
                let mut all = vec![&*capture.sub];
                all.extend(rest);
                step(&all, text, at)
            }
            HirKind::Concat(parts) => {
                let mut all: Vec<&Hir> = parts.iter().collect();
                all.extend(rest);
                step(&all, text, at)
            }
            HirKind::Alternation(branches) => branches.iter().any(|branch| {
                let mut all = vec![branch];
                all.extend(rest);
                step(&all, text, at)
            }),
        }
    }
}

#[test]
fn sets_are_ecmas() {
    assert!(matches(r"^\d$", "7"));
    assert!(!matches(r"^\d$", "৪"), "NKO and Bengali digits are no \\d");
    assert!(matches(r"^\W$", "é") && !matches(r"^\w$", "é"));
    for space in ["\t", "\u{b}", "\u{c}", "\u{a0}", "\u{feff}", "\n", "\u{2029}", "\u{2003}"] {
        assert!(matches(r"^\s$", space), "{space:?}");
    }
    assert!(
        !matches(r"^\s$", "\u{1}") && !matches(r"^\s$", "\u{2013}") && !matches(r"^\s$", "\u{85}")
    );
    assert!(matches(r"^[\d\-x]+$", "1-x") && matches(r"^[^\s\S]|a$", "a"));
    assert!(!matches(r"[]", "a") && matches(r"^[^]$", "\n"));
}

#[test]
fn dot_and_anchors_are_ecmas() {
    assert!(!matches("^.$", "\r") && !matches("^.$", "\u{2028}") && matches("^.$", "\u{85}"));
    assert!(!matches("^a$", "a\n"), "$ is the very end");
    assert!(matches("b", "abc"), "unanchored");
    assert!(matches(r"^.$", "🐉"), "one character, not two units");
    assert!(matches("a|^b$", "b") && matches("^(?:a|b)c$", "bc") && !matches("^(?:a|b)c$", "b"));
}

#[test]
fn escapes() {
    assert!(matches(r"^\u{1F432}$", "🐲") && matches(r"^\ud83d\udc32*$", "🐲🐲"));
    assert!(matches(r"^\cC$", "\u{3}") && matches(r"^\cj$", "\n") && matches(r"^\x41\0$", "A\0"));
    assert!(
        matches(r"^[\b]$", "\u{8}")
            && matches(r"\bfoo\b", "a foo.")
            && !matches(r"\bfoo\b", "afoo")
    );
    assert!(matches(r"^\p{Lu}\p{Script=Greek}\P{L}$", "Éα1") && matches(r"^\p{Letter}+$", "aπé"));
    assert!(!matches(r"\ud800", "a") && matches(r"^[^\ud800-\udfff]$", "a"));
    assert!(matches(r"^a{2,3}?b{2}c{1,}$", "aabbc") && !matches(r"^a{2,3}$", "aaaa"));
}

#[test]
fn errors_carry_the_offset() {
    let cases = [
        (r"^\S(|(.|\n)*\S)\Z", 15),
        (r"a\a", 1),
        ("ab)", 2),
        ("a(b", 1),
        ("[a", 0),
        ("[b-a]", 1),
        ("*a", 0),
        ("a**", 2),
        ("a{2,1}", 1),
        ("x{", 1),
        ("]", 0),
        (r"\p{Foo}", 3),
        (r"\p{letter}", 3),
        (r"\p{Greek}", 3),
        (r"(a)\2", 3),
        (r"\k<x>(?<y>a)", 0),
        (r"(?<a>x)(?<a>y)", 12),
        ("(?=a)*", 5),
        (r"[\d-z]", 1),
        (r"\u{110000}", 0),
        (r"\-", 0),
        ("(?i)a", 1),
        ("\\", 0),
    ];
    for (pattern, offset) in cases {
        let error = parse(pattern).expect_err(pattern);
        assert_eq!(error.offset, offset, "{pattern}: {error}");
    }
    let deep = "(".repeat(100_000);
    assert!(parse(&deep).expect_err("deep").message.contains("deeper"));
}

#[test]
fn lenient_takes_what_is_beyond_doubt() {
    for pattern in [r"\-\_\@", "a]", "x{,2}", "{", "}", r"[\w-.]", r"\ "] {
        assert!(parse(pattern).is_err() && parse_lenient(pattern).is_ok(), "{pattern}");
    }
    for pattern in [r"\Z", r"\a", r"\y", "a**", "(", "(?i)x"] {
        assert!(parse_lenient(pattern).is_err(), "{pattern}");
    }
}

#[test]
fn what_has_no_counterpart_is_named() {
    for (pattern, what) in [
        ("(?=a)", "lookahead"),
        ("a(?!b)", "lookahead"),
        ("(?<=a)b", "lookbehind"),
        (r"(a)\1", "a backreference"),
        (r"(?<n>a)\k<n>", "a backreference"),
        (r"\B", r"\B"),
    ] {
        let error = translate(&parse(pattern).expect(pattern)).expect_err(pattern);
        assert_eq!(error.what, what);
    }
}

#[test]
fn named_references_find_their_groups() {
    let pattern = parse(r"\k<b>(?<a>x)(?<b>y)\k<a>\2").expect("valid");
    assert_eq!(pattern.names, vec![(1, "a".to_owned()), (2, "b".to_owned())]);
    let Node::Concat(parts) = pattern.root else { panic!("a sequence") };
    let references: Vec<u32> = parts
        .iter()
        .filter_map(|part| if let Node::BackReference(n) = part { Some(*n) } else { None })
        .collect();
    assert_eq!(references, vec![2, 1, 2]);
}

/// Two patterns with the same expansion.
fn are_alike(pattern: &str, other: &str) {
    assert_eq!(to_rust(pattern), to_rust(other), "{pattern} and {other}");
}

#[test]
fn modifiers_are_written_out() {
    are_alike("(?i:a1)", "(?:[Aa]1)");
    are_alike("x(?i:k)x", "x(?:[Kk\u{212a}])x");
    are_alike("(?i:[a-c])", "(?:[A-Ca-c])");
    are_alike("(?i:[^a])", "(?:[^Aa])");
    are_alike("(?i:a(?-i:b)c)", "(?:[Aa](?:b)[Cc])");
    are_alike("(?s:.)", "(?:[^])");
    are_alike("(?i-s:.)", "(?:.)");
    are_alike("(?i:\\w)", "(?:[\\w\u{17f}\u{212a}])");
    are_alike("(?i:\\x41)", "(?:[Aa])");
    for pattern in ["(?ii:a)", "(?i-i:a)", "(?-:a)", "(?i)a", "(?x:a)", "(?i-s-m:a)"] {
        assert!(parse(pattern).is_err(), "{pattern}");
    }
    assert!(to_rust("(?m:^a)").is_err(), "the start of a line needs a lookbehind");
}
