//! The cache of skill outputs (docs/seed-coverage.md, "Skill validation protocol"): keys, file names, and
//! entries as text. Files, locks and the clock are the command's.

mod entry;
mod time;

use serde_json::Value;
use sha2::{Digest, Sha256};

pub use entry::{Corrupt, Entry};
pub use time::{parse_rfc3339, rfc3339};

use crate::canonical::{TooLarge, canonical};

/// The place of a stored output: the key of the seed, and its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The skill's name.
    pub skill: String,
    /// SHA-256 of the inputs' canonical JSON, in lower-case hex.
    pub hash: String,
}

/// Digits of the hash in names.
const SHORT: usize = 12;
/// The maximum length of a skill's name in a file name.
const MAX_NAME: usize = 120;

impl Key {
    /// The key of a skill and its inputs, without coercion.
    ///
    /// # Errors
    /// A number that canonical JSON can't hold.
    pub fn new(skill: &str, inputs: &Value) -> Result<Key, TooLarge> {
        Ok(Key { skill: skill.to_owned(), hash: hex_digest(canonical(inputs)?.as_bytes()) })
    }

    /// The first digits of the hash.
    #[must_use]
    pub fn short_hash(&self) -> &str {
        &self.hash[..SHORT]
    }

    /// `{skill_name}-{short_hash}.md`. A name that could lead elsewhere, or is not a valid file name,
    /// is made safe and gets a digest, so that it stays unique.
    #[must_use]
    pub fn file_name(&self) -> String {
        let harmless = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
        let sound = !self.skill.is_empty()
            && self.skill.len() <= MAX_NAME
            && !self.skill.starts_with(['.', '-', ' '])
            && self.skill.chars().all(harmless);
        if sound {
            return format!("{}-{}.md", self.skill, self.short_hash());
        }
        let mut name: String =
            self.skill.chars().map(|c| if harmless(c) && c != '.' { c } else { '_' }).collect();
        while name.len() > MAX_NAME {
            name.pop();
        }
        let digest = hex_digest(self.skill.as_bytes());
        format!("_{name}-{}-{}.md", &digest[..SHORT], self.short_hash())
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.skill, self.hash)
    }
}

fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Corrupt, Entry, Key, parse_rfc3339, rfc3339};
    use serde_json::json;

    #[test]
    fn keys_are_those_of_the_canonical_text() {
        let key = Key::new("m", &json!({"b": 1.0, "a": "x"})).expect("in range");
        // sha256 of {"a":"x","b":1}
        assert_eq!(key, Key::new("m", &json!({"a": "x", "b": 1})).expect("in range"));
        assert_eq!(key.to_string(), format!("m:{}", key.hash));
        assert_eq!(key.file_name(), format!("m-{}.md", &key.hash[..12]));
    }

    #[test]
    fn names_never_lead_elsewhere() {
        for skill in ["../x", "a/b", "", ".", "..", "\\a", "a\0b", "-rf", "x\ny", &"n".repeat(400)]
        {
            let name = Key::new(skill, &json!(1)).expect("in range").file_name();
            assert!(!name.contains(['/', '\\', '\0', '\n']) && !name.starts_with('.'), "{name}");
            assert!(name.len() < 255, "{name}");
        }
        let name = |skill| Key::new(skill, &json!(1)).expect("in range").file_name();
        assert_ne!(name("a/b"), name("a?b"));
    }

    #[test]
    fn an_entry_in_yaml_can_be_written_again() {
        let text = "---\ncategory: cache\ncache_key: s:0123\ncreated_at: 2026-04-04T10:00:00Z\n\
                    expires_at: 2026-04-04T10:30:00Z\n---\nanswer: 42\n";
        let entry = Entry::read(text).expect("an entry");
        let again = Entry::read(&entry.to_text()).expect("an entry");
        assert_eq!((&again.key, &again.output), (&entry.key, &json!({"answer": 42})));
    }

    #[test]
    fn entries_come_back() {
        for skill in ["brain-memory-kb", "no", "a: b", "#x", "ü/\"q\"", "1.0"] {
            let key = Key::new(skill, &json!({"q": [1, 2]})).expect("in range");
            let output = json!({"text": "---\n---", "n": 1e5});
            let text = Entry::new(&key, "c0de", &output, 1_777_636_800, 0.5).to_text();
            let entry = Entry::read(&text).expect("an entry");
            assert_eq!((entry.key.as_str(), &entry.output), (key.to_string().as_str(), &output));
            assert_eq!(entry.expires_at, 1_777_636_830);
            assert!(entry.is_expired(1_777_636_830) && !entry.is_expired(1_777_636_829));
            for cut in 0..text.trim_end().len() {
                if text.is_char_boundary(cut) {
                    assert!(Entry::read(&text[..cut]).is_err(), "{}", &text[..cut]);
                }
            }
        }
        assert!(matches!(Entry::read("# a note"), Err(Corrupt(_))));
    }

    #[test]
    fn times() {
        for text in ["1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2026-04-04T10:30:00Z"] {
            assert_eq!(parse_rfc3339(text).map(rfc3339).as_deref(), Some(text));
        }
        assert_eq!(
            parse_rfc3339("2026-04-04T12:30:00+02:00"),
            parse_rfc3339("2026-04-04T10:30:00Z")
        );
        assert_eq!(parse_rfc3339("2026-02-30T12:30:00Z"), None);
    }
}
