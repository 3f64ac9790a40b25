//! Which findings an `[[ignore]]` meets.

use super::*;

#[test]
fn globs_match_whole_texts() {
    assert!(glob("/properties/*/type", "/properties/topics/type"));
    assert!(glob("*", "") && glob("/a", "/a") && glob("/a*", "/ab"));
    assert!(!glob("/a", "/ab") && !glob("/properties/*/type", "/properties/topics/enum"));
    assert!(glob("*/type", "/type/of/type"));
}

#[test]
fn acceptance_ends_with_its_version() {
    assert!(!expired(Some("3.0.0"), Some("2.9.0")));
    assert!(expired(Some("3.0.0"), Some("3.0.0")));
    assert!(!expired(None, Some("3.0.0")) && !expired(Some("3.0.0"), None));
}
