//! Texts that nest deep are refused at the same level in all languages and in `validate`, in a time and on a stack that
//! don't grow with the level.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::{run, rust_crate};
use crate::emitted_files::emit;
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted_levels::deep_texts_in_all_languages", deep_texts)]
}

const CONTRACT: &str = r##"{"title": "Tree", "type": "object", "required": ["own"],
"properties": {"own": {}, "next": {"$ref": "#"}}}"##;

/// How many files there are.
const FILES: usize = 6;

fn deep_texts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    std::fs::write(here.join("tree.json"), CONTRACT)?;
    let lists = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let nodes = |levels: usize| {
        format!(
            "{}{{\"own\":1}}{}",
            "{\"own\":\"[{\\\"\",\"next\":".repeat(levels),
            "}".repeat(levels)
        )
    };
    let files: [(String, bool); FILES] = [
        (format!("{{\"own\":{}}}", lists(999)), true),
        (format!("{{\"own\":{}}}", lists(1000)), false),
        (nodes(999), true),
        (nodes(1000), false),
        // What was read is dropped when the text turns out to be none.
        (format!("{}{}x", "[".repeat(100_000), "]".repeat(99_999)), false),
        ("{\"next\":".repeat(20_000) + "{}" + &"}".repeat(20_000), false),
    ];
    for (index, (content, holds)) in files.iter().enumerate() {
        let file = format!("{index}.json");
        std::fs::write(here.join(&file), content)?;
        let (code, out, err) = text(&run_in(here, &["validate", "--contract", "tree.json", &file]));
        if (code == 0) != *holds {
            return Err(format!("validate {file}: {code} {out}{err}").into());
        }
    }
    let wanted: Vec<String> = files.iter().map(|(_, holds)| holds.to_string()).collect();
    for lang in ["js", "python", "go", "rust"] {
        let out = if lang == "rust" { "src" } else { lang };
        let contract = here.join("tree.json").display().to_string();
        emit(here, &["--lang", lang, "--contract", &contract, "--name", "tree", "--out", out])?;
        let said = parsed(here, lang)?;
        if said.lines().collect::<Vec<_>>() != wanted {
            return Err(format!("{lang}: {said}").into());
        }
    }
    Ok(())
}

/// Whether each file is parsed, a line each.
fn parsed(here: &Path, lang: &str) -> Result<String, Failed> {
    match lang {
        "js" => {
            let script = format!(
                "const {{ readFileSync }} = require('node:fs');
const {{ safeParse }} = require('./js/tree.cjs');
for (let at = 0; at < {FILES}; at += 1) console.log(safeParse(readFileSync(`${{at}}.json`, 'utf8')).ok);"
            );
            run(Command::new("node").args(["-e", &script]).current_dir(here))
        }
        "python" => {
            let script = format!(
                "import sys
sys.path.insert(0, 'python')
import tree
for at in range({FILES}):
    try:
        tree.parse(open(f'{{at}}.json').read())
        print('true')
    except tree.SkillContractError:
        print('false')"
            );
            let mut python = Command::new(crate::python::interpreter());
            run(python.args(["-c", &script]).current_dir(here))
        }
        "go" => {
            let main = format!(
                "package main

import (
\t\"fmt\"
\t\"os\"

\ttree \"x/go\"
)

func main() {{
\tfor at := 0; at < {FILES}; at++ {{
\t\ttext, _ := os.ReadFile(fmt.Sprintf(\"%d.json\", at))
\t\t_, err := tree.Parse(text)
\t\tfmt.Println(err == nil)
\t}}
}}
"
            );
            std::fs::write(here.join("main.go"), main)?;
            std::fs::write(here.join("go.mod"), "module x\n\ngo 1.18\n")?;
            let mut go = Command::new("go");
            go.args(["run", "."]).current_dir(here).env("GOFLAGS", "-mod=mod");
            run(go.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))
        }
        _ => {
            let main = format!(
                "mod tree;
fn main() {{
    for at in 0..{FILES} {{
        let text = std::fs::read_to_string(format!(\"{{at}}.json\")).unwrap();
        println!(\"{{}}\", tree::parse(&text).is_ok());
    }}
}}
"
            );
            rust_crate(here, "emitted-levels", &main)
        }
    }
}
