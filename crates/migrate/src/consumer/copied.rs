//! Commands that copy a script away from its folder: `cp scripts/hook.sh .git/hooks/pre-commit`. The copy lacks the helper file.

use super::mention::{joined, tail};
use super::{Language, Reader, Use};

/// The maximum number of bytes of a line that is examined.
const LONGEST_LINE: usize = 2_000;

impl Reader<'_> {
    /// The commands that copy the script of this name alone, among these mentions of it. Comments count: a header often gives the
    /// command by which a hook is installed.
    #[must_use]
    pub fn copies(&self, name: &str, mentions: &[usize]) -> Vec<Use> {
        if matches!(self.language, Language::Code | Language::Settings | Language::Unit) {
            return Vec::new();
        }
        let copy = |at: &usize| {
            let end = at + name.len();
            let line = self.line(*at);
            let start = self.lines[self.number(*at) - 1];
            let (before, after) = self.text[start..].split_at_checked(at - start)?;
            let after = after.get(name.len()..)?.lines().next().unwrap_or_default();
            let is_copied = line.len() <= LONGEST_LINE
                && !joined(self.text, *at, end)
                && copies_alone(before, after, name);
            is_copied.then(|| Use {
                line: self.number(*at),
                text: crate::source::shortened(line.as_bytes()),
                tail: tail(self.text, *at, end),
                copies: true,
                ..Use::default()
            })
        };
        mentions.iter().filter_map(copy).collect()
    }
}

/// Whether a command copies a file alone to another folder, from the text of its line on both sides of the file's name.
fn copies_alone(before: &str, after: &str, name: &str) -> bool {
    let begins = |c: char| ";|&`(".contains(c);
    let command = before.rsplit(begins).next().unwrap_or_default();
    let mut words = command.split_whitespace().skip_while(|word| {
        matches!(*word, "sudo" | "RUN" | "run:" | "$" | "-" | "*") || word.chars().all(|c| c == '#')
    });
    let program = words.next().unwrap_or_default();
    let sources: Vec<&str> = words.filter(|word| !word.starts_with('-')).collect();
    // The command's own words: a sentence ends them.
    let rest = after.split([';', '|', '&', '`', '#', ')', '>']).next().unwrap_or_default();
    let rest = rest.trim_start_matches(['"', '\'']);
    let targets: Vec<&str> = rest.split_whitespace().collect();
    let Some(target) = targets.last().map(|target| target.trim_matches(['"', '\''])) else {
        return false;
    };
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let source = sources.last().copied().unwrap_or_default().trim_start_matches(['"', '\'']);
    let is_beside = folder(target) == source.trim_end_matches('/') && !target.ends_with('/');
    let is_path = target.contains(['/', '~', '$', '.']);
    matches!(program, "cp" | "install" | "COPY" | "ADD")
        && rest.starts_with([' ', '\t'])
        && is_path
        && !is_beside
        && !format!("{command}{name}{rest}").contains("skill-envelope")
}

#[cfg(test)]
mod tests {
    use crate::{ConsumerLanguage, Reader};

    #[test]
    fn a_command_that_copies_a_script_alone() {
        let lines = |text: &str, language| -> Vec<usize> {
            let at: Vec<usize> = text.match_indices("hook.sh").map(|(at, _)| at).collect();
            Reader::new(text, language).copies("hook.sh", &at).iter().map(|one| one.line).collect()
        };
        for text in [
            "cp scripts/hook.sh .git/hooks/pre-commit\n",
            "# Install: cp scripts/hook.sh .git/hooks/\n",
            "  cp -f \"$HERE/hook.sh\" \"$HOME/.local/bin/hook\" && chmod +x x\n",
            "sudo install -m 755 hook.sh /usr/local/bin/\n",
        ] {
            let is_comment = text.starts_with("# Install:");
            let wanted: &[usize] = if is_comment { &[] } else { &[1] };
            assert_eq!(lines(text, ConsumerLanguage::Shell), wanted, "{text}");
        }
        assert_eq!(
            lines("#   cp scripts/hook.sh .git/hooks/pre-commit\n", ConsumerLanguage::Shell),
            [1]
        );
        assert_eq!(
            lines("Run `cp scripts/hook.sh .git/hooks/pre-commit`.\n", ConsumerLanguage::Markdown),
            [1]
        );
        assert_eq!(
            lines("```bash\ncp scripts/hook.sh .git/hooks/\n```\n", ConsumerLanguage::Markdown),
            [2]
        );
        assert_eq!(lines("COPY scripts/hook.sh /usr/bin/\n", ConsumerLanguage::Docker), [1]);
        for text in [
            "ln -s ../../scripts/hook.sh .git/hooks/pre-commit\n",
            "cp -r scripts .git/ # with hook.sh\n",
            "cp old.sh scripts/hook.sh\n",
            "cp scripts/hook.sh scripts/hook.sh.bak\n",
            "cp scripts/hook.sh scripts/skill-envelope.bash ~/bin/\n",
            "bash hook.sh a/b\n",
            "echo \"cp: hook.sh a/b\"\n",
        ] {
            assert_eq!(lines(text, ConsumerLanguage::Shell), [] as [usize; 0], "{text}");
        }
    }
}
