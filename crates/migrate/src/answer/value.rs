//! The forms of a printed value: a path, a row, a word.

use crate::model::Call;
use crate::part::Part;
use crate::word;

/// Whether a call prints one word with a variable and without the marks of a sentence, like a path:
/// `$dir/out.csv`.
pub(super) fn is_path(call: &Call<'_>) -> bool {
    let [_, word] = call.words.as_slice() else { return false };
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./@+".contains(c);
    let literal = |piece: &word::Piece<'_>| match piece {
        word::Piece::Text(text) => text.chars().all(part),
        word::Piece::Hole { .. } => true,
    };
    call.name == "echo" && word.contains('$') && word::pieces(word).iter().all(literal)
}

/// Whether a call of printf prints values alone, like a row of a table: `'%s\t%s\n'`.
pub(super) fn is_row(call: &Call<'_>) -> bool {
    let [_, format, _, ..] = call.words.as_slice() else { return false };
    let mut rest = format.trim_matches(['"', '\'']).to_owned();
    for directive in ["%s", "%d", "%q", "\\n", "\\t", "\\0", "\\r"] {
        rest = rest.replace(directive, "");
    }
    call.name == "printf" && rest.chars().all(|c| " ,;|:/".contains(c))
}

/// Whether a script prints one word or another under a condition: `generic` or `special`.
pub(super) fn chosen_words(printed: &[&Call<'_>]) -> bool {
    let words: Vec<&&Call<'_>> = printed.iter().filter(|call| is_word(call)).take(400).collect();
    words.iter().any(|one| {
        let apart = |other: &&&&Call<'_>| {
            let (a, b) = (&one.place.block, &other.place.block);
            one.words[1] != other.words[1] && !a.starts_with(b) && !b.starts_with(a)
        };
        words.iter().find(apart).is_some()
    })
}

/// Whether a call prints a single literal word, like a name or `true`.
pub(super) fn is_word(call: &Call<'_>) -> bool {
    let [_, word] = call.words.as_slice() else { return false };
    let word = word.trim_matches(['"', '\'']);
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./:@".contains(c);
    call.name == "echo" && !word.is_empty() && word.chars().all(part)
}

/// Whether a call prints an empty line or a separator.
pub(super) fn blank(call: &Call<'_>) -> bool {
    let holds = |word: &Part<'_>| {
        let text =
            ["\\n", "\\t", "\\r"].iter().fold(word.to_string(), |text, end| text.replace(end, ""));
        text.contains(['$', '`']) || text.contains(char::is_alphanumeric)
    };
    matches!(call.name.as_str(), "echo" | "printf") && !call.words[1..].iter().any(holds)
}
