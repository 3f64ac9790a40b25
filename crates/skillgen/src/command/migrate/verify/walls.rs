//! The view of a process in the sandbox: the options of bubblewrap, and two small shell texts around it.
//!
//! The root is empty and read-only. It contains the system's programs (`/usr` and related folders), a few files of
//! `/etc`, the folder of the run, and temporary file systems of fixed sizes. It contains no files of the user, no
//! sockets, and only harmless devices.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// The user inside of the sandbox.
pub(super) const USER: u32 = 1000;
/// The folder of the run, inside of the sandbox.
pub(super) const WORK: &str = "/mnt/work";
/// The environment of a script, without the additions of `verify.toml`.
const ENVIRONMENT: [(&str, &str); 4] = [
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("HOME", "/home/skill"),
    ("TMPDIR", "/tmp"),
    ("LC_ALL", "C.UTF-8"),
];
/// Folders of programs and libraries: links into `/usr` on most systems.
const SYSTEM: [&str; 6] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// Files that programs need to find libraries, alternatives and the time zone.
const SETTINGS: [&str; 5] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
];
/// Files of `/etc` that are written for the sandbox, because the machine's users are hidden from the script.
pub(super) const WRITTEN: [(&str, &str); 4] = [
    ("passwd", "skill:x:1000:1000:skill:/home/skill:/bin/bash\n"),
    ("group", "skill:x:1000:\n"),
    ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
    ("hosts", "127.0.0.1 localhost sandbox\n"),
];
/// Sizes of the temporary file systems, in bytes.
const TEMPORARY: [(&str, &str); 3] =
    [("/tmp", "268435456"), ("/home/skill", "67108864"), ("/dev/shm", "67108864")];

/// Started outside, as the account of the run and with an empty environment: sets limits, closes inherited descriptors,
/// and becomes bubblewrap. Arguments: the folder of the launcher's files, bubblewrap, and the command.
pub(super) const LAUNCH: &str = r#"
least() { ulimit "$1" "$2" 2>/dev/null || [ "$(ulimit -H "$1")" -le "$2" ]; }
if ! { least -c 0 && least -t 20 && least -f 65536 && least -v 2097152 && least -n 256; }; then
    echo "limits can't be set" >&2
    exit 125
fi
# The first to go where memory is short; a container may forbid to say so.
echo 1000 2>/dev/null >/proc/self/oom_score_adj || :
for fd in /proc/self/fd/*; do
    fd=${fd##*/}
    [ "$fd" -le 2 ] || exec {fd}>&- || exit 125
done
base=$1 bwrap=$2
shift 2
[ ! -e "$base/filter" ] || exec 10<"$base/filter" || exit 125
exec 11<"$base/walls" 12>"$base/status" "$bwrap" --args 11 -- "$@"
"#;

/// Started inside, where the limit on processes only counts those of the sandbox. The variables of `verify.toml` are
/// set after it, because a shell runs the file in `BASH_ENV` first. Arguments: the command.
pub(super) const INSIDE: &str =
    r#"ulimit -u 256 2>/dev/null || [ "$(ulimit -H -u)" -le 256 ] || exit 125; exec env -- "$@""#;

fn pair(all: &mut Vec<OsString>, option: &str, values: &[&Path]) {
    all.push(option.into());
    all.extend(values.iter().map(|v| v.as_os_str().to_owned()));
}

/// The options of bubblewrap for a run, each with a NUL after it, for `--args`.
pub(super) fn options(base: &Path, work: &Path, folder: &Path, filtered: bool) -> Vec<u8> {
    let mut all: Vec<OsString> = Vec::new();
    let id = USER.to_string();
    // `--unshare-all` alone uses a user namespace only if possible.
    for word in ["--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL"] {
        all.push(word.into());
    }
    for word in ["--uid", &id, "--gid", &id, "--hostname", "sandbox", "--new-session"] {
        all.push(word.into());
    }
    for word in ["--die-with-parent", "--clearenv", "--json-status-fd", "12"] {
        all.push(word.into());
    }
    if filtered {
        all.extend(["--seccomp".into(), "10".into()]);
    }
    for (name, value) in ENVIRONMENT {
        all.extend(["--setenv".into(), name.into(), value.into()]);
    }
    let usr = Path::new("/usr");
    pair(&mut all, "--ro-bind", &[usr, usr]);
    for path in SYSTEM.map(Path::new) {
        match fs::read_link(path) {
            Ok(target) => pair(&mut all, "--symlink", &[&target, path]),
            Err(_) if path.is_dir() => pair(&mut all, "--ro-bind", &[path, path]),
            Err(_) => {}
        }
    }
    for path in SETTINGS.map(Path::new).into_iter().filter(|path| path.exists()) {
        pair(&mut all, "--ro-bind", &[path, path]);
    }
    for (name, _) in WRITTEN {
        pair(&mut all, "--ro-bind", &[&base.join(name), &Path::new("/etc").join(name)]);
    }
    for folder in ["/run", "/var"].map(Path::new) {
        pair(&mut all, "--dir", &[folder]);
    }
    pair(&mut all, "--symlink", &[Path::new("/tmp"), Path::new("/var/tmp")]);
    pair(&mut all, "--proc", &[Path::new("/proc")]);
    pair(&mut all, "--dev", &[Path::new("/dev")]);
    for (path, size) in TEMPORARY {
        all.extend(["--size".into(), size.into()]);
        pair(&mut all, "--tmpfs", &[Path::new(path)]);
    }
    pair(&mut all, "--bind", &[work, Path::new(WORK)]);
    // Both are temporary file systems, as large as the machine's memory.
    for path in ["/dev", "/"].map(Path::new) {
        pair(&mut all, "--remount-ro", &[path]);
    }
    pair(&mut all, "--chdir", &[folder]);
    all.iter().flat_map(|word| word.as_bytes().iter().copied().chain([0])).collect()
}
