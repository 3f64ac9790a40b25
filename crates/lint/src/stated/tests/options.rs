//! Options with the name of their value, and defaults inside of descriptions.

use super::stated_by;

#[test]
fn options_with_the_name_of_their_value() {
    let untyped = "# the body names no type";
    for (item, wanted) in [
        ("`--out <value>` - Where to write", format!("required string: Where to write {untyped}")),
        ("`--depth <n>`: How deep", "required number: How deep".to_owned()),
        ("`-d, --depth=<number>` - How deep", "required number: How deep".to_owned()),
        ("--depth <n>: How deep (default: 3)", "optional number: How deep = 3".to_owned()),
        (
            "`--lang LANG` (string, optional) - The language",
            "optional string: The language".to_owned(),
        ),
        ("`-v, --verbose` (flag) - Print more", "optional boolean: Print more".to_owned()),
    ] {
        assert_eq!(stated_by(item), wanted, "{item}");
    }
    let path = stated_by("`--out <path>` - Where to write");
    assert!(
        path.starts_with("required string: Where to write # the body names the type path"),
        "{path}"
    );
}

#[test]
fn other_code_is_no_option_with_a_value() {
    for item in ["`--json JSON output`", "`run --out <file>` first", "`src main` - both"] {
        let text = super::drafted(&format!("## Inputs\n\n- `a` (string): One\n- {item}\n"));
        assert!(text.contains("# TODO: names no input or output"), "{item}:\n{text}");
    }
}

#[test]
fn a_default_is_not_repeated_in_the_description() {
    for (item, wanted) in [
        (
            "a (string): One or two (default: one), as you like",
            "optional string: One or two, as you like = one",
        ),
        ("a (number): How many (1 to 10, default 5)", "optional number: How many (1 to 10) = 5"),
        (
            "a (number): How many (default: 5, at most 10)",
            "optional number: How many (at most 10) = 5",
        ),
        (
            "a (number): How many. Default: 5. At most 10.",
            "optional number: How many. At most 10. = 5",
        ),
        ("a (string): The language, defaults to \"en\"", "optional string: The language = en"),
        // The other words need the clause.
        (
            "a (string): The language, defaults to \"en\" if none is given",
            "optional string: The language, defaults to \\\"en\\\" if none is given = en",
        ),
        ("a (number): The default is 5", "optional number: The default is 5 = 5"),
    ] {
        assert_eq!(stated_by(item), wanted, "{item}");
    }
}
