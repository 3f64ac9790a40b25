//! Every rule file is data, documentation and test: it is read, listed and executed.

use super::*;

#[test]
fn all_files_are_read_and_sorted() {
    let names: Vec<&str> = RuleId::all().map(RuleId::as_str).collect();
    assert!(names.len() >= 60);
    assert!(names.is_sorted());
    for (at, id) in RuleId::all().enumerate() {
        assert_eq!(id as usize, at, "{id} stands at the place of its variant");
        assert_eq!(RuleId::parse(id.as_str()), Some(id));
        let rule = id.rule();
        let advice = rule.instead();
        assert!(!advice.is_empty(), "{id} says what to do instead");
        let needless = advice.starts_with(NO_ACTION);
        assert!(needless || !advice.starts_with("No "), "{id}: begin with {NO_ACTION:?}");
    }
}

#[test]
fn levels_follow_from_the_effect_or_say_why_not() {
    for id in RuleId::all() {
        let rule = id.rule();
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
