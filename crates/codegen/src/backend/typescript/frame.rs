//! The values for the templates of functions, and the layout of their declarations. The functions only call the
//! runtime.

use serde_json::{Map, Value, json};

use super::runtime::Names;
use crate::backend::{Options, Part};
use crate::frames::{FrameError, spaced};

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
            (Part::Check, &["valid", "issues", "assert", "assert_type"]),
            (Part::Coerce, &["coerce_value"]),
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
