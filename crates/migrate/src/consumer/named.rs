//! Which scripts a text names, or leads to by a loop, by a name that it builds from parts, or through a variable. A text is searched
//! once for all names.

use std::collections::{BTreeMap, BTreeSet};

use super::Language;
use super::pipeline::statement_end;
use super::region::Region;
use super::statement::statement_start;
use super::through::{self, ReaderAnalysis};
use super::{Names, Reader, Use, bats, built, code, loops};

/// Where a text mentions a script.
#[derive(Debug, Default, Clone)]
pub struct Mentions {
    /// The positions in the whole text, comments included.
    pub(super) anywhere: Vec<usize>,
    /// The positions in its executable parts.
    pub(super) executable: Vec<usize>,
    /// The first position in an executable part that is not looked at: the text has too many.
    pub(super) cut: Option<usize>,
}

/// The maximum number of places at which one text passes on the text of one script: for each, the parsed text is searched.
const MOST_PASSED_ON: usize = 100;

/// The positions of all scripts that are looked at in one text. Each may cost the length of the text.
const MOST_POSITIONS: usize = 1_500;

/// The bytes of shell that are read for them: for each position its statement, which may be the whole text, and a part
/// of the parsed text.
const MOST_BYTES: usize = 64 << 20;

/// The part of the text that a search in the parsed text costs, compared with reading it.
const PARSED: usize = 4;

/// What is left for the positions of a text.
struct Room {
    positions: usize,
    bytes: usize,
}

impl Mentions {
    /// Keeps as many positions as `room` has left. `cost` is the number of bytes that are read for a position.
    fn limit(&mut self, room: &mut Room, cost: impl Fn(usize) -> usize) {
        let fits = |at: &usize| {
            let is_left = room.positions > 0 && room.bytes > 0;
            if is_left {
                room.positions -= 1;
                room.bytes = room.bytes.saturating_sub(cost(*at));
            }
            is_left
        };
        let kept = self.executable.iter().copied().take_while(fits).count();
        self.cut = self.executable.get(kept).copied();
        self.executable.truncate(kept);
        self.anywhere.truncate(MOST_POSITIONS);
    }
}

impl Reader<'_> {
    /// The scripts that the executable parts name or lead to. `positions` are those of the names in the whole text
    /// ([`Names::positions`]), so that a text is searched once for all names.
    #[must_use]
    pub fn named<'n>(
        &self,
        names: &'n Names,
        positions: BTreeMap<&'n str, Vec<usize>>,
    ) -> BTreeMap<&'n str, Mentions> {
        let top = self.frontmatter();
        let mut named = BTreeMap::<&str, Mentions>::new();
        let mut room = Room { positions: MOST_POSITIONS, bytes: MOST_BYTES };
        for (name, anywhere) in positions {
            let executable = self.executable(name, &anywhere);
            if !executable.is_empty() || anywhere.iter().any(|at| top.contains(at)) {
                let mut mentions = Mentions { anywhere, executable, cut: None };
                mentions.limit(&mut room, |at| self.cost(at, name.len()));
                named.insert(name, mentions);
            }
        }
        let mut led = Vec::new();
        for pattern in self.loop_patterns() {
            led.extend(names.matching(pattern));
        }
        if self.is_shell() {
            led.extend(self.built_from_parts(names));
        }
        let stems = self.stems().keys();
        led.extend(stems.filter_map(|stem| names.exact(&format!("{stem}.sh"))));
        for name in led {
            named.entry(name).or_default();
        }
        named
    }

    /// The bytes that are read for a name at `at`.
    fn cost(&self, at: usize, length: usize) -> usize {
        if !self.is_shell() {
            return 0;
        }
        let end = statement_end(&self.commands, at + length);
        end - statement_start(&self.commands, at) + self.commands.len() / PARSED
    }

    /// Those of the positions at which the name is executable.
    pub(super) fn executable(&self, name: &str, positions: &[usize]) -> Vec<usize> {
        let commands = self.commands.as_bytes();
        let stands = |at: &usize| commands[*at..].starts_with(name.as_bytes());
        positions.iter().copied().filter(stands).collect()
    }

    /// The scripts whose names this shell text builds from parts.
    fn built_from_parts<'n>(&self, names: &'n Names) -> Vec<&'n str> {
        let mut patterns = BTreeSet::new();
        for name in built::names(&self.commands) {
            if built::is_specific(&name.pattern) {
                patterns.insert(name.pattern);
            } else if name.variable.is_some_and(|name| built::is_looped(&self.commands, name)) {
                let known = self.regions().iter().filter_map(Region::known);
                patterns.extend(known.flat_map(ReaderAnalysis::built_names).map(str::to_owned));
            }
        }
        patterns.iter().flat_map(|pattern| names.matching(pattern)).collect()
    }

    fn loop_patterns(&self) -> &[String] {
        let patterns = || loops::patterns(&self.commands).map(str::to_owned).collect();
        self.loops.get_or_init(patterns)
    }

    /// The quoted texts from which a program may build a script's name.
    fn stems(&self) -> &BTreeMap<String, usize> {
        self.stems.get_or_init(|| {
            if !self.builds_names() {
                return BTreeMap::new();
            }
            let stems = code::stems(&self.commands).into_iter();
            stems.map(|(stem, at)| (stem.to_owned(), at)).collect()
        })
    }

    /// Adds the first place with a part of the script's name, if a program builds the name from it and reads the text.
    pub(super) fn built(&self, name: &str, found: &mut Vec<Use>) {
        let reads_built = || code::reads_built(&self.commands);
        if !found.is_empty()
            || self.stems().is_empty()
            || !self.reads_built.get_or_init(reads_built)
        {
            return;
        }
        if let Some(at) = name.strip_suffix(".sh").and_then(|stem| self.stems().get(stem)) {
            found.push(Use {
                line: self.number(*at),
                text: crate::source::shortened(self.line(*at).as_bytes()),
                blocking: true,
                tail: name.to_owned(),
                why: Some("the script's name is built from parts".to_owned()),
                ..Use::default()
            });
        }
    }

    /// Adds the readers that name the script in another place.
    pub(super) fn through(&self, name: &str, mentions: &Mentions, found: &mut Vec<Use>) {
        if !self.is_shell() {
            return;
        }
        let lines = || {
            mentions.executable.iter().map(|at| {
                &self.commands[self.commands[..*at].rfind('\n').map_or(0, |i| i + 1)..*at]
            })
        };
        // Parsing the calls takes longest: only if a variable, a loop or a function may lead to them.
        let is_looped = self.loop_patterns().iter().any(|pattern| loops::matches(pattern, name));
        let leads = is_looped
            || lines().any(|before| before.contains('=') || before.contains("for "))
            || *self.has_functions.get_or_init(|| self.commands.contains("()"));
        let has_built = || built::names(&self.commands).next().is_some();
        let has_built = *self.has_built.get_or_init(has_built);
        // A script that runs another one may print its text as its own.
        let leads = leads || self.language == Language::Shell;
        if !leads && !has_built {
            return;
        }
        let holds = |region: &&Region| {
            leads && mentions.anywhere.iter().any(|at| region.local(*at).is_some())
                || region.loops_over(name)
                || has_built && region.known().is_some_and(|known| known.builds(name))
        };
        let prints = self.language == Language::Shell && !bats::is_bats(self.text);
        let mut passed_on = 0;
        for region in self.regions().iter().filter(holds) {
            let Some(known) = region.known() else { continue };
            for read in through::uses(region.text(), known, name) {
                if !read.passes_on {
                    self.add(region, read, name, found);
                } else if prints && passed_on < MOST_PASSED_ON {
                    passed_on += 1;
                    self.add(region, read, name, found);
                } else if let Some(last) = found.iter_mut().rfind(|last| last.passes_on) {
                    last.rewrite.clear();
                    last.why = Some("it runs the script at more places than are read".to_owned());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_POSITIONS, Names, Reader};
    use crate::ConsumerLanguage;

    /// The places of a script's name that are looked at, and whether there are more.
    fn looked_at(text: &str) -> (usize, bool) {
        let names = Names::new(["b.sh".to_owned()]);
        let reader = Reader::new(text, ConsumerLanguage::Shell);
        let named = reader.named(&names, names.positions(text));
        (named["b.sh"].executable.len(), named["b.sh"].cut.is_some())
    }

    /// Each place on one line costs the line: a longer line has fewer of them.
    #[test]
    fn places_in_long_statements_are_limited_by_their_bytes() {
        assert_eq!(looked_at(&"bash b.sh\n".repeat(1_500)), (1_500, false));
        assert_eq!(looked_at(&"bash b.sh\n".repeat(1_501)), (MOST_POSITIONS, true));
        let (few, is_cut) = looked_at(&"bash b.sh | ".repeat(40_000));
        assert!(is_cut && (50..500).contains(&few), "{few}");
    }
}
