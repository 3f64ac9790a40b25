//! The quick road: functions that read a text straight into its types and check it on the way. They
//! take a text only where the slow road (text → value → checks → types) takes it, too, and make of it
//! what that makes; a part whose schema they can't follow is read by itself and checked as on the slow
//! road. What they refuse is judged, and told, by the slow road alone.

use std::collections::BTreeMap;

use contract::Type as Json;
use serde_json::Value;

use super::super::text::snake;
use super::super::types::Printer;
use super::Checks;
use super::typed::more;
use crate::ir::{Check, Guard, Kind, Left, Sub, flat, left};
use crate::types::{Body, DeclId, Type, nullable};
use crate::writer::Writer;

/// Which schemas a value is read by: functions and blocks by what tells them apart.
type Key = (DeclId, Vec<(u8, usize)>);

/// The pieces of the prelude by what calls them.
const PIECES: [(&str, &str); 12] = [
    ("quick", "Reader::quick("),
    ("quick_group", "r.enters("),
    ("quick_plain", "r.plain()"),
    ("quick_name", "r.name()"),
    ("quick_text", "r.text()"),
    ("quick_word", "r.takes("),
    ("quick_boolean", "r.boolean()"),
    ("quick_figure", "r.figure()"),
    ("quick_float", ".float()?"),
    ("quick_compare", ".to("),
    ("quick_any", "r.any()"),
    ("quick_typed", "quick_typed("),
];

/// Why no code was written.
pub(super) enum Off {
    /// No value is taken.
    Never,
    /// Only the slow road can tell.
    Slow,
}

/// An expression for what was read; the statements before it are written.
pub(super) type Read = Result<String, Off>;

/// The quick road of one unit, under construction.
pub(in super::super) struct Quick<'q, 'u, 't> {
    pub(super) checks: &'q mut Checks<'u>,
    pub(super) printer: &'q mut Printer<'t>,
    /// The names of the functions.
    known: BTreeMap<Key, String>,
    functions: String,
}

impl<'u, 't> Quick<'_, 'u, 't> {
    /// Writes the quick road to the first type, behind `quick(text)`; nothing where it would be the slow
    /// road itself.
    pub(in super::super) fn write(
        checks: &mut Checks<'u>,
        printer: &mut Printer<'t>,
    ) -> Option<String> {
        let root = &checks.unit.root;
        let (known, functions) = (BTreeMap::new(), String::new());
        let mut quick = Quick { checks, printer, known, functions };
        let ty = Type::Named(0);
        let (body, read) = quick.apart(|quick| quick.followed(&ty, &[root], None));
        let read = read.ok()?;
        if body.is_empty() && quick.slow_only(&read) {
            return None;
        }
        let mut out = Writer::new("    ");
        out.line("/// Reads a text whose value is valid and written as most are.");
        let name = &quick.printer.types.decls[0].name;
        out.open(format!("fn quick(text: &str) -> Option<{name}> {{"));
        out.line("let mut reader = Reader::quick(text);");
        out.line("let r = &mut reader;");
        out.line(body);
        out.line(format!("let value = {read};"));
        out.line("reader.ended(value)");
        out.close("}");
        let text = quick.functions + &out.finish();
        let pieces = PIECES.iter().filter(|(_, call)| text.contains(call));
        checks.needs.extend(pieces.map(|(piece, _)| *piece));
        Some(text)
    }

    /// Whether a call leads to a function that only does what the slow road does.
    fn slow_only(&self, call: &str) -> bool {
        let name = call.split('(').next().unwrap_or_default();
        let head = format!("fn {name}(");
        let body = self.functions.split(&head).nth(1).unwrap_or_default();
        let end = body.find("\n}").unwrap_or(body.len());
        body[..end].contains("let whole = r.any()?;")
    }

    /// Runs `work` on an empty text; what it wrote, and what it gives.
    pub(super) fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (String, T) {
        let outer = std::mem::replace(&mut self.checks.w, Writer::new("    "));
        let made = work(self);
        (std::mem::replace(&mut self.checks.w, outer).finish(), made)
    }

    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.checks.w.line(text);
    }

    pub(super) fn open(&mut self, text: impl AsRef<str>) {
        self.checks.w.open(text);
    }

    pub(super) fn close(&mut self, text: impl AsRef<str>) {
        self.checks.w.close(text);
    }

    pub(super) fn refuse_if(&mut self, failed: &str) {
        self.open(format!("if {failed} {{"));
        self.line("return None;");
        self.close("}");
    }

    /// Reads a value, in the one way or the other; `inside` is the struct whose field it is.
    pub(super) fn value(
        &mut self,
        ty: &Type,
        subs: &[&'u Sub],
        inside: Option<DeclId>,
    ) -> Result<String, ()> {
        let (body, read) = self.apart(|quick| quick.followed(ty, subs, inside));
        match read {
            Ok(read) => {
                self.line(body);
                Ok(read)
            }
            Err(Off::Never) => Err(()),
            Err(Off::Slow) => {
                let whole = self.checks.fresh("v");
                let (body, read) = self.apart(|quick| quick.slow(&whole, ty, subs, inside));
                let read = read?;
                self.line(body);
                Ok(read)
            }
        }
    }

    /// Reads any value and checks it as on the slow road.
    fn slow(
        &mut self,
        whole: &str,
        ty: &Type,
        subs: &[&'u Sub],
        inside: Option<DeclId>,
    ) -> Result<String, ()> {
        let looked = self.checks.fresh("v");
        let (body, refused) = self.apart(|quick| {
            subs.iter().any(|sub| {
                let test = quick.checks.test(sub, &looked, None);
                match test.as_str() {
                    "true" => {}
                    "false" => return true,
                    test => quick.refuse_if(&format!("!{test}")),
                }
                false
            })
        });
        if refused {
            return Err(());
        }
        // Values hold numbers as the slow road leaves them for integer fields.
        let mends = self.printer.needs.contains("whole_numbers");
        let mutable = if mends { "mut " } else { "" };
        self.line(format!("let {mutable}{whole} = r.any()?;"));
        if !body.is_empty() {
            self.line(format!("let {looked} = &{whole};"));
            self.line(body);
        }
        if mends {
            self.line(format!("whole_numbers(&mut {whole});"));
        }
        // Through aliases, too: the type of an optional one must be known at once, to forget a null.
        if self.printer.text(ty, inside) == "Value" || self.printer.resolved(ty) == "Value" {
            return Ok(whole.to_owned());
        }
        Ok(format!("quick_typed({whole})?"))
    }

    fn followed(&mut self, ty: &Type, subs: &[&'u Sub], inside: Option<DeclId>) -> Read {
        if let Type::Named(id) = ty {
            return self.named(*id, ty, subs, inside);
        }
        let list = flat(self.checks.unit, subs).ok_or(Off::Slow)?;
        match self.printer.text(ty, inside).as_str() {
            "bool" => self.boolean(&list),
            "()" => self.null(&list),
            "f64" => self.float(&list),
            "u64" | "i64" | "Integer" => self.integer(ty, &list),
            "String" => self.string(&list),
            "Value" => Err(Off::Slow),
            _ => match ty {
                Type::List(item) => self.list(item, &list),
                Type::Map(value) => self.map(value, &list),
                Type::Union(all) => self.optional(all, &list, subs, inside),
                _ => Err(Off::Slow),
            },
        }
    }

    fn named(&mut self, id: DeclId, ty: &Type, subs: &[&'u Sub], inside: Option<DeclId>) -> Read {
        if self.printer.endless.contains(&id) {
            return Err(Off::Slow);
        }
        let types = self.printer.types;
        let body = &types.decls[id].body;
        if let (Body::Alias(ty), None) = (body, self.printer.types.object_of(id)) {
            return self.followed(ty, subs, inside);
        }
        let key = (id, subs.iter().map(|sub| identity(sub.bare())).collect());
        let name = match self.known.get(&key) {
            Some(name) => name.clone(),
            None => self.function(id, key, subs),
        };
        let call = format!("{name}(r)?");
        let boxed = self.printer.text(ty, inside).starts_with("Box<");
        Ok(if boxed { format!("Box::new({call})") } else { call })
    }

    /// Writes the function that reads a struct or an enum.
    fn function(&mut self, id: DeclId, key: Key, subs: &[&'u Sub]) -> String {
        let types = self.printer.types;
        let decl = &types.decls[id];
        let plain = format!("quick_{}", snake(&decl.name));
        let used = self.known.values().any(|name| *name == plain);
        let name = if used { format!("{plain}_{}", self.known.len()) } else { plain };
        self.known.insert(key, name.clone());
        let next = std::mem::take(&mut self.checks.next);
        let (body, read) = self.apart(|quick| {
            let list = flat(quick.checks.unit, subs).ok_or(Off::Slow)?;
            match (&decl.body, types.object_of(id)) {
                (Body::Strings(texts), _) => quick.texts(decl, texts, &list),
                (_, Some(object)) => quick.object(id, &object, &list),
                _ => Err(Off::Slow),
            }
        });
        let (body, read) = match read {
            Ok(read) => (body, Ok(read)),
            Err(Off::Never) => (String::new(), Err(())),
            Err(Off::Slow) => self.apart(|quick| quick.slow("whole", &Type::Named(id), subs, None)),
        };
        self.checks.next = next;
        let mut out = Writer::new("    ");
        let last = match &read {
            // A last question mark and the Some around it say nothing.
            Ok(read) => match read.strip_suffix('?') {
                Some(read) => read.to_owned(),
                None => format!("Some({read})"),
            },
            Err(()) => "None".to_owned(),
        };
        let body = super::unlooked(&format!("{body}{last}"));
        out.line(format!("/// Reads a `{}`.", decl.name));
        if body.contains("if let") {
            out.line(super::NESTED);
        }
        let r = if super::uses(&body, "r") { "r" } else { "_r" };
        out.open(format!("fn {name}({r}: &mut Reader<'_>) -> Option<{}> {{", decl.name));
        out.line(body);
        out.close("}");
        self.functions.push_str(&(out.finish() + "\n"));
        name
    }

    fn optional(
        &mut self,
        all: &[Type],
        list: &[&Check],
        subs: &[&'u Sub],
        inside: Option<DeclId>,
    ) -> Read {
        let inner = nullable(all).ok_or(Off::Slow)?;
        let null = allowed(list, Json::Null);
        let takes = match null {
            Ok(None) => true,
            Ok(Some(all)) => all.contains(&&Value::Null),
            Err(Off::Never) => false,
            Err(Off::Slow) => return Err(Off::Slow),
        };
        let v = self.checks.fresh("v");
        let (body, read) = self.apart(|quick| quick.followed(&inner, subs, inside));
        let read = match read {
            Err(Off::Never) if takes => {
                self.refuse_if("!r.takes(\"null\")");
                return Ok("None".to_owned());
            }
            other => other?,
        };
        if !takes {
            self.line(body);
            return Ok(format!("Some({read})"));
        }
        self.open(format!("let {v} = if r.takes(\"null\") {{"));
        self.line("None");
        self.close("} else {");
        self.open("");
        self.line(body);
        self.line(format!("Some({read})"));
        self.close("};");
        Ok(v)
    }

    fn list(&mut self, item: &Type, list: &[&'u Check]) -> Read {
        if allowed(list, Json::Array)?.is_some() {
            return Err(Off::Slow);
        }
        let (v, goes) = (self.checks.fresh("v"), self.checks.fresh("goes"));
        let mut subs = Vec::new();
        let (after, done) = self.apart(|quick| {
            for check in list.iter().filter(|check| check.kind.guard() == Guard::Array) {
                match &check.kind {
                    Kind::Items { from: 0, sub } => subs.push(sub),
                    Kind::MinItems(1) => quick.refuse_if(&format!("{v}.is_empty()")),
                    Kind::MinItems(least) => quick.refuse_if(&format!("{v}.len() < {least}")),
                    Kind::MaxItems(most) => quick.refuse_if(&more(&v, most)),
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
                self.line(format!("let mut {goes} = r.enters(b'[', b']')?;"));
                self.open(format!("while {goes} {{"));
                self.line(body);
                self.line(format!("{v}.push({read});"));
                self.line(format!("{goes} = r.another(b']')?;"));
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
}

/// What tells a schema from others.
fn identity(sub: &Sub) -> (u8, usize) {
    match sub {
        Sub::Always => (0, 0),
        Sub::Never => (1, 0),
        Sub::Call(id) => (2, *id),
        Sub::Block(block) => (3, std::ptr::from_ref(&**block).addr()),
    }
}

/// What `enum` and `const` leave of the values of one type; `None`: all of them.
pub(super) fn allowed<'l>(list: &[&'l Check], of: Json) -> Result<Option<Vec<&'l Value>>, Off> {
    match left(list, of) {
        Left::All => Ok(None),
        Left::Some(values) => Ok(Some(values)),
        Left::Never => Err(Off::Never),
        Left::Unknown => Err(Off::Slow),
    }
}
