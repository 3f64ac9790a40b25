//! Contracts that are to be compared. A name that stands twice in one object is refused: readers of the contract
//! take the one or the other.

use contract::{Contract, Document, Schema, SchemaError, SchemaErrors};

use crate::input::{self, OpenedFiles, References};

/// Reads a contract to compare it.
pub(super) fn contract(spec: &str, references: &References) -> anyhow::Result<Contract> {
    contract_and_log(spec, references, &OpenedFiles::default())
}

/// As [`contract`]; the log gets every file that its references open.
pub(super) fn contract_and_log(
    spec: &str,
    references: &References,
    log: &OpenedFiles,
) -> anyhow::Result<Contract> {
    let contract = input::contract_and_log(spec, references, log)?;
    refuse_duplicates(&contract)?;
    Ok(contract)
}

fn refuse_duplicates(contract: &Contract) -> anyhow::Result<()> {
    let of_tools = contract.tools.values().flat_map(|tool| tool.schemas.values());
    let schemas = contract.schemas.values().chain(&contract.plain).chain(of_tools);
    // A schema made from the lists of a frontmatter has its label, and is another document.
    let own = [Some(&contract.document), contract.skill.as_ref()].into_iter().flatten();
    let documents: Vec<&Document> = schemas.flat_map(Schema::documents).chain(own).collect();
    let found = documents.into_iter().flat_map(|document| {
        document.duplicate_keys().iter().map(|(pointer, position)| SchemaError {
            label: document.label().to_owned(),
            pointer: pointer.clone(),
            position: Some(*position),
            message: format!(
                "the key `{}` stands twice in one object; keep one",
                contract::text::safe(&pointer.last().unwrap_or_default())
            ),
        })
    });
    let mut found: Vec<SchemaError> = found.collect();
    found.sort_by(|a, b| (&a.label, a.position).cmp(&(&b.label, b.position)));
    found.dedup_by(|a, b| (&a.label, a.position) == (&b.label, b.position));
    if found.is_empty() { Ok(()) } else { Err(SchemaErrors(found).into()) }
}
