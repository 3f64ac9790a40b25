//! What every command is given: the global options, the configuration, and the way to print.

use std::io::{self, IsTerminal, Write};

use anyhow::{Context as _, bail};
use serde_json::{Map, Value};

use crate::args::{Color, Format, Global};
use crate::config::Config;
use crate::render::json::{self, Status};

/// The message for a result that can't be printed; the system's reason follows.
const UNWRITTEN: &str = "standard output can't be written";

/// The surroundings of a command.
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

    /// Refuses a format that the command doesn't know.
    pub(crate) fn known_formats(&self, known: &[Format]) -> anyhow::Result<()> {
        if known.contains(&self.global.format) {
            return Ok(());
        }
        let name = |f: &Format| format!("{f:?}").to_lowercase();
        let list: Vec<String> = known.iter().map(name).collect();
        bail!("--format {}: this command prints {}", name(&self.global.format), list.join(", "))
    }

    /// Prints text that may hold ANSI styles; they are removed where colours are off.
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

    /// Prints the one document of `--format json`: the helper envelope with `payload` at its top level.
    pub(crate) fn print_json(
        &self,
        status: Status,
        payload: Map<String, Value>,
    ) -> anyhow::Result<()> {
        self.print_raw(json::text(&json::envelope(status, None, payload)).as_bytes())
    }

    /// Prints the document of a job that could not be done: its reason, and what is known all the same.
    pub(crate) fn print_json_error(
        &self,
        message: &str,
        payload: Map<String, Value>,
    ) -> anyhow::Result<()> {
        let message = crate::error::one_line(message);
        let error = Some((crate::error::UNREADABLE_INPUT, message.as_str()));
        self.print_raw(json::text(&json::envelope(Status::Error, error, payload)).as_bytes())
    }

    /// A remark for a person on stderr; silent with `-q`.
    pub(crate) fn note(&self, text: &str) {
        if !self.global.quiet {
            self.complain(text);
        }
    }

    /// The line that tells why part of the job was not done: `-q` asks for less, and not for none of it.
    pub(crate) fn complain(&self, text: &str) {
        // A closed stderr must not stop the work.
        let _ = writeln!(io::stderr(), "skillgen: {}", crate::error::one_line(text));
    }

    /// Whether progress may be shown: stderr is a terminal and nobody asked for quiet.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.global.quiet && io::stderr().is_terminal()
    }
}

/// Who reads only the beginning (`| head`) closes the pipe: what was found still decides the exit code.
fn unless_closed(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context(UNWRITTEN),
    }
}
