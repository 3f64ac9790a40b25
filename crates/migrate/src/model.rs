//! What a script does, flattened: every call with the place it stands at and where its stdout goes.
//!
//! brush-parser gives the tree; the passes above need calls and functions, not a tree. Positions are byte offsets of the
//! source; code inside `$( )` is read too, but has no positions, because nothing is ever edited there.

use brush_parser::ast;

use crate::source::Source;
use crate::walk::Walk;

/// Where a stream ends up, seen from the function that the call stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sink {
    /// The stdout of the function or script.
    Out,
    /// Its stderr.
    Err,
    /// A file, a variable or another program.
    Away,
}

/// The surroundings of a call.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Where what it prints goes.
    pub(crate) sink: Sink,
    /// Runs in a child of the shell: `( )`, a pipeline, `&`, `$( )`.
    pub(crate) subshell: bool,
    /// Is (part of) a background job.
    pub(crate) background: bool,
    /// Stands in a background compound command, which closes the caller's stdout for all in it.
    pub(crate) covered: bool,
    /// Stands inside `$( )`, backticks or `<( )`.
    pub(crate) captured: bool,
    /// Stands behind `&&` or `||`, so that it may not run where its list does.
    pub(crate) conditional: bool,
    /// The function whose body it stands in.
    pub(crate) function: Option<String>,
    /// The statement lists around it, outermost first; calls with equal lists are siblings.
    pub(crate) block: Vec<usize>,
}

/// A simple command.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// Byte offset of its name, where it can be edited.
    pub(crate) at: Option<usize>,
    /// Byte offset behind its last word.
    pub(crate) end: usize,
    /// Line of its name.
    pub(crate) line: usize,
    /// The name, if it is literal.
    pub(crate) name: String,
    /// All words as written, the name first.
    pub(crate) words: Vec<String>,
    /// Assignments before the name (or alone), as written.
    pub(crate) assignments: Vec<String>,
    /// The body of a here-document, and whether it is expanded.
    pub(crate) heredoc: Option<(String, bool)>,
    /// The first redirection of stdout, as written.
    pub(crate) redirected: Option<String>,
    /// Its surroundings.
    pub(crate) place: Place,
}

/// A background job that is no simple command: where `exec N>&-;` can be put.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// Byte offset behind the opening word.
    pub(crate) at: usize,
    /// Line of the opening word.
    pub(crate) line: usize,
}

/// A script.
#[derive(Debug, Default)]
pub(crate) struct Script {
    /// Every call, in order of the source; those inside substitutions follow the call that holds them.
    pub(crate) calls: Vec<Call>,
    /// Functions by name, with the line of the definition.
    pub(crate) functions: std::collections::BTreeMap<String, usize>,
    /// Compound commands in the background.
    pub(crate) jobs: Vec<Job>,
    /// Lines with something that has no place in the model, and what it is.
    pub(crate) odd: Vec<(usize, String)>,
    /// What stands around the calls: the words of compound commands, tests, patterns, separators, redirections.
    pub(crate) frame: Vec<String>,
}

impl Script {
    /// Does the script give this name to an alias?
    pub(crate) fn aliased(&self, name: &str) -> bool {
        let gives =
            |word: &String| word.strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
        self.calls.iter().any(|call| call.name == "alias" && call.words.iter().any(gives))
    }
}

/// Why a script can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// 1-based line.
    pub(crate) line: usize,
    /// What is wrong there.
    pub(crate) reason: String,
}

/// Reads a script.
///
/// # Errors
/// Where the parser refuses the text, or it is nested so deep that reading it is no use.
pub(crate) fn read(source: &Source<'_>) -> Result<Script, Unreadable> {
    let program = parse(source)?;
    let mut walk = Walk::new(Some(source));
    for command in &program.complete_commands {
        walk.top(command);
    }
    Ok(walk.finish())
}

/// Reads a script without looking into its substitutions, for a comparison with another reading of it.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_words(source: &Source<'_>) -> Result<Script, Unreadable> {
    let program = parse(source)?;
    let mut walk = Walk::of_words(source);
    for command in &program.complete_commands {
        walk.top(command);
    }
    Ok(walk.finish())
}

/// Parses a script with the depth of its nesting bounded, since the parser recurses.
///
/// # Errors
/// As [`read`].
pub(crate) fn parse(source: &Source<'_>) -> Result<ast::Program, Unreadable> {
    let text = source.text();
    if let Some(line) = too_deep(text) {
        return Err(Unreadable { line, reason: "nested too deep to be read".to_owned() });
    }
    if let Some(at) = text.find('\0') {
        let line = text[..at].matches('\n').count() + 1;
        return Err(Unreadable { line, reason: "a NUL byte: this is no text".to_owned() });
    }
    parse_text(text)
}

/// Parses code as it stands in a substitution or a trap.
///
/// # Errors
/// As [`read`].
pub(crate) fn parse_text(text: &str) -> Result<ast::Program, Unreadable> {
    let options = brush_parser::ParserOptions::default();
    let mut parser = brush_parser::Parser::new(text.as_bytes(), &options);
    parser.parse_program().map_err(|error| {
        let line = match &error {
            brush_parser::ParseError::ParsingNear(at) => at.line,
            brush_parser::ParseError::Tokenizing { position: Some(at), .. } => at.line,
            _ => text.matches('\n').count().max(1),
        };
        Unreadable { line, reason: format!("can't be parsed: {error}") }
    })
}

/// The line at which brackets or compound commands nest deeper than any script that people write.
pub(crate) fn too_deep(text: &str) -> Option<usize> {
    const LIMIT: usize = 120;
    let mut depth = 0usize;
    let mut words = 0usize;
    for (number, line) in text.lines().enumerate() {
        for byte in line.bytes() {
            match byte {
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth > LIMIT {
                return Some(number + 1);
            }
        }
        for word in line.as_bytes().split(|c| c.is_ascii_whitespace() || *c == b';') {
            match word {
                b"if" | b"while" | b"until" | b"for" | b"case" | b"select" => words += 1,
                b"fi" | b"done" | b"esac" => words = words.saturating_sub(1),
                _ => {}
            }
        }
        // Words in prose count too, so this limit is only there for made-up input.
        if words > 4000 {
            return Some(number + 1);
        }
    }
    None
}
