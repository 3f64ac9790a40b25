//! Contract keys for the frontmatter of a SKILL.md that is there: all else of the file stays byte for byte.

use contract::NoFiles;
use migrate::infer;

/// Text to put into a file, and where.
pub(crate) struct Added {
    /// Byte offset: in front of the closing line of the frontmatter.
    pub(crate) at: usize,
    /// The lines, with the file's line ends.
    pub(crate) text: String,
}

/// Why no contract can be added.
pub(crate) enum Left {
    /// There is one.
    Stated,
    /// There is no frontmatter, or it can't be read with the keys in it.
    Unreadable(String),
}

/// Has the frontmatter a contract already?
pub(crate) fn states_one(text: &str) -> Result<bool, Left> {
    let Some(parts) = contract::source::frontmatter::split(text) else {
        return Err(Left::Unreadable("has no frontmatter".to_owned()));
    };
    Ok(stated(parts.yaml).iter().any(|key| matches!(*key, "input_schema" | "output_schema")))
}

fn stated(yaml: &str) -> Vec<&str> {
    yaml.lines()
        .filter(|line| !line.starts_with([' ', '\t', '#', '-']))
        .filter_map(|line| line.split_once(':'))
        .map(|(key, _)| key.trim_end().trim_matches(['"', '\'']))
        .collect()
}

/// The keys of `frontmatter` that the file lacks, in front of the closing line of its own.
pub(crate) fn add(label: &str, text: &str, frontmatter: &str) -> Result<Added, Left> {
    if states_one(text)? {
        return Err(Left::Stated);
    }
    let Some(parts) = contract::source::frontmatter::split(text) else {
        return Err(Left::Unreadable("has no frontmatter".to_owned()));
    };
    let stated = stated(parts.yaml);
    let at = text.len() - parts.body.len();
    // The body begins behind the closing line, which is the last one before it.
    let closing = text[..at].trim_end_matches(['\n', '\r']).rfind('\n').map_or(0, |i| i + 1);
    let lines: String = infer::keys(frontmatter)
        .into_iter()
        .filter(|(key, _)| !stated.contains(&key.as_str()))
        .map(|(_, lines)| lines)
        .collect();
    let crlf = text[..closing].ends_with("\r\n");
    let lines = if crlf { lines.replace('\n', "\r\n") } else { lines };
    let after = format!("{}{lines}{}", &text[..closing], &text[closing..]);
    match contract::Contract::read(label, after.as_bytes(), &NoFiles) {
        Ok(_) => Ok(Added { at: closing, text: lines }),
        Err(error) => Err(Left::Unreadable(error.to_string())),
    }
}
