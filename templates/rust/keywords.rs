// Functions that check the keywords of JSON Schema.

//= no_branch: schema
/// The only branch that the value's constants and types don't rule out.
fn nearest(branches: &[usize], signs: &[Value], value: &Value) -> Option<usize> {
    let word = kind(value);
    let allows = |sign: &Value| {
        let types = sign.get("type").and_then(Value::as_array);
        let constants = sign.get("const").and_then(Value::as_object);
        types.map_or(true, |types| types.contains(&word))
            && constants
                .into_iter()
                .flatten()
                .all(|(name, one)| value.get(name).map_or(true, |member| member == one))
    };
    let mut left = branches.iter().zip(signs).filter(|(_, sign)| allows(sign));
    let (first, _) = left.next()?;
    if left.next().is_none() { Some(*first) } else { None }
}

/// Explains why no branch of a union accepts the value: by the issues of the nearest branch, else
/// by one issue of each.
fn no_branch(
    at: At<'_>,
    (branches, signs): (&[usize], &[Value]),
    out: &mut Report,
    keyword: &str,
    what: &dyn Fn() -> (Value, Value),
) -> bool {
    const MOST: usize = 5;
    if !out.listens || out.plain_unions {
        return out.fail(at.path, keyword, what);
    }
    if let Some(near) = nearest(branches, signs, at.value) {
        return at.apply(near, out, None, keyword);
    }
    let (here, mut reasons) = (at.path.pointer(), Vec::new());
    for (index, id) in branches.iter().enumerate().take(MOST) {
        let mut own = Report { plain_unions: true, ..Report::new(true) };
        at.apply(*id, &mut own, None, keyword);
        // A wrong constant is the strongest evidence.
        let constant = own.issues.iter().find(|issue| issue.keyword == "const");
        if let Some(first) = constant.or(own.issues.first()) {
            let place = if first.path == here { String::new() } else { format!("{}: ", first.path) };
            reasons.push(format!("{}: {place}{}", index + 1, first.message));
        }
    }
    let more = match branches.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    out.because(at.path, keyword, what, &format!(" ({}{more})", reasons.join("; ")))
}

//= make_type: schema
fn of_type(expected: Value, told: String) -> Test {
    Box::new(move |at, out, _| {
        let got = || (expected.clone(), kind(at.value));
        at.node.takes(at.value) || out.fail(at.path, &told, &got)
    })
}

//= make_enum: schema equal
/// The values of an `enum` that an issue lists.
fn first_values(mut list: Value) -> Value {
    if let Some(values) = list.as_array_mut() {
        values.truncate(100);
    }
    list
}

fn one_of_values(words: &[Words], expected: Value, told: String) -> Test {
    let values: Vec<Value> = words.iter().filter_map(Words::value).collect();
    let (mut texts, mut others) = (BTreeMap::new(), Vec::new());
    for value in values {
        match value {
            Value::String(text) => drop(texts.insert(text, 0_usize)),
            other => others.push(other),
        }
    }
    Box::new(move |at, out, _| {
        let fits = match at.value {
            Value::String(text) => texts.contains_key(text),
            value => others.iter().any(|one| equal(one, value)),
        };
        fits || out.fail(at.path, &told, &|| (expected.clone(), at.value.clone()))
    })
}

//= make_multiple: schema multiple
fn multiple_of(divisor: &str, expected: Value, told: String) -> Test {
    let exact = Decimal::parse(divisor);
    let digits = exact.digits.iter().fold(0, |sum, digit| sum * 10 + u128::from(*digit));
    let exponent = exact.exponent - i64::try_from(exact.digits.len()).unwrap_or(i64::MAX);
    Box::new(move |at, out, _| match at.value {
        Value::Number(number) if !multiple(number, digits, exponent) => {
            out.fail(at.path, &told, &|| (expected.clone(), at.value.clone()))
        }
        _ => true,
    })
}

//= make_bound: schema compare
fn bound(
    limit: &str,
    expected: Value,
    told: String,
    holds: fn(std::cmp::Ordering) -> bool,
) -> Test {
    let (whole, float) = (limit.parse::<i64>().ok(), limit.parse::<f64>().ok());
    let limit = limit.to_owned();
    // Rounding keeps the order, so different doubles are enough to decide.
    let order = move |number: &Number| match (number.as_i64(), whole) {
        (Some(number), Some(whole)) => number.cmp(&whole),
        _ => match number.as_f64().and_then(|number| number.partial_cmp(&float?)) {
            Some(order) if order.is_ne() => order,
            _ => compare(number, &limit),
        },
    };
    Box::new(move |at, out, _| match at.value {
        Value::Number(number) if !holds(order(number)) => {
            out.fail(at.path, &told, &|| (expected.clone(), at.value.clone()))
        }
        _ => true,
    })
}

//= make_size: schema
/// A minimum or maximum size.
#[derive(Clone, Copy)]
enum Bound {
    Least,
    Most,
}

/// Characters are counted only if the number of bytes does not decide.
fn text_size(limit: u64, bound: Bound, expected: Value, told: String) -> Test {
    Box::new(move |at, out, _| {
        let Value::String(text) = at.value else { return true };
        let bytes = text.len() as u64;
        let holds = match bound {
            Bound::Least if limit == 1 => bytes > 0,
            Bound::Least => bytes / 4 >= limit || text.chars().count() as u64 >= limit,
            Bound::Most => bytes <= limit || text.chars().count() as u64 <= limit,
        };
        let got = || (expected.clone(), Value::from(text.chars().count()));
        holds || out.fail(at.path, &told, &got)
    })
}

fn list_length(value: &Value) -> Option<usize> {
    value.as_array().map(Vec::len)
}

fn object_length(value: &Value) -> Option<usize> {
    value.as_object().map(serde_json::Map::len)
}

fn size(
    limit: u64,
    bound: Bound,
    expected: Value,
    told: String,
    length: fn(&Value) -> Option<usize>,
) -> Test {
    Box::new(move |at, out, _| {
        let Some(length) = length(at.value) else { return true };
        let holds = match bound {
            Bound::Least => length as u64 >= limit,
            Bound::Most => length as u64 <= limit,
        };
        holds || out.fail(at.path, &told, &|| (expected.clone(), Value::from(length)))
    })
}

//= make_pattern: schema
fn matching(program: &'static Program, longest: u64, expected: Value, told: String) -> Test {
    Box::new(move |at, out, _| {
        let Value::String(text) = at.value else { return true };
        // Patterns may take long, so they are not tried on texts that exceed `maxLength`.
        let tried = text.len() as u64 <= longest || text.chars().count() as u64 <= longest;
        let got = || (expected.clone(), at.value.clone());
        !tried || program.found(text) || out.fail(at.path, &told, &got)
    })
}

//= make_prefix: schema
fn prefix_items(told: String) -> Test {
    Box::new(move |at, out, mut notes| {
        let mut ok = true;
        for (index, id) in at.node.prefix.iter().enumerate().take(at.items().len()) {
            if let Some(notes) = notes.as_deref_mut() {
                notes.learn_item(index);
            }
            ok = at.item(*id, index, out, &told) && ok;
        }
        ok
    })
}

//= make_items: schema
fn rest_items(rest: usize, told: String) -> Test {
    Box::new(move |at, out, notes| {
        let (from, count) = (at.node.prefix.len(), at.items().len());
        if let Some(notes) = notes {
            (from..count).for_each(|index| notes.learn_item(index));
        }
        if at.schema.nodes[rest].never {
            let got = || (Value::from(from), Value::from(count));
            return count <= from || out.fail(at.path, &told, &got);
        }
        let node = &at.schema.nodes[rest];
        let mut ok = true;
        for (index, value) in at.items().iter().enumerate().skip(from) {
            let path = &Path::Index(at.path, index);
            ok = At { schema: at.schema, node, value, path }.holds(out, None) && ok;
            if !ok && !out.listens {
                break;
            }
        }
        ok
    })
}

//= make_contains: schema
fn containing(inner: usize, least: u64, most: u64, noted: bool) -> Test {
    Box::new(move |at, out, mut notes| {
        let Value::Array(items) = at.value else { return true };
        let mut found = 0_u64;
        for (index, value) in items.iter().enumerate() {
            if !At::new(at.schema, inner, value, &Path::Root).branch(inner, None) {
                continue;
            }
            found += 1;
            if let Some(notes) = notes.as_deref_mut().filter(|_| noted) {
                notes.learn_item(index);
            }
        }
        let (keyword, limit) = match found {
            0 if least > 0 => ("contains", least),
            // If no count can be right, the maximum is reported, as in Python's jsonschema.
            _ if found < least && found <= most => ("minContains", least),
            _ if found > most => ("maxContains", most),
            _ => return true,
        };
        out.fail(at.path, keyword, &|| (Value::from(limit), Value::from(found)))
    })
}

//= make_unevaluated_items: schema
fn unevaluated_items(rest: usize, told: String) -> Test {
    Box::new(move |at, out, notes| {
        let Some(notes) = notes else { return true };
        let mut ok = true;
        for index in 0..at.items().len() {
            if notes.items.get(index) == Some(&true) {
                continue;
            }
            if !at.schema.nodes[rest].never {
                notes.learn_item(index);
            }
            ok = at.item(rest, index, out, &told) && ok;
        }
        ok
    })
}

//= make_required: schema
/// Whether an object has all of these properties.
fn all_there(at: At<'_>, names: &[String], out: &mut Report, told: &str) -> bool {
    let Value::Object(object) = at.value else { return true };
    let missing = names.iter().filter(|name| !object.contains_key(*name));
    missing.fold(true, |_, name| {
        out.fail(at.path, told, &|| (Value::from(name.as_str()), Value::Null))
    })
}

//= make_properties: schema
fn of_properties(told: String) -> Test {
    Box::new(move |at, out, mut notes| {
        let Value::Object(object) = at.value else { return true };
        let mut ok = true;
        for (index, (name, id)) in at.node.properties.iter().enumerate() {
            let Some(value) = object.get(name) else {
                if !out.listens && at.node.needed.get(index) == Some(&true) {
                    return false;
                }
                continue;
            };
            if let Some(notes) = notes.as_deref_mut() {
                notes.names.insert(name.clone(), 0);
            }
            ok = at.member(*id, name, value, out, &told) && ok;
            if !ok && !out.listens {
                break;
            }
        }
        ok
    })
}

//= make_pattern_properties: schema
fn of_pattern_properties(told: String) -> Test {
    Box::new(move |at, out, mut notes| {
        let Value::Object(object) = at.value else { return true };
        let mut ok = true;
        for (program, id) in &at.node.patterns {
            for (name, value) in object.iter().filter(|(name, _)| program.found(name)) {
                if let Some(notes) = notes.as_deref_mut() {
                    notes.names.insert(name.clone(), 0);
                }
                ok = at.member(*id, name, value, out, &told) && ok;
            }
        }
        ok
    })
}

//= make_additional: schema
fn additional_properties(rest: usize, told: String) -> Test {
    Box::new(move |at, out, mut notes| {
        let Value::Object(object) = at.value else { return true };
        let mut ok = true;
        for (name, value) in object.iter().filter(|(name, _)| !at.node.names(name)) {
            if at.member(rest, name, value, out, &told) {
                if let Some(notes) = notes.as_deref_mut() {
                    notes.names.insert(name.clone(), 0);
                }
                continue;
            }
            ok = false;
            if !out.listens {
                break;
            }
        }
        ok
    })
}

//= make_unevaluated: schema
fn unevaluated_properties(rest: usize, told: String) -> Test {
    Box::new(move |at, out, notes| {
        let (Value::Object(object), Some(notes)) = (at.value, notes) else { return true };
        let mut ok = true;
        for (name, value) in object {
            if notes.names.contains_key(name) {
                continue;
            }
            if at.member(rest, name, value, out, &told) {
                notes.names.insert(name.clone(), 0);
            } else {
                ok = false;
            }
        }
        ok
    })
}

//= make_all: schema
fn all_of(told: String) -> Test {
    Box::new(move |at, out, mut notes| {
        let mut ok = true;
        for id in &at.node.all {
            let mut own = Seen::default();
            let noted = notes.is_some();
            if at.apply(*id, out, noted.then_some(&mut own), &told) {
                if let Some(notes) = notes.as_deref_mut() {
                    notes.learn(own);
                }
                continue;
            }
            ok = false;
            if !out.listens {
                break;
            }
        }
        ok
    })
}

//= formats: schema formats_end
/// The function that checks a format.
fn format_named(name: &str) -> fn(&str) -> bool {
    match name {
        //+ format_table_date: formats date
        "date" => date,
        //+ format_table_time: formats time
        "time" => time,
        //+ format_table_date_time: formats date_time
        "date-time" => date_time,
        //+ format_table_duration: formats duration
        "duration" => duration,
        //+ format_table_ipv4: formats ipv4
        "ipv4" => ipv4,
        //+ format_table_ipv6: formats ipv6
        "ipv6" => ipv6,
        //+ format_table_hostname: formats hostname
        "hostname" => hostname,
        //+ format_table_email: formats email
        "email" => email,
        //+ format_table_uri: formats uri
        "uri" => uri,
        //+ format_table_uri_reference: formats uri_reference
        "uri-reference" => uri_reference,
        //+ format_table_uuid: formats uuid
        "uuid" => uuid,
        //+ format_table_json_pointer: formats json_pointer
        "json-pointer" => json_pointer,
        //+ format_table_regex: formats regex
        "regex" => regex,
        //+ formats_end: formats
        _ => |_| true,
    }
}
