//! What matters most, and what is one change: for a release manager who reads ten lines.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use super::{diff, has};
use crate::diff_closed::Repository;
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_report::properties of one object are one line", properties),
        Trial::test("diff_report::the first addition is in the list", first_addition),
        Trial::test("diff_report::moved files are in the list", moved_files),
        Trial::test("diff_report::a summary is short", removed_and_unread),
        Trial::test("diff_report::a bound under many names is one change", common_bound),
        Trial::test(
            "diff_report::an added property has no witness of another type",
            added_property,
        ),
        Trial::test("diff_report::a renamed definition is not among the removed ones", renamed),
        Trial::test("diff_report::-q keeps all findings", quiet),
        Trial::test("diff_report::a single tool has its name in the summary", single_tool),
    ]
}

fn object(names: &[String], one: &Value) -> Value {
    let members: serde_json::Map<String, Value> =
        names.iter().map(|name| (name.clone(), one.clone())).collect();
    json!({"type": "object", "properties": members})
}

fn numbered(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{name}{at}")).collect()
}

fn properties() -> Result<(), Failed> {
    let string = json!({"type": "string"});
    let old = object(&numbered("a", 1), &string);
    let new = object(&[numbered("a", 1), numbered("b", 12)].concat(), &string);
    let (_, out) = diff(&old, &new, &[]);
    let first = "minor  the optional property `b0` of the document was added; the same for `b1`, `b2`, `b3`, `b4`, `b5` and 6 more\n";
    has(&out, &[first])
}

fn first_addition() -> Result<(), Failed> {
    let old = object(&numbered("a", 12), &json!({"type": "string"}));
    let mut new = object(&numbered("a", 12), &json!({"type": "number"}));
    new["properties"]["more"] = json!({"type": "string"});
    let (_, out) = diff(&old, &new, &["--summary"]);
    assert_eq!(out.matches("changed from string to number").count(), 10, "{out}");
    has(&out, &["  minor  the optional property `more` of the document was added"])
}

fn renamed() -> Result<(), Failed> {
    let definition = |name: &str| object(&[format!("of{name}")], &json!({"type": "string"}));
    let version = |names: &[&str], reference: &str| {
        let all = names.iter().map(|name| ((*name).to_owned(), definition(name)));
        let mut all: serde_json::Map<String, Value> = all.collect();
        all.insert(reference.to_owned(), definition("Reference"));
        let user = json!({"properties": {"to": {"$ref": format!("#/$defs/{reference}")}}});
        all.insert("User".to_owned(), user);
        json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": all})
    };
    let (old, new) = (version(&["A", "B", "C"], "Reference"), version(&[], "NewReference"));
    let (_, out) = diff(&old, &new, &["--summary"]);
    has(
        &out,
        &[
            "3 definitions were removed: `A`, `B`, `C`\n",
            "major  the definition `Reference` was renamed to `NewReference`",
        ],
    )
}

fn moved_files() -> Result<(), Failed> {
    let string = object(&numbered("a", 3), &json!({"type": "string"})).to_string();
    let names = numbered("other", 12);
    let mut files: Vec<(&str, &str)> = vec![("a.json", &string)];
    files.extend(names.iter().map(|name| (name.as_str(), "{}")));
    let repository = Repository::new(&files);
    std::fs::remove_file(repository.path().join("a.json"))?;
    put(repository.path(), "b/a.json", &string);
    let added = json!({"$schema": "https://json-schema.org/draft/2020-12/schema"}).to_string();
    for name in numbered("new", 12) {
        put(repository.path(), format!("{name}.json"), &added);
    }
    for format in ["text", "markdown"] {
        let (_, out, _) = repository.run(&["diff", "--against", "HEAD", "--format", format]);
        let moved = out.find("a.json is b/a.json now");
        let added = out.find("12 contracts were added: `new0.json`");
        if moved.is_none() || added.is_none() || moved > added {
            return Err(format!("{format}: {out}").into());
        }
    }
    Ok(())
}

fn removed_and_unread() -> Result<(), Failed> {
    let schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema"}).to_string();
    let (gone, kept) = (numbered("gone", 12), numbered("kept", 14));
    let names: Vec<String> = gone.iter().chain(&kept).map(|name| format!("{name}.json")).collect();
    let files: Vec<(&str, &str)> =
        names.iter().map(|name| (name.as_str(), schema.as_str())).collect();
    let repository = Repository::new(&files);
    for name in &names[..12] {
        std::fs::remove_file(repository.path().join(name))?;
    }
    for name in &names[12..] {
        put(repository.path(), name, &schema[..schema.len() - 1]);
    }
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD", "--summary"]);
    assert_eq!((code, out.matches("contract-unreadable").count()), (2, 10), "{out}");
    has(&out, &["  4 more reasons why contracts were not compared (--summary)\n"])?;
    has(&out, &["  major  12 contracts were removed: `gone0.json`, "])
}

fn common_bound() -> Result<(), Failed> {
    let names = numbered("n", 8);
    let old = object(&names, &json!({"type": "integer"}));
    let new = object(&names, &json!({"type": "integer", "maximum": 9, "format": "int32"}));
    let (_, out) = diff(&old, &new, &[]);
    let bound = "the upper bound of `n0` was added: ≤ 9; the same for `n1`, `n2`, `n3`, `n4`, `n5` and 2 more";
    let format = "the format of `n0` was added: `int32`; the same for `n1`";
    has(&out, &["2 changes (seen at 16 places): 1 major, 1 minor", bound, format])
}

/// No witness can have a value of the declared type: both versions accept those.
fn added_property() -> Result<(), Failed> {
    let (old, new) =
        (json!({"type": "object"}), object(&["a".to_owned()], &json!({"type": "string"})));
    let (_, out) = diff(&old, &new, &[]);
    has(&out, &["by policy: a new optional parameter or field counts as a minor change"])?;
    assert!(!out.contains("{\"a\":") && !out.contains("would be major"), "{out}");
    // It is there for machines, and where the relation alone decides.
    let (_, out) = diff(&old, &new, &["--format", "json"]);
    has(&out, &["\"witness\": {", "\"a\": 0"])?;
    let (_, out) = diff(&old, &new, &["--policy", "strict"]);
    has(&out, &["{\"a\":0} was accepted"])
}

fn quiet() -> Result<(), Failed> {
    let old = json!({"type": "object", "title": "a"});
    let new = json!({"type": "object", "title": "b", "properties": {"x": {"type": "string"}}});
    let (_, out) = diff(&old, &new, &["-q"]);
    has(&out, &["optional-property-added", "title-changed"])?;
    assert!(!out.contains("2 changes"), "{out}");
    Ok(())
}

fn single_tool() -> Result<(), Failed> {
    let tool = |kind: &str| {
        json!({"name": "list_files", "description": "d", "inputSchema": object(&["a".to_owned()], &json!({"type": kind}))})
            .to_string()
    };
    let repository = Repository::new(&[("list.snap", &tool("string"))]);
    put(repository.path(), "list.snap", tool("number"));
    let (_, out, _) = repository.run(&["diff", "--against", "HEAD", "--summary"]);
    has(
        &out,
        &[
            "  major  `list_files`: the type of `a` changed from string to number (list.snap)",
            "list.snap (tool `list_files`): needs a major version",
        ],
    )
}
