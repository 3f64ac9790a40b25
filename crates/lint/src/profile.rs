//! Dated profiles: what runners, clients and providers accept, as data. A new date is a new file;
//! rules contain no such lists.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use contract::Role;
use contract::types::SkillType;

use crate::similar;

use serde::Deserialize;

/// The default runner profile.
pub const DEFAULT_RUNNER: &str = "skill-runner-2026-02";

const FILES: &[&str] = &[
    include_str!("../profiles/skill-runner-2026-02.json"),
    include_str!("../profiles/skill-runner-2026-07.json"),
    include_str!("../profiles/claude-code-2026-10.json"),
    include_str!("../profiles/codex-2026-11.json"),
    include_str!("../profiles/copilot-2026-11.json"),
    include_str!("../profiles/cursor-2026-11.json"),
    include_str!("../profiles/gemini-cli-2026-10.json"),
    include_str!("../profiles/gh-skill-2026-11.json"),
    include_str!("../profiles/openclaw-2026-11.json"),
    include_str!("../profiles/opencode-2026-10.json"),
    include_str!("../profiles/skills-ref-2026-10.json"),
    include_str!("../profiles/vercel-skills-2026-11.json"),
    include_str!("../profiles/openai-strict-2026-10.json"),
    include_str!("../profiles/anthropic-2026-10.json"),
    include_str!("../profiles/anthropic-strict-2026-10.json"),
    include_str!("../profiles/gemini-2026-10.json"),
];

/// One profile.
#[derive(Clone, Debug)]
pub enum Profile {
    /// A program that installs packages and runs them.
    Runner(Runner),
    /// A program that loads skills.
    Client(Client),
    /// A model provider with rules for schemas.
    Provider(Provider),
}

/// What a runner requires of a package.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the keys of the profile files, which say it")]
pub struct Runner {
    pub name: String,
    pub title: String,
    pub engines: Vec<String>,
    /// The built-in schema of assets/runner.json.
    pub manifest: String,
    /// The built-in metaschemas, by key of `schemas`.
    pub metaschemas: BTreeMap<String, String>,
    /// The keys of assets/runner.json that this runner requires, and its manifest schema doesn't.
    #[serde(default)]
    pub needed_keys: Vec<String>,
    /// The required schemas of a package.
    pub needed_schemas: Vec<String>,
    /// Whether assets/KEY.schema.json replaces a schema that is not declared or missing.
    pub fallback: bool,
}

/// How a client reads frontmatter.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the keys of the profile files, which say it")]
pub struct Client {
    pub name: String,
    pub title: String,
    /// The program or code that this profile was read from.
    pub source: String,
    pub reader: Reader,
    pub on_failure: OnFailure,
    /// What the client requires of a field, by its key, or by keys with dots between them.
    pub fields: BTreeMap<String, FieldRules>,
    /// Whether the client reads a block after a byte order mark.
    #[serde(default)]
    pub byte_order_mark: bool,
    /// Whether the client reads a block after empty lines.
    #[serde(default)]
    pub blank_lines: bool,
    /// Whether the client rejects spaces after the first `---`.
    #[serde(default)]
    pub exact_dashes: bool,
    /// Whether the client rejects a file without a block, even if no field is required.
    #[serde(default)]
    pub needs_block: bool,
    /// Whether the client rejects the skill because of a key beyond the standard's and
    /// `known_keys`.
    pub closed_keys: bool,
    /// The client's frontmatter keys beyond the standard's.
    pub known_keys: Vec<String>,
    /// Whether it only validates: a rejection breaks nothing in use, so this profile only applies if it is named.
    #[serde(default)]
    pub validator: bool,
    /// The forms of `allowed-tools` that the client documents.
    #[serde(default = "standard_tools")]
    pub tools_as: Vec<ToolsForm>,
    /// The maximum number of tokens that the client's tool reads at once, if documented.
    #[serde(default)]
    pub page_tokens: Option<usize>,
    /// The documented values of the client's own keys.
    #[serde(default)]
    pub value_types: BTreeMap<String, ValueType>,
    /// The words that the client documents for a key that takes no others.
    #[serde(default)]
    pub known_values: BTreeMap<String, Vec<String>>,
}

/// The form of the tools in `allowed-tools`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolsForm {
    /// One line, separated by spaces, as in the standard.
    Spaces,
    /// One line, separated by commas.
    Commas,
    /// A YAML list.
    List,
}

fn standard_tools() -> Vec<ToolsForm> {
    vec![ToolsForm::Spaces]
}

/// A type of a frontmatter value, as documented by its client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    /// Text.
    Text,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// Keys and values.
    Mapping,
    /// A list of strings.
    Texts,
    /// No value.
    Null,
}

impl ValueType {
    /// Its name in messages.
    pub(crate) fn words(self) -> &'static str {
        match self {
            ValueType::Text => "text",
            ValueType::Boolean => "true or false",
            ValueType::Number => "a number",
            ValueType::Mapping => "keys and values",
            ValueType::Texts => "a list of text",
            ValueType::Null => "no value",
        }
    }
}

/// What a client requires of one field before it loads the skill.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "independent demands on one field")]
pub struct FieldRules {
    /// Whether the field is required.
    pub required: bool,
    /// Whether the field must be a YAML string: `123` and `true` are rejected.
    pub text: bool,
    /// The types of the value, if it is present; empty means that `text` decides.
    pub types: Vec<ValueType>,
    /// Whether the client converts any value to a string.
    pub any: bool,
    /// Whether the string must not be blank.
    pub filled: bool,
    /// Whether the string must not be empty; it may be blank.
    pub nonempty: bool,
    /// The field is not required if this other field is true.
    pub unless: Option<String>,
    /// The prefix of keys that a mapping must not have.
    pub refused_keys: Option<String>,
    /// The key must be unique.
    pub once: bool,
    /// The field must be a mapping.
    pub mapping: bool,
    /// The maximum number of characters; spaces count as in the client.
    pub max: Option<u64>,
    /// The format of the string.
    pub form: Option<TextForm>,
    /// The string must be the name of the folder.
    pub folder: bool,
}

/// A format of strings that a client requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextForm {
    /// Lower-case letters and digits of any script, in words separated by single hyphens.
    LowerCaseWords,
    /// Lower-case ASCII letters and digits, in words separated by single hyphens.
    AsciiWords,
    /// ASCII letters, digits, hyphens, underscores, dots, colons and spaces, beginning with a letter
    /// or digit.
    AsciiName,
}

/// The YAML dialect of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// Strict YAML 1.2, but keys may repeat (Bun.YAML).
    Strict,
    /// Strict YAML 1.2, and keys may not repeat (the npm package `yaml`).
    Unique,
    /// libyaml and its ports (serde_yaml, PyYAML): continued quoted strings may begin at column 0, escapes
    /// of surrogates are rejected, anchors have names of ASCII letters, digits, `-` and `_`.
    Libyaml,
    /// The same, and keys may not repeat (serde_yaml's values, Go's yaml.v3).
    LibyamlUnique,
    /// js-yaml, alone or in gray-matter: continued quoted strings may begin at column 0, keys may not
    /// repeat.
    JsYaml,
    /// A subset without flow style, anchors and duplicate keys.
    Strictyaml,
}

/// What a client does with unreadable frontmatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// Does not load the skill.
    Skipped,
    /// Reads name and description line by line.
    Lines,
    /// Reads the block again with each value that contains a colon as block text.
    BlockText,
    /// Reads the block again with the description on the error's line in quotes.
    QuotedDescription,
    /// Reads the block again with plain values that the parser rejects in quotes.
    QuotedScalars,
    /// Reads the block again with values that have a mark of YAML in double quotes; otherwise loads the skill with no fields.
    QuotedValues,
    /// Reports an error.
    Refused,
}

/// The part of JSON Schema that a provider accepts.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the keys of the profile files, which say it")]
#[allow(clippy::struct_excessive_bools, reason = "independent facts about one provider")]
pub struct Provider {
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub title: String,
    pub root_object: bool,
    pub root_combinators: bool,
    pub closed_objects: bool,
    pub all_required: bool,
    pub refs: bool,
    pub recursion: bool,
    pub forbidden_keywords: Vec<String>,
    pub allowed_keywords: Option<Vec<String>>,
    pub formats: Option<Vec<String>>,
    /// The allowed values of an enum; anything if it is missing.
    #[serde(default)]
    pub enum_values: Option<EnumValues>,
    pub type_lists: bool,
    pub items_required: bool,
    /// The largest accepted `minItems`.
    #[serde(default)]
    pub most_min_items: Option<u64>,
    pub property_name: Option<PropertyName>,
    /// The accepted names of tools, where they are fewer than those of MCP.
    #[serde(default)]
    pub tool_name: Option<PropertyName>,
    pub max_properties: Option<usize>,
    pub max_depth: Option<usize>,
    pub max_enum_values: Option<usize>,
    pub max_text: Option<usize>,
    /// The number of string values from which the characters of an enum are limited, and that
    /// limit.
    #[serde(default)]
    pub long_enum: Option<LongEnum>,
}

/// The limit of a long enum of strings.
#[derive(Clone, Copy, Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the keys of the profile files, which say it")]
pub struct LongEnum {
    pub values: usize,
    pub characters: usize,
}

/// The values that a provider accepts in an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnumValues {
    /// Strings only, with `type: string`.
    Strings,
    /// Anything but arrays and objects.
    Primitives,
}

/// The names of properties or tools that a provider accepts: ASCII letters, digits and these characters.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the keys of the profile files, which say it")]
pub struct PropertyName {
    pub characters: String,
    pub longest: usize,
}

impl Provider {
    /// Whether the provider accepts the keyword.
    pub(crate) fn takes(&self, keyword: &str) -> bool {
        let is = |known: &String| known == keyword;
        !self.forbidden_keywords.iter().any(is)
            && self.allowed_keywords.as_ref().is_none_or(|all| all.iter().any(is))
    }
}

impl Profile {
    /// The name of the profile.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Profile::Runner(runner) => &runner.name,
            Profile::Client(client) => &client.name,
            Profile::Provider(provider) => &provider.name,
        }
    }

    fn answers_to(&self, name: &str) -> bool {
        let alias = match self {
            Profile::Provider(provider) => provider.aliases.iter().any(|alias| alias == name),
            _ => false,
        };
        alias || self.name() == name || self.undated() == Some(name)
    }

    /// The name of a client or a provider without a date: it means the newest profile.
    fn undated(&self) -> Option<&str> {
        if matches!(self, Profile::Runner(_)) {
            return None;
        }
        let (rest, _month) = self.name().rsplit_once('-')?;
        rest.rsplit_once('-').map(|(name, _year)| name)
    }
}

/// All profiles, in a fixed order.
#[must_use]
pub fn all() -> &'static [Profile] {
    static ALL: OnceLock<Vec<Profile>> = OnceLock::new();
    ALL.get_or_init(|| {
        FILES.iter().map(|text| read(text).expect("invariant: a test reads each profile")).collect()
    })
}

/// The tag is read by hand, because serde's tagged enums buffer numbers, which then fail.
fn read(text: &str) -> Result<Profile, serde_json::Error> {
    #[derive(Deserialize)]
    struct Tagged {
        kind: String,
    }
    let tagged: Tagged = serde_json::from_str(text)?;
    Ok(match tagged.kind.as_str() {
        "runner" => Profile::Runner(serde_json::from_str(text)?),
        "client" => Profile::Client(serde_json::from_str(text)?),
        _ => Profile::Provider(serde_json::from_str(text)?),
    })
}

/// An unknown profile. `Display` names the nearest one, or lists the known ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown profile {asked:?}; {}", match near {
    Some(near) => format!("did you mean {near}?"),
    None => format!("known are {}", known.join(", ")),
})]
pub struct UnknownProfile {
    /// The requested name.
    pub asked: String,
    /// A known name, without its date, that differs by a slip.
    pub near: Option<String>,
    /// The known names.
    pub known: Vec<String>,
}

/// The profiles of a check.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// The runner for packages.
    pub runner: &'static Runner,
    /// Whether that runner was named: then a plain skill folder is checked as a package.
    pub runner_named: bool,
    /// Clients whose findings are reported.
    pub clients: Vec<&'static Client>,
    /// Whether these clients were named: then their rejections are errors.
    pub clients_named: bool,
    /// Providers whose rules apply to schemas.
    pub providers: Vec<&'static Provider>,
    /// Whether the tokens of each skill are counted.
    pub counts_tokens: bool,
    /// The role of separate schemas, if given; else their names may say it.
    pub schema_role: Option<Role>,
    /// The default role of separate schemas; schemas of a tree may be anything.
    pub unsaid_role: Option<Role>,
    /// Why no values of these names and types decide a condition, if so; the command has the reader of conditions.
    pub undecidable: Option<Undecidable>,
}

/// See [`Profiles::undecidable`].
pub type Undecidable = fn(&str, &BTreeMap<&str, Option<SkillType>>) -> Option<String>;

impl Profiles {
    /// The profiles with these names; without any, the default runner and all clients.
    ///
    /// # Errors
    /// An unknown name.
    pub fn named(names: &[String]) -> Result<Profiles, UnknownProfile> {
        let mut clients = Vec::new();
        let mut providers = Vec::new();
        let mut named_runner = None;
        for name in names {
            match all().iter().find(|profile| profile.answers_to(name)) {
                Some(Profile::Runner(found)) => named_runner = Some(found),
                Some(Profile::Client(found)) => clients.push(found),
                Some(Profile::Provider(found)) => providers.push(found),
                None => {
                    let known: Vec<String> =
                        all().iter().map(|profile| profile.name().to_owned()).collect();
                    let undated = known.iter().map(|known| {
                        known.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-')
                    });
                    let is_slip = |known: &&str| {
                        similar::distance(known, name).is_some_and(|edits| edits <= 2)
                    };
                    let near = undated.filter(is_slip).map(str::to_owned).next();
                    return Err(UnknownProfile { asked: name.clone(), near, known });
                }
            }
        }
        let clients_named = !clients.is_empty();
        if !clients_named {
            clients = all_clients().collect();
        }
        let default = all().iter().find_map(|profile| match profile {
            Profile::Runner(runner) if runner.name == DEFAULT_RUNNER => Some(runner),
            _ => None,
        });
        let runner = named_runner.or(default).expect("invariant: the default runner is in FILES");
        Ok(Profiles {
            runner,
            runner_named: named_runner.is_some(),
            clients,
            clients_named,
            providers,
            counts_tokens: false,
            schema_role: None,
            unsaid_role: None,
            undecidable: None,
        })
    }
}

/// All clients.
pub(crate) fn all_clients() -> impl Iterator<Item = &'static Client> {
    all().iter().filter_map(|profile| match profile {
        Profile::Client(client) => Some(client),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Profile, Profiles, all};

    #[test]
    fn each_profile_reads_and_names_differ() {
        let mut names: Vec<&str> = all().iter().map(Profile::name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(before, names.len());
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Profiles::named(&["nope".to_owned()]).expect_err("there is no such profile");
        let text = error.to_string();
        assert!(text.contains("skill-runner-2026-02") && text.contains("nope"), "{text}");
    }
}
