//! All that is asked of one value, in one list: the checks that `allOf`, `$ref` and calls apply to the
//! value itself stand where they were applied. Who reads a text once from front to back must know all
//! of them when the value comes.

use contract::Type;
use serde_json::Value;

use super::{Block, Check, FunctionId, Guard, Kind, Sub, Unit};

/// How many schemas are unfolded for one value: references may fan out without end.
const MOST: usize = 64;

/// The checks of all `subs` on one value; `None` where no list says it: something is refused whatever
/// it is, or what one check notes another one asks for (`unevaluated*`).
#[must_use]
pub fn flat<'u>(unit: &'u Unit, subs: &[&'u Sub]) -> Option<Vec<&'u Check>> {
    let (mut all, mut left) = (Vec::new(), MOST);
    for sub in subs {
        unfold(unit, sub, &mut all, &mut left)?;
    }
    Some(all)
}

/// What tells a schema from others of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// `true`
    Always,
    /// `false`
    Never,
    /// A function.
    Function(FunctionId),
    /// A block, by where it is in memory.
    Block(usize),
}

impl Sub {
    /// What tells it from others, as long as its unit is not moved.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match self {
            Sub::Always => Identity::Always,
            Sub::Never => Identity::Never,
            Sub::Call(id) => Identity::Function(*id),
            Sub::Block(block) => Identity::Block(std::ptr::from_ref(&**block).addr()),
        }
    }

    /// The schema without the references around it.
    #[must_use]
    pub fn bare(&self) -> &Sub {
        match self {
            Sub::Block(block) if !block.seen.any() => match block.checks.as_slice() {
                [Check { kind: Kind::Apply { sub, .. }, .. }] => sub.bare(),
                _ => self,
            },
            _ => self,
        }
    }
}

/// The same of a function of the unit.
#[must_use]
pub fn flat_function(unit: &Unit, id: FunctionId) -> Option<Vec<&Check>> {
    let (mut all, mut left) = (Vec::new(), MOST);
    unfold_block(unit, &unit.functions[id].body, &mut all, &mut left)?;
    Some(all)
}

fn unfold<'u>(
    unit: &'u Unit,
    sub: &'u Sub,
    all: &mut Vec<&'u Check>,
    left: &mut usize,
) -> Option<()> {
    *left = left.checked_sub(1)?;
    match sub {
        Sub::Always => Some(()),
        Sub::Never => None,
        Sub::Block(block) => unfold_block(unit, block, all, left),
        Sub::Call(id) => unfold_block(unit, &unit.functions[*id].body, all, left),
    }
}

fn unfold_block<'u>(
    unit: &'u Unit,
    block: &'u Block,
    all: &mut Vec<&'u Check>,
    left: &mut usize,
) -> Option<()> {
    if block.seen.any() {
        return None;
    }
    for check in &block.checks {
        match &check.kind {
            Kind::Never => return None,
            // References that only lead to each other on one value were refused: this ends.
            Kind::Apply { sub, .. } => unfold(unit, sub, all, left)?,
            _ => all.push(check),
        }
    }
    Some(())
}

/// What the checks that speak of any value leave of the values of one type.
#[derive(Debug, PartialEq)]
pub enum Left<'u> {
    /// All of them, as far as the checks of the type itself take them.
    All,
    /// These, among which may be values of other types; for `Type::Number`, by their text.
    Some(Vec<&'u Value>),
    /// None.
    Never,
    /// That hangs on more than types and constants.
    Unknown,
}

/// Reads `type`, `enum` and `const` of a flat list for values of one type.
#[must_use]
pub fn left<'u>(list: &[&'u Check], of: Type) -> Left<'u> {
    let mut left: Option<Vec<&Value>> = None;
    for check in list.iter().filter(|check| check.kind.guard() == Guard::None) {
        let values: Vec<&Value> = match &check.kind {
            Kind::Type(types) if types.contains(of) => continue,
            Kind::Type(types) => match of {
                Type::Integer if types.contains(Type::Number) => continue,
                // Some numbers are integers.
                Type::Number if types.contains(Type::Integer) => return Left::Unknown,
                _ => return Left::Never,
            },
            Kind::Enum(values) => values.iter().collect(),
            Kind::Const(value) => vec![value],
            _ => return Left::Unknown,
        };
        left = Some(match left {
            None => values,
            Some(left) => left.into_iter().filter(|value| values.contains(value)).collect(),
        });
    }
    left.map_or(Left::All, Left::Some)
}
