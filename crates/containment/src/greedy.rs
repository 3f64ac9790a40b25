//! Many choices at once: among choices that don't depend on each other, one alternative of each is usually an instance.

use crate::form::Form;
use crate::solve::{Answer, Literal, Solver};
use crate::state::{LOOK, State};

/// So many choices are first tried all at once.
pub(crate) const MANY_CHOICES: usize = 16;

impl Solver {
    /// Tries one alternative of each choice, without coming back to another: among many choices that don't depend on each
    /// other, choosing one by one would look at all the others each time.
    pub(crate) fn greedy(&mut self, state: &State) -> Option<Answer> {
        let before = self.why.clone();
        let mut next = state.clone();
        while let Some(choice) = next.choices.pop() {
            if !self.budget.spend(1) {
                return None;
            }
            let mut picked: Option<&Vec<Literal>> = None;
            let mut is_met = false;
            for alternative in &choice {
                let mut holds = Some(true);
                for (id, wanted) in alternative {
                    match self.truth(&next, *id, LOOK) {
                        Some(known) if known != *wanted => {
                            holds = Some(false);
                            break;
                        }
                        Some(_) => {}
                        None => holds = None,
                    }
                }
                is_met = holds == Some(true);
                if is_met {
                    break;
                }
                // An absent property makes the smallest document.
                let is_absence = matches!(alternative[..], [(id, false)]
                    if matches!(self.arena.get(id), Form::Present(_)));
                if holds.is_none() && (picked.is_none() || is_absence) {
                    picked = Some(alternative);
                }
            }
            if is_met {
                continue;
            }
            let is_possible = self.assert(&mut next, picked?.clone());
            if !is_possible || next.values.is_some() || !next.exclusive.is_empty() {
                return None;
            }
        }
        let answer = self.leaves(&next);
        if matches!(answer, Answer::Found(_)) {
            return Some(answer);
        }
        self.why = before;
        None
    }
}
