//! The results of running a script before and after its migration.

/// The results of a file's runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Verified {
    /// The pairs of runs.
    pub(super) runs: usize,
    /// The pairs without a difference.
    pub(super) identical: usize,
    /// The differences, one line each.
    pub(super) differences: Vec<String>,
    /// The differences between two runs of the original, which can't be compared.
    pub(super) varies: Vec<&'static str>,
    /// Why it was not run (to the end), and only checked statically.
    pub(super) skipped: Option<String>,
    /// A `verify.toml` that was not used, and how to use it.
    pub(super) unused: Option<&'static str>,
}

impl Verified {
    /// Verified by a run, not only statically.
    pub(super) fn proved(&self) -> bool {
        self.skipped.is_none() && self.runs > 0 && self.identical == self.runs
    }

    /// The result as text.
    pub(super) fn summary(&self) -> String {
        let unused = self.unused.map_or(String::new(), |what| format!("; {what}"));
        if let Some(why) = &self.skipped {
            return format!("{why}; checked statically only{unused}");
        }
        let varies = match self.varies.as_slice() {
            [] => String::new(),
            all => format!("; not compared, since it differs from run to run: {}", all.join(", ")),
        };
        format!("{} of {} runs identical{varies}{unused}", self.identical, self.runs)
    }
}
