//! The commands, one file each; only this module lists them.

pub(crate) mod bump;
pub(crate) mod cache;
pub(crate) mod chain;
pub(crate) mod changelog;
pub(crate) mod check;
pub(crate) mod compat;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod frontmatter;
pub(crate) mod infer;
pub(crate) mod init;
pub(crate) mod lock;
pub(crate) mod man;
pub(crate) mod migrate;
pub(crate) mod parse;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod validate;

pub(crate) use diff::plural;

/// The result of a command, apart from errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Exit 0.
    Clean,
    /// Exit 1: findings, an invalid document, a failed gate.
    Findings,
    /// Exit 2 with a line on stderr: a part of the work failed, and the report is printed.
    Failed,
}

impl Outcome {
    /// `Clean` if nothing was found.
    pub(crate) fn clean_if(clean: bool) -> Self {
        if clean { Outcome::Clean } else { Outcome::Findings }
    }
}
