//! The runtime of emitted files: plain source files under templates/, divided into pieces, of which a
//! file gets those it needs. So the runtime can be compiled and tested unchanged.

use std::collections::BTreeSet;

/// A source file of templates/, without the text above the first piece.
pub(crate) struct Prelude {
    pieces: Vec<Piece>,
}

struct Piece {
    name: &'static str,
    needs: Vec<&'static str>,
    text: String,
    /// Whether it continues directly after the piece before it.
    continues: bool,
}

impl Prelude {
    /// Divides source files into pieces at lines `//= NAME: NEEDED …` (jq: `#= …`). `//+ NAME: …` (`#+ …`)
    /// begins a piece that directly continues the piece before it: a case of a switch.
    pub(crate) fn new(sources: &[&'static str]) -> Prelude {
        let mut pieces: Vec<Piece> = Vec::new();
        for source in sources {
            let mut inside = false;
            for line in source.lines() {
                let opens = line.strip_prefix("//= ").or(line.strip_prefix("#= "));
                let inner = line.trim_start();
                let goes_on = inner.strip_prefix("//+ ").or(inner.strip_prefix("#+ "));
                if let Some(head) = opens.or(goes_on) {
                    let (name, needs) = head.split_once(':').unwrap_or((head, ""));
                    let needs = needs.split_whitespace().collect();
                    let continues = goes_on.is_some();
                    pieces.push(Piece { name, needs, text: String::new(), continues });
                    inside = true;
                } else if let Some(piece) = pieces.last_mut().filter(|_| inside) {
                    piece.text.push_str(line);
                    piece.text.push('\n');
                }
            }
        }
        Prelude { pieces }
    }

    /// The pieces named in `wanted` and their dependencies, in the order of the sources.
    pub(crate) fn select(&self, wanted: &BTreeSet<&'static str>) -> String {
        let mut all: BTreeSet<&str> = BTreeSet::new();
        let mut queue: Vec<&str> = wanted.iter().copied().collect();
        while let Some(name) = queue.pop() {
            if all.insert(name) {
                let piece = self.pieces.iter().find(|piece| piece.name == name);
                debug_assert!(piece.is_some(), "the prelude has no piece {name}");
                queue.extend(piece.into_iter().flat_map(|piece| piece.needs.iter()));
            }
        }
        joined(self.pieces.iter().filter(|piece| all.contains(piece.name)))
    }

    /// The piece whose name is `start` and `end`.
    pub(crate) fn named(&self, start: &str, end: &str) -> Option<&'static str> {
        let names = self.pieces.iter().map(|piece| piece.name);
        names.into_iter().find(|name| name.strip_prefix(start) == Some(end))
    }

    /// All pieces except some.
    pub(crate) fn without(&self, names: &[&str]) -> String {
        joined(self.pieces.iter().filter(|piece| !names.contains(&piece.name)))
    }

    /// All pieces.
    pub(crate) fn whole(&self) -> String {
        joined(self.pieces.iter())
    }
}

/// Pieces with an empty line between them, unless they continue.
fn joined<'p>(pieces: impl Iterator<Item = &'p Piece>) -> String {
    let mut text = String::new();
    for piece in pieces {
        if !piece.continues && !text.is_empty() {
            text.push('\n');
        }
        text.push_str(piece.text.trim_matches('\n'));
        text.push('\n');
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The runtime's type of one failure.
pub(crate) const SKILL_ERROR: &str = "SkillError";
/// The names that the parser of outputs declares beside its contract's types.
pub(crate) const PARSER_NAMES: [&str; 5] =
    ["SkillOutputParser", "ParseResult", "ParseMethod", "ParseProblem", "ParserOptions"];

/// A runtime whose `SkillError` is renamed if `own` declares one.
pub(crate) fn make_way(runtime: String, own: &str) -> String {
    let declared = own.lines().any(|line| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let name = ["type ", "struct ", "enum "].iter().find_map(|word| line.strip_prefix(word));
        name.is_some_and(|name| name.split(|c| !is_part(c)).next() == Some(SKILL_ERROR))
    });
    if declared { moved(&runtime, SKILL_ERROR) } else { runtime }
}

/// The text of the parser of outputs, whose names are renamed if they are names of the contract's types.
pub(crate) fn parser_beside<'o>(parser: &str, own: impl Iterator<Item = &'o str>) -> String {
    let taken = own.filter(|name| PARSER_NAMES.contains(name));
    taken.fold(parser.to_owned(), |text, name| moved(&text, name))
}

fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// A text with `Skillgen` before each occurrence of a name.
fn moved(text: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        out.push_str(before);
        if whole {
            out.push_str("Skillgen");
        }
        out.push_str(name);
        rest = after;
    }
    out + rest
}
