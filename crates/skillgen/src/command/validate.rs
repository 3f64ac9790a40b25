//! `skillgen validate --contract C DATA…`: validates inputs or outputs against a contract.

mod report;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use contract::{Contract, Document, Role, Schema, SourceKind};
use runtime::coerce::{Coerced, Mode};
use runtime::protocol::{Judgement, Subject, judge, judge_given};
use runtime::validate::{Formats, ValidateError, Validator};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::{self, ReferenceArgs};

/// Arguments of `validate`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The contract: a JSON Schema, SKILL.md, package, MCP tool, REV:PATH or builtin:NAME.
    #[arg(long, value_name = "CONTRACT")]
    contract: String,
    /// The documents, JSON or YAML; `-` or nothing for standard input.
    #[arg(value_name = "DATA")]
    data: Vec<String>,
    /// Validate against this schema of the contract [default: input, or the only one].
    #[arg(long, value_enum, value_name = "ROLE")]
    role: Option<RoleName>,
    /// The tool, if the contract is a list of MCP tools.
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Check formats such as date-time, or ignore them.
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    formats: FormatsName,
    /// Coerce types and apply defaults before validating; print the document and every change.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, default_missing_value = "protocol", require_equals = true)]
    coerce: Option<CoerceName>,
    /// Print the standard error response of a skill instead of the report.
    #[arg(long)]
    error_response: bool,
    #[command(flatten)]
    references: ReferenceArgs,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum RoleName {
    Input,
    Parameter,
    Output,
}

impl RoleName {
    pub(crate) fn role(self) -> Role {
        match self {
            RoleName::Input => Role::Input,
            RoleName::Parameter => Role::Parameter,
            RoleName::Output => Role::Output,
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum FormatsName {
    #[default]
    Assert,
    Annotate,
}

/// The level of coercion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoerceName {
    /// For parameters of a SKILL.md: any scalar, list of strings or object becomes a string, and all of `safe`; for
    /// other contracts: `safe`.
    #[default]
    Protocol,
    /// Numbers and booleans in strings, one value to a list, JSON text to an object.
    Safe,
    /// All of `safe`; also the strings yes, no, 1 and 0 to booleans, and any scalar to a string.
    Lenient,
}

impl CoerceName {
    pub(crate) fn mode(self) -> Mode {
        match self {
            CoerceName::Protocol => Mode::Protocol,
            CoerceName::Safe => Mode::Safe,
            CoerceName::Lenient => Mode::Lenient,
        }
    }
}

/// The result for one document.
struct Judged {
    document: Document,
    judgement: Judgement,
    coerced: Option<Coerced>,
}

impl Judged {
    fn is_valid(&self) -> bool {
        self.judgement.errors.is_empty()
    }
}

/// Validates the documents and prints the results.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let mut data = args.data;
    if data.is_empty() {
        data.push("-".to_owned());
    }
    if args.contract == "-" && data.iter().any(|d| d == "-") {
        bail!("standard input can't be both the contract and a document; name a file for one");
    }
    let contract = input::contract(&args.contract, &args.references.read(ctx)?)?;
    let (role, schema) = schema_for(&contract, args.role, args.tool.as_deref())
        .with_context(|| args.contract.clone())?;
    let says_nothing = contract.kind == SourceKind::Frontmatter
        && contract.schemas.is_empty()
        && contract.pre_checks.is_empty()
        && contract.post_checks.is_empty();
    if says_nothing {
        bail!("{}: the skill has no contract: add input_schema or output_schema", args.contract);
    }
    let formats = match args.formats {
        FormatsName::Assert => Formats::Assert,
        FormatsName::Annotate => Formats::Annotate,
    };
    let validator = schema.map(|schema| Validator::new(&schema, formats));
    let mode = args.coerce.map(CoerceName::mode);
    let subject = Subject {
        contract: &contract,
        role,
        validator: validator.as_ref(),
        inputs: None,
        given: None,
    };
    let mut judged = Vec::with_capacity(data.len());
    for spec in &data {
        let (label, bytes) = input::data(spec)?;
        let document = Document::guess(&label, &bytes)?;
        contract::source::ambiguous::refuse_in(&document)?;
        judged.push(one(&subject, document, mode).map_err(|error| {
            let place = if is_contracts(&error) { args.contract.clone() } else { label };
            error.context(place)
        })?);
    }
    let valid = judged.iter().all(Judged::is_valid);
    if args.error_response {
        report::error_response(&judged, &subject, ctx)?;
    } else if ctx.global.format == Format::Json {
        report::json(&judged, &subject, ctx)?;
    } else {
        report::text(&judged, &subject, ctx)?;
    }
    Ok(Outcome::clean_if(valid))
}

/// Whether the contract is invalid, and not the document.
fn is_contracts(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ValidateError::Pattern { .. } | ValidateError::Loop { .. }))
}

fn one(subject: &Subject<'_>, document: Document, mode: Option<Mode>) -> anyhow::Result<Judged> {
    let (coerced, judgement) = match mode {
        Some(mode) => {
            let (coerced, judgement) = judge_given(subject, document.value(), mode)?;
            (Some(coerced), judgement)
        }
        None => (None, judge(subject, document.value())?),
    };
    Ok(Judged { document, judgement, coerced })
}

/// The role in the name of a plain schema: a skill's result is an output.
fn role_by_name(name: &str) -> Role {
    let gives_back = ["Envelope", "Error", "Response"].iter().any(|end| name.ends_with(end));
    Role::in_name(name).unwrap_or(if gives_back { Role::Output } else { Role::Input })
}

/// The selected role and its schema. A SKILL.md without a schema for it accepts everything.
pub(crate) fn schema_for(
    contract: &Contract,
    wanted: Option<RoleName>,
    tool: Option<&str>,
) -> anyhow::Result<(Role, Option<Schema>)> {
    let wanted = wanted.map(RoleName::role);
    if let Some(plain) = &contract.plain {
        return Ok((wanted.unwrap_or_else(|| role_by_name(&contract.name)), Some(plain.clone())));
    }
    let schemas = match (tool, contract.kind.has_tools()) {
        (Some(name), true) if !contract.tools.is_empty() => {
            let known = || contract.tools.keys().cloned().collect::<Vec<_>>().join(", ");
            let tool = contract.tools.get(name);
            &tool.with_context(|| format!("no tool `{name}`; there are: {}", known()))?.schemas
        }
        (Some(name), _) if name != contract.name => {
            bail!("no tool `{name}`: it is no list of tools")
        }
        (None, true) if contract.schemas.is_empty() => match contract.tools.len() {
            1 => &contract.tools.values().next().context("the list of tools is empty")?.schemas,
            _ => {
                let known = contract.tools.keys().cloned().collect::<Vec<_>>().join(", ");
                bail!("several tools; choose one with --tool: {known}")
            }
        },
        _ => &contract.schemas,
    };
    let role = match (wanted, schemas.len()) {
        (Some(role), _) => role,
        (None, 1) => *schemas.keys().next().unwrap_or(&Role::Input),
        (None, _) => Role::Input,
    };
    let schema = schemas.get(&role).cloned();
    if schema.is_none() && contract.kind != SourceKind::Frontmatter {
        let known: Vec<&str> = schemas.keys().map(|r| r.as_str()).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        bail!("no schema for the role {role}; it has: {known}");
    }
    Ok((role, schema))
}
