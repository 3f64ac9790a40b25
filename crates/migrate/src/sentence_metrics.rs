//! A line that states measured numbers in a sentence: `Plan is valid with $n warnings`.

use crate::envelope::SAY;
use crate::measure::Measures;
use crate::model::{Call, Sink};
use crate::passed::Functions;
use crate::pattern::{self, Pattern};
use crate::planner::Planner;
use crate::{reason, said, template};

impl Planner<'_> {
    /// Inserts a word for each measured number of a sentence; a function may print it. Says whether it did.
    pub(crate) fn say_sentence<'s>(
        &mut self,
        call: &'s Call<'s>,
        functions: &Functions<'s>,
        measures: &Measures<'_>,
    ) -> bool {
        let skipped = self.options.skip_patterns.contains(&pattern::METRIC);
        let Some(at) = call.at.filter(|_| !skipped) else { return false };
        let counts = |line: &Call<'_>, prints: bool| {
            let counts = said::counts(line, self.values, self.shell, prints, |source| {
                measures.is_measured(source, call)
            });
            let fails = reason::names_failure(line) && !says_none(line);
            counts.filter(|_| !fails && !measures.is_of_item(line))
        };
        let found = match call.name.as_str() {
            "echo" | "printf" => {
                counts(call, true).map(|words| (words, call.place.sink == Sink::Err))
            }
            _ => {
                let lines = functions.lines(call).into_iter();
                let states = |pattern: &&Pattern| pattern.id == pattern::METRIC;
                let mut lines = lines.filter(|line| !line.own.iter().any(states));
                lines.find_map(|line| Some((counts(&line.call, false)?, line.stderr)))
            }
        };
        let Some((words, is_aside)) = found else { return false };
        let length = words.join(&format!(" {SAY}"));
        if self.makes_long(call, &length) && words.len() > 1 || self.keeps(call) {
            return false;
        }
        self.put_metrics(call, at, words, is_aside);
        true
    }

    /// The word for a metric that is read from the printed line, if its number stands among words.
    pub(crate) fn numbered(
        &self,
        call: &Call,
        patterns: &[&'static Pattern],
        template: &template::Template,
    ) -> Option<String> {
        let [Pattern { id: pattern::METRIC, .. }] = patterns else { return None };
        let is_direct = matches!(call.name.as_str(), "echo" | "printf");
        if !is_direct || self.said(call, patterns, template).is_some() {
            return None;
        }
        said::numbered(call, self.values, self.shell)
    }

    /// Inserts that word.
    pub(crate) fn put_numbered(&mut self, call: &Call, word: String, is_aside: bool) {
        let Some(at) = call.at else { return };
        if !self.keeps(call) {
            self.put_metrics(call, at, vec![word], is_aside);
        }
    }
}

/// Whether a line says that nothing failed: `OK: $n slides, no issues found`.
fn says_none(call: &Call<'_>) -> bool {
    let mut words = call.words.iter().skip(1).map(|word| word.to_ascii_lowercase());
    words.any(|text| [" no ", ",no ", " 0 ", " without "].iter().any(|none| text.contains(none)))
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    /// The words of the last line.
    fn words(script: &str) -> String {
        let script = format!("#!/usr/bin/env bash\nn=$(grep -c x a)\nm=$((n + 1))\n{script}\n");
        let last = script.lines().count();
        let plan = plan(script.as_bytes(), &Options::default());
        let edits = plan.edits.iter().filter(|edit| edit.line == last);
        edits.map(|edit| edit.text.trim()).collect::<Vec<_>>().join(" ")
    }

    /// Where a variable may be a reference, or a command prints the number, it is read from its word of the printed line.
    #[test]
    fn numbers_that_are_read_from_the_line() {
        for (line, wanted) in [
            ("echo \"Found $n files\"", "metric.files_found:2"),
            (
                "printf 'Scanned %5d skills, %d rules\\n' \"$n\" \"$m\"",
                "metric.skills_scanned:2,rules:4",
            ),
            ("echo \"  \u{2705} Copied $n skills (of $m)\"", "metric.skills_copied:3"),
            ("echo \"Sessions: $n (archived)\"", "metric.sessions:2"),
            ("echo \"Response time: ${n}ms (p95)\"", "metric.response_time_ms:3ms"),
            ("echo \"Passed: $n, Failed: $m\"", "metric.passed:2,failed:4"),
            // What `$1` prints may be several words, and the number's own word has no other letters.
            ("echo \"$1: found $n files\"", ""),
            ("echo \"Found v$n files\"", ""),
        ] {
            let script = format!("eval \"$1\"\n{line}");
            assert_eq!(words(&script).replace("skill_say ", ""), wanted, "{line}");
        }
        assert_eq!(words("echo \"Found $(wc -l < a) files\""), "skill_say metric.files_found:2");
        let function = "say() { echo \"[x] $*\"; }\neval \"$1\"\nsay \"Found $n files\"";
        assert_eq!(words(function), "");
    }

    #[test]
    fn measured_numbers_of_sentences() {
        const OK: &str = "ok() { echo -e \"${GREEN}ok${NC} $1\"; }\n";
        const SAY: &str =
            "GREEN=$'\\033[32m'\nsay() { printf \"${GREEN}[ok]${NC} %s\\n\" \"$*\"; }\n";
        for (script, wanted) in [
            ("echo \"The plan is valid with $n warning(s)\"".to_owned(), "warnings=\"$n\""),
            (format!("{OK}ok \"PLAN.md has $n sections\""), "sections=\"$n\""),
            (format!("{SAY}say \"Tasks found ($n tasks, $m lines)\""), "tasks=\"$n\" lines=\"$m\""),
            ("echo \"branch: $b | open files: $n\"".to_owned(), "open_files=\"$n\""),
            ("echo \"OK: $n slides, no issues found\"".to_owned(), "slides=\"$n\""),
        ] {
            assert_eq!(words(&script).replace("skill_say metric.", ""), wanted, "{script}");
        }
        for script in [
            "echo \"The plan uses $1 workers\"",
            "for f in *; do\nn=$(wc -l < $f); echo \"$f has $n lines\"; done",
            "for f in *; do\nname=$(basename \"$f\"); echo \"pulled $name ($n commits)\"; done",
            "N=5\necho \"The plan has $N steps and $N phases\"",
            "echo \"$q has $version rows\"",
            "i=0; ((i++))\necho \"About $i things\"",
        ] {
            assert_eq!(words(script), "", "{script}");
        }
    }
}
