//! A mode of a script whose whole output is one value: `if [ -n "$path_only" ]; then echo "$path"; exit 0; fi`.

use crate::model::Call;
use crate::part::Part;
use crate::pattern;
use crate::printed_form::prints;

/// Parts of the names of variables with words about the script, or for people.
const ABOUT_SCRIPT: &str = "banner help message msg reason text usage v ver version";

/// Whether the call at `index` is the only one that prints in its block, and the script ends there without a failure.
pub(super) fn ends_one(calls: &[Call<'_>], index: usize) -> bool {
    let call = &calls[index];
    let is_beside = |other: &Call<'_>| other.place.block == call.place.block;
    let is_alone = || !calls[..index].iter().rev().take_while(|other| is_beside(other)).any(prints);
    let exits = |end: &Call<'_>| {
        let code = end.words.get(1).map_or("0", |word| word.as_str());
        end.name == "exit" && code == "0" && is_beside(end)
    };
    let is_about_script = |word: &Part<'_>| {
        let text = word.to_ascii_lowercase();
        text.split(|c: char| !c.is_ascii_alphabetic())
            .any(|part| pattern::is_in(part, ABOUT_SCRIPT))
    };
    !call.place.block.is_empty()
        && calls.get(index + 1).is_some_and(exits)
        && !call.words.iter().any(is_about_script)
        && prints(call)
        // The search ends at the first call that prints, so that the whole costs one walk through the calls.
        && is_alone()
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
        for mode in ["printf '%s\\n' \"$HOME/x\"; exit 0", "echo \"$path\"; exit"] {
            assert!(refused(mode), "{mode}");
        }
        for mode in [
            "echo \"$VERSION\"; exit 0",
            "echo \"$path\"",
            "echo \"Path:\"; echo \"$path\"; exit 0",
        ] {
            assert!(!refused(mode), "{mode}");
        }
    }
}
