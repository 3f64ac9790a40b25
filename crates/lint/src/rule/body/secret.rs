//! `secret-in-text`: keys and tokens in the formats that their issuers document. Formats are data; entropy is not
//! measured, so example keys and random text are not reported.

use std::sync::OnceLock;

use regex::RegexSet;

use super::File;
use crate::report::Report;

/// The issuer and the format, from the issuer's documentation.
const FORMS: [(&str, &str); 18] = [
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
const SAMPLES: [&str; 10] = [
    "1B2C3D",
    "16C7e42F292c69",
    "EXAMPLE",
    "example",
    "xxxx",
    "XXXX",
    "0000000",
    "1234567",
    "abcdef",
    "your",
];

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

pub(super) fn check(file: &File<'_>, report: &mut Report) {
    let forms = forms();
    for index in forms.set.matches(file.text) {
        for found in forms.each[index].find_iter(file.text) {
            let text = found.as_str();
            if SAMPLES.iter().any(|sample| text.contains(sample)) {
                continue;
            }
            let shown: String = text.chars().take(8).collect();
            let message = format!("{} stands in the text: {shown}…", FORMS[index].0);
            file.at("secret-in-text", found.start(), message, report).advise(
                "revoke it, and read it from the environment: everybody who has the skill has the key",
            );
        }
    }
    for found in addresses().captures_iter(file.text) {
        let (Some(user), Some(password), Some(host)) = (found.get(1), found.get(2), found.get(3))
        else {
            continue;
        };
        if is_password(user.as_str(), password.as_str()) && is_real_host(host.as_str()) {
            let message = format!("a password stands in an address of {}", host.as_str());
            file.at("secret-in-text", password.start(), message, report).advise(
                "change it, and read it from the environment: everybody who has the skill has the password",
            );
        }
    }
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
        && !SAMPLES.iter().any(|sample| password.contains(sample))
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
