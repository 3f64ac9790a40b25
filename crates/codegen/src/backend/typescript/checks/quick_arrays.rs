//! The fast path of arrays: the length first, then the items at their places, then the others in a loop.

use super::Checks;
use crate::ir::{Check, Guard, Kind, Sub};

impl<'u> Checks<'u> {
    pub(super) fn quick_array(&mut self, list: &[&'u Check], a: &str) -> Option<()> {
        let mut items: Vec<(usize, &Sub)> = Vec::new();
        let (least, most) = length_bounds(list);
        match (least, most) {
            (least, Some(most)) if least == most => {
                self.refuse_if(&format!("{a}.length !== {most}"));
            }
            (least, most) => {
                if least > 0 {
                    self.refuse_if(&format!("{a}.length < {least}"));
                }
                if let Some(most) = most {
                    self.refuse_if(&format!("{a}.length > {most}"));
                }
            }
        }
        for check in list {
            match &check.kind {
                Kind::Items { sub: Sub::Never, .. } | Kind::MinItems(_) | Kind::MaxItems(_) => {}
                Kind::Items { from, sub } => items.push((*from, sub)),
                Kind::PrefixItems(subs) => {
                    for (index, sub) in (0_u64..).zip(subs) {
                        self.quick_item(a, index, least, sub)?;
                    }
                }
                Kind::UniqueItems => {
                    let unique = self.runtime("unique", "unique");
                    self.refuse_if(&format!("!{unique}({a})"));
                }
                _ => return None,
            }
        }
        for (from, sub) in items.iter().filter(|(_, sub)| !matches!(sub, Sub::Always)) {
            let (i, v) = (self.fresh("i"), self.fresh("v"));
            self.w.open(format!("for (let {i} = {from}; {i} < {a}.length; {i}++) {{"));
            let unknown = self.own.runtime.syntax().annotation("unknown");
            self.w.line(format!("const {v}{unknown} = {a}[{i}];"));
            let place = self.enter(format!("{} item", self.own.place));
            let written = self.quick_subs(&[sub], &v);
            self.enter(place);
            written?;
            self.w.close("}");
        }
        Some(())
    }

    /// An item of an array that has at least `least` items.
    fn quick_item(&mut self, a: &str, index: u64, least: u64, sub: &'u Sub) -> Option<()> {
        match sub {
            Sub::Always => return Some(()),
            Sub::Never => {
                self.refuse_if(&format!("{a}.length > {index}"));
                return Some(());
            }
            _ => {}
        }
        let is_there = index < least;
        if !is_there {
            self.w.open(format!("if ({a}.length > {index}) {{"));
        }
        if self.is_scalar(sub) {
            self.quick_subs(&[sub], &format!("{a}[{index}]"))?;
        } else {
            let v = self.fresh("v");
            let unknown = self.own.runtime.syntax().annotation("unknown");
            self.w.line(format!("const {v}{unknown} = {a}[{index}];"));
            self.quick_subs(&[sub], &v)?;
        }
        if !is_there {
            self.w.close("}");
        }
        Some(())
    }

    /// Whether only the type of a value, and its size as text or number, are checked.
    fn is_scalar(&self, sub: &Sub) -> bool {
        let Sub::Block(block) = sub.bare() else { return false };
        let is_simple = |check: &Check| {
            matches!(check.kind, Kind::Type(_))
                || matches!(check.kind.guard(), Guard::String | Guard::Number)
        };
        block.checks.iter().all(is_simple)
    }
}

/// The minimum and the maximum length of an array.
fn length_bounds(list: &[&Check]) -> (u64, Option<u64>) {
    let (mut least, mut most) = (0, None::<u64>);
    for check in list {
        let bound = match &check.kind {
            Kind::MinItems(bound) => {
                least = least.max(*bound);
                continue;
            }
            Kind::MaxItems(bound) => *bound,
            Kind::Items { from, sub: Sub::Never } => u64::try_from(*from).unwrap_or(u64::MAX),
            _ => continue,
        };
        most = Some(most.map_or(bound, |known| known.min(bound)));
    }
    (least, most)
}
