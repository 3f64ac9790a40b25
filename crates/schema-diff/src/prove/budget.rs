//! What a question may cost: steps, time, memory. Running out is an answer ("unknown"), never a hang.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Steps that a question may take, so that it ends also where the clock stands still.
const MAX_STEPS: u64 = 2_000_000;

/// Ticks from one look at the clock to the next, and the steps that they count as.
const TICKS: u64 = 256;
const STEPS_OF_TICKS: u64 = 16;

/// The allowance of one question. The clock is read only to give up, never for an answer.
#[derive(Debug, Clone)]
pub struct Budget {
    end: Option<Instant>,
    steps: Cell<u64>,
    ticks: Cell<u64>,
    spent: Cell<bool>,
}

impl Budget {
    /// An allowance that ends after `time`.
    #[must_use]
    pub fn new(time: Duration) -> Self {
        Budget {
            end: Instant::now().checked_add(time),
            steps: Cell::new(MAX_STEPS),
            ticks: Cell::new(0),
            spent: Cell::new(false),
        }
    }

    /// The same with so many steps at most.
    #[must_use]
    pub(crate) fn of_steps(self, steps: u64) -> Self {
        self.steps.set(steps);
        self
    }

    /// Takes steps; false if there are none left, and from then on.
    pub(crate) fn spend(&self, steps: u64) -> bool {
        if self.spent.get() {
            return false;
        }
        let left = self.steps.get().saturating_sub(steps);
        self.steps.set(left);
        let late = steps > 0 && self.end.is_some_and(|end| Instant::now() >= end);
        if left == 0 || late {
            self.spent.set(true);
        }
        !self.spent.get()
    }

    /// Counts what is too quick to be a step, or to ask the clock each time; false as with `spend`.
    pub(crate) fn tick(&self) -> bool {
        let ticks = self.ticks.get() + 1;
        self.ticks.set(ticks % TICKS);
        if ticks == TICKS { self.spend(STEPS_OF_TICKS) } else { !self.spent.get() }
    }

    /// Time that is left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }
}
