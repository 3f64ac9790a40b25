//! Resolves a word of a page to a file of the skill. Agents resolve paths from the skill's folder, Markdown viewers
//! from the page's folder; both are accepted.

use super::{Body, Page};
use crate::entries::{Entries, Kind, resolve};
use crate::similar;

/// Folders that belong to a skill by convention, even if they don't exist.
pub(crate) const BUNDLED: [&str; 4] = ["scripts", "references", "assets", "resources"];

/// The target of a link or a path in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A file or folder of the skill.
    Found(String),
    /// A file of the skill whose name differs in case.
    OtherCase {
        /// The path as written, from the skill's folder.
        written: String,
        /// The path of the existing file.
        actual: String,
    },
    /// Missing in the skill; the path is from the skill's folder.
    Missing(String),
    /// It leads out of the skill's folder.
    Outside(String),
    /// A URL, an anchor, a placeholder: not a path of this skill.
    Other,
}

impl Target {
    /// Resolves a word on `page`.
    pub(crate) fn read(word: &str, page: &Page, body: &Body<'_>) -> Target {
        let entries = body.entries;
        let Some((path, from_root)) = relative(word, entries.name.as_deref()) else {
            return Target::Other;
        };
        let places = match from_root {
            true => [resolve("", &path), None],
            false => [resolve(page.folder(), &path), resolve("", &path)],
        };
        let inside: Vec<String> =
            places.into_iter().flatten().filter(|place| !place.is_empty()).collect();
        if inside.is_empty() {
            return if path.contains("..") { Target::Outside(path) } else { Target::Other };
        }
        if let Some(found) = inside.iter().find(|place| entries.kind(place).is_some()) {
            return Target::Found(found.clone());
        }
        // Below a link to a folder, files are not listed.
        let linked = |place: &String| {
            let mut above = place.as_str();
            std::iter::from_fn(|| {
                above = above.rsplit_once('/')?.0;
                Some(above)
            })
            .any(|folder| matches!(entries.kind(folder), Some(Kind::Link { .. })))
        };
        if inside.iter().any(linked) {
            return Target::Other;
        }
        for written in &inside {
            if let Some(actual) = body.in_other_case(written) {
                return Target::OtherCase { written: written.clone(), actual: actual.clone() };
            }
        }
        Target::Missing(inside.into_iter().next_back().unwrap_or_default())
    }

    /// The path of the file, if there is one.
    pub(crate) fn found(self) -> Option<String> {
        match self {
            Target::Found(path) => Some(path),
            Target::OtherCase { actual, .. } => Some(actual),
            _ => None,
        }
    }
}

/// The maximum length of a path.
const LONGEST: usize = 4096;

/// The path of a word, and whether it explicitly begins at the skill's folder.
fn relative(word: &str, skill: Option<&str>) -> Option<(String, bool)> {
    let word = word.split(['#', '?']).next().unwrap_or_default();
    let word = percent_decoded(word);
    let word = word.trim_end_matches(['.', ',', ':', ')']);
    if word.is_empty()
        || word.len() > LONGEST
        || word.contains("://")
        || word.starts_with("mailto:")
        || word.starts_with('@')
    {
        return None;
    }
    let (path, from_root) = below_skill(word, skill);
    let placeholder = path
        .contains(['<', '>', '{', '}', '$', '*', '\\', '|', '\u{2026}', '~', ':', '%'])
        || path.contains("...")
        || path.contains("path/to")
        || path.starts_with('/');
    (!placeholder && !path.is_empty()).then(|| (path.to_owned(), from_root))
}

/// Removes a prefix for the skill's folder: `${CLAUDE_SKILL_DIR}/`, `{baseDir}/`, `<skill-dir>/`,
/// `.claude/skills/NAME/`.
fn below_skill<'w>(word: &'w str, skill: Option<&str>) -> (&'w str, bool) {
    if let Some(name) = skill {
        let folder = format!("skills/{name}/");
        // Behind `../` it is the folder of a copy somewhere above.
        if let Some(at) = word.find(&folder).filter(|at| !word[..*at].contains("../")) {
            return (&word[at + folder.len()..], true);
        }
    }
    if let Some((first, rest)) = word.split_once('/') {
        let bare = first.trim_matches(['$', '{', '}', '<', '>', '"', '\'']).to_ascii_lowercase();
        let bare = bare.replace(['_', '-', ' '], "");
        let is_variable = first.starts_with(['$', '{', '<']);
        let of_skill = [
            "skilldir",
            "skillpath",
            "skillroot",
            "basedir",
            "claudeskilldir",
            "skillbasedir",
            "skill",
        ];
        if is_variable && of_skill.contains(&bare.as_str()) {
            return (rest, true);
        }
    }
    (word.strip_prefix("./").unwrap_or(word), false)
}

fn percent_decoded(word: &str) -> String {
    if !word.contains('%') {
        return word.to_owned();
    }
    word.replace("%20", " ").replace("%28", "(").replace("%29", ")")
}

/// The path that was probably meant by a missing one: the same file name elsewhere, or a similar name.
pub(crate) fn nearest<'e>(missing: &str, entries: &'e Entries<'_>) -> Option<&'e str> {
    let name = missing.rsplit('/').next().unwrap_or_default();
    let files = || entries.files();
    let same_name = files().find(|path| path.rsplit('/').next() == Some(name));
    same_name.or_else(|| {
        let most = (name.chars().count() / 4).clamp(1, 3);
        let near = files().filter(|path| path.len().abs_diff(missing.len()) <= most);
        similar::nearest(missing, similar::affordable(missing, near), most)
    })
}
