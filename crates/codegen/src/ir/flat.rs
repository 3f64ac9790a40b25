//! Flattens the checks of one value into a list: those of `allOf`, `$ref` and calls on the same value
//! are inserted in place. A one-pass reader must know all of them when it reads the value.

use contract::Type;
use serde_json::Value;

use super::{Block, Check, FunctionId, Guard, Kind, Sub, Unit};

/// The maximum number of schemas that are flattened for one value, because references may fan out.
const MOST: usize = 64;

/// The checks of all `subs` on one value; `None` if there is no such list: every value is rejected,
/// or one check needs the notes of another (`unevaluated*`).
#[must_use]
pub fn flat<'u>(unit: &'u Unit, subs: &[&'u Sub]) -> Option<Vec<&'u Check>> {
    let (mut all, mut left) = (Vec::new(), MOST);
    for sub in subs {
        unfold(unit, sub, &mut all, &mut left)?;
    }
    Some(all)
}

/// The identity of a schema in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// `true`
    Always,
    /// `false`
    Never,
    /// A function.
    Function(FunctionId),
    /// A block, by its address.
    Block(usize),
}

impl Sub {
    /// Its identity, as long as its unit is not moved.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match self {
            Sub::Always => Identity::Always,
            Sub::Never => Identity::Never,
            Sub::Call(id) => Identity::Function(*id),
            Sub::Block(block) => Identity::Block(std::ptr::from_ref(&**block).addr()),
        }
    }

    /// The schema without references around it.
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

impl Unit {
    /// Like [`Sub::bare`], also through functions that only apply another schema.
    #[must_use]
    pub fn bare<'u>(&'u self, sub: &'u Sub) -> &'u Sub {
        let mut sub = sub.bare();
        // Loops of references are refused before.
        while let Sub::Call(id) = sub {
            let body = &self.functions[*id].body;
            match body.checks.as_slice() {
                [Check { kind: Kind::Apply { sub: next, .. }, .. }] if !body.seen.any() => {
                    sub = next.bare();
                }
                _ => break,
            }
        }
        sub
    }
}

/// The same for a function of the unit.
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
            // Circular references on one value were rejected, so this ends.
            Kind::Apply { sub, .. } => unfold(unit, sub, all, left)?,
            _ => all.push(check),
        }
    }
    Some(())
}

/// The values of one type that checks for any value allow.
#[derive(Debug, PartialEq)]
pub enum Left<'u> {
    /// All that the checks of the type itself allow.
    All,
    /// These, perhaps with values of other types; for `Type::Number`, by their text.
    Some(Vec<&'u Value>),
    /// None.
    Never,
    /// Depends on more than types and constants.
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
