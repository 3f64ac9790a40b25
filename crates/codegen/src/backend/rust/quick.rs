//! The quick road: functions that read a text straight into its types and check it on the way. They
//! take a text only where the slow road (text → value → checks → types) takes it, too, and make of it
//! what that makes; a part whose schema they can't follow is read by itself and checked as on the slow
//! road. What they refuse is judged, and told, by the slow road alone.

mod array;
mod object;
mod scalar;

use std::collections::{BTreeMap, BTreeSet};

use contract::Type as Json;
use serde_json::Value;

use super::printer::Printer;
use super::schema::Programs;
use super::text::{quoted, snake};
use crate::ir::{Check, Guard, Identity, Left, Sub, Unit, flat, left};
use crate::table::{Marks, folded};
use crate::types::{Body, DeclId, Type, nullable};
use crate::unique::UniqueNames;
use crate::writer::Writer;

/// The schemas that apply to a value.
type Key = (DeclId, Vec<Identity>);

/// The runtime pieces that the fast path uses.
const PIECES: [(&str, &str); 17] = [
    ("quick_put", "runtime::put("),
    ("compare", "runtime::compare("),
    ("multiple", "runtime::multiple("),
    ("whole_numbers", "runtime::whole_numbers("),
    ("quick_once", "runtime::once("),
    ("quick_group", "r.enters("),
    ("quick_tuple", "r.opens()"),
    ("quick_plain", "r.plain()"),
    ("quick_name", "r.name()"),
    ("quick_text", "r.text()"),
    ("quick_word", "r.takes("),
    ("quick_boolean", "r.boolean()"),
    ("quick_figure", "r.figure()"),
    ("quick_float", ".float()?"),
    ("quick_compare", ".to("),
    ("quick_any", "r.any()"),
    ("quick_typed", "runtime::quick_typed("),
];

/// Why no code was written.
enum Off {
    /// No value is accepted.
    Never,
    /// Only the full checks can decide.
    Slow,
}

/// The expression of a read value; its statements are already written.
type Read = Result<String, Off>;

/// The fast path of one unit, under construction.
pub(super) struct Quick<'q, 'u, 't> {
    unit: &'u Unit,
    printer: &'q mut Printer<'t>,
    programs: &'q mut Programs,
    /// The parts that use the full checks, by name.
    marks: Marks,
    part_names: UniqueNames,
    w: Writer,
    /// The number of used names in the current function.
    next: usize,
    /// The names of the functions.
    known: BTreeMap<Key, String>,
    function_names: UniqueNames,
    functions: String,
    needs: BTreeSet<&'static str>,
    /// The number of tuples around the current value that are read in the same function.
    tuples: usize,
}

/// The written code.
pub(super) struct Road {
    /// The functions.
    pub(super) text: String,
    /// The name of the function for the root.
    pub(super) root: String,
    /// The parts of the schema with a name.
    pub(super) marks: Marks,
    /// The used pieces of the runtime.
    pub(super) needs: BTreeSet<&'static str>,
}

impl<'u, 't> Quick<'_, 'u, 't> {
    /// Writes the fast path for the first type; `None` if it would be the full checks themselves.
    pub(super) fn write(
        unit: &'u Unit,
        printer: &mut Printer<'t>,
        programs: &mut Programs,
    ) -> Option<Road> {
        let mut quick = Quick {
            unit,
            printer,
            programs,
            marks: Marks::new(),
            part_names: UniqueNames::default(),
            w: Writer::new("    "),
            next: 0,
            known: BTreeMap::new(),
            function_names: UniqueNames::default(),
            functions: String::new(),
            needs: BTreeSet::new(),
            tuples: 0,
        };
        let ty = Type::Named(0);
        let (body, read) = quick.apart(|quick| quick.followed(&ty, &[&unit.root], None));
        let read = read.ok()?;
        if body.is_empty() && quick.slow_only(&read) {
            return None;
        }
        let root = match read.strip_suffix("(r)?") {
            Some(name) if body.is_empty() && name.starts_with("quick_") => name.to_owned(),
            _ => {
                let name = &quick.printer.types.decls[0].name;
                let mut out = Writer::new("    ");
                out.line(reads(name));
                let head = format!("fn quick(r: &mut runtime::Reader<'_>) -> Option<{name}> {{");
                attributes(&head, &body, &mut out);
                out.open(head);
                out.line(body);
                out.line(given(&read));
                out.close("}");
                quick.functions.push_str(&out.finish());
                "quick".to_owned()
            }
        };
        let (text, mut needs) = (quick.functions, quick.needs);
        let pieces = PIECES.iter().filter(|(_, call)| text.contains(call));
        needs.extend(pieces.map(|(piece, _)| *piece));
        Some(Road { text, root, marks: quick.marks, needs })
    }

    /// A unique name in the function.
    fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    /// The name of a part that uses the full checks.
    fn part(&mut self, sub: &Sub) -> String {
        let identity = sub.identity();
        if let Some(name) = self.marks.get(&identity) {
            return name.clone();
        }
        let stem = match sub {
            Sub::Call(id) => self.unit.functions[*id].stem.as_str(),
            _ => "part",
        };
        let name = self.part_names.take_as(stem, stem, "_", folded);
        self.marks.insert(identity, name.clone());
        name
    }

    /// Whether a call leads to a function that only runs the full checks.
    fn slow_only(&self, call: &str) -> bool {
        let name = call.split('(').next().unwrap_or_default();
        let head = format!("fn {name}(");
        let body = self.functions.split(&head).nth(1).unwrap_or_default();
        let end = body.find("\n}").unwrap_or(body.len());
        body[..end].contains("let whole = r.any()?;")
    }

    /// Runs `work` on an empty text; returns its result and what it wrote.
    fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (String, T) {
        let outer = std::mem::replace(&mut self.w, Writer::new("    "));
        let made = work(self);
        (std::mem::replace(&mut self.w, outer).finish(), made)
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.w.line(text);
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.w.open(text);
    }

    fn close(&mut self, text: impl AsRef<str>) {
        self.w.close(text);
    }

    fn refuse_if(&mut self, failed: &str) {
        self.open(format!("if {failed} {{"));
        self.line("return None;");
        self.close("}");
    }

    /// Reads a value, by the fast path or the full checks; `inside` is the struct of the field.
    fn value(&mut self, ty: &Type, subs: &[&'u Sub], inside: Option<DeclId>) -> Result<String, ()> {
        let (body, read) = self.apart(|quick| quick.followed(ty, subs, inside));
        match read {
            Ok(read) => {
                self.line(body);
                Ok(read)
            }
            Err(Off::Never) => Err(()),
            Err(Off::Slow) => {
                let whole = self.fresh("v");
                let (body, read) = self.apart(|quick| quick.slow(&whole, ty, subs, inside));
                let read = read?;
                self.line(body);
                Ok(read)
            }
        }
    }

    /// Reads any value and runs the full checks on it.
    fn slow(
        &mut self,
        whole: &str,
        ty: &Type,
        subs: &[&'u Sub],
        inside: Option<DeclId>,
    ) -> Result<String, ()> {
        let (body, refused) = self.apart(|quick| {
            subs.iter().any(|sub| {
                match sub {
                    Sub::Always => {}
                    Sub::Never => return true,
                    other => {
                        let name = quoted(&quick.part(other));
                        quick.refuse_if(&format!("!CONTRACT.part({name}, &{whole})"));
                    }
                }
                false
            })
        });
        if refused {
            return Err(());
        }
        // Values contain numbers in the form that the full checks leave for integer fields.
        let mends = self.printer.needs.contains("whole_numbers");
        let mutable = if mends { "mut " } else { "" };
        self.line(format!("let {mutable}{whole} = r.any()?;"));
        self.line(body);
        if mends {
            self.line(format!("runtime::whole_numbers(&mut {whole});"));
        }
        if self.printer.text(ty, inside) == "Value" || self.printer.resolved(ty) == "Value" {
            return Ok(whole.to_owned());
        }
        Ok(format!("runtime::quick_typed(&{whole})?"))
    }

    fn followed(&mut self, ty: &Type, subs: &[&'u Sub], inside: Option<DeclId>) -> Read {
        if let Type::Named(id) = ty {
            return self.named(*id, ty, subs, inside);
        }
        let list = flat(self.unit, subs).ok_or(Off::Slow)?;
        match self.printer.text(ty, inside).as_str() {
            "bool" => self.boolean(&list),
            "()" => self.null(&list),
            "f64" => self.float(&list),
            "u64" | "i64" | "runtime::Integer" => self.integer(ty, &list),
            "String" => self.string(&list),
            "Value" => Err(Off::Slow),
            _ => match ty {
                Type::List(item) => self.list(item, &list),
                Type::Tuple(items, None, least) if *least == items.len() && *least <= 12 => {
                    self.tuple(items, &list, inside)
                }
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
            let read = self.followed(ty, subs, Some(id))?;
            return Ok(self.boxed(&Type::Named(id), inside, read));
        }
        if let Body::Strings(texts) = body
            && let [text] = texts.as_slice()
        {
            let list = flat(self.unit, subs).ok_or(Off::Slow)?;
            return self.constant(&types.decls[id], text, &list);
        }
        if let Body::Strings(texts) = body
            && let Some(list) = flat(self.unit, subs)
            && takes_all(texts, &list)
        {
            let name = &types.decls[id].name;
            return Ok(format!("{name}::try_from(r.plain()?).ok()?"));
        }
        let key = (id, subs.iter().map(|sub| self.unit.bare(sub).identity()).collect());
        let name = match self.known.get(&key) {
            Some(name) => name.clone(),
            None => self.function(id, key, subs),
        };
        Ok(self.boxed(ty, inside, format!("{name}(r)?")))
    }

    /// A value as a member of a struct, which may have it in a `Box`.
    fn boxed(&mut self, ty: &Type, inside: Option<DeclId>, value: String) -> String {
        match self.printer.text(ty, inside).starts_with("Box<") {
            true => format!("Box::new({value})"),
            false => value,
        }
    }

    /// Writes the function that reads a struct or an enum.
    fn function(&mut self, id: DeclId, key: Key, subs: &[&'u Sub]) -> String {
        let types = self.printer.types;
        let decl = &types.decls[id];
        let plain = format!("quick_{}", snake(&decl.name));
        let name = self.function_names.take(&plain, "_");
        self.known.insert(key, name.clone());
        let (next, tuples) = (std::mem::take(&mut self.next), std::mem::take(&mut self.tuples));
        let (body, read) = self.apart(|quick| {
            let list = flat(quick.unit, subs).ok_or(Off::Slow)?;
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
        (self.next, self.tuples) = (next, tuples);
        let mut out = Writer::new("    ");
        let body = match &read {
            Ok(read) => returned(&body, read),
            Err(()) => format!("{body}None"),
        };
        out.line(reads(&decl.name));
        let r = if uses(&body, "r") { "r" } else { "_r" };
        let head = format!("fn {name}({r}: &mut runtime::Reader<'_>) -> Option<{}> {{", decl.name);
        attributes(&head, &body, &mut out);
        out.open(head);
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
        let v = self.fresh("v");
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
}

/// The comment of a function of the fast path.
fn reads(name: &str) -> String {
    format!("/// Reads a valid `{name}`; on `None`, the checks decide.")
}

/// Attributes that stop rustfmt and clippy's pedantic lints on long functions.
fn attributes(head: &str, body: &str, out: &mut Writer) {
    const LINES: usize = 60;
    const WIDTH: usize = 90;
    // Variables are called as the properties are.
    let variables = body.lines().filter(|line| line.starts_with("let mut ")).count();
    match body.lines().count() > LINES {
        true => out.line("#[allow(clippy::similar_names, clippy::too_many_lines)]"),
        false if variables > 2 => out.line("#[allow(clippy::similar_names)]"),
        false => {}
    }
    if head.len() > WIDTH || body.lines().any(|line| line.chars().count() > WIDTH) {
        out.line("#[rustfmt::skip]");
    }
}

/// The expression of a read value as an `Option`, without a redundant `Some(…?)`.
fn given(read: &str) -> String {
    match read.strip_suffix('?') {
        Some(read) => read.to_owned(),
        None => format!("Some({read})"),
    }
}

/// The statements with the value that they end in. One `match` is the value itself, and needs no variable.
fn returned(body: &str, read: &str) -> String {
    let matched = body.strip_prefix(&format!("let {read} = match "));
    match matched.and_then(|rest| rest.strip_suffix("};\n")) {
        Some(arms) if !arms.contains("\nlet ") && !uses(arms, read) => {
            format!("Some(match {arms}}})")
        }
        _ => format!("{body}{}", given(read)),
    }
}

/// Whether a collection has more than `most` items.
fn exceeds(collection: &str, most: &u64) -> String {
    match most {
        0 => format!("!{collection}.is_empty()"),
        _ => format!("{collection}.len() > {most}"),
    }
}

/// Whether a text contains a whole word.
fn uses(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

/// Whether checks accept each text of an enum, as the conversion from text does.
fn takes_all(texts: &[String], list: &[&Check]) -> bool {
    let is_sized = list.iter().any(|check| check.kind.guard() == Guard::String);
    let is_allowed = |values: Vec<&Value>| {
        let values: BTreeSet<&str> = values.into_iter().filter_map(Value::as_str).collect();
        texts.iter().all(|text| values.contains(text.as_str()))
    };
    !is_sized && allowed(list, Json::String).is_ok_and(|values| values.is_none_or(is_allowed))
}

/// The values of one type that `enum` and `const` allow; `None` means all.
fn allowed<'l>(list: &[&'l Check], of: Json) -> Result<Option<Vec<&'l Value>>, Off> {
    match left(list, of) {
        Left::All => Ok(None),
        Left::Some(values) => Ok(Some(values)),
        Left::Never => Err(Off::Never),
        Left::Unknown => Err(Off::Slow),
    }
}
