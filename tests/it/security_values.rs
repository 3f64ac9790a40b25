//! Where the values of migrated scripts come from, and what many of them cost: words of a variable state nothing, the environment
//! takes no document away, and time grows with the number of values.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Output};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 8] = [
        ("words_of_a_variable_state_nothing", variables),
        ("calls_of_functions_state_their_words", calls),
        ("a_reference_to_a_list_runs_nothing", references),
        ("the_environment_takes_no_document_away", environment),
        ("many_values_are_told_once", repeated),
        ("many_values_take_linear_time", many),
        ("scripts_are_read_in_linear_time", scripts),
        ("readers_are_read_in_linear_time", readers),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_values::{name}"), test))
        .collect()
}

pub(crate) const SHELLS: [(&str, &str); 2] = [("#!/usr/bin/env bash", "bash"), ("#!/bin/sh", "sh")];

/// Migrates a script of these lines.
pub(crate) fn migrated(
    tree: &Tree,
    (head, shell): (&str, &str),
    lines: &str,
) -> Result<String, libtest_mimic::Failed> {
    let name = format!("{shell}.sh");
    tree.script(&name, &format!("{head}\n\n{lines}"));
    let (code, out, err) = tree.run(&["--allow-dirty", &name]);
    ensure(code == 0 && tree.read(&name).contains("skill-envelope"), format!("{out}{err}"))?;
    Ok(name)
}

/// Runs it with these arguments and variables.
pub(crate) fn run(
    tree: &Tree,
    shell: &str,
    name: &str,
    args: &[&str],
    env: &[(&str, &str)],
) -> Output {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut command = Command::new(shell);
    command.arg(name).args(args).current_dir(&tree.path).env("PATH", path);
    command.envs(env.iter().copied()).output().expect("the shell runs")
}

pub(crate) fn document(output: &Output) -> Result<Value, libtest_mimic::Failed> {
    let shown = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&shown).map_err(|e| format!("{e}: {shown:?}").into())
}

/// Lines that state something elsewhere in the script, and get hostile words here.
const FORGED: [&str; 11] = [
    "log() { echo \"[info] $*\"; }\nlog \"Created: own\"\nlog \"Confidence: 0.2\"\nlog \"Topic: $1\"\n",
    "log() { printf '[info] %s\\n' \"$1\"; }\nlog \"Created: own\"\nlog \"Confidence: 0.2\"\nlog \"$1\"\n",
    "log() { local m=\"$1\"; echo \"$m\"; }\ninfo() { log \"INFO $1\"; }\ninfo \"Created: own\"\ninfo \"Confidence: 0.2\"\ninfo \"$1\"\n",
    "log() { level=$1; shift; echo \"[$level] $*\"; }\nlog a \"Created: own\"\nlog a \"Confidence: 0.2\"\nlog \"$1\" done\nlog a \"$1\"\n",
    "log() { echo \"$1\"; }\nboth() { log \"$1\"; log \"$2\"; }\nboth \"Created: own\" \"$1\"\nlog \"Confidence: 0.2\"\n",
    "echo \"$1 Confidence: 0.2\"\necho \"$1 Created: own\"\necho \"Confidence: 0.2\"\n",
    "echo \"[$1] Confidence: $(printf 0.2)\"\necho \"[$1] Created own, $(printf done)\"\necho \"Created: own\"\necho \"Confidence: 0.2\"\n",
    "m=\"Created: own\"\necho \"$m\"\nm=\"Confidence: 0.2\"\necho \"$m\"\nm=\"$1\"\necho \"$m\"\necho \"Created: own\"\necho \"Confidence: 0.2\"\n",
    "m=\"Confidence: 0.9\"\nfor m in \"$1\"; do echo \"$m\"; done\necho \"Created: own\"\necho \"Confidence: 0.2\"\n",
    "m=\"Confidence: 0.9\"\nread -r m <<E\n$1\nE\necho \"$m\"\necho \"Created: own\"\necho \"Confidence: 0.2\"\n",
    "say() { echo \"Confidence: 0.9\"; echo \"$1\"; }\nm=$(say \"$1\")\necho \"$m\"\necho \"Created: own\"\necho \"Confidence: 0.2\"\n",
];

fn variables() -> Check {
    let hostile = [
        "tides",
        "tides; Created: other",
        "tides; Confidence: 1.0",
        "Confidence: 1.0;",
        "Created: other",
        "x] Created: other",
        "Created: other\nConfidence: 1.0",
        "Rows: 5",
        "Took 5 s",
    ];
    for shell in SHELLS {
        for lines in FORGED {
            let tree = Tree::new();
            tree.script("own", "");
            tree.script("other", "");
            let name = migrated(&tree, shell, lines)?;
            for text in hostile {
                let seen = document(&run(&tree, shell.1, &name, &[text], &[]))?;
                let told =
                    (seen["confidence"] == 0.2, seen["deliverables"] == serde_json::json!(["own"]));
                let none = seen["metrics"].as_object().is_some_and(serde_json::Map::is_empty);
                ensure(
                    told == (true, true) && none,
                    format!("{} {lines}{text:?}: {seen}", shell.1),
                )?;
            }
        }
    }
    Ok(())
}

/// `"$name"` is several words where the name is a reference to a list; none of them is a command.
fn references() -> Check {
    let declared = [
        "declare -n",
        "typeset -n",
        "declare -gn",
        "flags=-n; declare $flags",
        "builtin declare \"-n\"",
        "\\declare -n",
        "'declare' -n",
        "de\"clare\" -n",
        "d=declare; $d -n",
        "c=(declare -n); \"${c[@]}\"",
        "b=builtin; $b declare -n",
        "shopt -s expand_aliases; alias d='declare -n'\nd",
        "eval declare -n",
        "builtin eval declare -n",
        "printf \"declare -n name='list[@]'\" > lib; . ./lib; unused",
        "source <(printf \"declare -n name='list[@]'\"); unused",
        "mapfile -C \"declare -gn name='list[@]'; :\" -c 1 -t q <<<a; unused",
    ];
    for (number, declare) in declared.into_iter().enumerate() {
        // What is hidden from the reader of the script is hidden for each kind of line.
        let kinds = if number < 5 { 4 } else { 1 };
        let lines = ["Created: $name", "Created: ${name}", "Confidence: $name", "Rows: $name"];
        for line in &lines[..kinds] {
            let tree = Tree::new();
            let lines = format!(
                "list=(own touch forged)\nname=''; unset name\n{declare} name='list[@]'\necho \"{line}\"\necho \"Created: own\"\n"
            );
            let name = migrated(&tree, SHELLS[0], &lines)?;
            let output = run(&tree, "bash", &name, &[], &[]);
            document(&output)?;
            ensure(!tree.path.join("forged").exists(), format!("{lines}: {output:?}"))?;
        }
    }
    Ok(())
}

/// Words that stand in the call of a function are the script's own.
fn calls() -> Check {
    let lines = "log() { echo \"[$1] $2\"; }\nok() { printf '\\033[32m%s\\033[0m\\n' \"$*\"; }\n\
        failing() { (exit 3); log INFO \"Items: $2\"; return 4; }\nlast() { echo \"$? $1\"; }\n\
        f=own\nrows=$(expr 3 + 2)\nlog INFO \"Created: $f\"\nok \"Confidence: $(printf 0.2)\"\nlog INFO \"Rows: $rows\"\n\
        log ERROR \"no disk\"\nlog INFO \"Saved file $(printf two.txt), done\"\nfailing x 3 || echo \"$?\"\n\
        (exit 5) || last \"Wrote: own\"\n";
    for shell in SHELLS {
        let tree = Tree::new();
        tree.script("own", "");
        tree.script("two.txt", "");
        let name = migrated(&tree, shell, lines)?;
        let output = run(&tree, shell.1, &name, &[], &[]);
        let seen = document(&output)?;
        let wanted = serde_json::json!(["own", "two.txt"]);
        ensure(seen["deliverables"] == wanted && seen["confidence"] == 0.2, seen.to_string())?;
        ensure(seen["metrics"]["rows"] == 5, seen.to_string())?;
        ensure(seen["errors"][0]["message"] == "no disk", seen.to_string())?;
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure(printed.contains("4\n5 Wrote: own"), printed)?;
    }
    Ok(())
}

fn environment() -> Check {
    let tree = Tree::new();
    let lines =
        "set -eu\nc=$1\nrows=$(expr 2 + 1)\necho \"Confidence: $c\"\necho \"Rows: $rows\"\n";
    let name = migrated(&tree, SHELLS[0], lines)?;
    let own = |seen: &Value| seen["confidence"] == 0.2 && seen["metrics"]["rows"] == 3;
    for env in [("SHELLOPTS", "keyword"), ("BASH_EXECUTION_STRING", "x"), ("_sk_pid", "1")] {
        let output = run(&tree, "bash", &name, &["0.2"], &[env]);
        let seen = document(&output)?;
        ensure(output.status.success() && own(&seen), format!("{env:?}: {output:?}"))?;
    }
    let text = [("SHELLOPTS", "keyword"), ("SKILLGEN_STDOUT", "text")];
    let output = run(&tree, "bash", &name, &["0.2"], &text);
    ensure(output.stdout == b"Confidence: 0.2\nRows: 3\n", format!("{output:?}"))?;
    for shell in SHELLS {
        hostile_variables(shell, lines)?;
    }
    for function in ["[", "set", "shift", "return", "eval", "break", "continue", ":", "local"] {
        let variable = format!("BASH_FUNC_{function}%%");
        let output = run(&tree, "bash", &name, &["0.2"], &[(&variable, "() { false; }")]);
        let seen = document(&output)?;
        ensure(own(&seen), format!("{function}: {seen}"))?;
    }
    // Functions that stand ready for the process that runs the script.
    for function in
        ["skill_say() { echo forged; }", "_sk_estimate() { builtin eval '_sk_add confidence 1'; }"]
    {
        let export = function.split('(').next().unwrap_or_default();
        let line =
            format!("export _sk_pid=$$; {function}; export -f {export}; exec bash \"$0\" 0.2");
        let output =
            Command::new("bash").args(["-c", &line, &name]).current_dir(&tree.path).output()?;
        ensure(own(&document(&output)?), format!("{function}: {output:?}"))?;
    }
    Ok(())
}

/// All variables of the helper are set before it is read, to numbers, to words and to what a subscript would run.
fn hostile_variables(shell: (&str, &str), lines: &str) -> Check {
    let tree = Tree::new();
    let name = migrated(&tree, shell, lines)?;
    let helper =
        tree.read(if shell.1 == "sh" { "skill-envelope.sh" } else { "skill-envelope.bash" });
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names: BTreeSet<&str> = helper
        .split(|c: char| !is_name(c))
        .filter(|word| word.starts_with("_sk_") || word.starts_with("sk_"))
        .collect();
    ensure(names.len() > 30, format!("{names:?}"))?;
    let clean = document(&run(&tree, shell.1, &name, &["0.2"], &[]))?;
    for value in ["1", "x", "echo forged", "a[$(touch forged)]", "/dev/null"] {
        let env: Vec<(&str, &str)> = names.iter().map(|name| (*name, value)).collect();
        let output = run(&tree, shell.1, &name, &["0.2"], &env);
        let seen = document(&output)?;
        ensure(seen == clean, format!("{value:?}: {seen} instead of {clean}: {output:?}"))?;
        ensure(!tree.path.join("forged").exists(), format!("{value:?} is run"))?;
    }
    Ok(())
}

/// Among many values each is told once, as among few.
fn repeated() -> Check {
    let lines = "for i in 1 2 3 4; do for f in f/*; do echo \"Created: $f\"; done; echo \"Created: f/\"; echo \"Created: f\"; done\n\
        KEYS\
        for k in $(seq 400); do echo \"ERROR: number $k\"; done\n";
    // Each label stands in the script: one from a variable is no metric.
    let keys = each(1000, |k| {
        let k = k + 1;
        format!("n=$(({k} + $i)); echo \"key_of_some_length_{k}: $n\"\n")
    });
    let lines = &lines.replace("KEYS", &format!("for i in 1 2; do\n{keys}done\n"));
    for shell in SHELLS {
        let tree = Tree::new();
        for file in 100..150 {
            tree.script(&format!("f/a {file}"), "");
        }
        let name = migrated(&tree, shell, lines)?;
        let seen = document(&run(&tree, shell.1, &name, &[], &[]))?;
        let files: Vec<&str> = seen["deliverables"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        ensure(
            files.len() == 51 && files[0] == "f/a 100" && files[50] == "f/",
            format!("{files:?}"),
        )?;
        let metrics = seen["metrics"].as_object().cloned().unwrap_or_default();
        let last = metrics.iter().enumerate().all(|(index, (name, value))| {
            *name == format!("key_of_some_length_{}", index + 1) && *value == index + 3
        });
        ensure(metrics.len() == 1000 && last, format!("{} metrics", metrics.len()))?;
        let errors = seen["errors"].as_array().cloned().unwrap_or_default();
        let in_order = errors
            .iter()
            .enumerate()
            .all(|(index, error)| error["message"] == format!("number {}", index + 1).as_str());
        ensure(errors.len() == 400 && in_order, format!("{} errors", errors.len()))?;
    }
    Ok(())
}

/// The processor's seconds of a command, which is given as a line of bash.
pub(crate) fn seconds(tree: &Tree, line: &str) -> Result<f64, libtest_mimic::Failed> {
    let line = format!("TIMEFORMAT=%U; time {{ {line}; }} > out 2> errors");
    let mut command = Command::new("bash");
    command.args(["-c", &line]).arg(skillgen().get_program()).current_dir(&tree.path);
    let (_, _, seconds) = text(&command.output()?);
    Ok(seconds.trim().parse()?)
}

/// Eight times as much may take eight times as long and somewhat more; in quadratic time it takes 64 times as long.
fn judge(what: &str, short: f64, long: f64, failed: &mut String) -> Check {
    if long > 14.0 * short + 0.4 {
        writeln!(failed, "{what}: {short} s, and {long} s for eight times as much")?;
    }
    Ok(())
}

fn many() -> Check {
    let kinds = [
        ("deliverables", "echo \"Created: $f\""),
        ("errors", "echo \"ERROR: $f\""),
        ("values of a metric", "n=3; : $((n += 1)); echo \"Rows: $n\""),
    ];
    let mut failed = String::new();
    for shell in SHELLS {
        for (what, line) in kinds {
            let tree = Tree::new();
            fs::create_dir(tree.path.join("f"))?;
            for file in 10_000..18_000 {
                fs::write(tree.path.join(format!("f/{file}")), "")?;
            }
            let name = migrated(&tree, shell, &format!("for f in \"$@\"; do {line}; done\n"))?;
            let part = if what == "values of a metric" { "k" } else { "f/" };
            let of = |n: usize| {
                let args = format!("$(seq 10000 {} | sed 's,^,{part},')", 9_999 + n);
                seconds(&tree, &format!("{} {name} {args}", shell.1))
            };
            judge(&format!("{what} in {}", shell.1), of(1_000)?, of(8_000)?, &mut failed)?;
        }
        let of = |n: usize| {
            let tree = Tree::new();
            let lines = each(n, |k| format!("n=$(({k} + $#)); echo \"key_{k}: $n\"\n"));
            let name = migrated(&tree, shell, &lines)?;
            seconds(&tree, &format!("{} {name}", shell.1))
        };
        judge(&format!("metrics in {}", shell.1), of(250)?, of(2_000)?, &mut failed)?;
    }
    ensure(failed.is_empty(), failed)
}

/// What stands `n` times in a script.
type Repeated = fn(usize) -> String;

/// Scripts that took quadratic time, or might.
const SCRIPTS: [(&str, Repeated); 21] = [
    ("functions", |n| each(n, |i| format!("f{i}() {{ echo \"Lines: $1\"; }}\nf{i} 1\n"))),
    ("functions that call each other", |n| {
        each(n, |i| format!("f{i}() {{ f{}; }}\n", i + 1))
            + &format!("f{n}() {{ echo \"Rows: 3\"; }}\nf0\n")
    }),
    ("labels", |n| each(n, |i| format!("n=$(wc -l <x)\necho \"Key a{i}: $n\"\n"))),
    ("branches", |n| {
        format!("case $1 in\n{}esac\n", each(n, |i| format!("a{i}) echo \"Created: $1\" ;;\n")))
    }),
    ("alternatives of one branch", |n| {
        let words = each(n * 10, |i| format!("a{i}|"));
        format!("case $1 in\n{words}b) echo \"Created: $1\" ;;\nesac\n")
    }),
    ("options", |n| {
        let arms = each(n, |i| format!("--opt{i}) X{i}=\"$2\"; shift 2 ;;\n"));
        format!("while [ $# -gt 0 ]; do case \"$1\" in\n{arms}esac; done\necho \"Rows: 3\"\n")
    }),
    ("letters", |n| {
        let arms = each(n, |i| format!("a) x{i}=$OPTARG ;;\n"));
        format!("while getopts abc: o; do case $o in\n{arms}esac; done\necho \"Rows: 3\"\n")
    }),
    ("branches of one `if`", |n| {
        let branches = each(n, |i| format!("elif b; then echo \"Created: a{i}\"\n"));
        format!("if a; then :\n{branches}fi\n")
    }),
    ("here-documents", |n| each(n, |i| format!("cat <<E{i}\n[ x ]\nE{i}\n"))),
    ("a list of commands", |n| format!("true{}\n", each(n, |_| " && echo \"Rows: 3\"".to_owned()))),
    ("pipes", |n| each(n, |i| format!("echo \"a{i}\" | tr a b\n"))),
    ("traps", |n| each(n, |i| format!("trap 'echo a{i}' EXIT\n"))),
    ("conditions", |n| each(n, |i| format!("[ -n \"$a{i}\" ] && echo \"b{i}: $c\"\n"))),
    ("calls of a logging function", |n| {
        format!(
            "log() {{ echo \"[i] $*\"; }}\n{}",
            each(n, |i| format!("log \"Created: $f{i}\"\n"))
        )
    }),
    ("commands in a variable", |n| "c=tool\n".to_owned() + &each(n, |_| "\"$c\" run\n".to_owned())),
    ("commands that a caller names", |n| {
        let body = each(n, |_| "\"$1\" b\n".to_owned());
        format!("f() {{\n{body}}}\n{}", each(n, |i| format!("f t{i}\n")))
    }),
    ("lines of a function for errors", |n| {
        format!("log_err() {{\n{}}}\nlog_err x\n", each(n, |i| format!("echo \"$a{i} b\"\n")))
    }),
    ("messages on one line", |n| {
        each(n, |_| "echo \"3 rows lack a name\"; n=$((n+1)); ".to_owned()) + "\nexit \"$n\"\n"
    }),
    ("values of one variable", |n| {
        each(n, |_| "v=$v$1\n".to_owned()) + "echo \"Rows: $v\"\necho \"$v\"\n"
    }),
    ("variables in variables", |n| {
        let chain = each(n / 5, |_| "a=$b\nb=$c\nc=$d\nd=$e\ne=text\n".to_owned());
        chain + "echo \"Created: x.txt\"\necho \"$a\"\necho \"Rows: $a\"\n"
    }),
    ("variables", |n| each(n, |i| format!("V{i}=${{V{i}:-x}}\necho \"$V{i}\"\n"))),
];

const CREATED: &str = "\necho \"Created: x.md\"\n";

/// Scripts of very many commands, most of them on one line.
const COMMANDS: [(&str, Repeated); 12] = [
    ("commands on a line", |n| "a; ".repeat(n * 8) + CREATED),
    ("commands on lines", |n| "a\n".repeat(n * 8) + CREATED),
    ("commands joined by `&&`", |n| "a && ".repeat(n * 8) + "a" + CREATED),
    ("commands in the background", |n| "a & ".repeat(n * 8) + CREATED),
    ("groups of commands", |n| "{ a; }; ".repeat(n * 4) + CREATED),
    ("branches on a line", |n| format!("case x in {} esac{CREATED}", "a) b;; ".repeat(n * 4))),
    ("one function defined again", |n| "f(){ f; }; ".repeat(n * 8) + CREATED),
    ("calls of one function", |n| {
        "f(){ a; }\n".to_owned() + &"f && ".repeat(n * 8) + "a" + CREATED
    }),
    ("failing ends on a line", |n| "exit 1; ".repeat(n * 8) + CREATED),
    ("counted failures on a line", |n| {
        "echo \"error: $x is missing\" >&2; ".repeat(n * 2) + "fail=1; exit $fail" + CREATED
    }),
    ("its own name on a line", |n| format!("bash {n}.sh && ").repeat(n * 4) + "a" + CREATED),
    ("its own name in a pipe", |n| format!("bash {n}.sh | ").repeat(n * 4) + "a" + CREATED),
];

fn each(n: usize, of: impl Fn(usize) -> String) -> String {
    (0..n).map(of).collect()
}

fn scripts() -> Check {
    let mut failed = String::new();
    for (what, script) in SCRIPTS.into_iter().chain(COMMANDS) {
        let tree = Tree::new();
        for n in [400, 3_200] {
            tree.script(
                &format!("{n}.sh"),
                &format!("#!/usr/bin/env bash\nset -eu\n\n{}", script(n)),
            );
        }
        for command in ["migrate --dry-run --all --allow-dirty", "infer"] {
            let of = |n: usize| seconds(&tree, &format!("\"$0\" {command} {n}.sh"));
            judge(&format!("{command}: {what}"), of(400)?, of(3_200)?, &mut failed)?;
        }
    }
    ensure(failed.is_empty(), failed)
}

/// Programs that name a script very often, on one line or on many.
fn readers() -> Check {
    const HEAD: &str =
        "import subprocess\no = subprocess.run(['bash', 's/b.sh'], capture_output=True).stdout\n";
    let mut failed = String::new();
    for (what, ending, part) in [
        ("pipes on a line of Python", "py", "bash s/b.sh | "),
        ("calls in Python", "py", "o = run('s/b.sh')\n"),
        ("names in JavaScript", "js", "const a = 's/b.sh'; run(a)\n"),
        ("calls in bash", "sh", "out=$(bash s/b.sh | grep x)\n"),
        ("calls in one command of a Dockerfile", "Dockerfile", "s/b.sh | grep x && \\\n"),
        ("scripts of a package", "package.json", "\"a\": \"s/b.sh | grep x\",\n"),
        ("calls in bats", "bats", "@test \"a\" {\n  run s/b.sh\n  [[ \"$output\" == *x* ]]\n}\n"),
        (
            "callbacks in JavaScript",
            "js",
            "execFile('s/b.sh', (e, o) => { if (o.includes('x')) y();\n",
        ),
    ] {
        let tree = Tree::new();
        for n in [200, 1_600] {
            let folder = n.to_string();
            tree.script(&format!("{folder}/s/b.sh"), "#!/bin/bash\n\necho \"Created: $1\"\n");
            let (name, head) = match ending {
                "py" | "js" => (format!("x.{ending}"), HEAD),
                "Dockerfile" => (ending.to_owned(), "FROM x\nRUN true && \\\n"),
                "package.json" => (ending.to_owned(), "{\"scripts\": {\n"),
                _ => (format!("x.{ending}"), "#!/usr/bin/env bash\n"),
            };
            let end = if ending == "package.json" { "\"z\": \"\"}}\n" } else { "true\n" };
            tree.script(&format!("{folder}/{name}"), &format!("{head}{}{end}", part.repeat(n)));
        }
        let of = |n: usize| seconds(&tree, &format!("\"$0\" migrate --dry-run --all {n}"));
        judge(what, of(200)?, of(1_600)?, &mut failed)?;
    }
    ensure(failed.is_empty(), failed)
}
