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
    assert_eq!(one("V=$(\"$D/x.sh\" 2>&1)"), Some((true, None)));
    assert_eq!(one("./x.sh | awk '{print $2}'"), Some((true, None)));
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
