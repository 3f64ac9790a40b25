//! Changes of whole files. A contract is identified by a name: a skill by its folder's, a schema by its absolute `$id`,
//! an API contract by its `name`, and others by their path. If that name changes, users lose the contract.

use contract::SourceKind;
use contract::source::evidence::own_uri;
use contract::source::package::SKILL;
use schema_diff::{Change, ChangeRole, IgnoreUse, RuleId, Settings};

use super::State;
use super::likeness::contract_name;
use super::marks;
use crate::command::diff::pair::Pair;
use crate::command::diff::words::named_and_more;

/// The finding about a whole file, and the use of each ignore by it.
pub(super) fn change(
    state: &State,
    path: &str,
    pair: Option<&Pair>,
    settings: &Settings,
) -> Option<(Change, Vec<IgnoreUse>)> {
    let (rule, message) = match state {
        State::Added => (RuleId::ContractAdded, format!("{path} was added")),
        State::Copied(from) => (
            RuleId::ContractAdded,
            format!("{path} was added; it is compared with the former {from}"),
        ),
        State::Removed => (RuleId::ContractRemoved, format!("{path} was removed")),
        State::Renamed(from) => renamed(from, path, pair),
        State::Same | State::Changed | State::Undecided(_) => return None,
    };
    let policy = &settings.policy;
    let change = schema_diff::change_for_rule(
        policy,
        rule,
        ChangeRole::Contract,
        None,
        (None, None),
        (None, None),
        message,
    );
    let mut report = schema_diff::Report { changes: vec![change], ..Default::default() };
    let uses = policy.apply_ignores(&mut report, path, None);
    Some((report.changes.pop()?, uses))
}

/// The contracts that are gone elsewhere, behind the finding about an added one. `sources` are their old versions.
pub(super) fn gone_in_words(sources: &[String], added: &str) -> String {
    let first = sources.first().map(String::as_str).unwrap_or_default();
    format!(
        "; not there any more: {}; if it is one of them, compare both (`skillgen diff {first} {added}`)",
        named_and_more(sources)
    )
}

fn renamed(from: &str, path: &str, pair: Option<&Pair>) -> (RuleId, String) {
    let is_package = pair.is_some_and(|pair| pair.new.kind == SourceKind::Package);
    if is_package || marks::is_skill(path) {
        return match (skill_folder(from), skill_folder(path)) {
            (Some(old), Some(new)) if old != new => (
                RuleId::SkillRenamed,
                format!("the folder of the skill {old} is called {new} now: {from} is {path}"),
            ),
            _ if is_upper(from) && !is_upper(path) => (
                RuleId::ContractRenamed,
                format!("{from} is {path} now; where case counts, clients look for {SKILL} alone"),
            ),
            _ => (
                RuleId::ContractMoved,
                format!("{from} is {path} now; the skill has the same name"),
            ),
        };
    }
    let uri = |contract: &contract::Contract| own_uri(contract.document.value());
    let kept =
        pair.and_then(|pair| uri(&pair.new).filter(|new| uri(&pair.old).as_ref() == Some(new)));
    let name = pair.and_then(|pair| {
        contract_name(&pair.new).filter(|new| contract_name(&pair.old).as_ref() == Some(new))
    });
    match (kept, name) {
        (Some(uri), _) => {
            (RuleId::ContractMoved, format!("{from} is {path} now; its `$id` is still {uri}"))
        }
        (None, Some(name)) => {
            (RuleId::ContractMoved, format!("{from} is {path} now; its `name` is still {name}"))
        }
        (None, None) => (
            RuleId::ContractRenamed,
            format!("{from} is {path} now; users who name it by its path no longer find it"),
        ),
    }
}

/// Whether a SKILL.md has the file name that every client looks for.
fn is_upper(path: &str) -> bool {
    path.rsplit('/').next() == Some(SKILL)
}

/// The name of a skill's folder; `None` at the top.
fn skill_folder(path: &str) -> Option<&str> {
    let folder = if marks::is_skill(path) { path.rsplit_once('/')?.0 } else { path };
    folder.rsplit('/').next()
}
