//! Tests of both schemes on common mistakes; integration tests compare Python's own results.

use super::{CompatError, Scheme, fits};

#[test]
fn pep440() {
    for (requirement, version, expected) in [
        (">=1.0,<2", "1.5", true),
        (">=1.0,<2", "2.0", false),
        ("~=1.4.2", "1.4.9", true),
        ("~=1.4.2", "1.5", false),
        ("==1.1.*", "1.1a1", true),
        ("!=1.1.*", "1.1.5", false),
        ("<2", "2.0a1", false),
        ("<=2", "2.0a1", true),
        (">1.0", "1.0.post1", false),
        (">1.0.post1", "1.0.post2", true),
        (">1.0", "1.0+x", false),
        (">1.0a1", "1.0a1.post2", false),
        (">1.0a1", "1.0.post1", true),
        (">2.dev0", "2b2.post1+x", true),
        (">0a1.dev3", "0a1.dev4", true),
        (">1.0.post1", "1.0.post1+x", false),
        ("<1.0.post1", "1.0a1", true),
        ("<1.0", "1.0.dev1", false),
        ("==1.0", "1.0+x", true),
        ("==1.0+x", "1.0", false),
        ("===1.0", "1.0.0", false),
        ("===1.0", "v1.0", true),
        ("", "3", true),
        (">=1!0", "5", false),
        ("==1.0.*", "1", true),
        (">=1.0", "2.0a1", true),
        ("===foo", "1", false),
        ("~=2!1.0", "2!1.7", true),
    ] {
        assert_eq!(
            fits(requirement, version),
            Ok((expected, Scheme::Pep440)),
            "{requirement} {version}"
        );
    }
}

#[test]
fn semver() {
    for (requirement, version, expected) in [
        ("^1.2.3", "1.9.0", true),
        ("^1.2.3", "2.0.0", false),
        ("^0.2.3", "0.3.0", false),
        ("~1.2.3", "1.2.9", true),
        ("~1.2.3", "1.3.0", false),
        ("=1.2.3", "1.2.3", true),
        ("1.x", "1.9.9", true),
        ("1.x", "2.0.0", false),
        ("1.2.*", "1.2.7", true),
        ("*", "9.9.9", true),
        (">=1.2.3 <2.0.0 || ^3.0.0", "3.1.0", true),
        ("1.2.3", "1.2.4", false),
        ("^1.0.0", "1.1.0-rc.1.x", false),
        ("^1.1.0-rc.0", "1.1.0-rc.1", true),
        ("1.0.0 - 1.5.0", "1.5.0", true),
        (">= 1.2.3 || =0.1.0", "0.1.0", true),
        ("^1.2.3", "v1.2.4", true),
        ("^1", "1.5.0", true),
    ] {
        assert_eq!(
            fits(requirement, version),
            Ok((expected, Scheme::Semver)),
            "{requirement} {version}"
        );
    }
}

#[test]
fn unreadable() {
    for (requirement, version) in
        [("blah", "1.0"), ("^^1", "1.0.0"), ("^1", "x.y"), (">=1", "x.y"), ("^1.2", "1")]
    {
        assert!(fits(requirement, version).is_err(), "{requirement} {version}");
    }
    let schemes = CompatError::Schemes("1.0".to_owned(), "1.0".to_owned());
    assert_eq!(fits("1.0", "1.0"), Err(schemes));
    assert_eq!(fits(">=1", "nope"), Err(CompatError::Version("nope".to_owned())));
}
