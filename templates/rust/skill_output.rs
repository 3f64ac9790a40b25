/// Parses a skill's output: the last envelope in it or, without one, legacy text. It is the parser of
/// `skillgen parse`; one parser serves many outputs.
#[derive(Clone, Debug, Default)]
pub struct SkillOutputParser {
    options: parse::Options,
}

/// The result of parsing one output.
#[derive(Clone, Debug)]
pub struct ParseResult {
    /// Whether the output was parsed and is valid. `output.success` is the skill's own verdict.
    pub success: bool,
    /// How the output was read.
    pub parse_method: parse::Method,
    /// The envelope; if there is none, an envelope with `success: false`. A metric that its type can't hold, such as
    /// `1e30` files, is left out, and such a number in the context of an error is null; `json` has them.
    pub output: TYPE,
    /// Why the output is invalid.
    pub errors: Vec<parse::Problem>,
    /// The result as one line of JSON, as `skillgen parse` prints it, with unknown fields of the
    /// envelope.
    pub json: String,
}

impl SkillOutputParser {
    /// A parser that reads legacy text, has a default confidence of 0.5, and accepts unknown fields.
    pub fn new() -> SkillOutputParser {
        SkillOutputParser::default()
    }

    /// Whether text without an envelope is read as legacy text.
    #[must_use]
    pub fn enable_legacy_parsing(mut self, enabled: bool) -> SkillOutputParser {
        self.options.legacy = enabled;
        self
    }

    /// The confidence of legacy text that states none.
    ///
    /// # Errors
    /// Fails for a number outside of 0 to 1.
    pub fn default_confidence(
        mut self,
        confidence: f64,
    ) -> Result<SkillOutputParser, runtime::Error> {
        if !(0.0..=1.0).contains(&confidence) {
            return Err(runtime::Error {
                issues: vec![runtime::Issue {
                    path: "/defaultConfidence".to_owned(),
                    keyword: "maximum".to_owned(),
                    expected: Value::from(1),
                    got: Value::from(confidence.to_string()),
                    message: format!("expected a number from 0 to 1, got {confidence}"),
                }],
            });
        }
        self.options.default_confidence = confidence;
        Ok(self)
    }

    /// Whether unknown fields are errors.
    #[must_use]
    pub fn strict_validation(mut self, strict: bool) -> SkillOutputParser {
        self.options.strict = strict;
        self
    }

    /// The script's exit code, which decides whether legacy text is a success.
    #[must_use]
    pub fn exit_code(mut self, code: i32) -> SkillOutputParser {
        self.options.exit_code = Some(code);
        self
    }

    /// Parses one output, as text or as bytes.
    pub fn parse(&self, output: impl AsRef<[u8]>) -> ParseResult {
        let report = parse::parse(output.as_ref(), &self.options);
        match typed_output(&report.output) {
            Ok(output) => ParseResult::new(report, output),
            Err(error) => ParseResult::new(parse::Report::failed(error.to_string()), no_output()),
        }
    }

    /// Parses many outputs, in order.
    pub fn parse_batch<T: AsRef<[u8]>>(&self, outputs: &[T]) -> Vec<ParseResult> {
        outputs.iter().map(|output| self.parse(output)).collect()
    }
}

impl ParseResult {
    fn new(report: parse::Report, output: TYPE) -> ParseResult {
        ParseResult {
            success: report.success,
            parse_method: report.method,
            output,
            json: report.to_json(),
            errors: report.errors,
        }
    }
}

/// The envelope of a report, without unknown fields.
fn typed_output(json: &str) -> Result<TYPE, runtime::Error> {
    let mut value = runtime::read(&without_infinite(json))?;
    runtime::on_deep_stack(runtime::levels(&value), move || {
        let fields = ["success", "confidence", "deliverables", "metrics", "errors"];
        keep_fields(&mut value, &fields);
        if let Some(Value::Object(metrics)) = value.get_mut("metrics") {
            metrics.retain(|name, value| fit_metric(name, value));
        }
        if let Some(Value::Array(errors)) = value.get_mut("errors") {
            for error in errors {
                keep_fields(error, &["code", "message", "stack", "context"]);
            }
        }
        Ok(runtime::typed(&value)?)
    })
}

fn keep_fields(value: &mut Value, fields: &[&str]) {
    if let Some(members) = value.as_object_mut() {
        members.retain(|name, _| fields.contains(&name.as_str()));
    }
}

/// The text of a JSON document with `null` for numbers that no double can hold.
fn without_infinite(json: &str) -> std::borrow::Cow<'_, str> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let bytes = json.as_bytes();
    let (mut out, mut kept, mut at, mut is_inside) = (String::new(), 0, 0, false);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => is_inside = !is_inside,
            b'\\' if is_inside => at += 1,
            b'-' | b'0'..=b'9' if !is_inside => {
                let start = at - 1;
                at += bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                if json[start..at].parse::<f64>().is_ok_and(f64::is_infinite) {
                    out.push_str(&json[kept..start]);
                    out.push_str("null");
                    kept = at;
                }
            }
            _ => {}
        }
    }
    if kept == 0 {
        return json.into();
    }
    out.push_str(&json[kept..]);
    out.into()
}

/// Makes a metric one that its type can hold: `1234.0` milliseconds are `1234`. False if there is none.
fn fit_metric(name: &str, value: &mut Value) -> bool {
    let Value::Number(number) = value else {
        return false;
    };
    let counts = [
        "execution_time_ms",
        "files_modified",
        "files_created",
        "files_deleted",
    ];
    let Some(float) = number.as_f64().filter(|float| float.is_finite()) else {
        return false;
    };
    if !counts.contains(&name) || number.is_u64() {
        return true;
    }
    // A whole double is written with all of its digits.
    let whole = format!("{:.0}", float.abs()).parse::<u64>();
    whole.is_ok_and(|whole| {
        *value = Value::from(whole);
        true
    })
}

fn no_output() -> TYPE {
    TYPE {
        success: false,
        confidence: 0.0,
        deliverables: Vec::new(),
        metrics: TYPEMetrics {
            execution_time_ms: None,
            files_modified: None,
            files_created: None,
            files_deleted: None,
            extra: BTreeMap::new(),
        },
        errors: Vec::new(),
    }
}
