//! bats tests: `@test "name" {` begins a function, and `run` stores a command's output in `$output`.

use super::json_reader;

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

/// Words of an expansion of the text that `run` stored, and of its lines.
const EXPANSIONS: [&str; 2] = ["$output", "${output"];
const LINES: [&str; 3] = ["${#lines", "$lines", "${lines"];
/// Commands of bats-assert that compare it.
const ASSERTS: [&str; 3] = ["assert_output", "refute_output", "assert_line"];

/// Whether the text stored by `run` is read: in the test of the call, or anywhere in a text of helpers. A command that parses it as
/// JSON, such as `jq -e .success <<<"$output"`, reads the envelope.
pub(super) fn output_is_read(text: &str, call: usize, function: Option<&str>) -> bool {
    let (from, within) = match function {
        Some(TEST) => {
            let rest = &text[call..];
            let within = &rest[..rest.find("\n}").unwrap_or(rest.len())];
            // The next `run` replaces the text.
            let next = within.match_indices('\n').find(|(at, _)| {
                let line = within[at + 1..].trim_start_matches([' ', '\t']);
                line.starts_with("run ")
            });
            (call, next.map_or(within, |(at, _)| &within[..at]))
        }
        _ if !text.contains(TEST) => return true,
        _ => (0, text),
    };
    if LINES.iter().chain(&ASSERTS).any(|word| within.contains(word))
        || within.contains("${#output")
    {
        return true;
    }
    EXPANSIONS.iter().any(|word| {
        within.match_indices(word).any(|(at, _)| {
            let is_other = within[at + word.len()..].starts_with(bash_syntax::is_name_char);
            // An envelope is never empty.
            let is_empty = within[..at].trim_end_matches('"').ends_with("-z ");
            !is_other && (is_empty || json_reader::is_read_as_text(text, from + at))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Language, Reader};

    fn blocks(test: &str) -> bool {
        let text = format!("#!/usr/bin/env bats\n@test \"a\" {{\n{test}}}\n");
        Reader::new(&text, Language::Shell).uses("x.sh").iter().any(|found| found.blocking)
    }

    #[test]
    fn tests_that_want_json_do_not_read_the_text() {
        for test in [
            "  run ./x.sh\n  [ \"$status\" -eq 0 ]\n  jq -e .success <<<\"$output\"\n",
            "  run bash x.sh a\n  echo \"$output\" | jq -e '.errors | length == 0'\n",
            "  run x.sh\n  value=$(echo \"$output\" | jq -r .confidence)\n  [ \"$value\" = 0.9 ]\n",
            "  run x.sh\n  [ -n \"$output\" ]\n  echo \"$output\" >&3\n  printf '%s' \"$output\" | python3 -m json.tool\n",
            "  run grep -c 'set -e' \"$ROOT/x.sh\"\n  [ \"$output\" = 1 ]\n",
            "  run bash -n x.sh\n  [ \"$output\" = '' ]\n",
            "  run x.sh\n  [ \"$status\" -eq 1 ]\n  run other\n  [ \"$output\" = ok ]\n",
        ] {
            assert!(!blocks(test), "{test}");
        }
        for test in [
            "  run ./x.sh\n  [ \"$output\" = ok ]\n",
            "  run ./x.sh\n  jq -e .version <<<\"$output\"\n",
            "  run ./x.sh\n  jq -e .success <<<\"$output\"\n  [[ \"$output\" == *done* ]]\n",
            "  run ./x.sh\n  echo \"$output\" | grep -q done\n",
            "  run ./x.sh\n  assert_output --partial done\n",
            "  run ./x.sh\n  [ -z \"$output\" ]\n",
            "  X=./x.sh\n  run bash -c \"bash '$X' a 2>/dev/null\"\n  [ -z \"$output\" ]\n",
            "  run ./x.sh\n  check \"$output\"\n",
        ] {
            assert!(blocks(test), "{test}");
        }
    }
}
