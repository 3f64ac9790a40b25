//! The places of a contract's other declarations: tools, engines, modes, name. Findings about them
//! point there.

use contract::{Contract, Pointer};
use serde_json::Value;

use crate::report::{ChangeRole, Report};
use crate::rules::RuleId;

/// Adds the places of findings outside of the schemas.
pub(crate) fn place(report: &mut Report, old: &Contract, new: &Contract) {
    for change in report.changes.iter_mut().filter(|c| c.role == ChangeRole::Contract) {
        if change.old_path.is_none() && change.new_path.is_none() {
            let scope = change.scope.as_deref();
            change.old_path = locate(old, change.rule, scope, change.old.as_ref());
            change.new_path = locate(new, change.rule, scope, change.new.as_ref());
        }
    }
}

/// The key of a rule and, if the key is a list, the item with that name.
fn locate(
    contract: &Contract,
    rule: RuleId,
    scope: Option<&str>,
    name: Option<&Value>,
) -> Option<Pointer> {
    if let (Some(tool), RuleId::ContractDescriptionChanged) = (scope, rule) {
        return described(contract, tool);
    }
    let keys: &[&str] = match rule {
        RuleId::EngineRemoved | RuleId::EngineAdded => &["/engines", "/unsupported_engines"],
        RuleId::ModeRemoved | RuleId::ModeAdded => &["/execution_modes"],
        RuleId::ToolRemoved | RuleId::ToolAdded | RuleId::ToolSwapped | RuleId::ToolRenamed => {
            &["/allowed-tools", "/tools", "/result/tools", "/mcp/required_servers"]
        }
        RuleId::NameChanged => &["/name", "/id"],
        RuleId::ContractDescriptionChanged => &["/description", "/instructions"],
        _ => return None,
    };
    let tool = name.and_then(Value::as_str).and_then(|name| contract.tools.get(name));
    if let Some(declaration) = tool.and_then(|tool| tool.declaration.as_ref())
        && keys.contains(&"/tools")
    {
        return Some(declaration.item.pointer.clone());
    }
    let document = contract.document.value();
    let there = keys.iter().filter_map(|key| Some((Pointer::parse(key)?, document.pointer(key)?)));
    let mut fallback = None;
    for (pointer, value) in there {
        let index = name.and_then(|name| {
            let is_named = |item: &Value| item == name || item.get("name") == Some(name);
            value.as_array()?.iter().position(is_named)
        });
        match index {
            Some(index) => return Some(pointer.push_index(index)),
            None => fallback = fallback.or(Some(pointer)),
        }
    }
    fallback
}

/// The description of a tool, or the tool without one.
fn described(contract: &Contract, tool: &str) -> Option<Pointer> {
    let at = &contract.tools.get(tool)?.declaration.as_ref()?.item.pointer;
    let description = at.push("description");
    let is_written = contract.document.value().pointer(description.as_str()).is_some();
    Some(if is_written { description } else { at.clone() })
}
