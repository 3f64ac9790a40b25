//! Patterns for the engine with the `u` flag: unchanged if they are valid, else printed from the
//! syntax tree.

use contract::regex::{Class, ClassItem, GroupKind, Node};

use crate::ir::Pattern;

/// The source for `new RegExp(…, "u")`.
pub(super) fn ecma(pattern: &Pattern) -> String {
    if pattern.strict {
        return pattern.source.clone();
    }
    let mut out = String::new();
    node(&pattern.tree.root, &mut out);
    out
}

fn node(tree: &Node, out: &mut String) {
    match tree {
        Node::Empty => out.push_str("(?:)"),
        Node::Literal(character) => character_text(*character, out),
        Node::Any => out.push('.'),
        Node::Class(set) => class(set, out),
        Node::Start => out.push('^'),
        Node::End => out.push('$'),
        Node::WordBoundary { negated } => out.push_str(if *negated { "\\B" } else { "\\b" }),
        Node::Group(kind, body) => {
            match kind {
                GroupKind::Plain => out.push_str("(?:"),
                GroupKind::Capture { .. } => out.push('('),
            }
            node(body, out);
            out.push(')');
        }
        Node::Look { ahead, negated, body } => {
            out.push_str(match (ahead, negated) {
                (true, false) => "(?=",
                (true, true) => "(?!",
                (false, false) => "(?<=",
                (false, true) => "(?<!",
            });
            node(body, out);
            out.push(')');
        }
        Node::BackReference(index) => out.push_str(&format!("(?:\\{index})")),
        Node::Concat(parts) => parts.iter().for_each(|part| match part {
            Node::Alternate(_) => grouped(part, out),
            other => node(other, out),
        }),
        Node::Alternate(parts) => {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    out.push('|');
                }
                node(part, out);
            }
        }
        Node::Repeat { body, min, max, greedy } => {
            grouped(body, out);
            match max {
                Some(max) => out.push_str(&format!("{{{min},{max}}}")),
                None => out.push_str(&format!("{{{min},}}")),
            }
            if !greedy {
                out.push('?');
            }
        }
    }
}

fn grouped(body: &Node, out: &mut String) {
    out.push_str("(?:");
    node(body, out);
    out.push(')');
}

fn character_text(character: char, out: &mut String) {
    if character.is_ascii_alphanumeric() {
        out.push(character);
    } else {
        out.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
    }
}

fn class(set: &Class, out: &mut String) {
    out.push_str(if set.negated { "[^" } else { "[" });
    for item in &set.items {
        match item {
            ClassItem::Range(first, last) => {
                character_text(*first, out);
                out.push('-');
                character_text(*last, out);
            }
            ClassItem::Digit { negated } => out.push_str(if *negated { "\\D" } else { "\\d" }),
            ClassItem::Word { negated } => out.push_str(if *negated { "\\W" } else { "\\w" }),
            ClassItem::Space { negated } => out.push_str(if *negated { "\\S" } else { "\\s" }),
            ClassItem::Property { negated, name, value } => {
                let value = value.as_ref().map_or(String::new(), |value| format!("={value}"));
                out.push_str(&format!("\\{}{{{name}{value}}}", if *negated { 'P' } else { 'p' }));
            }
        }
    }
    out.push(']');
}
