//! What the flat model of calls omits and a contract needs: `case` with its branches, tests that end the script, loops
//! over the arguments.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::infer::condition::{self, Claim};
use crate::model::{Call, Script};
use crate::part::Part;
use crate::source::Source;
use crate::syntax::{At, Kind, Tree, flag};
use crate::walk::ModelBuilder;
use crate::word;

/// One branch of a `case`.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) line: usize,
    /// The patterns without quotes.
    pub(crate) patterns: Vec<String>,
    /// The calls of its body; they have no offsets.
    pub(crate) calls: Vec<Call<'static>>,
    /// The body as text.
    pub(crate) text: String,
    /// Whether it ends the script with a code other than 0.
    pub(crate) fails: bool,
}

/// A `case`.
#[derive(Debug)]
pub(crate) struct Case {
    /// The tested expression, as written.
    pub(crate) subject: String,
    pub(crate) line: usize,
    pub(crate) last: usize,
    /// The lines of the loop around it.
    pub(crate) looped: Option<(usize, usize)>,
    pub(crate) function: Option<String>,
    pub(crate) arms: Vec<Arm>,
    /// Whether it has branches for options; computed once.
    pub(crate) is_parser: OnceCell<bool>,
}

/// A loop over words.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) variable: String,
    /// The words; `"$@"` if there are none.
    pub(crate) words: Vec<String>,
    pub(crate) line: usize,
    pub(crate) function: Option<String>,
}

/// A test that ends the script.
#[derive(Debug)]
pub(crate) struct EndingTest {
    pub(crate) claim: Claim,
    pub(crate) line: usize,
    pub(crate) function: Option<String>,
    /// Whether it is in a branch or a loop, so that the script may not reach it.
    pub(crate) in_branch: bool,
}

/// The facts of a script.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) cases: Vec<Case>,
    pub(crate) loops: Vec<Loop>,
    /// What ends the script with a failure.
    pub(crate) claims: Vec<EndingTest>,
    /// Functions that get the script's own arguments.
    pub(crate) entries: BTreeSet<String>,
    /// Functions that end the script with a failure.
    pub(crate) deadly: BTreeSet<String>,
    /// The first line of `set -u` that always runs, and of a test of the number of arguments; computed once.
    pub(crate) strict_and_counted: OnceCell<(Option<usize>, Option<usize>)>,
}

impl Facts {
    pub(crate) fn of(tree: &Tree, script: &Script, source: &Source<'_>) -> Self {
        let mut facts =
            Self { entries: entries(script), deadly: deadly(script), ..Self::default() };
        let mut visit =
            Visit { facts: &mut facts, source, function: None, looped: None, branches: 0 };
        visit.list(tree.root());
        facts
    }

    /// Whether `$1`, `$2` … are the script's own arguments there.
    pub(crate) fn own_arguments(&self, function: Option<&str>) -> bool {
        function.is_none_or(|f| self.entries.contains(f))
    }
}

/// Functions that are called with `"$@"` of the script's own arguments.
fn entries(script: &Script) -> BTreeSet<String> {
    let mut entries: BTreeSet<String> = BTreeSet::new();
    loop {
        let before = entries.len();
        for call in script.calls.iter().filter(|c| script.defines(&c.name)) {
            let passes = matches!(call.words.get(1..), Some([all]) if all == "\"$@\"" || all == "$@" || all == "\"${@}\"");
            if passes
                && call.place.function.as_deref().is_none_or(|f| entries.contains(f))
                && !is_shifted(script, call)
            {
                entries.insert(call.name.to_string());
            }
        }
        if entries.len() == before {
            return entries;
        }
    }
}

/// Whether a `shift` stands before a call in its own block, so that it hands on what is left: `create) shift; create "$@"`.
fn is_shifted(script: &Script, call: &Call) -> bool {
    let block = &call.place.block;
    script.calls.iter().any(|shift| {
        shift.name == "shift"
            && shift.line <= call.line
            && shift.place.function == call.place.function
            && shift.place.block == *block
            && shift.at < call.at
    })
}

/// Functions with a failing `exit`, transitively.
fn deadly(script: &Script) -> BTreeSet<String> {
    let mut deadly: BTreeSet<String> = BTreeSet::new();
    loop {
        let before = deadly.len();
        for call in script.calls.iter().filter(|c| !c.place.captured && c.place.block.len() <= 1) {
            if let Some(function) = call.place.function.as_ref().filter(|_| ends(call, &deadly)) {
                deadly.insert(function.to_string());
            }
        }
        if deadly.len() == before {
            return deadly;
        }
    }
}

/// Whether the call ends the script with a code that may not be 0.
fn ends(call: &Call, deadly: &BTreeSet<String>) -> bool {
    match call.name.as_str() {
        "exit" => call.words.get(1).and_then(|w| word::literal(w)).as_deref() != Some("0"),
        name => deadly.contains(name) && call.words.get(1).map(Part::as_str) != Some("0"),
    }
}

struct Visit<'a> {
    facts: &'a mut Facts,
    source: &'a Source<'a>,
    function: Option<String>,
    looped: Option<(usize, usize)>,
    /// The branches and loops around, inside of the function.
    branches: usize,
}

impl Visit<'_> {
    /// A list that the script may not reach.
    fn branch(&mut self, list: At<'_>) {
        self.branches += 1;
        self.list(list);
        self.branches -= 1;
    }

    fn list(&mut self, list: At<'_>) {
        for item in list.of(Kind::Item) {
            self.item(item);
        }
    }

    fn item(&mut self, item: At<'_>) {
        let (pipelines, joins) = joined(item);
        for pipeline in &pipelines {
            for command in pipeline.children() {
                self.command(command);
            }
        }
        // `test && fail` and `test || fail`: everything before the last part is the condition.
        let Some((last, tests)) = pipelines.split_last().filter(|(_, tests)| !tests.is_empty())
        else {
            return;
        };
        let or = joins.last().copied().unwrap_or(false);
        let calls: Vec<Call<'_>> =
            last.children().flat_map(|c| self.calls(|walk| walk.one(c))).collect();
        if self.fails(&calls) {
            self.claim(tests, &joins, !or);
        }
    }

    /// The calls of a part, without offsets.
    fn calls(&self, visit: impl FnOnce(&mut ModelBuilder<'_, '_, 'static>)) -> Vec<Call<'static>> {
        let mut walk = ModelBuilder::detached(self.source);
        visit(&mut walk);
        walk.finish().calls
    }

    fn claim(&mut self, tests: &[At<'_>], joins: &[bool], when: bool) {
        let line = tests.first().map_or(1, |test| self.source.line_of(test.start()));
        let function = self.function.clone();
        let claims = condition::claims(tests, joins, when, self.source);
        let in_branch = self.branches > 0;
        self.facts.claims.extend(claims.into_iter().map(|claim| EndingTest {
            claim,
            line,
            function: function.clone(),
            in_branch,
        }));
    }

    fn fails(&self, calls: &[Call]) -> bool {
        let returns = |c: &Call| {
            c.name == "return"
                && self.facts.own_arguments(self.function.as_deref())
                && self.function.is_some()
                && c.words.get(1).is_some_and(|w| w != "0")
        };
        calls.iter().any(|c| !c.place.captured && (ends(c, &self.facts.deadly) || returns(c)))
    }

    fn text(&self, at: At<'_>) -> String {
        self.source.slice(at.range()).into_owned()
    }

    /// The lines of a node.
    fn lines(&self, at: At<'_>) -> (usize, usize) {
        (self.source.line_of(at.start()), self.source.line_of(at.end().saturating_sub(1)))
    }

    fn command(&mut self, command: At<'_>) {
        match command.kind() {
            Kind::Function => {
                let name = command.of(Kind::Name).next().map(|name| self.text(name));
                let saved = std::mem::replace(&mut self.function, name);
                let looped = self.looped.take();
                let branches = std::mem::take(&mut self.branches);
                command.children().for_each(|body| self.command(body));
                self.function = saved;
                self.looped = looped;
                self.branches = branches;
            }
            Kind::For => {
                let words = if command.is(flag::WORDS) {
                    command.of(Kind::Word).map(|word| self.text(word)).collect()
                } else {
                    vec!["\"$@\"".to_owned()]
                };
                let variable = command.of(Kind::Name).next();
                self.facts.loops.push(Loop {
                    variable: variable.map_or_else(String::new, |name| self.text(name)),
                    words,
                    line: self.lines(command).0,
                    function: self.function.clone(),
                });
                self.within_loop(command, command.of(Kind::List).next());
            }
            Kind::While | Kind::Until => {
                let mut lists = command.of(Kind::List);
                lists.next().into_iter().for_each(|condition| self.list(condition));
                self.within_loop(command, lists.next());
            }
            Kind::If => self.branches(command),
            Kind::Case => self.case(command),
            Kind::Coprocess => command.children().for_each(|body| self.command(body)),
            _ => command.of(Kind::List).for_each(|list| self.list(list)),
        }
    }

    fn within_loop(&mut self, whole: At<'_>, list: Option<At<'_>>) {
        let saved = self.looped;
        self.looped = saved.or(Some(self.lines(whole)));
        list.into_iter().for_each(|list| self.branch(list));
        self.looped = saved;
    }

    fn branches(&mut self, clause: At<'_>) {
        let mut condition = None;
        for list in clause.of(Kind::List) {
            if list.is(flag::THEN) {
                condition.take().into_iter().for_each(|condition| self.guard(condition, list));
            } else if !list.is(flag::ELSE) {
                condition = Some(list);
            }
        }
        for list in clause.of(Kind::List) {
            // The first condition is always reached.
            match list.is(flag::THEN) || list.is(flag::ELSE) {
                true => self.branch(list),
                false => self.list(list),
            }
        }
    }

    fn guard(&mut self, condition: At<'_>, then: At<'_>) {
        // An exit in a deeper branch depends on more than this condition.
        let mut own = self.calls(|walk| walk.list(then));
        own.retain(|call| call.place.block.len() <= 1);
        if !self.fails(&own) {
            return;
        }
        let Some(item) = condition.of(Kind::Item).last() else { return };
        let (tests, joins) = joined(item);
        self.claim(&tests, &joins, true);
    }

    fn case(&mut self, clause: At<'_>) {
        let mut arms = Vec::new();
        for arm in clause.of(Kind::Arm) {
            let pattern = |word| self.text(word).trim_matches(['"', '\'']).to_owned();
            let body = arm.of(Kind::List).next();
            let calls = body.map_or_else(Vec::new, |list| self.calls(|walk| walk.list(list)));
            let own: Vec<Call<'_>> =
                calls.iter().filter(|c| c.place.block.len() <= 1).cloned().collect();
            arms.push(Arm {
                line: self.lines(arm).0,
                patterns: arm.of(Kind::Word).map(pattern).collect(),
                text: body.map_or_else(String::new, |list| self.text(list)),
                fails: self.fails(&own),
                calls,
            });
            body.into_iter().for_each(|list| self.branch(list));
        }
        let subject = clause.of(Kind::Word).next();
        let (line, last) = self.lines(clause);
        self.facts.cases.push(Case {
            subject: subject.map_or_else(String::new, |word| self.text(word)),
            line,
            last,
            looped: self.looped,
            function: self.function.clone(),
            arms,
            is_parser: OnceCell::new(),
        });
    }
}

/// The pipelines of a list item, and whether each but the first is joined by `||`.
fn joined(item: At<'_>) -> (Vec<At<'_>>, Vec<bool>) {
    let pipelines: Vec<At<'_>> = item.of(Kind::Pipeline).collect();
    let joins = pipelines.iter().skip(1).map(|pipeline| pipeline.is(flag::OR)).collect();
    (pipelines, joins)
}
