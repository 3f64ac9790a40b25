//! Tests of readers in the formats of other tools.

use super::{Language, Reader};

/// Line, blocking, and the changed text, of each use of `x.sh`.
fn uses(text: &str, language: Language) -> Vec<(usize, bool)> {
    let found = Reader::new(text, language).uses("x.sh");
    let read = found.iter().filter(|found| !found.passes_on);
    read.map(|found| (found.line, found.blocking)).collect()
}

/// The text with the changes of its blocking readers.
fn rewritten(text: &str, language: Language) -> String {
    let mut out = text.to_owned();
    let found = Reader::new(text, language).uses("x.sh");
    for (range, with) in found.iter().filter(|u| u.blocking).flat_map(|u| &u.rewrite).rev() {
        out.replace_range(range.clone(), with);
    }
    out
}

/// `§` marks the place of the assignment.
fn marked(text: &str, language: Language) {
    let bare = text.replace('§', "");
    assert_eq!(rewritten(&bare, language), text.replace('§', "SKILLGEN_STDOUT=text "), "{text}");
}

#[test]
fn tests_of_bats() {
    let head = "S=\"$BATS_TEST_DIRNAME/../x.sh\"\n";
    for body in [
        "@test \"it prints\" {\n  §run bash \"$S\" a\n  [ \"$status\" -eq 0 ]\n  [[ \"$output\" == *ok* ]]\n}\n",
        "@test \"it prints ünlike\" {\n  §run \"$S\"\n  assert_output --partial ok\n}\n",
        "@test \"lines\" {\n  §run --separate-stderr bash x.sh\n  [ \"${lines[0]}\" = ok ]\n}\n",
        "@test \"captures\" {\n  out=$(§bash \"$S\")\n  [ \"$out\" = ok ]\n}\n",
        "hook() {\n  §run bash \"$S\"\n}\n",
    ] {
        marked(&format!("{head}{body}"), Language::Shell);
    }
    for body in [
        "@test \"status\" {\n  run bash \"$S\"\n  [ \"$status\" -eq 0 ]\n}\n@test \"b\" {\n  run ls\n  [ \"$output\" = a ]\n}\n",
        "@test \"silent\" {\n  bash \"$S\"\n}\n",
    ] {
        assert_eq!(uses(&format!("{head}{body}"), Language::Shell), [], "{body}");
    }
}

#[test]
fn sourced_texts_loops_and_steps() {
    marked("source <(§./x.sh env)\n", Language::Shell);
    marked(". <(§bash lib/x.sh)\n", Language::Shell);
    marked("eval \"$(§./x.sh env)\"\n", Language::Shell);
    marked("§./x.sh >> \"$GITHUB_OUTPUT\"\n", Language::Shell);
    marked("for s in t/*.sh; do o=$(§bash \"$s\"); done\n", Language::Shell);
    marked("for s in \"$HERE\"/t/x*.sh \\\n", Language::Shell);
    marked("run: |\n  echo \"v=$(§bash x.sh)\" >> $GITHUB_ENV\n", Language::Yaml);
    marked("§./x.sh >> \"$GITHUB_STEP_SUMMARY\"\n", Language::Shell);
    marked("run: §s/x.sh | tee -a \"$GITHUB_STEP_SUMMARY\"\n", Language::Yaml);
    assert_eq!(uses("./x.sh | tee -a log.txt\n", Language::Shell), []);
    assert_eq!(uses("source ./x.sh\n", Language::Shell), []);
    assert_eq!(uses("for s in t/y*.sh; do o=$(bash \"$s\"); done\n", Language::Shell), []);
    assert_eq!(uses("for s in t/*.sh; do bash \"$s\"; done\n", Language::Shell), []);
    let tail = |text: &str| Reader::new(text, Language::Shell).uses("x.sh")[0].tail.clone();
    assert_eq!(tail("for s in \"$D\"/../t/*.sh; do o=$(bash \"$s\"); done\n"), "t/x.sh");
    assert_eq!(tail("for s in \"$D\"/*.sh; do o=$(bash \"$s\"); done\n"), "./x.sh");
}

#[test]
fn dockerfiles_packages_and_recipes() {
    marked(
        "FROM a\nCOPY x.sh /x.sh\nRUN --mount=type=cache,target=/c V=$(§./x.sh) && \\\n    # why\n    echo $V\nRUN §bash x.sh | grep ok\nCMD [\"./x.sh\"]\n",
        Language::Docker,
    );
    assert_eq!(uses("RUN ./x.sh\nENTRYPOINT x.sh | cat\nRUN [\"x.sh\"]\n", Language::Docker), []);
    let package = "{\n  \"scripts\": {\n    \"a\": \"§bash x.sh | grep ok\",\n    \"b\": \"./x.sh && echo ok\",\n    \"c\": \"echo $(§./x.sh)\"\n  }\n}\n";
    marked(package, Language::Yaml);
    let task = "version: '3'\ntasks:\n  a:\n    cmds:\n      - §./x.sh | wc -l\n      - ./x.sh\n    vars:\n      V:\n        sh: §./x.sh\n    preconditions:\n      - sh: ./x.sh\n";
    assert_eq!(
        rewritten(&task.replace('§', ""), Language::Yaml),
        task.replace('§', "SKILLGEN_STDOUT=text ")
    );
    assert_eq!(
        uses("v := `./x.sh`\nw := shell('./x.sh')\n", Language::Make),
        [(1, true), (2, true)]
    );
    assert_eq!(uses("a:\n    ./x.sh\nb:\n    ./x.sh | sort\n", Language::Make), [(4, true)]);
}

#[test]
fn crontabs_and_units() {
    marked("MAILTO=a\n*/5 * * * * §/srv/x.sh | grep -q Rows || mail -s x a\n", Language::Cron);
    marked("@daily cd /srv && n=$(§./x.sh) && echo $n\n", Language::Cron);
    marked("0 3 * * 1 root §/srv/x.sh | mail -s report a\n", Language::Cron);
    assert_eq!(uses("0 3 * * * /srv/x.sh >> /var/log/x.log 2>&1\n", Language::Cron), [(1, false)]);
    assert_eq!(uses("# 0 3 * * * n=$(/srv/x.sh)\n", Language::Cron), []);
    let unit = "[Service]\nType=oneshot\nExecStart=/bin/bash /srv/x.sh --all\n";
    assert_eq!(uses(unit, Language::Unit), [(3, false)]);
    let kept = format!("{unit}StandardOutput=append:/var/lib/x.log\n");
    assert_eq!(uses(&kept, Language::Unit), [(3, true)]);
    let asks = format!("{kept}Environment=SKILLGEN_STDOUT=text\n");
    assert_eq!(uses(&asks, Language::Unit), [(3, false)]);
    assert_eq!(uses("Description=runs x.sh\n", Language::Unit), []);
}

#[test]
fn settings_of_agents() {
    let read = |text: &str| {
        let found = Reader::new(text, Language::Settings).uses("x.sh");
        found.iter().map(|u| (u.blocking, u.why.is_some())).collect::<Vec<_>>()
    };
    let copilot = "{\"version\": 1, \"hooks\": {\"sessionStart\": [\n{\"type\": \"command\", \"bash\": \".github/hooks/x.sh\",\n\"cwd\": \".\"}]}}";
    assert_eq!(read(copilot), [(true, false)]);
    let server =
        "{\"mcpServers\": {\"a\": {\n\"command\": \"bash\",\n\"args\": [\n  \"./x.sh\"\n]}}}";
    assert_eq!(read(server), [(true, true)]);
    let asks = "{\"mcpServers\": {\"a\": {\"command\": \"./x.sh\", \"env\": {\"SKILLGEN_STDOUT\": \"text\"}}}}";
    assert_eq!(read(asks), [(false, true)]);
    assert_eq!(
        read(
            "{\"mcpServers\": {\"a\": {\"command\": \"b\"}},\n\"hooks\": {\"Stop\": [{\"command\": \"x.sh\"}]}}"
        ),
        [(true, false)]
    );
    assert_eq!(read("[mcp_servers.a]\ncommand = \"/a/x.sh\"\n"), [(true, true)]);
    assert_eq!(read("{\"apiKeyHelper\": \"/a/x.sh\"}"), [(true, false)]);
    assert_eq!(read("{\"hooks\": {}, \"description\": \"see x.sh\"}"), []);
}

#[test]
fn commands_in_documents_of_agents() {
    marked("Now: !`§./x.sh --short`\n", Language::Markdown);
    assert_eq!(uses("Wow! `./x.sh` runs\nRead !`cat x.sh`\n", Language::Markdown), []);
    let allowed = "---\nallowed-tools: Bash(./x.sh:*)\n---\nNow: !`./x.sh`\n";
    let found = Reader::new(allowed, Language::Markdown).uses("x.sh");
    assert!(found[0].blocking && found[0].rewrite.is_empty() && found[0].why.is_some());
    let hook = "---\nname: a\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: \"./scripts/x.sh\"\n---\nx.sh\n";
    assert_eq!(uses(hook, Language::Markdown), [(7, true)]);
    assert_eq!(uses("---\nname: a\ncommand: x.sh\n---\n", Language::Markdown), []);
}

/// The quote of a text that a shell is given stands behind that of the path, and ends the command.
#[test]
fn a_text_for_a_shell_that_is_not_read() {
    let lines = |text: &str| -> Vec<usize> {
        let found = Reader::new(text, Language::Shell).uses("a.sh");
        found.into_iter().filter(|found| found.blocking).map(|found| found.line).collect()
    };
    let test = |check: &str| {
        format!(
            "@test \"a\" {{\n  run bash -c \"echo '$INPUT' | bash '$D/a.sh'\"\n  {check}\n}}\n@test \"b\" {{\n  echo x | grep y\n}}\n"
        )
    };
    assert_eq!(lines(&test("[ \"$status\" -eq 0 ]")), Vec::<usize>::new());
    for check in ["[ \"$output\" = x ]", "[ ${#output} -le 8100 ]", "[ \"${#lines[@]}\" -eq 2 ]"] {
        assert_eq!(lines(&test(check)), [2], "{check}");
    }
    let text = "age() { stat -c %Y \"$1\"; }\nbefore=$(age \"$D/a.sh\")\n";
    assert_eq!(lines(text), Vec::<usize>::new());
    let text = "run_it() { bash -c \"$1\"; }\nout=$(run_it \"$D/a.sh\")\n";
    assert_eq!(lines(text), [2]);
}
