//! `skillgen init NAME`: creates a skill with a contract, a script that prints the envelope, and
//! tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lint::scaffold::{self, FromScript, NewFile, ScaffoldOptions};
use migrate::infer::{self, Handover, Output};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::output;
use crate::render::json::Status;
use crate::wire::init::InitReport;

/// Arguments of `init`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The skill's name: lower-case letters, digits and single hyphens.
    #[arg(value_name = "NAME")]
    name: String,
    /// Create the skill's folder in this folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// What the skill does, and when to use it.
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Write the contract as schema files of a package with a manifest, not into the frontmatter.
    #[arg(long)]
    package: bool,
    /// Create the skill from a bash or sh script: draft its contract and migrate it.
    #[arg(long, value_name = "SCRIPT", conflicts_with = "package")]
    from: Option<PathBuf>,
    /// Write only a SKILL.md from the template, without script and tests.
    #[arg(long, conflicts_with_all = ["package", "from"])]
    template_only: bool,
}

/// The maximum length of a description, as in `check`.
const LONGEST_DESCRIPTION: usize = 1024;

/// Writes the files of the skill.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    if !scaffold::is_name(&args.name) {
        let near = scaffold::nearest_name(&args.name);
        let hint = if near.is_empty() { String::new() } else { format!("; try {near}") };
        bail!(
            "{:?}: expected a name of 1 to 64 lower-case letters, digits and single hyphens{hint}",
            args.name
        );
    }
    if args.description.as_deref().is_some_and(|text| text.trim().is_empty()) {
        bail!("--description: expected text that says what the skill does and when to use it");
    }
    let length = args.description.as_deref().map_or(0, |text| text.chars().count());
    if length > LONGEST_DESCRIPTION {
        bail!(
            "--description: expected at most {LONGEST_DESCRIPTION} characters, found {length}; clients refuse or cut a longer one"
        );
    }
    let folder = args.dir.join(&args.name);
    if folder.symlink_metadata().is_ok() {
        bail!("{}: exists already; nothing was written", folder.display());
    }
    let helper = super::emit::bash_helper()?;
    let options = ScaffoldOptions {
        name: &args.name,
        description: args.description.as_deref(),
        package: args.package,
        helper: &helper,
    };
    let files = match &args.from {
        Some(script) => from(script, &args, &helper, ctx)?,
        None if args.template_only => vec![scaffold::template(&options)],
        None => scaffold::files(&options),
    };
    let names: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    for file in files {
        let path = folder.join(&file.path);
        output::replace(&path, file.text.as_bytes())?;
        if file.executable {
            make_executable(&path)?;
        }
    }
    if ctx.global.format == Format::Json {
        let path = folder.to_string_lossy().into_owned();
        ctx.print_json(Status::Ok, &InitReport { path, files: names })?;
    }
    ctx.note(&format!("wrote {}; run `skillgen check` on it", folder.display()));
    Ok(Outcome::Clean)
}

/// The files of a skill around a script: the script in its best form, and its contract.
fn from(script: &Path, args: &Args, helper: &str, ctx: &Ctx) -> anyhow::Result<Vec<NewFile>> {
    let label = script.display().to_string();
    let bytes = crate::input::file(script, super::infer::LARGEST)?;
    let draft = super::infer::draft(&label, &bytes)?;
    let Moved { text, handover, helper_parts } = moved(&label, &bytes, &draft.output, ctx)?;
    let name = script.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let name = if !name.is_empty() && name.chars().all(plain) && !name.starts_with('-') {
        name
    } else {
        "work.sh".to_owned()
    };
    let envelope = handover == Handover::Wraps || matches!(draft.output, Output::Envelope(_));
    let names = |list: &[(String, infer::Evidence)]| -> Vec<String> {
        list.iter().map(|(name, _)| name.clone()).collect()
    };
    let required: Vec<String> = draft
        .fields
        .iter()
        .chain(&draft.parameters)
        .filter(|f| f.required)
        .map(|f| f.name.clone())
        .collect();
    let description =
        args.description.as_deref().or(draft.description.as_ref().map(|d| d.text.as_str()));
    for note in &draft.notes {
        ctx.note(&format!("{label}:{}: {}", note.line, contract::text::safe(&note.text)));
    }
    let mut files = scaffold::files_from(&FromScript {
        name: &args.name,
        description,
        contract: &super::frontmatter::below_metadata(&infer::frontmatter(&draft)),
        tools: &names(&draft.tools),
        secrets: &names(&draft.secrets),
        script: &name,
        text: &text,
        adapter: &infer::adapter(&draft, &name, handover),
        envelope,
        helper,
        required: &required,
    });
    if let Some((shell, parts)) = helper_parts {
        files.push(NewFile {
            path: format!("scripts/{}", migrate::helper_name(shell)),
            text: super::migrate::helper_text(shell, &parts),
            executable: false,
        });
    }
    sourced(script, &bytes, &mut files, ctx);
    Ok(files)
}

/// Adds the files beside the script that it sources; names those that are elsewhere, or not found.
fn sourced(script: &Path, bytes: &[u8], files: &mut Vec<NewFile>, ctx: &Ctx) {
    let label = script.display();
    let (found, unknown) = super::migrate::sourced_files(script, bytes);
    let folder = crate::paths::whole(crate::paths::folder_of(script));
    for path in found {
        let name = path.strip_prefix(&folder).ok().and_then(Path::to_str);
        let text = crate::input::file(&path, super::infer::LARGEST).ok();
        let text = text.and_then(|text| String::from_utf8(text).ok());
        let target = name.map(|name| format!("scripts/{name}"));
        let target = target.filter(|target| files.iter().all(|file| file.path != *target));
        match (target, text) {
            (Some(path), Some(text)) => files.push(NewFile { path, text, executable: false }),
            _ => ctx.note(&format!(
                "{label}: sources {}, which is not copied; copy it, and correct the path in the script",
                contract::text::safe(&path.to_string_lossy())
            )),
        }
    }
    for (line, word) in unknown {
        ctx.note(&format!(
            "{label}:{line}: sources {}, which is not found; copy it beside the script",
            contract::text::safe(&word)
        ));
    }
}

/// A script in the form that the skill gets.
struct Moved {
    text: String,
    handover: Handover,
    /// It sources a helper file with these parts.
    helper_parts: Option<(migrate::Shell, BTreeSet<migrate::Part>)>,
}

/// The script with the envelope, or unchanged if it prints its own JSON; a script that can't be migrated
/// gets a wrapper.
fn moved(label: &str, bytes: &[u8], printed: &Output, ctx: &Ctx) -> anyhow::Result<Moved> {
    let own = String::from_utf8(bytes.to_vec()).map_err(|_| {
        anyhow::anyhow!("{label}: not UTF-8; a skill's files are text that every reader can read")
    })?;
    let as_it_is = |handover| Moved { text: own.clone(), handover, helper_parts: None };
    if matches!(printed, Output::Json(..)) {
        return Ok(as_it_is(Handover::Becomes));
    }
    let plan = super::migrate::planned(bytes)?;
    match plan.outcome {
        migrate::Outcome::Migrated => {
            let text = String::from_utf8_lossy(&migrate::apply(bytes, &plan.edits)).into_owned();
            let shell = plan.edits.iter().find_map(migrate::Edit::sources_helper);
            let helper_parts = shell.map(|shell| (shell, plan.parts));
            Ok(Moved { text, handover: Handover::Becomes, helper_parts })
        }
        migrate::Outcome::Already => Ok(as_it_is(Handover::Becomes)),
        migrate::Outcome::Nothing => Ok(as_it_is(Handover::Wraps)),
        migrate::Outcome::Refused => {
            for refusal in &plan.refusals {
                ctx.note(&format!(
                    "{label}:{}: {}; execute.sh wraps the script: success by its exit code, its text on stderr",
                    refusal.line, refusal.reason
                ));
            }
            Ok(as_it_is(Handover::Wraps))
        }
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
        .with_context(|| format!("{}: can't be made executable", path.display()))
}

#[cfg(not(unix))]
fn make_executable(path: &Path) -> anyhow::Result<()> {
    let _ = Path::new(path).try_exists().context("can't be made executable")?;
    Ok(())
}
