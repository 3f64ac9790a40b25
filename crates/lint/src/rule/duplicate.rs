//! `name-duplicate`, `description-duplicate`: skills of one tree that an agent can't distinguish.

use std::collections::{BTreeMap, BTreeSet};

use contract::Pointer;

use super::tree;
use crate::report::{Report, SkillFacts};

/// Adds the findings of a whole tree: one for each skill after the first with its name or
/// description.
pub fn check(report: &mut Report) {
    let skills = std::mem::take(&mut report.skills);
    tree::judge(&skills, report);
    let copied = tree::copied_folders(&skills);
    let mut reported = BTreeSet::new();
    let mut names: BTreeMap<(&Option<String>, &str), &SkillFacts> = BTreeMap::new();
    let mut descriptions: BTreeMap<String, &SkillFacts> = BTreeMap::new();
    for skill in &skills {
        let same_name = *names.entry((&skill.plugin, &skill.name)).or_insert(skill);
        let words = plain(&skill.description);
        let same_words = *descriptions.entry(words.clone()).or_insert(skill);
        let pointer = Pointer::root().push("name");
        if same_name.path != skill.path {
            let folders = (tree::shelf(&skill.path), tree::shelf(&same_name.path));
            let count = copied.get(&folders).copied();
            // A copy of a whole folder is one finding.
            if count.is_some() && !reported.insert(folders) {
                continue;
            }
            let mut message =
                format!("the name {:?} is also the name of {}", skill.name, same_name.path);
            if let Some(count) = count {
                message.push_str(&format!(
                    "; {} more skills in {:?} have the names of skills in {:?}",
                    count - 1,
                    folders.0,
                    folders.1
                ));
            }
            let found = report.place(
                "name-duplicate",
                skill.path.clone(),
                skill.name_position,
                pointer,
                message,
            );
            found.advise(
                "rename one of them: a client loads only one of two skills with the same name",
            );
            if count.is_some() {
                found.known_as("of-many-skills").advise(
                    "a client that loads both folders takes one skill of each name; leave one folder out, or --exclude it",
                );
            }
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
    similar(&skills, report);
}

/// The share of common words from which two descriptions are nearly the same.
const NEARLY: f64 = 0.8;
/// The minimum number of words of a compared description.
const FEWEST: usize = 10;

/// Reports descriptions that are nearly those of another skill, each with the first similar one.
fn similar(skills: &[SkillFacts], report: &mut Report) {
    let plains: Vec<String> = skills.iter().map(|skill| plain(&skill.description)).collect();
    let texts: Vec<BTreeSet<&str>> = plains.iter().map(|text| text.split(' ').collect()).collect();
    let mut often: BTreeMap<&str, usize> = BTreeMap::new();
    for word in texts.iter().flatten().copied() {
        *often.entry(word).or_default() += 1;
    }
    // Two sets that are nearly equal share one of the rarest words of each, so only a few pairs are compared.
    let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, words) in texts.iter().enumerate().filter(|(_, words)| words.len() >= FEWEST) {
        let mut rare: Vec<&str> = words.iter().copied().collect();
        rare.sort_by_key(|word| (often[word], *word));
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a count of words"
        )]
        let needed = words.len() - (words.len() as f64 * NEARLY).ceil() as usize + 1;
        let candidates: BTreeSet<usize> =
            rare[..needed].iter().filter_map(|word| holders.get(word)).flatten().copied().collect();
        let skill = &skills[index];
        let like = candidates.into_iter().find(|other| {
            plains[index] != plains[*other]
                && !are_distinguished(skill, &skills[*other], words, &texts[*other])
                && !are_distinguished(
                    skill,
                    &skills[*other],
                    &beginning(&plains[index]),
                    &beginning(&plains[*other]),
                )
                && likeness(&texts[*other], words) >= NEARLY
        });
        for word in &rare[..needed] {
            holders.entry(word).or_default().push(index);
        }
        let Some(other) = like else { continue };
        let message = format!("the description is nearly that of {}", skills[other].path);
        let pointer = Pointer::root().push("description");
        report
            .place("description-similar", skill.path.clone(), skill.description_position, pointer, message)
            .advise("say what this one does that the other does not: an agent chooses by the description");
    }
}

/// Whether a word that only one of the two descriptions has is in a name: `csharp-nunit` and `csharp-xunit` differ by
/// just that. Skills with one name have a separate rule.
fn are_distinguished(
    a: &SkillFacts,
    b: &SkillFacts,
    of_a: &BTreeSet<&str>,
    of_b: &BTreeSet<&str>,
) -> bool {
    let names = plain(&format!("{} {}", a.name, b.name));
    a.name == b.name
        || of_a.symmetric_difference(of_b).any(|word| names.split(' ').any(|part| part == *word))
}

/// The first words of a description, which say what the skill is for; the rest may name its siblings.
fn beginning(plain: &str) -> BTreeSet<&str> {
    const WORDS: usize = 8;
    plain.split(' ').take(WORDS).collect()
}

/// The share of words that two texts have in common.
#[allow(clippy::cast_precision_loss, reason = "counts of words")]
fn likeness(a: &BTreeSet<&str>, b: &BTreeSet<&str>) -> f64 {
    let common = a.intersection(b).count();
    common as f64 / (a.len() + b.len() - common) as f64
}

/// The words of a text, without case, punctuation and spacing.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use contract::Position;

    use super::{SkillFacts, check};
    use crate::report::Report;

    #[test]
    fn the_second_of_a_name_or_of_a_description_is_told() {
        let skill = |path: &str, name: &str, description: &str| SkillFacts {
            plugin: None,
            path: path.to_owned(),
            name: name.to_owned(),
            name_position: Position::START,
            description: description.to_owned(),
            description_position: Position::START,
            files: BTreeSet::new(),
        };
        let skills = vec![
            skill("a/SKILL.md", "a", "Counts words."),
            skill("b/SKILL.md", "b", "counts  words"),
            skill("c/a/SKILL.md", "a", "Counts words."),
            skill("d/SKILL.md", "d", "Counts lines."),
            skill(
                "e/SKILL.md",
                "e",
                "Reads a PDF and writes the text of each page into files of its own",
            ),
            skill(
                "f/SKILL.md",
                "f",
                "Reads a PDF, and writes the text of every page into files of its own.",
            ),
            skill(
                "g/SKILL.md",
                "g",
                "Reads a video and tells how long the scenes of each part of it are in seconds",
            ),
            skill(
                "convert-word/SKILL.md",
                "convert-word",
                "Turns Word documents into Markdown for whoever asks about them. See convert-word and convert-excel.",
            ),
            skill(
                "convert-excel/SKILL.md",
                "convert-excel",
                "Turns Excel documents into Markdown for whoever asks about them. See convert-word and convert-excel.",
            ),
        ];
        let mut report = Report::default();
        report.skills = skills;
        check(&mut report);
        let reported: Vec<(&str, &str)> = report
            .found
            .iter()
            .map(|found| (found.finding.rule.as_str(), found.finding.path.as_str()))
            .collect();
        assert_eq!(
            reported,
            [
                ("description-duplicate", "b/SKILL.md"),
                ("name-duplicate", "c/a/SKILL.md"),
                ("description-similar", "f/SKILL.md"),
            ]
        );
    }
}
