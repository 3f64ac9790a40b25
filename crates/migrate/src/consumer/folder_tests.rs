//! Texts with loops over folders, of each kind.

use super::super::{Language, Names, Reader};
use super::FileUse;

/// How a text uses each file of `scripts` if the helper has this name.
fn found(text: &str, language: Language, name: &str) -> Vec<(usize, FileUse, String)> {
    let loops = Reader::new(text, language).folder_loops(name);
    loops.into_iter().map(|found| (found.line, found.files, found.folder)).collect()
}

#[test]
fn loops_that_take_the_helper_for_a_script() {
    use FileUse::{ExpectsExecutable, ExpectsShebang, Runs, Sources};
    for (text, line, files) in [
        ("for f in scripts/*; do \"$f\"; done", 1, Runs),
        ("for f in scripts/*; do\n  bash \"$f\" --help\ndone", 2, Runs),
        ("for f in \"$ROOT/scripts/\"*.bash; do\n  . \"$f\"\ndone", 2, Sources),
        ("for f in \"$ROOT\"/scripts/*.{sh,bash}; do\n  [ -x \"$f\" ]\ndone", 2, ExpectsExecutable),
        (
            "for f in scripts/*.bash; do\n  if [ ! -x \"$f\" ]; then\n    exit 1\n  fi\ndone",
            2,
            ExpectsExecutable,
        ),
        (
            "for f in scripts/*; do\n  [[ -x \"$f\" ]] || { echo no; exit 1; }\ndone",
            2,
            ExpectsExecutable,
        ),
        (
            "for f in scripts/*; do\n  head -1 \"$f\" | grep -q '^#!' || exit 1\ndone",
            2,
            ExpectsShebang,
        ),
        (
            "D=\"$(dirname \"$0\")/scripts\"\nfor f in \"$D\"/*; do\n  run \"$f\" --help\ndone",
            3,
            Runs,
        ),
        ("F=(scripts/*.bash)\nfor f in \"${F[@]}\"; do\n  out=$(bash \"$f\")\ndone", 3, Runs),
        (
            "find scripts -name '*.bash' | while read -r f; do\n  [ -x \"$f\" ] || exit 1\ndone",
            2,
            ExpectsExecutable,
        ),
        (
            "while IFS= read -r f; do\n  head -n1 \"$f\" | grep -q '#!' || bad=1\ndone < <(find scripts -type f)",
            2,
            ExpectsShebang,
        ),
        ("find scripts -name '*.bash' -exec bash {} \\;", 1, Runs),
        ("n=$(find scripts -type f ! -executable | wc -l)", 1, ExpectsExecutable),
    ] {
        let wanted = vec![(line, files, "scripts".to_owned())];
        assert_eq!(found(text, Language::Shell, "skill-envelope.bash"), wanted, "{text}");
    }
}

#[test]
fn programs_that_take_the_helper_for_a_script() {
    use FileUse::{ExpectsExecutable, ExpectsShebang, Runs};
    for (text, line, files) in [
        (
            "for p in (ROOT / \"scripts\").glob(\"*.bash\"):\n    assert os.access(p, os.X_OK)\n",
            2,
            ExpectsExecutable,
        ),
        (
            "S = ROOT / \"scripts\"\nfor p in S.iterdir():\n    assert p.read_text().startswith(\"#!\")\n",
            3,
            ExpectsShebang,
        ),
        (
            "for p in os.listdir(\"scripts\"):\n    if p.endswith((\".sh\", \".bash\")):\n        r = subprocess.run([p, \"--help\"])\n",
            3,
            Runs,
        ),
        (
            "const all = fs.readdirSync('scripts')\nfor (const f of all) {\n  expect(fs.statSync(f).mode & 0o111).toBeTruthy();\n}\n",
            3,
            ExpectsExecutable,
        ),
        (
            "for p in ROOT.glob(\"skills/*/scripts/*\"):\n    assert p.stat().st_mode & stat.S_IXUSR\n",
            2,
            ExpectsExecutable,
        ),
    ] {
        let wanted = vec![(line, files, "scripts".to_owned())];
        assert_eq!(found(text, Language::Code, "skill-envelope.bash"), wanted, "{text}");
    }
}

#[test]
fn loops_that_do_not_mind_the_helper() {
    for text in [
        "for f in scripts/*.sh; do bash \"$f\"; done",
        "for f in scripts/*; do\n  [ -x \"$f\" ] || continue\n  \"$f\"\ndone",
        "for f in scripts/*; do\n  if [ -x \"$f\" ]; then\n    \"$f\"\n  fi\ndone",
        "for f in scripts/*; do\n  [ -x \"$f\" ] && \"$f\"\ndone",
        "for f in scripts/*; do\n  case $f in *skill-envelope*) continue;; esac\n  bash \"$f\"\ndone",
        "for d in skills/*; do bash \"$d/run.sh\"; done",
        "for f in scripts/*; do bash -n \"$f\"; shellcheck \"$f\"; chmod +x \"$f\"; cp \"$f\" out; done",
        "for f in scripts/*; do\n  head -1 \"$f\" | grep -q '^#!.*bash' && echo \"$f\"\ndone",
        "for f in scripts/*; do\n  if head -1 \"$f\" | grep -q '^#!'; then\n    echo \"$f\"\n  fi\ndone",
        "find scripts -type f ! -name '*.*' | while read -r f; do\n  \"$f\"\ndone",
        "for f in docs/*.md; do \"$f\"; done",
        "find scripts -type f -exec chmod +x {} \\;",
        "find . -type d | while read -r d; do\n  \"$d\"\ndone",
        "while read -r link; do\n  \"$link\"\ndone < <(find scripts -type l 2>/dev/null)",
        "find \"$root\" -type f | while read -r f; do\n  newest=\"$f\"\ndone",
        "while read -r f; do\n  last=$f\ndone < <(find \"$root\" -type f -newer a)",
        "find . -path '*/transcripts/*.jsonl' | while read -r f; do\n  \"$f\"\ndone",
    ] {
        assert_eq!(found(text, Language::Shell, "skill-envelope.bash"), [], "{text}");
    }
    for text in [
        "for p in S.glob(\"*.sh\"):\n    assert os.access(p, os.X_OK)\n",
        "for p in S.glob(\"*\"):\n    if p.suffix != \".sh\":\n        continue\n    assert os.access(p, os.X_OK)\n",
        "for p in S.glob(\"*\"):\n    if not os.access(p, os.X_OK):\n        continue\n",
        "for p in S.glob(\"*\"):\n    print(p)\n\ndef other():\n    os.access(p, os.X_OK)\n",
    ] {
        assert_eq!(found(text, Language::Code, "skill-envelope.bash"), [], "{text}");
    }
}

#[test]
fn scripts_that_other_texts_source() {
    let tails = |text: &str, language| {
        let names = Names::new(["env.sh".to_owned()]);
        let reader = Reader::new(text, language);
        let named = reader.named(&names, names.positions(text));
        named.iter().flat_map(|(name, mentions)| reader.sourced(name, mentions)).collect::<Vec<_>>()
    };
    for text in ["```bash\nsource scripts/env.sh\n```\n", "Run `. scripts/env.sh` first.\n"] {
        assert_eq!(tails(text, Language::Markdown), ["scripts/env.sh"], "{text}");
    }
    let steps = "steps:\n  - run: source \"$ROOT/scripts/env.sh\" && make\n";
    assert_eq!(tails(steps, Language::Yaml), ["scripts/env.sh"]);
    assert_eq!(tails("all:\n\t. ./scripts/env.sh; x\n", Language::Make), ["scripts/env.sh"]);
    for text in
        ["`bash scripts/env.sh`", "The source is scripts/env.sh.", "`source <(scripts/env.sh)`"]
    {
        assert_eq!(tails(text, Language::Markdown), Vec::<String>::new(), "{text}");
    }
    let text = "for f in \"$D\"/lib/*.sh; do\n  . \"$f\"\ndone\n";
    assert_eq!(found(text, Language::Shell, "env.sh"), [(2, FileUse::Sources, "lib".to_owned())]);
}

/// Each test assigns another script to the variable.
#[test]
fn a_variable_holds_what_it_was_given_last() {
    let text = "@test \"a\" {\n  hook=\"$ROOT/hooks/a.sh\"\n  run bash \"$hook\"\n  [ \"$output\" = 1 ]\n}\n@test \"b\" {\n  hook=\"$ROOT/hooks/b.sh\"\n  run bash \"$hook\"\n  [ \"$output\" = 2 ]\n}\n";
    let reader = Reader::new(text, Language::Shell);
    let lines = |name| reader.uses(name).into_iter().map(|found| found.line).collect::<Vec<_>>();
    assert_eq!((lines("a.sh"), lines("b.sh")), (vec![3], vec![8]));
    let text = "S=a.sh\nif [ -n \"$1\" ]; then S=b.sh; fi\nout=$(bash \"$S\")\nT=b.sh\nf() { x=$(bash \"$T\"); }\n";
    let reader = Reader::new(text, Language::Shell);
    let lines = |name| reader.uses(name).into_iter().map(|found| found.line).collect::<Vec<_>>();
    assert_eq!((lines("a.sh"), lines("b.sh")), (vec![3], vec![3, 5]));
}
