//! A new skill has no findings above infos.

use std::cell::RefCell;

use contract::Level;

use super::{ScaffoldOptions, files, is_name, nearest_name};
use crate::profile::Profiles;
use crate::registry::tests::{Files, entries};

fn warnings(description: Option<&str>, package: bool) -> Vec<String> {
    let plan = ScaffoldOptions { name: "demo", description, package, helper: "# helper\n" };
    let map = files(&plan).into_iter().map(|file| (file.path, file.text.into_bytes()));
    let files = Files(RefCell::new(map.collect()));
    let profiles = Profiles::named(&[]).expect("the default profiles are there");
    let report = match package {
        true => crate::check_package(&entries(&files), &profiles),
        false => crate::check_skill(&entries(&files), &profiles),
    };
    let said = report.found.iter().filter(|found| found.finding.level != Level::Info);
    said.map(|found| format!("{:?}", found.finding)).collect()
}

#[test]
fn a_new_skill_is_sound() {
    for package in [false, true] {
        assert_eq!(warnings(None, package), Vec::<String>::new());
        let hostile = "Use when: a \"quote\" or # hash, * star and \\ backslash";
        assert_eq!(warnings(Some(hostile), package), Vec::<String>::new());
    }
}

#[test]
fn names_are_of_the_standards_form() {
    for name in ["a", "news-digest", "x2-3y"] {
        assert!(is_name(name), "{name}");
    }
    for name in ["", "A", "a--b", "-a", "a-", "a_b", "a b", "ä", &"a".repeat(65), "../x", "a/b"] {
        assert!(!is_name(name), "{name}");
    }
    assert_eq!(nearest_name("News Digest!"), "news-digest");
}
