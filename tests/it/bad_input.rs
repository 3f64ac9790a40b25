//! Bad input: each kind, through each command that reads a contract, gives exit 2 and one line with
//! the file and, if there is one, line and column. Nothing panics or hangs.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

/// The commands, with `X` for the bad contract and `good.json` for a good one.
const COMMANDS: &[&[&str]] = &[
    &["diff", "X", "good.json"],
    &["diff", "good.json", "X"],
    &["emit", "--lang", "ts", "--contract", "X"],
    &["emit", "--lang", "rust", "--contract", "X"],
    &["emit", "--lang", "bash", "--contract", "X"],
    &["emit", "--lang", "python", "--contract", "X"],
    &["emit", "--lang", "go", "--contract", "X"],
    &["validate", "--contract", "X", "good.json"],
];

/// (file name, what the line on stderr contains)
const FILES: &[(&str, &str)] = &[
    ("not-json.json", "not-json.json:2:8: not JSON"),
    ("not-a-schema.json", "not-a-schema.json:1:24: type: expected"),
    ("a-list.json", "a-list.json:1:1: not a schema"),
    ("dangling.json", "dangling.json:1:11: $ref `#/$defs/nope` leads nowhere"),
    ("outside.json", "outside.json:1:11: $ref `../secret.json` is not opened"),
    ("network.json", "network.json:1:11: $ref `http://127.0.0.1:9/x` is not opened"),
    ("missing.json", "missing.json: can't be read: No such file"),
    ("/proc/self/mem", "/proc/self/mem: can't be read"),
    ("empty.json", "empty.json: empty"),
    ("large.json", "large.json: 100 MB; at most 32 MB are read"),
    ("latin1.json", "latin1.json:1:12: not UTF-8"),
    ("folder", "folder: no contract"),
    ("bomb.yaml", "nodes once its aliases are followed"),
    ("deep.json", "deep.json"),
    ("/dev/null", "/dev/null: is no regular file"),
];

fn lay_out(folder: &Path) -> std::io::Result<()> {
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes);
    write("good.json", br#"{"type": "object"}"#)?;
    write("not-json.json", b"{\n  \"a\": }\n")?;
    write("not-a-schema.json", br#"{"items": {}, "type":  "strnig"}"#)?;
    write("a-list.json", b"[1, 2]")?;
    write("dangling.json", br##"{"$ref":  "#/$defs/nope"}"##)?;
    write("outside.json", br#"{"$ref":  "../secret.json"}"#)?;
    write("network.json", br#"{"$ref":  "http://127.0.0.1:9/x"}"#)?;
    write("empty.json", b"")?;
    File::create(folder.join("large.json"))?.set_len(100 << 20)?;
    write("latin1.json", b"{\"title\": \"\xfcber\"}")?;
    std::fs::create_dir(folder.join("folder"))?;
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for i in 1..20 {
        let row = vec![format!("*a{}", i - 1); 10].join(", ");
        bomb.push_str(&format!("a{i}: &a{i} [{row}]\n"));
    }
    write("bomb.yaml", bomb.as_bytes())?;
    let levels = 5_000_000;
    write("deep.json", format!("{}1{}", "[".repeat(levels), "]".repeat(levels)).as_bytes())
}

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("bad_input::one_clear_line", run)]
}

fn run() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    lay_out(folder.path())?;
    let mut faults = Vec::new();
    for command in COMMANDS {
        for (file, wanted) in FILES {
            let args: Vec<&str> =
                command.iter().map(|a| if *a == "X" { *file } else { *a }).collect();
            let begin = Instant::now();
            let (code, _, err) = text(&run_in(folder.path(), &args));
            let sound = code == 2 && err.lines().count() == 1 && err.contains(wanted);
            if !sound || err.contains("panicked") || begin.elapsed() > Duration::from_secs(30) {
                faults.push(format!("{args:?}: exit {code}, {err:?}; wanted {wanted:?}"));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
