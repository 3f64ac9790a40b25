//! A cache entry as a file: front matter with the seed's keys, then the output as JSON.

use contract::source::frontmatter::split;
use contract::{Document, value::equal};
use serde_json::{Number, Value, json};

use super::{Key, hex_digest, parse_rfc3339, rfc3339};

/// The error of a file that should be a cache entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Corrupt(pub String);

/// A stored output.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The whole key: skill, colon, hash.
    pub key: String,
    /// The output.
    pub output: Value,
    /// The time of writing, in seconds since 1970.
    pub created_at: i64,
    /// The time from which the entry is expired.
    pub expires_at: i64,
    /// A digest of what the key omits: the contract, the script, its arguments.
    pub context: String,
    /// The seal of the user whose run wrote the entry, over [`Entry::sealed_parts`]; empty if there is none.
    pub seal: String,
    skill: String,
    short_hash: String,
    ttl_minutes: f64,
    digest: String,
}

impl Entry {
    /// An entry for an output that was made `now` in a context and stays valid for `ttl_minutes`; it is not sealed
    /// yet.
    #[must_use]
    pub fn new(key: &Key, context: &str, output: &Value, now: i64, ttl_minutes: f64) -> Entry {
        let minutes = if ttl_minutes.is_finite() { ttl_minutes.max(0.0) } else { 0.0 };
        // A hundred years are long enough, and years keep four digits.
        let seconds = (minutes * 60.0).min(3_155_760_000.0).floor();
        #[allow(clippy::cast_possible_truncation, reason = "bounded just above")]
        let life = seconds as i64;
        Entry {
            key: key.to_string(),
            output: output.clone(),
            created_at: now,
            expires_at: now.saturating_add(life),
            context: context.to_owned(),
            seal: String::new(),
            skill: key.skill.clone(),
            short_hash: key.short_hash().to_owned(),
            ttl_minutes: minutes,
            digest: hex_digest(output.to_string().as_bytes()),
        }
    }

    /// What a seal covers: the key, the context, both times and the output.
    #[must_use]
    pub fn sealed_parts(&self) -> [String; 5] {
        let (from, to) = (rfc3339(self.created_at), rfc3339(self.expires_at));
        [self.key.clone(), self.context.clone(), from, to, self.digest.clone()]
    }

    /// Whether the entry is expired.
    #[must_use]
    pub fn is_expired(&self, now: i64) -> bool {
        now >= self.expires_at
    }

    /// The file's text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let body = self.output.to_string();
        let name = format!("session.current.cache.{}.{}", self.skill, self.short_hash);
        let ttl = Number::from_f64(self.ttl_minutes).map_or(json!(0), |n| shortest(&n));
        let lines = [
            format!("entity_name: {}", scalar(&name)),
            "namespace: session.current".to_owned(),
            "category: cache".to_owned(),
            "status: accepted".to_owned(),
            format!("tags: [cache, {}]", scalar(&self.skill)),
            format!("created_at: {}", rfc3339(self.created_at)),
            format!("cache_key: {}", scalar(&self.key)),
            format!("cache_ttl_minutes: {ttl}"),
            format!("expires_at: {}", rfc3339(self.expires_at)),
            format!("context_sha256: \"{}\"", self.context),
            // An entry of another tool may hold the same output in other words, such as YAML.
            format!("output_sha256: \"{}\"", hex_digest(body.as_bytes())),
            format!("seal: \"{}\"", self.seal),
        ];
        format!("---\n{}\n---\n\n{body}\n", lines.join("\n"))
    }

    /// Reads a file's text. Other tools may write the output as YAML.
    ///
    /// # Errors
    /// The file is not an entry, or is damaged.
    pub fn read(text: &str) -> Result<Entry, Corrupt> {
        let parts = split(text).ok_or_else(|| Corrupt("no front matter".to_owned()))?;
        let front = Document::yaml("entry", parts.yaml.as_bytes())
            .map_err(|e| Corrupt(format!("front matter: {}", e.message)))?;
        let front = front.value();
        let word = |key: &str| {
            let text = front.get(key).and_then(Value::as_str).map(str::to_owned);
            text.ok_or_else(|| Corrupt(format!("front matter without {key}")))
        };
        let time = |key: &str| {
            let text = word(key)?;
            parse_rfc3339(&text).ok_or_else(|| Corrupt(format!("{key} is no time: {text}")))
        };
        if front.get("category") != Some(&json!("cache")) {
            return Err(Corrupt("front matter without category: cache".to_owned()));
        }
        let key = word("cache_key")?;
        let (skill, hash) =
            key.rsplit_once(':').ok_or_else(|| Corrupt(format!("cache_key is none: {key}")))?;
        let body = parts.body.trim();
        let digest = hex_digest(body.as_bytes());
        let optional = |key: &str| word(key).unwrap_or_default();
        let output = Document::json("output", body.as_bytes())
            .or_else(|_| Document::yaml("output", body.as_bytes()))
            .map_err(|_| Corrupt("the output is neither JSON nor YAML".to_owned()))?;
        if let Some(written) = front.get("output_sha256")
            && !equal(written, &json!(digest))
        {
            return Err(Corrupt("the output is not the one that was written".to_owned()));
        }
        Ok(Entry {
            output: output.value().clone(),
            created_at: time("created_at")?,
            expires_at: time("expires_at")?,
            context: optional("context_sha256"),
            seal: optional("seal"),
            digest,
            skill: skill.to_owned(),
            short_hash: hash.chars().take(super::SHORT).collect(),
            ttl_minutes: front.get("cache_ttl_minutes").and_then(Value::as_f64).unwrap_or(0.0),
            key,
        })
    }
}

/// `5`, not `5.0`.
fn shortest(number: &Number) -> Value {
    let text = number.to_string();
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    whole.parse::<Number>().map_or_else(|_| json!(0), Value::Number)
}

/// A YAML scalar that every parser reads as a string: plain if that is safe, else quoted.
fn scalar(text: &str) -> String {
    const WORDS: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"];
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
        && !text.ends_with(':')
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text));
    if plain {
        return text.to_owned();
    }
    // JSON allows characters that YAML does not print, or reads as line ends.
    let mut quoted = String::new();
    for c in Value::from(text).to_string().chars() {
        let odd = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
        if odd || contract::text::steers(c) {
            quoted.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            quoted.push(c);
        }
    }
    quoted
}
