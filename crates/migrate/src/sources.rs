//! The files that a script sources, by their words.

use crate::model::{Call, Script};
use crate::parse;
use crate::source::Source;
use crate::word;

/// Words of a file that name sourced files, with their lines; empty if it is not a script.
#[must_use]
pub fn sourced_by(bytes: &[u8]) -> Vec<(usize, String)> {
    parse::read(&Source::new(bytes)).map_or_else(|_| Vec::new(), |script| sources(&script))
}

/// The maximum number of variables that a word is put together from, one in the other.
const DEPTH: usize = 5;

/// Words of a script that name sourced files; for a variable, its value.
pub(crate) fn sources(script: &Script) -> Vec<(usize, String)> {
    let calls = script.calls.iter().filter(|c| matches!(c.name.as_str(), "source" | "."));
    let mut words = Vec::new();
    for call in calls {
        let Some(word) = call.words.get(1) else { continue };
        let texts = match variable(word) {
            Some(name) => assigned(script, name).map(|text| expanded(script, text, 0)).collect(),
            None => vec![expanded(script, word, 0)],
        };
        words.extend(texts.into_iter().map(|text| (call.line, text)));
    }
    words
}

/// A word whose first expansion is replaced by the folder that it stands for: `$LIB/a.sh` by `$(dirname "$0")/../lib/a.sh`, where
/// `LIB="$(cd "$(dirname "$0")/../lib" && pwd)"`.
fn expanded(script: &Script, raw: &str, depth: usize) -> String {
    let pieces = word::pieces(raw);
    let [word::Piece::Hole { name, code, .. }, rest @ ..] = pieces.as_slice() else {
        return word::shown(raw).into_owned();
    };
    let rest: String = rest.iter().map(|piece| piece.clone().shown()).collect();
    let value = match (name, code) {
        (Some(name), _) => {
            let mut values = assigned(script, name);
            values.next().filter(|_| values.next().is_none()).map(str::to_owned)
        }
        (None, Some(code)) => folder_of(code).map(str::to_owned),
        (None, None) => None,
    };
    match value.filter(|_| depth < DEPTH) {
        Some(value) => format!("{}{rest}", expanded(script, &value, depth + 1)),
        None => word::shown(raw).into_owned(),
    }
}

/// The word of the folder in `cd "$here/../lib" && pwd`.
fn folder_of(code: &str) -> Option<&str> {
    let (change, show) = code.trim().split_once("&&")?;
    let word = change.trim().strip_prefix("cd ")?.trim_start();
    let word =
        ["-P ", "-- "].iter().fold(word, |word, flag| word.strip_prefix(flag).unwrap_or(word));
    // `>/dev/null 2>&1`
    let word = word.split(" >").next().and_then(|word| word.split(" 2>").next());
    let word = word.and_then(|word| word.split(" &>").next()).unwrap_or_default().trim_end();
    let is_show = matches!(show.trim(), "pwd" | "pwd -P");
    is_show.then_some(word)
}

/// Whether the words of each `source` of a script name a file, so that [`sources`] lists all of them.
pub(crate) fn names_every_source(script: &Script) -> bool {
    let mut calls = script.calls.iter().filter(|c| matches!(c.name.as_str(), "source" | "."));
    calls.all(|call| match call.words.get(1).map(|word| variable(word)) {
        Some(Some(name)) => assigned(script, name).next().is_some(),
        Some(None) => true,
        None => false,
    })
}

/// The variable that a word consists of.
fn variable(word: &str) -> Option<&str> {
    match word::pieces(word).as_slice() {
        [word::Piece::Hole { name: Some(name), .. }] => Some(*name),
        _ => None,
    }
}

fn assigned<'s>(script: &'s Script<'_>, name: &str) -> impl Iterator<Item = &'s str> {
    let declares = |c: &Call| matches!(&*c.name, "local" | "declare" | "readonly" | "export");
    script
        .calls
        .iter()
        .flat_map(move |c| c.assignments.iter().chain(c.words.iter().filter(move |_| declares(c))))
        .filter_map(move |text| text.strip_prefix(name)?.strip_prefix('='))
}

#[cfg(test)]
mod tests {
    use super::sourced_by;

    #[test]
    fn folders_in_variables() {
        for (script, wanted) in [
            (
                "HERE=\"$(cd \"$(dirname \"$0\")\" && pwd)\"\n. \"$HERE/a.sh\"\n",
                "$(dirname \"$0\")/a.sh",
            ),
            (
                "HERE=\"$(cd \"$(dirname \"$0\")\" && pwd)\"\nLIB=\"${HERE}/../lib\"\nsource \"${LIB}/a.sh\"\n",
                "$(dirname \"$0\")/../lib/a.sh",
            ),
            (
                "LIB=$(cd -P -- \"$(dirname -- \"$0\")/../lib\" >/dev/null 2>&1 && pwd -P)\n. $LIB/a.sh\n",
                "$(dirname -- \"$0\")/../lib/a.sh",
            ),
            ("LIB=$(cd \"$x/lib\" 2>/dev/null && pwd)\n. $LIB/a.sh\n", "$x/lib/a.sh"),
            ("LIB=a\nLIB=b\n. $LIB/a.sh\n", "$LIB/a.sh"),
            ("A=$B/x\nB=$A/x\n. $A/a.sh\n", "$B/x/x/x/x/x/a.sh"),
            (". ./a.sh\n", "./a.sh"),
        ] {
            let found = sourced_by(script.as_bytes());
            assert_eq!(
                found.iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>(),
                [wanted],
                "{script}"
            );
        }
    }
}
