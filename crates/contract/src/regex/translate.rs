//! Translates a pattern to the syntax of the `regex` crate, whose engines take linear time.

use super::ast::{Class, GroupKind, Node, Pattern, complement, line_terminators};
use super::property::Unsupported;
use std::fmt::Write;

/// Parses leniently (see [`super::parse_lenient`]) and translates, for callers that only need a matcher.
///
/// # Errors
/// A message: the syntax error, or the unsupported construct.
pub fn to_rust(pattern: &str) -> Result<String, String> {
    let parsed = super::parse_lenient(pattern).map_err(|error| error.to_string())?;
    translate(&parsed).map_err(|error| error.to_string())
}

/// Writes `pattern` for the `regex` crate (Unicode on, no other flags): `is_match` gives what
/// `RegExp(pattern, "u").test` gives on any text without lone surrogates.
///
/// # Errors
/// Lookarounds, backreferences, `\B` and a few Unicode properties are not supported there.
pub fn translate(pattern: &Pattern) -> Result<String, Unsupported> {
    let mut out = String::new();
    write_node(&pattern.root, &mut out)?;
    Ok(out)
}

fn write_node(node: &Node, out: &mut String) -> Result<(), Unsupported> {
    match node {
        Node::Empty => {}
        Node::Literal(c) => write_char(*c, out),
        Node::Any => write_ranges(&complement(line_terminators()), out),
        Node::Class(class) => write_class(class, out)?,
        Node::Start => out.push_str(r"\A"),
        Node::End => out.push_str(r"\z"),
        Node::WordBoundary { negated: false } => out.push_str(r"(?-u:\b)"),
        // The engines work on bytes, so for them \B also matches between two bytes of one
        // character.
        Node::WordBoundary { negated: true } => return Err(Unsupported::new(r"\B")),
        Node::Group(kind, body) => {
            match kind {
                GroupKind::Plain => out.push_str("(?:"),
                // Groups are only numbered, because names may contain characters that the regex crate
                // rejects.
                GroupKind::Capture { .. } => out.push('('),
            }
            write_node(body, out)?;
            out.push(')');
        }
        Node::Look { ahead: true, .. } => return Err(Unsupported::new("lookahead")),
        Node::Look { ahead: false, .. } => return Err(Unsupported::new("lookbehind")),
        Node::BackReference(_) => return Err(Unsupported::new("a backreference")),
        Node::Concat(parts) => {
            for part in parts {
                if matches!(part, Node::Alternate(_)) {
                    write_grouped(part, out)?;
                } else {
                    write_node(part, out)?;
                }
            }
        }
        Node::Alternate(branches) => {
            for (index, branch) in branches.iter().enumerate() {
                if index > 0 {
                    out.push('|');
                }
                write_node(branch, out)?;
            }
        }
        Node::Repeat { body, min, max, greedy } => {
            write_grouped(body, out)?;
            out.push_str(&quantifier(*min, *max, *greedy));
        }
    }
    Ok(())
}

/// A quantifier that all dialects accept. `{n}` is written as `{n,n}`, because `{n}?` is not a lazy
/// count in some.
#[must_use]
pub fn quantifier(min: u32, max: Option<u32>, greedy: bool) -> String {
    let mut text = match (min, max) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (min, None) => format!("{{{min},}}"),
        (min, Some(max)) => format!("{{{min},{max}}}"),
    };
    if !greedy {
        text.push('?');
    }
    text
}

fn write_grouped(node: &Node, out: &mut String) -> Result<(), Unsupported> {
    let single = matches!(node, Node::Literal(_) | Node::Any | Node::Class(_) | Node::Group(..));
    if !single {
        out.push_str("(?:");
    }
    write_node(node, out)?;
    if !single {
        out.push(')');
    }
    Ok(())
}

fn write_class(class: &Class, out: &mut String) -> Result<(), Unsupported> {
    write_ranges(&class.ranges()?, out);
    Ok(())
}

fn write_ranges(ranges: &[(char, char)], out: &mut String) {
    if ranges.is_empty() {
        // An empty class.
        out.push_str(r"[^\x{0}-\x{10FFFF}]");
        return;
    }
    out.push('[');
    for (first, last) in ranges {
        write_char(*first, out);
        if first != last {
            out.push('-');
            write_char(*last, out);
        }
    }
    out.push(']');
}

fn write_char(c: char, out: &mut String) {
    if c.is_ascii_alphanumeric() || (!c.is_ascii() && c.is_alphanumeric()) {
        out.push(c);
    } else {
        write_fmt(out, format_args!("\\x{{{:X}}}", c as u32));
    }
}

fn write_fmt(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("invariant: writing to a String can't fail");
}
