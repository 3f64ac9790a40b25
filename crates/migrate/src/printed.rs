//! The kinds of a script's stdout: the envelope, other JSON, text. JSON that text certainly accompanies is text.

use crate::context::Context;
use crate::envelope_text::fault;
use crate::kept_envelope::KeptEnvelopes;
use crate::mixed::Mixed;
use crate::model::{Call, Script};
use crate::part::Part;
use crate::printed_form::{PrintedForm, live, of_call, of_text, plain, says};

/// The output of a script, by kind of line.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    /// The whole envelope, by this call.
    pub(crate) envelope: Vec<usize>,
    /// Why the envelope of the first such call, of which all words are known, is none.
    pub(crate) fault: Option<(usize, String)>,
    /// Other JSON, by this call.
    pub(crate) json: Vec<usize>,
    /// JSON by this call, but never without text beside it: nobody parses the whole as JSON.
    pub(crate) mixed: Vec<usize>,
    /// Text, or a command that may print text.
    pub(crate) text: Vec<usize>,
    /// Of `text`: by an unknown command that is named like a function of another file.
    pub(crate) absent: Vec<usize>,
    /// Words of its own.
    pub(crate) prose: bool,
}

impl Printed {
    /// Whether the envelope is the only output. A call of a missing function prints nothing.
    pub(crate) fn is_envelope(&self) -> bool {
        !self.envelope.is_empty() && self.json.is_empty() && self.text == self.absent
    }
}

/// Sorts the calls that may print on the script's stdout.
pub(crate) fn printed(script: &Script, context: &Context) -> Printed {
    let mut printed = Printed::default();
    let live = live(script);
    let mut mixed: Option<Mixed<'_>> = None;
    let kept = KeptEnvelopes::of(script);
    for (index, call) in script.calls.iter().enumerate() {
        let passes = script.defines(&call.name);
        if call.place.captured
            || !context.reaches_stdout(call)
            || passes && !hands_json_on(script, context, call)
            || call.place.function.as_deref().is_some_and(|f| !live.contains(f))
        {
            continue;
        }
        let form = match passes {
            true => of_text(&plain(&call.words[1..])),
            false if kept.are_printed_by(call) => PrintedForm::Envelope,
            false => of_call(call),
        };
        match form {
            PrintedForm::Envelope => {
                printed.envelope.push(call.line);
                if printed.fault.is_none() {
                    printed.fault = fault_of(call).map(|why| (call.line, why));
                }
            }
            PrintedForm::Json => {
                let mixed = mixed.get_or_insert_with(|| Mixed::of(script, context));
                let beside = mixed.beside_text(index);
                if beside { &mut printed.mixed } else { &mut printed.json }.push(call.line);
            }
            PrintedForm::Text => {
                printed.text.push(call.line);
                printed.prose = printed.prose || says(call);
                if is_absent(script, call) {
                    printed.absent.push(call.line);
                }
            }
            PrintedForm::Nothing => {}
        }
    }
    printed
}

/// Why the envelope that a call prints is none.
fn fault_of(call: &Call<'_>) -> Option<String> {
    match (call.name.as_str(), &call.heredoc) {
        ("echo" | "printf", _) => fault(&plain(&call.words[1..])),
        ("cat", Some((body, _))) => fault(body),
        _ => None,
    }
}

/// Whether a call passes JSON to a function that only prints its argument: `answer() { echo "$1"; }`.
fn hands_json_on(script: &Script<'_>, context: &Context, call: &Call<'_>) -> bool {
    let given = || of_text(&plain(&call.words[1..]));
    if call.words.len() < 2 || !matches!(given(), PrintedForm::Json | PrintedForm::Envelope) {
        return false;
    }
    let whole = |word: &Part<'_>| {
        matches!(word.as_str(), "\"$1\"" | "\"$*\"" | "\"$@\"" | "\"${1}\"" | "$1" | "$*" | "$@")
    };
    // What the function prints under a condition is printed on request of an option.
    let prints = |other: &&Call<'_>| {
        let always = other.place.block.len() == 1 && !other.place.conditional;
        always && matches!(other.name.as_str(), "echo" | "printf")
    };
    let mut printing =
        script.body_of(&call.name).filter(|other| context.reaches_stdout(other)).filter(prints);
    let formats = |word: &&Part<'_>| matches!(word.trim_matches(['"', '\'']), "%s" | "%s\\n");
    printing.next().is_some_and(|other| {
        let words: Vec<&Part<'_>> = other.words[1..].iter().filter(|word| !formats(word)).collect();
        matches!(words.as_slice(), [word] if whole(word))
    }) && printing.next().is_none()
}

/// Whether a call names a function that neither the script nor a sourced file has: `create_file "$name"`. Names of
/// programs have no underscore.
fn is_absent(script: &Script, call: &Call) -> bool {
    let part = bash_syntax::is_name_char;
    let sources = || script.calls.iter().any(|call| matches!(call.name.as_str(), "." | "source"));
    call.name.contains('_') && call.name.chars().all(part) && !sources()
}

#[cfg(test)]
mod tests {
    use super::printed;
    use crate::context::Context;
    use crate::parse;
    use crate::source::Source;

    /// The lines of separate JSON, and those beside text.
    fn lines(script: &str) -> (Vec<usize>, Vec<usize>) {
        let script = parse::read(&Source::new(script.as_bytes())).expect("a script");
        let printed = printed(&script, &Context::of(&script));
        (printed.json, printed.mixed)
    }

    #[test]
    fn text_beside_json() {
        for (script, beside) in [
            ("echo Text; J", true),
            ("if a; then J; fi; echo Text", false),
            ("echo Text; if a; then J; fi", true),
            ("if a; then echo Text; fi; J", false),
            ("J; echo Text", true),
            ("J; exit; echo Text", false),
            ("J; b=$(exit); echo Text", true),
            ("a && J; echo Text", false),
            ("a && echo Text; J", false),
            ("f() { J; }; echo Text; f", true),
            ("f() { J; }; f; echo Text", true),
            ("f() { J; }; f; echo Text; g() { f; }; g", true),
            ("f() { J; }; if a; then f; fi; echo Text; f", false),
            ("f() { J; }; g() { echo Text; f; }; g", true),
            ("f() { J; f; }; echo Text; f", false),
            ("f() { echo Text; }; f; J", false),
        ] {
            let script = script.replace('J', "echo '{\"a\": 1}'");
            let (json, mixed) = lines(&script);
            assert_eq!((json.is_empty(), mixed.is_empty()), (beside, !beside), "{script}");
        }
    }

    /// Each line of JSON among thousands, none of them beside text; functions that call each other in every order.
    #[test]
    fn much_json() {
        let (json, mixed) = lines(&"x=$(a)\necho '{\"a\": 1}'\n".repeat(20_000));
        assert_eq!((json.len(), mixed.len()), (20_000, 0));
        let call: String = (0..60).map(|n| format!("f{n}; ")).collect();
        let functions = (0..60).map(|n| format!("f{n}() {{ {call}echo '{{\"a\": 1}}'; }}\n"));
        let (json, mixed) = lines(&(functions.collect::<String>() + "f1"));
        assert_eq!((json.len(), mixed.len()), (60, 0));
    }
}
