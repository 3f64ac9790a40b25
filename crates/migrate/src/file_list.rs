//! Lists of files below a line that announces them, or below a heading.

use std::rc::Rc;

use crate::model::Call;
use crate::pattern::{self, Pattern};
use crate::planner::Planner;
use crate::said;
use crate::template;

/// A list of files that a line announces.
pub(crate) struct FileList {
    /// The block of that line.
    block: Rc<[usize]>,
    /// Whether the line has a verb (`Created:`); bullets below a heading have to name their file themselves.
    is_announced: bool,
}

impl Planner<'_> {
    /// Bullets only count below a line that announces a list; other text between ends the list. Returns the word for a bullet below
    /// a heading without a verb.
    pub(crate) fn bullets(
        &self,
        call: &Call,
        template: &template::Template,
        patterns: &mut Vec<&'static Pattern>,
        list: &mut Option<FileList>,
    ) -> Option<String> {
        let lines = &template.lines;
        if lines.iter().any(pattern::heads_files) {
            *list = Some(FileList { block: call.place.block.clone(), is_announced: false });
        } else if !patterns.iter().any(|p| p.id == "deliverable") {
            if !lines.iter().all(|line| line.line.is_empty()) {
                *list = None;
            }
        } else if lines.iter().any(pattern::opens_list) {
            *list = Some(FileList { block: call.place.block.clone(), is_announced: true });
        } else if lines.iter().all(pattern::bullet_only) {
            let list = list.as_ref().filter(|list| call.place.block.starts_with(&list.block));
            if !list.is_some_and(|list| list.is_announced) {
                patterns.retain(|p| p.id != "deliverable");
            }
            return list
                .filter(|list| !list.is_announced)
                .and_then(|_| said::bullet(call, self.values, self.shell));
        } else {
            *list = None;
        }
        None
    }
}
