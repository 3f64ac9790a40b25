//! Patterns that automata can't express, taken apart into some that they can: a lookahead right after
//! `^`, or a lookbehind right before `$`, is just one more pattern that the text must (or must not) match.

use contract::regex::{self, Node, Pattern, Unsupported};

/// Whether the part must be found or must not, and the part in the syntax of the `regex` crate (or what
/// it can't say). The pattern is found exactly where all parts are as wanted.
pub(crate) type Part = (bool, Result<String, String>);

/// Takes a pattern of ECMA-262 apart.
///
/// # Errors
/// What is wrong with the pattern.
pub(crate) fn split(pattern: &str) -> Result<Vec<Part>, String> {
    let parsed = regex::parse_lenient(pattern).map_err(|error| error.to_string())?;
    let mut nodes = match parsed.root {
        Node::Concat(nodes) => nodes,
        single => vec![single],
    };
    let mut parts = Vec::new();
    if nodes.first() == Some(&Node::Start) {
        while let Some(Node::Look { ahead: true, .. }) = nodes.get(1) {
            if let Node::Look { negated, body, .. } = nodes.remove(1) {
                parts.push((!negated, write(vec![Node::Start, group(*body)])));
            }
        }
    }
    if nodes.last() == Some(&Node::End) {
        while let Some(Node::Look { ahead: false, .. }) =
            nodes.len().checked_sub(2).and_then(|at| nodes.get(at))
        {
            let at = nodes.len() - 2;
            if let Node::Look { negated, body, .. } = nodes.remove(at) {
                parts.push((!negated, write(vec![group(*body), Node::End])));
            }
        }
    }
    parts.push((true, write(nodes)));
    Ok(parts)
}

fn group(body: Node) -> Node {
    Node::Group(regex::GroupKind::Plain, Box::new(body))
}

fn write(nodes: Vec<Node>) -> Result<String, String> {
    let pattern = Pattern { root: Node::Concat(nodes), groups: 0, names: Vec::new() };
    regex::translate(&pattern).map_err(|Unsupported { what }| what)
}
