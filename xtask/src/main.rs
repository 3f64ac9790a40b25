//! The project's chores, so that they need nothing but cargo: `cargo xtask CHORE`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "chores read the tree, start tools and report on a terminal"
)]

mod bench;
mod bench_diff;
mod bench_emit;
mod bench_growth;
mod bench_migrate;
mod bench_processes;
mod bench_runtime;
mod circles;
mod demo;
mod generate;
mod modules;
mod rust_tokens;
mod sh;
mod supply;
mod test;
mod tidy;
mod tools;
mod wire;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask CHORE

  demo                the release story on examples/: diff, emit, migrate, run the migrated copy
  test [--slow]       everything that CI runs, installing what the tests need; --slow: the long suites too
  tidy                the house rules that a program can check
  circles             which files of a crate use each other in a circle, arrow by arrow
  generate [--check]  the generated files; --check: fail where one is stale
  bench [NAME]        speed as a ratio to peers in the same run; all without NAME
  tools               install what the tests need, and nothing else";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|a| matches!(a.as_str(), "--help" | "-h")) {
        println!("{USAGE}\n\nBenchmarks: {}", bench::names());
        return ExitCode::SUCCESS;
    }
    let rest = args.get(1..).unwrap_or_default();
    let flag = |name: &str| rest.iter().any(|a| a == name);
    let result = match args.first().map(String::as_str) {
        Some("demo") => demo::run(),
        Some("test") => test::run(flag("--slow")),
        Some("tidy") => tidy::run(),
        Some("circles") => circles::print(),
        Some("generate") => generate::run(flag("--check"), sh::skillgen),
        Some("bench") => bench::run(rest),
        Some("tools") => tools::ensure(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("xtask: {e:#}");
            ExitCode::FAILURE
        }
    }
}
