//! `user-path`: paths of one person's home folder, which other machines lack.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use regex::Regex;

use super::File;
use super::orphan::is_of_tests;
use crate::report::Report;

/// Names that documentation uses for its readers, and accounts of images.
const ANYONE: [&str; 69] = [
    "you",
    "your",
    "yourname",
    "your-name",
    "your_name",
    "yourusername",
    "your-username",
    "your_username",
    "username",
    "user",
    "me",
    "name",
    "alice",
    "bob",
    "jane",
    "john",
    "johndoe",
    "foo",
    "example",
    "runner",
    "ubuntu",
    "node",
    "app",
    "vscode",
    "appuser",
    "vagrant",
    "jovyan",
    "claude",
    "agent",
    "dev",
    "developer",
    "someone",
    "somebody",
    "shared",
    "public",
    "default",
    "admin",
    "coder",
    "codespace",
    "linuxbrew",
    "usr",
    "test",
    "tester",
    "guest",
    "nobody",
    "jdoe",
    // Folders of a service below /home.
    "apps",
    "application",
    "backup",
    "backups",
    "data",
    "db",
    "database",
    "deploy",
    "demo",
    "docker",
    "files",
    "home",
    "log",
    "logs",
    "project",
    "projects",
    "repo",
    "root",
    "server",
    "service",
    "web",
    "work",
    "workspace",
];

/// Folders that stand for a project of the reader in samples of output.
const ANY_PROJECT: [&str; 9] = [
    "myproject",
    "my-project",
    "my_project",
    "myapp",
    "my-app",
    "my_app",
    "your-project",
    "yourproject",
    "example-project",
];

pub(super) fn check(file: &File<'_>, report: &mut Report) {
    static HOME: OnceLock<Regex> = OnceLock::new();
    let home = HOME.get_or_init(|| {
        Regex::new(r#"(?:^|[\s"'`(=:])((?:/Users|/home|[A-Z]:\\Users)[/\\]([A-Za-z][A-Za-z0-9._-]*)[/\\][^\s"'`)]*)"#)
            .expect("invariant: it is a pattern")
    });
    // Only the author of a skill runs its tests.
    if !file.shown.ends_with(".md") && is_of_tests(file.shown) {
        return;
    }
    // One line that says whose folder it is speaks for all.
    let named = home.captures_iter(file.text).filter_map(|found| {
        let name = found.get(2)?.as_str().to_ascii_lowercase();
        is_of_product(file.text, found.get(1)?.range(), &name).then_some(name)
    });
    let products: BTreeSet<String> = named.collect();
    let mut seen = BTreeSet::new();
    for found in home.captures_iter(file.text) {
        let (Some(path), Some(name)) = (found.get(1), found.get(2)) else { continue };
        let lower = name.as_str().to_ascii_lowercase();
        let invented = ["user", "your", "name", "example"].iter().any(|word| lower.contains(word));
        // `john.doe` is invented, as is `john`.
        let first = lower.split(['.', '_', '-']).next().unwrap_or_default();
        let invented = invented || ANYONE.contains(&first);
        // `useradd` refuses capitals: `/home/DolphinDB` is a folder of a product.
        let is_account = !path.as_str().starts_with("/home")
            || !name.as_str().contains(|c: char| c.is_ascii_uppercase());
        let is_known =
            !is_account || invented || ANYONE.contains(&lower.as_str()) || lower.len() < 3;
        if is_known || products.contains(&lower) || !seen.insert(name.as_str()) {
            continue;
        }
        if path.as_str().split(['/', '\\']).any(|part| ANY_PROJECT.contains(&part)) {
            continue;
        }
        // A path that is cut short stands for others, and so does a pattern.
        if ["...", "\u{2026}", "[", "*", "\\w", "\\d"].iter().any(|cut| path.as_str().contains(cut))
        {
            continue;
        }
        // The end of a sentence is not part of the path.
        let shown = path.as_str().trim_end_matches(['.', ',', ';', ':', '!', '?']);
        let message = format!("the path {shown:?} is a person's home folder");
        let home = &path.as_str()[..name.end() - path.start()];
        file.at("user-path", path.start(), message, report)
            .about(home)
            .advise("name it from $HOME, from the skill's folder, or as an argument");
    }
}

/// Whether the line speaks of what the folder is named after: `Astro Runtime | /home/astro/.local`. That is an account of
/// an image, and no person.
fn is_of_product(text: &str, path: std::ops::Range<usize>, name: &str) -> bool {
    /// Bytes of the line on both sides that are read.
    const NEAR: usize = 200;
    let before = &text[text.ceil_char_boundary(path.start.saturating_sub(NEAR))..path.start];
    let behind = &text[path.end..text.floor_char_boundary((path.end + NEAR).min(text.len()))];
    let before = before.rsplit('\n').next().unwrap_or_default();
    let behind = behind.split('\n').next().unwrap_or_default();
    let words = |part: &str| {
        part.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(name))
    };
    words(before) || words(behind)
}
