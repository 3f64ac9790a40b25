// Coercion and defaults by the plans of a schema. The rules are those of `skillgen validate --coerce`.

//= coerce: read deep kind path decimal
/// How far coercion goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Defaults only.
    Off,
    /// What can't be meant otherwise.
    #[default]
    Safe,
    /// Also yes, no, 1 and 0 for booleans, and scalars for strings.
    Lenient,
}

/// One thing that coercion changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// JSON Pointer to the place.
    pub path: String,
    /// What stood there; nothing for a default.
    pub from: Option<Value>,
    /// What stands there now.
    pub to: Value,
    /// The rule that changed it.
    pub rule: &'static str,
}

/// A value with all that was changed in it, outermost first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coerced {
    /// The value, defaults appended.
    pub value: Value,
    /// What was changed.
    pub changes: Vec<Change>,
}

/// Coerces by a table of plans; the first is that of the whole value.
fn follow(plans: &'static str, value: Value, level: Level) -> Coerced {
    deep(levels(&value), move || {
        let plans = read(plans).unwrap_or_default();
        let mut work = Work { plans: &plans, level, changes: Vec::new() };
        let mut value = value;
        work.value(Some(&Value::from(0)), &mut value, &Path::Root);
        Coerced { value, changes: work.changes }
    })
}

struct Work<'p> {
    plans: &'p Value,
    level: Level,
    changes: Vec<Change>,
}

impl<'p> Work<'p> {
    fn plan(&self, id: Option<&Value>) -> Option<&'p serde_json::Map<String, Value>> {
        let id = usize::try_from(id?.as_u64()?).ok()?;
        self.plans.get(id)?.as_object()
    }

    fn value(&mut self, id: Option<&Value>, value: &mut Value, at: &Path<'_>) {
        let Some(plan) = self.plan(id) else { return };
        if let Some((to, rule)) = convert(value, plan.get("types"), self.level) {
            let from = std::mem::replace(value, to.clone());
            self.changes.push(Change { path: at.pointer(), from: Some(from), to, rule });
        }
        match value {
            Value::Array(items) => {
                let prefix = plan.get("prefix").and_then(Value::as_array);
                for (index, item) in items.iter_mut().enumerate() {
                    let own = prefix.and_then(|prefix| prefix.get(index));
                    let id = own.or_else(|| plan.get("items"));
                    self.value(id, item, &Path::Index(at, index));
                }
            }
            Value::Object(members) => self.object(plan, members, at),
            _ => {}
        }
    }

    fn object(
        &mut self,
        plan: &serde_json::Map<String, Value>,
        members: &mut serde_json::Map<String, Value>,
        at: &Path<'_>,
    ) {
        let none = Vec::new();
        let known = plan.get("properties").and_then(Value::as_array).unwrap_or(&none);
        for (name, value) in members.iter_mut() {
            let own = known.iter().find(|pair| pair[0] == name.as_str()).map(|pair| &pair[1]);
            self.value(own.or_else(|| plan.get("rest")), value, &Path::Key(at, name));
        }
        for pair in known {
            let name = pair[0].as_str().unwrap_or_default();
            let default = self.plan(Some(&pair[1])).and_then(|plan| plan.get("default"));
            let Some(default) = default.filter(|_| !members.contains_key(name)) else { continue };
            let (path, mut value) = (Path::Key(at, name), default.clone());
            let to = value.clone();
            self.changes.push(Change { path: path.pointer(), from: None, to, rule: "default" });
            self.value(Some(&pair[1]), &mut value, &path);
            members.insert(name.to_owned(), value);
        }
    }
}

/// The value as one of `types` takes it, and the rule that makes it so.
fn convert(value: &Value, types: Option<&Value>, level: Level) -> Option<(Value, &'static str)> {
    let types = types?.as_array()?;
    let wanted = |name: &str| types.iter().any(|word| word == name);
    let whole = wanted("integer") && whole_number(value);
    let fine = types.contains(&kind(value)) || whole || value.is_null();
    if fine || level == Level::Off {
        return None;
    }
    let lenient = level == Level::Lenient;
    if let Value::String(text) = value {
        let number = if wanted("number") {
            numeral(text, true).map(|number| (number, "string-to-number"))
        } else if wanted("integer") {
            numeral(text, false).map(|number| (number, "string-to-integer"))
        } else {
            None
        };
        if number.is_some() {
            return number;
        }
        if wanted("boolean") {
            let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
            if is(&["true"]) || (lenient && is(&["yes", "1"])) {
                return Some((Value::from(true), "string-to-boolean"));
            }
            if is(&["false"]) || (lenient && is(&["no", "0"])) {
                return Some((Value::from(false), "string-to-boolean"));
            }
        }
        let object = wanted("object") && text.trim_start().starts_with('{');
        if let Some(object) = Some(text).filter(|_| object).and_then(|text| read(text).ok()) {
            return Some((object, "json-to-object"));
        }
    }
    if wanted("array") {
        return Some((Value::Array(vec![value.clone()]), "wrap-in-array"));
    }
    match value {
        Value::Number(number) if lenient && wanted("string") => {
            Some((Value::from(number.to_string()), "number-to-string"))
        }
        Value::Bool(flag) if lenient && wanted("string") => {
            Some((Value::from(flag.to_string()), "boolean-to-string"))
        }
        _ => None,
    }
}

fn whole_number(value: &Value) -> bool {
    value.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// A decimal numeral that is held without loss: no exponent, no `+`, no blank, no leading zero.
fn numeral(text: &str, fraction: bool) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = digits.split_once('.').map_or((digits, None), |(a, b)| (a, Some(b)));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let sound = all_digits(whole) && (whole == "0" || !whole.starts_with('0'));
    let ends = match rest {
        Some(rest) => fraction && all_digits(rest),
        None => true,
    };
    if !sound || !ends {
        return None;
    }
    let number: Number = text.parse().ok()?;
    let same = Decimal::new(&number) == Decimal::parse(text);
    same.then_some(Value::Number(number))
}
