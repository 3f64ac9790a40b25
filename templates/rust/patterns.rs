// Patterns as programs: compiled when the file was emitted, run here by trying each (instruction,
// place) at most once, so in time linear in the text; only lookarounds look at a place again.

//= pattern:
/// One step of a pattern's program.
enum Step {
    /// One character out of these ranges.
    Set(&'static [(char, char)]),
    /// Either goes on at the one or at the other.
    Split(usize, usize),
    /// Goes on elsewhere.
    Jump(usize),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// A word boundary, or (`false`) none.
    Boundary(bool),
    /// A program at that step that must (or, `false`, must not) match from here on …
    Ahead(usize, bool),
    /// … or up to here; it is written backwards.
    Behind(usize, bool),
    /// The pattern has matched.
    Done,
}

// Not every pattern has all kinds of step.
const _: () = {
    let _ = [Step::Set(&[]), Step::Split(0, 0), Step::Jump(0), Step::Start, Step::End];
    let _ = [Step::Boundary(true), Step::Ahead(0, true), Step::Behind(0, true)];
};

/// Whether a pattern is found anywhere in a text.
fn found(program: &[Step], text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let mut tried = vec![false; program.len() * (text.len() + 1)];
    (0..=text.len()).any(|start| matches_at(program, 0, &text, start, true, &mut tried))
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

/// Whether sorted ranges hold a character.
fn within(ranges: &[(char, char)], character: char) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= character);
    after > 0 && ranges[after - 1].1 >= character
}
