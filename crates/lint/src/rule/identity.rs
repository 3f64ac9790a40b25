//! `identity-mismatch`: a package's folder, the manifest's id and the name in SKILL.md must be the
//! same.

use contract::Pointer;

use crate::entries::Entries;
use crate::report::Report;
use crate::skill::Named;
use crate::source::Source;
use crate::source::filled;

pub(crate) fn check(
    entries: &Entries<'_>,
    manifest: &Source,
    skill: Option<&Named>,
    report: &mut Report,
) {
    let id = filled(manifest.value(), "id");
    let folder = entries.name.as_deref();
    let pointer = Pointer::root().push("id");
    if let (Some(id), Some(folder)) = (id, folder)
        && id != folder
    {
        let message = format!("expected the id of the folder {folder:?}, found {id:?}");
        report
            .value("identity-mismatch", manifest, &pointer, message)
            .advise("give the folder, the id and the name in SKILL.md one name");
    }
    // Without an id, the folder's name is compared.
    let (Some(skill), Some(wanted)) = (skill, id.or(folder)) else { return };
    if skill.name != wanted {
        let whose = if id.is_some() { "the id in assets/runner.json" } else { "the folder" };
        let message = format!("expected the name of {whose}, {wanted:?}, found {:?}", skill.name);
        report
            .place(
                "identity-mismatch",
                skill.path.clone(),
                skill.position,
                Pointer::root().push("name"),
                message,
            )
            .advise("give the folder, the id and the name in SKILL.md one name");
    }
}
