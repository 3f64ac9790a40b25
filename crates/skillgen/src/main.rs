//! The command `skillgen`: reads the arguments, runs one command, returns its exit code.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "the one crate that does I/O: files, clock, environment, processes"
)]

mod args;
mod baseline;
mod builtin;
mod child;
mod clock;
mod command;
mod config;
mod context;
mod error;
mod git;
mod globs;
mod input;
mod mcp_client;
mod output;
mod paths;
mod pinned;
mod regular;
mod render;
mod scratch;
mod signals;
mod user_state;
mod walk;
mod wire;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let result = contract::deep_stack(run);
    scratch::remove_all();
    match result {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(2),
        Err(e) => {
            eprintln!("skillgen: can't start: {e}");
            ExitCode::from(2)
        }
    }
}

fn run() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let format = cli.global.format;
    let result = context::Ctx::new(cli.global).and_then(|ctx| cli.command.run(&ctx));
    // A report without what git could not read is not a result, whatever it says.
    let result = match (result, git::all_was_read()) {
        (Ok(_), Err(error)) => {
            eprintln!("skillgen: {error}");
            Ok(command::Outcome::Failed)
        }
        (result, _) => result,
    };
    match result {
        Ok(command::Outcome::Clean) => ExitCode::SUCCESS,
        Ok(command::Outcome::Findings) => ExitCode::from(1),
        Ok(command::Outcome::Failed) => ExitCode::from(2),
        Err(e) => error::report(&e, format),
    }
}
