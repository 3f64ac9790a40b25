//! `verify.toml`: how a script is run. It is written by hand, so each mistake is reported with its place.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The maximum duration of a run.
const TIME: Duration = Duration::from_secs(20);
/// The keys of a `[[run]]`.
const KEYS: &str = "script, args, stdin, env, timeout, exit";
/// The maximum size of the file.
const LARGEST: u64 = 4 << 20;

/// Arguments and input of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Input {
    pub(super) args: Vec<String>,
    pub(super) stdin: String,
    pub(super) env: BTreeMap<String, String>,
    /// The time limit of the run, if less than [`TIME`].
    time: Option<Duration>,
    /// The expected exit code of the original: a run that fails early shows nothing.
    pub(super) exit: Option<i32>,
    script: Option<String>,
}

impl Input {
    pub(super) fn time(&self) -> Duration {
        self.time.map_or(TIME, |time| time.min(TIME))
    }
}

type Value<'t> = Spanned<DeValue<'t>>;
/// A mistake and its place.
type Wrong = (Range<usize>, String);

/// Whether there is a `verify.toml` beside a script.
pub(super) fn there(script: &Path) -> bool {
    std::fs::symlink_metadata(script.with_file_name("verify.toml")).is_ok()
}

/// The runs of a script in the `verify.toml` beside it: `[[run]]` with `script`, `args`, `stdin`, `env`, `timeout`
/// (seconds) and `exit`.
///
/// # Errors
/// It is unreadable or invalid.
pub(super) fn of(script: &Path) -> anyhow::Result<Vec<Input>> {
    let path = script.with_file_name("verify.toml");
    match std::fs::symlink_metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Ok(meta) if meta.is_symlink() => {
            bail!("{}: is a link, which is not followed", path.display());
        }
        Ok(meta) if !meta.is_file() => return Ok(Vec::new()),
        _ => {}
    }
    let Some(bytes) = crate::walk::contents(&path, LARGEST) else {
        bail!("{}: can't be read, or is larger than 4 MiB", path.display());
    };
    let text =
        String::from_utf8(bytes).with_context(|| format!("{}: not UTF-8", path.display()))?;
    let runs = runs(&text).map_err(|(span, what)| {
        anyhow::anyhow!("{}{}: {what}", path.display(), crate::config::place(&text, span.start))
    })?;
    let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(runs.into_iter().filter(|run| run.script.as_ref().is_none_or(|s| *s == name)).collect())
}

fn runs(text: &str) -> Result<Vec<Input>, Wrong> {
    let table = DeTable::parse(text)
        .map_err(|e| (e.span().unwrap_or(0..0), format!("not TOML: {}", e.message())))?;
    let mut all = Vec::new();
    for (key, value) in table.get_ref() {
        if key.get_ref() != "run" {
            return Err((key.span(), format!("unknown key `{}`; known: [[run]]", key.get_ref())));
        }
        let DeValue::Array(runs) = value.get_ref() else {
            return Err((key.span(), format!("`run` is {}; write [[run]]", kind(value))));
        };
        for run in runs.iter() {
            let DeValue::Table(run_keys) = run.get_ref() else {
                return Err((run.span(), format!("a run is {}; write [[run]]", kind(run))));
            };
            all.push(one(run_keys)?);
        }
    }
    Ok(all)
}

fn one(table: &DeTable<'_>) -> Result<Input, Wrong> {
    let mut input = Input::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "script" => {
                let name = text("script", value)?;
                if name.contains('/') {
                    let what = format!("script: {name} is a path; name a file beside this one");
                    return Err((value.span(), what));
                }
                input.script = Some(name);
            }
            "args" => {
                let DeValue::Array(items) = value.get_ref() else {
                    return Err(expected("args", "an array of strings", value));
                };
                input.args = items.iter().map(|v| word("args", v)).collect::<Result<_, _>>()?;
            }
            "stdin" => input.stdin = text("stdin", value)?,
            "env" => {
                let DeValue::Table(pairs) = value.get_ref() else {
                    return Err(expected("env", "a table of strings", value));
                };
                for (name, value) in pairs {
                    let text = name.get_ref().as_ref();
                    if text.is_empty() || text.contains(['=', '\0']) {
                        return Err((name.span(), format!("env: {text:?} is no variable's name")));
                    }
                    input.env.insert(text.to_owned(), word("env", value)?);
                }
            }
            "timeout" => {
                let seconds = number(value).filter(|n| *n > 0).and_then(|n| u64::try_from(n).ok());
                let Some(seconds) = seconds else {
                    return Err(expected("timeout", "a whole number of seconds, 1 to 20", value));
                };
                input.time = Some(Duration::from_secs(seconds));
            }
            "exit" => {
                let code = number(value).filter(|n| (0..256).contains(n));
                let Some(code) = code.and_then(|n| i32::try_from(n).ok()) else {
                    return Err(expected("exit", "a number from 0 to 255", value));
                };
                input.exit = Some(code);
            }
            other => return Err((key.span(), format!("unknown key `{other}`; known: {KEYS}"))),
        }
    }
    Ok(input)
}

fn text(key: &str, value: &Value<'_>) -> Result<String, Wrong> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.as_ref().to_owned()),
        _ => Err(expected(key, "a string", value)),
    }
}

/// A text that can be passed to a process.
fn word(key: &str, value: &Value<'_>) -> Result<String, Wrong> {
    let text = text(key, value)?;
    if text.contains('\0') {
        return Err((value.span(), format!("{key}: a NUL character can't be given to a script")));
    }
    Ok(text)
}

fn number(value: &Value<'_>) -> Option<i64> {
    match value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

fn expected(key: &str, what: &str, value: &Value<'_>) -> Wrong {
    (value.span(), format!("{key}: expected {what}, found {}", kind(value)))
}

fn kind(value: &Value<'_>) -> String {
    match value.get_ref() {
        DeValue::String(_) => "a string".to_owned(),
        DeValue::Integer(number) => format!("the number {}", number.as_str()),
        DeValue::Float(number) => format!("the number {}", number.as_str()),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "an array".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
