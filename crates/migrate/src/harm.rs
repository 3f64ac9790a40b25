//! Which scripts may be run in a sandbox without being asked for: those whose every command reads, prints and writes files,
//! and starts no other. A word that is not known before the script runs is none of those.
//!
//! This spares people a surprise; it keeps nothing in. That is the sandbox's part.

mod evaluation;
mod sed;

use crate::model::{Call, Script};
use crate::printed_form::silent;
use crate::source::Source;
use crate::syntax;
use crate::syntax::Kind;
use evaluation::{Names, UNKNOWN};

/// Commands that only read, print and write small files, some of them subject to [`starts`].
const HARMLESS: [&str; 46] = [
    "echo", "printf", "cat", "cut", "sort", "uniq", "head", "tail", "wc", "tr", "grep", "egrep",
    "sed", "awk", "date", "basename", "dirname", "seq", "mkdir", "touch", "ls", "pwd", "expr",
    "tee", "mktemp", "rev", "paste", "comm", "fold", "nl", "column", "bc", "jq", "tput", "uname",
    "whoami", "id", "hostname", "which", "type", "readlink", "realpath", "stat", "du", "df", "tac",
];

/// Commands that print nothing, and do harm or start others.
const OUTER: [&str; 22] = [
    "flock", "kill", "pkill", "killall", "source", ".", "eval", "exec", "cp", "mv", "rm", "rmdir",
    "install", "chmod", "chown", "ln", "logger", "nohup", "setsid", "truncate", "alias", "enable",
];

/// Variables that decide the meaning of a command's name, or what a shell runs automatically.
const GUIDING: [&str; 13] = [
    "PATH",
    "PS0",
    "BASH_LOADABLES_PATH",
    "BASH_ENV",
    "ENV",
    "PS4",
    "PROMPT_COMMAND",
    "BASH_CMDS",
    "BASH_ALIASES",
    "SHELLOPTS",
    "GCONV_PATH",
    "LOCPATH",
    "AWKPATH",
];

/// The first command of a script that is not on the list of harmless ones, with its line; `None` if all are.
#[must_use]
pub fn harmful(bytes: &[u8]) -> Option<(usize, String)> {
    let source = Source::new(bytes);
    let script = match crate::parse::read(&source) {
        Ok(script) => script,
        Err(error) => return Some((error.line, error.reason)),
    };
    let Ok(tree) = syntax::parse(source.bytes()) else {
        return Some((1, "the script can't be read".to_owned()));
    };
    let names = Names::of(&source, &tree, &script, written(&script));
    if let Some(found) = script.calls.iter().find_map(|c| Some((c.line, harm(&script, c, &names)?)))
    {
        return Some(found);
    }
    let named = tree.all().filter(|at| at.kind() == Kind::Name);
    let guiding = named.map(|at| (at.start(), source.slice(at.range()).into_owned()));
    let found = guiding.into_iter().find(|(_, name)| guides(name));
    let found = found.or_else(|| evaluation::unsettled(&names, &source, &tree));
    found.map(|(at, text)| (source.line_of(at), text.lines().next().unwrap_or_default().to_owned()))
}

/// Assignments by builtins: names with values, from their words.
fn written(script: &Script) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for call in &script.calls {
        let words = call.words.iter().skip(1).map(|word| word.trim_matches(['"', '\'']));
        let name = call.name.as_str();
        match name {
            "declare" | "typeset" | "local" | "export" | "readonly" => {
                for (name, value) in words.filter_map(|word| word.split_once('=')) {
                    let name = name.trim_end_matches('+').split('[').next().unwrap_or_default();
                    all.push((name.to_owned(), value.to_owned()));
                }
            }
            // It is not necessary to distinguish which of their words are names.
            "read" | "mapfile" | "readarray" | "getopts" | "printf" | "wait" | "command"
            | "builtin" => {
                for word in words.filter(|_| name != "printf" || sets(call)) {
                    let word = word.trim_start_matches('-');
                    all.push((word.to_owned(), UNKNOWN.to_owned()));
                    // `-vNAME`, `-aNAME`
                    let attached = word.get(1..).unwrap_or_default();
                    all.push((attached.to_owned(), UNKNOWN.to_owned()));
                }
            }
            _ => {}
        }
    }
    all
}

/// Whether it is a printf that sets a variable.
fn sets(call: &Call) -> bool {
    call.words.get(1).is_some_and(|word| word.trim_matches(['"', '\'']).starts_with("-v"))
}

/// The part of a call that may do harm.
fn harm(script: &Script, call: &Call, names: &Names) -> Option<String> {
    if let Some(set) = call.assignments.iter().find(|a| guides(a)) {
        return Some(set.to_string());
    }
    let words: Vec<&str> = call.words.iter().map(|word| word.as_str()).collect();
    let (first, rest) = words.split_first()?;
    if call.name.is_empty() {
        return Some((*first).to_owned());
    }
    let name = call.name.as_str();
    let known = |name: &str| (silent(name) && !OUTER.contains(&name)) || HARMLESS.contains(&name);
    let (mut name, mut rest) = (name, rest);
    while matches!(name, "command" | "builtin") {
        (name, rest) = behind(rest)?;
    }
    // A function's body is checked separately; `command` bypasses it.
    let own = name == call.name.as_str() && script.defines(name);
    let harms = !known(name) || starts(name, rest) || evaluates(name, rest, names);
    (!own && harms).then(|| words.join(" "))
}

/// The command that `command` or `builtin` runs; `None` if it is only described.
fn behind<'w>(words: &'w [&'w str]) -> Option<(&'w str, &'w [&'w str])> {
    let at = words.iter().position(|w| !w.starts_with('-') || *w == "--")?;
    let tells = |w: &&str| w.contains(['v', 'V']);
    if words[..at].iter().any(tells) {
        return None;
    }
    let at = if words[at] == "--" { at + 1 } else { at };
    words.get(at).map(|name| (*name, &words[at + 1..]))
}

/// Whether a harmless command would start another one, or change the meaning of names.
fn starts(name: &str, words: &[&str]) -> bool {
    let short = |letter: char| {
        words.iter().any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains(letter))
    };
    let long = |start: &str| words.iter().any(|w| w.trim_matches(['"', '\'']).starts_with(start));
    match name {
        "declare" | "typeset" | "local" | "export" | "readonly" | "read" | "getopts" | "let" => {
            words.iter().any(|w| guides(w) || guides(attached(w)))
        }
        "printf" => match words {
            [first, rest @ ..] => {
                first.trim_matches(['"', '\'']).strip_prefix("-v").is_some_and(|name| {
                    if name.is_empty() {
                        rest.first().is_none_or(|w| guides(w))
                    } else {
                        guides(name)
                    }
                })
            }
            [] => false,
        },
        "mapfile" | "readarray" => {
            short('C') || words.iter().any(|w| guides(w) || guides(attached(w)))
        }
        "hash" => short('p'),
        "sort" => long("--co"),
        "date" => short('s') || long("--s"),
        "hostname" => words.iter().any(|w| !w.starts_with('-')),
        "awk" => awk(words),
        "sed" => sed(words),
        _ => false,
    }
}

/// Whether a builtin would run the content of a string. A name with a subscript is evaluated everywhere.
fn evaluates(name: &str, words: &[&str], names: &Names) -> bool {
    let quoted = |word: &str| word.starts_with('"') || !word.contains(['$', '`']);
    let bare = |word: &str| word.trim_matches(['"', '\'']).to_owned();
    let flag = |letters: &[char]| {
        words.iter().any(|w| w.starts_with('-') && !w.starts_with("--") && w.contains(letters))
    };
    let subscript = |w: &&str| w.split('=').next().unwrap_or_default().contains('[');
    match name {
        "declare" | "typeset" | "local" => flag(&['n', 'i']) || words.iter().any(subscript),
        "export" | "readonly" | "read" | "mapfile" | "readarray" | "getopts" | "wait" => {
            words.iter().any(subscript)
                || name == "wait" && flag(&['p']) && !words.iter().all(|w| quoted(w))
        }
        "unset" => words.iter().any(|w| w.contains(['[', '$', '`'])),
        "let" => !words.iter().all(|word| names.settled(&bare(word))),
        "printf" => match words {
            [first, name, ..] if bare(first) == "-v" => name.contains('['),
            [first, ..] => {
                bare(first).starts_with("-v") || !quoted(first) || !names.no_option(first)
            }
            [] => false,
        },
        "trap" => words.iter().find(|w| !w.starts_with('-')).is_some_and(|action| {
            literal(action).is_none_or(|code| code.contains("((") || code.contains('['))
        }),
        "test" | "[" => tests(words, names),
        _ => false,
    }
}

/// Whether `[` would read a word as the name after `-v`, or as that option.
fn tests(words: &[&str], names: &Names) -> bool {
    let words = words.strip_suffix(&["]"]).unwrap_or(words);
    let dynamic = |word: &str| word.contains(['$', '`']);
    let operator = |word: &str| {
        matches!(
            word,
            "=" | "==" | "!=" | "<" | ">" | "\\<" | "\\>" | "!" | "(" | ")" | "\\(" | "\\)"
        ) || word.starts_with('-')
    };
    words.iter().enumerate().any(|(index, word)| {
        let after = words.get(index + 1);
        let operand =
            index.checked_sub(1).is_some_and(|at| operator(words[at]) && words[at] != "!");
        matches!(*word, "-v" | "-R")
            && after.is_none_or(|w| !w.chars().all(|c| c.is_alphanumeric() || c == '_'))
            || dynamic(word) && !word.starts_with('"') && !names.settled(word)
            || dynamic(word) && !operand && after.is_some_and(|w| !operator(w))
            || word.contains('[') && !dynamic(word)
    })
}

/// The name after a letter, as in `-aNAME`.
fn attached(word: &str) -> &str {
    let letters = word.strip_prefix('-').unwrap_or_default();
    letters.find(|c: char| c.is_ascii_uppercase()).map_or("", |at| &letters[at..])
}

/// Sets a variable that affects the shell, or one whose name is not known before.
fn guides(word: &str) -> bool {
    let bare: String = word.chars().filter(|c| !matches!(c, '"' | '\'' | '\\')).collect();
    let name = bare.split(['=', '[']).next().unwrap_or_default().trim_end_matches('+');
    GUIDING.contains(&name) || name.starts_with("LD_") || name.contains(['$', '`'])
}

/// A literal word: in single quotes, or without expansions.
fn literal(word: &str) -> Option<&str> {
    let single = word.strip_prefix('\'').and_then(|w| w.strip_suffix('\''));
    if let Some(text) = single.filter(|text| !text.contains('\'')) {
        return Some(text);
    }
    let double = word.strip_prefix('"').and_then(|w| w.strip_suffix('"')).unwrap_or(word);
    let plain = !double.contains(['"', '\'', '`', '\\', '$']);
    plain.then_some(double)
}

/// awk programs can run commands, read programs from files, and call functions by name.
fn awk(words: &[&str]) -> bool {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "-F" | "-v" => {
                words.next();
            }
            w if w.starts_with("-F") || w.starts_with("-v") => {}
            w if w.starts_with('-') => return true,
            program => {
                let Some(text) = literal(program) else { return true };
                let text = text.replace("||", "");
                return text.contains("system") || text.contains(['|', '@']);
            }
        }
    }
    false
}

/// sed scripts can run commands and write files.
fn sed(words: &[&str]) -> bool {
    let mut scripts = Vec::new();
    let mut given = false;
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        match *word {
            "-e" | "--expression" => {
                given = true;
                scripts.extend(words.next());
            }
            "-n" | "-E" | "-r" | "-z" | "-u" | "-s" | "-i" | "-nE" | "-En" | "-nr" | "-ne"
            | "-Ee" | "-i.bak" | "--" | "--posix" | "--quiet" | "--silent" | "--in-place"
            | "--regexp-extended" => {
                if word.ends_with('e') && word.len() == 3 {
                    given = true;
                    scripts.extend(words.next());
                }
            }
            w if w.starts_with('-') && w.len() > 1 => return true,
            _ if given => {}
            _ => {
                given = true;
                scripts.push(word);
            }
        }
    }
    scripts.iter().any(|script| literal(script).is_none_or(sed::acts))
}

#[cfg(test)]
mod tests {
    use super::harmful;

    fn harmless(line: &str) -> bool {
        harmful(format!("#!/bin/bash\n{line}\n").as_bytes()).is_none()
    }

    #[test]
    fn reads_and_prints() {
        for line in [
            "echo hi | tee out.txt",
            "ls | sort -rn | uniq -c",
            "f() { echo a; }; f",
            "x=$(date +%s); echo \"$x\"",
            "command -v jq >/dev/null && echo found",
            "command -p ls",
            "builtin echo x",
            "sed -n '2,4p' \"$0\"",
            "sed 's/a\\/b/c/g; s|x|y|' f",
            "sed -E -e 's/e/x/' -e '/end/d' f",
            "sed -n '/a;w/,/e w/{s,we,ew,;p}; $!d; y/we/ew/' f",
            "sed 's|[^/]*/||; 1i\\ we' f; sed ':a;N;$!ba;s/\\n/ /g' f",
            "awk -F: '{ print $1, ($2 || $3) }' f",
            "awk '{ print > \"f\" }' f",
            "local x=1 y; read -r line",
            "printf -v x '%s' a",
            "hostname -s",
        ] {
            assert!(harmless(line), "{line}: {:?}", harmful(line.as_bytes()));
        }
    }

    #[test]
    fn starts_something_else() {
        for line in [
            "eval \"$1\"",
            "$(echo rm) x",
            "c=rm; $c x",
            "r\"\"m x",
            "command rm x",
            "command -p rm x",
            "builtin command rm x",
            "echo() { rm \"$@\"; }; echo x",
            "ls() { :; }; command find . -delete",
            "alias ls=rm\nls x",
            "PATH=. ls",
            "PATH+=:. ; ls",
            "export PATH=./bin",
            "declare -x \"PATH=.\"",
            "declare \"$name=.\"",
            "printf -v PATH %s .",
            "printf -v \"$name\" %s .",
            "read PATH < f",
            "LD_PRELOAD=./x.so ls",
            "BASH_ENV=./x ls",
            "BASH_CMDS[ls]=/bin/rm; ls x",
            "PS4='$(rm x)'; set -x",
            "hash -p /bin/rm ls; ls x",
            "enable -f ./x.so x",
            "mapfile -C rm -c 1 < f",
            "find . -exec rm {} +",
            "ls | xargs rm",
            ". ./a.sh",
            "git -c alias.x='!rm x' x",
            "env rm x",
            "awk 'BEGIN { system(\"rm x\") }'",
            "awk '{ print | \"sh\" }' f",
            "awk 'BEGIN { \"rm x\" | getline }'",
            "awk 'BEGIN { f = \"system\"; @f(\"rm\") }'",
            "awk -f prog f",
            "awk \"$program\" f",
            "sed 's/x/y/e' f",
            "sed 's/x;/y/ge' f",
            "sed 's,x;y,z,e' f",
            "sed '1e rm x' f",
            "sed '/a/ { e rm x\n}' f",
            "sed -f prog f",
            "sed \"$program\" f",
            "sed -n -e p -e 'e rm x' f",
            "sed 's\\x01a\\x01b\\x01e' f",
            "sed 'sxaxrmxe' f",
            "sed 's aarma e' f; sed 's a rm e' f",
            "sed '\\,x,e rm y' f",
            "sed '\\;x;e rm y' f",
            "sed 's;a;b;w out' f",
            "sed 's/a/b/gw out' f",
            "sed '/a/w out' f",
            "sed '0~4W out' f",
            "sed '$!{s/a/b/;e\n}' f",
            "sed 's/a/b' f",
            "sort --co=rm f",
            "sort --compress-program=rm f",
            "date -s 2020-01-01",
            "cat <<E\n$(rm x)\nE",
        ] {
            assert!(!harmless(line), "{line}");
        }
    }
}
