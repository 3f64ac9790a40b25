//! Redirections: where they send stdout, and what stands in them.

use brush_parser::ast;

use crate::model::Sink;

/// What a redirection does to stdout. True if it names stdout at all.
pub(crate) fn apply(redirect: &ast::IoRedirect, sink: &mut Sink) -> bool {
    match redirect {
        ast::IoRedirect::OutputAndError(..) => *sink = Sink::Away,
        ast::IoRedirect::File(fd, kind, target) => {
            let output = matches!(
                kind,
                ast::IoFileRedirectKind::Write
                    | ast::IoFileRedirectKind::Append
                    | ast::IoFileRedirectKind::Clobber
                    | ast::IoFileRedirectKind::DuplicateOutput
            );
            if !output || !matches!(fd, None | Some(1)) {
                return false;
            }
            let text = match target {
                ast::IoFileRedirectTarget::Filename(word)
                | ast::IoFileRedirectTarget::Duplicate(word) => word.value.clone(),
                ast::IoFileRedirectTarget::Fd(fd) => fd.to_string(),
                ast::IoFileRedirectTarget::ProcessSubstitution(..) => String::new(),
            };
            let duplicate = matches!(kind, ast::IoFileRedirectKind::DuplicateOutput);
            *sink = match text.as_str() {
                "2" if duplicate => Sink::Err,
                "1" if duplicate => *sink,
                "/dev/stderr" => Sink::Err,
                "/dev/stdout" => *sink,
                _ => Sink::Away,
            };
        }
        _ => return false,
    }
    true
}

/// The words in a redirection, which may hold substitutions.
pub(crate) fn words(redirect: &ast::IoRedirect) -> Vec<String> {
    match redirect {
        ast::IoRedirect::File(
            _,
            _,
            ast::IoFileRedirectTarget::Filename(word) | ast::IoFileRedirectTarget::Duplicate(word),
        )
        | ast::IoRedirect::HereString(_, word)
        | ast::IoRedirect::OutputAndError(word, _) => vec![word.value.clone()],
        _ => Vec::new(),
    }
}

/// `9>&-`, as background jobs get it put in front.
pub(crate) fn closes_high(redirect: &ast::IoRedirect) -> bool {
    use ast::IoFileRedirectKind::DuplicateOutput;
    matches!(redirect, ast::IoRedirect::File(Some(3..=9), DuplicateOutput, _))
}
