//! `secret-in-text`: keys and tokens in the formats that their issuers document, and random text where a secret belongs: behind
//! the name of a password, in an address, in the header of a request.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex::RegexSet;

use super::File;
use crate::report::Report;

/// The issuer and the format, from the issuer's documentation.
const FORMS: [(&str, &str); 21] = [
    ("an age key", r"(?-u:\b)AGE-SECRET-KEY-1[0-9A-Z]{58}(?-u:\b)"),
    ("an Azure storage key", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    (
        "a Doppler token",
        r"(?-u:\b)dp\.(?:pt|st|ct|sa)\.(?:[a-z0-9_-]+\.)?[A-Za-z0-9]{40,44}(?-u:\b)",
    ),
    ("an AWS access key id", r"(?-u:\b)(?:AKIA|ASIA)[A-Z2-7]{16}(?-u:\b)"),
    ("a GitHub token", r"(?-u:\b)(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36}(?-u:\b)"),
    ("a GitHub token", r"(?-u:\b)github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}(?-u:\b)"),
    ("a GitLab token", r"(?-u:\b)glpat-[A-Za-z0-9_-]{20}(?-u:\b)"),
    ("an Anthropic key", r"(?-u:\b)sk-ant-(?:api|admin)[0-9]{2}-[A-Za-z0-9_-]{80,}"),
    ("an OpenAI key", r"(?-u:\b)sk-(?:proj-|svcacct-|admin-)[A-Za-z0-9_-]{40,}"),
    ("an OpenAI key", r"(?-u:\b)sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}(?-u:\b)"),
    ("a Google API key", r"(?-u:\b)AIza[A-Za-z0-9_-]{35}(?-u:\b)"),
    ("a Slack token", r"(?-u:\b)xox[baprs]-[0-9]{10,13}-[0-9]{10,13}[A-Za-z0-9-]*"),
    ("a Slack webhook", r"hooks\.slack\.com/services/T[A-Z0-9]{8,}/B[A-Z0-9]{8,}/[A-Za-z0-9]{24}"),
    ("a Stripe key", r"(?-u:\b)[rs]k_live_[A-Za-z0-9]{24,}(?-u:\b)"),
    ("an npm token", r"(?-u:\b)npm_[A-Za-z0-9]{36}(?-u:\b)"),
    ("a PyPI token", r"(?-u:\b)pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}"),
    ("a Hugging Face token", r"(?-u:\b)hf_[A-Za-z]{34}(?-u:\b)"),
    ("a SendGrid key", r"(?-u:\b)SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?-u:\b)"),
    ("a Telegram bot token", r"(?-u:\b)[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?-u:\b)"),
    ("a Twilio key", r"(?-u:\b)SK[0-9a-f]{32}(?-u:\b)"),
    (
        "a private key",
        r"-----BEGIN (?:RSA |EC |OPENSSH |DSA |PGP )?PRIVATE KEY(?: BLOCK)?-----\s+[A-Za-z0-9+/=\s]{64,}",
    ),
];

/// Parts of a match that show that it is a placeholder.
// The second one is the example token of its issuer's documentation.
const SAMPLES: [&str; 9] = [
    "1b2c3d",
    "16c7e42f292c69",
    "example",
    "xxxx",
    "0000000",
    "1234567",
    "abcdef",
    "your",
    "sflkxwrjsmekkf2qt4fw",
];

/// Whether a text contains a part of a placeholder, in any case.
fn is_sample(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    SAMPLES.iter().any(|sample| lower.contains(sample))
}

/// Whether a text has one character eight times in a row, as in `AKIAYYYYYYYYYYYYYYYY`. Keys are random.
fn has_run(text: &str) -> bool {
    const LONG: usize = 8;
    let bytes = text.as_bytes();
    bytes.windows(LONG).any(|run| run.iter().all(|byte| *byte == run[0]))
}

struct Forms {
    set: RegexSet,
    each: Vec<regex::Regex>,
}

fn forms() -> &'static Forms {
    static FORMS_READ: OnceLock<Forms> = OnceLock::new();
    FORMS_READ.get_or_init(|| {
        let patterns = FORMS.map(|(_, pattern)| pattern);
        let each = patterns.iter().map(|pattern| regex::Regex::new(pattern));
        Forms {
            set: RegexSet::new(patterns).expect("invariant: the forms are patterns"),
            each: each.collect::<Result<_, _>>().expect("invariant: the forms are patterns"),
        }
    })
}

/// A secret at a place of a text.
struct SecretPlace<'t> {
    at: usize,
    value: &'t str,
    message: String,
    advice: &'static str,
}

impl<'t> SecretPlace<'t> {
    fn new(found: regex::Match<'t>, message: String, advice: &'static str) -> SecretPlace<'t> {
        SecretPlace { at: found.start(), value: found.as_str(), message, advice }
    }
}

/// The first characters of a secret, for a message.
fn start_of(secret: &str, count: usize) -> String {
    secret.chars().take(count).collect()
}

/// Reports each secret of a text once, with its other places.
pub(super) fn check(file: &File<'_>, report: &mut Report) {
    let mut places = issued(file.text);
    places.extend(web_tokens(file.text));
    if !is_of_scanner(file.text) {
        places.extend(named(file.text));
    }
    places.extend(logins_of(file.text));
    places.extend(default_values(file.text));
    places.extend(passwords_of_addresses(file.text));
    places.retain(|place| !is_published(place.value));
    // The order of the patterns decides what a secret is called that two of them match.
    let mut secrets: Vec<(&str, Vec<SecretPlace<'_>>)> = Vec::new();
    let mut index: BTreeMap<&str, usize> = BTreeMap::new();
    for place in places {
        let known = *index.entry(place.value).or_insert(secrets.len());
        match secrets.get_mut(known) {
            Some((_, all)) => all.push(place),
            None => secrets.push((place.value, vec![place])),
        }
    }
    for (_, mut all) in secrets {
        all.sort_by_key(|place| place.at);
        all.dedup_by_key(|place| place.at);
        let mut all = all.into_iter();
        let Some(first) = all.next() else { continue };
        let others: Vec<usize> = all.map(|place| place.at).collect();
        let message = match others.len() {
            0 => first.message.clone(),
            more => format!("{} ({} times in this file)", first.message, more + 1),
        };
        file.at("secret-in-text", first.at, message, report)
            .advise(first.advice)
            .known_as(first.message)
            .also_at(others.into_iter().map(|at| file.position(at)));
    }
}

/// Whether a text is the output of a scanner for secrets, which quotes invented ones in samples. Keys in the format of an
/// issuer are still reported.
fn is_of_scanner(text: &str) -> bool {
    const KEYS: [&str; 7] = [
        "\"secret_type\"",
        "\"pattern_name\"",
        "\"value_preview\"",
        "\"remediation\"",
        "\"confidence\"",
        "\"DetectorName\"",
        "\"RuleID\"",
    ];
    KEYS.iter().filter(|key| text.contains(**key)).count() >= 2
}

/// Keys in the formats of their issuers.
fn issued(text: &str) -> Vec<SecretPlace<'_>> {
    let forms = forms();
    let mut places = Vec::new();
    for index in forms.set.matches(text) {
        for found in forms.each[index].find_iter(text) {
            let value = found.as_str();
            let is_key_file = FORMS[index].0 == "a private key";
            if is_sample(value) || !is_key_file && has_run(value) {
                continue;
            }
            places.push(SecretPlace::new(
                found,
                format!("the text contains {}: {}…", FORMS[index].0, start_of(value, 8)),
                "revoke it, and read it from the environment: everybody who has the skill has the key",
            ));
        }
    }
    places
}

fn web_tokens(text: &str) -> impl Iterator<Item = SecretPlace<'_>> {
    let found = tokens().find_iter(text).filter(|found| is_web_token(found.as_str()));
    found.map(|found| {
        SecretPlace::new(
            found,
            format!("the text contains a signed token (JWT): {}…", start_of(found.as_str(), 8)),
            "revoke it, and read it from the environment: everybody who has the skill has the token",
        )
    })
}

/// Random text behind the name of a secret.
fn named(text: &str) -> Vec<SecretPlace<'_>> {
    let mut places = Vec::new();
    for (pattern, what) in [(assignments(), "a secret as"), (headers(), "a secret in")] {
        for found in pattern.captures_iter(text) {
            let (Some(name), Some(value)) = (found.get(1), found.get(2)) else { continue };
            if is_random(value.as_str()) && !stands_for_secret(value.as_str()) {
                let shown = start_of(value.as_str(), 4);
                places.push(SecretPlace::new(
                    value,
                    format!("the text contains {what} {}: {shown}…", name.as_str()),
                    "revoke it, and read it from the environment: everybody who has the skill has the secret",
                ));
            }
        }
    }
    places
}

fn logins_of(text: &str) -> Vec<SecretPlace<'_>> {
    let mut places = Vec::new();
    for found in logins().captures_iter(text) {
        let (Some(user), Some(password)) = (found.get(1), found.get(2)) else { continue };
        let line = text[found.get(0).map_or(0, |all| all.start())..].split('\n').next();
        let host = line.and_then(|line| line.split("://").nth(1));
        let host = host.and_then(|rest| rest.split(['/', ':', '"', '\'', ' ']).next());
        if is_password(user.as_str(), password.as_str()) && host.is_none_or(is_real_host) {
            places.push(SecretPlace::new(
                password,
                format!("the text contains the password of {}", user.as_str()),
                "change it, and read it from the environment: everybody who has the skill has the password",
            ));
        }
    }
    places
}

fn default_values(text: &str) -> Vec<SecretPlace<'_>> {
    let mut places = Vec::new();
    for found in defaults().captures_iter(text) {
        let (Some(name), Some(value)) = (found.get(1), found.get(2)) else { continue };
        if is_random(value.as_str()) {
            let (name, shown) = (name.as_str(), start_of(value.as_str(), 8));
            places.push(SecretPlace::new(
                value,
                format!("the text contains a secret as the default of {name}: {shown}…"),
                "revoke it, and end with a message if the variable is not set: everybody who has the skill has the secret",
            ));
        }
    }
    places
}

fn passwords_of_addresses(text: &str) -> Vec<SecretPlace<'_>> {
    let mut places = Vec::new();
    for found in addresses().captures_iter(text) {
        let (Some(user), Some(password), Some(host)) = (found.get(1), found.get(2), found.get(3))
        else {
            continue;
        };
        if is_password(user.as_str(), password.as_str()) && is_real_host(host.as_str()) {
            places.push(SecretPlace::new(
                password,
                format!("the text contains a password in an address of {}", host.as_str()),
                "change it, and read it from the environment: everybody who has the skill has the password",
            ));
        }
    }
    places
}

/// Whether a value is a key that its issuer publishes for everybody: those of the storage emulator (Azurite) and of the Cosmos DB
/// emulator, from their documentation.
fn is_published(value: &str) -> bool {
    const KEYS: [&str; 2] = [
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
        "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
    ];
    let value = value.strip_prefix("AccountKey=").unwrap_or(value);
    KEYS.contains(&value)
}

/// Signed tokens: two parts of JSON and a signature.
fn tokens() -> &'static regex::Regex {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    pattern(&READ, r"(?-u:\b)eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{32,}")
}

/// Whether a token is somebody's: public keys of projects and the samples of documentation say in their content what they are.
fn is_web_token(token: &str) -> bool {
    const PUBLIC: [&str; 9] =
        ["anon", "demo", "example", "sample", "test", "john", "jane", "1234567890", "your"];
    let content = token.split('.').nth(1).map(from_base64).unwrap_or_default().to_ascii_lowercase();
    let signature = token.rsplit('.').next().unwrap_or_default();
    content.contains(':')
        && !PUBLIC.iter().any(|word| content.contains(word))
        && is_random(signature)
}

/// The text of base64 for URLs; bytes that are no ASCII are left out.
fn from_base64(text: &str) -> String {
    let mut bits = 0_u32;
    let mut count = 0;
    let mut out = String::new();
    for c in text.bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'-' | b'+' => 62,
            _ => 63,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            let byte = u8::try_from((bits >> count) & 0xff).unwrap_or_default();
            bits &= (1 << count) - 1;
            if byte.is_ascii() {
                out.push(char::from(byte));
            }
        }
    }
    out
}

/// Text in quotes behind the name of a secret: `password = "…"`, `"api_key": "…"`.
fn assignments() -> &'static regex::Regex {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    pattern(
        &READ,
        r#"(?i)(?-u:\b)((?:[a-z0-9]+[_-])*(?:password|passwd|secret|secret[_-]?key|auth[_-]?token|access[_-]?token|api[_-]?key))["']?\s*(?::|=>?)\s*["']([^\s"'<>{}()\[\]]{14,120})["']"#,
    )
}

/// The token in the header of a request.
fn headers() -> &'static regex::Regex {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    pattern(&READ, r"(?i)(Authorization):\s*(?:Bearer|token)\s+([A-Za-z0-9_\-.~+/=]{40,200})")
}

/// The user and the password of `curl -u`.
fn logins() -> &'static regex::Regex {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    pattern(
        &READ,
        r#"(?-u:\b)curl\s[^\n]*?(?:-u|--user)[\s=]+["']?([A-Za-z0-9_.@-]+):([^\s"'$<>{}`\[\]]{8,})"#,
    )
}

fn pattern(cell: &'static OnceLock<regex::Regex>, text: &str) -> &'static regex::Regex {
    cell.get_or_init(|| regex::Regex::new(text).expect("invariant: it is a pattern"))
}

/// Whether random text says that it is none: words for secrets, paths, addresses, and three or more words.
fn stands_for_secret(value: &str) -> bool {
    const WORDS: [&str; 14] = [
        "pass",
        "secret",
        "token",
        "your",
        "change",
        "placeholder",
        "dummy",
        "fake",
        "test",
        "sample",
        "redacted",
        "insert",
        "here",
        "...",
    ];
    let lower = value.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
        || value.contains("://")
        || value.starts_with(['$', '%'])
        || value.starts_with("eyJ")
        || value.split(['/', '.', '-', '_']).filter(|word| word.len() > 2).count() > 4
}

/// Defaults of environment variables whose names say that they hold a secret: `${API_TOKEN:-…}`, `os.getenv("API_TOKEN", "…")`,
/// `process.env.API_TOKEN || "…"`.
fn defaults() -> &'static regex::Regex {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    READ.get_or_init(|| {
        regex::Regex::new(
            r#"(?:\$\{|(?:getenv|environ\.get)\(\s*["']|process\.env\.)([A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|API_?KEY)[A-Z0-9_]*)(?::?[-=]["']?|["']\s*,\s*["']|\s*(?:\|\||\?\?)\s*["'])([A-Za-z0-9_+/=-]{24,})["'})]"#,
        )
        .expect("invariant: it is a pattern")
    })
}

/// Whether a text is no word and no placeholder: hexadecimal digits, or letters of both cases with several digits.
fn is_random(value: &str) -> bool {
    let count = |kind: fn(&char) -> bool| value.chars().filter(kind).count();
    let digits = count(char::is_ascii_digit);
    let is_hex =
        value.len() >= 32 && value.chars().all(|c| c.is_ascii_hexdigit()) && digits < value.len();
    let is_mixed = count(char::is_ascii_uppercase) >= 4 && count(char::is_ascii_lowercase) >= 4;
    digits >= 4 && (is_hex || is_mixed) && !is_sample(value) && !has_run(value)
}

/// URLs with a user and a password.
fn addresses() -> &'static regex::Regex {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    READ.get_or_init(|| {
        regex::Regex::new(
            r#"(?-u:\b)(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|https?|ftp)://([A-Za-z0-9_.-]+):([^\s:@/"'`<>${}*\[\]]{8,})@([A-Za-z0-9.-]+)"#,
        )
        .expect("invariant: it is a pattern")
    })
}

/// Whether a text is a real password, not a placeholder.
fn is_password(user: &str, password: &str) -> bool {
    let lower = password.to_ascii_lowercase();
    let stands_for_one =
        ["pass", "secret", "user", "token", "your", "changeme", "admin", "hunter", "..."];
    let has = |kind: fn(&char) -> bool| password.chars().any(|c| kind(&c));
    password != user
        && has(char::is_ascii_digit)
        && has(char::is_ascii_alphabetic)
        && !stands_for_one.iter().any(|word| lower.contains(word))
        && !is_sample(password)
}

/// Whether a host is on the internet: not this machine, a container's name or a reserved example name.
fn is_real_host(host: &str) -> bool {
    let stands_for_one = [
        "example",
        "localhost",
        "127.0.0.1",
        "0.0.0.0",
        "your",
        "host.",
        ".local",
        ".internal",
        ".test",
    ];
    host.contains('.') && !stands_for_one.iter().any(|word| host.contains(word))
}
