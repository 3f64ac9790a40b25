//! Tests of each source, with valid and invalid input.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::types::SkillType;
use crate::{NoFiles, Role, SourceKind};

struct Files(BTreeMap<&'static str, String>);

impl Loader for Files {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.get(uri).map(|t| t.clone().into_bytes()))
    }
}

fn read(label: &str, text: &str) -> Contract {
    Contract::read(label, text.as_bytes(), &NoFiles).expect("a contract")
}

fn fails(label: &str, text: &str) -> String {
    Contract::read(label, text.as_bytes(), &NoFiles).expect_err("no contract").to_string()
}

const SKILL: &str = "---
name: memory
description: Reads and writes entries.
version: 1
allowed-tools: Read, Bash(git add *) Grep
input_schema:
  required:
    - name: operation
      type: string
      description: read or write
  optional:
    - name: tags
      type: string[]
      default: [a]
    - name: depth
      type: number
output_schema:
  required:
    - name: entries
      type: object[]
pre_checks:
  - description: Operation is known
    validation: operation in [read, write]
cacheable: true
cache_ttl_minutes: 5
---
# Memory
";

#[test]
fn a_skill_becomes_schemas_and_keeps_its_places() {
    let c = read("skills/memory/SKILL.md", SKILL);
    assert_eq!(
        (c.kind, c.name.as_str(), c.version.as_deref()),
        (SourceKind::Frontmatter, "memory", Some("1"))
    );
    assert_eq!(c.tools.keys().collect::<Vec<_>>(), ["Bash(git add *)", "Grep", "Read"]);
    let input = c.schema(Role::Input).expect("an input");
    assert_eq!(input.source()["required"], json!(["operation"]));
    assert_eq!(input.source()["properties"]["tags"]["items"], json!({"type": "string"}));
    assert_eq!(input.source()["properties"]["tags"]["default"], json!(["a"]));
    let depth = &c.parameters[&Role::Input][2];
    assert_eq!((depth.name.as_str(), depth.kind), ("depth", Some(SkillType::Number)));
    assert_eq!(c.document.locate(&depth.pointer).line, 15, "a line of the file");
    assert_eq!(c.pre_checks[0].validation, "operation in [read, write]");
    assert!(c.cacheable && c.cache_ttl_minutes == Some(5.0));
}

#[test]
fn the_type_system_goes_to_json_schema_and_back() {
    for kind in SkillType::ALL {
        assert_eq!(SkillType::from_schema(&kind.to_schema()), Some(kind));
        assert_eq!(SkillType::parse(kind.as_str()), Some(kind));
    }
    assert_eq!(SkillType::from_schema(&json!({"type": ["string", "null"]})), None);
    assert_eq!(SkillType::name_of(&json!(["a"])), "string[]");
    assert_eq!(SkillType::name_of(&json!([1])), "array");
}

#[test]
fn an_api_contract_has_roles_over_shared_definitions() {
    let text = json!({
        "$schema": "https://json-schema.org/draft/2020-12", "title": "Digest", "version": "1.0.0",
        "input": {"$ref": "#/definitions/In"}, "output": {"type": "string"},
        "tools": ["web_search"], "engines": ["codex"], "max_attempt": 3,
        "definitions": {"In": {"type": "object"}}
    });
    let c = read("digest.json", &text.to_string());
    assert_eq!((c.kind, c.name.as_str()), (SourceKind::ApiContract, "Digest"));
    assert_eq!(c.schemas.keys().collect::<Vec<_>>(), [&Role::Input, &Role::Output]);
    assert!(c.tools.contains_key("web_search"));
    assert_eq!(c.effective.max_attempt, Some(3));
    assert_eq!(c.effective.engines(&["codex", "gemini"]), ["codex".to_owned()].into());
}

#[test]
fn a_schema_with_a_property_named_input_is_a_schema() {
    let c = read("s.json", r#"{"type": "object", "properties": {"input": {}}}"#);
    assert_eq!(c.kind, SourceKind::JsonSchema);
    assert!(c.schema(Role::Output).is_some(), "its role is the caller's to say");
}

#[test]
fn mcp_tools_are_read_with_references_of_their_own() {
    let tool = json!({
        "name": "search", "inputSchema": {"type": "object", "properties": {"q": {"$ref": "#/$defs/q"}},
        "$defs": {"q": {"type": "string"}}}, "outputSchema": {"type": "array"}
    });
    let one = read("tool.json", &tool.to_string());
    assert_eq!((one.kind, one.schemas.len()), (SourceKind::Mcp, 2));
    let list = read("list.json", &json!({"result": {"tools": [tool]}}).to_string());
    let input = &list.tools["search"].schemas[&Role::Input];
    let whole: Value = input.to_standalone();
    let validator = jsonschema::validator_for(&whole).expect("a validator");
    assert!(validator.is_valid(&json!({"q": "x"})) && !validator.is_valid(&json!({"q": 1})));
    assert_eq!(input.node(input.root()).pointer.as_str(), "/result/tools/0/inputSchema");
}

#[test]
fn mcp_lists_are_read_from_every_document_that_holds_them() {
    let tool = json!({"name": "find", "inputSchema": {"type": "object"},
                      "annotations": {"readOnlyHint": true, "title": "Find"}});
    let documents = [
        json!([tool]),
        json!({"tools": [tool], "ttlMs": 1}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}),
        json!({"serverInfo": {"name": "notes", "version": "1.0.0"}, "tools": [tool]}),
    ];
    for document in documents {
        let contract = read("mcp.json", &document.to_string());
        let declared = contract.tools["find"].declaration.as_ref().expect("a declaration");
        assert!(declared.hint(crate::mcp::Hint::ReadOnly), "{document}");
        assert!(declared.hint(crate::mcp::Hint::OpenWorld), "the default");
        assert_eq!(declared.item.title.as_deref(), Some("Find"));
    }
    let lists = json!({"prompts": [{"name": "review", "arguments": [{"name": "code"}]}],
                       "resources": [], "resourceTemplates": [{"uriTemplate": "a://{b}"}]});
    let server = read("mcp.json", &lists.to_string()).mcp.expect("a server");
    assert_eq!(server.lists.len(), 3, "no list of tools");
    assert!(!server.prompts["review"].arguments["code"].required);
    assert!(server.templates.contains_key("a://{b}"));
}

#[test]
fn mcp_documents_that_a_client_would_stumble_over_are_refused() {
    let cases = [
        (
            r#"{"tools": [{"name": "a", "inputSchema": {}}, {"name": "b"}]}"#,
            "x.json:1:46: the tool `b` has no inputSchema; add it",
        ),
        (
            r#"[{"name": "a", "inputSchema": {}, "annotations": {"readOnlyHint": 1}}]"#,
            "x.json:1:67: `readOnlyHint`: expected true or false, found a value of type number",
        ),
        (
            r#"[{"name": "a", "inputSchema": {}, "execution": {"taskSupport": "no"}}]"#,
            "x.json:1:64: `taskSupport`: expected forbidden, optional or required, found `no`",
        ),
        (
            r#"{"tools": [], "nextCursor": "2"}"#,
            "x.json:1:29: `nextCursor`: the list goes on in another page; put the pages together, or let \
          `--server` list them",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no"}}"#,
            "x.json:1:38: the server answered with an error: no; ask it again",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "result": null}"#,
            "x.json:1:39: the response holds no list of tools, prompts, resources or resource templates",
        ),
        (
            r#"{"resources": [{"uri": "a:"}, {"uri": "a:"}]}"#,
            "x.json:1:39: the resource `a:` occurs twice in the list",
        ),
        (r#"{"prompts": [{"title": "a"}]}"#, "x.json:1:14: `name` is missing; expected a string"),
    ];
    for (text, expected) in cases {
        assert_eq!(fails("x.json", text), expected);
    }
}

#[test]
fn a_package_is_its_manifest_and_its_schemas() {
    let files = Files(BTreeMap::from([
        ("SKILL.md", "---\nname: demo\ndescription: d\n---\n".to_owned()),
        (
            "assets/runner.json",
            json!({"id": "demo", "version": "1.2.0", "engines": ["codex", "gemini"],
                   "unsupported_engines": ["gemini"], "execution_modes": ["auto"],
                   "schemas": {"input": "assets/input.schema.json"}})
            .to_string(),
        ),
        ("assets/input.schema.json", r#"{"type": "object"}"#.to_owned()),
    ]));
    let c = package::read("demo", &files).expect("a contract");
    assert_eq!((c.kind, c.version.as_deref()), (SourceKind::Package, Some("1.2.0")));
    assert!(c.schemas.contains_key(&Role::Input));
    assert_eq!(c.effective.engines(&[]), ["codex".to_owned()].into());
    let error = package::read("empty", &Files(BTreeMap::new())).expect_err("nothing there");
    assert_eq!(
        error.to_string(),
        "empty: no contract: expected SKILL.md or assets/runner.json in the folder"
    );
}

#[test]
fn yaml_is_taken_wherever_json_is() {
    let c = read("digest.yaml", "version: 1.0.0\ninput:\n  type: object\n");
    assert_eq!((c.kind, c.version.as_deref()), (SourceKind::ApiContract, Some("1.0.0")));
}

#[test]
fn bad_input_is_one_line_with_a_place() {
    assert_eq!(
        fails("x.json", "[1]"),
        "x.json:1:1: not a schema: expected an object or a boolean, got array"
    );
    assert!(fails("x.md", "# no block\n").starts_with("x.md: no frontmatter"));
    assert!(fails("x.md", "---\nname: a: b\n---\n").starts_with("x.md:2:"));
    let text = "---\nname: x\ninput_schema:\n  required:\n    - type: string\n---\n";
    assert!(fails("x.md", text).starts_with("x.md:5:7: a parameter without `name`"));
    let text = r##"{"version": "1.0.0", "input": {"$ref": "#/definitions/Nope"}}"##;
    assert!(
        fails("x.json", text).starts_with("x.json:1:40: $ref `#/definitions/Nope` leads nowhere")
    );
}

#[test]
fn frontmatter_is_cut_as_clients_do() {
    let parts = frontmatter::split("---\na: 1\n--- \nbody\n").expect("a block");
    assert_eq!((parts.yaml, parts.body, parts.line_offset), ("a: 1\n", "body\n", 1));
    let parts = frontmatter::split("\u{feff}\n---\r\na: 1\r\n---\r\n").expect("a block");
    assert!(parts.bom && parts.blank_lines == 1 && parts.line_offset == 2);
    assert_eq!(frontmatter::split("text\n---\na: 1\n---\n"), None);
    assert_eq!(frontmatter::split("---\na: 1\n"), None);
}
