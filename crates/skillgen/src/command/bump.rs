//! `skillgen bump`: writes the required version into the contract, the package or the SKILL.md. A
//! package.json, Cargo.toml or pyproject.toml beside them is also changed if it declares the same version, or if
//! the contract declares none. Only the version changes, and the new text is parsed before the file is replaced.

mod manifest;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use contract::text::safe;
use contract::{Bump, Contract, Document, Pointer, Position, Syntax};
use schema_diff::version;
use serde_json::Value;
use similar::TextDiff;

use super::Outcome;
use super::diff::{self, Pair};
use crate::args::Format;
use crate::context::Ctx;
use crate::input::ReferenceArgs;
use crate::render::json::Status;
use crate::wire::bump::{BumpReport, BumpedContract};
use crate::{input, output};

/// Arguments of `bump`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// OLD and NEW: the last release (any source that `diff` reads), and the file or folder to write the version
    /// into. With --since: files or folders, compared with that revision. In a folder that is not a skill, each
    /// contract that declares a version gets its own.
    #[arg(value_name = "OLD NEW | PATH", required = true)]
    sources: Vec<String>,
    /// Compare with this git revision, such as the tag of the last release.
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    #[command(flatten)]
    references: ReferenceArgs,
    /// Show the diff and write nothing.
    #[arg(long)]
    dry_run: bool,
}

/// A file with the version replaced.
struct Edit {
    path: PathBuf,
    before: String,
    after: String,
}

/// The new version of one contract.
struct Bumped {
    path: String,
    from: String,
    to: String,
    required: Bump,
    edits: Vec<Edit>,
}

/// Compares and writes.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let sources = args.sources.as_slice();
    let compared: Vec<(&str, diff::Compared)> = match (&args.since, sources) {
        (None, [old, new]) => {
            let sources = [old.clone(), new.clone()];
            vec![(new, diff::compared(&sources, None, &args.references, ctx)?)]
        }
        (None, _) => bail!(
            "bump compares two contracts: `skillgen bump OLD NEW`, or `skillgen bump --since REV PATH…`"
        ),
        (Some(revision), paths) => paths
            .iter()
            .map(|path| Ok((path.as_str(), since(revision, path, &args.references, ctx)?)))
            .collect::<anyhow::Result<_>>()?,
    };
    // All new texts are computed before anything is written.
    let mut bumped = Vec::new();
    let mut unversioned = Vec::new();
    for (path, compared) in &compared {
        match compared.pairs_of_folder() {
            Some(pairs) => {
                let (with_version, without) = of_folder(compared, pairs, ctx)?;
                bumped.extend(with_version);
                unversioned.extend(without);
            }
            None => {
                for pair in compared.pairs() {
                    bumped.push(of_pair(pair, path)?);
                }
            }
        }
    }
    keep_largest(&mut bumped);
    let mut text = String::new();
    for one in &bumped {
        text.push_str(&told(one, args.dry_run));
        for edit in one.edits.iter().filter(|_| !args.dry_run) {
            output::replace(&edit.path, edit.after.as_bytes())?;
        }
    }
    let without_version = unversioned_in_words(&unversioned);
    if ctx.global.format == Format::Json {
        without_version.lines().for_each(|line| ctx.note(line.trim_start()));
        let contracts = bumped.iter().map(|one| bumped_contract(one, args.dry_run)).collect();
        ctx.print_json(Status::Ok, &BumpReport { contracts })?;
    } else {
        ctx.print(&format!("{text}{without_version}"))?;
    }
    Ok(Outcome::Clean)
}

/// Compares a path with a revision. For a folder, git lists the files, also those that are not checked out.
fn since(
    revision: &str,
    path: &str,
    references: &ReferenceArgs,
    ctx: &Ctx,
) -> anyhow::Result<diff::Compared> {
    if Path::new(path).is_dir() {
        return diff::compared(&[path.to_owned()], Some(revision), references, ctx);
    }
    let old = match diff::former_path(revision, path)? {
        Some(former) => {
            ctx.note(&format!(
                "{}: it was {} at {revision}, and is compared with that",
                safe(path),
                safe(&former)
            ));
            format!("{revision}:{former}")
        }
        None => format!("{revision}:./{path}"),
    };
    diff::compared(&[old, path.to_owned()], None, references, ctx)
}

/// The contracts of a folder that declare a version. If something could not be compared, nothing is written.
fn of_folder(
    compared: &diff::Compared,
    pairs: Vec<(&str, &Pair)>,
    ctx: &Ctx,
) -> anyhow::Result<(Vec<Bumped>, Vec<Unversioned>)> {
    if !compared.is_whole() {
        if let [only] = compared.uncompared().as_slice() {
            bail!("{}; nothing is written", safe(only));
        }
        compared.complain(ctx);
        bail!("nothing is written: contracts could not be compared");
    }
    compared.note_accepted(ctx);
    let mut bumped = Vec::new();
    // No version declares what became of whole files.
    let mut unversioned: Vec<Unversioned> = compared
        .file_changes()
        .iter()
        .map(|change| Unversioned { what: safe(&change.message), required: change.level })
        .collect();
    if pairs.is_empty() {
        ctx.note("no contract of the folder changed: no version is needed");
    }
    for (path, pair) in pairs {
        if pair.old.version.is_none()
            && pair.new.version.is_none()
            && (manifest::version(path)?.is_none() || pair.report.required_bump() == Bump::None)
        {
            let required = pair.report.required_bump();
            unversioned.push(Unversioned { what: safe(path), required });
            continue;
        }
        bumped.push(of_pair(pair, path)?);
    }
    Ok((bumped, unversioned))
}

/// A contract without a version, or a change of a whole file.
struct Unversioned {
    what: String,
    required: Bump,
}

/// The step that contracts without a version need, in one line, and those that need a step with a line each.
fn unversioned_in_words(all: &[Unversioned]) -> String {
    let Some(most) = all.iter().map(|one| one.required).max() else { return String::new() };
    let mut text = match most {
        Bump::None => "no version is declared, and none is needed\n".to_owned(),
        level => format!("no version is declared; the changes need a {level} version:\n"),
    };
    let mut sorted: Vec<&Unversioned> =
        all.iter().filter(|one| one.required > Bump::None).collect();
    sorted.sort_by_key(|one| std::cmp::Reverse(one.required));
    for one in sorted {
        text.push_str(&format!("  {}  {}\n", one.required, one.what));
    }
    text
}

fn of_pair(pair: &Pair, path: &str) -> anyhow::Result<Bumped> {
    let required = pair.report.required_bump();
    let shown = safe(path);
    let (old, new) = (version_of(&pair.old, pair.old_label())?, version_of(&pair.new, path)?);
    let Some(old) = &old else {
        bail!(
            "{}: no version is declared, so there is none to raise; {}",
            safe(pair.old_label()),
            diff::words::needs(required)
        )
    };
    let Some(new) = &new else {
        bail!(
            "{shown}: no version is declared; add one first, such as {old:?} ({})",
            diff::words::needs(required)
        )
    };
    let nothing = |to: &str| Bumped {
        path: path.to_owned(),
        from: new.clone(),
        to: to.to_owned(),
        required,
        edits: Vec::new(),
    };
    if version::judge(old, new, required).sufficient {
        return Ok(nothing(new));
    }
    let today = crate::clock::today().context("SOURCE_DATE_EPOCH is not a valid time")?;
    // Unreadable files can't be compared, so the written version could be too low.
    version::needed(new, Bump::None, today)
        .map_err(|reason| anyhow::anyhow!("{shown}: {reason}"))?;
    let to = version::needed(old, required, today)
        .map_err(|reason| anyhow::anyhow!("{}: {reason}", safe(pair.old_label())))?;
    let edits = edits(Path::new(path), new, &to)?;
    if edits.is_empty() {
        bail!("{shown}: version {new:?} is declared in none of its files that can be written");
    }
    let after = edits.iter().map(|edit| (edit.path.clone(), edit.after.clone())).collect();
    confirm(path, after, &to)?;
    Ok(Bumped { edits, ..nothing(&to) })
}

/// The version of a contract: its own, else that of its package.
fn version_of(contract: &Contract, source: &str) -> anyhow::Result<Option<String>> {
    match &contract.version {
        Some(version) => Ok(Some(version.clone())),
        None => manifest::version(source),
    }
}

/// If several contracts are released with one package, the largest step decides its version.
fn keep_largest(bumped: &mut [Bumped]) {
    let mut largest: BTreeMap<PathBuf, (Bump, usize)> = BTreeMap::new();
    for (at, one) in bumped.iter().enumerate() {
        for edit in &one.edits {
            let known = largest.entry(edit.path.clone()).or_insert((one.required, at));
            if one.required > known.0 {
                *known = (one.required, at);
            }
        }
    }
    for (at, one) in bumped.iter_mut().enumerate() {
        one.edits.retain(|edit| largest.get(&edit.path).is_some_and(|(_, writer)| *writer == at));
    }
}

/// The files that declare the version, with the new one. A package with another version is not changed.
fn edits(path: &Path, from: &str, to: &str) -> anyhow::Result<Vec<Edit>> {
    let mut files = if path.is_dir() {
        vec![path.join("assets/runner.json"), path.join("SKILL.md")]
    } else {
        vec![path.to_owned()]
    };
    files.extend(manifest::beside(path));
    let mut edits = Vec::new();
    for file in files.into_iter().filter(|file| file.is_file()) {
        if let Some(target) = crate::paths::out_of_tree(&file) {
            bail!(
                "{}: not opened: leads out of the git tree through a link, to {}",
                file.display(),
                target.display()
            );
        }
        let bytes = input::file(&file, input::MAX_CONTRACT)?;
        let name = file.display().to_string();
        if bytes.starts_with(b"PK\x03\x04") {
            bail!(
                "{name}: a version in an archive can't be written; bump the folder and pack it again"
            );
        }
        let before = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{name}: not UTF-8"))?;
        if manifest::is_toml(&name) {
            let after = manifest::replaced(&name, &before, from, to)?;
            edits.extend(after.map(|after| Edit { path: file, before, after }));
            continue;
        }
        let document = read(&name, &before)?;
        let Some(at) = place(document.value(), from) else { continue };
        let position = document.locate(&at);
        let after =
            replaced(&before, position, document.syntax(), from, to).with_context(|| {
                format!("{name}:{position}: version {from:?} isn't written as one word")
            })?;
        edits.push(Edit { path: file, before, after });
    }
    Ok(edits)
}

/// The document of a contract's file; for a SKILL.md, its frontmatter.
fn read(name: &str, text: &str) -> anyhow::Result<Document> {
    if text.trim_start_matches('\u{feff}').starts_with("---") && name.ends_with(".md") {
        return Ok(contract::source::frontmatter::document(name, text.as_bytes())?);
    }
    Ok(Document::guess(name, text.as_bytes())?)
}

/// The place of the version, which may be a number in YAML.
fn place(document: &Value, from: &str) -> Option<Pointer> {
    ["version", "x-version"].into_iter().find_map(|key| {
        let is_version = match document.get(key)? {
            Value::String(text) => text == from,
            Value::Number(number) => number.to_string() == from,
            _ => false,
        };
        is_version.then(|| Pointer::root().push(key))
    })
}

/// The text with the scalar at the position replaced; its quotes are kept.
fn replaced(text: &str, at: Position, syntax: Syntax, from: &str, to: &str) -> Option<String> {
    let start = offset(text, at)?;
    let rest = &text[start..];
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let start = start + quote.map_or(0, char::len_utf8);
    let rest = text[start..].strip_prefix(from)?;
    let is_end = match quote {
        Some(quote) => rest.starts_with(quote),
        None => {
            rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || ",}#".contains(c))
        }
    };
    // A number may have to become a string; in YAML, 1.0 → 2.0.1 does so without quotes.
    let is_word = quote.is_some() || syntax == Syntax::Yaml;
    (is_end && is_word).then(|| format!("{}{to}{rest}", &text[..start]))
}

/// The byte offset of a line and column, counted as in `Document`.
fn offset(text: &str, at: Position) -> Option<usize> {
    let line = usize::try_from(at.line).ok()?.checked_sub(1)?;
    let begin = match line {
        0 => 0,
        _ => text.match_indices('\n').nth(line - 1)?.0 + 1,
    };
    let column = usize::try_from(at.column).ok()?.checked_sub(1)?;
    let within = text[begin..].char_indices().nth(column)?.0;
    Some(begin + within)
}

/// Parses every new text: it must declare the new version, and all else must be unchanged.
fn confirm(path: &str, after: Vec<(PathBuf, String)>, to: &str) -> anyhow::Result<()> {
    for (file, text) in after {
        let name = file.display().to_string();
        let declares = if manifest::is_toml(&name) {
            manifest::toml_version(&name, &text)?.is_some_and(|(version, _)| version == to)
        } else {
            place(read(&name, &text)?.value(), to).is_some()
        };
        if !declares {
            bail!("{}: {name} would not declare {to:?}; write it by hand", safe(path));
        }
    }
    Ok(())
}

fn told(one: &Bumped, dry_run: bool) -> String {
    let (path, from, to) = (safe(&one.path), safe(&one.from), safe(&one.to));
    if one.edits.is_empty() && one.from != one.to {
        return format!("{path}: {from} → {to} or later; another contract needs a larger step\n");
    }
    if one.edits.is_empty() {
        return match one.required {
            Bump::None => format!("{path}: no change: {from} stays\n"),
            level => format!("{path}: {from} is enough for a {level} change\n"),
        };
    }
    if dry_run {
        return one.edits.iter().map(diff_of).collect();
    }
    format!("{path}: {from} → {to} ({} change)\n", one.required)
}

fn diff_of(edit: &Edit) -> String {
    let name = safe(&edit.path.display().to_string());
    let name = name.trim_start_matches('/');
    let diff = TextDiff::from_lines(&edit.before, &edit.after);
    let diff = diff.unified_diff().header(&format!("a/{name}"), &format!("b/{name}")).to_string();
    // Quoted text must not control a terminal. A CR before a line end belongs to a patch.
    diff.split("\r\n").map(contract::text::safe).collect::<Vec<_>>().join("\r\n")
}

fn bumped_contract(one: &Bumped, dry_run: bool) -> BumpedContract {
    BumpedContract {
        path: one.path.clone(),
        from: one.from.clone(),
        to: one.to.clone(),
        required_bump: one.required.into(),
        written: !one.edits.is_empty() && !dry_run,
        files: one.edits.iter().map(|e| e.path.display().to_string()).collect(),
        diff: one.edits.iter().map(diff_of).collect(),
    }
}
