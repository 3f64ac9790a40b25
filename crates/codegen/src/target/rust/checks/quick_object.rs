//! The quick road of objects: structs by their fields, maps, and enums of strings.

use std::collections::{BTreeMap, BTreeSet};

use contract::Type as Json;
use serde_json::Value;

use super::super::text::{quoted, raw};
use super::super::types::{field_names, variants};
use super::quick::{Off, Quick, Read, allowed};
use super::typed::more;
use crate::ir::{Check, Guard, Keys, flat};
use crate::types::{Decl, DeclId, Object, Type};
use crate::writer::Writer;

fn keys<'u>(list: &[&'u Check]) -> Result<Keys<'u>, Off> {
    if allowed(list, Json::Object)?.is_some() {
        return Err(Off::Slow);
    }
    Keys::of(list).ok_or(Off::Slow)
}

impl<'u> Quick<'_, 'u, '_> {
    pub(super) fn object(&mut self, id: DeclId, object: &Object, list: &[&'u Check]) -> Read {
        let keys = keys(list)?;
        let fields: BTreeSet<&str> = object.fields.iter().map(|f| f.name.as_str()).collect();
        let is_field = |name: &String| fields.contains(name.as_str());
        if !keys.names.is_empty() || !keys.bits().into_iter().all(is_field) {
            return Err(Off::Slow);
        }
        let slots: Vec<String> = object.fields.iter().map(|_| self.checks.fresh("f")).collect();
        let (goes, count) = (self.checks.fresh("goes"), self.checks.fresh("count"));
        let extra = self.checks.fresh("extra");
        let counts = keys.least.is_some() || keys.most.is_some();
        let (arms, holds) = self.arms(id, object, &keys, (&slots, &extra));
        let taken: BTreeSet<&str> = arms
            .split("if ")
            .skip(1)
            .filter_map(|rest| rest.split_once(".replace(").map(|(slot, _)| slot))
            .collect();
        for slot in &slots {
            let mutable = if taken.contains(slot.as_str()) { "mut " } else { "" };
            self.line(format!("let {mutable}{slot} = None;"));
        }
        if holds {
            self.line(format!("let mut {extra} = BTreeMap::new();"));
        }
        if counts {
            self.line(format!("let mut {count} = 0_u64;"));
        }
        self.line(format!("let mut {goes} = r.enters(b'{{', b'}}')?;"));
        self.open(format!("while {goes} {{"));
        self.open("match r.name()? {");
        self.line(arms);
        self.close("}");
        if counts {
            self.line(format!("{count} += 1;"));
        }
        self.line(format!("{goes} = r.another(b'}}')?;"));
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
        let mut made = Writer::new("    ");
        made.open(format!("{name} {{"));
        for ((field, slot), name) in object.fields.iter().zip(&slots).zip(names) {
            let mark = if field.required { "?" } else { self.nothing(&field.ty, id) };
            made.line(format!("{}: {slot}{mark},", raw(&name)));
        }
        if object.rest.is_some() {
            let value = if holds { extra.as_str() } else { "BTreeMap::new()" };
            made.line(format!("{rest}: {value},"));
        }
        made.close("}");
        Ok(made.finish().trim_end().to_owned())
    }

    /// The arms by name; whether other properties are kept.
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
                quick.open(format!("{} => {{", quoted(&field.name)));
                quick.line(body);
                quick.refuse_if(&format!("{slot}.replace({read}).is_some()"));
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
                quick.refuse_if(&format!("{extra}.insert(key.to_owned(), {read}).is_some()"));
                quick.close("}");
                true
            });
            if !holds {
                quick.line("_ => return None,");
            }
            holds
        })
    }

    /// How an optional field forgets a null, which serde takes for nothing.
    fn nothing(&mut self, ty: &Type, id: DeclId) -> &'static str {
        if self.printer.text(ty, Some(id)).starts_with("Option<") {
            return "";
        }
        match self.printer.resolved(ty).as_str() {
            "()" => ".filter(|&()| false)",
            "Value" => ".filter(|value| !value.is_null())",
            text if text.starts_with("Option<") => ".filter(Option::is_some)",
            _ => "",
        }
    }

    /// What must be there.
    fn presence(&mut self, object: &Object, keys: &Keys<'u>, slots: &[String]) {
        let places: BTreeMap<&str, (bool, &String)> = object
            .fields
            .iter()
            .zip(slots)
            .map(|(field, slot)| (field.name.as_str(), (field.required, slot)))
            .collect();
        let slot = |name: &String| places.get(name.as_str()).copied();
        for name in &keys.required {
            // A required field is asked for where the struct is made.
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
        let v = self.checks.fresh("v");
        let goes = self.checks.fresh("goes");
        let names = flat(self.checks.unit, &keys.names).ok_or(Off::Slow)?;
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
                self.line(format!("let mut {goes} = r.enters(b'{{', b'}}')?;"));
                self.open(format!("while {goes} {{"));
                self.line("let key = r.name()?.to_owned();");
                self.line(tests);
                self.line(body);
                self.refuse_if(&format!("{v}.insert(key, {read}).is_some()"));
                self.line(format!("{goes} = r.another(b'}}')?;"));
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
            self.refuse_if(&more(&v, &most));
        }
        Ok(v)
    }

    /// An enum of strings by its texts.
    pub(super) fn texts(&mut self, decl: &Decl, texts: &[String], list: &[&'u Check]) -> Read {
        let allowed = allowed(list, Json::String)?;
        if list.iter().any(|check| check.kind.guard() == Guard::String) {
            return Err(Off::Slow);
        }
        let v = self.checks.fresh("v");
        self.open(format!("let {v} = match r.plain()? {{"));
        for (text, variant) in variants(texts) {
            let taken = allowed.as_ref().is_none_or(|all| {
                all.iter().any(|value| matches!(value, Value::String(known) if *known == text))
            });
            if taken {
                self.line(format!("{} => {}::{variant},", quoted(&text), decl.name));
            }
        }
        self.line("_ => return None,");
        self.close("};");
        Ok(v)
    }
}
