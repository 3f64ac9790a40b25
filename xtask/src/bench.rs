//! Speed as a ratio: each benchmark runs skillgen and its peers on the same input in the same run.

use anyhow::bail;

/// The benchmarks by name.
type Bench = (&'static str, fn(&[String]) -> anyhow::Result<()>);

const BENCHES: &[Bench] = &[
    ("start", start),
    ("diff", crate::bench_diff::run),
    ("runtime", crate::bench_runtime::run),
    ("emit", crate::bench_emit::run),
    ("migrate", crate::bench_migrate::run),
];

/// The names of all benchmarks, for people.
pub(crate) fn names() -> String {
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// Runs one benchmark, or all.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let named = args.first().filter(|a| !a.starts_with('-'));
    let rest = if named.is_some() { &args[1..] } else { args };
    let chosen: Vec<&Bench> =
        BENCHES.iter().filter(|(name, _)| named.is_none_or(|n| n == name)).collect();
    if chosen.is_empty() {
        bail!("no such benchmark; there are: {}", names());
    }
    for (name, bench) in chosen {
        println!("── bench {name}");
        bench(rest)?;
    }
    Ok(())
}

/// Whole processes beside `/bin/true`: `--version`, and diffs of a contract of two fields and of the
/// example's, which has a page; its second version changes five things at once, `changed` only one.
fn start(_: &[String]) -> anyhow::Result<()> {
    use std::process::Stdio;

    use anyhow::Context as _;
    use serde_json::{Value, json};

    use crate::sh;

    let skillgen = sh::skillgen_release()?;
    let examples = "examples/contracts/news-digest";
    let (old, new) = (format!("{examples}/v1.json"), format!("{examples}/v2.json"));
    let text = std::fs::read(sh::root().join(&old)).with_context(|| old.clone())?;
    let mut example: Value = serde_json::from_slice(&text)?;
    let list = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    example["definitions"]["Input"]["properties"]["topics"] = list.clone();
    let small = |topics: Value| {
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"topics": topics, "limit": {"type": "integer", "minimum": 1}},
            "required": ["topics"],
        })
    };
    let written = |name: &str, value: &Value| -> anyhow::Result<String> {
        let path = sh::target().join(format!("bench-start-{name}.json"));
        std::fs::write(&path, value.to_string()).with_context(|| path.display().to_string())?;
        Ok(path.to_string_lossy().into_owned())
    };
    let changed = written("example", &example)?;
    let a = written("a", &small(json!({"type": "string"})))?;
    let b = written("b", &small(list))?;
    let cases: [(&str, &str, Vec<&str>); 7] = [
        ("true", "true", vec![]),
        ("skillgen --version", &skillgen, vec!["--version"]),
        ("diff, small, the same", &skillgen, vec!["diff", &a, &a]),
        ("diff, small, one change", &skillgen, vec!["diff", &a, &b]),
        ("diff, example, the same", &skillgen, vec!["diff", &old, &old]),
        ("diff, example, changed", &skillgen, vec!["diff", &old, &changed]),
        ("diff, example, v1 to v2", &skillgen, vec!["diff", &old, &new]),
    ];
    for (label, program, args) in cases {
        let mut times = Vec::new();
        for _ in 0..60 {
            let begin = std::time::Instant::now();
            sh::command(program, &args).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
            times.push(begin.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        println!("{label:26} median {:6.2} ms, best {:6.2} ms", times[times.len() / 2], times[0]);
    }
    Ok(())
}
