// Patterns, compiled when the file was emitted. Each pair of instruction and position is tried at
// most once, so matching takes linear time; only lookarounds visit a position again.

//= pattern:
/// One instruction of a compiled pattern.
enum Step {
    /// One character of these ranges.
    Set(Vec<(char, char)>),
    /// Continues at either instruction.
    Split(usize, usize),
    /// Continues at another instruction.
    Jump(usize),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// A word boundary, or with `false` none.
    Boundary(bool),
    /// A lookahead: the instructions there must match from here; with `false`, they must not.
    Ahead(usize, bool),
    /// A lookbehind: the same up to here, with reversed instructions.
    Behind(usize, bool),
    /// The pattern has matched.
    Done,
}

impl Step {
    /// Reads an instruction. A character stands for itself, `[a-z]` for a set, `|7` continues here or
    /// at instruction 7, `>7` there, `^ $ \b \B` are assertions, `=7 !7 <=7 <!7` lookarounds, and `;`
    /// is a match.
    fn read(word: &str, next: usize) -> Step {
        let number = |text: &str| text.parse().unwrap_or(0);
        let (head, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        match (head, rest) {
            ("^", "") => Step::Start,
            ("$", "") => Step::End,
            (";", "") => Step::Done,
            ("\\", "b") => Step::Boundary(true),
            ("\\", "B") => Step::Boundary(false),
            ("|", at) => Step::Split(next, number(at)),
            (">", at) => Step::Jump(number(at)),
            ("=", at) => Step::Ahead(number(at), true),
            ("!", at) => Step::Ahead(number(at), false),
            ("<", at) => Step::Behind(number(&at[1..]), at.starts_with('=')),
            ("[", set) => Step::Set(Step::ranges(set.trim_end_matches(']'))),
            _ => Step::Set(word.chars().map(|one| (one, one)).collect()),
        }
    }

    /// Ranges such as `a-z_`; ambiguous characters are written as `\{20}`.
    fn ranges(text: &str) -> Vec<(char, char)> {
        let (mut ranges, mut rest) = (Vec::new(), text.chars());
        let mut open = false;
        while let Some(character) = rest.next() {
            let one = match character {
                '-' => {
                    open = true;
                    continue;
                }
                '\\' => {
                    let digits: String = rest.by_ref().skip(1).take_while(|one| *one != '}').collect();
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\\')
                }
                plain => plain,
            };
            match ranges.last_mut() {
                Some((_, last)) if open => *last = one,
                _ => ranges.push((one, one)),
            }
            open = false;
        }
        ranges
    }
}

/// A pattern. Its instructions are read on first use.
pub struct Program {
    text: &'static str,
    steps: std::sync::OnceLock<Vec<Step>>,
}

impl Program {
    /// A compiled pattern from its instructions as text.
    pub const fn new(text: &'static str) -> Program {
        Program { text, steps: std::sync::OnceLock::new() }
    }

    /// Whether the pattern matches anywhere in a text.
    fn found(&self, text: &str) -> bool {
        let steps = self.steps.get_or_init(|| {
            let words = self.text.split(' ').enumerate();
            words.map(|(index, word)| Step::read(word, index + 1)).collect()
        });
        let text: Vec<char> = text.chars().collect();
        let mut tried = vec![false; steps.len() * (text.len() + 1)];
        (0..=text.len()).any(|start| matches_at(steps, 0, &text, start, true, &mut tried))
    }
}

fn matches_at(
    program: &[Step],
    entry: usize,
    text: &[char],
    start: usize,
    forward: bool,
    tried: &mut [bool],
) -> bool {
    let mut todo = vec![(entry, start)];
    while let Some((step, place)) = todo.pop() {
        if std::mem::replace(&mut tried[step * (text.len() + 1) + place], true) {
            continue;
        }
        let holds = match &program[step] {
            Step::Done => return true,
            Step::Set(ranges) => {
                let next = if forward { Some(place) } else { place.checked_sub(1) };
                let character = next.and_then(|next| text.get(next));
                if character.is_some_and(|c| within(ranges, *c)) {
                    todo.push((step + 1, if forward { place + 1 } else { place - 1 }));
                }
                continue;
            }
            Step::Split(first, second) => {
                todo.extend([(*second, place), (*first, place)]);
                continue;
            }
            Step::Jump(target) => {
                todo.push((*target, place));
                continue;
            }
            Step::Start => place == 0,
            Step::End => place == text.len(),
            Step::Boundary(wanted) => {
                let word = |c: Option<&char>| {
                    c.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_')
                };
                let before = place.checked_sub(1).and_then(|before| text.get(before));
                (word(before) != word(text.get(place))) == *wanted
            }
            Step::Ahead(body, wanted) | Step::Behind(body, wanted) => {
                let forward = matches!(&program[step], Step::Ahead(..));
                let mut fresh = vec![false; tried.len()];
                matches_at(program, *body, text, place, forward, &mut fresh) == *wanted
            }
        };
        if holds {
            todo.push((step + 1, place));
        }
    }
    false
}

/// Whether sorted ranges contain a character.
fn within(ranges: &[(char, char)], character: char) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= character);
    after > 0 && ranges[after - 1].1 >= character
}
