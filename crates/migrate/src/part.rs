//! A part of a script's text: most parts are borrowed from it.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

/// A text that is a part of the script, or derived from one.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part<'a>(Cow<'a, str>);

impl Part<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, independent of the script.
    pub(crate) fn apart<'b>(self) -> Part<'b> {
        Part(Cow::Owned(self.0.into_owned()))
    }
}

impl Deref for Part<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Part<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'a> From<Cow<'a, str>> for Part<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self(text)
    }
}

impl<'a> From<&'a str> for Part<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<Part<'_>> for String {
    fn from(text: Part<'_>) -> Self {
        text.0.into_owned()
    }
}

impl PartialEq<str> for Part<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Part<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
