//! The context of every command: the global options, the configuration, and output.

use std::io::{self, IsTerminal, Write};

use crate::args::{Color, Format, Global};
use crate::config::Config;
use crate::render::json::{self, Status};
use crate::wire::Report;
use anyhow::{Context as _, bail};

/// The message for a result that can't be printed, before the system's reason.
const UNWRITTEN: &str = "standard output can't be written";

/// The context of a command.
pub(crate) struct Ctx {
    /// The global options.
    pub(crate) global: Global,
    /// skillgen.toml, or an empty one.
    pub(crate) config: Config,
}

impl Ctx {
    /// Reads the configuration.
    pub(crate) fn new(global: Global) -> anyhow::Result<Ctx> {
        let config = Config::find(global.config.as_deref())?;
        let ctx = Ctx { global, config };
        if ctx.global.verbose > 0 {
            ctx.note(&match &ctx.config.path {
                Some(path) => format!("configuration: {}", path.display()),
                None => "configuration: none, no skillgen.toml here or above".to_owned(),
            });
        }
        Ok(ctx)
    }

    /// Rejects a format that the command doesn't support.
    pub(crate) fn known_formats(&self, known: &[Format]) -> anyhow::Result<()> {
        if known.contains(&self.global.format) {
            return Ok(());
        }
        let name = |f: &Format| format!("{f:?}").to_lowercase();
        let list: Vec<String> = known.iter().map(name).collect();
        bail!("--format {}: this command prints {}", name(&self.global.format), list.join(", "))
    }

    /// Prints text with ANSI styles, which are removed if colours are off.
    pub(crate) fn print(&self, text: &str) -> anyhow::Result<()> {
        let choice = match self.global.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        let mut out = anstream::AutoStream::new(io::stdout().lock(), choice);
        unless_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// Prints bytes as they are.
    pub(crate) fn print_raw(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        unless_closed(out.write_all(bytes).and_then(|()| out.flush()))
    }

    /// Prints the document of `--format json`: the helper envelope with `payload` at its top level.
    pub(crate) fn print_json<P: Report>(&self, status: Status, payload: &P) -> anyhow::Result<()> {
        self.print_raw(json::report(status, None, payload).as_bytes())
    }

    /// Prints the document of a failed command: the reason, and the results that are known.
    pub(crate) fn print_json_error<P: Report>(
        &self,
        message: &str,
        payload: &P,
    ) -> anyhow::Result<()> {
        let message = crate::error::one_line(message);
        let error = Some((crate::error::UNREADABLE_INPUT, message.as_str()));
        self.print_raw(json::report(Status::Error, error, payload).as_bytes())
    }

    /// A note for people on stderr; silent with `-q`.
    pub(crate) fn note(&self, text: &str) {
        if !self.global.quiet {
            self.complain(text);
        }
    }

    /// The line that says why part of the work was not done; it is printed with `-q`, too.
    pub(crate) fn complain(&self, text: &str) {
        // A closed stderr must not stop the work.
        let _ = writeln!(io::stderr(), "skillgen: {}", crate::error::one_line(text));
    }

    /// Whether progress may be shown: stderr is a terminal, without `-q`.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.global.quiet && io::stderr().is_terminal()
    }
}

/// A reader such as `head` closes the pipe early; the findings still decide the exit code.
fn unless_closed(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context(UNWRITTEN),
    }
}
