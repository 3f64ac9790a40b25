//! A process that puts a link in the place of a folder or file while skillgen runs, again and again, leads no read, write or
//! reference out of the tree.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use libtest_mimic::Trial;
use rustix::fs::{CWD, RenameFlags};

use crate::migrate_safety::{Check, Named, SCRIPT, Tree, ensure};
use crate::support::{skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 4] = [
        ("writes", writes),
        ("new_folders", new_folders),
        ("references", references),
        ("linked_files", linked_files),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_races::{name}"), test))
        .collect()
}

/// Without a folder that is opened once, the file outside was written after 1 to 62 runs, and read after 17 to 84.
const RUNS: usize = 40;

/// Exchanges a folder or file and a link out of the tree without a pause.
struct Exchange {
    paths: (PathBuf, PathBuf),
    turn: Arc<Mutex<()>>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Exchange {
    fn start(folder: &Path, link: &Path) -> Exchange {
        let (turn, ends) = (Arc::new(Mutex::new(())), Arc::new(AtomicBool::new(false)));
        let paths = (folder.to_owned(), link.to_owned());
        let (own_turn, own_ends, own_paths) = (Arc::clone(&turn), Arc::clone(&ends), paths.clone());
        let thread = std::thread::spawn(move || {
            while !own_ends.load(Ordering::Relaxed) {
                let turn = own_turn.lock().unwrap();
                exchange(&own_paths);
                drop(turn);
                std::thread::sleep(std::time::Duration::from_micros(100));
            }
        });
        Exchange { paths, turn, ends, thread: Some(thread) }
    }

    /// Runs `prepare` while the folder is in its place.
    fn at_rest<T>(&self, prepare: impl FnOnce() -> T) -> T {
        let _turn = self.turn.lock().unwrap();
        if fs::symlink_metadata(&self.paths.0).unwrap().is_symlink() {
            exchange(&self.paths);
        }
        prepare()
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn exchange((folder, link): &(PathBuf, PathBuf)) {
    rustix::fs::renameat_with(CWD, folder, CWD, link, RenameFlags::EXCHANGE).unwrap();
}

/// The files below a folder, with their texts.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match entry.file_type().unwrap().is_dir() {
            true => all.extend(files(&path)),
            false => drop(all.insert(path.clone(), fs::read(path).unwrap())),
        }
    }
    all
}

const CONTRACT: &str = "{\"title\": \"c\", \"version\": \"1.0.0\", \"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}\n";
const TOOLS: &str =
    "[{\"name\": \"a\", \"description\": \"x\", \"inputSchema\": {\"type\": \"object\"}}]\n";

fn writes() -> Check {
    let tree = Tree::new();
    let outside = tree.path.parent().unwrap().join("outside");
    let fill = |folder: &Path| {
        fs::create_dir_all(folder).unwrap();
        for (name, content) in [("x.sh", SCRIPT), ("c.json", CONTRACT), ("tools.json", TOOLS)] {
            fs::write(folder.join(name), content).unwrap();
        }
    };
    fill(&outside);
    fill(&tree.path.join("d"));
    tree.committed();
    tree.script("old.json", &CONTRACT.replace("string", "integer"));
    symlink(&outside, tree.path.join("link"))?;
    let before = files(&outside);
    let exchange = Exchange::start(&tree.path.join("d"), &tree.path.join("link"));
    let commands: [&[&str]; 5] = [
        &["migrate", "--allow-dirty", "d/x.sh"],
        &["migrate", "--undo", "."],
        &["bump", "old.json", "d/c.json"],
        &["emit", "--lang", "ts", "--contract", "builtin:skill-output-v1", "--out", "d"],
        &["lock", "d/tools.json", "--out", "d/mcp.lock.json"],
    ];
    for run in 0..RUNS {
        for args in commands {
            if args[0] == "bump" {
                exchange.at_rest(|| fill(&tree.path.join("d")));
            }
            let output = skillgen().args(args).current_dir(&tree.path).output()?;
            let told = format!("{args:?} in run {run}: {:?}", text(&output));
            ensure(files(&outside) == before, told)?;
        }
    }
    Ok(())
}

/// Folders that don't exist yet are not created below the link, either.
fn new_folders() -> Check {
    let tree = Tree::new();
    let outside = tree.path.parent().unwrap().join("outside");
    for folder in [&outside, &tree.path.join("d"), &tree.path.join("skills")] {
        fs::create_dir_all(folder)?;
    }
    tree.script("skills/x.sh", SCRIPT);
    tree.committed();
    symlink(&outside, tree.path.join("link"))?;
    let _exchange = Exchange::start(&tree.path.join("d"), &tree.path.join("link"));
    for run in 0..RUNS * 2 {
        let (made, split) = (format!("d/g{run}/a"), format!("d/s{run}"));
        let commands: [&[&str]; 3] = [
            &["emit", "--lang", "ts", "--contract", "builtin:skill-output-v1", "--out", &made],
            &["init", &format!("demo{run}"), "--dir", "d"],
            &["migrate", "--dry-run", "--split", &split, "skills"],
        ];
        for args in commands {
            let output = skillgen().args(args).current_dir(&tree.path).output()?;
            let told = format!("{args:?} in run {run}: {:?}", text(&output));
            ensure(fs::read_dir(&outside)?.next().is_none(), told)?;
        }
    }
    Ok(())
}

fn references() -> Check {
    let tree = Tree::of(&[
        ("d/x.json", "{\"const\": \"inside\"}\n"),
        ("c.json", "{\"$ref\": \"d/x.json\"}\n"),
        ("data.json", "1\n"),
    ]);
    tree.script("../outside/x.json", "{\"const\": \"SECRET\"}\n");
    tree.committed();
    symlink(tree.path.parent().unwrap().join("outside"), tree.path.join("link"))?;
    let _exchange = Exchange::start(&tree.path.join("d"), &tree.path.join("link"));
    for run in 0..RUNS * 3 {
        let args = ["validate", "--contract", "c.json", "data.json"];
        let output = skillgen().args(args).current_dir(&tree.path).output()?;
        let (code, out, err) = text(&output);
        let unread = !format!("{out}{err}").contains("SECRET");
        ensure(unread, format!("run {run}: {code} {out}{err}"))?;
    }
    Ok(())
}

/// A script, a reader of scripts, or a folder of scripts that becomes a link is not read there.
fn linked_files() -> Check {
    const READER: &str = "#!/bin/bash\nx=$(bash s/a.sh | grep x)\necho \"Created: $x\"\n";
    for (place, target) in [("s/a.sh", "a.sh"), ("r/x.sh", "x.sh"), ("s/d", "d")] {
        let tree = Tree::new();
        for (name, text) in [("a.sh", SCRIPT), ("x.sh", READER), ("d/b.sh", SCRIPT)] {
            let secret = text.replace("grep x", "grep SECRET").replace("out.txt", "SECRET.txt");
            tree.script(&format!("../outside/{name}"), &secret);
        }
        tree.script("s/a.sh", SCRIPT);
        tree.script("s/d/b.sh", SCRIPT);
        tree.script("r/x.sh", READER);
        tree.committed();
        symlink(tree.path.parent().unwrap().join("outside").join(target), tree.path.join("link"))?;
        let _exchange = Exchange::start(&tree.path.join(place), &tree.path.join("link"));
        for run in 0..RUNS {
            let split = tree.path.join(format!("../split{run}"));
            let split = split.to_str().unwrap();
            let commands: [&[&str]; 3] = [
                &["migrate", "--dry-run", "--all", "s"],
                &["migrate", "--stat", "--all", "--consumers", "rewrite", "-v", "s"],
                &["migrate", "--all", "--split", split, "s"],
            ];
            for args in commands {
                let output = skillgen().args(args).current_dir(&tree.path).output()?;
                let (code, out, err) = text(&output);
                let unread = !format!("{out}{err}").contains("SECRET");
                ensure(unread, format!("{place}, {args:?} in run {run}: {code} {out}{err}"))?;
            }
            let patches = fs::read_dir(split).is_ok().then(|| files(Path::new(split)));
            let holds = |text: &Vec<u8>| String::from_utf8_lossy(text).contains("SECRET");
            let unread = !patches.iter().flat_map(BTreeMap::values).any(holds);
            ensure(unread, format!("{place}: a patch of run {run} shows a file outside"))?;
        }
    }
    Ok(())
}
