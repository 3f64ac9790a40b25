//! Validates a document against a role of a contract. Contracts of parameter lists (docs/seed-coverage.md, "Skill
//! validation protocol") use that protocol's messages, schemas the validator's; then the checks of the role run.

mod example;

use std::collections::BTreeMap;

use contract::Parameter;
use contract::types::SkillType;
use contract::{Check, Contract, Issue, Level, Pointer, Role};
use serde_json::{Map, Value, json};

use crate::checks::{self, Outcome, Values};
use crate::coerce::{Coerced, Mode, coerce_for};
use crate::validate::{ValidateError, Validator, brief};

/// An issue with the fields of the protocol.
#[derive(Debug, Clone)]
pub struct JudgedIssue {
    /// The issue.
    pub issue: Issue,
    /// Only errors make a document invalid.
    pub level: Level,
    /// The protocol's failure record: (check, expected, actual, suggestion).
    pub failure: Option<[String; 4]>,
}

/// The result of a check, which may be undecided.
#[derive(Debug, Clone)]
pub struct CheckResult {
    /// The description of the check.
    pub description: String,
    /// The condition or instruction.
    pub validation: String,
    /// The result.
    pub outcome: Outcome,
}

/// The result for a document.
#[derive(Debug, Clone, Default)]
pub struct Judgement {
    /// Errors; without any, the document is valid.
    pub errors: Vec<JudgedIssue>,
    /// Other reports.
    pub warnings: Vec<JudgedIssue>,
    /// All checks of the role.
    pub checks: Vec<CheckResult>,
    /// The properties that `x-passthrough` accepted.
    pub passed: Vec<Pointer>,
}

/// The kind of document.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// Input, parameter or output.
    pub role: Role,
    /// The validator of the role's schema; `None` if the contract has no schema for it.
    pub validator: Option<&'a Validator>,
    /// The inputs of this output, if known.
    pub inputs: Option<&'a Map<String, Value>>,
    /// The document that the caller gave, if the one that is validated was coerced: messages show its values.
    pub given: Option<&'a Value>,
}

impl<'a> Subject<'a> {
    /// A member as the caller gave it.
    fn given_member<'v>(&self, name: &str, document: &'v Value) -> Option<&'v Value>
    where
        'a: 'v,
    {
        let value = document.get(name)?;
        Some(self.given.and_then(|given| given.get(name)).unwrap_or(value))
    }
}

/// Validates a document.
///
/// # Errors
/// The document can't be validated.
pub fn judge(subject: &Subject<'_>, document: &Value) -> Result<Judgement, ValidateError> {
    let mut judgement = Judgement::default();
    match (subject.contract.parameters.get(&subject.role), subject.validator) {
        (Some(parameters), _) => by_parameters(subject, parameters, document, &mut judgement),
        (None, Some(validator)) => {
            let verdict = validator.judge(document)?;
            judgement.passed = verdict.passed;
            for issue in verdict.issues {
                judgement.errors.push(JudgedIssue { issue, level: Level::Error, failure: None });
            }
        }
        (None, None) => {}
    }
    run_checks(subject, document, &mut judgement);
    Ok(judgement)
}

/// Coerces the document that a caller gave, and validates the result; messages show the given values.
///
/// # Errors
/// The document can't be coerced or validated.
pub fn judge_given(
    subject: &Subject<'_>,
    given: &Value,
    mode: Mode,
) -> Result<(Coerced, Judgement), ValidateError> {
    let coerced = coerce_for(subject.contract, subject.role, subject.validator, given, mode)?;
    let judgement = match coerced.issue.clone() {
        None => judge(&Subject { given: Some(given), ..*subject }, &coerced.document)?,
        Some(issue) => {
            let errors = vec![JudgedIssue { issue, level: Level::Error, failure: None }];
            Judgement { errors, ..Judgement::default() }
        }
    };
    Ok((coerced, judgement))
}

fn by_parameters(
    subject: &Subject<'_>,
    parameters: &[Parameter],
    document: &Value,
    judgement: &mut Judgement,
) {
    let (what, is_output) = match subject.role {
        Role::Output => ("output", true),
        Role::Input | Role::Parameter => ("input", false),
    };
    let Value::Object(members) = document else {
        let got = SkillType::name_of(document);
        let message = format!("Type mismatch for the {what}: expected object, got {got}");
        judgement.errors.push(JudgedIssue {
            issue: issue("", "type", json!("object"), json!(got), message),
            level: Level::Error,
            failure: Some([
                format!("The {what} is an object"),
                "object".to_owned(),
                got.to_owned(),
                format!("Give the {what} as an object of named values"),
            ]),
        });
        return;
    };
    for p in parameters.iter().filter(|p| p.required && !members.contains_key(&p.name)) {
        judgement.errors.push(missing(subject, what, p, document));
    }
    for p in parameters {
        let (Some(value), Some(kind)) = (members.get(&p.name), p.kind) else { continue };
        if kind.fits(value) {
            continue;
        }
        let given = subject.given_member(&p.name, document).unwrap_or(value);
        let issue = mismatch(subject, what, p, (kind, given), document);
        if is_output { judgement.warnings.push(issue) } else { judgement.errors.push(issue) }
    }
    if is_output {
        return;
    }
    for name in members.keys() {
        if !parameters.iter().any(|p| p.name == *name) {
            let message = format!("Undeclared input: {name}");
            let path = Pointer::root().push(name);
            let issue =
                issue(path.as_str(), "additionalProperties", json!(false), json!(name), message);
            judgement.warnings.push(JudgedIssue { issue, level: Level::Warning, failure: None });
        }
    }
}

fn issue(path: &str, keyword: &str, expected: Value, got: Value, message: String) -> Issue {
    let path = Pointer::parse(path).unwrap_or_default();
    Issue { path, keyword: keyword.to_owned(), expected, got, message }
}

fn missing(subject: &Subject<'_>, what: &str, p: &Parameter, document: &Value) -> JudgedIssue {
    let name = &p.name;
    JudgedIssue {
        issue: issue(
            "",
            "required",
            json!(name),
            Value::Null,
            format!("Missing required {what}: {name}"),
        ),
        level: Level::Error,
        failure: Some([
            format!("Required {what} validation"),
            format!("{name} ({}) must be provided", shown_type(p)),
            format!("{name} was not provided"),
            match (example::of(subject, p, document), what) {
                (Some(example), "output") => {
                    format!("Put {name} into the output, e.g., {name}: {example}")
                }
                (None, "output") => format!("Put {name} into the output"),
                (Some(example), _) => format!("Add {name} parameter, e.g., {name}: {example}"),
                (None, _) => format!("Add {name} parameter"),
            },
        ]),
    }
}

fn mismatch(
    subject: &Subject<'_>,
    what: &str,
    p: &Parameter,
    (kind, value): (SkillType, &Value),
    document: &Value,
) -> JudgedIssue {
    let (name, wanted, got) = (&p.name, kind.as_str(), SkillType::name_of(value));
    let is_output = subject.role == Role::Output;
    let start = if is_output { "Output type mismatch" } else { "Type mismatch" };
    let message = format!("{start} for {name}: expected {wanted}, got {got}");
    let path = Pointer::root().push(name);
    let suggestion = match example::of(subject, p, document) {
        Some(example) => format!("Give {name} as {wanted}, e.g., {name}: {example}"),
        None => format!("Give {name} as {wanted}"),
    };
    JudgedIssue {
        issue: issue(path.as_str(), "type", json!(wanted), json!(got), message),
        level: if is_output { Level::Warning } else { Level::Error },
        failure: Some([
            format!("Type of {what} {name}"),
            format!("{name} must be {wanted}"),
            if value.is_null() { got.to_owned() } else { format!("{got}: {}", brief(value)) },
            suggestion,
        ]),
    }
}

fn shown_type(p: &Parameter) -> &str {
    if p.type_text.trim().is_empty() { "any type" } else { p.type_text.trim() }
}

fn run_checks(subject: &Subject<'_>, document: &Value, judgement: &mut Judgement) {
    let names = declared(subject.contract, subject.role);
    let declared = names.as_ref();
    let (list, word, values) = match subject.role {
        Role::Input => (
            &subject.contract.pre_checks,
            "Pre",
            Values { input: document.as_object(), output: None, declared },
        ),
        Role::Output => (
            &subject.contract.post_checks,
            "Post",
            Values { input: subject.inputs, output: document.as_object(), declared },
        ),
        Role::Parameter => return,
    };
    for check in list {
        let outcome = checks::evaluate(&check.validation, &values);
        if outcome == Outcome::Failed {
            judgement.errors.push(failed(subject, word, check, document));
        }
        judgement.checks.push(CheckResult {
            description: check.description.clone(),
            validation: check.validation.clone(),
            outcome,
        });
    }
}

/// The names and types of the inputs, and of the outputs for a check after the run, if the contract lists them.
fn declared(contract: &Contract, role: Role) -> Option<BTreeMap<&str, Option<SkillType>>> {
    let roles =
        if role == Role::Output { &[Role::Input, Role::Output][..] } else { &[Role::Input] };
    let mut names = BTreeMap::new();
    for role in roles {
        names.extend(contract.parameters.get(role)?.iter().map(|p| (p.name.as_str(), p.kind)));
    }
    Some(names)
}

fn failed(subject: &Subject<'_>, word: &str, check: &Check, document: &Value) -> JudgedIssue {
    let description = or(&check.description, &check.validation);
    let keyword = format!("{}_check", word.to_ascii_lowercase());
    JudgedIssue {
        issue: issue(
            "",
            &keyword,
            json!(check.validation),
            Value::Null,
            format!("{word}-check failed: {description}"),
        ),
        level: Level::Error,
        failure: Some([
            description.to_owned(),
            or(&check.validation, description).to_owned(),
            found(subject, check, document),
            suggestion(subject, check, document),
        ]),
    }
}

/// The values that a condition is about.
fn found(subject: &Subject<'_>, check: &Check, document: &Value) -> String {
    let told = |name: &String| match subject.given_member(name, document) {
        Some(value) => format!("{name} is {}", brief(value)),
        None => format!("{name} was not provided"),
    };
    let names = checks::names(&check.validation);
    names.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// What to change so that a check passes, with a value if the condition gives one. The caller chooses the inputs, and the
/// skill its outputs.
fn suggestion(subject: &Subject<'_>, check: &Check, document: &Value) -> String {
    let condition = or(&check.validation, &check.description);
    let text = match subject.role {
        Role::Output => format!("Change the skill so that this holds for its output: {condition}"),
        Role::Input | Role::Parameter => {
            format!("Change the values so that this holds: {condition}")
        }
    };
    let Some(parameter) = asked(subject, check) else { return text };
    let name = &parameter.name;
    match example::of(subject, parameter, document) {
        Some(example) => format!("{text}, e.g., {name}: {example}"),
        None if example::may_be_absent(subject, parameter, document) => {
            format!("{text}, e.g., leave out {name}")
        }
        None => text,
    }
}

/// The first parameter for which a check requires known values; without one, the last that it is about.
fn asked<'a>(subject: &Subject<'a>, check: &Check) -> Option<&'a Parameter> {
    let parameters = subject.contract.parameters.get(&subject.role)?;
    let known = |p: &&Parameter| !checks::examples(&check.validation, &p.name).is_empty();
    let names = checks::names(&check.validation);
    let named = |name: &String| parameters.iter().find(|p| p.name == *name);
    parameters.iter().find(known).or_else(|| names.iter().rev().find_map(named))
}

fn or<'t>(text: &'t str, other: &'t str) -> &'t str {
    match (text.trim().is_empty(), other.trim().is_empty()) {
        (false, _) => text,
        (true, false) => other,
        (true, true) => "(no description)",
    }
}
