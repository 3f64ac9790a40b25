//! The fast path of scalars: a read number is checked as a machine number if that is exact.

use contract::Type as Json;
use serde_json::{Number, Value};

use super::super::format_function;
use super::super::schema::decimal;
use super::super::text::quoted;
use super::{Off, Quick, Read, allowed};
use crate::backend::walk::bound;
use crate::ir::{Check, Kind};
use crate::types::Type;

impl<'u> Quick<'_, 'u, '_> {
    pub(super) fn boolean(&mut self, list: &[&Check]) -> Read {
        let allowed = allowed(list, Json::Boolean)?;
        let Some(allowed) = allowed else { return Ok("r.boolean()?".to_owned()) };
        let v = self.fresh("v");
        self.line(format!("let {v} = r.boolean()?;"));
        for flag in [true, false] {
            if !allowed.iter().any(|value| value.as_bool() == Some(flag)) {
                let failed = if flag { v.clone() } else { format!("!{v}") };
                self.refuse_if(&failed);
            }
        }
        Ok(v)
    }

    pub(super) fn null(&mut self, list: &[&Check]) -> Read {
        if allowed(list, Json::Null)?.is_some_and(|all| !all.contains(&&Value::Null)) {
            return Err(Off::Never);
        }
        self.refuse_if("!r.takes(\"null\")");
        Ok("()".to_owned())
    }

    pub(super) fn float(&mut self, list: &[&Check]) -> Read {
        if allowed(list, Json::Number)?.is_some() {
            return Err(Off::Slow);
        }
        let v = self.fresh("v");
        let (checks, ()) = self.apart(|quick| {
            for check in list {
                quick.bound(check, &v);
            }
        });
        if checks.is_empty() {
            return Ok("r.figure()?.float()?".to_owned());
        }
        self.line(format!("let {v} = r.figure()?;"));
        self.line(checks);
        Ok(format!("{v}.float()?"))
    }

    /// A bound of a number.
    fn bound(&mut self, check: &Check, v: &str) {
        let Some((bound, refused)) = ordered(&check.kind) else {
            if let Kind::MultipleOf(divisor) = &check.kind {
                self.multiple(divisor, &format!("&{v}.text.parse().ok()?"));
            }
            return;
        };
        let text = quoted(&bound.to_string());
        let failed = match plain_double(bound) {
            Some(double) => {
                format!("{v}.to({double}, {text})?.{refused}()")
            }
            None => {
                format!("runtime::compare(&{v}.text.parse().ok()?, {text}).{refused}()")
            }
        };
        self.refuse_if(&failed);
    }

    fn multiple(&mut self, divisor: &Number, number: &str) {
        // The checks have rejected a divisor that is too long.
        let (digits, exponent) = decimal(divisor);
        let digits = grouped(&digits);
        self.refuse_if(&format!("!runtime::multiple({number}, {digits}, {exponent})"));
    }

    pub(super) fn integer(&mut self, ty: &Type, list: &[&Check]) -> Read {
        if allowed(list, Json::Integer)?.is_some() {
            return Err(Off::Slow);
        }
        let v = self.fresh("v");
        let (checks, ()) = self.apart(|quick| {
            if let [low, high] = inclusive(list)[..] {
                let (low, high) = (grouped(&low.to_string()), grouped(&high.to_string()));
                quick.refuse_if(&format!("!({low}..={high}).contains(&{v})"));
            }
            for check in list {
                if let Kind::MultipleOf(divisor) = &check.kind {
                    quick.multiple(divisor, &format!("&serde_json::Number::from({v})"));
                }
                let Some((bound, refused)) = ordered(&check.kind) else { continue };
                let operator = match refused {
                    "is_lt" => "<",
                    "is_gt" => ">",
                    "is_le" => "<=",
                    _ => ">=",
                };
                match bound.as_i64() {
                    Some(_) if matches!(inclusive(list)[..], [_, _]) => {}
                    Some(whole) => {
                        let whole = grouped(&whole.to_string());
                        quick.refuse_if(&format!("{v} {operator} {whole}"));
                    }
                    None => {
                        let text = quoted(&bound.to_string());
                        let number =
                            format!("runtime::compare(&serde_json::Number::from({v}), {text})");
                        quick.refuse_if(&format!("{number}.{refused}()"));
                    }
                }
            }
        });
        let mut read = "r.figure()?.whole?".to_owned();
        if !checks.is_empty() {
            self.line(format!("let {v} = {read};"));
            self.line(checks);
            read = v;
        }
        Ok(match self.printer.text(ty, None).as_str() {
            "u64" => format!("u64::try_from({read}).ok()?"),
            "i64" => read,
            _ => format!("runtime::Integer::from({read})"),
        })
    }

    pub(super) fn string(&mut self, list: &[&'u Check]) -> Read {
        let allowed = allowed(list, Json::String)?;
        let v = self.fresh("v");
        let (checks, ()) = self.apart(|quick| quick.string_checks(list, allowed, &v));
        if checks.is_empty() {
            return Ok("r.text()?".to_owned());
        }
        self.line(format!("let {v} = r.text()?;"));
        self.line(checks);
        Ok(v)
    }

    /// The checks of a string; `s` is one or refers to one.
    pub(super) fn string_checks(
        &mut self,
        list: &[&'u Check],
        allowed: Option<Vec<&Value>>,
        s: &str,
    ) {
        if let Some(allowed) = allowed {
            let mut texts: Vec<String> =
                allowed.iter().filter_map(|v| v.as_str()).map(quoted).collect();
            texts.sort_unstable();
            texts.dedup();
            let failed = match texts.as_slice() {
                [] => "true".to_owned(),
                _ => format!("!matches!({s}.as_str(), {})", texts.join(" | ")),
            };
            self.refuse_if(&failed);
        }
        let mut all = Vec::new();
        for check in list {
            let failed = match &check.kind {
                Kind::MinLength(1) => format!("{s}.is_empty()"),
                Kind::MinLength(least) => format!("{s}.chars().count() < {least}"),
                Kind::MaxLength(0) => format!("!{s}.is_empty()"),
                Kind::MaxLength(most) => {
                    format!("{s}.len() > {most} && {s}.chars().count() > {most}")
                }
                Kind::Pattern { pattern: wanted, .. } => {
                    // A pattern that can't be matched was rejected with the schema's table.
                    let program = self.programs.name(wanted).unwrap_or_default();
                    format!("!{program}.found(&{s})")
                }
                Kind::Format(format) => {
                    let function = format_function(*format);
                    self.needs.insert(function);
                    format!("!runtime::{function}(&{s})")
                }
                _ => continue,
            };
            all.push(failed);
        }
        let joined = all.join(" || ");
        match all.len() {
            0 => {}
            _ if joined.len() <= 70 => self.refuse_if(&joined),
            _ => all.iter().for_each(|failed| self.refuse_if(failed)),
        }
    }
}

/// The smallest and largest whole number, if a schema has exactly these two bounds.
fn inclusive(list: &[&Check]) -> Vec<i64> {
    let (mut low, mut high, mut others) = (Vec::new(), Vec::new(), 0);
    for check in list {
        match &check.kind {
            Kind::Minimum(bound) => low.extend(bound.as_i64()),
            Kind::Maximum(bound) => high.extend(bound.as_i64()),
            kind if ordered(kind).is_some() => others += 1,
            _ => {}
        }
    }
    match (low.as_slice(), high.as_slice(), others) {
        ([low], [high], 0) if low <= high => vec![*low, *high],
        _ => Vec::new(),
    }
}

/// A bound, and the rejected ordering.
fn ordered(kind: &Kind) -> Option<(&Number, &'static str)> {
    bound(kind).and_then(|(test, bound)| Some((bound, order(test)?)))
}

/// The literal of a bound with at most 15 digits and no exponent: no other number with so few
/// digits has the same double.
fn plain_double(bound: &Number) -> Option<String> {
    let text = bound.to_string();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits > 15 || text.contains(['e', 'E']) {
        return None;
    }
    Some(grouped(&if text.contains('.') { text } else { text + ".0" }))
}

/// A decimal literal whose whole digits are in groups of three, if there are more than five.
fn grouped(number: &str) -> String {
    let (whole, fraction) = number.find('.').map_or((number, ""), |at| number.split_at(at));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    if digits.len() < 6 {
        return number.to_owned();
    }
    let mut out = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push('_');
        }
        out.push(digit);
    }
    out + fraction
}

/// The ordering to its bound that makes a number invalid.
fn order(test: &str) -> Option<&'static str> {
    Some(match test {
        "<" => "is_lt",
        ">" => "is_gt",
        "<=" => "is_le",
        ">=" => "is_ge",
        _ => return None,
    })
}
