//! Everything that CI runs, in the order in which it fails fastest.

use std::time::Instant;

use crate::{generate, sh, tidy, tools};

/// Runs all checks. `slow` switches on the long suites (fuzzing, 20,000 pairs).
pub(crate) fn run(slow: bool) -> anyhow::Result<()> {
    let start = Instant::now();
    sh::step("cargo", &["fmt", "--all", "--check"])?;
    tidy::run()?;
    tools::ensure()?;
    generate::run(true, sh::skillgen_of_tests)?;
    sh::step(
        "cargo",
        &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
    )?;
    let mut tests = sh::command("cargo", &["test", "--workspace", "--no-fail-fast"]);
    if slow {
        tests.env("SKILLGEN_SLOW", "1");
    }
    sh::run(&mut tests)?;
    println!("all checks passed in {} s", start.elapsed().as_secs());
    Ok(())
}
