//! Groups checks for one instance type under one guard. The order of issues is kept, because checks
//! for different types never both fail on one instance.

use super::{Check, Kind};

/// The instance type of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Any.
    None,
    /// Strings.
    String,
    /// Numbers.
    Number,
    /// Arrays.
    Array,
    /// Objects.
    Object,
}

impl Kind {
    /// The instance type of the check.
    #[must_use]
    pub fn guard(&self) -> Guard {
        match self {
            Kind::MultipleOf(_)
            | Kind::Minimum(_)
            | Kind::Maximum(_)
            | Kind::ExclusiveMinimum(_)
            | Kind::ExclusiveMaximum(_) => Guard::Number,
            Kind::MinLength(_) | Kind::MaxLength(_) | Kind::Pattern { .. } | Kind::Format(_) => {
                Guard::String
            }
            Kind::MinItems(_)
            | Kind::MaxItems(_)
            | Kind::UniqueItems
            | Kind::PrefixItems(_)
            | Kind::Items { .. }
            | Kind::Contains { .. }
            | Kind::UnevaluatedItems(_) => Guard::Array,
            Kind::MinProperties(_)
            | Kind::MaxProperties(_)
            | Kind::Required(_)
            | Kind::DependentRequired(_)
            | Kind::Properties(_)
            | Kind::PatternProperties(..)
            | Kind::AdditionalProperties { .. }
            | Kind::PropertyNames(_)
            | Kind::UnevaluatedProperties(_)
            | Kind::DependentSchemas(_) => Guard::Object,
            Kind::Never
            | Kind::Type(_)
            | Kind::Enum(_)
            | Kind::Const(_)
            | Kind::Apply { .. }
            | Kind::AnyOf(_)
            | Kind::OneOf(_)
            | Kind::Not(_)
            | Kind::If { .. } => Guard::None,
        }
    }
}

/// The checks in groups of one guard, in the order of each group's first check; a check without a
/// guard ends all groups before it.
#[must_use]
pub fn groups(checks: &[Check]) -> Vec<(Guard, Vec<&Check>)> {
    let mut all: Vec<(Guard, Vec<&Check>)> = Vec::new();
    let mut open = 0;
    for check in checks {
        let guard = check.kind.guard();
        if guard == Guard::None {
            all.push((guard, vec![check]));
            open = all.len();
        } else if let Some((_, group)) = all[open..].iter_mut().find(|(known, _)| *known == guard) {
            group.push(check);
        } else {
            all.push((guard, vec![check]));
        }
    }
    all
}
