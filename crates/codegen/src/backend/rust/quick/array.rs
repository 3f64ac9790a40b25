//! The fast path of arrays: lists, and tuples whose items are all required.

use contract::Type as Json;

use super::{Off, Quick, Read, allowed, exceeds};
use crate::ir::{Check, Guard, Kind, Sub};
use crate::types::{DeclId, Type};

/// The tuples in tuples that are read in one function: definitions that each use the next one twice double with each level.
const MOST_TUPLES: usize = 2;

impl<'u> Quick<'_, 'u, '_> {
    pub(super) fn list(&mut self, item: &Type, list: &[&'u Check]) -> Read {
        if allowed(list, Json::Array)?.is_some() {
            return Err(Off::Slow);
        }
        let (v, more) = (self.fresh("v"), self.fresh("more"));
        let mut subs = Vec::new();
        let (after, done) = self.apart(|quick| {
            for check in list.iter().filter(|check| check.kind.guard() == Guard::Array) {
                match &check.kind {
                    Kind::Items { from: 0, sub } => subs.push(sub),
                    Kind::MinItems(1) => quick.refuse_if(&format!("{v}.is_empty()")),
                    Kind::MinItems(least) => quick.refuse_if(&format!("{v}.len() < {least}")),
                    Kind::MaxItems(most) => quick.refuse_if(&exceeds(&v, most)),
                    Kind::UniqueItems if quick.printer.text(item, None) == "String" => {
                        let set = format!("{v}.iter().collect::<std::collections::BTreeSet<_>>()");
                        quick.refuse_if(&format!("{set}.len() < {v}.len()"));
                    }
                    _ => return Err(Off::Slow),
                }
            }
            Ok(())
        });
        done?;
        let (body, read) = self.apart(|quick| quick.value(item, &subs, None));
        match read {
            Ok(read) => {
                self.line(format!("let mut {v} = Vec::new();"));
                self.line(format!("let mut {more} = r.enters(b'[', b']')?;"));
                self.open(format!("while {more} {{"));
                self.line(body);
                self.line(format!("{v}.push({read});"));
                self.line(format!("{more} = r.another(b']')?;"));
                self.close("}");
            }
            Err(()) => {
                self.refuse_if("r.enters(b'[', b']')?");
                self.line(format!("let {v} = Vec::new();"));
            }
        }
        self.line(after);
        Ok(v)
    }

    /// An array with exactly these items.
    pub(super) fn tuple(
        &mut self,
        items: &[Type],
        list: &[&'u Check],
        inside: Option<DeclId>,
    ) -> Read {
        let is_deep = self.tuples == MOST_TUPLES;
        if is_deep || items.is_empty() || allowed(list, Json::Array)?.is_some() {
            return Err(Off::Slow);
        }
        let count = u64::try_from(items.len()).unwrap_or(u64::MAX);
        let mut subs: Vec<Vec<&'u Sub>> = vec![Vec::new(); items.len()];
        for check in list.iter().filter(|check| check.kind.guard() == Guard::Array) {
            match &check.kind {
                Kind::PrefixItems(own) => {
                    subs.iter_mut().zip(own).for_each(|(all, own)| all.push(own));
                }
                Kind::Items { from, sub } => {
                    subs.iter_mut().skip(*from).for_each(|all| all.push(sub));
                }
                Kind::MinItems(least) if *least <= count => {}
                Kind::MaxItems(most) if *most >= count => {}
                _ => return Err(Off::Slow),
            }
        }
        self.tuples += 1;
        let reads = self.items_of_tuple(items, &subs, inside);
        self.tuples -= 1;
        let reads = reads.map_err(|()| Off::Never)?;
        let comma = if reads.len() == 1 { "," } else { "" };
        Ok(format!("({}{comma})", reads.join(", ")))
    }

    /// Reads each item, and gives the names of the values.
    fn items_of_tuple(
        &mut self,
        items: &[Type],
        subs: &[Vec<&'u Sub>],
        inside: Option<DeclId>,
    ) -> Result<Vec<String>, ()> {
        self.line("r.opens()?;");
        let mut reads = Vec::new();
        for (index, (item, subs)) in items.iter().zip(subs).enumerate() {
            if index > 0 {
                self.line("r.next_item()?;");
            }
            let read = self.value(item, subs, inside)?;
            let v = self.fresh("v");
            self.line(format!("let {v} = {read};"));
            reads.push(v);
        }
        self.line("r.closes()?;");
        Ok(reads)
    }
}
