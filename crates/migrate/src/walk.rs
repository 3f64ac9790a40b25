//! From the parser's tree to the flat model: one visit, the surroundings passed down.

use brush_parser::ast;
use brush_parser::ast::SourceLocation as _;

use crate::model::{Call, Job, Place, Script, Sink};
use crate::redirect::{apply, closes_high, words as redirect_words};
use crate::source::Source;
use crate::word;

/// Commands that pass their input on unchanged: what is piped into them still reaches the script's stdout.
const TRANSPARENT: [&str; 3] = ["tee", "cat", "ts"];

/// The visit: the model so far, and where it is.
pub(crate) struct Walk<'a> {
    source: Option<&'a Source<'a>>,
    pub(crate) script: Script,
    place: Place,
    blocks: usize,
    /// Blocks inside substitutions, numbered apart so that those of the text itself are the same without them.
    inner_blocks: usize,
    depth: usize,
    /// Substitutions are text: what stands in them is not looked at.
    words_only: bool,
}

impl<'a> Walk<'a> {
    /// The visit of a script that is only compared with another one.
    pub(crate) fn of_words(source: &'a Source<'a>) -> Self {
        Self { words_only: true, ..Self::new(Some(source)) }
    }

    pub(crate) fn new(source: Option<&'a Source<'a>>) -> Self {
        let place = Place {
            sink: Sink::Out,
            subshell: false,
            background: false,
            covered: false,
            captured: false,
            conditional: false,
            function: None,
            block: Vec::new(),
        };
        Self {
            source,
            script: Script::default(),
            place,
            blocks: 0,
            inner_blocks: usize::MAX / 2,
            depth: 0,
            words_only: false,
        }
    }

    pub(crate) fn finish(self) -> Script {
        self.script
    }

    fn byte(&self, character: usize) -> usize {
        self.source.map_or(0, |s| s.byte_of(character))
    }

    /// Notes what stands around the calls, in the order of the source.
    fn frame(&mut self, text: impl Into<String>) {
        if self.source.is_some() {
            self.script.frame.push(text.into());
        }
    }

    fn frame_redirects(&mut self, redirects: &ast::RedirectList) {
        for redirect in &redirects.0 {
            self.frame(redirect.to_string());
        }
    }

    fn within(&mut self, change: impl FnOnce(&mut Place), visit: impl FnOnce(&mut Self)) {
        let saved = self.place.clone();
        change(&mut self.place);
        visit(self);
        self.place = saved;
    }

    /// A list of the script itself: all of them are siblings.
    pub(crate) fn top(&mut self, list: &ast::CompoundList) {
        for ast::CompoundListItem(and_or, separator) in &list.0 {
            self.and_or(and_or, matches!(separator, ast::SeparatorOperator::Async));
        }
    }

    pub(crate) fn list(&mut self, list: &ast::CompoundList) {
        self.blocks += 1;
        let block = self.blocks;
        self.within(
            |place| {
                place.block.push(block);
                place.conditional = false;
            },
            |walk| {
                for ast::CompoundListItem(and_or, separator) in &list.0 {
                    let background = matches!(separator, ast::SeparatorOperator::Async);
                    walk.and_or(and_or, background);
                }
            },
        );
    }

    fn and_or(&mut self, list: &ast::AndOrList, background: bool) {
        let pipelines =
            std::iter::once(&list.first).chain(list.additional.iter().map(|next| match next {
                ast::AndOr::And(pipeline) | ast::AndOr::Or(pipeline) => pipeline,
            }));
        if background {
            self.frame("&");
        }
        for (index, pipeline) in pipelines.enumerate() {
            if let Some(next) = index.checked_sub(1).and_then(|i| list.additional.get(i)) {
                self.frame(if matches!(next, ast::AndOr::And(_)) { "&&" } else { "||" });
            }
            self.within(
                |place| {
                    place.conditional |= index > 0;
                    if background {
                        place.background = true;
                        place.subshell = true;
                    }
                },
                |walk| walk.pipeline(pipeline, background),
            );
        }
    }

    fn pipeline(&mut self, pipeline: &ast::Pipeline, background: bool) {
        let count = pipeline.seq.len();
        if pipeline.bang {
            self.frame("!");
        }
        if let Some(timed) = &pipeline.timed {
            self.frame(timed.to_string());
        }
        for (index, command) in pipeline.seq.iter().enumerate() {
            if index > 0 {
                self.frame("|");
            }
            let passed_on = pipeline.seq[index + 1..].iter().all(transparent);
            self.within(
                |place| {
                    if count > 1 {
                        place.subshell = true;
                    }
                    if !passed_on {
                        place.sink = Sink::Away;
                    }
                },
                |walk| walk.command(command, background),
            );
        }
    }

    fn command(&mut self, command: &ast::Command, background: bool) {
        match command {
            ast::Command::Simple(simple) => self.simple(simple),
            ast::Command::Compound(compound, redirects) => {
                let covered = background && self.job(compound);
                let line = compound.location().map_or(0, |span| span.start.line);
                if let Some(redirects) = redirects {
                    self.frame_redirects(redirects);
                }
                self.within(
                    |place| place.covered |= covered,
                    |walk| {
                        walk.redirected(redirects.as_ref(), line, |walk| walk.compound(compound))
                    },
                );
            }
            ast::Command::Function(function) => {
                let line = function.fname.loc.as_ref().map_or(0, |span| span.start.line);
                let name = function.fname.value.clone();
                self.script.functions.entry(name.clone()).or_insert(line);
                self.frame(name.clone());
                if let Some(redirects) = &function.body.1 {
                    self.frame_redirects(redirects);
                }
                self.within(
                    |place| {
                        place.function = Some(name);
                        place.conditional = false;
                        place.sink = Sink::Out;
                        place.subshell = false;
                        place.background = false;
                        place.covered = false;
                    },
                    |walk| {
                        walk.redirected(function.body.1.as_ref(), line, |walk| {
                            walk.compound(&function.body.0)
                        })
                    },
                );
            }
            ast::Command::ExtendedTest(test, redirects) => {
                let line = test.loc.start.line;
                let text = test.to_string();
                if let Some(redirects) = redirects {
                    self.frame_redirects(redirects);
                }
                self.captured_in(std::slice::from_ref(&text), line);
                self.frame(text);
            }
        }
    }

    /// Notes where a background job can close the caller's stdout. False where it can't.
    fn job(&mut self, compound: &ast::CompoundCommand) -> bool {
        let (span, opening) = match compound {
            ast::CompoundCommand::Subshell(c) => (&c.loc, 1),
            ast::CompoundCommand::BraceGroup(c) => (&c.loc, 1),
            ast::CompoundCommand::WhileClause(c) => (&c.2, 5),
            ast::CompoundCommand::UntilClause(c) => (&c.2, 5),
            ast::CompoundCommand::IfClause(c) => (&c.loc, 2),
            ast::CompoundCommand::ForClause(c) => (&c.body.loc, 2),
            ast::CompoundCommand::ArithmeticForClause(c) => (&c.body.loc, 2),
            _ => return false,
        };
        if self.source.is_some() && !self.place.captured {
            let at = self.byte(span.start.index + opening);
            self.script.jobs.push(Job { at, line: span.start.line });
        }
        true
    }

    fn compound(&mut self, compound: &ast::CompoundCommand) {
        self.depth += 1;
        match compound {
            ast::CompoundCommand::Arithmetic(c) => {
                self.frame(c.expr.value.clone());
                self.captured_in(std::slice::from_ref(&c.expr.value), c.loc.start.line)
            }
            ast::CompoundCommand::ArithmeticForClause(c) => {
                for part in [&c.initializer, &c.condition, &c.updater] {
                    self.frame(part.as_ref().map_or("", |e| e.value.as_str()));
                }
                self.list(&c.body.list)
            }
            ast::CompoundCommand::BraceGroup(c) => {
                self.frame("{");
                self.list(&c.list)
            }
            ast::CompoundCommand::Subshell(c) => {
                self.frame("(");
                self.within(|place| place.subshell = true, |walk| walk.list(&c.list));
            }
            ast::CompoundCommand::ForClause(c) => {
                let words: Vec<String> =
                    c.values.iter().flatten().map(|w| w.value.clone()).collect();
                self.frame(format!("for {} {}", c.variable_name, words.join(" ")));
                self.captured_in(&words, c.loc.start.line);
                self.list(&c.body.list);
            }
            ast::CompoundCommand::CaseClause(c) => {
                self.captured_in(std::slice::from_ref(&c.value.value), c.loc.start.line);
                self.frame(c.value.value.clone());
                for case in &c.cases {
                    for pattern in &case.patterns {
                        self.frame(pattern.value.clone());
                    }
                    self.frame(case.post_action.to_string());
                    if let Some(list) = &case.cmd {
                        self.list(list);
                    }
                }
            }
            ast::CompoundCommand::IfClause(c) => {
                self.frame("if");
                self.list(&c.condition);
                self.list(&c.then);
                for clause in c.elses.iter().flatten() {
                    self.frame(if clause.condition.is_some() { "elif" } else { "else" });
                    if let Some(condition) = &clause.condition {
                        self.list(condition);
                    }
                    self.list(&clause.body);
                }
            }
            ast::CompoundCommand::WhileClause(c) | ast::CompoundCommand::UntilClause(c) => {
                let until = matches!(compound, ast::CompoundCommand::UntilClause(_));
                self.frame(if until { "until" } else { "while" });
                self.list(&c.0);
                self.list(&c.1.list);
            }
            ast::CompoundCommand::Coprocess(c) => {
                self.script.odd.push((c.loc.start.line, "coproc".to_owned()));
                self.within(
                    |place| {
                        place.subshell = true;
                        place.sink = Sink::Away;
                    },
                    |walk| walk.command(&c.body, false),
                );
            }
        }
        self.depth -= 1;
    }

    fn redirected(
        &mut self,
        redirects: Option<&ast::RedirectList>,
        line: usize,
        visit: impl FnOnce(&mut Self),
    ) {
        let mut sink = self.place.sink;
        let mut texts = Vec::new();
        for redirect in redirects.iter().flat_map(|list| &list.0) {
            apply(redirect, &mut sink);
            texts.extend(redirect_words(redirect));
        }
        self.captured_in(&texts, line);
        self.within(|place| place.sink = sink, visit);
    }

    fn simple(&mut self, simple: &ast::SimpleCommand) {
        let mut words = Vec::new();
        let mut assignments = Vec::new();
        let mut scanned = Vec::new();
        let mut sink = self.place.sink;
        let mut redirected = None;
        let mut heredoc = None;
        let mut end = 0;
        let prefix = simple.prefix.iter().flat_map(|p| &p.0);
        let suffix = simple.suffix.iter().flat_map(|s| &s.0);
        if let Some(name) = &simple.word_or_name {
            words.push(name.value.clone());
            end = name.loc.as_ref().map_or(0, |span| span.end.index);
        }
        for (item, before) in prefix.map(|i| (i, true)).chain(suffix.map(|i| (i, false))) {
            if let Some(span) = item.location() {
                end = end.max(span.end.index);
            }
            match item {
                ast::CommandPrefixOrSuffixItem::Word(word) => words.push(word.value.clone()),
                ast::CommandPrefixOrSuffixItem::AssignmentWord(_, word) => {
                    if before {
                        assignments.push(word.value.clone())
                    } else {
                        words.push(word.value.clone())
                    }
                }
                ast::CommandPrefixOrSuffixItem::ProcessSubstitution(kind, sub) => {
                    let writes = matches!(kind, ast::ProcessSubstitutionKind::Write);
                    self.process(writes, sub);
                    words.push("<()".to_owned());
                }
                ast::CommandPrefixOrSuffixItem::IoRedirect(redirect) => {
                    if !closes_high(redirect) {
                        self.frame(redirect.to_string());
                    }
                    let former = sink;
                    if apply(redirect, &mut sink) || former != sink {
                        redirected.get_or_insert_with(|| redirect.to_string());
                    }
                    if let ast::IoRedirect::HereDocument(_, doc) = redirect {
                        heredoc = Some((doc.doc.value.clone(), doc.requires_expansion));
                        if doc.requires_expansion {
                            // Quotes mean nothing in a here-document, so they must not hide a substitution in it.
                            scanned.push(doc.doc.value.replace(['\'', '"'], " "));
                        }
                    }
                    if let ast::IoRedirect::File(
                        _,
                        _,
                        ast::IoFileRedirectTarget::ProcessSubstitution(kind, sub),
                    ) = redirect
                    {
                        self.process(matches!(kind, ast::ProcessSubstitutionKind::Write), sub);
                    }
                    scanned.extend(redirect_words(redirect));
                }
            }
        }
        let span = simple.word_or_name.as_ref().and_then(|w| w.loc.as_ref());
        let line = span.or(None).map_or_else(
            || simple.location().map_or(0, |span| span.start.line),
            |span| span.start.line,
        );
        scanned.extend(words.iter().cloned());
        scanned.extend(assignments.iter().cloned());
        let name = words.first().and_then(|w| word::literal(w)).unwrap_or_default();
        let at = span
            .filter(|_| self.source.is_some() && !self.place.captured)
            .map(|span| self.byte(span.start.index));
        let mut place = self.place.clone();
        place.sink = sink;
        let call = Call {
            at,
            end: self.byte(end),
            line,
            name: name.clone(),
            words,
            assignments,
            heredoc,
            redirected,
            place,
        };
        if call.at.is_none() {
            for text in call.words.iter().chain(&call.assignments) {
                self.frame(text.as_str());
            }
        }
        let trapped = (name == "trap").then(|| call.words.get(1).cloned()).flatten();
        self.script.calls.push(call);
        self.captured_in(&scanned, line);
        if let Some(action) = trapped {
            self.trap_action(&action, line);
        }
    }

    /// The code of a trap runs in a child where it is the EXIT trap, and can't be edited where it stands in quotes.
    fn trap_action(&mut self, action: &str, line: usize) {
        let text: String = word::pieces(action)
            .into_iter()
            .map(|piece| match piece {
                word::Piece::Text(text) => text,
                word::Piece::Hole { source, .. } => source,
            })
            .collect();
        self.nested(&text, line, |place| place.subshell = true);
    }

    fn process(&mut self, writes: bool, sub: &ast::SubshellCommand) {
        self.within(
            |place| {
                place.subshell = true;
                place.captured |= !writes;
                place.sink = if writes { Sink::Out } else { Sink::Away };
            },
            |walk| walk.list(&sub.list),
        );
    }

    fn captured_in(&mut self, texts: &[String], line: usize) {
        for code in texts.iter().flat_map(|text| word::substitutions(text)) {
            self.nested(&code, line, |place| {
                place.subshell = true;
                place.captured = true;
                place.sink = Sink::Away;
            });
        }
    }

    fn nested(&mut self, code: &str, line: usize, change: impl FnOnce(&mut Place)) {
        if self.words_only || self.depth > 60 || crate::model::too_deep(code).is_some() {
            return;
        }
        let Ok(program) = crate::model::parse_text(code) else {
            self.script.odd.push((line, "substitution".to_owned()));
            return;
        };
        let source = self.source.take();
        let (calls, jobs, odd) =
            (self.script.calls.len(), self.script.jobs.len(), self.script.odd.len());
        self.depth += 1;
        if source.is_some() {
            std::mem::swap(&mut self.blocks, &mut self.inner_blocks);
        }
        self.within(change, |walk| {
            for list in &program.complete_commands {
                walk.list(list);
            }
        });
        if source.is_some() {
            std::mem::swap(&mut self.blocks, &mut self.inner_blocks);
        }
        self.depth -= 1;
        self.source = source;
        for call in &mut self.script.calls[calls..] {
            call.at = None;
            call.line = line;
        }
        self.script.jobs.truncate(jobs);
        for odd in &mut self.script.odd[odd..] {
            odd.0 = line;
        }
    }
}

fn transparent(command: &ast::Command) -> bool {
    let ast::Command::Simple(simple) = command else { return false };
    let Some(name) = &simple.word_or_name else { return false };
    if !TRANSPARENT.contains(&name.value.as_str()) {
        return false;
    }
    let mut sink = Sink::Out;
    simple.suffix.iter().flat_map(|s| &s.0).all(|item| match item {
        ast::CommandPrefixOrSuffixItem::IoRedirect(redirect) => {
            apply(redirect, &mut sink);
            sink == Sink::Out
        }
        ast::CommandPrefixOrSuffixItem::Word(word) => name.value != "cat" || word.value == "-",
        _ => true,
    })
}
