//! The values for the templates of functions, and the layout of their declarations. The functions only call the
//! runtime.

use serde_json::{Map, Value, json};

use super::javascript::Module;
use super::literal::WIDTH;
use super::runtime::Names;
use crate::backend::{Options, Part};
use crate::frames::{FrameError, spaced};
use crate::writer::Columns as _;

/// The parts of one type's functions.
pub(super) struct Frame<'f> {
    /// The type.
    pub(super) type_name: &'f str,
    /// The contract's name.
    pub(super) contract: &'f str,
    /// The runtime's names.
    pub(super) names: &'f Names,
    pub(super) options: &'f Options,
    /// The exit code of a process that prints `value`.
    pub(super) exit_code: &'static str,
    /// Whether the type has properties to set.
    pub(super) has_properties: bool,
    /// Whether the parser adds properties of the type: a valid value may lack them.
    pub(super) adds_defaults: bool,
    /// Whether strings are replaced by the user's types.
    pub(super) is_mapped: bool,
}

/// The runtime names in templates.
const CALLED: [&str; 21] = [
    "Assert",
    "Builder",
    "Change",
    "Coerce",
    "Coerced",
    "Contract",
    "Issue",
    "Level",
    "SafeParse",
    "SkillContractError",
    "assertValid",
    "coerceValue",
    "contract",
    "defaults",
    "emitValue",
    "fits",
    "issuesOf",
    "parseText",
    "tryParse",
    "handleSkillError",
    "Schema",
];

impl Frame<'_> {
    /// The runtime pieces that the functions call.
    pub(super) fn needs(&self) -> Vec<&'static str> {
        let mut needs = Vec::new();
        for (part, pieces) in [
            (Part::Parse, &["parse"][..]),
            (Part::Check, &["valid", "issues", "assert"]),
            (Part::Coerce, &["coerce"]),
            (Part::Builder, &["emit"]),
        ] {
            if self.options.has(part) {
                needs.extend(pieces);
            }
        }
        if self.options.has(Part::Builder) && self.has_properties {
            needs.push("builder");
        }
        needs
    }

    /// The functions of a contract of one schema.
    pub(super) fn functions(&self) -> Result<String, FrameError> {
        let frames = &self.options.frames;
        let mut data = self.data();
        let lang = self.names.syntax().lang();
        let mut text = frames.render(&format!("{lang}/api.hbs"), &data)?;
        if self.options.has(Part::Builder) {
            let settings = match (self.exit_code, self.options.compact) {
                ("0", false) => String::new(),
                (exit, false) => format!(", {exit}"),
                (exit, true) => format!(", {exit}, true"),
            };
            data["settings"] = json!(settings);
            data["has_properties"] = json!(self.has_properties);
            text.push_str(&frames.render(&format!("{lang}/builder.hbs"), &data)?);
        }
        Ok(spaced(&text))
    }

    /// The functions of one role of a contract, in an object with its name.
    pub(super) fn role(&self, role: &str) -> Result<String, FrameError> {
        let mut data = self.data();
        data["role"] = json!(role);
        data["compact"] = json!(self.options.compact);
        let lang = self.names.syntax().lang();
        self.options.frames.render(&format!("{lang}/role.hbs"), &data)
    }

    /// The declarations of the functions of JavaScript: of a role, or of a contract of one schema.
    pub(super) fn declarations(&self, role: Option<&str>) -> Result<String, FrameError> {
        let mut data = self.data();
        data["role"] = json!(role.unwrap_or_default());
        data["has_properties"] = json!(self.has_properties);
        self.options.frames.render("js/types.hbs", &data).map(|text| spaced(&text))
    }

    fn data(&self) -> Value {
        let runtime: Map<String, Value> =
            CALLED.iter().map(|name| ((*name).to_owned(), json!(self.names.of(name)))).collect();
        json!({
            "name": self.contract, "type": self.type_name, "parts": self.options.asked(),
            "runtime": runtime, "adds_defaults": self.adds_defaults,
            "narrows": !self.adds_defaults && !self.is_mapped,
        })
    }
}

/// `export const NAME = …;` in prettier's layout: the parameters of an arrow function get separate lines if its head is
/// too long.
pub(crate) fn declaration(flat: &str) -> String {
    if flat.columns() <= WIDTH {
        return flat.to_owned();
    }
    if flat.starts_with("export declare function ") {
        return declared_function(flat);
    }
    if let Some((head, arguments)) =
        flat.split_once("(() => ").filter(|(head, _)| !head.contains("=>"))
    {
        let arguments = arguments.trim_end_matches(");");
        let lines: String = format!("() => {arguments}")
            .split(", ")
            .map(|argument| format!("  {argument},\n"))
            .collect();
        return format!("{head}(\n{lines});");
    }
    let Some(at) = flat.rfind(" => ").map(|at| at + 3) else { return flat.to_owned() };
    let (head, body) = (&flat[..at], &flat[at + 1..]);
    let opening = head.find('(').unwrap_or(0);
    let closing = head.find("): ").filter(|at| *at > opening + 1);
    let is_typed = head[..opening].contains(": ");
    match closing.filter(|_| head.columns() > WIDTH && !is_typed) {
        None => assigned(head, body),
        Some(closing) => {
            let parameters: String = head[opening + 1..closing]
                .split(", ")
                .map(|parameter| format!("  {parameter},\n"))
                .collect();
            let end = assigned(&head[closing..], body);
            format!("{}\n{parameters}{end}", &head[..=opening])
        }
    }
}

/// The statement that exports names of a module: internal and public names.
pub(super) fn exports(module: Module, names: &[(String, String)]) -> String {
    let word = match module {
        Module::Esm => "export",
        Module::CommonJs => "module.exports =",
    };
    let member = |(own, shown): &(String, String)| match (own == shown, module) {
        (true, _) => own.clone(),
        (false, Module::Esm) => format!("{own} as {shown}"),
        (false, Module::CommonJs) => format!("{shown}: {own}"),
    };
    let members: Vec<String> = names.iter().map(member).collect();
    let flat = format!("{word} {{ {} }};", members.join(", "));
    if flat.columns() <= WIDTH {
        return flat;
    }
    let lines: String = members.iter().map(|member| format!("  {member},\n")).collect();
    format!("{word} {{\n{lines}}};")
}

/// A function in a declaration file, with its parameters on separate lines.
fn declared_function(flat: &str) -> String {
    let (Some(opening), Some(closing)) = (flat.find('('), flat.rfind("): ")) else {
        return flat.to_owned();
    };
    if opening + 1 == closing {
        return flat.to_owned();
    }
    let parameters = flat[opening + 1..closing].split(", ");
    let parameters: String = parameters.map(|parameter| format!("  {parameter},\n")).collect();
    format!("{}\n{parameters}{}", &flat[..=opening], &flat[closing..])
}

/// `head body`, on two lines if one is too long; prettier then changes nothing.
pub(super) fn assigned(head: &str, body: &str) -> String {
    let flat = format!("{head} {body}");
    if flat.columns() <= WIDTH {
        return flat;
    }
    if body.starts_with('{') {
        let members = body.trim_start_matches("{ ").trim_end_matches(" };");
        let members: String = members.split(", ").map(|member| format!("  {member},\n")).collect();
        // If not even the bracket fits after the name, it is on the next line, indented by one
        // level.
        if head.columns() + 2 > WIDTH {
            let members = members.replace("  ", "    ");
            return format!("{head}\n  {{\n{members}  }};");
        }
        return format!("{head} {{\n{members}}};");
    }
    if head.columns() <= WIDTH && body.columns() + 2 <= WIDTH {
        return format!("{head}\n  {body}");
    }
    format!("// prettier-ignore\n{flat}")
}
