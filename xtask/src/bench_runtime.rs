//! What a skill's data costs at run time: parsing a batch of outputs and validating one as whole processes,
//! validating many in one, and checking a tree of ten thousand skills.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::Context as _;

use crate::sh;

const SKILLS: usize = 10_000;
const DOCUMENTS: usize = 2_000;

/// Runs the measurements on a tree in a temporary folder.
pub(crate) fn run(_: &[String]) -> anyhow::Result<()> {
    let skillgen = sh::skillgen_release()?;
    let folder = std::env::temp_dir().join(format!("skillgen-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let result = measure(&skillgen, &folder);
    std::fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    result
}

fn measure(skillgen: &str, folder: &Path) -> anyhow::Result<()> {
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    let batch = folder.join("batch.ndjson");
    std::fs::write(&batch, outputs(100))?;
    let best = repeated(skillgen, &["parse", "--batch", shown(&batch).as_str()], 40)?;
    println!("parse --batch, 100 outputs, whole process   {best:8.2} ms  (asked: 10)");

    let one = folder.join("0.json");
    let envelope = r#"{"success":true,"confidence":0.9,"deliverables":["a.ts"],"metrics":{"n":1},"errors":[]}"#;
    let mut many: Vec<String> =
        ["validate", "--contract", "builtin:skill-output-v1"].map(str::to_owned).to_vec();
    let single: Vec<String> = many.iter().cloned().chain([shown(&one)]).collect();
    for index in 0..DOCUMENTS {
        let path = folder.join(format!("{index}.json"));
        std::fs::write(&path, envelope)?;
        many.push(shown(&path));
    }
    let alone = repeated(skillgen, &single, 40)?;
    let all = repeated(skillgen, &many, 5)?;
    let each = (all - alone).max(0.0) / (DOCUMENTS - 1) as f64;
    println!("validate, 1 output, whole process           {alone:8.2} ms");
    println!("validate, each of {DOCUMENTS} in one process       {each:8.3} ms  (asked: 1)");

    let tree = folder.join("tree");
    for index in 0..SKILLS {
        let name = format!("skill-{index}");
        let place = tree.join(format!("group-{}", index % 100)).join(&name);
        std::fs::create_dir_all(&place)?;
        std::fs::write(place.join("SKILL.md"), skill(&name))?;
    }
    let best = repeated(skillgen, &["check", shown(&tree).as_str()], 3)?;
    let rate = SKILLS as f64 / best * 1000.0;
    println!(
        "check, {SKILLS} skills                        {best:8.0} ms  {rate:.0} files/s  (asked: 1000)"
    );
    Ok(())
}

/// The best time of several runs, in milliseconds.
fn repeated(program: &str, args: &[impl AsRef<str>], times: usize) -> anyhow::Result<f64> {
    let args: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
    let mut best = f64::INFINITY;
    for _ in 0..times {
        let begin = Instant::now();
        let status =
            sh::command(program, &args).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        anyhow::ensure!(status.code().is_some_and(|code| code < 2), "{program}: {status}");
        best = best.min(begin.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(best)
}

/// Outputs of all kinds, each a JSON string in a line.
fn outputs(count: usize) -> String {
    let mut text = String::new();
    for index in 0..count {
        let line = match index % 3 {
            0 => format!("log\\nSUCCESS\\nConfidence: 0.9\\nCreated: src/{index}.ts\\ntook 12 ms"),
            1 => "{\\\"success\\\":true,\\\"confidence\\\":0.9,\\\"deliverables\\\":[\\\"a.ts\\\"],\\\"metrics\\\":{},\\\"errors\\\":[]}".to_owned(),
            _ => "working {1/2}\\n{\\\"success\\\":false,\\\"confidence\\\":2}\\nERROR: it broke".to_owned(),
        };
        let _ = writeln!(text, "\"{line}\"");
    }
    text
}

fn skill(name: &str) -> String {
    let body = "Some words on what to do.\n".repeat(40);
    format!(
        "---\nname: {name}\ndescription: Use when {name} is asked for.\nversion: 1\ninput_schema:\n  required:\n    - name: topic\n      type: string\n      description: What it is about.\noutput_schema:\n  required:\n    - name: status\n      type: string\n      description: How it went.\n---\n\n# {name}\n\n{body}"
    )
}
