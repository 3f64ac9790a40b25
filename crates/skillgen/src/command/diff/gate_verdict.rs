//! The gate's decision about a report, which begins it in every format.

use super::Results;
use super::against::Repository;
use super::pair::Pair;
use super::uncompared::Uncompared;
pub(super) use crate::wire::diff::Gate as GateVerdict;
use contract::Bump;

impl GateVerdict {
    /// The first word of a report.
    pub(super) fn word(self) -> &'static str {
        match self {
            GateVerdict::Passed => "passed",
            GateVerdict::Refused => "refused",
            GateVerdict::NotChecked => "not checked",
            GateVerdict::NotCompared => "not compared",
        }
    }

    /// The level whose colour is used.
    pub(super) fn level(self) -> Bump {
        match self {
            GateVerdict::Passed => Bump::Patch,
            GateVerdict::NotChecked => Bump::Minor,
            GateVerdict::Refused | GateVerdict::NotCompared => Bump::Major,
        }
    }

    /// The decision for a pair.
    pub(super) fn of_pair(pair: &Pair) -> GateVerdict {
        if !pair.failures.is_empty() {
            GateVerdict::Refused
        } else if pair.report.required_bump() > Bump::None && pair.is_unchecked() {
            GateVerdict::NotChecked
        } else {
            GateVerdict::Passed
        }
    }

    fn of_repository(repository: &Repository) -> GateVerdict {
        let verdicts = || repository.pairs.iter().map(GateVerdict::of_pair);
        if repository.uncompared.iter().any(Uncompared::is_open) {
            GateVerdict::NotCompared
        } else if !repository.all_failures().is_empty() {
            GateVerdict::Refused
        } else if verdicts().any(|verdict| verdict == GateVerdict::NotChecked) {
            GateVerdict::NotChecked
        } else {
            GateVerdict::Passed
        }
    }
}

impl Results {
    /// The decision for everything.
    pub(super) fn gate_verdict(&self) -> GateVerdict {
        match self {
            Results::One(pair) => GateVerdict::of_pair(pair),
            Results::Many(repository) => GateVerdict::of_repository(repository),
            Results::Nothing(_) => GateVerdict::NotCompared,
        }
    }

    /// The first line of a report: the gate's decision, and the required step.
    pub(super) fn headline(&self) -> String {
        let word = self.gate_verdict().word();
        match self {
            Results::One(pair) => format!("{word}: {}", super::words::verdict(pair)),
            // Without a complete comparison, the required version is not known.
            Results::Many(repository) if !self.is_whole() => {
                let compared = repository.bump_of_compared();
                let rest = (compared > Bump::None)
                    .then(|| format!("; the others: {}", super::words::needs(compared)));
                format!("{word}: {}{}", repository.counts(), rest.unwrap_or_default())
            }
            Results::Many(repository) => {
                format!("{word}: {}; {}", repository.verdict(), repository.counts())
            }
            Results::Nothing(_) => format!("{word}: 0 contracts compared"),
        }
    }
}
