//! Ways in which a contract can be unreadable or unresolvable, with all commands that open contracts:
//! none of them treats it as one that accepts everything.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use super::{FORMATS, Repository, rules};
use crate::support::{put, run_in, text};
use crate::zip_writer::{Raw, archive};

/// The replacement of a contract: a name, the file, and its content.
type Case = (&'static str, &'static str, &'static [u8]);

const SCHEMAS: &[Case] = &[
    ("cut off", "c.schema.json", b"{\"type\": \"obj"),
    ("empty", "c.schema.json", b""),
    ("blank", "c.schema.json", b" \n\n"),
    ("null", "c.schema.json", b"null"),
    ("a list", "c.schema.json", b"[]"),
    ("a number", "c.schema.json", b"12"),
    ("a text", "c.schema.json", b"\"object\""),
    ("foreign keys", "c.schema.json", b"{\"nmae\": \"x\", \"scripts\": {}}"),
    ("a comma too many", "c.schema.json", b"{\"type\": \"object\",}"),
    ("a comment", "c.schema.json", b"// contract\n{\"type\": \"object\"}"),
    ("two documents", "c.schema.json", b"{\"type\": \"object\"} {}"),
    ("a merge conflict", "c.schema.json", b"<<<<<<< HEAD\n{}\n=======\n{\"type\": 1}\n>>>>>>> b\n"),
    (
        "a Git LFS pointer",
        "c.schema.json",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12\n",
    ),
    (
        "a Git LFS pointer in YAML",
        "c.schema.yaml",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12\n",
    ),
    (
        "a reference to its folder",
        "c.schema.json",
        b"{\"properties\": {\"a\": {\"$ref\": \"./\"}}}",
    ),
    ("NaN", "c.schema.json", b"{\"minimum\": NaN}"),
    ("Latin-1", "c.schema.json", b"{\"title\": \"\xe9\"}"),
    ("UTF-16", "c.schema.json", b"\xff\xfe{\0}\0"),
    ("a control character", "c.schema.json", b"{\"title\": \"\x01\"}"),
    ("binary", "c.schema.json", b"\x7fELF\x02\x01\x01\0\0\0"),
    ("a broken archive", "c.schema.json", b"PK\x03\x04rest"),
    ("an unknown type", "c.schema.json", b"{\"type\": \"strng\"}"),
    ("an unknown type in a list", "c.schema.json", b"{\"type\": [\"string\", \"nul\"]}"),
    ("properties as a list", "c.schema.json", b"{\"properties\": []}"),
    ("a property that is a number", "c.schema.json", b"{\"properties\": {\"a\": 5}}"),
    ("required as a text", "c.schema.json", b"{\"required\": \"a\"}"),
    ("required as a flag", "c.schema.json", b"{\"properties\": {\"a\": {\"required\": true}}}"),
    ("enum as a text", "c.schema.json", b"{\"enum\": \"a\"}"),
    ("a bound as a text", "c.schema.json", b"{\"minimum\": \"1\"}"),
    ("a negative length", "c.schema.json", b"{\"maxLength\": -1}"),
    ("multiples of zero", "c.schema.json", b"{\"multipleOf\": 0}"),
    ("no branch", "c.schema.json", b"{\"anyOf\": []}"),
    ("branches as an object", "c.schema.json", b"{\"oneOf\": {}}"),
    ("items as a number", "c.schema.json", b"{\"items\": 5}"),
    ("$schema as a number", "c.schema.json", b"{\"$schema\": 5}"),
    ("$id as a number", "c.schema.json", b"{\"$id\": 5}"),
    ("draft-03", "c.schema.json", b"{\"$schema\": \"http://json-schema.org/draft-03/schema#\"}"),
    (
        "a draft to come",
        "c.schema.json",
        b"{\"$schema\": \"https://json-schema.org/draft/2099-01/schema\"}",
    ),
    (
        "a dialect of somebody's own",
        "c.schema.json",
        b"{\"$schema\": \"https://example.org/dialect.json\", \"type\": \"object\"}",
    ),
    ("$ref as a number", "c.schema.json", b"{\"$ref\": 5}"),
    ("$ref to no definition", "c.schema.json", b"{\"$ref\": \"#/$defs/no\"}"),
    ("$ref to no anchor", "c.schema.json", b"{\"$ref\": \"#no\"}"),
    ("$ref to no file", "c.schema.json", b"{\"$ref\": \"no.json\"}"),
    ("$ref to a folder", "c.schema.json", b"{\"$ref\": \"folder\"}"),
    ("$ref to a broken file", "c.schema.json", b"{\"$ref\": \"broken.json\"}"),
    ("$ref to no place of a file", "c.schema.json", b"{\"$ref\": \"part.json#/properties/no\"}"),
    ("$ref to no schema", "c.schema.json", b"{\"$ref\": \"part.json#/title\"}"),
    ("$ref to the network", "c.schema.json", b"{\"$ref\": \"https://example.org/x.json\"}"),
    ("$ref out of the tree", "c.schema.json", b"{\"$ref\": \"../../../../../../etc/passwd\"}"),
    ("$ref to an absolute path", "c.schema.json", b"{\"$ref\": \"/etc/passwd\"}"),
    ("$ref to a file: URL", "c.schema.json", b"{\"$ref\": \"file:///etc/passwd\"}"),
    ("$ref through a link", "c.schema.json", b"{\"$ref\": \"link.json\"}"),
    ("$ref to itself", "c.schema.json", b"{\"$ref\": \"#\"}"),
    (
        "$ref in a circle",
        "c.schema.json",
        b"{\"allOf\": [{\"$ref\": \"#/$defs/a\"}], \"$defs\": {\"a\": {\"$ref\": \"#\"}}}",
    ),
    ("$dynamicRef to nothing", "c.schema.json", b"{\"$dynamicRef\": \"#no\"}"),
    (
        "a reference in an unused definition",
        "c.schema.json",
        b"{\"$defs\": {\"a\": {\"$ref\": \"no.json\"}}}",
    ),
    ("UTF-16, the other way round", "c.schema.json", b"\xfe\xff\0{\0}"),
    ("half a surrogate pair", "c.schema.json", b"{\"enum\": [\"\\ud800\"]}"),
    ("a number without end", "c.schema.json", b"{\"maximum\": 1e99999999999}"),
    ("quotes of another language", "c.schema.json", b"{'type': 'object'}"),
    ("a zero byte at the end", "c.schema.json", b"{\"type\": \"object\"}\0"),
    ("no type in a list", "c.schema.json", b"{\"type\": []}"),
    ("definitions as a list", "c.schema.json", b"{\"$defs\": []}"),
    ("additionalProperties as a text", "c.schema.json", b"{\"additionalProperties\": \"no\"}"),
    ("not as a list", "c.schema.json", b"{\"not\": []}"),
    ("a condition that is a number", "c.schema.json", b"{\"if\": 5, \"then\": {}}"),
    ("contains as a list", "c.schema.json", b"{\"contains\": []}"),
    ("dependentRequired as a text", "c.schema.json", b"{\"dependentRequired\": {\"a\": \"b\"}}"),
    (
        "a dependency that is a number",
        "c.schema.json",
        b"{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"dependencies\": {\"a\": 5}}",
    ),
    ("a length of a half", "c.schema.json", b"{\"maxItems\": 1.5}"),
    ("uniqueItems as a text", "c.schema.json", b"{\"uniqueItems\": \"yes\"}"),
    ("format as a number", "c.schema.json", b"{\"format\": 5}"),
    ("prefixItems as an object", "c.schema.json", b"{\"prefixItems\": {}}"),
    ("required numbers", "c.schema.json", b"{\"required\": [1]}"),
    ("$ref as a list", "c.schema.json", b"{\"$ref\": [\"#\"]}"),
    (
        "an $anchor twice",
        "c.schema.json",
        b"{\"$defs\": {\"a\": {\"$anchor\": \"x\", \"type\": \"string\"}, \"b\": {\"$anchor\": \"x\"}}}",
    ),
    (
        "an $id twice",
        "c.schema.json",
        b"{\"$defs\": {\"a\": {\"$id\": \"https://e.org/x\"}, \"b\": {\"$id\": \"https://e.org/x\", \"type\": \"null\"}}}",
    ),
    ("a pattern of no language", "c.schema.json", b"{\"pattern\": \"([\"}"),
    ("a pattern of names", "c.schema.json", b"{\"patternProperties\": {\"(?P<n>x)\": {}}}"),
    (
        "OpenAPI",
        "c.json",
        b"{\"openapi\": \"3.1.0\", \"info\": {}, \"components\": {\"schemas\": {\"a\": {}}}}",
    ),
    (
        "Swagger",
        "c.json",
        b"{\"swagger\": \"2.0\", \"info\": {}, \"definitions\": {\"a\": {\"type\": \"string\"}}}",
    ),
    ("AsyncAPI", "c.schema.yaml", b"asyncapi: 3.0.0\ninfo: {title: x}\nchannels: {}\n"),
    ("a foreign tag", "c.schema.yaml", b"type: object\ndefault: !include other.yaml\n"),
    ("a tag of another language", "c.schema.yaml", b"const: !!python/name:os.system x\n"),
    ("an anchor that holds itself", "c.schema.yaml", b"type: object\na: &a\n  - *a\n"),
    ("a line too far in", "c.schema.yaml", b"type: object\n properties:\n  a: {}\n"),
    ("a list as a key", "c.schema.yaml", b"? [a, b]\n: x\ntype: object\n"),
    ("a tab", "c.schema.yaml", b"type:\n\tobject\n"),
    ("several documents", "c.schema.yaml", b"type: object\n---\ntype: string\n"),
    ("an unknown alias", "c.schema.yaml", b"type: *no\n"),
    ("an open quote", "c.schema.yaml", b"title: \"x\n"),
    ("a reference in YAML", "c.schema.yaml", b"$ref: no.yaml\n"),
    ("an input that is a text", "c.json", b"{\"version\": \"1.0.0\", \"input\": \"x\"}"),
    (
        "an output that is a list",
        "c.json",
        b"{\"version\": \"1.0.0\", \"input\": {}, \"output\": []}",
    ),
    ("a version that is a number", "c.json", b"{\"version\": 1, \"input\": {}}"),
    ("a type of an input", "c.json", b"{\"version\": \"1.0.0\", \"input\": {\"type\": \"objct\"}}"),
];

const SKILLS: &[Case] = &[
    ("no frontmatter", "s/SKILL.md", b"# s\n"),
    ("an open frontmatter", "s/SKILL.md", b"---\nname: s\n"),
    ("no YAML", "s/SKILL.md", b"---\nname: [\n---\n"),
    ("a list as frontmatter", "s/SKILL.md", b"---\n- a\n---\n"),
    ("a version that is a list", "s/SKILL.md", b"---\nname: s\ndescription: d\nversion: [1]\n---\n"),
    ("an unknown schema type", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema:\n  type: objct\n---\n"),
    ("an unknown parameter type", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema:\n  required:\n    - name: a\n      type: strng\n---\n"),
    ("a parameter without a name", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema:\n  required:\n    - type: string\n---\n"),
    ("a parameter twice", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema:\n  required:\n    - name: a\n      type: string\n    - name: a\n      type: number\n---\n"),
    ("a misspelt list", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema:\n  requird:\n    - name: a\n      type: string\n---\n"),
    ("a schema that is a number", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema: 5\n---\n"),
    ("a foreign tag", "s/SKILL.md", b"---\nname: s\ndescription: !env TEXT\n---\n"),
    ("a reference of a skill", "s/SKILL.md", b"---\nname: s\ndescription: d\ninput_schema:\n  $ref: no.json\n---\n"),
];

const PACKAGES: &[Case] = &[
    ("a manifest that is cut off", "p/assets/runner.json", b"{\"id\":"),
    ("a manifest that is a list", "p/assets/runner.json", b"[]"),
    ("a version of another type", "p/assets/runner.json", b"{\"id\": \"p\", \"version\": 1}"),
    (
        "schemas as a list",
        "p/assets/runner.json",
        b"{\"id\": \"p\", \"version\": \"1.0.0\", \"schemas\": []}",
    ),
    (
        "a path that is a number",
        "p/assets/runner.json",
        b"{\"id\": \"p\", \"version\": \"1.0.0\", \"schemas\": {\"input\": 5}}",
    ),
    (
        "a schema that is not there",
        "p/assets/runner.json",
        b"{\"id\": \"p\", \"version\": \"1.0.0\", \"schemas\": {\"input\": \"assets/no.json\"}}",
    ),
    (
        "a schema out of the package",
        "p/assets/runner.json",
        b"{\"id\": \"p\", \"version\": \"1.0.0\", \"schemas\": {\"input\": \"../c.json\"}}",
    ),
];

const SKILL: &str = "---\nname: s\ndescription: d\nversion: 1.0.0\ninput_schema:\n  required:\n    - name: a\n      type: string\n---\n";
const MANIFEST: &str = r#"{"id": "p", "version": "1.0.0", "schemas": {"input": "assets/in.json"}}"#;
/// A valid contract of each kind.
const GOOD: &[(&str, &str)] = &[
    ("c.schema.json", r#"{"type": "object", "version": "1.0.0"}"#),
    ("c.schema.yaml", "type: object\nversion: 1.0.0\n"),
    ("c.json", r#"{"version": "1.0.0", "input": {"type": "object"}}"#),
    ("s/SKILL.md", SKILL),
    ("p/SKILL.md", SKILL),
    ("p/assets/runner.json", MANIFEST),
    ("p/assets/in.json", r#"{"type": "object"}"#),
    ("part.json", r#"{"title": "x"}"#),
    ("folder/x.json", "{}"),
    ("broken.json", "{"),
];

pub(super) fn cases() -> Vec<Trial> {
    let of = |kind: &'static str, cases: &'static [Case]| {
        cases.iter().map(move |case| {
            Trial::test(format!("diff_closed::{kind}::{}", case.0), move || one(*case))
        })
    };
    let files = of("schema", SCHEMAS).chain(of("skill", SKILLS)).chain(of("package", PACKAGES));
    files.chain([Trial::test("diff_closed::archive::unsafe entries", archives)]).collect()
}

/// Archives that other readers take for other files.
fn archives() -> Result<(), Failed> {
    let skill = |kind: &str| {
        format!("---\nname: s\ndescription: d\ninput_schema:\n  type: {kind}\n---\n").into_bytes()
    };
    let (good, other) = (skill("object"), skill("array"));
    let repository = Repository::new(&[]);
    std::fs::write(repository.path().join("old.zip"), archive(&[Raw::file(b"s/SKILL.md", &good)]))?;
    for (entries, reason) in [
        (vec![Raw::file(b"../SKILL.md", &good)], "leads out of its folder"),
        (
            vec![Raw::file(b"s/SKILL.md", &good), Raw::file(b"s/SKILL.md", &other)],
            "each entry once",
        ),
    ] {
        std::fs::write(repository.path().join("new.zip"), archive(&entries))?;
        for format in FORMATS {
            let (code, out, err) =
                repository.run(&["diff", "old.zip", "new.zip", "--format", format]);
            if code != 2 || !(out + &err).contains("new.zip") || !err.contains(reason) {
                return Err(format!("{reason}, {format}: exit {code}: {err}").into());
            }
        }
    }
    Ok(())
}

fn one((_, file, content): Case) -> Result<(), Failed> {
    let repository = Repository::new(GOOD);
    let here = repository.path();
    let outside = tempfile::NamedTempFile::new()?;
    std::fs::write(outside.path(), "{}")?;
    std::os::unix::fs::symlink(outside.path(), here.join("link.json"))?;
    put(here, file, content);
    put(here, "data.json", "{\"a\": \"x\"}");
    put(here, "chain.yaml", "chain:\n  - skill: s\n    inputs:\n      a: b\n");
    // A package is named by its folder.
    let source = if file.starts_with("p/") { "p" } else { file };
    let old = format!("HEAD:{source}");
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["diff", &old, source],
        vec!["diff", source, &old],
        vec!["validate", "--contract", source, "data.json"],
        vec!["emit", "--lang", "python", "--contract", source],
        vec!["emit", "--lang", "python", "--migration", &old, source],
        vec!["changelog", &old, source],
        vec!["bump", &old, source, "--dry-run"],
        vec!["changelog", "--since", "HEAD", source],
        vec!["bump", "--since", "HEAD", source, "--dry-run"],
    ];
    if source.starts_with("s/") {
        commands.push(vec!["chain", "chain.yaml", "--skills", "."]);
    }
    for args in commands {
        let (code, out, err) = text(&run_in(here, &args));
        let is_chain = args[0] == "chain";
        // A chain's own finding about an unreadable skill is not an error of the command.
        let closed = code == 2 || (is_chain && code == 1);
        let names = [file, source, "part.json"];
        let named = is_chain || names.iter().any(|name| err.contains(name));
        if !closed || !named || (!is_chain && err.trim_end().lines().count() != 1) {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
    }
    check(here, source)?;
    for format in FORMATS {
        let (code, out, _) =
            repository.run(&["diff", "--against", "HEAD", source, "--format", format]);
        if code != 2 || !out.contains("contract-unreadable") || out.contains("no change") {
            return Err(format!("--against, {format}: exit {code}: {out}").into());
        }
    }
    let (code, report) = repository.json(&["--against", "HEAD", source]);
    if code != 2 || !rules(&report).contains(&"contract-unreadable".to_owned()) {
        return Err(format!("--against: exit {code}: {report:#}").into());
    }
    Ok(())
}

/// `check` reports findings, or that there is nothing to check.
fn check(here: &Path, source: &str) -> Result<(), Failed> {
    let folder = source.strip_suffix("/SKILL.md").unwrap_or(source);
    let (code, out, err) = text(&run_in(here, &["check", folder]));
    if code == 0 || out.len() + err.len() == 0 {
        return Err(format!("check {folder}: exit {code}: {out}{err}").into());
    }
    Ok(())
}
