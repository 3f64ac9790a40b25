//! Which files may be readers, and in which format: by their names.

use std::path::Path;

use migrate::ConsumerLanguage;

/// A document about the past, which nobody follows any more.
pub(super) fn past(path: &Path) -> bool {
    let document = path.extension().is_some_and(|e| e == "md");
    let old = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        let stem = name.strip_suffix(".md").unwrap_or(&name);
        matches!(stem, "archive" | "archived" | "archives" | "_archive" | ".archive" | "history")
            || ["changelog", "changes", "release-notes", "release_notes"].contains(&stem)
    };
    document && path.iter().any(old)
}

/// The files with an agent's hooks, servers and status line.
fn settings(path: &Path) -> bool {
    const NAMES: [&str; 4] =
        [".lsp.json", "opencode.json", "claude_desktop_config.json", "config.toml"];
    // Templates of settings have their own names: `settings-hooks-spec.json`.
    const PARTS: [&str; 4] = ["hook", "mcp", "plugin", "settings"];
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let own = name(path);
    let in_hooks = || path.parent().is_some_and(|folder| name(folder) == "hooks");
    NAMES.contains(&own.as_str())
        || own.ends_with(".json") && (PARTS.iter().any(|part| own.contains(part)) || in_hooks())
}

/// Files whose name determines their format.
fn by_name(name: &str) -> Option<ConsumerLanguage> {
    match name {
        "Makefile" | "makefile" | "GNUmakefile" | "justfile" | "Justfile" | ".justfile" => {
            Some(ConsumerLanguage::Make)
        }
        "crontab" => Some(ConsumerLanguage::Cron),
        "Rakefile" | "Gemfile" | "Vagrantfile" => Some(ConsumerLanguage::Code),
        // JSON is YAML, and its scripts are lines of shell.
        "package.json" | "composer.json" => Some(ConsumerLanguage::Yaml),
        _ if name.starts_with("Dockerfile") || name.starts_with("Containerfile") => {
            Some(ConsumerLanguage::Docker)
        }
        _ => None,
    }
}

/// The format of a file that may be a reader.
pub(super) fn language(path: &Path) -> Option<ConsumerLanguage> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(language) = by_name(&name) {
        return Some(language);
    }
    let folder = path.parent().and_then(Path::file_name);
    if folder.is_some_and(|folder| folder == "cron.d") {
        return Some(ConsumerLanguage::Cron);
    }
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    match extension.as_str() {
        "sh" | "bash" | "bats" | "dash" | "ksh" | "zsh" | "" => Some(ConsumerLanguage::Shell),
        "yml" | "yaml" => Some(ConsumerLanguage::Yaml),
        "mk" | "just" => Some(ConsumerLanguage::Make),
        "cron" | "crontab" => Some(ConsumerLanguage::Cron),
        "service" => Some(ConsumerLanguage::Unit),
        "dockerfile" => Some(ConsumerLanguage::Docker),
        "md" | "mdc" => Some(ConsumerLanguage::Markdown),
        "json" | "toml" if settings(path) => Some(ConsumerLanguage::Settings),
        "py" | "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" | "tsx" | "jsx" | "go" | "rb" | "pl"
        | "php" | "rs" | "java" | "kt" => Some(ConsumerLanguage::Code),
        _ => None,
    }
}

/// The configuration of pre-commit: its commands run without a shell, so an assignment can't
/// precede them.
pub(super) fn without_shell(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name == ".pre-commit-config.yaml" || name == ".pre-commit-hooks.yaml"
}
