//! Lists, tables and sections as people write them.

mod options;

use super::Stated;

fn drafted(body: &str) -> String {
    Stated::read(body).frontmatter()
}

#[test]
fn a_list_with_types() {
    let text = drafted(
        "# Demo\n\n## Inputs\n\n- `topic` (string, required): What to look for\n\
         - **limit** (integer, optional, default: 5) - How many\n  results at most\n    - a detail\n\
         - tags: list of strings: Words to look for, defaults to x\n- A sentence about inputs.\n\n\
         ## Other\n\n- `nothing` (string): not an input\n",
    );
    assert_eq!(
        text,
        "version: 1\n# TODO: names no input or output: A sentence about inputs.\n\
         input_schema:\n  required:\n\
         \x20   - name: \"topic\"\n      type: string\n      description: \"What to look for\"\n\
         \x20 optional:\n\
         \x20   - name: \"limit\"\n      type: number\n      description: \"How many results at most\"\n      default: 5\n\
         \x20   - name: \"tags\"\n      type: \"string[]\"\n      description: \"Words to look for\"\n      default: [\"x\"]\n"
    );
}

#[test]
fn a_table_and_sections_inside() {
    let text = drafted(
        "## Inputs\n\n| Name | Type | Required | Default | Description |\n|---|:--|---|---|---|\n\
         | `query` | string | yes | - | What to look for |\n| `deep` | bool | no | false | All of it |\n\n\
         ## Outputs\n### Required\n- `status`: Result\n### Optional\n- `rows` (object[]): Rows\n\n\
         ## Prerequisites\n1. jq is installed\n- [ ] `topic` is not empty\n\n## Guarantees\n- status is not empty\n\n\
         ```\n## Inputs\n- `code`: none\n```\n",
    );
    for wanted in [
        "  required:\n    - name: \"query\"\n      type: string\n",
        "  optional:\n    - name: \"deep\"\n      type: boolean\n      description: \"All of it\"\n      default: false\n",
        "output_schema:\n  required:\n    - name: \"status\"\n      type: string\n      description: \"Result\"\n      # TODO: the body names no type\n",
        "  optional:\n    - name: \"rows\"\n      type: \"object[]\"\n",
        "pre_checks:\n  - description: \"jq is installed\"\n    validation: \"jq is installed\"\n",
        "    validation: \"topic is not empty\"\n",
        "post_checks:\n  - description: \"status is not empty\"\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
    assert!(!text.contains("code"), "{text}");
}

#[test]
fn tables_of_other_forms() {
    let text = drafted(
        "## Inputs\n\nName | Type | Notes\n--- | --- | ---\ntopic | string | the topic\n`max-retries` | int? | retries, default 3\n\n\
         ## Outputs\n\n| Required | Name | Type | Default |\n|---|---|---|---|\n| Y | mode | \"fast\" \\| \"slow\" | - |\n\
         | No (default `false`) | deep | bool | |\n| Y | rows | number[] | |\n| Y | map | { key: string } | |\n",
    );
    for wanted in [
        "    - name: \"topic\"\n      type: string\n      description: \"the topic\"\n",
        "  optional:\n    - name: \"max-retries\"\n      type: number\n      description: \"retries\"\n      default: 3\n",
        "    - name: \"mode\"\n      type: string\n      description: \"\"\n      # TODO: the body names the type \"fast\" | \"slow\", \
         which the protocol doesn't have\n      # TODO: the body doesn't describe it\n",
        "    - name: \"deep\"\n      type: boolean\n      description: \"\"\n      # TODO: the body doesn't describe it\n      default: false\n",
        "      # TODO: the body names the type number[], which the protocol doesn't have\n",
        "    - name: \"map\"\n      type: object\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
}

#[test]
fn fields_below_headings_of_their_own() {
    let text = drafted(
        "## Inputs\n\n### topic\n- Type: string\n- Required: yes\n- What to look for\n\n### limit\n- **Type**: number\n- Default: 5\n\n\
         ### Notes\n- `other`: an input\n\n## Other\n### nothing\n- Type: string\n",
    );
    for wanted in [
        "  required:\n    - name: \"topic\"\n      type: string\n      description: \"What to look for\"\n",
        "    - name: \"limit\"\n      type: number\n      description: \"\"\n",
        "      default: 5\n",
        "    - name: \"other\"\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
    for other in ["\"Type\"", "\"Required\"", "\"Notes\"", "nothing"] {
        assert!(!text.contains(other), "{other} in:\n{text}");
    }
}

#[test]
fn items_below_their_field() {
    let text = drafted(
        "## Inputs\n\n- `topic`\n  - Type: `string`\n  - Required: yes\n  - Description: What to\n    look for\n  - see the notes\n\
         - `limit` (number)\n  - Default: none\n  - Optional: yes\n\n### Optional\n- `deep`: All of it\n  - type: boolean\n  - default: false\n\n\
         ## Outputs\n\n| Optional | Name | Type |\n|---|---|---|\n| | status | string |\n| yes | rows | object[] |\n",
    );
    for wanted in [
        "  required:\n    - name: \"topic\"\n      type: string\n      description: \"What to look for\"\n",
        "  optional:\n    - name: \"limit\"\n      type: number\n      description: \"\"\n      # TODO: the body doesn't describe it\n    - name: \"deep\"",
        "      type: boolean\n      description: \"All of it\"\n      default: false\n",
        "  required:\n    - name: \"status\"\n",
        "  optional:\n    - name: \"rows\"\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
    assert!(!text.contains("notes"), "{text}");
}

#[test]
fn indented_lists() {
    for (head, list) in [
        ("## Inputs\n", "input_schema"),
        ("**Inputs**\n", "input_schema"),
        ("Inputs:\n", "input_schema"),
        ("## Outputs\n", "output_schema"),
    ] {
        for indent in [" ", "  ", "    ", "\t"] {
            for bullet in ["-", "*", "+"] {
                let item = |name: &str| format!("{indent}{bullet} `{name}`: one of them\n");
                let inner = format!("{indent}  {bullet} Type: number\n");
                let body = format!("{head}\n{}{}{inner}{}", item("a"), item("b"), item("c"));
                let text = drafted(&body);
                assert_eq!(text.matches("- name:").count(), 3, "{body}\n{text}");
                assert!(
                    text.contains(list) && text.contains("\"b\"\n      type: number"),
                    "{text}"
                );
            }
        }
    }
    let text = drafted("## Prerequisites\n\n  - git is there\n  - jq is there\n");
    assert_eq!(text.matches("description:").count(), 2, "{text}");
}

#[test]
fn defaults_as_people_state_them() {
    for (item, wanted) in [
        ("`folder` (optional, defaults to the working folder): Where", Err("the working folder")),
        (
            "`file` (string, default: the name of the input with .md)",
            Err("the name of the input with .md"),
        ),
        ("`pr` (optional; defaults to current branch PR): The request", Err("current branch PR")),
        ("`a` (boolean, default: off): One", Ok("default: false")),
        ("`a` (bool, default: no): One", Ok("default: false")),
        ("`a` (bool, default: On): One", Ok("default: true")),
        ("`a` (number, default: none): One", Err("none")),
        ("`a` (number, default: 5 minutes): One", Err("5 minutes")),
        ("`a` (number, default: many): One", Err("many")),
        ("`a` (number): How many. Defaults to 5.", Ok("default: 5")),
        ("`a` (string, default: `main branch`): One", Ok("default: \"main branch\"")),
        ("`a` (string): One, default \"x y\", or two", Ok("default: \"x y\"")),
        ("`a` (string, default: hello big world): One", Ok("default: \"hello big world\"")),
        ("`a` (string, default: a b c): One", Ok("default: \"a b c\"")),
        ("`a` (string, default: all of them): One", Err("all of them")),
        ("`a` (string, default: derived from it): One", Err("derived from it")),
        ("`a` (list of strings, default: x): One", Ok("default: [\"x\"]")),
        ("`a` (object, default: x): One", Err("x")),
    ] {
        let text = drafted(&format!("## Inputs\n\n- {item}\n"));
        match wanted {
            Ok(line) => {
                assert!(text.contains(line) && !text.contains("TODO: the body names the"), "{text}")
            }
            Err(words) => {
                let todo = format!("# TODO: the body names the default {words}, which");
                assert!(text.contains(&todo) && !text.contains(" default: "), "{text}");
                let is_told = text.contains(words) && text.contains("  optional:");
                assert!(is_told, "{text}");
            }
        }
    }
    for (kind, reason) in [
        ("string", "which may describe a value; quote it if it is the value"),
        ("number", "which is no value of the type"),
    ] {
        let text = drafted(&format!("## Inputs\n\n- `a` ({kind}, default: all of them): One\n"));
        assert!(text.contains(&format!("default all of them, {reason}\n")), "{text}");
    }
    let text =
        drafted("## Inputs\n\n- `folder` (optional, defaults to the working folder): Where\n");
    assert!(text.contains("description: \"Where (defaults to the working folder)\""), "{text}");
    let text = drafted("## Inputs\n\n- `branch` (string): The default branch is used\n");
    assert!(text.contains("  required:") && !text.contains("default:"), "{text}");
}

#[test]
fn sentences_are_no_fields() {
    for item in [
        "Constraints (router, state library, or data fetching)",
        "**Core APIs / operations** (bullets).",
        "If the user names a file, read it",
        "Provide - when asked - the path",
        "`src/main.rs`: the entry",
        "`npm run build` output",
        "Screenshots",
    ] {
        let text = drafted(&format!("## Inputs\n\n- {item}\n"));
        assert!(text.contains(&format!("# TODO: names no input or output: {item}")), "{text}");
        assert!(!text.contains("input_schema"), "{text}");
    }
    let text = drafted("## Inputs\n\n- `limit` (at most 50)\n");
    assert!(text.contains("description: \"at most 50\"") && !text.contains("describe"), "{text}");
}

#[test]
fn labels_underlines_and_lines_without_bullets() {
    let wanted =
        "    - name: \"topic\"\n      type: string\n      description: \"what to look for\"\n";
    for body in [
        "Inputs\n------\n\n- topic: string - what to look for\n",
        "Inputs:\ntopic: string - what to look for\nlimit: number\n",
        "**Inputs**\n\ntopic: string - what to look for\n",
    ] {
        let text = drafted(body);
        assert!(text.contains(wanted), "no topic in {body:?}:\n{text}");
    }
    let text = drafted("Inputs: topic (string), limit (number, optional)\n\nOutputs: see below\n");
    assert!(text.contains("required:\n    - name: \"topic\"\n"), "{text}");
    assert!(text.contains("optional:\n    - name: \"limit\"\n      type: number\n"), "{text}");
    assert!(!text.contains("output_schema"), "{text}");
    assert!(!Stated::read("Inputs:\nNote: see the docs\n").has_fields());
}

#[test]
fn marks_of_optional_fields() {
    let table = "## Inputs\n\n| Name | Type | Req. |\n|---|---|---|\n| a | string | \u{2713} |\n| b | string | |\n| c | number \\| null | \u{2713} |\n";
    let text = drafted(table);
    let (required, optional) = text.split_once("optional:").expect("optional fields");
    assert!(required.contains("\"a\"") && optional.contains("\"b\""), "{text}");
}

#[test]
fn a_body_without_them() {
    assert!(!Stated::read("# Demo\n\nDo this.\n\n- one\n- two\n").has_fields());
    assert!(!Stated::read("## Input and output examples\n\n- `a`: b\n").has_fields());
}

#[test]
fn forms_of_items() {
    let field = |item: &str| {
        let text = drafted(&format!("**Inputs**\n\n- {item}\n\n**Notes:**\n\n- `other`: none\n"));
        assert!(!text.contains("other"), "{text}");
        let lines = text.lines().skip(2).map(str::trim).filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join(" ").replace("- name: ", "")
    };
    for (item, wanted) in [
        (
            "`limit` (number, optional): How many",
            r#"optional: "limit" type: number description: "How many""#,
        ),
        (
            "`limit` (default 5, number): How many",
            r#"optional: "limit" type: number description: "How many" default: 5"#,
        ),
        (
            "`mode` (default slow): The mode",
            r#"optional: "mode" type: string description: "The mode" default: "slow""#,
        ),
        (
            "`deep` (boolean, default: false): All",
            r#"optional: "deep" type: boolean description: "All" default: false"#,
        ),
        ("`count` number - how many", r#"required: "count" type: number description: "how many""#),
        (
            "query: string \u{2014} the text (required)",
            r#"required: "query" type: string description: "the text (required)""#,
        ),
        (
            "`tags` - string[] - words (optional)",
            r#"optional: "tags" type: "string[]" description: "words (optional)""#,
        ),
        ("limit: number, optional", r#"optional: "limit" type: number description: """#),
        ("`p?`: string - the text", r#"optional: "p" type: string description: "the text""#),
        ("`r`: Optional. The count.", r#"optional: "r" type: string description: "The count.""#),
        (
            "m - optional number of items",
            r#"optional: "m" type: string description: "optional number of items""#,
        ),
        ("`n` (optional, default: 5)", r#"optional: "n" type: number description: "" default: 5"#),
        ("`mode`: one of `a`, `b`", r#"required: "mode" type: string description: "one of a, b""#),
    ] {
        assert_eq!(field(item), wanted, "{item}");
    }
}

#[test]
fn forms_of_rows() {
    let text = drafted(
        "## Inputs\n\n| Parameter | Required | Default | Description |\n|---|---|---|---|\n| `a` | Yes | | First |\n\
         | `b` (number) | | `3` | Second |\n| `c` | No | x y | Third |\n| `d` (number, optional) | | | Fourth |\n",
    );
    assert_eq!(text.matches("required:").count(), 1, "{text}");
    for wanted in [
        "  required:\n    - name: \"a\"\n",
        "    - name: \"b\"\n      type: number\n      description: \"Second\"\n      default: 3\n",
        "      default: \"x y\"\n",
        "    - name: \"d\"\n      type: number\n      description: \"Fourth\"\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
}

#[test]
fn labels_without_marks() {
    let text = drafted(
        "Reads notes.\n\nRequired inputs:\n- `topic` (string): The topic\nThese are for later:\n- `tone` (string): The tone\n\n\
         Optional inputs:\n- `limit` (number): How many\n\nOutputs:\n- `status` (string): The result\n\n\
         Notes:\n- `other`: none\n\n## Requirements\n- topic is not empty\n",
    );
    for wanted in [
        "input_schema:\n  required:\n    - name: \"topic\"\n",
        "  optional:\n    - name: \"limit\"\n",
        "output_schema:\n  required:\n    - name: \"status\"\n",
        "pre_checks:\n  - description: \"topic is not empty\"\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
    assert!(!text.contains("other") && !text.contains("tone"), "{text}");
    // A label inside of a section announces items of it.
    let text = drafted(
        "**Inputs**\n\nAll of these are texts:\n- `topic`: one\n\nOptional:\n- `limit`: two\n",
    );
    assert!(
        text.contains("required:\n    - name: \"topic\"")
            && text.contains("optional:\n    - name: \"limit\""),
        "{text}"
    );
}

#[test]
fn required_by_the_words_of_a_row() {
    let text = drafted(
        "## Inputs\n\n| name | type | description |\n|---|---|---|\n| a | string | First |\n| b | string | Second (optional) |\n\
         | c | string | Third, optional |\n| d | string | The optional part |\n\n## Outputs\n\n\
         | name | required | description |\n|---|---|---|\n| e | yes | Fifth |\n| f | only for write | Sixth |\n| g | yes | Seventh (optional) |\n",
    );
    let names = |text: &str| -> Vec<String> {
        let name = |line: &str| {
            line.trim().strip_prefix("- name: ").map(|name| name.trim_matches('"').to_owned())
        };
        text.lines().filter_map(name).collect()
    };
    let (inputs, outputs) = text.split_once("output_schema").unwrap();
    let halves =
        |text: &str| -> Vec<Vec<String>> { text.split("  optional:").map(names).collect() };
    assert_eq!(halves(inputs), [["a", "d"], ["b", "c"]], "{text}");
    assert_eq!(halves(outputs), [vec!["e", "g"], vec!["f"]], "{text}");
}

#[test]
fn notes_in_parentheses_anywhere() {
    let text = drafted(
        "## Inputs\n\n- content: (optional) Entity content\n- `a6`: (string, optional) Entity\n- a8 (string) - (optional) Entity\n\
         - a11: number (optional, default: 3). Entity\n- `--verbose` flag: print more\n- `--force` flag: (required) overwrite\n\
         - kept: (see below) the text\n- `kept.part`: array of strings\n\n\
         **Outputs:** `result` (JSON object) with the data, the meta; `count` (int).\n\n**Prerequisites:** Python 3.9+, jq\n\n\
         Guarantees: the file exists, and nobody else writes it; count is at least 1\n",
    );
    for wanted in [
        "# TODO: names no input or output: `kept.part`: array of strings\n",
        "  required:\n    - name: \"force\"\n      type: boolean\n      description: \"overwrite\"\n\
         \x20   - name: \"kept\"\n      type: string\n      description: \"(see below) the text\"\n",
        "  optional:\n    - name: \"content\"\n      type: string\n      description: \"Entity content\"\n      # TODO: the body names no type\n",
        "    - name: \"a6\"\n      type: string\n      description: \"Entity\"\n    - name: \"a8\"\n      type: string\n      description: \"Entity\"\n",
        "    - name: \"a11\"\n      type: number\n      description: \"Entity\"\n      default: 3\n    - name: \"verbose\"\n      type: boolean\n      description: \"print more\"\n",
        "output_schema:\n  required:\n    - name: \"result\"\n      type: object\n      description: \"with the data, the meta\"\n    - name: \"count\"\n      type: number\n",
        "pre_checks:\n  - description: \"Python 3.9+\"\n    validation: \"Python 3.9+\"\n  - description: \"jq\"\n",
        "post_checks:\n  - description: \"the file exists, and nobody else writes it\"\n",
    ] {
        assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
    }
}

/// The field that an item of a list states: `required|optional TYPE: DESCRIPTION = DEFAULT # TODO`.
fn stated_by(item: &str) -> String {
    let text = drafted(&format!("## Inputs\n\n- {item}\n"));
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(key));
        line.map(|value| value.trim_matches('"').to_owned()).unwrap_or_default()
    };
    let requirement = if text.contains("  optional:") { "optional" } else { "required" };
    let mut stated = format!("{requirement} {}: {}", value("type: "), value("description: "));
    for (mark, found) in [(" = ", value("default: ")), (" # ", value("# TODO: "))] {
        if !found.is_empty() {
            stated.push_str(mark);
            stated.push_str(&found);
        }
    }
    stated
}

#[test]
fn optional_in_the_words_of_a_type() {
    for item in [
        "a (number | null): One",
        "a (number or null): One",
        "`a` (int?): One",
        "a (optional number): One",
        "a (nullable number): One",
        "a (number, optional): One",
        "a (Optional[int]): One",
        "a: int? - One",
        "a: optional number - One",
        "[a] (number): One",
        "`[a]` (number): One",
        "a? (number): One",
        "`a?`: number - One",
    ] {
        assert_eq!(stated_by(item), "optional number: One", "{item}");
    }
    for item in ["a (required number): One", "a (number, required): One", "a: int - One"] {
        assert_eq!(stated_by(item), "required number: One", "{item}");
    }
    assert_eq!(
        stated_by("a (x < 5, optional): One"),
        "optional string: One (x < 5) # the body names no type"
    );
    assert_eq!(stated_by("[a]: One"), "optional string: One # the body names no type");
    // A link is no name.
    assert!(drafted("## Inputs\n\n- [a](b.md): One\n").contains("names no input or output"));
}

#[test]
fn types_by_other_words() {
    for (words, kind) in [
        ("int", "number"),
        ("integer", "number"),
        ("float", "number"),
        ("bool", "boolean"),
        ("str", "string"),
        ("text", "string"),
        ("dict", "object"),
        ("list", "string[]"),
        ("list[str]", "string[]"),
        ("List[str]", "string[]"),
        ("list of objects", "object[]"),
    ] {
        assert_eq!(stated_by(&format!("a ({words}): One")), format!("required {kind}: One"));
        assert_eq!(stated_by(&format!("a: {words} - One")), format!("required {kind}: One"));
    }
    for (words, kind) in [
        ("path", "string"),
        ("url", "string"),
        ("URL", "string"),
        ("file", "string"),
        ("dir", "string"),
        ("date", "string"),
        ("dict[str, int]", "object"),
        ("list of paths", "string[]"),
        ("list[path]", "string[]"),
        ("float[]", "string[]"),
        ("list[int]", "string[]"),
        ("string | number", "string"),
    ] {
        let todo = format!("# the body names the type {words}, which the protocol doesn't have");
        let wanted = format!("required {kind}: One {todo}");
        assert_eq!(stated_by(&format!("a ({words}): One")), wanted);
        let optional = wanted.replace("required", "optional");
        assert_eq!(stated_by(&format!("a (optional {words}): One")), optional);
    }
    let row = drafted("## Inputs\n\n| Name | Type |\n|---|---|\n| a | path? |\n");
    assert!(row.contains("optional:") && row.contains("the type path, which"), "{row}");
}

#[test]
fn defaults_of_several_words() {
    for (item, wanted) in [
        ("a (string, default: hello big world): One", "optional string: One = hello big world"),
        ("a (string, default: \"x, y\"): One", "optional string: One = x, y"),
        (
            "a (string, default: the working folder): One",
            "optional string: One (default: the working folder) # the body names the default the working folder, \
             which may describe a value; quote it if it is the value",
        ),
        (
            "a (number, default: 5 minutes): One",
            "optional number: One (default: 5 minutes) # the body names the default 5 minutes, which is no value of the type",
        ),
    ] {
        assert_eq!(stated_by(item), wanted, "{item}");
    }
}
