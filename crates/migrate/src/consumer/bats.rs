//! bats tests: `@test "name" {` begins a function, and `run` stores a command's output in `$output`.

/// The function name of a test.
pub(super) const TEST: &str = "b__t";

/// Whether a text is a bats test or a helper for bats.
pub(super) fn is_bats(text: &str) -> bool {
    text.contains("@test ") || text.contains("BATS_")
}

/// The text of the same length in which each test is a shell function.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let begin = bare.len() - bare.trim_start().len();
        let head = format!("{TEST}()");
        if !bare.trim_start().starts_with("@test ")
            || !bare.ends_with('{')
            || bare.len() - begin <= head.len()
        {
            out.push_str(line);
            continue;
        }
        out.push_str(&line[..begin]);
        out.push_str(&head);
        out.extend(std::iter::repeat_n(' ', bare.len() - begin - head.len() - 1));
        out.push_str(&line[bare.len() - 1..]);
    }
    out
}

/// Whether the text stored by `run` is read: in the test of the call, or anywhere in a text of helpers.
pub(super) fn output_is_read(text: &str, call: usize, function: Option<&str>) -> bool {
    const READS: [&str; 9] = [
        "$output",
        "${output",
        "${#output",
        "${#lines",
        "$lines",
        "${lines",
        "assert_output",
        "refute_output",
        "assert_line",
    ];
    let within = match function {
        Some(TEST) => {
            let rest = &text[call..];
            &rest[..rest.find("\n}").unwrap_or(rest.len())]
        }
        _ if !text.contains(TEST) => return true,
        _ => text,
    };
    READS.iter().any(|word| within.contains(word))
}
