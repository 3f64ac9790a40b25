//! What variables are known to hold: colours, which print nothing that is read, and messages that are put together in one
//! place and printed in another (`msg="Created: $f"`, `log "Created: $f"`).

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::model::Script;
use crate::word::{self, HOLE_TEXT, Piece};

/// Values looked at for one word; a variable with more of them stays a hole.
const LIMIT: usize = 24;

/// The texts that a word may print.
#[derive(Debug)]
pub(crate) struct Texts<'r> {
    /// The one text, where there are no others.
    one: Cow<'r, str>,
    /// All of them, where there are more.
    many: Vec<String>,
}

impl Texts<'_> {
    /// How many there are, one at least.
    pub(crate) fn len(&self) -> usize {
        self.many.len().max(1)
    }

    /// One of them.
    pub(crate) fn get(&self, index: usize) -> &str {
        self.many.get(index).map_or(&self.one, String::as_str)
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// What a variable may hold, once it was looked for: how deep, the variable (or the function and the number of its argument), and
/// the function that asks.
type Held<'s> = BTreeMap<(usize, &'s str, usize), BTreeMap<String, Rc<[String]>>>;

/// What is known of the variables of a script.
#[derive(Debug, Default)]
pub(crate) struct Values<'s> {
    colours: BTreeSet<&'s str>,
    /// By name: the words that are assigned.
    words: BTreeMap<&'s str, Vec<&'s str>>,
    /// By function and position, from 1: the words that calls pass.
    arguments: BTreeMap<&'s str, BTreeMap<usize, Vec<&'s str>>>,
    /// A variable may hold what many others hold that hold what many others do.
    held: RefCell<Held<'s>>,
    /// echo reads escapes without being asked, as many an sh does.
    pub(crate) escapes: bool,
}

impl<'s> Values<'s> {
    /// Reads the assignments and the calls of functions.
    pub(crate) fn of(script: &'s Script<'_>, escapes: bool) -> Self {
        let mut values = Self { escapes, ..Self::default() };
        for call in &script.calls {
            let declared = matches!(
                call.name.as_str(),
                "local" | "declare" | "readonly" | "export" | "typeset"
            );
            let words = call.words.iter().filter(|_| declared);
            for assignment in call.assignments.iter().chain(words) {
                if let Some((name, value)) = assignment.split_once('=') {
                    values.assign(name.trim_end_matches('+'), value);
                }
            }
            if script.defines(&call.name) {
                for (index, word) in call.words.iter().enumerate().skip(1) {
                    let arguments = values.arguments.entry(&call.name).or_default();
                    arguments.entry(index).or_default().push(word);
                }
            }
        }
        values
    }

    fn assign(&mut self, name: &'s str, value: &'s str) {
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
                // One hole with several values is enough.
                Piece::Hole { name: Some(name), .. } if out.many.is_empty() => {
                    if let Some(known) = self.known(name, function, depth) {
                        out.many = known.iter().map(|tail| format!("{}{tail}", out.one)).collect();
                        continue;
                    }
                }
                Piece::Hole { .. } => {}
            }
            out.many.iter_mut().for_each(|many| many.push_str(&text));
            if out.many.is_empty() {
                word::join(&mut out.one, text);
            }
        }
        out
    }

    /// What a variable may hold, a hole among it; `None` where nothing is known.
    fn known(&self, name: &str, function: Option<&str>, depth: usize) -> Option<Rc<[String]>> {
        if depth >= 4 {
            return None;
        }
        // The arguments of a function are read where it is called; only the script's own variables are seen from there.
        let position = |c: char| c.is_ascii_digit() || c == '@' || c == '*';
        let within = function.filter(|_| !name.chars().all(position));
        let all = function.filter(|_| matches!(name, "@" | "*"));
        let one = function.filter(|_| name.chars().all(|c| c.is_ascii_digit()));
        let (key, words) = if let Some(f) = all {
            let (f, by_position) = self.arguments.get_key_value(f)?;
            ((depth, *f, usize::MAX), by_position.values().collect())
        } else if let Some(f) = one {
            let index = name.parse().unwrap_or(0);
            let (f, by_position) = self.arguments.get_key_value(f)?;
            ((depth, *f, index), vec![by_position.get(&index)?])
        } else {
            let (name, words) = self.words.get_key_value(name)?;
            ((depth, *name, 0), vec![words])
        };
        let asks = within.unwrap_or_default();
        let held = self.held.borrow().get(&key).and_then(|all| all.get(asks)).cloned();
        let held = held.unwrap_or_else(|| {
            let held = self.held(&words, within, depth);
            self.held.borrow_mut().entry(key).or_default().insert(asks.to_owned(), held.clone());
            held
        });
        Some(held).filter(|held| held.len() > 1)
    }

    fn held(&self, words: &[&Vec<&str>], within: Option<&str>, depth: usize) -> Rc<[String]> {
        let mut texts: BTreeSet<String> = BTreeSet::new();
        for word in words.iter().copied().flatten().take(200) {
            for text in self.texts(word, within, depth + 1).iter() {
                if text.chars().any(char::is_alphabetic) {
                    texts.insert(text.to_owned());
                }
            }
        }
        if texts.len() > LIMIT {
            let told = |text: &String| text.contains(':') || text.contains("ed ");
            let hole = [HOLE_TEXT.to_owned()];
            return texts.into_iter().filter(told).take(LIMIT).chain(hole).collect();
        }
        texts.insert(HOLE_TEXT.to_owned());
        texts.into_iter().collect()
    }

    fn is_colour(&self, name: &str) -> bool {
        self.colours.contains(name) || names_colour(name)
    }
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
    use crate::model;
    use crate::source::Source;
    use crate::word::HOLE_TEXT;

    /// The texts that a word of a script may print.
    fn texts(script: &str, word: &str) -> Vec<String> {
        let script = model::read(&Source::new(script.as_bytes())).expect("a script");
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
