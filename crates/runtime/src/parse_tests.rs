//! Tests of the parser that fixtures don't show well: pieces, truncation, hostile sizes.

use crate::parse::{Method, Options, parse, parse_line};

const ENVELOPE: &str = r#"{"success": true, "confidence": 0.9, "deliverables": ["a.ts"], "metrics": {"files_modified": 1}, "errors": [{"code": "A", "message": "{\"x\": [1, 2]}"}]}"#;

fn method(text: &str) -> Method {
    parse(text.as_bytes(), &Options::default()).method
}

#[test]
fn no_prefix_of_an_envelope_is_a_success() {
    for before in ["", "log line\n", "\u{feff}", "```json\n", "{\"a\": 1}\n"] {
        for end in 1..ENVELOPE.len() {
            let text = format!("{before}{}", &ENVELOPE[..end]);
            let report = parse(text.as_bytes(), &Options::default());
            assert!(!report.success, "{text}: {}", report.to_json());
        }
    }
}

#[test]
fn an_envelope_that_another_line_breaks_is_no_success() {
    for end in 4..ENVELOPE.len() {
        let text = format!("{}\nKilled\n", &ENVELOPE[..end]);
        assert!(!parse(text.as_bytes(), &Options::default()).success, "{text}");
    }
}

#[test]
fn pieces_do_not_matter() {
    let text = format!("\u{1b}[1m{{{{ \u{1b}[31mlog\u{1b}[0m {{\"note {ENVELOPE} ✗ tail\r\n");
    let whole = parse(text.as_bytes(), &Options::default());
    assert_eq!(whole.method, Method::Json);
    for size in 1..9 {
        let mut parser = crate::parse::SkillOutputParser::new(&Options::default());
        for piece in text.as_bytes().chunks(size) {
            parser.push(piece);
        }
        assert_eq!(parser.finish().to_json(), whole.to_json());
    }
}

#[test]
fn what_surrounds_an_envelope_does_no_harm() {
    for (before, after) in [
        ("", ""),
        ("\u{feff}", "\r\n"),
        ("```json\n", "\n```\n"),
        ("\0\0", "\0"),
        ("INFO {stage: 1} {\"a\": [1,]} \"{", "} done {"),
        ("{{{{[[", "}}}"),
        ("{\"msg\": \"star", ""),
        ("ERROR: {\"success\": fal", "\nFAILED"),
        ("{\"success\": false}\n", "\n{\"errors\": []}"),
    ] {
        let report = parse(format!("{before}{ENVELOPE}{after}").as_bytes(), &Options::default());
        assert!(report.success, "{before} … {after}: {}", report.to_json());
        assert_eq!(report.method, Method::Json);
    }
    let bytes = [b"\xff\xfe", ENVELOPE.as_bytes(), b"\xc3\x28\n"].concat();
    assert_eq!(parse(&bytes, &Options::default()).method, Method::Json);
}

#[test]
fn objects_without_an_envelope() {
    assert_eq!(method("{}"), Method::ValidationFailed);
    assert_eq!(method("```\n{\"a\": 1}\n```"), Method::ValidationFailed);
    assert_eq!(method("{\"a\": 1}\n{\"b\": 2}"), Method::Legacy);
    assert_eq!(method("done {\"a\": 1}"), Method::Legacy);
    assert_eq!(method("done {\"errors\": []}"), Method::ValidationFailed);
    assert_eq!(method(&format!("{{\"result\": {ENVELOPE}}}")), Method::ValidationFailed);
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test looks at the clock")]
fn hostile_texts_cost_linear_time() {
    for unit in [
        "{",
        "{\"a\":",
        "{\"a\":[",
        "{\"a {",
        "[",
        "{\"success\":{",
        "\"{\",",
        "{\"",
        "✗ Created: ",
    ] {
        let text = unit.repeat(2_000_000 / unit.len());
        let started = std::time::Instant::now();
        let report = parse(text.as_bytes(), &Options::default());
        assert!(started.elapsed().as_secs() < 60, "{unit}");
        assert!(report.errors.len() < 300);
    }
}

#[test]
fn deep_context_is_kept() {
    let (open, close) = ("[".repeat(10_000), "]".repeat(10_000));
    let text = format!(
        "{{\"success\":true,\"confidence\":1,\"deliverables\":[],\"metrics\":{{}},\"errors\":[{{\"code\":\"A\",\"message\":\"m\",\"context\":{{\"x\":{open}{close}}}}}]}}"
    );
    let report = parse(text.as_bytes(), &Options::default());
    assert!(report.success);
    assert!(report.output.contains(&open));
}

#[test]
fn confidence_is_exact() {
    for (text, valid) in [
        ("0", true),
        ("-0.0", true),
        ("1", true),
        ("1.000", true),
        ("10e-1", true),
        ("1e-999999999", true),
        ("0.1e1", true),
        ("1.0000000000000000000000001", false),
        ("1e0", true),
        ("1e1", false),
        ("-1e-400", false),
        ("1e999999999999999999999", false),
        ("0e999999999999999999999", true),
    ] {
        let output = ENVELOPE.replace("0.9,", &format!("{text},"));
        assert_eq!(parse(output.as_bytes(), &Options::default()).success, valid, "{text}");
    }
}

#[test]
fn lines_of_a_batch() {
    let options = Options::default();
    let line = serde_json::to_string(ENVELOPE).expect("a string");
    assert_eq!(
        parse_line(line.as_bytes(), &options).to_json(),
        parse(ENVELOPE.as_bytes(), &options).to_json()
    );
    for line in ["", "{}", "\"a", "\"a\"b\"", "\"\\x\"", "12"] {
        assert!(!parse_line(line.as_bytes(), &options).success, "{line}");
    }
    assert!(parse_line(br#""\ud800 \u00e9\ud83d\ude00""#, &options).success);
}

#[test]
fn legacy_words() {
    let output = |text: &str| {
        let report = parse(text.as_bytes(), &Options::default());
        serde_json::from_str::<serde_json::Value>(&report.output).expect("an envelope")
    };
    for (text, success) in [
        ("SUCCESS", true),
        ("SUCCESS: no errors, a terror in error_log", true),
        ("a terror in error_log", false),
        ("Error: x", false),
        ("FAILED but SUCCESS", false),
        ("[FAIL] x", false),
        ("FAIL x", false),
        ("do not fail, ok", true),
        ("✗ x", false),
        ("Created: src/error.ts", true),
        ("❌error", false),
        ("aborted.", false),
        ("Created: src/failed/a.ts", true),
        ("abort_all: done", true),
        ("(error)", false),
    ] {
        assert_eq!(output(text)["success"], success, "{text}");
    }
    for (text, confidence) in [
        ("Confidence: 0.92", "0.92"),
        ("confidence .92", "0.92"),
        ("Confidence: 92%", "0.92"),
        ("confidence: 92 %.", "0.92"),
        ("Confidence: 1", "1.0"),
        ("Confidence: 0", "0.0"),
        ("Confidence: 1.5", "0.25"),
        ("Confidence: 150%", "0.25"),
        ("Confidence: 99.9%", "0.999"),
        ("Confidence: 1.2.3", "0.25"),
        ("overconfidence: 0.9", "0.25"),
        ("confidence_x: 0.9", "0.25"),
        ("Confidence: -0.3", "0.25"),
        ("**Confidence:** 0.8", "0.8"),
        ("Confidence: 0,92", "0.25"),
        ("Confidence: 0.92.", "0.92"),
        ("Confidence: 1st", "0.25"),
        ("confidence0.9", "0.25"),
    ] {
        assert_eq!(output(text)["confidence"].to_string(), confidence, "{text}");
    }
    for (text, paths) in [
        ("Created 3 files", vec![]),
        ("Created the report", vec![]),
        ("Created: a.ts, b.ts", vec!["a.ts", "b.ts"]),
        ("Created: `src/a.ts`.", vec!["src/a.ts"]),
        ("Created:\n- a.ts\n * src/b\n\n- c.md (new)\nend\n- d.ts", vec!["a.ts", "src/b", "c.md"]),
        ("Updated \"my file.md\"; done", vec!["my file.md"]),
        ("Created file: x/y.ts and z.ts", vec!["x/y.ts", "z.ts"]),
        ("path: /tmp/x, file: a.ts, a.ts", vec!["/tmp/x", "a.ts"]),
        ("file a.ts not found in path /tmp/x", vec![]),
        ("Updated 1/3", vec![]),
        ("Updated in 2.5s", vec![]),
        ("Files created:\n1. a.ts\n2) b/c d.md", vec!["a.ts", "b/c d.md"]),
        ("Updated to 1.2.3", vec![]),
        ("Generated: .env", vec![".env"]),
        ("Created: path/to/file.ts", vec!["path/to/file.ts"]),
        ("profile a.ts", vec![]),
        ("file:///etc/passwd", vec![]),
    ] {
        assert_eq!(output(text)["deliverables"], serde_json::json!(paths), "{text}");
    }
    assert_eq!(
        output("Execution time: 1234 ms\nModified 3 files\nx ERROR: disk full \nERROR:")["metrics"]
            .to_string(),
        r#"{"execution_time_ms":1234,"files_modified":3}"#
    );
    for (text, metrics) in [
        ("took 12,345 ms; max duration 2 s; avg total time: 1 s; duration 1m 5s", "{}"),
        ("took 12,345 ms; duration 1.5s", r#"{"execution_time_ms":1500}"#),
        ("Elapsed time: 0.0004 seconds", r#"{"execution_time_ms":0}"#),
        ("Total time = .0125 SECS", r#"{"execution_time_ms":13}"#),
        ("Updated at 12:30", "{}"),
        ("Results: 3 passed, 1 failed ===", r#"{"passed":3,"failed":1}"#),
        ("Rows: 1 / Columns: 2.50", r#"{"rows":1,"columns":2.5}"#),
        ("3 passed, most failed", "{}"),
        ("1 passed, 2 passed", "{}"),
        ("Created 2 files, Rows: 3", r#"{"files_created":2}"#),
    ] {
        assert_eq!(output(text)["metrics"].to_string(), metrics, "{text}");
    }
    assert_eq!(
        output("ERROR: disk full ")["errors"].to_string(),
        r#"[{"code":"LEGACY_ERROR","message":"disk full"}]"#
    );
    assert_eq!(output(" \n\0")["confidence"].to_string(), "0");
}
