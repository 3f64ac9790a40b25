//! The `[[emit]]` entries of skillgen.toml.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use codegen::backend::{Naming, Part};
use codegen::frames::Frames;

use super::Lang;
use super::job::{Job, SlowChecks};
use super::keys::{KNOWN, OF_CONTRACTS};
use super::words::{RuntimeWord, file_name};
use crate::config::{Config, ConfigStep};

/// The default when no contract is named.
const DEFAULT: &str = "builtin:skill-output-v1";

/// The maximum number of `header` lines: `--check` looks for skillgen's line after them.
pub(super) const LONGEST_HEADER: usize = 30;

/// The maximum number of entries: each keeps its files in memory until all are written.
const MOST_ENTRIES: usize = 1_000;

/// The jobs of all entries, one for each language. Paths are relative to the configuration's folder.
pub(super) fn from_config(config: &Config) -> anyhow::Result<Vec<Job>> {
    let Some(path) = &config.path else {
        bail!("name a language with --lang, or write [[emit]] entries into skillgen.toml");
    };
    let place = path.display();
    let entries = match config.table.get("emit") {
        Some(toml::Value::Array(entries)) => entries,
        Some(_) => bail!("{place}: `emit` is no list of tables; write [[emit]]"),
        None => bail!("{place}: no [[emit]] entry; name a language with --lang"),
    };
    if entries.len() > MOST_ENTRIES {
        bail!(
            "{}: {} [[emit]] entries; at most {MOST_ENTRIES} are read: one entry may name many contracts, as in \"contracts/*.json\"",
            config.place(&[ConfigStep::Key("emit"), ConfigStep::Item(MOST_ENTRIES)]),
            entries.len()
        );
    }
    let folder = config.folder();
    let mut jobs = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let place = config.place(&[ConfigStep::Key("emit"), ConfigStep::Item(index)]);
        let what = format!("{place}: [[emit]] entry {}", index + 1);
        let table = entry.as_table().with_context(|| format!("{what}: is no table"))?;
        jobs.extend(Entry { table, folder: &folder, what: &what, config, index }.jobs()?);
    }
    Ok(jobs)
}

/// The entries of a language; `None` if skillgen.toml has no `[[emit]]`.
pub(super) fn of_language(config: &Config, lang: Lang) -> anyhow::Result<Vec<Job>> {
    if !config.table.contains_key("emit") {
        return Ok(Vec::new());
    }
    let jobs = from_config(config)?;
    Ok(jobs.into_iter().filter(|job| job.lang == lang).collect())
}

/// One `[[emit]]` entry, before its values are checked.
pub(super) struct Entry<'e> {
    pub(super) table: &'e toml::Table,
    /// The configuration, and the index of the entry.
    pub(super) config: &'e Config,
    pub(super) index: usize,
    /// The base of its paths.
    folder: &'e Path,
    /// Its name in messages.
    what: &'e str,
}

impl Entry<'_> {
    fn jobs(&self) -> anyhow::Result<Vec<Job>> {
        let what = self.what;
        let steps = [ConfigStep::Key("emit"), ConfigStep::Item(self.index)];
        self.config.known_keys(&steps, "emit", self.table, KNOWN)?;
        let langs = self.langs()?;
        let migration = self.migration()?;
        let contracts = match migration {
            Some(_) => Vec::new(),
            None => self.contracts()?,
        };
        let out = self.text("out")?.with_context(|| format!("{what}: `out` is missing"))?;
        let package = self.text("namespace")?.map(str::to_owned);
        if package.is_some() && !langs.contains(&Lang::Go) {
            bail!(
                "{what}: `namespace` is the package of Go files; use `prefix` for the names of types"
            );
        }
        if let Some(named) = &package {
            let usual = codegen::backend::go::package_name(named);
            if usual != *named {
                bail!(
                    "{what}: `namespace` is {named:?}; expected a package of Go: lower-case letters and digits, like `{usual}`"
                );
            }
        }
        let naming = self.naming()?;
        let header = self.header()?;
        let maps = self.type_maps(&langs)?;
        let (templates, frames) = self.frames()?.unzip();
        let jobs = langs.iter().map(|lang| {
            Ok(Job {
                lang: *lang,
                contracts: contracts.clone(),
                migration: migration.clone(),
                tool: self.text("tool")?.map(str::to_owned),
                out: Some(self.out(out, *lang)?),
                formats: self.word("formats", "assert or annotate")?.unwrap_or_default(),
                defaults: self.word("defaults", "ignore or add")?.unwrap_or_default(),
                type_map: maps.get(lang.target().id()).cloned().unwrap_or_default(),
                types: self.word("types", "own or typify")?.unwrap_or_default(),
                numbers: self
                    .word_for("numbers", "native or exact", &langs, &[Lang::Rust, Lang::Go], *lang)?
                    .unwrap_or_default(),
                import_extension: self
                    .word_for("import-extension", "js, ts or none", &langs, &[Lang::Ts], *lang)?
                    .unwrap_or_default(),
                name: self.name()?,
                compact: self.flag("compact")?.unwrap_or_default(),
                definitions: self.flag("definitions")?.unwrap_or_default(),
                slow_checks: match self.flag("safe-patterns")? {
                    Some(true) => SlowChecks::Refused("`safe-patterns` in skillgen.toml"),
                    _ => SlowChecks::Warned,
                },
                runtime: self.word::<RuntimeWord>("runtime", "inline or shared")?,
                parts: self.parts()?,
                frames: frames.clone().unwrap_or_default(),
                templates: templates.clone(),
                header: header.clone(),
                naming: naming_in(&naming, *lang, &langs),
                package: package.clone(),
                of_languages: self.of_languages(out, *lang)?,
            })
        });
        jobs.collect()
    }

    fn text(&self, key: &str) -> anyhow::Result<Option<&str>> {
        let what = self.what;
        match self.table.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) => Ok(Some(text)),
            Some(other) => bail!("{what}: `{key}` is a {}; expected a string", other.type_str()),
        }
    }

    fn flag(&self, key: &str) -> anyhow::Result<Option<bool>> {
        let what = self.what;
        match self.table.get(key) {
            None => Ok(None),
            Some(toml::Value::Boolean(flag)) => Ok(Some(*flag)),
            Some(other) => {
                bail!("{what}: `{key}` is a {}; expected true or false", other.type_str())
            }
        }
    }

    /// One of several words.
    fn word<T: ValueEnum>(&self, key: &str, words: &str) -> anyhow::Result<Option<T>> {
        let Some(word) = self.text(key)? else { return Ok(None) };
        let what = self.what;
        let known = T::from_str(word, false)
            .map_err(|_| anyhow::anyhow!("{what}: `{key}` is {words}, not `{word}`"))?;
        Ok(Some(known))
    }

    /// One of several words that only some languages use: the others of the entry are written as without it.
    fn word_for<T: ValueEnum>(
        &self,
        key: &str,
        words: &str,
        langs: &[Lang],
        users: &[Lang],
        lang: Lang,
    ) -> anyhow::Result<Option<T>> {
        let word = self.word(key, words)?;
        if word.is_some() && !langs.iter().any(|lang| users.contains(lang)) {
            let names: Vec<&str> = users.iter().map(|user| user.target().id()).collect();
            let (what, names) = (self.what, names.join(" and "));
            bail!("{what}: `{key}` is for {names} files; leave it out");
        }
        Ok(word.filter(|_| users.contains(&lang)))
    }

    /// A string or a list of strings.
    fn list(&self, key: &str) -> anyhow::Result<Option<Vec<&str>>> {
        let what = self.what;
        let wanted = || format!("{what}: `{key}` is a string or a list of strings");
        match self.table.get(key) {
            None => Ok(None),
            Some(toml::Value::String(one)) => Ok(Some(vec![one])),
            Some(toml::Value::Array(list)) => {
                let all: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
                all.filter(|all| !all.is_empty()).with_context(wanted).map(Some)
            }
            Some(_) => bail!(wanted()),
        }
    }

    fn langs(&self) -> anyhow::Result<Vec<Lang>> {
        let what = self.what;
        let words = self.list("lang")?.with_context(|| format!("{what}: `lang` is missing"))?;
        let mut langs = Vec::new();
        for word in words {
            let lang = Lang::from_str(word, false).map_err(|_| {
                anyhow::anyhow!(
                    "{what}: unknown language `{word}`; known: rust, ts, js, bash, python, go"
                )
            })?;
            if langs.contains(&lang) {
                bail!("{what}: `lang` has `{word}` twice");
            }
            langs.push(lang);
        }
        Ok(langs)
    }

    /// The name of the file and the root type, which is no path.
    fn name(&self) -> anyhow::Result<Option<String>> {
        let Some(name) = self.text("name")? else { return Ok(None) };
        let named = file_name(name).map_err(|why| {
            let steps =
                [ConfigStep::Key("emit"), ConfigStep::Item(self.index), ConfigStep::Key("name")];
            let place = self.config.place(&steps);
            anyhow::anyhow!("{place}: [[emit]] entry {}: `name = {name:?}` {why}", self.index + 1)
        });
        named.map(Some)
    }

    /// The folder of a language: `{lang}` stands for its name.
    fn out(&self, out: &str, lang: Lang) -> anyhow::Result<PathBuf> {
        let what = self.what;
        let out = out.replace("{lang}", lang.target().id());
        crate::paths::bounded(self.folder, &out).map_err(|why| {
            let named = lang.target().id();
            anyhow::anyhow!(
                "{what}: `out = {out:?}` {why}; write there with `skillgen emit --lang {named} --out DIR`"
            )
        })
    }

    /// The folders of the other languages.
    fn of_languages(&self, out: &str, lang: Lang) -> anyhow::Result<Vec<PathBuf>> {
        let others = Lang::value_variants().iter().filter(|other| **other != lang);
        let others = others.filter(|_| out.contains("{lang}"));
        others.map(|other| self.out(out, *other)).collect()
    }

    /// The old and the new contract of a migration.
    fn migration(&self) -> anyhow::Result<Option<[String; 2]>> {
        let what = self.what;
        let Some(specs) = self.list("migration")? else {
            if self.table.contains_key("tool") {
                bail!("{what}: `tool` chooses the tool of a `migration`, which is missing");
            }
            return Ok(None);
        };
        let [old, new] = specs.as_slice() else {
            bail!("{what}: `migration` is a list of the old and the new contract");
        };
        if let Some(key) = OF_CONTRACTS.iter().find(|key| self.table.contains_key(**key)) {
            bail!("{what}: a migration has no `{key}`; write an entry of its own");
        }
        Ok(Some([self.contract(old)?, self.contract(new)?]))
    }

    /// The contracts; the files of a pattern are sorted by name.
    fn contracts(&self) -> anyhow::Result<Vec<String>> {
        let mut all: Vec<String> = Vec::new();
        for spec in self.list("contract")?.unwrap_or_else(|| vec![DEFAULT]) {
            let found = match self.is_glob(spec) {
                true => self.matches(spec)?,
                false => vec![spec.to_owned()],
            };
            for spec in found {
                let contract = self.contract(&spec)?;
                if !all.contains(&contract) {
                    all.push(contract);
                }
            }
        }
        Ok(all)
    }

    /// Whether a contract's name is a pattern; an existing file with such characters in its name is
    /// not.
    fn is_glob(&self, spec: &str) -> bool {
        let file = spec.split('#').next().unwrap_or(spec);
        !spec.starts_with("builtin:")
            && file.contains(['*', '?', '[', '{'])
            && !self.folder.join(file).exists()
    }

    /// The files below the configuration's folder that match a pattern, without hidden ones and those of version
    /// control. A `#…` suffix applies to each.
    fn matches(&self, spec: &str) -> anyhow::Result<Vec<String>> {
        let what = self.what;
        let (glob, part) = match spec.split_once('#') {
            Some((glob, part)) => (glob, format!("#{part}")),
            None => (spec, String::new()),
        };
        if glob.split('/').any(|name| name == "..") || glob.starts_with('/') {
            bail!("{what}: `contract` {spec:?}: a pattern begins at the folder of skillgen.toml");
        }
        let glob = glob.trim_start_matches("./");
        let mut overrides = ignore::overrides::OverrideBuilder::new(self.folder);
        let overrides = overrides
            .add(&format!("/{glob}"))
            .and_then(|builder| builder.build())
            .map_err(|error| anyhow::anyhow!("{what}: `contract` {spec:?}: {error}"))?;
        let walk = ignore::WalkBuilder::new(self.folder)
            .standard_filters(false)
            .hidden(true)
            .follow_links(false)
            .overrides(overrides)
            .build();
        let mut found = Vec::new();
        for entry in walk {
            let entry = entry.with_context(|| format!("{what}: `contract` {spec:?}"))?;
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                let below = entry.path().strip_prefix(self.folder).unwrap_or(entry.path());
                found.push(format!("{}{part}", below.display()));
            }
        }
        found.sort();
        if found.is_empty() {
            bail!("{what}: `contract` {spec:?} matches no file");
        }
        Ok(found)
    }

    /// A contract of an entry: a built-in one, or a file in the git tree (or in the configuration's folder).
    fn contract(&self, spec: &str) -> anyhow::Result<String> {
        if spec.starts_with("builtin:") {
            return Ok(spec.to_owned());
        }
        let (folder, what) = (self.folder, self.what);
        let path = folder.join(spec);
        let bound = crate::git::top_of(folder).unwrap_or_else(|| crate::paths::whole(folder));
        // `FILE#/…` is a part of a file, but a file's name may contain a `#`. A missing file is reported by the
        // reader.
        let ends = spec.match_indices('#').map(|(at, _)| at).chain([spec.len()]);
        let is_outside =
            |file: PathBuf| file.exists() && !crate::paths::whole(&file).starts_with(&bound);
        if ends.map(|end| folder.join(&spec[..end])).any(is_outside) {
            bail!(
                "{what}: `contract` {spec:?} is outside of {}; name it with `skillgen emit --contract`",
                bound.display()
            );
        }
        Ok(path.display().to_string())
    }

    /// `with`: the parts of a file.
    fn parts(&self) -> anyhow::Result<Vec<Part>> {
        let what = self.what;
        let Some(value) = self.table.get("with") else { return Ok(Vec::new()) };
        let known = Part::ALL.map(Part::word).join(", ");
        let words = value.as_array().filter(|words| !words.is_empty());
        let words =
            words.with_context(|| format!("{what}: `with` is a list of some of: {known}"))?;
        let part = |word: &toml::Value| match word.as_str().and_then(Part::named) {
            Some(part) => Ok(part),
            None => bail!("{what}: `with` has an unknown part {word:?}; known: {known}"),
        };
        words.iter().map(part).collect()
    }

    /// `templates`: a folder of templates, and its templates.
    fn frames(&self) -> anyhow::Result<Option<(PathBuf, Frames)>> {
        let what = self.what;
        let Some(name) = self.text("templates")? else { return Ok(None) };
        let named = crate::paths::bounded(self.folder, name).map_err(|why| {
            anyhow::anyhow!(
                "{what}: `templates = {name:?}` {why}; name it with `skillgen emit --templates`"
            )
        })?;
        let frames = super::templates::read(&named)?;
        Ok(Some((named, frames)))
    }

    /// `header`: the lines above skillgen's line, without comment characters.
    fn header(&self) -> anyhow::Result<Vec<String>> {
        let what = self.what;
        let lines: Vec<String> =
            self.text("header")?.unwrap_or_default().trim().lines().map(str::to_owned).collect();
        if lines.len() > LONGEST_HEADER {
            bail!(
                "{what}: `header` has {} lines; at most {LONGEST_HEADER} are written",
                lines.len()
            );
        }
        if let Some(why) = lines.iter().find_map(|line| no_comment(line)) {
            bail!("{what}: `header` {why}");
        }
        Ok(lines)
    }

    /// `prefix` and `rename`: the names of types.
    fn naming(&self) -> anyhow::Result<Naming> {
        let what = self.what;
        let prefix = self.text("prefix")?.unwrap_or_default();
        let mut rename = BTreeMap::new();
        let table = match self.table.get("rename") {
            None => &toml::Table::new(),
            Some(toml::Value::Table(table)) => table,
            Some(other) => bail!(
                "{what}: `rename` is a {}; expected a table of names of types",
                other.type_str()
            ),
        };
        for (old, new) in table {
            // A value that is not a string is not a name.
            rename.insert(old.clone(), new.as_str().unwrap_or_default().to_owned());
        }
        Naming::new(prefix, rename).map_err(|error| anyhow::anyhow!("{what}: {error}"))
    }
}

/// Directives that hide errors of types in a file, in lower case. Those of linters and formatters (`eslint-disable`) are usual
/// in generated files.
const TYPE_CHECKERS: [&str; 6] =
    ["@ts-nocheck", "@ts-ignore", "@ts-expect-error", "mypy:", "pyright:", "type: ignore"];

/// Why a line is more than a comment to a compiler: it ends the comment, hides text, names an encoding in which a literal of the
/// file may end elsewhere (PEP 263), turns the check of types off, or takes the file out of a package of Go.
fn no_comment(line: &str) -> Option<String> {
    if line.chars().any(char::is_control) {
        return Some("holds a control character".to_owned());
    }
    if let Some(hidden) = line.chars().find(|c| codegen::hides(*c)) {
        return Some(format!(
            "holds U+{:04X}, which ends a comment or hides text",
            u32::from(hidden)
        ));
    }
    let lower = line.to_ascii_lowercase();
    if let Some(word) = TYPE_CHECKERS.iter().find(|word| lower.contains(*word)) {
        return Some(format!("turns a type checker off (`{word}`); remove it"));
    }
    if line.trim_start().starts_with("+build") {
        return Some("has a build constraint of Go (`+build`); remove the `+`".to_owned());
    }
    let encodings = line.match_indices("coding").filter_map(|(at, word)| {
        let value = line[at + word.len()..].strip_prefix([':', '='])?.trim_start();
        let name: String =
            value.chars().take_while(|c| c.is_alphanumeric() || "-_.".contains(*c)).collect();
        (!["utf-8", "utf8"].contains(&&*name.to_ascii_lowercase())).then_some(name)
    });
    let mut encodings = encodings.filter(|name| !name.is_empty());
    encodings.next().map(|name| format!("names the encoding `{name}`; emitted files are UTF-8"))
}

/// The names of types in a language. bash has none, so that `rename` is for the other languages of its entry.
fn naming_in(naming: &Naming, lang: Lang, langs: &[Lang]) -> Naming {
    let mut naming = naming.clone();
    if lang == Lang::Bash && langs.len() > 1 {
        naming.rename.clear();
    }
    naming
}
