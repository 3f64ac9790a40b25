// The runtime of emitted Rust files. A line `//= NAME: NEEDED …` begins a piece; an emitted file
// holds the pieces that its schema needs. It uses std, serde and serde_json (with any features)
// only.

//= issue:
/// One violation of the contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Issue {
    /// JSON Pointer (RFC 6901) to the invalid value.
    pub path: String,
    /// The keyword of the schema that failed.
    pub keyword: String,
    /// What the schema expects.
    pub expected: Value,
    /// The value found; null if it is missing.
    pub got: Value,
    /// A message for people.
    pub message: String,
}

impl std::fmt::Display for Issue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = if self.path.is_empty() { "the document" } else { &self.path };
        write!(f, "{place}: {}", self.message)
    }
}

//= error: issue
/// The error of an invalid text or value. It has at least one issue.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// All issues, as `check` returns them.
    pub issues: Vec<Issue>,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, issue) in self.issues.iter().take(5).enumerate() {
            write!(f, "{}{issue}", if index == 0 { "" } else { "; " })?;
        }
        match self.issues.len() {
            0..=5 => Ok(()),
            many => write!(f, "; and {} more", many - 5),
        }
    }
}

impl std::error::Error for Error {}

//= path:
/// A path from the root, kept on the stack. It is only written out for issues.
enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    fn pointer(&self) -> String {
        let (mut steps, mut step) = (Vec::new(), self);
        loop {
            step = match step {
                Path::Root => break,
                Path::Key(up, key) => {
                    steps.push(key.replace('~', "~0").replace('/', "~1"));
                    up
                }
                Path::Index(up, index) => {
                    steps.push(index.to_string());
                    up
                }
            };
        }
        steps.iter().rev().flat_map(|step| ["/", step]).collect()
    }
}

//= report: issue path explain
/// Collects issues, or only whether there is one.
struct Report {
    listens: bool,
    /// An issue without details of its branches, for use in another message.
    plain_unions: bool,
    issues: Vec<Issue>,
}

impl Report {
    fn new(listens: bool) -> Report {
        Report { listens, plain_unions: false, issues: Vec::new() }
    }

    /// Reports an issue; `what` returns the expected and the found value.
    fn fail(&mut self, path: &Path<'_>, keyword: &str, what: &dyn Fn() -> (Value, Value)) -> bool {
        self.because(path, keyword, what, "")
    }

    /// The same, with additional text for the message.
    fn because(
        &mut self,
        path: &Path<'_>,
        keyword: &str,
        what: &dyn Fn() -> (Value, Value),
        why: &str,
    ) -> bool {
        if !self.listens {
            return false;
        }
        let (expected, got) = what();
        let message = explain(keyword, &expected, &got) + why;
        let (path, keyword) = (path.pointer(), keyword.to_owned());
        self.issues.push(Issue { path, keyword, expected, got, message });
        false
    }
}

//= explain:
fn explain(keyword: &str, expected: &Value, got: &Value) -> String {
    let refused = *expected == Value::Bool(false);
    match keyword {
        "type" => {
            let wanted = match expected {
                Value::Array(all) => {
                    all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ")
                }
                other => other.as_str().unwrap_or_default().to_owned(),
            };
            format!("expected {wanted}, got {}", got.as_str().unwrap_or_default())
        }
        "required" | "dependentRequired" | "dependencies" if expected.is_string() => {
            format!("required property {} is missing", brief(expected))
        }
        "additionalProperties" | "unevaluatedProperties" | "properties" | "patternProperties"
            if refused && got.is_string() =>
        {
            format!("property {} is not allowed", brief(got))
        }
        "enum" => format!("expected one of {}, got {}", brief(expected), brief(got)),
        "const" => format!("expected {}, got {}", brief(expected), brief(got)),
        _ if refused => format!("{keyword}: nothing is allowed here"),
        "anyOf" => format!("anyOf: none of the {expected} alternatives fits"),
        "oneOf" => format!("oneOf: expected 1 alternative to fit, got {got}"),
        "not" => "not: what must not fit, fits".to_owned(),
        "uniqueItems" => "uniqueItems: two items are equal".to_owned(),
        "pattern" => {
            let pattern = expected.as_str().unwrap_or_default();
            format!("pattern: expected a match of {pattern}, got {}", brief(got))
        }
        "format" => {
            let name = expected.as_str().unwrap_or_default();
            format!("expected format {name}, got {}", brief(got))
        }
        "exclusiveMinimum" | "exclusiveMaximum" => {
            let side = if keyword == "exclusiveMinimum" { "more" } else { "less" };
            format!("{keyword}: expected {side} than {}, got {}", brief(expected), brief(got))
        }
        _ => format!("{keyword}: expected {}, got {}", brief(expected), brief(got)),
    }
}

/// A value in a message: scalars and short lists as JSON, others by type.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let scalar = |item: &Value| !item.is_array() && !item.is_object();
            if items.len() > 12 || !items.iter().all(scalar) {
                return "an array".to_owned();
            }
            format!("[{}]", items.iter().map(brief).collect::<Vec<_>>().join(", "))
        }
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.chars().count() > 60 => {
            let start: String = text.chars().take(57).collect();
            Value::String(start + "…").to_string()
        }
        other => other.to_string(),
    }
}

//= kind:
/// The JSON type of a value, for issues.
fn kind(value: &Value) -> Value {
    Value::from(kind_word(value))
}

fn kind_word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

//= seen:
/// Evaluated names and items of one value, for `unevaluatedProperties` and `unevaluatedItems`.
#[derive(Default)]
struct Seen {
    /// The keys are the names.
    names: std::collections::BTreeMap<String, usize>,
    /// By index.
    items: Vec<bool>,
}

impl Seen {
    fn learn(&mut self, more: Seen) {
        for (name, _) in more.names {
            self.names.insert(name, 0);
        }
        for (index, is_known) in more.items.into_iter().enumerate() {
            if is_known {
                self.learn_item(index);
            }
        }
    }

    fn learn_item(&mut self, index: usize) {
        if self.items.len() <= index {
            self.items.resize(index + 1, false);
        }
        self.items[index] = true;
    }
}

//= deep:
/// Runs `work` on a stack that is large enough for a value of `levels` and a recursive schema. It takes no type
/// parameter, so that a program holds the code of threads once.
fn deep(levels: usize, work: &mut (dyn FnMut() + Send)) {
    const SHALLOW: usize = 64;
    const PER_LEVEL: usize = 32 << 10;
    if levels <= SHALLOW {
        return work();
    }
    let stack = (1 << 20) + levels.saturating_mul(PER_LEVEL);
    let is_done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack);
        match thread.spawn_scoped(scope, || work()) {
            Ok(handle) => match handle.join() {
                Ok(()) => true,
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(_) => false,
        }
    });
    if !is_done {
        work();
    }
}

/// The result of `work` on such a stack.
fn on_deep_stack<T: Send>(levels: usize, work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut done) = (Some(work), None);
    deep(levels, &mut || done = work.take().map(|work| work()));
    match done {
        Some(done) => done,
        None => unreachable!("the work was done"),
    }
}

/// The depth of a value.
fn levels(root: &Value) -> usize {
    let (mut deepest, mut todo) = (0, vec![(root, 1)]);
    while let Some((value, level)) = todo.pop() {
        deepest = deepest.max(level);
        match value {
            Value::Array(items) => todo.extend(items.iter().map(|item| (item, level + 1))),
            Value::Object(members) => todo.extend(members.values().map(|item| (item, level + 1))),
            _ => {}
        }
    }
    deepest
}

//= present:
/// Distinguishes a null property from a missing one.
fn present<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(from).map(Some)
}

//= text_enum:
/// Implements `FromStr`, `TryFrom<&str>` and `Display` for an enum of strings.
macro_rules! text_enum {
    ($name:ident, $default:ident) => {
        impl std::default::Default for $name {
            fn default() -> Self {
                $name::$default
            }
        }

        runtime::text_enum!($name);
    };
    ($name:ident) => {
        impl std::str::FromStr for $name {
            type Err = serde::de::value::Error;

            fn from_str(text: &str) -> std::result::Result<Self, serde::de::value::Error> {
                let text = serde::de::value::StrDeserializer::new(text);
                serde::Deserialize::deserialize(text)
            }
        }

        impl std::convert::TryFrom<&str> for $name {
            type Error = serde::de::value::Error;

            fn try_from(text: &str) -> std::result::Result<Self, serde::de::value::Error> {
                std::str::FromStr::from_str(text)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                serde::Serialize::serialize(self, out)
            }
        }
    };
}

pub(crate) use text_enum;

//= no_variant:
/// The error if no variant of a union matches.
fn no_variant(name: &str) -> serde_json::Error {
    serde::de::Error::custom(format_args!("no variant of {name} fits"))
}

//= tried: no_variant
/// The variants of a union, tried in order.
struct Tried<'v, U> {
    value: &'v Value,
    read: Option<U>,
}

impl<'v, U> Tried<'v, U> {
    fn new(value: &'v Value) -> Self {
        Tried { value, read: None }
    }

    /// A variant and its properties, with the constants that each property may have.
    fn variant<T: Deserialize<'v>>(&mut self, has: &[(&str, &[&str])], make: fn(T) -> U) {
        let fits = |(name, scalars): &(&str, &[&str])| {
            let member = self.value.get(name);
            member.is_some_and(|it| scalars.is_empty() || scalars.contains(&it.to_string().as_str()))
        };
        if self.read.is_none() && has.iter().all(fits) {
            self.read = T::deserialize(self.value).ok().map(make);
        }
    }

    fn read(self, name: &str) -> Result<U, serde_json::Error> {
        self.read.ok_or_else(|| no_variant(name))
    }
}

//= print: error read
/// A typed value as compact JSON, with keys in the schema's order.
fn compact<T: Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| fault("serialize", &error))
}

/// A typed value as a `Value`.
fn untyped<T: Serialize>(value: &T) -> Result<Value, Error> {
    read_levels(&compact(value)?, usize::MAX)
}

/// Writes one JSON document to stdout.
fn print(text: &str) -> Result<(), Error> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.map_err(|error| fault("stdout", &error))
}

/// Compact JSON, with two spaces of indent for each level.
fn indented(compact: &str) -> String {
    let (mut out, mut level) = (String::new(), 0);
    let (mut in_string, mut escaped, mut opened) = (false, false, false);
    for character in compact.chars() {
        let closes = !in_string && matches!(character, '}' | ']');
        level -= usize::from(closes);
        if closes != opened && (closes || opened) {
            out.push('\n');
            out.push_str(&"  ".repeat(level));
        }
        out.push(character);
        opened = false;
        match character {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '{' | '[' => {
                level += 1;
                opened = true;
            }
            ',' => {
                out.push('\n');
                out.push_str(&"  ".repeat(level));
            }
            ':' => out.push(' '),
            _ => {}
        }
    }
    out
}

/// An issue that no keyword of the schema reports.
fn fault(keyword: &str, error: &dyn std::fmt::Display) -> Error {
    Error {
        issues: vec![Issue {
            path: String::new(),
            keyword: keyword.to_owned(),
            expected: Value::Null,
            got: Value::Null,
            message: error.to_string(),
        }],
    }
}
