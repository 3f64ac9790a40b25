//! Where the blank lines are: pieces and functions come one after another, and Python has a custom.

/// The text with imports together and two blank lines around functions and classes.
pub(super) fn tidy(text: &str) -> String {
    let (imports, rest) = imports(text);
    let mut out = imports;
    let mut block = false;
    let mut blank = true;
    for line in rest.lines() {
        if line.is_empty() {
            blank = true;
            continue;
        }
        let top = !line.starts_with([' ', ')', ']', '}']);
        if top {
            let opens = ["def ", "class ", "@"].iter().any(|word| line.starts_with(word));
            let held = !blank && (out.ends_with("\n") && last_is_bound(&out));
            if (opens || block) && !held {
                out.push_str("\n\n");
            } else if blank {
                out.push('\n');
            }
            block = opens;
        } else if blank {
            out.push('\n');
        }
        blank = false;
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Whether the last line is a decorator or a comment, which belong to what follows.
fn last_is_bound(text: &str) -> bool {
    text.lines().last().is_some_and(|line| line.starts_with(['@', '#']))
}

/// The import lines, those of one module joined and all in order; and all other lines.
fn imports(text: &str) -> (String, String) {
    let (mut plain, mut from, mut future) = (Vec::new(), Vec::<(&str, Vec<&str>)>::new(), "");
    let (mut rest, mut beside, mut open) = (String::new(), String::new(), false);
    for line in text.lines() {
        if open || line.starts_with("from .") {
            open = line != ")";
            beside.push_str(line);
            beside.push('\n');
        } else if let Some((module, names)) =
            line.strip_prefix("from ").and_then(|line| line.split_once(" import "))
        {
            if module == "__future__" {
                future = line;
                continue;
            }
            let known = from.iter().position(|(known, _)| *known == module);
            let index = known.unwrap_or_else(|| {
                from.push((module, Vec::new()));
                from.len() - 1
            });
            from[index].1.extend(names.split(", "));
        } else if line.starts_with("import ") {
            plain.push(line);
        } else {
            rest.push_str(line);
            rest.push('\n');
        }
    }
    plain.sort_unstable();
    from.sort_unstable();
    let mut out = format!("{future}\n\n");
    plain.iter().for_each(|line| out.push_str(&format!("{line}\n")));
    for (module, mut names) in from {
        names.sort_unstable();
        out.push_str(&format!("from {module} import {}\n", names.join(", ")));
    }
    if !beside.is_empty() {
        out.push_str(&format!("\n{beside}"));
    }
    (out, rest)
}
