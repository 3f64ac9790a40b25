//! Names of the runtime that move out of the way of the contract's types.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::literal::WIDTH;
use crate::writer::Columns as _;

/// The runtime of a single file, renamed where it conflicts: `Issue` of the runtime becomes `SkillgenIssue`
/// if the contract has an `Issue`, and the language's `Map` becomes `Ma_`, a constant. The constant's name has the same
/// width, so that lines break as before.
pub(super) fn moved(whole: &str, runtime: String, own: &[String]) -> String {
    let declared = names(whole);
    let mut text = runtime;
    let mut aliases = String::new();
    // The declarations of a JavaScript file hold no values.
    let is_declarations = text.lines().any(|line| line.starts_with("export declare "));
    for global in GLOBALS {
        let (name, parameters) = *global;
        if declared.contains(name) || !own.iter().any(|own| own == name) {
            continue;
        }
        let is_free = |other: &String| !own.contains(other) && !declared.contains(other.as_str());
        let stem = &name[..name.len() - 1];
        let other =
            ["_", "$", "0", "1"].map(|end| format!("{stem}{end}")).into_iter().find(is_free);
        let Some(other) = other else { continue };
        let uses = Uses::of(&text, name);
        text = renamed(&text, name, &other);
        if uses.as_value {
            let line = match is_declarations {
                true => format!("declare const {other}: typeof globalThis.{name};"),
                false => format!("const {other} = globalThis.{name};"),
            };
            writeln!(aliases, "{line}").expect("a String");
        }
        if uses.as_type {
            let given = given(parameters);
            writeln!(aliases, "type {other}{parameters} = globalThis.{name}{given};")
                .expect("a String");
        }
    }
    if !aliases.is_empty() {
        let note = "// The language's own; the contract has types with their names.\n";
        text = format!("{note}{aliases}\n{}", text.trim_start_matches('\n'));
    }
    moved_from(&declared, text, own)
}

/// `<K, V>` for the parameters `<K extends object, V>`.
fn given(parameters: &str) -> String {
    let names = parameters.split(", ").map(|one| one.split(' ').next().unwrap_or(one));
    let given = names.collect::<Vec<&str>>().join(", ");
    if given.is_empty() || given.ends_with('>') { given } else { given + ">" }
}

/// How a text uses a global name.
struct Uses {
    as_value: bool,
    as_type: bool,
}

impl Uses {
    fn of(text: &str, name: &str) -> Uses {
        let mut uses = Uses { as_value: false, as_type: false };
        let code: Vec<&str> = text.lines().filter(|line| !is_comment(line)).collect();
        let text = &code.join("\n");
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        for (at, _) in text.match_indices(name) {
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            if before.ends_with(|c| is_word(c) || c == '.') || behind.starts_with(is_word) {
                continue;
            }
            let of_value = ["new ", "instanceof ", "extends "];
            match behind.starts_with(['.', '(']) || of_value.iter().any(|end| before.ends_with(end))
            {
                true => uses.as_value = true,
                false => uses.as_type = true,
            }
        }
        uses
    }
}

/// The text of an envelope beside its contract's types and `whole`, the runtime in the same file.
pub(super) fn moved_envelope(whole: &str, envelope: &str, own: &[String]) -> String {
    let mut declared = names(whole);
    declared.extend(names(envelope));
    moved_from(&declared, envelope.to_owned(), own)
}

fn moved_from(declared: &BTreeSet<&str>, runtime: String, own: &[String]) -> String {
    let mut text = runtime;
    for name in own {
        let is_global = GLOBALS.iter().any(|(global, _)| global == name);
        let (runtime, global) = (declared.contains(name.as_str()), is_global);
        let other = match (runtime, global) {
            (true, _) => format!("Skillgen{name}"),
            (false, true) => format!("globalThis.{name}"),
            (false, false) => continue,
        };
        text = renamed(&text, name, &other);
    }
    text.lines().map(broken).collect()
}

/// A line; the head of a function or of its type that is too wide gets a line for each parameter.
fn broken(line: &str) -> String {
    let head = line.strip_prefix("export ").unwrap_or(line);
    let is_function = head.starts_with("function ");
    let is_function_type = head.starts_with("type ") && head.contains(" = (");
    if line.columns() <= WIDTH || !(is_function || is_function_type) {
        return format!("{line}\n");
    }
    let Some((start, rest)) = line.split_once('(') else { return format!("{line}\n") };
    let Some(end) = closing(rest) else { return format!("{line}\n") };
    let parameters: String =
        split(&rest[..end]).iter().map(|one| format!("  {},\n", one.trim())).collect();
    format!("{start}(\n{parameters}{}\n", &rest[end..])
}

/// The position of the parenthesis that closes the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, character)| {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// The parameters of a list, without the commas between them.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, character) in list.char_indices() {
        match character {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            // The arrow of a function type closes nothing.
            '>' if !list[..at].ends_with('=') => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[from..]);
    parts
}

/// The language's own names that the runtime and the fast path use, with the parameters of types.
const GLOBALS: &[(&str, &str)] = &[
    ("Array", "<T>"),
    ("BigInt", ""),
    ("Date", ""),
    ("Error", ""),
    ("JSON", ""),
    ("Map", "<K, V>"),
    ("Math", ""),
    ("NonNullable", "<T>"),
    ("Number", ""),
    ("Object", ""),
    ("RegExp", ""),
    ("Required", "<T>"),
    ("Set", "<T>"),
    ("String", ""),
    ("WeakMap", "<K extends object, V>"),
];

/// Whether a line is a comment; words in comments stay.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") || line == "*/"
}

/// A text with one word replaced by another, except in comments.
fn renamed(text: &str, name: &str, other: &str) -> String {
    let line = |line: &str| match is_comment(line) {
        true => line.to_owned(),
        false => renamed_in_line(line, name, other),
    };
    text.split('\n').map(line).collect::<Vec<String>>().join("\n")
}

/// A line with one word replaced by another, except in strings.
fn renamed_in_line(line: &str, name: &str, other: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let (mut word, mut string) = (String::new(), false);
    let mut last = ' ';
    for character in line.chars().chain(['\n']) {
        if character.is_ascii_alphanumeric() || character == '_' || character == '$' {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            let before = out.chars().last().unwrap_or(' ');
            let is = word == name && !string && before != '.';
            out.push_str(if is { other } else { &word });
            word.clear();
        }
        if character == '"' && last != '\\' {
            string = !string;
        }
        last = character;
        out.push(character);
    }
    out.pop();
    out
}

/// The name that a line declares.
pub(super) fn declared(line: &str) -> &str {
    let mut words =
        line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    words
        .find(|word| {
            !["export", "interface", "type", "class", "function", "const", "let"].contains(word)
        })
        .unwrap_or_default()
}

/// All names that a text declares.
fn names(text: &str) -> BTreeSet<&str> {
    let starts = ["interface ", "type ", "class ", "function ", "const ", "let "];
    let lines = text.lines().map(|line| line.strip_prefix("export ").unwrap_or(line));
    let lines = lines.map(|line| line.strip_prefix("declare ").unwrap_or(line));
    lines.filter(|line| starts.iter().any(|start| line.starts_with(start))).map(declared).collect()
}
