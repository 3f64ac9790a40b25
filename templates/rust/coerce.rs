// Coercion and defaults. The rules are those of `skillgen validate --coerce`.

//= coerce: schema read deep kind path decimal
/// The level of coercion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Defaults only.
    Off,
    /// Unambiguous corrections.
    #[default]
    Safe,
    /// Also the strings yes, no, 1 and 0 for booleans, and scalars for strings.
    Lenient,
}

/// One change that coercion made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// JSON Pointer to the changed value.
    pub path: String,
    /// The former value; `None` for an added default.
    pub from: Option<Value>,
    /// The new value.
    pub to: Value,
    /// The rule that made the change.
    pub rule: &'static str,
}

/// A coerced value and the changes, outermost first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coerced {
    /// The value, with defaults.
    pub value: Value,
    /// The changes.
    pub changes: Vec<Change>,
}

/// The maximum depth; deeper values are not changed.
const DEEPEST: usize = 2000;

/// What may be added as defaults, as weight of values: this much, and that much more for each weight of the document.
/// Beyond it, coercion fails.
const BASE_DEFAULTS: usize = 5_000_000;
const DEFAULTS_PER_WEIGHT: usize = 64;

/// The cost of a default beside its weight, by the number of defaults around it.
const COST_OF_DEFAULT: [usize; 4] = [1, 10, 100, 1_000];

/// The maximum number of lists that are made around one value: a recursive schema would make them without end.
const MOST_WRAPS: usize = 2;

/// The maximum depth of nested alternatives.
const DEEPEST_CHOICE: usize = 40;

/// What may be tried to find the intended alternatives, as weight of values: this much, and that much more for each
/// weight of the document. Beyond it, a value that no alternative accepts is not changed.
const BASE_ATTEMPTS: usize = 50_000;
const ATTEMPTS_PER_WEIGHT: usize = 64;

/// The size of a value as it counts for attempts: one for each value, and one for 16 characters of texts and names.
fn weight(value: &Value) -> usize {
    let (mut sum, mut todo) = (0, vec![value]);
    while let Some(value) = todo.pop() {
        sum += 1;
        match value {
            Value::String(text) => sum += text.chars().count() / 16,
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => {
                sum += members.keys().map(|name| name.chars().count() / 16).sum::<usize>();
                todo.extend(members.values());
            }
            _ => {}
        }
    }
    sum
}

/// Coerces a value by a schema; fails if defaults within defaults are too many.
fn follow(schema: &Schema, value: Value, level: Level) -> Result<Coerced, Error> {
    on_deep_stack(levels(&value) + hidden_levels(&value), move || {
        let mut work = Work {
            schema,
            level,
            defaults: true,
            filling: Vec::new(),
            depth: 0,
            left: BASE_DEFAULTS + DEFAULTS_PER_WEIGHT * weight(&value),
            issue: None,
            choices: 0,
            attempts: Some(BASE_ATTEMPTS + ATTEMPTS_PER_WEIGHT * weight(&value)),
            changes: Vec::new(),
        };
        let mut value = value;
        work.value(&[schema.root], &mut value, &Path::Root, 0);
        match work.issue {
            None => Ok(Coerced { value, changes: work.changes }),
            Some(issue) => Err(Error { issues: vec![issue] }),
        }
    })
}

/// The maximum depth of JSON inside of strings.
fn hidden_levels(root: &Value) -> usize {
    let (mut deepest, mut todo) = (0, vec![root]);
    while let Some(value) = todo.pop() {
        match value {
            Value::String(text) if text.contains('{') => {
                let opened = text.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count();
                deepest = deepest.max(opened.min(DEEPEST));
            }
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.values()),
            _ => {}
        }
    }
    deepest
}

struct Work<'s> {
    schema: &'s Schema,
    level: Level,
    /// No default is added inside of alternatives, because the intended one is not known.
    defaults: bool,
    /// The defaults that are being added: their names, and the names that their schemas declare. A default is not
    /// added inside of itself.
    filling: Vec<(String, Vec<&'s str>)>,
    depth: usize,
    /// What may still be added as defaults.
    left: usize,
    /// Defaults within defaults are too many.
    issue: Option<Issue>,
    /// The number of alternatives that are being tried, one inside of the other.
    choices: usize,
    /// The weight of values that may still be tried; `None` if it did not suffice. Then no attempt succeeds.
    attempts: Option<usize>,
    changes: Vec<Change>,
}

impl<'s> Work<'s> {
    fn node(&self, id: usize) -> Option<&'s Node> {
        self.schema.nodes.get(id).filter(|node| node.speaks)
    }

    /// All schemas that apply to a value, through references, `allOf` and conditions.
    fn gather(&self, ids: &[usize], value: &Value) -> Vec<&'s Node> {
        let (mut all, mut seen) = (Vec::new(), Vec::new());
        let mut open: Vec<usize> = ids.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let Some(node) = self.node(id).filter(|_| !seen.contains(&id)) else { continue };
            seen.push(id);
            all.push(node);
            open.extend(node.all.iter().rev());
            open.extend(&node.references);
            if let Value::Object(members) = value {
                let dependent = node.dependent.iter();
                open.extend(dependent.filter(|(n, _)| members.contains_key(n)).map(|(_, id)| id));
            }
            if let Some(test) = node.part("if") {
                let holds = self.schema.holds(test, value);
                open.extend(node.part(if holds { "then" } else { "else" }));
            }
        }
        all
    }

    /// `wraps`: the number of lists that were made around the value.
    fn value(&mut self, ids: &[usize], value: &mut Value, at: &Path<'_>, wraps: usize) {
        let known = ids.iter().any(|id| self.node(*id).is_some());
        if !known || self.depth == DEEPEST || self.issue.is_some() {
            return;
        }
        self.depth += 1;
        self.shaped(ids, value, at, wraps);
        self.depth -= 1;
    }

    fn shaped(&mut self, ids: &[usize], value: &mut Value, at: &Path<'_>, wraps: usize) {
        let mut wraps = wraps;
        let mut here = self.gather(ids, value);
        let may_wrap = wraps < MOST_WRAPS;
        let converted = convert(value, &types_of(&here), self.level);
        if let Some((to, rule)) = converted.filter(|(_, rule)| may_wrap || *rule != WRAP) {
            wraps += usize::from(rule == WRAP);
            let from = std::mem::replace(value, to.clone());
            self.changes.push(Change { path: at.pointer(), from: Some(from), to, rule });
            // The value changed, so conditions are evaluated again.
            here = self.gather(ids, value);
        }
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let pick = |s: &&Node| s.prefix.get(index).copied().or(s.part("items"));
                    let ids: Vec<usize> = here.iter().filter_map(pick).collect();
                    self.value(&ids, item, &Path::Index(at, index), wraps);
                }
            }
            Value::Object(members) => self.object(&here, members, at),
            _ => {}
        }
        if self.level != Level::Off {
            for list in here.iter().flat_map(|node| [&node.any_of, &node.one_of]) {
                self.choose(list, value, at, wraps);
            }
        }
    }

    fn object(
        &mut self,
        here: &[&'s Node],
        members: &mut serde_json::Map<String, Value>,
        at: &Path<'_>,
    ) {
        for (name, value) in members.iter_mut() {
            self.value(&of_property(here, name), value, &Path::Key(at, name), 0);
        }
        if !self.defaults {
            return;
        }
        for (name, _) in here.iter().flat_map(|node| &node.properties) {
            if members.contains_key(name) {
                continue;
            }
            let ids = of_property(here, name);
            let below = self.gather(&ids, &Value::Null);
            let default = below.iter().find_map(|it| it.default.as_ref());
            let Some(mut value) = default.cloned() else { continue };
            let filled = (name.clone(), declared(&below));
            if self.filling.contains(&filled) {
                continue;
            }
            let (path, to) = (Path::Key(at, name), value.clone());
            let cost = COST_OF_DEFAULT[self.filling.len().min(COST_OF_DEFAULT.len() - 1)];
            match self.left.checked_sub(cost + weight(&value)) {
                Some(left) => self.left = left,
                None => {
                    self.issue = Some(too_many_defaults(path.pointer(), to));
                    return;
                }
            }
            self.changes.push(Change { path: path.pointer(), from: None, to, rule: "default" });
            self.filling.push(filled);
            self.value(&ids, &mut value, &path, 0);
            self.filling.pop();
            members.insert(name.clone(), value);
            if self.issue.is_some() {
                return;
            }
        }
    }

    /// Coerces to the first alternative that then accepts the value, if none accepts it unchanged.
    fn choose(&mut self, list: &[usize], value: &mut Value, at: &Path<'_>, wraps: usize) {
        let Some(left) = self.attempts.filter(|_| self.choices < DEEPEST_CHOICE) else { return };
        if list.iter().any(|id| self.schema.holds(*id, value)) {
            return;
        }
        self.attempts = left.checked_sub(weight(value).saturating_mul(list.len()));
        self.choices += 1;
        let defaults = std::mem::replace(&mut self.defaults, false);
        let before = self.changes.len();
        for id in list {
            if self.attempts.is_none() {
                break;
            }
            let mut candidate = value.clone();
            self.value(&[*id], &mut candidate, at, wraps);
            let done = self.changes.len() > before && self.attempts.is_some();
            if done && self.schema.holds(*id, &candidate) {
                *value = candidate;
                break;
            }
            self.changes.truncate(before);
        }
        self.defaults = defaults;
        self.choices -= 1;
    }
}

/// The names of the properties that these schemas declare.
fn declared<'s>(nodes: &[&'s Node]) -> Vec<&'s str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in nodes.iter().flat_map(|node| &node.properties) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

fn too_many_defaults(path: String, expected: Value) -> Issue {
    let message = "default: defaults within defaults are too many; remove `default` from schemas that contain each other";
    Issue { path, keyword: "default".to_owned(), expected, got: Value::Null, message: message.to_owned() }
}

/// The types that all of these schemas accept; `None` if none of them has a `type`.
fn types_of(nodes: &[&Node]) -> Vec<&'static str> {
    let sets: Vec<&[String]> =
        nodes.iter().map(|node| node.types.as_slice()).filter(|set| !set.is_empty()).collect();
    if sets.is_empty() {
        return Vec::new();
    }
    let has = |set: &[String], word: &str| set.iter().any(|one| one == word);
    let takes = |set: &[String], word: &str| {
        has(set, word) || (word == "integer" && sets.len() > 1 && has(set, "number"))
    };
    let words = ["null", "boolean", "integer", "number", "string", "array", "object"];
    words.into_iter().filter(|word| sets.iter().all(|set| takes(set, word))).collect()
}

fn of_property(nodes: &[&Node], name: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for node in nodes {
        let before = found.len();
        found.extend(node.properties.iter().filter(|(own, _)| own == name).map(|(_, id)| id));
        found.extend(node.patterns.iter().filter(|(one, _)| one.found(name)).map(|(_, id)| id));
        if found.len() == before {
            let rest = node.part("additionalProperties").or(node.part("unevaluatedProperties"));
            found.extend(rest);
        }
    }
    found
}

/// The rule that makes a list of one value.
const WRAP: &str = "wrap-in-array";

/// The value converted to one of `types`, and the rule that converts it.
fn convert(value: &Value, types: &[&str], level: Level) -> Option<(Value, &'static str)> {
    let wanted = |name: &str| types.contains(&name);
    let whole = wanted("integer") && whole_number(value);
    let fine = types.iter().any(|word| kind(value) == *word) || whole || value.is_null();
    if fine || types.is_empty() || level == Level::Off {
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
        let array = wanted("array") && text.trim_start().starts_with('[');
        if let Some(array) = Some(text).filter(|_| array).and_then(|text| read(text).ok()) {
            return Some((array, "json-to-array"));
        }
    }
    if wanted("array") {
        return Some((Value::Array(vec![value.clone()]), WRAP));
    }
    match value {
        Value::Number(number) if lenient && wanted("string") => {
            Some((Value::from(number_text(number)), "number-to-string"))
        }
        Value::Bool(flag) if lenient && wanted("string") => {
            Some((Value::from(flag.to_string()), "boolean-to-string"))
        }
        _ => None,
    }
}

/// A number as text. Of equal numbers, the text is the same: `1.5` for 1.50, `1000` for 1e3; what a
/// double can't hold keeps all its digits.
fn number_text(number: &Number) -> String {
    let (value, written) = (Decimal::new(number), number.to_string());
    if value.digits.is_empty() {
        return "0".to_owned();
    }
    if let Some(double) = number.as_f64().filter(|double| double.is_finite()) {
        let short = match double.abs() {
            size if (1e-6..1e21).contains(&size) => double.to_string(),
            size if size < 1.0 => format!("{double:e}"),
            _ => format!("{double:e}").replace('e', "e+"),
        };
        if Decimal::parse(&short) == value {
            return short;
        }
    }
    match written.contains('.') && !written.contains(['e', 'E']) {
        true => written.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => written,
    }
}

fn whole_number(value: &Value) -> bool {
    value.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// A JSON numeral without loss of precision: no `+`, space or leading zero, an exponent of at most two digits. An
/// integer has no fraction.
fn numeral(text: &str, fraction: bool) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (digits, power) =
        digits.split_once(['e', 'E']).map_or((digits, None), |(a, b)| (a, Some(b)));
    let (whole, rest) = digits.split_once('.').map_or((digits, None), |(a, b)| (a, Some(b)));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let sound = all_digits(whole) && (whole == "0" || !whole.starts_with('0'));
    let ends = match rest {
        Some(rest) => fraction && all_digits(rest),
        None => true,
    };
    let scales = power.is_none_or(|power| {
        let minus = power.strip_prefix('-').filter(|_| fraction);
        let power = power.strip_prefix('+').or(minus).unwrap_or(power);
        all_digits(power) && power.len() <= 2
    });
    if !sound || !ends || !scales {
        return None;
    }
    let number: Number = match power.filter(|_| !fraction) {
        Some(power) => {
            let sign = if text.starts_with('-') { "-" } else { "" };
            let zeros = if whole == "0" { 0 } else { power.trim_start_matches('+').parse().ok()? };
            format!("{sign}{whole}{}", "0".repeat(zeros)).parse().ok()?
        }
        None => text.parse().ok()?,
    };
    let same = Decimal::new(&number) == Decimal::parse(text);
    same.then_some(Value::Number(number))
}
