//! The answers of the helper envelope: long and hostile texts are recorded exactly, in a time that does not grow with their square.

use std::fs;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::text;

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 1] = [("long_answers_are_recorded", long_answers)];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_answers::{name}"), test))
        .collect()
}

/// In 60 s the helper for sh recorded 8 kB of letters beyond ASCII; here it has 64 kB of each text, and 20 s of processor time.
fn long_answers() -> Check {
    const BYTES: usize = 64_000;
    let list = format!("[{}1]", "1,".repeat(BYTES / 2 - 1));
    let quotes = "\"\\".repeat(BYTES / 2);
    // Sequences of two, three and four bytes in turn, so that a cut falls into each place of one.
    let letters: String = "é€😀".chars().cycle().take(BYTES / 3).collect();
    let lines = "x\n\t\r".repeat(BYTES / 4);
    let cases: [(&str, Vec<u8>, Value); 6] = [
        ("letters", letters.clone().into_bytes(), json!({"text": letters})),
        ("control characters", vec![1; BYTES], json!({"text": "\u{1}".repeat(BYTES)})),
        ("no UTF-8", vec![0xff; BYTES], json!({"text": "\u{fffd}".repeat(BYTES)})),
        ("quotes", quotes.clone().into_bytes(), json!({"text": quotes})),
        ("line ends", lines.clone().into_bytes(), json!({"text": lines})),
        ("JSON", list.clone().into_bytes(), json!({"data": serde_json::from_str::<Value>(&list)?})),
    ];
    for shell in ["sh", "bash"] {
        let tree = Tree::new();
        let script = format!("#!/usr/bin/env {shell}\nset -u\nf=$1\nhead -c 70000 \"$f\"\n");
        let script = script.replace("/usr/bin/env sh", "/bin/sh");
        tree.script("s/SKILL.md", "---\nname: s\ndescription: Does x. Use when y.\n---\n# S\n");
        tree.script("s/c.sh", &script);
        let args = ["--allow-dirty", "--all", "--envelope", "helper", "s"];
        let (code, out, err) = tree.run(&args);
        ensure(code == 0 && tree.read("s/c.sh").contains("skill_say answer"), out + &err)?;
        for (what, bytes, wanted) in &cases {
            fs::write(tree.path.join("in"), bytes)?;
            // On a busy machine the clock says little.
            let line = "ulimit -t 20; exec timeout -k 1 120 \"$0\" s/c.sh in";
            let mut command = Command::new("bash");
            command.args(["-c", line, shell]).current_dir(&tree.path);
            let (code, out, _) = text(&command.output()?);
            let seen: Value = serde_json::from_str(&out).unwrap_or_default();
            let (key, value) = wanted.as_object().unwrap().iter().next().unwrap();
            let same = seen.get(key) == Some(value);
            ensure(code == 0 && same, format!("{shell}, {what}: {code} {out:.300}"))?;
        }
    }
    Ok(())
}
