//! Programs in separate files that read a script's text: `x.sh | node check.js`. The caller finds that file in the
//! tree; its content says whether it parses JSON.

use super::captures::Program;
use super::json_reader::{self, INTERPRETERS};
use super::pipeline::{Stage, program_name};

/// Extensions of such files.
const ENDINGS: [&str; 10] =
    [".py", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".rb", ".pl", ".php"];

/// Words between an interpreter and its file.
const BETWEEN: [&str; 4] = ["run", "exec", "python", "python3"];

/// The names of standard input in programs.
const STDIN: [&str; 10] = [
    "sys.stdin",
    "process.stdin",
    "readFileSync(0",
    "\"/dev/stdin\"",
    "'/dev/stdin'",
    "STDIN",
    "$stdin",
    "php://stdin",
    "Deno.stdin",
    "Bun.stdin",
];

/// Calls that only prepare or test standard input.
const PREPARES: [&str; 6] =
    [".setEncoding(", ".resume(", ".isTTY", ".isatty(", "import ", "require('process')"];

/// The file of the program that reads the text, after commands that pass JSON on; `None` if it is not a program in a
/// file.
pub(super) fn file(text: &str, stages: &[Stage]) -> Option<String> {
    let words = json_reader::first_reader(text, stages)?;
    let first = words.first()?;
    let is_program = |word: &str| ENDINGS.iter().any(|ending| word.ends_with(ending));
    let program = program_name(first);
    let file = if is_program(first) {
        first
    } else if matches!(program, "tsx" | "ts-node")
        || INTERPRETERS.contains(&program)
        || program.starts_with("python3.")
    {
        let skipped = |word: &&String| BETWEEN.contains(&word.as_str()) || is_flag(word);
        words[1..].iter().find(|word| !skipped(word))?
    } else {
        return None;
    };
    is_program(file).then(|| file.clone())
}

/// An option without an argument: `-u`, `--no-warnings`. After `-m` and `-c`, there is no file.
fn is_flag(word: &str) -> bool {
    word.starts_with('-') && !matches!(word, "-m" | "-c" | "-e" | "--eval" | "-r" | "--require")
}

/// Whether a program only parses its standard input as JSON, and only uses members of an envelope.
#[must_use]
pub fn reads_json(text: &str) -> bool {
    let commands = super::code::commands(text);
    let program = Program::new(&commands);
    let mut parses = false;
    for (at, line) in commands.lines().enumerate() {
        let prepares = || PREPARES.iter().any(|word| line.contains(word));
        if !STDIN.iter().any(|word| line.contains(word)) || prepares() {
            continue;
        }
        match program.takes_stdin(at) {
            Some(true) => parses = true,
            Some(false) => return false,
            None => {}
        }
    }
    parses
}

#[cfg(test)]
mod tests {
    use super::{file, reads_json};
    use crate::consumer::pipeline::stages;

    #[test]
    fn programs_in_files() {
        let file = |command: &str| file(command, &stages(command, 6));
        for (command, wanted) in [
            ("./x.sh | node check.js", "check.js"),
            ("./x.sh | python3 -u \"lib/check.py\" --all", "lib/check.py"),
            ("./x.sh | tail -1 | python3 check.py", "check.py"),
            ("./x.sh | ./check.py", "./check.py"),
            ("./x.sh | deno run check.ts", "check.ts"),
            ("./x.sh | npx tsx check.ts", "check.ts"),
            ("./x.sh | uv run python check.py", "check.py"),
        ] {
            assert_eq!(file(command).as_deref(), Some(wanted), "{command}");
        }
        for command in [
            "./x.sh | node -e 'a.js'",
            "./x.sh | python3 -m check.py",
            "./x.sh | sort check.py",
            "./x.sh",
        ] {
            assert_eq!(file(command), None, "{command}");
        }
    }

    #[test]
    fn programs_that_want_json() {
        for program in [
            "const d = JSON.parse(require('fs').readFileSync(0, 'utf8'));\nif (!d.success) process.exit(1);\n",
            "import json, sys\nd = json.load(sys.stdin)\nsys.exit(0 if d[\"success\"] else 1)\n",
            "import json, sys\ntext = sys.stdin.read()\ndata = json.loads(text)\nprint(data['confidence'])\n",
            "import json, sys\n\ndef main():\n    for line in sys.stdin:\n        data = json.loads(line)\n        print(data['errors'])\n\nmain()\n",
            "let s = '';\nprocess.stdin.setEncoding('utf8');\nprocess.stdin.on('data', (d) => { s += d; });\nprocess.stdin.on('end', () => {\n  const r = JSON.parse(s);\n  console.log(r.deliverables.length);\n});\n",
            "require 'json'\ndata = JSON.parse($stdin.read)\nputs data['success']\n",
            "const { SkillOutputParser } = require('./parser');\nconst input = require('fs').readFileSync(0, 'utf-8');\nconst result = new SkillOutputParser().parse(input);\nif (!result.success) process.exit(1);\n",
        ] {
            assert!(reads_json(program), "{program}");
        }
        for program in [
            "const text = require('fs').readFileSync(0, 'utf8');\nif (!text.includes('SUCCESS')) process.exit(1);\n",
            "import sys\nfor line in sys.stdin:\n    print(line)\n",
            "import json, sys\ndata = json.load(sys.stdin)\nprint(data['name'])\n",
            "import json\nprint(json.load(open('a.json'))['success'])\n",
            "import json, sys\ntext = sys.stdin.read()\nif 'SUCCESS' in text:\n    data = json.loads(text)\n",
            "import json, sys\n# json.load(sys.stdin)\nprint(sys.stdin.read())\n",
            "import json, sys\ntry:\n    data = json.load(sys.stdin)\nexcept ValueError:\n    data = read(sys.stdin)\n",
        ] {
            assert!(!reads_json(program), "{program}");
        }
    }
}
