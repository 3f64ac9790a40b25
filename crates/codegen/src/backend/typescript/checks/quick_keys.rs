//! The fast path of objects: one pass over the keys, a `switch` over them (for many names, over their
//! lengths first), and bits for the required ones.

use super::super::text::quoted;
use super::Checks;
use super::quick::holds_word;
use crate::ir::{Check, Keys, Sub};
use crate::writer::Writer;

/// The number of bits of a number for present properties.
const BITS: usize = 31;
/// The maximum number of names in one `switch`, before lengths are used.
const MANY: usize = 8;

impl<'u> Checks<'u> {
    pub(super) fn quick_object(&mut self, list: &[&'u Check], o: &str) -> Option<()> {
        let keys = Keys::of(list)?;
        let has = self.runtime("has", "has");
        let (k, v) = (self.fresh("k"), self.fresh("v"));
        let bits = keys.bits();
        let masks: Vec<String> =
            (0..bits.len().div_ceil(BITS)).map(|_| self.fresh("present")).collect();
        for mask in &masks {
            self.w.line(format!("let {mask} = 0;"));
        }
        let counts = keys.least.is_some() || keys.most.is_some();
        let count = self.fresh("count");
        if counts {
            self.w.line(format!("let {count} = 0;"));
        }
        let outer = std::mem::replace(&mut self.w, Writer::new("  "));
        self.quick_keys(&keys, &masks, &k, &v)?;
        let body = std::mem::replace(&mut self.w, outer).finish();
        if !body.is_empty() || counts {
            self.w.open(format!("for (const {k} in {o}) {{"));
            // An inherited property, which JSON does not have.
            self.refuse_if(&format!("!{has}({o}, {k})"));
            if counts {
                self.w.line(format!("{count}++;"));
            }
            if holds_word(&body, &v) {
                let unknown = self.own.runtime.syntax().annotation("unknown");
                self.w.line(format!("const {v}{unknown} = {o}[{k}];"));
            }
            self.w.line(body);
            self.w.close("}");
        }
        if let Some(least) = keys.least {
            self.refuse_if(&format!("{count} < {least}"));
        }
        if let Some(most) = keys.most {
            self.refuse_if(&format!("{count} > {most}"));
        }
        self.quick_presence(&keys, &masks);
        Some(())
    }

    /// The required properties, by their bits.
    fn quick_presence(&mut self, keys: &Keys<'u>, masks: &[String]) {
        let (bits, required) = (keys.bits(), keys.required.len());
        for (index, mask) in masks.iter().enumerate() {
            let here = required.saturating_sub(index * BITS).min(BITS);
            let all = (1_u32 << here) - 1;
            if here > 0 && bits.len() == required {
                self.refuse_if(&format!("{mask} !== {all}"));
            } else if here > 0 {
                self.refuse_if(&format!("({mask} & {all}) !== {all}"));
            }
        }
        let bit = |name: &String| bits.get_index_of(name).unwrap_or_default();
        let noted = |name: &String| {
            let bit = bit(name);
            format!("({} & {})", masks[bit / BITS], 1_u32 << (bit % BITS))
        };
        for (name, wanted) in &keys.dependent {
            for other in *wanted {
                self.w.line(format!(
                    "if ({} !== 0 && {} === 0) return false;",
                    noted(name),
                    noted(other)
                ));
            }
        }
    }

    /// The checks of each key: by name, of the others, and of the key itself.
    fn quick_keys(&mut self, keys: &Keys<'u>, masks: &[String], k: &str, v: &str) -> Option<()> {
        if !keys.names.is_empty() {
            // Known as a string, it could not be used as another type.
            let name = self.fresh("name");
            let unknown = self.own.runtime.syntax().annotation("unknown");
            self.w.line(format!("const {name}{unknown} = {k};"));
            self.quick_subs(&keys.names, &name)?;
        }
        let bits = keys.bits();
        let mut cases: Vec<(&String, String)> = Vec::new();
        for name in keys.told() {
            let outer = std::mem::replace(&mut self.w, Writer::new("  "));
            let place = self.enter(name);
            let written = self.quick_part(&keys.at(name), v);
            self.enter(place);
            if let Some(bit) = bits.get_index_of(name) {
                self.w.line(format!("{} |= {};", masks[bit / BITS], 1_u32 << (bit % BITS)));
            }
            let body = std::mem::replace(&mut self.w, outer).finish();
            written?;
            cases.push((name, body));
        }
        let outer = std::mem::replace(&mut self.w, Writer::new("  "));
        let written = self.quick_part(&keys.others(), v);
        let rest = std::mem::replace(&mut self.w, outer).finish();
        written?;
        if rest.is_empty() {
            cases.retain(|(_, body)| !body.is_empty());
        }
        if cases.len() > MANY {
            self.by_length(&cases, &rest, k);
        } else if cases.is_empty() {
            self.w.line(rest);
        } else {
            self.by_name(&cases, &rest, k);
        }
        Some(())
    }

    fn quick_part(&mut self, subs: &[&'u Sub], v: &str) -> Option<()> {
        if subs.iter().any(|sub| matches!(sub, Sub::Never)) {
            self.w.line("return false;");
            return Some(());
        }
        let subs: Vec<&Sub> =
            subs.iter().copied().filter(|sub| !matches!(sub, Sub::Always)).collect();
        if subs.is_empty() { Some(()) } else { self.quick_subs(&subs, v) }
    }

    fn by_name(&mut self, cases: &[(&String, String)], rest: &str, k: &str) {
        self.w.open(format!("switch ({k}) {{"));
        for (name, body) in cases {
            self.w.open(format!("case {}: {{", quoted(name)));
            self.w.line(body);
            if body.trim() != "return false;" {
                self.w.line("break;");
            }
            self.w.close("}");
        }
        self.other(rest);
        self.w.close("}");
    }

    fn other(&mut self, rest: &str) {
        if rest.is_empty() {
            return;
        }
        if rest.trim() == "return false;" {
            self.w.line("default: return false;");
            return;
        }
        self.w.open("default: {");
        self.w.line(rest);
        self.w.close("}");
    }

    /// For many names, their lengths come first. A name without a case is one of the others.
    fn by_length(&mut self, cases: &[(&String, String)], rest: &str, k: &str) {
        let length = |name: &str| name.encode_utf16().count();
        let mut lengths: Vec<usize> = cases.iter().map(|(name, _)| length(name)).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let known = self.fresh("known");
        let falls = rest.is_empty() || rest.trim() == "return false;";
        let other = if falls { rest.to_owned() } else { format!("{known} = false;") };
        if !falls {
            self.w.line(format!("let {known} = true;"));
        }
        self.w.open(format!("switch ({k}.length) {{"));
        for one in lengths {
            self.w.open(format!("case {one}: {{"));
            let own: Vec<(&String, String)> =
                cases.iter().filter(|(name, _)| length(name) == one).cloned().collect();
            self.by_name(&own, &other, k);
            self.w.line("break;");
            self.w.close("}");
        }
        self.other(&other);
        self.w.close("}");
        if !falls {
            self.w.open(format!("if (!{known}) {{"));
            self.w.line(rest);
            self.w.close("}");
        }
    }
}
