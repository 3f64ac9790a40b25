//! Redirections: the target of stdout.

use crate::model::Sink;
use crate::source::Source;
use crate::syntax::{At, Kind, Op};

/// The effect of a redirection on stdout. True if it names stdout at all.
pub(crate) fn apply(redirect: At<'_>, source: &Source<'_>, sink: &mut Sink) -> bool {
    let (op, word) = (Op::of(redirect.flag()), target(redirect));
    let (Some(op), Some(word)) = (op, word) else { return false };
    let duplicate = match op {
        Op::Both => {
            *sink = Sink::Away;
            return true;
        }
        Op::Write | Op::Append | Op::Clobber => false,
        Op::DuplicateOutput => true,
        _ => return false,
    };
    // The number or name of the descriptor precedes the operator.
    if !matches!(source.bytes()[redirect.start()..].first(), Some(b'>'))
        && !source.bytes()[redirect.start()..].starts_with(b"1>")
    {
        return false;
    }
    *sink = match &*source.slice(word.range()) {
        "2" if duplicate => Sink::Err,
        "1" if duplicate => *sink,
        "/dev/stderr" => Sink::Err,
        "/dev/stdout" => *sink,
        _ => Sink::Away,
    };
    true
}

/// Whether stderr has the target of stdout, from this redirection on.
pub(crate) fn join(redirect: At<'_>, source: &Source<'_>, joined: &mut bool) {
    if source.bytes()[redirect.start()..].starts_with(b"2>") {
        let to_stdout = |word: At<'_>| matches!(&*source.slice(word.range()), "1" | "/dev/stdout");
        *joined = target(redirect).is_some_and(to_stdout);
    }
}

/// The word after the operator.
pub(crate) fn target(redirect: At<'_>) -> Option<At<'_>> {
    redirect.of(Kind::Word).next()
}
