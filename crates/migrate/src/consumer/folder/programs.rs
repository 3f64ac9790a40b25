//! Loops over the files of a folder in Python, JavaScript, Ruby and Go.

use super::super::capture_names::last_word;
use super::{BODY, FileUse, FolderLoop, alternatives, literal_end, loops};

/// Calls of programs that list files, and whether they include subfolders.
pub(super) const LISTS: [(&str, bool); 14] = [
    ("rglob(", true),
    ("glob(", false),
    ("globSync(", false),
    ("iterdir(", false),
    ("os.listdir(", false),
    ("os.scandir(", false),
    ("os.walk(", true),
    ("readdirSync(", false),
    ("readdir(", false),
    ("Dir.glob(", false),
    ("Dir[", false),
    ("filepath.Glob(", false),
    ("filepath.Walk", true),
    ("os.ReadDir(", false),
];

/// How programs select files by the ends of their names.
const BY_NAME: [&str; 7] =
    ["endswith(", "endsWith(", "suffix", "extname(", "end_with?", "HasSuffix(", "filepath.Ext("];

/// The loops of a program that would take a file of this name for a script.
pub(super) fn programs(lines: &[&str], name: &str) -> Vec<FolderLoop> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let lists = LISTS.iter().filter_map(|(call, deep)| Some((line.find(call)?, call, *deep)));
        let Some((from, call, deep)) = lists.min_by_key(|(from, ..)| *from) else { continue };
        let pattern = quoted(&line[from + call.len()..]).filter(|text| text.contains('*'));
        let near = &lines[at..(at + BODY).min(lines.len())];
        if !takes(pattern, near, name) {
            continue;
        }
        let Some((below, files)) = demanded(near) else { continue };
        let folder = pattern.and_then(|pattern| pattern.rsplit_once('/')).map(|(folder, _)| folder);
        let folder = match folder.map(literal_end).filter(|folder| !folder.is_empty()) {
            Some(folder) => folder,
            None => folder_in(lines, &line[..from], &line[from + call.len()..]),
        };
        let recursive = deep || pattern.is_some_and(|pattern| pattern.contains("**"));
        found.push(FolderLoop { line: at + below + 1, files, folder, recursive });
    }
    found
}

/// The first quoted text.
fn quoted(text: &str) -> Option<&str> {
    let at = text.find(['"', '\'', '`'])?;
    let quote = text[at..].chars().next()?;
    text[at + 1..].split(quote).next()
}

/// Whether a list of files contains one of this name, by its pattern or by the extensions that the lines below test
/// for.
fn takes(pattern: Option<&str>, near: &[&str], name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default();
    if let Some(pattern) = pattern {
        let last = pattern.rsplit('/').next().unwrap_or(pattern);
        let fits = alternatives(last).iter().any(|last| loops::matches(last, name));
        if !fits || last.ends_with(ending) {
            return fits;
        }
    }
    let by_name: Vec<&&str> = near
        .iter()
        .take(12)
        .filter(|line| BY_NAME.iter().any(|word| line.contains(word)))
        .collect();
    let quoted = [format!(".{ending}\""), format!(".{ending}'")];
    by_name.is_empty() || by_name.iter().any(|line| quoted.iter().any(|end| line.contains(end)))
}

/// What the lines below a list of files require of each file: the number of lines, and the
/// requirement.
fn demanded(near: &[&str]) -> Option<(usize, FileUse)> {
    const EXECUTABLE: [&str; 6] = ["X_OK", "S_IXUSR", "S_IXOTH", "0o111", "0o100", "0111"];
    for (below, line) in near.iter().enumerate() {
        let line = *line;
        if below > 0 && super::super::capture_names::function_name(line).is_some() {
            return None;
        }
        let next = near.get(below + 1).copied().unwrap_or("");
        let left_out = line.contains("continue") || next.trim_start().starts_with("continue");
        let files = if EXECUTABLE.iter().any(|word| line.contains(word)) && !line.contains("chmod")
        {
            FileUse::ExpectsExecutable
        } else if ["\"#!", "'#!", "`#!", "/^#!"].iter().any(|word| line.contains(word)) {
            FileUse::ExpectsShebang
        } else if ["\"--help\"", "'--help'"].iter().any(|word| line.contains(word)) {
            FileUse::Runs
        } else {
            continue;
        };
        return (!left_out).then_some((below, files));
    }
    None
}

/// The folder of a list: the last quoted text before or in the call, or in the value of the name there.
fn folder_in(lines: &[&str], before: &str, behind: &str) -> String {
    let last = |text: &str| -> Option<String> {
        let parts: Vec<&str> = text.split(['"', '\'']).collect();
        let mut inside = parts.iter().skip(1).step_by(2).copied();
        let path = inside.rfind(|part| !part.contains('*') && !part.is_empty())?;
        Some(literal_end(path))
    };
    let call = behind.split(')').next().unwrap_or("");
    if let Some(folder) = last(before).or_else(|| last(call)) {
        return folder;
    }
    let word =
        |text: &str| last_word(text.trim_end_matches(['.', ' '])).unwrap_or_default().to_owned();
    let names = [word(before), word(call.split(',').next().unwrap_or(""))];
    let value = |name: &String| {
        let line = lines.iter().find(|line| {
            let line = line.trim_start();
            let line = line.trim_start_matches("const ").trim_start_matches("let ");
            line.strip_prefix(name.as_str()).is_some_and(|rest| rest.trim_start().starts_with('='))
        })?;
        last(line)
    };
    names.iter().filter(|name| !name.is_empty()).find_map(value).unwrap_or_default()
}
