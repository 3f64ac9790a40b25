//! Splits patterns that automata can't express into ones that they can: a lookahead directly after `^`, or
//! a lookbehind directly before `$`, is another pattern that the text must (or must not) match.

use contract::regex::{self, Node, Pattern, Unsupported};

/// Whether the part must match or must not, and the part in the syntax of the `regex` crate (or what it
/// doesn't support). The pattern matches exactly if all parts are satisfied.
pub(crate) type Part = (bool, Result<String, String>);

/// Splits an ECMA-262 pattern.
///
/// # Errors
/// The error of the pattern.
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
