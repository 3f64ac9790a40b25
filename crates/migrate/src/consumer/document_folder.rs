//! The folder in which a document runs a script: `cd skills/a`, and `./run.sh` on a line below.

use super::{Language, Reader};

impl Reader<'_> {
    /// The folder of a command of a document that runs a script by its bare name, below a `cd`.
    pub(super) fn folder_above(&self, at: usize) -> Option<String> {
        let is_document = self.language == Language::Markdown;
        let is_here = self.text[..at].ends_with("./") || self.text[..at].ends_with("bash ");
        let is_bare = is_here && !self.text[..at].ends_with("../");
        let folder = (is_document && is_bare).then(|| folder_above(self.text, at)).flatten();
        folder.map(str::to_owned)
    }
}

/// The literal end of the folder that the nearest `cd` above names, in the same block of Markdown.
fn folder_above(text: &str, at: usize) -> Option<&str> {
    let mut above = text[..at].lines().rev();
    // The command's own line may begin with `cd a && `.
    let own = above.next().unwrap_or_default();
    let lines =
        std::iter::once(own).chain(above.take_while(|line| !line.trim_start().starts_with("```")));
    let rest = lines.take(LINES_ABOVE).find_map(behind_cd)?.trim_start_matches([' ', '"', '\'']);
    let word = rest.split([' ', '"', '\'', ';', '&', ')', '`']).next()?.trim_end_matches('/');
    let word = word.rsplit("skills/").next().unwrap_or(word);
    let word = match word.rfind(['}', ')', '$']) {
        Some(end) => word[end + 1..].split_once('/').map_or("", |(_, rest)| rest),
        None => word,
    };
    let word = word.rsplit("../").next().unwrap_or(word).trim_start_matches("./");
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    (!word.is_empty() && word != ".." && word != "-" && word.chars().all(plain)).then_some(word)
}

/// The text behind the last `cd` of a line.
fn behind_cd(line: &str) -> Option<&str> {
    let (before, rest) = line.rsplit_once("cd ")?;
    let before = before.trim_end();
    let starts = before.is_empty() || before.ends_with([';', '&', '(', '`', '$', '|']);
    starts.then_some(rest)
}

/// The maximum number of lines in which such a `cd` is searched.
const LINES_ABOVE: usize = 20;

#[cfg(test)]
mod tests {
    use super::folder_above;

    #[test]
    fn the_folder_of_the_nearest_cd() {
        for (text, folder) in [
            ("```bash\ncd .pi/skills/a\n./", Some("a")),
            ("```bash\ncd skills/a && ./", Some("a")),
            ("```bash\ncd a\nx\ncd \"$ROOT/tools/b\"\n./", Some("tools/b")),
            ("```bash\n(cd ../c/d; ./", Some("c/d")),
            ("```bash\ncd a\n```\n```bash\n./", None),
            ("```bash\ncd ..\n./", None),
            ("```bash\ncd \"$(dirname \"$0\")\"\n./", None),
            ("Then abcd e\n./", None),
        ] {
            assert_eq!(folder_above(text, text.len()), folder, "{text}");
        }
    }
}
