//! Readers that don't name the script where they read it: through a variable that holds its path or the whole command, in a loop
//! over scripts, in a function whose text is captured, or by a function that runs what it is given and captures that. Tests of
//! scripts are most often written so.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::bats;
use super::built;
use super::json_reader;
use super::loops;
use super::pipeline::{kept_in, stages};
use crate::context::Context;
use crate::model::{Call, Script, Sink};
use crate::parse;
use crate::part::Part;
use crate::source::Source;
use crate::syntax::{Kind, Tree};

/// A parsed shell text, with its captures.
#[derive(Debug)]
pub(super) struct ReaderAnalysis {
    tree: Tree,
    script: Script<'static>,
    context: Context,
    /// The variables of loops over words, with those words.
    loops: Vec<(String, Vec<String>)>,
    /// Names of scripts that are built from parts, with the names or patterns that they stand for.
    built: BTreeMap<String, Vec<String>>,
    /// Functions that run their arguments; and those of them that read the output.
    runners: BTreeSet<String>,
    takers: BTreeSet<String>,
    /// For each call, the index of its program's word; kept because a text is searched for many
    /// names.
    programs: Vec<Option<usize>>,
    /// What reads the output of each call, computed on demand, because it may need a search through the whole
    /// text.
    captures: Vec<OnceCell<Option<By>>>,
    /// Assignments in order: the indices of the call and of the word (those before the command come first).
    assigned: Vec<(usize, usize)>,
}

impl ReaderAnalysis {
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    fn program(&self, index: usize) -> Option<&str> {
        let at = self.programs[index]?;
        Some(self.script.calls[index].words[at].as_str())
    }

    fn captured(&self, text: &str, index: usize) -> Option<By> {
        let find = || captures(text, &self.context, &self.script.calls[index]);
        *self.captures[index].get_or_init(find)
    }

    /// Whether a variable may contain the script at a call. The last assignment before it counts, in its own list or
    /// one around it: each test of a file may assign another script to the same name.
    fn may_hold(
        &self,
        index: usize,
        variable: &str,
        name: &str,
        variables: &BTreeMap<String, String>,
    ) -> bool {
        let place = &self.script.calls[index].place;
        let before = self.assigned.partition_point(|(call, _)| *call < index);
        for (call, word) in self.assigned[..before].iter().rev() {
            let call = &self.script.calls[*call];
            let mut words = call.assignments.iter().chain(&call.words);
            let given = words.nth(*word).and_then(|word| word.split_once('='));
            let Some((_, value)) = given.filter(|(assigned, _)| *assigned == variable) else {
                continue;
            };
            if self.held(value, name, variables).is_some() {
                return true;
            }
            let surrounds = place.block.starts_with(&call.place.block)
                && call.place.function == place.function
                && !call.place.conditional
                && !call.place.captured;
            if surrounds {
                return false;
            }
        }
        true
    }

    /// The end of the script's path in a value: a path, a command, the words of an array.
    fn held(
        &self,
        value: &str,
        name: &str,
        variables: &BTreeMap<String, String>,
    ) -> Option<String> {
        let path = |word: &str| {
            if named(word, name) {
                return Some(tail_of(word, name));
            }
            let written = self.built_as(word, name)?;
            Some(tail_of(&word.replace(written, name), name))
        };
        if let Some(tail) = path(value) {
            return Some(tail);
        }
        let value = value.trim_matches(['(', ')', '"', '\'']);
        value.split_whitespace().find_map(|word| {
            let word = word.trim_matches(['"', '\'']);
            let other = || variable(word).and_then(|other| variables.get(other)).cloned();
            path(word).or_else(other)
        })
    }

    /// How a word builds the name of the script that it ends with.
    fn built_as(&self, word: &str, name: &str) -> Option<&str> {
        let word = word.trim_end_matches(['"', '\'']);
        let ends = |written: &str| {
            word.strip_suffix(written)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '"']))
        };
        let mut all = self.built.iter().filter(|(written, _)| ends(written));
        let stands = |names: &[String]| names.iter().any(|one| loops::matches(one, name));
        all.find(|(_, names)| stands(names)).map(|(written, _)| written.as_str())
    }

    /// The word by which a call runs the script, and whether that word holds the name itself.
    fn runs(
        &self,
        index: usize,
        name: &str,
        variables: &BTreeMap<String, String>,
    ) -> Option<(&str, bool)> {
        let word = self.program(index)?;
        if let Some(v) = variable(word).filter(|v| variables.contains_key(*v)) {
            return self.may_hold(index, v, name, variables).then_some((word, false));
        }
        if self.built_as(word, name).is_some() {
            return Some((word, false));
        }
        named(word, name).then_some((word, true))
    }

    /// Whether the text builds a script's name that may be this one.
    pub(super) fn builds(&self, name: &str) -> bool {
        self.built_names().any(|one| loops::matches(one, name))
    }

    /// The names, or patterns of names, that the text builds.
    pub(super) fn built_names(&self) -> impl Iterator<Item = &str> {
        self.built.values().flatten().map(String::as_str)
    }

    /// Each assigned variable, with its value.
    fn assignments(&self) -> impl Iterator<Item = (&str, &str)> {
        self.assigned.iter().filter_map(|(call, word)| {
            let call = &self.script.calls[*call];
            let words = call.assignments.iter().chain(&call.words);
            words.map(Part::as_str).nth(*word)?.split_once('=')
        })
    }
}

/// Parses a shell text; `None` if it is not shell.
pub(super) fn read(text: &str) -> Option<ReaderAnalysis> {
    let source = Source::new(text.as_bytes());
    let tree = parse::parse(&source).ok()?;
    let script = parse::flat(&source, &tree).apart();
    let context = Context::of(&script);
    let loops: Vec<(String, Vec<String>)> = tree
        .all()
        .filter(|node| matches!(node.kind(), Kind::For | Kind::Select))
        .filter_map(|node| {
            let name = node.of(Kind::Name).next()?;
            let words = node.of(Kind::Word).map(|word| text[word.range()].to_owned()).collect();
            Some((text[name.range()].to_owned(), words))
        })
        .collect();
    let literal = |variable: &str| {
        let mut all = loops.iter().filter(|(name, _)| name == variable).map(|(_, words)| words);
        let words: Vec<String> = all.next()?.iter().map(|w| w.replace(['"', '\''], "")).collect();
        let is_known = |word: &String| !word.contains(['$', '*', '`', '?', '{']);
        (all.next().is_none() && words.iter().all(is_known)).then_some(words)
    };
    let built = built::resolved(text, literal);
    let (runners, mut takers) = runners(text, &script, &context);
    if bats::is_bats(text) || text.contains(&format!("{}()", bats::TEST)) {
        takers.insert(RUN.to_owned());
    }
    let programs = script.calls.iter().map(program).collect();
    let captures = vec![OnceCell::new(); script.calls.len()];
    let mut assigned = Vec::new();
    for (index, call) in script.calls.iter().enumerate() {
        let front = call.assignments.len();
        let declared = call.declares();
        let words = front + 1..front + call.words.len() * usize::from(declared);
        assigned.extend((0..front).chain(words).map(|word| (index, word)));
    }
    Some(ReaderAnalysis {
        tree,
        script,
        context,
        loops,
        built,
        runners,
        takers,
        programs,
        captures,
        assigned,
    })
}

/// Commands that store the text of a command in bats tests.
const RUN: &str = "run";

/// The place where a script that is named elsewhere is read.
pub(super) struct Through {
    /// The line, in the range.
    pub(super) line: usize,
    /// The word that runs the script, and its length; `None` if it can't be marked.
    pub(super) word: Option<(usize, usize)>,
    pub(super) blocking: bool,
    /// Whether the text goes to the stdout of the text that runs the script.
    pub(super) passes_on: bool,
    pub(super) tail: String,
}

impl Through {
    /// The place of a call, whose `word` runs the script.
    fn of(text: &str, call: &Call<'_>, word: &str, tail: String, passes_on: bool) -> Self {
        let word = call.start.and_then(|start| {
            let at = text.get(start..)?.find(word)?;
            Some((start + at, word.len()))
        });
        Self { line: call.line, word, blocking: false, passes_on, tail }
    }
}

/// The places that read scripts called `name` without naming them there.
pub(super) fn uses(text: &str, known: &ReaderAnalysis, name: &str) -> Vec<Through> {
    let variables = holders(known, name);
    let mut found = Vec::new();
    for (index, call) in known.script.calls.iter().enumerate() {
        let passes_on = || {
            let is_out = call.place.sink == Sink::Out && call.redirected.is_none();
            let words: Vec<&str> = call.words.iter().map(Part::as_str).collect();
            let checks = known.programs[index].is_some_and(|at| opens_file(&words, at));
            is_out && !call.place.background && !checks && known.captured(text, index).is_none()
        };
        let runs = known.runs(index, name, &variables);
        if let Some((word, _)) = runs.filter(|_| passes_on()) {
            let tail = known.held(word, name, &variables).unwrap_or_default();
            found.push(Through::of(text, call, word, tail, true));
            continue;
        }
        // A name at the place of the capture was found in the text.
        let own = runs.filter(|(_, is_named)| match known.captured(text, index) {
            Some(By::CallContext) => !is_named,
            Some(By::Function) => true,
            None => false,
        });
        let own = own.map(|(word, _)| word);
        // A function that gets the script runs it, and it or its caller reads the text.
        let takes = known.takers.contains(call.name.as_str())
            || known.runners.contains(call.name.as_str()) && known.captured(text, index).is_some();
        // A name that may be an ordinary word is the program of a function's call, not an argument of
        // it.
        let given: Vec<&str> = call.words.iter().skip(1).map(Part::as_str).collect();
        let program = super::pipeline::program(&given);
        let takes = takes && !program.is_some_and(|at| opens_file(&given, at));
        let counts = |(at, word): &(usize, &Part)| {
            name.contains('.') || word.trim_matches(['"', '\'']) != name || program == Some(*at)
        };
        let holds =
            |word: &Part| variable(word).is_none_or(|v| known.may_hold(index, v, name, &variables));
        let words = call.words.iter().skip(1).enumerate().filter(counts);
        let words = words.filter(|(_, word)| !takes || holds(word));
        let mut words = words.map(|(_, word)| word).filter(|_| takes);
        let (word, tail) = match own {
            Some(word) => (word, known.held(word, name, &variables)),
            None => match words.find_map(|word| known.held(word, name, &variables)) {
                Some(tail) => (call.words[0].as_str(), Some(tail)),
                None => continue,
            },
        };
        if own.is_some() && wants_json(text, call) || own.is_none() && forgotten(text, call) {
            continue;
        }
        let blocking = !(own.is_some() && shown(text, call));
        found.push(Through {
            blocking,
            ..Through::of(text, call, word, tail.unwrap_or_default(), false)
        });
    }
    found
}

/// What reads the output of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    CallContext,
    Function,
}

fn captures(text: &str, context: &Context, call: &Call<'_>) -> Option<By> {
    let away = call.redirected.as_deref();
    if away.is_some_and(|to| to.contains("/dev/null")) {
        return None;
    }
    let file = |to: &str| {
        to.trim_start_matches(|c: char| c.is_ascii_digit() || ">&| ".contains(c)).to_owned()
    };
    let kept = away.is_some_and(|to| kept_in(text, &file(to)));
    let piped = call.place.sink == Sink::Away && away.is_none();
    let by_function = call.place.function.as_deref().is_some_and(|f| context.captured.contains(f));
    if call.place.captured || piped || kept {
        Some(By::CallContext)
    } else {
        by_function.then_some(By::Function)
    }
}

/// The functions that run their arguments (`"$@"`, `eval "$2"`), and those of them that read the output.
fn runners(
    text: &str,
    script: &Script<'_>,
    context: &Context,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let function = |call: &Call<'_>| call.place.function.as_deref().map(str::to_owned);
    // `local cmd="$2"`
    let mut kept: BTreeSet<(String, String)> = BTreeSet::new();
    for call in &script.calls {
        let Some(function) = function(call) else { continue };
        for (variable, value) in
            call.assignments.iter().chain(&call.words).filter_map(|word| word.split_once('='))
        {
            if positional(value.trim_matches(['(', ')'])) {
                kept.insert((function.clone(), variable.to_owned()));
            }
        }
    }
    let mut all = (BTreeSet::new(), BTreeSet::new());
    for call in &script.calls {
        let Some(function) = function(call) else { continue };
        let given = |word: &str| {
            positional(word)
                || variable(word).is_some_and(|v| kept.contains(&(function.clone(), v.to_owned())))
        };
        let runs = match call.name.as_str() {
            "eval" => call.words.iter().any(|word| given(word)),
            // `bash -c "$1"`, but not `stat -c %Y "$1"`.
            _ if gives_shell_text(call) => call.words.iter().any(|word| given(word)),
            _ => program(call).is_some_and(|at| given(&call.words[at])),
        };
        if runs && captures(text, context, call).is_some() {
            all.1.insert(function.clone());
        }
        if runs {
            all.0.insert(function);
        }
    }
    all
}

/// Whether a command only opens the files that it names: `grep -c a x.sh`, `bash -n x.sh`.
fn opens_file(words: &[&str], program: usize) -> bool {
    const TOOLS: &str = "[ awk basename cat chmod cmp cp cut diff dirname file grep head ln ls md5sum mv readlink realpath rg rm sed \
        sha256sum shellcheck shfmt sort stat tail tar test touch wc";
    let name = super::pipeline::program_name(words[program]);
    let is_shell =
        |word: &str| matches!(super::pipeline::program_name(word), "bash" | "sh" | "dash");
    let checks = words[..program].windows(2).any(|pair| is_shell(pair[0]) && pair[1] == "-n");
    checks || TOOLS.split_whitespace().any(|tool| tool == name)
}

/// Does a call give a shell a text to run?
fn gives_shell_text(call: &Call<'_>) -> bool {
    let flag = call.words.iter().position(|word| matches!(word.as_str(), "-c" | "-lc"));
    let shells = ["bash", "sh", "dash", "zsh", "ksh", "ash", "su", "script"];
    let is_shell = |word: &Part<'_>| {
        let name = super::pipeline::program_name(word);
        shells.contains(&name) || name.starts_with('$')
    };
    flag.is_some_and(|flag| call.words[..flag].iter().any(is_shell))
}

/// Whether a word is the function's argument.
fn positional(word: &str) -> bool {
    let bare = word.trim_matches('"');
    let Some(name) = bare.strip_prefix("${").or_else(|| bare.strip_prefix('$')) else {
        return false;
    };
    name.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '@' | '*')) && name != "0"
}

/// The variables with a path of the script or a command that runs it, each with the end of that path.
fn holders(known: &ReaderAnalysis, name: &str) -> BTreeMap<String, String> {
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    // A variable may get the value of another one.
    for _ in 0..3 {
        for (variable, value) in known.assignments() {
            if let Some(tail) = known.held(value, name, &variables) {
                variables.insert(variable.trim_end_matches('+').to_owned(), tail);
            }
        }
        for (variable, words) in &known.loops {
            let tail = |word: &String| {
                known.held(word, name, &variables).or_else(|| loops::tail(word, name))
            };
            if let Some(tail) = words.iter().find_map(tail) {
                variables.insert(variable.clone(), tail);
            }
        }
    }
    variables
}

/// Whether a word ends with the name of the script.
fn named(word: &str, name: &str) -> bool {
    let bare = word.trim_end_matches(['"', '\'', '}']);
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    bare.strip_suffix(name).is_some_and(|rest| {
        // `${1:-x.sh}`: a default is a whole path, too.
        !rest.ends_with(part) || rest.ends_with(":-")
    })
}

fn tail_of(word: &str, name: &str) -> String {
    let word = word.rsplit(":-").next().unwrap_or(word);
    let at = word.rfind(name).unwrap_or(0);
    super::tail(word, at, at + name.len())
}

/// The variable that a word consists of.
fn variable(word: &str) -> Option<&str> {
    let bare = word.trim_matches('"').strip_prefix('$')?;
    let bare = bare.strip_prefix('{').map_or(Some(bare), |rest| rest.strip_suffix('}'))?;
    let bare = bare.strip_suffix("[@]").or_else(|| bare.strip_suffix("[*]")).unwrap_or(bare);
    let plain = bare.chars().all(bash_syntax::is_name_char);
    (plain && !bare.is_empty()).then_some(bare)
}

/// The index of the program's word in a call, after wrappers.
fn program(call: &Call<'_>) -> Option<usize> {
    let words: Vec<&str> = call.words.iter().map(Part::as_str).collect();
    super::pipeline::program(&words)
}

/// Whether bats' `run` stores a text that nothing reads.
fn forgotten(text: &str, call: &Call<'_>) -> bool {
    let function = call.place.function.as_deref();
    call.name == RUN && !bats::output_is_read(text, call.end, function)
}

/// Whether the output of the call is only parsed as JSON.
fn wants_json(text: &str, call: &Call<'_>) -> bool {
    let stages = stages(text, call.end);
    if json_reader::piped(text, &stages) {
        return true;
    }
    if let Some(file) = call.redirected.as_deref() {
        let file = file.trim_start_matches(|c: char| c.is_ascii_digit() || ">&| ".contains(c));
        return json_reader::through_file(text, text, file);
    }
    let passes = call.place.captured && json_reader::all_hand_json_on(text, &stages);
    call.start
        .filter(|_| passes)
        .is_some_and(|at| json_reader::around(text, at) || json_reader::through_variable(text, at))
}

/// Whether the piped text is only shown.
fn shown(text: &str, call: &Call<'_>) -> bool {
    if call.at.is_none() || call.place.captured {
        return false;
    }
    super::shell::shown(&stages(text, call.end))
}
