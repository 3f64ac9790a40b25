//! Whether a migrated text reads as the script that it was made from: node by node, with nothing but what was put in.
//!
//! The bytes outside of the edits are the same in both texts. So where both readings have the same nodes in the same order, each
//! from and to the places that the edits moved it to, every command, word, redirection and here-document is what it was.

use std::cell::Cell;

use crate::edit::Edit;
use crate::edit::{CONSUMER, CONSUMER_TEXT};
use crate::envelope::begins_with_say;
use crate::syntax::{Kind, Node, Tree};

/// An edit in the migrated text: the place of the insertion, and what it must parse as.
struct Put {
    start: usize,
    end: usize,
    /// The nodes that it must produce, in order; a word or a redirection precedes a command's name.
    nodes: &'static [Kind],
    /// It must be a comment.
    comment: bool,
}

/// The place in the original text from which the migrated one parses differently; `None` if there is none.
///
/// `edits` are those of [`crate::edit::apply_short`], sorted by place.
pub(crate) fn differs(before: &Tree, after: &Tree, edits: &[Edit]) -> Option<usize> {
    let moved = Moved::of(edits);
    let mut pairs: Vec<u32> = Vec::with_capacity(before.nodes.len() + 1);
    let mut put = vec![0; moved.puts.len()];
    let mut new = 0u32;
    // `next` is the next node of the original.
    let mut own = |index: u32, next: usize| -> bool {
        let node = after.nodes[index as usize];
        let Some(which) = moved.holder(&node) else { return false };
        let nodes = moved.puts[which].nodes;
        let expected = nodes.get(put[which]) == Some(&node.kind);
        put[which] += 1;
        let fits = match nodes[0] {
            Kind::Item => true,
            Kind::Assign => begins_command(before, next),
            _ => names_command(before, next),
        };
        expected && fits
    };
    for old in &before.nodes {
        while !after.nodes.get(new as usize).is_some_and(|node| moved.same(old, node)) {
            if new as usize >= after.nodes.len() || !own(new, pairs.len()) {
                return Some(old.start as usize);
            }
            new += 1;
        }
        pairs.push(new);
        new += 1;
    }
    let end = before.nodes.first().map_or(0, |root| root.end as usize);
    while (new as usize) < after.nodes.len() {
        if !own(new, pairs.len()) {
            return Some(end);
        }
        new += 1;
    }
    pairs.push(new);
    let whole = |(count, put): (&usize, &Put)| {
        *count == put.nodes.len()
            && (!put.comment
                || u32::try_from(put.start + 1)
                    .is_ok_and(|at| after.comments.binary_search(&at).is_ok()))
    };
    if let Some(missing) = put.iter().zip(&moved.puts).position(|pair| !whole(pair)) {
        return edits.get(missing).map(|edit| edit.at);
    }
    nested(before, after, &pairs).map(|old| before.nodes[old].start as usize)
}

/// Whether this node is the first one in a simple command.
fn begins_command(tree: &Tree, index: usize) -> bool {
    index.checked_sub(1).is_some_and(|holder| tree.nodes[holder].kind == Kind::Simple)
}

/// Whether this node is the first word of a simple command.
fn names_command(tree: &Tree, index: usize) -> bool {
    let Some(node) = tree.nodes.get(index) else { return false };
    let holds = |other: &usize| tree.nodes[*other].next as usize > index;
    let Some(holder) = (0..index).rev().find(holds) else { return false };
    let mut at = holder + 1;
    while at < index && tree.nodes[at].kind != Kind::Word {
        at = tree.nodes[at].next as usize;
    }
    at == index && node.kind == Kind::Word && tree.nodes[holder].kind == Kind::Simple
}

/// Whether each node contains what it did before. Returns the first one that doesn't.
fn nested(before: &Tree, after: &Tree, pairs: &[u32]) -> Option<usize> {
    let next = |old: &Node| old.next as usize;
    let holds = before.nodes.iter().zip(pairs).position(|(old, new)| {
        let end = after.nodes[*new as usize].next;
        !(pairs[next(old) - 1] < end && end <= pairs[next(old)])
    });
    let bodies = before
        .bodies()
        .iter()
        .zip(after.bodies())
        .find(|(old, new)| (pairs[old.0 as usize], pairs[old.1 as usize]) != **new);
    let all = before.bodies().len() == after.bodies().len();
    holds.or(bodies.map(|(old, _)| old.0 as usize)).or((!all).then_some(0))
}

/// The displacement of the text by the edits.
struct Moved {
    /// Places of the edits in the original text.
    places: Vec<usize>,
    /// The displacement of the text after each edit.
    by: Vec<isize>,
    puts: Vec<Put>,
    /// The edits around the last place, and its displacement, because the next place is usually there, too.
    near: Cell<(usize, usize, isize)>,
}

impl Moved {
    fn of(edits: &[Edit]) -> Self {
        let mut moved = Self {
            places: Vec::new(),
            by: Vec::new(),
            puts: Vec::new(),
            near: Cell::new((0, 0, 0)),
        };
        let mut by = 0isize;
        for edit in edits {
            let length = edit.short().len();
            let start = edit.at.saturating_add_signed(by);
            by += length.cast_signed() - edit.len.cast_signed();
            let (nodes, comment) = if edit.quoted { (&[][..], false) } else { expected(edit) };
            moved.places.push(edit.at + edit.len);
            moved.by.push(by);
            moved.puts.push(Put { start, end: start + length, nodes, comment });
        }
        moved
    }

    /// Whether a place is where the edits moved it: before the insertion, after it, or between.
    #[inline]
    fn fits(&self, old: u32, new: u32) -> bool {
        let (from, to, by) = self.near.get();
        let place = old as usize;
        if from < place && place < to {
            return place.saturating_add_signed(by) == new as usize;
        }
        self.fits_far(place, new as usize)
    }

    /// A place at an edit, or far from the last one.
    fn fits_far(&self, place: usize, new: usize) -> bool {
        let places = &self.places;
        let by = |count: usize| count.checked_sub(1).map_or(0, |last| self.by[last]);
        let first = places.partition_point(|at| *at < place);
        let next = places.get(first).copied().unwrap_or(usize::MAX);
        if let Some(last) = first.checked_sub(1).filter(|_| next > place) {
            self.near.set((places[last], next, by(first)));
        }
        let last = first + places[first..].iter().take_while(|at| **at == place).count();
        let (low, high) = (place.saturating_add_signed(by(first)), by(last));
        (low..=place.saturating_add_signed(high)).contains(&new)
    }

    fn same(&self, old: &Node, new: &Node) -> bool {
        old.kind == new.kind
            && old.flag == new.flag
            && self.fits(old.start, new.start)
            && self.fits(old.end, new.end)
    }

    /// The edit that inserted this node.
    fn holder(&self, node: &Node) -> Option<usize> {
        let (start, end) = (node.start as usize, node.end as usize);
        let index = self.puts.partition_point(|put| put.start <= start).checked_sub(1)?;
        (end <= self.puts[index].end).then_some(index)
    }
}

/// What an edit must parse as.
fn expected(edit: &Edit) -> (&'static [Kind], bool) {
    use Kind::{Assign, Item, Pipeline, Redirect, Simple, Word};
    match &*edit.pattern {
        "envelope" => (&[Item, Pipeline, Simple, Word], false),
        "legacy" => (&[], true),
        "background" if edit.text.starts_with(" exec ") => {
            (&[Item, Pipeline, Simple, Word, Redirect, Word], false)
        }
        "background" if edit.text.strip_prefix(' ').is_some_and(begins_with_say) => {
            (&[Item, Pipeline, Simple, Word, Word], false)
        }
        "background" if begins_with_say(&edit.text) => (&[Word, Word], false),
        "background" => (&[Redirect, Word], false),
        "own text" if edit.text.starts_with("__") => (&[Word], false),
        CONSUMER => (&[Assign], false),
        CONSUMER_TEXT => (&[], false),
        // Before a word, as a part of it.
        _ if &*edit.text == "__skill_" => (&[], false),
        _ => (&[Word, Word], false),
    }
}

#[cfg(test)]
mod tests {
    use super::differs;
    use crate::edit::{Edit, apply_short};
    use crate::syntax::parse;

    /// The result of parsing a text again, with these insertions.
    fn after(text: &str, puts: &[(&str, &str, &str)]) -> Option<usize> {
        let edit = |(before, put, pattern): &(&str, &str, &str)| {
            let at = text.find(before).expect("it stands there");
            Edit::put(at, *put, 1, (*pattern).to_owned())
        };
        let edits: Vec<Edit> = puts.iter().map(edit).collect();
        let before = parse(text.as_bytes()).expect("a script");
        let changed = apply_short(text.as_bytes(), &edits);
        parse(&changed).map_or(Some(0), |after| differs(&before, &after, &edits))
    }

    #[test]
    fn what_was_put_in_is_found() {
        let text = "f() { echo a; }\ntrap f EXIT\n(b) &\nif c; then echo d; fi\ncat <<E\n$(e)\nE\n";
        let puts = [
            ("f()", "__skill; ", "envelope"),
            ("echo a", "__skill_say status ", "status"),
            ("trap", "__skill_", "trap"),
            ("b)", " skill_say background;", "background"),
            ("c; then", "9>&- ", "background"),
            ("echo d", "__skill_say error,metric ", "error,metric"),
            ("\ncat", " # LEGACY (replaced with JSON): echo 'd", "legacy"),
            ("cat", "__skill_read ", "own text"),
        ];
        assert_eq!(after(text, &puts), None);
        for put in puts {
            assert_eq!(after(text, &[put]), None, "{put:?}");
        }
    }

    #[test]
    fn what_reads_as_something_else_is_told() {
        let say = "__skill_say status ";
        for (text, put) in [
            ("echo 'a\nb'", ("b'", say, "status")),
            ("cat <<E\nb\nE\n", ("b\n", say, "status")),
            ("echo a b", ("b", say, "status")),
            ("echo a # b", ("b", say, "status")),
            ("echo a", ("echo", "__skill_say ", "status")),
            ("echo a", ("echo", "__skill_say x y ", "status")),
            ("echo a", ("echo", "__skill_say x; ", "status")),
            ("trap a EXIT", ("trap", "__skill_ ", "trap")),
            ("echo 'a\nb'", ("\nb", " # c", "legacy")),
            ("cat <<E\na\nE\n", ("\nE\n", " # c", "legacy")),
            ("echo a\\\n b", ("\\\n", " # c", "legacy")),
            ("echo a b", (" b", " # c", "legacy")),
            ("echo a\nb", ("\nb", " #' c", "background")),
            ("a & b", ("a", "9>&-; ", "background")),
            ("(a) &", ("a)", " exec 9>&-", "background")),
            ("(a) &", ("a)", " skill_say background", "background")),
            ("a; b", ("b", "! ", "exec")),
            ("a; b", ("; b", " &", "trap")),
        ] {
            assert!(after(text, &[put]).is_some(), "{text}: {put:?}");
        }
    }
}
