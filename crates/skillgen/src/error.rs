//! Reports errors: one line on stderr, exit 2; a closed pipe is not an error.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::args::Format;
use crate::render::json::{self, Status};

/// The exit code of a command that failed because of its input.
pub(crate) const UNREADABLE_INPUT: &str = "UNREADABLE_INPUT";

/// Prints the error and returns the exit code.
pub(crate) fn report(error: &anyhow::Error, format: Format) -> ExitCode {
    let is = |kind: io::ErrorKind| {
        error.chain().any(|c| c.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == kind))
    };
    let closed = is(io::ErrorKind::BrokenPipe);
    if closed {
        return ExitCode::SUCCESS;
    }
    let line = one_line(&format!("{error:#}"));
    let _ = writeln!(io::stderr(), "skillgen: {line}");
    if format == Format::Json && !is(io::ErrorKind::StorageFull) {
        // Programs that read stdout get the expected envelope, with the reason in it.
        let envelope = json::envelope(Status::Error, Some((UNREADABLE_INPUT, &line)));
        let _ = io::stdout().write_all(json::text(&envelope).as_bytes());
    }
    ExitCode::from(2)
}

/// A message on one line that can't control a terminal.
pub(crate) fn one_line(text: &str) -> String {
    contract::text::safe(&text.trim().replace("\r\n", "\n").replace('\n', "; ").replace('\t', " "))
}
