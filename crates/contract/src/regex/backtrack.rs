//! How long a backtracking matcher may take for a pattern. JavaScript, Python and Oniguruma try one path after
//! another, and for a text that fails late the number of paths can grow exponentially.
//!
//! The decision uses the pattern's automaton. A loop that reads one word in two ways doubles the paths with each
//! word; two loops that share a word make them grow quadratically. Each candidate is then run on a matcher that
//! counts its steps, so that only slow patterns are reported. Backreferences and lookbehinds are treated as empty: a
//! pattern with one of them is slow or unknown, never linear.

mod ambiguity;
mod program;

use ambiguity::Suspect;
use program::{Program, Repetitions};

use super::Pattern;

/// The growth of a matcher's steps with the length of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growth {
    /// With the square of the length, or a higher power.
    Polynomial,
    /// They double every few characters.
    Exponential,
}

/// Why a pattern is slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowPattern {
    /// The growth of the steps.
    pub growth: Growth,
    /// The start of a text that shows it.
    pub head: String,
    /// The repeated part of that text.
    pub unit: String,
    /// The end of that text.
    pub tail: String,
}

/// Endings of texts; one of them makes most patterns fail.
const TAILS: [&str; 8] = ["!", "", "\n", "!\n!", "\u{0}", " ", "a", "0"];

/// The number of steps that is enough for a decision.
const STEPS: u64 = 2_000_000;

/// The maximum number of candidate texts of a pattern.
const MOST_TRIED: usize = 12;

/// The limits of work for one pattern and for all patterns, in steps of a matcher.
pub const MOST_WORK: u64 = 10_000_000;

/// The cost of a pattern for a backtracking matcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backtracking {
    /// It takes linear time.
    Linear,
    /// It may take long.
    Slow(SlowPattern),
    /// Unknown: the pattern is too large, or has a part that is not examined.
    Unknown,
}

/// Decides the cost of a pattern for a backtracking matcher. The work is subtracted from `left`; if nothing is left,
/// the pattern is not examined.
#[must_use]
pub fn backtracking(pattern: &Pattern, left: &mut u64) -> Backtracking {
    let program = match Program::new(pattern, Repetitions::Counted) {
        Some(program) if *left > 0 => program,
        _ => return Backtracking::Unknown,
    };
    let found = ambiguity::suspects(&program);
    let counted = match Program::new(pattern, Repetitions::Endless) {
        Some(endless) => ambiguity::suspects(&endless),
        None => return Backtracking::Unknown,
    };
    *left = left.saturating_sub(found.work + counted.work);
    let mut own = MOST_WORK.min(*left);
    let before = own;
    let is_complete = found.is_complete && counted.is_complete && program.is_whole;
    let complete = is_complete && found.suspects.len() <= MOST_TRIED;
    // The worst ones come first.
    let mut tried = found.suspects.into_iter().take(MOST_TRIED);
    let slow = tried.find_map(|one| confirmed(&program, one, &mut own)).or_else(|| {
        let letters = program.letters().into_iter().map(String::from);
        let mut units: Vec<(String, String)> =
            letters.map(|letter| (String::new(), letter)).collect();
        let loops = counted.suspects.into_iter().chain(counted.rounds);
        units.extend(loops.map(|one| (one.head, one.unit)));
        units.dedup();
        units.truncate(MOST_TRIED);
        units.into_iter().find_map(|unit| doubled(&program, unit, &mut own))
    });
    *left -= before - own;
    match slow {
        Some(slow) => Backtracking::Slow(slow),
        None if complete && own > 0 => Backtracking::Linear,
        None => Backtracking::Unknown,
    }
}

fn confirmed(program: &Program, suspect: Suspect, left: &mut u64) -> Option<SlowPattern> {
    let Suspect { growth, head, unit } = suspect;
    let mut steps = |times: usize, tail: &str| {
        let text: Vec<char> =
            head.chars().chain(unit.repeat(times).chars()).chain(tail.chars()).collect();
        let counted = program.steps(&text, STEPS.min(*left));
        *left -= counted.min(*left);
        counted
    };
    let mut grows = |tail: &str| match growth {
        Growth::Exponential => {
            let mut tried = (2..=24).map(|third| (steps(3 * third, tail), third));
            let enough = tried.find(|(count, _)| *count >= 20_000);
            // With 1.5 times the text, the sixth power grows less than twelvefold.
            enough.is_some_and(|(count, third)| count > 12 * steps(2 * third, tail))
        }
        Growth::Polynomial => {
            let times = 60usize.div_ceil(unit.chars().count());
            let (one, two) = (steps(times, tail), steps(2 * times, tail));
            // Twice the length takes twice the steps if the time is linear, and four times if it is
            // quadratic.
            two * 10 > one * 32
        }
    };
    let tails = TAILS.into_iter().map(str::to_owned);
    let tail = tails.chain(program.refused().map(String::from)).find(|tail| grows(tail))?;
    // Counts that reached the limit say nothing.
    (*left > 0).then_some(SlowPattern { growth, head, unit, tail })
}

/// Many paths without an unbounded loop, as in `^(a?){30}$`: a text and its repeated part.
fn doubled(
    program: &Program,
    (head, unit): (String, String),
    left: &mut u64,
) -> Option<SlowPattern> {
    let is_long = |tail: &&str| {
        let text: Vec<char> = format!("{head}{}{tail}", unit.repeat(72)).chars().collect();
        let counted = program.steps(&text, STEPS.min(*left));
        *left -= counted.min(*left);
        counted >= STEPS / 2
    };
    let tail = TAILS.iter().copied().find(is_long)?.to_owned();
    (*left > 0).then_some(SlowPattern { growth: Growth::Exponential, head, unit, tail })
}

impl SlowPattern {
    /// The text that shows it, shortened: `aaa…!`.
    #[must_use]
    pub fn example(&self) -> String {
        format!("{}{}…{}", self.head, self.unit.repeat(3), self.tail)
    }
}

#[cfg(test)]
mod tests {
    use super::{Backtracking, Growth, backtracking};
    use crate::regex::parse_lenient;

    fn of(pattern: &str) -> Backtracking {
        let mut left = super::MOST_WORK;
        backtracking(&parse_lenient(pattern).expect("a pattern"), &mut left)
    }

    fn growth(pattern: &str) -> Option<Growth> {
        match of(pattern) {
            Backtracking::Slow(slow) => Some(slow.growth),
            Backtracking::Linear => None,
            Backtracking::Unknown => panic!("{pattern}: not examined"),
        }
    }

    #[test]
    fn unknown() {
        for pattern in [
            "^(a|b)\\1$",
            "(?<=a*)b",
            &"a?".repeat(2_000),
            "^(a?){1000}b$",
            "^\\d{1,900}\\d{1,900}$",
            "^(?:[a-z0-9]{1,63}\\.){1,8}(?<!-)$",
        ] {
            assert_eq!(of(pattern), Backtracking::Unknown, "{pattern}");
        }
        assert_eq!(growth("^(a+)+\\1$"), Some(Growth::Exponential));
        let mut left = 0;
        let pattern = parse_lenient("^a$").expect("a pattern");
        assert_eq!(backtracking(&pattern, &mut left), Backtracking::Unknown);
    }

    #[test]
    fn exponential() {
        for pattern in [
            "^(a+)+$",
            "^(a|a)*$",
            "^(a|aa)+$",
            "^(\\w+\\s?)*$",
            "^([a-zA-Z0-9]+[._-]?)+@x$",
            "^(([a-z])+.)+[A-Z]([a-z])+$",
            "^(a*)*$",
            "^((ab)*|(a|b)*)*c$",
            "^(?:[a-z0-9]+-?)*\\.[a-z]{2,}$",
            "^(a?){30}$",
            "^((?:ab)?){30}$",
            "^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?$",
            "^([a-z]{1,9}){1,12}$",
        ] {
            assert_eq!(growth(pattern), Some(Growth::Exponential), "{pattern}");
        }
    }

    #[test]
    fn polynomial() {
        for pattern in [
            "0+$",
            "\\s+$",
            "^\\d+\\d+$",
            "^.*,.*$",
            "^\\s*(.*?)\\s*$",
            "[a-z]+@x",
            "^a*b?a*$",
            "^[^@]+@[^@]+\\.[^@]+$",
            "^a+(?=b).*$|a+c",
        ] {
            assert_eq!(growth(pattern), Some(Growth::Polynomial), "{pattern}");
        }
    }

    #[test]
    fn linear() {
        for pattern in [
            "",
            "a+",
            "a*",
            "^a+$",
            "^[a-z0-9]+(?:-[a-z0-9]+)*$",
            "^\\d{4}-\\d{2}-\\d{2}$",
            "^(a+)+",
            "^(?:a|b)*$",
            "^[A-Z][A-Z0-9_]*$",
            "^https?://[^\\s/]+/\\S*$",
            "^v?\\d+\\.\\d+\\.\\d+$",
            "^[^@]+@[^@.]+\\.[a-z]+$",
            "^([a-z]{1,63}\\.)*[a-z]{1,63}$",
            "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*))*))?$",
            "^[\\s\\S]*$",
            "^[a-z]{1,1000}$",
            "^[a-z0-9]{1,63}[a-z0-9-]{1,63}$",
            "^([a-z]{2}){0,500}$",
            "^\\d{1,3}(\\.\\d{1,3}){3}$",
            "^(.*)*$",
        ] {
            // `.` leaves line ends out, so the last one but for a line end is not linear.
            let wanted = (pattern == "^(.*)*$").then_some(Growth::Exponential);
            assert_eq!(growth(pattern), wanted, "{pattern}");
        }
    }
}
