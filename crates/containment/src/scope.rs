//! `unevaluatedProperties` and `unevaluatedItems`: for each combination of accepting subschemas, the
//! evaluated parts are known, and the keyword then means "all other members" or "all other items".

use crate::form::{Form, Guard, Id, Kind, MatchedNames, Scope};
use crate::solve::{Literal, Solver};

/// The maximum number of cases.
const MAX_CASES: usize = 256;
const MAX_DEPTH: usize = 60;

/// One case: the accepting and rejecting subschemas, and the evaluated parts.
#[derive(Debug, Clone, Default)]
struct Case {
    literals: Vec<Literal>,
    known: MatchedNames,
    all_properties: bool,
    prefix: u64,
    all_items: bool,
    contains: Vec<Id>,
}

impl Case {
    fn agrees(&self, literal: Literal) -> bool {
        !self.literals.contains(&(literal.0, !literal.1))
    }

    fn with(&self, other: &Case) -> Option<Case> {
        if !other.literals.iter().all(|literal| self.agrees(*literal)) {
            return None;
        }
        let mut both = self.clone();
        for literal in &other.literals {
            if !both.literals.contains(literal) {
                both.literals.push(*literal);
            }
        }
        both.known.names.extend(other.known.names.iter().cloned());
        both.known.patterns.extend(other.known.patterns.iter().copied());
        both.all_properties |= other.all_properties;
        both.prefix = both.prefix.max(other.prefix);
        both.all_items |= other.all_items;
        both.contains.extend(other.contains.iter().copied());
        Some(both)
    }
}

impl Solver {
    /// The alternatives in which the scope holds, or doesn't.
    pub(crate) fn scope_cases(
        &mut self,
        body: Id,
        scope: &Scope,
        kind: Kind,
        wanted: bool,
    ) -> Vec<Vec<Literal>> {
        let rest = if kind == Kind::Object { scope.properties } else { scope.items };
        let Some(rest) = rest else { return vec![vec![(body, wanted)]] };
        let Some(cases) = self.cases(scope.track, kind, 0) else {
            let opaque = self.arena.add(Form::Opaque(kind, "too many cases of evaluation".into()));
            return if wanted {
                vec![vec![(body, true), (opaque, true)]]
            } else {
                vec![vec![(body, false)], vec![(body, true), (opaque, false)]]
            };
        };
        let mut out = Vec::new();
        if !wanted {
            out.push(vec![(body, false)]);
        }
        for case in cases {
            let mut literals = case.literals.clone();
            literals.push((body, true));
            let all = if kind == Kind::Object { case.all_properties } else { case.all_items };
            let left = if all {
                self.arena.add(Form::True)
            } else if kind == Kind::Object {
                self.arena.add(Form::Additional(case.known, rest))
            } else {
                let mut either = case.contains.clone();
                either.push(rest);
                let either = self.arena.add(Form::Any(either));
                self.arena.add(Form::Rest(case.prefix, either))
            };
            literals.push((left, wanted));
            out.push(literals);
        }
        out
    }

    fn cases(&mut self, track: usize, kind: Kind, depth: usize) -> Option<Vec<Case>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let track = self.arena.tracks.get(track)?.clone();
        let mut cases = vec![Case {
            literals: Vec::new(),
            known: track.known.clone(),
            all_properties: track.all_properties,
            prefix: track.prefix,
            all_items: track.all_items,
            contains: track.contains.clone(),
        }];
        for (guard, inner) in &track.inner {
            if !self.marks(*inner, kind, 0)? {
                continue;
            }
            let inner = self.cases(*inner, kind, depth + 1)?;
            let mut options = Vec::new();
            let (id, sign) = match guard {
                Guard::Always => (None, true),
                Guard::When(id) => (Some(*id), true),
                Guard::Unless(id) => (Some(*id), false),
            };
            if let Some(id) = id {
                options.push(Case { literals: vec![(id, !sign)], ..Case::default() });
            }
            for mut case in inner {
                if let Some(id) = id {
                    if !case.agrees((id, sign)) {
                        continue;
                    }
                    case.literals.push((id, sign));
                }
                options.push(case);
            }
            cases = cases
                .iter()
                .flat_map(|case| options.iter().filter_map(|option| case.with(option)))
                .collect();
            if cases.len() > MAX_CASES {
                return None;
            }
        }
        Some(cases)
    }

    /// Whether the track can mark anything of such an instance.
    fn marks(&self, track: usize, kind: Kind, depth: usize) -> Option<bool> {
        if depth > MAX_DEPTH {
            return None;
        }
        let track = self.arena.tracks.get(track)?;
        let own = if kind == Kind::Object {
            track.all_properties || track.known != MatchedNames::default()
        } else {
            track.all_items || track.prefix > 0 || !track.contains.is_empty()
        };
        if own {
            return Some(true);
        }
        for (_, inner) in &track.inner {
            if self.marks(*inner, kind, depth + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
