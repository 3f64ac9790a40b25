//! Matches ECMA-262 patterns. Nearly all run in linear time on the `regex` crate; those with
//! lookarounds or backreferences run on a backtracking engine with a limit of steps.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use contract::regex::{self as ecma, GroupKind, Node};

/// The limit of steps of the backtracking engine for one text.
const MAX_STEPS: usize = 1_000_000;
/// Larger compiled programs are rejected.
const MAX_PROGRAM: usize = 64 << 20;

/// A compiled pattern.
#[derive(Debug)]
pub enum Matcher {
    /// Linear time.
    Linear(regex::Regex),
    /// Backtracking, with a limit.
    Backtracking(fancy_regex::Regex),
}

impl Matcher {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Returns a message if it is not an ECMA-262 pattern, or can't be matched.
    pub fn new(pattern: &str) -> Result<Matcher, String> {
        let tree = ecma::parse(pattern)
            .or_else(|_| ecma::parse_lenient(pattern))
            .map_err(|e| format!("is not an ECMA-262 pattern: {e}"))?;
        if let Ok(text) = ecma::translate(&tree) {
            return regex::RegexBuilder::new(&text)
                .size_limit(MAX_PROGRAM)
                .build()
                .map(Matcher::Linear)
                .map_err(|_| "is too large when compiled; lower its repetition counts".to_owned());
        }
        let mut text = String::new();
        write(&tree.root, &mut text)?;
        fancy_regex::RegexBuilder::new(&text)
            .backtrack_limit(MAX_STEPS)
            .delegate_size_limit(MAX_PROGRAM)
            .build()
            .map(Matcher::Backtracking)
            .map_err(|_| "needs a kind of lookaround that can't be matched here".to_owned())
    }

    /// Whether the pattern matches `text`.
    ///
    /// # Errors
    /// The engine reached its limit.
    pub fn find(&self, text: &str) -> Result<bool, String> {
        match self {
            Matcher::Linear(regex) => Ok(regex.is_match(text)),
            Matcher::Backtracking(regex) => regex
                .is_match(text)
                .map_err(|_| format!("gave up after {MAX_STEPS} steps; simplify it")),
        }
    }
}

/// Patterns, each compiled on first use.
#[derive(Debug, Default)]
pub struct Patterns(Mutex<BTreeMap<String, Result<Arc<Matcher>, String>>>);

impl Patterns {
    /// Whether `pattern` matches `text`.
    ///
    /// # Errors
    /// Those of [`Matcher::new`] and [`Matcher::find`].
    pub fn find(&self, pattern: &str, text: &str) -> Result<bool, String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let matcher = match known.get(pattern) {
            Some(matcher) => matcher.clone(),
            None => {
                let matcher = Matcher::new(pattern).map(Arc::new);
                known.insert(pattern.to_owned(), matcher.clone());
                matcher
            }
        };
        drop(known);
        matcher?.find(text)
    }
}

/// Writes a syntax tree in the syntax of the backtracking engine.
fn write(node: &Node, out: &mut String) -> Result<(), String> {
    // In ECMA-262, words are ASCII; the engine's \w differs.
    const WORD: &str = "[A-Za-z0-9_]";
    match node {
        Node::WordBoundary { negated } => {
            let (a, b) = if *negated { ("=", "!") } else { ("!", "=") };
            out.push_str(&format!("(?:(?<={WORD})(?{a}{WORD})|(?<!{WORD})(?{b}{WORD}))"));
        }
        Node::Look { ahead, negated, body } => {
            out.push_str("(?");
            out.push_str(if *ahead { "" } else { "<" });
            out.push_str(if *negated { "!" } else { "=" });
            write(body, out)?;
            out.push(')');
        }
        // A group without a match matches the empty text.
        Node::BackReference(group) => out.push_str(&format!("(?({group})\\{group}|)")),
        Node::Group(kind, body) => {
            out.push_str(match kind {
                GroupKind::Plain => "(?:",
                GroupKind::Capture { .. } => "(",
            });
            write(body, out)?;
            out.push(')');
        }
        Node::Concat(parts) => {
            for part in parts {
                write_grouped(part, out)?;
            }
        }
        Node::Alternate(branches) => {
            for (index, branch) in branches.iter().enumerate() {
                if index > 0 {
                    out.push('|');
                }
                write(branch, out)?;
            }
        }
        Node::Repeat { body, min, max, greedy } => {
            write_grouped(body, out)?;
            match max {
                Some(max) => out.push_str(&format!("{{{min},{max}}}")),
                None => out.push_str(&format!("{{{min},}}")),
            }
            if !greedy {
                out.push('?');
            }
        }
        leaf => {
            let pattern = ecma::Pattern { root: leaf.clone(), groups: 0, names: Vec::new() };
            out.push_str(&ecma::translate(&pattern).map_err(|e| e.to_string())?);
        }
    }
    Ok(())
}

fn write_grouped(node: &Node, out: &mut String) -> Result<(), String> {
    out.push_str("(?:");
    write(node, out)?;
    out.push(')');
    Ok(())
}
