//! The styles of text output. They are always written, and removed on output if colours are off.

use anstyle::{AnsiColor, Style};

/// For what breaks.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// For what needs attention.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default().bold();
/// For what is fine.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// For the removed lines of a diff.
pub(crate) const OLD: Style = AnsiColor::Red.on_default();
/// For the places of a diff.
pub(crate) const HUNK: Style = AnsiColor::Cyan.on_default();
/// For places and ids.
pub(crate) const DIM: Style = Style::new().dimmed();
/// For headings.
pub(crate) const BOLD: Style = Style::new().bold();

/// `text` in `style`.
pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{}{text}{}", style.render(), style.render_reset())
}
