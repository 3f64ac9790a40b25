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

/// Runs one benchmark, or all.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let named = args.first().filter(|a| !a.starts_with('-'));
    let rest = if named.is_some() { &args[1..] } else { args };
    let chosen: Vec<&Bench> =
        BENCHES.iter().filter(|(name, _)| named.is_none_or(|n| n == name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
        bail!("no such benchmark; there are: {}", names.join(", "));
    }
    for (name, bench) in chosen {
        println!("── bench {name}");
        bench(rest)?;
    }
    Ok(())
}

/// Whole processes beside `/bin/true`: `--version`, and diffs of small contracts. The example's second
/// version changes five things at once; the pair before it differs in one.
fn start(_: &[String]) -> anyhow::Result<()> {
    use std::process::Stdio;

    use anyhow::Context as _;

    use crate::sh;

    let skillgen = sh::skillgen_release()?;
    let examples = "examples/contracts/news-digest";
    let (old, new) = (format!("{examples}/v1.json"), format!("{examples}/v2.json"));
    let text = std::fs::read(sh::root().join(&old)).with_context(|| old.clone())?;
    let mut one: serde_json::Value = serde_json::from_slice(&text)?;
    one["definitions"]["Input"]["properties"]["topics"] =
        serde_json::json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    let changed = sh::target().join("bench-start.json");
    std::fs::write(&changed, one.to_string())?;
    let one = changed.to_string_lossy();
    let cases: [(&str, &str, Vec<&str>); 5] = [
        ("true", "true", vec![]),
        ("skillgen --version", &skillgen, vec!["--version"]),
        ("skillgen diff, the same", &skillgen, vec!["diff", &old, &old]),
        ("skillgen diff, one change", &skillgen, vec!["diff", &old, &one]),
        ("skillgen diff, v1 to v2", &skillgen, vec!["diff", &old, &new]),
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
