//! The calls of a script that state a value: each gains its prefix.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::envelope::{Kind, SAY};
use crate::file_list::FileList;
use crate::long_lines::LONGEST_LINE;
use crate::measure::Measures;
use crate::model::{Call, Script, Sink};
use crate::passed::{Functions, PassedLine};
use crate::pattern::{self, Pattern};
use crate::planner::Planner;
use crate::word::Piece;
use crate::written_files::WrittenFiles;
use crate::{reason, said, template, word};

/// The edits of lines that announce a list of files.
#[derive(Default)]
struct Lists {
    /// Of the list above, without an item so far.
    open: Vec<usize>,
    /// Of lists without items.
    empty: Vec<usize>,
}

impl<'a> Planner<'a> {
    /// Each call that states a value gains its prefix.
    pub(crate) fn recognize(&mut self) {
        let mut list: Option<FileList> = None;
        let mut open: Option<(Rc<[usize]>, Vec<&'static Pattern>)> = None;
        let mut lists = Lists::default();
        let mut heading = Heading::default();
        let measures = Measures::of(self.script, self.sourced, self.values, self.source);
        let text = self.source.text();
        let functions = Functions::of(self.script, self.sourced, self.values, &text);
        let written = WrittenFiles::of(self.script, &text);
        for call in &self.script.calls {
            let passed = self.passed(call, &functions);
            let (direct, call) = (call, passed.as_ref().map_or(call, |line| &line.call));
            let stderr = call.place.sink == Sink::Err || passed.as_ref().is_some_and(|l| l.stderr);
            if !stderr && !self.context.reaches_stdout(call) {
                continue;
            }
            // A function named cat may do anything; the text of one named echo is handled where it is called.
            let own = matches!(call.place.function.as_deref(), Some("echo" | "printf"));
            let is_stated = functions.is_stated_by_calls(call);
            if own || is_stated || (call.name == "cat" && self.script.defines("cat")) {
                continue;
            }
            heading.pass(call);
            let Some(template) = template::of(call, self.values) else {
                // A function of the script may print it.
                self.say_otherwise(direct, &functions, &measures, &written);
                continue;
            };
            self.uncertain.add(call.line, &template, stderr);
            // A message on stderr that names a failure is a reason, whatever number it holds.
            let mut patterns = match reason::names_failure(call) || reason::warns(call) {
                true => pattern::of(&template, stderr),
                false => pattern::stated(&template, stderr),
            };
            patterns.retain(|p| !self.options.skip_patterns.contains(&p.id));
            if let Some(line) = &passed {
                patterns.retain(|pattern| !line.states_itself(pattern));
            }
            if self.options.kind == Kind::SkillOutput {
                let all = patterns.len();
                patterns.retain(|p| p.id != "value");
                if patterns.len() < all {
                    self.results.push(call.line);
                }
            }
            // An alias is only expanded as the first word.
            if !self.context.editable(call) || self.script.aliased(&call.name) {
                continue;
            }
            if said::no_metric(call, self.values, self.shell) {
                patterns.retain(|p| p.id != "metric");
            }
            if written.names_removed(call) {
                patterns.retain(|p| p.id != "deliverable");
            }
            if heading.is_of_another() {
                patterns.retain(|p| p.id != "confidence");
            }
            self.unmeasured(call, (&measures, &written), &template, &mut patterns);
            let numbered =
                passed.is_none().then(|| self.numbered(call, &patterns, &template)).flatten();
            if let Some(word) = numbered {
                self.put_numbered(call, word, stderr);
                continue;
            }
            if said::word(call, &patterns, self.values, self.shell).is_none() {
                let behind =
                    |p: &Pattern| template.lines.iter().any(|l| pattern::is_behind_value(p, l));
                patterns.retain(|p| {
                    !behind(p)
                        && (!stderr || pattern::is_read_aside(p, &template))
                        && !is_unreadable(p, &template)
                });
            }
            if denies_nothing(call, self.script, &template) {
                patterns.retain(|p| p.id != "status");
            }
            let listed = self.bullets(call, &template, &mut patterns, &mut list);
            if let Some((block, earlier)) =
                open.take().filter(|(block, _)| *block == call.place.block)
            {
                let _ = block;
                for pattern in earlier {
                    if !patterns.iter().any(|p| p.id == pattern.id) {
                        patterns.push(pattern);
                    }
                }
            }
            if template.open && !patterns.is_empty() {
                open = Some((call.place.block.clone(), patterns.clone()));
            }
            if patterns.is_empty() && passed.is_none() && self.reports_error(call) {
                patterns.push(pattern::error());
            }
            let foreign = passed.as_ref().filter(|line| line.is_foreign);
            if patterns.is_empty() && foreign.is_some() && names_error(&direct.name) {
                patterns.push(pattern::error());
            }
            if patterns.is_empty()
                && let Some(said) = listed.as_deref().filter(|_| passed.is_none() && !stderr)
            {
                self.say_file(call, said);
                continue;
            }
            if patterns.is_empty() {
                self.say_otherwise(direct, &functions, &measures, &written);
                continue;
            }
            if stderr && patterns.iter().any(|p| !p.stderr) {
                self.stated_aside.extend(call.at);
            }
            let before = self.edits.len();
            match &passed {
                Some(line) => self.say_passed(direct, line, &patterns, &template),
                None => self.say(call, &patterns, &template, 1),
            }
            let made = patterns.iter().any(|p| p.id == "deliverable");
            if made && template.lines.iter().any(pattern::bullet_only) {
                lists.open.clear();
            }
            if patterns.len() == 1 && made && template.lines.iter().all(pattern::only_opens_list) {
                lists.empty.append(&mut lists.open);
                lists.open.extend(before..self.edits.len());
            }
        }
        // A list without items does not count.
        lists.empty.append(&mut lists.open);
        let empty: BTreeSet<usize> = lists.empty.into_iter().collect();
        let mut index = 0;
        self.edits.retain(|_| {
            index += 1;
            !empty.contains(&(index - 1))
        });
    }

    /// Inserts words for the values of a line without a pattern of its own: a file that the script writes, or numbers that it
    /// measures.
    fn say_otherwise<'s>(
        &mut self,
        call: &'s Call<'s>,
        functions: &Functions<'s>,
        measures: &Measures<'_>,
        written: &WrittenFiles,
    ) {
        let _ = self.say_written(call, functions, written)
            || self.say_several(call, functions, measures)
            || self.say_sentence(call, functions, measures);
    }

    /// Metrics that several lines of one run print: the envelope contains the last value.
    pub(crate) fn repeated(&self) -> Vec<(usize, String)> {
        let mut lines: BTreeMap<String, Vec<(usize, &[usize])>> = BTreeMap::new();
        let mut texts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let at = |call: &'a Call<'a>| call.at.map(|at| (at, call));
        let calls: BTreeMap<usize, &Call<'_>> = self.script.calls.iter().filter_map(at).collect();
        for edit in self.edits.iter().filter(|edit| edit.pattern.contains("metric")) {
            let Some((_, rest)) = edit.text.split_once(" metric.") else { continue };
            let name = rest.split(['=', ' ']).next().unwrap_or_default().to_owned();
            let call = calls.get(&edit.at);
            texts.entry(name.clone()).or_default().insert(rest);
            lines.entry(name).or_default().extend(call.map(|call| (call.line, &*call.place.block)));
        }
        // Two lines with the value of one variable say the same.
        lines.retain(|name, _| texts.get(name).is_none_or(|texts| texts.len() > 1));
        let several = |lines: &&Vec<(usize, &[usize])>| {
            // Calls at the start of a block directly follow it in their order.
            let mut blocks: Vec<&[usize]> = lines.iter().map(|(_, block)| *block).collect();
            blocks.sort_unstable();
            blocks.windows(2).any(|pair| pair[1].starts_with(pair[0]))
        };
        let told = lines.iter().filter(|(_, lines)| several(lines)).filter_map(|(name, lines)| {
            let (last, earlier) = lines.split_last()?;
            let earlier: Vec<String> = earlier.iter().map(|(line, _)| line.to_string()).collect();
            let earlier = earlier.join(", ");
            let last = last.0;
            Some((last, format!("`metrics.{name}` holds the last value that lines {earlier} and {last} print: give each a label of its own")))
        });
        told.collect()
    }

    /// Omits a metric that the script did not measure, and a number in the place of a path.
    fn unmeasured(
        &self,
        call: &Call,
        (measures, written): (&Measures, &WrittenFiles),
        template: &template::Template,
        patterns: &mut Vec<&'static Pattern>,
    ) {
        let has = |id: &str| patterns.iter().any(|p| p.id == id);
        let (metric, made) = (has("metric"), has("deliverable"));
        let document = call.heredoc.is_some() && call.name == "cat";
        if (template.several && !document) || !(metric || made) {
            return;
        }
        if metric && (!measures.may_print_metric(call) || written.prints_file(call)) {
            patterns.retain(|p| p.id != "metric");
        }
        // `Wrote $n lines to a.ts` names its path, whatever the number is.
        if made && measures.is_no_path(call) && !self.names_literal_path(call) {
            patterns.retain(|p| p.id != "deliverable");
        }
    }

    /// Whether the path of a line with `Wrote` and the like is a word of the call.
    fn names_literal_path(&self, call: &Call) -> bool {
        let made: Vec<&'static Pattern> =
            pattern::ALL.into_iter().filter(|p| p.id == pattern::DELIVERABLE).collect();
        let word = said::word(call, &made, self.values, self.shell);
        word.is_some_and(|word| !word.contains('$'))
    }

    /// The line of a function's call that states something by words of the call.
    fn passed<'s>(&self, call: &'s Call<'s>, functions: &Functions<'s>) -> Option<PassedLine<'s>> {
        if !self.context.editable(call) || call.at.is_none() {
            return None;
        }
        functions.lines(call).into_iter().find(|line| {
            let template = template::of(&line.call, self.values);
            template.is_some_and(|template| {
                let mut stated = pattern::stated(&template, line.stderr).into_iter();
                line.is_foreign && names_error(&call.name)
                    || stated.any(|pattern| !line.states_itself(pattern))
            })
        })
    }

    /// Whether a call prints the arguments of a function that is named for errors: `log_err() { printf '[x] %s\\n' "$*"; }`.
    fn reports_error(&self, call: &Call<'_>) -> bool {
        let Some(function) = call.place.function.as_deref() else { return false };
        let takes = |word: &str| {
            let own = word::pieces(word).into_iter().any(|piece| match piece {
                Piece::Hole { name: Some(name), .. } => self.script.is_argument(function, name),
                _ => false,
            });
            word::takes_arguments(word) || own
        };
        !self.options.skip_patterns.contains(&pattern::ERROR)
            && names_error(function)
            && matches!(call.name.as_str(), "echo" | "printf")
            && call.words.iter().skip(1).any(|word| takes(word))
    }

    /// Inserts the word for a file that the script writes, if the line of a call, or of a function that it calls, names it as a
    /// result.
    fn say_written<'s>(
        &mut self,
        call: &'s Call<'s>,
        functions: &Functions<'s>,
        written: &WrittenFiles,
    ) -> bool {
        let skips = self.options.skip_patterns.contains(&pattern::DELIVERABLE);
        let Some(at) = call.at.filter(|_| !skips) else { return false };
        let said = said::written(call, written, self.values, self.shell);
        let (said, stderr) = match said {
            Some(said) => (said, call.place.sink == Sink::Err),
            None => {
                let lines = functions.lines(call).into_iter();
                let mut said = lines.filter_map(|line| {
                    let said = said::written(&line.call, written, self.values, self.shell)?;
                    line.own.is_empty().then_some((said, line.stderr))
                });
                match said.next() {
                    Some(said) => said,
                    None => return false,
                }
            }
        };
        if self.keeps(call) {
            return true;
        }
        self.put(at, format!("{SAY}{said} "), call.line, pattern::DELIVERABLE);
        self.tells.insert(pattern::DELIVERABLE);
        if stderr {
            self.stated_aside.insert(at);
        }
        true
    }

    /// Inserts the word for a file.
    fn say_file(&mut self, call: &Call<'_>, said: &str) {
        let skips = self.options.skip_patterns.contains(&pattern::DELIVERABLE);
        let Some(at) = call.at.filter(|_| !skips) else { return };
        if !self.keeps(call) {
            self.put(at, format!("{SAY}{said} "), call.line, pattern::DELIVERABLE);
            self.tells.insert(pattern::DELIVERABLE);
        }
    }

    /// Like [`Planner::say`], for a call of a function, whose own words are read at the line.
    fn say_passed(
        &mut self,
        direct: &Call,
        line: &PassedLine<'_>,
        patterns: &[&'static Pattern],
        template: &template::Template,
    ) {
        let call = &line.call;
        if template.several || template.open || patterns.is_empty() {
            return;
        }
        let by_value = said::word(call, patterns, self.values, self.shell).is_some();
        if by_value {
            return self.say(call, patterns, template, 1);
        }
        let (first, mut readable) = said::readable(direct, patterns, template, self.values);
        // The words of the function say that it is an error, and those of the call are its message.
        let failure = patterns.iter().find(|p| matches!(p.id, "error" | "status"));
        if let Some(failure) = failure.filter(|_| readable.is_empty() && line.is_foreign) {
            readable.push(failure);
        }
        self.say(call, &readable, template, first);
    }

    /// Inserts the prefix before a call; its line begins with the word of this index.
    fn say(
        &mut self,
        call: &Call,
        patterns: &[&'static Pattern],
        template: &template::Template,
        first: usize,
    ) {
        let Some(at) = call.at.filter(|_| !patterns.is_empty()) else { return };
        if self.keeps(call) {
            return;
        }
        let ids: Vec<&'static str> = pattern::ALL
            .iter()
            .map(|p| p.id)
            .filter(|id| patterns.iter().any(|p| p.id == *id))
            .collect();
        let ids = match *ids {
            [id] => Cow::Borrowed(id),
            _ => Cow::Owned(ids.join(",")),
        };
        let said = self.said(call, patterns, template);
        let Some(said) = said.or_else(|| pattern::reading(template, patterns)) else { return };
        let said = match first {
            2.. if !said.contains('=') => format!("arg{first}:{said}"),
            _ => said,
        };
        self.put(at, format!("skill_say {said} "), call.line, ids);
        self.tells.extend(patterns.iter().map(|pattern| pattern.id));
    }

    /// The kind, with its value if the words of the call contain it.
    pub(crate) fn said(
        &self,
        call: &Call,
        patterns: &[&'static Pattern],
        template: &template::Template,
    ) -> Option<String> {
        let kind = said::kind(patterns, template);
        let word = said::word(call, patterns, self.values, self.shell);
        match word.filter(|word| kind.is_none() || !self.makes_long(call, word)) {
            Some(word) => Some(word),
            None => kind,
        }
    }

    /// Whether the line of a call would become longer than reviews show in full.
    pub(crate) fn makes_long(&self, call: &Call, word: &str) -> bool {
        let line = self.source.line(call.line);
        // A character has at most four bytes. A long line has many calls, and is not read again for each.
        if line.len() > 4 * LONGEST_LINE {
            return false;
        }
        let characters = String::from_utf8_lossy(line).chars().count();
        let put = SAY.len() + word.chars().count() + 1;
        characters <= LONGEST_LINE && characters + put > LONGEST_LINE
    }
}

/// Whether a function is named for printing errors: `log_err`, `print_error`.
fn names_error(function: &str) -> bool {
    const PARTS: [&str; 12] = [
        "echo", "emit", "err", "error", "fatal", "log", "logger", "message", "msg", "print", "say",
        "write",
    ];
    let name = function.to_ascii_lowercase();
    let parts = || name.split(['_', '-', ':', '.']).filter(|part| !part.is_empty());
    parts().all(|part| PARTS.contains(&part))
        && parts().any(|part| matches!(part, "err" | "error" | "fatal"))
}

/// Whether a metric of this template can't be read from the printed line: its number stands among words.
fn is_unreadable(pattern: &Pattern, template: &template::Template) -> bool {
    let states = |line: &template::Line| {
        pattern::stated_metric(&line.line).is_some_and(|(name, _)| !pattern::is_file_count(&name))
    };
    pattern.id == pattern::METRIC && template.lines.len() == 1 && template.lines.iter().all(states)
}

/// Whether a line such as `SUCCESS: $*` of a function is given sentences alone, none of which denies the success.
fn denies_nothing(call: &Call<'_>, script: &Script<'_>, template: &template::Template) -> bool {
    let Some(function) = call.place.function.as_deref() else { return false };
    let [line] = template.lines.as_slice() else { return false };
    let sentence = |call: &Call<'_>| {
        let text = call.words.get(1).map(|word| word::shown(word).into_owned()).unwrap_or_default();
        text.starts_with(|c: char| !c.is_ascii_punctuation())
            && text.trim().contains(' ')
            && !["no ", "none ", "false "]
                .iter()
                .any(|word| text.to_ascii_lowercase().starts_with(word))
    };
    pattern::is_told_later(&line.line)
        && call.words.iter().skip(1).any(|word| word::takes_arguments(word))
        && script.calls_of(function).all(|(_, call)| sentence(call))
}

/// A line that announces the lines below it, such as `echo "State before:"`.
#[derive(Default)]
struct Heading {
    text: String,
    block: Option<Rc<[usize]>>,
    /// The calls since then.
    below: usize,
}

impl Heading {
    fn pass(&mut self, call: &Call<'_>) {
        let text = call.words.last().map(|word| word::shown(word).into_owned()).unwrap_or_default();
        self.below += 1;
        if call.words.len() > 1 && text.trim_end().ends_with(':') {
            *self = Self { text, block: Some(call.place.block.clone()), below: 0 };
        } else if call.words.len() < 2
            || self.below > 8
            || self.block.as_deref() != Some(&*call.place.block)
        {
            self.block = None;
        }
    }

    fn is_of_another(&self) -> bool {
        self.block.is_some() && pattern::is_of_another(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    #[test]
    fn lines_that_can_hold_no_value_gain_nothing() {
        for line in [
            "PATH=$(jq -r .source <<<\"$1\"); echo \"Path: $PATH\"",
            "say() { echo \"DRY-RUN: $*\"; }; say \"$1\"",
            "echo \"kubectl found: $(kubectl version --client)\"",
            "printf 'alerts cache: %s\\n' \"$(agent_cache_file)\"",
            "template=$(x); echo \"Synced: $template\"",
            "echo \"Detected framework: $(detect)\"",
            "echo \"Permissions-Policy: $pp\"",
            "read -r role pct; echo \"High accuracy: $role (accuracy ${pct}% > 90%)\"",
            "echo \"This project uses: $profile\"",
            "printf 'Updated cron: %s\\n' \"$marker\"",
            "echo \"Files created: $made/5\"",
            "echo \"Updated: $before \u{2192} $after\"",
            "echo \"- Generated files, lockfiles, build output, and other folders are excluded.\"",
            "echo \"- preview route: $(exists app/a.ts && echo yes || echo no)\"",
            "DEL_RESP=$(curl -X POST x); echo \"DELETE failed: $DEL_RESP\"",
            "GIST_URL=$(gh gist create a | tail -1); echo \"Created: $GIST_URL\"",
        ] {
            let script = format!("#!/usr/bin/env bash\n{line}\necho \"Error: x\"\n");
            let plan = plan(script.as_bytes(), &Options::default());
            let found = plan.edits.iter().filter(|edit| edit.line == 2);
            let found: Vec<&str> = found.map(|edit| &*edit.pattern).collect();
            let values = found.iter().filter(|id| id.contains("metric") || id.contains("deliv"));
            assert_eq!(values.count(), 0, "{line}: {found:?}");
        }
    }
}
