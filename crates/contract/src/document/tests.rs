//! Places and refusals of documents.

use serde_json::json;

use super::*;

fn at(line: u32, column: u32) -> Position {
    Position { line, column }
}

fn pointer(text: &str) -> Pointer {
    Pointer::parse(text).expect("a pointer")
}

#[test]
fn json_places() {
    let text = "{\n  \"a\": [1, {\"b/c\": \"ü\"}],\n  \"é\": 2, \"d\": true\n}";
    let d = Document::json("x.json", text.as_bytes()).expect("valid");
    assert_eq!(d.locate(&pointer("/a/1/b~1c")), at(2, 20));
    assert_eq!(d.locate_key(&pointer("/a/1/b~1c")), at(2, 13));
    assert_eq!(d.locate_key(&pointer("/d")), at(3, 11));
    assert_eq!(d.locate(&pointer("/a/7")), at(2, 8), "the nearest place around");
}

/// Every pointer of a value, the root first.
fn pointers(value: &Value, here: &Pointer, found: &mut Vec<Pointer>) {
    found.push(here.clone());
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, inner)| pointers(inner, &here.push(name), found));
        }
        Value::Array(items) => {
            let inner = items.iter().enumerate();
            inner.for_each(|(at, item)| pointers(item, &here.push_index(at), found));
        }
        _ => {}
    }
}

#[test]
fn many_places_come_from_an_index_and_are_those_of_the_walk() {
    for text in [
        "{\n  \"a\": [1, {\"b/c\": \"ü\"}, [], {}],\r\n\t\"é\": -2e5 , \"d\":true\n}\n",
        "\u{feff} {\"x\":{\"y\":[[1,2],[\"]\\\"}\"]]},\"x\":{\"y\":[null]},\"q\\u00e9~\":{\"\":0}}",
        "[ {\"a\":1,\"a\":{\"a\":[false]}} , 12\n,\"ü\", [[[]]] ]",
        "7",
    ] {
        let mut asked = Vec::new();
        let d = Document::json("x.json", text.as_bytes()).expect("valid");
        pointers(d.value(), &Pointer::root(), &mut asked);
        asked.extend(["/a/9", "/x/nowhere/deep", "/0/a/a/0/5", "/~0"].map(pointer));
        let index = Index::of(text);
        for at in asked {
            // A document of its own walks.
            let fresh = Document::json("x.json", text.as_bytes()).expect("valid");
            let walked = (fresh.locate_key(&at), fresh.locate(&at));
            assert_eq!(index.nearest(&at), Some(walked), "{at} of {text}");
        }
    }
}

#[test]
fn a_text_is_not_walked_again_and_again() {
    let members: Vec<String> = (0..1000).map(|n| format!("\"m{n}\": [{n}]")).collect();
    let text = format!("{{{}}}", members.join(",\n"));
    let d = Document::json("x.json", text.as_bytes()).expect("valid");
    for n in 0..1000 {
        assert_eq!(d.locate_key(&pointer(&format!("/m{n}/0/none"))).line, n + 1);
    }
    assert!(d.inner.walks.load(Ordering::Relaxed) <= MOST_WALKS + 3, "three walks to the nearest");
}

#[test]
fn yaml_places_and_values() {
    let text = "name: no\nlist:\n  - 1.10\n  - 0x1F\n  - 007\n  - .5\n  - '5'\nb: {c: null}\n";
    let d = Document::yaml("x.yaml", text.as_bytes()).expect("valid");
    assert_eq!(d.value()["name"], json!("no"));
    assert_eq!(d.value()["list"][0].to_string(), "1.10");
    assert_eq!(d.value()["list"][1], json!(31));
    assert_eq!(d.value()["list"][2], json!(7));
    assert_eq!(d.value()["list"][3].to_string(), "0.5");
    assert_eq!(d.value()["list"][4], json!("5"));
    assert_eq!(d.locate(&pointer("/list/1")), at(4, 5));
    assert_eq!(d.locate_key(&pointer("/b/c")), at(8, 5));
    assert_eq!(d.locate(&pointer("/b/c")), at(8, 8));
}

#[test]
fn duplicates_are_told_with_their_place() {
    let d = Document::json("x", br#"{"a": {"b": 1, "b": 2}, "a": 3}"#).expect("valid");
    let found: Vec<_> = d.duplicate_keys().iter().map(|(p, at)| (p.as_str(), at.column)).collect();
    assert_eq!(found, [("/a/b", 16), ("/a", 25)]);
    let d = Document::json("x", br#"[0, {"l": [[], {"m": 1, "n": [2], "m": 3}]}]"#).expect("valid");
    assert_eq!(d.duplicate_keys(), [(pointer("/1/l/1/m"), at(1, 35))]);
    let d = Document::yaml("x", b"a: 1\na: 2\n").expect("valid");
    assert_eq!(d.duplicate_keys(), [(pointer("/a"), at(2, 1))]);
}

#[test]
fn refusals_are_one_line_with_a_place() {
    let line = |r: Result<Document, ReadError>| r.expect_err("refused").to_string();
    assert_eq!(
        line(Document::json("x.json", b"")),
        "x.json: empty; expected a JSON or YAML document"
    );
    assert_eq!(line(Document::json("x.json", b" \n")), "x.json: empty; expected a JSON document");
    let conflict = "{\n<<<<<<< HEAD\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> b\n}\n";
    let expected = "x.json:2:1: an unresolved merge conflict; resolve it first";
    assert_eq!(line(Document::json("x.json", conflict.as_bytes())), expected);
    let expected = "x.yaml:1:1: an unresolved merge conflict; resolve it first";
    let conflict = "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n";
    assert_eq!(line(Document::yaml("x.yaml", conflict.as_bytes())), expected);
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 12\n";
    for read in [Document::json("x", pointer), Document::yaml("x", pointer)] {
        assert_eq!(line(read), "x: a Git LFS pointer and not the file itself; run `git lfs pull`");
    }
    assert!(line(Document::json("x.json", b"{\"a\": }")).starts_with("x.json:1:7: not JSON: "));
    assert!(line(Document::json("x.json", b"{} {}")).starts_with("x.json:1:4: not JSON: trailing"));
    assert!(
        line(Document::json("x.json", b"{\"a\": \"\xff\"}")).starts_with("x.json:1:8: not UTF-8")
    );
    assert!(line(Document::yaml("x.yaml", b"a: b: c\n")).starts_with("x.yaml:1:"));
    assert!(
        line(Document::yaml("x.yaml", b"a: 1\n---\nb: 2\n")).contains("several YAML documents")
    );
    let deep = "[".repeat(MAX_DEPTH + 1);
    assert!(line(Document::json("x.json", deep.as_bytes())).contains("nested deeper"));
}

#[test]
fn text_without_a_name_is_what_it_begins_as() {
    let syntax = |text: &str| Document::guess("-", text.as_bytes()).map(|d| d.syntax()).ok();
    for json in ["{}", " [ 1]", "[{\"a\": 1}]", "\"a\"", "\u{feff}{\"a\": [true]}", "[null]"] {
        assert_eq!(syntax(json), Some(Syntax::Json), "{json}");
    }
    for yaml in ["{a: 1}", "[read, write]", "[{a: 1}]", "{ operation: read }", "a", "[true_, x]"] {
        assert_eq!(syntax(yaml), Some(Syntax::Yaml), "{yaml}");
    }
    let message = |text: &str| Document::guess("-", text.as_bytes()).expect_err("refused").message;
    for broken in ["{'a': 1}", "{\"a\": 1,}", "[true, x]", "{", "[1, a]", "{1: 2}"] {
        assert!(message(broken).starts_with("not JSON: "), "{broken}");
    }
    assert!(message("{a: [1, }").starts_with("not YAML: "));
}

#[test]
fn bombs_are_refused() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for i in 1..12 {
        let refs = vec![format!("*a{}", i - 1); 10].join(", ");
        bomb.push_str(&format!("a{i}: &a{i} [{refs}]\n"));
    }
    let error = Document::yaml("bomb.yaml", bomb.as_bytes()).expect_err("refused");
    assert!(error.message.contains("nodes"), "{error}");
}

#[test]
fn yaml_merge_keys_are_merged() {
    let text = "base: &b\n  id: 1\n  name: n\nother: &o {id: 2, more: 3}\none:\n  <<: *b\n  id: 5\nmany:\n  <<: [*o, *b]\n\
                quoted:\n  \"<<\": *b\nflow: {<<: *b}\n";
    let document = Document::yaml("x.yaml", text.as_bytes()).expect("YAML");
    assert_eq!(document.value()["one"], json!({"id": 5, "name": "n"}));
    assert_eq!(document.value()["many"], json!({"id": 2, "more": 3, "name": "n"}));
    assert_eq!(document.value()["quoted"], json!({"<<": {"id": 1, "name": "n"}}));
    assert_eq!(document.value()["flow"], json!({"id": 1, "name": "n"}));
    assert_eq!(document.locate(&pointer("/one/name")), at(6, 3));
    assert_eq!(document.locate(&pointer("/one/id")), at(7, 7));
    assert!(document.duplicate_keys().is_empty());
}

#[test]
fn a_merge_key_without_a_mapping_is_refused() {
    for (text, place) in [("a:\n  <<: 3\n", at(2, 3)), ("<<: [{b: 1}, 2]\n", at(1, 1))] {
        let error = Document::yaml("x.yaml", text.as_bytes()).expect_err("no mapping");
        assert_eq!(error.position, Some(place), "{error}");
        assert!(error.to_string().contains("needs a mapping"), "{error}");
    }
    let twice = "a: &a {x: 1}\nb: {<<: *a, <<: *a}\n";
    let document = Document::yaml("x.yaml", twice.as_bytes()).expect("YAML");
    assert_eq!(document.duplicate_keys().len(), 1);
}

#[test]
fn json_of_other_languages_is_named() {
    for (text, words) in [
        ("{\n\"a\": 1, // why\n\"b\": 2}", "2:9: not JSON: a comment"),
        ("// why\n{}", "1:1: not JSON: a comment"),
        ("{\"a\": False}", "not JSON: `False` of Python; write `false`"),
        ("{\"a\": True}", "`true`"),
        ("[None]", "`null`"),
        ("{\"a\": 'x'}", "single quotes"),
        ("{'a': 1}", "single quotes"),
        ("{\"a\": { ... }}", "in place of values"),
        ("{\"a\": }", "not JSON: expected value"),
    ] {
        let error = Document::json("x.json", text.as_bytes()).expect_err("refused").to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}
