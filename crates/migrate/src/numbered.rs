//! Numbers that are read from a printed line by the index of their word: `skill_say metric.rows:2 echo "Read $(wc -l < a) rows"`.

use crate::word::HOLE;

/// The largest index that is read.
const LAST_WORD: usize = 40;

/// The numbers of one line.
#[derive(Default)]
pub(crate) struct Numbered {
    /// In the order of the line: the index of their word, which starts with 1, and the name with that index and the unit.
    found: Vec<(usize, String)>,
}

impl Numbered {
    /// Adds the number at this place of a line. It is not added if a value stands before it that may be several words
    /// (`are_numbers` says that each of those is a number), or if its own word holds other letters.
    pub(crate) fn add(&mut self, line: &str, name: &str, at: usize, are_numbers: bool) {
        let (before, rest) = line.split_at(at);
        let own = before.rsplit(' ').next().unwrap_or_default();
        let behind = rest.strip_prefix(HOLE).unwrap_or_default();
        let behind = behind.split(' ').next().unwrap_or_default();
        let end = behind.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(behind.len());
        let (unit, after) = behind.split_at(end);
        let is_word = rest.starts_with(HOLE)
            && (are_numbers || !before.contains(HOLE))
            && !before.contains('\t')
            && !own.contains(|c: char| c.is_alphanumeric() || c == '-')
            && unit.chars().all(|c| c.is_ascii_lowercase())
            && (after.starts_with('/') || !after.contains(HOLE))
            && !after.contains(|c: char| c.is_ascii_alphabetic() || c == '\t');
        let index =
            before.split(' ').filter(|word| !word.is_empty()).count() + usize::from(own.is_empty());
        if is_word && index <= LAST_WORD {
            self.found.push((index, format!("{name}:{index}{unit}")));
        }
    }

    /// How many numbers are read.
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// The word in front of the call; `None` without a number.
    pub(crate) fn word(&self) -> Option<String> {
        let words: Vec<&str> = self.found.iter().map(|(_, word)| word.as_str()).collect();
        (!words.is_empty()).then(|| format!("metric.{}", words.join(",")))
    }
}
