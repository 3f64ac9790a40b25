//! Bash text in, a plan of edits and refusals out.
//!
//! # The envelope layer
//! A migrated script sources a helper made of `templates/bash/envelope`, which stands beside it ([`helper_name`]), by one line that takes
//! the place of an empty one or stands in front of the first command: no line of the script moves, so `$LINENO` and bash's messages
//! stay right. At run time that file keeps stdout on descriptor 19, which programs don't inherit, and lets stderr take its place, so
//! whatever the script and its programs print still comes, in order, on stderr; an EXIT trap prints one JSON line there, last; traps on
//! HUP, INT, PIPE, ALRM, TERM, USR1 and USR2 end the script with 128+n by the same way. Where the line can't be written
//! (no room, nobody who reads, no stdout), that is said on stderr, and a script that went well ends with 1, as cat does. A signal
//! that is ignored on entry stays ignored, since bash lets nobody trap it. A call that asks for lines of the script's own text gets
//! them as they were (`own_text`).
//!
//! `trap … EXIT` needs no edit: a function (in POSIX mode an alias) of that name keeps the action aside; it runs first, with `$?` as
//! it was, in a subshell where it may `exit`, crash or stop by `set -u` without taking the envelope along (in the shell itself where
//! it waits for jobs). `exec command` gains `skill_say handover`: the command runs as a child that gets our signals and gives our
//! status. A background job that is more than a program closes descriptor 19 (`skill_say background`), so that it doesn't hold the caller's pipe.
//!
//! A script of `#!/bin/sh` sources a helper of its own, of the same text as far as sh has the words for it; dash, busybox and bash
//! run it alike. There the caller's stdout stands on descriptor 7, which programs inherit, since sh closes none for them. sh tells
//! neither the command nor the line of a crash, so its errors hold the status alone.
//!
//! A signal is answered when the command that runs in the foreground has ended: a shell defers its traps till then, and to
//! run every command as a job would change what the commands see (stdin, terminal, job table). Who reads stdout to its end
//! sees no difference, since that command holds the same pipe; a supervisor that only waits for the process does.
//!
//! # The extraction layer
//! The static side ([`pattern`](PATTERNS)) decides which calls of echo and printf can tell something: from their literal text
//! with holes, from what variables and arguments of logging functions are known to hold (`values`), and from where their
//! stdout goes (`model`, `context`: what is captured, piped into a filter or redirected is left alone, transitively through
//! functions). Such a call only gains `skill_say KIND` in front, with the value where the words of the call give it (`said`). At
//! run time that function runs the call once, unchanged. A value that the words don't give is read from the printed text:
//! so substitutions run once, `&& … ||` keeps its meaning, and a value is never invented. Values of subshells come through a file in
//! a folder that only this user can open. Whether a
//! deliverable exists is asked when the script ends, from the folder in which it was named.
//!
//! # Refusals
//! What can't be done right is refused with its line (`refuse`). After planning, the migrated text is parsed again and must
//! hold the same nodes (`check`, `proof`); the command then asks `bash -n` too.
//!
//! # Positions
//! Every edit goes by the byte offset of a word that was read (`syntax`), and nothing is ever printed from what was read.

mod answer;
mod begin;
mod check;
mod consumer;
mod context;
mod counted;
mod edit;
mod envelope;
mod envelope_text;
mod exit_hooks;
mod exits;
mod file_list;
mod harm;
pub mod infer;
mod json_option;
mod keep;
mod kept_envelope;
mod legacy;
mod long_lines;
mod measure;
mod message;
mod mixed;
mod model;
mod numbered;
mod options;
mod other_language;
mod own_answer;
mod parse;
mod part;
mod passed;
mod pattern;
mod place;
mod plan;
mod planner;
mod printed;
mod printed_form;
mod progress_line;
mod proof;
mod reason;
mod recognize;
mod redirect;
mod references;
mod refusal;
mod refuse;
mod removed_files;
mod reports_none;
mod said;
mod say_answer;
mod script_plan;
mod self_reads;
mod sentence_metrics;
mod several_metrics;
mod source;
mod sourced_dependency;
mod sourced_file;
mod sourced_scripts;
mod sources;
mod strip;
mod template;
mod uncertain;
mod upgrade;
mod values;
mod walk;
mod word;
mod written_files;

use bash_syntax as syntax;

pub use consumer::{
    FileUse, FolderLoop, Language as ConsumerLanguage, Mentions, Names, Reader, Use,
    program_reads_json, proved, tells_to_run,
};
pub use contract::bash_helper::{Part, parts_of};
pub use edit::{Edit, apply, apply_short, numbered, shown};
pub use envelope::{
    FORMER, Kind, Shell, confidence_of, helper, helper_name, is_helper_name, kind_of, shell_of,
    sources_helper, version_of,
};
pub use harm::harmful;
pub use options::{Choice, Legacy, Options, Placement, Requested};
pub use other_language::not_bash;
pub use parse::syntax_error;
pub use pattern::{ALL as PATTERNS, Pattern};
pub use refusal::Refusal;
pub use script_plan::{Former, LeftLines, Outcome, ScriptPlan};
pub use sourced_file::{Sourced, SourcedDependency};
pub use sources::sourced_by;
pub use strip::taken_back;
pub use upgrade::parts_needed;

/// Plans the migration of a bash script.
#[must_use]
pub fn plan(bytes: &[u8], options: &Options) -> ScriptPlan {
    let source = source::Source::new(bytes);
    if envelope::is_helper(&source.text()) {
        return ScriptPlan::without(Outcome::Nothing, Vec::new());
    }
    if source.text().contains(envelope::FORMER) || envelope::holds(&source.text()) {
        let sources = parse::read(&source).map_or_else(|_| Vec::new(), |s| sources::sources(&s));
        return ScriptPlan { sources, ..upgrade::plan(bytes, options) };
    }
    plan::first(&source, options)
}
