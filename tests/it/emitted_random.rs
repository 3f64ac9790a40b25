//! Random schemas and values through emitted TypeScript and Rust: the same verdict and the same (path,
//! keyword) as skillgen's own validator, and the same coerced document by the same changes. Each file
//! judges a list of values, each by a schema of its own. 96 schemas; `SKILLGEN_SLOW=1`: 2,040.

use std::path::Path;

use codegen::Namespace;
use codegen::backend::{Options, Target};
use libtest_mimic::{Failed, Trial};
use runtime::coerce::{Mode, coerce};
use runtime::validate::{Formats, Validator};
use serde_json::{Value, json};

use crate::emitted::{model, rust_crate, typescript_each};
use crate::random_schema::{Random, read, usable, value};

/// Schemas in one file.
const LIST: usize = 12;
/// Lists of values that each file judges.
const DOCUMENTS: usize = 4;

const LEVELS: [(&str, Mode); 2] = [("safe", Mode::Safe), ("lenient", Mode::Lenient)];

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_random::typescript", || {
            judge(&codegen::backend::typescript::TypeScript, typescript, true)
        }),
        Trial::test("emitted_random::rust", || judge(&codegen::backend::rust::Rust, rust, false)),
    ]
}

/// Compiles what stands in `src` of a folder and runs it on documents.json: a line a file.
type Runner = fn(&Path, usize) -> Result<String, Failed>;

/// What must be said of a file's documents.
struct Case {
    schema: Value,
    documents: Vec<Value>,
    expected: Vec<Value>,
}

fn judge(target: &'static dyn Target, run: Runner, ordered: bool) -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 85 } else { 4 };
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(31);
    let scratch = tempfile::tempdir()?;
    std::fs::create_dir(scratch.path().join("src"))?;
    let mut cases = Vec::new();
    // Coercion prints numbers, of which languages keep the value, not the spelling.
    for (random, coerces) in
        [(Random::of_doubles(seed), false), (Random::of_mistakes(seed + 1), true)]
    {
        let mut random = random;
        for _ in 0..rounds {
            let (text, case) = made(target, &mut random, coerces)?;
            let file = format!("src/g{}.{}", cases.len(), target.extension());
            std::fs::write(scratch.path().join(file), text)?;
            cases.push(case);
        }
    }
    let changes = |case: &Case| -> usize {
        let made = case.expected.iter().filter_map(|said| said["safe"]["changes"].as_array());
        made.map(Vec::len).sum()
    };
    assert!(cases.iter().map(changes).sum::<usize>() > rounds, "too little is coerced");
    let documents: Value = cases.iter().map(|case| json!(case.documents)).collect();
    std::fs::write(scratch.path().join("documents.json"), documents.to_string())?;
    let said = run(scratch.path(), cases.len())?;
    assert_eq!(said.lines().count(), cases.len());
    let mut wrong = Vec::new();
    for (case, line) in cases.iter().zip(said.lines()) {
        let said: Value = serde_json::from_str(line)?;
        for (index, expected) in case.expected.iter().enumerate() {
            let (said, expected) = match ordered {
                true => (said[index].clone(), expected.clone()),
                false => (sorted(&said[index]), sorted(expected)),
            };
            compare(&said, &expected, &case.schema, &case.documents[index], &mut wrong);
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        some => {
            Err(format!("{} differ:\n{}", some.len(), some[..some.len().min(8)].join("\n")).into())
        }
    }
}

fn compare(
    said: &Value,
    expected: &Value,
    schema: &Value,
    document: &Value,
    wrong: &mut Vec<String>,
) {
    for (what, expected) in expected.as_object().into_iter().flatten() {
        if !contract::value::equal(&said[what], expected) {
            let said = &said[what];
            wrong.push(format!(
                "{what}\n  {schema}\n  {document}\n  says {said}\n  not  {expected}"
            ));
        }
    }
}

/// A list of schemas that all can read and the language can decide, with what skillgen says.
fn made(target: &dyn Target, random: &mut Random, coerces: bool) -> Result<(String, Case), Failed> {
    let schemas: Vec<Value> = (0..LIST).map(|_| usable(random, target)).collect();
    let whole = json!({"prefixItems": schemas});
    let schema = read(&whole).ok_or("a schema")?;
    let validator = Validator::new(&schema, Formats::Assert);
    let space = Namespace::new(None, schema, codegen::Formats::Assert)?;
    let text = target.render(&model(space), &Options::default())?[0].text.clone();
    let documents: Vec<Value> = (0..DOCUMENTS)
        .map(|_| (0..LIST).map(|_| value(random, 3)).collect::<Value>())
        // Longer than a double: its value is refused, where skillgen itself takes it.
        .map(|list| match list.to_string().contains("123456789012345678901") {
            true => json!([]),
            false => list,
        })
        .collect();
    let mut expected = Vec::new();
    for document in &documents {
        let issues = validator.validate(document).map_err(|error| format!("{error:?}"))?;
        let issues: Value = issues.iter().map(|i| json!([i.path.to_string(), i.keyword])).collect();
        let mut all = json!({"issues": issues});
        for (word, mode) in LEVELS.into_iter().filter(|_| coerces) {
            let own = coerce(&validator, document, mode).map_err(|error| format!("{error:?}"))?;
            let changes: Value = own.changes.iter().map(|change| change.to_json()).collect();
            all[word] = json!({"value": own.document, "changes": changes});
        }
        expected.push(all);
    }
    Ok((text, Case { schema: whole, documents, expected }))
}

/// Issues and changes by their places: serde_json sorts keys, unless it is told not to.
fn sorted(said: &Value) -> Value {
    let mut said = said.clone();
    if let Some(issues) = said["issues"].as_array_mut() {
        issues.sort_by_key(Value::to_string);
    }
    for (word, _) in LEVELS {
        if let Some(changes) = said.get_mut(word).and_then(|made| made["changes"].as_array_mut()) {
            changes.sort_by_key(|change| change["path"].to_string());
        }
    }
    said
}

fn typescript(folder: &Path, _: usize) -> Result<String, Failed> {
    typescript_each(
        folder,
        r#"(file, document, issues, before) => {
  if (file.is(document) !== (issues.length === 0)) throw new Error(`${before}: is is of another mind`);
  const made = (level) => {
    const { value, changes } = file.coerce(document, level);
    return { value, changes: changes.map((change) => ({ from: null, ...change })) };
  };
  return { issues, safe: made("safe"), lenient: made("lenient") };
}"#,
    )
}

fn rust(folder: &Path, count: usize) -> Result<String, Failed> {
    let modules: String = (0..count).map(|index| format!("mod g{index};\n")).collect();
    let rows: String = (0..count)
        .map(|index| {
            format!(
                "|v| {{
        let issues: Vec<_> = g{index}::check(v).into_iter().map(|i| (i.path, i.keyword)).collect();
        assert_eq!(g{index}::is(v), issues.is_empty());
        let safe = g{index}::coerce(v, g{index}::Level::Safe).unwrap();
        let lenient = g{index}::coerce(v, g{index}::Level::Lenient).unwrap();
        json!({{\"issues\": issues, \"safe\": safe, \"lenient\": lenient}})
    }},\n"
            )
        })
        .collect();
    let main = format!(
        "{modules}
use serde_json::{{Value, json}};
fn main() {{
    let rows: Vec<fn(&Value) -> Value> = vec![{rows}];
    let text = std::fs::read_to_string(\"documents.json\").unwrap();
    let groups: Vec<Vec<Value>> = serde_json::from_str(&text).unwrap();
    for (judge, documents) in rows.into_iter().zip(groups) {{
        println!(\"{{}}\", documents.iter().map(judge).collect::<Value>());
    }}
}}
"
    );
    rust_crate(folder, &format!("emitted-random-{count}"), &main)
}
