//! Tests that end a script: their requirements for a value.

use crate::infer::variable::alone;
use crate::source::Source;
use crate::syntax::{At, Kind, flag};
use crate::word;

/// The meaning of a failed test for the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The value is empty.
    Missing(String),
    /// The value is not a path of this kind: `-f`, `-d`, `-e` …
    NotPath(String, char),
    /// Fewer arguments were given.
    Fewer(usize),
    /// The value is none of these words.
    NotOneOf(String, Vec<String>),
    /// The value does not match the pattern.
    NotMatching(String, String),
}

/// One test of a condition: its words, and whether `!` precedes it.
struct Atom {
    words: Vec<String>,
    negated: bool,
    /// Joined to the one before by `||`.
    or: bool,
}

/// The requirement of a condition that ends the script. `when` says whether it ends the script when
/// true.
pub(crate) fn claims(
    condition: &[At<'_>],
    joins: &[bool],
    when: bool,
    source: &Source<'_>,
) -> Vec<Claim> {
    let mut atoms = Vec::new();
    for (index, pipeline) in condition.iter().enumerate() {
        let or = index > 0 && joins.get(index - 1).copied().unwrap_or(false);
        let mut commands = pipeline.children();
        let (Some(command), None) = (commands.next(), commands.next()) else {
            return Vec::new();
        };
        read(command, source, pipeline.is(flag::BANG), or, &mut atoms);
    }
    let mixed = atoms.iter().skip(1).any(|a| a.or) && atoms.iter().skip(1).any(|a| !a.or);
    if mixed {
        return Vec::new();
    }
    // Each test alone ends the script if one of them is sufficient.
    let any = atoms.len() < 2 || atoms[1].or == when;
    if any {
        return atoms.iter().filter_map(|atom| claim(atom, when)).collect();
    }
    one_of(&atoms, when).into_iter().collect()
}

fn read(command: At<'_>, source: &Source<'_>, bang: bool, or: bool, atoms: &mut Vec<Atom>) {
    match command.kind() {
        Kind::Simple => {
            let mut words: Vec<String> = command
                .of(Kind::Word)
                .map(|word| source.slice(word.range()).into_owned())
                .collect();
            let name = if words.is_empty() { String::new() } else { words.remove(0) };
            if name == "[" {
                words.pop();
            } else if name != "test" {
                return;
            }
            split(&words, &["-a", "-o"], bang, or, atoms);
        }
        Kind::Test => {
            let text = source.slice(command.range());
            // Redirections may follow it.
            let text = text.rfind("]]").map_or(&*text, |end| &text[..end]);
            split(&tokens(text.trim_start_matches("[[")), &["&&", "||"], bang, or, atoms);
        }
        Kind::Arithmetic => {
            let Some(formula) = command.of(Kind::Formula).next() else { return };
            let text = source.slice(formula.range());
            split(&tokens(&text), &["&&", "||"], bang, or, atoms);
        }
        _ => {}
    }
}

fn split(words: &[String], joins: &[&str; 2], bang: bool, or: bool, atoms: &mut Vec<Atom>) {
    let parts = words.iter().filter(|w| joins.contains(&w.as_str())).count();
    let mut or = or;
    let mut current: Vec<String> = Vec::new();
    let mut push = |words: Vec<String>, or: bool| {
        let mut words = words;
        let mut negated = bang && parts == 0;
        while words.first().is_some_and(|w| w == "!") {
            words.remove(0);
            negated = !negated;
        }
        atoms.push(Atom { words, negated, or });
    };
    if bang && parts > 0 {
        return;
    }
    for word in words {
        if joins.contains(&word.as_str()) {
            push(std::mem::take(&mut current), or);
            or = word == joins[1];
        } else if word != "(" && word != ")" {
            current.push(word.clone());
        }
    }
    push(current, or);
}

/// The words of a test's text: quotes and expansions keep spaces together.
fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut current = String::new();
    let (mut quote, mut depth) = (None, 0usize);
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '(') if current.ends_with('$') || depth > 0 => depth += 1,
            (None, '}' | ')') if depth > 0 => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && quote.is_none() && depth == 0 {
            if !current.is_empty() {
                out.push(std::mem::take(&mut current));
            }
        } else {
            current.push(c);
        }
    }
    if !current.is_empty() {
        out.push(current);
    }
    out
}

fn claim(atom: &Atom, when: bool) -> Option<Claim> {
    let bad = when != atom.negated;
    let words: Vec<&str> = atom.words.iter().map(String::as_str).collect();
    match *words.as_slice() {
        [flag, value] if flag.len() == 2 && flag.starts_with('-') => {
            let name = alone(value)?;
            let letter = flag.chars().nth(1)?;
            match (letter, bad) {
                ('z', true) | ('n', false) => Some(Claim::Missing(name)),
                ('f' | 'd' | 'e' | 'r' | 's' | 'x', false) => Some(Claim::NotPath(name, letter)),
                _ => None,
            }
        }
        [value] if !bad => Some(Claim::Missing(alone(value)?)),
        [left, op, right] => three(left, op, right, bad),
        _ => None,
    }
}

fn three(left: &str, op: &str, right: &str, bad: bool) -> Option<Claim> {
    let name = alone(left)?;
    if name == "#" {
        let count: usize = right.trim_matches('"').parse().ok()?;
        let needed = match (op, bad) {
            ("-lt" | "<", true) | ("-ge" | ">=", false) => count,
            ("-le" | "<=", true) | ("-gt" | ">", false) => count + 1,
            ("-eq" | "==" | "=", true) if count == 0 => 1,
            ("-ne" | "!=", true) | ("-eq" | "==" | "=", false) => count,
            ("-ne" | "!=", false) if count == 0 => 1,
            _ => return None,
        };
        return (needed > 0).then_some(Claim::Fewer(needed));
    }
    let literal = word::literal(right);
    match (op, bad) {
        ("=" | "==", true) | ("!=", false) if literal.as_deref() == Some("") => {
            Some(Claim::Missing(name))
        }
        ("=~", false) => Some(Claim::NotMatching(name, right.to_owned())),
        ("!=", true) | ("=" | "==", false) => {
            literal.filter(|l| !l.is_empty()).map(|l| Claim::NotOneOf(name, vec![l]))
        }
        _ => None,
    }
}

/// `X != a && X != b`: one value, several words.
fn one_of(atoms: &[Atom], when: bool) -> Option<Claim> {
    let mut all: Option<(String, Vec<String>)> = None;
    for atom in atoms {
        let Some(Claim::NotOneOf(name, words)) = claim(atom, when) else { return None };
        match &mut all {
            None => all = Some((name, words)),
            Some((known, list)) if *known == name => list.extend(words),
            Some(_) => return None,
        }
    }
    all.map(|(name, words)| Claim::NotOneOf(name, words))
}
