//! The part of an emitted file that no schema changes: plain source files under templates/, cut into
//! pieces, of which a file gets those it needs. So the prelude can be compiled and tested as it stands.

use std::collections::BTreeSet;

/// A source file of templates/: what stands above the first piece is left out.
pub(crate) struct Prelude {
    pieces: Vec<Piece>,
}

struct Piece {
    name: &'static str,
    needs: Vec<&'static str>,
    text: String,
}

impl Prelude {
    /// Cuts `//= NAME: NEEDED …` (jq: `#= …`) pieces out of source files, one after another.
    pub(crate) fn new(sources: &[&'static str]) -> Prelude {
        let mut pieces: Vec<Piece> = Vec::new();
        for source in sources {
            let mut inside = false;
            for line in source.lines() {
                if let Some(head) = line.strip_prefix("//= ").or(line.strip_prefix("#= ")) {
                    let (name, needs) = head.split_once(':').unwrap_or((head, ""));
                    let needs = needs.split_whitespace().collect();
                    pieces.push(Piece { name, needs, text: String::new() });
                    inside = true;
                } else if let Some(piece) = pieces.last_mut().filter(|_| inside) {
                    piece.text.push_str(line);
                    piece.text.push('\n');
                }
            }
        }
        Prelude { pieces }
    }

    /// The pieces named in `wanted` and all that they need, in the order of the sources.
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
        let chosen = self.pieces.iter().filter(|piece| all.contains(piece.name));
        chosen.map(|piece| piece.text.trim_end().to_owned() + "\n\n").collect()
    }
}
