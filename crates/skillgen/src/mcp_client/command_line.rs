//! The COMMAND of `--server`: words split as a shell does, without a shell. Shell syntax is rejected,
//! because it would be passed on as text.

use anyhow::bail;

/// The parts of a command line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    /// `NAME=value` before the program.
    pub(super) environment: Vec<(String, String)>,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
}

impl CommandLine {
    pub(super) fn parse(text: &str) -> anyhow::Result<CommandLine> {
        let mut words = words(text)?.into_iter().peekable();
        let mut environment = Vec::new();
        while let Some(assignment) = words.peek().and_then(|word| assignment(word)) {
            environment.push(assignment);
            words.next();
        }
        let Some(program) = words.next() else {
            bail!("--server: the command is empty; name the program that starts the server");
        };
        Ok(CommandLine { environment, program, arguments: words.collect() })
    }
}

fn assignment(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_name = starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => quoted(c, &mut chars, word.get_or_insert_default())?,
            '\\' => {
                let Some(next) = chars.next() else {
                    bail!("--server: the command ends with a backslash; remove it")
                };
                word.get_or_insert_default().push(next);
            }
            '|' | '&' | ';' | '<' | '>' | '(' | ')' | '$' | '`' => bail!(
                "--server: `{c}` needs a shell, and none is started; quote it, or name one: `bash -c '…'`"
            ),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// The text up to the closing quote.
fn quoted(quote: char, chars: &mut std::str::Chars, word: &mut String) -> anyhow::Result<()> {
    while let Some(c) = chars.next() {
        match c {
            c if c == quote => return Ok(()),
            '\\' if quote == '"' => match chars.next() {
                Some(next @ ('"' | '\\' | '$' | '`')) => word.push(next),
                Some(next) => word.extend(['\\', next]),
                None => break,
            },
            '$' | '`' if quote == '"' => bail!(
                "--server: `{c}` needs a shell, and none is started; write it in single quotes, or name one: \
                 `bash -c '…'`"
            ),
            c => word.push(c),
        }
    }
    bail!("--server: a quote `{quote}` is not closed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart_as_a_shell_does() {
        let line = r#"A=1 B='x y' npx -y "@x/y" --path a\ b '' "c\"d""#;
        let parsed = CommandLine::parse(line).expect("a command");
        assert_eq!(parsed.environment, [("A".into(), "1".into()), ("B".into(), "x y".into())]);
        assert_eq!(parsed.program, "npx");
        assert_eq!(parsed.arguments, ["-y", "@x/y", "--path", "a b", "", "c\"d"]);
    }

    #[test]
    fn what_needs_a_shell_is_refused() {
        for line in ["a | b", "a $HOME", "a \"$HOME\"", "a `b`", "a 'b", "a \\", " ", "A=1"] {
            assert!(CommandLine::parse(line).is_err(), "{line}");
        }
        let shell = CommandLine::parse("bash -c 'cd x && exec y \"$z\"'").expect("a command");
        assert_eq!(shell.arguments, ["-c", "cd x && exec y \"$z\""]);
    }
}
