//! `text-unread`: files of a skill that are too long to be read, so that missing findings are not misleading.

use contract::{Level, Pointer, Position};

use crate::body::Body;
use crate::entries::SKILL;
use crate::report::Report;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for (path, bytes, most) in &body.too_long {
        let message = too_long(*bytes, *most);
        let found = report.file("text-unread", body.entries.shown(path), message);
        // A script as long as that was written by a program: nobody reads it before it runs.
        match path.ends_with(".md") {
            true => found.advise("split it: no agent reads as much text either"),
            false => {
                found.advise("look through it yourself, or --exclude it if a program wrote it")
            }
        };
    }
    for what in &body.cut_off {
        let name = what.name();
        let message =
            format!("the skill has more {name} than are checked: {}", body.read_count(*what));
        let shown = body.entries.shown(SKILL);
        // It is a limit of this program, and no defect of the skill.
        report
            .place("text-unread", shown, Position::START, Pointer::root(), message)
            .advise("look through the others yourself")
            .at_level(Level::Info);
    }
}

/// A data file: it is only searched for keys and hidden characters.
pub(super) fn data_file(shown: &str, bytes: usize, most: usize, report: &mut Report) {
    let message = format!(
        "the file has {bytes} bytes, and at most {most} are searched for keys and hidden characters"
    );
    report
        .file("text-unread", shown.to_owned(), message)
        .advise("split it, or look through it yourself")
        .at_level(Level::Info);
}

fn too_long(bytes: usize, most: usize) -> String {
    format!("the file has {bytes} bytes, and at most {most} are read: it was not checked")
}
