//! `--templates DIR` and `--list-templates`: the templates of emitted files, and a folder that overrides them.

use std::path::Path;

use anyhow::{Context as _, bail};
use codegen::frames::{self, Frame, Frames};

use crate::context::Ctx;
use crate::input;
use crate::render::json::Status;
use crate::wire::emit::{EmitReport, Template, TemplateVariable};

/// The maximum size of a template.
const LARGEST: u64 = 1 << 20;

/// The templates of a folder: `LANG/NAME.hbs` overrides the template of that name.
pub(super) fn read(folder: &Path) -> anyhow::Result<Frames> {
    let mut found = Frames::default();
    let mut count = 0;
    // The folder itself may be a link, because the user or a checked configuration names it. What is below it may come from
    // a repository: a link there could put any file of the user's into an emitted one.
    let real_folder = crate::paths::whole(folder);
    let bound = crate::git::top_of(&real_folder).unwrap_or(real_folder);
    for path in files(folder)? {
        let shown = path.display().to_string();
        let target = crate::paths::whole(&path);
        if !target.starts_with(&bound) {
            bail!(
                "{shown}: not read: leads through a link out of {}, to {}; copy the template",
                bound.display(),
                target.display()
            );
        }
        let below = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
        let Some(frame) = Frame::at(&below) else {
            let lang = below.split_once('/').map_or("", |(lang, _)| lang);
            bail!("{shown}: no frame has this name; expected {}", names(lang));
        };
        let bytes = input::file(&path, LARGEST)?;
        let text =
            String::from_utf8(bytes).with_context(|| format!("{shown}: expected UTF-8 text"))?;
        found.replace(frame, &shown, text)?;
        count += 1;
    }
    if count == 0 {
        bail!(
            "{}: holds no template; name them LANG/NAME.hbs, see `skillgen emit --list-templates`",
            folder.display()
        );
    }
    Ok(found)
}

/// The templates of a folder and its subfolders, in order.
pub(super) fn files(folder: &Path) -> anyhow::Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), true)];
    while let Some((folder, is_top)) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .with_context(|| format!("{}: can't be read as a folder", folder.display()))?;
        for entry in entries {
            let path = entry.with_context(|| format!("{}", folder.display()))?.path();
            if path.extension().is_some_and(|extension| extension == "hbs") {
                found.push(path);
            } else if is_top && path.is_dir() {
                folders.push((path, false));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The templates of a language; an error names the languages.
fn names(lang: &str) -> String {
    let of_lang: Vec<String> =
        frames::ALL.iter().filter(|frame| frame.lang == lang).map(Frame::path).collect();
    match of_lang.as_slice() {
        [] => "LANG/NAME.hbs, see `skillgen emit --list-templates`".to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Prints the templates of one language or of all.
pub(super) fn list(lang: Option<&str>, ctx: &Ctx) -> anyhow::Result<()> {
    let all = frames::ALL.iter().filter(|frame| lang.is_none_or(|lang| frame.lang == lang));
    if ctx.global.format == crate::args::Format::Json {
        let templates = Some(all.map(template).collect());
        return ctx.print_json(Status::Ok, &EmitReport { files: Vec::new(), templates });
    }
    let mut text = String::new();
    for frame in all {
        text.push_str(&format!("{}  {}\n", frame.path(), frame.about));
        for (name, about) in frame.variables {
            let must = if frame.whole.contains(name) { " (required)" } else { "" };
            text.push_str(&format!("  {name}{must}: {about}\n"));
        }
    }
    ctx.print(&text)
}

fn template(frame: &Frame) -> Template {
    let variable = |(name, about): &(&str, &str)| TemplateVariable {
        name: (*name).to_owned(),
        about: (*about).to_owned(),
        required: frame.whole.contains(name),
    };
    Template {
        path: frame.path(),
        about: frame.about.to_owned(),
        variables: frame.variables.iter().map(variable).collect(),
        text: frame.text.to_owned(),
    }
}
