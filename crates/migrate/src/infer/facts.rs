//! What the flat model of calls leaves out and a contract needs: `case` with its arms, tests that end the script, loops over
//! the arguments.

use std::collections::BTreeSet;

use brush_parser::ast;

use crate::infer::condition::{self, Claim};
use crate::model::{Call, Script};
use crate::source::Source;
use crate::walk::Walk;
use crate::word;

/// One arm of a `case`.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) line: usize,
    /// The patterns without their quotes.
    pub(crate) patterns: Vec<String>,
    /// The calls of its body; they have no positions.
    pub(crate) calls: Vec<Call>,
    /// The body as text.
    pub(crate) text: String,
    /// Ends the script with a code other than 0.
    pub(crate) fails: bool,
}

/// A `case`.
#[derive(Debug)]
pub(crate) struct Case {
    /// What it asks for, as written.
    pub(crate) subject: String,
    pub(crate) line: usize,
    pub(crate) last: usize,
    /// The lines of the loop around it.
    pub(crate) looped: Option<(usize, usize)>,
    pub(crate) function: Option<String>,
    pub(crate) arms: Vec<Arm>,
}

/// A loop over words.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) variable: String,
    /// The words; `"$@"` where none are written.
    pub(crate) words: Vec<String>,
    pub(crate) line: usize,
    pub(crate) function: Option<String>,
}

/// The facts of a script.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) cases: Vec<Case>,
    pub(crate) loops: Vec<Loop>,
    /// What makes the script end with a failure, and the line of the test.
    pub(crate) claims: Vec<(Claim, usize, Option<String>)>,
    /// Functions that get the script's own arguments.
    pub(crate) entries: BTreeSet<String>,
    /// Functions that end the script with a failure.
    pub(crate) deadly: BTreeSet<String>,
}

impl Facts {
    pub(crate) fn of(program: &ast::Program, script: &Script, source: &Source<'_>) -> Self {
        let mut facts =
            Self { entries: entries(script), deadly: deadly(script), ..Self::default() };
        let mut visit = Visit { facts: &mut facts, source, function: None, looped: None, depth: 0 };
        for list in &program.complete_commands {
            visit.list(list);
        }
        facts
    }

    /// Are `$1`, `$2` … there the script's own arguments?
    pub(crate) fn own_arguments(&self, function: Option<&str>) -> bool {
        function.is_none_or(|f| self.entries.contains(f))
    }
}

/// Functions that are called with `"$@"` where that is what the script was given.
fn entries(script: &Script) -> BTreeSet<String> {
    let mut entries: BTreeSet<String> = BTreeSet::new();
    loop {
        let before = entries.len();
        for call in script.calls.iter().filter(|c| script.functions.contains_key(&c.name)) {
            let passes = matches!(call.words.get(1..), Some([all]) if all == "\"$@\"" || all == "$@" || all == "\"${@}\"");
            if passes && call.place.function.as_ref().is_none_or(|f| entries.contains(f)) {
                entries.insert(call.name.clone());
            }
        }
        if entries.len() == before {
            return entries;
        }
    }
}

/// Functions with an `exit` that is no success, transitively.
fn deadly(script: &Script) -> BTreeSet<String> {
    let mut deadly: BTreeSet<String> = BTreeSet::new();
    loop {
        let before = deadly.len();
        for call in script.calls.iter().filter(|c| !c.place.captured && c.place.block.len() <= 1) {
            if let Some(function) = call.place.function.as_ref().filter(|_| ends(call, &deadly)) {
                deadly.insert(function.clone());
            }
        }
        if deadly.len() == before {
            return deadly;
        }
    }
}

/// Does the call end the script with a code that may not be 0?
fn ends(call: &Call, deadly: &BTreeSet<String>) -> bool {
    match call.name.as_str() {
        "exit" => call.words.get(1).and_then(|w| word::literal(w)).as_deref() != Some("0"),
        name => deadly.contains(name) && call.words.get(1).map(String::as_str) != Some("0"),
    }
}

struct Visit<'a> {
    facts: &'a mut Facts,
    source: &'a Source<'a>,
    function: Option<String>,
    looped: Option<(usize, usize)>,
    depth: usize,
}

impl Visit<'_> {
    fn list(&mut self, list: &ast::CompoundList) {
        self.depth += 1;
        if self.depth < 100 {
            for ast::CompoundListItem(and_or, _) in &list.0 {
                self.and_or(and_or);
            }
        }
        self.depth -= 1;
    }

    fn and_or(&mut self, list: &ast::AndOrList) {
        let mut pipelines = vec![&list.first];
        let mut joins = Vec::new();
        for next in &list.additional {
            let (or, pipeline) = match next {
                ast::AndOr::And(p) => (false, p),
                ast::AndOr::Or(p) => (true, p),
            };
            joins.push(or);
            pipelines.push(pipeline);
        }
        for pipeline in &pipelines {
            for command in &pipeline.seq {
                self.command(command);
            }
        }
        // `test && fail` and `test || fail`: all before the last is the condition.
        let Some((last, tests)) = pipelines.split_last().filter(|(_, tests)| !tests.is_empty())
        else {
            return;
        };
        let or = joins.last().copied().unwrap_or(false);
        let calls: Vec<Call> = last.seq.iter().flat_map(calls_of_command).collect();
        if self.fails(&calls) {
            let line = place(tests[0]);
            self.claim(tests, &joins, !or, line);
        }
    }

    fn claim(&mut self, tests: &[&ast::Pipeline], joins: &[bool], when: bool, line: usize) {
        let function = self.function.clone();
        let claims = condition::claims(tests, joins, when);
        self.facts.claims.extend(claims.into_iter().map(|c| (c, line, function.clone())));
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

    fn command(&mut self, command: &ast::Command) {
        match command {
            ast::Command::Simple(_) | ast::Command::ExtendedTest(..) => {}
            ast::Command::Compound(compound, _) => self.compound(compound),
            ast::Command::Function(function) => {
                let saved = self.function.replace(function.fname.value.clone());
                let looped = self.looped.take();
                self.compound(&function.body.0);
                self.function = saved;
                self.looped = looped;
            }
        }
    }

    fn compound(&mut self, compound: &ast::CompoundCommand) {
        match compound {
            ast::CompoundCommand::Arithmetic(_) => {}
            ast::CompoundCommand::BraceGroup(c) => self.list(&c.list),
            ast::CompoundCommand::Subshell(c) => self.list(&c.list),
            ast::CompoundCommand::ArithmeticForClause(c) => self.list(&c.body.list),
            ast::CompoundCommand::Coprocess(c) => self.command(&c.body),
            ast::CompoundCommand::ForClause(c) => {
                let words = c.values.as_ref().map_or_else(
                    || vec!["\"$@\"".to_owned()],
                    |values| values.iter().map(|w| w.value.clone()).collect(),
                );
                self.facts.loops.push(Loop {
                    variable: c.variable_name.clone(),
                    words,
                    line: c.loc.start.line,
                    function: self.function.clone(),
                });
                self.within_loop((c.loc.start.line, c.body.loc.end.line), &c.body.list);
            }
            ast::CompoundCommand::WhileClause(c) | ast::CompoundCommand::UntilClause(c) => {
                self.list(&c.0);
                self.within_loop((c.2.start.line, c.2.end.line.max(c.1.loc.end.line)), &c.1.list);
            }
            ast::CompoundCommand::IfClause(c) => self.branches(c),
            ast::CompoundCommand::CaseClause(c) => self.case(c),
        }
    }

    fn within_loop(&mut self, lines: (usize, usize), list: &ast::CompoundList) {
        let saved = self.looped.replace(self.looped.unwrap_or(lines));
        self.list(list);
        self.looped = saved;
    }

    fn branches(&mut self, clause: &ast::IfClauseCommand) {
        self.guard(&clause.condition, &clause.then, clause.loc.start.line);
        self.list(&clause.condition);
        self.list(&clause.then);
        for other in clause.elses.iter().flatten() {
            if let Some(condition) = &other.condition {
                self.guard(condition, &other.body, clause.loc.start.line);
                self.list(condition);
            }
            self.list(&other.body);
        }
    }

    fn guard(&mut self, condition: &ast::CompoundList, then: &ast::CompoundList, line: usize) {
        let direct: Vec<Call> = calls_of(then);
        // What ends the script in a deeper branch asks for more than this condition.
        let own: Vec<Call> = direct.into_iter().filter(|c| c.place.block.len() <= 1).collect();
        if !self.fails(&own) {
            return;
        }
        let Some(ast::CompoundListItem(list, _)) = condition.0.last() else { return };
        let mut tests = vec![&list.first];
        let mut joins = Vec::new();
        for next in &list.additional {
            match next {
                ast::AndOr::And(p) => {
                    joins.push(false);
                    tests.push(p);
                }
                ast::AndOr::Or(p) => {
                    joins.push(true);
                    tests.push(p);
                }
            }
        }
        let line = Some(place(tests[0])).filter(|l| *l > 0).unwrap_or(line);
        self.claim(&tests, &joins, true, line);
    }

    fn case(&mut self, clause: &ast::CaseClauseCommand) {
        let mut at = clause.loc.start.line;
        let mut arms = Vec::new();
        for item in &clause.cases {
            let patterns: Vec<String> = item
                .patterns
                .iter()
                .map(|w| w.value.trim_matches(['"', '\'']).to_owned())
                .collect();
            at = self.line_of(item, at);
            let calls = item.cmd.as_ref().map(calls_of).unwrap_or_default();
            let own: Vec<Call> =
                calls.iter().filter(|c| c.place.block.len() <= 1).cloned().collect();
            arms.push(Arm {
                line: at,
                patterns,
                text: item.cmd.as_ref().map(ToString::to_string).unwrap_or_default(),
                fails: self.fails(&own),
                calls,
            });
            if let Some(list) = &item.cmd {
                self.list(list);
            }
        }
        self.facts.cases.push(Case {
            subject: clause.value.value.clone(),
            line: clause.loc.start.line,
            last: clause.loc.end.line,
            looped: self.looped,
            function: self.function.clone(),
            arms,
        });
    }

    /// The line of an arm: the parser gives words of patterns no place.
    fn line_of(&self, item: &ast::CaseItem, from: usize) -> usize {
        if let Some(loc) = &item.loc {
            return loc.start.line;
        }
        let Some(first) = item.patterns.first() else { return from };
        (from..from + 400)
            .find(|line| {
                let text = String::from_utf8_lossy(self.source.line(*line)).into_owned();
                text.contains(&first.value) && text.contains(')')
            })
            .unwrap_or(from)
    }
}

/// The calls of a list, without positions.
pub(crate) fn calls_of(list: &ast::CompoundList) -> Vec<Call> {
    let mut walk = Walk::new(None);
    walk.list(list);
    walk.finish().calls
}

fn calls_of_command(command: &ast::Command) -> Vec<Call> {
    let item = ast::CompoundListItem(
        ast::AndOrList {
            first: ast::Pipeline { timed: None, bang: false, seq: vec![command.clone()] },
            additional: Vec::new(),
        },
        ast::SeparatorOperator::Sequence,
    );
    calls_of(&ast::CompoundList(vec![item]))
}

fn place(pipeline: &ast::Pipeline) -> usize {
    use ast::SourceLocation as _;
    pipeline.location().map_or(0, |span| span.start.line)
}
