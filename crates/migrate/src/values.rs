//! What variables are known to hold: colours, which print nothing that is read, and messages that are put together in one
//! place and printed in another (`msg="Created: $f"`, `log "Created: $f"`).

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::model::{Call, Script, is_declaration};
use crate::part::Part;
use crate::references::{UnknownText, may_make_reference};
use crate::word::{self, HOLE, HOLE_TEXT, Piece};

/// The maximum number of values for one word; a variable with more stays a hole.
const LIMIT: usize = 24;

/// The maximum number of bytes of a known value. A longer one stays a hole: a script may print it in each of its lines.
const LONGEST_VALUE: usize = 2000;

/// The texts that a word may print.
#[derive(Debug)]
pub(crate) struct Texts<'r> {
    /// The text with a hole for each known value, too.
    one: Cow<'r, str>,
    /// All of them, if there are more.
    many: Vec<String>,
}

impl Texts<'_> {
    /// Their number, at least one.
    pub(crate) fn len(&self) -> usize {
        self.many.len().max(1)
    }

    /// Whether there are texts beside the one with holes.
    pub(crate) fn has_choice(&self) -> bool {
        !self.many.is_empty()
    }

    /// One of them.
    pub(crate) fn get(&self, index: usize) -> &str {
        self.many.get(index).map_or(&self.one, String::as_str)
    }

    /// The text with a hole for each value.
    pub(crate) fn open(&self) -> &str {
        &self.one
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The known content of a variable: the depth, the variable (or the function and the index of its argument), and the
/// asking function.
type Held<'s> = BTreeMap<(usize, &'s str, usize), BTreeMap<String, Rc<[String]>>>;

/// A word, and its function.
type Word<'s> = (Option<&'s str>, &'s str);

/// The purpose of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Reading {
    /// For what a line may print: arguments of functions contain what the calls pass.
    #[default]
    Possible,
    /// For values read when the script runs: a variable must not look like words of the script. An argument may contain
    /// anything, and a variable its assigned value.
    Certain,
}

/// The facts about a script's variables.
#[derive(Debug, Default)]
pub(crate) struct Values<'s> {
    colours: BTreeSet<&'s str>,
    /// By name: the assigned words.
    words: BTreeMap<&'s str, Vec<Cow<'s, str>>>,
    /// By function and position, from 1: the passed words, with the function of the call.
    arguments: BTreeMap<&'s str, BTreeMap<usize, Vec<Word<'s>>>>,
    /// Functions that shift their arguments.
    shifting: BTreeSet<&'s str>,
    /// By function: the printed words.
    printed: BTreeMap<&'s str, Vec<&'s [Part<'s>]>>,
    /// A variable may contain many others that contain many others.
    held: RefCell<Held<'s>>,
    /// Variables with values from outside: by `read` and similar builtins, and by loops.
    filled: BTreeSet<String>,
    reading: Reading,
    /// A variable may be a reference to another one, such as `list[@]`, which is several words even in quotes: the script
    /// declares references, or runs text that it does not contain.
    has_references: bool,
    /// Whether echo interprets escapes by default, as in many sh.
    pub(crate) escapes: bool,
}

impl<'s> Values<'s> {
    /// Reads the assignments and the function calls.
    pub(crate) fn of(script: &'s Script<'s>, escapes: bool) -> Self {
        Self::read(script, Self { escapes, ..Self::default() })
    }

    /// The same for values read when the script runs, with the scripts that it sources; `are_all` says whether it sources no
    /// others, and `looped` are the variables of its loops.
    pub(crate) fn certain(
        script: &'s Script<'s>,
        sourced: impl Iterator<Item = &'s Script<'s>>,
        are_all: bool,
        escapes: bool,
        looped: BTreeSet<String>,
    ) -> Self {
        let reading = Reading::Certain;
        let first = Self { escapes, reading, filled: looped, ..Self::default() };
        let all: Vec<&Script<'_>> = std::iter::once(script).chain(sourced).collect();
        let (looped, mut values) = (first.filled.clone(), first);
        for script in &all {
            let unknown = UnknownText::of(script, are_all, all.clone(), looped.clone());
            values = Self::read_all(script, values, &unknown);
        }
        values
    }

    /// Whether the texts of a word are all that it may print.
    pub(crate) fn is_certain(&self) -> bool {
        self.reading == Reading::Certain
    }

    /// Whether each of these expansions is one word in quotes, for any value. A reference may be several, also one that the
    /// script assigns: unknown text can unset it and declare it again. A positional parameter is none.
    pub(crate) fn are_single_words(&self, expansions: &[&str]) -> bool {
        let is_positional = |expansion: &&str| {
            let name = expansion.trim_start_matches(['$', '{', '#']);
            name.starts_with(|c: char| c.is_ascii_digit())
        };
        !self.has_references || expansions.iter().all(is_positional)
    }

    fn read(script: &'s Script<'s>, values: Self) -> Self {
        let unknown = UnknownText::of(script, false, Vec::new(), BTreeSet::new());
        Self::read_all(script, values, &unknown)
    }

    fn read_all(script: &'s Script<'s>, mut values: Self, unknown: &UnknownText<'s>) -> Self {
        for call in &script.calls {
            let words = call.words.iter().filter(|_| call.declares());
            // Also after `builtin` and `command`, and in quotes.
            let declares = |word: &&Part<'_>| is_declaration(&word::shown(word));
            let mut behind = call.words.iter().skip_while(|word| !declares(word)).skip(1);
            values.has_references |= behind.any(|word| may_make_reference(word));
            values.has_references |= unknown.is_run_by(call);
            for assignment in call.assignments.iter().chain(words) {
                if let Some((name, value)) = assignment.split_once('=') {
                    values.assign(name.trim_end_matches('+'), Cow::Borrowed(value));
                }
            }
            if script.defines(&call.name) {
                for (index, word) in call.words.iter().enumerate().skip(1) {
                    let arguments = values.arguments.entry(&call.name).or_default();
                    let word = (call.place.function.as_deref(), word.as_str());
                    arguments.entry(index).or_default().push(word);
                }
            }
            values.builtin(call);
        }
        values
    }

    /// The effects of `printf -v`, `shift` and prints in a function.
    fn builtin(&mut self, call: &'s Call<'s>) {
        let words = call.words.get(1..).unwrap_or_default();
        match (call.name.as_str(), call.place.function.as_deref(), words) {
            ("printf", _, [flag, name, format, ..]) if *flag == "-v" => {
                self.assign(name, Cow::Owned(formatted(format)));
            }
            ("read" | "mapfile" | "readarray" | "getopts", _, words) => {
                let names = words.iter().filter(|word| !word.starts_with('-'));
                self.filled.extend(names.map(|word| word.as_str().to_owned()));
            }
            ("shift", Some(function), _) => {
                self.shifting.insert(function);
            }
            ("echo" | "printf", Some(function), _) => {
                self.printed.entry(function).or_default().push(&call.words);
            }
            _ => {}
        }
    }

    fn assign(&mut self, name: &'s str, value: Cow<'s, str>) {
        let codes = ["\\033[", "\\e[", "\\x1b[", "\\x1B[", "\\E[", "\u{1b}[", "tput "];
        if value.len() < 60
            && value.contains(['[', ' '])
            && codes.iter().any(|code| value.contains(code))
        {
            self.colours.insert(name);
        }
        self.words.entry(name).or_default().push(value);
    }

    /// The texts that a word may print, holes for what is not known.
    pub(crate) fn render<'r>(&self, raw: &'r str, function: Option<&str>) -> Texts<'r> {
        self.texts(raw, function, 0)
    }

    fn texts<'r>(&self, raw: &'r str, function: Option<&str>, depth: usize) -> Texts<'r> {
        let mut out = Texts { one: Cow::Borrowed(""), many: Vec::new() };
        if word::plain(raw) {
            out.one = Cow::Borrowed(raw);
            return out;
        }
        for piece in word::pieces(raw) {
            let mut text = Cow::Borrowed(HOLE_TEXT);
            match piece {
                Piece::Text(plain) => text = plain,
                Piece::Hole { name: Some(name), .. } if self.is_colour(name) => continue,
                Piece::Hole { name, code, .. } => {
                    let known = match (name, code) {
                        (Some(name), _) => self.known(name, function, depth),
                        (None, Some(code)) if !self.is_certain() => self.output(&code, depth),
                        _ => None,
                    };
                    if let Some(known) = known {
                        if let ([only], Reading::Certain) = (&*known, self.reading) {
                            out.many.iter_mut().for_each(|many| many.push_str(only));
                            word::join(&mut out.one, Cow::Owned(only.clone()));
                            continue;
                        }
                        // Each value beside holes for the others.
                        let open = out.many.len();
                        out.many.iter_mut().for_each(|many| many.push_str(HOLE_TEXT));
                        let values = known.iter().filter(|text| open == 0 || *text != HOLE_TEXT);
                        out.many.extend(values.map(|tail| format!("{}{tail}", out.one)));
                        out.many.truncate(4 * LIMIT);
                        word::join(&mut out.one, text);
                        continue;
                    }
                }
            }
            out.many.iter_mut().for_each(|many| many.push_str(&text));
            word::join(&mut out.one, text);
        }
        out
    }

    /// What a function prints whose text a substitution takes.
    fn output(&self, code: &str, depth: usize) -> Option<Rc<[String]>> {
        let name = code.split_whitespace().next()?;
        let (name, calls) = self.printed.get_key_value(name).filter(|_| depth < 4)?;
        self.look((depth, *name, usize::MAX - 1), "", || {
            let texts = calls.iter().take(LIMIT).map(|words| match words {
                [first, format, ..] if *first == "printf" => formatted(format),
                words => {
                    let words = words.iter().skip(1).filter(|word| !word.starts_with('-'));
                    words.map(Part::as_str).collect::<Vec<_>>().join("' '")
                }
            });
            let texts: Vec<String> = texts.collect();
            self.held(texts.iter().map(|text| (Some(*name), text.as_str())), depth)
        })
    }

    /// What a variable may hold, a hole among it; `None` where nothing is known.
    fn known(&self, name: &str, function: Option<&str>, depth: usize) -> Option<Rc<[String]>> {
        if depth >= 4 {
            return None;
        }
        // The arguments of a function are read where it is called.
        let position = |c: char| c.is_ascii_digit() || c == '@' || c == '*';
        let within = function.filter(|_| !name.chars().all(position));
        let all = function.filter(|_| matches!(name, "@" | "*"));
        let one = function.filter(|_| name.chars().all(|c| c.is_ascii_digit()));
        if self.is_certain() && (all.or(one).is_some() || self.filled.contains(name)) {
            return None;
        }
        if let Some(f) = all.or(one) {
            let (f, by_position) = self.arguments.get_key_value(f)?;
            let from = if all.is_some() { 0 } else { name.parse().unwrap_or(0) };
            let to = match all {
                None if !self.shifting.contains(f) => from,
                _ => usize::MAX,
            };
            let key = (depth, *f, if all.is_some() { usize::MAX } else { from });
            let words = by_position.range(from..=to).flat_map(|(_, words)| words.iter().copied());
            return self.look(key, "", || self.held(words, depth));
        }
        let (name, words) = self.words.get_key_value(name)?;
        let words = words.iter().map(|word| (within, &**word));
        self.look((depth, *name, 0), within.unwrap_or_default(), || self.held(words, depth))
    }

    /// What was found before, or what `find` finds.
    fn look(
        &self,
        key: (usize, &'s str, usize),
        asks: &str,
        find: impl FnOnce() -> Rc<[String]>,
    ) -> Option<Rc<[String]>> {
        let held = self.held.borrow().get(&key).and_then(|all| all.get(asks)).cloned();
        let held = held.unwrap_or_else(|| {
            let mut held = find();
            if held.iter().any(|text| text.len() > LONGEST_VALUE) {
                held = Rc::new([]);
            }
            self.held.borrow_mut().entry(key).or_default().insert(asks.to_owned(), held.clone());
            held
        });
        let told = |held: &Rc<[String]>| match self.reading {
            Reading::Possible => held.len() > 1,
            Reading::Certain => {
                held.len() == 1 || held.iter().any(|text| text.chars().any(char::is_alphabetic))
            }
        };
        Some(held).filter(told)
    }

    fn held<'w>(
        &self,
        words: impl Iterator<Item = (Option<&'w str>, &'w str)>,
        depth: usize,
    ) -> Rc<[String]> {
        let mut texts: BTreeSet<String> = BTreeSet::new();
        let mut words = words;
        for (within, word) in words.by_ref().take(200) {
            for text in self.texts(word, within, depth + 1).iter() {
                let mark = !text.is_empty() && !text.chars().any(char::is_alphanumeric);
                let kept = mark || text.contains(HOLE);
                if (kept && self.is_certain()) || text.chars().any(char::is_alphabetic) {
                    texts.insert(text.to_owned());
                }
            }
        }
        if self.is_certain() && (texts.len() > LIMIT || words.next().is_some()) {
            return [HOLE_TEXT.to_owned()].into();
        }
        if texts.len() > LIMIT {
            let told = |text: &String| text.contains(':') || text.contains("ed ");
            let hole = [HOLE_TEXT.to_owned()];
            return texts.into_iter().filter(told).take(LIMIT).chain(hole).collect();
        }
        if !self.is_certain() {
            texts.insert(HOLE_TEXT.to_owned());
        }
        texts.into_iter().collect()
    }

    /// Is a variable given paths alone, by the words of the script?
    pub(crate) fn is_path(&self, name: &str) -> bool {
        let path = |word: &Cow<'_, str>| {
            let text = word::shown(word);
            text.contains('/') || text.rsplit_once('.').is_some_and(|(_, end)| is_extension(end))
        };
        self.words.get(name).is_some_and(|words| !words.is_empty() && words.iter().all(path))
    }

    /// What a variable holds that is given one mark and nothing else: `CHECK="✓"`.
    pub(crate) fn mark(&self, name: &str) -> Option<&str> {
        let [word] = self.words.get(name)?.as_slice() else { return None };
        let mark = word.trim_matches(['"', '\'']);
        let is_mark = |c: char| !c.is_alphanumeric() && !"$`\\\"'/._-".contains(c);
        let fits = !mark.is_empty() && mark.chars().all(is_mark) && !self.filled.contains(name);
        fits.then_some(mark)
    }

    pub(crate) fn is_colour(&self, name: &str) -> bool {
        self.colours.contains(name) || names_colour(name)
    }
}

/// `md`, `json`: the end of a file's name.
fn is_extension(end: &str) -> bool {
    end.len() <= 5
        && end.starts_with(|c: char| c.is_ascii_alphabetic())
        && end.chars().all(|c| c.is_ascii_alphanumeric())
}

/// A format as a word: a hole for each of its conversions.
fn formatted(format: &str) -> String {
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match c {
            '%' => match chars.by_ref().find(|c| c.is_ascii_alphabetic() || *c == '%') {
                Some('%') => out.push('%'),
                _ => out.push_str("${_}"),
            },
            _ => out.push(c),
        }
    }
    out
}

/// Is this a name that scripts give to colours, in letters of either case?
fn names_colour(name: &str) -> bool {
    const NAMES: [&str; 17] = [
        "RED",
        "GREEN",
        "YELLOW",
        "BLUE",
        "CYAN",
        "MAGENTA",
        "PURPLE",
        "WHITE",
        "GRAY",
        "GREY",
        "ORANGE",
        "NC",
        "RESET",
        "BOLD",
        "DIM",
        "NOCOLOR",
        "UNDERLINE",
    ];
    if !name.is_ascii() {
        // A letter beyond ASCII may be a small form of one in it.
        let upper = name.to_uppercase();
        return upper.is_ascii() && names_colour(&upper);
    }
    let mut bare = name;
    for prefix in ["COLOR_", "C_", "FG_"] {
        while bare.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix)) {
            bare = &bare[prefix.len()..];
        }
    }
    let tail = "_COLOR";
    while let Some((head, _)) = bare
        .split_at_checked(bare.len().saturating_sub(tail.len()))
        .filter(|(_, end)| end.eq_ignore_ascii_case(tail))
    {
        bare = head;
    }
    NAMES.iter().any(|name| bare.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, Values, names_colour};
    use crate::parse;
    use crate::source::Source;
    use crate::word::HOLE_TEXT;

    /// The texts that a word of a script may print.
    fn texts(script: &str, word: &str) -> Vec<String> {
        let script = parse::read(&Source::new(script.as_bytes())).expect("a script");
        let texts = Values::of(&script, false).render(word, Some("f"));
        texts.iter().map(str::to_owned).collect()
    }

    #[test]
    fn what_variables_and_arguments_hold() {
        let script =
            "f() { echo \"$1\"; }\nf \"Created: $x\"\nf b\nx=a\nx=\"$1\"\nRED='\\033[1m'\n";
        let passed = ["<Created: a>", "<Created: \u{FFFC}>", "<b>", "<\u{FFFC}>"];
        assert_eq!(texts(script, "\"$RED<$1>\""), passed);
        assert_eq!(texts(script, "$y-$y"), [format!("{HOLE_TEXT}-{HOLE_TEXT}")]);
        assert_eq!(texts(script, "plain"), ["plain"]);
    }

    /// A script may print a long value in each of its lines.
    #[test]
    fn a_long_value_stays_a_hole() {
        let value = |len: usize| texts(&format!("n=\"Created: {}\"\n", "x".repeat(len)), "$n");
        assert!(value(100)[0].starts_with("Created: xx"));
        assert_eq!(value(3000), [HOLE_TEXT]);
    }

    #[test]
    fn colours_by_name() {
        for name in ["RED", "color_Green", "C_C_NC", "FG_BLUE_color", "re\u{17f}et"] {
            assert!(names_colour(name), "{name}");
        }
        for name in ["", "redo", "COLOR_", "_COLOR", "\u{fc}"] {
            assert!(!names_colour(name), "{name}");
        }
    }

    /// Each of four variables is given 200 words that hold the next one: more texts than any machine looks at one by one.
    #[test]
    fn variables_in_variables() {
        let chain = [("a", "b"), ("b", "c"), ("c", "d")];
        let mut script: String =
            chain.iter().map(|(name, next)| format!("{name}=\"${next}\"\n").repeat(200)).collect();
        (0..200).for_each(|n| script.push_str(&format!("d=\"t{n}: $e\"\n")));
        assert_eq!(texts(&script, "$a").len(), LIMIT + 1);
    }
}
