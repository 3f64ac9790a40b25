//! The house rules that a program can check: arrows between crates, crates from outside, file sizes,
//! module headers, fixtures that no test reads, files that pages and comments name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::Value;

use crate::sh;

/// Which crates of the workspace a crate may depend on. Arrows point down (ARCHITECTURE.md, "Invariants").
const ARROWS: &[(&str, &[&str])] = &[
    ("contract", &[]),
    ("bash-syntax", &[]),
    ("containment", &["contract"]),
    ("schema-diff", &["containment", "contract"]),
    ("codegen", &["contract"]),
    ("skillgen_codegen", &["codegen", "contract"]),
    ("migrate", &["bash-syntax", "contract"]),
    ("lint", &["bash-syntax", "contract"]),
    ("runtime", &["contract"]),
    (
        "skillgen",
        &["containment", "schema-diff", "codegen", "migrate", "lint", "runtime", "contract"],
    ),
    ("xtask", &[]),
];

const MAX_LINES: usize = 500;

/// Checks everything and lists all that is wrong.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut faults = Vec::new();
    arrows(&mut faults)?;
    crate::supply::check(&mut faults)?;
    let files = sh::tracked()?;
    for file in &files {
        source(file, &mut faults)?;
        references(file, &files, &mut faults)?;
    }
    fixtures(&files, &mut faults)?;
    crate::circles::check(&files, &mut faults)?;
    for fault in &faults {
        println!("{fault}");
    }
    if !faults.is_empty() {
        bail!("tidy: {} faults", faults.len());
    }
    println!("tidy: {} files, nothing to say", files.len());
    Ok(())
}

fn arrows(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let metadata = sh::read("cargo", &["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let empty = Vec::new();
    let packages = metadata["packages"].as_array().unwrap_or(&empty);
    let name = |p: &Value| p["name"].as_str().unwrap_or_default().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let table: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    for package in packages {
        let from = name(package);
        let Some(allowed) = table.get(from.as_str()) else {
            faults.push(format!("crate {from}: not in the table of arrows (xtask/src/tidy.rs)"));
            continue;
        };
        for dependency in package["dependencies"].as_array().unwrap_or(&empty) {
            let to = name(dependency);
            let shipped = dependency["kind"].as_str() != Some("dev");
            if shipped && ours.contains(&to) && !allowed.contains(&to.as_str()) {
                faults.push(format!("crate {from}: may not depend on {to}; arrows point down"));
            }
        }
        for key in ["description", "license", "rust_version"] {
            if package[key].as_str().is_none_or(str::is_empty) {
                faults.push(format!("crate {from}: no `{key}` in its Cargo.toml"));
            }
        }
    }
    Ok(())
}

fn source(file: &Path, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let name = file.display();
    if file.extension().is_none_or(|e| e != "rs") {
        return Ok(());
    }
    let text = std::fs::read_to_string(sh::root().join(file))?;
    let lines = text.lines().count();
    let generated = text.lines().take(6).any(|l| l.contains("@generated"));
    if lines > MAX_LINES && !generated {
        faults.push(format!("{name}: {lines} lines; at most {MAX_LINES}"));
    }
    let first = text.lines().next().unwrap_or_default();
    let embedded = file.starts_with("templates") || file.starts_with("tests/codegen");
    if !first.starts_with("//!") && !generated && !embedded {
        faults.push(format!("{name}:1: no `//!` that says why the module is there"));
    }
    // A repository's configuration names programs: only the guarded wrapper starts git.
    let may_start_git = !file.starts_with("crates") || file.starts_with("crates/skillgen/src/git");
    let reports = file.starts_with("crates/skillgen/src")
        && ["print_json", "crate::wire"].iter().any(|name| text.contains(name));
    for (i, line) in text.lines().enumerate() {
        if reports && line.contains(concat!("json", "!(")) {
            let advice = "build the type of crates/skillgen/src/wire that its schema gives";
            faults.push(format!("{name}:{}: writes a report by hand; {advice}", i + 1));
        }
        if !may_start_git && line.contains("Command::new(\"git") {
            faults.push(format!("{name}:{}: starts git; ask crates/skillgen/src/git.rs", i + 1));
        }
        if line.ends_with(' ') || line.ends_with('\t') {
            faults.push(format!("{name}:{}: trailing space", i + 1));
        }
        let unfinished =
            ["todo!(", "unimplemented!(", concat!("FIX", "ME"), concat!("#[ign", "ore")];
        if unfinished.iter().any(|u| line.contains(u)) && !file.starts_with("xtask") {
            faults.push(format!("{name}:{}: unfinished or switched-off code", i + 1));
        }
    }
    Ok(())
}

/// The files of this repository that a page or a comment names must exist.
fn references(file: &Path, files: &[PathBuf], faults: &mut Vec<String>) -> anyhow::Result<()> {
    let page = file.extension().is_some_and(|e| e == "md") && file.components().count() <= 2;
    let code = file.extension().is_some_and(|e| e == "rs") && !file.starts_with("templates");
    if !page && !code {
        return Ok(());
    }
    let text = std::fs::read_to_string(sh::root().join(file))?;
    let is_path = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    for (i, line) in text.lines().enumerate() {
        if code && !line.trim_start().starts_with("//") {
            continue;
        }
        for word in line.split(|c| !is_path(c)).map(|word| word.trim_end_matches('.')) {
            let ours = ["crates/", "docs/", "schemas/", "templates/", "xtask/"];
            let named = ours.iter().any(|folder| word.starts_with(folder));
            let has_ending = Path::new(word).extension().is_some();
            let stem = Path::new(word).file_stem().map(|stem| stem.to_string_lossy());
            // `rules/ID.md` stands for each file there.
            let placeholder = stem.is_some_and(|stem| ["ID", "NAME"].contains(&&*stem));
            if named
                && has_ending
                && !placeholder
                && !files.iter().any(|file| file == Path::new(word))
            {
                let name = file.display();
                faults.push(format!("{name}:{}: names {word}, which does not exist", i + 1));
            }
        }
    }
    Ok(())
}

/// Each folder directly below tests/ must be read by an area of tests/it that names it.
fn fixtures(files: &[PathBuf], faults: &mut Vec<String>) -> anyhow::Result<()> {
    let mut drivers = String::new();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
        if file.starts_with("tests/it") || file.starts_with("crates") || file.starts_with("xtask") {
            drivers.push_str(&std::fs::read_to_string(sh::root().join(file))?);
        }
    }
    let areas: BTreeSet<String> = files
        .iter()
        .filter_map(|f| f.strip_prefix("tests").ok())
        .filter(|f| f.components().count() > 1)
        .filter_map(|f| f.components().next())
        .map(|c| c.as_os_str().to_string_lossy().into_owned())
        .filter(|area| area != "it")
        .collect();
    for area in areas {
        let named = drivers.contains(&format!("\"{area}\""))
            || drivers.contains(&format!("tests/{area}"))
            || drivers.contains(&format!("\"{area}/"));
        if !named {
            faults.push(format!("tests/{area}: an orphan: no test names this folder"));
        }
    }
    Ok(())
}
