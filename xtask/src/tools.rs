//! What the tests need beside Rust, Node and bash: installed where absent, with a clear line where that
//! can't be done.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, bail};

use crate::sh;

/// Debian packages by the program that they bring.
const PROGRAMS: &[(&str, &str)] = &[
    ("shellcheck", "shellcheck"),
    ("jq", "jq"),
    ("shfmt", "shfmt"),
    ("bwrap", "bubblewrap"),
    ("git", "git"),
    ("zip", "zip"),
    ("dash", "dash"),
    ("busybox", "busybox"),
    ("go", "golang-go"),
];

/// Python packages by the module that they bring, at the versions that the tests were written against.
const PYTHON: &[(&str, &str)] = &[
    ("jsonschema", "jsonschema==4.26.0"),
    ("packaging", "packaging==26.3"),
    ("mypy", "mypy==2.4.1"),
    ("pyflakes", "pyflakes==4.1.0"),
    ("ruff", "ruff==0.17.6"),
];

/// The source archive that holds the official JSON-Schema-Test-Suite (folder json/tests).
const SUITE: (&str, &str) = (
    "jsonschema==4.26.0",
    "sha256:0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326",
);

/// Where downloads and environments live; ignored by git.
pub(crate) fn folder() -> PathBuf {
    sh::root().join("tests/.tools")
}

/// Installs whatever is absent.
pub(crate) fn ensure() -> anyhow::Result<()> {
    std::fs::create_dir_all(folder())?;
    programs()?;
    node()?;
    python()?;
    suite()
}

fn programs() -> anyhow::Result<()> {
    let absent: Vec<&str> =
        PROGRAMS.iter().filter(|(p, _)| !sh::has(p)).map(|(_, package)| *package).collect();
    if absent.is_empty() {
        return Ok(());
    }
    let hint = format!("install these first: {}", absent.join(" "));
    if !sh::has("apt-get") {
        bail!("no apt-get here; {hint}");
    }
    let apt = |args: &[&str]| {
        let mut command = sh::command("apt-get", args);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        sh::run(&mut command)
    };
    apt(&["update", "-qq"]).with_context(|| hint.clone())?;
    let mut args = vec!["install", "-y", "-qq", "--no-install-recommends"];
    args.extend(&absent);
    apt(&args).with_context(|| hint)
}

/// The npm packages of the committed lockfile.
fn node() -> anyhow::Result<()> {
    if !sh::has("npm") {
        bail!("no npm here; install Node 20 or newer");
    }
    let folder = sh::root().join("tests");
    let (lock, stamp) = (folder.join("package-lock.json"), folder.join("node_modules/.stamp"));
    let wanted = std::fs::read_to_string(&lock).with_context(|| format!("{}", lock.display()))?;
    if std::fs::read_to_string(&stamp).is_ok_and(|s| s == wanted) {
        return Ok(());
    }
    let mut command = sh::command("npm", &["ci", "--no-audit", "--no-fund", "--silent"]);
    sh::run(command.current_dir(&folder))?;
    std::fs::write(stamp, wanted)?;
    Ok(())
}

/// A virtual environment with the packages of [`PYTHON`].
fn python() -> anyhow::Result<()> {
    let venv = folder().join("venv");
    let wanted: Vec<&str> = PYTHON.iter().map(|(_, spec)| *spec).collect();
    let stamp = venv.join(".stamp");
    if std::fs::read_to_string(&stamp).is_ok_and(|s| s == wanted.join("\n")) {
        return Ok(());
    }
    if !sh::has("python3") {
        bail!("no python3 here; install Python 3.9 or newer");
    }
    let path = venv.to_string_lossy().into_owned();
    sh::step("python3", &["-m", "venv", "--clear", &path])?;
    let pip = format!("{path}/bin/pip");
    let mut args = vec!["install", "--quiet", "--disable-pip-version-check"];
    args.extend(&wanted);
    sh::step(&pip, &args)?;
    std::fs::write(stamp, wanted.join("\n"))?;
    Ok(())
}

/// The official test suite, by name, version and hash.
fn suite() -> anyhow::Result<()> {
    let target = folder().join("suite");
    if target.join("tests/draft2020-12/type.json").is_file() {
        return Ok(());
    }
    let download = folder().join("download");
    std::fs::create_dir_all(&download)?;
    let requirement = download.join("requirement.txt");
    std::fs::write(&requirement, format!("{} --hash={}\n", SUITE.0, SUITE.1))?;
    let pip = folder().join("venv/bin/pip").to_string_lossy().into_owned();
    let (into, from) = (download.to_string_lossy(), requirement.to_string_lossy());
    let args = [
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
        "--no-binary",
        ":all:",
        "--require-hashes",
        "-d",
        &into,
        "-r",
        &from,
    ];
    // pip reads the archive's metadata for which the build back end must be there.
    sh::step(
        &pip,
        &[
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "hatchling",
            "hatch-vcs",
            "hatch-fancy-pypi-readme",
        ],
    )?;
    sh::step(&pip, &args)?;
    let archive = download.join("jsonschema-4.26.0.tar.gz").to_string_lossy().into_owned();
    std::fs::create_dir_all(&target)?;
    let into = target.to_string_lossy().into_owned();
    sh::step(
        "tar",
        &["-xzf", &archive, "-C", &into, "--strip-components=2", "jsonschema-4.26.0/json"],
    )
}
