//! The command line: console blocks in Markdown (tests/cli/*.md and the README), and the
//! requirements for every command with bad input.

use libtest_mimic::{Failed, Trial};

use crate::support::{root, run_in, state_home, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("cli::console_blocks", || {
            let cases = trycmd::TestCases::new();
            cases.env("XDG_STATE_HOME", state_home().to_string_lossy());
            cases.case(root().join("tests/cli/*.md")).case(root().join("README.md"));
            cases.run();
            Ok(())
        }),
        Trial::test("cli::bad_usage_is_one_line", bad_usage),
    ]
}

fn bad_usage() -> Result<(), Failed> {
    for args in [&["--nope"][..], &[], &["nope"], &["schema", "nope"], &["schema", "--format", "x"]]
    {
        let (code, out, err) = text(&run_in(&root(), args));
        if code != 2 || !out.is_empty() || err.lines().count() != 1 {
            return Err(format!("{args:?}: exit {code}, stdout {out:?}, stderr {err:?}").into());
        }
    }
    Ok(())
}
