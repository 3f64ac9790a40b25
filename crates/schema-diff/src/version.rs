//! Declared versions: the size of the step, and whether it is sufficient for the changes. Dates are
//! versions too, but only their order counts.

mod date;

use contract::Bump;
pub use date::Date;
use semver::{Prerelease, Version};

/// The two declared versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// As written.
    pub old: String,
    /// As written.
    pub new: String,
    /// The step between them; `None` if one is not a semantic version, or the new one is older.
    pub bump: Option<Bump>,
    /// Whether the step is sufficient.
    pub sufficient: bool,
    /// The smallest sufficient version.
    pub next_version: Option<String>,
    /// Remarks on them.
    pub note: Option<String>,
}

/// Parses a version: semantic, with an optional leading `v` and optional places. A date is not one.
#[must_use]
pub fn read(text: &str) -> Option<Version> {
    let text = text.trim();
    // 2024-02-30 is an invalid date, not a pre-release of version 2024.
    if Date::is_written_as(text) {
        return None;
    }
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

/// Compares the declared step with the required one.
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
    if let (Some(from), Some(to)) = (Date::parse(old), Date::parse(new)) {
        let note = match from.cmp(&to) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal if required == Bump::None => None,
            std::cmp::Ordering::Equal => Some("the changes need a later date"),
            std::cmp::Ordering::Greater => Some("the new version is older than the old one"),
        };
        let sufficient = from < to || (from == to && required == Bump::None);
        return declared(None, sufficient, None, note);
    }
    let (Some(from), Some(to)) = (read(old), read(new)) else {
        let note = "not a semantic version (MAJOR.MINOR.PATCH), so the step can't be judged";
        return declared(None, required == Bump::None, None, Some(note));
    };
    let next = next(&from, required);
    if to < from {
        let note = "the new version is older than the old one";
        return declared(None, false, Some(&next), Some(note));
    }
    declared(Some(step(&from, &to)), reaches(&from, &to, &next, required), Some(&next), None)
}

/// The place of the version that changed.
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

/// The required version for a step of this size after `old`, in the same form: with its `v`, and with as
/// few places if that is enough. A date needs `today`.
///
/// # Errors
/// Returns the reason if there is no such version.
pub fn needed(old: &str, required: Bump, today: Date) -> Result<String, String> {
    if let Some(date) = Date::parse(old) {
        return if required == Bump::None {
            Ok(old.to_owned())
        } else if date < today {
            Ok(today.to_string())
        } else {
            Err(format!("{old} is not before today, {today}: no later date can be declared yet"))
        };
    }
    let from = read(old).ok_or_else(|| {
        format!("{old:?} is neither a semantic version (MAJOR.MINOR.PATCH) nor a date")
    })?;
    if required == Bump::None {
        return Ok(old.to_owned());
    }
    let text = old.trim();
    let (prefix, core) = match text.strip_prefix(['v', 'V']) {
        Some(core) => (&text[..1], core),
        None => ("", text),
    };
    let next = next(&from, required);
    let places = core.split(['-', '+']).next().unwrap_or_default().split('.').count();
    let written = match places {
        1 if next.minor == 0 && next.patch == 0 => next.major.to_string(),
        1 | 2 if next.patch == 0 => format!("{}.{}", next.major, next.minor),
        _ => next.to_string(),
    };
    Ok(format!("{prefix}{written}"))
}

/// The smallest version after `from` that allows changes of this size. Before 1.0.0, every step is one
/// place lower.
fn next(from: &Version, required: Bump) -> Version {
    let mut version = Version::new(from.major, from.minor, from.patch);
    // After a pre-release, the release itself is enough if it is a step of this size.
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

/// A pre-release of the next version is enough, because it announces that version.
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
