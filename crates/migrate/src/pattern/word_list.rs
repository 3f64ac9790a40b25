//! Lists of words, and words that count things.

/// Plurals that measure time or tell how often something is tried.
pub(super) const NO_THINGS: &str = "attempts days hours iterations mins minutes months ms retries secs seconds steps times weeks years";

/// Words for a part of all things: `Tests passed: 3/5`, `Phases: 1/3 complete`.
pub(super) const PARTS_OF_ALL: &str = "complete completed copied covered done failed installed linked migrated passed passing processed \
    skipped succeeded synced updated valid validated verified";

/// Programs whose `-o` and `--output` name a format, columns or something else, but no file.
pub(crate) const OUTPUT_FORMATS: &str = "argocd aws az doctl eksctl findmnt flux grep helm istioctl journalctl kubectl ls lsblk minikube oc oci ps \
    rg ssh systemctl";

/// Whether a word in lower case is a plural.
pub(crate) fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
}

/// Whether a list has a word, in whatever case.
pub(crate) fn is_in(word: &str, list: &str) -> bool {
    list.split_whitespace().any(|one| one.eq_ignore_ascii_case(word))
}
