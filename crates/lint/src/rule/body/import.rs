//! `import-missing`, `module-undeclared`: modules that a script imports. An imported file of the skill must exist; a
//! text must name a package, so that the user installs it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use regex::Regex;

use super::File;
use super::orphan::scripts_of_agents;
use crate::body::Body;
use crate::entries::resolve;
use crate::report::Report;
use crate::script::{Import, Language, Reading, Script};

/// The modules of Python's standard library, from 3.8 to 3.14.
const STANDARD: &str = "abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect \
    builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall \
    compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses \
    datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl \
    filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob \
    graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress \
    itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap \
    modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator \
    optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix \
    posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re \
    readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site \
    smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics \
    string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib \
    tempfile termios test textwrap this threading time timeit tkinter token tokenize tomllib trace traceback \
    tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref \
    webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";

/// Modules whose package has a different name.
const PACKAGES: [(&str, &str); 22] = [
    ("Crypto", "pycryptodome"),
    ("OpenSSL", "pyopenssl"),
    ("PIL", "pillow"),
    ("attr", "attrs"),
    ("bs4", "beautifulsoup"),
    ("cv2", "opencv"),
    ("dateutil", "python-dateutil"),
    ("docx", "python-docx"),
    ("dotenv", "python-dotenv"),
    ("fitz", "pymupdf"),
    ("git", "gitpython"),
    ("github", "pygithub"),
    ("google", "google"),
    ("jwt", "pyjwt"),
    ("magic", "python-magic"),
    ("mpl_toolkits", "matplotlib"),
    ("pkg_resources", "setuptools"),
    ("pptx", "python-pptx"),
    ("serial", "pyserial"),
    ("skimage", "scikit-image"),
    ("sklearn", "scikit-learn"),
    ("yaml", "pyyaml"),
];

/// Packages with which pip installs numpy.
const WITH_NUMPY: [&str; 6] = ["matplotlib", "opencv", "pandas", "scikit-", "scipy", "torch"];

/// Packages with which pip installs a module.
fn packages_with(module: &str) -> &'static [&'static str] {
    match module {
        "numpy" => &WITH_NUMPY,
        "botocore" | "s3transfer" => &["boto3"],
        _ => &[],
    }
}

/// Extensions that node and bundlers add to a path.
const ADDED: [&str; 12] = [
    "",
    ".js",
    ".mjs",
    ".cjs",
    ".ts",
    ".mts",
    ".tsx",
    ".jsx",
    ".json",
    "/index.js",
    "/index.ts",
    ".d.ts",
];

/// Modules to find in the texts.
const MOST: usize = 200;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let mut packages: Vec<(&String, &Import)> = Vec::new();
    let own = own_names(body);
    let run = run_scripts(body);
    for (path, script) in scripts_of_agents(body) {
        let Some((language, Reading::Accepted(facts))) = &script.reading else { continue };
        if is_sample(path) && !run.contains(path) {
            continue;
        }
        match language {
            Language::Python => {
                for import in &facts.imports {
                    match missing_module(body, &own, path, import) {
                        Some(Missing::File(file)) => {
                            tell_missing(body, path, script, import.at, &file, report);
                        }
                        Some(Missing::Package) => packages.push((path, import)),
                        None => {}
                    }
                }
            }
            Language::JavaScript | Language::TypeScript => {
                for (at, target) in paths(&script.text, javascript_import()) {
                    if facts.comments.iter().any(|comment| comment.contains(&at)) {
                        continue;
                    }
                    if let Some(file) = missing_path(body, path, &target, &ADDED) {
                        tell_missing(body, path, script, at, &file, report);
                    }
                }
            }
            Language::Bash => {
                for (at, target) in sourced(&script.text) {
                    if is_made(&script.text[..at], &target) {
                        continue;
                    }
                    if let Some(file) = missing_path(body, path, &target, &[""]) {
                        tell_missing(body, path, script, at, &file, report);
                    }
                }
            }
        }
    }
    undeclared(body, &packages, report);
}

/// Whether a script is in a folder of code that an agent reads or copies: it imports what the project has.
fn is_sample(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    matches!(first, "references" | "templates" | "assets" | "examples" | "resources")
}

/// The scripts that some text runs.
fn run_scripts(body: &Body<'_>) -> BTreeSet<String> {
    let runs = body.pages.iter().flat_map(|page| page.runs.iter().map(move |run| (page, run)));
    let runs = runs.filter(|(_, run)| !run.alone);
    runs.filter_map(|(page, run)| run.target(page, body).found()).collect()
}

fn tell_missing(
    body: &Body<'_>,
    path: &str,
    script: &Script,
    at: usize,
    missing: &str,
    report: &mut Report,
) {
    let shown = body.entries.shown(path);
    let message = format!("the script imports {missing:?}, and the skill has no such file");
    File::new(&shown, &script.text)
        .at("import-missing", at, message, report)
        .advise("add the file, or remove the import");
}

/// The names of the skill's files and folders, with and without their extensions.
fn own_names<'b>(body: &'b Body<'_>) -> BTreeSet<&'b str> {
    let parts = body.entries.kinds.keys().flat_map(|path| path.split('/'));
    let names = parts.flat_map(|part| [Some(part), part.rsplit_once('.').map(|(stem, _)| stem)]);
    names.flatten().collect()
}

enum Missing {
    /// A file of the skill.
    File(String),
    /// No file of the skill has that name, so it must be a package.
    Package,
}

/// Why a module that Python imports is missing.
fn missing_module(
    body: &Body<'_>,
    own: &BTreeSet<&str>,
    path: &str,
    import: &Import,
) -> Option<Missing> {
    let (first, _) = import.module.split_once('.').unwrap_or((&import.module, ""));
    if import.level > 0 {
        let mut folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for _ in 1..import.level {
            folder = folder.rsplit_once('/')?.0;
        }
        let inside = if folder.is_empty() { first.to_owned() } else { format!("{folder}/{first}") };
        let is_there = first.is_empty()
            || body.entries.kind(&format!("{inside}.py")).is_some()
            || body.entries.kind(&inside).is_some();
        return (!is_there).then(|| Missing::File(format!("{inside}.py")));
    }
    static NAMES: OnceLock<BTreeSet<&str>> = OnceLock::new();
    let standard = NAMES.get_or_init(|| STANDARD.split_whitespace().collect());
    if first.starts_with('_') || standard.contains(first) {
        return None;
    }
    let is_own = own.contains(first);
    // A folder that a script adds to the search path may contain any module.
    let is_elsewhere =
        body.scripts.get(path).is_some_and(|script| script.text.contains("sys.path"));
    (!is_own && !is_elsewhere).then_some(Missing::Package)
}

/// The packages that no text of the skill and no list of packages in it names.
fn undeclared(body: &Body<'_>, packages: &[(&String, &Import)], report: &mut Report) {
    if packages.is_empty() {
        return;
    }
    let mut texts: Vec<String> = body.texts().map(|text| text.to_lowercase()).collect();
    for path in body.own_files() {
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_list = name.starts_with("requirements")
            || ["pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "environment.yml", "uv.lock"]
                .contains(&name);
        let bytes = is_list.then(|| body.entries.content.read(path).ok()).flatten();
        texts.extend(bytes.map(|bytes| String::from_utf8_lossy(&bytes).to_lowercase()));
    }
    let mut reported = BTreeSet::new();
    for (path, import) in packages.iter().take(MOST) {
        let first = import.module.split('.').next().unwrap_or_default();
        let script = &body.scripts[*path];
        let known =
            PACKAGES.iter().find(|(module, _)| *module == first).map(|(_, package)| *package);
        let lower = first.to_lowercase();
        let dashed = lower.replace('_', "-");
        let is_named = |text: &str| {
            let names = [Some(lower.as_str()), Some(dashed.as_str()), known].into_iter().flatten();
            names.chain(packages_with(first).iter().copied()).any(|name| text.contains(name))
        };
        // The package that has its own finding brings the module.
        let is_brought = packages.iter().any(|(_, other)| {
            let other = other.module.split('.').next().unwrap_or_default();
            packages_with(first).contains(&other)
        });
        // Comments, messages and the script's own list of packages (PEP 723).
        let own = words_of(&script.text, first);
        let is_known = is_brought || texts.iter().any(|text| is_named(text)) || is_named(&own);
        if is_known || !reported.insert(first) {
            continue;
        }
        let message = format!(
            "the script imports {first:?}: no file of the skill has that name, and no text names a package for it"
        );
        File::new(&body.entries.shown(path), &script.text)
            .at("module-undeclared", import.at, message, report)
            .advise("name the package in SKILL.md or in requirements.txt, or add the file");
    }
}

/// The lines of a script that name a word and are not imports.
fn words_of(text: &str, word: &str) -> String {
    let says = |line: &&str| {
        let line = line.trim_start();
        line.contains(word)
            && (line.starts_with('#') || line.contains("install") || line.contains("require"))
    };
    text.lines().filter(says).collect::<Vec<_>>().join("\n").to_lowercase()
}

fn javascript_import() -> &'static Regex {
    static READ: OnceLock<Regex> = OnceLock::new();
    READ.get_or_init(|| {
        Regex::new(r#"(?m)^(?:import\s+(?:[\w*{}\s,$]+\s+from\s+)?|(?:const|let|var)\s+[\w{}\s,:$]+=\s*require\(\s*)["'](\.{1,2}/[^"'$]+)["']"#)
            .expect("invariant: it is a pattern")
    })
}

/// The first group of each match, with its offset.
fn paths(text: &str, pattern: &Regex) -> Vec<(usize, String)> {
    let found = pattern.captures_iter(text).filter_map(|found| found.get(1));
    found.map(|path| (path.start(), path.as_str().to_owned())).collect()
}

/// The variables of a bash script that hold its own folder.
pub(super) fn own_folders(text: &str) -> BTreeSet<&str> {
    static OWN: OnceLock<Regex> = OnceLock::new();
    let own = OWN.get_or_init(|| {
        Regex::new(r#"(?m)^\s*([A-Za-z_]+)="?\$\(\s*cd\s+(?:--\s+)?"?\$\(dirname\s+(?:--\s+)?"?\$(?:0|\{BASH_SOURCE(?:\[0\]|:-\$0|\[0\]:-\$0)?\})"?\)"?\s*(?:>\s*/dev/null\s*(?:2>&1)?\s*)?&&\s*pwd(?:\s+-P)?\)"?\s*$"#)
            .expect("invariant: it is a pattern")
    });
    let names = own.captures_iter(text).filter_map(|found| found.get(1));
    names.map(|name| name.as_str()).collect()
}

/// The files that a bash script sources from its own folder without testing for them first.
fn sourced(text: &str) -> Vec<(usize, String)> {
    static READ: OnceLock<Regex> = OnceLock::new();
    let read = READ.get_or_init(|| {
        Regex::new(r#"(?m)^(?:source|\.)\s+"?(?:\$\{?([A-Za-z_]+)\}?|\$\(dirname\s+"?\$(?:0|\{BASH_SOURCE(?:\[0\])?\})"?\))/([A-Za-z0-9_./-]+)"?\s*$"#)
            .expect("invariant: it is a pattern")
    });
    let folders = own_folders(text);
    let files = read
        .captures_iter(text)
        .filter(|found| found.get(1).is_none_or(|name| folders.contains(name.as_str())));
    files
        .filter_map(|found| found.get(2))
        .map(|file| (file.start(), file.as_str().to_owned()))
        .collect()
}

/// Whether an earlier command of a script makes the file that it sources: `python3 -m venv "$DIR/.venv"`, `cp x.example
/// "$DIR/.env"`, `cat > "$DIR/settings.sh"`.
fn is_made(before: &str, target: &str) -> bool {
    // A virtual environment is made as a whole.
    let made = target.strip_suffix("/bin/activate").unwrap_or(target);
    let name = made.rsplit('/').next().unwrap_or(made);
    let makers =
        ["venv", "cp ", "mv ", "ln ", "tee ", "install ", "curl ", "wget ", ">", "git clone"];
    before.lines().any(|line| {
        let names = line.match_indices(name).any(|(at, _)| {
            let behind = line[at + name.len()..].chars().next();
            behind.is_none_or(|c| !bash_syntax::is_name_char(c) && c != '.' && c != '-')
        });
        names
            && !line.trim_start().starts_with('#')
            && makers.iter().any(|word| line.contains(word))
    })
}

/// The path of a missing file; `None` if it leads out of the skill, or into a build folder.
fn missing_path(body: &Body<'_>, script: &str, target: &str, added: &[&str]) -> Option<String> {
    let folder = script.rsplit_once('/').map_or("", |(folder, _)| folder);
    let base = resolve(folder, target)?;
    let built = ["dist", "build", "generated", "node_modules", "out"];
    if base.split('/').any(|part| built.contains(&part)) {
        return None;
    }
    let stem = base.strip_suffix(".js").or_else(|| base.strip_suffix(".mjs"));
    let is_there =
        added.iter().any(|ending| body.entries.kind(&format!("{base}{ending}")).is_some())
            || stem.is_some_and(|stem| {
                [".ts", ".tsx", ".mts"]
                    .iter()
                    .any(|ending| body.entries.kind(&format!("{stem}{ending}")).is_some())
            })
            || body.entries.kind(&base).is_some();
    (!is_there).then_some(base)
}

#[cfg(test)]
mod tests {
    use super::is_made;

    #[test]
    fn a_file_that_the_script_makes_is_not_missing() {
        assert!(is_made("python3 -m venv \"$DIR/.venv\"\n", ".venv/bin/activate"));
        assert!(is_made("cp x.example \"$DIR/.env\"\n", ".env"));
        assert!(is_made("cat > \"$DIR/settings.sh\" <<EOF\n", "settings.sh"));
        assert!(!is_made("cp x \"$DIR/.env.bak\"\n", ".env"));
        assert!(!is_made("# cp x .env\n[ -f .env ]\n", ".env"));
    }
}
