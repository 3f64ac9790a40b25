//! The rules about a skill's text and scripts: one file for a rule, or for several rules about the
//! same part.

mod allowed_commands;
mod anchor;
mod bashism;
mod endless;
mod environment;
mod example;
mod executed;
mod harm;
mod hidden_unicode;
mod import;
pub(crate) mod instruction;
mod link;
mod markup;
mod network;
mod option;
mod orphan;
mod own_file;
mod piped_shell;
mod prompt;
mod script_syntax;
mod secret;
mod shebang;
mod step_number;
mod structure;
mod token_cost;
mod tools;
mod unpinned;
mod unread;
mod user_path;
mod waived;

use contract::{Lines, Pointer, Position};

use crate::body::{Body, Page, Text};
use crate::report::{Report, ReportedFinding};
use crate::suppress;

pub(crate) use orphan::named_in_folders;
pub(crate) use token_cost::check as count_tokens;

/// Runs all of them, in the order in which a reader would look.
pub(crate) fn check(body: &Body<'_>, report: &mut Report) {
    unread::check(body, report);
    structure::check(body, report);
    markup::check(body, report);
    step_number::check(body, report);
    link::check(body, report);
    anchor::check(body, report);
    executed::check(body, report);
    option::check(body, report);
    orphan::check(body, report);
    own_file::check(body, report);
    environment::check(body, report);
    network::check(body, report);
    import::check(body, report);
    tools::check(body, report);
    unpinned::check(body, report);
    for page in &body.pages {
        instruction::check(page, report);
        harm::check_page(page, report);
        waived::check_page(page, report);
        endless::check_page(page, report);
        example::check_page(page, report);
        prompt::check_page(page, report);
        let file = File::new(&page.shown, &page.text);
        file.check(report);
    }
    for (path, script) in &body.scripts {
        let shown = body.entries.shown(path);
        let file = File::new(&shown, &script.text);
        file.check(report);
        shebang::check(&file, report);
        script_syntax::check(script, &file, report);
        bashism::check(script, &file, report);
        prompt::check(body, script, &file, report);
        unpinned::check_script(script, &file, report);
        harm::check_script(script, &file, report);
        waived::check_script(script, &file, report);
        endless::check_script(script, &file, report);
    }
    for (path, text) in body.data_files() {
        let shown = body.entries.shown(path);
        let text = match text {
            Text::Read(text) => text,
            Text::TooLong(bytes, most) => {
                unread::data_file(&shown, bytes, most, report);
                continue;
            }
            Text::None => continue,
        };
        File::data(&shown, &text).check(report);
        suppress::in_comments(&shown, &text, &["#", "//", "<!--"], report);
    }
}

/// A text file of any kind, for rules that apply to all.
pub(crate) struct File<'t> {
    /// Its path in findings.
    pub(crate) shown: &'t str,
    /// The whole text.
    pub(crate) text: &'t str,
    /// Whether it is neither Markdown nor a script: settings, data, a web page.
    pub(crate) is_data: bool,
    /// The offsets of its lines.
    lines: Lines,
}

impl<'t> File<'t> {
    /// A page or a script.
    pub(crate) fn new(shown: &'t str, text: &'t str) -> File<'t> {
        File { shown, text, is_data: false, lines: Lines::default() }
    }

    /// Settings, data, a text of a server.
    pub(crate) fn data(shown: &'t str, text: &'t str) -> File<'t> {
        File { shown, text, is_data: true, lines: Lines::default() }
    }
}

impl File<'_> {
    /// The rules for any text.
    pub(crate) fn check(&self, report: &mut Report) {
        hidden_unicode::check(self, report);
        secret::check(self, report);
        if !self.is_data {
            piped_shell::check(self, report);
            user_path::check(self, report);
        }
    }

    /// A finding at a byte offset of the text.
    pub(crate) fn at<'r>(
        &self,
        rule: &str,
        at: usize,
        message: String,
        report: &'r mut Report,
    ) -> &'r mut ReportedFinding {
        let position = match report.is_full(rule, self.shown) {
            true => Position::START,
            false => self.position(at),
        };
        report.place(rule, self.shown.to_owned(), position, Pointer::root(), message)
    }

    /// Line and column of a byte offset of the text.
    fn position(&self, at: usize) -> Position {
        self.lines.position(self.text, at)
    }
}

/// A finding at a byte offset of a page.
fn on_page<'r>(
    rule: &str,
    page: &Page,
    at: usize,
    message: String,
    report: &'r mut Report,
) -> &'r mut ReportedFinding {
    let position = match report.is_full(rule, &page.shown) {
        true => Position::START,
        false => page.position(at),
    };
    report.place(rule, page.shown.clone(), position, Pointer::root(), message)
}
