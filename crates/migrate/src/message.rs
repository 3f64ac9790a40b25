//! What a call that prints tells before the script fails: a message, a line that continues one, a hint beside it, or a value for
//! programs.

use crate::model::Call;
use crate::word;

/// Whether a call prints a line that ends in a colon.
pub(crate) fn announces(call: &Call<'_>) -> bool {
    let text = call.words.last().map(|word| word.trim_end_matches(['"', '\'', ' ']));
    call.words.len() > 1 && text.is_some_and(|text| text.ends_with(':'))
}

/// Whether a call prints what a person may do, and not what happened: `To fix missing dependencies:`.
pub(crate) fn advises(call: &Call<'_>) -> bool {
    const ADVICE: [&str; 7] = ["to ", "fix:", "hint:", "next steps:", "solution:", "try:", "tip:"];
    let text = first_text(call).unwrap_or_default().trim_matches(['"', '\'', ' ']);
    let text = text.trim_start_matches("\\n").to_lowercase();
    announces(call) && ADVICE.iter().any(|word| text.starts_with(word))
}

/// Whether a call prints a line of a box: `║   COMMIT BLOCKED   ║`.
pub(crate) fn is_framed(call: &Call<'_>) -> bool {
    let is_border = |c: char| ('\u{2500}'..='\u{257F}').contains(&c);
    call.words.iter().skip(1).any(|word| word.contains(is_border))
}

/// Does a call only print something beside a message, such as the log of what failed?
pub(crate) fn shows_text(call: &Call<'_>) -> bool {
    let plain = !call.place.tested && call.redirected.is_none();
    let edits = || call.words.iter().any(|word| word.starts_with("-i") || word == "--in-place");
    plain
        && match call.name.as_str() {
            "cat" | "head" | "tail" | "grep" | "ls" | "diff" | "column" | "fold" | "nl" => true,
            "sed" => !edits(),
            _ => false,
        }
}

/// Does a call print how the script is called, or an example of it?
pub(crate) fn shows_usage(call: &Call<'_>) -> bool {
    let begins = |text: &str| {
        let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
        ["usage", "example"].iter().any(|word| {
            text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        })
    };
    first_text(call).is_some_and(begins)
}

/// Does a call print a pair for a program, as `STATUS=ERROR`? The words beside it say more.
pub(crate) fn is_pair(call: &Call<'_>) -> bool {
    let text = first_text(call).unwrap_or_default().trim_matches(['"', '\'']);
    let key = text.split_once('=').map_or("", |(key, _)| key);
    !key.is_empty() && key.chars().all(bash_syntax::is_name_char) && !text.contains(' ')
}

/// Does a call print an indented line, or an empty one: one of several about the same?
pub(crate) fn continues(call: &Call<'_>) -> bool {
    let text = first_text(call).unwrap_or_default().trim_start_matches(['"', '\'']);
    text.is_empty() || text.starts_with([' ', '\t'])
}

/// The text that a call prints, or its first word.
fn first_text<'c>(call: &'c Call<'_>) -> Option<&'c str> {
    let words = call.words.iter().skip(1).map(|word| word.as_str());
    let body = call.heredoc.iter().map(|(body, _)| &**body);
    words.chain(body).find(|text| !text.starts_with('-'))
}

/// The call that begins the message of which a call prints a line: one with blanks in front continues the line above it, and
/// `Usage:` alone heads the one below.
pub(crate) fn whole_message<'a>(said: &[&'a Call<'a>], chosen: &'a Call<'a>) -> &'a Call<'a> {
    let Some(mut at) = said.iter().position(|call| std::ptr::eq(*call, chosen)) else {
        return chosen;
    };
    let is_blank = |call: &Call<'_>| !has_words(call);
    let follows = |at: usize| said[at].line.saturating_sub(said[at - 1].line) <= 2;
    while at > 0
        && continues(said[at])
        && follows(at)
        && !announces(said[at - 1])
        && !is_blank(said[at - 1])
    {
        at -= 1;
    }
    let text = first_text(said[at]).unwrap_or_default();
    let is_head = text.trim_matches(['"', '\'', ' ']).eq_ignore_ascii_case("usage:");
    let next = said.get(at + 1).filter(|next| is_head && continues(next));
    next.copied().unwrap_or(said[at])
}

/// Whether a call prints a value for programs: a variable alone, or one word in lower case. The message of a failure is none.
pub(crate) fn is_answer(call: &Call<'_>) -> bool {
    const MESSAGES: [&str; 11] =
        ["err", "fail", "help", "log", "msg", "message", "out", "reason", "text", "usage", "why"];
    let words: Vec<&str> = call.words.iter().skip(1).map(|word| word.as_str()).collect();
    let word = match (call.name.as_str(), words.as_slice()) {
        ("echo", [word]) | ("printf", [word]) => *word,
        ("printf", [format, word]) if format.contains("%s") && format.len() < 7 => *word,
        _ => return false,
    };
    if let Some(name) = word::variable(word.trim_matches('"')) {
        let name = name.to_ascii_lowercase();
        let is_argument = name.starts_with(|c: char| c.is_ascii_digit());
        return !is_argument && !MESSAGES.iter().any(|part| name.contains(part));
    }
    let word = word.trim_matches(['"', '\'']).trim_end_matches("\\n");
    let is_message = MESSAGES.iter().any(|part| word.contains(part));
    !is_message
        && word.len() > 1
        && word.chars().all(|c| c.is_ascii_lowercase() || "_-".contains(c))
}

/// Does a call announce what went wrong: `ISSUES:`?
pub(crate) fn announces_failure(call: &Call<'_>) -> bool {
    let text = first_text(call).unwrap_or_default().to_lowercase();
    ["issues:", "errors:", "problems:", "failures:", "reasons:"]
        .iter()
        .any(|word| text.contains(word))
}

/// Whether the output of a call has words, or values that may be words.
pub(crate) fn has_words(call: &Call<'_>) -> bool {
    let word =
        |text: &str| text.contains('$') || text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    match &call.heredoc {
        Some((body, _)) if call.name == "cat" => word(body),
        _ => call.words.iter().skip(1).any(|text| word(text)),
    }
}
