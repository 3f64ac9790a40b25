//! References as people use them: files beside and above, chains over files that carry `$id`, URLs that stand
//! for folders; in JSON, YAML and revisions alike. A root bounds what is opened.

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::diff_closed::{Repository, rules};
use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("references::every command and source", everywhere),
        Trial::test("references::a change is told once, where it is", once),
        Trial::test("references::a definition of its own contract", of_its_own),
        Trial::test("references::folder against folder", folders),
        Trial::test("references::nothing out of the root", out_of_root),
        Trial::test("references::the configuration stays in the tree", configuration),
        Trial::test("references::options that can't be used", bad_options),
        Trial::test("references::two files of one $id", two_of_one_id),
    ]
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

fn user(reference: &str) -> String {
    json!({"$schema": DIALECT, "$ref": reference}).to_string()
}

fn base(kind: &str) -> String {
    format!(
        "{{\"$id\": \"https://x.example/s/base\",\n \"type\": \"object\",\n \"properties\": {{\"n\": {{\"type\": \"{kind}\"}}}}}}\n"
    )
}

/// Contracts that lead to shared/base.json on different ways.
fn tree() -> Repository {
    let by_url = user("https://x.example/s/base");
    let files = [
        ("shared/base.json", base("string")),
        (
            "shared/mid.json",
            json!({"$id": "https://x.example/s/mid.json", "allOf": [{"$ref": "base.json"}]})
                .to_string(),
        ),
        ("a/above.schema.json", user("../shared/base.json")),
        ("a/chain.schema.json", user("../shared/mid.json")),
        ("shared/sibling.schema.json", by_url.clone()),
        ("b/url.schema.json", by_url),
        ("y/above.schema.yaml", format!("$schema: {DIALECT}\n$ref: ../shared/mid.json\n")),
        (
            "s/SKILL.md",
            "---\nname: s\ndescription: d\ninput_schema:\n  $ref: ../shared/base.json\n---\n"
                .to_owned(),
        ),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(n, c)| (*n, c.as_str())).collect();
    Repository::new(&files)
}

const USERS: [&str; 6] = [
    "a/above.schema.json",
    "a/chain.schema.json",
    "b/url.schema.json",
    "s/SKILL.md",
    "shared/sibling.schema.json",
    "y/above.schema.yaml",
];
const MAP: &str = "https://x.example/s=shared";

fn everywhere() -> Result<(), Failed> {
    let repository = tree();
    put(repository.path(), "data.json", "{\"n\": 5}");
    for user in USERS {
        let revision = format!("HEAD:{user}");
        for (wanted, args) in [
            (1, vec!["validate", "--contract", user, "data.json"]),
            (1, vec!["validate", "--contract", &revision, "data.json"]),
            (0, vec!["emit", "--lang", "python", "--contract", user]),
            (0, vec!["diff", &revision, user]),
            (0, vec!["changelog", &revision, user]),
        ] {
            let mut whole = args.clone();
            whole.extend(["--map", MAP]);
            let (code, out, err) = repository.run(&whole);
            if code != wanted || (wanted == 1 && !out.contains("/n: expected string")) {
                return Err(format!("{args:?}: exit {code}: {out}{err}").into());
            }
            let without = repository.run(&args);
            assert_eq!(without.0 == 2, user.starts_with("b/"), "{args:?}: {}", without.2);
        }
        if !user.ends_with(".md") {
            let (code, out, err) = repository.run(&["check", user, "--map", MAP]);
            if out.contains("not opened") || err.contains("not opened") {
                return Err(format!("check {user}: exit {code}: {out}{err}").into());
            }
        }
    }
    // The folder of a URL in skillgen.toml, and a root that is too small.
    put(
        repository.path(),
        "skillgen.toml",
        "[references.map]\n\"https://x.example/s/\" = \"shared\"\n",
    );
    let (code, _, err) = repository.run(&["diff", "HEAD:b/url.schema.json", "b/url.schema.json"]);
    assert_eq!(code, 0, "{err}");
    for source in ["a/above.schema.json", "HEAD:a/above.schema.json"] {
        let args = ["validate", "--contract", source, "data.json", "--root", "a"];
        let (code, _, err) = repository.run(&args);
        if code != 2 || !err.contains("leads outside of the root") {
            return Err(format!("{source}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

fn once() -> Result<(), Failed> {
    let repository = tree();
    put(repository.path(), "shared/base.json", base("integer"));
    let against = ["--against", "HEAD", "--map", MAP];
    let (code, report) = repository.json(&against);
    let changes = report["changes"].as_array().unwrap();
    let [change] = changes.as_slice() else { return Err(format!("{report:#}").into()) };
    assert_eq!((code, &change["rule"]), (1, &json!("property-type-changed")));
    assert_eq!(change["new_file"], "shared/base.json");
    assert_eq!(change["used_by"].as_array().map(Vec::len), Some(6), "{change:#}");
    assert_eq!(change["proof"], "witness", "{change:#}");
    let needles = [
        ("text", "shared/base.json:3:31  property-type-changed"),
        ("text", "in shared/base.json, used by 6 contracts"),
        ("markdown", "`shared/base.json:3:31`"),
        ("markdown", "used by 6 contracts"),
        ("github", "::warning file=shared/base.json,line=3,col=31,"),
        ("sarif", "\"uri\": \"shared/base.json\""),
        ("html", "used by 6 contracts"),
        ("junit", "shown under a/above.schema.json"),
    ];
    for (format, needle) in needles {
        let mut args = vec!["diff", "--format", format, "--no-check-version"];
        args.extend(against);
        let (_, out, err) = repository.run(&args);
        let told = out.matches("the type of `n` changed").count();
        let most = if format == "junit" { 2 } else { 1 };
        if !out.contains(needle) || (format != "html" && told > most) {
            return Err(format!("{format}: {needle} ({told} times): {out}{err}").into());
        }
    }
    Ok(())
}

/// A file that is a contract itself tells its own changes.
fn of_its_own() -> Result<(), Failed> {
    let part =
        |kind: &str| json!({"$schema": DIALECT, "properties": {"n": {"type": kind}}}).to_string();
    let repository = Repository::new(&[
        ("z.schema.json", &part("string")),
        ("a.schema.json", &user("z.schema.json")),
    ]);
    put(repository.path(), "z.schema.json", part("integer"));
    let (_, report) = repository.json(&["--against", "HEAD"]);
    let changes = report["changes"].as_array().unwrap();
    let found: Vec<_> = changes.iter().map(|c| (&c["file"], &c["used_by"])).collect();
    assert_eq!(found, [(&json!("z.schema.json"), &json!(["a.schema.json"]))], "{report:#}");
    Ok(())
}

fn folders() -> Result<(), Failed> {
    let tree = tempfile::tempdir()?;
    let part =
        |kind: &str| json!({"$schema": DIALECT, "properties": {"n": {"type": kind}}}).to_string();
    for (side, kind) in [("v1", "string"), ("v2", "integer")] {
        let put = |name: &str, content: String| put(tree.path(), format!("{side}/{name}"), content);
        put("shared/base.json", base(kind));
        put("a/one.schema.json", user("../shared/base.json"));
        put("b/two.schema.yaml", format!("$schema: {DIALECT}\n$ref: ../shared/base.json\n"));
        put("same.json", part("string"));
        put("package.json", "{\"name\": \"x\"}".to_owned());
        put(&format!("only-{side}.json"), part(kind));
    }
    let run = |args: &[&str]| {
        let mut whole = vec!["diff", "v1", "v2", "--format", "json"];
        whole.extend(args);
        let (code, out, err) = text(&run_in(tree.path(), &whole));
        let report: serde_json::Value =
            serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
        (code, report)
    };
    let (code, report) = run(&[]);
    let wanted = ["contract-added", "contract-removed", "property-type-changed"];
    if code != 1 || rules(&report) != wanted || report["compared"] != 2 || report["unchanged"] != 1
    {
        return Err(format!("exit {code}: {report:#}").into());
    }
    let changes = report["changes"].as_array().unwrap();
    let change = changes.iter().find(|c| c["rule"] == "property-type-changed").unwrap();
    assert_eq!(change["new_file"], "v2/shared/base.json");
    assert_eq!(change["used_by"], json!(["v2/a/one.schema.json", "v2/b/two.schema.yaml"]));
    // A contract that is broken on either side is a finding.
    put(tree.path(), "v1/same.json", "{\"$schema\": \"https://json-schema.org/");
    let (code, report) = run(&[]);
    assert_eq!(code, 2);
    assert!(rules(&report).contains(&"contract-unreadable".to_owned()), "{report:#}");
    std::fs::create_dir_all(tree.path().join("v0"))?;
    let (code, _, err) = text(&run_in(tree.path(), &["diff", "v0", "v0"]));
    if code != 2 || err.lines().count() != 1 || !err.contains("no contract found") {
        return Err(format!("exit {code}: {err}").into());
    }
    Ok(())
}

fn out_of_root() -> Result<(), Failed> {
    let outside = tempfile::tempdir()?;
    put(outside.path(), "secret.json", "{\"type\": \"secret-of-another\"}");
    let secret = outside.path().join("secret.json").display().to_string();
    let climb = format!("{}{}", "../".repeat(30), secret.trim_start_matches('/'));
    let repository = Repository::new(&[("sub/x.json", "{}")]);
    std::os::unix::fs::symlink(&secret, repository.path().join("sub/link.json"))?;
    std::os::unix::fs::symlink(outside.path(), repository.path().join("sub/folder"))?;
    std::os::unix::fs::symlink("../.git", repository.path().join("sub/dot"))?;
    put(repository.path(), ".git/own.json", "{\"type\": \"secret-of-git\"}");
    put(repository.path(), "data.json", "{}");
    for reference in [
        &*climb,
        &secret,
        &format!("file://{secret}"),
        "link.json",
        "folder/secret.json",
        "../.git/own.json",
        "dot/own.json",
        "../sub/../.git/own.json",
        "..\\x.json",
        "https://x.example/secret.json",
    ] {
        put(repository.path(), "sub/a.schema.json", user(reference));
        for command in [
            &["validate", "--contract", "sub/a.schema.json", "data.json"][..],
            &["emit", "--lang", "bash", "--contract", "sub/a.schema.json"],
            &["diff", "sub/x.json", "sub/a.schema.json"],
            &["diff", "--against", "HEAD"],
            &["check", "sub/a.schema.json"],
            // A folder that is mapped lies below the root, too.
            &[
                "validate",
                "--contract",
                "sub/a.schema.json",
                "data.json",
                "--map",
                &format!("https://x.example={}", outside.path().display()),
            ],
        ] {
            let (code, out, err) = repository.run(command);
            let closed = code == 2 || (command[0] == "check" && code == 1);
            if !closed || out.contains("secret-of") || err.contains("secret-of") {
                return Err(format!("{reference} {command:?}: exit {code}: {out}{err}").into());
            }
        }
    }
    // Without git the contract's folder is the root.
    let alone = tempfile::tempdir()?;
    put(alone.path(), "x.json", "{}");
    put(alone.path(), "sub/a.json", user("../x.json"));
    let (code, _, err) = text(&run_in(alone.path(), &["diff", "x.json", "sub/a.json"]));
    assert_eq!(code, 2, "{err}");
    let args = ["diff", "x.json", "sub/a.json", "--root", "."];
    assert_eq!(text(&run_in(alone.path(), &args)).0, 0);
    Ok(())
}

fn configuration() -> Result<(), Failed> {
    let outside = tempfile::tempdir()?;
    put(outside.path(), "x.json", "{}");
    let repository = Repository::new(&[("a.schema.json", &user("https://x.example/x.json"))]);
    let out = outside.path().display();
    for config in [
        format!("[references]\nroot = \"{out}\"\n"),
        "[references]\nroot = \"/\"\n".to_owned(),
        "[references]\nroot = \"..\"\n".to_owned(),
        format!("[references.map]\n\"https://x.example/\" = \"{out}\"\n"),
        "[references.map]\n\"https://x.example/\" = 5\n".to_owned(),
        "[references]\nmap = \"x\"\n".to_owned(),
        "[references]\nroots = \".\"\n".to_owned(),
    ] {
        put(repository.path(), "skillgen.toml", &config);
        let (code, _, err) = repository.run(&["diff", "a.schema.json", "a.schema.json"]);
        if code != 2 || err.lines().count() != 1 || !err.contains("references") {
            return Err(format!("{config}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

fn bad_options() -> Result<(), Failed> {
    let repository = Repository::new(&[("a.schema.json", "{}"), ("b/c.schema.json", "{}")]);
    for (args, told) in [
        (&["--root", "nowhere"][..], "--root: nowhere: can't be read"),
        (&["--root", "a.schema.json"], "a.schema.json: is no folder"),
        (&["--root", "b"], "a.schema.json: outside of the root"),
        (&["--map", "x"], "--map \"x\": expected URL-PREFIX=FOLDER"),
        (&["--map", "x=b"], "expected a URL prefix"),
        (&["--map", "https://x.example/=no"], "--map: no: can't be read"),
    ] {
        let mut whole = vec!["diff", "a.schema.json", "a.schema.json"];
        whole.extend(args);
        let (code, _, err) = repository.run(&whole);
        if code != 2 || err.lines().count() != 1 || !err.contains(told) {
            return Err(format!("{args:?}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

fn two_of_one_id() -> Result<(), Failed> {
    let same = json!({"$id": "https://x.example/one", "type": "object"}).to_string();
    let contract = user("https://x.example/one");
    let repository =
        Repository::new(&[("a.schema.json", &contract), ("b.json", &same), ("c.json", &same)]);
    let (code, report) = repository.json(&["HEAD:a.schema.json", "a.schema.json"]);
    let message = report["changes"][0]["message"].as_str().unwrap_or_default().to_owned();
    if code != 2
        || rules(&report) != ["contract-unreadable"]
        || !message.contains("b.json and c.json")
    {
        return Err(format!("exit {code}: {report:#}").into());
    }
    Ok(())
}
