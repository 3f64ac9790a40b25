//! Byte copies of migrated scripts that the run leaves as they are: a test or a release script may compare them.

use std::collections::BTreeMap;

use migrate::Outcome;

use super::file_plan::FilePlan;

/// Names the migrated script of which a file that stays as it is is a byte copy, and notes it.
pub(super) fn find(files: &mut [FilePlan]) {
    let migrated = files.iter().filter(|file| file.outcome == Outcome::Migrated);
    let mut texts: BTreeMap<&[u8], &str> = BTreeMap::new();
    for file in migrated.filter(|file| file.former.is_none()) {
        texts.entry(&file.before).or_insert(&file.shown);
    }
    let copied = |file: &FilePlan| {
        let stays = file.left_out.is_some() || file.outcome == Outcome::Refused;
        texts.get(&*file.before).filter(|_| stays).map(|shown| (*shown).to_owned())
    };
    let copies: Vec<Option<String>> = files.iter().map(copied).collect();
    for (file, shown) in files.iter_mut().zip(copies) {
        if let Some(shown) = &shown {
            let note = format!("was a copy of {shown}, which is migrated: the two differ then");
            file.notes.push((1, note));
        }
        file.copy_of = shown;
    }
}
