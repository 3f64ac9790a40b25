//! What git unpacks for a file that is stored as a delta: each object of the chain below it. A few kilobytes of a
//! pack can be a chain of gigabytes, so the sizes are added up before git is asked for the bytes.

use std::collections::BTreeMap;

use super::objects::Entry;

/// What git may unpack for one object, in multiples of its size: git makes chains of at most 50 objects of similar sizes.
const FACTOR: u64 = 64;
/// A size that smaller objects are taken for.
const SMALL: u64 = 64 << 10;
/// What git may unpack beyond that, for all objects together.
const IN_ALL: u64 = 1 << 30;
/// What an object of a chain counts beyond its size.
const PER_OBJECT: u64 = 16 << 10;
/// The longest chain that git itself makes on request (`pack.depth`).
const LONGEST: usize = 4095;

/// The sizes of the chains that were looked at, and what is left of the limit.
#[derive(Debug)]
pub(super) struct Unpacking {
    /// The bytes and objects of the chain of each object, itself included.
    chains: BTreeMap<String, (u64, usize)>,
    left: u64,
}

impl Default for Unpacking {
    fn default() -> Unpacking {
        Unpacking { chains: BTreeMap::new(), left: IN_ALL }
    }
}

impl Unpacking {
    /// Whether git may unpack the object; if so, its chain counts. `entry_of` returns the entry of a base.
    pub(super) fn take(
        &mut self,
        object: &Entry,
        entry_of: &mut dyn FnMut(&str) -> Option<Entry>,
    ) -> bool {
        let free = FACTOR * object.size.max(SMALL);
        let most = free.saturating_add(self.left);
        let mut chain = vec![object.clone()];
        let mut sum = cost(object);
        let (mut bytes, mut objects) = (0, 0);
        while let Some(base) = chain.last().and_then(|last| last.base.clone()) {
            if let Some(known) = self.chains.get(&base) {
                (bytes, objects) = *known;
                break;
            }
            // A base that is missing takes nothing.
            let Some(entry) = entry_of(&base) else { break };
            sum = sum.saturating_add(cost(&entry));
            if sum > most || chain.len() > LONGEST {
                return false;
            }
            chain.push(entry);
        }
        for entry in chain.iter().rev() {
            bytes = cost(entry).saturating_add(bytes);
            objects += 1;
            self.chains.insert(entry.id.clone(), (bytes, objects));
        }
        if bytes > most || objects > LONGEST {
            return false;
        }
        self.left -= bytes.saturating_sub(free);
        true
    }
}

fn cost(entry: &Entry) -> u64 {
    entry.size.saturating_add(PER_OBJECT)
}

#[cfg(test)]
mod tests {
    use super::{Entry, IN_ALL, Unpacking};

    fn entry(id: &str, size: u64, base: Option<&str>) -> Entry {
        Entry { id: id.to_owned(), kind: None, size, base: base.map(str::to_owned) }
    }

    #[test]
    fn small_deltas_of_huge_objects_are_limited_together() {
        let mut unpacking = Unpacking::default();
        let mut allowed = 0;
        for n in 0..30 {
            let small = entry(&format!("a{n}"), 100, Some(&format!("b{n}")));
            let huge = entry(&format!("b{n}"), 450 << 20, None);
            allowed += usize::from(unpacking.take(&small, &mut |_| Some(huge.clone())));
        }
        assert_eq!(allowed, 2);
        // Nor is one that shares its base with an object that was read.
        let again = entry("c", 100, Some("b0"));
        assert!(!unpacking.take(&again, &mut |_| None));
        assert!(unpacking.take(&entry("d", 20 << 20, None), &mut |_| None));
    }

    #[test]
    fn chains_as_git_makes_them_are_free() {
        let mut unpacking = Unpacking::default();
        let of = |id: &str| -> Entry {
            let n: u64 = id.parse().unwrap();
            let base = (!n.is_multiple_of(50)).then(|| (n - 1).to_string());
            entry(id, 300_000 + n, base.as_deref())
        };
        for n in 0..2000 {
            assert!(unpacking.take(&of(&n.to_string()), &mut |id| Some(of(id))), "{n}");
        }
        assert_eq!(unpacking.left, IN_ALL);
    }

    #[test]
    fn chains_without_an_end_are_refused() {
        let mut unpacking = Unpacking::default();
        let of = |id: &str| {
            let next = id.parse::<u64>().unwrap() + 1;
            entry(id, 1, Some(&next.to_string()))
        };
        assert!(!unpacking.take(&of("0"), &mut |id| Some(of(id))));
        // Each object is its own base.
        assert!(!unpacking.take(&entry("1", 1, Some("1")), &mut |_| Some(entry(
            "1",
            1,
            Some("1")
        ))));
    }
}
