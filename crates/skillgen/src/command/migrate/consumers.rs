//! Finds the readers of a tree: files that run one of the scripts and read its text.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use migrate::{ConsumerLanguage, FolderLoop, Names, Reader, Shell, helper_name};
use rayon::prelude::*;

use super::consumer::Consumer;
use super::folder_loops::LocatedLoop;
use super::reader_files::ReaderFile;
use super::reader_language::{language, past, without_shell};
use super::same_name::Scripts;
use super::scan::Candidate;
use super::selection;
use crate::walk;

/// The maximum size of a reader.
const LARGEST: usize = 1 << 20;

/// How the files of a tree use its scripts.
pub(super) struct TreeReaders {
    /// The readers of each candidate, by index.
    pub(super) consumers: BTreeMap<usize, Vec<Consumer>>,
    /// The loops over files that would include a helper file.
    pub(super) loops: Vec<LocatedLoop>,
    /// The candidates that a document, a workflow or a loop over a folder sources.
    pub(super) sourced: BTreeSet<usize>,
}

/// The readers of the candidates among all files.
pub(super) fn find(candidates: &[Candidate], files: Vec<ReaderFile>) -> TreeReaders {
    let scripts = Scripts::new(candidates, &files);
    // Paths compare component by component, which is slower than comparing bytes.
    let mut texts: BTreeMap<&OsStr, &[u8]> = BTreeMap::new();
    for candidate in candidates {
        texts.insert(candidate.path.as_os_str(), &candidate.bytes);
    }
    let programs = Programs::new(&files);
    let wanted = Names::new(scripts.names().cloned());
    let words = OnPath::new(candidates);
    let uses = |ReaderFile { path, shown, whole }: ReaderFile| -> TextReaders {
        let Some(language) = language(&path) else { return TextReaders::default() };
        // A planned script has been read.
        let bytes = match texts.get(path.as_os_str()) {
            Some(bytes) if bytes.len() <= LARGEST => Cow::Borrowed(*bytes),
            _ => Cow::Owned(walk::contents_at(&path, &whole, LARGEST as u64).unwrap_or_default()),
        };
        let Ok(text) = std::str::from_utf8(&bytes) else { return TextReaders::default() };
        // Most texts name no script.
        let positions = wanted.positions(text);
        let may_loop = FolderLoop::may_stand_in(text, language);
        if positions.is_empty() && !may_loop && !Names::may_lead(text) {
            return TextReaders::default();
        }
        let reader = Reader::new(text, language);
        let mut found =
            TextReaders { on_path: words.named(text, positions.keys()), ..TextReaders::default() };
        for helper in [Shell::Bash, Shell::Sh].map(helper_name).into_iter().filter(|_| may_loop) {
            let loops = reader.folder_loops(helper).into_iter();
            found.loops.extend(loops.map(|reads| LocatedLoop {
                shown: shown.clone(),
                whole: whole.clone(),
                name: helper.to_owned(),
                reads,
            }));
        }
        let sourcing = if may_loop { reader.sourcing_loops(&wanted) } else { Vec::new() };
        for (name, reads) in sourcing {
            let (shown, whole) = (shown.clone(), whole.clone());
            let source = LocatedLoop { shown, whole, name: name.to_owned(), reads };
            found.sourced.extend(scripts.met(name, |path| source.meets(path)));
        }
        for (name, at) in positions.iter().filter(|_| !past(&path)) {
            for reads in reader.copies(name, at) {
                let meant = scripts.meant(name, &reads.tail, &whole, text);
                // The header of a hook says how to install it.
                let own = scripts.met(name, |path| path == whole);
                for index in meant.into_iter().chain(own) {
                    let consumer =
                        Consumer { path: path.clone(), shown: shown.clone(), reads: reads.clone() };
                    found.uses.push((index, consumer));
                }
            }
        }
        for (name, mentions) in reader.named(&wanted, positions) {
            for tail in reader.sourced(name, &mentions) {
                found.sourced.extend(scripts.meant(name, &tail, &whole, text));
            }
            for mut reads in reader.uses_at(name, &mentions) {
                reads.blocking &= !past(&path);
                if reads.program.as_deref().is_some_and(|program| programs.want_json(program)) {
                    reads.blocking = false;
                    reads.rewrite.clear();
                }
                if let Some(why) = selection::not_theirs(&path) {
                    reads.rewrite.clear();
                    reads.why = Some(why.to_owned());
                }
                if without_shell(&path) {
                    reads.rewrite.clear();
                    reads.asks = Some(
                        "pre-commit runs it without a shell: set SKILLGEN_STDOUT=text in a script that the entry names",
                    );
                }
                // `cd skills/a` and then `./run.sh` means the script of that folder, if there is one.
                let within = reads.folder.as_ref().map(|folder| format!("{folder}/{name}"));
                let within = within.map(|tail| scripts.meant(name, &tail, &whole, text));
                let meant = within
                    .filter(|meant| !meant.is_empty())
                    .unwrap_or_else(|| scripts.meant(name, &reads.tail, &whole, text));
                for index in meant {
                    let consumer =
                        Consumer { path: path.clone(), shown: shown.clone(), reads: reads.clone() };
                    found.uses.push((index, consumer));
                }
            }
        }
        found
    };
    let all: Vec<TextReaders> = files.into_par_iter().map(uses).collect();
    let on_path: BTreeSet<usize> = all.iter().flat_map(|found| found.on_path.clone()).collect();
    let mut found: BTreeMap<usize, Vec<Consumer>> = BTreeMap::new();
    let (mut loops, mut sourced) = (Vec::new(), BTreeSet::new());
    let uses = all.into_iter().flat_map(|found| {
        loops.extend(found.loops);
        sourced.extend(found.sourced);
        found.uses
    });
    for (index, mut consumer) in uses {
        if consumer.reads.bare {
            if !on_path.contains(&index) && !words.in_bin(index) {
                continue;
            }
            // A stand-in for a program: most calls mean the program itself.
            let name = candidates[index].path.file_name().unwrap_or_default().to_string_lossy();
            if PROGRAMS.contains(&&*name) {
                if package(&candidates[index].path) != package(&consumer.path) {
                    continue;
                }
                consumer.reads.rewrite.clear();
                consumer.reads.why = Some(format!("`{name}` may be the program of that name"));
            }
        }
        found.entry(index).or_default().push(consumer);
    }
    TreeReaders { consumers: found, loops, sourced }
}

/// The programs of a tree that a script's text may be piped to, by file name.
struct Programs {
    files: BTreeMap<String, Vec<(PathBuf, PathBuf)>>,
}

impl Programs {
    fn new(files: &[ReaderFile]) -> Self {
        let mut named = BTreeMap::<String, Vec<_>>::new();
        for ReaderFile { path, whole, .. } in files {
            if language(path) == Some(ConsumerLanguage::Code)
                && let Some(name) = path.file_name()
            {
                let name = name.to_string_lossy().into_owned();
                named.entry(name).or_default().push((path.clone(), whole.clone()));
            }
        }
        Self { files: named }
    }

    /// Whether each file that this word of a command may mean parses JSON. A file outside of the tree is not
    /// known to.
    fn want_json(&self, word: &str) -> bool {
        // `$DIR/lib/check.js` and `../lib/check.js` are identified by their ends.
        let parts = word.split('/').filter(|part| !matches!(*part, "" | "."));
        let parts: Vec<&str> = parts.collect();
        let open = parts.iter().rposition(|part| *part == ".." || part.contains(['$', '`', ')']));
        let tail: PathBuf = parts[open.map_or(0, |at| at + 1)..].iter().collect();
        let Some(name) = tail.file_name().map(|name| name.to_string_lossy()) else { return false };
        let files = self.files.get(&*name).into_iter().flatten();
        let mut meant = files.filter(|(_, whole)| whole.ends_with(&tail)).peekable();
        let reads = |path: &Path, whole: &Path| {
            let bytes = walk::contents_at(path, whole, LARGEST as u64).unwrap_or_default();
            std::str::from_utf8(&bytes).is_ok_and(migrate::program_reads_json)
        };
        meant.peek().is_some() && meant.all(|(path, whole)| reads(path, whole))
    }
}

/// The results of one text.
#[derive(Debug, Default)]
struct TextReaders {
    uses: Vec<(usize, Consumer)>,
    loops: Vec<LocatedLoop>,
    sourced: Vec<usize>,
    /// The scripts that it makes callable by name.
    on_path: Vec<usize>,
}

/// The skill or plugin of a file, if any.
fn package(path: &Path) -> Option<PathBuf> {
    let whole = crate::paths::whole(path);
    let marked = |up: &&Path| up.join("SKILL.md").is_file() || up.join(".claude-plugin").is_dir();
    whole.parent()?.ancestors().find(marked).map(Path::to_owned)
}

/// Programs that scripts of the same name stand in for.
const PROGRAMS: [&str; 30] = [
    "aws",
    "az",
    "bash",
    "cargo",
    "claude",
    "codex",
    "curl",
    "docker",
    "gcloud",
    "gh",
    "git",
    "glab",
    "go",
    "jq",
    "kubectl",
    "make",
    "node",
    "npm",
    "npx",
    "pip",
    "pnpm",
    "pytest",
    "python",
    "python3",
    "sh",
    "ssh",
    "terraform",
    "tsc",
    "uv",
    "yarn",
];

/// Commands that put a file into another folder.
const LINKS: [&str; 4] = ["ln -", "install ", "symlink", "cp "];

/// Scripts whose names may be ordinary words: only `$PATH` makes them callable by name.
struct OnPath {
    /// By name.
    words: BTreeMap<String, Vec<usize>>,
    /// By the name of their folder.
    folders: BTreeMap<String, Vec<usize>>,
    bin: BTreeSet<usize>,
}

impl OnPath {
    fn new(candidates: &[Candidate]) -> Self {
        let (mut words, mut folders) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        let mut bin = BTreeSet::new();
        for (index, candidate) in candidates.iter().enumerate() {
            let name = candidate.path.file_name().unwrap_or_default().to_string_lossy();
            if name.contains('.') {
                continue;
            }
            let folder = folder(&candidate.path);
            if matches!(&*folder, "bin" | "sbin" | ".bin") {
                bin.insert(index);
            }
            words.entry(name.into_owned()).or_default().push(index);
            if !folder.is_empty() {
                folders.entry(folder).or_default().push(index);
            }
        }
        Self { words, folders, bin }
    }

    fn in_bin(&self, index: usize) -> bool {
        self.bin.contains(&index)
    }

    /// The scripts that a text makes callable through `$PATH`: by an alias, a link or a copy, or by `PATH=` with their
    /// folder.
    fn named<'n>(&self, text: &str, names: impl Iterator<Item = &'n &'n str>) -> Vec<usize> {
        let sets_path = text.contains("PATH=");
        let folders =
            self.folders.iter().filter(|(folder, _)| sets_path && text.contains(&**folder));
        let puts = |name: &str| {
            let (alias, bin) = (format!("alias {name}="), format!("bin/{name}"));
            lines_with(text, name).any(|line| {
                line.contains(&alias)
                    || line.contains(&bin)
                    || LINKS.iter().any(|word| line.contains(word))
            })
        };
        let may_put = ["alias ", "bin/"].iter().chain(&LINKS).any(|word| text.contains(word));
        let words = names.filter(|_| may_put);
        let words = words.filter_map(|name| self.words.get_key_value(*name));
        let words = words.filter(|(name, _)| puts(name));
        folders.chain(words).flat_map(|(_, indexes)| indexes.iter().copied()).collect()
    }
}

/// The lines that contain a word, each once.
fn lines_with<'t>(text: &'t str, word: &str) -> impl Iterator<Item = &'t str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(word)?;
        let from = rest[..at].rfind('\n').map_or(0, |i| i + 1);
        let (line, behind) = rest[from..].split_once('\n').unwrap_or((&rest[from..], ""));
        rest = behind;
        Some(line)
    })
}

/// The name of a file's folder.
fn folder(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    folder.to_string_lossy().into_owned()
}
