//! `script-missing`, `script-not-executable`, `script-shebang-missing`, `script-interpreter-differs`: scripts that the
//! text tells an agent to run, and that fail.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::link::is_copied;
use super::{bashism, on_page};
use crate::body::command::{self, Folder, Run};
use crate::body::context::{self, Mention};
use crate::body::path::{BUNDLED, Target, nearest};
use crate::body::{Body, Page};
use crate::entries::Kind;
use crate::lines;
use crate::report::Report;
use crate::script;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let created = created(body);
    let others = of_others(body);
    let mut reported = BTreeSet::new();
    for page in &body.pages {
        let mut clones =
            page.markdown.blocks.iter().filter(|block| block.text.contains("git clone "));
        let clone = clones.next().map(|block| block.start);
        // Commands of blocks behind `git clone` run in the clone, unless the skill has the folder that they name.
        let runs_in_clone = |run: &Run, path: &str| {
            let first = path.split('/').next().unwrap_or_default();
            clone.is_some_and(|clone| clone < run.at)
                && !page.markdown.is_in_code(run.at)
                && body.entries.kind(first).is_none()
        };
        let assigned = OnceCell::new();
        let own_blocks = OnceCell::new();
        for run in &page.runs {
            match run.target(page, body) {
                Target::Missing(path)
                    if body.entries.complete
                        && !is_copied(page)
                        && command::has_ending(&path)
                        && is_bundled(&path, page, body) =>
                {
                    let known = context::is_sample_name(&path)
                        || page.markdown.is_behind_cut_fence(run.at)
                        || run.alone && !is_item(page, run.at)
                        || !is_own_name(body, page, run, &path)
                        || is_of_set_folder(page, run, &assigned)
                        || !run.names_skill()
                            && block_at(page, run.at).is_some_and(|block| {
                                own_blocks.get_or_init(|| blocks_with_own(page)).contains(&block)
                            })
                        || is_of_sample_above(page, run)
                        || is_created(&created, &path)
                        || others.contains(&path)
                        || runs_in_clone(run, &path);
                    // A bare name may be a script of the plugin. A command may run at the project's root.
                    let content = body.entries.content;
                    let stands_above = !run.names_skill()
                        && (run.alone && content.plugin_holds(&path) || content.tree_holds(&path));
                    if !known && !stands_above && reported.insert(("script-missing", path.clone()))
                    {
                        missing(body, page, run, &path, report);
                    }
                }
                Target::OtherCase { actual, .. } => {
                    let message = format!(
                        "the script {:?} has another case than the file {actual:?}",
                        run.path
                    );
                    if reported.insert(("link-case", actual.clone())) {
                        on_page("link-case", page, run.at, message, report)
                            .advise(format!("write {actual:?}"));
                    }
                }
                Target::Found(path) => runs_so(body, page, run, &path, &mut reported, report),
                _ => {}
            }
        }
    }
}

/// Whether a script in a sentence would be the skill's: the skill has the folder, or the file elsewhere, or the text says to run it.
/// Otherwise it is often a script of the project, and on a page beside SKILL.md often an example.
fn is_own_name(body: &Body<'_>, page: &Page, run: &Run, path: &str) -> bool {
    let in_sentence = run.interpreter.is_none() && page.markdown.is_in_code(run.at);
    if !in_sentence || run.names_skill() || context::is_instructed(page, run.at) {
        return true;
    }
    let first = path.split('/').next().unwrap_or_default();
    let is_own = body.entries.kind(first).is_some() || nearest(path, body.entries).is_some();
    is_own && (page.path == crate::entries::SKILL || !run.alone)
}

/// Whether the page sets the variable of the skill's folder itself, and so to another one: `SKILL_DIR=$(ls …)`.
/// `assigned` are the variables that the page sets, computed on demand.
fn is_of_set_folder<'p>(page: &'p Page, run: &Run, assigned: &OnceCell<BTreeSet<&'p str>>) -> bool {
    let first = run.path.split('/').next().unwrap_or_default();
    let Some(name) = first.strip_prefix('$') else { return false };
    let name = name.trim_start_matches(['$', '{']).trim_end_matches('}');
    let assigned = assigned.get_or_init(|| {
        let is_end = |c| !bash_syntax::is_name_char(c);
        let before_signs = page.text.match_indices('=').map(|(at, _)| &page.text[..at]);
        before_signs.map(|before| before.rsplit(is_end).next().unwrap_or_default()).collect()
    });
    !name.is_empty() && assigned.contains(name)
}

/// The blocks of a page in which a command names the skill's folder by a variable or a placeholder, by their starts: a bare path
/// beside it is the project's.
fn blocks_with_own(page: &Page) -> BTreeSet<usize> {
    let own = page.runs.iter().filter(|run| run.names_skill());
    own.filter_map(|run| block_at(page, run.at)).collect()
}

/// The start of the block that a byte is in.
fn block_at(page: &Page, at: usize) -> Option<usize> {
    let blocks = &page.markdown.blocks;
    let next = blocks.partition_point(|block| block.start <= at);
    let block = &blocks[next.checked_sub(1)?];
    (at < block.start + block.text.len()).then_some(block.start)
}

/// Whether a command gives the name under which the reader saves the code block above it: "Run it with `bun run scripts/a.ts`."
fn is_of_sample_above(page: &Page, run: &Run) -> bool {
    let (codes, blocks) = (&page.markdown.codes, &page.markdown.blocks);
    let code = codes.partition_point(|(at, _)| *at <= run.at).checked_sub(1);
    let Some((at, _)) = code.map(|code| &codes[code]) else { return false };
    let block = blocks.partition_point(|block| block.start < *at).checked_sub(1);
    let Some(block) = block.map(|block| &blocks[block]) else { return false };
    let end = block.start + block.text.len();
    /// Bytes between the block and the sentence.
    const NEAR: usize = 100;
    let between = page.text.get(end..*at).filter(|between| between.len() < NEAR);
    let Some(between) = between else { return false };
    let words: Vec<&str> =
        between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_label = matches!(
        words.as_slice(),
        ["Run" | "Execute" | "Start", "with"]
            | ["Run" | "Execute" | "Start", "it" | "this", "with"]
    );
    let ending = run.path.rsplit('.').next().unwrap_or_default();
    let is_same = match block.language.as_str() {
        "typescript" | "ts" => matches!(ending, "ts" | "mts" | "tsx"),
        "javascript" | "js" => matches!(ending, "js" | "mjs" | "cjs"),
        "python" | "py" => ending == "py",
        "bash" | "sh" | "shell" | "zsh" => matches!(ending, "sh" | "bash" | "zsh"),
        "ruby" => ending == "rb",
        "php" => ending == "php",
        _ => false,
    };
    is_label && is_same
}

/// Whether a name on a page beside SKILL.md is an item of a list or a cell of a table; in a sentence there, it is often an
/// example.
fn is_item(page: &Page, at: usize) -> bool {
    let line = lines::before(&page.text, at).trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    page.path == crate::entries::SKILL
        || ["- ", "* ", "+ ", "| "].iter().any(|mark| line.starts_with(mark))
        || number.len() < line.len() && number.starts_with(['.', ')'])
}

/// The missing scripts for which some text says that the skill doesn't contain them.
fn of_others(body: &Body<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for page in &body.pages {
        for run in page.runs.iter().filter(|run| !run.names_skill()) {
            let Target::Missing(path) = run.target(page, body) else { continue };
            let mention = if run.alone { Mention::Name } else { Mention::Command };
            if context::is_of_others(page, run.at, &run.path, mention) {
                found.insert(path);
            }
        }
    }
    found
}

fn missing(body: &Body<'_>, page: &Page, run: &Run, path: &str, report: &mut Report) {
    let verb = if run.alone { "names" } else { "runs" };
    let as_written = Target::read(&run.path, page, body).found();
    let message = match (&run.folder, &as_written) {
        (Folder::Below(folder), Some(_)) => {
            format!(
                "after `cd {folder}`, {:?} is {path:?}, and the skill has no such file",
                run.path
            )
        }
        _ => format!("the text {verb} {:?}, and the skill has no such file", run.path),
    };
    if report.is_full("script-missing", &page.shown) {
        on_page("script-missing", page, run.at, message, report);
        return;
    }
    let found = on_page("script-missing", page, run.at, message, report);
    let content = body.entries.content;
    let above = format!("../{path}");
    found.lacks(path).advise(if as_written.is_some() {
        "remove the `cd`, or the folder from the path".to_owned()
    } else if content.plugin_holds(path) {
        format!("the plugin has the file: write \"${{CLAUDE_PLUGIN_ROOT}}/{path}\"")
    } else if let Some(near) = nearest(path, body.entries) {
        format!("did you mean {near:?}?")
    } else if content.stands_outside(&above) == Some(true) {
        format!("the file exists at {above:?}: put a copy into the skill")
    } else {
        "add the script, or say where it comes from".to_owned()
    });
}

/// Whether a path would be a file of the skill, and not of the project that the agent works in. Pages beside SKILL.md
/// often describe other projects, so there the folder must be one of the skill's.
fn is_bundled(path: &str, page: &Page, body: &Body<'_>) -> bool {
    let Some((first, _)) = path.split_once('/') else { return false };
    let has_folder = body.entries.kind(first).is_some();
    let holds_scripts = || body.scripts.keys().any(|known| known.starts_with(&format!("{first}/")));
    let conventional =
        BUNDLED.contains(&first) && (has_folder || page.path == crate::entries::SKILL);
    conventional || has_folder && holds_scripts()
}

/// Whether the path of a file that the agent writes ends with this path, or the other way round.
fn is_created(created: &BTreeSet<String>, path: &str) -> bool {
    created.contains(path)
        || path.match_indices('/').any(|(at, _)| created.contains(&path[at + 1..]))
}

/// Files that the text tells the agent to write, also by the ends of their paths: `cat > scripts/x.sh`, a block that
/// begins with `# scripts/x.py`.
fn created(body: &Body<'_>) -> BTreeSet<String> {
    /// The maximum length of a path, because the end behind each of its slashes is kept.
    const LONGEST: usize = 1_000;
    let is_path = |word: &&str| command::has_ending(word) && word.len() <= LONGEST;
    let mut found = BTreeSet::new();
    for page in &body.pages {
        for block in &page.markdown.blocks {
            let first =
                block.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!"));
            let comment = first.and_then(|line| line.trim().strip_prefix(['#', '/']));
            let named = comment.map(|rest| rest.trim_matches(['#', '/', '*', ' ', ':']));
            found.extend(
                named.filter(|name| is_path(name) && !name.contains(' ')).map(str::to_owned),
            );
            for (_, line) in command::lines(block) {
                for mark in ["> ", ">> ", "tee ", "touch ", ">"] {
                    let target =
                        line.split(mark).nth(1).and_then(|rest| rest.split_whitespace().next());
                    let target =
                        target.map(|word| word.trim_matches(['"', '\'']).trim_start_matches("./"));
                    found.extend(target.filter(is_path).map(str::to_owned));
                }
            }
        }
    }
    let ends = found.iter().flat_map(|path| {
        path.match_indices('/').map(|(at, _)| path[at + 1..].to_owned()).collect::<Vec<_>>()
    });
    let ends: Vec<String> = ends.collect();
    found.extend(ends);
    found
}

/// Whether a text has the agent run `chmod` on the script first.
fn makes_executable(body: &Body<'_>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    body.texts().flat_map(|text| text.lines()).any(|line| {
        let Some((_, files)) = line.split_once("chmod ") else { return false };
        files.contains(name) || !folder.is_empty() && files.contains(&format!("{folder}/*"))
    })
}

fn runs_so(
    body: &Body<'_>,
    page: &Page,
    run: &Run,
    path: &str,
    reported: &mut BTreeSet<(&'static str, String)>,
    report: &mut Report,
) {
    let Some(script) = body.scripts.get(path) else {
        let is_plain = run.interpreter.is_none() && is_command(page, run) && is_text(body, path);
        if is_plain && reported.insert(("script-shebang-missing", path.to_owned())) {
            without_shebang(page, run, report);
        }
        return;
    };
    let Some(interpreter) = &run.interpreter else {
        // A bare path in backticks is only named; `uv run x.py` and similar commands run it by its
        // extension.
        if run.alone && !run.path.starts_with("./") || !is_command(page, run) {
            return;
        }
        if !script.text.starts_with("#!")
            && reported.insert(("script-shebang-missing", path.to_owned()))
        {
            without_shebang(page, run, report);
        }
        if body.entries.content.is_executable(path) == Some(false)
            && !makes_executable(body, path)
            && reported.insert(("script-not-executable", path.to_owned()))
        {
            let message =
                format!("the text runs {:?} by itself, and the file is not executable", run.path);
            on_page("script-not-executable", page, run.at, message, report)
                .advise(format!("run `chmod +x {path}`, or name the interpreter"));
        }
        return;
    };
    if matches!(interpreter.as_str(), "sh" | "dash")
        && script::interpreter(&script.text) != Some("sh")
        && let Some(at) = bashism::first(script)
        && reported.insert(("script-interpreter-differs", path.to_owned()))
    {
        let message = format!(
            "the text runs {path:?} with {interpreter}, and `{}` in it is bash",
            bashism::excerpt(&script.text, at)
        );
        on_page("script-interpreter-differs", page, run.at, message, report)
            .advise("run it with bash");
    }
    let (Some(asked), Some(own)) =
        (family(interpreter), script::interpreter(&script.text).and_then(family))
    else {
        return;
    };
    if asked != own && reported.insert(("script-interpreter-differs", path.to_owned())) {
        let message =
            format!("the text runs {path:?} with {interpreter}, and its first line asks for {own}");
        on_page("script-interpreter-differs", page, run.at, message, report)
            .advise(format!("run it with {own}, or change its first line"));
    }
}

fn without_shebang(page: &Page, run: &Run, report: &mut Report) {
    let message = format!("the text runs {:?} by itself, and it has no shebang line", run.path);
    on_page("script-shebang-missing", page, run.at, message, report).advise(
        "begin the script with a line such as #!/usr/bin/env bash, or name the interpreter",
    );
}

/// Whether a file without an extension is text: a program of machine code needs no shebang line.
fn is_text(body: &Body<'_>, path: &str) -> bool {
    let is_file = body.entries.kind(path) == Some(Kind::File) && !command::has_ending(path);
    is_file
        && body.entries.content.read(path).is_ok_and(|bytes| {
            !bytes.contains(&0) && std::str::from_utf8(&bytes).is_ok() && !bytes.starts_with(b"#!")
        })
}

/// Whether the script's own path is the first word of its command. In a line of text only `./x` certainly is: a name
/// with options in backticks may only be mentioned.
fn is_command(page: &Page, run: &Run) -> bool {
    if page.markdown.is_in_code(run.at) && !run.path.starts_with("./") {
        return false;
    }
    let before =
        page.text[..run.at].rsplit(['\n', '`', ';', '|', '&', '(']).next().unwrap_or_default();
    let before = before.trim().trim_end_matches(['"', '\'']);
    before.is_empty() || before == "$" || before.split_whitespace().all(|word| word.contains('='))
}

/// Interpreters of the same language.
fn family(program: &str) -> Option<&'static str> {
    Some(match program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
        "python" => "python3",
        "bash" | "zsh" | "source" => "bash",
        // A POSIX script also runs in bash; only the opposite fails.
        "sh" | "dash" => return None,
        "node" | "bun" | "deno" | "tsx" | "ts-node" => "node",
        "ruby" => "ruby",
        "perl" => "perl",
        "php" => "php",
        _ => return None,
    })
}
