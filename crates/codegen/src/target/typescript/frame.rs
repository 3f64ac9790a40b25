//! The functions that a file is used by: thin, because all that they do is the runtime's.

use super::literal::WIDTH;
use super::runtime::Names;
use crate::target::{Options, Part};
use crate::writer::Writer;

/// What the functions of one type are made of.
pub(super) struct Frame<'f> {
    /// The type.
    pub(super) type_name: &'f str,
    /// How the runtime is called.
    pub(super) names: &'f Names,
    pub(super) options: &'f Options,
    /// The exit code of a process that prints `value`.
    pub(super) exit_code: &'static str,
    /// Whether the type has properties to set.
    pub(super) has_builder: bool,
}

impl Frame<'_> {
    /// The functions of a contract of one schema; the pieces of the runtime that they call.
    pub(super) fn functions(&self, w: &mut Writer) -> Vec<&'static str> {
        let (name, mut needs) = (self.type_name, Vec::new());
        let p = |name: &str| self.names.of(name);
        if self.options.has(Part::Parse) {
            needs.push("parse");
            self.arrow(
                "Reads a JSON text; throws a `SkillContractError` with all issues if it is invalid.",
                ["parse", "text: string", name],
                &format!("{}(model, text)", p("parseText")),
                w,
            );
            self.arrow(
                "Reads a JSON text, or gives all the reasons why it is invalid.",
                ["safeParse", "text: string", &format!("{}<{name}>", p("SafeParse"))],
                &format!("{}(model, text)", p("tryParse")),
                w,
            );
        }
        if self.options.has(Part::Check) {
            needs.extend(["valid", "issues", "assert"]);
            self.arrow(
                "Whether a value is valid; stops at the first reason why not.",
                ["is", "value: unknown", &format!("value is {name}")],
                &format!("{}(model, value)", p("fits")),
                w,
            );
            self.arrow(
                "All reasons why a value is invalid, in the schema's order.",
                ["check", "value: unknown", &format!("{}[]", p("Issue"))],
                &format!("{}(model, value)", p("issuesOf")),
                w,
            );
            w.line("/** Throws a `SkillContractError` unless a value is valid. */");
            let head = format!("export const assert: {}<{name}> = (value) =>", p("Assert"));
            w.line(assigned(&head, &format!("{}(model, value);", p("assertValid"))));
        }
        if self.options.has(Part::Coerce) {
            needs.push("coerce");
            let doc =
                "A copy in which wrong types are corrected and defaults are added; not checked.";
            w.line(format!("/** {doc} */"));
            let head = format!("export const coerce: {} = (value, level) =>", p("Coerce"));
            w.line(assigned(&head, &format!("{}(model, value, level);", p("coerceValue"))));
            self.arrow(
                "A copy with the schema's defaults where properties are missing.",
                ["withDefaults = <T>", "value: T", "T"],
                &format!("{}(model, value)", p("defaults")),
                w,
            );
        }
        if self.options.has(Part::Builder) {
            needs.push("emit");
            let settings = match (self.exit_code, self.options.compact) {
                ("0", false) => String::new(),
                (exit, false) => format!(", {exit}"),
                (exit, true) => format!(", {exit}, true"),
            };
            self.arrow(
                "Prints a valid value to stdout as one JSON document and sets the exit code.",
                ["emit", &format!("value: {name}"), "void"],
                &format!("{}(model, value{settings})", p("emitValue")),
                w,
            );
            if self.has_builder {
                needs.push("builder");
                self.arrow(
                    "A builder that is set property by property; `build` and `emit` check the value.",
                    ["builder", "", &format!("{}<{name}>", p("Builder"))],
                    &format!("new {}(model, emit)", p("Builder")),
                    w,
                );
            }
        }
        needs
    }

    /// `export const NAME = (PARAMETERS): RESULT => BODY`.
    fn arrow(&self, doc: &str, [name, parameters, result]: [&str; 3], body: &str, w: &mut Writer) {
        w.line(format!("/** {doc} */"));
        let (name, generic) = name.split_once(" = ").unwrap_or((name, ""));
        let head = format!("export const {name} = {generic}({parameters}): {result} =>");
        if head.chars().count() <= WIDTH || parameters.is_empty() {
            w.line(assigned(&head, &format!("{body};")));
            return;
        }
        w.open(format!("export const {name} = {generic}("));
        parameters.split(", ").for_each(|parameter| w.line(format!("{parameter},")));
        w.close(assigned(&format!("): {result} =>"), &format!("{body};")));
    }

    /// The functions of one role of a contract, in an object of its name.
    pub(super) fn contract(&self, role: &str, w: &mut Writer) {
        let (name, compact) = (self.type_name, self.options.compact);
        let (contract, make) = (self.names.of("Contract"), self.names.of("contract"));
        let head = format!("export const {role}: {contract}<{name}> = {make}(");
        w.gap();
        w.line(format!(
            "/** The functions of `{name}`: `{role}.parse(text)`, `{role}.check(value)` … */"
        ));
        let flat = format!("{head}() => {role}Definition, {compact});");
        if flat.chars().count() <= WIDTH {
            w.line(flat);
            return;
        }
        w.open(head);
        w.line(format!("() => {role}Definition,"));
        w.line(format!("{compact},"));
        w.close(");");
    }
}

/// `head body`, on two lines where one is too long. What prettier would break otherwise is left to it no more.
pub(super) fn assigned(head: &str, body: &str) -> String {
    let flat = format!("{head} {body}");
    if flat.chars().count() <= WIDTH {
        return flat;
    }
    if body.starts_with('{') {
        let members = body.trim_start_matches("{ ").trim_end_matches(" };");
        let members: String = members.split(", ").map(|member| format!("  {member},\n")).collect();
        return format!("{head} {{\n{members}}};");
    }
    if head.chars().count() <= WIDTH && body.chars().count() + 2 <= WIDTH {
        return format!("{head}\n  {body}");
    }
    format!("// prettier-ignore\n{flat}")
}
