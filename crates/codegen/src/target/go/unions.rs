//! Unions as Go: a sealed interface, with a type for each variant that is no struct.

use std::collections::BTreeSet;

use contract::Type as Kind;

use super::text::{comment, quoted};
use super::types::{Printer, docs, unique};
use crate::types::{Body, Decl, DeclId, Type, Union, Variant};
use crate::writer::Writer;

impl Printer<'_> {
    /// Whether a union has a variant that Go has no type for: it is `any`.
    pub(super) fn is_opaque(&self, union: &Union) -> bool {
        union.variants.iter().any(|variant| match &variant.ty {
            Type::Both(_) => true,
            Type::Named(id) => self.endless.contains(id),
            _ => false,
        })
    }

    /// Whether a declaration is an interface.
    pub(super) fn is_interface(&self, id: DeclId) -> bool {
        match &self.types.decls[id].body {
            Body::Union(union) => !self.is_opaque(union),
            _ => false,
        }
    }

    pub(super) fn union(
        &mut self,
        decl: &Decl,
        union: &Union,
        taken: &mut BTreeSet<String>,
        w: &mut Writer,
    ) {
        let name = &decl.name;
        docs(decl, w);
        if self.is_opaque(union) {
            w.line(format!("type {name} = any"));
            w.gap();
            w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
            w.line("return v");
            w.close("}");
            return;
        }
        w.open(format!("type {name} interface {{"));
        w.line(format!("is{name}()"));
        w.close("}");
        let mut cases = Vec::new();
        for variant in &union.variants {
            w.gap();
            let made = self.variant(name, variant, taken, w);
            cases.push((variant, made));
        }
        self.needs.insert("union");
        w.gap();
        w.open(format!("func take{name}(v any, p *place, t *taking) {name} {{"));
        w.line("switch kind(v) {");
        let (objects, others): (Vec<_>, Vec<_>) =
            cases.iter().partition(|(variant, _)| variant.kind == Kind::Object);
        for (variant, made) in others {
            w.open(format!("case {}:", quoted(variant.kind.as_str())));
            w.line(format!("return {made}"));
            w.close("");
        }
        if let Some((_, first)) = objects.first() {
            w.open("case \"object\":");
            match &union.tag {
                None => w.line(format!("return {first}")),
                Some(tag) => {
                    w.line(format!("switch tagOf(v, {}) {{", quoted(tag)));
                    for (variant, made) in &objects {
                        let texts: Vec<String> =
                            variant.texts.iter().map(|text| quoted(text)).collect();
                        w.open(format!("case {}:", texts.join(", ")));
                        w.line(format!("return {made}"));
                        w.close("");
                    }
                    w.line("}");
                }
            }
            w.close("");
        }
        w.line("}");
        w.line(format!("t.miss(p, {}, v)", quoted(name)));
        w.line("return nil");
        w.close("}");
    }

    /// Writes what makes a variant one of the interface; the expression that makes one of a value.
    fn variant(
        &mut self,
        name: &str,
        variant: &Variant,
        taken: &mut BTreeSet<String>,
        w: &mut Writer,
    ) -> String {
        let shown = self.shown(&variant.ty, None);
        let is_struct = match &variant.ty {
            Type::Named(id) => self.types.object_of(*id).is_some(),
            _ => false,
        };
        if is_struct {
            w.line(format!("func ({}) is{name}() {{}}", shown.text));
            return format!("{}(v, p, t)", shown.take);
        }
        let own = unique(&format!("{name}{}", variant.name), taken);
        let about = format!("{own} is a {name} of the type {}.", variant.kind.as_str());
        comment(&[about]).iter().for_each(|line| w.line(line));
        w.line(format!("type {own} {}", shown.text));
        w.gap();
        w.line(format!("func ({own}) is{name}() {{}}"));
        if shown.text == "json.Number" {
            w.gap();
            w.line("// MarshalJSON writes the number.");
            w.open(format!("func (value {own}) MarshalJSON() ([]byte, error) {{"));
            w.line("return marshal(json.Number(value))");
            w.close("}");
        }
        format!("{own}({}(v, p, t))", shown.take)
    }
}
