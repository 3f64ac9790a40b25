//! What words tell of a value: the names of variables, the labels in front of numbers, the programs of a substitution.

use std::collections::BTreeSet;

use super::Evidence::{self, Measured, Text, Unknown};
use super::is_words;
use crate::pattern::is_plural;

/// Words that something follows, and no number.
const MORE: &str = "about after as at before by contain contains creates details exists for from in into is of on registry title to triple uses was with";

/// The names that an arithmetic expression changes: `n++`, `n += 2`, `n = m * 2`.
pub(super) fn arithmetic(formula: &str, names: &mut BTreeSet<String>) {
    let formula = formula.trim_matches(['"', '\'']);
    let is_part = bash_syntax::is_name_char;
    let mut rest = formula;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |end| start + end);
        let name = &rest[start..end];
        let head = rest[..start].trim_end();
        let tail = rest[end..].trim_start();
        let changes =
            ["++", "--", "+=", "-=", "*=", "/="].iter().any(|sign| tail.starts_with(sign))
                || (tail.starts_with('=') && !tail.starts_with("=="));
        if changes || head.ends_with("++") || head.ends_with("--") {
            names.insert(name.to_owned());
        }
        rest = &rest[end..];
    }
}

/// The variables that a script compares with numbers (`[ "$n" -gt 0 ]`, `((n > 0))`), and those that it compares with words (`[
/// "$state" = ok ]`).
pub(super) fn comparisons(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    const NUMBERS: [&str; 6] = ["-eq", "-ne", "-gt", "-lt", "-ge", "-le"];
    const WORDS: [&str; 4] = ["=", "==", "!=", "=~"];
    let (mut compared, mut worded) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines() {
        let tokens: Vec<&str> = line.split_whitespace().collect();
        for triple in tokens.windows(3) {
            let sides = [triple[0], triple[2]];
            if NUMBERS.contains(&triple[1]) {
                compared.extend(sides.iter().filter_map(|side| variable(side)));
            } else if WORDS.contains(&triple[1]) && names_word(triple[2]) {
                worded.extend(variable(triple[0]));
            }
        }
        for formula in line.split("((").skip(1) {
            let formula = formula.split("))").next().unwrap_or_default();
            if formula.contains(['<', '>']) && !formula.contains("<<") {
                let names = formula.split(|c: char| !bash_syntax::is_name_char(c));
                let names =
                    names.filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'));
                compared.extend(names.map(str::to_owned));
            }
        }
    }
    (compared, worded)
}

/// Whether a comparison with this token says that a variable holds words; the word for a missing number does not.
fn names_word(token: &str) -> bool {
    let word = token.trim_matches(['"', '\'', '*', '^', '(', ';', ']']);
    let none = ["unknown", "n/a", "null", "none", "nan", "error", "failed"];
    word.starts_with(char::is_alphabetic)
        && !none.iter().any(|none| word.eq_ignore_ascii_case(none))
}

/// The variable that a token is the value of: `"$n"`, `${n:-0}`.
fn variable(token: &str) -> Option<String> {
    let inner = token.trim_matches(['"', '\'', ';', '[', ']']).strip_prefix('$')?;
    let inner = inner.strip_prefix('{').map_or(inner, |inner| inner.trim_end_matches('}'));
    let end = inner.find(|c: char| !bash_syntax::is_name_char(c)).unwrap_or(inner.len());
    let rest = &inner[end..];
    let whole = rest.is_empty() || rest.starts_with(":-") || rest.starts_with('-');
    (end > 0 && whole).then(|| inner[..end].to_owned())
}

/// The origin of a command substitution, by the programs that it runs.
pub(super) fn command(code: &str) -> Evidence {
    const COUNTS: [&str; 5] = ["wc", "bc", "expr", "nproc", "getconf"];
    const TEXTS: [&str; 16] = [
        "pwd", "date", "basename", "dirname", "realpath", "readlink", "mktemp", "whoami",
        "hostname", "uname", "which", "git", "cd", "command", "numfmt", "paste",
    ];
    // `$(test … && echo yes || echo no)`
    let words = |said: &str| is_words(said) && !said.contains(['$', '`']) && names_word(said);
    let says = |part: &str| part.trim().strip_prefix("echo ").is_some_and(words);
    if code.split("&&").flat_map(|part| part.split("||")).skip(1).any(says) {
        return Text;
    }
    let code = code.split("||").next().unwrap_or_default();
    let mut last = Unknown;
    for part in stages(code) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let Some(name) = words.first().map(|name| name.rsplit('/').next().unwrap_or(name)) else {
            continue;
        };
        let has = |test: fn(&str) -> bool| words[1..].iter().any(|word| test(word));
        let counting = match name {
            // `4.5M` is no number, whatever takes it out of the line.
            "du" if has(|word| word.starts_with('-') && word.contains('h')) => return Text,
            "du" => true,
            // The size, and no date or name.
            "stat" => {
                has(|word| word.trim_matches(['"', '\'']).ends_with("%s") || word.ends_with("%z"))
            }
            "grep" | "rg" | "egrep" => has(|word| {
                word == "--count"
                    || (word.starts_with('-') && !word.starts_with("--") && word.contains('c'))
            }),
            "jq" => part.contains("length") || part.contains("add"),
            "git" => part.contains("--count"),
            "awk" => computes(part),
            "date" => part.contains("+%s"),
            // The least or the greatest number: `sort -n | head -1`.
            "sort" => takes_one(code) && has(|word| word.starts_with('-') && word.contains('n')),
            name => COUNTS.contains(&name) || name.split(['_', '-']).any(|part| part == "count"),
        };
        // `duckdb x.db "SELECT COUNT(*) FROM rows"`
        if counting || part.to_ascii_lowercase().contains("select count(") {
            return Measured;
        }
        let version = has(|word| matches!(word, "version" | "--version" | "-V" | "-version"));
        // A function is named after its result: `cache_file`.
        let lists = match name {
            "jq" => part.contains("[]") || part.contains("join("),
            "tr" => words.get(1).is_some_and(|set| set.contains("\\n")),
            "echo" | "printf" => part.contains("[*]}") || part.contains("[@]}"),
            _ => false,
        };
        let text =
            lists || TEXTS.contains(&name) || version || name.contains('_') && names_text(name);
        last = if text { Text } else { Unknown };
    }
    last
}

/// Does a pipeline take one line of all, without a count in front of it?
fn takes_one(code: &str) -> bool {
    const ONE: [&str; 6] = ["head -1", "head -n 1", "head -n1", "tail -1", "tail -n 1", "tail -n1"];
    !code.contains("uniq") && ONE.iter().any(|one| code.contains(one))
}

/// The commands of a pipeline. A `|` in quotes is one of a program: `jq '.[] | length'`.
fn stages(code: &str) -> Vec<&str> {
    let (mut stages, mut from, mut quote) = (Vec::new(), 0, None);
    for (at, c) in code.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '|') => {
                stages.push(&code[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    stages.push(&code[from..]);
    stages
}

/// Does a program of awk print what it counted or computed?
fn computes(program: &str) -> bool {
    const COMPUTED: [&str; 9] =
        ["print NR", "print length", "int(", "sum", "%d", ".1f", ".2f", "/NR", " / "];
    // `!seen[$0]++` chooses lines.
    let counted = ["++", "+=", "-="].iter().any(|sign| program.contains(sign));
    counted && program.contains("END") || COMPUTED.iter().any(|word| program.contains(word))
}

/// Whether a variable contains a text, by its name.
pub(super) fn names_text(name: &str) -> bool {
    const ENDS: &str = "algorithm body branch cmd command commit content country date dir email file filter framework format hash host \
        html id issuer json key label lang language message mode model msg name output path platform policy query region resp response rev \
        revision script sha stderr stdout tag template text title token type url user uuid ver version";
    let name = name.to_ascii_lowercase();
    name.rsplit('_').next().is_some_and(|end| ENDS.split_whitespace().any(|one| one == end))
}

/// Whether a number may follow a label. Not after the name of a thing, a preposition, or an activity: `Output`,
/// `Starting at`, `Downloading`.
pub(super) fn names_number(label: &str) -> bool {
    const THINGS: &str = "agent algorithm api aud audience backup binary body bootstrap branch browser classification command config configuration container country cron crontab current cwd database \
        description detected document destination dir directory domain email endpoint env environment error fail file filename filter folder framework hint home host \
        hostname image info input installed issuer key latest language link location log logs message mode model name note ok os output owner package pass path \
        pattern pid platform policy prefix project prompt provider reason repo repository response result revision server session shell skill skip source stderr stdout \
        target test tip tool type uri url user uuid version warn warning";
    const LEFT: &str = "remaining missing pending failing existing";
    let among = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
    let label = label.to_ascii_lowercase();
    let words: Vec<&str> =
        label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let goes_on = first.len() > 4 && first.ends_with("ing") && !among(LEFT, first);
    !goes_on && !among(THINGS, last) && !among(MORE, last)
}

/// Does a label end in a word that what follows belongs to: `Chaining through the proxy on :8080`?
pub(super) fn goes_on(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    let mut words =
        label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.next_back().is_some_and(|last| MORE.split_whitespace().any(|word| word == last))
}

/// Do the label or the name of the variable say that a number stands there, where nothing else does? A label in the plural does
/// (`Open issues: $found`), also with what happened to them (`Items done: $n`).
pub(super) fn suggests_number(label: &str, name: &str) -> bool {
    const AMOUNTS: &str = "amount average avg bytes cnt count counted coverage duration elapsed failed failures gb kb latency len length max mb mean \
        median min ms n num number passed pct percent percentage rate ratio remaining score secs seconds size skipped speed sum throughput \
        total totals tps";
    let parts = |text: &str| -> Vec<String> {
        let parts =
            text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        parts.map(str::to_ascii_lowercase).collect()
    };
    let amount = |word: &String| AMOUNTS.split_whitespace().any(|one| one == word);
    let (label, name) = (parts(label), parts(name));
    let happened =
        |word: &String| word.ends_with("ed") || matches!(word.as_str(), "done" | "found");
    let counted = match label.as_slice() {
        [.., things, last] if happened(last) => is_plural(things),
        [.., last] => is_plural(last),
        [] => false,
    };
    counted
        || name.iter().any(amount)
        || label.iter().any(|word| amount(word) && !matches!(word.as_str(), "failed" | "skipped"))
}

/// The variables of loops over words of the script.
pub(crate) fn loops(text: &str) -> BTreeSet<String> {
    let heads = text.split("for ").skip(1);
    let names = heads.filter_map(|rest| {
        let (name, rest) = rest.trim_start().split_once(char::is_whitespace)?;
        let named = name.chars().all(bash_syntax::is_name_char);
        (named && rest.trim_start().starts_with("in ")).then(|| name.to_owned())
    });
    names.collect()
}
