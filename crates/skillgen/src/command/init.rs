//! `skillgen init NAME`: a new skill with contract, script on the envelope, and tests.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lint::scaffold::{self, Plan};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::output;

/// Arguments of `init`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The skill's name: lower-case letters, digits and single hyphens.
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder that the skill's own folder is made in.
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// What the skill does, and when to use it.
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Write the contract as the schema files of a package, with a manifest, and not into the frontmatter.
    #[arg(long)]
    package: bool,
}

/// Writes the files of the skill.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text])?;
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
    let folder = args.dir.join(&args.name);
    if folder.symlink_metadata().is_ok() {
        bail!("{}: exists already; nothing was written", folder.display());
    }
    let helper = super::emit::bash_helper()?;
    let plan = Plan {
        name: &args.name,
        description: args.description.as_deref(),
        package: args.package,
        helper: &helper,
    };
    for file in scaffold::files(&plan) {
        let path = folder.join(file.path);
        output::replace(&path, file.text.as_bytes())?;
        if file.executable {
            make_executable(&path)?;
        }
    }
    ctx.note(&format!("wrote {}; `skillgen check` it as you go", folder.display()));
    Ok(Outcome::Clean)
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
