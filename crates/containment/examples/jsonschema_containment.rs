//! The containment of two files by the algebra of the `jsonschema` crate, as a command: `bench diff` times it beside
//! `skillgen diff`.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a command, not the engine")]

use containment::{Budget, CompiledSchema, Formats, Pair, layers};
use contract::{Document, NoFiles, Schema};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let read = |path: String| -> Result<Schema, Box<dyn std::error::Error>> {
        let bytes = std::fs::read(&path)?;
        Ok(Schema::read(&Document::json(&path, &bytes)?, &NoFiles)?)
    };
    let mut paths = std::env::args().skip(1);
    let mut next = || paths.next().ok_or("expected two files");
    let (old, new) = (read(next()?)?, read(next()?)?);
    let version = |schema| CompiledSchema::new(schema, Formats::Annotate);
    let (old, new) = (version(&old), version(&new));
    let pair = Pair::new(&old, &new);
    let budget = Budget::new(1_000_000);
    for layer in layers().iter().filter(|layer| layer.name() == "canonical") {
        println!("{:?}", layer.contains(&pair.forward(), &budget));
        println!("{:?}", layer.contains(&pair.backward(), &budget));
    }
    Ok(())
}
