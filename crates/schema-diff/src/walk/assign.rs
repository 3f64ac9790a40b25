//! The cheapest assignment of two lists, one to one: with a greedy choice, one bad pair displaces all
//! later ones.

/// The cost of a forbidden pair.
pub(super) const FORBIDDEN: u64 = 1 << 40;

/// The maximum number of pairs for the cheapest assignment; beyond it the order decides.
pub(super) const MAX_ASSIGNED: usize = 40_000;

/// The cost of each pair.
pub(super) struct Costs {
    rows: usize,
    columns: usize,
    costs: Vec<u64>,
}

impl Costs {
    /// All pairs are forbidden at first.
    pub(super) fn new(rows: usize, columns: usize) -> Costs {
        Costs { rows, columns, costs: vec![FORBIDDEN; rows * columns] }
    }

    pub(super) fn set(&mut self, row: usize, column: usize, cost: u64) {
        self.costs[row * self.columns + column] = cost;
    }

    /// The pairs of the cheapest assignment, as many as possible, by row. Kuhn's algorithm with potentials processes
    /// the entries of the shorter list one by one, so that one entry against thousands is cheap.
    pub(super) fn assign(&self) -> Vec<(usize, usize)> {
        let is_turned = self.rows > self.columns;
        let in_table =
            |short: usize, long: usize| if is_turned { (long, short) } else { (short, long) };
        let cost = |short: usize, long: usize| {
            let (row, column) = in_table(short, long);
            self.costs[row * self.columns + column]
        };
        let (shorts, longs) = (self.rows.min(self.columns), self.rows.max(self.columns));
        let taken_by = cheapest(shorts, longs, |short, long| i128::from(cost(short, long)));
        let taken = taken_by.into_iter().enumerate();
        let pairs = taken.filter_map(|(long, short)| Some((short?, long)));
        let allowed = pairs.filter(|(short, long)| cost(*short, *long) < FORBIDDEN);
        let mut pairs: Vec<_> = allowed.map(|(short, long)| in_table(short, long)).collect();
        pairs.sort_unstable();
        pairs
    }
}

/// The row of each column in the assignment with the least total cost; no more rows than columns.
fn cheapest(
    rows: usize,
    columns: usize,
    cost: impl Fn(usize, usize) -> i128,
) -> Vec<Option<usize>> {
    // Rows and columns count from 1; 0 means "none".
    let (mut of_rows, mut of_columns) = (vec![0i128; rows + 1], vec![0i128; columns + 1]);
    let mut taken_by = vec![0usize; columns + 1];
    for row in 1..=rows {
        taken_by[0] = row;
        let mut at = 0;
        let mut least = vec![i128::MAX; columns + 1];
        let mut before = vec![0usize; columns + 1];
        let mut is_used = vec![false; columns + 1];
        while taken_by[at] != 0 {
            is_used[at] = true;
            let from = taken_by[at];
            let (mut delta, mut next) = (i128::MAX, 0);
            for column in 1..=columns {
                if is_used[column] {
                    continue;
                }
                let reduced = cost(from - 1, column - 1) - of_rows[from] - of_columns[column];
                if reduced < least[column] {
                    (least[column], before[column]) = (reduced, at);
                }
                if least[column] < delta {
                    (delta, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if is_used[column] {
                    of_rows[taken_by[column]] += delta;
                    of_columns[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            at = next;
        }
        while at != 0 {
            taken_by[at] = taken_by[before[at]];
            at = before[at];
        }
    }
    taken_by[1..].iter().map(|row| row.checked_sub(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All assignments, for small lists.
    fn by_trial(costs: &[Vec<u64>], row: usize, taken: &mut Vec<bool>) -> (usize, u64) {
        if row == costs.len() {
            return (0, 0);
        }
        let (unpaired, without) = by_trial(costs, row + 1, taken);
        let mut best = (unpaired + 1, without);
        for column in 0..taken.len() {
            if taken[column] || costs[row][column] == FORBIDDEN {
                continue;
            }
            taken[column] = true;
            let (unpaired, sum) = by_trial(costs, row + 1, taken);
            taken[column] = false;
            best = best.min((unpaired, sum + costs[row][column]));
        }
        best
    }

    #[test]
    fn the_assignment_is_the_cheapest_of_all() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..500 {
            let (rows, columns) = (1 + next(4) as usize, 1 + next(5) as usize);
            let mut costs = Costs::new(rows, columns);
            let mut table = vec![vec![FORBIDDEN; columns]; rows];
            for (row, line) in table.iter_mut().enumerate() {
                for (column, cell) in line.iter_mut().enumerate() {
                    if next(4) != 0 {
                        *cell = next(20);
                        costs.set(row, column, *cell);
                    }
                }
            }
            let found = costs.assign();
            let sum: u64 = found.iter().map(|(row, column)| table[*row][*column]).sum();
            assert_eq!(
                by_trial(&table, 0, &mut vec![false; columns]),
                (rows - found.len(), sum),
                "{table:?}"
            );
        }
    }
}
