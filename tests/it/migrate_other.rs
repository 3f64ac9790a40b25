//! Scripts that are not bash: what prints is recognized by its first line, its name and its calls, and reported with a
//! command that works as it stands.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{run_in, text};

/// Name, text, and the language that is told; none where it is no script that prints.
const FILES: [(&str, &str, Option<&str>); 24] = [
    ("print.py", "print('x')\n", Some("Python")),
    ("stdout.py", "import sys\nsys.stdout.buffer.write(b'x')\n", Some("Python")),
    ("click.py", "import click\nclick.echo('x')\n", Some("Python")),
    ("rich.py", "from rich.console import Console\nConsole().print('x')\n", Some("Python")),
    ("log.py", "import logging, sys\nlogging.basicConfig(stream=sys.stdout)\n", Some("Python")),
    ("typer.py", "import typer\ntyper.secho('x')\n", Some("Python")),
    ("quiet.py", "def f():\n    return 1\n", None),
    ("log.js", "console.log('x')\n", Some("JavaScript or TypeScript")),
    ("then.mjs", "await load().then(console.log)\n", Some("JavaScript or TypeScript")),
    ("table.ts", "console.table([1])\n", Some("JavaScript or TypeScript")),
    ("out.cts", "process.stdout.write('x')\n", Some("JavaScript or TypeScript")),
    ("deno.ts", "await Deno.stdout.write(b)\n", Some("JavaScript or TypeScript")),
    ("quiet.ts", "export const a = 1\n", None),
    ("env", "#!/usr/bin/env python3\nprint('x')\n", Some("Python")),
    ("version", "#!/usr/local/bin/python3.11 -u\nprint('x')\n", Some("Python")),
    ("split", "#!/usr/bin/env -S python3 -u\nprint('x')\n", Some("Python")),
    ("assigns", "#!/usr/bin/env -S A=1 python3\nprint('x')\n", Some("Python")),
    ("uv", "#!/usr/bin/env -S uv run --script\n# ///\nprint('x')\n", Some("Python")),
    ("node", "#!/usr/bin/env node\nconsole.log(1)\n", Some("JavaScript or TypeScript")),
    ("bun", "#!/usr/bin/env -S bun run\nconsole.log(1)\n", Some("JavaScript or TypeScript")),
    ("tsx", "#!/usr/bin/env -S npx tsx\nconsole.log(1)\n", Some("JavaScript or TypeScript")),
    ("silent", "#!/usr/bin/env python3\nimport os\nos.mkdir('x')\n", None),
    ("prose", "python prints things\n", None),
    ("perl", "#!/usr/bin/perl\nprint('x');\n", None),
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("migrate_other::recognized_with_advice", recognized)]
}

fn recognized() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    fs::create_dir(&tree).unwrap();
    for (name, content, _) in FILES {
        fs::write(tree.join(name), content).unwrap();
    }
    for envelope in ["skill-output", "helper"] {
        let args = ["migrate", ".", "--dry-run", "--format", "json", "--envelope", envelope];
        let (code, out, err) = text(&run_in(&tree, &args));
        let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
        let files = report["files"].as_array().ok_or("no files")?;
        let reason = |name: &str| {
            let file = files.iter().find(|f| f["path"] == name)?;
            file["refusals"][0]["reason"].as_str()
        };
        for (name, _, language) in FILES {
            let told = reason(name);
            let right = match language {
                Some(language) => {
                    told.is_some_and(|r| r.starts_with(&format!("{language}, which is not ")))
                }
                None => told.is_none(),
            };
            if code != 0 || !right {
                return Err(format!("{name}: {told:?}").into());
            }
        }
        for name in ["print.py", "log.js"] {
            let command = reason(name).and_then(|r| r.split('`').nth(1)).unwrap_or_default();
            let words: Vec<&str> = command.split(' ').skip(1).collect();
            let (code, out, err) = text(&run_in(&tree, &words));
            let field = if envelope == "helper" { "tool-missing" } else { "deliverables" };
            if code != 0 || !command.starts_with("skillgen emit ") || !out.contains(field) {
                return Err(format!("`{command}`: exit {code}: {err}").into());
            }
        }
    }
    Ok(())
}
