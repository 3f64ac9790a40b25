//! The fast path of objects: structs by field, maps, and enums of strings.

use std::collections::{BTreeMap, BTreeSet};

use contract::Type as Json;
use serde_json::Value;

use super::super::printer::{field_names, variants};
use super::super::text::{quoted, raw};
use super::{Off, Quick, Read, allowed, exceeds};
use crate::ir::{Check, Guard, Keys, flat};
use crate::types::{Decl, DeclId, Object, Type};

fn keys<'u>(list: &[&'u Check]) -> Result<Keys<'u>, Off> {
    if allowed(list, Json::Object)?.is_some() {
        return Err(Off::Slow);
    }
    Keys::of(list).ok_or(Off::Slow)
}

/// The variables of the fields: their names, except for those that the function uses.
fn slots(object: &Object) -> Vec<String> {
    let own = ["r", "key", "runtime"];
    let numbered = |name: &str| name.ends_with(|last: char| last.is_ascii_digit());
    let (names, _) = field_names(object);
    let slot = |name: String| match own.contains(&name.as_str())
        || name.len() == 1
        || numbered(&name)
        || name.starts_with("quick_")
    {
        true => format!("{name}_"),
        false => raw(&name),
    };
    let slots: Vec<String> = names.into_iter().map(slot).collect();
    let different: BTreeSet<&String> = slots.iter().collect();
    if different.len() == slots.len() {
        return slots;
    }
    (0..slots.len()).map(|index| format!("field{index}_")).collect()
}

impl<'u> Quick<'_, 'u, '_> {
    pub(super) fn object(&mut self, id: DeclId, object: &Object, list: &[&'u Check]) -> Read {
        let keys = keys(list)?;
        let fields: BTreeSet<&str> = object.fields.iter().map(|f| f.name.as_str()).collect();
        let is_field = |name: &String| fields.contains(name.as_str());
        if !keys.names.is_empty() || !keys.bits().into_iter().all(is_field) {
            return Err(Off::Slow);
        }
        let slots = slots(object);
        let (more, count) = (self.fresh("more"), self.fresh("count"));
        let extra = self.fresh("extra");
        let counts = keys.least.is_some() || keys.most.is_some();
        let (arms, holds) = self.arms(id, object, &keys, (&slots, &extra));
        let arguments = arms.split("&mut ").skip(1).filter_map(|rest| rest.split_once(','));
        let filled: BTreeSet<&str> = arguments.map(|(slot, _)| slot).collect();
        for slot in &slots {
            let mutable = if filled.contains(slot.as_str()) { "mut " } else { "" };
            self.line(format!("let {mutable}{slot} = None;"));
        }
        if holds {
            self.line(format!("let mut {extra} = BTreeMap::new();"));
        }
        if counts {
            self.line(format!("let mut {count} = 0_u64;"));
        }
        self.line(format!("let mut {more} = r.enters(b'{{', b'}}')?;"));
        self.open(format!("while {more} {{"));
        self.open("match r.name()? {");
        self.line(arms);
        self.close("}");
        if counts {
            self.line(format!("{count} += 1;"));
        }
        self.line(format!("{more} = r.another(b'}}')?;"));
        self.close("}");
        if let Some(least) = keys.least {
            self.refuse_if(&format!("{count} < {least}"));
        }
        if let Some(most) = keys.most {
            self.refuse_if(&format!("{count} > {most}"));
        }
        self.presence(object, &keys, &slots);
        let (names, rest) = field_names(object);
        let name = self.printer.types.decls[id].name.clone();
        let mut parts = Vec::new();
        for ((field, slot), name) in object.fields.iter().zip(&slots).zip(names) {
            let mark = if field.required { "?" } else { "" };
            let name = raw(&name);
            let value = format!("{slot}{mark}");
            parts.push(if name == value { name } else { format!("{name}: {value}") });
        }
        if object.rest.is_some() {
            let value = if holds { extra.as_str() } else { "BTreeMap::new()" };
            parts.push(format!("{rest}: {value}"));
        }
        let flat = parts.join(", ");
        Ok(match flat.len() {
            0 => format!("{name} {{}}"),
            1..=18 => format!("{name} {{ {flat} }}"),
            _ => format!("{name} {{\n    {},\n}}", parts.join(",\n    ")),
        })
    }

    /// The match arms by name; whether other properties are kept.
    fn arms(
        &mut self,
        id: DeclId,
        object: &Object,
        keys: &Keys<'u>,
        (slots, extra): (&[String], &str),
    ) -> (String, bool) {
        self.apart(|quick| {
            for (field, slot) in object.fields.iter().zip(slots) {
                let subs = keys.at(&field.name);
                let (body, read) = quick.apart(|quick| quick.value(&field.ty, &subs, Some(id)));
                let Ok(read) = read else {
                    quick.line(format!("{} => return None,", quoted(&field.name)));
                    continue;
                };
                let args = format!("&mut {slot}, {read}");
                // rustfmt breaks arguments of more than 60 columns.
                let is_flat = args.chars().count() <= 60;
                let kept = match is_flat {
                    true => format!("runtime::once({args})?"),
                    false => format!("runtime::once(\n    &mut {slot},\n    {read},\n)?"),
                };
                let name = quoted(&field.name);
                if body.is_empty() && is_flat && name.len() + kept.len() < 80 {
                    quick.line(format!("{name} => {kept},"));
                    continue;
                }
                quick.open(format!("{name} => {{"));
                quick.line(body);
                quick.line(kept + ";");
                quick.close("}");
            }
            let told = keys.told().into_iter();
            let none = told.filter(|name| !object.fields.iter().any(|field| field.name == **name));
            let none: Vec<String> = none.map(|name| quoted(name)).collect();
            let others = keys.others();
            let holds = object.rest.as_ref().is_some_and(|rest| {
                let (body, read) = quick.apart(|quick| quick.value(rest, &others, None));
                let Ok(read) = read else { return false };
                if !none.is_empty() {
                    quick.line(format!("{} => return None,", none.join(" | ")));
                }
                quick.open("key => {");
                quick.line(body);
                quick.line(format!("runtime::put(&mut {extra}, key, {read})?;"));
                quick.close("}");
                true
            });
            if !holds {
                quick.line("_ => return None,");
            }
            holds
        })
    }

    /// The required properties.
    fn presence(&mut self, object: &Object, keys: &Keys<'u>, slots: &[String]) {
        let places: BTreeMap<&str, (bool, &String)> = object
            .fields
            .iter()
            .zip(slots)
            .map(|(field, slot)| (field.name.as_str(), (field.required, slot)))
            .collect();
        let slot = |name: &String| places.get(name.as_str()).copied();
        for name in &keys.required {
            // A missing required field is detected where the struct is created.
            if let Some((false, slot)) = slot(name) {
                self.line(format!("{slot}.as_ref()?;"));
            }
        }
        for (name, wanted) in &keys.dependent {
            for other in *wanted {
                if let (Some((_, slot)), Some((_, other))) = (slot(name), slot(other)) {
                    self.refuse_if(&format!("{slot}.is_some() && {other}.is_none()"));
                }
            }
        }
    }

    pub(super) fn map(&mut self, value: &Type, list: &[&'u Check]) -> Read {
        let keys = keys(list)?;
        if !keys.named.is_empty() || !keys.dependent.is_empty() {
            return Err(Off::Slow);
        }
        let v = self.fresh("v");
        let more = self.fresh("more");
        let names = flat(self.unit, &keys.names).ok_or(Off::Slow)?;
        let texts = match allowed(&names, Json::String) {
            Ok(None) => None,
            _ if keys.names.is_empty() => None,
            _ => return Err(Off::Slow),
        };
        let (tests, ()) = self.apart(|quick| quick.string_checks(&names, texts, "key"));
        let (body, read) = self.apart(|quick| quick.value(value, &keys.others(), None));
        match read {
            Ok(read) => {
                self.line(format!("let mut {v} = BTreeMap::new();"));
                self.line(format!("let mut {more} = r.enters(b'{{', b'}}')?;"));
                self.open(format!("while {more} {{"));
                self.line("let key = r.name()?.to_owned();");
                self.line(tests);
                self.line(body);
                self.line(format!("runtime::put(&mut {v}, key, {read})?;"));
                self.line(format!("{more} = r.another(b'}}')?;"));
                self.close("}");
            }
            Err(()) => {
                self.refuse_if("r.enters(b'{', b'}')?");
                self.line(format!("let {v} = BTreeMap::new();"));
            }
        }
        for name in &keys.required {
            self.refuse_if(&format!("!{v}.contains_key({})", quoted(name)));
        }
        match keys.least {
            Some(1) => self.refuse_if(&format!("{v}.is_empty()")),
            Some(least) => self.refuse_if(&format!("{v}.len() < {least}")),
            None => {}
        }
        if let Some(most) = keys.most {
            self.refuse_if(&exceeds(&v, &most));
        }
        Ok(v)
    }

    /// The one text of a constant.
    pub(super) fn constant(&mut self, decl: &Decl, text: &str, list: &[&'u Check]) -> Read {
        if list.iter().any(|check| check.kind.guard() == Guard::String) {
            return Err(Off::Slow);
        }
        let is_allowed = allowed(list, Json::String)?
            .is_none_or(|all| all.into_iter().any(|value| value.as_str() == Some(text)));
        let Some((_, variant)) = variants(&[text.to_owned()]).pop().filter(|_| is_allowed) else {
            return Err(Off::Never);
        };
        self.refuse_if(&format!("r.plain()? != {}", quoted(text)));
        Ok(format!("{}::{variant}", decl.name))
    }

    /// An enum of strings by its values.
    pub(super) fn texts(&mut self, decl: &Decl, texts: &[String], list: &[&'u Check]) -> Read {
        let allowed = allowed(list, Json::String)?;
        if list.iter().any(|check| check.kind.guard() == Guard::String) {
            return Err(Off::Slow);
        }
        let allowed: Option<BTreeSet<&str>> =
            allowed.map(|all| all.into_iter().filter_map(Value::as_str).collect());
        let v = self.fresh("v");
        self.open(format!("let {v} = match r.plain()? {{"));
        for (text, variant) in variants(texts) {
            if allowed.as_ref().is_none_or(|all| all.contains(text.as_str())) {
                self.line(format!("{} => {}::{variant},", quoted(&text), decl.name));
            }
        }
        self.line("_ => return None,");
        self.close("};");
        Ok(v)
    }
}
