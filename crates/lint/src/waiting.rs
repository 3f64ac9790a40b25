//! Commands that wait for a person, in scripts and in the code of pages. Each is documented to ask a question or to open an editor.

/// What to do in place of a command that opens an editor, or asks: an agent can't type there. None for a command that doesn't, and
/// for one with words that only the shell knows (`$OPTIONS`, `"$@"`), which may hold the answer.
pub(crate) fn instead_of_waiting(words: &[&str]) -> Option<&'static str> {
    let editor = instead_of_editor(words);
    editor.or_else(|| {
        let (program, rest) = command(words)?;
        let is_open = |word: &&str| {
            let is_of_shell = word.starts_with('$') || word.contains("$@") || word.contains("[@]");
            is_of_shell || matches!(*word, "..." | "\u{2026}" | "[options]" | "[OPTIONS]")
        };
        let is_help = |word: &&str| matches!(*word, "--help" | "-h" | "--version" | "-V" | "help");
        // `mysql -h HOST` and `psql -h HOST` name a host.
        let names_host = matches!(program, "psql" | "mysql" | "mysqldump" | "mysqladmin");
        let may_answer = rest.iter().any(is_open) || !names_host && rest.iter().any(is_help);
        if may_answer { None } else { asks(program, rest) }
    })
}

/// The program of a command, and its words.
fn command<'w, 'a>(words: &'w [&'a str]) -> Option<(&'a str, &'w [&'a str])> {
    let words = match words {
        ["sudo", rest @ ..] => rest,
        all => all,
    };
    let (program, rest) = words.split_first()?;
    Some(match rest {
        // `git -C folder add -p`.
        [option, _, rest @ ..] if *program == "git" && matches!(*option, "-C" | "-c") => {
            (program, rest)
        }
        rest => (program, rest),
    })
}

/// What to do in place of a command that opens an editor, or asks for each part of its work, whatever standard input is.
pub(crate) fn instead_of_editor(words: &[&str]) -> Option<&'static str> {
    const EDITORS: [&str; 6] = ["vim", "vi", "nano", "emacs", "pico", "nvim"];
    // With these the editor runs commands and ends.
    const BATCH: [&str; 5] = ["-es", "-Es", "--batch", "--headless", "--version"];
    let (program, rest) = command(words)?;
    let has = |names: &[&str]| rest.iter().skip(1).any(|word| names.contains(word));
    match (program, rest.first().copied()) {
        ("git", Some("rebase")) if has(&["-i", "--interactive"]) => {
            Some("give the answer as options, or edit the file itself")
        }
        ("git", Some("add" | "checkout" | "restore" | "reset" | "stash"))
            if has(&["-p", "--patch"]) =>
        {
            Some("name the files")
        }
        (editor, Some(_))
            if EDITORS.contains(&editor) && !rest.iter().any(|word| BATCH.contains(word)) =>
        {
            Some("edit the file itself")
        }
        _ => None,
    }
}

/// A command that asks unless one of its options gives the answer.
struct Question {
    programs: &'static [&'static str],
    /// The first words behind the program.
    command: &'static [&'static str],
    /// Words that answer, without their values.
    answers: &'static [&'static str],
    /// The same as letters among short options: `-am`.
    letters: &'static str,
    advice: &'static str,
}

const QUESTIONS: [Question; 5] = [
    Question {
        programs: &["git"],
        command: &["commit"],
        answers: &[
            "--message",
            "--file",
            "--no-edit",
            "--reuse-message",
            "--fixup",
            "--squash",
            "--dry-run",
            "--short",
            "--porcelain",
            "--template",
        ],
        letters: "mFC",
        advice: "pass `-m MESSAGE`: it opens an editor",
    },
    Question {
        programs: &["docker", "podman"],
        command: &["login"],
        answers: &["--password-stdin", "--password"],
        letters: "p",
        advice: "pass `--username NAME --password-stdin`",
    },
    Question {
        programs: &["gh"],
        command: &["auth", "login"],
        answers: &["--with-token"],
        letters: "",
        advice: "pass `--with-token`, or have the user set GH_TOKEN",
    },
    Question {
        programs: &["visudo"],
        command: &[],
        answers: &["--check", "--file"],
        letters: "cf",
        advice: "write a file below /etc/sudoers.d",
    },
    Question {
        programs: &["psql"],
        command: &[],
        answers: &["--command", "--file", "--list", "--help", "--version", "-?", "-V"],
        letters: "cfl",
        advice: "pass the statement: `psql -c STATEMENT`",
    },
];

/// The verbs of `apt` that ask before they change anything.
const APT_CHANGES: [&str; 7] =
    ["install", "remove", "purge", "upgrade", "dist-upgrade", "full-upgrade", "autoremove"];

/// The options of `apt` that answer or change nothing.
const APT_ANSWERS: [&str; 8] = [
    "--yes",
    "--assume-yes",
    "--assume-no",
    "--dry-run",
    "--simulate",
    "--just-print",
    "--print-uris",
    "--quiet",
];

/// The options with which `ssh-keygen` makes a key.
const KEY_OPTIONS: [&str; 11] = ["-t", "-b", "-C", "-f", "-N", "-q", "-a", "-o", "-m", "-O", "-Z"];

/// The advice for a program that asks unless its options give the answer.
fn asks(program: &str, rest: &[&str]) -> Option<&'static str> {
    let is_option = |word: &&&str| word.starts_with('-');
    let has = |names: &[&str]| rest.iter().any(|word| names.contains(&before_value(word)));
    let has_letter = |letters: &str| {
        let mut short = rest.iter().filter(|w| w.starts_with('-') && !w.starts_with("--"));
        short.any(|word| word.contains(|c| letters.contains(c)))
    };
    let asked = |one: &&Question| one.programs.contains(&program) && rest.starts_with(one.command);
    if let Some(question) = QUESTIONS.iter().find(asked) {
        let is_answered = has(question.answers) || has_letter(question.letters);
        return (!is_answered).then_some(question.advice);
    }
    match (program, rest) {
        ("ssh-keygen", _) => {
            let makes = |word: &&str| KEY_OPTIONS.contains(word) || word.starts_with("-N");
            let is_answered = has_letter("N") && has(&["-f"]);
            (rest.iter().filter(is_option).all(makes) && !is_answered)
                .then_some("pass `-f FILE -N \"\"`: it asks for the file and a passphrase")
        }
        // With a name it runs another program: `npm init vite`.
        ("npm", ["init", more @ ..]) if more.iter().all(|word| word.starts_with('-')) => {
            (!has(&["-y", "--yes", "-f", "--force"])).then_some("pass `--yes`")
        }
        ("apt" | "apt-get", _) => {
            let verb = rest.iter().find(|word| !word.starts_with('-') && !word.contains('='));
            let changes = verb.is_some_and(|word| APT_CHANGES.contains(word));
            (changes && !has(&APT_ANSWERS) && !has_letter("ysq")).then_some("pass `--yes`")
        }
        ("kubectl" | "oc" | "docker" | "podman", ["exec", more @ ..]) => {
            let ends_in_shell = more.last().is_some_and(|last| {
                matches!(last.rsplit('/').next(), Some("sh" | "bash" | "zsh" | "ash"))
            });
            let is_interactive =
                more.iter().any(|word| matches!(*word, "-it" | "-ti" | "-i" | "--interactive"));
            (ends_in_shell && is_interactive)
                .then_some("name the command to run, without `-it`: `-- COMMAND`")
        }
        // A saved plan is applied without a question.
        ("terraform" | "tofu", [verb @ ("apply" | "destroy"), more @ ..]) => {
            let has_plan = *verb == "apply" && more.iter().any(|word| !word.starts_with('-'));
            let is_answered = has(&["-auto-approve", "--auto-approve", "-input", "--input"]);
            (!has_plan && !is_answered)
                .then_some("pass `-auto-approve` when the user has seen the plan")
        }
        ("passwd", _) => (!rest.iter().any(|word| word.starts_with('-')))
            .then_some("use `chpasswd`, which reads standard input"),
        ("crontab", _) => has_letter("e").then_some("pass the new table as a file: `crontab FILE`"),
        ("mysql" | "mysqldump" | "mysqladmin", _) => rest
            .iter()
            .any(|word| matches!(*word, "-p" | "--password"))
            .then_some("name a file with the password: `--defaults-extra-file=FILE`"),
        _ => None,
    }
}

/// An option without its value: `--message=x`.
fn before_value(word: &str) -> &str {
    word.split('=').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::instead_of_waiting;

    #[test]
    fn a_program_waits_unless_its_options_answer() {
        let waits =
            |line: &str| instead_of_waiting(&line.split_whitespace().collect::<Vec<_>>()).is_some();
        for line in [
            "ssh-keygen",
            "ssh-keygen -t ed25519 -C me",
            "ssh-keygen -t ed25519 -f key",
            "npm init",
            "git commit",
            "git commit -a",
            "git -C x commit --amend",
            "sudo apt install jq",
            "apt-get -o x=y install jq",
            "docker login",
            "docker login -u me ghcr.io",
            "gh auth login --web",
            "passwd",
            "crontab -e",
            "psql -h db -U me app",
            "mysql -u root -p app",
            "sudo vim x",
            "terraform apply",
            "terraform destroy -var-file=x.tfvars",
            "kubectl exec -it pod -- /bin/sh",
            "docker exec -it db bash",
        ] {
            assert!(waits(line), "{line}");
        }
        for line in [
            "ssh-keygen -t ed25519 -f key -N \"\"",
            "ssh-keygen -lf key.pub",
            "ssh-keygen -R host",
            "npm init -y",
            "npm init vite@6.0.0 x",
            "git commit -am x",
            "git commit --amend --no-edit",
            "git commit -F -",
            "git commit $ARGS",
            "git commit \"$@\"",
            "git commit ...",
            "sudo apt-get install -qq jq",
            "apt update",
            "apt-get install -y jq",
            "docker login --username me --password-stdin",
            "gh auth login --with-token",
            "gh auth status",
            "passwd -l me",
            "crontab -l",
            "crontab table",
            "psql -h db -c x",
            "psql -Atc x",
            "mysql -psecret app",
            "mysql app",
            "less x",
            "terraform apply -auto-approve",
            "terraform plan",
            "terraform apply saved.tfplan",
            "docker exec -i db psql -c x",
            "docker exec db bash -c x",
        ] {
            assert!(!waits(line), "{line}");
        }
    }
}
