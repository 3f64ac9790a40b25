//! Shell text on one line. The parts in `shell/` keep to a style that makes this a matter of joining lines: one statement a
//! line, comments on lines of their own, no line break inside a string.

/// Joins the lines of `text`.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::new();
    let mut last = "";
    for line in
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if !out.is_empty() {
            out.push_str(if joins(last) { " " } else { "; " });
        }
        out.push_str(line);
        last = line;
    }
    out
}

/// Does a line end where the next one may follow without a separator?
fn joins(line: &str) -> bool {
    let opens = ["{", "(", ";;", "&&", "||", "|"].iter().any(|end| line.ends_with(end));
    let keyword =
        ["then", "do", "else", "in"].iter().any(|word| line.split(' ').next_back() == Some(word));
    // The pattern of a case clause; a line `)` closes a subshell, `$( )` and `$(( ))` end a statement.
    let pattern =
        line.ends_with(')') && line != ")" && !line.contains("$(") && !line.contains("((");
    let background = line.ends_with('&') && !line.ends_with("&&");
    opens || keyword || pattern || background
}
