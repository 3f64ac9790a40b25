//! Names that differ from each other: the one that is wanted, else with the first number that is free.

use std::collections::{BTreeMap, BTreeSet};

/// Names that are taken. The numbers of a name are counted on, so that a thousand of one name take no
/// longer each than two.
#[derive(Clone, Debug, Default)]
pub(crate) struct UniqueNames {
    taken: BTreeSet<String>,
    /// The number to try next, by name.
    next: BTreeMap<String, u64>,
}

impl UniqueNames {
    /// Takes `name`, or `name` with `joint` and a number behind it.
    pub(crate) fn take(&mut self, name: &str, joint: &str) -> String {
        self.take_as(name, name, joint, str::to_owned)
    }

    /// The same where `numbered` is what stands before the number, and names are equal whose `key` is.
    pub(crate) fn take_as(
        &mut self,
        name: &str,
        numbered: &str,
        joint: &str,
        key: impl Fn(&str) -> String,
    ) -> String {
        if self.taken.insert(key(name)) {
            return name.to_owned();
        }
        let next = self.next.entry(key(numbered) + joint).or_insert(2);
        loop {
            let free = format!("{numbered}{joint}{next}");
            *next += 1;
            if self.taken.insert(key(&free)) {
                return free;
            }
        }
    }

    /// All names that are taken, sorted.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.taken.iter().map(String::as_str)
    }

    /// Lets a name be taken again.
    pub(crate) fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }
}

impl Extend<String> for UniqueNames {
    fn extend<T: IntoIterator<Item = String>>(&mut self, names: T) {
        self.taken.extend(names);
    }
}

impl FromIterator<String> for UniqueNames {
    fn from_iter<T: IntoIterator<Item = String>>(names: T) -> UniqueNames {
        UniqueNames { taken: names.into_iter().collect(), next: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_around_names_that_are_taken() {
        let mut names: UniqueNames = ["A".to_owned(), "A3".to_owned()].into_iter().collect();
        let got: Vec<String> = (0..3).map(|_| names.take("A", "")).collect();
        assert_eq!(got, ["A2", "A4", "A5"]);
        assert_eq!(names.take("b", "_"), "b");
        assert_eq!(names.take_as("B", "B", "_", str::to_lowercase), "B_2");
    }
}
