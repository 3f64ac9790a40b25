//! The own reading of bash next to `bash -n`: scripts of the project, torn and joined at random, and made-up ones. What the one
//! takes and the other refuses is a fault of the reading, but for the named differences. `SKILLGEN_TEXTS`
//! takes more of each kind, `SKILLGEN_SEED` others: of 60,000 there are 45 that are still judged apart.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the judge is bash, and the scripts are files of the repository"
)]

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What is judged apart and stays so: what the reading says, and why.
const KNOWN: [(&str, &str); 3] = [
    (
        "a here-document without its end",
        "bash takes the rest of the file for it, with a warning; a script that was cut off is none to edit",
    ),
    (
        "a `for ((` without its `))`",
        "bash says nothing of some texts that are cut off there, within a function in a case",
    ),
    (
        "nested too deep to be read",
        "bash ends when its stack does, the reading at a bound of its own",
    ),
];

/// bash 5.2 loses its place behind an array (`a=(…)`) in a list that stands in a substitution, and refuses what it takes
/// anywhere else.
fn array_in_substitution(text: &str) -> bool {
    let from = ["<(", ">(", "$("].iter().filter_map(|sign| text.find(sign)).min();
    from.is_some_and(|from| text[from..].contains("=("))
}

#[test]
fn same_verdict_as_bash() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<usize>().ok());
    let each = asked("SKILLGEN_TEXTS").unwrap_or(700);
    let mut random = Random(asked("SKILLGEN_SEED").unwrap_or(7) as u64);
    let scripts = fixtures();
    let mut texts = Vec::new();
    for _ in 0..each {
        texts.push(torn(&mut random, &scripts));
        texts.push(list(&mut random, 3));
        let made = list(&mut random, 3);
        texts.push(changed(&mut random, &made));
    }
    let (mut wrong, mut refused) = (Vec::new(), 0);
    let halves = texts.chunks(texts.len().div_ceil(4));
    let judged: Vec<Vec<bool>> = std::thread::scope(|scope| {
        let all: Vec<_> = halves
            .map(|half| scope.spawn(move || half.iter().map(|t| bash(t)).collect()))
            .collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (text, takes) in texts.iter().zip(judged.into_iter().flatten()) {
        refused += usize::from(!takes);
        let own = own(text);
        let known = |(_, said): &(usize, String)| KNOWN.iter().any(|(sign, _)| said.contains(sign));
        let quirk = own.is_none() && !takes && array_in_substitution(text);
        if own.is_none() != takes && !own.as_ref().is_some_and(known) && !quirk {
            wrong.push(format!("bash takes it: {takes}; here: {own:?}\n{text}\n"));
        }
    }
    // A judge that says the same of all is none.
    assert!(refused > each / 4 && refused < texts.len() - each / 4, "{refused} refused");
    let shown = wrong.len().min(12);
    wrong.sort_by_key(String::len);
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        texts.len(),
        wrong[..shown].join("---\n")
    );
}

fn own(text: &str) -> Option<(usize, String)> {
    migrate::syntax_error(text.as_bytes())
}

/// Does bash take the text? It ends well, too, where it says that a `[[ ]]` is none; a warning is no refusal.
fn bash(text: &str) -> bool {
    let mut command = Command::new("bash");
    command.arg("-n").env_remove("BASH_ENV").env("LC_ALL", "C");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // bash stops to read at the first error.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    output.status.success() && said.lines().all(|line| line.contains("warning: "))
}

/// The snippets of tests/migrate: a list that stays, since each new script would change what is drawn.
fn fixtures() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/migrate");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("snip-")));
    paths.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path.join("before.sh")).ok();
    let scripts: Vec<String> =
        paths.iter().filter_map(read).filter(|t| !t.contains('\0')).collect();
    assert!(scripts.len() > 20, "the fixtures are gone");
    scripts
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound.max(1) as u64).unwrap()
    }

    fn one<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Some lines of a script, perhaps with some of another one behind, changed.
fn torn(random: &mut Random, scripts: &[String]) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(2) {
        let lines: Vec<&str> = scripts[random.below(scripts.len())].lines().collect();
        let from = random.below(lines.len());
        let to = from + 1 + random.below((lines.len() - from).min(12));
        text.push_str(&lines[from..to].join("\n"));
        text.push('\n');
    }
    if random.below(3) == 0 { text } else { changed(random, &text) }
}

const TOKENS: [&str; 78] = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
    "in", "select", "function", "{", "}", "(", ")", "((", "))", "[[", "]]", ";", ";;", ";&", ";;&",
    "&", "&&", "||", "|", "|&", "<", ">", ">>", "<<", "<<-", "<<<", "<>", ">&", "<&", ">|", "&>",
    "&>>", "!", "time", "coproc", "'", "\"", "`", "$", "$(", "${", "$((", "$'", "$\"", "#", "=",
    "+=", "\\", "*", "EOF", "a", "x=1", "a=(", "a[1]=2", "\"$@\"", "${x}", "${x:-", "2>&1", "=~",
    "-f", "==", "f()", "\t", " ", "\n", "\\\n",
];

/// A few places lose some characters, gain a token, or are said twice.
fn changed(random: &mut Random, text: &str) -> String {
    let mut out: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(out.len() + 1);
        let end = (at + 1 + random.below(6)).min(out.len());
        match random.below(5) {
            0 | 1 => {
                out.drain(at..end);
            }
            2 => {
                let again: Vec<char> = out[at..end].to_vec();
                out.splice(at..at, again);
            }
            3 => out.truncate(at),
            _ => {
                let token = random.one(&TOKENS);
                let apart = if random.below(2) == 0 { " " } else { "" };
                out.splice(at..at, format!("{apart}{token}{apart}").chars());
            }
        }
    }
    out.into_iter().collect()
}

/// A list of commands, made up.
fn list(random: &mut Random, depth: usize) -> String {
    let mut out = String::new();
    for _ in 0..=random.below(2) {
        out.push_str(&pipeline(random, depth));
        out.push_str(random.one(&["\n", "; ", " &\n", "\n\n", " # said\n", "\n"]));
    }
    out
}

fn pipeline(random: &mut Random, depth: usize) -> String {
    let mut out = random.one(&["", "", "", "", "! ", "time ", "time -p ", "! ! "]).to_owned();
    out.push_str(&command(random, depth));
    for _ in 0..random.below(3) {
        out.push_str(random.one(&[" | ", " |& ", " && ", " || ", " |\n", " &&\n"]));
        out.push_str(&command(random, depth));
    }
    out
}

fn command(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return simple(random, 0);
    }
    let d = depth - 1;
    match random.below(16) {
        0 => format!("if {}then {}fi", list(random, d), list(random, d)),
        1 => format!(
            "if {}then\n{}elif {}then {}else {}fi",
            list(random, d),
            list(random, d),
            list(random, d),
            list(random, d),
            list(random, d)
        ),
        2 => format!("while {}do {}done", list(random, d), list(random, d)),
        3 => format!("for x in {}; do {}done", word(random, d), list(random, d)),
        4 => format!(
            "for x{}do {}done",
            random.one(&["; ", "\n", " in; ", " in a b\n", " "]),
            list(random, d)
        ),
        5 => format!(
            "for ((i = 0; i < {}; i++)){}{}done",
            random.below(9),
            random.one(&["; do ", " do ", "\ndo "]),
            list(random, d)
        ),
        6 => format!(
            "case {} in{}{}) {};;\n{}) {}{}esac",
            word(random, d),
            random.one(&[" ", "\n", "\n("]),
            random.one(&["a", "a|b", "*", "\"x y\"", "[a-z]*", "@(a|b)", "esac2"]),
            list(random, d),
            random.one(&["b", "(c", "*", "'d'"]),
            list(random, d),
            random.one(&[";;\n", ";& ", ";;& ", ""])
        ),
        7 => format!("{{ {}}}{}", list(random, d), redirect(random, d)),
        8 => format!("( {}){}", list(random, d), redirect(random, d)),
        9 => format!(
            "{}{{\n{}}}",
            random.one(&["f() ", "function f ", "function f() ", "f ()\n", "a-b() "]),
            list(random, d)
        ),
        10 => format!("[[ {} ]]", test(random, d)),
        11 => format!("(( {} ))", arithmetic(random, d)),
        12 => format!("cat <<EOF{}\n{}\nEOF\n", redirect(random, d), here(random, d)),
        13 => format!("until {}do {}done{}", list(random, d), list(random, d), redirect(random, d)),
        _ => simple(random, d),
    }
}

fn here(random: &mut Random, depth: usize) -> String {
    let line = random.one(&["plain", "it's", "a \"b", "$x ${y}", "`date`", "\\$x", "  EOF"]);
    format!("{line} {}", if depth == 0 { String::new() } else { expansion(random, depth - 1) })
}

fn simple(random: &mut Random, depth: usize) -> String {
    let mut out = String::new();
    for _ in 0..random.below(2) {
        out.push_str(random.one(&["x=1 ", "x= ", "x+=a ", "a[1]=2 ", "a=(1 2) ", "a=([k]=v\nw) "]));
    }
    out.push_str(random.one(&[
        "echo",
        "printf '%s\\n'",
        "local x=$y",
        "declare -a l=(a b)",
        "cd",
        "\"$c\"",
        "[",
        ":",
        "export A=b",
    ]));
    for _ in 0..random.below(4) {
        out.push(' ');
        out.push_str(&word(random, depth));
    }
    out.push_str(&redirect(random, depth));
    out
}

fn redirect(random: &mut Random, depth: usize) -> String {
    match random.below(8) {
        0 => format!(
            " {} {}",
            random.one(&[">", ">>", "2>", "<", "&>", "<<<", "3<>", ">|", "{fd}>"]),
            word(random, depth)
        ),
        1 => random
            .one(&[" 2>&1", " >&2", " <&-", " 2>&1 >/dev/null", " &>>log", " 10<&0"])
            .to_owned(),
        _ => String::new(),
    }
}

fn word(random: &mut Random, depth: usize) -> String {
    let mut out = String::new();
    for _ in 0..=random.below(2) {
        match random.below(9) {
            0 => out.push_str(random.one(&["'a b'", "'$x'", "$'a\\'b'", "$\"t\"", "''"])),
            1 => out.push_str(&format!("\"a {}\"", expansion(random, depth))),
            2 | 3 => out.push_str(&expansion(random, depth)),
            4 => out.push_str(random.one(&[
                "*.sh", "{a,b}", "{1..3}", "~/x", "?", "[!a]", "@(a|b)", "a#b", "\\ ", "\\;",
                "a=b", "-x", "--y=z",
            ])),
            5 if depth > 0 => out.push_str(&format!(
                "{}({})",
                random.one(&["<", ">"]),
                list(random, depth - 1).trim_end_matches(['\n', ' ', ';', '&'])
            )),
            _ => {
                out.push_str(random.one(&["a", "file", "b1", "if", "done", "}", "in", "x.y", "é"]))
            }
        }
    }
    out
}

fn expansion(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random
            .one(&["$x", "${x}", "$1", "$@", "${#x}", "$?", "${x:-a}", "${a[@]}", "$$"])
            .to_owned();
    }
    let d = depth - 1;
    match random.below(8) {
        0 => format!("$({})", list(random, d)),
        1 => format!("`{}`", random.one(&["date", "echo \\`x\\`", "echo \"a\"", "echo 'b'"])),
        2 => format!("$(({}))", arithmetic(random, d)),
        3 => format!(
            "${{x{}{}}}",
            random.one(&[":-", "-", ":=", "+", "#", "##", "%", "%%", "?"]),
            random.one(&["a", "\"b c\"", "$y", "${z}", "'q'", "*/", "\\}"])
        ),
        4 => random
            .one(&[
                "${x/a/b}",
                "${x//\\//_}",
                "${x:1:2}",
                "${x^^}",
                "${!x}",
                "${!x*}",
                "${a[1]}",
                "${a[$i]}",
                "${#a[@]}",
                "${x@Q}",
            ])
            .to_owned(),
        5 => format!("$({{ {}}})", list(random, d)),
        _ => expansion(random, 0),
    }
}

fn arithmetic(random: &mut Random, depth: usize) -> String {
    let value = random.one(&["1", "x", "$x", "a[1]", "0x1f", "(1 + 2)", "x++", "16#ff"]);
    let inner = if depth > 0 && random.below(4) == 0 {
        expansion(random, depth - 1)
    } else {
        "2".to_owned()
    };
    format!(
        "{value} {} {inner}",
        random.one(&["+", "-", "*", "<", "<<", "==", "&&", "?3:", ",", "="])
    )
}

fn test(random: &mut Random, depth: usize) -> String {
    let one = match random.below(6) {
        0 => format!("-f {}", word(random, 0)),
        1 => format!("$x == {}", random.one(&["a*", "\"b c\"", "@(a|b)", "[0-9]"])),
        2 => format!(
            "$x =~ {}",
            random.one(&["^a+$", "^(a|b)$", "[[:digit:]]+", "\\.sh$", "$re", "^[^ ]*\\ x"])
        ),
        3 => format!("$x {} 3", random.one(&["-eq", "-lt", "<", ">", "!="])),
        4 => random.one(&["-z $x", "-n \"$x\"", "$x", "-v x", "! -e a"]).to_owned(),
        _ if depth > 0 => format!("( {} )", test(random, depth - 1)),
        _ => "a".to_owned(),
    };
    match random.below(4) {
        0 if depth > 0 => {
            format!("{one} {} {}", random.one(&["&&", "||", "&&\n"]), test(random, depth - 1))
        }
        _ => one,
    }
}
