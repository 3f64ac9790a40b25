//! `type-map` and `rust-crates` of an `[[emit]]` entry: the user's types in emitted files.

use std::collections::BTreeMap;

use anyhow::bail;
use clap::ValueEnum as _;
use codegen::{MappedType, TypeMap};

use super::Lang;
use super::entry::Entry;
use crate::config::ConfigStep;

/// The keys of a type in table form.
const KEYS: [&str; 5] = ["type", "import", "with", "read", "write"];

impl Entry<'_> {
    /// The user's types by language.
    pub(super) fn type_maps(
        &self,
        langs: &[Lang],
    ) -> anyhow::Result<BTreeMap<&'static str, TypeMap>> {
        let mut maps: BTreeMap<&'static str, TypeMap> = BTreeMap::new();
        for (word, value) in self.members(&["type-map"], "a table of languages")? {
            let at = ["type-map", word];
            let Some(lang) = Lang::from_str(word, false).ok().filter(|lang| langs.contains(lang))
            else {
                let known: Vec<&str> = langs.iter().map(|lang| lang.target().id()).collect();
                bail!(
                    "{}: `type-map` has `{word}`, which is no language of this entry; known: {}",
                    self.place(&at),
                    known.join(", ")
                );
            };
            if !value.is_table() {
                bail!(
                    "{}: `type-map.{word}` is a {}; expected a table of formats, like `date-time = \"…\"`",
                    self.place(&at),
                    value.type_str()
                );
            }
            let map = maps.entry(lang.target().id()).or_default();
            for (format, value) in self.members(&at, "a table of formats")? {
                let at = ["type-map", word, format];
                let ty = self.mapped_type(&at, value)?;
                if let Err(error) = lang.target().map_format(map, format, ty) {
                    bail!("{}: `type-map`: {error}", self.place(&at));
                }
            }
        }
        for (name, value) in self.members(&["rust-crates"], "a table of versions")? {
            let at = ["rust-crates", name];
            if !langs.contains(&Lang::Rust) {
                bail!("{}: `rust-crates`: the entry emits no Rust; leave it out", self.place(&at));
            }
            let Some(version) = value.as_str() else {
                bail!(
                    "{}: `rust-crates` of `{name}` is a {}; expected a version, or `*` for any",
                    self.place(&at),
                    value.type_str()
                );
            };
            let map = maps.entry(Lang::Rust.target().id()).or_default();
            if let Err(error) = map.insert_crate(name, version) {
                bail!("{}: `rust-crates`: {error}", self.place(&at));
            }
        }
        Ok(maps)
    }

    /// A type: its name, or a table.
    fn mapped_type(&self, at: &[&str], value: &toml::Value) -> anyhow::Result<MappedType> {
        let named = |name: &str| MappedType { name: name.to_owned(), ..MappedType::default() };
        if let Some(name) = value.as_str() {
            return Ok(named(name));
        }
        let Some(table) = value.as_table() else {
            bail!(
                "{}: `type-map` has a {}; expected the name of a type, or a table with `type`",
                self.place(at),
                value.type_str()
            );
        };
        let mut words: BTreeMap<&str, &str> = BTreeMap::new();
        for (key, value) in table {
            let at = [at, &[key]].concat();
            match (KEYS.contains(&key.as_str()), value.as_str()) {
                (true, Some(text)) => words.insert(key, text),
                (true, None) => {
                    bail!(
                        "{}: `{key}` is a {}; expected a string",
                        self.place(&at),
                        value.type_str()
                    )
                }
                (false, _) => {
                    bail!("{}: unknown key `{key}`; known: {}", self.place(&at), KEYS.join(", "))
                }
            };
        }
        let Some(name) = words.get("type") else {
            bail!("{}: `type` is missing: the name of the type", self.place(at));
        };
        let text = |key: &str| words.get(key).map(|text| (*text).to_owned());
        Ok(MappedType {
            import: text("import"),
            with: text("with"),
            read: text("read"),
            write: text("write"),
            ..named(name)
        })
    }

    /// The members of a table of this entry; empty if it is missing.
    fn members(&self, at: &[&str], what: &str) -> anyhow::Result<Vec<(&str, &toml::Value)>> {
        let mut found = None;
        for key in at {
            let table = match found {
                None => Some(self.table),
                Some(value) => toml::Value::as_table(value),
            };
            found = table.and_then(|table| table.get(*key));
        }
        match found {
            None => Ok(Vec::new()),
            Some(toml::Value::Table(table)) => {
                Ok(table.iter().map(|(key, value)| (key.as_str(), value)).collect())
            }
            Some(other) => {
                bail!(
                    "{}: `{}` is a {}; expected {what}",
                    self.place(at),
                    at.join("."),
                    other.type_str()
                )
            }
        }
    }

    /// The place of a value in the configuration.
    fn place(&self, at: &[&str]) -> String {
        let entry = [ConfigStep::Key("emit"), ConfigStep::Item(self.index)];
        let steps: Vec<ConfigStep<'_>> =
            entry.into_iter().chain(at.iter().map(|key| ConfigStep::Key(key))).collect();
        self.config.place(&steps)
    }
}
