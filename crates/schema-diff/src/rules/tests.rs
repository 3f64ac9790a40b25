//! Every rule file is data, documentation and test: it is read, listed and executed.

use super::*;

#[test]
fn all_files_are_read_and_sorted() {
    let ids: Vec<&str> = ids().collect();
    assert!(ids.len() >= 60);
    assert!(ids.is_sorted());
    for id in ids {
        let rule = rule(id).unwrap();
        let advice = rule.instead();
        assert!(!advice.is_empty(), "{id} says what to do instead");
        let needless = advice.starts_with(NO_ACTION);
        assert!(needless || !advice.starts_with("No "), "{id}: begin with {NO_ACTION:?}");
    }
}

#[test]
fn levels_follow_from_the_effect_or_say_why_not() {
    for id in ids() {
        let rule = rule(id).unwrap();
        let derived = match rule.effect {
            Effect::Narrows => (Bump::Major, Bump::Minor),
            Effect::Widens => (Bump::Minor, Bump::Major),
            Effect::Both | Effect::Unknown => (Bump::Major, Bump::Major),
            Effect::Neither => (Bump::Patch, Bump::Patch),
        };
        if (rule.input, rule.output) != derived {
            assert!(rule.policy.is_some(), "{id} departs from its effect and says why");
        }
    }
}
