//! Two edits at once, in contexts where one may hide, undo or turn round the other: every level is what the
//! relation says of that edit, and every witness stands under the edit that accounts for it. Edits and
//! contexts are data (tests/edit-pairs). A sample in CI, all with `SKILLGEN_SLOW=1`.
#![allow(clippy::print_stdout, reason = "the figures are what this test is read for")]

use std::collections::BTreeMap;

use contract::{Bump, Document, NoFiles, Role, Schema};
use libtest_mimic::Trial;
use schema_diff::{
    Basis, Change, Comparison, Effect, Formats, Options, Policy, Proof, RoleChoice, Side, Verdict,
    compare,
};
use serde_json::{Value, json};

use crate::support::root;

/// Of so many pairs one is looked at in CI.
const SAMPLE: usize = 41;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("edit_pairs::levels_and_witnesses", || every_pair().map_err(Into::into))]
}

struct Edit<'d> {
    rules: Vec<&'d str>,
    set: Vec<(&'d str, &'d Value)>,
    remove: Vec<&'d str>,
}

impl<'d> Edit<'d> {
    fn read(edit: &'d Value) -> Edit<'d> {
        let words = |key: &str| -> Vec<&'d str> {
            edit[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let set = edit["set"].as_object().into_iter().flatten();
        let set = set.map(|(at, value)| (at.as_str(), value)).collect();
        Edit { rules: words("rules"), set, remove: words("remove") }
    }

    fn places(&self) -> impl Iterator<Item = &'d str> {
        self.set.iter().map(|(at, _)| *at).chain(self.remove.iter().copied())
    }

    /// Both can be made, in either order, and each is recognized by its rule.
    fn goes_with(&self, other: &Edit<'_>) -> bool {
        let meets = |a: &str, b: &str| {
            a == b || a.starts_with(&format!("{b}/")) || b.starts_with(&format!("{a}/"))
        };
        !self.places().any(|a| other.places().any(|b| meets(a, b)))
            && !self.rules.iter().any(|rule| other.rules.contains(rule))
    }

    fn apply(&self, part: &Value) -> Value {
        let mut part = part.clone();
        let parent = |at: &str| {
            let (parent, name) = at.rsplit_once('/').unwrap();
            (parent.to_owned(), name.to_owned())
        };
        for (at, value) in &self.set {
            let (above, name) = parent(at);
            part.pointer_mut(&above).unwrap()[&name] = (*value).clone();
        }
        for at in &self.remove {
            let (above, name) = parent(at);
            part.pointer_mut(&above).unwrap().as_object_mut().unwrap().shift_remove(&name).unwrap();
        }
        part
    }
}

/// The context with the part in it.
fn within(context: &Value, part: &Value) -> Value {
    match context {
        Value::String(word) if word == "$PART" => part.clone(),
        Value::Array(items) => items.iter().map(|item| within(item, part)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), within(member, part))).collect()
        }
        other => other.clone(),
    }
}

fn schema(value: &Value) -> Schema {
    let mut value = value.clone();
    value["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    Schema::read(&Document::from_value("pair", value), &NoFiles).unwrap()
}

fn accepts(schema: &Value, document: &Value) -> bool {
    let by_jsonschema = jsonschema::draft202012::new(schema).unwrap().is_valid(document);
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.set_default_draft(boon::Draft::V2020_12);
    compiler.add_resource("pair.json", schema.clone()).unwrap();
    let by_boon = compiler.compile("pair.json", &mut schemas).unwrap();
    assert_eq!(by_jsonschema, schemas.validate(document, by_boon).is_ok(), "{schema} {document}");
    by_jsonschema
}

fn options() -> Options {
    Options { formats: Formats::Annotate, ..Options::default() }
}

/// Whether a document is accepted by all of the first and refused by all of the second.
fn exists(accepting: &[&Value], refusing: &[&Value]) -> Option<bool> {
    // References lead from each part, so each is a resource of its own.
    let parts = |name: &str, schemas: &[&Value]| -> Vec<Value> {
        let numbered = schemas.iter().enumerate();
        let part = |(at, schema): (usize, &&Value)| {
            let mut part = (*schema).clone();
            part["$id"] = json!(format!("{name}-{at}"));
            part
        };
        numbered.map(part).collect()
    };
    let all = json!({ "allOf": parts("accepting", accepting) });
    let any = json!({ "anyOf": parts("refusing", refusing) });
    match containment::contains(&schema(&all), &schema(&any), &options()) {
        Verdict::Holds => Some(false),
        Verdict::Refuted(_) => Some(true),
        Verdict::Unknown { .. } => None,
    }
}

/// One edit of a pair in its context.
struct Question<'q> {
    old: &'q Value,
    new: &'q Value,
    /// Old with only this edit, and with only the other one.
    only: &'q Value,
    other: &'q Value,
}

impl Question<'_> {
    /// The accepting and the refusing version, what mends the refusal, and what breaks the acceptance.
    fn sides(&self, side: Side) -> [&Value; 4] {
        match side {
            Side::Old => [self.old, self.new, self.other, self.only],
            Side::New => [self.new, self.old, self.only, self.other],
        }
    }

    /// Whether the edit accounts for a document in this direction: mended without it, or broken by it alone.
    fn shows(&self, side: Side) -> Option<(bool, bool)> {
        let [accepting, refusing, mended, broken] = self.sides(side);
        let by_reverting = exists(&[accepting, mended], &[refusing])?;
        Some((by_reverting, by_reverting || exists(&[accepting], &[refusing, broken])?))
    }

    /// What the relation says of the edit alone.
    fn level(&self, role: Role) -> Option<Bump> {
        let (narrows, widens) = (self.shows(Side::Old)?.1, self.shows(Side::New)?.1);
        let (breaks, grows) =
            if role == Role::Output { (widens, narrows) } else { (narrows, widens) };
        Some(match (breaks, grows) {
            (true, _) => Bump::Major,
            (false, true) => Bump::Minor,
            (false, false) => Bump::Patch,
        })
    }
}

#[derive(Default)]
struct Figures {
    pairs: usize,
    findings: usize,
    witnesses: usize,
    mended: usize,
    without_witness: usize,
    failures: Vec<String>,
}

fn every_pair() -> Result<(), String> {
    let slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let text = std::fs::read_to_string(root().join("tests/edit-pairs/edits.json")).unwrap();
    let data: Value = serde_json::from_str(&text).unwrap();
    let edits: Vec<Edit<'_>> = data["edits"].as_array().unwrap().iter().map(Edit::read).collect();
    let mut questions = Vec::new();
    for (name, context) in data["contexts"].as_object().unwrap() {
        for (at, first) in edits.iter().enumerate() {
            for second in &edits[at + 1..] {
                if first.goes_with(second) {
                    questions.push((name, context, first, second));
                }
            }
        }
    }
    let chosen = std::env::var("SKILLGEN_PAIRS").ok();
    let mut figures = Figures::default();
    for (number, (name, context, first, second)) in questions.into_iter().enumerate() {
        let label = format!("{name}: {} + {}", first.rules[0], second.rules[0]);
        let wanted = match &chosen {
            Some(part) => label.contains(part.as_str()),
            None => slow || number % SAMPLE == 0,
        };
        if wanted {
            pair(&label, &data["base"], context, (first, second), &mut figures);
        }
    }
    println!(
        "{} pairs, {} findings, {} witnesses ({} valid once the edit is reverted), {} without",
        figures.pairs, figures.findings, figures.witnesses, figures.mended, figures.without_witness
    );
    if figures.failures.is_empty() { Ok(()) } else { Err(figures.failures.join("\n")) }
}

fn pair(
    label: &str,
    base: &Value,
    context: &Value,
    (first, second): (&Edit<'_>, &Edit<'_>),
    figures: &mut Figures,
) {
    figures.pairs += 1;
    let old = within(context, base);
    let only_first = within(context, &first.apply(base));
    let only_second = within(context, &second.apply(base));
    let new = within(context, &second.apply(&first.apply(base)));
    let by_rule: BTreeMap<&str, Question<'_>> = [(first, true), (second, false)]
        .into_iter()
        .flat_map(|(edit, is_first)| edit.rules.iter().map(move |rule| (*rule, is_first)))
        .map(|(rule, is_first)| {
            let (only, other) =
                if is_first { (&only_first, &only_second) } else { (&only_second, &only_first) };
            (rule, Question { old: &old, new: &new, only, other })
        })
        .collect();
    let (a, b) = (schema(&old), schema(&new));
    for role in [Role::Input, Role::Output] {
        let run = |basis| {
            let policy = Policy { basis, ..Policy::default() };
            compare(&a, &b, RoleChoice::One(role), &policy, &options())
        };
        if let Err(why) = strict_is_the_relation(role, &run(Basis::Strict)) {
            figures.failures.push(format!("{label} ({role}): {why}"));
        }
        for change in run(Basis::Contract).changes {
            figures.findings += 1;
            let told = match by_rule.get(change.rule.as_str()) {
                Some(question) => finding(&change, role, question, figures),
                None if matches!(change.rule.as_str(), "not-changed" | "equivalent-rewrite") => {
                    Ok(())
                }
                None => Err(format!("no edit is {}", change.rule)),
            };
            if let Err(why) = told {
                figures.failures.push(format!("{label} ({role}): {}: {why}", change.rule));
            }
        }
    }
}

/// By the relation alone, the highest level is what the relation of the whole says.
fn strict_is_the_relation(role: Role, comparison: &Comparison) -> Result<(), String> {
    let relation = &comparison.row.relation;
    let (must, may) = match role {
        Role::Output => (&relation.forward, &relation.backward),
        _ => (&relation.backward, &relation.forward),
    };
    let wanted = match (must, may) {
        (Verdict::Unknown { .. }, _) | (_, Verdict::Unknown { .. }) => {
            return Err("not decided".to_owned());
        }
        (Verdict::Refuted(_), _) => Bump::Major,
        (Verdict::Holds, Verdict::Refuted(_)) => Bump::Minor,
        (Verdict::Holds, Verdict::Holds) => return Ok(()),
    };
    let found = comparison.changes.iter().map(|c| c.level).max();
    if found == Some(wanted) {
        Ok(())
    } else {
        Err(format!("strict: {found:?}, the relation says {wanted}"))
    }
}

fn finding(
    change: &Change,
    role: Role,
    question: &Question<'_>,
    figures: &mut Figures,
) -> Result<(), String> {
    let rule = change.rule.rule();
    let follows_relation = rule.policy.is_none() && rule.effect != Effect::Neither;
    let wanted = question.level(role).ok_or("the test's own question is not decided")?;
    if follows_relation && change.level != wanted {
        return Err(format!("{} {:?}, the relation says {wanted}", change.level, change.proof));
    }
    let Some(witness) = &change.witness else {
        figures.without_witness += 1;
        return if follows_relation && change.proof == Proof::Unproven {
            Err("unproven".to_owned())
        } else {
            Ok(())
        };
    };
    figures.witnesses += 1;
    let document = &witness.document;
    let [accepting, refusing, mended, broken] = question.sides(witness.accepted_by);
    if !accepts(accepting, document) || accepts(refusing, document) {
        return Err(format!("{document} is no witness"));
    }
    if accepts(mended, document) {
        figures.mended += 1;
        return Ok(());
    }
    if accepts(broken, document) {
        return Err(format!("{document} is the other edit's"));
    }
    match question.shows(witness.accepted_by) {
        Some((false, _)) => Ok(()),
        _ => Err(format!("{document} fails by the other edit as well, and a better one exists")),
    }
}
