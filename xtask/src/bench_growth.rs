//! `bench diff`, growth: how time and memory of a whole `diff` grow from 10 to 10,000 parts, beside the peers on the same
//! files. Each shape is one that took minutes when the walk looked at a part once for each way that leads to it.

use std::path::Path;

use anyhow::Context as _;
use serde_json::{Map, Value, json};

use crate::sh;

/// Parts of a schema.
const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];
/// Seconds that a program gets for one pair.
const LIMIT: u64 = 60;
/// The memory that skillgen may take for any pair, in MiB.
const MEMORY: u64 = 500;

/// Runs a command; prints its seconds and the MiB that it took, or nothing where it was ended.
const MEASURE: &str = r#"
import resource, subprocess, sys, time
begin = time.perf_counter()
try:
    done = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=float(sys.argv[1]))
except subprocess.TimeoutExpired:
    print("late"); sys.exit()
seconds = time.perf_counter() - begin
if done.returncode < 0 or done.returncode > 1:
    print("failed"); sys.exit()
print(f"{seconds:.2f} s {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")
"#;

/// A shape of schemas: its name, the most parts that it is asked for, the seconds that it may take there, and both versions.
struct Family {
    name: &'static str,
    most: usize,
    goal: f64,
    version: fn(usize, bool) -> Value,
}

const FAMILIES: [Family; 12] = [
    Family {
        name: "definitions that refer to each other",
        most: 10_000,
        goal: 10.0,
        version: linked,
    },
    Family { name: "a chain of definitions", most: 10_000, goal: 5.0, version: nested },
    Family { name: "branches told apart by a tag", most: 10_000, goal: 5.0, version: tagged },
    Family {
        name: "open branches, one of which is gone",
        most: 1_000,
        goal: 4.0,
        version: dropped,
    },
    Family { name: "a chain of references", most: 10_000, goal: 2.0, version: chain },
    // 60 of them in 2 s: each brings automata of its own.
    Family { name: "tools with hard patterns", most: 100, goal: 3.4, version: tools },
    Family { name: "properties, 20 of them edited", most: 10_000, goal: 2.0, version: wide },
    Family {
        name: "required properties, none of which is required any more",
        most: 10_000,
        goal: 2.0,
        version: no_longer_required,
    },
    Family {
        name: "required properties, all of them renamed",
        most: 10_000,
        goal: 4.0,
        version: renamed,
    },
    Family {
        name: "patterns of names, each with another type",
        most: 10_000,
        goal: 2.0,
        version: patterns,
    },
    Family {
        name: "dependent schemas, each of them edited",
        most: 10_000,
        goal: 4.0,
        version: dependents,
    },
    Family {
        name: "alternative patterns, one of which is edited",
        most: 10_000,
        goal: 3.0,
        version: alternatives,
    },
];

/// Prints the table up to a number of parts; fails where a goal is missed.
pub(crate) fn run(folder: &Path, with_peers: bool, largest: usize) -> anyhow::Result<()> {
    let skillgen = sh::skillgen_release()?;
    let measure = folder.join("measure.py");
    std::fs::write(&measure, MEASURE)?;
    let peers = if with_peers { peers(folder)? } else { Vec::new() };
    let mut missed = Vec::new();
    println!("growth: seconds and memory of the whole process, {LIMIT} s at most");
    for family in &FAMILIES {
        println!("{}:", family.name);
        for size in SIZES.into_iter().filter(|size| *size <= family.most.min(largest)) {
            let paths = ["old", "new"].map(|side| folder.join(format!("growth-{side}.json")));
            for (path, changed) in paths.iter().zip([false, true]) {
                std::fs::write(path, (family.version)(size, changed).to_string())?;
            }
            let pair = paths.map(|path| path.to_string_lossy().into_owned());
            let ours = [&[skillgen.clone(), "diff".to_owned()], &pair[..]].concat();
            let mut line = vec![format!("skillgen {}", measured(&measure, &ours)?)];
            let seconds = line[0].split(' ').nth(1).and_then(|s| s.parse::<f64>().ok());
            let memory = line[0].split(' ').nth(3).and_then(|s| s.parse::<u64>().ok());
            let is_slow = size == family.most && seconds.is_none_or(|s| s > family.goal);
            if is_slow || memory.is_none_or(|memory| memory > MEMORY) {
                missed.push(format!("{} of {size}: {}", family.name, line[0]));
            }
            for (name, command) in &peers {
                let command = [&command[..], &pair[..]].concat();
                line.push(format!("{name} {}", measured(&measure, &command)?));
            }
            println!("  {size:6}  {}", line.join("; "));
        }
    }
    anyhow::ensure!(
        missed.is_empty(),
        "slower than the goal, or more than {MEMORY} MiB: {}",
        missed.join("; ")
    );
    Ok(())
}

/// The peers as commands that take two files.
fn peers(folder: &Path) -> anyhow::Result<Vec<(&'static str, Vec<String>)>> {
    let canonical = ["build", "--profile", "pairs", "--quiet", "-p", "containment", "--example"];
    sh::step("cargo", &[&canonical[..], &["jsonschema_containment"]].concat())?;
    let inside = |path: &str| folder.join(path).to_string_lossy().into_owned();
    let built = sh::target().join("pairs/examples/jsonschema_containment");
    let compat = "import jsoncompat, sys; a, b = (open(p).read() for p in sys.argv[1:3]); \
                  jsoncompat.check_compat(a, b, 'serializer')";
    Ok(vec![
        ("jsonschema", vec![built.to_string_lossy().into_owned()]),
        ("jsoncompat", vec![inside("venv/bin/python"), "-c".to_owned(), compat.to_owned()]),
        ("json-schema-diff", vec![inside("node_modules/.bin/json-schema-diff")]),
    ])
}

fn measured(script: &Path, command: &[String]) -> anyhow::Result<String> {
    let mut python = sh::command("python3", &[]);
    python.arg(script).arg(LIMIT.to_string()).args(command);
    let output = python.output().context("can't start python3")?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn schema(definitions: Map<String, Value>, root: Value) -> Value {
    let mut schema = json!({"$schema": "https://json-schema.org/draft/2020-12/schema"});
    schema["$defs"] = Value::Object(definitions);
    if let Value::Object(root) = root {
        schema.as_object_mut().into_iter().for_each(|all| all.extend(root.clone()));
    }
    schema
}

/// Each refers to two others; in one of them a property becomes required.
fn linked(size: usize, changed: bool) -> Value {
    let definition = |at: usize| {
        let to = |other: usize| json!({"$ref": format!("#/$defs/d{}", other % size)});
        let required = if changed && at == size / 2 { json!(["name"]) } else { json!([]) };
        json!({
            "type": "object",
            "required": required,
            "properties": {"name": {"type": "string"}, "next": to(at + 1), "far": to(at * 7 + 3)},
        })
    };
    let all = (0..size).map(|at| (format!("d{at}"), definition(at))).collect();
    schema(all, json!({"$ref": "#/$defs/d0"}))
}

/// Each requires a property of its own and allows others, so that a value may satisfy several; the one in the middle goes.
fn dropped(size: usize, changed: bool) -> Value {
    let branch = |at: usize| {
        let (own, more) = (format!("own{at}"), format!("more{at}"));
        json!({
            "type": "object",
            "required": [own.as_str()],
            "properties": {
                (own.as_str()): {"type": "string", "maxLength": 5},
                (more.as_str()): {"type": "integer"},
            },
        })
    };
    let kept = (0..size).filter(|at| !changed || *at != size / 2);
    json!({"oneOf": kept.map(branch).collect::<Vec<_>>()})
}

/// Each has a property that is the next one; the bound of one changes.
fn nested(size: usize, changed: bool) -> Value {
    let definition = |at: usize| {
        let least = i32::from(changed && at == size / 2);
        let mut own =
            json!({"type": "object", "properties": {"id": {"type": "integer", "minimum": least}}});
        if at + 1 < size {
            own["properties"]["next"] = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        }
        own
    };
    let all = (0..size).map(|at| (format!("d{at}"), definition(at))).collect();
    schema(all, json!({"$ref": "#/$defs/d0"}))
}

/// `oneOf` closed objects with a constant each; one of them changes a bound.
fn tagged(size: usize, changed: bool) -> Value {
    let branch = |at: usize| {
        let most = if changed && at == size / 2 { 30 } else { 40 };
        let kind = json!({"const": format!("k{at}")});
        json!({
            "type": "object",
            "properties": {"kind": kind, "value": {"type": "string", "maxLength": most}},
            "required": ["kind"],
            "additionalProperties": false,
        })
    };
    schema(Map::new(), json!({"oneOf": (0..size).map(branch).collect::<Vec<_>>()}))
}

/// Each is a reference to the next one; the last one changes its type.
fn chain(size: usize, changed: bool) -> Value {
    let definition = |at: usize| match at + 1 {
        next if next < size => json!({"$ref": format!("#/$defs/d{next}")}),
        _ => json!({"type": if changed { "integer" } else { "string" }}),
    };
    let all = (0..size).map(|at| (format!("d{at}"), definition(at))).collect();
    schema(all, json!({"type": "object", "properties": {"value": {"$ref": "#/$defs/d0"}}}))
}

/// A list of MCP tools, each with patterns whose automata are large; every tenth one changes its pattern.
fn tools(size: usize, changed: bool) -> Value {
    let tool = |at: usize| {
        let more = usize::from(changed && at.is_multiple_of(10));
        json!({
            "name": format!("tool_{at}"),
            "inputSchema": {
                "type": "object",
                "properties": {
                    "a": {"type": "string", "pattern": format!("^(a|b)*a(a|b){{{}}}$", 8 + at % 5 + more)},
                    "b": {"type": "string", "pattern": format!("^[\\p{{L}}\\p{{N}}_.-]{{1,{}}}$", 40 + at + more)},
                },
            },
        })
    };
    json!({"tools": (0..size).map(tool).collect::<Vec<_>>()})
}

/// One flat object; twenty of its properties change their bounds.
fn wide(size: usize, changed: bool) -> Value {
    let every = (size / 20).max(1);
    let property = |at: usize| {
        let more = i32::from(changed && at.is_multiple_of(every));
        json!({
            "type": "integer", "minimum": more,
            "description": format!("The value that the step number {at} of the process leaves behind for the steps that follow it."),
        })
    };
    let all: Map<String, Value> = (0..size).map(|at| (format!("p{at}"), property(at))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object", "properties": all, "additionalProperties": false,
    })
}

/// An object with required properties named after `letter`.
fn required(letter: &str, size: usize) -> Value {
    let names: Vec<String> = (0..size).map(|at| format!("{letter}{at}")).collect();
    let all: Map<String, Value> =
        names.iter().map(|name| (name.clone(), json!({"type": "string"}))).collect();
    json!({"type": "object", "properties": all, "required": names})
}

/// The new version requires none of its properties.
fn no_longer_required(size: usize, changed: bool) -> Value {
    let mut schema = required("p", size);
    if changed {
        schema["required"] = json!([]);
    }
    schema
}

/// The new version has other names.
fn renamed(size: usize, changed: bool) -> Value {
    required(if changed { "q" } else { "p" }, size)
}

fn patterns(size: usize, changed: bool) -> Value {
    let kind = if changed { "integer" } else { "string" };
    let all: Map<String, Value> =
        (0..size).map(|at| (format!("^p{at}_"), json!({"type": kind}))).collect();
    json!({"type": "object", "patternProperties": all})
}

/// Each name requires another one, which is a different one in the new version.
fn dependents(size: usize, changed: bool) -> Value {
    let letter = if changed { "b" } else { "a" };
    let required = |at: usize| json!({"required": [format!("{letter}{at}")]});
    let all: Map<String, Value> = (0..size).map(|at| (format!("p{at}"), required(at))).collect();
    json!({"type": "object", "dependentSchemas": all})
}

fn alternatives(size: usize, changed: bool) -> Value {
    let branch = |at: usize| {
        let repeat = if changed && at == size / 2 { '*' } else { '+' };
        json!({"type": "string", "pattern": format!("^v{at}-[a-z]{repeat}$")})
    };
    json!({"anyOf": (0..size).map(branch).collect::<Vec<_>>()})
}
