//! `--only`, `--skip` and `--interactive`: selects the lines and scripts of a run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use ignore::gitignore::Gitignore;

use super::Args;
use crate::globs;

/// The selection of a run.
#[derive(Default)]
pub(super) struct Choice {
    only: Option<Filter>,
    skip: Option<Filter>,
    /// Declined scripts.
    pub(super) declined: BTreeSet<PathBuf>,
}

/// The name of an option, on the command line or in skillgen.toml.
fn named(option: &'static str, of_settings: bool) -> &'static str {
    match (option, of_settings) {
        ("only", true) => "migrate.only",
        ("only", false) => "--only",
        (_, true) => "migrate.skip",
        (_, false) => "--skip",
    }
}

/// One of the two options.
struct Filter {
    option: &'static str,
    patterns: Vec<&'static str>,
    globs: Vec<String>,
    scripts: Gitignore,
}

impl Filter {
    fn read(option: &'static str, words: &[String]) -> anyhow::Result<Option<Filter>> {
        if words.is_empty() {
            return Ok(None);
        }
        let id = |word: &String| migrate::PATTERNS.iter().map(|p| p.id).find(|id| id == word);
        let patterns = words.iter().filter_map(id).collect();
        let globs: Vec<String> = words.iter().filter(|word| id(word).is_none()).cloned().collect();
        let scripts = globs::matcher(&globs, Path::new("")).context(option)?;
        Ok(Some(Filter { option, patterns, globs, scripts }))
    }

    /// A glob that matches no script is probably a typing error, and would have no effect.
    fn without_match(&self, shown: &[&str]) -> anyhow::Result<()> {
        for glob in &self.globs {
            let one = globs::matcher(std::slice::from_ref(glob), Path::new(""))?;
            if !shown.iter().any(|path| globs::matches(&one, path)) {
                let ids: Vec<&str> = migrate::PATTERNS.iter().map(|p| p.id).collect();
                bail!(
                    "{} {glob}: no script matches it, and it is not a pattern of lines; the patterns are {}",
                    self.option,
                    ids.join(", ")
                );
            }
        }
        Ok(())
    }
}

impl Choice {
    /// Parses the options.
    ///
    /// # Errors
    /// An invalid glob.
    pub(super) fn read(args: &Args) -> anyhow::Result<Choice> {
        Ok(Choice {
            only: Filter::read(named("only", args.only_of_settings), &args.only)?,
            skip: Filter::read(named("skip", args.skip_of_settings), &args.skip)?,
            declined: BTreeSet::new(),
        })
    }

    /// Rejects a glob that matches none of the scripts.
    ///
    /// # Errors
    /// The option and the glob.
    pub(super) fn fits(&self, shown: &[&str]) -> anyhow::Result<()> {
        let options = self.only.iter().chain(&self.skip).filter(|f| f.option.starts_with("--"));
        options.into_iter().try_for_each(|filter| filter.without_match(shown))
    }

    /// The ids of patterns whose lines are not changed; `only` and `skip` replace those of the run.
    pub(super) fn skipped_patterns(
        &self,
        only: Option<&[&'static str]>,
        skip: Option<&[&'static str]>,
    ) -> Vec<&'static str> {
        let patterns = |filter: &'_ Option<Filter>| filter.as_ref().map(|one| one.patterns.clone());
        let only = only.map(<[_]>::to_vec).or_else(|| patterns(&self.only));
        let skip = skip.map(<[_]>::to_vec).or_else(|| patterns(&self.skip)).unwrap_or_default();
        let only = only.filter(|only| !only.is_empty());
        let skipped =
            |id: &&str| only.as_ref().is_some_and(|only| !only.contains(id)) || skip.contains(id);
        migrate::PATTERNS.iter().map(|p| p.id).filter(skipped).collect()
    }

    /// Why a script is left out, if it is.
    pub(super) fn leaves_out(&self, path: &Path, shown: &str) -> Option<String> {
        let only = self.only.as_ref().filter(|only| !only.globs.is_empty());
        if only.is_some_and(|only| !globs::matches(&only.scripts, shown)) {
            let option = only.map_or("--only", |only| only.option);
            return Some(format!("not named by `{option}`"));
        }
        let skip = self.skip.as_ref().filter(|skip| globs::matches(&skip.scripts, shown));
        if let Some(skip) = skip {
            return Some(format!("named by `{}`", skip.option));
        }
        self.declined.contains(path).then(|| "declined".to_owned())
    }
}
