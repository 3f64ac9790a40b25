//! The head of a file and its blank lines, in gofmt's layout.

use std::collections::BTreeSet;

use super::text::{code, names};

/// Packages of the standard library by name.
const PACKAGES: &[&str] = &[
    "context",
    "encoding/json",
    "errors",
    "fmt",
    "math",
    "math/big",
    "os",
    "os/exec",
    "reflect",
    "regexp",
    "sort",
    "strconv",
    "strings",
    "sync",
    "time",
    "unicode",
    "unicode/utf8",
];

/// The packages of the standard library that a text uses, and those of the user's types.
pub(super) fn packages<'p>(text: &str, of_users: &'p BTreeSet<String>) -> BTreeSet<&'p str> {
    let code = code(text);
    let is_used = |path: &&&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        code.match_indices(&format!("{name}."))
            .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c)))
    };
    let own = PACKAGES.iter().filter(is_used).copied();
    own.chain(of_users.iter().map(String::as_str)).collect()
}

/// A file of a package.
pub(super) fn file(head: &str, package: &str, imports: &str, text: &str) -> String {
    debug_assert!(names(&format!("{package} "), package));
    let gap = if imports.is_empty() { "" } else { "\n" };
    format!("{head}package {package}\n\n{imports}{gap}{}", tidy(text))
}

/// A file of a package without templates, with the imports that its code needs.
pub(super) fn plain_file(head: &str, package: &str, text: &str) -> String {
    let none = BTreeSet::new();
    let lines: String =
        packages(text, &none).into_iter().map(|path| format!("\t\"{path}\"\n")).collect();
    let imports = if lines.is_empty() { lines } else { format!("import (\n{lines})\n") };
    file(head, package, &imports, text)
}

/// Functions that only return something, each on one line as far as gofmt leaves them there (100 columns; here a few
/// less). Only those below a blank line and their comment: gofmt aligns the bodies of functions that follow each other.
pub(super) fn on_one_line(text: &str) -> String {
    const WIDTH: usize = 99;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let joined = match lines.as_slice() {
            [.., head, body] if line == "}" && head.starts_with("func ") => {
                let head = head.strip_suffix(" {").filter(|_| is_apart(&lines[..lines.len() - 2]));
                let body = body.strip_prefix('\t').filter(|body| body.starts_with("return "));
                head.zip(body)
                    .filter(|(head, body)| head.len() + body.len() <= WIDTH)
                    .filter(|(_, body)| !body.ends_with('{') && !code(body).contains('\n'))
                    .map(|(head, body)| format!("{head} {{ {body} }}"))
            }
            _ => None,
        };
        match joined {
            Some(joined) => {
                lines.truncate(lines.len() - 2);
                lines.push(joined);
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

/// Whether what follows these lines, with its comment, is below a blank line.
fn is_apart(lines: &[String]) -> bool {
    lines.iter().rev().find(|line| !line.starts_with("//")).is_none_or(|line| line.is_empty())
}

/// The text without blank lines that gofmt would remove.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.lines() {
        let line = line.trim_end();
        if line.is_empty() {
            blank = true;
            continue;
        }
        let closes = line.trim_start().starts_with(['}', ')']);
        let opened = out.is_empty() || out.ends_with("{\n") || out.ends_with("(\n");
        if blank && !closes && !opened {
            out.push('\n');
        }
        blank = false;
        out.push_str(line);
        out.push('\n');
    }
    out
}
