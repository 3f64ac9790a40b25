//! `x-mcp-header` (revision 2026-07-28): parameters that HTTP clients repeat in a header. A client
//! ignores a tool whose annotation is invalid.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::Pointer;

/// The keyword.
const KEYWORD: &str = "x-mcp-header";

/// Keywords whose value is data, not a schema.
const DATA: [&str; 5] = ["default", "const", "enum", "examples", "example"];

/// Keywords whose value is a map of schemas.
const MAPS: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// A fault of an annotation that makes its tool unusable over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFault {
    /// The annotation, in the document.
    pub pointer: Pointer,
    /// The reason, one clause.
    pub reason: String,
}

/// The annotations of one input schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// The name of each header, by the pointer of its property in the schema.
    pub names: BTreeMap<Pointer, String>,
    /// The faults.
    pub faults: Vec<HeaderFault>,
}

impl Headers {
    /// Reads the annotations of a schema at `place`.
    #[must_use]
    pub fn read(schema: &Value, place: &Pointer) -> Headers {
        let mut reader = Reader { headers: Headers::default(), place };
        let root = Site { pointer: Pointer::root(), is_reachable: true, is_property: false };
        reader.schema(schema, &root);
        reader.headers
    }
}

/// The place of a subschema.
struct Site {
    pointer: Pointer,
    /// Whether it is reached through `properties` only.
    is_reachable: bool,
    is_property: bool,
}

struct Reader<'p> {
    headers: Headers,
    place: &'p Pointer,
}

impl Reader<'_> {
    fn schema(&mut self, schema: &Value, site: &Site) {
        let Value::Object(members) = schema else { return };
        if let Some(name) = members.get(KEYWORD) {
            self.annotation(name, schema, site);
        }
        for (keyword, value) in members.iter().filter(|(k, _)| !DATA.contains(&k.as_str())) {
            let here = site.pointer.push(keyword);
            match value {
                Value::Object(map) if MAPS.contains(&keyword.as_str()) => {
                    let is_property = keyword == "properties";
                    for (name, schema) in map {
                        let site = Site {
                            pointer: here.push(name),
                            is_reachable: is_property && site.is_reachable,
                            is_property,
                        };
                        self.schema(schema, &site);
                    }
                }
                Value::Array(list) => {
                    for (index, schema) in list.iter().enumerate() {
                        self.schema(schema, &below(here.push_index(index)));
                    }
                }
                other => self.schema(other, &below(here)),
            }
        }
    }

    fn annotation(&mut self, name: &Value, schema: &Value, site: &Site) {
        match self.fault(name, schema, site) {
            Some(reason) => {
                let pointer = self.place.join(&site.pointer).push(KEYWORD);
                self.headers.faults.push(HeaderFault { pointer, reason });
            }
            None => {
                let name = name.as_str().unwrap_or_default().to_owned();
                self.headers.names.insert(site.pointer.clone(), name);
            }
        }
    }

    fn fault(&self, name: &Value, schema: &Value, site: &Site) -> Option<String> {
        let Some(name) = name.as_str() else {
            return Some(format!("it is of type {}; expected a string", crate::value::kind(name)));
        };
        if name.is_empty() {
            return Some("it is empty".to_owned());
        }
        if let Some(bad) = name.chars().find(|c| !is_token(*c)) {
            return Some(format!("a header name can't contain {bad:?}"));
        }
        if !site.is_property || !site.is_reachable {
            return Some("only `properties` may lead to the parameter from the root".to_owned());
        }
        if !is_primitive(schema) {
            return Some("the parameter is no string, integer or boolean".to_owned());
        }
        let same = |other: &&String| other.eq_ignore_ascii_case(name);
        let twin = self.headers.names.values().find(same)?;
        Some(format!("another parameter has the header `{twin}`"))
    }
}

fn below(pointer: Pointer) -> Site {
    Site { pointer, is_reachable: false, is_property: false }
}

/// RFC 9110, 5.6.2.
fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

/// Whether the schema names the types that a header can carry. `null` is left out like a missing value.
fn is_primitive(schema: &Value) -> bool {
    let carried = |t: &Value| matches!(t.as_str(), Some("string" | "integer" | "boolean"));
    match (schema.get("type"), schema.get("const"), schema.get("enum")) {
        (Some(Value::Array(types)), ..) => {
            let mut rest = types.iter().filter(|t| t.as_str() != Some("null")).peekable();
            rest.peek().is_some() && rest.all(carried)
        }
        (Some(one), ..) => carried(one),
        (None, Some(value), _) => is_carried_value(value),
        (None, None, Some(Value::Array(values))) => values.iter().all(is_carried_value),
        (None, None, _) => false,
    }
}

fn is_carried_value(value: &Value) -> bool {
    value.is_string() || value.is_boolean() || crate::value::is_integer(value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn faults(properties: Value) -> Vec<String> {
        let schema = json!({"type": "object", "properties": properties});
        let headers = Headers::read(&schema, &Pointer::root().push("inputSchema"));
        let words = |f: HeaderFault| format!("{}: {}", f.pointer, f.reason);
        headers.faults.into_iter().map(words).collect()
    }

    #[test]
    fn an_annotation_of_a_parameter_or_of_one_in_an_object_is_fine() {
        let nested =
            json!({"type": "object", "properties": {"b": {"type": "boolean", KEYWORD: "B"}}});
        let schema =
            json!({"properties": {"a": {"type": ["string", "null"], KEYWORD: "A"}, "o": nested}});
        let headers = Headers::read(&schema, &Pointer::root());
        assert!(headers.faults.is_empty(), "{:?}", headers.faults);
        let names: Vec<&str> = headers.names.values().map(String::as_str).collect();
        assert_eq!(names, ["A", "B"]);
    }

    #[test]
    fn a_parameter_of_that_name_and_data_are_no_annotations() {
        let odd = json!({KEYWORD: {"type": "string", "default": {KEYWORD: ""}}});
        assert_eq!(faults(odd), Vec::<String>::new());
    }

    #[test]
    fn each_rule_of_the_protocol_is_held() {
        let at = "/inputSchema/properties/a/x-mcp-header";
        let cases = [
            (json!({"type": "string", KEYWORD: ""}), "it is empty"),
            (json!({"type": "string", KEYWORD: 1}), "it is of type number; expected a string"),
            (json!({"type": "string", KEYWORD: "a b"}), "a header name can't contain ' '"),
            (
                json!({"type": "number", KEYWORD: "A"}),
                "the parameter is no string, integer or boolean",
            ),
        ];
        for (schema, reason) in cases {
            assert_eq!(faults(json!({"a": schema})), [format!("{at}: {reason}")]);
        }
        let twice =
            json!({"a": {"type": "string", KEYWORD: "A"}, "b": {"type": "string", KEYWORD: "a"}});
        assert_eq!(
            faults(twice),
            ["/inputSchema/properties/b/x-mcp-header: another parameter has the header `A`"]
        );
        let item = json!({"a": {"type": "array", "items": {"type": "string", KEYWORD: "A"}}});
        assert_eq!(
            faults(item),
            ["/inputSchema/properties/a/items/x-mcp-header: only `properties` may lead to the \
              parameter from the root"]
        );
    }
}
