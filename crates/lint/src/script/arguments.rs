//! The arguments of a script with a single `argparse` parser, and its result for the words of a command.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, ExprCall, Number, Stmt};

/// The number of words of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    Exactly(usize),
    /// `?`
    AtMostOne,
    /// `*`
    Any,
    /// `+`
    AtLeastOne,
}

/// One `add_argument`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Argument {
    /// `--format`, `-f`; for a positional argument, its name.
    names: Vec<String>,
    count: Count,
    is_required: bool,
    /// The accepted values; empty if they are not limited, or not known.
    choices: Vec<String>,
}

impl Argument {
    fn is_option(&self) -> bool {
        self.names.iter().all(|name| name.starts_with('-'))
    }

    /// Its name in messages.
    fn name(&self) -> &str {
        let long = self.names.iter().find(|name| name.starts_with("--"));
        long.or(self.names.first()).map_or("", String::as_str)
    }
}

/// All arguments of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    all: Vec<Argument>,
}

/// The parser's result for a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It accepts the command, or this is not certain.
    Accepted,
    /// Required arguments, by name.
    Missing(Vec<String>),
    /// The index of a word, its argument, and the argument's values.
    Refused {
        /// The index of the value.
        word: usize,
        /// The argument.
        name: String,
        /// The accepted values.
        choices: Vec<String>,
    },
    /// More positional words than the script takes.
    Surplus {
        /// The index of the first surplus word.
        word: usize,
        /// The number of words that it takes.
        most: usize,
    },
}

impl Arguments {
    /// The arguments of `add_argument` calls; `None` if one of them is not readable.
    pub(super) fn read(suite: &[Stmt]) -> Option<Arguments> {
        let mut calls = Calls { found: Some(Vec::new()) };
        for statement in suite {
            calls.visit_stmt(statement);
        }
        Some(Arguments { all: calls.found? })
    }

    /// The arguments of a script that counts them: `least` of them, or more.
    pub(super) fn counted(least: usize, takes_more: bool) -> Arguments {
        const PLACES: [&str; 9] =
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
        let place = |place: &&str| Argument {
            names: vec![format!("its {place} argument")],
            count: Count::Exactly(1),
            is_required: true,
            choices: Vec::new(),
        };
        let mut all: Vec<Argument> = PLACES.iter().take(least).map(place).collect();
        if takes_more {
            let names = vec!["more arguments".to_owned()];
            all.push(Argument {
                names,
                count: Count::Any,
                is_required: false,
                choices: Vec::new(),
            });
        }
        Arguments { all }
    }

    /// The first required argument, by its first name.
    pub(super) fn first_required(&self) -> Option<String> {
        let required = self.all.iter().find(|argument| argument.is_required)?;
        required.names.first().cloned()
    }

    /// Checks the words after the script's name. With words that may stand for any number of words, missing arguments
    /// are uncertain; only literal values are checked.
    pub(crate) fn judge(&self, words: &[&str]) -> Judgement {
        let mut given: Vec<&Argument> = Vec::new();
        let mut positional: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            at += 1;
            if is_open(word) || matches!(word, "-h" | "--help" | "--version") {
                return Judgement::Accepted;
            }
            if !is_option(word) {
                positional.push(at - 1);
                continue;
            }
            let (name, value) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
            let Some(argument) = self.option(name) else { return Judgement::Accepted };
            given.push(argument);
            let first = at;
            let most = match argument.count {
                _ if value.is_some() => 0,
                Count::Exactly(count) => count,
                Count::AtMostOne => 1,
                Count::Any | Count::AtLeastOne => words.len(),
            };
            while at < words.len() && at - first < most && !is_option(words[at]) {
                at += 1;
            }
            let values = value.map(|value| (first - 1, value)).into_iter();
            for (word, value) in values.chain((first..at).map(|word| (word, words[word]))) {
                if is_open(value) {
                    return Judgement::Accepted;
                }
                if let Some(refused) = refuses(argument, word, value) {
                    return refused;
                }
            }
        }
        self.positional(words, &positional, &given)
    }

    /// Checks the positional words, which go to the arguments in order, and finds missing ones.
    fn positional(&self, words: &[&str], at: &[usize], given: &[&Argument]) -> Judgement {
        let arguments: Vec<&Argument> = self.all.iter().filter(|one| !one.is_option()).collect();
        // After an argument with a variable number of words, the assignment depends on the rest.
        let fixed = arguments.iter().take_while(|one| one.count == Count::Exactly(1));
        for (argument, word) in fixed.zip(at) {
            if let Some(refused) = refuses(argument, *word, words[*word]) {
                return refused;
            }
        }
        let mut left = at.len();
        let mut missing = Vec::new();
        for argument in &self.all {
            let lacks = if argument.is_option() {
                argument.is_required && !given.contains(&argument)
            } else {
                let least = match argument.count {
                    Count::Exactly(count) => count,
                    Count::AtLeastOne => 1,
                    Count::AtMostOne | Count::Any => 0,
                };
                let lacks = left < least;
                left = left.saturating_sub(least);
                lacks
            };
            if lacks {
                missing.push(argument.name().to_owned());
            }
        }
        if !missing.is_empty() {
            return Judgement::Missing(missing);
        }
        let most = |argument: &&Argument| match argument.count {
            Count::Exactly(count) => Some(count),
            Count::AtMostOne => Some(1),
            Count::Any | Count::AtLeastOne => None,
        };
        let most: Option<usize> = arguments.iter().map(most).sum();
        match most.and_then(|most| Some((most, *at.get(most)?))) {
            Some((most, word)) => Judgement::Surplus { word, most },
            None => Judgement::Accepted,
        }
    }

    /// The option with a name, or the only one with that prefix.
    fn option(&self, name: &str) -> Option<&Argument> {
        let mut options = self.all.iter().filter(|one| one.is_option());
        if let Some(exact) = options.clone().find(|one| one.names.iter().any(|own| own == name)) {
            return Some(exact);
        }
        let begins = |one: &&Argument| one.names.iter().any(|own| own.starts_with(name));
        let first = options.find(begins).filter(|_| name.starts_with("--"))?;
        options.find(begins).is_none().then_some(first)
    }
}

fn is_option(word: &str) -> bool {
    word.strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(|c: char| c == '-' || c.is_ascii_alphabetic()))
}

/// Whether a word may stand for no or several words: `[options]`, `$ARGS`, `"$@"`, `...`, `*.md`, half of `<input
/// file>`.
fn is_open(word: &str) -> bool {
    let half = word.contains('<') != word.contains('>');
    let is_arrow = matches!(word, "->" | "=>" | "-" | "--") || word.contains(['→', '—', '–', '#']);
    half || is_arrow
        || word.contains(['[', ']', '$', '*', '?', '…', '{', '}', '(', ')', '`'])
        || word.contains("..")
}

/// Whether an argument rejects a literal value.
fn refuses(argument: &Argument, word: usize, value: &str) -> Option<Judgement> {
    let is_plain =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | '.');
    let refused = !argument.choices.is_empty()
        && !value.is_empty()
        && value.chars().all(is_plain)
        && argument.choices.iter().all(|choice| choice != value);
    let (name, choices) = (argument.name().to_owned(), argument.choices.clone());
    refused.then_some(Judgement::Refused { word, name, choices })
}

/// The calls of `add_argument`; `None` if one is not readable.
struct Calls {
    found: Option<Vec<Argument>>,
}

impl<'a> Visitor<'a> for Calls {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression
            && matches!(&*call.func, Expr::Attribute(function) if function.attr.as_str() == "add_argument")
        {
            let read = argument(call);
            self.found = self.found.take().zip(read).map(|(mut found, read)| {
                found.push(read);
                found
            });
        }
        walk_expr(self, expression);
    }
}

fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::StringLiteral(text) => Some(text.value.to_str().to_owned()),
        _ => None,
    }
}

fn argument(call: &ExprCall) -> Option<Argument> {
    let names: Option<Vec<String>> = call.arguments.args.iter().map(text).collect();
    let names = names.filter(|names| !names.is_empty())?;
    let is_option = names.iter().all(|name| name.starts_with('-'));
    let mut count = Count::Exactly(1);
    let mut is_required = !is_option;
    let mut choices = Vec::new();
    let mut is_text = true;
    for keyword in &call.arguments.keywords {
        // `**settings` may contain anything.
        let name = keyword.arg.as_ref()?.as_str();
        match (name, &keyword.value) {
            ("action", Expr::StringLiteral(action)) => match action.value.to_str() {
                "store" | "append" | "extend" => {}
                "store_true" | "store_false" | "store_const" | "append_const" | "count"
                | "version" => count = Count::Exactly(0),
                _ => return None,
            },
            ("action", Expr::Attribute(action))
                if action.attr.as_str() == "BooleanOptionalAction" =>
            {
                count = Count::Exactly(0);
            }
            ("action", _) => return None,
            ("nargs", Expr::StringLiteral(nargs)) => match nargs.value.to_str() {
                "?" => count = Count::AtMostOne,
                "*" => count = Count::Any,
                "+" => count = Count::AtLeastOne,
                _ => return None,
            },
            ("nargs", Expr::NumberLiteral(number)) => match &number.value {
                Number::Int(int) => count = Count::Exactly(int.as_usize()?),
                _ => return None,
            },
            ("nargs", _) => return None,
            ("required", Expr::BooleanLiteral(required)) => is_required = required.value,
            ("required", _) => return None,
            ("choices", value) => choices = literals(value).unwrap_or_default(),
            // A conversion may produce a choice from another word.
            ("type", Expr::Name(kind)) if kind.id.as_str() == "str" => {}
            ("type", _) => is_text = false,
            _ => {}
        }
    }
    if !is_option {
        is_required = matches!(count, Count::Exactly(1..) | Count::AtLeastOne);
    }
    if !is_text {
        choices.clear();
    }
    Some(Argument { names, count, is_required, choices })
}

/// The strings of a list, tuple or set of literals.
fn literals(value: &Expr) -> Option<Vec<String>> {
    match value {
        Expr::List(list) => list.elts.iter().map(text).collect(),
        Expr::Tuple(list) => list.elts.iter().map(text).collect(),
        Expr::Set(list) => list.elts.iter().map(text).collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ruff_python_parser::parse_module;

    use super::{Arguments, Judgement};

    const SCRIPT: &str = "\
p.add_argument('file')
p.add_argument('more', nargs='*')
p.add_argument('--format', '-f', choices=['json', 'text'])
p.add_argument('--name', required=True)
p.add_argument('--quiet', action='store_true')
p.add_argument('--level', type=int, choices=[1, 2])
";

    fn judge(words: &str) -> Judgement {
        let module = parse_module(SCRIPT).unwrap();
        let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
        Arguments::read(module.suite()).unwrap().judge(&words)
    }

    fn missing(names: &[&str]) -> Judgement {
        Judgement::Missing(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn what_is_required_and_not_given_is_missing() {
        assert_eq!(judge("a.txt --name x"), Judgement::Accepted);
        assert_eq!(judge("a.txt b.txt --quiet --nam=x"), Judgement::Accepted);
        assert_eq!(judge("a.txt --quiet"), missing(&["--name"]));
        assert_eq!(judge("--quiet"), missing(&["file", "--name"]));
        assert_eq!(judge("--name x --quiet"), missing(&["file"]));
        assert_eq!(judge("--help"), Judgement::Accepted);
    }

    #[test]
    fn words_that_stand_for_others_leave_it_open() {
        for words in
            ["$ARGS", "\"$@\"", "[options]", "--quiet ...", "<input file>", "*.md", "--name {name}"]
        {
            assert_eq!(judge(words), Judgement::Accepted, "{words}");
        }
        assert_eq!(judge("<file> --quiet"), missing(&["--name"]));
    }

    #[test]
    fn words_that_no_argument_takes_are_surplus() {
        let two = Arguments::counted(2, false);
        assert_eq!(two.judge(&["a", "b"]), Judgement::Accepted);
        assert_eq!(two.judge(&["a", "b", "c"]), Judgement::Surplus { word: 2, most: 2 });
        assert_eq!(two.judge(&["a"]), missing(&["its second argument"]));
        assert_eq!(two.judge(&["a", "b", "->", "c"]), Judgement::Accepted);
        assert_eq!(Arguments::counted(1, true).judge(&["a", "b", "c"]), Judgement::Accepted);
        assert_eq!(judge("a b c --name x"), Judgement::Accepted);
    }

    #[test]
    fn a_value_that_is_no_choice_is_refused() {
        for words in ["a --name x --format xml", "a --name x --format=xml", "a -f xml"] {
            let Judgement::Refused { name, .. } = judge(words) else { panic!("{words}") };
            assert_eq!(name, "--format", "{words}");
        }
        for words in
            ["a --name x --format FORMAT", "a --name x --format json", "a --name x --level 7"]
        {
            assert_eq!(judge(words), Judgement::Accepted, "{words}");
        }
    }
}
