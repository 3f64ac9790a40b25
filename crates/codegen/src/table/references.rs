//! Which schemas of a table others refer to by a name.

use super::{DEEPEST, Data, Entry, Node};
use crate::ir::{Block, Check, FunctionId, Kind, Sub, Unit};

/// Which functions get a name: those with several users, those that others refer to beside other keywords, those too
/// deep inside others, and where references lead in a circle, their targets.
pub(super) fn named_functions(unit: &Unit) -> Vec<bool> {
    let mut counts = vec![0_usize; unit.functions.len()];
    let mut own = vec![false; unit.functions.len()];
    let bodies = unit.functions.iter().map(|function| &function.body);
    let root = match &unit.root {
        Sub::Block(block) => Some(&**block),
        Sub::Always | Sub::Never | Sub::Call(_) => None,
    };
    bodies.chain(root).for_each(|body| targets(unit, body, &mut own));
    let mut queue: Vec<(FunctionId, usize)> = Vec::new();
    calls(&unit.root, 0, &mut queue);
    while let Some((id, depth)) = queue.pop() {
        counts[id] += 1;
        own[id] |= counts[id] > 1 || depth > DEEPEST;
        if counts[id] == 1 {
            let depth = if own[id] { 0 } else { depth };
            for check in &unit.functions[id].body.checks {
                check.kind.subs(&mut |sub| calls(sub, depth + 1, &mut queue));
            }
        }
    }
    own
}

/// Finds the functions that references name: each circle leads through one of them.
fn targets(unit: &Unit, block: &Block, own: &mut [bool]) {
    for check in &block.checks {
        if let Kind::Apply { sub: Sub::Call(id), .. } = &check.kind {
            own[*id] |= check.keyword != "allOf" && block.checks.len() > 1;
            own[*id] |= unit.functions[*id].recursive;
        }
        check.kind.subs(&mut |sub| {
            if let Sub::Block(inner) = sub {
                targets(unit, inner, own);
            }
        });
    }
}

fn calls(sub: &Sub, depth: usize, queue: &mut Vec<(FunctionId, usize)>) {
    match sub {
        Sub::Always | Sub::Never => {}
        Sub::Call(id) => queue.push((*id, depth)),
        Sub::Block(block) => {
            for check in &block.checks {
                check.kind.subs(&mut |sub| calls(sub, depth + 1, queue));
            }
        }
    }
}

/// A schema of these keywords. A reference that stands alone is what it refers to, with a default beside it if it has
/// none itself.
pub(super) fn alone(mut entries: Vec<Entry>) -> Node {
    let is_alone = |entry: &Entry| entry.key == "$ref" && entry.spelled.is_none();
    match entries.as_slice() {
        [Entry { data: Data::Sub(Node::Named { .. }), .. }] if is_alone(&entries[0]) => {}
        [Entry { data: Data::Sub(Node::Keywords(inner)), .. }, rest @ ..]
            if is_alone(&entries[0])
                && rest.iter().all(|entry| entry.key == "default")
                && (rest.is_empty() || inner.iter().all(|entry| entry.key != "default")) => {}
        _ => return Node::Keywords(entries),
    }
    let rest = entries.split_off(1);
    match entries.pop().map(|entry| entry.data) {
        Some(Data::Sub(Node::Keywords(inner))) => {
            Node::Keywords(inner.into_iter().chain(rest).collect())
        }
        Some(Data::Sub(node)) => node,
        _ => Node::Keywords(rest),
    }
}

/// Whether a check refers to a schema with a default that may lead to itself, through whatever refers to it.
pub(super) fn leads_to_default(unit: &Unit, check: &Check) -> bool {
    let mut check = Some(check);
    for _ in 0..DEEPEST {
        let Some(Kind::Apply { sub: Sub::Call(id), .. }) = check.map(|check| &check.kind) else {
            return false;
        };
        let function = &unit.functions[*id];
        if function.recursive && function.body.default.is_some() {
            return true;
        }
        check = function.body.checks.first();
    }
    true
}
