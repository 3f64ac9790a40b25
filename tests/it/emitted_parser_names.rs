//! The emitted parser of outputs beside a contract whose type has the name of one of the parser's own types.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::emitted::typescript_run;
use crate::support::{run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted::parser_names", names)]
}

/// A contract whose type is named like a type of the parser keeps its name; the parser's moves. JavaScript declares what
/// its modules export.
fn names() -> Result<(), Failed> {
    let emitted = |lang: &str, name: &str, folder: &Path| {
        let mut command = skillgen();
        command.args(["emit", "--lang", lang, "--name", name, "--out"]).arg(folder);
        let (code, _, err) = text(&run_with(command, b""));
        if code == 0 { Ok(()) } else { Err(Failed::from(err)) }
    };
    for name in ["skill-output-parser", "parse-result", "parse-method", "parse-problem"] {
        let scratch = tempfile::tempdir()?;
        let folder = scratch.path();
        let words = name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        let own: String = words.collect();
        let parser = match name {
            "skill-output-parser" => "SkillgenSkillOutputParser",
            _ => "SkillOutputParser",
        };
        emitted("ts", name, &folder.join("src"))?;
        emitted("js", name, &folder.join("src/js"))?;
        let check = format!(
            "import {{ {parser}, type {own} }} from \"./PATH\";\n\
             const parser = new {parser}();\n\
             export const first: boolean = parser.parse(\"x\").success;\n\
             export const all: boolean[] = parser.parseBatch([\"x\"]).map((one) => one.success);\n\
             export const whole: {own} = parser.parse(\"x\").output;\n"
        );
        let module = |path: &str| check.replace("PATH", path);
        std::fs::write(folder.join("src/t.ts"), module(&format!("{name}.js")))?;
        std::fs::write(folder.join("src/j.ts"), module(&format!("js/{name}.mjs")))?;
        let run = format!(
            "import {{ {parser} }} from \"./src/js/{name}.mjs\";\n\
             import {{ all }} from \"./js/t.js\";\n\
             console.log(new {parser}().parseBatch([\"Done.\", \"x\"]).length, all.length);\n"
        );
        let said = typescript_run(folder, &[], &run)?;
        assert_eq!(said, "2 1\n", "{name}");

        emitted("python", name, folder)?;
        let module = name.replace('-', "_");
        let script = format!(
            "import {module} as made\n\
             assert made.{own}.__annotations__ and made.{parser}().parse_batch(['Done.'])[0].success\n"
        );
        let mut python = std::process::Command::new(crate::python::interpreter());
        crate::emitted::run(python.args(["-c", &script]).current_dir(folder))?;

        emitted("rust", name, &folder.join("made"))?;
        emitted("go", name, &folder.join("made"))?;
        for file in [format!("{module}.rs"), format!("{}.go", name.replace('-', ""))] {
            let code = std::fs::read_to_string(folder.join("made").join(&file))?;
            // The modules of Rust have names of their own.
            let code = code.split("\npub mod ").next().unwrap_or_default();
            let declares = |line: &str| {
                let rest = line.strip_prefix("pub struct ").or(line.strip_prefix("type "));
                rest.is_some_and(|rest| rest.split([' ', '<']).next() == Some(own.as_str()))
            };
            if code.lines().filter(|line| declares(line)).count() != 1 || !code.contains(parser) {
                return Err(format!("{file} declares {own} otherwise").into());
            }
        }
        crate::golang::module(folder)?;
        crate::golang::go(folder, &["vet", "./made"])?;
    }
    Ok(())
}
