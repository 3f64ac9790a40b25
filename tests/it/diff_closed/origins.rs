//! The former text of an added contract: at a path that another file has now, behind a link or a reference, in a file of
//! which another new file is a copy, wrapped in another form, or in a file that can't be read.

use std::os::unix::fs::symlink;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use super::{Repository, moved::remove_object, rules};
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::a moved contract whose object is missing", missing),
        Trial::test("diff_closed::a moved contract that was broken", broken),
        Trial::test("diff_closed::a moved contract whose path has another", replaced),
        Trial::test("diff_closed::a moved contract that its old path leads to", leads_to),
        Trial::test("diff_closed::a moved contract with an exact copy", split),
        Trial::test("diff_closed::a moved contract in another form", rewritten),
        Trial::test("diff_closed::an added contract that is no other", unrelated),
        Trial::test("diff_closed::a moved contract in two folders", in_folders),
        Trial::test("diff_closed::a former text in one wording", in_one_wording),
    ]
}

/// An order with this lowest quantity; `more` are members of the root.
fn order(least: u32, more: &[(&str, Value)]) -> String {
    let mut order = json!({
        "title": "Order",
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "quantity": {"type": "integer", "minimum": least},
            "note": {"type": "string", "maxLength": 80},
        },
        "required": ["id"],
    });
    order.as_object_mut().unwrap().extend(more.iter().map(|(k, v)| ((*k).to_owned(), v.clone())));
    order.to_string()
}

fn id(name: &str) -> [(&'static str, Value); 1] {
    [("$id", json!(format!("https://example.org/{name}")))]
}

const USER: &str = r#"{"type": "object", "properties": {"mail": {"type": "string"}}}"#;

/// A repository with `order.json`, which is gone now, and these new files.
fn moved(old: &str, new: &[(&str, &str)]) -> Repository {
    let repository = Repository::new(&[("order.json", old), ("other.json", USER)]);
    std::fs::remove_file(repository.path().join("order.json")).unwrap();
    for (path, text) in new {
        put(repository.path(), path, text);
    }
    repository.git(&["add", "-A"]);
    repository
}

/// Fails if one of the paths, named alone, isn't compared with the former `order.json`.
fn breaks(repository: &Repository, paths: &[&str]) -> Result<(), Failed> {
    for path in paths {
        let (code, report) = repository.json(&["--against", "HEAD", path]);
        let contract = &report["contracts"][0];
        let from = [&contract["copied_from"], &contract["renamed_from"]];
        let is_found = from.contains(&&json!("order.json"));
        if code != 1 || !is_found || report["required_bump"] != "major" {
            return Err(format!("{path}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

fn missing() -> Result<(), Failed> {
    let repository = moved(&order(1, &[]), &[("new/purchase.json", &order(5, &[]))]);
    remove_object(&repository, "order.json")?;
    for paths in [&[][..], &["new/purchase.json"], &["new"]] {
        let (code, report) = repository.json(&[&["--against", "HEAD"], paths].concat());
        let finding = &report["changes"][0];
        let message = finding["message"].to_string();
        let says = message.contains("HEAD:order.json")
            && message.contains("`git fetch --refetch --no-filter`");
        if code != 2 || !says || finding["file"] != "new/purchase.json" {
            return Err(format!("{paths:?}: exit {code}: {report:#}").into());
        }
    }
    for args in [
        &["changelog", "--since", "HEAD", "new/purchase.json"][..],
        &["bump", "--since", "HEAD", "new/purchase.json"],
        &["bump", "--since", "HEAD", "new"],
    ] {
        let (code, out, err) = repository.run(args);
        if code != 2 || !err.contains("HEAD:order.json") || !err.contains("git fetch") {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
    }
    // An ignore accepts it, and the contract is an added one.
    let ignore = "[[ignore]]\nrule = \"contract-unreadable\"\npath = \"new/purchase.json\"\nreason = \"new\"\n";
    put(repository.path(), "skillgen.toml", ignore);
    let (code, report) = repository.json(&["--against", "HEAD", "new"]);
    assert!(code == 0 && rules(&report).contains(&"contract-added".to_owned()), "{report:#}");
    // A file that changed and can't be read may have held it, too.
    let repository = Repository::new(&[("order.json", &order(1, &[]))]);
    put(repository.path(), "order.json", USER);
    put(repository.path(), "new.json", order(5, &[]));
    remove_object(&repository, "order.json")?;
    let (code, report) = repository.json(&["--against", "HEAD", "new.json"]);
    assert_eq!(code, 2, "{report:#}");
    Ok(())
}

fn broken() -> Result<(), Failed> {
    let old = format!("{},", order(1, &[]));
    for path in ["new/order.json", "new/purchase.json"] {
        let repository = moved(&old, &[(path, &order(5, &[]))]);
        for paths in [&[][..], &[path], &["new"]] {
            let (code, report) = repository.json(&[&["--against", "HEAD"], paths].concat());
            if code != 2 || !report.to_string().contains("HEAD:order.json") {
                return Err(format!("{paths:?}: exit {code}: {report:#}").into());
            }
        }
    }
    // A broken contract of which the added one has nothing.
    let repository = moved(&old, &[("new/user.json", &USER.replace("mail", "street"))]);
    let (code, report) = repository.json(&["--against", "HEAD", "new"]);
    assert!(code == 0 && rules(&report) == ["contract-added"], "exit {code}: {report:#}");
    Ok(())
}

fn replaced() -> Result<(), Failed> {
    let user = USER.replacen('{', "{\"$id\": \"https://example.org/user\", ", 1);
    for (old, new, there) in [
        (order(1, &id("order")), order(5, &id("order")), user.as_str()),
        (order(1, &[]), order(5, &[]), USER),
    ] {
        let repository = Repository::new(&[("order.json", &old)]);
        put(repository.path(), "new/purchase.json", new);
        put(repository.path(), "order.json", there);
        breaks(&repository, &["new/purchase.json", "new"])?;
        // Both are compared: users of the path have another contract now.
        let (code, report) = repository.json(&["--against", "HEAD"]);
        assert!(code == 1 && report["compared"] == 2, "exit {code}: {report:#}");
        let args = ["changelog", "--since", "HEAD", "new/purchase.json"];
        let (_, out, _) = repository.run(&args);
        assert!(out.contains("Breaking changes") && out.contains("`quantity`"), "{out}");
        put(repository.path(), "new/purchase.json", USER.replace("mail", "street"));
        let (code, report) = repository.json(&["--against", "HEAD", "new"]);
        assert!(code == 0 && rules(&report) == ["contract-added"], "exit {code}: {report:#}");
    }
    Ok(())
}

fn leads_to() -> Result<(), Failed> {
    for is_link in [true, false] {
        for kind in ["integer", "array"] {
            let repository = Repository::new(&[("order.json", &order(1, &id("order")))]);
            let new = order(5, &id("order")).replace("string", kind);
            put(repository.path(), "new/purchase.json", new);
            std::fs::remove_file(repository.path().join("order.json"))?;
            if is_link {
                symlink("new/purchase.json", repository.path().join("order.json"))?;
            } else {
                let stub = r##"{"$id": "https://example.org/stub", "$ref": "new/purchase.json#"}"##;
                let stub = stub.replace("\"$id\": \"https://example.org/stub\", ", "");
                put(repository.path(), "order.json", stub);
            }
            repository.git(&["add", "-A"]);
            breaks(&repository, &["new/purchase.json", "new"])?;
            // The old path shows it in a comparison of both.
            for paths in [&[][..], &["order.json"], &["order.json", "new/purchase.json"]] {
                let (code, report) = repository.json(&[&["--against", "HEAD"], paths].concat());
                if code != 1 || report["compared"] != 1 {
                    return Err(format!("{is_link} {paths:?}: exit {code}: {report:#}").into());
                }
            }
        }
    }
    Ok(())
}

fn split() -> Result<(), Failed> {
    let (old, new) = (order(1, &[]), order(5, &[]));
    let repository = moved(&old, &[("new/same.json", &old), ("new/broken.json", &new)]);
    breaks(&repository, &["new/broken.json"])?;
    let (old, new) = (order(1, &id("order")), order(5, &id("order")));
    let repository = moved(&old, &[("new/same.json", &old), ("new/broken.json", &new)]);
    breaks(&repository, &["new/broken.json"])?;
    let (code, report) = repository.json(&["--against", "HEAD"]);
    assert!(code == 1 && report["compared"] == 2, "exit {code}: {report:#}");
    Ok(())
}

fn rewritten() -> Result<(), Failed> {
    let defined = |key: &str, least: u32| {
        let order: Value = serde_json::from_str(&order(least, &[])).unwrap();
        json!({"$ref": format!("#/{key}/Order"), key: {"Order": order}}).to_string()
    };
    let in_all = |least: u32| {
        let order: Value = serde_json::from_str(&order(least, &[])).unwrap();
        json!({"title": "Order", "allOf": [order]}).to_string()
    };
    for (old, new) in [
        (order(1, &[]), defined("$defs", 5)),
        (order(1, &[]), in_all(5)),
        (defined("definitions", 1), defined("$defs", 5)),
        (in_all(1), defined("$defs", 5)),
    ] {
        let repository = moved(&old, &[("new/purchase.json", &new)]);
        breaks(&repository, &["new/purchase.json", "new", "order.json"])?;
        let (code, report) = repository.json(&["--against", "HEAD"]);
        assert!(code == 1 && report["compared"] == 1, "exit {code}: {report:#}");
    }
    // Named: half of the properties, or the file name.
    let few = r#"{"type": "object", "properties": {"id": {"type": "integer"}, "quantity": {}}}"#;
    breaks(&moved(&order(1, &[]), &[("new/purchase.json", few)]), &["new/purchase.json"])?;
    let list = r#"{"type": "array", "items": {"type": "integer"}}"#;
    breaks(&moved(&order(1, &[]), &[("new/order.json", list)]), &["new/order.json"])
}

fn unrelated() -> Result<(), Failed> {
    let one = r#"{"type": "object", "properties": {"id": {"type": "integer"}, "street": {}}}"#;
    let repository = moved(&order(1, &[]), &[("new/address.json", one)]);
    let (code, report) = repository.json(&["--against", "HEAD", "new/address.json"]);
    let message = report["changes"][0]["message"].to_string();
    let hint = "new/address.json was added; not there any more: `HEAD:order.json`; if it is one of them, compare both \
                (`skillgen diff HEAD:order.json new/address.json`)";
    if code != 0 || rules(&report) != ["contract-added"] || !message.contains(hint) {
        return Err(format!("exit {code}: {report:#}").into());
    }
    let (_, report) = repository.json(&["--against", "HEAD"]);
    assert_eq!(rules(&report), ["contract-added", "contract-removed"], "{report:#}");
    // A published copy of the next version, beside the file with its `$id`.
    let repository = Repository::new(&[("order.json", &order(1, &id("1/order")))]);
    put(repository.path(), "order.json", order(2, &id("2/order")));
    put(repository.path(), "new/2/order.json", order(2, &id("2/order")));
    put(repository.path(), "new/3/order.json", order(3, &id("3/order")));
    let (code, report) = repository.json(&["--against", "HEAD", "new"]);
    let wanted = ["contract-added", "contract-added"];
    assert!(code == 0 && rules(&report) == wanted, "exit {code}: {report:#}");
    // Beside a contract of which only a part changed.
    let repository = Repository::new(&[("order.json", &order(1, &[]))]);
    put(repository.path(), "order.json", order(2, &[]));
    put(repository.path(), "new/purchase.json", order(5, &[]));
    let (code, report) = repository.json(&["--against", "HEAD", "new"]);
    assert!(code == 0 && rules(&report) == ["contract-added"], "exit {code}: {report:#}");
    Ok(())
}

/// Folder against folder finds the same former texts as `--against`.
fn in_folders() -> Result<(), Failed> {
    let reference = r#"{"$ref": "new/purchase.json"}"#;
    for there in [USER, reference] {
        let repository = Repository::new(&[("order.json", &order(1, &[]))]);
        put(repository.path(), "new/purchase.json", order(5, &[]));
        put(repository.path(), "order.json", there);
        repository.git(&["add", "-A"]);
        let (code, by_revision) = repository.json(&["--against", "HEAD"]);
        for old in ["HEAD:", "HEAD:."] {
            let (code_of_folders, by_folders) = repository.json(&[old, "."]);
            let is_same = rules(&by_revision) == rules(&by_folders)
                && by_revision["required_bump"] == by_folders["required_bump"]
                && code == code_of_folders;
            if !is_same || code != 1 {
                return Err(
                    format!("{code} {code_of_folders}: {by_revision:#} {by_folders:#}").into()
                );
            }
        }
    }
    // A copy of a contract that did not change is a new contract for both.
    let repository = Repository::new(&[("order.json", &order(1, &[]))]);
    put(repository.path(), "new/purchase.json", order(5, &[]));
    for args in [&["--against", "HEAD"][..], &["HEAD:", "."]] {
        let (code, report) = repository.json(args);
        assert!(code == 0 && rules(&report) == ["contract-added"], "{args:?} {code}: {report:#}");
    }
    Ok(())
}

/// `diff` and `bump` say in the same words why a former text is not known.
fn in_one_wording() -> Result<(), Failed> {
    let old = format!("{},", order(1, &[]));
    let repository = moved(&old, &[("new/order.json", &order(5, &[]))]);
    let (_, report) = repository.json(&["--against", "HEAD", "new/order.json"]);
    let message = report["changes"][0]["message"].as_str().unwrap_or_default();
    let message = message.trim_start_matches("not compared: ");
    let (code, _, err) = repository.run(&["bump", "--since", "HEAD", "new/order.json"]);
    if code != 2 || message.is_empty() || !err.contains(message) {
        return Err(format!("{code}: {message} / {err}").into());
    }
    Ok(())
}
