//! Lines that rustfmt breaks where names are long.

use crate::writer::Columns as _;

/// The number of columns of a line.
pub(super) const WIDTH: usize = 100;

/// Functions whose signatures have a line for each argument, where one line is too long.
pub(super) fn signatures(text: &str, width: usize) -> String {
    text.lines().map(|line| signature(line, width) + "\n").collect()
}

fn signature(line: &str, width: usize) -> String {
    let parts = line.strip_prefix("pub fn ").and_then(|rest| rest.split_once('('));
    let Some((name, rest)) = parts.filter(|_| line.columns() > width) else {
        return line.to_owned();
    };
    match rest.split_once(") ->") {
        Some((arguments, result)) => {
            let arguments = arguments.replace(", ", ",\n    ");
            format!("pub fn {name}(\n    {arguments},\n) ->{result}")
        }
        None => line.to_owned(),
    }
}
