//! A separate git directory for a repository: its objects and refs, a copy of its index, and a configuration without
//! programs.

use std::ffi::OsStr;
use std::fs::{self, File, FileTimes};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use super::process;
use crate::scratch::ScratchFolder;

/// Links to the repository: data that makes git run nothing.
const SHARED: [&str; 4] = ["packed-refs", "refs", "logs", "reftable"];
/// What is copied of the folder `info`, because links there may lead anywhere.
const COPIED_INFO: [&str; 2] = ["exclude", "attributes"];
/// The maximum size of hand-written files.
const MAX_INFO: u64 = 16 << 20;
/// The maximum size of an index.
const MAX_INDEX: u64 = 1 << 30;
/// The maximum size of HEAD, MERGE_HEAD and the `.git` of a linked working tree.
const MAX_LINE: u64 = 1 << 16;
/// Settings that affect a file's text and state, and upstream branches; none names a program.
const KEPT: &str = r"^(extensions\.(objectformat|refstorage)|core\.(autocrlf|eol|filemode|symlinks|ignorecase|precomposeunicode|checkstat|trustctime|excludesfile)|branch\..*\.(remote|merge|pushremote)|remote\..*\.fetch)$";
/// The used settings of the user's own configuration.
const KEPT_OF_USER: &str = r"^core\.(autocrlf|eol|excludesfile)$";

/// The git directory for git, and the place of the objects.
pub(super) struct GitDir {
    folder: ScratchFolder,
    objects: PathBuf,
}

/// Whether `.git` is a git directory: a folder with a HEAD, or a file that leads to one.
pub(super) fn is_git_entry(entry: &Path) -> bool {
    match fs::metadata(entry) {
        Ok(meta) if meta.is_dir() => entry.join("HEAD").symlink_metadata().is_ok(),
        Ok(meta) if meta.is_file() => line(entry).is_ok_and(|text| text.starts_with("gitdir: ")),
        _ => false,
    }
}

/// The real git directory of a working tree, and the one that holds what all its working trees share; both without links.
///
/// # Errors
/// They can't be read, or are those of another working tree: an archive's `.git` can lead to any repository of the user's, whose
/// contracts would stand in the report.
fn real(top: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    let entry = top.join(".git");
    let folder = if entry.is_dir() {
        entry.clone()
    } else {
        let text = line(&entry)?;
        top.join(text.strip_prefix("gitdir: ").unwrap_or(&text).trim_end())
    };
    let folder = fs::canonicalize(&folder)
        .with_context(|| format!("{}: can't be read", folder.display()))?;
    let common = match line(&folder.join("commondir")) {
        Ok(text) => fs::canonicalize(folder.join(text.trim_end()))
            .with_context(|| format!("{}/commondir: can't be read", folder.display()))?,
        Err(_) => folder.clone(),
    };
    if !common.starts_with(top) && folder != common && !folder.starts_with(common.join("worktrees"))
    {
        bail!(
            "{}/commondir: leads to {}, which has no such working tree",
            folder.display(),
            common.display()
        );
    }
    if !folder.starts_with(top) && !is_of(top, &folder, &common) {
        bail!(
            "{}: leads to {}, which doesn't name this working tree; if it is yours, run `git -C {} config core.worktree {}`, \
             or `git worktree repair` for a linked working tree",
            entry.display(),
            folder.display(),
            folder.display(),
            top.display()
        );
    }
    Ok((folder, common))
}

/// Whether a git directory outside of `top` is that of `top`: git notes the folder of a linked working tree in `gitdir`, and of a
/// submodule in `core.worktree`.
fn is_of(top: &Path, folder: &Path, common: &Path) -> bool {
    if folder != common {
        // A working tree that is mounted elsewhere, as in a container, has a note of a folder that isn't there.
        let noted = line(&folder.join("gitdir")).map(|text| folder.join(text.trim_end()));
        return noted.is_ok_and(|entry| {
            let noted = entry.parent().map(fs::canonicalize);
            noted.is_some_and(|noted| noted.map_or(true, |noted| noted == top))
        });
    }
    let named = |name: &str| {
        let config = folder.join(name);
        let from = [OsStr::new("--no-includes"), OsStr::new("--file"), config.as_os_str()];
        let is_top = |(_, noted): &(String, String)| {
            fs::canonicalize(folder.join(noted)).is_ok_and(|noted| noted == top)
        };
        config.is_file()
            && values(config_values(folder, &from, r"^core\.worktree$"))
                .is_ok_and(|all| all.last().is_some_and(is_top))
    };
    named("config") || named("config.worktree")
}

/// Refuses a part of a git directory that is a link out of it.
fn inside(path: &Path, folder: &Path) -> anyhow::Result<()> {
    if fs::canonicalize(path).is_ok_and(|real| !real.starts_with(folder)) {
        bail!("{}: a link out of the folder of git; it was not followed", path.display());
    }
    Ok(())
}

/// Refuses links below a folder of refs that lead out of `git`, and links to folders, whose files are not looked at. A link to a
/// ref of another repository gives the id of its newest commit.
fn refuse_links(folder: &Path, git: &Path) -> anyhow::Result<()> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("{}: can't be read", folder.display()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                inside(&path, git)?;
                if path.is_dir() {
                    bail!("{}: a link to a folder; it was not followed", path.display());
                }
            }
        }
    }
    Ok(())
}

/// A short regular file.
fn line(path: &Path) -> anyhow::Result<String> {
    let bytes = crate::input::file(path, MAX_LINE)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl GitDir {
    /// Builds the directory for the repository of `top`.
    pub(super) fn isolate(top: &Path) -> anyhow::Result<GitDir> {
        let (own, common) = real(top)?;
        let folder =
            ScratchFolder::make("skillgen-git-").context("a temporary folder can't be made")?;
        let fail = || format!("{}: can't be read", own.display());
        for name in SHARED {
            let target = common.join(name);
            inside(&target, &common)?;
            if target.is_dir() {
                refuse_links(&target, &common)?;
            }
            if target.is_dir() || target.is_file() {
                symlink(&target, folder.path().join(name)).with_context(fail)?;
            }
        }
        for name in COPIED_INFO {
            let from = common.join("info").join(name);
            if fs::symlink_metadata(&from).is_ok_and(|meta| meta.is_file()) {
                fs::create_dir_all(folder.path().join("info")).with_context(fail)?;
                let text = crate::input::file(&from, MAX_INFO)?;
                fs::write(folder.path().join("info").join(name), text).with_context(fail)?;
            }
        }
        if !common.join("refs").is_dir() {
            fs::create_dir(folder.path().join("refs")).with_context(fail)?;
        }
        for entry in fs::read_dir(&own).with_context(fail)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name == "HEAD" || name.ends_with("_HEAD") {
                inside(&entry.path(), &own)?;
                let text = line(&entry.path())?;
                fs::write(folder.path().join(&name), text).with_context(fail)?;
            } else if name == "index" || name.starts_with("sharedindex.") {
                inside(&entry.path(), &own)?;
                copy_index(&entry.path(), &folder.path().join(&name))?;
            }
        }
        inside(&common.join("objects"), &common)?;
        let shallow = common.join("shallow");
        inside(&shallow, &common)?;
        if shallow.is_file() {
            symlink(&shallow, folder.path().join("shallow")).with_context(fail)?;
        }
        if own != common && common.join("reftable").is_dir() {
            bail!(
                "{}: a linked working tree of a repository with reftable is not supported; use the main working tree",
                top.display()
            );
        }
        let git_dir = GitDir { folder, objects: common.join("objects") };
        git_dir.configure(&common.join("config"))?;
        Ok(git_dir)
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The repository's own objects.
    pub(super) fn objects(&self) -> &Path {
        &self.objects
    }

    /// Writes the configuration: the kept settings of the user, then those of the repository.
    fn configure(&self, config: &Path) -> anyhow::Result<()> {
        let mut text = String::from("[core]\n\trepositoryformatversion = 1\n\tbare = false\n");
        for (key, value) in self.user_values() {
            text.push_str(&setting(&key, &value).unwrap_or_default());
        }
        if config.is_file() {
            let from = [OsStr::new("--no-includes"), OsStr::new("--file"), config.as_os_str()];
            let command = config_values(self.path(), &from, KEPT);
            for (key, value) in values(command).with_context(|| config.display().to_string())? {
                text.push_str(&setting(&key, &value).unwrap_or_default());
            }
        }
        let path = self.path().join("config");
        fs::write(&path, text).with_context(|| format!("{}: can't be written", path.display()))
    }

    /// The settings of the user's own configuration; empty if it is unreadable.
    fn user_values(&self) -> Vec<(String, String)> {
        let from = [OsStr::new("--includes"), OsStr::new("--global")];
        let mut command = config_values(self.path(), &from, KEPT_OF_USER);
        command.env_remove("GIT_CONFIG_GLOBAL");
        values(command).unwrap_or_default()
    }
}

/// Copied, because git may write an index that it reads. The time is kept, because git uses it to detect changed
/// files.
fn copy_index(from: &Path, to: &Path) -> anyhow::Result<()> {
    let fail = || format!("{}: can't be read", from.display());
    let meta = fs::metadata(from).with_context(fail)?;
    if !meta.is_file() || meta.len() > MAX_INDEX {
        bail!("{}: not an index of git", from.display());
    }
    fs::copy(from, to).with_context(fail)?;
    let times = FileTimes::new().set_modified(meta.modified().with_context(fail)?);
    let copy = File::options().write(true).open(to).with_context(fail)?;
    copy.set_times(times).with_context(fail)
}

/// Asks for the values whose keys match a pattern, of the configuration that `from` says.
fn config_values(git_dir: &Path, from: &[&OsStr], pattern: &str) -> Command {
    let mut command = process::command(git_dir);
    command.current_dir("/").args(["config", "-z"]).args(from).args(["--get-regexp", pattern]);
    command
}

/// Keys and values as `git config -z` prints them.
fn values(command: Command) -> anyhow::Result<Vec<(String, String)>> {
    let out = match process::output(command, process::SHORT) {
        Ok(out) => out,
        // Nothing matched: exit 1, without a message.
        Err(error) if error.to_string() == "git failed" => Vec::new(),
        Err(error) => return Err(error),
    };
    let text = String::from_utf8_lossy(&out);
    let pairs = text.split('\0').filter(|pair| !pair.is_empty());
    Ok(pairs.map(|pair| pair.split_once('\n').unwrap_or((pair, "true"))).map(owned).collect())
}

fn owned((key, value): (&str, &str)) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

/// A section with one setting; empty for a path that is not a regular file.
fn setting(key: &str, value: &str) -> Option<String> {
    let (section, name) = key.rsplit_once('.')?;
    let mut value = value.to_owned();
    if key == "core.excludesfile" {
        if let (Some(rest), Some(home)) = (value.strip_prefix("~/"), std::env::home_dir()) {
            value = home.join(rest).to_string_lossy().into_owned();
        }
        if !Path::new(&value).is_file() {
            return None;
        }
    }
    // Git may read more than one word there.
    if section == "extensions" && !value.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let head = match section.split_once('.') {
        Some((section, sub)) => format!("[{section} \"{}\"]", quoted(sub)),
        None => format!("[{section}]"),
    };
    let value = quoted(&value).replace('\n', "\\n");
    Some(format!("{head}\n\t{name} = \"{value}\"\n"))
}

#[cfg(test)]
mod tests {
    use super::setting;

    #[test]
    fn a_value_stays_a_value() {
        let text = setting("branch.a\"]\\.remote", "x\"\n[filter \"y\"]\n\tclean = z").unwrap();
        assert_eq!(
            text,
            "[branch \"a\\\"]\\\\\"]\n\tremote = \"x\\\"\\n[filter \\\"y\\\"]\\n\tclean = z\"\n"
        );
        assert_eq!(setting("core.excludesfile", "/dev/zero"), None);
    }
}
