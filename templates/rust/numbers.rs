// Exact decimals of any size, and equality of JSON values.

//= decimal:
/// The exact value of a JSON number: ±0.DIGITS × 10^exponent, without leading and trailing zeros.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn new(number: &Number) -> Decimal {
        Decimal::parse(&number.to_string())
    }

    /// Reads the text of a JSON number.
    fn parse(text: &str) -> Decimal {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.parse::<i64>().unwrap_or(i64::from(i32::MAX));
        let negative = mantissa.starts_with('-');
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let whole = whole.trim_start_matches('-');
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|digit| digit - b'0').collect();
        let zeros = all.iter().take_while(|digit| **digit == 0).count();
        let mut digits = all[zeros..].to_vec();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Decimal { negative: false, digits, exponent: 0 };
        }
        let point = i64::try_from(whole.len()).unwrap_or(i64::MAX);
        let zeros = i64::try_from(zeros).unwrap_or(i64::MAX);
        Decimal { negative, digits, exponent: exponent.saturating_add(point).saturating_sub(zeros) }
    }
}

//= is_integer: decimal
/// Whether a value is a whole number, such as 1.0 or 1e3.
fn is_integer(value: &Value) -> bool {
    let Value::Number(number) = value else { return false };
    number.is_i64() || number.is_u64() || {
        let exact = Decimal::new(number);
        i64::try_from(exact.digits.len()).is_ok_and(|count| count <= exact.exponent.max(0))
    }
}

//= compare: decimal
/// Compares exact values; `bound` is the text of a JSON number.
fn compare(number: &Number, bound: &str) -> std::cmp::Ordering {
    use std::cmp::Ordering::{Equal, Greater, Less};
    if let (Some(a), Ok(b)) = (number.as_i64(), bound.parse::<i64>()) {
        return a.cmp(&b);
    }
    // Rounding keeps the order, so different doubles are enough to decide.
    if let (Some(a), Ok(b)) = (number.as_f64(), bound.parse::<f64>()) {
        if a < b {
            return Less;
        } else if a > b {
            return Greater;
        }
    }
    let (a, b) = (Decimal::new(number), Decimal::parse(bound));
    let sign = |x: &Decimal| i8::from(!x.digits.is_empty()) * if x.negative { -1 } else { 1 };
    match sign(&a).cmp(&sign(&b)) {
        Equal if sign(&a) == 0 => Equal,
        Equal => {
            let size = a.exponent.cmp(&b.exponent).then_with(|| a.digits.cmp(&b.digits));
            if a.negative { size.reverse() } else { size }
        }
        Less => Less,
        Greater => Greater,
    }
}

//= multiple: decimal
/// Whether a number is an exact multiple of `digits` × 10^`exponent`.
fn multiple(number: &Number, digits: u128, exponent: i64) -> bool {
    let exact = Decimal::new(number);
    let count = i64::try_from(exact.digits.len()).unwrap_or(i64::MAX);
    let shift = exact.exponent - count - exponent;
    if exact.digits.is_empty() {
        return true;
    }
    // Without trailing zeros, the number has no factor of ten that could cancel the divisor's.
    if shift < 0 {
        return false;
    }
    let rest = exact.digits.iter().fold(0, |rest, digit| (rest * 10 + u128::from(*digit)) % digits);
    let mut rest = rest;
    // The divisor has fewer factors of two and of five than bits; further factors of ten change nothing.
    for _ in 0..shift.min(128) {
        rest = rest * 10 % digits;
        if rest == 0 {
            break;
        }
    }
    rest == 0
}

//= equal: decimal
/// Equality by value: 1 equals 1.0, and the order of keys does not matter.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || Decimal::new(a) == Decimal::new(b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |key: &String, a: &Value| b.get(key).is_some_and(|b| equal(a, b));
            a.len() == b.len() && a.iter().all(|(key, a)| same(key, a))
        }
        _ => a == b,
    }
}

//= unique: decimal
/// Whether no two items are equal.
fn unique(items: &[Value]) -> bool {
    let mut known = std::collections::BTreeMap::new();
    items.iter().all(|item| known.insert(canonical(item), 0_usize).is_none())
}

/// A key that is the same for two values exactly if they are equal; built without recursion.
fn canonical(root: &Value) -> String {
    enum Todo<'v> {
        Value(&'v Value),
        Text(&'static str),
        Key(&'v str),
    }
    let (mut text, mut todo) = (String::new(), vec![Todo::Value(root)]);
    while let Some(next) = todo.pop() {
        match next {
            Todo::Text(part) => text.push_str(part),
            Todo::Key(key) => {
                text.push_str(&Value::from(key).to_string());
                text.push(':');
            }
            Todo::Value(Value::Array(items)) => {
                text.push('[');
                todo.push(Todo::Text("]"));
                for item in items.iter().rev() {
                    todo.extend([Todo::Text(","), Todo::Value(item)]);
                }
            }
            Todo::Value(Value::Object(members)) => {
                let members: Vec<(&String, &Value)> = members.iter().collect();
                let mut sorted = std::collections::BTreeMap::new();
                for (index, (key, _)) in members.iter().enumerate() {
                    sorted.insert((*key).clone(), index);
                }
                text.push('{');
                todo.push(Todo::Text("}"));
                for (_, index) in sorted.iter().rev() {
                    let (key, value) = members[*index];
                    todo.extend([Todo::Text(","), Todo::Value(value), Todo::Key(key)]);
                }
            }
            Todo::Value(Value::Number(number)) => {
                let exact = Decimal::new(number);
                let sign = if exact.negative { "-" } else { "" };
                let digits: String = exact.digits.iter().map(|d| char::from(b'0' + d)).collect();
                text.push_str(&format!("{sign}{digits}e{}", exact.exponent));
            }
            Todo::Value(other) => text.push_str(&other.to_string()),
        }
    }
    text
}

//= whole_numbers:
/// Rewrites whole numbers as integers (5.0 as 5), so that integer fields accept them. Returns whether a whole number
/// is left that an integer of 64 bits may not hold.
fn whole_numbers(root: &mut Value) -> bool {
    let mut is_wide = false;
    let mut todo = vec![root];
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.values_mut()),
            Value::Number(number) if number.is_f64() => {
                let float = number.as_f64().unwrap_or(f64::NAN);
                let whole = format!("{float:.0}").parse::<i64>();
                // Below 2^53 every whole double is an exact integer.
                let exact = float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0;
                if let (true, Ok(whole)) = (exact, whole) {
                    *number = Number::from(whole);
                }
                is_wide |= !exact && (float.fract() == 0.0 || !float.is_finite());
            }
            Value::Number(number) => is_wide |= !number.is_i64(),
            _ => {}
        }
    }
    is_wide
}

//= integer: decimal
/// A whole number of any size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Integer(Number);

impl Integer {
    /// The number, if it is in range.
    pub fn as_i64(&self) -> Option<i64> {
        self.to_string().parse().ok()
    }

    /// The number, if it is in range.
    pub fn as_u64(&self) -> Option<u64> {
        self.to_string().parse().ok()
    }

    /// The number as JSON.
    pub fn as_number(&self) -> &Number {
        &self.0
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let exact = Decimal::new(&self.0);
        let count = usize::try_from(exact.exponent).unwrap_or(0);
        let digits = exact.digits.iter().map(|digit| char::from(b'0' + digit));
        let digits: String = digits.chain(std::iter::repeat('0')).take(count).collect();
        let sign = if exact.negative { "-" } else { "" };
        write!(f, "{sign}{}", if digits.is_empty() { "0" } else { &digits })
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Integer(Number::from(value))
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Self {
        Integer(Number::from(value))
    }
}

impl From<i32> for Integer {
    fn from(value: i32) -> Self {
        Integer(Number::from(value))
    }
}

impl From<u32> for Integer {
    fn from(value: u32) -> Self {
        Integer(Number::from(value))
    }
}

impl PartialEq<i64> for Integer {
    fn eq(&self, other: &i64) -> bool {
        self.as_i64() == Some(*other)
    }
}
