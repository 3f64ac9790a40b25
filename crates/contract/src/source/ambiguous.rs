//! Rejects texts that parsers read differently: a repeated name in one object, and YAML tags that only some
//! programs know.

use crate::{Contract, Document, Pointer, Schema, SchemaError, SchemaErrors, text};

/// Rejects a contract whose documents are ambiguous.
///
/// # Errors
/// A name occurs twice in one object, or a value has a YAML tag without an equivalent in JSON.
pub fn refuse(contract: &Contract) -> Result<(), SchemaErrors> {
    let of_tools = contract.tools.values().flat_map(|tool| tool.schemas.values());
    let schemas = contract.schemas.values().chain(&contract.plain).chain(of_tools);
    // A schema derived from frontmatter has the same label, but is another document.
    let own = [Some(&contract.document), contract.skill.as_ref()].into_iter().flatten();
    let documents = schemas.flat_map(Schema::documents).chain(own);
    let mut seen = std::collections::BTreeSet::new();
    let new = documents.filter(|document| seen.insert(std::ptr::from_ref(document.value())));
    refuse_all(new.flat_map(ambiguities).collect())
}

/// Rejects an ambiguous document.
///
/// # Errors
/// As [`refuse`].
pub fn refuse_in(document: &Document) -> Result<(), SchemaErrors> {
    refuse_all(ambiguities(document))
}

fn refuse_all(mut found: Vec<SchemaError>) -> Result<(), SchemaErrors> {
    found.sort_by(|a, b| (&a.label, a.position).cmp(&(&b.label, b.position)));
    found.dedup_by(|a, b| (&a.label, a.position) == (&b.label, b.position));
    if found.is_empty() { Ok(()) } else { Err(SchemaErrors(found)) }
}

fn ambiguities(document: &Document) -> Vec<SchemaError> {
    let repeated = document.duplicate_keys().iter().map(|(pointer, position)| {
        let name = text::safe(&pointer.last().unwrap_or_default());
        (pointer, *position, format!("the key `{name}` occurs twice in one object; keep one"))
    });
    let tagged = document.foreign_tags().map(|(pointer, position, tag)| {
        let message = format!(
            "the YAML tag `{}` is not known to every reader; write the value itself",
            text::safe(tag)
        );
        (pointer, position, message)
    });
    let error = |(pointer, position, message): (&Pointer, _, String)| SchemaError {
        label: document.label().to_owned(),
        pointer: pointer.clone(),
        position: Some(position),
        message,
    };
    repeated.chain(tagged).map(error).collect()
}
