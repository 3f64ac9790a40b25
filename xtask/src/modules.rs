//! Which module of a crate uses which: read from `use` declarations and paths, tests left out. A name that a module only
//! re-exports counts for the module that has it. Calls of methods are not seen, since they name no module.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::rust_tokens::{Token, tokens};

/// A path of names: of a module below the root of its crate, or of an item.
type Names = Vec<String>;

/// The modules of a crate that are files of their own.
pub(crate) struct Modules {
    files: BTreeMap<Names, PathBuf>,
    uses: BTreeMap<Names, Vec<Names>>,
    /// What a module calls by another module's name: `use` declarations, by module and local name.
    imports: BTreeMap<(Names, String), Names>,
}

/// A crate's module that uses another one.
pub(crate) type Arrows = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

impl Modules {
    /// Reads the files of a crate, of which the first is its root.
    ///
    /// # Errors
    /// Where a file can't be read, or says by an attribute where a module is.
    pub(crate) fn read(root: &Path, folder: &Path) -> anyhow::Result<Modules> {
        let mut modules =
            Modules { files: BTreeMap::new(), uses: BTreeMap::new(), imports: BTreeMap::new() };
        modules.read_file(&root.join(folder), root, Vec::new())?;
        Ok(modules)
    }

    fn read_file(&mut self, file: &Path, root: &Path, module: Names) -> anyhow::Result<()> {
        let name = file.strip_prefix(root).unwrap_or(file).to_owned();
        let text = std::fs::read_to_string(file).with_context(|| name.display().to_string())?;
        self.files.insert(module.clone(), name.clone());
        let mut reader = Reader::new(tokens(&text));
        reader.items();
        for (local, path) in reader.imports {
            self.imports.insert((module.clone(), local), path);
        }
        self.uses.insert(module.clone(), reader.paths);
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_own_folder = ["lib", "main", "mod"].contains(&stem.as_str());
        let folder = file.parent().unwrap_or(root);
        let folder = if is_own_folder { folder.to_owned() } else { folder.join(stem) };
        for Declared { name: child, at } in reader.modules {
            let beside = match at {
                Some(at) => vec![file.with_file_name(at)],
                None => {
                    vec![folder.join(format!("{child}.rs")), folder.join(&child).join("mod.rs")]
                }
            };
            let Some(found) = beside.iter().find(|file| file.is_file()) else {
                bail!("{}: no file of the module `{child}`", name.display());
            };
            self.read_file(found, root, [&module[..], &[child]].concat())?;
        }
        Ok(())
    }

    /// Which file uses which. A module and those below it are one: arrows between them go both ways.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, paths) in &self.uses {
            let from = &self.files[module];
            let targets = paths.iter().filter_map(|path| self.owner(module, path));
            let targets = targets.filter(|to| !is_family(module, to));
            let targets = targets.filter_map(|to| self.files.get(&to).cloned());
            arrows.entry(from.clone()).or_default().extend(targets);
        }
        arrows
    }

    /// The module that has what a path names; `None` outside of the crate.
    fn owner(&self, module: &Names, path: &Names) -> Option<Names> {
        // A path that leads round in circles names nothing.
        let mut path = self.absolute(module, path)?;
        for _ in 0..20 {
            let depth =
                (0..=path.len()).rev().find(|end| self.files.contains_key(&path[..*end]))?;
            let owner = &path[..depth];
            let imported = path.get(depth).and_then(|name| {
                Some((self.imports.get(&(owner.to_vec(), name.clone()))?, &path[depth + 1..]))
            });
            match imported {
                Some((import, rest)) => {
                    path = [self.absolute(&owner.to_vec(), import)?, rest.to_vec()].concat();
                }
                None => return Some(owner.to_vec()),
            }
        }
        None
    }

    /// A path from the root of the crate on; `None` outside of the crate.
    fn absolute(&self, module: &Names, path: &Names) -> Option<Names> {
        let first = path.first()?;
        if first == "crate" {
            return Some(path[1..].to_vec());
        }
        let ups = path.iter().take_while(|name| *name == "super").count();
        if ups > 0 {
            let kept = module.len().checked_sub(ups)?;
            return Some([&module[..kept], &path[ups..]].concat());
        }
        let rest = if first == "self" { &path[1..] } else { &path[..] };
        let within = [&module[..], rest].concat();
        let is_local = first == "self"
            || self.files.contains_key(&within[..=module.len()])
            || self.imports.contains_key(&(module.clone(), first.clone()));
        is_local.then_some(within)
    }
}

/// Whether one of the modules is the other one, or below it.
fn is_family(one: &Names, other: &Names) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// Reads the tokens of one file.
struct Reader {
    tokens: Vec<Token>,
    at: usize,
    /// The module of the file, and modules that are written out in it.
    inline: Vec<(String, usize)>,
    depth: usize,
    modules: Vec<Declared>,
    imports: Vec<(String, Names)>,
    paths: Vec<Names>,
    /// What the attribute right before says of where the module is.
    module_at: Option<String>,
}

/// A module that is a file of its own.
struct Declared {
    name: String,
    /// Where an attribute says that it is.
    at: Option<String>,
}

fn word(text: &str) -> Token {
    Token::Word(text.to_owned())
}

impl Reader {
    fn new(tokens: Vec<Token>) -> Self {
        Reader {
            tokens,
            at: 0,
            inline: Vec::new(),
            depth: 0,
            modules: Vec::new(),
            imports: Vec::new(),
            paths: Vec::new(),
            module_at: None,
        }
    }

    fn word(&self, ahead: usize) -> Option<&str> {
        match self.tokens.get(self.at + ahead)? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn sign(&self, ahead: usize) -> Option<char> {
        match self.tokens.get(self.at + ahead)? {
            Token::Sign(sign) => Some(*sign),
            _ => None,
        }
    }

    fn is_at_colons(&self, ahead: usize) -> bool {
        self.sign(ahead) == Some(':') && self.sign(ahead + 1) == Some(':')
    }

    fn items(&mut self) {
        while self.at < self.tokens.len() {
            match (self.sign(0), self.word(0)) {
                (Some('#'), _) => self.attribute(),
                (Some('{'), _) => {
                    self.depth += 1;
                    self.at += 1;
                }
                (Some('}'), _) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at += 1;
                    if self.inline.last().is_some_and(|(_, depth)| *depth == self.depth) {
                        self.inline.pop();
                    }
                }
                (_, Some("mod")) => self.declaration(),
                (_, Some("use")) => self.use_declaration(),
                (_, Some(_)) => self.path(),
                _ => self.at += 1,
            }
        }
    }

    /// An attribute; with what it stands at, if that is a test.
    fn attribute(&mut self) {
        let start = self.at;
        self.at += 1;
        if self.sign(0) == Some('!') {
            self.at += 1;
        }
        if self.sign(0) != Some('[') {
            return;
        }
        self.skip_group('[', ']');
        let words = self.tokens[start..self.at].iter().filter_map(|token| match token {
            Token::Word(word) | Token::Text(word) => Some(word.as_str()),
            Token::Sign(_) => None,
        });
        let words: Vec<&str> = words.collect();
        if let ["path", file] = words[..] {
            self.module_at = Some(file.to_owned());
        } else if words == ["cfg", "test"] {
            self.skip_item();
        }
    }

    fn skip_item(&mut self) {
        while self.at < self.tokens.len() {
            match self.sign(0) {
                Some('{') => return self.skip_group('{', '}'),
                Some(';') => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    fn skip_group(&mut self, open: char, close: char) {
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            if *token == Token::Sign(open) {
                depth += 1;
            } else if *token == Token::Sign(close) {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }

    fn declaration(&mut self) {
        let name = self.word(1).map(str::to_owned);
        let after = self.sign(2);
        self.at += 1;
        let Some(name) = name else { return };
        match after {
            Some(';') => {
                let at = self.module_at.take();
                self.modules.push(Declared { name, at });
            }
            Some('{') => self.inline.push((name, self.depth)),
            _ => return,
        }
        self.at += 1;
    }

    /// What a `pub use` hands on is used where it is named.
    fn use_declaration(&mut self) {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at]);
        let is_handed_on = before == Some(&word("pub")) || before == Some(&Token::Sign(')'));
        let count = self.paths.len();
        self.at += 1;
        self.use_tree(&Vec::new());
        if is_handed_on {
            self.paths.truncate(count);
        }
    }

    /// The rest of a `use` declaration, behind `prefix`.
    fn use_tree(&mut self, prefix: &Names) {
        let mut path = prefix.clone();
        if self.is_at_colons(0) {
            self.at += 2;
        }
        loop {
            if self.sign(0) == Some('{') {
                self.at += 1;
                while self.at < self.tokens.len() && self.sign(0) != Some('}') {
                    self.use_tree(&path);
                    if self.sign(0) == Some(',') {
                        self.at += 1;
                    }
                }
                self.at += 1;
                return;
            }
            if self.sign(0) == Some('*') {
                self.at += 1;
                self.paths.push(path);
                return;
            }
            let Some(word) = self.word(0).map(str::to_owned) else {
                self.at += 1;
                return;
            };
            self.at += 1;
            if word != "self" || path.is_empty() {
                path.push(word);
            }
            if self.is_at_colons(0) {
                self.at += 2;
                continue;
            }
            let local = if self.word(0) == Some("as") {
                self.at += 2;
                self.tokens.get(self.at - 1).and_then(|token| match token {
                    Token::Word(word) => Some(word.clone()),
                    _ => None,
                })
            } else {
                path.last().cloned()
            };
            if self.inline.is_empty() {
                self.imports.extend(local.map(|local| (local, path.clone())));
            }
            self.paths.push(path);
            return;
        }
    }

    /// A path in code: the names before the first that begins with a capital letter name modules.
    fn path(&mut self) {
        let before = |back: usize| self.at.checked_sub(back).map(|at| &self.tokens[at]);
        let is_member = before(1) == Some(&Token::Sign('.'));
        // `pub(in crate::walk)` uses nothing.
        let is_visibility = [before(1), before(2), before(3)]
            == [Some(&word("in")), Some(&Token::Sign('(')), Some(&word("pub"))];
        let mut path = Names::new();
        while let Some(word) = self.word(0) {
            path.push(word.to_owned());
            self.at += 1;
            if !self.is_at_colons(0) || self.word(2).is_none() {
                break;
            }
            self.at += 2;
        }
        if path.len() < 2 || is_member || is_visibility {
            return;
        }
        // Inside of a module that is written out, `super` is the module of the file.
        let ups = path.iter().take_while(|name| *name == "super").count();
        path.drain(..ups.min(self.inline.len()));
        self.paths.push(path);
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::rust_tokens::tokens;

    fn paths(text: &str) -> Vec<String> {
        let mut reader = Reader::new(tokens(text));
        reader.items();
        reader.paths.iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn paths_are_read_where_they_are_used() {
        assert_eq!(
            paths("use crate::a::{self, B as C, d::*};"),
            ["crate::a", "crate::a::B", "crate::a::d"]
        );
        assert_eq!(paths("fn f() { x.y::<T>(); super::g(1); }"), ["super::g"]);
        assert_eq!(
            paths("pub(in crate::walk) fn f() {} pub use a::B; pub(crate) use c::D;"),
            [""; 0]
        );
        assert_eq!(paths("#[cfg(test)] mod tests { use super::a; } const A: u8 = b::C;"), ["b::C"]);
        assert_eq!(
            paths("mod inner { fn f() { super::super::a(); self::b(); } }"),
            ["super::a", "self::b"]
        );
    }
}
