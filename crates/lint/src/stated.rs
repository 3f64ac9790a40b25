//! The contract that the body of a SKILL.md describes: its sections Inputs, Outputs, Prerequisites and Guarantees, as
//! lists or tables. Drafted as frontmatter keys for review.

mod block;
mod item;
mod kind;
mod name;
mod notes;
mod value;

use std::collections::BTreeSet;

use contract::types::SkillType;
use serde_json::json;

use item::Item;
use value::StatedDefault;

/// What a section of the body is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Inputs { required: bool },
    Outputs { required: bool },
    Prerequisites,
    Guarantees,
}

/// An input or output.
#[derive(Clone, Debug, PartialEq)]
struct Field {
    name: String,
    /// The nearest type of the protocol to what the body names; `None` where it names none, or one that the protocol lacks.
    kind: Option<SkillType>,
    /// What the body names, where that says more than a type of the protocol.
    other_kind: Option<String>,
    description: String,
    required: bool,
    default: Option<StatedDefault>,
    /// The note that states the default, if it is more than one word: it may describe a value.
    default_note: Option<String>,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stated {
    inputs: Vec<Field>,
    outputs: Vec<Field>,
    pre_checks: Vec<String>,
    post_checks: Vec<String>,
    /// Items of Inputs and Outputs that name nothing.
    unread: Vec<String>,
}

impl Stated {
    /// Reads a body.
    #[must_use]
    pub fn read(body: &str) -> Stated {
        let mut stated = Stated::default();
        let mut section: Option<(usize, Section)> = None;
        // The field that a heading inside of a section names, and that its items are about.
        let mut headed: Option<(Section, Field)> = None;
        let blocks = block::blocks(body);
        for (at, block) in blocks.iter().enumerate() {
            match block {
                block::Block::Heading { level, text } => {
                    let level = *level;
                    stated.keep(headed.take());
                    if let Some((_, section)) = section.filter(|(outer, _)| level > *outer)
                        && let Some(required) = section.required()
                        && !opens_section(text)
                        && states_attributes(&blocks[at + 1..])
                        && let Some(field) = item::of_heading(text, required)
                    {
                        headed = Some((section, field));
                        continue;
                    }
                    let inside = section.filter(|(outer, _)| level > *outer);
                    section = match (named(text), inside) {
                        (Some(named), inside) => {
                            Some((inside.map_or(level, |(outer, _)| outer), named))
                        }
                        (None, Some((outer, around))) => {
                            Some((outer, with_requirement(around, text)))
                        }
                        (None, None) => None,
                    };
                }
                block::Block::Item(item) => {
                    if let Some((_, field)) = &mut headed {
                        field.take_item(item);
                    } else if let Some((_, section)) = section {
                        stated.take(section, item);
                    }
                }
            }
        }
        stated.keep(headed);
        stated
    }

    /// Adds the field of a heading.
    fn keep(&mut self, headed: Option<(Section, Field)>) {
        let Some((section, mut field)) = headed else { return };
        field.finish();
        let list = match section {
            Section::Outputs { .. } => &mut self.outputs,
            _ => &mut self.inputs,
        };
        if list.iter().all(|other| other.name != field.name) {
            list.push(field);
        }
    }

    /// Does the body state inputs or outputs?
    #[must_use]
    pub fn has_fields(&self) -> bool {
        !self.inputs.is_empty() || !self.outputs.is_empty()
    }

    fn take(&mut self, section: Section, item: &Item) {
        let (list, required) = match section {
            Section::Prerequisites => return self.pre_checks.push(item.text.clone()),
            Section::Guarantees => return self.post_checks.push(item.text.clone()),
            Section::Inputs { required } => (&mut self.inputs, required),
            Section::Outputs { required } => (&mut self.outputs, required),
        };
        match item.field(required) {
            Some(field) if list.iter().all(|other| other.name != field.name) => list.push(field),
            Some(_) => {}
            None => self.unread.push(item.text.clone()),
        }
    }

    /// The lines of the frontmatter, without its fences: only keys that the body states.
    #[must_use]
    pub fn frontmatter(&self) -> String {
        let mut out = String::from("version: 1\n");
        for text in &self.unread {
            out.push_str(&format!("# TODO: names no input or output: {}\n", one_line(text)));
        }
        for (key, fields) in [("input_schema", &self.inputs), ("output_schema", &self.outputs)] {
            if fields.is_empty() {
                continue;
            }
            out.push_str(&format!("{key}:\n"));
            for (list, required) in [("required", true), ("optional", false)] {
                let listed: Vec<&Field> =
                    fields.iter().filter(|field| field.required == required).collect();
                if listed.is_empty() {
                    continue;
                }
                out.push_str(&format!("  {list}:\n"));
                listed.iter().for_each(|field| field.write(&mut out));
            }
        }
        for (key, checks) in [("pre_checks", &self.pre_checks), ("post_checks", &self.post_checks)]
        {
            if checks.is_empty() {
                continue;
            }
            out.push_str(&format!("{key}:\n"));
            for check in checks {
                let text = json!(one_line(check).replace('`', ""));
                out.push_str(&format!("  - description: {text}\n    validation: {text}\n"));
            }
        }
        out
    }
}

impl Field {
    /// The type that the frontmatter gets.
    fn own_kind(&self) -> SkillType {
        self.kind.unwrap_or(SkillType::String)
    }

    fn write(&self, out: &mut String) {
        let own_kind = self.own_kind();
        let kind = own_kind.as_str();
        let kind = if kind.contains('[') { json!(kind).to_string() } else { kind.to_owned() };
        let description = json!(one_line(&self.description));
        let name = json!(self.name);
        out.push_str(&format!(
            "    - name: {name}\n      type: {kind}\n      description: {description}\n"
        ));
        match (&self.kind, &self.other_kind) {
            (Some(_), None) => {}
            (_, Some(other)) => out.push_str(&format!(
                "      # TODO: the body names the type {}, which the protocol doesn't have\n",
                one_line(other)
            )),
            (None, None) => out.push_str("      # TODO: the body names no type\n"),
        }
        if self.description.is_empty() {
            out.push_str("      # TODO: the body doesn't describe it\n");
        }
        let Some(default) = &self.default else { return };
        match default.literal(own_kind) {
            Some(value) => out.push_str(&format!("      default: {value}\n")),
            None => out.push_str(&format!(
                "      # TODO: the body names the default {}, {}\n",
                one_line(default.text()),
                default.why_open(own_kind)
            )),
        }
    }
}

impl Section {
    /// Whether the fields of this section are required, where it has fields.
    fn required(self) -> Option<bool> {
        match self {
            Section::Inputs { required } | Section::Outputs { required } => Some(required),
            Section::Prerequisites | Section::Guarantees => None,
        }
    }
}

/// Do the items up to the next heading say the type of a field, or whether it is required?
fn states_attributes(blocks: &[block::Block]) -> bool {
    let mut items = blocks.iter().map_while(|block| match block {
        block::Block::Item(item) => Some(item),
        block::Block::Heading { .. } => None,
    });
    items.any(|item| {
        matches!(item.attribute(), Some((attribute, _)) if attribute != item::Attribute::Description)
    })
}

/// Words of headings below which a body says what has to be so before it runs.
const PREREQUISITES: [&str; 6] = [
    "prerequisites",
    "prerequisite",
    "preconditions",
    "precondition",
    "requirements",
    "requirement",
];

/// The section that a heading opens.
fn named(heading: &str) -> Option<Section> {
    let words: BTreeSet<String> = heading
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.len() > 4 {
        return None;
    }
    let has = |any: &[&str]| any.iter().any(|word| words.contains(*word));
    let required = !has(&["optional"]);
    if has(&["input", "inputs", "parameters", "parameter", "arguments"]) {
        // `Input and Output` says nothing of its items.
        (!has(&["output", "outputs", "examples", "example"]))
            .then_some(Section::Inputs { required })
    } else if has(&["output", "outputs", "returns"]) {
        (!has(&["examples", "example", "format"])).then_some(Section::Outputs { required })
    } else if has(&PREREQUISITES) {
        Some(Section::Prerequisites)
    } else if has(&["guarantees", "guarantee", "postconditions", "postcondition"]) {
        Some(Section::Guarantees)
    } else {
        None
    }
}

/// `### Optional` inside of `## Inputs`.
fn with_requirement(around: Section, heading: &str) -> Section {
    let heading = heading.to_lowercase();
    let required = match (heading.contains("optional"), heading.contains("required")) {
        (true, _) => false,
        (_, true) => true,
        _ => return around,
    };
    match around {
        Section::Inputs { .. } => Section::Inputs { required },
        Section::Outputs { .. } => Section::Outputs { required },
        other => other,
    }
}

/// Does a heading stand over several fields: `### Optional`, `### Parameters`? `### output` may be the name of a field.
fn opens_section(heading: &str) -> bool {
    let words = ["required", "optional", "inputs", "outputs", "parameters", "arguments", "returns"];
    words.contains(&heading.trim_end_matches(':').to_lowercase().as_str())
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests;
