//! Commands that wait for a person, in scripts and in the code of pages.

/// Whether a command opens an editor, or asks for each part of its work: an agent can't type there.
pub(crate) fn waits_for_person(words: &[&str]) -> bool {
    const EDITORS: [&str; 6] = ["vim", "vi", "nano", "emacs", "pico", "nvim"];
    // With these the editor runs commands and ends.
    const BATCH: [&str; 5] = ["-es", "-Es", "--batch", "--headless", "--version"];
    let Some((program, rest)) = words.split_first() else { return false };
    let rest = match rest {
        // `git -C folder add -p`.
        [option, _, rest @ ..] if *program == "git" && matches!(*option, "-C" | "-c") => rest,
        rest => rest,
    };
    let has = |names: &[&str]| rest.iter().skip(1).any(|word| names.contains(word));
    match (*program, rest.first().copied()) {
        ("git", Some("rebase")) => has(&["-i", "--interactive"]),
        ("git", Some("add" | "checkout" | "restore" | "reset" | "stash")) => {
            has(&["-p", "--patch"])
        }
        (editor, Some(_)) => {
            EDITORS.contains(&editor) && !rest.iter().any(|word| BATCH.contains(word))
        }
        _ => false,
    }
}
