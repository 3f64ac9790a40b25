//! Reading and checking in Node, beside `JSON.parse` alone: skillgen, ajv compiled standalone, zod and
//! quicktype, in turns, so that a slow moment is everybody's.

use std::process::Command;

use super::{Bench, said, texts};
use crate::sh;

const GOAL: f64 = 0.90;

impl Bench {
    pub(super) fn node(&mut self) -> anyhow::Result<()> {
        let folder = self.folder.clone();
        let write = |name: &str, text: String| std::fs::write(folder.join(name), text);
        texts(&folder)?;
        write(
            "skill-output-v1.ts",
            said(Command::new(&self.skillgen).args(["emit", "--lang", "ts"]))?,
        )?;
        let small = std::fs::read_to_string(&self.small)?;
        write("small.json", small.clone())?;
        write(
            "standalone.cjs",
            said(Command::new("node").args(["ajv.mjs", "small.json"]).current_dir(&folder))?,
        )?;
        // What the peer leaves out: references.
        let bin = |name: &str| folder.join("node_modules/.bin").join(name);
        let mut zod = Command::new(bin("json-schema-to-zod"));
        write("zod.mjs", said(zod.args(["-i", "small.json", "-m", "esm"]).current_dir(&folder))?)?;
        let mut quicktype = Command::new(bin("quicktype"));
        let quicktype = quicktype.args(["-s", "schema", "-l", "ts", "-t", "Output", "small.json"]);
        write("quicktype.ts", said(quicktype.current_dir(&folder))?)?;
        let tsc = sh::root().join("tests/node_modules/.bin/tsc");
        let options = ["--target", "es2020", "--module", "es2022", "--skipLibCheck"];
        let own: &[&str] = &["--strict", "skill-output-v1.ts"];
        for files in [own, &["quicktype.ts"]] {
            sh::run(Command::new(&tsc).args(options).args(files).current_dir(&folder))?;
        }
        write("node.mjs", SCRIPT.to_owned())?;
        let said = said(Command::new("node").arg("node.mjs").current_dir(&folder))?;
        self.ratios("Node, parse + check", &said, Some(GOAL))
    }
}

const SCRIPT: &str = r#"import fs from "node:fs";
import { createRequire } from "node:module";
import * as own from "./skill-output-v1.js";
import { Convert } from "./quicktype.js";
import zod from "./zod.mjs";
const validate = createRequire(import.meta.url)("./standalone.cjs");
const readers = {
  "JSON.parse": (text) => JSON.parse(text),
  skillgen: (text) => own.parse(text),
  "skillgen, is": (text) => { if (!own.is(JSON.parse(text))) throw new Error(); },
  "ajv standalone": (text) => { const value = JSON.parse(text); if (!validate(value)) throw new Error(); return value; },
  zod: (text) => zod.parse(JSON.parse(text)),
  quicktype: (text) => Convert.toOutput(text),
};
for (const text of JSON.parse(fs.readFileSync("texts.json", "utf8"))) {
  const times = Object.fromEntries(Object.keys(readers).map((name) => [name, []]));
  for (let round = 0; round < 400; round++) {
    for (const [name, read] of Object.entries(readers)) {
      const begin = process.hrtime.bigint();
      for (let n = 0; n < 200; n++) read(text);
      times[name].push(Number(process.hrtime.bigint() - begin) / 200);
    }
  }
  for (const [name, list] of Object.entries(times)) {
    list.sort((a, b) => a - b);
    console.log([name, text.length, list[0], list[list.length >> 1]].join("\t"));
  }
}
"#;
