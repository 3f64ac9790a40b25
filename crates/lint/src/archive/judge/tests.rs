//! Names and modes used by attacks, without an archive around them.

use super::super::Listed;
use super::judge;

fn entry(name: &[u8]) -> Listed {
    Listed {
        name: name.to_vec(),
        local_name: Some(name.to_vec()),
        packed: 10,
        unpacked: 10,
        mode: Some(0o100_644),
        encrypted: false,
        offset: 0,
    }
}

fn rules(entries: &[Listed]) -> Vec<String> {
    let (_, report) = judge("x.zip", entries);
    report.found.into_iter().map(|found| found.finding.rule).collect()
}

#[test]
fn one_folder_is_sound() {
    let entries = [entry(b"demo/"), entry(b"demo/SKILL.md"), entry(b"__MACOSX/demo/._SKILL.md")];
    assert!(rules(&entries).is_empty());
}

#[test]
fn bad_names_are_told() {
    for name in [
        &b"/demo/x"[..],
        b"demo/../x",
        b"../x",
        b"C:/x",
        b"c:x",
        b"demo\\x",
        b"demo//x",
        b"demo/./x",
        b"demo/a\nb",
    ] {
        let found = rules(&[entry(b"demo/SKILL.md"), entry(name)]);
        assert_eq!(found, ["archive-entry-unsafe"], "{:?}", String::from_utf8_lossy(name));
    }
    let found = rules(&[entry(b"demo/SKILL.md"), entry(b"demo/\xff")]);
    assert_eq!(found, ["archive-entry-name"]);
}

#[test]
fn kinds_and_sizes_are_told() {
    let base = entry(b"demo/SKILL.md");
    let with = |change: fn(&mut Listed)| {
        let mut other = entry(b"demo/x");
        change(&mut other);
        rules(&[base.clone(), other])
    };
    assert_eq!(with(|e| e.mode = Some(0o120_777)), ["archive-entry-link"]);
    assert_eq!(with(|e| e.mode = Some(0o010_644)), ["archive-entry-special"]);
    assert_eq!(with(|e| e.encrypted = true), ["archive-entry-encrypted"]);
    assert_eq!(with(|e| e.unpacked = 1 << 40), ["archive-too-large"]);
    assert_eq!(with(|e| e.unpacked = 10 << 20), ["archive-too-large"]);
    assert_eq!(with(|e| e.local_name = Some(b"demo/y".to_vec())), ["archive-entry-unsafe"]);
    assert_eq!(rules(&[base.clone(), base.clone()]), ["archive-entry-duplicate"]);
    assert_eq!(rules(&[base.clone(), entry(b"other/SKILL.md")]), ["archive-top-level"]);
    assert_eq!(rules(&[base, entry(b"README.md")]), ["archive-top-level"]);
    assert_eq!(rules(&[]), ["archive-top-level"]);
}
