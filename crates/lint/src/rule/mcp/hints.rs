//! `mcp-hints-contradict`: annotations that contradict each other.

use contract::mcp::Hint;
use serde_json::Value;

use super::Item;
use crate::report::Report;

/// A tool that only reads changes nothing, so it is neither destructive, nor is idempotence relevant.
pub(crate) fn check(item: &Item<'_>, report: &mut Report) {
    let place = item.place.push("annotations");
    let written = |hint: Hint| item.source.get(&place.push(hint.key())).and_then(Value::as_bool);
    if written(Hint::ReadOnly) != Some(true) || written(Hint::Destructive) != Some(true) {
        return;
    }
    let message = format!(
        "{}: `{}` and `{}` are both true",
        item.shown(),
        Hint::ReadOnly.key(),
        Hint::Destructive.key()
    );
    report
        .value("mcp-hints-contradict", item.source, &place.push(Hint::Destructive.key()), message)
        .advise("remove one of them: a client that trusts the first runs the tool without asking");
}
