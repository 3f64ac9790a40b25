//! `bench diff`, whole processes: a small pair beside the peers' commands, and 1,000 contracts of a
//! repository against its last commit.

use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};

use crate::sh;

/// How often the small pair is compared; the median counts.
const TIMES: usize = 21;
/// Slower than this many times the fastest peer is too slow.
const MOST: f64 = 1.5;
/// Contracts in the repository, and the seconds that comparing them may take.
const CONTRACTS: usize = 1_000;
const SECONDS: f64 = 10.0;

/// A program with its arguments.
type Command<'c> = (&'c str, String, Vec<String>);

/// Times the commands; `peers` says whether the peers are installed in `folder`.
pub(crate) fn run(folder: &Path, peers: bool) -> anyhow::Result<()> {
    let skillgen = sh::skillgen_release()?;
    let (old, new) = (folder.join("small-old.json"), folder.join("small-new.json"));
    std::fs::write(&old, small("string").to_string())?;
    std::fs::write(&new, small("integer").to_string())?;
    let pair = [old.to_string_lossy().into_owned(), new.to_string_lossy().into_owned()];
    let mut commands: Vec<Command<'_>> =
        vec![("skillgen diff", skillgen.clone(), [&["diff".to_owned()], &pair[..]].concat())];
    if peers {
        let inside = |path: &str| folder.join(path).to_string_lossy().into_owned();
        let compat = "import jsoncompat, sys; a, b = (open(p).read() for p in sys.argv[1:3]); \
                      jsoncompat.check_compat(a, b, 'serializer')";
        let python = [&["-c".to_owned(), compat.to_owned()], &pair[..]].concat();
        commands.push(("jsoncompat (python)", inside("venv/bin/python"), python));
        let node = inside("node_modules/.bin/json-schema-diff");
        commands.push(("json-schema-diff (node)", node, pair.to_vec()));
    }
    println!("one small pair, the whole process:");
    let mut medians = Vec::new();
    for (name, program, args) in &commands {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let median = median(program, &args)?;
        println!("{name:28} {median:8.2} ms");
        medians.push(median);
    }
    if let [own, peers @ ..] = medians.as_slice()
        && let Some(fastest) = peers.iter().copied().reduce(f64::min)
    {
        println!("{:28} {:8.2} times the fastest peer", "skillgen", own / fastest);
        if own / fastest > MOST {
            bail!("a small pair takes more than {MOST} times the fastest peer's command");
        }
    }
    repository(&skillgen, folder)
}

fn median(program: &str, args: &[&str]) -> anyhow::Result<f64> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let begin = Instant::now();
        sh::command(program, args).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[TIMES / 2])
}

fn small(kind: &str) -> Value {
    json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "required": ["topics"], "properties": {"topics": {"type": "array", "items": {"type": kind}},
        "limit": {"type": "integer", "minimum": 1, "maximum": 10}}})
}

/// A contract of the repository; a later one differs in one place.
fn contract(number: usize, later: bool) -> Value {
    let change = |at: usize| later && number % 4 == at;
    let mut schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object", "required": ["topics"], "additionalProperties": false,
        "properties": {"topics": {"type": "array", "items": {"type": "string", "minLength": 2}},
        "limit": {"type": "integer", "minimum": if change(0) { 9 } else { number % 7 }},
        "mode": {"enum": ["a", "b", format!("m{number}")]},
        "source": {"type": "object", "properties": {
            "name": {"type": "string", "pattern": if change(1) { "^[a-z0-9]+$" } else { "^[a-z]+$" }},
            "rank": {"anyOf": [{"type": "null"}, {"type": "number"}]}}}}});
    if change(2) {
        schema["properties"]["extra"] = json!({"type": "string"});
    }
    if change(3) {
        schema["properties"]["topics"] = json!({"type": "string"});
    }
    schema
}

fn repository(skillgen: &str, folder: &Path) -> anyhow::Result<()> {
    let place = folder.join("repository");
    if place.exists() {
        std::fs::remove_dir_all(&place)?;
    }
    let write = |later: bool| -> anyhow::Result<()> {
        for number in 0..CONTRACTS {
            let folder = place.join(format!("skill-{:02}", number % 50));
            std::fs::create_dir_all(&folder)?;
            let text = contract(number, later).to_string();
            std::fs::write(folder.join(format!("c{number}.schema.json")), text)?;
        }
        Ok(())
    };
    let git = |args: &[&str]| {
        let user = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"];
        sh::run(sh::command("git", &[&user[..], args].concat()).current_dir(&place))
    };
    write(false)?;
    git(&["init", "--quiet"])?;
    git(&["add", "."])?;
    git(&["commit", "--quiet", "-m", "one"])?;
    write(true)?;
    let begin = Instant::now();
    let mut command = sh::command(skillgen, &["diff", "--against", "HEAD", "--format", "json"]);
    let output = command.current_dir(&place).output()?;
    let took = begin.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let compared = report["contracts"].as_array().map_or(0, Vec::len);
    println!("{compared} contracts against HEAD, each changed: {took:.2} s");
    if compared != CONTRACTS || took > SECONDS {
        bail!("{CONTRACTS} contracts must take less than {SECONDS} s");
    }
    Ok(())
}
