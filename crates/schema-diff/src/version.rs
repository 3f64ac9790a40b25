//! Declared versions: how large a step was taken, and whether it is as large as the changes ask for.

use contract::Bump;
use semver::{Prerelease, Version};

/// What the two declared versions say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// As it stood.
    pub old: String,
    /// As it stood.
    pub new: String,
    /// The step between them; `None` where one is no semantic version, or the new one is older.
    pub bump: Option<Bump>,
    /// Whether the step is large enough.
    pub sufficient: bool,
    /// The smallest version that is.
    pub next_version: Option<String>,
    /// What is odd about them.
    pub note: Option<String>,
}

/// Reads a version: semantic, with a leading `v` and missing places forgiven.
#[must_use]
pub fn read(text: &str) -> Option<Version> {
    let text = text.trim();
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    if let Ok(version) = Version::parse(text) {
        return Some(version);
    }
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let places = core.split('.').count();
    let padded = match places {
        1 => format!("{core}.0.0"),
        2 => format!("{core}.0"),
        _ => return None,
    };
    Version::parse(&format!("{padded}{}", &text[core.len()..])).ok()
}

/// Judges the declared step by the one that is required.
#[must_use]
pub fn judge(old: &str, new: &str, required: Bump) -> Declared {
    let declared = |bump, sufficient, next: Option<&Version>, note: Option<&str>| Declared {
        old: old.to_owned(),
        new: new.to_owned(),
        bump,
        sufficient,
        next_version: next.map(Version::to_string),
        note: note.map(str::to_owned),
    };
    let (Some(from), Some(to)) = (read(old), read(new)) else {
        let note = "not a semantic version (MAJOR.MINOR.PATCH), so the step can't be judged";
        return declared(None, required == Bump::None, None, Some(note));
    };
    let next = next(&from, required);
    if to < from {
        let note = "the new version is older than the old one";
        return declared(None, required == Bump::None, Some(&next), Some(note));
    }
    declared(Some(step(&from, &to)), reaches(&from, &to, &next, required), Some(&next), None)
}

/// Which place of the version moved.
fn step(from: &Version, to: &Version) -> Bump {
    if to.major != from.major {
        Bump::Major
    } else if to.minor != from.minor {
        Bump::Minor
    } else if to.patch != from.patch || to.pre != from.pre {
        Bump::Patch
    } else {
        Bump::None
    }
}

/// The smallest version after `from` that may hold changes of this size. Before 1.0.0 everything moves
/// one place to the right.
fn next(from: &Version, required: Bump) -> Version {
    let mut version = Version::new(from.major, from.minor, from.patch);
    // What follows a pre-release may be the release itself, if that is a step of the size.
    let pre = !from.pre.is_empty();
    let required = match (from.major, required) {
        (0, Bump::Major) => Bump::Minor,
        (0, Bump::Minor) => Bump::Patch,
        (_, other) => other,
    };
    match required {
        Bump::None => return from.clone(),
        Bump::Patch if pre => {}
        Bump::Minor if pre && from.patch == 0 => {}
        Bump::Major if pre && from.patch == 0 && from.minor == 0 => {}
        Bump::Patch => version.patch += 1,
        Bump::Minor => version = Version::new(from.major, from.minor + 1, 0),
        Bump::Major => version = Version::new(from.major + 1, 0, 0),
    }
    version
}

/// A pre-release of the next version will do: it announces that version.
fn reaches(from: &Version, to: &Version, next: &Version, required: Bump) -> bool {
    if required == Bump::None {
        return true;
    }
    let mut floor = next.clone();
    if to.pre != Prerelease::EMPTY {
        floor.pre = to.pre.clone();
    }
    to > from && *to >= floor
}

#[cfg(test)]
mod tests;
