//! Where bash evaluates a string as arithmetic, and so runs what stands in `$( )` in it.
//!
//! In `$((x))`, in a subscript, behind `-eq` in `[[ ]]` and in many more places, bash takes the value of a variable for an
//! expression: with `x='a[$(rm y)]'` it runs `rm`, which no reading of the commands shows. So a name is only let into such a
//! place where all that is ever assigned to it is settled: digits, operators, and names for which that holds as well.

use std::collections::BTreeSet;

use bash_syntax::is_name_char;

use crate::model::Script;
use crate::source::Source;
use crate::syntax::{At, Kind, Tree, flag};

/// Names with values from outside.
const FOREIGN: [&str; 9] =
    ["REPLY", "OPTARG", "MAPFILE", "PWD", "OLDPWD", "DIRSTACK", "FUNCNAME", "HOSTNAME", "_"];
/// Operators that evaluate both of their words.
const NUMERIC: [&str; 6] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"];

/// A placeholder for a value that is not known before the script runs.
pub(super) const UNKNOWN: &str = "$1";

/// The first place that evaluates an unsafe value: its byte offset and text.
pub(super) fn unsettled(names: &Names, source: &Source, tree: &Tree) -> Option<(usize, String)> {
    tree.all().find_map(|at| {
        let text = source.slice(at.range());
        let found = match at.kind() {
            Kind::Formula => !names.settled(&text),
            Kind::Test => !names.test(&text),
            // `{a[x]}>file` sets the variable to the descriptor.
            Kind::Redirect => text.starts_with('{') && text.contains('['),
            Kind::Assign => !names.assignment(&text) || !names.expansions(&text),
            _ if expands(at, &text) => !names.expansions(&text),
            // Their content is parsed separately, without nodes.
            Kind::Backtick => at.is(flag::ESCAPED) && text.contains(['[', '(']),
            _ => false,
        };
        found.then(|| (at.start(), text.into_owned()))
    })
}

/// Whether bash expands a text. A word in double quotes has no flag for that.
fn expands(at: At<'_>, text: &str) -> bool {
    let single = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
    match at.kind() {
        Kind::Body => at.is(flag::EXPANDS),
        Kind::Word => text.contains('$') && single.is_none_or(|text| text.contains('\'')),
        _ => false,
    }
}

/// A name, and the text after it.
fn split_name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_name_char(c)).unwrap_or(text.len()))
}

/// The values assigned to a script's names.
pub(super) struct Names {
    /// Names and values, as written.
    written: Vec<(String, String)>,
    /// Those that may contain anything.
    open: BTreeSet<String>,
    /// The script has functions with the names of commands that print numbers.
    replaced: bool,
}

impl Names {
    /// `written` are names with values from the words of commands such as `local` and `read`.
    pub(super) fn of(
        source: &Source,
        tree: &Tree,
        script: &Script,
        mut written: Vec<(String, String)>,
    ) -> Self {
        for at in tree.all() {
            match at.kind() {
                Kind::Assign => {
                    let text = source.slice(at.range());
                    let (name, rest) = split_name(&text);
                    let value = rest.split_once('=').map_or("", |(_, value)| value);
                    written.push((name.to_owned(), value.to_owned()));
                }
                Kind::For | Kind::Select => looped(source, at, &mut written),
                _ if expands(at, &source.slice(at.range())) => {
                    let text = source.slice(at.range());
                    for (at, _) in text.match_indices("${") {
                        let (name, rest) = split_name(&text[at + 2..]);
                        if rest.starts_with('=') || rest.starts_with(":=") {
                            written.push((name.to_owned(), UNKNOWN.to_owned()));
                        }
                    }
                }
                _ => {}
            }
        }
        let replaced = ["date", "wc", "seq"].iter().any(|name| script.defines(name));
        let open = FOREIGN.iter().map(|name| (*name).to_owned()).collect();
        let mut names = Self { written, open, replaced };
        loop {
            let more: Vec<String> = names
                .written
                .iter()
                .filter(|(name, value)| !names.open.contains(name) && !names.value(value))
                .map(|(name, _)| name.clone())
                .collect();
            if more.is_empty() {
                return names;
            }
            names.open.extend(more);
        }
    }

    /// Whether a word can't be an option, whatever its variables contain: each variable at its start is only assigned
    /// words that begin differently.
    pub(super) fn no_option(&self, word: &str) -> bool {
        let mut rest = word.trim_matches('"');
        while let Some(inner) = rest.strip_prefix('$') {
            let (braced, inner) = match inner.strip_prefix('{') {
                Some(inner) => (true, inner),
                None => (false, inner),
            };
            let (name, left) = split_name(inner);
            let left = if braced { left.strip_prefix('}') } else { Some(left) };
            let begins = |value: &str| {
                let value = value.trim_start_matches(['$', '"', '\'']);
                !value.starts_with(['-', '$', '`', '{', '('])
            };
            let plain = |value: &str| !value.starts_with('$') || value.starts_with("$'");
            let mut values = self.written.iter().filter(|(n, _)| n == name).peekable();
            let known = values.peek().is_some() && !name.is_empty();
            if !known || !values.all(|(_, value)| plain(value) && begins(value)) {
                return false;
            }
            let Some(left) = left else { return false };
            rest = left;
        }
        !rest.starts_with(['-', '`'])
    }

    fn is_open(&self, name: &str) -> bool {
        self.open.contains(name) || name.starts_with("BASH")
    }

    /// Whether an assigned value is safe.
    fn value(&self, value: &str) -> bool {
        let value = value.trim_matches('"');
        if let Some(items) = value.strip_prefix('(').and_then(|v| v.strip_suffix(')'))
            && !value.starts_with("((")
        {
            return items.split_whitespace().all(|item| self.value(item));
        }
        self.settled(value)
    }

    /// Whether an expression is safe.
    pub(super) fn settled(&self, expression: &str) -> bool {
        let mut rest = expression;
        while let Some(next) = rest.chars().next() {
            if next == '$' {
                let Some(left) = self.parameter(&rest[1..]) else { return false };
                rest = left;
            } else if is_name_char(next) {
                let (name, left) = split_name(rest);
                if self.is_open(name) {
                    return false;
                }
                rest = left;
            } else if " \t\n+-*/%<>=!&|^~?:;,()[]#\"".contains(next) {
                rest = &rest[1..];
            } else {
                return false;
            }
        }
        true
    }

    /// A safe parameter after a `$`; returns the text after it.
    fn parameter<'t>(&self, text: &'t str) -> Option<&'t str> {
        let first = text.chars().next()?;
        if let Some(inner) = text.strip_prefix("((") {
            let end = inner.find("))")?;
            return self.settled(&inner[..end]).then(|| &inner[end + 2..]);
        }
        if let Some(inner) = text.strip_prefix('(') {
            let (inner, left) = inner.split_once(')')?;
            return (!self.replaced && counts(inner)).then_some(left);
        }
        if let Some(inner) = text.strip_prefix('{') {
            let (inner, left) = inner.split_once('}')?;
            let length = inner.strip_prefix('#');
            let name = length.unwrap_or(inner);
            let (name, rest) = split_name(name);
            let fallback = rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-'));
            let elements = matches!(rest, "[@]" | "[*]");
            let digits = name.starts_with(|c: char| c.is_ascii_digit());
            let known = !name.is_empty() && (!digits || length.is_some());
            let fits = match (length, fallback) {
                (Some(_), _) => rest.is_empty() || elements,
                (None, Some(word)) => self.settled(word) && !self.is_open(name),
                (None, None) => {
                    let subscript = rest.strip_prefix('[').and_then(|r| r.strip_suffix(']'));
                    !self.is_open(name)
                        && (rest.is_empty() || subscript.is_some_and(|s| self.settled(s)))
                }
            };
            return (known && fits).then_some(left);
        }
        if matches!(first, '#' | '?' | '$' | '!') {
            return Some(&text[1..]);
        }
        let (name, left) = split_name(text);
        let plain = !name.is_empty() && !first.is_ascii_digit() && !self.is_open(name);
        plain.then_some(left)
    }

    /// Whether the subscripts and offsets of the expansions in a text are safe, and nothing is expanded twice.
    fn expansions(&self, text: &str) -> bool {
        if text.contains("$[") || text.contains("@P}") {
            return false;
        }
        text.match_indices("${").all(|(at, _)| {
            let inner = &text[at + 2..];
            let inner = inner.strip_prefix('#').unwrap_or(inner);
            if let Some(indirect) = inner.strip_prefix('!') {
                let (_, rest) = split_name(indirect);
                return ["[@]}", "[*]}", "*}", "@}"].iter().any(|end| rest.starts_with(end));
            }
            let (_, mut rest) = split_name(inner);
            rest = rest.strip_prefix(['@', '*']).unwrap_or(rest);
            if let Some(subscript) = rest.strip_prefix('[') {
                let Some((subscript, left)) = subscript.split_once(']') else { return false };
                if !matches!(subscript, "@" | "*") && !self.settled(subscript) {
                    return false;
                }
                rest = left;
            }
            match rest.strip_prefix(':') {
                Some(offset) if !offset.starts_with(['-', '=', '?', '+']) => {
                    offset.split_once('}').is_some_and(|(offset, _)| {
                        // In `${x:${#y}}`, the first bracket closes the inner one.
                        self.settled(offset) || self.settled(&format!("{offset}}}"))
                    })
                }
                _ => true,
            }
        })
    }

    /// Whether the subscripts of an assignment are safe.
    fn assignment(&self, text: &str) -> bool {
        let (_, rest) = split_name(text);
        if let Some(subscript) = rest.strip_prefix('[') {
            let end = subscript.find("]=").or_else(|| subscript.find("]+="));
            return end.is_some_and(|end| self.settled(&subscript[..end]));
        }
        let value = rest.split_once('=').map_or("", |(_, value)| value);
        !value.starts_with('(') || !value.contains("]=") || self.settled(value)
    }

    /// Whether the words that a `[[ ]]` evaluates are safe.
    fn test(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.iter().enumerate().all(|(index, word)| {
            let word = word.trim_matches(['(', ')']);
            if NUMERIC.contains(&word) {
                let beside = [index.checked_sub(1), Some(index + 1)];
                return beside
                    .into_iter()
                    .flatten()
                    .all(|at| words.get(at).is_some_and(|word| self.settled(word)));
            }
            !matches!(word, "-v" | "-R")
                || words.get(index + 1).is_some_and(|w| w.chars().all(is_name_char))
        })
    }
}

/// Records the assignments of a loop.
fn looped(source: &Source, at: At<'_>, written: &mut Vec<(String, String)>) {
    let Some(name) = at.of(Kind::Name).next() else { return };
    let name = source.slice(name.range()).into_owned();
    let words: Vec<String> =
        at.of(Kind::Word).map(|w| source.slice(w.range()).into_owned()).collect();
    if words.is_empty() {
        written.push((name, UNKNOWN.to_owned()));
        return;
    }
    let range = |word: &String| {
        let inner = word.strip_prefix('{').and_then(|w| w.strip_suffix('}'));
        inner.is_some_and(|inner| inner.chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    for word in words {
        let value = if range(&word) { "0".to_owned() } else { word };
        written.push((name.clone(), value));
    }
}

/// Whether a substitution prints numbers for any input.
fn counts(code: &str) -> bool {
    if code.contains(['(', '`', '\n', ';']) {
        return false;
    }
    let last = code.rsplit('|').next().unwrap_or(code).trim();
    let piped = code.contains('|');
    let counted = |option: &str| matches!(option, "-l" | "-c" | "-w" | "-m");
    match last.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["date", "+%s" | "+%N" | "+%s%N" | "+%Y"] => true,
        ["wc", option] => piped && counted(option),
        ["wc", option, "<", _] => counted(option),
        ["seq", numbers @ ..] => {
            numbers.iter().all(|word| word.chars().all(|c| c.is_ascii_digit() || c == '-'))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::harmful;

    fn harmless(line: &str) -> bool {
        harmful(format!("#!/bin/bash\n{line}\n").as_bytes()).is_none()
    }

    #[test]
    fn numbers_are_let_in() {
        for line in [
            "n=0; n=$((n + 1)); echo \"$n\"",
            "for i in 1 2 3; do echo $((i * 2)); done",
            "for i in {1..5}; do ((total += i)); done",
            "for ((i = 0; i < 3; i++)); do echo $i; done",
            "n=$(ls | wc -l); echo $((n - 1)) ${#n}",
            "start=$(date +%s); echo $(($(date +%s) - start))",
            "for i in $(seq 1 5); do echo $((i)); done",
            "RED='\\033[0;31m'; NC=; printf \"${RED}a${NC}\\n\"; printf \"a %s\" \"$1\"",
            "[ -z \"$1\" ] || [ \"$1\" = a ] && [ $# -gt 1 ]",
            "trap 'echo bye' EXIT",
            "a=(1 2 3); echo ${a[1]} ${a[$((1 + 1))]} ${#a[@]}",
            "i=0; a[i]=\"$1\"; echo ${a[$i]}",
            "x=\"$1\"; echo ${x:0:3} ${x: -1}",
            "[[ $# -eq 0 ]] && echo none",
            "[[ \"$1\" == a && ${#1} -gt 3 ]] && echo long",
            "[ \"$x\" -eq 1 ] && echo one",
            "let n=1+2; echo $n",
            "local -a list=(); unset list x",
            "printf -v line '%s' \"$1\"; echo \"$line\"",
            "echo \"${1:-none} ${2:+some} ${!PATH*}\"",
        ] {
            assert!(harmless(line), "{line}: {:?}", harmful(line.as_bytes()));
        }
    }

    #[test]
    fn strings_are_not() {
        for line in [
            "x='a[$(rm y)]'; echo $((x))",
            "x='a[$(rm y)]'; ((x)) || :",
            "x='a[$(rm y)]'; y=x; echo $((y))",
            "x='a[$(rm y)]'; echo ${z[x]}",
            "x='a[$(rm y)]'; echo ${z[$x]}",
            "x='a[$(rm y)]'; z[x]=1",
            "x='a[$(rm y)]'; z=([x]=1)",
            "x='a[$(rm y)]'; echo ${z:x} ",
            "x='a[$(rm y)]'; echo \"${z:0:x}\"",
            "x='a[$(rm y)]'; echo $[x]",
            "x='a[$(rm y)]'; [[ x -eq 1 ]]",
            "x='a[$(rm y)]'; [[ $x -eq 1 ]]",
            "x='a[$(rm y)]'; [[ 1 -lt \"$x\" ]]",
            "x='a[$(rm y)]'; let x",
            "x='a[$(rm y)]'; let \"y=x\"",
            "x='a[$(rm y)]'; declare -i y=x",
            "x='a[$(rm y)]'; local -i y; y=$x",
            "x='a[$(rm y)]'; echo ${!x}",
            "x='$(rm y)'; echo \"${x@P}\"",
            "x='$(rm y)'; cat <<E\n${x@P}\nE",
            "for ((i = x; i < 3; i++)); do :; done; x=$1",
            "read -r x; echo $((x))",
            "read -ra x; echo $((x + 1))",
            "mapfile x < f; echo $((x))",
            "for x in \"$@\"; do ((x)); done",
            "for x; do ((x)); done",
            "printf -v x %s 'a[$(rm y)]'; ((x))",
            "local x=\"$1\"; echo $((x))",
            "echo $(($1))",
            ": \"${x:=a[\\$(rm y)]}\"; ((x))",
            "echo $((REPLY))",
            "echo $((BASH_REMATCH[1]))",
            "test -v 'a[$(rm y)]'",
            "[ -v 'a[$(rm y)]' ]",
            "[[ -v a[$(rm y)] ]]",
            "[[ -v $x ]]",
            "unset 'a[$(rm y)]'",
            "unset \"$x\"",
            "printf -v 'a[$(rm y)]' x",
            "printf -v'a[$(rm y)]' x",
            "read 'a[$(rm y)]' < f",
            "declare 'a[$(rm y)]=1'",
            "wait -n -p 'a[$(rm y)]'",
            "declare -n r='a[$(rm y)]'; echo $r",
            "local -n r=x",
            "typeset -gn r=x",
            "trap '((x))' EXIT",
            "x='-v a[$(rm y)]'; [ $x ]",
            "x=-v; [ \"$x\" 'a[$(rm y)]' ]",
            "x='-v a[$(rm y)]'; printf $x .",
            "x=-v; printf \"$x\" 'a[$(rm y)]' .",
            "printf \"$1\" \"$2\" .",
            "date() { echo 'a[$(rm y)]'; }; x=$(date +%s); ((x))",
            "x=$1; echo \"${@:x}\"",
            "exec {a[$(rm y)]}>f",
            ": {a[$x]}>f",
            "flock f rm x",
            "trap \"echo $x\" EXIT",
            "compgen -W '$(rm y)'",
            "printf -vPATH .",
            "for PATH in .; do ls; done",
            "select PATH in .; do ls; done",
            "read -r PATH < f",
            "read -aPATH < f",
            "mapfile PATH < f",
            "mapfile -t PATH < f",
            "PATH+=:.",
            "declare PATH=.",
            "export PATH=.",
            "env PATH=. ls",
            "getopts x PATH",
            "enable -f ./x.so x",
            "PROMPT_COMMAND='rm x'",
            "PS4='$(rm x)' ls",
            "ENV=./x sh",
        ] {
            assert!(!harmless(line), "{line}");
        }
    }
}
