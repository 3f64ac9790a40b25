//! Speed as a ratio: each benchmark runs skillgen and its peers on the same input in the same run.

use anyhow::bail;

/// The benchmarks by name.
type Bench = (&'static str, fn(&[String]) -> anyhow::Result<()>);

const BENCHES: &[Bench] = &[("start", start), ("diff", crate::bench_diff::run)];

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

/// Whole processes: `--version`, and a diff of two small contracts, beside `/bin/true`.
fn start(_: &[String]) -> anyhow::Result<()> {
    use std::process::Stdio;

    use crate::sh;

    let skillgen = sh::skillgen_release()?;
    let examples = "examples/contracts/news-digest";
    let (old, new) = (format!("{examples}/v1.json"), format!("{examples}/v2.json"));
    let cases: [(&str, &str, Vec<&str>); 3] = [
        ("true", "true", vec![]),
        ("skillgen --version", &skillgen, vec!["--version"]),
        ("skillgen diff v1 v2", &skillgen, vec!["diff", &old, &new]),
    ];
    for (label, program, args) in cases {
        let mut times = Vec::new();
        for _ in 0..60 {
            let begin = std::time::Instant::now();
            sh::command(program, &args).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
            times.push(begin.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        println!("{label:24} median {:6.2} ms, best {:6.2} ms", times[times.len() / 2], times[0]);
    }
    Ok(())
}
