//! Tests of which mentions of a script are readers.

use super::{Language, Names, Reader, Use};

#[test]
fn says_what_to_write_instead() {
    let instead = |text: &str| Reader::new(text, Language::Code).uses("x.sh")[0].instead.clone();
    let python = "out = subprocess.run(['./x.sh'], capture_output=True).stdout\nm = re.search(r\"Items read:\\s*(\\d+)\", out)\n";
    assert_eq!(
        instead(python).as_deref(),
        Some("json.loads(TEXT.splitlines()[-1])[\"metrics\"][\"items_read\"]")
    );
    let script = "const m = execSync('./x.sh').toString().match(/^Confidence: (.*)$/);\n";
    assert_eq!(
        instead(script).as_deref(),
        Some("JSON.parse(TEXT.trim().split(\"\\n\").pop()).confidence")
    );
    assert_eq!(instead("const t = execSync('./x.sh').toString().match(/built (.*)/)"), None);
}

fn changed(text: &str, read: &Use) -> String {
    let mut out = text.to_owned();
    for (range, with) in read.rewrite.iter().rev() {
        out.replace_range(range.clone(), with);
    }
    out
}

fn one(text: &str) -> Option<(bool, Option<String>)> {
    let found = Reader::new(text, Language::Shell).uses("x.sh");
    found
        .iter()
        .find(|u| !u.passes_on)
        .map(|u| (u.blocking, (!u.rewrite.is_empty()).then(|| changed(text, u))))
}

#[test]
fn paths_with_substitutions() {
    for path in [
        r#""$(dirname "$0")/x.sh""#,
        r#""$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/x.sh""#,
        "$(dirname $0)/x.sh",
        r#""`dirname $0`/x.sh""#,
        r#""$(printf '%s)' "it's a \")")/x.sh""#,
    ] {
        let asks = "SKILLGEN_STDOUT=text ";
        for (before, lead, after) in [
            ("v=$(", "", " | grep -c OK)"),
            ("v=$(", "bash ", ")"),
            ("read -r v < <(", "", ")"),
            ("if ", "", " | grep -q 'all well'; then :; fi"),
        ] {
            let changed = format!("{before}{asks}{lead}{path}{after}");
            let text = format!("{before}{lead}{path}{after}");
            assert_eq!(one(&text), Some((true, Some(changed))), "{text}");
        }
        assert_eq!(one(&format!("echo \"run {} now\"", path.trim_matches('"'))), None, "{path}");
    }
}

#[test]
fn reads_and_rewrites() {
    let sed = r#"| sed -n 's/.*"confidence": *\(-\{0,1\}[0-9.]*\).*/\1/p'"#;
    assert_eq!(
        one("C=$(./x.sh | grep Confidence | cut -d: -f2)"),
        Some((true, Some(format!("C=$(SKILLGEN_STDOUT=json ./x.sh {sed})"))))
    );
    for reader in [
        "grep -oP 'Confidence:\\s*\\K[0-9.]+'",
        "sed -n 's/^Confidence: *//p'",
        "awk '/Confidence:/ {print $2}'",
        "awk -F: '/Confidence/ {print $2}' | tr -d ' '",
    ] {
        let text = format!("C=$(./x.sh | {reader})");
        assert_eq!(
            one(&text),
            Some((true, Some(format!("C=$(SKILLGEN_STDOUT=json ./x.sh {sed})")))),
            "{reader}"
        );
    }
    assert_eq!(
        one("if ./x.sh a | grep -q SUCCESS; then :; fi"),
        Some((
            true,
            Some(
                "if SKILLGEN_STDOUT=json ./x.sh a | grep -q '\"success\": *true'; then :; fi"
                    .to_owned()
            )
        ))
    );
    // All other readers get the former text.
    for text in [
        "C=$(§./x.sh | awk '{print $2}')",
        "§./x.sh | awk '{print $2}'",
        "V=$(§\"$D/x.sh\" 2>&1)",
        "V=$(§./x.sh --all 2>/dev/null)",
        "V=$(§./x.sh a 2>&1 | sed 1d)",
        "if §x.sh |& grep -c a; then :; fi",
        "V=$(§x.sh '2>&1')",
        "O=$T/out\n§A=1 \\\n./x.sh >\"$O\"\nsame \"${O}\" b",
        "§./x.sh > \"$T/out\" 2>&1\ngrep a \"$T/out\"",
        "! §bash x.sh | grep a && { time §./x.sh | wc -l; }",
        "f() { local a; a=\"$(cd d && §A=1 timeout 5 bash \"$D/x.sh\" b)\"; }",
        "while read -r l; do :; done < <(§nice -n 5 ./x.sh)",
        "§find . -name a -exec bash x.sh {} \\; | sort",
        "printf a | §xargs -n1 bash x.sh | sort",
        "V=$(cd d && §env -u A -u B bash \"$D/x.sh\" a)",
        "V=$(§timeout -k 5 \"$T\" nice -n 3 ./x.sh)",
        "S=$D/x.sh; V=$(§env -u A B=1 timeout \"$T\" bash -x \"$S\" a)",
        "§bash -c \"./x.sh | grep Confidence: | cut -d: -f2\"",
        "bash <<'EOF'\nOUT=$(§./x.sh)\nEOF",
        "cat > run.sh <<EOF\nV=\\$(§./x.sh)\nEOF",
        "V=`§./x.sh`",
        "diff <(§./x.sh) expected",
        "§./x.sh | my_own_filter",
        "V=$(§./x.sh | tail -1)",
    ] {
        let marked = text.replace('§', "SKILLGEN_STDOUT=text ");
        let found = Reader::new(&text.replace('§', ""), Language::Shell).uses("x.sh");
        let all = found.into_iter().reduce(|mut a, b| {
            a.rewrite.extend(b.rewrite);
            a
        });
        let all = all.map(|u| (u.blocking, changed(&text.replace('§', ""), &u)));
        assert_eq!(all, Some((true, marked)), "{text}");
    }
    assert_eq!(one("V=$(x.sh 2>&1 >/dev/null)"), None);
    assert_eq!(one("./x.sh > log.txt 2>&1 || exit"), Some((false, None)));
    assert_eq!(one("./x.sh > \"$O\"; ./x.sh >> \"$O\""), Some((false, None)));
    assert_eq!(one("./x.sh | tee log"), None);
    assert_eq!(one("./x.sh | jq .success"), None);
    assert_eq!(one("V=$(command -v x.sh)"), None);
    assert_eq!(one("V=$(bash lint.sh x.sh)"), None);
    assert_eq!(one("S=x.sh; V=$(bash \"$L\" \"$S\")"), None);
    assert_eq!(one("./x.sh --now"), None);
    assert_eq!(one("D=$(dirname x.sh)"), None);
    assert_eq!(one("# ./x.sh | grep a"), None);
    assert_eq!(one("./x.sh 2>&1 | tail -5"), Some((false, None)));
    assert_eq!(one("ls \"$D/x.sh\" | sort"), None);
    assert_eq!(one("hint='run `./x.sh a`'\nls | sort"), None);
    assert_eq!(one("cmd=\"./x.sh --now\"\nls | sort \"$a\""), None);
}

#[test]
fn markdown_reads_only_in_its_code() {
    let found = |text: &str| Reader::new(text, Language::Markdown).uses("x.sh");
    assert_eq!(found("Run `scripts/x.sh NAME`. It prints text | grep it."), []);
    assert_eq!(found("x.sh prints its name | grep x"), []);
    assert_eq!(found("Use `./x.sh | grep Confidence` for the value.").len(), 1);
    let text = "````md\n```bash\nx\n```\n````\n1. Run `./x.sh a`.\n";
    assert_eq!(found(text), []);
    let text = "Ünlike prose:\n```bash\nC=$(./x.sh)\n```\n";
    assert_eq!(found(text).iter().map(|u| (u.line, u.blocking)).collect::<Vec<_>>(), [(3, true)]);
}

#[test]
fn knows_the_end_of_the_path() {
    assert_eq!(
        Reader::new("a=$(\"$SCRIPT_DIR/lib/x.sh\")", Language::Shell).uses("x.sh")[0].tail,
        "lib/x.sh"
    );
    assert_eq!(Reader::new("a=$(../b/x.sh)", Language::Shell).uses("x.sh")[0].tail, "b/x.sh");
    assert_eq!(Reader::new("a=$(\"${D}/x.sh\")", Language::Shell).uses("x.sh")[0].tail, "x.sh");
}

#[test]
fn names_that_nothing_runs_are_no_readers() {
    for text in [
        "fail \"x.sh failed (rc=$rc), run \\`bash tests/x.sh\\` to see\"\nls | sort",
        "cat <<'EOF'\n| `x.sh` | health | 0 |\nOUT=$(x.sh)\nEOF",
        "cat > README.md <<EOF\nrun \\`x.sh\\` | grep it\nEOF",
        "usage='first\n  x.sh | grep a\nlast'",
        "echo hi # then $(x.sh | grep a)",
        "msg=\"first\n./x.sh | grep a\nlast\"",
    ] {
        assert_eq!(one(text), None, "{text}");
    }
    // A shell runs its argument, and expanded text runs its substitutions.
    for text in [
        "bash <<'EOF'\nOUT=$(./x.sh)\nEOF",
        "cat <<EOF\nvalue: $(./x.sh)\nEOF",
        "echo \"first\n$(./x.sh | grep a)\nlast\"",
        "bash -c '\nV=$(./x.sh)\necho $V'",
        "a=${b#c}; case $a in x) V=$(./x.sh) ;; esac",
        "n=$((1 << 2)); V=$(./x.sh)",
        "cat > run.sh <<'EOF'\nV=$(./x.sh)\nEOF",
        "V=`./x.sh`",
    ] {
        assert_eq!(one(text).map(|(blocking, _)| blocking), Some(true), "{text}");
    }
    // A text that can't be parsed counts as a whole.
    assert_eq!(one("echo 'open\nV=$(./x.sh)").map(|(blocking, _)| blocking), Some(true));
}

#[test]
fn markdown_reads_in_blocks_of_shell() {
    let found = |text: &str| {
        let found = Reader::new(text, Language::Markdown).uses("x.sh");
        found.iter().map(|u| u.blocking).collect::<Vec<_>>()
    };
    let none: [bool; 0] = [];
    assert_eq!(found("```gherkin\nWHEN I run `x.sh`\n```\n"), none);
    assert_eq!(found("```yaml\nrun: OUT=$(x.sh)\n```\n"), none);
    assert_eq!(found("```\nuses `x.sh`\n```\n"), none);
    assert_eq!(found("```\n$ V=`x.sh`\n```\n"), [true]);
    assert_eq!(found("```sh\n# V=$(x.sh)\nV=$(x.sh)\n```\n"), [true]);
    // A nested block; then prose.
    let quoted = "```markdown\n```bash\nls\n```\n```\n**File:** `x.sh` | a\n";
    assert_eq!(found(quoted), none);
    // The text is shown unchanged, followed by the envelope.
    assert_eq!(found("Run `x.sh 2>&1 | grep -A2 made`."), [false]);
    assert_eq!(found("Run `x.sh | grep -A2 made`."), [true]);
    assert_eq!(found("```bash\nV=$(x.sh 2>&1 | grep -A2 made)\n```\n"), [true]);
    let python = "```python\nout = subprocess.check_output(['./x.sh'])\nre.search('a', out)\n```\n";
    assert_eq!(found(python), [true]);
}

#[test]
fn code_reads_what_it_runs() {
    let found = |text: &str| {
        let found = Reader::new(text, Language::Code).uses("x.sh");
        found.iter().map(|u| u.blocking).collect::<Vec<_>>()
    };
    let none: [bool; 0] = [];
    let after = "\nr = subprocess.check_output(c)\nre.search('a', r)\n";
    assert_eq!(found(&format!("\"\"\"Run x.sh with an argument.\"\"\"{after}")), none);
    assert_eq!(found(&format!("c = ['bash', 'scripts/x.sh']{after}")), [true]);
    assert_eq!(found(&format!("c = 'bash ./x.sh -v'{after}")), [true]);
    assert_eq!(found(&format!("c = [root / 'x.sh']{after}")), [true]);
}

#[test]
fn an_agent_reads_its_hooks() {
    let found = |text: &str| Reader::new(text, Language::Settings).uses("x.sh").len();
    let hook = "{\"hooks\": {\"Stop\": [{\"hooks\": [\n{\"command\": \"$R/x.sh\"}]}]}}";
    assert_eq!(found(hook), 1);
    assert_eq!(found("{\"scripts\": {\n\"command\": \"./x.sh\"}}"), 0);
}

#[test]
fn workflows_quote_names_in_prose() {
    let found = |text: &str| Reader::new(text, Language::Yaml).uses("x.sh").len();
    assert_eq!(found("prompt: |\n  `x.sh`) stays as it is | sort\n"), 0);
    assert_eq!(found("run: |\n  OUT=$(bash x.sh)\n"), 1);
}

#[test]
fn readers_that_name_the_script_elsewhere() {
    let found = |text: &str| {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        let read = found.iter().filter(|u| !u.passes_on);
        read.map(|u| (u.line, u.blocking, u.tail.clone())).collect::<Vec<_>>()
    };
    let reads = |line: usize, tail: &str| vec![(line, true, tail.to_owned())];
    let path = "S=\"$D/../lib/x.sh\"\n";
    assert_eq!(found(&format!("{path}out=$(bash \"$S\" a 2>&1)\n")), reads(2, "lib/x.sh"));
    assert_eq!(
        found(&format!("{path}T=$S\nif \"${{T}}\" | grep -q a; then :; fi\n")),
        reads(3, "lib/x.sh")
    );
    assert_eq!(
        found(&format!("{path}run() {{ bash \"$S\" \"$@\"; }}\nout=$(run a)\n")),
        reads(2, "lib/x.sh")
    );
    assert_eq!(found("run() { timeout 5 bash ./x.sh \"$@\"; }\nrun a | sort\n"), reads(1, "x.sh"));
    assert_eq!(
        found(&format!("{path}bash \"$S\" > out.txt\ngrep a out.txt\n")),
        reads(2, "lib/x.sh")
    );
    assert_eq!(found("S=${1:-./x.sh}\nV=$(\"$S\")\n"), reads(2, "x.sh"));
    assert_eq!(found("f() { local s=x.sh; V=$(sh $s); }\nf\n"), reads(1, "x.sh"));
    let text = format!("{path}out=$(bash \"$S\" a 2>&1 || true)\n");
    let uses = Reader::new(&text, Language::Shell).uses("x.sh");
    let (range, with) = uses[0].rewrite[0].clone();
    assert_eq!(with, "SKILLGEN_STDOUT=text ");
    assert!(text[range.end..].starts_with("bash \"$S\" a") && range.is_empty());
    for text in [
        "bash \"$S\"\n",
        "bash \"$S\" >/dev/null 2>&1 || exit 1\n",
        "V=$(wc -l \"$S\")\n",
        "if $(bash \"$S\" >/dev/null); then :; fi\n",
        "bash \"$S\" > out.txt\n",
        "run() { bash \"$S\"; }\nrun\n",
        "V=$(other \"$S\")\n",
    ] {
        assert_eq!(found(&format!("{path}{text}")), [], "{text}");
    }
    assert_eq!(
        found(&format!("{path}bash \"$S\" | tail -5\n")),
        [(2, false, "lib/x.sh".to_owned())]
    );
}

#[test]
fn readers_that_ask_already() {
    for text in [
        "V=$(SKILLGEN_STDOUT=text ./x.sh)",
        "export SKILLGEN_STDOUT=text\nV=$(./x.sh)",
        "V=$(A=1 SKILLGEN_STDOUT=json ./x.sh | grep -c success)",
    ] {
        assert_eq!(one(text), Some((false, None)), "{text}");
    }
    for text in ["SKILLGEN_STDOUT=text\nV=$(./x.sh)", "export SKILLGEN_STDOUT=texts\nV=$(./x.sh)"] {
        assert_eq!(one(text).map(|(blocking, _)| blocking), Some(true), "{text}");
    }
    let settings = |command: &str| {
        let text = format!("{{\"hooks\": [\n{{\"command\": \"{command}\"}}]}}");
        Reader::new(&text, Language::Settings).uses("x.sh")[0].blocking
    };
    assert!(settings("$R/x.sh") && !settings("SKILLGEN_STDOUT=text $R/x.sh"));
    let python = "env['SKILLGEN_STDOUT'] = 'text'\nout = subprocess.run(['./x.sh'], env=env)\nre.search('a', out)\n";
    assert!(!Reader::new(python, Language::Code).uses("x.sh")[0].blocking);
}

#[test]
fn readers_that_no_assignment_reaches() {
    let why = |text: &str| {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        assert!(found[0].blocking && found[0].rewrite.is_empty(), "{text}");
        found[0].why.clone().unwrap_or_default()
    };
    for (text, word) in [
        ("V=$(sudo ./x.sh)", "`sudo`"),
        ("V=$(env -i PATH=/bin ./x.sh)", "`env -i`"),
        ("V=$(ssh host ./x.sh)", "`ssh`"),
        ("V=$(exec -c ./x.sh)", "`exec -c`"),
        ("V=`echo \"\\`./x.sh\\`\"`", "backticks"),
        ("bash -c \"sudo ./x.sh | grep a\"", "`sudo`"),
        ("#!/bin/sh\ntime ./x.sh | wc", "`time` of sh"),
    ] {
        assert!(why(text).contains(word), "{text}: {}", why(text));
    }
    // An assignment of that value does not belong to a command.
    assert!(one("A_SUDO=sudo ./x.sh | wc").is_some_and(|(_, with)| with.is_some()));
}

#[test]
fn readers_in_other_texts_are_marked() {
    let marked = |text: &str, language: Language| {
        let bare = text.replace('§', "");
        let mut out = bare.clone();
        for read in Reader::new(&bare, language).uses("x.sh").iter().rev().filter(|u| u.blocking) {
            assert!(!read.rewrite.is_empty(), "{text}: {:?}", read.why);
            out = changed(&out, read);
        }
        assert_eq!(out, text.replace('§', "SKILLGEN_STDOUT=text "));
    };
    for text in [
        "Run:\n\n  ```bash\n  S=scripts/x.sh\n  out=$(§bash \"$S\" <plan-file>)\n  ```\n",
        "`V=$(§bash scripts/x.sh <id> [--all])` and `x.sh <id> --json`\n",
        "```console\n$ §./x.sh <name> | grep it\n```\n",
        "```bash\nif $; then\n  A=$(§x.sh a \\\n    b)\n```\n",
    ] {
        marked(text, Language::Markdown);
    }
    for text in [
        "jobs:\n  a:\n    steps:\n      - run: |\n          OUT=$(§bash x.sh \"${{ inputs.a }}\")\n          cat <<EOF\n          a\n          EOF\n",
        "steps:\n  - run: §./x.sh | grep -c a\n  - run: \"§./x.sh | wc -l\"\n",
    ] {
        marked(text, Language::Yaml);
    }
    marked("all: x.sh\n\t@§./x.sh | grep a\n", Language::Make);
    marked("all:\n\tV=$$(§./x.sh); \\\n\techo $(A) \"$$V\"\n", Language::Make);
    let make = Reader::new("V := $(shell ./x.sh)\n", Language::Make).uses("x.sh");
    assert!(make[0].rewrite.is_empty() && make[0].blocking);
    // Output for a person is not a reader.
    let found = |text: &str, language| Reader::new(text, language).uses("x.sh").len();
    assert_eq!(found("`x.sh <id> --json` and `x.sh`\n", Language::Markdown), 0);
    assert_eq!(found("case $f in\n  a/x.sh|b) echo $(c) ;;\nesac\n", Language::Shell), 0);
}

#[test]
fn functions_that_run_what_they_are_given() {
    let changed = |text: &str| {
        let bare = text.replace('§', "");
        let mut out = bare.clone();
        for read in
            Reader::new(&bare, Language::Shell).uses("x.sh").iter().rev().filter(|u| u.blocking)
        {
            out = changed(&out, read);
        }
        assert_eq!(out, text.replace('§', "SKILLGEN_STDOUT=text "));
    };
    changed("check() { local n=$1; shift; out=$(\"$@\" 2>&1); }\n§check a bash ./x.sh b\n");
    changed("check() { out=$(eval \"$2\"); }\nS=$D/x.sh\n§check a \"bash $S | wc\"\n");
    changed("run() { \"$@\" >/dev/null; }\nrun bash ./x.sh b\n");
    changed("cmd=(bash \"$D/x.sh\" a)\nout=$(§\"${cmd[@]}\" b)\n");
    changed("C=\"bash x.sh --a\"\nout=$(§$C)\n");
    changed("for s in a.sh lib/x.sh; do out=$(§bash \"$s\"); done\n");
    changed("S=x.sh; a=$(§bash \"$S\" 1); b=$(§bash \"$S\" 2)\n");
}

#[test]
fn readers_that_want_json() {
    for text in [
        "./x.sh | jq .",
        "time ./x.sh | jq .",
        "./x.sh | tee out.log | jq -e '.confidence >= 0.0 and .confidence <= 1.0'",
        "V=$(./x.sh a 2>/dev/null | jq -r '.deliverables[0]')",
        "if ! ./x.sh | jq -e .success >/dev/null; then :; fi",
        "ajv validate \\\n  -s schemas/skill-output-v1.schema.json \\\n  -d <(./x.sh)",
        "jq .success <(./x.sh)",
        "./x.sh | node -e \"\nconst { SkillOutputParser } = require('./p');\nparse(require('fs').readFileSync(0))\n\"",
        "S=./x.sh\nbash \"$S\" | python3 -m json.tool",
        "S=./x.sh\nV=$(bash \"$S\")\necho \"$V\" | jq -e .success",
        "V=$(./x.sh)\necho \"$V\"\nif jq -e .success <<< \"$V\"; then :; fi\n",
        "read -r V < <(./x.sh)\njq -e .success <<<\"$V\"\n",
        "V=$(./x.sh)\njq -e .success <<END\n$V\nEND\n",
        "V=$(./x.sh)\nn=$(echo \"${V}\" | jq '.errors | length')\n",
        "skillgen validate --contract c.json <(./x.sh)",
    ] {
        assert_eq!(one(text), None, "{text}");
    }
    for text in [
        "./x.sh | jq -R .",
        "V=$(./x.sh | jq -r .version)",
        "V=$(./x.sh)\necho \"$V\" | jq .success\necho \"$V\" | grep ok\n",
        "V=$(./x.sh)\n[ \"$V\" = a ] && echo \"$V\" | jq .\n",
        "read -r V < <(./x.sh)\ngrep ok <<<\"$V\"\n",
        "V=$(./x.sh)\necho \"$V\"\n",
        "diff <(./x.sh) b.json",
        "S=./x.sh\nbash \"$S\" | jq -R . | jq -s .",
    ] {
        assert_eq!(one(text).map(|(blocking, _)| blocking), Some(true), "{text}");
    }
}

#[test]
fn pipes_of_arguments_are_none_of_the_script() {
    assert_eq!(one("./x.sh --of $(cat list | sort)"), None);
    assert_eq!(one("./x.sh <(cat list | sort)"), None);
    let marked = "SKILLGEN_STDOUT=text ./x.sh $(cat list | sort) | grep -c a".to_owned();
    assert_eq!(one("./x.sh $(cat list | sort) | grep -c a"), Some((true, Some(marked))));
}

#[test]
fn readers_that_parse_json_are_no_readers_of_the_text() {
    for text in [
        "./x.sh > out.json\najv validate -s schema.json -d out.json\n",
        "./x.sh > out.json && jq . out.json",
        "./x.sh > out.json\n[ -s out.json ] || echo \"out.json is empty\"\npython3 -m json.tool out.json\nrm -f out.json",
        "./x.sh >\"$T/out\"; jq -e '.errors | length' < \"$T/out\"",
        "./x.sh > out.json\ncat out.json | jq -r .success",
        "./x.sh | tee out.json\njq . out.json",
        "./x.sh | tail -1 | jq .",
        "./x.sh 2>/dev/null | grep '^{' | jq .success",
        "cat <(./x.sh) | jq .",
        "jq . < <(./x.sh)",
        "jq <<< \"$(./x.sh)\"",
        "n=$(jq '.errors | length' <<<\"$(./x.sh | tail -n 1)\")",
        "echo \"$(./x.sh)\" | jq .confidence",
        "out=$(./x.sh | tail -1)\n[ -n \"$out\" ] || exit 1\nif jq -e '.success | not' <<< \"$out\"; then exit 1; fi",
        "out=$(./x.sh)\necho \"$out\" > out.json\najv validate -s s.json -d out.json",
        "S=./x.sh\n\"$S\" > out.json\njq . out.json",
        "S=./x.sh\nout=$(\"$S\" | tail -1)\njq . <<< \"$out\"",
    ] {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        assert!(found.iter().all(|read| !read.blocking), "{text}: {found:?}");
    }
    for text in [
        "./x.sh > out.json\ngrep SUCCESS out.json\njq . out.json",
        "./x.sh > out.txt\nwc -l out.txt",
        "./x.sh > out.json\njq .version out.json",
        "cat <(./x.sh) | sort",
        "jq -R . <<< \"$(./x.sh)\"",
        "out=$(./x.sh | tail -1)\n[ \"$out\" = SUCCESS ]",
        "./x.sh | grep '^Confidence' | jq -R .",
    ] {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        assert!(found.iter().any(|read| read.blocking), "{text}: {found:?}");
    }
}

#[test]
fn blocks_of_code_that_parse_json_are_no_readers_of_the_text() {
    let parser = "```typescript\nconst parser = new SkillOutputParser();\nconst output = execSync('./x.sh').toString();\nconst result = parser.parse(output);\nif (result.success) {\n  console.log(result.output.confidence);\n}\n```\n";
    let batch = "```ts\nconst outputs = [\n  execSync('./a/x.sh').toString(),\n  execSync('./b/x.sh').toString(),\n];\nconst results = parser.parseBatch(outputs);\n```\nHere `parser` is a `SkillOutputParser`.\n";
    let plain = "```javascript\nconst r = JSON.parse(execSync('./x.sh').toString());\nconsole.log(r.success);\n```\n";
    for text in [parser, batch, plain] {
        let found = Reader::new(text, Language::Markdown).uses("x.sh");
        assert!(found.iter().all(|read| !read.blocking), "{text}: {found:?}");
    }
    let own = plain.replace("r.success", "r.success && r.version.major");
    assert!(Reader::new(&own, Language::Markdown).uses("x.sh")[0].blocking);
}

#[test]
fn positions_beyond_the_limit_block() {
    let names = Names::new(["x.sh".to_owned()]);
    let of = |count: usize| {
        let text = "bash x.sh >/dev/null\n".repeat(count);
        let reader = Reader::new(&text, Language::Shell);
        let named = reader.named(&names, names.positions(&text));
        reader.uses_at("x.sh", &named["x.sh"])
    };
    assert!(of(1_500).iter().all(|found| !found.blocking));
    let last = of(1_600).pop().unwrap();
    assert!(last.blocking && last.rewrite.is_empty() && last.line == 1_501, "{last:?}");
}
