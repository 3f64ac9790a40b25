//! The content of a field of a contract: a type of frontmatter or a JSON Schema; and the target of a
//! path in it.

use contract::types::SkillType;
use contract::{Contract, Document, Keywords, NoFiles, NodeId, Role, Schema, Type};
use serde_json::Value;

use super::reference::Part;

/// The type at one end of an edge.
#[derive(Clone, Debug)]
pub(super) enum EndpointType {
    /// A type of frontmatter.
    Typed(SkillType),
    /// A schema.
    Schema(Schema),
    /// Not known, with the reason.
    Unknown(String),
}

/// An input or output of a skill.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) default: bool,
    pub(super) shape: EndpointType,
}

/// The declared fields of a role; `None` if the contract doesn't define it. The flag says whether other
/// fields are excluded.
pub(super) fn fields(contract: &Contract, role: Role) -> Option<Vec<Field>> {
    if let Some(parameters) = contract.parameters.get(&role) {
        let field = |parameter: &contract::Parameter| Field {
            name: parameter.name.clone(),
            required: parameter.required,
            // A required parameter is given, so its default is never used.
            default: parameter.default.is_some() && !parameter.required,
            shape: match parameter.kind {
                Some(kind) => EndpointType::Typed(kind),
                None => {
                    EndpointType::Unknown(format!("its type {:?} is unknown", parameter.type_text))
                }
            },
        };
        return Some(parameters.iter().map(field).collect());
    }
    let schema = contract.schemas.get(&role)?;
    let (_, keywords) = follow(schema, schema.root());
    let field = |(name, id): (&String, &NodeId)| Field {
        name: name.clone(),
        required: keywords.is_some_and(|k| k.required.contains(name)),
        default: follow(schema, *id).1.is_some_and(|k| k.default.is_some()),
        shape: EndpointType::Schema(schema.at(*id)),
    };
    Some(keywords.into_iter().flat_map(|k| k.properties.iter().map(field)).collect())
}

/// The node after references, and its keywords.
fn follow(schema: &Schema, id: NodeId) -> (NodeId, Option<&Keywords>) {
    let mut at = id;
    // A chain of references longer than the graph is a loop.
    for _ in 0..=schema.nodes().count() {
        let Some(keywords) = schema.node(at).keywords() else { return (at, None) };
        match &keywords.reference {
            Some(reference) => at = reference.target,
            None => return (at, Some(keywords)),
        }
    }
    (id, None)
}

impl EndpointType {
    /// The schema, for an oracle.
    pub(super) fn schema(&self) -> Option<Schema> {
        match self {
            EndpointType::Typed(kind) => {
                let document = Document::from_value("type", kind.to_schema());
                Schema::read(&document, &NoFiles).ok()
            }
            EndpointType::Schema(schema) => Some(schema.clone()),
            EndpointType::Unknown(_) => None,
        }
    }

    /// The nearest type of frontmatter, if there is one.
    pub(super) fn kind(&self) -> Option<SkillType> {
        match self {
            EndpointType::Typed(kind) => Some(*kind),
            EndpointType::Schema(schema) => kind_of(schema),
            EndpointType::Unknown(_) => None,
        }
    }

    /// The type as text, if one is declared.
    pub(super) fn words(&self) -> Option<String> {
        match self {
            EndpointType::Typed(kind) => Some(kind.as_str().to_owned()),
            EndpointType::Schema(schema) => match kind_of(schema) {
                Some(kind) => Some(kind.as_str().to_owned()),
                None => {
                    let (_, keywords) = follow(schema, schema.root());
                    let types = keywords?.types?;
                    let names: Vec<&str> = types.iter().map(Type::as_str).collect();
                    Some(names.join(" or "))
                }
            },
            EndpointType::Unknown(_) => None,
        }
    }

    /// The target of a part of a path; an error if it can't exist.
    pub(super) fn step(&self, part: &Part) -> Result<EndpointType, String> {
        match self {
            EndpointType::Unknown(_) => Ok(self.clone()),
            EndpointType::Typed(kind) => typed(*kind, part),
            EndpointType::Schema(schema) => {
                if let Some(shape) = inside(schema, part)? {
                    return Ok(shape);
                }
                match self.kind() {
                    Some(kind) if !matches!(kind, SkillType::Object) => typed(kind, part),
                    _ => Ok(EndpointType::Unknown(format!("nothing is said about {part}"))),
                }
            }
        }
    }

    /// Why a declared target of a path may still be missing, if it may.
    pub(super) fn lacks(&self, part: &Part) -> Option<String> {
        let keywords = match self {
            EndpointType::Schema(schema) => follow(schema, schema.root()).1?,
            EndpointType::Typed(SkillType::StringList | SkillType::ObjectList) => match part {
                Part::Index(at) => return Some(format!("the list may have no item {at}")),
                Part::Field(_) => return None,
            },
            EndpointType::Typed(_) | EndpointType::Unknown(_) => return None,
        };
        match part {
            Part::Field(name) => (keywords.properties.contains_key(name)
                && !keywords.required.contains(name))
            .then(|| format!("the property {name} is optional")),
            Part::Index(at) => (keywords.min_items.is_none_or(|least| least <= *at as u64))
                .then(|| format!("the list may have no item {at}")),
        }
    }

    /// The required form of an item, if the list is a literal.
    pub(super) fn item(&self) -> EndpointType {
        self.step(&Part::Index(0))
            .unwrap_or_else(|_| EndpointType::Unknown("it is no list".to_owned()))
    }

    /// The required form of a member, if the object is a literal.
    pub(super) fn member(&self, name: &str) -> EndpointType {
        self.step(&Part::Field(name.to_owned()))
            .unwrap_or_else(|_| EndpointType::Unknown("it is no object".to_owned()))
    }
}

fn typed(kind: SkillType, part: &Part) -> Result<EndpointType, String> {
    let unknown = |why: &str| Ok(EndpointType::Unknown(why.to_owned()));
    match (kind, part) {
        (SkillType::StringList, Part::Index(_)) => Ok(EndpointType::Typed(SkillType::String)),
        (SkillType::ObjectList, Part::Index(_)) => Ok(EndpointType::Typed(SkillType::Object)),
        (SkillType::Object, _) => unknown("nothing is said about what is in the object"),
        (SkillType::ObjectList, Part::Field(name)) => {
            Err(format!("an object[] has no field {name:?}; name an item first: [0].{name}"))
        }
        (SkillType::StringList, Part::Field(name)) => {
            Err(format!("a string[] has no field {name:?}"))
        }
        (scalar, part) => Err(format!("a {} has no {part}", scalar.as_str())),
    }
}

fn inside(schema: &Schema, part: &Part) -> Result<Option<EndpointType>, String> {
    let (_, Some(keywords)) = follow(schema, schema.root()) else { return Ok(None) };
    let found = match part {
        Part::Field(name) => {
            let closed = keywords
                .additional_properties
                .is_some_and(|id| matches!(schema.node(id).body, contract::Body::Bool(false)));
            let property = keywords.properties.get(name).copied();
            if property.is_none() && closed && keywords.pattern_properties.is_empty() {
                return Err(format!("no property {name:?} is declared, and others are ruled out"));
            }
            property.or(keywords.additional_properties)
        }
        Part::Index(at) => keywords.prefix_items.get(*at).copied().or(keywords.items),
    };
    Ok(found.map(|id| EndpointType::Schema(schema.at(id))))
}

fn kind_of(schema: &Schema) -> Option<SkillType> {
    let (_, keywords) = follow(schema, schema.root());
    let keywords = keywords?;
    let types = match keywords.types {
        Some(types) => types,
        None => {
            let values =
                keywords.enumeration.clone().or(keywords.constant.clone().map(|c| vec![c]))?;
            return common(&values);
        }
    };
    let mut named = types.iter();
    let (Some(one), None) = (named.next(), named.next()) else { return None };
    match one {
        Type::String => Some(SkillType::String),
        Type::Number => Some(SkillType::Number),
        Type::Integer => Some(SkillType::Integer),
        Type::Boolean => Some(SkillType::Boolean),
        Type::Object => Some(SkillType::Object),
        Type::Null => None,
        Type::Array => match kind_of(&schema.at(keywords.items?))? {
            SkillType::String => Some(SkillType::StringList),
            SkillType::Object => Some(SkillType::ObjectList),
            _ => None,
        },
    }
}

/// The common type of all values of an enumeration.
fn common(values: &[Value]) -> Option<SkillType> {
    let kind = |value: &Value| match value {
        Value::String(_) => Some(SkillType::String),
        Value::Bool(_) => Some(SkillType::Boolean),
        Value::Number(_) => Some(SkillType::Number),
        Value::Object(_) => Some(SkillType::Object),
        _ => None,
    };
    let first = kind(values.first()?)?;
    values.iter().all(|value| kind(value) == Some(first)).then_some(first)
}
