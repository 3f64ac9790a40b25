//! Templates for the parts of emitted files around types and checks, in Handlebars; users can override them one by one.
//! Checks are not in templates; a layout must include them completely.

mod list;

use std::collections::BTreeMap;

use handlebars::{
    Context, Handlebars, Helper, HelperResult, Output, RenderContext, RenderErrorReason,
    Renderable, no_escape,
};
use serde_json::Value;

pub use list::ALL;

/// A part of emitted files that users can override.
#[derive(Debug)]
pub struct Frame {
    /// The language, as in `--lang`.
    pub lang: &'static str,
    /// Its name: its file is `LANG/NAME.hbs`.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Its variables, with their content.
    pub variables: &'static [(&'static str, &'static str)],
    /// The variables that its result must contain.
    pub whole: &'static [&'static str],
    /// skillgen's own text.
    pub text: &'static str,
}

impl Frame {
    /// Its file in a folder of templates.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}/{}.hbs", self.lang, self.name)
    }

    /// The template of a file in a folder of templates.
    #[must_use]
    pub fn at(path: &str) -> Option<&'static Frame> {
        ALL.iter().find(|frame| frame.path() == path)
    }
}

/// Why a template can't be rendered. One line: where, what, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct FrameError {
    place: String,
    message: String,
}

/// The used templates: skillgen's own, except for overridden ones.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// Label and text, by the template's path.
    replaced: BTreeMap<String, (String, String)>,
}

impl Frames {
    /// Overrides a template; `label` is its name in messages.
    ///
    /// # Errors
    /// The text is not a valid template.
    pub fn replace(&mut self, frame: &Frame, label: &str, text: String) -> Result<(), FrameError> {
        limited(label, &text)?;
        registry(label, &text)?;
        self.replaced.insert(frame.path(), (label.to_owned(), text));
        Ok(())
    }

    /// The rendered text.
    ///
    /// # Errors
    /// An unknown variable, or a required one that is missing.
    pub(crate) fn render(&self, path: &str, data: &Value) -> Result<String, FrameError> {
        let frame = Frame::at(path).expect("invariant: back ends name frames of the list");
        let (label, text) = match self.replaced.get(path) {
            Some((label, text)) => (label.as_str(), text.as_str()),
            None => (path, frame.text),
        };
        let mut out = Limited(Vec::new());
        registry(label, text)?
            .render_to_write(NAME, data, &mut out)
            .map_err(|error| render_error(label, frame, &error))?;
        let out = String::from_utf8(out.0).expect("invariant: templates and data are UTF-8");
        for variable in frame.whole {
            let part = data[*variable].as_str().unwrap_or_default().trim();
            if !out.contains(part) {
                let message = format!(
                    "leaves out `{variable}`, which the file needs; write {{{{{variable}}}}} on a line of its own"
                );
                return Err(FrameError { place: label.to_owned(), message });
            }
        }
        Ok(out)
    }
}

/// Limits of a repository's templates: parsing takes time by the product of length and tags, and nested loops multiply
/// the output.
const LONGEST: usize = 128 << 10;
const MOST_TAGS: usize = 500;
const MOST_LOOPS: usize = 2;
/// The maximum size of a rendered template.
const MOST_TEXT: usize = 64 << 20;

/// Rejects a template that would take long.
fn limited(label: &str, text: &str) -> Result<(), FrameError> {
    let refuse = |message: String| Err(FrameError { place: label.to_owned(), message });
    if text.len() > LONGEST {
        return refuse(format!("has more than {} kB; write a shorter template", LONGEST >> 10));
    }
    let tags = || text.split("{{").skip(1);
    if tags().count() > MOST_TAGS {
        return refuse(format!("has more than {MOST_TAGS} tags; write a shorter template"));
    }
    let word = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let loops = tags().map(|tag| tag.split("}}").next().unwrap_or_default());
    let loops = loops
        .filter(|tag| !tag.trim_start_matches(['{', '~', ' ', '\t', '\n', '\r']).starts_with('/'));
    if loops.filter(|tag| tag.split(word).any(|word| word == "each")).count() > MOST_LOOPS {
        return refuse(format!("has more than {MOST_LOOPS} loops (`each`); write the text itself"));
    }
    Ok(())
}

/// A rendered template, up to [`MOST_TEXT`].
struct Limited(Vec<u8>);

impl std::io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_TEXT {
            return Err(std::io::Error::other(format!(
                "becomes more than {} MiB",
                MOST_TEXT >> 20
            )));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The name of the one template of a registry.
const NAME: &str = "frame";

fn registry(label: &str, text: &str) -> Result<Handlebars<'static>, FrameError> {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(no_escape);
    registry.register_helper("fit", Box::new(fit));
    // A partial could include itself endlessly.
    let partial = ["{{>", "{{~>", "{{#>", "{{~#>", "{{#*", "{{~#*", "{{*", "{{~*"];
    if let Some(at) = partial.iter().filter_map(|word| text.find(word)).min() {
        let line = text[..at].matches('\n').count() + 1;
        let place = format!("{label}:{line}");
        let message =
            "partials and decorators can't be used here; write the text itself".to_owned();
        return Err(FrameError { place, message });
    }
    registry.register_template_string(NAME, text).map_err(|error| {
        let (line, column) = error.pos().unwrap_or((1, 1));
        let reason = error.reason().to_string();
        let reason = reason.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        FrameError {
            place: format!("{label}:{line}:{column}"),
            message: format!("no Handlebars template: {reason}"),
        }
    })?;
    Ok(registry)
}

fn render_error(label: &str, frame: &Frame, error: &handlebars::RenderError) -> FrameError {
    let place = match (error.line_no, error.column_no) {
        (Some(line), Some(column)) => format!("{label}:{line}:{column}"),
        _ => label.to_owned(),
    };
    let message = match error.reason() {
        RenderErrorReason::MissingVariable(Some(name)) => {
            let known: Vec<&str> = frame.variables.iter().map(|(name, _)| *name).collect();
            format!("no variable `{name}`; this frame has {}", known.join(", "))
        }
        RenderErrorReason::HelperNotFound(name) => {
            format!("no helper `{name}`; use Handlebars' own or `fit`")
        }
        reason => reason.to_string(),
    };
    FrameError { place, message: contract::text::safe(&message) }
}

/// `{{#fit}}…{{/fit}}`: a declaration of an arrow function in prettier's layout.
fn fit<'reg, 'rc>(
    helper: &Helper<'rc>,
    registry: &'reg Handlebars<'reg>,
    context: &'rc Context,
    state: &mut RenderContext<'reg, 'rc>,
    out: &mut dyn Output,
) -> HelperResult {
    let Some(template) = helper.template() else { return Ok(()) };
    let text = template.renders(registry, context, state)?;
    out.write(&crate::backend::typescript::declaration(text.trim()))?;
    Ok(())
}

/// A text with one empty line between its parts.
pub(crate) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.trim_matches('\n').lines() {
        if line.is_empty() {
            blank = true;
            continue;
        }
        if blank {
            out.push('\n');
        }
        blank = false;
        out.push_str(line);
        out.push('\n');
    }
    out
}
