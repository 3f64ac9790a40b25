//! What the files that a script sources do to the shell that its envelope stands in. They run in it, but are not edited with
//! it, wherever they stand: the descriptors and aliases that they use, the values that they tell if they were migrated
//! themselves, and what would cost the script its envelope.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::envelope::{SAY, SAY_BY_OTHER_NAME, Shell};
use crate::exit_hooks::runs_a_command;
use crate::model::{Call, Script};
use crate::parse;
use crate::part::Part;
use crate::pattern;
use crate::place::used;
use crate::planner::Planner;
use crate::printed_form;
use crate::refusal::Refusal;
use crate::refuse;
use crate::source::Source;
use crate::sourced_file::{Hazard, Sourced, SourcedDependency};
use crate::sources::sources;
use crate::strip::strip_migration;

impl Sourced {
    /// Reads a file; one that is not a script has no effect, because sourcing it fails as before.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let plain = strip_migration(bytes);
        let source = Source::new(plain.as_ref().map_or(bytes, |(text, _)| text));
        let Ok(script) = parse::read(&source) else { return Self::default() };
        let mut found = Self {
            sources: sources(&script),
            descriptors: used(&source.text()),
            aliases: script.aliases.clone(),
            text: (!script.calls.is_empty()).then(|| source.text().into()),
            is_migrated: plain.is_some(),
            ..Self::default()
        };
        found.calls(&script, plain.is_some());
        for (name, line) in &script.functions {
            for sh in [false, true] {
                let shell = if sh { Shell::Sh } else { Shell::Bash };
                let is_other = !script.defines("_sk_api");
                let says = (name == "skill_say" || refuse::is_private(name)) && is_other;
                if says || refuse::taken(name, shell) {
                    let reason = format!("defines `{name}`, a name that the envelope uses");
                    found.hazards.push(Hazard { function: String::new(), line: *line, reason, sh });
                    break;
                }
            }
        }
        if plain.is_some() {
            found.edited(&String::from_utf8_lossy(bytes));
        }
        found
    }

    fn calls(&mut self, script: &Script, migrated: bool) {
        let context = Context::of(script);
        for call in &script.calls {
            let function = call.place.function.as_deref().unwrap_or("");
            let named = call.words.iter().filter(|w| !w.contains(['$', ' ', '/']));
            self.words
                .entry(function.to_owned())
                .or_default()
                .extend(named.map(ToString::to_string));
            let own = !call.place.captured && !call.place.subshell;
            let reason = if call.name == "exec" && own && !migrated && runs_a_command(call) {
                Some("lets a command take the shell's place by `exec`".to_owned())
            } else {
                past(call).or_else(|| {
                    let one = refuse::one(script, &context, call)?;
                    Some(format!("is in the way: {}", one.reason))
                })
            };
            let Some(reason) = reason else { continue };
            let (function, line) = (function.to_owned(), call.line);
            self.hazards.push(Hazard { function, line, reason, sh: false });
        }
        let exit = |call: &Call| {
            call.name == "trap" && call.words.iter().skip(2).any(|w| matches!(&**w, "EXIT" | "0"))
        };
        self.waits = script.calls.iter().any(|c| c.name == "wait" && !c.place.captured)
            && script.calls.iter().any(exit);
    }

    /// The functions of the helper that a migrated file's lines use.
    fn edited(&mut self, text: &str) {
        let text = text.replace(SAY_BY_OTHER_NAME, SAY);
        self.exec = text.contains("__skill_exec ") || text.contains("skill_say handover");
        for kinds in text.split("skill_say ").skip(1) {
            let kinds = kinds.split(' ').next().unwrap_or("");
            let told = pattern::ALL
                .into_iter()
                .filter(|p| kinds.split(',').any(|k| k.split(['.', '=']).next() == Some(p.id)));
            self.patterns.extend(told);
        }
    }

    /// Whether a script that sources it must consider it.
    #[must_use]
    pub fn matters(&self) -> bool {
        !(self.text.is_none()
            && self.descriptors.is_empty()
            && self.aliases.is_empty()
            && self.hazards.is_empty()
            && self.patterns.is_empty()
            && !self.exec
            && !self.waits)
    }
}

/// A trap that no function or alias named `trap` intercepts.
fn past(call: &Call) -> Option<String> {
    let words: Vec<&str> = call.words.iter().map(Part::as_str).collect();
    let text = match words.as_slice() {
        ["builtin" | "command", "trap", rest @ ..] | ["\\trap", rest @ ..] => rest,
        ["unset", "-f", rest @ ..] if rest.contains(&"trap") => {
            return Some(
                "takes the function `trap` away, by which the envelope hears of traps".to_owned(),
            );
        }
        _ => return None,
    };
    let exit = text.iter().skip(1).any(|w| matches!(*w, "EXIT" | "0"));
    (exit && !call.place.captured && !call.place.subshell)
        .then(|| "sets an EXIT trap past any function of that name".to_owned())
}

impl Planner<'_> {
    /// Adds the requirements of the sourced files; returns the reasons why one of them prevents a
    /// migration.
    pub(crate) fn beside(&mut self, beside: &[SourcedDependency]) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        if beside.is_empty() {
            return refusals;
        }
        let live = live(self.script, beside);
        for one in beside {
            let sh = self.shell == Shell::Sh;
            for hazard in one.file.hazards.iter().filter(|h| sh || !h.sh) {
                let runs = live.as_ref().is_none_or(|l| l.contains(hazard.function.as_str()));
                if hazard.function.is_empty() || runs {
                    let Hazard { line, reason, .. } = hazard;
                    let reason = format!("sources {}, where line {line} {reason}", one.name);
                    refusals.push(Refusal::new(one.line, reason));
                }
            }
            self.tells.extend(one.file.patterns.iter().map(|pattern| pattern.id));
            if one.file.waits && sh {
                let reason = format!(
                    "sh: sources {}, which has an EXIT trap and waits for jobs: only bash can print the envelope after it; use `#!/usr/bin/env bash`",
                    one.name
                );
                refusals.push(Refusal::new(one.line, reason));
            } else if one.file.waits {
                self.waits = true;
            }
        }
        refusals
    }
}

/// The functions of sourced files that the script may run; `None` means any.
fn live<'a>(script: &Script, beside: &'a [SourcedDependency]) -> Option<BTreeSet<&'a str>> {
    if script.calls.iter().any(printed_form::open) {
        return None;
    }
    let said: BTreeSet<&str> =
        script.calls.iter().flat_map(|c| &c.words).map(Part::as_str).collect();
    let all = || beside.iter().flat_map(|b| &b.file.words);
    let mut live: BTreeSet<&str> = all()
        .map(|(name, _)| name.as_str())
        .filter(|name| name.is_empty() || said.contains(name))
        .collect();
    loop {
        let before = live.len();
        let words: BTreeSet<&str> = all()
            .filter(|(name, _)| live.contains(name.as_str()))
            .flat_map(|(_, words)| words.iter().map(String::as_str))
            .collect();
        live.extend(all().map(|(name, _)| name.as_str()).filter(|name| words.contains(name)));
        if live.len() == before {
            return Some(live);
        }
    }
}

/// The descriptors and aliases of the sourced files.
pub(crate) fn taken(beside: &[SourcedDependency]) -> (BTreeSet<u8>, BTreeSet<String>) {
    let files = || beside.iter().map(|b| &b.file);
    (
        files().flat_map(|f| f.descriptors.iter().copied()).collect(),
        files().flat_map(|f| f.aliases.iter().cloned()).collect(),
    )
}
