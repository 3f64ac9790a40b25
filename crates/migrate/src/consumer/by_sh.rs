//! Whether a script is run by `sh`, regardless of its first line.

use super::pipeline::program_name;

/// The name of the `sh` that runs the script, from the text before its path on that line; `None` for other commands.
pub(super) fn by_sh(before: &str) -> Option<&'static str> {
    let line = before.rsplit('\n').next().unwrap_or_default();
    // The path that ends with the name, from the text before it.
    let path = |c: char| !c.is_whitespace() && !",`(;|&".contains(c);
    let separates = |c: char| c.is_whitespace() || "\"'`,;|&()[]".contains(c);
    let mut words = line.trim_end_matches(path).rsplit(separates).filter(|word| !word.is_empty());
    let runner = words.find(|word| !word.starts_with('-'))?;
    ["sh", "dash", "ash"].into_iter().find(|name| program_name(runner) == *name)
}

#[cfg(test)]
mod tests {
    use super::by_sh;

    #[test]
    fn a_line_that_runs_it_by_sh() {
        for (before, by) in [
            ("sh ", Some("sh")),
            ("set -e\n  /bin/sh -eu \"$HERE/../scripts/", Some("sh")),
            ("Run `dash ./", Some("dash")),
            ("subprocess.run([\"sh\", \"scripts/", Some("sh")),
            ("busybox ash ", Some("ash")),
            ("bash ", None),
            ("sh other.sh; ./", None),
            ("./", None),
            ("", None),
            ("source ", None),
            ("x.sh ", None),
        ] {
            assert_eq!(by_sh(before), by, "{before}");
        }
    }
}
