//! `name-duplicate`, `description-duplicate`: skills of one tree that an agent can't tell apart.

use std::collections::BTreeMap;

use contract::Pointer;

use crate::report::{Report, SkillFacts};

/// Adds the findings of a whole tree: each skill after the first of its name or description has one.
pub fn check(report: &mut Report) {
    let skills = std::mem::take(&mut report.skills);
    let mut names: BTreeMap<&str, &SkillFacts> = BTreeMap::new();
    let mut descriptions: BTreeMap<String, &SkillFacts> = BTreeMap::new();
    for skill in &skills {
        let same_name = *names.entry(&skill.name).or_insert(skill);
        let words = plain(&skill.description);
        let same_words = *descriptions.entry(words.clone()).or_insert(skill);
        let pointer = Pointer::root().push("name");
        if same_name.path != skill.path {
            let message =
                format!("the name {:?} is the name of {}, too", skill.name, same_name.path);
            report
                .place("name-duplicate", skill.path.clone(), skill.name_position, pointer, message)
                .advise("rename one of them: of two skills of one name a client loads one");
        } else if same_words.path != skill.path
            && same_words.name != skill.name
            && !words.is_empty()
        {
            let message = format!("the description is that of {}, word by word", same_words.path);
            let pointer = Pointer::root().push("description");
            let position = skill.description_position;
            report
                .place("description-duplicate", skill.path.clone(), position, pointer, message)
                .advise("say what this one does that the other does not: an agent chooses by the description");
        }
    }
}

/// The words of a text, without case, punctuation and spacing.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use contract::Position;

    use super::{SkillFacts, check};
    use crate::report::Report;

    #[test]
    fn the_second_of_a_name_or_of_a_description_is_told() {
        let skill = |path: &str, name: &str, description: &str| SkillFacts {
            path: path.to_owned(),
            name: name.to_owned(),
            name_position: Position::START,
            description: description.to_owned(),
            description_position: Position::START,
        };
        let skills = vec![
            skill("a/SKILL.md", "a", "Counts words."),
            skill("b/SKILL.md", "b", "counts  words"),
            skill("c/a/SKILL.md", "a", "Counts words."),
            skill("d/SKILL.md", "d", "Counts lines."),
        ];
        let mut report = Report::default();
        report.skills = skills;
        check(&mut report);
        let told: Vec<(&str, &str)> = report
            .found
            .iter()
            .map(|found| (found.finding.rule.as_str(), found.finding.path.as_str()))
            .collect();
        assert_eq!(
            told,
            [("description-duplicate", "b/SKILL.md"), ("name-duplicate", "c/a/SKILL.md")]
        );
    }
}
