//! The head of a file and its blank lines, as gofmt has them.

use super::text::{code, names};

/// Packages of the standard library by the names that code gives them.
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

/// A file of a package, with the imports that its code asks for.
pub(super) fn file(head: &str, package: &str, text: &str) -> String {
    let code = code(text);
    let used = PACKAGES.iter().filter(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        code.match_indices(&format!("{name}."))
            .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c)))
    });
    let imports: String = used.map(|path| format!("\t\"{path}\"\n")).collect();
    let imports = match imports.is_empty() {
        true => String::new(),
        false => format!("import (\n{imports})\n\n"),
    };
    debug_assert!(names(&format!("{package} "), package));
    format!("{head}package {package}\n\n{imports}{}", tidy(text))
}

/// The text without blank lines that gofmt would take away.
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
