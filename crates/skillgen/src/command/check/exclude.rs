//! `--exclude` and `exclude` of `[check]`: excludes skills and files, and findings in other matching files.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ignore::gitignore::Gitignore;

use crate::config::{Config, ConfigStep};
use crate::context::Ctx;
use crate::globs;

/// The excluded files.
pub(super) struct Exclude<'g> {
    matcher: Gitignore,
    /// The patterns of the command line; an unused one is reported.
    given: &'g [String],
    folder: PathBuf,
    /// Skills and files that were not checked.
    unchecked: RefCell<BTreeSet<String>>,
    /// The path of each omitted finding of the last round.
    findings: RefCell<Vec<String>>,
}

impl<'g> Exclude<'g> {
    /// # Errors
    /// An invalid pattern, with the pattern.
    pub(super) fn new(
        configured: &[String],
        given: &'g [String],
        config: &Config,
    ) -> anyhow::Result<Exclude<'g>> {
        let patterns: Vec<String> = configured.iter().chain(given).cloned().collect();
        let folder = config.folder();
        let matcher = globs::placed_matcher(&patterns, &folder, |at| {
            let steps =
                [ConfigStep::Key("check"), ConfigStep::Key("exclude"), ConfigStep::Item(at)];
            let is_configured = at < configured.len();
            Some(if is_configured { config.place(&steps) } else { "--exclude".to_owned() })
        })?;
        let (unchecked, findings) = (RefCell::default(), RefCell::default());
        Ok(Exclude { matcher, given, folder, unchecked, findings })
    }

    /// Whether a file is excluded, by its path in findings.
    pub(super) fn leaves_out(&self, path: &str) -> bool {
        let matches = globs::matches(&self.matcher, path);
        if matches {
            self.unchecked.borrow_mut().insert(path.to_owned());
        }
        matches
    }

    /// Removes the findings in matching files.
    pub(super) fn take_from(&self, report: &mut lint::Report) {
        let mut left_out = Vec::new();
        report.found.retain(|found| {
            let path = &found.finding.path;
            let matches = globs::matches(&self.matcher, path);
            if matches {
                left_out.push(path.clone());
            }
            !matches
        });
        self.findings.replace(left_out);
    }

    /// Reports unused patterns and the number of omissions.
    ///
    /// # Errors
    /// An invalid pattern.
    pub(super) fn note(&self, ctx: &Ctx) -> anyhow::Result<()> {
        let (unchecked, findings) = (self.unchecked.borrow(), self.findings.borrow());
        for glob in self.given.iter().filter(|glob| !glob.starts_with('!')) {
            let matcher = globs::matcher(std::slice::from_ref(glob), Path::new(&self.folder))?;
            if !unchecked.iter().chain(&*findings).any(|path| globs::matches(&matcher, path)) {
                ctx.note(&format!(
                    "--exclude {glob}: no skill, checked file or finding is in a path that it matches"
                ));
            }
        }
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let mut parts = Vec::new();
        if !unchecked.is_empty() {
            parts.push(count(unchecked.len(), "file"));
        }
        if !findings.is_empty() {
            parts.push(format!("{} in other files", count(findings.len(), "finding")));
        }
        if !parts.is_empty() {
            ctx.note(&format!("left out by exclude: {}", parts.join(", ")));
        }
        Ok(())
    }
}
