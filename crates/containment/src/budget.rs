//! The limits of a question. Steps are counted, so the same question ends at the same point on every
//! machine; the caller's limit may end it sooner. An exhausted budget is an answer ("unknown").

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// The number of steps between two checks of the caller's limit.
const STEPS_BETWEEN_LOOKS: u64 = 64;

/// The number of ticks that count as one step.
const TICKS: u64 = 256;
const STEPS_OF_TICKS: u64 = 16;

/// Why a question has no answer: its steps are exhausted.
pub(crate) const OUT_OF_STEPS: &str = "not decided within the step limit";
/// Why a question has no answer: its time limit passed.
pub const OUT_OF_TIME: &str = "not decided in time";

/// Returns whether this percentage of the caller's limit is used up.
pub type Alarm = Box<dyn Fn(u32) -> bool + Send + Sync>;

/// A limit that the caller sets for each comparison, usually by a clock, which engines don't read.
#[derive(Clone, Default)]
pub struct Ceiling(Option<Arc<dyn Fn() -> Alarm + Send + Sync>>);

impl Ceiling {
    /// A limit that `start` begins with a comparison.
    #[must_use]
    pub fn new(start: impl Fn() -> Alarm + Send + Sync + 'static) -> Self {
        Ceiling(Some(Arc::new(start)))
    }

    /// Begins counting for one comparison.
    pub fn start(&self) -> Rc<Watch> {
        let alarm = self.0.as_ref().map(|start| Rc::new(start()));
        Rc::new(Watch { alarm, percent: 100, reached: OnceCell::new() })
    }
}

impl fmt::Debug for Ceiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Ceiling(set)" } else { "Ceiling(none)" })
    }
}

/// The limit of a running comparison, or of its first part.
pub struct Watch {
    alarm: Option<Rc<Alarm>>,
    percent: u32,
    reached: OnceCell<()>,
}

impl Watch {
    /// The limit of the first part, which reserves time for the rest.
    pub fn first(&self, percent: u32) -> Rc<Watch> {
        Rc::new(Watch { alarm: self.alarm.clone(), percent, reached: OnceCell::new() })
    }

    /// Whether the limit is reached.
    pub(crate) fn is_over(&self) -> bool {
        if !self.was_reached() && self.alarm.as_ref().is_some_and(|alarm| alarm(self.percent)) {
            // The cell is empty, as was just seen.
            let _ = self.reached.set(());
        }
        self.was_reached()
    }

    /// Whether the limit has ended anything.
    pub(crate) fn was_reached(&self) -> bool {
        self.reached.get().is_some()
    }
}

/// The budget of one question. Clones share it.
#[derive(Clone)]
pub struct Budget(Rc<Allowance>);

struct Allowance {
    left: Cell<u64>,
    ticks: Cell<u64>,
    since_look: Cell<u64>,
    /// The budget that also pays.
    whole: Option<Budget>,
    watch: Rc<Watch>,
    /// Whether the whole already checks the same limit.
    is_watched: bool,
}

impl Budget {
    /// A budget of this many steps, without a caller's limit.
    #[must_use]
    pub fn new(steps: u64) -> Self {
        Self::under(steps, &Ceiling::default().start())
    }

    /// A budget of this many steps with a caller's limit.
    pub fn under(steps: u64, watch: &Rc<Watch>) -> Self {
        Self::made(steps, None, watch, false)
    }

    /// At most this many of the remaining steps; used steps are also subtracted here.
    pub fn part(&self, steps: u64) -> Self {
        Self::made(steps.min(self.left()), Some(self.clone()), &self.0.watch, true)
    }

    /// Like [`Budget::share`], until this percentage of the caller's time is used up.
    pub fn first(&self, numerator: u64, denominator: u64, percent: u32) -> Self {
        let steps = self.left() / denominator.max(1) * numerator;
        Self::made(steps, Some(self.clone()), &self.0.watch.first(percent), false)
    }

    /// A share of the remaining steps.
    pub fn share(&self, numerator: u64, denominator: u64) -> Self {
        self.part(self.left() / denominator.max(1) * numerator)
    }

    fn made(steps: u64, whole: Option<Budget>, watch: &Rc<Watch>, is_watched: bool) -> Self {
        Budget(Rc::new(Allowance {
            left: Cell::new(steps),
            ticks: Cell::new(0),
            since_look: Cell::new(0),
            whole,
            watch: Rc::clone(watch),
            is_watched,
        }))
    }

    /// Uses steps; false if there are none left, and from then on.
    pub fn spend(&self, steps: u64) -> bool {
        let Allowance { left, since_look, whole, watch, is_watched, .. } = &*self.0;
        left.set(left.get().saturating_sub(steps));
        let is_paid = whole.as_ref().is_none_or(|whole| whole.spend(steps));
        if !is_watched {
            let since = since_look.get().saturating_add(steps.max(1));
            since_look.set(since % STEPS_BETWEEN_LOOKS);
            if since >= STEPS_BETWEEN_LOOKS && watch.is_over() {
                left.set(0);
            }
        }
        is_paid && left.get() > 0
    }

    /// Counts work below a step; false as with `spend`.
    pub(crate) fn tick(&self) -> bool {
        let ticks = self.0.ticks.get() + 1;
        self.0.ticks.set(ticks % TICKS);
        if ticks == TICKS { self.spend(STEPS_OF_TICKS) } else { self.left() > 0 }
    }

    /// The remaining steps.
    #[must_use]
    pub fn left(&self) -> u64 {
        let most = self.0.whole.as_ref().map_or(u64::MAX, Budget::left);
        self.0.left.get().min(most)
    }

    /// Whether the limit has ended anything.
    pub fn was_cut(&self) -> bool {
        self.0.watch.was_reached()
    }

    /// Why an exhausted question has no answer.
    pub fn reason(&self) -> &'static str {
        if self.was_cut() { OUT_OF_TIME } else { OUT_OF_STEPS }
    }
}
