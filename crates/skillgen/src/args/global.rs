//! The options that every command takes.

use std::path::PathBuf;

use clap::ValueEnum;

/// Options that every command takes.
#[derive(clap::Args, Clone, Default)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Global {
    /// Print results in this format.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Read this configuration file [default: the first skillgen.toml in the working folder or above].
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Colour the output.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Print results only.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print more: the configuration in use, findings of level info, each script of `migrate`.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// Output formats; each command says which ones it knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text to read.
    #[default]
    Text,
    /// One JSON object, the helper envelope.
    Json,
    /// For a comment on a pull request (diff, changelog, check, migrate, explain).
    Markdown,
    /// SARIF 2.1.0 (diff, check).
    Sarif,
    /// Annotations of GitHub Actions (diff, check).
    Github,
    /// JUnit XML (diff, check).
    Junit,
    /// One self-contained page (diff, check, migrate).
    Html,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
