//! `manifest-engines-overlap`, `manifest-engines-none`, `manifest-engines-effective`: the engines that
//! remain without the unsupported ones.

use contract::Pointer;
use serde_json::Value;

use crate::profile::Runner;
use crate::report::Report;
use crate::source::Source;

/// Returns the remaining engines; `None` if the lists are invalid.
pub(crate) fn check(source: &Source, runner: &Runner, report: &mut Report) -> Option<Vec<String>> {
    let declared = list(source.value(), "engines")?;
    let unsupported = list(source.value(), "unsupported_engines")?;
    if source.value().get("engines").is_some() && declared.is_empty() {
        return None;
    }
    let denied = Pointer::root().push("unsupported_engines");
    for (at, engine) in unsupported.iter().enumerate() {
        if declared.contains(engine) && !unsupported[..at].contains(engine) {
            let message = format!(
                "expected engines and unsupported_engines not to overlap, found {engine:?} in both"
            );
            report
                .value("manifest-engines-overlap", source, &denied.push_index(at), message)
                .advise(format!("remove {engine:?} from one of the two lists"));
        }
    }
    let base = if declared.is_empty() { &runner.engines } else { &declared };
    let mut left: Vec<String> = Vec::new();
    for engine in base {
        let is_known = runner.engines.contains(engine);
        if is_known && !unsupported.contains(engine) && !left.contains(engine) {
            left.push(engine.clone());
        }
    }
    let unknown = |engine: &String| !runner.engines.contains(engine);
    if left.is_empty() && base.iter().any(unknown) {
        return None;
    }
    if left.is_empty() {
        let place = if unsupported.is_empty() { Pointer::root().push("engines") } else { denied };
        let message = format!(
            "expected at least one effective engine, found none: [{}] without [{}]",
            base.join(", "),
            unsupported.join(", ")
        );
        report
            .value("manifest-engines-none", source, &place, message)
            .advise("leave at least one engine that may run the skill");
    } else {
        let message = format!("effective_engines: {}", left.join(", "));
        let place = match declared.is_empty() {
            true => Pointer::root(),
            false => Pointer::root().push("engines"),
        };
        report.value("manifest-engines-effective", source, &place, message);
    }
    Some(left)
}

fn list(manifest: &Value, key: &str) -> Option<Vec<String>> {
    match manifest.get(key) {
        None => manifest.is_object().then(Vec::new),
        Some(Value::Array(items)) => {
            items.iter().map(|item| item.as_str().map(|name| name.trim().to_owned())).collect()
        }
        Some(_) => None,
    }
}
