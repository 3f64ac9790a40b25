//! Literals with brackets in the layout of formatters: on one line if they fit, else one member a line.

use crate::writer::Columns as _;

/// A language's layout of literals.
pub(super) struct Layout {
    /// The maximum width of a line.
    pub(super) width: usize,
    /// The indentation of a level, and its width.
    pub(super) indent: (&'static str, usize),
    /// The text after the last of several lines.
    pub(super) last: &'static str,
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    /// An expression on one line.
    Atom(String),
    /// `[…]`
    List(Vec<Literal>),
    /// `{…}` with keys as written.
    Dict(Vec<(String, Literal)>),
}

impl Literal {
    /// The text of an expression that begins at a column, at the level `depth`; `behind` characters
    /// follow.
    pub(super) fn print(
        &self,
        layout: &Layout,
        depth: usize,
        column: usize,
        behind: usize,
    ) -> String {
        let flat = self.flat();
        if column + flat.columns() + behind <= layout.width {
            return flat;
        }
        let (step, wide) = layout.indent;
        let (outer, inner) = (step.repeat(depth), step.repeat(depth + 1));
        let column = wide * (depth + 1);
        let lines = |members: Vec<String>| {
            let lines: Vec<String> = members.iter().map(|text| format!("{inner}{text}")).collect();
            format!("{}{}\n{outer}", lines.join(",\n"), layout.last)
        };
        match self {
            Literal::List(items) if !items.is_empty() => {
                let text = |item: &Literal| item.print(layout, depth + 1, column, 1);
                format!("[\n{}]", lines(items.iter().map(text).collect()))
            }
            Literal::Dict(members) if !members.is_empty() => {
                let text = |(key, value): &(String, Literal)| {
                    let column = column + key.columns() + 2;
                    format!("{key}: {}", value.print(layout, depth + 1, column, 1))
                };
                format!("{{\n{}}}", lines(members.iter().map(text).collect()))
            }
            _ => flat,
        }
    }

    fn flat(&self) -> String {
        match self {
            Literal::Atom(text) => text.clone(),
            Literal::List(items) => {
                format!("[{}]", items.iter().map(Literal::flat).collect::<Vec<_>>().join(", "))
            }
            Literal::Dict(members) => {
                let member = |(key, value): &(String, Literal)| format!("{key}: {}", value.flat());
                format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
            }
        }
    }
}
