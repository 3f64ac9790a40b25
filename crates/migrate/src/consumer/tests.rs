//! Which mentions of a script read its text, and which don't.

use super::{Language, Reader};

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

fn one(text: &str) -> Option<(bool, Option<String>)> {
    let found = Reader::new(text, Language::Shell).uses("x.sh");
    found.first().map(|u| {
        (
            u.blocking,
            u.rewrite.as_ref().map(|(range, with)| {
                format!("{}{with}{}", &text[..range.start], &text[range.end..])
            }),
        )
    })
}

#[test]
fn reads_and_rewrites() {
    let sed = r#"| sed -n 's/.*"confidence":\(-\{0,1\}[0-9.]*\).*/\1/p'"#;
    assert_eq!(
        one("C=$(./x.sh | grep Confidence | cut -d: -f2)"),
        Some((true, Some(format!("C=$(./x.sh {sed})"))))
    );
    for reader in [
        "grep -oP 'Confidence:\\s*\\K[0-9.]+'",
        "sed -n 's/^Confidence: *//p'",
        "awk '/Confidence:/ {print $2}'",
        "awk -F: '/Confidence/ {print $2}' | tr -d ' '",
    ] {
        let text = format!("C=$(./x.sh | {reader})");
        assert_eq!(one(&text), Some((true, Some(format!("C=$(./x.sh {sed})")))), "{reader}");
    }
    let other = "C=$(./x.sh | awk '{print $2}')";
    assert_eq!(one(other), Some((true, None)));
    assert_eq!(
        one("if ./x.sh a | grep -q SUCCESS; then"),
        Some((true, Some("if ./x.sh a | grep -q '\"success\":true'; then".to_owned())))
    );
    let alone = |text: &str| Some((true, Some(text.to_owned())));
    assert_eq!(one("V=$(\"$D/x.sh\" 2>&1)"), alone("V=$(\"$D/x.sh\" 2>&1 >/dev/null)"));
    assert_eq!(one("V=$(./x.sh a 2>&1 | sed 1d)"), alone("V=$(./x.sh a 2>&1 >/dev/null | sed 1d)"));
    assert_eq!(
        one("if x.sh |& grep -c a; then"),
        alone("if x.sh 2>&1 >/dev/null | grep -c a; then")
    );
    for text in [
        "V=$(x.sh 2>&1 >/dev/null)",
        "V=$(x.sh '2>&1')",
        "V=$(x.sh 2>/dev/null)",
        "x.sh 2>&1 > a; cat a",
    ] {
        assert_eq!(one(text).and_then(|(_, rewrite)| rewrite), None, "{text}");
    }
    assert_eq!(one("./x.sh | awk '{print $2}'"), Some((true, None)));
    let file = "./x.sh > \"$T/out\" 2>&1\ngrep a \"$T/out\"";
    assert_eq!(one(file), alone(&file.replace("2>&1", "2>&1 >/dev/null")));
    assert_eq!(one("O=$T/out\nA=1 \\\n./x.sh >\"$O\"\nsame \"${O}\" b"), Some((true, None)));
    assert_eq!(one("./x.sh > log.txt 2>&1 || exit"), Some((false, None)));
    assert_eq!(one("./x.sh > \"$O\"; ./x.sh >> \"$O\""), Some((false, None)));
    assert_eq!(one("./x.sh | tee log"), None.or(one("./x.sh | tee log")));
    assert_eq!(one("./x.sh --now"), None);
    assert_eq!(one("D=$(dirname x.sh)"), None);
    assert_eq!(one("# ./x.sh | grep a"), None);
    assert_eq!(one("./x.sh 2>&1 | tail -5"), Some((false, None)));
    assert_eq!(one("V=$(./x.sh | tail -1)"), Some((true, None)));
    assert_eq!(one("ls \"$D/x.sh\" | sort"), None);
    assert_eq!(one("hint='run `./x.sh a`'\nls | sort"), None);
    assert_eq!(one("cmd=\"./x.sh --now\"\nls | sort \"$a\""), None);
    assert_eq!(one("bash -c \"./x.sh | grep a\""), Some((true, None)));
    assert_eq!(one("V=\"$(\"$D/x.sh\" a)\""), Some((true, None)));
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
    // What a shell is given runs, and so does a substitution in any text that is expanded.
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
    // A text that can't be followed counts as a whole.
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
    // A block in a block; then prose.
    let quoted = "```markdown\n```bash\nls\n```\n```\n**File:** `x.sh` | a\n";
    assert_eq!(found(quoted), none);
    // The text is shown as it was, with the envelope below.
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
    let after = "\nr = subprocess.run(c)\nre.search('a', r)\n";
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
    let found = |text: &str| Reader::new(text, Language::Lines).uses("x.sh").len();
    assert_eq!(found("prompt: |\n  `x.sh`) stays as it is | sort\n"), 0);
    assert_eq!(found("run: |\n  OUT=$(bash x.sh)\n"), 1);
}

#[test]
fn readers_that_name_the_script_elsewhere() {
    let found = |text: &str| {
        let found = Reader::new(text, Language::Shell).uses("x.sh");
        found.iter().map(|u| (u.line, u.blocking, u.tail.clone())).collect::<Vec<_>>()
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
    let (range, with) = uses[0].rewrite.clone().unwrap();
    assert_eq!(with, " >/dev/null");
    assert!(text[..range.end].ends_with("a 2>&1") && range.is_empty());
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
