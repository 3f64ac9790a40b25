//! Small questions about paths that many commands ask.

use std::path::{Component, Path, PathBuf};

/// The folder that a path stands in: `.` for a bare name, and for what has none above.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path without links and from the root; as it stands where nothing is there.
pub(crate) fn whole(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Do two paths lead to the same place?
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    a == b || std::fs::canonicalize(a).ok() == std::fs::canonicalize(b).ok()
}

/// A path as reports name it: as it was given, but for a `./` in front.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// Which of `all` a path that is written `tail` in `from` leads to: from its folder or one above it, the nearest first.
pub(crate) fn nearest<'p>(
    from: &Path,
    tail: &str,
    all: &[usize],
    path: impl Fn(usize) -> &'p Path,
) -> Option<usize> {
    from.ancestors()
        .skip(1)
        .find_map(|folder| all.iter().copied().find(|i| path(*i) == folder.join(tail)))
}

/// Whether a path below a tree leads into git's own folder, under any of the names that file systems give it.
pub(crate) fn is_in_git(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => is_git_name(&name.to_string_lossy()),
        _ => false,
    })
}

/// `.git`, also where case, final dots and blanks, or characters that some file systems skip make no difference.
fn is_git_name(name: &str) -> bool {
    let skipped = |c: char| matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let name: String = name.chars().filter(|c| !skipped(*c)).collect();
    let name = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
}

/// A path that a configuration names, below the folder that bounds it: not absolute, without `..`, and through no link; else
/// what is wrong with it.
pub(crate) fn bounded(folder: &Path, path: &str) -> Result<PathBuf, &'static str> {
    let parts = Path::new(path);
    if !parts.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err("leads out of the configuration's folder");
    }
    if is_in_git(parts) {
        return Err("leads into the folder of git itself");
    }
    let mut whole = folder.to_owned();
    for part in parts.components() {
        whole.push(part);
        if std::fs::symlink_metadata(&whole).is_ok_and(|meta| meta.is_symlink()) {
            return Err("leads through a link");
        }
    }
    Ok(whole)
}

/// Where a path leads that leaves a git tree through a link: a repository can bring such a link, and a file that is named
/// below it is one of somebody else's. The folders are those of the path as it is written, from the current folder on.
pub(crate) fn out_of_tree(path: &Path) -> Option<PathBuf> {
    let written = written_out(&std::env::current_dir().ok()?.join(path));
    // A file that is not there yet stands where its nearest folder leads.
    let real = written.ancestors().find_map(|part| std::fs::canonicalize(part).ok())?;
    leads_out(path, real)
}

/// As [`out_of_tree`], of a path that was found to lead to `real`.
pub(crate) fn leads_out(path: &Path, real: PathBuf) -> Option<PathBuf> {
    let written = written_out(&std::env::current_dir().ok()?.join(path));
    let leaves = |top: &Path| {
        crate::git::is_top(top)
            && std::fs::canonicalize(top).is_ok_and(|top| !real.starts_with(top))
    };
    written.ancestors().skip(1).any(leaves).then_some(real)
}

/// A path without `.` and `..`, by its words alone.
pub(crate) fn written_out(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_in_git;

    #[test]
    fn names_of_the_git_folder() {
        for inside in [
            ".git/config",
            "a/.GIT/x",
            "git~1/config",
            ".git. /x",
            ".g\u{200c}it/x",
            ".git::$INDEX/x",
        ] {
            assert!(is_in_git(Path::new(inside)), "{inside}");
        }
        for outside in ["a/.gitignore", ".github/x", "git/x", ".gitmodules"] {
            assert!(!is_in_git(Path::new(outside)), "{outside}");
        }
    }
}
