//! Gemini: `{"functionDeclarations": [{"name": …, "parameters": …}]}`.

use serde_json::Value;

use super::{Provider, ProviderTool};
use crate::Pointer;

/// The key of the input schema.
pub(super) const SCHEMA: &str = "parameters";

/// The keys of the list, in JSON and in the Python client.
const LISTS: [&str; 2] = ["functionDeclarations", "function_declarations"];

pub(super) fn tools(item: &Value, place: &Pointer) -> Option<Vec<ProviderTool>> {
    let (key, list) = LISTS.iter().find_map(|key| Some((key, item.get(*key)?.as_array()?)))?;
    let list_place = place.push(key);
    let places = (0..list.len()).map(|index| list_place.push_index(index));
    Some(places.map(|place| ProviderTool { provider: Provider::Gemini, place }).collect())
}

/// The name of a tool that runs at the provider: the only key of its item, as in `{"googleSearch": {}}`.
pub(super) fn name_at_provider(item: &Value) -> Option<String> {
    let members = item.as_object().filter(|members| members.len() == 1)?;
    let (name, settings) = members.iter().next()?;
    settings.is_object().then(|| name.clone())
}
