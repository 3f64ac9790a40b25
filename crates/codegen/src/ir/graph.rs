//! Finds recursive functions: by calls on a part of the instance (their depth is the instance's, so
//! calls must guard the stack) or on the instance itself (they never end, and are rejected).

use super::{Block, Function, FunctionId, Kind, Sub};

/// The calls of a block; `true` if the callee applies to the same instance.
pub(super) fn calls(block: &Block) -> Vec<(FunctionId, bool)> {
    let mut found = Vec::new();
    collect(block, true, &mut found);
    found
}

fn collect(block: &Block, here: bool, found: &mut Vec<(FunctionId, bool)>) {
    for check in &block.checks {
        subs(&check.kind, &mut |sub, in_place| match sub {
            Sub::Call(id) => found.push((*id, here && in_place)),
            Sub::Block(inner) => collect(inner, here && in_place, found),
            Sub::Always | Sub::Never => {}
        });
    }
}

impl Kind {
    /// Visits the direct subschemas.
    pub(crate) fn subs<'k>(&'k self, visit: &mut dyn FnMut(&'k Sub)) {
        subs(self, &mut |sub, _| visit(sub));
    }
}

/// Visits the direct subschemas of a check; `true` if they apply to the same instance.
pub(super) fn subs<'k>(kind: &'k Kind, visit: &mut dyn FnMut(&'k Sub, bool)) {
    match kind {
        Kind::PrefixItems(list) => list.iter().for_each(|sub| visit(sub, false)),
        Kind::Items { sub, .. }
        | Kind::Contains { sub, .. }
        | Kind::UnevaluatedItems(sub)
        | Kind::PatternProperties(_, sub)
        | Kind::AdditionalProperties { sub, .. }
        | Kind::PropertyNames(sub)
        | Kind::UnevaluatedProperties(sub) => visit(sub, false),
        Kind::Properties(list) => list.iter().for_each(|(_, sub)| visit(sub, false)),
        Kind::Apply { sub, .. } | Kind::Not(sub) => visit(sub, true),
        Kind::AnyOf(list) | Kind::OneOf(list) => list.iter().for_each(|sub| visit(sub, true)),
        Kind::If { test, then, other } => {
            [test, then, other].into_iter().for_each(|sub| visit(sub, true))
        }
        Kind::DependentSchemas(list) => list.iter().for_each(|(_, sub)| visit(sub, true)),
        _ => {}
    }
}

/// Marks recursive functions; returns the first one that reaches itself on the same instance, if
/// any.
pub(super) fn mark(functions: &mut [Function]) -> Option<FunctionId> {
    let edges: Vec<Vec<(FunctionId, bool)>> =
        functions.iter().map(|function| calls(&function.body)).collect();
    let all = components(&edges, |_| true);
    let in_place = components(&edges, |in_place| in_place);
    for (id, function) in functions.iter_mut().enumerate() {
        function.recursive = all[id];
    }
    in_place.iter().position(|cyclic| *cyclic)
}

/// The maximum length of a chain of calls between functions that are not recursive.
pub(super) fn longest_chain(functions: &[Function]) -> usize {
    let mut known: Vec<Option<usize>> = vec![None; functions.len()];
    let mut open: Vec<FunctionId> = (0..functions.len()).collect();
    while let Some(id) = open.last().copied() {
        let callees: Vec<FunctionId> = calls(&functions[id].body)
            .into_iter()
            .map(|(callee, _)| callee)
            .filter(|callee| !functions[*callee].recursive && *callee != id)
            .collect();
        let unknown: Vec<FunctionId> =
            callees.iter().copied().filter(|callee| known[*callee].is_none()).collect();
        if known[id].is_none() && !unknown.is_empty() {
            open.extend(unknown);
            continue;
        }
        known[id] = Some(1 + callees.iter().filter_map(|callee| known[*callee]).max().unwrap_or(0));
        open.pop();
    }
    known.into_iter().flatten().max().unwrap_or(0)
}

/// For each function, whether it is on a cycle of the edges that `keep` accepts (Tarjan, iterative).
fn components(edges: &[Vec<(FunctionId, bool)>], keep: impl Fn(bool) -> bool) -> Vec<bool> {
    const NONE: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![NONE; count], vec![0; count]);
    let (mut on_stack, mut cyclic) = (vec![false; count], vec![false; count]);
    let (mut stack, mut next) = (Vec::new(), 0);
    for start in 0..count {
        let mut work = vec![(start, 0_usize)];
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                if index[node] != NONE {
                    continue;
                }
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            let targets = edges[node].iter().filter(|(_, in_place)| keep(*in_place));
            let Some((target, _)) = targets.clone().nth(edge) else {
                if low[node] == index[node] {
                    let mut members = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member] = false;
                        members.push(member);
                        if member == node {
                            break;
                        }
                    }
                    let own = targets.clone().any(|(target, _)| *target == node);
                    for member in &members {
                        cyclic[*member] = members.len() > 1 || own;
                    }
                }
                if let Some((parent, _)) = work.last() {
                    low[*parent] = low[*parent].min(low[node]);
                }
                continue;
            };
            work.push((node, edge + 1));
            if index[*target] == NONE {
                work.push((*target, 0));
            } else if on_stack[*target] {
                low[node] = low[node].min(index[*target]);
            }
        }
    }
    cyclic
}
