//! What tells a tree from another one that was put at its path: a clone, a copy or a restored backup has new folders.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The identity of a tree: that of its folder, and that of `.git` in it, or `-` without one.
///
/// Each is an inode and a birth time. A file system without birth times gives the device instead, which is the second
/// choice because a device may have another number after a restart.
pub(super) fn of_tree(root: &Path) -> String {
    format!("{} {}", of_entry(root), of_entry(&root.join(".git")))
}

fn of_entry(path: &Path) -> String {
    let Ok(meta) = fs::symlink_metadata(path) else { return "-".to_owned() };
    let born = meta.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    match born.filter(|born| !born.is_zero()) {
        Some(born) => format!("{}@{}.{:09}", meta.ino(), born.as_secs(), born.subsec_nanos()),
        None => format!("{}:{}", meta.dev(), meta.ino()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::of_tree;

    #[test]
    fn a_replaced_folder_or_git_is_another_tree() -> std::io::Result<()> {
        let above = tempfile::tempdir()?;
        let root = above.path().join("tree");
        fs::create_dir(&root)?;
        let plain = of_tree(&root);
        assert!(plain.ends_with(" -"), "{plain}");
        fs::create_dir(root.join(".git"))?;
        let cloned = of_tree(&root);
        assert_ne!(plain, cloned);
        // What happens in the folders changes nothing.
        fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n")?;
        fs::write(root.join("a.sh"), "echo\n")?;
        assert_eq!(of_tree(&root), cloned);
        fs::rename(root.join(".git"), above.path().join("git"))?;
        fs::create_dir(root.join(".git"))?;
        assert_ne!(of_tree(&root), cloned);
        fs::rename(&root, above.path().join("moved"))?;
        fs::create_dir(&root)?;
        assert_ne!(of_tree(&root), plain);
        Ok(())
    }
}
