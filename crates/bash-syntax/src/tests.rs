//! Tests: supported and unsupported texts, hostile texts, and random changes.

use super::tree::{Kind, Tree, flag};
use super::{TOO_DEEP, parse};

/// The nodes of certain kinds, as written.
fn parts(text: &str, kinds: &[Kind]) -> Vec<String> {
    let tree = parse(text.as_bytes()).unwrap_or_else(|bad| panic!("{bad:?}: {text}"));
    whole(&tree, text.as_bytes());
    let nodes = tree.nodes.iter().filter(|node| kinds.contains(&node.kind));
    nodes.map(|node| text[node.start as usize..node.end as usize].to_owned()).collect()
}

/// The names of all commands, also in substitutions.
fn names(text: &str) -> Vec<String> {
    let tree = parse(text.as_bytes()).unwrap_or_else(|bad| panic!("{bad:?}: {text}"));
    let simple = (0..tree.nodes.len()).filter(|index| tree.nodes[*index].kind == Kind::Simple);
    let word = |index: usize| {
        let mut at = index + 1;
        while at < tree.nodes[index].next as usize && tree.nodes[at].kind != Kind::Word {
            at = tree.nodes[at].next as usize;
        }
        let word = tree.nodes[..tree.nodes[index].next as usize].get(at)?;
        Some(text[word.start as usize..word.end as usize].to_owned())
    };
    simple.filter_map(word).collect()
}

/// Nodes are inside of their parents, in the order of the text.
fn whole(tree: &Tree, text: &[u8]) {
    let mut open: Vec<(u32, u32)> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        assert!(node.start <= node.end && node.end as usize <= text.len(), "{node:?}");
        assert!(node.next as usize > index && node.next as usize <= tree.nodes.len(), "{node:?}");
        while open.last().is_some_and(|(next, _)| *next as usize <= index) {
            open.pop();
        }
        if let Some((next, end)) = open.last().copied() {
            assert!(node.next <= next, "{node:?}");
            // The body of a here-document follows the command that reads it.
            assert!(node.kind == Kind::Body || node.end <= end.max(node.start), "{node:?}");
        }
        open.push((node.next, if node.kind == Kind::Body { u32::MAX } else { node.end }));
    }
}

#[test]
fn words_and_quotes() {
    let words = |text: &str| parts(text, &[Kind::Word]);
    assert_eq!(
        words(r#"echo 'a b'"c d"\ e$'f\' g'$"h i" j"#),
        ["echo", r#"'a b'"c d"\ e$'f\' g'$"h i""#, "j"]
    );
    assert_eq!(words("a\\\n b#c # d"), ["a", "b#c"]);
    assert_eq!(words(r#"echo "${x:-"a b}"}" ${y#'}'} ${#z} "${w//\}/x}""#).len(), 5);
    assert_eq!(
        words("echo $((1 << (2))) $[ 1 + 2 ] $x$ $"),
        ["echo", "$((1 << (2)))", "$[ 1 + 2 ]", "$x$", "$"]
    );
}

#[test]
fn code_in_words() {
    assert_eq!(
        names("a \"$(b `c` \"$(d)\")\" ${e:-$(f)} $(( $(g) )) <(h) x=<(i)"),
        ["a", "b", "c", "d", "f", "g", "h", "i"]
    );
    assert_eq!(names("a $(case x in (b) c;; d) e; esac) \"`f \"g\"`\""), ["a", "c", "e", "f"]);
    assert_eq!(names("x[$(a)]=1 y=($(b) [c]=$(d)) e"), ["e", "a", "b", "d"]);
    assert_eq!(names("a ${ b; } ${| c; }"), ["a", "b", "c"]);
    // Two brackets that are not arithmetic.
    assert_eq!(names("((a) ; b); $( (c) ); (( d ))"), ["a", "b", "$( (c) )", "c"]);
}

#[test]
fn commands() {
    let kinds = |text: &str| -> Vec<Kind> {
        let plain = [Kind::List, Kind::Item, Kind::Pipeline, Kind::Simple, Kind::Word];
        let tree = parse(text.as_bytes()).unwrap_or_else(|bad| panic!("{bad:?}: {text}"));
        let all = tree.nodes.iter().map(|node| node.kind);
        all.filter(|kind| !plain.contains(kind)).collect()
    };
    assert_eq!(kinds("if a; then b; elif c\nthen d; else e; fi"), [Kind::If]);
    assert_eq!(kinds("while a; do b; done; until a; do b; done"), [Kind::While, Kind::Until]);
    assert_eq!(kinds("for x; do a; done"), [Kind::For, Kind::Name]);
    assert_eq!(kinds("for in in in; do a; done"), [Kind::For, Kind::Name]);
    assert_eq!(kinds("for x\nin a b\n{ c; }"), [Kind::For, Kind::Name]);
    assert_eq!(kinds("for ((i=0; i<3; i++)) { a; }"), [Kind::ArithmeticFor, Kind::Formula]);
    assert_eq!(kinds("select x in a; do b; done"), [Kind::Select, Kind::Name]);
    assert_eq!(kinds("case in in in) a;; (esac) b;& *) c;;& d) e; esac").len(), 5);
    assert_eq!(kinds("case x in esac"), [Kind::Case]);
    assert_eq!(kinds("f() { a; }; function g { b; }; function h() (c)").len(), 9);
    assert_eq!(kinds("a-b:c () \n [[ x ]]"), [Kind::Function, Kind::Name, Kind::Test]);
    assert_eq!(kinds("coproc X { a; }; coproc b c").len(), 4);
    assert_eq!(kinds("time -p ! a | b |& c; ! ; time"), []);
    assert_eq!(kinds("[[ ! ( -f a || b == @(c|d) ) && $e =~ ^(f g|[h ]){2}$ ]]").len(), 1);
    assert_eq!(kinds("[[ a =~ b|(c d) && e -nt f\n ]]"), [Kind::Test]);
    assert_eq!(
        kinds("{ { a; } }; (b) >c"),
        [Kind::Brace, Kind::Brace, Kind::Subshell, Kind::Redirect]
    );
}

#[test]
fn redirections() {
    let redirects = |text: &str| parts(text, &[Kind::Redirect]);
    assert_eq!(
        redirects("2>&1 a >b {fd}<>c 10<d &>>e <<<f >|g <&- x2>h"),
        ["2>&1", ">b", "{fd}<>c", "10<d", "&>>e", "<<<f", ">|g", "<&-", ">h"]
    );
    assert_eq!(redirects("a > >(b) < <(c)").len(), 2);
}

#[test]
fn here_documents() {
    let bodies = |text: &str| parts(text, &[Kind::Body]);
    assert_eq!(bodies("cat <<A <<-'B C'; d\n$x\nA\n\te\n\tB C\nf"), ["$x\n", "\te\n"]);
    assert_eq!(bodies("a $(cat <<E\nb )\nE\n) <<F\nc\nF\n"), ["b )\n", "c\n"]);
    assert_eq!(bodies("cat <<\"E\" |\na\\\nE\nb"), ["a\\\n"]);
    // A continued line is not a delimiter; the end of the text is one.
    assert_eq!(bodies("cat <<E\na\\\nE\nE"), ["a\\\nE\n"]);
    assert_eq!(bodies("cat <<E\\\nF\nx\nEF\n"), ["x\n"]);
    assert_eq!(names("cat <<E\n' $(a) \\$(b) `c` $(if\nE\nd"), ["cat", "a", "c", "d"]);
    assert_eq!(names("cat <<'E'\n$(a)\nE\n"), ["cat"]);
}

#[test]
fn flags() {
    let tree = parse(b"a 'b' $c d* `e \\`f\\``&").expect("a script");
    let words = tree.nodes.iter().filter(|node| node.kind == Kind::Word);
    let flags: Vec<u8> = words.map(|node| node.flag).collect();
    assert_eq!(flags, [0, flag::QUOTED, flag::EXPANDS, flag::GLOB, flag::EXPANDS]);
    let backtick = tree.nodes.iter().find(|node| node.kind == Kind::Backtick);
    assert_eq!(backtick.map(|node| node.flag), Some(flag::ESCAPED));
    assert!(tree.root().of(Kind::Item).all(|item| item.is(flag::BACKGROUND)));
}

/// All of these are also errors in bash.
#[test]
fn no_scripts() {
    for text in [
        "echo \"${x:-it's}\"",
        "echo $(if)",
        "echo a=(1 2)",
        "case x in @(a|b)) ;; esac",
        "function a b",
        "a() b",
        "{ a; } b",
        "a & ; b",
        "a ;; b",
        "( )",
        "a=b() { c; }",
        "} a",
        "if a; then b; fi; done",
        "while a do b; done",
        "echo $(\"a)",
        "then",
        "echo (a)",
        "a(b)",
        "if a; then b",
        "for x in a; do b",
        "case x in a) b",
        "echo 'a",
        "echo \"a",
        "echo `a",
        "echo ${a",
        "a |",
        "a &&",
        "&& a",
        "a > ",
        "a < \n b",
        "{ a",
        "( a",
        "a )",
        "[[ a",
        "[[ a b ]]",
        "[[ ]]",
        "f() {",
        "x=(a",
        "x=(a & b)",
        "for ((i=0; i<3); do a; done",
        "a <<E\nb",
        "a $(b <<E\nc)\nE\n",
        "if ; then a; fi",
        "while do a; done",
    ] {
        assert!(parse(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn says_where() {
    let bad = parse(b"a\necho \"b\nc\n").expect_err("no script");
    assert_eq!((bad.at, bad.what), (7, "a `\"` without its closing one"));
}

/// Unclosed openings: reported early, without exhausting the stack.
#[test]
fn hostile_texts() {
    let openers = [
        "$(",
        "`",
        "\"",
        "'",
        "((",
        "$((",
        "(",
        "{ ",
        "${",
        "${x:-",
        "<(",
        "a=(",
        "x[",
        "x[$(",
        "$[",
        "if ",
        "if a; then ",
        "while ",
        "case x in a) ",
        "[[ ( ",
        "[[ ",
        "f() ",
        "f() { ",
        "function f ",
        "coproc ",
        "! ",
        "time ",
        "a && ",
        "a | ",
        "a |",
        "a; ",
        "<<a ",
        "cat <<a\n",
        "cat <<a\n$(\n",
        "$(cat <<a\n",
        "\"$(",
        "\"${x:-\"",
        "`\\`",
        "\\",
        "\\\n",
        "@(",
        "#",
        "& ",
        "for x in ",
        "for ((",
        "select x in a; do ",
        "${ ",
        "$'",
        "$\"",
        "extglob @(a",
        "x+=",
        ">",
        "{fd}>",
        "2>&1 ",
        "[[ a =~ (",
        "((a) ",
        "$((a) ",
        "a\n",
        "a # b\n",
        "&>",
        "<<<\"",
        "`a ",
    ];
    for opener in openers {
        let text = opener.repeat(200_000 / opener.len());
        match parse(text.as_bytes()) {
            Ok(tree) => whole(&tree, text.as_bytes()),
            Err(bad) => assert!(bad.at <= text.len(), "{opener}: {bad:?}"),
        }
    }
    let deep = parse("$(".repeat(1000).as_bytes()).expect_err("too deep");
    assert_eq!(deep.what, TOO_DEEP);
}

/// Scripts whose bytes are taken out, doubled, swapped and cut: read or refused, and never a node out of its place.
#[test]
fn changed_texts() {
    let scripts = [
        "# a\nbuiltin alias trap=a\ncase :$SHELLOPTS: in\n  *:posix:*) ;;\n  *) builtin eval 'trap() { a \"$@\"; }' ;;\nesac\n",
        "#!/bin/bash\nset -e\nf() { local x=\"${1:-$(a `b`)}\"; echo \"$x\" >&2 | tee -a l; }\n\
         for i in {1..3} \"$@\"; do case \"$i\" in a|b*) f <<E && continue ;; (*) g $((i+1)) ;; esac\n\
         $(h) `i`\nE\ndone > >(j) 2>&1 &\nif [[ $a =~ ^(b|c) && -f \"$d\" ]]; then (k; l) || { m; }; fi\n\
         a=(1 [2]=\"x y\" $'z\\n')\nwhile read -r l; do echo \"${l//\\\"/'}\"; done < <(n)\n",
    ];
    let pieces = [
        "$(",
        ")",
        "`",
        "\"",
        "'",
        "((",
        "))",
        "{",
        "}",
        "${",
        "<<E\n",
        "E\n",
        ";;",
        "&",
        "|",
        "esac",
        "done",
        "fi",
        "[[",
        "]]",
        "\\",
        "\n",
        " ",
        "#",
        "(",
        "do",
        "then",
        "case x in",
        "\u{e9}",
        "=",
    ];
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below.max(1) as u64).unwrap_or(0)
    };
    let mut read = 0;
    for round in 0..6_000 {
        let mut text = scripts[round % scripts.len()].as_bytes().to_vec();
        for _ in 0..=random(4) {
            let (from, to) = (random(text.len()), random(text.len()));
            let range = from.min(to)..from.max(to).min(from.min(to) + 12);
            match random(4) {
                0 => drop(text.drain(range)),
                1 => drop(text.splice(from..from, pieces[random(pieces.len())].bytes())),
                2 => text.extend_from_within(range),
                _ => text.truncate(text.len() - random(text.len() / 3)),
            }
        }
        if let Ok(tree) = parse(&text) {
            whole(&tree, &text);
            read += 1;
        }
    }
    assert!(read > 100, "only {read} of the changed texts were scripts: nothing is shown by this");
}

#[test]
fn what_bash_refuses_at_once() {
    for text in ["in x", "a || in x", "x[", "x[ a", "a=b x[ c", "a=([k=v w)"] {
        assert!(parse(text.as_bytes()).is_err(), "{text}");
    }
    for text in [
        "echo x[",
        "x[ a ] b",
        "x[1]=2 b",
        "a=([k]=v w)",
        "a=([!a]* x)",
        "for in in a; do b; done",
        "case in in in) a ;; esac",
    ] {
        assert!(parse(text.as_bytes()).is_ok(), "{text}");
    }
}
