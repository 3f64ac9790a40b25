//! Functions on paths for many commands.

use std::path::{Component, Path, PathBuf};

/// The folder of a path: `.` for a bare name, and for a path without a parent.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The absolute path without links; unchanged if it doesn't exist.
pub(crate) fn whole(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether two paths lead to the same file.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    a == b || std::fs::canonicalize(a).ok() == std::fs::canonicalize(b).ok()
}

/// A path in reports: as given, without a leading `./`.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// The path in `all` that `tail`, written in `from`, leads to: from its folder or one above it, the nearest first.
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

/// Whether a path below a tree leads into git's folder, under any name that file systems accept for it.
pub(crate) fn is_in_git(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => is_git_name(&name.to_string_lossy()),
        _ => false,
    })
}

/// `.git`, also with other case, final dots and spaces, or characters that some file systems ignore.
fn is_git_name(name: &str) -> bool {
    let skipped = |c: char| matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let name: String = name.chars().filter(|c| !skipped(*c)).collect();
    let name = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
}

/// A path in a configuration, below its root: not absolute, without `..`, and through no link; otherwise returns the
/// error.
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

/// The target of a path that leaves a git tree through a link: a repository may contain such a link, and a file below
/// it belongs to someone else. The folders are those of the written path, from the working folder on.
pub(crate) fn out_of_tree(path: &Path) -> Option<PathBuf> {
    let written = written_out(&std::env::current_dir().ok()?.join(path));
    // A file that doesn't exist yet belongs to the target of its nearest folder.
    let real = written.ancestors().find_map(|part| std::fs::canonicalize(part).ok())?;
    leads_out(path, real)
}

/// Like [`out_of_tree`], for a path with the known target `real`. Git's own folder is no part of its tree: a file there
/// may be a hook.
pub(crate) fn leads_out(path: &Path, real: PathBuf) -> Option<PathBuf> {
    let written = written_out(&std::env::current_dir().ok()?.join(path));
    if real != written {
        // Whoever writes out the folder means it.
        let is_gits = |folder: &Path| {
            let is_named = folder.file_name().is_some_and(|n| is_git_name(&n.to_string_lossy()));
            !written.starts_with(folder) && (is_named || crate::git::is_store(folder))
        };
        if real.ancestors().any(is_gits) {
            return Some(real);
        }
    }
    let leaves = |top: &Path| {
        crate::git::is_top(top)
            && std::fs::canonicalize(top).is_ok_and(|top| !real.starts_with(top))
    };
    written.ancestors().skip(1).any(leaves).then_some(real)
}

/// Whether the target of a link outside of any git tree isn't below the link's own folder. An unpacked archive has no bound
/// that git gives, and may contain such a link.
pub(crate) fn is_link_out(path: &Path, target: &Path) -> bool {
    let folder = whole(folder_of(path));
    !target.starts_with(&folder) && crate::git::top_of(&folder).is_none()
}

/// A path without `.` and `..`, computed without the file system.
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

    #[test]
    fn a_target_out_of_the_folder_of_a_link_is_out_also_without_git() -> std::io::Result<()> {
        let above = tempfile::tempdir()?;
        let root = above.path().canonicalize()?;
        for folder in ["tree/d", "outside"] {
            std::fs::create_dir_all(root.join(folder))?;
        }
        std::fs::write(root.join("outside/f"), "")?;
        std::fs::write(root.join("tree/d/own"), "")?;
        let link = root.join("tree/d/f");
        assert!(super::is_link_out(&link, &root.join("outside/f")));
        assert!(!super::is_link_out(&link, &root.join("tree/d/own")));
        // The folder that holds the link is swapped for one out of the tree after the target was read: the target
        // belongs to the former folder.
        std::fs::rename(root.join("tree/d"), root.join("tree/former"))?;
        std::os::unix::fs::symlink(root.join("outside"), root.join("tree/d"))?;
        assert!(super::is_link_out(&link, &root.join("tree/former/own")));
        Ok(())
    }
}
