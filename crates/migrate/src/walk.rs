//! From the nodes of a text to the flat model: one visit, the surroundings passed down.

use std::borrow::Cow;
use std::rc::Rc;

use crate::model::{Call, CallContext, Job, Script, Sink};
use crate::part::Part;
use crate::redirect::{apply, join, target};
use crate::source::Source;
use crate::syntax::{self, At, Kind, flag};
use crate::word;

/// Commands that pass their input on unchanged: what is piped into them still reaches the script's stdout.
const TRANSPARENT: [&str; 3] = ["tee", "cat", "ts"];

/// Code in quotes in code in quotes: nobody writes a tenth of it.
const QUOTED_DEPTH: usize = 60;

/// The visit: the model so far, and where it is.
pub(crate) struct ModelBuilder<'s, 't, 'a> {
    source: &'s Source<'t>,
    /// Takes a part of the source over into the model.
    keep: fn(Cow<'t, str>) -> Part<'a>,
    script: Script<'a>,
    place: CallContext,
    blocks: usize,
    /// The line of the command that holds the substitution or the trap that is visited: nothing in it can be edited.
    holder: Option<usize>,
    /// Nothing is to be edited at all.
    detached: bool,
    /// Texts in texts that were read apart.
    depth: usize,
    /// Where the text that is visited stands in the script: its first byte and line.
    base: (usize, usize),
}

impl<'s, 't> ModelBuilder<'s, 't, 't> {
    /// The visit of a script.
    pub(crate) fn new(source: &'s Source<'t>) -> Self {
        Self::begin(source, Part::from)
    }
}

impl<'s, 't> ModelBuilder<'s, 't, 'static> {
    /// The visit of a part, for its calls alone: they have no positions.
    pub(crate) fn detached(source: &'s Source<'t>) -> Self {
        Self { detached: true, ..Self::begin(source, apart) }
    }
}

impl<'s, 't, 'a> ModelBuilder<'s, 't, 'a> {
    fn begin(source: &'s Source<'t>, keep: fn(Cow<'t, str>) -> Part<'a>) -> Self {
        let place = CallContext {
            sink: Sink::Out,
            joined: false,
            repeats: false,
            subshell: false,
            background: false,
            covered: false,
            captured: false,
            conditional: false,
            tested: false,
            function: None,
            block: Rc::new([]),
        };
        Self {
            source,
            keep,
            script: Script::default(),
            place,
            blocks: 0,
            holder: None,
            detached: false,
            depth: 0,
            base: (0, 1),
        }
    }

    pub(crate) fn finish(self) -> Script<'a> {
        self.script
    }

    fn text(&self, at: At<'_>) -> Part<'a> {
        (self.keep)(self.source.slice(at.range()))
    }

    fn line(&self, at: At<'_>) -> usize {
        self.holder.unwrap_or_else(|| self.line_of(at.start()))
    }

    /// The line of a byte of the text that is visited.
    fn line_of(&self, at: usize) -> usize {
        self.base.1 + self.source.line_of(at) - 1
    }

    fn editable(&self) -> bool {
        !self.detached && self.holder.is_none() && !self.place.captured
    }

    fn within(&mut self, change: impl FnOnce(&mut CallContext), visit: impl FnOnce(&mut Self)) {
        let saved = self.place.clone();
        change(&mut self.place);
        visit(self);
        self.place = saved;
    }

    /// The list of the script itself.
    pub(crate) fn top(&mut self, list: At<'_>) {
        for item in list.of(Kind::Item) {
            self.item(item);
        }
    }

    pub(crate) fn list(&mut self, list: At<'_>) {
        self.nested(|walk| walk.top(list));
    }

    /// A list with one command in it.
    pub(crate) fn one(&mut self, command: At<'_>) {
        self.nested(|walk| walk.command(command, false));
    }

    fn nested(&mut self, visit: impl FnOnce(&mut Self)) {
        self.blocks += 1;
        let block: Rc<[usize]> = self.place.block.iter().copied().chain([self.blocks]).collect();
        let outer = std::mem::replace(&mut self.place.block, block);
        let conditional = std::mem::replace(&mut self.place.conditional, false);
        visit(self);
        self.place.conditional = conditional;
        self.place.block = outer;
    }

    fn item(&mut self, item: At<'_>) {
        let background = item.is(flag::BACKGROUND);
        let saved = (self.place.background, self.place.subshell, self.place.conditional);
        self.place.background |= background;
        self.place.subshell |= background;
        for (index, pipeline) in item.of(Kind::Pipeline).enumerate() {
            self.place.conditional |= index > 0;
            self.pipeline(pipeline, background);
        }
        (self.place.background, self.place.subshell, self.place.conditional) = saved;
    }

    fn pipeline(&mut self, pipeline: At<'_>, background: bool) {
        let commands: Vec<At<'_>> = pipeline.children().collect();
        if let [command] = *commands {
            return self.command(command, background);
        }
        // Whether all that follows a command passes its text on.
        let mut passed_on = vec![true; commands.len()];
        for index in (1..commands.len()).rev() {
            passed_on[index - 1] = passed_on[index] && self.transparent(commands[index]);
        }
        let saved = (self.place.subshell, self.place.sink);
        let mut repeats = false;
        for (command, passed_on) in commands.into_iter().zip(passed_on) {
            self.place.subshell = true;
            self.place.repeats = repeats;
            repeats = passed_on;
            self.place.sink = if passed_on { saved.1 } else { Sink::Away };
            self.command(command, background);
        }
        (self.place.subshell, self.place.sink) = saved;
        self.place.repeats = false;
    }

    fn command(&mut self, command: At<'_>, background: bool) {
        match command.kind() {
            Kind::Simple => self.simple(command),
            Kind::Function => self.function(command),
            Kind::Coprocess => self.within(
                |place| {
                    place.subshell = true;
                    place.sink = Sink::Away;
                },
                |walk| {
                    let command = command.children().find(|child| child.kind() != Kind::Name);
                    command.into_iter().for_each(|command| walk.command(command, false));
                },
            ),
            _ => {
                let covered = background && self.job(command);
                let outer = self.place.covered;
                self.place.covered |= covered;
                self.redirected(command);
                self.place.covered = outer;
            }
        }
    }

    fn function(&mut self, function: At<'_>) {
        let Some(name) = function.of(Kind::Name).next() else { return };
        let line = self.line(name);
        let name = self.text(name);
        self.script.define(&name, line);
        let body = function.children().find(|child| child.kind() != Kind::Name);
        self.within(
            |place| {
                place.function = Some(name.as_str().into());
                place.conditional = false;
                place.tested = false;
                place.sink = Sink::Out;
                place.subshell = false;
                place.background = false;
                place.covered = false;
            },
            |walk| body.into_iter().for_each(|body| walk.redirected(body)),
        );
    }

    /// Notes where a background job can close the caller's stdout. False where it can't.
    fn job(&mut self, compound: At<'_>) -> bool {
        let mut lists = compound.of(Kind::List);
        let list = match compound.kind() {
            Kind::Subshell | Kind::Brace | Kind::While | Kind::Until | Kind::If => lists.next(),
            Kind::For | Kind::ArithmeticFor => lists.last(),
            _ => None,
        };
        let Some(list) = list else { return false };
        if self.editable() {
            let at = list.start();
            self.script.jobs.push(Job { at: self.base.0 + at, line: self.line_of(at) });
        }
        true
    }

    /// A compound command, with its stdout where its redirections send it.
    fn redirected(&mut self, compound: At<'_>) {
        let line = self.line(compound);
        let outer = self.place.sink;
        let mut sink = outer;
        let outer_joined = self.place.joined;
        for redirect in compound.of(Kind::Redirect) {
            apply(redirect, self.source, &mut sink);
            join(redirect, self.source, &mut self.place.joined);
            if let Some(process) = target(redirect).and_then(process) {
                self.process(process);
            }
            self.redirect(redirect, line);
        }
        self.place.sink = sink;
        let subshell = self.place.subshell;
        self.place.subshell |= compound.kind() == Kind::Subshell;
        self.compound(compound, line);
        self.place.subshell = subshell;
        self.place.sink = outer;
        self.place.joined = outer_joined;
    }

    fn compound(&mut self, compound: At<'_>, line: usize) {
        let (mut lists, all) = (0, compound.of(Kind::List).count());
        for child in compound.children() {
            match child.kind() {
                Kind::List => {
                    let outer = self.place.tested;
                    self.place.tested |= is_condition(compound.kind(), lists, all);
                    lists += 1;
                    self.list(child);
                    self.place.tested = outer;
                }
                Kind::Word | Kind::Formula => self.captured(child, line),
                Kind::Arm => {
                    for child in child.children() {
                        match child.kind() {
                            Kind::List => self.list(child),
                            _ => self.captured(child, line),
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn simple(&mut self, simple: At<'_>) {
        let mut words: Vec<Part<'a>> = Vec::new();
        let mut assignments = Vec::new();
        let mut sink = self.place.sink;
        let mut joined = self.place.joined;
        let mut redirected: Option<Part<'a>> = None;
        let mut heredoc = None;
        let mut end = 0;
        let mut name_at: Option<At<'_>> = None;
        let mut second: Option<At<'_>> = None;
        for child in simple.children() {
            match child.kind() {
                Kind::Assign => assignments.push(self.text(child)),
                Kind::Redirect => {
                    join(child, self.source, &mut joined);
                    if apply(child, self.source, &mut sink) {
                        redirected.get_or_insert_with(|| self.text(child));
                    }
                    if let Some(body) = child.body() {
                        heredoc = Some((self.text(body), body.is(flag::EXPANDS)));
                    }
                    if let Some(process) = target(child).and_then(process) {
                        self.process(process);
                    }
                    continue;
                }
                _ => {
                    if words.len() == 1 {
                        second = Some(child);
                    }
                    name_at = name_at.or(Some(child));
                    match process(child) {
                        Some(process) => {
                            self.process(process);
                            words.push("<()".into());
                        }
                        None => words.push(self.text(child)),
                    }
                }
            }
            end = end.max(child.end());
        }
        let line = self.line(name_at.unwrap_or(simple));
        let name = match (name_at, words.first()) {
            (Some(at), Some(word)) if at.flag() == 0 => word.clone(),
            (_, Some(word)) => Cow::from(word::literal(word).unwrap_or_default()).into(),
            _ => Part::default(),
        };
        let at = name_at.filter(|_| self.editable()).map(|at| self.base.0 + at.start());
        if name == "alias" {
            self.script.aliases.extend(words.iter().map(ToString::to_string));
        }
        let trapped = second.filter(|_| name == "trap");
        let mut place = self.place.clone();
        place.sink = sink;
        place.joined = joined;
        self.script.calls.push(Call {
            at,
            start: (self.depth == 0).then(|| simple.start()),
            end: self.base.0 + end,
            line,
            name,
            words,
            assignments,
            heredoc,
            redirected,
            place,
        });
        self.inner(simple, line);
        if let Some(action) = trapped {
            self.trap_action(action, line);
        }
    }

    /// The substitutions of a simple command: in its redirections, its words, its assignments.
    fn inner(&mut self, simple: At<'_>, line: usize) {
        if simple.children().all(|child| child.is_leaf() && child.kind() != Kind::Redirect) {
            return;
        }
        for redirect in simple.of(Kind::Redirect) {
            self.redirect(redirect, line);
        }
        for kind in [Kind::Word, Kind::Assign] {
            for word in simple.of(kind).filter(|word| process(*word).is_none()) {
                self.captured(word, line);
            }
        }
    }

    /// The substitutions in a redirection; one that is a process substitution alone is visited where the command is.
    fn redirect(&mut self, redirect: At<'_>, line: usize) {
        if let Some(body) = redirect.body() {
            self.captured(body, line);
        }
        if let Some(word) = target(redirect).filter(|word| process(*word).is_none()) {
            self.captured(word, line);
        }
    }

    /// The code of a trap runs in a child where it is the EXIT trap. Only what stands in single quotes can be edited.
    fn trap_action(&mut self, action: At<'_>, line: usize) {
        let text = self.source.slice(action.range());
        let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        if let Some(code) = inner.filter(|code| !code.contains('\'') && self.holder.is_none()) {
            let start = action.start() + 1;
            let base = (self.base.0 + start, self.line_of(start));
            self.script.quoted.push(base.0..base.0 + code.len());
            return self.read_within(code, None, base, |place| place.subshell = true);
        }
        let text = word::shown(&text);
        self.read_apart(&text, line, |place| place.subshell = true);
    }

    fn process(&mut self, process: At<'_>) {
        let writes = process.is(flag::WRITES);
        self.within(
            |place| {
                place.subshell = true;
                place.captured |= !writes;
                place.sink = if writes { Sink::Out } else { Sink::Away };
            },
            |walk| process.of(Kind::List).for_each(|list| walk.list(list)),
        );
    }

    /// The substitutions in a word or an expression, however deep.
    fn captured(&mut self, word: At<'_>, line: usize) {
        for child in word.children() {
            match child.kind() {
                Kind::Command | Kind::Backtick | Kind::Process => self.substitution(child, line),
                _ => self.captured(child, line),
            }
        }
    }

    fn substitution(&mut self, substitution: At<'_>, line: usize) {
        let change = |place: &mut CallContext| {
            place.subshell = true;
            place.captured = true;
            place.sink = Sink::Away;
        };
        if substitution.kind() == Kind::Backtick && substitution.is(flag::ESCAPED) {
            let text = self.text(substitution);
            let code = word::backticks(&text, substitution.is(flag::IN_QUOTES));
            return self.read_apart(&code, line, change);
        }
        let outer = self.holder.replace(line);
        self.within(change, |walk| {
            substitution.of(Kind::List).for_each(|list| walk.list(list));
        });
        self.holder = outer;
    }

    /// Code that stands in the text in quotes. What is none is for bash to say when it gets there.
    fn read_apart(&mut self, code: &str, line: usize, change: impl FnOnce(&mut CallContext)) {
        self.read_within(code, Some(line), (0, 1), change);
    }

    fn read_within(
        &mut self,
        code: &str,
        holder: Option<usize>,
        base: (usize, usize),
        change: impl FnOnce(&mut CallContext),
    ) {
        if self.depth >= QUOTED_DEPTH {
            return;
        }
        let source = Source::new(code.as_bytes());
        let Ok(tree) = syntax::parse(source.bytes()) else { return };
        let mut walk = ModelBuilder {
            source: &source,
            keep: apart,
            script: std::mem::take(&mut self.script),
            place: self.place.clone(),
            blocks: self.blocks,
            holder,
            detached: self.detached,
            depth: self.depth + 1,
            base,
        };
        walk.within(change, |walk| walk.list(tree.root()));
        self.blocks = walk.blocks;
        self.script = walk.script;
    }

    /// Does a command pass on what it reads?
    fn transparent(&self, command: At<'_>) -> bool {
        let mut words = command.of(Kind::Word);
        let Some(name) = words.next().filter(|_| command.kind() == Kind::Simple) else {
            return false;
        };
        let name = self.source.slice(name.range());
        let mut sink = Sink::Out;
        TRANSPARENT.contains(&&*name)
            && (name != "cat" || words.all(|word| self.source.slice(word.range()) == "-"))
            && command.of(Kind::Redirect).all(|redirect| {
                apply(redirect, self.source, &mut sink);
                sink == Sink::Out
            })
    }
}

/// Which of its lists a compound command goes by: `if` has a condition in front of each branch but `else`.
fn is_condition(compound: Kind, index: usize, lists: usize) -> bool {
    match compound {
        Kind::If => index.is_multiple_of(2) && index + 1 < lists,
        Kind::While | Kind::Until => index == 0,
        _ => false,
    }
}

/// Takes a part over of a text that does not stand in the script.
fn apart<'a>(text: Cow<'_, str>) -> Part<'a> {
    Part::from(text).apart()
}

/// The process substitution that a word is, if it is nothing else.
fn process(word: At<'_>) -> Option<At<'_>> {
    word.of(Kind::Process).next().filter(|process| process.range() == word.range())
}
