//! How long it takes to write helpers: whole processes, for a small schema and for one of 113 kB.

use std::process::Command;

use super::{Bench, Goal, quiet, times};

/// The small goal and the large one, in milliseconds.
const GOALS: [f64; 2] = [20.0, 100.0];

impl Bench {
    pub(super) fn generation(&mut self) -> anyhow::Result<()> {
        let folder = self.folder.clone();
        std::fs::write(
            folder.join("ajv.mjs"),
            r#"import fs from "node:fs"; import Ajv from "ajv/dist/2020.js"; import standalone from "ajv/dist/standalone/index.js";
const ajv = new Ajv.default({ code: { source: true }, strict: false });
const schema = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
process.stdout.write(standalone.default(ajv, ajv.compile(schema)));
"#,
        )?;
        let part = "generation";
        for (index, schema) in [self.small.clone(), self.large.clone()].iter().enumerate() {
            let size = ["small", "113 kB"][index];
            for lang in ["ts", "rust", "bash", "python", "go"] {
                let args = ["emit", "--lang", lang, "--contract"];
                let skillgen = self.skillgen.clone();
                let run = || quiet(Command::new(&skillgen).args(args).arg(schema));
                let row =
                    self.row(part, format!("skillgen {lang}, {size}"), &times(15, run)?, "ms");
                row.goal = Some(Goal::Below(GOALS[index]));
            }
            let bin = |name: &str| folder.join("node_modules/.bin").join(name);
            let peers: [(&str, Command); 4] = [
                ("ajv standalone", Command::new("node")),
                ("json2ts", Command::new(bin("json2ts"))),
                ("json-schema-to-zod", Command::new(bin("json-schema-to-zod"))),
                ("quicktype", Command::new(bin("quicktype"))),
            ];
            for (name, mut command) in peers {
                match name {
                    "ajv standalone" => command.arg("ajv.mjs").arg(schema),
                    "json-schema-to-zod" => command.arg("-i").arg(schema),
                    "quicktype" => command.args(["-s", "schema", "-l", "ts"]).arg(schema),
                    _ => command.arg(schema),
                };
                command.current_dir(&folder);
                // A peer that can't is told so, not left out.
                match times(3, || quiet(&mut command)) {
                    Ok(times) => {
                        self.row(part, format!("{name}, {size}"), &times, "ms");
                    }
                    Err(error) => println!("{name}, {size}: {error:#}"),
                }
            }
        }
        Ok(())
    }
}
