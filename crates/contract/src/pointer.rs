//! JSON Pointers (RFC 6901), which name places in documents in all of skillgen.

use std::fmt;

/// A JSON Pointer. The root is the empty string; tokens are stored escaped, as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

impl Pointer {
    /// The whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a pointer; `None` unless it is empty or begins with `/` and each `~` is `~0` or `~1`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !text.is_empty() && !text.starts_with('/') {
            return None;
        }
        let bytes = text.as_bytes();
        let sound = bytes
            .iter()
            .enumerate()
            .all(|(i, b)| *b != b'~' || matches!(bytes.get(i + 1), Some(b'0' | b'1')));
        sound.then(|| Self(text.to_owned()))
    }

    /// The pointer to member `name` (unescaped) of this place.
    #[must_use]
    pub fn push(&self, name: &str) -> Self {
        let mut text = String::with_capacity(self.0.len() + name.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        for c in name.chars() {
            match c {
                '~' => text.push_str("~0"),
                '/' => text.push_str("~1"),
                c => text.push(c),
            }
        }
        Self(text)
    }

    /// The pointer to element `index` of this place.
    #[must_use]
    pub fn push_index(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }

    /// This pointer followed by all of `tail`.
    #[must_use]
    pub fn join(&self, tail: &Pointer) -> Self {
        Self(format!("{}{}", self.0, tail.0))
    }

    /// The parent; `None` at the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').map(|at| Self(self.0[..at].to_owned()))
    }

    /// The tokens, unescaped, outermost first.
    #[must_use]
    pub fn tokens(&self) -> Vec<String> {
        self.0.split('/').skip(1).map(|t| t.replace("~1", "/").replace("~0", "~")).collect()
    }

    /// The last token, unescaped; `None` at the root.
    #[must_use]
    pub fn last(&self) -> Option<String> {
        self.0.rfind('/').map(|at| self.0[at + 1..].replace("~1", "/").replace("~0", "~"))
    }

    /// Whether this is the whole document.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The escaped text, as printed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl serde::Serialize for Pointer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl std::borrow::Borrow<str> for Pointer {
    fn borrow(&self) -> &str {
        &self.0
    }
}
