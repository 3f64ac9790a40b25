//! Short, realistic texts that match a pattern.

use super::ast::Node;

/// Writes a text that matches `node`: `variant` selects alternatives and characters, `repeats` is the count of
/// repetitions, and `room` the number of nodes that may be visited. `None` if none is found. Lookarounds are ignored,
/// so the caller must match the text.
pub fn write(
    node: &Node,
    variant: usize,
    repeats: usize,
    out: &mut String,
    room: &mut usize,
) -> Option<()> {
    *room = room.checked_sub(1)?;
    match node {
        Node::Empty | Node::Start | Node::End | Node::WordBoundary { .. } | Node::Look { .. } => {}
        Node::BackReference(_) => return None,
        Node::Literal(c) => out.push(*c),
        Node::Any => out.push('a'),
        Node::Class(class) => out.push(pick(&class.ranges().ok()?, variant)?),
        Node::Group(_, body) => write(body, variant, repeats, out, room)?,
        Node::Concat(parts) => {
            for part in parts {
                write(part, variant, repeats, out, room)?;
            }
        }
        Node::Alternate(parts) => {
            write(parts.get(variant % parts.len())?, variant, repeats, out, room)?
        }
        Node::Repeat { body, min, max, .. } => {
            let most = max.map_or(usize::MAX, |m| m as usize);
            let times = (*min as usize).max(repeats.min(most));
            for _ in 0..times {
                write(body, variant, 0, out, room)?;
            }
        }
    }
    Some(())
}

/// A readable character, if the class has one.
fn pick(ranges: &[(char, char)], variant: usize) -> Option<char> {
    let wishes = [['a', 'A', '0', '_', '-'], ['0', 'a', 'A', '-', '_'], ['Z', 'z', '9', '-', '.']];
    let within = |c: &char| ranges.iter().any(|(a, b)| a <= c && c <= b);
    let wish = wishes[variant % wishes.len()].into_iter().find(within);
    wish.or_else(|| ('!'..='~').find(within)).or_else(|| ranges.first().map(|r| r.0))
}
