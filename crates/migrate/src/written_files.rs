//! Files that a script writes, by the words that name them: `> "$out"`, `tee "$out"`, `-o "$out"`, `cp a "$out"`.
//!
//! A line such as `Report: $out` names a result only if the script writes that file: the same words are printed for inputs.

use std::collections::BTreeSet;

use crate::model::{Call, Script};
use crate::pattern::{OUTPUT_FORMATS, is_in};
use crate::removed_files::{first_variable, removed_files};
use crate::word::{self, HOLE, Piece};

/// Labels of files that are no result, or that the line only announces to read or remove.
const NO_RESULTS: &str = "cache cached check checking cleaning config configuration delete deleted deleting exists found from input lock \
    log logging logs missing parsing pid processing read reading remove removed removing run scanning see skip skipped skipping source \
    state temp temporary tmp using validating with";

/// Announcements of what is written.
const MAKING: &str =
    "archiving building creating exporting generating packaging rendering saving storing writing";

/// Participles that say nothing of a file that was made.
const NOT_MADE: [&str; 8] =
    ["checked", "detected", "expected", "failed", "linted", "loaded", "parsed", "used"];

/// Parts of the names of variables with such files.
const NO_RESULT_NAMES: [&str; 6] = ["tmp", "temp", "log", "lock", "pid", "cache"];

/// Words that precede the path in a line.
const BEFORE_PATH: [&str; 7] = [": ", "\u{2192} ", "-> ", " to ", " into ", " at ", " in "];

/// Labels that say alone that a file was made: `Built: $zip`.
const MADE_LABELS: &str = "built compiled done exported output packaged rendered saved success";

/// The words that name written files, with plain braces left out.
pub(crate) struct WrittenFiles {
    written: BTreeSet<String>,
    /// Files that the script checks: `[ -f "$zip" ]`. Another program wrote them.
    checked: BTreeSet<String>,
    /// Variables that the script tests as files, or runs as programs.
    files: BTreeSet<String>,
    /// Variables with temporary files that the script removes.
    removed: BTreeSet<String>,
}

impl WrittenFiles {
    pub(crate) fn of(script: &Script<'_>, text: &str) -> Self {
        let mut names = BTreeSet::new();
        for (at, _) in text.match_indices('>') {
            let before = text[..at].trim_end_matches('>').trim_end_matches('1');
            let is_output = before.is_empty() || before.ends_with([' ', '\t', '\n', ')', '}']);
            let word = text[at + 1..].trim_start_matches(['>', '|']).trim_start_matches(' ');
            if is_output && let Some(name) = expansion(word) {
                names.insert(name);
            }
        }
        let mut checked = BTreeSet::new();
        for call in &script.calls {
            names.extend(targets(call));
            if matches!(call.name.as_str(), "[" | "[[" | "test") {
                let pairs = call.words.windows(2);
                let files = pairs.filter(|pair| matches!(pair[0].as_str(), "-f" | "-s" | "-e"));
                checked.extend(files.filter_map(|pair| expansion(&pair[1])));
            }
        }
        let removed = removed_files(script, text);
        Self { written: names, checked, files: files(script), removed }
    }

    /// Whether a call prints a variable that the script tests as a file, or runs: no number.
    pub(crate) fn prints_file(&self, call: &Call<'_>) -> bool {
        let is_file = |piece: &Piece<'_>| match piece {
            Piece::Hole { name: Some(name), .. } => self.files.contains(*name),
            _ => false,
        };
        !self.files.is_empty()
            && call.words.iter().skip(1).any(|word| word::pieces(word).iter().any(is_file))
    }

    /// Whether a call names a temporary file that the script removes.
    pub(crate) fn names_removed(&self, call: &Call<'_>) -> bool {
        let is_removed = |piece: &Piece<'_>| match piece {
            Piece::Hole { name: Some(name), .. } => self.removed.contains(*name),
            _ => false,
        };
        !self.removed.is_empty()
            && call.words.iter().skip(1).any(|word| word::pieces(word).iter().any(is_removed))
    }

    /// The paths that a line may name as a result, if the script writes one of them; `line` has holes for `expansions`.
    pub(crate) fn paths_of<'l>(&self, line: &'l str) -> Vec<&'l str> {
        if self.written.is_empty() && self.checked.is_empty() {
            return Vec::new();
        }
        let ends = [" (", " ["].iter().filter_map(|words| line.find(words));
        let line = ends.filter(|end| *end > 0).min().map_or(line, |end| &line[..end]);
        let line = line.trim_end_matches(['.', '!', ' ', '`', '\'']);
        if let Some(path) = before_verb(line) {
            return vec![path];
        }
        behind_verb(line).into_iter().chain(behind_label(line)).collect()
    }

    /// Whether a word names one of the files, or a folder of them that the line names as the result.
    pub(crate) fn contains(&self, word: &str, line: &str) -> bool {
        let name = word.trim_matches('"');
        let name = normal(name.strip_suffix('/').unwrap_or(name));
        let lower = name.to_ascii_lowercase();
        // `3. Start it: ~/bin/a.sh` names a literal path too.
        let is_literal = !name.trim_start_matches("$HOME/").contains('$');
        let says_so = ["\u{2192}", "->"].iter().any(|arrow| line.contains(arrow))
            || names_result(line)
            || behind_verb(line).is_some();
        if is_literal && !says_so {
            return false;
        }
        let holds_some = || {
            let folder = format!("{name}/");
            names_result(line) && self.written.iter().any(|file| file.starts_with(&folder))
        };
        // `unzip a.zip -d "$dir"`, where the line names `$dir/b`.
        let is_below = || {
            let folders = self.written.iter().filter_map(|file| file.strip_suffix("/."));
            let mut below = folders.filter_map(|folder| name.strip_prefix(folder));
            names_result(line) && below.any(|rest| rest.starts_with('/'))
        };
        let is_made = || {
            let label = line.split_once(':').map_or("", |(label, _)| label);
            let label = label.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
            self.checked.contains(&name) && is_in(label, MADE_LABELS)
        };
        !NO_RESULT_NAMES.iter().any(|part| lower.contains(part))
            && !first_variable(&name).is_some_and(|name| self.removed.contains(name))
            && (self.written.contains(&name) || holds_some() || is_below() || is_made())
    }
}

/// The variables that a script tests as files, or runs as programs: `[ -x "$tool" ]`, `"$tool" --version`.
fn files(script: &Script<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for call in &script.calls {
        let tests = matches!(call.name.as_str(), "[" | "[[" | "test");
        let is_test = |word: &str| matches!(word, "-f" | "-d" | "-e" | "-x" | "-r" | "-s" | "-w");
        let pairs = call.words.windows(2).filter(|pair| tests && is_test(&pair[0]));
        let run = call.words.first().filter(|word| word.starts_with(['"', '$']));
        let words = pairs.map(|pair| &pair[1]).chain(run);
        let names = words.filter_map(|word| word::variable(word.trim_matches('"')));
        found.extend(names.map(str::to_owned));
    }
    found
}

/// The path in `Report: $out`, `Backup complete → $out`.
fn behind_label(line: &str) -> Option<&str> {
    let start = BEFORE_PATH.iter().filter_map(|words| Some(line.rfind(words)? + words.len()));
    let (label, path) = line.split_at(start.max()?);
    let path = path.trim_start_matches(['`', '\'', ' ']);
    let words = label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
    let begins = |word: &String| word.len() > 4 && word.ends_with("ing") && !is_in(word, MAKING);
    let other = |word: &String| begins(word) || is_no_result(word);
    // Words of other scripts are not read: the script writes the file, and the line has a mark of success.
    let is_other_script = label.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    let is_success = label.starts_with(['\u{2713}', '\u{2705}', '\u{2714}', '\u{2611}']);
    let named = match is_other_script {
        true => is_success,
        false => words.iter().any(|word| word.len() > 2),
    };
    // `Created state: $file`
    let begun = words.first().is_some_and(|first| is_put(first));
    let named = named && (begun || !words.iter().any(other));
    (named && !path.is_empty() && !path.contains(char::is_whitespace)).then_some(path)
}

/// What happened to a file that a command put somewhere.
const PUT: &str = "archived backed cloned copied created exported generated installed rendered restored saved stored synced written wrote";

fn is_put(word: &str) -> bool {
    is_in(word, PUT)
}

/// Whether a word says that a file was not made, or is no result.
fn is_no_result(word: &str) -> bool {
    is_in(word, NO_RESULTS) || NOT_MADE.contains(&word)
}

/// Whether the words of a line say that something was put in a folder: `Synced agents to $dir`, `Output: $dir`.
fn names_result(line: &str) -> bool {
    const RESULTS: &str = "archive artifacts backup backups export exports output outputs report reports result results worktree";
    let line = line.to_lowercase();
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    is_put(first) || is_in(first, RESULTS) || words.any(is_put)
}

/// The path in `✅ $out created`.
fn before_verb(line: &str) -> Option<&str> {
    const MADE: [&str; 6] = ["created", "exported", "generated", "saved", "updated", "written"];
    let (head, verb) = line.rsplit_once(' ')?;
    let path =
        head.trim_start_matches(|c: char| !(c.is_alphanumeric() || "/.~".contains(c) || c == HOLE));
    let is_path = path.contains(HOLE) && !path.contains([' ', ':', '=']);
    (is_path && MADE.contains(&verb)).then_some(path)
}

/// The path in `Installed $hook`, `Linked $out → $src`, `appended to existing $hook`.
fn behind_verb(line: &str) -> Option<&str> {
    const BETWEEN: &str = "a existing file files its new the to";
    let body = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `[setup] installed $hook`
    let body =
        body.split_once("] ").filter(|(tag, _)| !tag.contains(' ')).map_or(body, |(_, body)| body);
    let (verb, rest) = body.split_once(' ')?;
    let verb = verb.trim_end_matches(':').to_ascii_lowercase();
    let is_verb = verb.len() > 4 && verb.ends_with("ed") || matches!(&*verb, "wrote" | "written");
    let is_other = is_no_result(&verb);
    let mut rest = rest.trim_start();
    while let Some((word, behind)) = rest.split_once(' ') {
        if !BETWEEN.split_whitespace().any(|one| one == word) {
            break;
        }
        rest = behind;
    }
    let path = rest.split(' ').next()?.trim_end_matches([',', ';', '.', ':']);
    let is_path = path.contains([HOLE, '.', '/']) && !path.contains([':', '=']);
    (is_verb && !is_other && is_path).then_some(path)
}

/// The files that a command writes.
fn targets(call: &Call<'_>) -> Vec<String> {
    let words: Vec<&str> = call.words.iter().skip(1).map(|word| word.as_str()).collect();
    let after = |flags: &[&str]| {
        let mut pairs = words.windows(2).filter(|pair| flags.contains(&pair[0]));
        pairs.next().map(|pair| pair[1])
    };
    let found: Vec<&str> = match call.name.as_str() {
        "tee" | "touch" => words.iter().copied().filter(|word| !word.starts_with('-')).collect(),
        "cp" | "mv" | "ln" | "install" | "rsync" | "ditto" | "ffmpeg" | "convert" | "magick" => {
            words.last().copied().into_iter().collect()
        }
        "zip" => words.iter().copied().find(|word| !word.starts_with('-')).into_iter().collect(),
        "tar" => {
            let creates =
                |word: &&str| word.starts_with('-') && word.contains('c') && word.ends_with('f');
            let mut pairs = words.windows(2).filter(|pair| creates(&pair[0]));
            pairs.next().map(|pair| pair[1]).into_iter().collect()
        }
        "wget" => after(&["-O", "--output-document"]).into_iter().collect(),
        "unzip" => {
            let folder = after(&["-d"]).and_then(expansion);
            return folder.map(|folder| format!("{folder}/.")).into_iter().collect();
        }
        "ssh-keygen" => after(&["-f"]).into_iter().collect(),
        "openssl" => after(&["-out", "-keyout"]).into_iter().collect(),
        "sed" if words.first().is_some_and(|flag| flag.starts_with("-i")) => {
            words.last().copied().into_iter().collect()
        }
        "git" => {
            // A folder with files of its own: the line has to name it as the result.
            let folder = checkout(&words).and_then(expansion);
            return folder.map(|folder| format!("{folder}/.")).into_iter().collect();
        }
        _ if is_in(&call.name, OUTPUT_FORMATS) => Vec::new(),
        // `--lora-out "$out"`
        _ => {
            let mut pairs = words.windows(2).filter(|pair| names_output(pair[0]));
            pairs.next().map(|pair| pair[1]).into_iter().collect()
        }
    };
    found.into_iter().filter_map(expansion).collect()
}

/// The folder that `git clone` or `git worktree add` fills.
fn checkout<'w>(words: &[&'w str]) -> Option<&'w str> {
    const WITH_VALUES: [&str; 7] = ["-b", "-B", "-c", "-o", "--branch", "--depth", "--reason"];
    let start = words.iter().position(|word| matches!(*word, "clone" | "worktree"))?;
    let (command, rest) = words[start..].split_first()?;
    let mut plain = Vec::new();
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        if WITH_VALUES.contains(word) {
            rest.next();
        } else if !word.starts_with('-') {
            plain.push(*word);
        }
    }
    match (*command, plain.as_slice()) {
        ("worktree", ["add", folder, ..]) | ("clone", [_, folder]) => Some(folder),
        _ => None,
    }
}

/// Whether an option names a file to write.
fn names_output(option: &str) -> bool {
    let name = option.strip_prefix("--").unwrap_or_default();
    option == "-o"
        || matches!(name, "out" | "output" | "output-file" | "out-file")
        || name.ends_with("-out")
        || name.ends_with("-output")
}

/// A word with an expansion at the start of a text, without its quotes and plain braces.
fn expansion(text: &str) -> Option<String> {
    let word = match text.strip_prefix('"') {
        Some(rest) => rest.split('"').next()?,
        None => text.split(|c: char| c.is_whitespace() || ";&|)".contains(c)).next()?,
    };
    let named = word.match_indices('$').all(|(at, _)| {
        let name = word[at + 1..].trim_start_matches('{');
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    });
    // `cp "$from" notes.md`, `cp notes.md ~/notes`
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let is_home = word.strip_prefix("~/").is_some_and(|rest| rest.chars().all(part));
    let is_literal = is_home
        || word.rsplit_once('.').is_some_and(|(name, end)| {
            !name.is_empty()
                && word.chars().all(part)
                && end.starts_with(|c: char| c.is_ascii_alphabetic())
        });
    let fits = (word.contains('$') || is_literal)
        && named
        && !word.ends_with('%')
        && !word.contains(['\n', '(', '`'])
        && word.len() < 200;
    // `cp a "$dir/"`
    fits.then(|| normal(word.strip_suffix('/').unwrap_or(word)))
}

/// A path in the form in which paths are compared: `$HOME/a` for `~/a`, `a` for `./a`.
fn normal(path: &str) -> String {
    match path.strip_prefix("~/") {
        Some(rest) => format!("$HOME/{}", unbraced(rest)),
        None => unbraced(path.strip_prefix("./").unwrap_or(path)),
    }
}

/// `$name` for `${name}`.
fn unbraced(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((head, tail)) = rest.split_once("${") {
        out.push_str(head);
        match tail.split_once('}') {
            Some((name, after)) if name.chars().all(bash_syntax::is_name_char) => {
                out.push('$');
                out.push_str(name);
                // `${a}b` and `$ab` differ.
                if after.starts_with(bash_syntax::is_name_char) {
                    out.push('\u{0}');
                }
                rest = after;
            }
            _ => {
                out.push_str("${");
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    /// The patterns of the last line.
    fn patterns(script: &str) -> Vec<String> {
        let script = format!("#!/usr/bin/env bash\n{script}\n");
        let last = script.lines().count();
        let plan = plan(script.as_bytes(), &Options::default());
        let edits = plan.edits.iter().filter(|edit| edit.line == last);
        edits.map(|edit| format!("{}", edit.text).trim().to_owned()).collect()
    }

    #[test]
    fn written_files_are_deliverables() {
        for (script, word) in [
            ("jq . a > \"$out\"\necho \"Report: $out\"", "skill_say deliverable=\"$out\""),
            (
                "jq . a >> ${out}\necho \"\u{2705} Backup complete: ${out} (3 MB)\"",
                "skill_say deliverable=\"$out\"",
            ),
            (
                "jq . a > \"$dir/r.json\"\necho \"Full report available at $dir/r.json\"",
                "skill_say deliverable=\"$dir/r.json\"",
            ),
            (
                "log() { echo \"[i] $*\" >&2; }\necho done\ncp a \"$out\"\nlog \"Output: $out\"",
                "skill_say deliverable=\"$out\"",
            ),
            (
                "echo \"Output files:\"\necho \"  - $dir/a.txt\"",
                "skill_say deliverable=\"$dir/a.txt\"",
            ),
            ("train --lora-out \"$out\"\necho \"Output: $out\"", "skill_say deliverable=\"$out\""),
            (
                "echo done\nmv a \"$out\"\necho \"Created run state v8: $out\" >&2",
                "skill_say deliverable=\"$out\"",
            ),
            ("jq . a > \"$out\"\necho \"\u{2705} $out created\"", "skill_say deliverable=\"$out\""),
            (
                "jq . a > \"$dir/r.json\"\necho \"$dir/r.json generated.\"",
                "skill_say deliverable=\"$dir/r.json\"",
            ),
            (
                "ln -s a \"$out\"\nsay() { echo \"[setup] $1\"; }\nsay \"Linked $out \u{2192} $in\"",
                "skill_say deliverable=\"$out\"",
            ),
            (
                "cat a >> \"$hook\"\necho \"appended to existing $hook (backup at b)\"",
                "skill_say deliverable=\"$hook\"",
            ),
            (
                "cp -r src \"$out/\"\necho \"\u{2713} Copied to $out\"",
                "skill_say deliverable=\"$out\"",
            ),
            (
                "cp a \"$dir/b\"\necho \"Synced agents \u{2192} $dir\"",
                "skill_say deliverable=\"$dir\"",
            ),
            (
                "cp \"$from\" notes.md\necho \"\u{2713} Copied notes.md\"",
                "skill_say deliverable=notes.md",
            ),
            (
                "cp a.md ~/x/a.md\necho \"\u{2713} Installed to ~/x/a.md\"",
                "skill_say deliverable=\"$HOME/x/a.md\"",
            ),
            (
                "cp \"$from\" \"$HOME/NOTES.md\"\necho \"NOTES.md \u{2192} ~/NOTES.md\"",
                "skill_say deliverable=\"$HOME/NOTES.md\"",
            ),
            ("cp a x/b.md\necho \"Installed to ./x/b.md\"", "skill_say deliverable=./x/b.md"),
            (
                "git worktree add -b \"$name\" \"$dir\" main\necho \"Worktree ready at $dir\"",
                "skill_say deliverable=\"$dir\"",
            ),
            (
                "cp a \"$out\"\necho \"\u{2705} \u{5b8c}\u{6210}: $out\"",
                "skill_say deliverable=\"$out\"",
            ),
            ("git clone -q a \"$dir\"\necho \"Cloned to $dir\"", "skill_say deliverable=\"$dir\""),
            (
                "unzip -q a.zip -d \"$dir\"\necho \"Installed to: $dir/$name\"",
                "skill_say deliverable=\"$dir/$name\"",
            ),
            (
                "soffice a\nif [ ! -f \"$zip\" ]; then exit 1; fi\necho \"Built: $zip\"",
                "skill_say deliverable=\"$zip\"",
            ),
            (
                "ssh-keygen -t ed25519 -f \"$key\"\necho \"Key: $key\"",
                "skill_say deliverable=\"$key\"",
            ),
            (
                "tar -czf \"$out\" src\nprintf 'Archive: %s\\n' \"$out\"",
                "skill_say deliverable=\"$out\"",
            ),
        ] {
            assert_eq!(patterns(script), [word], "{script}");
        }
        for script in [
            "jq . \"$in\" > a\necho \"Report: $in\"",
            "jq . a > \"$out\"\necho \"Reading: $out\"",
            "echo \"Output files:\"\necho \"Next:\"\necho \"  - $out\"",
            "jq . a > \"$out\"\necho \"$out was not created\"",
            "jq . a > \"$out\"\necho \"Label $out created\"",
            "jq . a > \"$out\"\necho \"Would write: $out (dry run)\"",
            "cp a \"$dir/b\"\necho \"Project: $dir\"",
            "git clone -q a \"$dir\"\necho \"Working in $dir\"",
            "cp a \"$out\"\necho \"Local changes detected in: $out\"",
            "cp a \"$out\"\necho \"\u{4ec5}\u{5b58}\u{5728}: $out\"",
            "[ -f \"$out\" ] || exit 1\necho \"Reading: $out\"",
            "[ -f \"$out\" ] || exit 1\necho \"Input: $out\"",
            "cp out.sh ~/x/out.sh\necho \"3. Start it: ~/x/out.sh\"",
            "git worktree remove \"$dir\"\necho \"Worktree: $dir\"",
            "cp ~/x/a.md \"$b\"\necho \"Source is at ~/x/a.md\"",
            "jq . a > \"$out\"\necho \"Checked $out\"",
            "jq . a 2> \"$errors\"\necho \"Report: $errors\"",
            "jq . a > \"$LOG_FILE\"\necho \"Written to: $x\"; echo \"Details: $LOG_FILE\"",
        ] {
            let found = patterns(script);
            assert!(
                !found.iter().any(|word| word.contains("errors")
                    || word.contains("LOG")
                    || word.contains("$out")
                    || word.contains("$in")
                    || word.contains("$dir")
                    || word.contains("out.sh")),
                "{script}: {found:?}"
            );
        }
    }
}
