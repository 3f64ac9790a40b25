//! What of a report is printed: `--level`, `--max` and `--summary`. The verdict and the exit code are always
//! those of the whole; JSON, SARIF and JUnit keep every finding.

use contract::Bump;
use schema_diff::Group;

use super::pair::Pair;

/// What is printed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Selection {
    /// Changes of this level and above.
    pub(super) level: Bump,
    /// So many of them, those that matter most.
    pub(super) max: Option<usize>,
    /// Only what is on top.
    pub(super) summary: bool,
    /// The files that are no contracts by name.
    pub(super) names_left_out: bool,
}

impl Selection {
    /// The changes that are printed, those that matter most first.
    pub(super) fn of(&self, pair: &Pair) -> Vec<usize> {
        let digest = &pair.digest;
        let fits = |at: &usize| {
            let entry = &digest.entries[*at];
            entry.level() >= self.level && !pair.is_told_elsewhere(entry.main)
        };
        (0..digest.entries.len()).filter(fits).take(self.max.unwrap_or(usize::MAX)).collect()
    }

    /// The groups with what is printed of them.
    pub(super) fn groups<'p>(&self, pair: &'p Pair) -> Vec<(&'p Group, Vec<usize>)> {
        let shown = self.of(pair);
        let of = |group: &'p Group| {
            let entries: Vec<usize> =
                group.entries.iter().copied().filter(|at| shown.contains(at)).collect();
            (!entries.is_empty()).then_some((group, entries))
        };
        pair.digest.groups.iter().filter_map(of).collect()
    }

    /// What is left out and by which option, where something is.
    pub(super) fn left_out(&self, pair: &Pair) -> Option<String> {
        let entries = &pair.digest.entries;
        let own = entries.iter().filter(|entry| !pair.is_told_elsewhere(entry.main)).count();
        let left = own - self.of(pair).len();
        let options = [
            (self.level > Bump::None).then(|| format!("--level {}", self.level)),
            self.max.map(|max| format!("--max {max}")),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        (left > 0).then(|| {
            let count = super::words::plural(left, "more change");
            format!("{count} not shown ({})", options.join(" "))
        })
    }
}
