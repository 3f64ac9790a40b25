//! The text of the files that a script sources: their functions run in its shell and print for it, and their variables are
//! its own.

use crate::model::Script;
use crate::options::Options;
use crate::parse;
use crate::source::Source;
use crate::sources::names_every_source;

/// A sourced file, read again for a plan.
#[derive(Debug)]
pub(crate) struct SourcedScript {
    pub(crate) script: Script<'static>,
    pub(crate) text: String,
    /// Whether its own lines state what they print, because it was migrated.
    pub(crate) is_migrated: bool,
}

/// All that a script sources.
#[derive(Debug, Default)]
pub(crate) struct SourcedScripts {
    pub(crate) files: Vec<SourcedScript>,
    /// Whether there is no other file, so that nothing else runs in the shell by `source`.
    pub(crate) are_all: bool,
}

impl SourcedScripts {
    /// Reads the files that were found.
    pub(crate) fn of(script: &Script<'_>, options: &Options) -> Self {
        let files = options.beside.iter().filter_map(|one| {
            let text = one.file.text.as_deref()?.to_owned();
            let source = Source::new(text.as_bytes());
            let script = parse::read(&source).ok()?.apart();
            Some(SourcedScript { script, is_migrated: one.file.is_migrated, text })
        });
        let files: Vec<SourcedScript> = files.collect();
        let mut scripts = files.iter().map(|file| &file.script);
        let are_all = options.beside_is_whole
            && names_every_source(script)
            && scripts.all(names_every_source);
        Self { files, are_all }
    }

    /// The file that defines a function of this name, if the script doesn't.
    pub(crate) fn defining(&self, script: &Script<'_>, name: &str) -> Option<&SourcedScript> {
        let defines = |file: &&SourcedScript| file.script.defines(name);
        self.files.iter().find(defines).filter(|_| !script.defines(name))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Options, Sourced, SourcedDependency, plan};

    const LIBRARY: &str = "RED='\\033[0;31m'\nNC='\\033[0m'\nPASS=0\n\
        log_error() { echo -e \"${RED}[ERROR]${NC} $1\" >&2; }\n\
        log() { echo \"[$1] $2\"; }\n\
        err() { printf '%s\\n' \"$*\" >&2; }\n\
        note() { echo \"  $1\"; }\n\
        pass() { PASS=$((PASS + 1)); }\n";

    /// The words that the lines of a script gain.
    fn words(script: &str, library: &str, is_whole: bool) -> Vec<String> {
        let script = format!("#!/usr/bin/env bash\n. ./lib.sh\n{script}\n");
        let file = Arc::new(Sourced::of(library.as_bytes()));
        let beside = vec![SourcedDependency { line: 2, name: "lib.sh".to_owned(), file }];
        let options = Options { beside, beside_is_whole: is_whole, ..Options::default() };
        let plan = plan(script.as_bytes(), &options);
        let edits = plan.edits.iter().filter(|edit| edit.line > 2);
        edits.map(|edit| edit.text.trim().to_owned()).collect()
    }

    #[test]
    fn functions_of_sourced_files_print_for_the_script() {
        for (script, wanted) in [
            ("log_error \"No such file: $1\"", "skill_say error"),
            ("log ERROR \"disk full\"", "skill_say arg2:error"),
            ("err \"no such file\"", "skill_say error"),
            ("note \"Created: $out\"", "skill_say deliverable=\"$out\""),
            ("echo -e \"${RED}Passed: $PASS${NC}\"", "skill_say metric.passed=\"$PASS\""),
        ] {
            assert_eq!(words(script, LIBRARY, true), [wanted], "{script}");
        }
        assert_eq!(words("note \"$1\"\nnote \"all is well\"", LIBRARY, true), [""; 0]);
    }

    #[test]
    fn values_of_variables_need_all_sourced_files() {
        let script = "echo \"Created: $out\"";
        assert_eq!(words(script, LIBRARY, true), ["skill_say deliverable=\"$out\""]);
        assert_eq!(words(script, LIBRARY, false), ["skill_say text,deliverable"]);
        // The file runs text that it does not show.
        let library = "eval \"$1\"\n";
        assert_eq!(words(script, library, true), ["skill_say text,deliverable"]);
    }

    #[test]
    fn definitions_and_lines_of_others_count() {
        // The function of the script hides that of the file, and takes the word itself.
        let own = "log_error() { echo \"$1\"; }\nlog_error \"fine\"\necho \"Rows: 3\"";
        assert_eq!(words(own, LIBRARY, true), ["skill_say error", "skill_say metric.rows=3"]);
        // A migrated file states its lines itself.
        let migrated = "command . \"$(f=${BASH_SOURCE?} CDPATH=;while cd \"${f%/*}/\" 2>&-;f=$(readlink \"${f##*/}\");do :;done;pwd)/skill-envelope.bash\" || skill_say(){ shift&&\"$@\"; }\nlog_error() { skill_say error echo \"[ERROR] $1\" >&2; }\n";
        assert_eq!(words("log_error \"no file\"", migrated, true), [""; 0]);
        // A function that asks who called it.
        let asks = "log_error() { echo \"[ERROR] ${FUNCNAME[1]}: $1\" >&2; }\n";
        assert_eq!(words("log_error \"no file\"", asks, true), [""; 0]);
    }
}
