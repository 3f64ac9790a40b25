//! The folder of skillgen's state in the user's state folder, and the key that signs what this user's runs wrote. A
//! repository can't contain the folder, and doesn't know the key.

use std::fs::{self, DirBuilder};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use sha2::{Digest as _, Sha256};

/// The key's length, and SHA-256's.
const KEY: usize = 32;
/// The block size of SHA-256.
const BLOCK: usize = 64;

/// `$XDG_STATE_HOME/skillgen` or `~/.local/state/skillgen`; `None` if neither variable is an absolute path.
pub(crate) fn path() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let base = absolute("XDG_STATE_HOME");
    Some(base.or_else(|| Some(absolute("HOME")?.join(".local/state")))?.join("skillgen"))
}

/// The state folder, created if it doesn't exist.
///
/// # Errors
/// It can't be created, or another user could write in it.
pub(crate) fn folder() -> anyhow::Result<PathBuf> {
    let Some(path) = path() else {
        bail!("the state folder is unknown; set HOME or XDG_STATE_HOME to an absolute path");
    };
    own_folder(&path)?;
    Ok(path)
}

/// A folder that only this user can open, created if it doesn't exist.
///
/// # Errors
/// It can't be created, or a link, a file or another user's folder is in its place.
pub(crate) fn own_folder(path: &Path) -> anyhow::Result<()> {
    if fs::symlink_metadata(path).is_err() {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
        made.with_context(|| format!("{}: the state folder can't be made", path.display()))?;
    }
    let meta = fs::symlink_metadata(path).with_context(|| path.display().to_string())?;
    let name = path.display();
    if !meta.is_dir() {
        bail!("{name}: not a folder, and skillgen keeps its state there; move it away");
    }
    if meta.uid() != rustix::process::geteuid().as_raw() {
        bail!("{name}: belongs to another user; set XDG_STATE_HOME to a folder of your own");
    }
    if meta.permissions().mode() & 0o022 != 0 {
        bail!("{name}: other users can write there; run `chmod go-w` on it");
    }
    Ok(())
}

/// The key of this user, which signs what their runs write.
pub(crate) struct Seal([u8; KEY]);

impl Seal {
    /// The key in the state folder, created if it doesn't exist.
    ///
    /// # Errors
    /// It can't be created or read.
    pub(crate) fn open() -> anyhow::Result<Seal> {
        let path = folder()?.join("key");
        if fs::symlink_metadata(&path).is_err() {
            make_key(&path)?;
        }
        let fail = || format!("{}: the key can't be read", path.display());
        let meta = fs::symlink_metadata(&path).with_context(fail)?;
        if !meta.is_file() || meta.permissions().mode() & 0o077 != 0 {
            bail!("{}: not a file of mode 0600; remove it, a new key is made", path.display());
        }
        match fs::read(&path).with_context(fail)?.try_into() {
            Ok(key) => Ok(Seal(key)),
            Err(_) => bail!("{}: not a key; remove it, a new one is made", path.display()),
        }
    }

    /// The signature of bytes: HMAC-SHA256 of `parts`, each with its length, for one purpose.
    pub(crate) fn mark(&self, purpose: &str, parts: &[&[u8]]) -> String {
        let mut message = Vec::new();
        for part in [purpose.as_bytes()].iter().chain(parts) {
            message.extend((part.len() as u64).to_be_bytes());
            message.extend_from_slice(part);
        }
        let code = hmac(&self.0, &message);
        code.iter().map(|b| format!("{b:02x}")).collect()
    }

    /// Whether a signature belongs to these bytes.
    pub(crate) fn holds(&self, mark: &str, purpose: &str, parts: &[&[u8]]) -> bool {
        let own = self.mark(purpose, parts);
        // Every byte is compared, so that the time doesn't show the first difference.
        let differ = own.bytes().zip(mark.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == mark.len() && differ == 0
    }
}

/// Creates a key; if another run creates one at the same time, the first one is kept.
fn make_key(path: &Path) -> anyhow::Result<()> {
    let fail = || format!("{}: the key can't be made", path.display());
    let mut key = [0; KEY];
    let mut random = fs::File::open("/dev/urandom").with_context(fail)?;
    random.read_exact(&mut key).with_context(fail)?;
    let folder = crate::paths::folder_of(path);
    let mut file =
        tempfile::Builder::new().prefix(".key-").tempfile_in(folder).with_context(fail)?;
    file.write_all(&key).and_then(|()| file.as_file().sync_all()).with_context(fail)?;
    match file.persist_noclobber(path) {
        Err(e) if e.error.kind() != ErrorKind::AlreadyExists => Err(e.error).with_context(fail),
        _ => Ok(()),
    }
}

/// RFC 2104, with a key that is not longer than a block.
fn hmac(key: &[u8; KEY], message: &[u8]) -> Vec<u8> {
    let pad = |byte: u8| {
        let mut block = [byte; BLOCK];
        block.iter_mut().zip(key).for_each(|(b, k)| *b ^= k);
        block
    };
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{Seal, hmac};

    #[test]
    fn hmac_as_rfc_4231() {
        let mut key = [0; 32];
        key[..4].copy_from_slice(b"Jefe");
        let code: String = hmac(&key, b"what do ya want for nothing?")
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        assert_eq!(code, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    #[test]
    fn parts_are_kept_apart() {
        let seal = Seal([7; 32]);
        let mark = seal.mark("p", &[b"ab", b"c"]);
        assert!(seal.holds(&mark, "p", &[b"ab", b"c"]));
        assert!(!seal.holds(&mark, "p", &[b"a", b"bc"]));
        assert!(!seal.holds(&mark, "q", &[b"ab", b"c"]));
        assert!(!seal.holds(&mark[..10], "p", &[b"ab", b"c"]));
        assert!(!Seal([8; 32]).holds(&mark, "p", &[b"ab", b"c"]));
    }
}
