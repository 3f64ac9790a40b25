//! A mode of a script whose whole output is one value: `if [ -n "$path_only" ]; then echo "$path"; exit 0; fi`.

use crate::model::Call;
use crate::part::Part;
use crate::pattern;
use crate::printed_form::{prints, says};

/// Parts of the names of variables with words about the script, or for people.
const ABOUT_SCRIPT: &str = "banner help message msg reason text usage v ver version";

/// The maximum number of calls of a mode that are looked at on each side of a value.
const MOST: usize = 64;

/// Whether the call at `index` prints a value alone in a branch behind which the script ends without a failure. Other branches
/// before that end may print other values.
pub(super) fn ends_one(calls: &[Call<'_>], index: usize) -> bool {
    let call = &calls[index];
    let follows = |other: &Call<'_>| call.place.block.starts_with(&other.place.block);
    let behind = calls[index + 1..].iter().take(MOST);
    let apart = behind.clone().take_while(|other| !follows(other)).count();
    let Some(end) = calls.get(index + 1 + apart).filter(|_| apart < MOST) else { return false };
    let exits = || {
        let code = end.words.get(1).map_or("0", |word| word.as_str());
        end.name == "exit" && code == "0" && !end.place.conditional && !end.place.block.is_empty()
    };
    let is_about_script = |word: &Part<'_>| {
        let text = word.to_ascii_lowercase();
        text.split(|c: char| !c.is_ascii_alphabetic())
            .any(|part| pattern::is_in(part, ABOUT_SCRIPT))
    };
    let speaks = |other: &Call<'_>| match call.place.block.starts_with(&other.place.block) {
        true => prints(other),
        false => says(other),
    };
    let is_of_mode = |other: &&Call<'_>| other.place.block.starts_with(&end.place.block);
    let is_alone = || {
        let before = calls[..index].iter().rev().take(MOST).take_while(is_of_mode);
        !before.chain(behind.clone().take(apart)).any(speaks)
    };
    exits() && !call.words.iter().any(is_about_script) && prints(call) && is_alone()
}

#[cfg(test)]
mod tests {
    use crate::options::Choice;
    use crate::{Options, plan};

    #[test]
    fn a_value_that_an_option_asks_for_is_the_answer() {
        let refused = |mode: &str| {
            let script = format!(
                "#!/bin/bash\nif [ -z \"$1\" ]; then echo \"Error: no name\"; exit 1; fi\nif [ -n \"$2\" ]; then {mode}; fi\necho \"All is well\"\n"
            );
            let options = Options { answers: Choice::Leave, ..Options::default() };
            let plan = plan(script.as_bytes(), &options);
            plan.refusals.iter().any(|refusal| format!("{refusal:?}").contains("a value alone"))
        };
        for mode in [
            "printf '%s\\n' \"$HOME/x\"; exit 0",
            "echo \"$path\"; exit",
            "if [ -n \"$4\" ]; then echo \"$path\"; exit 0; fi",
            "if [ -n \"$4\" ]; then echo \"$path\"; else echo \"$HOME\"; fi; exit 0",
        ] {
            assert!(refused(mode), "{mode}");
        }
        for mode in [
            "echo \"$VERSION\"; exit 0",
            "echo \"$path\"",
            "echo \"Path:\"; echo \"$path\"; exit 0",
            "echo \"Path:\"; if [ -n \"$4\" ]; then echo \"$path\"; fi; exit 0",
            "if [ -n \"$4\" ]; then echo \"$path\"; else echo \"no path found\"; fi; exit 0",
        ] {
            assert!(!refused(mode), "{mode}");
        }
    }
}
