//! Tests of which findings an `[[ignore]]` matches.

use super::*;

#[test]
fn globs_match_whole_texts() {
    assert!(glob("/properties/*/type", "/properties/topics/type"));
    assert!(glob("*", "") && glob("/a", "/a") && glob("/a*", "/ab"));
    assert!(!glob("/a", "/ab") && !glob("/properties/*/type", "/properties/topics/enum"));
    assert!(glob("*/type", "/type/of/type"));
}

fn until(until: Option<Until>) -> Ignore {
    Ignore { rule: None, until, ..Ignore::default() }
}

#[test]
fn acceptance_ends_with_its_version() {
    let three = until(Some(Until::Version("3.0.0".to_owned())));
    assert!(!three.expired(Some("2.9.0"), None));
    assert!(three.expired(Some("3.0.0"), None));
    assert!(!until(None).expired(Some("3.0.0"), None) && !three.expired(None, None));
}

#[test]
fn acceptance_ends_with_its_day() {
    let date = |text| Date::parse(text);
    let ignore = until(date("2026-12-31").map(Until::Date));
    assert!(!ignore.expired(Some("2030.0.0"), date("2026-12-31")));
    assert!(ignore.expired(Some("1.0.0"), date("2027-01-01")));
    assert!(!ignore.expired(None, None), "without a clock nothing expires");
}

#[test]
fn an_ignore_of_another_file_is_not_unused() {
    let path = |path: &str| Ignore { path: Some(path.to_owned()), ..until(None) };
    assert!(path("/properties/a").concerns("b.json"));
    assert!(path("b.json").concerns("deep/b.json") && !path("a.json").concerns("deep/b.json"));
}
