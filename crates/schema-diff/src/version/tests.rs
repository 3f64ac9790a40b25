//! Tests of version steps, from a release manager's view.

use super::*;

fn check(old: &str, new: &str, required: Bump, bump: Option<Bump>, sufficient: bool, next: &str) {
    let declared = judge(old, new, required);
    assert_eq!(declared.bump, bump, "{old} -> {new}");
    assert_eq!(declared.sufficient, sufficient, "{old} -> {new} for {required}");
    assert_eq!(declared.next_version.as_deref(), Some(next), "{old} for {required}");
}

#[test]
fn steps_are_judged() {
    check("1.0.0", "1.1.0", Bump::Major, Some(Bump::Minor), false, "2.0.0");
    check("1.0.0", "2.0.0", Bump::Major, Some(Bump::Major), true, "2.0.0");
    check("1.2.3", "1.2.4", Bump::Minor, Some(Bump::Patch), false, "1.3.0");
    check("1.2.3", "1.2.3", Bump::None, Some(Bump::None), true, "1.2.3");
    check("1.2.3", "1.2.3", Bump::Patch, Some(Bump::None), false, "1.2.4");
    check("1.2.3", "1.1.0", Bump::Patch, None, false, "1.2.4");
    check("v1.0", "2", Bump::Major, Some(Bump::Major), true, "2.0.0");
}

#[test]
fn before_one_everything_moves_a_place() {
    check("0.3.1", "0.4.0", Bump::Major, Some(Bump::Minor), true, "0.4.0");
    check("0.3.1", "0.3.2", Bump::Major, Some(Bump::Patch), false, "0.4.0");
    check("0.3.1", "0.3.2", Bump::Minor, Some(Bump::Patch), true, "0.3.2");
    check("0.3.1", "1.0.0", Bump::Major, Some(Bump::Major), true, "0.4.0");
}

#[test]
fn pre_releases_announce_their_version() {
    check("1.4.0", "2.0.0-rc.1", Bump::Major, Some(Bump::Major), true, "2.0.0");
    check("2.0.0-rc.1", "2.0.0", Bump::Major, Some(Bump::Patch), true, "2.0.0");
    check("2.1.0-rc.1", "2.1.0", Bump::Major, Some(Bump::Patch), false, "3.0.0");
}

#[test]
fn what_is_no_version_is_said() {
    let declared = judge("spring", "2.0.0", Bump::Major);
    assert!(declared.note.is_some() && !declared.sufficient && declared.bump.is_none());
}

#[test]
fn dates_are_compared_as_dates() {
    let of = |old, new, required| judge(old, new, required);
    let later = of("2024-01-01", "2024-06-30", Bump::Major);
    assert_eq!((later.sufficient, later.bump, later.next_version), (true, None, None));
    assert!(!of("2024-01-01", "2024-01-01", Bump::Patch).sufficient);
    assert!(of("2024-01-01", "2024-01-01", Bump::None).sufficient);
    let earlier = of("2024-02-01", "2024-01-31", Bump::Patch);
    assert_eq!(earlier.note.as_deref(), Some("the new version is older than the old one"));
    assert!(read("2024-01-01").is_none() && read("2024-13-01").is_none());
    assert!(Date::parse("2024-02-29").is_some() && Date::parse("2023-02-29").is_none());
}

#[test]
fn the_needed_version_is_written_as_the_old_one() {
    let today = Date::parse("2026-11-22").unwrap();
    let of = |old: &str, required| needed(old, required, today);
    assert_eq!(of("1.2.3", Bump::Major).as_deref(), Ok("2.0.0"));
    assert_eq!(of("v1.2", Bump::Minor).as_deref(), Ok("v1.3"));
    assert_eq!(of("1", Bump::Major).as_deref(), Ok("2"));
    assert_eq!(of("1", Bump::Minor).as_deref(), Ok("1.1"));
    assert_eq!(of("1.2", Bump::Patch).as_deref(), Ok("1.2.1"));
    assert_eq!(of("0.3.1", Bump::Major).as_deref(), Ok("0.4.0"));
    assert_eq!(of("2026-07-28", Bump::Patch).as_deref(), Ok("2026-11-22"));
    assert!(of("2026-11-22", Bump::Patch).unwrap_err().contains("no later date"));
    assert!(of("latest", Bump::Patch).unwrap_err().contains("nor a date"));
    assert_eq!(of("1.2.3", Bump::None).as_deref(), Ok("1.2.3"));
}
